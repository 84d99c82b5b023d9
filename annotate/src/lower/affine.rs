//! Index expressions and loop bounds as polynomials.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};

use tree_sitter::Node;

use crate::ir::{LoopInfo, Poly, formula};
use crate::lower::bounds::of_two;
use crate::lower::constants;
use crate::lower::inline::{self, Call};
use crate::lower::integers::{Int, Kept, SMALL};
use crate::syntax::constants::integer;
use crate::syntax::items::is_own_macro;
use crate::syntax::rust::{Source, children, field, peel, place_name};

/// What a name of the analysed code stands for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Meaning {
    /// A loop variable with this atom.
    Loop(String),
    /// A `let`, by its value here.
    Value(Poly),
    /// Bound in the body to something of which ends are known, `let hi = (lo + size).min(n);`: no less than the
    /// first, and no more than the second.
    Between(Option<Poly>, Option<Poly>),
    /// Bound in the body to something unknown.
    Unknown,
}

/// Scopes of the analysed code.
#[derive(Debug, Default)]
pub(super) struct Env {
    scopes: Vec<HashMap<String, Meaning>>,
    /// Outer names that the body assigns: not invariant.
    pub(super) assigned: HashSet<String>,
    /// Outer names that are whole numbers.
    pub(super) whole: HashSet<String>,
    /// Fields that have a name: `self.n` of `let n = self.n;`.
    pub(super) named: HashMap<String, String>,
    /// Outer names and loops that are never below 0.
    pub(super) natural: HashSet<String>,
    /// Bounds of loops, and of those that are cut the first ones.
    pub(super) ranges: Vec<LoopInfo>,
    /// Loops of which the step is not known to be small.
    pub(super) strides: HashSet<String>,
    /// Steps of loops.
    pub(super) steps: HashMap<String, Poly>,
    /// What values that are one of two are more than the lesser one, as loops.
    pub(super) choices: RefCell<Vec<LoopInfo>>,
    /// Quotients, remainders, choices and comparisons are atoms, also of what varies.
    pub(super) precise: bool,
    loops: usize,
}

/// Expressions deeper than this are not analysed.
const DEPTH: usize = 100;

/// Methods without effect whose value may be asked for again when tasks are registered.
const PURE_METHODS: [&str; 10] = [
    "len", "min", "max", "nrows", "ncols", "cols", "pow", "abs_diff", "div_ceil", "isqrt",
];

/// Those of them that only ask for the shape.
const LENGTHS: [&str; 4] = ["len", "nrows", "ncols", "cols"];

impl Env {
    pub(super) fn push(&mut self) {
        self.scopes.push(HashMap::new());
    }

    pub(super) fn pop(&mut self) {
        self.scopes.pop();
    }

    pub(super) fn bind(&mut self, name: &str, meaning: Meaning) {
        if self.scopes.is_empty() {
            self.push();
        }
        if let Some(scope) = self.scopes.last_mut() {
            scope.insert(name.to_owned(), meaning);
        }
    }

    /// Gives a name of the code another meaning, where it was bound.
    pub(super) fn set(&mut self, name: &str, meaning: Meaning) {
        let mut scopes = self.scopes.iter_mut().rev();
        if let Some(old) = scopes.find_map(|scope| scope.get_mut(name)) {
            *old = meaning;
        }
    }

    /// Binds a loop variable, which is at least `lo`, to a fresh atom.
    pub(super) fn bind_loop(&mut self, name: &str, lo: Option<&Poly>) -> String {
        let atom = self.fresh_loop(name, lo);
        self.bind(name, Meaning::Loop(atom.clone()));
        atom
    }

    /// The atom of a loop, which is at least `lo`.
    pub(super) fn fresh_loop(&mut self, name: &str, lo: Option<&Poly>) -> String {
        self.loops += 1;
        let atom = format!("{name}@{}", self.loops);
        if lo.is_some_and(|lo| self.is_natural(lo)) {
            self.natural.insert(atom.clone());
        }
        atom
    }

    /// Notes a loop whose step may be large.
    pub(super) fn note_step(&mut self, src: &Source, step: Option<Node>, atom: &str) {
        let Some(step) = step else { return };
        let value = self.poly(src, step);
        let number = value.as_ref().and_then(Poly::as_constant);
        if number.is_none_or(|step| step >= SMALL) {
            self.strides.insert(atom.to_owned());
        }
        if let Some(value) = value {
            self.steps.insert(atom.to_owned(), value);
        }
    }

