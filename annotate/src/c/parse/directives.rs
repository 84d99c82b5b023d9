//! `#pragma hp5 ..` (and `#pragma acemesh ..`): where directives stand, and what they say.
//!
//! | directive | says |
//! |---|---|
//! | `region` | the block that follows is a region |
//! | `region begin`, `region end` | what lies between is a region; both in one block |
//! | `array_tile dimtile(64, *) [dim(n, m)] arrvar(a, b)` or `default` | how arrays are cut |
//! | `task_tile(i = 64, j = 32) ..` | cut these loops of the nest that follows |
//! | `do tasktile(64, 32) ..` | the same, outermost loops first |
//! | `task ..` | the statement that follows is a task |
//! | `task_wait` | wait here |
//!
//! `region if(..)`: where the condition does not hold, the code runs as it stands; `final(..)`: where it does.
//!
//! Clauses of tasks: `in(..) out(..) inout(..) reduction(+: s) private(x) if(..) priority(..)
//! name("..")`, with or without commas between them. Sections: `a[lo:length][..]`, `a[lo:length, ..]`,
//! `a(lo:up:step, *)` with the upper bound included, `a` by itself.

use crate::c::parse::lexical::{Piece, ends_in_comment, pieces, without_comments};
use crate::c::parse::openmp_directives;
use crate::diag::{Diagnostic, Diagnostics, Severity, codes};
use crate::directive::{Clause, Directive, Kind, Text, split};
use crate::ir::{Span, TileSize};

/// What a `region` directive is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::c) enum Part {
    /// Of the block that follows.
    Block,
    Begin,
    End,
}

/// A directive with its place.
#[derive(Debug, Clone)]
pub(in crate::c) struct Pragma {
    pub(in crate::c) directive: Directive,
    pub(in crate::c) part: Part,
    /// One past its last line.
    pub(in crate::c) end: usize,
}

/// The directives of a file, in order; those that cannot be read are reported and left out.
pub(in crate::c) fn find(text: &str, diags: &mut Diagnostics) -> Vec<Pragma> {
    let mut list = Vec::new();
    for span in lines(text) {
        let Some((words, at)) = ours(text, &span) else {
            continue;
        };
        if let Some((directive, part)) = parse(&words, at, span.clone(), diags) {
            list.push(Pragma {
                directive,
                part,
                end: span.end,
            });
        }
    }
    list
}

/// Logical lines: with the ones that a backslash, or a comment that goes on, joins to them.
pub(in crate::c) fn lines(text: &str) -> Vec<Span> {
    let mut list = Vec::new();
    let mut start = 0;
    while start < text.len() {
        let (mut end, mut last, mut comment) = (start, start, false);
        loop {
            end = text[end..].find('\n').map_or(text.len(), |n| end + n + 1);
            let line = text[start..end].trim_end_matches(['\n', '\r']);
            if line.ends_with('\\') && end < text.len() {
                continue;
            }
            // A comment that goes on joins lines too.
            comment = ends_in_comment(&text[last..end], comment);
            last = end;
            if !comment || end >= text.len() {
                break;
            }
        }
        list.push(start..end);
        start = end;
    }
    list
}

/// What follows `#pragma hp5` on a line, joined lines as one, and where it begins.
fn ours(text: &str, span: &Span) -> Option<(String, usize)> {
    let line = &text[span.clone()];
    let from = directive_words(line)?;
    let (rest, at) = (&line[from..], span.start + from);
    // Joined lines and comments become white space: positions stay.
    let words = rest.replace("\\\n", "  ").replace("\\\r\n", "   ");
    let words = without_comments(&words);
    Some((words.trim_end().to_owned(), at))
}

/// Where in a line the words of a directive begin, behind `#pragma hp5`.
pub(crate) fn directive_words(line: &str) -> Option<usize> {
    let rest = line.trim_start().strip_prefix('#')?.trim_start();
    let rest = after_our_name(rest.strip_prefix("pragma")?.trim_start())?;
    Some(line.len() - rest.len())
}

