//! Alias analysis of arrays of structs: members by which several elements may lead to the same memory,
//! `jobs[i].to = all + i * n`. In: a file. Out: the names of such members.
//!
//! A pointer of an element leads to memory of its own where that is made in the turn which sets it (`malloc`, a variable
//! declared there), is the row of the element's own index (`jobs[i].to = rows[i]`), or is used by that one element and
//! set outside of loops. Pointers are followed to what they are set to, and parameters to what calls hand them.

use std::collections::{HashMap, HashSet};

use tree_sitter::Node;

use crate::c::parse::source::{Source, children, field, function_name, is_address_taken, peel};
use crate::c::points_to::element_pointers::{LOOPS, Sets, Site, Value, index_of, variable};
use crate::c::semantics::constants::is_plain;
use crate::c::semantics::declarations::{self, Declared, Form};
use crate::c::semantics::pointer_types;

/// Steps from a value to what it is set to beyond which it may be anything.
const STEPS: usize = 200;

/// The members by which elements may lead to the same.
pub(in crate::c) fn members(src: &Source) -> HashSet<String> {
    let sets = Sets::of(src);
    let mut found = sets.elsewhere.clone();
    // Which elements lead to a piece of memory, by where that is made.
    let mut users: HashMap<usize, (&Site, bool)> = HashMap::new();
    for site in &sets.sites {
        let mut way = Way {
            src,
            sets: &sets,
            site,
            made: HashSet::new(),
            seen: HashSet::new(),
        };
        if way.is_shared(site.value) {
            found.extend(site.members.iter().cloned());
        }
        for place in way.made {
            let first = users.entry(place).or_insert((site, false));
            first.1 |= first.0.of != site.of;
            if first.1 {
                found.extend(first.0.members.iter().chain(&site.members).cloned());
            }
        }
    }
    with_unions(src, &mut found);
    sets.copied(src, &mut found);
    found
}

/// What one member of a union leads to, the others do.
fn with_unions(src: &Source, found: &mut HashSet<String>) {
    let mut stack = vec![src.tree.root_node()];
    while let Some(node) = stack.pop() {
        stack.extend(children(node));
        let body = field(node, "body").filter(|_| node.kind() == "union_specifier");
        let all = body.map_or_else(Vec::new, |body| pointer_types::members_in(src, body));
        let all: Vec<String> = all.into_iter().map(|member| member.name).collect();
        if all.iter().any(|name| found.contains(name)) {
            found.extend(all);
        }
    }
}

/// What of a variable the index of the element says.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    All,
    /// The address of one of its elements.
    Address,
    /// One of its elements, which is a row or a pointer.
    Element,
}

/// From a pointer of an element to the memory that it leads to.
struct Way<'w, 's> {
    src: &'s Source,
    sets: &'w Sets<'s>,
    site: &'w Site<'s>,
    /// Where memory is made that one element has, as far as this is the only one.
    made: HashSet<usize>,
    seen: HashSet<usize>,
}

