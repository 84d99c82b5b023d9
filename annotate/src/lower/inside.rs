//! What a task changes of `self` though it has it by a shared reference: a count, what a `Mutex` guards.

use tree_sitter::Node;

use crate::diag::{Diagnostic, Diagnostics, Severity, codes};
use crate::ir::{Declared, Mode, Shape, Use};
use crate::semantics::headers::{fields_of, impl_type};
use crate::semantics::inner::{changes, may_change};
use crate::semantics::methods::head;
use crate::syntax::items::find_item;
use crate::syntax::rust::Source;

/// The fields of `self` that may change where a body calls methods of it, or hands it on, though it has it by a
/// shared reference: as a clause of the task would name them.
pub(super) fn changed_fields(
    src: &Source,
    uses: &mut [Use],
    diags: &mut Diagnostics,
) -> Vec<Declared> {
    let mut fields: Vec<Declared> = Vec::new();
    let whole = |u: &&mut Use| u.name == "self" && u.mode.writes() && u.shape != Shape::Meta;
    for used in uses.iter_mut().filter(whole) {
        let root = src.tree.root_node();
        let node = root.descendant_for_byte_range(used.base.start, used.base.end);
        let Some(node) = node.filter(|node| may_change(src, *node)) else {
            continue;
        };
        // The task itself has a shared reference.
        (used.mode, used.reborrow) = (Mode::In, false);
        let names = changing_fields(src, node);
        if names.is_empty() {
            diags.push(unseen(used));
        }
        for name in names {
            let name = format!("self.{name}");
            if fields.iter().all(|field| field.name != name) {
                fields.push(Declared {
                    name,
                    mode: Mode::InOut,
                    span: used.span.clone(),
                    section: None,
                });
            }
        }
    }
    fields
}

/// No field of `self` can be named that would order the tasks.
fn unseen(used: &Use) -> Diagnostic {
    let message =
        "a task uses `self`, which may change though it is shared: nothing orders tasks by it";
    let d = Diagnostic::new(Severity::Error, codes::UNSHARED, message, used.span.clone());
    d.help("make the region a function that is given it as a parameter: `value: &T` in place of `&self`")
}

/// The fields of the struct of `self` that may change though they are shared.
fn changing_fields(src: &Source, at: Node) -> Vec<String> {
    let ty = impl_type(src, at).map(|ty| head(src, &ty));
    let item = ty.and_then(|ty| find_item(src, "struct_item", &ty));
    let fields = item.map_or_else(Vec::new, |item| fields_of(src, item));
    let fields = fields.into_iter();
    let changing = fields.filter(|(_, ty)| changes(src, src.text(*ty), *ty));
    changing.map(|(name, _)| name).collect()
}
