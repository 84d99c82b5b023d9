//! What tasks declare of their arrays: what their stages touch, not all that their LPUs hold.
//!
//! When a task is registered the walk goes through the loops of its stages once more, without
//! turns: each index has the least and the greatest value that are known there, and what is
//! touched of an array is the box around its subscripts. What the walk does not know yet makes
//! boxes wide, never wrong. Where no loop has a turn there is no task.

use std::collections::BTreeSet;

use super::Text;
use super::access::Uses;
use super::cells::{Seat, cell};
use super::code::Code;
use super::expr::{At, Scope};
use super::flow::{Walk, array};
use super::nest::conjuncts;
use super::order::InOrder;
use super::rules::Used;
use super::subscript::Subscript;
use crate::highp5::typed::{
    Expr, ExprKind, LocalId, LoopRange, Place, Root, SequenceRange, Stage, Statement,
    StatementKind, Step, Type, VariableId,
};

/// What the section of a version of an array is called.
pub(super) fn section((id, space): Seat, lag: u32) -> String {
    format!("t{}_{}_{lag}", id.0, space.0)
}

/// Text that makes a [`section`] of each version that is declared.
pub(super) fn sections(walk: &Walk<'_>, stages: &[&Stage], all: &Code) -> Text {
    let mut text = String::new();
    for ((id, space), one) in &all.used {
        let (_, rank) = array(walk.task, *id)?;
        for lag in one.lags.iter().copied().chain(one.written.then_some(0)) {
            let name = section((*id, *space), lag);
            text += &format!("let mut {name} = Section::<{rank}>::default();\n");
        }
    }
    text += "let mut busy = false;\n{\n";
    let seats = all.read(walk);
    let mut known = BTreeSet::new();
    for &(id, space) in &seats {
        let twice = seats.iter().filter(|(other, _)| *other == id).count() > 1;
        let set = all.scalars.writes.iter().any(|(other, _)| *other == id);
        if !twice && !set {
            known.insert(id);
            let (n, cell) = (id.0, cell(walk, (id, space)));
            text += &format!("let (k{n}, v{n}) = {cell}.known();\n");
        }
    }
    for stage in stages {
        let mut scope = Scope::new(walk.program, At::Begin, Some(walk.task), &stage.body);
        scope.written = all.scalars.writes.clone();
        let touch = Touch {
            walk,
            scope,
            known: &known,
            used: &all.used,
            locals: (0..stage.body.locals.len()).map(LocalId).collect(),
        };
        let mut uses = Uses::default();
        for (_, binding) in &stage.parameters {
            if let crate::highp5::typed::Binding::Value(_, value) = binding {
                uses.expr(value);
            }
        }
        if !uses.places.is_empty() {
            text += "busy = true;\n";
        }
        text += &touch.places(&uses, &BTreeSet::new());
        text += &touch.statements(&stage.body.statements, &BTreeSet::new());
    }
    text += "}\n";
    let versions = all
        .used
        .iter()
        .any(|((id, _), one)| one.written && walk.task.variables[id.0].lag > 0);
    let scalars = &all.scalars;
    let acts = versions || !scalars.writes.is_empty() || !scalars.folds.is_empty() || all.draws;
    if !acts {
        text += "if !busy { continue; }\n";
    }
    Ok(text)
}

/// A stage that is gone through.
struct Touch<'w, 'p> {
    walk: &'w Walk<'p>,
    scope: Scope<'p>,
    /// Variables that change of which the walk may know the value.
    known: &'w BTreeSet<VariableId>,
    used: &'w Used,
    /// All of the stage.
    locals: BTreeSet<LocalId>,
}

impl Touch<'_, '_> {
    fn statements(&self, statements: &[Statement], around: &BTreeSet<LocalId>) -> String {
        let one = |statement| self.statement(statement, around);
        statements.iter().map(one).collect()
    }

