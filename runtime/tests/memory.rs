//! What tasks cost in memory, by an allocator that counts, and how many may be in flight.
//! One test at a time: the bytes are the whole process's.

#[path = "common/heap.rs"]
mod heap;

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use hp5::rt::{self, Mode, Pending, Region, Site};
use hp5::{Bind, RegionStats, Runtime};

use heap::in_use;

/// Runs one test at a time, on a thread of its own: what a thread keeps for later is freed when it
/// ends, which has to be before the next test counts.
fn alone(test: impl FnOnce() + Send) {
    static ONE: Mutex<()> = Mutex::new(());
    let _one = ONE.lock().unwrap_or_else(PoisonError::into_inner);
    let ended = std::thread::scope(|scope| scope.spawn(test).join());
    ended.unwrap_or_else(|panic| std::panic::resume_unwind(panic));
}

const TASK: &Site = rt::site!("waiting", file!(), line!());

fn runtime(ppus: usize, max_tasks: u64) -> Runtime {
    let builder = Runtime::builder().ppus(ppus).bind(Bind::None);
    builder.max_tasks(max_tasks).build().unwrap()
}

/// Memory that is named by addresses, 16 bytes of each 32: what a name takes, and what is kept of it.
#[test]
fn names_of_memory_take_what_is_said() {
    alone(|| {
        let runtime = runtime(1, 1 << 16);
        let names = |from: usize, count: usize| {
            let region = Region::begin(TASK);
            let before = in_use();
            for n in from..from + count {
                let mut task = region.task(TASK);
                let place = (1 << 40) | (n * 32);
                task.access_memory(place..place + 16, Mode::InOut);
                // SAFETY: it touches nothing.
                unsafe { task.spawn_repeat(|| ()) };
            }
            let used = in_use() - before;
            region.end();
            used
        };
        runtime.install(|| {
            names(0, 1_000);
            let before = in_use();
            let each = names(0, 300_000) / 300_000;
            assert!((88..120).contains(&each), "{each} bytes for each name");
            let kept = in_use() - before;
            assert!(kept < 24 << 20, "{kept} bytes are kept");
            // All of it serves the next region.
            assert!(names(1 << 20, 100_000) < 4 << 20);
            assert!(in_use() - before < 24 << 20);
        });
    });
}

/// A name that was never there before.
fn made_up(n: usize) -> String {
    format!("turn {n} of a program that makes up names as it goes on")
}

#[test]
fn names_that_are_made_up_go_with_their_regions() {
    alone(|| {
        let runtime = runtime(2, 1 << 16);
        let turns = |turns: std::ops::Range<usize>| {
            for n in turns {
                let region = Region::begin_named(&made_up(n), file!(), line!());
                let mut task = region.task(TASK);
                task.site_dynamic(&made_up(n + 1_000_000), file!(), line!());
                // SAFETY: it touches nothing.
                unsafe { task.spawn(|| ()) };
                region.end();
                let ended = hp5::api::named_region(&made_up(n + 2_000_000), |_| ());
                ended.expect("nothing fails");
            }
        };
        runtime.install(|| {
            turns(0..20_000);
            let before = in_use();
            turns(20_000..40_000);
            let more = in_use() - before;
            assert!(more < 64 << 10, "{more} bytes");
        });
    });
}

/// Nothing is completed before this opens: the first task holds it.
#[derive(Default)]
struct Gate(Mutex<Option<Pending>>);

impl Gate {
    /// Registers a task that writes tile 0 of an array and ends when the gate opens.
    fn shut(&self, region: &Region, array: u32) {
        let mut task = region.task(TASK);
        task.access_tile(array, 0, Mode::InOut);
        // The body may run later, on another thread, but before the region ends.
        let held = std::ptr::from_ref(&self.0) as usize;
        let body = move |pending| {
            // SAFETY: the gate outlives the region, which waits for this body.
            let held = unsafe { &*(held as *const Mutex<Option<Pending>>) };
            *held.lock().unwrap() = Some(pending);
        };
        // SAFETY: the body touches the gate alone.
        unsafe { task.spawn_pending(body) };
    }

