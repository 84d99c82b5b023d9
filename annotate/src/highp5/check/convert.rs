//! Conversions: what goes where another type is wanted, and what two operands become.

use super::body::{Elab, Ex, Ty};
use crate::diag::codes;
use crate::highp5::report::error;
use crate::highp5::typed::{Expr, ExprKind, Root, Step, Type};

impl Elab<'_, '_, '_> {
    /// The expression as a value of a type; reports what cannot become one.
    pub(super) fn require(&mut self, ex: Ex, want: &Type) -> Expr {
        let Ex { mut expr, ty } = ex;
        match ty {
            Ty::Failed => {
                expr.ty = want.clone();
                expr
            }
            Ty::Open(open) => {
                self.solve(open, want);
                expr.ty = want.clone();
                expr
            }
            Ty::Known(ref have) if have == want => expr,
            Ty::Known(Type::Dimension) if *want == Type::Range => range_of(expr),
            Ty::Known(Type::Integer) if want.is_real() => converted(expr, want),
            Ty::Known(Type::Single) if *want == Type::Double => converted(expr, want),
            Ty::Constant if want.is_real() => {
                self.retarget(&mut expr, want);
                expr
            }
            other => {
                self.clash(&other, want, &expr);
                expr.ty = want.clone();
                expr
            }
        }
    }

    fn clash(&mut self, have: &Ty, want: &Type, expr: &Expr) {
        let mut diagnostic = error(
            codes::H_TYPE,
            format!(
                "{} is wanted here, and this is {}",
                self.checker.name_of(want),
                self.words(have)
            ),
            expr.span,
        );
        let have = match have {
            Ty::Known(have) => have.clone(),
            _ => Type::Double,
        };
        let conversion = match want {
            Type::Integer if have.is_real() || have == Type::Character => Some("integer"),
            Type::Single if have == Type::Double => Some("single"),
            Type::Character if have == Type::Integer => Some("character"),
            _ => None,
        };
        if let Some(function) = conversion {
            diagnostic = diagnostic.help(format!("write `{function}(..)` around it"));
        }
        if let (ExprKind::Read(place), Type::Array(..)) = (&expr.kind, &have)
            && !matches!(want, Type::Array(..))
            && matches!(place.root, Root::Variable(..) | Root::Local(_))
        {
            diagnostic = diagnostic.help("an array needs an index for each of its dimensions");
        }
        self.report(diagnostic);
    }

    /// Gives a real expression of constants its width.
    pub(super) fn retarget(&mut self, expr: &mut Expr, width: &Type) {
        if !expr.ty.is_real() {
            return;
        }
        match &mut expr.kind {
            ExprKind::Real(_) | ExprKind::Convert(_) => expr.ty = width.clone(),
            ExprKind::Read(place) => {
                if let Root::Local(id) = place.root
                    && place.steps.is_empty()
                    && *width == Type::Single
                {
                    self.narrow(id);
                }
            }
            ExprKind::Unary(_, operand) => {
                self.retarget(operand, width);
                expr.ty = width.clone();
            }
            ExprKind::Binary(_, left, right) => {
                self.retarget(left, width);
                self.retarget(right, width);
                expr.ty = width.clone();
            }
            ExprKind::Builtin(_, arguments) => {
                for argument in arguments {
                    self.retarget(argument, width);
                }
                expr.ty = width.clone();
            }
            _ => {}
        }
    }

    /// The type that operands of arithmetic or a comparison have together; `None` if they
    /// do not go together.
    pub(super) fn common(&mut self, left: &Ex, right: &Ex) -> Option<Ty> {
        use Ty::{Constant, Failed, Known, Open};
        let constant = |ex: &Ex| matches!(ex.expr.kind, ExprKind::Integer(_));
        Some(match (&left.ty, &right.ty) {
            (Failed, _) | (_, Failed) => Failed,
            (Open(open), Open(other)) => {
                if open != other {
                    self.alike.push((*open, *other));
                }
                Open(*open)
            }
            // A whole number says nothing: it can become real.
            (Open(open), Known(Type::Integer)) if constant(right) => Open(*open),
            (Known(Type::Integer), Open(open)) if constant(left) => Open(*open),
            (Open(open), other) | (other, Open(open)) => {
                let found = match other {
                    Known(ty) => ty.clone(),
                    _ => Type::Double,
                };
                self.solve(*open, &found);
                Known(found)
            }
            (Constant, Constant) => Constant,
            (Constant, Known(Type::Integer)) | (Known(Type::Integer), Constant) => Constant,
            (Constant, Known(ty)) | (Known(ty), Constant) if ty.is_real() => Known(ty.clone()),
            (Known(a), Known(b)) if a == b => Known(a.clone()),
            (Known(a), Known(b)) if a.is_number() && b.is_number() => {
                let double = *a == Type::Double || *b == Type::Double;
                Known(if double { Type::Double } else { Type::Single })
            }
            _ => return None,
        })
    }

    /// An operand as the type that it has together with the other one.
    pub(super) fn operand(&mut self, ex: Ex, common: &Ty) -> Expr {
        match common {
            Ty::Known(ty) => self.require(ex, ty),
            Ty::Constant => match ex.ty {
                Ty::Known(Type::Integer) => converted(ex.expr, &Type::Double),
                _ => ex.expr,
            },
            Ty::Open(_) | Ty::Failed => ex.expr,
        }
    }
}

/// A dimension as its range.
fn range_of(mut expr: Expr) -> Expr {
    if let ExprKind::Read(place) = &mut expr.kind {
        place.steps.push(Step::Range);
        place.ty = Type::Range;
    }
    expr.ty = Type::Range;
    expr
}

/// A number as a wider one.
pub(super) fn converted(expr: Expr, to: &Type) -> Expr {
    let span = expr.span;
    let kind = match expr.kind {
        ExprKind::Integer(value) => ExprKind::Real(f64::from(value)),
        _ => ExprKind::Convert(Box::new(expr)),
    };
    Expr {
        kind,
        ty: to.clone(),
        span,
    }
}
