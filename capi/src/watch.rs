//! Places that a program looks at between its tasks, by names of which nobody knows that tasks use them.
//!
//! ```c
//! m->data = all; for (i = 0; i < n; i++) m->row[i] = all + i * n;   /* in another file */
//! #pragma hp5 task
//! fill(m->data);
//! if (m->row[k][0] > limit) ...
//! ```
//!
//! A region that is watched notes which memory its pending tasks use, and before such an access the program
//! asks whether any of them uses that place, and waits if so. Notes are by arrays, and by the bytes that
//! stand for keys; a wait takes them away.

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, HashMap};
use std::mem::{MaybeUninit, offset_of};
use std::ops::Range;

use runtime::rt::Mode as Known;

use crate::array::{HP5_IN, Mode, Named};
use crate::region::{Region, region_of};
use crate::rows::AllRows;
use crate::status::{Failure, hp5_must, status};

/// Keys that are noted one by one; more are noted as what lies between them.
const MOST_KEYS: usize = 1 << 14;

/// What the tasks of a region use that may be pending.
#[cfg_attr(all(), repr(C))]
pub(crate) struct Watch {
    /// From one address to another one, nothing is noted: `hp5_look` in the header asks no further.
    clear: Cell<[usize; 2]>,
    watched: Cell<bool>,
    /// There are notes.
    any: Cell<bool>,
    notes: RefCell<Notes>,
}

// With `region.rs`: a region begins with its watch.
const _: () = assert!(offset_of!(Watch, clear) == 0);

impl Default for Watch {
    fn default() -> Self {
        Watch {
            clear: Cell::new([0, usize::MAX]),
            watched: Cell::default(),
            any: Cell::default(),
            notes: RefCell::default(),
        }
    }
}

#[derive(Default)]
struct Notes {
    /// By number: noted as used, as written.
    arrays: Vec<(bool, bool)>,
    /// By the place that stands for it, an array's base or a key.
    memory: HashMap<usize, Memory>,
    keys: Keys,
}

/// The memory of an array, or of a key that stands for rows.
struct Memory {
    bytes: Range<usize>,
    written: bool,
}

impl Notes {
    fn note(&mut self, place: usize, bytes: Range<usize>, written: bool) {
        let known = self.memory.entry(place).or_insert(Memory {
            bytes: bytes.clone(),
            written,
        });
        known.bytes = bytes.start.min(known.bytes.start)..bytes.end.max(known.bytes.end);
        known.written |= written;
    }
}

/// Where noted bytes begin, as seen from these; where these begin if they meet.
fn next(noted: &Range<usize>, bytes: &Range<usize>) -> usize {
    match noted.end <= bytes.start {
        true => usize::MAX,
        false if noted.start < bytes.end => bytes.start,
        false => noted.start,
    }
}

/// Bytes by where they begin. Some may overlap.
#[derive(Default)]
struct Keys {
    known: BTreeMap<usize, (usize, bool)>,
    longest: usize,
}

impl Keys {
    fn note(&mut self, bytes: Range<usize>, written: bool) {
        let (end, known) = self
            .known
            .entry(bytes.start)
            .or_insert((bytes.end, written));
        *end = bytes.end.max(*end);
        *known |= written;
        self.longest = self.longest.max(*end - bytes.start);
        if self.known.len() > MOST_KEYS {
            let (first, written) = self
                .known
                .iter()
                .fold((usize::MAX, false), |all, (at, one)| {
                    (all.0.min(*at), all.1 | one.1)
                });
            let end = self
                .known
                .values()
                .map(|(end, _)| *end)
                .max()
                .unwrap_or(first);
            self.known.clear();
            self.note(first..end, written);
        }
    }

    /// Where the first ones begin that do not lie before these; where these begin if they meet.
    fn next(&self, bytes: &Range<usize>) -> usize {
        if self.meet(bytes, true) {
            return bytes.start;
        }
        let mut behind = self.known.range(bytes.end..);
        behind.next().map_or(usize::MAX, |(start, _)| *start)
    }

    fn meet(&self, bytes: &Range<usize>, writes: bool) -> bool {
        let from = bytes.start.saturating_sub(self.longest);
        let mut near = self.known.range(from..bytes.end);
        near.any(|(_, (end, written))| *end > bytes.start && (writes || *written))
    }
}

impl Watch {
    /// A task uses an array.
    pub(crate) fn array(&self, number: u32, Named { array, .. }: &Named, mode: Known) {
        if !self.watched.get() {
            return;
        }
        let (number, written) = (number as usize, mode != Known::In);
        let mut notes = self.notes.borrow_mut();
        if notes.arrays.len() <= number {
            notes.arrays.resize(number + 1, (false, false));
        }
        let known = &mut notes.arrays[number];
        if known.0 && (known.1 || !written) {
            return;
        }
        *known = (true, known.1 || written);
        self.noted();
        let shape = array.view_ref();
        notes.note(shape.base(), shape.memory(), written);
    }

    /// A task uses what a key stands for.
    pub(crate) fn key(&self, key: usize, bytes: &Range<usize>, mode: Known, rows: &AllRows) {
        if !self.watched.get() {
            return;
        }
        self.noted();
        let written = mode != Known::In;
        let mut notes = self.notes.borrow_mut();
        notes.keys.note(bytes.clone(), written);
        if rows.of(key).next().is_some() {
            notes.note(key, bytes.clone(), written);
        }
    }

