//! Dealing the tasks of a lap out to pieces (`tape/pieces.rs` says by what rules), and the edges
//! between these.
//!
//! What is known of a tile is which pieces used it: the one that wrote it last and those that read
//! it since, and, for the next lap, those that used it first. Edges are drawn as the tables draw
//! them between tasks (`graph/table.rs`).

use crate::graph::geometry::Mode;
use crate::graph::table::Table;
use crate::graph::task::{Access, OPAQUE};
use crate::rt::tape::written::Written;
use crate::sync::{planted, scaled};

/// Nanoseconds that the tasks of a piece take.
const LONG: u64 = 600;

/// Pieces that there are at least for each PPU, if there are so many tasks.
const PER_PPU: usize = scaled(16, 1);

/// So many of the newest edges are looked at for one that is drawn again.
const RECENT: usize = 4;

/// No piece, no reader.
const NONE: u32 = u32::MAX;
/// No place.
const NOWHERE: usize = usize::MAX;

/// An edge between pieces.
pub(super) type Edge = (u32, u32);

/// What becomes of a lap.
pub(super) struct Dealt {
    /// The tasks, piece by piece.
    pub(super) order: Vec<u32>,
    /// Where each piece begins in `order`; one more is the end.
    pub(super) starts: Vec<u32>,
    /// Within a lap, and from a lap into the next one; each once.
    pub(super) edges: [Vec<Edge>; 2],
}

/// Deals tasks out to pieces, for so many PPUs.
pub(super) fn deal(written: &Written, table: &Table, ppus: usize) -> Dealt {
    let mut dealer = Dealer::new(written, ppus);
    let mut uses = Uses::new();
    for (n, time) in written.times().enumerate() {
        let tiles = written.tiles(n);
        let mut latest = None;
        for tile in tiles {
            let place = uses.place(*tile, table);
            latest = latest.max(uses.latest(place, tile.mode()));
        }
        let piece = dealer.deal(time, latest);
        for tile in tiles {
            let place = uses.place(*tile, table);
            uses.enter(piece, place, tile.mode());
        }
    }
    let (order, starts) = dealer.in_order();
    let into_next = each_once(uses.edges_between_laps());
    Dealt {
        order,
        starts,
        edges: [each_once(uses.edges), into_next],
    }
}

fn each_once(mut edges: Vec<Edge>) -> Vec<Edge> {
    edges.sort_unstable();
    edges.dedup();
    edges
}

/// Pieces in the making.
struct Dealer {
    /// The piece of each task.
    piece_of: Vec<u32>,
    /// Nanoseconds that there is room for in each piece.
    room: Vec<u64>,
    /// The piece begun for tasks that wait for each piece.
    heirs: Vec<u32>,
    /// The piece of the newest task that waits for nobody, and how many more such tasks go in.
    roots: (u32, usize),
    /// Pieces that were begun with such tasks.
    dealt: usize,
    longest: u64,
    ppus: usize,
}

impl Dealer {
    fn new(written: &Written, ppus: usize) -> Dealer {
        Dealer {
            piece_of: Vec::with_capacity(written.len()),
            room: Vec::new(),
            heirs: Vec::new(),
            roots: (NONE, 0),
            dealt: 0,
            longest: LONG.min(written.known_time() / (PER_PPU * ppus) as u64),
            ppus,
        }
    }

    fn begin(&mut self) -> u32 {
        self.room.push(self.longest);
        self.heirs.push(NONE);
        self.room.len() as u32 - 1
    }

    fn has_room(&self, piece: u32, time: u64) -> bool {
        piece != NONE && self.room[piece as usize] >= time
    }

    /// The piece of the next task: it takes so long, and waits for `latest` and pieces before.
    #[inline]
    fn deal(&mut self, time: u32, latest: Option<u32>) -> u32 {
        let time = u64::from(time).max(1);
        let piece = match latest {
            Some(piece) if self.has_room(piece, time) => piece,
            Some(piece) => {
                let heir = self.heirs[piece as usize];
                match self.has_room(heir, time) {
                    true => heir,
                    false => {
                        let new = self.begin();
                        self.heirs[piece as usize] = new;
                        new
                    }
                }
            }
            None => self.deal_root(time),
        };
        let room = &mut self.room[piece as usize];
        *room = room.saturating_sub(time);
        self.piece_of.push(piece);
        piece
    }

    fn deal_root(&mut self, time: u64) -> u32 {
        if self.roots.1 == 0 || !self.has_room(self.roots.0, time) {
            let doublings = self.dealt / (PER_PPU * self.ppus);
            self.dealt += 1;
            self.roots = (self.begin(), 1 << doublings.min(16));
        }
        self.roots.1 -= 1;
        self.roots.0
    }

    /// The tasks in the order of their pieces, and where each piece begins.
    fn in_order(&self) -> (Vec<u32>, Vec<u32>) {
        let mut starts = vec![0; self.room.len() + 1];
        for &piece in &self.piece_of {
            starts[piece as usize + 1] += 1;
        }
        for n in 1..starts.len() {
            starts[n] += starts[n - 1];
        }
        let mut next = starts.clone();
        let mut order = vec![0; self.piece_of.len()];
        for (task, &piece) in self.piece_of.iter().enumerate() {
            let at = &mut next[piece as usize];
            order[*at as usize] = task as u32;
            *at += 1;
        }
        (order, starts)
    }
}

