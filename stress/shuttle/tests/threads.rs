//! Threads that register, runtimes that start and stop, PPUs that have nothing to do.
#![cfg(hp5_shuttle)]

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use hp5::models::{let_deadlines_pass, runtime};
use hp5::rt::{Mode, Pending, Region};
use hp5_shuttle::laps::{Act, Loop};
use hp5_shuttle::program::{Program, Recipe};
use hp5_shuttle::{SITE, explore, finds, in_region, on};
use shuttle::scheduler::RandomScheduler;
use shuttle::sync::atomic::{AtomicU32, Ordering};
use shuttle::sync::mpsc::channel;
use shuttle::sync::{Condvar, Mutex};
use shuttle::{Config, FailurePersistence, MaxSteps, Runner, thread};

fn small(seed: u64) -> Program {
    let recipe = Recipe {
        steps: 6,
        depth: 1,
        rich: true,
    };
    Program::random(seed, recipe)
}

/// Three threads register into regions of their own at once; a pool has two seats in models,
/// so one thread waits for a seat.
#[test]
fn several_threads_register() {
    for seed in 0..3 {
        let programs: [_; 3] = std::array::from_fn(|n| Arc::new(small(3 * seed + n as u64)));
        explore(80, move || {
            let runtime = Arc::new(runtime(2, u64::MAX));
            let threads: Vec<_> = programs
                .iter()
                .map(|program| {
                    let (runtime, program) = (runtime.clone(), program.clone());
                    thread::spawn(move || runtime.install(|| program.run()))
                })
                .collect();
            threads
                .into_iter()
                .for_each(|thread| thread.join().unwrap());
        });
    }
}

/// The registering thread waits for something else than the end of its region, so it helps
/// nobody: a PPU that sleeps must be woken for the task, and the one whose place the thread
/// has taken must not keep the wake-up for itself.
#[test]
fn ppus_are_woken_while_the_registering_thread_is_busy() {
    explore(300, || {
        on(2, u64::MAX, || {
            in_region(|region| {
                let (send, receive) = channel();
                let mut task = region.task(&SITE);
                task.access_key(1, Mode::InOut);
                // SAFETY: the body touches what it owns.
                unsafe { task.spawn(move || send.send(7).unwrap()) };
                assert_eq!(receive.recv(), Ok(7));
            });
        });
    });
}

/// Two threads leave their seats; the next region takes the place of one of the PPUs that stood
/// by for them. The other one must not stay asleep until it looks by itself (time stands still
/// here): the registering thread helps nobody.
#[test]
fn who_stood_by_for_a_region_before_is_woken() {
    explore(300, || {
        let runtime = Arc::new(runtime(2, u64::MAX));
        let (taken, left) = (channel(), channel());
        let other = thread::spawn({
            let runtime = runtime.clone();
            move || {
                runtime.install(|| {
                    in_region(|_| {
                        taken.0.send(()).unwrap();
                        left.1.recv().unwrap();
                    });
                });
            }
        });
        runtime.install(|| {
            in_region(|_| {
                taken.1.recv().unwrap();
                thread::yield_now();
            });
            left.0.send(()).unwrap();
            other.join().unwrap();
            in_region(|region| {
                let (send, receive) = channel();
                let mut task = region.task(&SITE);
                task.access_key(1, Mode::InOut);
                // SAFETY: the body touches what it owns.
                unsafe { task.spawn(move || send.send(7).unwrap()) };
                assert_eq!(receive.recv(), Ok(7));
            });
        });
    });
}

/// What a long task releases goes to the shelf: each of two bodies that wait for each other finds
/// a PPU, while the registering thread helps nobody. (In models, tasks of odd numbers are long.)
#[test]
fn what_a_long_task_releases_wakes_somebody() {
    explore(300, || {
        on(3, u64::MAX, || {
            in_region(|region| {
                let task = |key, mode| {
                    let mut task = region.task(&SITE);
                    task.access_key(key, mode);
                    task
                };
                // Too large for the short path, where nothing is measured.
                let large = [0_u64; 8];
                // SAFETY: the bodies touch what they own.
                unsafe {
                    task(1, Mode::InOut).spawn(|| ());
                    task(2, Mode::InOut)
                        .spawn(move || assert_eq!(std::hint::black_box(large), [0; 8]));
                }
                let (ends, end) = channel();
                let (first, second) = (channel(), channel());
                for (send, receive) in [(first.0, second.1), (second.0, first.1)] {
                    let ends = ends.clone();
                    let meet = move || {
                        send.send(()).unwrap();
                        receive.recv().unwrap();
                        ends.send(()).unwrap();
                    };
                    // SAFETY: the body touches what it owns.
                    unsafe { task(2, Mode::In).spawn(meet) };
                }
                (0..2).for_each(|_| end.recv().unwrap());
            });
        });
    });
}