    fn open(&self) {
        loop {
            if let Some(pending) = self.0.lock().unwrap().take() {
                return drop(pending);
            }
            std::thread::yield_now();
        }
    }
}

/// Bytes that a slab with so many entries in use has allocated ahead, untouched: its chunks
/// double in size, from 1024 entries on.
fn ahead(entries: usize, bytes: usize) -> i64 {
    let mut room = 0;
    let mut chunk = 1024;
    while room < entries {
        room += chunk;
        chunk *= 2;
    }
    ((room - entries) * bytes) as i64
}

/// Edges in a block, beyond those that stand in the task.
const PER_BLOCK: usize = 15;
const IN_TASK: usize = 4;

/// A registering thread's list of its region's first 4,096 tasks, which stays (`sched/critical_path.rs`).
const ROLL: i64 = 4096 * 16;

/// What registering some tasks allocated.
struct Cost {
    tasks: usize,
    /// Bytes of the array's tables, and its tiles.
    table: i64,
    tiles: usize,
    bytes: i64,
    stats: RegionStats,
}

impl Cost {
    /// With so many blocks of edges.
    fn per_task(&self, blocks: usize) -> f64 {
        let touched = self.bytes - ROLL - ahead(self.tasks + 1, 128) - ahead(blocks, 64);
        touched as f64 / self.tasks as f64
    }
}

