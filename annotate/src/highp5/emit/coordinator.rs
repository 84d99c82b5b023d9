//! The coordinator, and the program's arguments.

use super::expr::{At, Scope};
use super::{Emitter, NotYet, Text, not_yet, scalar};
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
        let mut scope = Scope::new(At::Coordinator, None, &coordinator.body);
        scope.tasks = &self.program.tasks;
        let locals = scope.locals(&[])?;
        let body = scope.statements(&coordinator.body.statements)?;
        Ok(format!(
            "const ARGUMENTS: &[Argument] = &[\n{known}];\n\n\
             fn coordinator(given: &Parsed) -> Result<(), Fault> {{\n{values}{locals}{body}Ok(())\n}}\n\n\
             fn main() -> std::process::ExitCode {{\nhp5_program::main(ARGUMENTS, coordinator)\n}}\n"
        ))
    }
}

impl Scope<'_> {
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
                    format!("&{}", self.local(*environment)),
                    format!("[{}]", list(partition)?.join(", ")),
                ];
                arguments.extend(list(initialize)?);
                Ok(format!("execute_{}({})?;\n", task.0, arguments.join(", ")))
            }
            StatementKind::Bind {
                bind,
                environment,
                variable,
                file,
            } => {
                let (local, file) = (self.local(*environment), self.expr(file)?);
                let Type::Environment(task) = self.body.locals[environment.0].ty else {
                    return not_yet("an environment of no task", statement.span);
                };
                let known = &self.tasks[task.0].variables[variable.0];
                let at = variable.0;
                match (bind, &known.ty) {
                    (Bind::Input, Type::Array(element, rank)) if scalar(element).is_some() => {
                        Ok(format!(
                            "{{ let array = Stored::read(&{file}, {rank})?; {local}.borrow_mut().f{at} = Some(array); }}\n"
                        ))
                    }
                    (Bind::Output, Type::Array(element, _)) if scalar(element).is_some() => {
                        Ok(format!("{local}.borrow().get_{at}()?.write(&{file})?;\n"))
                    }
                    (Bind::Output, ty) if scalar(ty).is_some() => Ok(format!(
                        "arrays::write_scalar(&{file}, {local}.borrow().get_{at}()?)?;\n"
                    )),
                    _ => not_yet(format!("a file for `{}`", known.name), statement.span),
                }
            }
            _ => not_yet("this statement", statement.span),
        }
    }
}
