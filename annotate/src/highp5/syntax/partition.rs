//! The Partition section.

use tree_sitter::Node;

use super::convert::{Convert, field, fields, of_kind, span};
use crate::diag::codes;
use crate::highp5::ast::{
    Amount, Data, DataName, Divides, Instruction, InstructionKind, Order, Partition, Shape, Space,
    SubPartition,
};
use crate::highp5::report::error;

impl Convert<'_> {
    pub(super) fn partition(&mut self, node: Node) -> Partition {
        Partition {
            parameters: self.parameters(node),
            spaces: of_kind(node, "space")
                .into_iter()
                .map(|s| self.space(s))
                .collect(),
            span: span(node),
        }
    }

    fn space(&mut self, node: Node) -> Space {
        let name = self.space_name(field(node, "name"));
        let (shape, shape_span) = match node.child_by_field_name("shape") {
            None => (Shape::Absent, name.span),
            Some(s) if s.kind() == "dimensionality" => (Shape::Dimensions(self.rank(s)), span(s)),
            Some(s) => (Shape::UnPartitioned, span(s)),
        };
        let divides = of_kind(node, "divides").first().map(|d| Divides {
            parent: self.space_name(field(*d, "parent")),
            sub_partitions: d
                .child_by_field_name("what")
                .is_some_and(|w| self.text(w).to_ascii_lowercase().starts_with("sub")),
        });
        Space {
            name,
            shape,
            shape_span,
            dynamic: node.child_by_field_name("dynamic").map(span),
            divides,
            data: self.data_of(node),
            sub_partitions: of_kind(node, "sub_partition")
                .into_iter()
                .map(|s| self.sub_partition(s))
                .collect(),
            span: span(node),
        }
    }

    fn sub_partition(&mut self, node: Node) -> SubPartition {
        SubPartition {
            rank: node
                .child_by_field_name("rank")
                .map(|r| (self.rank(r), span(r))),
            ordered: node
                .child_by_field_name("nature")
                .is_some_and(|n| self.text(n).eq_ignore_ascii_case("ordered")),
            data: self.data_of(node),
            span: span(node),
        }
    }

    fn data_of(&mut self, node: Node) -> Vec<Data> {
        of_kind(node, "data")
            .into_iter()
            .map(|d| self.data(d))
            .collect()
    }

    fn data(&mut self, node: Node) -> Data {
        Data {
            variables: of_kind(node, "data_name")
                .into_iter()
                .map(|n| DataName {
                    name: self.variable(field(n, "name")),
                    dimensions: fields(n, "dimension")
                        .into_iter()
                        .map(|d| (self.dimension_number(d), span(d)))
                        .collect(),
                })
                .collect(),
            instructions: of_kind(node, "instruction")
                .into_iter()
                .map(|i| self.instruction(i))
                .collect(),
            relative: of_kind(node, "relative")
                .first()
                .map(|r| self.space_name(field(*r, "space"))),
            span: span(node),
        }
    }

    /// `dim2` or `dimension2`.
    fn dimension_number(&mut self, node: Node) -> u32 {
        let text = self.text(node);
        if let Some(number @ 1..=4) = dimension_number(text) {
            return number;
        }
        let diagnostic = error(
            codes::H_PARTITION,
            format!("`{text}` is no dimension"),
            span(node),
        )
        .help("dimensions are `dim1` to `dim4`");
        self.report(diagnostic);
        1
    }

    fn instruction(&mut self, node: Node) -> Instruction {
        let kind = match node.child_by_field_name("function") {
            None => InstructionKind::Replicated,
            Some(name) => InstructionKind::Function {
                name: self.name(name),
                arguments: self.amounts(node, "argument"),
                padding: self.amounts(node, "padding"),
                order: node.child_by_field_name("order").map(|o| {
                    let down = self.text(o).to_ascii_lowercase().starts_with("desc");
                    (
                        if down {
                            Order::Descending
                        } else {
                            Order::Ascending
                        },
                        span(o),
                    )
                }),
            },
        };
        Instruction {
            kind,
            span: span(node),
        }
    }

    fn amounts(&mut self, node: Node, name: &str) -> Vec<Amount> {
        fields(node, name)
            .into_iter()
            .map(|n| match n.kind() {
                "integer" => Amount::Constant(self.number(n, i32::MAX as u64), span(n)),
                _ => Amount::Parameter(self.variable(n)),
            })
            .collect()
    }
}

/// The number in `dim2` or `dimension2`, in any letter case.
pub(super) fn dimension_number(text: &str) -> Option<u32> {
    let text = text.to_ascii_lowercase();
    let digits = text
        .strip_prefix("dimension")
        .or_else(|| text.strip_prefix("dim"))?;
    digits.parse().ok()
}
