//! Tasks as tables name them: by number and generation, which stays true of a task that is
//! completed, when its memory is another one's (`graph/successors.rs`).

/// A task of some time: tables hold these, and find out that it is completed.
#[derive(Debug, Clone, Copy, Eq, Hash, Default)]
#[expect(clippy::derived_hash_with_manual_eq, reason = "as derived")]
#[repr(C, align(8))]
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

    /// In one word, which the compiler reads at once.
    #[inline(always)]
    fn word(self) -> u64 {
        u64::from(self.generation) << 32 | u64::from(self.number)
    }
}

impl PartialEq for TaskRef {
    #[inline(always)]
    fn eq(&self, other: &Self) -> bool {
        #[cfg(test)]
        COMPARED.set(COMPARED.get() + 1);
        self.word() == other.word()
    }
}

#[cfg(test)]
std::thread_local! {
    /// Comparisons of tasks on this thread: who draws edges must not compare each with each.
    pub(crate) static COMPARED: std::cell::Cell<u64> = const { std::cell::Cell::new(0) };
}
