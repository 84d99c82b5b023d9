//! Names in clauses that nothing declares: a misspelt one would end in an error of the compiler, at a line
//! that nobody wrote, or in nothing at all.

use tree_sitter::Node;

use crate::c::parse::diagnostics::CPP;
use crate::c::parse::expressions;
use crate::c::parse::lexical::literal;
use crate::c::parse::source::{Source, any, children, expression, field, peel, root_of, words};
use crate::c::semantics::declarations::{self, Form};
use crate::c::semantics::pointer_types;
use crate::c::semantics::pointer_types::is_struct;
use crate::diag::{Diagnostic, Diagnostics, Severity, codes};
use crate::directive::{Clauses, Directive, Kind, SectionItem, Text, counted, split};
use crate::ir::Span;

/// Clauses whose values name variables: sizes, conditions, sections.
const WITH_NAMES: [&str; 9] = [
    "in", "out", "inout", "if", "final", "priority", "dim", "dimtile", "tasktile",
];

/// Words of expressions that are no names.
pub(in crate::c) const WORDS: &str = "sizeof int long short char unsigned signed float double void _Bool const volatile struct union enum size_t \
     ptrdiff_t";

/// Reports variables of clauses that the file does not know, and a `name` that is none.
pub(in crate::c) fn report(
    src: &Source,
    clauses: &Clauses,
    stmt: Node,
    directive: &Directive,
    diags: &mut Diagnostics,
) {
    let is_unknown = |name: &str| {
        let root = root_of(name);
        declarations::find(src, stmt, root).is_none() && !src.macros.contains_key(root)
    };
    let sections = clauses.sections.iter().map(|(_, item)| item);
    let is_function =
        |name: &str| declarations::find(src, stmt, name).is_some_and(|d| d.is_function());
    for item in sections.filter(|item| is_unknown(&item.name) || is_function(&item.name)) {
        diags.push(unknown_item(src, item, is_function(&item.name)));
    }
    for (_, item) in &clauses.sections {
        diags.list.extend(no_member(src, item, stmt));
        diags.list.extend(no_elements(src, item, stmt));
    }
    for reduction in &clauses.reductions {
        let name = &reduction.name;
        let own = values(directive, "private").find(|own| own.text == *name);
        let own = own.map(|own| both(name, own.span, "private too"));
        let mut sections = clauses.sections.iter();
        let used = sections.find(|(_, item)| item.name == *name);
        let used = used.map(|(_, item)| both(name, item.span.clone(), "of another clause"));
        diags.list.extend(own.into_iter().chain(used));
    }
    let is_macro = |name: &str| {
        let root = root_of(name);
        src.macros.contains_key(root) && declarations::find(src, stmt, root).is_none()
    };
    for (_, item) in clauses
        .sections
        .iter()
        .filter(|(_, item)| is_macro(&item.name))
    {
        let message = format!(
            "`{}` is a macro: what it names is not seen",
            root_of(&item.name)
        );
        let span = item.span.clone();
        let d = Diagnostic::new(Severity::Error, codes::C_CONDITIONAL, message, span);
        diags.push(d.help(CPP));
    }
    for name in values(directive, "private").filter(|name| is_unknown(&name.text)) {
        let is_name = |c: char| c.is_alphanumeric() || c == '_';
        if src.scopes.declared_in(&name.text, &stmt.byte_range()) > 0 {
            let message = format!("`{}` is declared in the task", name.text);
            let d = Diagnostic::new(Severity::Error, codes::UNKNOWN_NAME, message, name.span);
            diags.push(d.help("each task has one of its own: leave it out of `private`"));
        } else if name.text.chars().all(is_name) {
            diags.push(if_hidden(src, nothing_declares(&name.text, name.span)));
        } else {
            let message = format!("`private` takes variables, and `{}` is none", name.text);
            let d = Diagnostic::new(Severity::Error, codes::UNKNOWN_NAME, message, name.span);
            diags.push(d.help("of an array, all of it is the task's own"));
        }
    }
    if let Some(name) = values(directive, "name").next() {
        diags.list.extend(no_name(src, &name, stmt));
    }
}

