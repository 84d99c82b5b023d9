//! Recorded loops with composite tasks that end early, by a handle, by a deadline or by a failing
//! task, while a lap is recorded or runs from the tape: what waits in composites is dropped, and
//! the same tape runs afterwards.

mod common;

use std::sync::atomic::{AtomicU64, Ordering::SeqCst};
use std::sync::{Mutex, Once};
use std::time::{Duration, Instant};

use hp5::rt::{self, CancelHandle, Mode, Region, Tape};
use hp5::{FailureKind, RegionError, ReplayError};

use common::everywhere;

/// What a task that fails on purpose says.
const MEANT: &str = "one of the leaves";

/// A deadline passes before that.
const PATIENCE: Duration = Duration::from_secs(10);

/// Nothing is printed of panics that are meant.
fn quiet() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let usual = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            let said = info.payload().downcast_ref::<String>();
            if said.is_none_or(|said| said != MEANT) {
                usual(info);
            }
        }));
    });
}

/// How a lap ends early.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum By {
    Handle,
    Deadline,
    Panic,
}

/// Composites of a lap; a lap has as many plain tasks. Three laps are more than are recorded at most.
const COMPOSITES: u64 = 700;
/// Tasks of the composite inside of a composite.
const LEAVES: u64 = 3;
/// Tasks of a lap, at all depths.
const ALL: u64 = COMPOSITES * (3 + LEAVES);

/// What happens in the laps. All their tasks use one key, at each depth: they run one after the other.
struct World {
    by: By,
    handle: CancelHandle,
    registered: AtomicU64,
    ran: AtomicU64,
    /// Of the region inside of a body that ended early.
    inner: Mutex<Option<RegionError>>,
}

impl World {
    fn new(by: By, region: &Region) -> Self {
        World {
            by,
            handle: region.cancel_handle(),
            registered: AtomicU64::new(0),
            ran: AtomicU64::new(0),
            inner: Mutex::new(None),
        }
    }

    /// Ends the region from inside of a body.
    fn end_early(&self) {
        match self.by {
            By::Handle => assert!(self.handle.cancel()),
            By::Deadline => {
                let begun = Instant::now();
                while !rt::is_cancelled() && begun.elapsed() < PATIENCE {
                    std::thread::yield_now();
                }
            }
            By::Panic => panic!("{MEANT}"),
        }
    }

    /// A task of a region; `ends` if it ends all.
    fn task(&self, region: &Region, ends: bool) {
        let mut task = region.task(rt::site!("leaf", file!(), line!()));
        task.access_key(1, Mode::InOut);
        self.registered.fetch_add(1, SeqCst);
        let body = move || {
            self.ran.fetch_add(1, SeqCst);
            if ends {
                self.end_early();
            }
        };
        // SAFETY: the body touches the world, which outlives the region.
        unsafe { task.spawn(body) };
    }

    fn composite(&self, region: &Region, body: impl FnOnce(&Region) + Send) {
        let mut task = region.task(rt::site!("composite", file!(), line!()));
        task.access_key(1, Mode::InOut);
        self.registered.fetch_add(1, SeqCst);
        let body = move |region: &Region| {
            self.ran.fetch_add(1, SeqCst);
            body(region);
        };
        // SAFETY: as in `task`.
        unsafe { task.spawn_nested(body) };
    }

    /// A composite in which a composite has leaves, of which the second may end all.
    fn nest(&self, region: &Region, ends: bool) {
        self.composite(region, move |region| {
            self.composite(region, move |region| {
                (0..LEAVES).for_each(|n| self.task(region, ends && n == 1));
            });
        });
    }

    /// A lap, which `ends` all in the middle.
    fn lap(&self, region: &Region, ends: bool) {
        for n in 0..COMPOSITES {
            self.nest(region, ends && n == COMPOSITES / 2);
            self.task(region, false);
        }
    }

    /// What ran and what was registered, from here on.
    fn take(&self) -> (u64, u64) {
        (self.ran.swap(0, SeqCst), self.registered.swap(0, SeqCst))
    }

    fn assert_is_its(&self, error: &RegionError) {
        let kind = match self.by {
            By::Handle => FailureKind::Cancelled,
            By::Deadline => FailureKind::Deadline,
            By::Panic => FailureKind::Task,
        };
        assert_eq!(error.kind, kind, "{error}");
    }
}

fn begin() -> Region {
    Region::begin(rt::site!("taped", file!(), line!()))
}

