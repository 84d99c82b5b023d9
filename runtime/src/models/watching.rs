//! The watchdog without its thread: time is what a model says.

use std::time::Duration;

use crate::graph::scope::ScopeRef;
use crate::models::{Node, Stage};
use crate::sched::watch::{Alarm, Looks, Orders, Sink, Watch};

/// *Watching*: see `sched/watch/mod.rs`. Tasks are those of a [`Stage`].
pub struct Watching(Watch);

impl Watching {
    /// For so many lanes; reports are due when nothing has moved for `limit`.
    #[must_use]
    pub fn new(lanes: usize, limit: Duration) -> Self {
        let sink = Sink::default();
        Watching(Watch::new(Orders::new(limit, false, sink), lanes))
    }

    /// The thread of a lane, which owns the task, begins to run it.
    pub fn begins(&self, stage: &Stage, lane: usize, node: Node) {
        self.0.begins(lane, &stage.task(node.number));
    }

    /// It is done with the task that it began last.
    pub fn ends(&self, lane: usize) {
        self.0.ends(lane);
    }

    /// It waits for tasks of the stage's region.
    pub fn waits(&self, stage: &Stage, lane: usize) {
        // SAFETY: the stage, and its scope, outlive what watches them.
        let scope = unsafe { ScopeRef::new(&stage.scope) };
        self.0.waits(lane, scope);
    }

    /// The body of a task with a handle has ended.
    pub fn at_end_of_body(&self, stage: &Stage, node: Node, finish: impl FnOnce() -> bool) -> bool {
        self.0.at_end_of_body(&stage.task(node.number), finish)
    }

    /// The last handle of a task is gone.
    pub fn handle_is_gone(&self, stage: &Stage, node: Node) {
        self.0.handle_is_gone(&stage.task(node.number));
    }

    /// Handles that the watchdog knows of.
    #[must_use]
    pub fn handles(&self) -> usize {
        self.0.handles()
    }
}

/// What the watchdog's thread keeps from look to look.
pub struct Lookout(Looks);

impl Lookout {
    /// Begins with what has moved so far.
    #[must_use]
    pub fn new(watching: &Watching) -> Self {
        Lookout(Looks::new(&watching.0))
    }

    /// A look, so long after the one before; `describe` makes the report of a stall (`true`), or
    /// of tasks that run for long.
    pub fn look(
        &mut self,
        watching: &Watching,
        passed: Duration,
        describe: impl FnOnce(bool) -> String,
    ) -> Option<String> {
        let describe = |alarm: Alarm<'_>, _| Some(describe(matches!(alarm, Alarm::Stall)));
        self.0.look(&watching.0, passed, describe)
    }
}
