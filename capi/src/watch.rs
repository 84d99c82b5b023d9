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
use std::ops::Range;

use runtime::rt::Mode as Known;

use crate::array::{HP5_IN, Mode, Named};
use crate::region::{Region, region_of};
use crate::rows::AllRows;
use crate::status::{Failure, hp5_must, status};

/// Keys that are noted one by one; more are noted as what lies between them.
const MOST_KEYS: usize = 1 << 14;

/// What the tasks of a region use that may be pending.
#[derive(Default)]
pub(crate) struct Watch {
    watched: Cell<bool>,
    /// There are notes.
    any: Cell<bool>,
    notes: RefCell<Notes>,
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
        self.any.set(true);
        let shape = array.view_ref();
        notes.note(shape.base(), shape.memory(), written);
    }

    /// A task uses what a key stands for.
    pub(crate) fn key(&self, key: usize, bytes: &Range<usize>, mode: Known, rows: &AllRows) {
        if !self.watched.get() {
            return;
        }
        self.any.set(true);
        let written = mode != Known::In;
        let mut notes = self.notes.borrow_mut();
        notes.keys.note(bytes.clone(), written);
        if rows.of(key).next().is_some() {
            notes.note(key, bytes.clone(), written);
        }
    }

    /// No task is pending any more.
    pub(crate) fn waited(&self) {
        if self.any.replace(false) {
            *self.notes.borrow_mut() = Notes::default();
        }
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
/// Does not return on failure: ends the program with the message.
///
/// # Safety
/// `region` is NULL or an open region, on its thread. The bytes are not touched.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hp5_look(region: *mut Region, place: usize, bytes: usize, mode: Mode) {
    // SAFETY: the caller's promise.
    let noted = unsafe { region.as_ref() }.is_none_or(|region| region.watch().any.get());
    // Mostly no task is pending: code that fills arrays between tasks asks for each element.
    if noted {
        // SAFETY: as above.
        hp5_must(status(|| unsafe { look(region, place, bytes, mode) }));
    }
}

/// # Safety
/// As for [`hp5_look`].
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
    fn many_keys_are_one() {
        let mut keys = Keys::default();
        for n in 0..=MOST_KEYS {
            keys.note(10 * n..10 * n + 1, n == 7);
        }
        assert!(keys.known.len() <= 2);
        assert!(keys.meet(&(55..56), false));
    }
}
