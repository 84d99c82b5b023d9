//! What expressions leave when they are divided by a number: `t % 2`, `(t + 1) % 3`, `t & 1`, `now ^ 1`.

use tree_sitter::Node;

use crate::ir::{Poly, Residue};
use crate::lower::affine::Env;
use crate::syntax::constants::integer;
use crate::syntax::rust::{Source, children, field, peel};

/// Those of all expressions in some code that are atoms of indices.
pub(super) fn residues(src: &Source, code: Node) -> Vec<Residue> {
    let env = Env::default();
    let (mut list, mut stack) = (Vec::new(), vec![code]);
    while let Some(node) = stack.pop() {
        if node.kind() == "binary_expression"
            && let Some((by, like)) = residue(src, &env, node)
            && let Some(atom) = atom(&env, src, node)
        {
            list.push(Residue { atom, by, like });
        }
        stack.extend(children(node));
    }
    list
}

fn atom(env: &Env, src: &Source, node: Node) -> Option<String> {
    match env.poly(src, node)?.as_factor()? {
        (product, 1) if product.len() == 1 => product.into_iter().next(),
        _ => None,
    }
}

fn residue(src: &Source, env: &Env, node: Node) -> Option<(i64, Poly)> {
    let (left, right) = (peel(field(node, "left")?), peel(field(node, "right")?));
    let value = env.poly(src, left)?;
    let number = integer(src.text(right))?;
    match src.text(field(node, "operator")?) {
        "%" if number > 1 => Some((number, value)),
        "&" if number > 0 && number & (number + 1) == 0 => Some((number + 1, value)),
        "^" if number & 1 == 1 => Some((2, value.plus(&Poly::constant(number))?)),
        _ => None,
    }
}
