//! The loops of a directive may be named in any order.

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn fill(a: &mut Vec<Vec<i32>>, n: usize, m: usize) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("fill", "tests/cases/ok/directive_order.rs", 3));
    // hp5: tests/cases/ok/directive_order.rs:6 #[hp5::task_tile(j = 3, i = 4)], parallel
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::nested::<2, _>(&raw const a), &[4, 3]) };
        let n = hp5::rt::cap!(n);
        let m = hp5::rt::cap!(m);
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("fill:6", "tests/cases/ok/directive_order.rs", 6), hp5::rt::Order::Parallel, (
            hp5::rt::chunks(0..n, 4, 0),
            hp5::rt::chunks(0..m, 3, 0),
        ));
        __loop.access(&__v_a, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi), (__j_lo, __j_hi)]| [(__i_lo, __i_hi), (__j_lo, __j_hi)]);
        __loop.access(&__v_a, hp5::rt::Mode::In, |[(__i_lo, __i_hi), (__j_lo, __j_hi)]| [(__i_lo, __i_hi), (__j_lo, __j_hi)]);
        let __s0_a = __loop.section(|[(__i_lo, __i_hi), (__j_lo, __j_hi)]| [(__i_lo, __i_hi), (__j_lo, __j_hi)]);
        let a = __v_a.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_a = __s0_a.of(&__chunks);
            let (__i_part, __j_part) = __chunks;
            let n = hp5::rt::again(&n);
            let m = hp5::rt::again(&m);
            let mut a = a.within(&__s0_a);
            for i in __i_part.clone() {
                for j in __j_part.clone() {
                    a[(i, j)] = a[(i, j)] * 2 + (i * 7 + j) as i32;
                }
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    __hp5.end();
}

fn main() {
    let mut a = vec![vec![1; 10]; 13];
    fill(&mut a, 13, 10);
    println!("{}", a.iter().flatten().sum::<i32>());
}
