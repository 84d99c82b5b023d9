//! How many bytes tasks use of what they name by its place: arrays whose lengths nobody knows, what is
//! handed on as a whole, structs. Other names of the same memory are told by them.

use std::borrow::Cow;
use std::fmt::Write as _;

use crate::c::dataflow::serialization_notes;
use crate::c::emit::register::Part;
use crate::c::emit::{Context, Loop, value};
use crate::c::parse::expressions::last;
use crate::c::parse::source::{children, root_of};
use crate::c::semantics::declarations::{self, Declared, Form, Level};
use crate::c::semantics::pointer_types;
use crate::c::semantics::union_members::goes_through_union;
use crate::ir::{Access, Extent, Poly, Shape, Task, TileSize, Use, VarKind, Variable};
use crate::passes::tasks;

/// Bytes from an address on, as texts of C: the first one, and one past the last.
struct Bytes {
    lower: String,
    upper: String,
}

impl Bytes {
    fn all(upper: String) -> Bytes {
        let lower = "0".to_owned();
        Bytes { lower, upper }
    }
}

impl<'s> Context<'s> {
    /// What a task declares of a variable by its place. What a declaration of the bytes is made of
    /// that they need comes into `out`: for `one_call`, as sections of loops.
    pub(super) fn place(
        &self,
        task: &Task,
        n: usize,
        (loops, one_call): (&[Loop], bool),
        out: &mut String,
    ) -> Part {
        let Some(Bytes { lower, upper }) = self.reach(task, &task.accesses[n], loops) else {
            return Part::Place;
        };
        let _ = match one_call {
            true => writeln!(
                out,
                "    const hp5_loop_section hp5_bytes_{n}[] = {{{{HP5_NO_LOOP, 0, {lower}, {upper} - 1}}}};"
            ),
            false => writeln!(
                out,
                "    const hp5_bounds hp5_bytes_{n}[] = {{{{{lower}, {upper}}}}};"
            ),
        };
        Part::Bytes(n)
    }

    /// The bytes that a task by itself uses of what it names by its place, where those of no other task of
    /// the region are unknown: such tasks need not meet where the place begins. The first one's address,
    /// and how many there are.
    pub(super) fn window(&self, task: &Task, access: &Access) -> Option<(String, String)> {
        let Bytes { lower, upper } = self.own_bytes(task, access)?;
        let variable = &self.region.variables[access.var];
        let place = self.guards(task).guarded(&variable.name);
        let first = format!("(const char *)({place}) + {lower}");
        let all = !self.shares && self.unbounded().is_empty();
        all.then(|| (first, format!("{upper} - {lower}")))
    }

    /// The task's loop uses parts of an array that are found in each turn, nobody cuts the array, and each task
    /// says which bytes it uses.
    pub(super) fn in_turns(&self, task: &Task, var: usize) -> bool {
        // One name is an array in all tasks, or a place in all of them.
        let same = |other: &Task| {
            let uses = other.accesses.iter().any(|a| a.var == var);
            !uses || self.finds_in_turns(other, var) || !self.is_cut(other, var)
        };
        self.finds_in_turns(task, var) && tasks(self.region).all(same)
    }

    fn finds_in_turns(&self, task: &Task, var: usize) -> bool {
        let binding = task.bindings.iter().find(|b| b.var == var);
        let uncut = binding.is_some_and(|b| b.template.iter().all(|t| *t == TileSize::Whole));
        let computed = |extent: &Extent| match extent {
            Extent::Range { lo, .. } => task.computed_by(lo).is_some(),
            Extent::All => false,
        };
        let mut own = task.accesses.iter().filter(|a| a.var == var);
        task.loops.len() == 1
            && uncut
            && !self.checked
            && !self.shares
            && own.clone().any(|a| a.section.iter().any(computed))
            && own.all(|a| self.of_turns(task, a).is_some())
            && self.unbounded().is_empty()
    }

