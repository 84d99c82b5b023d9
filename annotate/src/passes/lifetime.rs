//! Lifetime extension (AceMesh, "Lifetime extension"): what deferred tasks use stays until
//! they are done.
//!
//! Tasks refer to arrays, written scalars and captured containers by address. Where such a
//! thing is a local of generating code,
//! - in an inner scope it is *promoted*: it moves into the region's pool, so that the next
//!   round of a loop can begin while tasks of this one still use it;
//! - at the region's top level, or where it cannot be promoted (it is bound by a pattern,
//!   initialised later, or moved by generating code), the scope is *held*: leaving it, by
//!   whatever way, waits for all tasks. At the top level that costs nothing.
//!
//! A local that is a reference needs neither; what it refers into does. A joined region is left
//! while its tasks are pending: to it the top level is an inner scope like others, and it waits at its
//! end for tasks that use what the function was given as a value.

use tree_sitter::Node;

use crate::diag::Diagnostics;
use crate::ir::{
    Addition, How, Join, Promotion, Region, RegionForm, Span, Task, TileSize, VarKind,
};
use crate::passes::capture::{Outer, by_reference, outer_names};
use crate::passes::tasks;
use crate::passes::unclonable::Unclonable;
use crate::semantics::held::{held, holds_nothing, is_of_unnamed};
use crate::semantics::owning::aliased;
use crate::semantics::roots::mentioned;
use crate::semantics::scopes::{Binder, binder, initialiser, node_at};
use crate::semantics::types::{is_primitive, reference};
use crate::semantics::values::{Known, Value, is_number, known, value_of};
use crate::syntax::names::{free_names, pattern_names};
use crate::syntax::rust::{Source, children, field, peel};

/// Why a reference's scope is held.
pub(super) const THROUGH_REFERENCE: &str = "it is a reference, through which they use all of it";

/// Fills [`Region::promoted`] and the holds of [`Region::additions`].
pub(super) fn run(src: &Source, region: &mut Region, _diags: &mut Diagnostics) {
    let mut keeper = Keeper {
        src,
        region,
        promoted: Vec::new(),
        holds: Vec::new(),
        seen: Vec::new(),
    };
    for task in tasks(region) {
        if let Some(stmt) = node_at(src, &task.stmt) {
            keeper.task(task, stmt);
        }
    }
    for join in &region.joins {
        if let Some(call) = node_at(src, &join.call) {
            keeper.join(join, call);
        }
    }
    let own = region.joined && (tasks(region)).any(|task| keeper.uses_own_parameter(task));
    let (promoted, holds) = (keeper.promoted, keeper.holds);
    region.waits_at_end |= own;
    region.promoted = promoted;
    region.additions.extend(holds);
}

struct Keeper<'s> {
    src: &'s Source,
    region: &'s Region,
    promoted: Vec<Promotion>,
    holds: Vec<Addition>,
    seen: Vec<(usize, String)>,
}

