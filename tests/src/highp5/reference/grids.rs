//! Sweeps over grids: heat in two and three dimensions, advection, components, a lattice of
//! four dimensions, and the set of Mandelbrot.

/// `sweeps` five-point sweeps over a plate (n x m) whose edges stay.
#[must_use]
pub fn stencil(plate: &[f64], (n, m): (usize, usize), sweeps: usize) -> Vec<f64> {
    let mut new = plate.to_vec();
    for _ in 0..sweeps {
        let old = new.clone();
        for i in 1..n.max(1) - 1 {
            for j in 1..m.max(1) - 1 {
                let at = i * m + j;
                new[at] = 0.25 * (old[at - m] + old[at + m] + old[at - 1] + old[at + 1]);
            }
        }
    }
    new
}

/// The same in three dimensions with a rate.
#[must_use]
pub fn heat3d(heat: &[f64], [n, m, l]: [usize; 3], sweeps: usize, rate: f64) -> Vec<f64> {
    let mut new = heat.to_vec();
    for _ in 0..sweeps {
        let old = new.clone();
        for i in 1..n.max(1) - 1 {
            for j in 1..m.max(1) - 1 {
                for k in 1..l.max(1) - 1 {
                    let at = (i * m + j) * l + k;
                    let around = old[at - m * l]
                        + old[at + m * l]
                        + old[at - l]
                        + old[at + l]
                        + old[at - 1]
                        + old[at + 1];
                    new[at] = old[at] + rate * (around - 6.0 * old[at]);
                }
            }
        }
    }
    new
}

/// `steps` steps of upwind advection; the first two points stay.
#[must_use]
pub fn advection(u: &[f64], steps: usize, courant: f64) -> Vec<f64> {
    let slope = |u: &[f64], i: usize| 0.5 * (3.0 * u[i] - 4.0 * u[i - 1] + u[i - 2]);
    let (mut older, mut old) = (u.to_vec(), u.to_vec());
    for _ in 0..steps {
        let mut new = old.clone();
        for i in 2..u.len() {
            new[i] = old[i] - courant * (1.5 * slope(&old, i) - 0.5 * slope(&older, i));
        }
        (older, old) = (old, new);
    }
    old
}

/// Labels of connected cells that are not 0 (1 + the least row-major place of each
/// component), and the number of rounds of spreading to neighbours that it takes to see
/// that none changes.
#[must_use]
pub fn components(cells: &[i32], (n, m): (usize, usize)) -> (Vec<i32>, i32) {
    let number = |(at, &cell): (usize, &i32)| {
        if cell == 0 {
            0
        } else {
            i32::try_from(at + 1).expect("grids of the tests are small")
        }
    };
    let mut labels: Vec<i32> = cells.iter().enumerate().map(number).collect();
    for round in 1.. {
        let old = labels.clone();
        for i in 0..n {
            for j in 0..m {
                let at = i * m + j;
                let mut near = Vec::new();
                if i > 0 {
                    near.push(old[at - m]);
                }
                if i + 1 < n {
                    near.push(old[at + m]);
                }
                if j > 0 {
                    near.push(old[at - 1]);
                }
                if j + 1 < m {
                    near.push(old[at + 1]);
                }
                let least = near.into_iter().filter(|&label| label > 0).min();
                if old[at] > 0 {
                    labels[at] = old[at].min(least.unwrap_or(old[at]));
                }
            }
        }
        if labels == old {
            return (labels, round);
        }
    }
    unreachable!("labels only fall")
}

/// Rounds of relaxation on a lattice (at least one) until the greatest change of a mean is
/// at most `limit` or there were `rounds + 1`; the field and the product of
/// `1 + field / 1000` (by reduction).
#[must_use]
pub fn lattice(field: &[f64], size: [usize; 4], limit: f64, rounds: usize) -> (Vec<f64>, f64) {
    let steps = [
        size[1] * size[2] * size[3],
        size[2] * size[3],
        size[3],
        1_usize,
    ];
    let inner = |at: usize| {
        (0..4).all(|d| {
            let i = at / steps[d] % size[d];
            i > 0 && i + 1 < size[d]
        })
    };
    let mut field = field.to_vec();
    let mut round = 0;
    loop {
        let old = field.clone();
        let mut change = f64::NEG_INFINITY;
        for at in (0..field.len()).filter(|&at| inner(at)) {
            let mut sum = old[at - steps[0]] + old[at + steps[0]];
            for step in &steps[1..] {
                sum = sum + old[at - step] + old[at + step];
            }
            let mean = 0.125 * sum;
            field[at] = 0.5 * (old[at] + mean);
            change = change.max((mean - old[at]).abs());
        }
        if change <= limit || round >= rounds {
            let product = field.iter().map(|f| 1.0 + 0.001 * f).product();
            return (field, product);
        }
        round += 1;
    }
}

/// Steps to escape, `limit` for points that do not, on a grid over [-2, 1) x [-1, 1).
#[must_use]
pub fn mandelbrot(rows: i32, columns: i32, limit: i32) -> Vec<i32> {
    let steps = |i: i32, j: i32| {
        let x = -2.0 + 3.0 * f64::from(j) / f64::from(columns);
        let y = -1.0 + 2.0 * f64::from(i) / f64::from(rows);
        let (mut a, mut b, mut count) = (0.0, 0.0, 0);
        loop {
            (a, b) = (a * a - b * b + x, 2.0 * a * b + y);
            count += 1;
            if count >= limit || a * a + b * b > 4.0 {
                return count;
            }
        }
    };
    let row = |i: i32| (0..columns).map(move |j| steps(i, j));
    (0..rows).flat_map(row).collect()
}
