//! Whether a task's code reads of an array, or of a struct, only what the same turn has set before: one walk over
//! the code in the order in which it runs, with what has been set for sure.
//!
//! Of arrays, elements that loops set are kept as ranges of indices; of structs, members. What the walk does not
//! know reads all of the variable. (Scalars have a walk of their own, [`definite_assignment`](crate::c::lower::definite_assignment).)

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use tree_sitter::Node;

use crate::c::parse::names::through_macros;
use crate::c::parse::source::{
    Source, any, children, expression, field, peel, place_name, root_of,
};
use crate::c::semantics::affine::Env;
use crate::c::semantics::constants::with_numbers;
use crate::c::semantics::declarations::Declared;
use crate::c::semantics::{induction_variables, pointer_types};
use crate::ir::{Poly, Shape, Span, Task, Use};
use crate::lower::extreme;
use crate::passes::cover::{Cover, element, holds, over};

/// Nesting beyond which code is not followed.
const DEPTH: usize = 250;

/// What has been set for sure.
#[derive(Debug, Clone, Default)]
struct Set {
    /// All of it.
    whole: bool,
    covers: Vec<Cover>,
    members: HashSet<String>,
}

impl Set {
    /// What both have.
    fn meet(&mut self, other: &Set) {
        if other.whole {
            return;
        }
        if self.whole {
            *self = other.clone();
            return;
        }
        self.covers.retain(|cover| other.covers.contains(cover));
        self.members.retain(|member| other.members.contains(member));
    }
}

/// What a task's code has, found out once for all of its variables.
pub(in crate::c) struct Code<'s> {
    body: Node<'s>,
    /// Where names stand, by macros too, and what is said of them in other words.
    places: HashMap<String, Vec<usize>>,
    /// Where it leaves a loop, or a turn of one.
    jumps: Vec<usize>,
    /// It may go on elsewhere: labels, assembly.
    wild: bool,
    uses: HashMap<Span, Vec<&'s Use>>,
    /// The parts of nodes, by these.
    parts: RefCell<HashMap<usize, Rc<Vec<Node<'s>>>>>,
}

impl<'s> Code<'s> {
    /// Of a task, and of its code from the begin of a turn on.
    pub(in crate::c) fn of(src: &'s Source, task: &'s Task, body: Node<'s>) -> Code<'s> {
        let mut code = Code {
            body,
            places: HashMap::new(),
            jumps: Vec::new(),
            wild: false,
            uses: HashMap::new(),
            parts: RefCell::default(),
        };
        let mut stack = vec![body];
        while let Some(node) = stack.pop() {
            let at = node.start_byte();
            match node.kind() {
                "identifier" => {
                    for name in through_macros(src, vec![src.text(node).to_owned()]) {
                        code.places.entry(name).or_default().push(at);
                    }
                }
                "labeled_statement" | "goto_statement" | "gnu_asm_expression" => code.wild = true,
                _ => {}
            }
            if is_jump(node) {
                code.jumps.push(at);
            }
            stack.extend(children(node));
        }
        for used in &task.uses {
            let root = root_of(&used.name).to_owned();
            code.places.entry(root).or_default().push(used.span.start);
            let all = code.uses.entry(used.span.clone()).or_default();
            all.push(used);
        }
        code.jumps.sort_unstable();
        for places in code.places.values_mut() {
            places.sort_unstable();
            places.dedup();
        }
        code
    }

    /// It may be left on the way there, or a turn of it.
    fn jumps(&self, body: Node) -> bool {
        !within(&self.jumps, &body.byte_range()).is_empty()
    }

    fn parts(&self, node: Node<'s>) -> Rc<Vec<Node<'s>>> {
        let known = self.parts.borrow().get(&node.id()).cloned();
        known.unwrap_or_else(|| {
            let found = Rc::new(children(node));
            let mut all = self.parts.borrow_mut();
            all.insert(node.id(), found.clone());
            found
        })
    }
}

/// Those of some places that are in a part of the text.
fn within<'p>(places: &'p [usize], part: &Span) -> &'p [usize] {
    let before = |end: usize| places.partition_point(|at| *at < end);
    &places[before(part.start)..before(part.end)]
}

