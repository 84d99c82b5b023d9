//! Types of integer expressions, as far as they are written down, and whether a value of one type is the same
//! in another: `i as u8`, `(c + 1) as usize` of a `c: u8`.

use tree_sitter::Node;

use crate::ir::Poly;
use crate::lower::affine::Env;
use crate::lower::body::range_of;
use crate::semantics::functions;
use crate::semantics::headers::place_type;
use crate::semantics::scopes::{Binder, binder, initialiser};
use crate::semantics::types::reference;
use crate::syntax::items::find_item;
use crate::syntax::rust::{Source, callee, children, field, peel};

/// Expressions within expressions beyond which nobody looks.
const DEPTH: usize = 16;

/// Of numbers below it many make no number that is out of the ordinary.
pub(super) const SMALL: i64 = 1 << 16;

/// An integer type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Int {
    signed: bool,
    bits: u32,
}

impl Int {
    /// The type of that name.
    pub(super) fn named(name: &str) -> Option<Int> {
        let name = name.trim();
        let signed = name.starts_with('i');
        let bits = match name.strip_prefix(['i', 'u'])? {
            "size" => 64,
            bits => bits
                .parse()
                .ok()
                .filter(|b| matches!(b, 8 | 16 | 32 | 64 | 128))?,
        };
        Some(Int { signed, bits })
    }

    /// Nobody counts so far in it that it wraps around.
    pub(super) fn is_wide(self) -> bool {
        self.bits >= 64
    }

    /// It has numbers below 0.
    pub(super) fn is_signed(self) -> bool {
        self.signed
    }

    /// Bytes and half words, which wrap around soon.
    fn is_small(self) -> bool {
        self.bits <= 16
    }

    /// Its least and its greatest value, where it is not wide.
    fn range(self) -> Option<(i64, i64)> {
        match (self.is_wide(), self.signed) {
            (true, _) => None,
            (_, true) => Some((-(1 << (self.bits - 1)), (1 << (self.bits - 1)) - 1)),
            (_, false) => Some((0, (1 << self.bits) - 1)),
        }
    }

    /// It has all values of the other one.
    fn holds(self, other: Int) -> bool {
        let signs = self.signed == other.signed || (self.signed && self.bits > other.bits);
        signs && self.bits >= other.bits
    }
}

/// What is known of a value when it becomes one of another type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kept {
    /// It is the same.
    Yes,
    /// Nothing shows that it is not, and one that is not would be out of the ordinary.
    Likely,
    /// It may be another one.
    No,
}

impl Env {
    /// Whether `value`, the polynomial of an expression, is the same when that has become a `to`.
    pub(super) fn kept(&self, src: &Source, node: Node, value: &Poly, to: Int) -> Kept {
        let from = type_of(src, node, 0);
        let within = |ty: Int| {
            let (least, most) = self.ends(src, node, value, 0);
            let fits = |(low, high)| Some(least? >= low && most? <= high);
            ty.range().and_then(fits).unwrap_or(false)
        };
        // What is computed with bytes wraps around by itself.
        let alone = matches!(value.as_factor(), Some((product, 1)) if product.len() == 1);
        let computed = !alone && value.as_constant().is_none();
        if from.is_some_and(|from| from.is_small() && computed && !within(from)) {
            return Kept::No;
        }
        if to.is_wide() || from.is_some_and(|from| to.holds(from)) || within(to) {
            return Kept::Yes;
        }
        let hashed = from.is_some_and(|from| from.is_wide() && !is_size(src, node));
        let counted = is_near_one(value) && self.begins_low(value, 0);
        match to.is_small() || hashed || !counted {
            true => Kept::No,
            false => Kept::Likely,
        }
    }

    /// Counted from a small number in small steps: it takes a loop of more turns than anybody waits for until
    /// it no longer fits into 32 bits.
    fn begins_low(&self, value: &Poly, depth: usize) -> bool {
        let low = |atom: &str| {
            let choices = self.choices.borrow();
            let mut known = self.ranges.iter().chain(choices.iter());
            let lo = known.find(|l| l.atom == atom).and_then(|l| l.lo.clone());
            !self.strides.contains(atom) && lo.is_some_and(|lo| self.begins_low(&lo, depth + 1))
        };
        depth <= DEPTH
            && value.terms().all(|(product, c)| match product {
                [] => c.abs() < SMALL,
                [atom] => c.abs() < SMALL && low(atom),
                _ => false,
            })
    }

