//! Elements behind pointers that are members of what functions of the file are given, `void f(struct v *s, int i) {
//! s->x[i] += 1; }`, whose subscripts are made ones of the call, `f(&v, k)`: `v.x[k]`.

use tree_sitter::Node;

use crate::c::parse::source::{Source, children, field, root_of};
use crate::c::semantics::declarations::Declared;
use crate::c::semantics::pointer_types::{self, levels};
use crate::c::walk::accesses::Body;
use crate::c::walk::file_elements::{MANY, is_element, leads_to};
use crate::c::walk::inlined_accesses::{Effect, Index};
use crate::c::walk::mod_ref::reaches;
use crate::ir::{Mode, Poly, Use};

impl Body<'_> {
    /// Notes which elements a function uses by members of argument `n`; the members, as the function calls them,
    /// that it uses elements of alone.
    pub(in crate::c) fn walk_member_elements(
        &mut self,
        src: &Source,
        (name, function): (&str, Node),
        given: (&[Declared], &[Node]),
        n: usize,
    ) -> Vec<String> {
        let argument = given.1[n];
        let place = self.given(src, argument);
        let Some((parameter, place)) = given.0.get(n).zip(place) else {
            return Vec::new();
        };
        let members = self.by_element((name, function), parameter);
        let entered =
            (!members.is_empty()).then(|| self.enter(src, (name, function), given, argument));
        let told = entered.flatten().and_then(|(call, loops)| {
            let wraps = self.said_of_values(&call, name)?;
            Some((call, loops, wraps))
        });
        let Some((call, loops, wraps)) = told else {
            return Vec::new();
        };
        let mut list: Vec<(String, Effect, Index)> = Vec::new();
        for used in members.iter().flat_map(|(_, uses)| uses) {
            let said = |index: &Option<Poly>| self.said(&call, index.as_ref()?);
            let index = used.index.iter().map(said).collect();
            if let Some(here) = place.member(&parameter.name, &used.name) {
                list.push((here, (used.mode, used.guarded), index));
            }
        }
        // How much there is of a member behind a pointer does not show where the task is registered.
        let behind = list.iter().any(|(here, ..)| here.contains("->"));
        if self.entered.is_empty() && behind {
            return Vec::new();
        }
        self.env.hold(wraps);
        self.loops.extend(loops);
        for (here, how, index) in list {
            let span = self.span(argument);
            self.note_handed(&here, (span.clone(), span), how, index);
        }
        members.into_iter().map(|(name, _)| name).collect()
    }

    /// Members of a parameter that the function leaves as they are, and of which it uses elements alone, with
    /// these uses.
    fn by_element(
        &self,
        (name, function): (&str, Node),
        parameter: &Declared,
    ) -> Vec<(String, Vec<Use>)> {
        let callee = self
            .callees
            .get(name)
            .filter(|c| !c.recursive && c.loops.len() <= MANY);
        let body = field(function, "body").and_then(|body| children(body).last().copied());
        let (Some(callee), Some(inside)) = (callee, body) else {
            return Vec::new();
        };
        if self.entered.iter().any(|entered| entered == name) {
            return Vec::new();
        }
        let uses: Vec<&Use> = (callee.uses.iter())
            .filter(|u| root_of(&u.name) == parameter.name)
            .collect();
        let mut list: Vec<(String, Vec<Use>)> = Vec::new();
        for used in uses
            .iter()
            .filter(|u| is_element(u) && u.name != parameter.name)
        {
            match list.iter_mut().find(|(name, _)| *name == used.name) {
                Some((_, own)) => own.push((*used).clone()),
                None => list.push((used.name.clone(), vec![(*used).clone()])),
            }
        }
        list.retain(|(member, own)| {
            let declared = pointer_types::declaration(self.file, inside, member);
            let brackets = declared.filter(|d| d.stars() > 0).map(|d| levels(&d));
            let full = |u: &Use| brackets == Some(u.index.len());
            own.len() <= MANY && uses.iter().all(|u| is_kept(u, member, &full))
        });
        list
    }

    /// A struct that a function is given by its value, of which it uses nothing but numbers, and elements of these
    /// members.
    pub(in crate::c) fn is_struct_by_elements(
        &self,
        function: &str,
        parameter: &Declared,
        noted: &[String],
    ) -> bool {
        let uses = self.callees.get(function).into_iter().flat_map(|c| &c.uses);
        let mut uses = uses.filter(|u| root_of(&u.name) == parameter.name);
        levels(parameter) == 0 && uses.all(|u| noted.contains(&u.name) || !reaches(u))
    }
}

/// The use leaves the member as it is, and is one of elements if it is of the member.
fn is_kept(used: &Use, member: &str, full: &dyn Fn(&Use) -> bool) -> bool {
    let is_value = used.mode == Mode::In && !reaches(used);
    match used.name == member {
        true => is_value || (is_element(used) && full(used)),
        false => !used.mode.writes() || !leads_to(&used.name, member),
    }
}
