//! A parsed Rust file, and small questions about its nodes.

use std::cell::OnceCell;
use std::collections::HashMap;
use std::path::{Path, PathBuf};

use tree_sitter::{Node, Parser, Tree};

use crate::ir::{Lines, Span};
use crate::syntax::bound::Bound;
use crate::syntax::constants::Numbers;
use crate::syntax::inner::Inner;
use crate::syntax::items::Items;
use crate::syntax::owners::{self, Owner};
use crate::syntax::resizing::Resizing;

/// A source file with its syntax tree.
#[derive(Debug)]
pub struct Source {
    /// Name for people and for emitted source positions.
    pub path: PathBuf,
    /// The text.
    pub text: String,
    /// Its tree; erroneous source has `ERROR` nodes in it.
    pub tree: Tree,
    lines: Lines,
    /// Places of the functions of each name, methods included, in source order.
    functions: HashMap<String, Vec<Span>>,
    /// Places of the functions of each name that traits declare without a body.
    declared: HashMap<String, Vec<Span>>,
    /// Parameters that are used field by field.
    owners: Vec<Owner>,
    bound: OnceCell<Bound>,
    items: OnceCell<Items>,
    resizing: OnceCell<Resizing>,
    inner: OnceCell<Inner>,
    numbers: Numbers,
    /// Calls that were written out, in source order.
    pub(crate) written: Vec<Written>,
}

/// A call that was written out.
#[derive(Debug, Clone)]
pub(crate) struct Written {
    /// Where it stood.
    pub(crate) old: Span,
    /// What stands there now.
    pub(crate) new: Span,
    /// What stood there.
    pub(crate) text: String,
}

/// The tree of a text. The grammar takes `0..*n` and `0..-n` for a product and a difference of `0..`: there it is
/// given another unary operator of that length.
fn tree_of(parser: &mut Parser, text: &str) -> Option<Tree> {
    let (mut tree, mut read) = (parser.parse(text, None)?, text.as_bytes().to_vec());
    loop {
        let operators = behind_open_ranges(&tree);
        if operators.is_empty() {
            return Some(tree);
        }
        operators.into_iter().for_each(|at| read[at] = b'!');
        tree = parser.parse(&read, None)?;
    }
}

/// Where `*` or `-` stand behind ranges that have no end.
fn behind_open_ranges(tree: &Tree) -> Vec<usize> {
    let (mut found, mut stack) = (Vec::new(), vec![tree.root_node()]);
    while let Some(node) = stack.pop() {
        let left = field(node, "left").filter(|_| node.kind() == "binary_expression");
        let open = left.is_some_and(|left| left.kind() == "range_expression" && is_open(left));
        let operator = field(node, "operator").filter(|o| open && matches!(o.kind(), "*" | "-"));
        found.extend(operator.map(|operator| operator.start_byte()));
        stack.extend(children(node));
    }
    found
}

/// A range without an end: `0..`.
fn is_open(range: Node) -> bool {
    let last = range.child_count().checked_sub(1);
    let last = last.and_then(|last| range.child(last));
    last.is_some_and(|last| last.kind() == "..")
}

/// Parses a file; `None` only if the parser gives up (it has no time limit, so it does not).
#[must_use]
pub fn parse(path: &Path, text: String) -> Option<Source> {
    let mut parser = Parser::new();
    parser
        .set_language(&tree_sitter_rust::LANGUAGE.into())
        .ok()?;
    let tree = tree_of(&mut parser, &text)?;
    let lines = Lines::of(&text);
    let mut src = Source {
        path: path.to_owned(),
        text,
        tree,
        lines,
        functions: HashMap::new(),
        declared: HashMap::new(),
        owners: Vec::new(),
        written: Vec::new(),
        bound: OnceCell::new(),
        items: OnceCell::new(),
        resizing: OnceCell::new(),
        inner: OnceCell::new(),
        numbers: Numbers::default(),
    };
    src.functions = src.find_functions("function_item");
    src.declared = src.find_functions("function_signature_item");
    src.owners = owners::find(&src);
    Some(src)
}

