//! Arrows as *flows*: numbers that two slices have in common. Those that leave a slice have numbers
//! in a row.

use std::ops::Range;

use crate::observe::trace::region::{Arrow, Region};

/// The flows of each slice.
#[derive(Default)]
pub(super) struct FlowIds {
    /// By slice: the first of those that leave it, from 0; one more at the end.
    leaving: Vec<u32>,
    /// By slice: where those that arrive begin in `arriving`; one more at the end.
    arrivals: Vec<u32>,
    arriving: Vec<u32>,
}

impl FlowIds {
    pub(super) fn of(region: &Region<'_>) -> FlowIds {
        let arrows = &region.arrows().list;
        if arrows.is_empty() {
            return FlowIds::default();
        }
        // Counted, so that each slice's end where the next one's begin.
        let begins = |of: fn(&Arrow) -> u32| {
            let mut ends = vec![0_u32; region.run.slices.len() + 1];
            arrows
                .iter()
                .for_each(|arrow| ends[of(arrow) as usize] += 1);
            let mut sum = 0;
            ends.iter_mut().for_each(|end| {
                sum += *end;
                *end = sum;
            });
            ends
        };
        // Backwards, each takes the last place that is free: at last these are begins.
        let (mut leaving, mut arrivals) = (begins(|arrow| arrow.from), begins(|arrow| arrow.to));
        let mut arriving = vec![0; arrows.len()];
        for arrow in arrows.iter().rev() {
            let (from, to) = (arrow.from as usize, arrow.to as usize);
            leaving[from] -= 1;
            arrivals[to] -= 1;
            arriving[arrivals[to] as usize] = leaving[from];
        }
        FlowIds {
            leaving,
            arrivals,
            arriving,
        }
    }

    /// Those that leave a slice, and those that arrive.
    #[inline]
    pub(super) fn of_slice(&self, slice: usize) -> (Range<u32>, &[u32]) {
        if self.arriving.is_empty() {
            return (0..0, &[]);
        }
        let arrivals = self.arrivals[slice] as usize..self.arrivals[slice + 1] as usize;
        (
            self.leaving[slice]..self.leaving[slice + 1],
            &self.arriving[arrivals],
        )
    }
}
