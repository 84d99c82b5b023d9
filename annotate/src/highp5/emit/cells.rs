//! Variables that change while a task is executed: which they are, and which of them an LPU has
//! for itself.
//!
//! A variable that only Initialize sets is copied into bodies. One that stages set, that is the
//! result of a reduction, or that is the index of a repeat whose range tells LPUs apart has a
//! `Cell` in each unit. By the semantics an LPU that enters a space gets copies of all of them;
//! it shares that of the LPU around it wherever nobody can tell.

use std::collections::{BTreeMap, BTreeSet};

use super::access::Uses;
use super::flow::Walk;
use super::{NotYet, Text, function, types};
use crate::highp5::typed::{
    Binding, Body, Expr, Flow, FlowKind, Program, Reduction, Root, SpaceId, Stage, Statement,
    StatementKind, Step, Task, Type, VariableId,
};

/// A variable as a space has it.
pub(super) type Seat = (VariableId, SpaceId);

/// Scalars that a stage or an expression uses.
#[derive(Debug, Default, Clone)]
pub(super) struct Scalars {
    pub(super) reads: BTreeSet<Seat>,
    pub(super) writes: BTreeSet<Seat>,
    /// Results of reductions: how, and the type of what is folded.
    pub(super) folds: BTreeMap<Seat, (Reduction, Type)>,
}

impl Scalars {
    /// Of a stage.
    pub(super) fn of_stage(task: &Task, stage: &Stage) -> Result<Scalars, NotYet> {
        let mut uses = Uses::of(&stage.body.statements);
        for (_, binding) in &stage.parameters {
            if let Binding::Value(_, value) = binding {
                uses.expr(value);
            }
        }
        let mut scalars = Scalars::of(task, &uses);
        folds(&stage.body.statements, &mut scalars.folds)?;
        Ok(scalars)
    }

    /// Of a value.
    pub(super) fn of_values<'e>(
        task: &Task,
        values: impl IntoIterator<Item = &'e Expr>,
    ) -> Scalars {
        let mut uses = Uses::default();
        values.into_iter().for_each(|value| uses.expr(value));
        Scalars::of(task, &uses)
    }

    fn of(task: &Task, uses: &Uses<'_>) -> Scalars {
        let seat = |root: &Root| match root {
            Root::Variable(id, space) if !is_array(task, *id) => Some((*id, *space)),
            _ => None,
        };
        Scalars {
            reads: uses.places.iter().filter_map(|p| seat(&p.root)).collect(),
            writes: uses.assigned.iter().filter_map(|p| seat(&p.root)).collect(),
            folds: BTreeMap::new(),
        }
    }
}

fn is_array(task: &Task, id: VariableId) -> bool {
    matches!(task.variables[id.0].ty, Type::Array(..))
}

fn folds(
    statements: &[Statement],
    found: &mut BTreeMap<Seat, (Reduction, Type)>,
) -> Result<(), NotYet> {
    for statement in statements {
        match &statement.kind {
            StatementKind::Reduce {
                target,
                space,
                operator,
                value,
                ..
            } => {
                let own = (*operator, value.ty.clone());
                let before = found.insert((*target, *space), own.clone());
                if before.is_some_and(|before| before != own) {
                    return super::not_yet("one result for two reductions", statement.span);
                }
            }
            StatementKind::For(_, body)
            | StatementKind::Sequence { body, .. }
            | StatementKind::While(body, _) => folds(body, found)?,
            StatementKind::If(branches, otherwise) => {
                for (_, body) in branches {
                    folds(body, found)?;
                }
                folds(otherwise, found)?;
            }
            _ => {}
        }
    }
    Ok(())
}

/// The variables of a task that have cells.
pub(super) fn changing(program: &Program, task: &Task) -> Result<BTreeSet<VariableId>, NotYet> {
    let mut found = BTreeSet::new();
    for stage in &task.stages {
        let scalars = Scalars::of_stage(task, stage)?;
        let seats = scalars.writes.iter().chain(scalars.folds.keys());
        found.extend(seats.map(|(id, _)| *id));
    }
    // Ranges may depend on indices.
    loop {
        let before = found.len();
        indices(
            (program, task),
            &task.flow,
            &mut BTreeSet::new(),
            &mut found,
        );
        if found.len() == before {
            return Ok(found);
        }
    }
}

