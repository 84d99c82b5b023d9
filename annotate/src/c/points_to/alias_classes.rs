//! Names of pointers that may point into the same array.

use std::collections::{BTreeSet, HashMap, HashSet};

use tree_sitter::Node;

use crate::c::parse::names::identifiers;
use crate::c::parse::source::{
    Source, children, field, is_address_taken, peel, place_name, root_of, set_by, set_name,
};
use crate::c::points_to::store_summaries::Stored;
use crate::c::semantics::calls::is_unknown;
use crate::c::semantics::constants::is_plain;
use crate::c::semantics::declarations::{self, Form};
use crate::c::semantics::library_functions::copies;
use crate::c::semantics::pointer_types;

/// Pointers that may point into one array, by their names.
#[derive(Clone, Default)]
pub(in crate::c) struct Families {
    /// The name next to it on the way to the one that stands for its family.
    next: HashMap<String, String>,
    /// How many names a family has, by the one that stands for it: the smaller one of two joins the other.
    sizes: HashMap<String, usize>,
}

/// Two names that may point into one array.
pub(in crate::c) type Pair = (String, String);

/// What each function of a file, by its first byte, and what stands outside of them does with variables
/// of the file.
pub(in crate::c) struct Lasting(Vec<(usize, Vec<Pair>)>);

impl Lasting {
    pub(in crate::c) fn of(src: &Source, stored: &Stored) -> Lasting {
        let parts = children(src.tree.root_node()).into_iter();
        let pairs = |part: Node| match part.kind() {
            "function_definition" => in_function(src, part, stored),
            _ => sets(src, part).into_iter().map(|set| set.pair).collect(),
        };
        Lasting(parts.map(|part| (part.start_byte(), pairs(part))).collect())
    }
}

/// The variables of the file that a function makes one: set from one another, or from the same, whatever
/// of the function stands between. What a local pointer is set to one after the other stays two.
fn in_function(src: &Source, function: Node, stored: &Stored) -> Vec<Pair> {
    let all = sets(src, function);
    let mut from = From::default();
    for (to, source) in all
        .iter()
        .map(|set| &set.pair)
        .chain(stored.within(function))
    {
        from.entry(to).or_default().push(source);
    }
    let calls = stored.within(function).iter().flat_map(|(a, b)| [a, b]);
    let calls = calls.filter(|name| stored.lasts(function, name));
    let lasting = all.iter().flat_map(|set| &set.lasting).chain(calls);
    let lasting: BTreeSet<&String> = lasting.collect();
    let (mut list, mut first) = (Vec::new(), HashMap::new());
    for name in lasting {
        for at in reached(&from, name) {
            let other: &mut &str = first.entry(at).or_insert(name);
            if *other != name {
                list.push((name.clone(), (*other).to_owned()));
            }
        }
    }
    list
}

/// What each name is set from.
pub(in crate::c) type From<'n> = HashMap<&'n str, Vec<&'n str>>;

/// A name, what it is set from, and what that is set from.
pub(in crate::c) fn reached<'n>(from: &From<'n>, name: &'n str) -> HashSet<&'n str> {
    let (mut open, mut seen) = (vec![name], HashSet::new());
    while let Some(at) = open.pop() {
        if seen.insert(at) {
            open.extend(from.get(at).into_iter().flatten());
        }
    }
    seen
}

impl Families {
    /// The families of a function.
    pub(in crate::c) fn of(src: &Source, function: Node, stored: &Stored) -> Families {
        let mut families = Families::default();
        families.join_all(sets(src, function).iter().map(|set| &set.pair));
        families.join_all(stored.within(function));
        families
    }

    /// The same, with what other functions of the file do with its variables.
    pub(in crate::c) fn of_file(
        src: &Source,
        function: Node,
        stored: &Stored,
        lasting: &Lasting,
    ) -> Families {
        let mut families = Families::of(src, function, stored);
        let others = lasting.0.iter();
        for (_, pairs) in others.filter(|(start, _)| *start != function.start_byte()) {
            families.join_all(pairs);
        }
        families
    }

