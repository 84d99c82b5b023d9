//! The data-flow: statements, branches, loops, tasks.

use std::collections::{BTreeMap, BTreeSet};

use tree_sitter::Node;

use super::Reason;
use super::access::binds_alone;
use super::classes::Classes;
use super::state::State;
use crate::ir::{
    Access, Addition, Binding, Computed, Extent, How, Join, Region, RegionForm, Span, Step, Task,
    TileSize, VarKind, Variable,
};
use crate::passes::joins;
use crate::semantics::held::held;
use crate::semantics::roots::{mentioned, plain_name};
use crate::semantics::scopes::{Binder, binder, initialiser, node_at};
use crate::semantics::values::{Value, is_copy, is_number, is_reference, value_of};
use crate::syntax::names::pattern_names;
use crate::syntax::rust::{Source, children, field, is_comment, label};

/// Where waits are missing.
#[derive(Debug, Default)]
pub(super) struct Found {
    /// Before these statements.
    pub(super) statements: BTreeMap<usize, Reason>,
    /// At the begin of these conditions.
    pub(super) conditions: BTreeMap<(usize, usize), Reason>,
    /// Places of waits with something to wait for.
    needed: BTreeSet<usize>,
    /// Holds (numbers of additions) that have something to wait for.
    pub(super) held: BTreeSet<usize>,
    /// A joined region is left with tasks pending that read what they have not declared.
    pub(super) leaves_hidden: bool,
    /// Accesses that no wait before their statement helps.
    pub(super) hopeless: Vec<Reason>,
}

/// Loops nested deeper than this are taken to have all their tasks pending at their head.
const FIXPOINT_DEPTH: usize = 4;

/// Nesting beyond which code is not looked into (bodies that deep were refused before).
const DEPTH: usize = 300;

/// Finds the missing waits of a region.
pub(super) fn analyse(src: &Source, region: &Region) -> Found {
    let first = run(src, region, Found::default());
    // A wait that was found early may be needless once others are there: keep those that
    // something is pending at, and look again for what is missing then.
    let needed = |at: &usize| first.needed.contains(at);
    let statements = first
        .statements
        .iter()
        .filter(|(at, _)| needed(at))
        .map(|(at, r)| (*at, r.clone()))
        .collect();
    let conditions = first
        .conditions
        .iter()
        .filter(|((at, _), _)| needed(at))
        .map(|(k, r)| (*k, r.clone()))
        .collect();
    let before = (first.statements.len(), first.conditions.len());
    let kept = Found {
        statements,
        conditions,
        ..Found::default()
    };
    if (kept.statements.len(), kept.conditions.len()) == before {
        first
    } else {
        run(src, region, kept)
    }
}

/// One analysis, with the waits of `found` in their places.
fn run(src: &Source, region: &Region, found: Found) -> Found {
    let again = !found.statements.is_empty() || !found.conditions.is_empty();
    let found = one_pass(src, region, found);
    // The second pass knows all waits from its begin and sees which ones meet something.
    if again {
        found
    } else {
        one_pass(
            src,
            region,
            Found {
                needed: BTreeSet::new(),
                held: BTreeSet::new(),
                ..found
            },
        )
    }
}

fn one_pass(src: &Source, region: &Region, found: Found) -> Found {
    let Some(body) = node_at(src, &region.body) else {
        return Found::default();
    };
    let classes = Classes::of(src, region, body);
    let mixed = classes.mixed(src, region);
    let state = at_entry(src, region, &classes);
    let mut flow = Flow {
        src,
        region,
        function: function_of(body),
        classes,
        mixed,
        found,
        state,
        spot: Spot {
            at: region.body.start,
            condition: None,
            registered: 0,
        },
        registered: 0,
        loops: Vec::new(),
        depth: 0,
        in_closure: false,
    };
    flow.block(if body.kind() == "unsafe_block" {
        children(body).first().copied().unwrap_or(body)
    } else {
        body
    });
    flow.leave();
    flow.found
}

