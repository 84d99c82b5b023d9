//! Record and replay: a loop whose laps register the same tasks is analysed once.
//!
//! Laps are *recorded*: tasks get their place, their edges are drawn, nothing runs yet. When
//! enough is on the tape (or somebody waits) it is *closed*: the accesses go through the
//! tables a second time, as those of a next lap, and what that would wait for becomes edges
//! into the next lap. From then on the tape runs round and round: a completed task sets
//! itself up for its next lap and lets its successors go, in this lap or the next one, so
//! laps overlap without a barrier and nothing is looked up or allocated.
//!
//! - [`Tape::lap`] registers again and only hands bodies in. Each registration is held
//!   against the recording by a hash of source position, kind, tiles and modes. Where it
//!   differs, everything handed in so far is waited for, the lap goes on by plain
//!   registration, and the next lap is recorded anew.
//! - [`Tape::replay`] runs the last lap without registering; bodies must be able to run again.
//! - A task that is registered between two laps waits for the laps before it, and the next
//!   lap waits for it.
//!
//! Protocol *laps*. One counter per task is enough for overlapping laps, because every
//! predecessor of a task's lap i+1 completes after its lap i has: an edge stands for a tile
//! that both use, one of them writing; the earlier use of the tile in lap i orders the two.
//! (Only a task without predecessors needs an edge to itself for that.) So a task resets its
//! counter when it completes, before it lets anybody go, and no count of the next lap can
//! come earlier. While laps are registered, each task has one count more per lap, which the
//! registering thread takes back when it has handed the body in; it does so after the task
//! has completed its lap before, and helps to run tasks until then. (Models:
//! `stress/loom/tests/replay.rs`.)

use crate::error::ReplayError;
use crate::graph::body::{Kind, Nature, Stored};
use crate::graph::table::{Draw, LoopTouches};
use crate::graph::task::{NEXT_LAP, Task, TaskPtr, TaskRef};
use crate::observe::record::{EdgeKind, TaskKind};
use crate::rt::region::{Draft, Region};
use crate::rt::replayed::ReplayStats;
use crate::sched::complete::{Ready, complete};
use crate::sync::{Ordering, scaled};

/// Tasks on a tape before it is closed: laps shorter than this are recorded several times,
/// so that the registering thread can be several laps ahead.
pub(crate) const ENOUGH: usize = scaled(4096, 12);

/// Recordings that may differ before a loop is registered plainly for good.
const STRIKES: u32 = 3;

/// So many first tasks of a lap are queued one by one; more are fed in chunks.
const FEW_ROOTS: usize = scaled(8, 2);

/// What the registering thread does with a task.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Taping {
    /// Registers it.
    Off,
    /// Records it.
    Recording,
    /// Holds it against the recording.
    Matching,
    /// Between laps: a task that is registered here waits for those on the tape.
    Between,
}

/// One recorded task.
struct Entry {
    number: u32,
    /// Its parallel loop; 0: none.
    group: u32,
    /// Predecessors in the same lap, and in all.
    first: u32,
    total: u32,
    print: u64,
}

/// For a record of the run: a task's predecessors, why, and whether they are of the lap before.
type Drawn = Vec<(u32, EdgeKind, bool)>;

/// The recording of a region.
#[derive(Default)]
pub(crate) struct Reel {
    entries: Vec<Entry>,
    /// Tasks that a lap begins with.
    roots: Vec<TaskPtr>,
    /// Per entry, while the run is recorded for a trace.
    drawn: Vec<Drawn>,
    /// Where each recorded lap ends.
    ends: Vec<usize>,
    closed: bool,
    /// The counters hold one count more for the registering thread.
    guarded: bool,
    /// Round of the whole tape, next entry, lap within the tape.
    round: u32,
    at: usize,
    position: usize,
    strikes: u32,
    /// Tasks that ran as they were recorded, for the first time.
    played: u64,
    /// Tasks were registered between laps.
    interrupted: bool,
    /// A body that can run once only was put on the tape.
    runs_once: bool,
    /// Registered tasks before the first lap of the present run of the tape.
    base: u64,
    /// Tasks that ran, and those of them that ran from the tape, before the present lap.
    before: (u64, u64),
    /// The newest parallel loop that a task of the lap is of.
    newest_loop: u32,
    /// Closed as soon as it holds these laps, however few tasks they have; 0: when there
    /// are enough tasks.
    laps_wanted: usize,
    stats: ReplayStats,
}

