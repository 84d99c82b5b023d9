//! Declared sections of the tasks of a loop that do not meet.

use crate::ir::{Computed, Declared, Extent, Poly, Task, TiledLoop, formula};

/// True when the declared sections of different tasks do not meet: along the loop that is cut each pair with
/// a write begins, in the later chunk, where it ended in the earlier one, or they are blocks that
/// are counted by quotient and remainder.
pub(super) fn declared_apart(task: &Task, declared: &[&Declared]) -> bool {
    let [tiled] = task.loops.as_slice() else {
        return false;
    };
    let apart = |x: &Declared, y: &Declared| match (&x.section, &y.section) {
        (Some(x), Some(y)) => {
            let mut pairs = x.iter().zip(y);
            pairs.any(|(a, b)| in_chunks(task, tiled, (a, b)) || in_turns(task, tiled, (a, b)))
                || in_blocks(task, tiled, x, y)
        }
        _ => false,
    };
    let pairs = declared
        .iter()
        .enumerate()
        .flat_map(|(n, x)| declared[n..].iter().map(move |y| (x, y)));
    !declared.is_empty()
        && pairs
            .filter(|(x, y)| x.mode.writes() || y.mode.writes())
            .all(|(x, y)| apart(x, y))
}

/// `b` is above `a` by a number, or equal to it.
fn at_most(a: &Poly, b: &Poly) -> bool {
    let difference = b.minus(a).and_then(|d| d.as_constant());
    difference.is_some_and(|c| c >= 0)
}

/// An extent as `k * first + from .. k * past + to`, by the chunk's bounds `first..past`.
fn by_chunk(tiled: &TiledLoop, extent: &Extent) -> Option<(Poly, Poly, Poly)> {
    let (first, past) = (tiled.lo_atom(), tiled.hi_atom());
    let Extent::Range { lo, hi } = extent else {
        return None;
    };
    // Of single turns both ends may be known by the first one.
    let single = Poly::atom(past.as_str()).minus(&Poly::constant(1))?;
    let hi = match hi.mentions(&past) {
        false => hi.substitute(&first, &single)?,
        true => hi.clone(),
    };
    let (k, from) = lo.factor_of(&first)?;
    let (l, to) = hi.factor_of(&past)?;
    let clean = |p: &Poly| !p.mentions(&first) && !p.mentions(&past);
    (k == l && k != Poly::default() && clean(&from) && clean(&to)).then_some((k, from, to))
}

/// It shows how the section follows the tiled loops: each of its ends by one of them, or by none.
pub(super) fn follows_loops(task: &Task, declared: &Declared) -> bool {
    let mentioned = |end: &Poly| {
        let mut loops = task.loops.iter();
        loops.any(|l| end.mentions(&l.lo_atom()) || end.mentions(&l.hi_atom()))
    };
    let mut extents = declared.section.iter().flatten();
    extents.all(|extent| match extent {
        Extent::All => true,
        Extent::Range { lo, hi } => {
            !(mentioned(lo) || mentioned(hi))
                || (task.loops.iter())
                    .any(|l| by_chunk(l, extent).is_some_and(|(k, ..)| k.as_constant().is_some()))
        }
    })
}

/// Distances of turns at which declared sections meet, along each loop the least and the greatest, as far as they
/// are known; `None` where they never meet.
pub(super) fn declared_distance(task: &Task, x: &Declared, y: &Declared) -> Option<Vec<Range>> {
    let mut known: Vec<Range> = vec![(None, None); task.loops.len()];
    let pairs = x.section.iter().flatten().zip(y.section.iter().flatten());
    for ((a, b), (n, tiled)) in pairs.flat_map(|pair| {
        let loops = task.loops.iter().enumerate();
        loops.map(move |l| (pair, l))
    }) {
        let Some((low, high)) = distance_along(tiled, a, b) else {
            continue;
        };
        let (least, greatest) = &mut known[n];
        *least = Some(least.map_or(low, |l| l.max(low)));
        *greatest = Some(greatest.map_or(high, |h| h.min(high)));
        if *least > *greatest {
            return None;
        }
    }
    Some(known)
}

/// The least and the greatest of something.
type Range = (Option<i64>, Option<i64>);

/// The same along one loop, by one dimension.
fn distance_along(tiled: &TiledLoop, x: &Extent, y: &Extent) -> Option<(i64, i64)> {
    let (Some((k, from_x, to_x)), Some((l, from_y, to_y))) =
        (by_chunk(tiled, x), by_chunk(tiled, y))
    else {
        return None;
    };
    let k = k
        .as_constant()
        .filter(|k| *k > 0 && l == Poly::constant(*k))?;
    let gap = |to: &Poly, from: &Poly| to.minus(from).and_then(|gap| gap.as_constant());
    // Turn `t` has `k * t + from .. k * (t + 1) + to`.
    let (after, before) = (gap(&to_x, &from_y)? + k - 1, gap(&to_y, &from_x)? + k - 1);
    Some((-before.div_euclid(k), after.div_euclid(k)))
}

/// By sums and multiples of the chunks' bounds.
fn in_chunks(task: &Task, tiled: &TiledLoop, (x, y): (&Extent, &Extent)) -> bool {
    let chunk = |extent: &Extent| by_chunk(tiled, extent);
    let (Some((k, from_x, to_x)), Some((l, from_y, to_y))) = (chunk(x), chunk(y)) else {
        return false;
    };
    let rises = match k.as_constant() {
        Some(number) => number > 0,
        // Where a block is no longer than `k`, and `k` below 1, there is nothing in it.
        None => task.is_natural(&k) || (at_most(&to_x, &from_x) && at_most(&to_y, &from_y)),
    };
    k == l && rises && at_most(&to_x, &from_y) && at_most(&to_y, &from_x)
}