    /// The least and the greatest value, where numbers and types show it.
    fn ends(
        &self,
        src: &Source,
        at: Node,
        value: &Poly,
        depth: usize,
    ) -> (Option<i64>, Option<i64>) {
        if depth > DEPTH {
            return (None, None);
        }
        let of_atom = |atom: &String| {
            let choices = self.choices.borrow();
            let info = self
                .ranges
                .iter()
                .chain(choices.iter())
                .find(|l| l.atom == *atom);
            match info {
                Some(info) => {
                    let least = info
                        .lo
                        .as_ref()
                        .and_then(|lo| self.ends(src, at, lo, depth + 1).0);
                    let most = info
                        .hi
                        .as_ref()
                        .and_then(|hi| self.ends(src, at, hi, depth + 1).1);
                    (least, most.and_then(|most| most.checked_sub(1)))
                }
                None => match name_type(src, at, atom, 0) {
                    Some(ty) if !ty.is_wide() => {
                        ty.range().map_or((None, None), |(a, b)| (Some(a), Some(b)))
                    }
                    Some(ty) if !ty.signed => (Some(0), None),
                    _ => (None, None),
                },
            }
        };
        let mut sum = (Some(0_i64), Some(0_i64));
        for (product, c) in value.terms() {
            let term = match product {
                [] => (Some(c), Some(c)),
                [atom] => {
                    let (least, most) = of_atom(atom);
                    let times = |end: Option<i64>| end.and_then(|end| end.checked_mul(c));
                    match c < 0 {
                        true => (times(most), times(least)),
                        false => (times(least), times(most)),
                    }
                }
                _ => (None, None),
            };
            let add = |a: Option<i64>, b: Option<i64>| a?.checked_add(b?);
            sum = (add(sum.0, term.0), add(sum.1, term.1));
        }
        sum
    }
}

/// A name or a loop's variable, and a small number: `i + 1`.
fn is_near_one(value: &Poly) -> bool {
    let mut names = 0;
    let near = value.terms().all(|(product, c)| match product {
        [] => c.abs() < SMALL,
        [_] => {
            names += 1;
            c.abs() == 1
        }
        _ => false,
    });
    near && names <= 1
}

/// Some name in it is of a type for sizes: what is computed of these is one.
fn is_size(src: &Source, node: Node) -> bool {
    let mut stack = vec![node];
    while let Some(part) = stack.pop() {
        let written = match part.kind() {
            "identifier" => match binder(src, part, src.text(part)) {
                Some(Binder::Let(l)) if field(l, "type").is_some() => field(l, "type"),
                Some(Binder::Parameter(p)) => field(p, "type"),
                _ => None,
            },
            "type_cast_expression" => field(part, "type"),
            _ => None,
        };
        if written.is_some_and(|ty| matches!(src.text(ty), "u64" | "i64" | "u128" | "i128")) {
            return false;
        }
        if part.kind() == "integer_literal"
            && ["u64", "i64"].iter().any(|s| src.text(part).ends_with(s))
        {
            return false;
        }
        stack.extend(children(part));
    }
    true
}

/// The name is of an unsigned type, as far as types are written down.
pub(super) fn is_unsigned(src: &Source, at: Node, name: &str) -> bool {
    name_type(src, at, name, 0).is_some_and(|ty| !ty.signed)
}

/// The type of a name where it stands.
fn name_type(src: &Source, at: Node, name: &str, depth: usize) -> Option<Int> {
    if depth > DEPTH {
        return None;
    }
    match binder(src, at, name) {
        Some(Binder::Parameter(parameter)) => Int::named(src.text(field(parameter, "type")?)),
        Some(Binder::Let(declaration)) => {
            let plain = field(declaration, "pattern")?.kind() == "identifier";
            match field(declaration, "type").filter(|_| plain) {
                Some(ty) => Int::named(src.text(ty)),
                None => type_of(src, initialiser(src, declaration, name)?, depth + 1),
            }
        }
        Some(Binder::For(looped)) => {
            let range = range_of(src, field(looped, "value")?)?;
            let mut ends = [range.lo, range.hi].into_iter().flatten();
            ends.find_map(|end| type_of(src, end, depth + 1))
        }
        Some(Binder::Other(_)) => None,
        None => {
            let mut items = ["const_item", "static_item"].into_iter();
            let item = items.find_map(|kind| find_item(src, kind, name))?;
            Int::named(src.text(field(item, "type")?))
        }
    }
}