/// A loop that is recorded; see the module's text. Dropping it waits for its tasks.
pub struct Tape<'r> {
    region: &'r Region,
    /// It was opened inside a lap of another tape.
    inner: bool,
}

impl Region {
    /// Begins to record a loop. Everything that was registered before is waited for. Inside
    /// another tape's lap, laps are registered plainly.
    #[must_use]
    pub fn record(&self) -> Tape<'_> {
        let inner = self.reel.borrow().is_some();
        if !inner {
            self.wait_for_all();
            self.table.borrow_mut().forget_users();
            *self.reel.borrow_mut() = Some(Box::default());
        }
        Tape {
            region: self,
            inner,
        }
    }
}

impl Tape<'_> {
    /// Registers one lap of the loop by `lap`.
    pub fn lap(&mut self, lap: impl FnOnce(&Region)) {
        let region = self.region;
        if self.inner || region.is_in_lap() {
            return lap(region);
        }
        region.open_lap();
        lap(region);
        region.close_lap();
    }

    /// Runs the last lap `times` more times, without registering it.
    ///
    /// # Errors
    /// There is nothing on the tape, or a body that can run once only.
    pub fn replay(&mut self, times: u32) -> Result<(), ReplayError> {
        self.region.replay(times)
    }

    /// What the tape did so far.
    #[must_use]
    pub fn stats(&self) -> ReplayStats {
        let reel = self.region.reel.borrow();
        reel.as_ref()
            .map(|reel| reel.stats.clone())
            .unwrap_or_default()
    }
}

impl Drop for Tape<'_> {
    fn drop(&mut self) {
        if !self.inner && !self.region.is_in_lap() {
            self.region.taping.set(Taping::Off);
            self.region.play_what_is_recorded();
            self.region.erase();
            let reel = self.region.reel.borrow_mut().take();
            if let Some(reel) = reel {
                self.region.replays.borrow_mut().merge(&reel.stats);
            }
        }
    }
}

impl Reel {
    /// How a task's parallel loop stands to those of the lap so far: tasks of one loop do not
    /// wait for one another, so two loops are not the same as one that has all their tasks.
    fn which_loop(&mut self, id: u32) -> u32 {
        match id {
            0 => 0,
            id if id > self.newest_loop => {
                self.newest_loop = id;
                1
            }
            id => 2 + self.newest_loop - id,
        }
    }
}

/// A hash of what must be the same for a task to be the same.
fn print_of(draft: &Draft, kind: Kind, which_loop: u32) -> u64 {
    const K: u64 = 0x9E37_79B9_7F4A_7C15;
    let mix = |hash: u64, word: u64| (hash.rotate_left(23) ^ word).wrapping_mul(K);
    let site = std::ptr::from_ref(draft.site) as usize as u64;
    let shape = (kind as u64) << 40 | (draft.kind as u64) << 32 | u64::from(draft.priority as u32);
    let start = mix(mix(mix(K, site), shape), which_loop.into());
    draft.tiles.iter().fold(start, |hash, tile| {
        mix(hash, tile.key() << 2 | tile.mode() as u64)
    })
}

impl Region {
    fn with_reel<R>(&self, f: impl FnOnce(&mut Reel) -> R) -> R {
        let mut reel = self.reel.borrow_mut();
        f(reel.as_mut().expect("a tape is open while there are laps"))
    }

    /// Tasks that run or ran, and how many of them are or were on the tape.
    fn on_tape(&self) -> (u64, u64) {
        let played = self.with_reel(|reel| reel.stats.matched + reel.played);
        (self.registered(), played)
    }

    /// Begins a lap.
    pub(crate) fn open_lap(&self) {
        self.begin_lap();
        let before = self.on_tape();
        self.with_reel(|reel| {
            reel.before = before;
            reel.newest_loop = 0;
        });
    }

