//! Long tasks in an order that is planned, or that of the program: one queue per last cache.
//!
//! Depth first, newest first and at home is the right order where a task's tiles are worth
//! their way: it finds them in cache. Where a body takes much longer than fetching its tiles
//! anew, that gains nothing, and it costs: with few long tasks, what counts is that none that
//! much depends on lies behind others in one PPU's queue. Smith-Waterman in 4 x 4 blocks took
//! ten steps on two PPUs that way, and nine are possible.
//!
//! So a PPU looks at what it has just run ([`Gauge`]): were the tiles' bytes fewer than the
//! body's time could have fetched anew (after such a body: than twice that), then the successors that became ready go
//! to the *shelf* of the PPUs that share its last cache, which gives out the task of the highest
//! priority, of these the one of the highest rank (`sched/rank.rs`), and of those without one that which the
//! program has first. That is list scheduling
//! (Graham, "Bounds on multiprocessing timing anomalies", 1969): where PPUs are alike none rests while
//! a task is on the shelf, so a graph takes at most twice as long as by the best order.
//!
//! Where little depends on the order of two tasks, less than fetching the tiles of one anew takes, a
//! PPU is given the one of whose tiles it has more (`sched/holders.rs`). (As long as there is other work, a
//! way that is a little longer waits for nothing: in a simulation of Cholesky in tiles of 128 x 128 a limit of
//! what is saved brings 2% of time, and this one 3.)
//!
//! Homes count there in one case: where tiles share cache lines with their neighbours (blocks of a
//! matrix that begins anywhere), PPUs that go through neighbours at the same time write the same
//! lines in turn. (Floyd-Warshall in blocks of 128 x 128 took a third longer.) Of tasks of such
//! tiles a PPU takes those that are at home with it before others of the same priority; when there
//! are none it takes any, so that still no PPU rests while a task is on the shelf.
//!
//! Where PPUs are unlike and tasks are few, a slow one leaves those that a faster one would end sooner
//! (`sched/speed.rs`): then it rests, for some of the time of one body, while a task is on the shelf.
//!
//! The shelf has a lock, which a PPU takes twice per task. A body is long only above
//! [`PER_SHARER`] per PPU that shares the shelf, so the lock is free 95% of the time and more.

use std::cell::Cell;
use std::cmp::{Ordering as Order, Reverse};
use std::collections::BinaryHeap;
use std::time::{Duration, Instant};

use smallvec::SmallVec;

use crate::graph::task::{Task, TaskPtr};
use crate::sched::holders::Holders;
use crate::sched::rank::UNIT;
use crate::sched::speed::Choice;
use crate::sync::{AtomicUsize, Mutex, Ordering, lock, now};

/// Bodies below this, per PPU of the space, are not long.
const PER_SHARER: Duration = Duration::from_micros(10);

/// Bytes of tiles per nanosecond of the body, above which fetching them counts. Tiles that another PPU
/// has written come at some 9 (128 KiB in 14 us beside a matrix product), and others at more.
const RATE: u64 = 6;

/// After a long body it takes so many times as many bytes as make one not long. (In Cholesky in tiles of
/// 128 x 128 a quarter of the bodies takes 44 us for 256 KiB, which is just at the border: PPUs went by the plan
/// and depth first in turn, and the end of the graph came 4% later.)
const SLACK: u64 = 2;

/// After a body that was not long, so many are not looked at: the clock costs 50 ns.
const PATIENCE: u8 = 15;
/// After a chain of plain tasks that were not long, so many such chains.
const PATIENCE_WITH_PLAIN: u8 = 255;

/// So many tasks behind the first one are looked at in search of one that finds more of its tiles.
const LOOKS: usize = 3;

/// Above so many tasks on the shelf, all PPUs have enough to do, fast ones and slow ones.
const FEW: usize = 4;

/// Bytes of tiles that are fetched anew in the time of a rank of 1 (`sched/rank.rs`).
const BYTES_PER_RANK: u64 = RATE * UNIT;

/// Priority, rank, and lap and number in the program: tasks of larger keys come first.
type Key = (i32, u32, Reverse<(u32, u32)>);

/// A task among others: those that come first are larger.
#[derive(Clone, Copy)]
struct Place {
    key: Key,
    /// Its rank, whether it goes by it or not.
    way: u32,
    task: TaskPtr,
}

impl Place {
    fn of(task: TaskPtr) -> Place {
        let (way, lap) = match task.is_recorded() {
            true => (0, task.links.lap()),
            false => (task.rank(), 0),
        };
        let rank = if way > 0 && task.goes_by_rank() {
            way
        } else {
            0
        };
        Place {
            key: (task.priority(), rank, Reverse((lap, task.id()))),
            way,
            task,
        }
    }

    /// Whether it may be taken before this one, which comes first: both have ranks, and its own is not lower
    /// by more than fetching its tiles anew takes.
    fn is_as_good_as(&self, first: &Place) -> bool {
        let one_scope = || self.task.scope() == first.task.scope();
        if self.key.0 != first.key.0 || self.way == 0 || first.way == 0 || !one_scope() {
            return false;
        }
        let bytes = self.task.tiles().map(|tile| u64::from(tile.size().bytes()));
        u64::from(first.way.saturating_sub(self.way)) * BYTES_PER_RANK <= bytes.sum()
    }
}

