//! Where pointers come from: what a file sets them to, by themselves, as members of structs, and in
//! functions that get the struct.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use tree_sitter::Node;

use crate::c::parse::expressions::whole_place;
use crate::c::parse::names::identifiers;
use crate::c::parse::source::{
    Source, any, children, field, function_name, is_of, peel, place_name, root_of, set_by, set_name,
};
use crate::c::semantics::calls::{is_called, is_unknown};
use crate::c::semantics::declarations::{self, Declared, Form};
use crate::c::semantics::integer_pointers::carries;
use crate::c::semantics::pointer_types::{self, points_to_struct};
use crate::ir::{Region, Span};
use crate::passes::tasks;

/// A name of one function, or of the file.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(in crate::c) struct Name {
    /// Where its function begins; `None` for variables of the file.
    function: Option<usize>,
    pub(in crate::c) text: String,
}

/// What a pointer, or a struct that has some, is set to.
struct Set<'s> {
    name: Name,
    /// `None`: it is moved, `p++`.
    value: Option<Node<'s>>,
    at: usize,
}

/// Where all pointers of a file are set.
pub(in crate::c) struct Sets<'s> {
    src: &'s Source,
    all: Vec<Set<'s>>,
    /// The numbers of those that set a variable, or something of it, by its function and its name.
    of: HashMap<(Option<usize>, String), Vec<usize>>,
}

/// The same, seen from a region.
pub(in crate::c) struct SetsOf<'a, 's> {
    sets: &'a Sets<'s>,
    region: Span,
    tasks: Vec<Span>,
    /// What has been asked for.
    known: RefCell<HashMap<Name, Rc<Origins>>>,
    steps: RefCell<HashMap<Name, Rc<Step>>>,
}

/// What a name is set to.
struct Step {
    from: Vec<Name>,
    /// It begins there: under this name.
    begins: Option<Name>,
    computed: bool,
}

/// What a pointer has come from: names that are set to nothing else.
pub(in crate::c) struct Origins {
    pub(in crate::c) names: Vec<Name>,
    /// Some name on the way is set to a place that lies elsewhere than where what it names begins.
    pub(in crate::c) computed: bool,
}

impl<'s> Sets<'s> {
    pub(in crate::c) fn of(src: &'s Source) -> Sets<'s> {
        let mut stack = vec![src.tree.root_node()];
        let mut all = Vec::new();
        while let Some(node) = stack.pop() {
            stack.extend(children(node));
            let found: Vec<(String, Option<Node>)> = match node.kind() {
                "assignment_expression" | "init_declarator" => {
                    let plain = field(node, "operator").is_none_or(|o| src.text(o) == "=");
                    let set = set_by(node);
                    let found = set.and_then(|(place, value)| {
                        Some((set_name(src, place)?, Some(value).filter(|_| plain)))
                    });
                    found.into_iter().collect()
                }
                "update_expression" => {
                    let place = field(node, "argument").and_then(|p| set_name(src, p));
                    place.map(|name| (name, None)).into_iter().collect()
                }
                "call_expression" => handed_to(src, node),
                _ => continue,
            };
            all.extend(found.into_iter().map(|(text, value)| Set {
                name: name_at(src, behind(src, node), text),
                value,
                at: node.start_byte(),
            }));
        }
        let mut of: HashMap<_, Vec<usize>> = HashMap::new();
        for (n, set) in all.iter().enumerate() {
            let key = (set.name.function, root_of(&set.name.text).to_owned());
            of.entry(key).or_default().push(n);
        }
        Sets { src, all, of }
    }

    /// A function gets it.
    fn is_parameter(&self, name: &Name) -> bool {
        name.function.is_some_and(|at| {
            let root = self.src.tree.root_node();
            let function = root.descendant_for_byte_range(at, at);
            let function = function.and_then(|node| {
                let around = self.src.around(node, &["function_definition"]);
                around.filter(|f| f.start_byte() == at)
            });
            let body = function.and_then(|f| field(f, "body"));
            let found = body.and_then(|b| declarations::find(self.src, b, root_of(&name.text)));
            found.is_some_and(|d| d.node.kind() == "parameter_declaration")
        })
    }

    pub(in crate::c) fn seen_from(&self, region: &Region) -> SetsOf<'_, 's> {
        SetsOf {
            sets: self,
            region: region.body.clone(),
            tasks: tasks(region).map(|task| task.stmt.clone()).collect(),
            known: RefCell::default(),
            steps: RefCell::default(),
        }
    }
}

impl SetsOf<'_, '_> {
    /// In the region, outside of its tasks.
    fn is_generating(&self, set: &Set) -> bool {
        self.region.contains(&set.at) && !self.tasks.iter().any(|task| task.contains(&set.at))
    }

