//! Protocol *passing* (`runtime/src/rt/undeferred.rs`, `Table::pass`): a task that runs where it is
//! registered runs after everybody whom it would wait for, and those that come after it need not
//! know of it.
#![cfg(hp5_loom)]

use std::sync::Arc;

use hp5::models::{Data, Lane, Stage, Uses};
use hp5::rt::Mode;
use hp5_loom::{check_within, finds};
use loom::sync::atomic::{AtomicU32, Ordering};
use loom::thread;

/// The one tile.
const TILE: usize = 1;

struct World {
    stage: Stage,
    tile: Data,
    /// Tasks that ran.
    ran: AtomicU32,
}

impl World {
    fn new() -> Arc<Self> {
        Arc::new(World {
            stage: Stage::new(2),
            tile: Data::default(),
            ran: AtomicU32::new(0),
        })
    }

    /// What the task of this number does with the tile; in serial order it finds `before`.
    fn body(&self, mode: Mode, before: u32) {
        assert_eq!(self.tile.get(), before, "in order");
        if mode.writes() {
            self.tile.set(before + 1);
        }
        self.ran.fetch_add(1, Ordering::Relaxed);
    }

    /// Registers a task: it runs at once if it may and shall (`true`), else it is a node of the
    /// graph, and this is its number when it is ready.
    fn register(
        self: &Arc<Self>,
        (uses, lane): (&mut Uses, &mut Lane),
        (mode, before): (Mode, u32),
        at_once: bool,
    ) -> (bool, Option<u32>) {
        if at_once && uses.pass(&self.stage, TILE, mode) {
            self.body(mode, before);
            return (true, None);
        }
        let world = self.clone();
        let node = (self.stage).register(lane, &[], move || world.body(mode, before));
        let drawn = uses.depend(&self.stage, lane, node, (TILE, mode));
        let is_ready = self.stage.settle(node, drawn);
        (false, is_ready.then_some(node.number))
    }

    fn run(&self, lane: &mut Lane, task: u32) {
        let mut ready = vec![task];
        while let Some(next) = ready.pop() {
            ready.extend(self.stage.run(lane, next).1);
        }
    }
}

/// One task is run by a PPU, as is whatever becomes ready by it; the second one is run at once if
/// it may, and the third one comes after both.
fn three_tasks(first: Mode, second: Mode) {
    let world = World::new();
    let (mut uses, mut lane) = (Uses::default(), world.stage.lane(0));
    let all = (&mut uses, &mut lane);
    let (_, ready) = world.register(all, (first, 0), false);
    let worker = {
        let (world, task) = (world.clone(), ready.expect("nobody is before it"));
        thread::spawn(move || world.run(&mut world.stage.lane(1), task))
    };
    let mut written = u32::from(first.writes());
    for (mode, at_once) in [(second, true), (Mode::InOut, false)] {
        let all = (&mut uses, &mut lane);
        let (_, ready) = world.register(all, (mode, written), at_once);
        ready
            .into_iter()
            .for_each(|task| world.run(&mut lane, task));
        written += u32::from(mode.writes());
    }
    worker.join().unwrap();
    assert_eq!(world.ran.load(Ordering::Relaxed), 3, "each runs once");
    assert_eq!(world.tile.get(), written);
}

#[test]
fn a_writer_passes_after_the_reader() {
    check_within(6, || three_tasks(Mode::In, Mode::InOut));
}

#[test]
fn a_reader_passes_after_the_writer() {
    check_within(6, || three_tasks(Mode::InOut, Mode::In));
}

#[test]
fn a_writer_passes_after_the_writer() {
    check_within(6, || three_tasks(Mode::InOut, Mode::Out));
}

#[test]
fn planted_bugs_are_found() {
    let early = &["Causality violation", "in order", "each runs once"];
    finds(
        "a_writer_passes_after_the_reader",
        "pass over readers",
        early,
    );
    finds(
        "a_reader_passes_after_the_writer",
        "pass over the writer",
        early,
    );
    finds(
        "a_writer_passes_after_the_writer",
        "pass over the writer",
        early,
    );
    finds("a_writer_passes_after_the_writer", "relaxed", early);
}
