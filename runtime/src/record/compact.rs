//! A region that ran, compact: what tasks have in common is there once, their *shape*, and so is
//! every tile in every mode, and they name it by number. The trace is written from this; who
//! wants a [`RunRecord`] gets one made of it.

use std::borrow::Cow;
use std::time::Instant;

use crate::base::kinds::NO_HOME;
use crate::base::site::Site;
use crate::record::run_record::{
    EdgeKind, EdgeRecord, RegionStats, RunRecord, Slice, TaskKind, TaskRecord, TileRecord,
};

/// No parent, no group, no name of its own.
pub(crate) const NONE: u32 = u32::MAX;

/// See the module's text. Fields are as in [`RunRecord`] where they have the same name.
#[derive(Debug, Clone)]
pub(crate) struct Run {
    /// Name and place of the region.
    pub(crate) site: &'static Site,
    pub(crate) epoch: Instant,
    pub(crate) tasks: Vec<Noted>,
    pub(crate) extras: Vec<Extra>,
    /// Names of tasks that have no site.
    pub(crate) names: Vec<Box<str>>,
    pub(crate) shapes: Vec<Shape>,
    /// The tiles of all shapes, one shape after the other: places in `described`.
    pub(crate) tiles: Vec<u32>,
    pub(crate) described: Vec<TileRecord>,
    /// Arrays and loops are numbered below these.
    pub(crate) arrays: u32,
    pub(crate) groups: u32,
    pub(crate) edges: Edges,
    pub(crate) slices: Vec<Slice>,
    pub(crate) ppus: Vec<String>,
    pub(crate) stats: RegionStats,
}

/// A task.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Noted {
    /// Place in the run's shapes.
    pub(crate) shape: u32,
    /// How many of the run's edges lead to it.
    pub(crate) edges: u32,
    /// Place in the run's extras, or [`NONE`].
    pub(crate) extra: u32,
}

/// What few tasks have, or many that follow each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Extra {
    /// Place in the run's names, or [`NONE`]: that of its site.
    pub(crate) name: u32,
    /// The composite task around it, or [`NONE`].
    pub(crate) parent: u32,
    /// Its parallel loop, or [`NONE`].
    pub(crate) group: u32,
}

impl Extra {
    /// Nothing.
    pub(crate) const NONE: Extra = Extra {
        name: NONE,
        parent: NONE,
        group: NONE,
    };
}

/// Edges in the order of the tasks that they lead to: where each comes from, and why.
#[derive(Debug, Clone, Default)]
pub(crate) struct Edges {
    pub(crate) from: Vec<u32>,
    pub(crate) kinds: Vec<EdgeKind>,
}

impl Edges {
    #[inline]
    pub(crate) fn push(&mut self, from: u32, kind: EdgeKind) {
        self.from.push(from);
        self.kinds.push(kind);
    }

    pub(crate) fn len(&self) -> usize {
        self.from.len()
    }
}

/// What tasks have in common.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Shape {
    /// Their place in the source, and the name of those that have none of their own.
    pub(crate) site: &'static Site,
    /// Where their tiles end; they begin where those of the shape before end.
    pub(crate) tiles_end: usize,
    pub(crate) kind: TaskKind,
    /// A PPU, or [`NO_HOME`].
    pub(crate) home: u16,
    pub(crate) priority: i32,
}

/// How far the slices of a run reach.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Extent {
    /// First start and last end, ns; `None` when nothing ran.
    pub(crate) span: Option<(u64, u64)>,
    /// How many PPUs there are to show: named ones, and any that a slice refers to.
    pub(crate) ppus: usize,
}

impl Run {
    /// What a task has in common with others.
    pub(crate) fn shape(&self, task: &Noted) -> &Shape {
        &self.shapes[task.shape as usize]
    }

    /// What few tasks have.
    #[inline]
    pub(crate) fn extra(&self, task: &Noted) -> Extra {
        let extra = self.extras.get(task.extra as usize);
        extra.copied().unwrap_or(Extra::NONE)
    }

    /// Name of a task.
    pub(crate) fn name(&self, task: &Noted) -> &str {
        match self.extra(task).name {
            NONE => self.shape(task).site.name,
            own => &self.names[own as usize],
        }
    }

