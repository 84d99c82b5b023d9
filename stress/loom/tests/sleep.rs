//! Protocol *sleep/wake* (`runtime/src/sched/eventcount.rs`): no PPU sleeps while there is work
//! that nobody else was woken for. A lost wake-up is a deadlock, which loom reports.
#![cfg(hp5_loom)]

use hp5::models::{AtomicBool, AtomicU32, Ordering, Sleepers, planted};
use hp5_loom::{check, check_within, finds};
use loom::sync::Arc;
use loom::thread;

/// The pool as far as this protocol goes. The queues are a count of tasks: the deque is
/// trusted (`runtime/src/sync.rs`), and a look into it orders nothing.
struct Pool {
    sleep: Sleepers,
    queued: AtomicU32,
    stop: AtomicBool,
}

impl Pool {
    fn new(ppus: usize) -> Arc<Self> {
        Arc::new(Pool {
            sleep: Sleepers::new(ppus),
            queued: AtomicU32::new(0),
            stop: AtomicBool::new(false),
        })
    }

    /// *Post* and *pick*: a push, then a wake-up.
    fn push(&self, order: impl Iterator<Item = usize>) {
        self.queued.fetch_add(1, Ordering::Relaxed);
        self.sleep.post(order);
    }

    fn take(&self) -> bool {
        let mut queued = self.queued.load(Ordering::Relaxed);
        while queued > 0 {
            match self.queued.compare_exchange(
                queued,
                queued - 1,
                Ordering::Relaxed,
                Ordering::Relaxed,
            ) {
                Ok(_) => return true,
                Err(now) => queued = now,
            }
        }
        false
    }

    fn has_work(&self) -> bool {
        self.queued.load(Ordering::Relaxed) > 0
    }

    /// `Worker::rest` without the spin: *announce*, *look again*, *park*.
    fn doze(&self, ppu: usize) -> bool {
        self.sleep.park_unless(ppu, || {
            (self.has_work() && !planted("no second look")) || self.stop.load(Ordering::SeqCst)
        });
        !self.stop.load(Ordering::SeqCst)
    }

    /// Takes one task, sleeping until there is one. Loom is told of the turns of this loop,
    /// so that it does not follow a PPU that turns for ever.
    fn take_one(&self, ppu: usize) {
        while !self.take() {
            self.doze(ppu);
            thread::yield_now();
        }
    }
}

/// A task is pushed while the only PPU falls asleep.
#[test]
fn no_wake_up_is_lost() {
    check(|| {
        let pool = Pool::new(1);
        let ppu = {
            let pool = pool.clone();
            thread::spawn(move || pool.take_one(0))
        };
        pool.push(std::iter::once(0));
        ppu.join().unwrap();
    });
}

/// Two threads push while the only PPU, which takes both tasks, may sleep in between.
#[test]
fn posters_do_not_hide_one_another() {
    check(|| {
        let pool = Pool::new(1);
        let ppu = {
            let pool = pool.clone();
            thread::spawn(move || (0..2).for_each(|_| pool.take_one(0)))
        };
        let other = {
            let pool = pool.clone();
            thread::spawn(move || pool.push(std::iter::once(0)))
        };
        pool.push(std::iter::once(0));
        other.join().unwrap();
        ppu.join().unwrap();
    });
}

/// Two tasks for two PPUs, of which any may sleep; each takes one.
#[test]
fn every_sleeper_is_reached() {
    check_within(2, || {
        let pool = Pool::new(2);
        let ppus = [0, 1].map(|ppu| {
            let pool = pool.clone();
            thread::spawn(move || pool.take_one(ppu))
        });
        pool.push(0..2);
        pool.push(0..2);
        ppus.into_iter().for_each(|ppu| ppu.join().unwrap());
    });
}

/// A PPU without work does not turn in circles: it parks, and each wake-up lets it turn once
/// more, whether there is a task for it or another PPU was faster.
#[test]
fn an_idle_ppu_turns_once_per_wake_up() {
    check(|| {
        let pool = Pool::new(1);
        let ppu = {
            let pool = pool.clone();
            thread::spawn(move || {
                let mut turns = 0;
                while pool.doze(0) {
                    turns += 1;
                    pool.take();
                }
                turns
            })
        };
        pool.push(std::iter::once(0));
        pool.take();
        pool.stop.store(true, Ordering::SeqCst);
        pool.sleep.wake_all();
        // One for the task that it sees or is woken for, one for a token that came when it
        // had seen the task already.
        let turns = ppu.join().unwrap();
        assert!(turns <= 2, "{turns} turns for one task");
    });
}

/// The pool stops while a PPU falls asleep.
#[test]
fn stopping_wakes_everybody() {
    check(|| {
        let pool = Pool::new(1);
        let ppu = {
            let pool = pool.clone();
            thread::spawn(move || while pool.doze(0) {})
        };
        if planted("wake before stop") {
            pool.sleep.wake_all();
            pool.stop.store(true, Ordering::SeqCst);
        } else {
            pool.stop.store(true, Ordering::SeqCst);
            pool.sleep.wake_all();
        }
        ppu.join().unwrap();
    });
}

/// (Stopping does without orderings: tokens are given under a lock.)
#[test]
fn planted_bugs_are_found() {
    finds("no_wake_up_is_lost", "relaxed", &["deadlock"]);
    finds("no_wake_up_is_lost", "no second look", &["deadlock"]);
    finds(
        "an_idle_ppu_turns_once_per_wake_up",
        "keep the token",
        &["turns for one task", "maximum number of branches"],
    );
    finds(
        "stopping_wakes_everybody",
        "wake before stop",
        &["deadlock"],
    );
}
