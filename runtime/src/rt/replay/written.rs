//! What a lap was: its tasks in the order of the program, written down one after the other in
//! memory that is used from its beginning to its end.
//!
//! Neighbours have nearly everything in common, mostly ([`Form`]): that stands once for a *run* of
//! them. Of each task there are its tiles and what its body captured: an empty task with one tile
//! takes 8 bytes. Bodies stay where they are, since tasks in flight run them here.

mod ends;

use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::base::error::{FailureKind, ReplayError, panic_text};
use crate::graph::access::Access;
use crate::graph::body::{
    Call, Calling, Entry, Inside, Kind, Nature, Stored, entry_in_words, fits_in_words,
};
use crate::graph::failure::{FailedTiles, Failure};
use crate::graph::scope::ScopeRef;
use crate::rt::draft::Draft;
use crate::rt::replay::forms::{Body, Form, Forms};
use crate::rt::replay::words::Words;
use crate::sched::worker::Worker;
use crate::sync::{Ordering, scaled};

/// Tasks in a run, at most: where it is looked for memory for their bodies.
const LONGEST: u32 = scaled(4096, 3) as u32;

/// Tasks of one form, one after the other.
#[derive(Clone, Copy)]
pub(super) struct Run {
    /// Number of the first one; it ends where the next run begins.
    from: u32,
    form: u32,
    /// Where the tiles of the first one begin.
    tiles: u32,
    /// Where its body is.
    words: *mut u64,
}

/// Some tasks of a run: every `step`th one from `first` on.
#[derive(Clone, Copy)]
pub(super) struct Span {
    pub(super) run: u32,
    pub(super) first: u32,
    pub(super) step: u32,
    pub(super) count: u32,
}

impl Span {
    pub(super) const EMPTY: Span = Span {
        run: 0,
        first: 0,
        step: 0,
        count: 0,
    };

    /// So many tasks from `first` on.
    #[inline]
    pub(super) fn of(run: u32, first: u32, count: u32) -> Span {
        Span {
            run,
            first,
            step: 1,
            count,
        }
    }

    /// Takes so many later tasks in, if they are the next ones.
    #[inline(always)]
    pub(super) fn grows(&mut self, run: u32, first: u32, count: u32) -> bool {
        if self.count == 1 && count == 1 {
            self.step = first - self.first;
        }
        let follow = self.run == run && first == self.first + self.count * self.step;
        let grows = follow && self.count > 0 && (count == 1 || self.step == 1);
        self.count += if grows { count } else { 0 };
        grows
    }

    /// Its tasks one by one, if they follow one another.
    #[inline]
    pub(super) fn each(self) -> impl Iterator<Item = Span> {
        (0..self.count).map(move |n| Span::of(self.run, self.first + n, 1))
    }

    /// The numbers of its tasks.
    #[cfg(test)]
    pub(super) fn tasks(self) -> impl Iterator<Item = u32> {
        (0..self.count).map(move |n| self.first + n * self.step)
    }
}

/// A name that has no site.
struct Name {
    task: u32,
    name: Box<str>,
}

/// How long the tasks from one on took.
#[derive(Clone, Copy)]
struct Stretch {
    from: u32,
    nanoseconds: u32,
}

/// See the module's text.
pub(super) struct Written {
    forms: Forms,
    runs: Vec<Run>,
    tiles: Vec<Access>,
    words: Words,
    count: u32,
    /// The last run can have so many more.
    room: u32,
    /// Its form.
    open: Form,
    /// Where the next body of it goes.
    next: *mut u64,
    names: Vec<Name>,
    stretches: Vec<Stretch>,
    /// Tasks took long when they were replayed.
    are_long: bool,
    /// The bodies of tasks before this one were taken.
    taken: u32,
    /// Some task is more than a body that repeats, with tiles that order it: see
    /// [`is_plain`](Self::is_plain).
    special: bool,
}

// SAFETY: as for `Words`, into which the pointers lead.
unsafe impl Send for Written {}
// SAFETY: as above.
unsafe impl Sync for Written {}

impl Default for Written {
    fn default() -> Self {
        Written {
            forms: Forms::default(),
            runs: Vec::new(),
            tiles: Vec::new(),
            words: Words::default(),
            count: 0,
            room: 0,
            open: Form::NONE,
            next: std::ptr::null_mut(),
            names: Vec::new(),
            stretches: Vec::new(),
            are_long: false,
            taken: 0,
            special: false,
        }
    }
}

