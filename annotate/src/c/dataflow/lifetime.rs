//! Locals of blocks of generating code that tasks reach by their address: tasks may run when the block
//! is left.
//!
//! An array is made a pointer to memory that lives on until those tasks are done (AceMesh, "Lifetime
//! extension"). For all else the block waits at its end.

use std::collections::BTreeSet;

use tree_sitter::Node;

use crate::c::dataflow::generating_code::statements;
use crate::c::dataflow::joins::Joins;
use crate::c::parse::names::statement;
use crate::c::parse::source::{Source, children, root_of};
use crate::c::points_to::inclusion::PointsTo;
use crate::c::semantics::declarations::{self, Declared, Form};
use crate::c::walk::indirect_calls::cleanups;
use crate::diag::{Diagnostic, Diagnostics, Severity, codes};
use crate::ir::{Addition, Promotion, Region, RegionForm, Step, VarKind};
use crate::passes::tasks;

/// Finds waits at the ends of blocks that declare what tasks reach by its address, and arrays that
/// need none since they live on.
pub(in crate::c) fn run(
    (src, points_to): (&Source, &PointsTo),
    region: &mut Region,
    joins: &Joins,
    diags: &mut Diagnostics,
) {
    let mut list: Vec<Step> = Vec::new();
    let mut promoted: Vec<Promotion> = Vec::new();
    for task in tasks(region) {
        let Some(stmt) = statement(src, task) else {
            continue;
        };
        let used: BTreeSet<usize> = task.accesses.iter().map(|a| a.var).collect();
        for variable in used.into_iter().map(|var| &region.variables[var]) {
            let Some(found) = declarations::find(src, stmt, root_of(&variable.name)) else {
                continue;
            };
            let is_member = variable.name[found.name.len()..].starts_with('.');
            let by_address = found.form() == Form::Array
                || is_member
                || matches!(variable.kind, VarKind::Scalar { deref: false });
            if !by_address || found.lasting {
                continue;
            }
            let Some(block) = block_inside(src, region, found.node) else {
                continue;
            };
            if let Some(lives_on) = promotion(src, &found, block) {
                if !promoted.iter().any(|p| p.init == lives_on.init) {
                    promoted.push(lives_on);
                }
                continue;
            }
            wait_at_end(block, &variable.name, &mut list, diags);
        }
    }
    handed_in(src, region, joins, &mut list, diags);
    let own = led_to((src, points_to), region, joins, &mut list, diags);
    region.waits_at_end |= own && region.joined;
    at_ends(src, region, &mut list, diags);
    region.steps.extend(list);
    region.promoted = promoted;
}

/// Waits at the ends of blocks whose variables, or literals, pointers lead to that tasks and joined calls have. True
/// where tasks have such a variable of the function itself.
fn led_to(
    (src, points_to): (&Source, &PointsTo),
    region: &mut Region,
    joins: &Joins,
    list: &mut Vec<Step>,
    diags: &mut Diagnostics,
) -> bool {
    let Some(function) = src.function_at(region.body.start) else {
        return false;
    };
    let within = match region.joined {
        true => function.byte_range(),
        false => region.body.clone(),
    };
    let calls = joins.calls(src, region).into_iter().map(|call| call.node);
    let calls: Vec<Node> = calls.collect();
    let code = tasks(region).filter_map(|task| statement(src, task));
    let code = code.chain(calls.iter().copied());
    let (mut own, mut additions) = (false, Vec::new());
    for code in code {
        for at in points_to.automatic(src, code, &within) {
            // The next one lies in its place.
            if code.byte_range().contains(&at) && calls.contains(&code) {
                additions.push(Addition::WaitFirst(code.byte_range()));
            }
            let here = src.tree.root_node().descendant_for_byte_range(at, at);
            let is_task = || tasks(region).any(|task| task.stmt.contains(&at));
            let Some(here) = here.filter(|_| !is_task()) else {
                continue;
            };
            let Some(block) = block_inside(src, region, here) else {
                own = true;
                continue;
            };
            wait_at_end(block, src.text(here), list, diags);
        }
    }
    region.additions.extend(additions);
    own
}

/// Waits at the ends of blocks whose locals joined calls are given: their tasks use them.
fn handed_in(
    src: &Source,
    region: &Region,
    joins: &Joins,
    list: &mut Vec<Step>,
    diags: &mut Diagnostics,
) {
    for call in joins.calls(src, region) {
        for name in call.pointers.iter().map(|node| src.text(*node)) {
            let found = declarations::find(src, call.node, name)
                .filter(|found| !found.lasting && found.form() != Form::Pointer);
            let block = found.and_then(|found| block_inside(src, region, found.node));
            let Some(block) = block else {
                continue;
            };
            wait_at_end(block, name, list, diags);
        }
    }
}