impl Source {
    /// Where its names are bound.
    pub(crate) fn bound(&self) -> &Bound {
        self.bound.get_or_init(|| Bound::of(self))
    }

    /// Its items by name.
    pub(crate) fn items(&self) -> &Items {
        self.items.get_or_init(|| Items::of(self))
    }

    /// What its functions make longer or shorter.
    pub(crate) fn resizing(&self) -> &Resizing {
        self.resizing.get_or_init(|| Resizing::of(self))
    }

    /// What is inside of values of its types.
    pub(crate) fn inner(&self) -> &Inner {
        self.inner.get_or_init(|| Inner::of(self))
    }

    /// Numbers of constants that have been asked for.
    pub(crate) fn numbers(&self) -> &Numbers {
        &self.numbers
    }

    /// The text of a node.
    #[must_use]
    pub fn text(&self, node: Node) -> &str {
        self.slice(&node.byte_range())
    }

    /// The text of a span; empty when it is none of this file.
    #[must_use]
    pub fn slice(&self, span: &Span) -> &str {
        self.text.get(span.clone()).unwrap_or("")
    }

    /// The line (1-based) of a byte.
    #[must_use]
    pub fn line(&self, byte: usize) -> usize {
        self.lines.line(byte)
    }

    /// Where this stood before calls were written out; what is in such a text stood where the call did.
    pub(crate) fn moved_back(&self, span: &Span) -> Span {
        let moved = |at: usize| {
            let before = self.written.partition_point(|w| w.new.end <= at);
            match before.checked_sub(1).map(|n| &self.written[n]) {
                Some(w) => at - w.new.end + w.old.end,
                None => at,
            }
        };
        let around = |byte: usize| self.written.iter().find(|w| w.new.contains(&byte));
        let start = around(span.start).map_or_else(|| moved(span.start), |w| w.old.start);
        let last = span.end.checked_sub(1).and_then(around);
        let end = last.map_or_else(|| moved(span.end), |w| w.old.end);
        start..if span.is_empty() { start } else { end }
    }

    fn find_functions(&self, kind: &str) -> HashMap<String, Vec<Span>> {
        let mut named: HashMap<String, Vec<Span>> = HashMap::new();
        let mut items = self.items_of(kind);
        items.sort_by_key(Node::start_byte);
        for item in items {
            if let Some(name) = field(item, "name") {
                let places = named.entry(self.text(name).to_owned()).or_default();
                places.push(item.byte_range());
            }
        }
        named
    }

    /// All functions and methods of the file, by one walk.
    pub(crate) fn function_items(&self) -> Vec<Node<'_>> {
        self.items_of("function_item")
    }

    fn items_of(&self, kind: &str) -> Vec<Node<'_>> {
        let (mut list, mut stack) = (Vec::new(), vec![self.tree.root_node()]);
        while let Some(node) = stack.pop() {
            if node.kind() == kind {
                list.push(node);
            }
            stack.extend(children(node));
        }
        list
    }

    /// The functions and methods of this name.
    #[must_use]
    pub fn functions(&self, name: &str) -> Vec<Node<'_>> {
        self.at_places(self.functions.get(name), "function_item")
    }

    /// The functions and methods of this name that traits declare without a body.
    pub(crate) fn declared(&self, name: &str) -> Vec<Node<'_>> {
        self.at_places(self.declared.get(name), "function_signature_item")
    }

    fn at_places(&self, places: Option<&Vec<Span>>, kind: &str) -> Vec<Node<'_>> {
        let root = self.tree.root_node();
        let here = places.into_iter().flatten();
        here.filter_map(|span| root.descendant_for_byte_range(span.start, span.end))
            .filter(|node| node.kind() == kind)
            .collect()
    }

    /// Whether the fields of what is called `name` at byte `at` are places of their own: of `self`, and
    /// of a struct that is only used field by field.
    #[must_use]
    pub fn is_owner(&self, name: &str, at: usize) -> bool {
        name == "self" || self.owners_at(at).any(|owner| owner == name)
    }

    /// The parameters that are used field by field in the code around byte `at`.
    pub(crate) fn owners_at(&self, at: usize) -> impl Iterator<Item = &str> {
        let around = self.owners.iter().filter(move |o| o.function.contains(&at));
        around.map(|owner| owner.name.as_str())
    }

    /// The white space that the line of `byte` begins with.
    #[must_use]
    pub fn indent(&self, byte: usize) -> &str {
        self.lines.indent(&self.text, byte)
    }
}