impl PartialEq for Place {
    fn eq(&self, other: &Place) -> bool {
        self.key == other.key
    }
}

impl Eq for Place {}

impl PartialOrd for Place {
    fn partial_cmp(&self, other: &Place) -> Option<Order> {
        Some(self.cmp(other))
    }
}

impl Ord for Place {
    fn cmp(&self, other: &Place) -> Order {
        self.key.cmp(&other.key)
    }
}

/// Ready tasks of the PPUs of one space.
#[derive(Default)]
pub(crate) struct Shelf {
    /// How many there are: looked at before the lock is taken.
    waiting: AtomicUsize,
    tasks: Mutex<Boards>,
}

/// One heap for tasks that may run anywhere, one for each PPU that is a home to some.
#[derive(Default)]
struct Boards {
    anywhere: BinaryHeap<Place>,
    at_home: Vec<(u16, BinaryHeap<Place>)>,
    holders: Holders,
    /// Since when there are tasks that a PPU left to faster ones, in nanoseconds.
    left_since: Option<u64>,
}

impl Boards {
    fn put(&mut self, task: TaskPtr) {
        let Some(home) = task.strict_home() else {
            return self.anywhere.push(Place::of(task));
        };
        let board = self.at_home.iter().position(|(of, _)| *of == home);
        let board = board.unwrap_or_else(|| {
            self.at_home.push((home, BinaryHeap::new()));
            self.at_home.len() - 1
        });
        self.at_home[board].1.push(Place::of(task));
    }

    fn sort_again(&mut self) {
        let at_home = self.at_home.iter_mut().map(|(_, board)| board);
        for board in at_home.chain([&mut self.anywhere]) {
            let places = std::mem::take(board).into_iter();
            *board = places.map(|place| Place::of(place.task)).collect();
        }
    }

    /// The task for this PPU, if there is one that it should not leave to a faster one.
    fn take_chosen(&mut self, ppu: usize, choice: &mut Choice<'_>) -> Option<TaskPtr> {
        let at_home = self.at_home.iter().any(|(_, board)| !board.is_empty());
        if at_home || self.anywhere.len() > FEW {
            self.left_since = None;
            return self.take(ppu);
        }
        choice.left_since = self.left_since;
        let mut left: SmallVec<[Place; FEW]> = SmallVec::new();
        while let Some(place) = self.anywhere.peek()
            && !choice.is_mine(&place.task)
        {
            left.extend(self.anywhere.pop());
        }
        let task = self.take(ppu);
        let since = self.left_since.unwrap_or(choice.now);
        self.left_since = (!left.is_empty()).then_some(since);
        self.anywhere.extend(left);
        task
    }

    /// The task for this PPU: of the highest priority, of these rather one that is not at home
    /// elsewhere, of these the first one, or one that is as good and finds more of its tiles.
    fn take(&mut self, ppu: usize) -> Option<TaskPtr> {
        let at_home = self.at_home.iter_mut();
        let boards = at_home.map(|(home, board)| (usize::from(*home) == ppu, board));
        let all = std::iter::once((true, &mut self.anywhere)).chain(boards);
        let all = all.filter(|(_, board)| !board.is_empty());
        let (_, board) = all.max_by_key(|(mine, board)| {
            let key = board.peek().map(|place| place.key);
            (key.map(|(priority, ..)| priority), *mine, key)
        })?;
        let task = warmest(board, &self.holders, ppu)?;
        self.holders.hand_to(&task, ppu);
        Some(task)
    }
}

/// Takes the first task of a board, or of those that could as well come first the one that finds most of
/// its tiles with this PPU.
fn warmest(board: &mut BinaryHeap<Place>, holders: &Holders, ppu: usize) -> Option<TaskPtr> {
    let first = board.pop()?;
    if !board.peek().is_some_and(|next| next.is_as_good_as(&first)) {
        return Some(first.task);
    }
    let (mut most, all) = holders.balance(&first.task, ppu);
    if most == all {
        return Some(first.task);
    }
    let mut best = first;
    let mut others: SmallVec<[Place; LOOKS]> = SmallVec::new();
    while others.len() < LOOKS
        && let Some(next) = board.peek()
        && next.is_as_good_as(&first)
        && let Some(next) = board.pop()
    {
        let (balance, _) = holders.balance(&next.task, ppu);
        let better = balance > most;
        most = most.max(balance);
        others.push(if better {
            std::mem::replace(&mut best, next)
        } else {
            next
        });
    }
    board.extend(others);
    Some(best.task)
}

impl Shelf {
    /// Adds a task; somebody is to be woken for it.
    pub(crate) fn put(&self, task: TaskPtr) {
        let mut tasks = lock(&self.tasks);
        tasks.put(task);
        let waiting = self.waiting.load(Ordering::Relaxed);
        self.waiting.store(waiting + 1, Ordering::Release);
    }

