//! Runs as they are recorded: what the core notes is what the oracle, the trace and the shape
//! expect, on any number of PPUs and with perturbed schedules.

use std::time::Duration;

use hp5::Runtime;
use hp5::observe::capture_records;
use hp5::observe::oracle;
use hp5::observe::record::{RunRecord, TaskKind};
use hp5::rt::{ALL, Mode, Order, Region, chunks, ends, flat, op, scalar, site};

const N: usize = 96;
const M: usize = 8;

/// Two sweeps of rows from `a` to `b` and back, tiled by `tile` rows.
fn sweeps(region: &Region, a: &mut Vec<f64>, b: &mut Vec<f64>, tile: usize) {
    let (mut from, mut to) = (&raw mut *a, &raw mut *b);
    for _ in 0..4 {
        // SAFETY: both vectors outlive the region (`run` waits for it) and keep their size.
        let (input, output) = unsafe {
            let (input, output) = (
                flat(from.cast_const()).rows(M),
                flat(to.cast_const()).rows(M),
            );
            (
                region.array("a", input, &[tile, 0]),
                region.array("b", output, &[tile, 0]),
            )
        };
        let mut tasks = region.task_loop(site!("sweep", "recorded.rs", 10), Order::Parallel);
        // Off by 4 rows: neighbours share tiles of `b`, which artificial tasks take over.
        for rows in chunks(1..N - 1, tile, 4) {
            let (low, high) = ends(&rows);
            let mut task = tasks.task();
            task.access(&output, Mode::Out, &[(low, high), ALL]);
            task.access(&input, Mode::In, &[(low - 1, high + 1), ALL]);
            let (from, mut to) = (input.view(), output.view());
            // SAFETY: the body touches the declared rows; the vectors outlive the region.
            unsafe {
                task.spawn(move || {
                    for i in rows {
                        for j in 0..M {
                            to[i * M + j] = 0.5 * (from[(i - 1) * M + j] + from[(i + 1) * M + j]);
                        }
                    }
                });
            }
        }
        tasks.finish();
        std::mem::swap(&mut from, &mut to);
    }
}

/// A composite, whose inside runs in order, and a sum over all of `a`.
fn inside_and_sum(region: &Region, a: &mut Vec<f64>, sum: &mut f64) {
    // SAFETY: vector and scalar outlive the region.
    let (array, total) = unsafe {
        let view = flat(&raw const *a).rows(M);
        (
            region.array("a", view, &[32, 0]),
            region.array("sum", scalar(&raw const *sum), &[]),
        )
    };
    let mut whole = region.task(site!("whole", "recorded.rs", 20));
    whole.access(&array, Mode::InOut, &[ALL, ALL]);
    let view = array.view();
    // SAFETY: the tasks inside touch what the composite declared.
    unsafe {
        whole.spawn_nested(move |inner| {
            let array = inner.array("a", view, &[16, 0]);
            let mut tasks = inner.task_loop(site!("part", "recorded.rs", 21), Order::Ordered);
            for rows in chunks(1..N, 16, 0) {
                let (low, high) = ends(&rows);
                let mut task = tasks.task();
                task.access(&array, Mode::InOut, &[(low - 1, high), ALL]);
                let mut a = array.view();
                task.spawn(move || rows.for_each(|i| a[i * M] += a[(i - 1) * M]));
            }
            tasks.finish();
        });
    }
    // SAFETY: the scalar outlives the region.
    let reduction = unsafe { region.reduction::<op::Add, _>(&total) };
    let mut tasks = region.task_loop(site!("sum", "recorded.rs", 30), Order::Parallel);
    for rows in chunks(0..N, 32, 0) {
        let mut task = tasks.task();
        task.access(&array, Mode::In, &[ends(&rows), ALL]);
        let (slot, a) = (reduction.slot(&mut task), array.view());
        // SAFETY: the body touches the declared rows and its slot.
        unsafe {
            task.spawn(move || slot.put(rows.map(|i| a[i * M]).sum()));
        }
    }
    tasks.finish();
    reduction.combine(site!("combine", "recorded.rs", 31));
}

/// Commutative users of one scalar.
fn tally(region: &Region, count: &mut u64) {
    // SAFETY: the scalar outlives the region.
    let counter = unsafe { region.array("count", scalar(&raw const *count), &[]) };
    for _ in 0..20 {
        let mut task = region.task(site!("tally", "recorded.rs", 40));
        task.access(&counter, Mode::Commutative, &[]);
        let mut count = counter.view();
        // SAFETY: commutative users run one at a time.
        unsafe {
            task.spawn(move || *count += 1);
        }
    }
}

