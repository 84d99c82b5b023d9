//! What decides whether LPUs work in place, as text: the steps of a visit as
//! `hp5_program::Visit` goes through them.

use std::collections::BTreeSet;

use super::access::Uses;
use super::flow::Walk;
use super::look::Look;
use super::task::amount;
use super::{Text, cells};
use crate::highp5::typed::{
    Along, Amount, Expr, Flow, FlowKind, Part, PartitionFunction, Place, Root, Space, SpaceId,
    Stage, Task, Type, VariableId,
};

/// Whether LPUs of a space hold elements of an array in common.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Overlap {
    /// They hold none.
    None,
    /// In their paddings.
    Padded,
    /// They own some in common.
    Shared,
}

/// True where LPUs of a space that divide different LPUs take a part from one and the same: some
/// space between is cut, and the part is not taken from it.
fn is_same_for_many(task: &Task, space: SpaceId, part: &Part) -> bool {
    let source = |at: &SpaceId| match part.relative {
        Some(from) => *at == from,
        None => holds(&task.spaces[at.0], part.variable),
    };
    around(task, space)
        .take_while(|at| !source(at))
        .any(|at| task.spaces[at.0].dimensions > 0)
}

/// The spaces around one, the nearest first.
fn around(task: &Task, space: SpaceId) -> impl Iterator<Item = SpaceId> + '_ {
    let up = |id: &SpaceId| task.spaces[id.0].parent;
    std::iter::successors(task.spaces[space.0].parent, up)
}

/// See [`Overlap`].
pub(super) fn overlap(task: &Task, space: SpaceId, id: VariableId) -> Overlap {
    let known = &task.spaces[space.0];
    let Some(part) = part(&known.parts, id) else {
        return Overlap::None;
    };
    let cuts = part
        .along
        .iter()
        .filter(|along| **along != Along::Replicated);
    if cuts.count() < usize::from(known.dimensions) || is_same_for_many(task, space, part) {
        return Overlap::Shared;
    }
    match part.along.iter().any(is_padded) {
        true => Overlap::Padded,
        false => Overlap::None,
    }
}

pub(super) fn is_padded(along: &Along) -> bool {
    let none = (Amount::Constant(0), Amount::Constant(0));
    matches!(along, Along::Cut { padding, .. } if *padding != none)
}

/// True for an array of which some LPUs have parts.
pub(super) fn is_cut(task: &Task, id: VariableId) -> bool {
    let of = |part: &Part| part.variable == id && !part.along.is_empty();
    task.spaces.iter().any(|space| space.parts.iter().any(of))
}

/// True for an array of which some LPUs have paddings.
pub(super) fn has_padding(task: &Task, id: VariableId) -> bool {
    let of = |part: &Part| part.variable == id && part.along.iter().any(is_padded);
    task.spaces.iter().any(|space| space.parts.iter().any(of))
}

/// True for a space that holds an array.
pub(super) fn holds(space: &Space, id: VariableId) -> bool {
    part(&space.parts, id).is_some()
}

/// True for an array of which no space holds strides.
pub(super) fn may_be_dense(task: &Task, id: VariableId) -> bool {
    let dealt = |along: &Along| {
        matches!(
            along,
            Along::Cut {
                function: PartitionFunction::BlockStride(..),
                ..
            }
        )
    };
    let of = |part: &Part| part.variable == id && part.along.iter().any(dealt);
    !task.spaces.iter().any(|space| {
        let sub = space.sub_partition.iter().flat_map(|sub| &sub.parts);
        space.parts.iter().chain(sub).any(of)
    })
}

pub(super) fn part(parts: &[Part], id: VariableId) -> Option<&Part> {
    parts.iter().find(|part| part.variable == id)
}

/// The space that LPUs of another one take an array from where that is further out than the
/// nearest one that holds it; and the spaces between that do.
pub(super) fn past(task: &Task, space: SpaceId, id: VariableId) -> Option<(SpaceId, Vec<SpaceId>)> {
    let from = part(&task.spaces[space.0].parts, id)?.relative?;
    let between = around(task, space).take_while(|at| *at != from);
    let holders: Vec<SpaceId> = between.filter(|at| holds(&task.spaces[at.0], id)).collect();
    (!holders.is_empty()).then_some((from, holders))
}

