//! Running what is on a tape.

use crate::base::error::ReplayError;
use crate::base::site::Site;
use crate::graph::body::{Kind, Nature, Stored};
use crate::graph::pointer::TaskPtr;
use crate::graph::task::Task;
use crate::graph::task_log::Log;
use crate::record::run_record::EdgeKind;
use crate::rt::region::Region;
use crate::rt::replay::ReplayMode;
use crate::rt::replay::recorded_graph::RecordedGraph;
use crate::rt::serial_mode::Undeferred;
use crate::sched::complete::{Ready, complete};
use crate::sync::{Arc, Ordering, scaled};

/// So many first tasks of a lap are queued one by one; more are fed in chunks.
const FEW_ROOTS: usize = scaled(8, 2);

/// A task's name: a site, and a name that has none.
type Name = (&'static Site, Option<Box<str>>);

impl Region {
    /// Tasks of the tape are numbered from here on, lap after lap.
    pub(super) fn begin_at(&self, recorded: &mut RecordedGraph) {
        recorded.base = self.registered();
        self.scope()
            .lap_base
            .store(recorded.base as u32, Ordering::Relaxed);
        let tasks = recorded.entries.len() as u32;
        self.scope().lap_tasks.store(tasks, Ordering::Relaxed);
    }

    /// For a record of the run: entry `n` runs in round `round`.
    pub(super) fn note_entry(&self, n: usize, round: u32) {
        if !self.is_traced() {
            return;
        }
        self.with_recorded(|recorded| {
            let entry = &recorded.entries[n];
            let task = TaskPtr::new(self.shared.store().tasks.get(entry.number));
            let tasks = recorded.entries.len() as u64;
            let id_of = |n: u64, round: u64| (recorded.base + round * tasks + n) as u32;
            let before = recorded.drawn[n].iter().filter(|edge| !edge.2 || round > 0);
            let edges: Vec<(u32, EdgeKind)> = before
                .map(|&(from, kind, next)| {
                    (id_of(from.into(), u64::from(round) - u64::from(next)), kind)
                })
                .collect();
            let group = (entry.group != 0).then(|| entry.group + (round << 16));
            self.note_recorded(task, &edges, group);
        });
    }

    /// Makes the tape wait for bodies.
    pub(super) fn guard(&self) {
        if !self.with_recorded(|recorded| recorded.guarded) {
            self.wait_for_all();
            self.set_counters(1);
            self.scope().laps.store(u32::MAX, Ordering::Relaxed);
        }
    }

    /// Lets the recorded laps run for the first time: their bodies are in place.
    pub(super) fn start_round(&self) {
        let count = self.with_recorded(|recorded| {
            recorded.round = 1;
            recorded.played += recorded.entries.len() as u64;
            recorded.entries.len()
        });
        if self.is_traced() {
            (0..count).for_each(|n| self.note_entry(n, 0));
        }
        self.watch_laps(Log::hand_in_all);
        self.run_roots(1, count);
    }

    /// Lets `rounds` rounds of the tape, of `count` tasks each, go.
    fn run_roots(&self, rounds: u32, count: usize) {
        // What a tape's nodes take is not known: thieves see by themselves.
        self.scope().set_generous(false);
        let bodiless = self.with_recorded(|recorded| recorded.bodiless);
        self.count_in_many(
            u64::from(rounds) * count as u64,
            u64::from(rounds) * bodiless,
        );
        let roots = self.with_recorded(RecordedGraph::roots_to_feed);
        if bodiless == 0 && roots.len() > FEW_ROOTS && self.worker().seeded.is_none() {
            return self.shared.feed(roots, self.worker().ppu());
        }
        let (bodies, bodiless): (Vec<_>, Vec<_>) =
            roots.iter().copied().partition(|task| !task.is_bodiless());
        bodiless.into_iter().for_each(|task| self.run_soon(task));
        if bodies.len() > FEW_ROOTS && self.worker().seeded.is_none() {
            return self.shared.feed(Arc::new(bodies), self.worker().ppu());
        }
        for task in bodies {
            match self.worker().is_home_of(&task) {
                true => self.run_soon(task),
                false => self.shared.deliver(task, task.home().into()),
            }
        }
    }

    /// Takes the registering thread's count of a recorded task back.
    pub(super) fn let_go(&self, task: TaskPtr) {
        self.count_in(task.is_bodiless());
        if !task.release() {
            self.held_back.set(self.held_back.get() + 1);
        } else if matches!(self.at_once.get(), Undeferred::Plenty(..)) && task.is_plain() {
            // As tasks that are registered (`rt/undeferred.rs`): there are plenty in the queue.
            let worker = self.worker();
            let _mode = self.scope().mode.get().in_force();
            worker.as_current(|| worker.run_chain_within(task, || true));
        } else {
            self.run_soon(task);
        }
        self.throttle();
    }

    pub(super) fn run_soon(&self, task: TaskPtr) {
        let worker = self.worker();
        if !task.is_bodiless() {
            return worker.push(task);
        }
        let mut ready = Ready::new();
        let mut free_lists = worker.free_lists.borrow_mut();
        let count = complete(worker.store(), &mut free_lists, task, &mut ready);
        drop(free_lists);
        worker.tell(self.scope(), count);
        worker.push_all(ready);
    }

    /// True when the next recorded task has this hash.
    pub(super) fn matches(&self, print: u64) -> bool {
        self.hand_in_artificials();
        self.with_recorded(|recorded| {
            recorded.at < recorded.ends[recorded.position]
                && recorded.entries[recorded.at].print == print
        })
    }

    /// Tasks without a body have nothing to hand in.
    pub(super) fn hand_in_artificials(&self) {
        loop {
            let next = self.with_recorded(|recorded| {
                let inside = recorded.at < recorded.ends[recorded.position];
                inside.then(|| recorded.entries[recorded.at].number)
            });
            let Some(number) = next else { return };
            if !self.shared.store().tasks.get(number).is_bodiless() {
                return;
            }
            self.hand_in((Stored::EMPTY, Nature::NONE), None);
        }
    }

    /// Gives the next recorded task its body for this lap.
    pub(super) fn hand_in(&self, body: (Stored, Nature), name: Option<Name>) {
        let runs_once = body.1.kind != Kind::Repeat && !body.0.is_empty();
        let (n, number, round) = self.with_recorded(|recorded| {
            recorded.runs_once |= runs_once;
            let n = recorded.at;
            recorded.at += 1;
            recorded.stats.matched += 1;
            (n, recorded.entries[n].number, recorded.round)
        });
        let task = self.shared.store().tasks.get(number);
        if task.links.lap() < round {
            let done = || task.links.lap() >= round;
            self.worker().help_while(self.scope(), done);
        }
        // SAFETY: the task completed its lap before and holds a count of this thread, so it
        // is in no queue; its body was run or dropped, or repeats and is dropped here.
        unsafe { self.replace_body(task, body, name) };
        self.watch_laps(|log| log.hand_in(n, task));
        self.note_entry(n, round);
        self.let_go(TaskPtr::new(task));
    }

    /// # Safety
    /// The caller owns the task.
    pub(super) unsafe fn replace_body(
        &self,
        task: &Task,
        body: (Stored, Nature),
        name: Option<Name>,
    ) {
        // SAFETY: the caller's promise.
        unsafe {
            self.drop_body(task);
            task.put_body(body);
            if let Some((site, name)) = name {
                task.put_name(site, name);
            }
        }
    }

    /// Drops the body of a recorded task, if one is left.
    ///
    /// # Safety
    /// The caller owns the task.
    pub(super) unsafe fn drop_body(&self, task: &Task) {
        if task.body_kind() != Kind::Repeat {
            return; // used up by its lap
        }
        // SAFETY: the caller's promise; a body that repeats is still there.
        unsafe {
            task.body().discard();
            if let Some(block) = task.body_block() {
                let free_lists = &mut self.worker().free_lists.borrow_mut();
                free_lists.spaces.give(&self.shared.spaces, block);
            }
        }
    }

    pub(super) fn replay(&self, times: u32) -> Result<(), ReplayError> {
        if self.is_in_lap() {
            return Err(ReplayError::InsideLap);
        }
        if self.with_recorded(|recorded| recorded.is_empty()) {
            return Err(ReplayError::Empty);
        }
        if self.with_recorded(|recorded| recorded.ends.len() > 1) {
            self.keep_last_lap();
        }
        self.replay_rounds(times)
    }

    /// Runs all laps on the tape `times` more times, between laps.
    pub(crate) fn replay_rounds(&self, times: u32) -> Result<(), ReplayError> {
        if times == u32::MAX {
            return Err(ReplayError::TooMany);
        }
        if self.build_for_replay()? {
            if times > 0 {
                self.wait_for_all();
                self.replay_mode.set(ReplayMode::Between);
                // Of laps that are left out, nobody sees how long they take.
                let on_trial = times > 1 && !self.is_cancelled() && self.has_bundles_on_trial();
                self.run_bundles(if on_trial { 1 } else { times });
                if on_trial {
                    return self.replay_rounds(times - 1);
                }
            }
            return Ok(());
        }
        let (count, fresh) =
            self.with_recorded(|recorded| (recorded.entries.len(), !recorded.closed));
        self.all_repeat(count)?;
        if fresh {
            self.close_tape();
        } else {
            self.wait_for_all();
        }
        if self.with_recorded(|recorded| recorded.guarded) {
            self.set_counters(0);
        }
        // Laps that were recorded and have not run yet come first.
        let rounds = u64::from(times) + u64::from(fresh);
        let Some(rounds) = u32::try_from(rounds).ok().filter(|&n| n < u32::MAX) else {
            return Err(ReplayError::TooMany);
        };
        if rounds > 0 {
            self.replay_mode.set(ReplayMode::Between);
            self.run_rounds(rounds, count, fresh);
        }
        Ok(())
    }

    /// Puts together what is written down, or makes tasks of it; `true` if it is.
    fn build_for_replay(&self) -> Result<bool, ReplayError> {
        if self.has_good_bundles() {
            return Ok(true);
        }
        if self.with_recorded(|recorded| recorded.written.is_empty()) {
            return Ok(false);
        }
        self.with_recorded(|recorded| recorded.written.all_repeat())?;
        self.wait_for_all();
        let bundled = self.build_bundles();
        if !bundled {
            self.build_tasks(0);
        }
        Ok(bundled)
    }

    pub(super) fn all_repeat(&self, count: usize) -> Result<(), ReplayError> {
        if !self.with_recorded(|recorded| recorded.runs_once) {
            return Ok(());
        }
        for n in 0..count {
            let number = self.with_recorded(|recorded| recorded.entries[n].number);
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

    pub(super) fn run_rounds(&self, rounds: u32, count: usize, fresh: bool) {
        let fresh_laps = u64::from(fresh);
        self.with_recorded(|recorded| {
            recorded.stats.laps += (u64::from(rounds) - fresh_laps) * recorded.ends.len() as u64;
            recorded.stats.matched += (u64::from(rounds) - fresh_laps) * count as u64;
            recorded.played += fresh_laps * count as u64;
        });
        self.let_rounds_go(rounds, count);
    }

    /// Lets `rounds` rounds of a tape of `count` nodes go.
    pub(super) fn let_rounds_go(&self, rounds: u32, count: usize) {
        self.scope().laps.store(rounds, Ordering::Relaxed);
        self.with_recorded(|recorded| self.begin_at(recorded));
        if self.is_traced() {
            (0..rounds).for_each(|round| (0..count).for_each(|n| self.note_entry(n, round)));
        }
        self.watch_laps(|log| log.begin_replay(rounds));
        self.run_roots(rounds, count);
    }
}
