//! Protocol *strands* (`runtime/src/sched/static_schedule.rs`): each step runs once per lap, after what it
//! needs, whoever holds its strand, and nobody waits for a runner that is not there.
#![cfg(hp5_loom)]

use std::cell::Cell;
use std::sync::Arc;

use hp5::models::{AtomicBool, Data, Lists, Ordering, Runs};
use hp5_loom::{check_within, finds};
use loom::sync::atomic::AtomicU32;
use loom::thread;

const NEVER: u32 = u32::MAX;

/// One tile that a step of each strand uses in turn, lap after lap: a step waits for that of the
/// strand before, and the first one for the last one of the lap before. Each strand has a tile of
/// its own.
struct World {
    lists: Lists,
    laps: u32,
    tile: Data,
    own: Vec<Data>,
    ran: AtomicU32,
    cancelled: AtomicBool,
    /// Steps that were left out.
    left: AtomicU32,
}

impl World {
    /// So many strands, laps, and laps in a stint.
    fn new(strands: u32, laps: u32, stint: u32) -> Arc<Self> {
        let needs: Vec<[(u32, i32); 1]> = (0..strands)
            .map(|strand| match strand {
                0 => [(strands - 1, 0)],
                _ => [(strand - 1, 1)],
            })
            .collect();
        let steps: Vec<[&[(u32, i32)]; 1]> = needs.iter().map(|needs| [&needs[..]]).collect();
        let lists: Vec<&[&[(u32, i32)]]> = steps.iter().map(|steps| &steps[..]).collect();
        Arc::new(World {
            lists: Lists::new(&lists, laps.into(), stint.into()),
            laps,
            tile: Data::default(),
            own: (0..strands).map(|_| Data::default()).collect(),
            ran: AtomicU32::new(0),
            cancelled: AtomicBool::new(false),
            left: AtomicU32::new(0),
        })
    }

    fn steps(&self) -> u32 {
        self.own.len() as u32 * self.laps
    }

    fn run(&self, step: usize) {
        let lap = self.own[step].get();
        self.own[step].set(lap + 1);
        let turn = lap * self.own.len() as u32 + step as u32;
        assert_eq!(self.tile.get(), turn, "another step's value");
        self.tile.set(turn + 1);
        self.ran.fetch_add(1, Ordering::Relaxed);
    }

    /// A stint of a strand's runner, which cancels all when it has run so many steps.
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
            self.left
                .fetch_add(self.laps - done as u32, Ordering::Relaxed);
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

    /// All runners, each but the first on a thread of its own, perhaps when all is over, with so many
    /// stints; the first one cancels.
    fn drive_all(self: &Arc<Self>, stints: u32, cancels: u32) {
        let others: Vec<_> = (1..self.own.len())
            .map(|strand| {
                let world = self.clone();
                thread::spawn(move || (0..stints).for_each(|_| world.drive(strand, NEVER)))
            })
            .collect();
        (0..stints).for_each(|_| self.drive(0, cancels));
        others.into_iter().for_each(|other| other.join().unwrap());
    }

    fn assert_done(&self) {
        let ran = self.ran.load(Ordering::Relaxed);
        assert_eq!(ran, self.steps(), "each ran once per lap");
        assert_eq!(self.tile.get(), self.steps(), "all steps are over");
        self.own
            .iter()
            .for_each(|own| assert_eq!(own.get(), self.laps));
    }
}

#[test]
fn steps_come_after_what_they_need() {
    check_within(3, || {
        let world = World::new(2, 2, 2);
        world.drive_all(1, NEVER);
        world.assert_done();
    });
}

/// A strand that two others need is taken by one of them, and given back when its runner comes.
#[test]
fn three_strands_are_given_back() {
    check_within(1, || {
        let world = World::new(3, 1, 1);
        world.drive_all(1, NEVER);
        world.assert_done();
    });
}

/// Runners end and are run again: one of them may be there, and the other one not yet.
#[test]
fn stints_follow_one_another() {
    check_within(1, || {
        let world = World::new(2, 2, 1);
        world.drive_all(2, NEVER);
        world.assert_done();
    });
}

/// One runner does everything of a stint, where the other one does not begin before it ends.
#[test]
fn one_runner_is_enough() {
    check_within(3, || {
        let world = World::new(2, 2, 1);
        world.drive(1, NEVER);
        assert_eq!(world.tile.get(), 2, "all steps of the stint are over");
        world.drive(1, NEVER);
        world.assert_done();
        (0..2).for_each(|_| world.drive(0, NEVER));
        world.assert_done();
    });
}

/// As before; each runner's stint comes when the other one is not there.
#[test]
fn nobody_waits_between_stints() {
    check_within(3, || {
        let world = World::new(2, 2, 1);
        for strand in [0, 1, 1, 0] {
            world.drive(strand, NEVER);
        }
        world.assert_done();
    });
}

/// Steps run, or are left out, and none that is left out lets one run that needed it.
#[test]
fn cancelled_steps_are_counted() {
    check_within(3, || {
        let world = World::new(2, 2, 2);
        world.drive_all(1, 1);
        let (ran, left) = (&world.ran, &world.left);
        let all = ran.load(Ordering::Relaxed) + left.load(Ordering::Relaxed);
        assert_eq!(all, world.steps(), "each ran or was left out");
    });
}

#[test]
fn planted_bugs_are_found() {
    let early = &[
        "Causality violation",
        "another step's value",
        "ran once per lap",
        "all steps are",
    ];
    let test = "steps_come_after_what_they_need";
    finds(test, "a step needs nothing", early);
    finds(test, "two hold a strand", early);
    finds(test, "relaxed", early);
    finds("stints_follow_one_another", "two hold a strand", early);
    let turns = &["exceeded maximum number of branches"];
    finds(
        "nobody_waits_between_stints",
        "present between stints",
        turns,
    );
    let late = &["Causality violation", "left out", "another step's value"];
    finds(
        "cancelled_steps_are_counted",
        "look before what is needed",
        late,
    );
}
