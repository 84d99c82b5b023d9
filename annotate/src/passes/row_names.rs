//! Names that row lengths may be made of: from the indices of a region's tasks those names that are declared inside
//! it, with where each is known. Rows of an array are in terms of what all of its tasks know.

use std::collections::HashSet;

use crate::diag::Diagnostics;
use crate::ir::validate::covers;
use crate::ir::{Poly, Region, Span, Task};
use crate::passes::tasks;
use crate::semantics::scopes::{Binder, binder, node_at};
use crate::syntax::rust::Source;

/// Notes the names; `seen`: where a name is known that a task has, if it is not known everywhere.
pub(crate) fn note(region: &mut Region, seen: impl Fn(&Task, &str) -> Option<Span>) {
    let mut list: Vec<(String, Span)> = Vec::new();
    for task in tasks(region) {
        let indices = task.uses.iter().flat_map(|u| u.index.iter().flatten());
        let names: HashSet<&str> = indices.flat_map(factors).collect();
        for name in names {
            let span = seen(task, name).filter(|span| !covers(span, &region.body));
            list.extend(span.map(|span| (name.to_owned(), span)));
        }
    }
    list.sort_by(|a, b| (&a.0, a.1.start, a.1.end).cmp(&(&b.0, b.1.start, b.1.end)));
    list.dedup();
    region.row_names = list;
}

/// Names in products: what rows are counted by.
fn factors(index: &Poly) -> Vec<&str> {
    let products = index.terms().map(|(product, _)| product);
    let products = products.filter(|product| product.len() > 1);
    let atoms = products.flatten().filter(|atom| !atom.contains('@'));
    atoms.map(String::as_str).collect()
}

/// As [`note`], of Rust.
pub(super) fn note_rust(src: &Source, region: &mut Region, _: &mut Diagnostics) {
    note(region, |task, name| {
        let found = binder(src, node_at(src, &task.stmt)?, name)?;
        let node = found.node();
        match found {
            Binder::Parameter(_) => None,
            Binder::Let(_) => Some(node.end_byte()..node.parent()?.end_byte()),
            Binder::For(_) | Binder::Other(_) => Some(node.byte_range()),
        }
    });
}

/// Rows of an array can be of these lengths: all tasks that use it know the names in them.
pub(super) fn are_known(region: &Region, array: &str, rows: &[Poly]) -> bool {
    let is_inner = |atom: &&str| region.row_names.iter().any(|(name, _)| name == atom);
    let atoms: Vec<&str> = rows.iter().flat_map(Poly::atoms).filter(is_inner).collect();
    if atoms.is_empty() {
        return true;
    }
    let names_it = |task: &&Task| {
        let own = task.uses.iter().any(|u| u.name == array);
        own || task.declared.iter().any(|d| d.name == array)
    };
    let users: Vec<&Task> = tasks(region).filter(names_it).collect();
    // Several may have the name, of arrays of their own and in scopes of their own.
    atoms.into_iter().all(|atom| {
        let spans = || region.row_names.iter().filter(|(name, _)| name == atom);
        let knows = |task: &&Task| spans().any(|(_, span)| covers(span, &task.stmt));
        users.iter().all(knows)
    })
}