// ---- writing ----

impl Written {
    /// Writes a task down, with its body, if it is to be run from here; where the body lies.
    pub(super) fn add(
        &mut self,
        draft: &Draft,
        (stored, nature): (Stored, Nature),
        body: Body,
    ) -> *mut u64 {
        let place = self.place(draft, body);
        // SAFETY: there is room for as many words as the nature says.
        unsafe { stored.write_words(place, nature.words) };
        place
    }

    /// Writes an ordinary task down, whose body [fits](fits_in_words).
    #[inline(always)]
    pub(super) fn add_closure<F, C: Calling<F>>(&mut self, draft: &Draft, closure: F) {
        assert!(fits_in_words::<F>());
        let body = Body {
            entry: Some(entry_in_words::<F, C>()),
            nature: Nature::in_words::<F, C>(),
            kind: C::KIND,
            group: 0,
        };
        let place = self.place(draft, body);
        // SAFETY: there is room for as many words as the nature says, and they are aligned.
        unsafe { place.cast::<F>().write(closure) };
    }

    /// The place for the body of the next task.
    #[inline(always)]
    fn place(&mut self, draft: &Draft, body: Body) -> *mut u64 {
        let tiles = &draft.tiles[..];
        let form = Form::of(draft, body, tiles.len());
        if self.room == 0 || draft.name.is_some() || !self.open.is(&form) {
            self.begin_run(draft, body);
        }
        self.room -= 1;
        self.count += 1;
        self.special |= draft.tiles.commutes();
        // One by one: they were written so, and would have to be waited for as a whole.
        for &tile in tiles {
            self.tiles.push(tile);
        }
        let place = self.next;
        self.next = place.wrapping_add(form.words());
        place
    }

    #[inline(never)]
    fn begin_run(&mut self, draft: &Draft, body: Body) {
        // Made anew: the caller's stands in registers.
        let form = &Form::of(draft, body, draft.tiles.len());
        if let Some(name) = &draft.name {
            self.names.push(Name {
                task: self.count,
                name: name.clone(),
            });
            if self.room > 0 && self.open.is(form) {
                return;
            }
        }
        self.end_run();
        let words = form.words();
        let (place, room) = self.words.room(words.max(1));
        let room = room.checked_div(words).unwrap_or(usize::MAX);
        (self.next, self.open) = (place, *form);
        self.room = room.min(LONGEST as usize) as u32;
        self.tiles.reserve(form.tiles as usize);
        self.special |= form.is_special();
        self.runs.push(Run {
            from: self.count,
            form: self.forms.number(form),
            tiles: self.tiles.len() as u32,
            words: place,
        });
    }

    /// The next task begins a run.
    fn end_run(&mut self) {
        if !self.next.is_null() {
            self.words.use_to(self.next);
        }
        (self.room, self.next) = (0, std::ptr::null_mut());
    }

    /// Tasks from `from` on take so long each.
    pub(super) fn note_time(&mut self, from: usize, nanoseconds: u32) {
        self.stretches.push(Stretch {
            from: from as u32,
            nanoseconds,
        });
    }

    /// Tasks have become long.
    pub(super) fn note_that_long(&mut self) {
        self.stretches.clear();
        self.are_long = true;
    }
}

// ---- reading ----

impl Written {
    /// True when no task has a priority, a loop that lets tasks pass one another, commutative
    /// tiles, a body that runs once, or none.
    pub(super) fn is_plain(&self) -> bool {
        !self.special && self.taken == 0
    }

    #[inline]
    pub(super) fn len(&self) -> usize {
        self.count as usize
    }

    pub(super) fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Room for tasks, used or not.
    pub(super) fn capacity(&self) -> usize {
        let few = self.runs.capacity().max(self.forms.capacity());
        let words = self.words.capacity().max(self.tiles.capacity());
        few.max(words / 4)
    }

    /// Nanoseconds that all tasks took of which that is known.
    pub(super) fn known_time(&self) -> u64 {
        let known = self.stretches().filter(|&(time, _)| time != u32::MAX);
        known
            .map(|(time, count)| u64::from(time) * u64::from(count))
            .sum()
    }

