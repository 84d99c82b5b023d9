//! Arrays of pointers to blocks, `double *A[NB][NB]`, of which each task uses blocks by their indices: the
//! graph knows a block by the pointer that leads to it, so neither the array's lengths nor its tiles are
//! needed, and a block that two pointers lead to is one.

use super::{Context, value};
use crate::c::captured::statement;
use crate::c::declared::{self, Level};
use crate::ir::{Access, Extent, Poly, Shape, Task, TileSize, Use, VarKind, Variable};
use crate::passes::tasks;

impl Context<'_> {
    /// The pointer to the block that a task uses, as text; `None` where the graph knows the variable
    /// otherwise.
    pub(super) fn pointed(&self, task: &Task, access: &Access) -> Option<String> {
        let depth = self.blocks(task, access.var)?;
        let variable = &self.region.variables[access.var];
        let indices = first(variable, access, depth)?;
        let brackets: String = indices.iter().map(|i| format!("[{}]", value(i))).collect();
        Some(format!("{}{brackets}", variable.name))
    }

    /// The variable is one of pointers to blocks, which all tasks use block by block: how many indices
    /// lead to a pointer.
    pub(super) fn blocks(&self, task: &Task, var: usize) -> Option<usize> {
        let variable = &self.region.variables[var];
        let here = statement(self.src, task)?;
        let found = declared::find(self.src, here, &variable.name)?;
        let levels = found.levels();
        let depth = levels.iter().rposition(|level| *level == Level::Pointer);
        let depth = depth.filter(|&depth| depth > 0 && !self.shares)?;
        let one_by_one = |task: &Task| {
            let mut own = task.accesses.iter().filter(|a| a.var == var);
            let used = task.bindings.iter().find(|b| b.var == var);
            let uncut = used.is_none_or(|b| b.template.iter().all(|t| *t == TileSize::Whole));
            let single = task.loops.is_empty() && task.nested.is_none();
            let sets = |u: &Use| {
                let pointer = u.shape == Shape::Scalar || u.indices.len() <= depth;
                let code = task.stmt.contains(&u.span.start) && !u.reborrow;
                u.name == variable.name && u.mode.writes() && pointer && code
            };
            used.is_none()
                || (uncut
                    && single
                    && !task.uses.iter().any(sets)
                    && own.all(|a| first(variable, a, depth).is_some()))
        };
        tasks(self.region).all(one_by_one).then_some(depth)
    }
}

/// The first indices of a section that has one of each.
fn first(variable: &Variable, access: &Access, depth: usize) -> Option<Vec<Poly>> {
    let one = |extent: &Extent| match extent {
        Extent::Range { lo, hi } => {
            let single = hi.minus(lo)?.as_constant() == Some(1);
            single.then(|| lo.clone())
        }
        Extent::All => None,
    };
    match &variable.kind {
        // `A[i * n + j]` may be split into rows.
        VarKind::Flat { rows } if depth == 1 => {
            let mut index = Poly::default();
            for (n, extent) in access.section.iter().enumerate() {
                let mut inner = rows.get(n..)?.iter();
                let length = inner.try_fold(one(extent)?, |all, row| all.times(row))?;
                index = index.plus(&length)?;
            }
            (!access.section.is_empty()).then(|| vec![index])
        }
        VarKind::Nested { dims } if *dims >= depth => {
            access.section.get(..depth)?.iter().map(one).collect()
        }
        _ => None,
    }
}