    /// The bytes of an access in a task of a loop whose sections are found in each turn.
    fn of_turns(&self, task: &Task, access: &Access) -> Option<Bytes> {
        let variable = &self.region.variables[access.var];
        let found = self.declaration(task, &variable.name)?;
        let rows: Vec<Poly> = match &variable.kind {
            VarKind::Flat { rows } => rows.clone(),
            _ => {
                let inner = found.levels().into_iter().skip(1);
                let length = |level| match level {
                    Level::Array(Some(length)) => {
                        Some(Poly::atom(format!("({})", self.src.slice(&length))))
                    }
                    _ => None,
                };
                inner.map(length).collect::<Option<_>>()?
            }
        };
        let (mut least, mut last) = (Poly::default(), Poly::default());
        for (n, extent) in access.section.iter().enumerate() {
            let Extent::Range { lo, hi } = extent else {
                return None;
            };
            let mut strides = rows.get(n..)?.iter();
            let stride = strides.try_fold(Poly::constant(1), |all, row| all.times(row))?;
            least = least.plus(&lo.times(&stride)?)?;
            last = last.plus(&hi.minus(&Poly::constant(1))?.times(&stride)?)?;
        }
        let whole = access.section.len() == rows.len() + 1;
        let name = format!(
            "({}){}",
            variable.name,
            "[0]".repeat(found.levels().len().max(1))
        );
        let bytes = |count: &Poly| format!("({}) * (ptrdiff_t)sizeof {name}", value(count));
        let past = last.plus(&Poly::constant(1))?;
        whole.then(|| Bytes {
            lower: bytes(&least),
            upper: bytes(&past),
        })
    }

    /// The bytes that a task by itself uses of what it names by its place, if that shows.
    fn own_bytes(&self, task: &Task, access: &Access) -> Option<Bytes> {
        let variable = &self.region.variables[access.var];
        if self.in_turns(task, access.var) {
            return self.of_turns(task, access);
        }
        if !task.loops.is_empty() || self.is_number(&variable.name) || variable.kind.dims() == 0 {
            return None;
        }
        let levels = self.declaration(task, &variable.name)?.levels();
        if levels.iter().skip(1).any(|level| *level == Level::Pointer) {
            return None; // of rows elsewhere the place is not known
        }
        self.of_section(variable, &access.section, &[])
    }

    /// What the region's tasks use of which it is not known how far they reach, where the task's own bytes of
    /// the variable are known and else would be all that it waits by.
    pub(super) fn hindering(&self, task: &Task, variable: &Variable) -> &[String] {
        let name = |a: &&Access| self.region.variables[a.var].name == variable.name;
        let mut own = task.accesses.iter().filter(name);
        let known = own.all(|access| self.own_bytes(task, access).is_some());
        match known && !self.shares && task.nested.is_none() {
            true => self.unbounded(),
            false => &[],
        }
    }

    fn unbounded(&self) -> &[String] {
        let find = || tasks(self.region).flat_map(|task| self.unbounded_of(task));
        self.unbounded.get_or_init(|| find().collect())
    }

    /// The task's own bytes of the variable are all that the graph knows of it.
    pub(super) fn is_windowed(&self, task: &Task, variable: &Variable) -> bool {
        let name = |a: &&Access| self.region.variables[a.var].name == variable.name;
        let mut own = task.accesses.iter().filter(name);
        own.all(|access| self.window(task, access).is_some())
    }

    /// Tasks by themselves use parts of the variable, and the graph knows but where it begins.
    pub(super) fn is_one_place(&self, task: &Task, variable: &Variable) -> bool {
        let part = |a: &Access| {
            let own = self.region.variables[a.var].name == variable.name;
            own && serialization_notes::varies(self.src, self.region, task, a)
        };
        task.loops.is_empty() && task.nested.is_none() && task.accesses.iter().any(part)
    }

    /// The length of what a pointer leads to that all tasks use by `*p` alone, where arrays need lengths.
    pub(super) fn single(&self, variable: &Variable) -> Option<Vec<String>> {
        let first = |u: &Use| {
            let indices = u.index.iter().map(|index| index.as_ref()?.as_constant());
            let indices: Option<Vec<i64>> = indices.collect();
            let is_first = match u.shape {
                Shape::Element => indices == Some(vec![0]),
                Shape::Slice => indices == Some(vec![0, 1]),
                _ => false,
            };
            is_first && !u.reborrow
        };
        let by_star = |task: &Task| {
            let said = task.declared.iter().any(|d| d.name == variable.name);
            let mut uses = task.uses.iter().filter(|u| u.name == variable.name);
            !said && uses.all(first)
        };
        (self.shares && tasks(self.region).all(by_star)).then(|| vec!["1".to_owned()])
    }

