//! Views of `--checked` builds: every element access is held against the task's clauses.
//!
//! The instrumented variant of a program (DESIGN, semantics 8) is the emitted program with
//! `b.line(42)[(i, j)]` for `b[(i, j)]`. A miss panics, which ends the region with the
//! task's name and place; the message says which element, on which line, and what to do.

use std::ops::{Deref, DerefMut, Index, IndexMut, Range};

use smallvec::{SmallVec, smallvec};

use crate::graph::geometry::Mode;
use crate::rt::chunks::ALL;
use crate::rt::view::{
    Flat, FlatIndex, Grid, GridStorage, Layout, Nested2, Nested3, Nested4, NestedAs, Scalar,
    Storage,
};

/// The task that a body belongs to, for messages.
#[derive(Debug, Clone)]
pub struct Guard {
    file: &'static str,
    task: String,
}

impl Guard {
    /// A guard for task `task` of source file `file`.
    #[must_use]
    pub fn new(file: &'static str, task: impl Into<String>) -> Self {
        Guard {
            file,
            task: task.into(),
        }
    }
}

/// Element ranges per dimension, half open.
pub type Touched = SmallVec<[Range<usize>; 4]>;

/// Views that can say which elements an index means.
pub trait Locate<I>: Index<I> {
    /// The elements, per dimension of the view's geometry.
    fn locate(&self, index: &I) -> Touched;
}

struct Declared {
    mode: Mode,
    section: SmallVec<[(isize, isize); 4]>,
}

/// A view that knows what its task declared.
pub struct Checked<'g, V> {
    view: V,
    guard: &'g Guard,
    array: &'static str,
    declared: SmallVec<[Declared; 2]>,
}

impl<'g, V: Copy> Checked<'g, V> {
    fn new(view: V, guard: &'g Guard, array: &'static str) -> Self {
        Checked {
            view,
            guard,
            array,
            declared: SmallVec::new(),
        }
    }

    /// A further declaration of the same array: what several clauses of one task allow.
    #[must_use]
    pub fn also(mut self, mode: Mode, section: &[(isize, isize)]) -> Self {
        self.declared.push(Declared {
            mode,
            section: section.into(),
        });
        self
    }

    /// The view, for an access that stands on line `line` of the user's source.
    pub fn line(&self, line: u32) -> At<'_, 'g, V> {
        At {
            checked: self,
            view: self.view,
            line,
            reads_too: false,
        }
    }

    /// As [`line`](Self::line), for `+=` and the like: a mutable access reads as well.
    pub fn line_rw(&self, line: u32) -> At<'_, 'g, V> {
        At {
            reads_too: true,
            ..self.line(line)
        }
    }

    /// Panics unless some clause allows the access.
    #[track_caller]
    fn hold(&self, line: u32, touched: &[Range<usize>], writes: bool) {
        // What a task overwrites it may read back, so every clause allows reading.
        let allows = |clause: &&Declared| !writes || clause.mode.writes();
        if !self
            .declared
            .iter()
            .filter(allows)
            .any(|clause| clause.covers(touched))
        {
            self.miss(line, touched, writes);
        }
    }

    #[cold]
    #[inline(never)]
    #[track_caller]
    fn miss(&self, line: u32, touched: &[Range<usize>], writes: bool) -> ! {
        let (verb, clause) = if writes {
            ("writes", "out")
        } else {
            ("reads", "in")
        };
        let entry = |r: &Range<usize>| match r.len() {
            1 => r.start.to_string(),
            _ => format!("{}..{}", r.start, r.end),
        };
        let element = brackets(touched.iter().map(entry));
        let fits = |declared: &&Declared| !writes || declared.mode.writes();
        let clauses: Vec<String> = self
            .declared
            .iter()
            .filter(fits)
            .map(|d| d.show(self.array))
            .collect();
        let Guard { file, task } = self.guard;
        let array = self.array;
        if clauses.is_empty() {
            panic!(
                "{file}:{line}: task `{task}` {verb} {array}{element}, but it declares no `{clause}` of {array}: \
                 add {array} to an `{clause}` clause"
            );
        }
        panic!(
            "{file}:{line}: task `{task}` {verb} {array}{element}, not covered by {}: \
             widen the `{clause}` clause or delete it",
            clauses.join(" or ")
        )
    }
}

