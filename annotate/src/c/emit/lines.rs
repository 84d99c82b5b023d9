//! What lines of the made text are: the program's, which keep their places, or made by translation.
//!
//! Compilers warn of the program's own code alone. What is made is C99 that names things twice, casts, and
//! declares between statements, whatever the program's standard and its warnings are: where the text goes
//! through the preprocessor yet, two macros of `hp5.h` turn them off, and behind it the made lines are
//! those of a header of the system.

use super::quoted;
use crate::c::syntax::Source;
use crate::ir::Span;

/// Says that what follows is what stands at byte `at`.
pub(super) fn line_directive(src: &Source, at: usize) -> String {
    let (file, line) = src.place(src.line(at));
    let word = if src.markers.preprocessed { "" } else { "line" };
    format!("#{word} {line} {}\n", quoted(&file))
}

/// As many lines as a span has that is replaced.
pub(super) fn newlines(src: &Source, span: &Span) -> String {
    let mut lines = "\n".repeat(src.slice(span).matches('\n').count());
    if src.markers.within(span) {
        lines.push('\n');
        lines.push_str(&line_directive(src, span.end));
    }
    lines
}

/// Says that the lines which follow are made, at byte `at`. Stands on a line of its own.
pub(super) fn made_begin(src: &Source, at: usize) -> String {
    if !src.markers.preprocessed {
        return "HP5_MADE_BEGIN\n".to_owned();
    }
    let directive = line_directive(src, at);
    format!("{} 3\n", directive.trim_end())
}

/// Says that the made lines end, and what stands at byte `at` follows. Stands on a line of its own.
pub(super) fn made_end(src: &Source, at: usize) -> String {
    let end = match src.markers.preprocessed {
        false => "HP5_MADE_END\n",
        true => "",
    };
    format!("{end}{}", line_directive(src, at))
}

/// Made text of one line, among the program's on the line of byte `at`.
pub(super) fn made(src: &Source, at: usize, text: &str) -> String {
    match src.markers.preprocessed {
        false => format!("HP5_MADE_BEGIN {text} HP5_MADE_END "),
        true => format!("\n{}{text}\n{}", made_begin(src, at), made_end(src, at)),
    }
}

/// All lines but the first with white space in front, and but directives: behind the preprocessor they
/// have none.
pub(super) fn indented(text: &str, indent: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for (n, line) in text.split('\n').enumerate() {
        if n > 0 {
            out.push('\n');
            out.push_str(if line.starts_with('#') { "" } else { indent });
        }
        out.push_str(line);
    }
    out
}
