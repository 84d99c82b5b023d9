//! Epochs: buffers that are turned (`annotate/docs/lowering.md`, "Versions").
//!
//! The walk turns the buffers of an array when an epoch begins that uses it, or another write
//! follows an epoch (`Store::begin_write`). Nothing is copied where all epochs write the same
//! elements, which [`same`] finds out.

use std::collections::BTreeSet;

use super::access::{Uses, simple, subscripts};
use super::cells;
use super::flow::{Walk, indices, is_alone};
use super::{Emitter, Text};
use crate::highp5::typed::{
    Along, Binding, Expr, ExprKind, Flow, FlowKind, LocalId, LoopRange, Part, Place, Program, Root,
    SpaceId, Stage, Statement, StatementKind, Step, Task, Type, VariableId,
};

impl Emitter<'_> {
    /// An epoch that advances these variables.
    pub(super) fn epoch(
        &self,
        walk: &mut Walk<'_>,
        variables: &[VariableId],
        body: &[Flow],
    ) -> Text {
        if variables.is_empty() {
            return self.flow(walk, body);
        }
        let (mut begin, mut end) = (String::new(), String::new());
        for id in variables {
            let same = walk.same.contains(id);
            let every = walk.partial.is_empty()
                && walk.pieces.is_empty()
                && covered(walk.task, walk.space, *id)
                && writes_all(walk.task, body, *id);
            begin += &format!("st{}.begin_epoch(&region, &all, {same}, {every});\n", id.0);
            end += &format!("st{}.end_epoch(&region, &all, {same});\n", id.0);
        }
        let u = walk.space.0;
        // Where no LPU takes part nothing advances; else all do, also those that a guard in their
        // own space keeps out.
        Ok(format!(
            "{{\nlet u{u} = settled(&u{u}, &region, &faults)?;\nif !u{u}.is_empty() {{\n\
             let all = settled(&all{u}, &region, &faults)?;\n{begin}{}{end}}}\n}}\n",
            self.flow(walk, body)?
        ))
    }
}

/// True if what the LPUs of a space have of an array is all of it, also where some of them have
/// nothing to do.
pub(super) fn covered(task: &Task, space: SpaceId, id: VariableId) -> bool {
    let up = |at: &SpaceId| task.spaces[at.0].parent;
    std::iter::successors(Some(space), up)
        .take(task.spaces.len())
        .map(|at| &task.spaces[at.0])
        .all(|known| {
            let cut = |part: &Part| {
                let all = |along| matches!(along, &Along::Cut { .. });
                part.variable == id && part.along.iter().any(all)
            };
            known.dimensions == 0 || known.parts.iter().any(cut)
        })
}

/// Arrays of which every epoch writes the same elements, and nobody else writes any: what is
/// not written is then equal in all versions.
pub(super) fn same(
    program: &Program,
    task: &Task,
    changing: &BTreeSet<VariableId>,
) -> BTreeSet<VariableId> {
    let lagging = |at: &usize| task.variables[*at].lag > 0;
    let ids = (0..task.variables.len()).filter(lagging).map(VariableId);
    ids.filter(|&id| is_same((program, task), changing, id))
        .collect()
}

fn is_same(
    (program, task): (&Program, &Task),
    changing: &BTreeSet<VariableId>,
    id: VariableId,
) -> bool {
    let mut epochs = Vec::new();
    find(
        (program, task),
        changing,
        (&task.flow, true, SpaceId::ROOT),
        id,
        &mut epochs,
    );
    let Some(&(first, _)) = epochs.first() else {
        return false;
    };
    let (mut inside, mut stages) = (Vec::new(), Vec::new());
    let mut plain = plain(first, &mut stages);
    for (body, all) in epochs {
        let mut own = Vec::new();
        plain &= all && self::plain(body, &mut own) && own.len() == stages.len();
        let stage = |at: &usize| &task.stages[*at];
        plain &= own
            .iter()
            .map(stage)
            .zip(stages.iter().map(stage))
            .all(|(a, b)| is_again(a, b));
        inside.extend(own);
    }
    let others = task.stages.iter().enumerate();
    let mut writers = others.filter(|(_, stage)| stage.writes.contains(&id));
    let counters = indices(&task.flow);
    plain
        && writers.all(|(at, _)| inside.contains(&at))
        && inside.iter().all(|&at| {
            let stage = &task.stages[at];
            !reads_current(stage, id)
                && Fixed {
                    task,
                    stage,
                    counters: &counters,
                }
                .writes(id)
        })
}

