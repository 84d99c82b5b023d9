//! What recording costs, by counting; pieces and strands of laps.

mod strands;

use crate::graph::reference::COMPARED;
use crate::rt::replay::coarsen::Bundles;
use crate::rt::{Mode, Region, Site};
use crate::sync::{Arc, AtomicU64, Ordering};
use crate::{RegionStats, Runtime};

static SITE: Site = Site::new("tape", file!(), line!());

/// Laps of a star: a writer, so many readers, a writer. What the region counted, and how often
/// its registering thread compared two tasks.
fn star(readers: u64, laps: u32) -> (RegionStats, u64) {
    let runtime = Runtime::builder().ppus(1).build().expect("a runtime");
    runtime.install(|| {
        let ran = Arc::new(AtomicU64::new(0));
        let region = Region::begin(&SITE);
        let before = COMPARED.get();
        let mut tape = region.record();
        region.close_tape_after(2);
        for _ in 0..laps {
            tape.lap(|region| {
                for n in 0..readers + 2 {
                    let is_writer = n == 0 || n == readers + 1;
                    let mut task = region.task(&SITE);
                    // Twice: the second time, every edge is known.
                    task.access_key(1, if is_writer { Mode::Out } else { Mode::In });
                    task.access_key(2, if is_writer { Mode::Out } else { Mode::In });
                    let ran = ran.clone();
                    let body = move || {
                        ran.fetch_add(1, Ordering::Relaxed);
                    };
                    // SAFETY: the body touches what it shares with this function.
                    unsafe { task.spawn_repeat(body) };
                }
            });
        }
        drop(tape);
        let compared = COMPARED.get() - before;
        let stats = region.try_end().expect("no task fails");
        let tasks = u64::from(laps) * (readers + 2);
        assert_eq!(ran.load(Ordering::Relaxed), tasks, "bodies that ran");
        (stats, compared)
    })
}

#[test]
fn many_predecessors_are_recorded_in_linear_time() {
    let (_, few) = star(500, 3);
    let (stats, many) = star(5_000, 3);
    assert!(
        many < 15 * few,
        "{few} comparisons, {many} for ten times as many tasks"
    );
    assert!(many < 100 * stats.tasks, "{many} for {} tasks", stats.tasks);
}

/// What a lap of tasks over cells is: the cells that each reads, and the one that it changes.
type Steps = Vec<(Vec<usize>, usize)>;

const CELLS: usize = 64;

/// Cells that tasks reach by number, under the keys that they declare.
struct Cells(Vec<AtomicU64>);

impl Cells {
    fn new() -> Arc<Cells> {
        Arc::new(Cells((0..CELLS).map(|_| AtomicU64::new(1)).collect()))
    }

    /// Not in one step: a task that runs at the same time would show.
    fn step(&self, (reads, writes): &(Vec<usize>, usize)) {
        let sum = reads.iter().fold(1, |sum: u64, &cell| {
            sum.rotate_left(7) ^ self.0[cell].load(Ordering::Relaxed)
        });
        let own = self.0[*writes].load(Ordering::Relaxed);
        self.0[*writes].store(own.wrapping_mul(31).wrapping_add(sum), Ordering::Relaxed);
    }

    fn values(&self) -> Vec<u64> {
        self.0
            .iter()
            .map(|cell| cell.load(Ordering::Relaxed))
            .collect()
    }
}

/// Registers a lap.
fn register(region: &Region, steps: &Arc<Steps>, cells: &Arc<Cells>) {
    for n in 0..steps.len() {
        let mut task = region.task(&SITE);
        let (reads, writes) = &steps[n];
        reads.iter().for_each(|&cell| {
            task.access_key(cell, Mode::In);
        });
        task.access_key(*writes, Mode::InOut);
        let (steps, cells) = (steps.clone(), cells.clone());
        // SAFETY: the body touches what it shares with the test.
        unsafe { task.spawn_repeat(move || cells.step(&steps[n])) };
    }
}

fn on(ppus: usize, f: impl FnOnce()) {
    let runtime = Runtime::builder().ppus(ppus).bind(crate::Bind::None);
    runtime.build().expect("a runtime").install(f);
}

