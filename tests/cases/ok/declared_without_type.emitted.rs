//! Variables that are declared with neither value nor type, or with a part of it, and that tasks have of their
//! own: what is left of the declaration needs a type too.

type Pair = (f32, f32);

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn several(a: &[f32], b: &mut [f32]) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("several", "tests/cases/ok/declared_without_type.rs", 6));
    let ((), ());
    let mut k: ();
    // hp5: tests/cases/ok/declared_without_type.rs:10 #[hp5::task_tile(i = 8)], parallel
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[8]) };
        let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b), &[8]) };
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("several:10", "tests/cases/ok/declared_without_type.rs", 10), hp5::rt::Order::Parallel, hp5::rt::chunks(0..a.len(), 8, 0));
        __loop.access(&__v_b, hp5::rt::Mode::Out, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        __loop.access(&__v_a, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let __s0_a = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let __s0_b = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let a = __v_a.view();
        let b = __v_b.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_a = __s0_a.of(&__chunks);
            let __s0_b = __s0_b.of(&__chunks);
            let __i_part = __chunks;
            let a = a.within(&__s0_a);
            let mut b = b.within(&__s0_b);
            let mut t;
            let mut s;
            let mut k;
            for i in __i_part.clone() {
                t = a[i] * 2.0;
                s = t + 1.0;
                k = i % 3;
                b[i] = t * s + k as f32;
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    __hp5.end();
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn one_of_two(a: &[f32], b: &mut [f32]) -> f32 {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("one_of_two", "tests/cases/ok/declared_without_type.rs", 19));
    let __hp5_value = {
    let ((), mut s);
    // hp5: tests/cases/ok/declared_without_type.rs:22 #[hp5::task_tile(i = 8)], parallel
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[8]) };
        let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b), &[8]) };
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("one_of_two:22", "tests/cases/ok/declared_without_type.rs", 22), hp5::rt::Order::Parallel, hp5::rt::chunks(0..a.len(), 8, 0));
        __loop.access(&__v_b, hp5::rt::Mode::Out, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        __loop.access(&__v_a, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let __s0_a = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let __s0_b = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let a = __v_a.view();
        let b = __v_b.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_a = __s0_a.of(&__chunks);
            let __s0_b = __s0_b.of(&__chunks);
            let __i_part = __chunks;
            let a = a.within(&__s0_a);
            let mut b = b.within(&__s0_b);
            let mut t;
            for i in __i_part.clone() {
                t = a[i] * 2.0;
                b[i] = t * 3.0;
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    s = a[2];
    s += 1.0;
    s
    };
    __hp5.end();
    __hp5_value
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn in_two_tasks(a: &[f32], b: &mut [f32]) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("in_two_tasks", "tests/cases/ok/declared_without_type.rs", 32));
    let ((), ());
    // hp5: tests/cases/ok/declared_without_type.rs:35 #[hp5::task_tile(i = 8)], parallel
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[8]) };
        let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b), &[8]) };
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("in_two_tasks:35", "tests/cases/ok/declared_without_type.rs", 35), hp5::rt::Order::Parallel, hp5::rt::chunks(0..a.len(), 8, 0));
        __loop.access(&__v_b, hp5::rt::Mode::Out, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        __loop.access(&__v_a, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let __s0_a = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let __s0_b = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let a = __v_a.view();
        let b = __v_b.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_a = __s0_a.of(&__chunks);
            let __s0_b = __s0_b.of(&__chunks);
            let __i_part = __chunks;
            let a = a.within(&__s0_a);
            let mut b = b.within(&__s0_b);
            let mut t;
            for i in __i_part.clone() {
                t = a[i] * 2.0;
                b[i] = t * 3.0;
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    // hp5: tests/cases/ok/declared_without_type.rs:40 #[hp5::task_tile(i = 8)], parallel
    {
        let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b), &[8]) };
        let a = hp5::rt::cap!(a);
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("in_two_tasks:40", "tests/cases/ok/declared_without_type.rs", 40), hp5::rt::Order::Parallel, hp5::rt::chunks(0..a.len(), 8, 0));
        __loop.access(&__v_b, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let __s0_b = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let b = __v_b.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_b = __s0_b.of(&__chunks);
            let __i_part = __chunks;
            let a = hp5::rt::again(&a);
            let mut b = b.within(&__s0_b);
            let mut s;
            for i in __i_part.clone() {
                s = i + 1;
                b[i] *= s as f32;
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    __hp5.end();
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn with_placeholders(a: &[f32], b: &mut [f32]) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("with_placeholders", "tests/cases/ok/declared_without_type.rs", 47));
    let mut v: ();
    let (mut t, mut s): (f32, ());
    let ((mut x, mut y), mut z): ((f32, f32), ());
    // hp5: tests/cases/ok/declared_without_type.rs:52 #[hp5::task_tile(i = 8)], parallel
    {
        let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b), &[8]) };
        let a = hp5::rt::cap!(a);
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("with_placeholders:52", "tests/cases/ok/declared_without_type.rs", 52), hp5::rt::Order::Parallel, hp5::rt::chunks(0..a.len(), 8, 0));
        __loop.access(&__v_b, hp5::rt::Mode::Out, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let __s0_b = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let b = __v_b.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_b = __s0_b.of(&__chunks);
            let __i_part = __chunks;
            let a = hp5::rt::again(&a);
            let mut b = b.within(&__s0_b);
            let mut v: Vec<_>;
            let mut t: f32;
            let mut s: _;
            let mut x: f32;
            let mut y: f32;
            let mut z: _;
            for i in __i_part.clone() {
                v = vec![a[i]; 3];
                t = v[1];
                s = i as f64;
                (x, y) = (t, t + 1.0);
                z = x * y;
                b[i] = z + t + s as f32;
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    __hp5.end();
}

/// The numbers of a pair are `f32`, which what is assigned does not show.
#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn of_an_alias(a: &[f32], b: &mut [f32]) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("of_an_alias", "tests/cases/ok/declared_without_type.rs", 64));
    let (mut t, mut s): Pair;
    // hp5: tests/cases/ok/declared_without_type.rs:67 #[hp5::task_tile(i = 8)], parallel
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[8]) };
        let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b), &[8]) };
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("of_an_alias:67", "tests/cases/ok/declared_without_type.rs", 67), hp5::rt::Order::Parallel, hp5::rt::chunks(0..a.len(), 8, 0));
        __loop.access(&__v_b, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        __loop.access(&__v_a, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let __s0_a = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let __s0_b = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let a = __v_a.view();
        let b = __v_b.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_a = __s0_a.of(&__chunks);
            let __s0_b = __s0_b.of(&__chunks);
            let __i_part = __chunks;
            let a = a.within(&__s0_a);
            let mut b = b.within(&__s0_b);
            let (mut t, _): Pair;
            let (_, mut s): Pair;
            for i in __i_part.clone() {
                t = 16777216.0;
                t += 1.0;
                s = t - 16777216.0;
                b[i] += a[i] + s as f32;
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    __hp5.end();
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn of_one_name(a: &[f32], b: &mut [f32], c: &mut [f64]) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("of_one_name", "tests/cases/ok/declared_without_type.rs", 76));
    let __hp5_value = {
    {
        let mut t: ();
        // hp5: tests/cases/ok/declared_without_type.rs:80 #[hp5::task_tile(i = 8)], parallel
        {
            let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[8]) };
            let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b), &[8]) };
            let mut __loop = __hp5.loop_tasks(hp5::rt::site!("of_one_name:80", "tests/cases/ok/declared_without_type.rs", 80), hp5::rt::Order::Parallel, hp5::rt::chunks(0..a.len(), 8, 0));
            __loop.access(&__v_b, hp5::rt::Mode::Out, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
            __loop.access(&__v_a, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
            let __s0_a = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
            let __s0_b = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
            let a = __v_a.view();
            let b = __v_b.view();
            let __body = __loop.body(move |__chunks| {
                let __s0_a = __s0_a.of(&__chunks);
                let __s0_b = __s0_b.of(&__chunks);
                let __i_part = __chunks;
                let a = a.within(&__s0_a);
                let mut b = b.within(&__s0_b);
                let mut t;
                for i in __i_part.clone() {
                    t = a[i];
                    b[i] = t * 3.0;
                }
            });
            unsafe { __loop.spawn(__body) };
        }
    }
    {
        let mut t: ();
        // hp5: tests/cases/ok/declared_without_type.rs:88 #[hp5::task_tile(i = 8)], parallel
        {
            let __v_c = unsafe { __hp5.array("c", hp5::rt::flat(&raw const c), &[8]) };
            let mut __loop = __hp5.loop_tasks(hp5::rt::site!("of_one_name:88", "tests/cases/ok/declared_without_type.rs", 88), hp5::rt::Order::Parallel, hp5::rt::chunks(0..c.len(), 8, 0));
            __loop.access(&__v_c, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
            let __s0_c = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
            let c = __v_c.view();
            let __body = __loop.body(move |__chunks| {
                let __s0_c = __s0_c.of(&__chunks);
                let __i_part = __chunks;
                let mut c = c.within(&__s0_c);
                let mut t;
                for i in __i_part.clone() {
                    t = 2.0;
                    c[i] += t;
                }
            });
            unsafe { __loop.spawn(__body) };
        }
    }
    };
    __hp5.end();
    __hp5_value
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn hidden_later(a: &[f32], b: &mut [f32]) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("hidden_later", "tests/cases/ok/declared_without_type.rs", 96));
    let mut t: ();
    // hp5: tests/cases/ok/declared_without_type.rs:99 #[hp5::task_tile(i = 8, private(t))], parallel
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[8]) };
        let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b), &[8]) };
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("hidden_later:99", "tests/cases/ok/declared_without_type.rs", 99), hp5::rt::Order::Parallel, hp5::rt::chunks(0..a.len(), 8, 0));
        __loop.access(&__v_b, hp5::rt::Mode::Out, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        __loop.access(&__v_a, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let __s0_a = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let __s0_b = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let a = __v_a.view();
        let b = __v_b.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_a = __s0_a.of(&__chunks);
            let __s0_b = __s0_b.of(&__chunks);
            let __i_part = __chunks;
            let a = a.within(&__s0_a);
            let mut b = b.within(&__s0_b);
            let mut t;
            for i in __i_part.clone() {
                t = a[i];
                b[i] = t * 3.0;
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    let mut t = 5;
    t += b.len();
    // hp5: tests/cases/ok/declared_without_type.rs:106 #[hp5::task_tile(i = 8)], parallel
    {
        let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b), &[8]) };
        let a = hp5::rt::cap!(a);
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("hidden_later:106", "tests/cases/ok/declared_without_type.rs", 106), hp5::rt::Order::Parallel, hp5::rt::chunks(0..a.len(), 8, 0));
        __loop.access(&__v_b, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let __s0_b = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let t = hp5::rt::cap_owned!(t);
        let b = __v_b.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_b = __s0_b.of(&__chunks);
            let __i_part = __chunks;
            let a = hp5::rt::again(&a);
            let t = hp5::rt::again(&t);
            let mut b = b.within(&__s0_b);
            for i in __i_part.clone() {
                b[i] += t as f32;
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    __hp5.end();
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn in_a_loop(a: &[f32], b: &mut [f32]) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("in_a_loop", "tests/cases/ok/declared_without_type.rs", 112));
    for _ in __hp5.laps(1, 0..3) {
        let mut t: ();
        let u: ();
        // hp5: tests/cases/ok/declared_without_type.rs:117 #[hp5::task]
        {
            let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[0]) };
            let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b), &[0]) };
            let mut __t = __hp5.task(hp5::rt::site!("in_a_loop:117", "tests/cases/ok/declared_without_type.rs", 117));
            __t.access(&__v_b, hp5::rt::Mode::InOut, &[(0, 1)]);
            __t.access(&__v_a, hp5::rt::Mode::In, &[(0, 1)]);
            let __s0_a = [(0, 1)];
            let __s0_b = [(0, 1)];
            let a = __v_a.view();
            let b = __v_b.view();
            let __body = move || {
                let a = a.within(&__s0_a);
                let mut b = b.within(&__s0_b);
                let mut t;
                let u;
                {
                    t = a[0];
                    t += 1.0;
                    u = t;
                    b[0] += t + u;
                }
            };
            unsafe { __t.spawn(__body) };
        }
    }
    __hp5.end();
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn in_nested_tasks(a: &[f32], b: &mut [f32]) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("in_nested_tasks", "tests/cases/ok/declared_without_type.rs", 127));
    for lo in (0..40).step_by(20) {
        // hp5: tests/cases/ok/declared_without_type.rs:130 #[hp5::task(nested, inout(b[lo..lo + 20]), in(a[lo..lo + 20]))]
        {
            let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[0]) };
            let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b), &[0]) };
            let mut __t = __hp5.task(hp5::rt::site!("in_nested_tasks:130", "tests/cases/ok/declared_without_type.rs", 130));
            __t.access(&__v_b, hp5::rt::Mode::InOut, &[((lo as isize), (lo as isize) + 20)]);
            __t.access(&__v_a, hp5::rt::Mode::In, &[((lo as isize), (lo as isize) + 20)]);
            let lo = hp5::rt::cap_owned!(lo);
            let a = __v_a.view();
            let b = __v_b.view();
            let __body = move |__hp5: &hp5::rt::Region| {
                let a = a;
                let mut b = b;
                {
                    let mut t: ();
                    // hp5: tests/cases/ok/declared_without_type.rs:133 #[hp5::task_tile(i = 5)], parallel
                    {
                        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[5]) };
                        let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b), &[5]) };
                        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("task:130:133", "tests/cases/ok/declared_without_type.rs", 133), hp5::rt::Order::Parallel, hp5::rt::chunks(lo..lo + 20, 5, 0));
                        __loop.access(&__v_b, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
                        __loop.access(&__v_a, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
                        let __s0_a = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
                        let __s0_b = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
                        let lo = hp5::rt::cap_owned!(lo);
                        let a = __v_a.view();
                        let b = __v_b.view();
                        let __body = __loop.body(move |__chunks| {
                            let __s0_a = __s0_a.of(&__chunks);
                            let __s0_b = __s0_b.of(&__chunks);
                            let __i_part = __chunks;
                            let lo = hp5::rt::again(&lo);
                            let a = a.within(&__s0_a);
                            let mut b = b.within(&__s0_b);
                            let mut t;
                            for i in __i_part.clone() {
                                t = a[i];
                                b[i] += t * 3.0;
                            }
                        });
                        unsafe { __loop.spawn(__body) };
                    }
                }
            };
            unsafe { __t.spawn_nested(__body) };
        }
    }
    __hp5.end();
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn around_a_block(a: &[f32], b: &mut [f32], by: usize) {
    let mut t: ();
    {
        let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("region:145", "tests/cases/ok/declared_without_type.rs", 145));
        // hp5: tests/cases/ok/declared_without_type.rs:147 #[hp5::task_tile(i = 8)], parallel
        {
            let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[8]) };
            let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b), &[8]) };
            let mut __loop = __hp5.loop_tasks(hp5::rt::site!("region:145:147", "tests/cases/ok/declared_without_type.rs", 147), hp5::rt::Order::Parallel, hp5::rt::chunks(0..a.len(), 8, 0));
            __loop.access(&__v_b, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
            __loop.access(&__v_a, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
            let __s0_a = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
            let __s0_b = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
            let a = __v_a.view();
            let b = __v_b.view();
            let __body = __loop.body(move |__chunks| {
                let __s0_a = __s0_a.of(&__chunks);
                let __s0_b = __s0_b.of(&__chunks);
                let __i_part = __chunks;
                let a = a.within(&__s0_a);
                let mut b = b.within(&__s0_b);
                let mut t;
                for i in __i_part.clone() {
                    t = a[i];
                    b[i] += t * 3.0;
                }
            });
            unsafe { __loop.spawn(__body) };
        }
        __hp5.end();
    }
    let mut t;
    {
        if !(by > 3) {
        for i in 0..a.len() {
            t = a[i];
            b[i] += t * 5.0;
        }
    } else {
        let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("region:154", "tests/cases/ok/declared_without_type.rs", 154));
        // hp5: tests/cases/ok/declared_without_type.rs:156 #[hp5::task_tile(i = 8)], parallel
        {
            let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[8]) };
            let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b), &[8]) };
            let mut __loop = __hp5.loop_tasks(hp5::rt::site!("region:154:156", "tests/cases/ok/declared_without_type.rs", 156), hp5::rt::Order::Parallel, hp5::rt::chunks(0..a.len(), 8, 0));
            __loop.access(&__v_b, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
            __loop.access(&__v_a, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
            let __s0_a = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
            let __s0_b = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
            let a = __v_a.view();
            let b = __v_b.view();
            let __body = __loop.body(move |__chunks| {
                let __s0_a = __s0_a.of(&__chunks);
                let __s0_b = __s0_b.of(&__chunks);
                let __i_part = __chunks;
                let a = a.within(&__s0_a);
                let mut b = b.within(&__s0_b);
                let mut t;
                for i in __i_part.clone() {
                    t = a[i];
                    b[i] += t * 5.0;
                }
            });
            unsafe { __loop.spawn(__body) };
        }
        __hp5.end();
    }
    }
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn around_two_blocks(a: &[f32], b: &mut [f32]) {
    let mut t: f32;
    {
        let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("region:167", "tests/cases/ok/declared_without_type.rs", 167));
        // hp5: tests/cases/ok/declared_without_type.rs:169 #[hp5::task_tile(i = 8)], parallel
        {
            let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[8]) };
            let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b), &[8]) };
            let mut __loop = __hp5.loop_tasks(hp5::rt::site!("region:167:169", "tests/cases/ok/declared_without_type.rs", 169), hp5::rt::Order::Parallel, hp5::rt::chunks(0..a.len(), 8, 0));
            __loop.access(&__v_b, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
            __loop.access(&__v_a, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
            let __s0_a = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
            let __s0_b = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
            let a = __v_a.view();
            let b = __v_b.view();
            let __body = __loop.body(move |__chunks| {
                let __s0_a = __s0_a.of(&__chunks);
                let __s0_b = __s0_b.of(&__chunks);
                let __i_part = __chunks;
                let a = a.within(&__s0_a);
                let mut b = b.within(&__s0_b);
                let mut t: f32;
                for i in __i_part.clone() {
                    t = a[i];
                    b[i] += t * 3.0;
                }
            });
            unsafe { __loop.spawn(__body) };
        }
        __hp5.end();
    }
    {
        let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("region:175", "tests/cases/ok/declared_without_type.rs", 175));
        // Another one of its own.
        // hp5: tests/cases/ok/declared_without_type.rs:178 #[hp5::task_tile(i = 8)], parallel
        {
            let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[8]) };
            let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b), &[8]) };
            let mut __loop = __hp5.loop_tasks(hp5::rt::site!("region:175:178", "tests/cases/ok/declared_without_type.rs", 178), hp5::rt::Order::Parallel, hp5::rt::chunks(0..a.len(), 8, 0));
            __loop.access(&__v_b, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
            __loop.access(&__v_a, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
            let __s0_a = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
            let __s0_b = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
            let a = __v_a.view();
            let b = __v_b.view();
            let __body = __loop.body(move |__chunks| {
                let __s0_a = __s0_a.of(&__chunks);
                let __s0_b = __s0_b.of(&__chunks);
                let __i_part = __chunks;
                let a = a.within(&__s0_a);
                let mut b = b.within(&__s0_b);
                let mut t: f32;
                for i in __i_part.clone() {
                    t = a[i];
                    b[i] += t * 5.0;
                }
            });
            unsafe { __loop.spawn(__body) };
        }
        __hp5.end();
    }
}

fn main() {
    let a: Vec<f32> = (0..40).map(|x| x as f32 / 7.0).collect();
    let mut b = vec![0.0; 40];
    let mut c = vec![0.0; 40];
    several(&a, &mut b);
    println!("{b:?}");
    println!("{}", one_of_two(&a, &mut b));
    in_two_tasks(&a, &mut b);
    println!("{b:?}");
    with_placeholders(&a, &mut b);
    println!("{b:?}");
    of_an_alias(&a, &mut b);
    println!("{b:?}");
    of_one_name(&a, &mut b, &mut c);
    println!("{b:?} {c:?}");
    hidden_later(&a, &mut b);
    println!("{b:?}");
    in_a_loop(&a, &mut b);
    in_nested_tasks(&a, &mut b);
    around_a_block(&a, &mut b, 2);
    around_a_block(&a, &mut b, 5);
    around_two_blocks(&a, &mut b);
    println!("{b:?}");
}
