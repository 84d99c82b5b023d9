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

/// Registers a task for each cell that follows the cell before and the one above, rows of 200; what
/// each must find is told by its number. Returns how many ran where they were registered.
fn wavefront(region: &Region, array: u32, cells: *mut u64, pass: u64) -> usize {
    let by_me = Arc::new(AtomicU64::new(0));
    let mut at_once = 0;
    for n in 0..TASKS {
        let (cell, ran) = (cells as usize, by_me.clone());
        let mut task = region.task(TASK);
        task.access_tile(array, n, Mode::InOut);
        let before = [n.wrapping_sub(1), n.wrapping_sub(200)];
        for m in before.into_iter().filter(|&m| m < TASKS) {
            task.access_tile(array, m, Mode::In);
        }
        let body = move || {
            let cells = cell as *mut u64;
            // SAFETY: the task's tiles.
            let seen = |m: usize| m >= TASKS || unsafe { *cells.add(m) } == pass + 1;
            let right = before.into_iter().all(seen) && unsafe { *cells.add(n) } == pass;
            unsafe { *cells.add(n) = if right { pass + 1 } else { u64::MAX } };
            ran.store(n as u64 + 1, Relaxed);
        };
        // SAFETY: as above, and the region is waited for.
        unsafe { task.spawn(body) };
        at_once += usize::from(by_me.load(Relaxed) == n as u64 + 1);
    }
    at_once
}

/// Tiny tasks that depend on one another are not handed about.
#[test]
fn tiny_tasks_that_depend_on_one_another_run_alone() {
    for ppus in [1, 2, 8] {
        with_cells(ppus, |region, array, cells| {
            // On a busy machine tasks may not look tiny for a while.
            for pass in 0..200 {
                let at_once = wavefront(region, array, cells, pass);
                region.try_wait().expect("no task fails");
                let right = |n| unsafe { *cells.add(n) } == pass + 1;
                assert!((0..TASKS).all(right), "pass {pass}, {ppus} PPUs");
                if at_once > TASKS / 2 {
                    return;
                }
            }
            panic!("{ppus} PPUs: tiny tasks were handed about");
        });
    }
}

/// When tasks become long, they are handed out: no more than a few dozen of them run one after the
/// other.
#[test]
fn long_tasks_end_running_alone() {
    with_cells(2, |region, array, cells| {
        for pass in 0..20 {
            let alone = wavefront(region, array, cells, pass) > TASKS / 2;
            let ran = Arc::new(AtomicU64::new(0));
            for n in 0..200 {
                let ran = ran.clone();
                let mut task = region.task(TASK);
                task.access_tile(array, n, Mode::In);
                let body = move || {
                    std::thread::sleep(std::time::Duration::from_millis(1));
                    ran.fetch_add(1, Relaxed);
                };
                unsafe { task.spawn(body) };
            }
            let before = ran.load(Relaxed);
            region.try_wait().expect("no task fails");
            assert_eq!(ran.load(Relaxed), 200);
            // While these were slept through, the other PPU took as many at the most.
            assert!(before < 100, "{before} had run when all were registered");
            if alone {
                return;
            }
        }
        panic!("tiny tasks were handed about");
    });
}

/// What cannot run at once, between tasks that do: in order all the same.
#[test]
fn tasks_out_of_the_ordinary_come_between_tiny_ones() {
    for ppus in [1, 2, 8] {
        with_cells(ppus, |region, array, cells| {
            let mut value = 0;
            for n in 0..3 * TASKS {
                let cell = Cell(cells);
                let find = value;
                value += 1;
                let mut task = region.task(TASK);
                task.access_tile(array, 0, Mode::InOut);
                let step = move || unsafe {
                    cell.set(|x| if x == find { find + 1 } else { u64::MAX });
                };
                match n % 5000 {
                    1000 => unsafe { task.spawn_nested(move |_| step()) },
                    2000 => unsafe {
                        task.spawn_pending(move |pending| {
                            let _done = std::thread::spawn(move || {
                                step();
                                drop(pending);
                            });
                        });
                    },
                    3000 => {
                        task.priority(1);
                        unsafe { task.spawn(step) };
                    }
                    4000 => {
                        task.access_tile(array, 1, Mode::Commutative);
                        unsafe { task.spawn(step) };
                    }
                    _ => unsafe { task.spawn(step) },
                }
            }
            region.try_wait().expect("no task fails");
            assert_eq!(unsafe { *cells }, value, "{ppus} PPUs");
        });
    }
}

