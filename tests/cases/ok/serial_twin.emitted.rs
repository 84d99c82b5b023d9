//! A region that keeps its serial twin beside it: the program compares itself.

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn scan(a: &mut Vec<f64>, b: &[f64]) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("scan", "tests/cases/ok/serial_twin.rs", 3));
    // hp5: tests/cases/ok/serial_twin.rs:5 #[hp5::task_tile(i = 7)], ordered
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[7]) };
        let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b), &[7]) };
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("scan:5", "tests/cases/ok/serial_twin.rs", 5), hp5::rt::Order::Ordered, hp5::rt::chunks(1..a.len(), 7, 0));
        __loop.access(&__v_a, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        __loop.access(&__v_a, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo - 1, __i_hi - 1)]);
        __loop.access(&__v_b, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let __s0_a = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo - 1, __i_hi)]);
        let __s0_b = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let a = __v_a.view();
        let b = __v_b.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_a = __s0_a.of(&__chunks);
            let __s0_b = __s0_b.of(&__chunks);
            let __i_part = __chunks;
            let mut a = a.within(&__s0_a);
            let b = b.within(&__s0_b);
            for i in __i_part.clone() {
                a[i] = 0.5 * a[i - 1] + b[i];
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    __hp5.end();
}

/// The serial elision of `scan`.
#[allow(dead_code, unused_variables)]
fn scan_serial(a: &mut Vec<f64>, b: &[f64]) {
    for i in 1..a.len() {
        a[i] = 0.5 * a[i - 1] + b[i];
    }
}

fn main() {
    let b: Vec<f64> = (0..90).map(|i| f64::from((i * 5) % 31)).collect();
    let (mut x, mut y) = (vec![1.0; 90], vec![1.0; 90]);
    scan(&mut x, &b);
    scan_serial(&mut y, &b);
    println!("{} {:016x}", x == y, x[89].to_bits());
}
