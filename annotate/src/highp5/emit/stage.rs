//! Bodies of stages, of Initialize and of the coordinator: statements.

use super::access::Uses;
use super::code::fold_name;
use super::expr::{At, Scope};
use super::order::InOrder;
use super::{NotYet, Text, not_yet, types};
use crate::highp5::typed::{
    Binding, LocalId, Place, Root, Stage, Statement, StatementKind, Step, Type, VariableId,
};

impl Scope<'_> {
    /// Declarations of all locals but these, which are parameters.
    pub(super) fn locals(&self, but: &[LocalId]) -> Text {
        let mut text = String::new();
        for (at, known) in self.body.locals.iter().enumerate() {
            if but.contains(&LocalId(at)) {
                continue;
            }
            let name = self.local(LocalId(at));
            if let Type::Environment(task) = known.ty {
                text += &format!(
                    "let mut {name} = Rc::new(RefCell::new(Environment{}::default()));\n",
                    task.0
                );
                continue;
            }
            let ty = types::value(&known.ty, "a local", known.span)?;
            text += &match self.deferred.contains(&LocalId(at)) {
                true => format!("let mut {name}: Rc<Cell<{ty}>> = Cell::new(Zero::zero());\n"),
                false => format!("let mut {name}: {ty} = Zero::zero();\n"),
            };
        }
        Ok(text)
    }

    pub(super) fn statements(&mut self, statements: &[Statement]) -> Text {
        let mut text = String::new();
        for statement in statements {
            text += &self.statement(statement)?;
            for (local, id) in self
                .ends
                .get(&std::ptr::from_ref(statement))
                .into_iter()
                .flatten()
            {
                text += &format!("{}.borrow_mut().f{} = None;\n", self.local(*local), id.0);
            }
        }
        Ok(text)
    }

    fn statement(&mut self, statement: &Statement) -> Text {
        let span = statement.span;
        Ok(match &statement.kind {
            StatementKind::Assign(place, value) if self.is_deferred(place) => {
                self.defer(place, value)?
            }
            StatementKind::Assign(place, value) => {
                let text = self.expr(value)?;
                self.assign(place, &text, &value.ty)?
            }
            StatementKind::Evaluate(value) => format!("{};\n", self.expr(value)?),
            StatementKind::For(ranges, body) => self.parallel(ranges, body)?,
            StatementKind::Sequence { .. } => match InOrder::of(statement) {
                Some(the) => {
                    let uses = Uses::of(std::slice::from_ref(statement));
                    self.settled(&[], &uses, |scope| scope.in_order(&the))?
                }
                None => String::new(),
            },
            StatementKind::While(body, condition) => {
                let (body, condition) = (self.statements(body)?, self.expr(condition)?);
                format!("loop {{\n{body}if !{condition} {{ break; }}\n}}\n")
            }
            StatementKind::If(branches, otherwise) => {
                let mut text = String::new();
                for (condition, body) in branches {
                    let (condition, body) = (self.expr(condition)?, self.statements(body)?);
                    text += &format!("if {condition} {{\n{body}}} else ");
                }
                format!("{text}{{\n{}}}\n", self.statements(otherwise)?)
            }
            StatementKind::Reduce {
                target,
                space,
                value,
                entry,
                ..
            } => {
                let value = self.expr(value)?;
                let index = entry.map_or(String::new(), |id| format!(", {}", self.local(id)));
                format!("{}.take({value}{index});\n", fold_name((*target, *space)))
            }
            StatementKind::Return(value) => format!("return Ok({});\n", self.expr(value)?),
            StatementKind::Extern(code) => self.embedded(code, span)?,
            StatementKind::Execute { .. } | StatementKind::Bind { .. } => {
                self.coordinates(statement)?
            }
        })
    }

    pub(super) fn assign(&self, place: &Place, value: &str, ty: &Type) -> Text {
        match &place.root {
            Root::Local(_) => self.assign_value(place, value),
            Root::Variable(id, _) if self.at == At::Begin && self.is_array(*id) => {
                self.begin(*id, place, value, ty)
            }
            Root::Variable(..) => self.assign_value(place, value),
            Root::Environment(local, id) if place.steps.is_empty() => {
                let value = match ty {
                    Type::Array(..) => value.to_owned(),
                    _ => format!("Cell::new({value})"),
                };
                Ok(format!(
                    "{{ let value = {value}; {}.borrow_mut().f{} = Some(value); }}\n",
                    self.local(*local),
                    id.0
                ))
            }
            _ => not_yet("an assignment to this", place.span),
        }
    }

    /// An assignment to an array's dimensions in Initialize.
    fn begin(&self, id: VariableId, place: &Place, value: &str, ty: &Type) -> Text {
        let steps: Vec<&Step> = place
            .steps
            .iter()
            .filter(|step| !matches!(step, Step::Range))
            .collect();
        Ok(match &steps[..] {
            [Step::Shape] => match ty {
                Type::Shape(_) => format!("b{} = {value};\n", id.0),
                _ => format!("b{}.fill(Bounds::from({value}));\n", id.0),
            },
            [Step::Dimension(d)] if matches!(ty, Type::Shape(_)) => {
                format!("b{}[{d}] = {value}[0];\n", id.0)
            }
            [Step::Dimension(d)] => format!("b{}[{d}] = Bounds::from({value});\n", id.0),
            [Step::Dimension(d), Step::Min] => format!("b{}[{d}].min = {value};\n", id.0),
            [Step::Dimension(d), Step::Max] => format!("b{}[{d}].max = {value};\n", id.0),
            _ => return not_yet("this assignment", place.span),
        })
    }

    /// A stage's statements, its parameters that stand for values first.
    pub(super) fn stage(&mut self, stage: &Stage) -> Text {
        self.stage_before(stage, &stage.body.statements)
    }

    /// The first of them.
    pub(super) fn stage_before(&mut self, stage: &Stage, first: &[Statement]) -> Text {
        let mut text = self.locals(&[])?;
        for (_, binding) in &stage.parameters {
            if let Binding::Value(id, value) = binding {
                let value = self.expr(value)?;
                text += &format!("{} = {value};\n", self.local(*id));
            }
        }
        text += &self.statements(first)?;
        Ok(text)
    }
}

/// Parameters of Initialize: their names and types.
pub(super) fn parameters(
    scope: &Scope<'_>,
    ids: &[LocalId],
) -> Result<Vec<(String, String)>, NotYet> {
    ids.iter()
        .map(|id| {
            let known = &scope.body.locals[id.0];
            Ok((
                scope.local(*id),
                types::value(&known.ty, "a parameter", known.span)?,
            ))
        })
        .collect()
}
