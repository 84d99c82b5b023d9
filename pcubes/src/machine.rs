//! A machine: its tree of spaces and, on demand, the concrete units (PPUs) at its leaves.

use std::ops::Range;
use std::sync::OnceLock;

use crate::measure::Bytes;
use crate::space::{Role, Space};

/// Most leaves that [`Machine::ppus`] lists. A description may stand for millions of
/// hardware threads (Mira has three); no runtime places more PPUs than this.
pub const MOST_PPUS: usize = 1 << 16;

/// Most levels of a machine that is read from text.
pub(crate) const MOST_LEVELS: usize = 64;

/// Most leaves of a machine that is read from text.
pub(crate) const MOST_LEAVES: u64 = 1 << 40;

/// Number of a leaf of the machine, in tree order from 0: units that are near each other
/// have numbers that are near each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PpuId(pub usize);

/// One unit on the way from the machine down to a leaf.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Step {
    /// Number of the unit among all units of the expansion.
    pub(crate) unit: u32,
    /// Levels below the unit's space.
    pub(crate) height: u32,
}

/// A cache as a PPU sees it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cache {
    /// Size of the whole cache.
    pub size: Bytes,
    /// Numbers of the leaves that share it, this PPU among them.
    pub sharers: (usize, usize),
}

impl Cache {
    /// Leaves that share the cache.
    #[must_use]
    pub fn ppus(&self) -> Range<usize> {
        self.sharers.0..self.sharers.1
    }
}

/// A leaf of the machine: a hardware thread, or a core where cores have only one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ppu {
    /// Its number in tree order.
    pub id: PpuId,
    /// The operating system's number for it; `None` on a machine that is only described.
    pub cpu: Option<u32>,
    /// Number of its core, counted in tree order from 0 (a leaf outside any core is its own).
    pub core: usize,
    /// Position among the leaves of its core: 0 for the first hardware thread.
    pub thread: usize,
    /// Number of its NUMA node in tree order; 0 where the machine does not say.
    pub numa: usize,
    /// The largest cache that no other core shares.
    pub private_cache: Option<Cache>,
    /// The largest cache that it shares with other cores.
    pub shared_cache: Option<Cache>,
    /// Units from the machine down to the leaf itself.
    pub(crate) path: Box<[Step]>,
}

/// A machine as HighP5's type architecture sees it.
#[derive(Debug, Clone)]
pub struct Machine {
    /// What people call it.
    pub name: String,
    /// One line about it.
    pub about: Option<String>,
    /// Where the figures come from.
    pub source: Option<String>,
    /// Processors' worth of time that a control group grants this process, when it is limited.
    pub cpu_quota: Option<u32>,
    root: Space,
    cpus: Vec<u32>,
    expansion: OnceLock<Vec<Ppu>>,
}

impl PartialEq for Machine {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
            && self.about == other.about
            && self.source == other.source
            && self.cpu_quota == other.cpu_quota
            && self.root == other.root
            && self.cpus == other.cpus
    }
}

impl Machine {
    /// A machine with the topmost space `root` (of which there is `root.count`, as a rule 1).
    /// Counts of 0 become 1.
    #[must_use]
    pub fn new(name: impl Into<String>, mut root: Space) -> Self {
        fn at_least_one(space: &mut Space) {
            space.count = space.count.max(1);
            space.spaces.iter_mut().for_each(at_least_one);
        }
        at_least_one(&mut root);
        Machine {
            name: name.into(),
            about: None,
            source: None,
            cpu_quota: None,
            root,
            cpus: Vec::new(),
            expansion: OnceLock::new(),
        }
    }

    /// The same machine with the operating system's numbers of its leaves, in tree order.
    /// Leaves beyond the end of `cpus` have none.
    #[must_use]
    pub fn with_cpus(mut self, cpus: Vec<u32>) -> Self {
        self.cpus = cpus;
        self.expansion = OnceLock::new();
        self
    }

    /// The topmost space.
    #[must_use]
    pub fn root(&self) -> &Space {
        &self.root
    }

    /// The operating system's numbers of the leaves, in tree order; empty when only described.
    #[must_use]
    pub fn cpus(&self) -> &[u32] {
        &self.cpus
    }

