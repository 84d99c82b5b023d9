//! Grids of several levels in one array: references to them are taken while tasks are pending,
//! which waits for nothing. Rows of a grid as slices, of which two dimensions are seen.

fn line(to: &mut [f64], below: &[f64], here: &[f64], above: &[f64]) {
    for i in 1..to.len() - 1 {
        to[i] = 0.25 * (below[i] + above[i] + here[i - 1] + here[i + 1]);
    }
}

#[hp5::region]
fn sweeps(u: &mut [Vec<f64>], r: &mut Vec<Vec<f64>>, rounds: usize) {
    let top = u.len() - 1;
    #[hp5::array_tile(default: [2, 4, *])]
    for round in 0..rounds {
        for level in 1..=top {
            let half: usize = 1 << (level - 1);
            let (m, n) = (half + 2, 2 * half + 2);
            let (low, high) = u.split_at_mut(level);
            let (coarse, fine) = (&mut low[level - 1], &high[0]);
            #[hp5::task_tile(k = 2, j = 4)]
            for k in 1..m - 1 {
                for j in 1..m - 1 {
                    let from = (2 * k * n + 2 * j) * n;
                    let line = &fine[from..from + n];
                    let to = (k * m + j) * m;
                    for i in 1..m - 1 {
                        coarse[to + i] += line[2 * i];
                    }
                }
            }
            let (u, r) = (&u[level], &mut r[level]);
            #[hp5::task_tile(k = 2, j = 4)]
            for k in 1..n - 1 {
                for j in 1..n - 1 {
                    let at = (k * n + j) * n;
                    line(&mut r[at..at + n], &u[at - n..at], &u[at..at + n], &u[at + n..at + 2 * n]);
                }
            }
        }
        for level in 0..=top {
            let n: usize = (1 << level) + 2;
            let last: usize = n - 1;
            let grid = if round % 2 == 0 { &mut u[level] } else { &mut r[level] };
            #[hp5::task_tile(k = 2)]
            for k in 1..last {
                for j in 1..last {
                    grid[(k * n + j) * n] = grid[(k * n + j) * n + last];
                }
                for i in 0..n {
                    grid[(k * n + last) * n + i] = 0.5 * grid[(k * n + 1) * n + i];
                }
            }
        }
    }
}

fn main() {
    let grid = |level: u32| {
        let n = 2_usize.pow(level) + 2;
        (0..n * n * n).map(|i| ((i * i) % 23) as f64).collect()
    };
    let mut u: Vec<Vec<f64>> = (0..4).map(grid).collect();
    let mut r = u.clone();
    sweeps(&mut u, &mut r, 5);
    for grid in u.iter().chain(&r) {
        println!("{:016x}", grid.iter().fold(0, |h: u64, x| h.rotate_left(5) ^ x.to_bits()));
    }
}
