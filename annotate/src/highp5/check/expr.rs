//! Expressions.

use super::body::{Context, Elab, Ex, Ty};
use super::unknown;
use crate::diag::codes;
use crate::highp5::ast::{self, BinaryOp, ExprKind as A, NamedArgument, Span, TypeKind, UnaryOp};
use crate::highp5::report::error;
use crate::highp5::typed::{Expr, ExprKind, TaskId, Type};

/// The least integer without its sign.
const LEAST: i64 = 1 << 31;

impl<'a> Elab<'_, 'a, '_> {
    /// An expression and what is known of its type.
    pub(super) fn expr(&mut self, expr: &'a ast::Expr) -> Ex {
        let made = self.deeper(expr.span, |e| e.expr_inside(expr));
        made.unwrap_or_else(|| Ex::failed(expr.span))
    }

    fn expr_inside(&mut self, expr: &'a ast::Expr) -> Ex {
        let span = expr.span;
        match &expr.kind {
            A::Integer(value) => match i32::try_from(*value) {
                Ok(value) => known(ExprKind::Integer(value), Type::Integer, span),
                Err(_) => {
                    let message = format!("`{value}` does not fit in 32 bits");
                    self.report(error(codes::H_NUMBER, message, span));
                    Ex::failed(span)
                }
            },
            A::Real(value) => Ex {
                ty: Ty::Constant,
                ..known(ExprKind::Real(*value), Type::Double, span)
            },
            A::Boolean(value) => known(ExprKind::Boolean(*value), Type::Boolean, span),
            A::Character(value) => {
                let byte = u8::try_from(*value).unwrap_or(b'?');
                known(ExprKind::Character(byte), Type::Character, span)
            }
            A::Text(value) => known(ExprKind::Text(value.clone()), Type::Text, span),
            A::Name(_) | A::Field { .. } | A::Index { .. } | A::At { .. } => self.read(expr),
            A::Call {
                function,
                arguments,
            } => self.call(function, arguments, span),
            A::Unary { operator, operand } => self.unary(*operator, operand, span),
            A::Binary {
                operator,
                left,
                right,
            } => self.binary(*operator, left, right, span),
            A::Range { min, max } => {
                let min = self.value(min, &Type::Integer);
                let max = self.value(max, &Type::Integer);
                let kind = ExprKind::Range(Box::new(min), Box::new(max));
                known(kind, Type::Range, span)
            }
            A::New { ty, arguments } => self.new_object(ty, arguments, span),
        }
    }

    /// An expression as a value of a type.
    pub(super) fn value(&mut self, expr: &'a ast::Expr, want: &Type) -> Expr {
        let ex = self.expr(expr);
        self.require(ex, want)
    }

    /// An expression as a range; a dimension of an array stands for its range.
    pub(super) fn range(&mut self, expr: &'a ast::Expr) -> Expr {
        self.value(expr, &Type::Range)
    }

    fn unary(&mut self, operator: UnaryOp, operand: &'a ast::Expr, span: Span) -> Ex {
        if let (UnaryOp::Minus, A::Integer(LEAST)) = (operator, &operand.kind) {
            return known(ExprKind::Integer(i32::MIN), Type::Integer, span);
        }
        let ex = self.expr(operand);
        if operator == UnaryOp::Not {
            let operand = self.require(ex, &Type::Boolean);
            let kind = ExprKind::Unary(operator, Box::new(operand));
            return known(kind, Type::Boolean, span);
        }
        let number = match &ex.ty {
            Ty::Known(ty) => ty.is_number(),
            _ => true,
        };
        if !number {
            self.operands(BinaryOp::Subtract, &ex, None, span);
            return Ex::failed(span);
        }
        if let ExprKind::Integer(value) = ex.expr.kind {
            return known(ExprKind::Integer(value.wrapping_neg()), Type::Integer, span);
        }
        Ex {
            expr: Expr {
                ty: ex.expr.ty.clone(),
                kind: ExprKind::Unary(operator, Box::new(ex.expr)),
                span,
            },
            ty: ex.ty,
        }
    }

