//! The clause grammar of directives, `#[hp5::task_tile(i = 64, in(a[i - 1..=i + 1, ..]))]`.
//!
//! Works on text with byte positions, so that a mistake is underlined inside the directive;
//! `#pragma hp5` (`c/parse/directives.rs`) has another grammar around the same clauses.

mod clauses;
mod templates;

use std::borrow::Cow;

use crate::diag::{Diagnostic, Diagnostics, Severity, codes};
use crate::ir::{Mode, Span};

pub use clauses::{CLAUSES, Clauses, duplicate, names_of_reduction};
pub use templates::{conditional, counted, template_size, templates, tile_size};

/// What a directive is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// `region`.
    Region,
    /// `annotated`: only marks an item as holding directives.
    Annotated,
    /// `array_tile`.
    ArrayTile,
    /// `task_tile`.
    TaskTile,
    /// `task`.
    Task,
    /// `task_wait`.
    TaskWait,
    /// A clause that stands as an attribute of its own.
    Clause,
}

/// Text with its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Text {
    /// Trimmed text.
    pub text: String,
    /// Where it is.
    pub span: Span,
}

/// One `name`, `name(..)`, `name: value` or `name = value` of a directive.
#[derive(Debug, Clone)]
pub struct Clause {
    /// Its name.
    pub name: Text,
    /// What is inside the parentheses, or after `=` or `:`.
    pub value: Option<Text>,
    /// What stood between name and value.
    pub form: char,
}

/// A parsed directive.
#[derive(Debug, Clone)]
pub struct Directive {
    /// What it is.
    pub kind: Kind,
    /// The attribute's span.
    pub span: Span,
    /// Its arguments.
    pub clauses: Vec<Clause>,
    /// The attribute as written, on one line.
    pub text: String,
}

/// One item of `in(..)`, `out(..)`, `inout(..)`.
#[derive(Debug, Clone)]
pub struct SectionItem {
    /// `a`, `self.u`.
    pub name: String,
    /// Where the item is.
    pub span: Span,
    /// One entry per dimension; `None`: left to analysis.
    pub section: Option<Vec<SectionEntry>>,
}

/// One dimension of a declared section.
#[derive(Debug, Clone)]
pub enum SectionEntry {
    /// `..`.
    All,
    /// `lo..hi` or `lo..=hi` or a single index (`hi` = `lo`, inclusive).
    Range {
        /// Lower bound; empty text means 0.
        lo: Text,
        /// Upper bound; empty text means the end.
        hi: Text,
        /// The upper bound is included.
        inclusive: bool,
    },
}

pub(crate) const DIRECTIVES: [(&str, Kind); 6] = [
    ("region", Kind::Region),
    ("annotated", Kind::Annotated),
    ("array_tile", Kind::ArrayTile),
    ("task_tile", Kind::TaskTile),
    ("task", Kind::Task),
    ("task_wait", Kind::TaskWait),
];

/// Parses the text of an attribute; `None` when it is not ours (or was reported).
pub fn parse(text: &str, start: usize, diags: &mut Diagnostics) -> Option<Directive> {
    let text = without_comments(text);
    let text = text.as_ref();
    let open = text.find('[')? + 1;
    let close = text.rfind(']')?;
    let inner = text.get(open..close)?;
    let path_end = inner.find('(').unwrap_or(inner.len());
    let path: String = inner[..path_end]
        .chars()
        .filter(|c| !c.is_whitespace())
        .collect();
    let path = path.strip_prefix("::").unwrap_or(&path);
    let name = path
        .strip_prefix("hp5::")
        .or_else(|| path.strip_prefix("hp5_macros::"))?;
    // A stacked `#[hp5::r#in(a)]`: the names of some clauses are keywords.
    let name = name.strip_prefix("r#").unwrap_or(name);
    let span = start..start + text.len();
    let oneline = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let kind = DIRECTIVES
        .iter()
        .find(|(n, _)| *n == name)
        .map(|(_, kind)| *kind);
    let stacked = CLAUSES.contains(&name);
    let Some(kind) = kind.or(stacked.then_some(Kind::Clause)) else {
        let known = DIRECTIVES.iter().map(|(n, _)| *n).chain(CLAUSES);
        diags.push(
            unknown("directive", name, known, span)
                .help("directives: region, annotated, array_tile, task_tile, task, task_wait"),
        );
        return None;
    };
    let arguments = inner.get(path_end..).unwrap_or("").trim_end();
    let base = start + open + path_end;
    let clauses = if stacked && kind == Kind::Clause {
        let value = parenthesised(arguments, base);
        vec![Clause {
            name: Text {
                text: name.to_owned(),
                span: span.clone(),
            },
            value,
            form: '(',
        }]
    } else if arguments.is_empty() {
        Vec::new()
    } else {
        let inside = parenthesised(arguments, base)?;
        split(&inside, ',')
            .into_iter()
            .filter_map(|part| clause(&part, diags))
            .collect()
    };
    Some(Directive {
        kind,
        span,
        clauses,
        text: oneline,
    })
}

