//! Sections that are computed in each turn, in C: which arrays they are found for, and how their ends are
//! written.

use crate::c::parse::names::statement;
use crate::c::parse::source::{Source, field, words};
use crate::c::semantics::integer_arithmetic::{Int, integer};
use crate::c::semantics::{declarations, pointer_types};
use crate::ir::{Poly, Task};
use crate::passes::by_turns::Language;

/// Ends of sections in C.
pub(in crate::c) struct C<'s>(pub(in crate::c) &'s Source);

impl Language for C<'_> {
    fn is_worth_it(&self, _: &Task) -> bool {
        true
    }

    fn is_array(&self, task: &Task, name: &str) -> bool {
        let found = statement(self.0, task).and_then(|stmt| declarations::find(self.0, stmt, name));
        found.is_some_and(|found| {
            found.inner_stars() == 0 && !pointer_types::holds(self.0, &found, 0)
        })
    }

    fn text(&self, task: &Task, value: &Poly) -> Option<String> {
        let named = |atom: &str| {
            task.loops
                .iter()
                .fold(atom.to_owned(), |text, l| text.replace(&l.atom, &l.var))
        };
        let text = value.to_text(|atom| format!("(ptrdiff_t)({})", named(atom)));
        let known = words(&text).all(|word| is_signed(self.0, task, word));
        (!text.contains('@') && known).then_some(text)
    }
}

/// The name is that of a number with a sign, whose arithmetic is that of numbers, and known in front of the task.
fn is_signed(src: &Source, task: &Task, word: &str) -> bool {
    let Some(stmt) = statement(src, task) else {
        return false;
    };
    let counts = task.loops.iter().any(|l| l.var == word);
    // The variables of the loops may be declared in the statement.
    let inside = || declarations::find(src, field(stmt, "body").filter(|_| counts)?, word);
    let outside = || {
        let found = declarations::find(src, stmt, word)?;
        (found.node.end_byte() <= stmt.start_byte()).then_some(found)
    };
    match inside().or_else(outside) {
        Some(found) => {
            let int = Int::of(&found.plain_words(src));
            found.levels().is_empty() && int.is_signed()
        }
        None => {
            let number = src.macros.get(word).map(|m| m.value.as_str());
            let signed = |n: &str| integer(n).is_some() && !n.contains(['u', 'U']);
            word == "ptrdiff_t" || number.is_some_and(signed)
        }
    }
}