/// True for an array that some space takes from further out than the nearest one that holds it.
pub(super) fn is_taken_past(task: &Task, id: VariableId) -> bool {
    let mut spaces = (1..task.spaces.len()).map(SpaceId);
    spaces.any(|space| past(task, space, id).is_some())
}

pub(super) fn rank(task: &Task, id: VariableId) -> usize {
    match task.variables[id.0].ty {
        Type::Array(_, rank) => usize::from(rank),
        _ => 0,
    }
}

/// Arrays that stages of a flow write.
pub(super) fn written(task: &Task, flow: &[Flow]) -> BTreeSet<VariableId> {
    let mut found = BTreeSet::new();
    for step in flow {
        if let FlowKind::Stage(id) = &step.kind {
            let arrays = |id: &&VariableId| matches!(task.variables[id.0].ty, Type::Array(..));
            found.extend(task.stages[id.0].writes.iter().filter(arrays));
        }
        found.extend(written(task, step.kind.body().unwrap_or_default()));
    }
    found
}

/// Arrays that LPUs of an entered space may have to copy.
pub(super) fn candidates(task: &Task, space: SpaceId, body: &[Flow]) -> Vec<(VariableId, Overlap)> {
    let list = written(task, body).into_iter();
    list.map(|id| (id, overlap(task, space, id)))
        .filter(|(_, overlap)| *overlap != Overlap::None)
        .collect()
}

/// The text of a visit, which is asked whether it can be in place.
pub(super) fn question(walk: &Walk<'_>, space: SpaceId, body: &[Flow]) -> Text {
    let arrays = written(walk.task, body);
    let own = Reach { walk, arrays };
    Ok(format!(
        "Visit::new({:?}, vec![{}], vec![{}])",
        walk.task.spaces[space.0].name,
        own.levels(space),
        own.steps(space, body)?
    ))
}

struct Reach<'w, 'p> {
    walk: &'w Walk<'p>,
    /// Those that are written in the visit: all others are what they are.
    arrays: BTreeSet<VariableId>,
}

impl Reach<'_, '_> {
    /// What LPUs of a space hold of the arrays.
    fn levels(&self, space: SpaceId) -> String {
        let task = self.walk.task;
        let mut text = String::new();
        for &id in &self.arrays {
            let Some(part) = part(&task.spaces[space.0].parts, id) else {
                continue;
            };
            let mut sides = vec![("0".to_owned(), "0".to_owned()); rank(task, id)];
            for along in &part.along {
                if let Along::Cut {
                    dimension, padding, ..
                } = along
                {
                    sides[usize::from(*dimension)] =
                        (amount(task, padding.0, 0), amount(task, padding.1, 0));
                }
            }
            let sides: Vec<String> = sides.iter().map(|(l, h)| format!("({l}, {h})")).collect();
            text += &format!(
                "Level {{ array: {}, name: {:?}, padding: vec![{}], shared: {} }}, ",
                id.0,
                task.variables[id.0].name,
                sides.join(", "),
                overlap(task, space, id) == Overlap::Shared
            );
        }
        text
    }

