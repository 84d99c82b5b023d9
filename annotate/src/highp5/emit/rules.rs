//! When LPUs may work in place, on arrays that are stored once.
//!
//! By the semantics each LPU works on copies of its parts. Nobody can tell that from working in
//! place where what a stage writes is nobody else's (no padding, not replicated), and where no
//! copy would have been out of date (`annotate/docs/lowering.md`, "Padding", case 1 and 2).
//! Everything else is refused here.

use std::collections::{BTreeMap, BTreeSet};

use super::access::Uses;
use super::{NotYet, not_yet};
use crate::highp5::typed::{
    Along, Amount, Part, Place, Root, SpaceId, Stage, Step, Task, Type, VariableId,
};

/// The arrays of a stage: variable and space as which it is used, and how.
pub(super) type Used = BTreeMap<(VariableId, SpaceId), Use>;

/// How elements of an array are used.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Use {
    /// Elements of the current version are written.
    pub(super) written: bool,
    /// Versions of which elements are read, as epochs before the current one.
    pub(super) lags: BTreeSet<u32>,
}

impl Use {
    /// The versions that a body is handed: the current one always, for its geometry.
    pub(super) fn handed(&self) -> BTreeSet<u32> {
        let mut versions = self.lags.clone();
        versions.insert(0);
        versions
    }
}

/// What a stage uses, and that it may do so in place.
pub(super) fn arrays(task: &Task, stage: &Stage) -> Result<Used, NotYet> {
    let mut used = Used::new();
    let mut uses = Uses::of(&stage.body.statements);
    for (_, binding) in &stage.parameters {
        if let crate::highp5::typed::Binding::Value(_, value) = binding {
            uses.expr(value);
        }
    }
    for place in &uses.places {
        if let Some((id, space)) = array(task, place) {
            used.entry((id, space)).or_default();
        }
    }
    read(task, &uses, &mut used);
    for place in &uses.assigned {
        if let Some((id, space)) = array(task, place) {
            used.entry((id, space)).or_default().written = true;
            in_place(task, stage, id, space)?;
        }
    }
    for (&(id, space), &Use { written, .. }) in &used {
        let twice = used.keys().filter(|(other, _)| *other == id).count() > 1;
        let changed = task.stages.iter().any(|other| other.writes.contains(&id));
        let hidden = space != stage.space && held_below(task, stage.space, space, id);
        if (twice && changed) || (hidden && changed && !written) {
            return not_yet(
                format!("`{}`, which is used as two spaces have it,", name(task, id)),
                stage.span,
            );
        }
    }
    Ok(used)
}

/// Adds the versions of which elements are read.
pub(super) fn read(task: &Task, uses: &Uses<'_>, used: &mut Used) {
    for place in &uses.read {
        if let Some(key) = array(task, place)
            && matches!(place.steps.first(), None | Some(Step::Index(_)))
        {
            used.entry(key).or_default().lags.insert(place.lag);
        }
    }
}

/// The array that a place is of.
fn array(task: &Task, place: &Place) -> Option<(VariableId, SpaceId)> {
    match place.root {
        Root::Variable(id, space) if matches!(task.variables[id.0].ty, Type::Array(..)) => {
            Some((id, space))
        }
        _ => None,
    }
}

fn name(task: &Task, id: VariableId) -> &str {
    &task.variables[id.0].name
}

fn in_place(task: &Task, stage: &Stage, id: VariableId, space: SpaceId) -> Result<(), NotYet> {
    let single = single_below(task, stage.space, space);
    if !single || held_below(task, stage.space, space, id) || !copied(task, space, id) {
        return not_yet(
            format!(
                "stage `{}`, which writes `{}` of a space around,",
                stage.name,
                name(task, id)
            ),
            stage.span,
        );
    }
    Ok(())
}

/// The spaces from `from` up to, without, `to`.
fn between(task: &Task, from: SpaceId, to: SpaceId) -> Vec<SpaceId> {
    let up = |id: &SpaceId| task.spaces[id.0].parent;
    std::iter::successors(Some(from), up)
        .take_while(|&id| id != to)
        .take(task.spaces.len())
        .collect()
}

fn single_below(task: &Task, from: SpaceId, to: SpaceId) -> bool {
    let spaces = between(task, from, to);
    spaces.iter().all(|id| task.spaces[id.0].dimensions == 0)
}

fn held_below(task: &Task, from: SpaceId, to: SpaceId, id: VariableId) -> bool {
    let holds = |space: &SpaceId| part(&task.spaces[space.0].parts, id).is_some();
    between(task, from, to).iter().any(holds)
}

fn part(parts: &[Part], id: VariableId) -> Option<&Part> {
    parts.iter().find(|part| part.variable == id)
}

/// True when LPUs may work in place on an array, or be given copies of their parts.
fn copied(task: &Task, space: SpaceId, id: VariableId) -> bool {
    let known = &task.spaces[space.0];
    let Some(parent) = known.parent else {
        return true;
    };
    let unpadded = |part: &Part| {
        part.along.iter().all(|along| match along {
            Along::Replicated => true,
            Along::Cut { padding, .. } => *padding == (Amount::Constant(0), Amount::Constant(0)),
        })
    };
    let near = part(&known.parts, id).is_none_or(|part| part.relative.is_none());
    let sub = known.sub_partition.as_ref();
    let pieces = sub
        .and_then(|sub| part(&sub.parts, id))
        .is_none_or(unpadded);
    near && pieces && copied(task, parent, id)
}
