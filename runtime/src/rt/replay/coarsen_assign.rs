//! Coarsening, assignment: the tasks of a lap dealt out to pieces (`replay/coarsen_run.rs` says by what rules), and the edges
//! between these.
//!
//! What is known of a tile is which pieces used it: the one that wrote it last and those that read
//! it since, and, for the next lap, those that used it first. Edges are drawn as the tables draw
//! them between tasks (`graph/table.rs`).

use crate::graph::access::{Access, OPAQUE};
use crate::graph::geometry::Mode;
use crate::graph::table::Table;
use crate::rt::replay::written::{Span, Written};
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
    pub(super) spans: Vec<Span>,
    /// Where each piece begins in `spans`; one more is the end.
    pub(super) starts: Vec<u32>,
    /// Within a lap, and from a lap into the next one; each once.
    pub(super) edges: [Vec<Edge>; 2],
}

/// Deals tasks out to pieces, for so many PPUs. What `uses` holds does not matter.
pub(super) fn deal(written: &Written, table: &Table, ppus: usize, uses: &mut Uses) -> Dealt {
    uses.clear();
    let mut dealer = Dealer::new(written, ppus);
    let mut times = written.times();
    for (run, (tasks, each, tiles)) in (0..).zip(written.runs()) {
        let mut n = tasks.start;
        while n < tasks.end {
            let (time, end) = times(n);
            let end = end.min(tasks.end);
            let [from, to] = [n, end].map(|n| (n - tasks.start) as usize * each);
            let tiles = &tiles[from..to];
            let first = Span::of(run, n, end - n);
            match each {
                0 => first
                    .each()
                    .for_each(|task| dealer.deal_to(&[], (time, task), uses, table)),
                1 => dealer.deal_singles(tiles, (time, first), uses, table),
                _ => {
                    let tasks = first.each().zip(tiles.chunks_exact(each));
                    tasks
                        .for_each(|(task, tiles)| dealer.deal_to(tiles, (time, task), uses, table));
                }
            }
            n = end;
        }
    }
    let (spans, starts) = dealer.in_order();
    Dealt {
        spans,
        starts,
        edges: uses.take_edges(),
    }
}

fn each_once(mut edges: Vec<Edge>) -> Vec<Edge> {
    edges.sort_unstable();
    edges.dedup();
    edges
}

/// A piece in the making.
struct Open {
    /// Nanoseconds that there is room for.
    room: u64,
    /// The piece begun for tasks that wait for it.
    heir: u32,
    /// Its newest tasks.
    span: Span,
}

