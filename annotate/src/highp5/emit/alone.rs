//! Loops with loops inside in a function of their own, where what they use and change is numbers:
//! of all that a stage does, registers are then for these (`hp5_program::alone`). Among the calls
//! around them compilers keep in memory what each turn needs.

use std::collections::BTreeSet;

use super::access::Uses;
use super::expr::{At, Scope};
use super::scalar;
use crate::highp5::typed::{LocalId, LoopRange, Root};

impl Scope<'_> {
    /// Whether loops whose subscripts were checked before can be a function. `ranges`: their own;
    /// `uses`: what is in them.
    pub(super) fn stand_alone(&self, ranges: &[LoopRange], uses: &Uses<'_>) -> bool {
        // A loop in order is among its own uses.
        let own = usize::from(ranges.is_empty());
        let has_loops = uses.ranges.len() + uses.sequences.len() > own;
        let elsewhere = uses.draws
            || uses.folds
            || uses.returns
            || !uses.calls.is_empty()
            || !uses.foreign.is_empty();
        self.at == At::Stage
            && has_loops
            && !elsewhere
            && ranges.iter().all(|range| self.array_of(range).is_some())
            && self.written.is_empty()
            && uses.places.iter().all(|place| match &place.root {
                Root::Local(id) => self.is_number(*id),
                Root::Variable(id, _) => {
                    self.is_array(*id)
                        || self
                            .task
                            .is_some_and(|task| scalar(&task.variables[id.0].ty).is_some())
                }
                Root::Partition(_) | Root::LpuId(_) => true,
                _ => false,
            })
            && uses.locals.iter().all(|id| self.is_number(*id))
    }

    fn is_number(&self, id: LocalId) -> bool {
        scalar(&self.body.locals[id.0].ty).is_some()
    }

    /// The text of such a function and its call.
    pub(super) fn alone(&self, ranges: &[LoopRange], uses: &Uses<'_>, text: &str) -> String {
        let over = ranges.iter().map(|range| &range.over);
        let places = uses.places.iter().copied().chain(over);
        let arrays: BTreeSet<String> = places
            .flat_map(|place| [self.array_at(place), self.array(&place.root)])
            .flatten()
            .collect();
        let bare: String = arrays
            .iter()
            .map(|array| format!("let {array} = &{array}.bare();\n"))
            .collect();
        let changed: Vec<String> = uses.locals.iter().map(|&id| self.local(id)).collect();
        let begin: String = changed
            .iter()
            .map(|local| format!("let mut {local} = {local};\n"))
            .collect();
        let list: String = changed.iter().map(|local| format!("{local}, ")).collect();
        let back = match changed.is_empty() {
            true => String::new(),
            false => format!("({list}) = "),
        };
        format!("{back}alone(move || {{\n{bare}{begin}{text}Ok::<_, Fault>(({list}))\n}})?;\n")
    }
}
