//! At which distances two uses meet in an element.

use super::interval::{Covered, Interval, covered, length, over_all, over_inner};
use crate::ir::{Poly, Task, TiledLoop, Use, VarKind, Variable};
use crate::lower::extreme;

/// Values within values beyond which nobody asks for residues.
const ROUNDS: usize = 4;

/// Distance of a dependence along one tiled loop.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Step {
    Known(i64),
    Free,
}

/// Distances, one per tiled loop, between iterations `i` and `i + distance` such that
/// `second` in the latter meets `first` in the former. `None`: they never meet.
pub(super) fn distance(
    task: &Task,
    variable: &Variable,
    first: &Use,
    second: &Use,
) -> Option<Vec<Step>> {
    let found = distance_in(task, variable, first, second)?;
    let is_known = |steps: &[Step]| !steps.contains(&Step::Free);
    if is_known(&found) || variable.kind != (VarKind::Flat { rows: Vec::new() }) {
        return Some(found);
    }
    // A line of elements has what rows its indices show, however it is cut.
    for row in rows_shown(first, second) {
        let kind = VarKind::Flat { rows: vec![row] };
        let by_rows = Variable {
            kind,
            ..variable.clone()
        };
        let found = distance_in(task, &by_rows, first, second)?;
        if is_known(&found) {
            return Some(found);
        }
    }
    Some(found)
}

/// What stands beside loop variables in the indices, other than 1.
fn rows_shown(first: &Use, second: &Use) -> Vec<Poly> {
    let mut rows: Vec<Poly> = Vec::new();
    for index in first.index.iter().chain(&second.index).flatten() {
        for (symbols, number) in index.loop_factors(|atom| atom.contains('@')) {
            let factor = symbols.into_iter().map(Poly::atom);
            let row = factor
                .into_iter()
                .try_fold(Poly::constant(number.abs()), |row, atom| row.times(&atom));
            rows.extend(row.filter(|row| *row != Poly::constant(1) && !rows.contains(row)));
        }
    }
    rows
}

/// The same, by the rows that the variable has.
fn distance_in(task: &Task, variable: &Variable, first: &Use, second: &Use) -> Option<Vec<Step>> {
    // Least and greatest distance along each loop, as far as they are known.
    let mut known: Vec<(Option<i64>, Option<i64>)> = vec![(None, None); task.loops.len()];
    let (Some(x), Some(y)) = (covered(variable, first), covered(variable, second)) else {
        return Some(vec![Step::Free; task.loops.len()]);
    };
    let rows_hold = match &variable.kind {
        VarKind::Flat { rows } => rows_are_apart(task, rows, &x, &y),
        _ => true,
    };
    let pairs: Vec<(&Interval, &Interval)> = if rows_hold {
        x.parts.iter().zip(&y.parts).collect()
    } else {
        vec![(&x.linear, &y.linear)]
    };
    for (x, y) in pairs {
        match meeting(task, x, y) {
            Meeting::Never => return None,
            Meeting::Unknown => {}
            Meeting::Within(n, low, high) => {
                let (least, greatest) = &mut known[n];
                *least = (*least).max(low);
                *greatest = match (*greatest, high) {
                    (Some(a), Some(b)) => Some(a.min(b)),
                    (a, b) => a.or(b),
                };
            }
        }
    }
    let step = |(low, high): (Option<i64>, Option<i64>)| match (low, high) {
        (Some(low), Some(high)) if low > high => None,
        (Some(low), Some(high)) if low == high => Some(Step::Known(low)),
        _ => Some(Step::Free),
    };
    known.into_iter().map(step).collect()
}

/// False when a linear index may run over into the next row, as far as can be proved.
pub(super) fn rows_known(task: &Task, variable: &Variable, first: &Use, second: &Use) -> bool {
    let VarKind::Flat { rows } = &variable.kind else {
        return true;
    };
    let (Some(x), Some(y)) = (covered(variable, first), covered(variable, second)) else {
        return true;
    };
    let affine = |c: &Covered| c.linear.is_some();
    rows.is_empty() || !affine(&x) || !affine(&y) || rows_are_apart(task, rows, &x, &y)
}

