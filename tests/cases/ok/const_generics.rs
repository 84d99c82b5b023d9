//! Lengths and tile sizes that are parameters of types.

struct Matrix<const R: usize, const C: usize>([[i64; C]; R]);

impl<const R: usize, const C: usize> Matrix<R, C> {
    const HALF: usize = R / 2;

    #[hp5::region]
    fn fold<const TILE: usize>(&mut self, by: &[i64; C]) {
        #[hp5::task_tile(i = TILE)]
        for i in 0..R {
            for j in 0..C {
                self.0[i][j] += by[C - 1 - j];
            }
        }
        #[hp5::task_tile(i = 2)]
        for i in 0..Self::HALF {
            for j in 0..C {
                self.0[i][j] += self.0[R - 1 - i][j];
            }
        }
    }
}

fn main() {
    let mut matrix = Matrix([[1, 2, 3], [4, 5, 6], [7, 8, 9], [1, 0, 1], [2, 2, 2]]);
    matrix.fold::<2>(&[10, 20, 30]);
    println!("{:?}", matrix.0);
}
