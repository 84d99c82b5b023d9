//! Starting and stopping the runtime of the process.
//!
//! Protocol. There is one runtime, started by `hp5_start` or by the first region. A region that is
//! open counts as a user of it; `hp5_stop` takes the runtime away only when it has no user, and
//! waits for its threads.

use std::ffi::c_char;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};
use std::time::Duration;

use runtime::{Bind, Builder, Replay, Runtime};

use crate::status::{Failure, HP5_CONFIG, Status, status, string};

/// What a PPU's thread is bound to: what the environment says (`HP5_BIND`), or else a core.
pub const HP5_BIND_DEFAULT: u32 = 0;
/// A PPU's thread is bound to nothing.
pub const HP5_BIND_NONE: u32 = 1;
/// A PPU's thread is bound to a core of its own as long as there are cores.
pub const HP5_BIND_CORE: u32 = 2;
/// A PPU's thread is bound to a hardware thread.
pub const HP5_BIND_THREAD: u32 = 3;

/// How to start the runtime. `hp5_config config = {0};` takes everything from the environment
/// (docs/environment.md); members that are set go before it.
#[repr(C)]
pub struct Config {
    /// Threads that run tasks (processing units, PPUs), 1 to 4096; 0: `HP5_NUM_PPUS`, or one per core.
    pub ppus: usize,
    /// One of `HP5_BIND_..`.
    pub bind: u32,
    /// Recording of loops: 0: `HP5_REPLAY`, or where it pays; 1: never; 2: where it pays; 3: wherever
    /// it can be done.
    pub replay: u32,
    /// A machine description: a file, a name, or a line of levels; NULL: `HP5_MACHINE`, or this machine.
    pub machine: *const c_char,
    /// Tasks of a region in flight before its registering thread runs tasks itself; 0:
    /// `HP5_MAX_TASKS`, or 65536.
    pub max_tasks: u64,
    /// Seconds without progress after which the watchdog reports; 0: `HP5_WATCHDOG`, or none.
    pub watchdog: f64,
}

static RUNTIME: RwLock<Option<Runtime>> = RwLock::new(None);

/// Regions and recordings that are open. Counted up under the read lock, so that who holds the
/// write lock knows that none comes.
static USERS: AtomicUsize = AtomicUsize::new(0);

fn write() -> RwLockWriteGuard<'static, Option<Runtime>> {
    RUNTIME.write().unwrap_or_else(PoisonError::into_inner)
}

fn read() -> RwLockReadGuard<'static, Option<Runtime>> {
    RUNTIME.read().unwrap_or_else(PoisonError::into_inner)
}

fn start(builder: Builder) -> Result<Runtime, Failure> {
    let refused = |error| Failure::new(HP5_CONFIG, format!("{error}"));
    builder.build().map_err(refused)
}

/// Does something with the runtime, which is started if need be.
fn with_runtime<R>(f: impl FnOnce(&Runtime) -> R) -> Result<R, Failure> {
    loop {
        if let Some(runtime) = &*read() {
            return Ok(f(runtime));
        }
        let mut runtime = write();
        if runtime.is_none() {
            *runtime = Some(start(Runtime::builder())?);
        }
    }
}

/// A user of the runtime, which is not stopped while there is one.
pub(crate) struct User(());

impl User {
    /// Opens something on the runtime, which is started if need be.
    pub(crate) fn with<R>(open: impl FnOnce() -> R) -> Result<(R, User), Failure> {
        with_runtime(|runtime| {
            let opened = runtime.install(open);
            USERS.fetch_add(1, Ordering::Relaxed);
            (opened, User(()))
        })
    }
}

impl Drop for User {
    fn drop(&mut self) {
        // What the user did happens before the runtime is stopped.
        USERS.fetch_sub(1, Ordering::Release);
    }
}

