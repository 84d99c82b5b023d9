//! What a task's body needs of the walk, and how it gets it: the parts of arrays, the variables
//! of its LPU, the partial results that it makes.
//!
//! A stage, or a value of the Computation section, becomes a function of these ([`Code`]). Its
//! call stands in the body of a task, or, where the walk knows all that the function uses, in
//! the walk itself.

use std::collections::{BTreeMap, BTreeSet};

use super::access::Uses;
use super::again;
use super::cells::{self, Scalars, Seat, cell, name};
use super::expr::{seen, seen_before, variable};
use super::flow::{Walk, array, space};
use super::reach::has_padding;
use super::rules::{self, Used};
use super::sections::section;
use super::sweeps::Sweeps;
use super::{NotYet, Text, function, not_yet, types};
use crate::highp5::ast::Span;
use crate::highp5::typed::{
    Binding, Expr, Program, Reduction, SpaceId, Stage, Task, Type, VariableId,
};

/// What a function of the emitted text uses.
#[derive(Default)]
pub(super) struct Code {
    /// Arrays, and whether they are written.
    pub(super) used: Used,
    /// Of these, those with elements that are used.
    pub(super) touched: BTreeSet<Seat>,
    /// Variables.
    pub(super) scalars: Scalars,
    /// Whether random numbers are drawn.
    pub(super) draws: bool,
    pub(super) span: Span,
}

/// Where a call stands.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    /// In the body of a task.
    Body,
    /// In the body of a task, for a sub-partition of its LPU.
    Piece,
    /// In the walk.
    Walk,
}

impl Code {
    pub(super) fn of_stage(program: &Program, task: &Task, stage: &Stage) -> Result<Code, NotYet> {
        let mut uses = Uses::of(&stage.body.statements);
        for (_, binding) in &stage.parameters {
            if let Binding::Value(_, value) = binding {
                uses.expr(value);
            }
        }
        Ok(Code {
            used: rules::arrays(task, stage),
            touched: cells::touched(task, &uses),
            scalars: Scalars::of_stage(task, stage)?,
            draws: function::draws(program, &uses),
            span: stage.span,
        })
    }

    /// Of values in the Computation section.
    pub(super) fn of_values(program: &Program, task: &Task, values: &[&Expr], span: Span) -> Code {
        let mut uses = Uses::default();
        values.iter().for_each(|value| uses.expr(value));
        let mut used = Used::new();
        for place in &uses.places {
            if let crate::highp5::typed::Root::Variable(id, space) = place.root
                && matches!(task.variables[id.0].ty, Type::Array(..))
            {
                used.entry((id, space)).or_default();
            }
        }
        rules::read(task, &uses, &mut used);
        Code {
            used,
            touched: cells::touched(task, &uses),
            scalars: Scalars::of_values(task, values.iter().copied()),
            draws: function::draws(program, &uses),
            span,
        }
    }

    /// Takes in what another function of the same task uses.
    pub(super) fn add(&mut self, other: &Code) {
        for (key, one) in &other.used {
            let entry = self.used.entry(*key).or_default();
            entry.written |= one.written;
            entry.lags.extend(&one.lags);
        }
        self.touched.extend(&other.touched);
        self.draws |= other.draws;
        self.scalars.reads.extend(&other.scalars.reads);
        self.scalars.writes.extend(&other.scalars.writes);
        self.scalars.folds.extend(other.scalars.folds.clone());
    }

