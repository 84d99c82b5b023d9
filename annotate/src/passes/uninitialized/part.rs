//! One name of a declaration without a value, which may be of several: `let (mut t, mut s): (f64, f64);`.

use tree_sitter::Node;

use super::is_used_elsewhere;
use crate::edit::Edits;
use crate::ir::{Region, Span};
use crate::passes::tasks;
use crate::semantics::scopes::node_at;
use crate::syntax::names::pattern_names;
use crate::syntax::rust::{Source, children, field};

/// The part of a declaration's pattern that binds one name, and its type.
struct Part<'t> {
    /// `mut t`, or all of the pattern.
    pattern: Node<'t>,
    ty: PartType<'t>,
}

enum PartType<'t> {
    /// The declaration has no type.
    Unwritten,
    /// The part's own.
    Own(Node<'t>),
    /// That of the declaration, which does not show what its parts are: `let (mut t, mut s): Pair;`.
    Whole(Node<'t>),
}

fn part_of<'t>(src: &Source, declaration: Node<'t>, name: &str) -> Option<Part<'t>> {
    let mut pattern = field(declaration, "pattern")?;
    let whole = field(declaration, "type");
    let mut ty = whole.map_or(PartType::Unwritten, PartType::Own);
    while pattern.kind() == "tuple_pattern" {
        let parts = children(pattern);
        let is_of = |part: &Node| pattern_names(src, *part).iter().any(|(n, _)| n == name);
        let at = parts.iter().position(is_of)?;
        pattern = parts[at];
        ty = match (ty, whole) {
            (PartType::Own(node), Some(whole)) => {
                let types = children(node);
                match node.kind() == "tuple_type" && types.len() == parts.len() {
                    true => PartType::Own(types[at]),
                    false => PartType::Whole(whole),
                }
            }
            (ty, _) => ty,
        };
    }
    Some(Part { pattern, ty })
}

/// `let mut t: f64;` for one name of a declaration without a value, which may be of several; and whether
/// its type is written in it.
pub(crate) fn declaration_of(src: &Source, declaration: Node, name: &str) -> (String, bool) {
    let Some(part) = part_of(src, declaration, name) else {
        return (src.text(declaration).to_owned(), false);
    };
    let single = field(declaration, "pattern").is_some_and(|p| p.id() == part.pattern.id());
    let text = match part.ty {
        _ if single => src.text(declaration).to_owned(),
        PartType::Unwritten => format!("let mut {name};"),
        PartType::Own(ty) => format!("let mut {name}: {};", src.text(ty)),
        PartType::Whole(_) => alone(src, declaration, name),
    };
    let typed = match part.ty {
        PartType::Unwritten => false,
        PartType::Own(ty) | PartType::Whole(ty) => !has_placeholder(src.text(ty)),
    };
    (text, typed)
}

/// The declaration with `_` in the place of all other names.
fn alone(src: &Source, declaration: Node, name: &str) -> String {
    let mut edits = Edits::default();
    let pattern = field(declaration, "pattern");
    let mut stack: Vec<Node> = pattern.into_iter().collect();
    while let Some(node) = stack.pop() {
        match node.kind() {
            "tuple_pattern" => stack.extend(children(node)),
            "identifier" | "mut_pattern"
                if pattern_names(src, node).iter().any(|(n, _)| n != name) =>
            {
                edits.replace(node.byte_range(), "_");
            }
            _ => {}
        }
    }
    edits.apply(&src.text, &declaration.byte_range())
}

/// `_` stands in the type.
fn has_placeholder(ty: &str) -> bool {
    ty.split(|c: char| !(c.is_alphanumeric() || c == '_'))
        .any(|word| word == "_")
}

/// What is put in the place of parts of declarations that no code uses any more, as tasks declare the names
/// anew: `let mut t;` says of no type, and nothing else does. `()` is one.
pub(crate) fn left_without_uses(src: &Source, region: &Region) -> Vec<(Span, &'static str)> {
    let mut list: Vec<(Span, &'static str)> = Vec::new();
    for task in tasks(region) {
        for (name, at) in &task.unset {
            let Some(declaration) = node_at(src, at) else {
                continue;
            };
            // A copy of the region's code, which uses the names, follows what is declared around it.
            let around = !region.body.contains(&at.start);
            let used = is_used_elsewhere(src, task, declaration, name);
            if around && is_repeated(src, region)
                || used
                || declaration_of(src, declaration, name).1
            {
                continue;
            }
            list.extend(part_of(src, declaration, name).and_then(|part| unit(declaration, &part)));
        }
    }
    list
}

fn unit(declaration: Node, part: &Part) -> Option<(Span, &'static str)> {
    let pattern = part.pattern;
    match part.ty {
        PartType::Own(ty) => Some((ty.byte_range(), "()")),
        PartType::Whole(_) => None,
        PartType::Unwritten => {
            let single = field(declaration, "pattern")?.id() == pattern.id();
            Some(match single {
                true => (pattern.end_byte()..pattern.end_byte(), ": ()"),
                false => (pattern.byte_range(), "()"),
            })
        }
    }
}

/// What is emitted has a second copy of the region's code, for when its condition does not hold or of which
/// a closure captures.
fn is_repeated(src: &Source, region: &Region) -> bool {
    let mut at = node_at(src, &region.body);
    while let Some(node) = at {
        match node.kind() {
            "closure_expression" | "async_block" => return true,
            "function_item" => break,
            _ => at = node.parent(),
        }
    }
    region.condition.is_some()
}