/// What follows `hp5`, or its synonym.
pub(in crate::c) fn after_our_name(text: &str) -> Option<&str> {
    named(text, "hp5").or(named(text, "acemesh"))
}

/// What follows this word.
pub(in crate::c) fn named<'t>(text: &'t str, word: &str) -> Option<&'t str> {
    text.strip_prefix(word)
        .filter(|rest| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_'))
}

pub(in crate::c) fn wrong(message: impl Into<String>, span: Span) -> Diagnostic {
    Diagnostic::new(Severity::Error, codes::SYNTAX, message, span)
}

/// What stands behind `region`.
pub(in crate::c) const REGION: [&str; 6] = ["begin", "end", "name", "joined", "if", "final"];

/// Directives of C and what they are.
const NAMES: [&str; 7] = [
    "region",
    "array_tile",
    "task_tile",
    "do",
    "task",
    "task_wait",
    "taskwait",
];

fn parse(words: &str, at: usize, span: Span, diags: &mut Diagnostics) -> Option<(Directive, Part)> {
    let start = words.len() - words.trim_start().len();
    let body = &words[start..];
    let end = body
        .find(|c: char| !(c.is_alphanumeric() || c == '_'))
        .unwrap_or(body.len());
    let (mut name, rest) = body.split_at(end);
    // What a misspelt `region` says is known: its other end is none without it.
    let is_region = nearest(name) == Some("region") || (name == "parallel" && !is_loop(rest));
    if !NAMES.contains(&name) && is_region {
        diags.push(unknown(name, rest, at + start..at + start + end));
        name = "region";
    }
    let mut directive = Directive {
        kind: Kind::Task,
        span: span.clone(),
        clauses: clauses(rest, at + start + end, diags)?,
        text: format!(
            "#pragma hp5{}",
            words
                .split_whitespace()
                .fold(String::new(), |all, w| all + " " + w)
        ),
    };
    let mut part = Part::Block;
    directive.kind = match name {
        "region" => {
            directive.clauses.retain(|clause| {
                let found = part_of(clause, diags);
                part = found.unwrap_or(part);
                found.is_none()
            });
            Kind::Region
        }
        "array_tile" => Kind::ArrayTile,
        "do" => Kind::TaskTile,
        "task_tile" => {
            flatten_tiles(&mut directive, diags);
            Kind::TaskTile
        }
        "task" if directive.clauses.first().is_some_and(is_wait) => {
            let end = directive.clauses.remove(0).name.span.end;
            diags.push(unknown("task wait", rest, at + start..end));
            Kind::TaskWait
        }
        "task" => Kind::Task,
        "task_wait" | "taskwait" => Kind::TaskWait,
        _ => {
            let place = match name {
                "" => span,
                _ => at + start..at + start + end,
            };
            diags.push(unknown(name, rest, place));
            return None;
        }
    };
    openmp_directives::take(&mut directive, diags);
    Some((directive, part))
}

/// `parallel for`
fn is_loop(rest: &str) -> bool {
    named(rest.trim_start(), "for").is_some()
}

/// `wait`, which is no clause of a task.
fn is_wait(clause: &Clause) -> bool {
    clause.name.text == "wait" && clause.value.is_none()
}

/// Whether a word behind `region` says which end of it stands here; a misspelt one does, too.
fn part_of(clause: &Clause, diags: &mut Diagnostics) -> Option<Part> {
    let name = clause.name.text.as_str();
    let ends = [("begin", Part::Begin), ("end", Part::End)];
    let (word, part) =
        (ends.into_iter()).find(|(word, _)| crate::directive::distance(word, name) <= 2)?;
    if word != name {
        diags.push(crate::directive::unknown_clause(clause, &REGION));
    } else if clause.value.is_some() {
        let message = format!("`region {word}` takes no value");
        diags.push(wrong(message, clause.name.span.clone()));
    }
    Some(part)
}

