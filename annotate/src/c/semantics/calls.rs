//! Call graph: code in, the functions of the file that it calls out, and whether it calls others.

use std::collections::HashSet;

use tree_sitter::Node;

use crate::c::parse::names::{identifiers, through_macros};
use crate::c::parse::source::{Source, any, field, peel, words};
use crate::c::semantics::declarations;
use crate::c::semantics::library_functions::{HARMLESS, is_numeric};

/// What a call calls.
pub(in crate::c) enum Target<'t> {
    /// A name: `f(x)`, `(f)(x)`, `(*f)(x)`, `(&f)(x)`.
    Named(Node<'t>),
    /// Any other expression.
    Through(Node<'t>),
}

/// What is called; `None` for what is no call.
pub(in crate::c) fn target<'t>(src: &Source, call: Node<'t>) -> Option<Target<'t>> {
    let function = field(call, "function").filter(|_| call.kind() == "call_expression")?;
    let mut at = peel(function);
    while at.kind() == "pointer_expression" {
        at = peel(field(at, "argument")?);
    }
    // What a variable points to may be a pointer itself.
    let named = |at: Node| {
        let found = declarations::find(src, at, src.text(at));
        peel(function) == at || found.is_none_or(|d| d.is_function())
    };
    Some(match at.kind() == "identifier" && named(at) {
        true => Target::Named(at),
        false => Target::Through(function),
    })
}

/// The functions of the file that code calls, and those that these call, each once; and whether functions
/// are called that are not known.
pub(in crate::c) fn functions_called<'s>(
    src: &'s Source,
    mut open: Vec<Node<'s>>,
) -> (Vec<Node<'s>>, bool) {
    let (mut functions, mut others) = (Vec::new(), false);
    let mut known: HashSet<String> = HashSet::new();
    while let Some(code) = open.pop() {
        others |= any(code, &|node| {
            matches!(target(src, node), Some(Target::Through(_)))
        });
        for (name, node) in identifiers(src, code) {
            // One that is handed on may be called, and one that a macro names.
            let handed = || {
                src.function(name).is_some()
                    && declarations::find(src, node, name).is_none_or(|d| d.is_function())
            };
            let is_macro = src.macros.contains_key(name);
            if !(is_called(node) || is_macro || handed()) || !known.insert(name.to_owned()) {
                continue;
            }
            let called = match is_macro {
                true => through_macros(src, vec![name.to_owned()]),
                false => HashSet::from([name.to_owned()]),
            };
            for name in called {
                match src.function(&name) {
                    Some(function) => {
                        if !is_macro || known.insert(name) {
                            functions.push(function);
                            open.push(function);
                        }
                    }
                    None => others |= !is_macro && is_unknown(src, &name),
                }
            }
        }
    }
    (functions, others)
}

/// The name of a function that is called.
pub(in crate::c) fn is_called(node: Node) -> bool {
    node.parent()
        .is_some_and(|p| p.kind() == "call_expression" && field(p, "function") == Some(node))
}

/// Not one that is known to be harmless, and no macro.
pub(in crate::c) fn is_unknown(src: &Source, name: &str) -> bool {
    // The file may have one of its own by such a name.
    let own = src.function(name).is_some();
    let harmless = !own && HARMLESS.split_whitespace().any(|known| known == name);
    !harmless && (own || !is_numeric(name)) && !src.macros.contains_key(name)
}

/// What `lgamma` leaves its sign in.
pub(in crate::c) const SIGN: &str = "signgam";

/// The names of functions that a file calls, and of all that its macros name; among them [`SIGN`].
pub(in crate::c) fn called(src: &Source) -> HashSet<String> {
    let all = identifiers(src, src.tree.root_node()).into_iter();
    let called = all.filter(|(name, node)| is_called(*node) || *name == SIGN);
    let called = called.map(|(name, _)| name.to_owned());
    let in_macros = src.macros.values().flat_map(|m| words(&m.value));
    called.chain(in_macros.map(str::to_owned)).collect()
}
