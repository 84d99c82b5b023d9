//! The walk over a task's code: which variables it touches, where and how.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use tree_sitter::Node;

use crate::c::parse::assembly;
use crate::c::parse::names::identifiers;
use crate::c::parse::node_kinds::{self, Kind};
use crate::c::parse::source::{Source, children, field, peel, types_in, words};
use crate::c::semantics::affine::Env;
use crate::c::semantics::calls::{Target, target};
use crate::c::semantics::function_summaries::Function;
use crate::c::semantics::induction_variables::counted_inside;
use crate::c::semantics::integer_types::Kinds;
use crate::c::semantics::modified_variables::{assigned, by_callees, pointed_at, set_in_one_block};
use crate::c::semantics::{declarations, integer_pointers};
use crate::c::walk::inlined_accesses::Callee;
use crate::c::walk::macro_accesses::without_stars;
use crate::ir::{LoopInfo, Mode, Poly, Shape, Span, Use, formula};

/// Their second argument is a type, or a name of the function's own.
const WITH_TYPES: [&str; 5] = [
    "va_arg",
    "va_start",
    "va_end",
    "__builtin_va_arg",
    "__builtin_va_start",
];

/// What leaves all functions up to the one that is jumped to.
pub(in crate::c) const JUMP: &str = "longjmp";

/// The code has a place that `longjmp` comes back to.
pub(in crate::c) fn comes_back(src: &Source, code: Node) -> bool {
    let mut names = identifiers(src, code).into_iter();
    names.any(|(name, _)| matches!(name, "setjmp" | "_setjmp" | "sigsetjmp" | "__sigsetjmp"))
}

const INNER: &str = "a function in a task's code is not translated from C yet";

/// What is said of a variable of which the task's thread has another one.
pub(in crate::c) fn of_thread(name: &str) -> String {
    format!("each thread has a `{name}` of its own, and tasks run on any of them")
}

fn through_pointer(name: &str) -> String {
    format!("`{name}` is a pointer to a function: what it touches is not known")
}

/// Nesting beyond which the walk stops.
const DEPTH: usize = 300;

