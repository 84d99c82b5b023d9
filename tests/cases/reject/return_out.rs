//! A `return` in a task.

#[hp5::region]
fn check(a: &mut [f64]) {
    #[hp5::task_tile(i = 8)]
    for i in 0..a.len() {
        if a[i] < 0.0 {
            return; //~ HP5-E0011 | return
        }
        a[i] = a[i].sqrt();
    }
}

fn main() {}
