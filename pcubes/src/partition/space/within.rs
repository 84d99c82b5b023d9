//! The LPUs that divide one LPU, one after the other in the same memory: for whoever goes through
//! very many of them and keeps none, as the body of a task does that stands for all of them.
//!
//! From one LPU to the next the last coordinate changes and rarely another one, so only what is
//! cut along that one is found anew; where there are rows of LPUs, it is looked up.

use std::sync::Arc;

use super::{Held, Lpu, SpaceId, Spaces, is_idle};
use crate::partition::line::Axis;

/// Parts that are kept of an axis, at most: longer rows of LPUs find theirs each time.
const MOST_KEPT: usize = 1024;

/// Goes through the LPUs that divide one in a space, in the order of their numbers; see
/// [`Lpu::within`].
#[derive(Debug)]
pub struct Within<'s> {
    around: &'s Lpu,
    spaces: &'s Spaces,
    space: SpaceId,
    counts: Vec<usize>,
    total: usize,
    /// Number of the LPU to come.
    next: usize,
    axes: Vec<Along<'s>>,
    lpu: Option<Lpu>,
}

/// An axis of a space.
#[derive(Debug)]
struct Along<'s> {
    array: usize,
    axis: &'s Axis,
    /// What it cuts.
    base: &'s Held,
    /// Its parts by coordinate, where there are few that are used often.
    kept: Vec<Held>,
}

impl Along<'_> {
    fn part(&self, number: usize) -> Held {
        match self.kept.get(number) {
            Some(held) => held.clone(),
            None => self.base.part(self.axis, number),
        }
    }
}

impl Lpu {
    /// The LPUs that divide this one in a space which is no sub-partition, each only until the
    /// next one.
    #[must_use]
    pub fn within<'s>(&'s self, spaces: &'s Spaces, space: SpaceId) -> Within<'s> {
        let counts = self.child_counts(spaces, space);
        let total = counts.iter().fold(1, |n: usize, &c| n.saturating_mul(c));
        let last = counts.len().wrapping_sub(1);
        let mut axes = Vec::new();
        for line in &spaces.space(space).lines {
            let Some(base) = self.base(line) else {
                continue;
            };
            for axis in &line.axes {
                let base = &base[axis.array];
                let again = axis.space == last && counts[last] < total && counts[last] <= MOST_KEPT;
                let part = |number| base.part(axis, number);
                axes.push(Along {
                    array: line.array.0,
                    axis,
                    base,
                    kept: match again {
                        true => (0..counts[last]).map(part).collect(),
                        false => Vec::new(),
                    },
                });
            }
        }
        Within {
            around: self,
            spaces,
            space,
            counts,
            total,
            next: 0,
            axes,
            lpu: None,
        }
    }
}

impl Within<'_> {
    /// The next LPU that has something to do, with its number; idle ones count.
    // An iterator cannot hand out what it changes.
    #[allow(clippy::should_implement_trait)]
    pub fn next(&mut self) -> Option<(usize, &Lpu)> {
        while self.next < self.total {
            let number = self.next;
            self.next += 1;
            self.turn_to(number);
            if self.lpu.as_ref().is_some_and(|lpu| !lpu.is_idle()) {
                return self.lpu.as_ref().map(|lpu| (number, lpu));
            }
        }
        None
    }

    /// Makes the LPU that of a number, which is the next one.
    fn turn_to(&mut self, number: usize) {
        let node = self.lpu.as_mut().and_then(|lpu| Arc::get_mut(&mut lpu.0));
        let Some(node) = node else {
            // The first one, or somebody has kept the one before.
            let at = super::coordinates(number, &self.counts, &[]);
            self.lpu = Some(self.around.make(self.spaces, self.space, &self.counts, &at));
            return;
        };
        let mut changed = self.counts.len();
        while changed > 0 {
            changed -= 1;
            node.at[changed] += 1;
            if node.at[changed] < self.counts[changed] {
                break;
            }
            node.at[changed] = 0;
        }
        for along in self.axes.iter().filter(|along| along.axis.space >= changed) {
            if let Some(part) = &mut node.parts[along.array] {
                part[along.axis.array] = along.part(node.at[along.axis.space]);
            }
        }
        node.idle = is_idle(self.spaces.space(self.space), &node.parts);
    }
}
