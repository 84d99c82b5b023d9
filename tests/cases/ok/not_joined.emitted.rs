//! Calls of a joined region that do not join are said, with what stands in the way.

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn add(a: &mut [f64], by: f64) {
    let __hp5 = unsafe { hp5::rt::Joined::begin(hp5::rt::site!("add", "tests/cases/ok/not_joined.rs", 3)) };
    // hp5: tests/cases/ok/not_joined.rs:5 #[hp5::task_tile(i = 8)], parallel
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[8]) };
        let by = hp5::rt::cap!(by);
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("add:5", "tests/cases/ok/not_joined.rs", 5), hp5::rt::Order::Parallel, hp5::rt::chunks(0..a.len(), 8, 0));
        __loop.access(&__v_a, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let __s0_a = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let a = __v_a.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_a = __s0_a.of(&__chunks);
            let __i_part = __chunks;
            let by = hp5::rt::again(&by);
            let mut a = a.within(&__s0_a);
            for i in __i_part.clone() {
                a[i] += by;
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    __hp5.end();
}

fn half(by: f64) -> f64 {
    let mut half = by;
    half *= 0.5;
    half
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn steps(a: &mut Vec<f64>, count: usize) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("steps", "tests/cases/ok/not_joined.rs", 17));
    for t in 0..count {
        { let __hp5_hand = __hp5.hand("tests/cases/ok/not_joined.rs", 3); add(a, 0.5) };
        __hp5.wait();
        add(a, half(t as f64)); //~ HP5-N0204 | half(t as f64)
        match t {
            2 => add(a, 1.0), //~ HP5-N0204 | add(a, 1.0)
            _ => {}
        }
        let mut later = |by: f64| {
            add(a, by); //~ HP5-N0204 | |by: f64| {
        };
        later(3.0);
        // hp5: tests/cases/ok/not_joined.rs:31 #[hp5::task]
        {
            let __v_a = unsafe { __hp5.array("a", hp5::rt::scalar(&raw const (a)), &[]) };
            let __w_a = hp5::rt::whole(&raw const (a));
            let mut __t = __hp5.task(hp5::rt::site!("steps:31", "tests/cases/ok/not_joined.rs", 31));
            __t.access(&__v_a, hp5::rt::Mode::InOut, &[]);
            let __body = move || {
                let mut a = &mut **unsafe { __w_a.get_mut() };
                add(a, 2.0);
            };
            unsafe { __t.spawn(__body) };
        } //~ HP5-N0204 | add(a, 2.0);
        __hp5.wait();
        {}
    }
    __hp5.end();
}

fn main() {
    let mut a = vec![1.0; 40];
    steps(&mut a, 4);
    println!("{}", a.iter().sum::<f64>());
}