impl<'s> Way<'_, 's> {
    /// Other elements may lead to it.
    fn is_shared(&mut self, value: Value<'s>) -> bool {
        let node = peel(value.node);
        if self.seen.len() > STEPS {
            return true;
        }
        if !self.seen.insert(node.id()) {
            return false;
        }
        let of = |node| Value { node, ..value };
        let part = |way: &mut Self, name: &str| {
            field(node, name).is_some_and(|node| way.is_shared(of(node)))
        };
        match node.kind() {
            "conditional_expression" => part(self, "consequence") || part(self, "alternative"),
            "comma_expression" | "assignment_expression" => part(self, "right"),
            "compound_literal_expression" | "initializer_pair" => part(self, "value"),
            "initializer_list" => {
                let mut items = children(node).into_iter();
                items.any(|item| self.is_shared(of(item)))
            }
            "call_expression" => self.is_shared_by(value, node),
            _ => self.roots(value, node, Part::All),
        }
    }

    /// What a call returns.
    fn is_shared_by(&mut self, value: Value<'s>, call: Node<'s>) -> bool {
        let name = field(call, "function").map_or("", |f| self.src.text(peel(f)));
        if name.to_ascii_lowercase().contains("alloc") {
            self.made.insert(call.start_byte());
            return false;
        }
        let Some(function) = self.src.function(name) else {
            let given = field(call, "arguments").map_or_else(Vec::new, children);
            return given
                .into_iter()
                .any(|node| self.roots(value, node, Part::All));
        };
        // What it makes, it makes for each call.
        let before = self.made.clone();
        let returned = self.sets.returned.get(&function.start_byte());
        let shared = returned
            .into_iter()
            .flatten()
            .any(|value| self.is_shared(*value));
        self.made = before;
        shared
    }

    /// Any of the variables in a place, a sum, an address, of which the value has a part.
    fn roots(&mut self, value: Value<'s>, node: Node<'s>, of: Part) -> bool {
        let node = peel(node);
        let part = |way: &mut Self, name: &str, of: Part| {
            field(node, name).is_some_and(|node| way.roots(value, node, of))
        };
        let by_index = |name: &str, found: Part| {
            let index = field(node, name).map(|index| self.src.text(index));
            let known = index.is_some() && index == value.index;
            if known && of == Part::All { found } else { of }
        };
        match node.kind() {
            "subscript_expression" => {
                let around = node.parent().map_or("", |p| self.src.text(p));
                let taken = node
                    .parent()
                    .is_some_and(|p| p.kind() == "pointer_expression");
                let found = match taken && around.starts_with('&') {
                    true => Part::Address,
                    false => Part::Element,
                };
                let of = by_index("index", found);
                part(self, "argument", of)
            }
            "binary_expression" => {
                let left = by_index("right", Part::Address);
                part(self, "left", left) || part(self, "right", Part::All)
            }
            "pointer_expression" => part(self, "argument", of),
            "field_expression" => {
                let whole = field(node, "argument").map_or("", |of| self.src.text(of));
                whole != self.site.of && part(self, "argument", of)
            }
            "call_expression"
            | "conditional_expression"
            | "comma_expression"
            | "assignment_expression" => self.is_shared(Value { node, ..value }),
            "identifier" => self.is_shared_root(value, node, of),
            _ => false,
        }
    }

    fn is_shared_root(&mut self, value: Value<'s>, name: Node<'s>, of: Part) -> bool {
        let src = self.src;
        let found = declarations::find(src, name, src.text(name));
        let Some(found) = found.filter(|d| !d.is_function()) else {
            return false;
        };
        if is_plain(src, name, &found.name) && !is_address_taken(src, name) {
            return false;
        }
        let leads_on = found.inner_stars() > 0 || pointer_types::holds(src, &found, 0);
        let is_own = of == Part::Element || (of == Part::Address && self.is_only_pointed());
        if is_own && !leads_on {
            return false;
        }
        // The turn that sets it: what was there before, others have too.
        let turn = src.around(value.node, &LOOPS).filter(|_| !is_own);
        let before =
            |at: Node| turn.is_some_and(|turn| !turn.byte_range().contains(&at.start_byte()));
        let values = self.sets.values.get(&found.key());
        let values = values.map_or(&[][..], Vec::as_slice);
        let is_memory = found.form() == Form::Array && !found.lasting && !leads_on;
        if is_memory || values.is_empty() || (found.form() == Form::Value && !leads_on) {
            return before(found.declarator) || (!is_own && self.is_made(&found));
        }
        let function = function_of(src, name);
        values.iter().any(|next| {
            let (index, handed) = match next.call {
                Some(call) => (self.index_in(call), function_of(src, next.node) == function),
                None => (next.index, false),
            };
            let earlier = next.call.is_some() && turn.is_some();
            let leads = (earlier || handed || before(next.node)) && self.leads(*next);
            leads || self.is_shared(Value { index, ..*next })
        }) || (found.form() == Form::Array && !is_own && self.is_made(&found))
    }

    /// Notes memory that is declared. A variable of the file is there for all calls.
    fn is_made(&mut self, found: &Declared) -> bool {
        self.made.insert(found.key());
        let root = self
            .site
            .root
            .and_then(|root| declarations::find(self.src, root, self.src.text(root)));
        found.lasting && root.is_some_and(|root| root.form() == Form::Pointer)
    }

    /// The value leads to memory, however that is made.
    fn leads(&self, value: Value<'s>) -> bool {
        let (mut stack, src) = (vec![value.node], self.src);
        while let Some(node) = stack.pop() {
            let names = node.kind() == "identifier" && !is_plain(src, node, src.text(node));
            let found = || declarations::find(src, node, src.text(node));
            if node.kind() == "call_expression" || (names && found().is_some()) {
                return true;
            }
            stack.extend(children(node));
        }
        false
    }

    /// The elements are pointers to structs that the file defines.
    fn leads_to_structs(&self) -> bool {
        let root = self.site.root;
        let found = root.and_then(|root| declarations::find(self.src, root, self.src.text(root)));
        let of_variable = |d: &Declared| self.site.members == [variable(d)];
        found.is_some_and(|d| of_variable(&d) && pointer_types::struct_of(self.src, &d).is_some())
    }

    /// The index of the element that a call hands to the function that sets it.
    fn index_in(&self, call: Node<'s>) -> Option<&'s str> {
        let function = self.src.function_at(self.site.value.node.start_byte())?;
        let called = field(call, "function").map(|f| self.src.text(peel(f)));
        let is_it = function_name(self.src, function).as_deref() == called;
        let root = self
            .site
            .root
            .filter(|_| is_it)
            .map(|root| self.src.text(root));
        let parameters = declarations::parameters(self.src, function);
        let at = parameters
            .iter()
            .position(|p| Some(p.name.as_str()) == root)?;
        let arguments = field(call, "arguments").map(children)?;
        index_of(self.src, *arguments.get(at)?)
    }

    /// Of what the members lead to, the file uses the first element alone: `*jobs[i].sum += x`, or it is a struct.
    fn is_only_pointed(&self) -> bool {
        let of_struct = |name: &String| {
            let all = pointer_types::members(self.src, name);
            !all.is_empty()
                && all
                    .iter()
                    .all(|d| pointer_types::points_to_struct(self.src, d))
        };
        if self.site.members.iter().all(of_struct) || self.leads_to_structs() {
            return true;
        }
        if self.site.members.iter().any(|name| name.starts_with('@')) {
            return false;
        }
        let mut stack = vec![self.src.tree.root_node()];
        while let Some(node) = stack.pop() {
            stack.extend(children(node));
            let name = field(node, "field").filter(|_| node.kind() == "field_expression");
            let name = name.map(|name| self.src.text(name).to_owned());
            if name.is_none_or(|name| !self.site.members.contains(&name)) {
                continue;
            }
            let around = node.parent();
            let alone = around.is_some_and(|around| match around.kind() {
                "pointer_expression" => self.src.text(around).starts_with('*'),
                "field_expression" => true,
                "assignment_expression" => field(around, "left") == Some(node),
                _ => false,
            });
            if !alone {
                return false;
            }
        }
        true
    }
}

fn function_of(src: &Source, node: Node) -> Option<usize> {
    Some(src.function_at(node.start_byte())?.start_byte())
}
