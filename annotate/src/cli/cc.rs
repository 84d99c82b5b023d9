//! The command `hp5cc`: stands in for a C compiler, as `mpicc` does.
//!
//! Arguments are the compiler's. Inputs with `#pragma hp5` are translated into a folder of their own,
//! under their own names, and take the place of the originals (`wrapped`); includes are searched where
//! the original is; what is linked is linked with `libhp5`. All else is handed on as it is.

use std::ffi::OsString;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::Options;
use crate::cli::dependences::{self, Asked};
use crate::cli::home::Home;
use crate::cli::report::{Colour, Format, Reporter};
use crate::cli::scratch::Scratch;
use crate::cli::wrapped::{self, Failed, Made, Sources, is_stdin};
use crate::cli::{EXIT_FINDINGS, EXIT_OK, EXIT_USAGE, terminal};

const HELP: &str = "\
Compiles C with #pragma hp5 directives; stands in for the compiler: make CC=hp5cc

Usage: hp5cc [--show] [--cpp] [--checked] [--summary] <the compiler's arguments>

  --show         print the commands that would be run, and do not compile
  --cpp          preprocess files with directives before they are analysed; without it that is done
                 where it is needed: directives in headers, macros that hide code, #if in regions
  --checked      the variant that holds every access against the task's clauses as it runs
  --summary      say in a line per region how many tasks it has, which run in parallel or in order and
                 why, and where it waits
  --help         this text

Files that end with .c, or that -x c names, and have directives are translated before they are compiled; messages of the
compiler and debug information speak of their lines as they are. What is linked is linked with libhp5.so, which
programs find where it is now; with -static, with libhp5.a.
With -E and -M nothing is translated; of files in C++ with directives a note says that they run serially.

Environment:
  HP5CC_CC       the compiler, with arguments if need be (cc): gcc, clang, mpicc, \"ccache gcc\"
  HP5CC_CPP      1: as if --cpp were given, for make
  HP5CC_CHECKED  1: as if --checked were given

Exit status: the compiler's; 1 for errors in directives; 2 where a file cannot be read or written.

Examples:
  hp5cc -O3 -o jacobi jacobi.c
  make CC=hp5cc
  make CC='hp5cc --checked' && ./jacobi        find wrong clauses when it runs
  HP5CC_CC=mpicc hp5cc --show -c solver.c";

/// Options of compilers whose value is the next argument.
pub(super) const WITH_VALUE: [&str; 20] = [
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
    "-MJ",
    "-include",
    "-imacros",
    "-isystem",
    "-iquote",
    "-idirafter",
    "-Xlinker",
    "-Xpreprocessor",
    "-Xassembler",
    "-u",
];

/// The value of an option of compilers that may have it as the next argument or in its own (`-MF x.d`,
/// `-MFx.d`).
pub(super) fn value_of(arguments: &[OsString], name: &str) -> Option<OsString> {
    let at = arguments
        .iter()
        .position(|a| a.to_string_lossy().starts_with(name))?;
    let joined = arguments[at].to_string_lossy()[name.len()..].to_owned();
    match joined.is_empty() {
        true => arguments.get(at + 1).cloned(),
        false => Some(joined.into()),
    }
}

/// What options of ours ask for.
struct How {
    cpp: bool,
    options: Options,
}

/// A run of the compiler.
struct Plan {
    /// What was run before, and what is run if all is well.
    before: Vec<Vec<OsString>>,
    after: Vec<Vec<OsString>>,
    /// Files that are written then.
    entries: Vec<(PathBuf, String)>,
    /// The standard input, which the compiler reads.
    stdin: Option<Vec<u8>>,
    compiler: Vec<OsString>,
    arguments: Vec<OsString>,
    /// Where translated files are, and the originals.
    translated: Vec<(PathBuf, PathBuf)>,
}