    /// Ends the lap.
    pub(crate) fn close_lap(&self) {
        let after = self.on_tape();
        self.with_reel(|reel| {
            let (ran, from_tape) = (after.0 - reel.before.0, after.1 - reel.before.1);
            reel.stats.plain += ran - from_tape;
        });
        self.end_lap();
    }

    /// What tapes did in this region so far.
    pub(crate) fn replay_stats(&self) -> ReplayStats {
        let mut stats = self.replays.borrow().clone();
        if let Some(reel) = &*self.reel.borrow() {
            stats.merge(&reel.stats);
        }
        stats
    }

    /// Laps of all tapes of this region so far.
    pub(crate) fn laps_so_far(&self) -> u64 {
        let open = self.reel.borrow().as_ref().map_or(0, |reel| reel.stats.laps);
        self.replays.borrow().laps + open
    }

    /// A tape is open.
    pub(crate) fn is_taped(&self) -> bool {
        self.reel.borrow().is_some()
    }

    /// The tape is closed when it holds `laps` laps, however few tasks these have.
    pub(crate) fn close_tape_after(&self, laps: usize) {
        self.with_reel(|reel| reel.laps_wanted = laps);
    }

    /// How many laps were recorded, if all was recorded and nothing has run yet.
    pub(crate) fn laps_recorded(&self) -> Option<usize> {
        self.with_reel(|reel| {
            let whole = !reel.closed && reel.strikes == 0 && !reel.entries.is_empty();
            whole.then_some(reel.ends.len())
        })
    }

    fn begin_lap(&self) {
        let (gave_up, closed, interrupted) = self.with_reel(|reel| {
            reel.stats.laps += 1;
            let interrupted = std::mem::take(&mut reel.interrupted);
            (reel.strikes >= STRIKES, reel.closed, interrupted)
        });
        if gave_up {
            return;
        }
        if interrupted {
            self.wait_for_all();
            self.table.borrow_mut().forget_users();
        }
        if closed {
            self.guard();
            self.taping.set(Taping::Matching);
        } else {
            if self.with_reel(|reel| reel.entries.is_empty()) {
                // After a lap that was registered plainly.
                self.wait_for_all();
                self.table.borrow_mut().forget_users();
            }
            self.taping.set(Taping::Recording);
        }
    }

    fn end_lap(&self) {
        match self.taping.get() {
            Taping::Off | Taping::Between => {}
            Taping::Recording => {
                self.taping.set(Taping::Between);
                let enough = self.with_reel(|reel| {
                    reel.ends.push(reel.entries.len());
                    // A power of two: laps that alternate between shapes fit.
                    match reel.laps_wanted {
                        0 => reel.entries.len() >= ENOUGH && reel.ends.len().is_power_of_two(),
                        laps => !reel.entries.is_empty() && reel.ends.len() >= laps,
                    }
                });
                if enough {
                    self.close_guarded();
                    self.start_round();
                }
            }
            Taping::Matching => {
                self.hand_in_artificials();
                let missing = self.with_reel(|reel| reel.at < reel.ends[reel.position]);
                if missing {
                    return self.differs("the lap ended early".to_owned());
                }
                self.taping.set(Taping::Between);
                self.with_reel(|reel| {
                    reel.position += 1;
                    if reel.position >= reel.ends.len() {
                        reel.position = 0;
                        reel.at = 0;
                        reel.round += 1;
                    }
                });
            }
        }
    }

    // ---- recording ----

