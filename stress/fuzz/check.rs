//! What must hold for every input.

use std::path::{Path, PathBuf};

use hp5_annotate::diag::{json, text};
use hp5_annotate::{Options, SourceFile, translate};

/// Most findings of one input that are rendered.
const SHOWN: usize = 20;

/// Translates the text both ways, and looks at what comes out; true when it was translated.
///
/// # Errors
/// Says what does not hold.
pub fn check(source: &str) -> Result<bool, String> {
    let path = PathBuf::from("fuzz.rs");
    let file = SourceFile {
        path: path.clone(),
        text: source.to_owned(),
    };
    let mut translated = false;
    for checked in [false, true] {
        let output = translate(std::slice::from_ref(&file), &Options { checked });
        let [emitted] = &output.files[..] else {
            return Err(format!("{} outputs for one input", output.files.len()));
        };
        if emitted.changed != (emitted.text != source) {
            return Err("`changed` does not say whether the text changed".to_owned());
        }
        if output.has_errors() && emitted.changed {
            return Err("a file with errors was translated".to_owned());
        }
        if !source.contains("hp5") && (emitted.changed || !output.diagnostics.is_empty()) {
            return Err("something was found in a file without directives".to_owned());
        }
        for (at, findings) in &output.diagnostics {
            findings
                .list
                .iter()
                .take(SHOWN)
                .try_for_each(|finding| show(at, source, finding))?;
        }
        let before = error_line(source).is_none();
        if let (true, Some(line)) = (emitted.changed && before, error_line(&emitted.text)) {
            let around: Vec<&str> = emitted
                .text
                .lines()
                .skip(line.saturating_sub(3))
                .take(6)
                .collect();
            return Err(format!(
                "emitted text (checked: {checked}) is no Rust at line {line}, near\n{}",
                around.join("\n")
            ));
        }
        translated |= emitted.changed;
    }
    Ok(translated)
}

/// A finding lies in the text and can be shown.
fn show(path: &Path, source: &str, finding: &hp5_annotate::diag::Diagnostic) -> Result<(), String> {
    let name = path.to_string_lossy();
    let labels = std::iter::once(&finding.primary).chain(&finding.secondary);
    for label in labels {
        if text::inside(source, &label.span) != label.span {
            return Err(format!(
                "span {:?} of {} is not in the text",
                label.span, finding.code
            ));
        }
    }
    let shown = text::render(&name, source, finding, true);
    let line = json::diagnostic(&name, source, finding);
    if !shown.contains(finding.code) || line.contains('\n') {
        return Err(format!("{} cannot be shown", finding.code));
    }
    Ok(())
}

/// The line (from 1) of the first place that is no Rust. This is another parser than the
/// translator's, and a stricter one.
fn error_line(text: &str) -> Option<usize> {
    if nesting(text) > DEEPEST {
        return Some(0);
    }
    syn::parse_file(text)
        .err()
        .map(|error| error.span().start().line)
}

/// `syn` recurses; deeper text is not given to it.
const DEEPEST: usize = 150;

/// An upper bound of how deeply expressions can be nested: brackets that are open, or a run of
/// prefix operators and closure parameters.
fn nesting(text: &str) -> usize {
    let (mut deepest, mut open, mut run) = (0, 0_usize, 0);
    for byte in text.bytes() {
        match byte {
            b'(' | b'[' | b'{' | b'<' => open += 1,
            b')' | b']' | b'}' | b'>' => open = open.saturating_sub(1),
            _ => {}
        }
        run = if b"&-!*|x ".contains(&byte) {
            run + 1
        } else {
            0
        };
        deepest = deepest.max(open).max(run);
    }
    deepest
}