/// Adds indices of repeats that LPUs may have different ones of, and those that are used where
/// they are no indices. `around`: indices of repeats around.
fn indices(
    (program, task): (&Program, &Task),
    flow: &[Flow],
    around: &mut BTreeSet<VariableId>,
    found: &mut BTreeSet<VariableId>,
) {
    let all = super::flow::indices(&task.flow);
    let strays = |scalars: &Scalars, around: &BTreeSet<VariableId>| -> Vec<VariableId> {
        let ids = scalars.reads.iter().map(|(id, _)| *id);
        ids.filter(|id| all.contains(id) && !around.contains(id))
            .collect()
    };
    for step in flow {
        match &step.kind {
            FlowKind::RepeatFor {
                index,
                range,
                step: by,
                body,
            } => {
                let values = || std::iter::once(range).chain(by);
                found.extend(strays(&Scalars::of_values(task, values()), around));
                if !values().all(|value| is_plain(program, task, found, value))
                    || around.contains(index)
                {
                    found.insert(*index);
                }
                let new = around.insert(*index);
                indices((program, task), body, around, found);
                if new {
                    around.remove(index);
                }
            }
            FlowKind::RepeatWhile(condition, body) | FlowKind::Where(condition, body) => {
                found.extend(strays(&Scalars::of_values(task, [condition]), around));
                indices((program, task), body, around, found);
            }
            FlowKind::Space(_, body)
            | FlowKind::RepeatSubPartitions { body, .. }
            | FlowKind::Epoch { body, .. } => indices((program, task), body, around, found),
            FlowKind::Stage(id) => {
                if let Ok(scalars) = Scalars::of_stage(task, &task.stages[id.0]) {
                    found.extend(strays(&scalars, around));
                }
            }
        }
    }
}

/// True for a value that is the same for all LPUs and that no task makes.
pub(super) fn is_plain(
    program: &Program,
    task: &Task,
    changing: &BTreeSet<VariableId>,
    value: &Expr,
) -> bool {
    let mut uses = Uses::default();
    uses.expr(value);
    !function::draws(program, &uses)
        && uses.places.iter().all(|place| match place.root {
            Root::Variable(id, _) if is_array(task, id) => {
                let shape = |step: &Step| !matches!(step, Step::Index(_) | Step::Local);
                place.steps.iter().all(shape) && !place.steps.is_empty()
            }
            Root::Variable(id, _) => !changing.contains(&id),
            Root::LpuId(_) => false,
            _ => true,
        })
}

/// Arrays of which elements are used, not only ranges.
pub(super) fn touched(task: &Task, uses: &Uses<'_>) -> BTreeSet<Seat> {
    let touches = |place: &&&crate::highp5::typed::Place| {
        let element = place.steps.iter().any(|s| matches!(s, Step::Index(_)));
        element || place.steps.is_empty()
    };
    let seat = |place: &&crate::highp5::typed::Place| match place.root {
        Root::Variable(id, space) if is_array(task, id) => Some((id, space)),
        _ => None,
    };
    let ranges: BTreeSet<*const _> = uses.ranges.iter().map(|r| &raw const r.over).collect();
    let own = |place: &&&crate::highp5::typed::Place| !ranges.contains(&(&raw const ***place));
    let places = uses.places.iter().filter(own).filter(touches);
    places.filter_map(seat).collect()
}

/// What a body of the flow does to variables.
#[derive(Default)]
struct Done {
    reads: BTreeSet<Seat>,
    assigned: BTreeSet<Seat>,
    reduced: BTreeSet<Seat>,
    indices: BTreeSet<VariableId>,
}

impl Done {
    fn add(&mut self, scalars: Scalars) {
        self.reads.extend(scalars.reads);
        self.assigned.extend(scalars.writes);
        self.reduced.extend(scalars.folds.into_keys());
    }

    fn flow(&mut self, task: &Task, flow: &[Flow]) -> Result<(), NotYet> {
        for step in flow {
            match &step.kind {
                FlowKind::Space(_, body)
                | FlowKind::RepeatSubPartitions { body, .. }
                | FlowKind::Epoch { body, .. } => self.flow(task, body)?,
                FlowKind::RepeatFor {
                    index,
                    range,
                    step: by,
                    body,
                } => {
                    self.indices.insert(*index);
                    let values = std::iter::once(range).chain(by);
                    self.add(Scalars::of_values(task, values));
                    self.flow(task, body)?;
                }
                FlowKind::RepeatWhile(condition, body) | FlowKind::Where(condition, body) => {
                    self.add(Scalars::of_values(task, [condition]));
                    self.flow(task, body)?;
                }
                FlowKind::Stage(id) => {
                    let scalars = Scalars::of_stage(task, &task.stages[id.0])?;
                    self.add(scalars);
                }
            }
        }
        Ok(())
    }
}

