//! Operands that name what a statement changes: `w[i] += w[i - 1] * c`, `v[i].mix(v[0])`.
//!
//! Of a slice Rust borrows the place behind the operands, for the call alone; what is reached through a view it
//! borrows in front of them. So bodies have the operands first: `match v[0] { __value => v[i].mix(__value) }`.

use std::collections::{BTreeMap, HashMap};

use tree_sitter::Node;

use crate::edit::Edits;
use crate::emit::rust::Context;
use crate::ir::{How, Span, Task, Use};
use crate::lower::{is_number, only_reads};
use crate::semantics::headers::place_type;
use crate::semantics::methods::head;
use crate::semantics::scopes::node_at;
use crate::semantics::types::is_primitive;
use crate::syntax::names::words;
use crate::syntax::rust::{Source, callee, children, field, peel};

/// A statement whose operands come first.
struct Statement<'t> {
    node: Node<'t>,
    /// The operands, up to the last one that names what is changed.
    operands: Vec<Node<'t>>,
}

/// Writes such statements of a task anew, once everything in them has its edits.
pub(super) fn first(context: &Context, task: &Task, edits: &mut Edits) {
    let src = context.src;
    let mut named: HashMap<&str, Vec<&Span>> = HashMap::new();
    for used in &task.uses {
        named.entry(&used.name).or_default().push(&used.base);
    }
    let viewed = |used: &&Use| {
        let mut bindings = task.bindings.iter();
        let binding = bindings.find(|b| context.region.variables[b.var].name == used.name);
        let whole = binding.is_none_or(|b| matches!(b.how, How::Whole) || b.referred);
        used.mode.writes() && !used.in_macro && !whole
    };
    let mut found = BTreeMap::new();
    for used in task.uses.iter().filter(viewed) {
        let names = named.get(used.name.as_str()).map_or(&[][..], Vec::as_slice);
        if let Some(statement) = changing(src, used, names) {
            let span = statement.node.byte_range();
            found.insert((span.len(), span.start), statement);
        }
    }
    // Inner ones first.
    for statement in found.values() {
        let text = written_anew(src, statement, edits);
        edits.replace(statement.node.byte_range(), text);
    }
}

/// The statement that changes what is used here, if its operands name it, too.
fn changing<'t>(src: &'t Source, used: &Use, names: &[&Span]) -> Option<Statement<'t>> {
    let mut at = node_at(src, &used.span)?;
    let (node, mut operands) = loop {
        let parent = at.parent()?;
        match parent.kind() {
            "parenthesized_expression" | "unary_expression" => {}
            "index_expression" if parent.named_child(0) == Some(at) => {}
            "field_expression" => {
                let call = parent.parent().filter(|p| p.kind() == "call_expression");
                if let Some(call) = call.filter(|call| callee(*call) == Some(parent)) {
                    break (call, children(field(call, "arguments")?));
                }
            }
            "compound_assignment_expr" if field(parent, "left") == Some(at) => {
                // Rust itself has the operand of numbers first.
                if is_number(src, at, 0) || is_of_numbers(src, at) {
                    return None;
                }
                break (parent, vec![field(parent, "right")?]);
            }
            _ => return None,
        }
        at = parent;
    };
    let inside = |operand: &Node| {
        let span = operand.byte_range();
        names.iter().any(|name| span.contains(&name.start))
    };
    let last = operands.iter().rposition(inside)?;
    operands.truncate(last + 1);
    let plain = operands.iter().all(|o| o.kind() != "closure_expression");
    (plain && !has_effects(src, at)).then_some(Statement { node, operands })
}

/// An element of a grid of numbers: `Array2<f64>`.
fn is_of_numbers(src: &Source, place: Node) -> bool {
    let mut root = place;
    while let Some(base) = children(root)
        .first()
        .filter(|_| root.kind() == "index_expression")
    {
        root = peel(*base);
    }
    let ty = place_type(src, root, 0).unwrap_or_default();
    let given = ty.split_once('<').map_or("", |(_, given)| given);
    let mut given = words(given).filter(|word| *word != "_").peekable();
    let head = head(src, &ty);
    let mut grids = ["Array", "DMatrix", "DVector"].into_iter();
    grids.any(|of| head.starts_with(of)) && given.peek().is_some() && given.all(is_primitive)
}

/// A struct stands at the end of the operand, or at its beginning, outside of all brackets.
fn has_struct(operand: Node) -> bool {
    let mut stack = vec![operand];
    while let Some(node) = stack.pop() {
        let open = !matches!(
            node.kind(),
            "arguments" | "parenthesized_expression" | "block" | "token_tree" | "array_expression"
        );
        match node.kind() {
            "struct_expression" => return true,
            _ if open => stack.extend(children(node)),
            _ => {}
        }
    }
    false
}

/// A place whose indices may do more than give a number.
fn has_effects(src: &Source, place: Node) -> bool {
    let mut stack = vec![place];
    while let Some(node) = stack.pop() {
        let effects = match node.kind() {
            "call_expression" => {
                let function = callee(node).filter(|f| f.kind() == "field_expression");
                !function.is_some_and(|f| only_reads(src, f))
            }
            "macro_invocation" | "block" | "assignment_expression" => true,
            _ => false,
        };
        if effects {
            return true;
        }
        stack.extend(children(node));
    }
    false
}

/// `match OPERAND { __value => PLACE += __value }`.
fn written_anew(src: &Source, statement: &Statement, edits: &Edits) -> String {
    let (node, operands) = (statement.node, &statement.operands);
    let text = |span: Span| edits.apply(&src.text, &span);
    let names: Vec<String> = match operands.len() {
        1 => vec!["__value".to_owned()],
        many => (0..many).map(|n| format!("__value{n}")).collect(),
    };
    let value = |operand: &Node| match has_struct(*operand) && operands.len() == 1 {
        true => format!("({})", text(operand.byte_range())),
        false => text(operand.byte_range()),
    };
    let values: Vec<String> = operands.iter().map(value).collect();
    let list = |parts: &[String]| match parts {
        [one] => one.clone(),
        all => format!("({})", all.join(", ")),
    };
    let spans: Vec<Span> = operands.iter().map(Node::byte_range).collect();
    let mut with = edits.outside(spans.iter());
    for (operand, name) in operands.iter().zip(&names) {
        with.replace(operand.byte_range(), name.clone());
    }
    let changed = with.apply(&src.text, &node.byte_range());
    let whole = format!(
        "match {} {{ {} => {changed} }}",
        list(&values),
        list(&names)
    );
    let part = node.parent().is_some_and(|p| {
        matches!(
            p.kind(),
            "field_expression"
                | "index_expression"
                | "binary_expression"
                | "unary_expression"
                | "type_cast_expression"
                | "try_expression"
        )
    });
    match part {
        true => format!("({whole})"),
        false => whole,
    }
}