/// The block that ends where the region ends is the region's own.
fn waits_at_end(region: &Region) -> bool {
    !matches!(
        region.form,
        RegionForm::Nested | RegionForm::Statement { .. }
    )
}

/// Waits at the ends of blocks where functions are called that attributes of declarations name.
fn at_ends(src: &Source, region: &Region, list: &mut Vec<Step>, diags: &mut Diagnostics) {
    let statements = statements(region);
    let mut stack: Vec<Node> = src.function_at(region.body.start).into_iter().collect();
    while let Some(node) = stack.pop() {
        let place = node.byte_range();
        if place.end <= region.body.start
            || region.body.end <= place.start
            || statements.hold(&place)
        {
            continue;
        }
        stack.extend(children(node));
        if node.kind() != "declaration" {
            continue;
        }
        let block = src.around(node, &["compound_statement"]).filter(|b| {
            let end = b.end_byte() + usize::from(waits_at_end(region));
            region.body.start < b.start_byte() && end <= region.body.end
        });
        let Some((block, name)) = block.zip(cleanups(src, src, node).into_iter().next()) else {
            continue;
        };
        wait_at_end(block, &name, list, diags);
        let message = format!(
            "the program waits at the end of this block for tasks: `{name}` is called there"
        );
        let d = Diagnostic::new(Severity::Warning, codes::IMPLICIT_WAIT, message, place);
        diags.push(d.help("`#pragma hp5 task_wait` at the end of the block says so"));
    }
}

/// A local array that may live on, its declaration made one of a pointer; `None`: its block waits.
fn promotion(src: &Source, found: &Declared, block: Node) -> Option<Promotion> {
    let declares_one = declarations::names(src, found.node, false).len() == 1;
    let stands_alone = src.parent(found.node) == Some(block);
    // A pointer has another size, and another address.
    let changes = |node: Node| {
        let around = src.parent(node);
        let by_address = |p: Node| p.kind() == "pointer_expression" && src.text(p).starts_with('&');
        around.is_some_and(by_address) || src.around(node, &["sizeof_expression"]).is_some()
    };
    let fits = found.form() == Form::Array && found.value.is_none() && declares_one && stands_alone;
    let mut uses = src.named(&found.name, &block.byte_range()).into_iter();
    (fits && !uses.any(changes)).then(|| Promotion {
        name: found.name.clone(),
        init: found.node.byte_range(),
        ty: None,
        uses: Vec::new(),
        scope: block.byte_range(),
    })
}

/// The block waits at its end, once, because of what is named so.
fn wait_at_end(block: Node, name: &str, list: &mut Vec<Step>, diags: &mut Diagnostics) {
    let at = block.end_byte() - 1;
    let known = |step: &Step| matches!(step, Step::Wait { at: known, .. } if *known == at);
    if !list.iter().any(known) {
        report_jumps(block, name, diags);
        list.push(Step::Wait { at, implicit: true });
    }
}

/// The block that something stands in, if the region has it. A region waits at the end of its own block by itself, a
/// composite task's code does not.
fn block_inside<'t>(src: &'t Source, region: &Region, node: Node<'t>) -> Option<Node<'t>> {
    let block = src.around(node, &["compound_statement"])?;
    let end = block.end_byte() + usize::from(waits_at_end(region));
    (region.body.start <= block.start_byte() && end <= region.body.end).then_some(block)
}

fn report_jumps(block: Node, name: &str, diags: &mut Diagnostics) {
    let mut stack: Vec<(Node, bool)> = vec![(block, false)];
    while let Some((node, switched)) = stack.pop() {
        let leaves = match node.kind() {
            "for_statement" | "while_statement" | "do_statement" => continue,
            "break_statement" => !switched,
            "continue_statement" => true,
            _ => false,
        };
        if leaves {
            let message = format!(
                "a jump out of the block at whose end tasks are waited for because of `{name}` is not translated from C yet"
            );
            let d = Diagnostic::new(
                Severity::Error,
                codes::C_NOT_YET,
                message,
                node.byte_range(),
            );
            diags.push(d.help("declare it outside of the loop"));
        }
        let switched = switched || node.kind() == "switch_statement";
        stack.extend(children(node).into_iter().map(|child| (child, switched)));
    }
}
