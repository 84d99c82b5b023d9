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

#[hp5::region]
fn run(a: &mut [f64]) {
    #[hp5::task_tile(i = 4)]
    for i in 0..a.len() {
        a[i] = entry(i);
    }
    for i in 0..2 {
        #[hp5::task]
        {
            a[i] += ticket() as f64; //~ HP5-W0108
            deeper(i); //~ HP5-W0108
            own(i); //~ HP5-W0108
        }
        SEEN.store(i, Ordering::Relaxed);
        #[hp5::task]
        {
            SEEN.fetch_add(1, Ordering::Relaxed); //~ HP5-W0108
            a[i] += 1.0;
        }
    }
}

fn main() {
    let mut a = vec![0.0; 10];
    run(&mut a);
    let sum: f64 = a.iter().sum();
    println!("{sum} {}", DONE.load(Ordering::Relaxed));
}
