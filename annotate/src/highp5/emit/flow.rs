//! The Computation section: the walk that registers one task for each stage and LPU.
//!
//! The walk keeps, per space that it is in, the list of LPUs (`u0` is Root's). There is no
//! barrier anywhere: a task waits for those before it that declared the same keys.

use std::collections::BTreeSet;

use super::apart::{self, Level};
use super::cells;
use super::code::{self, Code, Place, fold_name};
use super::expr::{At, Scope, variable};
use super::reach;
use super::repeats;
use super::sections;
use super::{Emitter, NotYet, Text, again, not_yet, types, within};
use crate::highp5::ast::Span;
use crate::highp5::typed::{
    Expr, Flow, FlowKind, FunctionId, Program, SpaceId, Stage, StageId, Task, TaskId, Type,
    VariableId,
};

/// Where the walk is.
pub(super) struct Walk<'p> {
    pub(super) program: &'p Program,
    pub(super) id: usize,
    pub(super) task: &'p Task,
    /// The space around.
    pub(super) space: SpaceId,
    /// Variables that have cells.
    pub(super) changing: &'p BTreeSet<VariableId>,
    /// Arrays of which all epochs write the same elements ([`super::epoch::same`]).
    pub(super) same: BTreeSet<VariableId>,
    /// Spaces around of whose LPUs the pieces of sub-partitions stand in for them.
    pub(super) pieces: BTreeSet<SpaceId>,
    /// Spaces whose LPUs may be walked in tasks of those that they divide ([`within`]).
    pub(super) within: BTreeSet<SpaceId>,
    /// Arrays of which the least and the greatest value may be known ([`super::valued`]).
    pub(super) valued: BTreeSet<VariableId>,
    /// Where they are: the space around, which tasks are of.
    pub(super) tasks_of: Option<SpaceId>,
    /// Arrays that tasks clear ([`again`]).
    pub(super) clears: Vec<VariableId>,
    /// Spaces around with guards that keep out some of their LPUs and not others.
    pub(super) partial: Vec<SpaceId>,
    /// Bodies of tasks may run again ([`repeats`]).
    pub(super) again: bool,
}

/// Variables that are indices of repeats.
pub(super) fn indices(flow: &[Flow]) -> BTreeSet<VariableId> {
    let mut found = BTreeSet::new();
    for step in flow {
        if let FlowKind::RepeatFor { index, .. } = &step.kind {
            found.insert(*index);
        }
        found.extend(indices(step.kind.body().unwrap_or_default()));
    }
    found
}

impl Walk<'_> {
    /// What the walk calls a space's number where it is: that of its pieces in these.
    pub(super) fn space(&self, id: SpaceId) -> String {
        match self.pieces.contains(&id) {
            true => format!("Some(sub_{})", id.0),
            false => space(id),
        }
    }

    /// What tasks are of.
    fn units(&self) -> SpaceId {
        self.tasks_of.unwrap_or(self.space)
    }

    /// The same as [`Walk::space`], for what tasks declare.
    pub(super) fn holder(&self, id: SpaceId) -> String {
        match self.tasks_of {
            Some(around) if id == self.space => self.space(around),
            _ => self.space(id),
        }
    }
}

