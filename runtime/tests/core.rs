//! The registration API end to end: order, failure, nesting, waiting, remapping, mutual
//! exclusion, under 1, 2 and 8 PPUs and perturbed schedules.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use hp5::Runtime;
use hp5::observe::capture_records;
use hp5::observe::record::TaskKind;
use hp5::rt::{self, Mode, Order, Region};

/// Runs `f` on runtimes of several sizes, with and without perturbation.
fn everywhere(f: impl Fn()) {
    for (ppus, chaos) in [
        (1, None),
        (2, None),
        (8, None),
        (2, Some(1)),
        (8, Some(2)),
        (8, Some(3)),
    ] {
        let mut builder = Runtime::builder().ppus(ppus).bind(hp5::Bind::None);
        if let Some(seed) = chaos {
            builder = builder.chaos(seed);
        }
        builder.build().unwrap().install(&f);
    }
}

/// Keeps the panics of failing bodies out of the output.
fn quietly(f: impl FnOnce()) {
    static ONE: Mutex<()> = Mutex::new(());
    let _one = ONE.lock();
    std::panic::set_hook(Box::new(|_| {}));
    f();
    let _ = std::panic::take_hook();
}

/// A small deterministic generator.
struct Random(u64);

impl Random {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % n
    }
}

#[test]
fn random_graphs_equal_registration_order() {
    everywhere(|| {
        for seed in 0..20 {
            let mut random = Random(seed);
            let cells = vec![1_u64; 16];
            let mut serial = cells.clone();
            let region = Region::begin(rt::site!("random", file!(), line!()));
            for step in 0..500_u64 {
                let (from, to) = (random.below(16) as usize, random.below(16) as usize);
                // SAFETY: `cells` outlives the region, which ends below, and is not touched here.
                let array = unsafe { region.array("cells", rt::flat(&raw const cells), &[1]) };
                let mut task = region.task(rt::site!("step", file!(), line!()));
                task.access(&array, Mode::InOut, &[(to as isize, to as isize + 1)]);
                task.access(&array, Mode::In, &[(from as isize, from as isize + 1)]);
                let mut view = array.view();
                // SAFETY: the body touches the two declared elements.
                unsafe {
                    task.spawn(move || {
                        view[to] = view[to].wrapping_mul(31).wrapping_add(view[from] ^ step)
                    })
                };
                serial[to] = serial[to]
                    .wrapping_mul(31)
                    .wrapping_add(serial[from] ^ step);
            }
            region.end();
            assert_eq!(cells, serial, "seed {seed}");
        }
    });
}

#[test]
fn a_parallel_loop_that_shares_tiles_still_orders_what_follows() {
    everywhere(|| {
        let data = vec![0_u64; 100];
        let region = Region::begin(rt::site!("shared tiles", file!(), line!()));
        for sweep in 0..20_u64 {
            // Tiles of 8, chunks of 6: neighbours meet in tiles.
            // SAFETY: as in the first test.
            let array = unsafe { region.array("data", rt::flat(&raw const data), &[8]) };
            let mut tasks = region.task_loop(rt::site!("sweep", file!(), line!()), Order::Parallel);
            for chunk in rt::chunks(0..100_usize, 6, 0) {
                let mut task = tasks.task();
                task.access(&array, Mode::InOut, &[rt::ends(&chunk)]);
                let mut view = array.view();
                let body = move || chunk.for_each(|i| view[i] = view[i] * 3 + sweep + i as u64);
                // SAFETY: each body touches its own chunk.
                unsafe { task.spawn(body) };
            }
            tasks.finish();
        }
        region.end();
        let mut serial = vec![0_u64; 100];
        for sweep in 0..20 {
            (0..100).for_each(|i| serial[i] = serial[i] * 3 + sweep + i as u64);
        }
        assert_eq!(data, serial);
    });
}

#[test]
fn a_thousand_failures_in_a_row_leave_the_pool_usable() {
    let runtime = Runtime::builder().ppus(2).build().unwrap();
    quietly(|| runtime.install(|| (0..1000).for_each(fail_once)));
    runtime.install(|| {
        assert!(
            Region::begin(rt::site!("after", file!(), line!()))
                .try_end()
                .is_ok()
        )
    });
}

