//! From slices to boxes: wide ones as they are, those too narrow to be seen merged into
//! boxes of about a pixel, as opaque as the PPU was busy there.

use crate::observe::colour::{Sites, thousands};
use crate::record::run_record::{RunRecord, Slice};
use crate::record::stats::time_text;
use std::time::Duration;

/// Slices narrower than this many pixels are merged.
const NARROW: f64 = 1.2;

/// Tiles in a box's details.
const MOST_TILES: usize = 8;

/// A box of the picture.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Piece {
    pub(super) ppu: u32,
    pub(super) start_ns: u64,
    pub(super) end_ns: u64,
    /// Place of its colour among the source lines.
    pub(super) site: usize,
    /// The one task that it shows; `None` for merged ones.
    pub(super) task: Option<u32>,
    /// How many slices it shows.
    pub(super) count: u64,
    /// How much of its time was busy, 0 to 1.
    pub(super) share: f64,
    /// How many tasks wait around it on the same PPU.
    pub(super) depth: usize,
    /// On the critical path.
    pub(super) critical: bool,
}

/// Busy time of each PPU, ns: what its slices cover together.
pub(super) fn busy(record: &RunRecord) -> Vec<u64> {
    let mut busy = vec![0; record.ppu_count()];
    let mut covered = vec![0_u64; record.ppu_count()];
    for slice in sorted(record) {
        let ppu = slice.ppu as usize;
        busy[ppu] += slice
            .end_ns
            .saturating_sub(slice.start_ns.max(covered[ppu]));
        covered[ppu] = covered[ppu].max(slice.end_ns);
    }
    busy
}

/// Slices of known tasks, by PPU and time, outer ones before what ran inside them.
fn sorted(record: &RunRecord) -> Vec<Slice> {
    let known = |slice: &&Slice| (slice.task as usize) < record.tasks.len();
    let mut slices: Vec<Slice> = record.slices.iter().filter(known).copied().collect();
    slices.sort_unstable_by_key(|s| (s.ppu, s.start_ns, std::cmp::Reverse(s.end_ns)));
    slices
}

/// The boxes in drawing order; `scale` is pixels per ns.
pub(super) fn pieces(record: &RunRecord, sites: &Sites, scale: f64) -> Vec<Piece> {
    let mut critical = vec![false; record.tasks.len()];
    for task in record
        .shape()
        .map(|shape| shape.critical_tasks)
        .unwrap_or_default()
    {
        critical[task as usize] = true;
    }
    let mut out = Vec::new();
    let mut open: Vec<Slice> = Vec::new();
    let mut merging: Option<Merged> = None;
    for slice in sorted(record) {
        while open
            .last()
            .is_some_and(|outer| outer.ppu != slice.ppu || outer.end_ns <= slice.start_ns)
        {
            open.pop();
        }
        let (site, depth) = (sites.of_task[slice.task as usize], open.len());
        open.push(slice);
        if (slice.end_ns - slice.start_ns) as f64 * scale >= NARROW {
            out.extend(merging.take().map(Merged::close));
            out.push(Piece {
                ppu: slice.ppu,
                start_ns: slice.start_ns,
                end_ns: slice.end_ns,
                site,
                task: Some(slice.task),
                count: 1,
                share: 1.0,
                depth,
                critical: critical[slice.task as usize],
            });
            continue;
        }
        let fits = |merged: &Merged| merged.takes(&slice, depth, scale);
        if !merging.as_ref().is_some_and(fits) {
            out.extend(merging.take().map(Merged::close));
        }
        merging
            .get_or_insert_with(|| Merged::new(&slice, depth))
            .add(&slice, site);
    }
    out.extend(merging.map(Merged::close));
    out
}

/// Narrow slices side by side.
struct Merged {
    ppu: u32,
    start_ns: u64,
    end_ns: u64,
    depth: usize,
    busy: u64,
    count: u64,
    task: u32,
    /// Time per source line; few different ones fit into a pixel.
    by_site: Vec<(usize, u64)>,
}

impl Merged {
    fn new(slice: &Slice, depth: usize) -> Self {
        let (ppu, start_ns, task) = (slice.ppu, slice.start_ns, slice.task);
        Merged {
            ppu,
            start_ns,
            end_ns: start_ns,
            depth,
            busy: 0,
            count: 0,
            task,
            by_site: Vec::new(),
        }
    }

    /// The slice still lies within the pixel.
    fn takes(&self, slice: &Slice, depth: usize, scale: f64) -> bool {
        let width = slice.end_ns.saturating_sub(self.start_ns) as f64 * scale;
        self.ppu == slice.ppu && self.depth == depth && width < NARROW
    }

    fn add(&mut self, slice: &Slice, site: usize) {
        // A task of no length is still a task.
        let time = (slice.end_ns - slice.start_ns).max(1);
        self.end_ns = self.end_ns.max(slice.end_ns);
        self.busy += time;
        self.count += 1;
        match self.by_site.iter_mut().find(|(known, _)| *known == site) {
            Some((_, sum)) => *sum += time,
            None => self.by_site.push((site, time)),
        }
    }

    fn close(self) -> Piece {
        let site = self
            .by_site
            .iter()
            .max_by_key(|(_, time)| *time)
            .map_or(0, |(site, _)| *site);
        Piece {
            ppu: self.ppu,
            start_ns: self.start_ns,
            end_ns: self.end_ns,
            site,
            task: (self.count == 1).then_some(self.task),
            count: self.count,
            share: (self.busy as f64 / (self.end_ns - self.start_ns).max(1) as f64).min(1.0),
            depth: self.depth,
            critical: false,
        }
    }
}

/// What the browser shows under the pointer.
pub(super) fn title(record: &RunRecord, piece: &Piece, begin: u64) -> String {
    let at = |ns: u64| format!("{:.6}", ns.saturating_sub(begin) as f64 / 1e6);
    let time = time_text(Duration::from_nanos(piece.end_ns - piece.start_ns));
    let when = format!(
        "{} to {} ms ({time}), {}",
        at(piece.start_ns),
        at(piece.end_ns),
        record.ppu_name(piece.ppu)
    );
    let Some(task) = piece.task.map(|task| &record.tasks[task as usize]) else {
        return format!(
            "{} tasks, {:.0}% busy\n{when}",
            thousands(piece.count),
            100.0 * piece.share
        );
    };
    let mut lines = vec![
        task.name.clone(),
        format!("{}:{}", task.file, task.line),
        when,
    ];
    lines.extend(task.tiles.iter().take(MOST_TILES).map(ToString::to_string));
    if task.tiles.len() > MOST_TILES {
        lines.push(format!("and {} more tiles", task.tiles.len() - MOST_TILES));
    }
    lines.join("\n")
}
