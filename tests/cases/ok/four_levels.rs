//! Arrays of four brackets: vectors of arrays, a component at each point of a grid.

type Grid = Vec<[[[f64; 5]; 6]; 7]>;

#[hp5::region]
fn sweeps(u: &mut Grid, rhs: &mut Grid, count: usize) {
    let n = u.len();
    for _ in 0..count {
        #[hp5::task_tile(k = 2, j = 3)]
        for k in 1..n - 1 {
            for j in 1..6 {
                for i in 1..5 {
                    for m in 0..5 {
                        rhs[k][j][i][m] = u[k - 1][j][i][m] + u[k + 1][j][i][m] - 0.5 * u[k][j - 1][i][4 - m]
                            + u[k][j + 1][i][m]
                            - u[k][j][i - 1][m];
                    }
                }
            }
        }
        #[hp5::task_tile(k = 2, j = 3)]
        for k in 1..n - 1 {
            for j in 1..6 {
                for i in 1..5 {
                    for m in 0..5 {
                        u[k][j][i][m] += 0.125 * rhs[k][j][i][m];
                    }
                }
            }
        }
    }
}

fn main() {
    let mut u: Grid = vec![[[[0.0; 5]; 6]; 7]; 9];
    for (at, cell) in u.iter_mut().flatten().flatten().flatten().enumerate() {
        *cell = (at * 7 % 13) as f64;
    }
    let mut rhs = u.clone();
    sweeps(&mut u, &mut rhs, 4);
    println!("{:016x}", u.iter().flatten().flatten().flatten().fold(0, |h: u64, x| h.rotate_left(5) ^ x.to_bits()));
}
