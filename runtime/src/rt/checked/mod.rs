//! Views of `--checked` builds: every element access is held against the task's clauses.
//!
//! The instrumented variant of a program (DESIGN, semantics 8) is the emitted program with
//! `b.line(42)[(i, j)]` for `b[(i, j)]`. A miss panics, which ends the region with the
//! task's name and place; the message says which element, on which line, and what to do.

mod clauses;
mod locate;
#[cfg(feature = "ndarray")]
mod parts;
mod rows;
mod storage;
#[cfg(test)]
mod tests;

use std::ops::{Deref, DerefMut, Index, IndexMut, Range};

use crate::graph::geometry::{Mode, View};
use crate::rt::view::{Flat, Grid, Nested2, Nested3, Nested4, Scalar};

pub use clauses::{Clauses, Touched};
pub use locate::Locate;
pub use rows::{PlaneAt, RowAt};

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

/// Stands for a line that is not known; lines count from 1.
const NO_LINE: u32 = 0;

/// A view that knows what its task declared.
pub struct Checked<'g, V> {
    view: V,
    guard: &'g Guard,
    array: &'static str,
    clauses: Clauses,
}

impl<'g, V: Copy> Checked<'g, V> {
    fn new(view: V, guard: &'g Guard, array: &'static str) -> Self {
        Checked {
            view,
            guard,
            array,
            clauses: Clauses::default(),
        }
    }

    /// A further declaration of the same array: what several clauses of one task allow.
    #[must_use]
    pub fn also(mut self, mode: Mode, section: &[(isize, isize)]) -> Self
    where
        V: View,
    {
        // What runs over into other rows is the whole array to the scheduler, and so it is here.
        let whole = self.view.geometry().overruns(section);
        self.clauses.add(mode, if whole { &[] } else { section });
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
        if !self.clauses.allow(touched, writes) {
            self.miss(line, touched, writes);
        }
    }

    #[cold]
    #[inline(never)]
    #[track_caller]
    fn miss(&self, line: u32, touched: &[Range<usize>], writes: bool) -> ! {
        let Guard { file, task } = self.guard;
        let place = match line {
            NO_LINE => (*file).to_owned(),
            line => format!("{file}:{line}"),
        };
        let text = self.clauses.miss(&place, task, self.array, touched, writes);
        panic!("{text}")
    }
}

/// Metadata (`len`, `nrows`) goes through; elements are reached by [`Checked::line`].
impl<V> Deref for Checked<'_, V> {
    type Target = V;
    fn deref(&self) -> &V {
        &self.view
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
    /// The view without checks.
    #[cfg(feature = "nalgebra")]
    pub(crate) fn unchecked(&self) -> V {
        self.view
    }

    /// An access through a shared reference.
    #[track_caller]
    pub(crate) fn hold_read(&self, touched: &[Range<usize>]) {
        self.checked.hold(self.line, touched, false);
    }

    /// An access through a mutable reference.
    #[track_caller]
    pub(crate) fn hold_write(&self, touched: &[Range<usize>]) {
        if self.reads_too {
            self.checked.hold(self.line, touched, false);
        }
        self.checked.hold(self.line, touched, true);
    }
}

/// An access of which the line is not known.
impl<V: Copy + Locate<I>, I> Index<I> for Checked<'_, V> {
    type Output = V::Output;
    #[track_caller]
    fn index(&self, index: I) -> &V::Output {
        self.hold(NO_LINE, &self.view.locate(&index), false);
        &self.view[index]
    }
}

impl<V: Copy + Locate<I> + IndexMut<I>, I> IndexMut<I> for Checked<'_, V> {
    #[track_caller]
    fn index_mut(&mut self, index: I) -> &mut V::Output {
        self.hold(NO_LINE, &self.view.locate(&index), true);
        &mut self.view[index]
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
            ) -> Checked<'g, Self>
            where
                Self: View,
            {
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
