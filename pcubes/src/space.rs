//! Spaces: plain data for the levels of a machine (HighP5, section 3.3).
//!
//! A [`Space`] says "this many units of this kind lie in each unit of the space above",
//! with the capacities of one unit. A uniform machine is a chain of spaces. A machine that
//! is not uniform (two kinds of core, a process confined to some of the cores) has spaces
//! with more than one sub-space. The concrete units come from the expansion in
//! [`Machine`](crate::Machine).

use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::measure::{Bytes, Hertz, Latency};

/// What a space is made of. It decides what counts as a core and as a cache; everything
/// else treats spaces alike.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// Several machines with a network between them.
    Cluster,
    /// One machine: everything that shares an address space.
    Machine,
    /// A socket.
    Package,
    /// A die in a package.
    Die,
    /// The cores nearest to one main memory.
    Numa,
    /// What shares a cache, when it is not a core.
    Cache,
    /// A core: the unit that one PPU of the runtime has to itself.
    Core,
    /// A hardware thread of a core.
    Thread,
    /// An accelerator, with its own memory.
    Accelerator,
    /// Anything else.
    Other,
}

impl Role {
    /// All roles with the words that description files use.
    pub const ALL: [(Role, &'static str); 10] = [
        (Role::Cluster, "cluster"),
        (Role::Machine, "machine"),
        (Role::Package, "package"),
        (Role::Die, "die"),
        (Role::Numa, "numa"),
        (Role::Cache, "cache"),
        (Role::Core, "core"),
        (Role::Thread, "thread"),
        (Role::Accelerator, "accelerator"),
        (Role::Other, "other"),
    ];

    /// The role that a space of this name has when its description does not say: `core`,
    /// `l2`, `socket`, `NUMA-Node` and the like, in any case; [`Role::Other`] for the rest.
    #[must_use]
    pub fn of_name(name: &str) -> Role {
        let name = name.to_ascii_lowercase().replace(['-', '_', ' '], "");
        match name.as_str() {
            "cluster" => Role::Cluster,
            "machine" | "node" | "host" => Role::Machine,
            "package" | "socket" => Role::Package,
            "die" => Role::Die,
            "numa" | "numanode" => Role::Numa,
            "l1" | "l2" | "l3" | "l4" | "l5" | "cache" => Role::Cache,
            "core" => Role::Core,
            "thread" | "pu" | "hyperthread" | "hardwarethread" => Role::Thread,
            "gpu" | "accelerator" => Role::Accelerator,
            _ => Role::Other,
        }
    }
}

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = Role::ALL
            .iter()
            .find(|(role, _)| role == self)
            .map_or("other", |entry| entry.1);
        f.pad(word)
    }
}

/// Parallel processing capacity of one unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Compute {
    /// Operations per cycle (floating-point operations in lock step: lanes, not flops).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub operations: Option<u32>,
    /// Clock at which the unit really issues them: a warp of the K20 that takes turns with
    /// fifteen others runs at 44 MHz, not at 706 MHz.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clock: Option<Hertz>,
}

/// Memory of one unit; caches and main memory alike.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Memory {
    /// Size of the memory.
    pub size: Bytes,
    /// Loads and stores that it serves at the same time.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub transactions: Option<u32>,
    /// Bytes that one load or store carries.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub width: Option<Bytes>,
    /// Time that one load or store takes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub latency: Option<Latency>,
}

impl Memory {
    /// A memory of which only the size is known.
    #[must_use]
    pub fn of(size: Bytes) -> Self {
        Memory {
            size,
            transactions: None,
            width: None,
            latency: None,
        }
    }
}

/// Information exchange between sibling units.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Exchange {
    /// Siblings cannot exchange information (the multiprocessors of the K20).
    None,
    /// They can, with this latency.
    Latency(Latency),
}

/// Data movement between a unit and its parent.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Movement {
    /// Time that one movement takes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub latency: Option<Latency>,
    /// Bytes that one movement carries.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub width: Option<Bytes>,
    /// Movements that can go on at the same time, all siblings together.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bandwidth: Option<u32>,
}

/// Names of the figures of a space, as `assumed` lists them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Figure {
    /// How many units lie in each unit of the space above.
    Count,
    /// [`Compute::operations`].
    ComputeOperations,
    /// [`Compute::clock`].
    ComputeClock,
    /// [`Memory::size`].
    MemorySize,
    /// [`Memory::transactions`].
    MemoryTransactions,
    /// [`Memory::width`].
    MemoryWidth,
    /// [`Memory::latency`].
    MemoryLatency,
    /// [`Space::exchange`].
    Exchange,
    /// [`Movement::latency`].
    MovementLatency,
    /// [`Movement::width`].
    MovementWidth,
    /// [`Movement::bandwidth`].
    MovementBandwidth,
}

impl Figure {
    /// All figures with their names.
    pub const ALL: [(Figure, &'static str); 11] = [
        (Figure::Count, "count"),
        (Figure::ComputeOperations, "compute.operations"),
        (Figure::ComputeClock, "compute.clock"),
        (Figure::MemorySize, "memory.size"),
        (Figure::MemoryTransactions, "memory.transactions"),
        (Figure::MemoryWidth, "memory.width"),
        (Figure::MemoryLatency, "memory.latency"),
        (Figure::Exchange, "exchange"),
        (Figure::MovementLatency, "movement.latency"),
        (Figure::MovementWidth, "movement.width"),
        (Figure::MovementBandwidth, "movement.bandwidth"),
    ];

    /// The name of the figure, as in `assumed = ["memory.latency"]`.
    #[must_use]
    pub fn name(self) -> &'static str {
        Figure::ALL
            .iter()
            .find(|(figure, _)| *figure == self)
            .map_or("", |entry| entry.1)
    }
}

