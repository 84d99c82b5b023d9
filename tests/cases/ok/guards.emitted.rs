//! Conditions, matches, inner loops with breaks, and whiles in bodies.

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn classify(a: &[i32], b: &mut [i32], limit: i32) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("classify", "tests/cases/ok/guards.rs", 3));
    let n = a.len();
    // hp5: tests/cases/ok/guards.rs:6 #[hp5::task_tile(i = 10)], parallel
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[10]) };
        let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b), &[10]) };
        let limit = hp5::rt::cap!(limit);
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("classify:6", "tests/cases/ok/guards.rs", 6), hp5::rt::Order::Parallel, hp5::rt::chunks(0..n, 10, 0));
        __loop.access(&__v_b, hp5::rt::Mode::Out, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        __loop.access(&__v_a, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo - 1, __i_hi + 1)]);
        let n = hp5::rt::cap_owned!(n);
        let a = __v_a.view();
        let b = __v_b.view();
        let __body = __loop.body(move |__i_part| {
            let n = hp5::rt::again(&n);
            let limit = hp5::rt::again(&limit);
            let a = a;
            let mut b = b;
            for i in __i_part.clone() {
                let mut v = a[i];
                if i > 0 && a[i - 1] > v {
                    v += 1;
                } else if i + 1 < n {
                    v -= a[i + 1] / 2;
                }
                let mut count = 0;
                while v > limit {
                    v /= 2;
                    count += 1;
                }
                for k in 0..8 {
                    if k == v {
                        break;
                    }
                    if k % 2 == 0 {
                        continue;
                    }
                    count += 1;
                }
                b[i] = match count {
                    0 => -1,
                    1..=3 => v,
                    _ if v < 0 => count,
                    _ => v * count,
                };
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    __hp5.end();
}

fn main() {
    let a: Vec<i32> = (0..101).map(|i| (i * 53) % 97 - 20).collect();
    let mut b = vec![0; a.len()];
    classify(&a, &mut b, 12);
    println!("{} {:?}", b.iter().sum::<i32>(), &b[..12]);
}