fn fail_once(round: usize) {
    let data = vec![0_u8; 64];
    let ran = AtomicUsize::new(0);
    let region = Region::begin(rt::site!("failing", "src/x.rs", 1));
    // SAFETY: `data` and `ran` outlive the region.
    let array = unsafe { region.array("data", rt::flat(&raw const data), &[16]) };
    for n in 0..8_usize {
        let mut task = region.task(rt::site!("bad:7", "src/x.rs", 7));
        let lo = (n % 4) as isize * 16;
        task.access(&array, Mode::InOut, &[(lo, lo + 16)]);
        let ran = &ran;
        let body = move || {
            ran.fetch_add(1, Ordering::Relaxed);
            assert!(n != round % 4, "round {round}");
        };
        // SAFETY: the body touches nothing but the counter.
        unsafe { task.spawn(body) };
    }
    let error = region.try_end().unwrap_err();
    assert_eq!(
        (error.task.as_str(), error.file, error.line),
        ("bad:7", "src/x.rs", 7)
    );
    assert_eq!(error.message, format!("round {round}"));
    let at = (round % 4) * 16;
    assert_eq!(error.tiles, [format!("inout data[{at}..{}]", at + 16)]);
    assert_eq!(ran.load(Ordering::Relaxed) as u64 + error.cancelled, 8);
}

#[test]
fn composite_tasks_complete_when_their_graph_does() {
    everywhere(|| {
        let data = vec![0_u64; 64];
        let region = Region::begin(rt::site!("outer", file!(), line!()));
        for round in 0..5_u64 {
            for half in 0..2_usize {
                // SAFETY: as in the first test.
                let array = unsafe { region.array("data", rt::flat(&raw const data), &[32]) };
                let mut task = region.task(rt::site!("composite", file!(), line!()));
                let base = half * 32;
                task.access(&array, Mode::InOut, &[(base as isize, base as isize + 32)]);
                let data = array.view();
                // SAFETY: the inner tasks touch the composite's tile only.
                unsafe {
                    task.spawn_nested(move |inside: &Region| build_half(inside, data, base, round))
                };
            }
        }
        let stats = region.try_end().unwrap();
        assert_eq!(data, halves_in_order());
        assert_eq!(
            stats.tasks,
            10 + 10 * 12,
            "composites and what is inside them"
        );
    });
}

fn build_half(inside: &Region, data: rt::Flat<u64>, base: usize, round: u64) {
    let mut scratch = inside.keep(vec![0_u64; 32]);
    scratch[0] = 1;
    // SAFETY: the data outlive the outer region, the scratch is kept.
    let (array, kept) = unsafe {
        (
            inside.array("data", rt::flat(&raw const data), &[8]),
            inside.array("scratch", rt::flat(&raw const scratch), &[8]),
        )
    };
    for pass in 0..3_u64 {
        for chunk in rt::chunks(base..base + 32, 8, 0) {
            let mut task = inside.task(rt::site!("inner", file!(), line!()));
            let (lo, hi) = rt::ends(&chunk);
            task.access(&array, Mode::InOut, &[(lo, hi)]);
            task.access(
                &kept,
                Mode::InOut,
                &[(lo - base as isize, hi - base as isize)],
            );
            let (mut data, mut scratch) = (array.view(), kept.view());
            let body = move || {
                for i in chunk {
                    scratch[i - base] += i as u64;
                    data[i] = data[i] * 2 + round + pass + scratch[i - base];
                }
            };
            // SAFETY: declared.
            unsafe { task.spawn(body) };
        }
    }
}

fn halves_in_order() -> Vec<u64> {
    let mut serial = vec![0_u64; 64];
    for round in 0..5 {
        for half in 0..2 {
            let mut scratch = [0_u64; 32];
            scratch[0] = 1;
            for pass in 0..3 {
                for i in half * 32..half * 32 + 32 {
                    scratch[i - half * 32] += i as u64;
                    serial[i] = serial[i] * 2 + round + pass + scratch[i - half * 32];
                }
            }
        }
    }
    serial
}

