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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::formula;

    fn name(name: &str) -> Option<String> {
        (!name.contains('@')).then(|| format!("({name} as i128)"))
    }

    #[test]
    fn quotients_and_choices_are_written_with_values_for_all_names() {
        let [p, n] = ["p", "n"].map(Poly::atom);
        let quotient = formula::two("/", &p.times(&n).unwrap(), &Poly::constant(4)).unwrap();
        let text = rust_text(&quotient, &name).unwrap();
        assert!(text.contains(".checked_div(4_i128).unwrap_or(0)"), "{text}");
        let last = formula::two("==", &p, &Poly::constant(3)).unwrap();
        let choice = formula::choice(&[last, n.clone(), quotient]).unwrap();
        let text = rust_text(&choice, &name).unwrap();
        assert!(
            text.contains("if (p as i128) == 3_i128 { (n as i128) }"),
            "{text}"
        );
        let least = formula::method("min", &p, &n).unwrap();
        assert_eq!(
            rust_text(&least, &name).unwrap(),
            "((p as i128).min((n as i128))) as isize"
        );
    }

    #[test]
    fn what_is_not_known_is_not_written() {
        let [inner, n] = ["k@2", "n"].map(Poly::atom);
        assert_eq!(rust_text(&inner, &name), None);
        let shifted = formula::two("<<", &n, &Poly::constant(2)).unwrap();
        assert_eq!(rust_text(&shifted, &name), None);
        let by_number = formula::choice(&[n.clone(), n.clone(), n]).unwrap();
        assert_eq!(rust_text(&by_number, &name), None);
    }
}
