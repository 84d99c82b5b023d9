//! Serial mode: durations of tiny dependent tasks in, whether they run where they are registered, one after the other, out.
//!
//! A task that has to wait is stored, linked to those that it waits for, and handed to the thread
//! that completes the last of them. For an empty task of the wavefront that takes three times as
//! long as to look for its predecessors and to call its body; and since one thread registers, more
//! PPUs do not make that shorter. So, where tasks are that short, the registering thread first
//! runs what is in flight, with the others, and from then on each task at once, if nobody whom it
//! would wait for is pending (protocol *passing*, `rt/undeferred.rs`): nothing is stored, and tasks
//! run in the order of the program. A recorded lap does the same with what it writes down
//! (`rt/replay/record_running.rs`).
//!
//! What decides is the time that bodies take, by the number of tiles that tasks have, and where that is near
//! the limit, which is another one on each machine, how many tasks are done in a given time: alone, and
//! before that. It is tried where tasks look short when this thread helps; then the first [`DENSE`] bodies are looked at, and one in eight of those that follow.
//! It ends when bodies are not tiny on average; when two are out of all proportion (one may be an
//! interrupt) before there were as many tiny ones as would take that long, so that no more than some
//! twenty long tasks run one after the other; and by a task that has to wait. It is tried again after
//! [`PAUSE`] tasks, when this thread helps the next time, and after twice as many each time that
//! it was not worth it.

use std::cell::Cell;
use std::time::{Duration, Instant};

use crate::sched::throttle::{SHORT, SLOWER};
use crate::sched::tsc::{self, Scale};

/// What registering a task that waits takes, in nanoseconds, and what that and the way to its body
/// and to its successors take together, by the number of its tiles; and what running it at once takes
/// beside its body. (METG's independent tasks, chains, and stencil; empty wavefront; Cholesky in tiles of
/// 8 x 8.)
const REGISTERING: [u64; 5] = [95, 95, 110, 125, 140];
const STORED: [u64; 5] = [160, 160, 170, 250, 300];
const AT_ONCE: u64 = 50;

/// Longer bodies are worth the time of storing a task with so many tiles and handing it out.
fn tiny(ppus: u64, tiles: usize) -> Duration {
    let (registering, stored) = (REGISTERING[tiles], STORED[tiles]);
    let shared = match ppus {
        // Whatever the body takes. But where it takes longer than memory, the order counts.
        0 | 1 => return SHORT,
        // All PPUs have the same to do: b + AT_ONCE < (b + stored) / ppus.
        _ => (stored.saturating_sub(ppus * AT_ONCE)) / (ppus - 1),
    };
    // One thread registers, and has nothing else to do: b + AT_ONCE < registering.
    Duration::from_nanos(shared.max(registering - AT_ONCE) * SLOWER)
}

/// What counts of a body at most, in tiny ones: memory is fetched, and the system interrupts.
const MOST: u64 = 4;

/// A body of so many tiny ones is out of all proportion.
const LONG: u64 = 32;

/// A body counts for one in so many of the average.
const SHARE: u64 = 32;

/// Average bodies of up to so many tiny ones are near the limit. Where lines change cores slowly, or the
/// data come from a far cache, storing tasks of such bodies takes several times as long as running
/// them. (LU in tiles of 8 x 8 on a processor whose lines need 0.2 us: 0.43 us per task, and 0.15.)
const NEAR: u64 = 2;

/// Tasks by which it is told how long one takes, with all that it needs: the first ones fetch their
/// data from where others ran before them, and neighbours of the machine disturb.
const SAMPLE: u64 = 1024;

/// Tasks all of which are looked at: at the beginning, and after one that is long.
const DENSE: u64 = 32;

/// Later, tasks of which one is looked at on average.
pub(crate) const EVERY: u64 = 8;

/// How many times as long as it helped the registering thread goes on until nothing is in flight.
pub(crate) const PATIENCE: u32 = 4;

/// So many tasks that the registering thread ran when it helped tell what one takes. If it ran
/// fewer, another PPU went through those that were completed, one after the other.
pub(crate) const ENOUGH: u64 = 64;

/// Tasks before it is tried again: first, and at most.
const PAUSE: u64 = 2048;
const LONGEST_PAUSE: u64 = 1 << 20;

/// Whether a region runs tasks where they are registered, and why.
#[derive(Clone, Copy)]
pub(crate) enum Undeferred {
    No,
    /// There are plenty in the queue: since when, and how many were registered then.
    Plenty(Instant, u64),
    /// Tasks are tiny, and nothing was in flight when that began (`rt/serial_mode.rs`).
    Alone,
}

