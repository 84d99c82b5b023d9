//! What tasks capture: numbers, references, clones, types of the user's own that are called as
//! ones of the standard library that threads cannot share.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

#[derive(Clone, Copy)]
struct Cell<T> {
    value: T,
}

#[derive(Clone)]
struct Rc {
    weight: f64,
    name: String,
}

fn scale(x: f64, by: &Rc, most: &Arc<f64>) -> f64 {
    (x * by.weight + by.name.len() as f64).min(**most)
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn count(a: &mut [f64], ran: &AtomicUsize, seen: &Mutex<std::cell::Cell<usize>>, cell: Cell<f64>) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("count", "tests/cases/ok/captures.rs", 22));
    for turn in 0..3 { //~ HP5-N0203
        let own = Rc { weight: 1.5, name: "own".repeat(turn) };
        let most = Arc::new(1000.0);
        // hp5: tests/cases/ok/captures.rs:27 #[hp5::task_tile(i = 4)], ordered
        {
            let __v_ran = unsafe { __hp5.array("ran", hp5::rt::scalar(&raw const (ran)), &[]) };
            let __w_ran = hp5::rt::whole(&raw const (ran));
            let __v_seen = unsafe { __hp5.array("seen", hp5::rt::scalar(&raw const (seen)), &[]) };
            let __w_seen = hp5::rt::whole(&raw const (seen));
            let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[4]) };
            let cell = hp5::rt::cap!(cell);
            let mut __loop = __hp5.loop_tasks(hp5::rt::site!("count:27", "tests/cases/ok/captures.rs", 27), hp5::rt::Order::Ordered, hp5::rt::chunks(0..a.len(), 4, 0));
            __loop.access(&__v_a, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
            __loop.access(&__v_ran, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| []);
            __loop.access(&__v_seen, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| []);
            __loop.access(&__v_a, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
            let __s0_a = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
            let own = hp5::rt::cap_owned!(own);
            let most = hp5::rt::cap_owned!(most);
            let a = __v_a.view();
            let __body = __loop.body(move |__chunks| {
                let __s0_a = __s0_a.of(&__chunks);
                let __i_part = __chunks;
                let cell = hp5::rt::again(&cell);
                let own = hp5::rt::again(&own);
                let most = hp5::rt::again(&most);
                let ran = &**unsafe { __w_ran.get() };
                let seen = &**unsafe { __w_seen.get() };
                let mut a = a.within(&__s0_a);
                for i in __i_part.clone() {
                    ran.fetch_add(1, Ordering::Relaxed);
                    let seen = seen.lock().unwrap();
                    seen.set(seen.get() + 1);
                    a[i] += cell.value * scale(a[i], &own, &most);
                }
            });
            unsafe { __loop.spawn(__body) };
        }
    }
    __hp5.end();
}

fn main() {
    let mut a: Vec<f64> = (0..19).map(f64::from).collect();
    let (ran, seen) = (AtomicUsize::new(0), Mutex::default());
    count(&mut a, &ran, &seen, Cell { value: 0.5 });
    println!("{} {} {:?}", ran.into_inner(), seen.into_inner().unwrap().get(), a);
}
