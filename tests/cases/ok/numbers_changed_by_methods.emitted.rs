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
#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn operators(a: &mut [f64], s: &mut State, rows: &mut [Vec<f64>], b: &mut [f64]) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("operators", "tests/cases/ok/numbers_changed_by_methods.rs", 54));
    for i in 0..6 {
        // hp5: tests/cases/ok/numbers_changed_by_methods.rs:57 #[hp5::task]
        {
            let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[0]) };
            let __v_s_v = unsafe { __hp5.array("s.v", hp5::rt::flat(&raw const s.v), &[0]) };
            let __v_rows = unsafe { __hp5.array("rows", hp5::rt::nested::<2, _>(&raw const rows), &[0, 0]) };
            let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b), &[0]) };
            let s_x = hp5::rt::cap!(s.x);
            let mut __t = __hp5.task(hp5::rt::site!("operators:57", "tests/cases/ok/numbers_changed_by_methods.rs", 57));
            __t.access(&__v_b, hp5::rt::Mode::Out, &[((i as isize), (i as isize) + 1)]);
            __t.access(&__v_rows, hp5::rt::Mode::In, &[((i as isize), (i as isize) + 1), (0, 1)]);
            __t.access(&__v_a, hp5::rt::Mode::In, &[((i as isize), (i as isize) + 1)]);
            __t.access(&__v_a, hp5::rt::Mode::In, &[(0, 1)]);
            __t.access(&__v_s_v, hp5::rt::Mode::In, &[((i as isize), (i as isize) + 1)]);
            let __s0_a = [((i as isize), (i as isize) + 1)];
            let __s1_a = [(0, 1)];
            let __s0_s_v = [((i as isize), (i as isize) + 1)];
            let __s0_rows = [((i as isize), (i as isize) + 1), (0, 1)];
            let __s0_b = [((i as isize), (i as isize) + 1)];
            let i = hp5::rt::cap_owned!(i);
            let a = __v_a.view();
            let s_v = __v_s_v.view();
            let rows = __v_rows.view();
            let b = __v_b.view();
            let __body = move || {
                let _ = a.within(&__s0_a);
                let _ = a.within(&__s1_a);
                let a = a.within(&hp5::rt::CHECKED);
                let s_v = s_v.within(&__s0_s_v);
                let rows = rows.within(&__s0_rows);
                let mut b = b.within(&__s0_b);
                {
                    b[i] = slow(slow(a[i]) + a[0] + s_v[i] + s_x + rows[(i, 0)]);
                }
            };
            unsafe { __t.spawn(__body) };
        }
        __hp5.wait(); // hp5: put in, see the translator's warning
        a[i].add_assign(1.0); //~ HP5-W0102
        a[0].mul_assign(0.5);
        s.v[i].add_assign(1.0);
        s.x.add_assign(1.0);
        rows[i][0].mul_assign(3.0);
    }
    __hp5.end();
}