    /// What a task names by its place of which it is not known how far it reaches.
    fn unbounded_of(&self, task: &'s Task) -> Vec<String> {
        let loops = task.loops.iter().map(|tiled| self.nest_loop(task, tiled));
        let loops: Option<Vec<Loop>> = loops.collect();
        let known = |access: &Access| {
            let variable = &self.region.variables[access.var];
            let array = || {
                let found = self.declaration(task, &variable.name);
                found.is_some_and(|d| d.form() == Form::Array)
            };
            let section = |loops| self.of_section(variable, &access.section, loops).is_some();
            matches!(variable.kind, VarKind::Scalar { .. })
                || self.is_number(&variable.name)
                || self.is_cut(task, access.var)
                || match self.blocks(task, access.var) {
                    Some(_) => self.knows_blocks(),
                    None => array() || loops.as_ref().is_some_and(|loops| section(loops)),
                }
        };
        let unknown = task.accesses.iter().filter(|access| !known(access));
        let names = unknown.map(|access| self.region.variables[access.var].name.clone());
        names.collect()
    }

    fn reach(&self, task: &Task, access: &Access, loops: &[Loop]) -> Option<Bytes> {
        let variable = &self.region.variables[access.var];
        let name = &variable.name;
        // Clauses say what is used of a struct that is handed on.
        let part = |long: &str| root_of(long) == name && long != name;
        if task.declared.iter().any(|d| part(&d.name)) {
            return None;
        }
        match &variable.kind {
            VarKind::Scalar { deref: true } => Some(self.behind(task, name)),
            // A number is as large as what begins there can be.
            VarKind::Scalar { deref: false } => {
                let place = self.with_address(name);
                let struct_like = place.len() < name.len()
                    || last(name)
                        .is_none_or(|member| pointer_types::may_be_struct(self.src, member))
                    || goes_through_union(self.src, name);
                (struct_like && !self.is_number(name))
                    .then(|| Bytes::all(format!("(ptrdiff_t)sizeof ({place})")))
            }
            _ if self.is_number(name) => None,
            _ => {
                let known = self.of_section(variable, &access.section, loops);
                known.or_else(|| self.of_declaration(task, variable, &access.section))
            }
        }
    }