/// The only PPU stands by for the registering thread, which waits for what a task does: the
/// PPU sees no pulse and runs the task itself.
#[test]
fn a_displaced_ppu_stands_in() {
    explore(300, || {
        let_deadlines_pass(true);
        on(1, u64::MAX, || {
            in_region(|region| {
                let (send, receive) = channel();
                for n in 0..3 {
                    let mut task = region.task(&SITE);
                    task.access_key(1, Mode::InOut);
                    let send = send.clone();
                    // SAFETY: the body touches what it owns.
                    unsafe { task.spawn(move || send.send(n).unwrap()) };
                }
                (0..3).for_each(|n| assert_eq!(receive.recv(), Ok(n)));
            });
        });
    });
}

/// The first tasks of laps are fed in chunks to PPUs that come and go: what a PPU on stand-by
/// has taken, it runs or leaves to others.
#[test]
fn nobody_sleeps_on_what_he_has_taken() {
    let lap = vec![Vec::new(); 8];
    let acts = [Act::Lap, Act::Replay(1), Act::Wait, Act::Replay(2)];
    let one = Arc::new(Loop::new(&lap, &Vec::new(), &acts));
    explore(300, move || {
        let_deadlines_pass(true);
        on(2, u64::MAX, || one.run());
    });
}

/// Regions of one thread, on one runtime and on two, that do not end in the reverse order.
#[test]
fn regions_end_in_any_order() {
    explore(200, || {
        let second = runtime(1, u64::MAX);
        on(2, u64::MAX, || {
            let ran = Arc::new(AtomicU32::new(0));
            let fill = |region: &Region| {
                for key in 1..3 {
                    let mut task = region.task(&SITE);
                    task.access_key(key, Mode::InOut);
                    let ran = ran.clone();
                    let body = move || {
                        ran.fetch_add(1, Ordering::SeqCst);
                    };
                    // SAFETY: the body touches what is shared with it.
                    unsafe { task.spawn(body) };
                }
            };
            let first = Region::begin(&SITE);
            fill(&first);
            let inner = second.install(|| Region::begin(&SITE));
            fill(&inner);
            let last = Region::begin(&SITE);
            fill(&last);
            first.try_end().expect("no task fails");
            fill(&inner);
            fill(&last);
            inner.try_end().expect("no task fails");
            fill(&last);
            last.try_end().expect("no task fails");
            assert_eq!(ran.load(Ordering::SeqCst), 12, "tasks that ran");
        });
    });
}

/// A task after a request; it runs last of all.
fn request(region: &Region, start: impl FnOnce(Pending) + Send) -> Arc<AtomicU32> {
    let mut request = region.task(&SITE);
    request.access_key(1, Mode::InOut);
    // SAFETY: what the bodies touch is shared with them.
    unsafe { request.spawn_pending(start) };
    let mut after = region.task(&SITE);
    after.access_key(1, Mode::InOut);
    after.priority(-1);
    let ran = Arc::new(AtomicU32::new(0));
    let count = ran.clone();
    // SAFETY: as above.
    unsafe { after.spawn(move || count.store(1, Ordering::SeqCst)) };
    ran
}

/// Two threads wait for what comes after a request, which has a low priority and so is put
/// aside. One of them completes the other's request only when it is done itself: a wake-up
/// that goes to the other one, who cannot run the task, is lost.
#[test]
fn what_is_put_aside_wakes_those_who_wait_for_it() {
    explore(300, || {
        let runtime = Arc::new(runtime(1, u64::MAX));
        let (give, take) = channel::<Pending>();
        let shared = runtime.clone();
        let other = thread::spawn(move || {
            shared.install(|| {
                in_region(|region| {
                    request(region, move |handle| give.send(handle).unwrap());
                });
            });
        });
        runtime.install(|| {
            let mut ran = Arc::default();
            in_region(|region| {
                ran = request(region, |handle| drop(thread::spawn(|| drop(handle))));
            });
            assert_eq!(ran.load(Ordering::SeqCst), 1, "the task after the request");
        });
        drop(take.recv().unwrap());
        other.join().unwrap();
    });
}

