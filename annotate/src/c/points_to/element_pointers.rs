//! What the pointers of elements are set to, in arrays of structs and of pointers, and what the names in that are set to.
//! In: a file. Out: each place with its value, by assignments, lists, literals, calls and copies.

use std::collections::{HashMap, HashSet};

use tree_sitter::Node;

use crate::c::parse::names::identifiers;
use crate::c::parse::source::{
    Source, children, field, is_address_taken, name_node, peel, place_name, root_of, set_by,
    set_name,
};
use crate::c::points_to::alias_classes::handed_on;
use crate::c::semantics::constants::is_plain;
use crate::c::semantics::declarations::{self, Declared, Level};
use crate::c::semantics::library_functions::copies;
use crate::c::semantics::pointer_types;

pub(in crate::c) const LOOPS: [&str; 3] = ["for_statement", "while_statement", "do_statement"];

/// What something is set to.
#[derive(Clone, Copy)]
pub(in crate::c) struct Value<'s> {
    pub(in crate::c) node: Node<'s>,
    /// The index of the element that is set: its value has the same where that leads to a row.
    pub(in crate::c) index: Option<&'s str>,
    /// The call that hands it to a parameter.
    pub(in crate::c) call: Option<Node<'s>>,
}

impl<'s> Value<'s> {
    fn of(node: Node<'s>) -> Value<'s> {
        Value {
            node,
            index: None,
            call: None,
        }
    }
}

/// A pointer of an element, or all of them, set to a value.
pub(in crate::c) struct Site<'s> {
    pub(in crate::c) members: Vec<String>,
    /// The element, as it is written.
    pub(in crate::c) of: String,
    /// The variable that it is reached by.
    pub(in crate::c) root: Option<Node<'s>>,
    pub(in crate::c) value: Value<'s>,
}

/// An array, or a part of one, and the values that it is declared with.
type Listed<'s> = (String, Node<'s>);

/// What a file sets.
#[derive(Default)]
pub(in crate::c) struct Sets<'s> {
    pub(in crate::c) sites: Vec<Site<'s>>,
    /// Of names, by where they are declared.
    pub(in crate::c) values: HashMap<usize, Vec<Value<'s>>>,
    /// Of functions, by their first byte, what they return.
    pub(in crate::c) returned: HashMap<usize, Vec<Value<'s>>>,
    /// Members by which a function of another file may make several elements lead to memory that it is handed.
    pub(in crate::c) elsewhere: HashSet<String>,
}

