//! Rows under names of their own beside the array that they are rows of: what shows by no address.

#[hp5::region]
fn rows(u: &mut Vec<Vec<f64>>, n: usize, rounds: usize) {
    for t in 0..rounds {
        let (first, rest) = u.split_at_mut(1);
        let (row, next) = (&mut first[0], &mut rest[0]);
        #[hp5::task_tile(j = 2)] //~ HP5-W0102 | #[hp5::task_tile(j = 2)]
        for j in 0..n {
            row[j] += next[n - 1 - j] * 0.5 + t as f64;
        }
        #[hp5::task_tile(i = 2)] //~ HP5-W0102 | #[hp5::task_tile(i = 2)]
        for i in 0..n {
            for j in 0..n {
                u[i][j] += u[i][n - 1 - j] * 0.25;
            }
        }
    }
}

fn add(row: &mut [f64], by: f64) {
    row.iter_mut().for_each(|x| *x += by);
}

/// Rows that tasks hand on are known by where their headers are.
#[hp5::region]
fn handed_on(u: &mut [Vec<f64>], by: f64) {
    let n = u.len();
    {
        let part = &mut u[1][2..7];
        #[hp5::task_tile(j = 2)]
        for j in 0..5 {
            part[j] *= by;
        }
    }
    #[hp5::task_tile(i = 2)] //~ HP5-W0102 | #[hp5::task_tile(i = 2)]
    for i in 0..n {
        add(&mut u[i], by);
    }
    let row = &mut u[n - 1];
    #[hp5::task_tile(j = 2)] //~ HP5-W0102 | #[hp5::task_tile(j = 2)]
    for j in 0..n {
        row[j] *= 0.5;
    }
}

fn main() {
    let mut u: Vec<Vec<f64>> = (0..9).map(|i| (0..9).map(|j| f64::from(i * j % 5)).collect()).collect();
    rows(&mut u, 9, 5);
    handed_on(&mut u, 1.5);
    println!("{u:?}");
}
