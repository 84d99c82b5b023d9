//! Where slices of arrays begin and end: `a[lo..hi]`, and a part of one, `a[i * w..][..w]`.

use tree_sitter::Node;

use crate::ir::Poly;
use crate::lower::affine::Env;
use crate::lower::body::range_of;
use crate::syntax::rust::Source;

/// What is known of a range.
#[derive(Default)]
struct Bounds {
    /// The least first index, and the greatest one.
    lo: Option<Poly>,
    latest: Option<Poly>,
    /// The greatest index behind the last.
    hi: Option<Poly>,
    /// It goes on to the end of what it is a range of.
    open: bool,
}

/// The first index and the one behind the last, where each range is one of what those before it leave.
pub(super) fn bounds(src: &Source, env: &Env, ranges: &[Node]) -> Vec<Option<Poly>> {
    let mut ranges = ranges.iter().map(|range| of_range(src, env, *range));
    let outer = ranges.next().unwrap_or_default();
    let bounds = ranges.fold(outer, within);
    vec![bounds.lo, bounds.hi]
}

fn of_range(src: &Source, env: &Env, range: Node) -> Bounds {
    let Some(range) = range_of(src, range) else {
        return Bounds::default();
    };
    let begin = |least| match range.lo {
        Some(lo) => env.bound(src, lo, least),
        None => Some(Poly::constant(0)),
    };
    let hi = range.hi.and_then(|hi| env.bound(src, hi, false));
    Bounds {
        lo: begin(true),
        latest: begin(false),
        hi: hi.and_then(|hi| hi.plus(&Poly::constant(i64::from(range.inclusive)))),
        open: range.hi.is_none(),
    }
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