    /// It is never below 0.
    pub(super) fn is_natural(&self, value: &Poly) -> bool {
        let least = |atom: &str| self.natural.contains(atom).then_some(0);
        value.least_of_naturals(least).is_some_and(|n| n >= 0)
    }

    pub(super) fn meaning(&self, name: &str) -> Option<&Meaning> {
        self.scopes.iter().rev().find_map(|scope| scope.get(name))
    }

    /// True when the body binds the name.
    pub(super) fn is_local(&self, name: &str) -> bool {
        self.meaning(name).is_some()
    }

    /// The expression as a polynomial; `None` when it is not one.
    pub(super) fn poly(&self, src: &Source, node: Node) -> Option<Poly> {
        self.poly_at(src, node, 0)
    }

    fn poly_at(&self, src: &Source, node: Node, depth: usize) -> Option<Poly> {
        if depth > DEPTH {
            return None;
        }
        let next = |child: Node| self.poly_at(src, child, depth + 1);
        match node.kind() {
            "integer_literal" => Some(Poly::constant(integer(src.text(node))?)),
            "parenthesized_expression" => next(peel(node)),
            "type_cast_expression" => self.cast(src, node, depth),
            "identifier" => self.name(src.text(node)),
            "index_expression" | "field_expression"
                if let Some(value) = constants::part(src, node, &|n| self.is_local(n)) =>
            {
                next(value)
            }
            "scoped_identifier" => match constants::limit(src.text(node)) {
                Some(limit) => Some(Poly::constant(limit?)),
                None => self.invariant(src, node, depth),
            },
            "field_expression" => self.invariant(src, node, depth),
            "unary_expression" => {
                let inner = *children(node).first()?;
                match src.text(node).chars().next()? {
                    '-' => Poly::constant(0).minus(&next(inner)?),
                    // The items of a list may be references to its numbers.
                    '*' if inner.kind() == "identifier" && self.is_local(src.text(inner)) => {
                        self.name(src.text(inner))
                    }
                    '*' => self.invariant(src, node, depth),
                    _ => None,
                }
            }
            "binary_expression" => {
                let operator = src.text(field(node, "operator")?).to_owned();
                let sides = (next(field(node, "left")?), next(field(node, "right")?));
                match (operator.as_str(), sides) {
                    ("+", (Some(a), Some(b))) => a.plus(&b),
                    ("-", (Some(a), Some(b))) => a.minus(&b),
                    ("*", (Some(a), Some(b))) => a.times(&b),
                    (operator, (Some(a), Some(b))) if self.precise => {
                        let atom = || formula::two(operator, &a, &b);
                        self.invariant(src, node, depth).or_else(atom)
                    }
                    _ => self.invariant(src, node, depth),
                }
            }
            // `{ assert!(i < n); i * m + j }`
            "block" => match &children(node)[..] {
                [before @ .., last] if before.iter().all(|s| is_assertion(src, *s)) => next(*last),
                _ => None,
            },
            "call_expression" => {
                let inlined =
                    inline::called(src, node).and_then(|call| self.inlined(src, &call, depth));
                let known = inlined.or_else(|| self.conversion(src, node, depth));
                let known = known.or_else(|| self.invariant(src, node, depth));
                known.or_else(|| self.method(src, node, depth).filter(|_| self.precise))
            }
            "if_expression" if self.precise => {
                let value = |name| {
                    let block = field(node, name)?;
                    let block = match block.kind() {
                        "else_clause" => *children(block).first()?,
                        _ => block,
                    };
                    let inside = children(block);
                    next(*inside.first().filter(|_| inside.len() == 1)?)
                };
                let condition = next(field(node, "condition")?)?;
                formula::choice(&[condition, value("consequence")?, value("alternative")?])
            }
            _ => None,
        }
    }

    /// `x.min(y)` of what varies.
    fn method(&self, src: &Source, call: Node, depth: usize) -> Option<Poly> {
        let (method, of, argument) = of_two(src, call)?;
        let [of, argument] = [of, argument].map(|side| self.poly_at(src, side, depth + 1));
        formula::method(method, &of?, &argument?)
    }

