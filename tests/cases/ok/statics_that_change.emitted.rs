//! Statics that may change: nothing orders tasks by them, and a warning says so.

use std::cell::Cell;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

struct Log {
    lines: Mutex<Vec<usize>>,
}

static NEXT: AtomicUsize = AtomicUsize::new(0);
static DONE: AtomicUsize = AtomicUsize::new(0);
static SEEN: AtomicUsize = AtomicUsize::new(0);
static LOG: Log = Log {
    lines: Mutex::new(Vec::new()),
};
static TABLE: [f64; 2] = [1.0, 2.0];
thread_local! {
    static OWN: Cell<usize> = const { Cell::new(0) };
}

fn ticket() -> usize {
    NEXT.fetch_add(1, Ordering::Relaxed)
}

fn note(i: usize) {
    LOG.lines.lock().unwrap().push(i);
}

fn deeper(i: usize) {
    note(i)
}

fn own(i: usize) {
    OWN.with(|own| own.set(i));
}

fn entry(i: usize) -> f64 {
    DONE.fetch_add(1, Ordering::Relaxed);
    TABLE[i % 2]
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn run(a: &mut [f64]) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("run", "tests/cases/ok/statics_that_change.rs", 43));
    // hp5: tests/cases/ok/statics_that_change.rs:45 #[hp5::task_tile(i = 4)], parallel
    {
        let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[4]) };
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("run:45", "tests/cases/ok/statics_that_change.rs", 45), hp5::rt::Order::Parallel, hp5::rt::chunks(0..a.len(), 4, 0));
        __loop.access(&__v_a, hp5::rt::Mode::Out, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let __s0_a = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let a = __v_a.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_a = __s0_a.of(&__chunks);
            let __i_part = __chunks;
            let mut a = a.within(&__s0_a);
            for i in __i_part.clone() {
                a[i] = entry(i);
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    for i in 0..2 {
        // hp5: tests/cases/ok/statics_that_change.rs:50 #[hp5::task]
        {
            let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[4]) };
            let mut __t = __hp5.task(hp5::rt::site!("run:50", "tests/cases/ok/statics_that_change.rs", 50));
            __t.access(&__v_a, hp5::rt::Mode::InOut, &[((i as isize), (i as isize) + 1)]);
            let __s0_a = [((i as isize), (i as isize) + 1)];
            let i = hp5::rt::cap_owned!(i);
            let a = __v_a.view();
            let __body = move || {
                let mut a = a.within(&__s0_a);
                {
                    a[i] += ticket() as f64; //~ HP5-W0108
                    deeper(i); //~ HP5-W0108
                    own(i); //~ HP5-W0108
                }
            };
            unsafe { __t.spawn(__body) };
        }
        SEEN.store(i, Ordering::Relaxed);
        // hp5: tests/cases/ok/statics_that_change.rs:57 #[hp5::task]
        {
            let __v_a = unsafe { __hp5.array("a", hp5::rt::flat(&raw const a), &[4]) };
            let mut __t = __hp5.task(hp5::rt::site!("run:57", "tests/cases/ok/statics_that_change.rs", 57));
            __t.access(&__v_a, hp5::rt::Mode::InOut, &[((i as isize), (i as isize) + 1)]);
            let __s0_a = [((i as isize), (i as isize) + 1)];
            let i = hp5::rt::cap_owned!(i);
            let a = __v_a.view();
            let __body = move || {
                let mut a = a.within(&__s0_a);
                {
                    SEEN.fetch_add(1, Ordering::Relaxed); //~ HP5-W0108
                    a[i] += 1.0;
                }
            };
            unsafe { __t.spawn(__body) };
        }
    }
    __hp5.end();
}

fn main() {
    let mut a = vec![0.0; 10];
    run(&mut a);
    let sum: f64 = a.iter().sum();
    println!("{sum} {}", DONE.load(Ordering::Relaxed));
}
