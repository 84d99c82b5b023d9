//! Built-in functions: names, numbers of arguments, types.

use super::body::{Context, Elab, Ex, Ty};
use super::convert::converted;
use super::expr::known;
use crate::diag::codes;
use crate::highp5::ast::{Argument, Name, Span};
use crate::highp5::report::{count, error};
use crate::highp5::typed::{Builtin, Expr, ExprKind, Type};

/// What a built-in takes and gives.
#[derive(Clone, Copy)]
enum Kind {
    /// Numbers of one type, which it gives.
    Numbers,
    /// Reals of one type, which it gives.
    Reals,
    /// A scalar, as this type.
    Conversion,
    Random,
    RandomInteger,
    InitRandom,
    Append,
    Print,
}

/// Name, function, least and most arguments, types.
const TABLE: &[(&str, Builtin, usize, usize, Kind)] = &[
    ("abs", Builtin::Abs, 1, 1, Kind::Numbers),
    ("min", Builtin::Min, 2, 8, Kind::Numbers),
    ("max", Builtin::Max, 2, 8, Kind::Numbers),
    ("sqrt", Builtin::Sqrt, 1, 1, Kind::Reals),
    ("exp", Builtin::Exp, 1, 1, Kind::Reals),
    ("log", Builtin::Log, 1, 1, Kind::Reals),
    ("log2", Builtin::Log2, 1, 1, Kind::Reals),
    ("log10", Builtin::Log10, 1, 1, Kind::Reals),
    ("pow", Builtin::Pow, 2, 2, Kind::Reals),
    ("sin", Builtin::Sin, 1, 1, Kind::Reals),
    ("cos", Builtin::Cos, 1, 1, Kind::Reals),
    ("tan", Builtin::Tan, 1, 1, Kind::Reals),
    ("asin", Builtin::Asin, 1, 1, Kind::Reals),
    ("acos", Builtin::Acos, 1, 1, Kind::Reals),
    ("atan", Builtin::Atan, 1, 1, Kind::Reals),
    ("atan2", Builtin::Atan2, 2, 2, Kind::Reals),
    ("sinh", Builtin::Sinh, 1, 1, Kind::Reals),
    ("cosh", Builtin::Cosh, 1, 1, Kind::Reals),
    ("tanh", Builtin::Tanh, 1, 1, Kind::Reals),
    ("floor", Builtin::Floor, 1, 1, Kind::Reals),
    ("ceil", Builtin::Ceil, 1, 1, Kind::Reals),
    ("round", Builtin::Round, 1, 1, Kind::Reals),
    ("integer", Builtin::ToInteger, 1, 1, Kind::Conversion),
    ("single", Builtin::ToSingle, 1, 1, Kind::Conversion),
    ("double", Builtin::ToDouble, 1, 1, Kind::Conversion),
    ("real", Builtin::ToDouble, 1, 1, Kind::Conversion),
    ("character", Builtin::ToCharacter, 1, 1, Kind::Conversion),
    ("random", Builtin::Random, 0, 0, Kind::Random),
    (
        "random_integer",
        Builtin::RandomInteger,
        2,
        2,
        Kind::RandomInteger,
    ),
    ("init_rand", Builtin::InitRandom, 0, 1, Kind::InitRandom),
    ("append", Builtin::Append, 2, 2, Kind::Append),
    ("print", Builtin::Print, 1, 16, Kind::Print),
];

/// Names of built-ins.
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    TABLE.iter().map(|row| row.0)
}

impl<'a> Elab<'_, 'a, '_> {
    /// A call of a built-in; `None` if there is none of this name.
    pub(super) fn builtin(
        &mut self,
        name: &Name,
        arguments: &'a [Argument],
        span: Span,
    ) -> Option<Ex> {
        let (_, builtin, least, most, kind) = *TABLE.iter().find(|row| row.0 == name.text)?;
        if arguments.len() < least || arguments.len() > most {
            let takes = match (least, most) {
                (a, b) if a == b => count(a, "argument"),
                (a, b) => format!("{a} to {b} arguments"),
            };
            self.report(error(
                codes::H_ARGUMENTS,
                format!(
                    "`{}` takes {takes}, and {} given",
                    name.text,
                    given(arguments.len())
                ),
                span,
            ));
            return Some(Ex::failed(span));
        }
        if let Some(reference) = arguments.iter().find_map(|a| a.reference) {
            let message = format!("`{}` takes nothing by reference", name.text);
            self.report(error(codes::H_ARGUMENTS, message, reference));
        }
        Some(match kind {
            Kind::Numbers | Kind::Reals => {
                self.numbers(builtin, arguments, matches!(kind, Kind::Reals), span)
            }
            Kind::Conversion => self.conversion(builtin, &arguments[0], span),
            Kind::Random => {
                self.uses.differs = true;
                known(ExprKind::Builtin(builtin, Vec::new()), Type::Double, span)
            }
            Kind::RandomInteger | Kind::InitRandom => {
                self.uses.differs = true;
                let integers = arguments
                    .iter()
                    .map(|a| self.value(&a.value, &Type::Integer))
                    .collect();
                if builtin == Builtin::InitRandom && self.context != Context::Initialize {
                    let message = "`init_rand` stands in Initialize";
                    self.report(error(codes::H_PLACE, message, span));
                }
                let ty = match builtin {
                    Builtin::InitRandom => Type::Nothing,
                    _ => Type::Integer,
                };
                known(ExprKind::Builtin(builtin, integers), ty, span)
            }
            Kind::Append => self.append(arguments, span),
            Kind::Print => self.print(arguments, span),
        })
    }

