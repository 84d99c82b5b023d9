//! Tile sizes that are constants, parameters and expressions.

const TILE: usize = 6;

#[hp5::region]
#[hp5::array_tile(a: [TILE, width / 2])]
fn fill(a: &mut Vec<Vec<i32>>, width: usize, tile: usize) {
    let n = a.len();
    let m = a[0].len();
    #[hp5::task_tile(i = TILE, j = width / 2)]
    for i in 0..n {
        for j in 0..m {
            a[i][j] = (i % TILE * 100 + j * width) as i32;
        }
    }
    #[hp5::task_tile(i = tile + 1)]
    for i in 1..n {
        for j in 0..m {
            a[i][j] += a[i - 1][j] % (tile as i32 + 4);
        }
    }
}

fn main() {
    let mut a = vec![vec![0; 21]; 17];
    fill(&mut a, 10, 3);
    println!("{}", a.iter().flatten().sum::<i32>());
}
