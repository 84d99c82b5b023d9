//! The watchdog: what stands still is named with its cause, what only takes long is noted, and
//! what goes on is left alone.

use std::process::Command;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use hp5::rt::{self, Mode, Pending, Region};
use hp5::{Bind, Builder, Runtime};

/// Time without a move after which there are reports.
const LIMIT: Duration = Duration::from_millis(250);
/// Nobody waits longer for one.
const PATIENCE: Duration = Duration::from_secs(60);

type Reports = Mutex<Receiver<String>>;

fn watched(ppus: usize) -> (Builder, Reports) {
    let (to, reports) = channel();
    let to = Mutex::new(to);
    let report = move |text: &str| {
        let to: &Sender<String> = &to.lock().unwrap_or_else(PoisonError::into_inner);
        let _ = to.send(text.to_owned());
    };
    let builder = Runtime::builder().ppus(ppus).bind(Bind::None);
    (
        builder.watchdog(LIMIT).watchdog_report(report),
        Mutex::new(reports),
    )
}

/// On any number of PPUs.
fn parallel(f: impl Fn(&Reports)) {
    for ppus in [1, 2, 4] {
        let (builder, reports) = watched(ppus);
        builder.build().unwrap().install(|| f(&reports));
    }
}

/// The same, and on the thread that registers alone.
fn everywhere(f: impl Fn(&Reports)) {
    parallel(&f);
    let (builder, reports) = watched(2);
    builder.seed(7).build().unwrap().install(|| f(&reports));
}

fn begin(name: &'static str) -> Region {
    Region::begin(rt::Site::intern(name, "stall.rs", 1))
}

fn task<'r>(region: &'r Region, name: &str, line: u32, keys: &[(usize, Mode)]) -> rt::Task<'r> {
    let mut task = region.task(rt::Site::intern(name, "stall.rs", line));
    keys.iter().for_each(|&(key, mode)| {
        task.access_key(key, mode);
    });
    task
}

/// Waits for the report of a stall; long bodies may be noted before.
fn stall(reports: &Receiver<String>) -> String {
    loop {
        let text = reports.recv_timeout(PATIENCE).expect("a report");
        if text.contains("none has run") {
            return text;
        }
    }
}

/// Runs `graph`, which gives the handle of a task away, and gives `look` the report of the
/// stall; then the handle is dropped.
fn stands(reports: &Reports, graph: impl Fn(Sender<Pending>), look: impl Fn(&str) + Sync) {
    let (give, take) = channel();
    std::thread::scope(|threads| {
        let look = &look;
        threads.spawn(move || {
            // Dropped when all was looked at, or with a panic of this thread.
            let _handle: Pending = take.recv_timeout(PATIENCE).expect("a handle");
            let reports = reports.lock().unwrap();
            look(&stall(&reports));
            // Once per stall.
            assert_eq!(reports.recv_timeout(2 * LIMIT).ok(), None);
        });
        graph(give);
    });
}

fn has(text: &str, parts: &[&str]) {
    for part in parts {
        assert!(text.contains(part), "`{part}` is not in:\n{text}");
    }
}

#[test]
fn a_handle_that_nobody_completes() {
    everywhere(|reports| {
        let data = vec![0_u64; 64];
        let graph = |give: Sender<Pending>| {
            let region = begin("stands");
            // SAFETY: the data outlive the region.
            let array = unsafe { region.array("a", rt::flat(&raw const data[..]), &[16]) };
            let mut send = task(&region, "send", 10, &[]);
            send.access(&array, Mode::InOut, &[(0, 16)]);
            // SAFETY: as above.
            unsafe { send.spawn_pending(move |handle| give.send(handle).unwrap()) };
            for n in 0..3 {
                let mut add = task(&region, "add", 20 + n, &[]);
                add.access(&array, Mode::InOut, &[(0, 16 + 16 * n as isize)]);
                // SAFETY: as above.
                unsafe { add.spawn(|| {}) };
            }
            // A hundred tasks by one call.
            let read = rt::Site::intern("read", "stall.rs", 30);
            let mut reads =
                region.loop_tasks(read, rt::Order::Parallel, rt::chunks(0..100_usize, 1, 0));
            reads.access(&array, Mode::In, |[_]: [(isize, isize); 1]| [(32, 48)]);
            // SAFETY: as above.
            unsafe { reads.spawn(|_| {}) };
            for _ in 0..1000 {
                // SAFETY: as above; these run.
                unsafe { task(&region, "free", 40, &[]).spawn(|| {}) };
            }
            region.end();
        };
        stands(reports, graph, |text| {
            has(
                text,
                &[
                    "hp5: watchdog: no task has completed and none has run for 0.",
                    "region `stands` (stall.rs:1): 104 tasks not completed; the registering thread waits for it",
                    "    `send` (stall.rs:10), inout a[0..16]\n        waits for a handle that nobody has completed or dropped since its body ran, ",
                    "    `add` (stall.rs:20), inout a[0..16]\n        waits for `send` (stall.rs:10)\n",
                    "    `add` (stall.rs:21), inout a[0..16], inout a[16..32]\n        waits for `add` (stall.rs:20)\n",
                    "    `read` (stall.rs:30), in a[32..48]\n        waits for `add` (stall.rs:22)\n",
                    "    and 54 more tasks",
                ],
            );
            assert_eq!(text.matches("waits for a handle").count(), 1, "{text}");
            assert!(!text.contains("`free`"), "{text}");
        });
    });
}

