//! Values of the interpreter and what operators do with them. Types were settled by the
//! checker, conversions included, so both sides of an operator have one kind.

use std::cell::RefCell;
use std::rc::Rc;

use hp5_annotate::highp5::ast::{BinaryOp, UnaryOp};
use hp5_annotate::highp5::typed::{Program, Type, VariableId};

use super::array::{Array, Shared};
use super::coordinator::Environment;
use super::{Error, Outcome};

/// A value.
#[derive(Debug, Clone)]
pub enum Value {
    /// `Integer`.
    Integer(i32),
    /// `Real single-precision`.
    Single(f32),
    /// `Real double-precision`.
    Double(f64),
    /// `Boolean`.
    Boolean(bool),
    /// `Character`.
    Character(u8),
    /// `String`.
    Text(Rc<str>),
    /// `Range`, and the dimension of an array.
    Range(Indices),
    /// All dimensions of an array.
    Shape(Vec<Indices>),
    /// A user's type: its elements in order.
    Record(Vec<Value>),
    /// A static array or a list.
    Sequence(Vec<Value>),
    /// An array of an environment.
    Array(Shared),
    /// An array as the LPU with this number has it, so many epochs ago.
    Part(usize, VariableId, u32),
    /// An environment of a task.
    Environment(Rc<RefCell<Environment>>),
    /// Of a function without a result.
    Nothing,
}

/// Indices from `min` to `max`; with holes where `set` is given.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Indices {
    /// Least.
    pub min: i64,
    /// Greatest; below `min` if there is none.
    pub max: i64,
    /// All of them in ascending order, where they have holes.
    pub set: Option<Rc<[i64]>>,
}

impl Indices {
    /// Without holes.
    #[must_use]
    pub fn new(min: i64, max: i64) -> Indices {
        Indices {
            min,
            max,
            set: None,
        }
    }

    /// Of a list in ascending order.
    #[must_use]
    pub fn of(list: &[i64]) -> Indices {
        let (min, max) = match (list.first(), list.last()) {
            (Some(&min), Some(&max)) => (min, max),
            _ => (0, -1),
        };
        let holes = max - min + 1 != i64::try_from(list.len()).unwrap_or(-1);
        Indices {
            min,
            max,
            set: holes.then(|| list.into()),
        }
    }

    /// True for one of them.
    #[must_use]
    pub fn contains(&self, index: i64) -> bool {
        match &self.set {
            Some(set) => set.binary_search(&index).is_ok(),
            None => (self.min..=self.max).contains(&index),
        }
    }

    /// How many.
    #[must_use]
    pub fn count(&self) -> i64 {
        match &self.set {
            Some(set) => i64::try_from(set.len()).unwrap_or(i64::MAX),
            None => (self.max - self.min + 1).max(0),
        }
    }

    /// All in ascending order.
    #[must_use]
    pub fn list(&self) -> Vec<i64> {
        match &self.set {
            Some(set) => set.to_vec(),
            None => (self.min..=self.max).collect(),
        }
    }
}

impl From<i32> for Value {
    fn from(value: i32) -> Value {
        Value::Integer(value)
    }
}

impl From<f64> for Value {
    fn from(value: f64) -> Value {
        Value::Double(value)
    }
}

impl From<&str> for Value {
    fn from(value: &str) -> Value {
        Value::Text(value.into())
    }
}

