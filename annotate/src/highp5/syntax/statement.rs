//! Statements.

use tree_sitter::Node;

use super::convert::{Convert, children, field, fields, of_kind, span};
use crate::diag::codes;
use crate::highp5::ast::{
    Block, Execute, Expr, Extern, IndexRange, Language, Name, Span, Statement, StatementKind, Text,
};
use crate::highp5::report::error;

impl Convert<'_> {
    pub(super) fn block(&mut self, node: Node) -> Block {
        Block {
            statements: self.statements(node),
            span: span(node),
        }
    }

    /// The statements directly below a node.
    pub(super) fn statements(&mut self, node: Node) -> Vec<Statement> {
        children(node)
            .into_iter()
            .filter(|n| n.kind().ends_with("_statement"))
            .filter_map(|n| self.statement(n))
            .collect()
    }

    fn statement(&mut self, node: Node) -> Option<Statement> {
        let kind = self.nested(node, |c| c.statement_inside(node), |_| None)?;
        Some(Statement {
            kind,
            span: span(node),
        })
    }

    fn statement_inside(&mut self, node: Node) -> Option<StatementKind> {
        Some(match node.kind() {
            "assignment_statement" => self.assignment(*children(node).first()?),
            "call_statement" => StatementKind::Call(self.expr(*children(node).first()?)),
            "return_statement" => StatementKind::Return(self.expr(field(node, "value"))),
            "reduce_statement" => StatementKind::Reduce {
                target: self.variable(field(node, "target")),
                operator: self.string(field(node, "operator")),
                value: self.expr(field(node, "value")),
            },
            "execute_statement" => StatementKind::Execute(self.execute(node)?),
            "for_statement" => StatementKind::For {
                ranges: of_kind(node, "index_range")
                    .into_iter()
                    .map(|r| self.index_range(r))
                    .collect(),
                body: self.block(field(node, "body")),
            },
            "sequence_statement" => StatementKind::Sequence {
                index: self.variable(field(node, "index")),
                range: self.expr(field(node, "range")),
                step: node.child_by_field_name("step").map(|s| self.expr(s)),
                condition: node.child_by_field_name("condition").map(|s| self.expr(s)),
                body: self.block(field(node, "body")),
            },
            "while_statement" => StatementKind::While {
                condition: self.condition(field(node, "condition")),
                body: self.block(field(node, "body")),
            },
            "if_statement" => self.if_else(node),
            _ => StatementKind::Extern(self.extern_code(node)),
        })
    }

    fn assignment(&mut self, mut node: Node) -> StatementKind {
        let mut targets = vec![self.expr(field(node, "target"))];
        let mut value = field(node, "value");
        while value.kind() == "assignment" {
            node = value;
            targets.push(self.expr(field(node, "target")));
            value = field(node, "value");
        }
        StatementKind::Assign {
            targets,
            value: self.expr(value),
        }
    }

    fn index_range(&mut self, node: Node) -> IndexRange {
        IndexRange {
            names: self.variables(node),
            over: self.expr(field(node, "over")),
            condition: node.child_by_field_name("condition").map(|c| self.expr(c)),
        }
    }

    fn if_else(&mut self, mut node: Node) -> StatementKind {
        let mut branches = Vec::new();
        loop {
            let condition = self.condition(field(node, "condition"));
            branches.push((condition, self.block(field(node, "then"))));
            let otherwise = match node.child_by_field_name("else") {
                Some(next) if next.kind() == "if_statement" => {
                    node = next;
                    continue;
                }
                other => other.map(|block| self.block(block)),
            };
            return StatementKind::If {
                branches,
                otherwise,
            };
        }
    }

    /// `execute(..)`: labels may be left out for the task and the environment.
    fn execute(&mut self, node: Node) -> Option<Execute> {
        let whole = Span {
            start: node.start_byte(),
            end: node.start_byte() + "execute".len(),
        };
        let mut given: [Option<(Span, Vec<Expr>)>; 4] = [None, None, None, None];
        for (position, argument) in of_kind(node, "execute_argument").into_iter().enumerate() {
            let place = match argument.child_by_field_name("label") {
                None => position,
                Some(label) => {
                    let name = self.name(label);
                    match EXECUTE
                        .iter()
                        .position(|l| name.text.eq_ignore_ascii_case(l))
                    {
                        Some(place) => place,
                        None => {
                            self.unknown_label(&name);
                            continue;
                        }
                    }
                }
            };
            let here = span(argument);
            let values: Vec<_> = fields(argument, "value")
                .into_iter()
                .map(|v| self.expr(v))
                .collect();
            match given.get_mut(place) {
                Some(slot @ None) if position < 2 || argument.child_by_field_name("label").is_some() => {
                    *slot = Some((here, values));
                }
                _ => self.report(
                    error(
                        codes::H_ARGUMENTS,
                        "this argument of `execute` has no place",
                        here,
                    )
                    .help("write `execute(task: \"name\"; environment: e; initialize: x, y; partition: k, l)`; a label stands once, and only `task:` and `environment:` may be left out"),
                ),
            }
        }
        let [task, environment, initialize, partition] = given;
        let task = self.single(task, whole, "task: \"name\"")?;
        let Some(task) = task.text() else {
            self.report(error(
                codes::H_ARGUMENTS,
                "the task of `execute` is its name in quotes",
                task.span,
            ));
            return None;
        };
        Some(Execute {
            task,
            environment: self.single(environment, whole, "environment: e")?,
            initialize: initialize.map(|(_, v)| v).unwrap_or_default(),
            partition: partition.map(|(_, v)| v).unwrap_or_default(),
        })
    }

    fn unknown_label(&mut self, name: &Name) {
        self.report(
            error(
                codes::H_ARGUMENTS,
                format!("`execute` has no argument `{}`", name.text),
                name.span,
            )
            .help("its arguments are `task:`, `environment:`, `initialize:` and `partition:`"),
        );
    }

    /// The one value of an argument of `execute`.
    fn single(
        &mut self,
        argument: Option<(Span, Vec<Expr>)>,
        whole: Span,
        form: &str,
    ) -> Option<Expr> {
        let Some((here, values)) = argument else {
            self.report(error(
                codes::H_ARGUMENTS,
                format!("`execute` needs `{form}`"),
                whole,
            ));
            return None;
        };
        match <[Expr; 1]>::try_from(values) {
            Ok([one]) => Some(one),
            Err(_) => {
                self.report(error(
                    codes::H_ARGUMENTS,
                    format!("`execute` takes one value here: `{form}`"),
                    here,
                ));
                None
            }
        }
    }

    fn extern_code(&mut self, node: Node) -> Extern {
        let mut language = None;
        for declared in of_kind(node, "extern_language") {
            let text = self.string(field(declared, "name"));
            let known = match text.value.to_ascii_lowercase().as_str() {
                "rust" => Some(Language::Rust),
                "c" => Some(Language::C),
                "c++" | "cpp" => Some(Language::Cpp),
                _ => None,
            };
            match known {
                Some(known) if language.is_none() => language = Some(known),
                Some(_) => self.report(error(
                    codes::H_EXTERN,
                    "a second @Language in one @Extern",
                    text.span,
                )),
                None => {
                    language = Some(Language::C);
                    self.report(
                        error(
                            codes::H_EXTERN,
                            format!("code in \"{}\" cannot be embedded", text.value),
                            text.span,
                        )
                        .help("the languages are \"Rust\", \"C\" and \"C++\""),
                    );
                }
            }
        }
        if language.is_none() {
            let here = Span {
                start: node.start_byte(),
                end: node.start_byte() + "@Extern".len(),
            };
            self.report(
                error(codes::H_EXTERN, "an @Extern without a @Language", here)
                    .help("write @Language \"Rust\", \"C\" or \"C++\" in it"),
            );
        }
        let code = field(node, "code");
        let raw = self.text(code);
        let inner = raw
            .strip_prefix("${")
            .and_then(|t| t.strip_suffix("}$"))
            .unwrap_or(raw);
        Extern {
            language: language.unwrap_or(Language::C),
            includes: self.headers(node, "extern_includes"),
            libraries: self.headers(node, "extern_libraries"),
            code: Text {
                value: inner.to_owned(),
                span: span(code),
            },
        }
    }

    fn headers(&mut self, node: Node, kind: &str) -> Vec<Text> {
        of_kind(node, kind)
            .into_iter()
            .flat_map(|list| fields(list, "name"))
            .map(|name| self.string(name))
            .collect()
    }
}

/// Arguments of `execute`, in order.
const EXECUTE: [&str; 4] = ["task", "environment", "initialize", "partition"];