/// The builder that a configuration describes.
///
/// # Safety
/// `config.machine` is null or a text.
unsafe fn builder_of(config: &Config) -> Result<Builder, Failure> {
    let mut builder = Runtime::builder();
    if config.ppus != 0 {
        builder = builder.ppus(config.ppus);
    }
    builder = match config.bind {
        HP5_BIND_DEFAULT => builder,
        HP5_BIND_NONE => builder.bind(Bind::None),
        HP5_BIND_CORE => builder.bind(Bind::Core),
        HP5_BIND_THREAD => builder.bind(Bind::Thread),
        other => return Err(wrong("bind", other, "one of HP5_BIND_..")),
    };
    builder = match config.replay {
        0 => builder,
        1 => builder.replay(Replay::Never),
        2 => builder.replay(Replay::Pays),
        3 => builder.replay(Replay::Always),
        other => return Err(wrong("replay", other, "0 to 3")),
    };
    // SAFETY: the caller's promise.
    if let Some(machine) = unsafe { string(config.machine) } {
        builder = builder.machine(&*machine);
    }
    if config.max_tasks != 0 {
        builder = builder.max_tasks(config.max_tasks);
    }
    if config.watchdog != 0.0 {
        let limit = Duration::try_from_secs_f64(config.watchdog);
        builder = builder
            .watchdog(limit.map_err(|_| wrong("watchdog", config.watchdog, "seconds from 0 on"))?);
    }
    Ok(builder)
}

fn wrong(member: &str, value: impl std::fmt::Display, expected: &str) -> Failure {
    let message = format!("hp5_config.{member} is {value}: expected {expected}");
    Failure::new(HP5_CONFIG, message)
}

/// Starts the runtime of the process: its threads, one per PPU. NULL takes everything from the
/// environment. Programs need not call it: the first region does. Any thread may.
///
/// Returns `HP5_CONFIG` for settings that cannot be, and `HP5_MISUSE` when the runtime is started
/// already.
///
/// # Safety
/// `config` is NULL or points to an `hp5_config` whose `machine` is NULL or a text.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hp5_start(config: *const Config) -> Status {
    status(|| {
        let mut runtime = write();
        if runtime.is_some() {
            return Err(Failure::misuse(
                "hp5_start: the runtime is started already (by an earlier region, perhaps)",
            ));
        }
        // SAFETY: the caller's promise.
        let builder = match unsafe { config.as_ref() } {
            // SAFETY: as above.
            Some(config) => unsafe { builder_of(config)? },
            None => Runtime::builder(),
        };
        *runtime = Some(start(builder)?);
        Ok(())
    })
}

/// Stops the runtime, and waits for its threads to end. Without a runtime it does nothing. A later
/// region, or `hp5_start`, starts another one. Programs need not call it.
///
/// Returns `HP5_MISUSE`, and does nothing, while a region or recording is open.
#[unsafe(no_mangle)]
pub extern "C" fn hp5_stop() -> Status {
    status(|| {
        let mut runtime = write();
        match USERS.load(Ordering::Acquire) {
            0 => {
                *runtime = None;
                Ok(())
            }
            open => Err(Failure::misuse(format!(
                "hp5_stop: {open} regions or recordings are open: end them first"
            ))),
        }
    })
}

/// Number of PPUs of the runtime, which is started if need be; 0 when it cannot be.
#[unsafe(no_mangle)]
pub extern "C" fn hp5_ppus() -> usize {
    crate::status::guard(|| with_runtime(Runtime::ppus)).unwrap_or(0)
}

/// Bytes that the runtime holds for its tasks, free or in use; 0 without a runtime.
#[unsafe(no_mangle)]
pub extern "C" fn hp5_held_bytes() -> usize {
    let held = read().as_ref().map(Runtime::held);
    held.map_or(0, |held| held.bytes)
}

/// Version of the library, `HP5_VERSION` of its header: 10000 major + 100 minor + patch.
#[unsafe(no_mangle)]
pub extern "C" fn hp5_version() -> u32 {
    HP5_VERSION
}

/// Version of this header: 10000 major + 100 minor + patch.
pub const HP5_VERSION: u32 = 100;
