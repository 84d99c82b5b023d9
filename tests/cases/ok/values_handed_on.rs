//! Scalars that some task hands on by a reference, and some task uses as they are: a random seed.

fn slow(x: f64) -> f64 {
    (0..300).fold(x, |y, k| {
        std::hint::black_box(y * 0.999 + 0.001 * (k % 3) as f64)
    })
}

fn random(seed: &mut u64) -> u64 {
    *seed = *seed * 48271 % 65537;
    *seed
}

fn up(x: &mut f64) {
    *x += 1.0;
}

#[derive(Clone, Copy)]
struct Pair {
    first: f64,
    second: f64,
}

struct Generator {
    seed: u64,
}

impl Generator {
    fn next(&mut self) -> f64 {
        random(&mut self.seed) as f64
    }
}

// A seed.
#[hp5::region]
fn seeds(a: &mut [f64]) -> u64 {
    let mut seed = 42u64;
    for i in 0..4 {
        #[hp5::task]
        {
            a[i] = random(&mut seed) as f64;
        }
        #[hp5::task]
        {
            let x = seed;
            a[i + 1] = slow(x as f64) + 2.0 * seed as f64;
        }
        if i == 2 {
            random(&mut seed); //~ HP5-W0102
        }
    }
    #[hp5::task_wait]
    seed
}

// A number whose type is not written down.
#[hp5::region]
fn inferred(a: &mut [f64]) -> f64 {
    let mut t = 0.5;
    #[hp5::task]
    {
        a[0] = slow(t);
    }
    #[hp5::task]
    {
        up(&mut t);
        a[1] = t + a[(t as usize).min(3)]; //~ HP5-W0101
    }
    #[hp5::task]
    {
        std::mem::swap(&mut t, &mut a[1]);
    }
    #[hp5::task]
    {
        a[2] = 2.0 * t;
        let q = t;
        a[3] = q;
    }
    #[hp5::task_wait]
    t
}

// Structs, some handed on whole, some by their fields, an option, and one of a function's parameters.
#[hp5::region]
fn values(a: &mut [f64], own: &mut Generator, mut pair: Pair) -> usize {
    let mut k = 0;
    let mut other = Generator { seed: 5 };
    let mut last = None;
    for i in 0..6 {
        #[hp5::task]
        {
            up(&mut pair.first);
            k += 1;
            a[k] = slow(own.next()); //~ HP5-W0101
        }
        #[hp5::task]
        {
            let now = pair;
            a[0] += other.next() + now.first + now.second;
            last = Some(i);
        }
        #[hp5::task] //~ HP5-W0102
        {
            a[k] += other.next() * last.map_or(0.0, |x| x as f64);
        }
    }
    #[hp5::task_wait]
    k + last.unwrap_or(0)
}

// What is copied is named by its place, what would be moved by a reference.
struct Moved {
    x: f64,
}

fn more(moved: &mut Moved, list: &mut Vec<f64>) {
    moved.x += 1.0;
    list.push(moved.x);
}

fn half(value: &mut Option<f64>) {
    *value = value.map(|x| x / 2.0);
}

fn start() -> Option<f64> {
    Some(0.5)
}

#[hp5::region]
fn copied_and_moved(a: &mut [f64]) {
    let mut list = vec![1.0];
    let mut moved = Moved { x: 1.0 };
    let mut option = Some(0.5);
    let mut other = start();
    let mut both = (1.0, 2);
    #[hp5::task]
    {
        more(&mut moved, &mut list);
        half(&mut option);
        half(&mut other);
        std::mem::swap(&mut both, &mut (3.0, 4));
    }
    #[hp5::task]
    {
        let (first, second) = both;
        a[0] = first * second as f64;
        a[1] = match option {
            Some(x) => x,
            None => 0.0,
        };
        if let Some(x) = other {
            a[2] = x;
        }
    }
    #[hp5::task]
    {
        let last = list;
        let own = moved;
        a[3] = last[1] + own.x;
    }
}

// Several at once.
#[hp5::region]
fn taken_apart(a: &mut [f64]) -> f64 {
    let mut x = 1.0;
    let mut y = 2.0;
    #[hp5::task]
    {
        (x, y) = (y, slow(x));
    }
    #[hp5::task]
    {
        (x, a[1]) = (a[1], x);
        [_, y] = [x, a[0] + y];
    }
    #[hp5::task]
    {
        a[0] = slow(x) + y;
    }
    #[hp5::task_wait]
    (x, a[2]) = (a[0] + y, x);
    x
}

fn main() {
    let mut a = vec![0.5; 8];
    println!("{} {a:?}", seeds(&mut a));
    println!("{} {a:?}", inferred(&mut a));
    let pair = Pair {
        first: 1.0,
        second: 2.0,
    };
    println!("{} {a:?}", values(&mut a, &mut Generator { seed: 3 }, pair));
    println!("{} {a:?}", taken_apart(&mut a));
    copied_and_moved(&mut a);
    println!("{a:?}");
}
