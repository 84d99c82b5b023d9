//! Methods of slices and of grids of `ndarray` and `nalgebra` that reach single elements, written out:
//! `a.get(i)`, `a.get_mut((i, j))`, `a.swap(i, j)`, `a.row_mut(i)[k]`.

use tree_sitter::Node;

use crate::expand::pure::is_simple;
use crate::expand::scope::Scope;
use crate::expand::write::{place, text};
use crate::semantics::headers::place_type;
use crate::semantics::types::{element, is_primitive, reference};
use crate::syntax::rust::{Source, children, field, peel};

/// What a method is called on.
enum Array {
    /// A slice or a vector, with the type of its elements.
    Line(String),
    /// Rows and columns.
    Grid,
}

/// The text for a call of such a method.
pub(super) fn call<'t>(
    src: &'t Source,
    node: Node<'t>,
    scope: Option<&Scope<'t>>,
) -> Option<String> {
    let (array, of, name) = method(src, node)?;
    let arguments = children(field(node, "arguments")?);
    let simple = arguments.iter().all(|argument| is_simple(src, *argument));
    let array = place(src, array, scope).filter(|_| simple)?;
    let text = |node| text(src, node, scope);
    match (name, of, arguments.as_slice()) {
        ("get" | "get_mut", Array::Line(cell), [index])
            if element(&cell).is_none() && is_index(*index) =>
        {
            let (index, borrow) = (text(*index)?, borrow(name));
            Some(format!(
                "(if ({index}) < {array}.len() {{ Some(&{borrow}{array}[{index}]) }} else {{ None }})"
            ))
        }
        ("get" | "get_mut", Array::Grid, [index]) => {
            let both = matches!(index.kind(), "tuple_expression" | "array_expression");
            let [row, column] = children(*index)[..] else {
                return None;
            };
            let (row, column, borrow) = (text(row)?, text(column)?, borrow(name));
            both.then(|| {
                format!(
                    "(if ({row}) < {array}.nrows() && ({column}) < {array}.ncols() \
                     {{ Some(&{borrow}{array}[({row}, {column})]) }} else {{ None }})"
                )
            })
        }
        ("swap", Array::Line(cell), [i, j]) if is_primitive(&cell) => {
            let statement = node
                .parent()
                .is_some_and(|p| p.kind() == "expression_statement");
            let (i, j) = (text(*i)?, text(*j)?);
            statement
                .then(|| format!("({array}[{i}], {array}[{j}]) = ({array}[{j}], {array}[{i}])"))
        }
        _ => None,
    }
}

/// `a[(i, k)]` for `a.row(i)[k]`, and of columns.
pub(super) fn of_row<'t>(
    src: &'t Source,
    node: Node<'t>,
    scope: Option<&Scope<'t>>,
) -> Option<String> {
    let [row, index] = children(node)[..] else {
        return None;
    };
    let (array, Array::Grid, name) = method(src, peel(row))? else {
        return None;
    };
    let [argument] = children(field(peel(row), "arguments")?)[..] else {
        return None;
    };
    let simple = is_index(index) && is_simple(src, index) && is_simple(src, argument);
    let array = place(src, array, scope).filter(|_| simple)?;
    let (along, at) = (text(src, argument, scope)?, text(src, index, scope)?);
    match name {
        "row" | "row_mut" => Some(format!("{array}[({along}, {at})]")),
        "column" | "column_mut" => Some(format!("{array}[({at}, {along})]")),
        _ => None,
    }
}

/// The array that a method is called on, and the method's name; none of the file's own.
fn method<'t>(src: &'t Source, call: Node<'t>) -> Option<(Node<'t>, Array, &'t str)> {
    const NAMES: [&str; 7] = [
        "get",
        "get_mut",
        "swap",
        "row",
        "row_mut",
        "column",
        "column_mut",
    ];
    let function = field(call, "function").filter(|f| f.kind() == "field_expression")?;
    let name = src.text(field(function, "field")?);
    if !NAMES.contains(&name) || !src.functions(name).is_empty() {
        return None;
    }
    let array = peel(field(function, "value")?);
    let ty = place_type(src, array, 0)?;
    let target = reference(&ty).map_or(ty.as_str(), |(_, target)| target);
    let head = target.split('<').next()?.rsplit("::").next()?.trim();
    let of = match (element(target), head) {
        (Some(cell), _) => Array::Line(cell.to_owned()),
        (None, "Array2" | "DMatrix") => Array::Grid,
        _ => return None,
    };
    Some((array, of, name))
}

fn is_index(index: Node) -> bool {
    !matches!(
        index.kind(),
        "range_expression" | "tuple_expression" | "array_expression" | "reference_expression"
    )
}

fn borrow(name: &str) -> &'static str {
    match name {
        "get_mut" => "mut ",
        _ => "",
    }
}