    /// Nanoseconds that the tasks took, `u32::MAX` where that is not known: to be asked for the
    /// first task and those where the answer before ends.
    pub(super) fn times(&self) -> impl FnMut(u32) -> (u32, u32) {
        let mut stretches = self.stretches.iter().peekable();
        let mut present = u32::MAX;
        move |task| {
            while let Some(stretch) = stretches.next_if(|stretch| stretch.from <= task) {
                present = stretch.nanoseconds;
            }
            let end = stretches.peek().map_or(u32::MAX, |next| next.from);
            (present, end)
        }
    }

    /// True when tasks took less than so many nanoseconds on average; nothing where that is not known
    /// of all of them.
    pub(super) fn took_less_than(&self, nanoseconds: u64) -> Option<bool> {
        if self.are_long {
            return Some(false);
        }
        let known = |time: &u32| *time != u32::MAX;
        let all =
            self.stretches.first()?.from == 0 && self.stretches().all(|(time, _)| known(&time));
        all.then(|| self.known_time() < nanoseconds * u64::from(self.count))
    }

    /// How long tasks took, `u32::MAX` where that is not known, and of how many that is said.
    fn stretches(&self) -> impl Iterator<Item = (u32, u32)> {
        let ends = self.stretches.iter().skip(1).map(|stretch| stretch.from);
        let all = self.stretches.iter().zip(ends.chain([self.count]));
        all.map(|(stretch, end)| (stretch.nanoseconds, end - stretch.from))
            .filter(|&(_, count)| count > 0)
    }

    /// The runs, each with the numbers of its tasks and all their tiles.
    pub(super) fn runs(&self) -> impl Iterator<Item = (std::ops::Range<u32>, usize, &[Access])> {
        (0..self.runs.len()).map(|at| {
            let (run, tasks) = (&self.runs[at], self.tasks_of(at));
            let each = self.forms.get(run.form).tiles as usize;
            let tiles = &self.tiles[run.tiles as usize..][..each * tasks.len()];
            (tasks, each, tiles)
        })
    }

    fn tasks_of(&self, run: usize) -> std::ops::Range<u32> {
        let end = self.runs.get(run + 1).map_or(self.count, |next| next.from);
        self.runs[run].from..end
    }

    fn run_of(&self, n: usize) -> &Run {
        &self.runs[self.runs.partition_point(|run| run.from as usize <= n) - 1]
    }

    pub(super) fn form(&self, n: usize) -> &Form {
        self.forms.get(self.run_of(n).form)
    }

    pub(super) fn tiles(&self, n: usize) -> &[Access] {
        let run = self.run_of(n);
        let each = self.forms.get(run.form).tiles as usize;
        &self.tiles[run.tiles as usize + each * (n - run.from as usize)..][..each]
    }

    /// The task's name, if it has no site.
    pub(super) fn name(&self, n: usize) -> Option<&str> {
        let found = self
            .names
            .binary_search_by_key(&(n as u32), |name| name.task);
        Some(&self.names[found.ok()?].name)
    }

    /// The task's name for people.
    fn name_for_people(&self, n: usize) -> String {
        let name = self.name(n);
        name.unwrap_or(self.form(n).named.name).to_owned()
    }

    /// Checks that all bodies are here and can run again; tasks without one need none.
    pub(super) fn all_repeat(&self) -> Result<(), ReplayError> {
        if self.is_plain() {
            return Ok(());
        }
        for n in 0..self.len() {
            let form = self.form(n);
            let here = form.repeats() && n >= self.taken as usize;
            if !here && !form.kind.is_empty() {
                return Err(ReplayError::RunsOnce {
                    task: self.name_for_people(n),
                    file: form.site.file,
                    line: form.site.line,
                });
            }
        }
        Ok(())
    }
}

// ---- running ----

impl Written {
    /// The tasks from one on, run by run.
    pub(super) fn spans(&self, tasks: std::ops::Range<usize>) -> impl Iterator<Item = Span> {
        let (from, to) = (tasks.start as u32, tasks.end as u32);
        let at = self.runs.partition_point(|run| run.from <= from);
        let all = (at.saturating_sub(1)..self.runs.len()).map(move |run| {
            let tasks = self.tasks_of(run);
            let first = tasks.start.max(from);
            Span {
                run: run as u32,
                first,
                step: 1,
                count: tasks.end.min(to).saturating_sub(first),
            }
        });
        all.take_while(|span| span.count > 0)
    }