/// `[3, 17]`; nothing for a scalar.
fn brackets(entries: impl ExactSizeIterator<Item = String>) -> String {
    if entries.len() == 0 {
        return String::new();
    }
    format!("[{}]", entries.collect::<Vec<_>>().join(", "))
}

impl Declared {
    fn covers(&self, touched: &[Range<usize>]) -> bool {
        // Entries that the clause leaves out are whole dimensions.
        touched
            .iter()
            .enumerate()
            .all(|(d, range)| match self.section.get(d) {
                None | Some(&ALL) => true,
                Some(&(lo, hi)) => {
                    range.is_empty()
                        || (lo as i128 <= range.start as i128 && range.end as i128 <= hi as i128)
                }
            })
    }

    fn show(&self, array: &str) -> String {
        let entry = |&(lo, hi): &(isize, isize)| {
            if (lo, hi) == ALL {
                "..".to_owned()
            } else {
                format!("{lo}..{hi}")
            }
        };
        format!(
            "{}({array}{})",
            self.mode.clause(),
            brackets(self.section.iter().map(entry))
        )
    }
}

/// Metadata (`len`, `nrows`) goes through; elements are reached by [`Checked::line`].
impl<V> Deref for Checked<'_, V> {
    type Target = V;
    fn deref(&self) -> &V {
        &self.view
    }
}

/// A checked view is storage as its view is: the region of a composite task checks for itself.
impl<V: Storage> Storage for Checked<'_, V> {
    type Elem = V::Elem;
    unsafe fn parts(this: *const Self) -> (*mut V::Elem, usize) {
        // SAFETY: `this` points to a checked view, so its field is a view.
        unsafe { V::parts(&raw const (*this).view) }
    }
}

macro_rules! nested_storage {
    ($($d:literal [$($generics:tt)*] $view:ty where $bound:ty: $storage:path;)*) => {$(
        impl<$($generics)*> NestedAs<$d> for Checked<'_, $view>
        where
            $bound: $storage,
        {
            type View = $view;
            unsafe fn view(this: *const Self) -> $view {
                // SAFETY: `this` points to a checked view, and views are Copy.
                unsafe { (*this).view }
            }
        }
    )*};
}
nested_storage! {
    2 [R, const TRUST: bool] Nested2<R, TRUST> where R: Storage;
    3 [P, const TRUST: bool] Nested3<P, TRUST> where P: Storage<Elem: Storage>;
    4 [B, const TRUST: bool] Nested4<B, TRUST> where B: Storage<Elem: Storage<Elem: Storage>>;
}

// SAFETY: the elements of a checked view are its view's.
unsafe impl<T, const D: usize, L: Layout<D>, const TRUST: bool> GridStorage<D>
    for Checked<'_, Grid<T, D, L, TRUST>>
{
    type Element = T;
    type Layout = L;
    unsafe fn parts(this: *const Self) -> (*mut T, [usize; D], L) {
        // SAFETY: `this` points to a checked view, so its field is a view.
        unsafe { <Grid<T, D, L, TRUST> as GridStorage<D>>::parts(&raw const (*this).view) }
    }
}

/// A checked view at a line of the source; index it at once.
pub struct At<'c, 'g, V> {
    checked: &'c Checked<'g, V>,
    view: V,
    line: u32,
    reads_too: bool,
}

impl<V: Copy> Clone for At<'_, '_, V> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<V: Copy> Copy for At<'_, '_, V> {}

impl<V: Copy> At<'_, '_, V> {
    /// An access through a shared reference.
    #[track_caller]
    fn hold_read(&self, touched: &[Range<usize>]) {
        self.checked.hold(self.line, touched, false);
    }

