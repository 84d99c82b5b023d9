//! Whether code reads of a variable only what it has written itself: one walk over the code in the order
//! in which it runs, with what has been written for sure.
//!
//! Of arrays, elements that loops write are kept as ranges of indices. What the walk does not know reads
//! all of the variable.

use tree_sitter::Node;

use crate::ir::{Poly, Shape, Task, Use};
use crate::lower::extreme;
use crate::passes::cover::{Cover, element, holds, over};
use crate::semantics::values::asks_shape;
use crate::syntax::names::free_names;
use crate::syntax::rust::{Source, callee, children, field, label, peel};

/// Methods that set all of an array, or empty it.
const SETTING: [&str; 5] = [
    "fill",
    "fill_with",
    "copy_from_slice",
    "clone_from_slice",
    "clear",
];

/// Nesting beyond which code is not followed.
const DEPTH: usize = 300;

/// What has been written for sure.
#[derive(Debug, Clone, Default)]
pub(super) struct Written {
    /// All of it.
    pub(super) whole: bool,
    covers: Vec<Cover>,
}

impl Written {
    fn meet(&mut self, other: &Written) {
        if other.whole {
            return;
        }
        if self.whole {
            *self = other.clone();
            return;
        }
        self.covers.retain(|cover| other.covers.contains(cover));
    }
}

/// The walk for one variable.
pub(super) struct Turn<'s> {
    src: &'s Source,
    name: &'s str,
    /// The task whose code is walked, for indices; none for code between tasks.
    task: Option<&'s Task>,
    /// How many elements the array has.
    length: Option<Poly>,
    /// Something was read that may come from before.
    pub(super) reads: bool,
    depth: usize,
}

impl<'s> Turn<'s> {
    pub(super) fn new(
        src: &'s Source,
        name: &'s str,
        task: Option<&'s Task>,
        length: Option<Poly>,
    ) -> Self {
        Turn {
            src,
            name,
            task,
            length,
            reads: false,
            depth: 0,
        }
    }

    /// Walks code with what has been written before it.
    pub(super) fn walk(&mut self, node: Node, state: &mut Written) {
        self.depth += 1;
        match self.depth > DEPTH {
            true => self.reads = true,
            false => self.visit(node, state),
        }
        self.depth -= 1;
    }

    fn all(&mut self, nodes: Vec<Node>, state: &mut Written) {
        nodes.into_iter().for_each(|node| self.walk(node, state));
    }

    fn part(&mut self, node: Node, name: &str, state: &mut Written) {
        if let Some(child) = field(node, name) {
            self.walk(child, state);
        }
    }

    /// Code that may run or not, or several times.
    fn maybe(&mut self, node: Option<Node>, state: &Written) -> Written {
        let mut inside = state.clone();
        if let Some(node) = node {
            self.walk(node, &mut inside);
        }
        inside
    }

