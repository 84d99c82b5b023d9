//! Enough of Rust's lexical structure to tell code from comments and strings.

/// A source file taken apart; each part has the lines and columns of the whole.
#[derive(Debug, Clone, Default)]
pub struct Parts {
    /// Code, with comments and the insides of strings blanked.
    pub code: String,
    /// Comments, with everything else blanked.
    pub comments: String,
    /// The insides of string literals, in order.
    pub strings: Vec<String>,
}

#[derive(Clone, Copy, PartialEq)]
enum State {
    Code,
    Line,
    Block(usize),
    Text,
    /// A raw string that so many `#` end.
    Raw(usize),
}

/// Takes a file apart.
#[must_use]
pub fn parts(source: &str) -> Parts {
    let chars: Vec<char> = source.chars().collect();
    let mut parts = Parts::default();
    let mut state = State::Code;
    let mut at = 0;
    while at < chars.len() {
        let (next, len) = step(&chars, at, state);
        for &c in &chars[at..(at + len).min(chars.len())] {
            let inside = if next == State::Code { state } else { next };
            put(&mut parts, c, inside, state == next);
        }
        if matches!(next, State::Text | State::Raw(_)) && state == State::Code {
            parts.strings.push(String::new());
        }
        state = next;
        at += len;
    }
    parts
}

/// What the characters at `at` lead to, and how many of them belong together.
fn step(chars: &[char], at: usize, state: State) -> (State, usize) {
    let c = chars[at];
    let after = chars.get(at + 1).copied().unwrap_or(' ');
    match state {
        State::Code => step_code(chars, at, c, after),
        State::Line => (if c == '\n' { State::Code } else { State::Line }, 1),
        State::Block(depth) => match (c, after) {
            ('/', '*') => (State::Block(depth + 1), 2),
            ('*', '/') => (
                if depth == 1 {
                    State::Code
                } else {
                    State::Block(depth - 1)
                },
                2,
            ),
            _ => (state, 1),
        },
        State::Text => match c {
            '\\' => (state, 2),
            '"' => (State::Code, 1),
            _ => (state, 1),
        },
        State::Raw(hashes) => {
            let ends = c == '"'
                && chars[at + 1..]
                    .iter()
                    .take(hashes)
                    .filter(|&&h| h == '#')
                    .count()
                    == hashes;
            if ends {
                (State::Code, 1 + hashes)
            } else {
                (state, 1)
            }
        }
    }
}

fn step_code(chars: &[char], at: usize, c: char, after: char) -> (State, usize) {
    let glued = at > 0 && (chars[at - 1].is_alphanumeric() || chars[at - 1] == '_');
    match (c, after) {
        ('/', '/') => (State::Line, 2),
        ('/', '*') => (State::Block(1), 2),
        ('"', _) => (State::Text, 1),
        ('r', '"' | '#') if !glued || chars[at - 1] == 'b' => {
            let hashes = chars[at + 1..].iter().take_while(|&&h| h == '#').count();
            let quoted = chars.get(at + 1 + hashes) == Some(&'"');
            if quoted {
                (State::Raw(hashes), 2 + hashes)
            } else {
                (State::Code, 1)
            }
        }
        // A character literal, not a lifetime.
        ('\'', '\\') => {
            let end = chars[at + 3..].iter().position(|&q| q == '\'').unwrap_or(0);
            (State::Code, 4 + end)
        }
        ('\'', _) if chars.get(at + 2) == Some(&'\'') => (State::Code, 3),
        _ => (State::Code, 1),
    }
}

fn put(parts: &mut Parts, c: char, inside: State, literal: bool) {
    let blank = if c == '\n' { '\n' } else { ' ' };
    let (in_code, in_comment) = (
        inside == State::Code,
        matches!(inside, State::Line | State::Block(_)),
    );
    parts.code.push(if in_code { c } else { blank });
    parts.comments.push(if in_comment { c } else { blank });
    if literal
        && matches!(inside, State::Text | State::Raw(_))
        && let Some(text) = parts.strings.last_mut()
    {
        text.push(c);
    }
}

/// True when `code` has `word` as a whole word at `at`.
#[must_use]
pub fn is_word_at(code: &str, at: usize, word: &str) -> bool {
    let part_of_word = |c: char| c.is_alphanumeric() || c == '_';
    let before = code[..at].chars().next_back().is_some_and(part_of_word);
    let after = code[at + word.len()..]
        .chars()
        .next()
        .is_some_and(part_of_word);
    !before && !after
}

/// Byte positions of a whole word.
#[must_use]
pub fn words(code: &str, word: &str) -> Vec<usize> {
    code.match_indices(word)
        .map(|(at, _)| at)
        .filter(|&at| is_word_at(code, at, word))
        .collect()
}

/// The 1-based line of a byte.
#[must_use]
pub fn line_of(text: &str, at: usize) -> usize {
    1 + text.as_bytes()[..at]
        .iter()
        .filter(|&&b| b == b'\n')
        .count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_comments_and_strings() {
        let source =
            "a // unsafe\nb \"x \\\" y\" 'c' '\\'' r#\"raw \" in\"# /* c /* d */ e */ f<'t>\n";
        let parts = parts(source);
        assert_eq!(parts.code.len(), source.len());
        assert!(!parts.code.contains("unsafe") && parts.comments.contains("unsafe"));
        assert_eq!(parts.strings, ["x \\\" y", "raw \" in"]);
        assert!(
            parts.code.contains("f<'t>") && parts.code.contains("'c'"),
            "{}",
            parts.code
        );
        assert!(!parts.code.contains('d') && parts.comments.contains("/* d */"));
    }

    #[test]
    fn whole_words() {
        assert_eq!(words("unsafe unsafely x.unsafe", "unsafe"), [0, 18]);
    }
}
