//! What tasks use that functions of which nothing is known may reach: variables of the file, what callers
//! have handed in, and memory of the function's own that others have been told of.

use std::collections::HashSet;

use tree_sitter::Node;

use crate::c::parse::names::identifiers;
use crate::c::parse::source::{Source, children, field, root_of};
use crate::c::points_to::alias_uses::Known;
use crate::c::semantics::calls::{Target, functions_called, is_unknown, target};
use crate::c::semantics::declarations::{self, Form};

/// How others reach what tasks use.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::c) enum By {
    /// They may have been told where it lies.
    Others,
    /// It is a variable of the file.
    Name,
}

/// The function of a region, for questions about its variables.
pub(in crate::c) struct Exposed<'s> {
    src: &'s Source,
    known: &'s Known,
    /// The last of the function's code, which sees all of its variables.
    here: Node<'s>,
    /// Pointers that lead out of the function, by the heads of their families.
    heads: HashSet<String>,
    /// Names that calls of unknown functions are given.
    handed: HashSet<String>,
}

impl<'s> Exposed<'s> {
    pub(in crate::c) fn of(src: &'s Source, known: &'s Known, function: Node<'s>) -> Exposed<'s> {
        let inside = field(function, "body").unwrap_or(function);
        let here = children(inside).last().copied().unwrap_or(inside);
        let mut exposed = Exposed {
            src,
            known,
            here,
            heads: HashSet::new(),
            handed: handed(src, function),
        };
        let names = identifiers(src, function).into_iter();
        let names = names.map(|(name, _)| name).collect::<HashSet<_>>();
        let outward = names.into_iter().filter(|name| exposed.leads_out(name));
        exposed.heads = outward.map(|name| known.families.head(name)).collect();
        exposed
    }

    /// A variable of the file, a pointer that a caller handed in, or a name that is told to others.
    fn leads_out(&self, name: &str) -> bool {
        let found = declarations::find(self.src, self.here, name);
        let outer = found.as_ref().is_some_and(|d| {
            let parameter = d.node.kind() == "parameter_declaration";
            !d.is_function() && (d.lasting || (parameter && d.form() != Form::Value))
        });
        outer || (self.handed.contains(name) && found.is_none_or(|d| !d.is_function()))
    }

    /// How others may reach what tasks use by this name.
    pub(in crate::c) fn by(&self, name: &str) -> Option<By> {
        let found = declarations::find(self.src, self.here, root_of(name));
        match found.is_none_or(|d| d.lasting) {
            true => Some(By::Name),
            false => self.has(name).then_some(By::Others),
        }
    }

    fn has(&self, name: &str) -> bool {
        let root = root_of(name);
        let found = declarations::find(self.src, self.here, root);
        let is_own = found.is_some_and(|d| !d.lasting && d.form() != Form::Pointer);
        let through = name.contains("->");
        // Its value lies in the function: others know it by its address.
        let told = || {
            let addressed = self
                .known
                .holders(root)
                .any(|head| self.heads.contains(head));
            addressed || self.handed.contains(root)
        };
        match is_own && !through {
            true => told() || self.heads.contains(&self.known.families.head(root)),
            false => {
                declarations::find(self.src, self.here, root).is_none_or(|d| d.lasting)
                    || self.leads_out(root)
                    || self.heads.contains(&self.known.families.head(root))
            }
        }
    }
}

/// Names in what the function hands to functions of which nothing is known.
fn handed(src: &Source, function: Node) -> HashSet<String> {
    let (mut names, mut stack) = (HashSet::new(), vec![function]);
    while let Some(node) = stack.pop() {
        stack.extend(children(node));
        let unknown = match target(src, node) {
            None => false,
            Some(Target::Through(_)) => true,
            Some(Target::Named(at)) => {
                let name = src.text(at);
                match src.function(name) {
                    Some(called) => functions_called(src, vec![called]).1,
                    None => is_unknown(src, name),
                }
            }
        };
        if let Some(given) = field(node, "arguments").filter(|_| unknown) {
            let all = identifiers(src, given).into_iter();
            names.extend(all.map(|(name, _)| name.to_owned()));
        }
    }
    names
}
