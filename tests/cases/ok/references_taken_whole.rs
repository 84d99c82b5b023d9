//! Parameters that are references, exchanged, replaced and copied by tasks: what they refer to is meant.
#[derive(Clone, Copy, Debug)]
struct State {
    n: i32,
    u: [i32; 8],
}

fn exchange<T>(x: &mut T, y: &mut T) {
    std::mem::swap(x, y);
}

#[hp5::region]
fn states(a: &mut [i32], s: &mut State, t: &mut State) {
    #[hp5::task]
    std::mem::swap(s, t);
    #[hp5::task]
    exchange(s, t);
    #[hp5::task]
    {
        std::mem::swap(t, s);
        s.n += 1;
    }
    let first = &mut *s; //~ HP5-W0102
    #[hp5::task]
    std::mem::swap(first, t);
    #[hp5::task_tile(i = 2)]
    for i in 0..8 {
        a[i] += i as i32;
    }
}

#[hp5::region]
fn copies(a: &mut [i32], s: &mut State, t: &mut State, by: &mut i32) {
    #[hp5::task]
    {
        let copy = *t;
        a[3] += copy.u[2] + *by;
        s.n = copy.n;
    }
    #[hp5::task_tile(i = 2)]
    for i in 0..8 {
        let State { u, .. } = *t;
        a[i] += u[i] * *by;
    }
}

fn add(s: &mut State) {
    s.n += 7;
}

#[hp5::region]
fn set(a: &mut [i32], s: &mut State, t: &mut State) {
    #[hp5::task]
    *s = State { n: 2, ..*t };
    #[hp5::task]
    std::mem::swap(s, t);
    #[hp5::task]
    {
        *t = *s;
        add(s);
    }
    #[hp5::task]
    {
        a[1] += t.n;
        exchange(t, s);
    }
}

#[hp5::region]
fn lists(a: &mut Vec<i32>, b: &mut Vec<i32>) {
    #[hp5::task]
    exchange(a, b);
    #[hp5::task]
    a[3] = b[4] + 1;
    #[hp5::task]
    std::mem::swap(a, b);
    #[hp5::task_tile(i = 2)]
    for i in 0..8 {
        b[i] += a[i];
    }
}

mod by {
    /// The longer of two lists first.
    pub fn length(a: &mut Vec<i32>, b: &mut Vec<i32>) {
        if a.len() < b.len() {
            super::exchange(a, b);
        }
    }
    pub trait Grow {
        fn grow(&mut self, by: usize);
    }
    impl Grow for Vec<i32> {
        fn grow(&mut self, by: usize) {
            more(self, by);
        }
    }
    fn more(list: &mut Vec<i32>, count: usize) {
        if count > 0 {
            list.push(count as i32);
            more(list, count - 1);
        }
    }
}
use by::Grow;

struct Pair {
    a: Vec<i32>,
    b: Vec<i32>,
}

impl Pair {
    fn turn(a: &mut Vec<i32>, b: &mut Vec<i32>) {
        std::mem::swap(a, b);
    }

    #[hp5::region]
    fn fields(&mut self) {
        #[hp5::task]
        Self::turn(&mut self.a, &mut self.b);
        #[hp5::task]
        {
            self.a[1] += self.b[2];
        }
        #[hp5::task]
        Self::turn(&mut self.a, &mut self.b);
        #[hp5::task]
        {
            self.b[2] += self.a[1];
        }
    }
}

#[hp5::region]
fn by_functions(a: &mut Vec<i32>, b: &mut Vec<i32>, rows: &mut [[i32; 4]], sum: &mut i32) {
    #[hp5::task]
    by::length(a, b);
    #[hp5::task]
    a[7] += b[3];
    #[hp5::task]
    a.grow(5);
    #[hp5::task]
    {
        let all = std::mem::take(b);
        *sum += all.iter().sum::<i32>() + a[10];
        *b = std::mem::replace(a, all);
    }
    #[hp5::task]
    {
        let (first, rest) = rows.split_at_mut(1);
        std::mem::swap(&mut first[0], &mut rest[0]);
    }
    #[hp5::task_tile(i = 1)]
    for i in 0..3 {
        rows[i][1] += 1;
    }
    #[hp5::task]
    b[2] += a[1];
}

fn main() {
    let mut s = State { n: 1, u: [2; 8] };
    let mut t = State { n: 5, u: [3; 8] };
    let (mut a, mut b): (Vec<i32>, Vec<i32>) = ((0..8).collect(), (10..18).collect());
    states(&mut a, &mut s, &mut t);
    println!("{s:?} {t:?}");
    copies(&mut a, &mut s, &mut t, &mut 7);
    set(&mut a, &mut s, &mut t);
    lists(&mut a, &mut b);
    println!("{s:?} {t:?} {a:?} {b:?}");
    let (mut rows, mut sum) = ([[1; 4], [2; 4], [3; 4]], 0);
    b.push(9);
    by_functions(&mut a, &mut b, &mut rows, &mut sum);
    println!("{a:?} {b:?} {rows:?} {sum}");
    let mut pair = Pair { a, b };
    pair.fields();
    println!("{:?} {:?}", pair.a, pair.b);
}