    /// Calls `each` with every task and the edges that lead to it: where they come from, and why.
    #[inline]
    pub(crate) fn edges_into(&self, mut each: impl FnMut(u32, &[u32], &[EdgeKind])) {
        let (mut from, mut kinds) = (&*self.edges.from, &*self.edges.kinds);
        for (to, task) in (0..).zip(&self.tasks) {
            let (own, others) = from.split_at(task.edges as usize);
            let (why, other_kinds) = kinds.split_at(own.len());
            (from, kinds) = (others, other_kinds);
            each(to, own, why);
        }
    }

    /// Calls `each` with every edge.
    pub(crate) fn each_edge(&self, mut each: impl FnMut(EdgeRecord)) {
        self.edges_into(|to, from, kinds| {
            for (&from, &kind) in from.iter().zip(kinds) {
                each(EdgeRecord { from, to, kind });
            }
        });
    }

    /// The tiles of shape number `shape`.
    pub(crate) fn tiles(&self, shape: u32) -> &[u32] {
        let shape = shape as usize;
        let before = shape.checked_sub(1);
        let begin = before.map_or(0, |before| self.shapes[before].tiles_end);
        &self.tiles[begin..self.shapes[shape].tiles_end]
    }

    /// True for tasks without a body.
    pub(crate) fn is_empty(&self, task: &Noted) -> bool {
        self.shape(task).kind.is_empty()
    }

    /// Takes in the graph that composite task `parent` built; both have one clock. As
    /// [`RunRecord::adopt`].
    pub(crate) fn adopt(&mut self, parent: u32, inner: Run) {
        let tasks = self.tasks.len() as u32;
        let (names, shapes) = (self.names.len() as u32, self.shapes.len() as u32);
        let tiles = self.tiles.len();
        let (described, arrays) = (self.described.len() as u32, self.arrays);
        let groups = self.groups;
        let moved = |value: u32, by: u32| match value {
            NONE => NONE,
            value => value.saturating_add(by),
        };
        let extras = self.extras.len() as u32;
        self.extras.push(Extra {
            parent,
            ..Extra::NONE
        });
        self.extras
            .extend(inner.extras.into_iter().map(|extra| Extra {
                name: moved(extra.name, names),
                parent: match extra.parent {
                    NONE => parent,
                    inside => inside + tasks,
                },
                group: moved(extra.group, groups),
            }));
        self.tasks.extend(inner.tasks.into_iter().map(|task| Noted {
            shape: task.shape + shapes,
            extra: match task.extra {
                NONE => extras,
                own => own + extras + 1,
            },
            ..task
        }));
        self.names.extend(inner.names);
        self.shapes
            .extend(inner.shapes.into_iter().map(|shape| Shape {
                tiles_end: shape.tiles_end + tiles,
                ..shape
            }));
        self.tiles
            .extend(inner.tiles.into_iter().map(|tile| tile + described));
        let renumbered = |mut tile: TileRecord| {
            tile.id = tile.id.map(|id| id + arrays);
            tile
        };
        self.described
            .extend(inner.described.into_iter().map(renumbered));
        self.arrays += inner.arrays;
        self.groups = groups.saturating_add(inner.groups);
        let from = inner.edges.from.into_iter();
        self.edges.from.extend(from.map(|from| from + tasks));
        self.edges.kinds.extend(inner.edges.kinds);
        self.slices
            .extend(inner.slices.into_iter().map(|slice| Slice {
                task: slice.task + tasks,
                ..slice
            }));
        if self.ppus.len() < inner.ppus.len() {
            self.ppus = inner.ppus;
        }
        self.stats.merge_inner(&inner.stats);
    }

    /// The same for everybody.
    pub(crate) fn record(&self) -> RunRecord {
        let some = |value: u32| (value != NONE).then_some(value);
        let tile = |tile: &u32| self.described[*tile as usize].clone();
        let task = |task: &Noted| {
            let (shape, extra) = (self.shape(task), self.extra(task));
            let site = shape.site;
            TaskRecord {
                name: self.name(task).to_owned(),
                file: site.file,
                line: site.line,
                tiles: self.tiles(task.shape).iter().map(tile).collect(),
                kind: shape.kind,
                priority: shape.priority,
                home: (shape.home != NO_HOME).then_some(shape.home),
                parent: some(extra.parent),
                group: some(extra.group),
            }
        };
        let mut edges = Vec::with_capacity(self.edges.len());
        self.each_edge(|edge| edges.push(edge));
        RunRecord {
            region: self.site.name.to_owned(),
            file: self.site.file.to_owned(),
            line: self.site.line,
            epoch: self.epoch,
            tasks: self.tasks.iter().map(task).collect(),
            edges,
            slices: self.slices.clone(),
            ppus: self.ppus.clone(),
            stats: self.stats.clone(),
        }
    }

