//! The Partition section: the hierarchy of spaces, and instructions dealt to the dimensions of
//! spaces and arrays.
//!
//! The instructions for an array, taken apart by argument (`block_size(k, l)` is two,
//! `block_stride(s, l)` one), stand for the dimensions of the space in order; what is missing
//! at the end is `replicated`. An array with as many dimensions as there are instructions, or
//! more, has them dealt by position; one with fewer has the cutting ones dealt in order.
//! `<dim2, dim1>` names the dimensions of the cutting instructions, or of all.

use super::{Checker, unknown};
use crate::diag::codes;
use crate::highp5::ast::{self, InstructionKind, Name, Shape, Span};
use crate::highp5::report::{count, error};
use crate::highp5::typed::{
    Along, Amount, Part, PartitionFunction, Space, SpaceId, SubPartition, Type, Variable,
    VariableId,
};

/// What instructions are held against.
struct Scope<'a> {
    variables: &'a [Variable],
    parameters: &'a [Name],
    /// Dimensions of the space or sub-partition.
    dimensions: usize,
    /// Where these stand.
    shape: Span,
    /// Sub-partitions may have orders.
    ordered: Option<bool>,
}

/// One instruction for one dimension of a space.
#[derive(Clone)]
struct Single {
    along: Option<(PartitionFunction, (Amount, Amount), Option<ast::Order>)>,
}

