//! Where the names of a file are declared, and its functions and structs: an index, made once.
//!
//! A tree's node finds its parent and what stands in front of it from the root down, so that looking
//! for each name's declaration in the tree takes time with the square of a function's length; and
//! walking the whole file for each struct or called function, with that of the file's.

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};

use tree_sitter::Node;

use crate::c::parse::source::{Source, children, field, function_name, name_node};
use crate::c::semantics::declarations;
use crate::ir::Span;

/// The declarations of each name.
#[derive(Debug, Default)]
pub(in crate::c) struct Scopes {
    sites: HashMap<String, Vec<Site>>,
    /// Those outside of functions, in the order of the text.
    outside: HashMap<String, Vec<Site>>,
    /// Where each function of the file is defined.
    functions: HashMap<String, Span>,
    /// Those that are defined more than once, under conditions.
    several: HashSet<String>,
    /// Where the members of structs and unions stand, by kind and tag.
    bodies: HashMap<(u16, String), Span>,
    /// The declarations of each member of structs outside of functions.
    members: HashMap<String, Vec<Span>>,
    /// Where enumerators of each name are defined.
    enumerators: HashMap<String, Vec<usize>>,
}

/// A declaration, and where it may be seen.
#[derive(Debug, Clone)]
pub(in crate::c) struct Site {
    /// The declaration; of a parameter, the function.
    pub(in crate::c) at: Span,
    /// What it stands in.
    scope: Span,
    /// The name there, and where it begins to hold: behind its declarator, in what follows of the declaration.
    pub(in crate::c) name: Span,
    from: usize,
    pub(in crate::c) form: Form,
    /// The number of the one before it whose scope is around this one's, or the same.
    around: Option<usize>,
}

/// What declares a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::c) enum Form {
    /// A declaration: holds behind it.
    Behind,
    /// The beginning of a `for`: holds in all of the loop.
    Head,
    /// A function, by its parameters.
    Parameter,
}

impl Scopes {
    /// All declarations of a file, whose types' definitions are known.
    pub(in crate::c) fn of(src: &Source) -> Scopes {
        let mut scopes = Scopes::default();
        let root = src.tree.root_node();
        let mut stack = vec![(root, root, false)];
        while let Some((node, parent, inside)) = stack.pop() {
            match node.kind() {
                "declaration" => scopes.add_declaration(src, node, (parent, inside)),
                "function_definition" => scopes.add_function(src, node, inside),
                "struct_specifier" | "union_specifier" => scopes.add_struct(src, node),
                "enumerator" => {
                    let name = field(node, "name").map_or("", |name| src.text(name));
                    let all = scopes.enumerators.entry(name.to_owned()).or_default();
                    all.push(node.start_byte());
                }
                "field_declaration" if !inside => {
                    for member in declarations::names(src, node, false) {
                        let all = scopes.members.entry(member.name).or_default();
                        all.push(node.byte_range());
                    }
                }
                _ => {}
            }
            let inside = inside || node.kind() == "function_definition";
            let inner = children(node).into_iter().rev();
            stack.extend(inner.map(|child| (child, node, inside)));
        }
        scopes.sites.values_mut().for_each(|sites| nest(sites));
        scopes
    }

    /// Of several functions of one name, under conditions, the last one counts.
    fn add_function(&mut self, src: &Source, node: Node, inside: bool) {
        for parameter in declarations::parameters(src, node) {
            let declarator = parameter.declarator;
            self.add(src, declarator, (node, node, true), Form::Parameter);
        }
        let Some(name) = function_name(src, node).filter(|_| !inside) else {
            return;
        };
        let before = self.functions.insert(name.clone(), node.byte_range());
        if before.is_some() {
            self.several.insert(name);
        }
    }

    fn add_struct(&mut self, src: &Source, node: Node) {
        if let Some((tag, body)) = field(node, "name").zip(field(node, "body")) {
            let tag = src.text(tag).to_owned();
            self.bodies.insert((node.kind_id(), tag), body.byte_range());
        }
    }

    fn add_declaration(&mut self, src: &Source, node: Node, (parent, inside): (Node, bool)) {
        let is_head =
            parent.kind() == "for_statement" && field(parent, "initializer") == Some(node);
        let form = if is_head { Form::Head } else { Form::Behind };
        for (declarator, _) in declarations::declarators(node) {
            self.add(src, declarator, (node, parent, inside), form);
        }
    }

