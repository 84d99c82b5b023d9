//! Distance between PPUs and the order in which one looks for another's work.
//!
//! The distance of two PPUs is the height of their nearest common space: 0 for a PPU and
//! itself, 1 for hardware threads of one core (or cores, where they are the leaves, under
//! one space), and so on up to the whole machine. In a uniform machine that is the number
//! of levels to go up.

use std::ops::Range;

use crate::machine::{Machine, Ppu, PpuId};

/// Height of the nearest common space of two leaves of one machine.
pub(crate) fn between(a: &Ppu, b: &Ppu) -> u32 {
    common(a, b).map_or_else(
        // Units of the topmost space have nothing above them: beyond the whole tree.
        || {
            a.path
                .iter()
                .chain(&*b.path)
                .map(|step| step.height)
                .max()
                .unwrap_or(0)
                + 1
        },
        |index| a.path[index].height,
    )
}

/// Index in both paths of the nearest common unit.
fn common(a: &Ppu, b: &Ppu) -> Option<usize> {
    a.path
        .iter()
        .zip(&*b.path)
        .take_while(|(x, y)| x.unit == y.unit)
        .count()
        .checked_sub(1)
}

/// For the place `me` of `places` (leaves in tree order, perhaps with repetitions): the
/// other places grouped by distance, nearest first. Within a group the search starts where
/// `me` stands among its own neighbours, so that different PPUs start at different victims.
pub(crate) fn victims(places: &[&Ppu], me: usize) -> Vec<Vec<usize>> {
    let Some(mine) = places.get(me) else {
        return Vec::new();
    };
    let mut groups: Vec<(u32, Vec<usize>)> = Vec::new();
    for (other, place) in places.iter().enumerate().filter(|(other, _)| *other != me) {
        let distance = between(mine, place);
        match groups.binary_search_by_key(&distance, |group| group.0) {
            Ok(at) => groups[at].1.push(other),
            Err(at) => groups.insert(at, (distance, vec![other])),
        }
    }
    let mut nearer = 1;
    // Rank of `me` among the places that are nearer than the present group, itself included.
    let mut rank_below = 0;
    for (_, group) in &mut groups {
        let after = group.partition_point(|&other| other < me);
        let rank = rank_below;
        rank_below += after;
        nearer += group.len();
        let start = (after + rank) % group.len();
        group.rotate_left(start);
    }
    debug_assert_eq!(nearer, places.len());
    groups.into_iter().map(|group| group.1).collect()
}

/// The spaces around each of a number of places, as ranges of places: places are numbered in
/// tree order, so those of one space stand in a row. A place holds one range per level that
/// has others in it, so all of it grows with the number of places times the depth of the
/// tree, and so does the time to make it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Surroundings {
    /// Per place: where its ranges begin in `spaces`; one more at the end.
    starts: Vec<u32>,
    /// From and to, innermost space first.
    spaces: Vec<(u32, u32)>,
}

impl Surroundings {
    /// Leaves in tree order, perhaps with repetitions.
    pub(crate) fn of(places: &[&Ppu]) -> Surroundings {
        // In a tree whose leaves stand in order, the nearest common space of two leaves is the
        // highest of those of neighbours between them.
        let steps: Vec<u32> = places
            .windows(2)
            .map(|pair| between(pair[0], pair[1]))
            .collect();
        let mut heights = steps.clone();
        heights.sort_unstable();
        heights.dedup();
        let mut around: Vec<Vec<(u32, u32)>> = vec![Vec::new(); places.len()];
        for height in heights {
            let mut from = 0;
            for to in 1..=places.len() {
                let goes_on = to < places.len() && steps[to - 1] <= height;
                if goes_on {
                    continue;
                }
                let space = (from as u32, to as u32);
                for spaces in &mut around[from..to] {
                    let grown = spaces.last().map_or(to - from > 1, |last| *last != space);
                    if grown {
                        spaces.push(space);
                    }
                }
                from = to;
            }
        }
        let mut starts = vec![0];
        let mut spaces = Vec::new();
        for around in around {
            spaces.extend(around);
            starts.push(spaces.len() as u32);
        }
        Surroundings { starts, spaces }
    }

    /// The spaces around `place` that hold others too, innermost first: each range lies
    /// inside the next one. Empty for a place that is alone, or not there.
    pub fn around(&self, place: usize) -> impl ExactSizeIterator<Item = Range<usize>> + '_ {
        let end = self.starts.get(place + 1).copied().unwrap_or(0) as usize;
        let start = self.starts.get(place).map_or(end, |&start| start as usize);
        let spaces = &self.spaces[start.min(end)..end];
        spaces.iter().map(|&(from, to)| from as usize..to as usize)
    }
}

impl Machine {
    /// Levels from `a` and `b` up to their nearest common space; `None` when the machine
    /// lists no such PPU.
    #[must_use]
    pub fn distance(&self, a: PpuId, b: PpuId) -> Option<u32> {
        Some(between(self.ppus().get(a.0)?, self.ppus().get(b.0)?))
    }