    fn binary(
        &mut self,
        operator: BinaryOp,
        left: &'a ast::Expr,
        right: &'a ast::Expr,
        span: Span,
    ) -> Ex {
        use BinaryOp as B;
        let pair = |l, r| ExprKind::Binary(operator, Box::new(l), Box::new(r));
        match operator {
            B::And | B::Or => {
                let left = self.value(left, &Type::Boolean);
                let right = self.value(right, &Type::Boolean);
                known(pair(left, right), Type::Boolean, span)
            }
            B::In => {
                let left = self.value(left, &Type::Integer);
                let right = self.range(right);
                known(pair(left, right), Type::Boolean, span)
            }
            B::ShiftLeft | B::ShiftRight => {
                let left = self.value(left, &Type::Integer);
                let right = self.value(right, &Type::Integer);
                known(pair(left, right), Type::Integer, span)
            }
            B::Power => self.power(left, right, span),
            _ => {
                let (left, right) = (self.expr(left), self.expr(right));
                let Some(common) = self.common(&left, &right) else {
                    self.operands(operator, &left, Some(&right), span);
                    return Ex::failed(span);
                };
                if let Ty::Known(ty) = &common
                    && !takes(operator, ty)
                {
                    self.operands(operator, &left, Some(&right), span);
                    return Ex::failed(span);
                }
                let left = self.operand(left, &common);
                let right = self.operand(right, &common);
                self.combined(operator, left, right, common, span)
            }
        }
    }

    /// An operator with its operands of one type.
    fn combined(
        &mut self,
        operator: BinaryOp,
        left: Expr,
        right: Expr,
        common: Ty,
        span: Span,
    ) -> Ex {
        let ty = left.ty.clone();
        let kind = ExprKind::Binary(operator, Box::new(left), Box::new(right));
        if is_comparison(operator) {
            if let Ty::Open(open) = common {
                self.solve(open, &Type::Integer);
            }
            return known(kind, Type::Boolean, span);
        }
        Ex {
            expr: Expr { kind, ty, span },
            ty: common,
        }
    }

    /// `left ** right`: an integer power, or one of a real type.
    fn power(&mut self, left: &'a ast::Expr, right: &'a ast::Expr, span: Span) -> Ex {
        let (left, right) = (self.expr(left), self.expr(right));
        let (Some(common), true) = (self.common(&left, &right), number(&left) && number(&right))
        else {
            self.operands(BinaryOp::Power, &left, Some(&right), span);
            return Ex::failed(span);
        };
        let whole = right.ty == Ty::Known(Type::Integer);
        let left = self.operand(left, &common);
        let right = if whole {
            right.expr
        } else {
            self.operand(right, &common)
        };
        self.combined(BinaryOp::Power, left, right, common, span)
    }

    /// Reports operands that an operator does not take.
    fn operands(&mut self, operator: BinaryOp, left: &Ex, right: Option<&Ex>, span: Span) {
        let types = match right {
            None => self.words(&left.ty),
            Some(right) => format!("{} and {}", self.words(&left.ty), self.words(&right.ty)),
        };
        let message = format!("`{}` does not take {types}", operator.symbol());
        let mut found = error(codes::H_TYPE, message, span);
        let array = |ex: &Ex| matches!(ex.ty, Ty::Known(Type::Array(..)));
        if array(left) || right.is_some_and(array) {
            found = found.help("an array needs an index for each of its dimensions");
        }
        self.report(found);
    }

    fn new_object(&mut self, ty: &'a ast::Type, arguments: &'a [NamedArgument], span: Span) -> Ex {
        match &ty.kind {
            TypeKind::Named(name) if name.eq_ignore_ascii_case("TaskEnvironment") => {
                self.new_environment(arguments, span)
            }
            TypeKind::List(_) => {
                if let Some(extra) = arguments.first() {
                    let message = "a new list is empty: it takes no arguments";
                    self.report(error(codes::H_ARGUMENTS, message, extra.name.span));
                }
                let Some(ty) = self.written(ty) else {
                    return Ex::failed(span);
                };
                known(ExprKind::List, ty, span)
            }
            _ => self.new_record(ty, arguments, span),
        }
    }

