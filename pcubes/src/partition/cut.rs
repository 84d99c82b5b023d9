//! Partition functions: one dimension cut into parts (HighP5, section 4.1).
//!
//! | function | parts of `n` positions | part `c` |
//! |---|---|---|
//! | `block_size(s)` | `ceil(n / s)` | `c*s .. (c+1)*s`, the last one shorter |
//! | `block_count(c)` | `c` | neighbours; the first `n mod c` parts one longer |
//! | `stride(l)` | `l` | every `l`-th position from `c` on |
//! | `block_stride(s, l)` | `l` | every `l`-th block of `s` positions from block `c` on |
//! | none, `replicated` | 1 | all |
//!
//! Parts are disjoint and cover; those of `block_count` and the strides may be empty. Padding
//! widens a block, to either side, by positions that it does not own.

use std::fmt;

use thiserror::Error;

use crate::partition::blocks::Blocks;

/// How a dimension is cut.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Function {
    /// Not at all.
    Whole,
    /// Into blocks of this size.
    BlockSize(usize),
    /// Into so many blocks.
    BlockCount(usize),
    /// Blocks of `size` are dealt to `count` parts in turn; of size 1 it is `stride(count)`.
    BlockStride {
        /// Positions per block.
        size: usize,
        /// Parts.
        count: usize,
    },
}

impl Function {
    /// `stride(l)`.
    #[must_use]
    pub fn stride(count: usize) -> Function {
        Function::BlockStride { size: 1, count }
    }

    /// Its name in the language.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Function::Whole => "replicated",
            Function::BlockSize(_) => "block_size",
            Function::BlockCount(_) => "block_count",
            Function::BlockStride { size: 1, .. } => "stride",
            Function::BlockStride { .. } => "block_stride",
        }
    }

    /// True when it leaves a dimension whole.
    #[must_use]
    pub fn is_whole(self) -> bool {
        self == Function::Whole
    }
}

impl fmt::Display for Function {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Function::Whole => f.write_str(self.name()),
            Function::BlockSize(n) | Function::BlockCount(n) => write!(f, "{}({n})", self.name()),
            Function::BlockStride { size: 1, count } => write!(f, "stride({count})"),
            Function::BlockStride { size, count } => write!(f, "block_stride({size}, {count})"),
        }
    }
}

/// Positions that a part holds beside those that it owns.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Padding {
    /// Towards position 0.
    pub low: usize,
    /// Towards the end.
    pub high: usize,
}

impl Padding {
    /// The same to both sides.
    #[must_use]
    pub fn both(width: usize) -> Padding {
        Padding {
            low: width,
            high: width,
        }
    }

    /// True when there is none.
    #[must_use]
    pub fn is_none(self) -> bool {
        self == Padding::default()
    }
}

/// A cut that cannot be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum CutError {
    /// Sizes and counts begin at 1.
    #[error("{0}: sizes and counts begin at 1")]
    Zero(Function),
    /// Only blocks have neighbours.
    #[error(
        "padding with {0}: only parts of block_size and block_count are blocks that can be widened"
    )]
    Padding(Function),
}

/// A partition function with its padding: what cuts one dimension.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Cut {
    function: Function,
    padding: Padding,
}

/// What one part of a dimension holds, as positions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Piece {
    /// Its own, held by no other part.
    pub owned: Blocks,
    /// With the padding; never beyond the dimension.
    pub padded: Blocks,
}

impl Piece {
    /// Numbers, among the padded positions, of those that it owns: where a copy of the part
    /// has them.
    #[must_use]
    pub fn owned_within(&self) -> Blocks {
        match (self.owned.as_interval(), self.padded.as_interval()) {
            (Some(owned), Some(padded)) => {
                Blocks::interval(owned.start - padded.start..owned.end - padded.start)
            }
            // No padding.
            _ => Blocks::interval(0..self.owned.len()),
        }
    }
}

impl Cut {
    /// A dimension that is left whole.
    pub const WHOLE: Cut = Cut {
        function: Function::Whole,
        padding: Padding { low: 0, high: 0 },
    };

    /// A cut by `function`, its parts widened by `padding`.
    ///
    /// # Errors
    /// A size or count of 0; padding where there are no blocks.
    pub fn new(function: Function, padding: Padding) -> Result<Cut, CutError> {
        match function {
            Function::BlockSize(0)
            | Function::BlockCount(0)
            | Function::BlockStride { size: 0, .. }
            | Function::BlockStride { count: 0, .. } => return Err(CutError::Zero(function)),
            Function::BlockStride { .. } | Function::Whole if !padding.is_none() => {
                return Err(CutError::Padding(function));
            }
            _ => {}
        }
        Ok(Cut { function, padding })
    }

    /// The function.
    #[must_use]
    pub fn function(&self) -> Function {
        self.function
    }

    /// The padding.
    #[must_use]
    pub fn padding(&self) -> Padding {
        self.padding
    }

    /// Number of parts of `n` positions.
    #[must_use]
    pub fn parts(&self, n: usize) -> usize {
        match self.function {
            Function::Whole => 1,
            Function::BlockSize(size) => n.div_ceil(size),
            Function::BlockCount(count) | Function::BlockStride { count, .. } => count,
        }
    }