impl fmt::Display for Figure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Figure {
    type Err = ();
    fn from_str(text: &str) -> Result<Self, ()> {
        Figure::ALL
            .iter()
            .find(|(_, name)| *name == text)
            .map(|entry| entry.0)
            .ok_or(())
    }
}

/// A space: a level of the machine, or one kind of unit on a level that has several.
#[derive(Debug, Clone, PartialEq)]
pub struct Space {
    /// What people call one unit of it ("core").
    pub name: String,
    /// What it is made of.
    pub role: Role,
    /// Units in each unit of the space above (in the machine, for the topmost space).
    /// At least 1.
    pub count: usize,
    /// Processing capacity of one unit; `None` where nothing is computed in this space.
    pub compute: Option<Compute>,
    /// Memory of one unit; `None` where it has none of its own.
    pub memory: Option<Memory>,
    /// Information exchange among siblings; `None` when not known.
    pub exchange: Option<Exchange>,
    /// Data movement to and from the parent; `None` when not known.
    pub movement: Option<Movement>,
    /// Figures that are assumptions and not taken from the machine or its documents.
    pub assumed: BTreeSet<Figure>,
    /// A remark for the reader.
    pub note: Option<String>,
    /// Sub-spaces of one unit: none for a leaf, one for a uniform level, several where
    /// units differ; in the order in which their units are numbered.
    pub spaces: Vec<Space>,
}

impl Space {
    /// A space of `count` units per parent, its role taken from the name, nothing else known.
    #[must_use]
    pub fn new(name: impl Into<String>, count: usize) -> Self {
        let name = name.into();
        Space {
            role: Role::of_name(&name),
            name,
            count,
            compute: None,
            memory: None,
            exchange: None,
            movement: None,
            assumed: BTreeSet::new(),
            note: None,
            spaces: Vec::new(),
        }
    }

    /// Adds a sub-space.
    #[must_use]
    pub fn with(mut self, space: Space) -> Self {
        self.spaces.push(space);
        self
    }

    /// True when the figure is marked as an assumption.
    #[must_use]
    pub fn is_assumed(&self, figure: Figure) -> bool {
        self.assumed.contains(&figure)
    }

    /// Leaves under one unit of this space (1 for a leaf); saturates.
    #[must_use]
    pub fn leaves(&self) -> u64 {
        if self.spaces.is_empty() {
            return 1;
        }
        let under = |space: &Space| (space.count as u64).saturating_mul(space.leaves());
        self.spaces.iter().map(under).fold(0, u64::saturating_add)
    }

    /// Levels below this space: 0 for a leaf.
    #[must_use]
    pub fn height(&self) -> u32 {
        self.spaces
            .iter()
            .map(|space| space.height() + 1)
            .max()
            .unwrap_or(0)
    }

    /// This space and all below it, each with its depth, top down.
    pub fn walk(&self) -> impl Iterator<Item = (usize, &Space)> {
        let mut stack = vec![(0, self)];
        std::iter::from_fn(move || {
            let (depth, space) = stack.pop()?;
            stack.extend(space.spaces.iter().rev().map(|sub| (depth + 1, sub)));
            Some((depth, space))
        })
    }

    /// Joins neighbouring sub-spaces that are equal but for their count.
    pub fn merge_equal(&mut self) {
        let mut merged: Vec<Space> = Vec::with_capacity(self.spaces.len());
        for mut space in std::mem::take(&mut self.spaces) {
            space.merge_equal();
            match merged.last_mut() {
                Some(last) if last.equal_but_count(&space) => last.count += space.count,
                _ => merged.push(space),
            }
        }
        self.spaces = merged;
    }

    fn equal_but_count(&self, other: &Space) -> bool {
        self.name == other.name
            && self.role == other.role
            && self.compute == other.compute
            && self.memory == other.memory
            && self.exchange == other.exchange
            && self.movement == other.movement
            && self.assumed == other.assumed
            && self.note == other.note
            && self.spaces == other.spaces
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn two_kinds() -> Space {
        let fast = Space::new("core", 1).with(Space::new("thread", 2));
        let slow = Space::new("core", 1).with(Space::new("thread", 1));
        Space::new("machine", 1)
            .with(fast.clone())
            .with(fast)
            .with(slow.clone())
            .with(slow)
    }

    #[test]
    fn equal_neighbours_become_one_space_with_a_count() {
        let mut machine = two_kinds();
        assert_eq!((machine.leaves(), machine.height()), (6, 2));
        machine.merge_equal();
        let counts: Vec<_> = machine
            .spaces
            .iter()
            .map(|s| (s.count, s.leaves()))
            .collect();
        assert_eq!(counts, [(2, 2), (2, 1)]);
        assert_eq!(machine.leaves(), 6);
    }

    #[test]
    fn a_walk_goes_top_down() {
        let mut machine = two_kinds();
        machine.merge_equal();
        let walked: Vec<_> = machine
            .walk()
            .map(|(depth, s)| format!("{depth} {}", s.name))
            .collect();
        assert_eq!(
            walked,
            ["0 machine", "1 core", "2 thread", "1 core", "2 thread"]
        );
    }

    #[test]
    fn roles_are_known_by_the_usual_names() {
        for (name, role) in [
            ("NUMA-Node", Role::Numa),
            ("Socket", Role::Package),
            ("L3", Role::Cache),
            ("Hyper-Thread", Role::Thread),
            ("Core-Pair", Role::Other),
            ("core", Role::Core),
        ] {
            assert_eq!(Role::of_name(name), role, "{name}");
        }
    }

    #[test]
    fn figures_have_unique_names_that_read_back() {
        for (figure, name) in Figure::ALL {
            assert_eq!(name.parse(), Ok(figure));
            assert_eq!(figure.to_string(), name);
        }
    }
}
