//! What is wrong with a text that does not parse: "expected X, found Y", several per file.
//!
//! A text with errors is cut at the lines that begin a component (`Task ..`) or a section
//! (`Stages:`), and the pieces are parsed by themselves (a section together with the header
//! of its task), so that a missing brace does not swallow what follows. In each piece the
//! grammar, which has no conflicts, is left at an exact token in an exact state: tree-sitter's
//! log names both, and the state's valid symbols are what was expected. Its recovery decides
//! how many errors there are: one per `ERROR` or missing node, at the first token that was
//! not valid in it.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::ops::Range;

use tree_sitter::{Language, Node, Parser, Point, Tree};

use super::language::language;
use crate::diag::{Diagnostics, codes};
use crate::highp5::ast::Span;
use crate::highp5::report::{error, list};

/// Most errors that are reported of one file.
const MOST: usize = 20;

/// A token that was not valid.
#[derive(Debug, Clone, Copy)]
struct Refused {
    /// The end of the token before it.
    after: usize,
    /// The parser's state there.
    state: u16,
}

/// Reports the errors of a text whose tree has errors.
pub fn report(text: &str, tree: &Tree, diagnostics: &mut Diagnostics) {
    let mut found: Vec<(Span, String)> = Vec::new();
    for ranges in pieces(text) {
        found.extend(errors_in(text, &ranges));
    }
    if found.is_empty() {
        found = errors_in(text, &[0..text.len()]);
    }
    if found.is_empty() {
        let node = first_error(tree.root_node());
        found.push((node.byte_range().into(), "this is not HighP5".to_owned()));
    }
    found.sort();
    found.dedup_by(|a, b| a.0.start == b.0.start);
    let more = found.len().saturating_sub(MOST);
    let last = found.len().min(MOST) - 1;
    for (i, (span, message)) in found.into_iter().take(MOST).enumerate() {
        let mut diagnostic = error(codes::H_SYNTAX, message, span);
        if i == last && more > 0 {
            diagnostic = diagnostic.note(format!("{more} more errors of this kind are not shown"));
        }
        diagnostics.push(diagnostic);
    }
}

/// The parts of a text that are parsed by themselves, each as ranges to be read one after
/// another.
fn pieces(text: &str) -> Vec<Vec<Range<usize>>> {
    let mut components: Vec<(usize, bool)> = Vec::new();
    let mut sections = Vec::new();
    let mut at = 0;
    let mut code = false;
    for line in text.split_inclusive('\n') {
        let start = at + (line.len() - line.trim_start().len());
        at += line.len();
        let words = line.trim_start();
        let word: String = words
            .chars()
            .take_while(char::is_ascii_alphabetic)
            .collect::<String>()
            .to_ascii_lowercase();
        let rest = words.get(word.len()..).unwrap_or("").trim_start();
        if !code {
            match word.as_str() {
                "task" if rest.starts_with('"') => components.push((start, true)),
                "program" if rest.starts_with('(') => components.push((start, false)),
                "function" | "type" | "class"
                    if rest.starts_with(|c: char| c.is_ascii_alphabetic()) =>
                {
                    components.push((start, false));
                }
                "define" | "environment" | "initialize" | "stages" | "computation"
                | "partition"
                    if rest.is_empty()
                        || rest.starts_with("//")
                        || rest.starts_with([':', '(']) =>
                {
                    sections.push(start);
                }
                _ => {}
            }
        }
        for (i, _) in line.match_indices('$') {
            match line.as_bytes().get(i + 1) {
                Some(b'{') if !code => code = true,
                _ if code && i > 0 && line.as_bytes()[i - 1] == b'}' => code = false,
                _ => {}
            }
        }
    }
    let mut pieces = Vec::new();
    if components.first().is_none_or(|&(first, _)| first > 0) {
        let end = components.first().map_or(text.len(), |&(first, _)| first);
        pieces.push(vec![0..end]);
    }
    for (i, &(start, task)) in components.iter().enumerate() {
        let end = components.get(i + 1).map_or(text.len(), |&(next, _)| next);
        let mut cuts: Vec<usize> = Vec::new();
        if task {
            cuts.extend(sections.iter().filter(|&&s| s > start && s < end));
        }
        let header = start..cuts.first().copied().unwrap_or(end);
        pieces.push(vec![header.clone()]);
        for (j, &cut) in cuts.iter().enumerate() {
            let until = cuts.get(j + 1).copied().unwrap_or(end);
            pieces.push(vec![header.clone(), cut..until]);
        }
    }
    pieces
}

thread_local! {
    /// What the parser's log said of refused tokens. (Its logger must be `'static`.)
    static REFUSED: RefCell<Log> = RefCell::new(Log::default());
}

