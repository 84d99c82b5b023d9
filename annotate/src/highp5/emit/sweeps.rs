//! Visits that are nothing but sweeps: one task for several of them (`hp5_program::sweep`).
//!
//! A visit of a padded space that repeats an epoch of one stage, which makes all that it writes of
//! an array from the version before, needs between its first and its last sweep nothing that is
//! anybody else's. What has to hold for that is found here; whether it pays is found when the
//! program runs.

use super::code::{Code, Place};
use super::epoch::covered;
use super::expr::{At, Scope, seen};
use super::flow::{Walk, number};
use super::look::{Effect, Look};
use super::reach::{self, Overlap};
use super::repeats;
use super::{Emitter, NotYet, Text, types};
use crate::highp5::typed::{
    Flow, FlowKind, LoopRange, Root, SpaceId, Stage, Statement, StatementKind, Type, VariableId,
};

/// The sweeps of a visit.
pub(super) struct Sweeps<'t> {
    stage: &'t Stage,
    /// What the stage uses.
    code: Code,
    /// What it writes.
    array: VariableId,
    /// Numbers of rounds of the repeats around the epoch, as text.
    rounds: Vec<String>,
    /// How far beside the element that it writes it reads, by dimension.
    beside: Vec<(u64, u64)>,
}

impl Emitter<'_> {
    /// What the visit of a space does, if that is nothing but sweeps over an array of which its
    /// LPUs have paddings.
    pub(super) fn sweeps<'t>(
        &self,
        walk: &Walk<'t>,
        space: SpaceId,
        body: &[Flow],
    ) -> Result<Option<Sweeps<'t>>, NotYet> {
        let (mut body, mut rounds, mut counters) = (body, Vec::new(), Vec::new());
        let (variables, body) = loop {
            match body {
                [one] => match &one.kind {
                    FlowKind::RepeatFor {
                        index,
                        range,
                        step,
                        body: inner,
                    } if !walk.changing.contains(index) => {
                        match reach::rounds(walk, range, step.as_ref()) {
                            Some(text) => rounds.push(text),
                            None => return Ok(None),
                        }
                        counters.push(*index);
                        body = inner;
                    }
                    FlowKind::Epoch { variables, body } => break (variables, body),
                    _ => return Ok(None),
                },
                _ => return Ok(None),
            }
        };
        let task = walk.task;
        let (&[array], [step]) = (&variables[..], &body[..]) else {
            return Ok(None);
        };
        let FlowKind::Stage(id) = step.kind else {
            return Ok(None);
        };
        let known = &task.variables[array.0];
        let plain = match &known.ty {
            Type::Array(element, _) => types::is_copied(element, &self.program.records),
            _ => false,
        };
        let stage = &task.stages[id.0];
        if rounds.is_empty()
            || !plain
            || known.lag != 1
            || stage.space != space
            || !walk.same.contains(&array)
            || !(walk.pieces.is_empty() && walk.partial.is_empty())
            || !covered(task, space, array)
            || reach::overlap(task, space, array) != Overlap::Padded
        {
            return Ok(None);
        }
        let code = Code::of_stage(self.program, task, stage)?;
        let Some((ranges, _, _)) = only_loop(stage) else {
            return Ok(None);
        };
        let looked = Look::new(walk, stage).effects();
        let beside = match &looked[..] {
            [effect] => effect.beside(array),
            _ => None,
        };
        let fixed = |id| !walk.changing.contains(id) && !counters.contains(id);
        let from_others = code.used.iter().all(|(&(id, at), one)| match id == array {
            true => at == space && one.written && one.lags.iter().eq([&1]),
            // Paddings are gone over too.
            false => {
                let within = reach::alike(task, array, id) || !reach::is_cut(task, id);
                !one.written && (within || !code.touched.contains(&(id, at)))
            }
        });
        let alone = from_others
            && code.scalars.reads.iter().all(|(id, _)| fixed(id))
            && code.scalars.writes.is_empty()
            && code.scalars.folds.is_empty()
            && !code.draws
            && indices(stage, array).is_some()
            && ranges
                .iter()
                .all(|range| matches!(range.over.ty, Type::Array(..)));
        let Some(beside) = beside.filter(|_| alone) else {
            return Ok(None);
        };
        let sweeps = Sweeps {
            stage,
            code,
            array,
            rounds,
            beside,
        };
        // All that is left out is left out at edges of a box.
        Ok(self.visited(walk, &sweeps)?.map(|_| sweeps))
    }

    /// The visit: several sweeps at once where that pays, else `one_by_one`. `copied`: whether
    /// the LPUs of the space have copies.
    pub(super) fn visit(
        &self,
        walk: &mut Walk<'_>,
        sweeps: &Sweeps<'_>,
        copied: &str,
        one_by_one: &str,
    ) -> Text {
        let (u, at) = (walk.space.0, sweeps.array.0);
        let same = walk.same.contains(&sweeps.array);
        let arrays = sweeps.code.used.keys().map(|(id, _)| *id).collect();
        let turns = repeats::turns("parts.iter().copied()", &arrays);
        let around = std::mem::replace(&mut walk.again, true);
        let tasks = self.sweep_tasks(walk, sweeps);
        walk.again = around;
        Ok(format!(
            "let rounds = [{}].into_iter().fold(1_usize, usize::saturating_mul);\n\
             let parts = if {copied} {{ Vec::new() }} else {{ st{at}.sweeps(&u{u}, rounds, &{:?}) }};\n\
             if parts.is_empty() {{\n{one_by_one}}}\n\
             for parts in parts.chunk_by(|one, next| one == next) {{\nfor rounds in {turns} {{\n\
             let u{u} = settled(&u{u}, &region, &faults)?;\nif u{u}.is_empty() {{ break; }}\n\
             st{at}.begin_epoch(&region, &u{u}, {same}, false);\n{}st{at}.end_epoch(&region, &u{u}, {same});\n}}\n}}\n",
            sweeps.rounds.join(", "),
            sweeps.beside,
            tasks?
        ))
    }

    /// A task for each LPU.
    fn sweep_tasks(&self, walk: &Walk<'_>, sweeps: &Sweeps<'_>) -> Text {
        let (stage, code) = (sweeps.stage, &sweeps.code);
        let function = format!("task_{}_stage_{}", walk.id, number(walk.task, stage));
        let visited = self.visited(walk, sweeps)?.unwrap_or_default();
        let body = code.call_each(walk, &function, Place::Body, code, Some(sweeps));
        let line = self.line(stage.span);
        // They read more than one sweep touches: all that their LPUs hold.
        let declared = code.declare(walk, false)?;
        let body = format!(
            "{body}.map_err(|fault| fault.at({:?}, {line}))?;\n",
            self.file
        );
        let tasks = self.register(walk, stage, code, ("", &declared, &body))?;
        Ok(format!("{{\n{visited}{tasks}}}\n"))
    }

    /// A function that tells which indices a sweep visits, as far as the part goes; none if that
    /// is no box.
    fn visited(&self, walk: &Walk<'_>, sweeps: &Sweeps<'_>) -> Result<Option<String>, NotYet> {
        let stage = sweeps.stage;
        let mut scope = Scope::new(self.program, At::Stage, Some(walk.task), &stage.body);
        scope.changing = walk.changing.clone();
        scope.space = stage.space;
        let (Some((ranges, body, before)), Some(list)) =
            (only_loop(stage), indices(stage, sweeps.array))
        else {
            return Ok(None);
        };
        let before = scope.stage_before(stage, before)?;
        let (bounds, left) = scope.bounds(ranges, body)?;
        if !left.iter().all(Vec::is_empty) {
            return Ok(None);
        }
        let ends: Vec<String> = list.iter().map(|n| format!("(lo{n}, hi{n})")).collect();
        Ok(Some(format!(
            "fn visited({}) -> Result<[(i64, i64); {}], Fault> {{\n{before}{bounds}Ok([{}])\n}}\n",
            sweeps
                .code
                .parameters(walk.task, stage.space, walk.changing)?,
            list.len(),
            ends.join(", ")
        )))
    }
}

