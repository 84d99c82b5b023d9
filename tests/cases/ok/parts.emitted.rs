//! Arrays that are cut into a number of parts.

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn scan(a: &mut [u64], sums: &mut [u64], parts: usize) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("scan", "tests/cases/ok/parts.rs", 3));
    let n = a.len();
    for b in 0..parts {
        let (lo, hi) = (b * n / parts, (b + 1) * n / parts);
        // hp5: tests/cases/ok/parts.rs:9 #[hp5::task(inout(a[lo..hi]), out(sums[b]))]
        {
            let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[hp5::rt::parts((parts) as usize)]) };
            let __v_sums = unsafe { __hp5.array("sums", hp5::rt::flat(&raw const sums), &[1]) };
            let mut __t = __hp5.task(hp5::rt::site!("scan:9", "tests/cases/ok/parts.rs", 9));
            __t.access(&__v_a, hp5::rt::Mode::InOut, &[((lo as isize), (hi as isize))]);
            __t.access(&__v_sums, hp5::rt::Mode::Out, &[((b as isize), (b as isize) + 1)]);
            let __s0_a = [((lo as isize), (hi as isize))];
            let __s0_sums = [((b as isize), (b as isize) + 1)];
            let lo = hp5::rt::cap_owned!(lo);
            let hi = hp5::rt::cap_owned!(hi);
            let b = hp5::rt::cap_owned!(b);
            let a = __v_a.view();
            let sums = __v_sums.view();
            let __body = move || {
                let mut a = a.within(&__s0_a);
                let mut sums = sums.within(&__s0_sums);
                {
                    let mut sum = 0;
                    for k in lo..hi {
                        sum += a[k];
                        a[k] = sum;
                    }
                    sums[b] = sum;
                }
            };
            unsafe { __t.spawn(__body) };
        }
    }
    // hp5: tests/cases/ok/parts.rs:20 #[hp5::task_tile(i = 9)], ordered
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[hp5::rt::parts_ceil((if n > 3 { parts } else { 0 }) as usize)]) };
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("scan:20", "tests/cases/ok/parts.rs", 20), hp5::rt::Order::Ordered, hp5::rt::chunks(1..n, 9, 0));
        __loop.access(&__v_a, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        __loop.access(&__v_a, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo - 1, __i_hi - 1)]);
        let __s0_a = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo - 1, __i_hi)]);
        let n = hp5::rt::cap_owned!(n);
        let a = __v_a.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_a = __s0_a.of(&__chunks);
            let __i_part = __chunks;
            let n = hp5::rt::again(&n);
            let mut a = a.within(&__s0_a);
            for i in __i_part.clone() {
                a[i] += a[i - 1] % 3;
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    __hp5.end();
}

fn main() {
    for (n, parts) in [(103, 7), (5, 9), (64, 8), (3, 1)] {
        let mut a: Vec<u64> = (0..n).collect();
        let mut sums = vec![0; parts];
        scan(&mut a, &mut sums, parts);
        println!("{a:?} {sums:?}");
    }
}
