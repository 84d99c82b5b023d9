//! Names of a region that may stand for the same data, as classes.
//!
//! `let row = &mut a[0];` makes tasks on `row` and generating code on `a` meet, so the two
//! are one class. Fields of `self` are classes of their own; `self` meets all of them.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use tree_sitter::Node;

use crate::ir::{Region, Span, VarKind, Variable};
use crate::passes::joins;
use crate::passes::tasks;
use crate::semantics::headers::is_container;
use crate::semantics::roots::{plain_name, roots};
use crate::semantics::scopes::{Binder, binder, initialiser, node_at};
use crate::semantics::types::{element, reference};
use crate::semantics::values::{Known, Value, known, value_of};
use crate::syntax::names::pattern_names;
use crate::syntax::rust::{Source, callee, children, field, peel};

/// Names with their classes.
#[derive(Debug, Default)]
pub(super) struct Classes {
    names: Vec<String>,
    /// Their numbers, in the order of the names.
    numbers: BTreeMap<String, usize>,
    parent: Vec<usize>,
}

impl Classes {
    /// The names that tasks of the region use, and those that stand for the same data.
    pub(super) fn of(src: &Source, region: &Region, body: Node) -> Classes {
        let mut classes = Classes::default();
        for variable in &region.variables {
            classes.number(&variable.name);
        }
        for task in tasks(region) {
            for name in task.captures.iter().map(|c| plain_name(&c.name)) {
                match (name, &task.self_fields) {
                    ("self", Some(fields)) => fields.iter().for_each(|field| {
                        classes.number(&format!("self.{field}"));
                    }),
                    _ => {
                        classes.number(name);
                    }
                }
            }
            task.privates.iter().for_each(|p| {
                classes.number(p);
            });
        }
        let given = region.joins.iter().flat_map(|join| &join.given);
        for name in given.flat_map(|given| &given.names) {
            classes.number(name);
        }
        if region.joined {
            for name in joins::reaching(src, region) {
                classes.number(&name);
            }
        }
        classes.alias(src, region, body);
        classes
    }

    fn number(&mut self, name: &str) -> usize {
        match self.numbers.get(name) {
            Some(at) => *at,
            None => {
                self.numbers.insert(name.to_owned(), self.names.len());
                self.names.push(name.to_owned());
                self.parent.push(self.parent.len());
                self.names.len() - 1
            }
        }
    }

    fn root(&self, mut at: usize) -> usize {
        while self.parent[at] != at {
            at = self.parent[at];
        }
        at
    }

    fn unite(&mut self, a: &str, b: &str) {
        let (a, b) = (self.number(a), self.number(b));
        let (a, b) = (self.root(a), self.root(b));
        self.parent[a.max(b)] = a.min(b);
    }

    /// Classes that an access to `name` may touch: its own, and those of the parts of it and
    /// of what it is a part of.
    pub(super) fn touched(&self, name: &str) -> BTreeSet<usize> {
        let all = self.overlapping(name).into_iter();
        all.map(|at| self.root(at)).collect()
    }

    /// The numbers of the names that are this one, a part of it, or what it is a part of.
    fn overlapping(&self, name: &str) -> Vec<usize> {
        let dots = name.match_indices('.').map(|(at, _)| &name[..at]);
        let wholes = dots
            .chain([name])
            .filter_map(|whole| self.numbers.get(whole));
        let part = format!("{name}.");
        let parts = self.numbers.range::<String, _>(&part..);
        let parts = parts.take_while(|(other, _)| other.starts_with(&part));
        wholes.chain(parts.map(|(_, at)| at)).copied().collect()
    }

    /// Classes of several arrays whose addresses do not show that one is the other or a part of
    /// it: some are known by their headers alone, or by those of their rows.
    pub(super) fn mixed(&self, src: &Source, region: &Region) -> BTreeSet<usize> {
        let mut members: BTreeMap<usize, Vec<&Variable>> = BTreeMap::new();
        for variable in &region.variables {
            for class in self.touched(&variable.name) {
                members.entry(class).or_default().push(variable);
            }
        }
        let apart = |(_, members): &(usize, Vec<&Variable>)| {
            let kinds = || members.iter().map(|v| &v.kind);
            let rows = |kind: &&VarKind| matches!(kind, VarKind::Nested { .. });
            let other = |first: &VarKind| kinds().any(|kind| kind != first);
            members.len() > 1
                && (kinds().any(|kind| *kind == VarKind::Opaque)
                    || kinds().find(rows).is_some_and(other)
                    || members.iter().any(|v| has_headers(src, region, v)))
        };
        let apart = members.into_iter().filter(apart);
        apart.map(|(class, _)| class).collect()
    }

    /// The class of `name`, when a new value of that name begins a new life of the class: all
    /// its other names are bound in the scope of `declaration`, after it.
    pub(super) fn begins(
        &self,
        src: &Source,
        declaration: Node,
        name: &str,
        around: Node,
    ) -> Option<usize> {
        let class = self.root(*self.numbers.get(name)?);
        let scope = declaration.end_byte()..declaration.parent()?.end_byte();
        let others = self
            .names
            .iter()
            .enumerate()
            .filter(|(at, n)| self.root(*at) == class && *n != name);
        let local = |other: &str| {
            let mut stack = vec![around];
            while let Some(node) = stack.pop() {
                let pattern = match node.kind() {
                    "let_declaration" | "for_expression" | "let_condition" | "match_arm"
                    | "parameter" => field(node, "pattern"),
                    "closure_parameters" => Some(node),
                    _ => None,
                };
                let binds =
                    pattern.is_some_and(|p| pattern_names(src, p).iter().any(|(n, _)| n == other));
                if binds && !scope.contains(&node.start_byte()) {
                    return false;
                }
                stack.extend(children(node));
            }
            true
        };
        let mut others = others.map(|(_, n)| n);
        (!name.contains('.')
            && others.all(|n| {
                n.chars().all(|c| c.is_alphanumeric() || c == '_') && n != "self" && local(n)
            }))
        .then_some(class)
    }