// Others of the standard library.
#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn of_library(text: &mut [u8], counts: &mut [u32], b: &mut [f64]) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("of_library", "tests/cases/ok/numbers_changed_by_methods.rs", 70));
    let mut last = 1u32;
    for i in 0..6 {
        // hp5: tests/cases/ok/numbers_changed_by_methods.rs:74 #[hp5::task]
        {
            let __v_text = unsafe { __hp5.array("text", hp5::rt::flat(&raw const text), &[2]) };
            let __v_counts = unsafe { __hp5.array("counts", hp5::rt::flat(&raw const counts), &[0]) };
            let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b), &[0]) };
            let mut __t = __hp5.task(hp5::rt::site!("of_library:74", "tests/cases/ok/numbers_changed_by_methods.rs", 74));
            __t.access(&__v_b, hp5::rt::Mode::Out, &[((i as isize), (i as isize) + 1)]);
            __t.access(&__v_text, hp5::rt::Mode::In, &[((i as isize), (i as isize) + 1)]);
            __t.access(&__v_counts, hp5::rt::Mode::In, &[((i as isize), (i as isize) + 1)]);
            let __s0_text = [((i as isize), (i as isize) + 1)];
            let __s0_counts = [((i as isize), (i as isize) + 1)];
            let __s0_b = [((i as isize), (i as isize) + 1)];
            let i = hp5::rt::cap_owned!(i);
            let last = hp5::rt::cap_owned!(last);
            let text = __v_text.view();
            let counts = __v_counts.view();
            let b = __v_b.view();
            let __body = move || {
                let text = text.within(&__s0_text);
                let counts = counts.within(&__s0_counts);
                let mut b = b.within(&__s0_b);
                {
                    b[i] = slow(slow(text[i] as f64)) + counts[i] as f64 + last as f64;
                }
            };
            unsafe { __t.spawn(__body) };
        }
        __hp5.wait(); // hp5: put in, see the translator's warning
        text[i].make_ascii_uppercase(); //~ HP5-W0102
        counts[i].clone_from(&7);
        last.add_assign(3);
    }
    // hp5: tests/cases/ok/numbers_changed_by_methods.rs:82 #[hp5::task_tile(i = 2)], ordered
    {
        let __v_text = unsafe { __hp5.array("text", hp5::rt::flat(&raw const text), &[2]) };
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("of_library:82", "tests/cases/ok/numbers_changed_by_methods.rs", 82), hp5::rt::Order::Ordered, hp5::rt::chunks(0..6, 2, 0));
        __loop.access(&__v_text, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        __loop.access(&__v_text, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo + 1, __i_hi + 1)]);
        let __s0_text = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo + 1, __i_hi + 1)]);
        let text = __v_text.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_text = __s0_text.of(&__chunks);
            let __i_part = __chunks;
            let mut text = text;
            let mut __in_text = text.within(&__s0_text);
            for i in __i_part.clone() {
                if __in_text[i + 1] > b'c' {
                    text[i].make_ascii_lowercase();
                }
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    __hp5.end();
}

// A trait that a macro implements, of a number and of what has it as a bound.
#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn of_trait<T: Add1 + Copy + Send + Sync + Into<f64>>(
    a: &mut [f64],
    t: &mut [T],
    one: T,
    b: &mut [f64],
) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("of_trait", "tests/cases/ok/numbers_changed_by_methods.rs", 91));
    for i in 0..6 {
        // hp5: tests/cases/ok/numbers_changed_by_methods.rs:99 #[hp5::task]
        {
            let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[2]) };
            let __v_t = unsafe { __hp5.array("t", hp5::rt::flat(&raw const t), &[0]) };
            let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b), &[0]) };
            let mut __t = __hp5.task(hp5::rt::site!("of_trait:99", "tests/cases/ok/numbers_changed_by_methods.rs", 99));
            __t.access(&__v_t, hp5::rt::Mode::InOut, &[((i as isize), (i as isize) + 1)]);
            __t.access(&__v_b, hp5::rt::Mode::Out, &[((i as isize), (i as isize) + 1)]);
            __t.access(&__v_a, hp5::rt::Mode::In, &[((i as isize), (i as isize) + 1)]);
            let __s0_a = [((i as isize), (i as isize) + 1)];
            let __s0_t = [((i as isize), (i as isize) + 1)];
            let __s0_b = [((i as isize), (i as isize) + 1)];
            let i = hp5::rt::cap_owned!(i);
            let a = __v_a.view();
            let t = __v_t.view();
            let b = __v_b.view();
            let __body = move || {
                let a = a.within(&__s0_a);
                let mut t = t.within(&__s0_t);
                let mut b = b.within(&__s0_b);
                {
                    b[i] = slow(slow(a[i].twice()) + t[i].into());
                }
            };
            unsafe { __t.spawn(__body) };
        }
        __hp5.wait(); // hp5: put in, see the translator's warning
        a[i].add1(2.0); //~ HP5-W0102
        t[i].add1(one);
    }
    // hp5: tests/cases/ok/numbers_changed_by_methods.rs:106 #[hp5::task_tile(i = 2)], ordered
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[2]) };
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("of_trait:106", "tests/cases/ok/numbers_changed_by_methods.rs", 106), hp5::rt::Order::Ordered, hp5::rt::chunks(1..6, 2, 0));
        __loop.access(&__v_a, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        __loop.access(&__v_a, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo - 1, __i_hi - 1)]);
        let __s0_a = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo - 1, __i_hi)]);
        let a = __v_a.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_a = __s0_a.of(&__chunks);
            let __i_part = __chunks;
            let mut a = a.within(&__s0_a);
            for i in __i_part.clone() {
                let before = a[i - 1].twice();
                a[i].add1(before);
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    __hp5.end();
}

