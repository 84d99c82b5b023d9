//! An index of a file's tree: around each node, in front of it, over each place, and by name; made once.
//!
//! A node of a tree finds its parent, what stands in front of it, and a place from the root down, past all that
//! stands before on the way: a file of which each statement asks takes time with the square of its length.

use std::collections::HashMap;

use tree_sitter::ffi::TSNode;
use tree_sitter::{Node, Tree};

use crate::c::parse::assembly;
use crate::c::parse::source::Source;
use crate::ir::Span;

/// The nodes of one tree.
#[derive(Debug)]
pub(in crate::c) struct Nodes {
    /// By their numbers.
    beside: HashMap<usize, Beside>,
    /// Those without children, in the order of the text.
    leaves: Vec<(usize, TSNode)>,
    /// Identifiers that name no label of assembly, by name and in the order of the text.
    named: HashMap<String, Vec<(usize, TSNode)>>,
}

/// What a node stands in, and what stands in front of it there.
#[derive(Debug, Clone, Copy)]
struct Beside {
    parent: Option<TSNode>,
    before: Option<TSNode>,
}

impl Nodes {
    /// Of the tree of a text.
    pub(in crate::c) fn of(tree: &Tree, text: &str) -> Nodes {
        let mut nodes = Nodes {
            beside: HashMap::new(),
            leaves: Vec::new(),
            named: HashMap::new(),
        };
        let mut cursor = tree.walk();
        let (mut path, mut before): (Vec<Node>, Option<Node>) = (Vec::new(), None);
        loop {
            let node = cursor.node();
            nodes.add(text, node, (path.last().copied(), before));
            if cursor.goto_first_child() {
                path.push(node);
                before = None;
                continue;
            }
            nodes.leaves.push((node.start_byte(), node.into_raw()));
            before = Some(node);
            while !cursor.goto_next_sibling() {
                if !cursor.goto_parent() {
                    return nodes;
                }
                before = path.pop();
            }
        }
    }

    fn add(&mut self, text: &str, node: Node, (parent, before): (Option<Node>, Option<Node>)) {
        let is_label = || parent.is_some_and(|parent| assembly::is_label(node, parent));
        if node.kind() == "identifier" && !is_label() {
            let name = text.get(node.byte_range()).unwrap_or("");
            let all = self.named.entry(name.to_owned()).or_default();
            all.push((node.start_byte(), node.into_raw()));
        }
        let beside = Beside {
            parent: parent.map(Node::into_raw),
            before: before.map(Node::into_raw),
        };
        self.beside.insert(node.id(), beside);
    }

    /// The node is of this tree.
    pub(in crate::c) fn has(&self, node: Node) -> bool {
        self.beside.contains_key(&node.id())
    }

    /// What a node of the tree stands in.
    pub(in crate::c) fn parent<'t>(&self, tree: &'t Tree, node: Node) -> Option<Node<'t>> {
        let raw = self.beside.get(&node.id())?.parent;
        raw.map(|raw| of_tree(tree, raw))
    }

    /// What stands in front of a node of the tree, in the same one.
    pub(in crate::c) fn before<'t>(&self, tree: &'t Tree, node: Node) -> Option<Node<'t>> {
        let raw = self.beside.get(&node.id())?.before;
        raw.map(|raw| of_tree(tree, raw))
    }

    /// The innermost node that reaches over a part of the text.
    pub(in crate::c) fn over<'t>(&self, tree: &'t Tree, place: &Span) -> Node<'t> {
        let begun = self.leaves.partition_point(|(at, _)| *at <= place.start);
        let leaf = begun
            .checked_sub(1)
            .map(|n| of_tree(tree, self.leaves[n].1));
        let mut outward = std::iter::successors(leaf, |at| self.parent(tree, *at));
        let end = place.end.max(place.start + 1);
        let found = outward.find(|node| node.end_byte() >= end);
        found.unwrap_or_else(|| tree.root_node())
    }

    /// The identifiers of this name in a part of the text.
    pub(in crate::c) fn named<'t>(
        &self,
        tree: &'t Tree,
        name: &str,
        place: &Span,
    ) -> Vec<Node<'t>> {
        let all = self.named.get(name).map_or(&[][..], Vec::as_slice);
        let before = |end: usize| all.partition_point(|(at, _)| *at < end);
        let inside = &all[before(place.start)..before(place.end)];
        inside.iter().map(|(_, raw)| of_tree(tree, *raw)).collect()
    }
}

impl Source {
    fn nodes(&self) -> &Nodes {
        self.nodes.get_or_init(|| Nodes::of(&self.tree, &self.text))
    }

    /// What a node stands in; also one of another text, an expression parsed by itself.
    pub(in crate::c) fn parent<'t>(&'t self, node: Node<'t>) -> Option<Node<'t>> {
        match self.nodes().has(node) {
            true => self.nodes().parent(&self.tree, node),
            false => node.parent(),
        }
    }

    /// What stands in front of a node of the text, in the same one.
    pub(in crate::c) fn before(&self, node: Node) -> Option<Node<'_>> {
        self.nodes().before(&self.tree, node)
    }

    /// The innermost node of these kinds around `node`.
    pub(in crate::c) fn around<'t>(&'t self, node: Node<'t>, kinds: &[&str]) -> Option<Node<'t>> {
        let mut outward = self.outward(node);
        outward.find(|found| kinds.contains(&found.kind()))
    }

    /// The nodes around `node`, innermost first.
    fn outward<'t>(&'t self, node: Node<'t>) -> impl Iterator<Item = Node<'t>> {
        std::iter::successors(self.parent(node), |at| self.parent(*at))
    }

    /// The nodes around `node`, outermost first.
    pub(in crate::c) fn ancestors<'t>(&'t self, node: Node<'t>) -> Vec<Node<'t>> {
        let mut all: Vec<Node> = self.outward(node).collect();
        all.reverse();
        all
    }

    /// The innermost node that reaches over a part of the text.
    pub(in crate::c) fn over(&self, place: &Span) -> Node<'_> {
        self.nodes().over(&self.tree, place)
    }

    /// The identifiers of this name in a part of the text, in its order.
    pub(in crate::c) fn named(&self, name: &str, place: &Span) -> Vec<Node<'_>> {
        self.nodes().named(&self.tree, name, place)
    }

    /// The function that byte `at` is in.
    pub(in crate::c) fn function_at(&self, at: usize) -> Option<Node<'_>> {
        self.node_at(&(at..at), "function_definition")
    }

    /// The function of this name, if the file defines it.
    pub(in crate::c) fn function(&self, name: &str) -> Option<Node<'_>> {
        self.node_at(self.scopes.function(name)?, "function_definition")
    }

    /// The innermost node of this kind that reaches over a part of the text.
    pub(in crate::c) fn node_at(&self, place: &Span, kind: &str) -> Option<Node<'_>> {
        let first = self.over(place);
        let mut all = std::iter::once(first).chain(self.outward(first));
        all.find(|node| node.kind() == kind)
    }
}

fn of_tree(tree: &Tree, raw: TSNode) -> Node<'_> {
    debug_assert_eq!(tree.root_node().into_raw().tree, raw.tree);
    // SAFETY: the node is one of `tree`, which outlives what is returned: a source has one tree and one index, made
    // of it.
    unsafe { Node::from_raw(raw) }
}
