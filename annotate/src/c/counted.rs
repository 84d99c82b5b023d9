//! Loops that count.

use tree_sitter::Node;

use super::affine::{Env, integer};
use super::body::Body;
use super::declared::{self, Form};
use super::integers::Kinds;
use super::syntax::{Source, any, children, expression, field, peel, words};
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
    /// What the greatest bound is less by: `1` of `i + 1 < n`.
    pub(super) less: Option<Node<'t>>,
    /// Another bound that ends the loop, `m` of `i < n && i < m`, and whether it is an index.
    pub(super) also: Option<(Node<'t>, bool)>,
    /// The greatest bound is an index of the loop.
    pub(super) inclusive: bool,
    /// The least one is none.
    pub(super) above: bool,
    /// Distance of the indices, from 1; 1 where only the program knows it.
    pub(super) step: i64,
    /// What says it then: `h` of `i += h`.
    pub(super) by: Option<Node<'t>>,
    /// The loop runs from the greatest to the least.
    pub(super) down: bool,
    /// It counts in its condition: `i-- > lo`, `--i >= lo`.
    pub(super) in_condition: bool,
}

impl Counted<'_> {
    /// The least index and one past the greatest, as texts of C.
    pub(super) fn range(&self, src: &Source) -> (String, String) {
        let past = |next: bool| if next { " + 1" } else { "" };
        let less = |n: Node| format!(" - (ptrdiff_t)({})", src.text(n));
        let less = self.less.map_or(String::new(), less);
        let (lo, hi) = (src.text(self.lo), src.text(self.hi));
        let hi = format!("(ptrdiff_t)({hi}){less}{}", past(self.inclusive));
        (
            format!("(ptrdiff_t)({lo}){}", past(self.above)),
            match self.also {
                Some((also, inclusive)) => {
                    let also = format!("(ptrdiff_t)({}){}", src.text(also), past(inclusive));
                    format!("({hi} < {also} ? {hi} : {also})")
                }
                None => hi,
            },
        )
    }

    /// Distance of the indices, as a text of C.
    pub(super) fn stride(&self, src: &Source) -> String {
        match self.by {
            Some(by) => format!("(ptrdiff_t)({})", src.text(by)),
            None => self.step.to_string(),
        }
    }

    /// All numbers between the bounds are indices.
    pub(super) fn is_dense(&self) -> bool {
        self.step == 1 && self.by.is_none()
    }

    /// What the bounds are made of.
    pub(super) fn limits(&self) -> impl Iterator<Item = Node<'_>> {
        let also = self.also.map(|(node, _)| node);
        [self.lo, self.hi].into_iter().chain(self.less).chain(also)
    }

    /// What says which indices there are: the bounds, and the distance.
    pub(super) fn ends(&self) -> impl Iterator<Item = Node<'_>> {
        self.limits().chain(self.by)
    }

    /// Where its bounds stand.
    pub(super) fn bounds_span(&self) -> Span {
        let starts = self.limits().map(|n| n.start_byte()).min();
        let ends = self.limits().map(|n| n.end_byte()).max();
        starts.unwrap_or_default()..ends.unwrap_or_default()
    }

    /// Where the variable is left that has run through all indices from `lo` to `hi`, which are texts
    /// as of [`range`](Self::range).
    pub(super) fn left(&self, src: &Source, lo: &str, hi: &str) -> String {
        let step = self.stride(src);
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
        let least = || match least(src, known) {
            Some(both) => both
                .value()
                .is_some_and(|n| self.env.poly(&both, n).is_some()),
            None => true,
        };
        let exact = known.is_dense() && known.limits().all(direct) && least();
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
        let next = |bound: Option<Poly>, is: bool| bound?.plus(&Poly::constant(i64::from(is)));
        if let Some(both) = least(src, known) {
            let hi = (both.value()).and_then(|n| self.env.bound(&both, n, false));
            return (next(lo, known.above), hi);
        }
        let hi = self.env.bound(src, known.hi, false);
        let hi = match known.less {
            Some(less) => hi.and_then(|hi| hi.minus(&self.env.poly(src, less)?)),
            None => hi,
        };
        (next(lo, known.above), next(hi, known.inclusive))
    }
}

/// One past the greatest index of a loop that two bounds end, as an expression by itself.
fn least(src: &Source, known: &Counted) -> Option<Source> {
    let past = |inclusive: bool| if inclusive { " + 1" } else { "" };
    let (also, inclusive) = known.also?;
    let less = known
        .less
        .map_or(String::new(), |n| format!(" - ({})", src.text(n)));
    let hi = format!("({}){less}{}", src.text(known.hi), past(known.inclusive));
    let also = format!("({}){}", src.text(also), past(inclusive));
    expression(&format!("{hi} < {also} ? {hi} : {also}"), &src.macros)
}

