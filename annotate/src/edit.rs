//! Edits as data: what emitted text differs in from the source.

use crate::ir::Span;

/// A replacement of one span (empty: an insertion).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edit {
    /// What is replaced.
    pub span: Span,
    /// By what.
    pub text: String,
}

/// A set of edits of one file.
#[derive(Debug, Default, Clone)]
pub struct Edits {
    list: Vec<Edit>,
}

impl Edits {
    /// Replaces `span`.
    pub fn replace(&mut self, span: Span, text: impl Into<String>) {
        self.list.push(Edit {
            span,
            text: text.into(),
        });
    }

    /// Inserts before byte `at`.
    pub fn insert(&mut self, at: usize, text: impl Into<String>) {
        self.replace(at..at, text);
    }

    /// Removes `span`.
    pub fn remove(&mut self, span: Span) {
        self.replace(span, "");
    }

    /// Has it none?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Adds all edits of another set.
    pub fn extend(&mut self, other: &Edits) {
        self.list.extend(other.list.iter().cloned());
    }

    /// Those that lie in none of these spans.
    pub(crate) fn outside<'s>(&self, spans: impl Iterator<Item = &'s Span> + Clone) -> Edits {
        let inside = |edit: &Edit| {
            let mut spans = spans.clone();
            spans.any(|span| span.start <= edit.span.start && edit.span.end <= span.end)
        };
        let list = self.list.iter().filter(|edit| !inside(edit)).cloned();
        Edits {
            list: list.collect(),
        }
    }

    /// The text of `within` with the edits that lie inside it. An edit that overlaps an
    /// earlier-starting one is part of what that one replaced, and is dropped.
    #[must_use]
    pub fn apply(&self, text: &str, within: &Span) -> String {
        let mut edits: Vec<&Edit> = self
            .list
            .iter()
            .filter(|e| e.span.start >= within.start && e.span.end <= within.end)
            .collect();
        // Stable: insertions at one place stay in the order they were made, before a
        // replacement that begins there; of two replacements the longer one wins.
        edits.sort_by_key(|e| {
            (
                e.span.start,
                !e.span.is_empty(),
                std::cmp::Reverse(e.span.end),
            )
        });
        let mut out = String::new();
        let mut at = within.start;
        for edit in edits {
            if edit.span.start < at {
                continue;
            }
            out.push_str(text.get(at..edit.span.start).unwrap_or(""));
            let replaced = text.get(edit.span.clone()).unwrap_or("");
            at = edit.span.end;
            // `in(0..n)`: what stood there was no part of the word before it, or behind it.
            if !replaced.is_empty() && !begins(replaced) && ends(&out) && begins(&edit.text) {
                out.push(' ');
            }
            out.push_str(&edit.text);
            let rest = text.get(at..within.end).unwrap_or("");
            if !replaced.is_empty() && !ends(replaced) && ends(&edit.text) && begins(rest) {
                out.push(' ');
            }
        }
        out.push_str(text.get(at..within.end).unwrap_or(""));
        out
    }
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

fn begins(text: &str) -> bool {
    text.starts_with(is_word)
}

fn ends(text: &str) -> bool {
    text.ends_with(is_word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edits_apply_once_and_outer_ones_win() {
        let mut edits = Edits::default();
        edits.replace(4..7, "bar");
        edits.insert(4, "x");
        edits.replace(4..5, "lost");
        edits.remove(8..11);
        assert_eq!(edits.apply("foo abc def", &(0..11)), "foo xbar ");
        assert_eq!(edits.apply("foo abc def", &(0..6)), "foo xlostb");
    }

    #[test]
    fn words_stay_apart() {
        let mut edits = Edits::default();
        edits.replace(2..8, "chunk");
        assert_eq!(edits.apply("in(0..n)as", &(0..10)), "in chunk as");
        assert_eq!(edits.apply("in(0..n){}", &(0..10)), "in chunk{}");
        let mut edits = Edits::default();
        edits.replace(2..3, "lo");
        edits.insert(3, "w");
        assert_eq!(edits.apply("slab", &(0..4)), "sllowb");
    }
}