/// The code of a task, from the begin of a turn on, sets of the variable what it reads.
pub(in crate::c) fn sets_first<'s>(
    src: &'s Source,
    found: &Declared<'s>,
    task: &'s Task,
    code: &Code<'s>,
) -> bool {
    // Where code may be come to from elsewhere, nothing is sure.
    let places = code.places.get(&found.name);
    let Some(places) = places.filter(|_| !code.wild) else {
        return false;
    };
    let lengths = found.lengths().into_iter();
    let length = |length: Option<crate::ir::Span>| {
        let parsed = expression(src.slice(&length?), src)?;
        with_numbers(src, Env::default().poly(&parsed, parsed.value()?)?)
    };
    let members = match found.levels().is_empty() {
        true => pointer_types::all_members(src, found),
        false => Vec::new(),
    };
    let mut walk = Walk {
        src,
        found,
        task,
        lengths: lengths.map(length).collect(),
        members,
        reads: false,
        depth: 0,
        code,
        places,
    };
    walk.walk(code.body, &mut Set::default());
    !walk.reads
}

/// The walk for one variable.
struct Walk<'w, 's> {
    src: &'s Source,
    found: &'w Declared<'s>,
    task: &'s Task,
    code: &'w Code<'s>,
    /// Where something of the code may be the variable.
    places: &'w [usize],
    lengths: Vec<Option<Poly>>,
    /// Of a struct of the file.
    members: Vec<String>,
    /// Something is read that may come from before.
    reads: bool,
    depth: usize,
}

