//! A region on its way into a trace: what both formats say of it, worked out once, and how its
//! slices are shared among the threads that write them.

use std::borrow::Cow;
use std::time::Instant;

use serde_json::{Value, json};

use super::Flows;
use super::lanes::Assigned;
use crate::record::compact::{Extent, NONE, Noted, Run};
use crate::record::run_record::{EdgeKind, Slice, signed_ns};
use crate::sync::{AtomicBool, AtomicUsize, OnceLock, Ordering};

/// Slices that a thread writes before it takes more.
pub(super) const CHUNK: usize = 128;

/// Points of the counter per region: as many as a screen shows apart.
pub(super) const MOST_POINTS: u64 = 1_000;

/// See the module's text.
pub(super) struct Region<'r> {
    pub(super) run: &'r Run,
    pub(super) clock: Clock,
    pub(super) extent: Extent,
    /// Number in the file, from 1.
    pub(super) number: u64,
    /// When it began and ended, on the clock of the file.
    pub(super) span: (u64, u64),
    pub(super) lanes: Assigned,
    /// Its arrows have the numbers after this one.
    pub(super) arrows_before: u64,
    flows: Flows,
    most_flows: usize,
    arrows: OnceLock<Arrows>,
    /// The next chunk of slices.
    next: AtomicUsize,
    /// A thread writes how many PPUs are busy.
    counted: AtomicBool,
}

/// Times of one region on the clock of the file.
#[derive(Clone, Copy)]
pub(super) struct Clock {
    base: Instant,
    shift: i64,
}

/// The arrows of a region.
#[derive(Default)]
pub(super) struct Arrows {
    pub(super) list: Vec<Arrow>,
    /// There were so many too many.
    left_out: usize,
}

/// The slice of a task, if it has one, and its PPU.
#[derive(Clone, Copy)]
struct Shown {
    place: u32,
    ppu: u32,
}

impl Shown {
    fn new(run: &Run, place: u32) -> Shown {
        let slice = run.slices.get(place as usize);
        let ppu = slice.map_or(NONE, |slice| slice.ppu);
        Shown { place, ppu }
    }

    fn has_slice(self) -> bool {
        self.ppu != NONE
    }
}

impl Arrow {
    const NOWHERE: Arrow = Arrow {
        from: NONE,
        to: NONE,
        kind: EdgeKind::Order,
    };
}

impl Arrows {
    #[cold]
    fn add(&mut self, more: &[Arrow], most: usize) {
        let fit = more.len().min(most - self.list.len());
        self.list.extend_from_slice(&more[..fit]);
        self.left_out += more.len() - fit;
    }
}

/// An edge between two slices, given by their places in the run.
#[derive(Clone, Copy)]
pub(super) struct Arrow {
    pub(super) from: u32,
    pub(super) to: u32,
    pub(super) kind: EdgeKind,
}

impl Clock {
    pub(super) fn new(run: &Run, base: Instant) -> Self {
        let shift = signed_ns(run.epoch, base);
        Clock { base, shift }
    }

    /// A time of the region, ns.
    pub(super) fn at(self, ns: u64) -> u64 {
        ns.saturating_add_signed(self.shift)
    }

    /// Begin and end of a region; where nothing ran, both are now.
    pub(super) fn span(self, extent: Extent) -> (u64, u64) {
        let now = || {
            let now = signed_ns(Instant::now(), self.base).unsigned_abs();
            (now, now)
        };
        extent
            .span
            .map_or_else(now, |(begin, end)| (self.at(begin), self.at(end)))
    }
}

impl<'r> Region<'r> {
    pub(super) fn new(
        run: &'r Run,
        (clock, extent): (Clock, Extent),
        lanes: Assigned,
        (number, arrows_before): (u64, u64),
        (flows, most_flows): (Flows, usize),
    ) -> Self {
        Region {
            run,
            clock,
            extent,
            number,
            span: clock.span(extent),
            lanes,
            arrows_before,
            flows,
            most_flows,
            arrows: OnceLock::new(),
            next: AtomicUsize::new(0),
            counted: AtomicBool::new(false),
        }
    }

    /// Calls `each` with slices, their places and their tasks, until there are no more: several
    /// threads share them.
    pub(super) fn share(&self, each: impl FnMut(usize, &'r Slice, &'r Noted)) {
        self.share_by(&self.next, || true, each);
    }

    /// The same for as long as one wants to go `on`; `next` is the next chunk.
    pub(super) fn share_by(
        &self,
        next: &AtomicUsize,
        on: impl Fn() -> bool,
        mut each: impl FnMut(usize, &'r Slice, &'r Noted),
    ) {
        let mut chunks = self.run.slices.chunks(CHUNK);
        let mut passed = 0;
        while on() {
            let n = next.fetch_add(1, Ordering::Relaxed);
            let Some(chunk) = chunks.nth(n - passed) else {
                return;
            };
            passed = n + 1;
            for (place, slice) in (n * CHUNK..).zip(chunk) {
                if let Some(task) = self.run.tasks.get(slice.task as usize) {
                    each(place, slice, task);
                }
            }
        }
    }

    /// True for the first thread that asks: it is to write the counter.
    pub(super) fn is_to_count(&self) -> bool {
        !self.counted.swap(true, Ordering::Relaxed)
    }

