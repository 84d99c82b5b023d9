//! Lines of a `Partition` section: which dimension of an array each instruction is about.
//!
//! `a: block_size(k), replicated` in a space of two dimensions says what the space's first
//! dimension does with `a`, then what the second one does. Which of the array's dimensions
//! that is follows from their numbers (the paper shows it by example only, listings 1 and 2
//! and the appendix):
//!
//! - dimensions may be named, `a<dim2>: block_size(q)`: as many names as instructions that
//!   cut, in order, or as many as instructions;
//! - an array with at least as many dimensions as there are instructions: instruction `i` is
//!   about dimension `i`, which `replicated` leaves whole;
//! - an array with fewer: `replicated` is about none of them, those that cut take the
//!   dimensions in order.
//!
//! A space dimension without an instruction replicates, and so does a lone `replicated`. An
//! array's dimension that nothing cuts is whole.

use thiserror::Error;

use crate::partition::cut::Cut;

/// A line that cannot be. Dimensions are counted from 1, as programs do.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum LineError {
    /// More instructions than the space has dimensions.
    #[error("{instructions} instructions in a space of {dimensions} dimensions")]
    Instructions {
        /// In the line.
        instructions: usize,
        /// Of the space.
        dimensions: usize,
    },
    /// More cuts than the array has dimensions.
    #[error("{cuts} dimensions to cut, but the array has {rank}")]
    Rank {
        /// Instructions that cut.
        cuts: usize,
        /// Of the array.
        rank: usize,
    },
    /// Dimensions are named, but not as many as are cut.
    #[error("{names} dimensions are named for {cuts} that are cut")]
    Names {
        /// In angle brackets.
        names: usize,
        /// Instructions that cut.
        cuts: usize,
    },
    /// A name beyond the array's dimensions.
    #[error("the array has no dimension {dimension}; it has {rank}")]
    Dimension {
        /// As named.
        dimension: usize,
        /// Of the array.
        rank: usize,
    },
    /// One dimension would be cut twice.
    #[error("dimension {0} is named twice")]
    Twice(usize),
}

/// For each instruction, the dimension of the array, from 0, that it is about; `None` for a
/// `replicated` that is about none. `cuts` says of each instruction whether it cuts, `names`
/// are the dimensions in angle brackets, from 1.
///
/// # Errors
/// When the numbers do not fit.
pub fn assign(
    rank: usize,
    names: &[usize],
    cuts: &[bool],
    space_dimensions: usize,
) -> Result<Vec<Option<usize>>, LineError> {
    let (instructions, dimensions) = (cuts.len(), space_dimensions);
    if instructions > dimensions {
        return Err(LineError::Instructions {
            instructions,
            dimensions,
        });
    }
    check_names(rank, names)?;
    let cutting = cuts.iter().filter(|&&cuts| cuts).count();
    let in_order = |dimensions: &mut dyn Iterator<Item = usize>| {
        let one = |&cuts: &bool| cuts.then(|| dimensions.next()).flatten();
        cuts.iter().map(one).collect()
    };
    if !names.is_empty() {
        if names.len() == cutting {
            return Ok(in_order(&mut names.iter().map(|name| name - 1)));
        }
        if names.len() == instructions {
            return Ok(names.iter().map(|name| Some(name - 1)).collect());
        }
        return Err(LineError::Names {
            names: names.len(),
            cuts: cutting,
        });
    }
    if rank >= instructions {
        return Ok((0..instructions).map(Some).collect());
    }
    if cutting > rank {
        return Err(LineError::Rank {
            cuts: cutting,
            rank,
        });
    }
    Ok(in_order(&mut (0..rank)))
}

fn check_names(rank: usize, names: &[usize]) -> Result<(), LineError> {
    for (n, &dimension) in names.iter().enumerate() {
        if !(1..=rank).contains(&dimension) {
            return Err(LineError::Dimension { dimension, rank });
        }
        if names[..n].contains(&dimension) {
            return Err(LineError::Twice(dimension));
        }
    }
    Ok(())
}

/// One dimension of an array, cut along one dimension of the space.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Axis {
    /// Dimension of the space, from 0.
    pub space: usize,
    /// Dimension of the array, from 0.
    pub array: usize,
    /// How.
    pub cut: Cut,
}

