//! Index expressions and loop bounds of C as polynomials.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use tree_sitter::Node;

use crate::c::parse::names::identifiers;
use crate::c::parse::source::{
    Macro, Source, any, children, expression, field, peel, place_name, root_of,
};
use crate::c::semantics::constants::is_enumerator;
use crate::c::semantics::declarations::{self, Declared, Form};
use crate::c::semantics::integer_arithmetic::{
    self, Int, computed, converted, integer, is_of_sums, literal, settled,
};
use crate::c::semantics::integer_types::{Kinds, narrows};
use crate::c::semantics::subarrays::Part;
use crate::c::semantics::{constness, value_facts};
use crate::ir::{LoopInfo, Poly, Wrap, WrapOf, formula};

/// Words of types of which a value is not what it was, as an index, when it is handed over.
const CHANGED: [&str; 10] = [
    "float", "double", "char", "short", "_Bool", "bool", "int8_t", "uint8_t", "int16_t", "uint16_t",
];

/// What a name of the analysed code stands for.
#[derive(Debug, Clone)]
pub(in crate::c) enum Meaning {
    /// A loop variable with this atom.
    Loop(String),
    /// A local that is set once, by its value.
    Value(Poly),
    /// A pointer that is set once, to a part of an array.
    Part(Rc<Part>),
    /// Bound in the code to something unknown.
    Unknown,
    /// A variable of the file, by a declaration of the code.
    OfFile,
}

/// Scopes of the analysed code.
#[derive(Debug, Default)]
pub(in crate::c) struct Env {
    scopes: Vec<HashMap<String, Meaning>>,
    /// What variables have been set to, by the scopes that they have it in.
    known: Vec<HashMap<String, Meaning>>,
    /// Outer names that the code assigns: not invariant.
    pub(in crate::c) assigned: HashSet<String>,
    /// What outer names are.
    pub(in crate::c) kinds: Rc<Kinds>,
    /// Types of names that the code declares.
    types: Vec<HashMap<String, Int>>,
    /// What has to hold of values for polynomials to be these.
    pub(in crate::c) wraps: RefCell<Vec<Wrap>>,
    /// Bounds of loops, and of those that are cut the first ones.
    pub(in crate::c) ranges: Vec<LoopInfo>,
    /// What values that are one of two are more than the lesser one, as loops.
    pub(in crate::c) choices: RefCell<Vec<LoopInfo>>,
    /// Quotients, remainders, choices and comparisons are atoms, also of what varies.
    pub(in crate::c) precise: bool,
    loops: usize,
}

/// Expressions deeper than this are not analysed.
const DEPTH: usize = 60;

impl Env {
    pub(in crate::c) fn push(&mut self) {
        self.scopes.push(HashMap::new());
        self.known.push(HashMap::new());
        self.types.push(HashMap::new());
    }

    pub(in crate::c) fn pop(&mut self) {
        self.scopes.pop();
        self.known.pop();
        self.types.pop();
    }

    /// The code declares the name with this type.
    pub(in crate::c) fn declare(&mut self, name: &str, int: Int) {
        if let Some(scope) = self.types.last_mut() {
            scope.insert(name.to_owned(), int);
        }
    }

    /// The code declares one of several variables of this name with this type.
    pub(in crate::c) fn declare_one_of(&mut self, name: &str, int: Int) {
        let known = self.types.last().and_then(|scope| scope.get(name));
        let one = known.is_none_or(|known| *known == int);
        self.declare(name, if one { int } else { Int::Unknown });
    }

    /// The type of a variable's value.
    pub(in crate::c) fn type_of(&self, name: &str) -> Int {
        let own = self.types.iter().rev().find_map(|scope| scope.get(name));
        own.map_or_else(|| self.kinds.int(name), |int| *int)
    }

    /// The variable stands for this until the scope ends, or it is forgotten.
    pub(in crate::c) fn know(&mut self, name: &str, meaning: Meaning) {
        if let Some(scope) = self.known.last_mut() {
            scope.insert(name.to_owned(), meaning);
        }
    }

