//! Texts of C: literals, polynomials, tile sizes, and code with other names in it.

use crate::c::dataflow::guarded_reads;
use crate::c::parse::lexical::literal;
use crate::ir::{Poly, TileSize};

/// A polynomial as an expression of type `ptrdiff_t`.
pub(super) fn value(poly: &Poly) -> String {
    poly.to_text(|atom| match atom.strip_prefix("__") {
        Some(bound) if bound.ends_with("_lo") || bound.ends_with("_hi") => format!("hp5_{bound}"),
        _ => format!("(ptrdiff_t)({atom})"),
    })
}

pub(super) fn tile(size: &TileSize) -> String {
    match size {
        TileSize::Whole => "0".to_owned(),
        TileSize::Fixed(n) => n.to_string(),
        TileSize::Expr(text) => format!("(size_t)({})", guarded_reads::divided(text)),
        TileSize::Parts { count, ceil } => {
            let ceil = if *ceil { "_ceil" } else { "" };
            format!("hp5_parts{ceil}({})", guarded_reads::divided(count))
        }
    }
}

/// Text of C with names replaced where they stand for variables: not in literals, and not as members.
pub(super) fn renamed(text: &str, names: &[(String, String)]) -> String {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let length = match literal(rest) {
            Some(length) => length,
            None if is_word(c) => rest.find(|c| !is_word(c)).unwrap_or(rest.len()),
            None => c.len_utf8(),
        };
        let before = out.trim_end();
        let member = before.ends_with('.') || before.ends_with("->");
        let found = names
            .iter()
            .filter(|_| is_word(c) && !member)
            .find(|(name, _)| {
                let after = rest.strip_prefix(name.as_str());
                after.is_some_and(|after| !after.starts_with(is_word))
            });
        match found {
            Some((name, new)) => {
                out.push_str(new);
                rest = &rest[name.len()..];
            }
            None => {
                out.push_str(&rest[..length]);
                rest = &rest[length..];
            }
        }
    }
    out
}
