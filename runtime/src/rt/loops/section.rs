//! Sections of a loop's tasks, and the tiles that they meet, by arithmetic.
//!
//! A section is affine in the bounds of a task's chunks. It is given as a function and
//! sampled: its value where all bounds are 0, and its slope in each bound. Per row of the
//! innermost loop the part that the loops around it decide is computed once. From one task to
//! the next, the first and the last tile of a section move by no more than a tile or two as a
//! rule, so they are counted on; a division is left for the begin of a row and for jumps.

use smallvec::SmallVec;

use crate::graph::access::{Access, OPAQUE, Size};
use crate::graph::cut::Cut;
use crate::graph::geometry::Mode;
use crate::graph::homes::Homes;
use crate::graph::overlap::Key;
use crate::graph::table::ArrayEntry;
use crate::graph::tiles::is_small;
use crate::graph::tiling::part_of;
use crate::rt::ALL;
use crate::rt::loops::nest::{DEEPEST, Ranges};
use crate::rt::replay::Print;

/// `at_zero + sum of slopes * bounds`.
#[derive(Debug, Clone, Copy)]
pub struct Affine<const DEPTH: usize> {
    at_zero: isize,
    slopes: [(isize, isize); DEPTH],
}

impl<const DEPTH: usize> Affine<DEPTH> {
    const ZERO: Self = Affine {
        at_zero: 0,
        slopes: [(0, 0); DEPTH],
    };

    /// By the first index of each chunk alone.
    pub(crate) fn of_first(at_zero: isize, slopes: [isize; DEPTH]) -> Self {
        let slopes = slopes.map(|slope| (slope, 0));
        Affine { at_zero, slopes }
    }

    #[inline]
    fn at(&self, corners: &[(isize, isize); DEPTH]) -> isize {
        let mut sum = self.at_zero;
        for (slope, corner) in self.slopes.iter().zip(corners) {
            sum = sum.wrapping_add(term(*slope, *corner));
        }
        sum
    }

    fn is_constant(&self) -> bool {
        self.slopes.iter().all(|&slope| slope == (0, 0))
    }
}

#[inline]
fn term(slope: (isize, isize), corner: (isize, isize)) -> isize {
    let lo = slope.0.wrapping_mul(corner.0);
    lo.wrapping_add(slope.1.wrapping_mul(corner.1))
}

/// A section of an array with `DIMS` dimensions, for each task of a nest of `DEPTH` loops.
#[derive(Debug, Clone, Copy)]
pub struct Section<const DEPTH: usize, const DIMS: usize> {
    bounds: [(Affine<DEPTH>, Affine<DEPTH>); DIMS],
}

impl<const DEPTH: usize, const DIMS: usize> Section<DEPTH, DIMS> {
    /// The section that `section` says, which is affine in the bounds that it gets.
    #[must_use]
    pub fn new(section: impl Fn([(isize, isize); DEPTH]) -> [(isize, isize); DIMS]) -> Self {
        let mut bounds = [(Affine::ZERO, Affine::ZERO); DIMS];
        let zero = [(0, 0); DEPTH];
        let start = section(zero);
        for (bound, (lo, hi)) in bounds.iter_mut().zip(start) {
            (bound.0.at_zero, bound.1.at_zero) = (lo, hi);
        }
        for d in 0..DEPTH {
            let (mut at_lo, mut at_hi) = (zero, zero);
            at_lo[d].0 = 1;
            at_hi[d].1 = 1;
            let (at_lo, at_hi) = (section(at_lo), section(at_hi));
            for (e, bound) in bounds.iter_mut().enumerate() {
                let slope = |from: isize, lo: isize, hi: isize| {
                    (lo.wrapping_sub(from), hi.wrapping_sub(from))
                };
                bound.0.slopes[d] = slope(start[e].0, at_lo[e].0, at_hi[e].0);
                bound.1.slopes[d] = slope(start[e].1, at_lo[e].1, at_hi[e].1);
            }
        }
        Section { bounds }
    }

    /// The section of the task with these chunks.
    #[inline]
    #[must_use]
    pub fn of(&self, chunks: &impl Ranges<DEPTH>) -> [(isize, isize); DIMS] {
        let corners = chunks.corners();
        let mut section = [(0, 0); DIMS];
        for (at, (lo, hi)) in section.iter_mut().zip(&self.bounds) {
            *at = (lo.at(&corners), hi.at(&corners));
        }
        section
    }
}

