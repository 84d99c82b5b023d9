//! Memory of loops that are registered by one call: nothing is allocated per task, one body
//! serves all tasks, and it is dropped when the last of them has run.

use std::alloc::{GlobalAlloc, Layout, System};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use hp5::Runtime;
use hp5::api::{RegionError, Scope, TiledArray, Tiles, region};
use hp5::rt::{self, Array, Flat, Mode, Order, Region, chunks, site};

/// Counts what is allocated, on all threads.
struct Counting;

static ALLOCATIONS: AtomicUsize = AtomicUsize::new(0);
static BYTES: AtomicUsize = AtomicUsize::new(0);

// SAFETY: the system's allocator does the work.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.fetch_add(1, Relaxed);
        BYTES.fetch_add(layout.size(), Relaxed);
        // SAFETY: the caller's promise.
        unsafe { System.alloc(layout) }
    }
    unsafe fn dealloc(&self, place: *mut u8, layout: Layout) {
        BYTES.fetch_sub(layout.size(), Relaxed);
        // SAFETY: the caller's promise.
        unsafe { System.dealloc(place, layout) };
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

/// The counts are those of the whole process: one test at a time.
static ONE: Mutex<()> = Mutex::new(());

fn alone() -> MutexGuard<'static, ()> {
    ONE.lock().unwrap_or_else(PoisonError::into_inner)
}

fn with_ppus(ppus: usize, f: impl FnOnce()) {
    let builder = Runtime::builder().ppus(ppus).bind(hp5::Bind::None);
    builder.build().unwrap().install(f);
}

/// Tasks for the elements of an `n` by `n` array, a wavefront.
fn sweep(region: &Region, array: &Array<Flat<u64>>, n: usize) {
    let nest = (chunks(1..n, 1, 0), chunks(1..n, 1, 0));
    let mut tasks = region.loop_tasks(site!("sweep", "x.rs", 1), Order::Ordered, nest);
    tasks.access(array, Mode::InOut, |[i, j]| [i, j]);
    tasks.access(array, Mode::In, |[i, (j, _)]| [i, (j - 1, j)]);
    tasks.access(array, Mode::In, |[(i, _), j]| [(i - 1, i), j]);
    let a = array.view();
    let body = tasks.body(move |(i, j)| {
        let (mut a, at) = (a, i.start * n + j.start);
        a[at] = a[at].wrapping_add(a[at - 1]) ^ a[at - n];
    });
    // SAFETY: the body touches what the accesses say; the array outlives the region.
    unsafe { tasks.spawn(body) };
}

#[test]
fn tasks_of_a_loop_allocate_nothing() {
    let _one = alone();
    for ppus in [1, 2] {
        with_ppus(ppus, || {
            let n = 100;
            let data = vec![1_u64; n * n];
            let region = Region::begin(site!("region", "x.rs", 1));
            // SAFETY: the vector outlives the region.
            let array = unsafe { region.array("a", rt::flat(&raw const data).rows(n), &[1, 1]) };
            let mut least = usize::MAX;
            for _ in 0..8 {
                let before = ALLOCATIONS.load(Relaxed);
                sweep(&region, &array, n);
                region.wait();
                least = least.min(ALLOCATIONS.load(Relaxed) - before);
            }
            region.end();
            assert!(
                least < 40,
                "{least} allocations for {} tasks",
                (n - 1) * (n - 1)
            );
        });
    }
}

/// A wavefront over the tiles of an array by the safe library.
fn safe_sweep<'s>(r: &'s Scope<'s, '_>, a: Tiles<'s, u64, 2>) {
    let [rows, columns] = a.tiles();
    r.tasks("sweep", (0..rows, 0..columns))
        .update(a, |[i, j]| [i, j])
        .read(a, |[i, j]| [i - 1..i, j..j + 1])
        .read(a, |[i, j]| [i..i + 1, j - 1..j])
        .run(|[i, j], (mut own, up, left)| {
            let above = if i > 0 { up[[0, 0]] } else { 1 };
            let before = if j > 0 { left[[0, 0]] } else { 1 };
            own[[0, 0]] ^= above.wrapping_add(before);
        });
}

#[test]
fn tasks_of_a_safe_loop_allocate_nothing() {
    let _one = alone();
    for ppus in [1, 2] {
        with_ppus(ppus, || {
            let n = 100;
            let mut a = TiledArray::from_vec(vec![1; n * n], [n, n], [1, 1]).unwrap();
            let mut least = usize::MAX;
            region(|r| -> Result<(), RegionError> {
                let a = r.array(&mut a);
                for _ in 0..8 {
                    let before = ALLOCATIONS.load(Relaxed);
                    safe_sweep(r, a);
                    r.wait()?;
                    least = least.min(ALLOCATIONS.load(Relaxed) - before);
                }
                Ok(())
            })
            .unwrap();
            assert!(least < 40, "{least} allocations for {} tasks", n * n);
        });
    }
}

