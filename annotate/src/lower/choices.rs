//! Values that are one of two: `if x == 0 { c } else { c - 1 }`, `i.saturating_sub(1)`, `(i + 1).min(n - 1)`.

use tree_sitter::Node;

use crate::ir::{LoopInfo, Poly, formula};
use crate::lower::affine::Env;
use crate::lower::bounds::of_two;
use crate::lower::choice::{Pick, between, picked, where_equal};
use crate::syntax::names::pattern_names;
use crate::syntax::rust::{Source, children, field, peel};

/// What such a value is more than the lesser one, in names of atoms.
const CHOICE: &str = "choice";

/// The bound is one of two.
pub(super) fn is_choice(bound: &Poly) -> bool {
    bound.inner().any(|name| name == CHOICE)
}

impl Env {
    /// The value as a polynomial, in terms of choices if need be.
    pub(super) fn index(&self, src: &Source, node: Node) -> Option<Poly> {
        self.poly(src, node).or_else(|| self.choice(src, node, 0))
    }

    fn choice(&self, src: &Source, node: Node, depth: usize) -> Option<Poly> {
        let node = peel(node);
        let value = |node: Node| {
            let direct = self.poly(src, node);
            direct.or_else(|| self.choice(src, node, depth + 1))
        };
        match node.kind() {
            _ if depth > 8 => None,
            "if_expression" => {
                let yes = value(only(field(node, "consequence")?)?)?;
                let other = children(field(node, "alternative")?).into_iter().next()?;
                let no = match other.kind() {
                    "if_expression" => value(other)?,
                    _ => value(only(other)?)?,
                };
                self.chosen(src, field(node, "condition")?, yes, no)
            }
            "match_expression" => self.one_of_match(src, node),
            "binary_expression" => {
                let (a, b) = (value(field(node, "left")?)?, value(field(node, "right")?)?);
                match src.text(field(node, "operator")?) {
                    "+" => a.plus(&b),
                    "-" => a.minus(&b),
                    "*" => a.times(&b),
                    _ => None,
                }
            }
            "call_expression" => {
                let pick = |pick, a: &Poly, b: &Poly| self.one_of(pick, a, b);
                if let Some((name @ ("min" | "max"), of, other)) = of_two(src, node) {
                    let least = if name == "min" {
                        Pick::Least
                    } else {
                        Pick::Greatest
                    };
                    return pick(least, &value(of)?, &value(other)?);
                }
                let method = field(node, "function").filter(|f| f.kind() == "field_expression")?;
                let of = value(field(method, "value")?)?;
                let arguments = children(field(node, "arguments")?);
                let given: Option<Vec<Poly>> = arguments.into_iter().map(value).collect();
                match (src.text(field(method, "field")?), given?.as_slice()) {
                    ("saturating_sub", [by]) => {
                        pick(Pick::Greatest, &of.minus(by)?, &Poly::constant(0))
                    }
                    ("clamp", [least, most]) => {
                        pick(Pick::Least, &pick(Pick::Greatest, &of, least)?, most)
                    }
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// `yes` where the condition holds, and `no` elsewhere.
    pub(super) fn chosen(
        &self,
        src: &Source,
        condition: Node,
        yes: Poly,
        no: Poly,
    ) -> Option<Poly> {
        let condition = peel(condition);
        let sides = field(condition, "left").zip(field(condition, "right"));
        let sides = sides.and_then(|(l, r)| self.poly(src, l).zip(self.poly(src, r)));
        let Some((left, right)) = sides.filter(|_| condition.kind() == "binary_expression") else {
            return self.one_of(Pick::Either, &yes, &no);
        };
        let gap = left.minus(&right)?;
        let above = Poly::constant(0).minus(&gap)?;
        let one = Poly::constant(1);
        let condition = match src.text(field(condition, "operator")?) {
            "==" => return self.one_of(Pick::Either, &where_equal(&gap, &yes, &no), &no),
            "!=" => return self.one_of(Pick::Either, &yes, &where_equal(&gap, &no, &yes)),
            ">" => gap,
            ">=" => gap.plus(&one)?,
            "<" => above,
            "<=" => above.plus(&one)?,
            _ => return self.one_of(Pick::Either, &yes, &no),
        };
        self.one_of(picked(&condition, &yes, &no), &yes, &no)
    }

    /// As `chosen`, of precise analysis as an expression where it is nothing else.
    pub(super) fn one_of_arms(
        &self,
        src: &Source,
        condition: Node,
        yes: Poly,
        no: Poly,
    ) -> Option<Poly> {
        let near = self.chosen(src, condition, yes.clone(), no.clone());
        let test = Some(condition).filter(|_| self.precise);
        near.or_else(|| formula::choice(&[self.poly(src, test?)?, yes, no]))
    }

    /// The value where it is one of these.
    pub(super) fn one_of_all(&self, src: &Source, values: &[Node]) -> Option<Poly> {
        let mut values = values.iter().map(|value| self.index(src, *value));
        let first = values.next()??;
        let ranges = [self.ranges.as_slice(), &self.choices.borrow()].concat();
        let (mut least, mut most) = (0, 0);
        for value in values {
            let (low, more) = between(Pick::Either, &first, &value?, &ranges)?;
            let low = low.minus(&first)?.as_constant()?;
            (least, most) = (least.min(low), most.max(low.checked_add(more)?));
        }
        let end = |gap| first.plus(&Poly::constant(gap));
        self.one_of(Pick::Either, &end(least)?, &end(most)?)
    }

    /// The values of the arms of a `match` whose patterns bind nothing.
    fn one_of_match(&self, src: &Source, node: Node) -> Option<Poly> {
        let arms = children(field(node, "body")?);
        let binds = |arm: &Node| {
            field(*arm, "pattern").is_none_or(|pattern| !pattern_names(src, pattern).is_empty())
        };
        let leaves = |value: &Node| value.kind() == "macro_invocation";
        if arms.iter().any(binds) {
            return None;
        }
        let values = arms.into_iter().filter_map(|arm| field(arm, "value"));
        let values: Vec<Node> = values.filter(|value| !leaves(value)).collect();
        self.one_of_all(src, &values)
    }

    fn one_of(&self, pick: Pick, a: &Poly, b: &Poly) -> Option<Poly> {
        let ranges = [self.ranges.as_slice(), &self.choices.borrow()].concat();
        let (least, more) = between(pick, a, b, &ranges)?;
        if more == 0 {
            return Some(least);
        }
        let mut choices = self.choices.borrow_mut();
        let atom = format!("{CHOICE}@c{}", choices.len());
        choices.push(LoopInfo {
            atom: atom.clone(),
            lo: Some(Poly::constant(0)),
            hi: Some(Poly::constant(more.checked_add(1)?)),
            exact: false,
        });
        least.plus(&Poly::atom(atom))
    }
}

/// The one expression that a block is.
fn only(block: Node) -> Option<Node> {
    let inside = children(block);
    let plain = |node: &Node| node.kind().ends_with("expression") || is_word(*node);
    match inside.as_slice() {
        [one] if block.kind() == "block" && plain(one) => Some(*one),
        _ => None,
    }
}

fn is_word(node: Node) -> bool {
    matches!(
        node.kind(),
        "identifier" | "integer_literal" | "scoped_identifier"
    )
}
