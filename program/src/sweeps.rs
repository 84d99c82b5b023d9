//! Several sweeps over a part at once, while it lies in the nearest cache.
//!
//! By the semantics an LPU that enters a space with a padding of `p` works on a copy of its padded
//! part, for `p` sweeps if each reads one element beside the one that it writes. Where
//! [`in_place`](crate::in_place) holds, what the copy would have on the owned part after those
//! sweeps depends on nothing but the padded part before the first one. So one task does all of
//! them: it reads the buffer with the version before, writes the other buffer, and what is between
//! lies in a block of memory that its thread has for this. Sweep `s` of `n` visits the owned part
//! and as much around it as the `n - s` sweeps after it read. The part is cut into blocks whose
//! memory fits the nearest cache, so that an element comes from memory once in `n` sweeps.
//!
//! What is computed twice, around blocks, is weighed against what is fetched once: [`rounds`]
//! finds how many sweeps are done at once, maybe one (the walk then goes from sweep to sweep).

use std::cell::Cell;
use std::ops::Range;

use hp5::highp5::near_cache;
use hp5::highp5::partition::Held;

use crate::seen::{Core, Place};
use crate::{Fault, Handle, Seen};

/// How far a sweep reads to both sides of the element that it writes, by dimension.
pub type Beside<const N: usize> = [(usize, usize); N];

/// Positions, by dimension.
type Span<const N: usize> = [Range<usize>; N];

/// What a task costs, in elements that a sweep computes meanwhile.
const TASK: u64 = 4096;

/// What the beginning of a row costs, likewise.
const ROW: u64 = 32;

/// What it costs to fetch an element from beyond the nearest cache and to bring another one back.
const FETCH: u64 = 3;

/// Of the nearest cache for what is between sweeps, in quarters: first and last buffers go by.
const QUARTERS: usize = 3;

/// A line of a cache.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Line(#[allow(dead_code)] [u8; 64]);

thread_local! {
    /// Memory for what is between sweeps, when nobody uses it.
    static ROOM: Cell<Vec<Line>> = const { Cell::new(Vec::new()) };
}

/// How `rounds` sweeps are best divided, for an LPU that owns `core`: so many at once each time.
/// Empty if they are best done one by one.
pub(crate) fn rounds<T, const N: usize>(
    core: &Span<N>,
    beside: &Beside<N>,
    rounds: usize,
) -> Vec<usize> {
    // More than this gains nothing.
    let most = rounds.min(64);
    let elements = near_elements::<T>();
    let best = (1..=most).min_by_key(|&at_once| {
        let block = block(core, beside, at_once, elements);
        let all = volume(core.iter().map(Range::len));
        // Sweeps of one LPU that follow one another fetch nothing if they fit the cache.
        let fetched = if 2 * all > elements as u64 { FETCH * all } else { 0 };
        let each = (cost(core, &block, beside, at_once) + fetched + TASK) * 1024;
        each / at_once as u64
    });
    match best {
        None | Some(1) => Vec::new(),
        Some(at_once) => {
            let times = rounds.div_ceil(at_once);
            let part = |n: usize| rounds * (n + 1) / times - rounds * n / times;
            (0..times).map(part).collect()
        }
    }
}

/// Elements that are in the nearest cache between sweeps.
fn near_elements<T>() -> usize {
    near_cache() / 4 * QUARTERS / size_of::<T>().max(1)
}

fn volume(extents: impl Iterator<Item = usize>) -> u64 {
    extents.fold(1, |all, n| all.saturating_mul(n as u64))
}

/// Extents of the blocks in which a core is worked on, so that what is between sweeps takes no
/// more than `most` elements, if that can be.
fn block<const N: usize>(
    core: &Span<N>,
    beside: &Beside<N>,
    rounds: usize,
    most: usize,
) -> [usize; N] {
    let mut block: [usize; N] = std::array::from_fn(|d| core[d].len().max(1));
    let buffers = rounds.saturating_sub(1).min(2) as u64;
    while buffers * around(&block, beside, rounds.saturating_sub(1)) > most as u64 {
        let halved = (0..N).filter(|&d| block[d] > 1).map(|d| {
            let mut less = block;
            less[d] = block[d].div_ceil(2);
            less
        });
        match halved.min_by_key(|less| cost(core, less, beside, rounds)) {
            Some(less) => block = less,
            None => break,
        }
    }
    block
}

