//! Translation in a build script, so that a plain `cargo build` gives the parallel program.
//!
//! `build.rs`:
//! ```no_run
//! fn main() -> Result<(), hp5_annotate::build::BuildError> {
//!     hp5_annotate::Build::new().compile()
//! }
//! ```
//! `src/kernel.rs` has the annotated functions, and `src/main.rs` takes in its translation
//! with `mod kernel { hp5::include_annotated!("kernel.rs"); }` where it would have said
//! `mod kernel;`. `Cargo.toml` needs `hp5` under `[dependencies]` and `hp5-annotate` under
//! `[build-dependencies]`.
//!
//! All files below `src` are written to `$OUT_DIR/hp5`, so `mod` declarations inside of an
//! included file find theirs. `HP5_SERIAL=1 cargo build` writes them untranslated: the serial
//! program, for comparison. In both cases `cfg(hp5_annotated)` is set.
//!
//! What comes from the source stands on the line that it has there, so messages of the compiler and of
//! panics name the line of the file with that name.
//!
//! `include!` takes no inner attributes, so `//!` at the top of a file becomes `//`, and
//! `#![allow(..)]` and its like are left out with a warning.

mod inner;

use std::env;
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::cli::CliError;
use crate::cli::package::forbidden::lints;
use crate::cli::tree::{self, Layout};
use crate::diag::text::{Counts, inside, render_all, sorted};
use crate::diag::{Diagnostic, Severity};
use crate::positions::Positions;
use crate::{Emitted, Options, SourceFile, translate};

/// Why [`Build::compile`] failed. `Debug` shows the same text as `Display`, because that is
/// what a build script that returns it prints.
#[derive(Error)]
pub enum BuildError {
    /// Not run by cargo, and no output directory given.
    #[error("OUT_DIR is not set: call this from build.rs, or set out_dir(..)")]
    NoOutDir,
    /// The annotated source has errors.
    #[error("\n{report}\nhp5-annotate: {summary}")]
    Findings {
        /// The rendered findings.
        report: String,
        /// `2 errors, 1 warning`.
        summary: String,
    },
    /// A file cannot be read or written.
    #[error(transparent)]
    Io(#[from] CliError),
}

impl fmt::Debug for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Translates the sources of the package that is being built.
#[derive(Debug, Clone)]
#[must_use = "nothing happens before compile()"]
pub struct Build {
    src: PathBuf,
    out_dir: Option<PathBuf>,
    checked: bool,
}

impl Default for Build {
    fn default() -> Self {
        Build::new()
    }
}

impl Build {
    /// Translates `src` to `$OUT_DIR/hp5`.
    pub fn new() -> Self {
        Build {
            src: PathBuf::from("src"),
            out_dir: None,
            checked: false,
        }
    }

    /// The directory or file to translate, relative to the package.
    pub fn src(mut self, src: impl Into<PathBuf>) -> Self {
        self.src = src.into();
        self
    }

    /// Where the directory `hp5` with the output is made, instead of `OUT_DIR`.
    pub fn out_dir(mut self, dir: impl Into<PathBuf>) -> Self {
        self.out_dir = Some(dir.into());
        self
    }

    /// Emits the variant that holds every access against the task's clauses.
    pub fn checked(mut self, checked: bool) -> Self {
        self.checked = checked;
        self
    }