#[test]
fn a_handle_deep_inside() {
    everywhere(|reports| {
        let graph = |give: Sender<Pending>| {
            let region = begin("outside");
            let middle = move |inside: &Region| {
                let give = give.clone();
                let innermost = move || {
                    let region = begin("innermost");
                    let send = task(&region, "send", 10, &[(1, Mode::InOut)]);
                    // SAFETY: nothing is referred to.
                    unsafe { send.spawn_pending(move |handle| give.send(handle).unwrap()) };
                    // SAFETY: as above.
                    unsafe { task(&region, "next", 11, &[(1, Mode::In)]).spawn(|| {}) };
                    region.end();
                };
                // SAFETY: as above.
                unsafe { task(inside, "waiter", 12, &[(1, Mode::InOut)]).spawn(innermost) };
            };
            // SAFETY: as above.
            unsafe { task(&region, "composite", 13, &[(1, Mode::InOut)]).spawn_nested(middle) };
            // SAFETY: as above.
            unsafe { task(&region, "last", 14, &[(1, Mode::In)]).spawn(|| {}) };
            region.end();
        };
        stands(reports, graph, |text| {
            has(
                text,
                &[
                    "region `outside` (stall.rs:1): 2 tasks not completed; the registering thread waits for it",
                    "`composite` (stall.rs:13), inout key 0\n        waits for the 1 task inside it, see there",
                    "`last` (stall.rs:14), in key 0\n        waits for `composite` (stall.rs:13)",
                    "region `composite` (stall.rs:13): 1 task not completed",
                    "`waiter` (stall.rs:12), inout key 0\n        waits for region `innermost` in its body, see there",
                    "region `innermost` (stall.rs:1): 2 tasks not completed; ",
                    "`send` (stall.rs:10), inout key 0\n        waits for a handle",
                    "`next` (stall.rs:11), in key 0\n        waits for `send` (stall.rs:10)",
                ],
            );
        });
    });
}

#[test]
fn a_commutative_tile_that_is_held() {
    parallel(|reports| {
        let graph = |give: Sender<Pending>| {
            let region = begin("turns");
            let keys = [(1, Mode::Commutative)];
            let has_it = AtomicBool::new(false);
            let first = |handle| {
                has_it.store(true, Ordering::SeqCst);
                give.send(handle).unwrap();
            };
            // SAFETY: what bodies refer to outlives the region.
            unsafe { task(&region, "first", 10, &keys).spawn_pending(first) };
            while !has_it.load(Ordering::SeqCst) {
                std::thread::sleep(Duration::from_millis(1));
            }
            // SAFETY: as above.
            unsafe { task(&region, "second", 11, &keys).spawn(|| {}) };
            region.end();
        };
        stands(reports, graph, |text| {
            has(
                text,
                &[
                    "`first` (stall.rs:10), commutative key 0\n        waits for a handle",
                    "`second` (stall.rs:11), commutative key 0\n        waits for its turn at commutative key 0, which `first` (stall.rs:10) has",
                ],
            );
        });
    });
}

