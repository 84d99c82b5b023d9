//! Macros of the file that do more than name a value: what they change, call or hide is not seen where they
//! stand, so code that uses them is analysed behind the preprocessor.

use std::collections::{HashMap, HashSet};

use tree_sitter::Node;

use crate::c::parse::directives::Pragma;
use crate::c::parse::names::through_macros;
use crate::c::parse::source::{Macro, Source, any, cast_like, children, expression, field, words};
use crate::c::semantics::calls::is_called;
use crate::c::semantics::integer_arithmetic::integer;
use crate::c::semantics::library_functions::{is_numeric, prints};
use crate::c::walk::library_state;
use crate::ir::{Region, Span};
use crate::passes::tasks;

/// What a macro does where it stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Does {
    /// It names a value, a place or a type.
    Names,
    /// It calls a function, of the file or of another one.
    Calls,
    /// It is no expression.
    Hides,
    /// It sets a variable, or takes the address of one.
    Changes,
    /// It is part of declarations: `const`, `static`.
    Qualifies,
}

/// Words of declarations that the parser knows by themselves, and not as macros.
const QUALIFIERS: [&str; 14] = [
    "auto",
    "const",
    "__const",
    "__const__",
    "volatile",
    "__volatile__",
    "_Atomic",
    "register",
    "static",
    "extern",
    "restrict",
    "_Thread_local",
    "__thread",
    "inline",
];

/// Functions of the compiler that only compute.
const BUILTINS: [&str; 3] = [
    "__builtin_expect",
    "__builtin_constant_p",
    "__builtin_prefetch",
];

/// Macros within macros beyond which nothing is looked for.
const DEPTH: usize = 16;

/// The uses of such macros that matter to regions: where, and why.
pub(in crate::c) fn used(
    src: &Source,
    pragmas: &[Pragma],
    regions: &[Region],
) -> Vec<(Span, String)> {
    let mut known = HashMap::new();
    for name in src.macros.keys() {
        let does = does(src, name, 0);
        if does > Does::Names {
            known.insert(name.as_str(), does);
        }
    }
    if known.is_empty() || regions.is_empty() {
        return Vec::new();
    }
    let mut list = said(src, pragmas, &known);
    let mut stack = vec![(src.tree.root_node(), false, false)];
    let reached = reached(src, regions);
    let tasks: Vec<&Span> = regions
        .iter()
        .flat_map(tasks)
        .map(|task| &task.stmt)
        .collect();
    while let Some((node, around, run)) = stack.pop() {
        let span = node.byte_range();
        let within = |other: &Span| other.start <= span.start && span.end <= other.end;
        let is_function = node.kind() == "function_definition";
        // In a function with a region, and in code that regions run.
        let around =
            around || (is_function && regions.iter().any(|r| span.contains(&r.body.start)));
        let run = run
            || (is_function && reached.contains(&span.start))
            || regions
                .iter()
                .any(|r| r.body.start <= span.start && span.end <= r.body.end);
        let leaf = matches!(
            node.kind(),
            "identifier" | "type_identifier" | "field_identifier" | "statement_identifier"
        );
        let name = src.text(node);
        if let Some(does) = known.get(name).filter(|_| leaf) {
            let in_task = tasks.iter().any(|task| within(task));
            let between = !in_task && regions.iter().any(|r| within(&r.body));
            let called = is_called(node);
            let matters = match does {
                Does::Qualifies => true,
                // What calls in tasks, and in functions, stand for is looked into.
                Does::Changes => between || (!called && run) || (around && !in_task),
                // What others call is looked for between tasks, too, but not that it keeps a state.
                Does::Calls => between && has_state(src, name),
                _ => run && !(called && in_task),
            };
            if matters && !is_definition(node) {
                list.push((span, why(name, *does)));
            }
        }
        stack.extend(children(node).into_iter().map(|c| (c, around, run)));
    }
    list.sort_by_key(|(span, _)| span.start);
    let mut told = HashSet::new();
    list.retain(|(_, message)| told.insert(message.clone()));
    list
}

/// The macro calls a function of the library with a state of its own.
fn has_state(src: &Source, name: &str) -> bool {
    let mut names = through_macros(src, vec![name.to_owned()]).into_iter();
    names.any(|name| library_state::of(src, &name).is_some())
}

/// The name is that of a definition, or stands in one.
fn is_definition(node: Node) -> bool {
    node.parent()
        .is_some_and(|parent| parent.kind().starts_with("preproc_"))
}

fn why(name: &str, does: Does) -> String {
    match does {
        Does::Changes => format!("the macro `{name}` changes a variable or takes its address"),
        Does::Calls => format!("the macro `{name}` calls a function"),
        Does::Qualifies => format!("the macro `{name}` is a part of declarations"),
        _ => format!("the macro `{name}` is no expression"),
    }
}

/// Those in clauses.
fn said(src: &Source, pragmas: &[Pragma], known: &HashMap<&str, Does>) -> Vec<(Span, String)> {
    let mut list = Vec::new();
    for pragma in pragmas {
        for value in pragma
            .directive
            .clauses
            .iter()
            .filter_map(|c| c.value.as_ref())
        {
            let mut named = words(&value.text).filter_map(|word| known.get_key_value(word));
            if let Some((name, does)) = named.next() {
                list.push((value.span.clone(), why(name, *does)));
            }
        }
    }
    debug_assert!(list.iter().all(|(span, _)| span.end <= src.text.len()));
    list
}

