//! Protocol *strands* (`runtime/src/sched/strands.rs`): each step runs once per lap, after what it
//! needs, whoever holds its strand, and nobody waits for a runner that has not begun.
#![cfg(hp5_loom)]

use std::cell::Cell;
use std::sync::Arc;

use hp5::models::{AtomicBool, Data, Lists, Ordering, Runs};
use hp5_loom::{check_within, finds};
use loom::sync::atomic::AtomicU32;
use loom::thread;

const LAPS: u32 = 2;
const NEVER: u32 = u32::MAX;

/// Step 0 of strand 0 writes a tile that step 1 reads, which is the only one of strand 1: it waits
/// for it, and the next lap's step 0 for step 1. Each strand has a tile of its own.
struct World {
    lists: Lists,
    tile: Data,
    own: [Data; 2],
    ran: AtomicU32,
    cancelled: AtomicBool,
    /// Steps that were left out.
    left: AtomicU32,
}

impl World {
    fn new() -> Arc<Self> {
        let strands: [&[&[(u32, i32)]]; 2] = [&[&[(1, 0)]], &[&[(0, 1)]]];
        Arc::new(World {
            lists: Lists::new(&strands, LAPS.into()),
            tile: Data::default(),
            own: Default::default(),
            ran: AtomicU32::new(0),
            cancelled: AtomicBool::new(false),
            left: AtomicU32::new(0),
        })
    }

    fn run(&self, step: usize) {
        let lap = self.own[step].get() + 1;
        self.own[step].set(lap);
        match step {
            0 => self.tile.set(lap),
            _ => assert_eq!(self.tile.get(), lap, "another lap's value"),
        }
        self.ran.fetch_add(1, Ordering::Relaxed);
    }

    /// The runner of a strand, which cancels all when it has run so many steps.
    fn drive(&self, me: usize, cancels: u32) {
        let ran = Cell::new(0);
        let run = |step| {
            self.run(step);
            ran.set(ran.get() + 1);
        };
        let is_cancelled = || {
            if ran.get() == cancels {
                self.cancelled.store(true, Ordering::Relaxed);
            }
            self.cancelled.load(Ordering::Relaxed)
        };
        let leave_out = |_, done: u64| {
            self.left.fetch_add(LAPS - done as u32, Ordering::Relaxed);
        };
        self.lists.drive(
            me,
            Runs {
                run,
                is_cancelled,
                leave_out,
            },
        );
    }

    /// Both runners, one of them on a thread of its own, perhaps when all is over; the other one
    /// cancels.
    fn drive_both(self: &Arc<Self>, cancels: u32) {
        let other = thread::spawn({
            let world = self.clone();
            move || world.drive(1, NEVER)
        });
        self.drive(0, cancels);
        other.join().unwrap();
    }
}

#[test]
fn steps_come_after_what_they_need() {
    check_within(3, || {
        let world = World::new();
        world.drive_both(NEVER);
        assert_eq!(
            world.ran.load(Ordering::Relaxed),
            2 * LAPS,
            "each ran once per lap"
        );
        let laps = [world.tile.get(), world.own[0].get(), world.own[1].get()];
        assert_eq!(laps, [LAPS; 3], "when both are over, all steps are");
    });
}

/// One runner does everything, where the other one never begins before it ends.
#[test]
fn one_runner_is_enough() {
    check_within(3, || {
        let world = World::new();
        world.drive(1, NEVER);
        assert_eq!(
            world.ran.load(Ordering::Relaxed),
            2 * LAPS,
            "each ran once per lap"
        );
        world.drive(0, NEVER);
        assert_eq!(
            world.ran.load(Ordering::Relaxed),
            2 * LAPS,
            "each ran once per lap"
        );
    });
}

/// Steps run, or are left out, and none that is left out lets one run that needed it.
#[test]
fn cancelled_steps_are_counted() {
    check_within(3, || {
        let world = World::new();
        world.drive_both(1);
        let (ran, left) = (&world.ran, &world.left);
        let all = ran.load(Ordering::Relaxed) + left.load(Ordering::Relaxed);
        assert_eq!(all, 2 * LAPS, "each ran or was left out");
    });
}

#[test]
fn planted_bugs_are_found() {
    let early = &[
        "Causality violation",
        "another lap's value",
        "ran once per lap",
        "all steps are",
    ];
    finds(
        "steps_come_after_what_they_need",
        "a step needs nothing",
        early,
    );
    finds(
        "steps_come_after_what_they_need",
        "two hold a strand",
        early,
    );
    finds("steps_come_after_what_they_need", "relaxed", early);
    let late = &["Causality violation", "left out", "another lap's value"];
    finds(
        "cancelled_steps_are_counted",
        "look before what is needed",
        late,
    );
}