    /// What has an address: of a bit-field, the struct that it is of.
    pub(super) fn with_address<'n>(&self, name: &'n str) -> Cow<'n, str> {
        let Some(at) = name.rfind(['.', '>']) else {
            return Cow::Borrowed(name);
        };
        let mut members = pointer_types::members(self.src, &name[at + 1..]).into_iter();
        let bits = |d: Declared| (children(d.node).iter()).any(|c| c.kind() == "bitfield_clause");
        match members.any(bits) {
            false => Cow::Borrowed(name),
            true if name[..at].ends_with('-') => Cow::Owned(format!("*{}", &name[..at - 1])),
            true => self.with_address(&name[..at]),
        }
    }

    /// Of a section, over all tasks of the loops.
    fn of_section(&self, variable: &Variable, section: &[Extent], loops: &[Loop]) -> Option<Bytes> {
        // Rows that are reached through pointers, or that the declaration gives lengths.
        let one = Poly::constant(1);
        let (rows, section) = match &variable.kind {
            VarKind::Flat { rows } => (rows.as_slice(), section),
            _ => (&[][..], section.get(..1)?),
        };
        let (mut least, mut last) = (Poly::default(), Poly::default());
        for (n, extent) in section.iter().enumerate() {
            let mut strides = rows.get(n..).into_iter().flatten();
            let stride = strides.try_fold(one.clone(), |all, row| all.times(row))?;
            let (lo, hi) = match extent {
                Extent::Range { lo, hi } => (lo.clone(), hi.clone()),
                Extent::All if n > 0 => (Poly::default(), rows[n - 1].clone()),
                Extent::All => return None,
            };
            least = least.plus(&lo.times(&stride)?)?;
            last = last.plus(&hi.minus(&one)?.times(&stride)?)?;
        }
        let lower = self.over_all(least, loops, false)?;
        let upper = self.over_all(last.plus(&one)?, loops, true)?;
        let name = &variable.name;
        let bytes = |count| format!("({}) * (ptrdiff_t)sizeof ({name})[0]", value(&count));
        let (lower, upper) = (bytes(lower), bytes(upper));
        Some(Bytes { lower, upper })
    }

    /// The least or the `greatest` of a bound of tasks' sections for the whole loops: chunks begin and end
    /// between the first index and the last one. `None` where it does not show which of them that is.
    pub(super) fn over_all(&self, mut bound: Poly, loops: &[Loop], greatest: bool) -> Option<Poly> {
        let one = Poly::constant(1);
        for l in loops.iter().rev() {
            let (first, past) = match &l.tiled.hull {
                Some((first, past)) => (first.clone(), past.clone()),
                None => {
                    let (lower, upper) = l.known.range(self.src);
                    let number = l.tiled.bounds.0.as_ref().and_then(Poly::as_constant);
                    let number = number.filter(|n| *n >= 0 && !l.known.down);
                    let lower = number.map_or_else(|| Poly::atom(lower), Poly::constant);
                    (lower, Poly::atom(upper))
                }
            };
            let begins = (l.tiled.lo_atom(), first.clone(), past.minus(&one)?);
            let ends = (l.tiled.hi_atom(), first.plus(&one)?, past);
            for (atom, low, high) in [begins, ends] {
                if !bound.mentions(&atom) {
                    continue;
                }
                let (factor, _) = bound.factor_of(&atom)?;
                let is_natural =
                    |poly: &Poly| poly.least_of_naturals(|_| Some(0)).is_some_and(|n| n >= 0);
                let grows = match is_natural(&factor) {
                    true => true,
                    false if is_natural(&factor.times(&Poly::constant(-1))?) => false,
                    false => return None,
                };
                bound = bound.substitute(&atom, if grows == greatest { &high } else { &low })?;
            }
        }
        Some(bound)
    }

    /// What a pointer leads to: as much as its type says, or anything, where that ends with an array without a length.
    fn behind(&self, task: &Task, name: &str) -> Bytes {
        let found = self.declaration(task, name);
        let body = found.and_then(|found| pointer_types::struct_of(self.src, &found));
        let last = body.and_then(|body| children(body).pop());
        let last = last.and_then(|member| declarations::names(self.src, member, false).pop());
        let open = last.is_some_and(|d| {
            let length = d.own_length().map(|length| self.src.slice(&length).trim());
            d.form() == Form::Array && length.is_none_or(|length| length == "0")
        });
        Bytes::all(match open {
            true => "PTRDIFF_MAX / 2".to_owned(),
            false => format!("(ptrdiff_t)sizeof *({name})"),
        })
    }

    /// Of what is used as a whole: what its declaration says, of a member the compiler.
    fn of_declaration(
        &self,
        task: &Task,
        variable: &Variable,
        section: &[Extent],
    ) -> Option<Bytes> {
        let name = &variable.name;
        if let Some(member) = last(name) {
            let members = pointer_types::members(self.src, member);
            // A flexible array member has no size.
            if members
                .iter()
                .any(|d| d.own_length().is_none() && d.form() == Form::Array)
            {
                return None;
            }
            return Some(Bytes::all(format!(
                "(ptrdiff_t)(__builtin_types_compatible_p(__typeof__({name}), __typeof__(&({name})[0])) ? 0 : sizeof ({name}))"
            )));
        }
        let found = self.declaration(task, name)?;
        let pointer = found.form() == Form::Pointer;
        // Others behind the first one are told by a section.
        if pointer && section.is_empty() && pointer_types::points_to_struct(self.src, &found) {
            return Some(self.behind(task, name));
        }
        if found.form() == Form::Array {
            return Some(Bytes::all(format!("(ptrdiff_t)sizeof ({name})")));
        }
        let length = self.src.slice(&found.own_length()?);
        Some(Bytes::all(format!(
            "(ptrdiff_t)({length}) * (ptrdiff_t)sizeof ({name})[0]"
        )))
    }
}
