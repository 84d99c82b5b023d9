//! How many tasks a region has: what its end waits for, and its counts say.

use crate::rt::region::Region;

impl Region {
    /// Counts a task that will run.
    #[inline]
    pub(crate) fn count_in(&self, bodiless: bool) {
        self.registered.set(self.registered.get() + 1);
        if bodiless {
            self.artificial.set(self.artificial.get() + 1);
        }
    }

    /// Counts tasks that will run, so many of them without a body.
    pub(crate) fn count_in_many(&self, count: u64, bodiless: u64) {
        self.registered.set(self.registered.get() + count);
        self.artificial.set(self.artificial.get() + bodiless);
    }

    /// Counts tasks that will run as parts of those that are counted.
    pub(crate) fn count_in_pieces(&self, count: u64) {
        self.parts.set(self.parts.get() + count);
    }

    /// Tasks registered so far.
    pub(crate) fn registered(&self) -> u64 {
        self.registered.get()
    }
}
