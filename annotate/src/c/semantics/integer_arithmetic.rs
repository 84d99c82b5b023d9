//! The types in which C works out integers, and what their arithmetic makes of polynomials.
//!
//! Numbers without a sign are residues: `i + 4294967295u` of an `unsigned i` is `i - 1`. A polynomial of such
//! a type stands for one of the numbers that are equal to the value modulo 2 to the power of 32; where the
//! value goes into a wider type, or is a subscript, the polynomial has to be the value itself. What has to
//! hold for that is a [`Wrap`], which [`unsigned_wrap`](crate::c::semantics::unsigned_wrap) shows or has looked at when the task is
//! registered. Of numbers of 64 bits subscripts are residues, too: the address is. Signed arithmetic does not
//! overflow in a C program.

use tree_sitter::Node;

use crate::c::parse::source::{Source, field};
use crate::c::semantics::declarations;
use crate::ir::{Poly, Wrap, WrapOf, formula};

/// The type of an expression, small ones promoted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(in crate::c) enum Int {
    Plain,
    Unsigned,
    Long,
    UnsignedLong,
    /// Of 32 or 64 bits, perhaps without a sign.
    #[default]
    Unknown,
}

/// Types of headers by their names.
const NAMED: [(&str, Int); 24] = [
    ("size_t", Int::UnsignedLong),
    ("uintptr_t", Int::UnsignedLong),
    ("uintmax_t", Int::UnsignedLong),
    ("uint64_t", Int::UnsignedLong),
    ("ssize_t", Int::Long),
    ("ptrdiff_t", Int::Long),
    ("intptr_t", Int::Long),
    ("intmax_t", Int::Long),
    ("int64_t", Int::Long),
    ("off_t", Int::Long),
    ("int32_t", Int::Plain),
    ("uint32_t", Int::Unsigned),
    ("uint", Int::Unsigned),
    ("int_least32_t", Int::Plain),
    ("uint_least32_t", Int::Unsigned),
    ("int8_t", Int::Plain),
    ("int16_t", Int::Plain),
    ("uint8_t", Int::Plain),
    ("uint16_t", Int::Plain),
    ("_Bool", Int::Plain),
    ("bool", Int::Plain),
    ("ushort", Int::Plain),
    ("uchar", Int::Plain),
    ("ulong", Int::UnsignedLong),
];

impl Int {
    /// It is known to have a sign.
    pub(in crate::c) fn is_signed(self) -> bool {
        matches!(self, Int::Plain | Int::Long)
    }

    /// The type that values have of a type of these words.
    pub(in crate::c) fn of(words: &str) -> Int {
        let (mut unsigned, mut long, mut small, mut plain) = (false, false, false, false);
        for word in words.split_whitespace() {
            match word {
                "unsigned" => unsigned = true,
                "long" => long = true,
                "char" | "short" => small = true,
                "int" | "signed" => plain = true,
                "const" | "volatile" | "static" | "register" | "extern" | "inline" => {}
                _ => {
                    let named = NAMED.iter().find(|(name, _)| *name == word);
                    return named.map_or(Int::Unknown, |(_, int)| *int);
                }
            }
        }
        match (unsigned, long, small, plain) {
            (_, _, true, _) => Int::Plain,
            (true, true, ..) => Int::UnsignedLong,
            (true, false, ..) => Int::Unsigned,
            (false, true, ..) => Int::Long,
            (.., true) => Int::Plain,
            _ => Int::Unknown,
        }
    }

    /// That in which values of two types are worked with.
    pub(in crate::c) fn with(self, other: Int) -> Int {
        use Int::{Long, Plain, Unknown, Unsigned, UnsignedLong};
        match (self, other) {
            (UnsignedLong, _) | (_, UnsignedLong) => UnsignedLong,
            // Perhaps one without a sign: what it makes of numbers is the same.
            (Long, Unknown) | (Unknown, Long) => UnsignedLong,
            (Long, _) | (_, Long) => Long,
            (Unknown, _) | (_, Unknown) => Unknown,
            (Unsigned, _) | (_, Unsigned) => Unsigned,
            (Plain, Plain) => Plain,
        }
    }

    /// Its numbers may be residues modulo 2 to the power of 32.
    fn wraps(self) -> bool {
        matches!(self, Int::Unsigned | Int::Unknown)
    }
}

/// A number and the type of its literal.
pub(in crate::c) fn literal(text: &str) -> Option<(i64, Int)> {
    let text = text.trim();
    let digits = text.trim_end_matches(['u', 'U', 'l', 'L']);
    let suffix = text[digits.len()..].to_ascii_lowercase();
    let value = integer(text).or_else(|| {
        let hex = digits.strip_prefix("0x").or(digits.strip_prefix("0X"));
        let large = match hex {
            Some(hex) => u64::from_str_radix(hex, 16),
            None => digits.parse(),
        };
        Some(large.ok()?.cast_signed())
    })?;
    let large = !(0..=i64::from(u32::MAX)).contains(&value);
    let based = digits.len() > 1 && digits.starts_with('0');
    let beyond_int = value > i64::from(i32::MAX);
    let int = match (suffix.contains('u'), suffix.contains('l')) {
        _ if value < 0 => Int::UnsignedLong,
        (true, true) => Int::UnsignedLong,
        (true, false) if large => Int::UnsignedLong,
        (true, false) => Int::Unsigned,
        (false, true) => Int::Long,
        (false, false) if large => Int::Long,
        (false, false) if beyond_int && based => Int::Unsigned,
        (false, false) if beyond_int => Int::Long,
        (false, false) => Int::Plain,
    };
    Some((value, int))
}

