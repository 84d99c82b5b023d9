//! The clauses of a task directive.

use std::path::Path;

use crate::diag::{Diagnostic, Diagnostics, Severity, codes};
use crate::directive::{self, CLAUSES, Clause, Directive, Kind, SectionEntry, SectionItem, Text};
use crate::ir::{Declared, Extent, LoopInfo, Poly, Reduction, Target, Task, TileSize};
use crate::lower::affine::{Env, Meaning, extreme};
use crate::syntax::rust::{children, field, parse};

/// Clauses of a task, before the nest is known.
#[derive(Default)]
pub(super) struct Parsed {
    pub(super) tiles: Vec<(Text, TileSize)>,
    pub(super) sections: Vec<(crate::ir::Mode, SectionItem)>,
    pub(super) reductions: Vec<Reduction>,
    pub(super) privates: Vec<String>,
    pub(super) condition: Option<String>,
    pub(super) priority: Option<String>,
    pub(super) name: Option<String>,
    pub(super) target: Target,
    pub(super) nested: bool,
}

/// Reads the clauses of a task directive and of the attributes stacked on it.
pub(super) fn read(directives: &[Directive], diags: &mut Diagnostics) -> Parsed {
    let mut parsed = Parsed::default();
    for directive in directives {
        for clause in &directive.clauses {
            if clause.form == '=' && directive.kind == Kind::TaskTile {
                read_tile(clause, &mut parsed, diags);
            } else {
                read_clause(clause, &mut parsed, diags);
            }
        }
    }
    parsed
}

fn read_tile(clause: &Clause, parsed: &mut Parsed, diags: &mut Diagnostics) {
    let Some(value) = &clause.value else { return };
    if let Some(tile) = directive::tile_size(value, diags) {
        if parsed
            .tiles
            .iter()
            .any(|(var, _)| var.text == clause.name.text)
        {
            diags.push(duplicate(clause));
        } else {
            parsed.tiles.push((clause.name.clone(), tile));
        }
    }
}

fn duplicate(clause: &Clause) -> Diagnostic {
    let message = format!("`{}` is given twice", clause.name.text);
    Diagnostic::new(
        Severity::Error,
        codes::DUPLICATE,
        message,
        clause.name.span.clone(),
    )
}

fn read_clause(clause: &Clause, parsed: &mut Parsed, diags: &mut Diagnostics) {
    let name = clause.name.text.as_str();
    if !CLAUSES.contains(&name) {
        diags.push(directive::unknown_clause(clause, &CLAUSES));
        return;
    }
    if name == "nested" {
        parsed.nested = true;
        return;
    }
    let Some(value) = clause.value.as_ref().filter(|v| !v.text.is_empty()) else {
        let message = format!("`{name}` needs a value, `{name}(..)`");
        diags.push(Diagnostic::new(
            Severity::Error,
            codes::SYNTAX,
            message,
            clause.name.span.clone(),
        ));
        return;
    };
    if let Some(mode) = directive::mode_of(name) {
        parsed.sections.extend(
            directive::sections(value, diags)
                .into_iter()
                .map(|item| (mode, item)),
        );
        return;
    }
    let once = match name {
        "reduction" => {
            read_reduction(value, parsed, diags);
            return;
        }
        "private" => {
            parsed
                .privates
                .extend(directive::split(value, ',').into_iter().map(|t| t.text));
            return;
        }
        "map" => {
            parsed.target = match value.text.as_str() {
                "master" => Target::Master,
                "acc" => {
                    let message = "map(acc) falls back to a PPU";
                    diags.push(Diagnostic::new(
                        Severity::Note,
                        codes::ACCELERATOR,
                        message,
                        clause.name.span.clone(),
                    ));
                    Target::Accelerator
                }
                other => {
                    let message = format!("`map({other})`: expected `master` or `acc`");
                    diags.push(Diagnostic::new(
                        Severity::Error,
                        codes::SYNTAX,
                        message,
                        value.span.clone(),
                    ));
                    Target::Ppu
                }
            };
            return;
        }
        "if" => &mut parsed.condition,
        "priority" => &mut parsed.priority,
        _ => &mut parsed.name,
    };
    if once.replace(value.text.clone()).is_some() {
        diags.push(duplicate(clause));
    }
}

