//! Which PPUs work for the LPUs of a space, as a mapping has it.
//!
//! The levels of a machine become ranges of the pool's PPUs, which stand in the order of the
//! machine: a unit of a level is a range, units inside of it are ranges inside of that. LPUs
//! that divide one LPU are dealt, in blocks of neighbours, to the units that its own unit has
//! of their space's level; where these are more than there are PPUs, several share one. A task
//! is at home with its LPU's unit; nothing that a program computes depends on where it runs.

use std::ops::Range;
use std::path::Path;

use hp5::highp5::mapping::{Levels, MapFile, Wish};
use hp5::highp5::partition::{ArrayId, Lpu, SpaceId, Spaces};
use hp5::highp5::{DescribeError, Machine, discover, home, read_text};
use hp5::rt::Task;

use crate::{Active, Fault};

/// Tasks of a stage for each PPU of its space. Of more LPUs neighbours are one task, if they
/// are small.
const TASKS_PER_PPU: usize = 64;

/// Elements that the LPUs of one task hold, if it has several: they are touched in a fraction
/// of the time in which two tasks are registered, or lie in the nearest cache.
const SMALL: usize = 4096;

/// LPUs for each PPU of a space from which on it is enough that each is a task: small LPUs that
/// divide them are walked within it.
const ENOUGH: usize = 4;

/// A task as mappings see it.
#[derive(Debug)]
pub struct TaskSpaces {
    /// Its name.
    pub name: &'static str,
    /// Its spaces but Root, each after the one that it divides.
    pub spaces: &'static [Mapped],
}

/// A space as mappings see it.
#[derive(Debug)]
pub struct Mapped {
    /// Its letter.
    pub name: &'static str,
    /// The space that it divides, by its place in the list; `None` for Root.
    pub parent: Option<usize>,
    /// It is partitioned.
    pub cuts: bool,
    /// Its LPUs go to PPUs as these become free.
    pub dynamic: bool,
}

/// A mapping, and the machine that it is for, which a program was translated with.
#[derive(Debug)]
pub struct Given {
    /// Name of the mapping file.
    pub file: &'static str,
    /// What stands in it.
    pub text: &'static str,
}

/// How the tasks of a program are mapped.
#[derive(Debug)]
pub(crate) struct Mapping {
    /// PPUs of the pool.
    ppus: usize,
    /// By task; empty without a mapping file.
    tasks: Vec<TaskUnits>,
}

/// How one task is.
#[derive(Debug)]
struct TaskUnits {
    /// Root's PPUs.
    root: Range<usize>,
    /// Units for the LPUs that divide one LPU, by space.
    per_parent: Vec<usize>,
}

impl Mapping {
    /// The mapping that `HP5_MAP` names, else the one that is given, else none, on the machine
    /// that the pool has.
    ///
    /// # Errors
    /// When one of them cannot be read, or they do not fit.
    pub(crate) fn of(
        tasks: &[TaskSpaces],
        given: Option<&Given>,
        ppus: usize,
    ) -> Result<Mapping, Fault> {
        let wrong = |error: &dyn std::fmt::Display| Fault::Mapping(error.to_string());
        let named = hp5::rt::file_variable("HP5_MAP");
        let (text, name) = match (named, given) {
            (Some(path), _) => {
                let name = Path::new(&path).display().to_string();
                let cannot = |error| wrong(&format!("cannot read {name}: {error}"));
                (read_text(Path::new(&path)).map_err(cannot)?, name)
            }
            (None, Some(given)) => (given.text.to_owned(), given.file.to_owned()),
            (None, None) => {
                return Ok(Mapping {
                    ppus,
                    tasks: Vec::new(),
                });
            }
        };
        let file = MapFile::read(&text, &name).map_err(|error| wrong(&error))?;
        let levels = Levels::of(&machine()?);
        Mapping::on(tasks, &file, &levels, ppus).map_err(|error| wrong(&error))
    }

    fn on(
        tasks: &[TaskSpaces],
        file: &MapFile,
        levels: &Levels,
        ppus: usize,
    ) -> Result<Mapping, DescribeError> {
        let names: Vec<&str> = tasks.iter().map(|task| task.name).collect();
        file.check_tasks(&names)?;
        let units = |(at, task)| units(at, task, file, levels, ppus);
        let tasks: Result<_, _> = tasks.iter().enumerate().map(units).collect();
        Ok(Mapping {
            tasks: tasks?,
            ppus,
        })
    }

