//! The last line of defence: a mistake of ours is reported, not thrown at the user.

use std::panic::{self, AssertUnwindSafe};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use crate::cli::{EXIT_INTERNAL, terminal};

/// Stack for the work: syntax trees may be nested deeply. Only what is used is ever mapped.
const STACK: usize = 256 << 20;

/// Runs a command on a thread with a large stack, and turns a panic into a report on stderr
/// and the exit status [`EXIT_INTERNAL`].
#[must_use]
pub fn guarded(command: impl FnOnce() -> u8 + Send + 'static) -> u8 {
    let seen = Arc::new(Mutex::new(String::new()));
    let note = Arc::clone(&seen);
    let before = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        let mut text = note.lock().unwrap_or_else(PoisonError::into_inner);
        if text.is_empty() {
            *text = info.to_string();
        }
    }));
    let thread = thread::Builder::new().stack_size(STACK);
    let status = match thread.spawn(|| panic::catch_unwind(AssertUnwindSafe(command))) {
        Ok(handle) => handle.join().and_then(|status| status),
        Err(error) => {
            eprintln!("error: cannot start a thread: {error}");
            Ok(EXIT_INTERNAL)
        }
    };
    panic::set_hook(before);
    terminal::ended(status.unwrap_or_else(|_| {
        let text = seen.lock().unwrap_or_else(PoisonError::into_inner);
        eprintln!(
            "error: internal error, please report it with the input that caused it\n  \
             note: {}\n  note: version {}",
            text.replace('\n', " "),
            env!("CARGO_PKG_VERSION")
        );
        EXIT_INTERNAL
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_becomes_an_exit_status() {
        assert_eq!(guarded(|| panic!("planted")), EXIT_INTERNAL);
        assert_eq!(guarded(|| 1), 1);
    }
}
