//! What tapes did: how much was recorded, how much ran from recordings, what differed first.

use std::fmt;

/// What a tape did.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ReplayStats {
    /// Laps registered or replayed.
    pub laps: u64,
    /// Tasks that were recorded.
    pub recorded: u64,
    /// Tasks that ran from the recording: handed in and found the same, or replayed.
    pub matched: u64,
    /// Tasks that were registered plainly.
    pub plain: u64,
    /// Loops registered by one call (rows of them, where their bounds vary) whose tasks were
    /// found the same as a whole, without a look at each.
    pub whole_loops: u64,
    /// The first task that differed from the recording, and how.
    pub first_difference: Option<String>,
}

impl ReplayStats {
    /// Part of the tasks after the first recording that ran from it, 0 to 1.
    #[must_use]
    pub fn hit_rate(&self) -> f64 {
        let all = self.matched + self.plain;
        if all == 0 {
            return 0.0;
        }
        self.matched as f64 / all as f64
    }

    /// What was done since it was `before`.
    pub(crate) fn since(&self, before: &ReplayStats) -> ReplayStats {
        let known = before.first_difference.is_some();
        ReplayStats {
            laps: self.laps - before.laps,
            recorded: self.recorded - before.recorded,
            matched: self.matched - before.matched,
            plain: self.plain - before.plain,
            whole_loops: self.whole_loops - before.whole_loops,
            first_difference: self.first_difference.clone().filter(|_| !known),
        }
    }

    /// Adds what another tape did.
    pub(crate) fn merge(&mut self, other: &ReplayStats) {
        self.laps += other.laps;
        self.recorded += other.recorded;
        self.matched += other.matched;
        self.plain += other.plain;
        self.whole_loops += other.whole_loops;
        if self.first_difference.is_none() {
            self.first_difference.clone_from(&other.first_difference);
        }
    }
}

/// `9000 of 10000 tasks in 24 laps (90.0%), 1200 recorded`.
impl fmt::Display for ReplayStats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let all = self.matched + self.plain;
        let (matched, laps, recorded) = (self.matched, self.laps, self.recorded);
        write!(f, "{matched} of {all} tasks in {laps} laps")?;
        if all > 0 {
            write!(f, " ({:.1}%)", self.hit_rate() * 100.0)?;
        }
        write!(f, ", {recorded} recorded")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rate_is_of_what_came_after_recording() {
        let mut stats = ReplayStats::default();
        assert_eq!(stats.hit_rate(), 0.0);
        assert_eq!(stats.to_string(), "0 of 0 tasks in 0 laps, 0 recorded");
        stats.merge(&ReplayStats {
            laps: 4,
            recorded: 10,
            matched: 15,
            plain: 5,
            whole_loops: 0,
            first_difference: Some("lap 4: a".into()),
        });
        stats.merge(&ReplayStats {
            first_difference: Some("lap 2: b".into()),
            ..ReplayStats::default()
        });
        assert_eq!(stats.hit_rate(), 0.75);
        assert_eq!(stats.first_difference.as_deref(), Some("lap 4: a"));
        assert_eq!(
            stats.to_string(),
            "15 of 20 tasks in 4 laps (75.0%), 10 recorded"
        );
    }
}
