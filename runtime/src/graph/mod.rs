//! The task graph: tasks, edges, dependence tables, scopes.
//!
//! See `README.md` in this folder for the life of a task and who may touch what.

pub(crate) mod access;
mod addresses;
pub(crate) mod body;
mod chunks;
pub(crate) mod commute;
pub mod cut;
pub(crate) mod failure;
pub mod geometry;
pub(crate) mod homes;
pub(crate) mod notes;
pub(crate) mod overlap;
pub(crate) mod pending_count;
mod places;
pub(crate) mod pointer;
pub(crate) mod promoted;
pub(crate) mod reference;
pub(crate) mod scope;
pub(crate) mod sharded_counter;
pub(crate) mod slab;
pub(crate) mod sort;
mod spare;
pub(crate) mod successors;
pub(crate) mod table;
pub(crate) mod task;
pub(crate) mod task_log;
mod tile_state;
pub(crate) mod tiles;
pub(crate) mod tiling;

#[cfg(all(test, not(any(hp5_loom, hp5_shuttle, hp5_drd))))]
mod tests {
    use super::{access, body, reference, successors, task, tile_state, tiles};

    #[test]
    fn sizes_are_those_of_the_readme() {
        let bytes = [
            size_of::<task::Task>(),
            size_of::<successors::Block>(),
            size_of::<body::Space>(),
            tile_state::TILE_BYTES,
        ];
        assert_eq!(bytes, [128, 64, 128, 64]);
        let (inline, more, tiles) = (
            successors::INLINE,
            successors::PER_BLOCK,
            tiles::INLINE_TILES,
        );
        assert_eq!(size_of::<body::Stored>(), 8 + 16);
        let rows = [
            format!("| task | 128 | {inline} successors, {tiles} tiles, a body of 16 bytes |"),
            format!(
                "| 64 | {more} successors more: {:.1} bytes each |",
                64.0 / more as f64
            ),
            format!(
                "the last writer and {} readers: one cache line |",
                tile_state::FEW
            ),
            format!(
                "| reader of a tile beyond the fifth | {} |",
                size_of::<reference::TaskRef>()
            ),
            format!(
                "| tile of a task beyond the fourth | {} |",
                size_of::<access::Access>()
            ),
        ];
        let readme = include_str!("README.md");
        for row in rows {
            assert!(
                readme.contains(&row),
                "README.md says something else: {row}"
            );
        }
    }
}
