//! How a dimension of an array is cut, by brute force: lists of positions.
//!
//! A partition function works on the positions 0.. of what is divided, in ascending order of
//! index. Source: HighP5, section 4.1 (partition functions) and the notes on the dialect.

use super::{Error, Outcome};

/// A partition function with its arguments.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Function {
    /// Blocks of so many.
    BlockSize(usize),
    /// So many blocks, the first ones one larger.
    BlockCount(usize),
    /// Blocks of so many dealt to so many in turn.
    BlockStride(usize, usize),
}

impl Function {
    /// With arguments as a run has them.
    ///
    /// # Errors
    /// For arguments that are not positive.
    pub fn checked(self) -> Outcome<Function> {
        let (name, least) = match self {
            Function::BlockSize(s) => ("block_size", s),
            Function::BlockCount(c) => ("block_count", c),
            Function::BlockStride(s, l) => ("block_stride", s.min(l)),
        };
        if least == 0 {
            return Err(Error::new(format!("{name} of 0 or less")));
        }
        Ok(self)
    }
}

/// Positions of one part: those it owns, and those with its padding.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Positions {
    /// Without padding.
    pub owned: Vec<usize>,
    /// With padding, clipped to what is divided.
    pub padded: Vec<usize>,
}

/// The parts of `n` positions, with `low` more below and `high` more above.
#[must_use]
pub fn cut(n: usize, function: Function, (low, high): (usize, usize)) -> Vec<Positions> {
    let parts = match function {
        Function::BlockSize(s) => n.div_ceil(s),
        Function::BlockCount(c) => c,
        Function::BlockStride(_, l) => l,
    };
    let mut owned = vec![Vec::new(); parts];
    for position in 0..n {
        owned[owner(position, n, function)].push(position);
    }
    let padded = |owned: Vec<usize>| {
        let mut padded = owned.clone();
        if let (Some(&first), Some(&last)) = (owned.first(), owned.last()) {
            padded.extend((0..n).filter(|&p| p < first && p + low >= first));
            padded.extend((0..n).filter(|&p| p > last && p <= last.saturating_add(high)));
            padded.sort_unstable();
        }
        Positions { owned, padded }
    };
    owned.into_iter().map(padded).collect()
}

/// The part that owns a position.
fn owner(position: usize, n: usize, function: Function) -> usize {
    match function {
        Function::BlockSize(s) => position / s,
        Function::BlockStride(s, l) => position / s % l,
        Function::BlockCount(c) => {
            // Counted out: so many parts with one more, then the others.
            let mut end = 0;
            (0..c)
                .find(|part| {
                    end += n / c + usize::from(*part < n % c);
                    position < end
                })
                .unwrap_or(c - 1)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn owned(n: usize, function: Function) -> Vec<Vec<usize>> {
        cut(n, function, (0, 0))
            .into_iter()
            .map(|p| p.owned)
            .collect()
    }

    #[test]
    fn functions_cut_as_written_down() {
        assert_eq!(
            owned(5, Function::BlockSize(2)),
            [vec![0, 1], vec![2, 3], vec![4]]
        );
        assert_eq!(
            owned(5, Function::BlockCount(3)),
            [vec![0, 1], vec![2, 3], vec![4]]
        );
        assert_eq!(
            owned(2, Function::BlockCount(3)),
            [vec![0], vec![1], vec![]]
        );
        assert_eq!(
            owned(5, Function::BlockStride(1, 2)),
            [vec![0, 2, 4], vec![1, 3]]
        );
        assert_eq!(
            owned(7, Function::BlockStride(2, 2)),
            [vec![0, 1, 4, 5], vec![2, 3, 6]]
        );
    }

    #[test]
    fn padding_is_clipped_and_empty_parts_have_none() {
        let parts = cut(5, Function::BlockSize(2), (1, 3));
        assert_eq!(parts[0].padded, [0, 1, 2, 3, 4]);
        assert_eq!(parts[1].padded, [1, 2, 3, 4]);
        assert_eq!(parts[2].padded, [3, 4]);
        assert!(cut(1, Function::BlockCount(2), (1, 1))[1].padded.is_empty());
    }
}
