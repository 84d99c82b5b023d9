//! The walk over a task's body: which variables it touches, where and how.

use std::collections::BTreeSet;

use tree_sitter::Node;

use crate::ir::{LoopInfo, Mode, Poly, Shape, Use, formula};
use crate::lower::affine::{Env, Meaning};
use crate::lower::bindings::{Outer, is_constant, is_mutable};
use crate::lower::classes::{Class, is_read_by, parameters_of};
use crate::lower::grids::is_part;
use crate::lower::induction_variables::{self, Running};
use crate::lower::iterated::{counted, over_range};
use crate::lower::reassigned::changed_otherwise;
use crate::lower::slices::Bounds;
use crate::lower::{
    called_values, choices, indexed, listed, macros, receivers, slices, whole_self,
};
use crate::semantics::inner::may_change;
use crate::semantics::values::asks_shape;
use crate::syntax::names::{free_names, item_names, pattern_names};
use crate::syntax::owners::plain_fields;
use crate::syntax::rust::{
    Source, assigned_places, callee, children, field, label, peel, place_name,
};

/// Nesting beyond which the walk stops.
const DEPTH: usize = 300;

/// The walk's state and result.
pub(super) struct Body<'s> {
    pub(super) src: &'s Source,
    pub(super) env: Env,
    outer: Outer,
    pub(super) uses: Vec<Use>,
    /// Arrays and elements that are asked for their lengths, `rows[i].len()`, as uses of them.
    pub(super) asked: Vec<Use>,
    /// Loops met, outermost first.
    pub(super) loops: Vec<LoopInfo>,
    /// Open inner loops: atoms that an index must mention for the access to be sure.
    open: Vec<String>,
    conditional: usize,
    /// Words of the conditions around.
    conditions: Vec<String>,
    /// Variables of the loops that are cut.
    pub(super) cut: Vec<String>,
    /// Of precise analysis: uses, each with a condition under which it is.
    pub(super) guards: Vec<(crate::ir::Span, String)>,
    depth: usize,
    /// Writes to statics of the program.
    pub(super) statics: Vec<(crate::ir::Span, String)>,
    /// `return`, `?`, or a `break`/`continue` of a loop outside.
    pub(super) leaves: Vec<(crate::ir::Span, &'static str)>,
    /// Some `break` or `continue` inside: what comes after may not run.
    jumps: bool,
    inner_loops: usize,
    /// Labels of the loops and blocks that are open inside.
    labels: Vec<String>,
    /// The tiled loop whose body this is, with its label: its next turn may be gone on with.
    pub(super) turns_of: Option<Option<String>>,
    closures: usize,
    /// Names that the code changes in other ways than by assignments.
    pub(super) changed_otherwise: BTreeSet<String>,
    /// The place being walked is a bare `&mut`, handed on.
    reborrow: bool,
    /// Nesting limit hit.
    pub(super) too_deep: bool,
}

impl<'s> Body<'s> {
    pub(super) fn new(src: &'s Source, env: Env, outer: Outer) -> Self {
        Body {
            src,
            env,
            outer,
            uses: Vec::new(),
            asked: Vec::new(),
            loops: Vec::new(),
            open: Vec::new(),
            conditional: 0,
            conditions: Vec::new(),
            cut: Vec::new(),
            guards: Vec::new(),
            depth: 0,
            statics: Vec::new(),
            leaves: Vec::new(),
            jumps: false,
            inner_loops: 0,
            labels: Vec::new(),
            turns_of: None,
            closures: 0,
            changed_otherwise: BTreeSet::new(),
            reborrow: false,
            too_deep: false,
        }
    }

    /// Notes the outer names that the code changes, so that they are not invariant: assigned,
    /// borrowed as `&mut`, or the receiver of a method that may change it.
    pub(super) fn find_assigned(&mut self, node: Node) {
        self.changed_otherwise = changed_otherwise(self.src, node);
        let mut stack = vec![node];
        while let Some(node) = stack.pop() {
            let changed = match node.kind() {
                "assignment_expression" | "compound_assignment_expr" => {
                    field(node, "left").map_or_else(Vec::new, assigned_places)
                }
                "reference_expression" if is_mutable(node) => Vec::from_iter(field(node, "value")),
                "call_expression" => {
                    let changed = receivers::changed(self.src, node);
                    let other = |place: &Node| !self.is_shared(*place) && !is_part(self.src, node);
                    Vec::from_iter(changed.filter(other))
                }
                "macro_invocation" => {
                    let names = macros::written_names(self.src, node);
                    self.env.assigned.extend(names);
                    Vec::new()
                }
                _ => Vec::new(),
            };
            for place in changed {
                if let Some(name) = assigned_place(self.src, place) {
                    let name = name.trim_start_matches('*').to_owned();
                    self.env.assigned.insert(name);
                }
            }
            stack.extend(children(node));
        }
    }

    /// Walks one node of the body.
    pub(super) fn walk(&mut self, node: Node) {
        self.depth += 1;
        if self.depth > DEPTH {
            self.too_deep = true;
        } else {
            self.walk_kind(node);
        }
        self.depth -= 1;
    }