    pub(in crate::c) fn known(&self, name: &str) -> Option<&Meaning> {
        self.known.iter().rev().find_map(|scope| scope.get(name))
    }

    pub(in crate::c) fn forget(&mut self, name: &str) {
        for scope in &mut self.known {
            scope.remove(name);
        }
    }

    pub(in crate::c) fn knows_any(&self) -> bool {
        self.known.iter().any(|scope| !scope.is_empty())
    }

    pub(in crate::c) fn bind(&mut self, name: &str, meaning: Meaning) {
        if self.scopes.is_empty() {
            self.push();
        }
        self.forget(name);
        if let Some(scope) = self.scopes.last_mut() {
            scope.insert(name.to_owned(), meaning);
        }
    }

    /// An atom that no other loop has.
    pub(in crate::c) fn fresh(&mut self, name: &str) -> String {
        self.loops += 1;
        format!("{name}@{}", self.loops)
    }

    /// Binds a loop variable to a fresh atom.
    pub(in crate::c) fn bind_loop(&mut self, name: &str) -> String {
        let atom = self.fresh(name);
        self.bind(name, Meaning::Loop(atom.clone()));
        atom
    }

    pub(in crate::c) fn meaning(&self, name: &str) -> Option<&Meaning> {
        let mut found = self.scopes.iter().rev().filter_map(|scope| scope.get(name));
        found
            .next()
            .filter(|found| !matches!(found, Meaning::OfFile))
    }

    /// The name is that of a loop's variable.
    pub(in crate::c) fn is_loop(&self, name: &str) -> bool {
        matches!(self.meaning(name), Some(Meaning::Loop(_)))
    }

    /// What a pointer of the code stands for.
    pub(in crate::c) fn part(&self, name: &str) -> Option<Rc<Part>> {
        match self.known(name).or_else(|| self.meaning(name)) {
            Some(Meaning::Part(part)) => Some(part.clone()),
            _ => None,
        }
    }

    /// True when the code binds the name, or has set it to a part of an array.
    pub(in crate::c) fn is_local(&self, name: &str) -> bool {
        self.meaning(name).is_some() || matches!(self.known(name), Some(Meaning::Part(_)))
    }

    /// The expression as a polynomial; `None` when it is not one.
    pub(in crate::c) fn poly(&self, src: &Source, node: Node) -> Option<Poly> {
        Some(self.at(src, node, 0, &mut Vec::new())?.0)
    }

    /// As `poly`, with the type of what it stands for.
    pub(in crate::c) fn typed(&self, src: &Source, node: Node) -> Option<(Poly, Int)> {
        self.at(src, node, 0, &mut Vec::new())
    }

    /// As `poly`, of what is a subscript, or a bound: the value itself, as long as what is noted holds.
    pub(in crate::c) fn index(&self, src: &Source, node: Node) -> Option<Poly> {
        self.given(src, node, Int::Long)
    }

    /// As `poly`, of what a variable of this type is set to.
    pub(in crate::c) fn given(&self, src: &Source, node: Node, to: Int) -> Option<Poly> {
        let mut wraps = Vec::new();
        let (poly, int) = self.at(src, node, 0, &mut wraps)?;
        let poly = converted(poly, int, to, &mut wraps);
        self.hold(wraps);
        Some(settled(poly, to))
    }

    /// As `index`, of what ends a loop.
    fn end(&self, src: &Source, node: Node) -> Option<Poly> {
        self.ending(|| self.index(src, node))
    }

    /// What is noted meanwhile has to hold of what ends a loop.
    pub(in crate::c) fn ending<T>(&self, look: impl FnOnce() -> T) -> T {
        let before = self.wraps.take();
        let found = look();
        let mut wraps = self.wraps.replace(before);
        let own = wraps.iter_mut().filter(|wrap| wrap.of == WrapOf::Index);
        own.for_each(|wrap| wrap.of = WrapOf::Bound);
        self.hold(wraps);
        found
    }