/// Registers `tasks` tasks none of which can run; `declare` is called with the task, the
/// array, and the task's number. The array has `tiles` tiles, of which the gate owns the first.
fn cost(tasks: usize, tiles: usize, declare: impl Fn(&mut rt::Task<'_>, u32, usize)) -> Cost {
    let runtime = runtime(1, 1 << 40);
    let tile_of = vec![0_u8; tiles];
    let gate = Gate::default();
    runtime.install(|| {
        let region = Region::begin(rt::site!("memory", file!(), line!()));
        let before = in_use();
        // SAFETY: no task touches the array, which outlives the region.
        let array = unsafe { region.array("tiles", rt::flat(&raw const tile_of), &[1]) }.id();
        let table = in_use() - before;
        let before = in_use();
        gate.shut(&region, array);
        for n in 0..tasks {
            let mut task = region.task(TASK);
            declare(&mut task, array, n);
            // SAFETY: the body touches nothing.
            unsafe { task.spawn(move || _ = std::hint::black_box(n)) };
        }
        let bytes = in_use() - before;
        gate.open();
        let stats = region.try_end().unwrap();
        Cost {
            tasks,
            table,
            tiles,
            bytes,
            stats,
        }
    })
}

#[test]
fn a_task_of_four_tiles_costs_128_bytes_and_its_first_edges_nothing() {
    alone(|| {
        const TASKS: usize = 200_000;
        const ROW: usize = 512;
        // Its own tile, the one before, the one above, and one that nobody writes: two edges.
        let cost = cost(TASKS, 2 * TASKS + 1 + ROW, |task, array, n| {
            let own = ROW + n;
            task.access_tile(array, own, Mode::InOut);
            task.access_tile(array, if n == 0 { 0 } else { own - 1 }, Mode::In);
            task.access_tile(array, own - ROW, Mode::In);
            task.access_tile(array, ROW + TASKS + n, Mode::In);
        });
        // The first row has nobody above.
        assert_eq!(cost.stats.edges, 2 * TASKS as u64 - ROW as u64);
        let per_task = cost.per_task(0);
        assert!(
            (127.0..=129.0).contains(&per_task),
            "{per_task} bytes per task"
        );
        let per_tile = cost.table as f64 / cost.tiles as f64;
        assert!(per_tile <= 64.1, "{per_tile} bytes per tile of an array");
    });
}

#[test]
fn edges_beyond_the_first_four_cost_less_than_eight_bytes() {
    alone(|| {
        const TASKS: usize = 60_000;
        const GROUP: usize = 15;
        // Of each 15 tasks the first writes three tiles, each of which five of the next 15 read:
        // it has 15 successors, of which 11 stand in a block.
        let cost = cost(TASKS, 3 * (TASKS / GROUP + 1), |task, array, n| {
            let (group, at) = (n / GROUP, n % GROUP);
            if at == 0 {
                (0..3).for_each(|tile| task.access_tile(array, 3 * (group + 1) + tile, Mode::Out));
            }
            task.access_tile(array, 3 * group + at % 3, Mode::In);
        });
        // Of the first group a third meets the gate.
        assert_eq!(cost.stats.edges, (TASKS - GROUP + GROUP / 3) as u64);
        let blocks = TASKS / GROUP - 1;
        let per_edge = (cost.per_task(blocks) - 128.0) * GROUP as f64 / (GROUP - IN_TASK) as f64;
        assert!(
            (4.0..=8.0).contains(&per_edge),
            "{per_edge} bytes per edge in a block"
        );
    });
}

#[test]
fn readers_of_one_tile_cost_what_the_table_says() {
    alone(|| {
        // As many as the list has room for when it has doubled often enough.
        const TASKS: usize = 1 << 16;
        let cost = cost(TASKS, 1, |task, array, _| {
            task.access_tile(array, 0, Mode::In);
        });
        assert_eq!(cost.stats.edges, TASKS as u64);
        // An edge in a block, and the reader in the tile's list.
        let blocks = (TASKS - IN_TASK).div_ceil(PER_BLOCK);
        let per_edge = cost.per_task(blocks) - 128.0;
        let wanted = 64.0 / PER_BLOCK as f64 + 8.0;
        assert!(
            (per_edge - wanted).abs() < 0.5,
            "{per_edge} bytes per edge, not {wanted}"
        );
    });
}

#[test]
fn memory_is_used_again() {
    alone(|| {
        let runtime = runtime(2, 1 << 12);
        let cells = vec![0_u8; 1 << 10];
        let laps = |laps: usize| {
            runtime.install(|| {
                for _ in 0..laps {
                    let region = Region::begin(rt::site!("lap", file!(), line!()));
                    // SAFETY: no task touches the array, which outlives the region.
                    let array =
                        unsafe { region.array("cells", rt::flat(&raw const cells), &[1]) }.id();
                    for n in 0..8_000 {
                        let mut task = region.task(TASK);
                        for near in [n, n + 1, n + 7, n + 31, n + 127, n + 129] {
                            let mode = if near == n { Mode::InOut } else { Mode::In };
                            task.access_tile(array, near % cells.len(), mode);
                        }
                        // SAFETY: the body touches nothing.
                        unsafe { task.spawn(|| {}) };
                    }
                    region.try_end().unwrap();
                }
            });
        };
        laps(4);
        let before = in_use();
        laps(12);
        let grown = in_use() - before;
        assert!(
            grown < 1 << 20,
            "{grown} bytes more after 12 times the same"
        );
    });
}

/// What a runtime holds for tasks to come is what was in use at once; what few tasks needed, lists
/// of thousands of tiles, is given back.
#[test]
fn what_is_held_is_what_was_in_use() {
    const FLIGHT: usize = 1 << 10;
    const WIDE: usize = 4_000;
    alone(|| {
        let runtime = runtime(2, FLIGHT as u64);
        let cells = vec![0_u8; WIDE];
        let run = |tasks: usize, tiles: usize| {
            runtime.install(|| {
                let region = Region::begin(rt::site!("held", file!(), line!()));
                // SAFETY: no task touches the array, which outlives the region.
                let array = unsafe { region.array("cells", rt::flat(&raw const cells), &[1]) }.id();
                for n in 0..tasks {
                    let mut task = region.task(TASK);
                    (0..tiles).for_each(|near| {
                        task.access_tile(array, (n + near) % cells.len(), Mode::InOut);
                    });
                    // SAFETY: the body touches nothing.
                    unsafe { task.spawn(|| {}) };
                }
                region.try_end().unwrap();
            });
        };
        run(20_000, 1);
        let (held, before) = (runtime.held(), in_use());
        assert!(held.tasks >= 64 && held.tasks <= 2 * FLIGHT, "{held:?}");
        assert!(held.bytes >= 128 * held.tasks, "{held:?}");
        assert!(before >= held.bytes as i64, "{held:?}, {before} in use");
        run(200, WIDE);
        run(20_000, 1);
        let grown = in_use() - before;
        assert!(grown < 1 << 20, "{grown} bytes for 200 tasks that are over");
        assert!(runtime.held().tasks <= 2 * FLIGHT, "{:?}", runtime.held());
    });
}

/// The most tasks that were registered and had not run yet, and how many of all the
/// registering thread ran itself before it had registered the last one.
fn most_in_flight(runtime: &Runtime, tasks: u64, work: u64) -> (u64, u64) {
    let done = AtomicU64::new(0);
    let registering = std::thread::current().id();
    let (all_there, helped) = (AtomicU64::new(0), AtomicU64::new(0));
    let mut most = 0;
    runtime.install(|| {
        let region = Region::begin(rt::site!("throttle", file!(), line!()));
        for n in 0..tasks {
            let task = region.task(TASK);
            let (done, helped, all_there) = (&done, &helped, &all_there);
            let body = move || {
                (0..work).for_each(|n| _ = std::hint::black_box(n));
                let helps = std::thread::current().id() == registering;
                if helps && all_there.load(Ordering::Relaxed) == 0 {
                    helped.fetch_add(1, Ordering::Relaxed);
                }
                done.fetch_add(1, Ordering::Relaxed);
            };
            // SAFETY: the body touches the counters alone, which outlive the region.
            unsafe { task.spawn(body) };
            most = most.max(n + 1 - done.load(Ordering::Relaxed));
        }
        all_there.store(1, Ordering::Relaxed);
        region.try_end().unwrap();
    });
    assert_eq!(done.into_inner(), tasks);
    (most, helped.into_inner())
}

/// How far a registering thread may be above the limit: it looks once in so many tasks.
const LOOKS: u64 = 64;

#[test]
fn no_more_tasks_are_in_flight_than_allowed() {
    alone(|| {
        for (ppus, limit) in [(1, 1), (2, 10), (2, 100), (1, 1000), (4, 5000), (16, 300)] {
            let runtime = runtime(ppus, limit);
            for work in [0, 2000] {
                let (most, helped) = most_in_flight(&runtime, 8_000, work);
                let allowed = limit + LOOKS;
                assert!(most <= allowed, "{most} of {limit} with {ppus} PPUs");
                if ppus == 1 {
                    assert!(helped > 0, "the registering thread runs tasks meanwhile");
                }
            }
        }
    });
}

/// The limit as the environment gives it, in a process of its own.
#[test]
fn the_environment_limits_tasks_in_flight() {
    const INSIDE: &str = "HP5_TEST_LIMITED";
    let name = "the_environment_limits_tasks_in_flight";
    if std::env::var_os(INSIDE).is_some() {
        let runtime = Runtime::builder().ppus(2).bind(Bind::None).build().unwrap();
        println!("most in flight: {}", most_in_flight(&runtime, 8_000, 100).0);
        return;
    }
    alone(|| {
        let run = |limit: &str| {
            let out = std::process::Command::new(std::env::current_exe().unwrap())
                .args(["--exact", name, "--nocapture"])
                .env(INSIDE, "1")
                .env("HP5_MAX_TASKS", limit)
                .output()
                .unwrap();
            let text = String::from_utf8_lossy(&out.stdout).into_owned();
            let most = text
                .lines()
                .find_map(|line| line.split("most in flight: ").nth(1));
            let most = most.and_then(|number| number.trim().parse::<u64>().ok());
            (most, text + &String::from_utf8_lossy(&out.stderr))
        };
        let (most, text) = run("200");
        assert!(most.is_some_and(|most| most <= 200 + LOOKS), "{text}");
        let (most, text) = run("none");
        assert!(most.is_none() && text.contains("HP5_MAX_TASKS"), "{text}");
    });
}
