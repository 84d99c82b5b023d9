//! Containers of containers, `a[i][j]`, which emitted code writes `a[(i, j)]`.

use std::ops::{Index, IndexMut};

use smallvec::smallvec;

use crate::graph::geometry::{Geometry, View};
use crate::rt::view::section::{Held, around, outside, range};
use crate::rt::view::{Flat, Storage, beyond};

/// A view of rows: `Vec<Vec<T>>`, `[[T; M]; N]`, `&mut [Vec<T>]` and so on; `R` is the row's
/// container.
pub struct Nested2<R, const TRUST: bool = false> {
    rows: *mut R,
    len: usize,
}

/// A view of planes of rows; `P` is the plane's container.
pub struct Nested3<P, const TRUST: bool = false> {
    planes: *mut P,
    len: usize,
}

/// A view of four levels; `B` is the container of what the first index leads to.
pub struct Nested4<B, const TRUST: bool = false> {
    blocks: *mut B,
    len: usize,
}

/// Containers that are `D`-dimensional nested arrays.
#[diagnostic::on_unimplemented(
    message = "a task indexes a `{Self}`, whose elements are not known by address",
    label = "no vectors in vectors, or the like",
    note = "use it as a whole in the task: `x.get(i)` in the place of `x[i]`"
)]
pub trait NestedAs<const D: usize> {
    /// The view.
    type View: View;
    /// A view of the container behind the pointer.
    ///
    /// # Safety
    /// As for [`nested`].
    unsafe fn view(this: *const Self) -> Self::View;
}

/// A view of a nested array of `D` dimensions (2 to 4).
///
/// # Safety
/// `array` points to a live container whose rows and elements stay where they are as long as
/// the view is used, and tasks use them only as declared.
#[inline]
pub unsafe fn nested<const D: usize, C: NestedAs<D> + ?Sized>(array: *const C) -> C::View {
    // SAFETY: the caller's promise.
    unsafe { C::view(array) }
}

impl<C> NestedAs<2> for C
where
    C: Storage,
    C::Elem: Storage,
{
    type View = Nested2<C::Elem>;
    #[inline]
    unsafe fn view(this: *const Self) -> Self::View {
        // SAFETY: the caller's promise.
        let (rows, len) = unsafe { C::parts(this) };
        Nested2 { rows, len }
    }
}

impl<C> NestedAs<3> for C
where
    C: Storage,
    C::Elem: Storage,
    <C::Elem as Storage>::Elem: Storage,
{
    type View = Nested3<C::Elem>;
    #[inline]
    unsafe fn view(this: *const Self) -> Self::View {
        // SAFETY: the caller's promise.
        let (planes, len) = unsafe { C::parts(this) };
        Nested3 { planes, len }
    }
}

impl<C> NestedAs<4> for C
where
    C: Storage<Elem: Storage<Elem: Storage<Elem: Storage>>>,
{
    type View = Nested4<C::Elem>;
    #[inline]
    unsafe fn view(this: *const Self) -> Self::View {
        // SAFETY: the caller's promise.
        let (blocks, len) = unsafe { C::parts(this) };
        Nested4 { blocks, len }
    }
}

macro_rules! handle {
    ($name:ident) => {
        impl<R, const TRUST: bool> Clone for $name<R, TRUST> {
            fn clone(&self) -> Self {
                *self
            }
        }
        impl<R, const TRUST: bool> Copy for $name<R, TRUST> {}
        // SAFETY: as for `Flat`: element use is ordered by the task graph, and the
        // containers' headers are only read.
        unsafe impl<R: Send + Sync, const TRUST: bool> Send for $name<R, TRUST> {}
        // SAFETY: as above.
        unsafe impl<R: Send + Sync, const TRUST: bool> Sync for $name<R, TRUST> {}
        impl<R, const TRUST: bool> $name<R, TRUST> {
            /// Number of entries of the outermost dimension.
            #[inline(always)]
            #[must_use]
            pub fn len(&self) -> usize {
                self.len
            }

            /// True when the outermost dimension is empty.
            #[must_use]
            pub fn is_empty(&self) -> bool {
                self.len == 0
            }
        }
    };
}

