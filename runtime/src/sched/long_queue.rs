//! Long tasks in an order that is planned, or that of the program: one queue per last cache.
//!
//! Depth first, newest first and at home is the right order where a task's tiles are worth
//! their way: it finds them in cache. Where a body takes much longer than fetching its tiles
//! anew, that gains nothing, and it costs: with few long tasks, what counts is that none that
//! much depends on lies behind others in one PPU's queue. Smith-Waterman in 4 x 4 blocks took
//! ten steps on two PPUs that way, and nine are possible.
//!
//! So a PPU looks at what it has just run ([`Granularity`]): were the tiles' bytes fewer than the
//! body's time could have fetched anew (after such a body: than twice that), then the successors that became ready go
//! to the *long queue* of the PPUs that share its last cache, which gives out the task of the highest
//! priority, of these the one of the highest rank (`sched/critical_path.rs`), and of those without one that which the
//! program has first. That is list scheduling
//! (Graham, "Bounds on multiprocessing timing anomalies", 1969): where PPUs are alike none rests while
//! a task is on the long queue, so a graph takes at most twice as long as by the best order.
//!
//! Where little depends on the order of two tasks, less than fetching the tiles of one anew takes, a
//! PPU is given the one of whose tiles it has more (`sched/cache_residency.rs`). (As long as there is other work, a
//! way that is a little longer waits for nothing: in a simulation of Cholesky in tiles of 128 x 128 a limit of
//! what is saved brings 2% of time, and this one 3.)
//!
//! With a task of few bytes of tiles that it has just released a PPU goes on by itself, if it comes before all that
//! are on the long queue, or not much later: what belongs to it is in the near caches, where the entries of tasks that lay
//! there for long are not. (Smith-Waterman in tiles of 192 x 192: 0.9 us between two bodies in place of 1.2.) It does
//! so a few times in a row (`sched/granularity.rs`), and not where something else waits that it would look at first.
//!
//! Homes count there in one case: where tiles share cache lines with their neighbours (blocks of a
//! matrix that begins anywhere), PPUs that go through neighbours at the same time write the same
//! lines in turn. (Floyd-Warshall in blocks of 128 x 128 took a third longer.) Of tasks of such
//! tiles a PPU takes those that are at home with it before others of the same priority; when there
//! are none it takes any, so that still no PPU rests while a task is on the long queue.
//!
//! Where PPUs are unlike and tasks are few, a slow one leaves those that a faster one would end sooner
//! (`sched/worker_speed.rs`): then it rests, for some of the time of one body, while a task is on the long queue.
//!
//! The long queue has a lock, which a PPU takes at most twice per task. A body is long only above
//! 10 microseconds per PPU that shares the long queue (`sched/granularity.rs`), so the lock is free 95% of the time and more.
//! What it guards is in the cache of the PPU that had it last, and comes to the next one line by line: so a PPU asks
//! for these lines when a body has ended, before it sees to what the task released ([`Lines`]).

use std::cmp::{Ordering as Order, Reverse};
use std::collections::BinaryHeap;

use smallvec::SmallVec;

use crate::graph::pointer::TaskPtr;
use crate::graph::slab::prefetch;
use crate::graph::task::Task;
use crate::sched::cache_residency::Holders;
use crate::sched::critical_path::UNIT;
use crate::sched::granularity::RATE;
use crate::sched::worker_speed::Choice;
use crate::sync::{AtomicUsize, Mutex, Ordering, lock};

/// So many tasks behind the first one are looked at in search of one that finds more of its tiles.
const LOOKS: usize = 3;

/// Above so many tasks on the long queue, all PPUs have enough to do, fast ones and slow ones.
const FEW: usize = 4;

/// Who has a task's tiles is not asked where they have fewer bytes: that takes half a microsecond, and there is time
/// to fetch them in a few. (Smith-Waterman in tiles of 256 x 256, 12 KiB each: 0.5 us less between two bodies, which
/// take as long as before.)
const WORTH_A_LOOK: u64 = 32 << 10;

/// A PPU goes on with a task that it has just released, where the way from there is at most one part in so many
/// shorter than that from the first task here. So near the end of a graph it keeps to the order.
const GOES_ON: u32 = 16;

/// Bytes of tiles that are fetched anew in the time of a rank of 1 (`sched/critical_path.rs`).
const BYTES_PER_RANK: u64 = RATE * UNIT;

