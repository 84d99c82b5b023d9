//! Loops that are replayed without being registered again (`rounds`), loops whose bodies are
//! told which turn it is (`laps`), and one that registers other tasks in each turn.

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn relax(a: &mut Vec<f64>, b: &mut Vec<f64>, weights: &Vec<f64>, sweeps: usize, tile: usize) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("relax", "tests/cases/ok/replayed.rs", 4));
    let n = a.len();
    // Two loops of one, exchanged headers, a captured container, a condition.
    for _ in __hp5.rounds(2, (0..sweeps).rev()) {
        let inner = n - 1;
        // hp5: tests/cases/ok/replayed.rs:10 #[hp5::task_tile(i = tile)], parallel
        {
            let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[(tile) as usize]) };
            let __v_weights = unsafe { __hp5.array("weights", hp5::rt::flat(&raw const weights), &[0]) };
            let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b), &[(tile) as usize]) };
            let mut __loop = __hp5.loop_tasks(hp5::rt::site!("relax:10", "tests/cases/ok/replayed.rs", 10), hp5::rt::Order::Parallel, hp5::rt::chunks(1..inner, (tile) as usize, hp5::rt::offset((tile) as usize, &[(1, 0, 0, (tile) as usize)])));
            __loop.access(&__v_b, hp5::rt::Mode::Out, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
            __loop.access(&__v_a, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo - 1, __i_hi + 1)]);
            __loop.access(&__v_weights, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(1, 2)]);
            let __s0_a = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo - 1, __i_hi + 1)]);
            let __s0_weights = __loop.section(|[(__i_lo, __i_hi)]| [(1, 2)]);
            let __s0_b = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
            let inner = hp5::rt::cap_owned!(inner);
            let a = __v_a.view();
            let weights = __v_weights.view();
            let b = __v_b.view();
            let __body = __loop.body(move |__chunks| {
                let __s0_a = __s0_a.of(&__chunks);
                let __s0_weights = __s0_weights.of(&__chunks);
                let __s0_b = __s0_b.of(&__chunks);
                let __i_part = __chunks;
                let inner = hp5::rt::again(&inner);
                let a = a.within(&__s0_a);
                let weights = weights.within(&__s0_weights);
                let mut b = b.within(&__s0_b);
                for i in __i_part.clone() {
                    b[i] = a[i - 1] * weights[1] + a[i + 1] * 0.25;
                }
            });
            unsafe { __loop.spawn(__body) };
        }
        if n > 8 {
            // hp5: tests/cases/ok/replayed.rs:15 #[hp5::task(inout(b))]
            {
                let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b), &[(tile) as usize]) };
                let mut __t = __hp5.task(hp5::rt::site!("relax:15", "tests/cases/ok/replayed.rs", 15));
                __t.access(&__v_b, hp5::rt::Mode::InOut, &[(0, 1)]);
                __t.access(&__v_b, hp5::rt::Mode::In, &[(1, 2)]);
                let __s0_b = [(0, 2)];
                let b = __v_b.view();
                let __body = move || {
                    let mut b = b.within(&__s0_b);
                    {
                        b[0] = b[1] * 0.5;
                    }
                };
                unsafe { __t.spawn_repeat(__body) };
            }
        }
        std::mem::swap(a, b);
    }
    // The bodies know the turn.
    for t in __hp5.laps(1, 0..sweeps) {
        for part in __hp5.laps(1, 0..3) {
            // hp5: tests/cases/ok/replayed.rs:25 #[hp5::task_tile(i = 5)], parallel
            {
                let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[(tile) as usize]) };
                let mut __loop = __hp5.loop_tasks(hp5::rt::site!("relax:25", "tests/cases/ok/replayed.rs", 25), hp5::rt::Order::Parallel, hp5::rt::chunks(0..n, 5, hp5::rt::offset(5, &[(1, 0, 0, (tile) as usize)])));
                __loop.access(&__v_a, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
                __loop.access(&__v_a, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
                let __s0_a = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
                let n = hp5::rt::cap_owned!(n);
                let t = hp5::rt::cap_owned!(t);
                let part = hp5::rt::cap_owned!(part);
                let a = __v_a.view();
                let __body = __loop.body(move |__chunks| {
                    let __s0_a = __s0_a.of(&__chunks);
                    let __i_part = __chunks;
                    let n = hp5::rt::again(&n);
                    let t = hp5::rt::again(&t);
                    let part = hp5::rt::again(&part);
                    let mut a = a.within(&__s0_a);
                    for i in __i_part.clone() {
                        a[i] = a[i] * 0.75 + (t * 3 + part) as f64;
                    }
                });
                unsafe { __loop.spawn(__body) };
            }
        }
    }
    // The tasks depend on the turn.
    for t in 0..sweeps.min(n) {
        // hp5: tests/cases/ok/replayed.rs:33 #[hp5::task_tile(i = 5)], parallel
        {
            let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[(tile) as usize]) };
            let mut __loop = __hp5.loop_tasks(hp5::rt::site!("relax:33", "tests/cases/ok/replayed.rs", 33), hp5::rt::Order::Parallel, hp5::rt::chunks(t..n, 5, hp5::rt::offset(5, &[(1, 0, 0, (tile) as usize)])));
            __loop.access(&__v_a, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
            __loop.access(&__v_a, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
            let __s0_a = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
            let t = hp5::rt::cap_owned!(t);
            let n = hp5::rt::cap_owned!(n);
            let a = __v_a.view();
            let __body = __loop.body(move |__chunks| {
                let __s0_a = __s0_a.of(&__chunks);
                let __i_part = __chunks;
                let t = hp5::rt::again(&t);
                let n = hp5::rt::again(&n);
                let mut a = a.within(&__s0_a);
                for i in __i_part.clone() {
                    a[i] = a[i] * 0.5 + 1.0;
                }
            });
            unsafe { __loop.spawn(__body) };
        }
    }
    __hp5.end();
}

fn bits(a: &[f64]) -> u64 {
    a.iter().fold(0.0, |sum, x| sum + x).to_bits()
}

fn main() {
    let weights = vec![0.5, 0.75, 0.25];
    for (n, sweeps, tile) in [(9, 0, 2), (40, 1, 3), (33, 2, 40), (50, 23, 7), (7, 400, 1), (64, 1201, 8)] {
        let mut a: Vec<f64> = (0..n).map(|k| ((k * 37) % 101) as f64 / 7.0).collect();
        let mut b = a.clone();
        relax(&mut a, &mut b, &weights, sweeps, tile);
        println!("{n} {sweeps}: {:016x} {:016x}", bits(&a), bits(&b));
    }
}
