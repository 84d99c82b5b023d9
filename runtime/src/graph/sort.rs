//! Which tasks take the same time: those of one place in the source whose first tiles have one size.

use crate::base::site::Site;
use crate::graph::access::Size;
use crate::graph::task::Task;

/// Where a task comes from, and the size of the first tile that it uses.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Sort(u64);

impl Sort {
    /// Of tasks that run nothing.
    pub(crate) const NOTHING: Sort = Sort(0);
    /// Of tasks whose time is not that of a body: composites, and those that end later.
    pub(crate) const UNTIMED: Sort = Sort(u64::MAX);

    /// Of a task that is being registered or run.
    #[inline]
    pub(crate) fn of(site: &'static Site, first: Option<Size>) -> Sort {
        let size = first.map_or(0, |size| u64::from(size.code()));
        // Addresses have less than 56 bits, and few files more than 65,536 lines.
        let place = (site.file.as_ptr().addr() as u64) ^ u64::from(site.line) << 40;
        Sort(place << 8 | size)
    }

    /// Of a task that the calling thread owns.
    #[inline]
    pub(crate) fn of_task(task: &Task) -> Sort {
        let first = task.listed().first();
        Sort::of(task.site(), first.map(|tile| tile.size()))
    }

    /// Its first slot, and what tells it apart from others there; never 0.
    pub(crate) fn place(self) -> (usize, u32) {
        let hash = self.0.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        ((hash >> 56) as usize, (hash >> 24) as u32 | 1)
    }
}
