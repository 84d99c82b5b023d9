//! What functions of the file give, and clones of rows, are no references into arrays.

type Grid = Vec<Vec<f64>>;

#[derive(Debug)]
struct Empty;

fn shape(a: &Grid) -> Result<(usize, usize), Empty> {
    let first = a.first().ok_or(Empty)?;
    Ok((a.len(), first.len()))
}

#[hp5::region]
fn sweeps(a: &mut Grid, b: &mut Grid, count: usize) -> Result<usize, Empty> {
    let (n, m) = shape(a)?;
    for _ in 0..count {
        #[hp5::task_tile(i = 4)]
        for i in 1..n - 1 {
            for j in 0..m {
                b[i][j] = 0.5 * (a[i - 1][j] + a[i + 1][j]);
            }
        }
        std::mem::swap(a, b);
    }
    Ok(n * m)
}

#[hp5::region]
fn paths(wall: &[Vec<i32>], best: &mut Vec<i32>) {
    let mut from = wall[0].clone();
    let n = from.len();
    for t in 1..wall.len() {
        #[hp5::task_tile(j = 5)]
        for j in 1..n {
            best[j] = wall[t][j] + from[j].min(from[j - 1]);
        }
        std::mem::swap(&mut from, best);
    }
    std::mem::swap(&mut from, best);
}

fn main() {
    let mut a: Grid = (0..20).map(|i| (0..9).map(|j| f64::from(i * j % 7)).collect()).collect();
    let mut b = a.clone();
    println!("{:?} {:?}", sweeps(&mut a, &mut b, 5), sweeps(&mut Grid::new(), &mut Grid::new(), 1));
    let wall: Vec<Vec<i32>> = (0..8).map(|i| (0..33).map(|j| (i * 13 + j * 7) % 10).collect()).collect();
    let mut best = vec![0; 33];
    paths(&wall, &mut best);
    println!("{a:?} {best:?}");
}
