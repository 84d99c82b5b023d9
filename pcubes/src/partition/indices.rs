//! What an LPU holds of one dimension of an array: indices, ascending.
//!
//! Each space cuts the positions of what the space around it holds, so the indices of an LPU
//! are a chain of [`Blocks`], each a set of members of the one before. Chains are short:
//! whatever composes to blocks again is composed (an interval in anything, anything in an
//! interval, strides whose lengths divide one another), and only such as a stride of 2 over
//! blocks of 3 stays a chain of two.

use std::ops::Range;

use crate::partition::blocks::{Blocks, Run};

/// Indices of an array's dimension.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Indices {
    outer: Blocks,
    /// Each holds numbers of members of what stands before it. Empty as a rule.
    inner: Vec<Blocks>,
}

impl From<Blocks> for Indices {
    fn from(outer: Blocks) -> Self {
        Indices {
            outer,
            inner: Vec::new(),
        }
    }
}

impl Indices {
    /// All indices below `extent`.
    #[must_use]
    pub fn all(extent: usize) -> Indices {
        Blocks::interval(0..extent).into()
    }

    /// This set's members with the numbers `part`. Numbers beyond the last member are not
    /// allowed.
    #[must_use]
    pub fn select(&self, part: &Blocks) -> Indices {
        debug_assert!(part.is_empty() || part.at(part.len() - 1) < self.len());
        if part.is_empty() {
            return Blocks::interval(0..0).into();
        }
        let (last, before) = match self.inner.split_last() {
            Some((last, before)) => (last, Some(before)),
            None => (&self.outer, None),
        };
        match (last.compose(part), before) {
            (Some(set), None) => set.into(),
            // What is smaller now may compose with what stands before it.
            (Some(set), Some(before)) => Indices {
                outer: self.outer,
                inner: before.to_vec(),
            }
            .select(&set),
            (None, _) => {
                let mut set = self.clone();
                set.inner.push(*part);
                set
            }
        }
    }

    /// Number of indices.
    #[must_use]
    pub fn len(&self) -> usize {
        self.inner.last().unwrap_or(&self.outer).len()
    }

    /// True when there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The range that the set is, where it is one without a look at its members; `0..0` for
    /// an empty one.
    #[must_use]
    pub fn as_interval(&self) -> Option<Range<usize>> {
        match self.inner.is_empty() {
            true => self.outer.as_interval(),
            false => None,
        }
    }

    /// The set where it is no chain.
    #[must_use]
    pub fn as_blocks(&self) -> Option<&Blocks> {
        self.inner.is_empty().then_some(&self.outer)
    }

    /// Global index of member `k` (its local index), which must be less than the number of
    /// members.
    #[must_use]
    #[inline]
    pub fn at(&self, k: usize) -> usize {
        let k = self.inner.iter().rev().fold(k, |k, blocks| blocks.at(k));
        self.outer.at(k)
    }

    /// Local index of `index`: which member it is.
    #[must_use]
    #[inline]
    pub fn position(&self, index: usize) -> Option<usize> {
        let k = self.outer.position(index)?;
        self.inner
            .iter()
            .try_fold(k, |k, blocks| blocks.position(k))
    }

    /// True when it is a member.
    #[must_use]
    #[inline]
    pub fn contains(&self, index: usize) -> bool {
        self.position(index).is_some()
    }

    /// How many members are less than `index`.
    #[must_use]
    pub fn below(&self, index: usize) -> usize {
        let k = self.outer.below(index);
        self.inner.iter().fold(k, |k, blocks| blocks.below(k))
    }

    /// The least member: `range.min` of the language.
    #[must_use]
    pub fn first(&self) -> Option<usize> {
        (!self.is_empty()).then(|| self.at(0))
    }

    /// The greatest member: `range.max` of the language.
    #[must_use]
    pub fn last(&self) -> Option<usize> {
        self.len().checked_sub(1).map(|k| self.at(k))
    }

    /// The members as runs, ascending: what loops walk. No division where it counts, and an
    /// interval is one run.
    #[must_use]
    pub fn runs(&self) -> Runs<'_> {
        self.runs_of(0..self.len())
    }

    /// The members with the local indices `local`, as runs; clipped to what there is.
    #[must_use]
    pub fn runs_of(&self, local: Range<usize>) -> Runs<'_> {
        let end = local.end.min(self.len());
        let all = Run {
            start: local.start.min(end),
            len: end.saturating_sub(local.start),
            step: 1,
        };
        let mut runs = Runs {
            set: self,
            next: all,
            block: None,
            deeper: Vec::new(),
        };
        if !self.inner.is_empty() {
            runs.next = Run::all(0);
            runs.deeper = vec![Run::all(0); self.inner.len()];
            runs.deeper[self.inner.len() - 1] = all;
        }
        runs
    }

    /// The members within `indices`, as runs.
    #[must_use]
    pub fn within(&self, indices: Range<usize>) -> Runs<'_> {
        self.runs_of(self.below(indices.start)..self.below(indices.end))
    }

    /// All members, ascending.
    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.runs()
            .flat_map(|run| (0..run.len).map(move |k| run.start + k * run.step))
    }
}

