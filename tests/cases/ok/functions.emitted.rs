//! Several functions with regions, one of which calls another from its generating code.

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn add(a: &mut Vec<u32>, step: u32) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("add", "tests/cases/ok/functions.rs", 3));
    // hp5: tests/cases/ok/functions.rs:5 #[hp5::task_tile(i = 5)], parallel
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[5]) };
        let step = hp5::rt::cap!(step);
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("add:5", "tests/cases/ok/functions.rs", 5), hp5::rt::Order::Parallel, hp5::rt::chunks(0..a.len(), 5, 0));
        __loop.access(&__v_a, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        __loop.access(&__v_a, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let __s0_a = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let a = __v_a.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_a = __s0_a.of(&__chunks);
            let __i_part = __chunks;
            let step = hp5::rt::again(&step);
            let mut a = a.within(&__s0_a);
            for i in __i_part.clone() {
                a[i] = a[i].wrapping_mul(3).wrapping_add(step);
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    __hp5.end();
}

mod inner {
    /// In a module, with an attribute and a comment of its own.
    #[inline]
    #[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
    pub fn twice(a: &mut Vec<u32>) {
        let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("twice", "tests/cases/ok/functions.rs", 14));
        // both turns
        for turn in 0..2 {
            __hp5.wait();
            super::add(a, turn);
            // hp5: tests/cases/ok/functions.rs:20 #[hp5::task_tile(i = 7)], parallel
            {
                let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[7]) };
                let mut __loop = __hp5.loop_tasks(hp5::rt::site!("twice:20", "tests/cases/ok/functions.rs", 20), hp5::rt::Order::Parallel, hp5::rt::chunks(0..a.len(), 7, 0));
                __loop.access(&__v_a, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
                let __s0_a = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
                let a = __v_a.view();
                let __body = __loop.body(move |__chunks| {
                    let __s0_a = __s0_a.of(&__chunks);
                    let __i_part = __chunks;
                    let mut a = a.within(&__s0_a);
                    for i in __i_part.clone() {
                        a[i] ^= 0x55;
                    }
                });
                unsafe { __loop.spawn(__body) };
            }
        }
        __hp5.end();
    }
}

fn plain(a: &[u32]) -> u32 {
    a.iter().fold(0, |s, x| s.rotate_left(3) ^ x)
}

fn main() {
    let mut a: Vec<u32> = (0..60).collect();
    add(&mut a, 9);
    inner::twice(&mut a);
    println!("{:08x}", plain(&a));
}
