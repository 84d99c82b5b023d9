//! Arrays of the interpreter in files, as programs read and write them.

use std::path::Path;

use super::interpret::{Array, Value};

macro_rules! by_kind {
    ($array:expr, $($kind:ident: $do:expr;)*) => {
        match $array.data.first() {
            $(Some(Value::$kind(_)) => {
                let take = |v: &Value| match v {
                    Value::$kind(v) => *v,
                    other => panic!("{other:?}"),
                };
                let data: Vec<_> = $array.data.iter().map(take).collect();
                #[allow(clippy::redundant_closure_call)]
                $do(data, Value::$kind)
            })*
            other => panic!("{other:?} in an array"),
        }
    };
}

/// Writes an array.
///
/// # Panics
/// When it cannot be written, or has no elements or some that no file has.
pub fn save(path: &str, array: &Array) {
    let sizes = array.ranges.iter().map(|range| range.count());
    let sizes: Vec<usize> = sizes.flat_map(usize::try_from).collect();
    let done = by_kind! { array,
        Integer: |data: Vec<i32>, _| hp5_arrays::write(path, &sizes, &data);
        Single: |data: Vec<f32>, _| hp5_arrays::write(path, &sizes, &data);
        Double: |data: Vec<f64>, _| hp5_arrays::write(path, &sizes, &data);
        Boolean: |data: Vec<bool>, _| hp5_arrays::write(path, &sizes, &data);
        Character: |data: Vec<u8>, _| hp5_arrays::write(path, &sizes, &data);
    };
    done.unwrap_or_else(|e| panic!("{e}"));
}

/// The elements of a file, which are of the type that those of `like` have.
///
/// # Panics
/// When the file is not there or holds something else.
#[must_use]
pub fn load(path: &str, like: &Array) -> Vec<Value> {
    fn read<T: hp5_arrays::Element>(path: &str, rank: usize, to: fn(T) -> Value) -> Vec<Value> {
        assert!(Path::new(path).is_file(), "{path} was not written");
        let array = hp5_arrays::read::<T>(path, rank).unwrap_or_else(|e| panic!("{e}"));
        array.data.into_iter().map(to).collect()
    }
    let rank = like.ranges.len();
    by_kind! { like,
        Integer: |_: Vec<i32>, to: fn(i32) -> Value| read(path, rank, to);
        Single: |_: Vec<f32>, to: fn(f32) -> Value| read(path, rank, to);
        Double: |_: Vec<f64>, to: fn(f64) -> Value| read(path, rank, to);
        Boolean: |_: Vec<bool>, to: fn(bool) -> Value| read(path, rank, to);
        Character: |_: Vec<u8>, to: fn(u8) -> Value| read(path, rank, to);
    }
}