    fn add(
        &mut self,
        src: &Source,
        declarator: Node,
        (node, scope, inside): (Node, Node, bool),
        form: Form,
    ) {
        let Some(name) = name_node(declarator) else {
            return;
        };
        let site = Site {
            at: node.byte_range(),
            scope: scope.byte_range(),
            name: name.byte_range(),
            from: declarator.end_byte(),
            form,
            around: None,
        };
        if !inside {
            let sites = self.outside.entry(src.text(name).to_owned()).or_default();
            sites.push(site.clone());
        }
        let sites = self.sites.entry(src.text(name).to_owned()).or_default();
        sites.push(site);
    }

    /// The declaration of `name` that holds at `place`. A name that none does is that of a variable of the file
    /// which it declares behind: functions use it that code there calls.
    pub(in crate::c) fn find(&self, name: &str, place: &Span) -> Option<&Site> {
        self.find_before(name, place).or_else(|| {
            let sites = self.outside.get(name)?;
            sites.iter().find(|site| site.at.start >= place.end)
        })
    }

    fn find_before(&self, name: &str, place: &Span) -> Option<&Site> {
        let seen = |site: &&Site| {
            let inside = site.scope.start <= place.start && place.end <= site.scope.end;
            let begun = site.from <= place.start || site.name == *place;
            inside
                && site.scope != *place
                && (site.form != Form::Behind
                    || site.at.end <= place.end
                    || (begun && site.at.contains(&place.start)))
        };
        let inner = |site: &&Site| {
            (
                site.scope.start,
                Reverse(site.scope.end),
                site.form != Form::Parameter,
                site.at.start,
            )
        };
        let sites = self.sites.get(name)?;
        let begun = sites.partition_point(|site| site.scope.start <= place.start);
        let outward = |n: &usize| sites[*n].around;
        let around = std::iter::successors(begun.checked_sub(1), outward);
        around.map(|n| &sites[n]).filter(seen).max_by_key(inner)
    }

    /// Where all of these names are what they are at `place`, as far as they are declared in functions.
    pub(in crate::c) fn seen<'n>(
        &self,
        names: impl Iterator<Item = &'n str>,
        place: &Span,
    ) -> Option<Span> {
        let sites = names.filter_map(|name| self.find_before(name, place));
        let spans = sites.map(|site| match site.form {
            Form::Behind => site.at.end..site.scope.end,
            _ => site.scope.clone(),
        });
        spans.reduce(|a, b| a.start.max(b.start)..a.end.min(b.end))
    }

    /// How many declarations of `name` there are in a function, its parameters among them.
    pub(in crate::c) fn declared_in(&self, name: &str, function: &Span) -> usize {
        let sites = self.sites.get(name).map_or(&[][..], Vec::as_slice);
        let before = |at: usize| sites.partition_point(|site| site.scope.start < at);
        let begun = &sites[before(function.start)..before(function.end)];
        let inside = |site: &&Site| function.start <= site.at.start && site.at.end <= function.end;
        begun.iter().filter(inside).count()
    }

    /// Where the function of this name is defined.
    pub(in crate::c) fn function(&self, name: &str) -> Option<&Span> {
        self.functions.get(name)
    }

    /// Which of several definitions a function has, the preprocessor knows.
    pub(in crate::c) fn has_several(&self, function: &str) -> bool {
        self.several.contains(function)
    }

    /// Where the members of a struct or union stand.
    pub(in crate::c) fn body(&self, kind: u16, tag: &str) -> Option<&Span> {
        self.bodies.get(&(kind, tag.to_owned()))
    }

    /// Where members of this name are declared, in structs outside of functions.
    pub(in crate::c) fn members(&self, name: &str) -> &[Span] {
        self.members.get(name).map_or(&[], Vec::as_slice)
    }

    /// Where enumerators of this name are defined.
    pub(in crate::c) fn enumerators(&self, name: &str) -> &[usize] {
        self.enumerators.get(name).map_or(&[], Vec::as_slice)
    }
}

/// Puts the declarations of a name in the order in which their scopes begin, outer ones first, and notes which are
/// around which: those around a place are found without a look at all others.
fn nest(sites: &mut [Site]) {
    sites.sort_by_key(|site| (site.scope.start, Reverse(site.scope.end)));
    for n in 1..sites.len() {
        let end = sites[n].scope.end;
        let outward = |at: &usize| sites[*at].around;
        let mut before = std::iter::successors(Some(n - 1), outward);
        let around = before.find(|&at| sites[at].scope.end >= end);
        sites[n].around = around;
    }
}
