//! Clauses of a task's directive, and what of them is an expression of the program.

use std::cmp::Ordering;

use tree_sitter::Node;

use crate::c::lower::clause_sections;
use crate::c::parse::diagnostics::error;
use crate::c::parse::source::{Source, expression, field, peel};
use crate::c::parse::{directives, expressions};
use crate::c::semantics::declarations::{self, Declared};
use crate::c::semantics::pointer_types;
use crate::c::semantics::pointer_types::is_struct;
use crate::diag::{Diagnostic, Diagnostics, codes};
use crate::directive::{self, Clause, Clauses, Directive, Kind, SectionEntry, Text};
use crate::ir::{Mode, Span, TileSize};

/// The clauses of a directive, and the tile sizes of `tasktile(..)`, in order.
pub(in crate::c) fn read(
    directive: &Directive,
    diags: &mut Diagnostics,
) -> (Clauses, Option<Vec<TileSize>>) {
    let (mut clauses, mut counted) = (Clauses::default(), None);
    let is_number = |c: &Clause| c.name.text.starts_with(|c: char| c.is_ascii_digit());
    for (n, clause) in directive.clauses.iter().enumerate() {
        let tiles = directive.kind == Kind::TaskTile;
        // Of `tasktile 8` enough is said by now.
        let before = n.checked_sub(1).map(|n| &directive.clauses[n]);
        if before.is_some_and(|b| b.name.text == "tasktile" && b.value.is_none())
            && is_number(clause)
        {
            continue;
        }
        match (&clause.value, clause.name.text.as_str()) {
            (Some(_), _) if clause.form == '=' => clauses.read_tile(clause, diags),
            (Some(value), "tasktile") if tiles && value.text.trim().is_empty() => {
                let d = error(
                    codes::SYNTAX,
                    "`tasktile()` has no tile size",
                    value.span.clone(),
                );
                diags.push(
                    d.help("one for each loop that is cut: `tasktile(64)`, `tasktile(64, 32)`"),
                );
            }
            (Some(value), "tasktile") if tiles => {
                if counted.replace(directives::sizes(value, diags)).is_some() {
                    diags.push(directive::duplicate(clause));
                }
            }
            (None, "tasktile") if tiles => {
                let message = "`tasktile` needs a size for each loop that is cut";
                let d = error(codes::SYNTAX, message, clause.name.span.clone());
                diags.push(d.help("write `tasktile(64)`, `tasktile(64, 32)`"));
            }
            (_, name) if tiles && (1..3).contains(&directive::distance(name, "tasktile")) => {
                diags.push(directive::unknown_clause(clause, &["tasktile"]));
            }
            // What they say is asked when the task's code is known.
            (Some(_), "firstprivate" | "shared") => {}
            (Some(value), "final") if !value.text.is_empty() => {
                if clauses.included.replace(value.text.clone()).is_some() {
                    diags.push(directive::duplicate(clause));
                }
            }
            (None, "firstprivate" | "shared" | "final") | (Some(_), "final") => {
                let name = &clause.name;
                let message = format!("`{0}` needs a value, `{0}(..)`", name.text);
                diags.push(error(codes::SYNTAX, message, name.span.clone()));
            }
            _ => {
                diags.list.extend(twice(clause, &clauses));
                clauses.read(clause, clause_sections::sections, diags);
            }
        }
    }
    // Writing a part of an element keeps the rest.
    let members: Vec<Span> = directive
        .clauses
        .iter()
        .flat_map(parts_of_elements)
        .collect();
    for (mode, item) in &mut clauses.sections {
        if *mode == Mode::Out && members.contains(&item.span) {
            *mode = Mode::InOut;
        }
    }
    // The library folds numbers only.
    let logical = clauses.reductions.iter_mut();
    logical
        .filter(|r| matches!(r.op, "And" | "Or"))
        .for_each(|r| r.ordered = true);
    (clauses, counted)
}

/// What a clause says that has been said.
fn twice(clause: &Clause, clauses: &Clauses) -> Option<Diagnostic> {
    if clause.name.text == "nested" {
        return clauses.nested.then(|| directive::duplicate(clause));
    }
    let value = (clause.value.as_ref()).filter(|_| clause.name.text == "private")?;
    repeated(directive::split(value, ','), &clauses.privates)
}

