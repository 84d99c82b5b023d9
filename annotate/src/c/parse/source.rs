//! A parsed C file, and small questions about its nodes.
//!
//! Directives are blanked before parsing, since the grammar knows no pragma between `for (..)` and
//! its body; positions stay. Macros of the file that stand for expressions are known by name.

use std::cell::OnceCell;
use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::rc::Rc;

use tree_sitter::{Node, Parser, Tree};

use crate::c::parse::directives::{self, Pragma};
use crate::c::parse::foreign_pragmas::{self, Foreign};
use crate::c::parse::grammar_workarounds;
use crate::c::parse::lexical::without_comments;
use crate::c::parse::line_markers::Markers;
use crate::c::parse::node_index::Nodes;
use crate::c::semantics::cast_disambiguation;
use crate::c::semantics::function_summaries::Functions;
use crate::c::semantics::scope_index::Scopes;
use crate::ir::{Lines, Span};
pub(in crate::c) use crate::syntax::rust::field;

/// A macro of the file: its parameters (`None`: it takes none) and what it stands for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::c) struct Macro {
    pub(in crate::c) parameters: Option<Vec<String>>,
    pub(in crate::c) value: String,
}

/// A source file with its syntax tree.
#[derive(Debug)]
pub(in crate::c) struct Source {
    pub(in crate::c) path: PathBuf,
    /// The text as the user wrote it, but for parentheses that look like casts.
    pub(in crate::c) text: String,
    pub(in crate::c) tree: Tree,
    lines: Lines,
    /// Its lines, with those that are joined to them.
    pub(in crate::c) logical: Rc<Vec<Span>>,
    pub(in crate::c) macros: Rc<HashMap<String, Macro>>,
    /// Macros whose meaning only the preprocessor knows, and where they are defined.
    pub(in crate::c) unsettled: HashMap<String, Span>,
    /// Definitions of types that may be arrays, by name, in the order of the text.
    pub(in crate::c) typedefs: HashMap<String, Vec<Span>>,
    /// The names of all types that it defines.
    pub(in crate::c) types: Rc<HashSet<String>>,
    /// Where its names are declared.
    pub(in crate::c) scopes: Scopes,
    /// What is known of its functions.
    pub(in crate::c) functions: Functions,
    /// Pragmas of others.
    pub(in crate::c) foreign: Vec<Foreign>,
    /// What its lines are lines of.
    pub(in crate::c) markers: Markers,
    /// The nodes of its tree, once one was asked for.
    pub(in crate::c) nodes: OnceCell<Nodes>,
}

fn tree_of(text: &str) -> Option<Tree> {
    let mut parser = Parser::new();
    parser.set_language(&tree_sitter_c::LANGUAGE.into()).ok()?;
    parser.parse(text, None)
}

/// Parses an expression by itself.
pub(in crate::c) fn snippet(text: &str) -> Option<Source> {
    let text = format!("int x = {text};");
    Some(Source::bare_of(Path::new(""), &text, tree_of(&text)?))
}

/// Parses a file without its directives.
pub(in crate::c) fn parse(path: &Path, text: &str, pragmas: &[Pragma]) -> Option<Source> {
    let mut text = text.to_owned();
    let mut blank = text.clone();
    let logical = Rc::new(directives::lines(&text));
    let foreign = foreign_pragmas::find(&text, &logical);
    let markers = Markers::of(&text);
    let spans = pragmas.iter().map(|p| &p.directive.span);
    let spans = spans.chain(foreign.iter().map(|f| &f.span)).cloned();
    // Headers of the system are looked into as little as where the preprocessor did not run.
    let system = markers.system(text.len());
    for span in spans.chain(markers.spans().cloned()).chain(system) {
        let nothing = grammar_workarounds::spaces(&text[span.clone()]);
        blank.replace_range(span, &nothing);
    }
    grammar_workarounds::replace(&mut blank);
    let parsed = |text: &str, blank: &str| {
        let mut src = Source {
            lines: Lines::of(text),
            logical: logical.clone(),
            foreign: foreign.clone(),
            markers: markers.clone(),
            ..Source::bare_of(path, text, tree_of(blank)?)
        };
        src.find_macros();
        src.find_typedefs();
        src.scopes = Scopes::of(&src);
        Some(src)
    };
    let mut src = parsed(&text, &blank)?;
    for _ in 0..cast_disambiguation::ROUNDS {
        // Most files have none in question, and are not looked through.
        let names = OnceCell::new();
        let names = || names.get_or_init(|| cast_disambiguation::Names::of(&src));
        let root = src.tree.root_node();
        let found =
            cast_disambiguation::mistaken(root, &src.text, |name, at| names().is_value(name, at));
        let is_type = |name: &str, at: Node| names().is_type(name, at);
        let is_pointer =
            |name: &str, place: Node| cast_disambiguation::no_factor(&src, name, place);
        let missed = cast_disambiguation::missed(root, &src.text, is_type, is_pointer);
        if found.is_empty() && missed.is_empty() {
            break;
        }
        cast_disambiguation::open(&mut text, &found);
        cast_disambiguation::open(&mut blank, &found);
        cast_disambiguation::show(&mut blank, &missed);
        src = parsed(&text, &blank)?;
    }
    Some(src)
}