/// True for a stage that uses elements of the version that it may write.
fn reads_current(stage: &Stage, id: VariableId) -> bool {
    let current = |place: &Place| {
        let element = matches!(place.steps.first(), None | Some(Step::Index(_)));
        element && place.lag == 0 && is_of(place, id)
    };
    let uses = Uses::of(&stage.body.statements);
    uses.read.into_iter().any(current)
}

/// True for an epoch that writes all elements of an array, each before it is read.
fn writes_all(task: &Task, body: &[Flow], id: VariableId) -> bool {
    let mut inside = Vec::new();
    plain(body, &mut inside)
        && inside
            .iter()
            .all(|&at| !reads_current(&task.stages[at], id))
        && inside.iter().any(|&at| {
            let mut statements = task.stages[at].body.statements.iter();
            statements.any(|statement| is_over_all(statement, id))
        })
}

/// True for a loop that assigns all elements that an LPU has of an array.
fn is_over_all(statement: &Statement, id: VariableId) -> bool {
    let StatementKind::For(ranges, body) = &statement.kind else {
        return false;
    };
    let runs = |(d, subscript): (usize, &&Expr), root: &Root| {
        let index = simple(subscript).filter(|(_, more)| *more == 0);
        ranges.iter().any(|range| {
            index.is_some_and(|(index, _)| index == range.index)
                && usize::from(range.dimension) == d
                && range.over.root == *root
                && matches!(range.over.ty, Type::Array(..))
        })
    };
    ranges.iter().all(|range| range.condition.is_none())
        && body.iter().any(|statement| match &statement.kind {
            StatementKind::Assign(place, _) if is_of(place, id) && place.lag == 0 => {
                let list = subscripts(place).map_or(Vec::new(), |(_, _, list)| list);
                list.len() == place.steps.len()
                    && list.len() == ranges.len()
                    && list.iter().enumerate().all(|one| runs(one, &place.root))
            }
            _ => false,
        })
}

/// True for calls that do the same to the same variables.
fn is_again(one: &Stage, other: &Stage) -> bool {
    let same = |((name, a), (of, b)): (&(String, Binding), &(String, Binding))| match (a, b) {
        (Binding::Variable(a, from), Binding::Variable(b, to)) => {
            name == of && (a, from) == (b, to)
        }
        // Values may be other ones.
        _ => false,
    };
    let pairs = one.parameters.iter().zip(&other.parameters);
    std::ptr::eq(one, other)
        || one.name == other.name
            && one.space == other.space
            && one.parameters.len() == other.parameters.len()
            && pairs.into_iter().all(same)
}

fn is_of(place: &Place, id: VariableId) -> bool {
    matches!(place.root, Root::Variable(other, _) if other == id)
}

/// The bodies of epochs that advance a variable, and whether all LPUs run them together. `all`:
/// whether they run `flow` so, in space `at`.
fn find<'t>(
    (program, task): (&Program, &Task),
    changing: &BTreeSet<VariableId>,
    (flow, all, at): (&'t [Flow], bool, SpaceId),
    id: VariableId,
    epochs: &mut Vec<(&'t [Flow], bool)>,
) {
    for step in flow {
        let mut at = at;
        let (body, all) = match &step.kind {
            FlowKind::Epoch { variables, body } => {
                if variables.contains(&id) {
                    epochs.push((body, all));
                }
                (body, all)
            }
            FlowKind::Space(to, body) => {
                at = *to;
                (body, all)
            }
            FlowKind::RepeatFor { index, body, .. } => (
                body,
                all && (!changing.contains(index) || is_alone(task, at)),
            ),
            FlowKind::Where(condition, body) => {
                let plain = cells::is_plain(program, task, changing, condition);
                (body, all && (plain || is_alone(task, at)))
            }
            FlowKind::RepeatWhile(_, body) => (body, all && is_alone(task, at)),
            FlowKind::RepeatSubPartitions { body, .. } => (body, false),
            FlowKind::Stage(_) => continue,
        };
        find((program, task), changing, (body, all, at), id, epochs);
    }
}

/// The stages of a flow; true if each is run once, by all LPUs.
fn plain(flow: &[Flow], stages: &mut Vec<usize>) -> bool {
    flow.iter().all(|step| match &step.kind {
        FlowKind::Stage(id) => {
            stages.push(id.0);
            true
        }
        FlowKind::Space(_, body) | FlowKind::Epoch { body, .. } => plain(body, stages),
        _ => false,
    })
}

/// Looks for elements that a stage writes in each execution.
struct Fixed<'t> {
    task: &'t Task,
    stage: &'t Stage,
    /// Indices of repeats.
    counters: &'t BTreeSet<VariableId>,
}

