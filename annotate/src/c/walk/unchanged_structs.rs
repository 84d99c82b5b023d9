//! Structs whose address code hands to functions of the file alone that leave their members as they are: `get(&m, i)`,
//! and `set(&m, i, x)` with `m->cells[i] = x`, which changes what a member points to.

use tree_sitter::Node;

use crate::c::parse::source::{Source, any, field, peel};
use crate::c::semantics::declarations::{self, Declared, Form};
use crate::c::semantics::pointer_types;
use crate::c::semantics::variable_uses::{everywhere, parameter_of};
use crate::c::walk::accesses::Body;

impl Body<'_> {
    /// Takes those names out of the ones that code changes whose address it hands to such functions, and which it
    /// changes in no other way.
    pub(in crate::c) fn leave_out_unchanged(&mut self, code: Node) {
        let (file, changed) = (self.file, &mut self.env.assigned);
        let is_taken = |node: Node| {
            let place = field(node, "argument").filter(|_| takes_address(file, node));
            place.is_some_and(|place| changed.contains(file.text(peel(place))))
        };
        if !any(code, &is_taken) {
            return;
        }
        let code = Code { file, code };
        changed.retain(|name| !code.leaves(name));
    }
}

struct Code<'s> {
    file: &'s Source,
    code: Node<'s>,
}

impl Code<'_> {
    fn leaves(&self, name: &str) -> bool {
        let file = self.file;
        let is_struct =
            |d: Declared| d.form() == Form::Value && pointer_types::struct_of(file, &d).is_some();
        let found = declarations::find(file, self.code, name);
        found.is_some_and(is_struct)
            && file.scopes.declared_in(name, &self.code.byte_range()) == 0
            && everywhere(file, self.code, name, &mut |node| {
                is_left(file, node, ".") || is_given(file, node)
            })
    }
}

fn takes_address(file: &Source, node: Node) -> bool {
    node.kind() == "pointer_expression" && file.text(node).starts_with('&')
}

/// A member is read, or a number that a member points to is used.
fn is_left(file: &Source, name: Node, operator: &str) -> bool {
    let mut at = name;
    let mut member = None;
    while let Some(around) = at.parent() {
        let of_it = field(around, "argument") == Some(at);
        match around.kind() {
            "parenthesized_expression" => {}
            "field_expression" if of_it => {
                let by = field(around, "operator").map_or("", |o| file.text(o));
                if by != member.map_or(operator, |_| ".") {
                    return false;
                }
                member = Some(around);
            }
            "subscript_expression" if of_it => {
                return member.is_some_and(|member| points_to_numbers(file, member));
            }
            "subscript_expression" | "binary_expression" | "argument_list" => break,
            "assignment_expression" if field(around, "right") == Some(at) => break,
            "init_declarator" | "return_statement" | "cast_expression" | "unary_expression" => {
                break;
            }
            _ => return false,
        }
        at = around;
    }
    let copied = member.is_none() && operator == "." && is_argument(at);
    copied
        || member.is_some_and(|member| is_number(file, member) || points_to_numbers(file, member))
}

fn is_argument(node: Node) -> bool {
    node.parent()
        .is_some_and(|list| list.kind() == "argument_list")
}

/// All members of the name of `member` are pointers to numbers.
fn points_to_numbers(file: &Source, member: Node) -> bool {
    let found = pointer_types::fields(file, file, member);
    let points = |d: &Declared| {
        d.stars() == 1 && d.lengths().is_empty() && pointer_types::is_plain_number(file, d)
    };
    !found.is_empty() && found.iter().all(points)
}

fn is_number(file: &Source, member: Node) -> bool {
    let found = pointer_types::fields(file, file, member);
    let number =
        |d: &Declared| pointer_types::levels(d) == 0 && pointer_types::is_plain_number(file, d);
    !found.is_empty() && found.iter().all(number)
}

/// `f(&name)`, where `f` leaves the struct as it is.
fn is_given(file: &Source, name: Node) -> bool {
    let Some(place) = name.parent().filter(|place| takes_address(file, *place)) else {
        return false;
    };
    let mut asked = Vec::new();
    let found = is_kept_by(file, place, &mut asked);
    if found {
        let mut known = file.functions.unchanged.borrow_mut();
        known.extend(asked.into_iter().map(|key| (key, true)));
    }
    found
}

/// The argument is of a function of the file that leaves the struct as it is that the argument points to.
fn is_kept_by(file: &Source, argument: Node, asked: &mut Vec<(String, String)>) -> bool {
    let given = parameter_of(file, argument);
    given.is_some_and(|(name, parameter)| keeps(file, name, &parameter, asked))
}

/// The function leaves the struct as it is that the parameter points to.
fn keeps(
    file: &Source,
    function: &str,
    parameter: &Declared,
    asked: &mut Vec<(String, String)>,
) -> bool {
    let key = (function.to_owned(), parameter.name.clone());
    if asked.contains(&key) {
        return true; // a call by itself changes nothing that the rest does not
    }
    if let Some(known) = file.functions.unchanged.borrow().get(&key) {
        return *known;
    }
    asked.push(key.clone());
    let code = file.function(function).and_then(|f| field(f, "body"));
    let code = code.filter(|_| {
        pointer_types::points_to_struct(file, parameter) && !file.scopes.has_several(function)
    });
    let found = code.is_some_and(|code| {
        file.scopes.declared_in(&parameter.name, &code.byte_range()) == 0
            && everywhere(file, code, &parameter.name, &mut |node| {
                is_left(file, node, "->") || is_kept_by(file, node, asked)
            })
    });
    if !found {
        file.functions.unchanged.borrow_mut().insert(key, false);
    }
    found
}
