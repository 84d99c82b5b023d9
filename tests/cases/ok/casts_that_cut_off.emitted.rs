//! Casts that cut off: turns that are far apart meet in one element. Where a loop counts up from a small number
//! an index that is cast to 32 bits is what it was.

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn by_bytes(a: &mut [u64], n: usize) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("by_bytes", "tests/cases/ok/casts_that_cut_off.rs", 4));
    // hp5: tests/cases/ok/casts_that_cut_off.rs:6 #[hp5::task_tile(i = 16)], ordered
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[0]) };
        let n = hp5::rt::cap!(n);
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("by_bytes:6", "tests/cases/ok/casts_that_cut_off.rs", 6), hp5::rt::Order::Ordered, hp5::rt::chunks(0..n, 16, 0));
        __loop.access(&__v_a, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [hp5::rt::ALL]);
        __loop.access(&__v_a, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [hp5::rt::ALL]);
        let a = __v_a.view();
        let __body = __loop.body(move |__i_part| {
            let n = hp5::rt::again(&n);
            let mut a = a;
            for i in __i_part.clone() {
                a[(i as u8) as usize] = a[(i as u8) as usize] * 3 + i as u64; //~ HP5-W0101
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    __hp5.end();
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn far_steps(a: &mut [u64], n: usize) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("far_steps", "tests/cases/ok/casts_that_cut_off.rs", 12));
    // hp5: tests/cases/ok/casts_that_cut_off.rs:14 #[hp5::task_tile(i = 4294967296)], ordered
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[0]) };
        let n = hp5::rt::cap!(n);
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("far_steps:14", "tests/cases/ok/casts_that_cut_off.rs", 14), hp5::rt::Order::Ordered, hp5::rt::chunks_step(5..n, 1 << 32, 4294967296, 0));
        __loop.access(&__v_a, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [hp5::rt::ALL]);
        __loop.access(&__v_a, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [hp5::rt::ALL]);
        let a = __v_a.view();
        let __body = __loop.body(move |__i_part| {
            let n = hp5::rt::again(&n);
            let mut a = a;
            for i in __i_part.clone().step_by(1 << 32) {
                a[(i as u32) as usize] = a[i as u32 as usize] * 3 + (i >> 32) as u64; //~ HP5-W0101
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    __hp5.end();
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn from_far(a: &mut [u64], lo: usize, hi: usize) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("from_far", "tests/cases/ok/casts_that_cut_off.rs", 20));
    // hp5: tests/cases/ok/casts_that_cut_off.rs:22 #[hp5::task_tile(i = 16)], ordered
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[16]) };
        let lo = hp5::rt::cap!(lo);
        let hi = hp5::rt::cap!(hi);
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("from_far:22", "tests/cases/ok/casts_that_cut_off.rs", 22), hp5::rt::Order::Ordered, hp5::rt::chunks(lo..hi, 16, 0));
        __loop.access(&__v_a, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [hp5::rt::ALL]);
        let a = __v_a.view();
        let __body = __loop.body(move |__i_part| {
            let lo = hp5::rt::again(&lo);
            let hi = hp5::rt::again(&hi);
            let mut a = a;
            for i in __i_part.clone() {
                if i % 3 == 0 {
                    a[(i as u32) as usize] += 1; //~ HP5-W0101
                }
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    // hp5: tests/cases/ok/casts_that_cut_off.rs:28 #[hp5::task_tile(i = 16)], parallel
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[16]) };
        let hi = hp5::rt::cap!(hi);
        let lo = hp5::rt::cap!(lo);
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("from_far:28", "tests/cases/ok/casts_that_cut_off.rs", 28), hp5::rt::Order::Parallel, hp5::rt::chunks(0..hi - lo, 16, 0));
        __loop.access(&__v_a, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        __loop.access(&__v_a, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let __s0_a = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let a = __v_a.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_a = __s0_a.of(&__chunks);
            let __i_part = __chunks;
            let hi = hp5::rt::again(&hi);
            let lo = hp5::rt::again(&lo);
            let mut a = a.within(&__s0_a);
            for i in __i_part.clone() {
                a[i] = a[i] * 7 + 1;
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    __hp5.end();
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn by_a_far_name(a: &mut [u64], n: usize, far: usize) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("by_a_far_name", "tests/cases/ok/casts_that_cut_off.rs", 34));
    // hp5: tests/cases/ok/casts_that_cut_off.rs:36 #[hp5::task_tile(i = 8)], parallel
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[8]) };
        let n = hp5::rt::cap!(n);
        let far = hp5::rt::cap!(far);
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("by_a_far_name:36", "tests/cases/ok/casts_that_cut_off.rs", 36), hp5::rt::Order::Parallel, hp5::rt::chunks(0..n, 8, 0));
        __loop.access(&__v_a, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(((far as u32) as isize) + __i_lo, ((far as u32) as isize) + __i_hi)]);
        let __s0_a = __loop.section(|[(__i_lo, __i_hi)]| [(((far as u32) as isize) + __i_lo, ((far as u32) as isize) + __i_hi)]);
        let a = __v_a.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_a = __s0_a.of(&__chunks);
            let __i_part = __chunks;
            let n = hp5::rt::again(&n);
            let far = hp5::rt::again(&far);
            let mut a = a.within(&__s0_a);
            for i in __i_part.clone() {
                let at = far as u32;
                a[at as usize + i] += i as u64;
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    // hp5: tests/cases/ok/casts_that_cut_off.rs:41 #[hp5::task_tile(i = 8)], parallel
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[8]) };
        let n = hp5::rt::cap!(n);
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("by_a_far_name:41", "tests/cases/ok/casts_that_cut_off.rs", 41), hp5::rt::Order::Parallel, hp5::rt::chunks(0..n, 8, 0));
        __loop.access(&__v_a, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let __s0_a = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let a = __v_a.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_a = __s0_a.of(&__chunks);
            let __i_part = __chunks;
            let n = hp5::rt::again(&n);
            let mut a = a.within(&__s0_a);
            for i in __i_part.clone() {
                a[i] *= 3;
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    __hp5.end();
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn near(a: &mut [u64], b: &[u64], n: usize, count: u32) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("near", "tests/cases/ok/casts_that_cut_off.rs", 47));
    // hp5: tests/cases/ok/casts_that_cut_off.rs:49 #[hp5::task_tile(i = 16)], parallel
    {
        let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b), &[16]) };
        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[16]) };
        let n = hp5::rt::cap!(n);
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("near:49", "tests/cases/ok/casts_that_cut_off.rs", 49), hp5::rt::Order::Parallel, hp5::rt::chunks(1..n - 1, 16, 0));
        __loop.access(&__v_a, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        __loop.access(&__v_b, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo - 1, __i_hi + 1)]);
        let __s0_b = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo - 1, __i_hi + 1)]);
        let __s0_a = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
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
                let x = i as i32;
                a[x as usize] += b[(x - 1) as usize] + b[(i as u32 + 1) as usize];
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    // hp5: tests/cases/ok/casts_that_cut_off.rs:54 #[hp5::task_tile(i = 16)], parallel
    {
        let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b), &[16]) };
        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[16]) };
        let count = hp5::rt::cap!(count);
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("near:54", "tests/cases/ok/casts_that_cut_off.rs", 54), hp5::rt::Order::Parallel, hp5::rt::chunks(0..count, 16, 0));
        __loop.access(&__v_a, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        __loop.access(&__v_b, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let __s0_b = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let __s0_a = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let b = __v_b.view();
        let a = __v_a.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_b = __s0_b.of(&__chunks);
            let __s0_a = __s0_a.of(&__chunks);
            let __i_part = __chunks;
            let count = hp5::rt::again(&count);
            let b = b.within(&__s0_b);
            let mut a = a.within(&__s0_a);
            for i in __i_part.clone() {
                a[i as usize] += b[i as i64 as usize];
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    __hp5.end();
}

fn main() {
    let mut a: Vec<u64> = (0..700).collect();
    let b = a.clone();
    by_bytes(&mut a, 600);
    far_steps(&mut a, 20 << 32);
    from_far(&mut a, 1 << 32, (1 << 32) + 300);
    by_a_far_name(&mut a, 200, 1 << 32);
    near(&mut a, &b, 600, 500);
    let hash = a.iter().fold(0_u64, |h, x| {
        h.rotate_left(5) ^ x.wrapping_mul(0x9E37_79B9_7F4A_7C15)
    });
    println!("{hash:x}");
}
