//! Pointers to blocks that code between tasks sets, `block[k] = calloc(..)`: whether tasks use that pointer is asked
//! as the program comes there, so that tasks on other blocks go on.

use std::collections::HashSet;

use tree_sitter::Node;

use super::blocks::Blocks;
use super::captured::statement;
use super::declared;
use super::leads;
use super::syntax::{Source, any, field, peel};
use crate::ir::{Addition, Region, VarKind, Variable};
use crate::passes::tasks;

/// What tasks use by pointers of which each task has some.
pub(super) struct Asked {
    /// Arrays of pointers, and how many indices lead to one.
    blocks: Vec<(String, usize)>,
    /// Pointers to numbers: tasks have copies, and what these lead to is no pointer.
    numbers: HashSet<String>,
}

impl Asked {
    /// Of a region; `shares`: tasks of other functions are in its graph.
    pub(super) fn of(src: &Source, region: &Region, shares: bool) -> Asked {
        let depths = Blocks::of(src, region, shares).depths;
        let blocks = depths.iter();
        let blocks = blocks.map(|(var, depth)| (region.variables[*var].name.clone(), *depth));
        let last = tasks(region).last().and_then(|task| statement(src, task));
        let is_number = |v: &&Variable| {
            let found = last.and_then(|stmt| leads::declaration(src, stmt, &v.name));
            found.is_some_and(|d| {
                let words = d.plain_words(src);
                let mut words = words.split_whitespace();
                let number = |word| ["double", "float", "int", "long", "short"].contains(&word);
                leads::levels(&d) == 1 && words.any(number)
            })
        };
        let numbers = region.variables.iter().filter(is_number);
        Asked {
            blocks: blocks.collect(),
            numbers: numbers.map(|v| v.name.clone()).collect(),
        }
    }

    /// To set a pointer to a block changes nothing of the variable but where that pointer leads.
    pub(super) fn is_apart(&self, variable: &Variable) -> bool {
        matches!(variable.kind, VarKind::Scalar { deref: false }) && !variable.written
            || self.blocks.iter().any(|(name, _)| *name == variable.name)
            || self.is_number(variable)
    }

    /// What tasks use are numbers, by pointers of which they have copies.
    pub(super) fn is_number(&self, variable: &Variable) -> bool {
        self.numbers.contains(&variable.name)
    }

    /// `block[k] = value` at the name of `block`, where tasks use none of its pointers.
    pub(super) fn sets_other(&self, src: &Source, node: Node) -> bool {
        let levels = declared::find(src, node, src.text(node)).map_or(0, |d| leads::levels(&d));
        element_set(src, node).is_some_and(|(_, _, depth)| depth > 0 && depth < levels)
    }

    /// `block[k] = value` at the name of `block`, which is evaluated more than once.
    pub(super) fn set_at(&self, src: &Source, node: Node) -> Option<Addition> {
        let (set, place, depth) = element_set(src, node)?;
        let mut known = self.blocks.iter();
        let is_block = known.any(|(name, indices)| *name == src.text(node) && *indices == depth);
        (is_block && !does_something(src, peel(place))).then(|| Addition::AskFirst {
            set: set.byte_range(),
            place: place.byte_range(),
        })
    }
}

/// Of `block[i][k] = value`, at the name: the assignment, what it sets, and how many indices that has.
fn element_set<'t>(src: &Source, node: Node<'t>) -> Option<(Node<'t>, Node<'t>, usize)> {
    let (mut depth, mut at) = (0, node);
    loop {
        let around = at.parent()?;
        match around.kind() {
            "parenthesized_expression" => {}
            "subscript_expression" if field(around, "argument") == Some(at) => depth += 1,
            "assignment_expression" if field(around, "left") == Some(at) => {
                let plain = field(around, "operator").is_some_and(|o| src.text(o) == "=");
                return plain.then_some((around, at, depth));
            }
            _ => return None,
        }
        at = around;
    }
}

/// To evaluate it twice is not the same as once, or that does not show.
fn does_something(src: &Source, place: Node) -> bool {
    any(place, &|node| match node.kind() {
        "subscript_expression"
        | "parenthesized_expression"
        | "binary_expression"
        | "unary_expression"
        | "number_literal"
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
