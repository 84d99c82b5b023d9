//! The safe library: tiled arrays and tasks whose bodies get exactly the declared tiles.

use crate::error::RegionError;
use crate::observe::record::RegionStats;
use crate::rt::Site;

/// An array cut into tiles.
#[derive(Debug)]
pub struct TiledArray<T> {
    elements: Vec<T>,
}

impl<T> TiledArray<T> {
    /// All elements.
    #[must_use]
    pub fn as_slice(&self) -> &[T] {
        &self.elements
    }
}

/// Runs a graph of tasks.
///
/// # Errors
/// The first task that failed.
pub fn region(f: impl FnOnce(&crate::rt::Region)) -> Result<RegionStats, RegionError> {
    let region = crate::rt::Region::begin(Site::intern("region", file!(), line!()));
    f(&region);
    region.try_end()
}