/// Widens the arrays of slopes.
fn deepest<const DEPTH: usize>(affine: &Affine<DEPTH>) -> Affine<DEEPEST> {
    let mut slopes = [(0, 0); DEEPEST];
    slopes[..DEPTH].copy_from_slice(&affine.slopes);
    Affine {
        at_zero: affine.at_zero,
        slopes,
    }
}

/// Position of a tile in one dimension: its number, and its first index.
#[derive(Debug, Clone, Copy, Default)]
struct Place {
    number: isize,
    first: isize,
}

impl Place {
    /// Moves to the tile that holds index `at`.
    #[inline]
    fn go(&mut self, at: isize, tile: isize, cut: &Cut) -> u32 {
        let ahead = at - self.first;
        if ahead < 0 || ahead >= tile {
            if ahead >= tile && ahead < 2 * tile {
                self.number += 1;
                self.first += tile;
            } else {
                let number = cut.tile_of(at as usize);
                self.number = number as isize;
                self.first = cut.first_of(number) as isize;
            }
        }
        self.number as u32
    }
}

/// One dimension of a section.
#[derive(Debug, Clone)]
struct Span {
    extent: isize,
    /// Indices of each tile; 0: tiles differ.
    tile: isize,
    cut: Cut,
    count: u32,
    /// From one tile to the next one in this dimension.
    stride: u32,
    lo: Affine<DEEPEST>,
    hi: Affine<DEEPEST>,
    /// The part that the loops around the innermost one decide.
    row: (isize, isize),
    /// The innermost loop decides another part.
    moves: bool,
    /// The whole dimension.
    whole: bool,
    /// A section that leaves this dimension means elements of other rows.
    linear: bool,
    /// What lies beyond the dimension is ordered as its nearest index is.
    open: bool,
    first: Place,
    last: Place,
    /// The section's part of the dimension.
    part: (isize, isize),
    /// First tile and one past the last, times `stride`.
    tiles: (u32, u32),
}

/// What [`Span::find`] found out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Met {
    Tiles,
    Nothing,
    /// It runs over into other rows.
    Overrun,
}

impl Span {
    /// The part that a task with this chunk of loop `depth`, the innermost one, has.
    #[inline]
    fn at(&self, depth: usize, chunk: (isize, isize)) -> (isize, isize) {
        let lo = term(self.lo.slopes[depth], chunk);
        let hi = term(self.hi.slopes[depth], chunk);
        (self.row.0.wrapping_add(lo), self.row.1.wrapping_add(hi))
    }

    fn whole_dimension(&mut self) -> Met {
        self.part = (0, self.extent);
        self.tiles = (0, self.count * self.stride);
        if self.count == 0 {
            Met::Nothing
        } else {
            Met::Tiles
        }
    }

    #[inline]
    fn find(&mut self, lo: isize, hi: isize) -> Met {
        if lo >= hi {
            return Met::Nothing;
        }
        if self.linear && (lo < 0 || hi > self.extent) {
            return Met::Overrun;
        }
        let Some((lo, hi)) = part_of((lo, hi), self.extent, self.open) else {
            return Met::Nothing;
        };
        self.part = (lo, hi);
        let first = self.first.go(lo, self.tile, &self.cut);
        let last = self.last.go(hi - 1, self.tile, &self.cut);
        self.tiles = (first * self.stride, (last + 1) * self.stride);
        Met::Tiles
    }
}

/// One access of a loop's tasks.
#[derive(Debug, Clone)]
pub(crate) struct Plan {
    /// Array, size and mode; the tile's number is 0.
    access: Access,
    /// Number of the first tile: that of a key.
    first: u32,
    tiles: u32,
    spans: SmallVec<[Span; 2]>,
    /// Each row has the same tiles in the dimensions that the innermost loop does not move.
    row: Met,
    /// It touches the same array as another access of the loop.
    pub(crate) meets_others: bool,
    /// Which tiles it meets follows from the loops: its array is cut where they are.
    pub(crate) follows: bool,
    homes: Homes,
    /// Bytes of what bounds count.
    unit: usize,
    /// Size of a chunk of the innermost loop (0: not known yet), and how far the tiles move
    /// with it.
    step: (isize, Option<i32>),
}

