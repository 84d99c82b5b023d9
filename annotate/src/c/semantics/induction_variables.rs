//! Loops that count.

use tree_sitter::Node;

use crate::c::parse::source::{Source, any, children, field, peel, words};
use crate::c::semantics::affine::Env;
use crate::c::semantics::declarations::{self, Declared, Form};
use crate::c::semantics::integer_arithmetic::integer;
use crate::c::semantics::integer_types::{Kinds, is_narrow};
use crate::ir::Span;

/// A loop that counts: `for (i = lo; i < hi; i += step)`, or down.
#[derive(Debug, Clone)]
pub(in crate::c) struct Counted<'t> {
    pub(in crate::c) var: String,
    /// The variable's declaration stands in the loop.
    pub(in crate::c) declares: bool,
    /// The words of its type, if the file shows them, and those of what they stand for.
    pub(in crate::c) words: Option<[String; 2]>,
    /// The least index, 0 where nothing says it (`i--` as a condition), and the greatest bound.
    pub(in crate::c) lo: Option<Node<'t>>,
    pub(in crate::c) hi: Node<'t>,
    /// What the bound that ends the loop is less by: `1` of `i + 1 < n`.
    pub(in crate::c) less: Option<Node<'t>>,
    /// Another bound that ends the loop, `m` of `i < n && i < m`, and whether it is an index.
    pub(in crate::c) also: Option<(Node<'t>, bool)>,
    /// The loop ends where the index is the bound, by `!=`.
    pub(in crate::c) unequal: bool,
    /// The greatest bound is an index of the loop.
    pub(in crate::c) inclusive: bool,
    /// The least one is none.
    pub(in crate::c) above: bool,
    /// Distance of the indices, from 1; 1 where only the program knows it.
    pub(in crate::c) step: i64,
    /// What says it then: `h` of `i += h`.
    pub(in crate::c) by: Option<Node<'t>>,
    /// The loop runs from the greatest to the least.
    pub(in crate::c) down: bool,
    /// It counts in its condition: `i-- > lo`, `--i >= lo`.
    pub(in crate::c) in_condition: bool,
    /// It does so before it compares.
    pub(in crate::c) before: bool,
}

/// The loop of this span, if it counts.
pub(in crate::c) fn counted_at<'t>(
    src: &'t Source,
    span: &Span,
) -> Option<(Node<'t>, Counted<'t>)> {
    let root = src.tree.root_node();
    let mut node = root.descendant_for_byte_range(span.start, span.end)?;
    while node.byte_range() != *span || node.kind() != "for_statement" {
        node = node.parent()?;
    }
    Some((node, counted(src, node)?))
}

/// What a `for` counts, if it does, and does so by an integer.
pub(in crate::c) fn counted<'t>(src: &'t Source, node: Node<'t>) -> Option<Counted<'t>> {
    head(src, node).filter(|known| no_integer(src, node, known).is_none())
}

/// What a loop's variable is that is no integer.
pub(in crate::c) fn no_integer(src: &Source, node: Node, known: &Counted) -> Option<&'static str> {
    let found = match known.declares {
        true => declarations::names(src, field(node, "initializer")?, false)
            .into_iter()
            .next(),
        false => declarations::find(src, node, &known.var),
    }?;
    let words = found.plain_words(src);
    match found.form() {
        Form::Pointer | Form::Array => Some("a pointer"),
        Form::Value if ["float", "double"].iter().any(|t| words.contains(t)) => Some("none"),
        Form::Value => None,
    }
}

/// As [`counted`], of a loop in a task's code, whose bounds are what they say: what it begins with is a number that each
/// small type has, or of the type itself, `char k = 3` and not `char k = i + 250`.
pub(in crate::c) fn counted_inside<'t>(src: &'t Source, node: Node<'t>) -> Option<Counted<'t>> {
    let known = counted(src, node)?;
    let found = match known.declares {
        true => declarations::names(src, field(node, "initializer")?, false)
            .into_iter()
            .next(),
        false => declarations::find(src, node, &known.var),
    };
    let words = found.map(|found| found.plain_words(src))?;
    let first = if known.down { Some(known.hi) } else { known.lo };
    let begins = |first: Node| {
        let text = src.text(peel(first));
        let number = src.macros.get(text).map_or(text, |known| &known.value);
        let same =
            || declarations::find(src, node, text).is_some_and(|d| d.plain_words(src) == words);
        match integer(number) {
            Some(number) => number == 0 || ((1..128).contains(&number) && !known.unequal),
            None => !known.unequal && same(),
        }
    };
    (!is_narrow(&words) || first.is_none_or(begins)).then_some(known)
}

/// A comparison of a loop's variable.
struct Compared<'t> {
    operator: &'t str,
    /// What with; 0 where nothing says it.
    bound: Option<Node<'t>>,
    /// What is added to the variable: `1` of `i + 1 < n`.
    less: Option<Node<'t>>,
    /// It counts down, too.
    falls: Option<Fall>,
}

