//! Writes a program as annotated C: a file with the region, and a function that runs it on fresh
//! data and returns a digest of all results.

use super::style::{Rows, Style};
use crate::random::program::{
    Array, Elem, Loop, Place, Program, Step, Stmt, Storage, Template, Value,
};

/// The file's text; its function is `program_<number>`.
#[must_use]
pub fn render(program: &Program, number: usize) -> String {
    let mut w = Writer {
        program,
        style: Style::of(program),
        out: String::new(),
        depth: 0,
        pointers: 0,
        by_table: false,
    };
    w.line("#include \"random.h\"");
    w.definitions();
    w.functions();
    w.region();
    w.driver(number);
    w.out
}

pub(super) struct Writer<'p> {
    pub(super) program: &'p Program,
    pub(super) style: Style,
    out: String,
    depth: usize,
    /// Pointers to elements that were declared.
    pub(super) pointers: usize,
    /// The task that is written reaches arrays by their tables.
    pub(super) by_table: bool,
}

pub(super) fn type_name(elem: Elem) -> &'static str {
    match elem {
        Elem::F64 => "double",
        Elem::I64 => "int64_t",
    }
}

/// Lengths of arrays are parameters of these names.
fn length_name(array: usize, dimension: usize) -> String {
    format!("{}{array}", ["n", "m", "p"][dimension])
}