impl Keeper<'_> {
    /// Everything that the task uses by address.
    fn task(&mut self, task: &Task, stmt: Node) {
        for binding in &task.bindings {
            let Some(variable) = self.region.variables.get(binding.var) else {
                continue;
            };
            self.keep(&variable.name, stmt, stmt);
            let nested = self.region.form == RegionForm::Nested;
            let copied = nested && variable.kind != VarKind::Opaque;
            if matches!(binding.how, How::Whole) && !copied && !binding.behind {
                self.keep_reference(&variable.name, stmt);
            }
        }
        for reduction in &task.reductions {
            self.keep(&reduction.name, stmt, stmt);
        }
        for outer in outer_names(self.src, self.region, task, stmt) {
            if !outer.binder.is_in(&self.region.body) {
                continue;
            }
            if by_reference(self.src, &outer) {
                self.keep(&outer.name, stmt, stmt);
                continue;
            }
            // A copy of a reference, or of what holds some: what they refer into stays.
            if !self.owns(&outer) {
                self.keep_roots(outer.binder, &outer.name, stmt);
            }
            self.keep_held(outer.binder, &outer.name, stmt);
        }
    }

    /// Everything that tasks of the called function may use by address. What it is given to own it
    /// waits for itself.
    fn join(&mut self, join: &Join, call: Node) {
        for given in &join.given {
            for name in &given.names {
                let root = name.split('.').next().unwrap_or(name);
                let moved = given.owned
                    && binder(self.src, call, root)
                        .is_some_and(|b| self.what(b, root) == Value::Owner);
                if !moved {
                    self.keep(root, call, call);
                }
            }
        }
    }

    /// The task uses, by address, what the function was given as a value.
    fn uses_own_parameter(&self, task: &Task) -> bool {
        let Some(stmt) = node_at(self.src, &task.stmt) else {
            return true;
        };
        let value = |name: &str, numbers: bool| match binder(self.src, stmt, name) {
            Some(binder @ Binder::Parameter(_)) => match known(self.src, binder, name) {
                Known::Type(t) => reference(&t).is_none() && (numbers || !is_primitive(&t)),
                _ => true,
            },
            _ => false,
        };
        let variables = (task.bindings.iter()).filter_map(|b| self.region.variables.get(b.var));
        let mut names = (variables.map(|v| &v.name)).chain(task.reductions.iter().map(|r| &r.name));
        names.any(|name| value(name, true))
            || (outer_names(self.src, self.region, task, stmt).iter())
                .any(|outer| value(&outer.name, false))
    }

    /// Nothing is behind the value but what it owns.
    fn owns(&self, outer: &Outer) -> bool {
        let made = match outer.binder {
            Binder::Let(l) if field(l, "type").is_none() => initialiser(self.src, l, &outer.name),
            _ => None,
        };
        let closure = made.is_some_and(|v| peel(v).kind() == "closure_expression");
        is_number(self.src, outer.binder, &outer.name)
            || (!closure && made.is_some_and(|v| value_of(self.src, v) == Value::Owner))
    }

    /// Keeps what `name` is for code at `at`, on behalf of the task `stmt`.
    fn keep(&mut self, name: &str, at: Node, stmt: Node) {
        let Some(binder) = binder(self.src, at, name).filter(|b| b.is_in(&self.region.body)) else {
            return;
        };
        let key = (binder.node().id(), name.to_owned());
        if self.seen.contains(&key) {
            return;
        }
        self.seen.push(key);
        match self.what(binder, name) {
            Value::Borrow => self.keep_roots(binder, name, stmt),
            Value::Unclear => {
                self.hold(binder, name, stmt, "it may refer to something else");
                self.keep_roots(binder, name, stmt);
            }
            Value::Plain | Value::Owner => match binder {
                Binder::Let(declaration) => self.own(declaration, name, stmt),
                _ => self.hold(binder, name, stmt, "a pattern binds it"),
            },
        }
        self.keep_held(binder, name, stmt);
    }

    fn what(&self, binder: Binder, name: &str) -> Value {
        match (self.made(binder, name), binder) {
            (Value::Owner, Binder::Let(l)) if self.keeps_changing(l, name) => Value::Unclear,
            (value, _) => value,
        }
    }

    /// What the value of a `let` has in it changes something else as long as it is there: in a pool it would do
    /// so beyond its scope.
    fn keeps_changing(&self, declaration: Node, name: &str) -> bool {
        let value = initialiser(self.src, declaration, name);
        value.is_some_and(|value| {
            let text = self.src.text(value);
            (text.contains("_mut(") || text.contains("&mut")) && !held(self.src, value).is_empty()
        })
    }

    fn made(&self, binder: Binder, name: &str) -> Value {
        match known(self.src, binder, name) {
            Known::Type(t) if reference(&aliased(self.src, &t)).is_some() => Value::Borrow,
            Known::Type(_) => Value::Owner,
            Known::Value(Value::Unclear)
                if Unclonable::of(self.src, binder, name).owns(self.src) =>
            {
                Value::Owner
            }
            Known::Value(value) => value,
            // Without an initialiser of its own: declared first, or taken apart.
            Known::Nothing => match binder {
                Binder::Let(l) if field(l, "value").is_none() => Value::Owner,
                Binder::Let(l) => {
                    field(l, "value").map_or(Value::Unclear, |v| match value_of(self.src, v) {
                        Value::Borrow => Value::Borrow,
                        _ => Value::Unclear,
                    })
                }
                _ => Value::Unclear,
            },
        }
    }

    /// Keeps what a reference may refer into.
    fn keep_roots(&mut self, binder: Binder, name: &str, stmt: Node) {
        let value = match binder {
            Binder::Let(l) => initialiser(self.src, l, name).or_else(|| field(l, "value")),
            Binder::For(f) => field(f, "value"),
            Binder::Other(n) => field(n, "condition").or_else(|| {
                n.parent()
                    .and_then(|b| b.parent())
                    .and_then(|m| field(m, "value"))
            }),
            Binder::Parameter(_) => None,
        };
        let Some(value) = value else { return };
        let plain = value_of(self.src, value) == Value::Plain;
        if plain && !matches!(peel(value).kind(), "unary_expression" | "index_expression") {
            return;
        }
        let lasting = !matches!(binder, Binder::Let(_));
        if is_of_unnamed(self.src, value, lasting) {
            self.hold(binder, name, stmt, "it refers to a value without a name");
        }
        for at in held(self.src, value) {
            let root = self.src.text(at);
            if root != name || binder.node().start_byte() < stmt.start_byte() {
                self.keep(root, at, stmt);
            }
        }
    }

    /// Keeps what references in a value may refer into, those that it is given later among them.
    fn keep_held(&mut self, binder: Binder, name: &str, stmt: Node) {
        let Binder::Let(declaration) = binder else {
            return;
        };
        let known = known(self.src, binder, name);
        if holds_nothing(self.src, &known) || is_number(self.src, binder, name) {
            return;
        }
        let mut found = Vec::new();
        if self.what(binder, name) == Value::Owner {
            let value = initialiser(self.src, declaration, name);
            found.extend(value.into_iter().flat_map(|v| held(self.src, v)));
        }
        let scope = declaration.parent().unwrap_or(declaration);
        for span in generating_uses(self.src, self.region, scope, declaration, name) {
            let used = scope.descendant_for_byte_range(span.start, span.end);
            let values = used.map(given_there).unwrap_or_default();
            found.extend(values.into_iter().flat_map(|v| held(self.src, v)));
        }
        for at in found {
            self.keep(self.src.text(at), at, stmt);
        }
    }

    /// A body that uses all of an array does so through its name: the reference itself stays.
    fn keep_reference(&mut self, name: &str, stmt: Node) {
        let binder = binder(self.src, stmt, name).filter(|b| b.is_in(&self.region.body));
        if let Some(binder) = binder.filter(|b| self.what(*b, name) == Value::Borrow) {
            self.hold(binder, name, stmt, THROUGH_REFERENCE);
        }
    }

    /// An owner declared by a `let`: promoted or held.
    fn own(&mut self, declaration: Node, name: &str, stmt: Node) {
        let nested = self.region.form == RegionForm::Nested;
        let top = declaration.parent().is_some_and(|b| {
            b.byte_range() == self.region.body
                || b.parent().is_some_and(|u| {
                    u.kind() == "unsafe_block" && u.byte_range() == self.region.body
                })
        });
        if top && !nested && !self.region.joined {
            self.add_hold(declaration.end_byte(), name, declaration, None);
            return;
        }
        match self.promotion(declaration, name) {
            Ok(promotion) => self.promoted.push(promotion),
            Err(why) => self.hold(Binder::Let(declaration), name, stmt, why),
        }
    }

    fn promotion(&self, declaration: Node, name: &str) -> Result<Promotion, &'static str> {
        let pattern = field(declaration, "pattern")
            .filter(|p| p.kind() == "identifier")
            .ok_or("a pattern binds it")?;
        let value = field(declaration, "value").ok_or("it is initialised later")?;
        if field(declaration, "alternative").is_some() {
            return Err("a pattern binds it");
        }
        let scope = declaration.parent().ok_or("it has no scope")?;
        let uses = generating_uses(self.src, self.region, scope, declaration, name);
        let number = value_of(self.src, value) == Value::Plain;
        for span in &uses {
            let Some(node) = scope.descendant_for_byte_range(span.start, span.end) else {
                continue;
            };
            if in_string(node) {
                return Err("a string names it");
            }
            if in_closure(node, scope) {
                return Err("a closure uses it");
            }
            if !number && is_moved(self.src, node) {
                return Err("generating code moves it");
            }
        }
        if tasks(self.region).any(|t| header_mentions(self.src, t, name)) {
            return Err("the head of a task loop uses it");
        }
        Ok(Promotion {
            name: self.src.text(pattern).to_owned(),
            init: value.byte_range(),
            ty: field(declaration, "type").map(|t| t.byte_range()),
            uses,
            scope: declaration.end_byte()..scope.end_byte(),
        })
    }

    /// Waits for the tasks where the scope of `name` is left.
    fn hold(&mut self, binder: Binder, name: &str, stmt: Node, why: &'static str) {
        let at = match binder {
            Binder::Let(declaration) => declaration.end_byte(),
            other => match first_block(other.node(), stmt) {
                Some(block) => block.start_byte() + 1,
                None => return,
            },
        };
        let outermost = |n: &Node| {
            n.parent()
                .is_some_and(|b| b.byte_range() == self.region.body)
        };
        let free = self.region.form != RegionForm::Nested
            && !self.region.joined
            && matches!(binder, Binder::Let(l) if outermost(&l));
        self.add_hold(at, name, binder.node(), (!free).then_some(why));
    }

    fn add_hold(&mut self, at: usize, name: &str, node: Node, why: Option<&'static str>) {
        let there = |a: &Addition| matches!(a, Addition::Hold { at: other, .. } if *other == at);
        if !self.holds.iter().any(there) {
            let declared = field(node, "pattern").unwrap_or(node).byte_range();
            self.holds.push(Addition::Hold {
                at,
                name: name.to_owned(),
                declared,
                why,
            });
        }
    }
}

