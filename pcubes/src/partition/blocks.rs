//! Sets of positions that partition functions make: blocks at equal distances.
//!
//! One [`Blocks`] is an interval, an arithmetic progression, or blocks dealt in turn; in each
//! case position `k` of the set is found by arithmetic. A loop body has no use for that
//! formula, which divides: it walks the set's [`Run`]s, of which an interval has one.

use std::ops::Range;

/// Positions `start`, `start + step`, ..: `len` of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Run {
    /// The first position.
    pub start: usize,
    /// How many.
    pub len: usize,
    /// From one to the next; at least 1.
    pub step: usize,
}

impl Run {
    const NOTHING: Run = Run {
        start: 0,
        len: 0,
        step: 1,
    };

    /// The last position; that of an empty run is its start.
    #[must_use]
    pub fn last(&self) -> usize {
        self.start + self.len.saturating_sub(1) * self.step
    }

    /// From the first position to behind the last one.
    #[must_use]
    pub fn hull(&self) -> Range<usize> {
        match self.len {
            0 => self.start..self.start,
            _ => self.start..self.last() + 1,
        }
    }

    /// The run without its first `count` positions.
    pub(super) fn without(self, count: usize) -> Run {
        match count >= self.len {
            true => Run::NOTHING,
            false => Run {
                start: self.start + count * self.step,
                len: self.len - count,
                step: self.step,
            },
        }
    }
}

/// A set of positions, ascending: blocks of `block` positions that lie `step` apart, the
/// blocks `period` apart. The set begins `phase` positions into the first block and has `len`
/// members. Equal sets are equal values.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Blocks {
    first: usize,
    step: usize,
    block: usize,
    period: usize,
    phase: usize,
    len: usize,
}

impl Blocks {
    /// The positions of a range.
    #[must_use]
    pub fn interval(range: Range<usize>) -> Blocks {
        Blocks::run(range.start, range.len(), 1)
    }

    /// An arithmetic progression. A `step` of 0 counts as 1.
    #[must_use]
    pub fn run(first: usize, len: usize, step: usize) -> Blocks {
        let (first, step) = match len {
            0 => (0, 1),
            1 => (first, 1),
            _ => (first, step.max(1)),
        };
        Blocks {
            first,
            step,
            block: len.max(1),
            period: 0,
            phase: 0,
            len,
        }
    }

    /// Blocks of `block` neighbours that begin at `first`, `first + period`, ..; `len`
    /// positions in all. A block of 0 counts as 1; blocks that touch make an interval.
    #[must_use]
    pub fn dealt(first: usize, block: usize, period: usize, len: usize) -> Blocks {
        Blocks::normal(first, 1, block, period, 0, len)
    }

    /// Brings to the one form that a set has.
    fn normal(
        first: usize,
        step: usize,
        block: usize,
        period: usize,
        phase: usize,
        len: usize,
    ) -> Blocks {
        let block = block.max(1);
        let whole = phase / block;
        let (first, phase) = (first + whole * period, phase % block);
        if len <= block - phase || block.checked_mul(step) == Some(period) {
            return Blocks::run(first + phase * step, len, step);
        }
        if block == 1 {
            return Blocks::run(first, len, period);
        }
        Blocks {
            first,
            step,
            block,
            period,
            phase,
            len,
        }
    }

    /// Number of positions.
    #[must_use]
    pub fn len(&self) -> usize {
        self.len
    }

    /// True when there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// One run, whatever its step.
    fn is_run(&self) -> bool {
        self.len <= self.block - self.phase
    }

    /// The range that the set is, if it is one; `0..0` for an empty one.
    #[must_use]
    pub fn as_interval(&self) -> Option<Range<usize>> {
        (self.is_run() && self.step == 1).then(|| self.first..self.first + self.len)
    }

    /// Member number `k`, which must be less than the number of members.
    #[must_use]
    #[inline]
    pub fn at(&self, k: usize) -> usize {
        debug_assert!(k < self.len, "member {k} of {}", self.len);
        let k = k + self.phase;
        if k < self.block {
            return self.first + k * self.step;
        }
        self.first + k / self.block * self.period + k % self.block * self.step
    }

