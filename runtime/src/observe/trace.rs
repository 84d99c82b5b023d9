//! The Chrome/Perfetto trace (`HP5_TRACE`): a track per PPU, a slice per task, an arrow per
//! edge. Load the file in <https://ui.perfetto.dev> or `chrome://tracing`.
//!
//! All regions of a process go to one file. It is valid JSON after every region: each
//! append overwrites the closing brackets and writes new ones; an append that fails puts
//! the old ones back. A region is written when it ends: nothing is formatted while it runs.
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

use std::fs::{File, OpenOptions};
use std::io::{Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

use serde_json::json;

use crate::observe::record::{EdgeRecord, Slice, signed_ns};
use crate::observe::run::{NONE, Run};
use crate::sync::Mutex;
use slices::Slices;
use text::{Text, quote};

/// Arrows per region unless all are asked for: a viewer drowns in more.
const MOST_FLOWS: usize = 100_000;

/// Points of the counter per region: more than a screen is wide.
const MOST_POINTS: u64 = 2_000;

const END: &[u8] = b"\n]}\n";

/// Which edges become arrows (`HP5_TRACE_FLOWS`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Flows {
    /// Those between different PPUs, up to `MOST_FLOWS` a region.
    #[default]
    Cross,
    /// All.
    All,
    /// None.
    None,
}

/// A trace file that grows region by region.
pub(crate) struct TraceFile {
    path: PathBuf,
    flows: Flows,
    most_flows: usize,
    /// Threads that may write a region together.
    threads: usize,
    /// What all times of the file count from.
    base: Instant,
    /// The open file, and where its closing brackets begin.
    file: Option<(File, u64)>,
    arrows: u64,
    regions: u64,
    /// Names of the tracks, as far as they are written.
    named: Vec<String>,
}