    /// An access through a mutable reference.
    #[track_caller]
    fn hold_write(&self, touched: &[Range<usize>]) {
        if self.reads_too {
            self.checked.hold(self.line, touched, false);
        }
        self.checked.hold(self.line, touched, true);
    }
}

impl<'c, 'g, R: Storage, const TRUST: bool> At<'c, 'g, Nested2<R, TRUST>> {
    /// Row `i`.
    #[track_caller]
    #[must_use]
    pub fn row(&self, i: usize) -> RowAt<'c, 'g, Nested2<R, TRUST>, R::Elem, TRUST> {
        RowAt {
            at: *self,
            before: smallvec![one(i)],
            row: self.view.row(i),
        }
    }
}

impl<'c, 'g, P: Storage<Elem: Storage>, const TRUST: bool> At<'c, 'g, Nested3<P, TRUST>> {
    /// Plane `i`, of which a row is taken.
    #[must_use]
    pub fn plane(&self, i: usize) -> PlaneAt<'c, 'g, P, TRUST> {
        PlaneAt { at: *self, i }
    }
}

/// A plane of a checked view.
pub struct PlaneAt<'c, 'g, P, const TRUST: bool> {
    at: At<'c, 'g, Nested3<P, TRUST>>,
    i: usize,
}

impl<'c, 'g, P: Storage<Elem: Storage>, const TRUST: bool> PlaneAt<'c, 'g, P, TRUST> {
    /// Row `j` of the plane.
    #[track_caller]
    #[must_use]
    pub fn row(
        &self,
        j: usize,
    ) -> RowAt<'c, 'g, Nested3<P, TRUST>, <P::Elem as Storage>::Elem, TRUST> {
        let row = self.at.view.plane(self.i).row(j);
        RowAt {
            at: self.at,
            before: smallvec![one(self.i), one(j)],
            row,
        }
    }
}

/// A row of a checked view: a part of it by an index, or all of it as a slice.
pub struct RowAt<'c, 'g, V, T, const TRUST: bool> {
    at: At<'c, 'g, V>,
    /// The indices that lead to the row.
    before: Touched,
    row: Flat<T, TRUST>,
}

impl<V: Copy, T, const TRUST: bool> RowAt<'_, '_, V, T, TRUST> {
    /// Number of elements: no access.
    #[must_use]
    pub fn len(&self) -> usize {
        self.row.len()
    }

    /// True when there are no elements: no access.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.row.is_empty()
    }

    fn touched(&self, positions: Range<usize>) -> Touched {
        self.before.iter().cloned().chain([positions]).collect()
    }
}

impl<V: Copy, T, const TRUST: bool, I: FlatIndex<T>> Index<I> for RowAt<'_, '_, V, T, TRUST> {
    type Output = I::Output;
    #[track_caller]
    fn index(&self, index: I) -> &I::Output {
        self.at
            .hold_read(&self.touched(index.positions(self.row.len())));
        &self.row[index]
    }
}

impl<V: Copy, T, const TRUST: bool, I: FlatIndex<T>> IndexMut<I> for RowAt<'_, '_, V, T, TRUST> {
    #[track_caller]
    fn index_mut(&mut self, index: I) -> &mut I::Output {
        self.at
            .hold_write(&self.touched(index.positions(self.row.len())));
        &mut self.row[index]
    }
}

impl<V: Copy, T, const TRUST: bool> Deref for RowAt<'_, '_, V, T, TRUST> {
    type Target = [T];
    #[track_caller]
    fn deref(&self) -> &[T] {
        self.at.hold_read(&self.touched(0..self.row.len()));
        &self.row
    }
}

impl<V: Copy, T, const TRUST: bool> DerefMut for RowAt<'_, '_, V, T, TRUST> {
    #[track_caller]
    fn deref_mut(&mut self) -> &mut [T] {
        self.at.hold_write(&self.touched(0..self.row.len()));
        &mut self.row
    }
}

impl<V: Copy + Locate<I>, I> Index<I> for At<'_, '_, V> {
    type Output = V::Output;
    #[track_caller]
    fn index(&self, index: I) -> &V::Output {
        self.checked
            .hold(self.line, &self.view.locate(&index), false);
        &self.view[index]
    }
}