    /// For how many PPUs a space of a task is, under one of the space around: what
    /// `block_stride` without a number deals to.
    pub(crate) fn dealt(&self, task: usize, space: usize) -> usize {
        let units = self.tasks.get(task);
        units
            .map_or(self.ppus, |units| units.per_parent[space])
            .max(1)
    }

    /// The spaces of an execution: for each of the hierarchy its place in the task's list.
    pub(crate) fn places(
        &self,
        tasks: &[TaskSpaces],
        task: usize,
        numbers: &[(SpaceId, usize)],
    ) -> Places {
        let spaces = tasks[task].spaces;
        let units = self.tasks.get(task);
        let mut places = Places {
            ppus: self.ppus,
            root: units.map_or(0..self.ppus, |units| units.root.clone()),
            mapped: units.is_some(),
            spaces: Vec::new(),
        };
        for &(id, at) in numbers {
            // Pieces of a sub-partition are where their LPU is.
            let known = Placed {
                units: 1,
                all: 1,
                dynamic: false,
            };
            places
                .spaces
                .resize(places.spaces.len().max(id.0 + 1), known);
            let units = |at: usize| match units {
                Some(units) => units.per_parent[at],
                None if spaces[at].cuts && !around(spaces, at).any(|at| spaces[at].cuts) => {
                    self.ppus
                }
                None => 1,
            };
            let all = around(spaces, at).map(units);
            let all = all.fold(units(at), usize::saturating_mul);
            places.spaces[id.0] = Placed {
                units: units(at),
                all: all.min(places.root.len()),
                dynamic: spaces[at].dynamic,
            };
        }
        places
    }
}

/// The spaces around one, the nearest first.
fn around(spaces: &[Mapped], at: usize) -> impl Iterator<Item = usize> + '_ {
    std::iter::successors(spaces[at].parent, |&at| spaces[at].parent)
}

/// The machine that the pool takes distances from.
fn machine() -> Result<Machine, Fault> {
    let named = hp5::rt::file_variable("HP5_MACHINE");
    match named {
        None => Ok(discover()),
        Some(name) => Machine::named(&name.to_string_lossy())
            .map_err(|error| Fault::Mapping(error.to_string())),
    }
}

fn units(
    at: usize,
    task: &TaskSpaces,
    file: &MapFile,
    levels: &Levels,
    ppus: usize,
) -> Result<TaskUnits, DescribeError> {
    let wish = |space: &Mapped| Wish {
        name: space.name,
        parent: space.parent,
        level: None,
        cuts: space.cuts,
    };
    let wishes: Vec<Wish<'_>> = task.spaces.iter().map(wish).collect();
    let mapped = levels.map(Some(file), file.task(task.name), &wishes)?;
    let number = |units: u64| usize::try_from(units).unwrap_or(usize::MAX).max(1);
    // Tasks that have a unit of a level each have different ones, as long as there are some.
    let all = match mapped.root.level {
        0 => 1,
        level => number(levels.list()[level].units),
    };
    let per_parent = mapped
        .spaces
        .iter()
        .map(|space| number(space.ppus_per_parent));
    Ok(TaskUnits {
        root: unit(0..ppus, at % all, all),
        per_parent: per_parent.collect(),
    })
}

/// The spaces that decide which cells an array has: some of them only in some executions.
#[must_use]
pub fn among<const N: usize>(spaces: [Option<SpaceId>; N]) -> Vec<SpaceId> {
    spaces.into_iter().flatten().collect()
}

/// Elements that an LPU holds.
fn held(spaces: &Spaces, lpu: &Lpu) -> usize {
    let elements = |array| lpu.elements(ArrayId(array)).unwrap_or(0);
    let arrays = 0..spaces.arrays().len();
    arrays.map(elements).fold(0, usize::saturating_add)
}

/// How many of these LPUs are one task, of a space with so many PPUs, each holding so much.
fn together(lpus: usize, ppus: usize, held: usize) -> usize {
    let many = lpus.div_ceil(TASKS_PER_PPU * ppus.max(1));
    many.min(SMALL / held.max(1)).max(1)
}

/// Unit `unit` of `units` that some PPUs are; at least one PPU.
fn unit(ppus: Range<usize>, unit: usize, units: usize) -> Range<usize> {
    let width = ppus.len() as u128;
    let at = |unit: usize| ppus.start + (width * unit as u128 / units.max(1) as u128) as usize;
    let start = at(unit).min(ppus.end.saturating_sub(1));
    start..at(unit + 1).max(start + 1)
}

