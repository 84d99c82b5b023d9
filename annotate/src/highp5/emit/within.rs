//! Spaces whose LPUs may be walked in the tasks of the LPUs that they divide, instead of having
//! tasks of their own: such as have an LPU for each cell of a grid.
//!
//! Whether they are is decided for each execution (`Places::within`). It can be where a visit of
//! the space is nothing but stages, in repeats and under conditions that are the same for all, and
//! where all that the LPUs make is theirs: elements that no other one holds, partial results for
//! spaces around, random numbers of their own. A body then goes through the LPUs, folds their
//! partial results by the tree that tasks would make, and has all their generators.

use std::collections::BTreeSet;

use super::apart::{Level, apart};
use super::code::{Code, fold_name};
use super::flow::Walk;
use super::{Emitter, NotYet, Text, cells, reach};
use crate::highp5::typed::{Flow, FlowKind, SpaceId, Task, VariableId};

/// The spaces of a task that may be walked so, in all visits.
pub(super) fn spaces(walk: &Walk<'_>) -> Result<BTreeSet<SpaceId>, NotYet> {
    let mut found = BTreeSet::new();
    for id in (1..walk.task.spaces.len()).map(SpaceId) {
        if may_be(walk.task, id) && all_visits(walk, id, SpaceId::ROOT, &walk.task.flow)? {
            found.insert(id);
        }
    }
    Ok(found)
}

fn may_be(task: &Task, id: SpaceId) -> bool {
    let known = &task.spaces[id.0];
    known.dimensions > 0
        && known.parent.is_some_and(|parent| parent != SpaceId::ROOT)
        && !known.divides_sub_partitions
        && known.sub_partition.is_none()
        && known.parts.iter().all(|part| part.relative.is_none())
        && task.spaces.iter().all(|space| space.parent != Some(id))
}

/// True if all visits of a space in a flow are as they have to be.
fn all_visits(
    walk: &Walk<'_>,
    id: SpaceId,
    around: SpaceId,
    flow: &[Flow],
) -> Result<bool, NotYet> {
    for step in flow {
        let right = match &step.kind {
            FlowKind::Space(to, body) if *to == id => {
                walk.task.spaces[id.0].parent == Some(around) && visit(walk, id, body)?
            }
            FlowKind::Space(to, body) => all_visits(walk, id, *to, body)?,
            FlowKind::RepeatSubPartitions { body, .. } => !visits(id, body),
            kind => all_visits(walk, id, around, kind.body().unwrap_or_default())?,
        };
        if !right {
            return Ok(false);
        }
    }
    Ok(true)
}

fn visits(id: SpaceId, flow: &[Flow]) -> bool {
    flow.iter().any(|step| {
        matches!(step.kind, FlowKind::Space(to, _) if to == id)
            || visits(id, step.kind.body().unwrap_or_default())
    })
}

fn visit(walk: &Walk<'_>, id: SpaceId, body: &[Flow]) -> Result<bool, NotYet> {
    let level = Level {
        space: id,
        piece: false,
    };
    let padded = |id: &VariableId| reach::has_padding(walk.task, *id);
    Ok(steps(walk, id, body)?
        && cells::own(walk, id, body)?.is_empty()
        && reach::candidates(walk.task, id, body).is_empty()
        && apart(walk, level, body).is_empty()
        && !reach::written(walk.task, body).iter().any(padded))
}

fn steps(walk: &Walk<'_>, id: SpaceId, flow: &[Flow]) -> Result<bool, NotYet> {
    for step in flow {
        let right = match &step.kind {
            FlowKind::Stage(stage) => {
                let scalars = cells::Scalars::of_stage(walk.task, &walk.task.stages[stage.0])?;
                scalars.writes.is_empty() && scalars.folds.keys().all(|(_, to)| *to != id)
            }
            FlowKind::RepeatFor { index, body, .. } => {
                !walk.changing.contains(index) && steps(walk, id, body)?
            }
            FlowKind::Where(condition, body) => {
                cells::is_plain(walk.program, walk.task, walk.changing, condition)
                    && steps(walk, id, body)?
            }
            _ => false,
        };
        if !right {
            return Ok(false);
        }
    }
    Ok(true)
}

/// What says whether a space is walked so.
pub(super) fn name(id: SpaceId) -> String {
    format!("within_{}", id.0)
}

impl Emitter<'_> {
    /// A visit of a space whose LPUs are walked in the tasks of those of the walk's space.
    pub(super) fn visit_within(&self, walk: &mut Walk<'_>, to: SpaceId, body: &[Flow]) -> Text {
        let around = std::mem::replace(&mut walk.space, to);
        let before = walk.tasks_of.replace(around);
        let text = self.flow(walk, body);
        walk.tasks_of = before;
        walk.space = around;
        text
    }
}

/// The part of a body that goes through the LPUs; `calls` is what it does for each.
pub(super) fn body(walk: &Walk<'_>, all: &Code, calls: &str) -> String {
    let (mut begin, mut take) = (String::new(), String::new());
    for &seat in all.scalars.folds.keys() {
        let called = fold_name(seat);
        begin += &format!("let mut t{called} = Tree::new();\n");
        take += &format!("t{called}.push(number, {called});\n");
    }
    let random = match all.draws {
        true => "let random = &mut drawn[number];\n",
        false => "",
    };
    format!(
        "{begin}let mut within = lpu.within(&spaces, space_{});\n\
         while let Some((number, lpu)) = within.next() {{\n{random}{calls}{take}}}\n",
        walk.space.0
    )
}