    /// All other PPUs grouped by their distance from `ppu`, nearest first; within a group,
    /// different PPUs begin at different victims. Empty for a PPU that is not there.
    ///
    /// Linear in the number of PPUs: for one PPU at a time, not for all of a large machine.
    #[must_use]
    pub fn victims(&self, ppu: PpuId) -> Vec<Vec<PpuId>> {
        let places: Vec<&Ppu> = self.ppus().iter().collect();
        let named = |group: Vec<usize>| group.into_iter().map(PpuId).collect();
        victims(&places, ppu.0).into_iter().map(named).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::space::Space;

    fn machine(text: &str) -> Machine {
        Machine::synthetic(text).unwrap()
    }

    fn numbers(groups: Vec<Vec<PpuId>>) -> Vec<Vec<usize>> {
        groups
            .into_iter()
            .map(|g| g.into_iter().map(|p| p.0).collect())
            .collect()
    }

    #[test]
    fn distance_counts_levels_to_the_nearest_common_space() {
        let m = machine("package:2 l3:2 core:2 pu:2");
        let distances: Vec<_> = (0..16)
            .map(|b| m.distance(PpuId(0), PpuId(b)).unwrap())
            .collect();
        assert_eq!(distances, [0, 1, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 4, 4, 4, 4]);
        assert_eq!(m.distance(PpuId(0), PpuId(16)), None);
    }

    #[test]
    fn sixty_four_cores_steal_from_the_nearest_first() {
        let m = machine("package:2 numa:2 l3:2 core:8 pu:1");
        let groups = numbers(m.victims(PpuId(17)));
        assert_eq!(
            groups.iter().map(Vec::len).collect::<Vec<_>>(),
            [7, 8, 16, 32]
        );
        assert_eq!(groups[0], [18, 19, 20, 21, 22, 23, 16]);
        let mut neighbours = groups[1].clone();
        neighbours.sort_unstable();
        assert_eq!(neighbours, (24..32).collect::<Vec<_>>());
        for ppu in 0..64 {
            let mut all: Vec<usize> = numbers(m.victims(PpuId(ppu))).concat();
            all.push(ppu);
            all.sort_unstable();
            assert_eq!(
                all,
                (0..64).collect::<Vec<_>>(),
                "PPU {ppu} must see every other once"
            );
        }
    }

    #[test]
    fn the_ppus_of_one_cache_begin_at_different_victims_of_the_next() {
        let m = machine("package:2 l3:2 core:8 pu:1");
        for group in 0..3 {
            let first = |ppu| numbers(m.victims(PpuId(ppu)))[group][0];
            let mut firsts: Vec<usize> = (0..8).map(first).collect();
            firsts.sort_unstable();
            firsts.dedup();
            assert_eq!(firsts.len(), 8, "group {group}");
        }
    }

    #[test]
    fn distance_is_symmetric_where_branches_differ_in_depth() {
        let slow = Space::new("core", 2);
        let fast = Space::new("cluster of cores", 1)
            .with(Space::new("core", 1).with(Space::new("thread", 2)));
        let m = Machine::new("mixed", Space::new("machine", 1).with(fast).with(slow));
        for a in 0..4 {
            for b in 0..4 {
                assert_eq!(
                    m.distance(PpuId(a), PpuId(b)),
                    m.distance(PpuId(b), PpuId(a))
                );
            }
        }
        assert_eq!(m.distance(PpuId(0), PpuId(1)), Some(1));
        assert_eq!(m.distance(PpuId(2), PpuId(3)), Some(3));
    }

    #[test]
    fn several_units_of_the_topmost_space_are_farthest_apart() {
        let m = Machine::new("pair", Space::new("node", 2).with(Space::new("core", 2)));
        assert_eq!(m.distance(PpuId(0), PpuId(1)), Some(1));
        assert_eq!(m.distance(PpuId(0), PpuId(2)), Some(2));
    }

    /// The places of every space, less those of the space inside it: what `victims` lists.
    fn by_surroundings(surroundings: &Surroundings, place: usize) -> Vec<Vec<usize>> {
        let mut inside = place..place + 1;
        let mut groups = Vec::new();
        for space in surroundings.around(place) {
            let group = space.clone().filter(|other| !inside.contains(other));
            groups.push(group.collect());
            inside = space;
        }
        groups
    }

    #[test]
    fn surroundings_are_the_victims_of_every_place() {
        let fast = Space::new("cluster of cores", 2).with(Space::new("core", 3));
        let odd = Space::new("machine", 2)
            .with(Space::new("core", 2))
            .with(fast);
        let machines = [
            machine("package:2 numa:2 l3:2 core:8 pu:1"),
            machine("core:1"),
            machine("package:3 core:1 pu:2"),
            Machine::new("odd", odd),
        ];
        for machine in &machines {
            for workers in [1, 2, 3, 7, 16, 100] {
                let placement = machine.place(Some(workers), crate::Grain::Core);
                let surroundings = placement.surroundings();
                for worker in 0..workers {
                    let mut wanted = placement.victims(worker);
                    wanted.iter_mut().for_each(|group| group.sort_unstable());
                    let found = by_surroundings(&surroundings, worker);
                    assert_eq!(found, wanted, "{}, {worker} of {workers}", machine.name);
                }
                assert_eq!(surroundings.around(workers).len(), 0);
            }
        }
    }

    #[test]
    fn surroundings_grow_with_the_depth() {
        let machine = machine("package:8 numa:4 l3:4 core:16 pu:2");
        let surroundings = machine
            .place(Some(4096), crate::Grain::Thread)
            .surroundings();
        assert_eq!(surroundings.starts.len(), 4097);
        assert_eq!(surroundings.spaces.len(), 5 * 4096);
    }

    #[test]
    fn one_ppu_has_no_victims() {
        assert!(machine("core:1").victims(PpuId(0)).is_empty());
        assert!(machine("core:4").victims(PpuId(9)).is_empty());
    }
}
