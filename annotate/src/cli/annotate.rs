//! The command `hp5-annotate`: diagnose, show or write translated sources.

use std::fs;
use std::path::{Path, PathBuf};

use clap::Parser;
use similar::TextDiff;

use crate::cli::output::{Output, refuse_inside};
use crate::cli::report::{Colour, Format, Reporter};
use crate::cli::tree::{self, Input, Inputs, Layout};
use crate::cli::{
    CliError, EXIT_FINDINGS, EXIT_OK, EXIT_USAGE, cpp, encoding, highp5, package, terminal,
};
use crate::diag::explain;
use crate::{Emitted, Options, SourceFile, translate};

const LONG_ABOUT: &str = "\
Translates Rust programs with #[hp5::..] directives and C programs with #pragma hp5 into task-graph
programs, and checks HighP5 programs (.hp5).

Without an option that says what to do, the sources are only checked (--check). The input is
never written to, and nothing at all is written when there are errors.";

const AFTER_HELP: &str = "\
Input and output:
  FILE           one file; --emit without DIR prints it to stdout
  PROGRAM.hp5    a HighP5 program; --emit DIR writes the package that it becomes, with the
                 mapping file that --map names (docs/highp5.md; `hp5 run` builds and runs it)
  DIRECTORY      a tree of files; .rs and .c files are translated, all others copied
  PACKAGE        a directory with a Cargo.toml; the output has a Cargo.toml that stands alone
  PACKAGE/src    its files become the top of DIR, beside a Cargo.toml that names them
  Without DIR a directory is written to <input>-hp5 beside it. Hidden directories, build
  output and links to directories are left out. DIR may be written again by a later run; if it
  holds other files, or files changed since, it is refused (--force).

Exit status:
  0  done; there may be warnings
  1  errors in the annotated source; with --diff --exit-code: something would change
  2  wrong arguments, or a file cannot be read or written
  3  internal error

Examples:
  hp5-annotate src                     check the sources of a package
  hp5-annotate src --summary           say how the tasks of each region run, and where it waits
  hp5-annotate src --diff              show what translation changes
  hp5-annotate src --emit out          translate; then: cd out && cargo build --release
  hp5-annotate kernel.rs --emit | less
  hp5-annotate src --checked --emit checked    find wrong clauses when it runs
  hp5-annotate lu.c --checked --emit > lu-checked.c    the same of C (hp5cc --checked compiles it too)
  hp5-annotate --explain HP5-E0009

Messages are text on stderr; with --message-format json one object per line on stdout (on
stderr when stdout carries a program or a diff).";

/// Arguments of `hp5-annotate`.
#[derive(Debug, Clone, Parser)]
#[command(
    name = "hp5-annotate",
    version,
    about = "Translates annotated Rust and C, and HighP5, into task-graph programs"
)]
#[command(long_about = LONG_ABOUT, after_long_help = AFTER_HELP)]
pub struct AnnotateArgs {
    /// Files, directories, packages
    #[arg(value_name = "PATH", required_unless_present_any = ["explain", "emit"])]
    pub paths: Vec<PathBuf>,
    /// Write the translated files to DIR (several inputs: to DIR/<name of each>)
    #[arg(long, value_name = "DIR", num_args = 0..=1, conflicts_with_all = ["check", "diff"])]
    pub emit: Option<Option<PathBuf>>,
    /// Only look for errors (the default)
    #[arg(long, conflicts_with = "diff")]
    pub check: bool,
    /// Print what would change as a unified diff
    #[arg(long)]
    pub diff: bool,
    /// With --diff: exit status 1 when something would change
    #[arg(long, requires = "diff")]
    pub exit_code: bool,
    /// Emit the variant that holds every access against the task's clauses as it runs
    #[arg(long)]
    pub checked: bool,
    /// C: analyse what the preprocessor makes of the files (HP5CC_CC says which compiler)
    #[arg(long)]
    pub cpp: bool,
    /// With --cpp: where headers are
    #[arg(short = 'I', value_name = "DIR", requires = "cpp")]
    pub include: Vec<PathBuf>,
    /// With --cpp: a macro, as the compiler takes it
    #[arg(short = 'D', value_name = "NAME[=VALUE]", requires = "cpp")]
    pub define: Vec<String>,
    /// Say in a line per region how many tasks it has, which run in parallel or in order and why,
    /// and where it waits
    #[arg(long)]
    pub summary: bool,
    /// Print what was found out about each region
    #[arg(long)]
    pub dump_ir: bool,
    /// Write into DIR even if it holds files that are not ours
    #[arg(long, requires = "emit")]
    pub force: bool,
    /// The mapping file that a HighP5 program is to have with it
    #[arg(long, value_name = "FILE", requires = "emit")]
    pub map: Option<PathBuf>,
    /// The machine that the mapping file is held against; else this one
    #[arg(long, value_name = "NAME|FILE", requires = "map")]
    pub machine: Option<String>,
    /// How messages are printed
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t)]
    pub message_format: Format,
    /// Explain a diagnostic's code, or list all with `--explain list`
    #[arg(long, value_name = "CODE")]
    pub explain: Option<String>,
    /// When to use colours
    #[arg(long, value_enum, value_name = "WHEN", default_value_t)]
    pub color: Colour,
    /// Print errors only
    #[arg(short, long)]
    pub quiet: bool,
}

