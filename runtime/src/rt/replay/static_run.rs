//! Strands of a lap that is replayed (`sched/static_schedule.rs`, `replay/static_schedule.rs`): each has a node of the
//! tape, whose body is the strand's runner. It goes through many laps, and is run again for the next
//! ones: it waits for itself. So the PPU sees to urgent tasks between the stints, as it does between
//! long tasks that follow one another.
//!
//! That is for laps of few and short tasks, where what tasks tell one another takes longer than they
//! do. How long they take was seen when they were written down (`replay/record_running.rs`); if not, the first lap
//! is a *trial*, which is waited for; one that takes too long is repeated, since somebody else may
//! have had the processor. Where tasks are long there is a node for each of them, and in the next
//! replay where they have become so since.

use crate::graph::body::{Call, Stored};
use crate::graph::scope::ScopeRef;
use crate::graph::task::NEXT_LAP;
use crate::rt::region::Region;
use crate::rt::replay::coarsen::{Bundles, Looks, SLOW};
use crate::rt::replay::coarsen_assign::Uses;
use crate::rt::replay::static_schedule::{Woven, weave};
use crate::rt::replay::written::{Written, left_out};
use crate::sched::static_schedule::{Strands, Walk};
use crate::sched::worker::{self, Worker};
use crate::sync::{Arc, AtomicU32, AtomicU64, Ordering, now, scaled};

/// Laps of more tasks are not woven, nor such whose tasks take so many nanoseconds on average.
const MOST: usize = scaled(4096, 12);
const SHORT: u64 = if cfg!(test) { 1_000_000 } else { 2_000 };

/// Laps that are tried before their tasks are taken for long.
const TRIALS: u32 = 2;

/// Tasks of all strands in a stint of their runners, or those of one lap: some milliseconds where tasks
/// are as long as they may be, and a hundred microseconds where they are empty.
const STINT: usize = if cfg!(test) { 200 } else { scaled(16_384, 12) };

/// One of so many steps is looked at: whether its tasks are [slow](SLOW).
const LOOK: u32 = 64;

/// The strands of a lap, with its tasks.
pub(super) struct Runners {
    strands: Strands,
    written: Written,
    woven: Woven,
    /// Whether steps took far too long.
    looks: Looks,
    /// It is not known how long tasks take, and each step is looked at: in so many laps at most.
    trials: AtomicU32,
    /// Nanoseconds of the steps of a trial.
    spent: AtomicU64,
}

impl Runners {
    /// Tasks in all strands.
    pub(super) fn tasks(&self) -> usize {
        self.written.len()
    }

    /// So many laps are to be run; nothing is in flight. How often the runners are to be run.
    pub(super) fn begin(&self, laps: u32) -> u32 {
        let stint = (STINT / self.tasks()).max(1) as u32;
        self.strands.begin(laps.into(), stint.into());
        laps.div_ceil(stint)
    }

    /// See [`Bundles::is_on_trial`].
    pub(super) fn is_on_trial(&self) -> bool {
        self.trials.load(Ordering::Relaxed) > 0
    }

    /// See [`Bundles::were_slow`]. Ends a trial that was run; nothing is in flight then.
    pub(super) fn were_slow(&self) -> bool {
        let spent = self.spent.swap(0, Ordering::Relaxed);
        if spent > 0 {
            let slow = spent > SHORT * self.tasks() as u64;
            let left = match slow {
                true => self.trials.load(Ordering::Relaxed) - 1,
                false => 0,
            };
            self.trials.store(left, Ordering::Relaxed);
            return slow && left == 0;
        }
        self.looks.were_slow()
    }

    /// What is written down, for the tape.
    pub(super) fn take_written(&mut self) -> Written {
        std::mem::take(&mut self.written)
    }

    /// The tasks of each strand, step by step.
    #[cfg(test)]
    pub(super) fn steps(&self) -> Vec<Vec<Vec<u32>>> {
        let tasks = |step| self.woven.step(step).iter().flat_map(|span| span.tasks());
        let steps = |strand| {
            self.strands
                .steps_of(strand)
                .map(|step| tasks(step).collect())
        };
        (0..self.strands.len())
            .map(|strand| steps(strand).collect())
            .collect()
    }

    /// Runs the strand's runner.
    ///
    /// # Safety
    /// The caller owns the strand's task.
    unsafe fn run(&self, strand: usize) {
        worker::with_current(|worker| {
            let worker = worker.expect("tasks are run by workers");
            let scope = worker.running_scope().expect("of the task that runs");
            let mut walk = OnWorker {
                runners: self,
                worker,
                scope,
                on_trial: self.is_on_trial(),
                // The first step is looked at, and others in the stints that follow.
                looked: LOOK - 1 - (7 * self.strands.stints(strand) % u64::from(LOOK)) as u32,
            };
            self.strands.drive(strand, &mut walk);
        });
    }

