//! Elements of parts: of a field of an element, of a tuple, of a struct behind a reference, of what
//! a reference is written out for.

#[derive(Clone, Default)]
struct Particle {
    at: [f64; 3],
    by: [[f64; 2]; 2],
    mass: f64,
}

struct Fields {
    u: Vec<f64>,
    v: Vec<f64>,
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn push(p: &mut [Particle], q: &mut [f64], rounds: usize) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("push", "tests/cases/ok/parts_of_elements.rs", 16));
    let n = p.len();
    for t in __hp5.laps(1, 0..rounds) {
        // hp5: tests/cases/ok/parts_of_elements.rs:20 #[hp5::task_tile(i = 4)], parallel
        {
            let __v_q = unsafe { __hp5.array("q", hp5::rt::flat(&raw const q), &[4]) };
            let __v_p = unsafe { __hp5.array("p", hp5::rt::flat(&raw const p), &[4]) };
            let mut __loop = __hp5.loop_tasks(hp5::rt::site!("push:20", "tests/cases/ok/parts_of_elements.rs", 20), hp5::rt::Order::Parallel, hp5::rt::chunks(0..n, 4, 0));
            __loop.access(&__v_p, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
            __loop.access(&__v_q, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
            let __s0_q = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
            let __s0_p = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
            let n = hp5::rt::cap_owned!(n);
            let t = hp5::rt::cap_owned!(t);
            let q = __v_q.view();
            let p = __v_p.view();
            let __body = __loop.body(move |__chunks| {
                let __s0_q = __s0_q.of(&__chunks);
                let __s0_p = __s0_p.of(&__chunks);
                let __i_part = __chunks;
                let n = hp5::rt::again(&n);
                let t = hp5::rt::again(&t);
                let q = q.within(&__s0_q);
                let mut p = p.within(&__s0_p);
                for i in __i_part.clone() {
                    for d in 0..3 {
                        p[i].at[d] += q[i] * d as f64;
                    }
                    p[i].by[1][0] = t as f64;
                }
            });
            unsafe { __loop.spawn(__body) };
        }
        // hp5: tests/cases/ok/parts_of_elements.rs:27 #[hp5::task_tile(i = 4)], parallel
        {
            let __v_q = unsafe { __hp5.array("q", hp5::rt::flat(&raw const q), &[4]) };
            let __v_p = unsafe { __hp5.array("p", hp5::rt::flat(&raw const p), &[4]) };
            let mut __loop = __hp5.loop_tasks(hp5::rt::site!("push:27", "tests/cases/ok/parts_of_elements.rs", 27), hp5::rt::Order::Parallel, hp5::rt::chunks(0..n, 4, 0));
            __loop.access(&__v_q, hp5::rt::Mode::Out, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
            __loop.access(&__v_p, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(-__i_hi + (n as isize), -__i_lo + (n as isize))]);
            __loop.access(&__v_p, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
            let __s0_q = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
            let __s0_p = __loop.section(|[(__i_lo, __i_hi)]| [(-__i_hi + (n as isize), -__i_lo + (n as isize))]);
            let __s1_p = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
            let n = hp5::rt::cap_owned!(n);
            let q = __v_q.view();
            let p = __v_p.view();
            let __body = __loop.body(move |__chunks| {
                let __s0_q = __s0_q.of(&__chunks);
                let __s0_p = __s0_p.of(&__chunks);
                let __s1_p = __s1_p.of(&__chunks);
                let __i_part = __chunks;
                let n = hp5::rt::again(&n);
                let mut q = q.within(&__s0_q);
                let _ = p.within(&__s0_p);
                let _ = p.within(&__s1_p);
                let p = p.within(&hp5::rt::CHECKED);
                for i in __i_part.clone() {
                    q[i] = p[n - 1 - i].at[1] * 0.5 + p[i].by[1][0];
                }
            });
            unsafe { __loop.spawn(__body) };
        }
        // hp5: tests/cases/ok/parts_of_elements.rs:31 #[hp5::task_tile(i = 3)], ordered
        {
            let __v_p = unsafe { __hp5.array("p", hp5::rt::flat(&raw const p), &[4]) };
            let mut __loop = __hp5.loop_tasks(hp5::rt::site!("push:31", "tests/cases/ok/parts_of_elements.rs", 31), hp5::rt::Order::Ordered, hp5::rt::chunks(0..n, 3, 0));
            __loop.access(&__v_p, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
            __loop.access(&__v_p, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(-__i_hi + (n as isize), -__i_lo + (n as isize))]);
            let __s0_p = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
            let __s1_p = __loop.section(|[(__i_lo, __i_hi)]| [(-__i_hi + (n as isize), -__i_lo + (n as isize))]);
            let n = hp5::rt::cap_owned!(n);
            let p = __v_p.view();
            let __body = __loop.body(move |__chunks| {
                let __s0_p = __s0_p.of(&__chunks);
                let __s1_p = __s1_p.of(&__chunks);
                let __i_part = __chunks;
                let n = hp5::rt::again(&n);
                let _ = p.within(&__s0_p);
                let _ = p.within(&__s1_p);
                let mut p = p.within(&hp5::rt::CHECKED);
                for i in __i_part.clone() {
                    p[i].mass += 1.0;
                    p[n - 1 - i].at[2] -= 0.25;
                }
            });
            unsafe { __loop.spawn(__body) };
        }
    }
    __hp5.end();
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn apart(s: &mut Fields, t: &mut (Vec<f64>, Vec<f64>), b: &mut Vec<f64>) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("apart", "tests/cases/ok/parts_of_elements.rs", 39));
    let n = b.len();
    // hp5: tests/cases/ok/parts_of_elements.rs:42 #[hp5::task_tile(i = 4)], parallel
    {
        let __v_s_u = unsafe { __hp5.array("s.u", hp5::rt::flat(&raw mut s.u), &[4]) };
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("apart:42", "tests/cases/ok/parts_of_elements.rs", 42), hp5::rt::Order::Parallel, hp5::rt::chunks(0..n, 4, 0));
        __loop.access(&__v_s_u, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let __s0_s_u = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let n = hp5::rt::cap_owned!(n);
        let s_u = __v_s_u.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_s_u = __s0_s_u.of(&__chunks);
            let __i_part = __chunks;
            let n = hp5::rt::again(&n);
            let mut s_u = s_u.within(&__s0_s_u);
            for i in __i_part.clone() {
                s_u[i] += i as f64;
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    // hp5: tests/cases/ok/parts_of_elements.rs:46 #[hp5::task_tile(i = 4)], parallel
    {
        let __v_s_u = unsafe { __hp5.array("s.u", hp5::rt::flat(&raw const s.u), &[4]) };
        let __v_s_v = unsafe { __hp5.array("s.v", hp5::rt::flat(&raw mut s.v), &[4]) };
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("apart:46", "tests/cases/ok/parts_of_elements.rs", 46), hp5::rt::Order::Parallel, hp5::rt::chunks(0..n, 4, 0));
        __loop.access(&__v_s_v, hp5::rt::Mode::Out, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        __loop.access(&__v_s_u, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(-__i_hi + (n as isize), -__i_lo + (n as isize))]);
        let __s0_s_u = __loop.section(|[(__i_lo, __i_hi)]| [(-__i_hi + (n as isize), -__i_lo + (n as isize))]);
        let __s0_s_v = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let n = hp5::rt::cap_owned!(n);
        let s_u = __v_s_u.view();
        let s_v = __v_s_v.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_s_u = __s0_s_u.of(&__chunks);
            let __s0_s_v = __s0_s_v.of(&__chunks);
            let __i_part = __chunks;
            let n = hp5::rt::again(&n);
            let s_u = s_u.within(&__s0_s_u);
            let mut s_v = s_v.within(&__s0_s_v);
            for i in __i_part.clone() {
                s_v[i] = s_u[n - 1 - i];
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    // hp5: tests/cases/ok/parts_of_elements.rs:50 #[hp5::task_tile(i = 4)], ordered
    {
        let __v_s_v = unsafe { __hp5.array("s.v", hp5::rt::flat(&raw const s.v), &[4]) };
        let __v_t = unsafe { __hp5.array("t", hp5::rt::scalar(&raw const (t)), &[]) };
        let __w_t = hp5::rt::whole(&raw const (t));
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("apart:50", "tests/cases/ok/parts_of_elements.rs", 50), hp5::rt::Order::Ordered, hp5::rt::chunks(0..n, 4, 0));
        __loop.access(&__v_t, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| []);
        __loop.access(&__v_s_v, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let __s0_s_v = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let n = hp5::rt::cap_owned!(n);
        let s_v = __v_s_v.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_s_v = __s0_s_v.of(&__chunks);
            let __i_part = __chunks;
            let n = hp5::rt::again(&n);
            let s_v = s_v.within(&__s0_s_v);
            let mut t = &mut **unsafe { __w_t.get_mut() };
            for i in __i_part.clone() {
                t.0[i] = s_v[i] + 1.0; //~ HP5-W0105 | t
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    // hp5: tests/cases/ok/parts_of_elements.rs:54 #[hp5::task_tile(i = 4)], ordered
    {
        let __v_t = unsafe { __hp5.array("t", hp5::rt::scalar(&raw const (t)), &[]) };
        let __w_t = hp5::rt::whole(&raw const (t));
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("apart:54", "tests/cases/ok/parts_of_elements.rs", 54), hp5::rt::Order::Ordered, hp5::rt::chunks(0..n, 4, 0));
        __loop.access(&__v_t, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| []);
        __loop.access(&__v_t, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| []);
        let n = hp5::rt::cap_owned!(n);
        let __body = __loop.body(move |__i_part| {
            let n = hp5::rt::again(&n);
            let mut t = &mut **unsafe { __w_t.get_mut() };
            for i in __i_part.clone() {
                t.1[i] = t.0[n - 1 - i] * 2.0; //~ HP5-W0105 | t
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    // hp5: tests/cases/ok/parts_of_elements.rs:58 #[hp5::task_tile(i = 4)], parallel
    {
        let __v_t = unsafe { __hp5.array("t", hp5::rt::scalar(&raw const (t)), &[]) };
        let __w_t = hp5::rt::whole(&raw const (t));
        let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b), &[4]) };
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("apart:58", "tests/cases/ok/parts_of_elements.rs", 58), hp5::rt::Order::Parallel, hp5::rt::chunks(0..n, 4, 0));
        __loop.access(&__v_b, hp5::rt::Mode::Out, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        __loop.access(&__v_t, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| []);
        let __s0_b = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let n = hp5::rt::cap_owned!(n);
        let b = __v_b.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_b = __s0_b.of(&__chunks);
            let __i_part = __chunks;
            let n = hp5::rt::again(&n);
            let t = &**unsafe { __w_t.get() };
            let mut b = b.within(&__s0_b);
            for i in __i_part.clone() {
                b[i] = t.1[n - 1 - i];
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    // hp5: tests/cases/ok/parts_of_elements.rs:62 #[hp5::task]
    {
        let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b), &[4]) };
        let __w_b = hp5::rt::whole(&raw const (b));
        let mut __t = __hp5.task(hp5::rt::site!("apart:62", "tests/cases/ok/parts_of_elements.rs", 62));
        __t.access(&__v_b, hp5::rt::Mode::InOut, &[hp5::rt::ALL]);
        let __body = move || {
            let __k_b = unsafe { hp5::rt::unmoved("b", __w_b, |a| hp5::rt::flat(a)) };
            let mut b = &mut **unsafe { __w_b.get_mut() };
            {
                let r = &mut *b;
                (*r)[3] += 1.0;
            }
        };
        unsafe { __t.spawn(__body) };
    }
    // hp5: tests/cases/ok/parts_of_elements.rs:67 #[hp5::task_tile(i = 4)], parallel
    {
        let __v_s_u = unsafe { __hp5.array("s.u", hp5::rt::flat(&raw mut s.u), &[4]) };
        let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b), &[4]) };
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("apart:67", "tests/cases/ok/parts_of_elements.rs", 67), hp5::rt::Order::Parallel, hp5::rt::chunks(0..n, 4, 0));
        __loop.access(&__v_s_u, hp5::rt::Mode::Out, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        __loop.access(&__v_b, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(-__i_hi + (n as isize), -__i_lo + (n as isize))]);
        let __s0_s_u = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let __s0_b = __loop.section(|[(__i_lo, __i_hi)]| [(-__i_hi + (n as isize), -__i_lo + (n as isize))]);
        let n = hp5::rt::cap_owned!(n);
        let s_u = __v_s_u.view();
        let b = __v_b.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_s_u = __s0_s_u.of(&__chunks);
            let __s0_b = __s0_b.of(&__chunks);
            let __i_part = __chunks;
            let n = hp5::rt::again(&n);
            let mut s_u = s_u.within(&__s0_s_u);
            let b = b.within(&__s0_b);
            for i in __i_part.clone() {
                s_u[i] = b[n - 1 - i];
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    __hp5.end();
}

fn main() {
    let mut p = vec![Particle::default(); 30];
    let mut q: Vec<f64> = (0..30).map(f64::from).collect();
    push(&mut p, &mut q, 5);
    let sum: f64 = p.iter().map(|p| p.at[0] + p.at[1] * 3.0 + p.at[2] * 5.0 + p.by[1][0] + p.mass).sum();
    println!("{sum} {q:?}");
    let mut s = Fields { u: vec![1.0; 20], v: vec![0.0; 20] };
    let (mut t, mut b) = ((vec![0.0; 20], vec![0.0; 20]), vec![0.0; 20]);
    apart(&mut s, &mut t, &mut b);
    println!("{:?} {:?} {t:?} {b:?}", s.u, s.v);
}
