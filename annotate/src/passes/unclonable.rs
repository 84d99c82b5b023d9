//! Locals whose type cannot be cloned, as far as the file shows: tasks use them where they are.
//!
//! The type is one that is written down, or that of what makes the value: a literal of a struct, a variant,
//! a function of the file. A type with something inside that a shared value lets change is none of these.

use tree_sitter::Node;

use crate::lower::INNER;
use crate::semantics::scopes::{Binder, binder, initialiser};
use crate::semantics::types::tidy;
use crate::syntax::items::find_item;
use crate::syntax::rust::{Source, callee, children, field, peel};

/// Nesting beyond which values and types are not looked into.
const DEPTH: usize = 16;

/// Types without `Clone` that a local has in it.
#[derive(Debug, Default)]
pub(super) struct Unclonable<'t> {
    /// Their items.
    items: Vec<Node<'t>>,
    /// By methods that are known by their names alone.
    guessed: bool,
}

impl<'t> Unclonable<'t> {
    /// What `name` has in it, which `by` binds; nothing where it may be cloned.
    pub(super) fn of(src: &'t Source, by: Binder<'t>, name: &str) -> Unclonable<'t> {
        let mut found = Unclonable::default();
        found.local(src, by, name, 0);
        if found.items.iter().any(|item| changes_inside(src, *item, 0)) {
            return Unclonable::default();
        }
        found
    }

    /// It cannot be cloned.
    pub(super) fn is_so(&self) -> bool {
        !self.items.is_empty()
    }

    /// It is of these types for sure.
    pub(super) fn is_sure(&self) -> bool {
        self.is_so() && !self.guessed
    }

    /// Nothing is behind the value but what it owns.
    pub(super) fn owns(&self, src: &Source) -> bool {
        let own = |item: &Node| {
            !src.text(*item).contains(['\'', '&', '*']) && field(*item, "type_parameters").is_none()
        };
        self.is_sure() && self.items.iter().all(own)
    }

    fn local(&mut self, src: &'t Source, by: Binder<'t>, name: &str, depth: usize) {
        match by {
            Binder::Parameter(p) => self.written(src, p, field(p, "type"), depth),
            Binder::Let(l) => match field(l, "type") {
                Some(ty) => self.written(src, l, Some(ty), depth),
                None => {
                    if let Some(value) = initialiser(src, l, name) {
                        self.value(src, value, depth + 1);
                    }
                }
            },
            _ => {}
        }
    }

    /// A type that is written for one name.
    fn written(&mut self, src: &'t Source, at: Node<'t>, ty: Option<Node>, depth: usize) {
        let single = field(at, "pattern").is_some_and(|p| p.kind() == "identifier");
        if let Some(ty) = ty.filter(|_| single) {
            self.of_type(src, at, src.text(ty), depth + 1);
        }
    }

    /// What is made here.
    fn value(&mut self, src: &'t Source, node: Node<'t>, depth: usize) {
        if depth > DEPTH {
            return;
        }
        let node = peel(node);
        let mut part = |part: Option<Node<'t>>| {
            part.into_iter()
                .for_each(|part| self.value(src, part, depth + 1));
        };
        match node.kind() {
            "struct_expression" => {
                let name = field(node, "name").map_or("", |n| src.text(n));
                self.of_type(src, node, name, depth + 1);
            }
            "tuple_expression" | "array_expression" | "match_block" => {
                children(node).into_iter().for_each(|n| part(Some(n)));
            }
            "match_arm" => part(field(node, "value")),
            "match_expression" => part(field(node, "body")),
            "if_expression" => {
                part(field(node, "consequence"));
                part(field(node, "alternative"));
            }
            "block" => part(children(node).last().copied()),
            "else_clause" | "unsafe_block" | "try_expression" => {
                part(children(node).first().copied());
            }
            "identifier" => match binder(src, node, src.text(node)) {
                Some(by) => self.local(src, by, src.text(node), depth + 1),
                None => self.of_type(src, node, src.text(node), depth + 1),
            },
            "scoped_identifier" => self.path(src, node, node, depth + 1),
            "call_expression" => match callee(node) {
                Some(function) if function.kind() == "field_expression" => {
                    self.method(src, function, depth + 1);
                }
                Some(function) => {
                    self.path(src, node, function, depth + 1);
                    // `Some(x)` and the like.
                    let wraps = matches!(src.text(function), "Some" | "Ok" | "Err");
                    for argument in field(node, "arguments")
                        .filter(|_| wraps)
                        .map(children)
                        .unwrap_or_default()
                    {
                        self.value(src, argument, depth + 1);
                    }
                }
                None => {}
            },
            _ => {}
        }
    }

    /// `Kind::B`, `Far(1)`, `Far::new()`, `other::far()`.
    fn path(&mut self, src: &'t Source, at: Node<'t>, path: Node, depth: usize) {
        let segments = src.text(path).rsplit("::").map(str::trim);
        let mut segments = segments.filter(|part| !part.starts_with('<'));
        let last = segments.next().unwrap_or("");
        let before = segments.next().unwrap_or("");
        let before = match before {
            "Self" => implemented(src, at).unwrap_or(before),
            _ => before,
        };
        let is_type = |name: &str| name.starts_with(|c: char| c.is_ascii_uppercase());
        match (is_type(before), is_type(last)) {
            (true, true) => self.of_type(src, at, before, depth),
            (false, true) => self.of_type(src, at, last, depth),
            (true, false) => {
                let own = src.functions(last).into_iter();
                let mut own = own
                    .filter(|f| implemented(src, *f) == Some(before))
                    .peekable();
                if own.peek().is_none() && last == "default" {
                    self.of_type(src, at, before, depth);
                }
                own.for_each(|function| self.returned(src, function, depth));
            }
            (false, false) => {
                let free = src.functions(last).into_iter();
                free.filter(|f| implemented(src, *f).is_none())
                    .for_each(|function| self.returned(src, function, depth));
            }
        }
    }

    /// What all methods of the file of this name give.
    fn method(&mut self, src: &'t Source, function: Node<'t>, depth: usize) {
        let name = field(function, "field").map_or("", |n| src.text(n));
        let receiver = field(function, "value");
        if let ("unwrap" | "expect" | "unwrap_or_default", Some(receiver)) = (name, receiver) {
            return self.value(src, receiver, depth);
        }
        let before = self.items.len();
        for method in src.functions(name) {
            self.returned(src, method, depth);
        }
        self.guessed |= self.items.len() > before;
    }

    fn returned(&mut self, src: &'t Source, function: Node<'t>, depth: usize) {
        let ty = field(function, "return_type").map_or("", |t| src.text(t));
        let own = implemented(src, function).unwrap_or("Self");
        self.of_type(src, function, &ty.replace("Self", own), depth);
    }

    /// The types of the file that stand in a type.
    fn of_type(&mut self, src: &'t Source, at: Node<'t>, ty: &str, depth: usize) {
        const SHARED: [&str; 5] = ["Arc", "Rc", "impl", "dyn", "fn"];
        let words: Vec<&str> = words(ty).collect();
        let refers = ty.contains(['&', '*', '\'']) || words.iter().any(|w| SHARED.contains(w));
        if refers || depth > DEPTH {
            return;
        }
        for word in words {
            if let Some(item) = find_type(src, at, word) {
                match is_cloned(src, item, word) {
                    true => {}
                    false => self.items.push(item),
                }
            } else if let Some(alias) = find_item(src, "type_item", word)
                && let Some(target) = field(alias, "type")
            {
                self.of_type(src, alias, &tidy(src.text(target)), depth + 1);
            }
        }
    }
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split(|c: char| !(c.is_alphanumeric() || c == '_'));
    words.filter(|word| !word.is_empty())
}

