//! What the calls of a file hand to a function: parameters that may lead to the same memory, or to that of
//! a variable of the file.
//!
//! `f(rows[3], rows)` gives `f` a row and the rows, `f(all, rows)` too where `rows[i] = all + i * m` stands in
//! front. Members of structs are what they are called: `f(l->u, l->r)` says nothing, `f(l->u[0], l->u)` does.

use std::collections::{HashMap, HashSet};

use tree_sitter::Node;

use super::declared;
use super::families::{Families, Pair};
use super::syntax::{Source, children, field, peel, place_name, root_of};

/// For each function, by its first byte, the names in it that its callers make one.
#[derive(Default)]
pub(super) struct Handed(HashMap<usize, HashSet<Pair>>);

/// A call of a function of the file.
struct Call {
    caller: usize,
    function: usize,
    /// The parameters that get memory, with what the caller calls it.
    given: Vec<(String, String)>,
}

impl Handed {
    pub(super) fn of(src: &Source) -> Handed {
        let calls = calls(src);
        let of_file = file_variables(src);
        let mut known: HashMap<usize, Families> = HashMap::new();
        for call in &calls {
            let family = || {
                let function = src.function_at(call.caller);
                function.map_or_else(Families::default, |f| Families::of(src, f))
            };
            known.entry(call.caller).or_insert_with(family);
        }
        let mut handed = Handed::default();
        // What a function is handed, it hands on.
        loop {
            let mut grown = false;
            for call in &calls {
                let pairs = pairs(call, &of_file, &known[&call.caller]);
                let all = handed.0.entry(call.function).or_default();
                for pair in pairs {
                    if let Some(families) = known.get_mut(&call.function) {
                        families.join(&pair.0, &pair.1);
                    }
                    grown |= all.insert(pair);
                }
            }
            if !grown {
                return handed;
            }
        }
    }

    /// The pairs of a function.
    pub(super) fn to(&self, function: Node) -> impl Iterator<Item = &Pair> {
        self.0.get(&function.start_byte()).into_iter().flatten()
    }
}

/// The calls that hand memory to functions of the file.
fn calls(src: &Source) -> Vec<Call> {
    let mut list = Vec::new();
    let mut stack = vec![src.tree.root_node()];
    while let Some(node) = stack.pop() {
        stack.extend(children(node));
        let callee = (node.kind() == "call_expression")
            .then(|| field(node, "function"))
            .flatten();
        let function = callee.and_then(|callee| src.function(src.text(peel(callee))));
        let caller = src.function_at(node.start_byte());
        if let (Some(function), Some(caller)) = (function, caller) {
            let arguments = field(node, "arguments").map_or_else(Vec::new, children);
            let parameters = declared::parameters(src, function).into_iter();
            let given = parameters
                .zip(arguments)
                .filter_map(|(parameter, argument)| {
                    let leads = parameter.form() != declared::Form::Value;
                    Some((parameter.name, place(src, argument)?)).filter(|_| leads)
                });
            let given: Vec<_> = given.collect();
            if !given.is_empty() {
                list.push(Call {
                    caller: caller.start_byte(),
                    function: function.start_byte(),
                    given,
                });
            }
        }
    }
    list
}

/// The place that an argument leads into: `l->rows` of `&l->rows[k][1]`.
fn place(src: &Source, argument: Node) -> Option<String> {
    let at = peel(argument);
    let inner = match at.kind() {
        "subscript_expression" | "pointer_expression" => field(at, "argument"),
        "cast_expression" => field(at, "value"),
        "binary_expression" => field(at, "left"),
        _ => return place_name(src, at),
    };
    place(src, inner?)
}

/// What a call makes one.
fn pairs(call: &Call, of_file: &[String], families: &Families) -> Vec<Pair> {
    let are_one = |a: &str, b: &str| {
        let plain = root_of(a) == a && root_of(b) == b;
        a == b || (plain && families.head(a) == families.head(b))
    };
    let mut list = Vec::new();
    for (n, (parameter, place)) in call.given.iter().enumerate() {
        let others = call.given[..n]
            .iter()
            .filter(|(_, other)| are_one(place, other));
        list.extend(others.map(|(other, _)| (parameter.clone(), other.clone())));
        let own = |name: &&String| call.given.iter().any(|(parameter, _)| parameter == *name);
        let lasting = of_file
            .iter()
            .filter(|name| are_one(place, name) && !own(name));
        list.extend(lasting.map(|name| (parameter.clone(), name.clone())));
    }
    list
}

/// Pointers and arrays of the file.
fn file_variables(src: &Source) -> Vec<String> {
    let top = children(src.tree.root_node()).into_iter();
    let declared = top.filter(|node| node.kind() == "declaration");
    let names = declared.flat_map(|node| declared::names(src, node, true));
    let lead = names.filter(|d| d.form() != declared::Form::Value && !d.is_function());
    lead.map(|d| d.name).collect()
}
