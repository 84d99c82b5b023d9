//! Where code names a variable, and which parameter of a function of the file an argument becomes.

use tree_sitter::Node;

use crate::c::parse::names::{identifiers, through_macros};
use crate::c::parse::source::{Source, children, field, peel};
use crate::c::semantics::declarations::{self, Declared};

/// The code has the name in such places alone, and in no macro.
pub(in crate::c) fn everywhere(
    file: &Source,
    code: Node,
    name: &str,
    fits: &mut dyn FnMut(Node) -> bool,
) -> bool {
    let mut all = identifiers(file, code).into_iter();
    all.all(|(word, node)| match word == name {
        true => fits(node),
        false => {
            let is_macro = file.macros.contains_key(word);
            !is_macro || !through_macros(file, vec![word.to_owned()]).contains(name)
        }
    })
}

/// The function of the file that is given the argument, and its parameter for it.
pub(in crate::c) fn parameter_of<'s>(
    file: &'s Source,
    argument: Node,
) -> Option<(&'s str, Declared<'s>)> {
    let list = argument
        .parent()
        .filter(|list| list.kind() == "argument_list")?;
    let number = children(list).iter().position(|a| *a == argument)?;
    let callee = peel(field(list.parent()?, "function")?);
    let name = file.text(callee);
    let own = callee.kind() == "identifier"
        && declarations::find(file, callee, name).is_none_or(|d| d.is_function())
        && !file.macros.contains_key(name);
    let function = file.function(name).filter(|_| own)?;
    let parameter = declarations::parameters(file, function)
        .into_iter()
        .nth(number)?;
    Some((name, parameter))
}
