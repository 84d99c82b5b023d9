//! Bodies that attract one another, and points gathered around centres.

/// What [`n_body`] gives.
pub struct Bodies {
    /// Rows of x, y, z.
    pub positions: Vec<f64>,
    /// Kinetic energy, a sum by reduction.
    pub energy: f64,
}

/// `steps` steps of length `dt` (trapezoidal in the positions).
#[must_use]
pub fn n_body(positions: &[f64], speeds: &[f64], masses: &[f64], steps: usize, dt: f64) -> Bodies {
    let n = masses.len();
    let (mut place, mut speed) = (positions.to_vec(), speeds.to_vec());
    for _ in 0..steps {
        let mut forces = vec![0.0; 3 * n];
        for i in 0..n {
            for j in (0..n).filter(|&j| j != i) {
                let d = [0, 1, 2].map(|c| place[3 * j + c] - place[3 * i + c]);
                let square = d[0] * d[0] + d[1] * d[1] + d[2] * d[2] + 0.01;
                let pull = masses[j] / (square * square.sqrt());
                for c in 0..3 {
                    forces[3 * i + c] += pull * d[c];
                }
            }
        }
        for at in 0..3 * n {
            let before = speed[at];
            speed[at] += dt * forces[at];
            place[at] += 0.5 * dt * speed[at];
            place[at] += 0.5 * dt * before;
        }
    }
    let energy = (0..n).map(|i| {
        let v = &speed[3 * i..][..3];
        0.5 * masses[i] * (v[0].powi(2) + v[1].powi(2) + v[2].powi(2))
    });
    Bodies {
        energy: energy.sum(),
        positions: place,
    }
}

/// Rounds of Lloyd's algorithm (at least one, at most `rounds`) on points of `d` numbers:
/// labels from 1 on and centres, whose sums are by reduction.
#[must_use]
pub fn k_means(
    points: &[f64],
    mut centers: Vec<f64>,
    d: usize,
    rounds: usize,
) -> (Vec<i32>, Vec<f64>) {
    let k = centers.len() / d;
    let mut labels = vec![0; points.len() / d];
    for _ in 0..rounds.max(1) {
        let mut changed = false;
        for (label, point) in labels.iter_mut().zip(points.chunks(d)) {
            let distance = |c: usize| {
                let differences = point.iter().zip(&centers[c * d..]).map(|(p, c)| p - c);
                differences.fold(0.0, |sum, x| sum + x * x)
            };
            let mut best = 0;
            for c in 1..k {
                if distance(c) < distance(best) {
                    best = c;
                }
            }
            changed |= *label != best + 1;
            *label = best + 1;
        }
        for c in 0..k {
            let mine = || (0..labels.len()).filter(|&i| labels[i] == c + 1);
            let count = mine().count();
            for dimension in (0..d).filter(|_| count > 0) {
                let sum: f64 = mine().map(|i| points[i * d + dimension]).sum();
                centers[c * d + dimension] = sum / count as f64;
            }
        }
        if !changed {
            break;
        }
    }
    let labels = labels
        .into_iter()
        .map(|l| i32::try_from(l).expect("few centres"));
    (labels.collect(), centers)
}
