//! The clauses of a task directive.

use std::path::Path;

use crate::diag::{Diagnostic, Diagnostics, Severity, codes};
use crate::directive::{self, Clauses, Directive, Kind, SectionEntry, SectionItem, Text};
use crate::ir::{Declared, Extent, LoopInfo, Poly, Task};
use crate::lower::affine::{Env, Meaning, extreme_with};
use crate::syntax::rust::{children, field, parse};

/// Reads the clauses of a task directive and of the attributes stacked on it.
pub(super) fn read(directives: &[Directive], diags: &mut Diagnostics) -> Clauses {
    let mut clauses = Clauses::default();
    for directive in directives {
        for clause in &directive.clauses {
            if clause.form == '=' && directive.kind == Kind::TaskTile {
                clauses.read_tile(clause, diags);
            } else {
                clauses.read(clause, directive::sections, diags);
            }
        }
    }
    clauses
}

/// Lowers declared sections: loop variables, of tiled loops and of loops inside the body,
/// stand for every iteration of the task; `locals` are the names that the body binds by `let`.
pub(super) fn declared(
    sections: &[(crate::ir::Mode, SectionItem)],
    task: &mut Task,
    locals: &[String],
    diags: &mut Diagnostics,
) -> Vec<Declared> {
    let mut env = Env::default();
    env.push();
    // What only the body knows cannot be asked for where the task is registered.
    for name in locals {
        env.bind(name, Meaning::Unknown);
    }
    let loops = task.inner.clone();
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
    let mut list = Vec::new();
    for (mode, item) in sections {
        let entries = item.section.as_ref().map(|entries| {
            let lower = |entry| lower_entry(entry, &mut env, task, diags);
            entries.iter().map(lower).collect::<Vec<Extent>>()
        });
        list.push(Declared {
            name: item.name.clone(),
            mode: *mode,
            span: item.span.clone(),
            section: entries,
        });
    }
    list
}

fn lower_entry(
    entry: &SectionEntry,
    env: &mut Env,
    task: &mut Task,
    diags: &mut Diagnostics,
) -> Extent {
    let SectionEntry::Range { lo, hi, inclusive } = entry else {
        return Extent::All;
    };
    let before = diags.list.len();
    let ends = |env: &Env, diags: &mut Diagnostics| {
        let low = match lo.text.is_empty() {
            true => Some(Poly::constant(0)),
            false => expression(lo, env, diags),
        };
        let high = match hi.text.is_empty() {
            true => None,
            false => expression(hi, env, diags),
        };
        let past = |hi: Poly| hi.plus(&Poly::constant(i64::from(*inclusive)));
        (low, high.and_then(past))
    };
    let (low, high) = ends(env, diags);
    let end = |end: Option<Poly>, least: bool| {
        extreme_with(&end?, &task.inner, least, &|name| task.is_unsigned(name))
    };
    if let (Some(lo), Some(hi)) = (end(low, true), end(high, false)) {
        return Extent::Range { lo, hi };
    }
    if hi.text.is_empty() || diags.list.len() > before {
        return Extent::All;
    }
    env.precise = true;
    let (low, high) = ends(env, &mut Diagnostics::default());
    env.precise = false;
    let first = match lo.text.is_empty() {
        true => "0".to_owned(),
        false => format!("({}) as isize", lo.text),
    };
    let past = match inclusive {
        true => format!("({}) as isize + 1", hi.text),
        false => format!("({}) as isize", hi.text),
    };
    let found = low
        .zip(high)
        .and_then(|(lo, hi)| task.computed((first, past), lo, hi));
    found.unwrap_or_else(|| {
        diags.push(whole(lo.span.start..hi.span.end));
        Extent::All
    })
}

/// An entry of which it is not known what it is for all turns of a task.
fn whole(at: crate::ir::Span) -> Diagnostic {
    let message = "this entry of the section is taken for the whole dimension";
    Diagnostic::new(Severity::Warning, codes::WIDENED, message, at).help(
        "write it in terms of the variables of the loops that are cut, numbers and names from outside of the task",
    )
}

/// Parses an expression of a clause.
fn expression(text: &Text, env: &Env, diags: &mut Diagnostics) -> Option<Poly> {
    const BEFORE: &str = "fn f() { let _ = ";
    let src = parse(Path::new("clause"), format!("{BEFORE}{}; }}", text.text))?;
    let root = src.tree.root_node();
    if root.has_error() {
        let message = format!("`{}` is not an expression", text.text);
        let d = Diagnostic::new(Severity::Error, codes::SYNTAX, message, text.span.clone());
        diags.push(match text.text.contains(':') {
            true => d.help("ranges are written `lo..hi`"),
            false => d,
        });
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