/// Tasks of the caller may use all that a joined region is given.
fn at_entry(src: &Source, region: &Region, classes: &Classes) -> State {
    let mut state = State::default();
    if region.joined {
        let by_header = |v: &&Variable| {
            let var = region
                .variables
                .iter()
                .position(|other| other.name == v.name);
            let whole = |b: &Binding| Some(b.var) == var && matches!(b.how, How::Whole);
            v.kind == VarKind::Opaque
                || crate::passes::tasks(region).any(|task| task.bindings.iter().any(whole))
        };
        let headers: Vec<&Variable> = region.variables.iter().filter(by_header).collect();
        for name in joins::reaching(src, region) {
            let given = classes.touched(&name);
            // Tasks of the caller may know the elements by their addresses.
            let own = headers.iter().flat_map(|v| classes.touched(&v.name));
            let own = own.filter(|class| given.contains(class));
            state.named.extend(own.map(|class| (class, usize::MAX)));
            state.reads.extend(&given);
            state.writes.extend(given);
        }
    }
    state
}

/// The function that a block is in.
fn function_of(block: Node) -> Node {
    let mut node = block;
    while let Some(parent) = node.parent().filter(|_| node.kind() != "function_item") {
        node = parent;
    }
    node
}

/// Where a wait for the code that is being looked at would go.
#[derive(Debug, Clone)]
struct Spot {
    at: usize,
    condition: Option<(usize, usize)>,
    /// Tasks registered when control came here.
    registered: usize,
}

/// A loop, or a block with a label, that control may leave from inside.
struct Loop {
    label: Option<String>,
    /// `break` without a label does not leave it.
    is_block: bool,
    breaks: State,
    continues: State,
}

pub(super) struct Flow<'s> {
    pub(super) src: &'s Source,
    pub(super) region: &'s Region,
    /// The function around the region.
    function: Node<'s>,
    classes: Classes,
    /// See [`Classes::mixed`].
    mixed: BTreeSet<usize>,
    found: Found,
    state: State,
    spot: Spot,
    registered: usize,
    loops: Vec<Loop>,
    depth: usize,
    /// In the body of a closure that registers no tasks.
    in_closure: bool,
}

