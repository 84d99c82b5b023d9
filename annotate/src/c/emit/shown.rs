//! Lengths of arrays that no declaration says: a pointer's, a parameter's `double a[]`. They are as long as the
//! region's tasks go, which their loops' bounds say; what they are longer nobody uses here.
//!
//! Each task tells the array with lengths of its own bounds and of those of others that mean the same where it
//! is registered. Other lengths would make another array of the same memory, for which the program waits. An index
//! that may be below 0 is looked at where its task is registered: then the task runs at once, between two waits.

use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;

use crate::c::emit::{Context, Loop, value};
use crate::c::lower::region;
use crate::c::parse::names::statement;
use crate::c::parse::source::{root_of, words};
use crate::c::semantics::declarations::{self, Declared, Level};
use crate::c::semantics::pointer_types;
use crate::ir::{Extent, Poly, Task, VarKind, Variable, formula};
use crate::passes::{is_monotone, tasks};

/// Bounds beyond which lengths are not said by them.
const MOST: usize = 6;

/// How far tasks go, by the number of the array.
#[derive(Default)]
pub(super) struct Shown(RefCell<HashMap<usize, Option<Rc<Vec<Reach>>>>>);

/// How far one access goes.
struct Reach {
    /// Where its task begins.
    task: usize,
    /// The least index, and one past the greatest of each dimension without a length.
    least: Poly,
    past: Vec<(usize, Poly)>,
}

impl<'s> Context<'s> {
    /// The lengths of an array of which the declaration does not say all.
    pub(super) fn shown(
        &self,
        task: &Task,
        variable: &Variable,
        declared: &Declared,
    ) -> Option<Vec<String>> {
        let reaches = self.reaches(variable, declared)?;
        let mut lengths = self.said(variable, declared)?;
        for (d, length) in lengths.iter_mut().enumerate() {
            if length.is_none() {
                let own = |reach: &&Reach| reach.task == task.start || self.is_known(task, reach);
                let past = reaches.iter().filter(own).flat_map(|reach| &reach.past);
                let past = past.filter(|(of, _)| *of == d).map(|(_, past)| past);
                *length = Some(greatest(past)?);
            }
        }
        lengths.into_iter().collect()
    }

    /// Says whether an index is below 0 of an array whose lengths are shown, and what is done then; empty where none
    /// can be.
    pub(super) fn below(&self, task: &Task) -> String {
        let mut conditions = BTreeSet::new();
        for binding in &task.bindings {
            let variable = &self.region.variables[binding.var];
            let declared = self.declares(task, variable);
            let Some(declared) = declared.filter(|_| self.is_cut(task, binding.var)) else {
                continue;
            };
            let apart = self.is_told(task, variable) || self.in_turns(task, binding.var);
            if apart || !is_open(&declared) {
                continue;
            }
            let reaches = self.reaches(variable, &declared);
            let own = reaches.iter().flat_map(|all| all.iter());
            let own = own.filter(|reach| reach.task == task.start);
            let natural = |atom: &str| task.unsigned.iter().any(|name| name == atom).then_some(0);
            let open = own.filter(|r| r.least.least_of_naturals(natural).is_none_or(|n| n < 0));
            conditions
                .extend(open.map(|reach| format!("hp5_least({}, 0) < 0", value(&reach.least))));
        }
        match conditions.is_empty() {
            true => String::new(),
            false => {
                let any: Vec<String> = conditions.into_iter().collect();
                self.at_once(task, &any.join(" || "))
            }
        }
    }

    /// A clause says the lengths.
    fn is_told(&self, task: &Task, variable: &Variable) -> bool {
        region::dims_of(self.region, &variable.name, task.start).is_some()
    }

