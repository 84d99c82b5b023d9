//! What a variable may lead to, by its type: a pointer, an array of pointers, a struct that has some.

use std::collections::HashSet;

use tree_sitter::Node;

use crate::c::parse::source::{Source, any, children, field, peel, place_name, root_of};
use crate::c::semantics::declarations::{self, Declared};
use crate::c::semantics::integer_pointers::carries;
use crate::ir::Mode;

/// Structs in structs beyond which nothing is looked for.
const DEPTH: usize = 8;

/// How what a variable is set to may be used through it; `None` where nothing is reached from it. A constant struct
/// may have pointers by which others are written.
pub(in crate::c) fn leads(src: &Source, found: &Declared) -> Option<Mode> {
    let (pointer, holds) = (found.stars() > 0, holds(src, found, 0));
    match pointer && found.is_const(src) && !holds {
        true => Some(Mode::In),
        false => (pointer || holds).then_some(Mode::InOut),
    }
}

/// Whether what a place is set to may be used through it. `at` is where it stands in the file.
pub(in crate::c) fn place_leads(src: &Source, file: &Source, place: Node, at: usize) -> bool {
    let (found, brackets) = declared_at(src, file, place, at);
    let of = |d: &Declared| levels(d) > brackets || holds(file, d, 0) || carries(file, d);
    found.iter().any(of)
}

/// Whether what the place, a pointer, leads to may be a way to something else.
pub(in crate::c) fn points_to_ways(src: &Source, file: &Source, place: Node, at: usize) -> bool {
    let (found, brackets) = declared_at(src, file, place, at);
    let of = |d: &Declared| levels(d) > brackets + 1 || holds(file, d, 0);
    found.iter().any(of)
}

/// What declares the struct that the place is, where it has pointers.
pub(in crate::c) fn struct_at<'s>(
    src: &Source,
    file: &'s Source,
    place: Node,
    at: usize,
) -> Option<Declared<'s>> {
    let (found, brackets) = declared_at(src, file, place, at);
    let mut found = found.into_iter();
    found.find(|d| levels(d) <= brackets && holds(file, d, 0))
}

/// What may declare the variable or the member of a place, and how many brackets and stars stand around it.
pub(in crate::c) fn declared_at<'s>(
    src: &Source,
    file: &'s Source,
    place: Node,
    at: usize,
) -> (Vec<Declared<'s>>, usize) {
    let (place, brackets) = inside(src, place);
    let found = match place.kind() {
        "identifier" => {
            let here = file.tree.root_node().descendant_for_byte_range(at, at);
            let found = here.and_then(|here| declarations::find(file, here, src.text(place)));
            found.into_iter().collect()
        }
        _ => fields(src, file, place),
    };
    (found, brackets)
}

/// The same of a place of the file, where what the file does not show may be anything.
pub(in crate::c) fn may_lead(src: &Source, place: Node) -> bool {
    let name = inside(src, place).0;
    let known: Vec<Declared> = match name.kind() {
        "identifier" => declarations::find(src, name, src.text(name))
            .into_iter()
            .collect(),
        _ => fields(src, src, name),
    };
    let is_open = |d: &Declared| is_unseen(src, d);
    known.is_empty()
        || known.iter().any(is_open)
        || place_leads(src, src, place, place.start_byte())
}

/// Its type, stars and brackets aside, is one that the file does not show, and none of numbers.
pub(in crate::c) fn is_unseen(src: &Source, found: &Declared) -> bool {
    let of = definition(src, found).or_else(|| field(found.node, "type"));
    of.is_none_or(|of| match of.kind() {
        "struct_specifier" | "union_specifier" => body_of(src, of).is_none(),
        _ => found.is_of_unseen_type(src) && !is_number(src, found),
    })
}

/// Members of the file's structs that a field expression may name.
pub(in crate::c) fn fields<'s>(src: &Source, file: &'s Source, place: Node) -> Vec<Declared<'s>> {
    let name = field(place, "field").map(|name| src.text(name));
    let name = name.filter(|_| place.kind() == "field_expression");
    name.map_or_else(Vec::new, |name| members(file, name))
}

