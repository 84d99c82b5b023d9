//! Arrays that a region is told of: where they begin, how long they are, how they are cut.

use std::collections::HashSet;
use std::fmt::Write as _;

use crate::c::emit::{Context, quoted, tile, value};
use crate::c::lower::region::dims_of;
use crate::c::parse::source::root_of;
use crate::c::parse::{dimension_limit, names};
use crate::c::semantics::declarations::{self, Declared, Form, Level};
use crate::c::semantics::pointer_types;
use crate::diag::Diagnostics;
use crate::ir::{Task, TileSize, VarKind, Variable};

impl<'s> Context<'s> {
    /// Tells the region of the arrays that a task uses; those whose lengths are known.
    pub(super) fn arrays(
        &self,
        task: &Task,
        out: &mut String,
        diags: &mut Diagnostics,
    ) -> HashSet<usize> {
        let mut known = HashSet::new();
        for binding in &task.bindings {
            let variable = &self.region.variables[binding.var];
            let by_place = self.blocks(task, binding.var).is_some();
            if variable.kind.dims() == 0 || by_place || self.in_turns(task, binding.var) {
                continue;
            }
            let cut = binding.template.iter().any(|t| *t != TileSize::Whole);
            let Some(extents) = self.extents(task, variable) else {
                if cut || self.shares || self.is_one_place(task, variable) {
                    self.report_extents(task, variable, diags);
                }
                continue;
            };
            // Linear storage may have a section of several dimensions.
            let levels = self
                .declaration(task, &variable.name)
                .map(|d| d.stars() + d.lengths().len());
            let brackets = match variable.kind {
                VarKind::Nested { dims } => dims.min(levels.unwrap_or(dims).max(1)),
                _ => 1,
            };
            let element = format!("{}{}", variable.name, "[0]".repeat(brackets));
            let extents: Vec<String> = extents.iter().map(|e| format!("(size_t)({e})")).collect();
            let tiles: Vec<String> = binding.template.iter().map(tile).collect();
            let flags = match &variable.kind {
                // Rows may lie next to one another, `f(rows[0], n * m)`.
                _ if self.is_spine(task, variable) => {
                    ", .flags = HP5_POINTERS | HP5_LINEAR".to_owned()
                }
                // An index by itself, `a[at]`, may be of any row.
                VarKind::Flat { rows } if !rows.is_empty() => ", .flags = HP5_LINEAR".to_owned(),
                // Of a member the compiler knows whether its rows are pointers.
                VarKind::Nested { .. } if levels.is_none() => format!(
                    ", .flags = __builtin_types_compatible_p(__typeof__({0}[0]), __typeof__(&{0}[0][0])) ? HP5_POINTERS | HP5_LINEAR : 0",
                    variable.name
                ),
                _ => String::new(),
            };
            let _ = writeln!(
                out,
                "    hp5_array_number hp5_array_{b} = hp5_array(hp5_here, &(hp5_array_info){{.name = {n}, .base = {base}, \
                 .element_bytes = sizeof({element}), .dims = {dims}, .extents = (size_t[]){{{e}}}, .tile = (size_t[]){{{t}}}{flags}}});",
                b = variable.binding,
                n = quoted(&variable.name),
                base = self.base(task, &variable.name),
                dims = extents.len(),
                e = extents.join(", "),
                t = tiles.join(", "),
            );
            known.insert(binding.var);
        }
        known
    }

    /// Where an array begins; what a pointer that is NULL leads to is no array, and used by nobody.
    pub(super) fn base(&self, task: &Task, name: &str) -> String {
        let found = self.declaration(task, name);
        let place = self.guards(task).guarded(name);
        match place != name || found.is_some_and(|found| found.form() == Form::Pointer) {
            true => format!("hp5_key((const void *)({place}))"),
            false => format!("(const void *)({name})"),
        }
    }

    /// Lengths of an array as texts, one for each dimension that tasks see.
    pub(super) fn extents(&self, task: &Task, variable: &Variable) -> Option<Vec<String>> {
        let mut lengths = self.lengths(task, variable)?;
        let dims = variable.kind.dims();
        let declared = self.declaration(task, &variable.name);
        // Elements of what has more brackets than tasks give it are rows.
        if declared.is_some_and(|d| d.stars() + d.lengths().len() > 1) && is_flat(&variable.kind) {
            lengths.truncate(dims);
        }
        let lengths = as_seen(lengths, &variable.kind);
        (lengths.len() == dims).then_some(lengths)
    }

    /// What `dim(..)` says, or the declaration.
    fn lengths(&self, task: &Task, variable: &Variable) -> Option<Vec<String>> {
        if let Some(given) = dims_of(self.region, &variable.name, task.start) {
            return Some(given.into_iter().map(str::to_owned).collect());
        }
        let here = names::statement(self.src, task)?;
        let declared = pointer_types::declaration(self.src, here, &variable.name)?;
        // The length of its rows is not how many there are.
        if matches!(
            declared.levels().first(),
            Some(Level::Pointer | Level::Array(None))
        ) {
            let single = || self.single(variable);
            return self.shown(task, variable, &declared).or_else(single);
        }
        let lengths: Option<Vec<String>> = declared
            .lengths()
            .into_iter()
            .map(|l| Some(self.src.slice(&l?).to_owned()))
            .take(dimension_limit::MOST)
            .collect();
        let lengths = lengths.filter(|l| !l.is_empty())?;
        match &variable.kind {
            VarKind::Flat { rows } if !rows.is_empty() && lengths.len() == 1 => {
                let rows: Vec<String> = rows.iter().map(value).collect();
                let all = rows
                    .iter()
                    .map(|r| format!("({r})"))
                    .collect::<Vec<_>>()
                    .join(" * ");
                let mut list = vec![format!("({}) / ({all})", lengths[0])];
                list.extend(rows);
                Some(list)
            }
            _ => Some(lengths),
        }
    }

    pub(super) fn declaration(&self, task: &Task, name: &str) -> Option<Declared<'s>> {
        if root_of(name) != name {
            return None;
        }
        let stmt = names::statement(self.src, task)?;
        declarations::find(self.src, stmt, name)
    }
}

fn is_flat(kind: &VarKind) -> bool {
    matches!(kind, VarKind::Flat { .. })
}

/// Lengths of linear storage for tasks that see fewer dimensions than it has: the outer ones are
/// one to them.
fn as_seen(lengths: Vec<String>, kind: &VarKind) -> Vec<String> {
    let more = lengths.len().saturating_sub(kind.dims());
    if more == 0 || !is_flat(kind) {
        return lengths;
    }
    let (outer, inner) = lengths.split_at(more + 1);
    let outer: Vec<String> = outer.iter().map(|l| format!("({l})")).collect();
    let mut seen = vec![outer.join(" * ")];
    seen.extend_from_slice(inner);
    seen
}