    fn walk_children(&mut self, node: Node) {
        children(node)
            .into_iter()
            .for_each(|child| self.walk(child));
    }

    fn walk_field(&mut self, node: Node, name: &str) {
        if let Some(child) = field(node, name) {
            self.walk(child);
        }
    }

    fn maybe(&mut self, walk: impl FnOnce(&mut Self)) {
        self.conditional += 1;
        self.env.push();
        walk(self);
        self.env.pop();
        self.conditional -= 1;
    }

    /// As `maybe`, where the condition is this (`None`: something that is made of it).
    fn under(
        &mut self,
        (condition, is): (Option<Node>, Option<bool>),
        walk: impl FnOnce(&mut Self),
    ) {
        let before = (self.conditions.len(), self.uses.len());
        let text = condition.map_or("", |c| self.src.text(c));
        let words = text.split(|c: char| !(c.is_alphanumeric() || c == '_'));
        self.conditions.extend(words.map(str::to_owned));
        let known = condition.filter(|_| self.env.precise && is.is_some());
        let known = known.and_then(|c| self.env.poly(self.src, c));
        self.maybe(walk);
        self.conditions.truncate(before.0);
        if self.env.precise {
            let guard = formula::guard(known.as_ref(), is == Some(true));
            let uses = self.uses.iter().skip(before.1);
            self.guards
                .extend(uses.map(|u| (u.span.clone(), guard.clone())));
        }
    }

    /// A condition around names what the indices have, or a variable of a loop that is cut.
    pub(super) fn is_guarded(&self, index: &[Option<Poly>]) -> bool {
        let names = |name: &str| self.conditions.iter().any(|word| word == name);
        let has = |p: &Poly| p.inner().any(names) || p.atoms().into_iter().any(names);
        let between = index.iter().flatten().any(Poly::is_between);
        between || index.iter().flatten().any(has) || self.cut.iter().any(|var| names(var))
    }

    fn walk_kind(&mut self, node: Node) {
        let label = match node.kind() {
            "for_expression" | "while_expression" | "loop_expression" | "block" => {
                label(self.src, node)
            }
            _ => None,
        };
        let labels = self.labels.len();
        self.labels.extend(label);
        self.walk_unlabelled(node);
        self.labels.truncate(labels);
    }

    fn walk_unlabelled(&mut self, node: Node) {
        match node.kind() {
            "let_declaration" => self.walk_let(node),
            "block" => {
                self.env.push();
                self.bind_items(node);
                self.walk_children(node);
                self.env.pop();
                if label(self.src, node).is_some() {
                    self.forget_assigned(node);
                }
            }
            "for_expression" => self.walk_for(node),
            "while_expression" | "loop_expression" => {
                let running = induction_variables::along(self.src, &self.env, node);
                self.forget_assigned(node);
                self.under((field(node, "condition"), Some(true)), |w| {
                    w.inner_loops += 1;
                    w.walk_field(node, "condition");
                    w.run_to_end(running, node);
                    w.walk_field(node, "body");
                    w.inner_loops -= 1;
                });
                self.forget_assigned(node);
            }
            "if_expression" => {
                self.env.push();
                self.walk_field(node, "condition");
                let condition = field(node, "condition");
                self.arms(
                    node,
                    |w| {
                        w.under((condition, Some(true)), |w| {
                            w.walk_field(node, "consequence")
                        });
                        w.env.pop();
                    },
                    |w| {
                        w.under((condition, Some(false)), |w| {
                            w.walk_field(node, "alternative")
                        });
                    },
                );
            }
            "let_condition" => {
                self.walk_field(node, "value");
                if let Some(pattern) = field(node, "pattern") {
                    self.walk_ref_mut(pattern, field(node, "value"));
                }
                self.bind_unknown(field(node, "pattern"));
            }
            "match_expression" => {
                self.walk_field(node, "value");
                if let Some(body) = field(node, "body") {
                    self.walk_ref_mut(body, field(node, "value"));
                    self.repeated(body, |w| {
                        w.under((field(node, "value"), None), |w| w.walk(body))
                    });
                }
            }
            "match_arm" => self.maybe(|w| {
                let pattern = field(node, "pattern");
                w.forget_assigned(node);
                w.bind_unknown(pattern);
                if let Some(guard) = pattern.and_then(|p| field(p, "condition")) {
                    w.walk(guard);
                }
                w.walk_field(node, "value");
            }),
            "closure_expression" => self.walk_closure(node),
            "binary_expression" => {
                self.walk_field(node, "left");
                let operator = field(node, "operator").map_or("", |o| self.src.text(o));
                if matches!(operator, "&&" | "||") {
                    let left = field(node, "left");
                    let is = Some(operator == "&&");
                    self.under((left, is), |w| w.walk_field(node, "right"));
                    self.forget_assigned(node);
                } else {
                    self.walk_field(node, "right");
                }
            }
            "assignment_expression" | "compound_assignment_expr" => self.walk_assignment(node),
            "reference_expression" => {
                let mutable = children(node)
                    .iter()
                    .any(|c| c.kind() == "mutable_specifier");
                let value = field(node, "value").unwrap_or(node);
                let changes = mutable || may_change(self.src, value);
                self.walk_place(value, if changes { Mode::InOut } else { Mode::In }, false);
            }
            "index_expression" => self.walk_place(node, Mode::In, false),
            "identifier" | "field_expression" | "self" => {
                let mode = self.bare_mode(node);
                self.walk_bare(node, mode);
            }
            "unary_expression" if self.src.text(node).starts_with('*') => {
                // Reading through a reference changes nothing.
                let inner = children(node).first().copied().unwrap_or(node);
                self.walk_place(inner, Mode::In, false);
            }
            "call_expression" => self.walk_call(node),
            "macro_invocation" => self.walk_macro(node),
            "return_expression" => self.leave(node, "return"),
            "try_expression" => self.leave(node, "?"),
            "break_expression" | "continue_expression" => {
                let kind = if node.kind() == "break_expression" {
                    "break"
                } else {
                    "continue"
                };
                self.jumps = true;
                if !self.stays(node) {
                    self.leaves.push((node.byte_range(), kind));
                }
                self.walk_children(node);
            }
            "struct_expression" => self.walk_field(node, "body"),
            "field_initializer" => self.walk_field(node, "value"),
            "type_cast_expression" => self.walk_field(node, "value"),
            "attribute_item" | "scoped_identifier" | "function_item" | "use_declaration"
            | "type_arguments" | "primitive_type" | "const_item" | "static_item"
            | "struct_item" | "mutable_specifier" | "label" => {}
            _ => self.walk_children(node),
        }
    }