/// `i < m` of `i < n && i < m`, if the second comparison is such a one: its bound, and whether that is
/// an index.
fn second_bound<'t>(src: &Source, condition: Node<'t>, var: &str) -> Option<(Node<'t>, bool)> {
    let sides = (field(condition, "left")?, field(condition, "right")?);
    let operator = src.text(field(condition, "operator")?);
    let is_var = |n: Node| src.text(peel(n)) == var;
    let (operator, bound) = match (is_var(sides.0), is_var(sides.1)) {
        (true, false) => (operator, sides.1),
        (false, true) => (mirrored(operator)?, sides.0),
        _ => return None,
    };
    matches!(operator, "<" | "<=").then_some((bound, operator == "<="))
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
    let mut condition = peel(field(node, "condition")?);
    if condition.kind() != "binary_expression" {
        return None;
    }
    let mut also = None;
    if src.text(field(condition, "operator")?) == "&&" {
        also = Some(second_bound(src, peel(field(condition, "right")?), &var)?);
        condition = peel(field(condition, "left")?);
    }
    let (left, right) = (field(condition, "left")?, field(condition, "right")?);
    let operator = src.text(field(condition, "operator")?);
    // `i-- > lo`
    let fall = |n: Node| fall_of(src, peel(n), &var);
    let falls = fall(left).or(fall(right));
    let in_condition = falls.is_some();
    let (step, by) = match field(node, "update") {
        None => (in_condition.then_some(-1)?, None),
        Some(update) if !in_condition => match step_of(src, update, &var) {
            Some(step) => (step, None),
            None => (1, Some(stride_of(src, update, &var)?)),
        },
        Some(_) => return None,
    };
    let is_var = |n: Node| src.text(peel(n)) == var || fall(n).is_some();
    let ahead = |n: Node<'t>| added(src, n, &var);
    let (operator, bound, less) = match (is_var(left), is_var(right)) {
        (true, false) => (operator, right, None),
        (false, true) => (mirrored(operator)?, left, None),
        (false, false) => match (ahead(left), ahead(right)) {
            (Some(less), None) => (operator, right, Some(less)),
            (None, Some(less)) => (mirrored(operator)?, left, Some(less)),
            _ => return None,
        },
        _ => return None,
    };
    let has_fraction = |end: &Node| Kinds::of(src, *end).has_fraction(src, *end);
    if [first, bound]
        .iter()
        .chain(&by)
        .chain(&less)
        .chain(also.as_ref().map(|(bound, _)| bound))
        .any(has_fraction)
    {
        return None;
    }
    let up = Counted {
        var: var.clone(),
        declares,
        lo: first,
        hi: bound,
        less,
        also,
        inclusive: operator == "<=",
        above: false,
        step: step.abs(),
        by,
        down: false,
        in_condition,
    };
    let down = Counted {
        lo: bound,
        hi: first,
        // `i-- > lo` begins one below where it is set, and ends at `lo`.
        inclusive: !in_condition,
        above: operator != ">=" && falls != Some(Fall::After),
        down: true,
        ..up.clone()
    };
    match (operator, step) {
        ("<" | "<=", 1..) => Some(up),
        _ if less.is_some() || also.is_some() => None,
        ("!=", 1) if by.is_none() => Some(up),
        (">" | "!=", -1) => Some(down),
        (">=", -1) if falls != Some(Fall::After) => Some(down),
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
    let parts = [initial, field(node, "update").map(peel)];
    let several = parts
        .into_iter()
        .flatten()
        .any(|p| p.kind() == "comma_expression");
    let by = field(node, "update").map_or("", |update| src.text(update));
    let down = by.contains("-=") && condition.is_some_and(|c| src.text(c).contains('>'));
    Some(match (var.as_ref(), compares, fractions.next()) {
        _ if several => "it sets or moves several variables, joined by commas",
        (None, ..) => "it does not begin by setting one variable",
        (_, false, _) => "its condition is no comparison of its variable, such as `i < n`",
        (.., Some(_)) => "its bounds are no integers",
        _ if down => "it counts down by more than one: count up, and turn the index over",
        _ => "its variable does not move by a constant step towards its bound",
    })
}

/// When a condition that counts down does so.
#[derive(Clone, Copy, PartialEq)]
enum Fall {
    /// `--i`: before it compares.
    Before,
    /// `i--`.
    After,
}

/// `i--` and `--i`.
fn fall_of(src: &Source, node: Node, var: &str) -> Option<Fall> {
    let name = field(node, "argument").filter(|_| node.kind() == "update_expression")?;
    let text = src.text(node);
    match src.text(peel(name)) == var {
        true if text.ends_with("--") => Some(Fall::After),
        true if text.starts_with("--") => Some(Fall::Before),
        _ => None,
    }
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

/// `h` of `i += h` and of `i = i + h`: what the variable moves by, where that is no number. A loop that
/// ends moves towards its bound.
fn stride_of<'t>(src: &Source, update: Node<'t>, var: &str) -> Option<Node<'t>> {
    let update = peel(update);
    let is_var = |n: Node| src.text(peel(n)) == var;
    if update.kind() != "assignment_expression" || !is_var(field(update, "left")?) {
        return None;
    }
    let right = peel(field(update, "right")?);
    let by = match src.text(field(update, "operator")?) {
        "+=" => right,
        "=" => added(src, right, var)?,
        _ => return None,
    };
    let quiet = !any(by, &|n| {
        matches!(
            n.kind(),
            "call_expression" | "assignment_expression" | "update_expression"
        )
    });
    (quiet && !words(src.text(by)).any(|word| word == var)).then_some(by)
}

/// `h` of `i + h`.
fn added<'t>(src: &Source, sum: Node<'t>, var: &str) -> Option<Node<'t>> {
    let sum = peel(sum);
    let is_sum = sum.kind() == "binary_expression" && src.text(field(sum, "operator")?) == "+";
    let sides = is_sum.then_some((field(sum, "left")?, field(sum, "right")?))?;
    let is_var = |n: Node| src.text(peel(n)) == var;
    let by = match (is_var(sides.0), is_var(sides.1)) {
        (true, false) => sides.1,
        (false, true) => sides.0,
        _ => return None,
    };
    (!words(src.text(by)).any(|word| word == var)).then_some(by)
}
