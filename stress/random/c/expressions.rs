//! Expressions: elements, values, conditions.

use std::fmt::Write as _;

use super::render::{Writer, type_name};
use crate::random::program::{Access, Condition, Elem, Storage, Value};
use crate::random::render::index;

impl Writer<'_> {
    /// The index into flat memory, of one text per dimension.
    pub(super) fn linear(&self, number: usize, indices: &[String]) -> String {
        let mut text = indices[0].clone();
        for (d, index) in indices.iter().enumerate().skip(1) {
            text = format!("({text}) * {} + {index}", self.length(number, d));
        }
        text
    }

    pub(super) fn access(&self, access: &Access) -> String {
        let array = &self.program.arrays[access.array];
        let indices: Vec<String> = access.index.iter().map(index).collect();
        if let [row, column] = indices.as_slice()
            && self.by_table
            && self.style.has_table(array)
        {
            return format!("rows_of_{}[{row}][{column}]", array.name);
        }
        match array.storage {
            Storage::Nested | Storage::Fixed => {
                let brackets: String = indices.iter().map(|i| format!("[{i}]")).collect();
                format!("{}{brackets}", self.name(access.array))
            }
            Storage::Flat | Storage::Slice if self.by_macro(array) => {
                format!("AT{}({})", access.array, indices.join(", "))
            }
            Storage::Flat | Storage::Slice => format!(
                "{}[{}]",
                self.name(access.array),
                self.linear(access.array, &indices)
            ),
        }
    }

    /// What a pointer by which an element is reached is set to, and the element by it; `way` chooses.
    pub(super) fn by_pointer(
        &self,
        access: &Access,
        pointer: &str,
        way: usize,
    ) -> (String, String) {
        let array = &self.program.arrays[access.array];
        let mut indices: Vec<String> = access.index.iter().map(index).collect();
        let last = indices.pop().unwrap_or_default();
        let name = self.name(access.array);
        let row = match array.storage {
            Storage::Nested | Storage::Fixed => {
                let brackets: String = indices.iter().map(|i| format!("[{i}]")).collect();
                format!("{name}{brackets}")
            }
            Storage::Flat | Storage::Slice => {
                indices.push("0".to_owned());
                format!("{name} + {}", self.linear(access.array, &indices))
            }
        };
        match way % 4 {
            0 => (format!("&{}", self.access(access)), format!("(*{pointer})")),
            1 => (row, format!("(*({pointer} + {last}))")),
            _ => (row, format!("{pointer}[{last}]")),
        }
    }

    /// Declares pointers to elements: to the one that is set, and to some that are read.
    pub(super) fn pointed(&mut self, target: &Access, values: &[Value]) -> (String, Vec<Value>) {
        let target = self.pointer(target, "");
        let values = values.iter().map(|value| match value {
            Value::Read(access) if !(self.pointers + access.array).is_multiple_of(3) => {
                let elem = self.program.arrays[access.array].elem;
                Value::Scalar(self.pointer(access, "const "), elem)
            }
            other => other.clone(),
        });
        let values = values.collect();
        (target, values)
    }

    /// Declares a pointer to an element or to its row; what the element is called by it.
    fn pointer(&mut self, access: &Access, constant: &str) -> String {
        let name = format!("ptr{}", self.pointers);
        let (value, element) = self.by_pointer(access, &name, self.pointers);
        let elem = type_name(self.program.arrays[access.array].elem);
        match self.pointers % 5 {
            // Set behind its declaration.
            0 | 1 => {
                self.line(&format!("{constant}{elem} *{name};"));
                self.line(&format!("{name} = {value};"));
            }
            _ => self.line(&format!("{constant}{elem} *{name} = {value};")),
        }
        self.pointers += 1;
        element
    }

    fn value(&self, value: &Value, elem: Elem) -> String {
        let (text, from) = match value {
            Value::Read(access) => (
                self.access(access),
                Some(self.program.arrays[access.array].elem),
            ),
            Value::Scalar(name, from) => (name.clone(), Some(*from)),
            Value::Loop(name) => (name.clone(), None),
            Value::Constant(n) if elem == Elem::F64 => return format!("{n}.5"),
            Value::Constant(n) => return n.to_string(),
        };
        match (elem, from) {
            (to, Some(from)) if to == from => text,
            (Elem::F64, _) => format!("(double){text}"),
            (Elem::I64, Some(_)) => format!("((int64_t){text} % 1009)"),
            (Elem::I64, None) => format!("(int64_t){text}"),
        }
    }

    /// A value of the operands that keeps its size and depends on their order.
    pub(super) fn mixed(&self, elem: Elem, values: &[Value]) -> String {
        let weights = match elem {
            Elem::F64 => ["0.5 * ", "0.25 * ", "0.125 * ", "0.0625 * "],
            Elem::I64 => ["3 * ", "5 * ", "7 * ", ""],
        };
        let mut text = String::new();
        for (n, value) in values.iter().enumerate() {
            let sign = if n == 0 { "" } else { [" - ", " + "][n % 2] };
            let _ = write!(text, "{sign}{}{}", weights[n % 4], self.value(value, elem));
        }
        match elem {
            Elem::F64 => format!("{text} + 0.03125"),
            Elem::I64 => format!("({text} + 1) % 1009"),
        }
    }

    pub(super) fn condition(&self, condition: &Condition) -> String {
        match condition {
            Condition::Congruent(v, n, r) => format!("{v} % {n} == {r}"),
            Condition::Above(v, n) => format!("{v} > {n}"),
            Condition::SumBelow(v, w, n) => format!("{v} + {w} < {n}"),
            Condition::Large(access, n) => {
                let dot = match self.program.arrays[access.array].elem {
                    Elem::F64 => ".25",
                    Elem::I64 => "",
                };
                format!("{} > {n}{dot}", self.access(access))
            }
        }
    }
}
