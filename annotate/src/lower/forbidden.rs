//! Code in which `unsafe` is forbidden: what tasks are emitted as calls the runtime by `unsafe`, for which
//! the translator stands. `deny` is lifted where regions are; `forbid` cannot be.

use std::path::Path;

use tree_sitter::Node;

use crate::SourceFile;
use crate::diag::{Diagnostic, Diagnostics, Severity, codes};
use crate::ir::{Span, Unit};
use crate::syntax::rust::{Source, children, is_comment, parse};

/// What to do about it.
pub(crate) const HELP: &str = "write `deny(unsafe_code)` in its place: functions with a region are emitted with \
     `#[allow(unsafe_code)]`, which `forbid` does not let stand; or give the regions a crate of their own";

/// Reports attributes of this file that forbid `unsafe` where there are regions, each once.
pub(super) fn report(src: &Source, unit: &Unit, diags: &mut Diagnostics) {
    if !src.text.contains("unsafe_code") {
        return;
    }
    let mut found: Vec<Span> = Vec::new();
    for region in &unit.regions {
        let root = src.tree.root_node();
        let mut node = root.descendant_for_byte_range(region.body.start, region.body.end);
        while let Some(at) = node {
            found.extend(
                attributes_of(at)
                    .filter(|a| forbids(src.text(*a)))
                    .map(|a| a.byte_range()),
            );
            node = at.parent();
        }
    }
    found.sort_by_key(|span| span.start);
    found.dedup();
    for span in found {
        let message = "`unsafe` is forbidden here, and the translated program needs it";
        let d = Diagnostic::new(Severity::Error, codes::FORBIDS_UNSAFE, message, span);
        diags.push(d.help(HELP));
    }
}

/// The attributes of an item, a block or a file.
fn attributes_of(node: Node<'_>) -> impl Iterator<Item = Node<'_>> {
    let inner = children(node).into_iter();
    let inner = inner.filter(|c| c.kind() == "inner_attribute_item");
    let before = std::iter::successors(node.prev_named_sibling(), |n| n.prev_named_sibling());
    let before = before.filter(|n| !is_comment(*n));
    inner.chain(before.take_while(|n| n.kind() == "attribute_item"))
}

fn forbids(attribute: &str) -> bool {
    attribute.contains("forbid") && attribute.contains("unsafe_code")
}

/// Of the files of a crate, the one whose attributes forbid `unsafe` in `file`, one of its modules.
pub(crate) fn by_root<'f>(files: &'f [SourceFile], file: &SourceFile) -> Option<&'f Path> {
    let root = files.iter().find(|root| {
        let name = root.path.file_name().and_then(|name| name.to_str());
        let folder = root.path.parent().unwrap_or(Path::new(""));
        let below = file.path.strip_prefix(folder).ok();
        let module =
            below.and_then(|path| Some(path.components().next()?.as_os_str().to_str()?.to_owned()));
        let is_module = module.is_some_and(|m| {
            let name = m.strip_suffix(".rs").unwrap_or(&m);
            root.text.contains(&format!("mod {name}"))
        });
        matches!(name, Some("lib.rs" | "main.rs"))
            && root.path != file.path
            && is_module
            && forbids(&root.text)
            && root_forbids(root)
    })?;
    Some(&root.path)
}

fn root_forbids(root: &SourceFile) -> bool {
    let Some(src) = parse(&root.path, root.text.clone()) else {
        return false;
    };
    let top = src.tree.root_node();
    let mut attributes = children(top).into_iter();
    attributes.any(|a| a.kind() == "inner_attribute_item" && forbids(src.text(a)))
}
