//! One source of `hp5cc`: translated as it is written, or behind the preprocessor.
//!
//! A source is preprocessed first where `--cpp` says so, where only that shows what it is (directives in
//! headers or in `_Pragma`, macros of headers in regions), and where the analysis of what is written
//! refuses it and that of what the preprocessor makes of it does not, or knows more of what is wrong. Else findings are those of the
//! text as it is written, to the column.

use std::ffi::OsString;
use std::fs;
use std::io::{self, Read as _};
use std::os::unix::ffi::OsStrExt as _;
use std::path::{Path, PathBuf};

use crate::cli::cpp::{CppError, Preprocessor, Translated, headers, in_made};
use crate::cli::encoding;
use crate::cli::output::checksum;
use crate::cli::report::Reporter;
use crate::cli::scratch::{self, Scratch};
use crate::diag::{Severity, codes};
use crate::{Options, Output, SourceFile, c, translate_c};

/// Why a source is not compiled.
#[derive(Debug)]
pub(super) enum Failed {
    /// Findings were reported.
    Findings,
    /// A file cannot be read or written.
    Io(PathBuf, io::Error),
    /// It cannot be preprocessed.
    Cpp(CppError),
}

/// A source that was translated.
#[derive(Debug)]
pub(super) struct Made {
    /// What is compiled in its place.
    pub(super) path: PathBuf,
    /// It was preprocessed, by this command.
    pub(super) preprocessed: Option<Vec<OsString>>,
}

/// What is the same for all sources of a command.
pub(super) struct Sources<'a> {
    /// The compiler's arguments.
    pub(super) given: &'a [OsString],
    pub(super) compiler: Vec<OsString>,
    /// Where `hp5.h` is.
    pub(super) include: Option<PathBuf>,
    /// For what is made.
    pub(super) folder: &'a Scratch,
    /// All are preprocessed first.
    pub(super) always: bool,
    /// What the standard input has, if it is one of them.
    pub(super) stdin: Option<&'a [u8]>,
    pub(super) options: Options,
}

impl Sources<'_> {
    /// Translates a source that has directives, in it or in its headers; `None` for others.
    pub(super) fn translate(
        &self,
        source: &Path,
        number: usize,
        reporter: &mut Reporter,
    ) -> Result<Option<Made>, Failed> {
        let bytes = match is_stdin(source) {
            true => self.stdin.map(<[u8]>::to_vec),
            false => fs::read(source).ok(),
        };
        let Some(bytes) = bytes else {
            return Ok(None); // the compiler says it
        };
        let has = |word: &[u8]| bytes.windows(word.len()).any(|w| w == word);
        let own = has(b"hp5") || has(b"acemesh");
        let named = name_of(source);
        let text = encoding::decode(bytes);
        let (folders, first) = (self.values(&["-I", "-iquote"]), self.values(&["-include"]));
        let reason = headers::reason(&named, &c::without_mark(&text), &folders, &first);
        let reason = reason.filter(|r| own || matches!(r, headers::Reason::Directives(_)));
        let always = reason.is_some() || (self.always && own);
        if !own && !always {
            return Ok(None);
        }
        // A folder of its own: object files are named after the source.
        let folder = self.folder.path();
        let place = folder.map_err(|(path, error)| Failed::Io(path, error))?;
        let place = place.join(number.to_string());
        let preprocessor = self.preprocessor(&place);
        if always {
            let made = preprocessor.translate(&named, &text, &self.options);
            let made = made.map_err(Failed::Cpp)?;
            return self.preprocessed(&preprocessor, made, &named, reporter);
        }
        let file = SourceFile {
            path: named.clone(),
            text: text.clone(),
        };
        let output = translate_c(file, &self.options);
        if output.has_errors()
            && let Ok(made) = preprocessor.translate(&named, &text, &self.options)
            && (!made.has_errors() || only_unseen(&output))
        {
            return self.preprocessed(&preprocessor, made, &named, reporter);
        }
        for (path, findings) in &output.diagnostics {
            for found in in_made(path, &text, findings) {
                reporter.findings(&found.path.to_string_lossy(), &found.text, &found.findings);
            }
        }
        if output.has_errors() {
            return Err(Failed::Findings);
        }
        let emitted = output.files.into_iter().next().filter(|f| f.changed);
        let Some(emitted) = emitted else {
            return Ok(None);
        };
        let path = write(
            &place,
            &file_name(&named, "c"),
            &c::joined_lines(&emitted.text),
        )?;
        Ok(Some(Made {
            path,
            preprocessed: None,
        }))
    }

    /// Reports what was found behind the preprocessor, and writes what came out.
    fn preprocessed(
        &self,
        preprocessor: &Preprocessor,
        made: Translated,
        source: &Path,
        reporter: &mut Reporter,
    ) -> Result<Option<Made>, Failed> {
        for found in &made.found {
            reporter.findings(&found.path.to_string_lossy(), &found.text, &found.findings);
        }
        if made.has_errors() {
            return Err(Failed::Findings);
        }
        let Some(text) = made.text else {
            return Ok(None);
        };
        let path = write(
            &preprocessor.folder,
            &file_name(source, "i"),
            &c::joined_lines(&text),
        )?;
        let copy = preprocessor.copy_of(source);
        Ok(Some(Made {
            path,
            preprocessed: Some(preprocessor.command(source, &copy)),
        }))
    }

    fn preprocessor(&self, folder: &Path) -> Preprocessor {
        Preprocessor {
            compiler: self.compiler.clone(),
            flags: flags(self.given),
            include: self.include.clone(),
            folder: folder.to_owned(),
        }
    }

    /// What these options of the compiler name.
    fn values(&self, options: &[&str]) -> Vec<PathBuf> {
        let mut list = Vec::new();
        let mut words = self.given.iter();
        while let Some(word) = words.next() {
            let text = word.to_string_lossy();
            let value = options.iter().find_map(|name| text.strip_prefix(name));
            match value {
                Some("") => list.extend(words.next().map(PathBuf::from)),
                Some(joined) => list.push(joined.into()),
                None => {}
            }
        }
        list
    }
}