/// Elements of a block and of what `sweeps` sweeps after read around it.
fn around<const N: usize>(block: &[usize; N], beside: &Beside<N>, sweeps: usize) -> u64 {
    let sides = block.iter().zip(beside);
    volume(sides.map(|(n, (low, high))| n + (low + high) * sweeps))
}

/// What `rounds` sweeps over a core cost, in such blocks.
fn cost<const N: usize>(
    core: &Span<N>,
    block: &[usize; N],
    beside: &Beside<N>,
    rounds: usize,
) -> u64 {
    let blocks = volume(core.iter().zip(block).map(|(all, n)| all.len().div_ceil(*n)));
    let sweep = |sweeps: usize| {
        let all = around(block, beside, sweeps);
        let (low, high) = beside[N - 1];
        all + ROW * all / ((block[N - 1] + (low + high) * sweeps) as u64)
    };
    (0..rounds).map(sweep).sum::<u64>().saturating_mul(blocks)
}

/// `rounds` sweeps over what an LPU with the part `part` owns, from one buffer to another one.
///
/// `stage` does a sweep: it is handed what it writes, which tells where, and what it reads.
/// `visited` tells which indices it would visit of a part that is all the LPU's, by dimension;
/// those that it leaves out have the same value in all versions.
///
/// # Errors
/// Those of a stage.
///
/// # Panics
/// When the part has holes: [`Stores::sweeps`](crate::Stores::sweeps) looks for that.
pub fn sweep<T: Copy, const N: usize>(
    (from, to): (Handle<T, N>, Handle<T, N>),
    (part, core): (&[Held], Core<N>),
    beside: &Beside<N>,
    rounds: usize,
    visited: impl Fn(&Seen<T, N>, &Seen<T, N>) -> Result<[(i64, i64); N], Fault>,
    stage: impl Fn(&Seen<T, N>, &Seen<T, N>) -> Result<(), Fault>,
) -> Result<(), Fault> {
    let all: Span<N> = std::array::from_fn(|d| {
        let set = &part[d].padded;
        set.as_interval().expect("a part without holes")
    });
    let core: Span<N> = core.ranges().map(|range| range.start..range.end);
    let core: Span<N> = std::array::from_fn(|d| meet(&core[d], &all[d]));
    if core.iter().any(Range::is_empty) {
        return Ok(());
    }
    let visited = visited(&Seen::new(to, part), &Seen::new(from, part))?;
    let visited = to.place().positions(visited);
    let room = ROOM.take();
    let mut sweeps = Sweeps {
        all,
        beside,
        rounds,
        room,
    };
    let block = block(&core, beside, rounds, near_elements::<T>());
    let counts: [usize; N] = std::array::from_fn(|d| core[d].len().div_ceil(block[d]));
    let done = each(&counts.map(|n| 0..n), |at| {
        let one: Span<N> = std::array::from_fn(|d| {
            let start = core[d].start + at[d] * block[d];
            start..(start + block[d]).min(core[d].end)
        });
        sweeps.block((from, to), part, &one, &visited, &stage)
    });
    ROOM.set(sweeps.room);
    done
}

/// Sweeps over the blocks of a part.
struct Sweeps<'s, const N: usize> {
    /// The part.
    all: Span<N>,
    beside: &'s Beside<N>,
    rounds: usize,
    room: Vec<Line>,
}

