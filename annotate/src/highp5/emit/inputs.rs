//! Files that are read when the program starts, so that what is wrong with one is said before
//! any task has run.
//!
//! Inputs that stand before the first `execute` are read first anyway. Of the others, those are
//! read early whose reading is certain (they stand in no loop and under no condition), whose
//! names are arguments or literals, and which nothing in the program can have written before:
//! no output stands before them, and no embedded code.

use crate::highp5::typed::{
    Bind, Coordinator, Expr, ExprKind, Place, Root, Statement, StatementKind,
};

/// The inputs of a coordinator that are read early.
pub(super) fn early<'p>(coordinator: &'p Coordinator, source: &str) -> Vec<&'p Statement> {
    // In a remark it does no harm: the input is read where it stands.
    if source.to_ascii_lowercase().contains("@extern") {
        return Vec::new();
    }
    let mut found = Vec::new();
    let mut runs = false;
    for statement in &coordinator.body.statements {
        if writes(statement) {
            break;
        }
        runs |= executes(statement);
        if let StatementKind::Bind {
            bind: Bind::Input,
            file,
            ..
        } = &statement.kind
            && runs
            && is_known(file)
        {
            found.push(statement);
        }
    }
    found
}

/// A value that is there from the start.
fn is_known(file: &Expr) -> bool {
    match &file.kind {
        ExprKind::Text(_) => true,
        ExprKind::Read(Place {
            root: Root::Argument(_),
            steps,
            ..
        }) => steps.is_empty(),
        _ => false,
    }
}

fn writes(statement: &Statement) -> bool {
    let output = |kind: &StatementKind| {
        matches!(
            kind,
            StatementKind::Bind {
                bind: Bind::Output,
                ..
            }
        )
    };
    statement.any(&output)
}

fn executes(statement: &Statement) -> bool {
    statement.any(&|kind| matches!(kind, StatementKind::Execute { .. }))
}
