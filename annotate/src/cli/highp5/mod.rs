//! HighP5 programs on the command line: checked, written as packages, and run.

mod arguments;
mod cache;
mod headers;
mod readme;
pub(crate) mod run;

use std::fs;
use std::path::{Path, PathBuf};

use pcubes::Machine;
use pcubes::mapping::Levels;

use crate::cli::annotate::AnnotateArgs;
use crate::cli::output::Output;
use crate::cli::report::Reporter;
use crate::cli::{CliError, EXIT_FINDINGS, EXIT_OK, map};
use crate::diag::Diagnostics;
use crate::highp5::typed::Program;
use crate::highp5::{self, emit};

/// True for names of HighP5 programs.
pub(crate) fn is_program(path: &Path) -> bool {
    path.extension()
        .is_some_and(|e| e.eq_ignore_ascii_case("hp5"))
}

fn read(path: &Path) -> Result<String, CliError> {
    let bytes = fs::read(path).map_err(CliError::read(path))?;
    String::from_utf8(bytes).map_err(|error| {
        CliError::Usage(format!(
            "{} is not UTF-8 (byte {})\n  help: save it as UTF-8",
            path.display(),
            error.utf8_error().valid_up_to()
        ))
    })
}

/// Reads and checks a program, and reports what was found.
pub(crate) fn check(path: &Path, reporter: &mut Reporter) -> Result<Option<Program>, CliError> {
    let text = read(path)?;
    let mut findings = Diagnostics::default();
    let program = highp5::check(&text, &mut findings);
    reporter.findings(&path.to_string_lossy(), &text, &findings);
    Ok(program)
}

/// The folder of this repository: packages name the library by its place beside this tool's
/// sources.
fn home() -> &'static Path {
    let own = Path::new(env!("CARGO_MANIFEST_DIR"));
    own.parent().unwrap_or(own)
}

/// What a program is called.
fn stem(path: &Path) -> String {
    path.file_stem()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned()
}

/// The files of the package that a checked program becomes, by their names in it; `None` when
/// it cannot be translated, which is reported. `mapping` is the mapping file that goes with it,
/// name and text.
fn package(
    path: &Path,
    program: &Program,
    mapping: Option<(&str, &str)>,
    reporter: &mut Reporter,
) -> Result<Option<Vec<(PathBuf, String)>>, CliError> {
    let text = read(path)?;
    let file = path.file_name().unwrap_or_default().to_string_lossy();
    let emitted = emit::emit_mapped(program, &file, &text, mapping);
    let (emitted, foreign) = match (emitted, emit::foreign(program)) {
        (Ok(emitted), Ok(foreign)) => (emitted, foreign),
        (Err(refused), _) | (_, Err(refused)) => {
            let mut findings = Diagnostics::default();
            findings.push(refused);
            reporter.findings(&path.to_string_lossy(), &text, &findings);
            return Ok(None);
        }
    };
    let manifest = emit::manifest(&stem(path), home(), !foreign.is_empty());
    let mut files = vec![
        (PathBuf::from("Cargo.toml"), manifest),
        ("src/main.rs".into(), emitted),
    ];
    if !foreign.is_empty() {
        let folder = folder_of_headers(path, &foreign);
        let script = emit::build_script(&foreign, folder.as_deref());
        files.push(("build.rs".into(), script));
    }
    let foreign = foreign.into_iter();
    files.extend(foreign.map(|file| (PathBuf::from(file.path), file.text)));
    Ok(Some(files))
}

/// The program's folder, if headers that its embedded code includes are there.
fn folder_of_headers(program: &Path, foreign: &[emit::Foreign]) -> Option<PathBuf> {
    let folder = fs::canonicalize(program).ok()?.parent()?.to_owned();
    let mut headers = foreign.iter().flat_map(emit::Foreign::headers);
    headers
        .any(|name| folder.join(name).is_file())
        .then_some(folder)
}

/// Writes the package that a program, which is right, becomes; without a folder its text goes
/// to standard output. Returns the exit status.
pub(crate) fn emit(
    args: &AnnotateArgs,
    dir: Option<&Path>,
    reporter: &mut Reporter,
) -> Result<u8, CliError> {
    let [path] = &args.paths[..] else {
        let text = "a HighP5 program and other inputs at once\n  help: translate them one by one";
        return Err(CliError::Usage(text.to_owned()));
    };
    // What there is to say of it has been said.
    let Some(program) = highp5::check(&read(path)?, &mut Diagnostics::default()) else {
        return Ok(EXIT_FINDINGS);
    };
    let map = mapping(args.map.as_deref(), args.machine.as_deref(), &program)?;
    let given = map.as_ref().map(|(name, text)| (&**name, &**text));
    let Some(mut files) = package(path, &program, given, reporter)? else {
        return Ok(EXIT_FINDINGS);
    };
    let Some(dir) = dir else {
        let main = files.iter().find(|(path, _)| path.ends_with("main.rs"));
        super::annotate::print(main.map_or("", |(_, text)| text));
        return Ok(EXIT_OK);
    };
    let about = readme::of(&stem(path), &program, given.map(|given| given.0), home());
    files.push(("README.md".into(), about));
    let mut output = Output::open(dir, path, args.force)?;
    for (path, text) in &files {
        output.put(path, text.as_bytes())?;
    }
    output.finish()?;
    Ok(EXIT_OK)
}

/// Holds a mapping file, if there is one, against the program and the machine: this one, unless
/// another one is named. Gives its name and text.
fn mapping(
    path: Option<&Path>,
    machine: Option<&str>,
    program: &Program,
) -> Result<Option<(String, String)>, CliError> {
    let usage = |error: &dyn std::fmt::Display| CliError::Usage(error.to_string());
    let machine = machine.map(|name| Machine::named(name).map_err(|error| usage(&error)));
    let machine = machine.transpose()?;
    let Some(path) = path else {
        return Ok(None);
    };
    let file = map::mapping(path, program).map_err(|error| usage(&error))?;
    let levels = Levels::of(&machine.unwrap_or_else(pcubes::discover::discover));
    for task in &program.tasks {
        highp5::map::places(task, &levels, Some(&file)).map_err(|error| usage(&error))?;
    }
    Ok(Some((path.display().to_string(), read(path)?)))
}
