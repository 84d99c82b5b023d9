//! Files that may come to a limit of the system: that is an error, and no signal ends the program.

/// Writes; where that goes beyond the limit of a file's size (`ulimit -f`), the signal of it is taken in.
#[cfg(target_os = "linux")]
pub(super) fn within_limits<R>(write: impl FnOnce() -> std::io::Result<R>) -> std::io::Result<R> {
    use std::mem::MaybeUninit;
    let mut only = MaybeUninit::<libc::sigset_t>::uninit();
    let mut before = MaybeUninit::<libc::sigset_t>::uninit();
    // SAFETY: the sets are written before they are read; the thread's own mask comes back below.
    unsafe {
        libc::sigemptyset(only.as_mut_ptr());
        libc::sigaddset(only.as_mut_ptr(), libc::SIGXFSZ);
        let blocked = libc::pthread_sigmask(libc::SIG_BLOCK, only.as_ptr(), before.as_mut_ptr());
        if blocked != 0 {
            return write();
        }
        let was_blocked = libc::sigismember(before.as_ptr(), libc::SIGXFSZ) == 1;
        let written = write();
        let beyond = |error: &std::io::Error| error.raw_os_error() == Some(libc::EFBIG);
        if !was_blocked && written.as_ref().is_err_and(beyond) {
            let now = libc::timespec {
                tv_sec: 0,
                tv_nsec: 0,
            };
            libc::sigtimedwait(only.as_ptr(), std::ptr::null_mut(), &raw const now);
        }
        libc::pthread_sigmask(libc::SIG_SETMASK, before.as_ptr(), std::ptr::null_mut());
        written
    }
}

#[cfg(not(target_os = "linux"))]
pub(super) fn within_limits<R>(write: impl FnOnce() -> std::io::Result<R>) -> std::io::Result<R> {
    write()
}
