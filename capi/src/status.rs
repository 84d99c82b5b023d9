//! How a call ended, and why: a status, and the message of this thread's last failure.

use std::any::Any;
use std::cell::{Cell, RefCell};
use std::ffi::{CStr, CString, c_char};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Mutex, Once, PoisonError};

use runtime::rt::Site as Known;
use runtime::{FailureKind, RegionError};

use crate::site::{self, Site};

/// How a call ended: `HP5_OK`, or why not.
pub type Status = u32;

/// The call did what it says.
pub const HP5_OK: Status = 0;
/// A task failed: it called `hp5_fail` or `hp5_pending_fail`.
pub const HP5_FAILED: Status = 1;
/// The region was cancelled.
pub const HP5_CANCELLED: Status = 2;
/// The region's deadline passed.
pub const HP5_DEADLINE: Status = 3;
/// The region around this one failed or was cancelled.
pub const HP5_AROUND: Status = 4;
/// The call cannot be made like this: `hp5_error_message` says what is wrong with it.
pub const HP5_MISUSE: Status = 5;
/// The runtime cannot be started as it was told to.
pub const HP5_CONFIG: Status = 6;
/// A tape was not replayed: nothing is recorded, or a body can run once only.
pub const HP5_NO_REPLAY: Status = 7;

/// Details of a failure; see `hp5_last_error`. The texts belong to the library and stay until
/// another call of this thread fails.
#[repr(C)]
pub struct Error {
    /// What the call returned.
    pub status: Status,
    /// All of it for people, in several lines.
    pub message: *const c_char,
    /// Name of the region, or "".
    pub region: *const c_char,
    /// Name of the task that failed, or "".
    pub task: *const c_char,
    /// Source file of the task, or of the region, or "".
    pub file: *const c_char,
    /// Line there, from 1; 0 when there is none.
    pub line: u32,
    /// Tasks of the region that were not run because of the failure.
    pub cancelled: u64,
}

/// Why a call failed.
#[derive(Debug, Clone)]
pub(crate) struct Failure {
    pub(crate) status: Status,
    message: CString,
    region: CString,
    task: CString,
    file: CString,
    line: u32,
    cancelled: u64,
}

/// A text for C, which ends at its first zero.
pub(crate) fn text(from: &str) -> CString {
    let end = from.find('\0').unwrap_or(from.len());
    CString::new(&from[..end]).unwrap_or_default()
}

impl Failure {
    pub(crate) fn new(status: Status, message: impl AsRef<str>) -> Failure {
        Failure {
            status,
            message: text(message.as_ref()),
            region: CString::default(),
            task: CString::default(),
            file: CString::default(),
            line: 0,
            cancelled: 0,
        }
    }

    /// The same, said of a task that has this name and place.
    fn at(self, site: &Known) -> Failure {
        let (message, place) = (self.message.to_string_lossy(), (site.file, site.line));
        let message = text(&format!(
            "{}:{}: task `{}`: {message}",
            place.0, place.1, site.name
        ));
        Failure {
            message,
            task: text(site.name),
            file: text(place.0),
            line: place.1,
            ..self
        }
    }

    /// A call that cannot be made like this.
    pub(crate) fn misuse(message: impl AsRef<str>) -> Failure {
        Failure::new(HP5_MISUSE, message)
    }
}

impl From<RegionError> for Failure {
    fn from(error: RegionError) -> Failure {
        let status = match error.kind {
            FailureKind::Cancelled => HP5_CANCELLED,
            FailureKind::Deadline => HP5_DEADLINE,
            FailureKind::Around => HP5_AROUND,
            FailureKind::Misuse => HP5_MISUSE,
            _ => HP5_FAILED,
        };
        Failure {
            region: text(error.region),
            task: text(&error.task),
            file: text(error.file),
            line: error.line,
            cancelled: error.cancelled,
            ..Failure::new(status, error.to_string())
        }
    }
}

thread_local! {
    static LAST: RefCell<Option<Failure>> = const { RefCell::new(None) };
}

