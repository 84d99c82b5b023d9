//! Elements of the file's variables that functions of the file use, `static void f(int i) { b[i] += i; }`, whose
//! subscripts are made ones of the call, `f(2 * k)`.

use tree_sitter::Node;

use crate::c::parse::source::{Source, root_of};
use crate::c::semantics::declarations::{self, Declared};
use crate::c::semantics::pointer_types::{self, levels};
use crate::c::walk::accesses::Body;
use crate::c::walk::inlined_accesses::Callee;
use crate::c::walk::mod_ref::{is_global, reaches};
use crate::ir::{Mode, Poly, Shape, Use};

/// Elements of one variable, and loops, beyond which a function uses all of it: a function has those of the
/// functions that it calls, for each call.
pub(in crate::c) const MANY: usize = 16;

/// An element is used.
pub(in crate::c) fn is_element(used: &Use) -> bool {
    used.shape == Shape::Element
}

/// The name is that of a variable of the file, or of a member of one, which the function leaves as it is, and
/// of which it uses elements alone.
fn is_by_element(src: &Source, code: Node, uses: &[Use], name: &str) -> bool {
    let of_file = |found: &Declared| {
        let root = declarations::find(src, code, root_of(name));
        let outside = root.is_some_and(|d| src.function_at(d.node.start_byte()).is_none());
        outside && levels(found) > 0
    };
    let Some(found) = pointer_types::declaration(src, code, name).filter(of_file) else {
        return false;
    };
    uses.iter()
        .filter(|u| root_of(&u.name) == root_of(name))
        .all(|u| {
            let is_read = u.mode == Mode::In && !reaches(u);
            match u.name == name {
                true if is_element(u) => is_global(src, code, u) && u.index.len() == levels(&found),
                true => is_read,
                // A struct on the way, or another of its members.
                false => is_read || !leads_to(&u.name, name),
            }
        })
}

/// The one place leads to the other one: `g` and `g->x` to `g->x.y`.
pub(in crate::c) fn leads_to(place: &str, name: &str) -> bool {
    let rest = name.strip_prefix(place);
    rest.is_some_and(|rest| rest.starts_with('.') || rest.starts_with("->"))
}

impl Body<'_> {
    /// The elements that a function uses, of variables of which it uses nothing else. `uses` are its own.
    pub(in crate::c) fn elements_of_file(
        &self,
        code: Node,
        uses: &[Use],
        callee: &Callee,
    ) -> Vec<Use> {
        let src = self.file;
        if callee.recursive || callee.loops.len() > MANY {
            return Vec::new();
        }
        let mut names: Vec<&str> = Vec::new();
        for used in uses.iter().filter(|u| u.shape == Shape::Element) {
            if !names.contains(&used.name.as_str()) {
                names.push(&used.name);
            }
        }
        names.retain(|name| is_by_element(src, code, uses, name));
        let mut list = Vec::new();
        for name in names {
            let mut own: Vec<&Use> = Vec::new();
            for used in uses.iter().filter(|u| is_element(u) && u.name == name) {
                let same = |other: &&&Use| {
                    let how = (other.mode, other.guarded, &other.index);
                    how == (used.mode, used.guarded, &used.index)
                };
                if !own.iter().any(|other| same(&other)) {
                    own.push(used);
                }
            }
            if own.len() <= MANY {
                list.extend(own.into_iter().cloned());
            }
        }
        list
    }

    /// Functions that are being looked into, from this one on, call themselves.
    pub(in crate::c) fn note_recursion(&mut self, name: &str) {
        let Some(at) = self.entered.iter().position(|entered| entered == name) else {
            return;
        };
        for name in &self.entered[at..] {
            if let Some(callee) = self.callees.get_mut(name) {
                callee.recursive = true;
            }
        }
    }

    /// Of the variables of which a function uses elements, all may be used.
    pub(in crate::c) fn note_file_arrays(&mut self, name: &str, at: Node) {
        let elements = self.callees.get(name).map(|c| c.elements.clone());
        let mut whole: Vec<Use> = Vec::new();
        for mut used in elements.unwrap_or_default() {
            used.reborrow = true;
            match whole.iter_mut().find(|known| known.name == used.name) {
                Some(known) if known.mode != used.mode => known.mode = Mode::InOut,
                Some(_) => {}
                None => whole.push(used),
            }
        }
        whole.iter().for_each(|used| self.note_global(used, at));
    }

    /// Notes which elements of the file's variables a function uses that is called with these arguments.
    pub(in crate::c) fn walk_file_elements(
        &mut self,
        src: &Source,
        (name, function): (&str, Node),
        given: (&[Declared], &[Node]),
        at: Node,
    ) {
        let elements = self.callees.get(name).map(|c| c.elements.clone());
        let elements = elements.filter(|list| !list.is_empty());
        let Some(elements) = elements else {
            return;
        };
        let entered = self.enter(src, (name, function), given, at);
        let told = entered.and_then(|(call, loops)| {
            let wraps = self.said_of_values(&call, name)?;
            Some((call, loops, wraps))
        });
        let Some((call, loops, wraps)) = told else {
            return self.note_file_arrays(name, at);
        };
        let said = |index: &Option<Poly>| self.said(&call, index.as_ref()?);
        let indices = elements
            .iter()
            .map(|used| used.index.iter().map(said).collect());
        let indices: Vec<Vec<Option<Poly>>> = indices.collect();
        self.env.hold(wraps);
        self.loops.extend(loops);
        for (used, index) in elements.iter().zip(indices) {
            if self.is_in_reach(root_of(&used.name), at) {
                let span = self.span(at);
                self.note_handed(
                    &used.name,
                    (span.clone(), span),
                    (used.mode, used.guarded),
                    index,
                );
            }
        }
    }
}