    /// The value of a function of its arguments.
    fn inlined(&self, src: &Source, call: &Call, depth: usize) -> Option<Poly> {
        let mut inside = Env {
            assigned: self.assigned.clone(),
            whole: self.whole.clone(),
            named: self.named.clone(),
            precise: self.precise,
            ..Env::default()
        };
        for (name, argument) in &call.arguments {
            let value = self.poly_at(src, *argument, depth + 1)?;
            inside.bind(name, Meaning::Value(value));
        }
        inside.poly_at(src, call.body, depth + 1)
    }

    /// `i as usize` keeps the value of an index; a cast that may round or cut off is only known
    /// as a whole, when nothing in it varies.
    fn cast(&self, src: &Source, node: Node, depth: usize) -> Option<Poly> {
        let value = peel(field(node, "value")?);
        let simple = matches!(
            value.kind(),
            "identifier" | "integer_literal" | "field_expression"
        );
        let fixed = || self.invariant(src, node, depth);
        if !simple && self.varies_not(src, node, depth) {
            return fixed();
        }
        let to = Int::named(src.text(field(node, "type")?))?;
        self.converted(src, value, to, depth, &fixed)
    }

    /// `usize::from(c)`.
    fn conversion(&self, src: &Source, call: Node, depth: usize) -> Option<Poly> {
        let function = field(call, "function").filter(|f| f.kind() == "scoped_identifier")?;
        let to = Int::named(src.text(field(function, "path")?))?;
        let [value] = children(field(call, "arguments")?)[..] else {
            return None;
        };
        let from = src.text(field(function, "name")?) == "from";
        self.converted(src, peel(value), to, depth, &|| None)
            .filter(|_| from)
    }

    /// The value in another type; `fixed`: all of it, where nothing in it varies.
    fn converted(
        &self,
        src: &Source,
        value: Node,
        to: Int,
        depth: usize,
        fixed: &dyn Fn() -> Option<Poly>,
    ) -> Option<Poly> {
        let poly = self.poly_at(src, value, depth + 1)?;
        match self.is_whole(&poly) {
            true if self.kept(src, value, &poly, to) == Kept::No => fixed(),
            true => Some(poly),
            // What may be a fraction is rounded, and cut off at 0, as the cast does it.
            false => fixed(),
        }
    }

    /// Nothing in it is a fraction: a loop's variable, or a number in a sum, is there among whole
    /// numbers alone.
    fn is_whole(&self, poly: &Poly) -> bool {
        let atoms = poly.atoms();
        let whole = |atom: &&str| {
            atom.contains('@')
                || self.whole.contains(*atom)
                || LENGTHS.iter().any(|l| atom.contains(l))
                || is_cast(atom)
        };
        atoms.is_empty() || poly.has_number() || atoms.iter().any(whole)
    }

    fn name(&self, name: &str) -> Option<Poly> {
        match self.meaning(name) {
            Some(Meaning::Loop(atom)) => Some(Poly::atom(atom.clone())),
            Some(Meaning::Value(value)) => Some(value.clone()),
            Some(Meaning::Between(..) | Meaning::Unknown) => None,
            None if self.assigned.contains(name) => None,
            None => Some(Poly::atom(name)),
        }
    }

    /// The whole expression as one atom, when it has no effect and no part of it varies.
    fn invariant(&self, src: &Source, node: Node, depth: usize) -> Option<Poly> {
        (self.varies_not(src, node, depth)).then(|| {
            let text = src
                .text(node)
                .split_whitespace()
                .collect::<Vec<_>>()
                .join(" ");
            let simple = text
                .chars()
                .all(|c| c.is_alphanumeric() || "_.".contains(c));
            match self.named.get(&text) {
                Some(name) => Poly::atom(name.as_str()),
                None if simple => Poly::atom(text),
                None => Poly::atom(format!("({text})")),
            }
        })
    }

