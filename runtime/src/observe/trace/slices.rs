//! The slices of a trace: one event per task, of parts that were made before. Most tasks share
//! their name, source line and tiles with many others; what is left are four numbers.

use std::fs::File;

use super::{Clock, Text, quote, track};
use crate::observe::record::{Slice, TaskKind};
use crate::observe::run::{NONE, Noted, Run};
use crate::observe::trace::text::quote_shown;
use crate::rt::Site;

/// Labels that are at hand, at most; a power of two.
const LABELS: usize = 256;

/// Writes all slices of a run.
pub(super) fn write(run: &Run, clock: Clock, text: &mut Text<'_, File>) {
    let mut parts = Parts::new(run);
    for slice in &run.slices {
        if let Some(task) = run.tasks.get(slice.task as usize) {
            parts.write(task, slice, clock, text);
        }
    }
}

/// What tasks of one source line, name and kind have in common.
struct Label {
    of: (&'static Site, TaskKind),
    /// From the name to the time.
    head: String,
    /// From the length to the tiles.
    middle: String,
}

struct Parts<'r> {
    run: &'r Run,
    labels: Vec<Option<Label>>,
    /// Where the text of each tile ends in `tiles`; it begins at the one before.
    tile_ends: Vec<usize>,
    tiles: String,
    /// From the tiles to the task's number.
    tail: String,
    tracks: Vec<String>,
}

impl<'r> Parts<'r> {
    fn new(run: &'r Run) -> Self {
        let mut tiles = String::new();
        let describe = |tile| {
            quote_shown(&mut tiles, tile);
            tiles.len()
        };
        let tile_ends = run.described.iter().map(describe).collect();
        let mut tail = "],\"region\":".to_owned();
        quote(&mut tail, run.site.name);
        tail.push_str(",\"task\":");
        let track = |ppu| format!(",\"tid\":{}", track(ppu as u32));
        let labels = run.tasks.len().next_power_of_two().min(LABELS);
        Parts {
            run,
            labels: (0..labels).map(|_| None).collect(),
            tile_ends,
            tiles,
            tail,
            tracks: (0..run.ppu_count()).map(track).collect(),
        }
    }

    fn write(&mut self, task: &Noted, slice: &Slice, clock: Clock, text: &mut Text<'_, File>) {
        let run = self.run;
        let own; // of a task whose name has no site
        let label = match task.name {
            NONE => label(&mut self.labels, task),
            _ => {
                own = Label::new(task.site, run.name(task), task.kind);
                &own
            }
        };
        text.event('X').raw(&self.tracks[slice.ppu as usize]);
        text.raw(&label.head).microseconds(clock.at(slice.start_ns));
        let length = slice.end_ns.saturating_sub(slice.start_ns);
        text.raw(",\"dur\":")
            .microseconds(length)
            .raw(&label.middle);
        for (n, &tile) in run.tiles(slice.task as usize).iter().enumerate() {
            let tile = tile as usize;
            let begin = tile.checked_sub(1).map_or(0, |tile| self.tile_ends[tile]);
            text.raw(if n == 0 { "" } else { "," });
            text.raw(&self.tiles[begin..self.tile_ends[tile]]);
        }
        text.raw(&self.tail).digits(slice.task);
        if task.priority != 0 {
            text.number("priority", task.priority);
        }
        if let Some(outer) = run.tasks.get(task.parent as usize) {
            text.text("inside", run.name(outer));
        }
        text.end().end();
    }
}

/// The label of a task without a name of its own.
fn label<'l>(labels: &'l mut [Option<Label>], task: &Noted) -> &'l Label {
    let address = std::ptr::from_ref(task.site).addr();
    let places = labels.len();
    let place = &mut labels[(address / size_of::<Site>()) % places];
    let is_it = |known: &Label| std::ptr::eq(known.of.0, task.site) && known.of.1 == task.kind;
    if !place.as_ref().is_some_and(is_it) {
        *place = None;
    }
    place.get_or_insert_with(|| Label::new(task.site, task.site.name, task.kind))
}

impl Label {
    fn new(site: &'static Site, name: &str, kind: TaskKind) -> Self {
        let mut head = ",\"name\":".to_owned();
        quote(&mut head, name);
        head.push_str(&format!(",\"cat\":\"{}\",\"ts\":", kind.name()));
        let mut middle = ",\"args\":{\"source\":".to_owned();
        quote_shown(&mut middle, format_args!("{}:{}", site.file, site.line));
        middle.push_str(",\"tiles\":[");
        Label {
            of: (site, kind),
            head,
            middle,
        }
    }
}
