//! What a task runs: a function of C with a copy of its arguments.
//!
//! Few bytes lie in the task itself, as words, and are laid out on the stack for each run; more
//! bytes lie in a block of their own (`blocks.rs`). A body must leave its arguments as they are, so that a task
//! on a tape can run again.
//!
//! A body fails by `hp5_fail`: the message is noted for the thread's innermost body, and becomes
//! the task's failure when the body returns (C cannot unwind).

use std::cell::{Cell, RefCell};
use std::ffi::{c_char, c_void};
use std::sync::Arc;

use crate::blocks::Block;
use crate::checked::Checks;
use crate::status::{Failure, all, string};

/// A task's body. `arguments` are the copy of what the task was registered with, aligned to 64
/// bytes; they stay as they are.
pub type Body = Option<unsafe extern "C" fn(arguments: *const c_void)>;

/// Words of arguments that lie in the task.
const WORDS: usize = 12;

/// A cache line of bytes, on which anything may begin.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
pub(crate) struct Line([u64; 8]);

const LINES: usize = WORDS.div_ceil(8);

/// A copy of a task's arguments.
#[derive(Clone)]
pub(crate) enum Arguments<const N: usize> {
    /// In the task.
    Words([u64; N]),
    /// In a block.
    Block(Block),
}

impl<const N: usize> Arguments<N> {
    /// Hands them to a function.
    #[inline]
    pub(crate) fn with<R>(&self, f: impl FnOnce(*const c_void) -> R) -> R {
        match self {
            Arguments::Words(words) => {
                let mut lines = [Line([0; 8]); LINES];
                for (line, words) in lines.iter_mut().zip(words.chunks(8)) {
                    line.0[..words.len()].copy_from_slice(words);
                }
                f(lines.as_ptr().cast())
            }
            Arguments::Block(block) => f(block.as_ptr()),
        }
    }
}

/// Copies bytes.
fn words_of<const N: usize>(bytes: &[u8]) -> [u64; N] {
    let mut words = [0; N];
    for (word, bytes) in words.iter_mut().zip(bytes.chunks(8)) {
        let mut eight = [0; 8];
        eight[..bytes.len()].copy_from_slice(bytes);
        *word = u64::from_ne_bytes(eight);
    }
    words
}

/// Does something with a copy of arguments, of the size that they need.
pub(crate) trait WithArguments {
    /// What comes of it.
    type Output;
    /// Does it.
    fn call<const N: usize>(self, arguments: Arguments<N>) -> Self::Output;
}

/// Copies `size` bytes from `from`.
///
/// # Safety
/// `from` points to `size` bytes; it may be null when `size` is 0.
pub(crate) unsafe fn copied<W: WithArguments>(
    from: *const c_void,
    size: usize,
    with: W,
) -> Result<W::Output, Failure> {
    // SAFETY: the caller's promise.
    let bytes = unsafe { all(from.cast::<u8>(), size, "the arguments")? };
    Ok(match size.div_ceil(8) {
        0 => with.call(Arguments::<0>::Words([])),
        1..=4 => with.call(Arguments::<4>::Words(words_of(bytes))),
        5..=WORDS => with.call(Arguments::<WORDS>::Words(words_of(bytes))),
        _ => with.call(Arguments::<0>::Block(Block::of(bytes))),
    })
}

/// A body that runs. It lies on the stack of who runs it, who takes it from the list again.
struct Running<'a> {
    /// What it said when it failed.
    said: RefCell<Option<String>>,
    /// What its accesses are held against.
    checks: Option<&'a Checks>,
    /// The body around it, on this thread.
    around: *const Running<'static>,
}

thread_local! {
    /// The innermost of the bodies that run on this thread, one inside the other where one waits.
    /// Needs no destructor: functions run bodies, too, when a thread's variables that do are gone.
    static INNERMOST: Cell<*const Running<'static>> = const { Cell::new(std::ptr::null()) };
}

/// The body around is the innermost one again when it is dropped.
struct Ended(*const Running<'static>);

impl Drop for Ended {
    fn drop(&mut self) {
        INNERMOST.set(self.0);
    }
}

/// Runs a body of C.
///
/// # Panics
/// If it failed, with what it said.
pub(crate) fn run(body: impl FnOnce()) {
    run_held(None, body);
}

/// Runs a body of C whose accesses are held against what its task declares, if it is checked.
///
/// # Panics
/// If it failed, with what it said.
pub(crate) fn run_held(checks: Option<&Arc<Checks>>, body: impl FnOnce()) {
    let running = Running {
        said: RefCell::new(None),
        checks: checks.map(|checks| &**checks),
        around: INNERMOST.get(),
    };
    let ended = Ended(running.around);
    INNERMOST.set(std::ptr::from_ref(&running).cast());
    body();
    drop(ended);
    if let Some(message) = running.said.into_inner() {
        // The failure is reported at the region's end, not here.
        std::panic::resume_unwind(Box::new(message));
    }
}

/// Calls `f` with the innermost body, if one runs on this thread.
fn innermost<R>(f: impl FnOnce(&Running) -> R) -> Option<R> {
    // SAFETY: a body that is in the list is on the stack of a call of `run_held` that has not
    // ended, on this thread: `Ended` takes it out, however that call ends.
    unsafe { INNERMOST.get().as_ref() }.map(f)
}

/// Looks at an access of the innermost body, if that is checked and did not fail: what is wrong with
/// the access is what the body failed by.
pub(crate) fn hold(look: impl FnOnce(&Checks) -> Option<String>) {
    innermost(|running| {
        let mut said = running.said.borrow_mut();
        if let Some(checks) = running.checks.filter(|_| said.is_none()) {
            *said = look(checks);
        }
    });
}

/// Says that the calling task failed, and why; its body should return then. The region ends with an
/// error that names the task, its place, its tiles and this message; tasks that have not begun are
/// not run. The first message of a body counts. Outside of bodies it does nothing and returns `false`.
///
/// # Safety
/// `message` is NULL or a text.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hp5_fail(message: *const c_char) -> bool {
    let noted = innermost(|running| {
        // SAFETY: the caller's promise.
        let message = unsafe { string(message) }.unwrap_or_default();
        let mut said = running.said.borrow_mut();
        said.get_or_insert_with(|| message.into_owned());
    });
    noted.is_some()
}

/// True when the calling task's region was cancelled, failed or ran out of time: what the body
/// computes will not be used, and it may as well return. `false` outside of tasks.
#[unsafe(no_mangle)]
pub extern "C" fn hp5_is_cancelled() -> bool {
    runtime::rt::is_cancelled()
}
