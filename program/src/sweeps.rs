//! Several sweeps over a part at once, while it lies in the nearest cache.
//!
//! By the semantics an LPU that enters a space with a padding of `p` works on a copy of its padded
//! part, for `p` sweeps if each reads one element beside the one that it writes. Where
//! [`in_place`](crate::Visit::in_place) holds, what the copy would have on the owned part after those
//! sweeps depends on nothing but the padded part before the first one. So one task does all of
//! them: it reads the buffer with the version before, writes the other buffer, and what is between
//! lies in a block of memory that its thread has for this. Sweep `s` of `n` visits the owned part
//! and as much around it as the `n - s` sweeps after it read. The part is cut into blocks whose
//! memory fits the nearest cache, so that an element comes from memory once in `n` sweeps.
//!
//! What is computed twice, around blocks, is weighed against what is fetched once: [`rounds`]
//! finds how many sweeps are done at once, maybe one (the walk then goes from sweep to sweep).

use std::ops::Range;
use std::sync::OnceLock;

use hp5::highp5::partition::Held;
use hp5::highp5::{Grain, discover};

use crate::seen::{Core, Place};
use crate::{Fault, Handle, Seen, room};

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

/// How `rounds` sweeps are best divided, for an LPU that owns `core`: so many at once each time.
/// Empty if they are best done one by one.
pub(crate) fn rounds<T, const N: usize>(
    core: &Span<N>,
    beside: &Beside<N>,
    rounds: usize,
) -> Vec<usize> {
    rounds_near(near_elements::<T>(), core, beside, rounds)
}

