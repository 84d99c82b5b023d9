//! Functions that only compute an index, `let at = |i, j| i * m + j;` or `fn at(i: usize, ..) -> usize`:
//! what a call of one is equal to.

use tree_sitter::Node;

use crate::lower::methods;
use crate::semantics::functions;
use crate::semantics::scopes::{Binder, binder, initialiser};
use crate::syntax::rust::{Source, callee, children, field, peel};

/// A call of such a function.
pub(super) struct Call<'t> {
    /// Parameters with their arguments.
    pub(super) arguments: Vec<(String, Node<'t>)>,
    /// The expression that it stands for.
    pub(super) body: Node<'t>,
}

/// The call, if its function is an expression whose names mean the same where it is called.
pub(super) fn called<'t>(src: &'t Source, call: Node<'t>) -> Option<Call<'t>> {
    let function = callee(call)?;
    let item = match function.kind() {
        "identifier" => match binder(src, function, src.text(function)) {
            Some(Binder::Let(declaration)) => closure(src, declaration, function)?,
            Some(_) => return None,
            None => functions::called(src, function)?,
        },
        "field_expression" if field(function, "value")?.kind() == "self" => {
            let name = src.text(field(function, "field")?);
            match methods::of_same_type(src, call, name)[..] {
                [method] => method,
                _ => return None,
            }
        }
        _ => return None,
    };
    let method = function.kind() == "field_expression";
    let parameters = parameters(src, item, method)?;
    let arguments = children(field(call, "arguments")?);
    let body = tail(field(item, "body")?)?;
    let fits =
        parameters.len() == arguments.len() && means_the_same(src, item, call, body, &parameters);
    fits.then(|| Call {
        arguments: parameters.into_iter().zip(arguments).collect(),
        body,
    })
}

/// The closure that a `let` without `mut` names.
fn closure<'t>(src: &'t Source, declaration: Node<'t>, function: Node) -> Option<Node<'t>> {
    let mutable = children(declaration)
        .iter()
        .any(|part| part.kind() == "mutable_specifier");
    let value = peel(initialiser(src, declaration, src.text(function))?);
    (!mutable && value.kind() == "closure_expression").then_some(value)
}

/// Names of the parameters, all of them plain; of functions those of whole numbers. A method has
/// `&self` before them.
fn parameters(src: &Source, item: Node, method: bool) -> Option<Vec<String>> {
    const WIDE: [&str; 4] = ["usize", "isize", "u64", "i64"];
    let wide = |ty: Option<Node>| ty.is_some_and(|ty| WIDE.contains(&src.text(ty)));
    let closure = item.kind() == "closure_expression";
    if !closure && !wide(field(item, "return_type")) {
        return None;
    }
    let mut list = children(field(item, "parameters")?);
    if method {
        let own = list.first().filter(|p| p.kind() == "self_parameter")?;
        if src.text(*own).contains("mut") {
            return None;
        }
        list.remove(0);
    }
    let name = |parameter: Node| match parameter.kind() {
        "identifier" if closure => Some(src.text(parameter).to_owned()),
        "parameter" if closure || wide(field(parameter, "type")) => {
            let pattern = field(parameter, "pattern").filter(|p| p.kind() == "identifier")?;
            Some(src.text(pattern).to_owned())
        }
        _ => None,
    };
    list.into_iter().map(name).collect()
}

/// The one expression of a body.
fn tail(body: Node<'_>) -> Option<Node<'_>> {
    if body.kind() != "block" {
        return Some(body);
    }
    match children(body)[..] {
        [only] if only.kind() != "expression_statement" => Some(only),
        _ => None,
    }
}

/// Names of the body are parameters, or bound by the same declaration here and there.
fn means_the_same(src: &Source, item: Node, call: Node, body: Node, parameters: &[String]) -> bool {
    let method = item.kind() == "function_item";
    let mut stack = vec![body];
    while let Some(node) = stack.pop() {
        let name = src.text(node);
        let same = match node.kind() {
            "identifier" if parameters.iter().any(|p| p == name) => true,
            "identifier" => {
                let place = |at: Node| binder(src, at, name).map(|b| b.node().id());
                place(item) == place(call) && (!method || place(item).is_none())
            }
            "closure_expression" | "block" | "macro_invocation" => false,
            _ => true,
        };
        if !same {
            return false;
        }
        stack.extend(children(node));
    }
    true
}
