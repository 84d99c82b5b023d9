//! Positions of an emitted text in its source: both texts in, for each span of the emitted one the span
//! of the source that it comes from.
//!
//! Emitted text is the user's with pieces put in and some of them there twice, so positions follow from an
//! alignment of tokens: the longest common subsequence first, then one for each long piece that this
//! leaves out.

use std::ops::Range;
use std::time::{Duration, Instant};

use similar::{Algorithm, DiffOp, capture_diff_slices_deadline};

use crate::ir::Lines;
use crate::syntax::tokens::{Token, tokens};

/// Tokens in a row that a piece which was left out has in common with the source, at least.
const SHORTEST: usize = 3;

/// For how long two texts that have little in common are compared.
const PATIENCE: Duration = Duration::from_millis(500);

/// The alignment of an emitted text with its source.
#[derive(Debug)]
pub(crate) struct Positions {
    /// Tokens of the emitted text.
    emitted: Vec<Token>,
    /// For each of them, the span in the source if it is from there.
    origin: Vec<Option<Range<usize>>>,
}

impl Positions {
    /// Aligns the two.
    pub(crate) fn new(source: &str, emitted: &str) -> Positions {
        let (of_source, of_emitted) = (tokens(source), tokens(emitted));
        let words = |text, list: &[Token]| -> Vec<String> {
            let text: &str = text;
            let spans = list.iter().map(|token| token.span.clone());
            spans.map(|span| text[span].to_owned()).collect()
        };
        let (old, new) = (words(source, &of_source), words(emitted, &of_emitted));
        let mut partner = vec![None; new.len()];
        align(&old, &new, 0..new.len(), 1, &mut partner);
        for piece in pieces_without(&partner) {
            align(&old, &new, piece, SHORTEST, &mut partner);
        }
        let origin = partner.into_iter();
        let origin = origin.map(|at| at.map(|at: usize| of_source[at].span.clone()));
        Positions {
            origin: origin.collect(),
            emitted: of_emitted,
        }
    }

    /// The span of the source that a span of the emitted text comes from, and whether it does: what was
    /// put in has the place of what stands before it.
    pub(crate) fn of(&self, span: &Range<usize>) -> (Range<usize>, bool) {
        let first = self.emitted.partition_point(|t| t.span.end <= span.start);
        let behind = self.emitted.partition_point(|t| t.span.start < span.end);
        let inside = self.origin.get(first..behind.max(first)).unwrap_or(&[]);
        let mut known = inside.iter().flatten();
        if let Some(start) = known.next() {
            let end = known.next_back().unwrap_or(start).end;
            let whole = start.start..end.max(start.end);
            return (whole, inside.iter().any(Option::is_some));
        }
        let before = self.origin[..first.min(self.origin.len())].iter();
        let near = before.flatten().next_back();
        let near = near.or_else(|| self.origin.iter().flatten().next());
        (near.cloned().unwrap_or(0..0), false)
    }

    /// The emitted text with what comes from the source on its line there, as far as it is in the
    /// source's order. Comments that were put in are left out.
    pub(crate) fn on_lines_of(&self, source: &str, emitted: &str) -> String {
        let lines = Lines::of(source);
        let line_of = |at: usize| lines.line(at) - 1;
        let column_of = |at: usize| at - source[..at].rfind('\n').map_or(0, |end| end + 1);
        let mut out = String::with_capacity(emitted.len());
        let (mut line, mut behind) = (0, 0);
        for (token, origin) in self.emitted.iter().zip(&self.origin) {
            let text = &emitted[token.span.clone()];
            let wanted = origin.as_ref().map_or(0, |span| line_of(span.start));
            if token.is_comment && (origin.is_none() || wanted < line) {
                if let Some(documentation) = attribute_of(text) {
                    out += &documentation;
                }
                behind = token.span.end;
                continue;
            }
            if wanted > line {
                out.extend(std::iter::repeat_n('\n', wanted - line));
                let start = origin.as_ref().map_or(0, |span| span.start);
                out.extend(std::iter::repeat_n(' ', column_of(start)));
                line = wanted;
            } else if token.span.start > behind {
                out.push(' ');
            }
            out += text;
            line += text.matches('\n').count();
            behind = token.span.end;
            if token.is_comment && text.starts_with("//") {
                out.push('\n');
                line += 1;
            }
        }
        out.push('\n');
        out
    }
}

