//! Variables of the environment.
//!
//! A program that runs with more rights than who starts it (set-user-id) writes and reads no file that a
//! variable names.

use std::ffi::OsString;

use crate::base::error::ConfigError;

/// The program has rights that who started it has not.
fn is_privileged() -> bool {
    #[cfg(any(target_os = "linux", target_os = "android"))]
    // SAFETY: it looks a number up.
    return unsafe { libc::getauxval(libc::AT_SECURE) } != 0;
    #[cfg(not(any(target_os = "linux", target_os = "android")))]
    // SAFETY: they ask for numbers.
    return unsafe { libc::getuid() != libc::geteuid() || libc::getgid() != libc::getegid() };
}

/// The value of a variable; an empty one is none.
#[must_use]
pub fn value(variable: &str) -> Option<OsString> {
    std::env::var_os(variable).filter(|value| !value.is_empty())
}

/// The file that a variable names: none in a program with more rights than who started it.
#[must_use]
pub fn file(variable: &str) -> Option<OsString> {
    value(variable).filter(|_| !is_privileged())
}

/// The value of a variable, checked.
pub(crate) fn parsed<T>(
    variable: &'static str,
    expected: &str,
    parse: impl Fn(&str) -> Option<T>,
) -> Result<Option<T>, ConfigError> {
    let Some(value) = value(variable) else {
        return Ok(None);
    };
    let value = value.to_string_lossy().into_owned();
    match parse(value.trim()) {
        Some(parsed) => Ok(Some(parsed)),
        None => Err(ConfigError::Variable {
            variable,
            value,
            expected: format!("expected {expected}"),
        }),
    }
}

/// Whether a variable that is 0 or 1 is 1.
///
/// # Errors
/// It is neither.
pub fn flag(variable: &'static str) -> Result<bool, ConfigError> {
    let parse = |text: &str| match text {
        "0" => Some(false),
        "1" => Some(true),
        _ => None,
    };
    Ok(parsed(variable, "0 or 1", parse)?.unwrap_or(false))
}

/// As [`flag`]; ends the program with the message where that is an error.
#[must_use]
pub fn flag_or_exit(variable: &'static str) -> bool {
    flag(variable).unwrap_or_else(|error| refuse(&error))
}

/// A program that was told to run in a way that cannot be must not run otherwise.
pub(crate) fn refuse(error: &ConfigError) -> ! {
    eprintln!("hp5: {error}");
    std::process::exit(2)
}

/// A number of bytes: `65536`, `512K`, `64M`, `1G`.
pub(crate) fn bytes(text: &str) -> Option<usize> {
    let (number, shift) = match text.char_indices().last()? {
        (at, 'k' | 'K') => (&text[..at], 10),
        (at, 'm' | 'M') => (&text[..at], 20),
        (at, 'g' | 'G') => (&text[..at], 30),
        _ => (text, 0),
    };
    number.parse::<usize>().ok()?.checked_mul(1 << shift)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_have_units() {
        assert_eq!(bytes("65536"), Some(65_536));
        assert_eq!(
            (bytes("512K"), bytes("8m")),
            (Some(512 << 10), Some(8 << 20))
        );
        assert_eq!(bytes("2G"), Some(2 << 30));
        for nonsense in ["", "M", "-1", "8 MB", "8MB", "x", "99999999999G", "1.5G"] {
            assert_eq!(bytes(nonsense), None, "{nonsense}");
        }
    }
}
