//! Rows of a line: where it is not known how far a task goes in one, it may be in others; every other element
//! from one of two is within its row.

const N: usize = 40;
const M: usize = 6;

/// How far a turn goes, which nobody sees.
fn end_of(m: usize, more: usize, longer: bool) -> usize {
    let mut end = m;
    while longer && end < m + more {
        end += 1;
    }
    end
}

#[hp5::region]
fn rows(u: &mut [f64], v: &mut [f64], m: usize) {
    #[hp5::task_tile(i = 3)]
    for i in 0..N - 3 {
        let more = u[i * M] > 2.0; //~ HP5-W0104 | u[i * M]
        let end = end_of(m, 4, more); //~ HP5-W0101 | end_of(m, 4, more)
        for j in 0..end {
            u[i * M + j] *= 0.5;
        }
    }
    #[hp5::task_tile(i = 4)]
    for i in 0..N - 3 {
        let end = end_of(m, 7, i % 3 == 0); //~ HP5-W0101 | end_of(m, 7, i % 3 == 0)
        for j in 0..end {
            v[i] += u[i * M + j];
        }
    }
    #[hp5::task_tile(i = 3)]
    for i in 0..N {
        for j in 0..M {
            u[i * M + j] = 0.75 * u[i * M + j] + 0.125 * i as f64;
        }
    }
}

#[hp5::region]
fn red_black(u: &mut [f64], n: usize, m: usize) {
    for c in 0..2 {
        #[hp5::task_tile(i = 5)]
        for i in 1..n - 1 {
            for j in (1 + (i + c) % 2..m - 1).step_by(2) {
                u[i * m + j] = 0.25
                    * (u[(i - 1) * m + j] + u[(i + 1) * m + j] + u[i * m + j - 1] + u[i * m + j + 1]);
            }
        }
    }
}

fn main() {
    let mut u: Vec<f64> = (0..N * M).map(|k| (k % 11) as f64).collect();
    let mut v = vec![0.0; N];
    for _ in 0..6 {
        rows(&mut u, &mut v, M);
        red_black(&mut u, N, M);
    }
    let sum: f64 = u.iter().enumerate().map(|(k, x)| x * (k % 7 + 1) as f64).sum();
    let more: f64 = v.iter().enumerate().map(|(k, x)| x * (k % 5 + 1) as f64).sum();
    println!("{:?}", sum + more);
}
