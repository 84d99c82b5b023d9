//! Locals of a body are private to each task: scalars, arrays, vectors, closures.

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn filter(a: &[i32], b: &mut [i32]) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("filter", "tests/cases/ok/body_locals.rs", 3));
    // hp5: tests/cases/ok/body_locals.rs:5 #[hp5::task_tile(i = 11)], parallel
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[11]) };
        let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b), &[11]) };
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("filter:5", "tests/cases/ok/body_locals.rs", 5), hp5::rt::Order::Parallel, hp5::rt::chunks(2..a.len() - 2, 11, 0));
        __loop.access(&__v_b, hp5::rt::Mode::Out, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        __loop.access(&__v_a, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo - 2, __i_hi + 2)]);
        let __s0_a = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo - 2, __i_hi + 2)]);
        let __s0_b = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let a = __v_a.view();
        let b = __v_b.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_a = __s0_a.of(&__chunks);
            let __s0_b = __s0_b.of(&__chunks);
            let __i_part = __chunks;
            let a = a.within(&__s0_a);
            let mut b = b.within(&__s0_b);
            for i in __i_part.clone() {
                let mut window = [a[i - 2], a[i - 1], a[i], a[i + 1], a[i + 2]];
                window.sort_unstable();
                let mut seen = Vec::new();
                for k in 0..5 {
                    if !seen.contains(&window[k]) {
                        seen.push(window[k]);
                    }
                }
                let bonus = |v: i32| v * 10 + seen.len() as i32;
                b[i] = (window[2] * 10 + seen.len() as i32);
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    __hp5.end();
}

fn main() {
    let a: Vec<i32> = (0..97).map(|i| (i * 31) % 23 - 7).collect();
    let mut b = vec![0; a.len()];
    filter(&a, &mut b);
    println!("{} {:?}", b.iter().sum::<i32>(), &b[40..50]);
}