    /// Registers a task while a tape is on.
    #[cold]
    pub(crate) fn register_taped(
        &self,
        draft: &mut Draft,
        body: (Stored, Nature),
        touches: Option<&mut LoopTouches>,
    ) {
        if self.taping.get() == Taping::Between {
            self.interrupt();
            return self.register(draft, body, touches);
        }
        let group = touches.as_ref().map_or(0, |touches| touches.id);
        let which_loop = self.with_reel(|reel| reel.which_loop(group));
        let print = print_of(draft, body.1.kind, which_loop);
        if self.taping.get() == Taping::Matching {
            if self.matches(print) {
                return self.hand_in(body, draft.name.take());
            }
            self.differs(format!(
                "task `{}` at {}:{}",
                draft.name.as_deref().unwrap_or(draft.site.name),
                draft.site.file,
                draft.site.line
            ));
            return self.register(draft, body, touches);
        }
        let mut touches = touches;
        let task = self.recorded_node(draft, body);
        let reference = task.reference();
        let mut edges = Recording::new(self, reference);
        let mut table = self.table.borrow_mut();
        for &access in draft.tiles.iter() {
            table.depend(reference, access, touches.as_deref_mut(), &mut edges);
        }
        self.add_entry(task, group, print, edges);
    }

    /// Something is registered between laps: it comes after all of them.
    pub(crate) fn interrupt(&self) {
        self.play_what_is_recorded();
        self.wait_for_all();
        self.with_reel(|reel| reel.interrupted = true);
        self.taping.set(Taping::Off);
    }

    pub(crate) fn is_in_lap(&self) -> bool {
        matches!(self.taping.get(), Taping::Recording | Taping::Matching)
    }

    /// Records an artificial task.
    pub(crate) fn take_over_taped(&self, draft: &mut Draft, tile: (u32, u32)) {
        let task = self.recorded_node(draft, (Stored::EMPTY, Nature::NONE));
        let reference = task.reference();
        let mut edges = Recording::new(self, reference);
        self.table.borrow_mut().own(tile, reference, &mut edges);
        self.add_entry(task, 0, 0, edges);
    }

    fn recorded_node(&self, draft: &mut Draft, body: (Stored, Nature)) -> TaskPtr {
        let runs_once = body.1.kind != Kind::Repeat && !draft.kind.is_empty();
        let store = self.shared.store();
        let (number, task) = self.worker().hands.borrow_mut().take_recorded(store);
        let id = self.with_reel(|reel| {
            reel.runs_once |= runs_once;
            reel.entries.len() as u32
        });
        // SAFETY: the number was free.
        unsafe { task.set(number, self.new_task(draft, body, id, true)) };
        task.links.set_lap(0);
        TaskPtr::new(task)
    }

    fn add_entry(&self, task: TaskPtr, group: u32, print: u64, edges: Recording<'_>) {
        self.with_reel(|reel| {
            reel.stats.recorded += 1;
            reel.entries.push(Entry {
                number: task.number(),
                group,
                first: edges.count,
                total: edges.count,
                print,
            });
            if self.is_observed() {
                reel.drawn.push(edges.drawn);
            }
        });
    }

    // ---- closing ----

    /// Draws the edges into the next lap, and sets all counters.
    fn close_tape(&self) {
        self.draw_lap(1);
        self.table.borrow_mut().forget_users();
        self.with_reel(|reel| reel.closed = true);
        self.set_counters(0);
    }

    /// As `close_tape`, for a tape whose laps are registered: it waits for bodies.
    fn close_guarded(&self) {
        self.draw_lap(1);
        self.table.borrow_mut().forget_users();
        self.with_reel(|reel| reel.closed = true);
        self.set_counters(1);
        self.scope().laps.store(u32::MAX, Ordering::Relaxed);
    }

    /// Takes the recorded accesses through the tables, as those of the recorded laps
    /// (generation 0) or of what comes after them (1).
    fn draw_lap(&self, generation: u32) {
        let store = self.shared.store();
        let mut open: Option<(u32, LoopTouches)> = None;
        let mut entries = self.with_reel(|reel| std::mem::take(&mut reel.entries));
        for (n, entry) in entries.iter_mut().enumerate() {
            if entry.group == 0 {
                open = None;
            } else if open.as_ref().is_none_or(|open| open.0 != entry.group) {
                open = Some((entry.group, self.table.borrow_mut().open_loop()));
            }
            let number = entry.number;
            let task = TaskPtr::new(store.tasks.get(number));
            let mut edges = Recording::new(self, TaskRef { number, generation });
            self.draw_task(task, open.as_mut().map(|open| &mut open.1), &mut edges);
            if generation == 0 {
                entry.first = edges.count;
            } else {
                if entry.first + edges.count == 0 {
                    let itself = TaskRef {
                        number,
                        generation: 0,
                    };
                    edges.edge(itself, EdgeKind::Order);
                }
                entry.total = entry.first + edges.count;
            }
            if self.is_observed() {
                self.with_reel(|reel| match generation {
                    0 => reel.drawn.push(edges.drawn),
                    _ => reel.drawn[n].extend(edges.drawn),
                });
            }
        }
        self.with_reel(|reel| reel.entries = entries);
    }

