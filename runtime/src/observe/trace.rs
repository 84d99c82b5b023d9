//! The trace (`HP5_TRACE`): a track per PPU, a slice per task, an arrow per edge. Load the file in
//! <https://ui.perfetto.dev>.
//!
//! It is written as JSON ([`json`]), or, where the file's name ends in `.pftrace` or
//! `.perfetto-trace`, as Perfetto's own packets ([`perfetto`]), which are a quarter as long. All
//! regions of a process go to one file, which is complete after every region; an append that fails
//! is cut off. A region is written when it ends: nothing is formatted while it runs. Its slices are
//! shared among several threads.

mod json;
mod lanes;
mod out;
mod perfetto;
mod recent;
mod region;

use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::{Seek, SeekFrom, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::time::Instant;

use crate::observe::limited::within_limits;
use crate::record::compact::Run;
use crate::sync::{Mutex, lock};
use json::Json;
use lanes::{Assigned, Lanes};
use perfetto::Packets;
use region::{CHUNK, Clock, Region};

/// Arrows per region unless all are asked for: a viewer drowns in more.
const MOST_FLOWS: usize = 100_000;

/// Calls what it is given with each number below a count: with 0 on the calling thread, with the
/// others at the same time, as far as there are threads for it. All calls are over when it returns.
pub(crate) type Crew<'c> = dyn Fn(usize, &(dyn Fn(usize) + Sync)) + 'c;

/// One region in one format; its threads share it, each with a pen of its own.
trait Format<'r>: Sync + Sized {
    /// What a thread writes with.
    type Pen<'f>: Send;

    fn new(region: &'r Region<'r>) -> Self;
    /// A pen of thread number `thread`.
    fn pen<'f>(&self, thread: usize, file: &'f Mutex<File>) -> Self::Pen<'f>;
    /// Names a lane of a PPU, or of the regions ([`Lanes::REGIONS`]).
    fn name_track(&self, of: u32, lane: u16, name: &str, pen: &mut Self::Pen<'_>);
    /// The arrows, unless slices name their own.
    fn arrows(&self, pen: &mut Self::Pen<'_>);
    /// How many PPUs are busy.
    fn busy(&self, pen: &mut Self::Pen<'_>);
    /// A share of the slices.
    fn slices(&self, pen: &mut Self::Pen<'_>);
    /// The region as a whole.
    fn frame(&self, pen: &mut Self::Pen<'_>);
    /// Writes what is left; how much the pen wrote in all.
    fn finish(pen: Self::Pen<'_>) -> std::io::Result<u64>;
}

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
    /// Perfetto's packets, not JSON.
    packets: bool,
    flows: Flows,
    most_flows: usize,
    /// Threads that may write a region together.
    threads: usize,
    /// What all times of the file count from.
    base: Instant,
    /// The open file, and how long it is without what closes it.
    file: Option<(Mutex<File>, u64)>,
    arrows: u64,
    regions: u64,
    lanes: Lanes,
    /// Names of the tracks, as far as they are written, by what they show and lane.
    named: HashMap<(u32, u16), String>,
}

impl TraceFile {
    /// Nothing is opened before the first region ends.
    pub(crate) fn new(path: PathBuf, flows: Flows) -> Self {
        let base = Instant::now();
        let most_flows = MOST_FLOWS;
        let packets = path
            .extension()
            .is_some_and(|end| end == "pftrace" || end == "perfetto-trace");
        TraceFile {
            path,
            packets,
            flows,
            most_flows,
            threads: std::thread::available_parallelism().map_or(1, usize::from),
            base,
            file: None,
            arrows: 0,
            regions: 0,
            lanes: Lanes::default(),
            named: HashMap::new(),
        }
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Adds a region.
    pub(crate) fn append(&mut self, run: &Run, crew: &Crew<'_>) -> std::io::Result<()> {
        if self.file.is_none() {
            self.open()?;
        }
        let Some((file, end)) = self.file.take() else {
            return Ok(());
        };
        let written = self.write_at(&file, end, run, crew);
        let end = match &written {
            Ok(more) => end + more,
            Err(_) => {
                self.cut(&mut lock(&file), end);
                end
            }
        };
        self.file = Some((file, end));
        written.map(drop)
    }

    /// Takes out what was written from `end` on. What was there before had room, so what closes the
    /// file can be put back.
    fn cut(&mut self, file: &mut File, end: u64) {
        let cut = file.set_len(end);
        drop(cut.and_then(|()| self.overwrite(file, end, b"")));
        self.named.clear(); // their names may have been cut off
    }

    /// Writes a region from `end` on; how long it is there.
    fn write_at(
        &mut self,
        file: &Mutex<File>,
        end: u64,
        run: &Run,
        crew: &Crew<'_>,
    ) -> std::io::Result<u64> {
        lock(file).seek(SeekFrom::Start(end))?;
        self.regions += 1;
        let (clock, extent) = (Clock::new(run, self.base), run.extent());
        let lanes = match self.packets {
            true => self.lanes.assign(run, clock, extent),
            false => Assigned::first(extent.ppus),
        };
        let region = Region::new(
            run,
            (clock, extent),
            lanes,
            (self.regions, self.arrows),
            (self.flows, self.most_flows),
        );
        let more = match self.packets {
            true => self.write_region::<Packets>(&region, file, crew)?,
            false => self.write_region::<Json>(&region, file, crew)?,
        };
        self.arrows += region.arrows().list.len() as u64;
        let mut file = lock(file);
        within_limits(|| file.write_all(self.end()))?;
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
        let process = format!("{program} (hp5)");
        let head = match self.packets {
            true => perfetto::head(&process),
            false => json::head(&process),
        };
        self.overwrite(&mut file, 0, &head)?;
        self.file = Some((Mutex::new(file), head.len() as u64));
        self.named.clear();
        Ok(())
    }

    /// What closes the file.
    fn end(&self) -> &'static [u8] {
        match self.packets {
            true => b"",
            false => json::END,
        }
    }

    /// Writes at `at`, and what closes the file behind it.
    fn overwrite(&self, file: &mut File, at: u64, head: &[u8]) -> std::io::Result<()> {
        file.seek(SeekFrom::Start(at))?;
        within_limits(|| file.write_all(head))?;
        within_limits(|| file.write_all(self.end()))?;
        file.flush()
    }

    /// How long it is in the file. The order of events in a trace says nothing.
    fn write_region<'r, F: Format<'r>>(
        &mut self,
        region: &'r Region<'r>,
        file: &Mutex<File>,
        crew: &Crew<'_>,
    ) -> std::io::Result<u64> {
        let format = F::new(region);
        let mut pen = format.pen(0, file);
        self.name_tracks(region, &format, &mut pen);
        let (first, written) = (Mutex::new(Some(pen)), Mutex::new(Vec::new()));
        let write = |thread| {
            let mut pen = match thread {
                0 => lock(&first).take(),
                _ => None,
            }
            .unwrap_or_else(|| format.pen(thread, file));
            if thread == 0 {
                format.arrows(&mut pen);
                format.frame(&mut pen);
            }
            write_share(region, &format, &mut pen);
            F::finish(pen)
        };
        crew(self.threads_for(region.run), &|thread| {
            let panicked = |_| Err(std::io::Error::other("a thread that wrote it panicked"));
            let more = catch_unwind(AssertUnwindSafe(|| write(thread))).unwrap_or_else(panicked);
            lock(&written).push(more);
        });
        let written = std::mem::take(&mut *lock(&written));
        written.into_iter().sum()
    }

    /// How many threads write a region: as many as it has PPUs, if it is long enough.
    fn threads_for(&self, run: &Run) -> usize {
        let worth = run.slices.len() / (2 * CHUNK);
        self.threads.min(run.ppus.len()).min(worth)
    }

    /// Names the tracks that have another name than before.
    fn name_tracks<'r, F: Format<'r>>(
        &mut self,
        region: &Region<'r>,
        format: &F,
        pen: &mut F::Pen<'_>,
    ) {
        let run = region.run;
        let ppus = region.lanes.all(run).into_iter();
        let ppus = ppus.map(|(ppu, lane)| (ppu, lane, run.ppu_name(ppu as usize)));
        let regions = region
            .lanes
            .region
            .map(|lane| (Lanes::REGIONS, lane, "regions".to_owned()));
        for (of, lane, name) in ppus.chain(regions) {
            if self.named.get(&(of, lane)) != Some(&name) {
                format.name_track(of, lane, &name, pen);
                self.named.insert((of, lane), name);
            }
        }
    }
}

/// What a thread writes of what all share: the counter, if no other one does, and slices.
fn write_share<'r, F: Format<'r>>(region: &Region<'r>, format: &F, pen: &mut F::Pen<'_>) {
    if region.is_to_count() {
        format.busy(pen);
    }
    format.slices(pen);
}

#[cfg(test)]
mod tests;
