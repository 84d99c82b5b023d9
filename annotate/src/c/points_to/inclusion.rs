//! Points-to analysis by inclusion, without order and without members (Andersen 1994). In: a file. Out: for each
//! function, which variables names in it may lead to, where the address of these is taken anywhere; for code, which
//! variables of blocks.
//!
//! An object is a variable, memory that a call makes, or what a function returns; it is known by a byte of the file.
//! What its pointers lead to are objects again. `p = &n`, `f(p)`, `return p`, `*q = p`, `s->at = p` say that the
//! pointers of some objects lead to what those of others lead to.

use std::collections::{BTreeSet, HashMap, HashSet};

use tree_sitter::Node;

use crate::c::parse::names::identifiers;
use crate::c::parse::source::{
    Source, any, children, field, is_address_taken, name_node, peel, set_by,
};
use crate::c::points_to::alias_classes::handed_on;
use crate::c::semantics::constants::is_plain;
use crate::c::semantics::declarations::{self, Declared, Form, Level};
use crate::c::semantics::library_functions::copies;
use crate::c::semantics::pointer_types;
use crate::ir::Span;

type Object = usize;

/// The objects that lie so many pointers behind one.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Term {
    object: Object,
    depth: usize,
}

impl Term {
    fn behind(self) -> Term {
        let depth = self.depth + 1;
        Term { depth, ..self }
    }
}

/// The pointers of the objects of `to` lead to the objects of `from`.
struct Inclusion {
    to: Term,
    from: Term,
}

/// So often an inclusion is looked at, on average, before any pointer may lead anywhere.
const MOST: usize = 64;

/// A variable whose address is taken.
struct Value {
    name: String,
    /// The function that declares it; `None`: it is one of the file.
    function: Option<usize>,
}

/// What the pointers of a file lead to.
#[derive(Default)]
pub(in crate::c) struct PointsTo {
    /// What the pointers of an object lead to.
    content: HashMap<Object, BTreeSet<Object>>,
    values: HashMap<Object, Value>,
    /// Variables of blocks, parameters that are copies, and literals: memory that ends before its function, or with it.
    automatic: BTreeSet<Object>,
    /// It was given up: all may lead to all.
    open: bool,
}

impl PointsTo {
    /// That of a file.
    pub(in crate::c) fn of(src: &Source) -> PointsTo {
        let mut found = Collected::default();
        found.add_file(src);
        let mut points = PointsTo {
            values: found.values,
            automatic: found.automatic,
            ..PointsTo::default()
        };
        if !(points.values.is_empty() && points.automatic.is_empty()) {
            points.solve(&found.inclusions);
        }
        points
    }

    /// Finds the smallest sets of which all inclusions hold.
    fn solve(&mut self, all: &[Inclusion]) {
        let mut readers: HashMap<Object, BTreeSet<usize>> = HashMap::new();
        let mut open: BTreeSet<usize> = (0..all.len()).collect();
        let mut left = MOST * (all.len() + MOST);
        while let Some(n) = open.pop_first() {
            if left == 0 {
                self.open = true;
                return;
            }
            left -= 1;
            let mut read = |object| {
                readers.entry(object).or_default().insert(n);
            };
            let from = self.objects(all[n].from, &mut read);
            let to = self.objects(all[n].to, &mut read);
            for object in to {
                let content = self.content.entry(object).or_default();
                let before = content.len();
                content.extend(&from);
                if content.len() > before {
                    open.extend(readers.get(&object).into_iter().flatten());
                }
            }
        }
    }

    fn objects(&self, term: Term, read: &mut impl FnMut(Object)) -> BTreeSet<Object> {
        let mut all = BTreeSet::from([term.object]);
        for _ in 0..term.depth {
            let mut next = BTreeSet::new();
            for object in all {
                read(object);
                next.extend(self.content.get(&object).into_iter().flatten());
            }
            all = next;
        }
        all
    }