/// There is no directive of this name, or `rest` stands where one ought to.
fn unknown(name: &str, rest: &str, place: Span) -> Diagnostic {
    let message = match (name, rest) {
        ("", "") => "a directive is missing behind `#pragma hp5`".to_owned(),
        ("", rest) => format!("expected a directive, found `{rest}`"),
        (name, _) => format!("unknown directive `{name}`"),
    };
    let d = Diagnostic::new(Severity::Error, codes::UNKNOWN_NAME, message, place);
    let d = match (openmp_directives::directive(name, rest), nearest(name)) {
        (Some(instead), _) => return d.help(instead),
        (None, Some(near)) => d.help(format!("did you mean `{near}`?")),
        (None, None) => d,
    };
    d.help("directives: region, array_tile, task_tile, do, task, task_wait")
}

/// The directive that a misspelt one may be.
fn nearest(name: &str) -> Option<&'static str> {
    let near = NAMES
        .iter()
        .map(|n| (crate::directive::distance(n, name), *n))
        .min();
    let near = near.filter(|(n, _)| *n <= 2 && !name.is_empty());
    near.map(|(_, near)| near)
}

/// `task_tile(i = 64, j = 32)`: the first parenthesis has the tile sizes.
fn flatten_tiles(directive: &mut Directive, diags: &mut Diagnostics) {
    let unnamed = directive
        .clauses
        .iter()
        .position(|c| c.name.text.is_empty());
    let Some(value) = unnamed.and_then(|n| directive.clauses.remove(n).value) else {
        return;
    };
    for part in split(&value, ',') {
        match part.text.split_once('=') {
            Some((name, size)) if size.trim().is_empty() => {
                let message = format!("`{}` has no tile size", name.trim());
                diags.push(wrong(message, part.span).help("write `task_tile(i = 64)`"));
            }
            Some((name, size)) => {
                let place = part.span.start;
                let begin = place + name.len() + 1 + (size.len() - size.trim_start().len());
                directive.clauses.push(Clause {
                    name: Text {
                        text: name.trim().to_owned(),
                        span: place..place + name.trim_end().len(),
                    },
                    value: Some(Text {
                        text: size.trim().to_owned(),
                        span: begin..begin + size.trim().len(),
                    }),
                    form: '=',
                });
            }
            None => diags.push(
                wrong(format!("expected `loop = size`, found `{}`", part.text), part.span)
                    .help("`task_tile(i = 64, j = 32)` names the loops; `do tasktile(64, 32)` counts them"),
            ),
        }
    }
}

/// Clauses one after the other, commas between them or not. One without a name has an empty one.
fn clauses(text: &str, base: usize, diags: &mut Diagnostics) -> Option<Vec<Clause>> {
    let mut list = Vec::new();
    let mut at = 0;
    loop {
        at += text[at..].len()
            - text[at..]
                .trim_start_matches([' ', '\t', ',', '\n', '\r'])
                .len();
        if at >= text.len() {
            return Some(list);
        }
        let rest = &text[at..];
        let length = rest
            .find(|c: char| !(c.is_alphanumeric() || c == '_'))
            .unwrap_or(rest.len());
        let name = Text {
            text: rest[..length].to_owned(),
            span: base + at..base + at + length,
        };
        let after = &rest[length..];
        let space = after.len() - after.trim_start().len();
        if !after.trim_start().starts_with('(') {
            if length == 0 {
                let shown: String = rest.chars().take(20).collect();
                diags.push(wrong(
                    format!("expected a clause, found `{shown}`"),
                    base + at..base + text.len(),
                ));
                return None;
            }
            list.push(Clause {
                name,
                value: None,
                form: ' ',
            });
            at += length;
            continue;
        }
        let open = at + length + space;
        let Some(close) = closing(text, open) else {
            let message = format!("the parenthesis of `{}` is not closed", name.text);
            diags.push(wrong(message, base + open..base + open + 1));
            return None;
        };
        let inside = &text[open + 1..close];
        let lead = inside.len() - inside.trim_start().len();
        let begin = base + open + 1 + lead;
        list.push(Clause {
            name,
            value: Some(Text {
                text: inside.trim().to_owned(),
                span: begin..begin + inside.trim().len(),
            }),
            form: '(',
        });
        at = close + 1;
    }
}