    /// Makes the names of each pair one family.
    pub(in crate::c) fn join_all<'p>(&mut self, pairs: impl IntoIterator<Item = &'p Pair>) {
        for (a, b) in pairs {
            self.join(a, b);
        }
    }

    /// The name that stands for its family.
    pub(in crate::c) fn head(&self, name: &str) -> String {
        let mut at = name;
        while let Some(next) = self.next.get(at) {
            at = next;
        }
        at.to_owned()
    }

    /// Those of these names that have others in their family, by its head.
    pub(in crate::c) fn groups(&self, among: &HashSet<String>) -> HashMap<String, Vec<String>> {
        let mut groups: HashMap<String, Vec<String>> = HashMap::new();
        let named: HashSet<&String> = self.next.iter().flat_map(|(a, b)| [a, b]).collect();
        for name in named.into_iter().filter(|name| among.contains(*name)) {
            let group = groups.entry(self.head(name)).or_default();
            group.push(name.clone());
        }
        groups
    }

    /// Makes two names one family.
    pub(in crate::c) fn join(&mut self, a: &str, b: &str) {
        let (a, b) = (self.head(a), self.head(b));
        if a == b {
            return;
        }
        let size = |name: &String| self.sizes.get(name).copied().unwrap_or(1);
        let all = size(&a) + size(&b);
        let (small, large) = if size(&a) > size(&b) { (b, a) } else { (a, b) };
        self.sizes.insert(large.clone(), all);
        self.next.insert(small, large);
    }
}

/// A pointer, or something that has some, that is set to what another name may lead to.
pub(in crate::c) struct Set {
    /// What is set, and from what.
    pub(in crate::c) pair: Pair,
    /// It is what the name leads to, or a member, that is set: `rows[i] = p`, `b->u = p`.
    pub(in crate::c) inside: bool,
    /// Those of the two that are variables of the file.
    pub(in crate::c) lasting: Vec<String>,
}

/// What a part of a file sets.
pub(in crate::c) fn sets(src: &Source, part: Node) -> Vec<Set> {
    let (mut found, mut stack) = (Vec::new(), vec![part]);
    while let Some(node) = stack.pop() {
        let set = set_by(node).into_iter().map(|(to, from)| (to, from, false));
        let copied = copied_by(src, node).into_iter().chain(handed_on(src, node));
        // Who is given a pointer sets what it leads to.
        let behind = |to: Node| !is_address_taken(src, to);
        let by_call = copied.map(|(to, from)| (to, from, behind(to)));
        for (left, right, behind) in set.chain(by_call) {
            let name = set_name(src, left);
            let inside = behind || name.as_ref().is_none_or(|name| root_of(name) != name);
            // `count[i] = p->n` and `p->n = count[i]` are no ways to anything.
            let part = matches!(
                peel(left).kind(),
                "subscript_expression" | "field_expression"
            );
            let number = part && !pointer_types::may_lead(src, left);
            let name = name.or_else(|| holder(src, left)).filter(|_| !number);
            let reached = is_reached(right);
            let points = |at: Node, name: &str| {
                is_pointer(src, at, name) || (reached && !is_plain(src, at, name))
            };
            let lasts = |at: Node, name: &str| {
                let found = declarations::find(src, at, name);
                found.is_some_and(|d| d.lasting).then(|| name.to_owned())
            };
            // What a declaration declares is known behind it.
            let here = src.around(node, &["declaration"]).unwrap_or(node);
            if let Some(name) = name.filter(|n| points(here, root_of(n))) {
                let others = identifiers(src, right)
                    .into_iter()
                    .filter(|(other, at)| points(*at, other) && is_way(src, *at, right));
                let root = root_of(&name);
                let of_file = lasts(node, root);
                found.extend(others.map(|(other, at)| {
                    Set {
                        pair: (root.to_owned(), other.to_owned()),
                        inside,
                        lasting: lasts(at, other)
                            .into_iter()
                            .chain(of_file.clone())
                            .collect(),
                    }
                }));
            }
        }
        stack.extend(children(node));
    }
    found
}

/// Pointers, or structs that have some, are copied: `memcpy(p, q, sizeof p)`.
fn copied_by<'t>(src: &Source, node: Node<'t>) -> Option<(Node<'t>, Node<'t>)> {
    let name = field(node, "function").map_or("", |f| src.text(f));
    let arguments = field(node, "arguments").map(children)?;
    let (&to, &from) = arguments.first().zip(arguments.get(1))?;
    let to = copies(name).then_some(to)?;
    Some((set_through(src, to)?, from))
}