// Methods that take a copy, or look: these tasks run at the same time.
#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn reading(a: &[f64], b: &mut [f64], k: f64) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("reading", "tests/cases/ok/numbers_changed_by_methods.rs", 114));
    let mut w = 2.0f64;
    w += k;
    // hp5: tests/cases/ok/numbers_changed_by_methods.rs:118 #[hp5::task_tile(i = 2)], parallel
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[2]) };
        let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b), &[2]) };
        let k = hp5::rt::cap!(k);
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("reading:118", "tests/cases/ok/numbers_changed_by_methods.rs", 118), hp5::rt::Order::Parallel, hp5::rt::chunks(1..7, 2, 0));
        __loop.access(&__v_b, hp5::rt::Mode::Out, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        __loop.access(&__v_a, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo - 1, __i_hi + 1)]);
        let __s0_a = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo - 1, __i_hi + 1)]);
        let __s0_b = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let w = hp5::rt::cap_owned!(w);
        let a = __v_a.view();
        let b = __v_b.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_a = __s0_a.of(&__chunks);
            let __s0_b = __s0_b.of(&__chunks);
            let __i_part = __chunks;
            let k = hp5::rt::again(&k);
            let w = hp5::rt::again(&w);
            let a = a.within(&__s0_a);
            let mut b = b.within(&__s0_b);
            for i in __i_part.clone() {
                b[i] = a[i].square() + a[i - 1].twice() + k.square() + w.twice() + a[i + 1].exp2();
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    // hp5: tests/cases/ok/numbers_changed_by_methods.rs:122 #[hp5::task_tile(i = 2)], parallel
    {
        let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b), &[2]) };
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("reading:122", "tests/cases/ok/numbers_changed_by_methods.rs", 122), hp5::rt::Order::Parallel, hp5::rt::chunks(1..7, 2, 0));
        __loop.access(&__v_b, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        __loop.access(&__v_b, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let __s0_b = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let b = __v_b.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_b = __s0_b.of(&__chunks);
            let __i_part = __chunks;
            let mut b = b.within(&__s0_b);
            for i in __i_part.clone() {
                b[i] = b[i].twice().log(2.0) + b[i].square().signum();
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    __hp5.end();
}

// In tasks, by the method and by its path, of a local and of a parameter.
#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn in_tasks(a: &mut [f64], last: &mut f64) -> f64 {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("in_tasks", "tests/cases/ok/numbers_changed_by_methods.rs", 129));
    let __hp5_value = {
    let mut x: f64 = 0.5; let __hp5_hold_3170 = __hp5.hold();
    for i in 0..6 {
        // hp5: tests/cases/ok/numbers_changed_by_methods.rs:133 #[hp5::task]
        {
            let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[0]) };
            let __v_x = unsafe { __hp5.array("x", hp5::rt::scalar(&raw mut (x)), &[]) };
            let mut __t = __hp5.task(hp5::rt::site!("in_tasks:133", "tests/cases/ok/numbers_changed_by_methods.rs", 133));
            __t.access(&__v_a, hp5::rt::Mode::Out, &[((i as isize), (i as isize) + 1)]);
            __t.access(&__v_x, hp5::rt::Mode::InOut, &[]);
            __t.access(&__v_x, hp5::rt::Mode::In, &[]);
            let __s0_a = [((i as isize), (i as isize) + 1)];
            let i = hp5::rt::cap_owned!(i);
            let a = __v_a.view();
            let x = __v_x.view();
            let __body = move || {
                let mut a = a.within(&__s0_a);
                let mut x = x;
                {
                    a[i] = slow((*x));
                    (*x).add_assign(1.0);
                }
            };
            unsafe { __t.spawn(__body) };
        }
        // hp5: tests/cases/ok/numbers_changed_by_methods.rs:138 #[hp5::task]
        {
            let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[0]) };
            let __v_x = unsafe { __hp5.array("x", hp5::rt::scalar(&raw mut (x)), &[]) };
            let __v_last = unsafe { __hp5.array("last", hp5::rt::scalar(&raw const (last)), &[]) };
            let __w_last = hp5::rt::whole(&raw const (last));
            let mut __t = __hp5.task(hp5::rt::site!("in_tasks:138", "tests/cases/ok/numbers_changed_by_methods.rs", 138));
            __t.access(&__v_a, hp5::rt::Mode::InOut, &[((i as isize) + 1, (i as isize) + 2)]);
            __t.access(&__v_x, hp5::rt::Mode::InOut, &[]);
            __t.access(&__v_last, hp5::rt::Mode::InOut, &[]);
            __t.access(&__v_a, hp5::rt::Mode::In, &[((i as isize), (i as isize) + 1)]);
            __t.access(&__v_last, hp5::rt::Mode::In, &[]);
            let __s0_a = [((i as isize), (i as isize) + 2)];
            let i = hp5::rt::cap_owned!(i);
            let a = __v_a.view();
            let x = __v_x.view();
            let __body = move || {
                let mut a = a.within(&__s0_a);
                let mut x = x;
                let mut last = &mut **unsafe { __w_last.get_mut() };
                {
                    AddAssign::add_assign(last, a[i]);
                    Add1::add1(&mut a[i + 1], 0.5);
                    (*x).clone_from(&slow(*last));
                }
            };
            unsafe { __t.spawn(__body) };
        }
    }
    __hp5.wait();
    x
    };
    __hp5.end();
    __hp5_value
}

