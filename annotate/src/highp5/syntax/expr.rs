//! Expressions.

use tree_sitter::Node;

use super::convert::{Convert, children, field, of_kind, span, unescape};
use crate::diag::codes;
use crate::highp5::ast::{Argument, BinaryOp, Expr, ExprKind, Index, Lag, NamedArgument, UnaryOp};
use crate::highp5::report::{error, warning};

impl Convert<'_> {
    pub(super) fn expr(&mut self, node: Node) -> Expr {
        let kind = self.nested(node, |c| c.expr_inside(node), |_| ExprKind::Integer(0));
        Expr {
            kind,
            span: span(node),
        }
    }

    /// A condition; `=` in it compares.
    pub(super) fn condition(&mut self, node: Node) -> Expr {
        let inner = match node.kind() {
            "parenthesized" => children(node).first().copied(),
            _ => Some(node),
        };
        match inner.filter(|n| n.kind() == "comparison") {
            None => self.expr(node),
            Some(comparison) => {
                let left = self.expr(field(comparison, "left"));
                let right = self.expr(field(comparison, "right"));
                self.report(
                    warning(
                        codes::H_EQUALS,
                        "`=` in a condition is read as `==`",
                        span(comparison),
                    )
                    .help("write `==`"),
                );
                Expr {
                    kind: ExprKind::Binary {
                        operator: BinaryOp::Equal,
                        left: Box::new(left),
                        right: Box::new(right),
                    },
                    span: span(comparison),
                }
            }
        }
    }

    fn boxed(&mut self, node: Node, name: &str) -> Box<Expr> {
        Box::new(self.expr(field(node, name)))
    }

    fn expr_inside(&mut self, node: Node) -> ExprKind {
        match node.kind() {
            "identifier" => ExprKind::Name(self.text(node).to_owned()),
            "integer" => ExprKind::Integer(self.number(node, 1 << 31) as i64),
            "real" => ExprKind::Real(self.real(node)),
            "boolean" => ExprKind::Boolean(self.text(node).eq_ignore_ascii_case("true")),
            "string" => ExprKind::Text(self.string(node).value),
            "character" => self.character(node),
            "parenthesized" => match children(node).first() {
                Some(inner) => self.expr(*inner).kind,
                None => ExprKind::Integer(0),
            },
            "field" => ExprKind::Field {
                base: self.boxed(node, "base"),
                name: self.name(field(node, "name")),
            },
            "index" => ExprKind::Index {
                base: self.boxed(node, "base"),
                index: self.index(field(node, "index")),
            },
            "call" => ExprKind::Call {
                function: self.name(field(node, "function")),
                arguments: of_kind(node, "arguments")
                    .first()
                    .map(|a| self.arguments(*a))
                    .unwrap_or_default(),
            },
            "at" => self.at(node),
            "unary" => ExprKind::Unary {
                operator: match self.text(field(node, "operator")) {
                    "!" => UnaryOp::Not,
                    _ => UnaryOp::Minus,
                },
                operand: self.boxed(node, "operand"),
            },
            "binary" => self.binary(node),
            "range" => match children(node).first() {
                Some(bounds) => ExprKind::Range {
                    min: self.boxed(*bounds, "min"),
                    max: self.boxed(*bounds, "max"),
                },
                None => ExprKind::Integer(0),
            },
            _ => ExprKind::New {
                ty: self.ty(field(node, "type")),
                arguments: of_kind(node, "named_argument")
                    .into_iter()
                    .map(|a| NamedArgument {
                        name: self.name(field(a, "name")),
                        value: self.expr(field(a, "value")),
                    })
                    .collect(),
            },
        }
    }

    fn real(&mut self, node: Node) -> f64 {
        let text = self.text(node);
        match text.parse::<f64>() {
            Ok(value) if value.is_finite() => value,
            _ => {
                let diagnostic = error(
                    codes::H_NUMBER,
                    format!("`{text}` is greater than every real number"),
                    span(node),
                );
                self.report(diagnostic);
                0.0
            }
        }
    }

    fn character(&mut self, node: Node) -> ExprKind {
        let inner = unescape(self.text(node).trim_matches('\''));
        let c = inner.chars().next().unwrap_or('\'');
        if !c.is_ascii() {
            self.report(error(
                codes::H_NUMBER,
                format!("`{c}` does not fit in a Character, which is one byte"),
                span(node),
            ));
        }
        ExprKind::Character(c)
    }

    fn index(&mut self, node: Node) -> Index {
        match node.kind() {
            "bounds" => Index::Bounds(self.boxed(node, "min"), self.boxed(node, "max")),
            "everything" => Index::Everything,
            _ => Index::At(Box::new(self.expr(node))),
        }
    }

    pub(super) fn arguments(&mut self, node: Node) -> Vec<Argument> {
        children(node)
            .into_iter()
            .map(|argument| match argument.kind() {
                "space_argument" => Argument {
                    space: Some(self.space_name(field(argument, "space"))),
                    reference: None,
                    value: self.expr(field(argument, "value")),
                },
                "reference_argument" => Argument {
                    space: None,
                    reference: Some(span(argument)),
                    value: self.expr(field(argument, "value")),
                },
                _ => Argument {
                    space: None,
                    reference: None,
                    value: self.expr(argument),
                },
            })
            .collect()
    }

    fn binary(&mut self, node: Node) -> ExprKind {
        let symbol = node
            .child_by_field_name("operator")
            .map_or("", |o| o.kind());
        let operator = BinaryOp::of(symbol).unwrap_or(BinaryOp::Add);
        let (left, right) = (field(node, "left"), field(node, "right"));
        if operator == BinaryOp::Power && left.kind() == "binary" && is_product(left) {
            self.report(
                warning(
                    codes::H_POWER,
                    format!(
                        "this is read as `({}) ** {}`",
                        self.text(left),
                        self.text(right)
                    ),
                    span(node),
                )
                .note("`**` binds as `*` and `/` do, from left to right")
                .help("write parentheses"),
            );
        }
        ExprKind::Binary {
            operator,
            left: Box::new(self.expr(left)),
            right: Box::new(self.expr(right)),
        }
    }

    /// `x at (current - k)`.
    fn at(&mut self, node: Node) -> ExprKind {
        let epochs = node
            .child_by_field_name("lag")
            .map_or(0, |lag| self.number(lag, 1 << 16) as u32);
        let base = field(node, "base");
        let mut lag = Lag {
            epochs,
            own: true,
            span: span(node),
        };
        let mut base_expr = self.expr(base);
        let direct = base.kind() != "parenthesized"
            && matches!(
                base_expr.kind,
                ExprKind::Name(_) | ExprKind::Field { .. } | ExprKind::Index { .. }
            );
        if direct {
            return ExprKind::At {
                base: Box::new(base_expr),
                lag,
            };
        }
        lag.own = false;
        distribute(&mut base_expr, lag);
        base_expr.kind
    }
}

