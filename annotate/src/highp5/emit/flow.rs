//! The Computation section: the walk that registers one task for each stage and LPU.
//!
//! The walk keeps, per space that it is in, the list of LPUs (`u0` is Root's). There is no
//! barrier anywhere: a task waits for those before it that declared the same keys.

use std::collections::BTreeSet;

use super::expr::{At, Scope, seen, variable};
use super::rules::{self, Used};
use super::{Emitter, NotYet, Text, not_yet, scalar};
use crate::highp5::typed::{
    Body, Expr, Flow, FlowKind, SpaceId, Stage, Task, TaskId, Type, VariableId,
};

/// Where the walk is.
pub(super) struct Walk<'p> {
    pub(super) id: usize,
    pub(super) task: &'p Task,
    /// The space around.
    pub(super) space: SpaceId,
    /// Indices of the repeats around.
    pub(super) indices: BTreeSet<VariableId>,
    /// All that are an index somewhere.
    pub(super) all_indices: BTreeSet<VariableId>,
}

/// Variables that are indices of repeats.
pub(super) fn indices(flow: &[Flow]) -> BTreeSet<VariableId> {
    let mut found = BTreeSet::new();
    for step in flow {
        match &step.kind {
            FlowKind::RepeatFor { index, body, .. } => {
                found.insert(*index);
                found.extend(indices(body));
            }
            FlowKind::Space(_, body)
            | FlowKind::RepeatSubPartitions { body, .. }
            | FlowKind::RepeatWhile(_, body)
            | FlowKind::Where(_, body)
            | FlowKind::Epoch { body, .. } => found.extend(indices(body)),
            FlowKind::Stage(_) => {}
        }
    }
    found
}

/// What the walk calls a space's number (Root has none).
fn space(id: SpaceId) -> String {
    match id {
        SpaceId::ROOT => "None".to_owned(),
        id => format!("Some(space_{})", id.0),
    }
}

