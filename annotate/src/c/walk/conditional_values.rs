//! Values that are one of two: `x == 0 ? c : c - 1`, `i > 0 ? i - 1 : 0`, variables that both arms of an `if`
//! set.

use tree_sitter::Node;

use crate::c::parse::names::identifiers;
use crate::c::parse::source::{Source, children, expression, field, peel};
use crate::c::semantics::affine::{Env, Meaning};
use crate::c::semantics::declarations;
use crate::c::semantics::integer_arithmetic::{CHOICE, Int};
use crate::c::semantics::modified_variables::{changed, plainly_set};
use crate::c::walk::accesses::Body;
use crate::ir::{LoopInfo, Poly, Wrap, formula};
use crate::lower::choice::{Pick, between, picked, where_equal};

/// Conditions within conditions beyond which nobody looks.
const DEPTH: usize = 8;

/// What a condition says.
enum Condition {
    /// It holds where this is 0.
    Equal(Poly),
    /// It holds where this is not 0.
    Unequal(Poly),
    /// Where it holds this is 1 or more, and elsewhere 0 or less.
    Above(Poly),
}

impl Env {
    /// The value of `condition ? yes : no`.
    pub(in crate::c) fn chosen(
        &self,
        src: &Source,
        condition: Option<Node>,
        (yes, no): (Poly, Poly),
    ) -> Option<Poly> {
        let (pick, yes, no) = match condition.and_then(|c| self.compared(src, peel(c))) {
            Some(Condition::Equal(gap)) => (Pick::Either, where_equal(&gap, &yes, &no), no),
            Some(Condition::Unequal(gap)) => {
                let no = where_equal(&gap, &no, &yes);
                (Pick::Either, yes, no)
            }
            Some(Condition::Above(above)) => (picked(&above, &yes, &no), yes, no),
            None => (Pick::Either, yes, no),
        };
        let ranges = [self.ranges.as_slice(), &self.choices.borrow()].concat();
        let (least, more) = between(pick, &yes, &no, &ranges)?;
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

    fn compared(&self, src: &Source, condition: Node) -> Option<Condition> {
        let Some(sides) = field(condition, "left").zip(field(condition, "right")) else {
            // A number without a sign is 1 or more where it is not 0.
            let (value, of) = self.typed(src, condition)?;
            let natural = matches!(of, Int::Unsigned | Int::UnsignedLong);
            let one = value
                .as_factor()
                .is_some_and(|(product, c)| product.len() == 1 && c == 1);
            return (natural && one).then_some(Condition::Above(value));
        };
        let (left, of) = self.typed(src, sides.0)?;
        let (right, other) = self.typed(src, sides.1)?;
        let operator = src.text(field(condition, "operator")?);
        match operator {
            "==" => return Some(Condition::Equal(left.minus(&right)?)),
            "!=" => return Some(Condition::Unequal(left.minus(&right)?)),
            _ => {}
        }
        // What has no sign is compared as the value itself, which a polynomial need not be.
        let plain = |poly: &Poly, of: Int| {
            let one = poly
                .as_factor()
                .is_some_and(|(product, c)| product.len() <= 1 && c >= 0);
            one || of.is_signed()
        };
        let signed = of.with(other).is_signed();
        if !plain(&left, of) || !plain(&right, other) {
            return None;
        }
        let at_least = |poly: Poly| poly.as_constant().is_none_or(|n| n >= 0).then_some(poly);
        let (left, right) = match signed {
            true => (left, right),
            false => (at_least(left)?, at_least(right)?),
        };
        let one = Poly::constant(1);
        let above = match operator {
            ">" => left.minus(&right)?,
            ">=" => left.minus(&right)?.plus(&one)?,
            "<" => right.minus(&left)?,
            "<=" => right.minus(&left)?.plus(&one)?,
            _ => return None,
        };
        Some(Condition::Above(above))
    }

    /// As an expression by itself, what it is of both arms.
    pub(in crate::c) fn of_arms(
        &self,
        src: &Source,
        node: Node,
        at: impl Fn(Node, &mut Vec<Wrap>) -> Option<(Poly, Int)>,
        wraps: &mut Vec<Wrap>,
    ) -> Option<(Poly, Int)> {
        let (yes, of_yes) = at(field(node, "consequence")?, wraps)?;
        let (no, of_no) = at(field(node, "alternative")?, wraps)?;
        let int = of_yes.with(of_no);
        // Values of both have to be numbers of the same type.
        let same = of_yes == of_no || [&yes, &no].iter().any(|p| p.as_constant().is_some());
        let value = self.chosen(src, field(node, "condition"), (yes, no))?;
        same.then_some((value, int))
    }
}

impl Body<'_> {
    /// What variables are behind an `if` that sets them.
    pub(in crate::c) fn joined(
        &self,
        src: &Source,
        block: Node,
        statement: Node,
    ) -> Vec<(String, Poly)> {
        if statement.kind() != "if_statement" || self.macros.0.is_some() {
            return Vec::new();
        }
        let names = changed(src, statement).into_iter();
        let known = names.filter_map(|name| {
            let at = children(statement).first().copied()?;
            let found = declarations::find(self.file, at, &name)?;
            if !self.is_followed(src, block, &name, &found) {
                return None;
            }
            let int = Int::of(&found.plain_words(src));
            let value = self.value_behind(src, statement, (&name, int), 0)?;
            Some((name, value))
        });
        known.collect()
    }

