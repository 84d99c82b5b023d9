//! The machine: PCubeS, the type architecture of HighP5 (Partitioned Parallel Processing
//! Spaces, section 3.3 of the HighP5 paper).
//!
//! A machine is a tree of *spaces* (PPSes). Each space has a number of *units* (PPUs) in
//! each unit of the space above, with processing capacity, memory, the latency of
//! exchanging information with siblings, and the cost of moving data to the parent. Caches
//! and main memory are both memories; a node, a core and a warp of a GPU are all units.
//! This crate knows machines and tilings, and nothing of tasks.
//!
//! # A tour
//! ```
//! use pcubes::{Grain, Machine, PpuId, discover, home, tile};
//!
//! // The machine that this process may use, its affinity mask and control group honoured.
//! let here = discover::discover();
//! println!("{}", here.to_text());
//!
//! // One of the paper's, one that is made up, one from a file that somebody wrote.
//! let hermes = Machine::named("hermes")?;
//! assert_eq!(hermes.ppu_count(), 256);
//! let server = Machine::synthetic("package:2 l3:1(size=32MiB) l2:8(size=1MiB) core:1 pu:2")?;
//! assert_eq!(Machine::from_toml(&server.to_toml(), "server.pcubes.toml")?, server);
//!
//! // Who is near whom: levels up to the nearest common space, and whom to steal from.
//! assert_eq!(server.distance(PpuId(0), PpuId(1)), Some(1));
//! let groups: Vec<usize> = server.victims(PpuId(0)).iter().map(Vec::len).collect();
//! assert_eq!(groups, [1, 14, 16]);
//!
//! // Four workers on it: spread over the packages, a core each, with what cache they get.
//! let placement = server.place(Some(4), Grain::Core);
//! assert_eq!(placement.shared_cache_bytes(0).map(|(size, sharers)| (size.0 >> 20, sharers)), Some((32, 2)));
//!
//! // Tiles of an array, and the PPU that each tile is at home on.
//! let tiling = "[64, *]".parse::<tile::TileShape>()?.over(&[1000, 1000])?;
//! assert_eq!(tiling.tiles(), 16);
//! assert_eq!(home::home(tiling.tile_of(&[700, 3]).unwrap_or(0), tiling.tiles(), placement.len()), 2);
//!
//! // A loop that writes u[i + 1]: cut it so that no two tasks meet in a tile.
//! let offset = tile::choose(&[(1, 1, 1, 64).into()], 64);
//! assert_eq!(offset, Some(63));
//! assert_eq!(tile::chunks(0..150, 64, 63).collect::<Vec<_>>(), [0..63, 63..127, 127..150]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Where to read
//! [`measure`] (units as types) -> [`space`] (spaces, plain data) -> [`machine`] (the tree and
//! its concrete PPUs) -> [`distance`] -> [`place`] (workers on PPUs) -> [`crowd`] (workers that
//! share hardware) -> [`home`]. Beside that line: [`discover`] (this machine), [`describe`]
//! (description files and the built-in machines), [`tile`] (cutting arrays and loops),
//! [`partition`] (logical spaces: what LPUs hold), [`mapping`] (which PPUs work for them).
//!
//! # Features
//! `hwloc`: discovery by libhwloc (`apt-get install libhwloc-dev libudev-dev`) instead of the
//! kernel's own files; both find the same machine.
#![deny(missing_docs)]
#![forbid(unsafe_code)]

pub mod crowd;
pub mod describe;
pub mod discover;
pub mod distance;
mod draw;
pub mod home;
pub mod machine;
pub mod mapping;
pub mod measure;
pub mod partition;
pub mod place;
mod show;
pub mod space;
pub mod tile;

pub use crowd::Crowd;
pub use describe::{DescribeError, read_text};
pub use distance::Surroundings;
pub use machine::{Cache, Machine, Ppu, PpuId};
pub use measure::{Bytes, Cycles, Hertz, Latency, MeasureError, Nanoseconds};
pub use place::{Grain, Placement};
pub use space::{Compute, Exchange, Figure, Memory, Movement, Role, Space};