/// What the walk calls a space's number (Root has none).
pub(super) fn space(id: SpaceId) -> String {
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
            FlowKind::Space(space, body) => self.enter(walk, *space, body, step.span)?,
            FlowKind::RepeatFor {
                index,
                range,
                step: by,
                body,
            } => self.repeat_for(walk, *index, (range, by.as_ref()), body, step.span)?,
            FlowKind::Where(condition, body) => self.guarded(walk, condition, body)?,
            FlowKind::Epoch { variables, body } => self.epoch(walk, variables, body)?,
            FlowKind::RepeatWhile(condition, body) => self.repeat_while(walk, condition, body)?,
            FlowKind::RepeatSubPartitions { space, body } => {
                if *space != walk.space {
                    return not_yet("Repeat foreach sub-partition of a space around", step.span);
                }
                // Results of a round are those of the next one's begin; a piece's copy is its own.
                let folds = |id: StageId| {
                    let scalars = cells::Scalars::of_stage(walk.task, &walk.task.stages[id.0]);
                    scalars.is_ok_and(|scalars| !scalars.folds.is_empty())
                };
                let stages: Option<Vec<&Stage>> = body
                    .iter()
                    .map(|inner| match inner.kind {
                        FlowKind::Stage(id) if !folds(id) => Some(&walk.task.stages[id.0]),
                        _ => None,
                    })
                    .collect();
                let together =
                    !walk.pieces.contains(space) && !apart::has_copies(walk.task, *space, body);
                match stages {
                    Some(stages) if together => self.tasks(walk, &stages, true)?,
                    _ => self.pieces(walk, body, step.span)?,
                }
            }
            FlowKind::Stage(id) => {
                walk.clears = again::cleared(walk.task, step);
                let tasks = self.tasks(walk, &[&walk.task.stages[id.0]], false);
                walk.clears.clear();
                tasks?
            }
        })
    }

    fn enter(&self, walk: &mut Walk<'_>, to: SpaceId, body: &[Flow], span: Span) -> Text {
        let around = walk.space;
        // Spaces between are entered on the way.
        let up = |id: &SpaceId| walk.task.spaces[id.0].parent;
        let mut way: Vec<SpaceId> = std::iter::successors(Some(to), up)
            .take_while(|&id| id != around)
            .take(walk.task.spaces.len())
            .collect();
        way.reverse();
        let mut text = String::from("{\n");
        if walk.within.contains(&to) {
            let inside = self.visit_within(walk, to, body)?;
            text = format!("if {} {{\n{inside}}} else {{\n", within::name(to));
        }
        let mut leaving = String::new();
        let mut from = around;
        let name = cells::cells(walk.id);
        for id in way {
            let parent = walk.task.spaces[id.0].parent.unwrap_or(SpaceId::ROOT);
            if walk.task.spaces[id.0].divides_sub_partitions && !walk.pieces.contains(&parent) {
                return not_yet(
                    "a space that divides sub-partitions",
                    walk.task.spaces[id.0].span,
                );
            }
            let (forks, mut back) = self.forks(walk, (id, "Space"), body, span)?;
            text += &apart::hand_out(walk.task, id);
            text += &format!(
                "let u{} = enter(&u{}, &spaces, space_{}, |c| {name} {{ {forks}..c.clone() }});\n",
                id.0, from.0, id.0
            );
            let (entered, left) = self.copies(walk, id, (to, body, span))?;
            text += &entered;
            back += &left;
            leaving = back + &leaving;
            from = id;
        }
        walk.space = to;
        let inside = self.visited_by(walk, to, body);
        walk.space = around;
        Ok(text + &inside? + &leaving + "}\n")
    }

    /// What LPUs that have entered a space do there.
    fn visited_by(&self, walk: &mut Walk<'_>, space: SpaceId, body: &[Flow]) -> Text {
        let text = self.flow(walk, body)?;
        match self.sweeps(walk, space, body)? {
            Some(sweeps) => self.visit(walk, &sweeps, &format!("copied_{}", space.0), &text),
            None => Ok(text),
        }
    }

    /// Cells of their own for variables of LPUs that enter `what` of space `id`; and what hands
    /// their values back in the end.
    pub(super) fn forks(
        &self,
        walk: &Walk<'_>,
        (id, what): (SpaceId, &str),
        body: &[Flow],
        span: Span,
    ) -> Result<(String, String), NotYet> {
        let (mut forks, mut back) = (String::new(), String::new());
        for (variable, goes_back) in cells::own(walk, id, body)? {
            let at = variable.0;
            forks += &format!("v{at}: c.v{at}.fork(), ");
            if goes_back {
                back += &format!(
                    "leave(&u{}, (&*region, rt::site!({:?}, {:?}, {}), &faults), {:?}, |c| &*c.v{at})?;\n",
                    id.0,
                    format!("leave {what} {}", walk.task.spaces[id.0].name),
                    self.file,
                    self.line(span),
                    walk.task.variables[at].name
                );
            }
        }
        Ok((forks, back))
    }

    /// Copies for LPUs that enter `id` on the way to another space, where they need some; and
    /// what is done with them in the end.
    fn copies(
        &self,
        walk: &Walk<'_>,
        id: SpaceId,
        (to, body, span): (SpaceId, &[Flow], Span),
    ) -> Result<(String, String), NotYet> {
        let level = Level {
            space: id,
            piece: false,
        };
        let kind = FlowKind::Space(to, body.to_vec());
        let further = [Flow { kind, span }];
        let body = match id == to {
            true => body,
            false => &further,
        };
        let apart = apart::apart(walk, level, body);
        let certain = apart::copies(walk, level, body, &apart);
        let mut list = reach::candidates(walk.task, id, body);
        list.retain(|(array, _)| !apart.contains(array));
        if list.is_empty() {
            return Ok(certain);
        }
        let question = reach::question(walk, id, body)?;
        let (mut enter, mut leave) = (String::new(), String::new());
        for (array, _) in list {
            let shared = apart::keeps_first(walk.task, level, array);
            enter += &format!("st{}.enter(run, &u{}, {shared})?;\n", array.0, id.0);
            leave += &format!("st{}.leave(&region, &u{});\n", array.0, id.0);
        }
        let (entered, left) = certain;
        Ok((
            format!(
                "let visit_{0} = {question};\n\
                 visit_{0}.holds_padding().map_err(|fault| fault.at({1:?}, {2}))?;\n\
                 let copied_{0} = !visit_{0}.in_place();\nif copied_{0} {{\n{enter}}}\n{entered}",
                id.0,
                self.file,
                self.line(span)
            ),
            format!("if copied_{} {{\n{leave}}}\n{left}", id.0),
        ))
    }

    /// What some of the LPUs around may do, and others not.
    fn partial_flow(&self, walk: &mut Walk<'_>, body: &[Flow]) -> Text {
        let some = !is_alone(walk.task, walk.space);
        if some {
            walk.partial.push(walk.space);
        }
        let text = self.flow(walk, body);
        if some {
            walk.partial.pop();
        }
        text
    }

    /// `Where` and `If`.
    fn guarded(&self, walk: &mut Walk<'_>, condition: &Expr, body: &[Flow]) -> Text {
        if cells::is_plain(walk.program, walk.task, walk.changing, condition) {
            let condition = known(walk, condition)?;
            return Ok(format!("if {condition} {{\n{}}}\n", self.flow(walk, body)?));
        }
        let u = walk.space.0;
        let test = self.test(walk, condition, &format!("u{u}"))?;
        Ok(format!(
            "{{\n{test}let u{u} = kept;\n{}}}\n",
            self.partial_flow(walk, body)?
        ))
    }

    fn repeat_while(&self, walk: &mut Walk<'_>, condition: &Expr, body: &[Flow]) -> Text {
        let u = walk.space.0;
        let test = self.test(walk, condition, "during")?;
        Ok(format!(
            "{{\nlet mut during = u{u}.clone();\nloop {{\n{test}during = settled(&kept, &region, &faults)?;\n\
             if during.is_empty() {{ break; }}\nlet u{u} = during.clone();\n{}}}\n}}\n",
            self.partial_flow(walk, body)?
        ))
    }

    /// Text that keeps, of the units `from`, those where a condition holds: `kept`.
    fn test(&self, walk: &Walk<'_>, condition: &Expr, from: &str) -> Text {
        let later = self.later(walk, &[condition], "bool", "false", |values| {
            format!("Ok({})", values[0])
        })?;
        Ok(format!(
            "let mut kept = Vec::new();\n{}for at in &{from} {{\n{}\
             match later {{\nLater::Known(true) => kept.push(at.clone()),\nLater::Known(false) => {{}}\n\
             Later::Made(slot) => kept.push(at.when(slot)),\n}}\n}}\n",
            later.0, later.1
        ))
    }

    /// A function of values in the Computation section, and text that asks it for the unit
    /// `at`: `later`. `off` is what stands for units that a guard keeps out.
    fn later(
        &self,
        walk: &Walk<'_>,
        values: &[&Expr],
        ty: &str,
        off: &str,
        result: impl Fn(&[String]) -> String,
    ) -> Result<(String, String), NotYet> {
        let span = values.first().map_or(walk.task.span, |value| value.span);
        let code = Code::of_values(walk.program, walk.task, values, span);
        let mut scope = Scope::new(self.program, At::Stage, Some(walk.task), &cells::NOTHING);
        scope.changing = walk.changing.clone();
        scope.space = walk.space;
        let texts: Vec<String> = values
            .iter()
            .map(|value| scope.expr(value))
            .collect::<Result<_, NotYet>>()?;
        let function = format!(
            "fn value({}) -> Result<{ty}, Fault> {{\n{}\n}}\n",
            code.parameters(walk.task, walk.space, walk.changing)?,
            result(&texts)
        );
        let (file, line) = (self.file, self.line(span));
        let at_line = format!(".map_err(|fault| fault.at({file:?}, {line}))");
        let mut text = String::from("let later: Later<_> = 'value: {\nlet lpu = at.lpu();\n");
        if code.is_walkable() {
            text += &format!(
                "if {} {{\n{}match {}{at_line} {{\nOk(value) => break 'value Later::Known(value),\n\
                 Err(fault) if at.is_certain() => return Err(fault),\nErr(_) => {{}}\n}}\n}}\n",
                code.known(walk),
                code.take(walk),
                code.call(walk, "value", Place::Walk, &code)
            );
        }
        text += &format!(
            "let mut task = region.task(rt::site!(\"condition\", {file:?}, {line}));\nplaces.settle(&mut task, lpu);\n\
             let slot = Slot::<{ty}>::new();\nslot.declare(&mut task, Mode::Out);\n{}\
             let made = slot.clone();\n\
             let (lpu, spaces) = (lpu.clone(), spaces.clone());\n\
             // SAFETY: the body touches what is declared above, and the arrays outlive the region.\n\
             unsafe {{ spawn(task, &faults, move || {{\n{}slot.fill({}{at_line}?);\nOk(())\n}}) }}\n\
             Later::Made(made)\n}};\n",
            code.declare(walk, false)?,
            code.begin(walk, &format!("slot.fill({off});\n")),
            code.call(walk, "value", Place::Body, &code)
        );
        Ok((function, text))
    }

    fn repeat_for(
        &self,
        walk: &mut Walk<'_>,
        index: VariableId,
        (range, by): (&Expr, Option<&Expr>),
        body: &[Flow],
        span: Span,
    ) -> Text {
        let index_name = variable(index);
        if !walk.changing.contains(&index) {
            let range = known(walk, range)?;
            let by = by.map_or(Ok("1".to_owned()), |by| known(walk, by))?;
            let (file, line) = (self.file, self.line(span));
            let mut list =
                format!("{range}.stepped({by}).map_err(|fault| fault.at({file:?}, {line}))?");
            let again = repeats::arrays(walk, index, body)?;
            if let Some(arrays) = &again {
                list = repeats::turns(&list, arrays);
            }
            let around = walk.again;
            walk.again |= again.is_some();
            let inside = self.flow(walk, body);
            walk.again = around;
            return Ok(format!("for {index_name} in {list} {{\n{}}}\n", inside?));
        }
        let values: Vec<&Expr> = std::iter::once(range).chain(by).collect();
        let (function, later) = self.later(walk, &values, "Vec<i32>", "Vec::new()", |values| {
            let by = values.get(1).map_or("1", String::as_str);
            format!("Ok({}.stepped({by})?.collect())", values[0])
        })?;
        let u = walk.space.0;
        Ok(format!(
            "{{\n{function}let mut lists = Vec::new();\nfor at in settled(&u{u}, &region, &faults)? {{\nlet at = &at;\n{later}\
             lists.push((at.clone(), later));\n}}\n\
             let mut rounds: Vec<(_, Vec<i32>)> = Vec::new();\n\
             for (at, later) in lists {{ rounds.push((at, later.wait(&*region, &faults)?)); }}\n\
             let most = rounds.iter().map(|(_, list)| list.len()).max().unwrap_or(0);\n\
             for round in 0..most {{\nlet mut u{u} = Vec::new();\n\
             for (at, list) in &rounds {{\nif let Some(&index) = list.get(round) {{\n\
             at.cells().{index_name}.put_index(index);\nu{u}.push(at.clone());\n}}\n}}\n{}}}\n}}\n",
            self.partial_flow(walk, body)?
        ))
    }

    /// One task per LPU, which runs stages one after the other, maybe for each sub-partition.
    fn tasks(&self, walk: &Walk<'_>, stages: &[&Stage], pieces: bool) -> Text {
        let Some(first) = stages.first() else {
            return Ok(String::new());
        };
        let codes: Vec<Code> = stages
            .iter()
            .map(|stage| Code::of_stage(self.program, walk.task, stage))
            .collect::<Result<_, NotYet>>()?;
        let all = code::all_of(&codes, first.span);
        let calls = |place: Place| -> String {
            let one = |(stage, code): (&&Stage, &Code)| {
                let function = format!("task_{}_stage_{}", walk.id, number(walk.task, stage));
                let (_, _, names) = code::partials(&code.scalars.folds);
                format!(
                    "let {names} = {}.map_err(|fault| fault.at({:?}, {}))?;\n",
                    code.call(walk, &function, place, &all),
                    self.file,
                    self.line(stage.span)
                )
            };
            stages.iter().zip(&codes).map(one).collect()
        };
        let body = match pieces {
            true => format!(
                "for piece in lpu.children(&spaces, sub_{}) {{\nif piece.is_idle() {{ continue; }}\n{}}}\n",
                walk.space.0,
                calls(Place::Piece)
            ),
            false => {
                let calls = again::clear(walk, &all) + &calls(Place::Body);
                match walk.tasks_of {
                    Some(_) => within::body(walk, &all, &calls),
                    None => calls,
                }
            }
        };
        let mut inline = String::new();
        if !pieces && all.is_walkable() && is_alone(walk.task, walk.space) {
            inline = format!(
                "if at.is_certain() && {} {{\n{}{}{}continue;\n}}\n",
                all.known(walk),
                all.take(walk),
                calls(Place::Walk),
                all.put(walk)
            );
        }
        // LPUs that are walked in the body touch all kinds of sections, and who clears touches all.
        let narrow = walk.tasks_of.is_none() && walk.clears.is_empty();
        let sections = match narrow {
            true => sections::sections(walk, stages, &all)?,
            false => String::new(),
        };
        let declared = sections + &all.declare(walk, narrow)?;
        self.register(walk, first, &all, (&inline, &declared, &body))
    }

    /// One task per LPU, or for several: what the walk does instead where it can, what a task
    /// declares for an LPU, and what it does for it. `first`: the stage that it is named after.
    pub(super) fn register(
        &self,
        walk: &Walk<'_>,
        first: &Stage,
        all: &Code,
        (inline, declared, body): (&str, &str, &str),
    ) -> Text {
        let (name, span) = (&first.name, first.span);
        let site = format!("rt::site!({name:?}, {:?}, {})", self.file, self.line(span));
        let (mut lists, mut trees) = (String::new(), String::new());
        for &seat in all.scalars.folds.keys() {
            lists += &format!("let mut p{} = Vec::new();\n", fold_name(seat));
            trees += &format!(
                "combine((&*region, {site}, &faults), p{}, {}, |c| &*c.v{});\n",
                fold_name(seat),
                walk.space(seat.1),
                seat.0.0
            );
        }
        let spawn = match walk.again {
            true => "spawn_again(task, &faults, move || bodies.iter()",
            false => "spawn(task, &faults, move || bodies.into_iter()",
        };
        Ok(format!(
            "{{\n{lists}for group in places.groups(&spaces, &u{}) {{\nlet mut task = region.task({site});\n\
             places.settle(&mut task, group[0].lpu());\nlet mut bodies = Vec::with_capacity(group.len());\n\
             for at in group {{\nlet lpu = at.lpu();\n{inline}{}\
             let (lpu, spaces) = (lpu.clone(), spaces.clone());\n\
             bodies.push(move || -> Result<(), Fault> {{\n{}{body}{}Ok(())\n}});\n}}\n\
             if bodies.is_empty() {{ continue; }}\n\
             // SAFETY: bodies touch what is declared above, and the arrays outlive the region.\n\
             unsafe {{ {spawn}.try_for_each(|body| body())) }}\n}}\n{trees}}}\n",
            walk.units().0,
            declared,
            all.begin(walk, ""),
            all.end(walk)
        ))
    }

    /// The function of a stage.
    pub(super) fn stage(
        &self,
        id: usize,
        task: &Task,
        stage: &Stage,
        changing: &BTreeSet<VariableId>,
    ) -> Text {
        let code = Code::of_stage(self.program, task, stage)?;
        let parameters = code.parameters(task, stage.space, changing)?;
        let mut scope = Scope::new(self.program, At::Stage, Some(task), &stage.body);
        scope.changing = changing.clone();
        scope.space = stage.space;
        scope.written = code.scalars.writes.clone();
        let body = scope.stage(stage)?;
        let (begin, types, values) = code::partials(&code.scalars.folds);
        Ok(format!(
            "fn task_{id}_stage_{}({parameters}) -> Result<{types}, Fault> {{\n{begin}{body}Ok({values})\n}}\n\n",
            number(task, stage)
        ))
    }
}

