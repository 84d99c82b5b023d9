//! Functions that calls name, as far as names tell.

use tree_sitter::Node;

use crate::semantics::scopes::binder;
use crate::syntax::rust::{Source, children, field};

/// The function of this file that a path names, as far as names tell.
pub(crate) fn called<'t>(src: &Source, path: Node<'t>) -> Option<Node<'t>> {
    match path.kind() {
        "generic_function" => called(src, field(path, "function")?),
        "identifier" => {
            let name = src.text(path);
            match binder(src, path, name) {
                None => in_scope(src, path, name),
                Some(_) => None,
            }
        }
        "scoped_identifier" if src.text(field(path, "path")?) == "Self" => {
            let mut node = path;
            while node.kind() != "impl_item" {
                node = node.parent()?;
            }
            let items = children(field(node, "body")?).into_iter();
            named(src, items, src.text(field(path, "name")?))
        }
        _ => None,
    }
}

/// The function of that name in the innermost block or module that has one.
fn in_scope<'t>(src: &Source, at: Node<'t>, name: &str) -> Option<Node<'t>> {
    let mut node = at;
    loop {
        node = node.parent()?;
        let module = match node.kind() {
            "block" => false,
            "source_file" => true,
            "declaration_list" if node.parent()?.kind() == "mod_item" => true,
            _ => continue,
        };
        let items = children(node);
        if let Some(found) = named(src, items.iter().copied(), name) {
            return Some(found);
        }
        let imports = |n: &Node| n.kind() == "use_declaration" && src.text(*n).contains(name);
        if module || items.iter().any(imports) {
            return None;
        }
    }
}

fn named<'t>(
    src: &Source,
    mut items: impl Iterator<Item = Node<'t>>,
    name: &str,
) -> Option<Node<'t>> {
    items.find(|n| {
        n.kind() == "function_item" && field(*n, "name").is_some_and(|n| src.text(n) == name)
    })
}
