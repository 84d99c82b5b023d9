//! What is wrong with a text that does not parse: "expected X, found Y", several per file.
//!
//! A text with errors is cut at the lines that begin a component (`Task ..`) or a section
//! (`Stages:`), and the pieces are parsed by themselves (a section together with the header
//! of its task), so that a missing brace does not swallow what follows. In each piece the
//! grammar, which has no conflicts, is left at an exact token in an exact state: tree-sitter's
//! log names both. Its recovery decides how many errors there are: one per `ERROR` or missing
//! node, at the first token that was not valid in it. What was expected: of the state's valid
//! symbols (too many, since states are merged) those that, written there, are not refused.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::ops::Range;

use tree_sitter::{Node, Parser, Point, Tree};

use super::symbols::{GROUPS, LITERALS, OPERATORS, Symbols};
use crate::diag::{Diagnostics, codes};
use crate::highp5::ast::Span;
use crate::highp5::report::{error, list};

/// What is said of a range behind the `in` of a parallel loop.
const PARALLEL_RANGE: &str = "a parallel loop runs over an array, a dimension or a Range variable: \
     write `r = [0...3]` before the loop, and `in r` here";

/// Most errors that are reported of one file.
const MOST: usize = 20;

/// Longest text that is parsed again for every symbol that may stand at its end, in bytes.
const PROBED: usize = 1 << 14;

/// Most things that are named as expected.
const MOST_WORDS: usize = 8;

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
    for component in components(text) {
        if found.len() > MOST {
            break;
        }
        found.extend(component_errors(text, &component));
    }
    if found.is_empty() {
        let whole = 0..text.len();
        found = Piece::new(text, vec![whole]).errors();
    }
    if found.is_empty() {
        let node = first_error(tree.root_node());
        found.push((node.byte_range().into(), "this is not HighP5".to_owned()));
    }
    found.sort();
    found.dedup_by(|a, b| a.0.start == b.0.start);
    let more = found.len() > MOST;
    let last = found.len().min(MOST) - 1;
    for (i, (span, message)) in found.into_iter().take(MOST).enumerate() {
        let mut diagnostic = error(codes::H_SYNTAX, message, span);
        if i == last && more {
            diagnostic = diagnostic.note("more errors of this kind are not shown");
        }
        diagnostics.push(diagnostic);
    }
}

/// A component of a program, with the sections in it.
struct Component {
    range: Range<usize>,
    /// Where its sections begin.
    sections: Vec<usize>,
}

/// The errors of a component. The sections of a task are parsed by themselves if its header
/// is right.
fn component_errors(text: &str, component: &Component) -> Vec<(Span, String)> {
    let Range { start, end } = component.range;
    let header = start..component.sections.first().copied().unwrap_or(end);
    let found = Piece::new(text, vec![header.clone()]).errors();
    if component.sections.is_empty() || !found.is_empty() {
        return found;
    }
    let ends = component.sections.iter().skip(1).copied().chain([end]);
    component
        .sections
        .iter()
        .zip(ends)
        .flat_map(|(&from, to)| Piece::new(text, vec![header.clone(), from..to]).errors())
        .collect()
}

/// Cuts a text at lines that begin a component or, in a task, a section.
fn components(text: &str) -> Vec<Component> {
    let mut found = vec![Component {
        range: 0..0,
        sections: Vec::new(),
    }];
    let mut task = false;
    let mut at = 0;
    let mut code = false;
    for line in text.split_inclusive('\n') {
        let words = line.trim_start();
        let start = at + line.len() - words.len();
        at += line.len();
        if !code {
            match begins(words) {
                Begins::Component { is_task } => {
                    task = is_task;
                    found.push(Component {
                        range: start..start,
                        sections: Vec::new(),
                    });
                }
                Begins::Section if task => {
                    if let Some(last) = found.last_mut() {
                        last.sections.push(start);
                    }
                }
                _ => {}
            }
        }
        for (i, _) in line.match_indices('$') {
            if !code && line[i..].starts_with("${") {
                code = true;
            } else if code && line[..i].ends_with('}') {
                code = false;
            }
        }
    }
    let ends: Vec<_> = found.iter().skip(1).map(|c| c.range.start).collect();
    for (component, end) in found.iter_mut().zip(ends.into_iter().chain([text.len()])) {
        component.range.end = end;
    }
    found.retain(|c| !c.range.is_empty());
    found
}

