//! The tasks of recorded laps, as they were registered: what a tape is made from.
//!
//! A task that is recorded runs at once, as any registered one does (`tape/live.rs`); here it is
//! written down, in memory that grows at its end: what it is, its tiles, and its body, if that can
//! run again. Bodies stay where they are, since tasks in flight run them here.

use std::alloc::{Layout, alloc, dealloc, handle_alloc_error};
use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::error::{FailedTiles, Failure, FailureKind, ReplayError};
use crate::graph::body::{Call, Inside, Kind, Nature, Stored};
use crate::graph::geometry::Mode;
use crate::graph::scope::ScopeRef;
use crate::graph::task::{Access, panic_text};
use crate::observe::record::TaskKind;
use crate::rt::region::Draft;
use crate::rt::site::Site;
use crate::sched::worker::Worker;
use crate::sync::{Ordering, scaled};

/// Bodies per piece of memory.
const CHUNK: usize = scaled(1024, 4);

/// One task.
#[derive(Clone, Copy)]
pub(super) struct Note {
    pub(super) site: &'static Site,
    /// Where its tiles begin.
    tiles: u32,
    /// Its parallel loop; 0: none.
    pub(super) group: u32,
    pub(super) priority: i32,
    pub(super) home: u16,
    pub(super) kind: TaskKind,
    /// What kind of body was registered.
    pub(super) body: Kind,
    /// Its body is here still, and can run again.
    pub(super) repeats: bool,
    in_block: bool,
}

impl Note {
    /// What the body is that is here.
    pub(super) fn nature(&self) -> Nature {
        match self.repeats {
            true => Nature {
                kind: Kind::Repeat,
                in_block: self.in_block,
            },
            false => Nature::NONE,
        }
    }
}

/// A name other than that of the task's site, with a site of its own or without one.
struct Name {
    task: u32,
    named: &'static Site,
    name: Option<Box<str>>,
}

/// How long the tasks from one on took, registration included.
#[derive(Clone, Copy)]
struct Stretch {
    from: u32,
    nanoseconds: u32,
}

/// See the module's text.
#[derive(Default)]
pub(super) struct Written {
    notes: Vec<Note>,
    tiles: Vec<Access>,
    bodies: Bodies,
    names: Vec<Name>,
    stretches: Vec<Stretch>,
    /// Some task is more than a body that repeats, with tiles that order it: see
    /// [`is_plain`](Self::is_plain).
    special: bool,
}

impl Written {
    /// True when no task has a priority, a loop that lets tasks pass one another, commutative
    /// tiles, a body that runs once, or none.
    pub(super) fn is_plain(&self) -> bool {
        !self.special
    }

    pub(super) fn len(&self) -> usize {
        self.notes.len()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.notes.is_empty()
    }

    /// Room for tasks, used or not.
    pub(super) fn capacity(&self) -> usize {
        self.notes.capacity().max(self.tiles.capacity() / 2)
    }

    /// Writes a task down, with its body, if it is to be run from here; where the body lies.
    #[inline(always)]
    pub(super) fn add(
        &mut self,
        draft: &Draft,
        (body, nature): (Stored, Nature),
        kind: Kind,
        group: u32,
    ) -> *mut Stored {
        let repeats = nature.kind == Kind::Repeat && !body.is_empty();
        self.special |= !repeats
            || draft.kind != TaskKind::User
            || group != 0
            || draft.priority != 0
            || draft.tiles.commutes();
        if !std::ptr::eq(draft.named, draft.site) || draft.name.is_some() {
            self.add_name(draft);
        }
        self.notes.push(Note {
            site: draft.site,
            tiles: self.tiles.len() as u32,
            group,
            priority: draft.priority,
            home: draft.home,
            kind: draft.kind,
            body: kind,
            repeats,
            in_block: nature.in_block,
        });
        match &draft.tiles[..] {
            // As one word, not as a number of bytes that is known when they are copied.
            &[only] => self.tiles.push(only),
            tiles => self.tiles.extend_from_slice(tiles),
        }
        self.bodies.push(body)
    }

    #[cold]
    fn add_name(&mut self, draft: &Draft) {
        self.names.push(Name {
            task: self.notes.len() as u32,
            named: draft.named,
            name: draft.name.clone(),
        });
    }

    /// Tasks from `from` on take so long each.
    pub(super) fn note_time(&mut self, from: usize, nanoseconds: u32) {
        self.stretches.push(Stretch {
            from: from as u32,
            nanoseconds,
        });
    }

    /// It is not known any more how long tasks take.
    pub(super) fn forget_times(&mut self) {
        self.stretches.clear();
    }

    /// Nanoseconds that all tasks took of which that is known.
    pub(super) fn known_time(&self) -> u64 {
        let ends = self.stretches.iter().skip(1).map(|stretch| stretch.from);
        let ends = ends.chain([self.len() as u32]);
        let known = self.stretches.iter().zip(ends);
        known
            .filter(|(stretch, _)| stretch.nanoseconds != u32::MAX)
            .map(|(stretch, end)| u64::from(stretch.nanoseconds) * u64::from(end - stretch.from))
            .sum()
    }