    /// Leaves of the whole machine, whether or not [`Machine::ppus`] lists them all; saturates.
    #[must_use]
    pub fn ppu_count(&self) -> u64 {
        (self.root.count as u64).saturating_mul(self.root.leaves())
    }

    /// The leaves, in tree order; the first [`MOST_PPUS`] of a machine that has more.
    #[must_use]
    pub fn ppus(&self) -> &[Ppu] {
        self.expansion.get_or_init(|| Expansion::of(self))
    }

    /// The levels of a uniform machine from the top down, each with the number of its units
    /// in the whole machine; `None` when some space has sub-spaces of several kinds.
    #[must_use]
    pub fn levels(&self) -> Option<Vec<(&Space, u64)>> {
        let mut levels = Vec::new();
        let (mut space, mut units) = (&self.root, self.root.count as u64);
        loop {
            levels.push((space, units));
            match space.spaces.as_slice() {
                [] => return Some(levels),
                [sub] => {
                    units = units.saturating_mul(sub.count as u64);
                    space = sub;
                }
                _ => return None,
            }
        }
    }
}

/// The walk that turns spaces into units.
struct Expansion<'m> {
    machine: &'m Machine,
    ppus: Vec<Ppu>,
    units: u32,
    numas: usize,
    cores: usize,
    /// Units open above the present one.
    path: Vec<Step>,
    /// Per open unit that has a memory: its size, whether it is a cache, first leaf, leaves.
    memories: Vec<OpenMemory>,
    /// First leaf and number of the open core.
    core: Option<(usize, usize)>,
    numa: Option<usize>,
}

struct OpenMemory {
    cache: bool,
    within_core: bool,
    size: Bytes,
    leaves: (usize, usize),
    cores: usize,
}

impl<'m> Expansion<'m> {
    fn of(machine: &'m Machine) -> Vec<Ppu> {
        let mut walk = Expansion {
            machine,
            ppus: Vec::new(),
            units: 0,
            numas: 0,
            cores: 0,
            path: Vec::new(),
            memories: Vec::new(),
            core: None,
            numa: None,
        };
        walk.space(&machine.root);
        walk.ppus
    }

    fn space(&mut self, space: &Space) {
        for _ in 0..space.count {
            if self.ppus.len() >= MOST_PPUS {
                return;
            }
            self.unit(space);
        }
    }

    fn unit(&mut self, space: &Space) {
        let (core, numa) = (self.core, self.numa);
        self.path.push(Step {
            unit: self.units,
            height: space.height(),
        });
        self.units += 1;
        if space.role == Role::Numa {
            self.numa = Some(self.numas);
            self.numas += 1;
        }
        let opens_core = core.is_none() && (space.role == Role::Core || space.spaces.is_empty());
        if opens_core {
            self.core = Some((self.ppus.len(), self.cores));
            self.cores += 1;
        }
        let remembered = self.memories.len();
        self.open_memory(space);
        if space.spaces.is_empty() {
            self.leaf();
        }
        for sub in &space.spaces {
            self.space(sub);
        }
        self.memories.truncate(remembered);
        self.path.pop();
        (self.core, self.numa) = (core, numa);
    }

    /// A memory is a cache when its space says so, inside a core, or under another memory:
    /// the topmost memory on the way down is main memory.
    fn open_memory(&mut self, space: &Space) {
        let Some(memory) = space.memory else { return };
        let within_core = self.core.is_some();
        let cache = matches!(space.role, Role::Cache | Role::Core | Role::Thread)
            || !self.memories.is_empty();
        let first = self.ppus.len();
        let leaves = usize::try_from(space.leaves()).unwrap_or(usize::MAX);
        self.memories.push(OpenMemory {
            cache,
            within_core,
            size: memory.size,
            leaves: (first, first.saturating_add(leaves).min(MOST_PPUS)),
            cores: cores_of(space),
        });
    }