    fn declares(&self, task: &Task, variable: &Variable) -> Option<Declared<'s>> {
        let here = statement(self.src, task)?;
        pointer_types::declaration(self.src, here, &variable.name)
    }

    /// The lengths that the declaration says, or, of linear storage, the indices.
    fn said(&self, variable: &Variable, declared: &Declared) -> Option<Vec<Option<String>>> {
        let levels = declared.levels();
        match &variable.kind {
            VarKind::Flat { rows } if !rows.is_empty() => {
                let rows = rows.iter().map(|row| Some(value(row)));
                (levels.len() == 1).then(|| std::iter::once(None).chain(rows).collect())
            }
            kind => {
                let dims = kind.dims();
                let length = |level: &Level| match level {
                    Level::Array(Some(length)) => Some(self.src.slice(length).to_owned()),
                    _ => None,
                };
                let all = levels.get(..dims).filter(|_| dims > 0)?;
                Some(all.iter().map(length).collect())
            }
        }
    }

    /// How far the tasks of the region go, where that shows of all.
    fn reaches(&self, variable: &Variable, declared: &Declared) -> Option<Rc<Vec<Reach>>> {
        let all = &self.region.variables;
        let var = all.iter().position(|v| v.name == variable.name)?;
        if let Some(known) = self.shown.0.borrow().get(&var) {
            return known.clone();
        }
        let found = self.find_reaches(var, declared).map(Rc::new);
        self.shown.0.borrow_mut().insert(var, found.clone());
        found
    }

    fn find_reaches(&self, var: usize, declared: &Declared) -> Option<Vec<Reach>> {
        let variable = &self.region.variables[var];
        let said = self.said(variable, declared)?;
        let users = || {
            let users = tasks(self.region);
            users.filter(|task| task.accesses.iter().any(|a| a.var == var))
        };
        let in_loop = users().any(|task| !task.loops.is_empty());
        if self.shares || !in_loop || !is_open(declared) {
            return None;
        }
        let mut list = Vec::new();
        for task in users() {
            let loops = task.loops.iter().map(|tiled| self.nest_loop(task, tiled));
            let loops: Vec<Loop> = loops.collect::<Option<_>>()?;
            for access in task.accesses.iter().filter(|a| a.var == var) {
                let over = |d: usize| match access.section.get(d)? {
                    Extent::Range { lo, hi } if task.computed_by(lo).is_some() => {
                        in_turns(task, lo, hi)
                    }
                    Extent::Range { lo, hi } => {
                        let least = self.over_all(lo.clone(), &loops, false)?;
                        Some(vec![(least, self.over_all(hi.clone(), &loops, true)?)])
                    }
                    Extent::All => None,
                };
                let open = (0..said.len()).filter(|d| said[*d].is_none());
                let open: Vec<_> = open.map(|d| Some((d, over(d)?))).collect::<Option<_>>()?;
                let past = open
                    .iter()
                    .flat_map(|(d, ends)| ends.iter().map(|end| (*d, end.1.clone())));
                let past: Vec<(usize, Poly)> = past.collect();
                list.extend(over(0)?.into_iter().map(|(least, _)| Reach {
                    task: task.start,
                    least,
                    past: past.clone(),
                }));
            }
        }
        Some(list)
    }

    /// What the bounds of another task name is the same where this one is registered, and has a value there.
    fn is_known(&self, task: &Task, reach: &Reach) -> bool {
        let other = tasks(self.region).find(|other| other.start == reach.task);
        let here = statement(self.src, task);
        let there = other.and_then(|other| statement(self.src, other));
        let Some((here, there)) = here.zip(there) else {
            return false;
        };
        let is_same = |name: &str| {
            let found = declarations::find(self.src, here, name);
            let other = declarations::find(self.src, there, name);
            let Some((found, other)) = found.as_ref().zip(other.as_ref()) else {
                return found.is_none() && other.is_none(); // a type, a number
            };
            let function = self.src.function_at(found.node.start_byte());
            let valued = found.value.is_some()
                || function.is_none()
                || found.node.kind() == "parameter_declaration";
            let before = found.node.end_byte() <= self.region.body.start;
            found.node == other.node && valued && before
        };
        let steady = |atom: &str| !atom.contains("->") && words(atom).all(is_same);
        let mut atoms = reach.past.iter().flat_map(|(_, past)| past.atoms());
        atoms.all(|atom| steady(atom) && root_of(atom) == atom)
    }
}

/// The ends of a section that is found in each turn, in the first turn and the last one, where these are the least
/// and the greatest.
fn in_turns(task: &Task, lo: &Poly, hi: &Poly) -> Option<Vec<(Poly, Poly)>> {
    let computed = task
        .computed_by(lo)
        .filter(|c| Some(c.number) == task.computed_by(hi).map(|c| c.number))?;
    let [tiled] = task.loops.as_slice() else {
        return None;
    };
    let rises = [&computed.lo, &computed.hi]
        .into_iter()
        .all(|end| is_monotone(end, &tiled.atom));
    let (first, past) = (tiled.bounds.0.as_ref()?, tiled.bounds.1.as_ref()?);
    let last = past.minus(&Poly::constant(1))?;
    let turns = [first, &last].into_iter().filter(|_| rises);
    let ends = turns.map(|turn| {
        // Without turns nothing is divided by what may be 0.
        let at = |end: &Poly| {
            let end = value(&formula::substitute(end, &tiled.atom, turn)?);
            Some(Poly::atom(format!(
                "({} < {} ? {end} : 0)",
                value(first),
                value(past)
            )))
        };
        Some((at(&computed.lo)?, at(&computed.hi)?))
    });
    let ends: Vec<_> = ends.collect::<Option<_>>()?;
    (!ends.is_empty()).then_some(ends)
}

/// The length of its first dimension is not said.
fn is_open(declared: &Declared) -> bool {
    let levels = declared.levels();
    matches!(levels.first(), Some(Level::Pointer | Level::Array(None)))
}

/// The greatest of these, as an expression, and 0.
fn greatest<'p>(all: impl Iterator<Item = &'p Poly>) -> Option<String> {
    let mut list: Vec<&Poly> = Vec::new();
    for poly in all {
        let more = |a: &Poly, b: &Poly| a.minus(b).and_then(|rest| rest.as_constant());
        if list
            .iter()
            .any(|known| more(known, poly).is_some_and(|n| n >= 0))
        {
            continue;
        }
        list.retain(|known| more(poly, known).is_none());
        list.push(poly);
    }
    let mut texts: Vec<String> = list.into_iter().map(value).collect();
    texts.sort_unstable();
    let least = texts.iter().fold("0".to_owned(), |least, text| {
        format!("hp5_least({least}, -({text}))")
    });
    (texts.len() <= MOST).then(|| format!("-{least}"))
}