/// Where the spaces of one execution are worked on.
#[derive(Debug)]
pub struct Places {
    ppus: usize,
    root: Range<usize>,
    mapped: bool,
    /// By number in the hierarchy.
    spaces: Vec<Placed>,
}

#[derive(Debug, Clone, Copy)]
struct Placed {
    /// Units for the LPUs that divide one LPU.
    units: usize,
    /// PPUs for all of its LPUs.
    all: usize,
    dynamic: bool,
}

impl Placed {
    /// Pieces of a sub-partition are where their LPU is.
    const PIECE: Placed = Placed {
        units: 1,
        all: 1,
        dynamic: false,
    };
}

impl Places {
    fn placed(&self, space: SpaceId) -> Placed {
        let known = self.spaces.get(space.0).copied();
        known.unwrap_or(Placed::PIECE)
    }

    /// Says where the task of an LPU is at home: before what it uses is declared.
    #[inline]
    pub fn settle(&self, task: &mut Task<'_>, lpu: &Lpu) {
        if lpu.space().is_some_and(|space| self.placed(space).dynamic) {
            return task.roams();
        }
        if !self.mapped {
            // Where its tiles are.
            return;
        }
        let ppus = self.of(lpu);
        if ppus.len() < self.ppus {
            task.home(ppus.start);
        }
    }

    /// The PPUs of an LPU's unit.
    fn of(&self, lpu: &Lpu) -> Range<usize> {
        let (Some(space), Some(around)) = (lpu.space(), lpu.around()) else {
            return self.root.clone();
        };
        let ppus = self.of(around);
        let units = self.placed(space).units;
        if units == 1 {
            return ppus;
        }
        let number = |n: usize, (&at, &count): (&usize, &usize)| n * count + at;
        let number = lpu.at().iter().zip(lpu.counts()).fold(0, number);
        let all = lpu.counts().iter().product();
        unit(ppus, home(number, all, units), units)
    }

