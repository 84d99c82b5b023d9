//! Short ready tasks run where they are registered, once there are plenty of them.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use hp5::Runtime;
use hp5::rt::{self, Mode, Region, Site};

const TASKS: usize = 40_000;
const TASK: &Site = rt::site!("short", file!(), line!());

fn with_cells<R: Send>(ppus: usize, f: impl FnOnce(&Region, u32, *mut u64) -> R + Send) -> R {
    let runtime = Runtime::builder().ppus(ppus).build().expect("a runtime");
    runtime.install(|| {
        let mut cells = vec![0_u64; TASKS];
        let place = cells.as_mut_ptr();
        let region = Region::begin(TASK);
        let array = unsafe { region.array("cells", rt::flat(&raw const cells), &[1]) }.id();
        let result = f(&region, array, place);
        drop(region);
        result
    })
}

#[derive(Clone, Copy)]
struct Cell(*mut u64);
unsafe impl Send for Cell {}
impl Cell {
    unsafe fn set(self, f: impl FnOnce(u64) -> u64) {
        unsafe { *self.0 = f(*self.0) }
    }
}

/// Passes over all cells, two tasks each: the second one must see what the first one wrote.
#[test]
fn tasks_that_run_at_once_keep_the_order_of_their_tiles() {
    for ppus in [1, 2, 8] {
        let at_once = with_cells(ppus, |region, array, cells| {
            let mut at_once = 0;
            for pass in 0..3_u64 {
                for n in 0..TASKS {
                    let cell = Cell(cells.wrapping_add(n));
                    for step in [2 * pass, 2 * pass + 1] {
                        let ran = Arc::new(AtomicU64::new(0));
                        let seen = ran.clone();
                        let mut task = region.task(TASK);
                        task.access_tile(array, n, Mode::InOut);
                        let body = move || unsafe {
                            cell.set(|x| if x == step { step + 1 } else { u64::MAX });
                            seen.store(1, Relaxed);
                        };
                        unsafe { task.spawn(body) };
                        at_once += ran.load(Relaxed);
                    }
                }
            }
            region.try_wait().expect("no task fails");
            for n in 0..TASKS {
                assert_eq!(unsafe { *cells.add(n) }, 6, "cell {n}, {ppus} PPUs");
            }
            at_once
        });
        println!("{ppus} PPUs: {at_once} tasks at once");
    }
}

/// Independent tasks alone: many of them are not queued (with one PPU nobody else can be why).
#[test]
fn plenty_of_short_tasks_are_not_queued() {
    with_cells(1, |region, array, cells| {
        // On a busy machine tasks may not look short for a while.
        for pass in 1..=500 {
            let mut at_once = 0;
            for n in 0..TASKS {
                let cell = Cell(cells.wrapping_add(n));
                let mut task = region.task(TASK);
                task.access_tile(array, n, Mode::InOut);
                unsafe { task.spawn(move || cell.set(|x| x + 1)) };
                at_once += u64::from(unsafe { *cells.add(n) } == pass);
            }
            region.try_wait().expect("no task fails");
            assert!((0..TASKS).all(|n| unsafe { *cells.add(n) } == pass));
            if at_once > 1000 {
                return;
            }
        }
        panic!("tasks were hardly ever run at once");
    });
}

/// A body that runs at once is its own region's, whatever other runtime the thread turned to.
#[test]
fn bodies_that_run_at_once_know_their_region() {
    let other = Runtime::builder().ppus(1).build().expect("a runtime");
    let spawning = Arc::new(AtomicU64::new(0));
    let knew = Arc::new(AtomicU64::new(2));
    with_cells(1, |region, array, _| {
        let turned = other.install(|| Region::begin(TASK));
        let handle = region.cancel_handle();
        // On a busy machine tasks may not look short for a while.
        for n in (0..TASKS).cycle().take(100 * TASKS) {
            if knew.load(Relaxed) != 2 {
                break;
            }
            let (spawning_now, knew, handle) = (spawning.clone(), knew.clone(), handle.clone());
            let mut task = region.task(TASK);
            task.access_tile(array, n, Mode::InOut);
            let body = move || {
                if spawning_now.load(Relaxed) == n as u64 && knew.load(Relaxed) == 2 {
                    handle.cancel();
                    knew.store(rt::is_cancelled().into(), Relaxed);
                }
            };
            // Every 64 tasks, the thread may help to run what is queued.
            let alone = (8..56).contains(&(n % 64));
            spawning.store(if alone { n as u64 } else { u64::MAX }, Relaxed);
            unsafe { task.spawn(body) };
            spawning.store(u64::MAX, Relaxed);
        }
        drop(turned);
        assert!(region.try_wait().is_err(), "it is cancelled");
    });
    assert_eq!(knew.load(Relaxed), 1, "2: none ran at once");
}

