//! Whether code may read a variable before it sets it: a task's code, which then needs the value from
//! outside, or the function around a task, which then needs the value that the task leaves.
//!
//! One walk over the tree in the order in which the code runs, with one answer carried along: has the
//! variable certainly been set? Branches give it where both do, loops as if they had no turn, unless
//! they certainly have one. A loop is walked again where its end gives less than its beginning had.
//!
//! What a function reads is asked for each of its tasks: an answer has a bit for each of 64 tasks, so that
//! a function with many tasks is not walked for each of them.

use std::collections::{HashMap, HashSet};

use tree_sitter::Node;

use crate::c::parse::node_kinds::{self, Kind};
use crate::c::parse::source::{Source, children, expression, field, peel, words};
use crate::c::parse::{assembly, source};
use crate::c::semantics::affine::{Env, expanded};
use crate::c::semantics::constants::with_numbers;
use crate::c::semantics::declarations::{self, Declared};
use crate::c::semantics::induction_variables::counted_inside;
use crate::c::semantics::integer_arithmetic::integer;
use crate::ir::{Poly, Span};

/// Nesting and size beyond which the walk stops, and takes it that the variable is read.
const DEPTH: usize = 250;
const NODES: usize = 400_000;

/// An answer for each of 64 tasks.
type Answers = u64;
const YES: Answers = !0;
const NO: Answers = 0;

/// The task's code may read the variable, as it is outside, before it sets it.
pub(in crate::c) fn needs(src: &Source, found: &Declared, stmt: Node) -> bool {
    let mut flow = Flow::new(src, found, None);
    flow.walk(src, stmt, NO);
    flow.reads != NO
}

/// Where that is, unless a macro does it.
pub(in crate::c) fn first_read(src: &Source, found: &Declared, stmt: Node) -> Option<Span> {
    let mut flow = Flow::new(src, found, None);
    flow.walk(src, stmt, NO);
    flow.first
}

/// The function of a `static` variable may read what an earlier call of it has left there.
pub(in crate::c) fn keeps(src: &Source, found: &Declared) -> bool {
    let Some(function) = src.function_at(found.node.start_byte()) else {
        return true;
    };
    let no_tasks = Registered::default();
    let mut flow = Flow::new(src, found, Some((&no_tasks, 0)));
    flow.walk(src, function, NO);
    flow.reads != NO
}

/// A region's tasks.
#[derive(Default)]
pub(in crate::c) struct Registered {
    /// The variables that registering each of them reads.
    reads: Vec<HashSet<String>>,
    /// Which task a statement is.
    tasks: HashMap<Span, usize>,
}

impl Registered {
    /// Adds a task: its statement, and the variables that registering it reads.
    pub(in crate::c) fn add(&mut self, stmt: Span, reads: HashSet<String>) {
        self.tasks.entry(stmt).or_insert(self.reads.len());
        self.reads.push(reads);
    }

    /// The variables that registering each task reads, in the order in which they were added.
    pub(in crate::c) fn reads(&self) -> &[HashSet<String>] {
        &self.reads
    }

    /// For each task, in their order: the function may read what it has left in the variable.
    pub(in crate::c) fn leave(&self, src: &Source, found: &Declared) -> Vec<bool> {
        let mut list = Vec::new();
        for first in (0..self.reads.len()).step_by(64) {
            let reads = match src.function_at(found.node.start_byte()) {
                Some(function) => {
                    let mut flow = Flow::new(src, found, Some((self, first)));
                    flow.walk(src, function, YES);
                    flow.reads
                }
                None => YES,
            };
            let here = (self.reads.len() - first).min(64);
            list.extend((0..here).map(|bit| reads & (1 << bit) != 0));
        }
        list
    }
}

/// A statement that `break` or `continue` leave, and whether the variable was set at all of these.
struct Frame {
    is_loop: bool,
    breaks: Answers,
    turns: Answers,
    /// Of a `switch`: the answer at its begin.
    cases: Answers,
}

