//! `Repeat foreach sub-partition` with more in it than stages: rounds in which each LPU has a piece
//! of its part, which stands in for it.
//!
//! Pieces are taken in their order, one round after the other; which of them wait for one another
//! is said by what they use.

use super::cells;
use super::flow::Walk;
use super::{Emitter, NotYet, Text, not_yet};
use crate::highp5::ast::Span;
use crate::highp5::typed::{Flow, FlowKind, SpaceId, Stage, Task};

impl Emitter<'_> {
    /// The body of the repeat, for the pieces of the LPUs of the walk's space.
    pub(super) fn pieces(&self, walk: &mut Walk<'_>, body: &[Flow], span: Span) -> Text {
        let at = walk.space;
        if walk.pieces.contains(&at) {
            return not_yet("Repeat foreach sub-partition in itself", span);
        }
        self.allowed(walk.task, at, body)?;
        let name = cells::cells(walk.id);
        let (forks, back) = self.forks(walk, (at, "a sub-partition of Space"), body, span)?;
        walk.pieces.insert(at);
        walk.partial.push(at);
        let inside = self.flow(walk, body);
        walk.partial.pop();
        walk.pieces.remove(&at);
        let u = at.0;
        Ok(format!(
            "for round in pieces(&u{u}, &spaces, sub_{u}) {{\n\
             let u{u} = enter_pieces(&round, |c| {name} {{ {forks}..c.clone() }});\n{}{back}}}\n",
            inside?
        ))
    }

    /// Refuses stages whose results or random numbers belong to the LPU and not to its pieces.
    fn allowed(&self, task: &Task, of: SpaceId, flow: &[Flow]) -> Result<(), NotYet> {
        for step in flow {
            if let FlowKind::Stage(id) = &step.kind {
                let stage: &Stage = &task.stages[id.0];
                let scalars = cells::Scalars::of_stage(task, stage)?;
                if scalars.folds.keys().any(|(_, space)| *space == of) {
                    let what = "a reduction to a space in its Repeat foreach sub-partition";
                    return not_yet(what, stage.span);
                }
                let uses = super::access::Uses::of(&stage.body.statements);
                if super::function::draws(self.program, &uses) {
                    let what = "a random number in Repeat foreach sub-partition";
                    return not_yet(what, stage.span);
                }
            }
            self.allowed(task, of, step.kind.body().unwrap_or_default())?;
        }
        Ok(())
    }
}
