//! C behind the preprocessor: `--cpp`.
//!
//! The real compiler preprocesses a source (`-E -dD`), with `hp5.h` included where the front end would
//! include it. Lines with `#define` are taken out again, macros in clauses are written out by a second
//! run (`clauses`), and findings are said of the lines that people wrote (`places`). What the front end
//! emits is preprocessed C: the macros of `hp5.h` in it are written out here.

pub(crate) mod clauses;
mod falls;
pub(crate) mod headers;
mod places;

use std::collections::HashMap;
use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

use thiserror::Error;

pub(crate) use places::{Found, in_made, in_sources};

use crate::c::parse::line_markers::Markers;
use crate::cli::scratch::{self, Scratch};
use crate::cli::{CliError, cc, encoding, home};
use crate::{Options, SourceFile, c, translate_c};

/// Why a file could not be preprocessed.
#[derive(Debug, Error)]
pub(crate) enum CppError {
    /// The compiler reported an error.
    #[error("{}: the preprocessor reports an error:\n{}", path.display(), text.trim_end())]
    Refused {
        /// The source.
        path: PathBuf,
        /// What it said.
        text: String,
    },
    /// It cannot be run.
    #[error("{compiler}: {error} (HP5CC_CC says which compiler)")]
    NoCompiler {
        /// Its name.
        compiler: String,
        /// Why.
        error: io::Error,
    },
    /// A file cannot be read or written.
    #[error("{}: {error}", path.display())]
    Io {
        /// Which.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
}

/// How the preprocessor is run.
#[derive(Debug, Clone)]
pub(crate) struct Preprocessor {
    /// The compiler, and arguments that it always has.
    pub(crate) compiler: Vec<OsString>,
    /// `-I`, `-D` and the like.
    pub(crate) flags: Vec<OsString>,
    /// Where `hp5.h` is, if it is known.
    pub(crate) include: Option<PathBuf>,
    /// For files that are only needed meanwhile.
    pub(crate) folder: PathBuf,
}

/// A source that was preprocessed.
#[derive(Debug)]
pub(crate) struct Preprocessed {
    pub(crate) text: String,
    macros: HashMap<String, String>,
}

/// What a translation behind the preprocessor found and made.
#[derive(Debug)]
pub(crate) struct Translated {
    /// The text, if there was something to translate and nothing was wrong.
    pub(crate) text: Option<String>,
    pub(crate) ir: String,
    /// By file.
    pub(crate) found: Vec<Found>,
}

impl Translated {
    pub(crate) fn has_errors(&self) -> bool {
        self.found.iter().any(|f| f.findings.has_errors())
    }
}

/// Translates a file behind the preprocessor, with these folders of headers and these macros.
pub(crate) fn translated(
    source: &Path,
    text: &str,
    (folders, macros): (&[PathBuf], &[String]),
    options: &Options,
) -> Result<Translated, CliError> {
    let mut flags: Vec<OsString> = Vec::new();
    for folder in folders {
        flags.extend(["-I".into(), folder.into()]);
    }
    flags.extend(macros.iter().map(|m| format!("-D{m}").into()));
    let folder = Scratch::new("hp5-annotate");
    let preprocessor = Preprocessor {
        compiler: cc::compiler(),
        flags,
        include: home::Home::find().map(|home| home.include),
        folder: folder
            .path()
            .map_err(|(path, source)| CliError::write(&path)(source))?,
    };
    let made = preprocessor.translate(source, text, options);
    made.map_err(|error| CliError::Usage(error.to_string()))
}

fn name_of_copy(source: &Path) -> &Path {
    Path::new(source.file_name().unwrap_or_default())
}

impl Preprocessor {
    /// Preprocesses a file and translates what came out.
    pub(crate) fn translate(
        &self,
        source: &Path,
        text: &str,
        options: &Options,
    ) -> Result<Translated, CppError> {
        let made = self.preprocess(source, text)?;
        let file = SourceFile {
            path: source.to_owned(),
            text: made.text.clone(),
        };
        let mut output = translate_c(file, options);
        let found = in_sources(source, &made.text, output.diagnostics.pop());
        let emitted = output.files.pop();
        let ir = emitted.as_ref().map(|e| e.ir.clone()).unwrap_or_default();
        let text = emitted.filter(|e| e.changed).map(|e| made.finish(&e.text));
        Ok(Translated { text, ir, found })
    }

    /// Where the copy of a source is.
    pub(crate) fn copy_of(&self, source: &Path) -> PathBuf {
        self.folder.join(name_of_copy(source))
    }

