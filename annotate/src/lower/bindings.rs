//! What is known of names that are bound outside of a task: how they may be changed through,
//! and what they are equal to.
//!
//! Only declarations that enclose the task count, innermost last, so that a later `let`
//! hides an earlier one. Types are read as text; what is not written down stays unknown.

use std::collections::{HashMap, HashSet};

use tree_sitter::Node;

use crate::ir::{LoopInfo, Poly, Residue};
use crate::lower::affine::Env;
use crate::lower::body::{RangeNodes, range_of};
use crate::lower::classes::{Class, class_of_type, class_of_value};
use crate::lower::constancy::{quotient, stays, unchanged_behind};
use crate::lower::integers::{self, Int};
use crate::lower::references::changed_through;
use crate::lower::residues::residues;
use crate::semantics::types::is_read_only;
use crate::syntax::items::find_item;
use crate::syntax::names::pattern_names;
use crate::syntax::rust::{Source, children, field, peel, place_name};

/// The declarations around a task.
#[derive(Debug, Default)]
pub(crate) struct Outer {
    classes: HashMap<String, Class>,
    /// Names that never change, by their values in terms of other such names.
    facts: Vec<(String, Poly)>,
    /// What values of such names leave when they are divided.
    residues: Vec<Residue>,
    /// Names that are bound without `mut`.
    fixed: Vec<String>,
    /// Names that are never negative, by their type or by the range that they run through.
    unsigned: Vec<String>,
    /// Names that are whole numbers, by their type or by the range that they run through.
    whole: HashSet<String>,
    /// Names that may be below 0, by their type.
    signed: HashSet<String>,
    /// Names that are numbers, by their type or by the literal that they begin with.
    numbers: HashSet<String>,
    /// Shared references, by their types, to what cannot be changed through them.
    shared: HashSet<String>,
    /// All names, those that look like constants too.
    names: HashSet<String>,
    /// Loops around, by the plain names of their variables.
    ranges: Vec<LoopInfo>,
    /// Fields that the function does not change, with the name that each was given.
    fields: HashMap<String, String>,
}

pub(super) const NUMBERS: [&str; 16] = [
    "usize", "isize", "u8", "u16", "u32", "u64", "u128", "i8", "i16", "i32", "i64", "i128", "f32",
    "f64", "bool", "char",
];

const INTEGERS: &[&str] = NUMBERS.split_at(12).0;

impl Outer {
    /// Looks around `stmt`.
    pub(crate) fn around(src: &Source, stmt: Node) -> Outer {
        let mut declarations = Vec::new();
        let mut at = stmt;
        while let Some(parent) = at.parent() {
            declarations.extend(src.bound().lets(src, parent, at.start_byte()));
            if matches!(
                parent.kind(),
                "for_expression"
                    | "function_item"
                    | "closure_expression"
                    | "if_expression"
                    | "while_expression"
                    | "match_arm"
            ) {
                declarations.push(parent);
            }
            if parent.kind() == "function_item" {
                break;
            }
            at = parent;
        }
        let mut outer = Outer::default();
        for declaration in declarations.into_iter().rev() {
            outer.declare(src, declaration);
        }
        outer
    }

    /// What a bare use of `name` can do.
    pub(crate) fn class(&self, name: &str) -> Class {
        self.classes.get(name).copied().unwrap_or(Class::Unknown)
    }

    /// What fixed names are equal to.
    pub(crate) fn facts(&self) -> Vec<(String, Poly)> {
        self.facts.clone()
    }

    /// What is left when values of fixed names are divided.
    pub(crate) fn residues(&self) -> Vec<Residue> {
        self.residues.clone()
    }

    /// Loops around, by the plain names of their variables.
    pub(crate) fn ranges(&self) -> Vec<LoopInfo> {
        self.ranges.clone()
    }

    /// Names that are never negative.
    pub(crate) fn unsigned(&self) -> Vec<String> {
        self.unsigned.clone()
    }

    /// Fields by the names that they were given.
    pub(crate) fn named_fields(&self) -> HashMap<String, String> {
        self.fields.clone()
    }

