//! Inputs, the same each time.

use std::path::Path;

use super::programs::{Kind, Program};

/// Writes the inputs of a program, where they are not there yet.
///
/// # Errors
/// A size that is no number, a file that cannot be written.
pub fn make(program: &Program, size: &[(&str, &str)], folder: &Path) -> Result<(), String> {
    let number = |text: &str| text.parse::<usize>().map_err(|e| format!("{text}: {e}"));
    let n = match size.first() {
        Some(("n", value)) => number(value)?,
        _ => return Ok(()),
    };
    let inputs = program
        .arguments
        .iter()
        .filter(|(_, kind)| *kind == Kind::Input);
    for (seed, (name, kind)) in inputs.enumerate() {
        let path = program.file(folder, "", name, *kind);
        let written = match (program.name, *name) {
            ("conjugate-gradient", "arg_matrix_cols") => {
                write(&path, &[entries(n)], &laplacian(n).1)
            }
            ("conjugate-gradient", "arg_matrix_rows") => write(&path, &[n * n], &laplacian(n).0),
            ("conjugate-gradient", "arg_matrix_vals") => {
                write(&path, &[entries(n)], &laplacian(n).2)
            }
            ("conjugate-gradient", _) => write(&path, &[n * n], &reals(n * n, seed)),
            _ => write(&path, &[n, n], &reals(n * n, seed)),
        };
        written?;
    }
    Ok(())
}

fn write<T: hp5_arrays::Element>(path: &str, sizes: &[usize], data: &[T]) -> Result<(), String> {
    hp5_arrays::write(path, sizes, data).map_err(|e| e.to_string())
}

/// Numbers that look random, between -5 and 5.
fn reals(count: usize, seed: usize) -> Vec<f64> {
    let mut state = seed as u64 + 1;
    let next = |_| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as f64 / f64::from(1_u32 << 31) * 10.0 - 5.0
    };
    (0..count).map(next).collect()
}

fn entries(n: usize) -> usize {
    5 * n * n - 4 * n
}

/// The five-point Laplacian of an `n` x `n` grid in compressed rows: the place of each row's last
/// entry, columns, values. Positive definite.
fn laplacian(n: usize) -> (Vec<i32>, Vec<i32>, Vec<f64>) {
    let (mut rows, mut columns, mut values) = (Vec::new(), Vec::new(), Vec::new());
    for at in 0..n * n {
        let (i, j) = (at / n, at % n);
        let around = [
            (i > 0).then(|| at - n),
            (j > 0).then(|| at - 1),
            Some(at),
            (j + 1 < n).then(|| at + 1),
            (i + 1 < n).then(|| at + n),
        ];
        for column in around.into_iter().flatten() {
            columns.push(column as i32);
            values.push(if column == at { 4.0 } else { -1.0 });
        }
        rows.push(columns.len() as i32 - 1);
    }
    (rows, columns, values)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_matrix_is_that_of_a_grid() {
        let (rows, columns, values) = laplacian(3);
        assert_eq!(columns.len(), entries(3));
        assert_eq!(rows, [2, 6, 9, 13, 18, 22, 25, 29, 32]);
        assert_eq!(columns[14..19], [1, 3, 4, 5, 7]);
        assert_eq!(values[14..19], [-1.0, -1.0, 4.0, -1.0, -1.0]);
        let numbers = reals(1000, 1);
        assert!(numbers.iter().all(|x| (-5.0..5.0).contains(x)) && numbers[0] != numbers[1]);
    }
}