    /// What the `name` that `code` knows has come from.
    pub(in crate::c) fn origins(&self, code: Node, name: &str) -> Rc<Origins> {
        let name = name_at(self.sets.src, code, name.to_owned());
        let known = self.known.borrow().get(&name).cloned();
        known.unwrap_or_else(|| {
            let found = Rc::new(self.found_from(name.clone()));
            self.known.borrow_mut().insert(name, found.clone());
            found
        })
    }

    fn found_from(&self, name: Name) -> Origins {
        let mut open = vec![name];
        let (mut seen, mut computed) = (HashSet::new(), false);
        let mut names = Vec::new();
        while let Some(name) = open.pop() {
            if !seen.insert(name.clone()) {
                continue;
            }
            let known = self.steps.borrow().get(&name).cloned();
            let step = known.unwrap_or_else(|| {
                let step = Rc::new(self.step(&name));
                self.steps.borrow_mut().insert(name, step.clone());
                step
            });
            computed |= step.computed;
            names.extend(step.begins.clone());
            open.extend(step.from.iter().cloned());
        }
        Origins { names, computed }
    }

    fn step(&self, name: &Name) -> Step {
        let src = self.sets.src;
        let key = (name.function, root_of(&name.text).to_owned());
        let own = self.sets.of.get(&key).map_or(&[][..], Vec::as_slice);
        let own = own.iter().map(|n| &self.sets.all[*n]);
        let sets = || own.clone().filter(|set| sets(&set.name, name));
        let computed = sets().any(|set| moves(src, set));
        let values = || sets().filter_map(|set| Some((set, set.value?)));
        let from = values().flat_map(|(set, value)| {
            let member = &name.text[set.name.text.len()..];
            let ways = ways(src, value).into_iter();
            ways.filter_map(move |way| same_member(src, way, member, &set.name))
        });
        let mut from: Vec<Name> = from.collect();
        from.retain(|other| other != name);
        // `p = q` behind `q = p`: it comes from what it was before.
        let own = || {
            let fresh = |(_, value): (&Set, Node)| is_fresh(src, value);
            values().any(fresh) || self.sets.is_parameter(name)
        };
        let begins = (from.is_empty() || own()).then(|| {
            let set_anew = |set: &Set| !from.is_empty() || moves(src, set);
            let moved = sets().any(|set| self.is_generating(set) && set_anew(set));
            let sign = if moved { "&" } else { "" };
            Name {
                text: format!("{sign}{}", name.text),
                ..name.clone()
            }
        });
        Step {
            from,
            begins,
            computed,
        }
    }