/// Laps of three tasks; in the third one the first task gives a handle away. `laps` hands them
/// in or replays them.
fn laps(give: Sender<Pending>, laps: impl Fn(&mut rt::Tape<'_>, &dyn Fn(&Region))) {
    let region = begin("laps");
    let turn = AtomicU32::new(0);
    let give = Mutex::new(Some(give));
    let lap = |region: &Region| {
        // A composite, since only a body that runs once can keep a handle.
        let first = || {
            if turn.fetch_add(1, Ordering::SeqCst) != 2 {
                return;
            }
            let inner = begin("inner");
            let give = give.lock().unwrap().take().unwrap();
            // SAFETY: nothing is referred to.
            unsafe {
                task(&inner, "send", 9, &[]).spawn_pending(move |handle| give.send(handle).unwrap())
            };
            inner.end();
        };
        // SAFETY: what bodies refer to outlives the region.
        unsafe { task(region, "first", 10, &[(1, Mode::InOut)]).spawn_repeat(first) };
        // SAFETY: as above.
        unsafe {
            task(region, "second", 11, &[(1, Mode::In), (2, Mode::InOut)]).spawn_repeat(|| {})
        };
        // SAFETY: as above.
        unsafe { task(region, "beside", 12, &[(3, Mode::InOut)]).spawn_repeat(|| {}) };
    };
    let mut tape = region.record();
    laps(&mut tape, &lap);
    drop(tape);
    region.end();
}

#[test]
fn laps_that_are_replayed() {
    everywhere(|reports| {
        let graph = |give| {
            laps(give, |tape, lap| {
                tape.lap(lap);
                tape.replay(9).unwrap();
            });
        };
        stands(reports, graph, |text| {
            has(
                text,
                &[
                    "region `laps` (stall.rs:1): ",
                    "`first` (stall.rs:10) in lap 3 of 10, inout key 0\n        waits for region `inner` in its body, see there",
                    "`second` (stall.rs:11) in lap 3 of 10, in key 0, inout key 1\n        waits for `first` (stall.rs:10)",
                    "`send` (stall.rs:9)\n        waits for a handle",
                ],
            );
        });
    });
}

#[test]
fn laps_that_are_registered() {
    everywhere(|reports| {
        let graph = |give| {
            laps(give, |tape, lap| {
                // Enough for a tape of several laps that goes round.
                for _ in 0..3000 {
                    tape.lap(lap);
                }
            });
        };
        stands(reports, graph, |text| {
            has(
                text,
                &[
                    "region `laps` (stall.rs:1): ",
                    "`first` (stall.rs:10) in lap 1, inout key 0\n        waits for region `inner` in its body, see there",
                    "`second` (stall.rs:11) in lap 1, in key 0, inout key 1\n        waits for `first` (stall.rs:10)",
                ],
            );
        });
    });
}

#[test]
fn a_long_body_is_noted_once_and_is_no_stall() {
    parallel(|reports| {
        let region = begin("long");
        let noted = Mutex::new(String::new());
        let until_noted = || {
            let text = reports.lock().unwrap().recv_timeout(PATIENCE);
            *noted.lock().unwrap() = text.unwrap_or_default();
            // A second report would be of the same.
            std::thread::sleep(2 * LIMIT);
        };
        // SAFETY: what bodies refer to outlives the region.
        unsafe { task(&region, "slow", 10, &[(1, Mode::InOut)]).spawn(until_noted) };
        // SAFETY: as above.
        unsafe { task(&region, "after", 11, &[(1, Mode::In)]).spawn(|| {}) };
        region.end();
        has(
            &noted.into_inner().unwrap(),
            &[
                "hp5: watchdog: no task has completed for 0.",
                " has run `slow` (stall.rs:10) for ",
            ],
        );
        assert_eq!(reports.lock().unwrap().try_recv().ok(), None);
    });
}

#[test]
fn what_goes_on_is_left_alone() {
    everywhere(|reports| {
        let begun = std::time::Instant::now();
        let region = begin("busy");
        while begun.elapsed() < 3 * LIMIT {
            for n in 0..64 {
                let pause =
                    move || std::thread::sleep(Duration::from_micros(50 * u64::from(n == 0)));
                // SAFETY: nothing is referred to.
                unsafe { task(&region, "step", 10, &[(n, Mode::InOut)]).spawn(pause) };
            }
            region.wait();
        }
        // An open region without a task that is not completed is no stall.
        std::thread::sleep(3 * LIMIT);
        region.end();
        assert_eq!(reports.lock().unwrap().try_recv().ok(), None);
    });
}

/// What the next test runs in processes of its own.
#[test]
fn stands_still_for_a_while() {
    let Ok(milliseconds) = std::env::var("STAND_STILL") else {
        return;
    };
    let while_ = Duration::from_millis(milliseconds.parse().unwrap());
    let region = begin("still");
    let later = |handle: Pending| {
        std::thread::spawn(move || {
            std::thread::sleep(while_);
            drop(handle);
        });
    };
    // SAFETY: nothing is referred to.
    unsafe { task(&region, "later", 10, &[]).spawn_pending(later) };
    region.end();
}

/// 120 tasks that wait for a handle, the last one for 20 others too and with 30 tiles.
fn many(give: Sender<Pending>) {
    let region = begin("many");
    let held = task(&region, "held", 10, &[(1, Mode::Out)]);
    // SAFETY: no body touches memory.
    unsafe { held.spawn_pending(move |handle| give.send(handle).expect("it is taken")) };
    let spawn = |name: &str, line, keys: &[(usize, Mode)]| {
        // SAFETY: as above.
        unsafe { task(&region, name, line, keys).spawn(|| ()) };
    };
    for n in 0..118 {
        spawn(
            "waits",
            100 + n,
            &[(1, Mode::In), (1000 + n as usize, Mode::Out)],
        );
    }
    let tiles: Vec<_> = (0..20).map(|n| (1000 + n, Mode::In)).collect();
    let more = (2000..2010).map(|key| (key, Mode::Out));
    spawn(
        "last",
        500,
        &tiles.into_iter().chain(more).collect::<Vec<_>>(),
    );
    region.end();
}

#[test]
fn of_many_tasks_some_are_named_or_all() {
    let (builder, reports) = watched(2);
    let few = |text: &str| {
        has(text, &["120 tasks not completed", "and 70 more tasks"]);
        assert_eq!(text.matches("`waits` (").count(), 49, "{text}");
    };
    builder
        .build()
        .unwrap()
        .install(|| stands(&reports, many, few));
    let (builder, reports) = watched(2);
    let all = |text: &str| {
        let lines: Vec<String> = (100..218)
            .map(|n| format!("`waits` (stall.rs:{n}), "))
            .collect();
        has(text, &lines.iter().map(String::as_str).collect::<Vec<_>>());
        let last = text
            .split("`last` (stall.rs:500)")
            .nth(1)
            .expect("it is named");
        let (tiles, before) = last.split_once("waits for").expect("it waits");
        assert_eq!(
            (
                tiles.matches(", ").count(),
                before.matches("`waits`").count()
            ),
            (30, 20)
        );
        assert!(!text.contains(" more "), "{text}");
    };
    let runtime = builder.watchdog_names_all().build().unwrap();
    runtime.install(|| stands(&reports, many, all));
}

#[test]
fn the_variable_turns_it_on() {
    let run_for = |milliseconds: &str, value: Option<&str>| {
        let mut command = Command::new(std::env::current_exe().unwrap());
        command.args(["--exact", "stands_still_for_a_while", "--nocapture"]);
        command.env("STAND_STILL", milliseconds);
        command.env_remove("HP5_WATCHDOG");
        command.envs(value.map(|value| ("HP5_WATCHDOG", value)));
        let run = command.output().unwrap();
        (
            run.status.success(),
            String::from_utf8_lossy(&run.stderr).into_owned(),
        )
    };
    let run = |value| run_for("600", value);
    // On a busy machine the watchdog may not get its turn in time.
    let long = ["600", "6000", "60000"].map(|time| move || run_for(time, Some("0.1")));
    let runs = long.iter().map(|run| run());
    let found = runs.inspect(|(ended_well, said)| assert!(ended_well, "{said}"));
    let said = found.map(|(_, said)| said).find(|said| !said.is_empty());
    has(
        &said.expect("a report"),
        &[
            "hp5: watchdog: no task",
            "`later` (stall.rs:10)\n        waits for a handle",
        ],
    );
    for off in [None, Some("0"), Some("0,all"), Some("")] {
        let (ended_well, said) = run(off);
        assert!(ended_well && !said.contains("watchdog"), "{off:?}: {said}");
    }
    for wrong in ["soon", "1,some", "all", "-1", "inf", "1e300"] {
        let (ended_well, said) = run(Some(wrong));
        assert!(
            !ended_well
                && said.contains(&format!(
                    "HP5_WATCHDOG={wrong}: expected a number of seconds"
                )),
            "{said}"
        );
    }
}
