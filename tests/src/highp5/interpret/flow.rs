//! The Computation section, in lockstep: a step is done by all LPUs of a space before the
//! next one begins.

use hp5_annotate::highp5::typed::{
    Binding, Expr, Flow, FlowKind, SpaceId, Stage, StageId, Statement, StatementKind, VariableId,
};

use super::machine::Machine;
use super::statement::{Fold, stepped};
use super::value::Value;
use super::{Error, Outcome};

/// Results of LPUs that lie in one LPU (by its frame), of one variable, with their numbers.
type Group = ((usize, VariableId), Vec<(u64, Fold)>);

/// LPUs of one space.
#[derive(Debug, Clone)]
pub struct Lpus {
    /// Their space.
    pub space: SpaceId,
    /// All of them that entered it.
    pub all: Vec<usize>,
    /// Those that no guard keeps out.
    pub active: Vec<usize>,
}

impl Lpus {
    fn with(&self, active: Vec<usize>) -> Lpus {
        Lpus {
            space: self.space,
            all: self.all.clone(),
            active,
        }
    }
}

impl<'p> Machine<'p> {
    /// Runs steps of a Computation section.
    pub(super) fn flow(&mut self, steps: &[Flow], lpus: &Lpus) -> Outcome<()> {
        for step in steps {
            if lpus.active.is_empty() {
                break;
            }
            self.step()?;
            self.flow_step(&step.kind, lpus)
                .map_err(|e| e.at(step.span))?;
        }
        Ok(())
    }

    fn flow_step(&mut self, step: &FlowKind, lpus: &Lpus) -> Outcome<()> {
        match step {
            FlowKind::Space(space, body) => self.transition(*space, body, lpus),
            FlowKind::RepeatFor {
                index,
                range,
                step,
                body,
            } => self.repeat_for(*index, (range, step.as_ref()), body, lpus),
            FlowKind::RepeatSubPartitions { space, body } => {
                if *space != lpus.space {
                    return Err(Error::new(
                        "sub-partitions of a space that is not the one around",
                    ));
                }
                self.repeat_pieces(body, lpus)
            }
            FlowKind::RepeatWhile(condition, body) => {
                let mut active = lpus.active.clone();
                loop {
                    active = self.where_true(condition, &active)?;
                    self.step()?;
                    if active.is_empty() {
                        return Ok(());
                    }
                    self.flow(body, &lpus.with(active.clone()))?;
                }
            }
            FlowKind::Where(condition, body) => {
                let active = self.where_true(condition, &lpus.active)?;
                self.flow(body, &lpus.with(active))
            }
            FlowKind::Epoch { variables, body } => {
                self.flow(body, lpus)?;
                self.advance(variables, &lpus.all)
            }
            FlowKind::Stage(id) => self.stage(*id, &lpus.active),
        }
    }

    /// Evaluates in an LPU.
    fn in_lpu<T>(
        &mut self,
        frame: usize,
        what: impl FnOnce(&mut Self) -> Outcome<T>,
    ) -> Outcome<T> {
        let before = std::mem::replace(&mut self.current, frame);
        let done = what(self);
        self.current = before;
        done
    }

    fn where_true(&mut self, condition: &Expr, active: &[usize]) -> Outcome<Vec<usize>> {
        let mut kept = Vec::new();
        for &frame in active {
            if self.in_lpu(frame, |m| m.evaluate(condition))?.boolean()? {
                kept.push(frame);
            }
        }
        Ok(kept)
    }