    /// Tasks of a strand that are left when so many steps are done.
    fn left(&self, strand: usize, done: u64) -> u64 {
        let steps = self.strands.steps_of(strand);
        let tasks = |from: usize| {
            (from..steps.end)
                .map(|step| self.woven.tasks(step))
                .sum::<u64>()
        };
        let (whole, part) = (done / steps.len() as u64, done % steps.len() as u64);
        let laps = self.strands.laps() - whole;
        match part {
            0 => laps * tasks(steps.start),
            _ => (laps - 1) * tasks(steps.start) + tasks(steps.start + part as usize),
        }
    }
}

/// Runs steps in a worker's place.
struct OnWorker<'a> {
    runners: &'a Runners,
    worker: &'a Worker,
    scope: ScopeRef,
    on_trial: bool,
    looked: u32,
}

impl Walk for OnWorker<'_> {
    #[inline]
    fn run(&mut self, step: usize) {
        let (runners, woven) = (self.runners, &self.runners.woven);
        let spans = woven.step(step).iter().copied();
        let run = || {
            // SAFETY: all tasks of strands have bodies that repeat; who holds a strand runs its steps,
            // one at a time.
            unsafe {
                runners
                    .written
                    .run_in_order((self.worker, self.scope), spans)
            };
        };
        self.looked = self.looked.wrapping_add(1);
        if !self.on_trial && !self.looked.is_multiple_of(LOOK) {
            return run();
        }
        let begun = now();
        run();
        let took = now() - begun;
        if self.on_trial {
            let spent = (took.as_nanos() as u64).max(1);
            runners.spent.fetch_add(spent, Ordering::Relaxed);
            return;
        }
        runners.looks.note(took > SLOW * woven.tasks(step) as u32);
    }

    fn is_cancelled(&self) -> bool {
        self.worker.shared.is_cancelled(self.scope)
    }

    fn leave_out(&mut self, strand: usize, done: u64) {
        left_out(self.worker, self.scope, self.runners.left(strand, done));
    }
}

/// Runs nothing, and counts.
struct LeaveOut<'a>(&'a Runners, u64);

impl Walk for LeaveOut<'_> {
    fn run(&mut self, _: usize) {}

    fn is_cancelled(&self) -> bool {
        true
    }

    fn leave_out(&mut self, strand: usize, done: u64) {
        self.1 += self.0.left(strand, done);
    }
}

/// The body of a strand's task: its words are the strands and the number of one.
///
/// # Safety
/// As [`Stored::from_words`] asks: the strands are there, and who runs it owns the task.
unsafe fn enter(words: *mut u8, call: Call<'_>) {
    let words = words.cast::<u64>();
    // SAFETY: by the contract.
    let (runners, n) = unsafe { (&*words.cast::<*const Runners>().read(), words.add(1).read()) };
    match call {
        // SAFETY: by the contract.
        Call::Run(..) => unsafe { runners.run(n as usize) },
        // It is not run: nor is what nobody else sees to.
        Call::Weigh(tasks) => {
            let mut walk = LeaveOut(runners, 0);
            runners.strands.drive(n as usize, &mut walk);
            *tasks = walk.1;
        }
        // The bodies are what is written down.
        Call::Drop => {}
    }
}

impl Region {
    /// Makes strands of the tasks of a lap, and takes them; `false` where there is no use in that.
    pub(super) fn build_strands(&self, written: &mut Written, uses: &mut Uses) -> bool {
        let short = written.took_less_than(SHORT);
        let may = written.len() <= MOST && short != Some(false);
        if !may || (self.shared.crowded && !cfg!(test)) {
            return false;
        }
        let woven = weave(written, &self.table.borrow(), self.ppus(), uses);
        let runners = Arc::new(Runners {
            strands: Strands::new(&woven.strands),
            written: std::mem::take(written),
            woven,
            looks: Looks::default(),
            trials: AtomicU32::new(if short.is_none() { TRIALS } else { 0 }),
            spent: AtomicU64::new(0),
        });
        for strand in 0..runners.strands.len() {
            let words = [Arc::as_ptr(&runners) as u64, strand as u64];
            // SAFETY: the strands stay until the task is gone (`take_apart`).
            let body = unsafe { Stored::from_words(enter, words) };
            let leads = runners.woven.step(runners.strands.steps_of(strand).start)[0].first;
            let draft = self.draft_again(&runners.written, leads as usize);
            let runner = self.make_node(body, draft, (0, 1));
            // The next stint comes after this one.
            self.link_recorded(runner, runner | NEXT_LAP);
        }
        self.set_counters(0);
        self.with_recorded(|recorded| recorded.bundles = Some(Bundles::Strands(runners)));
        true
    }
}