/// A struct or an enum of the blocks around, or of the file.
fn find_type<'t>(src: &'t Source, at: Node<'t>, name: &str) -> Option<Node<'t>> {
    const KINDS: [&str; 2] = ["struct_item", "enum_item"];
    let named = |item: &Node| {
        KINDS.contains(&item.kind()) && field(*item, "name").is_some_and(|n| src.text(n) == name)
    };
    let mut around = at.parent();
    while let Some(node) = around {
        let inside = (node.kind() == "block").then(|| children(node));
        if let Some(item) = inside.into_iter().flatten().find(named) {
            return Some(item);
        }
        around = node.parent();
    }
    KINDS.iter().find_map(|kind| find_item(src, kind, name))
}

/// The type that the `impl` around is for.
fn implemented<'s>(src: &'s Source, at: Node) -> Option<&'s str> {
    let mut node = at;
    while node.kind() != "impl_item" {
        node = node.parent()?;
    }
    let ty = field(node, "type").map_or("", |t| src.text(t));
    ty.split('<')
        .next()
        .and_then(|path| path.rsplit("::").next())
        .map(str::trim)
}

/// The type has `Clone`: derived, or by an `impl`.
fn is_cloned(src: &Source, item: Node, name: &str) -> bool {
    let mut before = item.prev_named_sibling();
    while let Some(node) = before {
        match node.kind() {
            "attribute_item" if words(src.text(node)).any(|word| word == "Clone") => return true,
            "attribute_item" | "line_comment" | "block_comment" => {}
            _ => break,
        }
        before = node.prev_named_sibling();
    }
    let mut stack = vec![src.tree.root_node()];
    stack.extend(item.parent());
    while let Some(node) = stack.pop() {
        let of = field(node, "trait").map_or("", |t| src.text(t));
        if node.kind() == "impl_item"
            && of.ends_with("Clone")
            && implemented(src, node) == Some(name)
        {
            return true;
        }
        if matches!(
            node.kind(),
            "source_file" | "mod_item" | "declaration_list" | "block"
        ) {
            stack.extend(children(node));
        }
    }
    false
}

/// Something in the type may be changed through a shared reference.
fn changes_inside(src: &Source, item: Node, depth: usize) -> bool {
    let text = field(item, "body").map_or("", |body| src.text(body));
    let inner = INNER.iter().any(|word| text.contains(word));
    let mut inside = words(text).filter_map(|word| find_type(src, item, word));
    inner
        || (depth < 4
            && inside.any(|part| part.id() != item.id() && changes_inside(src, part, depth + 1)))
}
