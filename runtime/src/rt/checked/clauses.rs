//! What a task declares of one array, and what is said of an access that this does not cover.

use std::ops::Range;

use smallvec::SmallVec;

use crate::graph::geometry::{ALL, Mode};

/// Element ranges per dimension, half open.
pub type Touched = SmallVec<[Range<usize>; 4]>;

#[derive(Debug, Clone)]
struct Declared {
    mode: Mode,
    section: SmallVec<[(isize, isize); 4]>,
}

/// The clauses of a task on one array.
#[derive(Debug, Clone, Default)]
pub struct Clauses {
    declared: SmallVec<[Declared; 2]>,
}

impl Clauses {
    /// A further clause: `mode(array[section])`. Entries that the section leaves out are whole
    /// dimensions.
    pub fn add(&mut self, mode: Mode, section: &[(isize, isize)]) {
        self.declared.push(Declared {
            mode,
            section: section.into(),
        });
    }

    /// Some clause allows the access. What a task overwrites it may read back, so every clause
    /// allows reading.
    #[must_use]
    pub fn allow(&self, touched: &[Range<usize>], writes: bool) -> bool {
        let fitting = self.fitting(writes);
        fitting.into_iter().any(|clause| clause.covers(touched))
    }

    fn fitting(&self, writes: bool) -> impl Iterator<Item = &Declared> {
        let fits = move |clause: &&Declared| !writes || clause.mode.writes();
        self.declared.iter().filter(fits)
    }

    /// What to say of an access to `array` at `place` (`heat.rs:17`) that the task's clauses do not
    /// allow; without any clause, that the array is not declared.
    #[must_use]
    pub fn miss(
        &self,
        place: &str,
        task: &str,
        array: &str,
        touched: &[Range<usize>],
        writes: bool,
    ) -> String {
        let (verb, clause) = match writes {
            true => ("writes", "out"),
            false => ("reads", "in"),
        };
        let entry = |r: &Range<usize>| match r.len() {
            1 => r.start.to_string(),
            _ => format!("{}..{}", r.start, r.end),
        };
        let element = brackets(touched.iter().map(entry));
        let clauses: Vec<String> = self.fitting(writes).map(|d| d.show(array)).collect();
        if clauses.is_empty() {
            return format!(
                "{place}: task `{task}` {verb} {array}{element}, but it declares no `{clause}` of {array}: \
                 add {array} to an `{clause}` clause"
            );
        }
        format!(
            "{place}: task `{task}` {verb} {array}{element}, not covered by {}: \
             widen the `{clause}` clause or delete it",
            clauses.join(" or ")
        )
    }
}

/// `[3, 17]`; nothing for a scalar.
fn brackets(entries: impl ExactSizeIterator<Item = String>) -> String {
    if entries.len() == 0 {
        return String::new();
    }
    format!("[{}]", entries.collect::<Vec<_>>().join(", "))
}

impl Declared {
    fn covers(&self, touched: &[Range<usize>]) -> bool {
        touched
            .iter()
            .enumerate()
            .all(|(d, range)| match self.section.get(d) {
                None | Some(&ALL) => true,
                Some(&(lo, hi)) => {
                    range.is_empty()
                        || (lo as i128 <= range.start as i128 && range.end as i128 <= hi as i128)
                }
            })
    }

    fn show(&self, array: &str) -> String {
        let entry = |&(lo, hi): &(isize, isize)| {
            if (lo, hi) == ALL {
                "..".to_owned()
            } else {
                format!("{lo}..{hi}")
            }
        };
        format!(
            "{}({array}{})",
            self.mode.clause(),
            brackets(self.section.iter().map(entry))
        )
    }
}
