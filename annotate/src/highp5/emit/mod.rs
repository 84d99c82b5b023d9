//! A checked program -> the text of a Rust program that registers its tasks.
//!
//! What is a task and what it declares is decided in `annotate/docs/lowering.md`. This file
//! puts a program together; `rules` says what is right in place, `task` and `flow` make the
//! execution of a task, `stage` and `nest` bodies, `expr` expressions, `coordinator` the rest.
//! The text calls the crate `hp5-program`.
//!
//! A construct that is not translated yet is refused ([`codes::H_NOT_YET`]) and never
//! translated into something else.

pub(in crate::highp5) mod access;
mod again;
mod alone;
mod apart;
mod cells;
mod clear;
mod code;
mod coordinator;
mod deferred;
mod ends;
mod epoch;
mod expr;
mod flow;
mod foreign;
mod function;
mod inputs;
mod look;
mod mapping;
mod nest;
mod order;
mod pieces;
mod places;
mod reach;
mod repeats;
mod rules;
mod sections;
mod shape;
mod stage;
mod subscript;
mod sweeps;
mod task;
mod tiled;
mod trust;
pub(in crate::highp5) mod types;
mod valued;
mod within;

pub use foreign::{Foreign, build_script};

use crate::diag::{Diagnostic, codes};
use crate::highp5::ast::Span;
use crate::highp5::report::error;
use crate::highp5::typed::{Program, Type};

/// What is not translated yet, and where it stands.
#[derive(Debug)]
struct NotYet {
    what: String,
    span: Span,
}

/// Generated text, unless something in it is not translated yet.
type Text = Result<String, NotYet>;

fn not_yet<T>(what: impl Into<String>, span: Span) -> Result<T, NotYet> {
    Err(NotYet {
        what: what.into(),
        span,
    })
}

/// The program's `main.rs`. `file` is its name, for messages of its run; `source` its text.
/// Embedded code of other languages is in [`foreign`].
///
/// # Errors
/// The first construct that is not translated yet.
// A diagnostic is large, and this happens once.
#[allow(clippy::result_large_err)]
pub fn emit(program: &Program, file: &str, source: &str) -> Result<String, Diagnostic> {
    emit_mapped(program, file, source, None)
}

/// The same for a program that has a mapping file with it: name and text. (Another one can be
/// given to it when it is run.)
///
/// # Errors
/// The first construct that is not translated yet.
#[allow(clippy::result_large_err)]
pub fn emit_mapped(
    program: &Program,
    file: &str,
    source: &str,
    mapping: Option<(&str, &str)>,
) -> Result<String, Diagnostic> {
    let emitter = Emitter {
        program,
        file,
        source,
        mapping,
    };
    emitter.program().map_err(refusal)
}

/// The files of other languages that the program's text calls.
///
/// # Errors
/// The first piece of embedded code that is not translated yet.
#[allow(clippy::result_large_err)]
pub fn foreign(program: &Program) -> Result<Vec<Foreign>, Diagnostic> {
    let emitter = Emitter {
        program,
        file: "",
        source: "",
        mapping: None,
    };
    emitter.foreign().map_err(refusal)
}

fn refusal(refused: NotYet) -> Diagnostic {
    error(
        codes::H_NOT_YET,
        format!("{} cannot be translated yet", refused.what),
        refused.span,
    )
}

/// The manifest of the package around that `main.rs`; `home` is the folder of this repository,
/// `builds` whether there is a `build.rs` ([`build_script`]).
#[must_use]
pub fn manifest(name: &str, home: &std::path::Path, builds: bool) -> String {
    let name: String = name
        .chars()
        .map(|c| if c.is_ascii_alphanumeric() { c } else { '-' })
        .collect();
    let compiler = match builds {
        true => "[build-dependencies]\ncc = \"1\"\n\n",
        false => "",
    };
    format!(
        "[package]\nname = \"hp5-{name}\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[workspace]\n\n\
         [[bin]]\nname = {name:?}\npath = \"src/main.rs\"\n\n\
         [dependencies]\nhp5-program = {{ path = {:?} }}\n\n{compiler}[profile.release]\nopt-level = 3\n",
        home.join("program")
    )
}

struct Emitter<'p> {
    program: &'p Program,
    file: &'p str,
    source: &'p str,
    /// Name and text of the mapping file.
    mapping: Option<(&'p str, &'p str)>,
}

impl Emitter<'_> {
    fn program(&self) -> Text {
        let Some(coordinator) = &self.program.coordinator else {
            return not_yet("a file without `Program (args)`", Span::default());
        };
        let mut text = format!(
            "//! Made from {} by hp5-annotate.\n#![allow(warnings)]\n\n\
             use hp5_program::partition::{{ArrayId, Axis, Cut, Function, Keys, Line, Lpu, MOST_KEYS, \
             Padding, Shape, Space, Spaces, Direction}};\n\
             use hp5_program::rt::{{self, Mode}};\n\
             use hp5_program::*;\nuse std::cell::RefCell;\nuse std::rc::Rc;\nuse std::sync::Arc;\n\n",
            self.file
        );
        text += &types::definitions(&self.program.records)?;
        text += &self.functions()?;
        for (id, task) in self.program.tasks.iter().enumerate() {
            text += &self.environment(id, task)?;
            text += &self.task(id, task)?;
        }
        text += &self.coordinator(coordinator)?;
        Ok(text)
    }

    /// Line of the program, from 1.
    fn line(&self, span: Span) -> usize {
        line(self.source, span)
    }
}

/// Line of a text, from 1.
fn line(source: &str, span: Span) -> usize {
    let before = source.get(..span.start).unwrap_or("");
    before.matches('\n').count() + 1
}

/// The Rust type of a scalar that tasks may be handed.
fn scalar(ty: &Type) -> Option<&'static str> {
    Some(match ty {
        Type::Integer => "i32",
        Type::Single => "f32",
        Type::Double => "f64",
        Type::Boolean => "bool",
        Type::Character => "u8",
        _ => return None,
    })
}

#[cfg(test)]
mod tests;
