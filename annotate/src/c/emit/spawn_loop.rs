//! A task loop that is registered by one call (`hp5_spawn_loop`): where each dimension of each
//! section of arrays that are cut follows one loop, no loop's bounds depend on another one, and
//! tasks differ in nothing else.
//!
//! Elsewhere (composites, reductions, names, `--checked`) [`crate::c::emit::register`] emits loops that register task by task.

use std::collections::{BTreeSet, HashSet};
use std::fmt::Write as _;

use crate::c::emit::register::{Part, offset_of};
use crate::c::emit::{Context, Loop, tile, value};
use crate::c::semantics::declarations::{Declared, Form};
use crate::c::semantics::modified_variables::assigned;
use crate::c::semantics::pointer_types;
use crate::c::semantics::union_members::is_part_of_written;
use crate::ir::{Access, Extent, Poly, Task, TileSize, VarKind};
use crate::passes::tasks;

/// Pairs of arrays that are compared one by one; more are by a function of `hp5.h`.
const PAIRS: usize = 64;

/// Most loops of a nest that the library takes.
const DEEPEST: usize = 4;

/// One dimension of a section, as `hp5_loop_section` has it.
struct Dim {
    /// Number of the loop, and what its index is multiplied with.
    follows: Option<(usize, Poly)>,
    least: Poly,
    greatest: Poly,
}

