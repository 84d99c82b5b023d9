//! What enumerators are, `enum { ROW = COLUMNS + 2 }`, and macros that are numbers, `#define COLUMNS 8`.

use std::collections::HashSet;

use tree_sitter::Node;

use crate::c::parse::names::statement;
use crate::c::parse::source::{Source, children, field, words};
use crate::c::semantics::affine::Env;
use crate::c::semantics::declarations::{self, Form};
use crate::c::semantics::integer_arithmetic::integer;
use crate::c::semantics::pointer_types::is_number;
use crate::ir::{Poly, Region};
use crate::passes::tasks_mut;

/// Names of the file's macros, and those that one of its enumerators has, by their values.
pub(in crate::c) struct Enumerators<'s>(Vec<(&'s str, Poly)>);

impl<'s> Enumerators<'s> {
    pub(in crate::c) fn of(src: &'s Source) -> Self {
        let mut found: Vec<(&str, Node)> = Vec::new();
        let mut stack = vec![src.tree.root_node()];
        while let Some(node) = stack.pop() {
            stack.extend(children(node).into_iter().rev());
            if node.kind() == "enumerator" {
                found.extend(field(node, "name").map(|name| (src.text(name), node)));
            }
        }
        let once = |name: &str| found.iter().filter(|(other, _)| *other == name).count() == 1;
        let value = |(name, node): &(&str, Node)| {
            let poly = Env::default().poly(src, field(*node, "value")?)?;
            let known = |atom: &&str| declarations::find(src, *node, atom).is_none();
            (once(name) && poly.atoms().iter().all(known)).then_some(poly)
        };
        let values = found.iter().filter_map(|one| Some((one.0, value(one)?)));
        // Enumerators may be in terms of macros, and so come behind them.
        let mut all = numbers(src);
        all.extend(values);
        Enumerators(all)
    }

    /// Tells tasks, before what else is known.
    pub(in crate::c) fn note(&self, src: &Source, region: &mut Region) {
        for task in tasks_mut(region).filter(|_| !self.0.is_empty()) {
            let Some(stmt) = statement(src, task) else {
                continue;
            };
            let function = src.function_at(stmt.start_byte()).unwrap_or(stmt);
            let named: HashSet<&str> = words(src.text(function)).collect();
            let is_meant = |name: &str| declarations::find(src, stmt, name).is_none();
            let known = self
                .0
                .iter()
                .filter(|(name, _)| named.contains(name) || !src.macros.contains_key(*name))
                .filter(|(name, value)| is_meant(name) && value.atoms().into_iter().all(is_meant));
            let known: Vec<_> = known
                .map(|(name, value)| ((*name).to_owned(), value.clone()))
                .collect();
            task.facts.splice(0..0, known);
        }
    }
}

/// A name that nothing declares at this place is an enumerator of the file, or of the function there.
pub(in crate::c) fn is_enumerator(src: &Source, name: &str, place: usize) -> bool {
    let mut all = src.scopes.enumerators(name).iter();
    all.any(|at| {
        let function = src.function_at(*at);
        function.is_none_or(|function| function.byte_range().contains(&place))
    })
}

/// Macros that are numbers, in the order of their names.
fn numbers(src: &Source) -> Vec<(&str, Poly)> {
    let plain = src
        .macros
        .iter()
        .filter(|(_, found)| found.parameters.is_none());
    let value = |text: &str| integer(text).map(Poly::constant);
    let numbers = plain.filter_map(|(name, found)| Some((name.as_str(), value(&found.value)?)));
    let mut list: Vec<_> = numbers.collect();
    list.sort_by_key(|(name, _)| *name);
    list
}

/// A number by itself, an enumerator, or a macro that stands for a number: it points to nothing.
pub(in crate::c) fn is_plain(src: &Source, at: Node, name: &str) -> bool {
    if let Some(known) = src.macros.get(name) {
        return !known
            .value
            .contains(|c: char| c.is_alphabetic() || c == '_');
    }
    match declarations::find(src, at, name) {
        Some(found) => found.form() == Form::Value && is_number(src, &found),
        None => is_enumerator(src, name, at.start_byte()),
    }
}

/// The value, with macros that are numbers as these.
pub(in crate::c) fn with_numbers(src: &Source, mut value: Poly) -> Option<Poly> {
    let atoms: Vec<String> = value.atoms().into_iter().map(str::to_owned).collect();
    for atom in atoms {
        if let Some(known) = src.macros.get(&atom).and_then(|m| integer(&m.value)) {
            value = value.substitute(&atom, &Poly::constant(known))?;
        }
    }
    Some(value)
}
