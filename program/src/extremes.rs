//! The least and the greatest value of an array of Integers, for loops with subscripts that are
//! values of it (`v[columns[j]]`): where both are in a part without holes all are, and the loops
//! need not look at each.
//!
//! Tasks find them, when an execution comes by the same values for the second time: once, looking
//! at each subscript costs no more. They hold until an execution may write the array; then the
//! array forgets them ([`Store::declare`](crate::Store::declare)), and who has declared them
//! before goes on with those of its time, as with the elements.

use std::cell::RefCell;
use std::ops::Range;
use std::sync::Arc;

use hp5::rt::{Mode, Task};

use crate::Fault;
use crate::scalar::Slot;

/// Elements that one task looks at, at least.
const FEWEST: usize = 1 << 16;

/// What tasks find, of a stretch of the array each.
#[derive(Debug)]
pub(crate) struct Found(Vec<Arc<Slot<(i32, i32)>>>);

/// The least and the greatest value, where that is known, for tasks.
#[derive(Debug, Clone, Default)]
pub struct Extremes(Option<Arc<Found>>);

impl Extremes {
    /// Declares that a task uses them.
    pub fn declare(&self, task: &mut Task<'_>) {
        for slot in self.0.iter().flat_map(|found| &found.0) {
            slot.declare(task, Mode::In);
        }
    }

    /// Them, in the body of a task that has declared them.
    ///
    /// # Errors
    /// When a task that looks for them failed.
    pub fn get(&self) -> Result<Option<(i32, i32)>, Fault> {
        let Some(found) = &self.0 else {
            return Ok(None);
        };
        let mut all = (i32::MAX, i32::MIN);
        for slot in &found.0 {
            let &(least, greatest) = slot.get()?;
            all = (all.0.min(least), all.1.max(greatest));
        }
        Ok(Some(all))
    }
}

/// What an array knows of its values.
#[derive(Debug, Default)]
pub(crate) struct Known(RefCell<State>);

#[derive(Debug, Default)]
struct State {
    /// An execution came by before.
    seen: bool,
    extremes: Extremes,
}

impl Known {
    /// The values may change.
    pub(crate) fn forget(&self) {
        *self.0.borrow_mut() = State::default();
    }

    /// For an execution that only reads the `count` elements. `look`: registers a task that finds
    /// those of a stretch.
    pub(crate) fn extremes(
        &self,
        count: usize,
        ppus: usize,
        mut look: impl FnMut(Range<usize>, Arc<Slot<(i32, i32)>>),
    ) -> Extremes {
        let mut state = self.0.borrow_mut();
        if state.seen && state.extremes.0.is_none() {
            let tasks = (count / FEWEST).clamp(1, ppus.max(1));
            let stretch = |n: usize| {
                let slot = Slot::new();
                look(count * n / tasks..count * (n + 1) / tasks, slot.clone());
                slot
            };
            let found = Found((0..tasks).map(stretch).collect());
            state.extremes = Extremes(Some(Arc::new(found)));
        }
        state.seen = true;
        state.extremes.clone()
    }
}

/// The least and the greatest of some values.
pub(crate) fn of(values: &[i32]) -> (i32, i32) {
    let both = |(least, greatest): (i32, i32), &value| (least.min(value), greatest.max(value));
    values.iter().fold((i32::MAX, i32::MIN), both)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn they_are_looked_for_when_values_are_used_again() {
        let values: Vec<i32> = (0..200_000).map(|n| n % 1000 - 7).collect();
        let known = Known::default();
        let tasks = RefCell::new(0);
        let ask = || {
            known.extremes(values.len(), 8, |range, slot| {
                *tasks.borrow_mut() += 1;
                slot.fill(of(&values[range]));
            })
        };
        let asked = |extremes: Extremes| (extremes.get(), *tasks.borrow());
        assert_eq!(asked(ask()), (Ok(None), 0));
        let before = ask();
        assert_eq!(asked(before.clone()), (Ok(Some((-7, 992))), 3));
        assert_eq!(asked(ask()), (Ok(Some((-7, 992))), 3));
        known.forget();
        assert_eq!(asked(ask()), (Ok(None), 3));
        assert_eq!(asked(before), (Ok(Some((-7, 992))), 3));
        // Where a task has not found them, nobody goes on without.
        let lost = Known::default();
        lost.extremes(1, 1, |_, _| {});
        assert_eq!(lost.extremes(1, 1, |_, _| {}).get(), Err(Fault::Lost));
    }
}
