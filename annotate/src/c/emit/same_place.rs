//! Nests of which several loops are cut, and whose pointers may lead to one array: where they do, tiles would run in
//! another order than the program's, and the nest is one task.

use crate::c::emit::spawn_loop::turns_order;
use crate::c::emit::{Context, Loop};
use crate::c::parse::source::root_of;
use crate::c::semantics::declarations::Form;
use crate::ir::{Task, Variable};
use crate::passes::depend;

impl Context<'_> {
    /// When the names of a nest lead to places of which it shows that its loops may be cut; `None`: always.
    pub(super) fn lead_elsewhere(&self, task: &Task, loops: &[Loop]) -> Option<String> {
        let used: Vec<&Variable> = match turns_order(loops) {
            true => (task.bindings.iter())
                .map(|b| &self.region.variables[b.var])
                .filter(|v| v.kind.dims() > 0)
                .collect(),
            false => Vec::new(),
        };
        let written = |v: &Variable| {
            let mut own = task.uses.iter().filter(|u| u.name == v.name);
            own.any(|u| u.mode.writes())
                || task
                    .declared
                    .iter()
                    .any(|d| d.name == v.name && d.mode.writes())
        };
        let mut conditions = Vec::new();
        for (n, first) in used.iter().enumerate() {
            for second in &used[n + 1..] {
                let meets = (written(first) || written(second))
                    && (self.is_pointer(task, first) || self.is_pointer(task, second))
                    && !depend::is_permutable_as_one(task, first, second);
                if meets {
                    let [first, second] = [first, second].map(|v| self.base(task, &v.name));
                    conditions.push(format!("{first} != {second}"));
                }
            }
        }
        (!conditions.is_empty()).then(|| conditions.join(" && "))
    }

    /// Where it leads is not known.
    fn is_pointer(&self, task: &Task, variable: &Variable) -> bool {
        let found = self.declaration(task, &variable.name);
        root_of(&variable.name) != variable.name
            || found.is_none_or(|found| {
                let parameter = self.src.around(found.node, &["parameter_list"]).is_some();
                found.form() == Form::Pointer || parameter
            })
    }
}