    /// Variables that are used as they are, each once.
    fn plain<'c>(&'c self, walk: &'c Walk<'_>) -> BTreeSet<VariableId> {
        let ids = self.scalars.reads.iter().map(|(id, _)| *id);
        ids.filter(|id| !walk.changing.contains(id)).collect()
    }

    /// Variables of which the value of the moment is read, and not set.
    pub(super) fn read(&self, walk: &Walk<'_>) -> Vec<Seat> {
        let seats = self.scalars.reads.difference(&self.scalars.writes);
        seats
            .filter(|(id, _)| walk.changing.contains(id))
            .copied()
            .collect()
    }

    /// The parameters of the function.
    pub(super) fn parameters(
        &self,
        task: &Task,
        own: SpaceId,
        changing: &BTreeSet<VariableId>,
    ) -> Text {
        let mut text = format!("lpu: &Lpu, partition: &[i32; {}]", task.partition.len());
        for ((id, at), one) in &self.used {
            let (element, rank) = array(task, *id)?;
            for lag in one.handed() {
                let called = seen_before(*id, *at, lag);
                text += &format!(", {called}: &Seen<{element}, {rank}>");
            }
        }
        let mut names = BTreeSet::new();
        for &seat in self.scalars.reads.union(&self.scalars.writes) {
            let known = &task.variables[seat.0.0];
            let ty = types::value(&known.ty, "a variable", known.span)?;
            let called = match changing.contains(&seat.0) {
                true => name(own, seat),
                false => variable(seat.0),
            };
            if !names.insert(called.clone()) {
                continue;
            }
            text += &match self.scalars.writes.contains(&seat) {
                true => format!(", {called}: &mut Scalar<{ty}>"),
                false => format!(", mut {called}: {ty}"),
            };
        }
        if self.draws {
            text += ", random: &mut Random";
        }
        Ok(text)
    }

    /// The call of the function, in braces; partial results are bound before.
    pub(super) fn call(&self, walk: &Walk<'_>, function: &str, place: Place, all: &Code) -> String {
        self.call_each(walk, function, place, all, None)
    }

    /// The same, for all sweeps that a task does.
    pub(super) fn call_each(
        &self,
        walk: &Walk<'_>,
        function: &str,
        place: Place,
        all: &Code,
        sweeps: Option<&Sweeps<'_>>,
    ) -> String {
        let mut swept = String::new();
        let mut text = String::new();
        // `lpuId` remains that of the LPU in its pieces.
        let lpu = match walk.pieces.contains(&walk.space) {
            true => format!("at_space(&lpu, {})", space(walk.space)),
            false => "&lpu".to_owned(),
        };
        let mut arguments = vec![lpu, "&partition".to_owned()];
        for ((id, at), one) in &self.used {
            let lpu = match place == Place::Piece && *at == walk.space {
                true => "&piece".to_owned(),
                false => format!("at_space(&lpu, {})", walk.space(*at)),
            };
            let over = sweeps.is_some_and(|sweeps| sweeps.is_over(*id));
            if over {
                swept = format!("part({lpu}, ArrayId({}))", id.0);
            }
            for lag in one.handed() {
                let called = seen_before(*id, *at, lag);
                if over {
                    arguments.push(called);
                    continue;
                }
                let handle = match place {
                    Place::Walk => format!("st{}.whole().version(0)", id.0),
                    _ => format!("h{called}"),
                };
                let core = match lag == 0 && one.written && has_padding(walk.task, *id) {
                    true => format!(".with_core(k{called})"),
                    false => String::new(),
                };
                let in_loop = lag == 0
                    && place == Place::Body
                    && walk.clears.contains(id)
                    && again::in_loop(walk, (*id, *at));
                let uncleared = match in_loop {
                    true => format!(".uncleared({})", again::name(*id)),
                    false => String::new(),
                };
                let values = match place != Place::Walk && walk.valued.contains(id) {
                    true => format!(".with_values(m{called}.get()?)"),
                    false => String::new(),
                };
                text += &format!(
                    "let {called} = Seen::new({handle}, part({lpu}, ArrayId({}))){core}{uncleared}{values};\n",
                    id.0
                );
                arguments.push(format!("&{called}"));
            }
        }
        let mut names = BTreeSet::new();
        for &seat in self.scalars.reads.union(&self.scalars.writes) {
            let called = match walk.changing.contains(&seat.0) {
                true => name(walk.space, seat),
                false => variable(seat.0),
            };
            if !names.insert(called.clone()) {
                continue;
            }
            arguments.push(match self.scalars.writes.contains(&seat) {
                true => format!("&mut {called}"),
                false if all.scalars.writes.contains(&seat) => format!("{called}.value.clone()"),
                false => format!("{called}.clone()"),
            });
        }
        if self.draws {
            arguments.push("random".to_owned());
        }
        let arguments = arguments.join(", ");
        let call = match sweeps {
            Some(sweeps) => sweeps.call(&swept, function, &arguments),
            None => format!("{function}({arguments})"),
        };
        format!("{{\n{text}{call}\n}}")
    }

    /// Text that declares what the task `task` uses; `sections`: of arrays what is in these.
    pub(super) fn declare(&self, walk: &Walk<'_>, sections: bool) -> Text {
        let mut text = String::new();
        for ((id, at), one) in &self.used {
            let (called, lpu) = (
                seen(*id, *at),
                format!("at_space(lpu, {})", walk.holder(*at)),
            );
            text += &format!("let d{called} = st{}.of({lpu});\n", id.0);
            if one.written && walk.task.variables[id.0].lag > 0 {
                let same = walk.same.contains(id);
                text += &format!("d{called}.begin_write(&region, {same});\n");
            }
            if one.written && has_padding(walk.task, *id) {
                text += &format!("let k{called} = st{}.core({lpu});\n", id.0);
            }
            if walk.valued.contains(id) {
                text += &format!(
                    "let m{called} = m{0}.clone();\nm{0}.declare(&mut task);\n",
                    id.0
                );
            }
            for lag in one.handed() {
                let version = seen_before(*id, *at, lag);
                text += &format!("let h{version} = d{called}.version({lag});\n");
            }
        }
        let mut declare = |(id, at): &Seat, lag: u32, mode: &str| {
            let called = seen(*id, *at);
            let part = format!(
                "part(at_space(lpu, {}), ArrayId({}))",
                walk.holder(*at),
                id.0
            );
            let core = match mode == "InOut" && has_padding(walk.task, *id) {
                true => format!("Some(&k{called})"),
                false => "None".to_owned(),
            };
            let section = match sections {
                true => format!("Some(&{})", section((*id, *at), lag)),
                false => "None".to_owned(),
            };
            text += &format!(
                "d{called}.declare_within(&mut task, {lag}, Mode::{mode}, {part}, {core}, {section});\n"
            );
        };
        let touched = || {
            self.used
                .iter()
                .filter(|(seat, _)| self.touched.contains(seat))
        };
        // What is written first: it decides where the task is at home.
        for (seat, _) in touched().filter(|(_, one)| one.written) {
            declare(seat, 0, "InOut");
        }
        for (seat, one) in touched() {
            for lag in one.lags.iter().filter(|&&lag| lag > 0 || !one.written) {
                declare(seat, *lag, "In");
            }
        }
        text += "let guard = at.guard(&mut task);\n";
        for seat in self.read(walk) {
            let called = name(walk.space, seat);
            text += &format!("let r{called} = {}.read(&mut task);\n", cell(walk, seat));
        }
        for &seat in &self.scalars.writes {
            let called = name(walk.space, seat);
            text += &format!("let w{called} = {}.write(&mut task);\n", cell(walk, seat));
        }
        for (&seat, (operator, ty)) in &self.scalars.folds {
            let ty = folded(walk, seat, *operator, ty, self.span)?;
            let called = fold_name(seat);
            text += &format!(
                "let q{called} = partial::<{ty}>(&mut task);\np{called}.push((at.unit.clone(), q{called}.clone()));\n"
            );
        }
        if self.draws {
            text += "let generator = generators.";
            text += &match walk.tasks_of {
                Some(_) => format!(
                    "declare_within(&at.unit, (&spaces, space_{}), &mut task);\n",
                    walk.space.0
                ),
                None => "declare(&at.unit, &mut task);\n".to_owned(),
            };
        }
        for id in self.plain(walk) {
            text += &format!("let {0} = {0}.clone();\n", variable(id));
        }
        Ok(text)
    }

    /// The beginning of a task's body: `off` is what it does where a guard keeps the LPU out.
    pub(super) fn begin(&self, walk: &Walk<'_>, off: &str) -> String {
        let mut pass = String::new();
        let mut text = String::new();
        for &seat in &self.scalars.writes {
            let called = name(walk.space, seat);
            pass += &format!("w{called}.pass()?;\n");
            text += &format!("let mut {called} = w{called}.begin()?;\n");
        }
        for &seat in self.scalars.folds.keys() {
            pass += &format!("q{}.fill(None);\n", fold_name(seat));
        }
        for seat in self.read(walk) {
            let called = name(walk.space, seat);
            text += &format!("let {called} = r{called}.get()?;\n");
        }
        if self.draws {
            text += "let mut drawn = generator.lock();\n";
            if walk.tasks_of.is_none() {
                text += "let random = &mut *drawn;\n";
            }
        }
        format!("if guard.is_off()? {{\n{pass}{off}return Ok(());\n}}\n{text}")
    }

    /// The end of a task's body.
    pub(super) fn end(&self, walk: &Walk<'_>) -> String {
        let mut text = String::new();
        for &seat in &self.scalars.writes {
            let called = name(walk.space, seat);
            text += &format!("w{called}.end({called});\n");
        }
        for &seat in self.scalars.folds.keys() {
            let called = fold_name(seat);
            text += &match walk.tasks_of {
                Some(_) => format!("q{called}.fill(t{called}.finish());\n"),
                None => format!("q{called}.fill(Some({called}));\n"),
            };
        }
        text
    }

    /// Whether the walk can do it where it knows the variables.
    pub(super) fn is_walkable(&self) -> bool {
        self.touched.is_empty() && self.scalars.folds.is_empty() && !self.draws
    }

    /// What has to hold for that.
    pub(super) fn known(&self, walk: &Walk<'_>) -> String {
        let seats = self
            .read(walk)
            .into_iter()
            .chain(self.scalars.writes.iter().copied());
        let tests: Vec<String> = seats
            .map(|seat| format!("{}.is_known()", cell(walk, seat)))
            .collect();
        match tests.is_empty() {
            true => "true".to_owned(),
            false => tests.join(" && "),
        }
    }

    /// Variables as the walk has them, for a call in it.
    pub(super) fn take(&self, walk: &Walk<'_>) -> String {
        let mut text = String::new();
        for seat in self.read(walk) {
            let called = name(walk.space, seat);
            text += &format!("let {called} = {}.get()?.value;\n", cell(walk, seat));
        }
        for &seat in &self.scalars.writes {
            let called = name(walk.space, seat);
            text += &format!("let mut {called} = {}.get()?;\n", cell(walk, seat));
        }
        text
    }

    /// Hands variables back after a call in the walk.
    pub(super) fn put(&self, walk: &Walk<'_>) -> String {
        let seats = self.scalars.writes.iter();
        let put = |&seat: &Seat| {
            let called = name(walk.space, seat);
            format!("{}.put({called});\n", cell(walk, seat))
        };
        seats.map(put).collect()
    }
}