/// Who used a tile.
#[derive(Clone, Copy)]
struct Use {
    /// The piece that wrote it last, and the newest of those that read it since.
    writer: u32,
    readers: u32,
    /// The piece that wrote it first, and the newest of those that read it before.
    first_writer: u32,
    first_readers: u32,
}

impl Use {
    const NONE: Use = Use {
        writer: NONE,
        readers: NONE,
        first_writer: NONE,
        first_readers: NONE,
    };
}

/// Who used each tile, and the edges that this made.
struct Uses {
    tiles: Vec<Use>,
    /// Where the tiles of each array begin, and those that belong to none.
    arrays: Vec<usize>,
    keys: usize,
    /// Pieces that read a tile: each with the one before it.
    readers: Vec<(u32, u32)>,
    edges: Vec<Edge>,
}

impl Uses {
    fn new() -> Uses {
        Uses {
            tiles: Vec::new(),
            arrays: Vec::new(),
            keys: NOWHERE,
            readers: Vec::new(),
            edges: Vec::new(),
        }
    }

    /// Where a tile stands.
    #[inline(always)]
    fn place(&mut self, access: Access, table: &Table) -> usize {
        let base = match access.array() {
            OPAQUE => Some(&self.keys),
            array => self.arrays.get(array as usize),
        };
        let base = match base {
            Some(&base) if base != NOWHERE => base,
            _ => self.make_place(access.array(), table),
        };
        base + access.tile() as usize
    }

    #[cold]
    fn make_place(&mut self, array: u32, table: &Table) -> usize {
        let base = self.tiles.len();
        self.tiles.resize(base + table.tiles_of(array), Use::NONE);
        if array == OPAQUE {
            self.keys = base;
            return base;
        }
        let known = self.arrays.len().max(array as usize + 1);
        self.arrays.resize(known, NOWHERE);
        self.arrays[array as usize] = base;
        base
    }

    /// The newest piece that a use waits for.
    #[inline(always)]
    fn latest(&self, place: usize, mode: Mode) -> Option<u32> {
        let tile = &self.tiles[place];
        let writer = (tile.writer != NONE).then_some(tile.writer);
        if mode == Mode::In || tile.readers == NONE {
            return writer;
        }
        self.list(tile.readers).max().max(writer)
    }

    fn list(&self, newest: u32) -> impl Iterator<Item = u32> {
        let mut at = newest;
        std::iter::from_fn(move || {
            let (piece, before) = *self.readers.get(at as usize)?;
            at = before;
            Some(piece)
        })
    }

    /// Enters a piece's use of a tile.
    #[inline(always)]
    fn enter(&mut self, piece: u32, place: usize, mode: Mode) {
        let tile = self.tiles[place];
        if mode == Mode::In {
            let known = match self.readers.get(tile.readers as usize) {
                None => tile.writer == piece,
                Some(newest) => newest.0 == piece,
            };
            if known {
                return;
            }
            self.draw(tile.writer, piece);
            self.tiles[place].readers = self.readers.len() as u32;
            self.readers.push((piece, tile.readers));
            return;
        }
        if tile.readers == NONE {
            self.draw(tile.writer, piece);
        } else {
            self.draw_from_readers(tile.readers, piece);
        }
        let tile = &mut self.tiles[place];
        if tile.first_writer == NONE {
            (tile.first_writer, tile.first_readers) = (piece, tile.readers);
        }
        (tile.writer, tile.readers) = (piece, NONE);
    }

    fn draw_from_readers(&mut self, newest: u32, to: u32) {
        let mut at = newest;
        while let Some(&(piece, before)) = self.readers.get(at as usize) {
            self.draw(piece, to);
            at = before;
        }
    }

    /// Draws an edge within the lap.
    #[inline]
    fn draw(&mut self, from: u32, to: u32) {
        if from != to && from != NONE && !planted("pieces wait for nobody") {
            draw(&mut self.edges, from, to);
        }
    }

    /// The edges into the next lap, whose first users of a tile wait for the last ones of this.
    fn edges_between_laps(&self) -> Vec<Edge> {
        let mut edges = Vec::new();
        for tile in self.tiles.iter().filter(|tile| tile.first_writer != NONE) {
            for reader in self.list(tile.first_readers) {
                draw(&mut edges, tile.writer, reader);
            }
            for reader in self.list(tile.readers) {
                draw(&mut edges, reader, tile.first_writer);
            }
            if tile.readers == NONE && tile.first_readers == NONE {
                draw(&mut edges, tile.writer, tile.first_writer);
            }
        }
        edges
    }
}

/// Draws an edge, unless it was drawn just now: tasks of a piece wait for the same pieces.
#[inline]
fn draw(edges: &mut Vec<Edge>, from: u32, to: u32) {
    let newest = &edges[edges.len().saturating_sub(RECENT)..];
    if !newest.contains(&(from, to)) {
        edges.push((from, to));
    }
}