/// Where the functions of the file begin that code of regions may run.
fn reached(src: &Source, regions: &[Region]) -> HashSet<usize> {
    let bodies = regions.iter().map(|r| src.slice(&r.body));
    let mut open: Vec<&str> = bodies.flat_map(words).collect();
    open.extend(
        src.functions
            .pointed_to(src, None)
            .into_iter()
            .map(|(name, _)| name),
    );
    let (mut seen, mut starts) = (HashSet::new(), HashSet::new());
    while let Some(word) = open.pop() {
        if !seen.insert(word) {
            continue;
        }
        if let Some(found) = src.macros.get(word) {
            open.extend(words(&found.value));
        }
        if let Some(function) = src.function(word) {
            starts.insert(function.start_byte());
            open.extend(words(src.slice(&function.byte_range())));
        }
    }
    starts
}

/// What the macro of this name does, and those that it is made of.
fn does(src: &Source, name: &str, depth: usize) -> Does {
    let Some(found) = src.macros.get(name) else {
        return Does::Names;
    };
    let value = found.value.trim();
    if value.is_empty() || integer(value).is_some() {
        return Does::Names;
    }
    if depth > DEPTH {
        return Does::Hides;
    }
    if words(value).next().is_some() && is_made_of(value, &QUALIFIERS) {
        return Does::Qualifies;
    }
    let own = match expression(value, src).filter(|_| !value.contains('#')) {
        Some(parsed) => of_expression(src, &parsed, found),
        // A type, and what stands beside one.
        None if value
            .chars()
            .all(|c| c.is_alphanumeric() || "_* \t".contains(c)) =>
        {
            Does::Names
        }
        None => Does::Hides,
    };
    let inner = words(value).filter(|word| *word != name && !is_parameter(found, word));
    let inner = inner.map(|word| does(src, word, depth + 1)).max();
    own.max(inner.unwrap_or(Does::Names))
}

fn is_made_of(text: &str, known: &[&str]) -> bool {
    text.split_whitespace().all(|word| known.contains(&word))
}

fn is_parameter(found: &Macro, word: &str) -> bool {
    found.parameters.iter().flatten().any(|p| p == word)
}

fn of_expression(src: &Source, parsed: &Source, found: &Macro) -> Does {
    let root = parsed.tree.root_node();
    let changes = |node: Node| {
        matches!(node.kind(), "assignment_expression" | "update_expression")
            || (node.kind() == "pointer_expression" && parsed.text(node).starts_with('&'))
    };
    let hides = |node: Node| node.kind() == "gnu_asm_expression";
    let calls = |node: Node| {
        let name = field(node, "function").filter(|_| node.kind() == "call_expression");
        name.is_some_and(|function| {
            let name = parsed.text(function);
            let cast = cast_like(node).is_some_and(|(of, _)| !is_function(src, parsed.text(of)));
            let harmless = is_numeric(name) || prints(name) || BUILTINS.contains(&name);
            !(cast || harmless || src.macros.contains_key(name)) || is_parameter(found, name)
        })
    };
    match () {
        () if any(root, &changes) => Does::Changes,
        () if any(root, &hides) => Does::Hides,
        () if any(root, &calls) => Does::Calls,
        () => Does::Names,
    }
}

fn is_function(src: &Source, name: &str) -> bool {
    src.function(name).is_some()
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::c::parse::source::parse;

    #[test]
    fn macros_are_told_by_what_they_do() {
        let text = "#define N 8\n#define AT(i, j) a[(i) * N + (j)]\n#define REAL unsigned long\n#define NEXT (g += 3)\n\
                    #define DEEP (NEXT + 1)\n#define REF(x) (&(x))\n#define SWAP(a, b) do { a = b; } while (0)\n\
                    #define ROLL roll()\n#define LIKELY(x) __builtin_expect(!!(x), 1)\n#define ROOT(x) sqrt((double)(x))\n\
                    #define CALL(f, x) f(x)\n#define CONST const\n#define BOTH static CONST\n#define GLUE(a, b) a##b\n\
                    #define FOR(i) for (int i = 0; i < 8; i++)\n#define LOG(...) fprintf(stderr, __VA_ARGS__)\n";
        let src = parse(Path::new("x.c"), text, &[]).expect("it can be parsed");
        for (name, expected) in [
            ("N", Does::Names),
            ("AT", Does::Names),
            ("REAL", Does::Names),
            ("LIKELY", Does::Names),
            ("ROOT", Does::Names),
            ("LOG", Does::Names),
            ("NEXT", Does::Changes),
            ("DEEP", Does::Changes),
            ("REF", Does::Changes),
            ("SWAP", Does::Hides),
            ("GLUE", Does::Hides),
            ("FOR", Does::Hides),
            ("ROLL", Does::Calls),
            ("CALL", Does::Calls),
            ("CONST", Does::Qualifies),
            ("BOTH", Does::Qualifies),
        ] {
            assert_eq!(does(&src, name, 0), expected, "{name}");
        }
    }
}
