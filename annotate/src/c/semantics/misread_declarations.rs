//! Statements that the parser takes for declarations: `NOTHING x = 1;` with a macro of a header that stands for
//! nothing. In: a file. Out: where a name that it does not know as a type seems to declare what is declared already,
//! which the preprocessor has to tell from a variable of its own of an unknown type.

use std::collections::HashSet;

use crate::c::parse::diagnostics::CPP;
use crate::c::parse::source::{self, Source, children, field};
use crate::c::semantics::declarations;
use crate::diag::{Diagnostic, Diagnostics, Severity, codes};
use crate::ir::Span;

/// Parts of complex numbers that could not be shown to the parser (`unparsed.rs`).
const PARTS: [&str; 4] = ["__real__", "__imag__", "__real", "__imag"];

/// Reports them.
pub(in crate::c) fn check(src: &Source, reached: &HashSet<String>, diags: &mut Diagnostics) {
    for (span, message) in declarations(src, reached) {
        let d = Diagnostic::new(Severity::Error, codes::C_CONDITIONAL, message, span);
        diags.push(d.help(CPP));
    }
}

/// Such declarations in the functions that have regions or are among the `reached`: where, and why.
fn declarations(src: &Source, reached: &HashSet<String>) -> Vec<(Span, String)> {
    let (mut inside, mut types) = (Vec::new(), HashSet::new());
    let mut stack = vec![(src.tree.root_node(), false)];
    while let Some((node, of_function)) = stack.pop() {
        let of_function = match node.kind() {
            "function_definition" => {
                let name = source::function_name(src, node);
                name.is_some_and(|name| reached.contains(&name))
            }
            _ => of_function,
        };
        let named = field(node, "type").filter(|of| of.kind() == "type_identifier");
        match (node.kind(), named) {
            ("declaration", Some(of)) if of_function => inside.push((node, of)),
            ("declaration", _) | (_, None) => {}
            (_, Some(of)) => _ = types.insert(src.text(of)),
        }
        stack.extend(children(node).into_iter().map(|child| (child, of_function)));
    }
    let mut found = Vec::new();
    for (node, of) in inside {
        let name = src.text(of);
        let stands_for = src.macros.get(name).map(|known| known.value.as_str());
        // `t * t;` of a variable is a product.
        let known = declarations::find(src, of, name).is_some()
            || src.types.contains(name)
            || types.contains(name)
            || name.ends_with("_t")
            || stands_for.is_some_and(|value| !value.trim().is_empty());
        let part = PARTS.contains(&name);
        if (known || src.markers.preprocessed) && !part {
            continue;
        }
        let names = declarations::names(src, node, false);
        let again = |name: &str| {
            let outer = declarations::find(src, of, name);
            outer.is_some_and(|outer| outer.node != node) || src.function(name).is_some()
        };
        if let Some(again) = names.iter().find(|d| part || again(&d.name)) {
            let message = format!(
                "whether `{name}` declares another `{}` here is not known",
                again.name
            );
            found.push((node.byte_range(), message));
        }
    }
    found.sort_by_key(|(span, _)| span.start);
    found
}
