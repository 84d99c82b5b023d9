//! Promotion (AceMesh, "Lifetime extension"): a local of generating code that deferred tasks
//! use as an array or write as a scalar moves into the region's pool.

use tree_sitter::Node;

use crate::diag::Diagnostics;
use crate::ir::{Promotion, Region, RegionForm};
use crate::passes::capture::node_at;
use crate::passes::tasks;
use crate::syntax::names::free_names;
use crate::syntax::rust::{Source, children, field};

/// Fills [`Region::promoted`].
pub(super) fn run(src: &Source, region: &mut Region, _diags: &mut Diagnostics) {
    let Some(body) = node_at(src, &region.body) else { return };
    if region.form == RegionForm::Block {
        // The names that tasks share are looked up the same way inside a block.
    }
    let mut lets = Vec::new();
    collect_lets(body, &region.body, region, &mut lets);
    let mut promoted = Vec::new();
    for declaration in lets {
        let Some(pattern) = field(declaration, "pattern").filter(|p| p.kind() == "identifier") else { continue };
        let name = src.text(pattern).to_owned();
        if !region.variables.iter().any(|v| v.name == name) || !used_after(region, &name, declaration) {
            continue;
        }
        let Some(value) = field(declaration, "value") else { continue };
        if value.kind() == "reference_expression" {
            continue; // the data are elsewhere
        }
        let scope = declaration.parent().unwrap_or(body);
        promoted.push(Promotion {
            init: value.byte_range(),
            ty: field(declaration, "type").map(|t| t.byte_range()),
            uses: generating_uses(src, region, scope, declaration, &name),
            name,
        });
    }
    region.promoted = promoted;
}

/// `let` declarations of generating code: not those inside tasks.
fn collect_lets<'t>(node: Node<'t>, body: &crate::ir::Span, region: &Region, lets: &mut Vec<Node<'t>>) {
    let mut stack = vec![node];
    while let Some(node) = stack.pop() {
        if tasks(region).any(|t| t.stmt == node.byte_range() && node.start_byte() != body.start) {
            continue;
        }
        if node.kind() == "let_declaration" {
            lets.push(node);
        }
        if node.kind() != "closure_expression" && node.kind() != "function_item" {
            stack.extend(children(node));
        }
    }
}

/// A task in the scope of the declaration uses the name.
fn used_after(region: &Region, name: &str, declaration: Node) -> bool {
    let end = declaration.parent().map_or(usize::MAX, |p| p.end_byte());
    tasks(region).any(|t| {
        t.stmt.start >= declaration.end_byte()
            && t.stmt.end <= end
            && (t.uses.iter().any(|u| u.name == name) || t.reductions.iter().any(|r| r.name == name))
    })
}

/// Uses of the promoted name outside of tasks, in its scope.
fn generating_uses(src: &Source, region: &Region, scope: Node, declaration: Node, name: &str) -> Vec<crate::ir::Span> {
    let mut uses = Vec::new();
    for statement in children(scope).into_iter().filter(|s| s.start_byte() >= declaration.end_byte()) {
        for free in free_names(src, statement).into_iter().filter(|f| f.name == name) {
            uses.extend(free.spans);
        }
        // A second `let` of the same name ends the first one's scope.
        let again = field(statement, "pattern").filter(|_| statement.kind() == "let_declaration");
        if again.is_some_and(|p| crate::syntax::names::pattern_names(src, p).iter().any(|(n, _)| n == name)) {
            break;
        }
    }
    uses.retain(|span| !tasks(region).any(|t| t.stmt.start <= span.start && span.end <= t.stmt.end));
    uses
}