/// `#[doc = ".."]` for a comment of documentation; `None` for others, which say nothing to the compiler.
fn attribute_of(comment: &str) -> Option<String> {
    let text = comment.strip_prefix("///")?;
    Some(format!(" #[doc = {text:?}]"))
}

/// Pairs tokens of a piece of `new` with those of `old` by their longest common subsequence, where at least
/// `shortest` in a row are equal.
fn align(
    old: &[String],
    new: &[String],
    piece: Range<usize>,
    shortest: usize,
    partner: &mut [Option<usize>],
) {
    let part = &new[piece.clone()];
    let end = Instant::now() + PATIENCE;
    let operations = capture_diff_slices_deadline(Algorithm::Myers, old, part, Some(end));
    for operation in operations {
        if let DiffOp::Equal {
            old_index,
            new_index,
            len,
        } = operation
            && len >= shortest
        {
            for n in 0..len {
                partner[piece.start + new_index + n] = Some(old_index + n);
            }
        }
    }
}

/// Pieces of at least so many tokens that have no partner, but for a few.
fn pieces_without(partner: &[Option<usize>]) -> Vec<Range<usize>> {
    let mut list = Vec::new();
    let mut start = None;
    for at in 0..=partner.len() {
        let alone = partner.get(at).is_some_and(Option::is_none);
        match (alone, start) {
            (true, None) => start = Some(at),
            (false, Some(from)) => {
                if at - from >= SHORTEST {
                    list.push(from..at);
                }
                start = None;
            }
            _ => {}
        }
    }
    list
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOURCE: &str = "#[hp5::region(serial(twice_serial))]\nfn twice(a: &mut [f64]) {\n    \
                          #[hp5::task_tile(i = 8)]\n    for i in 0..a.len() {\n        // doubled\n        \
                          a[i] = 2.0 * a[i];\n    }\n}\n\nfn last() { wrong }\n";
    const EMITTED: &str = "#[allow(unused)]\nfn twice(a: &mut [f64]) {\n    let mut __region = \
                           begin();\n    // Task 1.\n    __region.spawn(move |__task| {\n        for i in \
                           __task.range() {\n        // doubled\n        __a[i] = 2.0 * a[i];\n    }\n    \
                           });\n    __region.end();\n}\n\n/// The serial elision.\nfn twice_serial(a: &mut \
                           [f64]) {\n    for i in 0..a.len() {\n        // doubled\n        a[i] = 2.0 * \
                           a[i];\n    }\n}\n\nfn last() { wrong }\n";

    fn shown(part: &str, from: usize) -> (&'static str, bool) {
        let start = from + EMITTED[from..].find(part).unwrap();
        let (span, exact) = Positions::new(SOURCE, EMITTED).of(&(start..start + part.len()));
        (&SOURCE[span], exact)
    }

    #[test]
    fn both_copies_come_from_one_place() {
        let twin = EMITTED.find("twice_serial").unwrap();
        assert_eq!(shown("2.0 * a[i]", 0), ("2.0 * a[i]", true));
        assert_eq!(shown("2.0 * a[i]", twin), ("2.0 * a[i]", true));
        assert_eq!(shown("wrong", 0), ("wrong", true));
        assert!(!shown("begin()", 0).1);
    }

    #[test]
    fn lines_are_those_of_the_source() {
        let text = Positions::new(SOURCE, EMITTED).on_lines_of(SOURCE, EMITTED);
        let lines: Vec<&str> = text.lines().collect();
        for (number, part) in [
            (2, "fn twice(a"),
            (6, "= 2.0 * a[i];"),
            (10, "fn last() { wrong }"),
        ] {
            assert!(lines[number - 1].contains(part), "{number}: {part}\n{text}");
        }
        let squeezed = |text: &str| {
            let words = tokens(text).into_iter().filter(|token| !token.is_comment);
            words
                .map(|token| text[token.span].to_owned())
                .collect::<String>()
        };
        assert_eq!(
            squeezed(&text.replace("#[doc = \" The serial elision.\"]", "")),
            squeezed(EMITTED)
        );
    }
}
