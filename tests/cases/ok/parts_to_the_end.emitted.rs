//! Parts to the end beside clauses that end before: these are doubtful.

#![allow(dead_code)]

fn first(part: &[u64]) -> u64 {
    part[0]
}

fn set(part: &mut [u64], value: u64) {
    part[0] = value;
    part[1] = value + 1;
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn elsewhere(b: &[u64], a: &mut [u64], n: usize) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("elsewhere", "tests/cases/ok/parts_to_the_end.rs", 14));
    // hp5: tests/cases/ok/parts_to_the_end.rs:16 #[hp5::task_tile(i = 8, in(b[i]), out(a[i]))], parallel
    {
        let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b), &[0]) };
        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[8]) };
        let n = hp5::rt::cap!(n);
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("elsewhere:16", "tests/cases/ok/parts_to_the_end.rs", 16), hp5::rt::Order::Parallel, hp5::rt::chunks(0..n, 8, 0));
        __loop.access(&__v_a, hp5::rt::Mode::Out, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        __loop.access(&__v_b, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let __s0_a = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let b = __v_b.view();
        let a = __v_a.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_a = __s0_a.of(&__chunks);
            let __i_part = __chunks;
            let n = hp5::rt::again(&n);
            let b = b;
            let mut a = a.within(&__s0_a);
            for i in __i_part.clone() {
                a[i] = first(&b[2 * i..]); //~ HP5-W0110
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    __hp5.end();
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn exact(b: &[u64], a: &mut [u64], n: usize, w: usize) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("exact", "tests/cases/ok/parts_to_the_end.rs", 22));
    // hp5: tests/cases/ok/parts_to_the_end.rs:24 #[hp5::task_tile(i = 8, in(b[i]), out(a[2 * i..2 * i + 2]))], ordered
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[8]) };
        let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b), &[8]) };
        let n = hp5::rt::cap!(n);
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("exact:24", "tests/cases/ok/parts_to_the_end.rs", 24), hp5::rt::Order::Ordered, hp5::rt::chunks(0..n, 8, 0));
        __loop.access(&__v_a, hp5::rt::Mode::Out, |[(__i_lo, __i_hi)]| [(2 * __i_lo, 2 * __i_hi)]);
        __loop.access(&__v_b, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let __s0_b = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let a = __v_a.view();
        let b = __v_b.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_b = __s0_b.of(&__chunks);
            let __i_part = __chunks;
            let n = hp5::rt::again(&n);
            let mut a = a;
            let b = b.within(&__s0_b);
            for i in __i_part.clone() {
                set(&mut a[2 * i..], b[i]); //~ HP5-W0110
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    // hp5: tests/cases/ok/parts_to_the_end.rs:28 #[hp5::task_tile(i = 8, in(b[i * w..(i + 1) * w]), out(a[i]))], parallel
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[8]) };
        let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b), &[8]) };
        let n = hp5::rt::cap!(n);
        let w = hp5::rt::cap!(w);
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("exact:28", "tests/cases/ok/parts_to_the_end.rs", 28), hp5::rt::Order::Parallel, hp5::rt::chunks(0..n, 8, 0));
        __loop.access(&__v_a, hp5::rt::Mode::Out, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        __loop.access(&__v_b, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo * (w as isize), __i_hi * (w as isize))]);
        let __s0_a = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let a = __v_a.view();
        let b = __v_b.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_a = __s0_a.of(&__chunks);
            let __i_part = __chunks;
            let n = hp5::rt::again(&n);
            let w = hp5::rt::again(&w);
            let mut a = a.within(&__s0_a);
            let b = b;
            for i in __i_part.clone() {
                a[i] = first(&b[i * w..]); //~ HP5-W0110
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    __hp5.end();
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn closed(b: &[u64], a: &mut [u64], n: usize, w: usize) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("closed", "tests/cases/ok/parts_to_the_end.rs", 34));
    // hp5: tests/cases/ok/parts_to_the_end.rs:36 #[hp5::task_tile(i = 8, in(b[i]), out(a[2 * i..2 * i + 2]))], parallel
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[8]) };
        let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b), &[8]) };
        let n = hp5::rt::cap!(n);
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("closed:36", "tests/cases/ok/parts_to_the_end.rs", 36), hp5::rt::Order::Parallel, hp5::rt::chunks(0..n, 8, 0));
        __loop.access(&__v_a, hp5::rt::Mode::Out, |[(__i_lo, __i_hi)]| [(2 * __i_lo, 2 * __i_hi)]);
        __loop.access(&__v_b, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let __s0_b = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let a = __v_a.view();
        let b = __v_b.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_b = __s0_b.of(&__chunks);
            let __i_part = __chunks;
            let n = hp5::rt::again(&n);
            let mut a = a;
            let b = b.within(&__s0_b);
            for i in __i_part.clone() {
                set(&mut a[2 * i..2 * i + 2], b[i]);
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    // hp5: tests/cases/ok/parts_to_the_end.rs:40 #[hp5::task_tile(i = 8, in(b[i * w..(i + 1) * w]), out(a[i]))], parallel
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[8]) };
        let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b), &[8]) };
        let n = hp5::rt::cap!(n);
        let w = hp5::rt::cap!(w);
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("closed:40", "tests/cases/ok/parts_to_the_end.rs", 40), hp5::rt::Order::Parallel, hp5::rt::chunks(0..n, 8, 0));
        __loop.access(&__v_a, hp5::rt::Mode::Out, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        __loop.access(&__v_b, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo * (w as isize), __i_hi * (w as isize))]);
        let __s0_a = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let a = __v_a.view();
        let b = __v_b.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_a = __s0_a.of(&__chunks);
            let __i_part = __chunks;
            let n = hp5::rt::again(&n);
            let w = hp5::rt::again(&w);
            let mut a = a.within(&__s0_a);
            let b = b;
            for i in __i_part.clone() {
                a[i] = first(&b[i * w..(i + 1) * w]);
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    __hp5.end();
}

// Checked programs hold a part to the end against the clause as far as it goes: one turn, of all that there is.
fn main() {
    let (mut a, b) = (vec![1, 2], vec![3, 4, 5]);
    exact(&b, &mut a, 1, 3);
    println!("{a:?}");
}
