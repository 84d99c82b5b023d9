//! Fields of a struct that a function is given, as places of their own; a struct that is named whole is one thing.

#[derive(Clone)]
struct Grid {
    n: usize,
    m: usize,
    u: Vec<f64>,
    v: Vec<f64>,
    rows: Vec<Vec<f64>>,
    sum: f64,
}

impl Grid {
    fn norm(&self) -> f64 {
        self.u.iter().sum()
    }
}

fn halve(part: &mut [f64]) {
    part.iter_mut().for_each(|x| *x *= 0.5);
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn sweep(g: &mut Grid, f: f64, steps: usize) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("sweep", "tests/cases/ok/struct_parameters.rs", 23));
    let (n, m) = (g.n, g.m);
    assert_eq!(g.u.len(), n * m);
    for _ in __hp5.rounds(2, 0..steps) {
        // hp5: tests/cases/ok/struct_parameters.rs:28 #[hp5::task_tile(i = 3)], parallel
        {
            let __v_g_u = unsafe { __hp5.array("g.u", hp5::rt::flat(&raw const g.u).rows((m as isize)), &[3, 0]) };
            let __v_g_v = unsafe { __hp5.array("g.v", hp5::rt::flat(&raw mut g.v).rows((m as isize)), &[3, 0]) };
            let f = hp5::rt::cap!(f);
            let mut __loop = __hp5.loop_tasks(hp5::rt::site!("sweep:28", "tests/cases/ok/struct_parameters.rs", 28), hp5::rt::Order::Parallel, hp5::rt::chunks(1..n - 1, 3, 0));
            __loop.access(&__v_g_v, hp5::rt::Mode::Out, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi), (1, (m as isize) - 1)]);
            __loop.access(&__v_g_u, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo - 1, __i_hi), (1, (m as isize))]);
            let __c0_g_u = 1 < (m as isize) - 1;
            let __s0_g_u = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo - 1, __i_hi), (1, (m as isize))]);
            let __s0_g_v = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi), (1, (m as isize) - 1)]);
            let n = hp5::rt::cap_owned!(n);
            let m = hp5::rt::cap_owned!(m);
            let g_u = __v_g_u.view();
            let g_v = __v_g_v.view();
            let __body = __loop.body(move |__chunks| {
                let __s0_g_u = __s0_g_u.of(&__chunks);
                let __s0_g_v = __s0_g_v.of(&__chunks);
                let __i_part = __chunks;
                let n = hp5::rt::again(&n);
                let m = hp5::rt::again(&m);
                let f = hp5::rt::again(&f);
                if __c0_g_u { let _ = g_u.within(&__s0_g_u); }
                let g_u = g_u.within(&hp5::rt::CHECKED);
                let mut g_v = g_v.within(&__s0_g_v);
                for i in __i_part.clone() {
                    for j in 1..m - 1 {
                        g_v[i * m + j] = f * (g_u[(i - 1) * m + j] + g_u[i * m + j + 1]);
                    }
                }
            });
            unsafe { __loop.spawn(__body) };
        }
        // hp5: tests/cases/ok/struct_parameters.rs:34 #[hp5::task_tile(i = 2)], parallel
        {
            let __v_g_v = unsafe { __hp5.array("g.v", hp5::rt::flat(&raw const g.v).rows((m as isize)), &[3, 0]) };
            let __v_g_rows = unsafe { __hp5.array("g.rows", hp5::rt::nested::<2, _>(&raw mut g.rows), &[2, 0]) };
            let g_n = hp5::rt::cap!(g.n);
            let g_m = hp5::rt::cap!(g.m);
            let mut __loop = __hp5.loop_tasks(hp5::rt::site!("sweep:34", "tests/cases/ok/struct_parameters.rs", 34), hp5::rt::Order::Parallel, hp5::rt::chunks(0..g.n, 2, 0));
            __loop.access(&__v_g_rows, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi), (0, (m as isize))]);
            __loop.access(&__v_g_v, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi), (0, (m as isize))]);
            let __s0_g_v = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi), (0, (m as isize))]);
            let __s0_g_rows = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi), (0, (m as isize))]);
            let m = hp5::rt::cap_owned!(m);
            let g_v = __v_g_v.view();
            let g_rows = __v_g_rows.view();
            let __body = __loop.body(move |__chunks| {
                let __s0_g_v = __s0_g_v.of(&__chunks);
                let __s0_g_rows = __s0_g_rows.of(&__chunks);
                let __i_part = __chunks;
                let m = hp5::rt::again(&m);
                let g_n = hp5::rt::again(&g_n);
                let g_m = hp5::rt::again(&g_m);
                let g_v = g_v.within(&__s0_g_v);
                let mut g_rows = g_rows.within(&__s0_g_rows);
                for i in __i_part.clone() {
                    for j in 0..g_m {
                        g_rows[(i, j)] += g_v[i * m + j];
                    }
                }
            });
            unsafe { __loop.spawn(__body) };
        }
        std::mem::swap(&mut g.u, &mut g.v);
    }
    // hp5: tests/cases/ok/struct_parameters.rs:42 #[hp5::task]
    {
        let __v_g_u = unsafe { __hp5.array("g.u", hp5::rt::flat(&raw const g.u).rows((m as isize)), &[3, 0]) };
        let __v_g_rows = unsafe { __hp5.array("g.rows", hp5::rt::nested::<2, _>(&raw const g.rows), &[2, 0]) };
        let __v_g_sum = unsafe { __hp5.array("g.sum", hp5::rt::scalar(&raw mut (g.sum)), &[]) };
        let mut __t = __hp5.task(hp5::rt::site!("sweep:42", "tests/cases/ok/struct_parameters.rs", 42));
        __t.access(&__v_g_sum, hp5::rt::Mode::InOut, &[]);
        __t.access(&__v_g_u, hp5::rt::Mode::In, &[(0, 1), (0, 1)]);
        let __s0_g_u = [(0, 1), (0, 1)];
        let g_u = __v_g_u.view();
        let g_rows = __v_g_rows.view();
        let g_sum = __v_g_sum.view();
        let __body = move || {
            let g_u = g_u.within(&__s0_g_u);
            let g_rows = g_rows;
            let mut g_sum = g_sum;
            {
                (*g_sum) += g_u[0] + g_rows.row(1).len() as f64;
            }
        };
        unsafe { __t.spawn(__body) };
    }
    // hp5: tests/cases/ok/struct_parameters.rs:46 #[hp5::task]
    {
        let __v_g_v = unsafe { __hp5.array("g.v", hp5::rt::flat(&raw mut g.v).rows((m as isize)), &[3, 0]) };
        let mut __t = __hp5.task(hp5::rt::site!("sweep:46", "tests/cases/ok/struct_parameters.rs", 46));
        __t.access(&__v_g_v, hp5::rt::Mode::InOut, &[(1, 2), hp5::rt::ALL]);
        let m = hp5::rt::cap_owned!(m);
        let g_v = __v_g_v.view();
        let __body = move || {
            let mut g_v = g_v;
            halve(&mut g_v[m..2 * m]);
        };
        unsafe { __t.spawn(__body) };
    }
    // hp5: tests/cases/ok/struct_parameters.rs:48 #[hp5::task(nested)]
    {
        let __v_g_u = unsafe { __hp5.array("g.u", hp5::rt::flat(&raw mut g.u).rows((m as isize)), &[3, 0]) };
        let f = hp5::rt::cap!(f);
        let g_n = hp5::rt::cap!(g.n);
        let g_m = hp5::rt::cap!(g.m);
        let mut __t = __hp5.task(hp5::rt::site!("sweep:48", "tests/cases/ok/struct_parameters.rs", 48));
        __t.access(&__v_g_u, hp5::rt::Mode::InOut, &[(0, 1), (0, (m as isize) * (n as isize))]);
        let g_u = __v_g_u.view();
        let __body = move |__hp5: &hp5::rt::Region| {
            let mut g_u = g_u;
            {
                // hp5: tests/cases/ok/struct_parameters.rs:50 #[hp5::task_tile(i = g.m)], parallel
                {
                    let __v_g_u = unsafe { __hp5.array("g.u", hp5::rt::flat(&raw const g_u), &[(g_m) as usize]) };
                    let g_n = hp5::rt::cap!(g_n);
                    let g_m = hp5::rt::cap!(g_m);
                    let mut __loop = __hp5.loop_tasks(hp5::rt::site!("task:48:50", "tests/cases/ok/struct_parameters.rs", 50), hp5::rt::Order::Parallel, hp5::rt::chunks(0..g_n * g_m, (g_m) as usize, hp5::rt::offset((g_m) as usize, &[(1, 0, 0, (g_m) as usize)])));
                    __loop.access(&__v_g_u, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
                    let __s0_g_u = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
                    let f = hp5::rt::cap_owned!(f);
                    let g_u = __v_g_u.view();
                    let __body = __loop.body(move |__chunks| {
                        let __s0_g_u = __s0_g_u.of(&__chunks);
                        let __i_part = __chunks;
                        let f = hp5::rt::again(&f);
                        let g_n = hp5::rt::again(&g_n);
                        let g_m = hp5::rt::again(&g_m);
                        let mut g_u = g_u.within(&__s0_g_u);
                        for i in __i_part.clone() {
                            g_u[i] += f;
                        }
                    });
                    unsafe { __loop.spawn(__body) };
                }
            }
        };
        unsafe { __t.spawn_nested(__body) };
    }
    __hp5.wait();
    g.sum += 1.0;
    __hp5.end();
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn pair(a: &mut Grid, b: &mut Grid) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("pair", "tests/cases/ok/struct_parameters.rs", 59));
    // hp5: tests/cases/ok/struct_parameters.rs:61 #[hp5::task_tile(i = 4)], parallel
    {
        let __v_b_v = unsafe { __hp5.array("b.v", hp5::rt::flat(&raw const b.v), &[4]) };
        let __v_a_u = unsafe { __hp5.array("a.u", hp5::rt::flat(&raw mut a.u), &[4]) };
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("pair:61", "tests/cases/ok/struct_parameters.rs", 61), hp5::rt::Order::Parallel, hp5::rt::chunks(0..a.u.len(), 4, 0));
        __loop.access(&__v_a_u, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        __loop.access(&__v_b_v, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let __s0_b_v = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let __s0_a_u = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let b_v = __v_b_v.view();
        let a_u = __v_a_u.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_b_v = __s0_b_v.of(&__chunks);
            let __s0_a_u = __s0_a_u.of(&__chunks);
            let __i_part = __chunks;
            let b_v = b_v.within(&__s0_b_v);
            let mut a_u = a_u.within(&__s0_a_u);
            for i in __i_part.clone() {
                a_u[i] += b_v[i];
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    // hp5: tests/cases/ok/struct_parameters.rs:65 #[hp5::task_tile(i = 4)], parallel
    {
        let __v_b_v = unsafe { __hp5.array("b.v", hp5::rt::flat(&raw mut b.v), &[4]) };
        let __v_a_u = unsafe { __hp5.array("a.u", hp5::rt::flat(&raw const a.u), &[4]) };
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("pair:65", "tests/cases/ok/struct_parameters.rs", 65), hp5::rt::Order::Parallel, hp5::rt::chunks(0..b.v.len(), 4, 0));
        __loop.access(&__v_b_v, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        __loop.access(&__v_a_u, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let __s0_b_v = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let __s0_a_u = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let b_v = __v_b_v.view();
        let a_u = __v_a_u.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_b_v = __s0_b_v.of(&__chunks);
            let __s0_a_u = __s0_a_u.of(&__chunks);
            let __i_part = __chunks;
            let mut b_v = b_v.within(&__s0_b_v);
            let a_u = a_u.within(&__s0_a_u);
            for i in __i_part.clone() {
                b_v[i] -= a_u[i];
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    __hp5.end();
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn whole(g: &mut Grid) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("whole", "tests/cases/ok/struct_parameters.rs", 71));
    // hp5: tests/cases/ok/struct_parameters.rs:73 #[hp5::task_tile(i = 4)], ordered
    {
        let __v_g = unsafe { __hp5.array("g", hp5::rt::scalar(&raw const (g)), &[]) };
        let __w_g = hp5::rt::whole(&raw const (g));
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("whole:73", "tests/cases/ok/struct_parameters.rs", 73), hp5::rt::Order::Ordered, hp5::rt::chunks(0..g.n, 4, 0));
        __loop.access(&__v_g, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| []);
        __loop.access(&__v_g, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| []);
        let __body = __loop.body(move |__i_part| {
            let mut g = &mut **unsafe { __w_g.get_mut() };
            for i in __i_part.clone() {
                g.u[i] += g.norm(); //~ HP5-W0105 | g
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    __hp5.end();
}

fn main() {
    let u: Vec<f64> = (0..90).map(|k| f64::from(k % 7)).collect();
    let rows = vec![vec![0.0; 9]; 10];
    let mut g = Grid { n: 10, m: 9, v: u.clone(), u, rows, sum: 0.0 };
    sweep(&mut g, 0.25, 5);
    let mut h = g.clone();
    pair(&mut g, &mut h);
    whole(&mut g);
    println!("{} {:?} {:?} {:?}", g.sum, g.u, h.v, h.rows);
}
