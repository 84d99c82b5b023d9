//! Arrays that an execution makes, in memory of earlier ones that only tasks can still use
//! (`Run::array`): no memory is had from the system for each of a program's steps, and zeros are
//! written where the first task that uses them has them in its cache a moment later.
//!
//! That is where an array's first use is a stage that all LPUs of its space come to once, each with
//! a part of the array for itself, the parts being all of it. Its tasks then clear their parts,
//! unless the stage sets each element of them and reads none ([`set`]). Where turns of one loop
//! have an element each, the loop does it turn by turn ([`turn_by_turn`]).

use std::collections::{BTreeMap, BTreeSet};

use super::access::{Uses, simple};
use super::cells::{Seat, touched};
use super::code::Code;
use super::expr::seen;
use super::flow::{Walk, array};
use super::reach::{Overlap, has_padding, holds, is_taken_past, overlap, rank};
use super::rules::single_below;
use super::scalar;
use super::task::linked;
use crate::highp5::typed::{
    Expr, Flow, FlowKind, LocalId, LoopRange, Place, Root, SpaceId, Stage, Statement,
    StatementKind, Step, Task, Type, VariableId,
};

/// What is used first of an array.
enum First<'f> {
    /// A stage that may clear it.
    Stage(&'f Flow),
    /// Something else.
    Other,
}

/// True for an array that may be one of an earlier execution.
pub(super) fn may_be(task: &Task, id: VariableId) -> bool {
    let known = &task.variables[id.0];
    matches!(known.ty, Type::Array(..))
        && !linked(known)
        && known.lag == 0
        && array(task, id).is_ok()
        && !has_padding(task, id)
        && !is_taken_past(task, id)
        && matches!(first(task, id, &[], &task.flow), Some(First::Stage(_)))
}

/// The first step of a flow that uses elements of an array; `way`: the spaces around.
fn first<'f>(task: &Task, id: VariableId, way: &[SpaceId], flow: &'f [Flow]) -> Option<First<'f>> {
    flow.iter().find_map(|step| match &step.kind {
        FlowKind::Space(to, body) => {
            let around = way.last().copied().unwrap_or(SpaceId::ROOT);
            let up = |id: &SpaceId| task.spaces[id.0].parent;
            let mut more: Vec<SpaceId> = std::iter::successors(Some(*to), up)
                .take_while(|&id| id != around)
                .take(task.spaces.len())
                .collect();
            more.reverse();
            first(task, id, &[way, &more].concat(), body)
        }
        FlowKind::Stage(stage) => {
            let stage = &task.stages[stage.0];
            if !uses(task, id, std::slice::from_ref(step)) {
                return None;
            }
            let cut = |space: &SpaceId| {
                let known = &task.spaces[space.0];
                known.dimensions == 0
                    || holds(known, id) && overlap(task, *space, id) == Overlap::None
            };
            // Not as a space around has it that several LPUs divide: they would clear it in turn.
            let body = Uses::of(&stage.body.statements);
            let own = body.assigned.iter().all(|place| match place.root {
                Root::Variable(other, of) if other == id => single_below(task, stage.space, of),
                _ => true,
            });
            let written = stage.writes.contains(&id) && own;
            Some(match written && way.iter().all(cut) {
                true => First::Stage(step),
                false => First::Other,
            })
        }
        _ => uses(task, id, std::slice::from_ref(step)).then_some(First::Other),
    })
}

/// True if steps use elements of an array.
fn uses(task: &Task, id: VariableId, flow: &[Flow]) -> bool {
    let of = |values: &[&Expr]| {
        let mut uses = Uses::default();
        values.iter().for_each(|value| uses.expr(value));
        touched(task, &uses).iter().any(|(other, _)| *other == id)
    };
    flow.iter().any(|step| {
        let own = match &step.kind {
            FlowKind::Stage(stage) => {
                let stage = &task.stages[stage.0];
                let values = stage
                    .parameters
                    .iter()
                    .filter_map(|(_, binding)| match binding {
                        crate::highp5::typed::Binding::Value(_, value) => Some(value),
                        _ => None,
                    });
                let body = Uses::of(&stage.body.statements);
                stage.writes.contains(&id)
                    || touched(task, &body).iter().any(|(other, _)| *other == id)
                    || of(&values.collect::<Vec<_>>())
            }
            FlowKind::RepeatFor { range, step, .. } => {
                of(&std::iter::once(range).chain(step).collect::<Vec<_>>())
            }
            FlowKind::RepeatWhile(condition, _) | FlowKind::Where(condition, _) => of(&[condition]),
            _ => false,
        };
        own || uses(task, id, step.kind.body().unwrap_or_default())
    })
}

