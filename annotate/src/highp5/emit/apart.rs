//! Where LPUs have copies of their parts whatever `hp5_program::Visit::in_place` finds, because what is
//! done to an array in one LPU is not what is done to it in others:
//!
//! - *Epochs* that only some LPUs come to, those of a piece of a sub-partition, and those in spaces
//!   that do not cut the array: versions of the whole array do not advance together. Whoever
//!   holds it for them has a copy, which advances by itself.
//! - *Sub-partitions with padding* that is written: a piece leaves behind what it owns alone.
//! - *An array as a space around has it*, where a space between holds it too and changes it: what
//!   is changed is not seen in the space around before the LPU leaves.
//! - *An array of a space around* that several LPUs write, where that space has paddings.
//! - *An array that a space inside takes from further out* (`relative to`), where LPUs have elements
//!   in common or not all of them come there: what these have changed is handed out first.
//!
//! Where LPUs have copies, so have those around whose parts overlap.

use std::collections::BTreeSet;

use super::access::Uses;
use super::cells;
use super::epoch::covered;
use super::flow::{self, Walk, is_alone};
use super::reach::{self, Overlap, overlap, part, written};
use super::rules::single_below;
use crate::highp5::typed::{Binding, Flow, FlowKind, Root, SpaceId, Stage, Task, Type, VariableId};

/// LPUs of a space, or the pieces of their sub-partitions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Level {
    pub(super) space: SpaceId,
    pub(super) piece: bool,
}

impl Level {
    fn holds(self, task: &Task, id: VariableId) -> bool {
        part(&task.spaces[self.space.0].parts, id).is_some()
    }

    /// True where LPUs of it have elements in common that one of them may not leave behind.
    fn overlaps(self, task: &Task, id: VariableId) -> bool {
        match self.piece {
            true => is_padded_piece(task, self.space, id),
            false => overlap(task, self.space, id) != Overlap::None,
        }
    }
}

/// True for an array that the sub-partition of a space pads.
fn is_padded_piece(task: &Task, space: SpaceId, id: VariableId) -> bool {
    let sub = task.spaces[space.0].sub_partition.as_ref();
    let part = sub.and_then(|sub| part(&sub.parts, id));
    part.is_some_and(|part| part.along.iter().any(reach::is_padded))
}

/// True for a `Repeat foreach sub-partition` whose pieces have copies.
pub(super) fn has_copies(task: &Task, space: SpaceId, body: &[Flow]) -> bool {
    let mut written = written(task, body).into_iter();
    written.any(|id| is_padded_piece(task, space, id))
}

/// Text that gives copies to the LPUs that enter a level, and that takes them back in the end.
pub(super) fn copies(
    walk: &Walk<'_>,
    level: Level,
    body: &[Flow],
    found: &BTreeSet<VariableId>,
) -> (String, String) {
    let (mut enter, mut leave) = (String::new(), String::new());
    for &id in found {
        let shared = keeps_first(walk.task, level, id);
        let u = level.space.0;
        enter += &format!("st{}.enter(run, &u{u}, {shared})?;\n", id.0);
        leave += &format!("st{}.leave(&region, &u{u});\n", id.0);
    }
    if has_epochs(body) {
        enter += &format!("let all{0} = u{0}.clone();\n", level.space.0);
    }
    (enter, leave)
}

/// True where copies go with what they were at first, so that only what has changed goes back.
pub(super) fn keeps_first(task: &Task, level: Level, id: VariableId) -> bool {
    let shared = !level.piece && overlap(task, level.space, id) == Overlap::Shared;
    shared || reach::is_taken_past(task, id)
}

/// What LPUs around a space have changed of arrays that it takes from further out goes there.
pub(super) fn hand_out(task: &Task, space: SpaceId) -> String {
    let mut text = String::new();
    for id in written(task, &task.flow) {
        if let (Some((from, _)), Some(parent)) =
            (reach::past(task, space, id), task.spaces[space.0].parent)
        {
            let from = flow::space(from);
            text += &format!("st{}.hand_out(&region, &u{}, {from});\n", id.0, parent.0);
        }
    }
    text
}

/// True for steps with an epoch in the space around them.
pub(super) fn has_epochs(flow: &[Flow]) -> bool {
    flow.iter().any(|step| match &step.kind {
        FlowKind::Epoch { variables, body } => !variables.is_empty() || has_epochs(body),
        FlowKind::Space(..) | FlowKind::RepeatSubPartitions { .. } => false,
        other => has_epochs(other.body().unwrap_or_default()),
    })
}

/// Arrays that steps write, and those whose versions advance in them.
fn changed(task: &Task, flow: &[Flow]) -> BTreeSet<VariableId> {
    let mut found = written(task, flow);
    for step in flow {
        if let FlowKind::Epoch { variables, .. } = &step.kind {
            found.extend(variables);
        }
        found.extend(changed(task, step.kind.body().unwrap_or_default()));
    }
    found
}

/// Arrays of which those who enter `level` have copies while `body` is done.
pub(super) fn apart(walk: &Walk<'_>, level: Level, body: &[Flow]) -> BTreeSet<VariableId> {
    let mut partial = walk.partial.clone();
    partial.extend(level.piece.then_some(level.space));
    let mut search = Search {
        walk,
        levels: vec![level],
        pieces: walk.pieces.len() + usize::from(level.piece),
        partial,
        changed: changed(walk.task, body),
        found: BTreeSet::new(),
    };
    search.flow(body);
    search.found
}