    /// `around`: indices of loops around, whose `lo` and `hi` are variables.
    fn statement(&self, statement: &Statement, around: &BTreeSet<LocalId>) -> String {
        match &statement.kind {
            StatementKind::For(ranges, body) => {
                let mut text = String::from("{\n");
                let mut inside = around.clone();
                for range in ranges {
                    text += &match range.over.ty {
                        Type::Array(..) => {
                            self.ends_of_part(range.index, &range.over, range.dimension)
                        }
                        _ => self.ends_of(range.index, &read(range.over.clone())),
                    };
                    inside.insert(range.index);
                }
                self.settle(&mut inside, body);
                let indices = ranges.iter().map(|range| range.index).collect();
                let conditions = ranges.iter().flat_map(|range| &range.condition);
                for condition in conditions.flat_map(conjuncts) {
                    text += &self.condition(condition, &indices, &inside);
                }
                for range in ranges {
                    text += &self.members(range);
                }
                text + &self.inside(&indices, self.statements(body, &inside))
            }
            StatementKind::Sequence { .. } => match InOrder::of(statement) {
                Some(the) => self.in_order(&the, around),
                None => String::new(),
            },
            StatementKind::While(body, condition) => {
                self.busy(condition, around) + &self.statements(body, around)
            }
            StatementKind::If(branches, otherwise) => {
                let mut text = String::new();
                for (condition, body) in branches {
                    text += &self.busy(condition, around);
                    text += &self.statements(body, around);
                }
                text + &self.statements(otherwise, around)
            }
            _ => {
                let uses = Uses::of(std::slice::from_ref(statement));
                format!("busy = true;\n{}", self.places(&uses, around))
            }
        }
    }

    fn in_order(&self, the: &InOrder<'_>, around: &BTreeSet<LocalId>) -> String {
        let mut limits = Uses::default();
        limits.limits(the.range, the.step, None);
        let mut text = String::from("{\n");
        if the.step.is_some() || limits.places.iter().any(|place| is_element(place)) {
            // These may be faults.
            text += "busy = true;\n";
        }
        text += &self.places(&limits, around);
        text += &match the.range {
            SequenceRange::Dimension(place, d) if matches!(place.steps[..], [Step::Local]) => {
                self.ends_of_part(the.index, place, *d)
            }
            SequenceRange::Dimension(place, d) => {
                let mut place = place.clone();
                place.steps.push(Step::Dimension(*d));
                self.ends_of(the.index, &read(place))
            }
            SequenceRange::Range(range) => self.ends_of(the.index, range),
        };
        let mut inside = around.clone();
        inside.insert(the.index);
        self.settle(&mut inside, the.body);
        let own = BTreeSet::from([the.index]);
        for condition in the.condition.into_iter().flat_map(conjuncts) {
            text += &self.condition(condition, &own, &inside);
        }
        text + &self.inside(&own, self.statements(the.body, &inside))
    }

    /// What is done where loops over these indices have turns, and the end of their block.
    fn inside(&self, indices: &BTreeSet<LocalId>, body: String) -> String {
        let turns = indices.iter().map(|id| format!("lo{0} <= hi{0}", id.0));
        let turns: Vec<String> = turns.collect();
        format!("if {} {{\n{body}}}\n}}\n", turns.join(" && "))
    }

    /// Takes out indices that the body of their loop changes.
    fn settle(&self, inside: &mut BTreeSet<LocalId>, body: &[Statement]) {
        for place in Uses::of(body).assigned {
            if let Root::Local(id) = place.root {
                inside.remove(&id);
            }
        }
    }

    /// What the LPU has of a dimension of an array.
    fn part(&self, over: &Place, d: u8) -> Option<String> {
        let Root::Variable(VariableId(id), space) = over.root else {
            return None;
        };
        let space = self.walk.space(space);
        Some(format!(
            "part(at_space(lpu, {space}), ArrayId({id})), {d}, b{id}[{d}]"
        ))
    }

    /// `lo` and `hi` of an index over that.
    fn ends_of_part(&self, index: LocalId, over: &Place, d: u8) -> String {
        let n = index.0;
        let ends = match self.part(over, d) {
            Some(part) => format!("ends({part})"),
            None => "WHOLE".to_owned(),
        };
        format!("let (mut lo{n}, mut hi{n}) = {ends};\n")
    }

    /// Narrows them, behind bounds, to members.
    fn members(&self, range: &LoopRange) -> String {
        let part = match (&range.condition, &range.over.ty) {
            (Some(_), Type::Array(..)) => self.part(&range.over, range.dimension),
            _ => None,
        };
        let n = range.index.0;
        let narrowed = |part| format!("(lo{n}, hi{n}) = members({part}, (lo{n}, hi{n}));\n");
        part.map_or_else(String::new, narrowed)
    }

