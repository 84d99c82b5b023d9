//! The walk over code: what is read and written where.

use tree_sitter::Node;

use crate::c::emit::checked::places::{Place, flat, is_arrow};
use crate::c::emit::checked::{Code, Marks};
use crate::c::emit::lines::newlines;
use crate::c::emit::watched_accesses::Looks;
use crate::c::emit::{quoted, register, renamed};
use crate::c::parse::source::{children, expression, field, peel};
use crate::ir::Mode;

/// What is not run, or is no expression.
const NOT_RUN: [&str; 15] = [
    "sizeof_expression",
    "alignof_expression",
    "offsetof_expression",
    "generic_expression",
    "type_descriptor",
    "struct_specifier",
    "union_specifier",
    "enum_specifier",
    "subscript_designator",
    "gnu_asm_expression",
    "preproc_def",
    "preproc_function_def",
    "preproc_call",
    "preproc_include",
    "attribute_specifier",
];

/// Functions of the compiler whose arguments are no values.
const BUILT_IN: [&str; 8] = [
    "va_arg",
    "va_start",
    "va_end",
    "va_copy",
    "offsetof",
    "__builtin_offsetof",
    "__builtin_choose_expr",
    "__builtin_types_compatible_p",
];

/// Longest name of a place in messages.
const LONGEST: usize = 60;

