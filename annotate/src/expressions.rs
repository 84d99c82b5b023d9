//! Holds the expressions and the names in directives to the grammar of Rust.
//!
//! The compiler and the parser take a directive's arguments for any tokens, so `task_tile(i =
//! 8 +)` and `serial(.x)` get past both. What is emitted would not compile, at a place that the
//! user never wrote; so every expression is parsed here by itself, and what becomes a name in
//! emitted text must be one. (Sections are parsed in `lower`.)

use tree_sitter::Node;

use crate::diag::{Diagnostic, Diagnostics, Severity, codes};
use crate::directive::{self, Clause, Directive, Kind, Text};
use crate::ir::{RegionForm, Span, Unit};
use crate::syntax::names::free_names;
use crate::syntax::rust::{Source, children, parse};

/// Longest expression that is looked at; no person writes a longer one.
const LONGEST: usize = 4096;

/// Reports every expression and every name in the unit's directives that is none.
pub fn check(source: &Source, unit: &Unit, diagnostics: &mut Diagnostics) {
    for span in &unit.directives {
        // What is wrong with the directive itself has been reported.
        let mut known = Diagnostics::default();
        let text = source.slice(span);
        let Some(directive) = directive::parse(text, span.start, &mut known) else {
            continue;
        };
        for text in expressions(&directive) {
            if !is_expression(&text.text) {
                let message = format!("`{}` is no expression", shorten(&text.text));
                diagnostics.push(
                    Diagnostic::new(Severity::Error, codes::SYNTAX, message, text.span)
                        .label("expected a Rust expression"),
                );
            }
        }
        for name in names(&directive) {
            if !is_name(&name) {
                diagnostics.push(no_name(&name));
            }
        }
    }
    twins(source, unit, diagnostics);
}

/// Reports names of serial twins that are those of their functions.
fn twins(source: &Source, unit: &Unit, diagnostics: &mut Diagnostics) {
    for region in &unit.regions {
        if let RegionForm::Function {
            name,
            serial: Some(serial),
            ..
        } = &region.form
            && source.slice(name) == serial
        {
            let message = format!("`serial({serial})` is the name of the function itself");
            diagnostics.push(
                Diagnostic::new(Severity::Error, codes::DUPLICATE, message, name.clone())
                    .help(format!("for instance `serial({serial}_serial)`")),
            );
        }
    }
}

/// A name in a directive.
struct Name {
    text: Text,
    /// `a.b` and `self` are names, too.
    path: bool,
}

/// The parts of a directive that are names of variables or functions.
fn names(directive: &Directive) -> Vec<Name> {
    let path = |text: Text| Name { text, path: true };
    if directive.kind == Kind::ArrayTile {
        let clauses = directive.clauses.iter();
        let named = clauses.filter(|c| c.name.text != "default" && c.form != '(');
        return named.map(|clause| path(clause.name.clone())).collect();
    }
    let mut list = Vec::new();
    for clause in &directive.clauses {
        let (Some(value), '(') = (&clause.value, clause.form) else {
            continue;
        };
        match clause.name.text.as_str() {
            "serial" if directive.kind == Kind::Region => list.push(Name {
                text: value.clone(),
                path: false,
            }),
            "private" => list.extend(directive::split(value, ',').into_iter().map(path)),
            "reduction" => list.extend(reduced(value).into_iter().map(path)),
            name if directive::mode_of(name).is_some() => {
                // What is wrong with a section has been reported.
                let items = directive::sections(value, &mut Diagnostics::default());
                list.extend(items.into_iter().map(|item| {
                    path(Text {
                        text: item.name,
                        span: item.span,
                    })
                }));
            }
            _ => {}
        }
    }
    list
}

/// The names after the operator of a reduction; `*s` is `s`.
fn reduced(value: &Text) -> Vec<Text> {
    let Some((_, names)) = directive::names_of_reduction(&value.text) else {
        return Vec::new();
    };
    let after = Text {
        text: names.to_owned(),
        span: value.span.end - names.len()..value.span.end,
    };
    let mut list = directive::split(&after, ',');
    for name in &mut list {
        name.text = name.text.trim_start_matches('*').trim().to_owned();
    }
    list
}