/// Members of the file's structs that have this name.
pub(in crate::c) fn members<'s>(file: &'s Source, name: &str) -> Vec<Declared<'s>> {
    let spans = file.scopes.members(name).iter();
    let declarations = spans.filter_map(|span| file.node_at(span, "field_declaration"));
    let all = declarations.flat_map(|node| declarations::names(file, node, false));
    all.filter(|d| d.name == name).collect()
}

/// A member of this name may be a struct: one that the file does not show may be anything.
pub(in crate::c) fn may_be_struct(file: &Source, name: &str) -> bool {
    let is_number = |d: &Declared| {
        d.stars() > 0
            || matches!(
                declarations::kind_of_type(file, d),
                "primitive_type" | "sized_type_specifier" | "enum_specifier"
            )
    };
    let known = members(file, name);
    known.is_empty() || !known.iter().all(is_number)
}

/// What declares a place: a variable, or a member of a struct that the file defines.
pub(in crate::c) fn declaration<'s>(
    src: &'s Source,
    at: Node<'s>,
    name: &str,
) -> Option<Declared<'s>> {
    let mut parts = name.split(['.', '-', '>']).filter(|part| !part.is_empty());
    let mut found = declarations::find(src, at, parts.next()?)?;
    for part in parts {
        let of = definition(src, &found).or_else(|| field(found.node, "type"))?;
        let mut names = members_in(src, body_of(src, of)?).into_iter();
        found = names.find(|d| d.name == part)?;
    }
    Some(found)
}

/// Members of a struct of the file that are pointers.
pub(in crate::c) fn pointers(src: &Source, found: &Declared) -> Vec<String> {
    let is_pointer = |d: &Declared| d.stars() > 0 && d.lengths().is_empty();
    let members = members_of(src, found).into_iter();
    members.filter(is_pointer).map(|d| d.name).collect()
}

/// The same, with those of structs that are members: `in.base`.
pub(in crate::c) fn all_pointers(src: &Source, found: &Declared, depth: usize) -> Vec<String> {
    let mut list = pointers(src, found);
    for member in members_of(src, found) {
        if depth < DEPTH && levels(&member) == 0 {
            let inner = all_pointers(src, &member, depth + 1).into_iter();
            list.extend(inner.map(|path| format!("{}.{path}", member.name)));
        }
    }
    list
}

/// Members of a struct, and of those that are members of it, by which a copy of it leads on: pointers, and arrays of
/// pointers or of structs that have some.
pub(in crate::c) fn ways(src: &Source, found: &Declared, depth: usize) -> Vec<String> {
    let (body, mut list) = (struct_of(src, found), Vec::new());
    for member in body.map_or_else(Vec::new, |body| members_in(src, body)) {
        let is_struct = member.stars() == 0 && depth < DEPTH && holds(src, &member, 0);
        if is_struct && member.lengths().is_empty() {
            let inner = ways(src, &member, depth + 1).into_iter();
            list.extend(inner.map(|path| format!("{}.{path}", member.name)));
        } else if is_struct || (member.stars() > 0 && !member.points_to_function(src)) {
            list.push(member.name);
        }
    }
    list
}

/// The members of a struct of the file, as `.x`.
pub(in crate::c) fn all_members(src: &Source, found: &Declared) -> Vec<String> {
    let members = members_of(src, found).into_iter();
    members.map(|member| format!(".{}", member.name)).collect()
}

/// The members of a struct of the file, where the variable is one.
fn members_of<'t>(src: &'t Source, found: &Declared<'t>) -> Vec<Declared<'t>> {
    let of = declarations::definition(src, found.node);
    let named = of.as_ref().map_or(found.node, |of| of.node);
    let body = field(named, "type").and_then(|of| body_of(src, of));
    let body = body.filter(|_| levels(found) == 0);
    body.map_or_else(Vec::new, |body| members_in(src, body))
}

/// The members that stand between these braces, and those of structs and unions without a name among them.
pub(in crate::c) fn members_in<'t>(src: &Source, body: Node<'t>) -> Vec<Declared<'t>> {
    let all = children(body).into_iter();
    let all = all.filter(|m| m.kind() == "field_declaration");
    all.flat_map(|member| named_by(src, member)).collect()
}

