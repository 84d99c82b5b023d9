//! Protocol *watching* (`runtime/src/sched/watch/mod.rs`): a stall is reported when there is one,
//! and not while a task completes between looks; and the watchdog forgets a handle that is gone.
#![cfg(hp5_loom)]

use std::sync::Arc;
use std::time::Duration;

use hp5::models::{Handles, Lookout, Node, Stage, Watching};
use hp5_loom::{check_within, finds};
use loom::thread;

const LIMIT: Duration = Duration::from_secs(1);

/// The lanes of the registering thread and of a PPU.
const REGISTERS: usize = 0;
const RUNS: usize = 1;

/// Two tasks, the second one after the first.
struct World {
    stage: Stage,
    watching: Watching,
    tasks: [Node; 2],
}

impl World {
    fn new() -> Arc<Self> {
        let stage = Stage::new(2);
        let mut lane = stage.lane(REGISTERS);
        let tasks = [0, 1].map(|_| stage.register(&mut lane, &[], || {}));
        assert!(stage.settle(tasks[0], 0), "the first one is ready");
        let drawn = stage.edge(&mut lane, tasks[0], tasks[1]);
        assert!(
            !stage.settle(tasks[1], u32::from(drawn)),
            "the second waits"
        );
        Arc::new(World {
            stage,
            watching: Watching::new(2, LIMIT),
            tasks,
        })
    }

    /// `Worker::execute_watched` with the first task, from its beginning or from within.
    fn run_the_first(&self, has_begun: bool) {
        let mut lane = self.stage.lane(RUNS);
        if !has_begun {
            self.watching.begins(&self.stage, RUNS, self.tasks[0]);
        }
        self.stage.run(&mut lane, self.tasks[0].number);
        self.watching.ends(RUNS);
    }

    /// The tasks that are not completed, by number.
    fn pending(&self) -> String {
        let pending = [0, 1].map(|n| match self.stage.is_completed(self.tasks[n]) {
            true => String::new(),
            false => format!(" task {n}"),
        });
        pending.concat()
    }

    /// A look after a whole limit.
    fn look(&self, lookout: &mut Lookout) -> Option<String> {
        lookout.look(&self.watching, LIMIT, |is_stall| match is_stall {
            true => format!("stall:{}", self.pending()),
            false => "runs for long".to_owned(),
        })
    }
}

/// A PPU runs a task while the watchdog looks. A stall may be reported before the task has begun,
/// and never when it has completed since the look before.
#[test]
fn no_alarm_when_a_task_completes_between_looks() {
    for has_begun in [false, true] {
        check_within(6, move || {
            let world = World::new();
            if has_begun {
                world.watching.begins(&world.stage, RUNS, world.tasks[0]);
            }
            let mut lookout = Lookout::new(&world.watching);
            let worker = {
                let world = world.clone();
                thread::spawn(move || world.run_the_first(has_begun))
            };
            if let Some(report) = world.look(&mut lookout) {
                let is_so = report.contains("task 0") || report == "runs for long";
                assert!(is_so, "a false alarm: {report}");
            }
            worker.join().unwrap();
        });
    }
}

/// The first task is done, nobody takes the second one, and a thread waits in the body of a task
/// for it: that is a stall, which is reported once, with the task that is not completed.
#[test]
fn a_stall_is_reported_once() {
    check_within(6, || {
        let world = World::new();
        let mut lane = world.stage.lane(REGISTERS);
        let around = world.stage.register(&mut lane, &[], || {});
        let worker = {
            let world = world.clone();
            thread::spawn(move || world.run_the_first(false))
        };
        world.watching.begins(&world.stage, REGISTERS, around);
        world.watching.waits(&world.stage, REGISTERS);
        worker.join().unwrap();
        let mut lookout = Lookout::new(&world.watching);
        let reports = [0, 1].map(|_| world.look(&mut lookout));
        let expected = [Some("stall: task 1".to_owned()), None];
        assert_eq!(reports, expected, "a stall is reported");
    });
}

/// A request is completed while the body that made it ends: whoever is last, the watchdog knows
/// of no handle afterwards.
#[test]
fn a_handle_that_is_gone_is_forgotten() {
    check_within(6, || {
        let (world, handles) = (World::new(), Arc::new(Handles::new()));
        let request = {
            let (world, handles) = (world.clone(), handles.clone());
            thread::spawn(move || {
                if handles.end_one() {
                    world.watching.handle_is_gone(&world.stage, world.tasks[0]);
                }
            })
        };
        let finish = || handles.end_one();
        let _ = (world.watching).at_end_of_body(&world.stage, world.tasks[0], finish);
        request.join().unwrap();
        assert_eq!(world.watching.handles(), 0, "handles that are known");
    });
}

#[test]
fn planted_bugs_are_found() {
    let alarm = "no_alarm_when_a_task_completes_between_looks";
    finds(alarm, "no second look at moves", &["a false alarm"]);
    finds(alarm, "count late", &["a false alarm"]);
    finds(
        "a_stall_is_reported_once",
        "waiting is running",
        &["a stall is reported"],
    );
    finds(
        "a_handle_that_is_gone_is_forgotten",
        "note the handle late",
        &["handles that are known"],
    );
}