/// Registers tasks in four chains, which count and then sleep for so many microseconds.
fn register_naps<'a>(region: &Region, tasks: usize, (nap, ran): (&'a AtomicU64, &'a AtomicU64)) {
    for n in 0..tasks {
        let mut task = region.task(&SITE);
        task.access_key(n % 4, Mode::InOut);
        let body = move || {
            ran.fetch_add(1, Ordering::Relaxed);
            let time = nap.load(Ordering::Relaxed);
            std::thread::sleep(std::time::Duration::from_micros(time));
        };
        // SAFETY: callers keep the numbers until the region has ended.
        unsafe { task.spawn_repeat(body) };
    }
}

/// The pieces of the open tape: the tasks of each.
fn pieces(region: &Region) -> Option<Vec<Vec<u32>>> {
    region.with_recorded(|recorded| {
        let Some(Bundles::Pieces(pieces)) = &recorded.bundles else {
            return None;
        };
        let tasks = |n| {
            pieces
                .piece(n)
                .iter()
                .flat_map(|span| span.tasks())
                .collect()
        };
        Some((0..pieces.len()).map(tasks).collect())
    })
}

struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % n
    }
}

/// Laps of many forms.
fn forms() -> Vec<Steps> {
    let mut forms = vec![
        // One chain, chains side by side, sweeps over all cells, a star.
        (0..2000).map(|_| (vec![], 0)).collect(),
        (0..2000).map(|n| (vec![], n % 8)).collect(),
        (0..4000).map(|n| (vec![], n % CELLS)).collect(),
        (0..2000).map(|n| (vec![0], 1 + n % (CELLS - 1))).collect(),
        // A wavefront of 8 x 8 and a stencil, again and again.
        (0..3000)
            .map(|n| {
                let cell = n % CELLS;
                let before = [(!cell.is_multiple_of(8), 1), (cell >= 8, 8)].into_iter();
                let reads = before.filter(|b| b.0).map(|b| cell - b.1).collect();
                (reads, cell)
            })
            .collect(),
        (0..3000)
            .map(|n| {
                let (half, at): (usize, usize) = (n / 32 % 2, n % 32);
                let around = at.saturating_sub(1)..(at + 2).min(32);
                let reads = around.map(|cell| half * 32 + cell).collect();
                (reads, (1 - half) * 32 + at)
            })
            .collect(),
    ];
    for seed in 0..12 {
        let mut random = Random(seed);
        let (cells, most) = (1 + random.below(CELLS), random.below(9));
        let step = |_| {
            let count = random.below(most + 1);
            let reads = (0..count).map(|_| random.below(cells)).collect();
            (reads, random.below(cells))
        };
        forms.push((0..1500).map(step).collect());
    }
    forms
}

#[test]
fn laps_in_pieces_are_laps_in_order() {
    for ppus in [1, 2, 8] {
        on(ppus, || {
            for (form, steps) in forms().into_iter().enumerate() {
                let steps = Arc::new(steps);
                let (cells, serial) = (Cells::new(), Cells::new());
                let expect = |laps: u32| {
                    (0..laps).for_each(|_| steps.iter().for_each(|step| serial.step(step)));
                    serial.values()
                };
                let region = Region::begin(&SITE);
                let mut tape = region.record();
                tape.lap(|region| register(region, &steps, &cells));
                tape.replay(3).expect("bodies run again");
                region.wait();
                assert_eq!(cells.values(), expect(4), "form {form}, {ppus} PPUs");
                let made = pieces(&region).map_or(steps.len(), |pieces| pieces.len());
                if form < 4 {
                    assert!(2 * made <= steps.len(), "form {form}: {made} pieces");
                }
                tape.replay(1).expect("bodies run again");
                // Registered again, and in pieces again where it is replayed.
                tape.lap(|region| register(region, &steps, &cells));
                tape.replay(2).expect("bodies run again");
                let stats = tape.stats();
                assert_eq!((stats.laps, stats.plain), (8, 0), "{stats}");
                drop(tape);
                let stats = region.try_end().expect("no task fails");
                assert_eq!(stats.tasks, 8 * steps.len() as u64, "form {form}");
                assert_eq!(cells.values(), expect(4), "form {form}, {ppus} PPUs");
                assert_eq!(Arc::strong_count(&cells), 1, "bodies that were not dropped");
            }
        });
    }
}

