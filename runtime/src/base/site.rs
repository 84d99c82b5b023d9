//! Where in the source a task or region comes from.
//!
//! A task with a name of its own refers to a site of that name, which is made once and stays
//! for the life of the process, so that a name costs a look into a small table of the thread
//! and no allocation. Programs that make up names for ever get so many such sites and no more;
//! beyond, a task carries its name, and a region owns its site.

use std::cell::Cell;
use std::collections::HashMap;
use std::collections::hash_map::Entry;

use crate::sync::{Mutex, OnceLock, lock};

/// Sites that are made for names of tasks.
const MOST_NAMED: usize = 4096;

/// Sites that are made for names of regions, and of tasks without another site.
const MOST_MADE: usize = 16_384;

/// Names that a thread finds at once, a power of two; each stands in one of a few places.
const NEAR: usize = 128;
const PLACES: usize = 4;

/// A site, and the one that stands for it under some name.
type Known = Cell<Option<(&'static Site, &'static Site)>>;

std::thread_local! {
    static NEAR_NAMES: [Known; NEAR] = const { [const { Cell::new(None) }; NEAR] };
    /// No more sites are made for names.
    static ENOUGH: Cell<bool> = const { Cell::new(false) };
}

/// Name and source position of a region or task.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Site {
    /// Name for people, `jacobi:16`.
    pub name: &'static str,
    /// Source file.
    pub file: &'static str,
    /// Line, 1-based.
    pub line: u32,
    /// It goes with its region: nothing is made under it that stays.
    goes: bool,
}

/// A site that goes when this is dropped.
pub(crate) struct OwnSite {
    site: *mut Site,
    name: *mut str,
}

impl OwnSite {
    fn new(name: &str, file: &'static str, line: u32) -> OwnSite {
        let name = Box::into_raw(Box::<str>::from(name));
        let site = Box::new(Site {
            // SAFETY: the text is there as long as the site.
            name: unsafe { &*name },
            file,
            line,
            goes: true,
        });
        OwnSite {
            site: Box::into_raw(site),
            name,
        }
    }

    /// The site, as one that stays.
    ///
    /// # Safety
    /// Nobody uses it, or its name, when this has been dropped.
    pub(crate) unsafe fn get(&self) -> &'static Site {
        // SAFETY: it is there until this is dropped, and by the caller's promise not used then.
        unsafe { &*self.site }
    }
}

impl Drop for OwnSite {
    fn drop(&mut self) {
        // SAFETY: both came from boxes, and nobody uses them any more (`get`).
        unsafe {
            drop(Box::from_raw(self.site));
            drop(Box::from_raw(self.name));
        }
    }
}

impl Site {
    /// A site known at compile time; see [`site!`](crate::rt::site).
    #[must_use]
    pub const fn new(name: &'static str, file: &'static str, line: u32) -> Self {
        Site {
            name,
            file,
            line,
            goes: false,
        }
    }

    /// Its file and line, `m.rs:7`.
    pub(crate) fn place(&self) -> String {
        format!("{}:{}", self.file, self.line)
    }