/// The walk's state and result.
pub(in crate::c) struct Body<'s> {
    pub(in crate::c) file: &'s Source,
    pub(in crate::c) env: Env,
    pub(in crate::c) uses: Vec<Use>,
    /// Loops met, outermost first.
    pub(in crate::c) loops: Vec<LoopInfo>,
    /// Loops that tasks are cut of, from their first turn to their last.
    pub(in crate::c) full: Vec<LoopInfo>,
    /// Open inner loops: atoms that an index must mention for the access to be sure.
    pub(in crate::c) open: Vec<String>,
    pub(in crate::c) conditional: usize,
    /// Words of the conditions around.
    conditions: Vec<String>,
    /// Variables of the loops that are cut.
    pub(in crate::c) cut: Vec<String>,
    /// Of precise analysis: uses, each with a condition under which it is.
    pub(in crate::c) guards: Vec<(Span, String)>,
    depth: usize,
    /// What leaves the code.
    pub(in crate::c) leaves: Vec<(Span, &'static str)>,
    /// Macros of the file that are no expressions.
    pub(in crate::c) unread: Vec<(Span, String)>,
    /// Variables that keep their values from one call to the next.
    pub(in crate::c) states: Vec<(Span, String)>,
    /// What is run and not seen.
    pub(in crate::c) unseen: Vec<(Span, String)>,
    /// A function is given the address of a pointer that it does not set.
    pub(in crate::c) stays_set: bool,
    /// What is not translated, whatever clauses say.
    pub(in crate::c) refused: Vec<(Span, &'static str)>,
    /// Functions of the file that were looked into, and what they do with what they are given.
    pub(in crate::c) callees: HashMap<String, Callee>,
    /// What clauses of the task say that it writes.
    pub(in crate::c) said: HashSet<String>,
    /// What clauses of the task name.
    pub(in crate::c) named: HashSet<String>,
    /// Functions that are being looked into: of these it is not yet known.
    pub(in crate::c) entered: Vec<String>,
    /// In a function: how what it returns may be used.
    pub(in crate::c) returns: Option<Mode>,
    /// The code is that of a loop: a turn may end early.
    pub(in crate::c) has_turns: bool,
    pub(in crate::c) labels: HashSet<String>,
    /// Variables of the function whose address it takes.
    pub(in crate::c) pointed_at: Rc<HashSet<String>>,
    /// Variables that are set in one block alone, and where it begins.
    pub(in crate::c) blocks: HashMap<String, usize>,
    /// Whether a `case` of a `switch` around leads into a block, by where the block begins.
    pub(in crate::c) entered_blocks: RefCell<HashMap<usize, bool>>,
    jumps: bool,
    inner_loops: usize,
    /// Where the macro stands that is being looked into, and how many are.
    pub(in crate::c) macros: (Option<Span>, usize),
    pub(in crate::c) too_deep: bool,
}

impl<'s> Body<'s> {
    pub(in crate::c) fn new(file: &'s Source) -> Self {
        Body {
            file,
            env: Env::default(),
            uses: Vec::new(),
            loops: Vec::new(),
            full: Vec::new(),
            open: Vec::new(),
            conditional: 0,
            conditions: Vec::new(),
            cut: Vec::new(),
            guards: Vec::new(),
            depth: 0,
            leaves: Vec::new(),
            unread: Vec::new(),
            states: Vec::new(),
            unseen: Vec::new(),
            stays_set: false,
            refused: Vec::new(),
            callees: HashMap::new(),
            said: HashSet::new(),
            named: HashSet::new(),
            entered: Vec::new(),
            returns: None,
            has_turns: false,
            labels: HashSet::new(),
            pointed_at: Rc::default(),
            blocks: HashMap::new(),
            entered_blocks: RefCell::default(),
            jumps: false,
            inner_loops: 0,
            macros: (None, 0),
            too_deep: false,
        }
    }

    /// Notes the names that the code changes, so that they are not invariant, and its labels.
    pub(in crate::c) fn find_assigned(&mut self, node: Node) {
        assigned(self.file, node, 0, &mut self.env.assigned);
        self.leave_out_unchanged(node);
        by_callees(self.file, node, &mut self.env.assigned);
        self.env.kinds = Rc::new(Kinds::of(self.file, node));
        self.blocks = set_in_one_block(self.file, node);
        let function = self.file.function_at(node.start_byte());
        self.pointed_at = match function {
            Some(function) => Function::of(self.file, function).pointed_at.clone(),
            None => Rc::new(pointed_at(self.file, node)),
        };
        let mut stack = vec![node];
        while let Some(node) = stack.pop() {
            let label = field(node, "label").filter(|_| node.kind() == "labeled_statement");
            let file = self.file;
            self.labels.extend(label.map(|l| file.text(l).to_owned()));
            stack.extend(children(node));
        }
    }

    /// Walks one node of the code.
    pub(in crate::c) fn walk(&mut self, src: &Source, node: Node) {
        self.depth += 1;
        if self.depth > DEPTH {
            self.too_deep = true;
        } else {
            self.walk_kind(src, node);
        }
        self.depth -= 1;
    }

    pub(in crate::c) fn walk_children(&mut self, src: &Source, node: Node) {
        children(node)
            .into_iter()
            .for_each(|child| self.walk(src, child));
    }

    pub(in crate::c) fn walk_field(&mut self, src: &Source, node: Node, name: &str) {
        if let Some(child) = field(node, name) {
            self.walk(src, child);
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
        src: &Source,
        (condition, is): (Option<Node>, Option<bool>),
        walk: impl FnOnce(&mut Self),
    ) {
        let before = (self.conditions.len(), self.uses.len());
        let text = condition.map_or("", |c| src.text(c));
        self.conditions.extend(words(text).map(str::to_owned));
        let known = condition.filter(|_| self.env.precise && is.is_some());
        let known = known.and_then(|c| self.env.poly(src, c));
        self.maybe(walk);
        self.conditions.truncate(before.0);
        if !self.entered.is_empty() {
            let uses = self.uses.iter_mut().skip(before.1);
            uses.for_each(|used| used.guarded = true);
        }
        if self.env.precise {
            let guard = formula::guard(known.as_ref(), is == Some(true));
            let uses = self.uses.iter().skip(before.1);
            self.guards
                .extend(uses.map(|u| (u.span.clone(), guard.clone())));
        }
    }

    /// A condition around names what the indices have, or a variable of a loop that is cut.
    pub(in crate::c) fn is_guarded(&self, index: &[Option<Poly>]) -> bool {
        let names = |name: &str| self.conditions.iter().any(|word| word == name);
        let has = |p: &Poly| p.inner().any(names) || p.atoms().into_iter().any(names);
        index.iter().flatten().any(has) || self.cut.iter().any(|var| names(var))
    }

    fn walk_kind(&mut self, src: &Source, node: Node) {
        match node.kind() {
            "compound_statement" => {
                self.env.push();
                self.walk_block(src, node);
                self.env.pop();
            }
            "declaration" => self.walk_declaration(src, node),
            "for_statement" => self.walk_for(src, node),
            "while_statement" | "do_statement" => {
                self.under(src, (field(node, "condition"), Some(true)), |w| {
                    w.inner_loops += 1;
                    w.walk_children(src, node);
                    w.inner_loops -= 1;
                })
            }
            "switch_statement" => {
                self.walk_field(src, node, "condition");
                self.under(src, (field(node, "condition"), None), |w| {
                    w.inner_loops += 1;
                    w.walk_field(src, node, "body");
                    w.inner_loops -= 1;
                });
            }
            "if_statement" | "conditional_expression" => {
                self.walk_field(src, node, "condition");
                let condition = field(node, "condition");
                for (part, is) in [("consequence", true), ("alternative", false)] {
                    self.under(src, (condition, Some(is)), |w| {
                        w.walk_field(src, node, part)
                    });
                }
            }
            "binary_expression" if self.compares_places(src, node) => {}
            "binary_expression" => {
                self.walk_field(src, node, "left");
                let operator = field(node, "operator").map_or("", |o| src.text(o));
                if matches!(operator, "&&" | "||") {
                    let left = field(node, "left");
                    let is = Some(operator == "&&");
                    self.under(src, (left, is), |w| w.walk_field(src, node, "right"));
                } else {
                    self.walk_field(src, node, "right");
                }
            }
            "assignment_expression" => {
                self.walk_assigned(src, node);
                let compound = field(node, "operator").is_some_and(|o| src.text(o) != "=");
                let mode = if compound { Mode::InOut } else { Mode::Out };
                if let Some(left) = field(node, "left") {
                    self.place(src, left, mode, compound);
                }
            }
            "update_expression" => {
                if let Some(place) = field(node, "argument") {
                    self.place(src, place, Mode::InOut, true);
                }
            }
            "subscript_expression" | "identifier" | "field_expression" => {
                self.place(src, node, Mode::In, false);
            }
            "pointer_expression" if src.text(node).starts_with('*') => {
                self.place(src, node, Mode::In, false);
            }
            "pointer_expression" => self.address(src, node, Mode::InOut),
            "call_expression" => self.walk_call(src, node),
            "return_statement" => self.leave(src, node, "return"),
            "goto_statement" => match field(node, "label") {
                Some(label) if self.labels.contains(src.text(label)) => self.jumps = true,
                _ => self.leave(src, node, "goto"),
            },
            "cast_expression" => {
                self.note_made(src, node);
                self.walk_children(src, node);
            }
            "gnu_asm_expression" => self.walk_assembly(src, node),
            "break_statement" | "continue_statement" => {
                self.jumps = true;
                let what = match node.kind() {
                    "break_statement" => "break",
                    _ => "continue",
                };
                if self.inner_loops == 0 && !(self.has_turns && what == "continue") {
                    self.leaves.push((self.span(node), what));
                }
            }
            // Of types only the lengths are asked for: `sizeof(double[n])`.
            "sizeof_expression" => {
                self.walk_field(src, node, "type");
                let value = field(node, "value");
                for of in value.map_or_else(Vec::new, types_in) {
                    self.walk(src, of);
                }
            }
            "type_descriptor" => self.walk_field(src, node, "declarator"),
            "offsetof_expression" | "alignof_expression" => {}
            "enumerator" => self.walk_enumerator(src, node),
            "function_definition" => self.refused.push((self.span(node), INNER)),
            _ => {
                if node_kinds::of(node) == Kind::Unknown {
                    let what = match node.kind() {
                        "ERROR" => {
                            let around = src.text(node.parent().unwrap_or(node));
                            let line = around.lines().next().unwrap_or_default();
                            format!(
                                "`{line}` is no C that is known here: what it touches is not seen"
                            )
                        }
                        kind => format!("`{kind}`: what it touches is not known"),
                    };
                    self.unseen.push((self.span(node), what));
                }
                self.walk_children(src, node);
            }
        }
    }

    /// The right side of an assignment: a pointer that is set may be used to reach what it is set to.
    fn walk_assigned(&mut self, src: &Source, node: Node) {
        let (Some(left), Some(right)) = (field(node, "left"), field(node, "right")) else {
            return;
        };
        match self.leads(src, left) {
            true => self.address(src, right, self.kept_to(src, left)),
            false => self.walk(src, right),
        }
    }

    /// Where a node stands in the file: for nodes of a macro, where the macro is called.
    pub(in crate::c) fn span(&self, node: Node) -> Span {
        self.macros.0.clone().unwrap_or(node.byte_range())
    }

    fn leave(&mut self, src: &Source, node: Node, what: &'static str) {
        self.jumps = true;
        self.leaves.push((self.span(node), what));
        match self.returns.filter(|_| what == "return") {
            Some(mode) => (children(node).into_iter()).for_each(|v| self.address(src, v, mode)),
            None => self.walk_children(src, node),
        }
    }

    /// What its operands name; more where it says so, or says nothing.
    fn walk_assembly(&mut self, src: &Source, node: Node) {
        let touches = assembly::touches_all(src, node);
        if touches {
            let what = "assembly: what it touches is not known".to_owned();
            self.unseen.push((self.span(node), what));
        }
        for value in assembly::inputs(node) {
            match assembly::is_empty(src, node) {
                true => self.walk(src, value),
                false => self.address(src, value, Mode::InOut),
            }
        }
        for (_, place) in assembly::outputs(src, node) {
            self.place(src, place, Mode::InOut, true);
        }
        for label in assembly::labels(node) {
            match self.labels.contains(src.text(label)) {
                true => self.jumps = true,
                false => self.leave(src, label, "goto"),
            }
        }
    }

    fn walk_for(&mut self, src: &Source, node: Node) {
        let known = counted_inside(src, node).filter(|c| !self.env.assigned.contains(&c.var));
        let Some(known) = known else {
            return self.maybe(|w| {
                w.inner_loops += 1;
                w.walk_children(src, node);
                w.inner_loops -= 1;
            });
        };
        known.ends().for_each(|end| self.walk(src, end));
        if !known.declares {
            self.note_scalar(node, &known.var, Mode::Out);
        }
        self.env.push();
        let info = self.bind_loop(src, &known);
        self.open.push(info.atom.clone());
        self.loops.push(info);
        self.inner_loops += 1;
        self.walk_field(src, node, "body");
        self.inner_loops -= 1;
        self.open.pop();
        self.env.pop();
    }

    pub(in crate::c) fn walk_call(&mut self, src: &Source, node: Node) {
        if self.in_macro(src, node, |w, inner, value| w.walk(inner, value)) {
            return;
        }
        if let Some(value) = self.cast(src, node) {
            return self.walk(src, value);
        }
        // `(set)(&x)` calls no macro of that name.
        let function = match target(src, node) {
            Some(Target::Named(name)) => name,
            Some(Target::Through(function)) => peel(function),
            None => return self.walk_children(src, node),
        };
        let name = src.text(function);
        if src.macros.contains_key(name) {
            self.unread.push((self.span(node), name.to_owned()));
        }
        let file = self.file;
        let known = file
            .function(name)
            .filter(|_| function.kind() == "identifier" && !self.is_variable(src, function));
        if let Some(known) = known {
            self.look_into_callee(known, name, function);
        } else if function.kind() != "identifier" {
            self.walk(src, without_stars(src, function));
            self.walk_pointed_to(src, node, function);
        } else if self.is_variable(src, function) {
            self.scalar(src, function, Mode::In, false);
            self.walk_pointed_to(src, node, function);
        } else if matches!(name, "longjmp" | "siglongjmp" | "_longjmp") {
            self.leaves.push((self.span(node), JUMP));
        }
        let parameters = known.map(|f| declarations::parameters(file, f));
        let mut arguments = field(node, "arguments").map(children).unwrap_or_default();
        if WITH_TYPES.contains(&name) {
            arguments.truncate(1);
        }
        if let (Some(known), Some(parameters)) = (known, &parameters) {
            let given = (parameters.as_slice(), arguments.as_slice());
            self.walk_file_elements(src, (name, known), given, function);
        }
        let of_library = known.is_none() && !self.is_variable(src, function);
        let ways = of_library && self.copies_ways(src, name, &arguments);
        if of_library && function.kind() == "identifier" {
            self.note_state(src, node, function);
        }
        // What it returns leads on.
        let alone = node
            .parent()
            .is_some_and(|p| p.kind() == "expression_statement");
        for n in 0..arguments.len() {
            let library = of_library.then_some((alone, ways));
            let function = known.map(|known| (name, known));
            let parameters = parameters.as_deref().unwrap_or_default();
            self.walk_argument(src, name, function, library, (parameters, &arguments), n);
        }
    }

    /// A call through a pointer: clauses have to say what it touches, but for variables of this file, which
    /// functions of the file change that there are pointers to.
    fn walk_pointed_to(&mut self, src: &Source, call: Node, function: Node) {
        let file = self.file;
        let arguments = field(call, "arguments");
        let mut names = arguments
            .map_or_else(Vec::new, |all| identifiers(src, all))
            .into_iter();
        let known = !names.any(|(name, _)| src.macros.contains_key(name));
        let count = known.then(|| arguments.map_or(0, |all| children(all).len()));
        // It is not known that they are called: what else is found in them does not count.
        let (states, unread, unseen) = (self.states.len(), self.unread.len(), self.unseen.len());
        let callees: HashSet<String> = self.callees.keys().cloned().collect();
        for (name, known) in file.functions.pointed_to(file, count) {
            self.walk_callee(known, name, function);
        }
        self.callees.retain(|name, _| callees.contains(name));
        self.states.truncate(states);
        self.unread.truncate(unread);
        self.unseen.truncate(unseen);
        let what = through_pointer(src.text(function));
        self.unseen.push((self.span(function), what));
    }

    /// A pointer that is made of a number, or of the address of a member, which leads to who knows what.
    pub(in crate::c) fn note_made(&mut self, src: &Source, cast: Node) {
        let what = if integer_pointers::is_made(src, self.file, cast, self.span(cast).start) {
            "a pointer that is made of a number: what it leads to is not known"
        } else if integer_pointers::goes_back(src, self.file, cast) {
            "a pointer to a struct that is computed from what lies in it: what it leads to is not known"
        } else {
            return;
        };
        self.unseen.push((self.span(cast), what.to_owned()));
    }

    /// A name that is declared as something other than a function.
    pub(in crate::c) fn is_variable(&self, src: &Source, node: Node) -> bool {
        self.declaration(src, node)
            .is_some_and(|d| !d.is_function())
    }

    /// The uses, with nothing sure after a jump.
    pub(in crate::c) fn finish(&mut self) -> Vec<Use> {
        let jumps = self.jumps;
        // Bounds of loops may be in terms of them.
        let tiled = self.full.len().min(self.loops.len());
        self.loops.splice(tiled..tiled, self.env.choices.take());
        let mut uses = std::mem::take(&mut self.uses);
        // Functions that pointers are set to are no data.
        let is_function = |u: &Use| match self.declared_at(u.base.start, &u.name) {
            Some(found) => found.is_function(),
            None => self.file.function(&u.name).is_some(),
        };
        uses.retain(|u| !is_function(u));
        // `q > p` asks for a pointer, which the task has: what it reaches by it is what indices say.
        let by_index = uses.iter().filter(|u| u.shape == Shape::Element);
        let by_index: HashSet<String> = by_index.map(|u| u.name.clone()).collect();
        let bare =
            |u: &Use| u.shape == Shape::Whole && u.mode == Mode::In && !u.reborrow && !u.in_macro;
        uses.retain(|u| !bare(u) || !by_index.contains(&u.name));
        for used in &mut uses {
            used.unconditional &= !jumps;
            used.guarded |= jumps;
        }
        if jumps {
            let maybe = |u: &Use| (u.span.clone(), formula::MAYBE.to_owned());
            self.guards.extend(uses.iter().map(maybe));
        }
        uses
    }
}