    fn visit(&mut self, node: Node, state: &mut Written) {
        match node.kind() {
            "attribute_item" | "line_comment" | "block_comment" | "scoped_identifier" => {}
            "identifier" => {
                if self.src.text(node) == self.name && !state.whole {
                    self.reads = true;
                }
            }
            "macro_invocation" => {
                let named = free_names(self.src, node);
                if named.iter().any(|f| f.name == self.name) && !state.whole {
                    self.reads = true;
                }
            }
            "assignment_expression" => {
                self.part(node, "right", state);
                if let Some(left) = field(node, "left") {
                    self.assign(left, state);
                }
            }
            "compound_assignment_expr" => {
                self.part(node, "right", state);
                self.part(node, "left", state);
            }
            "index_expression" => self.element(node, state),
            "call_expression" => self.call(node, state),
            "if_expression" => {
                self.part(node, "condition", state);
                let then = self.maybe(field(node, "consequence"), state);
                let otherwise = self.maybe(field(node, "alternative"), state);
                *state = then;
                state.meet(&otherwise);
            }
            "match_expression" => self.arms(node, state),
            "binary_expression" => {
                self.part(node, "left", state);
                let operator = field(node, "operator").map_or("", |o| self.src.text(o));
                match operator {
                    "&&" | "||" => drop(self.maybe(field(node, "right"), state)),
                    _ => self.part(node, "right", state),
                }
            }
            "for_expression" => self.each(node, state),
            "while_expression" => {
                self.part(node, "condition", state);
                self.maybe(field(node, "body"), state);
            }
            "loop_expression" => drop(self.maybe(field(node, "body"), state)),
            "closure_expression" => {
                // It may be called in another turn of the loops around.
                let mut fixed = state.clone();
                let moves = |(lo, hi): &(Poly, Poly)| lo.inner().chain(hi.inner()).next().is_some();
                fixed.covers.retain(|cover| !cover.iter().any(moves));
                self.maybe(field(node, "body"), &fixed);
            }
            "let_declaration" => {
                self.part(node, "value", state);
                self.maybe(field(node, "alternative"), state);
            }
            "block" if label(self.src, node).is_some() => {
                let before = state.clone();
                self.all(children(node), state);
                *state = before;
            }
            _ => self.all(children(node), state),
        }
    }

    fn arms(&mut self, node: Node, state: &mut Written) {
        self.part(node, "value", state);
        let arms = field(node, "body").map(children).unwrap_or_default();
        let mut after: Option<Written> = None;
        for arm in arms.into_iter().filter(|arm| arm.kind() == "match_arm") {
            let mut inside = state.clone();
            if let Some(guard) = field(arm, "pattern").and_then(|p| field(p, "condition")) {
                self.walk(guard, &mut inside.clone());
            }
            self.part(arm, "value", &mut inside);
            match &mut after {
                Some(after) => after.meet(&inside),
                None => after = Some(inside),
            }
        }
        *state = after.unwrap_or_default();
    }

    /// A loop over a range: what each turn writes is written for the whole range after it.
    fn each(&mut self, node: Node, state: &mut Written) {
        self.part(node, "value", state);
        let body = field(node, "body");
        let inside = self.maybe(body, state);
        let Some((body, pattern)) = body.zip(field(node, "pattern")) else {
            return;
        };
        let var = self.src.text(pattern);
        if jumps(body) || pattern.kind() != "identifier" || has_loop(self.src, body, var) {
            return;
        }
        let new = inside.covers.iter().filter(|c| !state.covers.contains(c));
        let new: Vec<Cover> = new
            .filter_map(|cover| over(cover, &self.task?.inner, var))
            .collect();
        state.covers.extend(new);
        self.settle(state);
    }

    /// Ranges that are all of the array.
    fn settle(&self, state: &mut Written) {
        let asked = Poly::atom(format!("({}.len())", self.name));
        let is_end = |hi: &Poly| *hi == asked || self.length.as_ref() == Some(hi);
        let zero = Poly::constant(0);
        let all = |cover: &Cover| matches!(&cover[..], [(lo, hi)] if *lo == zero && is_end(hi));
        state.whole |= state.covers.iter().any(all);
    }

    /// The left side of an assignment.
    fn assign(&mut self, left: Node, state: &mut Written) {
        let place = peel(left);
        match place.kind() {
            "identifier" if self.src.text(place) == self.name => state.whole = true,
            // What a reference leads to.
            "unary_expression" if self.src.text(place).starts_with('*') => {
                match children(place).first() {
                    Some(inner) => self.assign(*inner, state),
                    None => self.reads = true,
                }
            }
            "tuple_expression" | "array_expression" => {
                children(place)
                    .into_iter()
                    .for_each(|part| self.assign(part, state));
            }
            "index_expression" if self.base_of(place) => {
                self.indices(place, state);
                self.write(place, state);
            }
            _ => self.walk(place, state),
        }
    }

