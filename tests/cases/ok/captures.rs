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

#[hp5::region]
fn count(a: &mut [f64], ran: &AtomicUsize, seen: &Mutex<std::cell::Cell<usize>>, cell: Cell<f64>) {
    for turn in 0..3 { //~ HP5-N0203
        let own = Rc { weight: 1.5, name: "own".repeat(turn) };
        let most = Arc::new(1000.0);
        #[hp5::task_tile(i = 4)]
        for i in 0..a.len() {
            ran.fetch_add(1, Ordering::Relaxed);
            let seen = seen.lock().unwrap();
            seen.set(seen.get() + 1);
            a[i] += cell.value * scale(a[i], &own, &most);
        }
    }
}

fn main() {
    let mut a: Vec<f64> = (0..19).map(f64::from).collect();
    let (ran, seen) = (AtomicUsize::new(0), Mutex::default());
    count(&mut a, &ran, &seen, Cell { value: 0.5 });
    println!("{} {} {:?}", ran.into_inner(), seen.into_inner().unwrap().get(), a);
}
