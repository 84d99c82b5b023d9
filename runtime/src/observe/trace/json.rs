//! A trace as JSON: Chrome's trace event format. The file is valid after every region: each
//! append overwrites the closing brackets and writes new ones.
//!
//! Events, all of one `pid`:
//!
//! - `M`: names of the process and of the tracks; track `n + 1` is PPU `n`.
//! - `X`: a task; its category is its kind. `args`: `tiles`, `source` (`file:line`), `region`,
//!   `task` (its number in the region), `priority` and `inside` where they say something.
//! - `s`, `f`: an edge, from the slice that released the waiting task. A task without a
//!   body has no slice: the arrow starts at the last of its predecessors.
//! - `b`, `e`: a region, with its counts.
//! - `C`: how many PPUs are busy.

mod slices;
mod text;

use std::fs::File;

use serde_json::json;

use super::Format;
use super::region::{Arrow, Region};
use crate::sync::Mutex;
use slices::Slices;
use text::{Text, quote};

/// Behind the last event.
pub(super) const END: &[u8] = b"\n]}\n";

/// The begin of a file, with the name of the process.
pub(super) fn head(process: &str) -> Vec<u8> {
    let args = json!({"name": process});
    let name = json!({"ph": "M", "pid": std::process::id(), "name": "process_name", "args": args});
    format!("{{\"displayTimeUnit\":\"ns\",\"traceEvents\":[\n{name}").into_bytes()
}

/// One region.
pub(super) struct Json<'r> {
    region: &'r Region<'r>,
    slices: Slices<'r>,
}

impl<'r> Format<'r> for Json<'r> {
    type Pen<'f> = Text<'f, File>;

    fn new(region: &'r Region<'r>) -> Self {
        let slices = Slices::new(region);
        Json { region, slices }
    }

    fn pen<'f>(&self, _thread: usize, file: &'f Mutex<File>) -> Self::Pen<'f> {
        Text::new(file)
    }

    fn name_track(&self, of: u32, _lane: u16, name: &str, text: &mut Self::Pen<'_>) {
        let tid = track(of);
        text.event('M')
            .number("tid", tid)
            .text("name", "thread_name")
            .object("args", "name", name)
            .end()
            .end();
        let index = json!({"sort_index": tid});
        text.event('M')
            .number("tid", tid)
            .text("name", "thread_sort_index")
            .value("args", &index)
            .end();
    }

    fn arrows(&self, text: &mut Self::Pen<'_>) {
        let region = self.region;
        for (id, arrow) in (region.arrows_before + 1..).zip(&region.arrows().list) {
            self.arrow(id, arrow, text);
        }
    }

    fn busy(&self, text: &mut Self::Pen<'_>) {
        self.region.busy(|at, busy| {
            text.event('C').text("name", "busy PPUs").time("ts", at);
            text.raw(",\"args\":{\"busy\":").digits(busy).raw("}}");
        });
    }

    fn slices(&self, text: &mut Self::Pen<'_>) {
        self.slices.write(text);
    }

    /// The region as a whole, as an asynchronous slice: regions of several threads overlap.
    fn frame(&self, text: &mut Self::Pen<'_>) {
        let ((begin, end), args) = (self.region.span, self.region.counts());
        for (ph, at) in [('b', begin), ('e', end)] {
            let event = text
                .event(ph)
                .number("id", self.region.number)
                .text("cat", "region")
                .text("name", self.region.run.site.name);
            event.time("ts", at);
            if ph == 'b' {
                event.value("args", &args);
            }
            event.end();
        }
    }

    fn finish(text: Self::Pen<'_>) -> std::io::Result<u64> {
        text.finish()
    }
}

impl Json<'_> {
    fn arrow(&self, id: u64, arrow: &Arrow, text: &mut Text<'_, File>) {
        let (slices, clock) = (&self.region.run.slices, self.region.clock);
        let (from, to) = (&slices[arrow.from as usize], &slices[arrow.to as usize]);
        // It leaves inside the slice, or the viewer does not find which one.
        let leaves = clock.at(from.last_ns());
        for (ph, slice, at) in [('s', from, leaves), ('f', to, clock.at(to.start_ns))] {
            text.event(ph).number("tid", track(slice.ppu));
            text.number("id", id)
                .raw(",\"name\":\"")
                .raw(arrow.kind.name());
            // It arrives where the slice around this time begins.
            text.raw(if ph == 'f' { "\",\"bp\":\"e" } else { "" });
            text.raw("\",\"cat\":\"edge\"").time("ts", at).end();
        }
    }
}

/// Track of a PPU; 0 is not used, as viewers take it for the idle thread.
fn track(ppu: u32) -> u64 {
    u64::from(ppu) + 1
}
