//! Bodies that go on with the next turn of their loop, and labels inside of bodies.

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn turns(a: &mut [i64], b: &mut [i64], n: usize) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("turns", "tests/cases/ok/next_turn.rs", 3));
    // hp5: tests/cases/ok/next_turn.rs:5 #[hp5::task_tile(i = 4)], parallel
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[4]) };
        let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b), &[4]) };
        let n = hp5::rt::cap!(n);
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("turns:5", "tests/cases/ok/next_turn.rs", 5), hp5::rt::Order::Parallel, hp5::rt::chunks(0..n, 4, 0));
        __loop.access(&__v_b, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        __loop.access(&__v_a, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let a = __v_a.view();
        let b = __v_b.view();
        let __body = __loop.body(move |__i_part| {
            let n = hp5::rt::again(&n);
            let a = a;
            let mut b = b;
            for i in __i_part.clone() {
                if a[i] % 3 == 0 {
                    continue;
                }
                b[i] += a[i];
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    // hp5: tests/cases/ok/next_turn.rs:12 #[hp5::task_tile(i = 3)], ordered
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[4]) };
        let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b), &[4]) };
        let n = hp5::rt::cap!(n);
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("turns:12", "tests/cases/ok/next_turn.rs", 12), hp5::rt::Order::Ordered, hp5::rt::chunks(1..n, 3, 0));
        __loop.access(&__v_a, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        __loop.access(&__v_b, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        __loop.access(&__v_a, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        __loop.access(&__v_b, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo - 1, __i_hi - 1)]);
        let a = __v_a.view();
        let b = __v_b.view();
        let __body = __loop.body(move |__i_part| {
            let n = hp5::rt::again(&n);
            let mut a = a;
            let mut b = b;
            'rows: for i in __i_part.clone() {
                for k in 0..4 {
                    if a[i] + k > 17 {
                        continue 'rows;
                    }
                    if k == 2 {
                        break;
                    }
                    b[i] += b[i - 1] % 5 + k;
                }
                a[i] -= 1;
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    // hp5: tests/cases/ok/next_turn.rs:25 #[hp5::task_tile(i = 4)], parallel
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[4]) };
        let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b), &[4]) };
        let n = hp5::rt::cap!(n);
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("turns:25", "tests/cases/ok/next_turn.rs", 25), hp5::rt::Order::Parallel, hp5::rt::chunks(0..n, 4, 0));
        __loop.access(&__v_a, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        __loop.access(&__v_a, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        __loop.access(&__v_b, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        __loop.access(&__v_b, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(0, (n as isize))]);
        let a = __v_a.view();
        let b = __v_b.view();
        let __body = __loop.body(move |__i_part| {
            let n = hp5::rt::again(&n);
            let mut a = a;
            let b = b;
            for i in __i_part.clone() {
                let Some(half) = a[i].checked_div(b[i] % 4) else { continue };
                let found = 'find: {
                    for k in 0..n {
                        if b[k] > half {
                            break 'find k;
                        }
                    }
                    n
                };
                'outer: for k in 0..3 {
                    for l in 0..3 {
                        if k * l == 2 {
                            break 'outer;
                        }
                        if l > k {
                            continue 'outer;
                        }
                        a[i] += (found + k * 10 + l) as i64;
                    }
                }
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    __hp5.end();
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn nests(g: &mut [Vec<i64>], n: usize) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("nests", "tests/cases/ok/next_turn.rs", 50));
    // hp5: tests/cases/ok/next_turn.rs:52 #[hp5::task_tile(i = 3, j = 4)], parallel
    {
        let __v_g = unsafe { __hp5.array("g", hp5::rt::nested::<2, _>(&raw const g), &[3, 4]) };
        let n = hp5::rt::cap!(n);
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("nests:52", "tests/cases/ok/next_turn.rs", 52), hp5::rt::Order::Parallel, (
            hp5::rt::chunks(0..n, 3, 0),
            hp5::rt::chunks(0..n, 4, 0),
        ));
        __loop.access(&__v_g, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi), (__j_lo, __j_hi)]| [(__i_lo, __i_hi), (__j_lo, __j_hi)]);
        let g = __v_g.view();
        let __body = __loop.body(move |(__i_part, __j_part)| {
            let n = hp5::rt::again(&n);
            let mut g = g;
            for i in __i_part.clone() {
                for j in __j_part.clone() {
                    if (i + j) % 2 == 0 {
                        continue;
                    }
                    g[(i, j)] += (i * 10 + j) as i64;
                }
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    __hp5.end();
}

fn main() {
    let mut a: Vec<i64> = (0..29).collect();
    let mut b: Vec<i64> = (0..29).map(|k| k * 7 % 11).collect();
    turns(&mut a, &mut b, 29);
    println!("{a:?}\n{b:?}");
    let mut g = vec![vec![1; 10]; 10];
    nests(&mut g, 10);
    println!("{g:?}");
}