/// The type of an expression; `None` where it is not written down.
pub(super) fn type_of(src: &Source, node: Node, depth: usize) -> Option<Int> {
    if depth > DEPTH {
        return None;
    }
    let inner = |node| type_of(src, node, depth + 1);
    match node.kind() {
        "parenthesized_expression" => inner(peel(node)),
        "integer_literal" => {
            let text = src.text(node);
            Int::named(text.get(text.find(['i', 'u'])?..)?)
        }
        "type_cast_expression" => Int::named(src.text(field(node, "type")?)),
        "identifier" => name_type(src, node, src.text(node), depth + 1),
        "scoped_identifier" => Int::named(src.text(field(node, "path")?)),
        "unary_expression" if src.text(node).starts_with('-') => inner(*children(node).first()?),
        "binary_expression" => {
            let shift = matches!(src.text(field(node, "operator")?), "<<" | ">>");
            let left = inner(field(node, "left")?);
            left.or_else(|| inner(field(node, "right")?).filter(|_| !shift))
        }
        "call_expression" => call_type(src, node, depth + 1),
        "field_expression" | "index_expression" | "unary_expression" => {
            let ty = place_type(src, node, 0)?;
            Int::named(reference(&ty).map_or(ty.as_str(), |(_, target)| target))
        }
        _ => None,
    }
}

/// A method of integers that gives one of the same type, made of it and its arguments.
pub(super) fn is_of_numbers(method: &str) -> bool {
    const SAME: [&str; 20] = [
        "min",
        "max",
        "clamp",
        "abs",
        "pow",
        "rem_euclid",
        "div_euclid",
        "div_ceil",
        "signum",
        "isqrt",
        "wrapping_add",
        "wrapping_sub",
        "wrapping_mul",
        "saturating_add",
        "saturating_sub",
        "saturating_mul",
        "rotate_left",
        "rotate_right",
        "abs_diff",
        "swap_bytes",
    ];
    SAME.contains(&method)
}

/// The type of what a call gives.
fn call_type(src: &Source, node: Node, depth: usize) -> Option<Int> {
    let function = callee(node)?;
    if function.kind() != "field_expression" {
        // `usize::from(c)`
        let path = field(function, "path").and_then(|p| Int::named(src.text(p)));
        return path.or_else(|| {
            let returned = field(functions::called(src, function)?, "return_type")?;
            Int::named(src.text(returned))
        });
    }
    match src.text(field(function, "field")?) {
        "len" | "nrows" | "ncols" | "count" => Int::named("usize"),
        "count_ones" | "count_zeros" | "leading_zeros" | "trailing_zeros" => Int::named("u32"),
        method if is_of_numbers(method) => type_of(src, field(function, "value")?, depth),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::syntax::rust::parse;

    #[test]
    fn types_of_expressions() {
        let text = "const K: u16 = 3; struct S { n: u8 }
            fn f(c: u8, s: &S, v: &[i16], n: usize) {
                for i in 0..c { let k = i + 1; let m = k as u32;
                    here((c, k, m, s.n, v[2], K, n + 1, 7u64, c.wrapping_mul(3), v.len(), u8::MAX, (1 + m) << n, 5)); } }";
        let src = parse(Path::new("t.rs"), text.to_owned()).expect("parses");
        let at = text.find("here(").expect("a call") + 6;
        let tuple = src
            .tree
            .root_node()
            .descendant_for_byte_range(at - 1, at + 120);
        let mut tuple = tuple.expect("a node");
        while tuple.kind() != "tuple_expression" {
            tuple = children(tuple)
                .into_iter()
                .find(|c| c.byte_range().contains(&at))
                .expect("inside");
        }
        let types: Vec<Option<Int>> = (children(tuple).into_iter())
            .map(|n| type_of(&src, n, 0))
            .collect();
        let wanted = [
            "u8", "u8", "u32", "u8", "i16", "u16", "usize", "u64", "u8", "usize", "u8", "u32", "",
        ];
        assert_eq!(types, wanted.map(Int::named));
    }

    #[test]
    fn values_of_types() {
        let of = |name| Int::named(name).expect("a type");
        assert!(of("i16").holds(of("u8")) && !of("u16").holds(of("i8")));
        assert!(of("usize").is_wide() && !of("u32").is_wide());
        assert_eq!(of("i8").range(), Some((-128, 127)));
        assert_eq!(Int::named("f64"), None);
        assert!(is_near_one(&Poly::atom("i")) && !is_near_one(&Poly::constant(1 << 32)));
    }
}