/// Parses an expression of a file by itself; `None` when it is none.
pub(in crate::c) fn expression(text: &str, file: &Source) -> Option<Source> {
    let mut text = format!("int hp5_value = ({text}\n);");
    let mut parsed = text.clone();
    let mut tree = tree_of(&parsed)?;
    for _ in 0..cast_disambiguation::ROUNDS {
        let root = tree.root_node();
        let found = cast_disambiguation::mistaken(root, &text, |name, _| {
            cast_disambiguation::may_be_value(file, name)
        });
        let is_type = |name: &str, _: Node| cast_disambiguation::may_be_type(file, name);
        let missed = cast_disambiguation::missed(root, &text, is_type, |_, _| false);
        if found.is_empty() && missed.is_empty() {
            break;
        }
        cast_disambiguation::open(&mut text, &found);
        cast_disambiguation::open(&mut parsed, &found);
        cast_disambiguation::show(&mut parsed, &missed);
        tree = tree_of(&parsed)?;
    }
    (!tree.root_node().has_error()).then(|| Source {
        macros: file.macros.clone(),
        types: file.types.clone(),
        ..Source::bare_of(Path::new(""), &text, tree)
    })
}

impl Source {
    /// A text and its tree; nothing is known of its names.
    fn bare_of(path: &Path, text: &str, tree: Tree) -> Source {
        Source {
            path: path.to_owned(),
            text: text.to_owned(),
            tree,
            lines: Lines::of(""),
            logical: Rc::default(),
            macros: Rc::default(),
            unsettled: HashMap::new(),
            typedefs: HashMap::new(),
            types: Rc::default(),
            scopes: Scopes::default(),
            functions: Functions::default(),
            foreign: Vec::new(),
            markers: Markers::default(),
            nodes: OnceCell::new(),
        }
    }

    /// The text of a node.
    pub(in crate::c) fn text(&self, node: Node) -> &str {
        self.slice(&node.byte_range())
    }

    /// The text of a node that may stand anywhere: without lines by which a preprocessor says what is where.
    pub(in crate::c) fn bare(&self, node: Node) -> String {
        let lines = self.text(node).lines();
        let own = lines.filter(|line| !line.trim_start().starts_with('#'));
        own.collect::<Vec<_>>().join("\n")
    }

    /// The text of a span; empty when it is none of this file.
    pub(in crate::c) fn slice(&self, span: &Span) -> &str {
        self.text.get(span.clone()).unwrap_or("")
    }

    /// The line (1-based) of a byte.
    pub(in crate::c) fn line(&self, byte: usize) -> usize {
        self.lines.line(byte)
    }

    /// The file and the line that a line of the text is, for people.
    pub(in crate::c) fn place(&self, line: usize) -> (String, usize) {
        let (file, line) = self.markers.place(line);
        let file = file.map_or_else(|| self.path.display().to_string(), str::to_owned);
        (file, line)
    }

    /// The white space that the line of `byte` begins with.
    pub(in crate::c) fn indent(&self, byte: usize) -> &str {
        self.lines.indent(&self.text, byte)
    }