/// True where there is one LPU only.
pub(super) fn is_alone(task: &Task, space: SpaceId) -> bool {
    let up = |id: &SpaceId| task.spaces[id.0].parent;
    std::iter::successors(Some(space), up)
        .take(task.spaces.len())
        .all(|id| task.spaces[id.0].dimensions == 0)
}

pub(super) fn number(task: &Task, stage: &Stage) -> usize {
    let same = |other: &Stage| std::ptr::eq(other, stage);
    task.stages.iter().position(same).unwrap_or(0)
}

/// Element type and number of dimensions of an array.
pub(super) fn array(task: &Task, id: VariableId) -> Result<(String, u8), NotYet> {
    let known = &task.variables[id.0];
    match &known.ty {
        Type::Array(element, rank) => Ok((types::value(element, "an element", known.span)?, *rank)),
        _ => not_yet(format!("`{}`", known.name), known.span),
    }
}

/// Functions that values of a Computation section call.
pub(super) fn calls(flow: &[Flow]) -> BTreeSet<FunctionId> {
    let mut found = BTreeSet::new();
    let mut add = |value: &Expr| {
        let mut uses = super::access::Uses::default();
        uses.expr(value);
        found.extend(uses.calls);
    };
    let mut inner: Vec<&[Flow]> = Vec::new();
    for step in flow {
        match &step.kind {
            FlowKind::RepeatFor {
                range,
                step: by,
                body,
                ..
            } => {
                std::iter::once(range).chain(by).for_each(&mut add);
                inner.push(body);
            }
            FlowKind::RepeatWhile(condition, body) | FlowKind::Where(condition, body) => {
                add(condition);
                inner.push(body);
            }
            FlowKind::Space(_, body)
            | FlowKind::RepeatSubPartitions { body, .. }
            | FlowKind::Epoch { body, .. } => inner.push(body),
            FlowKind::Stage(_) => {}
        }
    }
    found.extend(inner.into_iter().flat_map(calls));
    found
}

/// A value that is the same for all LPUs and that the walk knows.
pub(super) fn known(walk: &Walk<'_>, value: &Expr) -> Text {
    Scope::new(walk.program, At::Begin, Some(walk.task), &cells::NOTHING).expr(value)
}

/// The name of an environment's type.
pub(super) fn environment(id: TaskId) -> String {
    format!("Environment{}", id.0)
}
