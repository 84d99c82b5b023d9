//! Generating code that looks at what tasks wrote: with a `task_wait`, and without one.

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn relax(a: &mut Vec<f64>, b: &mut Vec<f64>, limit: f64) -> usize {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("relax", "tests/cases/ok/waits.rs", 3));
    let __hp5_value = {
    let n = a.len();
    let mut turns = 0;
    loop {
        // hp5: tests/cases/ok/waits.rs:8 #[hp5::task_tile(i = 8)], parallel
        {
            let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[8]) };
            let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b), &[8]) };
            let mut __loop = __hp5.loop_tasks(hp5::rt::site!("relax:8", "tests/cases/ok/waits.rs", 8), hp5::rt::Order::Parallel, hp5::rt::chunks(1..n - 1, 8, 0));
            __loop.access(&__v_b, hp5::rt::Mode::Out, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
            __loop.access(&__v_a, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo - 1, __i_hi + 1)]);
            let __s0_a = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo - 1, __i_hi + 1)]);
            let __s0_b = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
            let n = hp5::rt::cap_owned!(n);
            let a = __v_a.view();
            let b = __v_b.view();
            let __body = __loop.body(move |__chunks| {
                let __s0_a = __s0_a.of(&__chunks);
                let __s0_b = __s0_b.of(&__chunks);
                let __i_part = __chunks;
                let n = hp5::rt::again(&n);
                let a = a.within(&__s0_a);
                let mut b = b.within(&__s0_b);
                for i in __i_part.clone() {
                    b[i] = 0.5 * (a[i - 1] + a[i + 1]);
                }
            });
            unsafe { __loop.spawn(__body) };
        }
        std::mem::swap(a, b);
        turns += 1;
        __hp5.wait();
        if (a[n / 2] - b[n / 2]).abs() < limit || turns == 50 {
            break;
        }
    }
    turns
    };
    __hp5.end();
    __hp5_value
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn first(a: &mut Vec<f64>) -> f64 {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("first", "tests/cases/ok/waits.rs", 22));
    let __hp5_value = {
    // hp5: tests/cases/ok/waits.rs:24 #[hp5::task_tile(i = 8)], parallel
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[8]) };
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("first:24", "tests/cases/ok/waits.rs", 24), hp5::rt::Order::Parallel, hp5::rt::chunks(0..a.len(), 8, 0));
        __loop.access(&__v_a, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let __s0_a = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let a = __v_a.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_a = __s0_a.of(&__chunks);
            let __i_part = __chunks;
            let mut a = a.within(&__s0_a);
            for i in __i_part.clone() {
                a[i] += 1.0;
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    __hp5.wait(); // hp5: put in, see the translator's warning
    let first = a[0]; //~ HP5-W0102
    // hp5: tests/cases/ok/waits.rs:29 #[hp5::task_tile(i = 8)], parallel
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[8]) };
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("first:29", "tests/cases/ok/waits.rs", 29), hp5::rt::Order::Parallel, hp5::rt::chunks(0..a.len(), 8, 0));
        __loop.access(&__v_a, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let __s0_a = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let first = hp5::rt::cap_owned!(first);
        let a = __v_a.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_a = __s0_a.of(&__chunks);
            let __i_part = __chunks;
            let first = hp5::rt::again(&first);
            let mut a = a.within(&__s0_a);
            for i in __i_part.clone() {
                a[i] *= first;
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    first
    };
    __hp5.end();
    __hp5_value
}

fn main() {
    let mut a: Vec<f64> = (0..60).map(|i| f64::from((i * 17) % 40)).collect();
    let mut b = a.clone();
    let turns = relax(&mut a, &mut b, 0.05);
    let first = first(&mut a);
    println!("{turns} {:016x} {:016x}", first.to_bits(), a.iter().fold(0.0, |s, x| s + x).to_bits());
}