    /// Nanoseconds that each task took; `u32::MAX` where that is not known.
    pub(super) fn times(&self) -> impl Iterator<Item = u32> {
        let mut stretches = self.stretches.iter().peekable();
        let mut present = u32::MAX;
        (0..self.len() as u32).map(move |n| {
            while let Some(stretch) = stretches.next_if(|stretch| stretch.from <= n) {
                present = stretch.nanoseconds;
            }
            present
        })
    }

    #[inline]
    pub(super) fn note(&self, n: usize) -> &Note {
        &self.notes[n]
    }

    #[inline]
    pub(super) fn tiles(&self, n: usize) -> &[Access] {
        let from = self.notes[n].tiles as usize;
        let to = self.notes.get(n + 1).map(|next| next.tiles as usize);
        &self.tiles[from..to.unwrap_or(self.tiles.len())]
    }

    /// Where a task's body lies.
    #[inline]
    pub(super) fn body(&self, n: usize) -> *mut Stored {
        self.bodies.place(n)
    }

    /// The task's name, with a site or without one.
    pub(super) fn name(&self, n: usize) -> (&'static Site, Option<&str>) {
        let found = self
            .names
            .binary_search_by_key(&(n as u32), |name| name.task);
        match found {
            Ok(at) => (self.names[at].named, self.names[at].name.as_deref()),
            Err(_) => (self.notes[n].site, None),
        }
    }

    /// Checks that all bodies are here and can run again; tasks without one need none.
    pub(super) fn all_repeat(&self) -> Result<(), ReplayError> {
        if self.is_plain() {
            return Ok(());
        }
        for (n, note) in self.notes.iter().enumerate() {
            if !note.repeats && !note.kind.is_empty() {
                let (site, name) = self.name(n);
                return Err(ReplayError::RunsOnce {
                    task: name.unwrap_or(site.name).to_owned(),
                    file: site.file,
                    line: site.line,
                });
            }
        }
        Ok(())
    }

    /// Runs the bodies of so many tasks, which `task` gives one by one, in their order, while
    /// bodies of `scope` run; how many began. A task that fails fails its region.
    ///
    /// # Safety
    /// The bodies are here, of the kind that `kind` gives, and nobody else uses them.
    #[inline(always)]
    pub(super) unsafe fn run_in_order(
        &self,
        (worker, scope): (&Worker, ScopeRef),
        count: usize,
        task: impl Fn(usize) -> usize,
        kind: impl Fn(usize) -> Kind,
    ) -> usize {
        let shared = worker.shared;
        let mut begun = 0;
        loop {
            let run_some = || {
                while begun < count && !shared.is_cancelled(scope) {
                    let n = task(begun);
                    begun += 1;
                    // SAFETY: the caller's promise.
                    unsafe { (*self.body(n)).run(kind(n), Inside::Nothing) };
                }
            };
            let Err(payload) = catch_unwind(AssertUnwindSafe(run_some)) else {
                break;
            };
            let text = panic_text(payload.as_ref());
            shared.fail(scope, self.failure(task(begun - 1), text));
            let _ = catch_unwind(AssertUnwindSafe(|| drop(payload)));
        }
        worker.ran.set(worker.ran.get() + begun as u64);
        if begun < count {
            left_out(worker, scope, (count - begun) as u64);
        }
        begun
    }

    #[cold]
    fn failure(&self, n: usize, message: String) -> Failure {
        let (site, name) = self.name(n);
        Failure {
            kind: FailureKind::Task,
            task: name.unwrap_or(site.name).to_owned(),
            file: site.file,
            line: site.line,
            tiles: FailedTiles::Numbers(self.tiles(n).to_vec()),
            message,
        }
    }

    /// Gives up a body that ran once, or will not run.
    ///
    /// # Safety
    /// It is here, and nobody else uses it; if it is not `unused`, it ran.
    pub(super) unsafe fn end_body(&mut self, n: usize, unused: bool) -> Option<u32> {
        let in_block = self.notes[n].in_block;
        // SAFETY: the caller's promise.
        let mut body = unsafe { std::mem::replace(&mut *self.bodies.place(n), Stored::EMPTY) };
        // SAFETY: as above; the flag says that the body lies in a block.
        let block = in_block.then(|| unsafe { body.block() });
        if unused {
            // SAFETY: as above. What a body captured may panic when it is dropped.
            let _ = catch_unwind(AssertUnwindSafe(|| unsafe { body.discard() }));
        }
        block
    }

    /// Takes a task's body, if it is here.
    ///
    /// # Safety
    /// No task that runs it is in flight.
    pub(super) unsafe fn take_body(&mut self, n: usize) -> (Stored, Nature) {
        self.special = true;
        let nature = self.notes[n].nature();
        self.notes[n].repeats = false;
        // SAFETY: the place was written, and the caller says that nobody else uses it.
        let body = unsafe { std::mem::replace(&mut *self.bodies.place(n), Stored::EMPTY) };
        (body, nature)
    }

