//! Tasks are cut before they run: what the nest itself makes is not known then.

#[hp5::annotated]
fn sweeps(a: &mut [Vec<f64>], first: &[usize], n: usize) {
    #[hp5::region]
    {
        #[hp5::task_tile(i = 2, j = 2)]
        for i in 0..n {
            for j in first[i]..n { //~ HP5-E0021 | first[i]..n
                a[i][j] += 1.0;
            }
        }
        #[hp5::task_tile(i = 2, j = 2)]
        for i in 0..n {
            for j in i * i..n { //~ HP5-E0021 | i * i..n
                a[i][j] += 1.0;
            }
        }
        #[hp5::task_tile(i = 2, j = 2)]
        for i in 0..n {
            let from = first[i];
            for j in from..n { //~ HP5-E0021 | from..n
                a[i][j] += 1.0;
            }
        }
        #[hp5::task_tile(i = 2, j = 2)]
        for i in 0..n {
            for j in (0..n).step_by(i + 1) { //~ HP5-E0021 | (0..n).step_by(i + 1)
                a[i][j] += 1.0;
            }
        }
        #[hp5::task_tile(i = 2, j = i + 1)] //~ HP5-E0021 | j
        for i in 0..n {
            for j in 0..n {
                a[i][j] += 1.0;
            }
        }
        #[hp5::task_tile(i = 2, if(i > 2))] //~ HP5-E0021 | i
        for i in 0..n {
            a[i][0] += 1.0;
        }
    }
}

fn main() {
    let mut a = vec![vec![0.0; 9]; 9];
    sweeps(&mut a, &[1; 9], 9);
}