    fn varies_not(&self, src: &Source, node: Node, depth: usize) -> bool {
        if depth > DEPTH {
            return false;
        }
        let all = |nodes: Vec<Node>| {
            nodes
                .into_iter()
                .all(|n| self.varies_not(src, n, depth + 1))
        };
        match node.kind() {
            "identifier" | "self" => {
                let name = src.text(node);
                !self.is_local(name) && !self.assigned.contains(name)
            }
            "integer_literal" | "float_literal" | "scoped_identifier" | "primitive_type"
            | "type_identifier" => true,
            "field_expression" => {
                let name = place_name(src, node);
                name.is_none_or(|n| !self.assigned.contains(&n))
                    && field(node, "value").is_some_and(|v| self.varies_not(src, v, depth + 1))
            }
            "parenthesized_expression"
            | "binary_expression"
            | "unary_expression"
            | "type_cast_expression"
            | "arguments"
            | "reference_expression" => all(children(node)),
            "call_expression" => {
                let Some(function) = field(node, "function") else {
                    return false;
                };
                let method = field(function, "field").map(|f| src.text(f)).unwrap_or("");
                let receiver = field(function, "value");
                // The length of a row, `a[0].len()`, is no element of it.
                let row = receiver.filter(|_| LENGTHS.contains(&method)).and_then(row);
                function.kind() == "field_expression"
                    && PURE_METHODS.contains(&method)
                    && row.map_or_else(
                        || receiver.is_some_and(|v| self.varies_not(src, v, depth + 1)),
                        all,
                    )
                    && field(node, "arguments").is_some_and(|a| self.varies_not(src, a, depth + 1))
            }
            _ => false,
        }
    }
}

/// The atom of a cast to an integer, `(n as u32)`.
fn is_cast(atom: &str) -> bool {
    let cast = atom
        .strip_prefix('(')
        .and_then(|rest| rest.strip_suffix(')'));
    let to = cast.and_then(|cast| cast.rsplit_once(" as "));
    to.is_some_and(|(_, to)| Int::named(to).is_some())
}

/// `assert!(..);` and the like.
fn is_assertion(src: &Source, statement: Node) -> bool {
    let name = field(peel(statement), "macro").map_or("", |m| src.text(m));
    name.trim_start_matches("debug_").starts_with("assert") && !is_own_macro(src, name)
}

/// The array and the indices of `a[i][j]`.
fn row(node: Node) -> Option<Vec<Node>> {
    let (mut at, mut parts) = (node, Vec::new());
    while at.kind() == "index_expression" {
        let [array, index] = children(at)[..] else {
            return None;
        };
        parts.push(index);
        at = array;
    }
    (!parts.is_empty()).then(|| [parts, vec![at]].concat())
}

/// Eliminates loop atoms: the least (or greatest) value of `poly` over all iterations of
/// `loops`, innermost last. `None` when it is unknown.
pub(crate) fn extreme(poly: &Poly, loops: &[LoopInfo], least: bool) -> Option<Poly> {
    extreme_with(poly, loops, least, &|_| false)
}

/// As `extreme`, with names that are known to be never below 0.
pub(crate) fn extreme_with(
    poly: &Poly,
    loops: &[LoopInfo],
    least: bool,
    natural: &dyn Fn(&str) -> bool,
) -> Option<Poly> {
    let mut value = poly.clone();
    for info in loops.iter().rev() {
        if !value.mentions(&info.atom) {
            continue;
        }
        let last = |hi: &Poly| hi.minus(&Poly::constant(1));
        if let Some(only) = info
            .lo
            .as_ref()
            .filter(|_| info.lo == info.hi.as_ref().and_then(last))
        {
            // One turn, whatever the factor's sign.
            value = value.substitute(&info.atom, only)?;
            continue;
        }
        let (k, rest) = value.factor_of(&info.atom)?;
        let grows = |k: &Poly| {
            let least = k.least_of_naturals(|atom| natural(atom).then_some(0));
            least.is_some_and(|least| least >= 0)
        };
        let rises = match (k.as_constant(), Poly::constant(0).minus(&k)) {
            (Some(number), _) => number > 0,
            _ if grows(&k) => true,
            (None, Some(other)) if grows(&other) => false,
            _ => return None,
        };
        let at = if rises == least {
            info.lo.clone()?
        } else {
            info.hi.as_ref()?.minus(&Poly::constant(1))?
        };
        value = rest.plus(&at.times(&k)?)?;
    }
    Some(value)
}
