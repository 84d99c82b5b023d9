//! Tiled loops over iterators.

#[hp5::region]
fn rows(u: &mut [Vec<f64>]) {
    #[hp5::task_tile(row = 4)]
    for row in u.iter_mut() { //~ HP5-E0003 | u.iter_mut()
        row[0] += 1.0;
    }
    #[hp5::task_tile(i = 4)]
    for (i, row) in u.iter_mut().enumerate() { //~ HP5-E0003 | u.iter_mut().enumerate()
        row[i] += 1.0;
    }
}

fn main() {}