/// The runs of a set, ascending; see [`Indices::runs`].
#[derive(Debug, Clone)]
pub struct Runs<'s> {
    set: &'s Indices,
    /// Numbers of members of the outer blocks, still to come.
    next: Run,
    /// The member with the first of them, where a block begins there: then the runs to come
    /// are whole blocks, found by addition.
    block: Option<usize>,
    /// Of each of the inner ones.
    deeper: Vec<Run>,
}

impl Iterator for Runs<'_> {
    type Item = Run;

    #[inline]
    fn next(&mut self) -> Option<Run> {
        if self.next.len == 0 && !self.refill() {
            return None;
        }
        let outer = &self.set.outer;
        if let Some(start) = self.block {
            let (run, next) = outer.block_at(start, self.next.len);
            self.next = self.next.without(run.len);
            self.block = (self.next.len > 0).then_some(next);
            return Some(run);
        }
        let (run, rest) = outer.split(self.next);
        if rest.len > 0 && rest.step == 1 {
            self.block = Some(outer.at(rest.start));
        }
        self.next = rest;
        Some(run)
    }
}

impl Runs<'_> {
    /// Brings numbers up from deeper in the chain; `false` at the end.
    fn refill(&mut self) -> bool {
        let Some(mut from) = self.deeper.iter().position(|run| run.len > 0) else {
            return false;
        };
        loop {
            let (run, rest) = self.set.inner[from].split(self.deeper[from]);
            self.deeper[from] = rest;
            match from {
                0 => {
                    self.next = run;
                    return true;
                }
                _ => {
                    from -= 1;
                    self.deeper[from] = run;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::partition::random::Random;

    #[test]
    fn chains_of_any_depth_are_what_they_hold() {
        let mut random = Random::new(3);
        let mut chained = 0;
        for _ in 0..3_000 {
            let extent = random.below(60);
            let mut set = Indices::all(extent);
            let mut list: Vec<usize> = (0..extent).collect();
            for _ in 0..1 + random.below(4) {
                let (first, block) = (random.below(3), 1 + random.below(4));
                let period = block + random.below(5);
                let beyond = |blocks: &Blocks, end| blocks.part(0..blocks.below(end));
                let part = match random.below(4) {
                    0 => Blocks::interval(first..first + 40),
                    1 => Blocks::run(first, 40, 1 + random.below(4)),
                    _ => Blocks::dealt(first, block, period, 40),
                };
                let part = beyond(&part, list.len());
                list = (0..part.len()).map(|k| list[part.at(k)]).collect();
                set = set.select(&part);
                check(&set, &list, extent);
            }
            chained += usize::from(set.as_blocks().is_none());
        }
        assert!(chained > 100, "{chained}");
    }

    fn check(set: &Indices, list: &[usize], extent: usize) {
        assert_eq!(set.len(), list.len());
        assert_eq!(set.iter().collect::<Vec<_>>(), list, "{set:?}");
        let by_number: Vec<_> = (0..set.len()).map(|k| set.at(k)).collect();
        assert_eq!(by_number, list, "{set:?}");
        assert_eq!(
            (set.first(), set.last()),
            (list.first().copied(), list.last().copied())
        );
        for index in 0..extent + 2 {
            let local = list.iter().position(|&member| member == index);
            assert_eq!(set.position(index), local, "{set:?} {index}");
        }
        let (lo, hi) = (extent / 4, extent - extent / 3);
        let inside: Vec<_> = set.within(lo..hi).flat_map(run_of).collect();
        let wanted: Vec<_> = list
            .iter()
            .copied()
            .filter(|i| (lo..hi).contains(i))
            .collect();
        assert_eq!(inside, wanted, "{set:?} {lo}..{hi}");
        if let Some(range) = set.as_interval() {
            assert_eq!(range.collect::<Vec<_>>(), list);
        }
    }

    fn run_of(run: Run) -> impl Iterator<Item = usize> {
        (0..run.len).map(move |k| run.start + k * run.step)
    }

    #[test]
    fn intervals_in_intervals_stay_intervals() {
        let set = Indices::all(100).select(&Blocks::interval(10..50));
        let set = set.select(&Blocks::interval(5..9));
        assert_eq!(set.as_interval(), Some(15..19));
        assert_eq!(set.runs().count(), 1);
    }

    #[test]
    fn blocks_of_an_lpu_are_cut_to_single_ones() {
        // The paper's LU: block_stride(b) for the space, block_size(b) inside of it.
        let dealt = Indices::all(40).select(&Blocks::dealt(4, 4, 12, 12));
        let block = dealt.select(&Blocks::interval(4..8));
        assert_eq!(block.as_interval(), Some(16..20));
    }
}
