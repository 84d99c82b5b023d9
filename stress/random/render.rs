//! Writes a program as annotated Rust: a module with the region, its serial twin, and a
//! function that runs one of them on fresh data and returns a digest of all results.

use std::fmt::Write as _;

use super::program::{
    Access, Array, Condition, Elem, Index, Loop, Place, Program, Step, Stmt, Storage, Template,
    Value,
};

mod driver;

/// The module's text.
#[must_use]
pub fn render(program: &Program) -> String {
    let mut w = Writer {
        program,
        out: String::new(),
        depth: 0,
        plain: false,
    };
    w.functions();
    w.region();
    if !program.functions.is_empty() {
        // The serial twin of a region would call regions.
        w.plain = true;
        w.functions();
        w.region();
        w.plain = false;
    }
    w.driver();
    w.out
}

struct Writer<'p> {
    program: &'p Program,
    out: String,
    depth: usize,
    /// Without directives; other names.
    plain: bool,
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

fn parameter_type(array: &Array, written: bool) -> String {
    let reference = if written { "&mut" } else { "&" };
    match array.storage {
        Storage::Slice => format!("{reference} [{}]", type_name(array.elem)),
        _ => format!("{reference} {}", owned_type(array)),
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

    fn directive(&mut self, text: &str) {
        if !self.plain {
            self.line(&format!("#[hp5::{text}]"));
        }
    }

    // ---- the region ----

    fn functions(&mut self) {
        for function in &self.program.functions {
            let mut parameters: Vec<String> = Vec::new();
            for &(n, written) in &function.arrays {
                parameters.extend(self.parameters(n, written));
            }
            let numbers = function.numbers.iter();
            parameters.extend(numbers.map(|(name, _, _)| format!("{name}: usize")));
            parameters.extend(["mut k: i64".to_owned(), "mut q: f64".to_owned()]);
            self.directive("region(joined)");
            self.open(&format!(
                "fn {}({}) {{",
                self.function_name(&function.name),
                parameters.join(", ")
            ));
            self.steps(&function.steps);
            self.close("}");
            self.line("");
        }
    }

    fn function_name(&self, name: &str) -> String {
        match self.plain {
            true => format!("plain_{name}"),
            false => name.to_owned(),
        }
    }

    fn parameters(&self, number: usize, written: bool) -> Vec<String> {
        let array = &self.program.arrays[number];
        let ty = parameter_type(array, written);
        let rows = row_names(array, number).into_iter();
        let rows = rows.map(|(name, _)| format!("{name}: usize"));
        std::iter::once(format!("{}: {ty}", array.name))
            .chain(rows)
            .collect()
    }

    fn region(&mut self) {
        let program = self.program;
        let mut parameters: Vec<String> = Vec::new();
        let arrays = program.arrays.iter().enumerate();
        for (n, _) in arrays.filter(|(_, a)| a.is_parameter()) {
            parameters.extend(self.parameters(n, true));
        }
        // Where regions join it, its twin is written out.
        match program.functions.is_empty() {
            true => self.directive("region(serial(serial))"),
            false => self.directive("region"),
        }
        self.templates(&program.templates, program.default.as_deref());
        self.open(&format!(
            "pub fn {}({}) -> [u64; {}] {{",
            if self.plain { "serial" } else { "region" },
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
        self.directive("task_wait");
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
            self.directive(&format!("array_tile({})", items.join(", ")));
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
                self.directive(&format!("task_tile({})", parts.join(", ")));
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
            Step::Call {
                function,
                arrays,
                numbers,
            } => self.call(*function, arrays, numbers),
            Step::Wait => {
                self.directive("task_wait");
                self.line("{}");
            }
            Step::Peek {
                scalar,
                elem,
                access,
                explicit,
            } => {
                if *explicit {
                    self.directive("task_wait");
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
            true => self.directive(name),
            false => self.directive(&format!("{name}({})", clauses.join(", "))),
        }
    }

    fn call(&mut self, function: usize, arrays: &[usize], numbers: &[String]) {
        let function = &self.program.functions[function];
        let mut arguments: Vec<String> = Vec::new();
        for (&(formal, written), &given) in function.arrays.iter().zip(arrays) {
            let array = &self.program.arrays[given];
            let name = &array.name;
            arguments.push(match (array.place, written) {
                (Place::Local, true) => format!("&mut {name}"),
                (Place::Local, false) => format!("&{name}"),
                _ => name.clone(),
            });
            let rows = row_names(array, given);
            for (d, (_, length)) in row_names(&self.program.arrays[formal], formal)
                .into_iter()
                .enumerate()
            {
                let name = rows.get(d).map(|(name, _)| name.clone());
                arguments.push(name.unwrap_or_else(|| length.to_string()));
            }
        }
        arguments.extend(numbers.iter().cloned());
        arguments.extend(["k".to_owned(), "q".to_owned()]);
        let name = self.function_name(&function.name);
        self.line(&format!("{name}({});", arguments.join(", ")));
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
}

/// Row lengths that are parameters: `m<array>` and `p<array>`.
fn row_names(array: &Array, number: usize) -> Vec<(String, usize)> {
    if !array.named_rows || !array.is_flat() || array.place == Place::Local {
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