    /// The variables that names of a function may lead to, with these names.
    pub(in crate::c) fn within(&self, src: &Source, function: Node) -> Vec<(String, String)> {
        if self.values.is_empty() {
            return Vec::new();
        }
        let mut names: HashMap<Object, &str> = HashMap::new();
        let mut seen = HashSet::new();
        for (name, at) in identifiers(src, function) {
            let found = declarations::find(src, at, name).filter(|d| !d.is_function());
            let new = found.filter(|d| seen.insert(d.key()));
            names.extend(new.filter(|d| leads_on(src, d)).map(|d| (d.key(), name)));
        }
        let here = function.start_byte();
        let seen_here = |value: &&Value| value.function.is_none_or(|of| of == here);
        let mut pairs = Vec::new();
        for (object, name) in names {
            let reached = match self.open {
                true => self.values.keys().copied().collect(),
                false => self.reached(object),
            };
            let values = reached.iter().filter_map(|at| self.values.get(at));
            let values = values.filter(seen_here).filter(|value| value.name != name);
            pairs.extend(values.map(|value| (value.name.clone(), name.to_owned())));
        }
        pairs.sort_unstable();
        pairs
    }

    /// Variables of blocks, and literals, that names in some code may lead to, where they stand between these bytes.
    pub(in crate::c) fn automatic(
        &self,
        src: &Source,
        code: Node,
        within: &Span,
    ) -> BTreeSet<usize> {
        if self.automatic.range(within.clone()).next().is_none() {
            return BTreeSet::new();
        }
        let mut found = BTreeSet::new();
        for (name, at) in identifiers(src, code) {
            let known = declarations::find(src, at, name).filter(|d| leads_on(src, d));
            if let Some(known) = known {
                match self.open {
                    true => return self.automatic.range(within.clone()).copied().collect(),
                    false => found.extend(self.reached(known.key())),
                }
            }
        }
        found.extend(literals(code));
        found.retain(|at| within.contains(at) && self.automatic.contains(at));
        found
    }

    /// All that an object leads to, through others too.
    fn reached(&self, object: Object) -> BTreeSet<Object> {
        let (mut found, mut open) = (BTreeSet::new(), vec![object]);
        while let Some(at) = open.pop() {
            let next = self.content.get(&at).into_iter().flatten();
            open.extend(next.filter(|at| found.insert(**at)));
        }
        found
    }
}

fn leads_on(src: &Source, found: &Declared) -> bool {
    found.stars() > 0 || found.form() != Form::Value || pointer_types::holds(src, found, 0)
}

/// What the code of a file says.
#[derive(Default)]
struct Collected {
    inclusions: Vec<Inclusion>,
    values: HashMap<Object, Value>,
    automatic: BTreeSet<Object>,
    /// How many arguments calls through pointers have, at most.
    most: usize,
}

/// The argument of any call through a pointer.
fn any_argument(argument: usize) -> Object {
    usize::MAX - argument
}

impl Collected {
    fn add_file(&mut self, src: &Source) {
        let mut stack = vec![src.tree.root_node()];
        while let Some(node) = stack.pop() {
            stack.extend(children(node));
            if let Some((place, value)) = set_by(node) {
                let to = match place.kind().ends_with("declarator")
                    || node.kind() == "init_declarator"
                {
                    true => variable(src, name_node(place).unwrap_or(place)),
                    false => places(src, place),
                };
                self.include(&to, &values(src, value));
            }
            match node.kind() {
                "call_expression" => self.add_call(src, node),
                "compound_literal_expression" => {
                    let object = node.start_byte();
                    self.automatic.insert(object);
                    let parts =
                        field(node, "value").map_or_else(Vec::new, |list| values(src, list));
                    self.include(&[Term { object, depth: 0 }], &parts);
                }
                "declaration" | "parameter_declaration" => self.add_declared(src, node),
                "pointer_expression" => self.add_taken(src, node),
                "return_statement" => {
                    let function = src.function_at(node.start_byte());
                    let value = children(node).into_iter().next();
                    if let Some((function, value)) = function.zip(value) {
                        let object = function.start_byte();
                        self.include(&[Term { object, depth: 0 }], &values(src, value));
                    }
                }
                _ => {}
            }
        }
        let functions = match self.most {
            0 => Vec::new(),
            _ => src.functions.pointed_to(src, None),
        };
        for (_, function) in functions {
            for (n, parameter) in declarations::parameters(src, function)
                .iter()
                .enumerate()
                .take(self.most)
            {
                let object = any_argument(n);
                self.include(&[object_of(parameter)], &[Term { object, depth: 1 }]);
            }
        }
    }

