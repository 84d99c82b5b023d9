//! Loops that are replayed without being registered again (`rounds`), loops whose bodies are
//! told which turn it is (`laps`), and one that registers other tasks in each turn.

#[hp5::region]
fn relax(a: &mut Vec<f64>, b: &mut Vec<f64>, weights: &Vec<f64>, sweeps: usize, tile: usize) {
    let n = a.len();
    // Two loops of one, exchanged headers, a captured container, a condition.
    for _ in (0..sweeps).rev() {
        let inner = n - 1;
        #[hp5::task_tile(i = tile)]
        for i in 1..inner {
            b[i] = a[i - 1] * weights[1] + a[i + 1] * 0.25;
        }
        if n > 8 {
            #[hp5::task(inout(b))]
            {
                b[0] = b[1] * 0.5;
            }
        }
        std::mem::swap(a, b);
    }
    // The bodies know the turn.
    for t in 0..sweeps {
        for part in 0..3 {
            #[hp5::task_tile(i = 5)]
            for i in 0..n {
                a[i] = a[i] * 0.75 + (t * 3 + part) as f64;
            }
        }
    }
    // The tasks depend on the turn.
    for t in 0..sweeps.min(n) {
        #[hp5::task_tile(i = 5)]
        for i in t..n {
            a[i] = a[i] * 0.5 + 1.0;
        }
    }
}

fn bits(a: &[f64]) -> u64 {
    a.iter().fold(0.0, |sum, x| sum + x).to_bits()
}

fn main() {
    let weights = vec![0.5, 0.75, 0.25];
    for (n, sweeps, tile) in [(9, 0, 2), (40, 1, 3), (33, 2, 40), (50, 23, 7), (7, 400, 1), (64, 1201, 8)] {
        let mut a: Vec<f64> = (0..n).map(|k| ((k * 37) % 101) as f64 / 7.0).collect();
        let mut b = a.clone();
        relax(&mut a, &mut b, &weights, sweeps, tile);
        println!("{n} {sweeps}: {:016x} {:016x}", bits(&a), bits(&b));
    }
}
