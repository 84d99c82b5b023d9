//! A scratch variable that is declared outside of the loop.

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn distances(x: &[f64], y: &[f64], d: &mut [f64]) -> f64 {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("distances", "tests/cases/ok/private_clause.rs", 3));
    let __hp5_value = {
    let mut t = 1.25;
    // hp5: tests/cases/ok/private_clause.rs:6 #[hp5::task_tile(i = 8, private(t))], parallel
    {
        let __v_x = unsafe { __hp5.array("x", hp5::rt::flat(&raw const x), &[8]) };
        let __v_y = unsafe { __hp5.array("y", hp5::rt::flat(&raw const y), &[8]) };
        let __v_d = unsafe { __hp5.array("d", hp5::rt::flat(&raw const d), &[8]) };
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("distances:6", "tests/cases/ok/private_clause.rs", 6), hp5::rt::Order::Parallel, hp5::rt::chunks(0..d.len(), 8, 0));
        __loop.access(&__v_d, hp5::rt::Mode::Out, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        __loop.access(&__v_x, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        __loop.access(&__v_y, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let __s0_x = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let __s0_y = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let __s0_d = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let t = hp5::rt::cap_owned!(t);
        let x = __v_x.view();
        let y = __v_y.view();
        let d = __v_d.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_x = __s0_x.of(&__chunks);
            let __s0_y = __s0_y.of(&__chunks);
            let __s0_d = __s0_d.of(&__chunks);
            let __i_part = __chunks;
            let t = hp5::rt::again(&t);
            let x = x.within(&__s0_x);
            let y = y.within(&__s0_y);
            let mut d = d.within(&__s0_d);
            let mut t = t;
            for i in __i_part.clone() {
                t = x[i] - y[i];
                d[i] = (t * t).sqrt() + 0.5;
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    t
    };
    __hp5.end();
    __hp5_value
}

fn main() {
    let x: Vec<f64> = (0..50).map(|i| f64::from(i) * 0.3).collect();
    let y: Vec<f64> = (0..50).map(|i| f64::from((i * 7) % 10)).collect();
    let mut d = vec![0.0; 50];
    distances(&x, &y, &mut d);
    println!("{:016x}", d.iter().fold(0.0, |s, v| s + v).to_bits());
}
