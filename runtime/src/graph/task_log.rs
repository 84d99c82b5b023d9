//! What the watchdog knows of a region's tasks: notes of its registering thread.
//!
//! Whether a task of the log is completed is seen from its atomics (`graph/successors.rs`): a plain
//! task's generation, or the lap that a recorded one is in. Completed tasks are dropped from
//! the log when it has doubled, so it is as long as the region's tasks in flight.

use smallvec::SmallVec;

use crate::base::site::Site;
use crate::graph::access::{Access, OPAQUE};
use crate::graph::commute::CommuteLock;
use crate::graph::reference::TaskRef;
use crate::graph::slab::Slab;
use crate::graph::table::Table;
use crate::graph::task::Task;
use crate::graph::tiling::Tiling;
use crate::sync::Arc;

/// Tasks in a log before it is looked through.
const FEW: usize = 256;

/// What a task is.
pub(crate) struct What {
    pub(crate) site: &'static Site,
    pub(crate) name: Option<Box<str>>,
    pub(crate) tiles: Box<[Access]>,
    /// Of the commutative tiles among these, in their order.
    pub(crate) locks: Box<[Arc<CommuteLock>]>,
}

impl What {
    /// For the task's owner.
    fn of(task: &Task) -> What {
        What {
            site: task.site(),
            name: task.own_name(),
            tiles: task.tiles().collect(),
            locks: task.locks().into(),
        }
    }

    pub(crate) fn name(&self) -> &str {
        self.name.as_deref().unwrap_or(self.site.name)
    }
}

/// A task that runs once.
pub(crate) struct Noted {
    pub(crate) task: TaskRef,
    pub(crate) what: What,
    pub(crate) before: SmallVec<[TaskRef; 4]>,
}

/// A task on a tape.
pub(crate) struct Lapped {
    pub(crate) number: u32,
    pub(crate) what: What,
    /// Places on the tape; `true`: of the lap before.
    pub(crate) before: Vec<(u32, bool)>,
    /// Laps that it has been let go for, while these are registered.
    handed: u32,
}

/// How laps of a tape begin.
enum Laps {
    /// Each is registered.
    Registered,
    /// So many are replayed.
    Replayed(u32),
}

/// A tape that is closed.
pub(crate) struct Loop {
    pub(crate) tasks: Vec<Lapped>,
    laps: Laps,
}

/// The log of one region.
pub(crate) struct Log {
    pub(crate) site: &'static Site,
    /// Of the registering thread.
    pub(crate) lane: usize,
    /// The task in whose body the region was opened.
    pub(crate) around: Option<u32>,
    /// Names and tilings, by number.
    arrays: Vec<(String, Tiling)>,
    pub(crate) tasks: Vec<Noted>,
    /// Length at which the log is looked through.
    most: usize,
    /// Edges of the task that is being registered.
    drawn: SmallVec<[TaskRef; 4]>,
    pub(crate) tape: Option<Loop>,
}

fn is_completed(tasks: &Slab<Task>, task: TaskRef) -> bool {
    tasks.get(task.number).links.is_completed(task.generation)
}

impl Log {
    pub(crate) fn new(site: &'static Site, lane: usize, around: Option<u32>) -> Log {
        Log {
            site,
            lane,
            around,
            arrays: Vec::new(),
            tasks: Vec::new(),
            most: FEW,
            drawn: SmallVec::new(),
            tape: None,
        }
    }

    /// The task that is being registered waits for `before`.
    pub(crate) fn edge(&mut self, before: TaskRef) {
        self.drawn.push(before);
    }

    /// A task is registered.
    pub(crate) fn add(&mut self, tasks: &Slab<Task>, task: &Task, table: &Table) {
        if self.tasks.len() >= self.most {
            self.tasks.retain(|noted| !is_completed(tasks, noted.task));
            self.most = FEW.max(2 * self.tasks.len());
        }
        self.name_arrays(table);
        self.tasks.push(Noted {
            task: task.reference(),
            what: What::of(task),
            before: std::mem::take(&mut self.drawn),
        });
    }

    fn name_arrays(&mut self, table: &Table) {
        let known = self.arrays.len();
        let new = (known..table.arrays()).map(|id| {
            let entry = table.entry(id as u32);
            (entry.name.clone(), entry.tiling.clone())
        });
        self.arrays.extend(new);
    }

