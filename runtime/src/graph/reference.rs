//! Tasks as tables name them: by number and generation, which stays true of a task that is
//! completed, when its memory is another one's (`graph/links.rs`).

/// A task of some time: tables hold these, and find out that it is completed.
#[derive(Debug, Clone, Copy, Eq, Hash, Default)]
#[cfg_attr(not(test), derive(PartialEq))]
#[cfg_attr(
    test,
    expect(clippy::derived_hash_with_manual_eq, reason = "as derived")
)]
pub(crate) struct TaskRef {
    pub(crate) number: u32,
    pub(crate) generation: u32,
}

impl TaskRef {
    /// No task.
    pub(crate) const NONE: TaskRef = TaskRef {
        number: u32::MAX,
        generation: 0,
    };
}

#[cfg(test)]
std::thread_local! {
    /// Comparisons of tasks on this thread: who draws edges must not compare each with each.
    pub(crate) static COMPARED: std::cell::Cell<u64> = const { std::cell::Cell::new(0) };
}

#[cfg(test)]
impl PartialEq for TaskRef {
    fn eq(&self, other: &Self) -> bool {
        COMPARED.set(COMPARED.get() + 1);
        (self.number, self.generation) == (other.number, other.generation)
    }
}
