//! Templates of arrays that tasks only use as a whole: each is one tile.

fn work(rows: &mut Vec<Vec<f64>>, by: f64) {
    for row in rows.iter_mut() {
        row.iter_mut().for_each(|x| *x = *x * 0.5 + by);
    }
}

#[hp5::region]
fn steps(a: &mut Vec<Vec<f64>>, b: &mut Vec<Vec<f64>>, count: usize) {
    #[hp5::array_tile(a: [4, 4], b: [2, *])]
    for t in 0..count {
        #[hp5::task]
        work(a, t as f64);
        #[hp5::task]
        work(b, 1.0);
    }
}

fn main() {
    let mut a = vec![vec![1.0; 9]; 10];
    let mut b = a.clone();
    steps(&mut a, &mut b, 5);
    println!("{a:?} {b:?}");
}