/// A name that stands for no variable.
pub(in crate::c) fn variable(src: &Source, name: &Text, stmt: Node) -> Option<Diagnostic> {
    let root = root_of(&name.text);
    let known = declarations::find(src, stmt, root).is_some() || src.macros.contains_key(root);
    (!known).then(|| if_hidden(src, nothing_declares(root, name.span.clone())))
}

/// An item of `in(..)`, `out(..)` begins with nothing that is known.
fn unknown_item(src: &Source, item: &SectionItem, is_function: bool) -> Diagnostic {
    let (root, span) = (root_of(&item.name), item.span.clone());
    let pointer = item.name.trim_start_matches('*');
    let stars = item.name.len() - pointer.len();
    let none = |what: &str| {
        let message = format!("`{}` {what}", item.name);
        Diagnostic::new(Severity::Error, codes::SYNTAX, message, span.clone())
    };
    if stars > 0 {
        let pointer = format!("{pointer}{}", "[0]".repeat(stars - 1));
        return none("is no section").help(format!("write `{pointer}[0:1]`"));
    }
    if is_function || src.function(root).is_some() {
        return none("is a function, and no variable");
    }
    if_hidden(src, nothing_declares(root, span))
}

/// A number has a section.
fn no_elements(src: &Source, item: &SectionItem, stmt: Node) -> Option<Diagnostic> {
    item.section.as_ref().filter(|s| !s.is_empty())?;
    let found = pointer_types::declaration(src, stmt, &item.name)?;
    let is_number = found.form() == Form::Value
        && !found.is_function()
        && is_number_type(&found.plain_words(src));
    let message = format!("`{}` is a number, and has no elements", item.name);
    let d = Diagnostic::new(Severity::Error, codes::SYNTAX, message, item.span.clone());
    is_number.then(|| d.help(format!("write `{}` by itself", item.name)))
}

/// What a reduction sums up is something else to the task, too.
fn both(name: &str, place: Span, what: &str) -> Diagnostic {
    let message = format!("`{name}` is of a `reduction`, and {what}");
    let d = Diagnostic::new(Severity::Error, codes::DUPLICATE, message, place);
    d.help("each task sums up in its own, which `reduction` alone says: leave it out here")
}

/// An item names a member that its struct does not have, or one behind a pointer that is none.
fn no_member(src: &Source, item: &SectionItem, stmt: Node) -> Option<Diagnostic> {
    let (root, member) = (root_of(&item.name), expressions::last(&item.name)?);
    let found = declarations::find(src, stmt, root)?;
    let arrow = item.name[root.len()..].starts_with("->");
    let message = if pointer_types::levels(&found) == 0 && arrow && is_struct(src, &found) {
        format!("`{root}` is no pointer: write `{root}.{member}`")
    } else if is_struct(src, &found) && pointer_types::members(src, member).is_empty() {
        format!("no struct of the file has a member `{member}`")
    } else if !is_struct(src, &found) && is_number_type(&found.plain_words(src)) {
        format!("`{root}` is no struct, and has no member `{member}`")
    } else {
        return None;
    };
    let span = item.span.clone();
    Some(Diagnostic::new(
        Severity::Error,
        codes::UNKNOWN_NAME,
        message,
        span,
    ))
}

fn is_number_type(words: &str) -> bool {
    let all = "int long short char unsigned signed float double";
    words
        .split_whitespace()
        .any(|word| all.split(' ').any(|known| known == word))
}

/// The values of a clause, with their places.
pub(in crate::c) fn values<'d>(
    directive: &'d Directive,
    name: &'d str,
) -> impl Iterator<Item = Text> + 'd {
    let clauses = directive
        .clauses
        .iter()
        .filter(move |c| c.name.text == name);
    let all = clauses.filter_map(|clause| clause.value.as_ref());
    all.flat_map(|value| split(value, ','))
}

