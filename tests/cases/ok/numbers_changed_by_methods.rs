//! Methods that change a number, and macros of the file that have names of the standard library's: generating
//! code waits before it calls them, and tasks write what they are given.

use std::fmt::Write;
use std::ops::{AddAssign, MulAssign};

trait Add1 {
    fn add1(&mut self, more: Self);
    fn twice(&self) -> Self;
    fn square(self) -> Self;
}

macro_rules! add1 {
    ($($t:ty)*) => { $(impl Add1 for $t {
        fn add1(&mut self, more: $t) {
            *self += more;
        }
        fn twice(&self) -> $t {
            *self + *self
        }
        fn square(self) -> $t {
            self * self
        }
    })* };
}

add1!(f64 u32);

macro_rules! assert {
    ($x:expr) => {
        $x += 1.0
    };
}

macro_rules! matches {
    ($x:expr, $y:expr) => {{
        $x[1] *= $y;
        $x[1] > 100.0
    }};
}

struct State {
    v: Vec<f64>,
    x: f64,
}

fn slow(x: f64) -> f64 {
    (0..300).fold(x, |y, k| {
        std::hint::black_box(y * 0.999 + 0.001 * (k % 3) as f64)
    })
}

// Operators by their methods, of elements, rows and fields.
#[hp5::region]
fn operators(a: &mut [f64], s: &mut State, rows: &mut [Vec<f64>], b: &mut [f64]) {
    for i in 0..6 {
        #[hp5::task]
        {
            b[i] = slow(slow(a[i]) + a[0] + s.v[i] + s.x + rows[i][0]);
        }
        a[i].add_assign(1.0); //~ HP5-W0102
        a[0].mul_assign(0.5);
        s.v[i].add_assign(1.0);
        s.x.add_assign(1.0);
        rows[i][0].mul_assign(3.0);
    }
}

// Others of the standard library.
#[hp5::region]
fn of_library(text: &mut [u8], counts: &mut [u32], b: &mut [f64]) {
    let mut last = 1u32;
    for i in 0..6 {
        #[hp5::task]
        {
            b[i] = slow(slow(text[i] as f64)) + counts[i] as f64 + last as f64;
        }
        text[i].make_ascii_uppercase(); //~ HP5-W0102
        counts[i].clone_from(&7);
        last.add_assign(3);
    }
    #[hp5::task_tile(i = 2)]
    for i in 0..6 {
        if text[i + 1] > b'c' {
            text[i].make_ascii_lowercase();
        }
    }
}

// A trait that a macro implements, of a number and of what has it as a bound.
#[hp5::region]
fn of_trait<T: Add1 + Copy + Send + Sync + Into<f64>>(
    a: &mut [f64],
    t: &mut [T],
    one: T,
    b: &mut [f64],
) {
    for i in 0..6 {
        #[hp5::task]
        {
            b[i] = slow(slow(a[i].twice()) + t[i].into());
        }
        a[i].add1(2.0); //~ HP5-W0102
        t[i].add1(one);
    }
    #[hp5::task_tile(i = 2)]
    for i in 1..6 {
        let before = a[i - 1].twice();
        a[i].add1(before);
    }
}

// Methods that take a copy, or look: these tasks run at the same time.
#[hp5::region]
fn reading(a: &[f64], b: &mut [f64], k: f64) {
    let mut w = 2.0f64;
    w += k;
    #[hp5::task_tile(i = 2)]
    for i in 1..7 {
        b[i] = a[i].square() + a[i - 1].twice() + k.square() + w.twice() + a[i + 1].exp2();
    }
    #[hp5::task_tile(i = 2)]
    for i in 1..7 {
        b[i] = b[i].twice().log(2.0) + b[i].square().signum();
    }
}

// In tasks, by the method and by its path, of a local and of a parameter.
#[hp5::region]
fn in_tasks(a: &mut [f64], last: &mut f64) -> f64 {
    let mut x: f64 = 0.5;
    for i in 0..6 {
        #[hp5::task]
        {
            a[i] = slow(x);
            x.add_assign(1.0);
        }
        #[hp5::task]
        {
            AddAssign::add_assign(last, a[i]);
            Add1::add1(&mut a[i + 1], 0.5);
            x.clone_from(&slow(*last));
        }
    }
    #[hp5::task_wait]
    x
}

// Macros that write what those of the standard library would read.
#[hp5::region]
fn own_macros(a: &mut [f64], b: &mut [f64]) -> bool {
    let mut many = false;
    let mut t = 0.0;
    for i in 3..7 {
        #[hp5::task]
        {
            assert!(t);
            a[i] += slow(slow(b[0] + b[1]) + t);
        }
        assert!(b[0]); //~ HP5-W0102
        if matches!(b, 1.5) {
            many = true;
        }
        #[hp5::task]
        {
            b[i] = if matches!(a, 0.5) { 1.0 } else { a[1] };
        }
    }
    many
}

// What `write!` prints it reads.
#[hp5::region]
fn printed(text: &mut String, a: &mut [f64]) {
    let mut k = 0;
    for i in 0..5usize {
        #[hp5::task]
        {
            let half = i as f64 / 2.0;
            writeln!(text, "{} {half} {i} {k}", a[i]).unwrap();
            k += i;
        }
        #[hp5::task]
        {
            a[i + 1] = slow(a[i + 1]) + k as f64;
        }
        if i == 3 {
            write!(text, "{k}").unwrap(); //~ HP5-W0102
        }
    }
}

fn main() {
    let (mut a, mut b) = (vec![0.5; 8], vec![0.25; 8]);
    let mut s = State {
        v: vec![0.5; 8],
        x: 1.0,
    };
    let mut rows = vec![vec![1.0]; 8];
    operators(&mut a, &mut s, &mut rows, &mut b);
    println!("{a:?} {:?} {} {rows:?} {b:?}", s.v, s.x);
    let (mut text, mut counts) = (*b"abcdefgh", [1; 8]);
    of_library(&mut text, &mut counts, &mut b);
    println!("{text:?} {counts:?} {b:?}");
    let mut t: Vec<u32> = (0..8).collect();
    of_trait(&mut a, &mut t, 3, &mut b);
    println!("{a:?} {t:?} {b:?}");
    reading(&a, &mut b, 0.5);
    println!("{b:?}");
    let mut last = 1.0;
    let x = in_tasks(&mut a, &mut last);
    println!("{a:?} {x} {last}");
    let many = own_macros(&mut a, &mut b);
    println!("{a:?} {b:?} {many}");
    let mut text = String::new();
    printed(&mut text, &mut a);
    println!("{text} {a:?}");
}