/// True when two linear indices are equal only if they are equal row by row: at each level
/// the parts inside a row differ by less than the row's length.
fn rows_are_apart(task: &Task, rows: &[Poly], x: &Covered, y: &Covered) -> bool {
    if x.parts.len() != y.parts.len() || x.parts.len() != rows.len() + 1 {
        return false;
    }
    (0..rows.len()).all(|d| {
        let Some(row) = length(rows, d) else {
            return false;
        };
        let (inside_x, inside_y) = (inside_row(task, rows, x, d), inside_row(task, rows, y, d));
        let (Some((lo_x, hi_x)), Some((lo_y, hi_y))) = (inside_x, inside_y) else {
            return false;
        };
        let less = |hi: &Poly, lo: &Poly| {
            // row - 1 - (hi - lo) >= 0
            let gap = row
                .minus(hi)
                .and_then(|p| p.plus(lo))
                .and_then(|p| p.minus(&Poly::constant(1)));
            gap.is_some_and(|gap| not_negative(&gap, task, rows))
        };
        // Loops around the task bound what has their variables.
        let [first, last] = [true, false].map(|least| {
            move |end: &Poly| extreme(end, &task.around, least).unwrap_or_else(|| end.clone())
        });
        let apart = |hi: &Poly, lo: &Poly| less(hi, lo) || less(&last(hi), &first(lo));
        apart(&hi_x, &lo_y) && apart(&hi_y, &lo_x)
    })
}

/// True when a linear index is proven to stay inside its row at each level, each loop
/// variable moving it in one dimension only.
pub(in crate::passes) fn stays_in_row(task: &Task, variable: &Variable, found: &Use) -> bool {
    let VarKind::Flat { rows } = &variable.kind else {
        return true;
    };
    let Some(covered) = covered(variable, found).filter(|c| c.parts.len() == rows.len() + 1) else {
        return false;
    };
    let moves = |atom: &str| {
        let here = |part: &Interval| {
            part.as_ref()
                .is_some_and(|(lo, hi)| lo.mentions(atom) || hi.mentions(atom))
        };
        covered.parts.iter().filter(|part| here(part)).count()
    };
    task.inner.iter().all(|l| moves(&l.atom) <= 1)
        && (rows.iter().zip(&covered.parts[1..]))
            .all(|(row, part)| is_inside(task, rows, (row, 1), part))
}

/// The end of a slice, an index by dimension, lies in the row that it is counted in, or at its end.
pub(in crate::passes) fn lies_in_rows(task: &Task, rows: &[Poly], end: &[Option<Poly>]) -> bool {
    end.len() == rows.len() + 1
        && rows.iter().zip(&end[1..]).all(|(row, part)| {
            let part = part.clone().map(|p| (p.clone(), p));
            is_inside(task, rows, (row, 0), &part)
        })
}

/// Over all iterations the part is not below 0, and leaves so many elements at least of the row.
fn is_inside(task: &Task, rows: &[Poly], (row, left): (&Poly, i64), part: &Interval) -> bool {
    let Some((lo, hi)) = over_all(task, part) else {
        return false;
    };
    let room = row.minus(&hi).and_then(|p| p.minus(&Poly::constant(left)));
    not_negative(&lo, task, rows) && room.is_some_and(|room| not_negative(&room, task, rows))
}

/// Least and greatest position inside a row of dimension `d`, over all iterations.
fn inside_row(task: &Task, rows: &[Poly], covered: &Covered, d: usize) -> Interval {
    let mut sum = Some((Poly::constant(0), Poly::constant(0)));
    for (n, part) in covered.parts.iter().enumerate().skip(d + 1) {
        let whole = || {
            Some((
                Poly::constant(0),
                rows.get(n - 1)?.minus(&Poly::constant(1))?,
            ))
        };
        // An unknown part is only known to be inside its row where the whole row is meant.
        let part = if part.is_some() {
            over_all(task, part)
        } else if covered.linear.is_some() {
            whole()
        } else {
            None
        };
        let (lo, hi) = part?;
        let step = if n < rows.len() {
            length(rows, n)?
        } else {
            Poly::constant(1)
        };
        let (from, to) = sum?;
        sum = Some((from.plus(&lo.times(&step)?)?, to.plus(&hi.times(&step)?)?));
    }
    sum
}