    /// The same over the value of a range.
    fn ends_of(&self, index: LocalId, range: &Expr) -> String {
        let n = index.0;
        let ends = match self.known(range) {
            Some((test, text)) => format!(
                "if {test} {{ let r = {text}; (i64::from(r.min), i64::from(r.max)) }} else {{ WHOLE }}"
            ),
            None => "WHOLE".to_owned(),
        };
        format!("let (mut lo{n}, mut hi{n}) = {ends};\n")
    }

    /// The text of a value that the walk may know, and what tells whether it does.
    fn known(&self, value: &Expr) -> Option<(String, String)> {
        let test = self.test(value)?;
        let fixed = self.scope.is_fixed(value, &self.locals);
        let text = fixed.then(|| self.scope.expr(value).ok())??;
        Some((test, text))
    }

    /// What tells whether the walk knows the variables of an expression.
    fn test(&self, value: &Expr) -> Option<String> {
        let mut uses = Uses::default();
        uses.expr(value);
        let mut tests = BTreeSet::new();
        for place in uses.places {
            if let Root::Variable(id, _) = place.root
                && self.walk.changing.contains(&id)
            {
                self.known.contains(&id).then_some(())?;
                tests.insert(format!("k{}", id.0));
            }
        }
        let tests: Vec<String> = tests.into_iter().collect();
        Some(match tests.is_empty() {
            true => "true".to_owned(),
            false => tests.join(" && "),
        })
    }

    /// What a condition touches, and the bound of an index that it is, if it is one.
    fn condition(
        &self,
        condition: &Expr,
        indices: &BTreeSet<LocalId>,
        around: &BTreeSet<LocalId>,
    ) -> String {
        let bound = self.scope.bound(condition, indices, &self.locals);
        match (self.test(condition), bound) {
            (Some(test), Ok(Some(bound))) => format!("if {test} {{ {bound}}}\n"),
            _ => self.busy(condition, around),
        }
    }

    /// Something is evaluated.
    fn busy(&self, value: &Expr, around: &BTreeSet<LocalId>) -> String {
        let mut uses = Uses::default();
        uses.expr(value);
        format!("busy = true;\n{}", self.places(&uses, around))
    }

    /// Adds elements to their sections.
    fn places(&self, uses: &Uses<'_>, around: &BTreeSet<LocalId>) -> String {
        let places = uses.places.iter();
        places
            .filter_map(|place| self.place(place, around))
            .collect()
    }

    fn place(&self, place: &Place, around: &BTreeSet<LocalId>) -> Option<String> {
        let Root::Variable(id, space) = place.root else {
            return None;
        };
        let one = self.used.get(&(id, space))?;
        let inout = one.written && place.lag == 0;
        if !inout && !one.lags.contains(&place.lag) {
            return None;
        }
        let name = section((id, space), place.lag);
        if place.steps.is_empty() {
            return Some(format!("{name}.add_all();\n"));
        }
        let element = self.scope.element_of(place)?;
        let along: Vec<String> = element
            .indices
            .iter()
            .map(|index| self.along(index, around))
            .collect();
        Some(format!("{name}.add([{}]);\n", along.join(", ")))
    }

    /// The least and the greatest value of a subscript.
    fn along(&self, index: &Expr, around: &BTreeSet<LocalId>) -> String {
        let known = |id: LocalId| around.contains(&id);
        let Some(Subscript { index: id, more }) = self.scope.subscript(index, known, &self.locals)
        else {
            return "WHOLE".to_owned();
        };
        let ends = match id {
            Some(id) => format!("moved((lo{0}, hi{0}), {more})", id.0),
            None => format!("moved((0, 0), {more})"),
        };
        match self.test(index).as_deref() {
            Some("true") => ends,
            Some(test) => format!("if {test} {{ {ends} }} else {{ WHOLE }}"),
            None => "WHOLE".to_owned(),
        }
    }
}

fn read(place: Place) -> Expr {
    Expr {
        ty: place.ty.clone(),
        span: place.span,
        kind: ExprKind::Read(place),
    }
}

fn is_element(place: &Place) -> bool {
    place
        .steps
        .iter()
        .any(|step| matches!(step, Step::Index(_)))
}
