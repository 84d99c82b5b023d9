//! Bounds of the loops that tasks are cut of. The serial program asks for a bound in each turn, the
//! tasks' bounds are asked for once, when they are registered: so a bound changes nothing, and the
//! loop does not change what it is made of, whatever name or function leads there.

use tree_sitter::Node;

use crate::c::parse::names::{identifiers, statement};
use crate::c::parse::source::{
    EXPANSIONS, Source, children, expression, field, is_of, peel, root_of,
};
use crate::c::points_to::alias_uses::Known;
use crate::c::semantics::affine::expanded;
use crate::c::semantics::declarations::{self, Form};
use crate::c::semantics::induction_variables::counted_at;
use crate::c::walk::accesses::Body;
use crate::c::walk::mod_ref::{Given, reaches};
use crate::diag::Diagnostics;
use crate::ir::{Region, Shape, Task, Use, cut};
use crate::passes::tasks;

/// Reports loops of the region's tasks that turn as often as nobody knows before they run.
pub(in crate::c) fn check(src: &Source, known: &Known, region: &Region, diags: &mut Diagnostics) {
    for task in tasks(region) {
        let Some(code) = statement(src, task) else {
            continue;
        };
        let loops = task.loops.iter();
        let heads = loops.filter_map(|tiled| Some(counted_at(src, &tiled.iterated)?.1));
        let mut wrong = heads.flat_map(|head| {
            let at = head.bounds_span();
            let all: Vec<Bound> = head.ends().map(|bound| Bound::of(src, bound)).collect();
            all.into_iter().map(move |bound| (at.clone(), bound))
        });
        let found = wrong.find_map(|(at, bound)| match bound.effect {
            Some(what) => Some(cut::changing(at, &what)),
            None => {
                let changed = |read: &&Read| is_changed(src, (code, task), known, read);
                let read = bound.reads.iter().find(changed)?;
                Some(cut::changed(at, &read.name))
            }
        });
        if let Some(found) = found {
            diags.push(found);
        }
    }
}

/// Something that a bound reads.
struct Read {
    name: String,
    /// What it leads to, or a member.
    element: bool,
    /// It is handed to a function that is not seen.
    handed: bool,
    /// The member of an element that it is, `[0].h` of `levels[0].h`.
    member: Vec<String>,
}

/// The member that stands at a place of the file: the ways to it from the variable, `->lev`, `[0].n` of
/// `g->lev[0].n`.
fn member_at(src: &Source, at: usize) -> Vec<String> {
    let part = |c: char| c.is_alphanumeric() || c == '_';
    let mut rest = src.text.get(at..).unwrap_or("").trim_start_matches(part);
    let mut ways = Vec::new();
    loop {
        let from = rest;
        while rest.starts_with('[') {
            let mut depth = 0;
            let end = rest.find(|c| {
                depth += i32::from(c == '[') - i32::from(c == ']');
                depth == 0
            });
            rest = end.map_or("", |end| &rest[end + 1..]);
        }
        let Some(name) = rest.strip_prefix('.').or_else(|| rest.strip_prefix("->")) else {
            return ways;
        };
        rest = name.trim_start_matches(part);
        ways.push(from[..from.len() - rest.len()].to_owned());
    }
}

/// Both lie in one struct, and not in each other: `levels[0].row[i]` and `levels[0].h`.
fn are_apart(a: &[String], b: &[String]) -> bool {
    let member = |way: &String| {
        let at = way.rfind(['.', '>']).map_or(0, |n| n + 1);
        way[at..].to_owned()
    };
    let (names_a, names_b) = (a.iter().map(member), b.iter().map(member));
    let same = names_a.zip(names_b).take_while(|(a, b)| a == b).count();
    let (Some(rest_a), Some(rest_b)) = (a.get(same + 1..), b.get(same + 1..)) else {
        return false;
    };
    // What pointers lead to may be one, as far as it has the same name.
    let inside = |rest: &[String]| rest.iter().all(|way| way.starts_with('.'));
    (inside(rest_a) && inside(rest_b)) || a.last().map(member) != b.last().map(member)
}

/// What a bound does.
#[derive(Default)]
struct Bound {
    reads: Vec<Read>,
    /// It changes something: what it is called.
    effect: Option<String>,
}

impl Bound {
    fn of(src: &Source, node: Node) -> Bound {
        let mut body = Body::new(src);
        body.find_assigned(node);
        body.env.push();
        body.walk(src, node);
        let mut bound = Bound::default();
        // What functions look at is told by these.
        let handed = |u: &Use| u.shape == Shape::Whole && u.reborrow;
        bound.read(src, body.finish().iter().filter(|u| !handed(u)));
        bound.calls(src, node, (src, node), 0);
        bound
    }