/// The arrays that the tasks of a step clear.
pub(super) fn cleared(task: &Task, step: &Flow) -> Vec<VariableId> {
    let all = (0..task.variables.len()).map(VariableId);
    let here = |id: &VariableId| match first(task, *id, &[], &task.flow) {
        Some(First::Stage(at)) => may_be(task, *id) && std::ptr::eq(at, step),
        _ => false,
    };
    all.filter(here).collect()
}

/// Whether an array has to be cleared.
pub(super) fn name(id: VariableId) -> String {
    format!("again_{}", id.0)
}

/// The text that clears the parts of the LPU `lpu`.
pub(super) fn clear(walk: &Walk<'_>, all: &Code) -> String {
    let mut text = String::new();
    let cleared = |(id, at): &&Seat| walk.clears.contains(id) && !in_loop(walk, (*id, *at));
    for &(id, at) in all.used.keys().filter(cleared) {
        let part = |id: VariableId, at: SpaceId| {
            let space = walk.space(at);
            format!("part(at_space(&lpu, {space}), ArrayId({}))", id.0)
        };
        let mut tests = vec![name(id)];
        // What a stage sets of a piece is not all that its LPU has.
        let whole = walk.pieces.is_empty() && walk.tasks_of.is_none();
        if let Some(along) = set(walk.task, id).filter(|_| whole) {
            let along = along.iter().enumerate().map(|(d, (other, of, e))| {
                format!(
                    "is_along(({}, {e}, b{}[{e}]), ({}, {d}, b{}[{d}]))",
                    part(*other, *of),
                    other.0,
                    part(id, at),
                    id.0
                )
            });
            let along: Vec<String> = along.collect();
            tests.push(format!("!({})", along.join(" && ")));
        }
        text += &format!(
            "if {} {{ h{}.clear({}); }}\n",
            tests.join(" && "),
            seen(id, at),
            part(id, at)
        );
    }
    text
}

/// Whether an array that a task clears is cleared by a loop of the stage.
pub(super) fn in_loop(walk: &Walk<'_>, (id, at): Seat) -> bool {
    let whole = walk.pieces.is_empty() && walk.tasks_of.is_none();
    let Some(stage) = first_stage(walk.task, id).filter(|_| whole) else {
        return false;
    };
    let values = stage.parameters.iter().any(|(_, binding)| match binding {
        crate::highp5::typed::Binding::Value(_, value) => {
            let mut uses = Uses::default();
            uses.expr(value);
            touched(walk.task, &uses)
                .iter()
                .any(|(other, _)| *other == id)
        }
        crate::highp5::typed::Binding::Variable(..) => false,
    });
    let statements = &stage.body.statements;
    let by = |statement: &Statement| match &statement.kind {
        StatementKind::For(ranges, body) => {
            turn_by_turn(walk.task, statements, ranges, body).contains_key(&(id, at))
        }
        _ => false,
    };
    !values && set(walk.task, id).is_none() && statements.iter().any(by)
}