fn computed<'t>(task: &'t Task, extent: &Extent) -> Option<&'t Computed> {
    let Extent::Range { lo, .. } = extent else {
        return None;
    };
    task.computed_by(lo)
}

/// Each turn ends where the next one begins, or before, and begins are in the order of the turns or all in
/// the opposite order, in which case there is nothing between them.
fn in_turns(task: &Task, tiled: &TiledLoop, (x, y): (&Extent, &Extent)) -> bool {
    let ends = |extent: &Extent| {
        let computed = computed(task, extent)?;
        let turn = Poly::atom(tiled.atom.as_str());
        let next = turn.plus(&Poly::constant(1))?;
        let same = |p: &Poly| formula::substitute(p, &tiled.atom, &turn);
        let after = formula::substitute(&computed.lo, &tiled.atom, &next)?;
        Some((same(&computed.lo)?, same(&computed.hi)?, after))
    };
    let (Some((from_x, to_x, next)), Some((from_y, to_y, _))) = (ends(x), ends(y)) else {
        return false;
    };
    // A turn that has one behind it is not the last: of that one the end may be another.
    let last = || tiled.bounds.1.clone()?.minus(&Poly::constant(1));
    let below = last().and_then(|last| Poly::atom(tiled.atom.as_str()).minus(&last));
    let before = |end: &Poly| is_at_most(end, &next, below.as_ref(), 0);
    from_x == from_y && is_monotone(&from_x, &tiled.atom) && before(&to_x) && before(&to_y)
}

/// Choices within choices beyond which nobody looks.
const DEPTH: usize = 4;

/// The value is `most` at most, by what it is chosen from, where `below` is less than 0.
fn is_at_most(value: &Poly, most: &Poly, below: Option<&Poly>, depth: usize) -> bool {
    let atoms = value.atoms();
    let [atom] = atoms[..] else {
        return at_most(value, most);
    };
    if depth > DEPTH || *value != Poly::atom(atom) || at_most(value, most) {
        return at_most(value, most);
    }
    let decided = below.and_then(|below| formula::where_below(atom, below));
    let mut bounds = formula::upper_bounds(atom).into_iter().chain(decided);
    bounds.any(|bound| is_at_most(&bound, most, below, depth + 1))
}

/// The value grows with the loop's variable, or falls: one term has it, by itself or in a quotient.
pub(crate) fn is_monotone(value: &Poly, atom: &str) -> bool {
    let named = |atoms: &[String]| -> Vec<String> {
        let has = |a: &&String| words(a).any(|word| word == atom);
        atoms.iter().filter(has).cloned().collect()
    };
    let terms: Vec<Vec<String>> = (value.terms())
        .map(|(product, _)| named(product))
        .filter(|atoms| !atoms.is_empty())
        .collect();
    let [only] = terms.as_slice() else {
        return false;
    };
    match only.as_slice() {
        [one] if one == atom => true,
        [one] => is_monotone_atom(one, atom),
        _ => false,
    }
}

fn is_monotone_atom(one: &str, atom: &str) -> bool {
    match formula::operands(one) {
        // A quotient is cut off the same way everywhere.
        Some(("/", of, by)) => is_monotone(&of, atom) && !mentions(&by, atom),
        Some(("min" | "max", a, b)) => {
            let side = |p: &Poly, other: &Poly| is_monotone(p, atom) && !mentions(other, atom);
            side(&a, &b) || side(&b, &a)
        }
        _ => false,
    }
}

/// `B * (c / m)` in one dimension and `B * (c % m)` in another one, of blocks that are no larger: two turns
/// differ in one of them.
fn in_blocks(task: &Task, tiled: &TiledLoop, x: &[Extent], y: &[Extent]) -> bool {
    let of = |extent: &Extent| {
        let computed = computed(task, extent)?;
        let turn = Poly::atom(tiled.atom.as_str());
        let same = |p: &Poly| formula::substitute(p, &tiled.atom, &turn);
        let (lo, hi) = (same(&computed.lo)?, same(&computed.hi)?);
        let atoms = lo.atoms();
        let mut all = atoms
            .into_iter()
            .filter(|a| words(a).any(|word| word == tiled.atom));
        let atom = all.next().filter(|_| all.next().is_none())?.to_owned();
        let (operator, of, by) = formula::operands(&atom)?;
        let (k, rest) = lo.factor_of(&atom)?;
        // Each turn has another value.
        let counts = of == turn && !mentions(&by, &tiled.atom);
        let fits = at_most(&hi.minus(&lo)?, &k);
        (counts && fits).then_some((operator, by, k, rest))
    };
    let dims: Vec<_> = x
        .iter()
        .zip(y)
        .map(|(x, y)| of(x).filter(|x| of(y).as_ref() == Some(x)))
        .collect();
    let by = |operator: &str| dims.iter().flatten().find(|d| d.0 == operator);
    by("/").zip(by("%")).is_some_and(|(a, b)| a.1 == b.1)
}

fn mentions(value: &Poly, atom: &str) -> bool {
    value
        .atoms()
        .into_iter()
        .flat_map(words)
        .any(|word| word == atom)
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !(c.is_alphanumeric() || c == '_' || c == '@'))
}
