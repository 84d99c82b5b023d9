//! Relative paths in a manifest, made absolute so that the manifest can lie elsewhere.

use std::convert::Infallible;
use std::fs;
use std::path::Path;

use toml_edit::{DocumentMut, Item, TableLike, value};

use crate::cli::package::each_dependency;

/// Makes the paths of dependencies, `[patch]` and `[replace]` absolute; those that stay inside
/// of `inside`, which is copied as a whole, stay as they are.
pub(super) fn make_absolute(doc: &mut DocumentMut, base: &Path, inside: Option<&Path>) {
    let done: Result<(), Infallible> = each_dependency(doc, &mut |_, entry| {
        entry_absolute(entry, base, inside);
        Ok(())
    });
    let Ok(()) = done;
    if let Some(workspace) = doc.get_mut("workspace").and_then(Item::as_table_like_mut) {
        each(workspace.get_mut("dependencies"), &mut |e| {
            entry_absolute(e, base, inside)
        });
    }
    each(doc.get_mut("replace"), &mut |e| {
        entry_absolute(e, base, inside)
    });
    each(doc.get_mut("patch"), &mut |source| {
        each(Some(source), &mut |e| entry_absolute(e, base, inside));
    });
}

fn each(table: Option<&mut Item>, visit: &mut dyn FnMut(&mut Item)) {
    let table: Option<&mut dyn TableLike> = table.and_then(Item::as_table_like_mut);
    for (_, entry) in table.into_iter().flat_map(|t| t.iter_mut()) {
        visit(entry);
    }
}

/// One dependency's `path`.
pub(super) fn entry_absolute(entry: &mut Item, base: &Path, inside: Option<&Path>) {
    let Some(table) = entry.as_table_like_mut() else {
        return;
    };
    let Some(path) = table.get("path").and_then(Item::as_str) else {
        return;
    };
    let joined = base.join(path);
    let real = fs::canonicalize(&joined).unwrap_or(joined);
    if !inside.is_some_and(|inside| real.starts_with(inside)) {
        table.insert("path", value(real.to_string_lossy().into_owned()));
    }
}
