//! `task_tile` stands on a `for` nest.

#[hp5::region]
fn scale(a: &mut [f64]) {
    #[hp5::task_tile(i = 8)] //~ HP5-E0003
    {
        a[0] = 2.0;
    }
}

fn main() {}