/// Of one region. Times are in ticks.
pub(crate) struct Alone {
    /// Number of the next task whose body is looked at; none if tasks do not run so.
    next_look: Cell<u64>,
    /// All tasks up to this one are looked at; another long one up to the second is one too many. A
    /// body that took as long as a thousand tiny ones is not forgotten before so many have run: one in
    /// each few hundred may be all that there is to do.
    dense: Cell<u64>,
    long: Cell<u64>,
    /// What a body takes on average, times [`SHARE`].
    each: Cell<u64>,
    tiny: Cell<u64>,
    /// How many tasks were registered when this began.
    began: Cell<u64>,
    /// Tasks that were stored since it ended the last time, and tiles of them.
    tasks: Cell<u64>,
    tiles: Cell<u64>,
    /// How many were registered, and how many completed, when the present sample began, together; and
    /// when that was.
    from: Cell<u64>,
    since: Cell<u64>,
    /// Twice the number of tasks, and the time, when the last wait ended, until what comes then is taken out
    /// of the sample: what a thread does between its region's turns tells nothing of tasks.
    rested: Cell<Option<(u64, u64)>>,
    /// What a task took before this began, registered and run by all PPUs; 0: that is not known.
    stored: Cell<u64>,
    /// The sample before was not faster, or there was none.
    doubtful: Cell<bool>,
    /// How many are to be registered before it is tried again, and how many that was after the
    /// last time.
    pub(crate) rest: Cell<u64>,
    pause: Cell<u64>,
}

impl Default for Alone {
    fn default() -> Self {
        Alone {
            next_look: Cell::new(u64::MAX),
            dense: Cell::default(),
            long: Cell::default(),
            each: Cell::default(),
            tiny: Cell::default(),
            began: Cell::default(),
            tasks: Cell::default(),
            tiles: Cell::default(),
            from: Cell::default(),
            since: Cell::default(),
            rested: Cell::default(),
            stored: Cell::default(),
            doubtful: Cell::default(),
            rest: Cell::default(),
            pause: Cell::new(PAUSE),
        }
    }
}

impl Alone {
    /// When the body of this task begins, if it is looked at. Which ones are, is left to chance:
    /// programs have patterns.
    #[inline]
    pub(crate) fn looks(&self, task: u64, random: impl FnOnce() -> u64) -> Option<u64> {
        (task >= self.next_look.get()).then(|| {
            let far = match task < self.dense.get() {
                true => 0,
                false => random() % (2 * EVERY - 1),
            };
            self.next_look.set(task + 1 + far);
            tsc::before()
        })
    }

    /// Tasks from this one on of which none is looked at; one that is counts as one.
    #[inline]
    pub(crate) fn until_look(&self, task: u64) -> u64 {
        self.next_look.get().saturating_sub(task).max(1)
    }

    /// Begins a sample; what a task of the one before took. One that is registered only, or completed
    /// only, is half of one.
    fn sample(&self, halves: u64, now: u64) -> Option<u64> {
        self.rested.set(None);
        let tasks = halves.saturating_sub(self.from.replace(halves)) / 2;
        let took = now.saturating_sub(self.since.replace(now));
        (tasks >= SAMPLE).then(|| took / tasks)
    }

    /// This thread has waited for all of its tasks, and may do something else now.
    pub(crate) fn rests(&self, registered: u64) {
        if self.since.get() > 0 && self.rested.get().is_none() {
            self.rested.set(Some((2 * registered, tsc::after())));
        }
    }

    /// It registers again. What came in between, and the few tasks, are not in the sample.
    #[inline]
    pub(crate) fn resumes(&self, registered: u64, completed: u64) {
        if let Some((before, then)) = self.rested.take() {
            self.from
                .set(self.from.get() + registered + completed - before);
            let gap = tsc::before().saturating_sub(then);
            self.since.set(self.since.get() + gap);
        }
    }

    /// So many tasks are registered, and completed, and none runs alone at present. Samples are short: what
    /// was done long ago tells nothing of tasks to come.
    #[inline]
    pub(crate) fn stores(&self, registered: u64, completed: u64) {
        let halves = registered + completed;
        if self.since.get() == 0 || halves.saturating_sub(self.from.get()) >= 8 * SAMPLE {
            self.end_stored(halves, tsc::before());
        }
    }

    fn end_stored(&self, halves: u64, now: u64) {
        if let Some(each) = self.sample(halves, now) {
            self.stored.set(each);
        }
    }

    /// A task is stored, of so many tiles.
    #[inline]
    pub(crate) fn counts(&self, tiles: usize) {
        self.tasks.set(self.tasks.get() + 1);
        self.tiles.set(self.tiles.get() + tiles as u64);
    }