    fn numbers(
        &mut self,
        builtin: Builtin,
        arguments: &'a [Argument],
        real: bool,
        span: Span,
    ) -> Ex {
        let values: Vec<Ex> = arguments.iter().map(|a| self.expr(&a.value)).collect();
        for value in &values {
            if let Ty::Known(ty) = &value.ty
                && !ty.is_number()
            {
                let message = format!(
                    "a number is wanted here, and this is {}",
                    self.words(&value.ty)
                );
                self.report(error(codes::H_TYPE, message, value.expr.span));
                return Ex::failed(span);
            }
        }
        // All are numbers, so each pair goes together; the last is what all become.
        let mut common = values[0].ty.clone();
        for value in &values {
            let so_far = Ex {
                ty: common,
                ..known(ExprKind::Boolean(true), Type::Nothing, span)
            };
            common = self.common(&so_far, value).unwrap_or(Ty::Failed);
        }
        if real && common == Ty::Known(Type::Integer) {
            common = Ty::Known(Type::Double);
        }
        if let (true, Ty::Open(open)) = (real, &common) {
            self.solve(*open, &Type::Double);
        }
        let values: Vec<Expr> = values
            .into_iter()
            .map(|v| self.operand(v, &common))
            .collect();
        Ex {
            expr: Expr {
                ty: self.settled(&common),
                kind: ExprKind::Builtin(builtin, values),
                span,
            },
            ty: common,
        }
    }

    fn conversion(&mut self, builtin: Builtin, argument: &'a Argument, span: Span) -> Ex {
        let ty = match builtin {
            Builtin::ToInteger => Type::Integer,
            Builtin::ToSingle => Type::Single,
            Builtin::ToDouble => Type::Double,
            _ => Type::Character,
        };
        let mut value = self.expr(&argument.value);
        let fits = match &value.ty {
            Ty::Known(from) => {
                from.is_number() && ty != Type::Character
                    || *from == Type::Integer
                    || matches!(from, Type::Character | Type::Boolean) && ty == Type::Integer
            }
            Ty::Open(open) => {
                // The conversion says what it is.
                let open = *open;
                self.solve(open, &ty);
                true
            }
            Ty::Constant => ty != Type::Character,
            Ty::Failed => return Ex::failed(span),
        };
        if !fits {
            let from = self.words(&value.ty);
            let message = format!("{from} cannot become {}", self.checker.name_of(&ty));
            self.report(error(codes::H_TYPE, message, span));
            return Ex::failed(span);
        }
        if value.ty == Ty::Constant && ty.is_real() {
            self.retarget(&mut value.expr, &ty);
        } else if value.ty == Ty::Known(Type::Integer) && ty.is_real() {
            value.expr = converted(value.expr, &ty);
        }
        if value.expr.ty == ty {
            value.ty = Ty::Known(ty);
            return value;
        }
        known(ExprKind::Builtin(builtin, vec![value.expr]), ty, span)
    }

    fn append(&mut self, arguments: &'a [Argument], span: Span) -> Ex {
        let Some(way) = self.place(&arguments[0].value) else {
            return Ex::failed(span);
        };
        let Ty::Known(Type::List(element)) = way.ty.clone() else {
            let what = self.words(&way.ty);
            let message = format!("a list is wanted here, and this is {what}");
            self.report(error(codes::H_TYPE, message, way.span));
            return Ex::failed(span);
        };
        if !self.assignable(&way) {
            return Ex::failed(span);
        }
        let list = self.read_way(&way).expr;
        let value = self.value(&arguments[1].value, &element);
        known(
            ExprKind::Builtin(Builtin::Append, vec![list, value]),
            Type::Nothing,
            span,
        )
    }

    fn print(&mut self, arguments: &'a [Argument], span: Span) -> Ex {
        if self.context != Context::Coordinator {
            let message = "`print` stands in the coordinator";
            self.report(error(codes::H_PLACE, message, span));
        }
        let mut values = Vec::new();
        for argument in arguments {
            let value = self.expr(&argument.value);
            if let Ty::Known(ty) = &value.ty
                && !ty.is_number()
                && !matches!(ty, Type::Text | Type::Boolean | Type::Character)
            {
                let message = format!("{} cannot be printed", self.words(&value.ty));
                self.report(error(codes::H_TYPE, message, value.expr.span));
            }
            values.push(value.expr);
        }
        known(
            ExprKind::Builtin(Builtin::Print, values),
            Type::Nothing,
            span,
        )
    }
}

/// `1 is`, `2 are`.
pub(super) fn given(number: usize) -> String {
    match number {
        0 => "none is".to_owned(),
        1 => "1 is".to_owned(),
        n => format!("{n} are"),
    }
}