/// The text with its comments blanked, so that all the rest keeps its place.
fn without_comments(text: &str) -> Cow<'_, str> {
    if !text.contains("//") && !text.contains("/*") {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    let (mut rest, mut quoted) = (text, false);
    while let Some(c) = rest.chars().next() {
        let length = match c {
            _ if quoted => 0,
            '/' if rest.starts_with("//") => rest.find('\n').unwrap_or(rest.len()),
            '/' if rest.starts_with("/*") => block_comment(rest),
            _ => 0,
        };
        if length > 0 {
            out.extend(
                rest[..length]
                    .bytes()
                    .map(|byte| if byte == b'\n' { '\n' } else { ' ' }),
            );
            rest = &rest[length..];
            continue;
        }
        // A backslash keeps what follows it from ending the string.
        let kept = match c {
            '\\' if quoted => rest.char_indices().nth(2).map_or(rest.len(), |(at, _)| at),
            _ => c.len_utf8(),
        };
        quoted ^= c == '"';
        out.push_str(&rest[..kept]);
        rest = &rest[kept..];
    }
    Cow::Owned(out)
}

/// Bytes of the block comment that the text begins with; such comments nest.
fn block_comment(text: &str) -> usize {
    let (mut depth, mut at) = (0_usize, 0);
    while let Some(rest) = text.get(at..).filter(|rest| !rest.is_empty()) {
        if rest.starts_with("/*") {
            (depth, at) = (depth + 1, at + 2);
        } else if rest.starts_with("*/") {
            (depth, at) = (depth - 1, at + 2);
        } else {
            at += rest.chars().next().map_or(1, char::len_utf8);
        }
        if depth == 0 {
            break;
        }
    }
    at
}

fn unknown<'a>(
    what: &str,
    name: &str,
    known: impl Iterator<Item = &'a str>,
    span: Span,
) -> Diagnostic {
    let mut d = Diagnostic::new(
        Severity::Error,
        codes::UNKNOWN_NAME,
        format!("unknown {what} `{name}`"),
        span,
    );
    let near = known.map(|k| (distance(k, name), k)).min();
    // Two letters of `if` are another word.
    let is_near = |(n, k): &(usize, &str)| *n <= (k.len().max(name.len()) / 2).min(2);
    if let Some((_, near)) = near.filter(is_near) {
        d = d.help(format!("did you mean `{near}`?"));
    }
    d
}

/// Reports an unknown clause of a directive.
pub fn unknown_clause(clause: &Clause, allowed: &[&str]) -> Diagnostic {
    unknown(
        "clause",
        &clause.name.text,
        allowed.iter().copied(),
        clause.name.span.clone(),
    )
    .help(format!("allowed here: {}", allowed.join(", ")))
}

/// Edit distance, for suggestions.
pub(crate) fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().take(40).collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().take(40).enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, y) in b.iter().enumerate() {
            let best = (diagonal + usize::from(x != *y))
                .min(row[j] + 1)
                .min(row[j + 1] + 1);
            diagonal = std::mem::replace(&mut row[j + 1], best);
        }
    }
    row[b.len()]
}

/// The text inside the outermost parentheses.
fn parenthesised(text: &str, base: usize) -> Option<Text> {
    let open = text.find('(')?;
    let close = text.rfind(')')?;
    (open < close).then(|| trimmed(&text[open + 1..close], base + open + 1))
}