/// What a declaration of members names, itself or by a struct without a name.
fn named_by<'t>(src: &Source, member: Node<'t>) -> Vec<Declared<'t>> {
    let names = declarations::names(src, member, false);
    let inner = inner_body(member).filter(|_| names.is_empty());
    inner.map_or(names, |body| members_in(src, body))
}

fn inner_body(member: Node) -> Option<Node> {
    let of = field(member, "type")?;
    let is_struct = matches!(of.kind(), "struct_specifier" | "union_specifier");
    field(of, "body").filter(|_| is_struct)
}

/// Among the members between these braces are structs without a name.
pub(in crate::c) fn has_unnamed(src: &Source, body: Node) -> bool {
    let unnamed = |member: Node| {
        inner_body(member).is_some() && declarations::names(src, member, false).is_empty()
    };
    children(body).into_iter().any(unnamed)
}

/// Brackets and stars that its declaration has.
pub(in crate::c) fn levels(found: &Declared) -> usize {
    found.lengths().len() + found.stars()
}

/// The variable or the member of a place, and how many brackets and stars stand around it.
pub(in crate::c) fn inside<'t>(src: &Source, place: Node<'t>) -> (Node<'t>, usize) {
    let (mut at, mut brackets) = (peel(place), 0);
    loop {
        let next = match at.kind() {
            "subscript_expression" => field(at, "argument"),
            "pointer_expression" if src.text(at).starts_with('*') => field(at, "argument"),
            // `*p++` is of the type of `*p`.
            "update_expression" if field(at, "argument").is_some() => {
                at = field(at, "argument").map_or(at, peel);
                continue;
            }
            _ => None,
        };
        match next {
            Some(next) => (at, brackets) = (peel(next), brackets + 1),
            None => return (at, brackets),
        }
    }
}

/// Its type, stars and brackets aside, is one of structs with pointers. A type that the file does not
/// define is told by its use.
pub(in crate::c) fn holds(src: &Source, found: &Declared, depth: usize) -> bool {
    let Some(of) = field(found.node, "type").filter(|_| depth < DEPTH) else {
        return false;
    };
    let members = |body: Node| {
        let names = members_in(src, body);
        let mut names = names.iter();
        names.any(|d| d.stars() > 0 || holds(src, d, depth + 1))
    };
    match of.kind() {
        "struct_specifier" | "union_specifier" => match body_of(src, of) {
            Some(body) => members(body),
            None => is_followed(src, found),
        },
        "type_identifier" => match declarations::definition(src, found.node) {
            Some(of) => holds(src, &of, depth + 1),
            None => is_followed(src, found),
        },
        _ => false,
    }
}

/// Its type, stars and brackets aside, is one of numbers, or of structs of the file of which no member
/// leads anywhere.
pub(in crate::c) fn is_plain(src: &Source, found: &Declared, depth: usize) -> bool {
    let Some(of) = field(found.node, "type").filter(|_| depth < DEPTH) else {
        return false;
    };
    let plain = |d: &Declared| d.stars() == 0 && !d.is_function() && is_plain(src, d, depth + 1);
    match of.kind() {
        "primitive_type" => src.text(of) != "void",
        "sized_type_specifier" | "enum_specifier" => true,
        "struct_specifier" | "union_specifier" => body_of(src, of).is_some_and(|body| {
            children(body).into_iter().all(|member| {
                let names = named_by(src, member);
                !names.is_empty() && names.iter().all(plain)
            })
        }),
        "type_identifier" => declarations::definition(src, found.node).is_some_and(|of| plain(&of)),
        _ => false,
    }
}

/// Its type is a number of C, or one that the file defines as such.
pub(in crate::c) fn is_plain_number(src: &Source, found: &Declared) -> bool {
    let of = definition(src, found).or_else(|| field(found.node, "type"));
    of.is_some_and(|of| match of.kind() {
        "primitive_type" => src.text(of) != "void",
        kind => matches!(kind, "sized_type_specifier" | "enum_specifier"),
    })
}

/// It is a pointer to a struct that the file defines.
pub(in crate::c) fn points_to_struct(src: &Source, found: &Declared) -> bool {
    let named = definition(src, found);
    let of = named.or_else(|| field(found.node, "type"));
    levels(found) == 1 && of.is_some_and(|of| body_of(src, of).is_some())
}