impl Plan {
    pub(crate) fn new<const DEPTH: usize, const DIMS: usize>(
        array: u32,
        entry: &ArrayEntry,
        mode: Mode,
        section: &Section<DEPTH, DIMS>,
    ) -> Plan {
        let unit = entry.element_bytes();
        Plan::cut(array, entry, mode, (&section.bounds, unit), Cut::clone)
    }

    /// For tiles that are given by their numbers in each dimension.
    pub(crate) fn of_tiles<const DEPTH: usize>(
        array: u32,
        entry: &ArrayEntry,
        mode: Mode,
        bounds: &[(Affine<DEPTH>, Affine<DEPTH>)],
    ) -> Plan {
        let unit = entry.bytes;
        Plan::cut(array, entry, mode, (bounds, unit), |cut| {
            Cut::new(cut.count(), 1)
        })
    }

    /// `counted` is a dimension's cut in what the bounds count, of which one has `unit` bytes.
    fn cut<const DEPTH: usize>(
        array: u32,
        entry: &ArrayEntry,
        mode: Mode,
        (bounds, unit): (&[(Affine<DEPTH>, Affine<DEPTH>)], usize),
        counted: impl Fn(&Cut) -> Cut,
    ) -> Plan {
        let (linear, open, mut stride) = (entry.is_linear(), entry.is_open(), 1_u32);
        let mut spans: SmallVec<[Span; 2]> = SmallVec::new();
        let tiling = &entry.tiling;
        for (d, cut) in tiling.cuts().iter().enumerate() {
            let (lo, hi) = match bounds.get(d) {
                Some((lo, hi)) => (deepest(lo), deepest(hi)),
                None => (Affine::ZERO, Affine::ZERO),
            };
            let constant = lo.is_constant() && hi.is_constant();
            let is_all = constant && (lo.at_zero, hi.at_zero) == ALL;
            let counted = counted(cut);
            spans.push(Span {
                extent: counted.extent() as isize,
                tile: counted.size().unwrap_or(0) as isize,
                cut: counted,
                count: cut.count() as u32,
                stride: 1,
                lo,
                hi,
                row: (0, 0),
                moves: false,
                whole: is_all || d >= bounds.len(),
                linear: linear && d > 0,
                open,
                first: Place::default(),
                last: Place::default(),
                part: (0, 0),
                tiles: (0, 0),
            });
        }
        // Row-major: the last dimension's neighbours are one apart.
        for span in spans.iter_mut().rev() {
            span.stride = stride;
            stride *= span.count;
        }
        let moves = |affine: &Affine<DEEPEST>| !affine.is_constant();
        let cut = spans.iter().filter(|span| !span.whole && span.count > 1);
        let follows = cut.into_iter().any(|s| moves(&s.lo) || moves(&s.hi));
        Plan {
            access: Access::new(array, 0, entry.size, mode),
            first: 0,
            tiles: tiling.tiles() as u32,
            spans,
            row: Met::Nothing,
            meets_others: false,
            follows,
            homes: entry.homes,
            unit,
            step: (0, None),
        }
    }

    /// All of an array, for each task.
    pub(crate) fn of_all(array: u32, entry: &ArrayEntry, mode: Mode) -> Plan {
        let none: &[(Affine<1>, Affine<1>)] = &[];
        let bounds = (none, entry.element_bytes());
        Plan::cut(array, entry, mode, bounds, Cut::clone)
    }

    /// Of the opaque key of this number, the same for each task.
    pub(crate) fn of_key(key: u32, size: Size, mode: Mode) -> Plan {
        Plan {
            access: Access::new(OPAQUE, 0, size, mode),
            first: key,
            tiles: 1,
            spans: SmallVec::new(),
            row: Met::Nothing,
            meets_others: false,
            follows: false,
            homes: Homes::NONE,
            unit: 0,
            step: (0, None),
        }
    }

    #[inline]
    pub(crate) fn array(&self) -> u32 {
        self.access.array()
    }

    /// It is of what has this name.
    pub(crate) fn is_of(&self, name: Key) -> bool {
        match name {
            Key::All(array) => self.array() == array,
            Key::Opaque(key) => self.array() == OPAQUE && self.first == key,
        }
    }