/// Bodies of every size are run and dropped once, and a panic is the region's error.
#[test]
fn a_task_that_fails_at_once_fails_its_region() {
    with_cells(1, |region, array, _| {
        let alive = Arc::new(());
        for n in 0..TASKS {
            let (held, large) = (alive.clone(), [n; 24]);
            let mut task = region.task(TASK);
            task.access_tile(array, n, Mode::InOut);
            let body = move || {
                assert_eq!(large[7], n);
                drop(held);
                assert!(n != TASKS - 10, "cell {n} is wrong");
            };
            unsafe { task.spawn(body) };
        }
        let error = region.try_wait().expect_err("a task failed").to_string();
        assert!(error.contains("cell 39990 is wrong"), "{error}");
        assert!(
            error.contains("short") && error.contains("at_once.rs"),
            "{error}"
        );
        assert_eq!(Arc::strong_count(&alive), 1, "bodies are dropped");
        // The region can be used again.
        let mut task = region.task(TASK);
        task.access_tile(array, 0, Mode::InOut);
        unsafe { task.spawn(|| ()) };
        region.try_wait().expect("no task fails");
    });
}

/// A loop over all cells by one call, each of which must be `step`, and is `step + 1` then.
fn sweep(region: &Region, array: &rt::Array<rt::Flat<u64>>, step: u64, ran: &AtomicU64) {
    let nest = (rt::chunks(0..200, 1, 0), rt::chunks(0..TASKS / 200, 1, 0));
    let mut tasks = region.loop_tasks(TASK, rt::Order::Ordered, nest);
    let width = (TASKS / 200) as isize;
    let cell = move |[(i, _), (j, _)]: [(isize, isize); 2]| [(i * width + j, i * width + j + 1)];
    tasks.access(array, Mode::InOut, cell);
    let mut view = array.view();
    let body = tasks.body(
        move |(i, j): (std::ops::Range<usize>, std::ops::Range<usize>)| {
            let mut view = view;
            let n = i.start * width as usize + j.start;
            view[n] = if view[n] == step { step + 1 } else { u64::MAX };
            ran.fetch_add(1, Relaxed);
            assert!(step < 100 || n != TASKS - 10, "cell {n} is wrong");
        },
    );
    let _ = &mut view;
    unsafe { tasks.spawn(body) };
}

/// Loops by one call run stretches of tasks at once: in order, counted, and with the failure
/// of one of them told, after which no other one runs.
#[test]
fn loops_run_at_once_as_single_tasks_do() {
    for ppus in [1, 2, 8] {
        let runtime = Runtime::builder().ppus(ppus).build().expect("a runtime");
        runtime.install(|| {
            let cells = vec![0_u64; TASKS];
            let ran = AtomicU64::new(0);
            let region = Region::begin(TASK);
            let array = unsafe { region.array("cells", rt::flat(&raw const cells), &[1]) };
            for step in 0..5 {
                sweep(&region, &array, step, &ran);
            }
            let before = ran.load(Relaxed);
            region.try_wait().expect("no task fails");
            assert_eq!(ran.load(Relaxed), 5 * TASKS as u64);
            if ppus == 1 {
                assert!(before > 1000, "{before} had run when all were registered");
            }
            assert!(cells.iter().all(|&x| x == 5), "{ppus} PPUs");
            sweep(&region, &array, 100, &ran);
            let error = region.try_wait().expect_err("a task failed").to_string();
            assert!(error.contains("cell 39990 is wrong"), "{error}");
            assert!(error.contains("short"), "{error}");
            assert!(error.contains("cells[39990..39991]"), "{error}");
            let stats = region.try_end().expect("its failure was told");
            assert_eq!(stats.tasks, 6 * TASKS as u64);
        });
    }
}

/// Laps that are held against a recording run at once too, of single tasks and of loops.
#[test]
fn laps_run_at_once_as_what_is_registered_does() {
    for ppus in [1, 2, 8] {
        let runtime = Runtime::builder().ppus(ppus).build().expect("a runtime");
        runtime.install(|| {
            let cells = vec![0_u64; TASKS];
            let ran = AtomicU64::new(0);
            let region = Region::begin(TASK);
            let array = unsafe { region.array("cells", rt::flat(&raw const cells), &[1]) };
            for form in 0..2 {
                let mut tape = region.record();
                for lap in 0..5 {
                    let step = 5 * form + lap;
                    tape.lap(|region| match form {
                        0 => single(region, &array, step, &ran),
                        _ => sweep(region, &array, step, &ran),
                    });
                    region.try_wait().expect("no task fails");
                }
                assert_eq!(tape.stats().first_difference, None);
            }
            assert!(cells.iter().all(|&x| x == 10), "{ppus} PPUs");
            assert_eq!(ran.load(Relaxed), 10 * TASKS as u64);
            // A failure in a lap is the region's.
            let mut tape = region.record();
            tape.lap(|region| sweep(region, &array, 10, &ran));
            region.try_wait().expect("no task fails");
            tape.lap(|region| sweep(region, &array, 100, &ran));
            let error = region.try_wait().expect_err("a task failed").to_string();
            assert!(error.contains("cell 39990 is wrong"), "{error}");
            drop(tape);
            region.try_end().expect("its failure was told");
        });
    }
}

/// As `sweep`, task by task.
fn single(region: &Region, array: &rt::Array<rt::Flat<u64>>, step: u64, ran: &AtomicU64) {
    for n in 0..TASKS {
        let mut task = region.task(TASK);
        task.access_tile(array.id(), n, Mode::InOut);
        let view = array.view();
        let body = move || {
            let mut view = view;
            view[n] = if view[n] == step { step + 1 } else { u64::MAX };
            ran.fetch_add(1, Relaxed);
        };
        unsafe { task.spawn_repeat(body) };
    }
}