impl<'s> Sets<'s> {
    pub(in crate::c) fn of(src: &'s Source) -> Sets<'s> {
        let mut sets = Sets::default();
        let mut stack = vec![src.tree.root_node()];
        while let Some(node) = stack.pop() {
            stack.extend(children(node));
            if let Some((place, value)) = set_by(node) {
                sets.add(src, place, value);
            }
            match node.kind() {
                "call_expression" => sets.add_call(src, node),
                "return_statement" => {
                    let function = src.function_at(node.start_byte());
                    let value = children(node).into_iter().next();
                    if let Some((function, node)) = function.zip(value) {
                        let all = sets.returned.entry(function.start_byte()).or_default();
                        all.push(Value::of(node));
                    }
                }
                _ => {}
            }
        }
        sets
    }

    fn add(&mut self, src: &'s Source, place: Node<'s>, node: Node<'s>) {
        let index = index_of(src, place);
        let value = Value {
            node,
            index,
            call: None,
        };
        let name = set_name(src, place).unwrap_or_default();
        let whole = pointer_types::struct_at(src, src, place, place.start_byte());
        let member = pointer_of(src, place);
        let is_variable = place_name(src, place).is_some_and(|name| !name.contains("->"));
        let declares = place.kind().ends_with("declarator");
        if name == root_of(&name) || is_variable {
            let named = name_node(place).filter(|_| declares).unwrap_or(place);
            let found = declarations::find(src, named, root_of(&name));
            let found = found.filter(|_| !name.is_empty());
            if let Some(found) = &found {
                self.values.entry(found.key()).or_default().push(value);
            }
            let leads = |d: &Declared| d.stars() > 0 || pointer_types::holds(src, d, 0);
            let depth = |d: &Declared| d.lengths().len();
            if node.kind() == "initializer_list"
                && let Some(found) = found.filter(|d| leads(d) && depth(d) > 0)
            {
                let of = found.name.clone();
                self.add_list(src, &found, depth(&found), (of, node));
            }
        }
        if declares || is_variable {
            return;
        }
        let root = first_name(place);
        if let Some(found) = pointers(src, place) {
            self.values.entry(found.key()).or_default().push(value);
            self.sites.push(Site {
                members: vec![variable(&found)],
                of: src.text(place).to_owned(),
                root,
                value,
            });
            return;
        }
        // `*p++ = ..` is no place that is known by its name.
        let pointed = || {
            let found = declarations::find(src, root?, src.text(root?))?;
            let direct = place.kind() == "pointer_expression" && pointer_types::levels(&found) == 1;
            (direct && pointer_types::holds(src, &found, 0)).then_some(found)
        };
        let (members, of) = match (member, whole.or_else(pointed)) {
            (Some(member), _) => (vec![member.name], member.of),
            (None, Some(found)) => {
                let (members, of) = (last_ways(src, &found), src.text(place).to_owned());
                let site = Site {
                    members,
                    of,
                    root,
                    value,
                };
                return self.add_struct(src, &found, site);
            }
            (None, None) => return,
        };
        self.sites.push(Site {
            members,
            of,
            root,
            value,
        });
    }

    /// The elements of an array that is declared with its values.
    fn add_list(
        &mut self,
        src: &'s Source,
        found: &Declared,
        depth: usize,
        (of, list): Listed<'s>,
    ) {
        for (n, item) in children(list).into_iter().enumerate() {
            let node = field(item, "value").filter(|_| item.kind() == "initializer_pair");
            let node = node.unwrap_or(item);
            let of = format!("{of}.{n}");
            if node.kind() == "initializer_list" && depth > 1 {
                self.add_list(src, found, depth - 1, (of, node));
            } else if found.stars() == 0 {
                let value = Value::of(node);
                self.add_struct(
                    src,
                    found,
                    Site {
                        members: last_ways(src, found),
                        of,
                        root: None,
                        value,
                    },
                );
            } else {
                let (members, value) = (vec![variable(found)], Value::of(node));
                self.sites.push(Site {
                    members,
                    of,
                    root: None,
                    value,
                });
            }
        }
    }

    /// A struct: of a literal, its members one by one.
    fn add_struct(&mut self, src: &'s Source, found: &Declared, whole: Site<'s>) {
        let node = peel(whole.value.node);
        let list = match node.kind() {
            "compound_literal_expression" => field(node, "value"),
            "initializer_list" => Some(node),
            _ => None,
        };
        let Some(list) = list else {
            return self.sites.push(whole);
        };
        let body = pointer_types::struct_of(src, found);
        let members = body.map_or_else(Vec::new, |body| pointer_types::members_in(src, body));
        // Which of the members of structs without a name a value by its place is of, is not looked at.
        let by_place = body.is_none_or(|body| !pointer_types::has_unnamed(src, body));
        let mut next = 0;
        for item in children(list) {
            let pair = item.kind() == "initializer_pair";
            let named = field(item, "designator").filter(|_| pair);
            let named = named.map(|named| src.text(named).trim_start_matches('.'));
            let at = named.and_then(|named| members.iter().position(|d| d.name == named));
            let member = members.get(at.unwrap_or(next));
            next = at.unwrap_or(next) + 1;
            let is_known = if named.is_none() {
                by_place
            } else {
                at.is_some()
            };
            let mut names = whole.members.clone();
            if let Some(member) = member.filter(|_| is_known) {
                names = last_ways(src, member);
                names.push(member.name.clone());
            }
            let node = field(item, "value").filter(|_| pair).unwrap_or(item);
            let value = Value {
                node,
                ..whole.value
            };
            let of = whole.of.clone();
            self.sites.push(Site {
                members: names,
                of,
                root: whole.root,
                value,
            });
        }
    }

    /// Pointers to such arrays, and copies of them.
    pub(in crate::c) fn copied(&self, src: &Source, found: &mut HashSet<String>) {
        let mut roots: Vec<(usize, String)> = Vec::new();
        for (to, values) in &self.values {
            for from in values.iter().filter_map(|value| first_name(value.node)) {
                let from = declarations::find(src, from, src.text(from));
                roots.extend(from.map(|from| (*to, variable(&from))));
            }
        }
        let mut before = 0;
        while before < found.len() {
            before = found.len();
            let more = roots.iter().filter(|(_, from)| found.contains(from));
            let more: Vec<String> = more.map(|(to, _)| format!("@{to}")).collect();
            found.extend(more);
        }
    }

    fn add_call(&mut self, src: &'s Source, call: Node<'s>) {
        let callee = field(call, "function").map(peel);
        let arguments = field(call, "arguments").map_or_else(Vec::new, children);
        let name = callee.map_or("", |callee| src.text(callee));
        if let (true, [to, from, ..]) = (copies(name), &arguments[..]) {
            let place = peel(*to);
            let taken = src
                .text(place)
                .starts_with('&')
                .then(|| field(place, "argument"));
            self.add(src, taken.flatten().unwrap_or(place), *from);
        }
        let Some(function) = src.function(name) else {
            return self.add_elsewhere(src, call);
        };
        for (parameter, node) in declarations::parameters(src, function)
            .iter()
            .zip(arguments)
        {
            let value = Value {
                node,
                index: None,
                call: Some(call),
            };
            self.values.entry(parameter.key()).or_default().push(value);
        }
    }

    /// What a function of another file may set: one element, `put(&rows[i], p)`, or those of an array,
    /// `fill(rows, cells)`.
    fn add_elsewhere(&mut self, src: &'s Source, call: Node<'s>) {
        for (place, from) in handed_on(src, call) {
            let (found, brackets) = pointer_types::declared_at(src, src, place, place.start_byte());
            if !may_give(src, &found, from) {
                continue;
            }
            let taken = is_address_taken(src, place);
            let turns = src.around(call, &LOOPS).is_some();
            if taken && (turns || brackets == 0) {
                self.add(src, place, from);
                continue;
            }
            for found in found {
                self.elsewhere.extend(last_ways(src, &found));
                let is_variable =
                    first_name(place).is_some_and(|name| src.text(name) == found.name);
                self.elsewhere.insert(match is_variable {
                    true => variable(&found),
                    false => found.name,
                });
            }
        }
    }
}

/// Whether pointers of what is set may lead to what is handed beside it: not to numbers, text, files, and structs
/// without pointers that none of them points to.
fn may_give(src: &Source, to: &[Declared], from: Node) -> bool {
    if from.kind() == "string_literal" {
        return false;
    }
    let bodies = |d: &Declared| {
        let body = pointer_types::struct_of(src, d);
        let members = body.map_or_else(Vec::new, |body| pointer_types::members_in(src, body));
        let inner = members
            .into_iter()
            .filter_map(|d| Some(pointer_types::struct_of(src, &d)?.id()));
        inner.chain(body.map(|body| body.id())).collect::<Vec<_>>()
    };
    let gives = |found: Declared| match pointer_types::struct_of(src, &found) {
        Some(body) if !pointer_types::holds(src, &found, 0) => {
            to.iter().any(|d| bodies(d).contains(&body.id()))
        }
        _ => found.words(src) != "FILE",
    };
    let names = identifiers(src, from).into_iter();
    let mut names = names.filter(|(name, at)| !is_plain(src, *at, name));
    names.any(|(name, at)| declarations::find(src, at, name).is_none_or(gives))
}

/// The last names of the members by which a struct leads on.
pub(in crate::c) fn last_ways(src: &Source, found: &Declared) -> Vec<String> {
    let ways = pointer_types::ways(src, found, 0).into_iter();
    ways.map(|way| way.rsplit('.').next().unwrap_or_default().to_owned())
        .collect()
}

/// The array of pointers of which the place is an element.
fn pointers<'s>(src: &'s Source, place: Node<'s>) -> Option<Declared<'s>> {
    let (mut at, mut brackets) = (peel(place), 0);
    while let "subscript_expression" | "pointer_expression" = at.kind() {
        (at, brackets) = (peel(field(at, "argument")?), brackets + 1);
    }
    let found = declarations::find(src, at, src.text(at)).filter(|_| at.kind() == "identifier")?;
    let inner = found.levels().into_iter().nth(brackets);
    (brackets > 0 && inner == Some(Level::Pointer)).then_some(found)
}

/// What stands for the elements of an array of pointers among members.
pub(in crate::c) fn variable(found: &Declared) -> String {
    format!("@{}", found.key())
}

/// The variable that a place begins with.
pub(in crate::c) fn first_name(place: Node) -> Option<Node> {
    let mut at = place;
    while at.kind() != "identifier" {
        at = children(at).into_iter().next()?;
    }
    Some(at)
}

/// The index of the outermost array of a place: `i` of `a[i].x[0]`, `(a + i)->x`.
pub(in crate::c) fn index_of<'s>(src: &'s Source, place: Node<'s>) -> Option<&'s str> {
    let mut at = peel(place);
    let mut index = None;
    loop {
        at = peel(match at.kind() {
            "subscript_expression" => {
                index = field(at, "index");
                field(at, "argument")?
            }
            "binary_expression" => {
                index = field(at, "right");
                field(at, "left")?
            }
            "field_expression" | "pointer_expression" => field(at, "argument")?,
            _ => break,
        });
    }
    index.map(|index| src.text(index))
}

/// A member of a struct.
pub(in crate::c) struct Member {
    pub(in crate::c) name: String,
    /// What it is a member of: `G[k]` of `G[k].u`.
    pub(in crate::c) of: String,
}

/// The pointer of a struct that a place is.
pub(in crate::c) fn pointer_of(src: &Source, place: Node) -> Option<Member> {
    let leads = pointer_types::place_leads(src, src, place, place.start_byte());
    member_of(src, place).filter(|_| leads)
}

/// The member that a place is, or is an element of.
pub(in crate::c) fn member_of(src: &Source, place: Node) -> Option<Member> {
    let mut at = peel(place);
    while let "subscript_expression" | "pointer_expression" = at.kind() {
        at = peel(field(at, "argument")?);
    }
    let (of, name) = field(at, "argument").zip(field(at, "field"))?;
    Some(Member {
        name: src.text(name).to_owned(),
        of: src.text(of).to_owned(),
    })
}
