//! A composite task: its body is a region of its own that registers tasks.

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn halves(a: &mut Vec<f64>, b: &mut Vec<f64>, steps: usize) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("halves", "tests/cases/ok/nested_task.rs", 3));
    let n = a.len();
    for _ in __hp5.laps(1, 0..steps) {
        // hp5: tests/cases/ok/nested_task.rs:7 #[hp5::task(nested, in(a), out(b))]
        {
            let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[0]) };
            let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b), &[0]) };
            let mut __t = __hp5.task(hp5::rt::site!("halves:7", "tests/cases/ok/nested_task.rs", 7));
            __t.access(&__v_b, hp5::rt::Mode::Out, &[(1, (n as isize) - 1)]);
            __t.access(&__v_a, hp5::rt::Mode::In, &[(0, (n as isize))]);
            let n = hp5::rt::cap_owned!(n);
            let a = __v_a.view();
            let b = __v_b.view();
            let __body = move |__hp5: &hp5::rt::Region| {
                let a = a;
                let mut b = b;
                {
                    // hp5: tests/cases/ok/nested_task.rs:9 #[hp5::task_tile(i = 6)], parallel
                    {
                        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[6]) };
                        let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b), &[6]) };
                        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("task:7:9", "tests/cases/ok/nested_task.rs", 9), hp5::rt::Order::Parallel, hp5::rt::chunks(1..n - 1, 6, 0));
                        __loop.access(&__v_b, hp5::rt::Mode::Out, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
                        __loop.access(&__v_a, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo - 1, __i_hi + 1)]);
                        let __s0_a = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo - 1, __i_hi + 1)]);
                        let __s0_b = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
                        let n = hp5::rt::cap_owned!(n);
                        let a = __v_a.view();
                        let b = __v_b.view();
                        let __body = __loop.body(move |__chunks| {
                            let __s0_a = __s0_a.of(&__chunks);
                            let __s0_b = __s0_b.of(&__chunks);
                            let __i_part = __chunks;
                            let n = hp5::rt::again(&n);
                            let a = a.within(&__s0_a);
                            let mut b = b.within(&__s0_b);
                            for i in __i_part.clone() {
                                b[i] = (a[i - 1] + a[i + 1]) / 2.0;
                            }
                        });
                        unsafe { __loop.spawn(__body) };
                    }
                }
            };
            unsafe { __t.spawn_nested(__body) };
        }
        // hp5: tests/cases/ok/nested_task.rs:14 #[hp5::task(nested, in(b), out(a))]
        {
            let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[0]) };
            let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b), &[0]) };
            let mut __t = __hp5.task(hp5::rt::site!("halves:14", "tests/cases/ok/nested_task.rs", 14));
            __t.access(&__v_a, hp5::rt::Mode::Out, &[(1, (n as isize) - 1)]);
            __t.access(&__v_b, hp5::rt::Mode::In, &[(0, (n as isize) - 1)]);
            let n = hp5::rt::cap_owned!(n);
            let a = __v_a.view();
            let b = __v_b.view();
            let __body = move |__hp5: &hp5::rt::Region| {
                let mut a = a;
                let b = b;
                {
                    // hp5: tests/cases/ok/nested_task.rs:16 #[hp5::task_tile(i = 8)], parallel
                    {
                        let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b), &[8]) };
                        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[8]) };
                        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("task:14:16", "tests/cases/ok/nested_task.rs", 16), hp5::rt::Order::Parallel, hp5::rt::chunks(1..n - 1, 8, 0));
                        __loop.access(&__v_a, hp5::rt::Mode::Out, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
                        __loop.access(&__v_b, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo - 1, __i_hi)]);
                        let __s0_b = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo - 1, __i_hi)]);
                        let __s0_a = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
                        let n = hp5::rt::cap_owned!(n);
                        let b = __v_b.view();
                        let a = __v_a.view();
                        let __body = __loop.body(move |__chunks| {
                            let __s0_b = __s0_b.of(&__chunks);
                            let __s0_a = __s0_a.of(&__chunks);
                            let __i_part = __chunks;
                            let n = hp5::rt::again(&n);
                            let b = b.within(&__s0_b);
                            let mut a = a.within(&__s0_a);
                            for i in __i_part.clone() {
                                a[i] = b[i] + 0.125 * b[i - 1];
                            }
                        });
                        unsafe { __loop.spawn(__body) };
                    }
                }
            };
            unsafe { __t.spawn_nested(__body) };
        }
    }
    __hp5.end();
}

fn main() {
    let mut a: Vec<f64> = (0..77).map(|i| f64::from((i * 3) % 14)).collect();
    let mut b = a.clone();
    halves(&mut a, &mut b, 4);
    println!("{:016x} {:016x}", a[20].to_bits(), b.iter().fold(0.0, |s, x| s + x).to_bits());
}
