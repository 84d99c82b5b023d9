//! Pragmas that are not ours: `#pragma omp parallel for` beside `#pragma hp5 do`, `#pragma GCC ivdep`.
//!
//! A program may have a directive of OpenMP and one of HP5 on the same loop, in either order; who
//! compiles it chooses. In a region OpenMP's directives are dropped, as a compiler without OpenMP
//! does; `omp simd`, which says something of a loop's code, and pragmas of the compiler stay with
//! the loop that they stand before, in a task's function too. Outside of regions all stay.

use crate::c::parse::directives::{after_our_name, named};
use crate::c::parse::source::Source;
use crate::ir::Span;

/// A pragma that is not ours.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::c) struct Foreign {
    /// Its line, or lines.
    pub(in crate::c) span: Span,
    /// It is part of the code that it stands in; otherwise it is dropped in regions.
    pub(in crate::c) stays: bool,
}

/// The pragmas of a file that are not ours, in order.
pub(in crate::c) fn find(text: &str, lines: &[Span]) -> Vec<Foreign> {
    let mut list = Vec::new();
    for span in lines.iter().cloned() {
        let Some(rest) = pragma_of(&text[span.clone()]) else {
            continue;
        };
        if after_our_name(rest).is_some() {
            continue;
        }
        let stays = match named(rest, "omp") {
            Some(rest) => named(rest.trim_start(), "simd").is_some(),
            None => true,
        };
        list.push(Foreign { span, stays });
    }
    list
}

/// What follows `#pragma`.
pub(in crate::c) fn pragma_of(line: &str) -> Option<&str> {
    let rest = line.trim_start().strip_prefix('#')?.trim_start();
    Some(named(rest, "pragma")?.trim_start())
}

/// The pragmas directly before a statement that begins at `start`, not before `from`: nothing but
/// pragmas and white space is between.
pub(in crate::c) fn before(src: &Source, from: usize, start: usize) -> Vec<&Foreign> {
    let ours = |span: &Span| {
        let rest = pragma_of(src.slice(span));
        rest.and_then(after_our_name).is_some()
    };
    let mut list = Vec::new();
    let mut at = start;
    let begun = src.logical.partition_point(|line| line.start < start);
    for line in src.logical[..begun].iter().rev() {
        if line.end <= from {
            break;
        }
        let span = line.start.max(from)..line.end.min(start);
        let place = src.foreign.partition_point(|f| f.span.start < span.start);
        let found = src.foreign.get(place).filter(|f| f.span == span);
        if found.is_none() && !ours(&span) && !src.slice(&span).trim().is_empty() {
            break;
        }
        debug_assert!(span.end <= at);
        at = span.start;
        list.extend(found);
    }
    list.reverse();
    list
}
