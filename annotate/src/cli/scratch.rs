//! A folder for what is only needed meanwhile.
//!
//! It is gone when its owner is, also where a signal ends the command: a thread waits for those that users
//! and `make` send, takes the folder away, and lets the signal do what it does. A signal that was ignored when
//! the command began (`nohup`) stays so.

use std::fs;
use std::path::{Path, PathBuf};
use std::thread;

use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::Signals;
use signal_hook::low_level::emulate_default_handler;

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
                    let _ = fs::remove_dir_all(&of_thread);
                    let _ = emulate_default_handler(signal);
                }
            });
        }
        Scratch { path }
    }

    /// Leaves the folder to who goes on with it.
    pub(super) fn keep(self) {
        std::mem::forget(self);
    }

    /// Where it is.
    pub(super) fn path(&self) -> &Path {
        &self.path
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
        let _ = fs::remove_dir_all(&self.path);
    }
}
