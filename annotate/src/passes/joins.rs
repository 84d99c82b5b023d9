//! Calls that join: `#[hp5::region(joined)]`.
//!
//! A call in generating code of a function of this file whose region is joined, as a statement, hands
//! it the caller's region: it registers its tasks there and does not wait for them. To the caller such
//! a call is what a task is: it uses all that its arguments refer into (`lifetime` keeps that, `waits`
//! waits for it). What tasks of the caller use, the joined region does not see: to it, all that its
//! parameters refer into is pending from the first (`waits`).
//!
//! Only arguments that call nothing but shapes, views and numbers' methods are handed along with a
//! region: between the handing over and the function nothing else may begin a region.

use tree_sitter::Node;

use crate::diag::Diagnostics;
use crate::ir::{Given, Join, Region, RegionForm, Span};
use crate::passes::not_joined::{Why, first_line};
use crate::passes::tasks;
use crate::semantics::functions::called;
use crate::semantics::roots::roots;
use crate::semantics::scopes::node_at;
use crate::semantics::types::{is_primitive, is_read_only, reference, tidy};
use crate::semantics::values::{BORROWING, META, PLAIN, has_library_method};
use crate::syntax::names::pattern_names;
use crate::syntax::rust::{Source, children, field, peel, place_name};

/// A function with a joined region.
struct Function<'t> {
    item: Node<'t>,
    line: usize,
}

/// Fills [`Region::joins`] of all regions; notes calls that do not join.
pub(super) fn run(src: &Source, regions: &mut [Region], diags: &mut Diagnostics) {
    let joined = regions.iter().filter(|r| r.joined);
    let functions: Vec<Function> = joined
        .filter_map(|region| {
            let RegionForm::Function { item, .. } = &region.form else {
                return None;
            };
            let item = node_at(src, item).filter(|n| n.kind() == "function_item")?;
            let line = region.line;
            Some(Function { item, line })
        })
        .collect();
    if functions.is_empty() {
        return;
    }
    for region in regions {
        region.joins = calls(src, region, &functions, diags);
    }
}

fn calls(
    src: &Source,
    region: &Region,
    functions: &[Function],
    diags: &mut Diagnostics,
) -> Vec<Join> {
    let (mut list, mut notes) = (Vec::new(), Vec::new());
    let body = node_at(src, &region.body).into_iter();
    let mut stack: Vec<(Node, Option<Why>)> = body.map(|node| (node, None)).collect();
    while let Some((node, apart)) = stack.pop() {
        if node.kind() == "function_item" {
            continue;
        }
        let apart = apart.or_else(|| apart_in(src, region, node));
        let found = match (join(src, node, functions), &apart) {
            (Some(_), Some(why)) => Some(Err(why.clone())),
            (found, _) => found,
        };
        match found {
            Some(Ok(join)) => list.push(join),
            Some(Err(why)) => notes.push((node, why)),
            None => {}
        }
        let inside = children(node).into_iter();
        stack.extend(inside.map(|child| (child, apart.clone())));
    }
    list.sort_by_key(|join| join.call.start);
    notes.sort_by_key(|(node, _)| node.start_byte());
    for (node, why) in notes {
        let name = field(node, "function").map_or("", |f| src.text(f));
        diags.push(why.note(name, node.byte_range()));
    }
    list
}

/// What is in this node is no generating code of the region.
fn apart_in(src: &Source, region: &Region, node: Node) -> Option<Why> {
    let first = || first_line(&src.text, &node.byte_range());
    match node.kind() {
        "closure_expression" | "async_block" => Some(Why::closure(first())),
        _ if tasks(region).any(|t| t.stmt == node.byte_range()) => Some(Why::task(first())),
        _ => None,
    }
}

/// A call of a function with a joined region.
fn join(src: &Source, node: Node, functions: &[Function]) -> Option<Result<Join, Why>> {
    if node.kind() != "call_expression" {
        return None;
    }
    let item = called(src, field(node, "function")?)?;
    let function = functions.iter().find(|f| f.item.id() == item.id())?;
    let parameters = parameters(function.item);
    let arguments = children(field(node, "arguments")?);
    if parameters.len() != arguments.len() {
        return None; // the compiler says so
    }
    if !matches!(node.parent()?.kind(), "expression_statement" | "block") {
        return Some(Err(Why::expression(node.byte_range())));
    }
    if let Some(argument) = arguments.iter().find(|a| !is_calm(src, **a)) {
        return Some(Err(Why::argument(argument.byte_range())));
    }
    let given = parameters.into_iter().zip(arguments);
    let given = given.filter_map(|(parameter, argument)| {
        let ty = tidy(src.text(field(parameter, "type")?));
        (!is_primitive(&ty)).then(|| Given {
            argument: argument.byte_range(),
            names: roots(src, argument),
            written: !is_read_only(&ty),
            owned: reference(&ty).is_none(),
            whole: whole(src, argument),
            brackets: src.text(argument).matches('[').count(),
        })
    });
    Some(Ok(Join {
        call: node.byte_range(),
        line: function.line,
        given: given.collect(),
    }))
}

/// The name that an argument is all of.
fn whole(src: &Source, argument: Node) -> Option<String> {
    let mut place = peel(argument);
    while place.kind() == "reference_expression" {
        place = peel(field(place, "value")?);
    }
    place_name(src, place)
}

fn parameters(function: Node<'_>) -> Vec<Node<'_>> {
    let list = field(function, "parameters").map(children);
    let list = list.unwrap_or_default().into_iter();
    list.filter(|p| p.kind() == "parameter").collect()
}

/// Names of parameters that are no numbers.
pub(super) fn reaching(src: &Source, region: &Region) -> Vec<String> {
    let RegionForm::Function { item, .. } = &region.form else {
        return Vec::new();
    };
    let parameters = node_at(src, item).map(parameters).unwrap_or_default();
    let number = |p: &Node| field(*p, "type").is_some_and(|t| is_primitive(src.text(t)));
    let patterns = (parameters.iter().filter(|p| !number(p))).filter_map(|p| field(*p, "pattern"));
    let names = patterns.flat_map(|pattern| pattern_names(src, pattern));
    names.map(|(name, _)| name).collect()
}

/// The join of a call.
pub(super) fn at<'r>(region: &'r Region, call: &Span) -> Option<&'r Join> {
    region.joins.iter().find(|join| join.call == *call)
}

/// Evaluating an argument runs no code of the user's.
fn is_calm(src: &Source, argument: Node) -> bool {
    let mut stack = vec![argument];
    while let Some(node) = stack.pop() {
        let calm = match node.kind() {
            "call_expression" => field(node, "function").is_some_and(|function| {
                let (Some(receiver), Some(method)) =
                    (field(function, "value"), field(function, "field"))
                else {
                    return false;
                };
                let method = src.text(method);
                let lists = [&META[..], &PLAIN, &BORROWING];
                lists.iter().any(|list| list.contains(&method))
                    && has_library_method(src, peel(receiver), method)
            }),
            "macro_invocation"
            | "closure_expression"
            | "block"
            | "match_expression"
            | "if_expression"
            | "try_expression"
            | "await_expression"
            | "assignment_expression"
            | "compound_assignment_expr"
            | "return_expression"
            | "break_expression" => false,
            _ => true,
        };
        if !calm {
            return false;
        }
        stack.extend(children(node));
    }
    true
}
