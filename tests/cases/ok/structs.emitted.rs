//! Arrays of structs: a body touches fields of elements.

#[derive(Clone, Copy, Default)]
struct Body {
    x: f64,
    v: f64,
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn drift(bodies: &mut Vec<Body>, forces: &mut Vec<f64>, steps: usize) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("drift", "tests/cases/ok/structs.rs", 9));
    let n = bodies.len();
    for _ in __hp5.rounds(1, 0..steps) {
        // hp5: tests/cases/ok/structs.rs:13 #[hp5::task_tile(i = 6)], parallel
        {
            let __v_bodies = unsafe { __hp5.array("bodies", hp5::rt::flat(&raw const bodies), &[6]) };
            let __v_forces = unsafe { __hp5.array("forces", hp5::rt::flat(&raw const forces), &[6]) };
            let mut __loop = __hp5.loop_tasks(hp5::rt::site!("drift:13", "tests/cases/ok/structs.rs", 13), hp5::rt::Order::Parallel, hp5::rt::chunks(0..n, 6, 0));
            __loop.access(&__v_forces, hp5::rt::Mode::Out, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
            __loop.access(&__v_bodies, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(0, (n as isize))]);
            __loop.access(&__v_bodies, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
            let __c1_bodies = 0 < (n as isize);
            let __s0_bodies = __loop.section(|[(__i_lo, __i_hi)]| [(0, (n as isize))]);
            let __s1_bodies = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
            let __s0_forces = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
            let n = hp5::rt::cap_owned!(n);
            let bodies = __v_bodies.view();
            let forces = __v_forces.view();
            let __body = __loop.body(move |__chunks| {
                let __s0_bodies = __s0_bodies.of(&__chunks);
                let __s1_bodies = __s1_bodies.of(&__chunks);
                let __s0_forces = __s0_forces.of(&__chunks);
                let __i_part = __chunks;
                let n = hp5::rt::again(&n);
                let _ = bodies.within(&__s0_bodies);
                if __c1_bodies { let _ = bodies.within(&__s1_bodies); }
                let bodies = bodies.within(&hp5::rt::CHECKED);
                let mut forces = forces.within(&__s0_forces);
                for i in __i_part.clone() {
                    let mut force = 0.0;
                    for j in 0..n {
                        let d = bodies[j].x - bodies[i].x;
                        force += d / (1.0 + d * d);
                    }
                    forces[i] = force;
                }
            });
            unsafe { __loop.spawn(__body) };
        }
        // hp5: tests/cases/ok/structs.rs:22 #[hp5::task_tile(i = 6)], parallel
        {
            let __v_bodies = unsafe { __hp5.array("bodies", hp5::rt::flat(&raw const bodies), &[6]) };
            let __v_forces = unsafe { __hp5.array("forces", hp5::rt::flat(&raw const forces), &[6]) };
            let mut __loop = __hp5.loop_tasks(hp5::rt::site!("drift:22", "tests/cases/ok/structs.rs", 22), hp5::rt::Order::Parallel, hp5::rt::chunks(0..n, 6, 0));
            __loop.access(&__v_bodies, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
            __loop.access(&__v_bodies, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
            __loop.access(&__v_forces, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
            let __s0_bodies = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
            let __s0_forces = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
            let n = hp5::rt::cap_owned!(n);
            let bodies = __v_bodies.view();
            let forces = __v_forces.view();
            let __body = __loop.body(move |__chunks| {
                let __s0_bodies = __s0_bodies.of(&__chunks);
                let __s0_forces = __s0_forces.of(&__chunks);
                let __i_part = __chunks;
                let n = hp5::rt::again(&n);
                let mut bodies = bodies.within(&__s0_bodies);
                let forces = forces.within(&__s0_forces);
                for i in __i_part.clone() {
                    bodies[i].v += 0.01 * forces[i];
                    bodies[i].x += bodies[i].v;
                }
            });
            unsafe { __loop.spawn(__body) };
        }
    }
    __hp5.end();
}

fn main() {
    let mut bodies: Vec<Body> = (0..32).map(|i| Body { x: f64::from((i * 13) % 32), ..Body::default() }).collect();
    let mut forces = vec![0.0; 32];
    drift(&mut bodies, &mut forces, 5);
    let sum = bodies.iter().fold(0.0, |s, b| s + b.x * 3.0 + b.v);
    println!("{:016x}", sum.to_bits());
}