impl<V: Copy + Locate<I> + IndexMut<I>, I> IndexMut<I> for At<'_, '_, V> {
    #[track_caller]
    fn index_mut(&mut self, index: I) -> &mut V::Output {
        let touched = self.view.locate(&index);
        self.hold_write(&touched);
        &mut self.view[index]
    }
}

impl<T> Deref for At<'_, '_, Scalar<T>> {
    type Target = T;
    #[track_caller]
    fn deref(&self) -> &T {
        self.checked.hold(self.line, &[], false);
        &self.view
    }
}

impl<T> DerefMut for At<'_, '_, Scalar<T>> {
    #[track_caller]
    fn deref_mut(&mut self) -> &mut T {
        self.hold_write(&[]);
        &mut self.view
    }
}

impl<T, const TRUST: bool, I: FlatIndex<T>> Locate<I> for Flat<T, TRUST> {
    fn locate(&self, index: &I) -> Touched {
        let positions = index.positions(self.len());
        let (first, last) = (
            self.coordinates(positions.start),
            self.coordinates(positions.end.saturating_sub(1)),
        );
        if positions.is_empty() {
            return first.iter().map(|_| 0..0).collect();
        }
        // A range that runs on into further rows touches them whole.
        let mut same = true;
        let entry = |((&lo, &hi), extent): ((&usize, &usize), &usize)| {
            let range = if same { lo..hi + 1 } else { 0..*extent };
            same &= lo == hi;
            range
        };
        first
            .iter()
            .zip(&last)
            .zip(&self.extents())
            .map(entry)
            .collect()
    }
}

impl<R: Storage, const TRUST: bool> Locate<(usize, usize)> for Nested2<R, TRUST> {
    fn locate(&self, &(i, j): &(usize, usize)) -> Touched {
        smallvec![one(i), one(j)]
    }
}

impl<P: Storage<Elem: Storage>, const TRUST: bool> Locate<(usize, usize, usize)>
    for Nested3<P, TRUST>
{
    fn locate(&self, &(i, j, k): &(usize, usize, usize)) -> Touched {
        smallvec![one(i), one(j), one(k)]
    }
}

impl<B, const TRUST: bool> Locate<(usize, usize, usize, usize)> for Nested4<B, TRUST>
where
    B: Storage<Elem: Storage<Elem: Storage>>,
{
    fn locate(&self, &(i, j, k, l): &(usize, usize, usize, usize)) -> Touched {
        smallvec![one(i), one(j), one(k), one(l)]
    }
}

impl<R: Storage, const TRUST: bool> Locate<usize> for Nested2<R, TRUST> {
    fn locate(&self, &i: &usize) -> Touched {
        smallvec![one(i), 0..self.row(i).len()]
    }
}

impl<T, L: Layout<1>, const TRUST: bool> Locate<usize> for Grid<T, 1, L, TRUST> {
    fn locate(&self, &i: &usize) -> Touched {
        smallvec![one(i)]
    }
}

impl<T, L: Layout<4>, const TRUST: bool> Locate<(usize, usize, usize, usize)>
    for Grid<T, 4, L, TRUST>
{
    fn locate(&self, &(i, j, k, l): &(usize, usize, usize, usize)) -> Touched {
        smallvec![one(i), one(j), one(k), one(l)]
    }
}

/// One index, as a range; the greatest `usize` is no array's index, and stays out of bounds.
fn one(i: usize) -> Range<usize> {
    i..i.saturating_add(1)
}

impl<T, const D: usize, L: Layout<D>, const TRUST: bool> Locate<[usize; D]>
    for Grid<T, D, L, TRUST>
{
    fn locate(&self, index: &[usize; D]) -> Touched {
        index.iter().map(|&i| one(i)).collect()
    }
}

impl<T, L: Layout<2>, const TRUST: bool> Locate<(usize, usize)> for Grid<T, 2, L, TRUST> {
    fn locate(&self, &(i, j): &(usize, usize)) -> Touched {
        smallvec![one(i), one(j)]
    }
}