/// Where the parenthesis at `open` closes.
pub(crate) fn closing(text: &str, open: usize) -> Option<usize> {
    let (mut depth, mut at) = (0_i32, open);
    for piece in pieces(&text[open..]) {
        at += match piece {
            Piece::Comment(skipped) | Piece::Literal(skipped) => skipped.len(),
            Piece::Code(c) => {
                depth += match c {
                    '(' | '[' | '{' => 1,
                    ')' | ']' | '}' => -1,
                    _ => 0,
                };
                if depth == 0 && matches!(c, ')' | ']' | '}') {
                    return Some(at);
                }
                c.len_utf8()
            }
        };
    }
    None
}

/// Entries of a `dimtile(..)`.
pub(in crate::c) fn template(value: &Text, diags: &mut Diagnostics) -> Vec<TileSize> {
    split(value, ',')
        .iter()
        .filter_map(|size| crate::directive::template_size(size, diags))
        .collect()
}

/// Tile sizes of a `tasktile(..)`.
pub(in crate::c) fn sizes(value: &Text, diags: &mut Diagnostics) -> Vec<TileSize> {
    split(value, ',')
        .iter()
        .filter_map(|size| crate::directive::tile_size(size, diags))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> (Vec<Pragma>, Diagnostics) {
        let mut diags = Diagnostics::default();
        let list = find(text, &mut diags);
        (list, diags)
    }

    #[test]
    fn directives_are_found_over_joined_lines_and_not_in_comments() {
        let text = "/* a\n#pragma hp5 task\n*/\nint x; // y\n#  pragma acemesh do tasktile(8, *) \\\n  in(a[i:2][j], b(0:n-1, *)) /* c */ out(c)\n\
                    char *s = \"/*\";\n#pragma hp5x\n#pragma hp5 region begin // z\n";
        let (list, diags) = found(text);
        assert!(diags.list.is_empty(), "{diags:?}");
        assert_eq!(list.len(), 2);
        assert_eq!(list[0].directive.kind, Kind::TaskTile);
        let clauses = &list[0].directive.clauses;
        let names: Vec<&str> = clauses.iter().map(|c| c.name.text.as_str()).collect();
        assert_eq!(names, ["tasktile", "in", "out"]);
        let value = clauses[1].value.clone().unwrap();
        assert_eq!(&text[value.span.clone()], value.text);
        assert_eq!(
            (list[1].directive.kind, list[1].part),
            (Kind::Region, Part::Begin)
        );
    }

    #[test]
    fn what_looks_like_a_comment_in_quotes_is_none() {
        let text = "#pragma hp5 task name(\"http://x \\\" /* y\") in(a) // z\n#pragma hp5 task /* b */ out(c)\n";
        let (list, diags) = found(text);
        assert!(diags.list.is_empty(), "{diags:?}");
        let clauses = &list[0].directive.clauses;
        assert_eq!(
            clauses[0].value.as_ref().unwrap().text,
            r#""http://x \" /* y""#
        );
        assert_eq!((clauses.len(), list[1].directive.clauses.len()), (2, 1));
    }

    #[test]
    fn a_parenthesis_in_quotes_closes_nothing() {
        let (list, diags) = found("#pragma hp5 task if(c != ')' && d != '\"') in(a) // \"\n");
        assert!(diags.list.is_empty(), "{diags:?}");
        let clauses = &list[0].directive.clauses;
        assert_eq!(clauses.len(), 2);
        let value = clauses[0].value.as_ref().unwrap();
        assert_eq!(value.text, "c != ')' && d != '\"'");
    }

    #[test]
    fn mistakes_are_reported() {
        assert!(found("#pragma hp5 taks\n").1.list[0].help[0].contains("`task`"));
        assert!(found("#pragma hp5 task in(a\n").1.has_errors());
        assert!(found("#pragma hp5 task ]\n").1.has_errors());
        assert!(found("#pragma hp5 task_tile(64)\n").1.has_errors());
        assert!(found("#pragma omp parallel for\n").0.is_empty());
    }
}