enum Begins {
    Component { is_task: bool },
    Section,
    Nothing,
}

/// What a line begins.
fn begins(line: &str) -> Begins {
    let word: String = line.chars().take_while(char::is_ascii_alphabetic).collect();
    let rest = line[word.len()..].trim_start();
    match word.to_ascii_lowercase().as_str() {
        "task" if rest.starts_with('"') => Begins::Component { is_task: true },
        "program" if rest.starts_with('(') => Begins::Component { is_task: false },
        "function" | "type" | "class" if rest.starts_with(|c: char| c.is_ascii_alphabetic()) => {
            Begins::Component { is_task: false }
        }
        "define" | "environment" | "initialize" | "stages" | "computation" | "partition"
            if rest.is_empty() || rest.starts_with("//") || rest.starts_with([':', '(']) =>
        {
            Begins::Section
        }
        _ => Begins::Nothing,
    }
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

/// A part of a text that is parsed by itself.
struct Piece<'t> {
    text: &'t str,
    /// Read one after another.
    ranges: Vec<Range<usize>>,
}

impl<'t> Piece<'t> {
    fn new(text: &'t str, ranges: Vec<Range<usize>>) -> Self {
        Piece { text, ranges }
    }

    fn end(&self) -> usize {
        self.ranges.last().map_or(self.text.len(), |r| r.end)
    }

    fn errors(&self) -> Vec<(Span, String)> {
        let Some((tree, refused)) = parse(self.text, &self.ranges) else {
            return Vec::new();
        };
        let mut nodes = Vec::new();
        erroneous(tree.root_node(), &mut nodes);
        // Explaining takes time.
        nodes
            .into_iter()
            .take(MOST + 1)
            .map(|node| self.explain(node, &refused))
            .collect()
    }

    /// Place and message of an erroneous node.
    fn explain(&self, node: Node, refused: &[Refused]) -> (Span, String) {
        let (first, last) = (node.start_byte(), node.end_byte());
        let refusal = refused
            .iter()
            .map(|r| (token(self.text, r.after, self.end()), r))
            .find(|(token, r)| (token.start >= first || r.after >= first) && r.after <= last);
        let Some((mut token, refusal)) = refusal else {
            // Recovery that was not told of: the node itself.
            let token = token(self.text, first, self.end());
            let found = name_of(self.text, token);
            return (token, format!("{found} is not expected here"));
        };
        if let Some(message) = special(&self.text[token.start..]) {
            return (token, message);
        }
        let expected = self.expected(token.start, *refusal);
        if token.start == token.end {
            // The end of a piece: what follows in the text is what is not expected.
            token = self::token(self.text, token.start, self.text.len());
        }
        let found = name_of(self.text, token);
        let message = if found == "`[`" && self.is_parallel_range(*refusal, &expected) {
            PARALLEL_RANGE.to_owned()
        } else if expected.is_empty() {
            format!("{found} is not expected here")
        } else {
            format!("expected {}, found {found}", list(&expected))
        };
        (token, message)
    }

    /// True where a parallel loop says what it runs over. (Other loops take ranges there.)
    fn is_parallel_range(&self, refusal: Refused, expected: &[String]) -> bool {
        let before = self.text[..refusal.after].split_whitespace().next_back();
        expected == ["a name"] && before.is_some_and(|word| word.eq_ignore_ascii_case("in"))
    }