/// Places by which a function of another file may set pointers, with what it gets besides: `fill(table, a)`,
/// `put(&rows[i], p)`.
pub(in crate::c) fn handed_on<'t>(src: &Source, node: Node<'t>) -> Vec<(Node<'t>, Node<'t>)> {
    let name = field(node, "function").map_or("", |f| src.text(f));
    let elsewhere = node.kind() == "call_expression" && src.function(name).is_none();
    let elsewhere = elsewhere && is_unknown(src, name);
    let arguments = field(node, "arguments").filter(|_| elsewhere);
    let all = arguments.map_or_else(Vec::new, children);
    let mut pairs = Vec::new();
    for &to in &all {
        if let Some(place) = set_through(src, to) {
            let others = all.iter().filter(|other| **other != to);
            pairs.extend(others.map(|other| (place, *other)));
        }
    }
    pairs
}

/// The place that is set by who is given its address or a pointer to it, if it is a way to other memory.
fn set_through<'t>(src: &Source, given: Node<'t>) -> Option<Node<'t>> {
    let whole = peel(given);
    let taken = field(whole, "argument").filter(|_| src.text(whole).starts_with('&'));
    let leads = match taken {
        Some(place) => pointer_types::place_leads(src, src, place, place.start_byte()),
        None => pointer_types::points_to_ways(src, src, whole, whole.start_byte()),
    };
    leads.then_some(taken.unwrap_or(whole))
}

/// The name stands neither for a length nor in an index.
pub(in crate::c) fn is_way(src: &Source, at: Node, value: Node) -> bool {
    !is_allocated(src, at) && !is_index(src, at, value)
}

/// The name is in an index of what is part of the value: `w` of `p[w[i]]`.
fn is_index(src: &Source, at: Node, value: Node) -> bool {
    let around = src.ancestors(at);
    let inward = around.iter().skip(1).chain([&at]);
    let mut inside = around.iter().zip(inward).filter(|(outer, _)| {
        value.start_byte() <= outer.start_byte() && outer.end_byte() <= value.end_byte()
    });
    inside.any(|(outer, inner)| {
        outer.kind() == "subscript_expression" && field(*outer, "argument") != Some(*inner)
    })
}

/// The name stands in a call that returns memory of its own, `malloc(n * sizeof *p)`; what `realloc` is given
/// may be what it returns.
fn is_allocated(src: &Source, at: Node) -> bool {
    let around = src.ancestors(at);
    let inward = around.iter().skip(1).chain([&at]);
    around.iter().zip(inward).any(|(call, inside)| {
        let callee = field(*call, "function").filter(|_| call.kind() == "call_expression");
        let callee = callee.map_or(String::new(), |f| src.text(f).to_ascii_lowercase());
        let own = *inside == at || !callee.contains("realloc");
        callee.contains("alloc") && own
    })
}

/// The array of `rows[i] = p` and of `blocks[k].u = p`, which are set to a way to other memory.
fn holder(src: &Source, place: Node) -> Option<String> {
    let mut at = peel(place);
    if !pointer_types::place_leads(src, src, at, at.start_byte()) {
        return None;
    }
    loop {
        let inner = field(at, "argument").map(peel);
        match (place_name(src, at), inner) {
            (Some(name), _) => return Some(name),
            (None, inner) => at = inner?,
        }
    }
}

/// The value may be a pointer, so that a struct that has it, or that it is of, is a way to memory.
fn is_reached(value: Node) -> bool {
    let value = peel(value);
    let part = |name: &str| field(value, name).is_some_and(is_reached);
    match value.kind() {
        "number_literal" | "char_literal" | "string_literal" | "concatenated_string" => false,
        "sizeof_expression" | "alignof_expression" | "offsetof_expression" | "unary_expression" => {
            false
        }
        "null" | "true" | "false" => false,
        "cast_expression" | "compound_literal_expression" | "initializer_pair" => part("value"),
        "subscript_expression" => part("argument"),
        "binary_expression" => part("left") || part("right"),
        "assignment_expression" | "comma_expression" => part("right"),
        "conditional_expression" => part("consequence") || part("alternative"),
        "call_expression" => {
            let handed = field(value, "arguments").map_or_else(Vec::new, children);
            handed.into_iter().any(is_reached)
        }
        // A name, a member, what a pointer leads to, a list, and what nobody knows.
        _ => true,
    }
}

fn is_pointer(src: &Source, at: Node, name: &str) -> bool {
    !is_plain(src, at, name)
        && declarations::find(src, at, name).is_none_or(|d| d.form() != Form::Value)
}