/// True when the value cannot be negative: a sum of row lengths and a number, once names are
/// replaced by what they are known to be equal to.
fn not_negative(value: &Poly, task: &Task, rows: &[Poly]) -> bool {
    let natural = |atom: &str| match rows.iter().any(|row| row.mentions(atom)) {
        true => Some(1),
        false => task.unsigned.iter().any(|name| name == atom).then_some(0),
    };
    // A row has at least one element, so names of row lengths are at least 1.
    let least = |value: &Poly| value.least_of_naturals(natural);
    // Iterations that meet are there: a tiled loop from `lo` to `hi` has `hi - lo` of them, above 0.
    let rest = |l: &TiledLoop| {
        let rest = l.bounds.1.as_ref()?.minus(l.bounds.0.as_ref()?)?;
        rest.minus(&Poly::constant(1))
    };
    let mut rests: Vec<Poly> = task.loops.iter().filter_map(rest).collect();
    let of_rows = |rest: &Poly| -> Vec<Poly> {
        let products = rows.iter().filter_map(|row| rest.times(row));
        products.collect()
    };
    let longer: Vec<Poly> = rests.iter().flat_map(of_rows).collect();
    rests.extend(longer);
    let holds = |value: &Poly, rests: &[Poly]| {
        let less = rests.iter().filter_map(|rest| value.minus(rest));
        (less.chain([value.clone()])).any(|value| least(&value).is_some_and(|least| least >= 0))
    };
    // Innermost facts first: each is in terms of names that are bound before it. What sums are that are
    // rows may be known by them, or the other way round.
    let facts = || task.facts.iter().rev().map(|(name, fact)| (name, fact));
    let of_rows = task
        .sums
        .iter()
        .filter(|sum| rows.iter().any(|row| row.mentions(&sum.atom)));
    let sums = || of_rows.clone().map(|sum| (&sum.name, &sum.inverse));
    let shown = |known: Vec<(&String, &Poly)>| {
        let (mut value, mut rests) = (value.clone(), rests.clone());
        holds(&value, &rests)
            || known.into_iter().any(|(name, fact)| {
                let Some(next) = value.substitute(name, fact) else {
                    return false;
                };
                value = next;
                rests = (rests.iter())
                    .filter_map(|rest| rest.substitute(name, fact))
                    .collect();
                holds(&value, &rests)
            })
    };
    shown(facts().chain(sums()).collect()) || shown(sums().chain(facts()).collect())
}

enum Meeting {
    Never,
    Unknown,
    /// Along this loop at no less and no more than these distances.
    Within(usize, Option<i64>, Option<i64>),
}

