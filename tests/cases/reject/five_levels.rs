//! Nested arrays have at most four brackets.

#[hp5::region]
fn scale(a: &mut [[[[[f64; 2]; 2]; 2]; 2]]) {
    #[hp5::task_tile(i = 8)]
    for i in 0..a.len() {
        a[i][0][1][0][1] *= 2.0; //~ HP5-E0005 | a[i][0][1][0][1]
    }
}

fn main() {}
