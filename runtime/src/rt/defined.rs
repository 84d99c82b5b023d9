//! Differences, quotients and remainders of two numbers, with a value for all operands: what registering
//! a task computes though the task's code may not come to it.

/// Numbers that such expressions are of; references to numbers are taken as the numbers.
pub trait Operand<Right> {
    /// The number's type.
    type Output;
    /// `self - right`, as it wraps.
    fn minus(self, right: Right) -> Self::Output;
    /// `self / right`; 0 where that has no value.
    fn quotient(self, right: Right) -> Self::Output;
    /// `self % right`; 0 where that has no value.
    fn remainder(self, right: Right) -> Self::Output;
}

/// `left - right`, as it wraps.
pub fn minus<Left: Operand<Right>, Right>(left: Left, right: Right) -> Left::Output {
    left.minus(right)
}

/// `left / right`; 0 where that has no value.
pub fn quotient<Left: Operand<Right>, Right>(left: Left, right: Right) -> Left::Output {
    left.quotient(right)
}

/// `left % right`; 0 where that has no value.
pub fn remainder<Left: Operand<Right>, Right>(left: Left, right: Right) -> Left::Output {
    left.remainder(right)
}

macro_rules! operand {
    ($number:ty, $left:ty, $right:ty, $minus:expr, $quotient:expr, $remainder:expr) => {
        impl Operand<$right> for $left {
            type Output = $number;
            fn minus(self, right: $right) -> $number {
                let of: fn($number, $number) -> $number = $minus;
                of(self.to_owned(), right.to_owned())
            }
            fn quotient(self, right: $right) -> $number {
                let of: fn($number, $number) -> $number = $quotient;
                of(self.to_owned(), right.to_owned())
            }
            fn remainder(self, right: $right) -> $number {
                let of: fn($number, $number) -> $number = $remainder;
                of(self.to_owned(), right.to_owned())
            }
        }
    };
    ($number:ty, $minus:expr, $quotient:expr, $remainder:expr) => {
        operand!($number, $number, $number, $minus, $quotient, $remainder);
        operand!($number, &$number, $number, $minus, $quotient, $remainder);
        operand!($number, $number, &$number, $minus, $quotient, $remainder);
        operand!($number, &$number, &$number, $minus, $quotient, $remainder);
    };
}

macro_rules! integers {
    ($($number:ty)*) => {
        $(operand!(
            $number,
            |a, b| a.wrapping_sub(b),
            |a, b| a.checked_div(b).unwrap_or(0),
            |a, b| a.checked_rem(b).unwrap_or(0)
        );)*
    };
}

integers!(i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize);
operand!(f32, |a, b| a - b, |a, b| a / b, |a, b| a % b);
operand!(f64, |a, b| a - b, |a, b| a / b, |a, b| a % b);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_operands_have_a_value() {
        let (n, none, few) = (8_usize, 0_usize, 3_usize);
        assert_eq!(quotient(n, none), 0);
        assert_eq!(quotient(100, few), 33);
        assert_eq!(quotient(&n, 2), 4);
        assert_eq!(remainder(n, &none), 0);
        assert_eq!(minus(few, n).wrapping_add(n), few);
        assert_eq!(minus(n, 1), 7);
        assert_eq!(quotient(i32::MIN, -1), 0);
        assert_eq!(quotient(3.0, 2.0), 1.5);
    }
}
