//! A `continue` of the outer one of two tiled loops: the rest of its turn is in other tasks.

#[hp5::region]
fn turns(g: &mut [Vec<i64>], n: usize) {
    #[hp5::task_tile(i = 3, j = 4)]
    'rows: for i in 0..n {
        for j in 0..n {
            if g[i][j] == 0 {
                continue 'rows; //~ HP5-E0011 | continue 'rows
            }
            g[i][j] += 1;
        }
    }
}

fn main() {}