    /// Leaves `count` tasks from `from` on alone here; the bodies of all others were taken.
    pub(super) fn keep(&mut self, from: usize, count: usize) {
        let to = from + count;
        let first = self.notes[from..].first().map_or(0, |note| note.tiles);
        let last = self.notes.get(to).map(|note| note.tiles as usize);
        self.tiles.truncate(last.unwrap_or(self.tiles.len()));
        self.tiles.drain(..first as usize);
        self.notes.truncate(to);
        self.notes.drain(..from);
        self.notes.iter_mut().for_each(|note| note.tiles -= first);
        self.bodies.keep(from, count);
        let kept = from as u32..to as u32;
        self.names.retain(|name| kept.contains(&name.task));
        self.names
            .iter_mut()
            .for_each(|name| name.task -= kept.start);
        self.look_again();
        let before = self.stretches.partition_point(|s| s.from <= kept.start);
        self.stretches.drain(..before.saturating_sub(1));
        self.stretches
            .iter_mut()
            .for_each(|s| s.from = s.from.saturating_sub(kept.start));
    }

    /// Looks whether a task is special, now that there are fewer.
    fn look_again(&mut self) {
        let special = |note: &Note| {
            let odd = note.kind != TaskKind::User || note.group != 0 || note.priority != 0;
            odd || !note.repeats
        };
        let commutes = |tile: &Access| tile.mode() == Mode::Commutative;
        self.special = self.notes.iter().any(special) || self.tiles.iter().any(commutes);
    }

    /// Forgets all tasks; their bodies were taken.
    pub(super) fn clear(&mut self) {
        self.notes.clear();
        self.tiles.clear();
        self.bodies.len = 0;
        self.names.clear();
        self.stretches.clear();
        self.special = false;
    }
}

/// Counts tasks that were not run, since their region was cancelled.
#[cold]
fn left_out(worker: &Worker, scope: ScopeRef, count: u64) {
    scope.begin_to_count(worker.ppu());
    scope.counts[worker.ppu()]
        .cancelled
        .fetch_add(count, Ordering::Relaxed);
}

/// Bodies that stay where they are.
#[derive(Default)]
struct Bodies {
    chunks: Vec<*mut Stored>,
    len: usize,
}

// SAFETY: bodies are Send, and a body is used by who owns its task, one after the other; places
// are added by the thread that owns the tape.
unsafe impl Send for Bodies {}
// SAFETY: as above.
unsafe impl Sync for Bodies {}

impl Bodies {
    fn layout() -> Layout {
        Layout::array::<Stored>(CHUNK).expect("smaller than the address space")
    }

    #[inline]
    fn place(&self, n: usize) -> *mut Stored {
        self.chunks[n / CHUNK].wrapping_add(n % CHUNK)
    }

    #[inline]
    fn push(&mut self, body: Stored) -> *mut Stored {
        if self.len == self.chunks.len() * CHUNK {
            self.grow();
        }
        let place = self.place(self.len);
        // SAFETY: inside a chunk; what was there has no `Drop`.
        unsafe { place.write(body) };
        self.len += 1;
        place
    }

    #[cold]
    fn grow(&mut self) {
        // SAFETY: a chunk is larger than nothing.
        let chunk = unsafe { alloc(Bodies::layout()) };
        if chunk.is_null() {
            handle_alloc_error(Bodies::layout());
        }
        self.chunks.push(chunk.cast());
    }

    /// Moves `count` bodies from `from` on to the beginning; none is in use.
    fn keep(&mut self, from: usize, count: usize) {
        for n in 0..count {
            // SAFETY: both places are inside chunks, and bodies may be moved.
            unsafe { self.place(n).write(self.place(from + n).read()) };
        }
        self.len = count;
    }
}

impl Drop for Bodies {
    fn drop(&mut self) {
        for &chunk in &self.chunks {
            // SAFETY: allocated in `grow` with this layout, freed once; bodies have no `Drop`.
            unsafe { dealloc(chunk.cast(), Bodies::layout()) };
        }
    }
}

/// What a task in flight has for a body that is written down: it runs it where it lies.
///
/// # Safety
/// `place` stays and holds a body that repeats until the task is completed, and nobody else uses
/// the body meanwhile.
#[inline]
pub(super) unsafe fn lent(place: *mut Stored) -> (Stored, Nature) {
    /// # Safety
    /// `words` hold the place of such a body.
    unsafe fn enter(words: *mut u8, call: Call<'_>) {
        // SAFETY: by the contract.
        let body = unsafe { &mut **words.cast::<*mut Stored>() };
        if let Call::Run(inside, _) = call {
            // SAFETY: the task's owner calls, and so owns the body.
            unsafe { body.run(Kind::Repeat, inside) };
        }
    }
    // SAFETY: the caller's promise.
    let stored = unsafe { Stored::from_words(enter, [place as u64, 0]) };
    (stored, Nature::NONE)
}