impl Flow<'_> {
    // ---- accesses ----

    /// Generating code touches the place `name`.
    pub(super) fn touch(&mut self, name: &str, writes: bool, span: Span) {
        self.touch_as(name, writes, if writes { "writes" } else { "reads" }, span);
    }

    /// As `touch`, with the word for it.
    pub(super) fn touch_as(&mut self, name: &str, writes: bool, verb: &'static str, span: Span) {
        if self.state.unreachable {
            return;
        }
        let meets = self
            .classes
            .touched(name)
            .into_iter()
            .any(|class| self.state.meets(class, writes));
        if meets {
            self.wait_for(name, writes, verb, span);
        }
    }

    fn wait_for(&mut self, name: &str, writes: bool, verb: &'static str, span: Span) {
        let reason = Reason {
            access: span,
            name: name.to_owned(),
            verb,
            task: self.culprit(name, writes),
        };
        if self.spot.registered != self.registered {
            if !self
                .found
                .hopeless
                .iter()
                .any(|r| r.access == reason.access)
            {
                self.found.hopeless.push(reason);
            }
        } else if let Some(condition) = self.spot.condition {
            self.found.conditions.entry(condition).or_insert(reason);
        } else {
            self.found.statements.entry(self.spot.at).or_insert(reason);
        }
        self.state.clear();
    }

    /// A wait that was put in before.
    fn at_wait(&mut self, at: usize, name: &str) {
        if self
            .classes
            .touched(name)
            .into_iter()
            .any(|class| self.state.meets(class, true))
        {
            self.found.needed.insert(at);
        }
        self.state.clear();
    }

    /// A task that the access meets, for the message.
    fn culprit(&self, name: &str, writes: bool) -> Option<Span> {
        let classes = self.classes.touched(name);
        let same = |other: &str| !self.classes.touched(other).is_disjoint(&classes);
        let uses = |task: &&Task| {
            let access = task
                .accesses
                .iter()
                .any(|a| (writes || a.mode.writes()) && same(&self.region.variables[a.var].name));
            access || task.reductions.iter().any(|r| same(&r.name))
        };
        let before = |task: &&Task| task.start < self.spot.at;
        let all = || crate::passes::tasks(self.region);
        let later = || all().find(uses).filter(|_| !self.region.joined);
        let task = (all().filter(before).filter(uses).last()).or_else(later);
        let calls = || {
            self.region.joins.iter().find(|join| {
                (join.given.iter())
                    .any(|g| (writes || g.written) && g.names.iter().any(|n| same(n)))
            })
        };
        task.map(|t| t.directive.clone())
            .or_else(|| calls().map(|join| join.call.clone()))
    }

    /// True for an array whose pending tasks know elements by address: no task reads it
    /// unseen or has a reference to its header.
    pub(super) fn known_by_address(&self, name: &str) -> bool {
        let Some(var) = self.region.variables.iter().position(|v| v.name == name) else {
            let mut given = self.region.joins.iter().flat_map(|join| &join.given);
            return given.any(|g| g.names.iter().any(|n| n == name)) && self.headers_stay(name);
        };
        let array = matches!(
            self.region.variables[var].kind,
            VarKind::Flat { .. } | VarKind::Nested { .. } | VarKind::Grid { .. }
        );
        let header = |t: &Task| {
            t.bindings
                .iter()
                .any(|b| b.var == var && matches!(b.how, How::Whole))
        };
        array
            && !crate::passes::tasks(self.region).any(header)
            && self.classes.touched(name).is_disjoint(&self.state.hidden)
    }

    /// True when pending tasks know the elements of all that `name` stands for by address: headers
    /// in it may be referred to.
    pub(super) fn headers_stay(&self, name: &str) -> bool {
        let classes = self.classes.touched(name);
        let meets = |var: usize| {
            let variable = &self.region.variables[var].name;
            !self.classes.touched(variable).is_disjoint(&classes)
        };
        let by_header = |task: &Task| {
            let mut bindings = task.bindings.iter();
            bindings.any(|b| matches!(b.how, How::Whole) && !b.behind && meets(b.var))
        };
        self.region.form != RegionForm::Nested
            && !crate::passes::tasks(self.region).any(by_header)
            && classes.is_disjoint(&self.state.hidden)
    }

    /// New values of names: what was pending on the old ones is not pending on these.
    pub(super) fn declared(&mut self, declaration: Node) {
        let Some(pattern) = field(declaration, "pattern") else {
            return;
        };
        for (name, _) in pattern_names(self.src, pattern) {
            let fresh = field(declaration, "value").is_none()
                || initialiser(self.src, declaration, &name)
                    .is_some_and(|v| matches!(value_of(self.src, v), Value::Plain | Value::Owner));
            let class = if fresh {
                self.classes
                    .begins(self.src, declaration, &name, self.function)
            } else {
                None
            };
            if let Some(class) = class {
                self.state.forget(class);
            }
        }
    }

    /// Something that may not be evaluated.
    pub(super) fn maybe(&mut self, node: Node) {
        let before = self.state.clone();
        self.expression(node);
        self.state.join(&before);
    }

    /// `std::mem::swap` of two headers.
    pub(super) fn swap(&mut self, a: &str, b: &str) {
        for a in self.classes.touched(a) {
            for b in self.classes.touched(b) {
                if a != b {
                    self.state.exchange(a, b);
                }
            }
        }
    }

    // ---- statements ----

    /// Looks into something nested; too deep code counts as touching nothing, it was refused.
    pub(super) fn nested(&mut self, visit: impl FnOnce(&mut Self)) {
        self.depth += 1;
        if self.depth <= DEPTH {
            visit(self);
        }
        self.depth -= 1;
    }

    /// The statements of a block; where one with a label ends, control may come from a `break`.
    pub(super) fn block(&mut self, block: Node) {
        let Some(label) = label(self.src, block) else {
            return self.statements(block);
        };
        self.loops.push(Loop {
            label: Some(label),
            is_block: true,
            breaks: State::nowhere(),
            continues: State::nowhere(),
        });
        self.statements(block);
        if let Some(frame) = self.loops.pop() {
            self.state.join(&frame.breaks);
        }
    }

    fn statements(&mut self, block: Node) {
        let outer = self.spot.clone();
        let mut cursor = block.walk();
        let parts: Vec<Node> = block
            .named_children(&mut cursor)
            .filter(|n| !is_comment(*n) && n.kind() != "label")
            .collect();
        let mut begin = None;
        for part in parts {
            if part.kind() == "attribute_item" {
                begin = begin.or(Some(part.start_byte()));
                continue;
            }
            let at = begin.take().unwrap_or(part.start_byte());
            self.statement(part, at);
        }
        if let Some(at) = begin {
            self.explicit_wait(at, block.end_byte());
        }
        self.held(block);
        self.spot = outer;
    }

    /// Leaving the block waits if `lifetime` has put a guard into it.
    fn held(&mut self, block: Node) {
        for (n, addition) in self.region.additions.iter().enumerate() {
            let Addition::Hold { at, .. } = addition else {
                continue;
            };
            if block.byte_range().contains(at) && innermost_block(block, *at) == block.id() {
                if !self.state.unreachable && !self.state.is_empty() {
                    self.found.held.insert(n);
                }
                self.state.clear();
            }
        }
    }

    /// A `task_wait` among the attributes from `at` to `end`.
    fn explicit_wait(&mut self, at: usize, end: usize) {
        let waits = |step: &Step| matches!(step, Step::Wait { at: w, implicit: false } if (at..end).contains(w));
        if self.region.steps.iter().any(waits) {
            self.state.clear();
        }
    }

    /// The region's value is a reference that was a reference before: no data are touched,
    /// and the region waits next.
    fn hands_out(&self, statement: Node) -> bool {
        let tail = self.region.form != RegionForm::Nested
            && self.region.tail.as_ref() == Some(&statement.byte_range());
        tail && statement.kind() == "identifier"
            && binder(self.src, statement, self.src.text(statement))
                .is_some_and(|b| is_reference(self.src, b))
    }

    /// Waits for what comes next go here. Those for a closure stand before the statement that it is in: what it
    /// refers to it has from there on, and a task that calls it cannot wait.
    fn waits_at(&mut self, at: usize, condition: Option<(usize, usize)>) {
        if !self.in_closure {
            self.spot = Spot {
                at,
                condition,
                registered: self.registered,
            };
        }
    }

    fn statement(&mut self, statement: Node, at: usize) {
        if self.hands_out(statement) {
            return;
        }
        self.explicit_wait(at, statement.start_byte());
        self.waits_at(at, None);
        if let Some(reason) = self.found.statements.get(&at).cloned() {
            self.at_wait(at, &reason.name);
        }
        let task = crate::passes::tasks(self.region).find(|t| t.stmt == statement.byte_range());
        match task {
            Some(task) => self.register(task, statement),
            None => self.expression(statement),
        }
    }

    // ---- tasks ----

    fn register(&mut self, task: &Task, statement: Node) {
        self.spot.at = self.spot.at.min(task.start);
        self.header(task, statement);
        for name in &task.privates {
            self.touch(name, false, task.directive.clone());
        }
        let hidden = self.hidden_reads(task, statement);
        for name in hidden.iter().cloned().chain(self.copied(task)) {
            self.touch(&name, false, task.directive.clone());
        }
        for access in task.accesses.iter().filter(|a| a.mode.writes()) {
            let name = &self.region.variables[access.var].name;
            self.written_by_tasks(name, &task.directive);
        }
        for access in &task.accesses {
            self.under_other_names(access, &task.directive);
        }
        if self.state.unreachable {
            return;
        }
        self.registered += 1;
        self.add(task, &hidden);
    }

    /// What earlier tasks read without declaring it must not be written by others.
    fn written_by_tasks(&mut self, name: &str, at: &Span) {
        let classes = self.classes.touched(name);
        if !classes.is_disjoint(&self.state.hidden) {
            self.wait_for(name, true, "writes", at.clone());
        }
    }

    /// Tasks that use the same data under another name, where that does not show by address.
    fn under_other_names(&mut self, access: &Access, at: &Span) {
        let name = &self.region.variables[access.var].name;
        let writes = access.mode.writes();
        if self.meets_other(&self.classes.touched(name), access.var, writes) {
            let verb = if writes { "writes" } else { "reads" };
            self.wait_for(name, writes, verb, at.clone());
        }
    }

    /// Pending tasks know what is in these classes by something else than `form`.
    fn meets_other(&self, classes: &BTreeSet<usize>, form: usize, writes: bool) -> bool {
        classes.iter().any(|class| {
            let mut named = self.state.named.iter();
            let others = named.any(|(of, by)| of == class && *by != form);
            others && self.state.meets(*class, writes)
        })
    }

    /// A call that registers tasks here: they use all that its arguments refer into.
    pub(super) fn join(&mut self, call: Node, join: &Join) {
        for argument in field(call, "arguments").map(children).unwrap_or_default() {
            let span = argument.byte_range();
            match join.given.iter().any(|given| given.argument == span) {
                true => self.given(argument),
                false => self.expression(argument),
            }
        }
        for given in join.given.iter().filter(|given| given.written) {
            for name in &given.names {
                self.written_by_tasks(name, &given.argument);
            }
        }
        for given in &join.given {
            let classes = self.classes.given(given);
            let form = self.classes.form(self.region, given);
            if let Some(name) = given
                .names
                .first()
                .filter(|_| self.meets_other(&classes, form, given.written))
            {
                let verb = if given.written { "writes" } else { "reads" };
                self.wait_for(name, given.written, verb, given.argument.clone());
            }
        }
        if self.state.unreachable {
            return;
        }
        self.registered += 1;
        for given in &join.given {
            let classes = self.classes.given(given);
            if given.written {
                self.state.writes.extend(&classes);
            }
            let form = self.classes.form(self.region, given);
            let mixed = classes.intersection(&self.mixed);
            self.state.named.extend(mixed.map(|class| (*class, form)));
            self.state.reads.extend(classes);
        }
    }

    /// What is pending once the task is registered.
    fn add(&mut self, task: &Task, hidden: &[String]) {
        let unordered = task.reductions.iter().filter(|r| !r.ordered);
        for reduction in unordered {
            let classes = self.classes.touched(&reduction.name);
            self.state.reads.extend(&classes);
            self.state.writes.extend(classes);
        }
        for access in &task.accesses {
            let classes = self
                .classes
                .touched(&self.region.variables[access.var].name);
            if access.mode.writes() {
                self.state.writes.extend(&classes);
            }
            let mixed = classes.intersection(&self.mixed);
            self.state
                .named
                .extend(mixed.map(|class| (*class, access.var)));
            self.state.reads.extend(classes);
        }
        for name in hidden {
            let classes = self.classes.touched(name);
            self.state.hidden.extend(classes);
        }
    }

    /// Names that the task captures by reference, or as a reference into something.
    fn hidden_reads(&self, task: &Task, statement: Node) -> Vec<String> {
        let hidden = |name: &&str| {
            if **name == *"self" || name.starts_with("self.") {
                return true;
            }
            if self.region.joined {
                // What is behind a reference may change when the function has returned.
                return !binder(self.src, statement, name)
                    .is_some_and(|b| is_number(self.src, b, name));
            }
            // A number is copied, and what is behind a shared reference does not change
            // while the reference lives, unless it was made in the region.
            !binder(self.src, statement, name).is_some_and(|b| {
                is_copy(self.src, b, name)
                    && (!b.is_in(&self.region.body)
                        || self.classes.is_alone(name)
                        || holds_none(self.src, b, name))
            })
        };
        let names = task.captures.iter().map(|c| plain_name(&c.name));
        let hidden = names.filter(hidden);
        hidden
            .flat_map(|name| match (name, &task.self_fields) {
                ("self", Some(fields)) => self.undeclared(task, fields),
                _ => vec![name.to_owned()],
            })
            .collect()
    }

    /// Names that the task takes a copy of, and tasks of joined calls may write.
    fn copied(&self, task: &Task) -> Vec<String> {
        let given = self.region.joins.iter().flat_map(|join| &join.given);
        let given: Vec<_> = given.filter(|given| given.written).collect();
        let names = task.captures.iter().map(|c| plain_name(&c.name));
        let written = names.filter(|name| given.iter().any(|g| g.names.iter().any(|n| n == name)));
        written.map(str::to_owned).collect()
    }

    /// Fields that methods read and that the task does not declare.
    fn undeclared(&self, task: &Task, fields: &[String]) -> Vec<String> {
        let places = fields.iter().map(|field| format!("self.{field}"));
        let declared = |place: &String| {
            let mut accesses = task.accesses.iter();
            accesses.any(|a| self.region.variables[a.var].name == *place)
        };
        places.filter(|place| !declared(place)).collect()
    }

    /// What registration evaluates: loop bounds, clauses, tile sizes, sections.
    fn header(&mut self, task: &Task, statement: Node) {
        for tiled in &task.loops {
            if let Some(node) =
                statement.descendant_for_byte_range(tiled.iterated.start, tiled.iterated.end)
            {
                self.expression(node);
            }
        }
        let mut texts: Vec<String> = Vec::new();
        let mut size = |tile: &TileSize| texts.extend(tile.text().map(str::to_owned));
        task.loops.iter().for_each(|l| size(&l.tile));
        task.bindings
            .iter()
            .flat_map(|b| &b.template)
            .for_each(size);
        texts.extend(
            [&task.condition, &task.priority, &task.name]
                .into_iter()
                .flatten()
                .cloned(),
        );
        texts.extend(task.computed.iter().flat_map(Computed::both).cloned());
        for extent in task.accesses.iter().flat_map(|a| &a.section) {
            if let Extent::Range { lo, hi } = extent {
                texts.extend(lo.atoms().into_iter().chain(hi.atoms()).map(str::to_owned));
            }
        }
        for name in texts.iter().flat_map(|t| mentioned(self.src, t)) {
            self.touch(&name, false, task.directive.clone());
        }
    }

    // ---- control ----

    /// The body of a closure, which may run once the closure is there.
    pub(super) fn closure(&mut self, node: Node) {
        let Some(body) = field(node, "body") else {
            return;
        };
        let inside = |at: usize| node.byte_range().contains(&at);
        let registers = crate::passes::tasks(self.region).any(|task| inside(task.start))
            || self.region.joins.iter().any(|join| inside(join.call.start));
        let (before, outer) = (self.state.clone(), self.in_closure);
        self.in_closure |= !registers;
        self.expression(body);
        self.in_closure = outer;
        if self.state.unreachable {
            self.state = before;
        }
    }

    /// `if`, with its `else`.
    pub(super) fn branch(&mut self, node: Node) {
        if let Some(condition) = field(node, "condition") {
            self.expression(condition);
        }
        let (before, registered) = (self.state.clone(), self.registered);
        if let Some(then) = field(node, "consequence") {
            self.expression(then);
        }
        // What the other branch registers is not pending in this one.
        let spot = self.spot.registered;
        self.spot.registered += self.registered - registered;
        let after = std::mem::replace(&mut self.state, before);
        if let Some(otherwise) = field(node, "alternative") {
            self.expression(otherwise);
        }
        self.spot.registered = spot;
        self.state.join(&after);
    }

    /// `match`.
    pub(super) fn arms(&mut self, node: Node) {
        if let Some(value) = field(node, "value") {
            self.expression(value);
        }
        let before = self.state.clone();
        let (mut after, mut registered) = (State::nowhere(), self.registered);
        let spot = self.spot.registered;
        let arms = field(node, "body").map(children).unwrap_or_default();
        for arm in arms.into_iter().filter(|a| a.kind() == "match_arm") {
            self.state = before.clone();
            self.spot.registered += self.registered - registered;
            registered = self.registered;
            if let Some(condition) = field(arm, "pattern").and_then(|p| field(p, "condition")) {
                self.expression(condition);
            }
            if let Some(value) = field(arm, "value") {
                self.expression(value);
            }
            after.join(&self.state);
        }
        self.spot.registered = spot;
        self.state = after;
    }

    /// `for`, `while`, `loop`.
    pub(super) fn repeat(&mut self, node: Node) {
        if let Some(value) = field(node, "value").filter(|_| node.kind() == "for_expression") {
            let pattern = field(node, "pattern");
            if !(pattern.is_some_and(binds_alone) && self.parts_only(value)) {
                self.expression(value);
            }
        }
        let outer = self.spot.clone();
        let mut head = self.state.clone();
        let deep = self.loops.len() >= FIXPOINT_DEPTH;
        if deep {
            self.all_pending(node, &mut head);
        }
        loop {
            let (again, after) = self.once(node, &head);
            let mut next = head.clone();
            next.join(&again);
            if deep || next == head {
                self.state = after;
                break;
            }
            head = next;
        }
        self.spot = outer;
    }

    /// One pass over a loop from `head`: the states when it comes round and when it ends.
    fn once(&mut self, node: Node, head: &State) -> (State, State) {
        self.state = head.clone();
        self.loops.push(Loop {
            label: label(self.src, node),
            is_block: false,
            breaks: State::nowhere(),
            continues: State::nowhere(),
        });
        if let Some(condition) = field(node, "condition") {
            let place = first_operand(condition);
            self.waits_at(self.spot.at, Some((place.start_byte(), place.end_byte())));
            if let Some(reason) = self
                .found
                .conditions
                .get(&(place.start_byte(), place.end_byte()))
                .cloned()
            {
                self.at_wait(place.start_byte(), &reason.name);
            }
            self.expression(condition);
        }
        let skipped = if node.kind() == "loop_expression" {
            State::nowhere()
        } else {
            self.state.clone()
        };
        if let Some(body) = field(node, "body") {
            self.block(body);
        }
        let mut again = std::mem::replace(&mut self.state, State::nowhere());
        let Some(frame) = self.loops.pop() else {
            return (again, skipped);
        };
        again.join(&frame.continues);
        let mut after = skipped;
        if node.kind() == "for_expression" {
            after.join(&again);
        }
        after.join(&frame.breaks);
        (again, after)
    }

    /// Everything that tasks inside of `node` use.
    fn all_pending(&mut self, node: Node, head: &mut State) {
        let kept = std::mem::replace(&mut self.state, std::mem::take(head));
        for task in
            crate::passes::tasks(self.region).filter(|t| node.byte_range().contains(&t.start))
        {
            let Some(statement) = node_at(self.src, &task.stmt) else {
                continue;
            };
            let hidden = self.hidden_reads(task, statement);
            self.state.unreachable = false;
            self.add(task, &hidden);
        }
        *head = std::mem::replace(&mut self.state, kept);
    }

    /// `break` or `continue`, to the loop of that label.
    pub(super) fn jump(&mut self, node: Node) {
        let label = label(self.src, node);
        let breaks = node.kind() == "break_expression";
        let target = match &label {
            Some(label) => self
                .loops
                .iter_mut()
                .rev()
                .find(|l| l.label.as_ref() == Some(label)),
            None => self.loops.iter_mut().rfind(|l| !l.is_block),
        };
        if let Some(target) = target {
            if breaks {
                target.breaks.join(&self.state)
            } else {
                target.continues.join(&self.state)
            }
        }
        self.state = State::nowhere();
    }

    /// `return`: the region waits when it is dropped, but a joined one. That of a closure leaves nothing.
    pub(super) fn leave(&mut self) {
        if self.in_closure {
            return;
        }
        self.found.leaves_hidden |= !self.state.hidden.is_empty();
        self.state = State::nowhere();
    }
}

/// The value that a `let` gives the name is no reference.
fn holds_none(src: &Source, by: Binder, name: &str) -> bool {
    let value = match by {
        Binder::Let(l) => initialiser(src, l, name),
        _ => None,
    };
    value.is_some_and(|value| held(src, value).is_empty())
}

/// The innermost block of `block` that has byte `at` behind something in it.
fn innermost_block(block: Node, at: usize) -> usize {
    let mut inner = block.descendant_for_byte_range(at.saturating_sub(1), at);
    while let Some(node) = inner.filter(|n| n.kind() != "block") {
        inner = node.parent();
    }
    inner.map_or(0, |n| n.id())
}

/// The part of a condition that is evaluated first.
fn first_operand(condition: Node) -> Node {
    let mut node = condition;
    loop {
        let next = match node.kind() {
            "let_chain" => children(node).first().copied(),
            "let_condition" => field(node, "value"),
            "binary_expression" => {
                let logical =
                    field(node, "operator").is_some_and(|o| matches!(o.kind(), "&&" | "||"));
                if logical { field(node, "left") } else { None }
            }
            _ => None,
        };
        match next {
            Some(inner) => node = inner,
            None => return node,
        }
    }
}