    /// As `index`, of what a variable of this type is that is set to the value.
    pub(in crate::c) fn stored(&self, src: &Source, node: Node, to: Int) -> Option<Poly> {
        let poly = self.given(src, node, to)?;
        let mut wraps = Vec::new();
        let poly = converted(poly, to, Int::Long, &mut wraps);
        self.hold(wraps);
        Some(poly)
    }

    /// Notes what has to hold.
    pub(in crate::c) fn hold(&self, wraps: Vec<Wrap>) {
        let mut held = self.wraps.borrow_mut();
        for wrap in wraps {
            if !held.contains(&wrap) {
                held.push(wrap);
            }
        }
    }

    /// The polynomial, and the type of what it stands for.
    fn at(
        &self,
        src: &Source,
        node: Node,
        depth: usize,
        wraps: &mut Vec<Wrap>,
    ) -> Option<(Poly, Int)> {
        if depth > DEPTH {
            return None;
        }
        let node = peel(node);
        match node.kind() {
            "number_literal" => {
                let (value, int) = literal(src.text(node))?;
                Some((settled(Poly::constant(value), int), int))
            }
            "identifier" => self.name(src, src.text(node), depth, wraps),
            "field_expression" => self.invariant(src, node),
            "subscript_expression" => constness::element(self, src, node),
            "cast_expression" => {
                let value = field(node, "value").filter(|_| !narrows(src, node));
                let to = integer_arithmetic::of_cast(src, node);
                let value = value.and_then(|value| self.at(src, value, depth + 1, wraps));
                let value =
                    value.map(|(poly, int)| (settled(converted(poly, int, to, wraps), to), to));
                value.or_else(|| self.invariant(src, node))
            }
            "unary_expression" => {
                let operator = src.text(field(node, "operator")?);
                let inner = self.at(src, field(node, "argument")?, depth + 1, wraps);
                let value = inner.and_then(|(inner, int)| {
                    let value = match operator {
                        "-" => Poly::constant(0).minus(&inner)?,
                        "+" => inner,
                        "~" => Poly::constant(-1).minus(&inner)?,
                        _ => return None,
                    };
                    Some((settled(value, int), int))
                });
                value.or_else(|| self.invariant(src, node))
            }
            "binary_expression" => {
                let sides = (field(node, "left")?, field(node, "right")?);
                let operator = src.text(field(node, "operator")?);
                // Each side is looked at once: else the time doubles with each operator.
                let mut own = Vec::new();
                let mut side = |side| self.at(src, side, depth + 1, &mut own);
                let both = (self.precise || is_of_sums(operator))
                    .then(|| Some((side(sides.0)?, side(sides.1)?)))
                    .flatten();
                let wrapped = !own.is_empty();
                let value = both
                    .clone()
                    .and_then(|both| computed(operator, both, own, wraps));
                let value = value.or_else(|| self.invariant(src, node));
                value.or_else(|| {
                    let ((a, one), (b, other)) = both.filter(|_| self.precise)?;
                    // Numbers without a sign are what the formula says where nothing in it is below 0.
                    let is_natural =
                        |side| value_facts::is_natural(src, side) && !self.has_residues(src, side);
                    let natural = || is_natural(sides.0) && is_natural(sides.1);
                    if !(one.is_signed() && other.is_signed()) && (wrapped || !natural()) {
                        return None;
                    }
                    let value = formula::two(operator, &a, &b)?;
                    Some((value, self.type_at(src, node, depth)))
                })
            }
            "call_expression" => self.expanded(src, node, depth, wraps),
            "conditional_expression" if self.precise => {
                let at = |part| Some(self.at(src, part, depth + 1, &mut Vec::new())?.0);
                let choice = || {
                    Some((
                        integer_arithmetic::atom(node, at)?,
                        self.type_at(src, node, depth),
                    ))
                };
                self.invariant(src, node).or_else(choice)
            }
            "conditional_expression" => self.invariant(src, node).or_else(|| {
                let at = |arm: Node, wraps: &mut Vec<Wrap>| self.at(src, arm, depth + 1, wraps);
                self.of_arms(src, node, at, wraps)
            }),
            "sizeof_expression" => self.invariant(src, node),
            _ => None,
        }
    }

