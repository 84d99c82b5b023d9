//! Small arrays as elements, taken as wholes at one place and by their parts at another: under the name of
//! a type, without one, and in a module.
mod gas {
    pub type State = [f64; 3];
    #[allow(dead_code)] pub fn flux(u: &State) -> State {
        [u[1], u[1] * u[1] / u[0] + 0.4 * u[2], (u[2] + u[0]) * u[1] / u[0]]
    }
    #[allow(dead_code)] pub fn speed(u: &State) -> f64 {
        (u[1] / u[0]).abs() + u[2].sqrt()
    }
    pub struct Tube {
        pub u: Vec<State>,
        pub f: Vec<State>,
    }
    impl Tube {
        #[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
        pub fn advance(&mut self, steps: usize) -> f64 {
            let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("advance", "tests/cases/ok/cells.rs", 16));
            let __hp5_value = {
            let n = self.u.len();
            let mut fastest = 0.0f64; let __hp5_hold_686 = __hp5.hold();
            for _ in 0..steps {
                // hp5: tests/cases/ok/cells.rs:21 #[hp5::task_tile(i = 8, reduction(max: fastest))], parallel
                {
                    let __v_self_u = unsafe { __hp5.array("self.u", hp5::rt::flat(&raw const self.u), &[8]) };
                    let __v_fastest = unsafe { __hp5.array("fastest", hp5::rt::scalar(&raw mut (fastest)), &[]) };
                    let __red_fastest = unsafe { __hp5.reduction::<hp5::rt::op::Max, _>(&__v_fastest) };
                    let mut __loop = __hp5.task_loop(hp5::rt::site!("advance:21", "tests/cases/ok/cells.rs", 21), hp5::rt::Order::Parallel);
                    for __i_part in hp5::rt::chunks(0..n, 8, 0) {
                        let (__i_lo, __i_hi) = hp5::rt::ends(&__i_part);
                        let mut __t = __loop.task();
                        __t.access(&__v_self_u, hp5::rt::Mode::In, &[(__i_lo, __i_hi)]);
                        let __slot_fastest = __red_fastest.slot(&mut __t);
                        let __s0_self_u = [(__i_lo, __i_hi)];
                        let n = hp5::rt::cap_owned!(n);
                        let __i_part = __i_part.clone();
                        let self_u = __v_self_u.view();
                        let __body = move || {
                            let self_u = self_u.within(&__s0_self_u);
                            let mut fastest = __slot_fastest.identity();
                            for i in __i_part.clone() {
                                fastest = fastest.max(((self_u[i][1] / self_u[i][0]).abs() + self_u[i][2].sqrt()));
                            }
                            __slot_fastest.put(fastest);
                        };
                        unsafe { __t.spawn(__body) };
                    }
                    __loop.finish();
                    __red_fastest.combine(hp5::rt::site!("advance:21", "tests/cases/ok/cells.rs", 21));
                }
                // hp5: tests/cases/ok/cells.rs:25 #[hp5::task_tile(i = 8)], parallel
                {
                    let __v_self_u = unsafe { __hp5.array("self.u", hp5::rt::flat(&raw const self.u), &[8]) };
                    let __v_self_f = unsafe { __hp5.array("self.f", hp5::rt::nested::<2, _>(&raw mut self.f), &[8, 0]) };
                    let mut __loop = __hp5.loop_tasks(hp5::rt::site!("advance:25", "tests/cases/ok/cells.rs", 25), hp5::rt::Order::Parallel, hp5::rt::chunks(1..n, 8, 0));
                    __loop.access(&__v_self_f, hp5::rt::Mode::Out, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi), (0, 3)]);
                    __loop.access(&__v_self_u, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo - 1, __i_hi)]);
                    let __s0_self_u = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo - 1, __i_hi)]);
                    let __s0_self_f = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi), (0, 3)]);
                    let n = hp5::rt::cap_owned!(n);
                    let self_u = __v_self_u.view();
                    let self_f = __v_self_f.view();
                    let __body = __loop.body(move |__chunks| {
                        let __s0_self_u = __s0_self_u.of(&__chunks);
                        let __s0_self_f = __s0_self_f.of(&__chunks);
                        let __i_part = __chunks;
                        let n = hp5::rt::again(&n);
                        let self_u = self_u.within(&__s0_self_u);
                        let mut self_f = self_f.within(&__s0_self_f);
                        for i in __i_part.clone() {
                            let (l, r) = (self_u[i - 1], self_u[i]);
                            let (fl, fr) = (([l[1], l[1] * l[1] / l[0] + 0.4 * l[2], (l[2] + l[0]) * l[1] / l[0]]), ([r[1], r[1] * r[1] / r[0] + 0.4 * r[2], (r[2] + r[0]) * r[1] / r[0]]));
                            for k in 0..3 {
                                self_f[(i, k)] = 0.5 * (fl[k] + fr[k]) - 0.1 * (r[k] - l[k]);
                            }
                        }
                    });
                    unsafe { __loop.spawn(__body) };
                }
                // hp5: tests/cases/ok/cells.rs:33 #[hp5::task_tile(i = 8)], parallel
                {
                    let __v_self_u = unsafe { __hp5.array("self.u", hp5::rt::flat(&raw mut self.u), &[8]) };
                    let __v_self_f = unsafe { __hp5.array("self.f", hp5::rt::nested::<2, _>(&raw const self.f), &[8, 0]) };
                    let mut __loop = __hp5.loop_tasks(hp5::rt::site!("advance:33", "tests/cases/ok/cells.rs", 33), hp5::rt::Order::Parallel, hp5::rt::chunks(1..n - 1, 8, 0));
                    __loop.access(&__v_self_u, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
                    __loop.access(&__v_self_f, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi + 1), (0, 3)]);
                    let __s0_self_u = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
                    let __s0_self_f = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi + 1), (0, 3)]);
                    let n = hp5::rt::cap_owned!(n);
                    let self_u = __v_self_u.view();
                    let self_f = __v_self_f.view();
                    let __body = __loop.body(move |__chunks| {
                        let __s0_self_u = __s0_self_u.of(&__chunks);
                        let __s0_self_f = __s0_self_f.of(&__chunks);
                        let __i_part = __chunks;
                        let n = hp5::rt::again(&n);
                        let mut self_u = self_u.within(&__s0_self_u);
                        let self_f = self_f.within(&__s0_self_f);
                        for i in __i_part.clone() {
                            for k in 0..3 {
                                self_u[i][k] -= 0.2 * (self_f[(i + 1, k)] - self_f[(i, k)]);
                            }
                        }
                    });
                    unsafe { __loop.spawn(__body) };
                }
            }
            __hp5.wait();
            fastest
            };
            __hp5.end();
            __hp5_value
        }
    }
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn histograms(keys: &[u64], blocks: usize) -> Vec<[usize; 16]> {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("histograms", "tests/cases/ok/cells.rs", 46));
    let __hp5_value = {
    let per = keys.len() / blocks;
    let mut counts = vec![[0usize; 16]; blocks]; let __hp5_hold_1894 = __hp5.hold();
    // hp5: tests/cases/ok/cells.rs:50 #[hp5::task_tile(b = 2)], parallel
    {
        let __v_counts = unsafe { __hp5.array("counts", hp5::rt::flat(&raw mut counts), &[2]) };
        let __v_keys = unsafe { __hp5.array("keys", hp5::rt::flat(&raw const keys).rows((per as isize)), &[0, 0]) };
        let blocks = hp5::rt::cap!(blocks);
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("histograms:50", "tests/cases/ok/cells.rs", 50), hp5::rt::Order::Parallel, hp5::rt::chunks(0..blocks, 2, 0));
        __loop.access(&__v_counts, hp5::rt::Mode::InOut, |[(__b_lo, __b_hi)]| [(__b_lo, __b_hi)]);
        __loop.access(&__v_keys, hp5::rt::Mode::In, |[(__b_lo, __b_hi)]| [(__b_lo, __b_hi), hp5::rt::ALL]);
        let __s0_counts = __loop.section(|[(__b_lo, __b_hi)]| [(__b_lo, __b_hi)]);
        let per = hp5::rt::cap_owned!(per);
        let counts = __v_counts.view();
        let keys = __v_keys.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_counts = __s0_counts.of(&__chunks);
            let __b_part = __chunks;
            let blocks = hp5::rt::again(&blocks);
            let per = hp5::rt::again(&per);
            let mut counts = counts;
            let mut __in_counts = counts.within(&__s0_counts);
            let keys = keys;
            for b in __b_part.clone() {
                __in_counts[b] = [0; 16];
                for &key in &keys[b * per..(b + 1) * per] {
                    counts[b][(key % 16) as usize] += 1;
                }
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    __hp5.wait();
    counts
    };
    __hp5.end();
    __hp5_value
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn clear(rows: &mut Vec<[i32; 4]>, corners: &mut [[i32; 4]; 20]) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("clear", "tests/cases/ok/cells.rs", 61));
    let n = rows.len();
    // hp5: tests/cases/ok/cells.rs:65 #[hp5::task_tile(i = 4)], parallel
    {
        let __v_rows = unsafe { __hp5.array("rows", hp5::rt::flat(&raw const rows), &[4]) };
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("clear:65", "tests/cases/ok/cells.rs", 65), hp5::rt::Order::Parallel, hp5::rt::chunks(0..n, 4, 0));
        __loop.access(&__v_rows, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let __s0_rows = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let n = hp5::rt::cap_owned!(n);
        let rows = __v_rows.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_rows = __s0_rows.of(&__chunks);
            let __i_part = __chunks;
            let n = hp5::rt::again(&n);
            let mut rows = rows.within(&__s0_rows);
            for i in __i_part.clone() {
                rows[i] = [i as i32; 4];
                rows[i][2] -= 7;
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    // hp5: tests/cases/ok/cells.rs:70 #[hp5::task_tile(i = 4)], parallel
    {
        let __v_rows = unsafe { __hp5.array("rows", hp5::rt::flat(&raw const rows), &[4]) };
        let __v_corners = unsafe { __hp5.array("corners", hp5::rt::flat(&raw const corners), &[4]) };
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("clear:70", "tests/cases/ok/cells.rs", 70), hp5::rt::Order::Parallel, hp5::rt::chunks(1..n, 4, 0));
        __loop.access(&__v_corners, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        __loop.access(&__v_rows, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo - 1, __i_hi)]);
        let __s0_rows = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo - 1, __i_hi)]);
        let __s0_corners = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let n = hp5::rt::cap_owned!(n);
        let rows = __v_rows.view();
        let corners = __v_corners.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_rows = __s0_rows.of(&__chunks);
            let __s0_corners = __s0_corners.of(&__chunks);
            let __i_part = __chunks;
            let n = hp5::rt::again(&n);
            let rows = rows.within(&__s0_rows);
            let mut corners = corners.within(&__s0_corners);
            for i in __i_part.clone() {
                corners[i] = rows[i];
                corners[i][0] = rows[i - 1][2];
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    __hp5.end();
}

fn main() {
    let start = |i: usize| if i < 48 { [1.0, 0.1, 2.5] } else { [0.125, 0.0, 0.25] };
    let mut tube = gas::Tube { u: (0..96).map(start).collect(), f: vec![[0.0; 3]; 97] };
    let fastest = tube.advance(12);
    let bits = tube.u.iter().flatten().fold(0u64, |h, x| h.rotate_left(7) ^ x.to_bits());
    println!("{fastest} {bits:016x}");
    let keys: Vec<u64> = (0..640u64).map(|k| k * k * 31 / 7).collect();
    println!("{:?}", histograms(&keys, 10));
    let (mut rows, mut corners) = (vec![[1; 4]; 20], [[3; 4]; 20]);
    clear(&mut rows, &mut corners);
    println!("{rows:?} {corners:?}");
}