impl Emitter<'_> {
    pub(super) fn flow(&self, walk: &mut Walk<'_>, flow: &[Flow]) -> Text {
        let mut text = String::new();
        for step in flow {
            text += &self.flow_step(walk, step)?;
        }
        Ok(text)
    }

    fn flow_step(&self, walk: &mut Walk<'_>, step: &Flow) -> Text {
        Ok(match &step.kind {
            FlowKind::Space(space, body) => self.enter(walk, *space, body)?,
            FlowKind::RepeatFor {
                index,
                range,
                step: by,
                body,
            } => {
                if !walk.indices.insert(*index) {
                    return not_yet("one index for two repeats, one in the other,", step.span);
                }
                let range = known(walk, range)?;
                let by = match by {
                    Some(by) => known(walk, by)?,
                    None => "1".to_owned(),
                };
                let body = self.flow(walk, body);
                walk.indices.remove(index);
                format!(
                    "for {} in {range}.stepped({by})? {{\n{}}}\n",
                    variable(*index),
                    body?
                )
            }
            FlowKind::Where(condition, body) => {
                let condition = known(walk, condition)?;
                format!("if {condition} {{\n{}}}\n", self.flow(walk, body)?)
            }
            FlowKind::Epoch { variables, body } if variables.is_empty() => self.flow(walk, body)?,
            FlowKind::Epoch { .. } => return not_yet("an Epoch with versions", step.span),
            FlowKind::RepeatWhile(..) => return not_yet("Repeat while", step.span),
            FlowKind::RepeatSubPartitions { space, body } => {
                if *space != walk.space {
                    return not_yet("Repeat foreach sub-partition of a space around", step.span);
                }
                let mut stages = Vec::new();
                for inner in body {
                    match inner.kind {
                        FlowKind::Stage(id) => stages.push(&walk.task.stages[id.0]),
                        _ => {
                            return not_yet(
                                "anything but stages in Repeat foreach sub-partition",
                                inner.span,
                            );
                        }
                    }
                }
                self.tasks(walk, &stages, true)?
            }
            FlowKind::Stage(id) => self.tasks(walk, &[&walk.task.stages[id.0]], false)?,
        })
    }

    fn enter(&self, walk: &mut Walk<'_>, to: SpaceId, body: &[Flow]) -> Text {
        let around = walk.space;
        // Spaces between are entered on the way.
        let up = |id: &SpaceId| walk.task.spaces[id.0].parent;
        let mut way: Vec<SpaceId> = std::iter::successors(Some(to), up)
            .take_while(|&id| id != around)
            .take(walk.task.spaces.len())
            .collect();
        way.reverse();
        let mut text = String::from("{\n");
        let mut from = around;
        for id in way {
            if walk.task.spaces[id.0].divides_sub_partitions {
                return not_yet(
                    "a space that divides sub-partitions",
                    walk.task.spaces[id.0].span,
                );
            }
            text += &format!(
                "let u{} = enter(&u{}, &spaces, space_{});\n",
                id.0, from.0, id.0
            );
            from = id;
        }
        walk.space = to;
        let body = self.flow(walk, body);
        walk.space = around;
        Ok(text + &body? + "}\n")
    }

    /// One task per LPU, which runs stages one after the other, maybe for each sub-partition.
    fn tasks(&self, walk: &Walk<'_>, stages: &[&Stage], pieces: bool) -> Text {
        let mut all = Used::new();
        let mut calls = String::new();
        for stage in stages {
            let used = rules::arrays(walk.task, stage)?;
            calls += &self.call(walk, stage, &used, pieces)?;
            for (key, written) in used {
                *all.entry(key).or_insert(false) |= written;
            }
        }
        let first = stages.first().ok_or_else(|| NotYet {
            what: "a repeat of nothing".into(),
            span: walk.task.span,
        })?;
        let mut declared = String::new();
        // What is written first: it decides where the task is at home.
        for wanted in [true, false] {
            for ((id, at), _) in all.iter().filter(|(_, written)| **written == wanted) {
                let mode = if wanted { "InOut" } else { "In" };
                declared += &format!(
                    "if let Some((keys, grid)) = &g{0} {{ declare(&mut task, grid, &keys.padded(part(at_space(lpu, {1}), ArrayId({2}))), Mode::{mode}); }}\n",
                    id.0,
                    space(*at),
                    id.0
                );
            }
        }
        let body = match pieces {
            true => format!(
                "for piece in lpu.children(&spaces, sub_{}) {{\nif piece.is_idle() {{ continue; }}\n{calls}}}\n",
                walk.space.0
            ),
            false => calls,
        };
        Ok(format!(
            "for lpu in &u{} {{\nlet mut task = region.task(rt::site!({:?}, {:?}, {}));\n{declared}\
             let (lpu, spaces, faults) = (lpu.clone(), spaces.clone(), faults.clone());\n\
             // SAFETY: the body touches what is declared above, and the arrays outlive the region.\n\
             unsafe {{ task.spawn(move || faults.run(|| {{\n{body}Ok(())\n}})) }}\n}}\n",
            walk.space.0,
            first.name,
            self.file,
            self.line(first.span)
        ))
    }

    /// The call of a stage's function in a task's body.
    fn call(&self, walk: &Walk<'_>, stage: &Stage, used: &Used, pieces: bool) -> Text {
        let number = number(walk.task, stage);
        let mut text = String::from("{\n");
        let mut arguments = vec!["&lpu".to_owned(), "&partition".to_owned()];
        for (id, at) in used.keys() {
            let lpu = match pieces && *at == stage.space {
                true => "&piece".to_owned(),
                false => format!("at_space(&lpu, {})", space(*at)),
            };
            let name = seen(*id, *at);
            text += &format!(
                "let {name} = Seen::new(h{}, part({lpu}, ArrayId({0})));\n",
                id.0
            );
            arguments.push(format!("&{name}"));
        }
        for id in scalars(walk.task, stage) {
            if walk.all_indices.contains(&id) && !walk.indices.contains(&id) {
                return not_yet("the index of a repeat after it", stage.span);
            }
            arguments.push(variable(id));
        }
        Ok(format!(
            "{text}task_{}_stage_{number}({}).map_err(|fault| fault.at({:?}, {}))?;\n}}\n",
            walk.id,
            arguments.join(", "),
            self.file,
            self.line(stage.span)
        ))
    }

    /// The function of a stage.
    pub(super) fn stage(&self, id: usize, task: &Task, stage: &Stage) -> Text {
        let used = rules::arrays(task, stage)?;
        let mut parameters = format!("lpu: &Lpu, partition: &[i32; {}]", task.partition.len());
        for (variable, space) in used.keys() {
            let (element, rank) = array(task, *variable)?;
            parameters += &format!(", {}: &Seen<{element}, {rank}>", seen(*variable, *space));
        }
        for variable_id in scalars(task, stage) {
            let known = &task.variables[variable_id.0];
            let Some(ty) = scalar(&known.ty) else {
                return not_yet(format!("`{}`, which is no number,", known.name), stage.span);
            };
            parameters += &format!(", {}: {ty}", variable(variable_id));
        }
        let mut scope = Scope::new(At::Stage, Some(task), &stage.body);
        let body = scope.stage(stage)?;
        Ok(format!(
            "fn task_{id}_stage_{}({parameters}) -> Result<(), Fault> {{\n{body}Ok(())\n}}\n\n",
            number(task, stage)
        ))
    }
}

fn number(task: &Task, stage: &Stage) -> usize {
    let same = |other: &Stage| std::ptr::eq(other, stage);
    task.stages.iter().position(same).unwrap_or(0)
}

/// Element type and number of dimensions of an array.
pub(super) fn array(task: &Task, id: VariableId) -> Result<(&'static str, u8), NotYet> {
    let known = &task.variables[id.0];
    match &known.ty {
        Type::Array(element, rank) => match scalar(element) {
            Some(element) => Ok((element, *rank)),
            None => not_yet(
                format!("`{}`, an array of a user type,", known.name),
                known.span,
            ),
        },
        _ => not_yet(format!("`{}`", known.name), known.span),
    }
}

/// Variables that are no arrays and that a stage reads.
fn scalars(task: &Task, stage: &Stage) -> Vec<VariableId> {
    let is_scalar = |id: &&VariableId| !matches!(task.variables[id.0].ty, Type::Array(..));
    stage.reads.iter().filter(is_scalar).copied().collect()
}

/// A value that the walk knows.
fn known(walk: &Walk<'_>, value: &Expr) -> Text {
    let mut uses = super::access::Uses::default();
    uses.expr(value);
    for place in uses.places {
        if let crate::highp5::typed::Root::Variable(id, _) = place.root
            && walk.all_indices.contains(&id)
            && !walk.indices.contains(&id)
        {
            return not_yet("the index of a repeat outside of it", value.span);
        }
    }
    Scope::new(At::Begin, Some(walk.task), &Body::default()).expr(value)
}

/// The name of an environment's type.
pub(super) fn environment(id: TaskId) -> String {
    format!("Environment{}", id.0)
}