    /// The arrows; the first thread that asks works them out, the others wait.
    pub(super) fn arrows(&self) -> &Arrows {
        self.arrows.get_or_init(|| self.find_arrows())
    }

    fn find_arrows(&self) -> Arrows {
        let mut arrows = Arrows::default();
        if self.flows == Flows::None {
            return arrows;
        }
        let run = self.run;
        let places = run.slice_of_tasks();
        let shown = |places: &[u32]| places.iter().map(|&p| Shown::new(run, p)).collect();
        let begins: Vec<Shown> = shown(&places);
        let others = match run.releasing_slices(&places) {
            Cow::Borrowed(_) => None,
            Cow::Owned(places) => Some(shown(&places)),
        };
        let releasing: &[Shown] = others.as_ref().unwrap_or(&begins);
        let all = self.flows == Flows::All;
        let most = if all { usize::MAX } else { self.most_flows };
        // Which edges show cannot be foreseen, and a jump that goes wrong costs as much as all of
        // this: the next edge takes the place of one that does not.
        let (mut some, mut count) = ([Arrow::NOWHERE; 64], 0);
        run.edges_into(|to, from, kinds| {
            let to = begins[to as usize];
            for (&from, &kind) in from.iter().zip(kinds) {
                let from = releasing[from as usize];
                some[count] = Arrow {
                    from: from.place,
                    to: to.place,
                    kind,
                };
                let shows = (all | (from.ppu != to.ppu)) & from.has_slice() & to.has_slice();
                count += usize::from(shows);
                if count == some.len() {
                    arrows.add(&some, most);
                    count = 0;
                }
            }
        });
        arrows.add(&some[..count], most);
        arrows
    }

    /// Its counts.
    pub(super) fn counts(&self) -> Value {
        let run = self.run;
        let stats = &run.stats;
        let ms = |time: std::time::Duration| time.as_secs_f64() * 1e3;
        let mut args = json!({
            "source": run.site.place(),
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
        let left_out = self.arrows().left_out;
        if left_out > 0 {
            args["arrows left out"] =
                json!(format!("{left_out}: set HP5_TRACE_FLOWS=all to have them"));
        }
        args
    }

    /// Calls `point` with times on the clock of the file and how many PPUs run a body from then
    /// on, whenever that changes; changes that are too close for a viewer to show are taken
    /// together.
    pub(super) fn busy(&self, mut point: impl FnMut(u64, u32)) {
        let Some((begin, end)) = self.extent.span else {
            return;
        };
        let mut said = None;
        let mut change = |at: u64, busy: u32| {
            if said != Some(busy) {
                point(self.clock.at(at), busy);
                said = Some(busy);
            }
        };
        let many = self.run.slices.len() as u64 > MOST_POINTS;
        if !(many && self.busy_at_intervals((begin, end), &mut change)) {
            self.busy_exactly((begin, end), change);
        }
    }

    /// The same at equal intervals; not if bodies of one PPU overlap, or are out of order.
    fn busy_at_intervals(
        &self,
        (begin, end): (u64, u64),
        change: &mut impl FnMut(u64, u32),
    ) -> bool {
        // Of 2^shift nanoseconds, so that there are no more than most points.
        let shift = ((end - begin) / MOST_POINTS + 1)
            .next_power_of_two()
            .trailing_zeros();
        let interval = |at: u64| ((at - begin) >> shift) as usize;
        // By interval, so many more are busy at its end than at its begin.
        let mut more = vec![0_i32; interval(end) + 1];
        let mut ends = vec![begin; self.extent.ppus];
        for slice in &self.run.slices {
            let before = &mut ends[slice.ppu as usize];
            if slice.start_ns < *before {
                return false;
            }
            *before = slice.end_ns;
            more[interval(slice.start_ns)] += 1;
            more[interval(slice.end_ns)] -= 1;
        }
        let mut busy = 0;
        for (n, more) in (1..).zip(more) {
            busy += more;
            change(end.min(begin + (n << shift)), busy.unsigned_abs());
        }
        true
    }

    /// The same at the times at which it changes.
    fn busy_exactly(&self, (begin, end): (u64, u64), mut change: impl FnMut(u64, u32)) {
        let run = self.run;
        let mut changes: Vec<Change> = Vec::with_capacity(run.slices.len() * 2);
        for slice in &run.slices {
            changes.push(Change::new(slice.start_ns - begin, true, slice.ppu));
            changes.push(Change::new(slice.end_ns - begin, false, slice.ppu));
        }
        changes.sort(); // each PPU's are sorted already, as a rule, which this finds and merges
        let mut open = vec![0_u32; self.extent.ppus];
        let mut busy = 0_u32;
        let least = (end - begin) / MOST_POINTS;
        let mut next = begin;
        for (n, now) in changes.iter().enumerate() {
            let (at, starts) = (begin + now.at(), now.starts());
            let open = &mut open[now.ppu()];
            if starts {
                *open += 1;
                busy += u32::from(*open == 1);
            } else {
                *open = open.saturating_sub(1);
                busy = busy.saturating_sub(u32::from(*open == 0));
            }
            let after = changes.get(n + 1);
            let last_now = after.is_none_or(|after| after.at() > now.at());
            if last_now && (at >= next || after.is_none()) {
                change(at, busy);
                next = at + least;
            }
        }
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
