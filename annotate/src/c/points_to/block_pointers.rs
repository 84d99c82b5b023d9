//! Pointers to blocks that code between tasks sets or gives back, `block[k] = calloc(..)`, `free(s->block[k])`: whether
//! tasks use that pointer is asked as the program comes there, so that tasks on other blocks go on.

use std::collections::HashSet;

use tree_sitter::Node;

use crate::c::parse::expressions::whole_place;
use crate::c::parse::names::statement;
use crate::c::parse::source::{Source, any, children, field, peel, place_name};
use crate::c::points_to::block_arrays::{Blocks, inside};
use crate::c::semantics::pointer_types;
use crate::ir::{Access, Addition, Poly, Region, VarKind, Variable};
use crate::passes::tasks;

/// What tasks use by pointers of which each task has some.
pub(in crate::c) struct Asked {
    /// Arrays of pointers, and how many indices lead to one.
    blocks: Vec<(String, usize)>,
    /// Pointers to numbers: tasks have copies, and what these lead to is no pointer.
    numbers: HashSet<String>,
    /// Of each block that they use, tasks use the first element, or it is not said which.
    from_begin: bool,
}

impl Asked {
    /// Of a region; `shares`: tasks of other functions are in its graph.
    pub(in crate::c) fn of(src: &Source, region: &Region, shares: bool) -> Asked {
        let depths = Blocks::of(src, region, shares).depths;
        let from_begin = |access: &Access| {
            let depth = depths.get(&access.var);
            let used = depth.and_then(|d| inside(&region.variables[access.var], access, *d));
            used.is_none_or(|(first, _)| first == Poly::constant(0))
        };
        let mut accesses = tasks(region).flat_map(|task| &task.accesses);
        let from_begin = accesses.all(from_begin);
        let blocks = depths.iter();
        let blocks = blocks.map(|(var, depth)| (region.variables[*var].name.clone(), *depth));
        let last = tasks(region).last().and_then(|task| statement(src, task));
        let is_number = |v: &&Variable| {
            let found = last.and_then(|stmt| pointer_types::declaration(src, stmt, &v.name));
            found.is_some_and(|d| {
                let words = d.plain_words(src);
                let mut words = words.split_whitespace();
                let number = |word| ["double", "float", "int", "long", "short"].contains(&word);
                pointer_types::levels(&d) == 1 && words.any(number)
            })
        };
        let numbers = region.variables.iter().filter(is_number);
        Asked {
            blocks: blocks.collect(),
            numbers: numbers.map(|v| v.name.clone()).collect(),
            from_begin,
        }
    }

    /// To set a pointer to a block changes nothing of the variable but where that pointer leads.
    fn is_apart(&self, variable: &Variable) -> bool {
        self.is_block(variable) || self.is_number(variable)
    }

    /// What tasks use are blocks, which each of them reaches by the pointer to it.
    fn is_block(&self, variable: &Variable) -> bool {
        matches!(variable.kind, VarKind::Scalar { deref: false }) && !variable.written
            || self.blocks.iter().any(|(name, _)| *name == variable.name)
    }

    /// What tasks use are numbers, by pointers of which they have copies.
    pub(in crate::c) fn is_number(&self, variable: &Variable) -> bool {
        self.numbers.contains(&variable.name)
    }

    /// `block[k] = value` at the name of `block`, where tasks use none of its pointers.
    pub(in crate::c) fn sets_other(&self, src: &Source, node: Node) -> bool {
        let whole = whole_place(node);
        let found =
            place_name(src, whole).and_then(|name| pointer_types::declaration(src, node, &name));
        let levels = found.map_or(0, |d| pointer_types::levels(&d));
        let set = element(src, whole).and_then(|(place, depth)| Some((set(src, place)?, depth)));
        set.is_some_and(|(_, depth)| depth > 0 && depth < levels)
    }

    /// The pointer to a block that is set or given back at the name of `block`, where all that tasks use of its family
    /// are blocks.
    pub(in crate::c) fn at(&self, src: &Source, node: Node, used: &[Variable]) -> Option<Addition> {
        let all = used.iter().all(|v| self.is_apart(v));
        let set = all.then(|| self.set_at(src, node)).flatten();
        let blocks = || used.iter().all(|v| self.is_block(v));
        set.or_else(|| self.given_back_at(src, node).filter(|_| blocks()))
    }