    /// A macro's value, or that of a function that only computes it.
    fn expanded(
        &self,
        src: &Source,
        call: Node,
        depth: usize,
        wraps: &mut Vec<Wrap>,
    ) -> Option<(Poly, Int)> {
        let text = expanded_call(src, call).or_else(|| computed_call(src, call))?;
        let inner = expression(&text, src)?;
        self.at(&inner, inner.value()?, depth + 10, wraps)
    }

    fn name(
        &self,
        src: &Source,
        name: &str,
        depth: usize,
        wraps: &mut Vec<Wrap>,
    ) -> Option<(Poly, Int)> {
        let int = self.type_of(name);
        match self.known(name).or_else(|| self.meaning(name)) {
            Some(Meaning::Loop(atom)) => Some((Poly::atom(atom.clone()), int)),
            Some(Meaning::Value(value)) => Some((value.clone(), int)),
            Some(Meaning::Part(_) | Meaning::Unknown | Meaning::OfFile) => None,
            None if self.assigned.contains(name) || !self.kinds.is_integer(name) => None,
            None => match src.macros.get(name) {
                // A macro that may hide a variable of the code.
                Some(known) if known.parameters.is_none() && integer(&known.value).is_none() => {
                    let inner = expression(&known.value, src)?;
                    self.at(&inner, inner.value()?, depth + 10, wraps)
                }
                Some(known) => {
                    let int = literal(&known.value).map_or(Int::Unknown, |(_, int)| int);
                    Some((Poly::atom(name), int))
                }
                None => Some((Poly::atom(name), int)),
            },
        }
    }

    /// It names a number without a sign that stands for what it is set to: `k` of `unsigned k = i - 1`.
    fn has_residues(&self, src: &Source, node: Node) -> bool {
        any(node, &|node| {
            let name = src.text(node);
            let value = |m: &Meaning| matches!(m, Meaning::Value(_));
            node.kind() == "identifier"
                && self
                    .known(name)
                    .or_else(|| self.meaning(name))
                    .is_some_and(value)
                && !self.type_of(name).is_signed()
        })
    }

    /// The type of an expression that is an atom.
    fn type_at(&self, src: &Source, node: Node, depth: usize) -> Int {
        let node = peel(node);
        let part = |name: &str| {
            field(node, name).map_or(Int::Unknown, |part| self.type_at(src, part, depth + 1))
        };
        if depth > DEPTH {
            return Int::Unknown;
        }
        match node.kind() {
            "number_literal" => literal(src.text(node)).map_or(Int::Unknown, |(_, int)| int),
            "char_literal" => Int::Plain,
            "sizeof_expression" => Int::UnsignedLong,
            "identifier" => match src.macros.get(src.text(node)) {
                Some(known) => literal(&known.value).map_or(Int::Unknown, |(_, int)| int),
                None => self.type_of(src.text(node)),
            },
            "field_expression" => {
                let name = field(node, "field").map_or("", |name| src.text(name));
                self.kinds.int(&format!(".{name}"))
            }
            "cast_expression" => integer_arithmetic::of_cast(src, node),
            "unary_expression" => match field(node, "operator").map(|o| src.text(o)) {
                Some("!") => Int::Plain,
                _ => part("argument"),
            },
            "binary_expression" => match field(node, "operator").map_or("", |o| src.text(o)) {
                "<" | "<=" | ">" | ">=" | "==" | "!=" | "&&" | "||" => Int::Plain,
                "<<" | ">>" => part("left"),
                _ => part("left").with(part("right")),
            },
            "conditional_expression" => part("consequence").with(part("alternative")),
            _ => Int::Unknown,
        }
    }