/// The elements that a loop of a stage's statements has one of in each turn, all in different ones,
/// of arrays that the stage uses first and nothing else in it uses: of each array one place.
pub(super) fn turn_by_turn<'s>(
    task: &Task,
    statements: &'s [Statement],
    ranges: &[LoopRange],
    body: &'s [Statement],
) -> BTreeMap<Seat, &'s Place> {
    let over_part = |range: &LoopRange| {
        let array = matches!(range.over.ty, Type::Array(..));
        array && matches!(range.over.root, Root::Variable(..)) && range.over.steps.is_empty()
    };
    let (all, here) = (Uses::of(statements), Uses::of(body));
    let own_indices = ranges
        .iter()
        .all(|range| !here.locals.contains(&range.index));
    if !own_indices || !ranges.iter().all(over_part) {
        return BTreeMap::new();
    }
    let elements = |uses: &Uses<'s>, (id, at): Seat, own: &Place| {
        let is_over = |place: &Place| uses.ranges.iter().any(|r| std::ptr::eq(&r.over, place));
        let of_it = uses.places.iter().filter(
            |place| matches!(place.root, Root::Variable(other, _) if other == id && !is_over(place)),
        );
        let same = |place: &&'s Place| {
            place.root == Root::Variable(id, at) && place.lag == 0 && turn(place) == turn(own)
        };
        let list: Vec<bool> = of_it.map(same).collect();
        list.iter().all(|same| *same).then_some(list.len())
    };
    let mut found = BTreeMap::new();
    for &place in &here.assigned {
        let Root::Variable(id, at) = place.root else {
            continue;
        };
        let indices: BTreeSet<LocalId> = turn(place).unwrap_or_default().into_iter().collect();
        let one_each = indices.len() == ranges.len()
            && place.steps.len() == ranges.len()
            && ranges.iter().all(|range| indices.contains(&range.index));
        if one_each
            && scalar(&place.ty).is_some()
            && may_be(task, id)
            && first_stage(task, id).is_some_and(|stage| {
                std::ptr::eq(stage.body.statements.as_ptr(), statements.as_ptr())
            })
            && elements(&all, (id, at), place).is_some()
            && elements(&all, (id, at), place) == elements(&here, (id, at), place)
        {
            found.insert((id, at), place);
        }
    }
    found
}

/// The indices that are the subscripts of an element as they are.
fn turn(place: &Place) -> Option<Vec<LocalId>> {
    let index = |step: &Step| match step {
        Step::Index(index) => simple(index).filter(|(_, more)| *more == 0),
        _ => None,
    };
    place
        .steps
        .iter()
        .map(|step| index(step).map(|(id, _)| id))
        .collect()
}

/// The stage that uses an array first, where it may clear it.
fn first_stage(task: &Task, id: VariableId) -> Option<&Stage> {
    let First::Stage(step) = first(task, id, &[], &task.flow)? else {
        return None;
    };
    match &step.kind {
        FlowKind::Stage(stage) => Some(&task.stages[stage.0]),
        _ => None,
    }
}

/// What the loop runs over by which the first stage that uses an array sets all of its part, if it
/// does and reads none of it: per dimension of the array another one's, and which of its
/// dimensions. That both have the same indices remains to be seen.
fn set(task: &Task, id: VariableId) -> Option<Vec<(VariableId, SpaceId, u8)>> {
    let statements = &first_stage(task, id)?.body.statements;
    let of_it = |place: &&Place| matches!(place.root, Root::Variable(other, _) if other == id);
    if Uses::of(statements).read.iter().any(of_it) {
        return None;
    }
    statements.iter().find_map(|statement| {
        let StatementKind::For(ranges, body) = &statement.kind else {
            return None;
        };
        // Where what is assigned has paddings, the loop leaves these out.
        let narrowed = Uses::of(body)
            .assigned
            .iter()
            .any(|place| match place.root {
                Root::Variable(other, _) => has_padding(task, other),
                _ => false,
            });
        let conditions = ranges.iter().any(|range| range.condition.is_some());
        if narrowed || conditions || ranges.len() != rank(task, id) {
            return None;
        }
        body.iter().find_map(|statement| match &statement.kind {
            StatementKind::Assign(place, _) if of_it(&place) => along(ranges, place),
            _ => None,
        })
    })
}

/// What the loop runs over that has an element of each of its turns for a target.
fn along(ranges: &[LoopRange], target: &Place) -> Option<Vec<(VariableId, SpaceId, u8)>> {
    let mut indices = BTreeSet::new();
    let list = target.steps.iter().map(|step| {
        let Step::Index(index) = step else {
            return None;
        };
        let (index, _) = simple(index).filter(|(_, more)| *more == 0)?;
        let range = ranges.iter().find(|range| range.index == index)?;
        match (&range.over.root, &range.over.ty, &range.over.steps[..]) {
            (Root::Variable(other, of), Type::Array(..), []) if indices.insert(index) => {
                Some((*other, *of, range.dimension))
            }
            _ => None,
        }
    });
    list.collect::<Option<Vec<_>>>()
        .filter(|list| list.len() == ranges.len())
}
