//! What calls make longer or shorter: `list.push(x)`, `std::mem::swap(a, b)`, and by an index made once the
//! functions of the file that do so to their parameters, directly or through each other.

use std::collections::{BTreeSet, HashMap};

use tree_sitter::Node;

use crate::syntax::names::pattern_names;
use crate::syntax::rust::{Source, callee, children, field, peel};

/// Methods of vectors and strings that change how long they are.
const METHODS: [&str; 24] = [
    "push",
    "pop",
    "clear",
    "resize",
    "resize_with",
    "insert",
    "remove",
    "truncate",
    "extend",
    "extend_from_slice",
    "extend_from_within",
    "append",
    "drain",
    "retain",
    "retain_mut",
    "swap_remove",
    "reserve",
    "reserve_exact",
    "dedup",
    "dedup_by_key",
    "split_off",
    "shrink_to_fit",
    "push_str",
    "splice",
];

/// The method makes what it is called on longer or shorter, where that is a vector or a string.
pub(crate) fn resizes(method: &str) -> bool {
    METHODS.contains(&method)
}

/// What is behind a parameter: its fields (`.list`), and the number of index brackets before them.
pub(crate) type Part = (String, usize);

/// A part of a function's parameter.
type Found = (String, usize, Part);

/// Parts deeper than this count as this deep.
const DEPTH: usize = 4;

/// The functions of a file, by name, with the parameters (`self` among them) whose parts they resize.
#[derive(Debug, Default)]
pub(crate) struct Resizing {
    functions: HashMap<String, BTreeSet<(usize, Part)>>,
}

impl Resizing {
    /// All functions of a file.
    pub(crate) fn of(src: &Source) -> Resizing {
        let mut resizing = Resizing::default();
        // Of a function's parameter: where parts of others are when they are handed on to it.
        let mut handed: HashMap<(String, usize), Vec<Found>> = HashMap::new();
        let mut found: Vec<Found> = Vec::new();
        for function in src.function_items() {
            let names = called_by(src, function);
            let parameters = parameters(src, function);
            let of = |place| {
                let place = place_of(src, place);
                let at = |root: &String| parameters.iter().position(|p| p.contains(root));
                let found = place.and_then(|(root, part)| Some((at(&root)?, part)));
                let each = |(at, part): (usize, Part)| {
                    let names = names.iter();
                    names.map(move |name| (name.clone(), at, part.clone()))
                };
                found.into_iter().flat_map(each)
            };
            for call in field(function, "body").map_or_else(Vec::new, calls) {
                found.extend(direct(src, call).into_iter().flat_map(of));
                let Some((called, arguments)) = named(src, call) else {
                    continue;
                };
                for (at, argument) in arguments.into_iter().enumerate() {
                    let from = handed.entry((called.clone(), at)).or_default();
                    from.extend(of(argument));
                }
            }
        }
        while let Some((name, at, part)) = found.pop() {
            let parts = resizing.functions.entry(name.clone()).or_default();
            if parts.insert((at, part.clone())) {
                let from = handed.get(&(name, at)).into_iter().flatten();
                found.extend(from.map(|(n, a, p)| (n.clone(), *a, joined(p, &part))));
            }
        }
        resizing
    }

    /// Places that a call resizes, with the fields and brackets behind them.
    pub(crate) fn places<'t>(&self, src: &Source, call: Node<'t>) -> Vec<(Node<'t>, Part)> {
        let direct = direct(src, call).into_iter();
        let mut places: Vec<_> = direct.map(|place| (place, (String::new(), 0))).collect();
        if let Some((name, arguments)) = named(src, call) {
            for (at, part) in self.functions.get(&name).into_iter().flatten() {
                places.extend(arguments.get(*at).map(|place| (*place, part.clone())));
            }
        }
        places
    }
}

