//! Homes: which PPU a tile has affinity to.
//!
//! Tiles are dealt to PPUs in blocks of neighbouring tiles, so that the tiles of one PPU
//! touch one another, and neighbouring blocks go to PPUs with neighbouring numbers, which
//! [`Placement`](crate::Placement) has made near on the machine.

use std::ops::Range;

/// The home of tile `tile` of `tiles` on `ppus` PPUs: block distribution, sizes of blocks
/// differing by one at most. A tile beyond the end has the home of the last one.
///
/// 0 PPUs count as 1, so the result is always less than `ppus.max(1)`.
#[must_use]
pub fn home(tile: usize, tiles: usize, ppus: usize) -> usize {
    let (tiles, ppus) = (tiles.max(1), ppus.max(1));
    let tile = tile.min(tiles - 1);
    // The inverse of `tiles_at`: the last PPU whose block begins at or before the tile.
    let home = ((tile as u128 + 1) * ppus as u128 - 1) / tiles as u128;
    usize::try_from(home).map_or(ppus - 1, |h| h.min(ppus - 1))
}

/// The tiles whose home is `ppu`: the inverse of [`home`]. Empty where there are fewer
/// tiles than PPUs and this one gets none, and for a PPU that is not there.
#[must_use]
pub fn tiles_at(ppu: usize, tiles: usize, ppus: usize) -> Range<usize> {
    let ppus = ppus.max(1);
    let start = |ppu: usize| {
        let start = (ppu as u128 * tiles as u128) / ppus as u128;
        usize::try_from(start).map_or(tiles, |s| s.min(tiles))
    };
    start(ppu.min(ppus))..start(ppu.saturating_add(1).min(ppus))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_are_contiguous_and_even() {
        let homes: Vec<_> = (0..10).map(|tile| home(tile, 10, 4)).collect();
        assert_eq!(homes, [0, 0, 1, 1, 1, 2, 2, 3, 3, 3]);
        assert_eq!(
            (0..3).map(|tile| home(tile, 3, 8)).collect::<Vec<_>>(),
            [2, 5, 7]
        );
    }

    #[test]
    fn home_and_tiles_at_are_inverse() {
        for tiles in 0..40 {
            for ppus in 1..12 {
                let mut next = 0;
                for ppu in 0..ppus {
                    let block = tiles_at(ppu, tiles, ppus);
                    assert_eq!(block.start, next, "{tiles} tiles on {ppus}");
                    assert!(block.len().abs_diff(tiles / ppus) <= 1);
                    assert!(
                        block.clone().all(|tile| home(tile, tiles, ppus) == ppu),
                        "{tiles} on {ppus}, {ppu}"
                    );
                    next = block.end;
                }
                assert_eq!(next, tiles);
            }
        }
    }

    #[test]
    fn nonsense_stays_in_range() {
        assert_eq!(home(7, 0, 0), 0);
        assert_eq!(home(99, 10, 4), 3);
        assert_eq!(home(usize::MAX, usize::MAX, usize::MAX), usize::MAX - 1);
        assert_eq!(tiles_at(9, 10, 4), 10..10);
    }
}