    /// Writes a file of the folder.
    fn written(&self, name: &Path, text: &str) -> Result<PathBuf, CppError> {
        let written = scratch::write(&self.folder, name, text);
        written.map_err(|(path, error)| CppError::Io { path, error })
    }

    /// The command that preprocesses `source`, of which `copy` is a copy.
    pub(crate) fn command(&self, source: &Path, copy: &Path) -> Vec<OsString> {
        let mut words = self.compiler.clone();
        words.extend(["-E".into(), "-dD".into(), "-iquote".into()]);
        let folder = source.parent().filter(|p| !p.as_os_str().is_empty());
        words.push(folder.unwrap_or(Path::new(".")).into());
        // What is included first may have directives, too.
        if self
            .flags
            .iter()
            .any(|f| f.to_string_lossy().starts_with("-include"))
        {
            words.extend(["-include".into(), "hp5.h".into()]);
        }
        words.extend(self.flags.iter().cloned());
        if let Some(include) = &self.include {
            words.extend(["-isystem".into(), include.into()]);
        }
        words.extend(["-x".into(), "c".into(), copy.into()]);
        words
    }

    fn preprocess(&self, source: &Path, text: &str) -> Result<Preprocessed, CppError> {
        let text = &*c::without_mark(text);
        let name = c::quoted(&source.display().to_string());
        let at = c::include_place(source, text);
        let markers = Markers::of(text);
        let (file, line) = markers.place(text[..at].matches('\n').count() + 1);
        let file = file.map_or_else(|| name.clone(), c::quoted);
        let (before, after) = text.split_at(at);
        let (before, after) = (falls::kept(before), falls::kept(after));
        let given =
            format!("#line 1 {name}\n{before}#include <hp5.h>\n#line {line} {file}\n{after}");
        let copy = self.written(name_of_copy(source), &given)?;
        let out = self.run(source, &self.command(source, &copy))?;
        let out = out.replace(&c::quoted(&copy.display().to_string()), &name);
        self.with_clauses(source, &out)
    }

    /// Writes the macros of clauses out, and takes the definitions away.
    fn with_clauses(&self, source: &Path, text: &str) -> Result<Preprocessed, CppError> {
        let macros = clauses::macros(text);
        let mut text = text.to_owned();
        if let Some(questions) = clauses::questions(&text, &macros) {
            let asked = self.written(Path::new("clauses.c"), &questions)?;
            let mut words = self.compiler.clone();
            words.extend(["-E", "-P", "-undef", "-w", "-x", "c"].map(OsString::from));
            words.push(asked.into());
            let answers = self.run(source, &words)?;
            text = clauses::answered(&text, &answers);
        }
        Ok(Preprocessed {
            text: c::with_types(&clauses::without_definitions(&text)),
            macros,
        })
    }

    fn run(&self, source: &Path, words: &[OsString]) -> Result<String, CppError> {
        let (program, arguments) = words.split_first().expect("a compiler");
        let done = Command::new(program)
            .args(arguments)
            .output()
            .map_err(|error| CppError::NoCompiler {
                compiler: program.to_string_lossy().into_owned(),
                error,
            })?;
        if !done.status.success() {
            return Err(CppError::Refused {
                path: source.to_owned(),
                text: String::from_utf8_lossy(&done.stderr).into_owned(),
            });
        }
        Ok(encoding::decode(done.stdout))
    }
}

/// Macros of the standard headers that emitted text has.
const STANDARD: [&str; 7] = [
    "NULL",
    "UINT32_MAX",
    "PTRDIFF_MAX",
    "PTRDIFF_MIN",
    "bool",
    "true",
    "false",
];

impl Preprocessed {
    /// Emitted text with the macros written out that the emitter uses: nothing preprocesses it again.
    fn finish(&self, text: &str) -> String {
        let mut out = String::with_capacity(text.len());
        for (word, part) in clauses::tokens(text) {
            match word.then(|| self.written_out(part, 0)).flatten() {
                Some(value) => out.push_str(&value),
                None => out.push_str(part),
            }
        }
        out
    }

    fn written_out(&self, word: &str, depth: usize) -> Option<String> {
        let ours = word.starts_with("HP5_") || STANDARD.contains(&word) || depth > 0;
        let value = self.macros.get(word).filter(|_| ours && depth < 8)?;
        let parts = clauses::tokens(value).map(|(is_word, part)| {
            let inner = is_word.then(|| self.written_out(part, depth + 1)).flatten();
            inner.unwrap_or_else(|| part.to_owned())
        });
        Some(parts.collect())
    }
}