    /// `block[k] = value` at the name of `block`, which is evaluated more than once.
    fn set_at(&self, src: &Source, node: Node) -> Option<Addition> {
        let place = self.pointer_at(src, node)?;
        Some(Addition::AskFirst {
            set: set(src, place)?.byte_range(),
            place: place.byte_range(),
            behind: false,
        })
    }

    /// `free(block[k])`, `realloc(block[k], n)` at the name of `block`.
    fn given_back_at(&self, src: &Source, node: Node) -> Option<Addition> {
        let place = self.pointer_at(src, node).filter(|_| self.from_begin)?;
        Some(Addition::AskFirst {
            set: given_back(src, place)?.byte_range(),
            place: place.byte_range(),
            behind: true,
        })
    }

    /// The pointer to a block, `block[k]`, at the name of `block`.
    fn pointer_at<'t>(&self, src: &Source, node: Node<'t>) -> Option<Node<'t>> {
        let whole = whole_place(node);
        let (place, depth) = element(src, whole)?;
        let name = place_name(src, whole)?;
        let is_block = self.blocks.contains(&(name, depth));
        (is_block && !does_something(src, peel(place))).then_some(place)
    }
}

/// Of `block[i][k]` and `*(block + k)`, at the name: the whole, and how many indices it has.
fn element<'t>(src: &Source, name: Node<'t>) -> Option<(Node<'t>, usize)> {
    let (mut depth, mut at, mut sum) = (0, name, false);
    loop {
        let around = at.parent()?;
        let is = |part: &str| field(around, part) == Some(at);
        let operator = field(around, "operator").map_or("", |o| src.text(o));
        match around.kind() {
            "parenthesized_expression" => {}
            "subscript_expression" if is("argument") => (depth, sum) = (depth + 1, false),
            "pointer_expression" if operator == "*" => (depth, sum) = (depth + 1, false),
            "binary_expression" if operator == "+" || (operator == "-" && is("left")) => sum = true,
            _ => return (!sum).then_some((at, depth)),
        }
        at = around;
    }
}

/// The assignment that sets a place to a value.
fn set<'t>(src: &Source, place: Node<'t>) -> Option<Node<'t>> {
    let around = place.parent()?;
    let sets = around.kind() == "assignment_expression"
        && field(around, "left") == Some(place)
        && field(around, "operator").is_some_and(|o| src.text(o) == "=");
    sets.then_some(around)
}

/// The call of the library that takes the memory back to which a pointer leads.
fn given_back<'t>(src: &Source, pointer: Node<'t>) -> Option<Node<'t>> {
    let mut at = pointer;
    while let Some(cast) = at.parent().filter(|p| p.kind() == "cast_expression") {
        at = cast;
    }
    let arguments = at.parent().filter(|p| p.kind() == "argument_list")?;
    let call = arguments.parent()?;
    let function = field(call, "function")?;
    let name = src.text(function);
    let of_library = matches!(name, "free" | "realloc")
        && src.function(name).is_none()
        && !src.macros.contains_key(name);
    (of_library && children(arguments).first() == Some(&at)).then_some(call)
}

/// To evaluate it twice is not the same as once, or that does not show.
fn does_something(src: &Source, place: Node) -> bool {
    any(place, &|node| match node.kind() {
        "subscript_expression"
        | "parenthesized_expression"
        | "binary_expression"
        | "unary_expression"
        | "number_literal"
        | "pointer_expression"
        | "field_expression"
        | "field_identifier"
        | "cast_expression"
        | "type_descriptor"
        | "primitive_type"
        | "type_identifier"
        | "sized_type_specifier"
        | "char_literal"
        | "character" => false,
        "identifier" => {
            let value = src.macros.get(src.text(node)).map(|m| m.value.as_str());
            value.is_some_and(|value| {
                value.contains(['=', '{', '[']) || value.contains("++") || value.contains("--")
            })
        }
        kind => node.is_named() && kind != "comment",
    })
}
