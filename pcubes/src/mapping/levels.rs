//! The physical spaces of a machine as mappings see them: a ladder of levels.
//!
//! A uniform machine has one space per level. Where units differ (two kinds of core), spaces
//! of one height are one level, which has the least memory of them, so that what fits fits in
//! any; a level computes where one of its spaces does.

use crate::machine::Machine;
use crate::measure::Bytes;
use crate::space::Space;

/// A level of a machine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Level {
    /// Its number: 1 for the lowest.
    pub number: usize,
    /// What its units are called: the names of its spaces.
    pub names: Vec<String>,
    /// Units in the whole machine.
    pub units: u64,
    /// Memory of one unit; none where it is not known or not there.
    pub memory: Option<Bytes>,
    /// Something is computed at this level.
    pub computes: bool,
    /// Units under one of which are cores, or that are cores or smaller.
    pub is_core: bool,
}

/// The levels of a machine, the highest first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Levels {
    levels: Vec<Level>,
    /// Some level has a memory of a known size.
    knows_memory: bool,
}

impl Levels {
    /// The levels of a machine.
    #[must_use]
    pub fn of(machine: &Machine) -> Levels {
        let height = machine.root().height() as usize;
        let mut levels: Vec<Level> = (0..=height)
            .rev()
            .map(|height| Level {
                number: height + 1,
                names: Vec::new(),
                units: 0,
                memory: None,
                computes: false,
                is_core: false,
            })
            .collect();
        let mut first = vec![true; height + 1];
        add(
            machine.root(),
            machine.root().count as u64,
            &mut levels,
            &mut first,
        );
        if !levels.iter().any(|level| level.computes) {
            // Somebody has to.
            if let Some(lowest) = levels.last_mut() {
                lowest.computes = true;
            }
        }
        let knows_memory = levels.iter().any(|level| level.memory.is_some());
        Levels {
            levels,
            knows_memory,
        }
    }

    /// The levels, the highest first; places in this list are what [`crate::mapping`] calls
    /// levels.
    #[must_use]
    pub fn list(&self) -> &[Level] {
        &self.levels
    }

    /// What a unit of the level is called.
    #[must_use]
    pub fn name(&self, level: usize) -> &str {
        let names = self.levels.get(level).map(|level| level.names.as_slice());
        names.and_then(<[String]>::first).map_or("", String::as_str)
    }

    /// The place of the level called `name`, letter case, `-` and `_` aside.
    #[must_use]
    pub fn named(&self, name: &str) -> Option<usize> {
        let wanted = folded(name);
        let is = |level: &Level| level.names.iter().any(|name| folded(name) == wanted);
        self.levels.iter().position(is)
    }

    /// The place of the level with this number.
    #[must_use]
    pub fn numbered(&self, number: usize) -> Option<usize> {
        self.levels.iter().position(|level| level.number == number)
    }

    /// True when the size of some memory is known; else nothing can be said of what fits.
    #[must_use]
    pub fn knows_memory(&self) -> bool {
        self.knows_memory
    }

    /// The level that computes for `level`: itself, or the nearest; of two as near, the lower
    /// (rule 1 of section 6.1.1).
    #[must_use]
    pub fn stand_in(&self, level: usize) -> usize {
        let computing = (0..self.levels.len()).filter(|&at| self.levels[at].computes);
        computing
            .min_by_key(|&at| (at.abs_diff(level), at < level))
            .unwrap_or(level)
    }

    /// The level of the units that the runtime gives a PPU each: cores where there are such,
    /// else the lowest level that computes.
    #[must_use]
    pub fn workers(&self) -> usize {
        let cores = self.levels.iter().position(|level| level.is_core);
        self.stand_in(cores.unwrap_or(self.levels.len() - 1))
    }
}

fn add(space: &Space, units: u64, levels: &mut [Level], first: &mut [bool]) {
    let at = levels.len() - 1 - space.height() as usize;
    let level = &mut levels[at];
    level.units = level.units.saturating_add(units);
    if !level.names.contains(&space.name) {
        level.names.push(space.name.clone());
    }
    let memory = space.memory.map(|memory| memory.size);
    level.memory = match std::mem::replace(&mut first[at], false) {
        true => memory,
        false => level.memory.zip(memory).map(|(a, b)| a.min(b)),
    };
    level.computes |= space.compute.is_some();
    level.is_core |= space.role == crate::space::Role::Core;
    for sub in &space.spaces {
        add(sub, units.saturating_mul(sub.count as u64), levels, first);
    }
}

fn folded(name: &str) -> String {
    name.to_lowercase().replace(['-', '_', ' '], "")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::space::{Compute, Memory};

    fn names(levels: &Levels) -> Vec<(&str, u64, bool)> {
        let one = |at| {
            let level = &levels.list()[at];
            (levels.name(at), level.units, level.computes)
        };
        (0..levels.list().len()).map(one).collect()
    }

    #[test]
    fn hermes_has_six() {
        let levels = Levels::of(&Machine::named("hermes").unwrap());
        let wanted = [
            ("Cluster", 1, false),
            ("Node", 4, false),
            ("CPU", 16, false),
            ("NUMA-Node", 32, false),
            ("Core-Pair", 128, true),
            ("Core", 256, false),
        ];
        assert_eq!(names(&levels), wanted);
        assert_eq!(levels.named("numanode"), Some(3));
        assert_eq!(levels.named("CORE_PAIR"), levels.numbered(2));
        assert_eq!((levels.named("socket"), levels.numbered(7)), (None, None));
        // Down two from the CPU, up one from the core.
        let stand_ins: Vec<_> = (0..6).map(|level| levels.stand_in(level)).collect();
        assert_eq!(stand_ins, [4; 6]);
        assert_eq!(levels.workers(), 4);
    }

    #[test]
    fn of_two_as_near_the_lower_stands_in() {
        let mut top = Space::new("top", 1).with(Space::new("middle", 2));
        let mut low = Space::new("low", 2);
        low.compute = Some(Compute::default());
        top.compute = Some(Compute::default());
        top.spaces[0].spaces.push(low);
        let levels = Levels::of(&Machine::new("m", top));
        assert_eq!(levels.stand_in(1), 2);
    }

    #[test]
    fn units_that_differ_share_a_level() {
        let with = |name: &str, count, size| {
            let mut space = Space::new(name, count);
            space.memory = Some(Memory::of(Bytes(size)));
            space.role = crate::space::Role::Core;
            space
        };
        let root = Space::new("machine", 1)
            .with(with("fast", 6, 2 << 20))
            .with(with("slow", 8, 1 << 20));
        let levels = Levels::of(&Machine::new("m", root));
        let cores = &levels.list()[1];
        assert_eq!((cores.units, cores.memory), (14, Some(Bytes(1 << 20))));
        assert_eq!((levels.named("slow"), levels.workers()), (Some(1), 1));
        assert!(cores.computes, "somebody has to");
    }
}