    #[inline]
    pub(crate) fn mode(&self) -> Mode {
        self.access.mode()
    }

    /// Array, mode and section, in a hash: with a task's chunks these decide over its tiles.
    pub(crate) fn print(&self, print: Print) -> Print {
        let print = print.and(self.access.of_tile(self.first).key());
        let print = print.and(self.mode() as u64);
        self.spans.iter().fold(print, |print, span| {
            let print = print.and(u64::from(span.whole)).and(span.tile as u64);
            let print = match span.tile {
                0 => print.and(u64::from(span.count)),
                _ => print,
            };
            [&span.lo, &span.hi].into_iter().fold(print, |print, line| {
                let print = print.and(line.at_zero as u64);
                let slopes = line.slopes.iter();
                slopes.fold(print, |print, slope| {
                    print.and(slope.0 as u64).and(slope.1 as u64)
                })
            })
        })
    }

    /// How far its tiles move from one full chunk to the next one, in tile numbers; `None`: not
    /// by whole tiles.
    #[inline]
    pub(crate) fn step(&self) -> Option<i32> {
        self.step.1
    }

    /// Finds the step for chunks of `tile` indices of loop `depth`, the innermost one.
    #[inline]
    pub(crate) fn find_step(&mut self, depth: usize, tile: isize) {
        if self.step.0 != tile {
            self.step = (tile, self.step_of(depth, tile));
        }
    }

    #[cold]
    fn step_of(&self, depth: usize, tile: isize) -> Option<i32> {
        let mut sum = 0_isize;
        for span in self.spans.iter().filter(|span| span.moves) {
            let by = |slope: (isize, isize)| slope.0.wrapping_add(slope.1).wrapping_mul(tile);
            let (lo, hi) = (by(span.lo.slopes[depth]), by(span.hi.slopes[depth]));
            if lo != hi || span.tile == 0 || lo % span.tile != 0 {
                return None;
            }
            sum = sum.checked_add((lo / span.tile).checked_mul(span.stride as isize)?)?;
        }
        i32::try_from(sum).ok()
    }

    /// True when the dimensions that move are inside of the array for this chunk of loop
    /// `depth`, and no other one is overrun.
    pub(crate) fn is_inside(&self, depth: usize, chunk: (isize, isize)) -> bool {
        if self.row == Met::Overrun {
            return false;
        }
        let moving = self.spans.iter().filter(|span| span.moves);
        moving.into_iter().all(|span| {
            let (lo, hi) = span.at(depth, chunk);
            0 <= lo && lo < hi && hi <= span.extent
        })
    }

    /// Its array has homes.
    #[inline]
    pub(crate) fn has_homes(&self) -> bool {
        !self.homes.are_none()
    }

    /// Of its tiles the one that the task with this chunk of loop `depth`, the innermost one, uses
    /// most of, and how much that weighs.
    pub(crate) fn heaviest(&self, depth: usize, chunk: (isize, isize)) -> Option<(u32, u64)> {
        let (mut number, mut units) = (0, 1_usize);
        for span in &self.spans {
            let (lo, hi) = match (span.whole, span.moves) {
                (true, _) => (0, span.extent),
                (false, false) => span.row,
                (false, true) => span.at(depth, chunk),
            };
            let (lo, hi) = match span.linear && (lo < 0 || hi > span.extent) {
                true => (0, span.extent),
                false => part_of((lo, hi), span.extent, span.open)?,
            };
            let (at, share) = span.cut.most_of(lo as usize, hi as usize)?;
            number += at as u32 * span.stride;
            units = units.saturating_mul(share);
        }
        let bytes = units.saturating_mul(self.unit);
        Some((number, ArrayEntry::weight(bytes, self.mode())))
    }

    /// Where a task of tile `tile` is at home.
    #[inline]
    pub(crate) fn home_of(&self, tile: u32) -> u16 {
        self.homes.of_task(tile)
    }