impl<T, L: Layout<3>, const TRUST: bool> Locate<(usize, usize, usize)> for Grid<T, 3, L, TRUST> {
    fn locate(&self, &(i, j, k): &(usize, usize, usize)) -> Touched {
        smallvec![one(i), one(j), one(k)]
    }
}

/// The method that emitted code calls, on every kind of view.
macro_rules! checked_views {
    ($([$($generics:tt)*] $view:ty;)*) => {$(
        impl<$($generics)*> $view {
            /// The view with every access held against the clause `mode(array[section])` of
            /// the task that `guard` names, and against those added by [`Checked::also`].
            pub fn checked<'g>(
                self,
                guard: &'g Guard,
                array: &'static str,
                mode: Mode,
                section: &[(isize, isize)],
            ) -> Checked<'g, Self> {
                Checked::new(self, guard, array).also(mode, section)
            }
        }
    )*};
}
checked_views! {
    [T, const TRUST: bool] Flat<T, TRUST>;
    [R, const TRUST: bool] Nested2<R, TRUST>;
    [P, const TRUST: bool] Nested3<P, TRUST>;
    [B, const TRUST: bool] Nested4<B, TRUST>;
    [T, const D: usize, L: Copy, const TRUST: bool] Grid<T, D, L, TRUST>;
    [T] Scalar<T>;
}

#[cfg(test)]
mod tests {
    use std::panic::{AssertUnwindSafe, catch_unwind};

    use super::*;
    use crate::rt;

    fn miss(f: impl FnOnce()) -> String {
        let payload = catch_unwind(AssertUnwindSafe(f)).expect_err("a miss panics");
        *payload.downcast::<String>().expect("a text")
    }

    #[test]
    fn reads_and_writes_are_held_against_the_clauses() {
        let a = [[0.0_f64; 20]; 5];
        let guard = Guard::new("src/main.rs", "jacobi:16");
        // SAFETY: this thread alone uses the storage.
        let view = unsafe { rt::nested::<2, _>(&raw const a) };
        let view = view
            .checked(&guard, "a", Mode::Out, &[(1, 2), (1, 19)])
            .also(Mode::In, &[(0, 3), ALL]);
        view.line(20)[(1, 1)] = view.line(20)[(0, 1)] + view.line(20)[(2, 19)] + 1.0;
        view.line_rw(21)[(1, 1)] += 1.0;
        assert_eq!((a[1][1], view.len(), view.cols()), (2.0, 5, 20));
        let text = miss(|| drop(view.line(17)[(3, 17)].to_string()));
        assert_eq!(
            text,
            "src/main.rs:17: task `jacobi:16` reads a[3, 17], not covered by out(a[1..2, 1..19]) or in(a[0..3, ..]): \
             widen the `in` clause or delete it"
        );
        let text = miss(|| view.line(18)[(0, 1)] = 1.0);
        assert_eq!(
            text,
            "src/main.rs:18: task `jacobi:16` writes a[0, 1], not covered by out(a[1..2, 1..19]): \
             widen the `out` clause or delete it"
        );
        assert!(miss(|| view.line_rw(19)[(3, 1)] += 1.0).contains("reads a[3, 1]"));
    }

