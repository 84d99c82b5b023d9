//! Best and median.

use serde::Serialize;

/// Best (least) and median of some samples.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Figure {
    /// The least.
    pub best: f64,
    /// The middle one; of an even number, the mean of the middle two.
    pub median: f64,
}

impl Figure {
    /// Of samples; `None` of none.
    #[must_use]
    pub fn of(samples: &[f64]) -> Option<Figure> {
        let mut sorted: Vec<f64> = samples.iter().copied().filter(|s| s.is_finite()).collect();
        sorted.sort_by(f64::total_cmp);
        let (first, half) = (*sorted.first()?, sorted.len() / 2);
        let median = if sorted.len().is_multiple_of(2) {
            f64::midpoint(sorted[half - 1], sorted[half])
        } else {
            sorted[half]
        };
        Some(Figure {
            best: first,
            median,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn best_and_median() {
        assert_eq!(Figure::of(&[]), None);
        assert_eq!(
            Figure::of(&[3.0, 1.0, 9.0]),
            Some(Figure {
                best: 1.0,
                median: 3.0
            })
        );
        assert_eq!(
            Figure::of(&[4.0, 1.0, 9.0, 2.0]),
            Some(Figure {
                best: 1.0,
                median: 3.0
            })
        );
        assert_eq!(
            Figure::of(&[f64::NAN, 2.0]),
            Some(Figure {
                best: 2.0,
                median: 2.0
            })
        );
    }
}
