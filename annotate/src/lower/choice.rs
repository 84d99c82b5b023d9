//! Values that are one of two, as a polynomial and a number between 0 and some other one.

use crate::ir::{LoopInfo, Poly};
use crate::lower::affine::extreme;

/// Which one of two.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Pick {
    Least,
    Greatest,
    Either,
}

/// The least value, and how much greater it may be; `None` where the two are not known to be near.
pub(crate) fn between(pick: Pick, a: &Poly, b: &Poly, loops: &[LoopInfo]) -> Option<(Poly, i64)> {
    let gap = b.minus(a)?;
    let end = |least: bool| extreme(&gap, loops, least).and_then(|end| end.as_constant());
    let (least, most) = (end(true), end(false));
    let from = |base: &Poly, low: i64, high: i64| {
        Some((base.plus(&Poly::constant(low))?, high.checked_sub(low)?))
    };
    match (pick, least, most) {
        (Pick::Either, Some(least), Some(most)) => from(a, least.min(0), most.max(0)),
        (Pick::Either, ..) => None,
        (Pick::Greatest, Some(0..), _) => from(b, 0, 0),
        (Pick::Greatest, _, Some(most)) => from(a, 0, most.max(0)),
        (Pick::Greatest, Some(least), _) => from(b, 0, least.checked_neg()?),
        (Pick::Least, Some(least), _) => from(a, least.min(0), 0),
        (Pick::Least, _, Some(most)) => from(b, most.checked_neg()?.min(0), 0),
        (_, None, None) => None,
    }
}

/// Which of `a`, where `condition` is 1 or more, and `b`, where it is 0 or less, is meant.
pub(crate) fn picked(condition: &Poly, a: &Poly, b: &Poly) -> Pick {
    let gap = a.minus(b);
    let rest = |other: Option<Poly>| other.and_then(|other| other.as_constant());
    let same = gap.as_ref().and_then(|gap| rest(gap.minus(condition)));
    let other = gap.as_ref().and_then(|gap| rest(gap.plus(condition)));
    match (same, other) {
        (Some(-1 | 0), _) => Pick::Greatest,
        (_, Some(0 | 1)) => Pick::Least,
        _ => Pick::Either,
    }
}

/// `a`, where `difference` is 0, and `b` elsewhere: `a` in words that are near to `b`.
pub(crate) fn where_equal(difference: &Poly, a: &Poly, b: &Poly) -> Poly {
    let near = |poly: &Poly| b.minus(poly).is_some_and(|gap| gap.as_constant().is_some());
    let others = [a.plus(difference), a.minus(difference)];
    let found = others.into_iter().flatten().find(|other| near(other));
    found.filter(|_| !near(a)).unwrap_or_else(|| a.clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sum(name: &str, number: i64) -> Poly {
        Poly::atom(name).plus(&Poly::constant(number)).unwrap()
    }

    fn index() -> [LoopInfo; 1] {
        [LoopInfo {
            atom: "i@1".to_owned(),
            lo: Some(Poly::constant(0)),
            hi: Some(Poly::atom("n")),
            exact: true,
        }]
    }

    #[test]
    fn the_nearer_of_two_neighbours() {
        let i = Poly::atom("i@1");
        // max(i - 1, 0), min(i + 1, n - 1)
        let low = between(
            Pick::Greatest,
            &sum("i@1", -1),
            &Poly::constant(0),
            &index(),
        );
        assert_eq!(low, Some((sum("i@1", -1), 1)));
        let high = between(Pick::Least, &sum("i@1", 1), &sum("n", -1), &index());
        assert_eq!(high, Some((i, 1)));
        assert_eq!(
            between(Pick::Either, &sum("i@1", 0), &sum("n", -1), &index()),
            None
        );
        let either = between(Pick::Either, &sum("c", 0), &sum("c", -1), &[]);
        assert_eq!(either, Some((sum("c", -1), 1)));
    }

    #[test]
    fn conditions_that_pick() {
        // i > 0 ? i - 1 : 0
        let pick = picked(&sum("i", 0), &sum("i", -1), &Poly::constant(0));
        assert_eq!(pick, Pick::Greatest);
        // i + 1 < n ? i + 1 : n - 1
        let condition = Poly::atom("n").minus(&sum("i", 1)).unwrap();
        assert_eq!(picked(&condition, &sum("i", 1), &sum("n", -1)), Pick::Least);
        // i == 0 ? 0 : i - 1
        let zero = where_equal(&sum("i", 0), &Poly::constant(0), &sum("i", -1));
        assert_eq!(zero, sum("i", 0));
    }
}
