//! The valid symbols of a parser's state, and how they are named in messages.

use std::collections::BTreeSet;

use super::language::language;

/// Rules that are named as a whole, with a token that only they begin with (or a name, if all
/// of their tokens may be names), and their first tokens, which are then not named.
pub(super) const GROUPS: [(&str, &str, &str, &[&str]); 6] = [
    (
        "component",
        "task",
        "`Task`, `Function`, `Type` or `Program`",
        &["task", "function", "type", "class", "program"],
    ),
    (
        "statement",
        "reduce",
        "a statement",
        &["identifier", "do", "if", "return", "reduce", "execute"],
    ),
    (
        "flow",
        "epoch",
        "a step of the computation",
        &["identifier", "space", "repeat", "where", "if", "epoch"],
    ),
    (
        "expression",
        "1.5",
        "an expression",
        &[
            "identifier",
            "integer",
            "real",
            "string",
            "character",
            "true",
            "false",
            "(",
            "[",
            "-",
            "!",
            "new",
            "...",
            "space",
            "&",
        ],
    ),
    (
        "type",
        "zz",
        "a type",
        &[
            "identifier",
            "integer",
            "character",
            "boolean",
            "string",
            "range",
            "real",
            "array",
            "list",
            "dimensionality",
        ],
    ),
    (
        "section",
        "stages",
        "a section of the task",
        &[
            "define",
            "environment",
            "initialize",
            "stages",
            "computation",
            "partition",
        ],
    ),
];

/// Tokens with a rule of their own.
pub(super) const LITERALS: [(&str, &str, &str); 5] = [
    ("integer", "1", "a number"),
    ("string", "\"a\"", "a text in quotes"),
    ("dimensionality", "2d", "`1d` to `4d`"),
    ("extern_code", "${ }$", "`${ code }$`"),
    ("header", "a.h", "a header"),
];

/// What goes on with an operand; named together.
pub(super) const OPERATORS: [&str; 24] = [
    "+", "-", "*", "/", "%", "**", "<<", ">>", "&", "^", "|", "==", "!=", "<", ">", "<=", ">=",
    "and", "or", "in", "at", ".", "[", "(",
];

/// The valid symbols of a state.
#[derive(Default)]
pub(super) struct Symbols {
    /// Named: rules, and tokens that have one.
    pub(super) rules: BTreeSet<String>,
    /// Keywords and punctuation.
    pub(super) tokens: BTreeSet<String>,
    pub(super) end_of_line: bool,
}

impl Symbols {
    pub(super) fn has(&self, name: &str) -> bool {
        self.rules.contains(name) || self.tokens.contains(name)
    }

    pub(super) fn of(state: u16) -> Symbols {
        let language = language();
        let mut found = Symbols::default();
        let Some(symbols) = language.lookahead_iterator(state) else {
            return found;
        };
        for id in symbols {
            let Some(name) = language.node_kind_for_id(id) else {
                continue;
            };
            if name == "_end" {
                found.end_of_line = true;
            } else if language.node_kind_is_named(id) || name.starts_with('_') {
                found.rules.insert(name.to_owned());
            } else if !["end", "ERROR"].contains(&name) && language.node_kind_is_visible(id) {
                found.tokens.insert(name.to_owned());
            } else if language.node_kind_is_supertype(id) {
                found.rules.insert(name.to_owned());
            }
        }
        found
    }
}