fn nothing_declares(name: &str, span: Span) -> Diagnostic {
    let message = format!("nothing declares `{name}`");
    Diagnostic::new(Severity::Error, codes::UNKNOWN_NAME, message, span)
}

/// Adds what to do where a header may declare it.
fn if_hidden(src: &Source, finding: Diagnostic) -> Diagnostic {
    match any(src.tree.root_node(), &|n| n.kind() == "preproc_include") {
        true => finding.help(CPP),
        false => finding,
    }
}

/// A name is a string; why this text is none.
fn no_name(src: &Source, name: &Text, stmt: Node) -> Option<Diagnostic> {
    let text = name.text.as_str();
    let is_word = text.chars().all(|c| c.is_alphanumeric() || c == '_');
    let help = format!("write `name(\"{text}\")`, or an expression that gives a string");
    let none = |what: &str| {
        let message = format!("a name is a string, and `{text}` is {what}");
        let d = Diagnostic::new(Severity::Error, codes::SYNTAX, message, name.span.clone());
        Some(d.help(&help))
    };
    if is_number(src, text) {
        return none("a number");
    }
    let of_compiler = ["__func__", "__FUNCTION__", "__PRETTY_FUNCTION__"];
    if !is_word || src.macros.contains_key(text) || of_compiler.contains(&text) {
        return None;
    }
    let found = match declarations::find(src, stmt, text) {
        Some(found) => found,
        None if src.function(text).is_some() => return none("a function"),
        None => return Some(nothing_declares(text, name.span.clone()).help(&help)),
    };
    let words = found.plain_words(src);
    let holds = words
        .split_whitespace()
        .any(|w| matches!(w, "char" | "void"));
    match pointer_types::levels(&found) {
        _ if found.is_function() => none("a function"),
        _ if found.is_of_unseen_type(src) => None,
        0 => none("a value"),
        1 if holds => None,
        _ => none("a pointer to something else"),
    }
}

/// The text is a number, or a call of a function of the file that gives one.
fn is_number(src: &Source, text: &str) -> bool {
    let parsed = expression(text, src);
    let Some((parsed, value)) = parsed.as_ref().and_then(|p| Some((p, peel(p.value()?)))) else {
        return false;
    };
    let numbers = [
        "number_literal",
        "char_literal",
        "sizeof_expression",
        "unary_expression",
    ];
    let called = field(value, "function").filter(|_| value.kind() == "call_expression");
    let function = called.and_then(|f| src.function(parsed.text(f)));
    let gives = function.is_some_and(|f| {
        let of = field(f, "type").is_some_and(|of| of.kind() == "primitive_type");
        of && field(f, "declarator").is_some_and(|d| d.kind() == "function_declarator")
    });
    numbers.contains(&value.kind()) || gives
}

/// Reports an array of a template that nothing declares, and what is no array.
pub(in crate::c) fn report_array(src: &Source, name: &Text, at: &Span, diags: &mut Diagnostics) {
    let (root, span) = (root_of(&name.text), name.span.clone());
    let none = |what: &str| {
        let message = format!("`{root}` is {what}, and `arrvar` takes arrays");
        Diagnostic::new(Severity::Error, codes::SYNTAX, message, span.clone())
    };
    if root.starts_with(|c: char| c.is_ascii_digit()) {
        return diags.push(none("a number"));
    }
    let function = src.function_at(at.start).map(|f| f.byte_range());
    let later = function.is_some_and(|f| src.scopes.declared_in(root, &f) > 0);
    let is_function = !later && src.function(root).is_some();
    if is_function {
        diags.push(none("a function"));
    } else if !later && is_nowhere(src, root, at) {
        diags.push(not_here(src, root, span));
    }
}

fn not_here(src: &Source, name: &str, span: Span) -> Diagnostic {
    let message = format!("nothing declares `{name}` here");
    if_hidden(
        src,
        Diagnostic::new(Severity::Error, codes::UNKNOWN_NAME, message, span),
    )
}

