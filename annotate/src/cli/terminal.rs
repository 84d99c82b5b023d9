//! What a command prints as its result.

use std::io::{self, Write as _};

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
