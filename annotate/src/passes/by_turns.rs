//! Indices and bounds with quotients, remainders and choices, `a[c / m][c % m]`, `a[i]` for `i` from `b * n / parts`
//! on, in task loops whose clauses say nothing of the array: from the accesses, sections that are computed in
//! each turn, as those of such clauses are.

use crate::diag::Diagnostics;
use crate::ir::{Declared, Extent, LoopInfo, Poly, Region, Shape, Task, Use, rust_text};
use crate::lower::extreme_with;
use crate::passes::tasks_mut;
use crate::syntax::rust::Source;

/// Accesses of an array beyond which they are not looked at.
const MOST: usize = 16;

/// What differs from language to language.
pub(crate) trait Language {
    /// A turn of the task's loops does more than to find out what it uses.
    fn is_worth_it(&self, task: &Task) -> bool;

    /// The array's elements lie where its name says.
    fn is_array(&self, task: &Task, name: &str) -> bool;

    /// The value in a turn as an expression, in front of the task.
    fn text(&self, task: &Task, value: &Poly) -> Option<String>;
}

/// Says for tasks what they use by such indices.
pub(crate) fn run(language: &impl Language, region: &mut Region) {
    for task in tasks_mut(region) {
        let fits = !task.loops.is_empty() && task.nested.is_none() && task.precise.is_some();
        if !fits || !language.is_worth_it(task) {
            continue;
        }
        let unknown = task.uses.iter().filter(|u| task.is_unknown(u));
        let mut names: Vec<String> = unknown.map(|u| u.name.clone()).collect();
        names.sort_unstable();
        names.dedup();
        for name in names {
            let before = task.computed.len();
            match sections(language, task, &name) {
                Some(list) => task.declared.extend(list),
                None => task.computed.truncate(before),
            }
        }
    }
}

/// What the task uses of an array, by all that it does with it.
fn sections(language: &impl Language, task: &mut Task, name: &str) -> Option<Vec<Declared>> {
    let said =
        task.declared.iter().any(|d| d.name == name) || task.privates.iter().any(|p| p == name);
    let own = |u: &&Use| u.name == name;
    let plain: Vec<Use> = task.uses.iter().filter(own).cloned().collect();
    let direct = |u: &Use| u.shape == Shape::Element && !u.reborrow && !u.in_macro;
    if said || plain.len() > MOST || !plain.iter().all(direct) || !language.is_array(task, name) {
        return None;
    }
    let precise = task.precise.clone()?;
    let inner: Vec<LoopInfo> = (precise.inner.iter())
        .filter(|l| !task.loops.iter().any(|t| t.atom == l.atom))
        .cloned()
        .collect();
    // Several may have one place, in a macro.
    let exact: Vec<&Use> = precise.uses.iter().filter(own).collect();
    let same = |(a, b): (&Use, &&Use)| a.span == b.span && a.mode == b.mode && a.shape == b.shape;
    if plain.len() != exact.len() || !plain.iter().zip(&exact).all(same) {
        return None;
    }
    let mut known: Vec<((Poly, Poly), Extent)> = Vec::new();
    let mut list = Vec::new();
    for (used, exact) in plain.iter().zip(exact) {
        let mut section = Vec::new();
        for index in &exact.index {
            let ends = ends(task, index.as_ref()?, &inner)?;
            let before = known.iter().find(|(other, _)| *other == ends);
            let extent = match before {
                Some((_, extent)) => extent.clone(),
                None => extent(language, task, &precise.inner, &ends)?,
            };
            known.push((ends, extent.clone()));
            section.push(extent);
        }
        list.push(Declared {
            name: name.to_owned(),
            mode: used.mode,
            span: used.span.clone(),
            section: Some(section),
        });
    }
    Some(list)
}

/// The first index and one past the last in one turn of the loops that are cut.
fn ends(task: &Task, index: &Poly, inner: &[LoopInfo]) -> Option<(Poly, Poly)> {
    let natural = |name: &str| task.is_unsigned(name);
    let lo = extreme_with(index, inner, true, &natural)?;
    let hi = extreme_with(index, inner, false, &natural)?;
    Some((lo, hi.plus(&Poly::constant(1))?))
}

fn extent(
    language: &impl Language,
    task: &mut Task,
    loops: &[LoopInfo],
    (lo, hi): &(Poly, Poly),
) -> Option<Extent> {
    let is_plain = |poly: &Poly| poly.inner().next().is_none();
    if is_plain(lo) && is_plain(hi) {
        let natural = |name: &str| task.is_unsigned(name);
        let one = Poly::constant(1);
        let least = extreme_with(lo, loops, true, &natural)?;
        let last = extreme_with(&hi.minus(&one)?, loops, false, &natural)?;
        return Some(Extent::Range {
            lo: least,
            hi: last.plus(&one)?,
        });
    }
    let texts = (language.text(task, lo)?, language.text(task, hi)?);
    task.computed(texts, lo.clone(), hi.clone())
}

/// Ends of sections in Rust.
struct Rust;

impl Language for Rust {
    fn is_worth_it(&self, task: &Task) -> bool {
        task.has_inner_loops()
    }

    fn is_array(&self, _: &Task, _: &str) -> bool {
        true
    }

    fn text(&self, task: &Task, value: &Poly) -> Option<String> {
        let name = |name: &str| match name.contains('@') {
            false => Some(format!("({name} as i128)")),
            true => {
                let mut loops = task.loops.iter();
                let own = loops.find(|l| l.atom == name)?;
                Some(format!("({} as i128)", own.var))
            }
        };
        rust_text(value, &name)
    }
}

/// As [`run`], of Rust.
pub(super) fn run_rust(_: &Source, region: &mut Region, _: &mut Diagnostics) {
    run(&Rust, region);
}