    /// Runs the bodies of tasks, in the order given, while bodies of `scope` run; how many began.
    /// A task that fails fails its region.
    ///
    /// # Safety
    /// The bodies are here, and nobody else uses them.
    #[inline(always)]
    pub(super) unsafe fn run_in_order(
        &self,
        (worker, scope): (&Worker, ScopeRef),
        mut spans: impl Iterator<Item = Span>,
    ) -> usize {
        let shared = worker.shared;
        let (mut begun, mut span, mut at) = (0, Span::EMPTY, 0);
        loop {
            let run_some = || loop {
                // SAFETY: the caller's promise.
                if !unsafe { self.run_span(&span, &mut at, || shared.is_cancelled(scope)) } {
                    return;
                }
                begun += at as usize;
                (at, span) = (0, Span::EMPTY);
                match spans.next() {
                    Some(next) => span = next,
                    None => return,
                }
            };
            let Err(payload) = catch_unwind(AssertUnwindSafe(run_some)) else {
                break;
            };
            let text = panic_text(payload.as_ref());
            let failed = span.first + (at - 1) * span.step;
            shared.fail(scope, self.failure(failed as usize, text));
            let _ = catch_unwind(AssertUnwindSafe(|| drop(payload)));
        }
        begun += at as usize;
        worker.ran.set(worker.ran.get() + begun as u64);
        if at < span.count {
            let rest: u64 = spans.map(|span| u64::from(span.count)).sum();
            left_out(worker, scope, u64::from(span.count - at) + rest);
        }
        begun
    }

    /// Runs the tasks of a span from number `at` on; `false` when it was left.
    ///
    /// # Safety
    /// As for [`run_in_order`](Self::run_in_order).
    #[inline(always)]
    unsafe fn run_span(&self, span: &Span, at: &mut u32, cancelled: impl Fn() -> bool) -> bool {
        if *at >= span.count {
            return true;
        }
        let run = &self.runs[span.run as usize];
        let form = self.forms.get(run.form);
        let (words, last) = (form.words(), form.body != Kind::Repeat);
        let Some(entry) = form.entry else {
            *at = span.count;
            return true;
        };
        let first = (span.first - run.from + *at * span.step) as usize;
        let mut place = run.words.wrapping_add(first * words);
        while *at < span.count {
            if cancelled() {
                return false;
            }
            *at += 1;
            // SAFETY: the caller's promise; these are words and code of one body.
            unsafe { entry(place.cast(), Call::Run(Inside::NOTHING, last)) };
            place = place.wrapping_add(span.step as usize * words);
        }
        true
    }

    #[cold]
    fn failure(&self, n: usize, message: String) -> Failure {
        let form = self.form(n);
        Failure {
            kind: FailureKind::Task,
            task: self.name_for_people(n),
            file: form.site.file,
            line: form.site.line,
            tiles: FailedTiles::Numbers(self.tiles(n).to_vec()),
            message,
        }
    }
}

/// Counts tasks that were not run, since their region was cancelled.
#[cold]
pub(super) fn left_out(worker: &Worker, scope: ScopeRef, count: u64) {
    scope.begin_to_count(worker.ppu());
    scope.counts[worker.ppu()]
        .cancelled
        .fetch_add(count, Ordering::Relaxed);
}

/// What a task in flight has for a body that is written down: it runs it where it lies.
///
/// # Safety
/// `place` stays and holds a body of this code that repeats until the task is completed, and
/// nobody else uses the body meanwhile.
#[inline]
pub(super) unsafe fn lent(entry: Option<Entry>, place: *mut u64) -> (Stored, Nature) {
    /// # Safety
    /// `words` hold code and place of such a body.
    unsafe fn enter(words: *mut u8, call: Call<'_>) {
        // SAFETY: by the contract.
        let (entry, place) = unsafe { words.cast::<(Entry, *mut u8)>().read() };
        if let Call::Run(inside, _) = call {
            // SAFETY: the task's owner calls, and so owns the body.
            unsafe { entry(place, Call::Run(inside, false)) };
        }
    }
    let Some(entry) = entry else {
        return (Stored::EMPTY, Nature::NONE);
    };
    // SAFETY: the caller's promise.
    let stored = unsafe { Stored::from_words(enter, [entry as usize as u64, place as u64]) };
    (stored, Nature::NONE)
}
