//! From addresses to elements.

use std::cell::Cell;
use std::ops::Range;

use runtime::rt::ALL;
use runtime::rt::checked::Touched;

use super::Shape;

thread_local! {
    /// Where the row was found that was looked for last: the next one is often near.
    static ROW: Cell<usize> = const { Cell::new(0) };
}

/// One index.
fn one(index: usize) -> Range<usize> {
    index..index.saturating_add(1)
}

impl Shape {
    /// Where its elements are, or its rows' pointers.
    pub(crate) fn memory(&self) -> Range<usize> {
        self.base..self.base.saturating_add(self.bytes)
    }

    /// All its elements.
    pub(crate) fn all(&self) -> Touched {
        let lengths = self.extents[..self.dims].iter();
        lengths.map(|length| 0..*length).collect()
    }

    /// A section whose inner indices may be of any row.
    pub(crate) fn runs_over(&self, section: &[(isize, isize)]) -> bool {
        let beyond = |(&(lower, upper), &extent): (&(isize, isize), &usize)| {
            (lower, upper) != ALL && (lower < 0 || upper > isize::try_from(extent).unwrap_or(upper))
        };
        let inner = section.iter().zip(&self.extents).skip(1);
        self.linear && inner.into_iter().any(beyond)
    }

    /// Shows `with` the elements of the array that bytes are of; false if there are none. Bytes to which
    /// a body came by the array's name (`base`) may lie beyond its lengths. Of rows' pointers, and of
    /// rows that are reached through several pointers, no index is shown: they are the array.
    pub(crate) fn elements(
        &self,
        bytes: &Range<usize>,
        base: usize,
        mut with: impl FnMut(Touched),
    ) -> bool {
        let by_name = base == self.base;
        let here = self.memory().contains(&bytes.start);
        if self.pointers {
            if let Some((row, start)) = self.row_of(bytes.start).filter(|_| !here) {
                self.span(bytes, start, |n| {
                    with([one(row), one(n)].into_iter().collect())
                });
                return true;
            }
            if by_name || here {
                with(Touched::new());
            }
            return by_name || here;
        }
        let found = here || (by_name && bytes.start >= self.base);
        if found {
            self.span(bytes, self.base, |n| with(self.indices(n)));
        }
        found
    }

    /// Numbers of the elements from `start` on.
    fn span(&self, bytes: &Range<usize>, start: usize, with: impl FnMut(usize)) {
        let first = (bytes.start - start) / self.element_bytes;
        let last = (bytes.end - 1).saturating_sub(start) / self.element_bytes;
        (first..=last).for_each(with);
    }

    fn indices(&self, number: usize) -> Touched {
        let (mut rest, mut index) = (number, Touched::new());
        for d in (0..self.dims).rev() {
            let extent = self.extents[d].max(1);
            // What lies beyond is of further rows.
            let inner = if d == 0 { rest } else { rest % extent };
            index.push(one(inner));
            rest /= extent;
        }
        index.reverse();
        index
    }

    /// The row of two dimensions in which an address lies, and where it begins.
    fn row_of(&self, address: usize) -> Option<(usize, usize)> {
        let [rows, columns] = self.extents[..self.dims] else {
            return None;
        };
        let bytes = columns.saturating_mul(self.element_bytes);
        let spine: *const usize = std::ptr::with_exposed_provenance(self.base);
        let holds = |row: usize| {
            // SAFETY: `hp5_touch`'s contract: there are pointers to rows, as many as the array's length.
            let start = unsafe { spine.add(row).read() };
            (start..start.saturating_add(bytes))
                .contains(&address)
                .then_some((row, start))
        };
        let near = ROW.get();
        let near = [near, near.wrapping_add(1), near.wrapping_sub(1)];
        let mut near = near.into_iter().filter(|&row| row < rows);
        let found = near.find_map(holds).or_else(|| (0..rows).find_map(holds));
        if let Some((row, _)) = found {
            ROW.set(row);
        }
        found
    }
}
