//! What a mapping comes to, space by space.

use pcubes::Machine;
use pcubes::describe::DescribeError;
use pcubes::mapping::{Levels, MapFile, Mapped, Placed, Store, Wish};
use pcubes::partition::{ArrayId, Lpu};

use crate::highp5::map::hierarchy::{Built, HierarchyError, build, order, part_of};
use crate::highp5::map::part::{Formula, Formulas};
use crate::highp5::map::sizes::Execution;
use crate::highp5::typed::{Program, SpaceId, Task, Type, VariableId};

/// LPUs around whose children are counted one by one; of more, the largest stands for all.
const MOST_COUNTED: usize = 4096;

/// One space of a task.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SpaceExplanation {
    /// Its letter, or `Root`.
    pub name: String,
    /// `<2d>`, or nothing.
    pub shape: String,
    /// Where it is mapped.
    pub placed: Placed,
    /// LPUs in all, where known.
    pub lpus: Option<u64>,
    /// LPUs that divide one LPU, per dimension: numbers or formulas.
    pub grid: Vec<String>,
    /// LPUs are worked on at a time; no more than there are, where that is known.
    pub at_a_time: u64,
    /// Arrays that an LPU holds: name, extents, bytes where known.
    pub arrays: Vec<(String, Vec<String>, Option<u64>)>,
    /// Bytes that the largest LPU holds, where known.
    pub bytes: Option<u64>,
    /// Bytes of a piece of its sub-partition, if it has one.
    pub piece: Option<u64>,
    /// Where they lie.
    pub store: Store,
    /// Some stage stands in it.
    pub works: bool,
}

/// A task, executed once.
#[derive(Debug, Clone, PartialEq)]
pub struct Explanation {
    /// The task.
    pub task: String,
    /// Its spaces, Root first.
    pub spaces: Vec<SpaceExplanation>,
    /// Why sizes are formulas: what is not known.
    pub unknown: Vec<String>,
}