#[test]
fn a_failure_inside_a_composite_ends_the_region() {
    quietly(|| {
        everywhere(|| {
            let region = Region::begin(rt::site!("outer", file!(), line!()));
            let task = region.task(rt::site!("composite", file!(), line!()));
            // SAFETY: nothing is touched.
            unsafe {
                task.spawn_nested(|inside: &Region| {
                    inside
                        .task(rt::site!("inner:9", "y.rs", 9))
                        .spawn(|| panic!("deep"))
                });
            }
            let error = region.try_end().unwrap_err();
            assert_eq!(
                (error.task.as_str(), error.line, error.message.as_str()),
                ("inner:9", 9, "deep")
            );
        });
    });
}

/// A mutex held across a wait deadlocks when the waiting PPU runs a stranger that wants it.
#[test]
fn a_task_that_waits_runs_only_its_descendants() {
    everywhere(|| {
        let (gate, done) = (Mutex::new(()), AtomicUsize::new(0));
        let region = Region::begin(rt::site!("outer", file!(), line!()));
        for _ in 0..32 {
            let (gate, done) = (&gate, &done);
            let body = move || {
                let held = gate.lock().unwrap();
                let inner = Region::begin(rt::site!("inner", file!(), line!()));
                for _ in 0..8 {
                    let task = inner.task(rt::site!("child", file!(), line!()));
                    // SAFETY: the counter outlives both regions.
                    unsafe { task.spawn(|| _ = done.fetch_add(1, Ordering::Relaxed)) };
                }
                inner.end();
                drop(held);
            };
            // SAFETY: the captures outlive the region.
            unsafe {
                region
                    .task(rt::site!("holder", file!(), line!()))
                    .spawn(body)
            };
        }
        region.end();
        assert_eq!(done.load(Ordering::Relaxed), 32 * 8);
    });
}

#[test]
fn commutative_tasks_exclude_one_another() {
    everywhere(|| {
        let sum = [0_u64];
        let region = Region::begin(rt::site!("sum", file!(), line!()));
        // SAFETY: `sum` outlives the region.
        let array = unsafe { region.array("sum", rt::flat(&raw const sum), &[]) };
        for n in 0..200_u64 {
            let mut task = region.task(rt::site!("add", file!(), line!()));
            task.access(&array, Mode::Commutative, &[]);
            let mut sum = array.view();
            let body = move || {
                let before = sum[0];
                std::thread::yield_now();
                sum[0] = before + n;
            };
            // SAFETY: one commutative user at a time.
            unsafe { task.spawn(body) };
        }
        region.end();
        assert_eq!(std::hint::black_box(sum)[0], 199 * 200 / 2);
    });
}

#[test]
fn another_template_for_the_same_data_is_remapped() {
    everywhere(|| {
        let data = vec![1_u64; 60];
        let region = Region::begin(rt::site!("remap", file!(), line!()));
        for round in 0..10_usize {
            let tile = [7, 20, 60, 1][round % 4];
            // SAFETY: as in the first test.
            let array = unsafe { region.array("data", rt::flat(&raw const data), &[tile]) };
            let mut tasks = region.task_loop(rt::site!("round", file!(), line!()), Order::Ordered);
            for chunk in rt::chunks(1..60_usize, 9, 0) {
                let mut task = tasks.task();
                let (lo, hi) = rt::ends(&chunk);
                task.access(&array, Mode::InOut, &[(lo - 1, hi)]);
                let mut view = array.view();
                let body =
                    move || chunk.for_each(|i| view[i] = view[i].wrapping_mul(5) ^ view[i - 1]);
                // SAFETY: declared as above.
                unsafe { task.spawn(body) };
            }
            tasks.finish();
        }
        region.end();
        let mut serial = vec![1_u64; 60];
        for _ in 0..10 {
            (1..60).for_each(|i| serial[i] = serial[i].wrapping_mul(5) ^ serial[i - 1]);
        }
        assert_eq!(data, serial);
    });
}