/// Gives every array element of an expression that has no version of its own this one.
fn distribute(expr: &mut Expr, lag: Lag) {
    let indexed = has_index(expr);
    match &mut expr.kind {
        ExprKind::Index { .. } | ExprKind::Field { .. } if indexed => {
            distribute_inside(expr, lag);
            let place = std::mem::replace(&mut expr.kind, ExprKind::Integer(0));
            expr.kind = ExprKind::At {
                base: Box::new(Expr {
                    kind: place,
                    span: expr.span,
                }),
                lag,
            };
        }
        ExprKind::At { base, .. } => distribute_inside(base, lag),
        ExprKind::Call { arguments, .. } => {
            for argument in arguments {
                distribute(&mut argument.value, lag);
            }
        }
        ExprKind::Unary { operand, .. } => distribute(operand, lag),
        ExprKind::Binary { left, right, .. }
        | ExprKind::Range {
            min: left,
            max: right,
        } => {
            distribute(left, lag);
            distribute(right, lag);
        }
        ExprKind::New { arguments, .. } => {
            for argument in arguments {
                distribute(&mut argument.value, lag);
            }
        }
        _ => {}
    }
}

/// The same for the indices of a place.
fn distribute_inside(place: &mut Expr, lag: Lag) {
    match &mut place.kind {
        ExprKind::Index { base, index } => {
            match index {
                Index::At(inner) => distribute(inner, lag),
                Index::Bounds(min, max) => {
                    distribute(min, lag);
                    distribute(max, lag);
                }
                Index::Everything => {}
            }
            distribute_inside(base, lag);
        }
        ExprKind::Field { base, .. } => distribute_inside(base, lag),
        _ => {}
    }
}

/// True for a place that goes through an index.
fn has_index(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Index { .. } => true,
        ExprKind::Field { base, .. } => has_index(base),
        _ => false,
    }
}

/// True for `*`, `/` and `%`, which `**` does not bind closer than.
fn is_product(node: Node) -> bool {
    let symbol = node
        .child_by_field_name("operator")
        .map_or("", |o| o.kind());
    matches!(symbol, "*" | "/" | "%")
}