impl Context<'_> {
    /// True when the loop's tasks can be registered by one call.
    pub(super) fn fits_one_call(&self, task: &Task) -> bool {
        let is_word = |text: &str| {
            let digits = text.trim().trim_start_matches('-');
            digits.chars().all(|c| c.is_alphanumeric() || c == '_')
        };
        // Bounds of a chunk of its own for each chunk of a loop around.
        let depends = |poly: &Poly| {
            let mut loops = task.loops.iter();
            loops.any(|l| poly.mentions(&l.lo_atom()) || poly.mentions(&l.hi_atom()))
        };
        let hulls = || task.loops.iter().filter_map(|l| l.hull.as_ref());
        let accesses = &task.accesses;
        (1..=DEEPEST).contains(&task.loops.len())
            && !self.checked
            && task.computed.is_empty()
            && task.reductions.is_empty()
            && task.nested.is_none()
            && task.included.is_none()
            && task.name.is_none()
            && task.priority.as_deref().is_none_or(is_word)
            && !task.loops.iter().any(|l| self.mentions(task, &l.var))
            && !hulls().any(|(lo, hi)| depends(lo) || depends(hi))
            && !accesses.is_empty()
            && (accesses.iter().filter(|a| self.is_cut(task, a.var)))
                .all(|a| a.section.iter().all(|e| dim(task, e).is_some()))
    }

    /// The task knows the array's lengths, and so its tiles.
    pub(super) fn is_cut(&self, task: &Task, var: usize) -> bool {
        let variable = &self.region.variables[var];
        let told = task.bindings.iter().any(|b| b.var == var);
        told && variable.kind.dims() > 0 && self.extents(task, variable).is_some()
    }

    /// A variable that tasks name by its place, which nobody need say that he reads: nobody in the
    /// graph writes such a thing, and it is no way to an array that somebody writes by its name.
    pub(super) fn is_free(&self, task: &Task, var: usize) -> bool {
        let writes_none = |task: &Task| {
            let mut written = task.accesses.iter().filter(|a| a.mode.writes());
            let is_array = |a: &Access| self.is_cut(task, a.var) && !self.in_turns(task, a.var);
            task.reductions.is_empty() && written.all(is_array)
        };
        let told = self.shares || self.checked;
        !told && tasks(self.region).all(writes_none) && !self.may_lead(task, var)
    }

    /// The variable may be a pointer into an array of another name, or have such pointers as elements.
    fn may_lead(&self, task: &Task, var: usize) -> bool {
        let variable = &self.region.variables[var];
        let declared = || self.declaration(task, &variable.name);
        // What `restrict` says ends where the pointer is set: `a` may lead to what was `b`'s.
        let own = |d: &Declared| d.is_restricted(self.src) && !self.is_set(&d.name);
        let leads = |d: Declared| match d.form() {
            Form::Array => d.stars() > 0 || pointer_types::holds(self.src, &d, 0),
            _ => !own(&d),
        };
        match variable.kind {
            VarKind::Scalar { deref: false } => is_part_of_written(self.src, self.region, variable),
            _ => declared().is_none_or(leads),
        }
    }

    /// The function around sets the variable.
    fn is_set(&self, name: &str) -> bool {
        let mut names = HashSet::new();
        if let Some(function) = self.src.function_at(self.region.body.start) {
            assigned(self.src, function, 0, &mut names);
        }
        names.contains(name)
    }

    /// The loops, sections and the call itself; arguments are in `hp5_given`.
    pub(super) fn one_call(
        &self,
        task: &Task,
        (loops, may_be_whole): (&[Loop], bool),
        arrays: &HashSet<usize>,
    ) -> String {
        let mut out = String::new();
        let mut nest = Vec::new();
        for l in loops {
            let (lower, upper) = l.bounds(self.src);
            let mut size = tile(&l.tiled.tile);
            if may_be_whole {
                size = format!("(hp5_cut ? {size} : 0)");
            }
            nest.push(format!(
                "{{{lower}, {upper}, {size}, {}, {}, {}}}",
                offset_of(l.tiled),
                l.pace(self.src),
                l.known.down
            ));
        }
        let _ = writeln!(
            out,
            "    const hp5_loop hp5_loops[] = {{{}}};",
            nest.join(", ")
        );
        let mut accesses = Vec::new();
        for (n, access) in task.accesses.iter().enumerate() {
            let part;
            if arrays.contains(&access.var) {
                let dims = access.section.iter();
                let dims: Option<Vec<String>> = dims.map(|e| Some(dim(task, e)?.text())).collect();
                let dims = dims.unwrap_or_default().join(", ");
                part = match dims.is_empty() {
                    true => Part::Whole,
                    false => Part::Section(n),
                };
                if part == Part::Section(n) {
                    let section = format!("hp5_section_{n}[] = {{{dims}}}");
                    let _ = writeln!(out, "    const hp5_loop_section {section};");
                }
            } else if self.is_free(task, access.var) {
                continue;
            } else {
                part = self.place(task, n, (loops, true), &mut out);
            }
            let variable = &self.region.variables[access.var];
            accesses.push(self.access(task, (variable, access.mode), part));
        }
        let mut list = "NULL";
        if !accesses.is_empty() {
            list = "hp5_accesses";
            let _ = writeln!(
                out,
                "    const hp5_loop_access hp5_accesses[] = {{{}}};",
                accesses.join(", ")
            );
        }
        let priority = task.priority.as_deref().unwrap_or("0");
        let _ = writeln!(
            out,
            "    const hp5_loop_nest hp5_nest = {{.site = &hp5_site_of_task, .loops = hp5_loops, .loop_count = {}, \
             .accesses = {list}, .access_count = {}, .arguments = &hp5_given, .arguments_size = sizeof hp5_given, \
             .priority = ({priority}), .flags = {}}};",
            loops.len(),
            accesses.len(),
            self.order(task, arrays)
        );
        let _ = writeln!(
            out,
            "    hp5_must(hp5_spawn_loop(hp5_here, &hp5_nest, hp5_task_{}));",
            task.line
        );
        out
    }

    /// Tasks of a parallel loop are independent, unless two names turn out to be one array that is
    /// written. What has no lengths and is written orders them.
    fn order(&self, task: &Task, arrays: &HashSet<usize>) -> String {
        let mut written = task.accesses.iter().filter(|a| a.mode.writes());
        if !task.parallel || written.any(|a| !arrays.contains(&a.var)) {
            return "HP5_ORDERED".to_owned();
        }
        let number = |var: &usize| format!("hp5_array_{}", self.region.variables[*var].binding);
        let known = task.accesses.iter().filter(|a| arrays.contains(&a.var));
        let all: BTreeSet<usize> = known.clone().map(|a| a.var).collect();
        let known = known.filter(|a| a.mode.writes());
        let written: BTreeSet<usize> = known.map(|a| a.var).collect();
        let read: Vec<usize> = all.difference(&written).copied().collect();
        let count = written.len();
        if count * (count + read.len()) > PAIRS {
            let list: Vec<String> = written.iter().chain(&read).map(number).collect();
            return format!(
                "hp5_is_one({count}, {}, (const hp5_array_number[]){{{}}}) ? HP5_ORDERED : 0",
                list.len(),
                list.join(", ")
            );
        }
        let written: Vec<usize> = written.into_iter().collect();
        let mut pairs = Vec::new();
        for (n, a) in written.iter().enumerate() {
            let others = written[n + 1..].iter().chain(&read);
            pairs.extend(others.map(|b| {
                let (a, b) = (number(a), number(b));
                format!("{} == {}", a.clone().min(b.clone()), a.max(b))
            }));
        }
        match pairs.is_empty() {
            true => "0".to_owned(),
            false => format!("({}) ? HP5_ORDERED : 0", pairs.join(" || ")),
        }
    }
}

