//! Threads that `pthread_cancel` does not end while tasks need them.
//!
//! A thread that was ended in the middle of a task would never complete it, and whoever waits for the task
//! would wait for ever. So PPUs are never ended, and threads that registered tasks are when their region is over;
//! but the program's first thread is not any more, since PPUs would go on without it, and the program not end.

/// The calling thread is not ended until this is dropped, on the same thread.
pub(crate) struct Uncancelled(imp::State);

#[cfg(all(target_os = "linux", not(any(hp5_loom, hp5_shuttle, miri))))]
mod imp {
    use libc::c_int;

    /// `PTHREAD_CANCEL_ENABLE` or `PTHREAD_CANCEL_DISABLE`.
    pub(super) type State = c_int;
    const DISABLE: State = 1;

    // SAFETY: pthread.h has the function of this type.
    unsafe extern "C" {
        fn pthread_setcancelstate(state: c_int, before: *mut c_int) -> c_int;
    }

    pub(super) fn disable() -> State {
        replace(DISABLE)
    }

    /// The calling thread is the program's first one.
    pub(super) fn is_first() -> bool {
        std::thread_local! {
            // SAFETY: they ask for numbers.
            static FIRST: bool = unsafe { libc::getpid() == libc::gettid() };
        }
        FIRST.with(|first| *first)
    }

    pub(super) fn replace(state: State) -> State {
        let mut before = DISABLE;
        // SAFETY: it sets a state of the calling thread, and writes the one before.
        unsafe { pthread_setcancelstate(state, &raw mut before) };
        before
    }
}

#[cfg(not(all(target_os = "linux", not(any(hp5_loom, hp5_shuttle, miri)))))]
mod imp {
    pub(super) type State = ();

    pub(super) fn disable() {}

    pub(super) fn is_first() -> bool {
        false
    }

    pub(super) fn replace((): State) {}
}

impl Uncancelled {
    pub(crate) fn begin() -> Uncancelled {
        Uncancelled(imp::disable())
    }
}

impl Drop for Uncancelled {
    fn drop(&mut self) {
        if !imp::is_first() {
            imp::replace(self.0);
        }
    }
}