    /// Tiles that a stored task has on average; beyond the last figure that there is, the same.
    fn tiles_each(&self) -> usize {
        let (tasks, tiles) = (self.tasks.get().max(1), self.tiles.get());
        ((tiles + tasks / 2) / tasks).min(STORED.len() as u64 - 1) as usize
    }

    pub(crate) fn begin(&self, registered: u64, ppus: usize, now: u64) {
        self.end_stored(2 * registered, now);
        self.doubtful.set(true);
        self.began.set(registered);
        self.next_look.set(registered);
        self.dense.set(registered + DENSE);
        self.long.set(0);
        self.each.set(0);
        let tiny = tiny(ppus as u64, self.tiles_each());
        self.tiny.set(Scale::now().ticks(tiny));
    }

    /// Bodies took so long together, until now.
    pub(crate) fn notes(&self, task: u64, (took, bodies): (u64, u64), now: u64) -> bool {
        let tiny = self.tiny.get();
        // One of several is long, or an interrupt.
        if took > (LONG + bodies - 1) * tiny {
            if task < self.long.get() {
                return false;
            }
            self.long.set(task + DENSE.max(took / tiny));
            self.dense.set(task + DENSE);
            self.next_look.set(task + 1);
        }
        let most = took.min((MOST + bodies - 1) * tiny);
        let each = self.each.get();
        let each = each + most - bodies * (each / SHARE);
        self.each.set(each);
        each <= SHARE * tiny || (each <= NEAR * SHARE * tiny && self.pays(task, now))
    }

    /// Tasks are done in less time than before this began, or it is too early to tell. One sample that
    /// says otherwise may be an interrupt, if others said so before.
    fn pays(&self, registered: u64, now: u64) -> bool {
        let halves = 2 * registered;
        if halves.saturating_sub(self.from.get()) < 2 * SAMPLE {
            return true;
        }
        let each = self.sample(halves, now);
        let slower = each.is_some_and(|each| each >= self.stored.get());
        let was_doubtful = self.doubtful.replace(slower);
        !(slower && was_doubtful)
    }

    pub(crate) fn end(&self, registered: u64, now: u64) {
        self.sample(2 * registered, now);
        self.tasks.set(0);
        self.tiles.set(0);
        self.next_look.set(u64::MAX);
        let enough = match self.each.get() > SHARE * self.tiny.get() {
            // Near the limit, more than the first sample.
            true => 2 * SAMPLE,
            false => PAUSE / 4,
        };
        let paid = registered - self.began.get() >= enough;
        let pause = if paid { PAUSE } else { self.pause.get() };
        self.rest.set(registered + pause);
        self.pause.set((2 * pause).min(LONGEST_PAUSE));
    }
}

#[cfg(all(test, not(any(hp5_loom, hp5_shuttle))))]
mod tests {
    use super::*;

    const TICKS: u64 = 100;

    /// Where a tiny body takes at most 100 ticks.
    fn begun() -> Alone {
        let alone = Alone::default();
        alone.begin(0, 2, 0);
        alone.tiny.set(TICKS);
        alone
    }

    /// How many tasks of such lengths run before that ends; `None`: it does not.
    fn ends(most: u64, length: impl Fn(u64) -> u64) -> Option<u64> {
        let (alone, mut random) = (begun(), 7_u64);
        (0..most).find(|&task| {
            let next = || {
                random = random
                    .wrapping_mul(6_364_136_223_846_793_005)
                    .wrapping_add(1);
                random >> 33
            };
            let looked = alone.looks(task, next).is_some();
            looked && !alone.notes(task, (length(task), 1), 0)
        })
    }

    #[test]
    fn tiny_bodies_go_on_and_longer_ones_end_it() {
        assert_eq!(ends(100_000, |_| TICKS / 2), None);
        assert!(ends(100_000, |_| 3 * TICKS).is_some_and(|n| n < 60));
        assert!(ends(100_000, |_| 2 * TICKS).is_some_and(|n| n < SAMPLE + 60));
        // Tiny ones for long, and then long ones.
        let later = |task| {
            if task < 5_000 {
                TICKS / 2
            } else {
                1_000 * TICKS
            }
        };
        assert!(ends(100_000, later).is_some_and(|n| n < 5_030));
        // The first ones fetch their memory.
        assert_eq!(
            ends(100_000, |task| if task < 6 { 30 * TICKS } else { 20 }),
            None
        );
    }

    #[test]
    fn a_long_body_now_and_then_ends_it_and_an_interrupt_does_not() {
        let every = |period: u64, long: u64| {
            move |task: u64| if task % period == 39 { long } else { TICKS / 4 }
        };
        let ended = ends(1_000_000, every(40, 50_000 * TICKS));
        assert!(ended.is_some_and(|n| n < 4_000), "{ended:?}");
        // Of those that are looked at few come within as many tasks as they take tiny ones.
        assert_eq!(ends(500_000, every(100_000, 300 * TICKS)), None);
    }

