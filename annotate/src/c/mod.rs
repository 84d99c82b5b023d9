//! The C front end: C with `#pragma hp5` in, C that calls `hp5.h` out.
//!
//! `pragma` finds and reads the directives, `syntax` parses what is left of the file, `region` and
//! `task` build the region IR that the Rust front end builds too, the passes of [`crate::passes`]
//! that know no language analyse it, `captured` and `around` do what the others do for Rust, and
//! `emit` writes the program.
//!
//! Emitted text is the user's text with edits, `#line` directives around them. A task's code becomes
//! a function in front of the function that it stands in; where it stood, loops over its chunks
//! register tasks.

mod affine;
mod around;
mod assigned;
mod body;
mod called;
mod captured;
mod counted;
mod declared;
mod emit;
mod families;
mod foreign;
mod joined;
mod laps;
mod locals;
mod pragma;
mod reached;
mod reduced;
mod region;
mod settled;
mod syntax;
mod task;

use crate::diag::Diagnostics;
use crate::ir::{Region, Unit};
use crate::passes;
use crate::{Emitted, Options, SourceFile};

/// True for a file of C, by its name.
#[must_use]
pub fn is_c(path: &std::path::Path) -> bool {
    path.extension().is_some_and(|e| e == "c" || e == "h")
}

/// Finds out all about the tasks of a region, and then about those inside its composite tasks, which
/// nothing joins.
fn analyse(src: &syntax::Source, region: &mut Region, diagnostics: &mut Diagnostics) {
    captured::privatise(src, region, diagnostics);
    passes::run_neutral(region, diagnostics);
    reduced::run(src, region, diagnostics);
    for nested in passes::tasks_mut(region).filter_map(|task| task.nested.as_mut()) {
        analyse(src, nested, diagnostics);
        around::run(src, nested, &joined::Joins::default(), diagnostics);
    }
}

/// Translates a file; see [`crate::translate`].
pub(crate) fn translate_file(
    file: &SourceFile,
    _options: &Options,
    diagnostics: &mut Diagnostics,
) -> Emitted {
    let unchanged = |ir: String| Emitted {
        path: file.path.clone(),
        text: file.text.clone(),
        changed: false,
        ir,
    };
    let pragmas = pragma::find(&file.text, diagnostics);
    if pragmas.is_empty() {
        return unchanged(String::new());
    }
    let Some(src) = syntax::parse(&file.path, &file.text, &pragmas) else {
        return unchanged(String::new());
    };
    let mut unit = Unit {
        regions: region::lower(&src, &pragmas, diagnostics),
        directives: pragmas.iter().map(|p| p.directive.span.clone()).collect(),
    };
    for region in &mut unit.regions {
        analyse(&src, region, diagnostics);
    }
    joined::check(&src, &unit.regions, diagnostics);
    let joins = joined::Joins::of(&src, &unit.regions);
    for region in &mut unit.regions {
        around::run(&src, region, &joins, diagnostics);
        laps::run(&src, &pragmas, region);
    }
    let ir = crate::ir::print::print(&unit);
    if diagnostics.has_errors() {
        return unchanged(ir);
    }
    let text = emit::emit(&src, &pragmas, &unit, &joins, diagnostics);
    if diagnostics.has_errors() {
        return unchanged(ir);
    }
    Emitted {
        path: file.path.clone(),
        changed: true,
        text,
        ir,
    }
}
