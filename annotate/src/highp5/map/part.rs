//! Parts of arrays as formulas, for when sizes are not known.

use crate::highp5::map::hierarchy::part_of;
use crate::highp5::map::sizes::Execution;
use crate::highp5::typed::{Along, Amount, Part, PartitionFunction, SpaceId, Task, VariableId};

/// A number, or what stands for it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Formula {
    Number(u64),
    Text(String),
}

impl std::fmt::Display for Formula {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Formula::Number(n) => n.fmt(f),
            Formula::Text(text) => text.fmt(f),
        }
    }
}

impl Formula {
    fn over(self, other: Formula) -> Formula {
        match (self, other) {
            (Formula::Number(a), Formula::Number(b)) => Formula::Number(a.div_ceil(b.max(1))),
            (a, Formula::Number(1)) => a,
            (Formula::Text(a), b) if a.contains(" + ") => {
                Formula::Text(format!("ceil(({a}) / {b})"))
            }
            (a, b) => Formula::Text(format!("ceil({a} / {b})")),
        }
    }

    fn times(self, other: Formula) -> Formula {
        match (self, other) {
            (Formula::Number(a), Formula::Number(b)) => Formula::Number(a.saturating_mul(b)),
            (Formula::Number(1), b) => b,
            (a, Formula::Number(1)) => a,
            (a, b) => Formula::Text(format!("{a} x {b}")),
        }
    }

    fn plus(self, other: Formula) -> Formula {
        match (self, other) {
            (Formula::Number(a), Formula::Number(b)) => Formula::Number(a.saturating_add(b)),
            (a, Formula::Number(0)) => a,
            (Formula::Number(0), b) => b,
            (a, b) if a == b => Formula::Text(format!("2*{a}")),
            (a, b) => Formula::Text(format!("{a} + {b}")),
        }
    }
}

/// Formulas over one execution of a task.
pub(super) struct Formulas<'t> {
    pub(super) task: &'t Task,
    pub(super) execution: &'t Execution,
    /// PPUs for the LPUs that divide one LPU, by space.
    pub(super) ppus: &'t [u64],
}

impl Formulas<'_> {
    fn amount(&self, amount: Amount) -> Formula {
        match amount {
            Amount::Constant(n) => Formula::Number(n),
            Amount::Parameter(at) => match self.execution.partition.get(at).copied().flatten() {
                Some(value) => Formula::Number(u64::try_from(value).unwrap_or(0)),
                None => Formula::Text(self.task.partition[at].clone()),
            },
        }
    }

    /// Indices of a dimension of an array in the whole task.
    fn extent(&self, variable: VariableId, d: usize) -> Formula {
        match self.execution.extents[variable.0].get(d).copied().flatten() {
            Some(extent) => Formula::Number(extent as u64),
            None => {
                let name = self.execution.names[variable.0].get(d).cloned().flatten();
                let own = &self.task.variables[variable.0].name;
                Formula::Text(name.unwrap_or_else(|| format!("{own}.dimension{}", d + 1)))
            }
        }
    }

    /// Indices that an LPU of a space has of a dimension, at most.
    pub(super) fn length(&self, space: SpaceId, variable: VariableId, d: usize) -> Formula {
        let here = &self.task.spaces[space.0];
        let Some(part) = part_of(&here.parts, variable) else {
            return match here.parent {
                Some(parent) => self.length(parent, variable, d),
                None => self.extent(variable, d),
            };
        };
        let base = self.base(space, part, d);
        for along in &part.along {
            if let Along::Cut {
                dimension,
                function,
                padding,
                ..
            } = along
                && usize::from(*dimension) == d
            {
                let block = match *function {
                    PartitionFunction::BlockSize(size) => self.amount(size),
                    PartitionFunction::BlockCount(count) => base.over(self.amount(count)),
                    PartitionFunction::BlockStride(_, count) => base.over(self.count(space, count)),
                };
                let padding = self.amount(padding.0).plus(self.amount(padding.1));
                return block.plus(padding);
            }
        }
        base
    }

    fn count(&self, space: SpaceId, count: Option<Amount>) -> Formula {
        let ppus = self.ppus.get(space.0).copied().unwrap_or(1);
        count.map_or(Formula::Number(ppus), |count| self.amount(count))
    }

    /// What a part of a space is cut out of.
    fn base(&self, space: SpaceId, part: &Part, d: usize) -> Formula {
        let parent = part.relative.or(self.task.spaces[space.0].parent);
        match parent {
            Some(parent) => self.length(parent, part.variable, d),
            None => self.extent(part.variable, d),
        }
    }

    /// LPUs that divide one LPU, per dimension.
    pub(super) fn lpus(&self, space: SpaceId) -> Vec<Formula> {
        let here = &self.task.spaces[space.0];
        let along = |d: usize| -> Formula {
            let mut found: Vec<Formula> = Vec::new();
            for part in &here.parts {
                let Some(Along::Cut {
                    dimension,
                    function,
                    ..
                }) = part.along.get(d)
                else {
                    continue;
                };
                let parts = match *function {
                    PartitionFunction::BlockSize(size) => self
                        .base(space, part, usize::from(*dimension))
                        .over(self.amount(size)),
                    PartitionFunction::BlockCount(count) => self.amount(count),
                    PartitionFunction::BlockStride(_, count) => self.count(space, count),
                };
                if !found.contains(&parts) {
                    found.push(parts);
                }
            }
            match found.as_slice() {
                [] => Formula::Number(1),
                [one] => one.clone(),
                several => {
                    let all: Vec<String> = several.iter().map(Formula::to_string).collect();
                    Formula::Text(format!("max({})", all.join(", ")))
                }
            }
        };
        (0..usize::from(here.dimensions)).map(along).collect()
    }

    /// LPUs in all.
    pub(super) fn all_lpus(&self, space: SpaceId) -> Formula {
        let around = match self.task.spaces[space.0].parent {
            Some(parent) => self.all_lpus(parent),
            None => Formula::Number(1),
        };
        self.lpus(space).into_iter().fold(around, Formula::times)
    }

    /// The extents of an LPU's part of an array.
    pub(super) fn part(&self, space: SpaceId, variable: VariableId) -> Vec<Formula> {
        let rank = self.execution.extents[variable.0].len();
        (0..rank).map(|d| self.length(space, variable, d)).collect()
    }
}
