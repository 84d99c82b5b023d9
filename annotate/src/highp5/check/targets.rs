//! What can be assigned to.

use super::body::{Context, Elab, LocalKind, Ty};
use super::places::Way;
use crate::diag::codes;
use crate::highp5::ast;
use crate::highp5::report::error;
use crate::highp5::typed::{LocalId, Root, Step, Type, VariableId};

impl Elab<'_, '_, '_> {
    /// Reports a place that cannot be assigned to. True if it can.
    pub(super) fn assignable(&mut self, way: &Way) -> bool {
        let problem = match way.root {
            Root::Local(id) => self.local_problem(id, way),
            Root::Variable(variable, _) => {
                self.uses.writes.insert(variable);
                self.variable_problem(variable, way)
            }
            Root::Partition(_) => Some("a partition argument".to_owned()),
            Root::LpuId(_) => Some("`lpuId`".to_owned()),
            Root::Argument(_) => Some("an argument of the program".to_owned()),
            Root::Environment(..) if !way.steps.is_empty() => {
                Some("a part of an environment's variable".to_owned())
            }
            Root::Environment(local, variable) => self.environment_problem(local, variable),
        };
        if let Some(problem) = problem {
            self.report(error(
                codes::H_NOT_ASSIGNABLE,
                format!("{problem} cannot be assigned"),
                way.span,
            ));
            return false;
        }
        true
    }

    fn local_problem(&self, id: LocalId, way: &Way) -> Option<String> {
        let local = &self.locals[id.0];
        let shape = way.steps.iter().any(|s| {
            matches!(
                s,
                Step::Local | Step::Dimension(_) | Step::Shape | Step::Length
            )
        });
        let whole = matches!(&local.ty, Ty::Known(Type::Array(..) | Type::List(_)));
        match local.kind {
            LocalKind::Index => Some(format!("`{}`, the index of a loop,", local.name)),
            LocalKind::Value => Some(format!("`{}`, which stands for a value here,", local.name)),
            _ if shape => Some("the dimensions of an array".to_owned()),
            LocalKind::Parameter(false) if whole => Some(format!(
                "`{}`, an array that is not passed by reference (`&{}`),",
                local.name, local.name
            )),
            LocalKind::Parameter(_) | LocalKind::Free => None,
        }
    }

    fn variable_problem(&mut self, variable: VariableId, way: &Way) -> Option<String> {
        if way.lag > 0 {
            return Some("an earlier version".to_owned());
        }
        if self.context == Context::Flow {
            return Some("a variable, in a Computation section,".to_owned());
        }
        let initialize = self.context == Context::Initialize;
        if way
            .steps
            .iter()
            .any(|s| matches!(s, Step::Local | Step::Length))
        {
            return Some("a part's range or a length".to_owned());
        }
        if way
            .steps
            .iter()
            .any(|s| matches!(s, Step::Dimension(_) | Step::Shape))
        {
            self.uses.shaped.insert(variable);
            return (!initialize)
                .then(|| "the dimensions of an array (but in Initialize)".to_owned());
        }
        match way.ty {
            Ty::Known(Type::Array(..)) => Some("a whole array".to_owned()),
            _ => None,
        }
    }

    fn environment_problem(&self, local: LocalId, variable: VariableId) -> Option<String> {
        let Ty::Known(Type::Environment(task)) = self.local_ty(local) else {
            return None;
        };
        let variable = &self.checker.program.tasks[task.0].variables[variable.0];
        (variable.mode == Some(ast::Mode::Create))
            .then(|| format!("`{}`, which the task creates,", variable.name))
    }
}
