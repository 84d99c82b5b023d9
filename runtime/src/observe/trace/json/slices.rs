//! The slices of a trace: one event per task, most of its text made before. Tasks of one shape
//! share name, source line and tiles; what is left are four numbers.

use std::fs::File;

use super::text::quote_shown;
use super::{Text, quote, track};
use crate::observe::trace::recent::Recent;
use crate::observe::trace::region::Region;
use crate::record::compact::{NONE, Noted};
use crate::record::run_record::Slice;

/// The slices of a region that are to be written.
pub(super) struct Slices<'r> {
    region: &'r Region<'r>,
    /// Where the text of each tile ends in `tiles`; it begins where the one before ends.
    tile_ends: Vec<usize>,
    tiles: Vec<u8>,
    /// From the tiles to the task's number.
    tail: Vec<u8>,
    /// From the begin to the name, per PPU.
    heads: Vec<String>,
}

impl<'r> Slices<'r> {
    pub(super) fn new(region: &'r Region<'r>) -> Self {
        let run = region.run;
        let mut tiles = Vec::new();
        let describe = |tile| {
            quote_shown(&mut tiles, tile);
            tiles.len()
        };
        let tile_ends = run.described.iter().map(describe).collect();
        let mut tail = b"],\"region\":".to_vec();
        quote(&mut tail, run.site.name);
        tail.extend_from_slice(b",\"task\":");
        let pid = std::process::id();
        let head = |ppu: usize| {
            let track = track(ppu as u32);
            format!(",\n{{\"ph\":\"X\",\"pid\":{pid},\"tid\":{track},\"name\":")
        };
        Slices {
            region,
            tile_ends,
            tiles,
            tail,
            heads: (0..region.extent.ppus).map(head).collect(),
        }
    }

    /// Writes a share of them.
    pub(super) fn write(&self, text: &mut Text<'_, File>) {
        let mut prepared = Recent::new(self.region.run.shapes.len());
        self.region
            .share(|_, slice, task| self.write_one(task, slice, &mut prepared, text));
    }

    fn write_one(
        &self,
        task: &Noted,
        slice: &Slice,
        prepared: &mut Recent<[u32; 4]>,
        text: &mut Text<'_, File>,
    ) {
        let (run, clock) = (self.region.run, self.region.clock);
        // Begin, end of the name, end of the kind, end.
        let at = prepared.find(task.shape, |bytes| self.prepare(task.shape, bytes));
        let [begin, name, kind, end] = at.map(|at| at as usize);
        let made = &prepared.bytes;
        let extra = run.extra(task);
        text.begin().raw(&self.heads[slice.ppu as usize]);
        match extra.name {
            NONE => text.made(&made[begin..kind]),
            _ => text.quoted(run.name(task)).made(&made[name..kind]),
        };
        let length = slice.end_ns.saturating_sub(slice.start_ns);
        text.microseconds(clock.at(slice.start_ns));
        text.raw(",\"dur\":").microseconds(length);
        text.made(&made[kind..end]).digits(slice.task);
        let priority = run.shape(task).priority;
        if priority != 0 {
            text.number("priority", priority);
        }
        if let Some(outer) = run.tasks.get(extra.parent as usize) {
            text.text("inside", run.name(outer));
        }
        text.raw("}}");
    }

    /// The text of a shape but for the times between its kind and the rest, up to the task's
    /// number.
    #[inline(never)]
    fn prepare(&self, shape: u32, text: &mut Vec<u8>) -> [u32; 4] {
        let run = self.region.run;
        let of = &run.shapes[shape as usize];
        let begin = text.len();
        quote(text, of.site.name);
        let name = text.len();
        let parts = [",\"cat\":\"", of.kind.name(), "\",\"ts\":"];
        text.extend_from_slice(parts.concat().as_bytes());
        let kind = text.len();
        text.extend_from_slice(b",\"args\":{\"source\":");
        quote(text, &of.site.place());
        text.extend_from_slice(b",\"tiles\":[");
        for (n, &tile) in run.tiles(shape).iter().enumerate() {
            let tile = tile as usize;
            let begin = tile.checked_sub(1).map_or(0, |tile| self.tile_ends[tile]);
            text.extend_from_slice(if n == 0 { b"" } else { b"," });
            text.extend_from_slice(&self.tiles[begin..self.tile_ends[tile]]);
        }
        text.extend_from_slice(&self.tail);
        [begin, name, kind, text.len()].map(|at| at as u32)
    }
}
