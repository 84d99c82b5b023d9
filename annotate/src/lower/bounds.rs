//! Ends of values that are no polynomials: `(lo + size).min(n)`, `i.saturating_sub(1)`, `x % 2`.

use tree_sitter::Node;

use crate::ir::Poly;
use crate::lower::affine::{Env, Meaning};
use crate::lower::choices::is_choice;
use crate::syntax::rust::{Source, children, field, peel};

/// A method of numbers with one argument, or `std::cmp::min(a, b)`: its name, and the two numbers.
pub(super) fn of_two<'t>(src: &'t Source, call: Node<'t>) -> Option<(&'t str, Node<'t>, Node<'t>)> {
    let function = field(call, "function")?;
    let arguments = children(field(call, "arguments")?);
    match (function.kind(), arguments.as_slice()) {
        ("field_expression", [argument]) => {
            let of = peel(field(function, "value")?);
            Some((src.text(field(function, "field")?), of, peel(*argument)))
        }
        ("scoped_identifier" | "identifier", [of, argument]) => {
            let path = src.text(function);
            let (around, name) = path.rsplit_once("::").unwrap_or(("cmp", path));
            let of_library = matches!(around, "std::cmp" | "core::cmp" | "cmp")
                && matches!(name, "min" | "max")
                && src.functions(name).is_empty();
            of_library.then_some((name, peel(*of), peel(*argument)))
        }
        _ => None,
    }
}

impl Env {
    /// An upper bound (`lower` false) or lower bound: of `x.min(y)` each of `x`, `y` is an
    /// upper bound, of `x.max(y)` a lower one; of `x % 2` the upper one is 1.
    pub(super) fn bound(&self, src: &Source, node: Node, lower: bool) -> Option<Poly> {
        self.poly(src, node).or_else(|| {
            let call = peel(node);
            if let Some(Meaning::Between(least, most)) = self.between(src, call) {
                return if lower { least.clone() } else { most.clone() };
            }
            if call.kind() == "binary_expression" {
                return self.bound_of_sum(src, call, lower);
            }
            let (method, of, argument) = of_two(src, call)?;
            match method {
                "max" | "min" if (method == "max") == lower => {
                    let both = [of, argument].map(|side| self.poly(src, side));
                    let moves = |p: &&Poly| p.inner().next().is_some();
                    // One that goes along with a loop says more.
                    let mut sides = both.iter().flatten();
                    let found = sides.clone().find(moves).or_else(|| sides.next());
                    found.cloned()
                }
                "max" | "min" => {
                    self.far_end(&self.poly(src, of)?, &self.poly(src, argument)?, lower)
                }
                "saturating_sub" => {
                    let less = self
                        .poly(src, argument)?
                        .as_constant()
                        .filter(|c| *c >= 0)?;
                    let value = self.bound(src, of, lower)?;
                    match lower {
                        true => value.minus(&Poly::constant(less)),
                        false => Some(value).filter(|value| self.is_natural(value)),
                    }
                }
                _ => None,
            }
        })
    }

    /// What `x.min(y)` is not below, and `x.max(y)` not above, in terms of a loop's variable `v`: with `v < n`
    /// is `(v + 4).min(n)` at least `v + 1`.
    fn far_end(&self, x: &Poly, y: &Poly, lower: bool) -> Option<Poly> {
        let in_terms = |v: &Poly, end: &Poly, x: &Poly, y: &Poly, step: Option<&Poly>| {
            let beyond = x.minus(v)?;
            // A step is at least 1.
            let near = beyond
                .as_constant()
                .or((lower && step == Some(&beyond)).then_some(1))?;
            let at_end = y.minus(end)?.as_constant()?;
            let most = if lower {
                near.min(at_end)
            } else {
                near.max(at_end)
            };
            v.plus(&Poly::constant(most))
        };
        self.ranges.iter().rev().find_map(|info| {
            let end = match lower {
                true => info.hi.as_ref()?.minus(&Poly::constant(1))?,
                false => info.lo.clone()?,
            };
            let v = Poly::atom(info.atom.clone());
            let step = self.steps.get(&info.atom);
            let found = in_terms(&v, &end, x, y, step);
            found.or_else(|| in_terms(&v, &end, y, x, step))
        })
    }

    fn between(&self, src: &Source, node: Node) -> Option<&Meaning> {
        let name = Some(node).filter(|n| n.kind() == "identifier")?;
        let meaning = self.meaning(src.text(name))?;
        matches!(meaning, Meaning::Between(..)).then_some(meaning)
    }

    /// What is known of the value of a name without a polynomial.
    pub(super) fn ends_of(&self, src: &Source, value: Node) -> Meaning {
        match self.both_ends(src, value) {
            [None, None] => Meaning::Unknown,
            [least, most] => Meaning::Between(least, most),
        }
    }

    /// What the value is not below and not above.
    pub(super) fn both_ends(&self, src: &Source, value: Node) -> [Option<Poly>; 2] {
        let plain = |bound: Option<Poly>| bound.filter(|bound| !is_choice(bound));
        [true, false].map(|lower| plain(self.bound(src, value, lower)))
    }

    fn bound_of_sum(&self, src: &Source, node: Node, lower: bool) -> Option<Poly> {
        let (left, right) = (field(node, "left")?, field(node, "right")?);
        match src.text(field(node, "operator")?) {
            "+" => (self.bound(src, left, lower)?).plus(&self.bound(src, right, lower)?),
            "-" => (self.bound(src, left, lower)?).minus(&self.bound(src, right, !lower)?),
            "%" => {
                let natural = || self.poly(src, left).is_some_and(|p| self.is_natural(&p));
                self.poly(src, right)?.remainder_bound(lower, natural)
            }
            _ => None,
        }
    }
}
