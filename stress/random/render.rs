//! Writes a program as annotated Rust: a module with the region, its serial twin, and a
//! function that runs one of them on fresh data and returns a digest of all results.

use std::fmt::Write as _;

use super::program::{
    Access, Array, Condition, Elem, Index, Loop, Program, Step, Stmt, Storage, Template, Value,
};

/// The module's text.
#[must_use]
pub fn render(program: &Program) -> String {
    let mut w = Writer {
        program,
        out: String::new(),
        depth: 0,
    };
    w.region();
    w.driver();
    w.out
}

struct Writer<'p> {
    program: &'p Program,
    out: String,
    depth: usize,
}

fn type_name(elem: Elem) -> &'static str {
    match elem {
        Elem::F64 => "f64",
        Elem::I64 => "i64",
    }
}

fn owned_type(array: &Array) -> String {
    let elem = type_name(array.elem).to_owned();
    match array.storage {
        Storage::Flat | Storage::Slice => format!("Vec<{elem}>"),
        Storage::Nested => array
            .dims
            .iter()
            .fold(elem, |inner, _| format!("Vec<{inner}>")),
        Storage::Fixed => array
            .dims
            .iter()
            .rev()
            .fold(elem, |inner, n| format!("[{inner}; {n}]")),
    }
}

fn parameter_type(array: &Array) -> String {
    match array.storage {
        Storage::Slice => format!("&mut [{}]", type_name(array.elem)),
        _ => format!("&mut {}", owned_type(array)),
    }
}

/// Text of a template's tile sizes.
#[must_use]
pub fn sizes(list: &[usize]) -> String {
    let texts: Vec<String> = list
        .iter()
        .map(|&n| {
            if n == 0 {
                "*".to_owned()
            } else {
                n.to_string()
            }
        })
        .collect();
    format!("[{}]", texts.join(", "))
}

/// Text of an index.
#[must_use]
pub fn index(index: &Index) -> String {
    match index {
        Index::Opaque {
            variable,
            factor,
            offset,
            modulus,
        } => {
            format!("({variable} * {factor} + {offset}) % {modulus}")
        }
        Index::Affine {
            coefficient: 0,
            offset,
            ..
        } => offset.to_string(),
        Index::Affine {
            coefficient: -1,
            variable,
            second,
            offset,
        } => {
            let more = second
                .as_ref()
                .map(|v| format!(" + {v}"))
                .unwrap_or_default();
            format!("{offset}{more} - {variable}")
        }
        Index::Affine {
            coefficient,
            variable,
            second,
            offset,
        } => {
            let first = if *coefficient == 1 {
                variable.clone()
            } else {
                format!("{coefficient} * {variable}")
            };
            let more = second
                .as_ref()
                .map(|v| format!(" + {v}"))
                .unwrap_or_default();
            match offset {
                0 => format!("{first}{more}"),
                o if *o > 0 => format!("{first}{more} + {o}"),
                o => format!("{first}{more} - {}", -o),
            }
        }
    }
}

fn is_simple(text: &str) -> bool {
    text.chars().all(char::is_alphanumeric)
}

fn wrapped(text: String) -> String {
    if is_simple(&text) {
        text
    } else {
        format!("({text})")
    }
}