    /// The LPUs of a space, as they are put together in tasks: neighbours, where they are many
    /// and small. Nothing that is computed depends on it.
    pub fn groups<'u, C>(
        &self,
        spaces: &Spaces,
        units: &'u [Active<C>],
    ) -> std::slice::Chunks<'u, Active<C>> {
        let size = units.first().map_or(1, |first| {
            let lpu = first.lpu();
            let held = held(spaces, lpu);
            let ppus = lpu.space().map_or(1, |space| self.placed(space).all);
            self::together(units.len(), ppus, held)
        });
        units.chunks(size)
    }

    /// True when the LPUs of a space are walked in the tasks of the LPUs that they divide: they
    /// are small, and the others many. It is the same all through an execution, and nothing that
    /// is computed depends on it.
    #[must_use]
    pub fn within(&self, spaces: &Spaces, space: SpaceId) -> bool {
        let mut way: Vec<SpaceId> = spaces.around(space).collect();
        way.reverse();
        let first = |lpu: &Lpu, space: SpaceId| {
            lpu.child(spaces, space, &vec![0; spaces.space(space).dimensions])
        };
        let (mut lpu, mut count) = (spaces.root(), 1_usize);
        for at in way {
            let counts = lpu.child_counts(spaces, at);
            count = counts.iter().fold(count, |n, &c| n.saturating_mul(c));
            lpu = first(&lpu, at);
        }
        let held = held(spaces, &first(&lpu, space));
        let placed = self.placed(space);
        !placed.dynamic && held <= SMALL && count >= ENOUGH.saturating_mul(placed.all)
    }

    /// Units of a space for the LPUs that divide one LPU: to as many parts are blocks dealt
    /// whose number the program leaves open.
    #[must_use]
    pub fn units(&self, space: SpaceId) -> usize {
        self.placed(space).units
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hp5::highp5::partition::{Cut, Function, Line, Padding, Shape, Space, Spaces, axes};

    const fn space(name: &'static str, parent: Option<usize>, dynamic: bool) -> Mapped {
        Mapped {
            name,
            parent,
            cuts: true,
            dynamic,
        }
    }

    const TASKS: &[TaskSpaces] = &[
        TaskSpaces {
            name: "S",
            spaces: &[space("A", None, false), space("B", Some(0), false)],
        },
        TaskSpaces {
            name: "T",
            spaces: &[space("A", None, false), space("B", Some(0), true)],
        },
    ];

    /// 8 pieces in Space A, 4 of each in Space B.
    fn spaces() -> (Spaces, [SpaceId; 2]) {
        let extents = vec![64];
        let mut spaces = Spaces::new(vec![Shape {
            name: "x".into(),
            extents,
        }]);
        let mut add = |name: &str, parent, count| {
            let cut = Cut::new(Function::BlockCount(count), Padding::both(0)).unwrap();
            let axes = axes(1, &[], &[cut], 1).unwrap();
            let line = Line {
                array: ArrayId(0),
                axes,
                relative_to: None,
            };
            let name = name.into();
            let space = Space {
                name,
                parent,
                dimensions: 1,
                lines: vec![line],
                order: vec![],
            };
            spaces.add(space).unwrap()
        };
        let a = add("A", None, 8);
        let b = add("B", Some(a), 4);
        (spaces, [a, b])
    }

    fn ranges(places: &Places, lpus: &[Lpu]) -> Vec<Range<usize>> {
        lpus.iter().map(|lpu| places.of(lpu)).collect()
    }

    #[test]
    fn units_of_units_work_for_the_parts_of_parts() {
        let (spaces, [a, b]) = spaces();
        let numbers = [(a, 0), (b, 1)];
        let levels = Levels::of(&Machine::synthetic("package:2 core:4").unwrap());
        let map = "\"S\" { Space A: package Space B: core } \"T\" { Space Root: package }";
        let map = MapFile::read(map, "m").unwrap();
        let mapping = Mapping::on(TASKS, &map, &levels, 8).unwrap();
        let places = mapping.places(TASKS, 0, &numbers);
        let all = ranges(&places, &spaces.lpus(a));
        assert_eq!(all, [vec![0..4; 4], vec![4..8; 4]].concat());
        let inside = ranges(&places, &spaces.lpus(b));
        assert_eq!(inside[..4], [0..1, 1..2, 2..3, 3..4]);
        assert_eq!(inside[28..], [4..5, 5..6, 6..7, 7..8]);
        assert_eq!((places.spaces[a.0].all, places.spaces[b.0].all), (2, 8));
        // The second task has the second package for itself.
        let places = mapping.places(TASKS, 1, &numbers);
        let all = ranges(&places, &spaces.lpus(a));
        assert_eq!(all, [4..5, 4..5, 5..6, 5..6, 6..7, 6..7, 7..8, 7..8]);
        assert!(places.spaces[b.0].dynamic && !places.spaces[a.0].dynamic);
        // Fewer PPUs than units: some share one.
        let mapping = Mapping::on(TASKS, &map, &levels, 3).unwrap();
        for (task, within) in [(0, 0..3), (1, 1..3)] {
            let places = mapping.places(TASKS, task, &numbers);
            for ppus in ranges(&places, &spaces.lpus(b)) {
                assert!(
                    ppus.start >= within.start && ppus.end <= within.end,
                    "{ppus:?}"
                );
                assert!(!ppus.is_empty());
            }
        }
    }

    #[test]
    fn lpus_are_one_task_where_they_are_many_and_small() {
        assert_eq!(together(128, 2, 1), 1);
        assert_eq!(together(129, 2, 1), 2);
        assert_eq!(
            together(1_000_000, 2, 1),
            4096,
            "no more than fit in the nearest cache"
        );
        assert_eq!(together(1_000_000, 8, 100), 40);
        assert_eq!(together(1_000_000, 2, 1 << 20), 1);
        assert_eq!((together(0, 2, 0), together(300, 1, 0)), (1, 5));
    }

    #[test]
    fn without_a_mapping_the_outermost_parts_are_for_all() {
        let (_, [a, b]) = spaces();
        let mapping = Mapping {
            ppus: 3,
            tasks: Vec::new(),
        };
        let places = mapping.places(TASKS, 0, &[(a, 0), (b, 1)]);
        assert_eq!((places.units(a), places.units(b)), (3, 1));
        // A sub-partition of Space B.
        assert_eq!(places.units(SpaceId(b.0 + 1)), 1);
        assert_eq!((places.spaces[a.0].all, places.spaces[b.0].all), (3, 3));
        let map = MapFile::read("\"U\" {}", "m").unwrap();
        let levels = Levels::of(&Machine::synthetic("core:2").unwrap());
        let error = Mapping::on(TASKS, &map, &levels, 3).unwrap_err();
        assert_eq!(error.message, "the program has no task \"U\"");
    }
}