    fn walk_bare(&mut self, node: Node, mode: Mode) {
        self.reborrow = mode.writes();
        self.walk_place(node, mode, false);
        self.reborrow = false;
    }

    /// What naming a place without `&` or an index does to it: a `&mut` is reborrowed.
    fn bare_mode(&self, node: Node) -> Mode {
        match place_name(self.src, node).map(|name| self.outer.class(&name)) {
            Some(Class::Changes) => Mode::InOut,
            Some(_) if may_change(self.src, node) => Mode::InOut,
            _ if whole_self::is_changed(self.src, node, &self.changed_otherwise, is_read_by) => {
                Mode::InOut
            }
            _ => Mode::In,
        }
    }

    /// A `break` or `continue` of a loop inside, or that goes on with the tiled loop's next turn.
    fn stays(&self, jump: Node) -> bool {
        let label = label(self.src, jump);
        let inside = match &label {
            Some(label) => self.labels.contains(label),
            None => self.inner_loops > 0,
        };
        let turns = self.turns_of.as_ref();
        let next = jump.kind() == "continue_expression"
            && turns.is_some_and(|own| label.is_none() || *own == label);
        inside || next
    }

    fn leave(&mut self, node: Node, what: &'static str) {
        self.jumps = true;
        if self.closures == 0 {
            self.leaves.push((node.byte_range(), what));
        }
        self.walk_children(node);
    }

    /// `ref mut x` in a pattern: what it is matched against changes through `x`.
    fn walk_ref_mut(&mut self, patterns: Node, value: Option<Node>) {
        let text = self.src.text(patterns);
        if let Some(value) = value.filter(|_| text.contains("ref mut") || text.contains("ref  mut"))
        {
            self.walk_place(value, Mode::InOut, false);
        }
    }

    /// Constants of a block hold in all of it, by their values where these are known.
    fn bind_items(&mut self, block: Node) {
        for name in item_names(self.src, block) {
            self.env.bind(&name, Meaning::Unknown);
        }
        let constants = children(block).into_iter();
        let constants: Vec<Node> = constants.filter(|c| c.kind() == "const_item").collect();
        // One may be made of those after it.
        for _ in constants.iter().take(4) {
            for item in &constants {
                let value = field(*item, "value").and_then(|v| self.env.poly(self.src, v));
                if let (Some(name), Some(value)) = (field(*item, "name"), value) {
                    self.env.bind(self.src.text(name), Meaning::Value(value));
                }
            }
        }
    }

    fn bind_unknown(&mut self, pattern: Option<Node>) {
        for (name, _) in pattern
            .map(|p| pattern_names(self.src, p))
            .unwrap_or_default()
        {
            self.env.bind(&name, Meaning::Unknown);
        }
    }

    fn walk_let(&mut self, node: Node) {
        self.walk_field(node, "value");
        let alternative = field(node, "alternative");
        if let Some(alternative) = alternative {
            self.maybe(|w| w.walk(alternative));
            self.forget_assigned(alternative);
        }
        let Some(pattern) = field(node, "pattern") else {
            return;
        };
        self.walk_ref_mut(pattern, field(node, "value"));
        let known = |this: &Self, (name, value): (Node, Node)| {
            let name = this.src.text(name);
            let meaning = match this.env.index(this.src, value) {
                _ if is_mutable(node) && this.changed_otherwise.contains(name) => Meaning::Unknown,
                Some(known) => Meaning::Value(known),
                None => this.env.ends_of(this.src, value),
            };
            (name.to_owned(), meaning)
        };
        // Values are of what names were before.
        let pairs = bound_each(pattern, field(node, "value")).into_iter();
        let meanings: Vec<_> = pairs.map(|pair| known(self, pair)).collect();
        self.bind_unknown(Some(pattern));
        for (name, meaning) in meanings {
            self.env.bind(&name, meaning);
        }
    }

