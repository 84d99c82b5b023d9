//! Ranges of indices that code writes or reads: of one access, over a loop, and whether one holds another.

use crate::ir::{LoopInfo, Poly};

/// A range of indices in each dimension, from the outermost on.
pub(crate) type Cover = Vec<(Poly, Poly)>;

/// The range of one element; `None` where an index is not known.
pub(crate) fn element(index: &[Option<Poly>]) -> Option<Cover> {
    let one = Poly::constant(1);
    let point = |index: &Option<Poly>| {
        let index = index.clone()?;
        let next = index.plus(&one)?;
        Some((index, next))
    };
    index.iter().map(point).collect()
}

/// The range that a cover comes to over all turns of the loop over `var`, which is one of `loops`.
pub(crate) fn over(cover: &Cover, loops: &[LoopInfo], var: &str) -> Option<Cover> {
    let is_var = |atom: &&str| atom.split_once('@').is_some_and(|(name, _)| name == var);
    let bounds = cover.iter().flat_map(|(lo, hi)| [lo, hi]);
    let atom = bounds.flat_map(Poly::atoms).find(is_var)?.to_owned();
    let mut found = loops.iter();
    let info: &LoopInfo = found.find(|info| info.atom == atom && info.exact)?;
    let (first, end) = (info.lo.as_ref()?, info.hi.as_ref()?);
    let moves = |(lo, hi): &&(Poly, Poly)| lo.mentions(&atom) || hi.mentions(&atom);
    if cover.iter().filter(moves).count() != 1 {
        return None;
    }
    let range = |(lo, hi): &(Poly, Poly)| {
        if !lo.mentions(&atom) && !hi.mentions(&atom) {
            return Some((lo.clone(), hi.clone()));
        }
        let (by, _) = lo.linear_in(&atom)?;
        // One turn ends where the next one begins.
        if by < 1 || hi.minus(lo)?.as_constant()? != by {
            return None;
        }
        Some((lo.substitute(&atom, first)?, lo.substitute(&atom, end)?))
    };
    cover.iter().map(range).collect()
}

/// All that is read lies in the cover, by what is known to be at most what.
pub(crate) fn holds(cover: &Cover, read: &Cover, at_most: impl Fn(&Poly, &Poly) -> bool) -> bool {
    let mut pairs = cover.iter().zip(read);
    cover.len() <= read.len()
        && pairs.all(|((lo, hi), (from, to))| at_most(lo, from) && at_most(to, hi))
}
