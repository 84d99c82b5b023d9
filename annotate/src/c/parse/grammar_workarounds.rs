//! What the parser does not know, replaced by something of the same length that it does.

use crate::c::parse::attribute_macros;
use crate::c::parse::directives::closing;
use crate::ir::Span;

/// Replaces all of it in the text that is parsed. Texts of nodes are those of the file.
pub(in crate::c) fn replace(text: &mut String) {
    threads_own(text);
    join_complex(text);
    attribute_macros::blank(text);
    without_attributes(text);
    join_typeof(text);
    parts_of_complex(text);
    without_offsets(text);
    real_numbers(text);
    pointers_to_arrays(text);
    case_ranges(text);
    attribute_macros::end_empty(text);
}

/// As many bytes, and the same lines, of nothing.
pub(in crate::c) fn spaces(text: &str) -> String {
    let bytes = text.bytes();
    bytes.map(|b| if b == b'\n' { '\n' } else { ' ' }).collect()
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// The parser knows `thread_local`.
fn threads_own(text: &mut String) {
    const WORD: &str = "_Thread_local";
    let mut at = 0;
    while let Some(found) = text[at..].find(WORD).map(|n| at + n) {
        at = found + WORD.len();
        if !text[..found].ends_with(is_word) && !text[at..].starts_with(is_word) {
            text.replace_range(found..at, "thread_local ");
        }
    }
}

/// `case 1 ... 5:` of GNU is a sum to the parser.
fn case_ranges(text: &mut String) {
    let mut at = 0;
    while let Some(dots) = text[at..].find("...").map(|n| at + n) {
        at = dots + 3;
        let line = text[..dots].rsplit('\n').next().unwrap_or_default();
        let label = line.rfind("case").map(|n| (&line[..n], &line[n + 4..]));
        let is_label = |(before, value): (&str, &str)| {
            !before.ends_with(is_word)
                && !value.starts_with(is_word)
                && !value.contains([';', '{', ':'])
        };
        if label.is_some_and(is_label) {
            text.replace_range(dots..at, " + ");
        }
    }
}

/// Letters of the shortest of such types.
const SHORTEST: usize = 3;

/// A type that the parser knows by so many letters.
pub(in crate::c) fn type_of_length(letters: usize) -> Option<String> {
    Some(match letters {
        0..SHORTEST => return None,
        SHORTEST => "int".to_owned(),
        4 => "long".to_owned(),
        5 => "float".to_owned(),
        6 => "double".to_owned(),
        7 => "ssize_t".to_owned(),
        more => format!("struct {}", "s".repeat(more - "struct ".len())),
    })
}

/// A name that is too short for a type of its length takes spaces around it.
pub(in crate::c) fn with_spaces(text: &str, name: Span) -> Span {
    let blanks = [' ', '\t'];
    let (before, behind) = (&text[..name.start], &text[name.end..]);
    let left = before.len() - before.trim_end_matches(blanks).len();
    let right = behind.len() - behind.trim_start_matches(blanks).len();
    let wanted = SHORTEST.saturating_sub(name.len());
    let left = left.min(wanted);
    name.start - left..name.end + right.min(wanted - left)
}

/// `row (*a)[4] = b;` declares a pointer where `row` is a type, which the parser takes for a function.
fn pointers_to_arrays(text: &mut String) {
    const KNOWN: [&str; 7] = ["return", "sizeof", "if", "while", "switch", "for", "else"];
    let mut at = 0;
    while let Some(open) = text[at..].find("(*").map(|n| at + n) {
        at = open + 2;
        let before = text[..open].trim_end_matches(' ');
        let start = before.trim_end_matches(is_word).len();
        let word = &before[start..];
        let begins = text[..start].trim_end().ends_with([';', '{', '}']);
        let name = text[at..]
            .trim_start_matches(' ')
            .trim_start_matches("const ");
        let behind = name.trim_start_matches(is_word);
        let is_array = behind.len() < name.len()
            && (behind.strip_prefix(')')).is_some_and(|rest| rest.trim_start().starts_with('['));
        let is_name = word.starts_with(|c: char| !c.is_ascii_digit()) && word.is_ascii();
        let end = start + word.len();
        if begins
            && is_array
            && is_name
            && !KNOWN.contains(&word)
            && let Some(stand_in) = type_of_length(word.len())
        {
            text.replace_range(start..end, &stand_in);
        }
    }
}

/// `double complex` is a type where `complex` is a macro: made one word for the parser.
fn join_complex(text: &mut String) {
    let mut at = 0;
    while let Some(found) = text[at..].find(['c', 'C']).map(|n| at + n) {
        at = found + 1;
        let word = ["complex", "Complex"]
            .into_iter()
            .find(|w| text[found..].starts_with(w));
        let Some(word) = word else { continue };
        let start = if text[..found].ends_with('_') {
            found - 1
        } else {
            found
        };
        let end = found + word.len();
        let before = text[..start].trim_end();
        let whole = !text[end..].starts_with(is_word) && before.len() < start;
        let number = ["double", "float"]
            .into_iter()
            .find(|n| before.ends_with(n))
            .filter(|_| whole);
        if number.is_some_and(|n| !before[..before.len() - n.len()].ends_with(is_word)) {
            let gap = before.len()..start;
            let joined = "_".repeat(gap.len());
            text.replace_range(gap, &joined);
        }
    }
}

/// `__builtin_offsetof(struct s, x)`, of which a type is an argument, is a number in parentheses.
fn without_offsets(text: &mut String) {
    let word = "__builtin_offsetof";
    let mut at = 0;
    while let Some(start) = text[at..].find(word).map(|n| at + n) {
        at = start + word.len();
        let open = at + text[at..].len() - text[at..].trim_start().len();
        let close = text[open..]
            .starts_with('(')
            .then(|| closing(&text[open..], 0));
        if let Some(close) = close.flatten().map(|n| open + n) {
            let inside = spaces(&text[start + 2..close]);
            text.replace_range(start..=close, &format!("(0{inside})"));
        }
    }
}

/// `1.0iF` is a number for the parser without the `i`.
fn real_numbers(text: &mut String) {
    let is_word = |c: char| c.is_alphanumeric() || c == '_' || c == '.';
    let mut at = 0;
    while let Some(found) = text[at..].find(['i', 'j']).map(|n| at + n) {
        at = found + 1;
        let before = &text[..found];
        let number = before.trim_end_matches(is_word).len();
        let digits = &before[number..];
        // `x[k].i` is a member.
        let begins = digits
            .trim_start_matches('.')
            .starts_with(|c: char| c.is_ascii_digit());
        let hexadecimal = digits.starts_with("0x") || digits.starts_with("0X");
        let decimal = digits.ends_with(|c: char| c.is_ascii_digit() || c == '.');
        let rest = text[at..].trim_start_matches(['f', 'F', 'l', 'L']);
        if begins && decimal && !hexadecimal && !rest.starts_with(is_word) {
            text.replace_range(found..at, "0");
        }
    }
}

/// `__real__ z` and `__imag__ z` of GNU are `z` to the parser, and what sets one of the two changes `z`: the operator
/// takes in the blank before it, by which it is no plain `=`. Where there is none, the words stay.
fn parts_of_complex(text: &mut String) {
    for word in ["__real", "__imag"] {
        let mut at = 0;
        while let Some(start) = text[at..].find(word).map(|n| at + n) {
            at = start + word.len();
            let behind = text[at..].strip_prefix("__").unwrap_or(&text[at..]);
            let end = text.len() - behind.len();
            if behind.starts_with(is_word) || text[..start].ends_with(is_word) {
                continue;
            }
            let sign = place_end(text, end);
            let sets = text[sign..].starts_with('=') && !text[sign..].starts_with("==");
            match (sets, text[..sign].ends_with([' ', '\t'])) {
                (true, true) => text.replace_range(sign - 1..sign, "+"),
                (true, false) => continue,
                (false, _) => {}
            }
            text.replace_range(start..end, &" ".repeat(end - start));
        }
    }
}

/// Where a name with its brackets and members, or what stands in parentheses, has ended, and blanks behind it.
fn place_end(text: &str, from: usize) -> usize {
    let mut at = from;
    loop {
        at = text.len() - text[at..].trim_start().len();
        let rest = &text[at..];
        let end = match rest.chars().next() {
            Some('(' | '[') => closing(rest, 0).map(|close| close + 1),
            Some('.') => Some(1),
            Some('-') if rest.starts_with("->") => Some(2),
            Some(c) if is_word(c) => rest.find(|c| !is_word(c)),
            _ => None,
        };
        match end {
            Some(end) => at += end,
            None => return at,
        }
    }
}

/// Attributes stand in places that the parser does not know; `_Static_assert(sizeof(int) == 4, "so")` is a call to it,
/// and does nothing.
fn without_attributes(text: &mut String) {
    const WORDS: [&str; 4] = [
        "__attribute__",
        "__extension__",
        "_Static_assert",
        "static_assert",
    ];
    for word in WORDS {
        let mut at = 0;
        while let Some(start) = text[at..].find(word).map(|n| at + n) {
            at = start + word.len();
            let open = at + text[at..].len() - text[at..].trim_start().len();
            let mut end = at;
            // `__extension__ ({ .. });` is a statement, which the parser knows.
            let begins = text[..start]
                .trim_end()
                .ends_with([';', '{', '}', ':', ')']);
            if word == "__extension__" && begins && text[open..].starts_with('(') {
                continue;
            }
            if word != "__extension__" {
                let inside = !text[..start].ends_with(is_word) && text[open..].starts_with('(');
                match closing(&text[open..], 0).filter(|_| inside) {
                    Some(close) => end = open + close + 1,
                    None => continue,
                }
            }
            let nothing = spaces(&text[start..end]);
            text.replace_range(start..end, &nothing);
        }
    }
}

/// `__typeof__(x + 1)` is a type: made one word for the parser.
fn join_typeof(text: &mut String) {
    let mut at = 0;
    while let Some(start) = text[at..].find("typeof").map(|n| at + n) {
        at = start + "typeof".len();
        let end = at + text[at..].len() - text[at..].trim_start_matches('_').len();
        let begin = text[..start].trim_end_matches('_').len();
        let open = end + text[end..].len() - text[end..].trim_start_matches(' ').len();
        if text[..begin].ends_with(is_word) || !text[open..].starts_with('(') {
            continue;
        }
        let Some(close) = closing(&text[open..], 0).map(|n| open + n) else {
            continue;
        };
        let inside = &text[end..=close];
        if inside.is_ascii() && !inside.contains('\n') {
            let word = inside.replace(|c| !is_word(c), "_");
            text.replace_range(end..=close, &word);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_of_cases_are_sums() {
        for (text, parsed) in [
            (
                "case 1 ... 5: x; case 'a'...'z':",
                "case 1  +  5: x; case 'a' + 'z':",
            ),
            (
                "int f(int n, ...); lowercase(1, ...)",
                "int f(int n, ...); lowercase(1, ...)",
            ),
            (
                "#define A(x, ...) case x: f(__VA_ARGS__, ...)",
                "#define A(x, ...) case x: f(__VA_ARGS__, ...)",
            ),
        ] {
            let mut replaced = text.to_owned();
            replace(&mut replaced);
            assert_eq!(replaced, parsed);
        }
    }

    #[test]
    fn parts_of_complex_numbers_are_the_numbers() {
        for (text, parsed) in [
            ("__imag__ z = 1;", "         z+= 1;"),
            (
                "__real  *z[i].w\t== __imag__(z)",
                "        *z[i].w\t==         (z)",
            ),
            ("__real__ (z)= __imag__ z;", "__real__ (z)=          z;"),
            ("__real__ z += my__imag__;", "         z += my__imag__;"),
        ] {
            let mut replaced = text.to_owned();
            replace(&mut replaced);
            assert_eq!(replaced, parsed);
        }
    }

    #[test]
    fn pointers_to_arrays_of_named_types_are_declarations() {
        for (text, parsed) in [
            ("{ row (*a)[4] = b; }", "{ int (*a)[4] = b; }"),
            ("; word  (*a) [4];", "; long  (*a) [4];"),
            ("} a_long_name(*const p)[2];", "} struct ssss(*const p)[2];"),
            ("{ f (*a); g (*a)[1]", "{ f (*a); g (*a)[1]"),
            (
                "{ return (*a)[1]; x = row (*a)[1];",
                "{ return (*a)[1]; x = row (*a)[1];",
            ),
        ] {
            let mut replaced = text.to_owned();
            replace(&mut replaced);
            assert_eq!(replaced, parsed);
        }
    }
}
