//! What is pending at one point of generating code.

use std::collections::BTreeSet;

use crate::ir::VarId;

/// Classes of names that pending tasks use; see `classes`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct State {
    /// Control does not get here.
    pub(super) unreachable: bool,
    /// Read by a task that declared it.
    pub(super) reads: BTreeSet<usize>,
    /// Written by a task that declared it.
    pub(super) writes: BTreeSet<usize>,
    /// Read by a task without being declared (captured by reference): not even tasks that
    /// are registered later know.
    pub(super) hidden: BTreeSet<usize>,
    /// Of classes whose names do not show by address that they are the same: those with the
    /// variables that tasks use.
    pub(super) named: BTreeSet<(usize, VarId)>,
}

impl State {
    /// Control does not get here.
    pub(super) fn nowhere() -> State {
        State {
            unreachable: true,
            ..State::default()
        }
    }

    /// All pending tasks are done.
    pub(super) fn clear(&mut self) {
        *self = State {
            unreachable: self.unreachable,
            ..State::default()
        };
    }

    /// A name of the class begins to stand for something new.
    pub(super) fn forget(&mut self, class: usize) {
        for set in [&mut self.reads, &mut self.writes, &mut self.hidden] {
            set.remove(&class);
        }
        self.named.retain(|(of, _)| *of != class);
    }

    /// True when no task is known to be pending.
    pub(super) fn is_empty(&self) -> bool {
        self.reads.is_empty() && self.writes.is_empty() && self.hidden.is_empty()
    }

    /// What may be pending when control comes from here or from `other`.
    pub(super) fn join(&mut self, other: &State) {
        if other.unreachable {
            return;
        }
        if self.unreachable {
            *self = other.clone();
            return;
        }
        self.reads.extend(&other.reads);
        self.writes.extend(&other.writes);
        self.hidden.extend(&other.hidden);
        self.named.extend(&other.named);
    }

    /// An access of generating code has to wait.
    pub(super) fn meets(&self, class: usize, writes: bool) -> bool {
        self.writes.contains(&class)
            || (writes && (self.reads.contains(&class) || self.hidden.contains(&class)))
    }

    /// Two headers are exchanged: what is pending on one name is pending on the other.
    pub(super) fn exchange(&mut self, a: usize, b: usize) {
        for set in [&mut self.reads, &mut self.writes, &mut self.hidden] {
            let (had_a, had_b) = (set.remove(&a), set.remove(&b));
            if had_a {
                set.insert(b);
            }
            if had_b {
                set.insert(a);
            }
        }
        let other = |class| match class {
            _ if class == a => b,
            _ if class == b => a,
            _ => class,
        };
        let named = std::mem::take(&mut self.named).into_iter();
        self.named = named.map(|(class, var)| (other(class), var)).collect();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn joins_and_exchanges() {
        let mut a = State::nowhere();
        let b = State {
            writes: [1].into(),
            reads: [2].into(),
            ..State::default()
        };
        a.join(&b);
        assert_eq!(a, b);
        a.join(&State::nowhere());
        assert_eq!(a, b);
        a.exchange(1, 2);
        assert!(a.meets(2, false) && !a.meets(1, false) && a.meets(1, true));
        a.clear();
        assert_eq!(a, State::default());
    }
}
