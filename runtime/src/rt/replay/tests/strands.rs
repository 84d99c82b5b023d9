//! Strands of laps.

use super::{Bundles, CELLS, Cells, SITE, Steps, forms, on, register, register_naps};
use crate::rt::{Mode, Region, Site};
use crate::sync::{Arc, AtomicU64, Ordering};

/// The strands of the open tape: the tasks of each step of each.
fn strands(region: &Region) -> Option<Vec<Vec<Vec<u32>>>> {
    region.with_recorded(|recorded| match &recorded.bundles {
        Some(Bundles::Strands(strands)) => Some(strands.steps()),
        _ => None,
    })
}

/// Laps that are too short for pieces.
fn short_forms() -> Vec<Steps> {
    let lengths = [1, 2, 7, 16, 64, 130, 255];
    let cut = |steps: &Steps| lengths.map(|length| steps[..length].to_vec());
    forms().iter().flat_map(cut).collect()
}

#[test]
fn laps_in_strands_are_laps_in_order() {
    for ppus in [1, 2, 8] {
        on(ppus, || {
            for (form, steps) in short_forms().into_iter().enumerate() {
                let steps = Arc::new(steps);
                let (cells, serial) = (Cells::new(), Cells::new());
                let expect = |laps: u32| {
                    (0..laps).for_each(|_| steps.iter().for_each(|step| serial.step(step)));
                    serial.values()
                };
                let region = Region::begin(&SITE);
                let mut tape = region.record();
                tape.lap(|region| register(region, &steps, &cells));
                tape.replay(30).expect("bodies run again");
                region.wait();
                assert_eq!(cells.values(), expect(31), "form {form}, {ppus} PPUs");
                let made = strands(&region).expect("there are some");
                let mut tasks = made.concat().concat();
                tasks.sort_unstable();
                assert!(tasks.into_iter().eq(0..steps.len() as u32), "{made:?}");
                tape.replay(1).expect("bodies run again");
                tape.lap(|region| register(region, &steps, &cells));
                tape.replay(2).expect("bodies run again");
                let stats = tape.stats();
                assert_eq!((stats.laps, stats.plain), (35, 0), "{stats}");
                drop(tape);
                let stats = region.try_end().expect("no task fails");
                assert_eq!(stats.tasks, 35 * steps.len() as u64, "form {form}");
                assert_eq!(cells.values(), expect(4), "form {form}, {ppus} PPUs");
                assert_eq!(Arc::strong_count(&cells), 1, "bodies that were not dropped");
            }
        });
    }
}

/// The strands of a lap of these steps, on two PPUs.
fn strands_of(steps: Steps) -> Vec<Vec<Vec<u32>>> {
    let mut made = None;
    on(2, || {
        let (steps, cells, region) = (Arc::new(steps), Cells::new(), Region::begin(&SITE));
        let mut tape = region.record();
        tape.lap(|region| register(region, &steps, &cells));
        tape.replay(1).expect("bodies run again");
        made = strands(&region);
        drop(tape);
        region.end();
    });
    made.expect("there are some")
}

#[test]
fn what_needs_nothing_of_others_is_one_step() {
    let chains = (0..16).map(|n| (vec![], n % 8)).collect();
    let halves = [[0, 1, 2, 3, 8, 9, 10, 11], [4, 5, 6, 7, 12, 13, 14, 15]];
    assert_eq!(strands_of(chains), halves.map(|half| vec![half.to_vec()]));
    let chain = (0..16).map(|_| (vec![], 0)).collect();
    assert_eq!(strands_of(chain), [[(0..16).collect::<Vec<u32>>()]]);
}

#[test]
fn neighbours_need_each_others_edges_alone() {
    // A stencil of eight points, twice: two buffers.
    let point = |n: usize| {
        let (half, at) = (n / 8, n % 8);
        let around = at.saturating_sub(1)..(at + 2).min(8);
        let reads = around.map(|cell| half * 8 + cell).collect();
        (reads, (1 - half) * 8 + at)
    };
    let steps = strands_of((0..16).map(point).collect());
    // Points 3 and 4 are where the strands meet: what they need is done when a step ends with it.
    let left = [vec![0, 1, 2], vec![3], vec![8, 9, 10], vec![11]];
    let right = [vec![4], vec![5, 6, 7], vec![12], vec![13, 14, 15]];
    assert_eq!(steps, [left.to_vec(), right.to_vec()]);
}

