//! Recording laps that run at once.
//!
//! A task of a lap that is recorded is registered as any other one, and is written down
//! (`tape/written.rs`). Nodes and edges of the tape are made from that when the next lap asks for
//! them (`tape/build.rs`, `replay/coarsen.rs`): a lap that nobody repeats has not paid for them.
//!
//! *Alone.* Where nothing is in flight and tasks are so short that registering one takes longer
//! than running it, tasks are only written down, and the registering thread runs them a few dozen
//! at a time, in the order of the program. Nothing is looked up: no task needs to wait for
//! another one. So a recorded lap of tiny tasks costs about as much as one that is registered, and
//! less where tasks depend on one another. How long tasks take is noted each time. A task that is
//! out of the ordinary ends it, and so do some that are long; where many were tiny before, that is
//! looked at once more. It is tried again after more and more tasks. Before anything is registered or waited for, what is written down is run.

use crate::graph::body::{Calling, Kind, Nature, Stored};
use crate::graph::geometry::Mode;
use crate::graph::table::LoopTouches;
use crate::record::run_record::TaskKind;
use crate::rt::draft::Draft;
use crate::rt::region::Region;
use crate::rt::replay::ReplayMode;
use crate::rt::replay::forms::Body;
use crate::rt::replay::written::{Written, lent};
use crate::sync::{at_once_in_models, now, scaled};

/// Nanoseconds. Longer tasks are handed out: that costs as much.
const TINY: u64 = 100;

/// What a few tasks may take more, whose memory and code are fetched first.
const COLD: u64 = 2_000;

/// Tasks that are run together, at most; the first time it is one.
const TOGETHER: u32 = scaled(64, 2) as u32;

/// Tasks before it is tried to run some alone: first, and at most.
const REST: u32 = 64;
const MOST_REST: u32 = 1 << 16;

/// In models, whose clock stands still, and in this crate's tests, all tasks are tiny.
fn always_alone() -> bool {
    at_once_in_models() || cfg!(test)
}

/// How running tasks of the lap alone goes.
pub(super) struct Alone {
    /// Tasks from this one on are to be run.
    from: u32,
    /// When so many are written down.
    at: u32,
    together: u32,
    /// Tasks until it is tried again, and how many there were.
    rest: u32,
    pause: u32,
}

impl Default for Alone {
    fn default() -> Self {
        Alone {
            from: 0,
            at: 0,
            together: 1,
            rest: REST,
            pause: REST,
        }
    }
}

impl Alone {
    /// Tasks from number `from` on are run alone.
    fn begin(&mut self, from: usize) {
        self.together = 1;
        self.go_on(from);
    }

    fn go_on(&mut self, from: usize) {
        self.from = from as u32;
        self.at = self.from + self.together;
    }

    fn end(&mut self) {
        self.rest = self.pause;
        self.pause = (2 * self.pause).min(MOST_REST);
    }
}

impl Region {
    /// True when laps are recorded as they run: nobody wants to see each edge, and the schedule
    /// is the normal one.
    pub(super) fn records_live(&self) -> bool {
        self.worker().calm && !self.is_observed()
    }

    /// Begins to record a lap.
    pub(super) fn begin_live_lap(&self) {
        self.worker().settle_books();
        let alone = self.may_run_alone();
        self.with_recorded(|recorded| recorded.alone = Alone::default());
        match alone {
            true => self.begin_alone(),
            false => self.replay_mode.set(ReplayMode::Live),
        }
    }

    fn may_run_alone(&self) -> bool {
        let short = self.throttle.is_short() || always_alone();
        short && self.scope().reached(self.registered())
    }

    /// True when ordinary tasks are only written down, to be run a few dozen at a time.
    #[inline(always)]
    pub(crate) fn runs_alone(&self) -> bool {
        self.replay_mode.get() == ReplayMode::Alone
    }

    /// Writes an ordinary task down, which is run soon; its body fits into words.
    #[inline(always)]
    pub(crate) fn write_down<F, C: Calling<F>>(&self, draft: &mut Draft, closure: F) {
        match draft.tiles[..] {
            // There is nothing to merge, and nobody asks how large it is.
            [only] if only.mode() != Mode::Commutative => draft.tiles.is_alone(),
            _ => _ = draft.tiles.merge(),
        }
        let due = self.with_recorded(|recorded| {
            recorded.written.add_closure::<F, C>(draft, closure);
            recorded.written.len() as u32 == recorded.alone.at
        });
        if due {
            self.run_some();
        }
    }

