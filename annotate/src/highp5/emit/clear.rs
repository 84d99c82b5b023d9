//! Parts of arrays that are cleared by the loop that uses them first ([`super::again`]): what is
//! cleared before would be out of the nearest cache again when a turn comes to its element.

use std::collections::BTreeMap;

use super::Text;
use super::again;
use super::cells::Seat;
use super::expr::{At, Scope, seen};
use super::subscript::Around;
use crate::highp5::typed::{LoopRange, Place, Statement, StatementKind, Step};

/// Of each array the element that a turn has.
pub(super) type Cleared<'b> = BTreeMap<Seat, &'b Place>;

impl Scope<'_> {
    /// What a loop may have to clear.
    pub(super) fn cleared<'b>(&self, ranges: &[LoopRange], body: &'b [Statement]) -> Cleared<'b>
    where
        Self: 'b,
    {
        let outermost = self.at == At::Stage && matches!(self.around, Around::Nothing);
        // Once, and for sure.
        let is_this = |statement: &Statement| match &statement.kind {
            StatementKind::For(_, other) => std::ptr::eq(other.as_ptr(), body.as_ptr()),
            _ => false,
        };
        let statements = &self.body.statements;
        match self.task {
            Some(task) if outermost && statements.iter().any(is_this) => {
                again::turn_by_turn(task, statements, ranges, body)
            }
            _ => Cleared::new(),
        }
    }

    /// Settles whether turns clear; `free`: no condition of the loop is left, `lo` and `hi` are
    /// the ends.
    pub(super) fn clears(&self, cleared: &Cleared<'_>, ranges: &[LoopRange], free: bool) -> String {
        let mut dense: Vec<String> = ranges
            .iter()
            .filter_map(|range| {
                let array = self.array_of(range)?;
                Some(format!("{array}.is_dense({})", range.dimension))
            })
            .collect();
        if !free {
            // Nobody knows which turns there are: all is cleared here.
            dense = vec!["false".to_owned()];
        }
        let one = |(&(id, at), place): (&Seat, &&Place)| {
            format!(
                "let clears_{} = {}.clears([{}], {});\n",
                id.0,
                seen(id, at),
                self.ends(place).join(", "),
                dense.join(" && ")
            )
        };
        cleared.iter().map(one).collect()
    }

    /// Clears what a loop between `lo` and `hi` visits.
    pub(super) fn clear_before(&self, cleared: &Cleared<'_>) -> String {
        let one = |(&(id, at), place): (&Seat, &&Place)| {
            format!(
                "if clears_{} {{ {}.clear([{}]); }}\n",
                id.0,
                seen(id, at),
                self.ends(place).join(", ")
            )
        };
        cleared.iter().map(one).collect()
    }

    /// Clears the elements of a turn.
    pub(super) fn clear_turn(&self, cleared: &Cleared<'_>) -> Text {
        let mut text = String::new();
        for ((id, _), place) in cleared {
            text += &format!(
                "if clears_{} {{ let element = {}; unsafe {{ *element = Zero::zero(); }} }}\n",
                id.0,
                self.element(place)?
            );
        }
        Ok(text)
    }

    /// The ends of the indices that are an element's subscripts.
    fn ends(&self, place: &Place) -> Vec<String> {
        let index = |step: &Step| match step {
            Step::Index(index) => super::access::simple(index).map(|(id, _)| id.0),
            _ => None,
        };
        let ends = place.steps.iter().filter_map(index);
        ends.map(|n| format!("(lo{n}, hi{n})")).collect()
    }
}
