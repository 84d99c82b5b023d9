//! A failure of a task or region on its way from where it is seen to the region's end, which makes a
//! [`RegionError`](crate::base::error::RegionError) of it.

use crate::base::error::FailureKind;
use crate::graph::access::Access;
use crate::graph::table::Table;

/// A failure on its way from the worker to the region's end.
pub(crate) struct Failure {
    pub(crate) kind: FailureKind,
    pub(crate) task: String,
    pub(crate) file: &'static str,
    pub(crate) line: u32,
    pub(crate) tiles: FailedTiles,
    pub(crate) message: String,
}

/// Tiles of a failed task: by number until the owner of the tables names them.
pub(crate) enum FailedTiles {
    Numbers(Vec<Access>),
    Names(Vec<String>),
}

impl Failure {
    /// Turns tile numbers into names while the tables are at hand.
    pub(crate) fn name_tiles(&mut self, table: &Table) {
        if let FailedTiles::Numbers(tiles) = &self.tiles {
            let name = |tile: &Access| {
                let (array, ranges) = table.describe(tile);
                let ranges: Vec<String> = ranges
                    .iter()
                    .map(|r| format!("{}..{}", r.start, r.end))
                    .collect();
                let section = if ranges.is_empty() {
                    String::new()
                } else {
                    format!("[{}]", ranges.join(", "))
                };
                format!("{} {array}{section}", tile.mode().clause())
            };
            self.tiles = FailedTiles::Names(tiles.iter().map(name).collect());
        }
    }
}
