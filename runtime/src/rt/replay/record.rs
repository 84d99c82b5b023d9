//! Nodes and edges of a tape, a node for each task, and closing it.
//!
//! Each recorded task draws its edges within the lap at once. Of its uses of tiles those are
//! noted that come before any task of the lap owns the tile ([`First`]): only these can wait
//! for the lap before. When the tape is closed, they go through the tables a second time, and
//! what they would wait for becomes edges into the next lap.

use crate::graph::access::Access;
use crate::graph::body::{Kind, Nature, Stored};
use crate::graph::pointer::TaskPtr;
use crate::graph::reference::TaskRef;
use crate::graph::table::{Draw, LoopTouches, Table};
use crate::graph::task::{NEXT_LAP, Task};
use crate::graph::task_log::Log;
use crate::record::run_record::{EdgeKind, TaskKind};
use crate::rt::draft::Draft;
use crate::rt::region::Region;
use crate::rt::replay::ReplayMode;
use crate::rt::replay::recorded_graph::{Drawn, Entry, First, RecordedGraph, print_of};
use crate::sync::Ordering;

/// So many uses ahead, the tasks that get an edge are fetched: they left the cache long ago.
const SOON: usize = 12;

impl Region {
    /// Registers a task while a tape is on.
    pub(crate) fn register_taped(
        &self,
        draft: &mut Draft,
        mut body: (Stored, Nature),
        touches: Option<&mut LoopTouches>,
    ) {
        if self.replay_mode.get() == ReplayMode::Between {
            self.interrupt();
            return self.register(draft, &mut body, touches);
        }
        if self.replay_mode.get().is_live() {
            return self.record_live(draft, body, touches);
        }
        if self.replay_mode.get() == ReplayMode::Recording {
            return self.record_task(draft, body, touches);
        }
        let group = touches.as_ref().map_or(0, |touches| touches.id);
        let which_loop = self.with_recorded(|recorded| recorded.which_loop(group));
        let print = print_of(draft, body.1.kind, which_loop);
        if self.matches(print) {
            return self.hand_in(body, Some((draft.named, draft.name.take())));
        }
        self.differs(format!(
            "task `{}` at {}:{}",
            draft.name(),
            draft.site.file,
            draft.site.line
        ));
        self.register(draft, &mut body, touches);
    }

    /// Records an artificial task.
    pub(crate) fn take_over_taped(&self, draft: &mut Draft) {
        self.record_task(draft, (Stored::EMPTY, Nature::NONE), None);
    }

    fn record_task(
        &self,
        draft: &mut Draft,
        body: (Stored, Nature),
        touches: Option<&mut LoopTouches>,
    ) {
        let group = touches.as_ref().map_or(0, |touches| touches.id);
        let kind = body.1.kind;
        self.with_recorded(|recorded| recorded.stats.recorded += 1);
        self.record_node(draft, body, (kind, group), touches);
    }

    /// Makes a node of the tape: its body was registered as of this kind, and may be gone.
    pub(super) fn record_node(
        &self,
        draft: &mut Draft,
        mut body: (Stored, Nature),
        (kind, group): (Kind, u32),
        touches: Option<&mut LoopTouches>,
    ) {
        let bodiless = draft.kind.is_empty();
        let owns = draft.kind == TaskKind::Artificial;
        let runs_once = body.1.kind != Kind::Repeat && !bodiless;
        let store = self.shared.store();
        let (number, task) = self.worker().free_lists.borrow_mut().take_recorded(store);
        self.with_recorded(|recorded| {
            let print = match owns {
                true => 0,
                false => print_of(draft, kind, recorded.which_loop(group)),
            };
            let place = recorded.entries.len() as u32;
            recorded.runs_once |= runs_once;
            recorded.bodiless += u64::from(bodiless);
            // SAFETY: the number was free.
            unsafe { task.set(number, &mut self.new_task(draft, &mut body, place, true)) };
            task.links.set_lap(0);
            let mut entry = Entry {
                number,
                group,
                first: 0,
                total: 0,
                print,
                owns,
            };
            self.draw_uses(recorded, (place, &mut entry), task, touches);
            recorded.entries.push(entry);
        });
    }