    fn draw_task(
        &self,
        task: TaskPtr,
        mut touches: Option<&mut LoopTouches>,
        edges: &mut Recording<'_>,
    ) {
        let mut table = self.table.borrow_mut();
        for access in task.tiles() {
            if edges.to.generation == 1 && table.is_owned_by_next_lap(access) {
                continue;
            }
            if task.kind() == TaskKind::Artificial {
                table.own((access.array(), access.tile()), edges.to, edges);
            } else {
                table.depend(edges.to, access, touches.as_deref_mut(), edges);
            }
        }
    }

    /// Leaves the lap that was handed in last alone on the tape.
    fn keep_last_lap(&self) {
        self.play_what_is_recorded();
        self.wait_for_all();
        let gone = self.with_reel(|reel| {
            // Of a tape that was played in part: the lap before its position.
            let lap = reel.position.checked_sub(1).unwrap_or(reel.ends.len() - 1);
            let from = lap.checked_sub(1).map_or(0, |before| reel.ends[before]);
            let mut last = reel.entries.split_off(from);
            let after = last.split_off(reel.ends[lap] - from);
            reel.ends = vec![last.len()];
            reel.drawn.clear();
            let mut gone = std::mem::replace(&mut reel.entries, last);
            gone.extend(after);
            gone
        });
        self.free(gone);
        let store = self.shared.store();
        self.with_reel(|reel| {
            for (n, entry) in reel.entries.iter().enumerate() {
                let task = store.tasks.get(entry.number);
                let blocks = &mut self.worker().hands.borrow_mut().blocks;
                task.links.clear(store.blocks, blocks);
                task.links.set_lap(0);
                task.set_id(n as u32);
            }
        });
        self.table.borrow_mut().forget_users();
        self.draw_lap(0);
        self.close_tape();
    }

    /// Sets every counter for a first lap; with `guard` counts for the registering thread.
    /// Nothing of the tape may be in flight.
    fn set_counters(&self, guard: u32) {
        let store = self.shared.store();
        self.with_reel(|reel| {
            reel.guarded = guard > 0;
            (reel.round, reel.at, reel.position) = (0, 0, 0);
            self.begin_at(reel);
            reel.roots.clear();
            for entry in &reel.entries {
                let task = store.tasks.get(entry.number);
                if entry.first == 0 {
                    reel.roots.push(TaskPtr::new(task));
                }
                task.mark.store(entry.total + guard, Ordering::Relaxed);
                task.last.store(entry.first, Ordering::Relaxed);
                task.set_pending(entry.first + guard);
                task.links.set_lap(0);
            }
        });
    }

    /// Tasks of the tape are numbered from here on, lap after lap.
    fn begin_at(&self, reel: &mut Reel) {
        reel.base = self.registered();
        self.scope()
            .lap_base
            .store(reel.base as u32, Ordering::Relaxed);
        let tasks = reel.entries.len() as u32;
        self.scope().lap_tasks.store(tasks, Ordering::Relaxed);
    }

    /// For a record of the run: entry `n` runs in round `round`.
    fn note_entry(&self, n: usize, round: u32) {
        if !self.is_observed() {
            return;
        }
        self.with_reel(|reel| {
            let entry = &reel.entries[n];
            let task = TaskPtr::new(self.shared.store().tasks.get(entry.number));
            let tasks = reel.entries.len() as u64;
            let id_of = |n: u64, round: u64| (reel.base + round * tasks + n) as u32;
            let before = reel.drawn[n].iter().filter(|edge| !edge.2 || round > 0);
            let edges: Vec<(u32, EdgeKind)> = before
                .map(|&(from, kind, next)| {
                    (id_of(from.into(), u64::from(round) - u64::from(next)), kind)
                })
                .collect();
            let group = (entry.group != 0).then(|| entry.group + (round << 16));
            self.note_recorded(task, id_of(n as u64, round.into()), &edges, group);
        });
    }

