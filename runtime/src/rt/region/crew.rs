//! The PPUs help with what is to do when a region has ended: its trace is written by tasks.
//!
//! Threads that were started for that came late: the processors were busy with PPUs, which look for
//! work for a while when a region ends.

use crate::base::site::Site;
use crate::rt::region::Region;
use crate::sched::reach::Reach;

impl Region {
    /// Calls `work` with each number below `count`, at the same time as far as PPUs are free: with 0
    /// on this thread, with the others in tasks of a region that nobody records. All tasks of this
    /// region are completed.
    ///
    /// With `HP5_SEED` this thread would run all of them, and draw numbers that others count on.
    ///
    /// # Panics
    /// If `work(0)` does. Other panics are lost.
    pub(super) fn with_crew(&self, count: usize, work: &(dyn Fn(usize) + Sync)) {
        static SITE: Site = Site::new("hp5 writes its trace", file!(), line!());
        if count < 2 || self.worker().seeded.is_some() {
            return work(0);
        }
        let guest = self.guest.borrow().clone();
        let crew = Region::open_as(self.shared, self.worker, guest, &SITE, (None, None), false);
        for number in 1..count {
            // SAFETY: `work` outlives `crew`, which waits for its tasks when it is dropped, by a
            // panic too. It is `Sync`, and nothing else is touched.
            unsafe {
                // With a handle, so that nobody takes its time: it ends when nothing is left to do,
                // which says nothing of its PPU.
                crew.task(&SITE).spawn_pending(move |handle| {
                    work(number);
                    drop(handle);
                });
            }
        }
        work(0);
        Reach::cut_from(&crew.scope);
        let _ = crew.try_wait();
        crew.closed.set(true);
        crew.leave();
    }
}
