//! Holds what two sides wrote against each other.

use std::path::Path;

use super::programs::{Kind, Program};

/// The greatest difference between the files of two sides, of the greatest value in them.
///
/// # Errors
/// Files that cannot be read or have other sizes; Integers that differ.
pub fn difference(program: &Program, folder: &Path, one: &str, other: &str) -> Result<f64, String> {
    let mut greatest = 0.0_f64;
    for &(name, kind) in program.arguments {
        let [one, other] = [one, other].map(|side| program.file(folder, side, name, kind));
        let apart = match kind {
            Kind::Value | Kind::Input => continue,
            Kind::Number => apart(&[scalar(&one)?], &[scalar(&other)?]),
            Kind::Output(rank) => {
                let (one, other) = (array::<f64>(&one, rank)?, array::<f64>(&other, rank)?);
                apart(&one, &other)
            }
            Kind::Integers => {
                let (one, other) = (array::<i32>(&one, 1)?, array::<i32>(&other, 1)?);
                if one != other {
                    return Err(format!("{}: {name} differs", program.name));
                }
                Some(0.0)
            }
        };
        let apart = apart.ok_or_else(|| format!("{}: {name} has two sizes", program.name))?;
        // What is no number is as far apart as can be.
        greatest = if apart.is_nan() {
            f64::INFINITY
        } else {
            greatest.max(apart)
        };
    }
    Ok(greatest)
}

fn scalar(path: &str) -> Result<f64, String> {
    let text = std::fs::read_to_string(path).map_err(|e| format!("{path}: {e}"))?;
    text.trim().parse().map_err(|e| format!("{path}: {e}"))
}

fn array<T: hp5_arrays::Element>(path: &str, rank: usize) -> Result<Vec<T>, String> {
    hp5_arrays::read::<T>(path, rank)
        .map(|array| array.data)
        .map_err(|e| e.to_string())
}

fn apart(one: &[f64], other: &[f64]) -> Option<f64> {
    if one.len() != other.len() {
        return None;
    }
    let scale = other
        .iter()
        .fold(f64::MIN_POSITIVE, |scale, x| scale.max(x.abs()));
    let worst = one.iter().zip(other).map(|(a, b)| (a - b).abs());
    let worst = worst.fold(
        0.0_f64,
        |worst, d| if d.is_nan() { f64::NAN } else { worst.max(d) },
    );
    Some(worst / scale)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differences_count_by_the_greatest_value() {
        assert_eq!(apart(&[1.0, 2.0], &[1.0, 4.0]), Some(0.5));
        assert_eq!(apart(&[1.0], &[1.0, 4.0]), None);
        assert_eq!(apart(&[0.0], &[0.0]), Some(0.0));
        assert!(apart(&[f64::NAN], &[1.0]).is_some_and(f64::is_nan));
    }
}