    /// The value of an expression that [`expression`] parsed.
    pub(in crate::c) fn value(&self) -> Option<Node<'_>> {
        let declaration = children(self.tree.root_node()).into_iter().next()?;
        let declarator = field(declaration, "declarator")?;
        field(declarator, "value").map(peel)
    }

    /// Finds the macros of the file. Numbers that are defined under a condition, `#ifndef N`, are names
    /// like those of variables; other macros that are, or that are defined anew, are unsettled.
    fn find_macros(&mut self) {
        let (mut macros, mut unsettled) = (HashMap::new(), HashMap::new());
        let mut places = Vec::new();
        let root = self.tree.root_node();
        let top = children(root);
        let guard = (top.len() == 1).then(|| top[0].id());
        let mut stack = vec![(root, false)];
        while let Some((node, under)) = stack.pop() {
            let conditional = matches!(node.kind(), "preproc_if" | "preproc_ifdef");
            if !matches!(node.kind(), "preproc_def" | "preproc_function_def") {
                let under = under || (conditional && guard != Some(node.id()));
                stack.extend(children(node).into_iter().rev().map(|c| (c, under)));
                continue;
            }
            let (Some(name), Some(value)) = (field(node, "name"), field(node, "value")) else {
                continue;
            };
            let name = self.text(name).to_owned();
            places.push((name.clone(), node.byte_range()));
            let parameters = field(node, "parameters").map(|p| {
                let names = children(p).into_iter();
                names.map(|n| self.text(n).to_owned()).collect()
            });
            let value = self.text(value).replace("\\\n", " ");
            let value = without_comments(&value).trim().to_owned();
            let number = parameters.is_none() && words(&value).next().is_none();
            let found = Macro { parameters, value };
            let other = macros.get(&name).is_some_and(|m| *m != found);
            if (under || other) && !number {
                unsettled.insert(name.clone(), node.byte_range());
            }
            match number && (under || other) {
                true => macros.remove(&name),
                false => macros.insert(name, found),
            };
        }
        // Written out, a member of a macro's name would be taken for the macro once more.
        let is_macro = |member: &&str| macros.contains_key(*member);
        for (name, at) in places {
            let found = macros.get(&name);
            let mut members = found.into_iter().flat_map(|m| members(&m.value));
            if members.any(|member| is_macro(&member)) {
                unsettled.insert(name, at);
            }
        }
        self.macros = Rc::new(macros);
        self.unsettled = unsettled;
    }

    /// Finds the definitions of types.
    fn find_typedefs(&mut self) {
        let mut typedefs: HashMap<String, Vec<Span>> = HashMap::new();
        let mut stack = vec![self.tree.root_node()];
        while let Some(node) = stack.pop() {
            if node.kind() != "type_definition" {
                stack.extend(children(node).into_iter().rev());
                continue;
            }
            let mut cursor = node.walk();
            for declarator in node.children_by_field_name("declarator", &mut cursor) {
                if let Some(name) = declared_name(self, declarator) {
                    typedefs.entry(name).or_default().push(node.byte_range());
                }
            }
        }
        self.types = Rc::new(typedefs.keys().cloned().collect());
        self.typedefs = typedefs;
    }

    /// A text, and after it the values of the macros that it names, without their parameters: where
    /// names are looked for.
    pub(in crate::c) fn with_macros(&self, text: &str) -> String {
        let mut out = text.to_owned();
        let mut open: Vec<String> = words(text).map(str::to_owned).collect();
        let mut seen = HashSet::new();
        while let Some(word) = open.pop() {
            let Some(known) = self.macros.get(&word) else {
                continue;
            };
            if seen.insert(word.clone()) {
                let nothing = vec!["0"; known.parameters.as_ref().map_or(0, Vec::len)];
                let value = self.expanded(&word, &nothing);
                let value = value.unwrap_or_else(|| known.value.clone());
                open.extend(words(&value).map(str::to_owned));
                out.push('\n');
                out.push_str(&value);
            }
        }
        out
    }

    /// What a macro call stands for: its value with the arguments in parentheses.
    pub(in crate::c) fn expanded(&self, name: &str, arguments: &[&str]) -> Option<String> {
        self.macros.get(name)?.with(arguments)
    }
}

impl Macro {
    /// Its value with these arguments, each in parentheses, its own or those that stand there.
    pub(in crate::c) fn with(&self, arguments: &[&str]) -> Option<String> {
        let parameters = self.parameters.as_ref()?;
        if parameters.len() != arguments.len() || self.value.contains('#') {
            return None;
        }
        let mut out = String::new();
        let mut word = String::new();
        let flush = |word: &mut String, out: &mut String, next: char| {
            match parameters.iter().position(|p| p == word) {
                // A type takes no more of them: `(t)*(x)`.
                Some(n) if out.ends_with('(') && next == ')' => *out += arguments[n],
                Some(n) => *out += &format!("({})", arguments[n]),
                None => out.push_str(word),
            }
            word.clear();
        };
        for c in self.value.chars() {
            if c.is_alphanumeric() || c == '_' {
                word.push(c);
            } else {
                flush(&mut word, &mut out, c);
                out.push(c);
            }
        }
        flush(&mut word, &mut out, ' ');
        Some(out)
    }
}

