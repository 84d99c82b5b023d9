//! The function that runs a region, or its serial twin, on fresh data.

use super::{Writer, owned_type, row_names};
use crate::random::program::{Array, Elem, Storage};

impl Writer<'_> {
    /// Returns a digest of all results.
    pub(super) fn driver(&mut self) {
        let program = self.program;
        self.open("pub fn run(parallel: bool) -> u64 {");
        let mut arguments: Vec<String> = Vec::new();
        for (n, array) in program
            .arrays
            .iter()
            .enumerate()
            .filter(|(_, a)| a.is_parameter())
        {
            let text = format!(
                "let mut {}: {} = {};",
                array.name,
                owned_type(array),
                initial(array, n)
            );
            self.line(&text);
            arguments.push(format!("&mut {}", array.name));
            arguments.extend(
                row_names(array, n)
                    .iter()
                    .map(|(_, length)| length.to_string()),
            );
        }
        let arguments = arguments.join(", ");
        self.line(&format!(
            "let scalars = if parallel {{ region({arguments}) }} else {{ serial({arguments}) }};"
        ));
        self.line("let mut digest = crate::digest(0, scalars.iter().copied());");
        for array in program.arrays.iter().filter(|a| a.is_parameter()) {
            let flattened = match array.storage {
                Storage::Flat | Storage::Slice => 1,
                _ => array.dims.len(),
            };
            let flat = format!(
                "{}.iter(){}",
                array.name,
                ".flatten()".repeat(flattened - 1)
            );
            let bits = if array.elem == Elem::F64 {
                "crate::bits(*x)"
            } else {
                "*x as u64"
            };
            self.line(&format!(
                "digest = crate::digest(digest, {flat}.map(|x| {bits}));"
            ));
        }
        self.line("digest");
        self.close("}");
    }
}

/// An expression for the array's first contents.
fn initial(array: &Array, number: usize) -> String {
    let elem = if array.elem == Elem::F64 {
        "crate::start_f"
    } else {
        "crate::start_i"
    };
    match array.storage {
        Storage::Flat | Storage::Slice => {
            let length: usize = array.dims.iter().product();
            format!("(0..{length}).map(|x| {elem}({number}, x)).collect()")
        }
        Storage::Nested => {
            let inner = ["x0", "x0 * 31 + x1", "(x0 * 31 + x1) * 37 + x2"][array.dims.len() - 1];
            let cell = format!("{elem}({number}, {inner})");
            array
                .dims
                .iter()
                .enumerate()
                .rev()
                .fold(cell, |cell, (d, n)| {
                    format!("(0..{n}).map(|x{d}| {cell}).collect()")
                })
        }
        Storage::Fixed => {
            let inner = ["x0", "x0 * 31 + x1", "(x0 * 31 + x1) * 37 + x2"][array.dims.len() - 1];
            let cell = format!("{elem}({number}, {inner})");
            (0..array.dims.len()).rev().fold(cell, |cell, d| {
                format!("std::array::from_fn(|x{d}| {cell})")
            })
        }
    }
}
