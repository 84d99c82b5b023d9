//! What must hold for every task of a loop, shown before the first of them is registered.
//!
//! A task may not declare a tile that does not exist, nor one tile twice, once to be written:
//! its body would hold two views of the same elements. Sections are affine in the task's
//! indices, so both are shown for whole boxes of indices at a time, from the least and the
//! greatest value that a bound takes in the box. Where that is not enough, the box is taken
//! apart, in the order of the loops, down to single tasks, for which it is exact: what is
//! reported is the first task that cannot be. Most loops need one look, triangles one per row
//! at worst; only tiles that pass one another inside of a row need one per task.

use super::domain::Domain;
use super::place::Span;
use crate::api::array::MOST_DIMENSIONS;
use crate::graph::geometry::Mode;
use crate::rt::index::LoopIndex;

/// Bounds beyond this are nobody's, and near the end of what can be computed.
const FAR: i128 = 1 << 62;

/// What the tasks of a loop do with an array.
#[derive(Debug, Clone)]
pub(super) struct Claim {
    pub(super) array: u32,
    pub(super) mode: Mode,
    /// Tiles per dimension.
    pub(super) counts: [usize; MOST_DIMENSIONS],
    pub(super) spans: [Span; MOST_DIMENSIONS],
    pub(super) dims: usize,
}

/// Indices from one to another, both included, one pair per loop.
type Boxed<const DEPTH: usize> = [(isize, isize); DEPTH];

impl Claim {
    fn spans(&self) -> impl Iterator<Item = (&Span, usize)> {
        let all = self.spans.iter().zip(self.counts);
        all.take(self.dims)
    }

    /// The tiles per dimension of the task with these indices, cut at the ends of the array.
    fn tiles_at(&self, at: &[(isize, isize)]) -> Vec<(i128, i128)> {
        let cut = |(span, count): (&Span, usize)| {
            let (lo, hi) = (span.lo.within(at).0, span.hi.within(at).0);
            (lo.max(0), hi.min(count as i128))
        };
        self.spans().map(cut).collect()
    }

    /// All its tiles exist, and all its bounds can be computed.
    fn exists(&self, at: &[(isize, isize)]) -> bool {
        self.spans().all(|(span, count)| {
            let (least, most) = (span.lo.within(at), span.hi.within(at));
            let near = -FAR <= least.0.min(most.0) && least.1.max(most.1) <= FAR;
            near && (!span.single || (least.0 >= 0 && most.1 <= count as i128))
        })
    }

    /// No task has a tile of both.
    fn is_apart(&self, other: &Claim, at: &[(isize, isize)]) -> bool {
        let mut pairs = self.spans().zip(other.spans());
        let apart = pairs.any(|((a, _), (b, _))| {
            let ends_first = |a: &Span, b: &Span| (a.hi - b.lo).within(at).1 <= 0;
            ends_first(a, b) || ends_first(b, a)
        });
        let single = || at.iter().all(|(from, to)| from == to);
        apart || (single() && !self.meets(other, at))
    }

    /// The task with these indices has a tile of both.
    fn meets(&self, other: &Claim, at: &[(isize, isize)]) -> bool {
        let (ours, theirs) = (self.tiles_at(at), other.tiles_at(at));
        let mut both = ours.iter().zip(&theirs);
        both.all(|(a, b)| a.0.max(b.0) < a.1.min(b.1))
    }

    /// `[2, 0..3]`
    fn section(&self, at: &[(isize, isize)]) -> String {
        let part = |(span, _): (&Span, usize)| {
            let (lo, hi) = (span.lo.within(at).0, span.hi.within(at).0);
            match span.single {
                true => lo.to_string(),
                false => format!("{lo}..{hi}"),
            }
        };
        let parts: Vec<_> = self.spans().map(part).collect();
        format!("[{}]", parts.join(", "))
    }
}

/// The first task, in the order of the loops, for which something does not hold. `holds` says
/// so for boxes, and may be too careful for those of more than one task.
fn first_without<const DEPTH: usize>(
    domain: &Domain<DEPTH>,
    holds: &impl Fn(&Boxed<DEPTH>) -> bool,
) -> Option<[isize; DEPTH]> {
    take_apart(domain, holds, 0, &mut [(0, 0); DEPTH])
}

/// As [`first_without`], where the indices of `depth` loops are known.
fn take_apart<const DEPTH: usize>(
    domain: &Domain<DEPTH>,
    holds: &impl Fn(&Boxed<DEPTH>) -> bool,
    depth: usize,
    at: &mut Boxed<DEPTH>,
) -> Option<[isize; DEPTH]> {
    for d in depth..DEPTH {
        let (first, last) = domain.hull(d, &at[..d])?;
        let near = |wide: i128| wide.clamp(isize::MIN as i128, isize::MAX as i128) as isize;
        at[d] = (near(first), near(last));
    }
    if holds(at) {
        return None;
    }
    if depth == DEPTH {
        return Some(at.map(|(index, _)| index));
    }
    let (first, last) = at[depth];
    let mut look = |index: isize| {
        at[depth] = (index, index);
        take_apart(domain, holds, depth + 1, at)
    };
    match domain.is_backwards(depth) {
        false => (first..=last).find_map(&mut look),
        true => (first..=last).rev().find_map(&mut look),
    }
}

/// Why the loop cannot be registered: the first task for which something does not hold.
/// `name` names an array.
pub(super) fn problem<I: LoopIndex, const DEPTH: usize>(
    domain: &Domain<DEPTH>,
    claims: &[Claim],
    name: impl Fn(u32) -> String,
) -> Option<String> {
    let is_index = |at: &Boxed<DEPTH>| {
        let fits = |index: isize| I::narrow(index as i128).is_some();
        at.iter().all(|&(from, to)| fits(from) && fits(to))
    };
    if !domain.is_near(FAR) {
        return Some("a loop bound is too large to be computed".to_owned());
    }
    if let Some(at) = first_without(domain, &is_index) {
        return Some(format!(
            "the type of the loop's indices does not hold one of {at:?}: use a wider type"
        ));
    }
    for claim in claims {
        if let Some(at) = first_without(domain, &|at| claim.exists(at)) {
            let point = at.map(|index| (index, index));
            return Some(format!(
                "the task with indices {at:?} has tile {}{}, but the array has {:?} tiles (ranges are cut at the array's ends, single tiles are not)",
                name(claim.array),
                claim.section(&point),
                &claim.counts[..claim.dims],
            ));
        }
    }
    for (n, claim) in claims.iter().enumerate() {
        let clashes = |other: &&Claim| {
            other.array == claim.array && (other.mode.writes() || claim.mode.writes())
        };
        for other in claims[..n].iter().filter(clashes) {
            if let Some(at) = first_without(domain, &|at| claim.is_apart(other, at)) {
                let point = at.map(|index| (index, index));
                let name = name(claim.array);
                return Some(format!(
                    "the task with indices {at:?} has tiles {name}{} and {name}{}, which meet, and one of them is written: declare each tile once, with `update` if it is read as well",
                    other.section(&point),
                    claim.section(&point),
                ));
            }
        }
    }
    None
}