impl<const N: usize> Sweeps<'_, N> {
    /// What a block's sweep `sweep`, from 1, visits.
    fn span(&self, block: &Span<N>, sweep: usize) -> Span<N> {
        let after = self.rounds - sweep;
        std::array::from_fn(|d| {
            let (low, high) = self.beside[d];
            let start = block[d].start.saturating_sub(low * after);
            meet(&(start..block[d].end + high * after), &self.all[d])
        })
    }

    fn block<T: Copy>(
        &mut self,
        (from, to): (Handle<T, N>, Handle<T, N>),
        part: &[Held],
        block: &Span<N>,
        visited: &Span<N>,
        stage: &impl Fn(&Seen<T, N>, &Seen<T, N>) -> Result<(), Fault>,
    ) -> Result<(), Fault> {
        let first = self.span(block, 1);
        let between = self.between(&to, &first);
        for buffer in between.iter().take(self.rounds - 1) {
            each_outside(&first, visited, |at, len| {
                // SAFETY: the task has declared the part, which `first` is in; the memory between
                // has room for `first` and is this thread's.
                unsafe { from.element(at).copy_to_nonoverlapping(buffer.element(at), len) };
            });
        }
        for sweep in 1..=self.rounds {
            let source = if sweep == 1 { from } else { between[sweep % 2] };
            let target = match sweep == self.rounds {
                true => to,
                false => between[(sweep + 1) % 2],
            };
            let span = Core::of(self.span(block, sweep));
            stage(
                &Seen::new(target, part).with_core(span),
                &Seen::new(source, part),
            )?;
        }
        Ok(())
    }

    /// Two buffers for such a span.
    fn between<T: Copy>(&mut self, like: &Handle<T, N>, span: &Span<N>) -> [Handle<T, N>; 2] {
        let mut extents: [usize; N] = std::array::from_fn(|d| span[d].len());
        // Rows begin with lines, and not all of them in the same places of a cache.
        let line = 64 / size_of::<T>().clamp(1, 64);
        let row = extents[N - 1].next_multiple_of(line);
        extents[N - 1] = row + if (row / line) % 8 == 0 { line } else { 0 };
        let bytes = extents.iter().product::<usize>() * size_of::<T>();
        // So that an element of one is not in the place of its neighbours in the other.
        let apart = bytes.next_multiple_of(4096) / 64 + 24;
        if self.room.len() < 2 * apart {
            self.room.resize(2 * apart, Line([0; 64]));
        }
        let start = self.room.as_mut_ptr();
        [0, apart].map(|at| like.elsewhere(start.wrapping_add(at).cast(), span, extents))
    }
}

fn meet(one: &Range<usize>, other: &Range<usize>) -> Range<usize> {
    let start = one.start.max(other.start);
    start..one.end.min(other.end).max(start)
}

/// Calls `what` with all positions of a span, the last dimension fastest.
fn each<const N: usize>(
    span: &Span<N>,
    mut what: impl FnMut(&[usize; N]) -> Result<(), Fault>,
) -> Result<(), Fault> {
    if span.iter().any(Range::is_empty) {
        return Ok(());
    }
    let mut at: [usize; N] = std::array::from_fn(|d| span[d].start);
    loop {
        what(&at)?;
        let next = (0..N).rev().find(|&d| at[d] + 1 < span[d].end);
        let Some(next) = next else { return Ok(()) };
        at[next] += 1;
        for d in next + 1..N {
            at[d] = span[d].start;
        }
    }
}

/// Calls `what` with the runs along the last dimension of what is in `span` and not in `inside`:
/// where they begin, how long they are.
fn each_outside<const N: usize>(
    span: &Span<N>,
    inside: &Span<N>,
    mut what: impl FnMut(&[usize; N], usize),
) {
    let last = N - 1;
    let mut rows = span.clone();
    rows[last] = 0..1;
    let row = &span[last];
    let hole = meet(row, &inside[last]);
    let visit = |at: &[usize; N]| {
        let within = (0..last).all(|d| inside[d].contains(&at[d]));
        let pieces = match within && !hole.is_empty() {
            true => [row.start..hole.start, hole.end..row.end],
            false => [row.clone(), 0..0],
        };
        for piece in pieces.into_iter().filter(|piece| !piece.is_empty()) {
            let mut start = *at;
            start[last] = piece.start;
            what(&start, piece.len());
        }
        Ok(())
    };
    // Nothing fails.
    let _: Result<(), Fault> = each(&rows, visit);
}

impl<const N: usize> Place<N> {
    /// Indices, first and last, as positions; of an array without negative ones.
    fn positions(&self, indices: [(i64, i64); N]) -> Span<N> {
        std::array::from_fn(|d| {
            let at = |index: i64| usize::try_from(index - self.least(d)).unwrap_or(0);
            let (low, high) = indices[d];
            at(low)..at(high.saturating_add(1)).max(at(low))
        })
    }
}