/// The first of these names that is among those before it.
pub(in crate::c) fn repeated(names: Vec<Text>, before: &[String]) -> Option<Diagnostic> {
    let known = |n: usize, text: &String| {
        before.contains(text) || names[..n].iter().any(|other| other.text == *text)
    };
    let all = names.iter().enumerate();
    let (_, name) = all.into_iter().find(|(n, name)| known(*n, &name.text))?;
    let message = format!("`{}` is given twice", name.text);
    Some(error(codes::DUPLICATE, message, name.span.clone()))
}

/// Items of a clause that name members of elements.
fn parts_of_elements(clause: &Clause) -> Vec<Span> {
    let items = clause
        .value
        .iter()
        .flat_map(|value| directive::split(value, ','));
    let members = items.filter(|item| clause_sections::member_of_element(&item.text).is_some());
    members.map(|item| item.span).collect()
}

/// Values that are expressions of the program.
const EXPRESSIONS: [&str; 5] = ["if", "final", "priority", "name", "dim"];

/// Reports values of clauses, and tile sizes, that are no expressions.
pub(in crate::c) fn hold_expressions(src: &Source, directive: &Directive, diags: &mut Diagnostics) {
    for clause in &directive.clauses {
        let name = clause.name.text.as_str();
        let sizes = ["tasktile", "dimtile"].contains(&name) || clause.form == '=';
        let Some(value) = &clause.value else { continue };
        if !sizes && !EXPRESSIONS.contains(&name) {
            continue;
        }
        let values = directive::split(value, ',');
        if name != "dim" && EXPRESSIONS.contains(&name) && values.len() > 1 {
            let message = format!("`{name}` has one value, not {}", values.len());
            diags.push(error(codes::SYNTAX, message, value.span.clone()));
        }
        let counted = |text: Text| match name {
            "dimtile" => directive::counted(text),
            _ => text,
        };
        for text in values.into_iter().map(counted) {
            if sizes && text.text == "*" {
                continue;
            }
            match expression(&text.text, src) {
                None => {
                    let message = format!("`{}` is not an expression", text.text);
                    diags.push(error(codes::SYNTAX, message, text.span));
                }
                Some(parsed) if expressions::has_effect(&parsed) => diags.push(changes(&text)),
                Some(_) => {}
            }
        }
    }
}

fn changes(text: &Text) -> Diagnostic {
    let message = format!("`{}` changes a variable", text.text);
    error(codes::SYNTAX, message, text.span.clone())
        .help("the serial program does not run what directives say: change it in a statement")
}

/// A value of a clause that is a number.
struct Number<'c> {
    clause: &'c str,
    text: Text,
    /// Where the item begins that it is of: one finding for each.
    item: usize,
    /// Pointers are conditions too.
    is_condition: bool,
    /// It is an index.
    is_index: bool,
}

/// The values of clauses that are numbers.
fn numbers<'c>(directive: &'c Directive, clauses: &Clauses) -> Vec<Number<'c>> {
    let mut list = Vec::new();
    for clause in &directive.clauses {
        let name = clause.name.text.as_str();
        if ["if", "final", "priority", "tasktile", "dim", "dimtile"].contains(&name)
            || clause.form == '='
        {
            let values = clause.value.iter().flat_map(|v| directive::split(v, ','));
            let counted = |text: Text| match name {
                "dimtile" => directive::counted(text),
                _ => text,
            };
            list.extend(values.map(counted).map(|text| Number {
                clause: name,
                item: text.span.start,
                text,
                is_condition: ["if", "final"].contains(&name),
                is_index: false,
            }));
        }
    }
    for (mode, item) in &clauses.sections {
        for entry in item.section.iter().flatten() {
            let SectionEntry::Range { lo, hi, .. } = entry else {
                continue;
            };
            list.extend([lo, hi].map(|text| Number {
                clause: match mode {
                    Mode::In => "in",
                    Mode::Out => "out",
                    Mode::InOut => "inout",
                },
                text: text.clone(),
                item: item.span.start,
                is_condition: false,
                is_index: true,
            }));
        }
    }
    list
}

