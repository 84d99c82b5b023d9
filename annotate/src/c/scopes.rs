//! Where the names of a file are declared: an index, made once.
//!
//! A tree's node finds its parent and what stands in front of it from the root down, so that looking
//! for each name's declaration in the tree takes time with the square of a function's length.

use std::cmp::Reverse;
use std::collections::HashMap;

use tree_sitter::Node;

use super::declared;
use super::syntax::{Source, children, declared_name, field};
use crate::ir::Span;

/// The declarations of each name.
#[derive(Debug, Default)]
pub(super) struct Scopes {
    sites: HashMap<String, Vec<Site>>,
}

/// A declaration, and where it may be seen.
#[derive(Debug, Clone)]
pub(super) struct Site {
    /// The declaration; of a parameter, the function.
    pub(super) at: Span,
    /// What it stands in.
    scope: Span,
    pub(super) form: Form,
}

/// What declares a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    /// A declaration: holds behind it.
    Behind,
    /// The beginning of a `for`: holds in all of the loop.
    Head,
    /// A function, by its parameters.
    Parameter,
}

impl Scopes {
    /// All declarations of a file, whose types' definitions are known.
    pub(super) fn of(src: &Source) -> Scopes {
        let mut scopes = Scopes::default();
        let mut stack = vec![(src.tree.root_node(), src.tree.root_node())];
        while let Some((node, parent)) = stack.pop() {
            match node.kind() {
                "declaration" => scopes.add_declaration(src, node, parent),
                "function_definition" => {
                    for parameter in declared::parameters(src, node) {
                        scopes.add(parameter.name, node, node, Form::Parameter);
                    }
                }
                _ => {}
            }
            stack.extend(children(node).into_iter().map(|child| (child, node)));
        }
        scopes
    }

    fn add_declaration(&mut self, src: &Source, node: Node, parent: Node) {
        let is_head =
            parent.kind() == "for_statement" && field(parent, "initializer") == Some(node);
        let form = if is_head { Form::Head } else { Form::Behind };
        for (declarator, _) in declared::declarators(node) {
            if let Some(name) = declared_name(src, declarator) {
                self.add(name, node, parent, form);
            }
        }
    }

    fn add(&mut self, name: String, node: Node, scope: Node, form: Form) {
        self.sites.entry(name).or_default().push(Site {
            at: node.byte_range(),
            scope: scope.byte_range(),
            form,
        });
    }

    /// The declaration of `name` that holds at `place`.
    pub(super) fn find(&self, name: &str, place: &Span) -> Option<&Site> {
        let seen = |site: &&Site| {
            let inside = site.scope.start <= place.start && place.end <= site.scope.end;
            inside
                && site.scope != *place
                && (site.form != Form::Behind || site.at.end <= place.end)
        };
        let inner = |site: &&Site| {
            (
                site.scope.start,
                Reverse(site.scope.end),
                site.form != Form::Parameter,
                site.at.start,
            )
        };
        self.sites.get(name)?.iter().filter(seen).max_by_key(inner)
    }
}