/// What a dimension of a section is for `hp5_spawn_loop`; `None` where it follows several loops.
fn dim(task: &Task, extent: &Extent) -> Option<Dim> {
    let Extent::Range { lo, hi } = extent else {
        let last = Poly::atom("PTRDIFF_MAX - 1");
        return Some(Dim {
            follows: None,
            least: Poly::constant(0),
            greatest: last,
        });
    };
    let before = |poly: &Poly| poly.minus(&Poly::constant(1));
    let mentions = |n: &usize| {
        let (first, past) = (task.loops[*n].lo_atom(), task.loops[*n].hi_atom());
        [lo, hi]
            .iter()
            .any(|p| p.mentions(&first) || p.mentions(&past))
    };
    let mut follows = (0..task.loops.len()).filter(mentions);
    let (one, more) = (follows.next(), follows.next());
    let Some(n) = one.filter(|_| more.is_none()) else {
        return more.is_none().then_some(Dim {
            follows: None,
            least: lo.clone(),
            greatest: before(hi)?,
        });
    };
    let (first, past) = (task.loops[n].lo_atom(), task.loops[n].hi_atom());
    if task.loops[n].tile == TileSize::Fixed(1) && !lo.mentions(&past) && !hi.mentions(&past) {
        // Both ends are known by the one index of a turn, whatever the sign of the coefficient.
        let ((k, least), (j, greatest)) = (lo.factor_of(&first)?, hi.factor_of(&first)?);
        let greatest = before(&greatest)?;
        return (k == j).then_some(Dim {
            follows: Some((n, k)),
            least,
            greatest,
        });
    }
    // The least index is at the chunk's first or last index, by the sign of the coefficient.
    let (k, least) = lo.linear_in(&first)?;
    let (j, greatest) = hi.linear_in(&past)?;
    if k == j && k > 0 && !least.mentions(&past) && !greatest.mentions(&first) {
        // `hi = k * (past - 1) + greatest + 1`
        let greatest = before(&greatest)?.plus(&Poly::constant(k))?;
        return Some(Dim {
            follows: Some((n, Poly::constant(k))),
            least,
            greatest,
        });
    }
    let (k, least) = lo.linear_in(&past)?;
    let (j, greatest) = hi.linear_in(&first)?;
    let falls = k == j && k < 0 && !least.mentions(&first) && !greatest.mentions(&past);
    falls.then_some(Dim {
        follows: Some((n, Poly::constant(k))),
        // `lo = k * (past - 1) + least`
        least: least.plus(&Poly::constant(k))?,
        greatest: before(&greatest)?,
    })
}

impl Dim {
    fn text(&self) -> String {
        let (least, greatest) = (value(&self.least), value(&self.greatest));
        match &self.follows {
            Some((n, k)) => format!("{{{n}, {}, {least}, {greatest}}}", value(k)),
            None => format!("{{HP5_NO_LOOP, 0, {least}, {greatest}}}"),
        }
    }
}

/// Tiles of several loops come in another order than the program's.
pub(super) fn turns_order(loops: &[Loop]) -> bool {
    let mut cut = loops
        .iter()
        .enumerate()
        .filter(|(_, l)| l.tiled.tile != TileSize::Whole);
    let ones = |l: &Loop| l.tiled.tile == TileSize::Fixed(1);
    cut.any(|(n, _)| !loops[..n].iter().all(ones))
}