    /// The value that a variable has behind an arm of an `if`, or what stands in it.
    fn value_behind(
        &self,
        src: &Source,
        arm: Node,
        (name, int): (&str, Int),
        depth: usize,
    ) -> Option<Poly> {
        let changes = |node: Node| changed(src, node).contains(name);
        let only_looks = |condition: Node| changed(src, condition).is_empty();
        match arm.kind() {
            _ if depth > DEPTH => None,
            "else_clause" => {
                let inner = children(arm).into_iter().next()?;
                self.value_behind(src, inner, (name, int), depth + 1)
            }
            "if_statement" if only_looks(field(arm, "condition")?) => {
                let of = |arm: Node| self.value_behind(src, arm, (name, int), depth + 1);
                let yes = of(field(arm, "consequence")?)?;
                let no = match field(arm, "alternative") {
                    Some(other) => of(other)?,
                    None => self.env.value_of(name)?,
                };
                // What the condition names and the arms change is what it was before.
                let names = field(arm, "condition").map_or_else(Vec::new, |c| identifiers(src, c));
                let moved = changed(src, arm);
                let known = |name: &str| !moved.contains(name) || self.env.value_of(name).is_some();
                let fixed = names.iter().all(|(name, _)| known(name));
                let condition = field(arm, "condition").filter(|_| fixed);
                let near = self.env.chosen(src, condition, (yes.clone(), no.clone()));
                let test = condition.filter(|_| self.env.precise);
                near.or_else(|| formula::choice(&[self.env.poly(src, test?)?, yes, no]))
            }
            _ if !changes(arm) => self.env.value_of(name),
            "compound_statement" => {
                let inside = children(arm);
                let mut sets = inside.iter().filter(|statement| changes(**statement));
                let (set, more) = (*sets.next()?, sets.next());
                let others = inside.iter().filter(|statement| **statement != set);
                let moved: Vec<_> = others.flat_map(|other| changed(src, *other)).collect();
                let own = inside.iter().filter(|n| n.kind() == "declaration");
                let own = own
                    .flat_map(|n| declarations::names(src, *n, false))
                    .map(|d| d.name);
                let hidden: Vec<String> = moved.into_iter().chain(own).collect();
                let names = identifiers(src, set);
                let seen = names
                    .iter()
                    .all(|(name, _)| !hidden.iter().any(|h| h == name));
                let value = || self.set_to(src, set, (name, int));
                (more.is_none() && seen).then(value).flatten()
            }
            _ => self.set_to(src, arm, (name, int)),
        }
    }

    /// What a statement that does nothing else sets the variable to.
    fn set_to(&self, src: &Source, statement: Node, (name, int): (&str, Int)) -> Option<Poly> {
        match plainly_set(src, statement) {
            Some((left, right)) => {
                let plain = src.text(left) == name && !changed(src, right).contains(name);
                plain.then(|| self.env.given(src, right, int)).flatten()
            }
            None => {
                let (moved, value) = self.moved(src, statement)?;
                (moved == name).then_some(value)
            }
        }
    }

    /// What a variable is set to by `k += value;`, `k++;`.
    pub(in crate::c) fn moved(&self, src: &Source, statement: Node) -> Option<(String, Poly)> {
        let inner = children(statement).first().copied().map(peel)?;
        let place = field(inner, "left")
            .or_else(|| field(inner, "argument"))
            .map(peel)?;
        let plain = statement.kind() == "expression_statement" && place.kind() == "identifier";
        let (name, operator) = (src.text(place), src.text(field(inner, "operator")?));
        let text = match (inner.kind(), operator) {
            _ if !plain => return None,
            ("update_expression", "++") => format!("{name} + 1"),
            ("update_expression", "--") => format!("{name} - 1"),
            ("assignment_expression", "+=" | "-=" | "*=") => {
                let right = src.bare(field(inner, "right")?);
                format!("{name} {} ({right})", &operator[..1])
            }
            _ => return None,
        };
        let found = self.declaration(src, place)?;
        let parsed = expression(&text, src)?;
        let int = Int::of(&found.plain_words(src));
        let value = self.env.given(&parsed, peel(parsed.value()?), int)?;
        Some((name.to_owned(), value))
    }
}

impl Env {
    /// What a variable is known to be.
    fn value_of(&self, name: &str) -> Option<Poly> {
        match self.known(name).or_else(|| self.meaning(name)) {
            Some(Meaning::Value(value)) => Some(value.clone()),
            _ => None,
        }
    }
}
