//! Which physical units work for the LPUs of each space, and where their data lie.
//!
//! The two substitution rules of section 6.1.1:
//!
//! 1. *Compute.* A space that is mapped to a level where nothing is computed is worked on at
//!    the nearest level that computes: below, by one unit for each unit of the mapped level;
//!    above, by the one unit around several of them, so there are fewer.
//! 2. *Memory.* Where a unit has too little memory for an LPU's data, they are in the memory of
//!    the nearest unit around it that has enough, and are staged in and out. Units that share
//!    a memory share it: it has to hold the data of all that work below it at a time. The unit
//!    is that of the mapped level, or the one above that stands in; where neither it nor
//!    anything around it has a memory, one of the nearest level below that has.

use crate::describe::DescribeError;
use crate::mapping::levels::Levels;
use crate::mapping::read::{Entry, MapFile, Target, TaskMap};
use crate::measure::Bytes;

/// A logical space that is to be mapped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Wish<'w> {
    /// Its letter.
    pub name: &'w str,
    /// The space that it divides, by its place in the list, before this one; `None` for Root.
    pub parent: Option<usize>,
    /// The level that somebody chose, where no mapping file does.
    pub level: Option<usize>,
    /// It has several LPUs (it is not un-partitioned): worth a level of its own.
    pub cuts: bool,
}

/// Where a space is worked on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Placed {
    /// The level that it is mapped to.
    pub level: usize,
    /// The level whose units execute its LPUs (rule 1).
    pub stand_in: usize,
    /// Units that execute at a time: the degree of parallelism.
    pub ppus: u64,
    /// Of these, for the LPUs that divide one LPU of the space around.
    pub ppus_per_parent: u64,
    /// The mapping was not given, but chosen here.
    pub by_default: bool,
}

/// The spaces of a task on a machine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mapped {
    /// Where Root is.
    pub root: Placed,
    /// The others, in the order of the wishes.
    pub spaces: Vec<Placed>,
}

/// Where an LPU's data lie (rule 2).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Store {
    /// In the executing unit's own memory, or the first one above it: of this level.
    Near {
        /// The level of the memory.
        level: usize,
    },
    /// There is too little room; in that of a level further up.
    Staged {
        /// The level whose memory is too small.
        from: usize,
        /// The level of the memory that holds them.
        level: usize,
    },
    /// No memory of the machine holds them.
    Nowhere,
    /// The machine's description says nothing about memories.
    Unknown,
}