/// Tasks of parallel loops, which share tiles with their neighbours, run at once too; what comes
/// before and after them is in order.
#[test]
fn parallel_loops_run_at_once_as_ordered_ones_do() {
    const LENGTH: usize = 6000;
    for ppus in [1, 2, 8] {
        let runtime = Runtime::builder().ppus(ppus).build().expect("a runtime");
        let at_once = runtime.install(|| {
            let cells = vec![0_u64; LENGTH];
            let ran = AtomicU64::new(0);
            let region = Region::begin(TASK);
            let array = unsafe { region.array("cells", rt::flat(&raw const cells), &[3]) };
            let view = array.view();
            // Two cells each: they share every other tile with another task.
            let step = |(from, to): (isize, isize), step: u64| {
                let mut view = view;
                for n in from as usize..to as usize {
                    view[n] = if view[n] == step { step + 1 } else { u64::MAX };
                }
            };
            let (mut at_once, mut steps) = (0, 0);
            for turn in 0..60 {
                let before = ran.load(Relaxed);
                let chunks = || rt::chunks(0..LENGTH, 2, 0);
                if turn % 3 == 0 {
                    let mut tasks = region.task_loop(TASK, rt::Order::Parallel);
                    for chunk in chunks() {
                        let section = rt::ends(&chunk);
                        let mut task = tasks.task();
                        task.access(&array, Mode::InOut, &[section]);
                        let ran = &ran;
                        let body = move || {
                            step(section, steps);
                            ran.fetch_add(1, Relaxed);
                        };
                        unsafe { task.spawn(body) };
                    }
                    tasks.finish();
                } else {
                    let order = [rt::Order::Parallel, rt::Order::Ordered][turn % 2];
                    let mut tasks = region.loop_tasks(TASK, order, chunks());
                    tasks.access(&array, Mode::InOut, |[chunk]| [chunk]);
                    let ran = &ran;
                    let body = tasks.body(move |chunk: std::ops::Range<usize>| {
                        step(rt::ends(&chunk), steps);
                        ran.fetch_add(1, Relaxed);
                    });
                    unsafe { tasks.spawn(body) };
                }
                steps += 1;
                at_once += u64::from(ran.load(Relaxed) == before + LENGTH as u64 / 2);
            }
            region.try_wait().expect("no task fails");
            assert!(cells.iter().all(|&x| x == steps), "{ppus} PPUs");
            at_once
        });
        println!("{ppus} PPUs: {at_once} loops at once");
    }
}

/// A tape begins where tiny tasks ran alone: long tasks of its laps are handed out all the same.
#[test]
fn laps_of_long_tasks_after_tiny_ones_are_handed_out() {
    with_cells(2, |region, array, cells| {
        let mut alone = false;
        for pass in 0..200 {
            alone |= wavefront(region, array, cells, pass) > TASKS / 2;
            region.try_wait().expect("no task fails");
            if alone {
                break;
            }
        }
        assert!(alone, "tiny tasks were handed about");
        let ran = Arc::new(AtomicU64::new(0));
        let mut tape = region.record();
        let mut before = 0;
        for _ in 0..4 {
            tape.lap(|region| {
                for n in 0..50 {
                    let ran = ran.clone();
                    let mut task = region.task(TASK);
                    task.access_tile(array, n, Mode::InOut);
                    let body = move || {
                        std::thread::sleep(std::time::Duration::from_millis(1));
                        ran.fetch_add(1, Relaxed);
                    };
                    unsafe { task.spawn_repeat(body) };
                }
            });
            before = ran.load(Relaxed);
        }
        drop(tape);
        region.try_wait().expect("no task fails");
        assert_eq!(ran.load(Relaxed), 200);
        // The last lap's own tasks at least are not run where they are handed in.
        assert!(before < 190, "{before} had run when all were registered");
    });
}
