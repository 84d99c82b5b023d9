//! The dependence tables as a registering thread uses them.

use crate::graph::access::{Access, OPAQUE, Size};
use crate::graph::geometry::Mode;
use crate::graph::overlap::Key;
use crate::graph::reference::TaskRef;
use crate::graph::table::{Draw, Table};
use crate::models::{Lane, Node, Stage};
use crate::record::run_record::EdgeKind;

/// *Passing*: see `rt/undeferred.rs`. Tasks are those of a [`Stage`], tiles are keys.
#[derive(Default)]
pub struct Uses(Table);

/// Draws the edges of one task.
struct Edges<'s> {
    stage: &'s Stage,
    lane: &'s mut Lane,
    to: Node,
    drawn: u32,
}

impl Draw for Edges<'_> {
    fn edge(&mut self, before: TaskRef, _: EdgeKind) {
        let from = Node {
            number: before.number,
            generation: before.generation,
        };
        self.drawn += u32::from(self.stage.edge(self.lane, from, self.to));
    }

    fn is_completed(&self, task: TaskRef) -> bool {
        is_completed(self.stage, task)
    }
}

fn is_completed(stage: &Stage, task: TaskRef) -> bool {
    stage.is_completed(Node {
        number: task.number,
        generation: task.generation,
    })
}

impl Uses {
    fn access(&mut self, key: usize, mode: Mode) -> Access {
        let Ok(Key::Opaque(tile)) = self.0.key(key) else {
            unreachable!("the models have no arrays");
        };
        Access::new(OPAQUE, tile, Size::NOTHING, mode)
    }

    /// True when a task with this use may run at once (`Region::run_at_once`).
    #[must_use]
    pub fn pass(&mut self, stage: &Stage, key: usize, mode: Mode) -> bool {
        let access = self.access(key, mode);
        self.0.pass(&[access], |task| is_completed(stage, task))
    }

    /// Registers the use of a task (`Region::hang`); how many predecessors hold it back.
    #[must_use]
    pub fn depend(
        &mut self,
        stage: &Stage,
        lane: &mut Lane,
        to: Node,
        (key, mode): (usize, Mode),
    ) -> u32 {
        let access = self.access(key, mode);
        let mut edges = Edges {
            stage,
            lane,
            to,
            drawn: 0,
        };
        let task = TaskRef {
            number: to.number,
            generation: to.generation,
        };
        self.0.depend_in_order(task, access, &mut edges);
        edges.drawn
    }
}