    /// Makes the tape wait for bodies.
    fn guard(&self) {
        if !self.with_reel(|reel| reel.guarded) {
            self.wait_for_all();
            self.set_counters(1);
            self.scope().laps.store(u32::MAX, Ordering::Relaxed);
        }
    }

    // ---- running ----

    /// Lets the recorded laps run for the first time: their bodies are in place.
    fn start_round(&self) {
        self.guard();
        let numbers: Vec<u32> =
            self.with_reel(|reel| reel.entries.iter().map(|entry| entry.number).collect());
        let count = numbers.len();
        for (n, number) in numbers.into_iter().enumerate() {
            self.note_entry(n, 0);
            self.let_go(TaskPtr::new(self.shared.store().tasks.get(number)));
        }
        self.with_reel(|reel| {
            reel.round = 1;
            reel.played += count as u64;
        });
    }

    /// Takes the registering thread's count of a recorded task back.
    fn let_go(&self, task: TaskPtr) {
        self.count_in(task.is_bodiless());
        if task.release() {
            self.run_soon(task);
        }
        self.throttle();
    }

    fn run_soon(&self, task: TaskPtr) {
        let worker = self.worker();
        if !task.is_bodiless() {
            return worker.push(task);
        }
        let mut ready = Ready::new();
        let mut hands = worker.hands.borrow_mut();
        let count = complete(worker.store(), &mut hands, task, &mut ready);
        drop(hands);
        worker.tell(self.scope(), count);
        worker.push_all(ready);
    }

    /// True when the next recorded task has this hash.
    fn matches(&self, print: u64) -> bool {
        self.hand_in_artificials();
        self.with_reel(|reel| {
            reel.at < reel.ends[reel.position] && reel.entries[reel.at].print == print
        })
    }

    /// Tasks without a body have nothing to hand in.
    fn hand_in_artificials(&self) {
        loop {
            let next = self.with_reel(|reel| {
                let inside = reel.at < reel.ends[reel.position];
                inside.then(|| reel.entries[reel.at].number)
            });
            let Some(number) = next else { return };
            if !self.shared.store().tasks.get(number).is_bodiless() {
                return;
            }
            self.hand_in((Stored::EMPTY, Nature::NONE), None);
        }
    }

    /// Gives the next recorded task its body for this lap.
    fn hand_in(&self, body: (Stored, Nature), name: Option<Box<str>>) {
        let runs_once = body.1.kind != Kind::Repeat && !body.0.is_empty();
        let (n, number, round) = self.with_reel(|reel| {
            reel.runs_once |= runs_once;
            let n = reel.at;
            reel.at += 1;
            reel.stats.matched += 1;
            (n, reel.entries[n].number, reel.round)
        });
        let task = self.shared.store().tasks.get(number);
        if task.links.lap() < round {
            let done = || task.links.lap() >= round;
            self.worker().help_while(self.scope(), done);
        }
        // SAFETY: the task completed its lap before and holds a count of this thread, so it
        // is in no queue; its body was run or dropped, or repeats and is dropped here.
        unsafe { self.replace_body(task, body, name) };
        self.note_entry(n, round);
        self.let_go(TaskPtr::new(task));
    }

    /// # Safety
    /// The caller owns the task.
    unsafe fn replace_body(&self, task: &Task, body: (Stored, Nature), name: Option<Box<str>>) {
        // SAFETY: the caller's promise.
        unsafe {
            self.drop_body(task);
            task.put_body(body);
            if name.is_some() {
                task.put_name(name);
            }
        }
    }

