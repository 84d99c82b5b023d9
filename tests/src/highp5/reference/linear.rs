//! Matrices and vectors: products, LU factorisation, conjugate gradients, power iteration.

/// `a` (n x k) times `b` (k x m): each sum in ascending order of `k`.
#[must_use]
pub fn matrix_multiply(a: &[f64], b: &[f64], (n, k, m): (usize, usize, usize)) -> Vec<f64> {
    let mut c = vec![0.0; n * m];
    for i in 0..n {
        for j in 0..m {
            for p in 0..k {
                c[i * m + j] += a[i * k + p] * b[p * m + j];
            }
        }
    }
    c
}

/// `a` (n x m) times `x` in single precision, each sum from left to right.
#[must_use]
pub fn matrix_vector(a: &[f32], x: &[f32], n: usize) -> Vec<f32> {
    let m = x.len();
    let row = |i: usize| (0..m).fold(0.0, |sum, j| sum + a[i * m + j] * x[j]);
    (0..n).map(row).collect()
}

/// What [`block_lu`] gives: both factors transposed, and the interchanges.
pub struct Factors {
    /// Column `k` of the upper factor stands at `upper[k * n..]`.
    pub upper: Vec<f64>,
    /// Column `k` of the lower factor, whose diagonal is 1.
    pub lower: Vec<f64>,
    /// In step `k` row `k` was interchanged with row `pivots[k]`.
    pub pivots: Vec<i32>,
}

/// LU factorisation of `a` (n x n) with partial pivoting, `b` columns at a time: the
/// columns of a block are finished first, then what they do to the rest is subtracted in
/// one sum per element.
#[must_use]
pub fn block_lu(a: &[f64], n: usize, b: usize) -> Factors {
    // Transposed as in the program: u[column * n + row].
    let mut u: Vec<f64> = (0..n * n).map(|at| a[(at % n) * n + at / n]).collect();
    let mut l = vec![0.0; n * n];
    for k in 0..n {
        l[k * n + k] = 1.0;
    }
    let mut pivots = Vec::new();
    for first in (0..n).step_by(b) {
        let last = (first + b - 1).min(n - 1);
        for k in first..=last {
            pivots.push(factor_column(&mut u, &mut l, n, (first, k, last)));
        }
        for column in last + 1..n {
            for row in last + 1..n {
                let mut total = 0.0;
                for k in first..=last {
                    total += u[column * n + k] * l[k * n + row];
                }
                u[column * n + row] -= total;
            }
        }
    }
    Factors {
        upper: u,
        lower: l,
        pivots,
    }
}

/// Step `k` of a block of columns `first..=last`; its pivot row.
fn factor_column(
    u: &mut [f64],
    l: &mut [f64],
    n: usize,
    (first, k, last): (usize, usize, usize),
) -> i32 {
    let mut pivot = k;
    for row in k..n {
        if u[k * n + row].abs() > u[k * n + pivot].abs() {
            pivot = row;
        }
    }
    for column in 0..n {
        u.swap(column * n + k, column * n + pivot);
    }
    for column in 0..k {
        l.swap(column * n + k, column * n + pivot);
    }
    for row in k + 1..n {
        l[k * n + row] = u[k * n + row] / u[k * n + k];
        u[k * n + row] = 0.0;
    }
    for column in k + 1..=last {
        for row in k + 1..n {
            u[column * n + row] -= l[k * n + row] * u[column * n + k];
        }
    }
    for column in last + 1..n {
        for j in first..k {
            u[column * n + k] -= u[column * n + j] * l[j * n + k];
        }
    }
    i32::try_from(pivot).expect("matrices of the tests are small")
}

/// A matrix in compressed rows as the program takes it: the place of the last entry of each
/// row, and column and value of each entry.
pub struct Sparse {
    /// Place of the last entry of each row (an empty row repeats the one before, -1 at first).
    pub rows: Vec<i32>,
    /// Column of each entry.
    pub columns: Vec<i32>,
    /// Value of each entry.
    pub values: Vec<f64>,
}

