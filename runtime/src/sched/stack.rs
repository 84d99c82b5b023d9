//! Stacks of PPUs, and what is said when one overflows.
//!
//! A PPU's thread has a stack as large as the program's first thread may have, or as `HP5_STACK` says. Where
//! a body needs more, the program ends by SIGSEGV as any program does, after a message that names the task. A
//! handler for the signal stands on a stack of its own and hands on to whoever handled it before.

use std::cell::Cell;

use crate::graph::pointer::TaskPtr;

/// The least that a variable may ask for, and the most.
pub(crate) const LEAST: usize = 128 << 10;
pub(crate) const MOST: usize = 64 << 30;
/// Where the first thread's stack is not limited; and the largest limit that is taken over.
const UNLIMITED: usize = 64 << 20;
const LARGEST: usize = 1 << 30;
/// What the standard library gives.
const SMALLEST: usize = 2 << 20;

/// Bytes of a PPU's stack, unless somebody has said so.
pub(crate) fn usual_size() -> usize {
    let mut limit = libc::rlimit {
        rlim_cur: 0,
        rlim_max: 0,
    };
    // SAFETY: it writes the limit.
    let known = unsafe { libc::getrlimit(libc::RLIMIT_STACK, &raw mut limit) } == 0;
    match limit.rlim_cur {
        libc::RLIM_INFINITY => UNLIMITED,
        bytes if known => usize::try_from(bytes).map_or(LARGEST, |n| n.clamp(SMALLEST, LARGEST)),
        _ => SMALLEST,
    }
}

/// Bytes below a PPU's stack that nobody may touch: a function with large arrays would leap over the page
/// that systems have there, into what lies behind it.
pub(crate) const FORBIDDEN: usize = 16 << 20;

/// The task whose body runs: where whoever runs it, on this thread, has it.
#[derive(Clone, Copy)]
pub(crate) struct Doing(*const Cell<TaskPtr>);

// SAFETY: a worker that runs a task stays on its thread; one that moves to another thread has none.
unsafe impl Send for Doing {}

impl Doing {
    pub(crate) const NOTHING: Doing = Doing(std::ptr::null());

    /// The task in this place, which stays until another one is said.
    #[inline]
    pub(crate) fn task_of(place: &Cell<TaskPtr>) -> Doing {
        Doing(std::ptr::from_ref(place))
    }

    /// The task.
    #[cfg_attr(any(hp5_loom, hp5_shuttle), expect(dead_code))]
    fn task(self) -> Option<TaskPtr> {
        // SAFETY: the place is on the stack of whoever runs the task, who says another one before it leaves.
        unsafe { self.0.as_ref() }.map(Cell::get)
    }
}

#[cfg(all(
    target_os = "linux",
    any(target_arch = "x86_64", target_arch = "aarch64"),
    not(any(hp5_loom, hp5_shuttle, miri))
))]
pub(crate) use linux::Watched;

#[cfg(not(all(
    target_os = "linux",
    any(target_arch = "x86_64", target_arch = "aarch64"),
    not(any(hp5_loom, hp5_shuttle, miri))
)))]
pub(crate) use elsewhere::Watched;

#[cfg(not(all(
    target_os = "linux",
    any(target_arch = "x86_64", target_arch = "aarch64"),
    not(any(hp5_loom, hp5_shuttle, miri))
)))]
mod elsewhere {
    /// Nothing is watched here.
    pub(crate) struct Watched;

    impl Watched {
        pub(crate) fn begin() -> Watched {
            Watched
        }

        pub(crate) fn begin_on_ppu() -> Watched {
            Watched
        }
    }
}

#[cfg(all(
    target_os = "linux",
    any(target_arch = "x86_64", target_arch = "aarch64"),
    not(any(hp5_loom, hp5_shuttle, miri))
))]
mod linux {
    use std::cell::Cell;
    use std::ffi::{c_int, c_void};
    use std::fmt::Write;
    use std::mem::MaybeUninit;
    use std::ops::Range;
    use std::ptr::{null, null_mut};

    use super::FORBIDDEN;
    use crate::sched::worker;
    use crate::sync::OnceLock;

    /// Bytes of the stack on which the handler stands.
    const OWN: usize = 64 << 10;
    /// As far above the end of a stack, and below it, an address that is not there is of an overflow.
    const NEAR: usize = 4096;
    const FAR: usize = FORBIDDEN + NEAR;
    /// The largest frame of a function that is thought of.
    const LEAP: usize = 1 << 30;

