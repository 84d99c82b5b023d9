//! Functions whose type is not said, `main() { .. }`: of type `int` in C before 1999. The parser takes them for
//! something else.

use crate::c::parse::directives::{closing, lines};
use crate::c::parse::grammar_workarounds;
use crate::c::parse::lexical::{Piece, pieces};

/// What may stand in front of such a function's name.
const STORAGE: [&str; 3] = ["static", "extern", "inline"];

/// Such functions of a text: where the type is missing, and the name.
pub(crate) fn functions(text: &str) -> Vec<(usize, String)> {
    let blank = without_directives(text);
    let (mut found, mut at, mut depth) = (Vec::new(), 0, 0_i32);
    // Words since the last declaration; the first that is not storage is where a type would stand.
    let (mut words, mut skip): (Vec<(usize, usize)>, usize) = (Vec::new(), 0);
    for piece in pieces(&blank) {
        let start = at;
        at += match piece {
            Piece::Comment(skipped) | Piece::Literal(skipped) => skipped.len(),
            Piece::Code(c) => c.len_utf8(),
        };
        let Piece::Code(c) = piece else { continue };
        if start < skip {
            continue;
        }
        match c {
            '{' => depth += 1,
            '}' => {
                depth -= 1;
                words.clear();
            }
            ';' if depth == 0 => words.clear(),
            _ if depth > 0 || c.is_whitespace() => {}
            c if is_word(c) => {
                let length = blank[start..].find(|c| !is_word(c));
                let end = length.map_or(blank.len(), |n| start + n);
                skip = end;
                words.push((start, end));
            }
            '(' => {
                let close = closing(&blank, start).unwrap_or(start);
                skip = close + 1;
                if let Some(name) = defines(&blank, &words, close + 1) {
                    found.push(name);
                }
                // Whatever it is, what follows is no name of a function.
                words.push((start, start));
            }
            _ => words.push((start, start)),
        }
    }
    found
}

/// The words are a name, with nothing but storage before it, and what follows makes a function of it.
fn defines(text: &str, words: &[(usize, usize)], behind: usize) -> Option<(usize, String)> {
    let (&(start, end), before) = words.split_last()?;
    let name = &text[start..end];
    let storage = |&(from, to): &(usize, usize)| STORAGE.contains(&&text[from..to]);
    let begins = name.starts_with(|c: char| c.is_alphabetic() || c == '_');
    if !begins || STORAGE.contains(&name) || !before.iter().all(storage) || !is_name(name) {
        return None;
    }
    let rest = text.get(behind..)?.trim_start();
    let word = &rest[..rest.find(|c| !is_word(c)).unwrap_or(rest.len())];
    let declares = word.starts_with(|c: char| c.is_alphabetic())
        && rest
            .find(['{', '}'])
            .is_some_and(|at| rest[at..].starts_with('{') && rest[..at].trim_end().ends_with(';'));
    (rest.starts_with('{') || declares).then(|| (start, name.to_owned()))
}

/// No word of C that parentheses follow.
fn is_name(word: &str) -> bool {
    const OTHERS: [&str; 8] = [
        "asm",
        "__asm__",
        "__asm",
        "typeof",
        "__typeof__",
        "__attribute__",
        "_Static_assert",
        "_Alignas",
    ];
    !OTHERS.contains(&word)
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// As many bytes, without lines that begin with `#`.
fn without_directives(text: &str) -> String {
    let mut blank = text.to_owned();
    for line in lines(text) {
        if text[line.clone()].trim_start().starts_with('#') {
            let nothing = grammar_workarounds::spaces(&text[line.clone()]);
            blank.replace_range(line, &nothing);
        }
    }
    blank
}

/// The text with the type written in.
pub(crate) fn with_types(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    for (start, _) in functions(text) {
        out.push_str(&text[at..start]);
        out.push_str("int ");
        at = start;
    }
    out.push_str(&text[at..]);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_without_a_type_are_of_type_int() {
        let text = "# 1 \"x.c\"\nextern int puts(const char *);\nstruct s { int a; } f(void);\ntwice(v, n)\ndouble *v;\n{ if (n) { g(v); } }\n\
                    static count() { return 1; }\nint other(void) { main(); }\nvoid (*table[])(void) = { other };\n__attribute__((x)) int k;\n\
                    typedef int row[4];\nrow *h(a) int a; { return 0; }\nmain() { return 0; }\n";
        let names: Vec<String> = functions(text).into_iter().map(|(_, name)| name).collect();
        assert_eq!(names, ["twice", "count", "main"]);
        let typed = with_types(text);
        for part in [
            "\nint twice(v, n)",
            "static int count()",
            "\nint main()",
            "row *h(a)",
        ] {
            assert!(typed.contains(part), "{typed}");
        }
    }
}
