//! `hp5 map`: where the spaces of a HighP5 program are worked on, and whether their data fit.

use std::path::{Path, PathBuf};

use clap::Args;
use pcubes::Machine;
use pcubes::describe::DescribeError;
use pcubes::mapping::MapFile;

use crate::cli::report::{Colour, Format, Reporter};
use crate::cli::{CliError, EXIT_FINDINGS, EXIT_OK, EXIT_USAGE, terminal};
use crate::diag::Diagnostics;
use crate::highp5;
use crate::highp5::map::{Explanation, Given, GivenError, executions, explain};
use crate::highp5::typed::Program;

/// Arguments of `hp5 map`.
#[derive(Debug, Clone, Args)]
#[command(after_help = "\
For each task and each of its spaces: the level of the machine that it is mapped to (`*`: by
default, the mapping file does not say), which units execute its LPUs, how many work at a time,
how many LPUs there are, and what the largest of them holds, against the memory of who works on
it. A space that is mapped to units that do not compute, or that have too little memory, is
worked on, or kept, by the nearest that can (HighP5, section 6.1.1).

Sizes follow from the program's arguments (behind --), from the dimensions of its input arrays
(--dims), and from its Initialize sections; what is not known stays a formula.

A mapping file:
  \"Task name\" {
      Space Root: Socket     // the task runs within one socket
      Space A: Core          // by name, or by level: 1 is the lowest
  }

Exit status: 0 done (there may be warnings), 1 the program has errors, 2 wrong arguments, or a
mapping or a machine with mistakes.

Examples:
  hp5 map stencil.hp5
  hp5 map stencil.hp5 --machine hermes --map hermes.map
  hp5 map stencil.hp5 --dims plate=4096x4096 -- k=8 l=1 m=4 n=4 p1=8 p2=4 iterations=100")]
pub struct MapArgs {
    /// The program (FILE.hp5)
    #[arg(value_name = "FILE")]
    pub program: PathBuf,
    /// The mapping file; without it, every space is mapped by default
    #[arg(long, value_name = "FILE")]
    pub map: Option<PathBuf>,
    /// A built-in machine, or a description file; without it, this machine
    #[arg(long, value_name = "NAME|FILE")]
    pub machine: Option<String>,
    /// Dimensions of an array, as in a=1024x512, or of one task's, as in Task.a=1024x512
    #[arg(long, value_name = "ARRAY=SIZES")]
    pub dims: Vec<String>,
    /// Arguments of the program, or partition arguments, each name=value
    #[arg(last = true, value_name = "NAME=VALUE")]
    pub arguments: Vec<String>,
}

/// Why the command failed; all of them end with [`EXIT_USAGE`].
#[derive(Debug, thiserror::Error)]
pub(crate) enum Failure {
    #[error("{0}")]
    Cli(#[from] CliError),
    #[error("{0}")]
    Description(#[from] DescribeError),
    #[error("{0}")]
    Given(#[from] GivenError),
    #[error("{0}")]
    Explain(#[from] crate::highp5::map::ExplainError),
}

/// Runs `hp5 map`; gives the exit status.
#[must_use]
pub fn run(args: &MapArgs) -> u8 {
    match act(args) {
        Ok(status) => status,
        Err(failure) => {
            eprintln!("error: {failure}");
            EXIT_USAGE
        }
    }
}

fn act(args: &MapArgs) -> Result<u8, Failure> {
    let text = read(&args.program)?;
    let mut diagnostics = Diagnostics::default();
    let program = highp5::check(&text, &mut diagnostics);
    let mut reporter = Reporter::new(Format::Text, Colour::Auto, program.is_some(), true);
    reporter.findings(&args.program.display().to_string(), &text, &diagnostics);
    let Some(program) = program else {
        return Ok(EXIT_FINDINGS);
    };
    let machine = match &args.machine {
        Some(name) => Machine::named(name)?,
        None => pcubes::discover::discover(),
    };
    print(&explained(&program, args, &machine)?)?;
    Ok(EXIT_OK)
}

/// All of it as text.
fn explained(program: &Program, args: &MapArgs, machine: &Machine) -> Result<String, Failure> {
    let map = args.map.as_deref().map(|path| mapping(path, program));
    let map = map.transpose()?;
    let mut given = Given::default();
    for argument in &args.arguments {
        given.argument(argument)?;
    }
    for sizes in &args.dims {
        given.dimensions(sizes)?;
    }
    let explain = |execution| explain(program, execution, machine, map.as_ref());
    let all: Result<Vec<Explanation>, _> =
        executions(program, &given)?.iter().map(explain).collect();
    let texts: Vec<String> = all?.iter().map(|one| one.to_text(machine)).collect();
    Ok(texts.join("\n"))
}

/// Reads a mapping file, and holds its tasks against the program's.
pub(crate) fn mapping(path: &Path, program: &Program) -> Result<MapFile, Failure> {
    let file = MapFile::read(&read(path)?, &path.display().to_string())?;
    let tasks: Vec<&str> = program
        .tasks
        .iter()
        .map(|task| task.name.as_str())
        .collect();
    file.check_tasks(&tasks)?;
    Ok(file)
}

fn read(path: &Path) -> Result<String, CliError> {
    std::fs::read_to_string(path).map_err(CliError::read(path))
}

fn print(text: &str) -> Result<(), CliError> {
    terminal::print(text).map_err(|source| CliError::Write {
        path: "the output".into(),
        source,
    })
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Debug, Parser)]
    struct Cli {
        #[command(flatten)]
        args: MapArgs,
    }

    fn status(words: &[&str]) -> u8 {
        let cli = Cli::try_parse_from(["map"].iter().chain(words));
        run(&cli.unwrap_or_else(|error| panic!("{error}")).args)
    }

    #[test]
    fn statuses_say_what_was_wrong() {
        let example = concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/../examples/highp5/stencil/stencil.hp5"
        );
        let map = concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/../examples/highp5/stencil/hermes.map"
        );
        let folder = std::env::temp_dir().join(format!("hp5-map-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let (wrong, other) = (folder.join("wrong.hp5"), folder.join("other.map"));
        std::fs::write(
            &wrong,
            "Task \"T\":\n  Define:\n    a: 9d Array of Integer\n",
        )
        .unwrap();
        std::fs::write(&other, "\"No Such Task\" { Space A: 1 }").unwrap();
        let (wrong, other) = (wrong.to_str().unwrap(), other.to_str().unwrap());
        let hermes = ["--machine", "hermes", "--map", map];
        let with = |more: &[&'static str]| [&[example], &hermes[..], more].concat();
        assert_eq!(status(&with(&[])), EXIT_OK);
        assert_eq!(
            status(&with(&["--dims", "plate=9x9", "--", "k=3"])),
            EXIT_OK
        );
        assert_eq!(status(&[example]), EXIT_OK);
        assert_eq!(status(&with(&["--dims", "plate=9"])), EXIT_USAGE);
        assert_eq!(status(&with(&["--", "nothing=3"])), EXIT_USAGE);
        assert_eq!(
            status(&[example, "--machine", "no-such-machine"]),
            EXIT_USAGE
        );
        assert_eq!(status(&[example, "--map", other]), EXIT_USAGE);
        assert_eq!(status(&["/no/such.hp5"]), EXIT_USAGE);
        assert_eq!(status(&[wrong]), EXIT_FINDINGS);
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