/// What names of files in C++ end with.
pub(super) const CPP: [&str; 7] = ["cc", "cp", "cxx", "cpp", "CPP", "c++", "C"];

/// Says of a file in C++ that its directives do nothing.
pub(super) fn note_serial(source: &Path, reporter: &mut Reporter) {
    let text = fs::read(source).map(encoding::decode).unwrap_or_default();
    if headers::has_directives(&text) {
        reporter.note(&format!(
            "{}: directives are for C: this file is compiled as it is, and runs serially\n  help: put the \
             functions with regions into a file of C, and declare them `extern \"C\"`",
            source.display()
        ));
    }
}

/// What the same sources have in common whenever they are compiled: caches of compilers know them by their paths.
pub(super) fn key(sources: impl Iterator<Item = OsString>) -> u64 {
    let mut bytes = Vec::new();
    let here = std::env::current_dir().unwrap_or_default();
    for word in std::iter::once(here.into_os_string()).chain(sources) {
        bytes.extend_from_slice(word.as_bytes());
        bytes.push(0);
    }
    checksum(&bytes)
}

/// The source that is the standard input.
pub(super) fn is_stdin(source: &Path) -> bool {
    source == Path::new("-")
}

fn name_of(source: &Path) -> PathBuf {
    match is_stdin(source) {
        true => PathBuf::from("stdin.c"),
        false => source.to_owned(),
    }
}

fn file_name(source: &Path, extension: &str) -> PathBuf {
    PathBuf::from(source.file_name().unwrap_or_default()).with_extension(extension)
}

/// All of the standard input.
pub(super) fn stdin() -> Result<Vec<u8>, Failed> {
    let mut bytes = Vec::new();
    let done = io::stdin().read_to_end(&mut bytes);
    done.map_err(|e| Failed::Io(name_of(Path::new("-")), e))?;
    Ok(bytes)
}

fn write(folder: &Path, name: &Path, text: &str) -> Result<PathBuf, Failed> {
    let written = scratch::write(folder, name, text);
    written.map_err(|(path, error)| Failed::Io(path, error))
}

/// Options with a value that say nothing to the preprocessor.
const LEFT_OUT: [&str; 4] = ["-o", "-x", "-Xlinker", "-u"];

/// The arguments that the preprocessor is to have too.
pub(super) fn flags(given: &[OsString]) -> Vec<OsString> {
    let mut list = Vec::new();
    let mut words = given.iter();
    while let Some(word) = words.next() {
        let text = word.to_string_lossy();
        if LEFT_OUT.contains(&&*text) {
            words.next();
        } else if super::cc::WITH_VALUE.contains(&&*text) {
            let value = words.next().filter(|_| !["-l", "-L"].contains(&&*text));
            if let Some(value) = value {
                list.extend([word.clone(), value.clone()]);
            }
        } else if text.starts_with('-') && text.len() > 1 {
            let links = ["-l", "-L", "-Wl,", "-save-temps", "-x", "-o"];
            let other = ["-c", "-S", "-fsyntax-only", "-shared", "-static"];
            if !links.iter().any(|l| text.starts_with(l)) && !other.contains(&&*text) {
                list.push(word.clone());
            }
        }
    }
    list
}

/// Arguments without those that only a preprocessor looks at: clang warns of them where there is none.
pub(super) fn without_preprocessing(arguments: &[OsString]) -> Vec<OsString> {
    let ours = [
        "-I",
        "-D",
        "-U",
        "-isystem",
        "-iquote",
        "-idirafter",
        "-include",
        "-imacros",
    ];
    let mut list = Vec::new();
    let mut words = arguments.iter();
    while let Some(word) = words.next() {
        let text = word.to_string_lossy();
        let has_value = super::cc::WITH_VALUE.contains(&&*text);
        let value = if has_value { words.next() } else { None };
        if !ours.iter().any(|name| text.starts_with(name)) {
            list.push(word.clone());
            list.extend(value.cloned());
        }
    }
    list
}

/// All that is wrong is that the preprocessor has not been there.
fn only_unseen(output: &Output) -> bool {
    let mut all = output.diagnostics.iter().flat_map(|(_, list)| &list.list);
    all.all(|d| d.severity != Severity::Error || d.code == codes::C_CONDITIONAL)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<OsString> {
        text.split(' ').map(OsString::from).collect()
    }

    #[test]
    fn the_preprocessor_has_the_arguments_that_concern_it() {
        let given =
            words("-O2 -Iinc -I two -DN=3 -include c.h -c x.c -o y.o -lm -L lib -Wall -x c");
        let kept = "-O2 -Iinc -I two -DN=3 -include c.h -Wall";
        assert_eq!(flags(&given), words(kept));
    }
}