    /// How many members are less than `position`.
    #[must_use]
    pub fn below(&self, position: usize) -> usize {
        if self.is_empty() || position <= self.first {
            return 0;
        }
        let d = position - self.first;
        let (q, r) = match self.is_run() {
            true => (0, d),
            false => (d / self.period, d % self.period),
        };
        let in_block = r.div_ceil(self.step).min(self.block);
        let k = q.saturating_mul(self.block).saturating_add(in_block);
        k.saturating_sub(self.phase).min(self.len)
    }

    /// Which member `position` is.
    #[must_use]
    #[inline]
    pub fn position(&self, position: usize) -> Option<usize> {
        let k = self.below(position);
        (k < self.len && self.at(k) == position).then_some(k)
    }

    /// The members `range` of this set, clipped to what there is.
    #[must_use]
    pub fn part(&self, range: Range<usize>) -> Blocks {
        let end = range.end.min(self.len);
        let start = range.start.min(end);
        let (first, phase) = (self.first, self.phase + start);
        Blocks::normal(
            first,
            self.step,
            self.block,
            self.period,
            phase,
            end - start,
        )
    }

    /// This set's members whose numbers are in `inner`, which holds none beyond: as one set
    /// where it has that form.
    #[must_use]
    pub fn compose(&self, inner: &Blocks) -> Option<Blocks> {
        if inner.is_empty() {
            return Some(Blocks::run(0, 0, 1));
        }
        if self.is_run() {
            return Some(Blocks::normal(
                self.first + (self.phase + inner.first) * self.step,
                self.step * inner.step,
                inner.block,
                self.step * inner.period,
                inner.phase,
                inner.len,
            ));
        }
        match inner.is_run() {
            true => self.compose_run(inner),
            false => self.compose_blocks(inner),
        }
    }

    /// `inner` is a run through several blocks.
    fn compose_run(&self, inner: &Blocks) -> Option<Blocks> {
        if inner.len == 1 {
            return Some(Blocks::run(self.at(inner.first), 1, 1));
        }
        if inner.step == 1 {
            return Some(self.part(inner.first..inner.first + inner.len));
        }
        if inner.step.is_multiple_of(self.block) {
            let step = inner.step / self.block * self.period;
            return Some(Blocks::run(self.at(inner.first), inner.len, step));
        }
        if !self.block.is_multiple_of(inner.step) {
            return None;
        }
        // The same members of each block.
        let start = self.phase + inner.first;
        let (residue, step) = (start % inner.step, inner.step);
        let first = self.first + residue * self.step;
        let block = self.block / step;
        Some(Blocks::normal(
            first,
            self.step * step,
            block,
            self.period,
            start / step,
            inner.len,
        ))
    }

    /// Blocks of blocks: of one level where those of `inner` are whole blocks of this set, or
    /// lie one in each, at the same place.
    fn compose_blocks(&self, inner: &Blocks) -> Option<Blocks> {
        if inner.step != 1 {
            return None;
        }
        let start = self.phase + inner.first;
        let within = start % self.block;
        if inner.period == self.block && within + inner.block <= self.block {
            let first = self.first + start / self.block * self.period + within * self.step;
            return Some(Blocks::normal(
                first,
                self.step,
                inner.block,
                self.period,
                inner.phase,
                inner.len,
            ));
        }
        if inner.block == self.block && within == 0 && inner.period.is_multiple_of(self.block) {
            let first = self.first + start / self.block * self.period;
            let period = inner.period / self.block * self.period;
            return Some(Blocks::normal(
                first,
                self.step,
                self.block,
                period,
                inner.phase,
                inner.len,
            ));
        }
        None
    }

    /// The block that begins at member `start`, of which `len` members are wanted, and where
    /// the next one begins.
    #[inline]
    pub(super) fn block_at(&self, start: usize, len: usize) -> (Run, usize) {
        let run = Run {
            start,
            len: len.min(self.block),
            step: self.step,
        };
        (run, start.saturating_add(self.period))
    }

