//! Loops that count.

use tree_sitter::Node;

use super::affine::{Env, integer};
use super::body::Body;
use super::declared::{self, Form};
use super::integers::Kinds;
use super::syntax::{Source, children, field, peel, words};
use crate::ir::{LoopInfo, Poly, Span};

/// A loop that counts: `for (i = lo; i < hi; i += step)`, or down.
#[derive(Debug, Clone)]
pub(super) struct Counted<'t> {
    pub(super) var: String,
    /// The variable's declaration stands in the loop.
    pub(super) declares: bool,
    /// The least index, and the greatest bound.
    pub(super) lo: Node<'t>,
    pub(super) hi: Node<'t>,
    /// The greatest bound is an index of the loop.
    pub(super) inclusive: bool,
    /// The least one is none.
    pub(super) above: bool,
    /// Distance of the indices, from 1.
    pub(super) step: i64,
    /// The loop runs from the greatest to the least.
    pub(super) down: bool,
    /// It counts in its condition: `i-- > lo`.
    pub(super) in_condition: bool,
}

impl Counted<'_> {
    /// The least index and one past the greatest, as texts of C.
    pub(super) fn range(&self, src: &Source) -> (String, String) {
        let past = |next: bool| if next { " + 1" } else { "" };
        (
            format!("(ptrdiff_t)({}){}", src.text(self.lo), past(self.above)),
            format!("(ptrdiff_t)({}){}", src.text(self.hi), past(self.inclusive)),
        )
    }

    /// Where its bounds stand.
    pub(super) fn bounds_span(&self) -> Span {
        let starts = self.lo.start_byte().min(self.hi.start_byte());
        starts..self.lo.end_byte().max(self.hi.end_byte())
    }

    /// Where the variable is left that has run through all indices from `lo` to `hi`, which are texts
    /// as of [`range`](Self::range).
    pub(super) fn left(&self, lo: &str, hi: &str) -> String {
        let step = self.step;
        match (self.down, self.in_condition) {
            (true, true) => format!("({hi} > {lo} ? {lo} : {hi}) - 1"),
            (true, false) => format!("{hi} > {lo} ? {lo} - 1 : {hi} - 1"),
            (false, _) => format!(
                "{hi} > {lo} ? {lo} + ({hi} - ({lo}) + {step} - 1) / {step} * {step} : {lo}"
            ),
        }
    }
}

/// The loop of this span, if it counts.
pub(super) fn counted_at<'t>(src: &'t Source, span: &Span) -> Option<(Node<'t>, Counted<'t>)> {
    let root = src.tree.root_node();
    let mut node = root.descendant_for_byte_range(span.start, span.end)?;
    while node.byte_range() != *span || node.kind() != "for_statement" {
        node = node.parent()?;
    }
    Some((node, counted(src, node)?))
}

/// What a `for` counts, if it does, and does so by an integer.
pub(super) fn counted<'t>(src: &Source, node: Node<'t>) -> Option<Counted<'t>> {
    head(src, node).filter(|known| no_integer(src, node, known).is_none())
}

/// What a loop's variable is that is no integer.
pub(super) fn no_integer(src: &Source, node: Node, known: &Counted) -> Option<&'static str> {
    let found = match known.declares {
        true => declared::names(src, field(node, "initializer")?, false)
            .into_iter()
            .next(),
        false => declared::find(src, node, &known.var),
    }?;
    let words = found.plain_words(src);
    match found.form() {
        Form::Pointer | Form::Array => Some("a pointer"),
        Form::Value if ["float", "double"].iter().any(|t| words.contains(t)) => Some("none"),
        Form::Value => None,
    }
}

impl Body<'_> {
    /// A loop's bounds, and an atom for its variable.
    pub(super) fn bind_loop(&mut self, src: &Source, known: &Counted) -> LoopInfo {
        let (lo, hi) = self.bounds(src, known);
        let direct = |n: Node| self.env.poly(src, n).is_some();
        let exact = known.step == 1 && direct(known.lo) && direct(known.hi);
        LoopInfo {
            atom: self.env.bind_loop(&known.var),
            lo,
            hi,
            exact,
        }
    }

    /// The least index and one past the greatest.
    pub(super) fn bounds(&self, src: &Source, known: &Counted) -> (Option<Poly>, Option<Poly>) {
        let lo = self.env.bound(src, known.lo, true);
        let hi = self.env.bound(src, known.hi, false);
        let next = |bound: Option<Poly>, is: bool| bound?.plus(&Poly::constant(i64::from(is)));
        (next(lo, known.above), next(hi, known.inclusive))
    }
}