    fn leaf(&mut self) {
        let id = self.ppus.len();
        let (first_of_core, core) = self.core.unwrap_or((id, id));
        let largest = |private: bool| {
            let wanted = |m: &&OpenMemory| m.cache && (m.within_core || m.cores <= 1) == private;
            let cache = |m: &OpenMemory| Cache {
                size: m.size,
                sharers: m.leaves,
            };
            self.memories
                .iter()
                .filter(wanted)
                .map(cache)
                .max_by_key(|c| c.size)
        };
        self.ppus.push(Ppu {
            id: PpuId(id),
            cpu: self.machine.cpus.get(id).copied(),
            core,
            thread: id - first_of_core,
            numa: self.numa.unwrap_or(0),
            private_cache: largest(true),
            shared_cache: largest(false),
            path: self.path.as_slice().into(),
        });
    }
}

/// Cores under one unit of `space`; a leaf outside any core counts as one. Saturates.
fn cores_of(space: &Space) -> usize {
    if space.role == Role::Core || space.spaces.is_empty() {
        return 1;
    }
    let under = |sub: &Space| sub.count.saturating_mul(cores_of(sub));
    space
        .spaces
        .iter()
        .map(under)
        .fold(0, usize::saturating_add)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::space::Memory;

    fn with_memory(mut space: Space, size: u64) -> Space {
        space.memory = Some(Memory::of(Bytes(size)));
        space
    }

    /// Two NUMA nodes with an L3 each, two cores of two threads, private L2.
    fn small() -> Machine {
        let core = with_memory(Space::new("core", 1), 32 << 10).with(Space::new("thread", 2));
        let l2 = with_memory(Space::new("l2", 2), 1 << 20).with(core);
        let l3 = with_memory(Space::new("l3", 1), 32 << 20).with(l2);
        let numa = with_memory(Space::new("numa", 2), 4 << 30).with(l3);
        Machine::new("small", Space::new("machine", 1).with(numa))
    }

    #[test]
    fn leaves_know_core_thread_node_and_caches() {
        let machine = small().with_cpus(vec![0, 4, 1, 5, 2, 6, 3, 7]);
        let ppus = machine.ppus();
        let seen: Vec<_> = ppus
            .iter()
            .map(|p| (p.cpu, p.core, p.thread, p.numa))
            .collect();
        let wanted = [
            (0, 0, 0, 0),
            (4, 0, 1, 0),
            (1, 1, 0, 0),
            (5, 1, 1, 0),
            (2, 2, 0, 1),
            (6, 2, 1, 1),
            (3, 3, 0, 1),
            (7, 3, 1, 1),
        ];
        assert_eq!(
            seen,
            wanted.map(|(cpu, core, thread, numa)| (Some(cpu), core, thread, numa))
        );
        let private = ppus[5].private_cache.unwrap();
        assert_eq!((private.size, private.ppus()), (Bytes(1 << 20), 4..6));
        let shared = ppus[5].shared_cache.unwrap();
        assert_eq!((shared.size, shared.ppus()), (Bytes(32 << 20), 4..8));
    }

    #[test]
    fn main_memory_is_never_taken_for_a_cache() {
        let core = Space::new("core", 4);
        let machine = Machine::new(
            "no caches",
            with_memory(Space::new("node", 1), 1 << 30).with(core),
        );
        assert!(
            machine
                .ppus()
                .iter()
                .all(|p| p.private_cache.is_none() && p.shared_cache.is_none())
        );
    }

    #[test]
    fn a_huge_machine_is_counted_whole_and_listed_in_part() {
        let machine = Machine::new(
            "huge",
            Space::new("machine", usize::MAX).with(Space::new("core", 1 << 40)),
        );
        assert_eq!(machine.ppu_count(), u64::MAX);
        assert_eq!(machine.ppus().len(), MOST_PPUS);
    }

    #[test]
    fn levels_exist_for_uniform_machines_only() {
        let machine = small();
        let units: Vec<_> = machine
            .levels()
            .unwrap()
            .iter()
            .map(|(s, n)| (s.name.clone(), *n))
            .collect();
        assert_eq!(units.last(), Some(&("thread".to_owned(), 8)));
        assert_eq!(units.len(), 6);
        let two = Space::new("machine", 1)
            .with(Space::new("core", 1))
            .with(Space::new("gpu", 1));
        assert!(Machine::new("two kinds", two).levels().is_none());
    }
}