    /// A tile for people, such as `inout a[0..64]`.
    pub(crate) fn tile(&self, access: Access) -> String {
        let clause = access.mode().clause();
        if access.array() == OPAQUE {
            return format!("{clause} key {}", access.tile());
        }
        let Some((name, tiling)) = self.arrays.get(access.array() as usize) else {
            return clause.to_owned();
        };
        let ranges = tiling.ranges(access.tile() as usize);
        let ranges: Vec<String> = ranges
            .iter()
            .map(|r| format!("{}..{}", r.start, r.end))
            .collect();
        match ranges.is_empty() {
            true => format!("{clause} {name}"),
            false => format!("{clause} {name}[{}]", ranges.join(", ")),
        }
    }

    // ---- tapes ----

    /// A tape is closed: its tasks, by place, and what each waits for.
    pub(crate) fn close_tape<'t>(
        &mut self,
        tasks: impl Iterator<Item = (&'t Task, Vec<(u32, bool)>)>,
        table: &Table,
    ) {
        self.name_arrays(table);
        let lapped = |(task, before): (&Task, _)| Lapped {
            number: task.number(),
            what: What::of(task),
            before,
            handed: 0,
        };
        self.tape = Some(Loop {
            tasks: tasks.map(lapped).collect(),
            laps: Laps::Registered,
        });
    }

    /// The tape is gone.
    pub(crate) fn drop_tape(&mut self) {
        self.tape = None;
    }

    /// Laps begin anew: registered ones.
    pub(crate) fn begin_laps(&mut self) {
        if let Some(tape) = &mut self.tape {
            tape.laps = Laps::Registered;
            tape.tasks.iter_mut().for_each(|task| task.handed = 0);
        }
    }

    /// Laps begin anew: so many of them.
    pub(crate) fn begin_replay(&mut self, laps: u32) {
        if let Some(tape) = &mut self.tape {
            tape.laps = Laps::Replayed(laps);
        }
    }

    /// All tasks are let go for one more lap.
    pub(crate) fn hand_in_all(&mut self) {
        if let Some(tape) = &mut self.tape {
            tape.tasks.iter_mut().for_each(|task| task.handed += 1);
        }
    }

    /// One task is let go for one more lap.
    pub(crate) fn hand_in(&mut self, place: usize, task: &Task) {
        if let Some(lapped) = self.tape.as_mut().and_then(|t| t.tasks.get_mut(place)) {
            lapped.handed += 1;
            lapped.what.name = task.own_name();
        }
    }

    // ---- looking ----

    /// Plain tasks that are not completed.
    pub(crate) fn pending<'l>(
        &'l self,
        tasks: &'l Slab<Task>,
    ) -> impl Iterator<Item = &'l Noted> + Clone {
        let open = |noted: &&Noted| !is_completed(tasks, noted.task);
        self.tasks.iter().filter(open)
    }
}

impl Loop {
    /// Per task: the lap that it is in, or `None` when it has none to do. `is_held`: tasks that
    /// run, or have a handle.
    pub(crate) fn laps(
        &self,
        tasks: &Slab<Task>,
        is_held: impl Fn(u32) -> bool,
    ) -> Vec<Option<u32>> {
        let mut laps: Vec<Option<u32>> = Vec::with_capacity(self.tasks.len());
        for lapped in &self.tasks {
            let task = tasks.get(lapped.number);
            let lap = task.links.lap();
            let open = match self.laps {
                Laps::Registered => lap < lapped.handed,
                Laps::Replayed(0) => false,
                // The last lap sets the task up as the first one found it: then the tasks
                // before it tell whether it is over.
                Laps::Replayed(_) => {
                    let own: Vec<u32> =
                        lapped.before.iter().filter(|b| !b.1).map(|b| b.0).collect();
                    lap > 0
                        || is_held(lapped.number)
                        || (task.waits_for() as usize) < own.len()
                        || own.iter().any(|&n| laps.get(n as usize) == Some(&Some(0)))
                }
            };
            laps.push(open.then_some(lap));
        }
        laps
    }

    /// How many laps there are, if that is known.
    pub(crate) fn all(&self) -> Option<u32> {
        match self.laps {
            Laps::Registered => None,
            Laps::Replayed(laps) => Some(laps),
        }
    }
}
