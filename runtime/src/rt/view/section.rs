//! Sections held against the extents of an array: whether every part of one lies in its dimension, and which
//! does not.

use crate::rt::{ALL, CHECKED};

/// The part of a dimension that leaves the array, with the length of that.
pub(super) type Held = Result<(), ((isize, isize), usize)>;

/// What `within` says when the section leaves the array.
#[cold]
#[inline(never)]
#[track_caller]
pub(super) fn outside(section: (isize, isize), extent: usize) -> ! {
    panic!(
        "index out of bounds: the task uses indices {}..{} of a dimension of length {extent}",
        section.0, section.1
    )
}

/// The range of a section's entry; an empty one where the section has no element.
#[inline]
pub(super) fn range(
    section: Option<&(isize, isize)>,
    len: usize,
) -> Result<(usize, usize), ((isize, isize), usize)> {
    match section {
        None | Some(&ALL) => Ok((0, len)),
        Some(&(lo, hi)) if lo >= hi => Ok((0, 0)),
        Some(&(lo, hi)) if lo < 0 || hi as usize > len => Err(((lo, hi), len)),
        Some(&(lo, hi)) => Ok((lo as usize, hi as usize)),
    }
}

/// The box around all of these sections that have elements; `None`: it does not tell of each of them.
#[inline]
pub(super) fn around(sections: &[&[(isize, isize)]]) -> Option<[(isize, isize); 4]> {
    let mut hull: Option<[(isize, isize); 4]> = None;
    let all = |s: &(isize, isize)| *s == ALL;
    let any = |s: &&&[(isize, isize)]| s.iter().all(|s| all(s) || s.0 < s.1);
    for section in sections.iter().filter(any) {
        let at = |d: usize| section.get(d).copied().unwrap_or(ALL);
        let own = std::array::from_fn(at);
        let so_far = hull.get_or_insert(own);
        for (whole, one) in so_far.iter_mut().zip(own) {
            if all(whole) != all(&one) {
                return None;
            }
            *whole = (whole.0.min(one.0), whole.1.max(one.1));
        }
    }
    Some(hull.unwrap_or(CHECKED))
}