impl Writer<'_> {
    pub(super) fn line(&mut self, text: &str) {
        for _ in 0..self.depth {
            self.out.push_str("    ");
        }
        self.out.push_str(text);
        self.out.push('\n');
    }

    pub(super) fn open(&mut self, text: &str) {
        self.line(text);
        self.depth += 1;
    }

    pub(super) fn close(&mut self, text: &str) {
        self.depth -= 1;
        self.line(text);
    }

    pub(super) fn directive(&mut self, text: &str) {
        let name = if self.style.acemesh { "acemesh" } else { "hp5" };
        self.line(&format!("#pragma {name} {text}"));
    }

    // ---- names ----

    /// How code names an array.
    pub(super) fn name(&self, number: usize) -> String {
        let array = &self.program.arrays[number];
        match self.style.is_member(array) {
            true => format!("d->{}", array.name),
            false => array.name.clone(),
        }
    }

    /// A length of an array as the function knows it.
    pub(super) fn length(&self, number: usize, dimension: usize) -> String {
        let array = &self.program.arrays[number];
        match array.place == Place::Local || !array.named_rows {
            true => array.dims[dimension].to_string(),
            false => length_name(number, dimension),
        }
    }

    /// A bound: the generator writes lengths as Rust does.
    fn bound(&self, text: &str) -> String {
        let Some(at) = text.find(".len()") else {
            return text.to_owned();
        };
        let (object, rest) = (&text[..at], &text[at + ".len()".len()..]);
        let name = object.trim_end_matches("[0]");
        let dimension = (object.len() - name.len()) / "[0]".len();
        let number = self.program.arrays.iter().position(|a| a.name == name);
        let length = number.map_or_else(|| "0".to_owned(), |n| self.length(n, dimension));
        format!("{length}{rest}")
    }

    // ---- the region ----

    fn definitions(&mut self) {
        let program = self.program;
        let members: Vec<&Array> = (program.arrays.iter())
            .filter(|a| self.style.is_member(a))
            .collect();
        if !members.is_empty() {
            self.open("struct data {");
            for array in &members {
                let text = format!("{} *{};", type_name(array.elem), array.name);
                self.line(&text);
            }
            self.close("};");
        }
        let style = self.style.clone();
        for array in program.arrays.iter().filter(|a| style.is_global(a)) {
            let text = format!("static {};", declared(array, &array.name));
            self.line(&text);
        }
        for array in program.arrays.iter().filter(|a| style.has_table(a)) {
            let (elem, rows) = (type_name(array.elem), array.dims[0]);
            self.line(&format!("static {elem} *rows_of_{}[{rows}];", array.name));
        }
        for (n, array) in program.arrays.iter().enumerate() {
            if self.by_macro(array) {
                let variables = &["i", "j", "k"][..array.dims.len()];
                let indices: Vec<String> = variables.iter().map(|v| format!("({v})")).collect();
                let text = format!(
                    "#define AT{n}({}) {}[{}]",
                    variables.join(", "),
                    self.name(n),
                    self.linear(n, &indices)
                );
                self.line(&text);
            }
        }
    }

    pub(super) fn by_macro(&self, array: &Array) -> bool {
        let flat = matches!(array.storage, Storage::Flat | Storage::Slice);
        self.style.macros && flat && array.dims.len() > 1
    }

    pub(super) fn loop_variables(&mut self, steps: &[Step]) {
        if self.style.outside {
            let mut names = Vec::new();
            variables(steps, &mut names);
            for name in names {
                self.line(&format!("{} {name};", self.style.integer));
            }
        }
    }

    fn region(&mut self) {
        let program = self.program;
        let mut parameters = Vec::new();
        if program.arrays.iter().any(|a| self.style.is_member(a)) {
            parameters.push("struct data *d".to_owned());
        }
        let arrays = program.arrays.iter().enumerate();
        for (n, _) in arrays.filter(|(_, a)| a.is_parameter()) {
            parameters.extend(self.parameters(n));
        }
        parameters.push("uint64_t *result".to_owned());
        self.open(&format!("static void region({}) {{", parameters.join(", ")));
        self.line("int64_t k = 7;");
        self.line("double q = 0.75;");
        for (n, scalar) in program.scalars.iter().enumerate() {
            let start = if scalar.elem == Elem::F64 { "0.5" } else { "3" };
            self.line(&format!("{} s{n} = {start};", type_name(scalar.elem)));
        }
        self.loop_variables(&program.steps);
        match self.style.block {
            true => {
                self.directive("region");
                self.open("{");
            }
            false => self.directive("region begin"),
        }
        self.templates(&program.templates, program.default.as_deref());
        let arrays = program.arrays.iter().enumerate();
        let arrays = arrays.filter(|(_, a)| a.is_parameter()).map(|(n, _)| n);
        self.lengths_of(&arrays.collect::<Vec<_>>(), &program.templates);
        self.tables();
        self.steps(&program.steps);
        match self.style.block {
            true => self.close("}"),
            false => self.directive("region end"),
        }
        self.line("result[0] = (uint64_t)k;");
        self.line("result[1] = bits(q);");
        for (n, scalar) in program.scalars.iter().enumerate() {
            let value = match scalar.elem {
                Elem::F64 => format!("bits(s{n})"),
                Elem::I64 => format!("(uint64_t)s{n}"),
            };
            self.line(&format!("result[{}] = {value};", n + 2));
        }
        for (n, array) in program
            .arrays
            .iter()
            .enumerate()
            .filter(|(_, a)| a.is_parameter())
        {
            for d in 0..array.dims.len() {
                self.line(&format!("(void){};", length_name(n, d)));
            }
        }
        self.close("}");
        self.line("");
    }

    /// An array with its lengths, which come first: types of arrays have them in them.
    pub(super) fn parameters(&self, number: usize) -> Vec<String> {
        let array = &self.program.arrays[number];
        let integer = self.style.integer;
        let lengths =
            (0..array.dims.len()).map(|d| format!("{integer} {}", length_name(number, d)));
        lengths.chain(self.parameter(number, array)).collect()
    }

    fn parameter(&self, number: usize, array: &Array) -> Option<String> {
        if self.style.is_member(array) || self.style.is_global(array) {
            return None;
        }
        let (elem, name) = (type_name(array.elem), &array.name);
        let restrict = if self.style.restrict { "restrict " } else { "" };
        Some(match (array.storage, self.style.rows) {
            (Storage::Flat | Storage::Slice, _) => format!("{elem} *{restrict}{name}"),
            (Storage::Fixed, _) => declared(array, name),
            (Storage::Nested, Rows::Pointers) => {
                format!("{elem} {}{name}", "*".repeat(array.dims.len()))
            }
            (Storage::Nested, Rows::Lengths) => {
                let lengths =
                    (0..array.dims.len()).map(|d| format!("[{}]", length_name(number, d)));
                format!("{elem} {name}{}", lengths.collect::<String>())
            }
        })
    }

    /// What is declared says no lengths.
    pub(super) fn is_pointer(&self, array: &Array) -> bool {
        match array.storage {
            Storage::Flat | Storage::Slice => array.place != Place::Local || self.style.heap,
            Storage::Nested => self.style.rows == Rows::Pointers,
            Storage::Fixed => false,
        }
    }

    pub(super) fn templates(&mut self, templates: &[Template], default: Option<&[usize]>) {
        for (number, sizes) in templates {
            let array = &self.program.arrays[*number];
            let lengths: Vec<String> = (0..array.dims.len())
                .map(|d| self.length(*number, d))
                .collect();
            let dim = match array.is_flat() || self.is_pointer(array) {
                true => format!(" dim({})", lengths.join(", ")),
                false => String::new(),
            };
            self.directive(&format!(
                "array_tile dimtile({}){dim} arrvar({})",
                tiles(sizes),
                self.name(*number)
            ));
        }
        if let Some(sizes) = default {
            self.directive(&format!("array_tile dimtile({}) default", tiles(sizes)));
        }
    }

    pub(super) fn steps(&mut self, steps: &[Step]) {
        for (n, step) in steps.iter().enumerate() {
            self.by_table = self.style.tables.is_some() && n % 2 == 1;
            self.step(step);
            self.by_table = false;
        }
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
                let sizes: Vec<String> = tiles.iter().map(|(v, n)| format!("{v} = {n}")).collect();
                let by_order: Vec<String> = tiles.iter().map(|(_, n)| n.to_string()).collect();
                let head = match self.style.lengths {
                    true => format!("task_tile({})", sizes.join(", ")),
                    false => format!("do tasktile({})", by_order.join(", ")),
                };
                self.task(&head, clauses);
                self.for_loop(nest, tiles.len());
            }
            Step::Block { clauses, body } => {
                self.task("task", clauses);
                self.open("{");
                body.iter().for_each(|stmt| self.stmt(stmt));
                self.close("}");
            }
            Step::Composite { clauses, steps } => {
                self.task("task nested", clauses);
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
                let declared = self.declares();
                self.open(&format!(
                    "for ({declared}{variable} = 0; {variable} < {times}; {variable}++) {{"
                ));
                locals.iter().for_each(|&local| self.local(local));
                self.lengths_of(locals, &[]);
                self.steps(steps);
                swap.iter().for_each(|&(a, b)| self.swap(a, b));
                if self.style.heap {
                    for &local in locals {
                        self.line(&format!("free({});", self.program.arrays[local].name));
                    }
                }
                self.close("}");
            }
            Step::Call {
                function,
                arrays,
                numbers,
            } => self.call(*function, arrays, numbers),
            Step::Wait => self.directive("task_wait"),
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

    fn local(&mut self, number: usize) {
        let array = &self.program.arrays[number];
        let (elem, name) = (type_name(array.elem), &array.name);
        let length: usize = array.dims.iter().product();
        let text = match self.style.heap {
            true => format!("{elem} *{name} = calloc({length}, sizeof *{name});"),
            false => format!("{elem} {name}[{length}] = {{0}};"),
        };
        self.line(&text);
    }

    fn swap(&mut self, a: usize, b: usize) {
        let array = &self.program.arrays[a];
        let nested = array.storage == Storage::Nested;
        if nested && self.style.rows == Rows::Lengths {
            return; // their types differ
        }
        let stars = if nested { array.dims.len() } else { 1 };
        let (first, second) = (self.name(a), self.name(b));
        self.open("{");
        self.line(&format!(
            "{} {}other = {first};",
            type_name(array.elem),
            "*".repeat(stars)
        ));
        self.line(&format!("{first} = {second};"));
        self.line(&format!("{second} = other;"));
        self.close("}");
    }

    fn task(&mut self, head: &str, clauses: &[String]) {
        let clauses: Vec<String> = clauses.iter().map(|c| self.clause(c)).collect();
        let between = if clauses.is_empty() { "" } else { " " };
        self.directive(&format!("{head}{between}{}", clauses.join(" ")));
    }

    /// A clause in the spelling of C: the generator's is Rust's.
    fn clause(&self, text: &str) -> String {
        let uses = ["in(", "out(", "inout("]
            .iter()
            .any(|m| text.starts_with(m));
        let Some((mode, items)) = text.split_once('(').filter(|_| uses) else {
            return text.to_owned();
        };
        let items = items.strip_suffix(')').unwrap_or(items);
        let items: Vec<String> = split_items(items)
            .iter()
            .map(|item| self.item(item))
            .collect();
        format!("{mode}({})", items.join(", "))
    }

    fn item(&self, item: &str) -> String {
        let (name, section) = item.split_once('[').unwrap_or((item, ""));
        let known = self.program.arrays.iter().position(|a| a.name == name);
        let name = known.map_or_else(|| name.to_owned(), |n| self.name(n));
        let section = section.strip_suffix(']').unwrap_or("");
        if section.is_empty() {
            return name;
        }
        let entries =
            section.split(", ").map(
                |entry| match (entry.split_once("..="), self.style.lengths) {
                    (None, true) => "[:]".to_owned(),
                    (None, false) => "*".to_owned(),
                    (Some((lo, hi)), true) => format!("[{lo}:({hi}) - ({lo}) + 1]"),
                    (Some((lo, hi)), false) => format!("{lo}:{hi}"),
                },
            );
        match self.style.lengths {
            true => format!("{name}{}", entries.collect::<String>()),
            false => format!("{name}({})", entries.collect::<Vec<_>>().join(", ")),
        }
    }

    fn declares(&self) -> String {
        match self.style.outside {
            true => String::new(),
            false => format!("{} ", self.style.integer),
        }
    }

    /// A loop; the outermost `tiled` loops of it count in steps of a task loop.
    fn for_loop(&mut self, l: &Loop, tiled: usize) {
        let (declared, v) = (self.declares(), &l.variable);
        let (lo, hi) = (self.bound(&l.lo), self.bound(&l.hi));
        let head = if l.reverse {
            let first = if l.inclusive { hi } else { format!("{hi} - 1") };
            // Task loops that count down do so by one.
            let step = match l.step {
                n if n > 1 && tiled == 0 => format!("{v} -= {n}"),
                _ => format!("{v}--"),
            };
            format!("for ({declared}{v} = {first}; {v} >= {lo}; {step}) {{")
        } else {
            let below = if l.inclusive { "<=" } else { "<" };
            let step = match l.step {
                1 => format!("{v}++"),
                n => format!("{v} += {n}"),
            };
            format!("for ({declared}{v} = {lo}; {v} {below} {hi}; {step}) {{")
        };
        self.open(&head);
        for stmt in &l.body {
            match stmt {
                Stmt::For(inner) => self.for_loop(inner, tiled.saturating_sub(1)),
                other => self.stmt(other),
            }
        }
        self.close("}");
    }

    fn stmt(&mut self, stmt: &Stmt) {
        match stmt {
            Stmt::Assign {
                target,
                compound,
                values,
            } => {
                let sign = if *compound { "+=" } else { "=" };
                let elem = self.program.arrays[target.array].elem;
                if self.style.pointers {
                    self.open("{");
                    let (target, values) = self.pointed(target, values);
                    let value = self.mixed(elem, &values);
                    self.line(&format!("{target} {sign} {value};"));
                    return self.close("}");
                }
                let value = self.mixed(elem, values);
                let target = self.access(target);
                self.line(&format!("{target} {sign} {value};"));
            }
            Stmt::Let { name, elem, values } => {
                let value = self.mixed(*elem, values);
                self.line(&format!("{} {name} = {value};", type_name(*elem)));
                self.line(&format!("(void){name};"));
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
                self.open(&format!("if ({condition}) {{"));
                then.iter().for_each(|stmt| self.stmt(stmt));
                if !otherwise.is_empty() {
                    self.close("} else {");
                    self.depth += 1;
                    otherwise.iter().for_each(|stmt| self.stmt(stmt));
                }
                self.close("}");
            }
            Stmt::For(l) => self.for_loop(l, 0),
        }
    }
}

