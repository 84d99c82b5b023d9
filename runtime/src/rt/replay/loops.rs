//! Loops on a tape: where the tasks of a loop that was registered by one call stand, and one
//! hash for all of them.
//!
//! What decides over a loop's tasks is known before the first of them: place, priority, cuts,
//! accesses. So a lap that registers the loop again is held against the recording once per
//! loop (once per row of a nest whose bounds depend on one another), and its tasks are handed
//! their bodies without a look at their tiles. Where the hash is another one, the tasks are held
//! against the recording one by one: the first that differs is found and named as ever, and
//! if none does, all is well.

use crate::base::site::Site;
use crate::graph::body::{Nature, Stored};
use crate::rt::region::Region;
use crate::rt::replay::ReplayMode;
use crate::rt::replay::recorded_graph::RecordedGraph;

/// A hash of numbers in their order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Print(u64);

impl Default for Print {
    fn default() -> Self {
        Print(Print::FACTOR)
    }
}

impl Print {
    const FACTOR: u64 = 0x9E37_79B9_7F4A_7C15;

    /// With one number more.
    #[inline]
    pub(crate) fn and(self, number: u64) -> Print {
        Print((self.0.rotate_left(23) ^ number).wrapping_mul(Print::FACTOR))
    }
}

/// Tasks of one loop that follow one another on the tape.
#[derive(Debug, Clone, Copy)]
pub(super) struct Mark {
    /// Place of the first one among the entries.
    at: u32,
    count: u32,
    print: Print,
}

/// A loop that is being recorded.
pub(crate) type Begun = Option<(u32, Print)>;

impl RecordedGraph {
    /// Keeps the marks of these entries, which become the first ones.
    pub(super) fn keep_marks(&mut self, from: usize, count: usize) {
        let (from, end) = (from as u32, (from + count) as u32);
        self.marks
            .retain(|mark| from <= mark.at && mark.at + mark.count <= end);
        self.marks.iter_mut().for_each(|mark| mark.at -= from);
    }

    fn with_group(&self, print: Print, group: u32) -> Print {
        print.and(self.how_loop_stands(group).into())
    }
}

impl Region {
    /// How many tasks come next on the tape that a loop with this print registered; 0: others
    /// do, or this is no lap to be held against the recording.
    pub(crate) fn find_on_tape(&self, print: Print, group: u32) -> u32 {
        if self.replay_mode.get() != ReplayMode::Matching {
            return 0;
        }
        self.hand_in_artificials();
        self.with_recorded(|recorded| {
            let print = recorded.with_group(print, group);
            let at = recorded.at as u32;
            let found = recorded.marks.binary_search_by_key(&at, |mark| mark.at);
            let Some(mark) = found.ok().map(|n| recorded.marks[n]) else {
                return 0;
            };
            if mark.print != print {
                return 0;
            }
            recorded.which_loop(group);
            recorded.stats.whole_loops += 1;
            mark.count
        })
    }

    /// Notes that the tasks that come are a loop's, if they are recorded.
    pub(crate) fn begin_mark(&self, print: Print, group: u32) -> Begun {
        self.replay_mode.get().writes().then(|| {
            self.with_recorded(|recorded| {
                (recorded.tasks() as u32, recorded.with_group(print, group))
            })
        })
    }

    /// The loop's last task was recorded.
    pub(crate) fn end_mark(&self, begun: Begun) {
        let Some((at, print)) = begun else { return };
        if !self.replay_mode.get().writes() {
            return;
        }
        self.with_recorded(|recorded| {
            let count = recorded.tasks() as u32 - at;
            if count > 0 {
                recorded.marks.push(Mark { at, count, print });
            }
        });
    }

    /// Hands the next task on the tape, which is known to be the one meant, its body.
    pub(crate) fn hand_in_next(&self, body: (Stored, Nature), site: &'static Site) {
        self.hand_in(body, Some((site, None)));
    }
}
