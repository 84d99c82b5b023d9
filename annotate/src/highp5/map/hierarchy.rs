//! A task's Partition section over arrays of known sizes, as [`pcubes::partition::Spaces`].

use pcubes::partition::{
    ArrayId, Axis, Cut, Direction, Function, Line, Padding, Shape, Space, SpaceError, SpaceId,
    Spaces,
};
use thiserror::Error;

use crate::highp5::ast::Order;
use crate::highp5::map::sizes::Execution;
use crate::highp5::typed::{
    self, Along, Amount, Part, PartitionFunction, SubPartition, Task, Type, VariableId,
};

/// Why there is none.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum HierarchyError {
    /// Sizes (`a.dimension1`) or partition arguments (`partition.k`) are not known.
    #[error("{} not known", .0.join(", "))]
    Unknown(Vec<String>),
    /// A partition argument that nothing can be cut by.
    #[error("partition argument {name} of \"{task}\" is {value}; sizes and counts begin at 1")]
    Argument {
        /// The task.
        task: String,
        /// The argument.
        name: String,
        /// Its value.
        value: i64,
    },
    /// Anything else about the spaces.
    #[error("task \"{task}\": {error}")]
    Space {
        /// The task.
        task: String,
        /// What.
        error: SpaceError,
    },
}

/// The spaces of a task.
#[derive(Debug, Clone)]
pub struct Built {
    /// They and the arrays.
    pub spaces: Spaces,
    /// By number of the task's space; none for Root.
    pub ids: Vec<Option<SpaceId>>,
    /// Their sub-partitions.
    pub subs: Vec<Option<SpaceId>>,
    /// By number of the task's variable; none for what is no array.
    pub arrays: Vec<Option<ArrayId>>,
}

/// Builds the spaces of a task. `ppus` says, for each space of the task, how many PPUs work
/// for the LPUs that divide one LPU: what `block_stride` without a count deals to.
///
/// # Errors
/// What is not known, or cannot be.
pub fn build(task: &Task, execution: &Execution, ppus: &[u64]) -> Result<Built, HierarchyError> {
    let unknown = unknown(task, execution);
    if !unknown.is_empty() {
        return Err(HierarchyError::Unknown(unknown));
    }
    let mut shapes = Vec::new();
    let mut arrays = Vec::new();
    for (variable, extents) in task.variables.iter().zip(&execution.extents) {
        let is_used = matches!(variable.ty, Type::Array(..)) && is_cut(task, arrays.len());
        arrays.push(is_used.then(|| {
            shapes.push(Shape {
                name: variable.name.clone(),
                extents: extents.iter().map(|extent| extent.unwrap_or(0)).collect(),
            });
            ArrayId(shapes.len() - 1)
        }));
    }
    let mut built = Built {
        spaces: Spaces::new(shapes),
        ids: vec![None; task.spaces.len()],
        subs: vec![None; task.spaces.len()],
        arrays,
    };
    for at in order(task) {
        let builder = Builder {
            task,
            execution,
            ppus: ppus.get(at).copied().unwrap_or(1),
        };
        builder.space(at, &mut built)?;
    }
    Ok(built)
}

/// Spaces but Root, each after the one that it divides.
pub(in crate::highp5) fn order(task: &Task) -> Vec<usize> {
    let mut order: Vec<usize> = Vec::new();
    let parent = |at: usize| task.spaces[at].parent.map_or(0, |parent| parent.0);
    // A circle, which the checker does not let pass, would end this too.
    for _ in 0..task.spaces.len() {
        for at in 1..task.spaces.len() {
            let ready = parent(at) == 0 || order.contains(&parent(at));
            if ready && !order.contains(&at) {
                order.push(at);
            }
        }
    }
    order
}

/// True when some space names the variable.
fn is_cut(task: &Task, variable: usize) -> bool {
    let names = |parts: &[Part]| parts.iter().any(|part| part.variable.0 == variable);
    task.spaces.iter().any(|space| {
        let sub = space.sub_partition.as_ref();
        names(&space.parts) || sub.is_some_and(|sub| names(&sub.parts))
    })
}

/// What is not known, each once, in words.
fn unknown(task: &Task, execution: &Execution) -> Vec<String> {
    let mut list: Vec<String> = Vec::new();
    for at in (0..task.variables.len()).filter(|&at| is_cut(task, at)) {
        let dimensions = execution.extents[at].iter().zip(&execution.names[at]);
        for (d, (extent, name)) in dimensions.enumerate() {
            let own = || format!("{}.dimension{}", task.variables[at].name, d + 1);
            let name = name.clone().unwrap_or_else(own);
            if extent.is_none() && !list.contains(&name) {
                list.push(name);
            }
        }
    }
    for (name, value) in task.partition.iter().zip(&execution.partition) {
        if value.is_none() {
            list.push(format!("partition.{name}"));
        }
    }
    list
}