    thread_local! {
        /// The calling thread's stack; without a destructor, as the handler looks at it.
        static STACK: Cell<(usize, usize)> = const { Cell::new((0, 0)) };
    }

    /// While it lives, the calling thread says when its stack overflows.
    pub(crate) struct Watched {
        /// The stack on which the handler stands, if it is this one's.
        own: Option<*mut c_void>,
        /// The lowest part of the thread's stack may not be touched.
        forbids: bool,
    }

    impl Watched {
        pub(crate) fn begin() -> Watched {
            install();
            STACK.set(own_stack().map_or((0, 0), |stack| (stack.start, stack.end)));
            Watched {
                own: stand_apart(),
                forbids: false,
            }
        }

        /// Of a thread that has [`FORBIDDEN`] bytes more than it may use.
        pub(crate) fn begin_on_ppu() -> Watched {
            let mut watched = Watched::begin();
            let (low, high) = STACK.get();
            let page = NEAR.max(usize::try_from(page_size()).unwrap_or(NEAR));
            let first = low.next_multiple_of(page);
            // SAFETY: the lower part of this thread's stack, which is not in use yet.
            let forbidden = low != 0
                && high - low > FORBIDDEN + super::LEAST / 2
                && unsafe {
                    let place = std::ptr::without_provenance_mut(first);
                    libc::mprotect(place, FORBIDDEN, libc::PROT_NONE) == 0
                };
            if forbidden {
                STACK.set((first + FORBIDDEN, high));
                watched.forbids = true;
            }
            watched
        }
    }

    impl Drop for Watched {
        fn drop(&mut self) {
            let (low, _) = STACK.replace((0, 0));
            if self.forbids {
                // The system keeps stacks for later threads.
                let place = std::ptr::without_provenance_mut(low - FORBIDDEN);
                // SAFETY: as in `begin_on_ppu`; the thread is at its end.
                unsafe { libc::mprotect(place, FORBIDDEN, libc::PROT_READ | libc::PROT_WRITE) };
            }
            let Some(own) = self.own else { return };
            let none = libc::stack_t {
                ss_sp: null_mut(),
                ss_flags: libc::SS_DISABLE,
                ss_size: 0,
            };
            // SAFETY: no handler runs; the memory was mapped in `stand_apart`, and nobody uses it from here on.
            unsafe {
                if libc::sigaltstack(&raw const none, null_mut()) == 0 {
                    libc::munmap(own, OWN);
                }
            }
        }
    }

    fn page_size() -> libc::c_long {
        // SAFETY: it looks a number up.
        unsafe { libc::sysconf(libc::_SC_PAGESIZE) }
    }

    /// Where the calling thread's stack lies.
    fn own_stack() -> Option<Range<usize>> {
        let mut attributes = MaybeUninit::<libc::pthread_attr_t>::uninit();
        let (mut low, mut size) = (null_mut(), 0);
        // SAFETY: what is asked for is written where there is room for it, and attributes are destroyed
        // that were made.
        unsafe {
            if libc::pthread_getattr_np(libc::pthread_self(), attributes.as_mut_ptr()) != 0 {
                return None;
            }
            let got = libc::pthread_attr_getstack(attributes.as_ptr(), &raw mut low, &raw mut size);
            libc::pthread_attr_destroy(attributes.as_mut_ptr());
            (got == 0).then(|| low.addr()..low.addr() + size)
        }
    }

    /// Gives handlers a stack of their own on this thread, if they have none.
    fn stand_apart() -> Option<*mut c_void> {
        let mut known = MaybeUninit::<libc::stack_t>::uninit();
        // SAFETY: it writes what is known; the new stack is memory that was just mapped.
        unsafe {
            if libc::sigaltstack(null(), known.as_mut_ptr()) != 0
                || known.assume_init().ss_flags & libc::SS_DISABLE == 0
            {
                return None;
            }
            let access = libc::PROT_READ | libc::PROT_WRITE;
            let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS;
            let own = libc::mmap(null_mut(), OWN, access, flags, -1, 0);
            if own == libc::MAP_FAILED {
                return None;
            }
            let stack = libc::stack_t {
                ss_sp: own,
                ss_flags: 0,
                ss_size: OWN,
            };
            if libc::sigaltstack(&raw const stack, null_mut()) != 0 {
                libc::munmap(own, OWN);
                return None;
            }
            Some(own)
        }
    }

    const SIGNALS: [c_int; 2] = [libc::SIGSEGV, libc::SIGBUS];

    /// Who handled the signals before.
    static BEFORE: [OnceLock<libc::sigaction>; 2] = [const { OnceLock::new() }; 2];