    fn include(&mut self, to: &[Term], from: &[Term]) {
        let pairs = to
            .iter()
            .flat_map(|to| from.iter().map(move |from| (*to, *from)));
        self.inclusions
            .extend(pairs.map(|(to, from)| Inclusion { to, from }));
    }

    fn add_call(&mut self, src: &Source, call: Node) {
        let callee = field(call, "function").map(peel);
        let arguments = field(call, "arguments").map_or_else(Vec::new, children);
        let name = callee.map_or("", |callee| src.text(callee));
        if let Some(function) = src.function(name) {
            let parameters = declarations::parameters(src, function);
            for (parameter, argument) in parameters.iter().zip(arguments) {
                self.include(&[object_of(parameter)], &values(src, argument));
            }
            return;
        }
        let direct = callee.is_some_and(|callee| callee.kind() == "identifier");
        let variable = callee.and_then(|callee| declarations::find(src, callee, name));
        if !direct || variable.is_some_and(|d| !d.is_function()) {
            self.most = self.most.max(arguments.len());
            for (n, argument) in arguments.iter().enumerate() {
                let object = any_argument(n);
                self.include(&[Term { object, depth: 0 }], &values(src, *argument));
            }
        }
        if let (true, [to, from, ..]) = (copies(name), &arguments[..]) {
            let from = values(src, *from).into_iter().map(Term::behind);
            self.include(&values(src, *to), &Vec::from_iter(from));
        }
        for (place, from) in handed_on(src, call) {
            let taken = is_address_taken(src, place);
            let to = if taken {
                places(src, place)
            } else {
                values(src, place)
            };
            self.include(&to, &values(src, from));
        }
    }

    /// Variables of blocks, and parameters that are copies.
    fn add_declared(&mut self, src: &Source, node: Node) {
        let mut kinds = children(node).into_iter();
        let lasts = kinds.any(|n| {
            n.kind() == "storage_class_specifier" && matches!(src.text(n), "static" | "extern")
        });
        if lasts || src.function_at(node.start_byte()).is_none() {
            return;
        }
        let all = declarations::names(src, node, false).into_iter();
        let own = all.filter(|d| !d.is_function());
        self.automatic.extend(own.map(|d| d.key()));
    }

    /// A variable whose address is taken.
    fn add_taken(&mut self, src: &Source, node: Node) {
        let place = field(node, "argument").filter(|_| src.text(node).starts_with('&'));
        let mut at = place.map(peel);
        while let Some(inner) = at.filter(|at| at.kind() == "field_expression") {
            let through = field(inner, "operator").is_some_and(|o| src.text(o) == "->");
            at = field(inner, "argument").filter(|_| !through).map(peel);
        }
        let name = at.filter(|at| at.kind() == "identifier");
        let found = name.and_then(|name| declarations::find(src, name, src.text(name)));
        if let Some(found) = found.filter(|d| d.form() == Form::Value && !d.is_function()) {
            let function = src.function_at(found.declarator.start_byte());
            let function = function.filter(|_| !found.lasting).map(|f| f.start_byte());
            let name = found.name.clone();
            self.values.insert(found.key(), Value { name, function });
        }
    }
}

fn object_of(found: &Declared) -> Term {
    let object = found.key();
    Term { object, depth: 0 }
}

/// The variable of a name.
fn variable(src: &Source, name: Node) -> Vec<Term> {
    let found = declarations::find(src, name, src.text(name));
    let found = found.filter(|d| !d.is_function());
    found.iter().map(object_of).collect()
}

