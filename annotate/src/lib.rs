//! The directive front end of HP5: annotated source in, task-graph program out.
//!
//! [`translate`] is the whole of it, without I/O: `syntax` (parse) -> `lower` (find the
//! directives, build the region IR) -> `passes` (analyse) -> `emit` (write the program).
//! Around it: [`cli`] (the commands `hp5-annotate` and `hp5`), [`build::Build`] (for
//! `build.rs`), [`diag`] (findings, and how they are shown). See `ARCHITECTURE.md`.
#![deny(missing_docs)]

pub mod build;
pub mod c;
pub mod cli;
pub mod diag;
pub mod directive;
pub mod edit;
pub mod emit;
mod expand;
mod expressions;
mod forbidden;
pub mod highp5;
pub mod ir;
pub mod lower;
pub mod passes;
mod positions;
mod semantics;
pub mod syntax;
mod translation;

pub use build::Build;
use diag::Diagnostics;
pub use translation::{Emitted, Options, Output, SourceFile};

/// Translates files, each by itself.
///
/// Does no I/O. A file without directives comes back unchanged and is not parsed; a file with
/// errors comes back unchanged, with its findings. Any text is accepted: wrong input is a
/// finding, never a panic.
#[must_use]
pub fn translate(files: &[SourceFile], options: &Options) -> Output {
    let mut output = translate_by(files, |file, diagnostics| {
        translate_file(file, options, diagnostics)
    });
    forbidden::report(files, &mut output);
    output
}

/// The same of a file that is C, whatever its name is.
pub(crate) fn translate_c(file: SourceFile, options: &Options) -> Output {
    translate_by(&[file], |file, diagnostics| {
        c::translate_file(file, options, diagnostics)
    })
}

fn translate_by(
    files: &[SourceFile],
    by: impl Fn(&SourceFile, &mut Diagnostics) -> Emitted,
) -> Output {
    let mut output = Output::default();
    for file in files {
        let mut diagnostics = Diagnostics::default();
        output.files.push(by(file, &mut diagnostics));
        if !diagnostics.list.is_empty() {
            output.diagnostics.push((file.path.clone(), diagnostics));
        }
    }
    output
}

fn translate_file(file: &SourceFile, options: &Options, diagnostics: &mut Diagnostics) -> Emitted {
    let unchanged = |ir: String| Emitted {
        path: file.path.clone(),
        text: file.text.clone(),
        changed: false,
        ir,
    };
    if c::is_c(&file.path) {
        return c::translate_file(file, options, diagnostics);
    }
    if !file.text.contains("hp5") {
        return unchanged(String::new());
    }
    let Some(source) = syntax::rust::parse(&file.path, file.text.clone()) else {
        return unchanged(String::new());
    };
    // What calls stand for is analysed, and the calls themselves where that is refused. A clause that does
    // not hold for what they stand for is wrong either way.
    let mut wrong = Vec::new();
    if let Some(expanded) = expand::expand(&source) {
        let mut found = Diagnostics::default();
        let emitted = translate_parsed(file, &expanded, options, &mut found);
        let refused = found.has_errors();
        found
            .list
            .iter_mut()
            .for_each(|d| d.move_by(|span| expanded.moved_back(span)));
        if !refused {
            found.list.into_iter().for_each(|d| diagnostics.push(d));
            return emitted;
        }
        let of_clauses = [diag::codes::CLAUSE_TOO_SMALL, diag::codes::WRITE_TO_IN];
        wrong = found.list;
        wrong.retain(|d| of_clauses.contains(&d.code));
    }
    let emitted = translate_parsed(file, &source, options, diagnostics);
    let said = |d: &diag::Diagnostic| {
        let mut list = diagnostics.list.iter();
        list.any(|o| {
            o.code == d.code
                && source.line(o.primary.span.start) == source.line(d.primary.span.start)
        })
    };
    wrong.retain(|d| !said(d));
    if wrong.is_empty() {
        return emitted;
    }
    wrong.into_iter().for_each(|d| diagnostics.push(d));
    unchanged(emitted.ir)
}

fn translate_parsed(
    file: &SourceFile,
    source: &syntax::rust::Source,
    options: &Options,
    diagnostics: &mut Diagnostics,
) -> Emitted {
    let unchanged = |ir: String| Emitted {
        path: file.path.clone(),
        text: file.text.clone(),
        changed: false,
        ir,
    };
    let mut unit = lower::lower(source, diagnostics);
    if unit.directives.is_empty() {
        return unchanged(String::new());
    }
    expressions::check(source, &unit, diagnostics);
    passes::run(source, &mut unit, diagnostics);
    if options.summary {
        passes::summary::run(&unit, &source.text, diagnostics);
    }
    let ir = ir::print::print(&unit);
    if diagnostics.has_errors() {
        return unchanged(ir);
    }
    let text = emit::rust::emit(source, &unit, options);
    Emitted {
        path: file.path.clone(),
        changed: text != file.text,
        text,
        ir,
    }
}