    fn walk_for(&mut self, node: Node) {
        let (Some(pattern), Some(value)) = (field(node, "pattern"), field(node, "value")) else {
            return;
        };
        self.walk(value);
        let running = induction_variables::along(self.src, &self.env, node);
        self.forget_assigned(node);
        self.env.push();
        match (pattern.kind(), range_of(self.src, value)) {
            ("identifier" | "_", Some(range)) => {
                let atom = self.bind_range(self.src.text(pattern), &range, true);
                self.run_with(running, &range, &atom);
                self.open.push(atom);
                self.inner_loops += 1;
                self.walk_field(node, "body");
                self.inner_loops -= 1;
                self.open.pop();
            }
            _ => {
                let listed = listed::bound_each(self.src, pattern, value).into_iter();
                let one_of = |values: &[Node]| self.env.one_of_all(self.src, values);
                let listed = listed.map(|(name, values)| (name, one_of(&values)));
                let listed: Vec<_> = listed.collect();
                self.bind_unknown(Some(pattern));
                for (name, value) in listed {
                    let value = value.map_or(Meaning::Unknown, Meaning::Value);
                    self.env.bind(self.src.text(name), value);
                }
                if let Some((name, hi)) = counted(self.src, pattern, value) {
                    let hi = hi.and_then(|(lo, hi)| {
                        let at = |end| self.env.poly(self.src, end);
                        at(hi)?.minus(&lo.map_or(Some(Poly::constant(0)), at)?)
                    });
                    self.bind_counter(name, Some(Poly::constant(0)), hi, false);
                }
                self.inner_loops += 1;
                self.conditional += 1;
                self.walk_field(node, "body");
                self.conditional -= 1;
                self.inner_loops -= 1;
            }
        }
        self.env.pop();
        self.forget_assigned(node);
    }

    /// Indices that run along with a loop over a range.
    fn run_with(&mut self, running: Vec<Running>, range: &RangeNodes, atom: &str) {
        let lo = range
            .lo
            .map_or(Some(Poly::constant(0)), |lo| self.env.poly(self.src, lo));
        let Some(lo) = lo.filter(|_| range.step.is_none() && !range.rev) else {
            return;
        };
        for index in running {
            let turns = Poly::atom(atom.to_owned()).minus(&lo);
            let now = turns
                .and_then(|turns| turns.times(&index.step))
                .and_then(|steps| steps.plus(&index.first));
            let now = now.map_or(Meaning::Unknown, Meaning::Value);
            self.env.bind(index.name, now);
        }
    }

    /// An index that `while at < end` runs on with.
    fn run_to_end(&mut self, running: Vec<Running>, node: Node) {
        let condition = field(node, "condition");
        for index in running {
            let natural = self.env.is_natural(&index.step);
            let end = condition.and_then(|c| induction_variables::end(self.src, c, index.name));
            let end = end
                .filter(|(end, _)| natural && induction_variables::is_fixed(self.src, node, *end));
            let past = end.and_then(|(end, included)| {
                let end = self.env.poly(self.src, end)?;
                end.plus(&Poly::constant(i64::from(included)))
            });
            if past.is_some() {
                let atom = self.bind_counter(index.name, Some(index.first), past, false);
                let now = Meaning::Value(Poly::atom(atom));
                self.env.bind(index.name, now);
            }
        }
    }

    /// A loop inside: its variable, over the range.
    fn bind_range(&mut self, name: &str, range: &RangeNodes, all: bool) -> String {
        let lo = range.lo.map_or(Some(Poly::constant(0)), |n| {
            self.env.bound(self.src, n, true)
        });
        let hi = range.hi.and_then(|n| self.env.bound(self.src, n, false));
        let hi = hi.and_then(|hi| hi.plus(&Poly::constant(i64::from(range.inclusive))));
        let direct = |n: Option<Node>| n.is_some_and(|n| self.env.poly(self.src, n).is_some());
        let exact = all
            && range.step.is_none()
            && direct(range.hi)
            && (range.lo.is_none() || direct(range.lo));
        let atom = self.bind_counter(name, lo, hi, exact);
        self.env.note_step(self.src, range.step, &atom);
        atom
    }

    fn bind_counter(
        &mut self,
        name: &str,
        lo: Option<Poly>,
        hi: Option<Poly>,
        exact: bool,
    ) -> String {
        let atom = self.env.bind_loop(name, lo.as_ref());
        let chosen = lo.iter().chain(&hi).any(choices::is_choice);
        let info = LoopInfo {
            atom: atom.clone(),
            lo,
            hi,
            exact: exact && !chosen,
        };
        self.env.ranges.push(info.clone());
        self.loops.push(info);
        atom
    }

