//! Cells: the coarsest pieces of a dimension of which every part of every space is made.
//!
//! Two indices are in one cell when every set (owned or padded part of an LPU, in any space)
//! holds both or neither. So a part *is* a number of cells, and two parts meet exactly when
//! they have a cell in common, whatever functions made them. Blocks alone give the common
//! refinement of their boundaries; `block_stride` gives one cell for all blocks that are dealt
//! to one LPU and cut by nobody else; strides give residue classes.
//!
//! Found by arithmetic first: *breaks*, few enough that every run of a set is complete between
//! two of them, and a *modulus* that all steps divide, cut the dimension into atoms (a segment,
//! a residue). Then atoms that no set tells apart are made one cell (partition refinement).
//! Where there would be too many, neighbours are taken together: parts then meet more cells
//! than they are made of, which costs edges that nobody needs and is never wrong.

use std::collections::HashSet;
use std::ops::Range;

use crate::partition::blocks::Run;
use crate::partition::indices::Indices;

/// Atoms of a dimension at most; beyond that, residues are not told apart, then neighbours.
pub const MOST_ATOMS: usize = 1 << 22;

/// The sets that a dimension is cut into.
#[derive(Debug, Clone, Default)]
pub struct Refinement {
    extent: usize,
    sets: Vec<Indices>,
    known: HashSet<Indices>,
}

/// A dimension in cells.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Cells {
    /// Where segments begin, and the extent.
    breaks: Vec<usize>,
    /// Equal distances between breaks, the last one shorter: found by division.
    uniform: Option<usize>,
    /// Residues per segment at most.
    modulus: usize,
    /// Number of the first atom of each segment; none where every segment is one atom.
    first_atom: Vec<usize>,
    /// Cell of each atom; none where every atom is a cell.
    cell_of: Vec<u32>,
    count: usize,
    exact: bool,
}

impl Refinement {
    /// No set yet, over indices below `extent`.
    #[must_use]
    pub fn new(extent: usize) -> Refinement {
        Refinement {
            extent,
            ..Refinement::default()
        }
    }

    /// Adds a set of indices, all below the extent. Sets that are there count once.
    pub fn add(&mut self, set: &Indices) {
        debug_assert!(set.last().is_none_or(|last| last < self.extent));
        let all = set.as_interval() == Some(0..self.extent);
        if !set.is_empty() && !all && self.known.insert(set.clone()) {
            self.sets.push(set.clone());
        }
    }

    /// The cells.
    #[must_use]
    pub fn cells(&self) -> Cells {
        let mut cells = self.atoms();
        let mut classes = Classes::one(cells.atoms());
        let mut list = Vec::new();
        for set in &self.sets {
            list.clear();
            set.runs().for_each(|run| cells.atoms_of(run, &mut list));
            list.sort_unstable();
            list.dedup();
            classes.split(&list);
        }
        cells.number(&classes);
        cells
    }

    /// Every atom a cell of its own.
    fn atoms(&self) -> Cells {
        let mut modulus = 1;
        let mut stabs = Vec::new();
        for run in self.sets.iter().flat_map(Indices::runs) {
            modulus = lcm(modulus, run.step);
            // A break in the range separates what the run's first (last) member does not have
            // before (behind) it.
            let start = (run.start + 1).saturating_sub(run.step)..=run.start;
            let end = run.last() + 1..=run.last() + run.step;
            stabs.push((*start.start(), *start.end()));
            stabs.push((*end.start(), *end.end()));
        }
        let mut exact = true;
        let mut breaks = stab(stabs, self.extent);
        let length = |pair: &[usize]| pair[1] - pair[0];
        let total = |modulus: usize| {
            let one = |pair| length(pair).min(modulus);
            breaks.windows(2).map(one).fold(0, usize::saturating_add)
        };
        if total(modulus) > MOST_ATOMS {
            (modulus, exact) = (1, modulus == 1);
        }
        let segments = breaks.len() - 1;
        if segments > MOST_ATOMS {
            let every = segments.div_ceil(MOST_ATOMS);
            breaks = breaks[..segments].iter().copied().step_by(every).collect();
            breaks.push(self.extent);
            exact = false;
        }
        Cells::of_atoms(breaks, modulus, exact)
    }
}

/// Classes of atoms: what no set so far tells apart.
struct Classes {
    of: Vec<u32>,
    sizes: Vec<usize>,
    /// By class, while a set is looked at: how many of its atoms the set has.
    inside: Vec<usize>,
    /// And the class that these become; [`Classes::SAME`] if it is the same.
    new: Vec<u32>,
    touched: Vec<u32>,
}