impl TraceFile {
    /// Nothing is opened before the first region ends.
    pub(crate) fn new(path: PathBuf, flows: Flows) -> Self {
        let base = Instant::now();
        let most_flows = MOST_FLOWS;
        TraceFile {
            path,
            flows,
            most_flows,
            threads: std::thread::available_parallelism().map_or(1, usize::from),
            base,
            file: None,
            arrows: 0,
            regions: 0,
            named: Vec::new(),
        }
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Adds a region.
    pub(crate) fn append(&mut self, run: &Run) -> std::io::Result<()> {
        if self.file.is_none() {
            self.open()?;
        }
        let Some((mut file, end)) = self.file.take() else {
            return Ok(());
        };
        let written = self.write_at(&mut file, end, run);
        let end = match &written {
            Ok(more) => end + more,
            Err(_) => {
                // What was there before had room, so it can be put back.
                let cut = file.set_len(end);
                drop(cut.and_then(|()| overwrite(&mut file, end, b"")));
                self.named.clear(); // their names may have been cut off
                end
            }
        };
        self.file = Some((file, end));
        written.map(drop)
    }

    /// Writes a region from `end` on; how long its text is.
    fn write_at(&mut self, file: &mut File, end: u64, run: &Run) -> std::io::Result<u64> {
        file.seek(SeekFrom::Start(end))?;
        let more = self.write_region(run, &Mutex::new(&mut *file))?;
        file.write_all(END)?;
        file.flush()?;
        Ok(more)
    }

    fn open(&mut self) -> std::io::Result<()> {
        if let Some(parent) = self
            .path
            .parent()
            .filter(|parent| !parent.as_os_str().is_empty())
        {
            std::fs::create_dir_all(parent)?;
        }
        let mut file = OpenOptions::new()
            .write(true)
            .create(true)
            .truncate(true)
            .open(&self.path)?;
        let program = std::env::args_os().next().unwrap_or_default();
        let program = Path::new(&program)
            .file_stem()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        let args = json!({"name": format!("{program} (hp5)")});
        let name =
            json!({"ph": "M", "pid": std::process::id(), "name": "process_name", "args": args});
        let head = format!("{{\"displayTimeUnit\":\"ns\",\"traceEvents\":[\n{name}");
        overwrite(&mut file, 0, head.as_bytes())?;
        self.file = Some((file, head.len() as u64));
        self.named.clear();
        Ok(())
    }

    /// How long its text is. The order of events in a trace says nothing.
    fn write_region(&mut self, run: &Run, file: &Mutex<&mut File>) -> std::io::Result<u64> {
        let clock = Clock {
            shift: signed_ns(run.epoch, self.base),
        };
        let mut text = Text::new(file);
        self.name_tracks(run, &mut text);
        let slices = Slices::new(run, clock);
        let helped = std::thread::scope(|scope| {
            let help = || {
                let mut text = Text::new(file);
                slices.write(&mut text);
                text.finish()
            };
            // The PPUs have nothing to do. Where a thread does not start, others do its share.
            let start = |_| std::thread::Builder::new().spawn_scoped(scope, help).ok();
            let helpers: Vec<_> = (1..self.threads_for(run)).filter_map(start).collect();
            let left_out = self.write_arrows(run, clock, &mut text);
            write_busy(run, clock, &mut text);
            slices.write(&mut text);
            self.write_frame(run, clock, left_out, &mut text);
            let joined = helpers.into_iter().map(|helper| helper.join());
            joined.collect::<Vec<_>>()
        });
        let mut written = text.finish()?;
        for helped in helped {
            written += helped.unwrap_or_else(|panic| std::panic::resume_unwind(panic))?;
        }
        Ok(written)
    }

    /// How many threads write a region: as many as it has PPUs, if it is long enough.
    fn threads_for(&self, run: &Run) -> usize {
        let worth = run.slices.len() / (2 * slices::CHUNK);
        self.threads.min(run.ppus.len()).min(worth)
    }

    fn name_tracks(&mut self, run: &Run, text: &mut Text<'_, &mut File>) {
        for ppu in 0..run.ppu_count() {
            let name = run.ppu_name(ppu);
            if self.named.get(ppu) == Some(&name) {
                continue;
            }
            let tid = track(ppu as u32);
            text.event('M')
                .number("tid", tid)
                .text("name", "thread_name")
                .object("args", "name", &name)
                .end()
                .end();
            let index = json!({"sort_index": tid});
            text.event('M')
                .number("tid", tid)
                .text("name", "thread_sort_index")
                .value("args", &index)
                .end();
            self.named
                .resize(self.named.len().max(ppu + 1), String::new());
            self.named[ppu] = name;
        }
    }

    /// Returns how many arrows there were too many.
    fn write_arrows(&mut self, run: &Run, clock: Clock, text: &mut Text<'_, &mut File>) -> u64 {
        if self.flows == Flows::None {
            return 0;
        }
        let begins = run.slice_of_tasks();
        let releasing = run.releasing_slices(&begins);
        let slice = |of: &[u32], task: u32| {
            let n = of.get(task as usize).copied().unwrap_or(NONE);
            run.slices.get(n as usize)
        };
        let all = self.flows == Flows::All;
        let (mut written, mut left_out) = (0, 0);
        for edge in &run.edges {
            let (from, to) = (slice(&releasing, edge.from), slice(&begins, edge.to));
            let (Some(from), Some(to)) = (from, to) else {
                continue;
            };
            if !all && from.ppu == to.ppu {
                continue;
            }
            if !all && written == self.most_flows {
                left_out += 1;
                continue;
            }
            written += 1;
            self.arrows += 1;
            write_arrow(self.arrows, edge, from, to, clock, text);
        }
        left_out
    }

    /// The region as a whole, as an asynchronous slice: regions of several threads overlap.
    fn write_frame(
        &mut self,
        run: &Run,
        clock: Clock,
        left_out: u64,
        text: &mut Text<'_, &mut File>,
    ) {
        self.regions += 1;
        let stats = &run.stats;
        let now = signed_ns(Instant::now(), self.base).unsigned_abs();
        let (begin, end) = run
            .span_ns()
            .map_or((now, now), |(begin, end)| (clock.at(begin), clock.at(end)));
        let ms = |time: std::time::Duration| time.as_secs_f64() * 1e3;
        let mut args = json!({
            "source": format!("{}:{}", run.site.file, run.site.line),
            "tasks": stats.tasks, "artificial": stats.artificial, "edges": stats.edges,
            "steals by distance": stats.steals, "from mailboxes": stats.mailbox, "successors kept": stats.kept,
            "wall ms": ms(stats.wall), "idle ms": ms(stats.idle), "busy ms": ms(stats.busy),
            "cancelled": stats.cancelled,
        });
        if stats.replay.laps > 0 {
            args["replayed"] = json!(stats.replay.to_string());
        }
        if let Some(difference) = &stats.replay.first_difference {
            args["first difference"] = json!(difference);
        }
        if left_out > 0 {
            args["arrows left out"] =
                json!(format!("{left_out}: set HP5_TRACE_FLOWS=all to have them"));
        }
        for (ph, at) in [('b', begin), ('e', end)] {
            let event = text
                .event(ph)
                .number("id", self.regions)
                .text("cat", "region")
                .text("name", run.site.name);
            event.time("ts", at);
            if ph == 'b' {
                event.value("args", &args);
            }
            event.end();
        }
    }
}

/// Track of a PPU; 0 is not used, as viewers take it for the idle thread.
fn track(ppu: u32) -> u64 {
    u64::from(ppu) + 1
}

/// Times of one region on the clock of the file.
#[derive(Clone, Copy)]
struct Clock {
    shift: i64,
}

impl Clock {
    fn at(self, ns: u64) -> u64 {
        ns.saturating_add_signed(self.shift)
    }
}

/// Writes at `at`, closing brackets behind it.
fn overwrite(file: &mut File, at: u64, text: &[u8]) -> std::io::Result<()> {
    file.seek(SeekFrom::Start(at))?;
    file.write_all(text)?;
    file.write_all(END)?;
    file.flush()
}

fn write_arrow(
    id: u64,
    edge: &EdgeRecord,
    from: &Slice,
    to: &Slice,
    clock: Clock,
    text: &mut Text<'_, &mut File>,
) {
    // It leaves inside the slice, or the viewer does not find which one.
    let leaves = clock.at(from.end_ns.saturating_sub(1).max(from.start_ns));
    for (ph, slice, at) in [('s', from, leaves), ('f', to, clock.at(to.start_ns))] {
        text.event(ph).number("tid", track(slice.ppu));
        text.number("id", id)
            .raw(",\"name\":\"")
            .raw(edge.kind.name());
        // It arrives where the slice around this time begins.
        text.raw(if ph == 'f' { "\",\"bp\":\"e" } else { "" });
        text.raw("\",\"cat\":\"edge\"").time("ts", at).end();
    }
}

/// A body begins or ends on a PPU: its time (47 bits: 39 hours), begins last, the PPU (16 bits).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Change(u64);

impl Change {
    fn new(at: u64, starts: bool, ppu: u32) -> Self {
        let at = at.min((1 << 47) - 1);
        Change(at << 17 | u64::from(starts) << 16 | u64::from(ppu as u16))
    }

