//! How a loop is cut is worked out before its tasks run, when they are registered: what decides it
//! is known there. A nest's own variables are not; of bounds that are linear in them the least and
//! the greatest are taken, and each task keeps to its part.

use crate::diag::{Diagnostic, Severity, codes};
use crate::ir::Span;

/// A name that the nest itself gives a value, and where.
#[derive(Debug, Clone)]
pub(crate) struct Made {
    pub(crate) name: String,
    pub(crate) at: Span,
}

/// What decides how a loop is cut.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Part<'l> {
    /// The bounds of the loop over this variable.
    Bounds(&'l str),
    /// The tile size of the loop over this variable.
    TileSize(&'l str),
    /// Whether the loops are cut.
    Condition,
}

/// The code of a loop changes what its bounds are made of.
pub(crate) fn changed(at: Span, name: &str) -> Diagnostic {
    let message = format!("the loop changes `{name}`, of which its bounds are made");
    Diagnostic::new(Severity::Error, codes::CUT, message, at).help(format!(
        "tasks are cut before they run: where the loop goes on to the first value, copy `{name}` to a variable before it; else write `#pragma hp5 task` on the loop"
    ))
}

/// A bound of the loop changes something.
pub(crate) fn changing(at: Span, what: &str) -> Diagnostic {
    let message = format!("the bounds of this loop change {what}");
    Diagnostic::new(Severity::Error, codes::CUT, message, at).help(
        "tasks are cut before they run, by bounds that are asked for once: set a variable before the loop, or write `#pragma hp5 task` on the loop",
    )
}

/// The first of these names that a text has, members of other things aside.
pub(crate) fn named<'m>(text: &str, made: &'m [Made]) -> Option<&'m Made> {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let stands = |name: &str| {
        text.match_indices(name).any(|(at, _)| {
            let (before, after) = (&text[..at], &text[at + name.len()..]);
            let space = before.trim_end();
            let member = space.ends_with('.') && !space.ends_with("..")
                || ["->", "::"].iter().any(|sign| space.ends_with(sign));
            !member && !before.ends_with(is_word) && !after.starts_with(is_word)
        })
    };
    made.iter().find(|one| stands(&one.name))
}

/// What decides how a loop is cut needs a name that the nest makes.
pub(crate) fn unknown(part: Part, at: Span, made: &Made) -> Diagnostic {
    let name = &made.name;
    let (message, help) = match part {
        Part::Bounds(var) => (
            format!("the bounds of the loop over `{var}` depend on `{name}` in a way that is not worked out"),
            format!("tasks are cut before they run: bounds are sums and multiples of outer loops' variables and of names from outside of the nest, such as `{name} + 1`; or tile only the loops around this one"),
        ),
        Part::TileSize(var) => (
            format!("the tile size of the loop over `{var}` depends on `{name}`, which the nest makes"),
            "tasks are cut before they run: write a size that is known before the nest".to_owned(),
        ),
        Part::Condition => (
            format!("whether the loops are cut depends on `{name}`, which the nest makes"),
            "the condition is asked once, before the nest; for turns that do nothing write an `if` in the body".to_owned(),
        ),
    };
    Diagnostic::new(Severity::Error, codes::CUT, message, at)
        .also(
            made.at.clone(),
            format!("`{name}` is known in the nest alone"),
        )
        .help(help)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_words_and_no_members() {
        let made = ["i", "lo"].map(|name| Made {
            name: name.to_owned(),
            at: 0..0,
        });
        for text in ["i", "a[i]", "n-i", "0..i", "lo * 2", "x.n + lo"] {
            assert!(named(text, &made).is_some(), "{text}");
        }
        for text in ["n", "ii", "s.i", "p -> i", "m::lo", "low", "i2"] {
            assert!(named(text, &made).is_none(), "{text}");
        }
    }
}