    /// Names that are whole numbers.
    pub(crate) fn whole(&self) -> HashSet<String> {
        self.whole.clone()
    }

    /// Whether the name is a number, by its type or by the literal that it begins with.
    pub(crate) fn is_number(&self, name: &str) -> bool {
        self.numbers.contains(name)
    }

    /// Whether the name is a number that nobody can set: it is bound without `mut`.
    pub(crate) fn is_fixed_number(&self, name: &str) -> bool {
        let number = self.numbers.contains(name) || self.whole.contains(name);
        number && self.fixed.iter().any(|fixed| fixed == name)
    }

    /// Whether a method of what the name refers to can only read it.
    pub(crate) fn is_shared(&self, name: &str) -> bool {
        self.shared.contains(name)
    }

    /// Whether the name is one of the function around, no constant or function.
    pub(crate) fn is_local(&self, name: &str) -> bool {
        self.names.contains(name)
    }

    /// All names that are bound around the task.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.names.iter().map(String::as_str)
    }

    fn declare(&mut self, src: &Source, node: Node) {
        match node.kind() {
            "let_declaration" => self.declare_let(src, node),
            "if_expression" | "while_expression" => {
                let mut stack: Vec<Node> = field(node, "condition").into_iter().collect();
                while let Some(part) = stack.pop() {
                    match field(part, "pattern").filter(|_| part.kind() == "let_condition") {
                        Some(pattern) => {
                            self.bind_all(src, pattern);
                            self.note_changes(src, pattern, field(part, "value"));
                        }
                        None => stack.extend(children(part)),
                    }
                }
            }
            "match_arm" => {
                if let Some(pattern) = field(node, "pattern") {
                    let matched = node.parent().and_then(|body| body.parent());
                    self.bind_all(src, pattern);
                    self.note_changes(src, pattern, matched.and_then(|m| field(m, "value")));
                }
            }
            "for_expression" => {
                if let Some(pattern) = field(node, "pattern") {
                    self.bind_all(src, pattern);
                    self.note_changes(src, pattern, field(node, "value"));
                    if pattern.kind() == "identifier" {
                        self.fixed.push(src.text(pattern).to_owned());
                    }
                    let range = field(node, "value").and_then(|v| range_of(src, v));
                    if range.is_some() {
                        self.whole.insert(src.text(pattern).to_owned());
                    }
                    if let Some(range) = &range {
                        self.note_range(src, pattern, range);
                    }
                    let low = range
                        .and_then(|r| r.lo)
                        .filter(|lo| lo.kind() == "integer_literal");
                    if low.is_some() && pattern.kind() == "identifier" {
                        self.unsigned.push(src.text(pattern).to_owned());
                    }
                }
            }
            _ => {
                for parameter in field(node, "parameters").map(children).unwrap_or_default() {
                    let pattern = field(parameter, "pattern").unwrap_or(parameter);
                    let class = field(parameter, "type")
                        .map_or(Class::Unknown, |t| class_of_type(src.text(t)));
                    self.bind(src, pattern, class, is_mutable(parameter));
                    self.note_type(src, pattern, field(parameter, "type"));
                    let natural = field(parameter, "type").is_some_and(|t| src.text(t) == "usize");
                    if natural && pattern.kind() == "identifier" {
                        self.unsigned.push(src.text(pattern).to_owned());
                    }
                }
            }
        }
    }

    fn declare_let(&mut self, src: &Source, node: Node) {
        let Some(pattern) = field(node, "pattern") else {
            return;
        };
        let (value, ty) = (field(node, "value").map(peel), field(node, "type"));
        // Whatever they are of: `t % 2` leaves what `t` does.
        self.residues
            .extend(value.into_iter().flat_map(|value| residues(src, value)));
        // `let (n, m) = (a.len(), b.len());` is two of them.
        if let (Some(value), None) = (value, ty)
            && (pattern.kind(), value.kind()) == ("tuple_pattern", "tuple_expression")
        {
            let (names, values) = (children(pattern), children(value));
            if names.len() == values.len() {
                let known: Vec<_> = (values.iter())
                    .map(|v| {
                        (
                            self.fixed_value(src, peel(*v)),
                            class_of_value(src, peel(*v)),
                        )
                    })
                    .collect();
                let parts = names.into_iter().zip(values).zip(known);
                for ((name, value), (fact, class)) in parts {
                    self.bind(src, name, class, is_mutable(name));
                    self.note_fact(src, name, fact);
                    if !is_mutable(name) {
                        self.note_field(src, name, peel(value));
                    }
                }
                return;
            }
        }
        let class = match ty {
            Some(written) => class_of_type(src.text(written)),
            None => value.map_or(Class::Unknown, |v| class_of_value(src, v)),
        };
        let fact = value.and_then(|v| self.fixed_value(src, v));
        self.bind(src, pattern, class, is_mutable(node));
        self.note_type(src, pattern, ty);
        let literal =
            value.is_some_and(|v| v.kind().ends_with("_literal") && v.kind() != "string_literal");
        if literal && ty.is_none() && pattern.kind() == "identifier" {
            self.numbers.insert(src.text(pattern).to_owned());
            if value.is_some_and(|v| v.kind() == "integer_literal") {
                self.whole.insert(src.text(pattern).to_owned());
            }
        }
        let is_natural = match (ty, value) {
            (Some(ty), _) => src.text(ty) == "usize",
            (None, Some(value)) => integers::type_of(src, value, 0) == Int::named("usize"),
            _ => false,
        };
        if is_natural && pattern.kind() == "identifier" {
            self.unsigned.push(src.text(pattern).to_owned());
        }
        self.take_apart(src, pattern);
        if ty.is_none() {
            self.note_changes(src, pattern, value);
        }
        self.note_fact(src, pattern, fact.filter(|_| !is_mutable(node)));
        if let Some(value) = value.filter(|_| !is_mutable(node)) {
            self.note_field(src, pattern, value);
            self.note_quotient(src, (node, pattern), value);
        }
    }

    /// `for k in 0..n` around the task, with ends that never change.
    fn note_range(&mut self, src: &Source, pattern: Node, range: &RangeNodes) {
        let end = |node: Option<Node>| self.fixed_value(src, peel(node?));
        let (lo, hi) = (end(range.lo), end(range.hi));
        let hi = hi.and_then(|hi| hi.plus(&Poly::constant(i64::from(range.inclusive))));
        let atom = src.text(pattern).to_owned();
        let own = [&lo, &hi].into_iter().flatten().any(|end| end.names(&atom));
        if pattern.kind() == "identifier" && !own {
            self.ranges.push(LoopInfo {
                atom,
                lo,
                hi,
                exact: false,
            });
        }
    }

    /// References that can be changed through: `low` of `let (low, high) = a.split_at_mut(n)`.
    fn note_changes(&mut self, src: &Source, pattern: Node, value: Option<Node>) {
        for name in value.map_or_else(Vec::new, |v| changed_through(src, pattern, v)) {
            self.fixed.retain(|fixed| *fixed != name);
            self.classes.insert(name, Class::Changes);
        }
    }

    /// `let half = len / 2;`: of natural numbers `len` is `2 * half` and a rest, as long as it stays what it was.
    fn note_quotient(&mut self, src: &Source, (node, pattern): (Node, Node), value: Node) {
        let Some((whole, by)) = quotient(src, value).filter(|_| pattern.kind() == "identifier")
        else {
            return;
        };
        let (name, whole) = (src.text(pattern), src.text(whole));
        let fixed = self.fixed.iter().any(|f| f == whole) || unchanged_behind(src, node, whole);
        if name == whole || self.signed.contains(whole) || !fixed {
            return;
        }
        let rest = format!("{whole}%{name}");
        let product = Poly::atom(name).times(&Poly::constant(by));
        if let Some(value) = product.and_then(|p| p.plus(&Poly::atom(rest.as_str()))) {
            self.facts.push((whole.to_owned(), value));
            self.unsigned.extend([name.to_owned(), rest]);
        }
    }

    /// `let n = self.n;`: as long as the field stays what it was, both are one number.
    fn note_field(&mut self, src: &Source, pattern: Node, value: Node) {
        let place = Some(value).filter(|v| v.kind() == "field_expression");
        let Some(field) = place.and_then(|place| place_name(src, place)) else {
            return;
        };
        let root = field.split('.').next().unwrap_or("");
        let stays = self.shared.contains(root) || stays(src, value, &field);
        if pattern.kind() == "identifier" && stays {
            let name = src.text(pattern).to_owned();
            self.fields.entry(field).or_insert(name);
        }
    }

    /// What a written type says of a name's values.
    fn note_type(&mut self, src: &Source, pattern: Node, ty: Option<Node>) {
        let Some(ty) = ty.filter(|_| pattern.kind() == "identifier") else {
            return;
        };
        let (name, ty) = (src.text(pattern).to_owned(), src.text(ty));
        if is_read_only(ty) {
            self.shared.insert(name.clone());
        }
        if INTEGERS.contains(&ty) {
            self.whole.insert(name.clone());
        }
        if ty.starts_with('i') {
            self.signed.insert(name.clone());
        }
        if NUMBERS.contains(&ty) {
            self.numbers.insert(name);
        }
    }

    fn note_fact(&mut self, src: &Source, pattern: Node, fact: Option<Poly>) {
        if let Some(value) = fact.filter(|_| pattern.kind() == "identifier") {
            let name = src.text(pattern);
            if !value.names(name) {
                self.facts.push((name.to_owned(), value));
            }
        }
    }

    /// `let Shape { n, m } = shape;`: what the fields of a struct of this file are.
    fn take_apart(&mut self, src: &Source, pattern: Node) {
        if pattern.kind() != "struct_pattern" || src.text(pattern).contains("mut ") {
            return;
        }
        let name = field(pattern, "type").map_or("", |t| src.text(t));
        let declared = find_item(src, "struct_item", name).and_then(|item| field(item, "body"));
        let natural = |found: &&str| {
            let mut fields = declared.map(children).unwrap_or_default().into_iter();
            fields.any(|f| {
                field(f, "name").is_some_and(|n| src.text(n) == *found)
                    && field(f, "type").is_some_and(|t| src.text(t) == "usize")
            })
        };
        let names: Vec<String> = (children(pattern).into_iter())
            .filter(|part| part.kind() == "field_pattern" && children(*part).len() == 1)
            .map(|part| src.text(part))
            .filter(natural)
            .map(str::to_owned)
            .collect();
        self.fixed.extend_from_slice(&names);
        self.unsigned.extend(names);
    }

    /// The value as a polynomial over names that never change.
    fn fixed_value(&self, src: &Source, value: Node) -> Option<Poly> {
        let poly = Env::default().poly(src, value)?;
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        let known = |word: &str| match self.names.contains(word) {
            true => self.fixed.iter().any(|f| f == word),
            false => is_constant(word),
        };
        // Of an expression all that it names.
        let fixed = |atom: &&str| match atom.chars().all(is_word) {
            true => known(atom),
            false => {
                let numbers = atom.chars().all(|c| is_word(c) || "()+-*%&^ ".contains(c));
                numbers
                    && atom
                        .split(|c| !is_word(c))
                        .all(|word| word.is_empty() || known(word))
            }
        };
        poly.atoms().iter().all(fixed).then_some(poly)
    }

    fn bind_all(&mut self, src: &Source, pattern: Node) {
        for (name, _) in pattern_names(src, pattern) {
            self.hide(&name);
        }
    }

    fn bind(&mut self, src: &Source, pattern: Node, class: Class, mutable: bool) {
        self.bind_all(src, pattern);
        if pattern.kind() == "identifier" {
            let name = src.text(pattern).to_owned();
            if !mutable && class != Class::Changes {
                self.fixed.push(name.clone());
            }
            self.classes.insert(name, class);
        }
    }

    /// A new binding ends what was known of the name.
    fn hide(&mut self, name: &str) {
        self.names.insert(name.to_owned());
        self.whole.remove(name);
        self.signed.remove(name);
        self.numbers.remove(name);
        self.shared.remove(name);
        self.classes.remove(name);
        self.fixed.retain(|fixed| fixed != name);
        self.unsigned.retain(|other| other != name);
        let of_name = |end: &Option<Poly>| end.as_ref().is_some_and(|end| end.names(name));
        self.ranges
            .retain(|l| l.atom != name && !of_name(&l.lo) && !of_name(&l.hi));
        self.fields
            .retain(|field, given| given != name && field.split('.').next() != Some(name));
        self.facts
            .retain(|(left, value)| left != name && !value.names(name));
    }
}

