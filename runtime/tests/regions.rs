//! Several regions open at once on one thread, on one runtime and on several, ended in any
//! order, while other threads want seats too.

use std::process::Command;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use hp5::Runtime;
use hp5::rt::{self, Mode, Region};

fn runtime(ppus: usize) -> Runtime {
    let builder = Runtime::builder().ppus(ppus).bind(hp5::Bind::None);
    builder.build().unwrap()
}

fn begin() -> Region {
    Region::begin(rt::site!("interleaved", file!(), line!()))
}

/// A chain of tasks on `cell`, each of which needs the one before.
fn chain(region: &Region, cell: &AtomicU64, count: u64) {
    for _ in 0..count {
        let before = cell.as_ptr() as usize;
        let mut task = region.task(rt::site!("step", file!(), line!()));
        task.access_key(before, Mode::InOut);
        let step = move || {
            let old = cell.load(Ordering::Relaxed);
            cell.store(old * 3 % 1_000_003 + 1, Ordering::Relaxed);
        };
        // SAFETY: the cells of these tests outlive their regions.
        unsafe { task.spawn(step) };
    }
}

fn after(count: u64) -> u64 {
    (0..count).fold(0, |old, _| old * 3 % 1_000_003 + 1)
}

/// Registers a little into each region in turn, and ends them in this order.
fn interleave(regions: Vec<Region>, order: &[usize]) {
    let cells: Vec<AtomicU64> = regions.iter().map(|_| AtomicU64::new(0)).collect();
    let mut counts = vec![0; regions.len()];
    let mut regions: Vec<Option<Region>> = regions.into_iter().map(Some).collect();
    for &end in order {
        for (n, region) in regions.iter().enumerate() {
            if let Some(region) = region {
                let count = 40 + n as u64;
                chain(region, &cells[n], count);
                counts[n] += count;
            }
        }
        regions[end].take().into_iter().for_each(Region::end);
        assert_eq!(cells[end].load(Ordering::Relaxed), after(counts[end]));
    }
}

const ORDERS: [[usize; 3]; 6] = [
    [0, 1, 2],
    [0, 2, 1],
    [1, 0, 2],
    [1, 2, 0],
    [2, 0, 1],
    [2, 1, 0],
];

#[test]
fn regions_of_a_thread_end_in_any_order() {
    for ppus in [1, 2, 4] {
        let runtime = runtime(ppus);
        let stop = AtomicBool::new(false);
        std::thread::scope(|threads| {
            // Others take every seat that is left.
            for _ in 0..2 {
                threads.spawn(|| {
                    while !stop.load(Ordering::Relaxed) {
                        runtime.install(|| interleave(vec![begin(), begin()], &[0, 1]));
                    }
                });
            }
            for _ in 0..10 {
                for order in &ORDERS {
                    let regions = || vec![begin(), begin(), begin()];
                    interleave(runtime.install(regions), order);
                }
            }
            stop.store(true, Ordering::Relaxed);
        });
    }
}

#[test]
fn regions_of_several_runtimes_end_in_any_order() {
    for order in &ORDERS {
        let (first, second) = (runtime(1), runtime(2));
        let a = first.install(begin);
        let b = second.install(begin);
        let c = first.install(begin);
        interleave(vec![a, b, c], order);
        // Nothing of the thread points to a runtime that is gone.
        drop((first, second));
        assert!(!rt::is_cancelled());
        let third = runtime(2);
        third.install(|| interleave(vec![begin()], &[0]));
    }
}

