//! Arithmetic that Rust has otherwise: Integers wrap, and dividing by 0 is a fault of the run.

use crate::Fault;

/// `a / b`, towards 0.
///
/// # Errors
/// For a divisor of 0.
#[inline]
pub fn divide(a: i32, b: i32) -> Result<i32, Fault> {
    if b == 0 {
        return Err(Fault::Division);
    }
    Ok(a.wrapping_div(b))
}

/// `a % b`, with the sign of `a`.
///
/// # Errors
/// For a divisor of 0.
#[inline]
pub fn remainder(a: i32, b: i32) -> Result<i32, Fault> {
    if b == 0 {
        return Err(Fault::Division);
    }
    Ok(a.wrapping_rem(b))
}

/// `a ** b` of Integers.
///
/// # Errors
/// For an exponent below 0.
#[inline]
pub fn power(a: i32, b: i32) -> Result<i32, Fault> {
    let exponent = u32::try_from(b).map_err(|_| Fault::Power(b))?;
    Ok(a.wrapping_pow(exponent))
}

/// The lesser one; the first of equals, and where they cannot be compared.
#[inline]
pub fn less<T: PartialOrd>(a: T, b: T) -> T {
    if b < a { b } else { a }
}

/// The greater one; the first of equals, and where they cannot be compared.
#[inline]
pub fn greater<T: PartialOrd>(a: T, b: T) -> T {
    if b > a { b } else { a }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_wrap_and_division_by_0_is_a_fault() {
        assert_eq!(divide(i32::MIN, -1), Ok(i32::MIN));
        assert_eq!(remainder(-7, 4), Ok(-3));
        assert_eq!(divide(1, 0), Err(Fault::Division));
        assert_eq!(remainder(1, 0), Err(Fault::Division));
        assert_eq!(power(3, 4), Ok(81));
        assert_eq!(power(3, -1), Err(Fault::Power(-1)));
        assert!(less(1.0, f64::NAN) == 1.0 && greater(f64::NAN, 1.0).is_nan());
    }
}
