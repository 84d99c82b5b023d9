//! Polynomials over expressions as text of Rust, computed with 128 bits, which all indices fit into: quotients
//! that have no value are 0.

use std::cell::Cell;

use super::Poly;
use super::formula::{Tree, parsed};

/// The value as an `isize`, names written by `name` as an `i128`; `None`: something in it cannot be written.
pub(crate) fn rust_text(value: &Poly, name: &dyn Fn(&str) -> Option<String>) -> Option<String> {
    let fails = Cell::new(false);
    let text = value.to_text(|atom| {
        let text = parsed(atom).and_then(|tree| number(&tree, name));
        fails.set(fails.get() || text.is_none());
        text.unwrap_or_default()
    });
    (!fails.get()).then(|| format!("({text}) as isize"))
}

fn number(tree: &Tree, name: &dyn Fn(&str) -> Option<String>) -> Option<String> {
    let next = |tree: &Tree| number(tree, name);
    Some(match tree {
        Tree::Number(number) => format!("{number}_i128"),
        Tree::Name(own) => name(own)?,
        Tree::Two(operator, sides) => {
            let (a, b) = (next(&sides.0)?, next(&sides.1)?);
            match *operator {
                "+" | "-" | "*" => format!("({a} {operator} {b})"),
                "/" => format!("{a}.checked_div({b}).unwrap_or(0)"),
                "%" => format!("{a}.checked_rem({b}).unwrap_or(0)"),
                "min" | "max" => format!("{a}.{operator}({b})"),
                "div_ceil" => format!("(-(-{a}).div_euclid({b}.max(1)))"),
                "abs_diff" => format!("({a} - {b}).abs()"),
                _ => return None,
            }
        }
        Tree::Choice(parts) => {
            let (yes, no) = (next(&parts.1)?, next(&parts.2)?);
            format!(
                "(if {} {{ {yes} }} else {{ {no} }})",
                truth(&parts.0, name)?
            )
        }
    })
}

fn truth(tree: &Tree, name: &dyn Fn(&str) -> Option<String>) -> Option<String> {
    let Tree::Two(operator, sides) = tree else {
        return None;
    };
    match *operator {
        "&&" | "||" => {
            let (a, b) = (truth(&sides.0, name)?, truth(&sides.1, name)?);
            Some(format!("({a} {operator} {b})"))
        }
        "==" | "!=" | "<" | "<=" | ">" | ">=" => {
            let (a, b) = (number(&sides.0, name)?, number(&sides.1, name)?);
            Some(format!("{a} {operator} {b}"))
        }
        _ => None,
    }
}
