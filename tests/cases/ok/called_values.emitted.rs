//! Closures that keep something from call to call are called in the order of the serial program.

struct Numbers<F: FnMut() -> u64> {
    next: F,
    by: u64,
}

impl<F: FnMut() -> u64 + Send + Sync> Numbers<F> {
    #[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
    fn fill(&mut self, b: &mut [u64]) {
        let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("fill", "tests/cases/ok/called_values.rs", 9));
        for lo in (0..b.len()).step_by(10) {
            // hp5: tests/cases/ok/called_values.rs:13 #[hp5::task]
            {
                let __v_self_next = unsafe { __hp5.array("self.next", hp5::rt::scalar(&raw mut (self.next)), &[]) };
                let __w_self_next = hp5::rt::whole(&raw mut (self.next));
                let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b), &[10]) };
                let self_by = hp5::rt::cap!(self.by);
                let mut __t = __hp5.task(hp5::rt::site!("fill:13", "tests/cases/ok/called_values.rs", 13));
                __t.access(&__v_b, hp5::rt::Mode::Out, &[((lo as isize), (((lo + 10).min(b.len())) as isize))]);
                __t.access(&__v_self_next, hp5::rt::Mode::InOut, &[]);
                let __s0_b = [((lo as isize), (((lo + 10).min(b.len())) as isize))];
                let lo = hp5::rt::cap_owned!(lo);
                let b = __v_b.view();
                let __body = move || {
                    let mut self_next = unsafe { __w_self_next.get_mut() };
                    let mut b = b.within(&__s0_b);
                    for i in lo..(lo + 10).min(b.len()) {
                        b[i] = (self_next)() + self_by;
                    }
                };
                unsafe { __t.spawn(__body) };
            }
        }
        __hp5.end();
    }
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn by_value(a: &[f64], b: &mut [f64], mut f: impl FnMut(f64) -> f64 + Send + Sync) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("by_value", "tests/cases/ok/called_values.rs", 21));
    for lo in (0..a.len()).step_by(10) {
        // hp5: tests/cases/ok/called_values.rs:25 #[hp5::task]
        {
            let __v_f = unsafe { __hp5.array("f", hp5::rt::scalar(&raw mut (f)), &[]) };
            let __w_f = hp5::rt::whole(&raw mut (f));
            let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[0]) };
            let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b), &[10]) };
            let mut __t = __hp5.task(hp5::rt::site!("by_value:25", "tests/cases/ok/called_values.rs", 25));
            __t.access(&__v_b, hp5::rt::Mode::Out, &[((lo as isize), (((lo + 10).min(a.len())) as isize))]);
            __t.access(&__v_f, hp5::rt::Mode::InOut, &[]);
            __t.access(&__v_a, hp5::rt::Mode::In, &[((lo as isize), (((lo + 10).min(a.len())) as isize))]);
            let __s0_a = [((lo as isize), (((lo + 10).min(a.len())) as isize))];
            let __s0_b = [((lo as isize), (((lo + 10).min(a.len())) as isize))];
            let lo = hp5::rt::cap_owned!(lo);
            let a = __v_a.view();
            let b = __v_b.view();
            let __body = move || {
                let mut f = unsafe { __w_f.get_mut() };
                let a = a.within(&__s0_a);
                let mut b = b.within(&__s0_b);
                for i in lo..(lo + 10).min(a.len()) {
                    b[i] = f(a[i]);
                }
            };
            unsafe { __t.spawn(__body) };
        }
    }
    __hp5.end();
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn by_parameter<F>(a: &[f64], b: &mut [f64], f: &mut F)
where
    F: FnMut(f64) -> f64 + Send + Sync,
{
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("by_parameter", "tests/cases/ok/called_values.rs", 32));
    // hp5: tests/cases/ok/called_values.rs:37 #[hp5::task_tile(i = 10)], ordered
    {
        let __v_f = unsafe { __hp5.array("f", hp5::rt::scalar(&raw const (f)), &[]) };
        let __w_f = hp5::rt::whole(&raw const (f));
        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[10]) };
        let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b), &[10]) };
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("by_parameter:37", "tests/cases/ok/called_values.rs", 37), hp5::rt::Order::Ordered, hp5::rt::chunks(0..a.len(), 10, 0));
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
                b[i] = f(a[i]); //~ HP5-W0105 | f
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    __hp5.end();
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn by_object(a: &[f64], b: &mut [f64], f: &mut (dyn FnMut(f64) -> f64 + Send + Sync)) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("by_object", "tests/cases/ok/called_values.rs", 43));
    // hp5: tests/cases/ok/called_values.rs:45 #[hp5::task_tile(i = 10)], ordered
    {
        let __v_f = unsafe { __hp5.array("f", hp5::rt::scalar(&raw const (f)), &[]) };
        let __w_f = hp5::rt::whole(&raw const (f));
        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[10]) };
        let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b), &[10]) };
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("by_object:45", "tests/cases/ok/called_values.rs", 45), hp5::rt::Order::Ordered, hp5::rt::chunks(0..a.len(), 10, 0));
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
                b[i] = f(a[i]); //~ HP5-W0105 | f
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    __hp5.end();
}