/// What stands in the way.
#[derive(Debug, thiserror::Error)]
pub enum ExplainError {
    /// In the mapping file.
    #[error("{0}")]
    Map(#[from] DescribeError),
    /// In sizes and partition arguments.
    #[error("{0}")]
    Hierarchy(#[from] HierarchyError),
}

/// Explains the mapping of a task's execution on a machine.
///
/// # Errors
/// Mistakes of the mapping file; partition arguments that nothing can be cut by.
pub fn explain(
    program: &Program,
    execution: &Execution,
    machine: &Machine,
    map: Option<&MapFile>,
) -> Result<Explanation, ExplainError> {
    let task = &program.tasks[execution.task.0];
    let levels = Levels::of(machine);
    let (mapped, places) = places(task, &levels, map)?;
    let mut ppus = vec![1; task.spaces.len()];
    for (at, placed) in places.iter().enumerate() {
        ppus[at] = placed.ppus_per_parent;
    }
    let (built, unknown) = match build(task, execution, &ppus) {
        Ok(built) => (Some(built), Vec::new()),
        Err(HierarchyError::Unknown(list)) => (None, list),
        Err(error) => return Err(error.into()),
    };
    let formulas = Formulas {
        task,
        execution,
        ppus: &ppus,
    };
    let explainer = Explainer {
        program,
        task,
        formulas,
        levels: &levels,
        mapped: &mapped,
    };
    let mut spaces = Vec::new();
    for at in std::iter::once(0).chain(order(task)) {
        let exact = built.as_ref().and_then(|built| Exact::of(built, at));
        spaces.push(explainer.space(at, places[at], exact.as_ref()));
    }
    Ok(Explanation {
        task: task.name.clone(),
        spaces,
        unknown,
    })
}

/// Maps a task's spaces; the second result is by number of the task's space.
///
/// # Errors
/// Mistakes of the mapping file.
pub fn places(
    task: &Task,
    levels: &Levels,
    map: Option<&MapFile>,
) -> Result<(Mapped, Vec<Placed>), DescribeError> {
    let order = order(task);
    let wish = |&at: &usize| {
        let space = &task.spaces[at];
        let parent = space
            .parent
            .and_then(|p| order.iter().position(|&o| o == p.0));
        Wish {
            name: &space.name,
            parent,
            level: None,
            cuts: space.dimensions > 0,
        }
    };
    let wishes: Vec<Wish<'_>> = order.iter().map(wish).collect();
    let entries = map.and_then(|file| file.task(&task.name));
    let mapped = levels.map(map, entries, &wishes)?;
    let mut places = vec![mapped.root; task.spaces.len()];
    for (&at, &placed) in order.iter().zip(&mapped.spaces) {
        places[at] = placed;
    }
    Ok((mapped, places))
}

/// A space whose sizes are all known.
struct Exact<'b> {
    built: &'b Built,
    /// LPUs in all.
    lpus: u64,
    grid: Vec<usize>,
    /// Those that may hold most: a corner, and one from inside.
    largest: Vec<Lpu>,
    /// Pieces of these.
    pieces: Vec<Lpu>,
}

impl<'b> Exact<'b> {
    fn of(built: &'b Built, at: usize) -> Option<Exact<'b>> {
        let id = built.ids[at]?;
        let spaces = &built.spaces;
        // From the outermost space inwards.
        let mut path: Vec<_> = spaces.around(id).collect();
        path.reverse();
        path.push(id);
        let mut exact = Exact {
            built,
            lpus: 1,
            grid: Vec::new(),
            largest: vec![spaces.root()],
            pieces: Vec::new(),
        };
        // All LPUs around, as long as they are few.
        let mut all = Some(vec![spaces.root()]);
        for &space in &path {
            let number = |lpu: &Lpu| product(&lpu.child_counts(spaces, space));
            exact.grid = exact.largest[0].child_counts(spaces, space);
            let counted = all
                .as_ref()
                .map(|all| all.iter().map(number).fold(0, u64::saturating_add));
            let about = exact.lpus.saturating_mul(product(&exact.grid));
            exact.lpus = counted.unwrap_or(about);
            let few = exact.lpus <= MOST_COUNTED as u64;
            all = all.filter(|_| few).map(|all| {
                let children = |lpu: &Lpu| lpu.children(spaces, space).collect::<Vec<_>>();
                all.iter().flat_map(children).collect()
            });
            exact.largest = candidates(&exact.largest, spaces, space);
        }
        if let Some(sub) = built.subs[at] {
            exact.pieces = candidates(&exact.largest, spaces, sub);
        }
        Some(exact)
    }
}

fn product(counts: &[usize]) -> u64 {
    let counts = counts.iter().map(|&count| count as u64);
    counts.fold(1, u64::saturating_mul)
}

/// Of the LPUs that divide some, the first and one from inside, where padding is on both sides.
fn candidates(
    around: &[Lpu],
    spaces: &pcubes::partition::Spaces,
    space: pcubes::partition::SpaceId,
) -> Vec<Lpu> {
    let mut list = Vec::new();
    for lpu in around.iter().take(4) {
        let counts = lpu.child_counts(spaces, space);
        if counts.contains(&0) {
            continue;
        }
        let corner = vec![0; counts.len()];
        let inside: Vec<usize> = counts.iter().map(|&count| usize::from(count > 2)).collect();
        list.push(lpu.child(spaces, space, &inside));
        if corner != inside {
            list.push(lpu.child(spaces, space, &corner));
        }
    }
    match list.is_empty() {
        true => around.to_vec(),
        false => list,
    }
}

struct Explainer<'t> {
    program: &'t Program,
    task: &'t Task,
    formulas: Formulas<'t>,
    levels: &'t Levels,
    mapped: &'t Mapped,
}

impl Explainer<'_> {
    fn space(&self, at: usize, placed: Placed, exact: Option<&Exact<'_>>) -> SpaceExplanation {
        let space = &self.task.spaces[at];
        let id = SpaceId(at);
        let held = self.held(at);
        let arrays: Vec<_> = held.iter().map(|&v| self.array(id, v, exact)).collect();
        let bytes = match exact {
            // Root has no LPU of its own there.
            None => arrays.iter().try_fold(0_u64, |all, (_, _, bytes)| {
                Some(all.saturating_add((*bytes)?))
            }),
            Some(exact) => self.most(&exact.largest, exact.built, &held),
        };
        let piece = exact.and_then(|exact| match exact.pieces.is_empty() {
            true => None,
            false => self.most(&exact.pieces, exact.built, &held),
        });
        let lpus = match exact {
            Some(exact) => Some(exact.lpus),
            None => number(&self.formulas.all_lpus(id)),
        };
        let grid: Vec<String> = match exact {
            Some(exact) => exact.grid.iter().map(usize::to_string).collect(),
            None => self
                .formulas
                .lpus(id)
                .iter()
                .map(Formula::to_string)
                .collect(),
        };
        let at_a_time = lpus.map_or(placed.ppus, |lpus| placed.ppus.min(lpus.max(1)));
        let store = match piece.or(bytes) {
            Some(bytes) => self
                .levels
                .store(self.mapped.root, placed, bytes, at_a_time),
            None => Store::Unknown,
        };
        SpaceExplanation {
            name: space.name.clone(),
            shape: match space.dimensions {
                0 => String::new(),
                d => format!("<{d}d>"),
            },
            placed,
            lpus,
            grid,
            at_a_time,
            arrays,
            bytes,
            piece,
            store,
            works: self.task.stages.iter().any(|stage| stage.space == id),
        }
    }