/// The same, with so many elements in the nearest cache.
fn rounds_near<const N: usize>(
    elements: usize,
    core: &Span<N>,
    beside: &Beside<N>,
    rounds: usize,
) -> Vec<usize> {
    // More than this gains nothing.
    let most = rounds.min(64);
    let best = (1..=most).min_by_key(|&at_once| {
        let block = block(core, beside, at_once, elements);
        let all = volume(core.iter().map(Range::len));
        // Sweeps of one LPU that follow one another fetch nothing if they fit the cache.
        let fetched = if 2 * all > elements as u64 {
            FETCH * all
        } else {
            0
        };
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

/// Bytes of the largest cache that a core of this machine has for itself, 512 KiB where it does
/// not tell: what bodies of tasks may go over again and again at its speed.
fn near_cache() -> usize {
    static BYTES: OnceLock<usize> = OnceLock::new();
    *BYTES.get_or_init(|| {
        let known = discover()
            .place(Some(1), Grain::Core)
            .private_cache_bytes(0);
        let bytes = known.and_then(|bytes| usize::try_from(bytes.0).ok());
        bytes.filter(|&bytes| bytes > 0).unwrap_or(512 << 10)
    })
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
    let blocks = volume(
        core.iter()
            .zip(block)
            .map(|(all, n)| all.len().div_ceil(*n)),
    );
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
    buffers: (Handle<T, N>, Handle<T, N>),
    part: (&[Held], Core<N>),
    beside: &Beside<N>,
    rounds: usize,
    visited: impl Fn(&Seen<T, N>, &Seen<T, N>) -> Result<[(i64, i64); N], Fault>,
    stage: impl Fn(&Seen<T, N>, &Seen<T, N>) -> Result<(), Fault>,
) -> Result<(), Fault> {
    let near = near_elements::<T>();
    sweep_near(near, buffers, part, (beside, rounds), visited, stage)
}

/// The same, with so many elements in the nearest cache.
fn sweep_near<T: Copy, const N: usize>(
    near: usize,
    (from, to): (Handle<T, N>, Handle<T, N>),
    (part, core): (&[Held], Core<N>),
    (beside, rounds): (&Beside<N>, usize),
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
    let room = room::take();
    let mut sweeps = Sweeps {
        all,
        beside,
        rounds,
        room,
    };
    let block = block(&core, beside, rounds, near);
    let counts: [usize; N] = std::array::from_fn(|d| core[d].len().div_ceil(block[d]));
    let done = each(&counts.map(|n| 0..n), |at| {
        let one: Span<N> = std::array::from_fn(|d| {
            let start = core[d].start + at[d] * block[d];
            start..(start + block[d]).min(core[d].end)
        });
        sweeps.block((from, to), part, &one, &visited, &stage)
    });
    room::keep(sweeps.room);
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
                unsafe {
                    from.element(at)
                        .copy_to_nonoverlapping(buffer.element(at), len)
                };
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
        extents[N - 1] = row
            + if (row / line).is_multiple_of(8) {
                line
            } else {
                0
            };
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Bounds, Stored};
    use hp5::highp5::partition::{
        ArrayId, Cut, Function, Line, Padding, Shape, Space, Spaces, axes,
    };

    #[test]
    fn what_lies_outside_of_a_box_is_visited_once() {
        let visit = |inside: &Span<2>| {
            let mut seen = Vec::new();
            each_outside(&[1..4, 2..6], inside, |at, len| {
                seen.extend((0..len).map(|k| (at[0], at[1] + k)));
            });
            seen
        };
        let all: Vec<(usize, usize)> = (1..4).flat_map(|i| (2..6).map(move |j| (i, j))).collect();
        for inside in [
            [2..3, 3..5],
            [0..9, 0..9],
            [2..2, 3..5],
            [0..2, 4..9],
            [8..9, 0..9],
        ] {
            let within = |(i, j): &(usize, usize)| inside[0].contains(i) && inside[1].contains(j);
            let outside: Vec<_> = all.iter().copied().filter(|at| !within(at)).collect();
            assert_eq!(visit(&inside), outside, "{inside:?}");
        }
    }

    #[test]
    fn blocks_fit_and_are_long_along_rows() {
        let core = [0..256, 0..4096];
        let beside = [(1, 1); 2];
        let block = block(&core, &beside, 10, 96 << 10);
        assert!(2 * around(&block, &beside, 9) <= 96 << 10, "{block:?}");
        assert!(
            block[0] * block[1] >= 16 << 10 && block[0] >= 32,
            "{block:?}"
        );
        assert_eq!(
            self::block(&core, &beside, 1, 1),
            [256, 4096],
            "nothing is between"
        );
        assert_eq!(
            self::block(std::array::from_ref(&(0..3)), &[(9, 9)], 5, 1),
            [1]
        );
    }

    #[test]
    fn sweeps_are_done_at_once_where_that_pays() {
        let beside = [(1, 1); 2];
        let near = 96 << 10;
        let rounds = |n: usize, sweeps| rounds_near(near, &[0..n, 0..n], &beside, sweeps);
        assert_eq!(rounds(1000, 1), Vec::<usize>::new());
        for (n, sweeps) in [(1000, 10), (4, 4), (1000, 100)] {
            let parts = rounds(n, sweeps);
            assert_eq!(parts.iter().sum::<usize>(), sweeps);
            let (least, most) = (parts.iter().min().unwrap(), parts.iter().max().unwrap());
            assert!(*least > 1 && most - least <= 1, "{parts:?}");
        }
        assert_eq!(rounds(4, 4), [4], "a task costs more than a few elements");
        // Each sweep reads far away.
        let far = rounds_near(near, &[0..200, 0..200], &[(200, 200); 2], 8);
        assert_eq!(far, Vec::<usize>::new());
    }

    /// Sums of neighbours, `skip` elements left out at the edges of what the array has.
    fn stage(to: &Seen<i32, 2>, from: &Seen<i32, 2>, edges: [(i64, i64); 2]) -> Result<(), Fault> {
        let ends = |d: usize| {
            let (low, high) = edges[d];
            low.max(to.core_low(d)).max(to.low(d))..high.min(to.core_high(d)).min(to.high(d)) + 1
        };
        for i in ends(0) {
            for j in ends(1) {
                let at = |i: i64, j: i64| -> Result<i32, Fault> {
                    // SAFETY: it is in the part, and there is one thread.
                    Ok(unsafe { *from.at([i as i32, j as i32])? })
                };
                let value = 3 * at(i - 1, j)? + at(i, j)? + 5 * at(i, j + 1)? + 7 * at(i, j - 1)?;
                let value = value % 1_000_003 + (i - j) as i32;
                // SAFETY: as above.
                unsafe { *to.at([i as i32, j as i32])? = value };
            }
        }
        Ok(())
    }

    #[test]
    fn sweeps_over_blocks_of_parts_are_sweeps_over_the_array() {
        // Rows from -2 on, padded above more than below.
        let bounds = [Bounds { min: -2, max: 20 }, Bounds { min: 1, max: 17 }];
        let edges = [(-1, 20), (2, 15)];
        let beside = [(1, 0), (1, 1)];
        for (rounds, near) in [(2, 1000), (3, 60), (4, 1), (5, 100)] {
            let new = || Stored::<i32>::new("x", &bounds).unwrap();
            let (first, swept, other) = (new(), new(), new());
            let fill = |array: &Stored<i32>| {
                // SAFETY: nobody else has it.
                let all = unsafe { &mut *array.elements() };
                let numbers = all.iter_mut().zip(0..);
                numbers.for_each(|(element, n)| *element = n * n % 97);
            };
            [&first, &swept, &other]
                .into_iter()
                .for_each(|array| fill(array));
            let mut spaces = Spaces::new(vec![Shape {
                name: "x".into(),
                extents: first.extents(),
            }]);
            let cuts = [
                Cut::new(Function::BlockCount(3), Padding { low: 5, high: 0 }).unwrap(),
                Cut::new(Function::BlockCount(2), Padding { low: 5, high: 5 }).unwrap(),
            ];
            let line = Line {
                array: ArrayId(0),
                axes: axes(2, &[], &cuts, 2).unwrap(),
                relative_to: None,
            };
            let space = spaces.add(Space {
                name: "A".into(),
                parent: None,
                dimensions: 2,
                lines: vec![line],
                order: vec![],
            });
            let handle = |array: &Stored<i32>| {
                let place = Place::whole(bounds);
                Handle::new("x", array.elements().cast::<i32>(), place)
            };
            for lpu in spaces.lpus(space.unwrap()) {
                let part = lpu.part(ArrayId(0)).unwrap();
                let core = Core::all().within(part);
                sweep_near(
                    near,
                    (handle(&first), handle(&swept)),
                    (part, core),
                    (&beside, rounds),
                    |_, _| Ok(edges),
                    |to, from| stage(to, from, edges),
                )
                .unwrap();
            }
            let buffers = [&first, &other];
            for round in 0..rounds {
                let (from, to) = (buffers[round % 2], buffers[(round + 1) % 2]);
                stage(&Seen::whole_of(to), &Seen::whole_of(from), edges).unwrap();
            }
            // SAFETY: nobody writes to them any more.
            let (one, all) = unsafe { (&*swept.elements(), &*buffers[rounds % 2].elements()) };
            assert_eq!(one, all, "{rounds} rounds, {near} elements near");
        }
    }
}