    /// Draws the edges of an entry within the lap, and notes its first uses.
    #[inline(always)]
    fn draw_uses(
        &self,
        recorded: &mut RecordedGraph,
        (place, entry): (u32, &mut Entry),
        task: &Task,
        touches: Option<&mut LoopTouches>,
    ) {
        if self.is_observed() || touches.is_some() || entry.owns {
            let drawn = self.draw_any_uses(&mut recorded.firsts, (place, entry), task, touches);
            if self.is_observed() {
                recorded.drawn.push(drawn);
            }
        } else {
            self.draw_plain_uses(&mut recorded.firsts, (place, entry), task);
        }
        if entry.first == 0 {
            recorded.roots.push(TaskPtr::new(task));
        }
        task.set_pending(entry.first);
        task.mark.store(entry.first + 1, Ordering::Relaxed);
    }

    /// Those of a task outside of parallel loops, in a run that nobody observes.
    #[inline(always)]
    fn draw_plain_uses(
        &self,
        firsts: &mut Vec<First>,
        (place, entry): (u32, &mut Entry),
        task: &Task,
    ) {
        let to = entry.in_generation(0);
        let mut edges = Recording::<false, false>::new(self, to);
        let mut table = self.table.borrow_mut();
        for &access in task.listed() {
            if table.depend_and_tell(to, access, &mut edges) {
                firsts.push(First {
                    entry: place,
                    access,
                });
            }
        }
        (entry.first, entry.total) = (edges.count, edges.count);
    }

    #[inline(never)]
    fn draw_any_uses(
        &self,
        firsts: &mut Vec<First>,
        (place, entry): (u32, &mut Entry),
        task: &Task,
        mut touches: Option<&mut LoopTouches>,
    ) -> Drawn {
        let to = entry.in_generation(0);
        let mut edges = Recording::<true, false>::new(self, to);
        let mut table = self.table.borrow_mut();
        for &access in task.listed() {
            if !table.is_owned(access) {
                firsts.push(First {
                    entry: place,
                    access,
                });
            }
            let touches = touches.as_deref_mut();
            draw_use(&mut table, entry.owns, access, touches, to, &mut edges);
        }
        (entry.first, entry.total) = (edges.count, edges.count);
        edges.drawn
    }

    /// Draws the edges into the next lap. From here on a task's counter for a next lap waits
    /// for all its predecessors and the registering thread; that for the first lap is set.
    pub(super) fn close_tape(&self) {
        self.with_recorded(|recorded| {
            self.draw_next_lap(recorded);
            self.draw_to_themselves(recorded);
            (recorded.closed, recorded.guarded) = (true, true);
            (recorded.round, recorded.at, recorded.position) = (0, 0, 0);
            self.begin_at(recorded);
        });
        self.table.borrow_mut().forget_users();
        self.watch_tape();
        self.scope().laps.store(u32::MAX, Ordering::Relaxed);
    }

    /// Tells the watchdog that the tape is closed.
    fn watch_tape(&self) {
        self.watch_laps(|log| {
            let store = self.shared.store();
            self.with_recorded(|recorded| {
                let drawn = recorded.drawn.iter();
                let tasks = recorded.entries.iter().zip(drawn).map(|(entry, drawn)| {
                    let before = drawn.iter().map(|&(from, _, next)| (from, next)).collect();
                    (store.tasks.get(entry.number), before)
                });
                log.close_tape(tasks, &self.table.borrow());
            });
        });
    }