/// That of a thread whose own variables are gone: of one that runs what a program does at its end
/// (`atexit`).
static LATE: Mutex<Option<Failure>> = Mutex::new(None);

/// Calls `f` with the last failure of this thread.
fn with_last<R>(f: impl FnOnce(&mut Option<Failure>) -> R) -> R {
    if LAST.try_with(|_| ()).is_ok() {
        return LAST.with_borrow_mut(f);
    }
    f(&mut LATE.lock().unwrap_or_else(PoisonError::into_inner))
}

/// Keeps a failure for `hp5_error_message`.
pub(crate) fn note(failure: Failure) -> Status {
    let status = failure.status;
    with_last(|last| *last = Some(failure));
    status
}

/// The last failure of this thread, if its message begins so.
pub(crate) fn last(begin: &str) -> Option<Failure> {
    let is_it = |f: &&Failure| f.message.to_string_lossy().starts_with(begin);
    with_last(|last| last.as_ref().filter(is_it).cloned())
}

thread_local! {
    /// Panics of this thread become failures.
    static GUARDED: Cell<bool> = const { Cell::new(false) };
}

/// Keeps panics that become failures from printing a place in this library, unless that is asked for by
/// `RUST_BACKTRACE`.
fn say_once() {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        if std::env::var_os("RUST_BACKTRACE").is_none() {
            let before = std::panic::take_hook();
            std::panic::set_hook(Box::new(move |panic| {
                if !GUARDED.get() {
                    before(panic);
                }
            }));
        }
    });
}

/// Does what a function of the interface is for: panics become failures.
fn caught<R>(f: impl FnOnce() -> Result<R, Failure>) -> Result<R, Failure> {
    let _quiet = crate::race::quiet();
    say_once();
    let around = GUARDED.replace(true);
    let result = catch_unwind(AssertUnwindSafe(f))
        .unwrap_or_else(|payload| Err(Failure::misuse(said(&*payload))));
    GUARDED.set(around);
    result
}

/// Does what a function of the interface is for: failures are noted, and panics become ones.
pub(crate) fn guard<R>(f: impl FnOnce() -> Result<R, Failure>) -> Result<R, Status> {
    caught(f).map_err(note)
}

/// As [`guard`], for a function that returns a status.
pub(crate) fn status(f: impl FnOnce() -> Result<(), Failure>) -> Status {
    guard(f).err().unwrap_or(HP5_OK)
}

/// As [`status`], for what registers tasks: a failure names their place.
///
/// # Safety
/// As for [`site::known`].
pub(crate) unsafe fn status_at(
    site: Option<*mut Site>,
    f: impl FnOnce() -> Result<(), Failure>,
) -> Status {
    let Err(failure) = caught(f) else {
        return HP5_OK;
    };
    let site = site.filter(|site| !site.is_null());
    // SAFETY: the caller's promise.
    let known = site.and_then(|site| unsafe { site::known(site) }.ok());
    note(match known {
        Some(known) => failure.at(known),
        None => failure,
    })
}

/// As [`guard`], for a function that makes an object: null when it could not.
pub(crate) fn object<T>(f: impl FnOnce() -> Result<T, Failure>) -> *mut T {
    guard(f).map_or(std::ptr::null_mut(), |made| Box::into_raw(Box::new(made)))
}

/// The text of a panic.
pub(crate) fn said(payload: &(dyn Any + Send)) -> String {
    let text = payload.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| payload.downcast_ref::<&str>().copied());
    text.unwrap_or("a panic without a text").to_owned()
}

/// The object behind a pointer.
///
/// # Errors
/// It is null.
///
/// # Safety
/// `pointer` is null, or to something that lives as long as the result is used.
pub(crate) unsafe fn there<'a, T>(pointer: *const T, what: &str) -> Result<&'a T, Failure> {
    // SAFETY: the caller's promise.
    unsafe { pointer.as_ref() }.ok_or_else(|| Failure::misuse(format!("{what} is NULL")))
}