impl Code<'_> {
    /// Instruments the code, which `node` is.
    pub(in crate::c::emit) fn marks(&self, node: Node) -> Marks {
        let mut marks = Marks::default();
        let place = Place {
            text: self.src,
            call: None,
            depth: 0,
        };
        self.run(place, node, &mut marks);
        marks
    }

    fn run_children(&self, at: Place, node: Node, marks: &mut Marks) {
        children(node)
            .into_iter()
            .for_each(|child| self.run(at, child, marks));
    }

    fn run_field(&self, at: Place, node: Node, name: &str, marks: &mut Marks) {
        if let Some(child) = field(node, name) {
            self.run(at, child, marks);
        }
    }

    fn is_replaced(&self, at: Place, node: Node) -> bool {
        at.call.is_none() && self.replaced.contains(&node.byte_range())
    }

    /// Code that is run, an expression whose value is used.
    fn run(&self, at: Place, node: Node, marks: &mut Marks) {
        if self.is_replaced(at, node) {
            return;
        }
        match node.kind() {
            kind if NOT_RUN.contains(&kind) => {}
            "declaration" => self.run_declaration(at, node, marks),
            "case_statement" => {
                let value = field(node, "value");
                let rest = children(node).into_iter();
                rest.filter(|c| Some(*c) != value)
                    .for_each(|c| self.run(at, c, marks));
            }
            "preproc_if" | "preproc_ifdef" | "preproc_elif" => {
                let (condition, name) = (field(node, "condition"), field(node, "name"));
                let rest = children(node).into_iter();
                rest.filter(|c| Some(*c) != condition && Some(*c) != name)
                    .for_each(|c| self.run(at, c, marks));
            }
            "assignment_expression" => {
                let compound = field(node, "operator").is_some_and(|o| at.text.text(o) != "=");
                let mode = if compound { Mode::InOut } else { Mode::Out };
                if let Some(left) = field(node, "left") {
                    self.place(at, left, mode, marks);
                }
                self.run_field(at, node, "right", marks);
            }
            "update_expression" => {
                if let Some(place) = field(node, "argument") {
                    self.place(at, place, Mode::InOut, marks);
                }
            }
            "pointer_expression" if at.text.text(node).starts_with('&') => {
                if let Some(place) = field(node, "argument") {
                    self.inside(at, peel(place), marks);
                }
            }
            "pointer_expression"
            | "subscript_expression"
            | "field_expression"
            | "identifier"
            | "call_expression" => self.place(at, node, Mode::In, marks),
            _ => self.run_children(at, node, marks),
        }
    }

    fn run_declaration(&self, at: Place, node: Node, marks: &mut Marks) {
        let is_static = |c: &Node| {
            c.kind() == "storage_class_specifier"
                && matches!(at.text.text(*c), "static" | "extern" | "typedef")
        };
        if children(node).iter().any(is_static) {
            return;
        }
        let mut cursor = node.walk();
        let declarators = node.children_by_field_name("declarator", &mut cursor);
        for found in declarators.filter(|d| d.kind() == "init_declarator") {
            self.run_field(at, found, "value", marks);
        }
    }

    /// A place that is read, written, or both.
    fn place(&self, at: Place, node: Node, mode: Mode, marks: &mut Marks) {
        let node = peel(node);
        if self.is_replaced(at, node) || self.in_macro(at, node, mode, marks) {
            return;
        }
        match node.kind() {
            "identifier"
                if self.looks.is_none() && self.is_shared(at, node, at.text.text(node)) =>
            {
                let name = at.text.text(node);
                self.mark(at, node, mode, name, marks, |_| {});
            }
            "identifier" => {}
            "call_expression" => self.run_call(at, node, marks),
            "pointer_expression" if at.text.text(node).starts_with('*') => {
                self.mark_place(at, node, mode, marks);
            }
            "subscript_expression" | "field_expression" => {
                self.mark_place(at, node, mode, marks);
            }
            _ => self.run(at, node, marks),
        }
    }

    fn run_call(&self, at: Place, node: Node, marks: &mut Marks) {
        let Some(function) = field(node, "function").map(peel) else {
            return;
        };
        if BUILT_IN.contains(&at.text.text(function)) {
            return;
        }
        match function.kind() {
            "identifier" => {}
            // `(*f)(x)`
            "pointer_expression" => self.inside(at, function, marks),
            _ => self.run(at, function, marks),
        }
        if let Some(looks) = self.looks {
            let list = field(node, "arguments").map_or_else(Vec::new, children);
            let here = at.call.unwrap_or(node);
            for (n, value) in list.into_iter().enumerate() {
                match looks.concern_handed(self, at.text, (node, n), here) {
                    Some(mode) => self.mark_pointer(at, value, mode, marks),
                    None => {
                        let behind = looks.behind(self, at.text, (node, value), here);
                        if !behind.is_empty() {
                            marks
                                .before
                                .insert(value.start_byte(), format!("({behind}"));
                            marks.behind.insert(value.end_byte(), ")");
                        }
                        self.run(at, value, marks);
                    }
                }
            }
            return;
        }
        self.run_field(at, node, "arguments", marks);
    }

    /// Marks a place, or the part of it that has an address, and what leads there.
    fn mark_place(&self, at: Place, node: Node, mode: Mode, marks: &mut Marks) {
        let (mut target, mut part) = (node, false);
        if is_of_literal(node) {
            return self.run_children(at, node, marks);
        }
        while target.kind() == "field_expression" {
            let name = field(target, "field").map_or("", |f| at.text.text(f));
            if self.members.have_address(name) {
                break;
            }
            let Some(argument) = field(target, "argument") else {
                return;
            };
            part = true;
            if is_arrow(at.text, target) && self.looks.is_some() {
                return self.run(at, argument, marks);
            }
            if is_arrow(at.text, target) {
                return self.mark_pointer(at, argument, mode, marks);
            }
            target = peel(argument);
            if self.is_replaced(at, target) {
                return;
            }
        }
        if !self.is_place(at, target) {
            return match target == node {
                true => self.run_children(at, node, marks),
                false => self.run(at, target, marks),
            };
        }
        if self.is_cast(at, target) {
            return self.inside(at, target, marks);
        }
        let own = self.is_own(at, target);
        let concerns = |looks: &Looks| {
            let here = at.call.unwrap_or(target);
            looks.concern(self, at.text, (target, own), here, mode)
        };
        let counts = self.looks.map_or(!own, concerns);
        if !counts || self.is_row(at, target) {
            return self.inside(at, target, marks);
        }
        let name = if part { "" } else { at.text.text(target) };
        self.mark(at, target, mode, name, marks, |marks| {
            self.inside(at, target, marks);
        });
    }

    /// What leads to a place, which itself is not touched.
    fn inside(&self, at: Place, node: Node, marks: &mut Marks) {
        if self.is_replaced(at, node) {
            return;
        }
        let argument = field(node, "argument");
        match (node.kind(), argument) {
            ("subscript_expression", Some(base)) => {
                self.run_field(at, node, "index", marks);
                self.base(at, peel(base), marks);
            }
            ("pointer_expression", Some(pointer)) if at.text.text(node).starts_with('*') => {
                self.base(at, peel(pointer), marks);
            }
            ("field_expression", Some(of)) if is_arrow(at.text, node) => {
                self.base(at, peel(of), marks);
            }
            ("field_expression", Some(of)) => self.inside(at, peel(of), marks),
            ("identifier", _) => {}
            // A macro that is a place.
            ("call_expression", _) if self.expansion(at, node).is_some() => {
                let Some(arguments) = field(node, "arguments") else {
                    return;
                };
                self.run(at, arguments, marks);
            }
            _ => self.run(at, node, marks),
        }
    }

    /// What a subscript, a star or an arrow is applied to: a pointer that lies somewhere is read.
    fn base(&self, at: Place, base: Node, marks: &mut Marks) {
        match base.kind() {
            "identifier" if self.expansion(at, base).is_none() => {}
            // The rows of an array are no access, whatever it is made of.
            "subscript_expression" if self.array_of(at, base).is_some() => {
                self.inside(at, base, marks);
            }
            _ => self.run(at, base, marks),
        }
    }

    /// A macro whose text has accesses is written out; false where `node` is none.
    fn in_macro(&self, at: Place, node: Node, mode: Mode, marks: &mut Marks) -> bool {
        let Some(text) = self.expansion(at, node) else {
            return false;
        };
        if self.looks.is_some_and(|looks| looks.plain) {
            return true;
        }
        let Some(inner) = expression(&flat(&text), at.text) else {
            return false;
        };
        let mut found = Marks::default();
        let place = at.within(&inner, node);
        let Some(value) = inner.value() else {
            return false;
        };
        self.place(place, value, mode, &mut found);
        let written = found.written(&inner);
        if written != inner.text {
            let body = written.strip_prefix("int hp5_value = (");
            let body = body.and_then(|b| b.strip_suffix("\n);")).unwrap_or("");
            let mut body = format!("({body})");
            let span = node.byte_range();
            if at.call.is_none() {
                body = renamed(&body, &self.shared) + &newlines(self.src, &span);
            }
            marks.before.replace(span, body);
        }
        true
    }

    /// Puts the call around a place, and what `inside` does in between.
    fn mark(
        &self,
        at: Place,
        node: Node,
        mode: Mode,
        name: &str,
        marks: &mut Marks,
        inside: impl FnOnce(&mut Marks),
    ) {
        let array = self.array_of(at, node);
        let (base, name) = match array {
            Some((name, called)) => (format!("(const void *){called}"), name.clone()),
            None => ("NULL".to_owned(), flat(name)),
        };
        let name = match name.is_empty() {
            true => "NULL".to_owned(),
            false => quoted(&name.chars().take(LONGEST).collect::<String>()),
        };
        let place = place_of(at, node);
        // A row is no access: as a value it has another type, that of a pointer. (Its own may have no size.)
        let value = format!("__typeof__(((void)0, *{place}))");
        let bytes = format!(
            "__builtin_types_compatible_p(__typeof__(*{place}), {value}) * sizeof({value})"
        );
        let tell = self.tell(at, node, &bytes, mode, (&base, &name));
        let start = format!("(*__extension__({{ __auto_type {place} = &(");
        marks.before.insert(node.start_byte(), start);
        inside(marks);
        let end = format!("); {tell} {place}; }}))");
        marks.behind.insert(node.end_byte(), end);
    }

    /// Puts the call around a pointer to what is touched in part.
    fn mark_pointer(&self, at: Place, node: Node, mode: Mode, marks: &mut Marks) {
        let tell = self.tell(at, node, "1", mode, ("NULL", "NULL"));
        let place = place_of(at, node);
        let start = format!("(__extension__({{ __auto_type {place} = (");
        marks.before.insert(node.start_byte(), start);
        self.run(at, node, marks);
        let end = format!("); {tell} {place}; }}))");
        marks.behind.insert(node.end_byte(), end);
    }

    fn tell(
        &self,
        at: Place,
        node: Node,
        bytes: &str,
        mode: Mode,
        (base, name): (&str, &str),
    ) -> String {
        let (mode, at_place) = (register::mode_name(mode), place_of(at, node));
        if self.looks.is_some() {
            return format!("hp5_look(hp5_here, (size_t){at_place}, {bytes}, {mode});");
        }
        let byte = at.call.unwrap_or(node).start_byte();
        let (file, line) = self.src.place(self.src.line(byte));
        let place = quoted(&format!("{file}:{line}"));
        format!("hp5_touch((const void *){at_place}, {bytes}, {mode}, {base}, {name}, {place});")
    }
}

/// What a place is called; one that stands in another one has another name.
fn place_of(at: Place, node: Node) -> String {
    format!(
        "hp5_place_{}_{}_{}",
        at.depth,
        node.start_byte(),
        node.end_byte()
    )
}

/// `(int[]){1, 2}[k]`, `(&(struct s){a, b})->a`: what lives for the block that it stands in has no address that
/// may be handed out of one that is made.
fn is_of_literal(mut node: Node) -> bool {
    while let "subscript_expression" | "field_expression" | "pointer_expression" = node.kind() {
        match field(node, "argument") {
            Some(inner) => node = peel(inner),
            None => return false,
        }
    }
    node.kind() == "compound_literal_expression"
}