    /// A type as written in a body.
    fn written(&mut self, ty: &ast::Type) -> Option<Type> {
        let before = self.checker.found.len();
        let made = self.checker.ty(ty);
        let found = self.checker.found.split_off(before);
        self.found.extend(found);
        made
    }

    fn new_environment(&mut self, arguments: &'a [NamedArgument], span: Span) -> Ex {
        if self.context != Context::Coordinator {
            let message = "environments are made in the coordinator";
            self.report(error(codes::H_PLACE, message, span));
            return Ex::failed(span);
        }
        let text = match arguments {
            [only] if only.name.text == "name" => only.value.text(),
            _ => None,
        };
        let Some(text) = text else {
            let message = "write `new TaskEnvironment(name: \"a task\")`";
            self.report(error(codes::H_ARGUMENTS, message, span));
            return Ex::failed(span);
        };
        match self.task_named(&text) {
            Some(task) => known(ExprKind::Environment, Type::Environment(task), span),
            None => Ex::failed(span),
        }
    }

    /// The task of a name.
    pub(super) fn task_named(&mut self, name: &ast::Text) -> Option<TaskId> {
        let tasks = &self.checker.program.tasks;
        let index = tasks.iter().position(|t| t.name == name.value);
        if index.is_none() {
            let known = tasks.iter().map(|t| t.name.as_str());
            let found = unknown("task", &name.value, name.span, known);
            self.report(found);
        }
        index.map(TaskId)
    }

    fn new_record(&mut self, ty: &'a ast::Type, arguments: &'a [NamedArgument], span: Span) -> Ex {
        let Some(made) = self.written(ty) else {
            return Ex::failed(span);
        };
        let Type::Record(id) = made else {
            self.report(
                error(
                    codes::H_TYPE,
                    format!("{} is not made with `new`", self.checker.name_of(&made)),
                    ty.span,
                )
                .help("`new` makes user types, lists and environments"),
            );
            return Ex::failed(span);
        };
        let fields = self.checker.program.records[id.0].fields.clone();
        let mut values: Vec<(usize, Expr)> = Vec::new();
        for argument in arguments {
            let name = &argument.name;
            let Some(field) = fields.iter().position(|f| f.0 == name.text) else {
                let known = fields.iter().map(|f| f.0.as_str());
                let found = unknown("field", &name.text, name.span, known);
                self.report(found);
                continue;
            };
            if values.iter().any(|(f, _)| *f == field) {
                let message = format!("`{}` is given twice", name.text);
                self.report(error(codes::H_TWICE, message, name.span));
            }
            let value = self.value(&argument.value, &fields[field].1);
            values.push((field, value));
        }
        known(ExprKind::Record(values), Type::Record(id), span)
    }
}

/// An expression of a known type.
pub(super) fn known(kind: ExprKind, ty: Type, span: Span) -> Ex {
    Ex {
        expr: Expr {
            kind,
            ty: ty.clone(),
            span,
        },
        ty: Ty::Known(ty),
    }
}

fn number(ex: &Ex) -> bool {
    match &ex.ty {
        Ty::Known(ty) => ty.is_number(),
        _ => true,
    }
}

fn is_comparison(operator: BinaryOp) -> bool {
    use BinaryOp as B;
    matches!(
        operator,
        B::Equal | B::NotEqual | B::Less | B::Greater | B::LessEqual | B::GreaterEqual
    )
}

/// True if an operator takes operands of a type.
fn takes(operator: BinaryOp, ty: &Type) -> bool {
    use BinaryOp as B;
    match operator {
        B::Equal | B::NotEqual => {
            ty.is_number() || matches!(ty, Type::Boolean | Type::Character | Type::Text)
        }
        B::Less | B::Greater | B::LessEqual | B::GreaterEqual => {
            ty.is_number() || *ty == Type::Character
        }
        B::BitAnd | B::BitOr | B::BitXor => matches!(ty, Type::Integer | Type::Boolean),
        _ => ty.is_number(),
    }
}
