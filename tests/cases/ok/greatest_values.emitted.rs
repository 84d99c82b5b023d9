//! Loops that end at the greatest value of their type, casts that cut off, and arithmetic that wraps around:
//! the answer is that of the serial program.

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn bytes(t: &mut [u64], s: &mut [u64]) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("bytes", "tests/cases/ok/greatest_values.rs", 4));
    // hp5: tests/cases/ok/greatest_values.rs:6 #[hp5::task_tile(c = 50)], parallel
    {
        let __v_t = unsafe { __hp5.array("t", hp5::rt::flat(&raw const t), &[50]) };
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("bytes:6", "tests/cases/ok/greatest_values.rs", 6), hp5::rt::Order::Parallel, hp5::rt::chunks(0u8..=255, 50, 0));
        __loop.access(&__v_t, hp5::rt::Mode::InOut, |[(__c_lo, __c_hi)]| [(__c_lo, __c_hi)]);
        let __s0_t = __loop.section(|[(__c_lo, __c_hi)]| [(__c_lo, __c_hi)]);
        let t = __v_t.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_t = __s0_t.of(&__chunks);
            let __c_part = __chunks;
            let mut t = t.within(&__s0_t);
            for c in __c_part.clone() {
                t[c as usize] += c as u64 * 3;
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    // hp5: tests/cases/ok/greatest_values.rs:10 #[hp5::task_tile(c = 64)], parallel
    {
        let __v_t = unsafe { __hp5.array("t", hp5::rt::flat(&raw const t), &[50]) };
        let __v_s = unsafe { __hp5.array("s", hp5::rt::flat(&raw const s), &[64]) };
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("bytes:10", "tests/cases/ok/greatest_values.rs", 10), hp5::rt::Order::Parallel, hp5::rt::chunks(0u8..=255, 64, 0));
        __loop.access(&__v_s, hp5::rt::Mode::Out, |[(__c_lo, __c_hi)]| [(__c_lo, __c_hi)]);
        __loop.access(&__v_t, hp5::rt::Mode::In, |[(__c_lo, __c_hi)]| [(-__c_hi + 256, -__c_lo + 256)]);
        let __s0_t = __loop.section(|[(__c_lo, __c_hi)]| [(-__c_hi + 256, -__c_lo + 256)]);
        let __s0_s = __loop.section(|[(__c_lo, __c_hi)]| [(__c_lo, __c_hi)]);
        let t = __v_t.view();
        let s = __v_s.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_t = __s0_t.of(&__chunks);
            let __s0_s = __s0_s.of(&__chunks);
            let __c_part = __chunks;
            let t = t.within(&__s0_t);
            let mut s = s.within(&__s0_s);
            for c in __c_part.clone().rev() {
                s[usize::from(c)] = t[255 - c as usize];
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    // hp5: tests/cases/ok/greatest_values.rs:14 #[hp5::task_tile(c = 33)], parallel
    {
        let __v_t = unsafe { __hp5.array("t", hp5::rt::flat(&raw const t), &[50]) };
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("bytes:14", "tests/cases/ok/greatest_values.rs", 14), hp5::rt::Order::Parallel, hp5::rt::chunks(i8::MIN..=i8::MAX, 33, 0));
        __loop.access(&__v_t, hp5::rt::Mode::InOut, |[(__c_lo, __c_hi)]| [(__c_lo + 128, __c_hi + 128)]);
        let __s0_t = __loop.section(|[(__c_lo, __c_hi)]| [(__c_lo + 128, __c_hi + 128)]);
        let t = __v_t.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_t = __s0_t.of(&__chunks);
            let __c_part = __chunks;
            let mut t = t.within(&__s0_t);
            for c in __c_part.clone() {
                t[(c as i32 + 128) as usize] ^= 5;
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    __hp5.end();
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn neighbours(t: &mut [u64], s: &[u64]) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("neighbours", "tests/cases/ok/greatest_values.rs", 20));
    // hp5: tests/cases/ok/greatest_values.rs:22 #[hp5::task_tile(c = 40)], parallel
    {
        let __v_s = unsafe { __hp5.array("s", hp5::rt::flat(&raw const s), &[0]) };
        let __v_t = unsafe { __hp5.array("t", hp5::rt::flat(&raw const t), &[40]) };
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("neighbours:22", "tests/cases/ok/greatest_values.rs", 22), hp5::rt::Order::Parallel, hp5::rt::chunks(0..=u8::MAX, 40, 0));
        __loop.access(&__v_t, hp5::rt::Mode::InOut, |[(__c_lo, __c_hi)]| [(__c_lo, __c_hi)]);
        __loop.access(&__v_s, hp5::rt::Mode::In, |[(__c_lo, __c_hi)]| [hp5::rt::ALL]);
        let __s0_t = __loop.section(|[(__c_lo, __c_hi)]| [(__c_lo, __c_hi)]);
        let s = __v_s.view();
        let t = __v_t.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_t = __s0_t.of(&__chunks);
            let __c_part = __chunks;
            let s = s;
            let mut t = t.within(&__s0_t);
            for c in __c_part.clone() {
                t[c as usize] = s[c.wrapping_add(1) as usize];
                t[c as usize] += s[c.wrapping_sub(1) as usize];
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    __hp5.end();
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn cut_off(t: &mut [u64], n: usize) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("cut_off", "tests/cases/ok/greatest_values.rs", 29));
    // hp5: tests/cases/ok/greatest_values.rs:31 #[hp5::task_tile(i = 40)], ordered
    {
        let __v_t = unsafe { __hp5.array("t", hp5::rt::flat(&raw const t), &[7]) };
        let n = hp5::rt::cap!(n);
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("cut_off:31", "tests/cases/ok/greatest_values.rs", 31), hp5::rt::Order::Ordered, hp5::rt::chunks(0..n, 40, 0));
        __loop.access(&__v_t, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [hp5::rt::ALL]);
        let t = __v_t.view();
        let __body = __loop.body(move |__i_part| {
            let n = hp5::rt::again(&n);
            let mut t = t;
            for i in __i_part.clone() {
                t[(i + 4_294_967_296) as u32 as usize] += i as u64; //~ HP5-W0101
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    // hp5: tests/cases/ok/greatest_values.rs:35 #[hp5::task_tile(i = 40)], ordered
    {
        let __v_t = unsafe { __hp5.array("t", hp5::rt::flat(&raw const t), &[7]) };
        let n = hp5::rt::cap!(n);
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("cut_off:35", "tests/cases/ok/greatest_values.rs", 35), hp5::rt::Order::Ordered, hp5::rt::chunks(0..n, 40, 0));
        __loop.access(&__v_t, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [hp5::rt::ALL]);
        let t = __v_t.view();
        let __body = __loop.body(move |__i_part| {
            let n = hp5::rt::again(&n);
            let mut t = t;
            for i in __i_part.clone() {
                t[i as u8 as usize] += i as u64; //~ HP5-W0101
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    let big = 1u64 << 32;
    // hp5: tests/cases/ok/greatest_values.rs:40 #[hp5::task_tile(i = 40)], ordered
    {
        let __v_t = unsafe { __hp5.array("t", hp5::rt::flat(&raw const t), &[7]) };
        let n = hp5::rt::cap!(n);
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("cut_off:40", "tests/cases/ok/greatest_values.rs", 40), hp5::rt::Order::Ordered, hp5::rt::chunks(0..n, 40, 0));
        __loop.access(&__v_t, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [hp5::rt::ALL]);
        let big = hp5::rt::cap_owned!(big);
        let t = __v_t.view();
        let __body = __loop.body(move |__i_part| {
            let n = hp5::rt::again(&n);
            let big = hp5::rt::again(&big);
            let mut t = t;
            for i in __i_part.clone() {
                t[(i as u64 + big) as u32 as usize] += 7; //~ HP5-W0101
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    let off = 1usize << 32;
    // hp5: tests/cases/ok/greatest_values.rs:45 #[hp5::task_tile(i = 40)], ordered
    {
        let __v_t = unsafe { __hp5.array("t", hp5::rt::flat(&raw const t), &[7]) };
        let n = hp5::rt::cap!(n);
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("cut_off:45", "tests/cases/ok/greatest_values.rs", 45), hp5::rt::Order::Ordered, hp5::rt::chunks(0..n, 40, 0));
        __loop.access(&__v_t, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [hp5::rt::ALL]);
        let off = hp5::rt::cap_owned!(off);
        let t = __v_t.view();
        let __body = __loop.body(move |__i_part| {
            let n = hp5::rt::again(&n);
            let off = hp5::rt::again(&off);
            let mut t = t;
            for i in __i_part.clone() {
                t[(i + off) as i32 as usize] += 7; //~ HP5-W0101
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    // hp5: tests/cases/ok/greatest_values.rs:49 #[hp5::task_tile(i = 40)], ordered
    {
        let __v_t = unsafe { __hp5.array("t", hp5::rt::flat(&raw const t), &[7]) };
        let n = hp5::rt::cap!(n);
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("cut_off:49", "tests/cases/ok/greatest_values.rs", 49), hp5::rt::Order::Ordered, hp5::rt::chunks(0..n as u16, 40, 0));
        __loop.access(&__v_t, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [hp5::rt::ALL]);
        let t = __v_t.view();
        let __body = __loop.body(move |__i_part| {
            let n = hp5::rt::again(&n);
            let mut t = t;
            for i in __i_part.clone() {
                t[(i.wrapping_mul(40503) >> 8) as usize] += 7; //~ HP5-W0101
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    // hp5: tests/cases/ok/greatest_values.rs:53 #[hp5::task_tile(i = 40)], ordered
    {
        let __v_t = unsafe { __hp5.array("t", hp5::rt::flat(&raw const t), &[7]) };
        let n = hp5::rt::cap!(n);
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("cut_off:53", "tests/cases/ok/greatest_values.rs", 53), hp5::rt::Order::Ordered, hp5::rt::chunks(0..n as u32, 40, 0));
        __loop.access(&__v_t, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [hp5::rt::ALL]);
        let t = __v_t.view();
        let __body = __loop.body(move |__i_part| {
            let n = hp5::rt::again(&n);
            let mut t = t;
            for i in __i_part.clone() {
                t[(i.wrapping_mul(2654435761) >> 24) as usize] += 7; //~ HP5-W0101
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    // hp5: tests/cases/ok/greatest_values.rs:57 #[hp5::task_tile(i = 40)], ordered
    {
        let __v_t = unsafe { __hp5.array("t", hp5::rt::flat(&raw const t), &[7]) };
        let n = hp5::rt::cap!(n);
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("cut_off:57", "tests/cases/ok/greatest_values.rs", 57), hp5::rt::Order::Ordered, hp5::rt::chunks(1..n, 40, 0));
        __loop.access(&__v_t, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [hp5::rt::ALL]);
        let t = __v_t.view();
        let __body = __loop.body(move |__i_part| {
            let n = hp5::rt::again(&n);
            let mut t = t;
            for i in __i_part.clone() {
                t[i.wrapping_sub(1)] += 9; //~ HP5-W0101
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    // hp5: tests/cases/ok/greatest_values.rs:61 #[hp5::task_tile(i = 7)], parallel
    {
        let __v_t = unsafe { __hp5.array("t", hp5::rt::flat(&raw const t), &[7]) };
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("cut_off:61", "tests/cases/ok/greatest_values.rs", 61), hp5::rt::Order::Parallel, hp5::rt::chunks(250..=255u8, 7, 5));
        __loop.access(&__v_t, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo - 250, __i_hi - 250)]);
        let __s0_t = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo - 250, __i_hi - 250)]);
        let t = __v_t.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_t = __s0_t.of(&__chunks);
            let __i_part = __chunks;
            let mut t = t.within(&__s0_t);
            for i in __i_part.clone() {
                let k = i - 250;
                t[k as usize] += 1;
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    // hp5: tests/cases/ok/greatest_values.rs:66 #[hp5::task_tile(i = 7)], parallel
    {
        let __v_t = unsafe { __hp5.array("t", hp5::rt::flat(&raw const t), &[7]) };
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("cut_off:66", "tests/cases/ok/greatest_values.rs", 66), hp5::rt::Order::Parallel, hp5::rt::chunks(-5i8..=5, 7, 2));
        __loop.access(&__v_t, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo + 5, __i_hi + 5)]);
        let __s0_t = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo + 5, __i_hi + 5)]);
        let t = __v_t.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_t = __s0_t.of(&__chunks);
            let __i_part = __chunks;
            let mut t = t.within(&__s0_t);
            for i in __i_part.clone() {
                t[(i + 5) as usize] += 1;
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    // hp5: tests/cases/ok/greatest_values.rs:70 #[hp5::task_tile(i = 1)], ordered
    {
        let __v_t = unsafe { __hp5.array("t", hp5::rt::flat(&raw const t), &[7]) };
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("cut_off:70", "tests/cases/ok/greatest_values.rs", 70), hp5::rt::Order::Ordered, hp5::rt::chunks((u64::MAX - 3)..=u64::MAX, 1, 0));
        __loop.access(&__v_t, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [hp5::rt::ALL]);
        let t = __v_t.view();
        let __body = __loop.body(move |__i_part| {
            let mut t = t;
            for i in __i_part.clone() {
                t[(i % 16) as usize] += 1; //~ HP5-W0101
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    __hp5.end();
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn two(t: &mut [u64]) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("two", "tests/cases/ok/greatest_values.rs", 76));
    // hp5: tests/cases/ok/greatest_values.rs:79 #[hp5::task_tile(i = 4, j = 4)], parallel
    {
        let __v_t = unsafe { __hp5.array("t", hp5::rt::flat(&raw const t), &[32]) };
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("two:79", "tests/cases/ok/greatest_values.rs", 79), hp5::rt::Order::Parallel, (
            hp5::rt::chunks(0..=15u8, 4, 0),
            hp5::rt::chunks(0..=15u8, 4, 0),
        ));
        __loop.access(&__v_t, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi), (__j_lo, __j_hi)]| [(16 * __i_lo + __j_lo, 16 * __i_hi + __j_hi - 16)]);
        let __s0_t = __loop.section(|[(__i_lo, __i_hi), (__j_lo, __j_hi)]| [(16 * __i_lo + __j_lo, 16 * __i_hi + __j_hi - 16)]);
        let t = __v_t.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_t = __s0_t.of(&__chunks);
            let (__i_part, __j_part) = __chunks;
            let mut t = t.within(&__s0_t);
            for i in __i_part.clone() {
                for j in __j_part.clone() {
                    t[i as usize * 16 + j as usize] += i as u64;
                }
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    // hp5: tests/cases/ok/greatest_values.rs:85 #[hp5::task_tile(i = 4, j = 4)], parallel
    {
        let __v_t = unsafe { __hp5.array("t", hp5::rt::flat(&raw const t), &[32]) };
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("two:85", "tests/cases/ok/greatest_values.rs", 85), hp5::rt::Order::Parallel, (
            hp5::rt::chunks(0..=15u8, 4, 0),
            hp5::rt::bounded(move |[(__i_lo, __i_hi)]| hp5::rt::chunks(__i_lo..16, 4, 0)),
        ));
        __loop.access(&__v_t, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi), (__j_lo, __j_hi)]| [(16 * __i_lo + __j_lo, 16 * __i_hi + __j_hi - 16)]);
        let t = __v_t.view();
        let __body = __loop.body(move |(__i_part, __j_part)| {
            let mut t = t;
            for i in __i_part.clone() {
                for j in hp5::rt::clip(i..=15u8, &__j_part) {
                    t[i as usize * 16 + j as usize] += j as u64;
                }
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    for k in 0..=255u8 {
        // hp5: tests/cases/ok/greatest_values.rs:92 #[hp5::task(name = format!("k{k}"))]
        {
            let __v_t = unsafe { __hp5.array("t", hp5::rt::flat(&raw const t), &[32]) };
            let mut __t = __hp5.task(hp5::rt::site!("two:92", "tests/cases/ok/greatest_values.rs", 92));
            __t.access(&__v_t, hp5::rt::Mode::InOut, &[((k as isize), (k as isize) + 1)]);
            { __t.name(format!("k{k}")); }
            let __s0_t = [((k as isize), (k as isize) + 1)];
            let k = hp5::rt::cap_owned!(k);
            let t = __v_t.view();
            let __body = move || {
                let mut t = t.within(&__s0_t);
                t[k as usize] += 1;
            };
            unsafe { __t.spawn(__body) };
        }
    }
    __hp5.end();
}

fn main() {
    let mut t = vec![0u64; 256];
    let mut s = vec![1u64; 256];
    bytes(&mut t, &mut s);
    neighbours(&mut t, &s);
    cut_off(&mut t, 200);
    two(&mut t);
    println!("{:?} {:?}", t, s);
}