/// What is put into a value where its name is used: `v = x`, `v[i] = x`, `v.push(x)`, `f(&mut v, x)`.
fn given_there<'t>(used: Node<'t>) -> Vec<Node<'t>> {
    let mut node = used;
    while let Some(parent) = node.parent() {
        let is = |part: &str| field(parent, part).is_some_and(|n| n.id() == node.id());
        match parent.kind() {
            "assignment_expression" if is("left") => {
                return field(parent, "right").into_iter().collect();
            }
            "call_expression" if is("function") => {
                return field(parent, "arguments").map(children).unwrap_or_default();
            }
            "arguments" if is_mutable(node) => return children(parent),
            "field_expression"
            | "index_expression"
            | "unary_expression"
            | "parenthesized_expression"
            | "reference_expression" => node = parent,
            _ => break,
        }
    }
    Vec::new()
}

/// The outermost block inside `node` that holds `stmt`.
fn first_block<'t>(node: Node<'t>, stmt: Node<'t>) -> Option<Node<'t>> {
    let mut found = None;
    let mut at = stmt;
    while let Some(parent) = at.parent().filter(|p| p.id() != node.id()) {
        if parent.kind() == "block" {
            found = Some(parent);
        }
        at = parent;
    }
    found
}

/// Inside a string literal: an inline format argument.
fn in_string(node: Node) -> bool {
    let mut at = Some(node);
    while let Some(n) = at {
        match n.kind() {
            "string_literal" | "raw_string_literal" => return true,
            "token_tree" | "block" => return false,
            _ => at = n.parent(),
        }
    }
    false
}

