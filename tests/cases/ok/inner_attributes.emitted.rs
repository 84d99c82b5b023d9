//! A body that begins with attributes and documentation of its own: nothing stands before them.

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn scale(a: &mut Vec<f64>) {
    // An ordinary comment {
    //! Multiplies by two.
    #![allow(clippy::needless_range_loop)]
    /*! In place. */
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("scale", "tests/cases/ok/inner_attributes.rs", 3));
    // hp5: tests/cases/ok/inner_attributes.rs:9 #[hp5::task_tile(i = 8)], parallel
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[8]) };
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("scale:9", "tests/cases/ok/inner_attributes.rs", 9), hp5::rt::Order::Parallel, hp5::rt::chunks(0..a.len(), 8, 0));
        __loop.access(&__v_a, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let __s0_a = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let a = __v_a.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_a = __s0_a.of(&__chunks);
            let __i_part = __chunks;
            let mut a = a.within(&__s0_a);
            for i in __i_part.clone() {
                a[i] *= 2.0;
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    __hp5.end();
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn last(a: &mut Vec<f64>) -> f64 {
    #![allow(clippy::needless_range_loop)]
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("last", "tests/cases/ok/inner_attributes.rs", 15));
    let __hp5_value = {
    // hp5: tests/cases/ok/inner_attributes.rs:18 #[hp5::task_tile(i = 8)], parallel
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[8]) };
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("last:18", "tests/cases/ok/inner_attributes.rs", 18), hp5::rt::Order::Parallel, hp5::rt::chunks(0..a.len(), 8, 0));
        __loop.access(&__v_a, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let __s0_a = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let a = __v_a.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_a = __s0_a.of(&__chunks);
            let __i_part = __chunks;
            let mut a = a.within(&__s0_a);
            for i in __i_part.clone() {
                a[i] += 1.0;
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    __hp5.wait();
    a[a.len() - 1]
    };
    __hp5.end();
    __hp5_value
}

fn main() {
    let mut a: Vec<f64> = (0..20).map(f64::from).collect();
    scale(&mut a);
    println!("{} {a:?}", last(&mut a));
}