    /// True if the parser takes a text in place of what stands at `at`.
    fn takes(&self, at: usize, refusal: Refused, sample: &str) -> bool {
        let mut text: String = self.text[..refusal.after].to_owned();
        text.push(' ');
        text.push_str(sample);
        text.push(' ');
        let mut ranges: Vec<_> = self
            .ranges
            .iter()
            .filter(|r| r.start <= at)
            .cloned()
            .collect();
        if let Some(last) = ranges.last_mut() {
            last.end = text.len();
        }
        parse(&text, &ranges)
            .is_some_and(|(_, refused)| refused.iter().all(|r| r.after != refusal.after))
    }

    /// What may stand in place of a refused token, in words.
    fn expected(&self, at: usize, refusal: Refused) -> Vec<String> {
        let symbols = Symbols::of(refusal.state);
        let probe = at - self.ranges.last().map_or(0, |r| r.start.min(at)) <= PROBED;
        let takes = |sample: &str| !probe || self.takes(at, refusal, sample);
        let name = takes("zz");
        let mut words = Vec::new();
        let mut covered = BTreeSet::new();
        for (group, sample, phrase, starts) in GROUPS {
            let known = symbols.rules.contains(group) || starts.iter().all(|s| symbols.has(s));
            if known && takes(sample) {
                words.push(phrase.to_owned());
                covered.extend(starts);
            }
        }
        if symbols.tokens.contains("+") && takes("+") {
            words.push("an operator".to_owned());
            covered.extend(OPERATORS);
        }
        if symbols.rules.contains("identifier") && !covered.contains(&"identifier") && name {
            words.push("a name".to_owned());
        }
        for (rule, sample, phrase) in LITERALS {
            if symbols.rules.contains(rule) && !covered.contains(&rule) && takes(sample) {
                words.push(phrase.to_owned());
            }
        }
        if symbols.end_of_line && !name && takes("\nzz") {
            words.push("the end of the line".to_owned());
        }
        for token in &symbols.tokens {
            // A keyword in the place of a name is a name.
            if !covered.contains(&token.as_str()) && takes(token) {
                words.push(format!("`{token}`"));
            }
        }
        words.truncate(MOST_WORDS);
        words
    }
}

/// Parses ranges of a text; the tree, and the tokens that were refused on the way.
fn parse(text: &str, ranges: &[Range<usize>]) -> Option<(Tree, Vec<Refused>)> {
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
    parser.set_included_ranges(&included).ok()?;
    REFUSED.with_borrow_mut(|log| *log = Log::default());
    parser.set_logger(Some(Box::new(|_, message| {
        REFUSED.with_borrow_mut(|log| log.line(message));
    })));
    let tree = parser.parse(text, None)?;
    let refused = REFUSED.with_borrow_mut(|log| std::mem::take(&mut log.refused));
    let refused = refused
        .into_iter()
        .map(|(point, state)| Refused {
            after: lines.byte(point),
            state,
        })
        .collect();
    Some((tree, refused))
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
            // The missing token of a rule without a name is no child.
            if !children.iter().any(|child| child.has_error()) {
                found.push(node);
            }
            stack.extend(children.into_iter().rev());
        }
    }
}

fn first_error(root: Node) -> Node {
    let mut found = Vec::new();
    erroneous(root, &mut found);
    found.first().copied().unwrap_or(root)
}

/// Messages for what is no token at all.
fn special(rest: &str) -> Option<String> {
    let message = match rest.chars().next()? {
        '"' if rest[1..]
            .find(['"', '\n'])
            .is_none_or(|n| rest.as_bytes()[n + 1] != b'"') =>
        {
            "this text has no closing quote on its line"
        }
        '\'' => "a Character is one letter between single quotes",
        '\u{201c}' | '\u{201d}' | '\u{2018}' | '\u{2019}' | '`' => {
            "quotes are plain here: `\"` for texts, `'` for characters"
        }
        _ => return None,
    };
    Some(message.to_owned())
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
            n + 1 + usize::from(rest.as_bytes()[n + 1] == b'"')
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
        _ => "the end of the file".to_owned(),
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