/// Runs the command; returns the exit status.
#[must_use]
pub fn run(args: &AnnotateArgs) -> u8 {
    if let Some(code) = &args.explain {
        return explain_code(code);
    }
    let args = &with_paths(args);
    if args.paths.is_empty() {
        eprintln!(
            "error: nothing to translate\n  help: `hp5-annotate PATH --emit DIR`; of one file, `hp5-annotate FILE --emit` prints it"
        );
        return EXIT_USAGE;
    }
    let to_stdout = args.diff
        || args.dump_ir
        || (args.emit == Some(None) && args.paths.iter().any(|path| path.is_file()));
    let mut reporter = Reporter::new(args.message_format, args.color, args.quiet, to_stdout);
    match work(args, &mut reporter) {
        Ok(status) => status,
        Err(error) => {
            reporter.error(&error.to_string());
            EXIT_USAGE
        }
    }
}

/// `--emit FILE`, with nothing else, prints what the file becomes.
fn with_paths(args: &AnnotateArgs) -> AnnotateArgs {
    let mut args = args.clone();
    if args.paths.is_empty()
        && let Some(file) = args
            .emit
            .as_mut()
            .and_then(|to| to.take_if(|path| path.is_file()))
    {
        args.paths.push(file);
    }
    args
}

/// Prints what a code means, or all codes with their titles (`list`).
#[must_use]
pub fn explain_code(code: &str) -> u8 {
    let text = if code == "list" {
        Some(explain::list())
    } else {
        explain::explain(code)
    };
    match text {
        Some(text) => {
            print(&text);
            EXIT_OK
        }
        None => {
            eprintln!(
                "error: no diagnostic has the code `{code}`\n  help: `hp5 explain` lists all"
            );
            EXIT_USAGE
        }
    }
}

/// One input with its translation.
pub(crate) struct Job {
    pub(crate) input: PathBuf,
    pub(crate) layout: Layout,
    pub(crate) inputs: Inputs,
    /// For each Rust file of `inputs`, in order.
    pub(crate) emitted: Vec<Emitted>,
}

impl Job {
    /// Reads and translates an input, and reports what was found.
    pub(crate) fn new(
        input: &Path,
        options: Options,
        reporter: &mut Reporter,
    ) -> Result<Job, CliError> {
        let layout = Layout::of(input)?;
        let inputs = tree::read(input, &layout)?;
        for warning in &inputs.warnings {
            reporter.warning(warning);
        }
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
        let mut output = translate(&sources, &options);
        if layout == Layout::File {
            cpp::headers::report(&sources, &mut output);
        }
        for (path, findings) in &output.diagnostics {
            let text = sources
                .iter()
                .find(|s| s.path == *path)
                .map_or("", |s| s.text.as_str());
            for found in cpp::in_made(path, text, findings) {
                reporter.findings(&found.path.to_string_lossy(), &found.text, &found.findings);
            }
        }
        if matches!(layout, Layout::Package | Layout::Src { .. }) {
            let changed = output.files.iter().filter(|file| file.changed);
            for dir in package::forbidden::packages(changed.map(|file| file.path.as_path())) {
                if let Some((path, text, found)) = package::forbidden::lints(&dir)? {
                    reporter.findings(&path.to_string_lossy(), &text, &found);
                }
            }
        }
        for file in inputs.files.iter().filter(|f| highp5::is_program(&f.path)) {
            // `None` says no more than that errors are among the findings.
            let _program = highp5::check(&file.path, reporter)?;
        }
        Ok(Job {
            input: input.to_owned(),
            layout,
            inputs,
            emitted: output.files,
        })
    }

    pub(crate) fn changed(&self) -> usize {
        self.emitted.iter().filter(|file| file.changed).count()
    }

