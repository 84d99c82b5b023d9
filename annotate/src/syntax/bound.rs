//! Where names are bound by `let` and as parameters: an index, made once.
//!
//! A tree's node finds what stands in front of it from the root down, so that looking for the binding of each
//! name among the statements of a block takes time with the square of the block's length.

use std::collections::HashMap;

use tree_sitter::Node;

use crate::ir::Span;
use crate::syntax::names::pattern_names;
use crate::syntax::rust::{Source, children, field};

/// See the module's text.
#[derive(Debug, Default)]
pub(crate) struct Bound {
    /// The `let`s of each block, in order, by where the block stands.
    lets: HashMap<Span, Vec<Span>>,
    /// Of these, the ones that bind a name.
    named: HashMap<(Span, String), Vec<Span>>,
    /// The parameters of each function that bind a name, by where the function stands.
    parameters: HashMap<(Span, String), Span>,
    /// The file defines macros.
    pub(crate) has_macros: bool,
}

impl Bound {
    /// All bindings of a file.
    pub(crate) fn of(src: &Source) -> Bound {
        let mut bound = Bound::default();
        let mut stack = vec![src.tree.root_node()];
        while let Some(node) = stack.pop() {
            bound.has_macros |= node.kind() == "macro_definition";
            let inside = children(node);
            for child in inside.iter().filter(|c| c.kind() == "let_declaration") {
                bound.add_let(src, node.byte_range(), *child);
            }
            if node.kind() == "function_item" {
                bound.add_parameters(src, node);
            }
            stack.extend(inside);
        }
        bound
    }

    fn add_let(&mut self, src: &Source, block: Span, node: Node) {
        let span = node.byte_range();
        let names = field(node, "pattern").map_or_else(Vec::new, |p| pattern_names(src, p));
        for (name, _) in names {
            let all = self.named.entry((block.clone(), name)).or_default();
            all.push(span.clone());
        }
        self.lets.entry(block).or_default().push(span);
    }

    fn add_parameters(&mut self, src: &Source, function: Node) {
        let list = field(function, "parameters").map_or_else(Vec::new, children);
        for parameter in list {
            let names = match parameter.kind() {
                "self_parameter" => vec!["self".to_owned()],
                _ => {
                    let pattern = field(parameter, "pattern");
                    let names = pattern.map_or_else(Vec::new, |p| pattern_names(src, p));
                    names.into_iter().map(|(name, _)| name).collect()
                }
            };
            for name in names {
                let entry = self.parameters.entry((function.byte_range(), name));
                entry.or_insert_with(|| parameter.byte_range());
            }
        }
    }

    /// The `let`s of a block that stand in front of `at`, the last one first.
    pub(crate) fn lets<'t>(&self, src: &'t Source, block: Node, at: usize) -> Vec<Node<'t>> {
        let all = self.lets.get(&block.byte_range());
        before(all, at)
            .filter_map(|span| of_kind(src, span, "let_declaration"))
            .collect()
    }

    /// The last `let` of a block in front of `at` that binds the name.
    pub(crate) fn by_let<'t>(
        &self,
        src: &'t Source,
        (block, at): (Node, usize),
        name: &str,
    ) -> Option<Node<'t>> {
        let all = self.named.get(&(block.byte_range(), name.to_owned()));
        of_kind(src, before(all, at).next()?, "let_declaration")
    }

    /// The parameter of a function that binds the name.
    pub(crate) fn parameter<'t>(
        &self,
        src: &'t Source,
        function: Node,
        name: &str,
    ) -> Option<Node<'t>> {
        let span = self
            .parameters
            .get(&(function.byte_range(), name.to_owned()))?;
        let list = field(
            of_kind(src, &function.byte_range(), "function_item")?,
            "parameters",
        )?;
        children(list).into_iter().find(|p| p.byte_range() == *span)
    }
}

/// Those that begin in front of `at`, the last one first.
fn before(all: Option<&Vec<Span>>, at: usize) -> impl Iterator<Item = &Span> {
    let all = all.map_or(&[][..], Vec::as_slice);
    let count = all.partition_point(|span| span.start < at);
    all[..count].iter().rev()
}

fn of_kind<'t>(src: &'t Source, span: &Span, kind: &str) -> Option<Node<'t>> {
    let root = src.tree.root_node();
    let mut node = root.descendant_for_byte_range(span.start, span.end)?;
    while node.kind() != kind || node.byte_range() != *span {
        node = node.parent()?;
    }
    Some(node)
}
