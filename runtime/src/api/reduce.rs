//! Reductions of the safe library.

use std::marker::PhantomData;

use super::tile::Brand;
use crate::rt;
use crate::rt::Site;
use crate::rt::reduce::ReduceOp;

/// A reduction into a [`Value`](super::Value); see [`Scope::reduction`](super::Scope::reduction).
///
/// ```
/// use hp5::{api::Add, region};
/// let mut sum = 0_u64;
/// region(|r| {
///     let total = r.value(&mut sum);
///     let add = r.reduction(Add, total);
///     for n in 0..10 {
///         r.task("part").reduce(&add).run(move |(mut part,)| *part += n);
///     }
///     add.combine();
/// })?;
/// assert_eq!(sum, 45);
/// # Ok::<(), hp5::RegionError>(())
/// ```
///
/// ```compile_fail
/// // Tasks of another region would not be waited for by `combine`.
/// use hp5::{api::Add, region};
/// let mut sum = 0_u64;
/// region(|r| {
///     let total = r.value(&mut sum);
///     let add = r.reduction(Add, total);
///     region(|inner| {
///         inner.task("part").reduce(&add).run(|(mut part,)| *part += 1);
///     }).unwrap();
/// }).unwrap();
/// ```
pub struct Reduction<'scope, O: ReduceOp<T>, T: Copy + Send> {
    pub(super) inner: Option<rt::Reduction<'scope, O, T>>,
    site: &'static Site,
    brand: Brand<'scope>,
}

impl<'scope, O: ReduceOp<T>, T: Copy + Send> Reduction<'scope, O, T> {
    pub(super) fn new(inner: rt::Reduction<'scope, O, T>, site: &'static Site) -> Self {
        Reduction {
            inner: Some(inner),
            site,
            brand: PhantomData,
        }
    }

    /// Folds the partial results of the tasks so far into the value, in registration
    /// order; tasks registered from now on that declare the value see the result.
    pub fn combine(self) {
        drop(self);
    }
}

impl<O: ReduceOp<T>, T: Copy + Send> Drop for Reduction<'_, O, T> {
    fn drop(&mut self) {
        if let Some(inner) = self.inner.take() {
            inner.combine(self.site);
        }
    }
}
