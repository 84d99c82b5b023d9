//! What must hold for every input.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use hp5_annotate::diag::{json, text};
use hp5_annotate::{Options, SourceFile, translate};

use crate::Language;

/// Most findings of one input that are rendered.
const SHOWN: usize = 20;

impl Language {
    /// The line (from 1) of the first place that the language does not allow.
    fn error_line(self, text: &str) -> Option<usize> {
        match self {
            Language::Rust => error_line(text),
            Language::C => refused_line(text),
        }
    }
}

/// The line of the first error of the C compiler.
fn refused_line(text: &str) -> Option<usize> {
    let include = Path::new(env!("CARGO_MANIFEST_DIR")).join("../capi/include");
    let mut cc = Command::new("cc");
    cc.args(["-std=c11", "-fsyntax-only", "-w", "-x", "c", "-iquote"]);
    cc.arg(corpus_folder()).arg("-I").arg(include).arg("-");
    let spawned = cc
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn();
    let mut cc = spawned.expect("a C compiler, `cc`");
    if let Some(mut input) = cc.stdin.take() {
        // It may stop reading at an error.
        let _ = input.write_all(text.as_bytes());
    }
    let ended = cc.wait_with_output().expect("cc ends");
    let said = String::from_utf8_lossy(&ended.stderr);
    let line = |line: &str| line.split(':').nth(1)?.parse().ok();
    match ended.status.success() {
        true => None,
        false => Some(said.lines().find_map(line).unwrap_or(0)),
    }
}

/// Where headers of the cases are.
fn corpus_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/cases/c/project/src")
}

/// Translates the text both ways, and looks at what comes out; true when it was translated.
///
/// # Errors
/// Says what does not hold.
pub fn check(language: Language, source: &str) -> Result<bool, String> {
    let path = PathBuf::from(match language {
        Language::Rust => "fuzz.rs",
        Language::C => "fuzz.c",
    });
    let file = SourceFile {
        path: path.clone(),
        text: source.to_owned(),
    };
    let mut translated = false;
    for checked in [false, true] {
        let output = translate(std::slice::from_ref(&file), &Options::checked(checked));
        let [emitted] = &output.files[..] else {
            return Err(format!("{} outputs for one input", output.files.len()));
        };
        if emitted.changed != (emitted.text != source) {
            return Err("`changed` does not say whether the text changed".to_owned());
        }
        if output.has_errors() && emitted.changed {
            return Err("a file with errors was translated".to_owned());
        }
        let ours = source.contains("hp5") || source.contains("acemesh");
        if !ours && (emitted.changed || !output.diagnostics.is_empty()) {
            return Err("something was found in a file without directives".to_owned());
        }
        for (at, findings) in &output.diagnostics {
            findings
                .list
                .iter()
                .take(SHOWN)
                .try_for_each(|finding| show(at, source, finding))?;
        }
        let sound = emitted.changed && language.error_line(source).is_none();
        let broken = sound.then(|| language.error_line(&emitted.text)).flatten();
        if let Some(line) = broken {
            let around: Vec<&str> = emitted
                .text
                .lines()
                .skip(line.saturating_sub(3))
                .take(6)
                .collect();
            return Err(format!(
                "emitted text (checked: {checked}) is no {language:?} at line {line}, near\n{}",
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