/// Named children, comments left out.
pub(in crate::c) fn children<'t>(node: Node<'t>) -> Vec<Node<'t>> {
    if node.named_child_count() == 0 {
        return Vec::new(); // as most: a cursor has memory of its own
    }
    let mut cursor = node.walk();
    node.named_children(&mut cursor)
        .filter(|n| n.kind() != "comment")
        .collect()
}

/// The types that an expression names.
pub(in crate::c) fn types_in(node: Node) -> Vec<Node> {
    let (mut found, mut stack) = (Vec::new(), vec![node]);
    while let Some(node) = stack.pop() {
        match node.kind() {
            "type_descriptor" => found.push(node),
            _ => stack.extend(children(node)),
        }
    }
    found
}

/// Whether a node, or one in it, is what is looked for.
pub(in crate::c) fn any(node: Node, found: &impl Fn(Node) -> bool) -> bool {
    let mut stack = vec![node];
    while let Some(node) = stack.pop() {
        if found(node) {
            return true;
        }
        stack.extend(children(node));
    }
    false
}

/// The name of a function's definition.
pub(in crate::c) fn function_name(src: &Source, function: Node) -> Option<String> {
    declared_name(src, field(function, "declarator")?)
}

/// The place that an assignment or a declaration sets, and the value.
pub(in crate::c) fn set_by(node: Node) -> Option<(Node, Node)> {
    let (place, value) = match node.kind() {
        "assignment_expression" => ("left", "right"),
        "init_declarator" => ("declarator", "value"),
        _ => return None,
    };
    field(node, place).zip(field(node, value))
}

/// The assignment, `i++`, or assembly that sets a place, if one does.
pub(in crate::c) fn set_at(place: Node) -> Option<Node> {
    let mut place = place;
    while let Some(around) = place.parent()
        && around.kind() == "parenthesized_expression"
    {
        place = around;
    }
    place.parent().filter(|set| match set.kind() {
        "assignment_expression" => field(*set, "left") == Some(place),
        "gnu_asm_output_operand" => field(*set, "value") == Some(place),
        "update_expression" => true,
        _ => false,
    })
}

/// An expression that stands by itself: of a statement, a condition, a value.
pub(in crate::c) fn whole_expression(node: Node) -> Option<Node> {
    let parent = node.parent()?;
    let part = |names: &[&str]| names.iter().any(|n| field(parent, n) == Some(node));
    let whole = match parent.kind() {
        "expression_statement" => true,
        "if_statement" | "while_statement" | "do_statement" | "switch_statement" => {
            part(&["condition"])
        }
        "for_statement" => {
            part(&["condition", "update"])
                || (part(&["initializer"]) && node.kind() != "declaration")
        }
        "init_declarator" | "initializer_pair" => part(&["value"]),
        "initializer_list" => node.kind() != "initializer_pair",
        // How long an array is that lives while the block does.
        "array_declarator" => part(&["size"]) && node.kind() != "number_literal",
        _ => false,
    };
    (whole && node.kind() != "initializer_list").then_some(node)
}

/// The place that an assignment, `i++`, or an operand of assembly sets.
pub(in crate::c) fn changed_by(node: Node) -> Option<Node> {
    match node.kind() {
        "assignment_expression" => field(node, "left"),
        "update_expression" => field(node, "argument"),
        "gnu_asm_output_operand" => field(node, "value"),
        _ => None,
    }
}

/// What a place that is set is known by.
pub(in crate::c) fn set_name(src: &Source, place: Node) -> Option<String> {
    place_name(src, place).or_else(|| declared_name(src, place))
}

/// The identifiers of a text.
pub(in crate::c) fn words(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split(|c: char| !(c.is_alphanumeric() || c == '_'));
    words.filter(|w| w.starts_with(|c: char| c.is_alphabetic() || c == '_'))
}