    /// The name means the same in this code.
    pub(in crate::c) fn is_seen(&self, code: Node, name: &Name) -> bool {
        let src = self.sets.src;
        name_at(src, code, plain(&name.text).to_owned()).function == name.function
    }
}

/// The value leads to memory of its own, `malloc(n)`.
fn is_fresh(src: &Source, value: Node) -> bool {
    let value = peel(value);
    let inner = || field(value, "value").is_some_and(|inner| is_fresh(src, inner));
    match value.kind() {
        "call_expression" => ways(src, value).is_empty(),
        "cast_expression" => inner(),
        _ => false,
    }
}

/// The variable of `&p`.
pub(in crate::c) fn plain(name: &str) -> &str {
    name.trim_start_matches('&')
}

/// Where all that a declaration declares is known.
fn behind<'t>(src: &'t Source, at: Node<'t>) -> Node<'t> {
    src.around(at, &["declaration"]).unwrap_or(at)
}

fn name_at(src: &Source, at: Node, text: String) -> Name {
    let found = declarations::find(src, at, root_of(&text));
    let lasting = match found {
        Some(found) => found.lasting,
        None => src.function_at(at.start_byte()).is_none(),
    };
    let function = src.function_at(at.start_byte()).filter(|_| !lasting);
    let function = function.map(|f| f.start_byte());
    Name { function, text }
}

/// Setting the first one, a struct perhaps, sets the other one.
fn sets(set: &Name, name: &Name) -> bool {
    set.function == name.function && is_of(&name.text, &set.text)
}

/// It is set to a place that is computed from another one. A pointer that is read from memory is no
/// window, and what a function returns that gets no pointer is memory of its own.
fn moves(src: &Source, set: &Set) -> bool {
    set.value.is_none_or(|value| match value.kind() {
        // What a struct is handed with it.
        "argument_list" => {
            let own = root_of(&set.name.text);
            let mut ways = ways(src, value).into_iter();
            ways.any(|way| way.points(src) && root_of(&way.name) != own)
        }
        _ => is_computed(src, value),
    })
}

fn is_computed(src: &Source, value: Node) -> bool {
    let value = peel(value);
    match value.kind() {
        "binary_expression"
        | "conditional_expression"
        | "call_expression"
        | "pointer_expression" => ways(src, value).iter().any(|way| way.points(src)),
        "initializer_list" => children(value).into_iter().any(|v| is_computed(src, v)),
        "cast_expression" | "compound_literal_expression" | "initializer_pair" => {
            field(value, "value").is_some_and(|v| is_computed(src, v))
        }
        _ => false,
    }
}

/// What an expression names that leads to memory: pointers, arrays, structs that have some, members.
struct Way<'s> {
    name: String,
    at: Node<'s>,
    found: Declared<'s>,
}

impl Way<'_> {
    /// A pointer or an array, or a member that may be one.
    fn points(&self, src: &Source) -> bool {
        let is_member = self.name != self.found.name;
        self.found.form() != Form::Value || is_member || self.carries(src)
    }

    /// A number that holds an address.
    fn carries(&self, src: &Source) -> bool {
        let found = pointer_types::declaration(src, behind(src, self.at), &self.name);
        found.is_some_and(|found| carries(src, &found))
    }
}

fn ways<'s>(src: &'s Source, value: Node<'s>) -> Vec<Way<'s>> {
    let named = identifiers(src, value).into_iter();
    let named = named.filter(|(_, at)| !only_tells(src, *at, value) && is_way(src, *at));
    let ways = named.filter_map(|(name, at)| {
        let found = declarations::find(src, behind(src, at), name)?;
        let name = place_name(src, whole_place(at)).unwrap_or_else(|| found.name.clone());
        Some(Way { name, at, found })
    });
    let leads = |way: &Way| {
        let holds = || pointer_types::holds(src, &way.found, 0) || way.carries(src);
        way.found.form() != Form::Value || holds()
    };
    ways.filter(|way| !way.found.is_function() && leads(way))
        .collect()
}

/// The name, with brackets and members behind it, may be a pointer, or its address is taken: `start[g]` and
/// `s->n` are numbers.
fn is_way(src: &Source, name: Node) -> bool {
    let mut place = name;
    while let Some(around) = place.parent() {
        let star = || src.text(around).starts_with('*');
        place = match around.kind() {
            "field_expression" | "parenthesized_expression" => around,
            "subscript_expression" if field(around, "argument") == Some(place) => around,
            "pointer_expression" if star() => around,
            "pointer_expression" => return true,
            _ => break,
        };
    }
    pointer_types::may_lead(src, place)
}