/// When two intervals of one dimension overlap.
fn meeting(task: &Task, x: &Interval, y: &Interval) -> Meeting {
    if let (Some((a, b)), Some((c, d))) = (x, y)
        && a == b
        && c == d
        && never_by_residue(task, a, c)
    {
        return Meeting::Never;
    }
    if let (Some((a, b)), Some((c, d))) = (over_all(task, x), over_all(task, y)) {
        // One lies before the other in all iterations.
        let before = |end: &Poly, begin: &Poly| {
            begin
                .minus(end)
                .and_then(|p| p.as_constant())
                .is_some_and(|c| c > 0)
        };
        if before(&b, &c) || before(&d, &a) {
            return Meeting::Never;
        }
    }
    let (Some((x_lo, x_hi)), Some((y_lo, y_hi))) = (over_inner(task, x), over_inner(task, y))
    else {
        return Meeting::Unknown;
    };
    let all = [&x_lo, &x_hi, &y_lo, &y_hi];
    let mentioned: Vec<usize> = (0..task.loops.len())
        .filter(|&n| all.iter().any(|p| p.mentions(&task.loops[n].atom)))
        .collect();
    let number = |a: &Poly, b: &Poly| a.minus(b).and_then(|d| d.as_constant());
    match mentioned.as_slice() {
        [] => match (number(&x_lo, &y_hi), number(&x_hi, &y_lo)) {
            (Some(low), _) if low > 0 => Meeting::Never,
            (_, Some(high)) if high < 0 => Meeting::Never,
            _ => Meeting::Unknown,
        },
        [n] => {
            let atom = &task.loops[*n].atom;
            let parts: Option<Vec<(i64, Poly)>> = all.iter().map(|p| p.linear_in(atom)).collect();
            let Some(parts) = parts else {
                return meeting_of_blocks(task, *n, all);
            };
            // The first begins before the second ends, `k * distance >= low`, and the other way round.
            let [x_lo, x_hi, y_lo, y_hi] = &parts[..] else {
                return Meeting::Unknown;
            };
            let low = number(&x_lo.1, &y_hi.1).filter(|_| x_lo.0 == y_hi.0);
            let high = number(&x_hi.1, &y_lo.1).filter(|_| x_hi.0 == y_lo.0);
            let least = low.and_then(|low| at_least(y_hi.0, low));
            let most = high.and_then(|high| at_least(-y_lo.0, -high));
            within(task, *n, [least, most])
        }
        _ => Meeting::Unknown,
    }
}

/// Blocks of a length that is no number, `b * length + 1 .. (b + 1) * length`, of which none reaches as far as
/// to the next one.
fn meeting_of_blocks(task: &Task, n: usize, all: [&Poly; 4]) -> Meeting {
    let atom = &task.loops[n].atom;
    let parts: Option<Vec<(Poly, Poly)>> = all.iter().map(|p| p.factor_of(atom)).collect();
    let Some([x_lo, x_hi, y_lo, y_hi]) = parts.as_deref() else {
        return Meeting::Unknown;
    };
    let length = &x_lo.0;
    let same = [x_hi, y_lo, y_hi].into_iter().all(|part| part.0 == *length);
    // Distances of a turn or more are `length` or more, whatever its sign.
    let less = |end: &Poly, begin: &Poly| {
        let room = length.minus(end).and_then(|room| room.plus(begin));
        let room = room.and_then(|room| room.minus(&Poly::constant(1)));
        room.is_some_and(|room| not_negative(&room, task, &[]))
    };
    match same && less(&x_hi.1, &y_lo.1) && less(&y_hi.1, &x_lo.1) {
        true => Meeting::Within(n, Some(0), Some(0)),
        false => Meeting::Unknown,
    }
}

/// A bound of a distance.
#[derive(Debug, Clone, Copy)]
enum Bound {
    Least(i64),
    Most(i64),
}

/// What `k * d >= low` says of `d`.
fn at_least(k: i64, low: i64) -> Option<Bound> {
    match k {
        0 => None,
        1.. => Some(Bound::Least(up(low, k))),
        _ => Some(Bound::Most(low.checked_neg()?.div_euclid(-k))),
    }
}

/// `a / b`, rounded up.
fn up(a: i64, b: i64) -> i64 {
    a.div_euclid(b) + i64::from(a.rem_euclid(b) != 0)
}

/// Distances within the bounds, among those that the loop's step allows.
fn within(task: &Task, n: usize, bounds: [Option<Bound>; 2]) -> Meeting {
    let step = task.loops[n].step_number();
    let (mut low, mut high) = (None, None);
    for bound in bounds.into_iter().flatten() {
        match bound {
            Bound::Least(at) => low = low.max(Some(up(at, step).saturating_mul(step))),
            Bound::Most(at) => {
                let at = at.div_euclid(step).saturating_mul(step);
                high = Some(high.map_or(at, |other: i64| other.min(at)));
            }
        }
    }
    match (low, high) {
        (None, None) => Meeting::Unknown,
        (Some(low), Some(high)) if low > high => Meeting::Never,
        _ => Meeting::Within(n, low, high),
    }
}

