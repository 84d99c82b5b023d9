//! What enumerators are: `enum { ROW = COLUMNS + 2 }`.

use tree_sitter::Node;

use super::affine::Env;
use super::captured::statement;
use super::declared;
use super::syntax::{Source, children, field};
use crate::ir::{Poly, Region};
use crate::passes::tasks_mut;

/// Names that one enumerator of the file has, by their values.
pub(super) struct Enumerators<'s>(Vec<(&'s str, Poly)>);

impl<'s> Enumerators<'s> {
    pub(super) fn of(src: &'s Source) -> Self {
        let mut found: Vec<(&str, Node)> = Vec::new();
        let mut stack = vec![src.tree.root_node()];
        while let Some(node) = stack.pop() {
            stack.extend(children(node).into_iter().rev());
            if node.kind() == "enumerator" {
                found.extend(field(node, "name").map(|name| (src.text(name), node)));
            }
        }
        let once = |name: &str| found.iter().filter(|(other, _)| *other == name).count() == 1;
        let value = |(name, node): &(&str, Node)| {
            let poly = Env::default().poly(src, field(*node, "value")?)?;
            let known = |atom: &&str| declared::find(src, *node, atom).is_none();
            (once(name) && poly.atoms().iter().all(known)).then_some(poly)
        };
        let values = found.iter().filter_map(|one| Some((one.0, value(one)?)));
        Enumerators(values.collect())
    }

    /// Tells tasks, before what else is known.
    pub(super) fn note(&self, src: &Source, region: &mut Region) {
        for task in tasks_mut(region).filter(|_| !self.0.is_empty()) {
            let Some(stmt) = statement(src, task) else {
                continue;
            };
            let is_meant = |name: &str| declared::find(src, stmt, name).is_none();
            let known = self
                .0
                .iter()
                .filter(|(name, value)| is_meant(name) && value.atoms().into_iter().all(is_meant));
            let known: Vec<_> = known
                .map(|(name, value)| ((*name).to_owned(), value.clone()))
                .collect();
            task.facts.splice(0..0, known);
        }
    }
}