    /// Each file with its translation, if it is a Rust file.
    fn files(&self) -> impl Iterator<Item = (&Input, Option<&Emitted>)> {
        let mut emitted = self.emitted.iter();
        self.inputs.files.iter().map(move |file| {
            let translated = if file.text.is_some() {
                emitted.next()
            } else {
                None
            };
            (file, translated)
        })
    }

    /// Writes the output directory.
    pub(crate) fn write(
        &self,
        dir: &Path,
        force: bool,
        reporter: &Reporter,
    ) -> Result<(), CliError> {
        let package = match &self.layout {
            Layout::Package => Some(package::mirrored(&self.input)?),
            Layout::Src { package } => Some(package::from_src(package, &self.input)?),
            Layout::File | Layout::Tree => None,
        };
        let mut output = Output::open(dir, &self.input, force)?;
        if self.layout == Layout::File {
            self.inputs
                .files
                .iter()
                .try_for_each(|file| refuse_inside(dir, &file.path))?;
        }
        for (file, emitted) in self.files() {
            let manifest = file.relative.file_name().is_some_and(|n| n == "Cargo.toml");
            let top = file.relative.components().count() == 1;
            match emitted {
                _ if package.is_some() && top && manifest => {}
                _ if self.layout == Layout::Package && manifest => {
                    let below = file.path.parent().unwrap_or(&file.path);
                    output.put(
                        &file.relative,
                        package::nested(below, &self.input)?.as_bytes(),
                    )?;
                }
                Some(emitted) => output.put(
                    &file.relative,
                    &encoding::written(&file.path, &emitted.text),
                )?,
                None => output.copy(&file.relative, &file.path)?,
            }
        }
        if let Some(package) = &package {
            write_package(package, &mut output, reporter, self.changed() > 0)?;
        }
        output.finish()
    }
}

fn write_package(
    package: &package::Package,
    output: &mut Output,
    reporter: &Reporter,
    changed: bool,
) -> Result<(), CliError> {
    output.put(Path::new("Cargo.toml"), package.manifest.as_bytes())?;
    if let Some(lock) = &package.lock {
        output.copy(Path::new("Cargo.lock"), lock)?;
    }
    if let Some((from, name)) = &package.build_script {
        output.copy(Path::new(name), from)?;
    }
    for note in &package.notes {
        reporter.note(note);
    }
    if changed && package.name.is_some() && !package.depends_on_hp5 {
        reporter.warning(
            "the package does not depend on hp5, which the translated program calls\n  \
             help: add `hp5 = \"0.1\"` (or its path) under [dependencies] of its Cargo.toml",
        );
    }
    Ok(())
}

fn work(args: &AnnotateArgs, reporter: &mut Reporter) -> Result<u8, CliError> {
    let options = Options {
        checked: args.checked,
        summary: args.summary,
    };
    let mut jobs = Vec::new();
    for path in &args.paths {
        jobs.push(match args.cpp {
            true => behind_preprocessor(args, path, options, reporter)?,
            false => Job::new(path, options, reporter)?,
        });
    }
    let jobs = join_files(jobs)?;
    let files: usize = jobs.iter().map(|job| job.inputs.files.len()).sum();
    let changed: usize = jobs.iter().map(Job::changed).sum();
    if args.dump_ir {
        for emitted in jobs
            .iter()
            .flat_map(|job| &job.emitted)
            .filter(|f| !f.ir.is_empty())
        {
            print(&format!("{}:\n{}", emitted.path.display(), emitted.ir));
        }
    }
    if args.diff {
        let colour = args.color.on_stdout();
        jobs.iter()
            .flat_map(Job::files)
            .for_each(|(file, emitted)| show(file, emitted, colour));
    }
    if reporter.counts.errors > 0 {
        reporter.summary(files, 0);
        return Ok(EXIT_FINDINGS);
    }
    if let Some(dir) = &args.emit
        && args.paths.iter().any(|path| highp5::is_program(path))
    {
        return highp5::emit(args, dir.as_deref(), reporter);
    }
    if args.map.is_some() {
        let text = "--map is for HighP5 programs (.hp5)\n  help: leave it out for Rust sources";
        return Err(CliError::Usage(text.to_owned()));
    }
    if let Some(dir) = &args.emit {
        for (job, out) in jobs.iter().zip(outputs(&jobs, dir.as_deref())?) {
            match out {
                Some(out) => job.write(&out, args.force, reporter)?,
                None => job.emitted.iter().for_each(|file| {
                    print_bytes(&encoding::written(&file.path, &file.text));
                }),
            }
        }
    }
    reporter.summary(files, changed);
    Ok(if args.exit_code && changed > 0 {
        EXIT_FINDINGS
    } else {
        EXIT_OK
    })
}