impl Writer<'_> {
    fn line(&mut self, text: &str) {
        for _ in 0..self.depth {
            self.out.push_str("    ");
        }
        self.out.push_str(text);
        self.out.push('\n');
    }

    fn open(&mut self, text: &str) {
        self.line(text);
        self.depth += 1;
    }

    fn close(&mut self, text: &str) {
        self.depth -= 1;
        self.line(text);
    }

    // ---- the region ----

    fn region(&mut self) {
        let program = self.program;
        let mut parameters: Vec<String> = Vec::new();
        for (n, array) in program.arrays.iter().enumerate().filter(|(_, a)| !a.local) {
            parameters.push(format!("{}: {}", array.name, parameter_type(array)));
            parameters.extend(
                row_names(array, n)
                    .iter()
                    .map(|(name, _)| format!("{name}: usize")),
            );
        }
        self.line("#[hp5::region(serial(serial))]");
        self.templates(&program.templates, program.default.as_deref());
        self.open(&format!(
            "pub fn region({}) -> [u64; {}] {{",
            parameters.join(", "),
            program.scalars.len() + 2
        ));
        self.line("let mut k: i64 = 7;");
        self.line("let mut q: f64 = 0.75;");
        for (n, scalar) in program.scalars.iter().enumerate() {
            let start = if scalar.elem == Elem::F64 { "0.5" } else { "3" };
            self.line(&format!(
                "let mut s{n}: {} = {start};",
                type_name(scalar.elem)
            ));
        }
        self.steps(&program.steps);
        self.line("#[hp5::task_wait]");
        let scalars: String = program
            .scalars
            .iter()
            .enumerate()
            .map(|(n, s)| {
                if s.elem == Elem::F64 {
                    format!(", s{n}.to_bits()")
                } else {
                    format!(", s{n} as u64")
                }
            })
            .collect();
        self.line(&format!("let result = [k as u64, q.to_bits(){scalars}];"));
        self.line("result");
        self.close("}");
        self.line("");
    }

    fn templates(&mut self, templates: &[Template], default: Option<&[usize]>) {
        let named = templates
            .iter()
            .map(|(a, list)| format!("{}: {}", self.program.arrays[*a].name, sizes(list)));
        let mut items: Vec<String> = named.collect();
        items.extend(default.map(|list| format!("default: {}", sizes(list))));
        if !items.is_empty() {
            self.line(&format!("#[hp5::array_tile({})]", items.join(", ")));
        }
    }

    fn steps(&mut self, steps: &[Step]) {
        steps.iter().for_each(|step| self.step(step));
    }

    fn step(&mut self, step: &Step) {
        match step {
            Step::Nest {
                templates,
                tiles,
                clauses,
                nest,
            } => {
                self.templates(templates, None);
                let mut parts: Vec<String> =
                    tiles.iter().map(|(v, n)| format!("{v} = {n}")).collect();
                parts.extend(clauses.iter().cloned());
                self.line(&format!("#[hp5::task_tile({})]", parts.join(", ")));
                self.for_loop(nest);
            }
            Step::Block { clauses, body } => {
                self.task("task", clauses);
                self.block(body);
            }
            Step::Composite { clauses, steps } => {
                let mut all = vec!["nested".to_owned()];
                all.extend(clauses.iter().cloned());
                self.task("task", &all);
                self.open("{");
                self.steps(steps);
                self.close("}");
            }
            Step::Repeat {
                variable,
                times,
                locals,
                steps,
                swap,
            } => {
                self.open(&format!("for {variable} in 0..{times} {{"));
                for &local in locals {
                    let array = &self.program.arrays[local];
                    let zero = if array.elem == Elem::F64 {
                        "0.0_f64"
                    } else {
                        "0_i64"
                    };
                    let length: usize = array.dims.iter().product();
                    self.line(&format!("let mut {} = vec![{zero}; {length}];", array.name));
                }
                self.steps(steps);
                if let Some((a, b)) = swap {
                    let arrays = &self.program.arrays;
                    self.line(&format!(
                        "std::mem::swap({}, {});",
                        arrays[*a].name, arrays[*b].name
                    ));
                }
                self.close("}");
            }
            Step::Wait => self.line("#[hp5::task_wait] {}"),
            Step::Peek {
                scalar,
                elem,
                access,
                explicit,
            } => {
                if *explicit {
                    self.line("#[hp5::task_wait]");
                }
                let value = self.mixed(*elem, &[Value::Read(access.clone())]);
                self.line(&format!("{scalar} = {value};"));
            }
            Step::Scale { scalar } if scalar == "k" => self.line("k = (k * 5 + 3) % 101;"),
            Step::Scale { scalar } => self.line(&format!("{scalar} = {scalar} * 0.875 + 0.0625;")),
        }
    }

    fn task(&mut self, name: &str, clauses: &[String]) {
        match clauses.is_empty() {
            true => self.line(&format!("#[hp5::{name}]")),
            false => self.line(&format!("#[hp5::{name}({})]", clauses.join(", "))),
        }
    }

    fn block(&mut self, body: &[Stmt]) {
        self.open("{");
        body.iter().for_each(|stmt| self.stmt(stmt));
        self.close("}");
    }

    fn for_loop(&mut self, l: &Loop) {
        let dots = if l.inclusive { "..=" } else { ".." };
        let mut range = format!("{}{dots}{}", l.lo, l.hi);
        if l.reverse || l.step > 1 {
            range = format!("({range})");
        }
        if l.reverse {
            range.push_str(".rev()");
        }
        if l.step > 1 {
            let _ = write!(range, ".step_by({})", l.step);
        }
        self.open(&format!("for {} in {range} {{", l.variable));
        l.body.iter().for_each(|stmt| self.stmt(stmt));
        self.close("}");
    }

    fn stmt(&mut self, stmt: &Stmt) {
        match stmt {
            Stmt::Assign {
                target,
                compound,
                values,
            } => {
                let value = self.mixed(self.program.arrays[target.array].elem, values);
                let sign = if *compound { "+=" } else { "=" };
                let target = self.access(target);
                self.line(&format!("{target} {sign} {value};"));
            }
            Stmt::Let { name, elem, values } => {
                let value = self.mixed(*elem, values);
                self.line(&format!("let {name} = {value};"));
            }
            Stmt::Reduce { scalar, values } => {
                let value = self.mixed(self.program.scalars[*scalar].elem, values);
                self.line(&format!("s{scalar} += {value};"));
            }
            Stmt::If {
                condition,
                then,
                otherwise,
            } => {
                let condition = self.condition(condition);
                self.open(&format!("if {condition} {{"));
                then.iter().for_each(|stmt| self.stmt(stmt));
                if !otherwise.is_empty() {
                    self.close("} else {");
                    self.depth += 1;
                    otherwise.iter().for_each(|stmt| self.stmt(stmt));
                }
                self.close("}");
            }
            Stmt::For(l) => self.for_loop(l),
        }
    }

    // ---- expressions ----

    fn access(&self, access: &Access) -> String {
        let array = &self.program.arrays[access.array];
        let indices: Vec<String> = access.index.iter().map(index).collect();
        match array.storage {
            Storage::Nested | Storage::Fixed => {
                let brackets: String = indices.iter().map(|i| format!("[{i}]")).collect();
                format!("{}{brackets}", array.name)
            }
            Storage::Flat | Storage::Slice => {
                let rows = row_names(array, access.array);
                let mut linear = indices[0].clone();
                for (at, index) in indices.iter().enumerate().skip(1) {
                    let row = rows
                        .get(at - 1)
                        .map_or_else(|| array.dims[at].to_string(), |(name, _)| name.clone());
                    let last = if index.contains('%') {
                        wrapped(index.clone())
                    } else {
                        index.clone()
                    };
                    linear = format!("{} * {row} + {last}", wrapped(linear));
                }
                format!("{}[{linear}]", array.name)
            }
        }
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
            (Elem::F64, _) => format!("{text} as f64"),
            (Elem::I64, Some(_)) => format!("({text} as i64 % 1009)"),
            (Elem::I64, None) => format!("{text} as i64"),
        }
    }

    /// A value of the operands that keeps its size and depends on their order.
    fn mixed(&self, elem: Elem, values: &[Value]) -> String {
        let weights_f = ["0.5 * ", "0.25 * ", "0.125 * ", "0.0625 * "];
        let weights_i = ["3 * ", "5 * ", "7 * ", ""];
        let mut text = String::new();
        for (n, value) in values.iter().enumerate() {
            let value = self.value(value, elem);
            let value = if value.contains(" as ") && !value.starts_with('(') {
                format!("({value})")
            } else {
                value
            };
            let sign = if n == 0 { "" } else { [" - ", " + "][n % 2] };
            let weight = if elem == Elem::F64 {
                weights_f[n % 4]
            } else {
                weights_i[n % 4]
            };
            let _ = write!(text, "{sign}{weight}{value}");
        }
        match elem {
            Elem::F64 => format!("{text} + 0.03125"),
            Elem::I64 => format!("({text} + 1) % 1009"),
        }
    }

    fn condition(&self, condition: &Condition) -> String {
        match condition {
            Condition::Congruent(v, n, r) => format!("{v} % {n} == {r}"),
            Condition::Above(v, n) => format!("{v} > {n}"),
            Condition::SumBelow(v, w, n) => format!("{v} + {w} < {n}"),
            Condition::Large(access, n) => {
                let dot = if self.program.arrays[access.array].elem == Elem::F64 {
                    ".25"
                } else {
                    ""
                };
                format!("{} > {n}{dot}", self.access(access))
            }
        }
    }

    // ---- the driver ----

    fn driver(&mut self) {
        let program = self.program;
        self.open("pub fn run(parallel: bool) -> u64 {");
        let mut arguments: Vec<String> = Vec::new();
        for (n, array) in program.arrays.iter().enumerate().filter(|(_, a)| !a.local) {
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
        for array in program.arrays.iter().filter(|a| !a.local) {
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

/// Row lengths that are parameters: `m<array>` and `p<array>`.
fn row_names(array: &Array, number: usize) -> Vec<(String, usize)> {
    let flat = matches!(array.storage, Storage::Flat | Storage::Slice);
    if !array.named_rows || !flat || array.local {
        return Vec::new();
    }
    let names = ["m", "p"];
    array
        .dims
        .iter()
        .skip(1)
        .zip(names)
        .map(|(&length, name)| (format!("{name}{number}"), length))
        .collect()
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