/// Trims, keeping the position.
fn trimmed(text: &str, base: usize) -> Text {
    let start = text.len() - text.trim_start().len();
    let text = text.trim();
    Text {
        text: text.to_owned(),
        span: base + start..base + start + text.len(),
    }
}

/// Splits at `separator` outside brackets and strings; empty parts are left out.
#[must_use]
pub fn split(text: &Text, separator: char) -> Vec<Text> {
    let mut parts = Vec::new();
    let (mut depth, mut from, mut quoted, mut escaped) = (0_i32, 0, false, false);
    for (at, c) in text.text.char_indices() {
        if quoted {
            quoted = c != '"' || escaped;
            escaped = c == '\\' && !escaped;
            continue;
        }
        match c {
            '"' => quoted = true,
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth -= 1,
            c if c == separator && depth == 0 => {
                parts.push(trimmed(&text.text[from..at], text.span.start + from));
                from = at + c.len_utf8();
            }
            _ => {}
        }
    }
    parts.push(trimmed(&text.text[from..], text.span.start + from));
    parts.retain(|part| !part.text.is_empty());
    parts
}

fn clause(part: &Text, diags: &mut Diagnostics) -> Option<Clause> {
    let text = &part.text;
    let end = text
        .find(|c: char| !(c.is_alphanumeric() || c == '_' || c == '.'))
        .unwrap_or(text.len());
    let name = Text {
        text: text[..end].to_owned(),
        span: part.span.start..part.span.start + end,
    };
    let rest = trimmed(&text[end..], part.span.start + end);
    if name.text.is_empty() {
        let message = format!("expected a clause, found `{text}`");
        diags.push(Diagnostic::new(
            Severity::Error,
            codes::SYNTAX,
            message,
            part.span.clone(),
        ));
        return None;
    }
    let form = rest.text.chars().next();
    let value = match form {
        None => None,
        Some('(') if rest.text.ends_with(')') => Some(trimmed(
            &rest.text[1..rest.text.len() - 1],
            rest.span.start + 1,
        )),
        Some('=' | ':') => Some(trimmed(&rest.text[1..], rest.span.start + 1)),
        _ => {
            let message = format!("expected `(`, `=` or `,` after `{}`", name.text);
            diags.push(Diagnostic::new(
                Severity::Error,
                codes::SYNTAX,
                message,
                rest.span,
            ));
            return None;
        }
    };
    Some(Clause {
        name,
        value,
        form: form.unwrap_or(' '),
    })
}

/// The items of an `in`, `out` or `inout` clause.
pub fn sections(value: &Text, diags: &mut Diagnostics) -> Vec<SectionItem> {
    split(value, ',')
        .into_iter()
        .filter_map(|item| section(&item, diags))
        .collect()
}

fn section(item: &Text, diags: &mut Diagnostics) -> Option<SectionItem> {
    let Some(open) = item.text.find('[') else {
        return Some(SectionItem {
            name: item.text.replace(' ', ""),
            span: item.span.clone(),
            section: None,
        });
    };
    if !item.text.ends_with(']') {
        let message = format!("the section of `{}` has no closing `]`", &item.text[..open]);
        diags.push(Diagnostic::new(
            Severity::Error,
            codes::SYNTAX,
            message,
            item.span.clone(),
        ));
        return None;
    }
    // `a[i][j]` is accepted for `a[i, j]`.
    let inside = item.text[open + 1..item.text.len() - 1].replace("][", ", ");
    let inside = trimmed(&inside, item.span.start + open + 1);
    let entries = split(&inside, ',').into_iter().map(entry).collect();
    Some(SectionItem {
        name: item.text[..open].trim().to_owned(),
        span: item.span.clone(),
        section: Some(entries),
    })
}

/// The range of `lo..hi; step` and `(lo..hi).step_by(step)`: a step leaves no element out, a section goes from
/// its first to its last one.
fn without_step(part: Text) -> Text {
    if let Some((range, _)) = part.text.split_once(';') {
        return trimmed(range, part.span.start);
    }
    let stepped = part
        .text
        .strip_prefix('(')
        .filter(|rest| rest.ends_with(')'));
    let range = stepped
        .and_then(|rest| rest.split_once(").step_by("))
        .map(|(range, _)| range);
    match range.filter(|range| range.contains("..")) {
        Some(range) => trimmed(range, part.span.start + 1),
        None => part,
    }
}