impl Sweeps<'_> {
    /// True for the array that is written.
    pub(super) fn is_over(&self, id: VariableId) -> bool {
        id == self.array
    }

    /// The call that does all sweeps of a task: of `function`, with `arguments`, of which those
    /// that stand for the array are made for each sweep.
    pub(super) fn call(&self, part: &str, function: &str, arguments: &str) -> String {
        let now = seen(self.array, self.stage.space);
        let before = format!("{now}_1");
        format!(
            "sweep((h{before}, h{now}), ({part}, k{now}), &{:?}, rounds, \
             |{now}, {before}| visited({arguments}), |{now}, {before}| {function}({arguments}))",
            self.beside
        )
    }
}

/// The loop that is all that a stage does, but for locals that are set before it: its ranges, its
/// body, and what is before.
fn only_loop(stage: &Stage) -> Option<(&[LoopRange], &[Statement], &[Statement])> {
    let (last, before) = stage.body.statements.split_last()?;
    let local = |statement: &Statement| matches!(&statement.kind, StatementKind::Assign(place, _) if matches!(place.root, Root::Local(_)));
    match &last.kind {
        StatementKind::For(ranges, body) if before.iter().all(local) => {
            Some((ranges, body, before))
        }
        _ => None,
    }
}

/// The numbers of the loop's indices that are the subscripts of what is assigned of an array, the
/// same everywhere.
fn indices(stage: &Stage, array: VariableId) -> Option<Vec<usize>> {
    use super::access::{simple, subscripts};
    let (ranges, body, _) = only_loop(stage)?;
    let mut found: Option<Vec<usize>> = None;
    for statement in body {
        let StatementKind::Assign(place, _) = &statement.kind else {
            return None;
        };
        if !matches!(place.root, Root::Variable(id, _) if id == array) {
            matches!(place.root, Root::Local(_)).then_some(())?;
            continue;
        }
        let (_, _, list) = subscripts(place)?;
        let of = |e| {
            let (id, more) = simple(e)?;
            let is = ranges.iter().any(|range| range.index == id);
            (more == 0 && is).then_some(id.0)
        };
        let list: Vec<usize> = list.into_iter().map(of).collect::<Option<_>>()?;
        if found.as_ref().is_some_and(|found| *found != list) {
            return None;
        }
        found = Some(list);
    }
    let distinct = |list: &Vec<usize>| {
        let set: std::collections::BTreeSet<_> = list.iter().collect();
        set.len() == list.len() && list.len() == ranges.len()
    };
    found.filter(distinct)
}

impl Effect {
    /// How far beside the element that is assigned the array is read, by dimension; none where
    /// that is not bounded.
    fn beside(&self, array: VariableId) -> Option<Vec<(u64, u64)>> {
        if self.array != Some(array) || self.over != array || !self.separable {
            return None;
        }
        let mut sides = vec![(0, 0); self.left_out.len()];
        for (_, current, along) in self.reads.iter().filter(|(id, ..)| *id == array) {
            for (d, along) in along.iter().enumerate() {
                let (of, low, high) = (*along)?;
                if of != d || *current {
                    return None;
                }
                sides[d] = (sides[d].0.max(low), sides[d].1.max(high));
            }
        }
        Some(sides)
    }
}