struct Flow<'f, 's> {
    file: &'s Source,
    found: &'f Declared<'s>,
    /// The tasks, and the first of the 64 after each of which the variable counts as not set.
    left: Option<(&'f Registered, usize)>,
    /// The function has no other variable of this name.
    is_only: bool,
    frames: Vec<Frame>,
    reads: Answers,
    /// Where the file first reads it before it is set.
    first: Option<Span>,
    depth: usize,
    nodes: usize,
    /// Macros that are being looked into, and whether the name means the variable where they stand.
    macros: usize,
    is_meant: bool,
    /// Code of a task: its pointers are gone when it is done.
    in_task: bool,
}

impl<'f, 's> Flow<'f, 's> {
    fn new(
        file: &'s Source,
        found: &'f Declared<'s>,
        left: Option<(&'f Registered, usize)>,
    ) -> Self {
        Flow {
            file,
            found,
            in_task: left.is_none(),
            left,
            is_only: is_only(file, found),
            frames: Vec::new(),
            reads: NO,
            first: None,
            depth: 0,
            nodes: 0,
            macros: 0,
            is_meant: true,
        }
    }

    /// Walks a node; `set` is the answer before it, the result the one after.
    fn walk(&mut self, src: &Source, node: Node, set: Answers) -> Answers {
        self.depth += 1;
        self.nodes += 1;
        let after = if self.depth > DEPTH || self.nodes > NODES {
            self.reads = YES;
            set
        } else {
            match self.registered(node, set) {
                Some(after) => after,
                None => self.walk_kind(src, node, set),
            }
        };
        self.depth -= 1;
        after
    }

    /// Statements of tasks, where these are looked for. What a task leaves counts from its end on.
    fn registered(&mut self, node: Node, set: Answers) -> Option<Answers> {
        let (tasks, first) = self.left.filter(|_| self.macros == 0 && !self.in_task)?;
        let task = *tasks.tasks.get(&node.byte_range())?;
        let own = match task.checked_sub(first) {
            Some(bit @ 0..64) => 1 << bit,
            _ => NO,
        };
        let before = self.reads;
        if tasks.reads[task].contains(&self.found.name) {
            self.reads |= !set;
        }
        self.in_task = true;
        let after = self.walk(self.file, node, set);
        self.in_task = false;
        self.reads = (self.reads & !own) | (before & own);
        Some(after & !own)
    }

    fn walk_all(&mut self, src: &Source, nodes: Vec<Node>, set: Answers) -> Answers {
        let walk = |set, node| self.walk(src, node, set);
        nodes.into_iter().fold(set, walk)
    }

    fn walk_field(&mut self, src: &Source, node: Node, name: &str, set: Answers) -> Answers {
        match field(node, name) {
            Some(child) => self.walk(src, child, set),
            None => set,
        }
    }

    fn walk_kind(&mut self, src: &Source, node: Node, set: Answers) -> Answers {
        match node.kind() {
            "identifier" | "call_expression" => self.name(src, node, set),
            "assignment_expression" => self.assignment(src, node, set),
            "pointer_expression" if src.text(node).starts_with('&') => {
                let place = field(node, "argument").map(peel);
                // Outside of tasks a pointer may be used at any time.
                if !self.in_task && place.is_some_and(|p| self.is_it(src, p)) {
                    self.reads = YES;
                }
                self.walk_all(src, children(node), set)
            }
            "sizeof_expression"
            | "type_descriptor"
            | "offsetof_expression"
            | "alignof_expression" => self.lengths(src, node, set),
            "binary_expression" => {
                let operator = field(node, "operator").map_or("", |o| src.text(o));
                let left = self.walk_field(src, node, "left", set);
                let right = self.walk_field(src, node, "right", left);
                if matches!(operator, "&&" | "||") {
                    left
                } else {
                    right
                }
            }
            "conditional_expression" | "if_statement" => {
                let condition = self.walk_field(src, node, "condition", set);
                let yes = self.walk_field(src, node, "consequence", condition);
                let no = self.walk_field(src, node, "alternative", condition);
                yes & no
            }
            "declaration" => self.declaration(src, node, set),
            "for_statement" | "while_statement" | "do_statement" => self.repeated(src, node, set),
            "switch_statement" => self.switch(src, node, set),
            "case_statement" => {
                let cases = self.frames.iter().rev().find(|f| !f.is_loop);
                let set = set & cases.map_or(NO, |f| f.cases);
                self.walk_all(src, children(node), set)
            }
            "break_statement" => {
                if let Some(frame) = self.frames.last_mut() {
                    frame.breaks &= set;
                }
                YES
            }
            "continue_statement" => {
                let mut loops = self.frames.iter_mut().rev().filter(|f| f.is_loop);
                if let Some(frame) = loops.next() {
                    frame.turns &= set;
                }
                YES
            }
            "return_statement" => {
                self.walk_all(src, children(node), set);
                YES
            }
            "goto_statement" => YES,
            // It may be come to from anywhere.
            "labeled_statement" => {
                let statements = children(node).into_iter();
                let statements = statements.filter(|n| n.kind() != "statement_identifier");
                self.walk_all(src, statements.collect(), NO)
            }
            "gnu_asm_expression" => self.assembly(src, node, set),
            // Who knows what it reads, and where it goes on.
            _ if node_kinds::of(node) == Kind::Unknown => {
                self.reads |= !set;
                self.walk_all(src, children(node), set);
                set
            }
            kind if kind.starts_with("preproc") => {
                let after = self.walk_all(src, children(node), set);
                set & after
            }
            _ => self.walk_all(src, children(node), set),
        }
    }

    /// Lengths in a type: `sizeof(int[n])`. All else that is measured is not evaluated.
    fn lengths(&mut self, src: &Source, measured: Node, mut set: Answers) -> Answers {
        let mut stack = vec![measured];
        while let Some(node) = stack.pop() {
            if node.kind() == "abstract_array_declarator" {
                set = self.walk_field(src, node, "size", set);
            }
            stack.extend(children(node));
        }
        set
    }

    /// The node is the variable.
    fn is_it(&self, src: &Source, node: Node) -> bool {
        let named = node.kind() == "identifier" && src.text(node) == self.found.name;
        named
            && match self.macros {
                0 => self.means(node),
                _ => self.is_meant,
            }
    }

    /// The variable's name means it at this node of the file.
    fn means(&self, node: Node) -> bool {
        if self.is_only {
            return true;
        }
        let found = declarations::find(self.file, self.here(node), &self.found.name);
        found.is_some_and(|d| d.node == self.found.node)
    }

    /// The same node, as one of the file.
    fn here(&self, node: Node) -> Node<'s> {
        let root = self.file.tree.root_node();
        let (start, end) = (node.start_byte(), node.end_byte());
        root.descendant_for_byte_range(start, end).unwrap_or(root)
    }

