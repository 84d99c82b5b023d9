//! The command `hp5cc`: stands in for a C compiler, as `mpicc` does.
//!
//! Arguments are the compiler's. Inputs with `#pragma hp5` are translated into a folder of their own,
//! under their own names, and take the place of the originals; includes are searched where the
//! original is; what is linked is linked with `libhp5`. All else is handed on as it is.

use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::cli::report::{Colour, Format, Reporter};
use crate::cli::{EXIT_FINDINGS, EXIT_OK, EXIT_USAGE};
use crate::{Options, SourceFile, translate};

const HELP: &str = "\
Compiles C with #pragma hp5 directives; stands in for the compiler: make CC=hp5cc

Usage: hp5cc [--show] <the compiler's arguments>

  --show         print the commands that would be run, and run nothing
  --help         this text

Files that end with .c and have directives are translated before they are compiled; messages of the
compiler and debug information speak of their lines as they are. What is linked is linked with libhp5.
With -E and -M nothing is translated.

Environment:
  HP5CC_CC       the compiler, with arguments if need be (cc): gcc, clang, mpicc, \"ccache gcc\"

Exit status: the compiler's; 1 for errors in directives; 2 where a file cannot be read or written.

Examples:
  hp5cc -O3 -o jacobi jacobi.c
  make CC=hp5cc
  HP5CC_CC=mpicc hp5cc --show -c solver.c";

/// Options of compilers whose value is the next argument.
const WITH_VALUE: [&str; 18] = [
    "-o",
    "-I",
    "-L",
    "-D",
    "-U",
    "-l",
    "-x",
    "-MF",
    "-MT",
    "-MQ",
    "-include",
    "-isystem",
    "-iquote",
    "-idirafter",
    "-Xlinker",
    "-Xpreprocessor",
    "-Xassembler",
    "-u",
];

/// A run of the compiler.
struct Plan {
    compiler: Vec<OsString>,
    arguments: Vec<OsString>,
    /// Where translated files are, and the originals.
    translated: Vec<(PathBuf, PathBuf)>,
}

/// Why there is none.
enum Failed {
    /// Findings were reported.
    Findings,
    Io(PathBuf, io::Error),
    Text(PathBuf),
}

/// Runs the command; returns the exit status.
#[must_use]
pub fn run(arguments: &[OsString]) -> u8 {
    let is = |a: &OsString, name: &str| a == name;
    if arguments.is_empty() || arguments.iter().any(|a| is(a, "--help")) {
        println!("{HELP}");
        return if arguments.is_empty() {
            EXIT_USAGE
        } else {
            EXIT_OK
        };
    }
    let show = arguments.iter().any(|a| is(a, "--show"));
    let given: Vec<OsString> = arguments
        .iter()
        .filter(|a| !is(a, "--show"))
        .flat_map(with_response)
        .collect();
    let folder = std::env::temp_dir().join(format!("hp5cc-{}", std::process::id()));
    let status = match plan(&given, &folder) {
        Ok(plan) if show => {
            println!("{}", plan.text());
            EXIT_OK
        }
        Ok(plan) => plan.execute(),
        Err(Failed::Findings) => EXIT_FINDINGS,
        Err(Failed::Io(path, error)) => {
            eprintln!("hp5cc: {}: {error}", path.display());
            EXIT_USAGE
        }
        Err(Failed::Text(path)) => {
            eprintln!(
                "hp5cc: {} is not UTF-8: its directives cannot be read",
                path.display()
            );
            EXIT_USAGE
        }
    };
    if !show {
        let _ = fs::remove_dir_all(&folder);
    }
    status
}

/// An argument, or those of the file that `@file` names, as compilers read it: words, quotes, backslashes.
/// A file that cannot be read is the compiler's to report.
fn with_response(argument: &OsString) -> Vec<OsString> {
    let named = argument.to_str().and_then(|text| text.strip_prefix('@'));
    match named.and_then(|file| fs::read_to_string(file).ok()) {
        Some(text) => words_of(&text),
        None => vec![argument.clone()],
    }
}

