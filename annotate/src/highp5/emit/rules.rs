//! What a stage does to arrays: which it uses, as the LPUs of which spaces have them.

use std::collections::{BTreeMap, BTreeSet};

use super::access::Uses;
use crate::highp5::typed::{Place, Root, SpaceId, Stage, Step, Task, Type, VariableId};

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

/// What a stage uses.
pub(super) fn arrays(task: &Task, stage: &Stage) -> Used {
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
        }
    }
    used
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

/// The spaces from `from` up to, without, `to`.
fn between(task: &Task, from: SpaceId, to: SpaceId) -> Vec<SpaceId> {
    let up = |id: &SpaceId| task.spaces[id.0].parent;
    std::iter::successors(Some(from), up)
        .take_while(|&id| id != to)
        .take(task.spaces.len())
        .collect()
}

pub(super) fn single_below(task: &Task, from: SpaceId, to: SpaceId) -> bool {
    let spaces = between(task, from, to);
    spaces.iter().all(|id| task.spaces[id.0].dimensions == 0)
}
