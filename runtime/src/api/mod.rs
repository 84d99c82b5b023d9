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

pub use crate::error::{FailureKind, RegionError, ReplayError};
pub use crate::observe::record::RegionStats;
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

/// What the closure of a region may return: nothing, or the error of a
/// [`Scope::wait`] that it hands on with `?`.
pub trait Outcome {
    /// As a result.
    ///
    /// # Errors
    /// The error that the closure returned.
    fn result(self) -> Result<(), RegionError>;
}

impl Outcome for () {
    fn result(self) -> Result<(), RegionError> {
        Ok(())
    }
}

impl Outcome for Result<(), RegionError> {
    fn result(self) -> Result<(), RegionError> {
        self
    }
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
/// the others cancelled, and the runtime stays usable.
///
/// # Panics
/// If `f` panics, after the tasks registered so far are completed.
#[track_caller]
pub fn region<'env, F, R>(f: F) -> Result<RegionStats, RegionError>
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
pub fn named_region<'env, F, R>(name: &str, f: F) -> Result<RegionStats, RegionError>
where
    F: for<'scope> FnOnce(&'scope Scope<'scope, 'env>) -> R,
    R: Outcome,
{
    let at = Location::caller();
    run_region(Region::begin_named(name, at.file(), at.line()), f)
}

fn run_region<'env, F, R>(region: Region, f: F) -> Result<RegionStats, RegionError>
where
    F: for<'scope> FnOnce(&'scope Scope<'scope, 'env>) -> R,
    R: Outcome,
{
    let core = Core::new(region.site().name);
    let outcome = f(&Scope::new(&region, &core)).result();
    if core.has_misuse() {
        region.keep_name();
    }
    let ended = region.try_end();
    match core.into_misuse() {
        Some(error) => Err(error),
        None => outcome.and(ended),
    }
}