    /// Drops the body of a recorded task, if one is left.
    ///
    /// # Safety
    /// The caller owns the task.
    unsafe fn drop_body(&self, task: &Task) {
        if task.body_kind() != Kind::Repeat {
            return; // used up by its lap
        }
        // SAFETY: the caller's promise; a body that repeats is still there.
        unsafe {
            task.body().discard();
            if let Some(block) = task.body_block() {
                let hands = &mut self.worker().hands.borrow_mut();
                hands.spaces.give(&self.shared.spaces, block);
            }
        }
    }

    /// The lap differs from the recording: what was handed in is waited for, and the rest is
    /// registered plainly.
    fn differs(&self, how: String) {
        self.taping.set(Taping::Off);
        let was = self.with_reel(|reel| {
            let expected =
                (reel.at < reel.ends[reel.position]).then(|| reel.entries[reel.at].number);
            reel.strikes += 1;
            expected
        });
        let expected = was.map_or("the end of the lap".to_owned(), |number| {
            let task = self.shared.store().tasks.get(number);
            format!(
                "task `{}` at {}:{}",
                task.name(),
                task.site().file,
                task.site().line
            )
        });
        self.erase();
        self.with_reel(|reel| {
            let lap = reel.stats.laps;
            reel.stats
                .first_difference
                .get_or_insert_with(|| format!("lap {lap}: {how} where {expected} was recorded"));
            reel.entries.clear();
            reel.drawn.clear();
            reel.ends.clear();
            (reel.closed, reel.runs_once) = (false, false);
        });
    }

    /// A recording cannot go on (a wait or a new template inside a lap): what is on the tape
    /// runs, and the loop is registered plainly from here on.
    pub(crate) fn stop_tape(&self, why: &str) {
        let taping = self.taping.get();
        match taping {
            Taping::Off => return,
            Taping::Between => return self.interrupt(),
            Taping::Recording | Taping::Matching => self.taping.set(Taping::Off),
        }
        if taping == Taping::Recording {
            self.with_reel(|reel| reel.ends.push(reel.entries.len()));
            self.close_guarded();
            self.start_round();
        }
        self.with_reel(|reel| {
            reel.strikes = STRIKES;
            reel.stats
                .first_difference
                .get_or_insert_with(|| why.to_owned());
        });
        self.erase();
        self.with_reel(|reel| {
            reel.entries.clear();
            reel.drawn.clear();
            reel.ends.clear();
            (reel.closed, reel.runs_once) = (false, false);
        });
    }

    /// Before a wait: what was only recorded must run.
    pub(crate) fn play_what_is_recorded(&self) {
        if self.taping.get() == Taping::Recording {
            self.stop_tape("a wait inside a lap");
        }
        let waits = self
            .reel
            .borrow()
            .as_ref()
            .is_some_and(|reel| !reel.closed && !reel.entries.is_empty());
        if waits {
            self.close_guarded();
            self.start_round();
        }
    }

    /// Waits for the tape's tasks and gives their places back.
    fn erase(&self) {
        self.wait_for_all();
        let entries = self.with_reel(|reel| {
            reel.guarded = false;
            std::mem::take(&mut reel.entries)
        });
        self.free(entries);
    }

    fn free(&self, entries: Vec<Entry>) {
        let store = self.shared.store();
        for entry in &entries {
            let task = store.tasks.get(entry.number);
            // SAFETY: nothing is in flight, so this thread owns the tasks of its tape.
            unsafe {
                self.drop_body(task);
                task.free_extra();
            }
            let blocks = &mut self.worker().hands.borrow_mut().blocks;
            task.links.clear(store.blocks, blocks);
        }
        let numbers = entries.iter().map(|entry| entry.number);
        self.worker().hands.borrow_mut().give_recorded(numbers);
    }

    fn replay(&self, times: u32) -> Result<(), ReplayError> {
        if self.is_in_lap() {
            return Err(ReplayError::InsideLap);
        }
        if self.with_reel(|reel| reel.entries.is_empty()) {
            return Err(ReplayError::Empty);
        }
        if self.with_reel(|reel| reel.ends.len() > 1) {
            self.keep_last_lap();
        }
        self.replay_rounds(times)
    }