    /// Follows bindings to references until nothing new is found.
    fn alias(&mut self, src: &Source, region: &Region, body: Node) {
        let mut pairs = Vec::new();
        let statements: HashSet<Span> = tasks(region).map(|t| t.stmt.clone()).collect();
        let mut stack = vec![body];
        while let Some(node) = stack.pop() {
            if node.id() != body.id() && statements.contains(&node.byte_range()) {
                continue;
            }
            bound_pairs(src, node, &mut pairs);
            stack.extend(children(node));
        }
        // Only names that lead to what tasks use matter.
        loop {
            let before = self.names.len();
            for (name, from) in &pairs {
                if self.numbers.contains_key(name) || self.numbers.contains_key(from) {
                    self.number(name);
                    self.number(from);
                }
            }
            if self.names.len() == before {
                break;
            }
        }
        for (name, from) in &pairs {
            if self.numbers.contains_key(name) && self.numbers.contains_key(from) {
                let related = self.overlapping(from).into_iter();
                let related: Vec<String> = related.map(|at| self.names[at].clone()).collect();
                related.iter().for_each(|other| self.unite(name, other));
            }
        }
    }
}

/// An array that tasks know by elements which are headers: what lies behind them is elsewhere.
fn has_headers(src: &Source, region: &Region, variable: &Variable) -> bool {
    if !matches!(variable.kind, VarKind::Flat { .. }) {
        return false;
    }
    let header = |ty: &str| is_container(ty) || reference(ty).is_some();
    let mut used = tasks(region).filter(|t| t.uses.iter().any(|u| u.name == variable.name));
    used.any(|task| {
        let by = node_at(src, &task.stmt).and_then(|at| binder(src, at, &variable.name));
        match by.map(|by| (by, known(src, by, &variable.name))) {
            Some((_, Known::Type(ty))) => element(&ty).is_some_and(header),
            Some((Binder::Let(declaration), _)) => {
                let value = initialiser(src, declaration, &variable.name);
                value.is_some_and(|value| src.text(value).starts_with("vec![vec!["))
            }
            _ => false,
        }
    })
}

/// Pairs (name, what it may refer into) that a node binds.
fn bound_pairs(src: &Source, node: Node, pairs: &mut Vec<(String, String)>) {
    let (pattern, value) = match node.kind() {
        "let_declaration" | "let_condition" | "for_expression" => {
            (field(node, "pattern"), field(node, "value"))
        }
        "match_expression" => {
            let arms = field(node, "body").map(children).unwrap_or_default();
            for arm in arms.into_iter().filter(|a| a.kind() == "match_arm") {
                add_pairs(src, field(arm, "pattern"), field(node, "value"), pairs);
            }
            return;
        }
        // `r = &mut a;`
        "assignment_expression" => (
            field(node, "left").filter(|l| l.kind() == "identifier"),
            field(node, "right"),
        ),
        _ => return,
    };
    if node.kind() == "let_declaration" {
        let names = pattern.map(|p| pattern_names(src, p)).unwrap_or_default();
        if names.len() > 1
            && names
                .iter()
                .all(|(n, _)| initialiser(src, node, n).is_some())
        {
            for (name, _) in names {
                let value = initialiser(src, node, &name).filter(|v| refers(src, *v));
                value
                    .into_iter()
                    .flat_map(|v| roots(src, v))
                    .for_each(|root| pairs.push((name.clone(), root)));
            }
            return;
        }
    }
    add_pairs(src, pattern, value, pairs);
}

fn add_pairs(
    src: &Source,
    pattern: Option<Node>,
    value: Option<Node>,
    pairs: &mut Vec<(String, String)>,
) {
    let (Some(pattern), Some(value)) = (pattern, value) else {
        return;
    };
    if !refers(src, value) {
        return;
    }
    if let Some(parts) = iterated_parts(src, pattern, value) {
        for (pattern, value) in parts {
            add_pairs(src, Some(pattern), Some(value), pairs);
        }
        return;
    }
    let names = pattern_names(src, pattern);
    for root in roots(src, value) {
        names
            .iter()
            .filter(|(name, _)| *name != root)
            .for_each(|(name, _)| pairs.push((name.clone(), root.clone())));
    }
}

/// Of `(k, (x, y))` and `a.iter().zip(b).enumerate()` the parts of the pattern with what they are taken
/// from; the number stands for nothing.
fn iterated_parts<'t>(
    src: &Source,
    pattern: Node<'t>,
    value: Node<'t>,
) -> Option<Vec<(Node<'t>, Node<'t>)>> {
    const AS_THEY_ARE: [&str; 4] = ["rev", "skip", "take", "step_by"];
    let [first, second] = children(pattern)[..] else {
        return None;
    };
    let value = peel(value);
    let function = callee(value)
        .filter(|f| f.kind() == "field_expression" && pattern.kind() == "tuple_pattern")?;
    let receiver = field(function, "value")?;
    match src.text(field(function, "field")?) {
        "enumerate" => Some(vec![(second, receiver)]),
        "zip" => {
            let other = *children(field(value, "arguments")?).first()?;
            Some(vec![(first, receiver), (second, other)])
        }
        method if AS_THEY_ARE.contains(&method) => iterated_parts(src, pattern, receiver),
        _ => None,
    }
}

/// True unless the value is surely no reference.
fn refers(src: &Source, value: Node) -> bool {
    matches!(value_of(src, value), Value::Borrow | Value::Unclear)
        || peel(value).kind() == "closure_expression"
}