/// The members of the struct that its type is, stars and brackets aside.
pub(in crate::c) fn struct_of<'t>(src: &'t Source, found: &Declared<'t>) -> Option<Node<'t>> {
    let named = definition(src, found).or_else(|| field(found.node, "type"))?;
    body_of(src, named)
}

/// Adds the struct that a place is or leads to, by where its members stand, and those that it leads on to.
pub(in crate::c) fn add_structs(src: &Source, found: &Declared, structs: &mut HashSet<usize>) {
    let mut open: Vec<Node> = struct_of(src, found).into_iter().collect();
    while let Some(body) = open.pop() {
        if !structs.insert(body.start_byte()) {
            continue;
        }
        for member in members_in(src, body) {
            let here = src.node_at(&member.node.byte_range(), "field_declaration");
            let here = here.map_or_else(Vec::new, |node| declarations::names(src, node, false));
            let same = here.into_iter().find(|d| d.name == member.name);
            open.extend(same.and_then(|d| own_struct(src, &d)));
        }
    }
}

fn own_struct<'s>(src: &'s Source, found: &Declared<'s>) -> Option<Node<'s>> {
    let body = struct_of(src, found)?.byte_range();
    src.node_at(&body, "field_declaration_list")
}

/// It is a pointer to a struct from which pointers lead on to others of its type.
pub(in crate::c) fn leads_to_its_like(src: &Source, found: &Declared) -> bool {
    let Some(body) = struct_of(src, found).filter(|_| found.stars() > 0) else {
        return false;
    };
    members_in(src, body).into_iter().any(|member| {
        let mut structs = HashSet::new();
        add_structs(src, &member, &mut structs);
        structs.contains(&body.start_byte())
    })
}

/// The type that its type's name stands for.
fn definition<'t>(src: &Source, found: &Declared<'t>) -> Option<Node<'t>> {
    let of = declarations::definition(src, found.node)?;
    definition(src, &of).or_else(|| field(of.node, "type"))
}

/// The members of a struct: written where it is named, or elsewhere in the file.
fn body_of<'t>(src: &'t Source, named: Node<'t>) -> Option<Node<'t>> {
    field(named, "body").or_else(|| {
        let tag = src.text(field(named, "name")?);
        let body = src.scopes.body(named.kind_id(), tag)?;
        src.node_at(body, "field_declaration_list")
    })
}

/// Code of its function reaches something through it.
fn is_followed(src: &Source, found: &Declared) -> bool {
    let function = src.function_at(found.node.start_byte());
    let through = |node: Node| {
        let followed = match node.kind() {
            "subscript_expression" => true,
            "pointer_expression" => src.text(node).starts_with('*'),
            "field_expression" => field(node, "operator").is_some_and(|o| src.text(o) == "->"),
            _ => false,
        };
        let place = field(node, "argument").filter(|_| followed);
        let name = place.and_then(|p| place_name(src, p));
        name.is_some_and(|name| root_of(&name) == found.name)
    };
    levels(found) == 0 && function.is_some_and(|function| any(function, &through))
}

/// Words of types whose values are numbers.
pub(in crate::c) const NUMBERS: [&str; 24] = [
    "double",
    "float",
    "int",
    "long",
    "short",
    "char",
    "signed",
    "unsigned",
    "const",
    "volatile",
    "_Bool",
    "bool",
    "size_t",
    "ptrdiff_t",
    "int8_t",
    "int16_t",
    "int32_t",
    "int64_t",
    "uint8_t",
    "uint16_t",
    "uint32_t",
    "uint64_t",
    "_Complex",
    "complex",
];

/// A number, or what points to numbers.
pub(in crate::c) fn is_number(src: &Source, parameter: &Declared) -> bool {
    let words = parameter.words(src);
    words.split_whitespace().all(|w| NUMBERS.contains(&w))
}

/// It is a struct, or a union.
pub(in crate::c) fn is_struct(src: &Source, found: &Declared) -> bool {
    matches!(
        declarations::kind_of_type(src, found),
        "struct_specifier" | "union_specifier"
    )
}