    /// A closure's parameters are unknown, but for the number of `(0..n).map(|k| ..)`.
    fn walk_closure(&mut self, node: Node) {
        self.maybe(|w| {
            for parameter in field(node, "parameters").map(children).unwrap_or_default() {
                w.bind_unknown(Some(field(parameter, "pattern").unwrap_or(parameter)));
            }
            if let Some((name, range)) = over_range(w.src, node) {
                w.bind_range(name, &range, false);
            }
            w.closures += 1;
            w.walk_field(node, "body");
            w.closures -= 1;
        });
    }

    fn walk_assignment(&mut self, node: Node) {
        self.walk_field(node, "right");
        let compound = node.kind() == "compound_assignment_expr";
        let Some(left) = field(node, "left") else {
            return;
        };
        let mode = if compound { Mode::InOut } else { Mode::Out };
        let place = peel(left);
        if place.kind() == "identifier" {
            self.reassign(node, self.src.text(place));
        }
        for place in assigned_places(left) {
            if place.kind() == "identifier"
                || place_name(self.src, place).is_some_and(|n| n.contains('.'))
            {
                self.note(place, mode, compound, Shape::Scalar, place);
            } else {
                self.walk_place(place, mode, compound);
            }
        }
    }

    fn walk_call(&mut self, node: Node) {
        if self.walk_part(node) {
            return;
        }
        let Some(function) = callee(node) else {
            return;
        };
        let mut parameters = Vec::new();
        match function.kind() {
            "field_expression" => {
                parameters = receivers::parameters(self.src, function).unwrap_or_default();
                self.walk_receiver(function);
                if !parameters.is_empty() {
                    parameters.remove(0);
                }
            }
            "identifier" | "scoped_identifier" => {
                parameters = parameters_of(self.src, function).unwrap_or_default();
                self.walk_called(function);
            }
            _ if called_values::may_change(self.src, function) => self.walk_called(function),
            _ => self.walk(function),
        }
        for (n, argument) in field(node, "arguments")
            .map(children)
            .unwrap_or_default()
            .into_iter()
            .enumerate()
        {
            self.walk_argument(argument, parameters.get(n).copied());
        }
    }

    /// A closure from outside of the task that its calls may change: tasks that call it are ordered.
    fn walk_called(&mut self, function: Node) {
        let place = called_values::place(self.src, function);
        let root = place_name(self.src, place).unwrap_or_default();
        let root = root.split('.').next().unwrap_or("");
        let outer = root == "self" || self.outer.is_local(root);
        let changed = || called_values::may_change(self.src, place) || may_change(self.src, place);
        if outer && !self.env.is_local(root) && changed() {
            self.note(place, Mode::InOut, false, Shape::Whole, place);
        } else if place.kind() != "identifier" && place.kind() != "scoped_identifier" {
            self.walk(function);
        }
    }

    fn walk_receiver(&mut self, function: Node) {
        let receiver = field(function, "value").unwrap_or(function);
        let place = peel(receiver);
        if asks_shape(self.src, function) && self.is_outer_place(place) {
            self.note_meta(place);
            return;
        }
        // A list that is written out is made of copies.
        if matches!(place.kind(), "array_expression" | "tuple_expression") {
            return self.walk(place);
        }
        let known = receivers::only_reads(self.src, function);
        // What a static lets be changed through a method, several threads may change.
        let reads = known || self.is_item(place) || self.is_shared(place);
        self.reborrow = receivers::reads_in_place(self.src, function);
        self.walk_place(receiver, if reads { Mode::In } else { Mode::InOut }, false);
        self.reborrow = false;
    }

    /// A bare name as an argument is read or reborrowed, as the parameter's type says.
    fn walk_argument(&mut self, argument: Node, takes: Option<Class>) {
        let named = matches!(argument.kind(), "identifier" | "field_expression");
        match takes {
            Some(Class::Changes) if named => self.walk_bare(argument, Mode::InOut),
            Some(Class::Reads) if named || argument.kind() == "self" => {
                self.walk_bare(argument, Mode::In)
            }
            Some(Class::Reads) if argument.kind() == "reference_expression" => {
                self.walk_place(
                    field(argument, "value").unwrap_or(argument),
                    Mode::In,
                    false,
                );
            }
            _ => self.walk(argument),
        }
    }

    fn walk_macro(&mut self, node: Node) {
        let written = macros::written_part(self.src, node);
        let number_reads = written.is_none() || !macros::may_assign(self.src, node);
        for name in free_names(self.src, node) {
            // Constants, functions, and names that the macro is to bind.
            let unknown = name.name != "self" && !self.outer.is_local(&name.name);
            if unknown || self.env.is_local(&name.name) {
                continue;
            }
            // A number is changed by assigning it, whatever the macro does.
            let number = self.outer.is_number(&name.name);
            let fixed = self.outer.is_fixed_number(&name.name);
            for span in name.spans {
                // A macro sets a number by its name alone.
                let part = written.as_ref().filter(|_| !(number && number_reads));
                let named = node.descendant_for_byte_range(span.start, span.end);
                let changes = !number && named.is_some_and(|at| may_change(self.src, at));
                let reads = (fixed || !macros::writes_at(self.src, part, &span)) && !changes;
                let shape = match number && !reads {
                    true => Shape::Scalar,
                    false => Shape::Whole,
                };
                let (name, span) = self.macro_place(&name.name, span);
                let line = self.src.line(span.start);
                self.uses.push(Use {
                    name,
                    span: span.clone(),
                    base: span,
                    indices: Vec::new(),
                    index: Vec::new(),
                    shape,
                    line,
                    // What an unknown macro does with a name cannot be seen.
                    mode: if reads { Mode::In } else { Mode::InOut },
                    reborrow: false,
                    compound: false,
                    unconditional: false,
                    under: None,
                    guarded: false,
                    in_macro: true,
                });
            }
        }
    }

