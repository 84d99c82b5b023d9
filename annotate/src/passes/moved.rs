//! Arrays that a body hands to code which is not in the file: they are looked at again when it has run.
//!
//! Tasks know elements by their addresses. What makes an array longer or shorter in the file's own code is
//! found before (`lower/resized.rs`), and such an array is known by its header; what other code does is
//! seen when it is done.

use tree_sitter::Node;

use crate::diag::Diagnostics;
use crate::ir::{How, Region, RegionForm, Shape, Task, VarKind, Variable};
use crate::passes::tasks_mut;
use crate::semantics::scopes::node_at;
use crate::semantics::types::{reference, tidy};
use crate::semantics::values::is_fixed_array;
use crate::syntax::rust::{Source, callee, children, field};

/// Methods of slices that change elements: a vector's elements stay where they are.
const OF_SLICES: [&str; 27] = [
    "iter_mut",
    "par_iter_mut",
    "as_mut_slice",
    "as_mut",
    "fill",
    "fill_with",
    "swap",
    "swap_with_slice",
    "reverse",
    "rotate_left",
    "rotate_right",
    "sort",
    "sort_by",
    "sort_by_key",
    "sort_unstable",
    "sort_unstable_by",
    "sort_unstable_by_key",
    "copy_from_slice",
    "clone_from_slice",
    "copy_within",
    "chunks_mut",
    "chunks_exact_mut",
    "split_at_mut",
    "first_mut",
    "last_mut",
    "get_mut",
    "select_nth_unstable",
];

/// Marks bindings whose arrays such code has.
pub(super) fn run(src: &Source, region: &mut Region, _diags: &mut Diagnostics) {
    // Inside a composite task a view stands for the array, which other code does not take for one.
    if region.form == RegionForm::Nested {
        return;
    }
    let variables = region.variables.clone();
    for task in tasks_mut(region) {
        let mut bindings = std::mem::take(&mut task.bindings);
        for binding in &mut bindings {
            let variable = &variables[binding.var];
            let array = !matches!(variable.kind, VarKind::Opaque | VarKind::Scalar { .. });
            let whole = matches!(binding.how, How::Whole) && binding.mutable;
            binding.may_move = array && whole && !binding.behind && is_handed(src, task, variable);
        }
        task.bindings = bindings;
    }
}

/// The body hands the array to what might make it longer or shorter.
fn is_handed(src: &Source, task: &Task, variable: &Variable) -> bool {
    let uses = task.uses.iter().filter(|u| u.name == variable.name);
    let whole = uses.filter(|u| matches!(u.shape, Shape::Whole | Shape::Deref) || u.in_macro);
    let mut places = whole.filter_map(|u| node_at(src, &u.base));
    places.any(|at| !is_fixed_array(src, at, &variable.name, 0) && !stays(src, at))
}

/// What is done with the array at this place leaves its elements where they are.
fn stays(src: &Source, at: Node) -> bool {
    let mut node = at;
    while let Some(parent) = node.parent() {
        match parent.kind() {
            "parenthesized_expression" | "reference_expression" | "unary_expression" => {
                node = parent;
            }
            "field_expression" if field(parent, "value") == Some(node) => {
                let method = field(parent, "field").map_or("", |f| src.text(f));
                let called = parent.parent().is_some_and(|p| callee(p) == Some(parent));
                return called && OF_SLICES.contains(&method);
            }
            "arguments" => {
                return parent
                    .parent()
                    .is_some_and(|call| takes_slice(src, call, node));
            }
            "for_expression" | "index_expression" => return true,
            _ => return false,
        }
    }
    false
}

/// The file's function that is called takes a slice or an array in that place.
fn takes_slice(src: &Source, call: Node, argument: Node) -> bool {
    let Some(function) = callee(call).filter(|f| f.kind() == "identifier") else {
        return false;
    };
    let arguments = field(call, "arguments").map_or_else(Vec::new, children);
    let at = arguments.iter().position(|a| *a == argument);
    let taken = |item: Node| {
        let parameters = field(item, "parameters").map_or_else(Vec::new, children);
        let parameter = parameters.get(at?)?;
        let ty = tidy(src.text(field(*parameter, "type")?));
        Some(reference(&ty)?.1.trim_start().starts_with('['))
    };
    let items = src.functions(src.text(function));
    !items.is_empty() && items.into_iter().all(|item| taken(item) == Some(true))
}