struct Search<'w, 'p> {
    walk: &'w Walk<'p>,
    /// Those that are entered, the outermost one first.
    levels: Vec<Level>,
    /// How many of the levels around are of pieces.
    pieces: usize,
    /// See [`Walk::partial`].
    partial: Vec<SpaceId>,
    /// Arrays that are written, or whose versions advance, before the LPUs leave the outermost
    /// level.
    changed: BTreeSet<VariableId>,
    found: BTreeSet<VariableId>,
}

impl Search<'_, '_> {
    fn space(&self) -> SpaceId {
        self.levels.last().map_or(SpaceId::ROOT, |l| l.space)
    }

    /// Those of a level, by its place, have copies.
    fn need(&mut self, at: usize, id: VariableId) {
        if at == 0 || self.levels[0].overlaps(self.walk.task, id) {
            self.found.insert(id);
        }
    }

    fn within(&mut self, levels: &[Level], body: &[Flow]) {
        let before = self.levels.len();
        self.levels.extend(levels);
        self.flow(body);
        self.levels.truncate(before);
    }

    fn some(&mut self, some: bool, body: &[Flow]) {
        let before = self.partial.len();
        let space = self.space();
        self.partial.extend(some.then_some(space));
        self.flow(body);
        self.partial.truncate(before);
    }

    fn flow(&mut self, flow: &[Flow]) {
        let (task, changing) = (self.walk.task, self.walk.changing);
        for step in flow {
            let alone = is_alone(task, self.space());
            match &step.kind {
                FlowKind::Space(to, body) => {
                    let up = |id: &SpaceId| task.spaces[id.0].parent;
                    let mut way: Vec<Level> = std::iter::successors(Some(*to), up)
                        .take_while(|id| *id != self.space())
                        .map(|space| Level {
                            space,
                            piece: false,
                        })
                        .collect();
                    way.reverse();
                    self.taken_past(&way);
                    self.within(&way, body);
                }
                FlowKind::RepeatSubPartitions { space, body } => {
                    let level = Level {
                        space: *space,
                        piece: true,
                    };
                    self.pieces += 1;
                    self.partial.push(*space);
                    self.within(&[level], body);
                    self.partial.pop();
                    self.pieces -= 1;
                }
                FlowKind::RepeatWhile(_, body) => self.some(!alone, body),
                FlowKind::Where(condition, body) => {
                    let plain = cells::is_plain(self.walk.program, task, changing, condition);
                    self.some(!alone && !plain, body);
                }
                FlowKind::RepeatFor { index, body, .. } => {
                    self.some(!alone && changing.contains(index), body);
                }
                FlowKind::Epoch { variables, body } => {
                    self.epoch(variables);
                    self.flow(body);
                }
                FlowKind::Stage(id) => self.stage(&task.stages[id.0]),
            }
        }
    }

    /// Spaces that are entered: what they take from further out.
    fn taken_past(&mut self, way: &[Level]) {
        let task = self.walk.task;
        for id in self.changed.clone() {
            for (_, holders) in way.iter().filter_map(|l| reach::past(task, l.space, id)) {
                let between = |l: &Level| holders.contains(&l.space) && l.holds(task, id);
                let at = self.levels.iter().rposition(between);
                let alike =
                    |at: usize| self.partial.is_empty() && !self.levels[at].overlaps(task, id);
                if let Some(at) = at.filter(|at| !alike(*at)) {
                    self.need(at, id);
                }
            }
        }
    }

    fn epoch(&mut self, variables: &[VariableId]) {
        let (task, here) = (self.walk.task, self.space());
        for &id in variables {
            let together = self.pieces == 0
                && self.partial.iter().all(|space| *space == here)
                && covered(task, here, id);
            let holder = self.levels.iter().rposition(|l| l.holds(task, id));
            if let (false, Some(at)) = (together, holder) {
                self.need(at, id);
            }
        }
    }

    fn stage(&mut self, stage: &Stage) {
        let task = self.walk.task;
        let mut uses = Uses::of(&stage.body.statements);
        for (_, binding) in &stage.parameters {
            if let Binding::Value(_, value) = binding {
                uses.expr(value);
            }
        }
        let array = |root: &Root| match root {
            Root::Variable(id, space) => {
                let array = matches!(task.variables[id.0].ty, Type::Array(..));
                array.then_some((*id, *space))
            }
            _ => None,
        };
        for (id, of) in uses.places.iter().filter_map(|place| array(&place.root)) {
            if of == stage.space || !self.changed.contains(&id) {
                continue;
            }
            // The outermost one below that space that holds it, unless that is further out.
            let below = |l: &Level| l.space != of && cells::is_within(task, l.space, of);
            let first = self
                .levels
                .iter()
                .position(|l| below(l) && l.holds(task, id));
            if let Some(at) = first {
                let between = self.levels[at].space;
                let further = std::iter::successors(task.spaces[between.0].parent, |id| {
                    task.spaces[id.0].parent
                });
                let holds = |space: &SpaceId| part(&task.spaces[space.0].parts, id).is_some();
                if !further.take_while(|space| *space != of).any(|s| holds(&s)) {
                    self.need(at, id);
                }
            }
        }
        for (id, of) in uses.assigned.iter().filter_map(|place| array(&place.root)) {
            if !single_below(task, stage.space, of) {
                let at = self.levels.iter().rposition(|l| l.space == of);
                if let Some(at) = at.filter(|&at| self.levels[at].overlaps(task, id)) {
                    self.need(at, id);
                }
            }
            let padded = |l: &Level| l.piece && l.overlaps(task, id);
            if let Some(at) = self.levels.iter().rposition(padded) {
                self.need(at, id);
            }
        }
    }
}