macro_rules! within_all {
    ($name:ident<$row:ident> where $($bounds:tt)*) => {
        impl<$row> $name<$row>
        where
            $($bounds)*,
        {
            /// As `within` for each of these sections. The box around them is compared first, which does for
            /// all where rows are alike.
            ///
            /// # Panics
            /// When a section leaves the array.
            #[inline]
            #[track_caller]
            #[must_use]
            pub fn within_all(self, sections: &[&[(isize, isize)]]) -> $name<$row, true> {
                let hull = around(sections);
                if hull.is_none_or(|hull| self.holds(&hull).is_err()) {
                    for section in sections {
                        let _ = self.within(section);
                    }
                }
                self.trusted()
            }
        }
    };
}
handle!(Nested2);
handle!(Nested3);
handle!(Nested4);

impl<R: Storage, const TRUST: bool> Nested2<R, TRUST> {
    /// Row `i` as linear storage.
    ///
    /// # Panics
    /// When there is no such row.
    #[inline(always)]
    #[track_caller]
    #[must_use]
    pub fn row(&self, i: usize) -> Flat<R::Elem, TRUST> {
        if !TRUST && i >= self.len {
            beyond(i, self.len);
        }
        debug_assert!(i < self.len, "row {i} of {}", self.len);
        // SAFETY: the row exists: compared here or by `within`; rows are live while the view is used.
        let (first, len) = unsafe { R::parts(self.rows.add(i)) };
        Flat::from_parts(first, len)
    }

    /// Length of the first row.
    #[must_use]
    pub fn cols(&self) -> usize {
        if self.len == 0 { 0 } else { self.row(0).len() }
    }
}

impl<R: Storage> Nested2<R> {
    /// A view without bounds checks after one check of `section`; rows may differ in length,
    /// so each row of the section is compared.
    ///
    /// # Panics
    /// When the section leaves the array, as an index of the body would.
    #[inline]
    #[track_caller]
    #[must_use]
    pub fn within(self, section: &[(isize, isize)]) -> Nested2<R, true> {
        self.holds(section)
            .unwrap_or_else(|(part, len)| outside(part, len));
        self.trusted()
    }

    /// The part of a dimension that leaves the array, with the length of that.
    #[inline]
    fn holds(&self, section: &[(isize, isize)]) -> Held {
        let columns = section.get(1).copied().unwrap_or(crate::rt::ALL);
        if columns != crate::rt::ALL && columns.0 >= columns.1 {
            return Ok(());
        }
        let (lo, hi) = range(section.first(), self.len)?;
        for i in lo..hi {
            let len = self.row(i).len();
            if columns != crate::rt::ALL && (columns.0 < 0 || columns.1 > len as isize) {
                return Err((columns, len));
            }
        }
        Ok(())
    }

    fn trusted(self) -> Nested2<R, true> {
        Nested2 {
            rows: self.rows,
            len: self.len,
        }
    }
}
within_all!(Nested2<R> where R: Storage);

impl<R: Storage, const TRUST: bool> Index<(usize, usize)> for Nested2<R, TRUST> {
    type Output = R::Elem;
    #[inline(always)]
    #[track_caller]
    fn index(&self, (i, j): (usize, usize)) -> &R::Elem {
        let row = self.row(i);
        if !TRUST && j >= row.len() {
            beyond(j, row.len());
        }
        debug_assert!(j < row.len(), "column {j} of {}", row.len());
        // SAFETY: in bounds: compared here or by `within`; writers are kept away by the graph.
        unsafe { &*row_first(&row).add(j) }
    }
}