/// What a place of generating code, or of a body, is a part of, and which: `(a, (".rows", 1))` of
/// `&mut a[i].rows`; borrows and dereferences aside. Fields in front of an index are part of the name.
pub(crate) fn place_of(src: &Source, place: Node) -> Option<(String, Part)> {
    let (mut at, mut fields, mut brackets) = (peel(place), Vec::new(), 0);
    loop {
        at = match at.kind() {
            "index_expression" => {
                brackets += 1;
                fields.clear();
                peel(*children(at).first()?)
            }
            "field_expression" => {
                fields.push(src.text(field(at, "field")?));
                peel(field(at, "value")?)
            }
            "reference_expression" => peel(field(at, "value")?),
            "unary_expression" => peel(*children(at).first()?),
            _ => break,
        };
    }
    let named = matches!(at.kind(), "identifier" | "self");
    let fields = fields.iter().rev().map(|f| format!(".{f}")).collect();
    named.then(|| (src.text(at).to_owned(), (fields, brackets.min(DEPTH))))
}

/// The part of a part.
pub(crate) fn joined(outer: &Part, inner: &Part) -> Part {
    let brackets = (outer.1 + inner.1).min(DEPTH);
    // What is behind an index has no name of its own.
    let fields = match outer.1 {
        0 if outer.0.matches('.').count() < DEPTH => format!("{}{}", outer.0, inner.0),
        _ => outer.0.clone(),
    };
    (fields, brackets)
}

/// What calls name a function by: `f`, and with `self` also `.f`.
fn called_by(src: &Source, function: Node) -> Vec<String> {
    let name = field(function, "name").map_or("", |n| src.text(n));
    let parameters = field(function, "parameters").map_or_else(Vec::new, children);
    let mut names = vec![name.to_owned()];
    if parameters.iter().any(|p| p.kind() == "self_parameter") {
        names.push(format!(".{name}"));
    }
    names
}

/// The names that each parameter binds.
fn parameters(src: &Source, function: Node) -> Vec<Vec<String>> {
    let list = field(function, "parameters").map_or_else(Vec::new, children);
    let parameters = list.into_iter();
    parameters
        .map(|parameter| match field(parameter, "pattern") {
            Some(pattern) => {
                let names = pattern_names(src, pattern).into_iter();
                names.map(|(name, _)| name).collect()
            }
            None => vec!["self".to_owned()],
        })
        .collect()
}

fn calls(code: Node<'_>) -> Vec<Node<'_>> {
    let (mut stack, mut list) = (vec![code], Vec::new());
    while let Some(node) = stack.pop() {
        if node.kind() == "call_expression" {
            list.push(node);
        }
        stack.extend(children(node));
    }
    list
}

/// The function `f` or the method `.f` that is called, and the arguments, the receiver first.
fn named<'t>(src: &Source, call: Node<'t>) -> Option<(String, Vec<Node<'t>>)> {
    let function = callee(call)?;
    let mut arguments = field(call, "arguments").map_or_else(Vec::new, children);
    let name = match function.kind() {
        "identifier" => src.text(function).to_owned(),
        "scoped_identifier" => src.text(field(function, "name")?).to_owned(),
        "field_expression" => {
            arguments.insert(0, field(function, "value")?);
            format!(".{}", src.text(field(function, "field")?))
        }
        _ => return None,
    };
    Some((name, arguments))
}

/// What the call itself resizes: the receiver of such a method, what is exchanged for something else.
fn direct<'t>(src: &Source, call: Node<'t>) -> Vec<Node<'t>> {
    let Some(function) = callee(call) else {
        return Vec::new();
    };
    if function.kind() == "field_expression" {
        let method = field(function, "field").map_or("", |f| src.text(f));
        let receiver = field(function, "value").filter(|_| METHODS.contains(&method));
        return receiver.into_iter().collect();
    }
    let arguments = field(call, "arguments").map_or_else(Vec::new, children);
    let exchanged = match exchange(src, function) {
        Some("swap") => 2,
        Some(_) => 1,
        None => 0,
    };
    arguments.into_iter().take(exchanged).collect()
}

/// `swap`, `take` or `replace` of `std::mem`, by path or imported.
fn exchange<'s>(src: &'s Source, function: Node) -> Option<&'s str> {
    let path: Vec<&str> = src.text(function).split("::").map(str::trim).collect();
    let exchanges = |name: &&str| matches!(*name, "swap" | "take" | "replace");
    let name = path.last().copied().filter(exchanges)?;
    match path.len() {
        1 => src.functions(name).is_empty().then_some(name),
        n => matches!(path[n - 2], "mem" | "ptr").then_some(name),
    }
}