/// The empty task between two templates waits for the users of that array alone.
#[test]
fn a_remapping_waits_for_one_array_alone() {
    let (a, b) = (vec![0_u64; 40], vec![0_u64; 40]);
    let ((), runs) = capture_records(|| {
        let region = Region::begin(rt::site!("remap", file!(), line!()));
        // SAFETY: the vectors outlive the region, and no body touches them.
        let place = |of: &Vec<u64>| unsafe { rt::flat(std::ptr::from_ref(of)) };
        let add = |name, of: &Vec<u64>, tile| {
            // SAFETY: as above.
            let array = unsafe { region.array(name, place(of), &[tile]) };
            for tile in 0..40 / tile {
                let mut task = region.task(rt::site!("task", file!(), line!()));
                task.access_tile(array.id(), tile, Mode::InOut);
                // SAFETY: the body touches nothing.
                unsafe { task.spawn(|| ()) };
            }
        };
        add("a", &a, 10);
        add("b", &b, 10);
        add("a", &a, 20);
        add("b", &b, 10);
        region.end();
    });
    let tasks = &runs[0].tasks;
    let remaps: Vec<_> = (0..tasks.len())
        .filter(|&n| tasks[n].kind == TaskKind::Remap)
        .collect();
    assert_eq!(remaps.len(), 1, "the array `b` has one template");
    let into = |to: usize| {
        let edges = runs[0].edges.iter().filter(move |e| e.to as usize == to);
        edges.map(|e| e.from).collect::<Vec<_>>()
    };
    let users = |name: &str| {
        let uses = |n: &u32| tasks[*n as usize].tiles.iter().any(|t| t.array == name);
        (0..tasks.len() as u32).filter(uses).collect::<Vec<_>>()
    };
    let mut before = into(remaps[0]);
    before.sort_unstable();
    assert_eq!(before, users("a")[..4], "its old tiles");
    for &task in &users("a")[4..] {
        assert_eq!(into(task as usize), [remaps[0] as u32]);
    }
    for (&first, &second) in users("b")[..4].iter().zip(&users("b")[4..]) {
        assert_eq!(into(second as usize), [first]);
    }
}

#[test]
fn registration_waits_when_too_many_tasks_are_in_flight() {
    let runtime = Runtime::builder().ppus(2).max_tasks(100).build().unwrap();
    runtime.install(|| {
        let (now, most) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let region = Region::begin(rt::site!("throttled", file!(), line!()));
        for _ in 0..5000 {
            let now = &now;
            most.fetch_max(now.fetch_add(1, Ordering::Relaxed), Ordering::Relaxed);
            let task = region.task(rt::site!("t", file!(), line!()));
            // SAFETY: the counters outlive the region.
            unsafe { task.spawn(move || _ = now.fetch_sub(1, Ordering::Relaxed)) };
        }
        region.end();
        assert!(
            most.load(Ordering::Relaxed) < 300,
            "{}",
            most.load(Ordering::Relaxed)
        );
    });
}

#[test]
fn several_threads_may_have_regions_open() {
    let runtime = Runtime::builder().ppus(2).build().unwrap();
    let runtime = &runtime;
    std::thread::scope(|threads| {
        for seed in 0..6_u64 {
            threads.spawn(move || runtime.install(|| chain_of_updates(seed)));
        }
    });
}

fn chain_of_updates(seed: u64) {
    let cell = [seed];
    let mut serial = seed;
    let region = Region::begin(rt::site!("thread", file!(), line!()));
    for n in 0..500_u64 {
        // SAFETY: `cell` outlives the region.
        let array = unsafe { region.array("cell", rt::flat(&raw const cell), &[]) };
        let mut task = region.task(rt::site!("t", file!(), line!()));
        task.access(&array, Mode::InOut, &[]);
        let mut view = array.view();
        // SAFETY: declared.
        unsafe { task.spawn(move || view[0] = view[0].wrapping_mul(7) ^ n) };
        serial = serial.wrapping_mul(7) ^ n;
    }
    region.end();
    assert_eq!(std::hint::black_box(cell)[0], serial);
}
