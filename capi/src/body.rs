//! What a task runs: a function of C with a copy of its arguments.
//!
//! Few bytes lie in the task itself, as words, and are laid out on the stack for each run; more
//! bytes lie in a block of their own. A body must leave its arguments as they are, so that a task
//! on a tape can run again.
//!
//! A body fails by `hp5_fail`: the message is noted for the thread's innermost body, and becomes
//! the task's failure when the body returns (C cannot unwind).

use std::cell::RefCell;
use std::ffi::{c_char, c_void};
use std::sync::Arc;

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
    Block(Box<[Line]>),
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
            Arguments::Block(lines) => f(lines.as_ptr().cast()),
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

fn lines_of(bytes: &[u8]) -> Box<[Line]> {
    let lines = bytes.chunks(64).map(|bytes| Line(words_of(bytes)));
    lines.collect()
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
        _ => with.call(Arguments::<0>::Block(lines_of(bytes))),
    })
}

/// A body that runs.
#[derive(Default)]
struct Running {
    /// What it said when it failed.
    said: Option<String>,
    /// What its accesses are held against.
    checks: Option<Arc<Checks>>,
}

thread_local! {
    /// Bodies that run on this thread, one inside the other where one waits. The innermost is the
    /// last.
    static RUNNING: RefCell<Vec<Running>> = const { RefCell::new(Vec::new()) };
}

/// Runs a body of C.
///
/// # Panics
/// If it failed, with what it said.
pub(crate) fn run(body: impl FnOnce()) {
    run_as(Running::default(), body);
}

/// Runs a body of C whose accesses are held against what its task declares, if it is checked.
///
/// # Panics
/// If it failed, with what it said.
pub(crate) fn run_held(checks: Option<&Arc<Checks>>, body: impl FnOnce()) {
    let running = Running {
        said: None,
        checks: checks.cloned(),
    };
    run_as(running, body);
}

fn run_as(running: Running, body: impl FnOnce()) {
    RUNNING.with(|list| list.borrow_mut().push(running));
    body();
    let said = RUNNING.with(|list| list.borrow_mut().pop());
    if let Some(message) = said.and_then(|running| running.said) {
        // The failure is reported at the region's end, not here.
        std::panic::resume_unwind(Box::new(message));
    }
}

/// Looks at an access of the innermost body, if that is checked and did not fail: what is wrong with
/// the access is what the body failed by.
pub(crate) fn hold(look: impl FnOnce(&Checks) -> Option<String>) {
    RUNNING.with(|list| {
        let mut list = list.borrow_mut();
        let Some(running) = list.last_mut().filter(|r| r.said.is_none()) else {
            return;
        };
        if let Some(checks) = &running.checks {
            running.said = look(checks);
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
    RUNNING.with(|running| {
        let mut running = running.borrow_mut();
        let Some(body) = running.last_mut() else {
            return false;
        };
        // SAFETY: the caller's promise.
        let message = unsafe { string(message) }.unwrap_or_default();
        body.said.get_or_insert_with(|| message.into_owned());
        true
    })
}

/// True when the calling task's region was cancelled, failed or ran out of time: what the body
/// computes will not be used, and it may as well return. `false` outside of tasks.
#[unsafe(no_mangle)]
pub extern "C" fn hp5_is_cancelled() -> bool {
    runtime::rt::is_cancelled()
}