#[derive(Debug, Default)]
struct Log {
    state: u16,
    point: Point,
    refused: Vec<(Point, u16)>,
}

impl Log {
    fn line(&mut self, message: &str) {
        if let Some(rest) = message.strip_prefix("process version:") {
            let number = |key: &str| -> Option<usize> {
                let (_, tail) = rest.split_once(key)?;
                let digits = tail.split(',').next()?;
                digits.trim().parse().ok()
            };
            if let (Some(state), Some(row), Some(column)) =
                (number("state:"), number("row:"), number("col:"))
            {
                self.state = u16::try_from(state).unwrap_or(0);
                self.point = Point { row, column };
            }
        } else if message.starts_with("detect_error") {
            self.refused.push((self.point, self.state));
        }
    }
}

/// The errors of one piece.
fn errors_in(text: &str, ranges: &[Range<usize>]) -> Vec<(Span, String)> {
    let lines = Lines::new(text);
    let mut parser: Parser = super::parser();
    let included: Vec<_> = ranges
        .iter()
        .map(|r| tree_sitter::Range {
            start_byte: r.start,
            end_byte: r.end,
            start_point: lines.point(r.start),
            end_point: lines.point(r.end),
        })
        .collect();
    if parser.set_included_ranges(&included).is_err() {
        return Vec::new();
    }
    REFUSED.with_borrow_mut(|log| *log = Log::default());
    parser.set_logger(Some(Box::new(|_, message| {
        REFUSED.with_borrow_mut(|log| log.line(message));
    })));
    let Some(tree) = parser.parse(text, None) else {
        return Vec::new();
    };
    let refused: Vec<Refused> = REFUSED.with_borrow_mut(|log| {
        std::mem::take(&mut log.refused)
            .into_iter()
            .map(|(point, state)| Refused {
                after: lines.byte(point),
                state,
            })
            .collect()
    });
    let end = ranges.last().map_or(text.len(), |r| r.end);
    let language = language();
    let mut nodes = Vec::new();
    erroneous(tree.root_node(), &mut nodes);
    nodes
        .into_iter()
        .filter_map(|node| explain(text, node, &refused, end, &language))
        .collect()
}

/// The outermost `ERROR` and missing nodes.
fn erroneous<'t>(node: Node<'t>, found: &mut Vec<Node<'t>>) {
    // Trees of long lists are flat for `children`, but nesting may be deep.
    let mut stack = vec![node];
    while let Some(node) = stack.pop() {
        if node.is_error() || node.is_missing() {
            found.push(node);
        } else if node.has_error() {
            let mut cursor = node.walk();
            let children: Vec<_> = node.children(&mut cursor).collect();
            stack.extend(children.into_iter().rev());
        }
    }
}

fn first_error(root: Node) -> Node {
    let mut found = Vec::new();
    erroneous(root, &mut found);
    found.first().copied().unwrap_or(root)
}

/// Place and message of an erroneous node.
fn explain(
    text: &str,
    node: Node,
    refused: &[Refused],
    end: usize,
    language: &Language,
) -> Option<(Span, String)> {
    let (first, last) = (node.start_byte(), node.end_byte());
    let refusal = refused
        .iter()
        .map(|r| (token(text, r.after, end), r))
        .find(|(token, r)| (token.start >= first || r.after >= first) && r.after <= last);
    let Some((token, refusal)) = refusal else {
        // Recovery that was not told of: the node itself.
        let token = token(text, first, end);
        let found = name_of(text, token);
        return Some((token, format!("{found} is not expected here")));
    };
    let expected = expected(language, refusal.state);
    let found = name_of(text, token);
    let message = if expected.is_empty() {
        format!("{found} is not expected here")
    } else {
        format!("expected {}, found {found}", list(&expected))
    };
    Some((token, message))
}

/// The token at or behind a byte: white space and comments are skipped.
fn token(text: &str, from: usize, end: usize) -> Span {
    let mut start = from;
    loop {
        let rest = text.get(start..end).unwrap_or("");
        let trimmed = rest.trim_start();
        start += rest.len() - trimmed.len();
        if trimmed.starts_with("//") {
            start += trimmed.find('\n').unwrap_or(trimmed.len());
        } else {
            break;
        }
    }
    let rest = text.get(start..end).unwrap_or("");
    let word = rest
        .find(|c: char| !c.is_ascii_alphanumeric() && c != '_')
        .unwrap_or(rest.len());
    let length = match rest.chars().next() {
        None => 0,
        Some('"') => rest[1..].find(['"', '\n']).map_or(rest.len(), |n| {
            n + 1 + usize::from(rest[1..].as_bytes()[n] == b'"')
        }),
        Some(_) if word > 0 => word,
        Some(_) if rest.starts_with("...") => 3,
        Some(_)
            if ["==", "!=", "<=", ">=", "<<", ">>", "**", "&&", "||"]
                .iter()
                .any(|op| rest.starts_with(op)) =>
        {
            2
        }
        Some(c) => c.len_utf8(),
    };
    Span {
        start,
        end: start + length,
    }
}

