//! Indices and bounds with quotients and remainders, `a[c / m][c % m]`, `a[i]` for `i` from `b * n / parts` on, in
//! task loops whose clauses say nothing of the array: their sections are found in each turn, as those of such clauses are.

use tree_sitter::Node;

use super::affine::integer;
use super::captured::statement;
use super::declared;
use super::leads;
use super::syntax::{Source, field, words};
use super::widths::Int;
use crate::ir::{Declared, Extent, LoopInfo, Poly, Region, Shape, Task, Use};
use crate::lower::extreme_with;
use crate::passes::tasks_mut;

/// Accesses of an array beyond which they are not looked at.
const MOST: usize = 16;

/// Says for tasks what they use by such indices.
pub(super) fn run(src: &Source, region: &mut Region) {
    for task in tasks_mut(region) {
        let Some(stmt) = statement(src, task).filter(|_| !task.loops.is_empty()) else {
            continue;
        };
        if task.nested.is_some() || task.precise.is_none() {
            continue;
        }
        let unknown = task.uses.iter().filter(|u| is_unknown(task, u));
        let mut names: Vec<String> = unknown.map(|u| u.name.clone()).collect();
        names.sort_unstable();
        names.dedup();
        for name in names {
            let before = task.computed.len();
            match sections(src, stmt, task, &name) {
                Some(list) => task.declared.extend(list),
                None => task.computed.truncate(before),
            }
        }
    }
}

/// It does not show which element it is, or between which bounds.
pub(super) fn is_unknown(task: &Task, used: &Use) -> bool {
    let mut open = task
        .inner
        .iter()
        .filter(|l| l.lo.is_none() || l.hi.is_none());
    let mut is_open = |index: &Poly| open.any(|l| index.mentions(&l.atom));
    let mut indices = used.index.iter();
    let unknown = indices.any(|index| index.as_ref().is_none_or(&mut is_open));
    used.shape == Shape::Element && !used.reborrow && unknown
}

/// What the task uses of an array, by all that it does with it.
fn sections(src: &Source, stmt: Node, task: &mut Task, name: &str) -> Option<Vec<Declared>> {
    let found = declared::find(src, stmt, name)?;
    let rows_elsewhere = found.inner_stars() > 0 || leads::holds(src, &found, 0);
    let said =
        task.declared.iter().any(|d| d.name == name) || task.privates.iter().any(|p| p == name);
    let own = |u: &&Use| u.name == name;
    let plain: Vec<Use> = task.uses.iter().filter(own).cloned().collect();
    let direct = |u: &Use| u.shape == Shape::Element && !u.reborrow && !u.in_macro;
    if rows_elsewhere || said || plain.len() > MOST || !plain.iter().all(direct) {
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
                None => extent(src, stmt, task, &precise.inner, &ends)?,
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
    src: &Source,
    stmt: Node,
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
    let text = |poly: &Poly| {
        let named = |atom: &str| {
            task.loops
                .iter()
                .fold(atom.to_owned(), |text, l| text.replace(&l.atom, &l.var))
        };
        let text = poly.to_text(|atom| format!("(ptrdiff_t)({})", named(atom)));
        (!text.contains('@') && words(&text).all(|word| is_signed(src, task, stmt, word)))
            .then_some(text)
    };
    let texts = (text(lo)?, text(hi)?);
    task.computed(texts, lo.clone(), hi.clone())
}

/// The name is that of a number with a sign, whose arithmetic is that of numbers, and known in front of the task.
fn is_signed(src: &Source, task: &Task, stmt: Node, word: &str) -> bool {
    let counts = task.loops.iter().any(|l| l.var == word);
    // The variables of the loops may be declared in the statement.
    let inside = || declared::find(src, field(stmt, "body").filter(|_| counts)?, word);
    let outside = || {
        let found = declared::find(src, stmt, word)?;
        (found.node.end_byte() <= stmt.start_byte()).then_some(found)
    };
    match inside().or_else(outside) {
        Some(found) => {
            let int = Int::of(&found.plain_words(src));
            found.levels().is_empty() && matches!(int, Int::Plain | Int::Long)
        }
        None => {
            let number = src.macros.get(word).map(|m| m.value.as_str());
            let signed = |n: &str| integer(n).is_some() && !n.contains(['u', 'U']);
            word == "ptrdiff_t" || number.is_some_and(signed)
        }
    }
}