impl<R: Storage, const TRUST: bool> IndexMut<(usize, usize)> for Nested2<R, TRUST> {
    #[inline(always)]
    #[track_caller]
    fn index_mut(&mut self, (i, j): (usize, usize)) -> &mut R::Elem {
        let row = self.row(i);
        if !TRUST && j >= row.len() {
            beyond(j, row.len());
        }
        debug_assert!(j < row.len(), "column {j} of {}", row.len());
        // SAFETY: in bounds as above; the task declared that it writes this element, which is
        // all that the reference covers.
        unsafe { &mut *row_first(&row).add(j) }
    }
}

#[inline(always)]
fn row_first<T, const TRUST: bool>(row: &Flat<T, TRUST>) -> *mut T {
    // SAFETY: a view is live storage of itself.
    unsafe { Flat::parts(row) }.0
}

impl<R: Storage, const TRUST: bool> View for Nested2<R, TRUST> {
    fn geometry(&self) -> Geometry {
        // Ragged arrays: the longest row counts; tiles beyond a shorter row stay empty.
        let columns = (0..self.len).map(|i| self.row(i).len()).max().unwrap_or(0);
        Geometry {
            base: self.rows as usize,
            bytes: self.len * size_of::<R>(),
            extents: smallvec![self.len, columns],
            element_bytes: size_of::<R::Elem>(),
            linear: false,
            open: false,
            cells: 0,
        }
    }
}

impl<P, const TRUST: bool> Nested3<P, TRUST>
where
    P: Storage,
    P::Elem: Storage,
{
    /// Plane `i`.
    ///
    /// # Panics
    /// When there is no such plane.
    #[inline(always)]
    #[track_caller]
    #[must_use]
    pub fn plane(&self, i: usize) -> Nested2<P::Elem, TRUST> {
        if !TRUST && i >= self.len {
            beyond(i, self.len);
        }
        debug_assert!(i < self.len, "plane {i} of {}", self.len);
        // SAFETY: the plane exists: compared here or by `within`.
        let (rows, len) = unsafe { P::parts(self.planes.add(i)) };
        Nested2 { rows, len }
    }

    /// Plane `i`, under the name that `a[i]` has in emitted code for every nested array.
    ///
    /// # Panics
    /// When there is no such plane.
    #[inline(always)]
    #[track_caller]
    #[must_use]
    pub fn row(&self, i: usize) -> Nested2<P::Elem, TRUST> {
        self.plane(i)
    }
}

impl<P> Nested3<P>
where
    P: Storage,
    P::Elem: Storage,
{
    /// As [`Nested2::within`].
    ///
    /// # Panics
    /// When the section leaves the array.
    #[inline]
    #[track_caller]
    #[must_use]
    pub fn within(self, section: &[(isize, isize)]) -> Nested3<P, true> {
        self.holds(section)
            .unwrap_or_else(|(part, len)| outside(part, len));
        self.trusted()
    }

    /// As [`Nested2::holds`].
    #[inline]
    fn holds(&self, section: &[(isize, isize)]) -> Held {
        if section.iter().any(|s| *s != crate::rt::ALL && s.0 >= s.1) {
            return Ok(());
        }
        let (lo, hi) = range(section.first(), self.len)?;
        (lo..hi).try_for_each(|i| self.plane(i).holds(section.get(1..).unwrap_or(&[])))
    }

    fn trusted(self) -> Nested3<P, true> {
        Nested3 {
            planes: self.planes,
            len: self.len,
        }
    }
}
within_all!(Nested3<P> where P: Storage<Elem: Storage>);

impl<P, const TRUST: bool> Index<(usize, usize, usize)> for Nested3<P, TRUST>
where
    P: Storage,
    P::Elem: Storage,
{
    type Output = <P::Elem as Storage>::Elem;
    #[inline(always)]
    #[track_caller]
    fn index(&self, (i, j, k): (usize, usize, usize)) -> &Self::Output {
        let row = self.plane(i).row(j);
        if !TRUST && k >= row.len() {
            beyond(k, row.len());
        }
        debug_assert!(k < row.len(), "index {k} of {}", row.len());
        // SAFETY: in bounds: compared here or by `within`; writers are kept away by the graph.
        unsafe { &*row_first(&row).add(k) }
    }
}

