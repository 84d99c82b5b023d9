//! What a use covers in one iteration of the tiled loops: an interval per dimension.

use crate::ir::{LoopInfo, Poly, Shape, Task, Use, VarKind, Variable};
use crate::lower::extreme_with;

/// First and last index, in terms of tiled loop variables and invariants; `None`: unknown.
pub(in crate::passes) type Interval = Option<(Poly, Poly)>;

/// A use in one iteration, by dimension, before its inner loops are eliminated.
#[derive(Debug, Clone)]
pub(super) struct Covered {
    /// First and last index per dimension, in terms of all loop variables.
    pub(super) parts: Vec<Interval>,
    /// The linear index, for flat arrays.
    pub(super) linear: Interval,
}

/// What `found` covers, in the dimensions of `variable`.
pub(super) fn covered(variable: &Variable, found: &Use) -> Option<Covered> {
    let both = |p: &Option<Poly>| p.clone().map(|p| (p.clone(), p));
    match (&variable.kind, found.shape) {
        (VarKind::Flat { rows }, Shape::Element) => {
            let linear = both(found.index.first()?);
            let parts = match &linear {
                Some((index, _)) => split(index, rows)?
                    .into_iter()
                    .map(|p| Some((p.clone(), p)))
                    .collect(),
                None => vec![None; rows.len() + 1],
            };
            Some(Covered { parts, linear })
        }
        (VarKind::Flat { rows }, Shape::Slice) => slice(found, rows),
        // Used as a whole, whatever the index.
        (VarKind::Opaque, _) => None,
        (_, Shape::Element | Shape::Grid) => Some(Covered {
            parts: found.index.iter().map(both).collect(),
            linear: None,
        }),
        _ => None,
    }
}

/// A linear index as row, column, .. with row lengths `rows`. `i * m + m - 1`, in front of row `i + 1` by
/// one element, is the last one of row `i`.
pub(in crate::passes) fn split(index: &Poly, rows: &[Poly]) -> Option<Vec<Poly>> {
    let mut rest = index.clone();
    let mut parts = Vec::new();
    for d in 0..rows.len() {
        let row = length(rows, d)?;
        let (mut quotient, mut left) = rest.divide(&row.as_factor()?);
        // Where lengths are numbers, `settle` finds the row, and looks at how many there are.
        let before = left.as_constant().is_some_and(|left| left < 0);
        if before && row.as_constant().is_none() {
            quotient = quotient.minus(&Poly::constant(1))?;
            left = left.plus(&row)?;
        }
        parts.push(quotient);
        rest = left;
    }
    parts.push(rest);
    Some(parts)
}

/// Elements from one index of dimension `d` to the next.
pub(super) fn length(rows: &[Poly], d: usize) -> Option<Poly> {
    rows[d..]
        .iter()
        .try_fold(Poly::constant(1), |product, row| product.times(row))
}

/// `a[lo..hi]`: whole rows, a part of one row, or just a linear interval.
fn slice(found: &Use, rows: &[Poly]) -> Option<Covered> {
    let one = Poly::constant(1);
    let (Some(Some(lo)), Some(Some(hi))) = (found.index.first(), found.index.get(1)) else {
        return Some(Covered {
            parts: vec![None; rows.len() + 1],
            linear: None,
        });
    };
    let linear = Some((lo.clone(), hi.minus(&one)?));
    let (low, high) = (split(lo, rows)?, split(hi, rows)?);
    let zero = |p: &Poly| p.as_constant() == Some(0);
    let mut parts: Vec<Interval> = vec![None; rows.len() + 1];
    // Where the ends part: outside of it they are in the same row, inside of it rows are whole.
    let d = (low.iter().zip(&high)).position(|(a, b)| a != b);
    let d = d.unwrap_or(rows.len());
    if low[d + 1..].iter().chain(&high[d + 1..]).all(zero) {
        for (part, at) in parts.iter_mut().zip(&low[..d]) {
            *part = Some((at.clone(), at.clone()));
        }
        parts[d] = Some((low[d].clone(), high[d].minus(&one)?));
    } else if rows.len() == 1 && high[0].minus(&low[0])? == one && zero(&high[1]) {
        // From within a row to its end.
        parts = vec![
            Some((low[0].clone(), low[0].clone())),
            Some((low[1].clone(), rows[0].minus(&one)?)),
        ];
    } else {
        parts.clear();
    }
    Some(Covered { parts, linear })
}