pub(super) fn is_mutable(node: Node) -> bool {
    children(node)
        .iter()
        .any(|c| c.kind() == "mutable_specifier")
}

/// Spelled as constants and statics are.
pub(crate) fn is_constant(name: &str) -> bool {
    name.chars()
        .all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_')
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::lower::classes::parameters_of;
    use crate::syntax::rust::parse;

    fn at_call(text: &str) -> Outer {
        let src = parse(Path::new("t.rs"), text.to_owned()).expect("parses");
        let byte = text.find("here()").expect("a place");
        let node = src
            .tree
            .root_node()
            .descendant_for_byte_range(byte, byte + 4)
            .expect("a node");
        Outer::around(&src, node)
    }

    #[test]
    fn declarations_around_a_task_say_what_names_can_do() {
        let outer = at_call(
            "fn f<'x>(a: &'x mut [f64], b: &Vec<f64>, n: usize, c: Vec<f64>) { let r = &mut q; let s = 1.0; if z { let b = a.as_mut_slice(); here(); } }",
        );
        let classes = ["a", "b", "n", "c", "r", "s", "zz"].map(|name| outer.class(name));
        use Class::{Changes, Reads, Unknown};
        assert_eq!(
            classes,
            [Changes, Changes, Reads, Unknown, Changes, Reads, Unknown]
        );
    }

    #[test]
    fn facts_are_about_names_that_never_change() {
        let outer = at_call(
            "fn f(n: usize, mut k: usize) { let m = n + 2; let p = m * 2; let q = k + 1; let mut r = n; { let n = 7; here(); } }",
        );
        // `n` is another one now, so nothing that mentions the first is known any more.
        let facts: Vec<String> = outer
            .facts()
            .iter()
            .map(|(l, r)| format!("{l} = {}", r.to_isize()))
            .collect();
        assert_eq!(facts, ["p = 2 * (m as isize)", "n = 7"]);
    }

    #[test]
    fn names_of_sizes_are_natural_numbers() {
        let outer = at_call(
            "struct Shape { n: usize, d: isize } fn f(s: Shape) { let Shape { n, d } = s; let last: usize = n - 1; let (w, v) = (n + 2, d); here(); }",
        );
        assert_eq!(outer.unsigned(), ["n", "last"]);
        let facts: Vec<String> = outer.facts().into_iter().map(|(name, _)| name).collect();
        assert_eq!(facts, ["last", "w"]);
    }

    #[test]
    fn functions_of_the_file_say_how_they_take_arguments() {
        let text = "fn g(a: &[f64], b: &mut [f64], n: usize, v: Vec<f64>) {} impl S { fn h(&self, a: &mut [u8]) {} fn k(&mut self) {} }
            fn f(s: &S) { g(a); S::h(s, a); S::k(s); k(s); zz(); }";
        let src = parse(Path::new("t.rs"), text.to_owned()).expect("parses");
        use Class::{Changes, Reads, Unknown};
        let (mut found, mut stack) = (Vec::new(), vec![src.tree.root_node()]);
        while let Some(node) = stack.pop() {
            if node.kind() == "call_expression" {
                found.push(parameters_of(&src, field(node, "function").unwrap()));
            }
            stack.extend(children(node).into_iter().rev());
        }
        let expected = [
            Some(vec![Reads, Changes, Reads, Unknown]),
            Some(vec![Reads, Changes]),
            Some(vec![Changes]),
            None,
            None,
        ];
        assert_eq!(found, expected);
    }
}
