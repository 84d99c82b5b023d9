//! What expressions leave when they are divided by a number: `t % 2`, `(t + 1) % 3`, `t & 1`, `src ^ 1`, `!src`.

use tree_sitter::Node;

use crate::c::parse::names::identifiers;
use crate::c::parse::source::{children, field, peel};
use crate::c::semantics::declarations;
use crate::c::semantics::integer_arithmetic::{Int, integer};
use crate::c::semantics::value_facts::Facts;
use crate::ir::{Poly, Residue};

/// Bits made of others beyond which nobody looks.
const DEPTH: usize = 8;

impl Facts<'_> {
    /// Those of all expressions in some code that are atoms of indices.
    pub(super) fn residues(&self, code: Node) -> Vec<Residue> {
        let (mut list, mut stack) = (Vec::new(), vec![code]);
        while let Some(node) = stack.pop() {
            if let Some((by, like)) = self.residue(node)
                && let Some(atom) = self.atom(node)
            {
                list.push(Residue { atom, by, like });
            }
            stack.extend(children(node));
        }
        list
    }

    fn atom(&self, node: Node) -> Option<String> {
        match self.env.poly(self.src, node)?.as_factor()? {
            (product, 1) if product.len() == 1 => product.into_iter().next(),
            _ => None,
        }
    }

    fn residue(&self, node: Node) -> Option<(i64, Poly)> {
        let part = |name: &str| field(node, name).map(peel);
        let number = |name: &str| integer(self.src.text(part(name)?));
        let operator = self.src.text(field(node, "operator")?);
        match (node.kind(), operator) {
            ("binary_expression", "%") => {
                let like = self.env.poly(self.src, part("left")?)?;
                let by = number("right").filter(|by| *by > 1)?;
                // What wraps around leaves the same for powers of two alone.
                let exact = by & (by - 1) == 0 || self.has_signs(part("left")?);
                exact.then_some((by, like))
            }
            ("binary_expression", "&") => {
                let (value, mask) = match number("right") {
                    Some(mask) => (part("left")?, mask),
                    None => (part("right")?, number("left")?),
                };
                let by = mask.checked_add(1).filter(|by| *by > 1 && by & mask == 0)?;
                Some((by, self.env.poly(self.src, value)?))
            }
            ("binary_expression", "^") => {
                let mask = number("right").filter(|mask| mask & 1 == 1)?;
                let value = self.env.poly(self.src, part("left")?)?;
                Some((2, value.plus(&Poly::constant(mask))?))
            }
            ("binary_expression", "==" | "!=") => {
                let bit = self.bit(part("left")?, 0)?;
                let other = number("right").filter(|n| (0..=1).contains(n))?;
                let turned = (operator == "==") == (other == 0);
                Some((2, bit.plus(&Poly::constant(i64::from(turned)))?))
            }
            ("unary_expression", "!") => {
                let bit = self.bit(part("argument")?, 0)?;
                Some((2, bit.plus(&Poly::constant(1))?))
            }
            _ => None,
        }
    }

    /// All names in it are of types with a sign.
    fn has_signs(&self, node: Node) -> bool {
        identifiers(self.src, node).into_iter().all(|(name, at)| {
            let found = declarations::find(self.src, at, name);
            let int = found.map(|found| Int::of(&found.plain_words(self.src)));
            int.is_some_and(Int::is_signed)
        })
    }

    /// What is 0 or 1.
    fn bit(&self, node: Node, depth: usize) -> Option<Poly> {
        let node = peel(node);
        let part = |name: &str| field(node, name).map(peel);
        let number = |name: &str| part(name).and_then(|n| integer(self.src.text(n)));
        let operator = field(node, "operator").map_or("", |o| self.src.text(o));
        let inner = |name: &str| part(name).and_then(|part| self.bit(part, depth + 1));
        let is = match (node.kind(), operator) {
            _ if depth > DEPTH => false,
            ("binary_expression", "&") => number("right") == Some(1) || number("left") == Some(1),
            ("binary_expression", "%") => {
                let natural = |value: Node| self.is_natural_value(value, 0);
                number("right") == Some(2) && part("left").is_some_and(natural)
            }
            ("binary_expression", "^") => number("right") == Some(1) && inner("left").is_some(),
            ("binary_expression", "-") => number("left") == Some(1) && inner("right").is_some(),
            ("binary_expression", "==" | "!=" | "<" | "<=" | ">" | ">=" | "&&" | "||") => true,
            ("unary_expression", "!") => true,
            ("identifier", _) => {
                let name = self.src.text(node);
                let found = declarations::find(self.src, node, name);
                let moved = self.of.changed(self.src, self.function);
                let known = found.filter(|d| self.is_own_number(d) && !moved.contains(name));
                known.and_then(|d| self.bit(d.value?, depth + 1)).is_some()
            }
            _ => false,
        };
        is.then(|| self.env.poly(self.src, node)).flatten()
    }
}