/// Reports values of clauses that are to be numbers, in sight of `at`, and are none.
pub(in crate::c) fn hold_numbers(
    src: &Source,
    directive: &Directive,
    clauses: &Clauses,
    at: Node,
    diags: &mut Diagnostics,
) {
    let mut told = None;
    for number in numbers(directive, clauses) {
        // `tasktile("x")`
        if (diags.list.iter()).any(|d| d.primary.span == number.text.span) {
            continue;
        }
        let parsed = expression(&number.text.text, src).filter(|_| told != Some(number.item));
        let Some(parsed) = parsed else { continue };
        if number.is_index && expressions::has_effect(&parsed) {
            told = Some(number.item);
            diags.push(changes(&number.text));
            continue;
        }
        let found = parsed
            .value()
            .and_then(|value| no_number(src, &parsed, value, at, &number));
        let Some((found, what)) = found else { continue };
        told = Some(number.item);
        let takes = match number.is_index || what == "a fraction" {
            true => "a whole number",
            false => "a number",
        };
        let message = format!("`{found}` is {what}, and `{}` takes {takes}", number.clause);
        diags.push(error(codes::SYNTAX, message, number.text.span));
    }
}

/// What in a value is no number, and what it is.
fn no_number(
    src: &Source,
    parsed: &Source,
    value: Node,
    at: Node,
    number: &Number,
) -> Option<(String, &'static str)> {
    let (mut place, mut brackets) = (peel(value), 0);
    match place.kind() {
        "binary_expression" => {
            let operator = field(place, "operator").map_or("", |o| parsed.text(o));
            let of = |side| no_number(src, parsed, field(place, side)?, at, number);
            return match (operator, of("left"), of("right")) {
                // Elements between two pointers.
                ("-", Some(_), Some(_)) => None,
                ("+" | "-" | "*" | "/" | "%", left, right) => left.or(right),
                _ => None,
            };
        }
        "string_literal" | "concatenated_string" => {
            return Some((parsed.text(place).to_owned(), "a string"));
        }
        // `&&4`, that of a number, is none.
        "pointer_expression" if parsed.text(place).starts_with('&') => {
            let of = field(place, "argument").map(peel);
            let is_place = of.is_some_and(|of| {
                matches!(
                    of.kind(),
                    "identifier" | "subscript_expression" | "field_expression"
                ) || parsed.text(of).starts_with('*')
            });
            let address = !number.is_condition || !is_place;
            return address.then(|| (parsed.text(place).to_owned(), "an address"));
        }
        "number_literal" if !number.is_condition => {
            let text = parsed.text(place);
            // Others may be a part of something whole, `0.5 * n`.
            if !number.is_index && text != number.text.text {
                return None;
            }
            let is_whole = text.contains(['x', 'X']) || !text.contains(['.', 'e', 'E']);
            return (!is_whole).then(|| (text.to_owned(), "a fraction"));
        }
        "call_expression" => {
            let what = no_number_given(src, parsed, place, at, number)?;
            return Some((parsed.text(place).to_owned(), what));
        }
        _ => {}
    }
    while place.kind() == "subscript_expression"
        && let Some(array) = field(place, "argument")
    {
        (place, brackets) = (peel(array), brackets + 1);
    }
    let name = parsed.text(place);
    if place.kind() != "identifier" {
        return None;
    }
    let Some(found) = declarations::find(src, at, name) else {
        let is_function = src.function(name).is_some();
        return is_function.then(|| (name.to_owned(), "a function"));
    };
    let what = match pointer_types::levels(&found).cmp(&brackets) {
        _ if found.is_function() => "a function",
        Ordering::Equal if is_struct(src, &found) => "a struct",
        Ordering::Equal if number.is_index && is_fraction(&found.plain_words(src)) => "a fraction",
        Ordering::Greater if !number.is_condition => "a pointer",
        _ => return None,
    };
    Some((parsed.text(value).to_owned(), what))
}

/// What a function gives, where that is no number.
fn no_number_given(
    src: &Source,
    parsed: &Source,
    call: Node,
    at: Node,
    number: &Number,
) -> Option<&'static str> {
    let name = field(call, "function").filter(|f| f.kind() == "identifier")?;
    let name = parsed.text(name);
    let declared = declarations::find(src, at, name);
    let found = match src.function(name) {
        Some(function) => declarations::returned(src, function),
        None => declared.filter(Declared::is_function),
    }?;
    match found.stars() {
        0 if found
            .plain_words(src)
            .split_whitespace()
            .any(|w| w == "void") =>
        {
            Some("nothing")
        }
        0 if is_struct(src, &found) => Some("a struct"),
        0 if number.is_index && is_fraction(&found.plain_words(src)) => Some("a fraction"),
        1.. if !number.is_condition => Some("a pointer"),
        _ => None,
    }
}

fn is_fraction(words: &str) -> bool {
    words
        .split_whitespace()
        .any(|w| matches!(w, "double" | "float"))
}