    /// The whole expression as one atom, when it has no effect and no part of it varies.
    fn invariant(&self, src: &Source, node: Node) -> Option<(Poly, Int)> {
        let fits = self.varies_not(src, node, 0) && !self.kinds.has_fraction(src, node);
        let poly = fits.then(|| {
            let words = |text: String| text.split_whitespace().collect::<Vec<_>>().join(" ");
            let text = place_name(src, node).unwrap_or_else(|| words(src.bare(node)));
            let simple = text
                .chars()
                .all(|c| c.is_alphanumeric() || "_.->".contains(c));
            Poly::atom(if simple { text } else { format!("({text})") })
        });
        Some((poly?, self.type_at(src, node, 0)))
    }

    /// True when the expression can be asked for where the task is registered.
    pub(in crate::c) fn varies_not(&self, src: &Source, node: Node, depth: usize) -> bool {
        let all = |nodes: Vec<Node>| {
            nodes
                .into_iter()
                .all(|n| self.varies_not(src, n, depth + 1))
        };
        if depth > DEPTH {
            return false;
        }
        match node.kind() {
            "identifier" => {
                let name = src.text(node);
                let hides = src
                    .macros
                    .get(name)
                    .is_some_and(|m| m.parameters.is_some() || integer(&m.value).is_none());
                !self.is_local(name) && !self.assigned.contains(name) && !hides
            }
            "field_expression" => place_name(src, node).is_some_and(|n| {
                !self.assigned.contains(&n)
                    && !self.assigned.contains(root_of(&n))
                    && !self.is_local(root_of(&n))
            }),
            "number_literal" | "char_literal" | "type_descriptor" | "primitive_type" => true,
            "sizeof_expression" => true,
            "parenthesized_expression"
            | "binary_expression"
            | "conditional_expression"
            | "cast_expression" => all(children(node)),
            "unary_expression" => {
                field(node, "operator")
                    .is_some_and(|o| matches!(src.text(o), "-" | "+" | "!" | "~"))
                    && all(children(node))
            }
            _ => false,
        }
    }

    /// An upper (`lower` false) or lower bound of an expression: of `x < y ? x : y` each of `x`, `y`
    /// is an upper bound; of macros `MIN(x, y)` and `MAX(x, y)` likewise; of `x % 2` and `x & 1` it is 1.
    pub(in crate::c) fn bound(&self, src: &Source, node: Node, lower: bool) -> Option<Poly> {
        let node = peel(node);
        let direct = match lower {
            true => self.index(src, node),
            false => self.end(src, node),
        };
        if direct.is_some() {
            return direct;
        }
        match node.kind() {
            "conditional_expression" => {
                let branches = [field(node, "consequence")?, field(node, "alternative")?];
                let numbers = branches.map(|b| self.bound(src, b, lower)?.as_constant());
                if let [Some(yes), Some(no)] = numbers {
                    let bound = if lower { yes.min(no) } else { yes.max(no) };
                    return Some(Poly::constant(bound));
                }
                let condition = peel(field(node, "condition")?);
                let sides = [field(condition, "left")?, field(condition, "right")?];
                let text = |n: &Node| src.text(peel(*n)).split_whitespace().collect::<String>();
                let (left, right, yes, no) = (
                    text(&sides[0]),
                    text(&sides[1]),
                    text(&branches[0]),
                    text(&branches[1]),
                );
                let less = match src.text(field(condition, "operator")?) {
                    "<" | "<=" => true,
                    ">" | ">=" => false,
                    _ => return None,
                };
                let least =
                    (less && yes == left && no == right) || (!less && yes == right && no == left);
                let most =
                    (less && yes == right && no == left) || (!less && yes == left && no == right);
                if (lower && most) || (!lower && least) {
                    branches.iter().find_map(|b| self.poly(src, *b))
                } else {
                    None
                }
            }
            "binary_expression" => {
                let (left, right) = (field(node, "left")?, field(node, "right")?);
                match src.text(field(node, "operator")?) {
                    "-" => (self.bound(src, left, lower)?).minus(&self.bound(src, right, !lower)?),
                    // Bits of a number: of `x & 1` 0 and 1.
                    "&" => {
                        let bits = self.poly(src, right).or_else(|| self.poly(src, left))?;
                        let most = bits.as_constant().filter(|bits| *bits >= 0)?;
                        Some(Poly::constant(if lower { 0 } else { most }))
                    }
                    "+" => (self.bound(src, left, lower)?).plus(&self.bound(src, right, lower)?),
                    "%" => {
                        let natural = || value_facts::is_natural(src, left);
                        self.poly(src, right)?.remainder_bound(lower, natural)
                    }
                    _ => None,
                }
            }
            "call_expression" => {
                let inner = expression(&expanded_call(src, node)?, src)?;
                let value = inner.value()?;
                (value.kind() != "call_expression")
                    .then(|| self.bound(&inner, value, lower))
                    .flatten()
            }
            _ => None,
        }
    }
}

