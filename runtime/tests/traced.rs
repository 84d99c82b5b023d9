//! Records of regions: edges, tiles, names and times, where noting them takes short cuts.

use std::time::Duration;

use hp5::observe::oracle::check;
use hp5::observe::{EdgeKind, EdgeRecord, capture_records};
use hp5::rt::{self, Mode, Region, site};

/// The memory of the first task serves thousands of others before somebody waits for it.
#[test]
fn edges_come_from_tasks_whose_memory_was_used_again() {
    let data = vec![0_u64; 4];
    let ((), runs) = capture_records(|| {
        let region = Region::begin(site!("reused", file!(), line!()));
        // SAFETY: the vector outlives the region, and no body touches it.
        let array = unsafe { region.array("data", rt::flat(&raw const data), &[1]) };
        let add = |tile, mode| {
            let mut task = region.task(site!("task", file!(), line!()));
            task.access_tile(array.id(), tile, mode);
            // SAFETY: the body touches nothing.
            unsafe { task.spawn(|| ()) };
        };
        add(0, Mode::Out);
        for _ in 0..50 {
            region.wait();
            (0..100).for_each(|n| add(1 + n % 3, Mode::Out));
        }
        region.wait();
        add(0, Mode::In);
        region.end();
    });
    let run = &runs[0];
    let last = run.tasks.len() as u32 - 1;
    assert_eq!(last, 5_001);
    let into = |task| run.edges.iter().filter(move |edge| edge.to == task);
    let want = EdgeRecord {
        from: 0,
        to: last,
        kind: EdgeKind::Raw,
    };
    assert_eq!(into(last).collect::<Vec<_>>(), [&want]);
    // Each of the others waits for the one before on its tile, in this hundred or the one before.
    let near = |task: u32| into(task).all(|edge| (1..=6).contains(&(task - edge.from)));
    assert!((4..last).all(|task| into(task).count() == 1 && near(task)));
    assert_eq!(check(run), Ok(()));
}

/// Tasks of the same tiles are noted together, also where there are many; those that differ in
/// mode, tile or name keep apart, and so do those whose names are too many to be kept.
#[test]
fn tasks_are_described_as_they_were_declared() {
    const TILES: usize = 3_000;
    let data = vec![0_u64; TILES];
    let modes = [(Mode::In, "in"), (Mode::Out, "out"), (Mode::InOut, "inout")];
    let ((), runs) = capture_records(|| {
        let region = Region::begin(site!("shapes", file!(), line!()));
        // SAFETY: the vector outlives the region, and no body touches it.
        let array = unsafe { region.array("data", rt::flat(&raw const data), &[1]) };
        for n in 0..3 * TILES {
            let mut task = region.task(site!("task", file!(), line!()));
            task.access_tile(array.id(), n % TILES, modes[n / TILES].0);
            task.access_tile(array.id(), (n + 1) % TILES, Mode::In);
            if n % 2 == 0 {
                task.name(format!("task {n}"));
            }
            // SAFETY: the body touches nothing.
            unsafe { task.spawn(|| ()) };
        }
        region.end();
    });
    assert_eq!(runs[0].tasks.len(), 3 * TILES);
    for (n, task) in runs[0].tasks.iter().enumerate() {
        let own = format!("task {n}");
        assert_eq!(task.name, if n % 2 == 0 { &own } else { "task" });
        let tile = |tile: usize, mode| format!("{mode} data[{tile}..{}]", tile + 1);
        let want = [
            tile(n % TILES, modes[n / TILES].1),
            tile((n + 1) % TILES, "in"),
        ];
        let got: Vec<_> = task.tiles.iter().map(ToString::to_string).collect();
        assert_eq!(got, want, "task {n}");
    }
}

/// Times are those of the clock on the wall, one after the other on a chain, and inside the
/// composite task that they are a part of.
#[test]
fn times_are_those_of_the_clock() {
    const NAP: Duration = Duration::from_millis(20);
    let sum = 0_u64;
    let begun = std::time::Instant::now();
    let ((), runs) = capture_records(|| {
        let region = Region::begin(site!("naps", file!(), line!()));
        // SAFETY: the scalar outlives the region, and no body touches it.
        let sum = unsafe { region.array("sum", rt::scalar(&raw const sum), &[]) };
        for _ in 0..3 {
            let mut task = region.task(site!("nap", file!(), line!()));
            task.access(&sum, Mode::InOut, &[]);
            // SAFETY: the body touches nothing.
            unsafe { task.spawn(|| std::thread::sleep(NAP)) };
        }
        let mut outer = region.task(site!("outer", file!(), line!()));
        outer.access(&sum, Mode::InOut, &[]);
        let inner = |region: &Region| {
            let task = region.task(site!("inner", file!(), line!()));
            // SAFETY: the body touches nothing.
            unsafe { task.spawn(|| std::thread::sleep(NAP)) };
        };
        // SAFETY: as above.
        unsafe { outer.spawn_nested(inner) };
        region.end();
    });
    let taken = begun.elapsed();
    let run = &runs[0];
    assert_eq!(check(run), Ok(()));
    assert_eq!(run.slices.len(), 5);
    let slice = |task| run.slices.iter().find(|slice| slice.task == task).unwrap();
    for task in [0, 1, 2, 4] {
        let length = Duration::from_nanos(slice(task).end_ns - slice(task).start_ns);
        assert!(
            NAP <= length && length < taken,
            "task {task}: {length:?} of {taken:?}"
        );
    }
    let (first, last) = run.span_ns().unwrap();
    let span = Duration::from_nanos(last - first);
    assert!(4 * NAP <= span && span <= taken, "{span:?} of {taken:?}");
    // What the times count from lies before them all.
    let at = run.epoch + Duration::from_nanos(first);
    assert!(at >= begun && at < begun + taken, "{:?}", at - begun);
    assert!(
        run.stats.busy >= 4 * NAP && run.stats.busy < 2 * taken,
        "{:?}",
        run.stats.busy
    );
}