impl Checker<'_> {
    /// The spaces of a task, Root first.
    pub(super) fn spaces(&mut self, task: &ast::Task, variables: &[Variable]) -> Vec<Space> {
        let partition = &task.partition;
        self.once("space", partition.spaces.iter().map(|s| &s.name));
        self.once("partition argument", partition.parameters.iter());
        let mut spaces = vec![Space {
            name: "Root".into(),
            dimensions: 0,
            dynamic: false,
            parent: None,
            divides_sub_partitions: false,
            parts: Vec::new(),
            sub_partition: None,
            span: task.name.span,
        }];
        for space in &partition.spaces {
            if space.name.text == "Root" {
                self.found.push(error(
                    codes::H_PARTITION,
                    "the Root space is there without being defined, and is not partitioned",
                    space.name.span,
                ));
            }
            let made = self.space(space, partition, variables);
            spaces.push(made);
        }
        self.parents(task, &mut spaces);
        spaces
    }

    /// Fills in parents, and breaks circles.
    fn parents(&mut self, task: &ast::Task, spaces: &mut [Space]) {
        for (index, space) in task.partition.spaces.iter().enumerate() {
            let Some(divides) = &space.divides else {
                continue;
            };
            let names: Vec<&str> = spaces.iter().map(|s| s.name.as_str()).collect();
            let Some(parent) = names.iter().position(|n| *n == divides.parent.text) else {
                let found = unknown("space", &divides.parent.text, divides.parent.span, names);
                self.found.push(found);
                continue;
            };
            if divides.sub_partitions && spaces[parent].sub_partition.is_none() {
                self.found.push(
                    error(
                        codes::H_PARTITION,
                        format!("Space {} has no sub-partition", divides.parent.text),
                        divides.parent.span,
                    )
                    .help(format!(
                        "write `divides Space {} partitions`, or give it a `Sub-partition`",
                        divides.parent.text
                    )),
                );
            }
            let mut above = Some(SpaceId(parent));
            while let Some(id) = above.filter(|id| id.0 != index + 1) {
                above = spaces[id.0].parent;
            }
            if above.is_some() {
                self.found.push(error(
                    codes::H_RECURSION,
                    format!("Space {} divides itself", space.name.text),
                    divides.parent.span,
                ));
                continue;
            }
            spaces[index + 1].parent = Some(SpaceId(parent));
            spaces[index + 1].divides_sub_partitions = divides.sub_partitions;
        }
        for index in 1..spaces.len() {
            self.relatives(task, spaces, index);
        }
    }

    /// Resolves `relative to Space X`.
    fn relatives(&mut self, task: &ast::Task, spaces: &mut [Space], index: usize) {
        for data in &task.partition.spaces[index - 1].data {
            let Some(relative) = &data.relative else {
                continue;
            };
            let mut above = spaces[index].parent;
            while let Some(id) = above.filter(|id| spaces[id.0].name != relative.text) {
                above = spaces[id.0].parent;
            }
            let Some(id) = above else {
                self.found.push(error(
                    codes::H_PARTITION,
                    format!(
                        "Space {} is no ancestor of Space {}",
                        relative.text, spaces[index].name
                    ),
                    relative.span,
                ));
                continue;
            };
            let named: Vec<Span> = data.variables.iter().map(|v| v.name.span).collect();
            for part in &mut spaces[index].parts {
                if named.contains(&part.span) {
                    part.relative = Some(id);
                }
            }
        }
    }

    fn space(
        &mut self,
        space: &ast::Space,
        partition: &ast::Partition,
        variables: &[Variable],
    ) -> Space {
        let dimensions = match space.shape {
            Shape::Dimensions(n) => n as usize,
            Shape::UnPartitioned => 0,
            Shape::Absent => {
                self.found.push(
                    error(
                        codes::H_PARTITION,
                        format!(
                            "Space {} does not say how many dimensions it has",
                            space.name.text
                        ),
                        space.name.span,
                    )
                    .help("write `<1d>` to `<4d>`, or `<un-partitioned>`"),
                );
                0
            }
        };
        let scope = Scope {
            variables,
            parameters: &partition.parameters,
            dimensions,
            shape: space.shape_span,
            ordered: None,
        };
        let parts = self.parts(&space.data, &scope);
        if let Some(second) = space.sub_partitions.get(1) {
            self.found.push(error(
                codes::H_PARTITION,
                "a space has at most one sub-partition",
                second.span,
            ));
        }
        let sub_partition = space.sub_partitions.first().map(|sub| {
            let (rank, shape) = sub.rank.unwrap_or((1, sub.span));
            let scope = Scope {
                variables,
                parameters: &partition.parameters,
                dimensions: rank as usize,
                shape,
                ordered: Some(sub.ordered),
            };
            let made = self.parts(&sub.data, &scope);
            for part in made
                .iter()
                .filter(|p| parts.iter().all(|q| q.variable != p.variable))
            {
                self.found.push(error(
                    codes::H_NOT_IN_SPACE,
                    format!(
                        "Space {} does not hold `{}`",
                        space.name.text, variables[part.variable.0].name
                    ),
                    part.span,
                ));
            }
            SubPartition {
                dimensions: rank as u8,
                ordered: sub.ordered,
                parts: made,
                span: sub.span,
            }
        });
        Space {
            name: space.name.text.clone(),
            dimensions: dimensions as u8,
            dynamic: space.dynamic.is_some(),
            parent: Some(SpaceId::ROOT),
            divides_sub_partitions: false,
            parts,
            sub_partition,
            span: space.span,
        }
    }

    fn parts(&mut self, data: &[ast::Data], scope: &Scope) -> Vec<Part> {
        let names: Vec<Name> = data
            .iter()
            .flat_map(|d| d.variables.iter().map(|v| v.name.clone()))
            .collect();
        self.once("entry for", names.iter());
        let mut parts = Vec::new();
        for line in data {
            let singles: Vec<Single> = line
                .instructions
                .iter()
                .flat_map(|i| self.singles(i, scope))
                .collect();
            let singles = self.enough(line, singles, scope);
            for variable in &line.variables {
                let name = &variable.name;
                let known = scope.variables.iter().map(|v| v.name.as_str());
                let Some(index) = known.clone().position(|n| n == name.text) else {
                    let found = unknown("variable", &name.text, name.span, known);
                    self.found.push(found);
                    continue;
                };
                let Type::Array(_, rank) = scope.variables[index].ty else {
                    self.found.push(
                        error(
                            codes::H_PARTITION,
                            format!("`{}` is no array, so it is not partitioned", name.text),
                            name.span,
                        )
                        .note("scalars are there in every space"),
                    );
                    continue;
                };
                if let Some(along) = self.deal(variable, rank, &singles, scope) {
                    parts.push(Part {
                        variable: VariableId(index),
                        along,
                        relative: None,
                        span: name.span,
                    });
                }
            }
        }
        parts
    }

    /// Reports instructions beyond the dimensions of the space.
    fn enough(&mut self, line: &ast::Data, mut singles: Vec<Single>, scope: &Scope) -> Vec<Single> {
        let lone = matches!(singles[..], [Single { along: None }]);
        if lone {
            singles = vec![singles[0].clone(); scope.dimensions.max(1)];
        }
        if singles.len() > scope.dimensions && !(lone && scope.dimensions == 0) {
            let space = match scope.dimensions {
                0 => "is not partitioned".to_owned(),
                n => format!("has {}", count(n, "dimension")),
            };
            self.found.push(
                error(
                    codes::H_PARTITION,
                    format!(
                        "{} for a space that {space}",
                        count(singles.len(), "instruction")
                    ),
                    line.span,
                )
                .also(scope.shape.into(), "of this")
                .note("`block_size(k, l)` is two instructions, `block_stride(s, l)` is one"),
            );
            singles.truncate(scope.dimensions);
        }
        singles.truncate(scope.dimensions);
        singles
    }

    /// Deals instructions to the dimensions of an array.
    fn deal(
        &mut self,
        variable: &ast::DataName,
        rank: u8,
        singles: &[Single],
        scope: &Scope,
    ) -> Option<Vec<Along>> {
        let cutting = singles.iter().filter(|s| s.along.is_some()).count();
        let named: Vec<usize> = variable.dimensions.iter().map(|d| d.0 as usize).collect();
        let name = &variable.name;
        for (i, (dimension, span)) in variable.dimensions.iter().enumerate() {
            let problem = if *dimension > u32::from(rank) {
                format!("`{}` has {}", name.text, count(rank.into(), "dimension"))
            } else if named[..i].contains(&named[i]) {
                "this dimension stands twice".to_owned()
            } else {
                continue;
            };
            self.found.push(error(codes::H_PARTITION, problem, *span));
            return None;
        }
        let places: Vec<usize> = if named.is_empty() && usize::from(rank) >= singles.len() {
            (1..=singles.len())
                .filter(|i| singles[i - 1].along.is_some())
                .collect()
        } else if named.is_empty() {
            (1..=cutting).collect()
        } else if named.len() == cutting {
            named
        } else if named.len() == singles.len() {
            (0..named.len())
                .filter(|&i| singles[i].along.is_some())
                .map(|i| named[i])
                .collect()
        } else {
            self.found.push(error(
                codes::H_PARTITION,
                format!(
                    "{} for {} that cut",
                    count(named.len(), "dimension"),
                    count(cutting, "instruction")
                ),
                name.span,
            ));
            return None;
        };
        if let Some(&beyond) = places.iter().find(|&&p| p > usize::from(rank)) {
            self.found.push(
                error(
                    codes::H_PARTITION,
                    format!(
                        "an instruction for dimension {beyond} of `{}`, which has {}",
                        name.text,
                        count(rank.into(), "dimension")
                    ),
                    name.span,
                )
                .help("write `replicated` for dimensions of the space that do not cut it"),
            );
            return None;
        }
        let mut places = places.into_iter();
        let mut along: Vec<Along> = singles
            .iter()
            .map(|single| match &single.along {
                None => Along::Replicated,
                Some((function, padding, order)) => Along::Cut {
                    dimension: places.next().map_or(0, |p| (p - 1) as u8),
                    function: *function,
                    padding: *padding,
                    order: *order,
                },
            })
            .collect();
        along.resize(scope.dimensions, Along::Replicated);
        Some(along)
    }

    /// An instruction, one entry for each dimension of the space.
    fn singles(&mut self, instruction: &ast::Instruction, scope: &Scope) -> Vec<Single> {
        let span = instruction.span;
        let InstructionKind::Function {
            name,
            arguments,
            padding,
            order,
        } = &instruction.kind
        else {
            return vec![Single { along: None }];
        };
        let amounts: Vec<Amount> = arguments.iter().map(|a| self.amount(a, scope)).collect();
        let known = ["block_size", "block_count", "stride", "block_stride"];
        let lower = name.text.to_ascii_lowercase();
        let functions: Vec<PartitionFunction> = match (lower.as_str(), &amounts[..]) {
            ("block_size", [_, ..]) => amounts
                .iter()
                .map(|a| PartitionFunction::BlockSize(*a))
                .collect(),
            ("block_count", [_, ..]) => amounts
                .iter()
                .map(|a| PartitionFunction::BlockCount(*a))
                .collect(),
            ("stride", [_, ..]) => amounts
                .iter()
                .map(|a| PartitionFunction::BlockStride(Amount::Constant(1), Some(*a)))
                .collect(),
            ("block_stride", [size]) => vec![PartitionFunction::BlockStride(*size, None)],
            ("block_stride", [size, count]) => {
                vec![PartitionFunction::BlockStride(*size, Some(*count))]
            }
            (function, _) if known.contains(&function) => {
                self.found.push(error(
                    codes::H_PARTITION,
                    format!("{} for `{function}`", count(amounts.len(), "argument")),
                    span,
                ).help("`block_size`, `block_count` and `stride` take one per dimension, `block_stride` the size of blocks and, maybe, the number of parts"));
                return Vec::new();
            }
            _ => {
                let found = unknown("partition function", &name.text, name.span, known);
                self.found
                    .push(found.note("there are block_size, block_count, stride and block_stride"));
                return Vec::new();
            }
        };
        let order = self.order(*order, scope);
        let pads = self.padding(&functions, padding, span, scope);
        functions
            .into_iter()
            .zip(pads)
            .map(|(function, padding)| Single {
                along: Some((function, padding, order)),
            })
            .collect()
    }

    fn order(&mut self, order: Option<(ast::Order, Span)>, scope: &Scope) -> Option<ast::Order> {
        match (order, scope.ordered) {
            (Some((order, _)), Some(true)) => Some(order),
            (Some((_, span)), _) => {
                self.found.push(
                    error(codes::H_PARTITION, "an order where there is none", span)
                        .help("orders stand in a `Sub-partition <..> <ordered>`"),
                );
                None
            }
            (None, Some(true)) => Some(ast::Order::Ascending),
            (None, _) => None,
        }
    }

    /// Padding for each function: one argument for all sides; low and high for one function;
    /// one for each function; or low and high for each.
    fn padding(
        &mut self,
        functions: &[PartitionFunction],
        padding: &[ast::Amount],
        span: Span,
        scope: &Scope,
    ) -> Vec<(Amount, Amount)> {
        let none = (Amount::Constant(0), Amount::Constant(0));
        let n = functions.len();
        let amounts: Vec<Amount> = padding.iter().map(|a| self.amount(a, scope)).collect();
        let strided = functions
            .iter()
            .any(|f| matches!(f, PartitionFunction::BlockStride(..)));
        if strided && !amounts.is_empty() {
            self.found.push(
                error(codes::H_PARTITION, "padding around strided parts", span)
                    .help("padding goes with block_size and block_count"),
            );
            return vec![none; n];
        }
        match amounts[..] {
            [] => vec![none; n],
            [all] => vec![(all, all); n],
            [low, high] if n == 1 => vec![(low, high)],
            _ if amounts.len() == n => amounts.iter().map(|&a| (a, a)).collect(),
            _ if amounts.len() == 2 * n => amounts.chunks(2).map(|c| (c[0], c[1])).collect(),
            _ => {
                self.found.push(error(
                    codes::H_PARTITION,
                    format!("{} of padding for {}", count(amounts.len(), "argument"), count(n, "dimension")),
                    span,
                ).help("write one for all sides, one for each dimension, or two (before, behind) for each dimension"));
                vec![none; n]
            }
        }
    }

    fn amount(&mut self, amount: &ast::Amount, scope: &Scope) -> Amount {
        match amount {
            ast::Amount::Constant(value, _) => Amount::Constant(*value),
            ast::Amount::Parameter(name) => {
                let known = scope.parameters.iter().map(|p| p.text.as_str());
                match known.clone().position(|p| p == name.text) {
                    Some(index) => Amount::Parameter(index),
                    None => {
                        let found = unknown("partition argument", &name.text, name.span, known);
                        self.found.push(found);
                        Amount::Constant(1)
                    }
                }
            }
        }
    }
}
