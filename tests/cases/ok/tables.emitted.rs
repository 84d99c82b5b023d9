//! Tables that are asked by keys.

use std::collections::BTreeMap;

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn ask(a: &mut [u64], table: &BTreeMap<String, u64>, names: &[String]) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("ask", "tests/cases/ok/tables.rs", 5));
    let n = a.len();
    for _ in __hp5.rounds(1, 0..2) {
        // hp5: tests/cases/ok/tables.rs:9 #[hp5::task_tile(i = 3)], parallel
        {
            let __v_names = unsafe { __hp5.array("names", hp5::rt::flat(&raw const names), &[3]) };
            let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[3]) };
            let table = hp5::rt::cap!(table);
            let mut __loop = __hp5.loop_tasks(hp5::rt::site!("ask:9", "tests/cases/ok/tables.rs", 9), hp5::rt::Order::Parallel, hp5::rt::chunks(0..n, 3, 0));
            __loop.access(&__v_a, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
            __loop.access(&__v_names, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
            let __s0_names = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
            let __s0_a = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
            let n = hp5::rt::cap_owned!(n);
            let names = __v_names.view();
            let a = __v_a.view();
            let __body = __loop.body(move |__chunks| {
                let __s0_names = __s0_names.of(&__chunks);
                let __s0_a = __s0_a.of(&__chunks);
                let __i_part = __chunks;
                let n = hp5::rt::again(&n);
                let table = hp5::rt::again(&table);
                let names = names.within(&__s0_names);
                let mut a = a.within(&__s0_a);
                for i in __i_part.clone() {
                    a[i] += table[&names[i]] * table["n0"];
                }
            });
            unsafe { __loop.spawn(__body) };
        }
        // hp5: tests/cases/ok/tables.rs:13 #[hp5::task_tile(i = 3)], ordered
        {
            let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[3]) };
            let mut __loop = __hp5.loop_tasks(hp5::rt::site!("ask:13", "tests/cases/ok/tables.rs", 13), hp5::rt::Order::Ordered, hp5::rt::chunks(1..n, 3, 0));
            __loop.access(&__v_a, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
            __loop.access(&__v_a, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(-__i_hi + (n as isize) + 1, -__i_lo + (n as isize) + 1)]);
            let __s0_a = __loop.section(|[(__i_lo, __i_hi)]| [(-__i_hi + (n as isize) + 1, -__i_lo + (n as isize) + 1)]);
            let __s1_a = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
            let n = hp5::rt::cap_owned!(n);
            let a = __v_a.view();
            let __body = __loop.body(move |__chunks| {
                let __s0_a = __s0_a.of(&__chunks);
                let __s1_a = __s1_a.of(&__chunks);
                let __i_part = __chunks;
                let n = hp5::rt::again(&n);
                let _ = a.within(&__s0_a);
                let _ = a.within(&__s1_a);
                let mut a = a.within(&hp5::rt::CHECKED);
                for i in __i_part.clone() {
                    a[i] += a[n - i] % 7;
                }
            });
            unsafe { __loop.spawn(__body) };
        }
    }
    __hp5.end();
}

fn main() {
    let names: Vec<String> = (0..14).map(|i| format!("n{i}")).collect();
    let table = names.iter().enumerate().map(|(i, name)| (name.clone(), i as u64 + 3)).collect();
    let mut a: Vec<u64> = (0..14).collect();
    ask(&mut a, &table, &names);
    println!("{a:?}");
}
