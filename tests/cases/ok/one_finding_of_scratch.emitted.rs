//! One finding lists all that each turn sets for itself and that the caller may look at.

fn set(part: &mut [f64], x: f64) {
    for e in part.iter_mut() {
        *e = x;
    }
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn solve(line: &mut [[f64; 3]], part: &mut [f64], t: &mut f64, rhs: &mut [[f64; 16]]) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("solve", "tests/cases/ok/one_finding_of_scratch.rs", 9));
    // hp5: tests/cases/ok/one_finding_of_scratch.rs:11 #[hp5::task_tile(k = 4)], ordered
    {
        let __v_line = unsafe { __hp5.array("line", hp5::rt::nested::<2, _>(&raw const line), &[0, 0]) };
        let __v_part = unsafe { __hp5.array("part", hp5::rt::flat(&raw const part), &[0]) };
        let __w_part = hp5::rt::whole(&raw const (*part));
        let __v_t = unsafe { __hp5.array("t", hp5::rt::scalar(&raw mut (*t)), &[]) };
        let __v_rhs = unsafe { __hp5.array("rhs", hp5::rt::nested::<2, _>(&raw const rhs), &[4, 0]) };
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("solve:11", "tests/cases/ok/one_finding_of_scratch.rs", 11), hp5::rt::Order::Ordered, hp5::rt::chunks(0..32, 4, 0));
        __loop.access(&__v_line, hp5::rt::Mode::InOut, |[(__k_lo, __k_hi)]| [(0, 16), (1, 2)]);
        __loop.access(&__v_rhs, hp5::rt::Mode::InOut, |[(__k_lo, __k_hi)]| [(__k_lo, __k_hi), (0, 16)]);
        __loop.access(&__v_part, hp5::rt::Mode::InOut, |[(__k_lo, __k_hi)]| [hp5::rt::ALL]);
        __loop.access(&__v_t, hp5::rt::Mode::InOut, |[(__k_lo, __k_hi)]| []);
        __loop.access(&__v_line, hp5::rt::Mode::In, |[(__k_lo, __k_hi)]| [(0, 16), (1, 2)]);
        __loop.access(&__v_part, hp5::rt::Mode::In, |[(__k_lo, __k_hi)]| [(2, 3)]);
        __loop.access(&__v_t, hp5::rt::Mode::In, |[(__k_lo, __k_hi)]| []);
        let __s0_line = __loop.section(|[(__k_lo, __k_hi)]| [(0, 16), (1, 2)]);
        let __s0_rhs = __loop.section(|[(__k_lo, __k_hi)]| [(__k_lo, __k_hi), (0, 16)]);
        let line = __v_line.view();
        let t = __v_t.view();
        let rhs = __v_rhs.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_line = __s0_line.of(&__chunks);
            let __s0_rhs = __s0_rhs.of(&__chunks);
            let __k_part = __chunks;
            let mut line = line.within(&__s0_line);
            let mut part = unsafe { __w_part.get_mut() };
            let mut t = t;
            let mut rhs = rhs.within(&__s0_rhs);
            for k in __k_part.clone() {
                for i in 0..16 {
                    line[(i, 1)] = 1.0 + (i + k) as f64; //~ HP5-W0103 | line[i][1]
                }
                set(part, k as f64);
                *t = 3.0;
                for i in 0..16 {
                    rhs[(k, i)] /= line[(i, 1)] + *t + part[2];
                }
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    __hp5.end();
}

fn main() {
    let mut rhs = vec![[1.0; 16]; 32];
    solve(&mut vec![[0.0; 3]; 16], &mut [0.0; 4], &mut 1.0, &mut rhs);
    println!("{rhs:?}");
}
