//! Macros of the file that stand for attributes, or for nothing: `#define EXPORT __attribute__((..))`. They stand in
//! places that the parser does not know, as attributes do.

use std::collections::{HashMap, HashSet};

use crate::c::parse::directives::{closing, lines, named};
use crate::c::parse::lexical::{Piece, pieces, without_comments};
use crate::ir::Span;

/// A definition of a macro.
struct Definition {
    takes: bool,
    value: String,
}

/// What says something of a function or a pointer and is no part of its type.
const HOLLOW: [&str; 9] = [
    "__extension__",
    "__inline__",
    "__inline",
    "inline",
    "_Noreturn",
    "__attribute__",
    "restrict",
    "__restrict",
    "__restrict__",
];

/// What says who sees a function.
const STORAGE: [&str; 2] = ["static", "extern"];

/// A macro of such words.
#[derive(Clone, Copy)]
struct Hollow {
    /// It takes something.
    takes: bool,
    /// Of a variable it would say more: how long it lives.
    of_functions: bool,
}

/// Blanks the names of such macros, outside of directives, with what they are given.
pub(in crate::c) fn blank(text: &mut String) {
    let directives = lines(text).into_iter();
    let directives: Vec<Span> = directives
        .filter(|line| text[line.clone()].trim_start().starts_with('#'))
        .collect();
    let macros = hollow(text, &directives);
    if macros.is_empty() {
        return;
    }
    let mut parts = Vec::new();
    let mut from = 0;
    for directive in directives {
        parts.push(from..directive.start);
        from = directive.end;
    }
    parts.push(from..text.len());
    let uses: Vec<Span> = parts
        .into_iter()
        .flat_map(|part| uses(&text[part.clone()], part.start, &macros))
        .collect();
    for span in uses {
        let spaces: String = (text[span.clone()].bytes())
            .map(|b| if b == b'\n' { '\n' } else { ' ' })
            .collect();
        text.replace_range(span, &spaces);
    }
}

/// The parser takes the next line for the value of a macro that has none but white space.
pub(in crate::c) fn end_empty(text: &mut String) {
    for line in lines(text) {
        let Some((.., value)) = definition(&text[line.clone()]) else {
            continue;
        };
        let begin = line.end - value.len();
        if value.len() > 1 && value.replace("\\\n", "").trim().is_empty() {
            let ended = format!("\n{}", value[1..].replace('\\', " "));
            text.replace_range(begin..line.end, &ended);
        }
    }
}

/// The macros by name.
fn hollow(text: &str, directives: &[Span]) -> HashMap<String, Hollow> {
    let mut all: HashMap<&str, Vec<Definition>> = HashMap::new();
    let mut open = HashSet::new();
    for line in directives {
        let line = &text[line.clone()];
        if let Some(name) = directive(line, "undef") {
            open.insert(name.trim());
        } else if let Some((name, takes, value)) = definition(line) {
            let value = without_comments(&value.replace("\\\n", "  "));
            let value = value.trim().to_owned();
            let definitions = all.entry(name).or_default();
            definitions.push(Definition { takes, value });
        }
    }
    let mut found: HashMap<String, Hollow> = HashMap::new();
    loop {
        let more = all.iter().filter_map(|(name, definitions)| {
            let takes = definitions[0].takes;
            // `LOG(x)`, which is nothing, may be more elsewhere.
            let says_something = !takes || definitions.iter().any(|d| !d.value.is_empty());
            if open.contains(*name) || found.contains_key(*name) || !says_something {
                return None;
            }
            let mut of_functions = false;
            for definition in definitions {
                let says = hollow_value(&definition.value, &found)?;
                of_functions |= says.of_functions;
                if definition.takes != takes {
                    return None;
                }
            }
            let hollow = Hollow {
                takes,
                of_functions,
            };
            Some(((*name).to_owned(), hollow))
        });
        let more: Vec<(String, Hollow)> = more.collect();
        if more.is_empty() {
            return found;
        }
        found.extend(more);
    }
}

/// What follows the name of a directive on its line.
fn directive<'t>(line: &'t str, name: &str) -> Option<&'t str> {
    let rest = line.trim_start().strip_prefix('#')?;
    Some(named(rest.trim_start(), name)?.trim_start())
}

/// The macro that a line defines, whether it takes something, and what it stands for.
fn definition(line: &str) -> Option<(&str, bool, &str)> {
    let rest = directive(line, "define")?;
    let (name, rest) = rest.split_at(word(rest));
    let close = closing(rest, 0).filter(|_| rest.starts_with('('));
    let value = &rest[close.map_or(0, |close| close + 1)..];
    Some((name, close.is_some(), value))
}