/// The interval with inner loop variables at their extremes; tiled ones stay.
pub(super) fn over_inner(task: &Task, interval: &Interval) -> Interval {
    let inner: Vec<LoopInfo> = task
        .inner
        .iter()
        .filter(|l| !task.loops.iter().any(|t| t.atom == l.atom))
        .cloned()
        .collect();
    over(task, interval, &inner, |atom| {
        atom.contains('@') && !task.loops.iter().any(|l| l.atom == atom)
    })
}

/// The interval with all loop variables at their extremes.
pub(in crate::passes) fn over_all(task: &Task, interval: &Interval) -> Interval {
    let own = |l: &LoopInfo| match task.loops.iter().find(|t| t.atom == l.atom) {
        Some(tiled) => LoopInfo {
            lo: tiled.bounds.0.clone(),
            hi: tiled.bounds.1.clone(),
            ..l.clone()
        },
        None => l.clone(),
    };
    let all: Vec<LoopInfo> = task.inner.iter().map(own).collect();
    over(task, interval, &all, |atom| atom.contains('@'))
}

/// Indices by dimension, where a part is shown to lie in another row than it is counted in, as in
/// `a[(8 - i) * 10 + 9 - j]`: it is counted in the row where it lies; what lies in several rows is
/// unknown, and so is the row, which may in turn lie in several planes.
pub(in crate::passes) fn settle(task: &Task, rows: &[Poly], parts: &mut [Option<Poly>]) {
    // Rows that the part inside of this one reaches, from the one in which it is counted.
    let mut reached = (0, 0);
    for d in (1..parts.len()).rev() {
        let row = rows.get(d - 1).and_then(Poly::as_constant);
        // A diagonal: each turn begins in another row.
        let leaves = row.is_some_and(|row| steps(&parts[d]) >= row);
        let range = over_all(task, &parts[d].clone().map(|p| (p.clone(), p)));
        let (lo, hi) = range.map_or((None, None), |(lo, hi)| {
            (lo.as_constant(), hi.as_constant())
        });
        let row_of = |at: Option<i64>, by: i64| {
            let at = at?.checked_add(by)?;
            Some(at.div_euclid(row.filter(|r| *r > 0)?))
        };
        let next = match (row_of(lo, reached.0), row_of(hi, reached.1)) {
            (Some(first), Some(last)) => (first, last),
            // Where bounds do not show it, an index is taken to stay in its row.
            _ if reached.0 == reached.1 && !leaves && lo.is_none_or(|lo| lo >= -reached.0) => {
                (0, 0)
            }
            _ => return parts[..=d].fill(None),
        };
        let inside = (next.0 == next.1)
            .then(|| next.0.checked_mul(row.unwrap_or(0)))
            .flatten();
        parts[d] =
            inside.and_then(|there| moved(&parts[d], reached)?.minus(&Poly::constant(there)));
        reached = next;
    }
    if let Some(first) = parts.first_mut() {
        *first = moved(first, reached);
    }
}

/// The part so many rows on, if that is one number.
fn moved(part: &Option<Poly>, (first, last): (i64, i64)) -> Option<Poly> {
    let by = (first == last).then_some(first)?;
    part.as_ref()?.plus(&Poly::constant(by))
}

fn steps(part: &Option<Poly>) -> i64 {
    part.as_ref().map_or(0, Poly::greatest_step)
}

fn over(
    task: &Task,
    interval: &Interval,
    loops: &[LoopInfo],
    is_left: impl Fn(&str) -> bool,
) -> Interval {
    let (lo, hi) = interval.as_ref()?;
    let natural = |atom: &str| task.unsigned.iter().any(|name| name == atom);
    let end = |end: &Poly, least: bool| extreme_with(end, loops, least, &natural);
    let (lo, hi) = (end(lo, true)?, end(hi, false)?);
    let clean = |p: &Poly| !p.atoms().into_iter().any(&is_left);
    (clean(&lo) && clean(&hi)).then_some((lo, hi))
}