impl<P, const TRUST: bool> IndexMut<(usize, usize, usize)> for Nested3<P, TRUST>
where
    P: Storage,
    P::Elem: Storage,
{
    #[inline(always)]
    #[track_caller]
    fn index_mut(&mut self, (i, j, k): (usize, usize, usize)) -> &mut Self::Output {
        let row = self.plane(i).row(j);
        if !TRUST && k >= row.len() {
            beyond(k, row.len());
        }
        debug_assert!(k < row.len(), "index {k} of {}", row.len());
        // SAFETY: in bounds as above; the task declared that it writes this element.
        unsafe { &mut *row_first(&row).add(k) }
    }
}

impl<P, const TRUST: bool> View for Nested3<P, TRUST>
where
    P: Storage,
    P::Elem: Storage,
{
    fn geometry(&self) -> Geometry {
        let planes = (0..self.len).map(|i| self.plane(i).geometry().extents);
        let (rows, columns) = planes.fold((0, 0), |(r, c), e| (r.max(e[0]), c.max(e[1])));
        Geometry {
            base: self.planes as usize,
            bytes: self.len * size_of::<P>(),
            extents: smallvec![self.len, rows, columns],
            element_bytes: size_of::<<P::Elem as Storage>::Elem>(),
            linear: false,
            open: false,
            cells: 0,
        }
    }
}

impl<B: Storage, const TRUST: bool> Nested4<B, TRUST> {
    /// Everything that the first index leads to.
    ///
    /// # Panics
    /// When there is no such index.
    #[inline(always)]
    #[track_caller]
    #[must_use]
    pub fn plane(&self, i: usize) -> Nested3<B::Elem, TRUST> {
        if !TRUST && i >= self.len {
            beyond(i, self.len);
        }
        debug_assert!(i < self.len, "index {i} of {}", self.len);
        // SAFETY: the entry exists: compared here or by `within`.
        let (planes, len) = unsafe { B::parts(self.blocks.add(i)) };
        Nested3 { planes, len }
    }

    /// Plane `i`, under the name that `a[i]` has in emitted code for every nested array.
    ///
    /// # Panics
    /// When there is no such plane.
    #[inline(always)]
    #[track_caller]
    #[must_use]
    pub fn row(&self, i: usize) -> Nested3<B::Elem, TRUST> {
        self.plane(i)
    }
}

impl<B: Storage<Elem: Storage<Elem: Storage>>> Nested4<B> {
    /// As [`Nested2::within`].
    ///
    /// # Panics
    /// When the section leaves the array.
    #[inline]
    #[track_caller]
    #[must_use]
    pub fn within(self, section: &[(isize, isize)]) -> Nested4<B, true> {
        self.holds(section)
            .unwrap_or_else(|(part, len)| outside(part, len));
        self.trusted()
    }

    /// As [`Nested2::holds`].
    #[inline]
    fn holds(&self, section: &[(isize, isize)]) -> Held {
        if section.iter().any(|s| *s != crate::rt::ALL && s.0 >= s.1) {
            return Ok(());
        }
        let (lo, hi) = range(section.first(), self.len)?;
        (lo..hi).try_for_each(|i| self.plane(i).holds(section.get(1..).unwrap_or(&[])))
    }

    fn trusted(self) -> Nested4<B, true> {
        Nested4 {
            blocks: self.blocks,
            len: self.len,
        }
    }
}
within_all!(Nested4<B> where B: Storage<Elem: Storage<Elem: Storage>>);

