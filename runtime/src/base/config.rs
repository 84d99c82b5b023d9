//! What the environment and builders choose by name: binding of threads, and replay.

use std::str::FromStr;

/// What a PPU's thread is bound to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Bind {
    /// Nothing: the system moves threads as it likes.
    None,
    /// A core: one PPU per core as long as there are cores (the default).
    #[default]
    Core,
    /// A hardware thread: neighbouring hardware threads are filled first.
    Thread,
}

impl FromStr for Bind {
    type Err = ();
    fn from_str(text: &str) -> Result<Self, ()> {
        match text {
            "none" => Ok(Bind::None),
            "core" => Ok(Bind::Core),
            "thread" => Ok(Bind::Thread),
            _ => Err(()),
        }
    }
}

/// Whether loops that emitted code says have turns of one shape are recorded and replayed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Replay {
    /// No: every turn is registered.
    Never,
    /// Where there are turns enough for it to pay (the default).
    #[default]
    Pays,
    /// Wherever it can be done: for tests of programs.
    Always,
}

impl FromStr for Replay {
    type Err = ();
    fn from_str(text: &str) -> Result<Self, ()> {
        match text {
            "0" => Ok(Replay::Never),
            "1" => Ok(Replay::Pays),
            "always" => Ok(Replay::Always),
            _ => Err(()),
        }
    }
}
