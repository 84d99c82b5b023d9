//! Numbers that depend on the indices of a task loop in one way only: a constant plus
//! multiples of them.
//!
//! The tiles of a loop's tasks are said with these instead of plain numbers. Whatever can be
//! computed with them is affine, so a section that is not is no silent error but a program that
//! does not compile, and what a section is for each task can be proved for all of them at once
//! (`prove.rs`).

use std::ops::{Add, Mul, Neg, Sub};

use crate::rt::loops::nest::DEEPEST;

/// An index of a task loop, or a constant plus multiples of such indices.
///
/// It can be added to and subtracted from others and plain numbers, and be multiplied by a plain
/// number: `i - 1`, `2 * i + j`, `n - i`. Plain numbers are `i32` (as literals are), `isize` and
/// `usize`.
///
/// # Panics
/// Where a coefficient leaves the range of `isize`.
///
/// ```compile_fail
/// // A product of indices is no section: its tiles could not be found by arithmetic.
/// use hp5::{TiledArray, region};
/// let mut a = TiledArray::from_vec(vec![0; 9], [9], [1]).unwrap();
/// region(|r| {
///     let a = r.array(&mut a);
///     r.tasks("product", (0..3, 0..3)).update(a, |[i, j]| i * j).run(|_, (mut t,)| t[0] = 1);
/// }).unwrap();
/// ```
///
/// ```compile_fail
/// // Nor does a section depend on what an index happens to be.
/// use hp5::{TiledArray, region};
/// let mut a = TiledArray::from_vec(vec![0; 9], [9], [1]).unwrap();
/// region(|r| {
///     let a = r.array(&mut a);
///     let tasks = r.tasks("choice", 0..9).update(a, |[i]| if i < 3 { i } else { i - 3 });
///     tasks.run(|_, (mut t,)| t[0] = 1);
/// }).unwrap();
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Affine {
    at_zero: isize,
    slopes: [isize; DEEPEST],
}

impl Affine {
    /// The index of loop `depth`.
    pub(super) fn index(depth: usize) -> Affine {
        let mut slopes = [0; DEEPEST];
        slopes[depth] = 1;
        Affine { at_zero: 0, slopes }
    }

    /// The indices of the outermost loops.
    pub(super) fn indices<const DEPTH: usize>() -> [Affine; DEPTH] {
        std::array::from_fn(Affine::index)
    }

    /// Its value where all indices are 0, and what each of them adds.
    pub(super) fn parts(&self) -> (isize, &[isize; DEEPEST]) {
        (self.at_zero, &self.slopes)
    }

    fn combine(self, other: Affine, with: impl Fn(isize, isize) -> Option<isize>) -> Affine {
        let with = |a, b| with(a, b).unwrap_or_else(|| too_large());
        Affine {
            at_zero: with(self.at_zero, other.at_zero),
            slopes: std::array::from_fn(|n| with(self.slopes[n], other.slopes[n])),
        }
    }

    fn times(self, factor: isize) -> Affine {
        let times = |a: isize| a.checked_mul(factor).unwrap_or_else(|| too_large());
        Affine {
            at_zero: times(self.at_zero),
            slopes: self.slopes.map(times),
        }
    }

    /// Its least and greatest value where each index is in its interval, both ends of which
    /// belong to it. (The products of two words and sums of five of them that saturate are
    /// far beyond what is asked for.)
    pub(super) fn within(&self, indices: &[(isize, isize)]) -> (i128, i128) {
        let start = (self.at_zero as i128, self.at_zero as i128);
        let terms = self.slopes.iter().zip(indices);
        terms.fold(start, |(least, most), (&slope, &(from, to))| {
            let (a, b) = (slope as i128 * from as i128, slope as i128 * to as i128);
            (
                least.saturating_add(a.min(b)),
                most.saturating_add(a.max(b)),
            )
        })
    }
}

#[cold]
fn too_large() -> ! {
    panic!("a coefficient of a task loop's bounds or tiles is too large for an `isize`")
}

impl Add for Affine {
    type Output = Affine;
    fn add(self, other: Affine) -> Affine {
        self.combine(other, isize::checked_add)
    }
}

impl Sub for Affine {
    type Output = Affine;
    fn sub(self, other: Affine) -> Affine {
        self.combine(other, isize::checked_sub)
    }
}

impl Neg for Affine {
    type Output = Affine;
    fn neg(self) -> Affine {
        self.times(-1)
    }
}

macro_rules! numbers {
    ($($number:ty)*) => {$(
        impl From<$number> for Affine {
            fn from(number: $number) -> Affine {
                let at_zero = isize::try_from(number).unwrap_or_else(|_| too_large());
                Affine { at_zero, slopes: [0; DEEPEST] }
            }
        }
        impl Add<$number> for Affine {
            type Output = Affine;
            fn add(self, number: $number) -> Affine {
                self + Affine::from(number)
            }
        }
        impl Sub<$number> for Affine {
            type Output = Affine;
            fn sub(self, number: $number) -> Affine {
                self - Affine::from(number)
            }
        }
        impl Mul<$number> for Affine {
            type Output = Affine;
            fn mul(self, factor: $number) -> Affine {
                self.times(isize::try_from(factor).unwrap_or_else(|_| too_large()))
            }
        }
        impl Add<Affine> for $number {
            type Output = Affine;
            fn add(self, other: Affine) -> Affine {
                Affine::from(self) + other
            }
        }
        impl Sub<Affine> for $number {
            type Output = Affine;
            fn sub(self, other: Affine) -> Affine {
                Affine::from(self) - other
            }
        }
        impl Mul<Affine> for $number {
            type Output = Affine;
            fn mul(self, other: Affine) -> Affine {
                other * self
            }
        }
    )*};
}
numbers!(i32 isize usize);
