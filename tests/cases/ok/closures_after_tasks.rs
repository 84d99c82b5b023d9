//! Closures over what tasks have written: the wait stands in front of them, not in them.

fn slow(x: f64) -> f64 {
    (0..300).fold(x, |y, k| {
        std::hint::black_box(y * 0.999 + 0.001 * (k % 3) as f64)
    })
}

// Called in tasks.
#[hp5::region]
fn in_tasks(a: &mut [f64], b: &mut [f64]) {
    #[hp5::task]
    {
        b[0] = slow(1.0);
    }
    let mut set = |i: usize| {
        a[i] = slow(b[i]); //~ HP5-W0102
    };
    for i in 0..5 {
        #[hp5::task]
        set(i);
    }
}

// In each turn a new one, which may return early.
#[hp5::region]
fn in_turns(a: &mut [f64], b: &mut [f64]) -> f64 {
    let mut sum = 0.0;
    for i in 0..4 {
        #[hp5::task] //~ HP5-W0102
        {
            b[i] = slow(b[i + 1]);
        }
        let read = |k: usize| {
            if k > 3 {
                return 0.5;
            }
            let mut all = 0.0;
            while all < b[k] { //~ HP5-W0102

                all += 0.25;
            }
            return all;
        };
        #[hp5::task]
        {
            a[i] = slow(read(i) + read(4));
        }
        sum += read(0); //~ HP5-W0102
        #[hp5::task]
        {
            a[i + 1] += read(i);
        }
    }
    sum += a[2]; //~ HP5-W0102
    sum
}

// In one expression, by the standard library, and with tasks of its own.
#[hp5::region]
fn by_library(a: &mut [f64], b: &mut [f64]) -> f64 {
    #[hp5::task_tile(i = 2)]
    for i in 0..6 {
        b[i] = slow(a[i]);
    }
    let most = (0..6).map(|i| b[i]).fold(0.0, |x: f64, y| x.max(y)); //~ HP5-W0102
    (0..6).for_each(|i| {
        #[hp5::task]
        {
            a[i] = slow(b[i]) * most;
        }
        b[i] += a[i]; //~ HP5-W0102
    });
    most
}

fn main() {
    let mut a = vec![0.5; 6];
    let mut b = vec![0.25; 6];
    in_tasks(&mut a, &mut b);
    println!("{a:?} {b:?}");
    println!("{} {a:?} {b:?}", in_turns(&mut a, &mut b));
    println!("{} {a:?} {b:?}", by_library(&mut a, &mut b));
}
