//! Where the chunks of a tiled loop begin: its modulo offset (AceMesh, figure 9).
//!
//! Where tile sizes are numbers the offset is one, chosen by [`crate::passes`]; where they are
//! expressions the emitted program chooses it, by the same equations, from what arrays ask.

use crate::ir::TileSize;

/// What one array asks of a loop's offset: its indices are `k * i + o` with `o1 <= o <= o2`,
/// and its dimension is cut into tiles of `dtile`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Demand {
    /// What the loop's index is multiplied with.
    pub k: i64,
    /// The least offset.
    pub o1: i64,
    /// The greatest offset.
    pub o2: i64,
    /// Tile size of the array's dimension.
    pub dtile: TileSize,
}

/// The modulo offset of a loop's chunks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Offset {
    /// Known.
    Fixed(u64),
    /// The least that fits all of these.
    Least(Vec<Demand>),
}

impl Offset {
    /// Chunks begin at multiples of the tile size.
    pub const NONE: Offset = Offset::Fixed(0);

    /// As an argument of emitted code, for chunks of `tile`.
    #[must_use]
    pub fn to_rust(&self, tile: &TileSize) -> String {
        let demands = match self {
            Offset::Fixed(number) => return number.to_string(),
            Offset::Least(demands) => demands,
        };
        let list: Vec<String> = demands
            .iter()
            .map(|d| format!("({}, {}, {}, {})", d.k, d.o1, d.o2, d.dtile.to_rust()))
            .collect();
        format!(
            "hp5::rt::offset({}, &[{}])",
            tile.to_rust(),
            list.join(", ")
        )
    }
}