    /// The innermost base of brackets is the variable.
    fn base_of(&self, node: Node) -> bool {
        let mut at = node;
        while at.kind() == "index_expression" {
            match children(at).first() {
                Some(base) => at = peel(*base),
                None => return false,
            }
        }
        at.kind() == "identifier" && self.src.text(at) == self.name
    }

    /// What the brackets hold is read.
    fn indices(&mut self, node: Node, state: &mut Written) {
        let mut at = node;
        while at.kind() == "index_expression" {
            let parts = children(at);
            if let Some(index) = parts.get(1) {
                self.walk(*index, state);
            }
            match parts.first() {
                Some(base) => at = peel(*base),
                None => return,
            }
        }
    }

    fn element(&mut self, node: Node, state: &mut Written) {
        if !self.base_of(node) {
            return self.all(children(node), state);
        }
        self.indices(node, state);
        let covered = self.range_of(node).is_some_and(|read| {
            let mut covers = state.covers.iter();
            covers.any(|cover| holds(cover, &read, |a, b| self.at_most(a, b)))
        });
        self.reads |= !(state.whole || covered);
    }

    fn write(&self, node: Node, state: &mut Written) {
        if let Some(cover) = self.range_of(node).filter(|c| !state.covers.contains(c)) {
            state.covers.push(cover);
            self.settle(state);
        }
    }

    /// The indices of an access, as the task's analysis has them.
    fn range_of(&self, node: Node) -> Option<Cover> {
        let mut uses = self.task?.uses.iter();
        let used: &Use = uses.find(|u| u.span == node.byte_range() && u.name == self.name)?;
        match used.shape {
            Shape::Element | Shape::Grid => element(&used.index),
            Shape::Slice => match &used.index[..] {
                [Some(lo), Some(hi)] => Some(vec![(lo.clone(), hi.clone())]),
                _ => None,
            },
            _ => None,
        }
    }

    fn at_most(&self, a: &Poly, b: &Poly) -> bool {
        let (Some(task), Some(rest)) = (self.task, b.minus(a)) else {
            return false;
        };
        let natural = |atom: &str| task.unsigned.iter().any(|u| u == atom).then_some(0);
        extreme(&rest, &task.inner, true)
            .and_then(|least| {
                least
                    .as_constant()
                    .or_else(|| least.least_of_naturals(natural))
            })
            .is_some_and(|least| least >= 0)
    }

    fn call(&mut self, node: Node, state: &mut Written) {
        let method = callee(node).filter(|f| f.kind() == "field_expression");
        let named = method.and_then(|f| Some((peel(field(f, "value")?), field(f, "field")?)));
        if let Some((receiver, name)) = named {
            let method = self.src.text(name);
            let whole = receiver.kind() == "identifier" && self.src.text(receiver) == self.name;
            if whole && callee(node).is_some_and(|f| asks_shape(self.src, f)) {
                return;
            }
            let part = receiver.kind() == "index_expression" && self.base_of(receiver);
            if (whole || part) && SETTING.contains(&method) {
                self.part(node, "arguments", state);
                match whole {
                    true => state.whole = true,
                    false => {
                        self.indices(receiver, state);
                        self.write(receiver, state);
                    }
                }
                return;
            }
        }
        self.all(children(node), state);
    }
}

/// The code may be left on the way.
fn jumps(body: Node) -> bool {
    let mut stack = vec![body];
    while let Some(node) = stack.pop() {
        let leaves = matches!(
            node.kind(),
            "break_expression" | "continue_expression" | "return_expression" | "try_expression"
        );
        if leaves {
            return true;
        }
        stack.extend(children(node));
    }
    false
}

/// A loop inside has a variable of the same name.
fn has_loop(src: &Source, body: Node, var: &str) -> bool {
    let mut stack = vec![body];
    while let Some(node) = stack.pop() {
        let same = node.kind() == "for_expression"
            && field(node, "pattern").is_some_and(|p| src.text(p) == var);
        if same {
            return true;
        }
        stack.extend(children(node));
    }
    false
}