/// Inside a closure: that would refer to the handle.
fn in_closure(node: Node, scope: Node) -> bool {
    let mut at = node;
    while let Some(parent) = at.parent().filter(|p| p.id() != scope.id()) {
        if parent.kind() == "closure_expression" {
            return true;
        }
        at = parent;
    }
    false
}

/// The name stands where its value is moved, if its type is not copied.
fn is_moved(src: &Source, node: Node) -> bool {
    let mut node = node;
    while let Some(parent) = node
        .parent()
        .filter(|p| p.kind() == "parenthesized_expression")
    {
        node = parent;
    }
    let Some(parent) = node.parent() else {
        return false;
    };
    let is = |part: &str| field(parent, part).is_some_and(|n| n.id() == node.id());
    match parent.kind() {
        "arguments"
        | "return_expression"
        | "break_expression"
        | "tuple_expression"
        | "array_expression"
        | "block"
        | "shorthand_field_initializer" => true,
        "field_initializer" | "let_declaration" | "match_arm" | "for_expression" => is("value"),
        "assignment_expression" => is("right"),
        "closure_expression" => is("body"),
        "field_expression" => {
            let method = field(parent, "field").map_or("", |f| src.text(f));
            let called = parent
                .parent()
                .is_some_and(|c| c.kind() == "call_expression");
            called
                && (method.starts_with("into_")
                    || matches!(
                        method,
                        "unwrap" | "expect" | "unwrap_or" | "map" | "and_then"
                    ))
        }
        _ => false,
    }
}

