//! `forbid(unsafe_code)` cannot be lifted where the emitted program needs it.
#![forbid(unsafe_code)] //~ HP5-E0025

#[hp5::region]
fn f(a: &mut [f64]) {
    #[hp5::task_tile(i = 10)]
    for i in 0..a.len() {
        a[i] = 1.0;
    }
}

#[forbid(unsafe_code)] //~ HP5-E0025
mod inside {
    #[hp5::annotated]
    pub fn g(a: &mut [f64]) {
        #[hp5::region]
        {
            #[hp5::task_tile(i = 10)]
            for i in 0..a.len() {
                a[i] = 1.0;
            }
        }
    }
}

fn main() {}