fn entry(part: Text) -> SectionEntry {
    let part = without_step(part);
    let Some(dots) = part.text.find("..") else {
        return SectionEntry::Range {
            lo: part.clone(),
            hi: part,
            inclusive: true,
        };
    };
    let inclusive = part.text[dots..].starts_with("..=");
    let after = dots + if inclusive { 3 } else { 2 };
    let lo = trimmed(&part.text[..dots], part.span.start);
    let hi = trimmed(&part.text[after..], part.span.start + after);
    if lo.text.is_empty() && hi.text.is_empty() {
        SectionEntry::All
    } else {
        SectionEntry::Range { lo, hi, inclusive }
    }
}

/// The mode that a clause name declares.
#[must_use]
pub fn mode_of(name: &str) -> Option<Mode> {
    match name {
        "in" => Some(Mode::In),
        "out" => Some(Mode::Out),
        "inout" => Some(Mode::InOut),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(text: &str) -> (Option<Directive>, Diagnostics) {
        let mut diags = Diagnostics::default();
        let directive = parse(text, 10, &mut diags);
        (directive, diags)
    }

    #[test]
    fn clauses_keep_their_places() {
        let text = "#[hp5::task_tile(i = 64, in(a[i-1..=i+1, ..], b), name(\"a, b\"))]";
        let (directive, diags) = parsed(text);
        let directive = directive.unwrap();
        assert!(diags.list.is_empty());
        assert_eq!(directive.clauses.len(), 3);
        let value = directive.clauses[1].value.clone().unwrap();
        assert_eq!(
            &text[value.span.start - 10..value.span.end - 10],
            "a[i-1..=i+1, ..], b"
        );
        let items = sections(&value, &mut Diagnostics::default());
        assert_eq!(items.len(), 2);
        assert!(matches!(
            items[0].section.as_ref().unwrap()[1],
            SectionEntry::All
        ));
        assert!(items[1].section.is_none());
        assert_eq!(
            directive.clauses[2].value.as_ref().unwrap().text,
            "\"a, b\""
        );
    }

    #[test]
    fn steps_leave_the_range() {
        let of = |text: &str| match entry(trimmed(text, 7)) {
            SectionEntry::Range { lo, hi, .. } => (lo.text, hi.text, lo.span.start),
            SectionEntry::All => (String::new(), String::new(), 0),
        };
        let range = ("2*i".to_owned(), "n - 1".to_owned());
        assert_eq!(of("2*i..n - 1; 2"), (range.0.clone(), range.1.clone(), 7));
        assert_eq!(of("(2*i..n - 1).step_by(2)"), (range.0, range.1, 8));
        assert_eq!(of("..; 3"), (String::new(), String::new(), 0));
    }
    #[test]
    fn comments_are_blank() {
        let text = "#[hp5::task_tile(i = 3, // rows (ä\n  in(a[/* one /* two */ */ i]), name(\"// \\\" /*\"))]";
        let (directive, diags) = parsed(text);
        let clauses = directive.unwrap().clauses;
        assert!(
            diags.list.is_empty() && clauses.len() == 3,
            "{:?}",
            diags.list
        );
        let section = clauses[1].value.clone().unwrap();
        assert_eq!(section.text.replace(' ', ""), "a[i]");
        assert_eq!(
            &text[section.span.start - 10..section.span.end - 10],
            "a[/* one /* two */ */ i]"
        );
        assert_eq!(clauses[2].value.clone().unwrap().text, "\"// \\\" /*\"");
    }

    #[test]
    fn mistakes_are_reported() {
        let (_, diags) = parsed("#[hp5::taks(in(a))]");
        assert!(diags.list[0].help[0].contains("`task`"), "{:?}", diags.list);
        let (directive, mut diags) = parsed("#[hp5::array_tile(a: [0, *], b: 3)]");
        assert!(templates(&directive.unwrap(), &mut diags).is_empty());
        assert_eq!(diags.list.len(), 2);
        assert!(parsed("#[inline]").0.is_none() && parsed("#[hp5::]").1.has_errors());
    }
}
