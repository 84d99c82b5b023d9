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

/// Where an access is, seen from something that is declared.
pub(crate) enum Found {
    Elsewhere,
    /// In it; all elements are allowed.
    Inside,
    /// In it, and this element is not.
    Outside(Touched),
}

impl Found {
    /// In something of which no element is told from others.
    pub(crate) fn whole(allowed: impl Fn(&Touched) -> bool) -> Found {
        match allowed(&Touched::new()) {
            true => Found::Inside,
            false => Found::Outside(Touched::new()),
        }
    }
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

    /// Where bytes are, seen from the array, of which these elements are allowed. Bytes to which a body
    /// came by the array's name (`base`) may lie beyond its lengths. Of rows' pointers, and of rows that
    /// are reached through several pointers, no index is known: they are the array.
    pub(crate) fn find(
        &self,
        bytes: &Range<usize>,
        base: usize,
        allowed: impl Fn(&Touched) -> bool,
    ) -> Found {
        let by_name = base == self.base;
        let here = self.memory().contains(&bytes.start);
        if self.pointers {
            let in_rows = match here {
                true => Found::Elsewhere,
                false => self.find_in_rows(bytes, &allowed),
            };
            return match in_rows {
                Found::Elsewhere if here || by_name => Found::whole(allowed),
                found => found,
            };
        }
        if !here && (!by_name || bytes.start < self.base) {
            return Found::Elsewhere;
        }
        let mut elements = self.span(bytes, self.base).map(|n| self.indices(n));
        elements
            .find(|element| !allowed(element))
            .map_or(Found::Inside, Found::Outside)
    }

    /// The same for what lies in its rows. They may overlap: rows that count from 1 begin one element
    /// before their memory, and so end in that of the next one. It is of any of them.
    fn find_in_rows(&self, bytes: &Range<usize>, allowed: impl Fn(&Touched) -> bool) -> Found {
        let mut found = Found::Elsewhere;
        for (row, start) in self.rows_with(bytes.start) {
            ROW.set(row);
            let mut elements = self
                .span(bytes, start)
                .map(|n| [one(row), one(n)].into_iter().collect());
            match (elements.find(|element| !allowed(element)), &found) {
                (None, _) => return Found::Inside,
                (Some(element), Found::Elsewhere) => found = Found::Outside(element),
                (Some(_), _) => {}
            }
        }
        found
    }

    /// Numbers of the elements from `start` on.
    fn span(&self, bytes: &Range<usize>, start: usize) -> impl Iterator<Item = usize> {
        let first = (bytes.start - start) / self.element_bytes;
        let last = (bytes.end - 1).saturating_sub(start) / self.element_bytes;
        first..=last
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

    /// The rows of two dimensions in which an address lies, and where each begins.
    fn rows_with(&self, address: usize) -> impl Iterator<Item = (usize, usize)> {
        let (rows, columns) = match self.extents[..self.dims] {
            [rows, columns] => (rows, columns),
            _ => (0, 0),
        };
        let bytes = columns.saturating_mul(self.element_bytes);
        let spine: *const usize = std::ptr::with_exposed_provenance(self.base);
        let near = ROW.get();
        let near = [near, near.wrapping_add(1), near.wrapping_sub(1)];
        let near = near.into_iter().filter(move |&row| row < rows);
        near.chain(0..rows).filter_map(move |row| {
            // SAFETY: `hp5_touch`'s contract: there are pointers to rows, as many as the array's length.
            let start = unsafe { spine.add(row).read() };
            let holds = (start..start.saturating_add(bytes)).contains(&address);
            holds.then_some((row, start))
        })
    }
}
