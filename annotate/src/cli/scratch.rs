//! A folder for what is only needed meanwhile.
//!
//! It stands in the shared folder for temporary files, where others may have put links and folders of any name.
//! So it is made by one call of the system, which follows no link and takes nothing that is there (`mkdir`, for
//! the user alone), under a name that nobody guesses; and its files are made likewise (`O_EXCL`). A folder whose
//! name is the same each time, so that compilers' caches find what they know, is taken where it can be made; where
//! it is there, only if it is the user's, nobody else's to write into, and no other command has it.
//!
//! It is gone when its owner is, also where a signal ends the command: a thread waits for those that users
//! and `make` send, takes the folder away, and lets the signal do what it does. A signal that was ignored when
//! the command began (`nohup`) stays so.
//!
//! Who writes into the folder, takes it away or leaves it has the lock meanwhile, and the thread keeps it from
//! the signal on. So nothing makes the folder again that it took away, and the command, which may find that
//! files are gone, does not end with a status of its own meanwhile. (A signal that ends the compiler first,
//! as from a terminal, may leave it time to do so.)

use std::collections::hash_map::RandomState;
use std::fs::{self, DirBuilder, File, OpenOptions};
use std::hash::{BuildHasher as _, Hasher as _};
use std::io::{self, Write as _};
use std::os::unix::fs::{DirBuilderExt as _, MetadataExt as _, PermissionsExt as _};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
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

/// A folder that was made, and the lock on it, if it may be found again.
struct Made {
    path: PathBuf,
    _lock: Option<File>,
}

/// The folder; it is made by who asks for it first.
pub(super) struct Scratch {
    prefix: &'static str,
    /// What its name is made of, if that is to be the same each time.
    key: Option<u64>,
    made: Arc<Mutex<Option<Made>>>,
}

/// What cannot be made or written, and why.
type Failed = (PathBuf, io::Error);

impl Scratch {
    /// A folder of this process, whose name begins with `prefix`.
    pub(super) fn new(prefix: &'static str) -> Self {
        Self::known_by(prefix, None)
    }

    /// A folder that has the same name each time for the same `key`, unless another command has it.
    pub(super) fn named(prefix: &'static str, key: u64) -> Self {
        Self::known_by(prefix, Some(key))
    }

    fn known_by(prefix: &'static str, key: Option<u64>) -> Self {
        let made: Arc<Mutex<Option<Made>>> = Arc::default();
        let of_thread = Arc::clone(&made);
        let ignored = ignored();
        let ending = [SIGHUP, SIGINT, SIGTERM].into_iter();
        let ending = ending.filter(|signal| ignored >> (signal - 1) & 1 == 0);
        if let Ok(mut signals) = Signals::new(ending) {
            thread::spawn(move || {
                for signal in signals.forever() {
                    let _to_the_end = changing();
                    take_away(&of_thread);
                    let _ = emulate_default_handler(signal);
                }
            });
        }
        Scratch { prefix, key, made }
    }

    /// Leaves the folder to who goes on with it.
    pub(super) fn keep(self) {
        let _ended_by_a_signal = changing();
        std::mem::forget(self);
    }

    /// Where it is.
    ///
    /// # Errors
    /// It cannot be made.
    pub(super) fn path(&self) -> Result<PathBuf, Failed> {
        let _one = changing();
        let mut made = self.made.lock().unwrap_or_else(PoisonError::into_inner);
        if made.is_none() {
            *made = Some(self.make()?);
        }
        Ok(made
            .as_ref()
            .map(|made| made.path.clone())
            .unwrap_or_default())
    }

    fn make(&self) -> Result<Made, Failed> {
        let known = self.key.and_then(|key| again(self.prefix, key));
        if let Some(made) = known {
            return Ok(made);
        }
        let mut path = unguessed(self.prefix);
        for _ in 0..TRIES {
            match private().create(&path) {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                    path = unguessed(self.prefix);
                }
                Err(error) => return Err((path, error)),
                Ok(()) => return Ok(Made { path, _lock: None }),
            }
        }
        Err((path, io::ErrorKind::AlreadyExists.into()))
    }
}

/// Names beyond which something else is wrong.
const TRIES: usize = 100;

/// Makes folders that are the user's alone.
fn private() -> DirBuilder {
    let mut builder = DirBuilder::new();
    builder.mode(0o700);
    builder
}

/// A name in the folder for temporary files that nobody knows before.
pub(super) fn unguessed(prefix: &str) -> PathBuf {
    let number = RandomState::new().build_hasher().finish();
    std::env::temp_dir().join(format!("{prefix}-{number:016x}"))
}