impl<'s> Walk<'_, 's> {
    /// What has nothing to do with the variable changes nothing, and is not looked into.
    fn walk(&mut self, node: Node<'s>, set: &mut Set) {
        if within(self.places, &node.byte_range()).is_empty() {
            return;
        }
        self.depth += 1;
        match self.depth > DEPTH {
            true => self.reads = true,
            false => self.visit(node, set),
        }
        self.depth -= 1;
    }

    fn all(&mut self, nodes: Vec<Node<'s>>, set: &mut Set) {
        nodes.into_iter().for_each(|node| self.walk(node, set));
    }

    fn part(&mut self, node: Node<'s>, name: &str, set: &mut Set) {
        if let Some(child) = field(node, name) {
            self.walk(child, set);
        }
    }

    /// Code that may run or not, or several times.
    fn maybe(&mut self, node: Option<Node<'s>>, set: &Set) -> Set {
        let mut inside = set.clone();
        if let Some(node) = node {
            self.walk(node, &mut inside);
        }
        inside
    }

    /// The node is the variable's name.
    fn is_it(&self, node: Node) -> bool {
        node.kind() == "identifier" && self.src.text(node) == self.found.name
    }

    fn visit(&mut self, node: Node<'s>, set: &mut Set) {
        match node.kind() {
            "comment"
            | "sizeof_expression"
            | "alignof_expression"
            | "offsetof_expression"
            | "type_descriptor" => {}
            "identifier" => {
                let whole = set.whole || self.has_all_members(set);
                let hidden = || {
                    let name = self.src.text(node).to_owned();
                    let is_macro = self.src.macros.contains_key(&name);
                    is_macro && through_macros(self.src, vec![name]).contains(&self.found.name)
                };
                self.reads |= if self.is_it(node) { !whole } else { hidden() };
            }
            "assignment_expression" => {
                self.part(node, "right", set);
                let plain = field(node, "operator").is_some_and(|o| self.src.text(o) == "=");
                if let Some(left) = field(node, "left") {
                    if !plain {
                        self.walk(left, set);
                    }
                    self.assign(left, set);
                }
            }
            "subscript_expression" => self.element(node, set),
            "pointer_expression" if self.src.text(node).starts_with('*') => self.element(node, set),
            // Who has the address may do anything.
            "pointer_expression" => self.reads |= self.names_it(node),
            "field_expression" => self.member(node, set),
            "call_expression" => self.call(node, set),
            "if_statement" | "conditional_expression" => {
                self.part(node, "condition", set);
                let then = self.maybe(field(node, "consequence"), set);
                let otherwise = self.maybe(field(node, "alternative"), set);
                *set = then;
                set.meet(&otherwise);
            }
            "binary_expression" => {
                self.part(node, "left", set);
                match field(node, "operator").map_or("", |o| self.src.text(o)) {
                    "&&" | "||" => drop(self.maybe(field(node, "right"), set)),
                    _ => self.part(node, "right", set),
                }
            }
            "for_statement" => self.each(node, set),
            "while_statement" => {
                self.part(node, "condition", set);
                self.maybe(field(node, "body"), set);
            }
            "do_statement" => {
                let inside = self.maybe(field(node, "body"), set);
                let leaves = field(node, "body").is_none_or(|body| self.code.jumps(body));
                if !leaves {
                    *set = inside;
                }
                self.part(node, "condition", set);
            }
            "switch_statement" => {
                self.part(node, "condition", set);
                self.maybe(field(node, "body"), set);
            }
            // Each is come to from the begin of the `switch`: of what stands before in it nothing is sure.
            "case_statement" => {
                let (values, statements): (Vec<Node<'s>>, Vec<Node<'s>>) =
                    (children(node).into_iter()).partition(|n| Some(*n) == field(node, "value"));
                let mut none = Set::default();
                self.all(values, &mut none);
                self.all(statements, &mut none);
            }
            kind if kind.starts_with("preproc") => self.reads |= self.names_it(node),
            "compound_statement" if self.declares_it(node) => {}
            _ => self.inside(node, set),
        }
    }

    /// The parts of a node in which the variable may be.
    fn inside(&mut self, node: Node<'s>, set: &mut Set) {
        let parts = self.code.parts(node);
        let mut last = None;
        for at in within(self.places, &node.byte_range()) {
            let begun = parts.partition_point(|part| part.start_byte() <= *at);
            let part = begun.checked_sub(1).filter(|part| Some(*part) != last);
            if let Some(part) = part {
                last = Some(part);
                self.walk(parts[part], set);
            }
        }
    }

    /// Code names the variable, or a macro that may.
    fn names_it(&self, node: Node) -> bool {
        any(node, &|n| {
            let name = self.src.text(n);
            let named = || through_macros(self.src, vec![name.to_owned()]);
            self.is_it(n)
                || (n.kind() == "identifier"
                    && self.src.macros.contains_key(name)
                    && named().contains(&self.found.name))
        })
    }

    /// The block has another variable of this name.
    fn declares_it(&mut self, block: Node) -> bool {
        let declares = self
            .src
            .scopes
            .declared_in(&self.found.name, &block.byte_range())
            > 0;
        self.reads |= declares;
        declares
    }

    fn has_all_members(&self, set: &Set) -> bool {
        !self.members.is_empty() && self.members.iter().all(|m| set.members.contains(m))
    }

    /// A loop: what each turn sets is set for the whole range behind it.
    fn each(&mut self, node: Node<'s>, set: &mut Set) {
        self.part(node, "initializer", set);
        self.part(node, "condition", set);
        let Some(body) = field(node, "body") else {
            return;
        };
        let inside = self.maybe(Some(body), set);
        self.maybe(field(node, "update"), set);
        let counted = induction_variables::counted_inside(self.src, node);
        let Some(known) = counted.filter(|_| !self.code.jumps(body)) else {
            return;
        };
        let new = inside.covers.iter().filter(|c| !set.covers.contains(c));
        let new: Vec<Cover> = new
            .filter_map(|cover| over(cover, &self.task.inner, &known.var))
            .collect();
        set.covers.extend(new);
        self.settle(set);
    }

    /// Ranges that are all of the array.
    fn settle(&self, set: &mut Set) {
        let is_all = |cover: &Cover| {
            let mut ranges = cover.iter().zip(&self.lengths);
            cover.len() <= self.lengths.len()
                && ranges.all(|((lo, hi), length)| {
                    let number = |p: &Poly| with_numbers(self.src, p.clone());
                    let room = |length: &Poly| number(hi)?.minus(length)?.as_constant();
                    lo.as_constant() == Some(0)
                        && length.as_ref().and_then(room).is_some_and(|n| n >= 0)
                })
        };
        set.whole |= set.covers.iter().any(is_all);
    }

    /// The left side of an assignment.
    fn assign(&mut self, left: Node<'s>, set: &mut Set) {
        let place = peel(left);
        match place.kind() {
            "identifier" if self.is_it(place) => set.whole |= !self.is_array(),
            "subscript_expression" | "pointer_expression" => match self.used_at(place) {
                Some(used) => {
                    let cover = element(&used.index);
                    self.indices(place, set);
                    set.covers
                        .extend(cover.filter(|cover| !set.covers.contains(cover)));
                    self.settle(set);
                }
                None => self.walk(place, set),
            },
            "field_expression" => match self.member_of(place) {
                Some(member) => _ = set.members.insert(member),
                None => self.walk(place, set),
            },
            _ => self.walk(place, set),
        }
    }

    /// What a function is given the whole of: an array by its name, a struct by its address.
    fn whole_place(&self, argument: Node<'s>) -> Option<Node<'s>> {
        let place = peel(argument);
        let taken = place.kind() == "pointer_expression" && self.src.text(place).starts_with('&');
        match self.is_array() {
            true => Some(place),
            false => field(place, "argument").filter(|_| taken).map(peel),
        }
    }

    fn is_array(&self) -> bool {
        !self.found.levels().is_empty()
    }

    /// The use of an element that the task's analysis has for a node.
    fn used_at(&self, node: Node) -> Option<&'s Use> {
        let mut uses = self.code.uses.get(&node.byte_range())?.iter().copied();
        uses.find(|u| u.name == self.found.name && u.shape == Shape::Element)
    }

    /// What the brackets hold is read.
    fn indices(&mut self, node: Node<'s>, set: &mut Set) {
        match node.kind() {
            "subscript_expression" => {
                for part in ["argument", "index"] {
                    let inner = field(node, part).map(peel);
                    inner.into_iter().for_each(|inner| self.indices(inner, set));
                }
            }
            "pointer_expression" | "binary_expression" if self.names_it(node) => {
                children(node)
                    .into_iter()
                    .for_each(|inner| self.indices(peel(inner), set));
            }
            _ if self.is_it(node) => {}
            _ => self.walk(node, set),
        }
    }

    fn element(&mut self, node: Node<'s>, set: &mut Set) {
        let Some(used) = self.used_at(node) else {
            return self.all(children(node), set);
        };
        let covered = element(&used.index).is_some_and(|read| {
            let mut covers = set.covers.iter();
            covers.any(|cover| holds(cover, &read, |a, b| self.at_most(a, b)))
        });
        self.reads |= !(set.whole || covered);
        self.indices(node, set);
    }

    fn at_most(&self, a: &Poly, b: &Poly) -> bool {
        let least = b
            .minus(a)
            .and_then(|rest| extreme(&rest, &self.task.inner, true));
        let number = least.and_then(|least| with_numbers(self.src, least)?.as_constant());
        number.is_some_and(|least| least >= 0)
    }

    /// The member of the struct that a place is, `.x.y`.
    fn member_of(&self, place: Node) -> Option<String> {
        let name = place_name(self.src, place)?;
        let member = name.strip_prefix(root_of(&name))?;
        (root_of(&name) == self.found.name && !member.contains("->")).then(|| member.to_owned())
    }

    fn member(&mut self, node: Node<'s>, set: &mut Set) {
        let Some(member) = self.member_of(node) else {
            return self.all(children(node), set);
        };
        let known = |m: &String| {
            let rest = member.strip_prefix(m.as_str());
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
        };
        self.reads |= !(set.whole || set.members.iter().any(known));
    }

    /// `memcpy(a, ..)` and `memset(a, ..)` of all of it; other functions read what they are given.
    fn call(&mut self, node: Node<'s>, set: &mut Set) {
        let name = field(node, "function").map_or("", |f| self.src.text(f));
        let arguments = field(node, "arguments").map_or_else(Vec::new, children);
        let sets = matches!(name, "memcpy" | "memmove" | "memset")
            && self.src.function(name).is_none()
            && !self.src.macros.contains_key(name);
        let size = |node: &Node| -> String { self.src.text(*node).split_whitespace().collect() };
        let name = &self.found.name;
        let of_type = field(self.found.node, "type").map_or("", |of| self.src.text(of));
        let of_type = of_type.split_whitespace().collect::<String>();
        let whole = [
            format!("sizeof{name}"),
            format!("sizeof({name})"),
            format!("sizeof({of_type})"),
        ];
        let whole = &whole[..if self.is_array() { 2 } else { 3 }];
        let first = arguments.first().and_then(|first| self.whole_place(*first));
        match (
            first,
            arguments.last().filter(|_| sets && arguments.len() == 3),
        ) {
            (Some(first), Some(last)) if self.is_it(first) && whole.contains(&size(last)) => {
                self.walk(arguments[1], set);
                set.whole = true;
            }
            _ => self.all(children(node), set),
        }
    }
}

/// It leaves a loop, or a turn of one.
fn is_jump(node: Node) -> bool {
    matches!(
        node.kind(),
        "break_statement" | "continue_statement" | "return_statement" | "goto_statement"
    )
}