    fn steps(&self, around: SpaceId, flow: &[Flow]) -> Text {
        let task = self.walk.task;
        let mut text = String::new();
        for step in flow {
            text += &match &step.kind {
                FlowKind::Stage(id) => {
                    let effects = self.stage(&task.stages[id.0]);
                    format!("Step::Stage(vec![{effects}]), ")
                }
                FlowKind::Space(to, body) => {
                    let up = |id: &SpaceId| task.spaces[id.0].parent;
                    let way = std::iter::successors(Some(*to), up).take_while(|id| *id != around);
                    let mut inner = self.steps(*to, body)?;
                    for id in way {
                        let levels = self.levels(id);
                        inner = format!("Step::Visit(vec![{levels}], vec![{inner}]), ");
                    }
                    inner
                }
                FlowKind::RepeatFor {
                    range, step, body, ..
                } => {
                    let rounds = rounds(self.walk, range, step.as_ref());
                    let rounds = rounds.unwrap_or_else(|| "usize::MAX".to_owned());
                    format!(
                        "Step::Repeat({rounds}, vec![{}]), ",
                        self.steps(around, body)?
                    )
                }
                FlowKind::RepeatWhile(_, body) => format!(
                    "Step::Some(vec![Step::Repeat(usize::MAX, vec![{}])]), ",
                    self.steps(around, body)?
                ),
                FlowKind::RepeatSubPartitions { body, .. } => {
                    format!(
                        "Step::Repeat(usize::MAX, vec![{}]), ",
                        self.steps(around, body)?
                    )
                }
                FlowKind::Where(condition, body) => {
                    let body = self.steps(around, body)?;
                    match cells::is_plain(self.walk.program, task, self.walk.changing, condition) {
                        true => body,
                        false => format!("Step::Some(vec![{body}]), "),
                    }
                }
                FlowKind::Epoch { variables, body } => {
                    let list: Vec<String> = variables.iter().map(|id| id.0.to_string()).collect();
                    format!(
                        "Step::Epoch(vec![{}], vec![{}]), ",
                        list.join(", "),
                        self.steps(around, body)?
                    )
                }
            };
        }
        Ok(text)
    }

    fn stage(&self, stage: &Stage) -> String {
        let look = Look::new(self.walk, stage);
        let mut text = String::new();
        for effect in look.effects() {
            text += &effect.text();
        }
        text
    }
}

/// How many rounds a repeat has, where that is known on entry, as text.
pub(super) fn rounds(walk: &Walk<'_>, range: &Expr, step: Option<&Expr>) -> Option<String> {
    let counters = super::flow::indices(&walk.task.flow);
    let known = |value: &Expr| {
        let mut uses = Uses::default();
        uses.expr(value);
        let fixed = |place: &&Place| match place.root {
            Root::Variable(id, _) => !counters.contains(&id),
            _ => true,
        };
        cells::is_plain(walk.program, walk.task, walk.changing, value)
            && uses.places.iter().all(fixed)
    };
    if !std::iter::once(range).chain(step).all(known) {
        return None;
    }
    let text = |value| super::flow::known(walk, value).ok();
    let (range, step) = (text(range)?, step.map_or(Some("1".to_owned()), text)?);
    Some(format!(
        "{range}.stepped({step}).map_or(usize::MAX, Iterator::count)"
    ))
}

/// True if all spaces cut two arrays the same way, dimension by dimension.
pub(super) fn alike(task: &Task, one: VariableId, other: VariableId) -> bool {
    let along =
        |space: &Space, id| part(&space.parts, id).map(|part| (part.along.clone(), part.relative));
    one == other
        || rank(task, one) == rank(task, other)
            && task
                .spaces
                .iter()
                .all(|space| along(space, one) == along(space, other))
}

/// True if all spaces cut a dimension of an array and one of another in the same way, but for
/// paddings.
pub(super) fn aligned(
    task: &Task,
    (one, d): (VariableId, usize),
    (other, e): (VariableId, usize),
) -> bool {
    let cut = |space: &Space, id, d: usize| {
        part(&space.parts, id).map(|part| {
            let along = part.along.iter().enumerate();
            let mut found = along.filter_map(|(at, along)| match along {
                Along::Cut {
                    dimension,
                    function,
                    ..
                } if usize::from(*dimension) == d => Some((at, *function)),
                _ => None,
            });
            found.next()
        })
    };
    let mut spaces = task.spaces.iter();
    (one, d) == (other, e) || spaces.all(|space| cut(space, one, d) == cut(space, other, e))
}

/// True if some space pads a dimension of an array.
pub(super) fn is_padded_along(task: &Task, id: VariableId, d: usize) -> bool {
    let along = |along: &Along| {
        is_padded(along)
            && matches!(along, Along::Cut { dimension, .. } if usize::from(*dimension) == d)
    };
    let of = |part: &Part| part.variable == id && part.along.iter().any(along);
    task.spaces.iter().any(|space| space.parts.iter().any(of))
}
