//! What clap makes of the commands' definitions: completions for shells, and pages of the manual.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use clap::{Args, Command};
use clap_complete::Shell;

use crate::cli::{CliError, EXIT_OK, EXIT_USAGE, terminal};

/// Arguments of `hp5 completions`.
#[derive(Debug, Args)]
pub struct CompletionsArgs {
    /// The shell
    #[arg(value_enum)]
    pub shell: Shell,
}

/// Arguments of `hp5 man`.
#[derive(Debug, Args)]
pub struct ManArgs {
    /// Write the pages of all commands into DIR (hp5.1, hp5-run.1, ..); without it, the page of
    /// hp5 is printed
    #[arg(value_name = "DIR")]
    pub dir: Option<PathBuf>,
}

/// Prints the completions of these commands, which are programs of their own.
#[must_use]
pub fn completions(args: &CompletionsArgs, commands: Vec<Command>) -> u8 {
    let mut text = Vec::new();
    for mut command in commands {
        let name = command.get_name().to_owned();
        clap_complete::generate(args.shell, &mut command, name, &mut text);
    }
    status(printed(&text))
}

/// Prints or writes the pages of these commands, the first one's first.
#[must_use]
pub fn man(args: &ManArgs, commands: Vec<Command>) -> u8 {
    status(match &args.dir {
        Some(dir) => written(commands, dir).map_err(CliError::write(dir)),
        None => {
            let mut text = Vec::new();
            let first = commands.into_iter().next();
            let rendered = first.map(|command| clap_mangen::Man::new(command).render(&mut text));
            let rendered = rendered.unwrap_or(Ok(()));
            rendered
                .map_err(CliError::write(Path::new("the output")))
                .and_then(|()| printed(&text))
        }
    })
}

/// A page for each command, and for each command in it.
fn written(commands: Vec<Command>, dir: &Path) -> io::Result<()> {
    fs::create_dir_all(dir)?;
    commands
        .into_iter()
        .try_for_each(|command| clap_mangen::generate_to(command, dir))
}

fn printed(text: &[u8]) -> Result<(), CliError> {
    let text = String::from_utf8_lossy(text);
    terminal::print(&text).map_err(CliError::write(Path::new("the output")))
}

fn status(done: Result<(), CliError>) -> u8 {
    match done {
        Ok(()) => EXIT_OK,
        Err(error) => {
            eprintln!("error: {error}");
            EXIT_USAGE
        }
    }
}