    /// In a macro's tokens `self.u` is three of them: takes the longest run of plain fields.
    fn macro_place(&self, name: &str, span: crate::ir::Span) -> (String, crate::ir::Span) {
        let owner = self.src.is_owner(name, span.start);
        match plain_fields(&self.src.text, span.end).filter(|_| owner) {
            Some(path) => (
                format!("{name}.{path}"),
                span.start..span.end + 1 + path.len(),
            ),
            None => (name.to_owned(), span),
        }
    }

    pub(super) fn is_outer_place(&self, node: Node) -> bool {
        let mut at = peel(node);
        while at.kind() == "index_expression" {
            match children(at).first() {
                Some(inner) => at = peel(*inner),
                None => return false,
            }
        }
        place_name(self.src, at)
            .is_some_and(|name| !self.env.is_local(name.split('.').next().unwrap_or("")))
    }

    /// A place expression in the given mode: an element, a slice, a whole, a scalar.
    fn walk_place(&mut self, node: Node, mode: Mode, compound: bool) {
        let node = if node.kind() == "parenthesized_expression" {
            peel(node)
        } else {
            node
        };
        match node.kind() {
            "index_expression" => self.walk_index(node, mode, compound),
            "identifier" | "self" => self.note(node, mode, compound, Shape::Whole, node),
            "field_expression" => match place_name(self.src, node) {
                Some(_) => self.note(node, mode, compound, Shape::Whole, node),
                // A field of an element or of a call's result: writing a part keeps the rest.
                None => {
                    let mode = if mode == Mode::Out { Mode::InOut } else { mode };
                    let mut base = node;
                    while let Some(value) =
                        field(base, "value").filter(|_| base.kind() == "field_expression")
                    {
                        base = peel(value);
                    }
                    self.walk_place(base, mode, compound);
                }
            },
            "unary_expression" if self.src.text(node).starts_with('*') => {
                let inner = children(node).first().copied().unwrap_or(node);
                match peel(inner).kind() {
                    "identifier" | "field_expression" if mode.writes() => {
                        self.note(peel(inner), mode, compound, Shape::Deref, node);
                    }
                    "self" if mode.writes() => self.walk_place(peel(inner), mode, compound),
                    // What an element refers to changes with the element, which stays.
                    "index_expression" | "unary_expression" if mode.writes() => {
                        self.walk_place(inner, Mode::InOut, true);
                    }
                    _ => self.walk(inner),
                }
            }
            "tuple_expression" | "array_expression" if mode.writes() => {
                children(node)
                    .into_iter()
                    .for_each(|child| self.walk_place(child, mode, compound));
            }
            _ => self.walk(node),
        }
    }

    fn walk_index(&mut self, node: Node, mode: Mode, compound: bool) {
        // a[i][j] is an index of an index: collect the brackets inside out.
        let mut brackets = Vec::new();
        let mut at = node;
        while at.kind() == "index_expression" {
            let parts = children(at);
            let (Some(base), Some(index)) = (parts.first(), parts.get(1)) else {
                return;
            };
            brackets.push(*index);
            at = *base;
        }
        brackets.reverse();
        brackets.iter().for_each(|index| self.walk(*index));
        let Some(name) = place_name(self.src, behind(self.src, at)).filter(|n| n != "self") else {
            // A part of something: writing `p[i].pos[k]` writes into `p[i]`.
            let mode = if mode == Mode::Out { Mode::InOut } else { mode };
            self.walk_place(at, mode, compound);
            return;
        };
        if self.is_own(&name, mode, &node) {
            return;
        }
        if indexed::by_code(self.src, at) {
            // What `Index` of the program's own type touches is not seen.
            let mode = if mode == Mode::Out { Mode::InOut } else { mode };
            self.walk_place(behind(self.src, at), mode, compound);
            return;
        }
        let (shape, indices) = match (brackets.as_slice(), brackets.first().map(|b| b.kind())) {
            ([one], Some("array_expression" | "tuple_expression")) => (Shape::Grid, children(*one)),
            ([one], Some("range_expression")) => (Shape::Slice, vec![*one]),
            ([outer, inner], Some("range_expression")) if inner.kind() == "range_expression" => {
                (Shape::Slice, vec![*outer, *inner])
            }
            // `table[&key]`: no elements side by side.
            _ if brackets.iter().any(|b| {
                matches!(
                    b.kind(),
                    "range_expression" | "reference_expression" | "string_literal"
                )
            }) =>
            {
                (Shape::Whole, Vec::new())
            }
            _ => (Shape::Element, brackets.clone()),
        };
        let index = if shape == Shape::Slice {
            slices::ends(indices.iter().map(|range| self.slice_bounds(*range)))
        } else {
            indices.iter().map(|i| self.index_or_ends(*i)).collect()
        };
        let under = self.open_without(&index);
        let sure = self.is_sure(&under);
        let guarded = self.is_guarded(&index);
        self.uses.push(Use {
            name,
            span: node.byte_range(),
            base: at.byte_range(),
            indices: indices.iter().map(|i| i.byte_range()).collect(),
            index,
            shape,
            line: self.src.line(node.start_byte()),
            mode,
            reborrow: false,
            compound,
            unconditional: sure,
            under: (self.conditional == 0).then_some(under),
            guarded,
            in_macro: false,
        });
    }