/// A file of C as the preprocessor sees it.
fn behind_preprocessor(
    args: &AnnotateArgs,
    path: &Path,
    options: Options,
    reporter: &mut Reporter,
) -> Result<Job, CliError> {
    let layout = Layout::of(path)?;
    if layout != Layout::File || path.extension().is_none_or(|e| e != "c") {
        let text = format!(
            "--cpp is for files of C, {} is none\n  help: name the files; `make CC=hp5cc` builds all of a project",
            path.display()
        );
        return Err(CliError::Usage(text));
    }
    let inputs = tree::read(path, &layout)?;
    let text = inputs.files.first().and_then(|f| f.text.clone());
    let text = text.unwrap_or_default();
    let made = cpp::translated(path, &text, (&args.include, &args.define), &options)?;
    for found in &made.found {
        reporter.findings(&found.path.to_string_lossy(), &found.text, &found.findings);
    }
    let emitted = Emitted {
        path: path.to_owned(),
        changed: made.text.is_some(),
        text: made.text.unwrap_or(text),
        ir: made.ir,
    };
    Ok(Job {
        input: path.to_owned(),
        layout,
        inputs,
        emitted: vec![emitted],
    })
}

/// Several files are written to one directory, so they are one job.
fn join_files(jobs: Vec<Job>) -> Result<Vec<Job>, CliError> {
    let (files, mut others): (Vec<Job>, Vec<Job>) =
        jobs.into_iter().partition(|job| job.layout == Layout::File);
    let Some(joined) = files.into_iter().reduce(|mut all, file| {
        all.inputs.files.extend(file.inputs.files);
        all.emitted.extend(file.emitted);
        all
    }) else {
        return Ok(others);
    };
    if !others.is_empty() {
        let text = "files and directories at once\n  help: translate them one after the other";
        return Err(CliError::Usage(text.to_owned()));
    }
    let mut names: Vec<&PathBuf> = joined
        .inputs
        .files
        .iter()
        .map(|file| &file.relative)
        .collect();
    names.sort();
    if let Some(twice) = names.windows(2).find(|pair| pair[0] == pair[1]) {
        let name = twice[0].display();
        return Err(CliError::Usage(format!(
            "two files named {name}\n  help: translate them one by one, or their common directory"
        )));
    }
    others.push(joined);
    Ok(others)
}

/// Where each job's output goes; `None`: stdout.
fn outputs(jobs: &[Job], dir: Option<&Path>) -> Result<Vec<Option<PathBuf>>, CliError> {
    let mut list: Vec<Option<PathBuf>> = Vec::new();
    for job in jobs {
        // `.` and `..` have a name once they are followed.
        let full = fs::canonicalize(&job.input).map_err(CliError::read(&job.input))?;
        let name = full
            .file_name()
            .map(|n| n.to_string_lossy().into_owned())
            .unwrap_or_default();
        let out = match dir {
            Some(dir) if jobs.len() == 1 => Some(dir.to_owned()),
            Some(dir) => Some(dir.join(&name)),
            None if job.layout == Layout::File => None,
            None => Some(full.with_file_name(format!("{name}-hp5"))),
        };
        if out.is_some() && list.contains(&out) {
            return Err(CliError::Usage(format!(
                "two inputs would be written to {}\n  help: translate them one by one, or their common directory",
                out.unwrap_or_default().display()
            )));
        }
        list.push(out);
    }
    Ok(list)
}

/// Prints the difference that translation makes to a file.
fn show(file: &Input, emitted: Option<&Emitted>, colour: bool) {
    let (Some(before), Some(after)) = (&file.text, emitted) else {
        return;
    };
    if !after.changed {
        return;
    }
    let diff = TextDiff::from_lines(before.as_str(), after.text.as_str());
    let name = file.path.display().to_string();
    let text = diff
        .unified_diff()
        .context_radius(3)
        .header(&format!("a/{name}"), &format!("b/{name}"))
        .to_string();
    if !colour {
        return print(&text);
    }
    for line in text.lines() {
        let code = match line.as_bytes().first() {
            Some(b'+') => "32",
            Some(b'-') => "31",
            Some(b'@') => "36",
            _ => "0",
        };
        print(&format!("\x1b[{code}m{line}\x1b[0m\n"));
    }
}

/// To stdout; a reader that has gone away is no reason to fail.
pub(super) fn print(text: &str) {
    print_bytes(text.as_bytes());
}

fn print_bytes(bytes: &[u8]) {
    terminal::tell_bytes(bytes);
}