fn no_name(name: &Name) -> Diagnostic {
    let what = if name.path { "variable" } else { "function" };
    let message = format!(
        "`{}` cannot be the name of a {what}",
        shorten(&name.text.text)
    );
    Diagnostic::new(
        Severity::Error,
        codes::SYNTAX,
        message,
        name.text.span.clone(),
    )
    .label(format!("expected the name of a {what}"))
}

/// Words that are no names in any edition from 2021 on.
const KEYWORDS: [&str; 51] = [
    "Self", "abstract", "as", "async", "await", "become", "box", "break", "const", "continue",
    "crate", "do", "dyn", "else", "enum", "extern", "false", "final", "fn", "for", "if", "impl",
    "in", "let", "loop", "macro", "match", "mod", "move", "mut", "override", "priv", "pub", "ref",
    "return", "self", "static", "struct", "super", "trait", "true", "try", "type", "typeof",
    "unsafe", "unsized", "use", "virtual", "where", "while", "yield",
];

/// True for an identifier, or for `a.b.0` where that may stand.
fn is_name(name: &Name) -> bool {
    let text = &name.text.text;
    let identifier = |part: &str| {
        let raw = part.strip_prefix("r#");
        let word = raw.unwrap_or(part);
        // `r#self` and its like are no names either.
        let free = match raw {
            Some(word) => !["self", "Self", "super", "crate"].contains(&word),
            None => !KEYWORDS.contains(&word),
        };
        free && word != "_"
            && word.starts_with(|c: char| c.is_alphabetic() || c == '_')
            && word.chars().all(|c| c.is_alphanumeric() || c == '_')
    };
    let number = |part: &str| !part.is_empty() && part.chars().all(|c| c.is_ascii_digit());
    let mut parts = text.split('.');
    let first = parts.next().unwrap_or_default();
    let head = identifier(first) || (name.path && first == "self");
    // Which letters may stand in an identifier, the grammar knows.
    head && parts.all(|part| name.path && (identifier(part) || number(part))) && is_expression(text)
}

/// The parts of a directive that are expressions.
fn expressions(directive: &Directive) -> Vec<Text> {
    let sizes = matches!(directive.kind, Kind::ArrayTile);
    directive
        .clauses
        .iter()
        .flat_map(|clause| in_clause(clause, sizes))
        .collect()
}

fn in_clause(clause: &Clause, sizes: bool) -> Vec<Text> {
    let Some(value) = &clause.value else {
        return Vec::new();
    };
    match (clause.name.text.trim_start_matches("r#"), clause.form) {
        (_, '=' | ':') if sizes => {
            let inside = value
                .text
                .strip_prefix('[')
                .and_then(|t| t.strip_suffix(']'));
            let span = value.span.start + 1..value.span.end.saturating_sub(1);
            let list = inside.map(|text| Text {
                text: text.to_owned(),
                span,
            });
            let list = list
                .map(|list| directive::split(&list, ','))
                .unwrap_or_default();
            list.into_iter()
                .filter(|size| !matches!(size.text.as_str(), "*" | ".."))
                .collect()
        }
        (_, '=') => Some(value.clone())
            .filter(|size| size.text != "*")
            .into_iter()
            .collect(),
        // Of a clause with nothing in it, that has been said.
        ("if" | "priority" | "name", '(') if !value.text.is_empty() => vec![value.clone()],
        _ => Vec::new(),
    }
}

/// True when the text is one whole expression.
fn is_expression(text: &str) -> bool {
    parsed(text).is_some()
}

/// What stands before an expression that is parsed by itself.
const BEFORE: &str = "fn f() { let _ = (\n";

/// The text in a source of its own, if it is one whole expression.
fn parsed(text: &str) -> Option<Source> {
    if text.len() > LONGEST || text.contains("#[") {
        return None;
    }
    let source = parse("expression".as_ref(), format!("{BEFORE}{text}\n); }}"))?;
    let value = value_in(&source)?;
    let whole =
        value.kind() == "parenthesized_expression" && value.end_byte() + 3 == source.text.len();
    whole.then_some(source)
}