// Macros that write what those of the standard library would read.
#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn own_macros(a: &mut [f64], b: &mut [f64]) -> bool {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("own_macros", "tests/cases/ok/numbers_changed_by_methods.rs", 150));
    let __hp5_value = {
    let mut many = false;
    let mut t = 0.0; let __hp5_hold_3683 = __hp5.hold();
    for i in 3..7 {
        // hp5: tests/cases/ok/numbers_changed_by_methods.rs:155 #[hp5::task]
        {
            let __v_t = unsafe { __hp5.array("t", hp5::rt::scalar(&raw mut (t)), &[]) };
            let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b), &[0]) };
            let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[0]) };
            let mut __t = __hp5.task(hp5::rt::site!("own_macros:155", "tests/cases/ok/numbers_changed_by_methods.rs", 155));
            __t.access(&__v_a, hp5::rt::Mode::InOut, &[((i as isize), (i as isize) + 1)]);
            __t.access(&__v_t, hp5::rt::Mode::InOut, &[]);
            __t.access(&__v_b, hp5::rt::Mode::In, &[(0, 2)]);
            __t.access(&__v_t, hp5::rt::Mode::In, &[]);
            let __s0_b = [(0, 2)];
            let __s0_a = [((i as isize), (i as isize) + 1)];
            let i = hp5::rt::cap_owned!(i);
            let t = __v_t.view();
            let b = __v_b.view();
            let a = __v_a.view();
            let __body = move || {
                let mut t = t;
                let b = b.within(&__s0_b);
                let mut a = a.within(&__s0_a);
                {
                    assert!((*t));
                    a[i] += slow(slow(b[0] + b[1]) + (*t));
                }
            };
            unsafe { __t.spawn(__body) };
        }
        __hp5.wait(); // hp5: put in, see the translator's warning
        assert!(b[0]); //~ HP5-W0102
        if matches!(b, 1.5) {
            many = true;
        }
        // hp5: tests/cases/ok/numbers_changed_by_methods.rs:164 #[hp5::task]
        {
            let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b), &[0]) };
            let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[0]) };
            let __w_a = hp5::rt::whole(&raw const (*a));
            let mut __t = __hp5.task(hp5::rt::site!("own_macros:164", "tests/cases/ok/numbers_changed_by_methods.rs", 164));
            __t.access(&__v_b, hp5::rt::Mode::Out, &[((i as isize), (i as isize) + 1)]);
            __t.access(&__v_a, hp5::rt::Mode::InOut, &[hp5::rt::ALL]);
            __t.access(&__v_a, hp5::rt::Mode::In, &[(1, 2)]);
            let __s0_b = [((i as isize), (i as isize) + 1)];
            let i = hp5::rt::cap_owned!(i);
            let b = __v_b.view();
            let __body = move || {
                let mut b = b.within(&__s0_b);
                let mut a = unsafe { __w_a.get_mut() };
                {
                    b[i] = if matches!(a, 0.5) { 1.0 } else { a[1] };
                }
            };
            unsafe { __t.spawn(__body) };
        }
    }
    many
    };
    __hp5.end();
    __hp5_value
}