    /// Takes the first uses of tiles through the tables as those of the next lap.
    fn draw_next_lap(&self, recorded: &mut RecordedGraph) {
        let mut open: Option<(u32, LoopTouches)> = None;
        let firsts = std::mem::take(&mut recorded.firsts);
        let mut table = self.table.borrow_mut();
        let tasks = &self.shared.tasks;
        let mut at = 0;
        while let Some(&First { entry: place, .. }) = firsts.get(at) {
            if let Some(soon) = firsts.get(at + SOON) {
                table.hint(soon.access, |task| tasks.prefetch(task));
            }
            let entry = &mut recorded.entries[place as usize];
            let begun = at;
            let of_entry = |first: &&First| first.entry == place;
            at += firsts[at..].iter().take_while(of_entry).count();
            let uses = &firsts[begun..at];
            if entry.group == 0 {
                open = None;
            } else if open.as_ref().is_none_or(|open| open.0 != entry.group) {
                open = Some((entry.group, table.open_loop()));
            }
            let to = entry.in_generation(1);
            if entry.group == 0 && !entry.owns && !self.is_observed() {
                let mut edges = Recording::<false, true>::new(self, to);
                for first in uses {
                    table.depend_in_order(to, first.access, &mut edges);
                }
                entry.total += edges.count;
            } else {
                let mut edges = Recording::<true, true>::new(self, to);
                for first in uses {
                    let touches = open.as_mut().map(|open| &mut open.1);
                    draw_use(
                        &mut table,
                        entry.owns,
                        first.access,
                        touches,
                        to,
                        &mut edges,
                    );
                }
                entry.total += edges.count;
                if self.is_observed() {
                    recorded.drawn[place as usize].extend(edges.drawn);
                }
            }
            let task = self.shared.store().tasks.get(entry.number);
            task.mark.store(entry.total + 1, Ordering::Relaxed);
        }
        recorded.firsts = firsts;
        recorded.firsts.clear();
    }

    /// A task without predecessors waits for itself in the lap before.
    fn draw_to_themselves(&self, recorded: &mut RecordedGraph) {
        for root in &recorded.roots {
            let place = root.id() as usize;
            let entry = &mut recorded.entries[place];
            if entry.total > 0 {
                continue;
            }
            let [before, next] = [0, 1].map(|generation| entry.in_generation(generation));
            let mut edges = Recording::<true, true>::new(self, next);
            edges.edge(before, EdgeKind::Order);
            entry.total = 1;
            root.mark.store(2, Ordering::Relaxed);
            if self.is_observed() {
                recorded.drawn[place].extend(edges.drawn);
            }
        }
    }

    /// Leaves the lap that was handed in last alone on the tape.
    pub(super) fn keep_last_lap(&self) {
        self.play_what_is_recorded();
        self.wait_for_all();
        self.take_apart();
        if self.with_recorded(|recorded| !recorded.written.is_empty()) {
            return self.keep_last_written();
        }
        let gone = self.with_recorded(|recorded| {
            // Of a tape that was played in part: the lap before its position.
            let lap = recorded
                .position
                .checked_sub(1)
                .unwrap_or(recorded.ends.len() - 1);
            let from = lap.checked_sub(1).map_or(0, |before| recorded.ends[before]);
            let mut last = recorded.entries.split_off(from);
            let after = last.split_off(recorded.ends[lap] - from);
            recorded.keep_marks(from, last.len());
            recorded.ends = vec![last.len()];
            recorded.drawn.clear();
            recorded.clear_roots();
            let mut gone = std::mem::replace(&mut recorded.entries, last);
            gone.extend(after);
            gone
        });
        self.free(&gone);
        let store = self.shared.store();
        self.with_recorded(|recorded| {
            let mut bodiless = 0;
            for (n, entry) in recorded.entries.iter().enumerate() {
                let task = store.tasks.get(entry.number);
                let blocks = &mut self.worker().free_lists.borrow_mut().blocks;
                task.links.clear(store.blocks, blocks);
                task.links.set_lap(0);
                task.set_id(n as u32);
                bodiless += u64::from(TaskPtr::new(task).is_bodiless());
            }
            recorded.bodiless = bodiless;
        });
        self.table.borrow_mut().begin_anew();
        self.draw_again();
        self.close_tape();
        self.set_counters(0);
    }

