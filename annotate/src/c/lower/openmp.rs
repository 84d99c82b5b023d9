//! What clauses of programs with OpenMP's directives say of variables: shared ones and copies.

use std::collections::HashSet;

use tree_sitter::Node;

use crate::c::lower::unbound_names;
use crate::c::parse::diagnostics::error;
use crate::c::parse::source::Source;
use crate::c::semantics::declarations::{self, Form};
use crate::c::semantics::modified_variables::assigned;
use crate::diag::{Diagnostics, codes};
use crate::directive::{Clauses, Directive};

/// What `firstprivate` and `shared` of a task say: a task has copies of what it only reads anyway, and of what it
/// sets if it is `private`.
pub(in crate::c) fn shares(
    src: &Source,
    (directive, stmt): (&Directive, Node),
    clauses: &mut Clauses,
    diags: &mut Diagnostics,
) {
    let mut changed = HashSet::new();
    assigned(src, stmt, 0, &mut changed);
    let mut known: Vec<(&str, String)> = Vec::new();
    known.extend(clauses.privates.iter().map(|p| ("private", p.clone())));
    known.extend(
        clauses
            .reductions
            .iter()
            .map(|r| ("of a reduction", r.name.clone())),
    );
    for clause in ["firstprivate", "shared"] {
        for name in unbound_names::values(directive, clause) {
            if let Some((what, _)) = known.iter().find(|(_, other)| *other == name.text) {
                let message = match *what == clause {
                    true => format!("`{}` is given twice", name.text),
                    false => format!("`{}` is {clause}, and {what} too", name.text),
                };
                diags.push(error(codes::DUPLICATE, message, name.span));
                continue;
            }
            known.push((clause, name.text.clone()));
            match unbound_names::variable(src, &name, stmt) {
                Some(d) => diags.push(d),
                None if clause == "firstprivate" && is_copied(src, stmt, &name.text, &changed) => {
                    clauses.privates.push(name.text);
                }
                None => {}
            }
        }
    }
}

/// The task sets it, or it is an array.
fn is_copied(src: &Source, stmt: Node, name: &str, changed: &HashSet<String>) -> bool {
    let Some(found) = declarations::find(src, stmt, name) else {
        return false;
    };
    let is_parameter = src.around(found.node, &["parameter_list"]).is_some();
    changed.contains(name) || (found.form() == Form::Array && !is_parameter)
}
