//! A `break` of the loop that becomes tasks.

#[hp5::region]
fn find(a: &[f64], b: &mut [f64]) {
    #[hp5::task_tile(i = 8)]
    for i in 0..a.len() {
        if a[i] < 0.0 {
            break; //~ HP5-E0011 | break
        }
        b[i] = a[i].sqrt();
    }
}

fn main() {}