fn read_reduction(value: &Text, parsed: &mut Parsed, diags: &mut Diagnostics) {
    let Some((operator, names)) = value.text.split_once(':') else {
        let message = "expected `reduction(op: x)`";
        diags.push(Diagnostic::new(
            Severity::Error,
            codes::SYNTAX,
            message,
            value.span.clone(),
        ));
        return;
    };
    let (ordered, operator) = match operator.trim().strip_prefix("ordered") {
        Some(rest) => (true, rest.trim()),
        None => (false, operator.trim()),
    };
    let op = match operator {
        "+" | "-" => "Add",
        "*" => "Mul",
        "min" => "Min",
        "max" => "Max",
        "&" => "BitAnd",
        "|" => "BitOr",
        "^" => "BitXor",
        "&&" => "And",
        "||" => "Or",
        other => {
            let d = Diagnostic::new(
                Severity::Error,
                codes::REDUCTION,
                format!("unknown operator `{other}`"),
                value.span.clone(),
            );
            diags.push(d.help(
                "operators: + * min max & | ^ && ||, with `ordered` before it for serial order",
            ));
            return;
        }
    };
    for name in names
        .split(',')
        .map(|n| n.trim().trim_start_matches('*').trim())
        .filter(|n| !n.is_empty())
    {
        parsed.reductions.push(Reduction {
            op,
            ordered,
            name: name.to_owned(),
            span: value.span.clone(),
        });
    }
}

/// Lowers declared sections: loop variables, of tiled loops and of loops inside the body,
/// stand for every iteration of the task; `locals` are the names that the body binds by `let`.
pub(super) fn declared(
    sections: &[(crate::ir::Mode, SectionItem)],
    task: &Task,
    locals: &[String],
    diags: &mut Diagnostics,
) -> Vec<Declared> {
    let mut env = Env::default();
    env.push();
    // What only the body knows cannot be asked for where the task is registered.
    for name in locals {
        env.bind(name, Meaning::Unknown);
    }
    let loops = &task.inner;
    for (n, info) in loops.iter().enumerate() {
        let name = info.atom.split('@').next().unwrap_or_default();
        let same = |other: &LoopInfo| other.atom.split('@').next() == Some(name);
        let tiled = n < task.loops.len();
        // A name of several inner loops does not say which one is meant.
        let clear = tiled || loops.iter().filter(|other| same(other)).count() == 1;
        if clear {
            env.bind(name, Meaning::Loop(info.atom.clone()));
        } else if !task.loops.iter().any(|l| l.var == name) {
            env.bind(name, Meaning::Unknown);
        }
    }
    let lower_item = |(mode, item): &(crate::ir::Mode, SectionItem), diags: &mut Diagnostics| {
        let entries = item.section.as_ref().map(|entries| {
            entries
                .iter()
                .map(|entry| lower_entry(entry, &env, loops, diags))
                .collect::<Vec<Extent>>()
        });
        Declared {
            name: item.name.clone(),
            mode: *mode,
            span: item.span.clone(),
            section: entries,
        }
    };
    sections
        .iter()
        .map(|item| lower_item(item, diags))
        .collect()
}

fn lower_entry(
    entry: &SectionEntry,
    env: &Env,
    loops: &[LoopInfo],
    diags: &mut Diagnostics,
) -> Extent {
    let SectionEntry::Range { lo, hi, inclusive } = entry else {
        return Extent::All;
    };
    let low = if lo.text.is_empty() {
        Some(Poly::constant(0))
    } else {
        expression(lo, env, diags)
    };
    let high = if hi.text.is_empty() {
        None
    } else {
        expression(hi, env, diags)
    };
    let low = low.and_then(|p| extreme(&p, loops, true));
    let high = high.and_then(|p| extreme(&p, loops, false));
    match (
        low,
        high.and_then(|hi| hi.plus(&Poly::constant(i64::from(*inclusive)))),
    ) {
        (Some(lo), Some(hi)) => Extent::Range { lo, hi },
        _ => Extent::All,
    }
}

/// Parses an expression of a clause.
fn expression(text: &Text, env: &Env, diags: &mut Diagnostics) -> Option<Poly> {
    const BEFORE: &str = "fn f() { let _ = ";
    let src = parse(Path::new("clause"), format!("{BEFORE}{}; }}", text.text))?;
    let root = src.tree.root_node();
    if root.has_error() {
        let message = format!("`{}` is not an expression", text.text);
        diags.push(Diagnostic::new(
            Severity::Error,
            codes::SYNTAX,
            message,
            text.span.clone(),
        ));
        return None;
    }
    let mut stack = vec![root];
    while let Some(node) = stack.pop() {
        if node.kind() == "let_declaration" {
            return field(node, "value").and_then(|value| env.poly(&src, value));
        }
        stack.extend(children(node));
    }
    None
}