/// Copies of such a closure would all begin with the same seed.
#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn made_here(b: &mut [u64]) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("made_here", "tests/cases/ok/called_values.rs", 52));
    {
    let mut seed = 1_u64; let __hp5_hold_1361 = __hp5.hold();
    let mut next = move || {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        seed >> 33
    }; let __hp5_hold_1493 = __hp5.hold();
    // hp5: tests/cases/ok/called_values.rs:59 #[hp5::task_tile(i = 10)], ordered
    {
        let __v_next = unsafe { __hp5.array("next", hp5::rt::scalar(&raw mut (next)), &[]) };
        let __w_next = hp5::rt::whole(&raw mut (next));
        let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b), &[10]) };
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("made_here:59", "tests/cases/ok/called_values.rs", 59), hp5::rt::Order::Ordered, hp5::rt::chunks(0..b.len(), 10, 0));
        __loop.access(&__v_b, hp5::rt::Mode::Out, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        __loop.access(&__v_next, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| []);
        let __s0_b = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let b = __v_b.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_b = __s0_b.of(&__chunks);
            let __i_part = __chunks;
            let mut next = unsafe { __w_next.get_mut() };
            let mut b = b.within(&__s0_b);
            for i in __i_part.clone() {
                b[i] = next(); //~ HP5-W0105 | next
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    }
    __hp5.end();
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn without_state(b: &mut [u64], f: impl Fn(u64) -> u64 + Send + Sync) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("without_state", "tests/cases/ok/called_values.rs", 65));
    let g = |x: u64| f(x) + 1;
    // hp5: tests/cases/ok/called_values.rs:68 #[hp5::task_tile(i = 10)], parallel
    {
        let __v_b = unsafe { __hp5.array("b", hp5::rt::flat(&raw const b), &[10]) };
        let f = hp5::rt::cap!(f);
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("without_state:68", "tests/cases/ok/called_values.rs", 68), hp5::rt::Order::Parallel, hp5::rt::chunks(0..b.len(), 10, 0));
        __loop.access(&__v_b, hp5::rt::Mode::Out, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let __s0_b = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let g = hp5::rt::cap_owned!(g);
        let b = __v_b.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_b = __s0_b.of(&__chunks);
            let __i_part = __chunks;
            let f = hp5::rt::again(&f);
            let g = hp5::rt::again(&g);
            let mut b = b.within(&__s0_b);
            for i in __i_part.clone() {
                b[i] = g(i as u64) + f(2);
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    __hp5.end();
}

fn main() {
    let a: Vec<f64> = (0..50).map(f64::from).collect();
    let mut b = vec![0.0; 50];
    let mut sum = 0.0;
    let mut add = |x| {
        sum += x;
        sum
    };
    by_value(&a, &mut b, &mut add);
    println!("{b:?}");
    by_parameter(&a, &mut b, &mut add);
    println!("{b:?}");
    by_object(&a, &mut b, &mut add);
    println!("{b:?}");
    let mut c = vec![0; 50];
    made_here(&mut c);
    println!("{c:?}");
    without_state(&mut c, |x| x * 2);
    println!("{c:?}");
    let mut z = 0;
    let next = || {
        z += 3;
        z
    };
    Numbers { next, by: 5 }.fill(&mut c);
    println!("{c:?}");
}