/// What a `for` counts by a variable of any type, if it does.
pub(super) fn head<'t>(src: &Source, node: Node<'t>) -> Option<Counted<'t>> {
    let initial = field(node, "initializer")?;
    let (var, first, declares) = match initial.kind() {
        "declaration" => {
            let found = declared::names(src, initial, false);
            let [one] = found.as_slice() else { return None };
            (one.name.clone(), one.value?, true)
        }
        _ => {
            let assignment = peel(initial);
            let plain = assignment.kind() == "assignment_expression"
                && src.text(field(assignment, "operator")?) == "=";
            let left = field(assignment, "left").map(peel);
            let left = left.filter(|l| plain && l.kind() == "identifier")?;
            (
                src.text(left).to_owned(),
                field(assignment, "right")?,
                false,
            )
        }
    };
    let condition = peel(field(node, "condition")?);
    if condition.kind() != "binary_expression" {
        return None;
    }
    let (left, right) = (field(condition, "left")?, field(condition, "right")?);
    let operator = src.text(field(condition, "operator")?);
    // `i-- > lo`
    let falls = |n: Node| is_fall(src, peel(n), &var);
    let in_condition = falls(left) || falls(right);
    let step = match field(node, "update") {
        None => in_condition.then_some(-1)?,
        Some(update) => step_of(src, update, &var).filter(|_| !in_condition)?,
    };
    let is_var = |n: Node| src.text(peel(n)) == var || falls(n);
    let (operator, bound) = match (is_var(left), is_var(right)) {
        (true, false) => (operator, right),
        (false, true) => (mirrored(operator)?, left),
        _ => return None,
    };
    let has_fraction = |end: &Node| Kinds::of(src, *end).has_fraction(src, *end);
    if [first, bound].iter().any(has_fraction) {
        return None;
    }
    let up = Counted {
        var: var.clone(),
        declares,
        lo: first,
        hi: bound,
        inclusive: operator == "<=",
        above: false,
        step: step.abs(),
        down: false,
        in_condition,
    };
    let down = Counted {
        lo: bound,
        hi: first,
        // `i-- > lo` begins one below where it is set, and ends at `lo`.
        inclusive: !in_condition,
        above: operator == ">" && !in_condition,
        down: true,
        ..up.clone()
    };
    match (operator, step) {
        ("<" | "<=", 1..) | ("!=", 1) => Some(up),
        (">", -1) => Some(down),
        (">=", -1) if !in_condition => Some(down),
        _ => None,
    }
}

/// What keeps a `for` from counting; `None` where it does.
pub(super) fn why_not(src: &Source, node: Node) -> Option<&'static str> {
    if head(src, node).is_some() {
        return None;
    }
    let initial = field(node, "initializer").map(peel);
    let var = initial.and_then(|i| match i.kind() {
        "declaration" => match declared::names(src, i, false).as_slice() {
            [one] => Some(one.name.clone()),
            _ => None,
        },
        _ => Some(src.text(peel(field(i, "left")?)).to_owned()),
    });
    let condition = field(node, "condition").map(peel);
    let compares = condition.is_some_and(|c| {
        let operator = field(c, "operator").map_or("", |o| src.text(o));
        let sides = ["left", "right"]
            .into_iter()
            .filter_map(|side| field(c, side));
        let has_var = |n: Node| words(src.text(n)).any(|word| var.as_deref() == Some(word));
        mirrored(operator).is_some() && sides.filter(|n| has_var(*n)).count() == 1
    });
    let ends = condition.iter().flat_map(|c| children(*c)).chain(initial);
    let mut fractions = ends.filter(|end| Kinds::of(src, *end).has_fraction(src, *end));
    Some(match (var.as_ref(), compares, fractions.next()) {
        (None, ..) => "it does not begin by setting one variable",
        (_, false, _) => "its condition is no comparison of its variable, such as `i < n`",
        (.., Some(_)) => "its bounds are no integers",
        _ => "its variable does not move by a constant step towards its bound",
    })
}

/// `i--`, with the value before.
fn is_fall(src: &Source, node: Node, var: &str) -> bool {
    let name = field(node, "argument").filter(|_| node.kind() == "update_expression");
    name.is_some_and(|name| src.text(peel(name)) == var) && src.text(node).ends_with("--")
}

fn mirrored(operator: &str) -> Option<&'static str> {
    match operator {
        "<" => Some(">"),
        "<=" => Some(">="),
        ">" => Some("<"),
        ">=" => Some("<="),
        "!=" => Some("!="),
        _ => None,
    }
}

/// `i++`, `i += 2`, `i = i + 2`.
fn step_of(src: &Source, update: Node, var: &str) -> Option<i64> {
    let update = peel(update);
    let number =
        |n: Node| integer(src.text(peel(n))).or_else(|| Env::default().poly(src, n)?.as_constant());
    match update.kind() {
        "update_expression" => {
            let same = src.text(peel(field(update, "argument")?)) == var;
            let by = if src.text(field(update, "operator")?) == "++" {
                1
            } else {
                -1
            };
            same.then_some(by)
        }
        "assignment_expression" if src.text(peel(field(update, "left")?)) == var => {
            let right = field(update, "right")?;
            let by = match src.text(field(update, "operator")?) {
                "+=" => number(right)?,
                "-=" => -number(right)?,
                "=" => {
                    let sum = Env::default().poly(src, right)?;
                    let (k, rest) = sum.linear_in(var)?;
                    (k == 1).then(|| rest.as_constant()).flatten()?
                }
                _ => return None,
            };
            (by != 0).then_some(by)
        }
        _ => None,
    }
}