/// Named children, comments left out.
#[must_use]
pub fn children<'t>(node: Node<'t>) -> Vec<Node<'t>> {
    let mut cursor = node.walk();
    node.named_children(&mut cursor)
        .filter(|n| !is_comment(*n))
        .collect()
}

/// True for comments.
#[must_use]
pub fn is_comment(node: Node) -> bool {
    matches!(node.kind(), "line_comment" | "block_comment")
}

/// The expression inside parentheses and expression statements.
#[must_use]
pub fn peel(node: Node) -> Node {
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

/// What a call calls, type arguments (`::<f64>`) aside.
#[must_use]
pub fn callee<'t>(call: Node<'t>) -> Option<Node<'t>> {
    let function = field(call, "function")?;
    match function.kind() {
        "generic_function" => field(function, "function"),
        _ => Some(function),
    }
}

/// The places that an assignment sets, parts of a pattern each for itself: `x` and `a[1]` of `(x, P(a[1])) = ..`.
pub(crate) fn assigned_places<'t>(left: Node<'t>) -> Vec<Node<'t>> {
    let (mut places, mut stack) = (Vec::new(), vec![left]);
    while let Some(place) = stack.pop().map(peel) {
        let parts = match place.kind() {
            "tuple_expression"
            | "array_expression"
            | "field_initializer_list"
            | "shorthand_field_initializer" => children(place),
            "call_expression" => field(place, "arguments").map_or_else(Vec::new, children),
            "struct_expression" => field(place, "body").into_iter().collect(),
            "field_initializer" => field(place, "value").into_iter().collect(),
            _ => {
                places.push(place);
                continue;
            }
        };
        stack.extend(parts.into_iter().rev());
    }
    places
}

/// `'rows` of a loop, a block, or a jump.
#[must_use]
pub fn label(src: &Source, node: Node) -> Option<String> {
    let mut parts = children(node).into_iter();
    let label = parts.find(|part| part.kind() == "label")?;
    Some(src.text(label).to_owned())
}

/// A named field, comments aside.
#[must_use]
pub fn field<'t>(node: Node<'t>, name: &str) -> Option<Node<'t>> {
    node.child_by_field_name(name)
}

/// The function that the node stands in, or is.
pub(crate) fn function_around(node: Node) -> Option<Node> {
    let mut at = node;
    while at.kind() != "function_item" {
        at = at.parent()?;
    }
    Some(at)
}

/// `a`, `self.u`, or `s.u` of a struct that is only used field by field: a name that a view can stand
/// for, as text without white space.
#[must_use]
pub fn place_name(src: &Source, node: Node) -> Option<String> {
    let mut at = peel(node);
    if at.kind() == "identifier" {
        return Some(src.text(at).to_owned());
    }
    let mut fields = Vec::new();
    while at.kind() == "field_expression" {
        fields.push(src.text(field(at, "field")?));
        at = peel(field(at, "value")?);
    }
    let owner = src.text(at);
    let named = matches!(at.kind(), "self" | "identifier");
    (named && src.is_owner(owner, at.start_byte())).then(|| {
        let mut name = owner.to_owned();
        for part in fields.iter().rev() {
            name.push('.');
            name.push_str(part);
        }
        name
    })
}

/// The identifier that emitted code uses for a place: `self.u` is `self_u`.
#[must_use]
pub fn binding_of(name: &str) -> String {
    match name {
        "self" => "self_".to_owned(),
        // `__v_r#in` would be no name.
        _ => name
            .replace("r#", "r_")
            .replace("->", "_")
            .replace('.', "_"),
    }
}