// What `write!` prints it reads.
#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn printed(text: &mut String, a: &mut [f64]) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("printed", "tests/cases/ok/numbers_changed_by_methods.rs", 173));
    {
    let mut k = 0; let __hp5_hold_4155 = __hp5.hold();
    for i in 0..5usize {
        // hp5: tests/cases/ok/numbers_changed_by_methods.rs:177 #[hp5::task]
        {
            let __v_text = unsafe { __hp5.array("text", hp5::rt::scalar(&raw const (text)), &[]) };
            let __w_text = hp5::rt::whole(&raw const (text));
            let __v_k = unsafe { __hp5.array("k", hp5::rt::scalar(&raw mut (k)), &[]) };
            let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[0]) };
            let __w_a = hp5::rt::whole(&raw const (*a));
            let mut __t = __hp5.task(hp5::rt::site!("printed:177", "tests/cases/ok/numbers_changed_by_methods.rs", 177));
            __t.access(&__v_text, hp5::rt::Mode::InOut, &[]);
            __t.access(&__v_k, hp5::rt::Mode::InOut, &[]);
            __t.access(&__v_a, hp5::rt::Mode::In, &[hp5::rt::ALL]);
            __t.access(&__v_k, hp5::rt::Mode::In, &[]);
            let i = hp5::rt::cap_owned!(i);
            let k = __v_k.view();
            let __body = move || {
                let mut text = unsafe { __w_text.get_mut() };
                let mut k = k;
                let a = unsafe { __w_a.get() };
                {
                    let half = i as f64 / 2.0;
                    writeln!((*text), "{} {half} {i} {k}", a[i]).unwrap();
                    (*k) += i;
                }
            };
            unsafe { __t.spawn(__body) };
        }
        // hp5: tests/cases/ok/numbers_changed_by_methods.rs:183 #[hp5::task]
        {
            let __v_k = unsafe { __hp5.array("k", hp5::rt::scalar(&raw const (k)), &[]) };
            let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[0]) };
            let mut __t = __hp5.task(hp5::rt::site!("printed:183", "tests/cases/ok/numbers_changed_by_methods.rs", 183));
            __t.access(&__v_a, hp5::rt::Mode::InOut, &[((i as isize) + 1, (i as isize) + 2)]);
            __t.access(&__v_a, hp5::rt::Mode::In, &[((i as isize) + 1, (i as isize) + 2)]);
            __t.access(&__v_k, hp5::rt::Mode::In, &[]);
            let __s0_a = [((i as isize) + 1, (i as isize) + 2)];
            let i = hp5::rt::cap_owned!(i);
            let k = __v_k.view();
            let a = __v_a.view();
            let __body = move || {
                let k = k;
                let mut a = a.within(&__s0_a);
                {
                    a[i + 1] = slow(a[i + 1]) + (*k) as f64;
                }
            };
            unsafe { __t.spawn(__body) };
        }
        if i == 3 {
            __hp5.wait(); // hp5: put in, see the translator's warning
            write!(text, "{k}").unwrap(); //~ HP5-W0102
        }
    }
    }
    __hp5.end();
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