    /// Registers a task of a lap, and writes it down.
    #[inline]
    pub(super) fn record_live(
        &self,
        draft: &mut Draft,
        body: (Stored, Nature),
        touches: Option<&mut LoopTouches>,
    ) {
        let ordinary = matches!(body.1.kind, Kind::Once | Kind::Repeat)
            && touches.is_none()
            && draft.kind == TaskKind::User;
        if !ordinary || !self.runs_alone() {
            return self.register_live(draft, body, (ordinary, touches));
        }
        let due = self.with_recorded(|recorded| {
            let what = Body::of(&body, 0);
            recorded.written.add(draft, body, what);
            recorded.written.len() as u32 == recorded.alone.at
        });
        if due {
            self.run_some();
        }
    }

    /// Registers a task, and writes it down.
    #[inline(never)]
    fn register_live(
        &self,
        draft: &mut Draft,
        body: (Stored, Nature),
        (ordinary, touches): (bool, Option<&mut LoopTouches>),
    ) {
        self.run_what_is_written();
        let kind = body.1.kind;
        let group = touches.as_ref().map_or(0, |touches| touches.id);
        // A body that runs once is its task's.
        let (kept, what, own) = match kind {
            Kind::Repeat => {
                let what = Body::of(&body, group);
                (body, what, None)
            }
            _ => {
                let none = (Stored::EMPTY, Nature::NONE);
                (none, Body::elsewhere(kind, group), Some(body))
            }
        };
        let place = self.with_recorded(|recorded| {
            recorded.stats.recorded += 1;
            recorded.played += 1;
            recorded.runs_once |= kind != Kind::Repeat;
            recorded.written.add(draft, kept, what)
        });
        // SAFETY: the place stays until the tape has waited for its tasks; this one is the only
        // one in flight that uses it.
        let mut body = own.unwrap_or_else(|| unsafe { lent(what.entry, place) });
        let id = self.registered() as u32;
        self.hang(self.new_task(draft, &mut body, id, false), touches);
        if ordinary {
            self.consider_alone();
        }
    }

    /// Runs tasks that are written down, and notes how long they took.
    #[inline(never)]
    fn run_some(&self) {
        let begun = now();
        let (from, count) = self.run_alone();
        let took = match always_alone() {
            true => 100 * count as u64,
            false => (now() - begun).as_nanos() as u64,
        };
        let goes_on = self.with_recorded(|recorded| {
            let each = took / count.max(1) as u64;
            recorded.written.note_time(from, each.min(1 << 30) as u32);
            let tiny = took <= COLD + TINY * count as u64;
            let goes_on = tiny || recorded.alone.together == TOGETHER;
            recorded.alone.together = match recorded.alone.together {
                // The system, or others, may have taken the time: one more look.
                TOGETHER if !tiny => 1,
                TOGETHER => TOGETHER,
                few => 2 * few,
            };
            if recorded.alone.together == TOGETHER {
                recorded.alone.pause = REST;
            }
            recorded.alone.go_on(recorded.written.len());
            goes_on
        });
        if !goes_on {
            self.end_alone();
        }
        self.worker().beat();
    }

    /// Tasks are registered from here on.
    fn end_alone(&self) {
        self.replay_mode.set(ReplayMode::Live);
        self.with_recorded(|recorded| {
            recorded.alone.end();
            recorded.written.note_time(recorded.written.len(), u32::MAX);
        });
    }

    /// Runs the tasks that are written down and not registered: the first one, and how many.
    fn run_alone(&self) -> (usize, usize) {
        let (from, count, plain) = self.with_recorded(|recorded| {
            let from = recorded.alone.from as usize;
            let count = recorded.written.len() - from;
            recorded.alone.from += count as u32;
            recorded.stats.recorded += count as u64;
            recorded.played += count as u64;
            recorded.runs_once |= !recorded.written.is_plain();
            (from, count, recorded.written.is_plain())
        });
        self.count_in_many(count as u64, 0);
        let (worker, scope) = (self.worker(), self.scope());
        let outer = worker.running.replace(Some(scope));
        let mode = scope.mode.get().in_force();
        let mut begun = 0;
        worker.as_current(|| {
            // Bodies cannot reach this region, of which this thread alone knows.
            let recorded = self.recorded.borrow();
            let written = &recorded.as_ref().expect("a lap has a tape").written;
            let spans = written.spans(from..from + count);
            // SAFETY: they were written down with their bodies, and nobody else knows of them.
            begun = unsafe { written.run_in_order((worker, scope), spans) };
        });
        drop(mode);
        worker.running.set(outer);
        if !plain {
            self.end_bodies(from..from + count, from + begun);
        }
        worker.tell(scope, count as u64);
        (from, count)
    }

