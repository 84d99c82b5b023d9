//! From sets of processors to a tree of spaces.
//!
//! Larger sets go in first; each set becomes a child of the smallest set that holds it.
//! A set that cuts through another (a kernel or firmware that contradicts itself) is left
//! out rather than trusted. Units of one kind that are equal become one space with a count.

use crate::discover::cpuset::CpuSet;
use crate::discover::traits::Traits;
use crate::machine::Machine;
use crate::measure::Bytes;
use crate::space::{Compute, Figure, Memory, Role, Space};

/// A set of processors that have something in common.
#[derive(Debug, Clone)]
pub(crate) struct Group {
    pub(crate) kind: Kind,
    pub(crate) cpus: CpuSet,
    /// Memory that they share, with the width of its lines.
    pub(crate) memory: Option<(Bytes, Option<Bytes>)>,
}

/// What they have in common, outermost first where sets are equal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Kind {
    Machine,
    Package,
    Die,
    Numa,
    /// A cache; the level counts down, so that L3 sorts before L2.
    Cache(std::cmp::Reverse<u8>),
    Core,
    Thread,
}

impl Kind {
    pub(crate) fn cache(level: u8) -> Kind {
        Kind::Cache(std::cmp::Reverse(level))
    }

    fn name_and_role(self) -> (String, Role) {
        match self {
            Kind::Machine => ("machine".into(), Role::Machine),
            Kind::Package => ("package".into(), Role::Package),
            Kind::Die => ("die".into(), Role::Die),
            Kind::Numa => ("numa".into(), Role::Numa),
            Kind::Cache(level) => (format!("l{}", level.0), Role::Cache),
            Kind::Core => ("core".into(), Role::Core),
            Kind::Thread => ("thread".into(), Role::Thread),
        }
    }
}

/// What a way of discovery has found.
#[derive(Debug, Default)]
pub(crate) struct Found {
    /// Processors that are online and allowed; not empty.
    pub(crate) usable: CpuSet,
    /// Sets, in any order, not yet cut down to the usable processors.
    pub(crate) groups: Vec<Group>,
    /// Main memory as a whole, for machines without NUMA nodes.
    pub(crate) memory: Option<Bytes>,
}

struct Node {
    group: Group,
    children: Vec<Node>,
}

pub(crate) fn assemble(found: Found, traits: &Traits) -> Machine {
    let groups = prepare(found.groups, &found.usable);
    let has_nodes = groups.iter().any(|g| g.kind == Kind::Numa);
    let memory = found.memory.filter(|_| !has_nodes).map(|size| (size, None));
    let all = Group {
        kind: Kind::Machine,
        cpus: found.usable,
        memory,
    };
    let mut root = Node {
        group: all,
        children: Vec::new(),
    };
    for group in groups {
        root.insert(group);
    }
    let mut cpus = Vec::new();
    let mut space = root.into_space(traits, &mut cpus);
    space.merge_equal();
    Machine::new("this machine", space).with_cpus(cpus)
}

/// Cuts the sets down to the usable processors and puts them in order of insertion.
fn prepare(groups: Vec<Group>, usable: &CpuSet) -> Vec<Group> {
    let cut = |mut group: Group| {
        group.cpus = group.cpus.and(usable);
        Some(group).filter(|g| !g.cpus.is_empty())
    };
    let mut groups: Vec<Group> = groups.into_iter().filter_map(cut).collect();
    for &cpu in &usable.0 {
        if !groups
            .iter()
            .any(|g| g.kind == Kind::Core && g.cpus.0.contains(&cpu))
        {
            let cpus = CpuSet::from_iter([cpu]);
            groups.push(Group {
                kind: Kind::Core,
                cpus,
                memory: None,
            });
        }
    }
    // A die that is the whole package, and an L1 that is the core's own, are no spaces.
    let packages: Vec<CpuSet> = sets(&groups, Kind::Package);
    groups.retain(|g| g.kind != Kind::Die || !packages.contains(&g.cpus));
    take_in_first_level(&mut groups);
    if groups
        .iter()
        .any(|g| g.kind == Kind::Core && g.cpus.len() > 1)
    {
        let thread = |&cpu| Group {
            kind: Kind::Thread,
            cpus: CpuSet::from_iter([cpu]),
            memory: None,
        };
        groups.extend(usable.0.iter().map(thread));
    }
    groups.sort_by(|a, b| {
        let order = b.cpus.len().cmp(&a.cpus.len()).then(a.kind.cmp(&b.kind));
        order.then_with(|| a.cpus.cmp(&b.cpus))
    });
    groups.dedup_by(|a, b| a.kind == b.kind && a.cpus == b.cpus);
    groups
}

fn sets(groups: &[Group], kind: Kind) -> Vec<CpuSet> {
    groups
        .iter()
        .filter(|g| g.kind == kind)
        .map(|g| g.cpus.clone())
        .collect()
}