    /// Arrays of a space: of Root, those that are nowhere else or that some space cuts.
    fn held(&self, at: usize) -> Vec<VariableId> {
        let all = (0..self.task.variables.len()).map(VariableId);
        let is_array = |v: &VariableId| matches!(self.task.variables[v.0].ty, Type::Array(..));
        let space = &self.task.spaces[at];
        let is_held = |v: &VariableId| at == 0 || part_of(&space.parts, *v).is_some();
        all.filter(is_array).filter(is_held).collect()
    }

    fn array(
        &self,
        space: SpaceId,
        variable: VariableId,
        exact: Option<&Exact<'_>>,
    ) -> (String, Vec<String>, Option<u64>) {
        let name = self.task.variables[variable.0].name.clone();
        let built = exact.and_then(|exact| Some((exact, exact.built.arrays[variable.0]?)));
        let lens: Option<Vec<usize>> = built.and_then(|(exact, array)| {
            let of = |lpu: &Lpu| Some((lpu.elements(array)?, lens(lpu, array)?));
            exact
                .largest
                .iter()
                .filter_map(of)
                .max()
                .map(|(_, lens)| lens)
        });
        if let Some(lens) = lens {
            let elements = product(&lens);
            let bytes = elements.saturating_mul(self.element_bytes(variable));
            return (
                name,
                lens.iter().map(usize::to_string).collect(),
                Some(bytes),
            );
        }
        let lens = self.formulas.part(space, variable);
        let elements = lens
            .iter()
            .map(number)
            .try_fold(1_u64, |all, n| Some(all.saturating_mul(n?)));
        let bytes = elements.map(|n| n.saturating_mul(self.element_bytes(variable)));
        (name, lens.iter().map(Formula::to_string).collect(), bytes)
    }

    /// Bytes of all arrays in the largest of some LPUs.
    fn most(&self, lpus: &[Lpu], built: &Built, held: &[VariableId]) -> Option<u64> {
        let of = |lpu: &Lpu| {
            let bytes = held.iter().map(|&variable| {
                let elements = lpu.elements(built.arrays[variable.0]?)? as u64;
                Some(elements.saturating_mul(self.element_bytes(variable)))
            });
            bytes.fold(0, |sum: u64, bytes| sum.saturating_add(bytes.unwrap_or(0)))
        };
        lpus.iter().map(of).max()
    }

    /// Bytes of an element, all versions of it.
    fn element_bytes(&self, variable: VariableId) -> u64 {
        let variable = &self.task.variables[variable.0];
        let element = match &variable.ty {
            Type::Array(element, _) => layout(element, self.program).0,
            ty => layout(ty, self.program).0,
        };
        element.saturating_mul(u64::from(variable.lag) + 1)
    }
}

fn lens(lpu: &Lpu, array: ArrayId) -> Option<Vec<usize>> {
    let part = lpu.part(array)?;
    Some(part.iter().map(|held| held.padded.len()).collect())
}

fn number(formula: &Formula) -> Option<u64> {
    match formula {
        Formula::Number(n) => Some(*n),
        Formula::Text(_) => None,
    }
}

/// Size and alignment of a value, as C lays it out.
fn layout(ty: &Type, program: &Program) -> (u64, u64) {
    match ty {
        Type::Integer | Type::Single => (4, 4),
        Type::Double | Type::Range => (8, 8),
        Type::Boolean | Type::Character => (1, 1),
        Type::Static(element, sizes) => {
            let (size, align) = layout(element, program);
            let count = sizes.iter().fold(1, |all: u64, &n| all.saturating_mul(n));
            (size.saturating_mul(count), align)
        }
        Type::Record(record) => {
            let (mut size, mut align) = (0_u64, 1);
            // A record holds records before it alone.
            for (_, field) in &program.records[record.0].fields {
                let (bytes, aligned) = layout(field, program);
                size = padded(size, aligned).saturating_add(bytes);
                align = align.max(aligned);
            }
            (padded(size, align), align)
        }
        // A pointer, a length, a capacity.
        _ => (24, 8),
    }
}

/// The next multiple of `align`, or as much as can be.
fn padded(size: u64, align: u64) -> u64 {
    size.checked_next_multiple_of(align).unwrap_or(u64::MAX)
}
