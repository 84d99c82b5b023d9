//! Comments that say that a `case` falls into the next one: the preprocessor drops them, and the compiler
//! then warns of what they are about. An attribute says the same.

use crate::c::{comment, literal};

const ATTRIBUTE: &str = "__attribute__((__fallthrough__));";

/// The text with attributes in place of such comments, on the same lines.
pub(super) fn kept(text: &str) -> String {
    let (mut out, mut rest) = (String::with_capacity(text.len()), text);
    while let Some(first) = rest.chars().next() {
        let found = comment(rest);
        let length = found.or_else(|| literal(rest)).unwrap_or(first.len_utf8());
        let (piece, behind) = rest.split_at(length);
        rest = behind;
        match found.is_some() && falls(piece) && label_follows(behind) {
            true => {
                out.push_str(ATTRIBUTE);
                out.extend(piece.chars().filter(|c| *c == '\n'));
            }
            false => out.push_str(piece),
        }
    }
    out
}

/// `fall through`, `FALLTHRU`, `Falls through.`, `else, fall-through - why`: as compilers read it.
fn falls(comment: &str) -> bool {
    let marks = |c: char| c.is_whitespace() || "/*.!@".contains(c);
    let words = comment.trim_matches(marks).to_ascii_lowercase();
    let words = words
        .trim_start_matches("lint")
        .trim_start_matches(|c| marks(c) || c == '-');
    let before = ["else, ", "else ", "intentionally ", "intentional "];
    let words = before
        .iter()
        .find_map(|word| words.strip_prefix(word))
        .unwrap_or(words);
    let rest = words.strip_prefix("fall").map(|rest| {
        let between = ["s ", " ", "-"].iter();
        between.fold(rest, |rest, gap| rest.strip_prefix(gap).unwrap_or(rest))
    });
    let rest = rest.and_then(|rest| rest.strip_prefix("through").or(rest.strip_prefix("thru")));
    rest.is_some_and(|rest| {
        let rest = rest.trim_start_matches(marks);
        rest.is_empty() || rest.starts_with('-')
    })
}

/// A label of the `switch` is next.
fn label_follows(text: &str) -> bool {
    let mut rest = text.trim_start();
    while let Some(length) = comment(rest) {
        rest = rest[length..].trim_start();
    }
    ["case", "default"].iter().any(|word| {
        let behind = rest.strip_prefix(word);
        behind.is_some_and(|b| !b.starts_with(|c: char| c.is_alphanumeric() || c == '_'))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_compilers_take_for_it_becomes_an_attribute() {
        let falling = [
            "/* fall through */",
            "/* FALLTHRU */",
            "// Falls through.",
            "/* else, fall-through - as it was */",
            "/*lint -fallthrough */",
        ];
        for comment in falling {
            let text = format!("a();\n{comment}\n/* b */ case 1:");
            assert_eq!(kept(&text), format!("a();\n{ATTRIBUTE}\n/* b */ case 1:"));
            let other = format!("a();\n{comment}\ncases();");
            assert_eq!(kept(&other), other);
        }
        for comment in [
            "/* it will fall through here */",
            "/* fallen */",
            "\"/* fall through */\"",
        ] {
            let text = format!("{comment}\ncase 1:");
            assert_eq!(kept(&text), text);
        }
        let lines = "/* fall\n   through */ default:";
        assert_eq!(kept(lines).matches('\n').count(), 1);
    }
}