    /// Part `part` of `n` positions; an empty one where there is no such part.
    #[must_use]
    pub fn part(&self, n: usize, part: usize) -> Piece {
        let same = |set| Piece {
            owned: set,
            padded: set,
        };
        let (start, end) = match self.function {
            Function::Whole if part == 0 => return same(Blocks::interval(0..n)),
            Function::Whole => (n, n),
            Function::BlockSize(size) => {
                let start = part.saturating_mul(size).min(n);
                (start, start.saturating_add(size).min(n))
            }
            Function::BlockCount(count) if part >= count => (n, n),
            Function::BlockCount(count) => {
                let (each, longer) = (n / count, n % count);
                let start = part * each + part.min(longer);
                (start, start + each + usize::from(part < longer))
            }
            Function::BlockStride { size, count } => return same(dealt(n, size, count, part)),
        };
        if start == end {
            return same(Blocks::interval(0..0));
        }
        let low = start.saturating_sub(self.padding.low);
        let high = end.saturating_add(self.padding.high).min(n);
        Piece {
            owned: Blocks::interval(start..end),
            padded: Blocks::interval(low..high),
        }
    }

    /// The part that owns position `at` of `n`; of a dimension that is whole, part 0.
    #[must_use]
    pub fn owner(&self, n: usize, at: usize) -> Option<usize> {
        if at >= n {
            return None;
        }
        Some(match self.function {
            Function::Whole => 0,
            Function::BlockSize(size) => at / size,
            Function::BlockCount(count) => {
                let (each, longer) = (n / count, n % count);
                let in_longer = longer * (each + 1);
                match at < in_longer {
                    true => at / (each + 1),
                    false => longer + (at - in_longer) / each,
                }
            }
            Function::BlockStride { size, count } => at / size % count,
        })
    }
}

/// Every `count`-th block of `size` positions of `n`, from block `part` on.
fn dealt(n: usize, size: usize, count: usize, part: usize) -> Blocks {
    let first = part.saturating_mul(size);
    if part >= count || first >= n {
        return Blocks::interval(0..0);
    }
    // A period beyond the end of the numbers is beyond the dimension too.
    let period = size.saturating_mul(count);
    let (whole, rest) = (n / period, n % period);
    let len = whole * size + rest.saturating_sub(first).min(size);
    Blocks::dealt(first, size.min(n - first), period, len)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::partition::random::{Random, by_definition, padded};

    fn members(set: &Blocks) -> Vec<usize> {
        (0..set.len()).map(|k| set.at(k)).collect()
    }

    #[test]
    fn parts_are_what_the_definition_says() {
        let mut random = Random::new(4);
        for _ in 0..4_000 {
            let (cut, n) = (random.cut(), random.below(50));
            let wanted = by_definition(cut.function(), n);
            assert_eq!(cut.parts(n), wanted.len(), "{cut:?} of {n}");
            let mut seen = vec![0; n];
            for (c, wanted) in wanted.iter().enumerate() {
                let piece = cut.part(n, c);
                assert_eq!(&members(&piece.owned), wanted, "{cut:?} of {n}, part {c}");
                for &at in wanted {
                    seen[at] += 1;
                    assert_eq!(cut.owner(n, at), Some(c), "{cut:?} of {n}, {at}");
                }
                padded_is_right(&cut, n, &piece);
            }
            assert!(seen.iter().all(|&times| times == 1), "{cut:?} of {n}");
            assert_eq!(cut.owner(n, n), None);
            assert!(cut.part(n, wanted.len()).owned.is_empty());
        }
    }

    fn padded_is_right(cut: &Cut, n: usize, piece: &Piece) {
        let owned = members(&piece.owned);
        let padded = padded(cut.padding(), n, &owned);
        assert_eq!(members(&piece.padded), padded, "{cut:?} of {n}, {owned:?}");
        let within: Vec<usize> = members(&piece.owned_within());
        let back: Vec<usize> = within.iter().map(|&k| piece.padded.at(k)).collect();
        assert_eq!(back, owned);
    }

    #[test]
    fn what_cannot_be_is_said() {
        for function in [
            Function::BlockSize(0),
            Function::BlockCount(0),
            Function::stride(0),
            Function::BlockStride { size: 0, count: 3 },
        ] {
            let error = Cut::new(function, Padding::default()).unwrap_err();
            assert_eq!(error, CutError::Zero(function));
        }
        let error = Cut::new(Function::stride(3), Padding::both(1)).unwrap_err();
        assert!(
            error.to_string().starts_with("padding with stride(3)"),
            "{error}"
        );
    }

    #[test]
    fn large_arguments_are_no_overflow() {
        let large = usize::MAX;
        let cut = |function| Cut::new(function, Padding::both(0)).unwrap();
        assert_eq!(cut(Function::BlockSize(large)).part(9, 0).owned.len(), 9);
        assert_eq!(cut(Function::BlockCount(large)).part(9, 8).owned.len(), 1);
        assert_eq!(cut(Function::BlockCount(large)).owner(9, 8), Some(8));
        let dealt = cut(Function::BlockStride {
            size: large,
            count: large,
        });
        assert_eq!(dealt.part(9, 0).owned.len(), 9);
        assert!(dealt.part(9, large).owned.is_empty());
        let padded = Cut::new(Function::BlockSize(3), Padding::both(large)).unwrap();
        assert_eq!(padded.part(9, 1).padded.as_interval(), Some(0..9));
    }
}
