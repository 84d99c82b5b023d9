//! A folder for what is only needed meanwhile.
//!
//! It is gone when its owner is, also where a signal ends the command: a thread waits for those that users
//! and `make` send, takes the folder away, and lets the signal do what it does. A signal that was ignored when
//! the command began (`nohup`) stays so.
//!
//! Who writes into the folder, takes it away or leaves it has the lock meanwhile, and the thread keeps it from
//! the signal on. So nothing makes the folder again that it took away, and the command, which may find that
//! files are gone, does not end with a status of its own meanwhile. (A signal that ends the compiler first,
//! as from a terminal, may leave it time to do so.)

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;

use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::Signals;
use signal_hook::low_level::emulate_default_handler;

use crate::cli::encoding;

/// Taken while a folder is changed; by the thread that has a signal, to the end of the process.
static CHANGING: Mutex<()> = Mutex::new(());

fn changing() -> MutexGuard<'static, ()> {
    CHANGING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The folder; it is made by who writes into it first.
pub(super) struct Scratch {
    path: PathBuf,
}

impl Scratch {
    /// A place for a folder of this process, whose name begins with `prefix`.
    pub(super) fn new(prefix: &str) -> Self {
        let path = std::env::temp_dir().join(format!("{prefix}-{}", std::process::id()));
        let of_thread = path.clone();
        let ignored = ignored();
        let ending = [SIGHUP, SIGINT, SIGTERM].into_iter();
        let ending = ending.filter(|signal| ignored >> (signal - 1) & 1 == 0);
        if let Ok(mut signals) = Signals::new(ending) {
            thread::spawn(move || {
                for signal in signals.forever() {
                    let _to_the_end = changing();
                    let _ = fs::remove_dir_all(&of_thread);
                    let _ = emulate_default_handler(signal);
                }
            });
        }
        Scratch { path }
    }

    /// Leaves the folder to who goes on with it.
    pub(super) fn keep(self) {
        let _ended_by_a_signal = changing();
        std::mem::forget(self);
    }

    /// Where it is.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }
}

/// Writes C into the file `name` of the folder of a [`Scratch`], and makes the folder where it is not there yet.
///
/// # Errors
/// What cannot be made or written, and why.
pub(super) fn write(
    folder: &Path,
    name: &Path,
    text: &str,
) -> Result<PathBuf, (PathBuf, io::Error)> {
    let _one = changing();
    fs::create_dir_all(folder).map_err(|error| (folder.to_owned(), error))?;
    let path = folder.join(name);
    match fs::write(&path, encoding::encode(text)) {
        Ok(()) => Ok(path),
        Err(error) => Err((path, error)),
    }
}

/// The signals that this process was told to ignore, from the lowest bit.
fn ignored() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    line.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok())
        .unwrap_or(0)
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _one = changing();
        let _ = fs::remove_dir_all(&self.path);
    }
}