/// A body holds a lock while it waits for a region of its own; others want the lock. Who
/// waits runs only what it waits for, so it never comes upon a body that wants the lock it
/// holds.
#[test]
fn locks_are_held_across_waits() {
    explore(200, || {
        on(2, u64::MAX, || {
            let lock = Arc::new(Mutex::new(0_u32));
            in_region(|region| {
                for n in 0..4 {
                    let lock = lock.clone();
                    let mut task = region.task(&SITE);
                    task.access_key(n + 1, Mode::InOut);
                    let body = move || {
                        let mut held = lock.lock().unwrap();
                        in_region(|region| {
                            for n in 0..2 {
                                let mut task = region.task(&SITE);
                                task.access_key(n + 1, Mode::InOut);
                                // SAFETY: the body touches nothing.
                                unsafe { task.spawn(thread::yield_now) };
                            }
                        });
                        *held += 1;
                    };
                    // SAFETY: what the body touches is shared with it.
                    unsafe { task.spawn(body) };
                }
            });
            assert_eq!(*lock.lock().unwrap(), 4, "bodies that held the lock");
        });
    });
}

/// One thread uses one runtime inside a body of another, and both one after the other.
#[test]
fn runtimes_beside_and_inside_one_another() {
    let programs = Arc::new([small(50), small(51), small(52)]);
    explore(120, move || {
        let inner = Arc::new(runtime(1, u64::MAX));
        on(2, u64::MAX, || {
            programs[0].run();
            inner.install(|| programs[1].run());
            programs[2].run();
        });
    });
}

/// Runtimes that start and stop: without work, and with a region in between.
#[test]
fn start_and_stop() {
    explore(300, || {
        drop(runtime(3, u64::MAX));
    });
    let program = Arc::new(small(60));
    explore(100, move || {
        for ppus in 1..3 {
            on(ppus, u64::MAX, || program.run());
        }
    });
}

/// When all is done, every PPU sleeps: then nobody can go on but the main thread, and when
/// that one waits for what never comes, shuttle sees a deadlock. A PPU that turns in circles
/// would go on for ever instead.
#[test]
fn idle_ppus_sleep() {
    for seed in 0..200 {
        let mut config = Config::new();
        config.stack_size = 1 << 18;
        config.max_steps = MaxSteps::FailAfter(100_000);
        config.failure_persistence = FailurePersistence::None;
        config.silence_warnings = true;
        let program = Arc::new(small(seed % 5));
        let runner = Runner::new(RandomScheduler::new_from_seed(seed, 1), config);
        let run = AssertUnwindSafe(|| {
            runner.run(move || {
                let runtime = std::mem::ManuallyDrop::new(runtime(3, u64::MAX));
                runtime.install(|| program.run());
                let never = Mutex::new(());
                let held = never.lock().unwrap();
                drop(Condvar::new().wait(held));
            });
        });
        let end = catch_unwind(run).expect_err("nobody wakes the main thread");
        let text = end
            .downcast_ref::<String>()
            .cloned()
            .or_else(|| end.downcast_ref::<&str>().map(|text| (*text).to_owned()));
        let text = text.expect("a report");
        assert!(text.contains("deadlock"), "somebody is awake: {text}");
    }
}

#[test]
fn planted_bugs_are_found() {
    let lost = &["deadlock!"];
    let busy = "ppus_are_woken_while_the_registering_thread_is_busy";
    finds(busy, "no second look", lost);
    finds(busy, "keep the wake-up", lost);
    let long = "what_a_long_task_releases_wakes_somebody";
    finds(long, "shelve in silence", lost);
    let left = "who_stood_by_for_a_region_before_is_woken";
    finds(left, "leave a PPU on stand-by", lost);
    finds(
        "nobody_sleeps_on_what_he_has_taken",
        "sleep on a portion",
        &["exceeded max_steps", "deadlock!"],
    );
    finds(
        "what_is_put_aside_wakes_those_who_wait_for_it",
        "wake anybody",
        lost,
    );
    finds(
        "locks_are_held_across_waits",
        "help strangers",
        &["already holds", "deadlock!"],
    );
    finds("idle_ppus_sleep", "keep the token", &["exceeded max_steps"]);
}