    /// Installs the handler, once.
    fn install() {
        for (signal, before) in SIGNALS.into_iter().zip(&BEFORE) {
            before.get_or_init(|| {
                let mut before = MaybeUninit::<libc::sigaction>::uninit();
                // SAFETY: it writes who handles the signal; the new handler is a function of the type that
                // the flags say.
                unsafe {
                    libc::sigaction(signal, null(), before.as_mut_ptr());
                    let before = before.assume_init();
                    let mut own = before;
                    own.sa_sigaction = handle as *const () as usize;
                    own.sa_flags |= libc::SA_SIGINFO | libc::SA_ONSTACK;
                    own.sa_flags &= !libc::SA_RESETHAND;
                    libc::sigaction(signal, &raw const own, null_mut());
                    before
                }
            });
        }
    }

    /// The stack pointer where the signal came.
    ///
    /// # Safety
    /// `context` is what the handler was given.
    unsafe fn pointer(context: *mut c_void) -> usize {
        // SAFETY: the caller's promise.
        let context = unsafe { &*context.cast::<libc::ucontext_t>() };
        #[cfg(target_arch = "x86_64")]
        return context.uc_mcontext.gregs[libc::REG_RSP as usize] as usize;
        #[cfg(target_arch = "aarch64")]
        return context.uc_mcontext.sp as usize;
    }

    /// Of either signal: says so if it is an overflow, and hands on.
    extern "C" fn handle(signal: c_int, info: *mut libc::siginfo_t, context: *mut c_void) {
        let (low, high) = STACK.get();
        if low != 0 {
            // SAFETY: the system gives the handler these.
            let (at, pointer) = unsafe { ((*info).si_addr().addr(), pointer(context)) };
            // A large frame leaps over what lies behind the stack.
            let leaps = pointer < low && low - pointer < LEAP;
            if leaps || (low.saturating_sub(FAR)..low + NEAR).contains(&at) {
                say(high - low);
            }
        }
        // SAFETY: as above.
        unsafe { hand_on(signal, info, context) };
    }

    /// # Safety
    /// As for a handler.
    unsafe fn hand_on(signal: c_int, info: *mut libc::siginfo_t, context: *mut c_void) {
        let at = usize::from(signal != SIGNALS[0]);
        let before = BEFORE[at].get();
        // SAFETY: whoever handled the signal before did so by functions of these types.
        unsafe {
            match before {
                Some(action) if ![libc::SIG_DFL, libc::SIG_IGN].contains(&action.sa_sigaction) => {
                    if action.sa_flags & libc::SA_SIGINFO != 0 {
                        type Handler = extern "C" fn(c_int, *mut libc::siginfo_t, *mut c_void);
                        std::mem::transmute::<usize, Handler>(action.sa_sigaction)(
                            signal, info, context,
                        );
                    } else {
                        std::mem::transmute::<usize, extern "C" fn(c_int)>(action.sa_sigaction)(
                            signal,
                        );
                    }
                }
                // The instruction is run again, and the system ends the program.
                _ => _ = libc::signal(signal, libc::SIG_DFL),
            }
        }
    }

    /// A line that is put together without allocating.
    struct Line {
        bytes: [u8; 1024],
        length: usize,
    }

    impl Write for Line {
        fn write_str(&mut self, text: &str) -> std::fmt::Result {
            let room = &mut self.bytes[self.length..];
            let length = text.len().min(room.len());
            room[..length].copy_from_slice(&text.as_bytes()[..length]);
            self.length += length;
            Ok(())
        }
    }

    fn say(size: usize) {
        let mut line = Line {
            bytes: [0; 1024],
            length: 0,
        };
        let kib = size >> 10;
        let _ = write!(line, "hp5: the stack of a thread overflowed ({kib} KiB)");
        worker::with_current(|worker| {
            if let Some(task) = worker.and_then(|worker| worker.doing.get().task()) {
                let site = task.site();
                let _ = write!(
                    line,
                    ", in task `{}` ({}:{})",
                    task.name(),
                    site.file,
                    site.line
                );
            }
            let twice = (size >> 20).max(1) * 2;
            let _ = match worker {
                Some(worker) if worker.is_ppu() => {
                    writeln!(
                        line,
                        "; HP5_STACK={twice}M gives PPUs more, the present size is {kib}K"
                    )
                }
                _ => writeln!(
                    line,
                    "; this thread registers tasks: `ulimit -s` gives a program's first thread more"
                ),
            };
        });
        // SAFETY: so many bytes are there.
        unsafe { libc::write(2, line.bytes.as_ptr().cast(), line.length) };
    }
}