impl Levels {
    /// Maps spaces: as the file says, else as wished, else by default (spaces without LPUs of
    /// their own where the space around is, the outermost of the others to the workers'
    /// level, those inside of it beside it).
    ///
    /// # Errors
    /// At the entry of the file that names no level, no space of the task, or a level above
    /// that of the space around.
    pub fn map(
        &self,
        file: Option<&MapFile>,
        task: Option<&TaskMap>,
        spaces: &[Wish<'_>],
    ) -> Result<Mapped, DescribeError> {
        let given = file.zip(task);
        if let Some((file, task)) = given {
            self.check_spaces(file, task, spaces)?;
        }
        let named = |name: &str| match given {
            None => Ok(None),
            Some((file, task)) => {
                let entry = task.entry(name);
                let with = |entry| Ok(((file, entry), self.target(file, entry)?));
                entry.map(with).transpose()
            }
        };
        let root_level = named("Root")?.map(|(_, level)| level);
        let root = Placed {
            by_default: root_level.is_none(),
            ..self.root(root_level.unwrap_or(0))
        };
        let mut placed: Vec<Placed> = Vec::new();
        for wish in spaces {
            let around = wish.parent.and_then(|at| placed.get(at).copied());
            let around = around.unwrap_or(root);
            let chosen = named(wish.name)?;
            let level = match (chosen, wish.level, wish.cuts) {
                (Some((entry, level)), ..) if level < around.level => {
                    return Err(self.above(entry, wish, level, around.level, spaces));
                }
                (Some((_, level)), ..) => level,
                // What is no mistake of a file is corrected.
                (None, Some(level), _) => level.max(around.level),
                (None, None, true) => around.level.max(self.workers()),
                (None, None, false) => around.level,
            };
            placed.push(Placed {
                by_default: chosen.is_none() && wish.level.is_none(),
                ..self.placed(level, root, around)
            });
        }
        Ok(Mapped {
            root,
            spaces: placed,
        })
    }

    fn above(
        &self,
        (file, entry): (&MapFile, &Entry),
        wish: &Wish<'_>,
        level: usize,
        around: usize,
        spaces: &[Wish<'_>],
    ) -> DescribeError {
        let parent = wish.parent.map_or("Root", |at| spaces[at].name);
        let message = format!(
            "space {} is mapped to {}, above {}, where space {parent} around it is",
            wish.name,
            self.name(level),
            self.name(around)
        );
        let help = format!(
            "a space is mapped where the space that it divides is, or lower: {}",
            self.says(around)
        );
        file.error(entry.target_span.clone(), message, help)
    }

    fn check_spaces(
        &self,
        file: &MapFile,
        task: &TaskMap,
        spaces: &[Wish<'_>],
    ) -> Result<(), DescribeError> {
        let is_known = |name: &str| name == "Root" || spaces.iter().any(|wish| wish.name == name);
        let Some(entry) = task.entries.iter().find(|entry| !is_known(&entry.space)) else {
            return Ok(());
        };
        let all: Vec<&str> = spaces.iter().map(|wish| wish.name).collect();
        let message = format!("task \"{}\" has no space {}", task.task, entry.space);
        let help = format!("its spaces are Root, {}", all.join(", "));
        Err(file.error(entry.space_span.clone(), message, help))
    }

    fn target(&self, file: &MapFile, entry: &Entry) -> Result<usize, DescribeError> {
        let (found, what) = match &entry.target {
            Target::Number(number) => (self.numbered(*number), format!("level {number}")),
            Target::Name(name) => (self.named(name), format!("level `{name}`")),
        };
        found.ok_or_else(|| {
            let help = format!("its levels are {}", self.says(0));
            let message = format!("the machine has no {what}");
            file.error(entry.target_span.clone(), message, help)
        })
    }

    /// The levels from `from` down, in words: "Core-Pair (2), Core (1)".
    fn says(&self, from: usize) -> String {
        let one = |at: usize| format!("{} ({})", self.name(at), self.list()[at].number);
        let all: Vec<String> = (from..self.list().len()).map(one).collect();
        all.join(", ")
    }

    /// Root on one unit of a level; of the highest, on all of them.
    fn root(&self, level: usize) -> Placed {
        Placed {
            level,
            stand_in: self.stand_in(level),
            ppus: 1,
            ppus_per_parent: 1,
            by_default: false,
        }
    }

    /// Units of a level within those of Root's.
    fn units(&self, level: usize, root: Placed) -> u64 {
        let units = |level: usize| self.list()[level].units.max(1);
        let roots = match root.level {
            0 => 1,
            level => units(level),
        };
        (units(level) / roots).max(1)
    }

    fn placed(&self, level: usize, root: Placed, around: Placed) -> Placed {
        let stand_in = self.stand_in(level);
        // Above the mapped level there is one stand-in for several units.
        let ppus = self.units(level.min(stand_in), root);
        Placed {
            level,
            stand_in,
            ppus,
            ppus_per_parent: (ppus / around.ppus.max(1)).max(1),
            by_default: false,
        }
    }

    /// Where `bytes` of data per LPU lie, when as many LPUs as `busy` are worked on at a time
    /// (no more than the space's PPUs).
    #[must_use]
    pub fn store(&self, root: Placed, space: Placed, bytes: u64, busy: u64) -> Store {
        if !self.knows_memory() {
            return Store::Unknown;
        }
        let busy = busy.clamp(1, space.ppus.max(1));
        let mut near = None;
        let unit = space.level.min(space.stand_in);
        let has_memory = |level: &usize| self.list()[*level].memory.is_some();
        let below = || (unit..self.list().len()).find(has_memory);
        let unit = (0..=unit)
            .rev()
            .find(has_memory)
            .or_else(below)
            .unwrap_or(unit);
        for level in (0..=unit).rev() {
            let Some(Bytes(size)) = self.list()[level].memory else {
                continue;
            };
            let sharing = busy.div_ceil(self.units(level, root));
            let fits = bytes.checked_mul(sharing).is_some_and(|all| all <= size);
            match (fits, near) {
                (true, None) => return Store::Near { level },
                (true, Some(from)) => return Store::Staged { from, level },
                (false, _) => near = near.or(Some(level)),
            }
        }
        Store::Nowhere
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::Machine;

    fn hermes() -> Levels {
        Levels::of(&Machine::named("hermes").unwrap())
    }

    fn wish<'w>(name: &'w str, parent: Option<usize>) -> Wish<'w> {
        Wish {
            name,
            parent,
            level: None,
            cuts: true,
        }
    }

    fn map(levels: &Levels, entries: &str) -> Result<Mapped, DescribeError> {
        let file = MapFile::read(&format!("\"S\" {{ {entries} }}"), "s.map").unwrap();
        let spaces = [wish("A", None), wish("B", Some(0))];
        levels.map(Some(&file), file.task("S"), &spaces)
    }

    /// Table 1, with what the text says of it: the degree of parallelism of spaces A and B.
    #[test]
    fn table_1_of_the_paper() {
        let levels = hermes();
        let degrees = |entries: &str| {
            let mapped = map(&levels, entries).unwrap();
            let ppus: Vec<u64> = mapped.spaces.iter().map(|space| space.ppus).collect();
            let level = |space: &Placed| levels.name(space.stand_in).to_owned();
            assert!(
                mapped
                    .spaces
                    .iter()
                    .all(|space| level(space) == "Core-Pair")
            );
            ppus
        };
        assert_eq!(degrees("Space A: CPU Space B: Core-Pair"), [16, 128]);
        assert_eq!(degrees("Space A: NUMANode Space B: NUMANode"), [32, 32]);
        // What the paper calls a socket there is a node of figure 1.
        let c = "Space Root: Node Space A: CPU Space B: Core-Pair";
        assert_eq!(degrees(c), [4, 32]);
        // A core has no compute capacity of its own: pairs stand in, and there are fewer.
        assert_eq!(degrees("Space A: CPU Space B: Core"), [16, 128]);
        assert_eq!(degrees("Space Root: 4 Space A: 4 Space B: 1"), [1, 8]);
        assert_eq!(degrees("Space Root: Core"), [1, 1]);
    }

    #[test]
    fn warps_keep_their_data_in_the_multiprocessor() {
        let levels = Levels::of(&Machine::named("k20").unwrap());
        let mapped = map(&levels, "Space Root: GPU Space A: SM Space B: Warp").unwrap();
        let [sm, warp] = mapped.spaces[..] else {
            panic!("two spaces")
        };
        assert_eq!((sm.ppus, levels.name(sm.stand_in)), (15, "Warp"));
        assert_eq!((warp.ppus, warp.ppus_per_parent), (240, 16));
        let store = |space, bytes, busy| levels.store(mapped.root, space, bytes, busy);
        let level = |name| levels.named(name).unwrap();
        // Sixteen warps share 48 KiB.
        let near = Store::Near { level: level("SM") };
        assert_eq!(store(warp, 3 << 10, 240), near);
        let staged = Store::Staged {
            from: level("SM"),
            level: level("GPU"),
        };
        assert_eq!(store(warp, (3 << 10) + 1, 240), staged);
        assert_eq!(store(warp, 48 << 10, 15), near, "one on each");
        assert_eq!(store(sm, 48 << 10, 15), near);
        assert_eq!(store(warp, 6 << 30, 240), Store::Nowhere);
        assert_eq!(store(warp, u64::MAX, 240), Store::Nowhere);
    }

    #[test]
    fn a_task_in_one_socket_has_its_memory_for_itself() {
        let levels = hermes();
        let mapped = map(
            &levels,
            "Space Root: CPU Space A: NUMA-Node Space B: Core-Pair",
        )
        .unwrap();
        let b = mapped.spaces[1];
        assert_eq!(b.ppus, 8);
        let l3 = levels.named("NUMA-Node").unwrap();
        let from = levels.named("Core-Pair").unwrap();
        let store = |bytes| levels.store(mapped.root, b, bytes, 8);
        assert_eq!(store(2 << 20), Store::Near { level: from });
        // 8 MiB for four pairs; then 64 GiB for eight.
        let cpu = levels.named("CPU").unwrap();
        assert_eq!(store((2 << 20) + 1), Store::Staged { from, level: cpu });
        let one = levels.store(mapped.root, b, 8 << 20, 1);
        assert_eq!(one, Store::Staged { from, level: l3 });
        // Space A is mapped to NUMA nodes: their memory counts, whoever computes.
        let a = levels.store(mapped.root, mapped.spaces[0], 8 << 20, 2);
        assert_eq!(a, Store::Near { level: l3 });
        // No memory above the CPU: what is mapped there lies in one.
        let all = map(&levels, "Space A: Cluster").unwrap();
        let here = levels.store(all.root, all.spaces[0], 1 << 30, 1);
        assert_eq!(here, Store::Near { level: cpu });
    }

    #[test]
    fn without_a_file_there_is_a_default() {
        let levels = hermes();
        let whole = Wish {
            cuts: false,
            ..wish("A", None)
        };
        let spaces = [whole, wish("B", Some(0)), wish("C", Some(1))];
        let mapped = levels.map(None, None, &spaces).unwrap();
        let names: Vec<_> = mapped.spaces.iter().map(|s| levels.name(s.level)).collect();
        assert_eq!(names, ["Cluster", "Core-Pair", "Core-Pair"]);
        let ppus: Vec<_> = mapped.spaces.iter().map(|s| s.ppus).collect();
        assert_eq!(ppus, [1, 128, 128]);
        assert!(mapped.root.by_default && mapped.spaces.iter().all(|s| s.by_default));
    }

    #[test]
    fn a_machine_without_figures_is_mapped_all_the_same() {
        let text = "Space 3: Node (2)\nSpace 2: CPU (4)\nSpace 1<core>: Core (8)";
        let machine = Machine::from_ml(text, "m.ml").unwrap().remove(0);
        let levels = Levels::of(&machine);
        let mapped = map(&levels, "Space A: 2").unwrap();
        assert_eq!((mapped.spaces[0].ppus, mapped.spaces[1].ppus), (8, 64));
        assert_eq!(
            levels.store(mapped.root, mapped.spaces[1], 1, 1),
            Store::Unknown
        );
        let socket = map(&levels, "Space Root: CPU").unwrap();
        assert_eq!(socket.spaces[0].ppus, 8);
    }

    #[test]
    fn what_cannot_be_is_said_at_its_entry() {
        let levels = hermes();
        let cases = [
            ("Space A: Sokcet", 16, "the machine has no level `Sokcet`"),
            ("Space A: 9", 16, "the machine has no level 9"),
            ("Space X: 1", 13, "task \"S\" has no space X"),
            (
                "Space A: Core Space B: CPU",
                30,
                "space B is mapped to CPU, above Core, where space A around it is",
            ),
            (
                "Space Root: CPU Space A: Node",
                32,
                "space A is mapped to Node, above CPU, where space Root around it is",
            ),
        ];
        for (entries, column, message) in cases {
            let error = map(&levels, entries).unwrap_err();
            let found = (error.line, error.column, error.message.as_str());
            assert_eq!(found, (1, column, message), "{error}");
            assert!(error.help.is_some());
        }
    }
}