/// True if `inner` is `outer` or in it.
pub(super) fn is_within(task: &Task, inner: SpaceId, outer: SpaceId) -> bool {
    let up = |id: &SpaceId| task.spaces[id.0].parent;
    std::iter::successors(Some(inner), up)
        .take(task.spaces.len() + 1)
        .any(|id| id == outer)
}

/// Variables that LPUs of a space have for themselves while `body` is done, and which of them go
/// back afterwards.
pub(super) fn own(
    walk: &Walk<'_>,
    entered: SpaceId,
    body: &[Flow],
) -> Result<Vec<(VariableId, bool)>, NotYet> {
    let task = walk.task;
    let mut done = Done::default();
    done.flow(task, body)?;
    let inside = |seats: &BTreeSet<Seat>, id: VariableId| {
        let own = |(other, at): &Seat| *other == id && is_within(task, *at, entered);
        seats.iter().any(own)
    };
    let above = |seats: &BTreeSet<Seat>, id: VariableId| {
        let other = |(other, at): &Seat| *other == id && !is_within(task, *at, entered);
        seats.iter().any(other)
    };
    let single = task.spaces[entered.0].dimensions == 0;
    let mut own = Vec::new();
    for &id in walk.changing {
        let assigned = inside(&done.assigned, id);
        let changes = assigned || inside(&done.reduced, id);
        let seen_late = (above(&done.reduced, id) || above(&done.assigned, id))
            && (inside(&done.reads, id) || assigned);
        let early = changes && above(&done.reads, id);
        let index = done.indices.contains(&id);
        let mut seats = done.assigned.iter().filter(|(of, _)| *of == id);
        let goes_back = assigned && !seats.all(|seat| task.own.contains(seat));
        if index || seen_late || early || (changes && !single) {
            own.push((id, goes_back));
        }
    }
    Ok(own)
}

/// The type of the cells of a task's units.
pub(super) fn cells(id: usize) -> String {
    format!("Cells{id}")
}

/// The definition of that type.
pub(super) fn definition(id: usize, task: &Task, changing: &BTreeSet<VariableId>) -> Text {
    let mut fields = String::new();
    for at in changing {
        let known = &task.variables[at.0];
        let ty = types::value(&known.ty, "a variable", known.span)?;
        fields += &format!("v{}: Rc<Cell<{ty}>>,\n", at.0);
    }
    Ok(format!(
        "#[derive(Clone)]\nstruct {} {{\n{fields}}}\n\n",
        cells(id)
    ))
}

/// The cell of a variable, of the unit `at` in the walk's space (or of that which tasks are of:
/// then the space's LPUs have none of their own).
pub(super) fn cell(walk: &Walk<'_>, (id, of): Seat) -> String {
    match of == walk.space {
        true => format!("at.cells().v{}", id.0),
        false => format!("at.unit.at_space({}).cells().v{}", walk.space(of), id.0),
    }
}

/// What a body calls the value of a variable as a space has it.
pub(super) fn name(own: SpaceId, (id, of): Seat) -> String {
    match of == own {
        true => format!("v{}", id.0),
        false => format!("v{}_{}", id.0, of.0),
    }
}

/// The type of what a reduction folds into.
pub(super) fn fold(operator: Reduction, ty: &Type) -> Option<String> {
    let value = super::scalar(ty)?;
    let whole = *ty == Type::Integer;
    let name = match operator {
        Reduction::Sum if whole => "WholeSum",
        Reduction::Sum => "Sum",
        Reduction::Product if whole => "WholeProduct",
        Reduction::Product => "Product",
        Reduction::Max => "Max",
        Reduction::Min => "Min",
        Reduction::MaxEntry => return Some(format!("Entry<true, {value}>")),
        Reduction::MinEntry => return Some(format!("Entry<false, {value}>")),
        Reduction::LogicalAnd => "And",
        Reduction::LogicalOr => "Or",
        Reduction::BitAnd => "BitAnd",
        Reduction::BitOr => "BitOr",
    };
    Some(format!("Fold<{name}, {value}>"))
}

/// No body at all, for values of the Computation section.
pub(super) static NOTHING: Body = Body {
    locals: Vec::new(),
    statements: Vec::new(),
};