/// A slice that C hands in.
///
/// # Errors
/// It is null and not empty.
///
/// # Safety
/// `pointer` is to `count` things that live as long as the result is used; it may be null when
/// `count` is 0.
pub(crate) unsafe fn all<'a, T>(
    pointer: *const T,
    count: usize,
    what: &str,
) -> Result<&'a [T], Failure> {
    if count == 0 {
        return Ok(&[]);
    }
    // SAFETY: the caller's promise.
    let first = unsafe { there(pointer, what)? };
    // SAFETY: as above.
    Ok(unsafe { std::slice::from_raw_parts(first, count) })
}

/// A text that C hands in; null is none.
///
/// # Safety
/// `pointer` is null, or to a text that ends with a zero and lives as long as the result is used.
pub(crate) unsafe fn string<'a>(pointer: *const c_char) -> Option<std::borrow::Cow<'a, str>> {
    // SAFETY: the caller's promise.
    (!pointer.is_null()).then(|| unsafe { CStr::from_ptr(pointer) }.to_string_lossy())
}

/// Why the last call of this thread that failed did so, in several lines for people; "" when none
/// did. The text belongs to the library and stays until another call of this thread fails.
#[unsafe(no_mangle)]
pub extern "C" fn hp5_error_message() -> *const c_char {
    with_last(|last| match last {
        Some(failure) => failure.message.as_ptr(),
        None => c"".as_ptr(),
    })
}

/// Why the last call of this thread that failed did so, in parts. Returns `false`, and leaves
/// `error` as it is, when none did.
///
/// # Safety
/// `error` points to an `hp5_error` that may be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hp5_last_error(error: *mut Error) -> bool {
    with_last(|last| {
        let Some(failure) = last.as_ref().filter(|_| !error.is_null()) else {
            return false;
        };
        let told = Error {
            status: failure.status,
            message: failure.message.as_ptr(),
            region: failure.region.as_ptr(),
            task: failure.task.as_ptr(),
            file: failure.file.as_ptr(),
            line: failure.line,
            cancelled: failure.cancelled,
        };
        // SAFETY: the caller's promise, and it is not null.
        unsafe { error.write(told) };
        true
    })
}

/// What a status means, in a few words. The text is constant.
#[unsafe(no_mangle)]
pub extern "C" fn hp5_status_text(status: Status) -> *const c_char {
    let text = match status {
        HP5_OK => c"no error",
        HP5_FAILED => c"a task failed",
        HP5_CANCELLED => c"the region was cancelled",
        HP5_DEADLINE => c"the region ran out of time",
        HP5_AROUND => c"the region around failed or was cancelled",
        HP5_MISUSE => c"the library was called wrongly",
        HP5_CONFIG => c"the runtime cannot be started like this",
        HP5_NO_REPLAY => c"the tape cannot be replayed",
        _ => c"no status of this library",
    };
    text.as_ptr()
}

/// Ends the program with the message of this thread's last failure and status 1 (2 where that was
/// `HP5_CONFIG`), unless `status` is `HP5_OK`: what translated programs do with failures.
#[unsafe(no_mangle)]
pub extern "C" fn hp5_must(status: Status) {
    if status == HP5_OK {
        return;
    }
    let last = with_last(|last| last.as_ref().map(|f| (f.status, f.message.clone())));
    let (why, message) = last.unwrap_or_else(|| (status, text("no message")));
    eprintln!("hp5: {}", message.to_string_lossy());
    std::process::exit(if why == HP5_CONFIG { 2 } else { 1 })
}

/// Says that the loop at a place, which ends by `!=`, would go on from one end of its type's numbers to the other:
/// what translated programs find when they register its tasks. Returns `HP5_MISUSE`.
///
/// # Safety
/// `file` is NULL or a text that ends with a zero.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hp5_wraps(file: *const c_char, line: u32) -> Status {
    status(|| {
        // SAFETY: the caller's promise.
        let file = unsafe { string(file) }.unwrap_or_default();
        Err(Failure::misuse(format!(
            "{file}:{line}: this loop ends by `!=` and passes the last number of its type before: its tasks are not \
             those of the serial program. Count by a larger type, or by `<` or `>`"
        )))
    })
}
