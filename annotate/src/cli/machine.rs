//! `hp5 machine`: what this machine, or a described one, looks like to the runtime.

use std::io;
use std::path::{Path, PathBuf};

use clap::Args;
use pcubes::Machine;
use pcubes::describe::{BUILT_IN, DescribeError};

use crate::cli::{EXIT_OK, EXIT_USAGE, terminal};

/// Arguments of `hp5 machine`.
#[derive(Debug, Clone, Args)]
#[command(after_help = "\
Without a name it is the machine that this process may use: processors outside the affinity
mask or the control group's cpuset are not shown, because no PPU will run there.

A description (FILE.pcubes.toml) says what a machine has, space by space, highest first; write
this machine's with --toml, change it, and give it to programs with HP5_MACHINE=FILE.

Exit status: 0 done, 2 no such machine, wrong arguments, a description with mistakes, or a file
that cannot be written.

Examples:
  hp5 machine
  hp5 machine hermes
  hp5 machine --toml here.pcubes.toml
  hp5 machine here.pcubes.toml --svg here.svg
  hp5 machine --synthetic 'package:2 l3:2(size=32MiB) core:8 pu:2'")]
pub struct MachineArgs {
    /// A built-in machine (see --list) or a description file; without it, this machine
    #[arg(value_name = "NAME|FILE", conflicts_with_all = ["list", "synthetic"])]
    pub machine: Option<String>,
    /// Draw the machine to FILE (SVG)
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
    /// Write the description (TOML) to FILE, or to the terminal
    #[arg(long, value_name = "FILE", num_args = 0..=1, default_missing_value = "-")]
    pub toml: Option<PathBuf>,
    /// List the built-in machines
    #[arg(long, conflicts_with_all = ["svg", "toml"])]
    pub list: bool,
    /// A machine made up of LEVELS, highest first, each name:count
    #[arg(long, value_name = "LEVELS", conflicts_with = "list")]
    pub synthetic: Option<String>,
}