/// `$name() -> Outcome<$ty>` for kinds that are one Rust value.
macro_rules! take {
    ($($(#[$doc:meta])* $name:ident: $kind:ident -> $ty:ty;)*) => {$(
        $(#[$doc])*
        ///
        /// # Errors
        /// For anything else: the program was not checked.
        pub fn $name(&self) -> Outcome<$ty> {
            match self {
                Value::$kind(value) => Ok(value.clone()),
                other => Err(Error::unsound(format!(
                    concat!("{:?} where ", stringify!($kind), " is needed"), other
                ))),
            }
        }
    )*};
}

impl Value {
    take! {
        /// The number of an Integer.
        integer: Integer -> i32;
        /// The truth of a Boolean.
        boolean: Boolean -> bool;
        /// The text of a String.
        text: Text -> Rc<str>;
        /// The indices of a Range.
        indices: Range -> Indices;
    }

    /// The number of an Integer, as an index.
    ///
    /// # Errors
    /// For anything else: the program was not checked.
    pub fn index(&self) -> Outcome<i64> {
        self.integer().map(i64::from)
    }

    /// The number of any numeric value.
    ///
    /// # Errors
    /// For what is no number.
    pub fn real(&self) -> Outcome<f64> {
        match self {
            Value::Integer(value) => Ok(f64::from(*value)),
            Value::Single(value) => Ok(f64::from(*value)),
            Value::Double(value) => Ok(*value),
            other => Err(Error::unsound(format!(
                "{other:?} where a number is needed"
            ))),
        }
    }

    /// Equal to the last bit (numbers that are no numbers are equal to themselves).
    #[must_use]
    pub fn same(&self, other: &Value) -> bool {
        match (self, other) {
            (Value::Single(a), Value::Single(b)) => a.to_bits() == b.to_bits(),
            (Value::Double(a), Value::Double(b)) => a.to_bits() == b.to_bits(),
            (Value::Integer(a), Value::Integer(b)) => a == b,
            (Value::Boolean(a), Value::Boolean(b)) => a == b,
            (Value::Character(a), Value::Character(b)) => a == b,
            (Value::Text(a), Value::Text(b)) => a == b,
            (Value::Range(a), Value::Range(b)) => a == b,
            (Value::Record(a), Value::Record(b)) | (Value::Sequence(a), Value::Sequence(b)) => {
                a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.same(b))
            }
            _ => false,
        }
    }

    /// An array's values in a `Vec` of this type.
    ///
    /// # Errors
    /// When it is no array of numbers.
    pub fn array(&self) -> Outcome<Array> {
        match self {
            Value::Array(array) => Ok(array.borrow().clone()),
            other => Err(Error::new(format!("{other:?} where an array is needed"))),
        }
    }

    /// As this number type.
    ///
    /// # Errors
    /// When there is no conversion.
    pub fn converted(&self, ty: &Type) -> Outcome<Value> {
        let whole = || {
            Ok(match self {
                // As Rust does: towards 0, and to the end of the range.
                Value::Single(v) => *v as i32,
                Value::Double(v) => *v as i32,
                Value::Character(v) => i32::from(*v),
                Value::Boolean(v) => i32::from(*v),
                other => other.integer()?,
            })
        };
        let number = || match self {
            Value::Character(_) | Value::Boolean(_) => whole().map(f64::from),
            other => other.real(),
        };
        Ok(match ty {
            Type::Integer => Value::Integer(whole()?),
            Type::Character => Value::Character(whole()? as u8),
            Type::Double => Value::Double(number()?),
            Type::Single => Value::Single(match self {
                Value::Integer(v) => *v as f32,
                _ => number()? as f32,
            }),
            _ => {
                return Err(Error::unsound(format!(
                    "no conversion of {self:?} to {ty:?}"
                )));
            }
        })
    }
}

/// The value that variables of a type begin with: 0, FALSE, empty.
///
/// # Errors
/// For types that have none.
pub fn zero(ty: &Type, program: &Program) -> Outcome<Value> {
    Ok(match ty {
        Type::Integer => Value::Integer(0),
        Type::Single => Value::Single(0.0),
        Type::Double => Value::Double(0.0),
        Type::Character => Value::Character(0),
        Type::Boolean => Value::Boolean(false),
        Type::Text => Value::Text("".into()),
        Type::Range | Type::Dimension => Value::Range(Indices::new(0, -1)),
        Type::List(_) => Value::Sequence(Vec::new()),
        Type::Nothing => Value::Nothing,
        Type::Static(element, sizes) => {
            let count = sizes.iter().fold(1_u64, |n, &size| n.saturating_mul(size));
            if count > 1 << 16 {
                return Err(Error::new(format!("a static array of {count} elements")));
            }
            let mut value = zero(element, program)?;
            for &size in sizes.iter().rev() {
                let size = usize::try_from(size).unwrap_or(0);
                value = Value::Sequence(vec![value; size]);
            }
            value
        }
        Type::Record(id) => {
            let fields = program.records[id.0].fields.iter();
            Value::Record(
                fields
                    .map(|f| zero(&f.1, program))
                    .collect::<Outcome<_>>()?,
            )
        }
        Type::Shape(_) | Type::Array(..) | Type::Environment(_) => {
            return Err(Error::new(format!("{ty:?} has no value to begin with")));
        }
    })
}

/// `operator value`.
///
/// # Errors
/// When the kind does not have the operator.
pub fn unary(operator: UnaryOp, value: &Value) -> Outcome<Value> {
    Ok(match (operator, value) {
        (UnaryOp::Minus, Value::Integer(v)) => Value::Integer(v.wrapping_neg()),
        (UnaryOp::Minus, Value::Single(v)) => Value::Single(-v),
        (UnaryOp::Minus, Value::Double(v)) => Value::Double(-v),
        (_, other) => Value::Boolean(!other.boolean()?),
    })
}

/// `left operator right`; `or` and `and` are evaluated lazily elsewhere.
///
/// # Errors
/// When the kinds do not have the operator, and for Integers divided by 0.
pub fn binary(operator: BinaryOp, left: &Value, right: &Value) -> Outcome<Value> {
    use BinaryOp as B;
    match operator {
        B::Or => Ok(Value::Boolean(left.boolean()? | right.boolean()?)),
        B::And => Ok(Value::Boolean(left.boolean()? & right.boolean()?)),
        B::In => Ok(Value::Boolean(right.indices()?.contains(left.index()?))),
        B::Equal | B::NotEqual | B::Less | B::Greater | B::LessEqual | B::GreaterEqual => {
            compare(operator, left, right).map(Value::Boolean)
        }
        B::BitOr | B::BitXor | B::BitAnd | B::ShiftLeft | B::ShiftRight => {
            let (a, b) = (left.integer()?, right.integer()?);
            Ok(Value::Integer(match operator {
                B::BitOr => a | b,
                B::BitXor => a ^ b,
                B::BitAnd => a & b,
                // Only the lower five bits count.
                B::ShiftLeft => a.wrapping_shl(b as u32),
                _ => a.wrapping_shr(b as u32),
            }))
        }
        B::Add | B::Subtract | B::Multiply | B::Divide | B::Remainder | B::Power => {
            arithmetic(operator, left, right)
        }
    }
}

fn arithmetic(operator: BinaryOp, left: &Value, right: &Value) -> Outcome<Value> {
    use BinaryOp as B;
    macro_rules! real {
        ($kind:ident, $a:expr, $b:expr) => {
            Ok(Value::$kind(match operator {
                B::Add => $a + $b,
                B::Subtract => $a - $b,
                B::Multiply => $a * $b,
                B::Divide => $a / $b,
                B::Remainder => $a % $b,
                _ => $a.powf($b),
            }))
        };
    }
    match (left, right) {
        (Value::Single(a), Value::Single(b)) => real!(Single, *a, *b),
        (Value::Double(a), Value::Double(b)) => real!(Double, *a, *b),
        (Value::Single(a), Value::Integer(b)) if operator == B::Power => {
            Ok(Value::Single(a.powi(*b)))
        }
        (Value::Double(a), Value::Integer(b)) if operator == B::Power => {
            Ok(Value::Double(a.powi(*b)))
        }
        _ => whole(operator, left.integer()?, right.integer()?).map(Value::Integer),
    }
}

fn whole(operator: BinaryOp, a: i32, b: i32) -> Outcome<i32> {
    use BinaryOp as B;
    Ok(match operator {
        B::Add => a.wrapping_add(b),
        B::Subtract => a.wrapping_sub(b),
        B::Multiply => a.wrapping_mul(b),
        B::Divide | B::Remainder if b == 0 => return Err(Error::new("division by zero")),
        B::Divide => a.wrapping_div(b),
        B::Remainder => a.wrapping_rem(b),
        _ => {
            let exponent = u32::try_from(b);
            let below = |_| Error::new(format!("an Integer to the power of {b}"));
            a.wrapping_pow(exponent.map_err(below)?)
        }
    })
}

fn compare(operator: BinaryOp, left: &Value, right: &Value) -> Outcome<bool> {
    use BinaryOp as B;
    use std::cmp::Ordering;
    let order = match (left, right) {
        (Value::Boolean(a), Value::Boolean(b)) => Some(a.cmp(b)),
        (Value::Character(a), Value::Character(b)) => Some(a.cmp(b)),
        (Value::Text(a), Value::Text(b)) => Some(a.cmp(b)),
        (Value::Integer(a), Value::Integer(b)) => Some(a.cmp(b)),
        _ => left.real()?.partial_cmp(&right.real()?),
    };
    Ok(match operator {
        B::Equal => order == Some(Ordering::Equal),
        B::NotEqual => order != Some(Ordering::Equal),
        B::Less => order == Some(Ordering::Less),
        B::Greater => order == Some(Ordering::Greater),
        B::LessEqual => matches!(order, Some(Ordering::Less | Ordering::Equal)),
        _ => matches!(order, Some(Ordering::Greater | Ordering::Equal)),
    })
}
