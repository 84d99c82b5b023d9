//! Macros of the file that read the numbers that they are given, and one that assigns.

macro_rules! square {
    ($e:expr) => {
        $e * $e
    };
}

macro_rules! bump {
    ($x:expr) => {
        $x += 1.0
    };
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn update(y: &mut [f64], x: &[f64], a: f64) -> f64 {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("update", "tests/cases/ok/reading_macros.rs", 15));
    let __hp5_value = {
    let mut count = 0.0; let __hp5_hold_315 = __hp5.hold();
    // hp5: tests/cases/ok/reading_macros.rs:18 #[hp5::task_tile(i = 4)], parallel
    {
        let __v_x = unsafe { __hp5.array("x", hp5::rt::flat(&raw const x), &[4]) };
        let __v_y = unsafe { __hp5.array("y", hp5::rt::flat(&raw const y), &[4]) };
        let a = hp5::rt::cap!(a);
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("update:18", "tests/cases/ok/reading_macros.rs", 18), hp5::rt::Order::Parallel, hp5::rt::chunks(0..x.len(), 4, 0));
        __loop.access(&__v_y, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        __loop.access(&__v_x, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let __s0_x = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let __s0_y = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let x = __v_x.view();
        let y = __v_y.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_x = __s0_x.of(&__chunks);
            let __s0_y = __s0_y.of(&__chunks);
            let __i_part = __chunks;
            let a = hp5::rt::again(&a);
            let x = x.within(&__s0_x);
            let mut y = y.within(&__s0_y);
            for i in __i_part.clone() {
                y[i] += square!(a) * x[i];
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    // hp5: tests/cases/ok/reading_macros.rs:22 #[hp5::task]
    {
        let __v_count = unsafe { __hp5.array("count", hp5::rt::scalar(&raw mut (count)), &[]) };
        let mut __t = __hp5.task(hp5::rt::site!("update:22", "tests/cases/ok/reading_macros.rs", 22));
        __t.access(&__v_count, hp5::rt::Mode::InOut, &[]);
        let count = __v_count.view();
        let __body = move || {
            let mut count = count;
            {
                bump!((*count));
            }
        };
        unsafe { __t.spawn(__body) };
    }
    __hp5.wait();
    count
    };
    __hp5.end();
    __hp5_value
}

fn main() {
    let x: Vec<f64> = (0..30).map(f64::from).collect();
    let mut y = vec![0.5; 30];
    let count = update(&mut y, &x, 1.5);
    println!("{count} {y:?}");
}
