//! Who holds the body that the tasks of a loop share.
//!
//! Protocol *shared body*. The registering thread begins with a count that no loop reaches, and
//! hands one of it to each task. Tasks that have run, or were dropped, give theirs up, and when
//! the loop is registered the registering thread gives up what is left. So the count cannot end
//! while tasks are still to come, however fast those before them run; whoever takes the last of
//! it frees the body, which every holder has left by then. (Models:
//! `stress/loom/tests/holders.rs`.)

use crate::sync::{AtomicU64, Ordering, fence, planted};

/// See the module's text.
pub(crate) struct Holders(AtomicU64);

impl Holders {
    /// What the registering thread begins with: more than a loop has tasks.
    pub(crate) const ALL: u64 = 1 << 48;

    pub(crate) fn new() -> Self {
        Holders(AtomicU64::new(Holders::ALL))
    }

    /// Takes so many holders back, of whom none uses the body any more; `true` for the caller
    /// that frees it.
    #[inline]
    pub(crate) fn give_up(&self, count: u64) -> bool {
        if planted("look and give up") {
            let left = self.0.load(Ordering::Acquire) - count;
            self.0.store(left, Ordering::Release);
            return left == 0;
        }
        let is_last = self.0.fetch_sub(count, Ordering::Release) == count;
        if is_last {
            // What other holders did with the body comes before its end.
            fence(Ordering::Acquire);
        }
        is_last
    }
}