impl Sparse {
    fn times(&self, x: &[f64]) -> Vec<f64> {
        let mut begin = 0;
        let mut product = Vec::new();
        for &last in &self.rows {
            let end = usize::try_from(last + 1).expect("places are at least -1");
            let entries = (begin..end).map(|e| (self.values[e], self.columns[e]));
            product.push(entries.fold(0.0, |sum, (value, column)| {
                sum + value * x[usize::try_from(column).expect("columns are at least 0")]
            }));
            begin = end;
        }
        product
    }
}

fn dot(u: &[f64], v: &[f64]) -> f64 {
    u.iter().zip(v).map(|(a, b)| a * b).sum()
}

/// At least one and at most `rounds` steps along the residual, from `x` on, until its
/// squared norm is at most `precision`. Sums by reduction.
#[must_use]
pub fn conjugate_gradient(
    a: &Sparse,
    b: &[f64],
    mut x: Vec<f64>,
    rounds: usize,
    precision: f64,
) -> Vec<f64> {
    let mut round = 0;
    loop {
        let product = a.times(&x);
        let residual: Vec<f64> = b.iter().zip(&product).map(|(b, p)| b - p).collect();
        let norm = dot(&residual, &residual);
        let product = dot(&residual, &a.times(&residual));
        let alpha = if product > 0.0 { norm / product } else { 0.0 };
        for (x, r) in x.iter_mut().zip(&residual) {
            *x += alpha * r;
        }
        round += 1;
        if round >= rounds || norm <= precision {
            return x;
        }
    }
}

/// `rounds` (at least 1) steps of power iteration from ones: the vector, the estimate of
/// the greatest eigenvalue, and the first index of the greatest magnitude. Sums by
/// reduction.
#[must_use]
pub fn power_iteration(m: &[f64], n: usize, rounds: usize) -> (Vec<f64>, f64, i32) {
    let mut x = vec![1.0; n];
    let mut value = 0.0;
    for _ in 0..rounds {
        let y: Vec<f64> = (0..n).map(|i| dot(&m[i * n..][..n], &x)).collect();
        value = dot(&y, &y).sqrt();
        x = y.iter().map(|y| y / value).collect();
    }
    let mut largest = 0;
    for i in 1..n {
        if x[i].abs() > x[largest].abs() {
            largest = i;
        }
    }
    let largest = i32::try_from(largest).expect("matrices of the tests are small");
    (x, value, largest)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(count: usize) -> Vec<f64> {
        let at = |i: usize| ((i * 7919 + 13) % 101) as f64 / 10.0 - 5.0;
        (0..count).map(at).collect()
    }

    #[test]
    fn factors_multiply_to_the_interchanged_matrix() {
        for (n, b) in [(1, 1), (2, 1), (5, 2), (7, 3), (8, 4), (11, 20)] {
            let a = numbers(n * n);
            let factors = block_lu(&a, n, b);
            let mut rows: Vec<Vec<f64>> = a.chunks(n).map(<[f64]>::to_vec).collect();
            for (k, &pivot) in factors.pivots.iter().enumerate() {
                rows.swap(k, usize::try_from(pivot).unwrap());
            }
            for (i, row) in rows.iter().enumerate() {
                for (j, want) in row.iter().enumerate() {
                    let term = |k: usize| factors.lower[k * n + i] * factors.upper[j * n + k];
                    let product: f64 = (0..n).map(term).sum();
                    assert!((product - want).abs() < 1e-10, "n {n}, b {b}: ({i}, {j})");
                    assert!(i <= j || factors.upper[j * n + i] == 0.0);
                }
            }
        }
    }

    #[test]
    fn gradients_converge() {
        // 2 on the diagonal, -1 beside it.
        let n = 6;
        let (mut rows, mut columns, mut values) = (Vec::new(), Vec::new(), Vec::new());
        for i in 0..n {
            for j in i.max(1) - 1..(i + 2).min(n) {
                columns.push(i32::try_from(j).unwrap());
                values.push(if i == j { 2.0 } else { -1.0 });
            }
            rows.push(i32::try_from(columns.len()).unwrap() - 1);
        }
        let a = Sparse {
            rows,
            columns,
            values,
        };
        let want = numbers(n);
        let b = a.times(&want);
        let x = conjugate_gradient(&a, &b, vec![0.0; n], 2000, 1e-24);
        assert!(
            x.iter().zip(&want).all(|(x, w)| (x - w).abs() < 1e-9),
            "{x:?}"
        );
    }
}
