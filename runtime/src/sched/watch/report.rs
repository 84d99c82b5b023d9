//! What the watchdog says.

use std::collections::{HashMap, HashSet};
use std::fmt::Write as _;
use std::time::{Duration, Instant};

use crate::base::site::Site;
use crate::graph::geometry::Mode;
use crate::graph::reference::TaskRef;
use crate::graph::scope::ScopeRef;
use crate::graph::task_log::{Lapped, Log, Loop, Noted, What};
use crate::sched::pool::Shared;
use crate::sched::watch::{Doing, Running, Watch};
use crate::sync::{Arc, lock};

/// How many are named; the rest is counted.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Most {
    regions: usize,
    /// Of a region.
    tasks: usize,
    /// Of a task.
    tiles: usize,
    /// Tasks that a task waits for.
    before: usize,
}

impl Most {
    /// What a person reads, and what a program that searches the report wants (`all`).
    pub(crate) fn named(all: bool) -> Most {
        match all {
            true => Most {
                regions: usize::MAX,
                tasks: usize::MAX,
                tiles: usize::MAX,
                before: usize::MAX,
            },
            false => Most {
                regions: 20,
                tasks: 50,
                tiles: 6,
                before: 4,
            },
        }
    }
}

/// Tasks run, and none completes: these.
pub(super) fn long_bodies(
    shared: &Shared,
    still: Duration,
    running: &[&(usize, Running)],
) -> String {
    let mut text = format!(
        "hp5: watchdog: no task has completed for {}, but there are tasks that run:",
        seconds(still)
    );
    for (lane, running) in running {
        let _ = write!(
            text,
            "\n  {} has run `{}` ({}:{}) for {}",
            thread(shared, *lane),
            running.name(),
            running.site.file,
            running.site.line,
            seconds(running.since.elapsed()),
        );
    }
    text
}

/// Nothing runs, and there are tasks that are not completed: all of them. `None` when there
/// are no such tasks.
pub(super) fn stall(shared: &Shared, watch: &Watch, still: Duration) -> Option<String> {
    let now = Now::look(shared, watch);
    if now.open.is_empty() {
        return None;
    }
    let mut text = format!(
        "hp5: watchdog: no task has completed and none has run for {}",
        seconds(still)
    );
    for open in now.open.iter().take(now.most.regions) {
        if let Some(log) = &*lock(&open.scope.log) {
            now.region(&mut text, open, log);
        }
    }
    if now.open.len() > now.most.regions {
        let more = now.open.len() - now.most.regions;
        let _ = write!(text, "\n  and {}", plural(more, "more region"));
    }
    Some(text)
}

/// A region with tasks that are not completed.
struct Open {
    scope: ScopeRef,
    site: &'static Site,
    around: Option<u32>,
    pending: usize,
}

/// What threads and handles do while nothing moves.
struct Now<'s> {
    shared: &'s Shared,
    /// Tasks in whose bodies threads wait, and for which region.
    inside: HashMap<u32, ScopeRef>,
    /// Lanes, and regions that their threads wait for.
    waiting: Vec<(usize, ScopeRef)>,
    /// Tasks that run all the same: something has moved.
    running: HashSet<u32>,
    handles: HashMap<u32, Instant>,
    open: Vec<Open>,
    most: Most,
}

