//! Repeats whose turns register the same tasks, which are recorded once and replayed
//! (`hp5_program::turns`).
//!
//! What is proved of a `Repeat for`, so that turns may be left out:
//! - nothing in it mentions its index, so what a turn registers depends on the versions and
//!   copies of arrays alone, which are looked at when the program runs;
//! - its stages set no variable, reduce to none, and draw no random numbers, so that a body that
//!   runs again does what another one would do in its place;
//! - the walk does nothing itself but register tasks: repeats and conditions in it ask for nothing
//!   that tasks make, and no stage is executed in the walk.

use std::collections::BTreeSet;

use super::code::Code;
use super::flow::{Walk, is_alone};
use super::{NotYet, cells};
use crate::highp5::typed::{Expr, Flow, FlowKind, Program, Task, VariableId};

/// The arrays that a repeat's turns use, if these register the same tasks wherever versions and
/// copies of the arrays are the same.
pub(super) fn arrays(
    walk: &Walk<'_>,
    index: VariableId,
    body: &[Flow],
) -> Result<Option<BTreeSet<VariableId>>, NotYet> {
    let mut found = Found {
        program: walk.program,
        task: walk.task,
        changing: walk.changing,
        index,
        arrays: BTreeSet::new(),
    };
    Ok(found.flow(body)?.then_some(found.arrays))
}

struct Found<'p> {
    program: &'p Program,
    task: &'p Task,
    changing: &'p BTreeSet<VariableId>,
    index: VariableId,
    arrays: BTreeSet<VariableId>,
}

impl Found<'_> {
    fn flow(&mut self, flow: &[Flow]) -> Result<bool, NotYet> {
        for step in flow {
            let same = match &step.kind {
                FlowKind::Space(_, body) | FlowKind::RepeatSubPartitions { body, .. } => {
                    self.flow(body)?
                }
                FlowKind::Epoch { variables, body } => {
                    self.arrays.extend(variables);
                    self.flow(body)?
                }
                FlowKind::RepeatFor {
                    index,
                    range,
                    step: by,
                    body,
                } => {
                    !self.changing.contains(index)
                        && std::iter::once(range).chain(by).all(|v| self.is_fixed(v))
                        && self.flow(body)?
                }
                FlowKind::Where(condition, body) => self.is_fixed(condition) && self.flow(body)?,
                FlowKind::RepeatWhile(..) => false,
                FlowKind::Stage(id) => {
                    let stage = &self.task.stages[id.0];
                    let code = Code::of_stage(self.program, self.task, stage)?;
                    let inline = code.is_walkable() && is_alone(self.task, stage.space);
                    let scalars = &code.scalars;
                    self.arrays.extend(code.used.keys().map(|(id, _)| *id));
                    !inline
                        && !code.draws
                        && scalars.writes.is_empty()
                        && scalars.folds.is_empty()
                        && scalars.reads.iter().all(|(id, _)| *id != self.index)
                }
            };
            if !same {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The walk knows the value, and it is the same in each turn.
    fn is_fixed(&self, value: &Expr) -> bool {
        let scalars = cells::Scalars::of_values(self.task, [value]);
        cells::is_plain(self.program, self.task, self.changing, value)
            && scalars.reads.iter().all(|(id, _)| *id != self.index)
    }
}

/// The turns of a repeat over `list`, whose tasks depend on these arrays.
pub(super) fn turns(list: &str, arrays: &BTreeSet<VariableId>) -> String {
    let state: String = arrays
        .iter()
        .map(|id| format!("st{}.state(state); ", id.0))
        .collect();
    format!("turns(&region, {list}, |state| {{ {state}}})")
}
