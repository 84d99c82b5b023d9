//! Whole numbers as expressions: computed, and written alike in C and in Rust.

use std::fmt;

use crate::random::rng::Rng;

/// Names that expressions may have, in the order of [`Values`].
pub const NAMES: [&str; 6] = ["i", "j", "n", "m", "k", "parts"];

/// Values of the names: `i` of the tiled loop, `j` of the one inside, and the parameters of the region.
pub type Values = [i64; 6];

/// An expression. None has a negative part where it is used: Rust's indices have no sign.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Expr {
    /// A number.
    Number(i64),
    /// A name of [`NAMES`].
    Name(usize),
    /// An operator, one of `+ - * / %`, between two.
    Binary(char, Box<Expr>, Box<Expr>),
}

/// The tiled loop's variable.
pub const I: Expr = Expr::Name(0);
/// The variable of the loop inside.
pub const J: Expr = Expr::Name(1);

impl Expr {
    /// `self op other`.
    #[must_use]
    pub fn with(self, op: char, other: Expr) -> Expr {
        Expr::Binary(op, Box::new(self), Box::new(other))
    }

    /// `self op number`.
    #[must_use]
    pub fn by(self, op: char, number: i64) -> Expr {
        self.with(op, Expr::Number(number))
    }

    /// Its value; `None` where a part of it is below 0, or something is divided by 0.
    #[must_use]
    pub fn value(&self, values: &Values) -> Option<i64> {
        let (op, left, right) = match self {
            Expr::Number(n) => return Some(*n),
            Expr::Name(name) => return Some(values[*name]),
            Expr::Binary(op, left, right) => (op, left.value(values)?, right.value(values)?),
        };
        let value = match op {
            '+' => left + right,
            '-' => left - right,
            '*' => left * right,
            '/' => left.checked_div(right)?,
            _ => left.checked_rem(right)?,
        };
        (value >= 0).then_some(value)
    }

    /// This expression with another one in place of `name`.
    #[must_use]
    pub fn put(&self, name: &Expr, other: &Expr) -> Expr {
        match self {
            _ if self == name => other.clone(),
            Expr::Binary(op, left, right) => {
                left.put(name, other).with(*op, right.put(name, other))
            }
            _ => self.clone(),
        }
    }

    /// This expression with one thing in it that is not as it was: a number, a name, a part left out.
    #[must_use]
    pub fn changed(&self, rng: &mut Rng) -> Expr {
        match self {
            Expr::Number(n) if *n > 0 && rng.percent(50) => Expr::Number(n - 1),
            Expr::Number(n) => Expr::Number(n + 1),
            Expr::Name(_) => match rng.below(6) {
                0 => Expr::Number(rng.range(0, 3)),
                1 => self.clone().by('*', 2),
                2 => self.clone().by('+', 1),
                3 => self.clone().by('/', 2),
                // Not `j`, which a clause does not know.
                4 => Expr::Name(*rng.pick(&[2, 3, 4, 5])),
                _ => self.clone().with('*', Expr::Name(*rng.pick(&[3, 4]))),
            },
            Expr::Binary(op, left, right) => match rng.below(6) {
                0 => (**left).clone(),
                1 => (**right).clone(),
                2 | 3 => left.changed(rng).with(*op, (**right).clone()),
                _ => (**left).clone().with(*op, right.changed(rng)),
            },
        }
    }

    fn rank(&self) -> usize {
        match self {
            Expr::Binary('+' | '-', ..) => 0,
            Expr::Binary(..) => 1,
            _ => 2,
        }
    }
}

impl fmt::Display for Expr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Expr::Number(n) => write!(f, "{n}"),
            Expr::Name(name) => f.write_str(NAMES[*name]),
            Expr::Binary(op, left, right) => {
                let put = |f: &mut fmt::Formatter<'_>, part: &Expr, bare: bool| match bare {
                    true => write!(f, "{part}"),
                    false => write!(f, "({part})"),
                };
                put(f, left, left.rank() >= self.rank())?;
                write!(f, " {op} ")?;
                put(f, right, right.rank() > self.rank())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_and_value_are_of_one_expression() {
        let n = Expr::Name(2);
        let last = n.clone().by('-', 1).with('-', I);
        assert_eq!(last.to_string(), "n - 1 - i");
        assert_eq!(last.value(&[3, 0, 8, 1, 1, 1]), Some(4));
        assert_eq!(last.value(&[9, 0, 8, 1, 1, 1]), None);
        let part = I.by('+', 1).with('*', n.clone()).with('/', Expr::Name(5));
        assert_eq!(part.to_string(), "(i + 1) * n / parts");
        assert_eq!(
            part.put(&I, &Expr::Number(2)).value(&[0, 0, 7, 1, 1, 4]),
            Some(5)
        );
        assert_eq!(I.with('-', n.by('-', 2)).to_string(), "i - (n - 2)");
    }
}
