//! Protocol *mailbox* (`runtime/src/sched/pool.rs`, `Hand`): a task that is put into the hand
//! of a PPU that spins is taken once, by the PPU or by a thief, and is seen by the PPU before
//! it sleeps.
#![cfg(hp5_loom)]

use std::sync::Arc;

use hp5::models::{Data, Mail, Sleepers, Stage, planted};
use hp5_loom::{check, check_within, finds};
use loom::sync::atomic::{AtomicU32, Ordering};
use loom::thread;

/// The PPU whose mailbox it is.
const PPU: usize = 0;

struct Pool {
    stage: Stage,
    sleep: Sleepers,
    mail: Mail,
    data: [Data; 2],
    ran: AtomicU32,
}

impl Pool {
    fn new() -> Arc<Self> {
        Arc::new(Pool {
            stage: Stage::new(3),
            sleep: Sleepers::new(1),
            mail: Mail::default(),
            data: Default::default(),
            ran: AtomicU32::new(0),
        })
    }

    /// `Shared::deliver` on a machine of one PPU: a put and a post.
    fn deliver(&self, task: u32) {
        self.mail.put(&self.stage, task);
        self.sleep.post(std::iter::once(PPU));
    }

    /// `Worker::rest`, with a spin of one look: with an open hand, then *announce*, *look again*,
    /// *park*.
    fn rest(&self) {
        self.mail.set_open(true);
        let found = self.mail.is_seen();
        self.mail.set_open(false);
        if found {
            return;
        }
        self.sleep
            .park_unless(PPU, || match planted("only the mailbox") {
                true => self.mail.is_seen_in_mailbox(),
                false => self.mail.is_seen(),
            });
    }

    /// The PPU runs so many tasks.
    fn work(&self, mut tasks: u32) {
        let mut lane = self.stage.lane(1);
        while tasks > 0 {
            match self.mail.take() {
                Some(task) => {
                    self.stage.run(&mut lane, task);
                    tasks -= 1;
                }
                None => self.rest(),
            }
            thread::yield_now();
        }
    }

    fn task(self: &Arc<Self>, n: usize) -> u32 {
        let pool = self.clone();
        let body = move || {
            pool.data[n].set(1);
            pool.ran.fetch_add(1, Ordering::Relaxed);
        };
        self.stage
            .register(&mut self.stage.lane(0), &[], body)
            .number
    }
}

/// Two tasks are delivered while the PPU spins, closes its hand and falls asleep.
#[test]
fn no_mail_is_overslept() {
    check(|| {
        let pool = Pool::new();
        let tasks = [pool.task(0), pool.task(1)];
        let ppu = {
            let pool = pool.clone();
            thread::spawn(move || pool.work(2))
        };
        tasks.into_iter().for_each(|task| pool.deliver(task));
        ppu.join().unwrap();
        assert_eq!(pool.ran.load(Ordering::Relaxed), 2, "each task ran once");
    });
}

/// The PPU and a thief reach for the same task.
#[test]
fn a_task_in_the_hand_is_taken_once() {
    check_within(6, || {
        let pool = Pool::new();
        let task = pool.task(0);
        pool.mail.set_open(true);
        let takers = [1, 2].map(|lane| {
            let pool = pool.clone();
            thread::spawn(move || {
                if let Some(task) = pool.mail.take_from_hand() {
                    pool.stage.run(&mut pool.stage.lane(lane), task);
                    if planted("put back") {
                        assert!(pool.mail.put_into_hand(&pool.stage, task));
                    }
                }
            })
        });
        let put = pool.mail.put_into_hand(&pool.stage, task);
        takers.into_iter().for_each(|taker| taker.join().unwrap());
        let left = pool.mail.take_from_hand();
        assert!(put, "the hand is open and empty");
        let ran = pool.ran.load(Ordering::Relaxed);
        assert_eq!(ran + u32::from(left.is_some()), 1, "taken once");
    });
}

#[test]
fn planted_bugs_are_found() {
    // Without orderings, the taker does not see the task that it took.
    finds(
        "no_mail_is_overslept",
        "relaxed",
        &["deadlock", "Causality violation"],
    );
    finds("no_mail_is_overslept", "only the mailbox", &["deadlock"]);
    finds(
        "a_task_in_the_hand_is_taken_once",
        "put back",
        &["taken once", "ran once"],
    );
}