/// Reports names in sizes, conditions, priorities and bounds that nothing declares for code at `at`.
pub(in crate::c) fn report_in_values(
    src: &Source,
    directive: &Directive,
    at: &Span,
    diags: &mut Diagnostics,
) {
    let named = |name: &str, form: char| form == '=' || WITH_NAMES.contains(&name);
    let clauses = (directive.clauses.iter()).filter(|c| named(&c.name.text, c.form));
    let valued = clauses.filter_map(|clause| Some((clause, clause.value.as_ref()?)));
    for (clause, value) in valued {
        // Asked for in front of the loops.
        let at = match clause.name.text.as_str() {
            "if" | "final" => &directive.span,
            // That of a chunk may be its first index.
            "priority" if directive.kind == Kind::Task => &directive.span,
            _ => at,
        };
        let values = match clause.name.text.as_str() {
            "dimtile" => split(value, ',').into_iter().map(counted).collect(),
            _ => vec![value.clone()],
        };
        for (name, span) in values.iter().flat_map(names_in) {
            let said = diags
                .list
                .iter()
                .any(|d| d.primary.span.start <= span.start && span.end <= d.primary.span.end);
            if !said && is_nowhere(src, name, at) {
                diags.push(not_here(src, name, span));
            }
        }
    }
}

/// The innermost body of loops that stand in one another, where all of their variables are in sight.
pub(in crate::c) fn innermost(stmt: Node) -> Node {
    let mut at = stmt;
    loop {
        let inner = match at.kind() {
            "for_statement" => field(at, "body"),
            "compound_statement" => {
                (children(at).into_iter()).find(|c| c.kind() == "for_statement")
            }
            _ => None,
        };
        match inner {
            Some(inner) => at = inner,
            None => return at,
        }
    }
}

/// The names of a value, but members and character constants, and where they stand.
fn names_in(value: &Text) -> impl Iterator<Item = (&str, Span)> {
    let all = words(&value.text).filter(|word| !WORDS.split_whitespace().any(|w| w == *word));
    all.filter_map(|word| {
        let from = word.as_ptr() as usize - value.text.as_ptr() as usize;
        let before = value.text[..from].trim_end();
        let other =
            before.ends_with('.') || before.ends_with("->") || in_literal(&value.text, from);
        let start = value.span.start + from;
        (!other).then(|| (word, start..start + word.len()))
    })
}

/// The place of the text is in a literal: `x08` of `'\x08'`.
fn in_literal(text: &str, place: usize) -> bool {
    let mut at = 0;
    while at < place {
        match literal(&text[at..]) {
            Some(length) if place < at + length => return true,
            Some(length) => at += length,
            None => at += text[at..].chars().next().map_or(1, char::len_utf8),
        }
    }
    false
}

/// Neither the file nor, as far as can be seen, a header makes the name known at `at`.
fn is_nowhere(src: &Source, name: &str, at: &Span) -> bool {
    if src.scopes.find(name, at).is_some()
        || src.macros.contains_key(name)
        || src.function(name).is_some()
    {
        return false;
    }
    // What the code uses without a declaration comes from a header; enumerators and types are no variables.
    let is_used = any(src.tree.root_node(), &|node| {
        let is_name = matches!(node.kind(), "identifier" | "type_identifier");
        let declares = |p: Node| p.kind().ends_with("_declarator") || p.kind() == "declaration";
        is_name
            && src.text(node) == name
            && !node.parent().is_some_and(declares)
            && declarations::find(src, node, name).is_none()
    });
    let is_constant = name.chars().all(|c| !c.is_lowercase())
        || name.starts_with("__")
        || matches!(name, "true" | "false" | "bool");
    let headers = any(src.tree.root_node(), &|node| {
        let file = field(node, "path").filter(|_| node.kind() == "preproc_include");
        file.is_some_and(|file| is_constant || file.kind() != "system_lib_string")
    });
    !is_used && !headers
}
