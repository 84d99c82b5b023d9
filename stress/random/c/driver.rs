//! The function that runs a region on fresh data.

use super::render::{Writer, type_name};
use super::style::Rows;
use crate::random::program::{Array, Elem, Storage};

impl Writer<'_> {
    /// The function that the program's table names.
    pub(super) fn driver(&mut self, number: usize) {
        let program = self.program;
        self.open(&format!("uint64_t program_{number}(void) {{"));
        let mut arguments: Vec<String> = Vec::new();
        let members: Vec<&Array> = (program.arrays.iter())
            .filter(|a| self.style.is_member(a))
            .collect();
        if !members.is_empty() {
            self.line("struct data data, *d = &data;");
            arguments.push("d".to_owned());
        }
        let mut digests = Vec::new();
        for (n, array) in program
            .arrays
            .iter()
            .enumerate()
            .filter(|(_, a)| a.is_parameter())
        {
            let size: usize = array.dims.iter().product();
            let (name, place) = (&array.name, self.name(n));
            arguments.extend(array.dims.iter().map(ToString::to_string));
            let kind = if array.elem == Elem::F64 { "f" } else { "i" };
            self.line(&format!(
                "{} *cells_{name} = start_{kind}({n}, {size});",
                type_name(array.elem)
            ));
            self.hand_over(n, array, &mut arguments);
            if self.style.has_table(array) {
                let (n, m) = (array.dims[0], array.dims[1]);
                self.line(&format!(
                    "rows_{kind}(rows_of_{name}, cells_{name}, {n}, {m});"
                ));
            }
            if self.style.is_global(array) {
                digests.push(format!(
                    "memcpy(cells_{name}, {place}, sizeof {place}); digest = digest_{kind}(digest, cells_{name}, {size});"
                ));
            } else {
                digests.push(format!(
                    "digest = digest_{kind}(digest, cells_{name}, {size});"
                ));
            }
        }
        let results = program.scalars.len() + 2;
        self.line(&format!("uint64_t result[{results}];"));
        arguments.push("result".to_owned());
        self.line(&format!("region({});", arguments.join(", ")));
        self.line("uint64_t digest = 0;");
        self.line(&format!(
            "for (int n = 0; n < {results}; n++) digest = digest_one(digest, result[n]);"
        ));
        digests.iter().for_each(|text| self.line(text));
        self.line("return digest;");
        self.close("}");
    }

    /// What an array's cells are called with.
    fn hand_over(&mut self, number: usize, array: &Array, arguments: &mut Vec<String>) {
        let (elem, name, dims) = (type_name(array.elem), &array.name, &array.dims);
        let cells = format!("cells_{name}");
        if self.style.is_member(array) {
            self.line(&format!("{} = {cells};", self.name(number)));
        } else if self.style.is_global(array) {
            self.line(&format!("memcpy({name}, {cells}, sizeof {name});"));
        } else if array.storage == Storage::Nested && self.style.rows == Rows::Pointers {
            match dims.as_slice() {
                [n, m] => {
                    self.line(&format!("{elem} *rows_{name}[{n}];"));
                    self.line(&format!(
                        "for (int n = 0; n < {n}; n++) rows_{name}[n] = {cells} + n * {m};"
                    ));
                }
                [n, m, p] => {
                    self.line(&format!(
                        "{elem} *lines_{name}[{n} * {m}], **rows_{name}[{n}];"
                    ));
                    self.line(&format!(
                        "for (int n = 0; n < {n} * {m}; n++) lines_{name}[n] = {cells} + n * {p};"
                    ));
                    self.line(&format!(
                        "for (int n = 0; n < {n}; n++) rows_{name}[n] = lines_{name} + n * {m};"
                    ));
                }
                _ => unreachable!("nested arrays have two or three dimensions"),
            }
            arguments.push(format!("rows_{name}"));
        } else {
            arguments.push(format!("(void *){cells}"));
        }
    }
}
