//! Whether values without a sign are the polynomials that stand for them ([`integer_arithmetic`](crate::c::semantics::integer_arithmetic)).
//!
//! What bounds of loops show holds. What they do not show is looked at where the task is registered
//! (`emit/wraps.rs`); where it cannot be, or is known to be false, the indices are taken for unknown.

use crate::c::parse::names::statement;
use crate::c::parse::source::{Source, any};
use crate::ir::{LoopInfo, Poly, Region, Shape, Task, Wrap, WrapOf};
use crate::passes::tasks_mut;

/// Loops within loops beyond which ranges are unknown.
const DEPTH: usize = 16;

/// One past the greatest number without a sign.
const PAST: i64 = 1 << 32;
/// The least number with one, and one past the greatest.
const SIGNED: (i64, i64) = (-(1 << 31), 1 << 31);

/// Keeps of each task what has to be looked at when it is registered.
pub(in crate::c) fn run(src: &Source, region: &mut Region) {
    for task in tasks_mut(region).filter(|task| !task.wraps.is_empty()) {
        let labels =
            statement(src, task).is_none_or(|code| any(code, &|n| n.kind() == "labeled_statement"));
        for wrap in std::mem::take(&mut task.wraps) {
            match verdict(task, &wrap) {
                Some(true) => {}
                None if !labels && is_told(task, &wrap.value, 0) => task.wraps.push(wrap),
                _ => forget(task, &wrap.value),
            }
        }
    }
}

/// Whether the value is the polynomial, as far as numbers show it.
fn verdict(task: &Task, wrap: &Wrap) -> Option<bool> {
    let (least, most) = range(task, &wrap.value, 0);
    let (from, past) = if wrap.of == WrapOf::Signed {
        SIGNED
    } else {
        (0, PAST)
    };
    let below = most.is_some_and(|most| most < SIGNED.0);
    let above = least.is_some_and(|least| least >= past);
    if below || above {
        return Some(false);
    }
    let natural = least.is_some_and(|least| least >= from);
    let small = most.is_some_and(|most| most < past)
        || (!(wrap.of == WrapOf::Signed) && is_below_bound(task, &wrap.value));
    (natural && small).then_some(true)
}

/// The value is that of a variable at the most: `i + 1` with `i < n`, `i - 1`.
fn is_below_bound(task: &Task, value: &Poly) -> bool {
    let number = value.number();
    let rest = value.minus(&Poly::constant(number));
    let one = |poly: &Poly| match poly.as_factor() {
        Some((product, 1)) if product.len() == 1 => product.into_iter().next(),
        _ => None,
    };
    let Some(atom) = rest.as_ref().and_then(one) else {
        return false;
    };
    let Some((_, hi)) = bounds(task, &atom).filter(|_| number > 0) else {
        return number <= 0;
    };
    hi.is_some_and(|hi| {
        let beside = hi.minus(&Poly::constant(hi.number()));
        beside.as_ref().and_then(one).is_some() && hi.number() + number <= 1
    })
}

/// First index of a loop, and one past its last.
fn bounds(task: &Task, atom: &str) -> Option<(Option<Poly>, Option<Poly>)> {
    if let Some(tiled) = task.loops.iter().find(|l| l.atom == atom) {
        return Some(tiled.bounds.clone());
    }
    let info: &LoopInfo = task.inner.iter().find(|l| l.atom == atom)?;
    Some((info.lo.clone(), info.hi.clone()))
}

/// The least and the greatest value, where numbers show it.
fn range(task: &Task, value: &Poly, depth: usize) -> (Option<i64>, Option<i64>) {
    if depth > DEPTH {
        return (None, None);
    }
    let of_atom = |atom: &String| match bounds(task, atom) {
        Some((lo, hi)) => {
            let least = lo.and_then(|lo| range(task, &lo, depth + 1).0);
            let most = hi.and_then(|hi| range(task, &hi, depth + 1).1);
            (least, most.and_then(|most| most.checked_sub(1)))
        }
        None => (task.unsigned.contains(atom).then_some(0), None),
    };
    let mut sum = (Some(0_i64), Some(0_i64));
    for (product, c) in value.terms() {
        let factors = product.iter().map(of_atom);
        let term = factors.fold((Some(1), Some(1)), times);
        let term = times(term, (Some(c), Some(c)));
        let add = |a: Option<i64>, b: Option<i64>| a?.checked_add(b?);
        sum = (add(sum.0, term.0), add(sum.1, term.1));
    }
    sum
}

type Range = (Option<i64>, Option<i64>);

fn times(a: Range, b: Range) -> Range {
    let natural = |r: Range| r.0.is_some_and(|least| least >= 0);
    let product = |x: Option<i64>, y: Option<i64>| x?.checked_mul(y?);
    match (a, b) {
        _ if natural(a) && natural(b) => (product(a.0, b.0), product(a.1, b.1)),
        ((Some(k), Some(l)), other) | (other, (Some(k), Some(l))) if k == l && k < 0 => {
            (product(other.1, Some(k)), product(other.0, Some(k)))
        }
        ((Some(_), Some(_)), (Some(_), Some(_))) => {
            let corners = [(a.0, b.0), (a.0, b.1), (a.1, b.0), (a.1, b.1)];
            let all: Option<Vec<i64>> = corners.into_iter().map(|(x, y)| product(x, y)).collect();
            let ends = all.map(|all| (all.iter().min().copied(), all.iter().max().copied()));
            ends.unwrap_or((None, None))
        }
        _ => (None, None),
    }
}

/// Its loops' bounds are known where the task is registered.
fn is_told(task: &Task, value: &Poly, depth: usize) -> bool {
    let known = |atom: &str| match bounds(task, atom) {
        // Those of loops that are cut the emitted loops say.
        Some(_) if task.loops.iter().any(|l| l.atom == atom) => true,
        Some((lo, hi)) => {
            let told = |end: Option<Poly>| end.is_some_and(|end| is_told(task, &end, depth + 1));
            told(lo) && told(hi)
        }
        None => !atom.contains('@'),
    };
    depth <= DEPTH && value.atoms().into_iter().all(known)
}

/// Indices that have what the value has are unknown.
fn forget(task: &mut Task, value: &Poly) {
    let atoms = value.atoms();
    let has = |index: &Poly| atoms.iter().all(|atom| index.mentions(atom));
    let elements = task.uses.iter_mut().filter(|u| u.shape == Shape::Element);
    for index in elements.flat_map(|u| &mut u.index) {
        if index.as_ref().is_some_and(has) {
            *index = None;
        }
    }
    for info in &mut task.inner {
        let ends = [&mut info.lo, &mut info.hi];
        for end in ends.into_iter().filter(|end| end.as_ref() == Some(value)) {
            *end = None;
        }
    }
}
