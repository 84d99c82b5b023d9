//! Where slices of arrays begin and end: `a[lo..hi]`, and a part of one, `a[i * w..][..w]`.

use crate::ir::Poly;

/// What is known of a range.
#[derive(Default)]
pub(super) struct Bounds {
    /// The least first index, and the greatest one.
    pub(super) lo: Option<Poly>,
    pub(super) latest: Option<Poly>,
    /// The greatest index behind the last.
    pub(super) hi: Option<Poly>,
    /// It goes on to the end of what it is a range of.
    pub(super) open: bool,
}

/// The first index and the one behind the last, where each range is one of what those before it leave.
pub(super) fn ends(mut ranges: impl Iterator<Item = Bounds>) -> Vec<Option<Poly>> {
    let outer = ranges.next().unwrap_or_default();
    let bounds = ranges.fold(outer, within);
    vec![bounds.lo, bounds.hi]
}

fn within(outer: Bounds, inner: Bounds) -> Bounds {
    Bounds {
        lo: sum(outer.lo, inner.lo),
        hi: match inner.open {
            true => outer.hi,
            false => sum(outer.latest.clone(), inner.hi),
        },
        latest: sum(outer.latest, inner.latest),
        open: outer.open && inner.open,
    }
}

fn sum(a: Option<Poly>, b: Option<Poly>) -> Option<Poly> {
    a?.plus(&b?)
}