impl Fixed<'_> {
    /// True if the elements of `id` that the stage writes are always the same.
    fn writes(&self, id: VariableId) -> bool {
        let written = |list: &[Statement]| {
            let uses = Uses::of(list);
            let is = |place: &&Place| is_of(place, id);
            uses.assigned.iter().any(is)
        };
        self.stage
            .body
            .statements
            .iter()
            .all(|statement| match &statement.kind {
                StatementKind::For(ranges, body) => {
                    let inside = body.iter().all(|s| match &s.kind {
                        StatementKind::Assign(place, _) => match subscripts(place) {
                            Some((other, _, list)) if other == id => {
                                let own = |e: &&Expr| {
                                    simple(e).is_some_and(|(at, _)| {
                                        ranges.iter().any(|range| range.index == at)
                                    })
                                };
                                // Not a part of an element alone.
                                list.len() == place.steps.len() && list.iter().all(own)
                            }
                            _ => true,
                        },
                        _ => !written(std::slice::from_ref(s)),
                    });
                    !written(std::slice::from_ref(statement))
                        || inside && ranges.iter().all(|range| self.range(range, ranges))
                }
                _ => !written(std::slice::from_ref(statement)),
            })
    }

    fn range(&self, range: &LoopRange, ranges: &[LoopRange]) -> bool {
        let over = match range.over.root {
            Root::Variable(id, _) => matches!(self.task.variables[id.0].ty, Type::Array(..)),
            _ => false,
        };
        over && range.condition.iter().all(|c| self.value(c, ranges, 0))
    }

    /// True for values that are the same in all executions of the stage in an LPU.
    fn value(&self, expr: &Expr, ranges: &[LoopRange], depth: usize) -> bool {
        match &expr.kind {
            ExprKind::Integer(_) | ExprKind::Real(_) | ExprKind::Boolean(_) => true,
            ExprKind::Character(_) => true,
            ExprKind::Read(place) => match place.root {
                Root::Partition(_) | Root::LpuId(_) => true,
                Root::Local(id) => {
                    ranges.iter().any(|range| range.index == id) || self.local(id, ranges, depth)
                }
                Root::Variable(id, _) => {
                    if matches!(self.task.variables[id.0].ty, Type::Array(..)) {
                        return !place.steps.iter().any(|s| matches!(s, Step::Index(_)));
                    }
                    let set = |stage: &Stage| stage.writes.contains(&id);
                    let known = &self.task.variables[id.0];
                    let plain = !known.reduction && place.steps.is_empty();
                    plain && !self.counters.contains(&id) && !self.task.stages.iter().any(set)
                }
                _ => false,
            },
            ExprKind::Convert(inner) | ExprKind::Unary(_, inner) => {
                self.value(inner, ranges, depth)
            }
            ExprKind::Binary(_, left, right) | ExprKind::Range(left, right) => {
                self.value(left, ranges, depth) && self.value(right, ranges, depth)
            }
            _ => false,
        }
    }

    /// A local that is set once, before all loops, to such a value.
    fn local(&self, id: LocalId, ranges: &[LoopRange], depth: usize) -> bool {
        let statements = &self.stage.body.statements;
        let uses = Uses::of(statements);
        let times = |place: &&&Place| place.root == Root::Local(id);
        let loops = uses.ranges.iter().any(|range| range.index == id);
        let bound = self
            .stage
            .parameters
            .iter()
            .find_map(|(_, binding)| match binding {
                Binding::Value(local, value) if *local == id => Some(value),
                _ => None,
            });
        let set: Vec<&Expr> = statements
            .iter()
            .filter_map(|statement| match &statement.kind {
                StatementKind::Assign(place, value)
                    if place.root == Root::Local(id) && place.steps.is_empty() =>
                {
                    Some(value)
                }
                _ => None,
            })
            .chain(bound)
            .collect();
        let assigned = uses.assigned.iter().filter(times).count() + usize::from(bound.is_some());
        let indexed = uses.locals.contains(&id) && assigned == 0;
        match set[..] {
            [value] => {
                assigned == 1
                    && !loops
                    && !indexed
                    && depth < 8
                    && self.value(value, ranges, depth + 1)
            }
            _ => false,
        }
    }
}