/// Pieces in the making.
struct Dealer {
    pieces: Vec<Open>,
    /// Spans that do not grow any more, with their pieces.
    closed: Vec<(u32, Span)>,
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
            pieces: Vec::new(),
            closed: Vec::new(),
            roots: (NONE, 0),
            dealt: 0,
            longest: LONG.min(written.known_time() / (PER_PPU * ppus) as u64),
            ppus,
        }
    }

    fn begin(&mut self) -> u32 {
        self.pieces.push(Open {
            room: self.longest,
            heir: NONE,
            span: Span::EMPTY,
        });
        self.pieces.len() as u32 - 1
    }

    fn has_room(&self, piece: u32, time: u64) -> bool {
        piece != NONE && self.pieces[piece as usize].room >= time
    }

    /// Deals out a task that uses these tiles and takes so long.
    #[inline(always)]
    fn deal_to(
        &mut self,
        tiles: &[Access],
        (time, task): (u32, Span),
        uses: &mut Uses,
        table: &Table,
    ) {
        let mut latest = None;
        for tile in tiles {
            let place = uses.place(*tile, table);
            latest = latest.max(uses.latest(place, tile.mode()));
        }
        let time = u64::from(time).max(1);
        let piece = match latest {
            Some(piece) if self.has_room(piece, time) => piece,
            Some(piece) => self.heir(piece, time),
            None => self.deal_root(time),
        };
        self.put(piece, task, time);
        for tile in tiles {
            let place = uses.place(*tile, table);
            uses.enter(piece, place, tile.mode());
        }
    }

    /// Deals out tasks that use one tile each. Many of them together, if they wait for nobody.
    #[inline(always)]
    fn deal_singles(
        &mut self,
        tiles: &[Access],
        (time, tasks): (u32, Span),
        uses: &mut Uses,
        table: &Table,
    ) {
        let each = u64::from(time).max(1);
        let mut at = 0;
        while let Some(&tile) = tiles.get(at) {
            let task = |count: usize| Span::of(tasks.run, tasks.first + at as u32, count as u32);
            if !uses.is_new(tile, table) {
                self.deal_to(&[tile], (time, task(1)), uses, table);
                at += 1;
                continue;
            }
            let piece = self.deal_root(each);
            let room = self.pieces[piece as usize].room / each;
            let most = (self.roots.1 + 1).min(room as usize).max(1);
            let some = &tiles[at..(at + most).min(tiles.len())];
            let count = uses.write_first(piece, some, table);
            self.roots.1 -= count - 1;
            self.put(piece, task(count), each * count as u64);
            at += count;
        }
    }

    /// Puts tasks that take so long in all into a piece.
    #[inline(always)]
    fn put(&mut self, number: u32, tasks: Span, time: u64) {
        let piece = &mut self.pieces[number as usize];
        piece.room = piece.room.saturating_sub(time);
        if !piece.span.grows(tasks.run, tasks.first, tasks.count) {
            if piece.span.count > 0 {
                self.closed.push((number, piece.span));
            }
            piece.span = tasks;
        }
    }

    /// The piece for a task that waits for one that is full.
    fn heir(&mut self, piece: u32, time: u64) -> u32 {
        let heir = self.pieces[piece as usize].heir;
        if self.has_room(heir, time) {
            return heir;
        }
        let new = self.begin();
        self.pieces[piece as usize].heir = new;
        new
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
    fn in_order(mut self) -> (Vec<Span>, Vec<u32>) {
        let open = self.pieces.iter().zip(0..);
        self.closed
            .extend(open.map(|(piece, number)| (number, piece.span)));
        let mut starts = vec![0; self.pieces.len() + 1];
        for &(piece, _) in &self.closed {
            starts[piece as usize + 1] += 1;
        }
        for n in 1..starts.len() {
            starts[n] += starts[n - 1];
        }
        let mut next = starts.clone();
        let mut spans = vec![Span::EMPTY; self.closed.len()];
        for (piece, span) in self.closed {
            let at = &mut next[piece as usize];
            spans[*at as usize] = span;
            *at += 1;
        }
        (spans, starts)
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
#[derive(Default)]
pub(super) struct Uses {
    tiles: Vec<Use>,
    /// Where the tiles of each array begin, and those that belong to none.
    arrays: Vec<usize>,
    keys: usize,
    /// Pieces that read a tile: each with the one before it.
    readers: Vec<(u32, u32)>,
    edges: Vec<Edge>,
}

impl Uses {
    fn clear(&mut self) {
        self.tiles.clear();
        self.arrays.clear();
        self.keys = NOWHERE;
        self.readers.clear();
        self.edges.clear();
    }

    /// The edges between the tasks of a lap, as [`take_edges`](Self::take_edges) says.
    pub(super) fn edges_of_tasks(&mut self, written: &Written, table: &Table) -> [Vec<Edge>; 2] {
        self.clear();
        for (tasks, each, tiles) in written.runs() {
            if each == 0 {
                continue;
            }
            for (task, tiles) in tasks.zip(tiles.chunks_exact(each)) {
                for &tile in tiles {
                    let place = self.place(tile, table);
                    self.enter(task, place, tile.mode());
                }
            }
        }
        self.take_edges()
    }

    /// The edges within the lap, and from it into the next one; each once, in order.
    fn take_edges(&mut self) -> [Vec<Edge>; 2] {
        let into_next = each_once(self.edges_between_laps());
        [each_once(std::mem::take(&mut self.edges)), into_next]
    }

    /// Tiles that there is room for.
    pub(super) fn capacity(&self) -> usize {
        self.tiles.capacity().max(self.readers.capacity())
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

    /// True when this writes a tile that nobody has used.
    #[inline(always)]
    fn is_new(&mut self, access: Access, table: &Table) -> bool {
        let place = self.place(access, table);
        let tile = &self.tiles[place];
        access.mode() != Mode::In && tile.writer & tile.readers == NONE
    }

    /// Enters a piece as the first that writes tiles, up to one that it would wait for; how many.
    #[inline(always)]
    fn write_first(&mut self, piece: u32, tiles: &[Access], table: &Table) -> usize {
        for (n, &access) in tiles.iter().enumerate() {
            if !self.is_new(access, table) {
                return n;
            }
            let place = self.place(access, table);
            let tile = &mut self.tiles[place];
            (tile.writer, tile.first_writer) = (piece, piece);
        }
        tiles.len()
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
        let mut alone = NONE;
        for tile in self.tiles.iter().filter(|tile| tile.first_writer != NONE) {
            if tile.writer == tile.first_writer && tile.readers & tile.first_readers == NONE {
                // One piece alone uses it, and probably the next tile too.
                if tile.writer != alone {
                    alone = tile.writer;
                    draw(&mut edges, alone, alone);
                }
                continue;
            }
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