fn name_of(text: &str, token: Span) -> String {
    match text.get(token.start..token.end) {
        Some(word) if !word.is_empty() => format!("`{word}`"),
        _ if token.start >= text.len() => "the end of the file".to_owned(),
        _ => "the end of the section".to_owned(),
    }
}

/// Groups of symbols: if the parser would go on with the first, the others are not named.
const GROUPS: [(&str, &str); 6] = [
    ("component", "`Task`, `Function`, `Type` or `Program`"),
    ("statement", "a statement"),
    ("flow", "a step of the computation"),
    ("expression", "an expression"),
    ("type", "a type"),
    ("section", "a section of the task"),
];

/// Operators between operands; where most of them may follow they are named together.
const OPERATORS: [&str; 21] = [
    "+", "-", "*", "/", "%", "**", "<<", ">>", "&", "^", "|", "==", "!=", "<", ">", "<=", ">=",
    "and", "or", "in", "at",
];

/// What may stand in a state, in words.
fn expected(language: &Language, state: u16) -> Vec<String> {
    let Some(mut symbols) = language.lookahead_iterator(state) else {
        return Vec::new();
    };
    let names: BTreeSet<&str> = symbols.iter_names().collect();
    let mut words: Vec<String> = Vec::new();
    let mut covered: BTreeSet<&str> = BTreeSet::new();
    for (group, phrase) in GROUPS {
        if names.contains(group) {
            words.push(phrase.to_owned());
            covered.extend(starts(group));
        }
    }
    let operators = OPERATORS.iter().filter(|o| names.contains(*o)).count();
    if operators >= 6 {
        covered.extend(OPERATORS);
        covered.extend(["...", ".", "["]);
        words.push("an operator".to_owned());
        if names.contains("(") {
            covered.insert("(");
        }
    }
    for name in names {
        if covered.contains(name) || name.starts_with('_') && name != "_end" {
            continue;
        }
        let word = match name {
            "_end" => "the end of the line".to_owned(),
            "end" => "the end of the file".to_owned(),
            "identifier" => "a name".to_owned(),
            "integer" => "a number".to_owned(),
            "string" => "a text in quotes".to_owned(),
            "dimensionality" => "`1d` to `4d`".to_owned(),
            "extern_code" => "`${ code }$`".to_owned(),
            "header" => "a header".to_owned(),
            "comment" | "ERROR" => continue,
            _ if is_terminal(language, name) => format!("`{name}`"),
            _ => continue,
        };
        if !words.contains(&word) {
            words.push(word);
        }
    }
    words.truncate(9);
    words
}

/// True for the names of keywords and punctuation.
fn is_terminal(language: &Language, name: &str) -> bool {
    language.id_for_node_kind(name, false) != 0
}

/// First tokens of a group of [`GROUPS`].
fn starts(group: &str) -> &'static [&'static str] {
    match group {
        "component" => &["task", "function", "type", "class", "program"],
        "statement" => &[
            "identifier",
            "do",
            "if",
            "return",
            "reduce",
            "execute",
            "extern_statement",
        ],
        "flow" => &["identifier", "space", "repeat", "where", "if", "epoch"],
        "expression" => &[
            "identifier",
            "integer",
            "real",
            "string",
            "character",
            "true",
            "false",
            "(",
            "[",
            "-",
            "!",
            "new",
            "...",
            "space",
            "&",
        ],
        "type" => &[
            "identifier",
            "integer",
            "character",
            "boolean",
            "string",
            "range",
            "real",
            "array",
            "list",
            "dimensionality",
        ],
        _ => &[
            "define",
            "environment",
            "initialize",
            "stages",
            "computation",
            "partition",
        ],
    }
}

/// Lines of a text.
struct Lines {
    starts: Vec<usize>,
    length: usize,
}

impl Lines {
    fn new(text: &str) -> Self {
        Lines {
            starts: std::iter::once(0)
                .chain(text.match_indices('\n').map(|(at, _)| at + 1))
                .collect(),
            length: text.len(),
        }
    }

    fn point(&self, byte: usize) -> Point {
        let row = self
            .starts
            .partition_point(|&s| s <= byte)
            .saturating_sub(1);
        Point {
            row,
            column: byte - self.starts[row],
        }
    }

    fn byte(&self, point: Point) -> usize {
        let start = self.starts.get(point.row).copied().unwrap_or(self.length);
        (start + point.column).min(self.length)
    }
}
