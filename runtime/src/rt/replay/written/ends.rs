//! Giving up what is written down: bodies, all tasks, or all but those of some laps.

use std::panic::{AssertUnwindSafe, catch_unwind};

use super::{Run, Written};
use crate::graph::body::{Nature, Stored};
use crate::graph::geometry::Mode;
use crate::rt::replay::forms::Form;

impl Written {
    fn place_of(&self, n: usize) -> (&Form, *mut u64) {
        let run = self.run_of(n);
        let form = self.forms.get(run.form);
        let place = run
            .words
            .wrapping_add((n - run.from as usize) * form.words());
        (form, place)
    }

    /// The body of a task as it is stored elsewhere; of the two only one is used from here on.
    ///
    /// # Safety
    /// It is here, or was; no task that runs it is in flight.
    unsafe fn read_body(&self, n: usize) -> (Stored, Nature) {
        let (form, place) = self.place_of(n);
        // SAFETY: these are words and code of one body.
        let stored = unsafe { Stored::from_place(form.entry, place, form.nature.words) };
        (stored, form.nature)
    }

    /// Gives up a body that ran once, or will not run.
    ///
    /// # Safety
    /// It is here, and nobody else uses it; if it is not `unused`, it ran.
    pub(in crate::rt::replay) unsafe fn end_body(&self, n: usize, unused: bool) -> Option<u32> {
        // SAFETY: the caller's promise.
        let (mut body, nature) = unsafe { self.read_body(n) };
        // SAFETY: as above; the flag says that the body lies in a block.
        let block = nature.in_block.then(|| unsafe { body.block() });
        if unused {
            // SAFETY: as above. What a body captured may panic when it is dropped.
            let _ = catch_unwind(AssertUnwindSafe(|| unsafe { body.discard() }));
        }
        block
    }

    /// Takes a task's body, if it is here, and those of all tasks before it were taken.
    ///
    /// # Safety
    /// No task that runs it is in flight.
    pub(in crate::rt::replay) unsafe fn take_body(&mut self, n: usize) -> (Stored, Nature) {
        if n < self.taken as usize {
            return (Stored::EMPTY, Nature::NONE);
        }
        self.taken = n as u32 + 1;
        match self.form(n).repeats() {
            // SAFETY: the caller's promise.
            true => unsafe { self.read_body(n) },
            false => (Stored::EMPTY, Nature::NONE),
        }
    }

    /// The first task from number `n` on with a body with which something is to be done when it
    /// goes.
    pub(in crate::rt::replay) fn next_that_drops(&self, n: usize) -> Option<usize> {
        let n = n.max(self.taken as usize) as u32;
        let from = self.runs.partition_point(|run| run.from <= n);
        let mut runs = from.saturating_sub(1)..self.runs.len();
        let found = runs.find(|&run| self.forms.get(self.runs[run].form).drops())?;
        let tasks = self.tasks_of(found);
        let first = tasks.start.max(n);
        tasks.contains(&first).then_some(first as usize)
    }

    /// The bodies of all tasks before this one were taken, or need not be.
    pub(in crate::rt::replay) fn have_taken(&mut self, n: usize) {
        self.taken = self.taken.max(n as u32);
    }

    /// Leaves `count` tasks from `from` on alone here; the bodies of all others were taken, and
    /// none is in use.
    pub(in crate::rt::replay) fn keep(&mut self, from: usize, count: usize) {
        self.end_run();
        let (from, to) = (from as u32, (from + count) as u32);
        let old = std::mem::take(&mut self.runs);
        let ends: Vec<u32> = old.iter().skip(1).map(|run| run.from).collect();
        let forms = std::mem::take(&mut self.forms);
        let mut kept_tiles = 0;
        self.words.clear();
        self.special = false;
        for (run, end) in old.into_iter().zip(ends.into_iter().chain([self.count])) {
            let tasks = run.from.max(from)..end.min(to);
            if tasks.is_empty() {
                continue;
            }
            let form = forms.get(run.form);
            let (skipped, each) = ((tasks.start - run.from) as usize, form.tiles as usize);
            let first = run.tiles as usize + skipped * each;
            let tiles = first..first + tasks.len() * each;
            let kept = tiles.len();
            self.special |= self.tiles[tiles.clone()]
                .iter()
                .any(|tile| tile.mode() == Mode::Commutative);
            self.tiles.copy_within(tiles, kept_tiles);
            let moved = self.move_words(&run, form.words(), (skipped, tasks.len()));
            self.special |= form.is_special();
            self.runs.push(Run {
                from: tasks.start - from,
                form: self.forms.number(form),
                tiles: kept_tiles as u32,
                words: moved,
            });
            kept_tiles += kept;
        }
        self.tiles.truncate(kept_tiles);
        self.count = count as u32;
        self.taken = self.taken.saturating_sub(from);
        self.names.retain(|name| (from..to).contains(&name.task));
        self.names.iter_mut().for_each(|name| name.task -= from);
        self.keep_times(from);
    }

    /// Moves bodies of a run to where there is room, which is never behind where they are.
    fn move_words(&mut self, run: &Run, each: usize, (skipped, count): (usize, usize)) -> *mut u64 {
        let words = count * each;
        let (place, _) = self.words.room(words.max(1));
        let from = run.words.wrapping_add(skipped * each);
        // SAFETY: the words were in use. What is moved into lies before them in the same chunk, or
        // in one before it, so nothing is there that is still to be moved.
        unsafe { place.copy_from(from, words) };
        self.words.use_to(place.wrapping_add(words));
        place
    }

    fn keep_times(&mut self, from: u32) {
        let before = self.stretches.partition_point(|s| s.from <= from);
        self.stretches.drain(..before.saturating_sub(1));
        self.stretches
            .iter_mut()
            .for_each(|s| s.from = s.from.saturating_sub(from));
    }

    /// Forgets all tasks; their bodies were taken.
    pub(in crate::rt::replay) fn clear(&mut self) {
        self.end_run();
        self.forms.clear();
        self.runs.clear();
        self.tiles.clear();
        self.words.clear();
        self.names.clear();
        self.stretches.clear();
        (self.count, self.taken) = (0, 0);
        (self.special, self.are_long) = (false, false);
    }
}