    /// Runs all laps on the tape `times` more times, between laps.
    pub(crate) fn replay_rounds(&self, times: u32) -> Result<(), ReplayError> {
        let (count, fresh) = self.with_reel(|reel| (reel.entries.len(), !reel.closed));
        self.all_repeat(count)?;
        if fresh {
            self.close_tape();
        } else {
            self.wait_for_all();
        }
        if self.with_reel(|reel| reel.guarded) {
            self.set_counters(0);
        }
        // Laps that were recorded and have not run yet come first.
        let rounds = u64::from(times) + u64::from(fresh);
        let Some(rounds) = u32::try_from(rounds).ok().filter(|&n| n < u32::MAX) else {
            return Err(ReplayError::TooMany);
        };
        if rounds > 0 {
            self.taping.set(Taping::Between);
            self.run_rounds(rounds, count, fresh);
        }
        Ok(())
    }

    fn all_repeat(&self, count: usize) -> Result<(), ReplayError> {
        if !self.with_reel(|reel| reel.runs_once) {
            return Ok(());
        }
        for n in 0..count {
            let number = self.with_reel(|reel| reel.entries[n].number);
            let task = self.shared.store().tasks.get(number);
            if task.body_kind() != Kind::Repeat && !task.is_bodiless() {
                return Err(ReplayError::RunsOnce {
                    task: task.name().to_owned(),
                    file: task.site().file,
                    line: task.site().line,
                });
            }
        }
        Ok(())
    }

    fn run_rounds(&self, rounds: u32, count: usize, fresh: bool) {
        let fresh_laps = u64::from(fresh);
        self.scope().laps.store(rounds, Ordering::Relaxed);
        let roots = self.with_reel(|reel| {
            reel.stats.laps += (u64::from(rounds) - fresh_laps) * reel.ends.len() as u64;
            reel.stats.matched += (u64::from(rounds) - fresh_laps) * count as u64;
            reel.played += fresh_laps * count as u64;
            self.begin_at(reel);
            reel.roots.clone()
        });
        if self.is_observed() {
            (0..rounds).for_each(|round| (0..count).for_each(|n| self.note_entry(n, round)));
        }
        self.count_in_many(u64::from(rounds) * count as u64);
        let (bodies, bodiless): (Vec<_>, Vec<_>) =
            roots.into_iter().partition(|task| !task.is_bodiless());
        bodiless.into_iter().for_each(|task| self.run_soon(task));
        if bodies.len() <= FEW_ROOTS || self.worker().seeded.is_some() {
            bodies.into_iter().for_each(|task| self.run_soon(task));
        } else {
            self.shared.feed(bodies, self.worker().ppu());
        }
    }
}

/// Draws edges between recorded tasks: those of generation 1 are the next lap's.
struct Recording<'r> {
    region: &'r Region,
    to: TaskRef,
    count: u32,
    seen: smallvec::SmallVec<[TaskRef; 8]>,
    drawn: Vec<(u32, EdgeKind, bool)>,
}

impl<'r> Recording<'r> {
    fn new(region: &'r Region, to: TaskRef) -> Self {
        Recording {
            region,
            to,
            count: 0,
            seen: smallvec::SmallVec::new(),
            drawn: Vec::new(),
        }
    }
}

impl Draw for Recording<'_> {
    fn edge(&mut self, before: TaskRef, kind: EdgeKind) {
        // Within the next lap, edges are those of this one.
        let is_drawn = self.to.generation == 1 && before.generation == 1;
        if is_drawn || before == self.to || self.seen.contains(&before) {
            return;
        }
        self.seen.push(before);
        let store = self.region.shared.store();
        let from = store.tasks.get(before.number);
        let into_next = self.to.generation != before.generation;
        let to = self.to.number | if into_next { NEXT_LAP } else { 0 };
        if self.region.is_observed() {
            self.drawn.push((from.id(), kind, into_next));
        }
        let hands = &mut self.region.worker().hands.borrow_mut();
        let added = from
            .links
            .add(0, to, &from.last, store.blocks, &mut hands.blocks);
        debug_assert!(added, "recorded tasks do not run before the tape is closed");
        self.count += 1;
    }

    fn is_completed(&self, _: TaskRef) -> bool {
        false
    }
}
