//! Clauses of a task's directive, and what of them is an expression of the program.

use std::cmp::Ordering;

use tree_sitter::Node;

use super::declared;
use super::heads;
use super::leads;
use super::pragma;
use super::reduced::is_struct;
use super::section;
use super::syntax::{Source, expression, field, peel};
use super::told::error;
use crate::diag::{Diagnostics, codes};
use crate::directive::{self, Clause, Clauses, Directive, Kind};
use crate::ir::{Mode, Span, TileSize};

/// The clauses of a directive, and the tile sizes of `tasktile(..)`, in order.
pub(super) fn read(
    directive: &Directive,
    diags: &mut Diagnostics,
) -> (Clauses, Option<Vec<TileSize>>) {
    let (mut clauses, mut counted) = (Clauses::default(), None);
    for clause in &directive.clauses {
        let tiles = directive.kind == Kind::TaskTile;
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
                if counted.replace(pragma::sizes(value, diags)).is_some() {
                    diags.push(directive::duplicate(clause));
                }
            }
            (_, name) if tiles && (1..3).contains(&directive::distance(name, "tasktile")) => {
                diags.push(directive::unknown_clause(clause, &["tasktile"]));
            }
            _ => clauses.read(clause, section::sections, diags),
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

/// Items of a clause that name members of elements.
fn parts_of_elements(clause: &Clause) -> Vec<Span> {
    let items = clause
        .value
        .iter()
        .flat_map(|value| directive::split(value, ','));
    let members = items.filter(|item| section::member_of_element(&item.text).is_some());
    members.map(|item| item.span).collect()
}

/// Values that are expressions of the program.
const EXPRESSIONS: [&str; 4] = ["if", "priority", "name", "dim"];

/// Reports values of clauses, and tile sizes, that are no expressions.
pub(super) fn hold_expressions(src: &Source, directive: &Directive, diags: &mut Diagnostics) {
    for clause in &directive.clauses {
        let name = clause.name.text.as_str();
        let sizes = ["tasktile", "dimtile"].contains(&name) || clause.form == '=';
        let Some(value) = &clause.value else { continue };
        if !sizes && !EXPRESSIONS.contains(&name) {
            continue;
        }
        for text in directive::split(value, ',') {
            if sizes && text.text == "*" {
                continue;
            }
            match expression(&text.text, &src.macros) {
                None => {
                    let message = format!("`{}` is not an expression", text.text);
                    diags.push(error(codes::SYNTAX, message, text.span));
                }
                Some(parsed) if heads::has_effect(&parsed) => {
                    let message = format!("`{}` changes a variable", text.text);
                    let d = error(codes::SYNTAX, message, text.span);
                    diags.push(d.help("the serial program does not run what directives say: change it in a statement"));
                }
                Some(_) => {}
            }
        }
    }
}

/// Reports clauses for numbers that name a struct, or a pointer, of code at `stmt`.
pub(super) fn hold_numbers(
    src: &Source,
    directive: &Directive,
    stmt: Node,
    diags: &mut Diagnostics,
) {
    for clause in &directive.clauses {
        let name = clause.name.text.as_str();
        let is_condition = name == "if";
        if !is_condition && !["priority", "tasktile"].contains(&name) && clause.form != '=' {
            continue;
        }
        for text in clause
            .value
            .iter()
            .flat_map(|value| directive::split(value, ','))
        {
            let parsed = expression(&text.text, &src.macros);
            let Some((mut at, parsed)) = parsed.as_ref().and_then(|p| Some((p.value()?, p))) else {
                continue;
            };
            let mut brackets = 0;
            while at.kind() == "subscript_expression"
                && let Some(array) = field(at, "argument")
            {
                (at, brackets) = (peel(array), brackets + 1);
            }
            let found =
                declared::find(src, stmt, parsed.text(at)).filter(|_| at.kind() == "identifier");
            let Some(found) = found.filter(|d| !d.is_function()) else {
                continue;
            };
            let levels = leads::levels(&found);
            let what = match levels.cmp(&brackets) {
                Ordering::Equal if is_struct(src, &found) => "a struct",
                Ordering::Greater if !is_condition => "a pointer",
                _ => continue,
            };
            let message = format!("`{}` is {what}, and `{name}` takes a number", text.text);
            diags.push(error(codes::SYNTAX, message, text.span));
        }
    }
}