    /// Translates; warnings become cargo's warnings.
    ///
    /// # Errors
    /// When the source has errors (the error's text is the whole report), or when a file
    /// cannot be read or written.
    pub fn compile(&self) -> Result<(), BuildError> {
        let out = match &self.out_dir {
            Some(dir) => dir.clone(),
            None => PathBuf::from(env::var_os("OUT_DIR").ok_or(BuildError::NoOutDir)?),
        };
        println!("cargo::rerun-if-changed={}", self.src.display());
        println!("cargo::rerun-if-env-changed=HP5_SERIAL");
        println!("cargo::rustc-check-cfg=cfg(hp5_annotated)");
        println!("cargo::rustc-cfg=hp5_annotated");
        let serial = env::var_os("HP5_SERIAL").is_some_and(|v| !v.is_empty() && v != "0");
        let inputs = tree::read(&self.src, &self.layout()?)?;
        inputs
            .warnings
            .iter()
            .for_each(|warning| println!("cargo::warning={warning}"));
        let sources: Vec<SourceFile> = inputs
            .files
            .iter()
            .filter_map(|file| {
                Some(SourceFile {
                    path: file.path.clone(),
                    text: file.text.clone()?,
                })
            })
            .collect();
        let names = inputs
            .files
            .iter()
            .filter(|f| f.text.is_some())
            .map(|file| &file.relative);
        let texts: Vec<String> = if serial {
            sources.iter().map(|source| source.text.clone()).collect()
        } else {
            self.translate(&sources)?
        };
        let mut output = Vec::new();
        for ((source, name), text) in sources.iter().zip(names).zip(texts) {
            let (text, lost) = inner::without_inner_attributes(&text);
            let annotated = source.text.contains("hp5");
            for attribute in lost.iter().filter(|_| annotated) {
                println!(
                    "cargo::warning={}: `{attribute}` is left out: an included file has no inner attributes",
                    source.path.display()
                );
            }
            output.push((name, text));
        }
        for (name, text) in output {
            write(&out.join("hp5").join(name), &text)?;
        }
        Ok(())
    }

    fn layout(&self) -> Result<Layout, BuildError> {
        Ok(match Layout::of(&self.src)? {
            Layout::File => Layout::File,
            _ => Layout::Tree,
        })
    }

    fn translate(&self, sources: &[SourceFile]) -> Result<Vec<String>, BuildError> {
        let output = translate(sources, &Options::checked(self.checked));
        let (mut report, mut counts) = (String::new(), Counts::default());
        for (path, findings) in &output.diagnostics {
            let text = sources
                .iter()
                .find(|s| s.path == *path)
                .map_or("", |s| s.text.as_str());
            report += &render_all(&path.to_string_lossy(), text, &findings.list, false);
            for finding in sorted(&findings.list) {
                counts.add(finding.severity);
                if finding.severity == Severity::Warning {
                    println!("cargo::warning={}", one_line(path, text, finding));
                }
            }
        }
        let mut forbidden = false;
        if output.files.iter().any(|file| file.changed)
            && let Some(dir) = env::var_os("CARGO_MANIFEST_DIR")
            && let Some((path, text, found)) = lints(Path::new(&dir))?
        {
            forbidden = true;
            report += &render_all(&path.to_string_lossy(), &text, &found.list, false);
            found.list.iter().for_each(|d| counts.add(d.severity));
        }
        if output.has_errors() || forbidden {
            let summary = counts.summary().unwrap_or_default();
            return Err(BuildError::Findings { report, summary });
        }
        let on_lines = |(source, file): (&SourceFile, Emitted)| match file.changed {
            true => Positions::new(&source.text, &file.text).on_lines_of(&source.text, &file.text),
            false => file.text,
        };
        let files = sources.iter().zip(output.files);
        Ok(files.map(on_lines).collect())
    }
}

/// A finding as cargo shows warnings of build scripts: one line.
fn one_line(path: &Path, text: &str, finding: &Diagnostic) -> String {
    let at = inside(text, &finding.primary.span).start;
    let line = text[..at].bytes().filter(|b| *b == b'\n').count() + 1;
    let help: String = finding
        .help
        .iter()
        .map(|help| format!("; help: {help}"))
        .collect();
    let message = format!(
        "{}:{line}: {} [{}]{help}",
        path.display(),
        finding.message,
        finding.code
    );
    message.replace(['\n', '\r'], " ")
}

/// Writes a file, unless it has these contents already (so that cargo need not compile it
/// again).
fn write(path: &Path, text: &str) -> Result<(), CliError> {
    if fs::read(path).is_ok_and(|old| old == text.as_bytes()) {
        return Ok(());
    }
    if let Some(parent) = path.parent() {
        fs::create_dir_all(parent).map_err(CliError::write(parent))?;
    }
    fs::write(path, text).map_err(CliError::write(path))
}