struct Builder<'t> {
    task: &'t Task,
    execution: &'t Execution,
    ppus: u64,
}

impl Builder<'_> {
    fn error(&self, error: SpaceError) -> HierarchyError {
        HierarchyError::Space {
            task: self.task.name.clone(),
            error,
        }
    }

    fn space(&self, at: usize, built: &mut Built) -> Result<(), HierarchyError> {
        let space = &self.task.spaces[at];
        let parent = space
            .parent
            .and_then(|parent| match space.divides_sub_partitions {
                true => built.subs[parent.0].or(built.ids[parent.0]),
                false => built.ids[parent.0],
            });
        let whole = Space {
            name: space.name.clone(),
            parent,
            dimensions: usize::from(space.dimensions),
            lines: self.lines(&space.parts, built)?,
            order: Vec::new(),
        };
        let id = built.spaces.add(whole).map_err(|error| self.error(error))?;
        built.ids[at] = Some(id);
        if let Some(sub) = &space.sub_partition {
            let sub = self.sub(space, sub, id, built)?;
            built.subs[at] = Some(built.spaces.add(sub).map_err(|error| self.error(error))?);
        }
        Ok(())
    }

    /// The space that a sub-partition is; what it does not cut is whole in each piece.
    fn sub(
        &self,
        space: &typed::Space,
        sub: &SubPartition,
        parent: SpaceId,
        built: &Built,
    ) -> Result<Space, HierarchyError> {
        let mut lines = self.lines(&sub.parts, built)?;
        for part in &space.parts {
            let array = built.arrays[part.variable.0];
            let missing = array.filter(|&id| lines.iter().all(|line| line.array != id));
            lines.extend(missing.map(|array| Line {
                array,
                axes: Vec::new(),
                relative_to: None,
            }));
        }
        let mut order = vec![Direction::Ascending; usize::from(sub.dimensions)];
        for along in sub
            .parts
            .iter()
            .flat_map(|part| part.along.iter().enumerate())
        {
            if let (
                d,
                Along::Cut {
                    order: Some(Order::Descending),
                    ..
                },
            ) = along
                && let Some(direction) = order.get_mut(d)
            {
                *direction = Direction::Descending;
            }
        }
        Ok(Space {
            name: format!("{}'s sub-partition", space.name),
            parent: Some(parent),
            dimensions: usize::from(sub.dimensions),
            lines,
            order,
        })
    }

    fn lines(&self, parts: &[Part], built: &Built) -> Result<Vec<Line>, HierarchyError> {
        let mut lines = Vec::new();
        for part in parts {
            let Some(array) = built.arrays[part.variable.0] else {
                continue;
            };
            let mut axes = Vec::new();
            for (space, along) in part.along.iter().enumerate() {
                if let Some((array, cut)) = self.cut(along)? {
                    axes.push(Axis { space, array, cut });
                }
            }
            lines.push(Line {
                array,
                axes,
                relative_to: part.relative.and_then(|space| built.ids[space.0]),
            });
        }
        Ok(lines)
    }

    fn cut(&self, along: &Along) -> Result<Option<(usize, Cut)>, HierarchyError> {
        let Along::Cut {
            dimension,
            function,
            padding,
            ..
        } = along
        else {
            return Ok(None);
        };
        let function = match *function {
            PartitionFunction::BlockSize(size) => Function::BlockSize(self.amount(size, 1)?),
            PartitionFunction::BlockCount(count) => Function::BlockCount(self.amount(count, 1)?),
            PartitionFunction::BlockStride(size, count) => Function::BlockStride {
                size: self.amount(size, 1)?,
                count: match count {
                    Some(count) => self.amount(count, 1)?,
                    None => usize::try_from(self.ppus.max(1)).unwrap_or(usize::MAX),
                },
            },
        };
        let padding = Padding {
            low: self.amount(padding.0, 0)?,
            high: self.amount(padding.1, 0)?,
        };
        let cut = Cut::new(function, padding).map_err(|error| self.error(error.into()))?;
        Ok(Some((usize::from(*dimension), cut)))
    }

    fn amount(&self, amount: Amount, least: i64) -> Result<usize, HierarchyError> {
        let at = match amount {
            Amount::Constant(n) => return Ok(usize::try_from(n).unwrap_or(usize::MAX)),
            Amount::Parameter(at) => at,
        };
        let value = self
            .execution
            .partition
            .get(at)
            .copied()
            .flatten()
            .unwrap_or(0);
        let wrong = || HierarchyError::Argument {
            task: self.task.name.clone(),
            name: self.task.partition.get(at).cloned().unwrap_or_default(),
            value,
        };
        if value < least {
            return Err(wrong());
        }
        usize::try_from(value).map_err(|_| wrong())
    }
}

/// The variable's part in a space, if it has one there.
pub(super) fn part_of(parts: &[Part], variable: VariableId) -> Option<&Part> {
    parts.iter().find(|part| part.variable == variable)
}