    #[test]
    fn one_interrupt_among_several_bodies_does_not_end_it() {
        let alone = begun();
        for task in 0..1_000 {
            let interrupt = if task % 500 == 400 { 300 * TICKS } else { 0 };
            assert!(
                alone.notes(8 * task, (8 * TICKS / 2 + interrupt, 8), 0),
                "{task}"
            );
        }
    }

    #[test]
    fn tasks_of_few_tiles_are_stored_sooner() {
        let limits = |tiles: usize, tasks: usize| {
            let alone = Alone::default();
            (0..tasks).for_each(|_| alone.counts(tiles));
            tiny(2, alone.tiles_each()).as_nanos() as u64 / SLOWER
        };
        assert_eq!(limits(0, 100), 60);
        assert!(limits(1, 1) <= limits(2, 1) && limits(2, 1) < limits(3, 1));
        assert_eq!(limits(4, 3), 200);
        assert_eq!(limits(100, 3), 200);
        // The registering thread is all that counts.
        assert_eq!(tiny(64, 4), Duration::from_nanos(90 * SLOWER));
        assert_eq!(tiny(1, 0), SHORT);
    }

    /// A task takes 100 ticks, registered and completed one after the other; half of that is either.
    #[test]
    fn what_is_in_flight_counts_half_and_what_comes_after_a_wait_does_not() {
        let alone = Alone::default();
        alone.sample(0, 1);
        // 4,000 are registered, 1,000 of these completed.
        assert_eq!(alone.sample(5_000, 250_001), Some(100));
        // The others are completed.
        assert_eq!(alone.sample(8_000, 400_001), Some(100));
        // No sample has begun.
        let fresh = Alone::default();
        fresh.rests(100);
        assert!(fresh.rested.get().is_none());
        // A thread waits with nothing in flight, does something else, and registers 64.
        let then = tsc::after();
        alone.since.set(then.saturating_sub(1_000 * TICKS));
        alone.from.set(2 * 3_000);
        alone.rests(4_000);
        let rested = alone.rested.get().map_or(0, |(_, at)| at);
        std::thread::sleep(Duration::from_millis(20));
        alone.rests(4_000);
        alone.resumes(4_064, 4_032);
        assert_eq!(alone.from.get(), 2 * 3_000 + 64 + 32);
        assert!(
            alone.since.get()
                >= then - 1_000 * TICKS + Scale::now().ticks(Duration::from_millis(19))
        );
        assert!(rested >= then && alone.rested.get().is_none());
    }

    #[test]
    fn it_is_tried_again_later_and_later_where_it_did_not_pay() {
        let alone = begun();
        let mut rests = Vec::new();
        for (begin, ran) in [
            (0, 10),
            (5_000, 10),
            (20_000, 10),
            (50_000, 9_000),
            (90_000, 10),
        ] {
            alone.begin(begin, 2, 0);
            alone.end(begin + ran, 0);
            rests.push(alone.rest.get() - begin - ran);
        }
        assert_eq!(rests, [2048, 4096, 8192, 2048, 4096]);
    }

    /// How many tasks run alone whose bodies take a half more than tiny ones, if a task took so long
    /// when it was stored, and takes so long now.
    fn ends_near(stored: u64, alone: impl Fn(u64) -> u64) -> Option<u64> {
        let tasks = Alone::default();
        tasks.begin(SAMPLE, 2, SAMPLE * stored);
        tasks.tiny.set(TICKS);
        let mut now = SAMPLE * stored;
        (SAMPLE..20_000).find(|&task| {
            now += alone(task);
            !tasks.notes(task, (TICKS * 3 / 2, 1), now)
        })
    }

    #[test]
    fn near_the_limit_the_faster_way_goes_on() {
        assert_eq!(ends_near(5 * TICKS, |_| 2 * TICKS), None);
        let slower = ends_near(2 * TICKS, |_| 3 * TICKS);
        assert!(
            slower.is_some_and(|n| n <= 2 * SAMPLE + SHARE),
            "{slower:?}"
        );
        let later = |task| if task < 10_000 { TICKS } else { 4 * TICKS };
        let later = ends_near(3 * TICKS, later);
        assert!(
            later.is_some_and(|n| (10_000 + SAMPLE..10_000 + 3 * SAMPLE).contains(&n)),
            "{later:?}"
        );
        let interrupted = |task| if task == 5_000 { 10_000 * TICKS } else { TICKS };
        assert_eq!(ends_near(3 * TICKS, interrupted), None);
        // It is not known what storing takes.
        assert!(ends_near(0, |_| TICKS).is_some());
    }
}