/// Literals in some code, by where they begin.
fn literals(code: Node) -> Vec<Object> {
    let (mut found, mut stack) = (Vec::new(), vec![code]);
    while let Some(node) = stack.pop() {
        if node.kind() == "compound_literal_expression" {
            found.push(node.start_byte());
        }
        stack.extend(children(node));
    }
    found
}

/// The object of a literal, or what its pointers lead to where it is a struct by its value.
fn literal(node: Node, as_value: bool) -> Vec<Term> {
    let object = node.start_byte();
    let array = |n: Node| n.kind() == "abstract_array_declarator";
    let is_array = field(node, "type").is_some_and(|ty| any(ty, &array));
    let depth = usize::from(as_value && !is_array);
    vec![Term { object, depth }]
}

/// The objects that a place lies in.
fn places(src: &Source, place: Node) -> Vec<Term> {
    let at = peel(place);
    let argument = field(at, "argument");
    let operator = field(at, "operator").map_or("", |o| src.text(o));
    match at.kind() {
        "identifier" => variable(src, at),
        "field_expression" => argument.map_or_else(Vec::new, |of| match operator {
            "->" => values(src, of),
            _ => places(src, of),
        }),
        "subscript_expression" | "pointer_expression" => {
            argument.map_or_else(Vec::new, |of| values(src, of))
        }
        "cast_expression" => field(at, "value").map_or_else(Vec::new, |of| places(src, of)),
        "compound_literal_expression" => literal(at, false),
        _ => values(src, at),
    }
}

/// The objects that a value leads to.
fn values(src: &Source, value: Node) -> Vec<Term> {
    let at = peel(value);
    let parts = |names: &[&str]| -> Vec<Term> {
        let parts = names.iter().filter_map(|name| field(at, name));
        parts.flat_map(|part| values(src, part)).collect()
    };
    let operator = field(at, "operator").map_or("", |o| src.text(o));
    match at.kind() {
        "pointer_expression" if operator == "&" => {
            field(at, "argument").map_or_else(Vec::new, |place| places(src, place))
        }
        "identifier" if is_plain(src, at, src.text(at)) => Vec::new(),
        "identifier" | "field_expression" | "subscript_expression" | "pointer_expression" => {
            let all = places(src, at).into_iter();
            match is_array(src, at) {
                true => all.collect(),
                false if !pointer_types::may_lead(src, at) => Vec::new(),
                false => all.map(Term::behind).collect(),
            }
        }
        "call_expression" => returned(src, at),
        "conditional_expression" => parts(&["consequence", "alternative"]),
        "comma_expression" => parts(&["right"]),
        "assignment_expression" => parts(&["left"]),
        "cast_expression" | "initializer_pair" => parts(&["value"]),
        "compound_literal_expression" => literal(at, true),
        "update_expression" => parts(&["argument"]),
        "sizeof_expression" | "alignof_expression" | "offsetof_expression" => Vec::new(),
        _ => children(at)
            .into_iter()
            .flat_map(|part| values(src, part))
            .collect(),
    }
}

/// The place is an array, whose value is where it lies.
fn is_array(src: &Source, place: Node) -> bool {
    let (found, brackets) = pointer_types::declared_at(src, src, place, place.start_byte());
    let is_array = |d: &Declared| {
        let is_variable = place.kind() == "identifier";
        let array = matches!(d.levels().get(brackets), Some(Level::Array(_)));
        array && (!is_variable || d.form() == Form::Array)
    };
    found.iter().any(is_array)
}

/// What a call returns leads to what its function says, or to memory of its own and to what it is given.
fn returned(src: &Source, call: Node) -> Vec<Term> {
    let name = field(call, "function").map_or("", |f| src.text(peel(f)));
    if let Some(function) = src.function(name) {
        let object = function.start_byte();
        return vec![Term { object, depth: 1 }];
    }
    let object = call.start_byte();
    let given = field(call, "arguments").map_or_else(Vec::new, children);
    let given = given.into_iter().flat_map(|argument| values(src, argument));
    given.chain([Term { object, depth: 0 }]).collect()
}