    fn read<'u>(&mut self, src: &Source, uses: impl Iterator<Item = &'u Use>) {
        self.reads.extend(uses.map(|u| Read {
            member: member_at(src, u.span.start),
            element: reaches(u) || root_of(&u.name) != u.name,
            handed: u.shape == Shape::Whole && u.reborrow,
            name: u.name.clone(),
        }));
    }

    /// Follows `node` of `src` through macros: what it changes, and what functions that it calls do.
    fn calls(&mut self, file: &Source, at: Node, (src, node): (&Source, Node), depth: usize) {
        let text = expanded(src, node).filter(|_| depth < EXPANSIONS);
        if let Some(inner) = text.and_then(|text| expression(&text, src)) {
            if let Some(value) = inner.value() {
                self.calls(file, at, (&inner, value), depth + 1);
            }
            return;
        }
        match node.kind() {
            "assignment_expression" | "update_expression" => {
                let place = field(node, "left").or_else(|| field(node, "argument"));
                let what = place.map(|place| format!("`{}`", src.text(peel(place))));
                self.effect = self.effect.take().or(what);
            }
            "call_expression" => {
                let name = field(node, "function").map_or("", |function| src.text(function));
                let arguments = field(node, "arguments").map(children).unwrap_or_default();
                match file.function(name) {
                    Some(function) => self.call(file, at, (name, function), (src, &arguments)),
                    None => arguments.iter().for_each(|n| self.hand(src, *n)),
                }
            }
            _ => {}
        }
        for child in children(node) {
            self.calls(file, at, (src, child), depth);
        }
    }

    /// A function of the file is called.
    fn call(
        &mut self,
        file: &Source,
        at: Node,
        (name, function): (&str, Node),
        (src, arguments): (&Source, &[Node]),
    ) {
        let mut body = Body::new(file);
        body.walk_callee(function, name, at);
        let uses = body.callees.remove(name).unwrap_or_default().uses;
        // Of values it has copies.
        let writes = |u: &&Use| u.mode.writes() && (reaches(u) || u.name.contains("->"));
        let changes = uses.iter().any(|u| writes(&u));
        let own = body.uses.iter().find(|u| u.mode.writes());
        let own = own
            .map(|u| &u.name)
            .or(body.states.first().map(|(_, state)| state));
        let found = own.map(|own| format!("`{own}`"));
        let found = found.or_else(|| changes.then(|| format!("what `{name}` is given")));
        self.effect = self.effect.take().or(found);
        self.read(file, body.uses.iter());
        for (parameter, argument) in declarations::parameters(file, function)
            .iter()
            .zip(arguments)
        {
            let given = Given::of(src, *argument);
            for used in uses.iter().filter(|u| root_of(&u.name) == parameter.name) {
                let value = used.name == parameter.name && !reaches(used);
                match given
                    .as_ref()
                    .and_then(|g| g.place(&parameter.name, &used.name))
                {
                    _ if value => {}
                    Some(name) => self.reads.push(Read {
                        element: reaches(used) || root_of(&name) != name,
                        handed: used.shape == Shape::Whole && used.reborrow,
                        member: Vec::new(),
                        name,
                    }),
                    None => self.hand(src, *argument),
                }
            }
        }
    }

    /// What an argument leads to is read.
    fn hand(&mut self, src: &Source, argument: Node) {
        let names: Vec<String> = match Given::of(src, argument) {
            Some(given) => vec![given.name],
            None => {
                let names = identifiers(src, argument).into_iter();
                names.map(|(name, _)| name.to_owned()).collect()
            }
        };
        self.reads.extend(names.into_iter().map(|name| Read {
            name,
            element: true,
            handed: true,
            member: Vec::new(),
        }));
    }
}

/// The task writes what a bound reads.
fn is_changed(src: &Source, (code, task): (Node, &Task), known: &Known, read: &Read) -> bool {
    let other_member = |u: &Use| are_apart(&read.member, &member_at(src, u.span.start));
    let by_name = |u: &Use| match u.shape {
        Shape::Scalar => is_of(&read.name, &u.name) || (read.handed && is_of(&u.name, &read.name)),
        Shape::Element => u.name == read.name && read.element && !other_member(u),
        // What is handed to functions as a whole seldom has its lengths changed by them.
        Shape::Whole => false,
        _ => is_of(&read.name, &u.name) && read.element,
    };
    let own = root_of(&read.name);
    let type_of = |name: &str| {
        let found = declarations::find(src, code, name).filter(|d| d.form() != Form::Value);
        found.map(|d| d.plain_words(src).replace("const", "").trim().to_owned())
    };
    let by_pointer = |u: &Use| {
        let root = root_of(&u.name);
        let types = type_of(own).zip(type_of(root));
        let same = root != own && known.are_one(own, root) && types.is_none_or(|(a, b)| a == b);
        // The same member, or one of all that a pointer leads to.
        let (written, read_as) = (&u.name[root.len()..], &read.name[own.len()..]);
        let member =
            written.is_empty() || written == read_as || (read.handed && is_of(written, read_as));
        same && u.shape != Shape::Whole && (reaches(u) || u.name.contains("->")) && member
    };
    // `p = &n`: writing `n` changes `*p`, and writing `*p` changes `n`.
    let by_address = |u: &Use| match read.element {
        true => u.shape == Shape::Scalar && known.has_address(own, root_of(&u.name)),
        false => reaches(u) && known.has_address(root_of(&u.name), own),
    };
    let mut writes = task.uses.iter().filter(|u| u.mode.writes());
    writes.any(|u| by_name(u) || (read.element && by_pointer(u)) || by_address(u))
}
