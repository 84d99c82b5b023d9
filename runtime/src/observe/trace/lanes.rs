//! Which tracks show a PPU, where one is not enough.
//!
//! In Perfetto's packets a slice has no length: an end closes what began last on its track. So what
//! overlaps without one being inside the other must lie on different tracks. Slices of one PPU do so
//! where two threads work in its name (one on its guest worker, while a long body of the PPU's own thread
//! goes on), and regions do that run at the same time, in one runtime or in several, whose PPUs have
//! the same numbers. A PPU then has several *lanes*, tracks of one name, which a viewer shows as one.

use std::cmp::Reverse;
use std::collections::HashMap;

use super::region::Clock;
use crate::record::compact::{Extent, Run};
use crate::record::run_record::Slice;

/// Lanes of one PPU.
const MOST_LANES: usize = 1 << 10;

/// Where the lanes of a file end so far, by what they show: a PPU, or [`Lanes::REGIONS`].
#[derive(Default)]
pub(super) struct Lanes(HashMap<u32, Vec<u64>>);

/// The lanes of one region.
#[derive(Default)]
pub(super) struct Assigned {
    /// Of each PPU, the lane of its slices.
    lanes: Vec<u16>,
    /// Its own one, where slices have to be kept apart.
    pub(super) region: Option<u16>,
    /// Slices that are on another one, by their places in the run.
    others: HashMap<u32, u16>,
}

impl Assigned {
    /// The lane of a slice.
    #[inline]
    pub(super) fn lane(&self, place: usize, slice: &Slice) -> u16 {
        let own = || self.lanes.get(slice.ppu as usize).copied().unwrap_or(0);
        match self.others.is_empty() {
            true => own(),
            false => self
                .others
                .get(&(place as u32))
                .copied()
                .unwrap_or_else(own),
        }
    }

    /// Where one lane for each PPU does.
    pub(super) fn first(ppus: usize) -> Self {
        Assigned {
            lanes: vec![0; ppus],
            ..Assigned::default()
        }
    }

    /// Every lane that is used, as PPU and number.
    pub(super) fn all(&self, run: &Run) -> Vec<(u32, u16)> {
        let others = self.others.iter();
        let others = others.map(|(place, lane)| (run.slices[*place as usize].ppu, *lane));
        let mut all: Vec<(u32, u16)> = (0..)
            .zip(self.lanes.iter().copied())
            .chain(others)
            .collect();
        all.sort_unstable();
        all.dedup();
        all
    }
}

/// Slices of one PPU so far, in the order of their ends.
#[derive(Default)]
struct Stack {
    /// Begins and ends of those that are inside no other one.
    outer: Vec<(u64, u64)>,
    begin: u64,
    end: u64,
    /// One ended before an earlier one.
    unsorted: bool,
}

impl Stack {
    /// Adds a slice; false when it overlaps with another one, and is not added.
    #[inline]
    fn add(&mut self, slice: &Slice) -> bool {
        let (begin, end) = (slice.start_ns, slice.end_ns);
        self.unsorted |= end < self.end;
        self.end = self.end.max(end);
        self.begin = self.begin.min(begin);
        let mut inside = self.outer.len();
        while inside > 0 && self.outer[inside - 1].0 > begin {
            inside -= 1;
        }
        // Of two that begin together nobody could tell which is inside.
        if inside > 0 && (self.outer[inside - 1].1 > begin || self.outer[inside - 1].0 == begin) {
            return false;
        }
        self.outer.truncate(inside);
        self.outer.push((begin, end));
        true
    }
}

impl Lanes {
    /// Stands for the tracks of regions.
    pub(super) const REGIONS: u32 = u32::MAX;

    /// A lane that is free from `begin` on, taken until `end`.
    pub(super) fn take(&mut self, of: u32, begin: u64, end: u64) -> u16 {
        let lanes = self.0.entry(of).or_default();
        let free = lanes.iter().position(|taken| *taken <= begin);
        let free = free.unwrap_or_else(|| {
            // So many are only there where something is wrong with the times.
            if lanes.len() < MOST_LANES {
                lanes.push(0);
            }
            lanes.len() - 1
        });
        lanes[free] = lanes[free].max(end);
        free as u16
    }

    /// Gives a region and its slices their lanes.
    pub(super) fn assign(&mut self, run: &Run, clock: Clock, extent: Extent) -> Assigned {
        let one_after_another = spans_of_ppus(run, extent.ppus);
        let (spans, apart) = match one_after_another {
            Some(spans) => (spans, Vec::new()),
            None => stacked(run, extent.ppus),
        };
        let (begin, end) = clock.span(extent);
        let mut assigned = Assigned {
            region: Some(self.take(Lanes::REGIONS, begin, end)),
            ..Assigned::default()
        };
        for (ppu, span) in (0..).zip(spans) {
            let taken = |(begin, end)| self.take(ppu, clock.at(begin), clock.at(end));
            assigned.lanes.push(span.map_or(0, taken));
        }
        for place in apart {
            let slice = &run.slices[place as usize];
            let (begin, end) = (clock.at(slice.start_ns), clock.at(slice.end_ns));
            let lane = self.take(slice.ppu, begin, end);
            assigned.others.insert(place, lane);
        }
        assigned
    }
}

