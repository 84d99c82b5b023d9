//! Operators and methods of a program's own types whose operands name what they change.

use std::num::Wrapping;
use std::ops::{AddAssign, Mul, SubAssign};

#[derive(Clone, Copy, Debug)]
struct Complex {
    re: f64,
    im: f64,
}

impl AddAssign for Complex {
    fn add_assign(&mut self, other: Complex) {
        self.re += other.re;
        self.im -= other.im;
    }
}

impl SubAssign<f64> for Complex {
    fn sub_assign(&mut self, other: f64) {
        self.re -= other;
    }
}

impl Mul for Complex {
    type Output = Complex;

    fn mul(self, other: Complex) -> Complex {
        Complex {
            re: self.re * other.re - self.im * other.im,
            im: self.re * other.im + self.im * other.re,
        }
    }
}

impl Complex {
    fn mix(&mut self, other: Complex) {
        self.re += other.im;
    }

    fn mix_two(&mut self, first: f64, second: Complex, times: f64) -> f64 {
        self.im += first * second.re * times;
        self.im
    }

    #[allow(dead_code)] fn size(&self) -> f64 {
        self.re + self.im
    }
}

fn next(seed: &mut f64) -> f64 {
    *seed += 0.5;
    *seed
}

// Of the library.
#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn wrapping(a: &mut [Wrapping<u32>]) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("wrapping", "tests/cases/ok/operands_of_own_types.rs", 57));
    // hp5: tests/cases/ok/operands_of_own_types.rs:59 #[hp5::task_tile(i = 2)], ordered
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[2]) };
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("wrapping:59", "tests/cases/ok/operands_of_own_types.rs", 59), hp5::rt::Order::Ordered, hp5::rt::chunks(1..6, 2, 0));
        __loop.access(&__v_a, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        __loop.access(&__v_a, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo - 1, __i_hi - 1)]);
        let __s0_a = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo - 1, __i_hi)]);
        let a = __v_a.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_a = __s0_a.of(&__chunks);
            let __i_part = __chunks;
            let mut a = a.within(&__s0_a);
            for i in __i_part.clone() {
                match a[i - 1] * Wrapping(1664525) { __value => a[i] += __value };
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    __hp5.end();
}