impl<'s> Now<'s> {
    fn look(shared: &'s Shared, watch: &Watch) -> Now<'s> {
        let mut now = Now {
            shared,
            inside: HashMap::new(),
            waiting: Vec::new(),
            running: HashSet::new(),
            handles: lock(&watch.handles).clone(),
            open: Vec::new(),
            most: watch.orders.most,
        };
        for (lane, state) in watch.lanes.iter().enumerate() {
            let mut body = None;
            for doing in lock(&state.doing).iter() {
                match doing {
                    Doing::Runs(running) => body = Some(running.number),
                    Doing::Waits(scope) => {
                        now.inside.extend(body.take().map(|body| (body, *scope)));
                        now.waiting.push((lane, *scope));
                    }
                }
            }
            now.running.extend(body);
        }
        for scope in shared.scopes() {
            if let Some(log) = &*lock(&scope.log) {
                let pending = now.pending(log);
                if pending > 0 {
                    let (site, around) = (log.site, log.around);
                    now.open.push(Open {
                        scope,
                        site,
                        around,
                        pending,
                    });
                }
            }
        }
        now
    }

    fn is_held(&self, number: u32) -> bool {
        self.handles.contains_key(&number)
            || self.inside.contains_key(&number)
            || self.running.contains(&number)
            || self.open.iter().any(|open| open.around == Some(number))
    }

    fn laps(&self, tape: &Loop) -> Vec<Option<u32>> {
        tape.laps(&self.shared.tasks, |number| self.is_held(number))
    }

    fn pending(&self, log: &Log) -> usize {
        let on_tape = log
            .tape
            .as_ref()
            .map_or(0, |tape| self.laps(tape).into_iter().flatten().count());
        log.pending(&self.shared.tasks).count() + on_tape
    }

    fn region(&self, text: &mut String, open: &Open, log: &Log) {
        let _ = write!(
            text,
            "\n  region `{}` ({}:{}): {} not completed",
            open.site.name,
            open.site.file,
            open.site.line,
            plural(open.pending, "task"),
        );
        if self.waiting.contains(&(log.lane, open.scope)) {
            let _ = write!(text, "; {} waits for it", thread(self.shared, log.lane));
        } else if log.around.is_none() {
            text.push_str("; its thread does not wait for it at the moment");
        }
        let mut lines = self.plain_tasks(log);
        lines.extend(
            log.tape
                .iter()
                .flat_map(|tape| self.tasks_on_tape(log, tape)),
        );
        // What holds the others up comes first.
        lines.sort_by_key(|line| line.waits);
        lines.truncate(self.most.tasks);
        for line in &lines {
            text.push_str(&line.text);
        }
        if open.pending > lines.len() {
            let more = open.pending - lines.len();
            let _ = write!(text, "\n    and {}", plural(more, "more task"));
        }
    }

    /// Why a task that waits for no other one is not completed.
    fn hold(&self, number: u32, what: &What, log: &Log) -> Option<String> {
        if let Some(since) = self.handles.get(&number) {
            let since = seconds(since.elapsed());
            return Some(format!(
                "a handle that nobody has completed or dropped since its body ran, {since} ago"
            ));
        }
        let inner = self.open.iter().filter(|open| open.around == Some(number));
        let inner = inner.max_by_key(|open| open.pending);
        match (self.inside.get(&number), inner) {
            (Some(_), Some(inner)) => {
                let name = inner.site.name;
                return Some(format!("region `{name}` in its body, see there"));
            }
            (Some(scope), None) => {
                // Not the log at hand, unless something moves after all.
                let other = scope.log.try_lock().ok();
                let name = other.and_then(|log| Some(log.as_ref()?.site.name));
                let name = name.map_or_else(String::new, |name| format!(" `{name}`"));
                return Some(format!("region{name} in its body"));
            }
            (None, Some(inner)) => {
                let tasks = plural(inner.pending, "task");
                return Some(format!("the {tasks} inside it, see there"));
            }
            (None, None) => {}
        }
        let tiles = what
            .tiles
            .iter()
            .filter(|tile| tile.mode() == Mode::Commutative);
        let mut locks = what.locks.iter().zip(tiles);
        let (held, tile) = locks.find(|(lock, _)| lock.has_waiting(number))?;
        let holder = |other: &&What| other.locks.iter().any(|lock| Arc::ptr_eq(lock, held));
        let plain = log
            .pending(&self.shared.tasks)
            .filter(|noted| self.is_held(noted.task.number));
        let on_tape = log.tape.iter().flat_map(|tape| &tape.tasks);
        let on_tape = on_tape.filter(|lapped| self.is_held(lapped.number));
        let others = plain
            .map(|noted| &noted.what)
            .chain(on_tape.map(|lapped| &lapped.what));
        let holders: Vec<String> = others.filter(holder).map(place_of).collect();
        Some(match holders.is_empty() {
            true => format!("its turn at {}", log.tile(*tile)),
            false => format!(
                "its turn at {}, which {} has",
                log.tile(*tile),
                holders.join(", ")
            ),
        })
    }

    fn plain_tasks(&self, log: &Log) -> Vec<Line> {
        let tasks = &self.shared.tasks;
        let is_open = |task: &&TaskRef| !tasks.get(task.number).links.is_completed(task.generation);
        // Those that wait for no other one first: then the cap leaves the others out.
        let (waiting, free): (Vec<&Noted>, Vec<&Noted>) = log
            .pending(tasks)
            .partition(|noted| noted.before.iter().any(|task| is_open(&task)));
        let shown: Vec<&Noted> = free
            .into_iter()
            .chain(waiting)
            .take(self.most.tasks)
            .collect();
        let wanted: HashSet<TaskRef> = shown
            .iter()
            .flat_map(|noted| {
                noted
                    .before
                    .iter()
                    .filter(is_open)
                    .take(self.most.before)
                    .copied()
            })
            .collect();
        let names: HashMap<TaskRef, String> = log
            .pending(tasks)
            .filter(|noted| wanted.contains(&noted.task))
            .map(|noted| (noted.task, place_of(&noted.what)))
            .collect();
        let line = |noted: &&Noted| {
            let before: Vec<&TaskRef> = noted.before.iter().filter(is_open).collect();
            let named = before.iter().take(self.most.before);
            let named = named.map(|task| {
                names
                    .get(task)
                    .cloned()
                    .unwrap_or_else(|| "another task".to_owned())
            });
            let waits = waits_for(named.collect(), before.len());
            self.line(log, noted.task.number, &noted.what, "", waits)
        };
        shown.iter().map(line).collect()
    }

    fn tasks_on_tape(&self, log: &Log, tape: &Loop) -> Vec<Line> {
        let laps = self.laps(tape);
        let of_all = tape
            .all()
            .map_or_else(String::new, |all| format!(" of {all}"));
        let mut lines = Vec::new();
        let mut waiting = 0;
        for (lapped, lap) in tape.tasks.iter().zip(&laps) {
            let Some(lap) = *lap else { continue };
            let before = before_in_lap(lapped, lap, &laps);
            // Enough of them; all that hold others up are wanted.
            waiting += usize::from(!before.is_empty());
            if !before.is_empty() && waiting > self.most.tasks {
                continue;
            }
            let named = before
                .iter()
                .take(self.most.before)
                .map(|&n| place_of(&tape.tasks[n].what));
            let waits = waits_for(named.collect(), before.len());
            let which = format!(" in lap {}{of_all}", u64::from(lap) + 1);
            lines.push(self.line(log, lapped.number, &lapped.what, &which, waits));
        }
        lines
    }

    fn line(&self, log: &Log, number: u32, what: &What, lap: &str, waits: Option<String>) -> Line {
        let mut text = format!("\n    {}{lap}", place_of(what));
        for tile in what.tiles.iter().take(self.most.tiles) {
            let _ = write!(text, ", {}", log.tile(*tile));
        }
        if what.tiles.len() > self.most.tiles {
            let _ = write!(
                text,
                " and {}",
                plural(what.tiles.len() - self.most.tiles, "more tile")
            );
        }
        let is_waiting = waits.is_some();
        let why = waits.or_else(|| self.hold(number, what, log));
        text.push_str("\n        ");
        match why {
            Some(why) => _ = write!(text, "waits for {why}"),
            None if self.running.contains(&number) => text.push_str("runs now"),
            None if self.inside.is_empty() => {
                text.push_str("is ready, and no thread has taken it: please report this");
            }
            None => text.push_str(
                "is ready; a thread that waits in the body of a task runs only what is inside",
            ),
        }
        Line {
            text,
            waits: is_waiting,
        }
    }
}

/// Places on the tape that a task in lap `lap` waits for.
fn before_in_lap(lapped: &Lapped, lap: u32, laps: &[Option<u32>]) -> Vec<usize> {
    let before = lapped.before.iter().filter(|&&(n, of_lap_before)| {
        let needed = match of_lap_before {
            false => lap,
            true if lap > 0 => lap - 1,
            true => return false,
        };
        laps.get(n as usize)
            .copied()
            .flatten()
            .is_some_and(|at| at <= needed)
    });
    before.map(|&(n, _)| n as usize).collect()
}

struct Line {
    text: String,
    /// For tasks before it.
    waits: bool,
}

/// `named` are the first of `all`.
fn waits_for(named: Vec<String>, all: usize) -> Option<String> {
    let rest = all - named.len();
    match (named.is_empty(), rest) {
        (true, _) => None,
        (false, 0) => Some(named.join(", ")),
        (false, rest) => Some(format!(
            "{} and {}",
            named.join(", "),
            plural(rest, "more task")
        )),
    }
}

fn place_of(what: &What) -> String {
    format!("`{}` ({}:{})", what.name(), what.site.file, what.site.line)
}

fn thread(shared: &Shared, lane: usize) -> String {
    match lane.checked_sub(shared.ppus.len()) {
        None => format!("PPU {lane}"),
        Some(0) => "the registering thread".to_owned(),
        Some(guest) => format!("registering thread {guest}"),
    }
}

fn plural(n: usize, what: &str) -> String {
    format!("{n} {what}{}", if n == 1 { "" } else { "s" })
}

fn seconds(time: Duration) -> String {
    match time.as_secs_f64() {
        short if short < 10.0 => format!("{short:.1} s"),
        long => format!("{long:.0} s"),
    }
}
