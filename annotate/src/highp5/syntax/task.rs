//! Tasks: sections, and the Computation section.

use tree_sitter::Node;

use super::convert::{Convert, children, field, of_kind, span};
use crate::diag::codes;
use crate::highp5::ast::{Flow, FlowKind, Initialize, Linkage, Mode, Partition, Span, Stage, Task};
use crate::highp5::report::error;

/// Sections in the order of the paper.
const SECTIONS: [(&str, &str); 6] = [
    ("define", "Define"),
    ("environment", "Environment"),
    ("initialize", "Initialize"),
    ("stages", "Stages"),
    ("computation", "Computation"),
    ("partition", "Partition"),
];

impl Convert<'_> {
    pub(super) fn task(&mut self, node: Node) -> Task {
        let name = self.string(field(node, "name"));
        let mut task = Task {
            definitions: Vec::new(),
            environment: Vec::new(),
            initialize: None,
            stages: Vec::new(),
            computation: Vec::new(),
            partition: Partition::default(),
            span: name.span,
            name,
        };
        let mut seen: [Option<Span>; 6] = [None; 6];
        for section in children(node) {
            let Some(place) = SECTIONS
                .iter()
                .position(|(kind, _)| *kind == section.kind())
            else {
                continue;
            };
            self.section_order(section, place, &mut seen);
            self.section(section, &mut task);
        }
        for required in [0, 4] {
            if seen[required].is_none() {
                let diagnostic = error(
                    codes::H_SECTION,
                    format!(
                        "task \"{}\" has no {} section",
                        task.name.value, SECTIONS[required].1
                    ),
                    task.name.span,
                );
                self.report(diagnostic);
            }
        }
        task
    }

    fn section_order(&mut self, section: Node, place: usize, seen: &mut [Option<Span>; 6]) {
        let title = SECTIONS[place].1;
        let here = Span {
            start: section.start_byte(),
            end: section.start_byte() + title.len(),
        };
        if let Some(first) = seen[place] {
            self.report(
                error(
                    codes::H_SECTION,
                    format!("a second {title} section in one task"),
                    here,
                )
                .also(first.into(), "the first is here")
                .help("put them together"),
            );
        } else if let Some(later) = (place + 1..6).find(|&p| seen[p].is_some()) {
            self.report(
                error(
                    codes::H_SECTION,
                    format!("the {title} section stands before {}", SECTIONS[later].1),
                    here,
                )
                .help(
                    "the order is Define, Environment, Initialize, Stages, Computation, Partition",
                ),
            );
        }
        seen[place].get_or_insert(here);
    }

    fn section(&mut self, section: Node, task: &mut Task) {
        match section.kind() {
            "define" => {
                for definition in of_kind(section, "definition") {
                    let definition = self.definition(definition);
                    task.definitions.push(definition);
                }
            }
            "environment" => {
                for linkage in of_kind(section, "linkage") {
                    let linkage = self.linkage(linkage);
                    task.environment.push(linkage);
                }
            }
            "initialize" => {
                let initialize = Initialize {
                    parameters: self.parameters(section),
                    body: self.statements(section),
                    span: span(section),
                };
                task.initialize.get_or_insert(initialize);
            }
            "stages" => {
                for stage in of_kind(section, "stage") {
                    let stage = Stage {
                        name: self.variable(field(stage, "name")),
                        parameters: self.parameters(stage),
                        body: self.block(field(stage, "body")),
                    };
                    task.stages.push(stage);
                }
            }
            "computation" => {
                let flows = self.flows(section);
                task.computation.extend(flows);
            }
            _ => {
                let partition = self.partition(section);
                task.partition = partition;
            }
        }
    }

    /// The names in parentheses of a stage or section.
    pub(super) fn parameters(&mut self, node: Node) -> Vec<crate::highp5::ast::Name> {
        of_kind(node, "parameters")
            .into_iter()
            .flat_map(|p| self.variables(p))
            .collect()
    }

    fn linkage(&mut self, node: Node) -> Linkage {
        let mode = field(node, "mode");
        Linkage {
            names: self.variables(node),
            mode: match self.text(mode).to_ascii_lowercase().as_str() {
                "link" => Mode::Link,
                "create" => Mode::Create,
                _ => Mode::LinkOrCreate,
            },
            span: span(mode),
        }
    }

    /// The flows directly below a node.
    fn flows(&mut self, node: Node) -> Vec<Flow> {
        children(node)
            .into_iter()
            .filter(|n| n.kind().ends_with("_flow"))
            .filter_map(|n| self.flow(n))
            .collect()
    }

    fn flow(&mut self, node: Node) -> Option<Flow> {
        self.nested(node, |c| Some(c.flow_inside(node)), |_| None)
    }

    fn flow_inside(&mut self, node: Node) -> Flow {
        let kind = match node.kind() {
            "space_flow" => FlowKind::Space {
                space: self.space_name(field(node, "space")),
                body: self.flows(field(node, "body")),
            },
            "repeat_flow" => self.repeat(node),
            "where_flow" => FlowKind::Where {
                condition: self.condition(field(node, "condition")),
                body: self.flows(field(node, "body")),
            },
            "epoch_flow" => FlowKind::Epoch {
                body: self.flows(field(node, "body")),
            },
            _ => FlowKind::Stage {
                stage: self.variable(field(node, "stage")),
                arguments: of_kind(node, "arguments")
                    .first()
                    .map(|a| self.arguments(*a))
                    .unwrap_or_default(),
            },
        };
        Flow {
            kind,
            span: span(node),
        }
    }

    fn repeat(&mut self, node: Node) -> FlowKind {
        let body = field(node, "body");
        if let Some(index) = node.child_by_field_name("index") {
            FlowKind::RepeatFor {
                index: self.variable(index),
                range: self.expr(field(node, "range")),
                step: node.child_by_field_name("step").map(|s| self.expr(s)),
                body: self.flows(body),
            }
        } else if let Some(condition) = node.child_by_field_name("condition") {
            FlowKind::RepeatWhile {
                condition: self.condition(condition),
                body: self.flows(body),
            }
        } else {
            FlowKind::RepeatSubPartitions {
                body: self.flows(body),
            }
        }
    }
}
