//! Lengths of nested arrays in the text of bounds, where the array is a view.

use crate::emit::task::opening;
use crate::ir::{VarKind, Variable};
use crate::syntax::rust::binding_of;

/// A text in which these arrays are views.
pub(super) fn of_views<'v>(text: String, views: impl IntoIterator<Item = &'v Variable>) -> String {
    views.into_iter().fold(text, |text, v| match v.kind {
        VarKind::Nested { dims } => of_view(&text, &binding_of(&v.name), dims),
        _ => text,
    })
}

/// A text with `a[0].len()` as views have it: `a.plane(0).len()` in three dimensions.
fn of_view(text: &str, name: &str, dims: usize) -> String {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let (mut out, mut rest) = (String::with_capacity(text.len()), text);
    while let Some(at) = rest.find(name) {
        let (before, after) = (&rest[..at], &rest[at + name.len()..]);
        out.push_str(before);
        let member = out.ends_with('.') && !out.ends_with("..");
        let whole = !member && !out.ends_with(is_word);
        out.push_str(name);
        rest = after;
        if let Some((rows, left)) = rows(after, dims).filter(|_| whole) {
            out.push_str(&rows);
            rest = left;
        }
    }
    out + rest
}

/// The brackets before `.len()`, and what follows them.
fn rows(text: &str, dims: usize) -> Option<(String, &str)> {
    let (mut out, mut rest, mut brackets) = (String::new(), text, 0);
    while rest.starts_with('[') {
        let mut depth = 0_i32;
        let close = rest.char_indices().find_map(|(at, c)| {
            depth += i32::from(c == '[') - i32::from(c == ']');
            (depth == 0).then_some(at)
        })?;
        out += opening(dims, brackets);
        out += &rest[1..close];
        out.push(')');
        rest = &rest[close + 1..];
        brackets += 1;
    }
    (0 < brackets && brackets < dims && rest.starts_with(".len()")).then_some((out, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_are_asked_for_as_views_have_them() {
        let of = |text: &str| of_view(text, "a", 3);
        assert_eq!(of("0..a[0].len() - 2"), "0..a.plane(0).len() - 2");
        assert_eq!(
            of("a[b[i]][a.len()].len()"),
            "a.plane(b[i]).row(a.len()).len()"
        );
        for kept in [
            "a.len()",
            "aa[0].len()",
            "s.a[0].len()",
            "a[0][1][2]",
            "a[(0, i, 1)]",
        ] {
            assert_eq!(of(kept), kept);
        }
    }
}
