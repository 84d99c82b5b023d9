//! Directives that the compiler finds and the translator does not.

use hp5 as h;
use hp5::task as work;
use hp5::{region, task_tile};

#[cfg_attr(feature = "parallel", hp5::region)] //~ HP5-E0023
fn conditional() {}

#[h::region] //~ HP5-E0023
fn renamed_crate(a: &mut [f64]) {
    #[work] //~ HP5-E0023
    {
        a[0] = 1.0;
    }
}

#[region] //~ HP5-E0023
fn imported(a: &mut [f64]) {
    #[task_tile(i = 8)] //~ HP5-E0023
    for i in 0..a.len() {
        a[i] *= 2.0;
    }
}

fn main() {}
