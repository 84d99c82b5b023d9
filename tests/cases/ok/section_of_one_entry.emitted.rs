//! A section with one entry, by a product, of an array whose index shows two dimensions.

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn rows(a: &mut [f64], n: usize, m: usize) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("rows", "tests/cases/ok/section_of_one_entry.rs", 3));
    // hp5: tests/cases/ok/section_of_one_entry.rs:5 #[hp5::task_tile(i = 4, out(a[i * m..(i + 1) * m]))], parallel
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[0]) };
        let n = hp5::rt::cap!(n);
        let m = hp5::rt::cap!(m);
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("rows:5", "tests/cases/ok/section_of_one_entry.rs", 5), hp5::rt::Order::Parallel, hp5::rt::chunks(0..n, 4, 0));
        __loop.access(&__v_a, hp5::rt::Mode::Out, |[(__i_lo, __i_hi)]| [(__i_lo * (m as isize), __i_hi * (m as isize))]);
        let __c0_a = 0 < (m as isize);
        let __s0_a = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo * (m as isize), __i_hi * (m as isize))]);
        let a = __v_a.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_a = __s0_a.of(&__chunks);
            let __i_part = __chunks;
            let n = hp5::rt::again(&n);
            let m = hp5::rt::again(&m);
            if __c0_a { let _ = a.within(&__s0_a); }
            let mut a = a.within(&hp5::rt::CHECKED);
            for i in __i_part.clone() {
                for j in 0..m {
                    a[i * m + j] = (i * j) as f64;
                }
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    __hp5.end();
}

fn main() {
    let mut a = vec![0.0; 70];
    rows(&mut a, 10, 7);
    println!("{a:?}");
}