    /// A variable, a macro, a call.
    fn name(&mut self, src: &Source, node: Node, set: Answers) -> Answers {
        if self.is_it(src, node) {
            self.reads |= !set;
            if set != YES && self.macros == 0 {
                self.first.get_or_insert(node.byte_range());
            }
            return set;
        }
        let name = match node.kind() {
            "identifier" => Some(node),
            _ => field(node, "function"),
        };
        let name = name.map_or("", |n| src.text(n));
        if !src.macros.contains_key(name) {
            return match node.kind() {
                "identifier" => set,
                _ => self.walk_all(src, children(node), set),
            };
        }
        let inner = expanded(src, node).filter(|_| self.macros < source::EXPANSIONS);
        let inner = inner.and_then(|text| expression(&text, src));
        if let Some((inner, value)) = inner.as_ref().and_then(|i| Some((i, i.value()?))) {
            if self.macros == 0 {
                self.is_meant = self.means(node);
            }
            self.macros += 1;
            let after = self.walk(inner, value, set);
            self.macros -= 1;
            return after;
        }
        // What a macro that is no expression does with it is not asked.
        let text = src.with_macros(src.text(node));
        if words(&text).any(|word| word == self.found.name) {
            self.reads |= !set;
        }
        set
    }

    fn assignment(&mut self, src: &Source, node: Node, set: Answers) -> Answers {
        let plain = field(node, "operator").is_some_and(|o| src.text(o) == "=");
        let set = self.walk_field(src, node, "right", set);
        let left = field(node, "left").map(peel);
        match left {
            Some(left) if plain && self.is_it(src, left) => YES,
            Some(left) => self.walk(src, left, set),
            None => set,
        }
    }

