//! Program text -> syntax tree.
//!
//! The parser is tree-sitter's (`annotate/grammars/highp5`). A text with errors is parsed again
//! piece by piece, so that an error in one section does not hide one in the next
//! ([`errors`]); no syntax tree is made of it. Otherwise the concrete tree becomes an
//! [`ast::Program`] by one walk (`convert` and its siblings), which settles what the
//! grammar leaves open: numbers, names in the wrong letter case, sections given twice.

mod convert;
#[cfg(test)]
mod corpus;
pub mod errors;
mod expr;
pub mod language;
mod partition;
mod statement;
mod symbols;
mod task;

#[cfg(test)]
mod tests;

use tree_sitter::{Parser, Tree};

use crate::diag::{Diagnostics, codes};
use crate::highp5::ast;
use crate::highp5::report::error;

/// Longest program text that is read, in bytes.
pub const LONGEST_TEXT: usize = 4 << 20;

/// Parses a program. `None` if it does not follow the grammar, which is reported. Errors that
/// leave a tree to be checked (a name in the wrong letter case) are reported too.
#[must_use]
pub fn parse(text: &str, diagnostics: &mut Diagnostics) -> Option<ast::Program> {
    if text.len() > LONGEST_TEXT {
        diagnostics.push(error(
            codes::H_SYNTAX,
            format!(
                "the program is {} bytes long, and {LONGEST_TEXT} are the most that is read",
                text.len()
            ),
            ast::Span::default(),
        ));
        return None;
    }
    let tree = tree(text)?;
    if tree.root_node().has_error() {
        errors::report(text, &tree, diagnostics);
        return None;
    }
    let mut convert = convert::Convert::new(text, diagnostics);
    let program = convert.program(tree.root_node());
    let too_deep = convert.too_deep;
    (!too_deep).then_some(program)
}

/// The concrete tree of a text.
fn tree(text: &str) -> Option<Tree> {
    parser().parse(text, None)
}

/// A parser for HighP5.
fn parser() -> Parser {
    let mut parser = Parser::new();
    let done = parser.set_language(&language::language());
    debug_assert!(
        done.is_ok(),
        "the checked-in parser has an ABI of this library"
    );
    parser
}
