//! Tasks use what threads cannot share.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

#[hp5::annotated]
fn given(a: &mut [f64], count: &Cell<usize>, seen: &std::cell::RefCell<Vec<usize>>) {
    #[hp5::region]
    {
        #[hp5::task_tile(i = 4)]
        for i in 0..a.len() {
            count.set(count.get() + 1); //~ HP5-E0020 | count
            seen.borrow_mut().push(i); //~ HP5-E0020 | seen
            a[i] += 1.0;
        }
    }
}

#[hp5::region]
fn made(a: &mut [f64], b: &[f64], rows: &[Rc<Vec<f64>>]) {
    let weights = Rc::new(vec![1.0, 2.0]);
    let first = b.as_ptr();
    let last: *const f64 = &raw const b[b.len() - 1];
    for turn in 0..3 {
        let sum = RefCell::new(0.0);
        #[hp5::task_tile(i = 4)]
        for i in 0..a.len() {
            a[i] *= weights[turn % 2]; //~ HP5-E0020 | weights
            a[i] += first as usize as f64; //~ HP5-E0020 | first
            a[i] -= last as usize as f64; //~ HP5-E0020 | last
            a[i] -= rows[0][i]; //~ HP5-E0020 | rows
            *sum.borrow_mut() += 1.0; //~ HP5-E0020 | sum
        }
    }
}

fn main() {
    let mut a = vec![1.0; 8];
    let b = a.clone();
    given(&mut a, &Cell::new(0), &RefCell::default());
    made(&mut a, &b, &[Rc::new(b.clone())]);
}