/// One function with one `let`, whose value is one pair of parentheses: nothing in the text has closed
/// ours.
fn value_in(source: &Source) -> Option<Node<'_>> {
    let only = |node| match &children(node)[..] {
        [one] => Some(*one),
        _ => None,
    };
    let root = source.tree.root_node();
    let body = only(root)
        .filter(|_| !root.has_error())?
        .child_by_field_name("body")?;
    only(body)?.child_by_field_name("value")
}

/// Names in an expression that stand for values of the code around it, with their places; none in what
/// is no expression.
pub(crate) fn values_in(text: &Text) -> Vec<(String, Span)> {
    let Some(source) = parsed(&text.text) else {
        return Vec::new();
    };
    let names = value_in(&source).map_or_else(Vec::new, |value| free_names(&source, value));
    let value = |name: &str, span: &Span| {
        let called = source.text[span.end..].trim_start().starts_with('(');
        name.starts_with(|c: char| c.is_lowercase() || c == '_') && !called
    };
    let at = |span: Span| {
        let start = text.span.start + span.start - BEFORE.len();
        start..start + span.len()
    };
    let mut list = Vec::new();
    for name in names
        .into_iter()
        .filter(|found| !KEYWORDS.contains(&found.name.as_str()))
    {
        let spans = name
            .spans
            .into_iter()
            .filter(|span| value(&name.name, span));
        list.extend(spans.map(|span| (name.name.clone(), at(span))));
    }
    list
}

fn shorten(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if line.chars().count() <= 60 {
        return line;
    }
    line.chars().take(57).chain("...".chars()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expressions_are_told_from_other_tokens() {
        for good in [
            "1",
            "n / 2",
            "self.tile.max(1)",
            "if a { 1 } else { 2 }",
            "f(a)[i].0",
            "x // comment",
            "-1",
            "N",
        ] {
            assert!(is_expression(good), "{good}");
        }
        for bad in [
            "",
            "8 +",
            "/ 2",
            "1); g(2",
            "a b",
            "impl T for U",
            "let x",
            "1;",
            ")(",
            "#[x] 1",
            "{",
            "1, 2",
        ] {
            assert!(!is_expression(bad), "{bad}");
        }
        assert!(!is_expression(&"(".repeat(100_000)));
    }

    #[test]
    fn values_that_expressions_name() {
        let of = |text: &str| {
            let text = Text {
                text: text.to_owned(),
                span: 100..100 + text.len(),
            };
            let list = values_in(&text).into_iter();
            let named = |(name, at): (String, Span)| {
                assert_eq!(text.text[at.start - 100..at.end - 100], name);
                name
            };
            list.map(named).collect::<Vec<_>>()
        };
        assert_eq!(of("a[i - 1] + i + self.b[k.min(2)]"), ["a", "i", "i", "k"]);
        assert_eq!(
            of("n as usize * s.len() + min(m, N) / m::k"),
            ["n", "s", "m"]
        );
        assert_eq!(
            of("format!(\"x {k} \\\" {}\", max(r#in, 2)) != t"),
            ["k", "r#in", "t"]
        );
        assert_eq!(of("a || b"), ["a", "b"]);
        assert_eq!(of("v.iter().any(|x| *x > y)"), ["v", "y"]);
        assert_eq!(of("if let Some(x) = o { x } else { 'c' as u8 }"), ["o"]);
        assert_eq!(of("a b"), [""; 0]);
    }

    #[test]
    fn the_wrong_part_is_underlined() {
        let text = "#[hp5::region]\nfn f(a: &mut [f64], n: usize) {\n    #[hp5::array_tile(a: [8 +, *])]\n    #[hp5::task_tile(i = 8, in(a[i + 1.., n]), if(n >))]\n    for i in 0..n { a[i] = 0.0; }\n}\n";
        let source = parse("a.rs".as_ref(), text.to_owned()).unwrap();
        let mut lowering = Diagnostics::default();
        let unit = crate::lower::lower(&source, &mut lowering);
        let mut found = Diagnostics::default();
        check(&source, &unit, &mut found);
        let wrong: Vec<&str> = found
            .list
            .iter()
            .map(|d| &text[d.primary.span.clone()])
            .collect();
        assert_eq!(wrong, ["8 +", "n >"]);
    }
}