    /// Gives up the bodies of tasks that run once; those from `unused` on did not.
    fn end_bodies(&self, tasks: std::ops::Range<usize>, unused: usize) {
        for n in tasks {
            let block = self.with_recorded(|recorded| {
                let form = recorded.written.form(n);
                let once = form.body == Kind::Once && (form.nature.in_block || n >= unused);
                // SAFETY: this thread alone knows of the body.
                once.then(|| unsafe { recorded.written.end_body(n, n >= unused) })
            });
            if let Some(block) = block.flatten() {
                let free_lists = &mut self.worker().free_lists.borrow_mut();
                free_lists.spaces.give(&self.shared.spaces, block);
            }
        }
    }

    /// Before anything is registered or waited for: what is written down is run. Tasks are not run
    /// alone from here on.
    pub(super) fn run_what_is_written(&self) {
        if self.runs_alone() {
            self.run_some();
        }
        if self.runs_alone() {
            self.end_alone();
        }
    }

    /// Tries to run tasks alone again, if it is time to.
    fn consider_alone(&self) {
        let due = self.with_recorded(|recorded| {
            recorded.alone.rest = recorded.alone.rest.saturating_sub(1);
            recorded.alone.rest == 0
        });
        if !due {
            return;
        }
        if self.throttle.is_short() {
            self.worker().help_towards(self.scope(), self.registered());
        }
        if !self.may_run_alone() {
            return self.with_recorded(|recorded| recorded.alone.end());
        }
        self.begin_alone();
    }

    /// Tasks are run alone from here on.
    fn begin_alone(&self) {
        self.with_recorded(|recorded| recorded.alone.begin(recorded.written.len()));
        self.replay_mode.set(ReplayMode::Alone);
        // Nobody looks meanwhile how it goes.
        self.run_none_at_once();
    }

    /// Writes an artificial task down, which is registered.
    pub(crate) fn write_artificial(&self, draft: &Draft) {
        self.run_what_is_written();
        self.with_recorded(|recorded| {
            recorded.stats.recorded += 1;
            recorded.played += 1;
            let body = (Stored::EMPTY, Nature::NONE);
            recorded
                .written
                .add(draft, body, Body::elsewhere(Kind::Once, 0));
        });
    }

    /// Leaves the last lap alone of what is written down, and has run.
    pub(super) fn keep_last_written(&self) {
        let mut written = self.with_recorded(|recorded| std::mem::take(&mut recorded.written));
        let (from, count) = self.with_recorded(|recorded| {
            let before = recorded.ends.len().checked_sub(2);
            let from = before.map_or(0, |lap| recorded.ends[lap]);
            let count = written.len() - from;
            recorded.keep_marks(from, count);
            recorded.ends = vec![count];
            (from, count)
        });
        self.drop_written_before(&mut written, from);
        written.keep(from, count);
        self.with_recorded(|recorded| recorded.written = written);
    }

    /// Drops the bodies that are written down. None is in flight.
    pub(super) fn drop_written_bodies(&self) {
        let mut written = self.with_recorded(|recorded| std::mem::take(&mut recorded.written));
        let all = written.len();
        self.drop_written_before(&mut written, all);
        self.with_recorded(|recorded| recorded.written = written);
    }

    /// Drops those of the tasks before this one. (What bodies captured may do anything then: no
    /// borrow is open.)
    fn drop_written_before(&self, written: &mut Written, end: usize) {
        let mut from = 0;
        while let Some(n) = written.next_that_drops(from).filter(|&n| n < end) {
            self.drop_written(written, n);
            from = n + 1;
        }
        written.have_taken(end);
    }

    /// Drops the body of a task, which repeats.
    fn drop_written(&self, written: &mut Written, n: usize) {
        // SAFETY: nothing is in flight.
        let (mut body, nature) = unsafe { written.take_body(n) };
        // SAFETY: the body was just taken; it repeats, so it is still there. The words stay when
        // it is dropped.
        unsafe {
            body.discard();
            if nature.in_block {
                let free_lists = &mut self.worker().free_lists.borrow_mut();
                free_lists.spaces.give(&self.shared.spaces, body.block());
            }
        }
    }
}