    /// What stands for more rows than before may be noted.
    pub(crate) fn rows_told(&self) {
        if self.any.get() {
            self.clear.set([0, 0]);
        }
    }

    fn noted(&self) {
        self.any.set(true);
        self.clear.set([0, 0]);
    }

    /// No task is pending any more.
    pub(crate) fn waited(&self) {
        if self.any.replace(false) {
            self.clear.set([0, usize::MAX]);
            *self.notes.borrow_mut() = Notes::default();
        }
    }

    /// Sees how far from there on nothing is noted, so that code which goes through memory need not ask for
    /// each element.
    fn see(&self, rows: &AllRows, bytes: &Range<usize>) {
        let notes = self.notes.borrow();
        let mut end = notes.keys.next(bytes);
        for (place, memory) in &notes.memory {
            end = end.min(next(&memory.bytes, bytes));
            end = (rows.of(*place).map(|rows| rows.next(bytes))).fold(end, usize::min);
        }
        self.clear.set([bytes.start, end]);
    }

    /// A pending task writes some of the bytes, or uses some that are written.
    fn meets(&self, rows: &AllRows, bytes: &Range<usize>, writes: bool) -> bool {
        let notes = self.notes.borrow();
        let meets = |(place, memory): (&usize, &Memory)| {
            let there = memory.bytes.start < bytes.end && bytes.start < memory.bytes.end;
            there || rows.of(*place).any(|rows| rows.meet(bytes))
        };
        let mut memory = notes.memory.iter().filter(|(_, m)| writes || m.written);
        memory.any(meets) || notes.keys.meet(bytes, writes)
    }
}

/// Has the region note what its tasks use, from here on, for `hp5_look`; returns it.
///
/// Does not return on failure: ends the program with the message.
///
/// # Safety
/// `region` is NULL or an open region, on its thread.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hp5_watch(region: *mut Region) -> *mut Region {
    let watch = || {
        // SAFETY: the caller's promise.
        unsafe { region_of(region)? }.watch().watched.set(true);
        Ok(())
    };
    hp5_must(status(watch));
    region
}

/// Says that the program is about to read (`HP5_IN`) or write `bytes` bytes at the address `place`, outside
/// of tasks. Where tasks may be pending that write there, or that use what is written, by whatever name, it
/// waits for all tasks of the region. It knows of tasks that were registered since `hp5_watch`, with
/// arrays, or keys and how far they reach.
///
/// Does not return on failure: ends the program with the message. `hp5_look` is the same, and calls it where
/// the last call does not tell.
///
/// # Safety
/// `region` is NULL or an open region, on its thread. The bytes are not touched.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hp5_look_up(region: *mut Region, place: usize, bytes: usize, mode: Mode) {
    // SAFETY: the caller's promise.
    hp5_must(status(|| unsafe { look(region, place, bytes, mode) }));
}

/// As `hp5_look_up`, for the byte to which the pointer leads that lies at the address `place`: a member of a
/// struct that a function is given.
///
/// # Safety
/// As for `hp5_look_up`; there is a pointer, or what was not set yet.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hp5_look_behind(region: *mut Region, place: usize, mode: Mode) {
    let pointer: *const MaybeUninit<usize> = std::ptr::with_exposed_provenance(place);
    // SAFETY: the caller's promise; what was not set yet is some address, and is not followed.
    let leads = unsafe { pointer.read_volatile().assume_init() };
    if leads != 0 {
        // SAFETY: as above.
        unsafe { hp5_look_up(region, leads, 1, mode) };
    }
}

/// # Safety
/// As for [`hp5_look_up`].
unsafe fn look(region: *mut Region, place: usize, bytes: usize, mode: Mode) -> Result<(), Failure> {
    // SAFETY: the caller's promise.
    let region = unsafe { region_of(region)? };
    let range = place..place.saturating_add(bytes);
    let rows = region.rows().borrow();
    if region.watch().meets(&rows, &range, mode != HP5_IN) {
        drop(rows);
        let waited = region.rt().try_wait();
        region.waited();
        waited?;
    } else {
        region.watch().see(&rows, &range);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_meet_what_has_a_byte_of_them() {
        let mut keys = Keys::default();
        keys.note(100..200, true);
        keys.note(100..120, false);
        keys.note(300..301, false);
        assert!(keys.meet(&(199..200), false) && keys.meet(&(0..101), false));
        assert!(!keys.meet(&(200..300), true) && !keys.meet(&(300..301), false));
        assert!(keys.meet(&(300..308), true));
    }

    #[test]
    fn what_is_clear_ends_where_something_is_noted() {
        let watch = Watch::default();
        watch.watched.set(true);
        let rows = AllRows::default();
        watch.key(500, &(500..600), Known::In, &rows);
        watch.key(800, &(800..808), Known::InOut, &rows);
        assert_eq!(watch.clear.get(), [0, 0]);
        watch.see(&rows, &(616..624));
        assert_eq!(watch.clear.get(), [616, 800]);
        watch.see(&rows, &(592..600));
        assert_eq!(watch.clear.get(), [592, 592]);
        watch.waited();
        assert_eq!(watch.clear.get(), [0, usize::MAX]);
    }

    #[test]
    fn many_keys_are_one() {
        let mut keys = Keys::default();
        for n in 0..=MOST_KEYS {
            keys.note(10 * n..10 * n + 1, n == 7);
        }
        assert!(keys.known.len() <= 2);
        assert!(keys.meet(&(55..56), false));
    }
}
