//! Comparing a text with the file that holds what is expected, or renewing the file.

use std::fs;
use std::path::Path;

/// True when expected texts are to be written instead of compared.
#[must_use]
pub fn blessing() -> bool {
    std::env::var_os("HP5_BLESS").is_some_and(|v| v == "1")
}

/// Holds `text` against the file; an empty text stands for a file that is not there.
///
/// # Errors
/// A readable difference, and how to renew the file.
///
/// # Panics
/// When blessing and the file cannot be written.
pub fn compare(file: &Path, text: &str) -> Result<(), String> {
    if blessing() {
        if text.is_empty() {
            fs::remove_file(file).unwrap_or_default();
        } else if fs::read_to_string(file).ok().as_deref() != Some(text) {
            fs::write(file, text).unwrap_or_else(|e| panic!("{}: {e}", file.display()));
        }
        return Ok(());
    }
    let expected = fs::read_to_string(file).unwrap_or_default();
    if expected == text {
        return Ok(());
    }
    Err(format!(
        "{} differs (- expected, + found):\n{}\nif this is what it should be: HP5_BLESS=1 cargo test -p hp5-tests",
        file.display(),
        difference(&expected, text)
    ))
}

/// Lines shown around a difference.
const CONTEXT: usize = 3;

/// The lines between the common beginning and the common end, with a little of both.
#[must_use]
pub fn difference(expected: &str, found: &str) -> String {
    let (a, b): (Vec<&str>, Vec<&str>) = (expected.lines().collect(), found.lines().collect());
    let head = a.iter().zip(&b).take_while(|(x, y)| x == y).count();
    let room = a.len().min(b.len()) - head;
    let tail = a
        .iter()
        .rev()
        .zip(b.iter().rev())
        .take(room)
        .take_while(|(x, y)| x == y)
        .count();
    let mut out = String::new();
    let mut say = |sign: char, line: &str| {
        out.push(sign);
        out.push_str(line);
        out.push('\n');
    };
    a[head.saturating_sub(CONTEXT)..head]
        .iter()
        .for_each(|line| say(' ', line));
    a[head..a.len() - tail]
        .iter()
        .for_each(|line| say('-', line));
    b[head..b.len() - tail]
        .iter()
        .for_each(|line| say('+', line));
    a[a.len() - tail..]
        .iter()
        .take(CONTEXT)
        .for_each(|line| say(' ', line));
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shows_what_changed() {
        assert_eq!(difference("a\nb\nc\n", "a\nx\nc\n"), " a\n-b\n+x\n c\n");
        assert_eq!(difference("", "x\n"), "+x\n");
        assert_eq!(difference("x\nx\n", "x\n"), " x\n-x\n");
    }
}
