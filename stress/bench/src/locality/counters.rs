//! Misses of the last-level cache, where the system lets this process count them.

/// A counter over this thread and all threads that it starts from now on.
pub(super) struct Misses(Result<Counter, String>);

#[cfg(target_os = "linux")]
type Counter = perf_event::Counter;

#[cfg(not(target_os = "linux"))]
type Counter = std::convert::Infallible;

impl Misses {
    /// Opens the counter; threads that are to be counted are started afterwards.
    #[cfg(target_os = "linux")]
    pub(super) fn open() -> Misses {
        use perf_event::Builder;
        use perf_event::events::Hardware;
        let mut builder = Builder::new().kind(Hardware::CACHE_MISSES);
        builder.inherit(true);
        Misses(
            builder
                .build()
                .map_err(|error| format!("perf_event_open: {error}")),
        )
    }

    /// There is none on this system.
    #[cfg(not(target_os = "linux"))]
    pub(super) fn open() -> Misses {
        Misses(Err("they are counted on Linux only".to_owned()))
    }

    /// Runs `f` and counts meanwhile.
    #[cfg(target_os = "linux")]
    pub(super) fn during<R>(&mut self, f: impl FnOnce() -> R) -> (R, Result<u64, String>) {
        let Ok(counter) = &mut self.0 else {
            let why = self.0.as_ref().err().cloned().unwrap_or_default();
            return (f(), Err(why));
        };
        let started = counter.reset().and_then(|()| counter.enable());
        let result = f();
        let counted = started
            .and_then(|()| counter.disable())
            .and_then(|()| counter.read());
        (
            result,
            counted.map_err(|error| format!("perf_event: {error}")),
        )
    }

    /// Runs `f`.
    #[cfg(not(target_os = "linux"))]
    pub(super) fn during<R>(&mut self, f: impl FnOnce() -> R) -> (R, Result<u64, String>) {
        let why = self.0.as_ref().err().cloned().unwrap_or_default();
        (f(), Err(why))
    }
}
