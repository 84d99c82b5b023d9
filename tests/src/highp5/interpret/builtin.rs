//! Built-in functions.

use hp5_annotate::highp5::typed::{Builtin, Expr, ExprKind, Type};

use super::machine::Machine;
use super::value::{Value, binary};
use super::{Error, Outcome};

impl Machine<'_> {
    pub(super) fn builtin(&mut self, builtin: Builtin, arguments: &[Expr]) -> Outcome<Value> {
        if builtin == Builtin::Append {
            return self.append(arguments);
        }
        let mut values = Vec::new();
        for argument in arguments {
            values.push(self.evaluate(argument)?);
        }
        match builtin {
            Builtin::Random => {
                let frame = self.generator()?;
                Ok(Value::Double(self.random(frame).real()))
            }
            Builtin::RandomInteger => {
                let (low, high) = (nth(&values, 0)?.integer()?, nth(&values, 1)?.integer()?);
                let frame = self.generator()?;
                Ok(Value::Integer(self.random(frame).integer(low, high)))
            }
            Builtin::InitRandom => {
                self.seed = values.first().map_or(Ok(0), Value::integer)?;
                self.generators.clear();
                Ok(Value::Nothing)
            }
            Builtin::Print => {
                let line: Vec<String> = values.iter().map(shown).collect();
                self.outputs.lines.push(line.join(" "));
                Ok(Value::Nothing)
            }
            _ => mathematics(builtin, &values),
        }
    }

    /// The frame whose generator a body draws from; Root, for the coordinator.
    fn generator(&mut self) -> Outcome<usize> {
        if self.frames.is_empty() {
            self.frames.push(super::frame::Frame::root(0));
        }
        Ok(self.current)
    }

    fn append(&mut self, arguments: &[Expr]) -> Outcome<Value> {
        let [list, value] = arguments else {
            return Err(Error::unsound("append takes a list and a value"));
        };
        let ExprKind::Read(place) = &list.kind else {
            return Err(Error::unsound("append takes a variable"));
        };
        let target = self.target(place)?;
        let Value::Sequence(mut items) = self.get(&target)? else {
            return Err(Error::unsound("append takes a list"));
        };
        items.push(self.evaluate(value)?);
        self.set(&target, Value::Sequence(items))?;
        Ok(Value::Nothing)
    }
}

fn nth(values: &[Value], at: usize) -> Outcome<&Value> {
    values
        .get(at)
        .ok_or_else(|| Error::unsound("an argument is missing"))
}

fn shown(value: &Value) -> String {
    match value {
        Value::Integer(v) => v.to_string(),
        Value::Single(v) => v.to_string(),
        Value::Double(v) => v.to_string(),
        Value::Boolean(v) => v.to_string(),
        Value::Character(v) => char::from(*v).to_string(),
        Value::Text(v) => v.to_string(),
        other => format!("{other:?}"),
    }
}

fn mathematics(builtin: Builtin, values: &[Value]) -> Outcome<Value> {
    use Builtin as B;
    let first = nth(values, 0)?;
    match builtin {
        B::ToInteger => return first.converted(&Type::Integer),
        B::ToSingle => return first.converted(&Type::Single),
        B::ToDouble => return first.converted(&Type::Double),
        B::ToCharacter => return first.converted(&Type::Character),
        B::Min | B::Max => return extreme(builtin, values),
        _ => {}
    }
    macro_rules! real {
        ($kind:ident, $x:expr) => {{
            let x = $x;
            let second = || match values.get(1) {
                Some(Value::$kind(y)) => Ok(*y),
                _ => Err(Error::unsound("a second real argument is missing")),
            };
            Value::$kind(match builtin {
                B::Abs => x.abs(),
                B::Sqrt => x.sqrt(),
                B::Exp => x.exp(),
                B::Log => x.ln(),
                B::Log2 => x.log2(),
                B::Log10 => x.log10(),
                B::Pow => x.powf(second()?),
                B::Sin => x.sin(),
                B::Cos => x.cos(),
                B::Tan => x.tan(),
                B::Asin => x.asin(),
                B::Acos => x.acos(),
                B::Atan => x.atan(),
                B::Atan2 => x.atan2(second()?),
                B::Sinh => x.sinh(),
                B::Cosh => x.cosh(),
                B::Tanh => x.tanh(),
                B::Floor => x.floor(),
                B::Ceil => x.ceil(),
                B::Round => x.round(),
                other => return Err(Error::new(format!("{other:?} is not known"))),
            })
        }};
    }
    Ok(match first {
        Value::Integer(x) if builtin == B::Abs => Value::Integer(x.wrapping_abs()),
        Value::Single(x) => real!(Single, *x),
        Value::Double(x) => real!(Double, *x),
        other => return Err(Error::unsound(format!("{builtin:?} of {other:?}"))),
    })
}

/// The least or greatest; the first of equals.
fn extreme(builtin: Builtin, values: &[Value]) -> Outcome<Value> {
    use hp5_annotate::highp5::ast::BinaryOp as Op;
    let operator = if builtin == Builtin::Min {
        Op::Less
    } else {
        Op::Greater
    };
    let mut best = nth(values, 0)?.clone();
    for value in &values[1..] {
        if binary(operator, value, &best)?.boolean()? {
            best = value.clone();
        }
    }
    Ok(best)
}