/// Runs the command; returns the exit status.
#[must_use]
pub fn run(arguments: &[OsString]) -> u8 {
    let is = |a: &OsString, name: &str| a == name;
    if arguments.is_empty() || arguments.iter().any(|a| is(a, "--help")) {
        terminal::tell(&format!("{HELP}\n"));
        return if arguments.is_empty() {
            EXIT_USAGE
        } else {
            EXIT_OK
        };
    }
    let real = compiler();
    if Path::new(&real[0])
        .file_stem()
        .is_some_and(|name| name == "hp5cc")
    {
        eprintln!("hp5cc: HP5CC_CC says which compiler hp5cc calls, and cannot be hp5cc itself");
        return EXIT_USAGE;
    }
    let show = arguments.iter().any(|a| is(a, "--show"));
    let cpp = arguments.iter().any(|a| is(a, "--cpp")) || is_set("HP5CC_CPP");
    let checked = arguments.iter().any(|a| is(a, "--checked")) || is_set("HP5CC_CHECKED");
    let summary = arguments.iter().any(|a| is(a, "--summary"));
    let ours = ["--show", "--cpp", "--checked", "--summary"];
    let given: Vec<OsString> = arguments
        .iter()
        .filter(|a| !ours.iter().any(|name| is(a, name)))
        .flat_map(with_response)
        .collect();
    let how = How {
        cpp,
        options: Options { checked, summary },
    };
    let folder = match show {
        // It stays, for who looks into it.
        true => Scratch::new("hp5cc"),
        false => Scratch::named(
            "hp5cc",
            wrapped::key(
                words(&given)
                    .into_iter()
                    .filter(|w| w.is_c.is_some())
                    .map(|w| w.text),
            ),
        ),
    };
    match plan(&given, &folder, &how) {
        Ok(plan) if show => {
            terminal::tell(&format!("{}\n", plan.text()));
            // What the commands name can be looked at, and compiled by them.
            folder.keep();
            EXIT_OK
        }
        Ok(plan) => plan.execute(),
        Err(Failed::Findings) => EXIT_FINDINGS,
        Err(Failed::Io(path, error)) => {
            eprintln!("hp5cc: {}: {error}", path.display());
            EXIT_USAGE
        }
        Err(Failed::Cpp(error)) => {
            eprintln!("hp5cc: {error}");
            EXIT_FINDINGS
        }
    }
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

pub(super) fn words_of(text: &str) -> Vec<OsString> {
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

/// A variable says yes.
fn is_set(name: &str) -> bool {
    std::env::var(name).is_ok_and(|v| !v.is_empty() && v != "0")
}

/// An argument, and what it is to the compiler.
struct Word {
    text: OsString,
    input: bool,
    /// An input in C, and whether `-x` says so.
    is_c: Option<bool>,
    /// An input in C++.
    is_cpp: bool,
}

/// Tells inputs from options and their values.
fn words(given: &[OsString]) -> Vec<Word> {
    let (mut option, mut language) = (String::new(), String::new());
    let mut list = Vec::new();
    for argument in given {
        let text = argument.to_string_lossy();
        let is_value = WITH_VALUE.contains(&option.as_str());
        let joined = text
            .strip_prefix("-x")
            .filter(|l| !is_value && !l.is_empty());
        if option == "-x" {
            language = text.to_string();
        } else if let Some(joined) = joined {
            language = joined.to_owned();
        }
        let input = !is_value && (!text.starts_with('-') || text == "-");
        let by_name = Path::new(argument).extension().is_some_and(|e| e == "c");
        let is_c = match language.as_str() {
            "" | "none" => by_name.then_some(false),
            "c" => Some(true),
            _ => None,
        };
        let is_cpp = match language.as_str() {
            "" | "none" => (Path::new(argument).extension())
                .is_some_and(|e| wrapped::CPP.iter().any(|name| e == *name)),
            other => other == "c++",
        };
        list.push(Word {
            text: argument.clone(),
            input,
            is_c: is_c.filter(|_| input),
            is_cpp: is_cpp && input,
        });
        option = if is_value {
            String::new()
        } else {
            text.into_owned()
        };
    }
    list
}

/// Sources stand in several folders, so that `-iquote` for one would be for all.
fn far_apart(words: &[Word]) -> bool {
    let sources = words.iter().filter(|w| w.is_c.is_some());
    let mut folders: Vec<_> = sources.map(|w| Path::new(&w.text).parent()).collect();
    folders.dedup();
    folders.len() > 1
}

/// The last option has no value behind it.
fn lacks_value(given: &[OsString]) -> bool {
    let takes = |word: &OsString| WITH_VALUE.iter().any(|name| word == *name);
    let options = given.iter().rev().take_while(|word| takes(word));
    // `-o -o` has one.
    options.count() % 2 == 1
}

/// What the compiler is asked to do.
fn plan(given: &[OsString], folder: &Scratch, how: &How) -> Result<Plan, Failed> {
    let has = |names: &[&str]| given.iter().any(|a| names.iter().any(|n| a == *n));
    let translates = !has(&["-E", "-M", "-MM"]);
    let mut plan = Plan {
        before: Vec::new(),
        after: Vec::new(),
        entries: Vec::new(),
        stdin: None,
        compiler: compiler(),
        arguments: Vec::new(),
        translated: Vec::new(),
    };
    if lacks_value(given) {
        // The compiler says it: what is put behind would be taken for the value.
        plan.arguments = given.to_vec();
        return Ok(plan);
    }
    let home = Home::find();
    let (plain, asked) = dependences::taken_out(given);
    let words = words(&plain);
    let reads = |w: &Word| translates && w.is_c.is_some() && is_stdin(Path::new(&w.text));
    let stdin = match words.iter().any(reads) {
        true => Some(wrapped::stdin()?),
        false => None,
    };
    let sources = Sources {
        given: &plain,
        compiler: plan.compiler.clone(),
        include: home.as_ref().map(|home| home.include.clone()),
        folder,
        always: how.cpp || far_apart(&words),
        stdin: stdin.as_deref(),
        options: how.options,
    };
    // As the compiler's warnings are.
    let quiet = plain.iter().any(|word| word == "-w");
    let mut reporter = Reporter::new(Format::Text, Colour::Auto, quiet, false);
    let mut wrong = false;
    for (number, word) in words.iter().enumerate() {
        let Some(forced) = word.is_c.filter(|_| translates) else {
            if word.is_cpp && translates {
                wrapped::note_serial(Path::new(&word.text), &mut reporter);
            }
            plan.arguments.push(word.text.clone());
            continue;
        };
        let source = Path::new(&word.text);
        match sources.translate(source, number, &mut reporter) {
            Ok(Some(made)) => {
                let more = words[number + 1..].iter().any(|w| w.input);
                plan.take(made, source, (forced, more));
            }
            Ok(None) => plan.arguments.push(word.text.clone()),
            Err(Failed::Findings) => wrong = true,
            Err(other) => return Err(other),
        }
    }
    if wrong {
        return Err(Failed::Findings);
    }
    if plan.translated.is_empty() {
        plan.arguments = given.to_vec();
    } else {
        plan.ask(&asked, &sources, &words);
    }
    if plan.reads_stdin() {
        plan.stdin = stdin;
    }
    plan.search(&home);
    if plan.is_preprocessed(&words) {
        plan.arguments = wrapped::without_preprocessing(&plan.arguments);
    }
    let inputs = words.iter().any(|w| w.input);
    if inputs && !has(&["-c", "-S", "-E", "-M", "-MM", "-fsyntax-only"]) {
        plan.link(&home);
    }
    Ok(plan)
}

/// Has debug information name the original of what was translated.
fn named_as((made, source): &(PathBuf, PathBuf)) -> Option<OsString> {
    let folder = source.parent().filter(|p| !p.as_os_str().is_empty());
    let mut option = OsString::from("-fdebug-prefix-map=");
    option.push(made.parent()?);
    option.push("=");
    option.push(folder.unwrap_or(Path::new(".")));
    Some(option)
}

/// The real compiler.
pub(super) fn compiler() -> Vec<OsString> {
    let given = std::env::var("HP5CC_CC").unwrap_or_default();
    let words: Vec<OsString> = given.split_whitespace().map(OsString::from).collect();
    match words.is_empty() {
        true => vec!["cc".into()],
        false => words,
    }
}

impl Plan {
    /// What a source became takes its place; whether `-x` says that it is C, and others follow.
    fn take(&mut self, made: Made, source: &Path, (forced, more): (bool, bool)) {
        let path = OsString::from(made.path.clone());
        match made.preprocessed {
            Some(command) => {
                self.before.push(command);
                if forced {
                    self.arguments.extend(["-x".into(), "cpp-output".into()]);
                }
                self.arguments.push(path);
                if forced && more {
                    self.arguments.extend(["-x".into(), "c".into()]);
                }
            }
            None => self.arguments.push(path),
        }
        self.translated.push((made.path, source.to_owned()));
    }

    /// Has the compiler write what it was asked to write beside the objects.
    fn ask(&mut self, asked: &Asked, sources: &Sources, words: &[Word]) {
        let mut flags = wrapped::flags(sources.given);
        if let Some(include) = &sources.include {
            flags.extend(["-isystem".into(), include.into()]);
        }
        for word in words
            .iter()
            .filter(|w| w.is_c.is_some() || w.text.to_string_lossy().ends_with(".S"))
        {
            let source = Path::new(&word.text);
            if !is_stdin(source) {
                let forced = word.is_c == Some(true);
                let (compiler, given) = (&sources.compiler, sources.given);
                let command = asked.command(compiler, &flags, given, (source, forced));
                self.after.extend(command);
                self.entries.extend(asked.entry(compiler, given, source));
            }
        }
    }

    /// What it reads is handed on: it is read by now.
    fn reads_stdin(&self) -> bool {
        self.arguments.iter().any(|a| is_stdin(Path::new(a)))
    }

    /// Where includes are looked for: where the sources are, and where `hp5.h` is.
    fn search(&mut self, home: &Option<Home>) {
        let mut first = Vec::new();
        for (path, source) in &self.translated {
            if path.extension().is_some_and(|e| e == "c") {
                let folder = source.parent().filter(|p| !p.as_os_str().is_empty());
                first.push(OsString::from("-iquote"));
                first.push(folder.unwrap_or(Path::new(".")).into());
            }
        }
        let has_lines = |a: &OsString| a.to_string_lossy().starts_with("-g");
        if self.arguments.iter().any(has_lines) {
            first.extend(self.translated.iter().filter_map(named_as));
        }
        self.arguments.splice(0..0, first);
        if let Some(home) = home {
            self.arguments.push("-isystem".into());
            self.arguments.push(home.include.clone().into());
        }
    }

    /// All that the compiler has to compile is preprocessed.
    fn is_preprocessed(&self, words: &[Word]) -> bool {
        let sources = words.iter().filter(|w| w.is_c.is_some()).count();
        let ends = |path: &Path, with: &[&str]| {
            path.extension()
                .is_some_and(|e| with.iter().any(|w| e == *w))
        };
        let mut others = words.iter().filter(|w| w.input && w.is_c.is_none());
        let made = self.translated.iter().filter(|(p, _)| ends(p, &["i"]));
        sources > 0
            && made.count() == sources
            && others.all(|w| ends(Path::new(&w.text), &["o", "a", "so", "i"]))
    }

    fn link(&mut self, home: &Option<Home>) {
        match home {
            Some(home) => {
                home.name_library();
                let library = home.library.display();
                self.arguments.push(format!("-L{library}").into());
                self.arguments.push(format!("-Wl,-rpath,{library}").into());
                self.arguments.push("-lhp5".into());
            }
            None => self.arguments.push("-lhp5".into()),
        }
        let system = ["-lpthread", "-ldl", "-lm"];
        self.arguments.extend(system.map(OsString::from));
    }

    /// As lines for a shell.
    fn text(&self) -> String {
        let quoted = |word: &OsString| {
            let word = word.to_string_lossy();
            let plain = |c: char| c.is_alphanumeric() || "-_./=,:+@%".contains(c);
            match !word.is_empty() && word.chars().all(plain) {
                true => word.into_owned(),
                false => format!("'{}'", word.replace('\'', "'\\''")),
            }
        };
        let line = |words: &[OsString]| words.iter().map(quoted).collect::<Vec<_>>().join(" ");
        let last = [&self.compiler[..], &self.arguments[..]].concat();
        let commands = self.before.iter().chain([&last]).chain(&self.after);
        commands.map(|c| line(c)).collect::<Vec<_>>().join("\n")
    }

    fn execute(&self) -> u8 {
        let last = [&self.compiler[..], &self.arguments[..]].concat();
        let mut status = execute(&last, self.stdin.as_deref());
        for command in &self.after {
            if status == EXIT_OK {
                status = execute(command, None);
            }
        }
        for (file, entry) in self.entries.iter().filter(|_| status == EXIT_OK) {
            if let Err(error) = fs::write(file, entry) {
                eprintln!("hp5cc: {}: {error}", file.display());
                return EXIT_USAGE;
            }
        }
        status
    }
}

/// Runs a command with this standard input, or ours; returns its status.
fn execute(words: &[OsString], stdin: Option<&[u8]>) -> u8 {
    let (program, rest) = words.split_first().expect("a compiler");
    let mut command = Command::new(program);
    command.args(rest);
    if stdin.is_some() {
        command.stdin(Stdio::piped());
    }
    let mut run = || {
        let mut child = command.spawn()?;
        if let (Some(bytes), Some(mut pipe)) = (stdin, child.stdin.take()) {
            // A compiler that reads no further has said why.
            let _ = pipe.write_all(bytes);
        }
        child.wait()
    };
    match run() {
        Ok(status) => {
            let code = status.code().and_then(|code| u8::try_from(code).ok());
            code.unwrap_or(EXIT_FINDINGS)
        }
        Err(error) => {
            let program = program.to_string_lossy();
            eprintln!("hp5cc: {program}: {error} (HP5CC_CC says which compiler)");
            EXIT_USAGE
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_arguments_of_their_own_or_parts_of_the_options() {
        let line = words_of("-c x.c -MMD -MFdep/x.d -MT x.o -o out/x.o");
        for (name, value) in [("-MF", "dep/x.d"), ("-MT", "x.o"), ("-o", "out/x.o")] {
            assert_eq!(value_of(&line, name), Some(value.into()));
        }
        assert_eq!(value_of(&line, "-MQ"), None);
    }

    #[test]
    fn an_option_at_the_end_lacks_its_value() {
        for (line, lacks) in [
            ("x.c -o", true),
            ("x.c -o x", false),
            ("-o -o", false),
            ("x.c", false),
        ] {
            assert_eq!(lacks_value(&words_of(line)), lacks, "{line}");
        }
    }

    #[test]
    fn what_only_a_preprocessor_looks_at_is_left_out() {
        let line = words_of("-O2 -I inc -DA=1 -D B -isystem s -o -Dir x.i -include y.h -Wall");
        let left = words_of("-O2 -o -Dir x.i -Wall");
        assert_eq!(wrapped::without_preprocessing(&line), left);
    }

    #[test]
    fn response_files_are_read_as_compilers_read_them() {
        let read = words_of("-O2 'a dir/x.c'\n-DA=\"b \\\" c\" \\  \"\" y.c");
        assert_eq!(read, ["-O2", "a dir/x.c", "-DA=b \" c", " ", "", "y.c"]);
        let missing = OsString::from("@no/such/file");
        assert_eq!(with_response(&missing), [missing]);
    }
}
