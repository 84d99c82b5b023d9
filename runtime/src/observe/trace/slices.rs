//! The slices of a trace: one event per task, most of its text made before. Tasks of one shape
//! share name, source line and tiles; what is left are four numbers. Several threads write
//! slices, a chunk each: they are most of a trace.

use std::fs::File;

use super::{Clock, Text, quote, track};
use crate::observe::record::Slice;
use crate::observe::run::{NONE, Noted, Run};
use crate::observe::trace::text::quote_shown;
use crate::sync::{AtomicUsize, Ordering};

/// Slices that a thread writes before it takes more.
pub(super) const CHUNK: usize = 512;

/// Shapes whose text a thread has at hand, at most; a power of two.
const PLACES: usize = 4096;

/// Bytes of such texts, from which on they are made anew.
const ENOUGH: usize = 1 << 20;

/// The slices of a run that are to be written.
pub(super) struct Slices<'r> {
    run: &'r Run,
    clock: Clock,
    /// The next chunk.
    next: AtomicUsize,
    /// Where the text of each tile ends in `tiles`; it begins where the one before ends.
    tile_ends: Vec<usize>,
    tiles: String,
    /// From the tiles to the task's number.
    tail: String,
    /// From the begin to the name, per PPU.
    heads: Vec<String>,
}

impl<'r> Slices<'r> {
    pub(super) fn new(run: &'r Run, clock: Clock) -> Self {
        let mut tiles = String::new();
        let describe = |tile| {
            quote_shown(&mut tiles, tile);
            tiles.len()
        };
        let tile_ends = run.described.iter().map(describe).collect();
        let mut tail = "],\"region\":".to_owned();
        quote(&mut tail, run.site.name);
        tail.push_str(",\"task\":");
        let pid = std::process::id();
        let head = |ppu: usize| {
            let track = track(ppu as u32);
            format!(",\n{{\"ph\":\"X\",\"pid\":{pid},\"tid\":{track},\"name\":")
        };
        Slices {
            run,
            clock,
            next: AtomicUsize::new(0),
            tile_ends,
            tiles,
            tail,
            heads: (0..run.ppu_count()).map(head).collect(),
        }
    }

    /// Writes chunks until there are no more.
    pub(super) fn write(&self, text: &mut Text<'_, &mut File>) {
        let mut prepared = Prepared::new(self);
        let mut chunks = self.run.slices.chunks(CHUNK);
        let mut passed = 0;
        loop {
            let n = self.next.fetch_add(1, Ordering::Relaxed);
            let Some(chunk) = chunks.nth(n - passed) else {
                return;
            };
            passed = n + 1;
            for slice in chunk {
                if let Some(task) = self.run.tasks.get(slice.task as usize) {
                    self.write_one(task, slice, &mut prepared, text);
                }
            }
        }
    }

    fn write_one(
        &self,
        task: &Noted,
        slice: &Slice,
        prepared: &mut Prepared<'_>,
        text: &mut Text<'_, &mut File>,
    ) {
        let run = self.run;
        let shape = prepared.shape(task.shape);
        text.begin().raw(&self.heads[slice.ppu as usize]);
        match task.name {
            NONE => text.raw(shape.name_and_kind),
            _ => text.quoted(run.name(task)).raw(shape.kind),
        };
        let length = slice.end_ns.saturating_sub(slice.start_ns);
        text.microseconds(self.clock.at(slice.start_ns));
        text.raw(",\"dur\":").microseconds(length);
        text.raw(shape.middle).digits(slice.task);
        if task.priority != 0 {
            text.number("priority", task.priority);
        }
        if let Some(outer) = run.tasks.get(task.parent as usize) {
            text.text("inside", run.name(outer));
        }
        text.raw("}}");
    }
}

/// The texts of one shape.
struct Parts<'p> {
    name_and_kind: &'p str,
    kind: &'p str,
    /// From the length to the task's number.
    middle: &'p str,
}

/// Texts of shapes that one thread made.
struct Prepared<'s> {
    slices: &'s Slices<'s>,
    text: String,
    /// By shape: what stands there, and where.
    places: Vec<Place>,
}

#[derive(Clone, Copy)]
struct Place {
    /// Or [`NONE`].
    shape: u32,
    /// In the text: begin, end of the name, end of the kind, end.
    at: [u32; 4],
}

const EMPTY: Place = Place {
    shape: NONE,
    at: [0; 4],
};

impl<'s> Prepared<'s> {
    fn new(slices: &'s Slices<'s>) -> Self {
        let places = slices.run.shapes.len().next_power_of_two().min(PLACES);
        Prepared {
            slices,
            text: String::new(),
            places: vec![EMPTY; places],
        }
    }

    fn shape(&mut self, shape: u32) -> Parts<'_> {
        let place = shape as usize & (self.places.len() - 1);
        if self.places[place].shape != shape {
            if self.text.len() > ENOUGH {
                self.text.clear();
                self.places.fill(EMPTY);
            }
            let at = self.make(shape).map(|at| at as u32);
            self.places[place] = Place { shape, at };
        }
        let [begin, name, kind, end] = self.places[place].at.map(|at| at as usize);
        Parts {
            name_and_kind: &self.text[begin..kind],
            kind: &self.text[name..kind],
            middle: &self.text[kind..end],
        }
    }

    #[inline(never)]
    fn make(&mut self, shape: u32) -> [usize; 4] {
        let (slices, text) = (self.slices, &mut self.text);
        let of = &slices.run.shapes[shape as usize];
        let begin = text.len();
        quote(text, of.site.name);
        let name = text.len();
        text.extend([",\"cat\":\"", of.kind.name(), "\",\"ts\":"]);
        let kind = text.len();
        text.push_str(",\"args\":{\"source\":");
        quote_shown(text, format_args!("{}:{}", of.site.file, of.site.line));
        text.push_str(",\"tiles\":[");
        for (n, &tile) in slices.run.tiles(shape).iter().enumerate() {
            let tile = tile as usize;
            let begin = tile.checked_sub(1).map_or(0, |tile| slices.tile_ends[tile]);
            text.push_str(if n == 0 { "" } else { "," });
            text.push_str(&slices.tiles[begin..slices.tile_ends[tile]]);
        }
        text.push_str(&slices.tail);
        [begin, name, kind, text.len()]
    }
}
