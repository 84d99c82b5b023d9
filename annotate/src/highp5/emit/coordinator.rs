//! The coordinator, and the program's arguments.

use super::expr::{At, Scope};
use super::{Emitter, NotYet, Text, deferred, ends, inputs, not_yet, scalar, types};
use crate::highp5::typed::{Bind, Coordinator, Expr, Statement, StatementKind, Type};

impl Emitter<'_> {
    pub(super) fn coordinator(&self, coordinator: &Coordinator) -> Text {
        let (mut known, mut values) = (String::new(), String::new());
        for (at, argument) in coordinator.arguments.iter().enumerate() {
            let (kind, value) = match argument.ty {
                Type::Integer => (
                    "Integer",
                    format!("given.number::<i32>({:?})", argument.name),
                ),
                Type::Single => ("Real", format!("given.number::<f32>({:?})", argument.name)),
                Type::Double => ("Real", format!("given.number::<f64>({:?})", argument.name)),
                Type::Boolean => ("Boolean", format!("given.truth({:?})", argument.name)),
                Type::Character => ("Character", format!("given.character({:?})", argument.name)),
                Type::Text => ("Text", format!("given.text({:?})", argument.name)),
                _ => return not_yet("an argument of this type", argument.span),
            };
            known += &format!(
                "Argument {{ name: {:?}, kind: Kind::{kind} }},\n",
                argument.name
            );
            values += &format!("let a{at} = {value};\n");
        }
        let mut scope = Scope::new(self.program, At::Coordinator, None, &coordinator.body);
        scope.tasks = &self.program.tasks;
        scope.text = Some((self.file, self.source));
        scope.early = inputs::early(coordinator, self.source);
        scope.deferred = deferred::locals(coordinator);
        scope.ends = ends::ends(&self.program.tasks, coordinator);
        let mut early = String::new();
        for (at, statement) in scope.early.iter().enumerate() {
            if let Some(input) = scope.input(statement)? {
                early += &format!("let early_{at} = {input};\n");
            }
        }
        let locals = scope.locals(&[])?;
        let body = scope.statements(&coordinator.body.statements)?;
        Ok(format!(
            "static PROGRAM: Program = Program {{\nsite: rt::Site::new({:?}, {:?}, {}),\narguments: &[\n{known}],\n{}}};\n\n\
             fn coordinator(run: &Run, given: &Parsed) -> Result<(), Fault> {{\nlet random = &mut Random::seeded(0);\n{values}{early}{locals}{body}Ok(())\n}}\n\n\
             fn main() -> std::process::ExitCode {{\nhp5_program::main(&PROGRAM, coordinator)\n}}\n",
            self.file.strip_suffix(".hp5").unwrap_or(self.file),
            self.file,
            self.line(
                coordinator
                    .body
                    .statements
                    .first()
                    .map_or(Default::default(), |s| s.span)
            ),
            self.mappings()
        ))
    }
}

impl Scope<'_> {
    /// What tells a fault of the coordinator where it is.
    fn at(&self, statement: &Statement) -> String {
        self.text.map_or_else(String::new, |(file, source)| {
            format!(
                ".map_err(|fault| fault.at({file:?}, {}))",
                super::line(source, statement.span)
            )
        })
    }

    /// What reads the file of a `bind_input`; `None` for other statements, and for variables
    /// that no file can be bound to.
    fn input(&self, statement: &Statement) -> Result<Option<String>, NotYet> {
        let StatementKind::Bind {
            bind: Bind::Input,
            environment,
            variable,
            file,
        } = &statement.kind
        else {
            return Ok(None);
        };
        let Type::Environment(task) = self.body.locals[environment.0].ty else {
            return Ok(None);
        };
        Ok(match &self.tasks[task.0].variables[variable.0].ty {
            Type::Array(element, rank) if types::is_filed(element, &self.program.records) => {
                let (file, line) = (self.expr(file)?, self.at(statement));
                Some(format!("run.input(&{file}, {rank}){line}?"))
            }
            _ => None,
        })
    }

    /// `execute`, `bind_input`, `bind_output`.
    pub(super) fn coordinates(&self, statement: &Statement) -> Text {
        let list = |values: &[Expr]| -> Result<Vec<String>, NotYet> {
            values.iter().map(|value| self.expr(value)).collect()
        };
        match &statement.kind {
            StatementKind::Execute {
                task,
                environment,
                initialize,
                partition,
            } => {
                let mut arguments = vec![
                    "run".to_owned(),
                    format!("&{}", self.local(*environment)),
                    format!("[{}]", list(partition)?.join(", ")),
                ];
                arguments.extend(list(initialize)?);
                Ok(format!(
                    "execute_{}({}){}?;\n",
                    task.0,
                    arguments.join(", "),
                    self.at(statement)
                ))
            }
            StatementKind::Bind {
                bind,
                environment,
                variable,
                file,
            } => {
                let (local, file) = (self.local(*environment), self.expr(file)?);
                let line = self.at(statement);
                if let Some(input) = self.input(statement)? {
                    let input = match self
                        .early
                        .iter()
                        .position(|early| std::ptr::eq(*early, statement))
                    {
                        Some(at) => format!("early_{at}"),
                        None => input,
                    };
                    return Ok(format!(
                        "{{ let array = {input}; {local}.borrow_mut().f{} = Some(array); }}\n",
                        variable.0
                    ));
                }
                let Type::Environment(task) = self.body.locals[environment.0].ty else {
                    return not_yet("an environment of no task", statement.span);
                };
                let known = &self.tasks[task.0].variables[variable.0];
                let at = variable.0;
                match (bind, &known.ty) {
                    (Bind::Output, Type::Array(element, _))
                        if types::is_filed(element, &self.program.records) =>
                    {
                        Ok(format!(
                            "{{ let array = {local}.borrow().get_{at}(){line}?; run.output({:?}, {file}, &array); }}\n",
                            known.name
                        ))
                    }
                    (Bind::Output, ty) if scalar(ty).is_some() => Ok(format!(
                        "{{ let value = {local}.borrow().get_{at}(){line}?; run.output_scalar({:?}, {file}, &value); }}\n",
                        known.name
                    )),
                    _ => not_yet(format!("a file for `{}`", known.name), statement.span),
                }
            }
            _ => not_yet("this statement", statement.span),
        }
    }
}