    /// An index, or where only its ends are known that of a loop from one to the other.
    fn index_or_ends(&mut self, node: Node) -> Option<Poly> {
        self.env.index(self.src, node).or_else(|| {
            let [Some(lo), Some(last)] = self.env.both_ends(self.src, node) else {
                return None;
            };
            Some(self.loop_between(
                Poly::BETWEEN,
                Some(lo),
                Some(last.plus(&Poly::constant(1))?),
            ))
        })
    }

    /// The variable of a loop that the code does not have.
    pub(super) fn loop_between(&mut self, name: &str, lo: Option<Poly>, hi: Option<Poly>) -> Poly {
        let atom = self.env.fresh_loop(name, lo.as_ref());
        let index = Poly::atom(atom.clone());
        self.loops.push(LoopInfo {
            atom,
            lo,
            hi,
            exact: false,
        });
        index
    }

    /// Loops around that no index names.
    pub(super) fn open_without(&self, index: &[Option<Poly>]) -> Vec<String> {
        let known = |atom: &String| index.iter().flatten().any(|p| p.mentions(atom));
        self.open.iter().filter(|a| !known(a)).cloned().collect()
    }

    /// Nothing but such loops stands around.
    pub(super) fn is_sure(&self, under: &[String]) -> bool {
        self.conditional == 0 && under.is_empty()
    }

    /// An element or a field of a constant or static, or the whole of it.
    fn is_item(&self, place: Node) -> bool {
        let name = self.src.text(behind_all(place));
        is_constant(name) && !self.env.is_local(name) && !self.outer.is_local(name)
    }

    /// The place is reached through a shared reference from outside, and no method changes it.
    fn is_shared(&self, place: Node) -> bool {
        let at = behind_all(place);
        let name = self.src.text(at);
        let shared = !self.env.is_local(name) && self.outer.is_shared(name);
        at.kind() == "identifier" && shared && !may_change(self.src, place)
    }

    /// No use of anything that tasks share: a local of the body, `_`, or a constant of the program.
    pub(super) fn is_own(&mut self, name: &str, mode: Mode, place: &Node) -> bool {
        let root = name.split('.').next().unwrap_or("");
        if name == "_" || self.env.is_local(root) {
            return true;
        }
        let item = is_constant(root) && !self.outer.is_local(root);
        if item && mode.writes() {
            self.statics.push((place.byte_range(), root.to_owned()));
        }
        item
    }

    fn slice_bounds(&self, range: Node) -> Bounds {
        let Some(range) = range_of(self.src, range) else {
            return Bounds::default();
        };
        let begin = |least| match range.lo {
            Some(lo) => self.env.bound(self.src, lo, least),
            None => Some(Poly::constant(0)),
        };
        let hi = range.hi.and_then(|hi| self.env.bound(self.src, hi, false));
        Bounds {
            lo: begin(true),
            latest: begin(false),
            hi: hi.and_then(|hi| hi.plus(&Poly::constant(i64::from(range.inclusive)))),
            open: range.hi.is_none(),
        }
    }

    fn note_meta(&mut self, node: Node) {
        let (mut at, mut indices) = (peel(node), Vec::new());
        while at.kind() == "index_expression" {
            let parts = children(at);
            if let Some(index) = parts.get(1) {
                self.walk(*index);
                indices.insert(0, *index);
            }
            match parts.first() {
                Some(inner) => at = peel(*inner),
                None => return,
            }
        }
        let before = self.uses.len();
        self.note(at, Mode::In, false, Shape::Meta, node);
        if let Some(noted) = self.uses.get(before).cloned() {
            let index = indices.iter().map(|i| self.env.index(self.src, *i));
            self.asked.push(Use {
                span: peel(node).byte_range(),
                indices: indices.iter().map(|i| i.byte_range()).collect(),
                index: index.collect(),
                shape: match indices.is_empty() {
                    true => Shape::Whole,
                    false => Shape::Element,
                },
                unconditional: false,
                ..noted
            });
        }
    }

