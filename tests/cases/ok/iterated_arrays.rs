//! Tasks in loops over iterators, which use the arrays that these give whole.

type Grid = Vec<Vec<f64>>;

fn bump(row: &mut Vec<f64>, by: f64) {
    row.iter_mut().for_each(|x| *x += by);
}

#[hp5::region]
fn rows(u: &mut Grid, by: f64) {
    for row in u.iter_mut() {
        #[hp5::task]
        for x in row.iter_mut() {
            *x *= by;
        }
    }
    for (k, row) in u.iter_mut().enumerate() { //~ HP5-W0102 | u
        #[hp5::task]
        {
            bump(row, k as f64);
            row[0] -= by;
        }
    }
    #[hp5::task_tile(i = 2)] //~ HP5-W0102 | #[hp5::task_tile(i = 2)]
    for i in 0..u.len() {
        u[i][1] += 1.0;
    }
}

#[hp5::region]
fn parts(v: &mut [f64], size: usize) -> f64 {
    for part in v.chunks_mut(size) {
        #[hp5::task]
        part.reverse();
    }
    #[hp5::task_tile(i = 5)]
    for i in 1..v.len() {
        v[i] += 0.5;
    }
    let mut largest = 0.0;
    for part in v.chunks(7) {
        #[hp5::task]
        {
            largest = part.iter().fold(largest, |m: f64, x| m.max(*x));
        }
    }
    #[hp5::task_wait]
    largest
}

#[hp5::region]
fn pairs(u: &mut [Vec<f64>], w: &[Vec<f64>]) {
    for (x, y) in u.iter_mut().zip(w) {
        #[hp5::task]
        {
            x.iter_mut().zip(y.iter()).for_each(|(a, b)| *a += b);
        }
    }
}

fn main() {
    let mut u: Grid = (0..9).map(|i| (0..12).map(|j| f64::from(i * j % 7)).collect()).collect();
    let w = u.clone();
    rows(&mut u, 1.5);
    pairs(&mut u, &w);
    let mut v: Vec<f64> = (0..43).map(f64::from).collect();
    println!("{} {v:?} {u:?}", parts(&mut v.clone(), 10));
    println!("{}", parts(&mut v, 4));
}