/// The axes of a line: one for each instruction of `cuts` that cuts.
///
/// # Errors
/// As for [`assign`].
pub fn axes(
    rank: usize,
    names: &[usize],
    cuts: &[Cut],
    space_dimensions: usize,
) -> Result<Vec<Axis>, LineError> {
    let cutting: Vec<bool> = cuts.iter().map(|cut| !cut.function().is_whole()).collect();
    let arrays = assign(rank, names, &cutting, space_dimensions)?;
    let axis = |(space, (array, &cut)): (usize, (Option<usize>, &Cut))| {
        let array = array.filter(|_| cutting[space])?;
        Some(Axis { space, array, cut })
    };
    Ok(arrays
        .into_iter()
        .zip(cuts)
        .enumerate()
        .filter_map(axis)
        .collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Line, rank, names, whether each instruction cuts, dimensions of the space, result.
    type Case<'c> = (
        &'c str,
        usize,
        &'c [usize],
        &'c [bool],
        usize,
        &'c [Option<usize>],
    );

    #[test]
    fn the_papers_lines_are_about_what_its_text_says() {
        let (cut, whole) = (true, false);
        let cases: &[Case] = &[
            (
                "c: block_size(k, l)",
                2,
                &[],
                &[cut, cut],
                2,
                &[Some(0), Some(1)],
            ),
            (
                "a: block_size(k), replicated",
                2,
                &[],
                &[cut, whole],
                2,
                &[Some(0), Some(1)],
            ),
            (
                "b: replicated, block_size(l)",
                2,
                &[],
                &[whole, cut],
                2,
                &[Some(0), Some(1)],
            ),
            (
                "vector: replicated, block_count(n)",
                1,
                &[],
                &[whole, cut],
                2,
                &[None, Some(0)],
            ),
            ("matrix: block_count(k)", 2, &[], &[cut], 1, &[Some(0)]),
            ("a<dim2>: block_stride(b)", 2, &[2], &[cut], 1, &[Some(1)]),
            ("l_block: replicated", 2, &[], &[whole], 1, &[Some(0)]),
            ("w: replicated", 1, &[], &[whole], 2, &[Some(0)]),
            (
                "x<dim2>: replicated, block_size(b)",
                2,
                &[2],
                &[whole, cut],
                2,
                &[None, Some(1)],
            ),
            (
                "x<dim2, dim1>: block_size(a), replicated",
                2,
                &[2, 1],
                &[cut, whole],
                2,
                &[Some(1), Some(0)],
            ),
        ];
        for (line, rank, names, cuts, dims, wanted) in cases {
            assert_eq!(
                assign(*rank, names, cuts, *dims).as_deref(),
                Ok(*wanted),
                "{line}"
            );
        }
    }

    #[test]
    fn numbers_that_do_not_fit_are_said() {
        let errors = [
            (
                assign(2, &[], &[true, true], 1),
                "2 instructions in a space of 1 dimensions",
            ),
            (
                assign(1, &[], &[true, true], 2),
                "2 dimensions to cut, but the array has 1",
            ),
            (
                assign(2, &[3], &[true], 1),
                "the array has no dimension 3; it has 2",
            ),
            (
                assign(2, &[0], &[true], 1),
                "the array has no dimension 0; it has 2",
            ),
            (
                assign(2, &[2, 2], &[true, true], 2),
                "dimension 2 is named twice",
            ),
            (
                assign(3, &[1, 2, 3], &[true, true], 2),
                "3 dimensions are named for 2 that are cut",
            ),
        ];
        for (result, says) in errors {
            assert_eq!(result.unwrap_err().to_string(), says);
        }
    }

    #[test]
    fn only_what_cuts_is_an_axis() {
        use crate::partition::cut::{Function, Padding};
        let cut = Cut::new(Function::BlockSize(4), Padding::default()).unwrap();
        let axes = axes(2, &[], &[Cut::WHOLE, cut], 2).unwrap();
        let only = Axis {
            space: 1,
            array: 1,
            cut,
        };
        assert_eq!(axes, [only]);
    }
}
