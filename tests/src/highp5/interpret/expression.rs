//! Expressions and calls.

use hp5_annotate::highp5::ast::BinaryOp;
use hp5_annotate::highp5::typed::{Argument, Expr, ExprKind, FunctionId, Type};

use super::machine::Machine;
use super::place::Target;
use super::value::{Indices, Value, binary, unary, zero};
use super::{Error, Outcome};

/// Calls within calls, at most.
const DEEPEST: usize = 200;

impl Machine<'_> {
    /// The value of an expression.
    pub(super) fn evaluate(&mut self, expr: &Expr) -> Outcome<Value> {
        self.evaluate_unplaced(expr).map_err(|e| e.at(expr.span))
    }

    fn evaluate_unplaced(&mut self, expr: &Expr) -> Outcome<Value> {
        Ok(match &expr.kind {
            ExprKind::Integer(value) => Value::Integer(*value),
            ExprKind::Real(value) => match expr.ty {
                Type::Single => Value::Single(*value as f32),
                _ => Value::Double(*value),
            },
            ExprKind::Boolean(value) => Value::Boolean(*value),
            ExprKind::Character(value) => Value::Character(*value),
            ExprKind::Text(value) => Value::Text(value.as_str().into()),
            ExprKind::Read(place) => {
                let target = self.target(place)?;
                self.get(&target)?
            }
            ExprKind::Convert(inner) => self.evaluate(inner)?.converted(&expr.ty)?,
            ExprKind::Unary(operator, operand) => unary(*operator, &self.evaluate(operand)?)?,
            ExprKind::Binary(operator, left, right) => {
                let left = self.evaluate(left)?;
                match (operator, &left) {
                    // The right side need not be defined where the left one decides.
                    (BinaryOp::Or, Value::Boolean(true)) => return Ok(left),
                    (BinaryOp::And, Value::Boolean(false)) => return Ok(left),
                    _ => binary(*operator, &left, &self.evaluate(right)?)?,
                }
            }
            ExprKind::Range(min, max) => {
                let min = self.evaluate(min)?.index()?;
                Value::Range(Indices::new(min, self.evaluate(max)?.index()?))
            }
            ExprKind::Call(function, arguments) => self.call(*function, arguments)?,
            ExprKind::Builtin(builtin, arguments) => self.builtin(*builtin, arguments)?,
            ExprKind::Record(given) => {
                let mut record = zero(&expr.ty, self.program)?;
                for (at, value) in given {
                    let value = self.evaluate(value)?;
                    if let Value::Record(list) = &mut record {
                        list[*at] = value;
                    }
                }
                record
            }
            ExprKind::List => Value::Sequence(Vec::new()),
            ExprKind::Environment => self.new_environment(&expr.ty)?,
        })
    }

    /// A local of the innermost body.
    pub(super) fn local(&self, id: usize) -> Outcome<Value> {
        let value = self.locals.last().and_then(|l| l.get(id)?.clone());
        value.ok_or_else(|| Error::new("used before it has a value"))
    }

    fn call(&mut self, id: FunctionId, arguments: &[Argument]) -> Outcome<Value> {
        if self.functions.len() >= DEEPEST {
            return Err(Error::new("calls are nested too deeply"));
        }
        let program = self.program;
        let function = &program.functions[id.0];
        let mut locals = vec![None; function.body.locals.len()];
        let mut back: Vec<(usize, Target)> = Vec::new();
        for (argument, (local, _)) in arguments.iter().zip(&function.parameters) {
            locals[local.0] = Some(match argument {
                Argument::Value(expr) => self.evaluate(expr)?,
                Argument::Reference(place) => {
                    let target = self.target(place)?;
                    let value = self.get(&target)?;
                    if !matches!(value, Value::Part(..) | Value::Array(_)) {
                        back.push((local.0, target));
                    }
                    value
                }
            });
        }
        self.locals.push(locals);
        self.functions.push(&function.name);
        let result = self.block(&function.body.statements);
        self.functions.pop();
        let mut locals = self.locals.pop().unwrap_or_default();
        for (local, target) in back {
            if let Some(value) = locals[local].take() {
                self.set(&target, value)?;
            }
        }
        Ok(result?.unwrap_or(Value::Nothing))
    }
}
