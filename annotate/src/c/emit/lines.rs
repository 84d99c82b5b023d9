//! What lines of the made text are: the program's, which keep their places, or made by translation.
//!
//! Compilers warn of the program's own code alone. What is made is C99 that names things twice, casts, and
//! declares between statements, whatever the program's standard and its warnings are: where the text goes
//! through the preprocessor yet, two macros of `hp5.h` turn them off, and behind it the made lines are
//! those of a header of the system.

use crate::c::emit::quoted;
use crate::c::parse::source::Source;
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
    let directive = line_directive(src, at);
    match src.markers.preprocessed {
        false => format!("HP5_MADE_BEGIN\n{directive}"),
        true => format!("{} 3\n", directive.trim_end()),
    }
}

/// Says that the made lines end, and what stands at byte `at` follows. Stands on a line of its own.
pub(super) fn made_end(src: &Source, at: usize) -> String {
    let end = match src.markers.preprocessed {
        false => "HP5_MADE_END\n",
        true => "",
    };
    format!("{end}{}", line_directive(src, at))
}

/// Made lines joined to one each, so that compilers count none of them for the program's lines that
/// follow: errors, debuggers and coverage speak of the directive, or of where the task ends.
pub(crate) fn joined(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut made = false;
    for line in text.split_inclusive('\n') {
        let word = line.trim();
        if word.starts_with('#') || matches!(word, "HP5_MADE_BEGIN" | "HP5_MADE_END") {
            if made && !out.ends_with('\n') {
                out.push('\n');
            }
            made = match word {
                "HP5_MADE_BEGIN" => true,
                "HP5_MADE_END" => false,
                // Behind the preprocessor.
                place if place.starts_with("# ") => place.ends_with("\" 3"),
                _ => made,
            };
            out.push_str(line);
        } else if made && !line.contains("//") {
            out.push_str(line.trim_end_matches('\n'));
            out.push(' ');
        } else {
            out.push_str(line);
        }
    }
    out
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