#[test]
fn a_tape_in_pieces_that_is_handed_bodies_is_one_of_tasks() {
    on(2, || {
        let steps: Arc<Steps> = Arc::new((0..5000).map(|n| (vec![], n % 8)).collect());
        let (cells, region) = (Cells::new(), Region::begin(&SITE));
        let mut tape = region.record();
        tape.lap(|region| register(region, &steps, &cells));
        tape.replay(1).expect("bodies run again");
        assert!(pieces(&region).is_some());
        tape.lap(|region| register(region, &steps, &cells));
        assert!(pieces(&region).is_none());
        tape.replay(1).expect("bodies run again");
        let stats = tape.stats();
        assert_eq!(
            (stats.laps, stats.recorded, stats.matched),
            (4, 5000, 15_000)
        );
        drop(tape);
        region.end();
        assert_eq!(Arc::strong_count(&cells), 1, "bodies that were not dropped");
        let serial = Cells::new();
        (0..4).for_each(|_| steps.iter().for_each(|step| serial.step(step)));
        assert_eq!(cells.values(), serial.values());
    });
}

#[test]
fn chains_that_do_not_meet_are_in_pieces_of_their_own() {
    on(2, || {
        let steps: Arc<Steps> = Arc::new((0..4000).map(|n| (vec![], n % 8)).collect());
        let (cells, region) = (Cells::new(), Region::begin(&SITE));
        let mut tape = region.record();
        tape.lap(|region| register(region, &steps, &cells));
        tape.replay(1).expect("bodies run again");
        let pieces = pieces(&region).expect("there are some");
        let chain = |task: &u32| task % 8;
        for piece in &pieces {
            assert!(
                piece.iter().all(|task| chain(task) == chain(&piece[0])),
                "{piece:?}"
            );
        }
        assert!(pieces.len() >= 16, "{} pieces", pieces.len());
    });
}

#[test]
fn tasks_that_become_long_are_nodes_of_their_own() {
    on(2, || {
        let (nap, region) = (AtomicU64::new(0), Region::begin(&SITE));
        let mut tape = region.record();
        let (nap, ran) = (&nap, &AtomicU64::new(0));
        tape.lap(|region| register_naps(region, 400, (nap, ran)));
        tape.replay(1).expect("bodies run again");
        region.wait();
        assert!(pieces(&region).is_some());
        nap.store(3_000, Ordering::Relaxed);
        tape.replay(1).expect("bodies run again");
        region.wait();
        nap.store(0, Ordering::Relaxed);
        tape.replay(1).expect("bodies run again");
        assert!(pieces(&region).is_none());
        drop(tape);
        region.end();
        assert_eq!(ran.load(Ordering::Relaxed), 4 * 400);
    });
}

#[test]
fn who_fails_in_a_piece_is_named_and_the_others_are_counted() {
    static FAILS: Site = Site::new("fails", file!(), line!());
    on(2, || {
        const TASKS: u64 = 1000;
        let (ran, region) = (AtomicU64::new(0), Region::begin(&SITE));
        let mut tape = region.record();
        let ran = &ran;
        tape.lap(|region| {
            for n in 0..TASKS {
                let mut task = region.task(if n == 700 { &FAILS } else { &SITE });
                task.access_key(1, Mode::InOut);
                let body = move || {
                    let before = ran.fetch_add(1, Ordering::Relaxed);
                    assert!(before != 3 * TASKS + 700, "the fourth time");
                };
                // SAFETY: the counter outlives the region.
                unsafe { task.spawn_repeat(body) };
            }
        });
        tape.replay(5).expect("bodies run again");
        let error = region.try_wait().expect_err("a task failed");
        assert!(pieces(&region).is_some());
        assert_eq!(
            (error.task.as_str(), error.message.as_str()),
            ("fails", "the fourth time")
        );
        assert_eq!(error.tiles, ["inout key 0"]);
        assert_eq!(ran.load(Ordering::Relaxed), 3 * TASKS + 701);
        assert_eq!(error.cancelled, 6 * TASKS - (3 * TASKS + 701));
        tape.replay(2).expect("bodies run again");
        region.try_wait().expect("no task fails any more");
        assert_eq!(ran.load(Ordering::Relaxed), 5 * TASKS + 701);
        drop(tape);
        region.end();
    });
}