/// Whatever their loops' variables are, the two differ when they are divided by some number: by the greatest
/// common divisor of all coefficients, or by one that residues are known of.
fn never_by_residue(task: &Task, x: &Poly, y: &Poly) -> bool {
    let loops = |p: &Poly| -> Option<(Vec<i64>, Poly)> {
        let mut rest = p.clone();
        let mut list = Vec::new();
        for atom in p.atoms().into_iter().filter(|a| a.contains('@')) {
            let (k, left) = rest.linear_in(atom)?;
            list.push(k);
            rest = left;
        }
        Some((list, rest))
    };
    let (Some((mut steps, x)), Some((others, y))) = (loops(x), loops(y)) else {
        return false;
    };
    steps.extend(others);
    let by_facts = |gap: Poly| {
        let mut facts = task.facts.iter().rev();
        facts.try_fold(gap, |gap, (name, fact)| gap.substitute(name, fact))
    };
    let Some(gap) = x.minus(&y).and_then(by_facts) else {
        return false;
    };
    let differs = |gap: &Poly| {
        let beside = gap.terms().filter(|(product, _)| !product.is_empty());
        let divisor = beside
            .map(|(_, c)| c)
            .chain(steps.iter().copied())
            .fold(0, gcd);
        match divisor {
            0 => gap.number() != 0,
            _ => gap.number() % divisor != 0,
        }
    };
    let by_residues = |gap: Poly, by: i64| {
        let mut of_it = task.residues.iter().filter(|r| r.by % by == 0);
        of_it.try_fold(gap, |gap, r| gap.substitute(&r.atom, &r.like))
    };
    let by_residue = |by: i64| {
        // Values are made of others: `next` of `now`, and `now` of `t`.
        let rest = (0..ROUNDS).try_fold(gap.clone(), |gap, _| by_facts(by_residues(gap, by)?));
        let rest = rest.map(|rest| rest.map(|c| c.rem_euclid(by)));
        steps.iter().all(|k| k % by == 0)
            && rest.is_some_and(|rest| rest.as_constant().is_some_and(|number| number != 0))
    };
    differs(&gap) || task.residues.iter().map(|r| r.by).any(by_residue)
}

pub(in crate::passes) fn gcd(a: i64, b: i64) -> i64 {
    let (mut a, mut b) = (a.unsigned_abs(), b.unsigned_abs());
    while b > 0 {
        (a, b) = (b, a % b);
    }
    i64::try_from(a).unwrap_or(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn divisors() {
        let task = crate::ir::Task::default();
        let never = |x: &Poly, y: &Poly| never_by_residue(&task, x, y);
        let j = || Poly::atom("j@1");
        let two = |n: i64| {
            j().times(&Poly::constant(2))
                .and_then(|p| p.plus(&Poly::constant(n)))
                .unwrap()
        };
        assert!(never(&two(-1), &two(0)));
        assert!(!never(&two(-2), &two(0)));
        assert!(!never(&j(), &two(1)));
    }

    #[test]
    fn planes_that_change_places() {
        let mut task = crate::ir::Task::default();
        let (now, next) = (Poly::atom("now"), Poly::atom("(t + 1) % 2"));
        let residue = |atom: &str, like: Poly| crate::ir::Residue {
            atom: atom.to_owned(),
            by: 2,
            like,
        };
        let t = Poly::atom("t");
        task.residues.push(residue("now", t.clone()));
        assert!(!never_by_residue(&task, &now, &next));
        let later = t.plus(&Poly::constant(1)).unwrap();
        task.residues.push(residue("(t + 1) % 2", later));
        assert!(never_by_residue(&task, &now, &next));
        assert!(!never_by_residue(&task, &now, &now));
    }
}