    fn note(&mut self, at: Node, mode: Mode, compound: bool, shape: Shape, whole: Node) {
        let Some(name) = place_name(self.src, at) else {
            return;
        };
        if self.is_own(&name, mode, &whole) {
            return;
        }
        self.uses.push(Use {
            name,
            span: whole.byte_range(),
            base: at.byte_range(),
            indices: Vec::new(),
            index: Vec::new(),
            shape,
            line: self.src.line(whole.start_byte()),
            mode,
            reborrow: self.reborrow,
            compound,
            unconditional: self.conditional == 0,
            under: None,
            guarded: false,
            in_macro: false,
        });
    }

    /// The uses, with nothing sure after a jump.
    pub(super) fn finish(&mut self) -> Vec<Use> {
        let jumps = self.jumps;
        let mut uses = std::mem::take(&mut self.uses);
        for found in uses.iter_mut().filter(|_| jumps) {
            found.unconditional = false;
            found.under = None;
            found.guarded = true;
        }
        if jumps {
            let maybe = |u: &Use| (u.span.clone(), formula::MAYBE.to_owned());
            self.guards.extend(uses.iter().map(maybe));
        }
        uses
    }
}

/// The names of a `let` with their values, `let (lo, hi) = (k * n, (k + 1) * n);`, where each has one.
fn bound_each<'t>(pattern: Node<'t>, value: Option<Node<'t>>) -> Vec<(Node<'t>, Node<'t>)> {
    match (pattern.kind(), value.map(peel)) {
        ("identifier", Some(_)) => value.map(|value| (pattern, value)).into_iter().collect(),
        ("tuple_pattern", Some(tuple)) if tuple.kind() == "tuple_expression" => {
            let (names, values) = (children(pattern), children(tuple));
            let plain = names.iter().all(|name| name.kind() == "identifier");
            match plain && names.len() == values.len() {
                true => names.into_iter().zip(values).collect(),
                false => Vec::new(),
            }
        }
        _ => Vec::new(),
    }
}

/// The place that `(*a)` stands for where it is indexed: `a` itself.
fn behind<'t>(src: &Source, node: Node<'t>) -> Node<'t> {
    let mut at = peel(node);
    while at.kind() == "unary_expression" && src.text(at).starts_with('*') {
        match children(at).first() {
            Some(inner) => at = peel(*inner),
            None => break,
        }
    }
    at
}

/// What an element or a field is one of: `a` of `a[i].x[j]`.
fn behind_all(place: Node) -> Node {
    let mut at = place;
    while matches!(at.kind(), "index_expression" | "field_expression") {
        match children(at).first() {
            Some(inner) => at = peel(*inner),
            None => break,
        }
    }
    at
}

/// The name that an assignment's left side changes as a whole: `x`, `*x`, `self.x`.
pub(super) fn assigned_place(src: &Source, left: Node) -> Option<String> {
    let left = peel(left);
    match left.kind() {
        "identifier" | "field_expression" => place_name(src, left),
        "unary_expression" => {
            let inner = children(left).first().copied()?;
            place_name(src, peel(inner)).map(|name| format!("*{name}"))
        }
        _ => None,
    }
}

/// `lo..hi` and what stands around it.
pub(super) struct RangeNodes<'t> {
    pub(super) range: Node<'t>,
    pub(super) lo: Option<Node<'t>>,
    pub(super) hi: Option<Node<'t>>,
    pub(super) inclusive: bool,
    pub(super) rev: bool,
    pub(super) step: Option<Node<'t>>,
    /// `.rev()` stands after `.step_by()`: the two do not commute.
    pub(super) rev_after_step: bool,
}

/// A `for` over it counts.
pub(crate) fn is_range(src: &Source, node: Node) -> bool {
    range_of(src, node).is_some()
}

/// The range that a `for` runs over, through `.rev()`, `.step_by(s)` and parentheses.
pub(super) fn range_of<'t>(src: &Source, node: Node<'t>) -> Option<RangeNodes<'t>> {
    // Outermost call first: the source order of effects is the reverse.
    let mut calls = Vec::new();
    let mut at = peel(node);
    while at.kind() == "call_expression" {
        let function = field(at, "function").filter(|f| f.kind() == "field_expression")?;
        calls.push((src.text(field(function, "field")?), at));
        at = peel(field(function, "value")?);
    }
    if at.kind() != "range_expression" {
        return None;
    }
    let parts = children(at);
    let dots = at
        .children(&mut at.walk())
        .find(|c| matches!(c.kind(), ".." | "..="))?;
    let mut range = RangeNodes {
        range: at,
        lo: parts
            .iter()
            .find(|p| p.end_byte() <= dots.start_byte())
            .copied(),
        hi: parts
            .iter()
            .find(|p| p.start_byte() >= dots.end_byte())
            .copied(),
        inclusive: dots.kind() == "..=",
        rev: false,
        step: None,
        rev_after_step: false,
    };
    for (method, call) in calls.into_iter().rev() {
        match method {
            "rev" => {
                range.rev = !range.rev;
                range.rev_after_step |= range.step.is_some();
            }
            "step_by" if range.step.is_none() => {
                range.step = children(field(call, "arguments")?).first().copied();
            }
            _ => return None,
        }
    }
    Some(range)
}