#[test]
fn tasks_that_become_long_are_nodes_of_their_own() {
    on(2, || {
        let (nap, ran, region) = (AtomicU64::new(0), AtomicU64::new(0), Region::begin(&SITE));
        let mut tape = region.record();
        let (nap, ran) = (&nap, &ran);
        tape.lap(|region| register_naps(region, 8, (nap, ran)));
        tape.replay(1000).expect("bodies run again");
        region.wait();
        assert!(strands(&region).is_some());
        nap.store(6_000, Ordering::Relaxed);
        tape.replay(65).expect("bodies run again");
        region.wait();
        nap.store(0, Ordering::Relaxed);
        tape.replay(1).expect("bodies run again");
        assert!(strands(&region).is_none());
        drop(tape);
        region.end();
        assert_eq!(ran.load(Ordering::Relaxed), 8 * 1067);
    });
}

#[test]
fn who_fails_in_a_strand_is_named_and_the_others_are_counted() {
    static FAILS: Site = Site::new("fails", file!(), line!());
    for ppus in [1, 2, 8] {
        on(ppus, || {
            const TASKS: u64 = 60;
            let (ran, failing, region) =
                (AtomicU64::new(0), AtomicU64::new(0), Region::begin(&SITE));
            let mut tape = region.record();
            let (ran, failing) = (&ran, &failing);
            tape.lap(|region| {
                for n in 0..TASKS as usize {
                    let fails = n == 47;
                    let mut task = region.task(if fails { &FAILS } else { &SITE });
                    task.access_key(n % 6, Mode::In);
                    task.access_key((n + 1) % 6, Mode::InOut);
                    let body = move || {
                        ran.fetch_add(1, Ordering::Relaxed);
                        let fourth = fails && failing.fetch_add(1, Ordering::Relaxed) == 3;
                        assert!(!fourth, "the fourth time");
                    };
                    // SAFETY: the counters outlive the region.
                    unsafe { task.spawn_repeat(body) };
                }
            });
            tape.replay(5).expect("bodies run again");
            let error = region.try_wait().expect_err("a task failed");
            assert!(strands(&region).is_some());
            let told = (error.task.as_str(), error.message.as_str());
            assert_eq!(told, ("fails", "the fourth time"));
            let before = ran.load(Ordering::Relaxed);
            assert_eq!(error.cancelled, 6 * TASKS - before, "{ppus} PPUs");
            assert!((3 * TASKS..5 * TASKS).contains(&before), "{before} ran");
            tape.replay(2).expect("bodies run again");
            region.try_wait().expect("no task fails any more");
            assert_eq!(ran.load(Ordering::Relaxed), before + 2 * TASKS);
            drop(tape);
            region.end();
        });
    }
}

#[test]
fn nobody_waits_for_a_ppu_that_is_busy() {
    let runtime = crate::Runtime::builder().ppus(2).bind(crate::Bind::None);
    let runtime = runtime.build().expect("a runtime");
    let (begun, over) = (&AtomicU64::new(0), &AtomicU64::new(0));
    std::thread::scope(|scope| {
        let busy = scope.spawn(|| {
            runtime.install(|| {
                let region = Region::begin(&SITE);
                let body = || {
                    begun.store(1, Ordering::Relaxed);
                    while over.load(Ordering::Relaxed) == 0 {
                        std::thread::yield_now();
                    }
                };
                // SAFETY: the flags outlive the region.
                unsafe { region.task(&SITE).spawn(body) };
                region.end();
            });
        });
        while begun.load(Ordering::Relaxed) == 0 {
            std::thread::yield_now();
        }
        runtime.install(|| {
            let steps: Arc<Steps> = Arc::new((0..64).map(|n| (vec![n / 2], n % CELLS)).collect());
            let (cells, serial, region) = (Cells::new(), Cells::new(), Region::begin(&SITE));
            let mut tape = region.record();
            tape.lap(|region| register(region, &steps, &cells));
            tape.replay(100).expect("bodies run again");
            region.wait();
            assert_eq!(strands(&region).map(|strands| strands.len()), Some(2));
            (0..101).for_each(|_| steps.iter().for_each(|step| serial.step(step)));
            assert_eq!(cells.values(), serial.values());
            drop(tape);
            region.end();
        });
        over.store(1, Ordering::Relaxed);
        busy.join().expect("the busy one ends");
    });
}
