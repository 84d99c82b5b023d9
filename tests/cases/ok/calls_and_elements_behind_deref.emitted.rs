//! Closures that are called behind `*`, and types whose elements are behind their own `Deref`.

use std::ops::{Deref, DerefMut};

struct Tail(Vec<u64>);

impl Deref for Tail {
    type Target = [u64];
    fn deref(&self) -> &[u64] {
        &self.0[1..]
    }
}

impl DerefMut for Tail {
    fn deref_mut(&mut self) -> &mut [u64] {
        &mut self.0[1..]
    }
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn elements(tail: &mut Tail, b: &mut [u64]) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("elements", "tests/cases/ok/calls_and_elements_behind_deref.rs", 20));
    // hp5: tests/cases/ok/calls_and_elements_behind_deref.rs:22 #[hp5::task_tile(i = 8)], ordered
    {
        let __v_tail = unsafe { __hp5.array("tail", hp5::rt::scalar(&raw const (tail)), &[]) };
        let __w_tail = hp5::rt::whole(&raw const (tail));
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("elements:22", "tests/cases/ok/calls_and_elements_behind_deref.rs", 22), hp5::rt::Order::Ordered, hp5::rt::chunks(0..32, 8, 0));
        __loop.access(&__v_tail, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| []);
        let __body = __loop.body(move |__i_part| {
            let mut tail = &mut **unsafe { __w_tail.get_mut() };
            for i in __i_part.clone() {
                tail[i] = (i * i) as u64; //~ HP5-W0105 | tail
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    // hp5: tests/cases/ok/calls_and_elements_behind_deref.rs:26 #[hp5::task_tile(i = 8)], parallel
    {
        let __v_tail = unsafe { __hp5.array("tail", hp5::rt::scalar(&raw const (tail)), &[]) };
        let __w_tail = hp5::rt::whole(&raw const (tail));
        let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b), &[8]) };
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("elements:26", "tests/cases/ok/calls_and_elements_behind_deref.rs", 26), hp5::rt::Order::Parallel, hp5::rt::chunks(0..32, 8, 0));
        __loop.access(&__v_b, hp5::rt::Mode::Out, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        __loop.access(&__v_tail, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| []);
        let __s0_b = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let b = __v_b.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_b = __s0_b.of(&__chunks);
            let __i_part = __chunks;
            let tail = &**unsafe { __w_tail.get() };
            let mut b = b.within(&__s0_b);
            for i in __i_part.clone() {
                b[i] = tail.0[i];
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    __hp5.end();
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn calls(a: &[u64], b: &mut [u64], f: &mut (dyn FnMut(u64) -> u64 + Send + Sync)) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("calls", "tests/cases/ok/calls_and_elements_behind_deref.rs", 32));
    // hp5: tests/cases/ok/calls_and_elements_behind_deref.rs:34 #[hp5::task_tile(i = 8)], ordered
    {
        let __v_f = unsafe { __hp5.array("f", hp5::rt::scalar(&raw const (f)), &[]) };
        let __w_f = hp5::rt::whole(&raw const (f));
        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[8]) };
        let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b), &[8]) };
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("calls:34", "tests/cases/ok/calls_and_elements_behind_deref.rs", 34), hp5::rt::Order::Ordered, hp5::rt::chunks(0..a.len(), 8, 0));
        __loop.access(&__v_b, hp5::rt::Mode::Out, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        __loop.access(&__v_f, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| []);
        __loop.access(&__v_a, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let __s0_a = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let __s0_b = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let a = __v_a.view();
        let b = __v_b.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_a = __s0_a.of(&__chunks);
            let __s0_b = __s0_b.of(&__chunks);
            let __i_part = __chunks;
            let mut f = &mut **unsafe { __w_f.get_mut() };
            let a = a.within(&__s0_a);
            let mut b = b.within(&__s0_b);
            for i in __i_part.clone() {
                b[i] = (*f)(a[i]); //~ HP5-W0105 | f
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    // hp5: tests/cases/ok/calls_and_elements_behind_deref.rs:38 #[hp5::task]
    {
        let __v_f = unsafe { __hp5.array("f", hp5::rt::scalar(&raw const (f)), &[]) };
        let __w_f = hp5::rt::whole(&raw const (f));
        let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b), &[8]) };
        let mut __t = __hp5.task(hp5::rt::site!("calls:38", "tests/cases/ok/calls_and_elements_behind_deref.rs", 38));
        __t.access(&__v_b, hp5::rt::Mode::InOut, &[(0, 1)]);
        __t.access(&__v_f, hp5::rt::Mode::InOut, &[]);
        let __s0_b = [(0, 1)];
        let b = __v_b.view();
        let __body = move || {
            let mut f = &mut **unsafe { __w_f.get_mut() };
            let mut b = b.within(&__s0_b);
            {
                b[0] += (*f)(1);
            }
        };
        unsafe { __t.spawn(__body) };
    }
    __hp5.end();
}

fn main() {
    let (mut tail, mut b) = (Tail(vec![1; 40]), vec![0; 32]);
    elements(&mut tail, &mut b);
    println!("{b:?}");
    let mut kept = 1;
    calls(&tail.0, &mut vec![0; 40], &mut |x| {
        kept = kept * 3 % 1_000 + x;
        kept
    });
    println!("{kept}");
}
