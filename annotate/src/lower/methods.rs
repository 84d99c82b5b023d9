//! Which fields of `self` the methods read that a body calls: `self.energy(i)` may read all of them
//! unless the method is in this file and names those that it reads.

use std::collections::BTreeSet;

use tree_sitter::Node;

use crate::ir::{Shape, Use};
use crate::syntax::owners::plain_fields;
use crate::syntax::rust::{Source, children, field};

/// The fields that uses of `self` as a whole may read; `None`: any.
pub(super) fn fields_read(src: &Source, uses: &[Use]) -> Option<Vec<String>> {
    let mut found = Fields {
        src,
        fields: BTreeSet::new(),
        seen: BTreeSet::new(),
    };
    let whole = |u: &&Use| u.name == "self" && u.shape != Shape::Meta;
    for used in uses.iter().filter(whole) {
        let root = src.tree.root_node();
        let node = root.descendant_for_byte_range(used.base.start, used.base.end)?;
        found.mention(node)?;
    }
    Some(found.fields.into_iter().collect())
}

/// The methods of this name of the type whose `impl` stands around `at`, as far as they are in this
/// file; none where the type is not named alike.
pub(super) fn of_same_type<'s>(src: &'s Source, at: Node, name: &str) -> Vec<Node<'s>> {
    let owner = |node: Node| {
        let mut node = node;
        while node.kind() != "impl_item" {
            node = node.parent()?;
        }
        let ty = src.text(field(node, "type")?);
        ty.split('<').next().map(|head| head.trim().to_owned())
    };
    let here = owner(at);
    let mut methods = src.functions(name);
    methods.retain(|method| here.is_some() && owner(*method) == here);
    methods
}

struct Fields<'s> {
    src: &'s Source,
    fields: BTreeSet<String>,
    /// Methods that have been looked into.
    seen: BTreeSet<String>,
}

impl Fields<'_> {
    /// A place where `self` stands; `None` where more than a field or a known method is meant.
    fn mention(&mut self, node: Node) -> Option<()> {
        let parent = node.parent()?;
        if parent.kind() == "token_tree" {
            let path = plain_fields(&self.src.text, node.end_byte())?;
            self.add(&path);
            return Some(());
        }
        let place = field(parent, "value").filter(|_| parent.kind() == "field_expression");
        place.filter(|value| value.id() == node.id())?;
        let name = self.src.text(field(parent, "field")?);
        let call = parent.parent().filter(|p| p.kind() == "call_expression");
        let function = call.and_then(|call| field(call, "function"));
        match function.is_some_and(|f| f.id() == parent.id()) {
            true => self.method(node, name),
            false => {
                self.add(name);
                Some(())
            }
        }
    }

    fn add(&mut self, path: &str) {
        let first = path.split('.').next().unwrap_or(path);
        self.fields.insert(first.to_owned());
    }

    /// All that the methods of this name read.
    fn method(&mut self, at: Node, name: &str) -> Option<()> {
        if !self.seen.insert(name.to_owned()) {
            return Some(());
        }
        let methods = of_same_type(self.src, at, name);
        if methods.is_empty() {
            return None;
        }
        for method in methods {
            let mut stack: Vec<Node> = field(method, "body").into_iter().collect();
            // A method that is only declared here has its body elsewhere.
            if stack.is_empty() {
                return None;
            }
            while let Some(node) = stack.pop() {
                if node.kind() == "self" {
                    self.mention(node)?;
                }
                stack.extend(children(node));
            }
        }
        Some(())
    }
}