    /// Tasks have been ranked (`sched/rank.rs`), perhaps some that are here.
    pub(crate) fn sort_again(&self) {
        if !self.is_empty() {
            lock(&self.tasks).sort_again();
        }
    }

    /// True when it holds nothing.
    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        self.waiting.load(Ordering::Acquire) == 0
    }

    /// Takes the first task for this PPU, of those that it should not leave to a faster one.
    #[inline(never)]
    pub(crate) fn take(&self, ppu: usize, choice: Option<&mut Choice<'_>>) -> Option<TaskPtr> {
        let mut tasks = lock(&self.tasks);
        let first = match choice {
            None => {
                tasks.left_since = None;
                tasks.take(ppu)
            }
            Some(choice) => tasks.take_chosen(ppu, choice),
        }?;
        let waiting = self.waiting.load(Ordering::Relaxed);
        self.waiting.store(waiting - 1, Ordering::Release);
        Some(first)
    }
}

/// In models time stands still, and tiles are small.
const MODEL: bool = cfg!(any(hp5_loom, hp5_shuttle));

/// True for a task that goes to the shelf after a long body.
pub(crate) fn belongs_here(task: &Task) -> bool {
    task.priority() >= 0
}

/// Whether the bodies that a worker runs are long.
#[derive(Default)]
pub(crate) struct Gauge {
    long: Cell<bool>,
    skip: Cell<u8>,
}

impl Gauge {
    /// When a body begins that is to be looked at.
    #[inline]
    pub(crate) fn begin(&self) -> Option<Instant> {
        match self.skip.get() {
            0 => Some(now()),
            n => {
                self.skip.set(n - 1);
                None
            }
        }
    }

    /// The body has run, on one of so many PPUs that share a shelf; how long it took.
    pub(crate) fn end(&self, begun: Instant, task: &Task, sharers: usize) -> Duration {
        let took = now() - begun;
        let bytes = task.tiles().map(|tile| u64::from(tile.size().bytes()));
        let long = match MODEL {
            true => task.id() % 2 == 1,
            false => self.finds_long(took, bytes.sum(), sharers),
        };
        self.note(long, PATIENCE);
        took
    }

    /// As [`end`](Self::end), for so many plain tasks, one after the other; they have no tiles to speak of.
    /// How long each took.
    pub(crate) fn end_chain(&self, begun: Instant, count: u64, sharers: usize) -> Duration {
        let took = now() - begun;
        let each = took / u32::try_from(count).unwrap_or(u32::MAX).max(1);
        self.note(is_long(each, 0, sharers), PATIENCE_WITH_PLAIN);
        each
    }

    /// Whether a body counts as long after the last one.
    fn finds_long(&self, took: Duration, bytes: u64, sharers: usize) -> bool {
        let slack = if self.is_long() { SLACK } else { 1 };
        is_long(took, bytes / slack, sharers)
    }

    fn note(&self, long: bool, patience: u8) {
        self.long.set(long);
        self.skip.set(if long || MODEL { 0 } else { patience });
    }

    /// The last body was long, in a test.
    #[cfg(all(test, not(any(hp5_loom, hp5_shuttle))))]
    pub(crate) fn note_long(&self) {
        self.note(true, 0);
    }

    /// The last body was long.
    #[inline]
    pub(crate) fn is_long(&self) -> bool {
        self.long.get()
    }
}

fn is_long(took: Duration, bytes: u64, sharers: usize) -> bool {
    let enough = took >= PER_SHARER * u32::try_from(sharers).unwrap_or(u32::MAX);
    enough && u128::from(bytes) < took.as_nanos() * u128::from(RATE)
}

#[cfg(all(test, not(any(hp5_loom, hp5_shuttle))))]
mod tests {
    use super::*;

    #[test]
    fn bodies_are_long_where_tiles_are_fetched_in_less() {
        let us = Duration::from_micros;
        let mib = 1 << 20;
        assert!(is_long(us(3000), 3 * mib / 2, 2), "Cholesky, tiles of 256");
        assert!(is_long(us(80), 3 * mib / 8, 2), "and of 128");
        assert!(!is_long(us(1200), 48 * mib, 2), "Jacobi, tiles of 1008");
        assert!(!is_long(us(15), 1000, 2), "the lock would count");
        assert!(is_long(us(25), 1000, 2) && !is_long(us(25), 1000, 8));
    }

    /// `syrk` in tiles of 128 x 128 among the other tasks of Cholesky.
    #[test]
    fn after_a_long_body_one_at_the_border_is_long_too() {
        let (us, kib, gauge) = (Duration::from_micros, 1 << 10, Gauge::default());
        assert!(!gauge.finds_long(us(43), 256 * kib, 2));
        gauge.note_long();
        assert!(gauge.finds_long(us(43), 256 * kib, 2));
        assert!(!gauge.finds_long(us(43), 600 * kib, 2), "fetching counts");
        assert!(!gauge.finds_long(us(15), 1000, 2), "the lock would count");
    }
}
