//! Rows whose length is a number or a constant, in two and three dimensions, without templates: tiles of rows
//! and columns are known, and loops of both are parallel.

const W: usize = 64;
const H: usize = 48;
const STRIDE: usize = W + 2;

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn literal(a: &[f64], b: &mut [f64]) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("literal", "tests/cases/ok/literal_rows.rs", 8));
    // hp5: tests/cases/ok/literal_rows.rs:10 #[hp5::task_tile(y = 8, x = 16)], parallel
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a).rows(64), &[8, 16]) };
        let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b).rows(64), &[8, 16]) };
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("literal:10", "tests/cases/ok/literal_rows.rs", 10), hp5::rt::Order::Parallel, (
            hp5::rt::chunks(0..48, 8, 0),
            hp5::rt::chunks(0..64, 16, 0),
        ));
        __loop.access(&__v_b, hp5::rt::Mode::Out, |[(__y_lo, __y_hi), (__x_lo, __x_hi)]| [(__y_lo, __y_hi), (__x_lo, __x_hi)]);
        __loop.access(&__v_a, hp5::rt::Mode::In, |[(__y_lo, __y_hi), (__x_lo, __x_hi)]| [(__y_lo, __y_hi), (__x_lo, __x_hi)]);
        let __s0_a = __loop.section(|[(__y_lo, __y_hi), (__x_lo, __x_hi)]| [(__y_lo, __y_hi), (__x_lo, __x_hi)]);
        let __s0_b = __loop.section(|[(__y_lo, __y_hi), (__x_lo, __x_hi)]| [(__y_lo, __y_hi), (__x_lo, __x_hi)]);
        let a = __v_a.view();
        let b = __v_b.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_a = __s0_a.of(&__chunks);
            let __s0_b = __s0_b.of(&__chunks);
            let (__y_part, __x_part) = __chunks;
            let a = a.within(&__s0_a);
            let mut b = b.within(&__s0_b);
            for y in __y_part.clone() {
                for x in __x_part.clone() {
                    b[y * 64 + x] = a[y * 64 + x] * 2.0;
                }
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    __hp5.end();
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn stencil(a: &[f64], b: &mut [f64]) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("stencil", "tests/cases/ok/literal_rows.rs", 18));
    // hp5: tests/cases/ok/literal_rows.rs:20 #[hp5::task_tile(y = 8, x = 16)], parallel
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a).rows(64), &[8, 16]) };
        let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b).rows(64), &[8, 16]) };
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("stencil:20", "tests/cases/ok/literal_rows.rs", 20), hp5::rt::Order::Parallel, (
            hp5::rt::chunks(1..47, 8, 0),
            hp5::rt::chunks(1..63, 16, 0),
        ));
        __loop.access(&__v_b, hp5::rt::Mode::Out, |[(__y_lo, __y_hi), (__x_lo, __x_hi)]| [(__y_lo, __y_hi), (__x_lo, __x_hi)]);
        __loop.access(&__v_a, hp5::rt::Mode::In, |[(__y_lo, __y_hi), (__x_lo, __x_hi)]| [(__y_lo - 1, __y_hi), (__x_lo - 1, __x_hi + 1)]);
        let __s0_a = __loop.section(|[(__y_lo, __y_hi), (__x_lo, __x_hi)]| [(__y_lo, __y_hi), (__x_lo - 1, __x_hi + 1)]);
        let __s1_a = __loop.section(|[(__y_lo, __y_hi), (__x_lo, __x_hi)]| [(__y_lo - 1, __y_hi - 1), (__x_lo, __x_hi)]);
        let __s0_b = __loop.section(|[(__y_lo, __y_hi), (__x_lo, __x_hi)]| [(__y_lo, __y_hi), (__x_lo, __x_hi)]);
        let a = __v_a.view();
        let b = __v_b.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_a = __s0_a.of(&__chunks);
            let __s1_a = __s1_a.of(&__chunks);
            let __s0_b = __s0_b.of(&__chunks);
            let (__y_part, __x_part) = __chunks;
            let _ = a.within(&__s0_a);
            let _ = a.within(&__s1_a);
            let a = a.within(&hp5::rt::CHECKED);
            let mut b = b.within(&__s0_b);
            for y in __y_part.clone() {
                for x in __x_part.clone() {
                    let row = a[y * 64 + x] + a[y * 64 + x + 1] + a[y * 64 + x - 1];
                    b[y * 64 + x] = row + a[(y - 1) * 64 + x];
                }
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    // hp5: tests/cases/ok/literal_rows.rs:27 #[hp5::task_tile(y = 8)], parallel
    {
        let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b).rows(64), &[8, 16]) };
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("stencil:27", "tests/cases/ok/literal_rows.rs", 27), hp5::rt::Order::Parallel, hp5::rt::chunks(1..47, 8, 0));
        __loop.access(&__v_b, hp5::rt::Mode::InOut, |[(__y_lo, __y_hi)]| [(__y_lo, __y_hi), (1, 63)]);
        let __s0_b = __loop.section(|[(__y_lo, __y_hi)]| [(__y_lo, __y_hi), (1, 63)]);
        let b = __v_b.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_b = __s0_b.of(&__chunks);
            let __y_part = __chunks;
            let mut b = b.within(&__s0_b);
            for y in __y_part.clone() {
                for x in 1..63 {
                    b[y * 64 + x] += 1.0;
                }
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    __hp5.end();
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn consts(a: &[f64], b: &mut [f64]) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("consts", "tests/cases/ok/literal_rows.rs", 35));
    // hp5: tests/cases/ok/literal_rows.rs:37 #[hp5::task_tile(y = 8, x = 16)], parallel
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[512]) };
        let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b), &[512]) };
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("consts:37", "tests/cases/ok/literal_rows.rs", 37), hp5::rt::Order::Parallel, (
            hp5::rt::chunks(1..H - 1, 8, 0),
            hp5::rt::chunks(1..W - 1, 16, 0),
        ));
        __loop.access(&__v_b, hp5::rt::Mode::Out, |[(__y_lo, __y_hi), (__x_lo, __x_hi)]| [(__x_lo + 64 * __y_lo, __x_hi + 64 * __y_hi - 64)]);
        __loop.access(&__v_a, hp5::rt::Mode::In, |[(__y_lo, __y_hi), (__x_lo, __x_hi)]| [(__x_lo + 64 * __y_lo - 64, __x_hi + 64 * __y_hi - 63)]);
        let __s0_a = __loop.section(|[(__y_lo, __y_hi), (__x_lo, __x_hi)]| [(__x_lo + 64 * __y_lo - 64, __x_hi + 64 * __y_hi - 63)]);
        let __s0_b = __loop.section(|[(__y_lo, __y_hi), (__x_lo, __x_hi)]| [(__x_lo + 64 * __y_lo, __x_hi + 64 * __y_hi - 64)]);
        let a = __v_a.view();
        let b = __v_b.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_a = __s0_a.of(&__chunks);
            let __s0_b = __s0_b.of(&__chunks);
            let (__y_part, __x_part) = __chunks;
            let a = a.within(&__s0_a);
            let mut b = b.within(&__s0_b);
            for y in __y_part.clone() {
                for x in __x_part.clone() {
                    b[y * W + x] = a[y * W + x] + a[(y - 1) * W + x] + a[y * W + x + 1];
                }
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    // hp5: tests/cases/ok/literal_rows.rs:43 #[hp5::task_tile(y = 8, x = 16)], parallel
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[512]) };
        let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b), &[512]) };
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("consts:43", "tests/cases/ok/literal_rows.rs", 43), hp5::rt::Order::Parallel, (
            hp5::rt::chunks(0..H - 2, 8, 0),
            hp5::rt::chunks(0..W, 16, 0),
        ));
        __loop.access(&__v_b, hp5::rt::Mode::InOut, |[(__y_lo, __y_hi), (__x_lo, __x_hi)]| [(__x_lo + 66 * __y_lo, __x_hi + 66 * __y_hi - 66)]);
        __loop.access(&__v_a, hp5::rt::Mode::In, |[(__y_lo, __y_hi), (__x_lo, __x_hi)]| [(__x_lo + 66 * __y_lo, __x_hi + 66 * __y_hi - 66)]);
        let __s0_a = __loop.section(|[(__y_lo, __y_hi), (__x_lo, __x_hi)]| [(__x_lo + 66 * __y_lo, __x_hi + 66 * __y_hi - 66)]);
        let __s0_b = __loop.section(|[(__y_lo, __y_hi), (__x_lo, __x_hi)]| [(__x_lo + 66 * __y_lo, __x_hi + 66 * __y_hi - 66)]);
        let a = __v_a.view();
        let b = __v_b.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_a = __s0_a.of(&__chunks);
            let __s0_b = __s0_b.of(&__chunks);
            let (__y_part, __x_part) = __chunks;
            let a = a.within(&__s0_a);
            let mut b = b.within(&__s0_b);
            for y in __y_part.clone() {
                for x in __x_part.clone() {
                    b[y * STRIDE + x] += a[y * STRIDE + x];
                }
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    __hp5.end();
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn in_place(b: &mut [f64]) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("in_place", "tests/cases/ok/literal_rows.rs", 51));
    // hp5: tests/cases/ok/literal_rows.rs:53 #[hp5::task_tile(y = 8)], ordered
    {
        let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b).rows(64), &[8, 0]) };
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("in_place:53", "tests/cases/ok/literal_rows.rs", 53), hp5::rt::Order::Ordered, hp5::rt::chunks(1..48, 8, 0));
        __loop.access(&__v_b, hp5::rt::Mode::InOut, |[(__y_lo, __y_hi)]| [(__y_lo, __y_hi), (0, 64)]);
        __loop.access(&__v_b, hp5::rt::Mode::In, |[(__y_lo, __y_hi)]| [(__y_lo - 1, __y_hi - 1), (0, 64)]);
        let __s0_b = __loop.section(|[(__y_lo, __y_hi)]| [(__y_lo - 1, __y_hi), (0, 64)]);
        let b = __v_b.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_b = __s0_b.of(&__chunks);
            let __y_part = __chunks;
            let mut b = b.within(&__s0_b);
            for y in __y_part.clone() {
                for x in 0..64 {
                    b[y * 64 + x] += b[(y - 1) * 64 + x];
                }
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    // hp5: tests/cases/ok/literal_rows.rs:59 #[hp5::task_tile(y = 8, x = 8)], ordered
    {
        let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b).rows(64), &[8, 0]) };
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("in_place:59", "tests/cases/ok/literal_rows.rs", 59), hp5::rt::Order::Ordered, (
            hp5::rt::chunks(1..48, 8, 0),
            hp5::rt::chunks(1..64, 8, 0),
        ));
        __loop.access(&__v_b, hp5::rt::Mode::InOut, |[(__y_lo, __y_hi), (__x_lo, __x_hi)]| [(__y_lo, __y_hi), (__x_lo, __x_hi)]);
        __loop.access(&__v_b, hp5::rt::Mode::In, |[(__y_lo, __y_hi), (__x_lo, __x_hi)]| [(__y_lo - 1, __y_hi), (__x_lo - 1, __x_hi)]);
        let __s0_b = __loop.section(|[(__y_lo, __y_hi), (__x_lo, __x_hi)]| [(__y_lo - 1, __y_hi), (__x_lo, __x_hi)]);
        let b = __v_b.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_b = __s0_b.of(&__chunks);
            let (__y_part, __x_part) = __chunks;
            let mut b = b.within(&__s0_b);
            for y in __y_part.clone() {
                for x in __x_part.clone() {
                    b[y * 64 + x] += b[(y - 1) * 64 + x] + b[y * 64 + x - 1];
                }
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    __hp5.end();
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn three(c: &mut [f64]) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("three", "tests/cases/ok/literal_rows.rs", 67));
    // hp5: tests/cases/ok/literal_rows.rs:69 #[hp5::task_tile(z = 4, y = 4)], parallel
    {
        let __v_c = unsafe { __hp5.array("c", hp5::rt::flat(&raw const c).planes(16, 12), &[4, 4, 0]) };
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("three:69", "tests/cases/ok/literal_rows.rs", 69), hp5::rt::Order::Parallel, (
            hp5::rt::chunks(0..16, 4, 0),
            hp5::rt::chunks(0..16, 4, 0),
        ));
        __loop.access(&__v_c, hp5::rt::Mode::InOut, |[(__z_lo, __z_hi), (__y_lo, __y_hi)]| [(__z_lo, __z_hi), (__y_lo, __y_hi), (0, 12)]);
        let __s0_c = __loop.section(|[(__z_lo, __z_hi), (__y_lo, __y_hi)]| [(__z_lo, __z_hi), (__y_lo, __y_hi), (0, 12)]);
        let c = __v_c.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_c = __s0_c.of(&__chunks);
            let (__z_part, __y_part) = __chunks;
            let mut c = c.within(&__s0_c);
            for z in __z_part.clone() {
                for y in __y_part.clone() {
                    for x in 0..12 {
                        c[(z * 16 + y) * 12 + x] += 1.0;
                    }
                }
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    // hp5: tests/cases/ok/literal_rows.rs:77 #[hp5::task_tile(z = 4, y = 4, x = 4)], parallel
    {
        let __v_c = unsafe { __hp5.array("c", hp5::rt::flat(&raw const c).planes(16, 12), &[4, 4, 0]) };
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("three:77", "tests/cases/ok/literal_rows.rs", 77), hp5::rt::Order::Parallel, (
            hp5::rt::chunks(0..16, 4, 0),
            hp5::rt::chunks(0..16, 4, 0),
            hp5::rt::chunks(0..12, 4, 0),
        ));
        __loop.access(&__v_c, hp5::rt::Mode::InOut, |[(__z_lo, __z_hi), (__y_lo, __y_hi), (__x_lo, __x_hi)]| [(__z_lo, __z_hi), (__y_lo, __y_hi), (__x_lo, __x_hi)]);
        let __s0_c = __loop.section(|[(__z_lo, __z_hi), (__y_lo, __y_hi), (__x_lo, __x_hi)]| [(__z_lo, __z_hi), (__y_lo, __y_hi), (__x_lo, __x_hi)]);
        let c = __v_c.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_c = __s0_c.of(&__chunks);
            let (__z_part, __y_part, __x_part) = __chunks;
            let mut c = c.within(&__s0_c);
            for z in __z_part.clone() {
                for y in __y_part.clone() {
                    for x in __x_part.clone() {
                        c[z * 192 + y * 12 + x] += (z + y) as f64;
                    }
                }
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    __hp5.end();
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn rgb(img: &mut [u8]) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("rgb", "tests/cases/ok/literal_rows.rs", 87));
    // hp5: tests/cases/ok/literal_rows.rs:89 #[hp5::task_tile(y = 4, x = 8)], parallel
    {
        let __v_img = unsafe { __hp5.array("img", hp5::rt::flat(&raw const img).planes(32, 3), &[4, 8, 0]) };
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("rgb:89", "tests/cases/ok/literal_rows.rs", 89), hp5::rt::Order::Parallel, (
            hp5::rt::chunks(0..32, 4, 0),
            hp5::rt::chunks(0..32, 8, 0),
        ));
        __loop.access(&__v_img, hp5::rt::Mode::InOut, |[(__y_lo, __y_hi), (__x_lo, __x_hi)]| [(__y_lo, __y_hi), (__x_lo, __x_hi), (0, 3)]);
        let __s0_img = __loop.section(|[(__y_lo, __y_hi), (__x_lo, __x_hi)]| [(__y_lo, __y_hi), (__x_lo, __x_hi), (0, 3)]);
        let img = __v_img.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_img = __s0_img.of(&__chunks);
            let (__y_part, __x_part) = __chunks;
            let mut img = img.within(&__s0_img);
            for y in __y_part.clone() {
                for x in __x_part.clone() {
                    for k in 0..3 {
                        img[(y * 32 + x) * 3 + k] /= 2;
                    }
                    img[(y * 32 + x) * 3] += 1;
                }
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    __hp5.end();
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn pairs(p: &mut [f64]) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("pairs", "tests/cases/ok/literal_rows.rs", 100));
    // hp5: tests/cases/ok/literal_rows.rs:102 #[hp5::task_tile(i = 16)], parallel
    {
        let __v_p = unsafe { __hp5.array("p", hp5::rt::flat(&raw const p), &[32]) };
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("pairs:102", "tests/cases/ok/literal_rows.rs", 102), hp5::rt::Order::Parallel, hp5::rt::chunks(0..100, 16, 0));
        __loop.access(&__v_p, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(2 * __i_lo, 2 * __i_hi)]);
        __loop.access(&__v_p, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(2 * __i_lo, 2 * __i_hi - 1)]);
        let __s0_p = __loop.section(|[(__i_lo, __i_hi)]| [(2 * __i_lo, 2 * __i_hi)]);
        let p = __v_p.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_p = __s0_p.of(&__chunks);
            let __i_part = __chunks;
            let mut p = p.within(&__s0_p);
            for i in __i_part.clone() {
                p[2 * i] += 1.0;
                p[2 * i + 1] += 2.0;
                let s = p[2 * i];
                p[2 * i + 1] += s;
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    __hp5.end();
}

fn main() {
    let a: Vec<f64> = (0..48 * 66).map(|x| (x % 17) as f64).collect();
    let mut b = vec![0.5; 48 * 66];
    let mut c = vec![0.5; 16 * 16 * 12];
    let mut img = vec![100u8; 32 * 32 * 3];
    literal(&a, &mut b);
    stencil(&a, &mut b);
    consts(&a, &mut b);
    in_place(&mut b);
    three(&mut c);
    rgb(&mut img);
    pairs(&mut c);
    println!("{:?} {:?} {:?}", b, c, img);
}