impl Classes {
    const SAME: u32 = u32::MAX;

    fn one(atoms: usize) -> Classes {
        Classes {
            of: vec![0; atoms],
            sizes: vec![atoms],
            inside: vec![0],
            new: vec![Classes::SAME],
            touched: Vec::new(),
        }
    }

    /// Gives atoms in `list`, each once, a class of their own where their class has others
    /// too.
    fn split(&mut self, list: &[usize]) {
        for &atom in list {
            let class = self.of[atom];
            if self.inside[class as usize] == 0 {
                self.touched.push(class);
            }
            self.inside[class as usize] += 1;
        }
        for &class in &self.touched {
            let class = class as usize;
            let count = std::mem::take(&mut self.inside[class]);
            if count < self.sizes[class] {
                self.sizes[class] -= count;
                self.new[class] = self.sizes.len() as u32;
                self.sizes.push(count);
                self.inside.push(0);
                self.new.push(Classes::SAME);
            }
        }
        for &atom in list {
            let new = self.new[self.of[atom] as usize];
            if new != Classes::SAME {
                self.of[atom] = new;
            }
        }
        for class in self.touched.drain(..) {
            self.new[class as usize] = Classes::SAME;
        }
    }
}

/// Fewest points that meet all ranges, the ends of the dimension among them, ascending.
fn stab(mut ranges: Vec<(usize, usize)>, extent: usize) -> Vec<usize> {
    ranges.retain(|&(start, end)| start > 0 && end < extent);
    ranges.sort_unstable_by_key(|&(_, end)| end);
    let mut points = vec![0];
    for (start, end) in ranges {
        if points.last().is_none_or(|&last| last < start) {
            points.push(end);
        }
    }
    if extent > 0 {
        points.push(extent);
    }
    points
}

/// Least common multiple; `usize::MAX` when there is none that small.
fn lcm(a: usize, b: usize) -> usize {
    let (mut x, mut y) = (a, b);
    while y != 0 {
        (x, y) = (y, x % y);
    }
    (a / x).saturating_mul(b)
}

impl Cells {
    /// One cell for all of it.
    #[must_use]
    pub fn whole(extent: usize) -> Cells {
        Refinement::new(extent).cells()
    }

    fn of_atoms(breaks: Vec<usize>, modulus: usize, exact: bool) -> Cells {
        let lengths = breaks.windows(2).map(|pair| pair[1] - pair[0]);
        let first = lengths.clone().next().unwrap_or(1);
        let even = lengths.clone().rev().skip(1).all(|length| length == first);
        let last = lengths.clone().next_back().unwrap_or(1);
        let mut first_atom = Vec::new();
        if modulus > 1 {
            let ends = lengths.scan(0, |sum, length| {
                *sum += length.min(modulus);
                Some(*sum)
            });
            first_atom = std::iter::once(0).chain(ends).collect();
        }
        let count = first_atom.last().copied().unwrap_or(breaks.len() - 1);
        Cells {
            uniform: (even && last <= first).then_some(first),
            breaks,
            modulus,
            first_atom,
            cell_of: Vec::new(),
            count,
            exact,
        }
    }

    /// Numbers cells in the order of their first members.
    fn number(&mut self, classes: &Classes) {
        let mut numbers = vec![u32::MAX; classes.sizes.len()];
        let mut next = 0;
        let mut cell = |&class: &u32| {
            let number = &mut numbers[class as usize];
            if *number == u32::MAX {
                *number = next;
                next += 1;
            }
            *number
        };
        let cells: Vec<u32> = classes.of.iter().map(&mut cell).collect();
        self.count = next as usize;
        if self.count < cells.len() {
            self.cell_of = cells;
        }
    }

    fn atoms(&self) -> usize {
        self.first_atom
            .last()
            .copied()
            .unwrap_or(self.breaks.len() - 1)
    }

    /// Number of cells; 0 for an empty dimension.
    #[must_use]
    pub fn count(&self) -> usize {
        self.count
    }

    /// Number of indices.
    #[must_use]
    pub fn extent(&self) -> usize {
        self.breaks.last().copied().unwrap_or(0)
    }

    /// True when sets that were added are made of whole cells; else they only meet them.
    #[must_use]
    pub fn is_exact(&self) -> bool {
        self.exact
    }

    /// The size of the cells where they are a template of the runtime: equal intervals, the
    /// last one shorter.
    #[must_use]
    pub fn uniform(&self) -> Option<usize> {
        let plain = self.cell_of.is_empty() && self.first_atom.is_empty();
        self.uniform.filter(|_| plain)
    }