    /// A site known at run time only: kept for the life of the process, once per
    /// different site, so that tasks can refer to it.
    #[must_use]
    pub fn intern(name: &str, file: &'static str, line: u32) -> &'static Site {
        Site::made(name, file, line, usize::MAX).expect("no number is too large")
    }

    /// As [`intern`](Self::intern); `None` where many were made, and this one was not. So programs that make
    /// up names for ever do not grow.
    #[must_use]
    pub fn intern_some(name: &str, file: &'static str, line: u32) -> Option<&'static Site> {
        Site::made(name, file, line, MOST_MADE)
    }

    /// As [`intern_some`](Self::intern_some), or one that goes.
    pub(crate) fn intern_or_own(
        name: &str,
        file: &'static str,
        line: u32,
    ) -> Result<&'static Site, OwnSite> {
        Site::intern_some(name, file, line).ok_or_else(|| OwnSite::new(name, file, line))
    }

    fn made(name: &str, file: &'static str, line: u32, most: usize) -> Option<&'static Site> {
        type Known = HashMap<(String, &'static str, u32), &'static Site>;
        static KNOWN: OnceLock<Mutex<Known>> = OnceLock::new();
        let mut known = lock(KNOWN.get_or_init(Mutex::default));
        let many = known.len() >= most;
        match known.entry((name.to_owned(), file, line)) {
            Entry::Occupied(known) => Some(known.get()),
            Entry::Vacant(_) if many => None,
            Entry::Vacant(place) => {
                let name: &'static str = Box::leak(name.to_owned().into_boxed_str());
                Some(place.insert(Box::leak(Box::new(Site::new(name, file, line)))))
            }
        }
    }

    /// This site under another name; `None` when too many names were made up.
    #[inline]
    pub(crate) fn named(&'static self, name: &str) -> Option<&'static Site> {
        let first = place_of(self, name);
        NEAR_NAMES.with(|near| {
            for n in first..first + PLACES {
                match near[n % NEAR].get() {
                    Some((site, named)) if std::ptr::eq(site, self) && named.name == name => {
                        return Some(named);
                    }
                    Some(_) => {}
                    None => break,
                }
            }
            self.make_named(name, &near[..], first)
        })
    }

    #[cold]
    fn make_named(
        &'static self,
        name: &str,
        near: &[Known],
        first: usize,
    ) -> Option<&'static Site> {
        type Names = HashMap<(usize, String), &'static Site>;
        static NAMES: OnceLock<Mutex<Names>> = OnceLock::new();
        if ENOUGH.get() || self.goes {
            return None;
        }
        let mut names = lock(NAMES.get_or_init(Mutex::default));
        let key = (std::ptr::from_ref(self).addr(), name.to_owned());
        let named = match names.get(&key) {
            Some(named) => named,
            None if names.len() >= MOST_NAMED => {
                ENOUGH.set(true);
                return None;
            }
            None => {
                let name: &'static str = Box::leak(name.to_owned().into_boxed_str());
                let named: &'static Site = Box::leak(Box::new(Site { name, ..*self }));
                names.insert(key, named);
                named
            }
        };
        let places = || (first..first + PLACES).map(|n| &near[n % NEAR]);
        let place = places().find(|known| known.get().is_none());
        // All taken: the first one takes the place of the second.
        let place = place.unwrap_or_else(|| {
            near[(first + 1) % NEAR].swap(&near[first % NEAR]);
            &near[first % NEAR]
        });
        place.set(Some((self, named)));
        Some(named)
    }
}

/// Where a name of a site stands in a thread's table, if it does.
#[inline]
fn place_of(site: &'static Site, name: &str) -> usize {
    const K: u64 = 0x9E37_79B9_7F4A_7C15;
    let bytes = name.as_bytes();
    let ends = match (bytes.first_chunk::<8>(), bytes.last_chunk::<8>()) {
        (Some(&first), Some(&last)) => u64::from_le_bytes(first) ^ u64::from_le_bytes(last) >> 3,
        _ => bytes
            .iter()
            .fold(0, |all, &byte| all << 8 | u64::from(byte)),
    };
    let place = std::ptr::from_ref(site).addr() as u64;
    let hash = (ends ^ (bytes.len() as u64) << 56).wrapping_mul(K) ^ place;
    (hash.wrapping_mul(K) >> (64 - NEAR.ilog2())) as usize
}

/// A `&'static Site`: `site!("jacobi:16", "src/main.rs", 16)`.
#[doc(hidden)]
#[macro_export]
macro_rules! __hp5_site {
    ($name:expr, $file:expr, $line:expr) => {
        const { &$crate::rt::Site::new($name, $file, $line) }
    };
}

#[cfg(all(test, not(any(hp5_loom, hp5_shuttle))))]
mod tests {
    use super::*;

    static HERE: Site = Site::new("task", "here.rs", 1);
    static THERE: Site = Site::new("task", "there.rs", 2);

    /// One test: the second part leaves no room for names of sites in the process.
    #[test]
    fn a_name_is_one_site_until_there_are_too_many() {
        let names: Vec<String> = (0..300).map(|n| format!("{:w$}", n, w = n % 30)).collect();
        let made = |site: &'static Site| -> Vec<&'static Site> {
            let named = names.iter().map(|name| site.named(name));
            named.map(|site| site.expect("few names")).collect()
        };
        let (here, there) = (made(&HERE), made(&THERE));
        for (name, (here, there)) in names.iter().zip(here.iter().zip(&there)) {
            assert_eq!((here.name, here.file, here.line), (&**name, HERE.file, 1));
            assert_eq!(
                (there.name, there.file, there.line),
                (&**name, THERE.file, 2)
            );
        }
        let again = std::thread::scope(|scope| {
            let thread = scope.spawn(|| made(&HERE));
            thread.join().expect("no panic")
        });
        assert!(here.iter().zip(again).all(|(a, b)| std::ptr::eq(*a, b)));

        let is_made = |n: usize| HERE.named(&format!("name {n}")).is_some();
        let count = (0..2 * MOST_NAMED).filter(|&n| is_made(n)).count();
        assert!(
            (1..MOST_NAMED).contains(&count),
            "{count} names stay for ever"
        );
        assert!(!is_made(3 * MOST_NAMED) && is_made(count - 1));
    }
}