/// A loop of four tasks that hold `held`.
fn four(region: &Region, held: &Arc<u64>, ran: &AtomicUsize) {
    let tasks = region.loop_tasks(site!("four", "x.rs", 2), Order::Ordered, chunks(0..4, 1, 0));
    let held = held.clone();
    let body = tasks.body(move |i| {
        ran.fetch_add(i.len() * *held as usize, Relaxed);
    });
    // SAFETY: the body touches no array; what it refers to outlives the region.
    unsafe { tasks.spawn(body) };
}

#[test]
fn a_body_is_dropped_when_its_last_task_has_run() {
    let _one = alone();
    for ppus in [1, 2, 8] {
        let (held, ran) = (Arc::new(1), AtomicUsize::new(0));
        with_ppus(ppus, || {
            let region = Region::begin(site!("region", "x.rs", 1));
            (0..100).for_each(|_| four(&region, &held, &ran));
            let give_up = Instant::now() + Duration::from_secs(20);
            while Arc::strong_count(&held) > 1 && ppus > 1 {
                assert!(
                    Instant::now() < give_up,
                    "bodies are held though nobody waits"
                );
                std::thread::yield_now();
            }
            region.end();
        });
        assert_eq!((ran.load(Relaxed), Arc::strong_count(&held)), (400, 1));
    }
}

#[test]
fn a_body_is_dropped_with_a_tape_and_with_a_cancelled_region() {
    let _one = alone();
    for ppus in [1, 2, 8] {
        let (held, ran) = (Arc::new(1), AtomicUsize::new(0));
        with_ppus(ppus, || {
            let region = Region::begin(site!("region", "x.rs", 1));
            let mut tape = region.record();
            (0..5).for_each(|_| tape.lap(|region| four(region, &held, &ran)));
            tape.replay(7).unwrap();
            drop(tape);
            assert_eq!(Arc::strong_count(&held), 1, "a tape's end drops its bodies");
            region.end();
        });
        assert_eq!(ran.load(Relaxed), 4 * 12);
        with_ppus(ppus, || {
            let region = Region::begin(site!("region", "x.rs", 1));
            let handle = region.cancel_handle();
            four(&region, &held, &ran);
            handle.cancel();
            (0..10).for_each(|_| four(&region, &held, &ran));
            assert!(region.try_end().is_err());
        });
        assert_eq!(
            Arc::strong_count(&held),
            1,
            "a cancelled region drops its bodies"
        );
    }
}

#[test]
fn bounds_that_panic_leave_no_body_behind() {
    let _one = alone();
    let held = Arc::new(1_u64);
    with_ppus(2, || {
        let region = Region::begin(site!("region", "x.rs", 1));
        let inner = |[(i, _)]: [(isize, isize); 1]| {
            assert!(i < 3, "bounds that cannot be");
            chunks(0..2, 1, 0)
        };
        let nest = (chunks(0..9, 1, 0), rt::bounded(inner));
        let tasks = region.loop_tasks(site!("panics", "x.rs", 3), Order::Ordered, nest);
        let mine = held.clone();
        let body = tasks.body(move |(i, j)| assert_eq!(i.len() + j.len(), 1 + *mine as usize));
        let registered = catch_unwind(AssertUnwindSafe(|| {
            // SAFETY: the body touches no array.
            unsafe { tasks.spawn(body) };
        }));
        assert!(registered.is_err());
        let stats = region.try_end().unwrap();
        assert_eq!(stats.tasks, 6);
    });
    assert_eq!(Arc::strong_count(&held), 1);
}

#[test]
fn loops_without_a_wait_keep_little() {
    let _one = alone();
    with_ppus(2, || {
        let data = vec![1_u64; 9];
        let region = Region::begin(site!("region", "x.rs", 1));
        // SAFETY: the vector outlives the region.
        let array = unsafe { region.array("a", rt::flat(&raw const data).rows(3), &[1, 1]) };
        (0..5_000).for_each(|_| sweep(&region, &array, 3));
        let (before, mut most) = (BYTES.load(Relaxed), 0);
        for _ in 0..20_000 {
            sweep(&region, &array, 3);
            most = most.max(BYTES.load(Relaxed).saturating_sub(before));
        }
        region.end();
        assert!(
            most < 4 << 20,
            "{most} bytes more after 20,000 loops than after 5,000"
        );
    });
}
