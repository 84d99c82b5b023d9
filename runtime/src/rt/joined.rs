//! Regions that are part of the region which calls them: `#[hp5::region(joined)]`.
//!
//! A call that joins hands its region over ([`Region::hand`]); the function that is meant takes it
//! when it begins ([`Joined::begin`]). A function that is called in any other way finds nothing, and
//! has a region of its own.

use std::cell::Cell;
use std::marker::PhantomData;
use std::ops::Deref;

use crate::base::site::Site;
use crate::rt::region::Region;

/// A region on its way to the joined region in a line of a file.
#[derive(Clone, Copy)]
struct Handed {
    region: *const Region,
    file: &'static str,
    line: u32,
}

std::thread_local! {
    static HANDED: Cell<Option<Handed>> = const { Cell::new(None) };
}

/// The call that a region is handed over by; see [`Region::hand`].
pub struct Hand<'r> {
    region: PhantomData<&'r Region>,
}

impl Drop for Hand<'_> {
    fn drop(&mut self) {
        HANDED.set(None);
    }
}

impl Region {
    /// Hands the region to the function whose joined region is in this line, which is called while
    /// the value lives.
    #[must_use]
    pub fn hand(&self, file: &'static str, line: u32) -> Hand<'_> {
        HANDED.set(Some(Handed {
            region: self,
            file,
            line,
        }));
        Hand {
            region: PhantomData,
        }
    }
}

/// The region of a function whose tasks may be part of its caller's region.
pub struct Joined(Whose);

#[expect(
    clippy::large_enum_variant,
    reason = "it stands once on the stack of its function, as a region does"
)]
enum Whose {
    /// The function was called from elsewhere.
    Own(Region),
    /// The caller's, which waits for the tasks.
    Outer(*const Region),
}

impl Joined {
    /// The region that was handed to the joined region of this site, else a new one.
    ///
    /// # Safety
    /// It is dropped before the function that begins it returns, and no [`Hand`] was forgotten.
    #[must_use]
    pub unsafe fn begin(site: &'static Site) -> Joined {
        let meant = |h: &Handed| h.line == site.line && h.file == site.file;
        match HANDED.get().filter(meant) {
            Some(handed) => {
                HANDED.set(None);
                Joined(Whose::Outer(handed.region))
            }
            None => Joined(Whose::Own(Region::begin(site))),
        }
    }

    /// The end of a joined region in emitted code: one of its own waits.
    ///
    /// # Panics
    /// With the report, if a task of a region of its own failed.
    #[track_caller]
    pub fn end(self) {
        if let Whose::Own(region) = self.0 {
            region.end();
        }
    }
}

impl Deref for Joined {
    type Target = Region;

    fn deref(&self) -> &Region {
        match &self.0 {
            Whose::Own(region) => region,
            // SAFETY: the caller's, which outlives the call (`Hand`) and with it `self` (`begin`).
            Whose::Outer(region) => unsafe { &**region },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    static HERE: Site = Site::new("here", "joined.rs", 7);
    static OTHER: Site = Site::new("other", "joined.rs", 9);

    fn joins(site: &'static Site, outer: &Region) -> bool {
        // SAFETY: dropped here.
        let region = unsafe { Joined::begin(site) };
        std::ptr::eq(&*region, outer)
    }

    #[test]
    fn a_region_is_handed_once_and_to_the_function_that_is_meant() {
        let outer = Region::begin(&OTHER);
        assert!(!joins(&HERE, &outer), "nothing was handed");
        {
            let _hand = outer.hand("joined.rs", 7);
            assert!(!joins(&OTHER, &outer), "it was meant for another one");
            assert!(joins(&HERE, &outer));
            assert!(!joins(&HERE, &outer), "it is taken");
        }
        drop(outer.hand("joined.rs", 7));
        assert!(!joins(&HERE, &outer), "the call is over");
        outer.end();
    }
}
