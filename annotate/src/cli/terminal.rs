//! What a command prints as its result.

use std::io::{self, Write as _};
use std::sync::{Mutex, PoisonError};

use clap::Parser;

use crate::cli::{EXIT_OK, EXIT_USAGE};

/// Why something could not be printed.
static FAILED: Mutex<Option<io::Error>> = Mutex::new(None);

/// Prints `text`; a reader that has gone away (`| head`) is no failure.
///
/// # Errors
/// The output cannot be written.
pub(super) fn print(text: &str) -> io::Result<()> {
    put(text.as_bytes())
}

/// Prints bytes, likewise.
///
/// # Errors
/// The output cannot be written.
pub(super) fn put(bytes: &[u8]) -> io::Result<()> {
    let mut out = io::stdout().lock();
    match out.write_all(bytes).and_then(|()| out.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(error),
        _ => Ok(()),
    }
}

/// Prints `text`; that it cannot is said when the command ends, see [`ended`].
pub(super) fn tell(text: &str) {
    tell_bytes(text.as_bytes());
}

/// As [`tell`].
pub(super) fn tell_bytes(bytes: &[u8]) {
    if let Err(error) = put(bytes) {
        let mut failed = FAILED.lock().unwrap_or_else(PoisonError::into_inner);
        failed.get_or_insert(error);
    }
}

/// The status with which a command ends: not that of success where something could not be printed.
pub(super) fn ended(status: u8) -> u8 {
    let failed = FAILED.lock().unwrap_or_else(PoisonError::into_inner).take();
    match failed {
        Some(error) => {
            eprintln!("error: the output cannot be written: {error}");
            if status == EXIT_OK {
                EXIT_USAGE
            } else {
                status
            }
        }
        None => status,
    }
}

/// The arguments of a command.
///
/// # Errors
/// The exit status of a command that ends here: it was asked for help, or its arguments are wrong.
pub fn arguments<A: Parser>() -> Result<A, u8> {
    A::try_parse().map_err(|asked| {
        let status = u8::try_from(asked.exit_code()).unwrap_or(EXIT_USAGE);
        match asked.use_stderr() {
            true => drop(asked.print()),
            false => tell(&text_of(&asked)),
        }
        ended(status)
    })
}

/// Help as it is shown here.
fn text_of(asked: &clap::Error) -> String {
    let text = asked.render();
    match io::IsTerminal::is_terminal(&io::stdout()) {
        true => text.ansi().to_string(),
        false => text.to_string(),
    }
}
