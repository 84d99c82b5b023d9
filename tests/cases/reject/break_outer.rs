//! A labelled `continue` of a loop outside of the task.

#[hp5::region]
fn turns(a: &mut [f64], count: usize) {
    'turns: for _ in 0..count {
        #[hp5::task]
        {
            if a[0] > 1.0 {
                continue 'turns; //~ HP5-E0011
            }
            a[0] += 1.0;
        }
    }
}

fn main() {}