    fn transition(&mut self, space: SpaceId, body: &[Flow], lpus: &Lpus) -> Outcome<()> {
        if space == lpus.space {
            return Err(Error::unsound("a space within itself"));
        }
        // Spaces between are entered on the way.
        let parent = self.task.spaces[space.0].parent;
        let parent = parent.ok_or_else(|| Error::unsound("Root is not entered"))?;
        if parent != lpus.space {
            let name = self.task.spaces[space.0].span;
            let inner = Flow {
                kind: FlowKind::Space(space, body.to_vec()),
                span: name,
            };
            return self.transition(parent, &[inner], lpus);
        }
        self.flush_for(space, &lpus.all)?;
        let mut children = Vec::new();
        for &frame in &lpus.active {
            if self.task.spaces[space.0].divides_sub_partitions && !self.frames[frame].piece {
                return Err(Error::unsound("no sub-partition is being worked on"));
            }
            children.extend(self.enter(frame, space)?);
        }
        let inside = Lpus {
            space,
            all: children.clone(),
            active: children,
        };
        self.flow(body, &inside)?;
        self.leave(&inside.all)
    }

    fn repeat_for(
        &mut self,
        index: VariableId,
        (range, step): (&Expr, Option<&Expr>),
        body: &[Flow],
        lpus: &Lpus,
    ) -> Outcome<()> {
        let mut lists = Vec::new();
        for &frame in &lpus.active {
            let list = self.in_lpu(frame, |m| {
                let range = m.evaluate(range)?.indices()?;
                let step = match step {
                    Some(step) => m.evaluate(step)?.index()?,
                    None => 1,
                };
                stepped(&range, step)
            })?;
            lists.push((frame, list));
        }
        let rounds = lists.iter().map(|(_, list)| list.len()).max().unwrap_or(0);
        for round in 0..rounds {
            self.step()?;
            let mut active = Vec::new();
            for (frame, list) in &lists {
                if let Some(&value) = list.get(round) {
                    let value = i32::try_from(value).map_err(|_| Error::new("a large index"))?;
                    self.frames[*frame].scalars[index.0] = Some(Value::Integer(value));
                    active.push(*frame);
                }
            }
            self.flow(body, &lpus.with(active))?;
        }
        Ok(())
    }

    fn repeat_pieces(&mut self, body: &[Flow], lpus: &Lpus) -> Outcome<()> {
        let mut lists = Vec::new();
        for &frame in &lpus.active {
            lists.push((frame, self.pieces(frame)?));
        }
        let rounds = lists.iter().map(|(_, list)| list.len()).max().unwrap_or(0);
        for round in 0..rounds {
            self.step()?;
            let mut pieces = Vec::new();
            for (frame, list) in &lists {
                if let Some(at) = list.get(round) {
                    pieces.extend(self.enter_piece(*frame, at)?);
                }
            }
            let inside = Lpus {
                space: lpus.space,
                all: pieces.clone(),
                active: pieces,
            };
            self.flow(body, &inside)?;
            self.leave(&inside.all)?;
        }
        Ok(())
    }

    /// Advances the versions of variables in all LPUs of a space.
    fn advance(&mut self, variables: &[VariableId], all: &[usize]) -> Outcome<()> {
        for &variable in variables {
            let mut holders = Vec::new();
            for &frame in all {
                let holder = self.holder(frame, variable)?;
                if !holders.contains(&holder) {
                    holders.push(holder);
                }
            }
            for holder in holders {
                if let Some(part) = &mut self.frames[holder].parts[variable.0] {
                    part.advance();
                }
            }
        }
        Ok(())
    }

    fn stage(&mut self, id: StageId, active: &[usize]) -> Outcome<()> {
        let task = self.task;
        let stage = &task.stages[id.0];
        let mut partial: Vec<(usize, Fold)> = Vec::new();
        for &frame in active {
            self.in_lpu(frame, |m| m.stage_in_lpu(stage))?;
            partial.extend(
                std::mem::take(&mut self.folds)
                    .into_iter()
                    .map(|f| (frame, f)),
            );
        }
        for fold in self.combined(partial)? {
            let (variable, mut target) = (fold.variable.0, fold.target);
            let value = fold.result(&task.variables[variable].ty)?;
            self.frames[target].scalars[variable] = Some(value.clone());
            // A sub-partition passes its result on to the LPU that it is a piece of, and the
            // only LPU of an un-partitioned space to the one around it.
            while let Some(parent) = self.frames[target].parent
                && (self.frames[target].piece || self.is_single(target))
            {
                target = parent;
                self.frames[target].scalars[variable] = Some(value.clone());
            }
        }
        Ok(())
    }

