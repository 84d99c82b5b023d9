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
        let (mut forks, mut back) = (String::new(), String::new());
        for (id, goes_back) in cells::own(walk, at, body)? {
            let id = id.0;
            forks += &format!("v{id}: c.v{id}.fork(), ");
            if goes_back {
                back += &format!(
                    "leave(&u{}, (&*region, rt::site!({:?}, {:?}, {}), &faults), {:?}, |c| &*c.v{id})?;\n",
                    at.0,
                    format!(
                        "leave a sub-partition of Space {}",
                        walk.task.spaces[at.0].name
                    ),
                    self.file,
                    self.line(span),
                    walk.task.variables[id].name
                );
            }
        }
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
            match &step.kind {
                FlowKind::Stage(id) => {
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
                FlowKind::Space(_, body)
                | FlowKind::RepeatFor { body, .. }
                | FlowKind::RepeatSubPartitions { body, .. }
                | FlowKind::RepeatWhile(_, body)
                | FlowKind::Where(_, body)
                | FlowKind::Epoch { body, .. } => self.allowed(task, of, body)?,
            }
        }
        Ok(())
    }
}
