//! Functions whose regions are joined, calls of them, and the lengths that arrays need beside them.

use super::render::Writer;
use crate::random::program::Template;

impl Writer<'_> {
    pub(super) fn functions(&mut self) {
        let integer = self.style.integer;
        for function in &self.program.functions {
            let mut parameters = Vec::new();
            for &(n, _) in &function.arrays {
                parameters.extend(self.parameters(n));
            }
            let numbers = function.numbers.iter();
            parameters.extend(numbers.map(|(name, _, _)| format!("{integer} {name}")));
            parameters.extend(["int64_t k".to_owned(), "double q".to_owned()]);
            self.open(&format!(
                "static void {}({}) {{",
                function.name,
                parameters.join(", ")
            ));
            self.loop_variables(&function.steps);
            self.directive("region joined");
            self.open("{");
            let arrays: Vec<usize> = function.arrays.iter().map(|&(n, _)| n).collect();
            self.lengths_of(&arrays, &[]);
            self.steps(&function.steps);
            self.close("}");
            self.close("}");
            self.line("");
        }
    }

    pub(super) fn call(&mut self, function: usize, arrays: &[usize], numbers: &[String]) {
        let mut arguments = Vec::new();
        for &array in arrays {
            let dims = 0..self.program.arrays[array].dims.len();
            arguments.extend(dims.map(|d| self.length(array, d)));
            arguments.push(self.name(array));
        }
        arguments.extend(numbers.iter().cloned());
        arguments.extend(["k".to_owned(), "q".to_owned()]);
        let name = &self.program.functions[function].name;
        self.line(&format!("{name}({});", arguments.join(", ")));
    }

    /// Beside joined regions, and beside tables of rows in the same memory, lengths are known of all arrays
    /// that tasks use: templates that leave pointers whole, where no other stands. Of a pointer without a
    /// length only equal ones are ordered with it.
    pub(super) fn lengths_of(&mut self, arrays: &[usize], templates: &[Template]) {
        let mut all = self.program.arrays.iter();
        let tables = all.any(|array| self.style.has_table(array));
        if self.program.functions.is_empty() && !tables {
            return;
        }
        let has_none = |n: &&usize| !templates.iter().any(|(array, _)| array == *n);
        for &number in arrays.iter().filter(has_none) {
            let array = &self.program.arrays[number];
            if array.is_flat() && self.is_pointer(array) {
                let lengths = (0..array.dims.len()).map(|d| self.length(number, d));
                let all = lengths.collect::<Vec<_>>().join(" * ");
                let name = self.name(number);
                self.directive(&format!("array_tile dimtile(*) dim({all}) arrvar({name})"));
            } else if self.is_pointer(array) {
                self.templates(&[(number, vec![0; array.dims.len()])], None);
            }
        }
    }

    /// Templates of tables.
    pub(super) fn tables(&mut self) {
        let program = self.program;
        for (n, array) in program.arrays.iter().enumerate() {
            if self.style.tables == Some(true) && self.style.has_table(array) {
                let (rows, columns) = (self.length(n, 0), self.length(n, 1));
                self.directive(&format!(
                    "array_tile dimtile(3, *) dim({rows}, {columns}) arrvar(rows_of_{})",
                    array.name
                ));
            }
        }
    }
}
