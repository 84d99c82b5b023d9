//! NumPy's `.npy` files.

use npyz::{DType, NpyFile, Order, TypeChar, WriterBuilder};

use crate::element::{Element, Number};
use crate::error::Fault;
use crate::{Array, Problem};

pub(crate) fn read<T: Element>(bytes: &[u8]) -> Result<Array<T>, Fault> {
    let bad = |e: std::io::Error| Problem::Form(format!("is no .npy file: {e}"));
    let file = NpyFile::new(bytes).map_err(bad)?;
    let sizes: Option<Vec<usize>> = file
        .shape()
        .iter()
        .map(|&n| usize::try_from(n).ok())
        .collect();
    let sizes = sizes.ok_or_else(|| Problem::Form("is larger than this machine".into()))?;
    let (kind, width) = match file.dtype() {
        DType::Plain(ty) => (
            ty.type_char(),
            usize::try_from(ty.size_field()).unwrap_or(0),
        ),
        other => return Err(wrong_type::<T>(&other).into()),
    };
    let width = width.max(1);
    let order = file.order();
    // A wrong shape must not make us allocate: hold it against what is there.
    let wanted = sizes.iter().try_fold(1_usize, |n, &d| n.checked_mul(d));
    let wanted = wanted.unwrap_or(usize::MAX);
    let head = bytes.len() - rest(bytes).unwrap_or(0);
    let found = (bytes.len() - head) / width;
    if found < wanted {
        return Err(Problem::Truncated { found, wanted }.into());
    }
    let dtype = file.dtype();
    let data = match (kind, width) {
        (TypeChar::Int, 1) => convert::<i8, T>(file, |v| Number::Whole(i64::from(v))),
        (TypeChar::Int, 2) => convert::<i16, T>(file, |v| Number::Whole(i64::from(v))),
        (TypeChar::Int, 4) => convert::<i32, T>(file, |v| Number::Whole(i64::from(v))),
        (TypeChar::Int, 8) => convert::<i64, T>(file, Number::Whole),
        (TypeChar::Uint, 1) => convert::<u8, T>(file, |v| Number::Whole(i64::from(v))),
        (TypeChar::Uint, 2) => convert::<u16, T>(file, |v| Number::Whole(i64::from(v))),
        (TypeChar::Uint, 4) => convert::<u32, T>(file, |v| Number::Whole(i64::from(v))),
        (TypeChar::Uint, 8) => convert::<u64, T>(file, |v| match i64::try_from(v) {
            Ok(v) => Number::Whole(v),
            Err(_) => Number::Double(v as f64),
        }),
        (TypeChar::Float, 4) => convert::<f32, T>(file, Number::Single),
        (TypeChar::Float, 8) => convert::<f64, T>(file, Number::Double),
        (TypeChar::Bool, 1) => convert::<bool, T>(file, Number::Truth),
        _ => return Err(wrong_type::<T>(&dtype).into()),
    };
    let data = data.map_err(|wrong| match wrong {
        Wrong::Read(e) => Problem::Form(format!("is a damaged .npy file: {e}")),
        // The first element already: it is the type.
        Wrong::Element(_, number) if T::of(number_of_kind(number)).is_none() => {
            wrong_type::<T>(&dtype)
        }
        Wrong::Element(place, number) => Problem::Element {
            place,
            value: number.to_string(),
            wanted: T::KIND,
        },
    })?;
    Ok(Array {
        data: match order {
            Order::C => data,
            Order::Fortran => row_major(&sizes, &data),
        },
        sizes,
    })
}

/// A small number of the same kind: what the type can hold if it can hold the kind at all.
fn number_of_kind(number: Number) -> Number {
    match number {
        Number::Whole(_) => Number::Whole(0),
        other => other,
    }
}

fn wrong_type<T: Element>(dtype: &DType) -> Problem {
    Problem::Type {
        found: format!("elements of dtype {}", dtype.descr()),
        wanted: T::KIND,
    }
}

/// Bytes behind the head.
pub(crate) fn rest(bytes: &[u8]) -> Option<usize> {
    let major = *bytes.get(6)?;
    let (start, length) = if major == 1 {
        (
            10,
            usize::from(u16::from_le_bytes(bytes.get(8..10)?.try_into().ok()?)),
        )
    } else {
        let length = u32::from_le_bytes(bytes.get(8..12)?.try_into().ok()?);
        (12, usize::try_from(length).ok()?)
    };
    bytes.len().checked_sub(start + length)
}

enum Wrong {
    Read(std::io::Error),
    Element(usize, Number),
}

fn convert<S: npyz::Deserialize, T: Element>(
    file: NpyFile<&[u8]>,
    number: impl Fn(S) -> Number,
) -> Result<Vec<T>, Wrong> {
    let values = file.into_vec::<S>().map_err(Wrong::Read)?;
    let convert = |(place, value)| {
        let number = number(value);
        T::of(number).ok_or(Wrong::Element(place, number))
    };
    values.into_iter().enumerate().map(convert).collect()
}

/// Elements that were stored column by column.
fn row_major<T: Element>(sizes: &[usize], data: &[T]) -> Vec<T> {
    let element = |mut at: usize| {
        let (mut place, mut indices) = (0, Vec::new());
        for &size in sizes.iter().rev() {
            indices.push(at % size);
            at /= size;
        }
        // The last index is the first of `indices`, and the outermost in storage.
        for (&index, &size) in indices.iter().zip(sizes.iter().rev()) {
            place = place * size + index;
        }
        data[place]
    };
    (0..data.len()).map(element).collect()
}

pub(crate) fn write<T: Element>(sizes: &[usize], data: &[T]) -> Result<Vec<u8>, Problem> {
    let shape: Vec<u64> = sizes.iter().map(|&n| n as u64).collect();
    let mut bytes = Vec::new();
    let options = npyz::WriteOptions::new().default_dtype().shape(&shape);
    let written = options
        .writer(&mut bytes)
        .begin_nd()
        .and_then(|mut writer| {
            writer.extend(data.iter().copied())?;
            writer.finish()
        });
    written.map_err(Problem::Unwritable)?;
    Ok(bytes)
}