    fn segment(&self, index: usize) -> usize {
        match self.uniform {
            Some(size) => index / size,
            None => self.breaks.partition_point(|&start| start <= index) - 1,
        }
    }

    fn cell(&self, atom: usize) -> usize {
        self.cell_of.get(atom).map_or(atom, |&cell| cell as usize)
    }

    /// The cell of an index, which must be below the extent.
    #[must_use]
    pub fn of(&self, index: usize) -> usize {
        debug_assert!(index < self.extent());
        let segment = self.segment(index);
        if self.first_atom.is_empty() {
            return self.cell(segment);
        }
        let residue = (index - self.breaks[segment]) % self.modulus;
        self.cell(self.first_atom[segment] + residue)
    }

    /// The atoms that a run meets, some perhaps twice.
    fn atoms_of(&self, run: Run, to: &mut Vec<usize>) {
        let mut rest = run;
        while rest.len > 0 {
            let segment = self.segment(rest.start);
            let end = self.breaks[segment + 1];
            let inside = (end - rest.start).div_ceil(rest.step).min(rest.len);
            if self.first_atom.is_empty() {
                to.push(segment);
            } else {
                // After so many steps residues come again.
                let turn = lcm(self.modulus, rest.step) / rest.step;
                let base = rest.start - self.breaks[segment];
                let atom =
                    |k: usize| self.first_atom[segment] + (base + k * rest.step) % self.modulus;
                to.extend((0..inside.min(turn)).map(atom));
            }
            rest = rest.without(inside);
        }
    }

    /// The cells that have a member among `runs`, as ascending ranges that do not touch.
    pub fn meets(&self, runs: impl IntoIterator<Item = Run>) -> Vec<Range<usize>> {
        let mut list = Vec::new();
        let mut runs = runs.into_iter();
        if self.first_atom.is_empty() && self.cell_of.is_empty() {
            // Cells are intervals in their order, and so are those that a dense run meets.
            let mut ranges: Vec<Range<usize>> = Vec::new();
            let mut rest = None;
            for run in runs.by_ref().filter(|run| run.len > 0) {
                let cells = self.segment(run.start)..self.segment(run.start + run.len - 1) + 1;
                match ranges.last_mut() {
                    _ if run.step != 1 && run.len != 1 => rest = Some(run),
                    Some(last) if cells.start < last.start => rest = Some(run),
                    Some(last) if cells.start <= last.end => last.end = last.end.max(cells.end),
                    _ => ranges.push(cells),
                }
                if rest.is_some() {
                    break;
                }
            }
            let Some(rest) = rest else {
                return ranges;
            };
            list.extend(ranges.into_iter().flatten());
            self.atoms_of(rest, &mut list);
        }
        runs.for_each(|run| self.atoms_of(run, &mut list));
        list.iter_mut().for_each(|atom| *atom = self.cell(*atom));
        list.sort_unstable();
        let mut ranges: Vec<Range<usize>> = Vec::new();
        for cell in list {
            match ranges.last_mut() {
                Some(last) if cell < last.end => {}
                Some(last) if cell == last.end => last.end += 1,
                _ => ranges.push(cell..cell + 1),
            }
        }
        ranges
    }

    /// The cells that have a member in the range of indices, clipped to the extent.
    #[must_use]
    pub fn meets_range(&self, indices: Range<usize>) -> Vec<Range<usize>> {
        let end = indices.end.min(self.extent());
        let run = Run {
            start: indices.start,
            len: end.saturating_sub(indices.start),
            step: 1,
        };
        self.meets([run])
    }