/// What a partial result is called.
pub(super) fn fold_name((id, of): Seat) -> String {
    format!("f{}_{}", id.0, of.0)
}

/// The type of a partial result, if the variable's type is that of the result.
pub(super) fn folded(
    walk: &Walk<'_>,
    seat: Seat,
    operator: Reduction,
    ty: &Type,
    span: Span,
) -> Text {
    let known = &walk.task.variables[seat.0.0];
    match cells::fold(operator, ty) {
        Some(ty) => Ok(ty),
        None => not_yet(format!("the reduction to `{}`", known.name), span),
    }
}

/// All that several functions use.
pub(super) fn all_of(codes: &[Code], span: Span) -> Code {
    let mut all = Code {
        span,
        ..Code::default()
    };
    codes.iter().for_each(|code| all.add(code));
    all
}

/// The partial results of a stage, as its function begins with them, and as it gives them.
pub(super) fn partials(folds: &BTreeMap<Seat, (Reduction, Type)>) -> (String, String, String) {
    let (mut begin, mut types, mut values) = (String::new(), String::new(), String::new());
    for (&seat, (operator, ty)) in folds {
        let ty = cells::fold(*operator, ty).unwrap_or_default();
        let called = fold_name(seat);
        let open = ty.replacen('<', "::<", 1);
        begin += &format!("let mut {called} = {open}::new();\n");
        types += &format!("{ty}, ");
        values += &format!("{called}, ");
    }
    (begin, format!("({types})"), format!("({values})"))
}
