//! What a task's code looks at only where there is something, `if (o) .. o->n`, `m ? n / m : 0`: where the
//! task is registered, that is asked for under the same conditions.

use std::collections::{BTreeSet, HashSet};

use tree_sitter::Node;

use super::callee::Given;
use super::captured::statement;
use super::declared::{self, Form};
use super::syntax::{Source, children, field, peel, place_name, root_of, words};
use super::unknown::WORDS;
use crate::ir::{Extent, Poly, Region, Task};
use crate::passes::tasks_mut;

/// Guards what registering the tasks of a region, and those of composite tasks, asks for.
pub(super) fn run(src: &Source, region: &mut Region) {
    for task in tasks_mut(region) {
        let tested = Tested::of(src, task);
        if !tested.0.is_empty() {
            tested.guard(task);
        }
        if let Some(nested) = &mut task.nested {
            run(src, nested);
        }
    }
}

/// Places that the conditions of a task's code name, and pointers that functions go through.
pub(super) struct Tested(BTreeSet<String>);

impl Tested {
    pub(super) fn of(src: &Source, task: &Task) -> Tested {
        let mut names = gone_through(src, task);
        let mut stack: Vec<(Node, bool)> = statement(src, task)
            .map(|s| (s, false))
            .into_iter()
            .collect();
        while let Some((node, asked)) = stack.pop() {
            let place = (asked.then(|| place_name(src, node))).flatten();
            if let Some(name) = place.filter(|_| peel(node) == node) {
                names.insert(name);
                continue;
            }
            let both = node.kind() == "binary_expression"
                && field(node, "operator").is_some_and(|o| matches!(src.text(o), "&&" | "||"));
            let condition = field(node, "condition");
            for child in children(node) {
                stack.push((child, asked || both || condition == Some(child)));
            }
        }
        Tested(names)
    }

    fn guard(&self, task: &mut Task) {
        let sections = task
            .accesses
            .iter_mut()
            .flat_map(|access| &mut access.section);
        let extents = sections.flat_map(|extent| match extent {
            Extent::Range { lo, hi } => vec![lo, hi],
            Extent::All => Vec::new(),
        });
        extents.for_each(|bound| self.guard_value(bound));
        let indices = task.uses.iter_mut().flat_map(|used| &mut used.index);
        indices.flatten().for_each(|index| self.guard_value(index));
        for info in &mut task.inner {
            let bounds = [&mut info.lo, &mut info.hi];
            bounds
                .into_iter()
                .flatten()
                .for_each(|bound| self.guard_value(bound));
        }
    }

    fn guard_value(&self, value: &mut Poly) {
        for atom in value.clone().atoms() {
            let guarded = self.guarded(atom);
            if guarded != atom
                && let Some(new) = value.substitute(atom, &Poly::atom(guarded))
            {
                *value = new;
            }
        }
    }

    /// The expression, or 0 where what it goes through is 0.
    pub(super) fn guarded(&self, text: &str) -> String {
        let through = |name: &&String| {
            places(text, name).any(|(at, rest)| rest.starts_with("->") || is_divisor(text, at))
        };
        let asked: Vec<&str> = self.0.iter().filter(through).map(String::as_str).collect();
        match asked.is_empty() {
            true => text.to_owned(),
            false => format!("({} ? {text} : 0)", asked.join(" && ")),
        }
    }
}

/// Pointers that functions of the file, which may look whether there is something, go through: `p` and
/// `p->next` of `p->next->v`, for `sum(p)`.
fn gone_through(src: &Source, task: &Task) -> BTreeSet<String> {
    let Some(code) = statement(src, task) else {
        return BTreeSet::new();
    };
    let (mut given, mut stack) = (HashSet::new(), vec![code]);
    while let Some(node) = stack.pop() {
        let called = field(node, "function").filter(|_| node.kind() == "call_expression");
        if called.is_some_and(|called| src.function(src.text(called)).is_some()) {
            let arguments = field(node, "arguments").into_iter().flat_map(children);
            let places = arguments.filter_map(|argument| Given::of(src, argument));
            given.extend(places.map(|place| root_of(&place.name).to_owned()));
        }
        stack.extend(children(node));
    }
    // Names that other tasks have for it are not in the code at all.
    let text = src.text(code);
    let names: HashSet<&String> = task.uses.iter().map(|used| &used.name).collect();
    let names = names.into_iter();
    let names = names.filter(|name| given.contains(root_of(name)) || !text.contains(name.as_str()));
    // An array is always there, and compilers say so.
    let is_array =
        |name: &str| declared::find(src, code, name).is_some_and(|d| d.form() == Form::Array);
    let before = |name: &String| -> Vec<String> {
        let ways = name.match_indices("->").map(|(at, _)| &name[..at]);
        let ways = ways.filter(|way| !is_array(way));
        ways.map(str::to_owned).collect()
    };
    names.flat_map(before).collect()
}

/// A size that is divided by names, or 0 where one of them is: the serial program does not divide.
pub(super) fn divided(text: &str) -> String {
    let names = words(text).map(str::to_owned).collect();
    let mut by = Tested(names);
    let is_cast = |rest: &str| {
        let behind = rest.strip_prefix(')').map(str::trim_start);
        behind.is_some_and(|r| r.starts_with(|c: char| c.is_alphanumeric() || c == '_' || c == '('))
    };
    by.0.retain(|name| {
        let divides = |(at, rest): (usize, &str)| {
            is_divisor(text, at) && !rest.starts_with(['.', '-', '[', '(']) && !is_cast(rest)
        };
        !WORDS.split_whitespace().any(|word| word == name) && places(text, name).any(divides)
    });
    by.guarded(text)
}

/// Where a name stands in a text, and what follows.
fn places<'t>(text: &'t str, name: &'t str) -> impl Iterator<Item = (usize, &'t str)> {
    text.match_indices(name).filter_map(move |(at, _)| {
        let rest = &text[at + name.len()..];
        let part = |c: char| c.is_alphanumeric() || c == '_';
        let joined = text[..at].ends_with(|c: char| part(c) || c == '.' || c == '>');
        (!joined && !rest.starts_with(part)).then(|| (at, rest.trim_start()))
    })
}

/// What stands there is divided by.
fn is_divisor(text: &str, at: usize) -> bool {
    let before = text[..at].trim_end_matches(|c: char| c.is_whitespace() || c == '(');
    before.ends_with(['/', '%'])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_gone_through_and_divided_by_is_asked_for_first() {
        let names = ["m", "o", "o->next", "q"].map(str::to_owned);
        let tested = Tested(names.into_iter().collect());
        assert_eq!(tested.guarded("o->n"), "(o ? o->n : 0)");
        assert_eq!(
            tested.guarded("o->next->u"),
            "(o && o->next ? o->next->u : 0)"
        );
        assert_eq!(tested.guarded("(n / m)"), "(m ? (n / m) : 0)");
        assert_eq!(tested.guarded("(n % (m))"), "(m ? (n % (m)) : 0)");
        assert_eq!(divided("n / m"), "(m ? n / m : 0)");
        for plain in [
            "n / 4",
            "n / m->k",
            "sizeof(n)",
            "n / size(m)",
            "sizeof a / sizeof a[0]",
            "n / (number)4",
        ] {
            assert_eq!(divided(plain), plain);
        }
        for other in ["mo->n", "p->o", "m - o", "m / n", "q.u", "moo / mm"] {
            assert_eq!(tested.guarded(other), other);
        }
    }
}