    /// Name of a PPU; its number where the run has no name for it.
    pub(crate) fn ppu_name(&self, ppu: usize) -> String {
        let known = self.ppus.get(ppu).cloned();
        known.unwrap_or_else(|| format!("PPU {ppu}"))
    }

    /// How far its slices reach.
    pub(crate) fn extent(&self) -> Extent {
        let (mut first, mut last, mut ppus) = (u64::MAX, 0, self.ppus.len());
        for slice in &self.slices {
            first = first.min(slice.start_ns);
            last = last.max(slice.end_ns);
            ppus = ppus.max(slice.ppu as usize + 1);
        }
        let ran = !self.slices.is_empty();
        Extent {
            span: ran.then(|| (first, last.max(first))),
            ppus,
        }
    }

    /// The slice of each task, or [`NONE`].
    pub(crate) fn slice_of_tasks(&self) -> Vec<u32> {
        let mut slices = vec![NONE; self.tasks.len()];
        for (n, slice) in self.slices.iter().enumerate() {
            if let Some(known) = slices.get_mut(slice.task as usize) {
                *known = n as u32;
            }
        }
        slices
    }

    /// The slice whose end released the successors of each task, or [`NONE`]: of the task
    /// itself; for a composite, of the part of it that ended last; for a task without a
    /// body, of whichever of its predecessors ended last. `slices` are those of the tasks.
    pub(crate) fn releasing_slices<'s>(&self, slices: &'s [u32]) -> Cow<'s, [u32]> {
        let has_empty = self.shapes.iter().any(|shape| shape.kind.is_empty());
        if !has_empty && self.extras.iter().all(|extra| extra.parent == NONE) {
            return Cow::Borrowed(slices);
        }
        let mut last = slices.to_vec();
        let later = |a: u32, b: u32| {
            let end = |slice: u32| self.slices.get(slice as usize).map(|slice| slice.end_ns);
            end(a) > end(b)
        };
        for task in (0..self.tasks.len()).rev() {
            let parent = self.extra(&self.tasks[task]).parent as usize;
            if parent < task && later(last[task], last[parent]) {
                last[parent] = last[task];
            }
        }
        self.each_edge(|EdgeRecord { from, to, .. }| {
            let (from, to) = (from as usize, to as usize);
            let waits_without_body = from < to && self.is_empty(&self.tasks[to]);
            if waits_without_body && later(last[from], last[to]) {
                last[to] = last[from];
            }
        });
        Cow::Owned(last)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::observe::fixtures;

    #[test]
    fn a_composite_releases_with_its_last_part() {
        let run = Run::from(&fixtures::composite());
        let slices = run.slice_of_tasks();
        let releasing = run.releasing_slices(&slices);
        let of = |n: usize| run.slices[releasing[n] as usize].task;
        assert_eq!((of(0), of(1), of(2)), (0, 4, 2));
    }

    #[test]
    fn empty_tasks_are_released_by_their_last_predecessor() {
        let mut run = fixtures::record(2);
        run.add_task("shared", "m.rs", 1, TaskKind::Artificial, 0, []);
        run.add_slice(0, 0, 0, 30);
        run.add_slice(1, 1, 0, 20);
        run.add_edge(0, 2, EdgeKind::Order);
        run.add_edge(1, 2, EdgeKind::Order);
        let run = Run::from(&run);
        let slices = run.slice_of_tasks();
        assert_eq!(slices, [0, 1, NONE]);
        assert_eq!(*run.releasing_slices(&slices), [0, 1, 0]);
    }

    /// Compact and back, also of graphs inside graphs, nothing is lost.
    #[test]
    fn what_is_compact_says_the_same() {
        let mut outer = fixtures::composite();
        outer.group_last(3);
        let mut inner = fixtures::composite();
        inner.epoch = outer.epoch;
        inner.tasks[1].priority = -4;
        inner.arrays_last([2]);
        inner.group_last(0);
        let mut compact = Run::from(&outer);
        compact.adopt(1, Run::from(&inner));
        let got = compact.record();
        let mut want = outer;
        want.adopt(1, inner);
        assert_eq!(got.tasks, want.tasks);
        assert_eq!((got.edges, got.slices), (want.edges, want.slices));
        assert_eq!((got.ppus, got.stats), (want.ppus, want.stats));
        assert_eq!(
            (got.region, got.file, got.line),
            (want.region, want.file, want.line)
        );
    }
}
