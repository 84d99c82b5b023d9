//! The safe library: tiled arrays, and tasks whose bodies get exactly the declared tiles.
//!
//! ```
//! use hp5::{TiledArray, region};
//!
//! let n = 8;
//! let mut a = TiledArray::from_vec(vec![1.0_f64; n * n], [n, n], [4, 4])?.named("a");
//! let mut b = TiledArray::from_vec(vec![0.0_f64; n * n], [n, n], [4, 4])?.named("b");
//! let stats = region(|r| {
//!     let (a, b) = (r.array(&mut a), r.array(&mut b));
//!     for (from, to) in a.iter().zip(b.iter()) {
//!         r.task("double").read(from).write(to).run(|(from, mut to)| {
//!             for i in 0..to.shape()[0] {
//!                 for (to, from) in to.row_mut(i).iter_mut().zip(from.row(i)) {
//!                     *to = 2.0 * from;
//!                 }
//!             }
//!         });
//!     }
//! })?;
//! assert_eq!(stats.tasks, 4);
//! assert!(b.as_slice().iter().all(|&x| x == 2.0));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Why a body cannot reach an undeclared tile
//!
//! The region borrows an array as long as it is open ([`Scope::array`]), so neither
//! generating code nor a body has another way to the elements. Handles ([`Tiles`],
//! [`Tile`]) carry no elements, stay on the registering thread, and are good for their
//! region only. Views ([`TileRef`], [`TileMut`]) are made in a body from its task's
//! declarations and cannot leave it. Each of these sentences has a program in the tests
//! of this documentation that must not compile.

mod array;
mod declare;
mod loops;
mod reduce;
mod scope;
mod tape;
mod task;
mod tile;
mod views;

#[cfg(test)]
mod tests;

use std::panic::Location;

use crate::rt::{Region, Site};
use scope::Core;

pub use crate::base::error::{FailureKind, RegionError, ReplayError};
pub use crate::record::stats::RegionStats;
pub use crate::rt::op::{Add, And, BitAnd, BitOr, BitXor, Max, Min, Mul, Or};
pub use crate::rt::reduce::ReduceOp;
pub use crate::rt::{CancelHandle, ReplayStats};
pub use array::{ArrayError, MOST_DIMENSIONS, TiledArray};
pub use declare::{Declarations, Declared};
pub use loops::{
    Affine, Bounded, EachRead, EachWrite, Ends, Extent, Loop, LoopDeclarations, LoopDeclared,
    Loops, Outermost, Place, Tasks, bounded,
};
pub use reduce::Reduction;
pub use scope::Scope;
pub use tape::Tape;
pub use task::Task;
pub use tile::{Tile, Tiles, Value};
pub use views::{Partial, TileMut, TileRef};

/// What the closure of a region returns, and what the region returns then.
///
/// | the closure returns | the region returns |
/// |---|---|
/// | nothing | `Result<RegionStats, RegionError>` |
/// | `Result<T, E>`, where `E: From<RegionError>` | `Result<T, E>`, and its own errors as an `E` |
/// | numbers, `bool`, `char`, strings, vectors, arrays, boxes, options, tuples | `Result<T, RegionError>` |
#[diagnostic::on_unimplemented(
    message = "the closure of a region returns a `{Self}`",
    label = "this region's closure",
    note = "return `Ok(..)`: the closure's type is then `Result<{Self}, RegionError>`, or has an error of your own \
            that a `RegionError` can become"
)]
pub trait Outcome: Sized {
    /// What the region returns.
    type Returned;

    /// Of the closure and of the region, which has ended.
    #[doc(hidden)]
    fn returned(self, ended: Result<RegionStats, RegionError>) -> Self::Returned;
}

impl Outcome for () {
    type Returned = Result<RegionStats, RegionError>;

    fn returned(self, ended: Result<RegionStats, RegionError>) -> Self::Returned {
        ended
    }
}

impl<T, E: From<RegionError>> Outcome for Result<T, E> {
    type Returned = Result<T, E>;

    fn returned(self, ended: Result<RegionStats, RegionError>) -> Result<T, E> {
        match (self, ended) {
            // What was registered wrongly is the cause of what came of it.
            (_, Err(error)) if error.kind == FailureKind::Misuse => Err(error.into()),
            (Ok(_), Err(error)) => Err(error.into()),
            (outcome, _) => outcome,
        }
    }
}

/// Values that a region hands on.
macro_rules! values {
    ($([$($of:tt)*] $value:ty;)*) => {$(
        impl<$($of)*> Outcome for $value {
            type Returned = Result<Self, RegionError>;

            fn returned(self, ended: Result<RegionStats, RegionError>) -> Self::Returned {
                ended.map(|_| self)
            }
        }
    )*};
}
values! {
    [] bool; [] char; [] String; [] &'static str;
    [] u8; [] u16; [] u32; [] u64; [] u128; [] usize;
    [] i8; [] i16; [] i32; [] i64; [] i128; [] isize;
    [] f32; [] f64;
    [T] Vec<T>; [T] Option<T>; [T] Box<T>; [T, const N: usize] [T; N];
    [T, const D: usize] TiledArray<'static, T, D>;
    [A] (A,); [A, B] (A, B); [A, B, C] (A, B, C); [A, B, C, D] (A, B, C, D);
}

/// Runs a graph of tasks and returns when it is completed.
///
/// `f` registers tasks; they begin to run at once, on the PPUs of the current
/// [`Runtime`](crate::Runtime). Bodies may borrow whatever outlives the call, as with
/// [`std::thread::scope`]. The result equals running the tasks one after the other in the
/// order of registration (commutative updates and floating-point reductions excepted).
///
/// # Errors
/// The first task that panicked, or that was declared wrongly; running tasks are finished,
/// the others cancelled, and the runtime stays usable. Of several errors that of declarations goes before what `f`
/// returned, and that before the one of a task.
///
/// # Panics
/// If `f` panics, after the tasks registered so far are completed. A panic of a task's body is an error.
#[track_caller]
pub fn region<'env, F, R>(f: F) -> R::Returned
where
    F: for<'scope> FnOnce(&'scope Scope<'scope, 'env>) -> R,
    R: Outcome,
{
    let at = Location::caller();
    let site = Site::intern("region", at.file(), at.line());
    run_region(Region::begin(site), f)
}

/// As [`region`], with a name for errors, traces and graphs.
///
/// # Errors
/// As for [`region`].
///
/// # Panics
/// As for [`region`].
#[track_caller]
pub fn named_region<'env, F, R>(name: &str, f: F) -> R::Returned
where
    F: for<'scope> FnOnce(&'scope Scope<'scope, 'env>) -> R,
    R: Outcome,
{
    let at = Location::caller();
    run_region(Region::begin_named(name, at.file(), at.line()), f)
}

fn run_region<'env, F, R>(region: Region, f: F) -> R::Returned
where
    F: for<'scope> FnOnce(&'scope Scope<'scope, 'env>) -> R,
    R: Outcome,
{
    let core = Core::new(region.site().name);
    let outcome = f(&Scope::new(&region, &core));
    if core.has_misuse() {
        region.keep_name();
    }
    let ended = region.try_end();
    outcome.returned(core.into_misuse().map_or(ended, Err))
}