#[test]
fn a_body_of_another_runtime_knows_what_ends_around_it() {
    let (outer, inner) = (runtime(1), runtime(1));
    let seen = AtomicU64::new(0);
    let region = outer.install(begin);
    let handle = region.cancel_handle();
    let body = || {
        let region = inner.install(begin);
        assert!(!rt::is_cancelled());
        handle.cancel();
        // The thread's newest seat is one of the other runtime.
        seen.store(1 + u64::from(rt::is_cancelled()), Ordering::SeqCst);
        region.end();
    };
    // SAFETY: what the body uses outlives the region.
    unsafe {
        region
            .task(rt::site!("around", file!(), line!()))
            .spawn(body)
    };
    assert!(region.try_end().is_err());
    assert_eq!(seen.load(Ordering::SeqCst), 2);
}

/// What the next test runs in a process of its own.
#[test]
fn hides_a_region() {
    if std::env::var_os("HIDE_A_REGION").is_none() {
        return;
    }
    thread_local! {
        static HIDDEN: std::cell::RefCell<Option<Region>> = const { std::cell::RefCell::new(None) };
    }
    let runtime = runtime(1);
    let region = runtime.install(begin);
    let ran = AtomicBool::new(false);
    let body = || {
        let name = std::thread::current().name().map(str::to_owned);
        if name.is_some_and(|name| name.starts_with("hp5-ppu")) {
            HIDDEN.with(|hidden| *hidden.borrow_mut() = Some(begin()));
        }
        ran.store(true, Ordering::SeqCst);
    };
    // SAFETY: what the body uses outlives the region.
    unsafe {
        region
            .task(rt::site!("hides", file!(), line!()))
            .spawn(body)
    };
    // The PPU itself runs it while this thread does nothing.
    while !ran.load(Ordering::SeqCst) {
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
    region.end();
    drop(runtime);
    println!("went on");
}

#[test]
fn a_region_that_outlives_its_ppu_ends_the_process() {
    let program = std::env::current_exe().unwrap();
    let run = Command::new(program)
        .args(["--exact", "hides_a_region", "--nocapture"])
        .env("HIDE_A_REGION", "1")
        .output()
        .unwrap();
    let (said, printed) = (
        String::from_utf8_lossy(&run.stderr),
        String::from_utf8_lossy(&run.stdout),
    );
    assert!(
        !run.status.success() && !printed.contains("went on"),
        "{said}{printed}"
    );
    assert!(
        said.contains("region `interleaved` is open when its PPU ends"),
        "{said}"
    );
}

/// A value that runs tasks of its own when it goes.
struct Goes(std::sync::Arc<AtomicU64>);

impl Drop for Goes {
    fn drop(&mut self) {
        let cell = AtomicU64::new(0);
        let region = begin();
        chain(&region, &cell, 10);
        region.end();
        assert_eq!(cell.load(Ordering::Relaxed), after(10));
        let dropped = self.0.fetch_add(1, Ordering::Relaxed) + 1;
        assert!(dropped != 150, "the value is not well");
    }
}

/// What a composite's body keeps may do anything when the composite ends; a panic is the
/// region's error.
#[test]
fn kept_values_run_tasks_and_fail_when_they_go() {
    let dropped = std::sync::Arc::new(AtomicU64::new(0));
    runtime(2).install(|| {
        let composites = |count: u64| {
            let region = begin();
            for _ in 0..count {
                let dropped = dropped.clone();
                let build = move |inner: &Region| {
                    let _kept = inner.keep(Goes(dropped));
                    for _ in 0..3 {
                        // SAFETY: the body touches nothing.
                        unsafe { inner.task(rt::site!("in", file!(), line!())).spawn(|| ()) };
                    }
                };
                let task = region.task(rt::site!("composite", file!(), line!()));
                // SAFETY: as above.
                unsafe { task.spawn_nested(build) };
            }
            region
                .try_end()
                .map(drop)
                .map_err(|error| error.to_string())
        };
        assert_eq!(composites(100), Ok(()));
        assert_eq!(dropped.load(Ordering::Relaxed), 100);
        let error = composites(100).expect_err("one value fails");
        assert!(error.contains("the value is not well"), "{error}");
        assert_eq!(composites(1), Ok(()));
    });
}
