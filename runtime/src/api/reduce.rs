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
/// The value may be of any type, and the operator one of the program's own. Parts are folded in the order in
/// which their tasks were registered, so it must be associative, but need not be commutative:
///
/// ```
/// use hp5::{ReduceOp, region};
///
/// /// The numbers of all parts, one behind the other.
/// struct Append;
///
/// impl ReduceOp<Vec<u32>> for Append {
///     fn identity() -> Vec<u32> {
///         Vec::new()
///     }
///     fn combine(mut a: Vec<u32>, b: Vec<u32>) -> Vec<u32> {
///         a.extend(b);
///         a
///     }
/// }
///
/// let mut primes = vec![2];
/// region(|r| {
///     let list = r.value(&mut primes);
///     let append = r.reduction(Append, list);
///     for first in (3..60_u32).step_by(10) {
///         r.task("part").reduce(&append).run(move |(mut part,)| {
///             part.extend((first..first + 10).filter(|n| (2..*n).all(|d| n % d > 0)));
///         });
///     }
/// })?;
/// assert_eq!(primes, [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61]);
/// # Ok::<(), hp5::RegionError>(())
/// ```
///
/// Arrays and vectors are reduced element by element by the operators of [`hp5::api`](super); a part of a vector
/// begins empty, and elements that it does not have change nothing:
///
/// ```
/// use hp5::{api::Add, region};
/// let text = "to be or not to be";
/// let mut letters = [0_u32; 26];
/// region(|r| {
///     let all = r.value(&mut letters);
///     let add = r.reduction(Add, all);
///     for word in text.split(' ') {
///         r.task("count").reduce(&add).run(move |(mut part,)| {
///             word.bytes().for_each(|letter| part[usize::from(letter - b'a')] += 1);
///         });
///     }
/// })?;
/// assert_eq!((letters[14], letters[19]), (4, 3));
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
pub struct Reduction<'scope, O: ReduceOp<T>, T: Send> {
    pub(super) inner: Option<rt::Reduction<'scope, O, rt::Scalar<T>>>,
    site: &'static Site,
    brand: Brand<'scope>,
}

impl<'scope, O: ReduceOp<T>, T: Send> Reduction<'scope, O, T> {
    pub(super) fn new(inner: rt::Reduction<'scope, O, rt::Scalar<T>>, site: &'static Site) -> Self {
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

impl<O: ReduceOp<T>, T: Send> Drop for Reduction<'_, O, T> {
    fn drop(&mut self) {
        if let Some(inner) = self.inner.take() {
            inner.combine(self.site);
        }
    }
}