/// `double a[4][5]`.
fn declared(array: &Array, name: &str) -> String {
    let lengths: String = array.dims.iter().map(|n| format!("[{n}]")).collect();
    format!("{} {name}{lengths}", type_name(array.elem))
}

fn tiles(sizes: &[usize]) -> String {
    let text = |n: &usize| match n {
        0 => "*".to_owned(),
        n => n.to_string(),
    };
    sizes.iter().map(text).collect::<Vec<_>>().join(", ")
}

/// Items of a clause: at commas outside brackets.
fn split_items(text: &str) -> Vec<&str> {
    let (mut list, mut depth, mut from) = (Vec::new(), 0, 0);
    for (at, c) in text.char_indices() {
        match c {
            '[' => depth += 1,
            ']' => depth -= 1,
            ',' if depth == 0 => {
                list.push(text[from..at].trim());
                from = at + 1;
            }
            _ => {}
        }
    }
    list.push(text[from..].trim());
    list
}

/// Variables of all loops.
fn variables(steps: &[Step], names: &mut Vec<String>) {
    for step in steps {
        match step {
            Step::Nest { nest, .. } => of_loop(nest, names),
            Step::Block { body, .. } => of_body(body, names),
            Step::Composite { steps, .. } => variables(steps, names),
            Step::Repeat {
                variable, steps, ..
            } => {
                names.push(variable.clone());
                variables(steps, names);
            }
            _ => {}
        }
    }
}

fn of_loop(l: &Loop, names: &mut Vec<String>) {
    names.push(l.variable.clone());
    of_body(&l.body, names);
}

fn of_body(body: &[Stmt], names: &mut Vec<String>) {
    for stmt in body {
        match stmt {
            Stmt::For(l) => of_loop(l, names),
            Stmt::If {
                then, otherwise, ..
            } => {
                of_body(then, names);
                of_body(otherwise, names);
            }
            _ => {}
        }
    }
}
