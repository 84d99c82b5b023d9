//! Types of elements and conversions between numbers in files and them.

use std::fmt;

/// Types that elements of an array in a file can have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// `Integer`: `i32`.
    Integer,
    /// `Real single-precision`: `f32`.
    Single,
    /// `Real double-precision`: `f64`.
    Double,
    /// `Boolean`: `bool`.
    Boolean,
    /// `Character`: `u8`.
    Character,
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Kind::Integer => "Integer (32 bits)",
            Kind::Single => "Real single-precision",
            Kind::Double => "Real double-precision",
            Kind::Boolean => "Boolean",
            Kind::Character => "Character",
        })
    }
}

/// An element as a file has it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Number {
    /// A whole number.
    Whole(i64),
    /// A number of 32 bits.
    Single(f32),
    /// A number of 64 bits.
    Double(f64),
    /// Decimal text with a point or exponent: of any width.
    Decimal(f64),
    /// True or false.
    Truth(bool),
    /// A byte.
    Byte(u8),
}

impl Number {
    /// The byte of a Character.
    pub(crate) fn byte(self) -> u8 {
        match self {
            Number::Byte(byte) => byte,
            _ => b'?',
        }
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Number::Whole(v) => v.fmt(f),
            // The shortest text that reads back the same.
            Number::Single(v) => write!(f, "{v:?}"),
            Number::Double(v) | Number::Decimal(v) => write!(f, "{v:?}"),
            Number::Truth(v) => f.write_str(if *v { "TRUE" } else { "FALSE" }),
            Number::Byte(v) => v.fmt(f),
        }
    }
}

mod sealed {
    pub trait Sealed {}
    impl Sealed for i32 {}
    impl Sealed for f32 {}
    impl Sealed for f64 {}
    impl Sealed for bool {}
    impl Sealed for u8 {}
}

/// Types that arrays in files can be read as.
pub trait Element: Copy + PartialEq + fmt::Debug + sealed::Sealed + npyz::AutoSerialize {
    /// Which.
    const KIND: Kind;

    /// The number as this type; `None` when that would lose anything.
    fn of(number: Number) -> Option<Self>;

    /// As it goes into a file.
    fn number(self) -> Number;
}

impl Element for i32 {
    const KIND: Kind = Kind::Integer;

    fn of(number: Number) -> Option<i32> {
        match number {
            Number::Whole(v) => i32::try_from(v).ok(),
            _ => None,
        }
    }

    fn number(self) -> Number {
        Number::Whole(i64::from(self))
    }
}

impl Element for f32 {
    const KIND: Kind = Kind::Single;

    fn of(number: Number) -> Option<f32> {
        match number {
            Number::Whole(v) => Some(v as f32).filter(|&f| f as i128 == i128::from(v)),
            Number::Single(v) => Some(v),
            Number::Decimal(v) => Some(v as f32),
            _ => None,
        }
    }

    fn number(self) -> Number {
        Number::Single(self)
    }
}

impl Element for f64 {
    const KIND: Kind = Kind::Double;

    fn of(number: Number) -> Option<f64> {
        match number {
            Number::Whole(v) => Some(v as f64).filter(|&f| f as i128 == i128::from(v)),
            Number::Single(v) => Some(f64::from(v)),
            Number::Double(v) | Number::Decimal(v) => Some(v),
            _ => None,
        }
    }

    fn number(self) -> Number {
        Number::Double(self)
    }
}

impl Element for bool {
    const KIND: Kind = Kind::Boolean;

    fn of(number: Number) -> Option<bool> {
        match number {
            Number::Truth(v) => Some(v),
            _ => None,
        }
    }

    fn number(self) -> Number {
        Number::Truth(self)
    }
}

impl Element for u8 {
    const KIND: Kind = Kind::Character;

    fn of(number: Number) -> Option<u8> {
        match number {
            Number::Byte(v) => Some(v),
            Number::Whole(v) => u8::try_from(v).ok(),
            _ => None,
        }
    }

    fn number(self) -> Number {
        Number::Byte(self)
    }
}