/// The registration of a task names it.
fn header_mentions(src: &Source, task: &Task, name: &str) -> bool {
    let size = |tile: &TileSize| tile.text().map(str::to_owned);
    let sizes = task.loops.iter().filter_map(|l| size(&l.tile)).chain(
        task.bindings
            .iter()
            .flat_map(|b| &b.template)
            .filter_map(size),
    );
    let ranges = task
        .loops
        .iter()
        .flat_map(|l| [Some(l.range.clone()), l.step.clone()])
        .flatten();
    let clauses = [&task.condition, &task.priority, &task.name]
        .into_iter()
        .flatten()
        .cloned();
    let atoms = task
        .accesses
        .iter()
        .flat_map(|a| &a.section)
        .flat_map(|extent| match extent {
            crate::ir::Extent::All => Vec::new(),
            crate::ir::Extent::Range { lo, hi } => lo
                .atoms()
                .into_iter()
                .chain(hi.atoms())
                .map(str::to_owned)
                .collect(),
        });
    let computed = task
        .computed
        .iter()
        .flat_map(crate::ir::Computed::both)
        .cloned();
    sizes
        .chain(computed)
        .chain(ranges)
        .chain(clauses)
        .chain(atoms)
        .any(|text| mentioned(src, &text).iter().any(|n| n == name))
}

/// Uses of the promoted name outside of tasks, in its scope.
fn generating_uses(
    src: &Source,
    region: &Region,
    scope: Node,
    declaration: Node,
    name: &str,
) -> Vec<Span> {
    let mut uses = Vec::new();
    for statement in children(scope)
        .into_iter()
        .filter(|s| s.start_byte() >= declaration.end_byte())
    {
        for free in free_names(src, statement)
            .into_iter()
            .filter(|f| f.name == name)
        {
            uses.extend(free.spans);
        }
        // A second `let` of the same name ends the first one's scope.
        let again = field(statement, "pattern").filter(|_| statement.kind() == "let_declaration");
        if again.is_some_and(|p| pattern_names(src, p).iter().any(|(n, _)| n == name)) {
            break;
        }
    }
    uses.retain(|span| {
        !tasks(region).any(|t| t.stmt.start <= span.start && span.end <= t.stmt.end)
    });
    uses
}

/// `&mut v`.
fn is_mutable(node: Node) -> bool {
    let parts = children(node);
    node.kind() == "reference_expression" && parts.iter().any(|c| c.kind() == "mutable_specifier")
}