/// Makes an L1 cache whose processors are just one core's the memory of that core.
fn take_in_first_level(groups: &mut Vec<Group>) {
    let first = |g: &Group| g.kind == Kind::cache(1);
    let caches: Vec<Group> = groups.iter().filter(|g| first(g)).cloned().collect();
    let mut taken = Vec::new();
    for core in groups.iter_mut().filter(|g| g.kind == Kind::Core) {
        if let Some(cache) = caches.iter().find(|cache| cache.cpus == core.cpus) {
            core.memory = cache.memory;
            taken.push(cache.cpus.clone());
        }
    }
    groups.retain(|g| !first(g) || !taken.contains(&g.cpus));
}

impl Node {
    /// Puts a set that is not larger than any in the tree where it belongs.
    fn insert(&mut self, group: Group) {
        if let Some(child) = self
            .children
            .iter_mut()
            .find(|c| c.group.cpus.contains_all(&group.cpus))
        {
            child.insert(group);
        } else if !self
            .children
            .iter()
            .any(|c| c.group.cpus.meets(&group.cpus))
        {
            self.children.push(Node {
                group,
                children: Vec::new(),
            });
        }
    }

    fn into_space(mut self, traits: &Traits, cpus: &mut Vec<u32>) -> Space {
        let (name, role) = self.group.kind.name_and_role();
        let mut space = Space {
            role,
            ..Space::new(name, 1)
        };
        space.memory = self.group.memory.map(|(size, width)| Memory {
            width,
            ..Memory::of(size)
        });
        if role == Role::Core {
            let (compute, note) = traits.of(&self.group.cpus);
            let known = compute != Compute::default();
            space.compute = known.then_some(compute);
            space.note = note;
            if compute.operations.is_some() {
                space.assumed.insert(Figure::ComputeOperations);
            }
        }
        if self.children.is_empty() {
            // Leaves are single processors: cores are, where no core has two threads.
            cpus.extend(self.group.cpus.first());
        }
        self.children.sort_by_key(|c| c.group.cpus.first());
        space.spaces = self
            .children
            .into_iter()
            .map(|c| c.into_space(traits, cpus))
            .collect();
        space
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn group(kind: Kind, cpus: &str) -> Group {
        Group {
            kind,
            cpus: CpuSet::parse(cpus).unwrap(),
            memory: None,
        }
    }

    fn tree(usable: &str, groups: Vec<Group>) -> (Vec<String>, Vec<u32>) {
        let found = Found {
            usable: CpuSet::parse(usable).unwrap(),
            groups,
            memory: None,
        };
        let machine = assemble(found, &Traits::default());
        let line =
            |(depth, s): (usize, &Space)| format!("{}{} {}", "-".repeat(depth), s.count, s.name);
        (
            machine.root().walk().map(line).collect(),
            machine.cpus().to_vec(),
        )
    }

    #[test]
    fn sets_nest_by_inclusion_whatever_their_order() {
        let groups = vec![
            group(Kind::Core, "1"),
            group(Kind::cache(2), "0-1"),
            group(Kind::Package, "0-3"),
            group(Kind::Numa, "0-1"),
            group(Kind::Numa, "2-3"),
            group(Kind::cache(2), "2-3"),
        ];
        let (tree, cpus) = tree("0-3", groups);
        assert_eq!(
            tree,
            [
                "1 machine",
                "-1 package",
                "--2 numa",
                "---1 l2",
                "----2 core"
            ]
        );
        assert_eq!(cpus, [0, 1, 2, 3]);
    }

    #[test]
    fn a_set_that_cuts_through_another_is_left_out() {
        let groups = vec![
            group(Kind::Package, "0-3"),
            group(Kind::Numa, "2-5"),
            group(Kind::Package, "4-7"),
        ];
        let (tree, cpus) = tree("0-7", groups);
        assert_eq!(tree, ["1 machine", "-2 package", "--4 core"]);
        assert_eq!(cpus.len(), 8);
    }

    #[test]
    fn leaves_follow_the_tree_not_the_numbers() {
        let groups = vec![
            group(Kind::Core, "0,4"),
            group(Kind::Core, "1,5"),
            group(Kind::Core, "2,6"),
        ];
        let (tree, cpus) = tree("0-2,4-6", groups);
        assert_eq!(tree, ["1 machine", "-3 core", "--2 thread"]);
        assert_eq!(cpus, [0, 4, 1, 5, 2, 6]);
    }

    #[test]
    fn a_core_cut_through_keeps_its_processors() {
        let groups = vec![
            group(Kind::cache(2), "0-1"),
            group(Kind::cache(2), "2-3"),
            group(Kind::Core, "1-2"),
        ];
        let (_, mut cpus) = tree("0-3", groups);
        cpus.sort_unstable();
        assert_eq!(cpus, [0, 1, 2, 3]);
    }
}
