//! Array files: what HighP5 programs bind to their environments with `bind_input` and
//! `bind_output`.
//!
//! | name                      | form                                                        |
//! |---------------------------|-------------------------------------------------------------|
//! | `x.npy`                   | NumPy, C or Fortran order                                   |
//! | `x.mtx`                   | Matrix Market, `coordinate` (made dense) or `array`         |
//! | `x.mtx#rows`, `#columns`, `#values` | a part of a sparse matrix in compressed rows       |
//! | anything else             | plain text: sizes on the first line, then the elements      |
//! | (of Characters, one dimension) | the bytes of the file                                  |
//!
//! Elements of user types, and static arrays, are [`Composite`].
//!
//! [`read`] gives what the program asked for, type and number of dimensions, or an [`Error`]
//! that names the file, the place in it and what to do. Numbers are converted only where
//! nothing is lost but the last bits of decimal text: Integers to reals, single to double.
//! Nothing in a file makes it panic, or allocate more than the file can fill.
//!
//! Sources: the NumPy format by `npyz`; Matrix Market as its specification (NIST) has it;
//! compressed rows as in listing 2 of the HighP5 paper (`rows` holds the place of the last
//! entry of each row).
#![deny(missing_docs)]

mod composite;
mod element;
mod error;
mod market;
mod npy;
mod text;

use std::path::Path;

pub use composite::{Composite, Layout};
pub use element::{Element, Kind, Number};
pub use error::{Error, Problem};

/// An array as it stands in a file.
#[derive(Debug, Clone, PartialEq)]
pub struct Array<T> {
    /// Elements along each dimension.
    pub sizes: Vec<usize>,
    /// Row-major.
    pub data: Vec<T>,
}

/// What a file name says about its form.
enum Form {
    Npy,
    Market,
    Text,
}

fn form(path: &Path) -> Form {
    let extension = path.extension().map(|e| e.to_ascii_lowercase());
    match extension.as_deref().and_then(|e| e.to_str()) {
        Some("npy") => Form::Npy,
        Some("mtx") => Form::Market,
        _ => Form::Text,
    }
}

/// Reads an array with `rank` dimensions of `T` from `source`: a path, for Matrix Market
/// maybe with `#rows`, `#columns` or `#values` behind it.
///
/// # Errors
/// When the file is missing or no such array: see [`Problem`].
pub fn read<T: Element>(source: &str, rank: usize) -> Result<Array<T>, Error> {
    let (path, part) = match source.rsplit_once('#') {
        // A file may have the sign in its name.
        Some((path, part)) if !Path::new(source).exists() => (path, Some(part)),
        _ => (source, None),
    };
    let place = Path::new(path);
    let bytes = std::fs::read(place).map_err(|e| Error::new(path, Problem::Unreadable(e)))?;
    let array = match (form(place), part) {
        (Form::Market, part) => market::read(&bytes, part, rank),
        (_, Some(part)) => Err(Problem::NoParts(part.to_owned()).into()),
        (Form::Npy, None) => npy::read(&bytes),
        (Form::Text, None) if T::KIND == Kind::Character && rank == 1 => Ok(Array {
            sizes: vec![bytes.len()],
            data: bytes
                .iter()
                .filter_map(|&b| T::of(Number::Byte(b)))
                .collect(),
        }),
        (Form::Text, None) => text::read(&bytes),
    };
    let array = array.and_then(|array| {
        if array.sizes.len() == rank {
            Ok(array)
        } else {
            Err(Problem::Rank {
                sizes: array.sizes,
                wanted: rank,
            }
            .into())
        }
    });
    array.map_err(|fault| fault.of(path))
}

/// Writes an array (row-major) in the form that the name of the file asks for.
///
/// # Errors
/// When the file cannot be written, or Matrix Market cannot hold the array (more than two
/// dimensions).
///
/// # Panics
/// When `data` does not have as many elements as `sizes` says.
pub fn write<T: Element>(path: &str, sizes: &[usize], data: &[T]) -> Result<(), Error> {
    assert_eq!(
        sizes.iter().product::<usize>(),
        data.len(),
        "sizes of an array"
    );
    let place = Path::new(path);
    let bytes = match form(place) {
        Form::Npy => npy::write(sizes, data),
        Form::Market => market::write(sizes, data),
        Form::Text if T::KIND == Kind::Character && sizes.len() == 1 => {
            Ok(data.iter().map(|c| c.number().byte()).collect())
        }
        Form::Text => Ok(text::write(sizes, data).into_bytes()),
    };
    let bytes = bytes.map_err(|problem| Error::new(path, problem))?;
    std::fs::write(place, bytes).map_err(|e| Error::new(path, Problem::Unwritable(e)))
}

/// Writes a single value as a line of text, whatever the name of the file.
///
/// # Errors
/// When the file cannot be written.
pub fn write_scalar(path: &str, value: impl std::fmt::Display) -> Result<(), Error> {
    let line = format!("{value}\n");
    std::fs::write(path, line).map_err(|e| Error::new(path, Problem::Unwritable(e)))
}

#[cfg(test)]
mod tests;
