//! Which expressions are integers, by what the file shows: indices and bounds are worked out with, and
//! copied into numbers, as integers alone.

use std::collections::{HashMap, HashSet};

use tree_sitter::Node;

use crate::c::parse::names::all_names;
use crate::c::parse::source::{Source, children, expression, field, peel};
use crate::c::semantics::affine::expanded;
use crate::c::semantics::constants::is_enumerator;
use crate::c::semantics::declarations::{self, Declared, Form};
use crate::c::semantics::integer_arithmetic::Int;
use crate::c::semantics::pointer_types;

/// Expressions deeper than this are taken for integers.
const DEPTH: usize = 60;

/// Functions of `<math.h>` and `<stdlib.h>` whose values are none, suffixes `f` and `l` aside.
const FUNCTIONS: [&str; 29] = [
    "acos", "asin", "atan", "atan2", "atof", "cbrt", "ceil", "cos", "cosh", "exp", "exp2", "fabs",
    "floor", "fmax", "fmin", "fmod", "hypot", "log", "log10", "log2", "pow", "rint", "round",
    "sin", "sinh", "sqrt", "strtod", "tan", "trunc",
];

/// Types in whose place a number may be another one than in `long`.
pub(in crate::c) fn is_narrow(words: &str) -> bool {
    let parts = [
        "float", "double", "char", "short", "bool", "Bool", "int8", "int16", "least8", "least16",
    ];
    parts.iter().any(|part| words.contains(part))
}

/// What a cast makes a number of may be another number.
pub(in crate::c) fn narrows(src: &Source, cast: Node) -> bool {
    let Some(of) = field(cast, "type") else {
        return true;
    };
    let named = declarations::definition(src, of);
    let words = named.map_or_else(|| src.text(of).to_owned(), |of| of.plain_words(src));
    words.contains(['*', '[']) || is_narrow(&words)
}

/// What names of some code are, members of structs as `.name`.
#[derive(Debug, Default)]
pub(in crate::c) struct Kinds {
    /// Of fractions, or of what consists of them: how many brackets lead to one.
    fractions: HashMap<String, usize>,
    pointers: HashSet<String>,
    /// Of integers, or of what consists of them: their types.
    ints: HashMap<String, Int>,
}

impl Kinds {
    /// Of the names in a piece of the file.
    pub(in crate::c) fn of(src: &Source, code: Node) -> Self {
        let mut kinds = Kinds::default();
        for name in all_names(src, code) {
            match declarations::find(src, code, &name) {
                Some(found) => kinds.note(src, name, &found),
                None if is_enumerator(src, &name, code.start_byte()) => {
                    kinds.ints.insert(name, Int::Plain);
                }
                None => {}
            }
        }
        let mut seen = HashSet::new();
        let mut stack = vec![code];
        while let Some(node) = stack.pop() {
            let member = field(node, "field").filter(|name| seen.insert(src.text(*name)));
            for found in member.map_or_else(Vec::new, |_| pointer_types::fields(src, src, node)) {
                kinds.note(src, format!(".{}", found.name), &found);
            }
            stack.extend(children(node));
        }
        kinds
    }

    fn note(&mut self, src: &Source, name: String, found: &Declared) {
        if is_fraction(&found.plain_words(src)) {
            self.fractions
                .insert(name.clone(), pointer_types::levels(found));
        }
        let int = Int::of(&found.plain_words(src));
        let known = self.ints.entry(name.clone()).or_insert(int);
        if *known != int {
            *known = Int::Unknown;
        }
        if found.form() != Form::Value {
            self.pointers.insert(name);
        }
    }

    /// The type of a variable's value, or of a member's.
    pub(in crate::c) fn int(&self, name: &str) -> Int {
        self.ints.get(name).copied().unwrap_or_default()
    }

    /// A variable that is an integer, or of which nothing is known.
    pub(in crate::c) fn is_integer(&self, name: &str) -> bool {
        !self.pointers.contains(name) && !self.fractions.contains_key(name)
    }

    /// An expression whose value may have a fraction.
    pub(in crate::c) fn has_fraction(&self, src: &Source, node: Node) -> bool {
        self.at(src, node, 0, 0)
    }

    /// With so many brackets around the expression.
    fn at(&self, src: &Source, node: Node, brackets: usize, depth: usize) -> bool {
        if depth > DEPTH {
            return false;
        }
        let node = peel(node);
        let next = |name: &str, brackets: usize| {
            field(node, name).is_some_and(|part| self.at(src, part, brackets, depth + 1))
        };
        let named = |name: &str| self.fractions.get(name).is_some_and(|n| *n <= brackets);
        match node.kind() {
            "number_literal" => {
                let text = src.text(node);
                let decimal = !text.starts_with("0x") && !text.starts_with("0X");
                text.contains(['.', 'p', 'P']) || (decimal && text.contains(['e', 'E']))
            }
            "identifier" | "call_expression" => {
                let text = expanded(src, node).filter(|_| depth + 10 < DEPTH);
                if let Some(inner) = text.and_then(|text| expression(&text, src)) {
                    let value = inner.value();
                    return value.is_some_and(|v| self.at(&inner, v, brackets, depth + 10));
                }
                match field(node, "function") {
                    Some(function) => returns_fraction(src, src.text(function)),
                    None => named(src.text(node)),
                }
            }
            "field_expression" => {
                field(node, "field").is_some_and(|name| named(&format!(".{}", src.text(name))))
            }
            "subscript_expression" => next("argument", brackets + 1),
            "pointer_expression" if src.text(node).starts_with('*') => {
                next("argument", brackets + 1)
            }
            "unary_expression" => {
                field(node, "operator").is_some_and(|o| src.text(o) != "!")
                    && next("argument", brackets)
            }
            "binary_expression" => {
                let operator = field(node, "operator").map_or("", |o| src.text(o));
                matches!(operator, "+" | "-" | "*" | "/")
                    && (next("left", brackets) || next("right", brackets))
            }
            "conditional_expression" => {
                next("consequence", brackets) || next("alternative", brackets)
            }
            "cast_expression" => field(node, "type").is_some_and(|of| {
                let words = src.text(of);
                is_fraction(words) && !words.contains('*')
            }),
            "comma_expression" => next("right", brackets),
            _ => false,
        }
    }
}

fn is_fraction(words: &str) -> bool {
    ["float", "double"].iter().any(|part| words.contains(part))
}

fn returns_fraction(src: &Source, name: &str) -> bool {
    if let Some(function) = src.function(name) {
        let plain =
            field(function, "declarator").is_some_and(|d| d.kind() == "function_declarator");
        return plain && field(function, "type").is_some_and(|of| is_fraction(src.text(of)));
    }
    let plain = name.strip_suffix(['f', 'l']).unwrap_or(name);
    FUNCTIONS.contains(&name) || FUNCTIONS.contains(&plain)
}