/// A value that is made of attributes, and of macros that are known to be; `None` for others.
fn hollow_value(value: &str, known: &HashMap<String, Hollow>) -> Option<Hollow> {
    let mut all = Hollow {
        takes: false,
        of_functions: false,
    };
    let mut rest = value.trim_start();
    while !rest.is_empty() {
        let (name, behind) = rest.split_at(word(rest));
        let takes = match known.get(name) {
            _ if rest.starts_with("[[") => true,
            Some(inner) => {
                all.of_functions |= inner.of_functions;
                inner.takes
            }
            None if HOLLOW.contains(&name) => name == "__attribute__",
            None if STORAGE.contains(&name) => {
                all.of_functions = true;
                false
            }
            None => return None,
        };
        rest = behind.trim_start();
        if takes {
            let close = closing(rest, 0).filter(|_| rest.starts_with(['(', '[']))?;
            rest = rest[close + 1..].trim_start();
        }
    }
    Some(all)
}

/// Length of the word that a text begins with.
fn word(text: &str) -> usize {
    let end = text.find(|c: char| !(c.is_alphanumeric() || c == '_'));
    end.unwrap_or(text.len())
}

/// Where a text without directives, which begins at `base`, names these macros.
fn uses(text: &str, base: usize, macros: &HashMap<String, Hollow>) -> Vec<Span> {
    let mut list = Vec::new();
    let (mut at, mut next) = (0, 0);
    for piece in pieces(text) {
        let start = at;
        at += match piece {
            Piece::Comment(skipped) | Piece::Literal(skipped) => skipped.len(),
            Piece::Code(c) => c.len_utf8(),
        };
        let Piece::Code(_) = piece else { continue };
        if start < next {
            continue;
        }
        let length = word(&text[start..]);
        let name = &text[start..start + length];
        next = start + length.max(1);
        let Some(found) = macros.get(name) else {
            continue;
        };
        if found.of_functions && !begins_function(text, start) {
            continue;
        }
        let rest = &text[next..];
        let open = next + rest.len() - rest.trim_start().len();
        if !found.takes {
            list.push(base + start..base + next);
        } else if let Some(close) = closing(text, open).filter(|_| text[open..].starts_with('(')) {
            next = close + 1;
            list.push(base + start..base + next);
        }
    }
    list
}

/// A function is declared or defined where the line begins at `at`: parentheses come before all else.
fn begins_function(text: &str, at: usize) -> bool {
    let end = text[at..].find([';', '{', '=', ',', ')']);
    let before = &text[at..end.map_or(text.len(), |end| at + end)];
    (at == 0 || text[..at].ends_with('\n')) && before.contains('(')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_macros_that_are_attributes_are_none_to_the_parser() {
        let defined = "#define HOT __attribute__((hot))\n#define API HOT [[x]] \\\n inline\n#define AT(n) __attribute__((aligned(n)))\n\
                       #define LOG(x)\n#define N 3\n#define GONE\n#undef GONE\n#define OWN static HOT\n#define R __restrict\n";
        for (text, parsed) in [
            ("API int f(void);", "    int f(void);"),
            ("HOT AT (8) int b;", "           int b;"),
            ("AT(\n8)int b;", "   \n  int b;"),
            ("/* HOT */ \"HOT\" HOTS aHOT", "/* HOT */ \"HOT\" HOTS aHOT"),
            ("LOG(a); GONE N AT;", "LOG(a); GONE N AT;"),
            ("#ifdef HOT\n", "#ifdef HOT\n"),
            ("int *R a; int b[R 3];", "int *  a; int b[  3];"),
            ("OWN int f(void);", "    int f(void);"),
            ("OWN int a, f(void);", "OWN int a, f(void);"),
            ("{ OWN int (*f)(void); }", "{ OWN int (*f)(void); }"),
        ] {
            let mut replaced = format!("{defined}{text}");
            blank(&mut replaced);
            assert_eq!(replaced, format!("{defined}{parsed}"));
        }
    }

    #[test]
    fn macros_without_a_value_end_behind_their_names() {
        for (text, parsed) in [
            ("#define A  \n#define B 1\n", "#define A\n \n#define B 1\n"),
            ("# define A(x) \nint a;", "# define A(x)\n\nint a;"),
            ("#define A\n#define B  1\n", "#define A\n#define B  1\n"),
            ("#define A \\\n 1\n", "#define A \\\n 1\n"),
            ("#define A \\\n  \n", "#define A\n \n  \n"),
        ] {
            let mut replaced = text.to_owned();
            end_empty(&mut replaced);
            assert_eq!(replaced, parsed);
        }
    }
}