/// Where the slices of each PPU begin and end, if it has any.
type Spans = Vec<Option<(u64, u64)>>;

/// The same where those of each PPU follow each other, and stand in that order, as they mostly do.
fn spans_of_ppus(run: &Run, ppus: usize) -> Option<Spans> {
    // The first begin, the last end, and when the next one may begin.
    let mut spans = vec![(u64::MAX, 0, 0); ppus];
    for slice in &run.slices {
        let (begin, end, next) = &mut spans[slice.ppu as usize];
        if slice.start_ns < *next {
            return None;
        }
        *begin = slice.start_ns.min(*begin);
        *end = slice.end_ns;
        *next = slice.end_ns.max(slice.start_ns + 1);
    }
    let some = |(begin, end, next)| (next > 0).then_some((begin, end));
    Some(spans.into_iter().map(some).collect())
}

/// Of any slices: and those that overlap with others.
fn stacked(run: &Run, ppus: usize) -> (Spans, Vec<u32>) {
    let new = || Stack {
        begin: u64::MAX,
        ..Stack::default()
    };
    let mut stacks: Vec<Stack> = (0..ppus).map(|_| new()).collect();
    let mut apart: Vec<u32> = Vec::new();
    for (place, slice) in (0..).zip(&run.slices) {
        if !stacks[slice.ppu as usize].add(slice) {
            apart.push(place);
        }
    }
    if stacks.iter().any(|stack| stack.unsorted) {
        apart = in_order(run, &mut stacks);
    }
    let span = |stack: &Stack| (stack.begin < u64::MAX).then_some((stack.begin, stack.end));
    (stacks.iter().map(span).collect(), apart)
}

/// Goes through all slices in the order of their ends, of each PPU inner ones first; the places of
/// those that overlap.
fn in_order(run: &Run, stacks: &mut [Stack]) -> Vec<u32> {
    let mut places: Vec<u32> = (0..run.slices.len() as u32).collect();
    let of = |place: &u32| &run.slices[*place as usize];
    places.sort_by_key(|place| (of(place).end_ns, Reverse(of(place).start_ns)));
    stacks.iter_mut().for_each(|stack| stack.outer.clear());
    places.retain(|place| !stacks[of(place).ppu as usize].add(of(place)));
    places
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::observe::fixtures;
    use crate::sched::tsc;

    /// Whether no two slices of a lane overlap unless one is inside the other.
    fn is_proper(slices: &[(Slice, u16)]) -> bool {
        let crosses = |a: &Slice, b: &Slice| {
            a.start_ns < b.start_ns && b.start_ns < a.end_ns && a.end_ns < b.end_ns
                || (a.start_ns == b.start_ns && a.end_ns > a.start_ns && b.end_ns > b.start_ns)
        };
        let pairs = |n: usize| slices[..n].iter().map(move |other| (&slices[n], other));
        (0..slices.len())
            .flat_map(pairs)
            .all(|((a, of_a), (b, of_b))| {
                (a.ppu, of_a) != (b.ppu, of_b) || !(crosses(a, b) || crosses(b, a))
            })
    }

    #[test]
    fn no_two_slices_of_a_lane_cross() {
        let mut random = 7_u64;
        let mut next = |below: u64| {
            random = random
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            (random >> 33) % below
        };
        for _ in 0..200 {
            let (mut lanes, mut all) = (Lanes::default(), Vec::new());
            for _ in 0..3 {
                let mut run = fixtures::record(1);
                (run.epoch, run.ppus) = (tsc::epoch(), vec![String::new(); 2]);
                for _ in 0..next(12) {
                    let start = next(60);
                    run.add_slice(0, next(2) as u32, start, start + next(20));
                }
                let run = Run::from(&run);
                let assigned = lanes.assign(&run, Clock::new(&run, run.epoch), run.extent());
                let slices = run.slices.iter().enumerate();
                all.extend(slices.map(|(place, slice)| (*slice, assigned.lane(place, slice))));
            }
            assert!(is_proper(&all), "{all:?}");
        }
    }

    #[test]
    fn one_lane_does_where_slices_follow_each_other_or_are_inside() {
        let (mut lanes, mut run) = (Lanes::default(), fixtures::record(1));
        // In the order of their ends, and with those of a composite behind the others.
        for order in [[0, 1, 2, 3], [2, 3, 0, 1]] {
            let slices = [(10, 20), (20, 30), (5, 40), (40, 40)];
            run.slices.clear();
            order
                .iter()
                .for_each(|&n| run.add_slice(0, 1, slices[n].0, slices[n].1));
            run.epoch += std::time::Duration::from_nanos(100);
            let run = Run::from(&run);
            let base = run.epoch - std::time::Duration::from_nanos(100);
            let assigned = lanes.assign(&run, Clock::new(&run, base), run.extent());
            assert_eq!((assigned.lanes, assigned.others.len()), (vec![0, 0], 0));
            lanes = Lanes::default();
        }
        assert_eq!(
            [(0, 9), (5, 7), (7, 8), (9, 12)].map(|(a, b)| lanes.take(0, a, b)),
            [0, 1, 1, 0]
        );
    }
}