    /// Begins a row of loop `depth`, the innermost one, inside of these chunks.
    pub(crate) fn begin_row(&mut self, depth: usize, corners: &[(isize, isize); DEEPEST]) {
        self.row = if self.tiles == 0 {
            Met::Nothing
        } else {
            Met::Tiles
        };
        for span in &mut self.spans {
            let part = |affine: &Affine<DEEPEST>| {
                let mut outer = *affine;
                outer.slopes[depth] = (0, 0);
                outer.at(corners)
            };
            span.row = (part(&span.lo), part(&span.hi));
            let slopes = (span.lo.slopes[depth], span.hi.slopes[depth]);
            span.moves = !span.whole && slopes != ((0, 0), (0, 0));
            if span.moves {
                continue;
            }
            let met = match span.whole {
                true => span.whole_dimension(),
                false => span.find(span.row.0, span.row.1),
            };
            self.row = worst(self.row, met);
        }
    }

    /// The tiles of the task whose chunk of the innermost loop, `depth`, is this one.
    #[inline]
    pub(crate) fn tiles(
        &mut self,
        depth: usize,
        chunk: (isize, isize),
        mut each: impl FnMut(Access),
    ) {
        let mut met = self.row;
        for span in self.spans.iter_mut().filter(|span| span.moves) {
            let (lo, hi) = span.at(depth, chunk);
            met = worst(met, span.find(lo, hi));
        }
        match met {
            Met::Nothing => {}
            Met::Overrun => (0..self.tiles).for_each(|tile| each(self.access.of_tile(tile))),
            Met::Tiles if is_small(self.access.size()) => {
                walk(&self.spans, self.first, &mut |tile| {
                    each(self.access.of_tile(tile));
                })
            }
            Met::Tiles => self.parts(&mut each),
        }
    }
}

impl Plan {
    /// The tiles of a task, which are large, each with the size of what the task uses of it.
    #[inline(never)]
    fn parts(&self, each: &mut dyn FnMut(Access)) {
        let full = self.access.size();
        walk_parts(
            &self.spans,
            self.first,
            (1, 1),
            &mut |tile, (rows, units)| {
                let size = Size::of_rows(rows, units.saturating_mul(self.unit)).min(full);
                each(self.access.of_tile(tile).of_size(size));
            },
        );
    }
}

/// An overrun counts whatever the other dimensions say, as in `ArrayEntry::overruns`.
#[inline]
fn worst(a: Met, b: Met) -> Met {
    match (a, b) {
        (Met::Overrun, _) | (_, Met::Overrun) => Met::Overrun,
        (Met::Nothing, _) | (_, Met::Nothing) => Met::Nothing,
        _ => Met::Tiles,
    }
}

/// Hands the number of every tile in the box of these spans to `each`.
#[inline]
fn walk(spans: &[Span], from: u32, each: &mut impl FnMut(u32)) {
    match spans {
        [] => each(from),
        [only] => (only.tiles.0..only.tiles.1).for_each(|tile| each(from + tile)),
        [outer, inner] => {
            let mut at = outer.tiles.0;
            while at < outer.tiles.1 {
                (inner.tiles.0..inner.tiles.1).for_each(|tile| each(from + at + tile));
                at += outer.stride;
            }
        }
        [outer, inner @ ..] => walk_deep(outer, inner, from, each),
    }
}

/// As [`walk`], with the rows of the tile that the box has, and the units of each.
fn walk_parts(
    spans: &[Span],
    from: u32,
    (rows, units): (usize, usize),
    each: &mut dyn FnMut(u32, (usize, usize)),
) {
    let Some((span, inner)) = spans.split_first() else {
        return each(from, (rows, units));
    };
    let mut at = span.tiles.0;
    let mut number = if span.whole {
        0
    } else {
        span.first.number as usize
    };
    while at < span.tiles.1 {
        let ends = [number, number + 1].map(|tile| span.cut.first_of(tile) as isize);
        let here = span.part.1.min(ends[1]) - span.part.0.max(ends[0]);
        walk_parts(inner, from + at, (rows * units, here as usize), each);
        at += span.stride;
        number += 1;
    }
}

fn walk_deep(outer: &Span, inner: &[Span], from: u32, each: &mut dyn FnMut(u32)) {
    let mut at = outer.tiles.0;
    while at < outer.tiles.1 {
        match inner {
            [next, inner @ ..] if inner.len() > 1 => walk_deep(next, inner, from + at, each),
            _ => walk(inner, from + at, &mut |tile| each(tile)),
        }
        at += outer.stride;
    }
}