/// Why the command failed; all of them end with [`EXIT_USAGE`].
#[derive(Debug, thiserror::Error)]
enum Failure {
    #[error("{0}")]
    Description(#[from] DescribeError),
    #[error("{0}")]
    Synthetic(#[from] pcubes::discover::SyntheticError),
    #[error("cannot write {}: {source}", file.display())]
    Write { file: PathBuf, source: io::Error },
}

impl MachineArgs {
    /// The machine that is meant and the file to write its description to: in
    /// `--toml hermes`, hermes is the machine, not a file to write this machine to.
    fn names(&self) -> (Option<&str>, Option<&Path>) {
        let toml = self.toml.as_deref();
        let meant = toml
            .and_then(Path::to_str)
            .filter(|name| pcubes::describe::built_in(name).is_some());
        match (&self.machine, &self.synthetic, meant) {
            (None, None, Some(name)) => (Some(name), Some(Path::new("-"))),
            _ => (self.machine.as_deref(), toml),
        }
    }
}

/// Runs `hp5 machine`; gives the exit status.
#[must_use]
pub fn run(args: &MachineArgs) -> u8 {
    match act(args) {
        Ok(()) => EXIT_OK,
        Err(failure) => {
            eprintln!("error: {failure}");
            EXIT_USAGE
        }
    }
}

fn act(args: &MachineArgs) -> Result<(), Failure> {
    if args.list {
        return print(&list()?);
    }
    let (name, toml) = args.names();
    let machine = match (name, &args.synthetic) {
        (Some(name), _) => Machine::named(name)?,
        (None, Some(levels)) => Machine::synthetic(levels)?,
        (None, None) => pcubes::discover::discover(),
    };
    if let Some(file) = toml {
        write(file, &machine.to_toml())?;
    }
    if let Some(file) = &args.svg {
        write(file, &machine.to_svg())?;
    }
    if args.toml.is_none() && args.svg.is_none() {
        print(&machine.to_text())
    } else {
        Ok(())
    }
}

/// The built-in machines, a line each.
fn list() -> Result<String, Failure> {
    let width = BUILT_IN
        .iter()
        .map(|(name, _)| name.len())
        .max()
        .unwrap_or(0);
    let line = |(name, text): &(&str, &str)| {
        let about = Machine::from_toml(text, name)?.about.unwrap_or_default();
        Ok(format!("{name:<width$}  {about}\n"))
    };
    BUILT_IN.iter().map(line).collect()
}

/// Writes `text` to `file`; `-` is the terminal.
fn write(file: &Path, text: &str) -> Result<(), Failure> {
    if file == Path::new("-") {
        return print(text);
    }
    std::fs::write(file, text).map_err(|source| Failure::Write {
        file: file.to_owned(),
        source,
    })
}

fn print(text: &str) -> Result<(), Failure> {
    terminal::print(text).map_err(|source| Failure::Write {
        file: "the output".into(),
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
        args: MachineArgs,
    }

    fn parse(words: &[&str]) -> Result<MachineArgs, clap::Error> {
        Cli::try_parse_from(["machine"].iter().chain(words)).map(|cli| cli.args)
    }

    fn status(words: &[&str]) -> u8 {
        run(&parse(words).unwrap_or_else(|error| panic!("{error}")))
    }

    #[test]
    fn machines_are_written_and_read_again() {
        let dir = std::env::temp_dir().join(format!("hp5-machine-{}", std::process::id()));
        std::fs::create_dir_all(&dir).unwrap();
        let (toml, svg) = (dir.join("m.pcubes.toml"), dir.join("m.svg"));
        let (toml_arg, svg_arg) = (toml.to_str().unwrap(), svg.to_str().unwrap());
        assert_eq!(
            status(&["hermes", "--toml", toml_arg, "--svg", svg_arg]),
            EXIT_OK
        );
        assert_eq!(
            Machine::from_file(&toml).unwrap(),
            Machine::named("hermes").unwrap()
        );
        assert!(std::fs::read_to_string(&svg).unwrap().starts_with("<svg"));
        assert_eq!(status(&[toml_arg, "--svg", svg_arg]), EXIT_OK);
        assert_eq!(status(&["--toml", toml_arg]), EXIT_OK);
        assert_eq!(
            Machine::from_file(&toml).unwrap(),
            pcubes::discover::discover()
        );
        std::fs::remove_dir_all(&dir).unwrap();
    }

    #[test]
    fn a_machine_behind_toml_is_the_machine() {
        let names = |words: &[&str]| {
            let args = parse(words).unwrap();
            let (machine, toml) = args.names();
            (machine.map(str::to_owned), toml.map(Path::to_owned))
        };
        let (dash, file) = (Some(PathBuf::from("-")), Some(PathBuf::from("f.toml")));
        assert_eq!(
            names(&["--toml", "hermes"]),
            (Some("hermes".into()), dash.clone())
        );
        assert_eq!(
            names(&["hermes", "--toml"]),
            (Some("hermes".into()), dash.clone())
        );
        assert_eq!(names(&["--toml"]), (None, dash));
        assert_eq!(names(&["--toml", "f.toml"]), (None, file.clone()));
        assert_eq!(
            names(&["k20", "--toml", "f.toml"]),
            (Some("k20".into()), file)
        );
    }

    #[test]
    fn bad_input_ends_with_two() {
        assert_eq!(status(&["no-such-machine"]), EXIT_USAGE);
        assert_eq!(status(&["/no/such/file.pcubes.toml"]), EXIT_USAGE);
        assert_eq!(status(&["--synthetic", "core:0"]), EXIT_USAGE);
        assert_eq!(
            status(&["hermes", "--svg", "/no/such/dir/m.svg"]),
            EXIT_USAGE
        );
        assert!(parse(&["hermes", "--list"]).is_err());
        assert!(parse(&["hermes", "--synthetic", "core:1"]).is_err());
    }

    #[test]
    fn every_built_in_machine_is_listed() {
        let list = list().unwrap();
        assert_eq!(list.lines().count(), BUILT_IN.len());
        assert!(list.starts_with("hermes"), "{list}");
        assert!(
            list.lines().all(|line| line.split_whitespace().count() > 2),
            "{list}"
        );
    }
}