/// The name stands in what says which memory, or how much, and leads to none: in an index, a condition, a size.
fn only_tells(src: &Source, name: Node, value: Node) -> bool {
    let mut at = name;
    while let Some(around) = at.parent().filter(|_| at != value) {
        let tells = match around.kind() {
            "sizeof_expression" => true,
            // `q ?: r` is `q` where that is not NULL.
            "conditional_expression" => {
                field(around, "condition") == Some(at) && field(around, "consequence").is_some()
            }
            // `2[a]` is `a[2]`.
            "subscript_expression" => {
                field(around, "index") == Some(at)
                    && !pointer_types::place_leads(src, src, at, at.start_byte())
            }
            _ => false,
        };
        if tells {
            return true;
        }
        at = around;
    }
    false
}

/// What leads to the memory: the name itself, or, where it is a struct as the one that is `set`, the
/// same member of it.
fn same_member(src: &Source, way: Way, member: &str, set: &Name) -> Option<Name> {
    let Way { name, at, found } = way;
    let is_member = name != found.name;
    let is_struct = found.form() == Form::Value && !is_member && !carries(src, &found);
    let member = member.trim_start_matches(['.', '-', '>']);
    let of = || declarations::find(src, behind(src, at), root_of(&set.text));
    let same = || of().is_some_and(|of| of.plain_words(src) == found.plain_words(src));
    let text = match is_struct || (!is_member && points_to_struct(src, &found)) {
        true if !member.is_empty() && same() => {
            format!("{name}{}{member}", if is_struct { "." } else { "->" })
        }
        true if is_struct => return None,
        _ => name,
    };
    Some(name_at(src, behind(src, at), text))
}

/// Structs with pointers that a call may set, to what it gets besides.
pub(in crate::c) fn handed_to<'s>(
    src: &'s Source,
    call: Node<'s>,
) -> Vec<(String, Option<Node<'s>>)> {
    let Some(list) = field(call, "arguments").filter(|_| may_set_members(src, call)) else {
        return Vec::new();
    };
    let arguments = children(list).into_iter();
    let holders = arguments.filter_map(|argument| {
        let whole = peel(argument);
        let taken = whole.kind() == "pointer_expression" && src.text(whole).starts_with('&');
        let place = field(whole, "argument").filter(|_| taken).unwrap_or(whole);
        let name = place_name(src, place)?;
        let found = declarations::find(src, call, root_of(&name))?;
        let one = name != found.name
            || (taken && pointer_types::holds(src, &found, 0))
            || (!found.is_const(src) && points_to_struct(src, &found));
        one.then_some((name, Some(list)))
    });
    holders.collect()
}

/// A function of another file, or one that sets pointers that are members, itself or by functions of the
/// file that it calls.
fn may_set_members(src: &Source, call: Node) -> bool {
    let Some(called) = field(call, "function").map(|f| src.text(f)) else {
        return false;
    };
    match src.function(called) {
        Some(_) => {
            let setters = &src.functions.setters;
            setters.get_or_init(|| setters_of(src)).contains(called)
        }
        None => is_unknown(src, called),
    }
}

/// The functions of a file that set pointers that are members, and those that call them.
fn setters_of(src: &Source) -> HashSet<String> {
    let sets = |node: Node| {
        let set = matches!(node.kind(), "assignment_expression" | "update_expression");
        let place = field(node, "left").or_else(|| field(node, "argument"));
        place.filter(|_| set).map(peel).is_some_and(|place| {
            place.kind() != "identifier"
                && pointer_types::place_leads(src, src, place, place.start_byte())
        })
    };
    let mut callers: HashMap<&str, Vec<String>> = HashMap::new();
    let (mut stack, mut open) = (vec![src.tree.root_node()], Vec::new());
    while let Some(node) = stack.pop() {
        if node.kind() != "function_definition" {
            stack.extend(children(node));
            continue;
        }
        let Some(name) = function_name(src, node) else {
            continue;
        };
        let called = identifiers(src, node).into_iter();
        for (called, _) in called.filter(|(_, at)| is_called(*at)) {
            callers.entry(called).or_default().push(name.clone());
        }
        if any(node, &sets) {
            open.push(name);
        }
    }
    let mut found = HashSet::new();
    while let Some(name) = open.pop() {
        if !found.contains(&name) {
            open.extend(callers.get(name.as_str()).into_iter().flatten().cloned());
            found.insert(name);
        }
    }
    found
}
