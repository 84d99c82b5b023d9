//! Keywords as names, `r#in`: the names that emitted code makes of them are names, too.

struct State {
    r#in: Vec<f64>,
    r#dyn: usize,
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn add(r#in: &mut Vec<f64>, r#type: f64, b: &[Vec<f64>]) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("add", "tests/cases/ok/raw_names.rs", 8));
    let r#mod = 4;
    // hp5: tests/cases/ok/raw_names.rs:11 #[hp5::task_tile(i = 8, inout(r#in[i]), in(b[r#mod, i]))], parallel
    {
        let __v_b = unsafe { __hp5.array("b", hp5::rt::nested::<2, _>(&raw const b), &[0, 8]) };
        let __v_r_in = unsafe { __hp5.array("r#in", hp5::rt::flat(&raw const r#in), &[8]) };
        let r_type = hp5::rt::cap!(r#type);
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("add:11", "tests/cases/ok/raw_names.rs", 11), hp5::rt::Order::Parallel, hp5::rt::chunks(0..r#in.len(), 8, 0));
        __loop.access(&__v_r_in, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        __loop.access(&__v_b, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [((r#mod as isize), (r#mod as isize) + 1), (__i_lo, __i_hi)]);
        let __s0_b = __loop.section(|[(__i_lo, __i_hi)]| [((r#mod as isize), (r#mod as isize) + 1), (__i_lo, __i_hi)]);
        let __s0_r_in = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let r_mod = hp5::rt::cap_owned!(r#mod);
        let b = __v_b.view();
        let r_in = __v_r_in.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_b = __s0_b.of(&__chunks);
            let __s0_r_in = __s0_r_in.of(&__chunks);
            let __i_part = __chunks;
            let r_type = hp5::rt::again(&r_type);
            let r_mod = hp5::rt::again(&r_mod);
            let b = b.within(&__s0_b);
            let mut r_in = r_in.within(&__s0_r_in);
            for i in __i_part.clone() {
                r_in[i] += r_type * b[(r_mod, i)];
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    __hp5.end();
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn total(b: &mut [Vec<f64>], r#while: usize) -> f64 {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("total", "tests/cases/ok/raw_names.rs", 17));
    let __hp5_value = {
    let mut r#fn = 0.0; let __hp5_hold_489 = __hp5.hold();
    let mut r#use = 0.0; let __hp5_hold_514 = __hp5.hold();
    // hp5: tests/cases/ok/raw_names.rs:21 #[hp5::task_tile(i = 2)], parallel
    {
        let __v_b = unsafe { __hp5.array("b", hp5::rt::nested::<2, _>(&raw const b), &[2, 0]) };
        let r_while = hp5::rt::cap!(r#while);
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("total:21", "tests/cases/ok/raw_names.rs", 21), hp5::rt::Order::Parallel, hp5::rt::chunks(0..b.len(), 2, 0));
        __loop.access(&__v_b, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi), (0, (r#while as isize))]);
        let __s0_b = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi), (0, (r#while as isize))]);
        let b = __v_b.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_b = __s0_b.of(&__chunks);
            let __i_part = __chunks;
            let r_while = hp5::rt::again(&r_while);
            let mut b = b.within(&__s0_b);
            for i in __i_part.clone() {
                for r#mod in 0..r_while {
                    b[(i, r#mod)] += 2.0;
                }
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    // hp5: tests/cases/ok/raw_names.rs:27 #[hp5::task_tile(i = 2, reduction(ordered +: r#fn))], ordered
    {
        let __v_b = unsafe { __hp5.array("b", hp5::rt::nested::<2, _>(&raw const b), &[2, 0]) };
        let __v_r_fn = unsafe { __hp5.array("r#fn", hp5::rt::scalar(&raw mut (r#fn)), &[]) };
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("total:27", "tests/cases/ok/raw_names.rs", 27), hp5::rt::Order::Ordered, hp5::rt::chunks(0..b.len(), 2, 0));
        __loop.access(&__v_r_fn, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| []);
        __loop.access(&__v_b, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi), (0, 1)]);
        let __s0_b = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi), (0, 1)]);
        let b = __v_b.view();
        let r_fn = __v_r_fn.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_b = __s0_b.of(&__chunks);
            let __i_part = __chunks;
            let b = b.within(&__s0_b);
            let mut r_fn = r_fn;
            for i in __i_part.clone() {
                (*r_fn) += b[(i, 0)];
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    // hp5: tests/cases/ok/raw_names.rs:31 #[hp5::task_tile(i = 2, reduction(+: r#use))], parallel
    {
        let __v_b = unsafe { __hp5.array("b", hp5::rt::nested::<2, _>(&raw const b), &[2, 0]) };
        let __v_r_use = unsafe { __hp5.array("r#use", hp5::rt::scalar(&raw mut (r#use)), &[]) };
        let __red_r_use = unsafe { __hp5.reduction::<hp5::rt::op::Add, _>(&__v_r_use) };
        let mut __loop = __hp5.task_loop(hp5::rt::site!("total:31", "tests/cases/ok/raw_names.rs", 31), hp5::rt::Order::Parallel);
        for __i_part in hp5::rt::chunks(0..b.len(), 2, 0) {
            let (__i_lo, __i_hi) = hp5::rt::ends(&__i_part);
            let mut __t = __loop.task();
            __t.access(&__v_b, hp5::rt::Mode::In, &[(__i_lo, __i_hi), (1, 2)]);
            let __slot_r_use = __red_r_use.slot(&mut __t);
            let __s0_b = [(__i_lo, __i_hi), (1, 2)];
            let __i_part = __i_part.clone();
            let b = __v_b.view();
            let __body = move || {
                let b = b.within(&__s0_b);
                let mut r_use = __slot_r_use.identity();
                for i in __i_part.clone() {
                    r_use += b[(i, 1)];
                }
                __slot_r_use.put(r_use);
            };
            unsafe { __t.spawn(__body) };
        }
        __loop.finish();
        __red_r_use.combine(hp5::rt::site!("total:31", "tests/cases/ok/raw_names.rs", 31));
    }
    // hp5: tests/cases/ok/raw_names.rs:35 #[hp5::task(nested)]
    {
        let __v_b = unsafe { __hp5.array("b", hp5::rt::nested::<2, _>(&raw const b), &[2, 0]) };
        let r_while = hp5::rt::cap!(r#while);
        let mut __t = __hp5.task(hp5::rt::site!("total:35", "tests/cases/ok/raw_names.rs", 35));
        __t.access(&__v_b, hp5::rt::Mode::InOut, &[(0, ((b.len()) as isize)), (0, (r#while as isize))]);
        let b = __v_b.view();
        let __body = move |__hp5: &hp5::rt::Region| {
            let mut b = b;
            {
                // hp5: tests/cases/ok/raw_names.rs:37 #[hp5::task_tile(i = 2)], parallel
                {
                    let __v_b = unsafe { __hp5.array("b", hp5::rt::nested::<2, _>(&raw const b), &[2, 0]) };
                    let mut __loop = __hp5.loop_tasks(hp5::rt::site!("task:35:37", "tests/cases/ok/raw_names.rs", 37), hp5::rt::Order::Parallel, hp5::rt::chunks(0..b.len(), 2, 0));
                    __loop.access(&__v_b, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi), (0, (r_while as isize))]);
                    let __s0_b = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi), (0, (r_while as isize))]);
                    let r_while = hp5::rt::cap_owned!(r_while);
                    let b = __v_b.view();
                    let __body = __loop.body(move |__chunks| {
                        let __s0_b = __s0_b.of(&__chunks);
                        let __i_part = __chunks;
                        let r_while = hp5::rt::again(&r_while);
                        let mut b = b.within(&__s0_b);
                        for i in __i_part.clone() {
                            for j in 0..r_while {
                                b[(i, j)] += 1.0;
                            }
                        }
                    });
                    unsafe { __loop.spawn(__body) };
                }
            }
        };
        unsafe { __t.spawn_nested(__body) };
    }
    __hp5.wait();
    r#fn + r#use
    };
    __hp5.end();
    __hp5_value
}

/// The serial elision of `total`.
#[allow(dead_code, unused_variables)]
fn r#const(b: &mut [Vec<f64>], r#while: usize) -> f64 {
    let mut r#fn = 0.0;
    let mut r#use = 0.0;
    for i in 0..b.len() {
        for r#mod in 0..r#while {
            b[i][r#mod] += 2.0;
        }
    }
    for i in 0..b.len() {
        r#fn += b[i][0];
    }
    for i in 0..b.len() {
        r#use += b[i][1];
    }
    {
        for i in 0..b.len() {
            for j in 0..r#while {
                b[i][j] += 1.0;
            }
        }
    }
    r#fn + r#use
}

impl State {
    #[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
    fn r#move(&mut self) {
        let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("r#move", "tests/cases/ok/raw_names.rs", 49));
        // hp5: tests/cases/ok/raw_names.rs:51 #[hp5::task_tile(i = 8)], ordered
        {
            let __v_self_r_in = unsafe { __hp5.array("self.r#in", hp5::rt::flat(&raw mut self.r#in), &[8]) };
            let self_r_dyn = hp5::rt::cap!(self.r#dyn);
            let mut __loop = __hp5.loop_tasks(hp5::rt::site!("r#move:51", "tests/cases/ok/raw_names.rs", 51), hp5::rt::Order::Ordered, hp5::rt::chunks(1..self.r#dyn, 8, 0));
            __loop.access(&__v_self_r_in, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
            __loop.access(&__v_self_r_in, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo - 1, __i_hi - 1)]);
            let __s0_self_r_in = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo - 1, __i_hi)]);
            let self_r_in = __v_self_r_in.view();
            let __body = __loop.body(move |__chunks| {
                let __s0_self_r_in = __s0_self_r_in.of(&__chunks);
                let __i_part = __chunks;
                let self_r_dyn = hp5::rt::again(&self_r_dyn);
                let mut self_r_in = self_r_in.within(&__s0_self_r_in);
                for i in __i_part.clone() {
                    self_r_in[i] = self_r_in[i - 1] + 2.0;
                }
            });
            unsafe { __loop.spawn(__body) };
        }
        __hp5.end();
    }
}

fn main() {
    let mut b: Vec<Vec<f64>> = (0..7)
        .map(|i| (0..40).map(|j| f64::from(i * j)).collect())
        .collect();
    let mut state = State {
        r#in: vec![1.5; 40],
        r#dyn: 33,
    };
    add(&mut state.r#in, 0.5, &b);
    state.r#move();
    let sum = total(&mut b, 5);
    println!("{sum} {:?} {:?}", state.r#in, b[6]);
}
