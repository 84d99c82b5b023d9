//! A large machine, pretended: 64 PPUs of two packages on however few processors there are.
//! Graphs come out right, and work is fetched from near. (`sched/steal/tests` has the same in
//! made-up time, where all 64 work at once.)

use std::sync::atomic::{AtomicU64, Ordering};

use hp5::rt::{self, Mode, Region, Site};
use hp5::{Bind, RegionStats, Runtime};

/// Two packages with four last caches each, of eight cores.
const SERVER: &str = "package:2 l3:4(size=32MiB) core:8 pu:1";
const PPUS: usize = 64;

const STEP: &Site = rt::site!("step", file!(), line!());

fn server(chaos: Option<u64>) -> Runtime {
    let mut builder = Runtime::builder()
        .ppus(PPUS)
        .bind(Bind::None)
        .machine(SERVER);
    if let Some(seed) = chaos {
        builder = builder.chaos(seed);
    }
    builder.build().unwrap()
}

/// A small deterministic generator.
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

/// Elements of a tile: enough for a home to be worth something.
const TILE: usize = 512;

/// What a task does to one tile's first element, from another's.
fn mix(cells: &[AtomicU64], to: usize, from: usize, salt: u64) {
    let at = |tile: usize| &cells[tile * TILE];
    let value = at(to).load(Ordering::Relaxed).wrapping_mul(31);
    let other = at(from).load(Ordering::Relaxed) ^ salt;
    // No exchange: that tasks do not meet here is the runtime's work.
    at(to).store(value.wrapping_add(other), Ordering::Relaxed);
}

/// Registers random steps on the tiles; one in eight is a composite whose own tasks do the
/// step four times, one after the other.
fn register(cells: &Vec<AtomicU64>, serial: &[AtomicU64], random: &mut Random, steps: u64) {
    let tiles = cells.len() / TILE;
    let region = Region::begin(rt::site!("steps", file!(), line!()));
    // SAFETY: the cells outlive the region's graph.
    let array = unsafe { region.array("cells", rt::flat(&raw const *cells), &[TILE]) }.id();
    for salt in 0..steps {
        let (to, from) = (random.below(tiles), random.below(tiles));
        let rounds = if salt % 8 == 0 { 4 } else { 1 };
        (0..rounds).for_each(|_| mix(serial, to, from, salt));
        let mut task = region.task(STEP);
        task.access_tile(array, to, Mode::InOut);
        task.access_tile(array, from, Mode::In);
        if rounds == 1 {
            // SAFETY: the body touches the two declared tiles.
            unsafe { task.spawn(move || mix(cells, to, from, salt)) };
            continue;
        }
        let inside = move |region: &Region| {
            for _ in 0..rounds {
                let mut task = region.task(STEP);
                task.access_key(1, Mode::InOut);
                // SAFETY: as outside; the key puts the rounds in order.
                unsafe { task.spawn(move || mix(cells, to, from, salt)) };
            }
        };
        // SAFETY: as above.
        unsafe { task.spawn_nested(inside) };
    }
    region.end();
}

fn cells(tiles: usize) -> Vec<AtomicU64> {
    (0..tiles * TILE).map(|_| AtomicU64::new(1)).collect()
}

#[test]
fn random_graphs_equal_registration_order() {
    for (seed, chaos) in [(1, None), (2, None), (3, Some(3)), (4, Some(4))] {
        let server = server(chaos);
        // Several threads with a region each.
        std::thread::scope(|scope| {
            for thread in 0..3 {
                let server = &server;
                scope.spawn(move || {
                    let mut random = Random(seed + 100 * thread);
                    let (parallel, serial) = (cells(96), cells(96));
                    server.install(|| register(&parallel, &serial, &mut random, 1500));
                    let same = |(a, b): (&AtomicU64, &AtomicU64)| {
                        a.load(Ordering::Relaxed) == b.load(Ordering::Relaxed)
                    };
                    assert!(parallel.iter().zip(&serial).all(same), "seed {seed}");
                });
            }
        });
    }
}

#[test]
fn a_large_machine_starts_and_stops_and_falls_asleep() {
    for _ in 0..5 {
        let server = server(None);
        server.install(|| {
            let region = Region::begin(rt::site!("one", file!(), line!()));
            // SAFETY: the body touches nothing.
            unsafe { region.task(STEP).spawn(|| {}) };
            region.end();
        });
    }
    // More threads than any test machine has processors.
    let builder = Runtime::builder().ppus(512).bind(Bind::None);
    let huge = builder
        .machine("package:8 numa:4 l3:4 core:4 pu:1")
        .build()
        .unwrap();
    assert_eq!(huge.ppus(), 512);
    let (parallel, serial) = (cells(600), cells(600));
    huge.install(|| register(&parallel, &serial, &mut Random(7), 2000));
    let sum = |cells: &[AtomicU64]| {
        cells.iter().fold(0_u64, |sum, cell| {
            sum.wrapping_add(cell.load(Ordering::Relaxed))
        })
    };
    assert_eq!(sum(&parallel), sum(&serial));
}

/// Jacobi sweeps over a line of tiles that all have a home.
fn jacobi(server: &Runtime, sweeps: usize) -> RegionStats {
    let tiles = 8 * PPUS;
    let plates = [cells(tiles), cells(tiles)];
    server.install(|| {
        let region = Region::begin(rt::site!("jacobi", file!(), line!()));
        let arrays = [&plates[0], &plates[1]].map(|plate| {
            // SAFETY: the plates outlive the region's graph.
            unsafe { region.array("plate", rt::flat(&raw const *plate), &[TILE]) }.id()
        });
        for sweep in 0..sweeps {
            for tile in 0..tiles {
                let mut task = region.task(STEP);
                task.access_tile(arrays[(sweep + 1) % 2], tile, Mode::InOut);
                for near in tile.saturating_sub(1)..(tile + 2).min(tiles) {
                    task.access_tile(arrays[sweep % 2], near, Mode::In);
                }
                // SAFETY: the body touches nothing.
                unsafe { task.spawn(|| (0..3000).for_each(|n| _ = std::hint::black_box(n))) };
            }
        }
        region.try_end().unwrap()
    })
}

#[test]
fn work_is_fetched_from_near_more_often_than_chance_has_it() {
    // Of 63 others 7 share the last cache: a thief that tried anybody would have a ninth of its
    // tasks from there. A busy machine may run few of the 64 threads at a time: then once more.
    let server = server(None);
    let mut seen = Vec::new();
    for _ in 0..8 {
        let stats = jacobi(&server, 40);
        let total = stats.steals_total();
        let near = stats.steals.get(1).copied().unwrap_or(0) as f64 / total as f64;
        println!("{near:.2} of {total} steals are near: {stats}");
        if total > 100 && near > 2.0 / 9.0 {
            return;
        }
        seen.push(stats.steals);
    }
    panic!("steals by distance: {seen:?}");
}