// Operators, of a slice, of rows, of a value behind a reference, and of a part.
#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn operators(w: &mut [Complex], rows: &mut [[Complex; 3]; 4], sum: &mut Complex) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("operators", "tests/cases/ok/operands_of_own_types.rs", 66));
    let n = w.len();
    // hp5: tests/cases/ok/operands_of_own_types.rs:69 #[hp5::task_tile(k = 3)], ordered
    {
        let __v_w = unsafe { __hp5.array("w", hp5::rt::flat(&raw const w), &[3]) };
        let __v_sum = unsafe { __hp5.array("sum", hp5::rt::scalar(&raw mut (*sum)), &[]) };
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("operators:69", "tests/cases/ok/operands_of_own_types.rs", 69), hp5::rt::Order::Ordered, hp5::rt::chunks(0..n, 3, 0));
        __loop.access(&__v_w, hp5::rt::Mode::InOut, |[(__k_lo, __k_hi)]| [(__k_lo, __k_hi)]);
        __loop.access(&__v_sum, hp5::rt::Mode::InOut, |[(__k_lo, __k_hi)]| []);
        __loop.access(&__v_w, hp5::rt::Mode::In, |[(__k_lo, __k_hi)]| [(__k_lo, __k_hi)]);
        __loop.access(&__v_w, hp5::rt::Mode::In, |[(__k_lo, __k_hi)]| [((n as isize) - 1, (n as isize))]);
        __loop.access(&__v_w, hp5::rt::Mode::In, |[(__k_lo, __k_hi)]| [(((n / 2) as isize), ((n / 2) as isize) + 1)]);
        let __s0_w = __loop.section(|[(__k_lo, __k_hi)]| [((n as isize) - 1, (n as isize))]);
        let __s1_w = __loop.section(|[(__k_lo, __k_hi)]| [(((n / 2) as isize), ((n / 2) as isize) + 1)]);
        let __s2_w = __loop.section(|[(__k_lo, __k_hi)]| [(__k_lo, __k_hi)]);
        let n = hp5::rt::cap_owned!(n);
        let w = __v_w.view();
        let sum = __v_sum.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_w = __s0_w.of(&__chunks);
            let __s1_w = __s1_w.of(&__chunks);
            let __s2_w = __s2_w.of(&__chunks);
            let __k_part = __chunks;
            let n = hp5::rt::again(&n);
            let _ = w.within(&__s0_w);
            let _ = w.within(&__s1_w);
            let _ = w.within(&__s2_w);
            let mut w = w.within(&hp5::rt::CHECKED);
            let mut sum = sum;
            for k in __k_part.clone() {
                w[k] = w[k] * w[k];
                match w[n - 1] { __value => w[k] += __value };
                match w[n / 2].im { __value => w[k] -= __value };
                *sum += w[k]; //~ HP5-W0103
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    // hp5: tests/cases/ok/operands_of_own_types.rs:76 #[hp5::task_tile(k = 1)], parallel
    {
        let __v_rows = unsafe { __hp5.array("rows", hp5::rt::nested::<2, _>(&raw const rows), &[1, 0]) };
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("operators:76", "tests/cases/ok/operands_of_own_types.rs", 76), hp5::rt::Order::Parallel, hp5::rt::chunks(0..4, 1, 0));
        __loop.access(&__v_rows, hp5::rt::Mode::InOut, |[(__k_lo, __k_hi)]| [(__k_lo, __k_hi), (1, 3)]);
        __loop.access(&__v_rows, hp5::rt::Mode::In, |[(__k_lo, __k_hi)]| [(__k_lo, __k_hi), (0, 1)]);
        let __s0_rows = __loop.section(|[(__k_lo, __k_hi)]| [(__k_lo, __k_hi), (0, 3)]);
        let rows = __v_rows.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_rows = __s0_rows.of(&__chunks);
            let __k_part = __chunks;
            let mut rows = rows.within(&__s0_rows);
            for k in __k_part.clone() {
                for j in 1..3 {
                    match rows[(k, 0)] { __value => rows[(k, j)] += __value };
                }
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    // hp5: tests/cases/ok/operands_of_own_types.rs:82 #[hp5::task]
    {
        let __v_sum = unsafe { __hp5.array("sum", hp5::rt::scalar(&raw mut (*sum)), &[]) };
        let __v_rows = unsafe { __hp5.array("rows", hp5::rt::nested::<2, _>(&raw const rows), &[1, 0]) };
        let mut __t = __hp5.task(hp5::rt::site!("operators:82", "tests/cases/ok/operands_of_own_types.rs", 82));
        __t.access(&__v_rows, hp5::rt::Mode::InOut, &[(0, 1), (1, 2)]);
        __t.access(&__v_sum, hp5::rt::Mode::InOut, &[]);
        __t.access(&__v_rows, hp5::rt::Mode::In, &[(1, 2), (2, 3)]);
        __t.access(&__v_sum, hp5::rt::Mode::In, &[]);
        let __s0_rows = [(1, 2), (2, 3)];
        let __s1_rows = [(0, 1), (1, 2)];
        let sum = __v_sum.view();
        let rows = __v_rows.view();
        let __body = move || {
            let mut sum = sum;
            let mut rows = rows.within_all(&[&__s0_rows, &__s1_rows]);
            {
                match rows[(1, 2)] { __value => rows[(0, 1)] += __value };
                rows[(0, 1)].re += rows[(1, 2)].im;
                match *sum { __value => *sum += __value };
                match (Complex { re: 0.5, ..*sum }) { __value => *sum += __value };
            }
        };
        unsafe { __t.spawn(__body) };
    }
    __hp5.end();
}

// Methods, with several operands, as statements and as values, one in the other.
#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn methods(v: &mut [Complex], p: &mut Complex, lists: &mut [Vec<f64>], out: &mut [f64]) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("methods", "tests/cases/ok/operands_of_own_types.rs", 92));
    {
    let mut seed = 0.5; let __hp5_hold_2181 = __hp5.hold();
    // hp5: tests/cases/ok/operands_of_own_types.rs:95 #[hp5::task_tile(i = 2)], ordered
    {
        let __v_v = unsafe { __hp5.array("v", hp5::rt::flat(&raw const v), &[2]) };
        let __v_out = unsafe { __hp5.array("out", hp5::rt::flat(&raw const out), &[2]) };
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("methods:95", "tests/cases/ok/operands_of_own_types.rs", 95), hp5::rt::Order::Ordered, hp5::rt::chunks(1..6, 2, 0));
        __loop.access(&__v_v, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        __loop.access(&__v_out, hp5::rt::Mode::Out, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        __loop.access(&__v_v, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(0, 1)]);
        __loop.access(&__v_v, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo - 1, __i_hi - 1)]);
        let __s0_v = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo - 1, __i_hi)]);
        let __s1_v = __loop.section(|[(__i_lo, __i_hi)]| [(0, 1)]);
        let __s0_out = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let v = __v_v.view();
        let out = __v_out.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_v = __s0_v.of(&__chunks);
            let __s1_v = __s1_v.of(&__chunks);
            let __s0_out = __s0_out.of(&__chunks);
            let __i_part = __chunks;
            let _ = v.within(&__s0_v);
            let _ = v.within(&__s1_v);
            let mut v = v.within(&hp5::rt::CHECKED);
            let mut out = out.within(&__s0_out);
            for i in __i_part.clone() {
                match v[0] { __value => v[i].mix(__value) };
                out[i] = (match ((v[i - 1].re + v[i - 1].im), v[0]) { (__value0, __value1) => v[i].mix_two(__value0, __value1, 2.0) }) + 1.0;
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    // hp5: tests/cases/ok/operands_of_own_types.rs:100 #[hp5::task]
    {
        let __v_v = unsafe { __hp5.array("v", hp5::rt::flat(&raw const v), &[2]) };
        let __v_out = unsafe { __hp5.array("out", hp5::rt::flat(&raw const out), &[2]) };
        let __v_seed = unsafe { __hp5.array("seed", hp5::rt::scalar(&raw mut (seed)), &[]) };
        let __v_p = unsafe { __hp5.array("p", hp5::rt::scalar(&raw const (p)), &[]) };
        let __w_p = hp5::rt::whole(&raw const (p));
        let mut __t = __hp5.task(hp5::rt::site!("methods:100", "tests/cases/ok/operands_of_own_types.rs", 100));
        __t.access(&__v_v, hp5::rt::Mode::InOut, &[(1, 5)]);
        __t.access(&__v_out, hp5::rt::Mode::Out, &[(0, 1)]);
        __t.access(&__v_seed, hp5::rt::Mode::InOut, &[]);
        __t.access(&__v_p, hp5::rt::Mode::InOut, &[]);
        __t.access(&__v_v, hp5::rt::Mode::In, &[(2, 6)]);
        __t.access(&__v_seed, hp5::rt::Mode::In, &[]);
        __t.access(&__v_p, hp5::rt::Mode::In, &[]);
        let __s0_v = [(1, 6)];
        let __s0_out = [(0, 1)];
        let v = __v_v.view();
        let out = __v_out.view();
        let seed = __v_seed.view();
        let __body = move || {
            let mut v = v.within(&__s0_v);
            let mut out = out.within(&__s0_out);
            let mut seed = seed;
            let mut p = &mut **unsafe { __w_p.get_mut() };
            {
                match (next(&mut (*seed)), v[2]) { (__value0, __value1) => v[1].mix_two(__value0, __value1, next(&mut (*seed))) };
                match (next(&mut (*seed)), v[2], v[3].re) { (__value0, __value1, __value2) => v[2].mix_two(__value0, __value1, __value2) };
                let both = -p.mix_two(match (1.0, v[5]) { (__value0, __value1) => v[4].mix_two(__value0, __value1, 2.0) }, *p, 0.5);
                out[0] = both + (*seed);
            }
        };
        unsafe { __t.spawn(__body) };
    }
    // hp5: tests/cases/ok/operands_of_own_types.rs:107 #[hp5::task]
    {
        let __v_p = unsafe { __hp5.array("p", hp5::rt::scalar(&raw const (p)), &[]) };
        let __w_p = hp5::rt::whole(&raw const (p));
        let mut __t = __hp5.task(hp5::rt::site!("methods:107", "tests/cases/ok/operands_of_own_types.rs", 107));
        __t.access(&__v_p, hp5::rt::Mode::InOut, &[]);
        __t.access(&__v_p, hp5::rt::Mode::In, &[]);
        let __body = move || {
            let mut p = &mut **unsafe { __w_p.get_mut() };
            {
                p.mix(*p);
                p.mix_two((p.re + p.im), *p, 0.5);
            }
        };
        unsafe { __t.spawn(__body) };
    }
    // hp5: tests/cases/ok/operands_of_own_types.rs:112 #[hp5::task]
    {
        let __v_lists = unsafe { __hp5.array("lists", hp5::rt::flat(&raw const lists), &[0]) };
        let mut __t = __hp5.task(hp5::rt::site!("methods:112", "tests/cases/ok/operands_of_own_types.rs", 112));
        __t.access(&__v_lists, hp5::rt::Mode::InOut, &[(0, 1)]);
        __t.access(&__v_lists, hp5::rt::Mode::In, &[(1, 2)]);
        let __s0_lists = [(0, 2)];
        let lists = __v_lists.view();
        let __body = move || {
            let mut lists = lists.within(&__s0_lists);
            match &mut lists[1].clone() { __value => lists[0].append(__value) };
        };
        unsafe { __t.spawn(__body) };
    }
    }
    __hp5.end();
}

fn main() {
    let mut a = [Wrapping(77u32); 8];
    wrapping(&mut a);
    println!("{a:?}");
    let mut w: Vec<Complex> = (0..10)
        .map(|k| Complex {
            re: 0.1 * k as f64,
            im: 0.5,
        })
        .collect();
    let mut rows = [[Complex { re: 1.0, im: 2.0 }; 3]; 4];
    let mut sum = Complex { re: 0.0, im: 0.25 };
    operators(&mut w, &mut rows, &mut sum);
    println!("{w:?} {rows:?} {sum:?}");
    let mut lists = vec![vec![0.5, 1.0], vec![2.0]];
    let mut out = vec![0.0; 8];
    methods(&mut w, &mut sum, &mut lists, &mut out);
    println!("{w:?} {sum:?} {lists:?} {out:?}");
}