/// Everything above in one region; the record and the results.
fn run(ppus: usize, chaos: u64) -> (RunRecord, Vec<f64>, f64, u64) {
    let runtime = Runtime::builder()
        .ppus(ppus)
        .chaos(chaos)
        .build()
        .expect("a runtime");
    let (mut sum, mut count) = (0.0, 0);
    let mut a: Vec<f64> = (0..N * M).map(|n| (n % 17) as f64).collect();
    let mut b = a.clone();
    let ((), mut records) = capture_records(|| {
        runtime.install(|| {
            let region = Region::begin(site!("recorded", "recorded.rs", 1));
            sweeps(&region, &mut a, &mut b, 16);
            inside_and_sum(&region, &mut a, &mut sum);
            tally(&region, &mut count);
            region.end();
        });
    });
    assert_eq!(records.len(), 1, "one outermost region ended");
    (records.remove(0), a, sum, count)
}

#[test]
fn runs_are_right_and_recorded_whole() {
    let (_, want_a, want_sum, _) = run(1, 0);
    for (ppus, chaos) in [(1, 1), (2, 2), (2, 3), (3, 4), (4, 5), (4, 6)] {
        let (record, a, sum, count) = run(ppus, chaos);
        assert_eq!(
            (a == want_a, sum.to_bits(), count),
            (true, want_sum.to_bits(), 20)
        );
        let texts = |found: Vec<oracle::Violation>| {
            found.iter().map(ToString::to_string).collect::<Vec<_>>()
        };
        assert_eq!(
            oracle::check(&record).map_err(texts),
            Ok(()),
            "{ppus} PPUs, seed {chaos}"
        );
        assert_eq!(
            oracle::check_graph(&record, 64).map_err(texts),
            Ok(()),
            "{ppus} PPUs, seed {chaos}"
        );
        let kinds = |kind| record.tasks.iter().filter(|task| task.kind == kind).count();
        assert_eq!(
            (kinds(TaskKind::Composite), kinds(TaskKind::Combine)),
            (1, 1)
        );
        assert!(kinds(TaskKind::Remap) >= 1, "16 rows a tile, then 32");
        assert!(
            kinds(TaskKind::Artificial) >= 1,
            "tasks of 16 rows, off by 4, share tiles of 16"
        );
        assert_eq!(record.ppus.len(), ppus);
        assert!(
            record
                .tasks
                .iter()
                .any(|task| task.name == "part" && task.parent.is_some())
        );
        let shape = record.shape().expect("a graph that ran has no circle");
        assert!(shape.critical_path > Duration::ZERO && shape.critical_path <= shape.work);
        assert!(
            shape.critical_path <= record.stats.wall,
            "{shape:?} {:?}",
            record.stats
        );
        let bodies = record.slices.len() as u64;
        assert_eq!(
            bodies,
            record
                .tasks
                .iter()
                .filter(|task| !task.kind.is_empty())
                .count() as u64
        );
    }
}

#[test]
fn the_oracle_sees_a_real_run_that_is_spoilt() {
    let (mut record, ..) = run(2, 7);
    let last = record
        .slices
        .iter()
        .map(|slice| slice.end_ns)
        .max()
        .expect("tasks ran");
    let combine = record
        .tasks
        .iter()
        .position(|task| task.kind == TaskKind::Combine)
        .expect("a combining task");
    let sum = record
        .tasks
        .iter()
        .position(|task| task.name == "sum")
        .expect("a partial sum") as u32;
    record
        .slices
        .iter_mut()
        .filter(|slice| slice.task == sum)
        .for_each(|slice| slice.end_ns = last + 1_000);
    let found = oracle::check(&record).expect_err("the sum was taken before its part was there");
    let wanted = |v: &oracle::Violation| matches!(v, oracle::Violation::Early { first, second, .. } if (*first, *second) == (sum, combine as u32));
    assert!(found.iter().any(wanted), "{found:?}");
    record.edges.retain(|edge| edge.from != sum);
    assert!(oracle::check_graph(&record, 64).is_err());
}

#[test]
fn nothing_is_recorded_when_nobody_asks() {
    let runtime = Runtime::builder().ppus(1).build().expect("a runtime");
    let stats = runtime.install(|| {
        let region = Region::begin(site!("quiet", "recorded.rs", 1));
        let mut count = 0;
        tally(&region, &mut count);
        region.try_end().expect("no task failed")
    });
    assert_eq!((stats.tasks, stats.ppus), (20, 1));
}
