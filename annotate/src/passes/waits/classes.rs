//! Names of a region that may stand for the same data, as classes.
//!
//! `let row = &mut a[0];` makes tasks on `row` and generating code on `a` meet, so the two
//! are one class. Fields of `self` are classes of their own; `self` meets all of them.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use tree_sitter::Node;

use super::pairs;
use crate::ir::{Given, Region, Span, VarKind, Variable};
use crate::passes::{joins, tasks};
use crate::semantics::headers::is_container;
use crate::semantics::held::held;
use crate::semantics::owning::has_references;
use crate::semantics::roots::plain_name;
use crate::semantics::scopes::{Binder, binder, initialiser, node_at};
use crate::semantics::types::element;
use crate::semantics::values::{Known, Value, known, value_of};
use crate::syntax::names::pattern_names;
use crate::syntax::rust::{Source, children, field, function_around};

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

    /// No other name stands for what this one does.
    pub(super) fn is_alone(&self, name: &str) -> bool {
        let own = self.overlapping(name);
        let classes = self.touched(name);
        (0..self.names.len()).all(|at| own.contains(&at) || !classes.contains(&self.root(at)))
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
        let joined = self.mixed_by_joins(src, region);
        apart.map(|(class, _)| class).chain(joined).collect()
    }

    /// The classes of what a joined call is given.
    pub(super) fn given(&self, given: &Given) -> BTreeSet<usize> {
        given.names.iter().flat_map(|n| self.touched(n)).collect()
    }

    /// By what tasks of a joined call know what it is given: the number of the variable that it is all of, or
    /// one behind these for each other name, and for parts behind so many brackets.
    pub(super) fn form(&self, region: &Region, given: &Given) -> usize {
        let Some(whole) = &given.whole else {
            return region.variables.len() + given.brackets;
        };
        let variable = region.variables.iter().position(|v| v.name == *whole);
        let other = || self.numbers.get(whole).copied().unwrap_or(0);
        variable.unwrap_or_else(|| usize::MAX - other())
    }

    /// Classes of which a joined call is given something that its tasks know by another address than tasks
    /// here do: a row of an array of rows.
    fn mixed_by_joins(&self, src: &Source, region: &Region) -> BTreeSet<usize> {
        let mut found = BTreeSet::new();
        for given in region.joins.iter().flat_map(|join| &join.given) {
            let classes = self.given(given);
            let by_address = |v: &Variable| {
                let kind = matches!(v.kind, VarKind::Flat { .. } | VarKind::Scalar { .. });
                kind && !has_headers(src, region, v)
            };
            let same = |v: &Variable| given.whole.as_ref() == Some(&v.name);
            let meets = |v: &Variable| !self.touched(&v.name).is_disjoint(&classes);
            let mut variables = region.variables.iter();
            if variables.any(|v| meets(v) && !same(v) && !by_address(v)) {
                found.extend(classes);
            }
        }
        found
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
        let statements: HashSet<Span> = tasks(region).map(|t| t.stmt.clone()).collect();
        let pairs = pairs::of(src, body, &statements);
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
        for two in channels(src, body).windows(2) {
            self.unite(&two[0], &two[1]);
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

/// Names of the function that stand for ends of channels: what is sent by one is received by another.
fn channels(src: &Source, body: Node) -> Vec<String> {
    const ENDS: [&str; 3] = ["Sender", "Receiver", "channel"];
    let function = function_around(body).filter(|_| src.inner().any());
    let (mut names, mut stack) = (Vec::new(), Vec::from_iter(function));
    while let Some(node) = stack.pop() {
        let parts = match node.kind() {
            "parameter" => [field(node, "type"), None],
            "let_declaration" => [field(node, "type"), field(node, "value")],
            _ => [None, None],
        };
        let mut parts = parts.into_iter().flatten().map(|part| src.text(part));
        let pattern = field(node, "pattern");
        if let Some(pattern) = pattern.filter(|_| parts.any(|p| ENDS.iter().any(|e| p.contains(e))))
        {
            names.extend(
                pattern_names(src, pattern)
                    .into_iter()
                    .map(|(name, _)| name),
            );
        }
        stack.extend(children(node));
    }
    names
}

/// An array that tasks know by elements which are headers: what lies behind them is elsewhere.
fn has_headers(src: &Source, region: &Region, variable: &Variable) -> bool {
    if !matches!(variable.kind, VarKind::Flat { .. }) {
        return false;
    }
    let header = |ty: &str| is_container(ty) || has_references(src, ty);
    let of_headers = |value: Node| {
        src.text(value).starts_with("vec![vec![")
            || (value_of(src, value) != Value::Borrow && !held(src, value).is_empty())
    };
    let mut used = tasks(region).filter(|t| t.uses.iter().any(|u| u.name == variable.name));
    used.any(|task| {
        let by = node_at(src, &task.stmt).and_then(|at| binder(src, at, &variable.name));
        let Some(by) = by else { return false };
        let ty = match known(src, by, &variable.name) {
            Known::Type(ty) => Some(ty),
            _ => None,
        };
        match (ty.as_deref().and_then(element), by) {
            (Some(part), _) if part != "_" => header(part),
            (_, Binder::Let(declaration)) => {
                initialiser(src, declaration, &variable.name).is_some_and(of_headers)
            }
            _ => false,
        }
    })
}
