//! What the calls of a file hand to a function: parameters that may lead to the same memory, or to that of
//! a variable of the file.
//!
//! `f(rows[3], rows)` gives `f` a row and the rows, `f(all, rows)` too where `rows[i] = all + i * m` stands in
//! front. Members of structs are what they are called: `f(l->u, l->r)` says nothing, `f(l->u[0], l->u)` does.

use std::collections::{BTreeSet, HashMap, HashSet};

use tree_sitter::Node;

use crate::c::parse::source::{Source, children, field, peel, place_name, root_of};
use crate::c::points_to::alias_classes::{Families, Pair};
use crate::c::points_to::store_summaries::Stored;
use crate::c::semantics::declarations::{self, Declared, Form};
use crate::c::semantics::pointer_types;

/// For each function, by its first byte, the names in it that its callers make one.
#[derive(Default)]
pub(in crate::c) struct Handed(HashMap<usize, HashSet<Pair>>);

/// A call of a function of the file.
pub(in crate::c) struct Call {
    /// Where it stands.
    pub(in crate::c) at: usize,
    /// The first byte of the function.
    pub(in crate::c) function: usize,
    pub(in crate::c) parameters: HashSet<String>,
    /// The parameters that get memory, with what the caller calls it.
    pub(in crate::c) given: Vec<(String, String)>,
}

/// The calls that hand memory to functions of a file, by the first byte of who calls.
pub(in crate::c) type Calls = HashMap<usize, Vec<Call>>;

impl Handed {
    pub(in crate::c) fn of(src: &Source, calls: &Calls, stored: &Stored) -> Handed {
        let of_file = file_variables(src);
        let mut families: HashMap<usize, Families> = HashMap::new();
        let family = |function: usize| {
            let function = src.function_at(function);
            function.map_or_else(Families::default, |f| Families::of(src, f, stored))
        };
        let mut handed = Handed::default();
        // What a function is handed, it hands on. Those that call others mostly stand behind them.
        let mut open: BTreeSet<usize> = calls.keys().copied().collect();
        while let Some(caller) = open.pop_last() {
            let known = families.entry(caller).or_insert_with(|| family(caller));
            let lasting = known.groups(&of_file);
            let found = calls[&caller].iter();
            let found = found.map(|call| (call.function, pairs(call, &of_file, &lasting, known)));
            let found: Vec<(usize, Vec<Pair>)> = found.collect();
            for (function, pairs) in found {
                let all = handed.0.entry(function).or_default();
                for pair in pairs {
                    if all.contains(&pair) {
                        continue;
                    }
                    if calls.contains_key(&function) {
                        let known = families.entry(function).or_insert_with(|| family(function));
                        known.join(&pair.0, &pair.1);
                        open.insert(function);
                    }
                    all.insert(pair);
                }
            }
        }
        handed
    }

    /// The pairs of a function.
    pub(in crate::c) fn to(&self, function: Node) -> impl Iterator<Item = &Pair> {
        self.0.get(&function.start_byte()).into_iter().flatten()
    }
}

/// See [`Calls`].
pub(in crate::c) fn calls(src: &Source) -> Calls {
    let mut list = Calls::new();
    let mut stack = vec![(src.tree.root_node(), None)];
    while let Some((node, around)) = stack.pop() {
        let caller = match node.kind() {
            "function_definition" => Some(node),
            _ => around,
        };
        stack.extend(children(node).into_iter().map(|child| (child, caller)));
        let callee = (node.kind() == "call_expression")
            .then(|| field(node, "function"))
            .flatten();
        let function = callee.and_then(|callee| src.function(src.text(peel(callee))));
        if let (Some(function), Some(caller)) = (function, caller) {
            let arguments = field(node, "arguments").map_or_else(Vec::new, children);
            let parameters = declarations::parameters(src, function);
            let given = parameters
                .iter()
                .zip(arguments)
                .filter_map(|(parameter, argument)| {
                    let leads =
                        parameter.form() != Form::Value || pointer_types::holds(src, parameter, 0);
                    Some((parameter.name.clone(), place(src, argument)?)).filter(|_| leads)
                });
            let given: Vec<_> = given.collect();
            if !given.is_empty() {
                let of_caller = list.entry(caller.start_byte()).or_default();
                of_caller.push(Call {
                    at: node.start_byte(),
                    function: function.start_byte(),
                    parameters: parameters.into_iter().map(|d| d.name).collect(),
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

/// What a call makes one. `lasting`: the variables of the file by the heads of their families.
fn pairs(
    call: &Call,
    of_file: &HashSet<String>,
    lasting: &HashMap<String, Vec<String>>,
    families: &Families,
) -> Vec<Pair> {
    let is_plain = |place: &str| root_of(place) == place;
    let heads = call.given.iter().map(|(_, place)| families.head(place));
    let heads: Vec<String> = heads.collect();
    let own = |name: &str| call.given.iter().any(|(parameter, _)| parameter == name);
    let mut list = Vec::new();
    for (n, (parameter, place)) in call.given.iter().enumerate() {
        let others = call.given[..n].iter().zip(&heads);
        let others = others.filter(|((_, other), head)| {
            place == other || (is_plain(place) && is_plain(other) && heads[n] == **head)
        });
        list.extend(others.map(|((other, _), _)| (parameter.clone(), other.clone())));
        let related = lasting.get(&heads[n]).filter(|_| is_plain(place));
        let itself = of_file.get(place);
        let named = related.into_iter().flatten().chain(itself);
        let named = named.filter(|name| !own(name));
        list.extend(named.map(|name| (parameter.clone(), name.clone())));
    }
    list
}

/// Pointers and arrays of the file.
fn file_variables(src: &Source) -> HashSet<String> {
    let top = children(src.tree.root_node()).into_iter();
    let declared = top.filter(|node| node.kind() == "declaration");
    let names = declared.flat_map(|node| declarations::names(src, node, true));
    let leads = |d: &Declared| d.form() != Form::Value || pointer_types::holds(src, d, 0);
    let lead = names.filter(|d| leads(d) && !d.is_function());
    lead.map(|d| d.name).collect()
}
