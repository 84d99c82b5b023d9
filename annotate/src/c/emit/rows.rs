//! Rows that lie elsewhere, `double **rows`: the region is told where they begin and which of their bytes
//! tasks use, since programs may use the same elements by other names (`rows[i] = all + i * n`, and tasks on
//! `all[k]`). What it does with that: `capi/src/rows.rs`.

use std::collections::{BTreeSet, HashSet};

use crate::c::emit::{Context, Loop, value};
use crate::c::semantics::declarations::Level;
use crate::ir::{Access, Extent, Poly, Task, VarKind, Variable};

impl<'s> Context<'s> {
    /// Rows are reached through pointers.
    pub(super) fn is_spine(&self, task: &Task, variable: &Variable) -> bool {
        let VarKind::Nested { dims } = variable.kind else {
            return false;
        };
        let levels = (self.declaration(task, &variable.name)).map_or_else(Vec::new, |d| d.levels());
        (levels.get(1..dims)).is_some_and(|inner| inner.contains(&Level::Pointer))
    }

    /// Tells the region of the rows that a task uses, as far as it is known which they are.
    pub(super) fn rows(
        &self,
        task: &'s Task,
        (loops, arrays): (&[Loop], &HashSet<usize>),
        out: &mut String,
    ) {
        let mut told = BTreeSet::new();
        for access in &task.accesses {
            let variable = &self.region.variables[access.var];
            if self.blocks(task, access.var).is_none()
                && let Some(text) = self.rows_of(task, (variable, arrays), access, loops)
            {
                told.insert(text);
            }
        }
        out.extend(told);
    }

    fn rows_of(
        &self,
        task: &Task,
        (variable, arrays): (&Variable, &HashSet<usize>),
        access: &Access,
        loops: &[Loop],
    ) -> Option<String> {
        let name = &variable.name;
        let levels = self.declaration(task, name).map(|found| found.levels());
        let dims = match (&variable.kind, &levels) {
            (VarKind::Nested { dims }, _) => *dims,
            (VarKind::Opaque, Some(levels)) => levels.len(),
            _ => return None,
        };
        // Of a member the compiler knows whether its rows are pointers.
        let depth = match &levels {
            Some(levels) => {
                let mut inner = levels.get(..dims)?.iter();
                inner
                    .rposition(|level| *level == Level::Pointer)
                    .filter(|&depth| depth > 0)?
            }
            None if dims > 1 => 1,
            None => return None,
        };
        // Of an array all rows are told, once.
        let known = match arrays.contains(&access.var) && depth == 1 {
            true => self.extents(task, variable),
            false => None,
        };
        let over = |d: usize| match &known {
            Some(lengths) => {
                let length = Poly::atom(format!("({})", lengths.get(d)?));
                Some((Poly::default(), length))
            }
            None => self.over(access.section.get(d)?, loops),
        };
        let all = |d: usize| match levels.as_ref()?.get(d)? {
            Level::Array(Some(length)) => {
                let length = Poly::atom(format!("({})", self.src.slice(length)));
                Some((Poly::default(), length))
            }
            _ => None,
        };
        let outer = (0..depth).map(|d| over(d).or_else(|| all(d)));
        let outer: Vec<(Poly, Poly)> = outer.collect::<Option<_>>()?;
        let element = format!("sizeof ({name}){}", "[0]".repeat(depth + 1));
        let reach = match over(depth) {
            Some((lo, hi)) => {
                let bytes = |n: &Poly| format!("({}) * (ptrdiff_t){element}", value(n));
                format!("{}, {}", bytes(&lo), bytes(&hi))
            }
            None => "0, PTRDIFF_MAX".to_owned(),
        };
        let place = format!("(const void *)({})", self.guards(task).guarded(name));
        let ((lo, hi), around) = outer.split_last()?;
        let mut count = value(&hi.minus(lo)?);
        if levels.is_none() {
            count = format!(
                "__builtin_types_compatible_p(__typeof__(({name})[0]), __typeof__(&({name})[0][0])) ? {count} : 0"
            );
        }
        let first = value(lo);
        let brackets = (0..around.len()).map(|n| format!("[hp5_row_{n}]"));
        let table = match around {
            [] => place.clone(),
            _ => format!("({name}){}", brackets.collect::<String>()),
        };
        let call = format!(
            "hp5_must(hp5_rows(hp5_here, &hp5_site_of_task, {place}, \
             (const void *const *){table}, {first}, {count}, {reach}));"
        );
        let there = match &levels {
            // Of an array the compiler knows that it is there.
            Some(levels) if matches!(levels.first(), Some(Level::Array(_))) => "",
            _ => place.as_str(),
        };
        Some(format!("    {}\n", over_tables(around, there, call)))
    }

    /// The least index and one past the greatest, over the whole loops.
    fn over(&self, extent: &Extent, loops: &[Loop]) -> Option<(Poly, Poly)> {
        let Extent::Range { lo, hi } = extent else {
            return None;
        };
        let least = self.over_all(lo.clone(), loops, false)?;
        Some((least, self.over_all(hi.clone(), loops, true)?))
    }
}

/// The call for each table of pointers to rows that other pointers lead to, from a place that is there.
fn over_tables(around: &[(Poly, Poly)], there: &str, call: String) -> String {
    let asked = match there {
        "" => String::new(),
        there => format!("if ({there}) "),
    };
    let nest = around.iter().enumerate().rev();
    nest.fold(call, |inner, (n, (lo, hi))| {
        let (lo, hi) = (value(lo), value(hi));
        format!(
            "{asked}{{ ptrdiff_t hp5_row_{n}; \
             for (hp5_row_{n} = {lo}; hp5_row_{n} < {hi}; ++hp5_row_{n}) {inner} }}"
        )
    })
}