    #[test]
    fn rows_and_planes_taken_as_a_whole() {
        let cube = [[[0_i32; 4]; 3]; 2];
        let guard = Guard::new("f.rs", "t");
        // SAFETY: this thread alone uses the storage.
        let view = unsafe { rt::nested::<3, _>(&raw const cube) };
        let v = view
            .checked(&guard, "a", Mode::In, &[(0, 1), (0, 2), ALL])
            .also(Mode::Out, &[(1, 2), (0, 2), ALL]);
        v.line(1).plane(1).row(1)[2] = 7;
        assert_eq!(
            (v.line(2).plane(0).row(1).iter().count(), cube[1][1][2]),
            (4, 7)
        );
        assert!(
            miss(|| assert_eq!(v.line(3).plane(0).row(2).iter().count(), 4))
                .contains("reads a[0, 2, 0..4]")
        );
        assert!(miss(|| v.line(4).plane(0).row(0).fill(1)).contains("writes a[0, 0, 0..4]"));
        assert!(miss(|| v.line(4).plane(0).row(0)[1..3].fill(1)).contains("writes a[0, 0, 1..3]"));
        let rows = vec![vec![1, 2], vec![3]];
        // SAFETY: as above.
        let v = unsafe { rt::nested::<2, _>(&raw const rows) }.checked(
            &guard,
            "r",
            Mode::InOut,
            &[(1, 2), ALL],
        );
        v.line_rw(5).row(1)[0] += 1;
        v.line(6)[(1, 0)] += 1;
        assert!(
            miss(|| assert_eq!(v.line(7).row(0).first(), Some(&1))).contains("reads r[0, 0..2]")
        );
        assert_eq!(v.line(8).row(0).len(), 2);
        // SAFETY: as above.
        let again = unsafe { rt::nested::<2, _>(&raw const v) };
        assert_eq!((again[(1, 0)], rows[1][0]), (5, 5));
        let line = [1, 2, 3];
        // SAFETY: as above.
        let v = unsafe { rt::flat(&raw const line) }.checked(&guard, "l", Mode::In, &[(0, 1)]);
        // SAFETY: as above.
        assert_eq!(
            unsafe { rt::flat(&raw const v) }[2],
            3,
            "storage of an inner region, which checks for itself"
        );
    }

    #[test]
    fn an_array_that_is_only_read_cannot_be_written() {
        let a = vec![1, 2, 3];
        let guard = Guard::new("src/lib.rs", format!("sum {}", 1));
        // SAFETY: this thread alone uses the storage.
        let v = unsafe { rt::flat(&raw const a) }.checked(&guard, "a", Mode::In, &[(0, 2)]);
        assert_eq!(v.line(3)[1], 2);
        let text = miss(|| v.line(4)[1] = 5);
        assert!(
            text.contains("writes a[1], but it declares no `out` of a: add a to an `out` clause"),
            "{text}"
        );
        assert_eq!(a[1], 2, "the access does not happen");
        assert_eq!(v.line(5)[..2], [1, 2]);
        assert!(miss(|| assert!(v.line(5)[1..].is_empty())).contains("reads a[1..3]"));
        assert!(v.line(5)[3..].is_empty(), "an empty range touches nothing");
    }

    #[test]
    fn linear_indices_are_shown_as_coordinates() {
        let a = [0_u8; 40];
        let guard = Guard::new("f.rs", "t");
        // SAFETY: this thread alone uses the storage.
        let v = unsafe { rt::flat(&raw const a) }.rows(10_usize);
        let v = v.checked(&guard, "a", Mode::InOut, &[(1, 3), (0, 10)]);
        v.line(1)[10..30].fill(1);
        v.line(1)[12..15].fill(1);
        assert!(
            miss(|| v.line(2)[37] = 1)
                .contains("writes a[3, 7], not covered by inout(a[1..3, 0..10])")
        );
        assert!(miss(|| v.line(2)[25..35].fill(1)).contains("writes a[2..4, 0..10]"));
        let narrow = v.checked(&guard, "a", Mode::In, &[(1, 3), (2, 5)]);
        assert_eq!(narrow.line(3)[12..15].len(), 3);
        assert!(miss(|| assert_eq!(narrow.line(3)[12..16].len(), 4)).contains("reads a[1, 2..6]"));
    }

    #[test]
    fn scalars() {
        let x = 4;
        let guard = Guard::new("f.rs", "t");
        // SAFETY: this thread alone uses the value.
        let view = unsafe { rt::scalar(&raw const x) };
        let both = view.checked(&guard, "x", Mode::InOut, &[]);
        *both.line_rw(1) += 1;
        let read = view.checked(&guard, "x", Mode::In, &[]);
        assert_eq!(*read.line(2), 5);
        assert!(
            miss(|| *read.line(3) = 6)
                .contains("f.rs:3: task `t` writes x, but it declares no `out` of x")
        );
    }
}