    fn at(self) -> u64 {
        self.0 >> 17
    }

    fn starts(self) -> bool {
        self.0 >> 16 & 1 == 1
    }

    fn ppu(self) -> usize {
        usize::from(self.0 as u16)
    }
}

/// How many PPUs run a body, whenever that changes; changes that are too close for a
/// viewer to show are taken together.
fn write_busy(run: &Run, clock: Clock, text: &mut Text<'_, &mut File>) {
    let Some((begin, end)) = run.span_ns() else {
        return;
    };
    let mut changes: Vec<Change> = Vec::with_capacity(run.slices.len() * 2);
    for slice in &run.slices {
        changes.push(Change::new(slice.start_ns - begin, true, slice.ppu));
        changes.push(Change::new(slice.end_ns - begin, false, slice.ppu));
    }
    changes.sort(); // each PPU's are sorted already, as a rule, which this finds and merges
    let mut open = vec![0_u32; run.ppu_count()];
    let mut busy = 0_u32;
    let mut said = None;
    let least = (end - begin) / MOST_POINTS;
    let mut next = begin;
    for (n, change) in changes.iter().enumerate() {
        let (at, starts) = (begin + change.at(), change.starts());
        let open = &mut open[change.ppu()];
        if starts {
            *open += 1;
            busy += u32::from(*open == 1);
        } else {
            *open = open.saturating_sub(1);
            busy = busy.saturating_sub(u32::from(*open == 0));
        }
        let last_now = changes
            .get(n + 1)
            .is_none_or(|after| after.at() > change.at());
        let last = n + 1 == changes.len();
        if last_now && (at >= next || last) && said != Some(busy) {
            text.event('C').text("name", "busy PPUs");
            text.time("ts", clock.at(at));
            text.raw(",\"args\":{\"busy\":").digits(busy).raw("}}");
            said = Some(busy);
            next = at + least;
        }
    }
}

#[cfg(test)]
mod tests;