    /// Combines partial results of LPUs: those of the LPUs that divide one, 16 neighbours by
    /// number at a time, and so on up to the LPU of the result.
    fn combined(&self, partial: Vec<(usize, Fold)>) -> Outcome<Vec<Fold>> {
        let mut results = Vec::new();
        let mut rest: Vec<(usize, Fold)> = Vec::new();
        let sort = |list: Vec<(usize, Fold)>, results: &mut Vec<Fold>| {
            let (done, rest): (Vec<_>, Vec<_>) =
                list.into_iter().partition(|(frame, f)| *frame == f.target);
            results.extend(done.into_iter().map(|(_, fold)| fold));
            rest
        };
        rest.extend(sort(partial, &mut results));
        while !rest.is_empty() {
            // By the LPU around, variable and number in it.
            let mut groups: Vec<Group> = Vec::new();
            for (frame, fold) in rest {
                let own = &self.frames[frame];
                let parent = own
                    .parent
                    .ok_or_else(|| Error::unsound("Root is the last"))?;
                let number = match own.piece {
                    true => 0,
                    false => own.path.last().map_or(0, |(_, number)| *number),
                };
                let key = (parent, fold.variable);
                match groups.iter_mut().find(|(k, _)| *k == key) {
                    Some((_, list)) => list.push((number, fold)),
                    None => groups.push((key, vec![(number, fold)])),
                }
            }
            let mut above = Vec::new();
            for ((parent, _), mut list) in groups {
                loop {
                    let last = list.iter().all(|(number, _)| *number < 16);
                    let mut fewer: Vec<(u64, Fold)> = Vec::new();
                    for (number, fold) in list {
                        match fewer.last_mut().filter(|(n, _)| *n == number / 16) {
                            Some((_, so_far)) => so_far.merge(fold)?,
                            None => fewer.push((number / 16, fold)),
                        }
                    }
                    list = fewer;
                    if last {
                        break;
                    }
                }
                above.extend(list.into_iter().map(|(_, fold)| (parent, fold)));
            }
            rest = sort(above, &mut results);
        }
        Ok(results)
    }

    fn is_single(&self, frame: usize) -> bool {
        self.task.spaces[self.frames[frame].space.0].dimensions == 0
    }

    fn stage_in_lpu(&mut self, stage: &'p Stage) -> Outcome<()> {
        // A reduction that nothing is folded into has a result too.
        self.begin_folds(&stage.body.statements)?;
        self.locals.push(vec![None; stage.body.locals.len()]);
        self.functions.push(&stage.name);
        let done = self
            .bound(stage)
            .and_then(|()| self.block(&stage.body.statements));
        self.functions.pop();
        self.locals.pop();
        done.map(|_| ()).map_err(|e| e.at(stage.span))
    }

    fn bound(&mut self, stage: &Stage) -> Outcome<()> {
        for (_, binding) in &stage.parameters {
            if let Binding::Value(local, value) = binding {
                let value = self.evaluate(value)?;
                self.set_local(*local, value)?;
            }
        }
        Ok(())
    }

    fn begin_folds(&mut self, statements: &[Statement]) -> Outcome<()> {
        for statement in statements {
            match &statement.kind {
                StatementKind::Reduce {
                    target,
                    space,
                    operator,
                    ..
                } => {
                    self.fold(*target, *space, *operator)?;
                }
                StatementKind::For(_, body)
                | StatementKind::Sequence { body, .. }
                | StatementKind::While(body, _) => self.begin_folds(body)?,
                StatementKind::If(branches, otherwise) => {
                    for (_, body) in branches {
                        self.begin_folds(body)?;
                    }
                    self.begin_folds(otherwise)?;
                }
                _ => {}
            }
        }
        Ok(())
    }
}
