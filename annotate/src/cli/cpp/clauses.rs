//! Macros in clauses: the preprocessor leaves pragmas as they are.
//!
//! `#pragma hp5 do tasktile(TILE)`: what stands in parentheses is handed to the preprocessor a second
//! time, in a file of the definitions that hold there, one line for each directive.

use std::collections::HashMap;
use std::fmt::Write as _;

use crate::c::{closing, comment, directive_words, literal};

/// Begins the lines of answers.
const MARK: &str = "hp5_clauses_of_line";

/// Macros without parameters, as they are at the end of a text that has its definitions in it.
pub(crate) fn macros(text: &str) -> HashMap<String, String> {
    let mut known = HashMap::new();
    for line in text.lines() {
        if let Some(rest) = line.strip_prefix("#define ") {
            let end = rest.find(|c: char| !is_word(c)).unwrap_or(rest.len());
            let (name, value) = rest.split_at(end);
            match value.starts_with('(') {
                true => known.remove(name),
                false => known.insert(name.to_owned(), value.trim().to_owned()),
            };
        }
    }
    known
}

fn is_definition(line: &str) -> bool {
    line.starts_with("#define ") || line.starts_with("#undef ")
}

/// The text without its definitions; lines stay lines.
pub(crate) fn without_definitions(text: &str) -> String {
    let lines = text.split_inclusive('\n');
    let kept = lines.map(|line| if is_definition(line) { "\n" } else { line });
    kept.collect()
}

/// What stands in the parentheses of a directive's clauses.
fn values(words: &str) -> Vec<std::ops::Range<usize>> {
    let mut list = Vec::new();
    let mut at = 0;
    while let Some(open) = words[at..].find('(').map(|n| at + n) {
        let Some(close) = closing(words, open) else {
            break;
        };
        list.push(open + 1..close);
        at = close + 1;
    }
    list
}

/// A file for the preprocessor; `None` where no clause has a macro in it.
pub(crate) fn questions(text: &str, macros: &HashMap<String, String>) -> Option<String> {
    let with_parameters: Vec<&str> = text
        .lines()
        .filter_map(|line| line.strip_prefix("#define ")?.split_once('('))
        .map(|(name, _)| name)
        .filter(|name| name.chars().all(is_word))
        .collect();
    let (mut file, mut any) = (String::new(), false);
    for (n, line) in text.lines().enumerate() {
        if is_definition(line) {
            let _ = writeln!(file, "{line}");
        }
        let Some(at) = directive_words(line) else {
            continue;
        };
        let words = &line[at..];
        for (k, span) in values(words).into_iter().enumerate() {
            let value = &words[span];
            any |= tokens(value).any(|(is_word, part)| {
                is_word && (macros.contains_key(part) || with_parameters.contains(&part))
            });
            let _ = writeln!(file, "{MARK} {n} {k} {value}");
        }
    }
    any.then_some(file)
}

/// The text with the clauses that the preprocessor answered.
pub(crate) fn answered(text: &str, answers: &str) -> String {
    let mut known: HashMap<(usize, usize), String> = HashMap::new();
    let mut last = None;
    for line in answers.lines() {
        let mut words = line.trim_start().splitn(4, ' ');
        if words.next() == Some(MARK) {
            let numbers = words.next().zip(words.next());
            last = numbers.and_then(|(n, k)| Some((n.parse().ok()?, k.parse().ok()?)));
            if let Some(key) = last {
                known.insert(key, words.next().unwrap_or_default().to_owned());
            }
        } else if let Some(value) = last.and_then(|key| known.get_mut(&key)) {
            value.push(' '); // a long value on a line of its own
            value.push_str(line);
        }
    }
    let mut out = String::with_capacity(text.len());
    for (n, line) in text.split_inclusive('\n').enumerate() {
        match directive_words(line) {
            Some(at) => {
                let (before, words) = line.split_at(at);
                out.push_str(before);
                let mut from = 0;
                for (k, span) in values(words).into_iter().enumerate() {
                    if let Some(value) = known.get(&(n, k)) {
                        out.push_str(&words[from..span.start]);
                        out.push_str(value.trim());
                        from = span.end;
                    }
                }
                out.push_str(&words[from..]);
            }
            None => out.push_str(line),
        }
    }
    out
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// Words, and what is between them; literals and comments are no words.
pub(crate) fn tokens(text: &str) -> impl Iterator<Item = (bool, &str)> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let first = rest.chars().next()?;
        let (word, length) = match (comment(rest).or_else(|| literal(rest)), first) {
            (Some(length), _) => (false, length),
            (None, c) if is_word(c) => {
                let end = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
                (!c.is_ascii_digit(), end)
            }
            (None, c) => (false, c.len_utf8()),
        };
        let (part, after) = rest.split_at(length);
        rest = after;
        Some((word, part))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clauses_are_asked_for_and_answered() {
        let text = "#define T 8\n#define ROW(i) a[i]\nint x;\n#pragma hp5 do tasktile(T) in(ROW(1), \"T\")\n#undef T\n#pragma hp5 task\n";
        let known = macros(text);
        assert_eq!(known["T"], "8");
        let asked = questions(text, &known).expect("macros");
        assert!(asked.contains(&format!("{MARK} 3 0 T\n")), "{asked}");
        let answers = format!("{MARK} 3 0 8\n{MARK} 3 1 a[1], \"T\"\n");
        let out = without_definitions(&answered(text, &answers));
        assert_eq!(
            out,
            "\n\nint x;\n#pragma hp5 do tasktile(8) in(a[1], \"T\")\n\n#pragma hp5 task\n"
        );
        assert!(questions("#define T 8\n#pragma hp5 do tasktile(x)\n", &known).is_none());
    }

    #[test]
    fn literals_and_comments_are_no_words() {
        let words: Vec<&str> = tokens("a \"b\\\"c\" 'd' /* e */ f1 // g\n2h")
            .filter(|(word, _)| *word)
            .map(|(_, part)| part)
            .collect();
        assert_eq!(words, ["a", "f1"]);
    }
}