/// The residues modulo 2 to the power of 32 that are nearest to 0, in place of coefficients.
pub(in crate::c) fn settled(poly: Poly, int: Int) -> Poly {
    match int {
        Int::Unsigned => poly.map(|c| i64::from(c as i32)),
        _ => poly,
    }
}

/// What a value is that is made one of another type.
pub(in crate::c) fn converted(poly: Poly, from: Int, to: Int, wraps: &mut Vec<Wrap>) -> Poly {
    let wide = matches!(to, Int::Long | Int::UnsignedLong);
    if let Some(number) = poly.as_constant() {
        return Poly::constant(match (from, to) {
            (Int::Unsigned, Int::Long | Int::UnsignedLong) => i64::from(number as u32),
            (_, Int::Plain | Int::Unsigned) => i64::from(number as i32),
            _ => number,
        });
    }
    let signed = match (from, to) {
        (Int::Plain | Int::Unknown, Int::Plain) => false,
        (_, Int::Plain) => true,
        _ => false,
    };
    let leaves = from.wraps() && (wide || (from == Int::Unsigned && to == Int::Unknown));
    // A variable's own value is one of its type.
    let moved = poly
        .as_factor()
        .is_none_or(|(product, c)| product.len() != 1 || c != 1);
    if signed || (leaves && moved) {
        let of = if signed {
            WrapOf::Signed
        } else {
            WrapOf::Index
        };
        let wrap = Wrap {
            value: poly.clone(),
            of,
        };
        if !wraps.contains(&wrap) {
            wraps.push(wrap);
        }
    }
    poly
}

/// The words of what a cast makes.
pub(in crate::c) fn of_cast(src: &Source, cast: Node) -> Int {
    let Some(of) = field(cast, "type") else {
        return Int::Unknown;
    };
    match declarations::definition(src, of) {
        Some(found) => Int::of(&found.plain_words(src)),
        None => Int::of(src.text(of)),
    }
}

/// The operator makes a polynomial of two.
pub(in crate::c) fn is_of_sums(operator: &str) -> bool {
    matches!(operator, "+" | "-" | "*" | "<<")
}

/// A sum, a difference or a product, in the type of both sides, which have wrapped around where `own` says; a shift
/// by a number is a product.
pub(in crate::c) fn computed(
    operator: &str,
    ((a, of_a), (b, of_b)): ((Poly, Int), (Poly, Int)),
    mut own: Vec<Wrap>,
    wraps: &mut Vec<Wrap>,
) -> Option<(Poly, Int)> {
    if !is_of_sums(operator) {
        return None;
    }
    if operator == "<<" {
        let by = b.as_constant().filter(|by| (0..31).contains(by))?;
        wraps.append(&mut own);
        return Some((settled(a.times(&Poly::constant(1 << by))?, of_a), of_a));
    }
    let int = of_a.with(of_b);
    let (a, b) = (
        converted(a, of_a, int, &mut own),
        converted(b, of_b, int, &mut own),
    );
    let value = match operator {
        "+" => a.plus(&b),
        "-" => a.minus(&b),
        _ => a.times(&b),
    };
    let value = value?;
    wraps.append(&mut own);
    Some((settled(value, int), int))
}

/// What a value that is one of two is more than the lesser one, in names of atoms.
pub(in crate::c) const CHOICE: &str = "choice";

/// A conditional expression as an atom, by what its parts are.
pub(in crate::c) fn atom<'t>(
    node: Node<'t>,
    at: impl Fn(Node<'t>) -> Option<Poly>,
) -> Option<Poly> {
    let parts = ["condition", "consequence", "alternative"].map(|name| at(field(node, name)?));
    let [condition, yes, no] = parts;
    formula::choice(&[condition?, yes?, no?])
}

/// The value of an integer literal, suffix aside.
pub(in crate::c) fn integer(text: &str) -> Option<i64> {
    let text = text.trim().trim_end_matches(['u', 'U', 'l', 'L']);
    match text.get(..2) {
        Some("0x" | "0X") => i64::from_str_radix(&text[2..], 16).ok(),
        _ if text.len() > 1 && text.starts_with('0') => i64::from_str_radix(text, 8).ok(),
        _ => text.parse().ok(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals_have_the_types_of_c() {
        assert_eq!(literal("7"), Some((7, Int::Plain)));
        assert_eq!(literal("7u"), Some((7, Int::Unsigned)));
        assert_eq!(literal("4294967295"), Some((4_294_967_295, Int::Long)));
        assert_eq!(literal("0xFFFFFFFF"), Some((4_294_967_295, Int::Unsigned)));
        assert_eq!(
            literal("0xFFFFFFFFFFFFFFFFul"),
            Some((-1, Int::UnsignedLong))
        );
        assert_eq!(literal("1LL"), Some((1, Int::Long)));
    }

    #[test]
    fn types_are_worked_with_as_in_c() {
        let of = |a: &str, b: &str| Int::of(a).with(Int::of(b));
        assert_eq!(of("unsigned char", "short"), Int::Plain);
        assert_eq!(of("unsigned", "int"), Int::Unsigned);
        assert_eq!(of("uint32_t", "long"), Int::Long);
        assert_eq!(of("size_t", "int"), Int::UnsignedLong);
        assert_eq!(of("my_index", "unsigned"), Int::Unknown);
    }

    #[test]
    fn residues_are_near_zero() {
        let sum = Poly::atom("i").plus(&Poly::constant(4_294_967_290));
        let near = Poly::atom("i").plus(&Poly::constant(-6));
        assert_eq!(sum.map(|sum| settled(sum, Int::Unsigned)), near);
    }
}
