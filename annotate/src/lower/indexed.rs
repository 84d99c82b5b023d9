//! Types of the file that are indexed by code of the program: `impl Index<(usize, usize)> for Matrix`, or
//! `impl Deref for Line`.
//!
//! Where an element of such a thing lies only that code knows, so a task that indexes it uses all of
//! it. (Its fields, `m.data[i * m.cols + j]`, are arrays like others.)

use tree_sitter::Node;

use crate::semantics::headers::place_type;
use crate::semantics::scopes::{Binder, binder, initialiser};
use crate::semantics::types::reference;
use crate::syntax::rust::{Source, callee, children, field, peel};

/// Whether the array of an index expression is of such a type, as far as types are written down.
pub(super) fn by_code(src: &Source, array: Node) -> bool {
    if !src.text.contains("Index<") && !src.text.contains("Deref for") {
        return false;
    }
    let array = peel(array);
    let written = place_type(src, array, 0);
    let ty = written.or_else(|| made_by(src, array));
    ty.is_some_and(|ty| {
        let target = reference(&ty).map_or(ty.as_str(), |(_, target)| target);
        let name = target.split('<').next().unwrap_or("").trim();
        let name = name.trim_end_matches(':').rsplit("::").next().unwrap_or("");
        !name.is_empty() && is_indexed(src, name)
    })
}

/// The type whose function, or whose literal, a local begins with: `Matrix` of `Matrix::new(n)`.
fn made_by(src: &Source, array: Node) -> Option<String> {
    let Binder::Let(declaration) = binder(src, array, src.text(array))? else {
        return None;
    };
    let value = peel(initialiser(src, declaration, src.text(array))?);
    let ty = match value.kind() {
        "call_expression" => field(callee(value)?, "path")?,
        "struct_expression" => field(value, "name")?,
        _ => return None,
    };
    Some(src.text(ty).to_owned())
}

/// The file has `impl Index<..> for` this type, or `impl Deref for` it.
fn is_indexed(src: &Source, name: &str) -> bool {
    let mut stack = vec![src.tree.root_node()];
    while let Some(node) = stack.pop() {
        let of = |part: &str| field(node, part).map_or("", |n| src.text(n));
        let by_code = |name: &str| name.contains("Index<") || name.ends_with("Deref");
        if node.kind() == "impl_item" && by_code(of("trait")) {
            let owner = of("type").split('<').next().unwrap_or("").trim();
            if owner.rsplit("::").next() == Some(name) {
                return true;
            }
        }
        if matches!(node.kind(), "source_file" | "mod_item" | "declaration_list") {
            stack.extend(children(node));
        }
    }
    false
}