fn words_of(text: &str) -> Vec<OsString> {
    let (mut words, mut word, mut quote) = (Vec::new(), None::<String>, None);
    let mut letters = text.chars();
    while let Some(c) = letters.next() {
        match (c, quote) {
            ('\\', _) => word.get_or_insert_default().extend(letters.next()),
            ('"' | '\'', None) => {
                word.get_or_insert_default();
                quote = Some(c);
            }
            (c, Some(open)) if c == open => quote = None,
            (c, None) if c.is_whitespace() => words.extend(word.take().map(OsString::from)),
            (c, _) => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word.map(OsString::from));
    words
}

/// What the compiler is asked to do.
fn plan(given: &[OsString], folder: &Path) -> Result<Plan, Failed> {
    let has = |names: &[&str]| given.iter().any(|a| names.iter().any(|n| a == *n));
    let translates = !has(&["-E", "-M", "-MM"]);
    let mut plan = Plan {
        compiler: compiler(),
        arguments: Vec::new(),
        translated: Vec::new(),
    };
    let mut reporter = Reporter::new(Format::Text, Colour::Auto, false, false);
    let (mut is_value, mut inputs, mut wrong) = (false, 0, false);
    for argument in given {
        let text = argument.to_string_lossy();
        let input = !is_value && !text.starts_with('-');
        is_value = !is_value && WITH_VALUE.iter().any(|n| *n == text);
        inputs += usize::from(input);
        let source = Path::new(argument);
        if !(input && translates && source.extension().is_some_and(|e| e == "c")) {
            plan.arguments.push(argument.clone());
            continue;
        }
        match translated(source, folder, plan.translated.len(), &mut reporter) {
            Ok(Some(path)) => {
                plan.arguments.push(path.clone().into());
                plan.translated.push((path, source.to_owned()));
            }
            Ok(None) => plan.arguments.push(argument.clone()),
            Err(Failed::Findings) => wrong = true,
            Err(other) => return Err(other),
        }
    }
    if wrong {
        return Err(Failed::Findings);
    }
    let home = Home::find();
    for (_, source) in &plan.translated {
        let folder = source.parent().filter(|p| !p.as_os_str().is_empty());
        plan.arguments.push("-iquote".into());
        plan.arguments.push(folder.unwrap_or(Path::new(".")).into());
    }
    if let Some(home) = &home {
        plan.arguments.push("-I".into());
        plan.arguments.push(home.include.clone().into());
    }
    let links = inputs > 0 && !has(&["-c", "-S", "-E", "-M", "-MM", "-fsyntax-only"]);
    if links {
        if let Some(home) = &home {
            plan.arguments
                .push(format!("-L{}", home.library.display()).into());
            plan.arguments
                .push(format!("-Wl,-rpath,{}", home.library.display()).into());
        }
        plan.arguments
            .extend(["-lhp5", "-lpthread", "-ldl", "-lm"].map(OsString::from));
    }
    Ok(plan)
}

/// Translates a file that has directives.
fn translated(
    source: &Path,
    folder: &Path,
    number: usize,
    reporter: &mut Reporter,
) -> Result<Option<PathBuf>, Failed> {
    let Ok(bytes) = fs::read(source) else {
        return Ok(None); // the compiler says it
    };
    let has = |word: &[u8]| bytes.windows(word.len()).any(|w| w == word);
    if !has(b"hp5") && !has(b"acemesh") {
        return Ok(None);
    }
    let text = String::from_utf8(bytes).map_err(|_| Failed::Text(source.to_owned()))?;
    let file = SourceFile {
        path: source.to_owned(),
        text,
    };
    let text = file.text.clone();
    let output = translate(&[file], &Options::default());
    for (path, findings) in &output.diagnostics {
        reporter.findings(&path.to_string_lossy(), &text, findings);
    }
    if output.has_errors() {
        return Err(Failed::Findings);
    }
    let Some(emitted) = output.files.into_iter().next().filter(|f| f.changed) else {
        return Ok(None);
    };
    // A folder of its own: object files are named after the source.
    let place = folder.join(number.to_string());
    fs::create_dir_all(&place).map_err(|e| Failed::Io(place.clone(), e))?;
    let path = place.join(source.file_name().unwrap_or_default());
    fs::write(&path, emitted.text).map_err(|e| Failed::Io(path.clone(), e))?;
    Ok(Some(path))
}

/// The real compiler.
fn compiler() -> Vec<OsString> {
    let given = std::env::var("HP5CC_CC").unwrap_or_default();
    let words: Vec<OsString> = given.split_whitespace().map(OsString::from).collect();
    match words.is_empty() {
        true => vec!["cc".into()],
        false => words,
    }
}

/// Where `hp5.h` and `libhp5` are.
struct Home {
    include: PathBuf,
    library: PathBuf,
}

impl Home {
    /// Beside this program where it was installed, or where it was built.
    fn find() -> Option<Home> {
        let exe = std::env::current_exe().ok()?;
        let folder = exe.parent()?;
        let installed = Home {
            include: folder.parent()?.join("include"),
            library: folder.parent()?.join("lib"),
        };
        let built = Home {
            include: Path::new(env!("CARGO_MANIFEST_DIR"))
                .parent()?
                .join("capi/include"),
            library: folder.to_owned(),
        };
        [installed, built].into_iter().find(|home| {
            home.include.join("hp5.h").is_file() && home.library.join("libhp5.so").is_file()
        })
    }
}

impl Plan {
    /// As a line for a shell.
    fn text(&self) -> String {
        let quoted = |word: &OsString| {
            let word = word.to_string_lossy();
            let plain = |c: char| c.is_alphanumeric() || "-_./=,:+@%".contains(c);
            match !word.is_empty() && word.chars().all(plain) {
                true => word.into_owned(),
                false => format!("'{}'", word.replace('\'', "'\\''")),
            }
        };
        let words = self.compiler.iter().chain(&self.arguments);
        words.map(quoted).collect::<Vec<_>>().join(" ")
    }

    fn execute(&self) -> u8 {
        let (program, rest) = self.compiler.split_first().expect("a compiler");
        let status = match Command::new(program)
            .args(rest)
            .args(&self.arguments)
            .status()
        {
            Ok(status) => status,
            Err(error) => {
                eprintln!(
                    "hp5cc: {}: {error} (HP5CC_CC says which compiler)",
                    program.to_string_lossy()
                );
                return EXIT_USAGE;
            }
        };
        if status.success() {
            self.name_originals();
        }
        status
            .code()
            .and_then(|code| u8::try_from(code).ok())
            .unwrap_or(EXIT_FINDINGS)
    }

    /// Files of dependences name the sources that the user knows.
    fn name_originals(&self) {
        let after = |name: &str| {
            let at = self.arguments.iter().position(|a| a == name)?;
            self.arguments.get(at + 1).map(PathBuf::from)
        };
        if !self.arguments.iter().any(|a| a == "-MD" || a == "-MMD") {
            return;
        }
        for (path, source) in &self.translated {
            let named = after("-MF").or_else(|| after("-o").map(|o| o.with_extension("d")));
            let stem = source.file_stem().unwrap_or_default();
            let file = named.unwrap_or_else(|| PathBuf::from(stem).with_extension("d"));
            if let Ok(text) = fs::read_to_string(&file) {
                let text = text.replace(&*path.to_string_lossy(), &source.to_string_lossy());
                let _ = fs::write(&file, text);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn response_files_are_read_as_compilers_read_them() {
        let read = words_of("-O2 'a dir/x.c'\n-DA=\"b \\\" c\" \\  \"\" y.c");
        assert_eq!(read, ["-O2", "a dir/x.c", "-DA=b \" c", " ", "", "y.c"]);
        let missing = OsString::from("@no/such/file");
        assert_eq!(with_response(&missing), [missing]);
    }
}
