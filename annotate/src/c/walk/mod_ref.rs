//! What functions of the file that a task calls use of the file's variables.

use std::collections::HashSet;

use tree_sitter::Node;

use crate::c::parse::expressions::last;
use crate::c::parse::source::{Source, field, peel, place_name, root_of};
use crate::c::semantics::declarations::{self, Declared, Form, is_of_thread};
use crate::c::semantics::pointer_types::{self, leads, points_to_struct};
use crate::c::semantics::{constness, read_only_parameters};
use crate::c::walk::accesses::{Body, JUMP, comes_back, of_thread};
use crate::c::walk::inlined_accesses::Callee;
use crate::ir::{Mode, Shape, Use};

/// A variable of the file, or of a header, that a function uses. What a name is that is not declared in
/// the file is told by its use.
pub(in crate::c) fn is_global(src: &Source, code: Node, found: &Use) -> bool {
    let name = root_of(&found.name);
    match declarations::find(src, code, name) {
        Some(declared) => {
            declared.lasting && !declared.is_function() && !constness::is_constant(src, &declared)
        }
        None => {
            let variable = matches!(found.shape, Shape::Element | Shape::Deref);
            !name.is_empty() && (variable || found.mode.writes())
        }
    }
}

/// Something behind a name is used, not its value alone.
pub(in crate::c) fn reaches(found: &Use) -> bool {
    found.shape != Shape::Scalar && (found.shape != Shape::Whole || found.reborrow)
}

/// A struct that a function knows by a pointer.
#[derive(Debug)]
pub(in crate::c) struct Given {
    /// What the caller calls it.
    pub(in crate::c) name: String,
    /// The function is given its address.
    taken: bool,
}

impl Given {
    /// What an argument names, if that is a place or the address of one.
    pub(in crate::c) fn of(src: &Source, argument: Node) -> Option<Given> {
        let whole = peel(argument);
        let taken = whole.kind() == "pointer_expression" && src.text(whole).starts_with('&');
        let place = field(whole, "argument").filter(|_| taken).unwrap_or(whole);
        let name = place_name(src, place)?;
        Some(Given { name, taken })
    }

    /// What the caller calls what the function calls `name`, a parameter or a member of it.
    pub(in crate::c) fn place(&self, parameter: &str, name: &str) -> Option<String> {
        match name == parameter {
            true => Some(self.name.clone()),
            false => self.member(parameter, name),
        }
    }

    /// What the caller calls the member that the function calls `name`: of `&s` the function says `p->x`,
    /// the task `s.x`.
    pub(in crate::c) fn member(&self, parameter: &str, name: &str) -> Option<String> {
        let member = name.strip_prefix(parameter)?;
        let one = member.starts_with('.') || member.starts_with("->");
        let member = match self.taken {
            true => member.replacen("->", ".", 1),
            false => member.to_owned(),
        };
        one.then(|| format!("{}{member}", self.name))
    }
}

