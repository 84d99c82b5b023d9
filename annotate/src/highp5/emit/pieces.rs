//! `Repeat foreach sub-partition` with more in it than stages: rounds in which each LPU has a piece
//! of its part, which stands in for it.
//!
//! Pieces are taken in their order, one round after the other; which of them wait for one another
//! is said by what they use.

use super::apart::{self, Level};
use super::cells;
use super::flow::Walk;
use super::{Emitter, Text, not_yet};
use crate::highp5::ast::Span;
use crate::highp5::typed::Flow;

impl Emitter<'_> {
    /// The body of the repeat, for the pieces of the LPUs of the walk's space.
    pub(super) fn pieces(&self, walk: &mut Walk<'_>, body: &[Flow], span: Span) -> Text {
        let at = walk.space;
        if walk.pieces.contains(&at) {
            return not_yet("Repeat foreach sub-partition in itself", span);
        }
        let name = cells::cells(walk.id);
        let (forks, back) = self.forks(walk, (at, "a sub-partition of Space"), body, span)?;
        let level = Level {
            space: at,
            piece: true,
        };
        let apart = apart::apart(walk, level, body);
        let (entered, left) = apart::copies(walk, level, body, &apart);
        walk.pieces.insert(at);
        walk.partial.push(at);
        let inside = self.flow(walk, body);
        walk.partial.pop();
        walk.pieces.remove(&at);
        let u = at.0;
        Ok(format!(
            "for round in pieces(&u{u}, &spaces, sub_{u}) {{\n\
             let u{u} = enter_pieces(&round, |c| {name} {{ {forks}..c.clone() }});\n{entered}{}{back}{left}}}\n",
            inside?
        ))
    }
}