impl<B, const TRUST: bool> Index<(usize, usize, usize, usize)> for Nested4<B, TRUST>
where
    B: Storage<Elem: Storage<Elem: Storage>>,
{
    type Output = <<B::Elem as Storage>::Elem as Storage>::Elem;
    #[inline(always)]
    #[track_caller]
    fn index(&self, (i, j, k, l): (usize, usize, usize, usize)) -> &Self::Output {
        let row = self.plane(i).plane(j).row(k);
        if !TRUST && l >= row.len() {
            beyond(l, row.len());
        }
        debug_assert!(l < row.len(), "index {l} of {}", row.len());
        // SAFETY: in bounds: compared here or by `within`; writers are kept away by the graph.
        unsafe { &*row_first(&row).add(l) }
    }
}

impl<B, const TRUST: bool> IndexMut<(usize, usize, usize, usize)> for Nested4<B, TRUST>
where
    B: Storage<Elem: Storage<Elem: Storage>>,
{
    #[inline(always)]
    #[track_caller]
    fn index_mut(&mut self, (i, j, k, l): (usize, usize, usize, usize)) -> &mut Self::Output {
        let row = self.plane(i).plane(j).row(k);
        if !TRUST && l >= row.len() {
            beyond(l, row.len());
        }
        debug_assert!(l < row.len(), "index {l} of {}", row.len());
        // SAFETY: in bounds as above; the task declared that it writes this element.
        unsafe { &mut *row_first(&row).add(l) }
    }
}

impl<B, const TRUST: bool> View for Nested4<B, TRUST>
where
    B: Storage<Elem: Storage<Elem: Storage>>,
{
    fn geometry(&self) -> Geometry {
        let mut extents = smallvec![self.len, 0, 0, 0];
        for i in 0..self.len {
            let below = self.plane(i).geometry().extents;
            (1..4).for_each(|d| extents[d] = below[d - 1].max(extents[d]));
        }
        Geometry {
            base: self.blocks as usize,
            bytes: self.len * size_of::<B>(),
            extents,
            element_bytes: size_of::<<<B::Elem as Storage>::Elem as Storage>::Elem>(),
            linear: false,
            open: false,
            cells: 0,
        }
    }
}

/// A whole row, `a[i]`: for a task that declared it.
impl<R: Storage, const TRUST: bool> Index<usize> for Nested2<R, TRUST> {
    type Output = [R::Elem];
    #[inline(always)]
    #[track_caller]
    fn index(&self, i: usize) -> &[R::Elem] {
        let row = self.row(i);
        // SAFETY: the row's elements; who takes the whole row has declared it.
        unsafe { std::slice::from_raw_parts(row_first(&row), row.len()) }
    }
}

impl<R: Storage, const TRUST: bool> IndexMut<usize> for Nested2<R, TRUST> {
    #[inline(always)]
    #[track_caller]
    fn index_mut(&mut self, i: usize) -> &mut [R::Elem] {
        let row = self.row(i);
        // SAFETY: as in `index`, for writing.
        unsafe { std::slice::from_raw_parts_mut(row_first(&row), row.len()) }
    }
}

/// A view is storage of itself, for generating code of composite tasks.
impl<R: Storage, const TRUST: bool> NestedAs<2> for Nested2<R, TRUST> {
    type View = Nested2<R, TRUST>;
    unsafe fn view(this: *const Self) -> Self::View {
        // SAFETY: `this` points to a view, which is Copy.
        unsafe { *this }
    }
}

impl<P, const TRUST: bool> NestedAs<3> for Nested3<P, TRUST>
where
    P: Storage,
    P::Elem: Storage,
{
    type View = Nested3<P, TRUST>;
    unsafe fn view(this: *const Self) -> Self::View {
        // SAFETY: as above.
        unsafe { *this }
    }
}

impl<B, const TRUST: bool> NestedAs<4> for Nested4<B, TRUST>
where
    B: Storage<Elem: Storage<Elem: Storage>>,
{
    type View = Nested4<B, TRUST>;
    unsafe fn view(this: *const Self) -> Self::View {
        // SAFETY: as above.
        unsafe { *this }
    }
}