/// The folder that has this name each time; `None` where it is not this command's to use.
fn again(prefix: &str, key: u64) -> Option<Made> {
    // What the system shows of this process is its user's.
    let user = fs::metadata("/proc/self").ok()?.uid();
    let path = std::env::temp_dir().join(format!("{prefix}-{user}-{key:016x}"));
    let is_new = private().create(&path).is_ok();
    let about = fs::symlink_metadata(&path).ok()?;
    let own = about.is_dir() && about.uid() == user && about.permissions().mode() & 0o077 == 0;
    if !own {
        return None;
    }
    let folder = File::open(&path).ok()?;
    folder.try_lock().ok()?;
    // Who had it before may have taken it away meanwhile, and another one made it again.
    let (opened, here) = (folder.metadata().ok()?, fs::symlink_metadata(&path).ok()?);
    if (opened.dev(), opened.ino()) != (here.dev(), here.ino()) || !here.is_dir() {
        return None;
    }
    if !is_new {
        // A command that was ended by force has left it.
        for entry in fs::read_dir(&path).ok()? {
            let left = entry.ok()?.path();
            let is_folder = fs::symlink_metadata(&left).ok()?.is_dir();
            match is_folder {
                true => fs::remove_dir_all(&left).ok()?,
                false => fs::remove_file(&left).ok()?,
            }
        }
    }
    Some(Made {
        path,
        _lock: Some(folder),
    })
}

/// Removes a folder that was made.
fn take_away(made: &Mutex<Option<Made>>) {
    let mut made = made.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(made) = made.take() {
        let _ = fs::remove_dir_all(&made.path);
    }
}

/// Writes C into the file `name` of a folder in that of a [`Scratch`], and makes it where it is not there yet.
///
/// # Errors
/// What cannot be made or written, and why.
pub(super) fn write(folder: &Path, name: &Path, text: &str) -> Result<PathBuf, Failed> {
    let _one = changing();
    let made = private().recursive(true).create(folder);
    made.map_err(|error| (folder.to_owned(), error))?;
    let path = folder.join(name);
    match new_file(&path).and_then(|mut file| file.write_all(&encoding::encode(text))) {
        Ok(()) => Ok(path),
        Err(error) => Err((path, error)),
    }
}

/// A file that is made here: what had its name before is gone, and no link is followed.
fn new_file(path: &Path) -> io::Result<File> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    OpenOptions::new().write(true).create_new(true).open(path)
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
        take_away(&self.made);
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;

    #[test]
    fn a_folder_that_is_there_is_not_taken_unless_it_is_free_and_own() {
        let key = RandomState::new().build_hasher().finish();
        let first = again("hp5-scratch", key).expect("it can be made");
        let path = first.path.clone();
        assert_eq!(fs::metadata(&path).expect("made").mode() & 0o777, 0o700);
        assert!(
            again("hp5-scratch", key).is_none(),
            "another command has it"
        );
        let file = write(&path.join("0"), Path::new("a.c"), "int a;").expect("it can be written");
        drop(first);
        let second = again("hp5-scratch", key).expect("it was left");
        assert!(second.path == path && !file.exists());
        drop(second);
        fs::set_permissions(&path, fs::Permissions::from_mode(0o777)).expect("own");
        assert!(again("hp5-scratch", key).is_none(), "others may write");
        fs::remove_dir(&path).expect("empty");
        let elsewhere = unguessed("hp5-scratch");
        fs::create_dir(&elsewhere).expect("a folder");
        symlink(&elsewhere, &path).expect("a link");
        assert!(again("hp5-scratch", key).is_none(), "a link");
        fs::remove_file(&path).expect("the link");
        fs::remove_dir(&elsewhere).expect("nothing was written there");
    }

    #[test]
    fn files_are_made_and_links_not_followed() {
        let scratch = Scratch::new("hp5-scratch");
        let folder = scratch.path().expect("it can be made");
        let victim = folder.join("victim");
        fs::write(&victim, "kept").expect("a file");
        symlink(&victim, folder.join("a.c")).expect("a link");
        let written = write(&folder, Path::new("a.c"), "int a;").expect("it can be written");
        assert_eq!(fs::read_to_string(&victim).expect("a file"), "kept");
        assert_eq!(fs::read_to_string(written).expect("a file"), "int a;");
        drop(scratch);
        assert!(!folder.exists());
    }
}