    fn assembly(&mut self, src: &Source, node: Node, set: Answers) -> Answers {
        let set = self.walk_all(src, assembly::inputs(node).collect(), set);
        let places = assembly::outputs(src, node).into_iter();
        places.fold(set, |set, (only, place)| {
            match only && self.is_it(src, peel(place)) {
                true => YES,
                false => self.walk(src, place, set),
            }
        })
    }

    fn declaration(&mut self, src: &Source, node: Node, mut set: Answers) -> Answers {
        for found in declarations::names(src, node, false) {
            if let Some(value) = found.value {
                set = self.walk(src, value, set);
            }
            let lengths = found.lengths();
            let mut lengths = lengths.iter().flatten().map(|length| src.slice(length));
            let named = lengths
                .any(|length| words(&src.with_macros(length)).any(|word| word == self.found.name));
            if named {
                self.reads |= !set;
            }
            // It begins here: nobody can read what it was before.
            let begins = found.name == self.found.name && self.here(node) == self.found.node;
            if begins && self.macros == 0 && !self.found.lasting {
                set = YES;
            }
        }
        set
    }

    fn repeated(&mut self, src: &Source, node: Node, set: Answers) -> Answers {
        let mut begin = match node.kind() {
            "for_statement" => self.walk_field(src, node, "initializer", set),
            _ => set,
        };
        loop {
            self.frames.push(Frame {
                is_loop: true,
                breaks: YES,
                turns: YES,
                cases: YES,
            });
            let is_do = node.kind() == "do_statement";
            let asked = match is_do {
                true => begin,
                false => self.walk_field(src, node, "condition", begin),
            };
            let turn = self.walk_field(src, node, "body", asked);
            let turns = self.frames.last().map_or(NO, |f| f.turns);
            let field = if is_do { "condition" } else { "update" };
            let end = self.walk_field(src, node, field, turn & turns);
            let breaks = self.frames.pop().map_or(NO, |f| f.breaks);
            if begin & !end != NO {
                begin &= end;
                continue;
            }
            return breaks
                & match has_turns(src, node) {
                    Turns::Endless => YES,
                    Turns::Some => end,
                    Turns::Unknown => asked,
                };
        }
    }

    fn switch(&mut self, src: &Source, node: Node, set: Answers) -> Answers {
        let set = self.walk_field(src, node, "condition", set);
        self.frames.push(Frame {
            is_loop: false,
            breaks: YES,
            turns: YES,
            cases: set,
        });
        let end = self.walk_field(src, node, "body", set);
        let breaks = self.frames.pop().map_or(NO, |f| f.breaks);
        let cases = field(node, "body").map(children).unwrap_or_default();
        let is_default = |n: &Node| n.kind() == "case_statement" && field(*n, "value").is_none();
        let complete = if cases.iter().any(is_default) {
            YES
        } else {
            set
        };
        end & breaks & complete
    }
}

/// The function that a local is declared in has no other declaration of its name.
fn is_only(src: &Source, found: &Declared) -> bool {
    let function = src.function_at(found.node.start_byte());
    let declared = function.map(|f| src.scopes.declared_in(&found.name, &f.byte_range()));
    declared == Some(1) && !found.lasting
}

/// What is known of the number of a loop's turns.
enum Turns {
    Endless,
    Some,
    Unknown,
}

fn has_turns(src: &Source, node: Node) -> Turns {
    if node.kind() == "do_statement" {
        return Turns::Some;
    }
    let always = match field(node, "condition").map(peel) {
        Some(condition) => integer(src.text(condition)).is_some_and(|n| n != 0),
        None => true,
    };
    if always {
        return Turns::Endless;
    }
    let sure = || {
        let known = counted_inside(src, node).filter(|_| node.kind() == "for_statement")?;
        if known.less.is_some() || known.also.is_some() {
            return None;
        }
        let lo = match known.lo {
            Some(lo) => number(src, lo)?,
            None => Poly::constant(0),
        };
        let turns = number(src, known.hi)?.minus(&lo)?;
        let least = i64::from(!known.inclusive) + i64::from(known.above);
        Some(turns.as_constant()? >= least)
    };
    match sure() {
        Some(true) => Turns::Some,
        _ => Turns::Unknown,
    }
}

/// A bound, with the numbers that macros are in place of their names.
fn number(src: &Source, bound: Node) -> Option<Poly> {
    with_numbers(src, Env::default().poly(src, bound)?)
}