    /// The first piece of this set's members with the numbers `run`, and what is left of it.
    pub(super) fn split(&self, run: Run) -> (Run, Run) {
        let start = self.at(run.start);
        if self.is_run() {
            let step = run.step * self.step;
            return (Run { start, step, ..run }, Run::NOTHING);
        }
        if run.step.is_multiple_of(self.block) {
            let step = run.step / self.block * self.period;
            return (Run { start, step, ..run }, Run::NOTHING);
        }
        let room = self.block - (self.phase + run.start) % self.block;
        let len = room.div_ceil(run.step).min(run.len);
        let step = run.step * self.step;
        (Run { start, len, step }, run.without(len))
    }
}

impl Run {
    /// All members of a set with so many.
    pub(super) fn all(len: usize) -> Run {
        Run {
            start: 0,
            len,
            step: 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::partition::random::Random;

    fn members(set: &Blocks) -> Vec<usize> {
        (0..set.len()).map(|k| set.at(k)).collect()
    }

    fn some(random: &mut Random) -> Blocks {
        let (first, block, len) = (random.below(9), 1 + random.below(6), random.below(30));
        match random.below(3) {
            0 => Blocks::interval(first..first + len),
            1 => Blocks::run(first, len, 1 + random.below(6)),
            _ => Blocks::dealt(first, block, block + random.below(9), len),
        }
    }

    #[test]
    fn members_are_found_by_number_and_by_position() {
        let mut random = Random::new(1);
        for _ in 0..2_000 {
            let set = some(&mut random);
            let list = members(&set);
            assert!(list.windows(2).all(|pair| pair[0] < pair[1]), "{set:?}");
            let end = list.last().map_or(20, |last| last + 5);
            for position in 0..end {
                let number = list.iter().position(|&member| member == position);
                assert_eq!(set.position(position), number, "{set:?} {position}");
                let below = list.iter().filter(|&&member| member < position).count();
                assert_eq!(set.below(position), below, "{set:?} {position}");
            }
            if let Some(range) = set.as_interval() {
                assert_eq!(range.collect::<Vec<_>>(), list);
            }
            let (from, to) = (random.below(32), random.below(32));
            let (from, to) = (from.min(to), from.max(to));
            let part = &list[from.min(list.len())..to.min(list.len())];
            assert_eq!(members(&set.part(from..to)), part, "{set:?} {from}..{to}");
        }
    }

    #[test]
    fn a_set_has_one_form() {
        let same = [
            (Blocks::dealt(3, 2, 2, 6), Blocks::interval(3..9)),
            (Blocks::dealt(3, 1, 4, 5), Blocks::run(3, 5, 4)),
            (Blocks::dealt(3, 7, 9, 7), Blocks::interval(3..10)),
            (Blocks::run(7, 1, 5), Blocks::interval(7..8)),
            (Blocks::interval(7..7), Blocks::run(1, 0, 9)),
            (
                Blocks::dealt(0, 4, 8, 20).part(6..8),
                Blocks::interval(10..12),
            ),
        ];
        for (one, other) in same {
            assert_eq!(one, other);
        }
    }

    #[test]
    fn sets_of_sets_are_what_they_hold() {
        let mut random = Random::new(2);
        let (mut one, mut none) = (0, 0);
        for _ in 0..20_000 {
            let outer = some(&mut random);
            let inner = some(&mut random);
            let inner = inner.part(0..inner.below(outer.len()));
            let Some(set) = outer.compose(&inner) else {
                none += 1;
                continue;
            };
            one += 1;
            let wanted: Vec<_> = members(&inner).iter().map(|&k| outer.at(k)).collect();
            assert_eq!(members(&set), wanted, "{outer:?} {inner:?}");
        }
        assert!(one > 10_000 && none > 500, "{one} {none}");
    }

    #[test]
    fn large_numbers_are_no_overflow() {
        let set = Blocks::dealt(0, usize::MAX / 2, usize::MAX, 10);
        assert_eq!(set.as_interval(), Some(0..10));
        assert_eq!(
            Blocks::interval(0..usize::MAX).below(usize::MAX),
            usize::MAX
        );
        let set = Blocks::dealt(5, 2, usize::MAX - 9, 3);
        assert_eq!(members(&set), [5, 6, usize::MAX - 4]);
        assert_eq!(set.position(usize::MAX - 4), Some(2));
    }
}