impl Body<'_> {
    /// Of what a use of a pointer leads to, not the first one alone may be used.
    pub(in crate::c) fn somewhere_behind(&self, used: &mut Use) {
        if used.shape != Shape::Whole || !used.reborrow {
            return;
        }
        let root = self.file.tree.root_node();
        let here = root.descendant_for_byte_range(used.span.start, used.span.start);
        let found = here.and_then(|here| declarations::find(self.file, here, &used.name));
        // An array has all of its brackets in one piece of memory.
        let brackets = found
            .filter(|d| d.stars() == 0)
            .map_or(1, |d| d.lengths().len());
        used.shape = Shape::Element;
        used.index = vec![None; brackets.max(1)];
        used.indices = vec![used.span.clone(); brackets.max(1)];
    }

    /// Notes what a function of the file, and those that it calls, use of the file's variables, at the
    /// call `at`, whatever it is given. Clauses of the task may say less.
    pub(in crate::c) fn walk_callee(&mut self, function: Node, name: &str, at: Node) {
        self.look_into_callee(function, name, at);
        self.note_file_arrays(name, at);
    }

    /// As `walk_callee`, but for the callee's `elements`.
    pub(in crate::c) fn look_into_callee(&mut self, function: Node, name: &str, at: Node) {
        if self.callees.contains_key(name) {
            self.note_recursion(name);
            return;
        }
        self.callees.insert(name.to_owned(), Callee::default());
        let Some(code) = field(function, "body") else {
            return;
        };
        let file = self.file;
        let mut inner = Body::new(file);
        inner.find_assigned(code);
        inner.callees = std::mem::take(&mut self.callees);
        inner.entered = std::mem::take(&mut self.entered);
        inner.entered.push(name.to_owned());
        inner.returns =
            declarations::returned(file, function).and_then(|found| leads(file, &found));
        inner.env.push();
        inner.walk(file, code);
        let span = self.span(at);
        let jumps = inner.leaves.iter().any(|(_, what)| *what == JUMP);
        if jumps && !comes_back(file, code) {
            self.leaves.push((span.clone(), JUMP));
        }
        for (_, what) in inner.states.drain(..) {
            self.states.push((span.clone(), what));
        }
        for (_, what) in inner.unseen.drain(..) {
            self.unseen.push((span.clone(), what));
        }
        for (_, what) in inner.refused.drain(..) {
            self.refused.push((span.clone(), what));
        }
        for (_, what) in inner.unread.drain(..) {
            self.unread.push((span.clone(), what));
        }
        self.too_deep |= inner.too_deep;
        let uses = inner.finish();
        self.callees = std::mem::take(&mut inner.callees);
        self.entered = std::mem::take(&mut inner.entered);
        self.entered.pop();
        let parameters = declarations::parameters(file, function);
        let given = |u: &&Use| parameters.iter().any(|p| p.name == root_of(&u.name));
        let mut through = Callee {
            uses: uses.iter().filter(given).cloned().collect(),
            loops: std::mem::take(&mut inner.loops),
            wraps: inner.env.wraps.take(),
            elements: Vec::new(),
            recursive: self.callees.get(name).is_some_and(|c| c.recursive),
        };
        through.elements = self.elements_of_file(code, &uses, &through);
        let by_element: HashSet<String> =
            (through.elements.iter().map(|u| u.name.clone())).collect();
        self.callees.insert(name.to_owned(), through);
        let mut seen: Vec<Use> = Vec::new();
        for mut found in uses {
            let scalar = matches!(found.shape, Shape::Scalar);
            found.reborrow = reaches(&found);
            let known = seen
                .iter_mut()
                .find(|u| u.name == found.name && scalar == matches!(u.shape, Shape::Scalar));
            let Some(known) = known else {
                seen.push(found);
                continue;
            };
            known.reborrow |= found.reborrow;
            if known.mode != found.mode {
                known.mode = Mode::InOut;
            }
        }
        for found in seen {
            if is_global(file, code, &found) && !by_element.contains(&found.name) {
                self.note_global(&found, at);
            }
        }
    }

    /// Whether a function of the file writes nothing of what a parameter points to: that is constant, or numbers
    /// that it reads, or a struct of which it writes what pointers lead to alone, which is told by these, and
    /// arrays that clauses of the task say it writes.
    pub(in crate::c) fn only_reads(
        &self,
        src: &Source,
        function: &str,
        parameter: &Declared,
        argument: Node,
    ) -> bool {
        let uses = || {
            let uses = self.callees.get(function).into_iter().flat_map(|c| &c.uses);
            uses.filter(|u| root_of(&u.name) == parameter.name)
        };
        // Of what is constant nothing is set: what its pointers lead to may be.
        let is_through = |u: &Use| {
            let behind = u.shape != Shape::Scalar && self.may_hold(parameter);
            u.name != parameter.name || (behind && !self.is_told(u))
        };
        let writes_through = || uses().any(|u| u.mode.writes() && is_through(u));
        // What is reached by what it gives may be written by pointers of a constant struct.
        let gives_on = || {
            let function = self.file.function(function);
            let returned = function.and_then(|f| declarations::returned(self.file, f));
            pointer_types::holds(self.file, parameter, 0)
                && returned.is_some_and(|d| leads(self.file, &d).is_some())
        };
        if parameter.is_const(self.file) && !writes_through() && !gives_on() {
            return true;
        }
        let known = !self.entered.iter().any(|name| name == function);
        let reads = || read_only_parameters::names_elements(self.file, function, parameter);
        if known && uses().all(|u| !u.mode.writes()) && reads() {
            return true;
        }
        let is_struct = || points_to_struct(self.file, parameter);
        let Some(given) = self.given(src, argument).filter(|_| known && is_struct()) else {
            return false;
        };
        // Arrays that are members lie in the struct.
        let elsewhere = |member: &str| {
            let members = pointer_types::members(self.file, member);
            !members.is_empty() && members.iter().all(|d| d.form() == Form::Pointer)
        };
        let said = |u: &Use| {
            let here = given.member(&parameter.name, &u.name);
            here.is_some_and(|here| self.said.contains(&here))
        };
        let own = |u: &Use| match last(&u.name) {
            Some(member) => u.shape == Shape::Scalar || !(elsewhere(member) || said(u)),
            None => true,
        };
        !uses().any(|u| own(u) && u.mode.writes())
    }

    /// What a parameter leads to may have pointers: it is of structs that have some, or of a type that the file
    /// does not show.
    fn may_hold(&self, parameter: &Declared) -> bool {
        let any = field(parameter.node, "type").is_some_and(|of| self.file.text(of) == "void");
        any || pointer_types::holds(self.file, parameter, 0)
            || pointer_types::is_unseen(self.file, parameter)
    }

    /// A function of another file is handed it: that it is constant there is believed.
    fn is_told(&self, used: &Use) -> bool {
        let root = self.file.tree.root_node();
        let here = root.descendant_for_byte_range(used.span.start, used.span.end);
        let list = here.and_then(|here| here.parent());
        let call = list.filter(|list| list.kind() == "argument_list");
        let callee = call.and_then(|list| field(list.parent()?, "function"));
        callee.is_some_and(|callee| self.file.function(self.file.text(peel(callee))).is_none())
    }

    /// A function of the file may set the pointer whose address a parameter is.
    pub(in crate::c) fn sets_through(&self, function: &str, parameter: &Declared) -> bool {
        let levels = parameter.levels().len();
        let uses = self.callees.get(function).into_iter().flat_map(|c| &c.uses);
        let mut uses = uses.filter(|u| u.name == parameter.name && u.mode.writes());
        let known = !self.entered.iter().any(|name| name == function);
        !known
            || uses.any(|u| match u.shape {
                Shape::Element => u.index.len() < levels,
                Shape::Scalar => false,
                _ => levels > 1,
            })
    }

    /// A function of the file uses others behind the struct that a parameter points to, `p[k].x`, `p++`.
    pub(in crate::c) fn goes_beyond(&self, function: &str, parameter: &Declared) -> bool {
        let beyond = |u: &Use| match u.shape {
            Shape::Element => true,
            Shape::Scalar => u.mode.writes(),
            _ => false,
        };
        let mut uses = self.callees.get(function).into_iter().flat_map(|c| &c.uses);
        points_to_struct(self.file, parameter)
            && uses.any(|u| u.name == parameter.name && beyond(u))
    }

    /// The struct that a function is given.
    pub(in crate::c) fn given(&self, src: &Source, argument: Node) -> Option<Given> {
        let given = Given::of(src, argument)?;
        (!self.env.is_local(root_of(&given.name))).then_some(given)
    }

    /// Memory that a function of the file reaches through members of what it is given, under the names
    /// that it has at the call, but for members that are `noted`.
    pub(in crate::c) fn walk_members(
        &mut self,
        src: &Source,
        (function, parameter): (&str, &str),
        argument: Node,
        noted: &[String],
    ) {
        let Some(given) = self.given(src, argument) else {
            return;
        };
        let uses = self.callees.get(function).into_iter().flat_map(|c| &c.uses);
        let members = uses.filter_map(|u| {
            let member = given.member(parameter, &u.name)?;
            // A pointer that the function sets leads elsewhere afterwards.
            let sets = |u: &&Use| u.shape == Shape::Scalar;
            let is_set = self.callees[function]
                .uses
                .iter()
                .filter(sets)
                .any(|o| o.name == u.name);
            (reaches(u) && !is_set && !noted.contains(&u.name)).then_some((member, u.mode))
        });
        let members: Vec<(String, Mode)> = members
            .chain(self.behind(function, parameter, &given))
            .collect();
        self.walk_numbers(function, parameter, (&given, argument));
        for (name, mode) in members {
            self.note(name, argument, Shape::Whole, mode, true);
        }
    }

    /// Numbers that are members of what a function is given, where clauses name other parts of that and so say that
    /// the task uses not all of it.
    fn walk_numbers(&mut self, function: &str, parameter: &str, (given, argument): (&Given, Node)) {
        let is_part = |name: &String| root_of(name) == root_of(&given.name) && *name != given.name;
        if !self.named.iter().any(is_part) {
            return;
        }
        let uses = self.callees.get(function).into_iter().flat_map(|c| &c.uses);
        let numbers = uses.filter_map(|u| {
            let name = given.member(parameter, &u.name)?;
            let is_own = u.shape == Shape::Scalar && !self.named.contains(&name);
            is_own.then_some((name, u.mode))
        });
        let numbers: Vec<(String, Mode)> = numbers.collect();
        for (name, mode) in numbers {
            self.note(name, argument, Shape::Scalar, mode, false);
        }
    }

    /// The structs behind pointers that are members of what a function is given, of which it uses members itself:
    /// `p->c` where it has `p->c->n`.
    fn behind(&self, function: &str, parameter: &str, given: &Given) -> Vec<(String, Mode)> {
        let uses = self.callees.get(function).into_iter().flat_map(|c| &c.uses);
        let uses: Vec<&Use> = uses.filter(|u| u.shape == Shape::Scalar).collect();
        let is_set = |name: &str| uses.iter().any(|o| o.name == name && o.mode.writes());
        let found = uses.iter().filter_map(|u| {
            let of = &u.name[..u.name.rfind("->")?];
            let beyond = of != parameter && !is_set(of);
            Some((given.member(parameter, of).filter(|_| beyond)?, u.mode))
        });
        found.collect()
    }

    /// A variable of the file that a function uses.
    pub(in crate::c) fn note_global(&mut self, found: &Use, at: Node) {
        if !self.is_in_reach(root_of(&found.name), at) {
            return;
        }
        let shape = match found.shape {
            Shape::Scalar => Shape::Scalar,
            _ => Shape::Whole,
        };
        let mode = match found.mode {
            Mode::Out => Mode::InOut,
            other => other,
        };
        let handed = mode.writes() || found.reborrow;
        self.note(found.name.clone(), at, shape, mode, handed);
    }

    /// The variable of the file has its name at the call as well; what stands in the way is noted.
    pub(in crate::c) fn is_in_reach(&mut self, root: &str, at: Node) -> bool {
        let hidden = self.env.is_local(root) || self.is_hidden(root, at);
        let declared = declarations::find(self.file, at, root);
        let what = if hidden {
            format!("what is called uses the `{root}` of the file, which another one hides here")
        } else if declared.is_some_and(|d| is_of_thread(self.file, &d)) {
            of_thread(root)
        } else {
            return true;
        };
        let unseen = (self.span(at), what);
        if !self.unseen.contains(&unseen) {
            self.unseen.push(unseen);
        }
        !hidden
    }

    /// A variable of the function, not of the file, has this name at the call.
    pub(in crate::c) fn is_hidden(&self, name: &str, at: Node) -> bool {
        let place = self.span(at).start;
        let root = self.file.tree.root_node();
        let here = root.descendant_for_byte_range(place, place);
        let found = here.and_then(|here| declarations::find(self.file, here, name));
        found.is_some_and(|d| !d.lasting)
    }
}
