//! Functions of the file that use nothing but the one struct of numbers that a parameter points to: no pointer to it,
//! or into it, is moved, kept, or handed to a function that does more.

use tree_sitter::Node;

use crate::c::parse::source::{Source, field};
use crate::c::semantics::declarations::Declared;
use crate::c::semantics::pointer_types::{self, levels};
use crate::c::semantics::variable_uses::{everywhere, parameter_of};
use crate::c::walk::accesses::Body;

impl Body<'_> {
    /// The function uses the struct alone that the parameter points to.
    pub(in crate::c) fn stays_within(&self, function: &str, parameter: &Declared) -> bool {
        is_within(self.file, function, parameter, &mut Vec::new())
    }
}

fn is_within(
    file: &Source,
    function: &str,
    parameter: &Declared,
    asked: &mut Vec<(String, String)>,
) -> bool {
    let key = (function.to_owned(), parameter.name.clone());
    if asked.contains(&key) {
        return true; // a call by itself uses nothing that the rest does not
    }
    asked.push(key);
    let plain = pointer_types::points_to_struct(file, parameter)
        && parameter.stars() == 1
        && pointer_types::is_plain(file, parameter, 0);
    let code = file.function(function).and_then(|f| field(f, "body"));
    let Some(code) = code.filter(|_| plain && !file.scopes.has_several(function)) else {
        return false;
    };
    let name = parameter.name.as_str();
    let hides = file.scopes.declared_in(name, &code.byte_range()) > 0;
    !hides && everywhere(file, code, name, &mut |node| uses_struct(file, node, asked))
}

/// Where the pointer is named, a number of its struct is used, or all of the struct.
fn uses_struct(file: &Source, name: Node, asked: &mut Vec<(String, String)>) -> bool {
    let mut at = name;
    while let Some(around) = at
        .parent()
        .filter(|p| p.kind() == "parenthesized_expression")
    {
        at = around;
    }
    let Some(around) = at.parent() else {
        return false;
    };
    let of_it = field(around, "argument") == Some(at);
    let operator = field(around, "operator").map_or("", |o| file.text(o));
    match around.kind() {
        "field_expression" => of_it && operator == "->" && is_number(file, around),
        "pointer_expression" if operator == "*" => {
            let outer = around
                .parent()
                .filter(|p| p.kind() == "parenthesized_expression");
            let member = outer.and_then(|o| Some((o, o.parent()?)));
            match member.filter(|(_, m)| m.kind() == "field_expression") {
                Some((_, member)) => is_number(file, member),
                None => is_set_or_read(file, around),
            }
        }
        // A function of the file is given it that stays within the struct.
        "argument_list" => parameter_of(file, at)
            .is_some_and(|(name, parameter)| is_within(file, name, &parameter, asked)),
        _ => false,
    }
}

/// The member is a number, or an element of an array in the struct, and its address is not taken.
fn is_number(file: &Source, member: Node) -> bool {
    let (mut at, mut brackets) = (member, 0);
    while let Some(around) = at.parent() {
        let of_it = field(around, "argument") == Some(at);
        match around.kind() {
            "parenthesized_expression" => {}
            "subscript_expression" if of_it => brackets += 1,
            // A struct in it: what its own member is counts.
            "field_expression" if of_it => return brackets == 0 && is_number(file, around),
            "pointer_expression" => return false,
            _ => break,
        }
        at = around;
    }
    let found = pointer_types::fields(file, file, member);
    !found.is_empty() && found.iter().all(|d| levels(d) == brackets)
}

/// `*p = e;`, `e = *p;`.
fn is_set_or_read(file: &Source, place: Node) -> bool {
    let Some(around) = place.parent() else {
        return false;
    };
    match around.kind() {
        "assignment_expression" => field(around, "operator").is_some_and(|o| file.text(o) == "="),
        "init_declarator" | "return_statement" => true,
        _ => false,
    }
}