/// `i < n`, `n > i`, `i + 1 < n`, `i-- > lo`, `i--`.
fn compared<'t>(src: &'t Source, condition: Node<'t>, var: &str) -> Option<Compared<'t>> {
    if let falls @ Some(_) = fall_of(src, condition, var) {
        return Some(Compared {
            operator: "!=",
            bound: None,
            less: None,
            falls,
        });
    }
    if condition.kind() != "binary_expression" {
        return None;
    }
    let (left, right) = (field(condition, "left")?, field(condition, "right")?);
    let operator = src.text(field(condition, "operator")?);
    // `i-- > lo`
    let fall = |n: Node| fall_of(src, peel(n), var);
    let falls = fall(left).or(fall(right));
    let is_var = |n: Node| src.text(peel(n)) == var || fall(n).is_some();
    let ahead = |n: Node<'t>| added(src, n, var);
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
    Some(Compared {
        operator,
        bound: Some(bound),
        less,
        falls,
    })
}

/// The variable that a `for` sets first, to what, and its declaration if that stands there.
fn begun<'t>(src: &Source, initial: Node<'t>) -> Option<(String, Node<'t>, Option<Declared<'t>>)> {
    if initial.kind() == "declaration" {
        let found = declarations::names(src, initial, false);
        let [one] = found.as_slice() else { return None };
        return Some((one.name.clone(), one.value?, Some(one.clone())));
    }
    let assignment = peel(initial);
    let plain = assignment.kind() == "assignment_expression"
        && src.text(field(assignment, "operator")?) == "=";
    let left = field(assignment, "left").map(peel);
    let left = left.filter(|l| plain && l.kind() == "identifier")?;
    let first = field(assignment, "right")?;
    Some((src.text(left).to_owned(), first, None))
}

/// What a `for` counts by a variable of any type, if it does.
pub(in crate::c) fn head<'t>(src: &'t Source, node: Node<'t>) -> Option<Counted<'t>> {
    let (var, first, declaration) = begun(src, field(node, "initializer")?)?;
    let mut condition = peel(field(node, "condition")?);
    let mut second = None;
    if field(condition, "operator").is_some_and(|o| src.text(o) == "&&") {
        let right = compared(src, peel(field(condition, "right")?), &var)?;
        second = Some(right).filter(|c| c.less.is_none() && c.falls.is_none());
        second.as_ref()?;
        condition = peel(field(condition, "left")?);
    }
    let known = compared(src, condition, &var)?;
    let in_condition = known.falls.is_some();
    let (step, by) = match field(node, "update") {
        None => (in_condition.then_some(-1)?, None),
        Some(update) if !in_condition => match step_of(src, update, &var) {
            Some(step) => (step, None),
            None => (1, Some(stride_of(src, update, &var)?)),
        },
        Some(_) => return None,
    };
    let also = match &second {
        Some(second) => Some((second.bound?, second.operator.ends_with('='))),
        None => None,
    };
    let has_fraction = |end: &Node| Kinds::of(src, *end).has_fraction(src, *end);
    let mut ends = [Some(first), known.bound, by, known.less, also.map(|a| a.0)].into_iter();
    if ends.any(|end| end.as_ref().is_some_and(has_fraction)) {
        return None;
    }
    let declares = declaration.is_some();
    let found = declaration.or_else(|| declarations::find(src, node, &var));
    let up = Counted {
        declares,
        words: found.map(|d| [d.words(src), d.plain_words(src)]),
        lo: Some(first),
        hi: known.bound.unwrap_or(first),
        less: known.less,
        also,
        unequal: known.operator == "!=",
        inclusive: known.operator == "<=",
        above: false,
        step: step.abs(),
        by,
        down: false,
        in_condition,
        before: known.falls == Some(Fall::Before),
        var,
    };
    let down = Counted {
        lo: known.bound,
        hi: first,
        // `i-- > lo` begins one below where it is set, and ends at `lo`.
        inclusive: !in_condition,
        above: known.operator != ">=" && known.falls != Some(Fall::After),
        down: true,
        ..up.clone()
    };
    let after = known.falls == Some(Fall::After);
    let same = |operators: [&str; 2]| {
        let mut all = second.iter().map(|second| second.operator);
        all.all(|operator| operators.contains(&operator))
    };
    match (known.operator, step) {
        ("<" | "<=", 1..) if same(["<", "<="]) => Some(up),
        (">", -1) if same([">", ">="]) => Some(down),
        (">=", -1) if !after && same([">", ">="]) => Some(down),
        _ if second.is_some() => None,
        ("!=", 1) if up.by.is_none() => Some(up),
        ("!=", -1) => Some(down),
        _ => None,
    }
}

/// What keeps a `for` from counting; `None` where it does.
pub(in crate::c) fn why_not(src: &Source, node: Node) -> Option<&'static str> {
    if head(src, node).is_some() {
        return None;
    }
    let initial = field(node, "initializer").map(peel);
    let var = initial.and_then(|i| match i.kind() {
        "declaration" => match declarations::names(src, i, false).as_slice() {
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