    /// Takes neighbouring cells together until there are `most` at most.
    #[must_use]
    pub fn coarsen(mut self, most: usize) -> Cells {
        let most = most.max(1);
        if self.count <= most {
            return self;
        }
        let each = self.count.div_ceil(most);
        let coarse = |atom: usize| (self.cell(atom) / each) as u32;
        self.cell_of = (0..self.atoms()).map(coarse).collect();
        self.count = self.count.div_ceil(each);
        self.exact = false;
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::partition::blocks::Blocks;
    use crate::partition::random::Random;

    fn some(random: &mut Random, extent: usize) -> Indices {
        let mut set = Indices::all(extent);
        for _ in 0..1 + random.below(3) {
            let cut = random.cut();
            let parts = cut.parts(set.len());
            let piece = cut.part(set.len(), random.below(parts));
            let part = [piece.owned, piece.padded][random.below(2)];
            set = set.select(&part);
        }
        set
    }

    /// Which sets hold each index: indices of one cell have the same, of different ones not.
    fn signatures(sets: &[Indices], extent: usize) -> Vec<Vec<bool>> {
        let of = |index| sets.iter().map(|set| set.contains(index)).collect();
        (0..extent).map(of).collect()
    }

    #[test]
    fn cells_are_the_coarsest_pieces() {
        let mut random = Random::new(7);
        let (mut strided, mut merged) = (0, 0);
        for _ in 0..1_500 {
            let extent = random.below(70);
            let mut refinement = Refinement::new(extent);
            let sets: Vec<_> = (0..random.below(9))
                .map(|_| some(&mut random, extent))
                .collect();
            sets.iter().for_each(|set| refinement.add(set));
            let cells = refinement.cells();
            let signatures = signatures(&sets, extent);
            assert!(cells.is_exact() && cells.extent() == extent);
            let mut first: Vec<usize> = Vec::new();
            for index in 0..extent {
                let cell = cells.of(index);
                if cell == first.len() {
                    first.push(index);
                }
                for (other, &start) in first.iter().enumerate() {
                    let same = signatures[start] == signatures[index];
                    assert_eq!(same, other == cell, "{sets:?} of {extent}: {index} {start}");
                }
            }
            assert_eq!(cells.count(), first.len());
            strided += usize::from(cells.modulus > 1);
            merged += usize::from(!cells.cell_of.is_empty());
            for set in &sets {
                meets_what_it_holds(&cells, set);
            }
            let coarse = cells.clone().coarsen(1 + random.below(6));
            sets.iter()
                .for_each(|set| meets_what_it_holds(&coarse, set));
        }
        assert!(strided > 200 && merged > 200, "{strided} {merged}");
    }

    fn meets_what_it_holds_at_all(cells: &Cells, set: &Indices) {
        let mut wanted: Vec<usize> = set.iter().map(|index| cells.of(index)).collect();
        wanted.sort_unstable();
        wanted.dedup();
        let ranges = cells.meets(set.runs());
        assert!(ranges.windows(2).all(|pair| pair[0].end < pair[1].start));
        let met: Vec<usize> = ranges.into_iter().flatten().collect();
        assert_eq!(met, wanted, "{cells:?} {set:?}");
    }

    fn meets_what_it_holds(cells: &Cells, set: &Indices) {
        meets_what_it_holds_at_all(cells, set);
        let (from, to) = (cells.extent() / 3, cells.extent() + 1);
        let mut wanted: Vec<usize> = (from..cells.extent()).map(|i| cells.of(i)).collect();
        wanted.sort_unstable();
        wanted.dedup();
        let met: Vec<usize> = cells.meets_range(from..to).into_iter().flatten().collect();
        assert_eq!(met, wanted);
    }

    fn cells_of(extent: usize, sets: &[Indices]) -> Cells {
        let mut refinement = Refinement::new(extent);
        sets.iter().for_each(|set| refinement.add(set));
        refinement.cells()
    }

    #[test]
    fn equal_blocks_are_a_template() {
        let block = |n: usize| Blocks::interval(n * 16..(n * 16 + 16).min(100)).into();
        let sets: Vec<Indices> = (0..7).map(block).collect();
        let cells = cells_of(100, &sets);
        assert_eq!((cells.count(), cells.uniform()), (7, Some(16)));
        assert_eq!(Cells::whole(100).uniform(), Some(100));
        assert_eq!(Cells::whole(0).count(), 0);
    }

    #[test]
    fn what_is_dealt_is_a_cell_each() {
        let dealt = |part: usize| Blocks::dealt(part * 8, 8, 32, 256).into();
        let sets: Vec<Indices> = (0..4).map(dealt).collect();
        assert_eq!(cells_of(1024, &sets).count(), 4);
        let stride = |part: usize| Blocks::run(part, 2, 512).into();
        let sets: Vec<Indices> = (0..512).map(stride).collect();
        let cells = cells_of(1024, &sets);
        assert_eq!((cells.count(), cells.breaks.len()), (512, 2));
    }

    #[test]
    fn strides_that_do_not_fit_are_not_told_apart() {
        let steps = [2, 3, 5, 7, 11, 13, 17, 19, 23];
        let extent = 2 * MOST_ATOMS;
        let set = |&step: &usize| Blocks::run(0, extent / step, step).into();
        let sets: Vec<Indices> = steps.iter().map(set).collect();
        let cells = cells_of(extent, &sets);
        assert!(!cells.is_exact() && cells.count() < 64);
        meets_what_it_holds_at_all(&cells, &Blocks::run(extent / 2, 40, 3).into());
        meets_what_it_holds_at_all(&cells, &Blocks::run(5, 40, 300).into());
    }
}