/// Runs laps of which lap `last` ends early, and holds what ran; the tape goes on.
fn ends_early(by: By, last: u64) {
    const LAPS: u64 = 6;
    let region = begin();
    let world = World::new(by, &region);
    let mut tape = region.record();
    for lap in 0..LAPS {
        if by == By::Deadline && lap == last {
            region.deadline(Duration::from_millis(1));
        }
        tape.lap(|region| world.lap(region, lap == last));
    }
    let error = region.try_wait().unwrap_err();
    world.assert_is_its(&error);
    let (ran, registered) = world.take();
    // The leaf in the middle of its lap is the last one that runs.
    let last_leaf = last * ALL + COMPOSITES / 2 * (3 + LEAVES) + 2 + 2;
    match by {
        By::Deadline => assert!(ran <= last_leaf, "{ran} tasks ran, not {last_leaf} at most"),
        _ => assert_eq!(ran, last_leaf),
    }
    assert_eq!(ran + error.cancelled, registered, "each ran or was dropped");
    goes_on(&region, &mut tape, &world);
    // A composite's body is used up when it has run.
    let refused = tape.replay(1).unwrap_err();
    assert!(matches!(refused, ReplayError::RunsOnce { .. }), "{refused}");
    drop(tape);
    region.end();
}

/// The region and the tape are as good as before: laps run whole.
fn goes_on(region: &Region, tape: &mut Tape<'_>, world: &World) {
    let before = tape.stats();
    (0..2).for_each(|_| tape.lap(|region| world.lap(region, false)));
    region.try_wait().unwrap();
    assert_eq!(world.take(), (2 * ALL, 2 * ALL));
    let after = tape.stats();
    assert_eq!(after.first_difference, None);
    assert!(after.matched > before.matched, "{before:?}, {after:?}");
}

#[test]
fn laps_with_composites_end_early_and_go_on() {
    quiet();
    everywhere(|| {
        for by in [By::Handle, By::Deadline, By::Panic] {
            // As it is recorded, and from the tape.
            for last in [0, 4] {
                ends_early(by, last);
            }
        }
    });
}

/// A body that may run again: it opens a region in which a composite has leaves.
fn spawn_inner<'w>(world: &'w World, region: &Region, turn: &'w AtomicU64, last: u64) {
    let mut task = region.task(rt::site!("opens", file!(), line!()));
    task.access_key(1, Mode::InOut);
    let body = move || {
        let ends = turn.fetch_add(1, SeqCst) == last;
        let inner = begin();
        world.nest(&inner, ends);
        world.task(&inner, false);
        if let Err(error) = inner.try_end() {
            let message = error.message.clone();
            let before = world.inner.lock().unwrap().replace(error);
            assert!(before.is_none());
            // A leaf's panic is its own region's; the others are those of the region around.
            assert!(world.by != By::Panic, "{message}");
        }
    };
    // SAFETY: the body touches the world, which outlives the region.
    unsafe { task.spawn_repeat(body) };
}

#[test]
fn a_replay_with_composites_in_regions_of_its_bodies_ends_early_and_is_replayed_again() {
    const TASKS: u64 = 40;
    const LAPS: u64 = 10;
    const INSIDE: u64 = 2 + LEAVES + 1;
    quiet();
    everywhere(|| {
        for by in [By::Handle, By::Deadline, By::Panic] {
            let region = begin();
            let (world, turn) = (World::new(by, &region), AtomicU64::new(0));
            let mut tape = region.record();
            let last = 4 * TASKS + 7;
            tape.lap(|region| {
                (0..TASKS).for_each(|_| spawn_inner(&world, region, &turn, last));
            });
            region.try_wait().unwrap();
            if by == By::Deadline {
                region.deadline(Duration::from_millis(40));
            }
            tape.replay(LAPS as u32 - 1).unwrap();
            let error = region.try_wait().unwrap_err();
            world.assert_is_its(&error);
            let (ran, registered) = world.take();
            let turns = turn.swap(last + 1, SeqCst);
            match by {
                By::Deadline => assert!(turns <= last + 1, "{turns} turns"),
                _ => assert_eq!((turns, ran), (last + 1, last * INSIDE + 4)),
            }
            let dropped = LAPS * TASKS - turns + registered - ran;
            assert_eq!(error.cancelled, dropped, "each ran or was dropped");
            // A deadline may pass between two bodies.
            if let Some(inner) = world.inner.lock().unwrap().take() {
                let (kind, own) = match by {
                    By::Panic => (FailureKind::Task, LEAVES - 2 + 1),
                    _ => (FailureKind::Around, registered - ran),
                };
                assert_eq!((inner.kind, inner.cancelled), (kind, own));
            } else {
                assert_eq!((by, ran), (By::Deadline, registered));
            }
            tape.replay(3).unwrap();
            region.try_wait().unwrap();
            assert_eq!(world.take(), (3 * TASKS * INSIDE, 3 * TASKS * INSIDE));
            drop(tape);
            region.end();
        }
    });
}