/// Bytes of a heap that are asked for: the first three levels, through which each task goes in or out.
const ASKED: usize = 7 * size_of::<Place>();

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
        let later = self.later_than(first);
        later.is_some_and(|later| u64::from(later) * BYTES_PER_RANK <= self.bytes())
    }

    /// Whether a PPU that has just released it may go on with it, though another one comes first.
    fn is_about_as_good_as(&self, first: &Place) -> bool {
        let later = self.later_than(first);
        later.is_some_and(|later| later <= first.way / GOES_ON)
    }

    /// How much shorter its way is than that of one which comes first, if both have ranks of one region and are of
    /// the same priority.
    fn later_than(&self, first: &Place) -> Option<u32> {
        let ranked = self.key.0 == first.key.0 && self.way > 0 && first.way > 0;
        let alike = ranked && self.task.scope() == first.task.scope();
        alike.then(|| first.way.saturating_sub(self.way))
    }

    /// Bytes of its tiles.
    fn bytes(&self) -> u64 {
        let tiles = self.task.tiles();
        tiles.map(|tile| u64::from(tile.size().bytes())).sum()
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

/// Where a PPU looks when it puts tasks on a long queue and takes one: addresses, which may be out of date; 0 for none.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Lines {
    long_queue: usize,
    /// Of [`Boards::anywhere`].
    first: usize,
}

impl Lines {
    /// Asks for these lines.
    #[inline]
    pub(crate) fn ask(self) {
        if self.long_queue != 0 {
            prefetch(
                std::ptr::without_provenance(self.long_queue),
                size_of::<LongQueue>(),
            );
            prefetch(std::ptr::without_provenance(self.first), ASKED);
        }
    }
}

/// Ready tasks of the PPUs of one space.
#[derive(Default)]
pub(crate) struct LongQueue {
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

    /// Which of the tasks that a PPU has just released it is to go on with: the first of them, if that has few tiles
    /// and comes before all that are here, or not much later.
    fn next_of(&mut self, ready: &[TaskPtr]) -> Option<TaskPtr> {
        let stays = |task: &TaskPtr| task.strict_home().is_some();
        if self.at_home.iter().any(|(_, board)| !board.is_empty()) || ready.iter().any(stays) {
            return None;
        }
        let next = ready.iter().map(|task| Place::of(*task)).max()?;
        let first = self.anywhere.peek();
        let goes_on = first.is_none_or(|first| next >= *first || next.is_about_as_good_as(first));
        if !goes_on || next.bytes() >= WORTH_A_LOOK {
            return None;
        }
        self.left_since = None;
        Some(next.task)
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
        let first = board.pop()?;
        if first.bytes() < WORTH_A_LOOK {
            return Some(first.task);
        }
        let task = warmest(first, board, &self.holders, ppu);
        self.holders.hand_to(&task, ppu);
        Some(task)
    }
}

/// Takes the first task of a board, or of those that could as well come first the one that finds most of
/// its tiles with this PPU.
fn warmest(first: Place, board: &mut BinaryHeap<Place>, holders: &Holders, ppu: usize) -> TaskPtr {
    if !board.peek().is_some_and(|next| next.is_as_good_as(&first)) {
        return first.task;
    }
    let (mut most, all) = holders.balance(&first.task, ppu);
    if most == all {
        return first.task;
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
    best.task
}

impl LongQueue {
    /// Adds tasks, but for the one that the PPU which has just released them is to go on with, if it `may`; somebody
    /// is to be woken for each of the others. Also what to ask for before the next look at this long queue.
    pub(crate) fn put(&self, ready: &[TaskPtr], may_go_on: bool) -> (Option<TaskPtr>, Lines) {
        let mut tasks = lock(&self.tasks);
        let next = if may_go_on {
            tasks.next_of(ready)
        } else {
            None
        };
        let others = ready.iter().filter(|task| Some(**task) != next);
        let count = others.clone().count();
        others.for_each(|task| tasks.put(*task));
        let lines = Lines {
            long_queue: std::ptr::from_ref(self).addr(),
            first: tasks.anywhere.as_slice().as_ptr().addr(),
        };
        let waiting = self.waiting.load(Ordering::Relaxed);
        self.waiting.store(waiting + count, Ordering::Release);
        (next, lines)
    }

    /// Tasks have been ranked (`sched/critical_path.rs`), perhaps some that are here.
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

/// True for a task that goes to the long queue after a long body.
pub(crate) fn belongs_here(task: &Task) -> bool {
    task.priority() >= 0
}