/// What a call of a macro of the file stands for.
pub(in crate::c) fn expanded_call(src: &Source, call: Node) -> Option<String> {
    let name = field(call, "function").filter(|f| f.kind() == "identifier")?;
    let arguments: Vec<&str> = children(field(call, "arguments")?)
        .into_iter()
        .map(|a| src.text(a))
        .collect();
    src.expanded(src.text(name), &arguments)
}

/// What a call of a function of the file stands for that does nothing but to return an expression of its
/// parameters, of numbers and of variables of the file: `at(i, j)` with `return i * COLUMNS + j;`.
fn computed_call(src: &Source, call: Node) -> Option<String> {
    let name = field(call, "function").filter(|f| f.kind() == "identifier")?;
    let own = declarations::find(src, call, src.text(name)).is_none_or(|d| d.is_function());
    let function = src.function(src.text(name)).filter(|_| own)?;
    let [statement] = children(field(function, "body")?)[..] else {
        return None;
    };
    let value =
        *(children(statement).first()).filter(|_| statement.kind() == "return_statement")?;
    let integer = |d: &Declared| {
        let words = d.plain_words(src);
        d.form() != Form::Value || !words.split_whitespace().any(|w| CHANGED.contains(&w))
    };
    let returned = declarations::returned(src, function)?;
    let parameters = declarations::parameters(src, function);
    if returned.stars() > 0 || !integer(&returned) || !parameters.iter().all(integer) {
        return None;
    }
    let parameters: Vec<String> = parameters.into_iter().map(|p| p.name).collect();
    // Other names mean the same where it is called.
    let is_known = |(name, _): (&str, Node)| {
        parameters.iter().any(|p| p == name)
            || src.macros.contains_key(name)
            || is_enumerator(src, name, call.start_byte())
            || declarations::find(src, call, name).is_some_and(|d| d.lasting)
    };
    let known = identifiers(src, value).into_iter().all(is_known);
    let like_macro = Macro {
        parameters: Some(parameters).filter(|_| known),
        value: src.bare(value),
    };
    let arguments = children(field(call, "arguments")?);
    like_macro.with(&arguments.iter().map(|a| src.text(*a)).collect::<Vec<_>>())
}

/// What a node stands for that is a macro of the file: a call, or a name by itself.
pub(in crate::c) fn expanded(src: &Source, node: Node) -> Option<String> {
    if node.kind() != "identifier" {
        return expanded_call(src, node);
    }
    let known = src.macros.get(src.text(node))?;
    let plain = known.parameters.is_none() && !known.value.is_empty();
    (plain && integer(&known.value).is_none()).then(|| known.value.clone())
}