/// The members that a text names: `u` of `p->u`.
fn members(text: &str) -> impl Iterator<Item = &str> {
    let dots = text.match_indices('.').chain(text.match_indices("->"));
    dots.filter_map(|(at, dot)| {
        let rest = text[at + dot.len()..].trim_start();
        let word = words(rest).next()?;
        rest.starts_with(word).then_some(word)
    })
}

/// `(name)(value)`, which is a cast where the name is a type: the name, and the value.
pub(in crate::c) fn cast_like(node: Node) -> Option<(Node, Node)> {
    let function = field(node, "function").filter(|f| f.kind() == "parenthesized_expression")?;
    let name = peel(function);
    let values = children(field(node, "arguments")?);
    match values.as_slice() {
        [value] if name.kind() == "identifier" => Some((name, *value)),
        _ => None,
    }
}

/// The expression inside parentheses and expression statements.
pub(in crate::c) fn peel(node: Node) -> Node {
    let mut node = node;
    while matches!(
        node.kind(),
        "parenthesized_expression" | "expression_statement"
    ) {
        match children(node).first() {
            Some(inner) => node = *inner,
            None => break,
        }
    }
    node
}

/// `p` of `*p`, or `a` of `&a`.
fn behind<'t>(src: &Source, node: Node<'t>, sign: char) -> Option<Node<'t>> {
    let is = node.kind() == "pointer_expression" && src.text(node).starts_with(sign);
    field(node, "argument").filter(|_| is)
}

/// `a`, `s.u`, `p->u`, as text without white space: what an array or scalar is known by. `(*p).u` is
/// `p->u`.
pub(in crate::c) fn place_name(src: &Source, node: Node) -> Option<String> {
    let at = peel(node);
    match at.kind() {
        "identifier" => Some(src.text(at).to_owned()),
        "field_expression" => {
            let of = peel(field(at, "argument")?);
            let operator = field(at, "operator").map_or(".", |o| src.text(o));
            let (of, operator) = match (behind(src, of, '*'), behind(src, of, '&'), operator) {
                (Some(pointer), _, ".") => (pointer, "->"),
                (_, Some(value), "->") => (value, "."),
                _ => (of, operator),
            };
            let value = place_name(src, of)?;
            Some(format!(
                "{value}{operator}{}",
                src.text(field(at, "field")?)
            ))
        }
        _ => None,
    }
}

/// The place stands behind an `&`.
pub(in crate::c) fn is_address_taken(src: &Source, place: Node) -> bool {
    let around = place.parent().filter(|p| p.kind() == "pointer_expression");
    around.is_some_and(|p| src.text(p).starts_with('&'))
}

/// `a[i].x`, not `p->x`.
pub(in crate::c) fn is_member(src: &Source, node: Node) -> bool {
    node.kind() == "field_expression" && field(node, "operator").is_some_and(|o| src.text(o) == ".")
}

/// The name before the first `.` or `->`.
pub(in crate::c) fn root_of(name: &str) -> &str {
    name.split(['.', '-']).next().unwrap_or(name)
}

/// The name is the other one, or a member of it: `s.x`, `s->x` of `s`.
pub(in crate::c) fn is_of(name: &str, whole: &str) -> bool {
    let rest = name.strip_prefix(whole);
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '-']))
}

/// The name that a declarator declares.
pub(in crate::c) fn declared_name(src: &Source, declarator: Node) -> Option<String> {
    name_node(declarator).map(|name| src.text(name).to_owned())
}

/// Where a declarator has its name.
pub(in crate::c) fn name_node(declarator: Node) -> Option<Node> {
    let mut at = declarator;
    loop {
        match at.kind() {
            "identifier" | "field_identifier" | "type_identifier" => return Some(at),
            "parenthesized_declarator" | "attributed_declarator" => at = *children(at).first()?,
            _ => at = field(at, "declarator")?,
        }
    }
}

/// Macros within macros beyond which they are not looked into.
pub(in crate::c) const EXPANSIONS: usize = 8;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_of_macros_end_at_comments_not_at_quotes() {
        let text = "#define PLACE \"http://x\" // where\n#define SLASH '/' /* one */\n#define N 8 // so many\n";
        let src = parse(Path::new("x.c"), text, &[]).expect("it can be parsed");
        let value = |name: &str| src.macros[name].value.as_str();
        assert_eq!(value("PLACE"), "\"http://x\"");
        assert_eq!((value("SLASH"), value("N")), ("'/'", "8"));
    }
}
