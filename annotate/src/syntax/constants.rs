//! Numbers of constants: `const ROWS: usize = 2 * HALF + 1;`, where they are in the file.

use std::cell::RefCell;
use std::collections::HashMap;

use tree_sitter::Node;

use crate::syntax::rust::{Source, children, field, function_around, peel};

/// Constants within constants beyond which nobody looks.
const DEPTH: usize = 24;

/// Numbers by the function that a name stands in and the name.
pub(crate) type Numbers = RefCell<HashMap<(usize, String), Option<i64>>>;

/// The number that a name is for code at `at`, if a constant of the function or of its module binds it.
pub(crate) fn number_of(src: &Source, at: Node, name: &str) -> Option<i64> {
    number_at(src, at, name, 0)
}

fn number_at(src: &Source, node: Node, name: &str, depth: usize) -> Option<i64> {
    let upper = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_';
    if depth > DEPTH || !name.chars().all(upper) || name.starts_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let function = function_around(node);
    let key = (function.map_or(0, |f| f.id()), name.to_owned());
    if let Some(known) = src.numbers().borrow().get(&key) {
        return *known;
    }
    let item = match function {
        Some(function) => in_function(src, function, name),
        None => in_module(src, node, name),
    };
    let value = item.and_then(|item| {
        let integer = field(item, "type").is_some_and(|ty| is_integer(src.text(ty)));
        value(src, field(item, "value").filter(|_| integer)?, depth + 1)
    });
    src.numbers().borrow_mut().insert(key, value);
    value
}

/// The constant that the name means in all of a function.
fn in_function<'t>(src: &'t Source, function: Node<'t>, name: &str) -> Option<Node<'t>> {
    // `<const N: usize>` of the function, or of what it is in.
    let mut around = Some(function);
    while let Some(node) = around {
        let parameters = field(node, "type_parameters").map(children);
        let own = |p: Node| {
            let word = field(p, "name").map(|n| src.text(n));
            p.kind() == "const_parameter" && word == Some(name)
        };
        if parameters.unwrap_or_default().into_iter().any(own) {
            return None;
        }
        around = node.parent();
    }
    let body = field(function, "body")?;
    let (mut found, mut stack) = (Vec::new(), vec![body]);
    while let Some(node) = stack.pop() {
        if is_named(src, node, name) {
            found.push(node);
        }
        stack.extend(children(node));
    }
    match found[..] {
        [] => in_module(src, function, name),
        [item] if item.parent().is_some_and(|p| p.id() == body.id()) => usual(src, item),
        _ => None,
    }
}

/// The one constant of that name of the module around.
fn in_module<'t>(src: &Source, at: Node<'t>, name: &str) -> Option<Node<'t>> {
    let mut module = at.parent()?;
    while let Some(around) = module.parent() {
        let list = module.kind() == "declaration_list" && around.kind() == "mod_item";
        if module.kind() == "source_file" || list {
            break;
        }
        module = around;
    }
    let items = children(module).into_iter();
    let found: Vec<Node> = items.filter(|item| is_named(src, *item, name)).collect();
    match found[..] {
        [item] => usual(src, item),
        _ => None,
    }
}

fn is_named(src: &Source, node: Node, name: &str) -> bool {
    node.kind() == "const_item" && field(node, "name").is_some_and(|n| src.text(n) == name)
}

/// Nothing says that the constant is there under a condition alone.
fn usual<'t>(src: &Source, item: Node<'t>) -> Option<Node<'t>> {
    let mut before = item.prev_named_sibling();
    while let Some(node) = before.filter(|n| n.kind() == "attribute_item" || n.is_extra()) {
        if node.kind() == "attribute_item" && src.text(node).contains("cfg") {
            return None;
        }
        before = node.prev_named_sibling();
    }
    Some(item)
}

fn is_integer(ty: &str) -> bool {
    let rest = ty.strip_prefix(['i', 'u']);
    rest.is_some_and(|rest| rest == "size" || rest.parse::<u32>().is_ok())
}

/// The value of an expression of constants.
fn value(src: &Source, node: Node, depth: usize) -> Option<i64> {
    let node = peel(node);
    let inner = |node| value(src, node, depth + 1);
    match node.kind() {
        _ if depth > DEPTH => None,
        "integer_literal" => integer(src.text(node)),
        "identifier" => number_at(src, node, src.text(node), depth + 1),
        "unary_expression" if src.text(node).starts_with('-') => {
            inner(*children(node).first()?)?.checked_neg()
        }
        // What may be cut off is left to the compiler.
        "type_cast_expression" => {
            let wide = matches!(
                src.text(field(node, "type")?),
                "usize" | "isize" | "u64" | "i64"
            );
            inner(field(node, "value")?).filter(|n| *n >= 0 && wide)
        }
        "binary_expression" => {
            let (a, b) = (inner(field(node, "left")?)?, inner(field(node, "right")?)?);
            let shift = || u32::try_from(b).ok().filter(|by| *by < 62);
            match src.text(field(node, "operator")?) {
                "+" => a.checked_add(b),
                "-" => a.checked_sub(b),
                "*" => a.checked_mul(b),
                "/" => a.checked_div(b),
                "%" => a.checked_rem(b),
                "<<" => a.checked_mul(1_i64 << shift()?),
                ">>" => Some(a >> shift()?),
                _ => None,
            }
        }
        _ => None,
    }
}

/// The value of an integer literal, suffix and underscores aside.
pub(crate) fn integer(text: &str) -> Option<i64> {
    let text = text.replace('_', "");
    let (digits, radix) = match text.get(..2) {
        Some("0x") => (&text[2..], 16),
        Some("0b") => (&text[2..], 2),
        Some("0o") => (&text[2..], 8),
        _ => (text.as_str(), 10),
    };
    let digits = [
        "usize", "isize", "u8", "u16", "u32", "u64", "u128", "i8", "i16", "i32", "i64", "i128",
    ]
    .iter()
    .find_map(|suffix| digits.strip_suffix(suffix))
    .unwrap_or(digits);
    i64::from_str_radix(digits, radix).ok()
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::syntax::rust::parse;

    #[test]
    fn numbers_of_constants() {
        let text = "const HALF: usize = 32; const ROWS: usize = 2 * HALF + 1; const F: f64 = 3.0;
            #[cfg(test)] const WHEN: usize = 1;
            mod inner { const HALF: u32 = 1 << 3; fn g() { x(HALF); } }
            fn f() { const OWN: usize = ROWS / 5; x(OWN); x(ROWS); x(WHEN); x(F); { const IN: usize = 1; x(IN); } }
            fn h<const HALF: usize>() { x(HALF); }";
        let src = parse(Path::new("t.rs"), text.to_owned()).expect("parses");
        let mut found = Vec::new();
        let mut stack = vec![src.tree.root_node()];
        while let Some(node) = stack.pop() {
            if node.kind() == "arguments" {
                let name = children(node)[0];
                found.push((node.start_byte(), number_of(&src, name, src.text(name))));
            }
            stack.extend(children(node));
        }
        found.sort_unstable();
        let found: Vec<Option<i64>> = found.into_iter().map(|(_, n)| n).collect();
        assert_eq!(found, [Some(8), Some(13), Some(65), None, None, None, None]);
    }
}