    /// Draws the edges of the recorded laps anew.
    fn draw_again(&self) {
        let mut open: Option<(u32, LoopTouches)> = None;
        self.with_recorded(|recorded| {
            for place in 0..recorded.entries.len() {
                let mut entry = recorded.entries[place];
                let group = entry.group;
                if group == 0 {
                    open = None;
                } else if open.as_ref().is_none_or(|open| open.0 != group) {
                    open = Some((group, self.table.borrow_mut().open_loop()));
                }
                let task = self.shared.store().tasks.get(entry.number);
                let touches = open.as_mut().map(|open| &mut open.1);
                self.draw_uses(recorded, (place as u32, &mut entry), task, touches);
                recorded.entries[place] = entry;
            }
        });
    }

    /// Sets every counter for a first lap; with `guard` counts for the registering thread.
    /// Nothing of the tape may be in flight.
    pub(super) fn set_counters(&self, guard: u32) {
        let store = self.shared.store();
        self.with_recorded(|recorded| {
            recorded.guarded = guard > 0;
            (recorded.round, recorded.at, recorded.position) = (0, 0, 0);
            self.begin_at(recorded);
            recorded.clear_roots();
            for entry in &recorded.entries {
                let task = store.tasks.get(entry.number);
                if entry.first == 0 {
                    recorded.roots.push(TaskPtr::new(task));
                }
                task.mark.store(entry.total + guard, Ordering::Relaxed);
                task.last.store(entry.first, Ordering::Relaxed);
                task.set_pending(entry.first + guard);
                task.links.set_lap(0);
            }
        });
        self.watch_laps(Log::begin_laps);
    }
}

/// Enters a use of a tile into the tables; an artificial task takes the tile over.
#[inline]
fn draw_use(
    table: &mut Table,
    owns: bool,
    access: Access,
    touches: Option<&mut LoopTouches>,
    to: TaskRef,
    edges: &mut impl Draw,
) {
    if owns {
        table.own((access.array(), access.tile()), to, edges);
    } else {
        table.depend(to, access, touches, edges);
    }
}

/// Draws edges between recorded tasks: those of generation 1 are the `NEXT` lap's. If the run is
/// `OBSERVED`, notes them.
struct Recording<'r, const OBSERVED: bool, const NEXT: bool> {
    region: &'r Region,
    to: TaskRef,
    count: u32,
    drawn: Drawn,
}

impl<'r, const OBSERVED: bool, const NEXT: bool> Recording<'r, OBSERVED, NEXT> {
    #[inline]
    fn new(region: &'r Region, to: TaskRef) -> Self {
        Recording {
            region,
            to,
            count: 0,
            drawn: Vec::new(),
        }
    }
}

impl<const OBSERVED: bool, const NEXT: bool> Draw for Recording<'_, OBSERVED, NEXT> {
    #[inline(always)]
    fn edge(&mut self, before: TaskRef, kind: EdgeKind) {
        // Within the next lap, edges are those of this one.
        if NEXT && before.generation == 1 || before == self.to {
            return;
        }
        let region = self.region;
        let store = region.shared.store();
        let from = store.tasks.get(before.number);
        let to = self.to.number | if NEXT { NEXT_LAP } else { 0 };
        // All edges to a task are drawn one after the other, so a second one comes right after
        // the first one wherever it begins.
        if from.links.is_newest(to, &from.last, store.blocks) {
            return;
        }
        if OBSERVED && region.is_observed() {
            self.drawn.push((from.id(), kind, NEXT));
        }
        if !from.links.record(to) {
            let free_lists = &mut region.worker().free_lists.borrow_mut();
            let links = &from.links;
            links.record_beyond(to, &from.last, store.blocks, &mut free_lists.blocks);
        }
        self.count += 1;
    }

    fn is_completed(&self, _: TaskRef) -> bool {
        false
    }
}
