//! Counts of one region: how much was run, where it was taken from, how much time was idle.

use std::fmt;
use std::time::Duration;

use crate::record::replay_stats::ReplayStats;

/// What a region did, summed over its PPUs. Counted always: these are counters that each
/// PPU keeps for itself and that are added up when the region ends.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RegionStats {
    /// Tasks with a body.
    pub tasks: u64,
    /// Tasks without one: offset and remapping tasks (DESIGN, semantics 2 and 3).
    pub artificial: u64,
    /// Dependence edges drawn.
    pub edges: u64,
    /// Tasks taken from another PPU, by distance in the PCubeS hierarchy: index 1 is a
    /// sibling under the nearest common space. Index 0 is unused by the scheduler.
    pub steals: Vec<u64>,
    /// Tasks that a PPU took from its own mailbox.
    pub mailbox: u64,
    /// Successors that the PPU which completed their last predecessor ran at once.
    pub kept: u64,
    /// Time without work, summed over PPUs.
    pub idle: Duration,
    /// Time in bodies, summed over PPUs; zero unless the region was recorded.
    pub busy: Duration,
    /// From the region's begin to its end.
    pub wall: Duration,
    /// PPUs of the runtime.
    pub ppus: usize,
    /// Tasks whose body did not run because the region had failed.
    pub cancelled: u64,
    /// What was recorded and replayed.
    pub replay: ReplayStats,
}

impl RegionStats {
    /// Steals over all distances.
    #[must_use]
    pub fn steals_total(&self) -> u64 {
        self.steals.iter().sum()
    }

    /// Idle time as a part of the PPUs' time, 0 to 1; `None` for a region that took no time.
    #[must_use]
    pub fn idle_share(&self) -> Option<f64> {
        let all = self.wall.as_secs_f64() * self.ppus as f64;
        (all > 0.0).then(|| (self.idle.as_secs_f64() / all).clamp(0.0, 1.0))
    }

    /// Adds the counts of another region that ran before or after this one: counts and
    /// times add up, the number of PPUs is the larger one.
    pub fn merge(&mut self, other: &RegionStats) {
        self.merge_inner(other);
        self.wall += other.wall;
        self.idle += other.idle;
    }

    /// Adds the counts of a region that ran inside this one: as [`merge`](Self::merge),
    /// but the wall-clock and idle time of the inner region are part of this one's already.
    pub fn merge_inner(&mut self, inner: &RegionStats) {
        self.tasks += inner.tasks;
        self.artificial += inner.artificial;
        self.edges += inner.edges;
        self.mailbox += inner.mailbox;
        self.kept += inner.kept;
        self.busy += inner.busy;
        self.cancelled += inner.cancelled;
        self.replay.merge(&inner.replay);
        self.ppus = self.ppus.max(inner.ppus);
        if self.steals.len() < inner.steals.len() {
            self.steals.resize(inner.steals.len(), 0);
        }
        for (sum, more) in self.steals.iter_mut().zip(&inner.steals) {
            *sum += more;
        }
    }

    /// What the region did since it had done `before`.
    pub(crate) fn since(&self, before: &RegionStats) -> RegionStats {
        let steals = self.steals.iter().enumerate();
        let fewer = |(n, all): (usize, &u64)| all - before.steals.get(n).unwrap_or(&0);
        RegionStats {
            tasks: self.tasks - before.tasks,
            artificial: self.artificial - before.artificial,
            edges: self.edges - before.edges,
            steals: steals.map(fewer).collect(),
            mailbox: self.mailbox - before.mailbox,
            kept: self.kept - before.kept,
            idle: self.idle.saturating_sub(before.idle),
            busy: self.busy.saturating_sub(before.busy),
            wall: self.wall.saturating_sub(before.wall),
            ppus: self.ppus,
            cancelled: self.cancelled - before.cancelled,
            replay: self.replay.since(&before.replay),
        }
    }

    /// `none`, or `12 (9 at distance 1, 3 at distance 4)`.
    fn steals_text(&self) -> String {
        let total = self.steals_total();
        if total == 0 {
            return "none".to_owned();
        }
        let far = self.steals.iter().enumerate().filter(|(_, n)| **n > 0);
        let parts: Vec<String> = far
            .map(|(distance, n)| format!("{n} at distance {distance}"))
            .collect();
        format!("{total} ({})", parts.join(", "))
    }
}

/// A short table, one count a line, names left and values right of a common column; no
/// newline at the end. Lines that would say zero are left out where zero is the rule.
impl fmt::Display for RegionStats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut lines = vec![("tasks", self.tasks.to_string())];
        if self.artificial > 0 {
            lines.push(("artificial", self.artificial.to_string()));
        }
        lines.push(("edges", self.edges.to_string()));
        lines.push(("steals", self.steals_text()));
        lines.push(("from mailboxes", self.mailbox.to_string()));
        lines.push(("successors kept", self.kept.to_string()));
        if self.cancelled > 0 {
            lines.push(("cancelled", self.cancelled.to_string()));
        }
        if self.replay.laps > 0 {
            lines.push(("replayed", self.replay.to_string()));
        }
        if let Some(difference) = &self.replay.first_difference {
            lines.push(("first difference", difference.clone()));
        }
        lines.push(("PPUs", self.ppus.to_string()));
        lines.push(("wall time", time_text(self.wall)));
        if !self.busy.is_zero() {
            lines.push(("busy", time_text(self.busy)));
        }
        let share = self
            .idle_share()
            .map_or(String::new(), |share| format!(" ({:.1}%)", share * 100.0));
        lines.push(("idle", format!("{}{share}", time_text(self.idle))));
        let width = lines.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
        for (n, (name, value)) in lines.iter().enumerate() {
            let end = if n + 1 == lines.len() { "" } else { "\n" };
            write!(f, "{name:<width$}  {value}{end}")?;
        }
        Ok(())
    }
}

/// A time with three decimals in the unit that suits it: ns, us, ms or s.
pub(crate) fn time_text(time: Duration) -> String {
    let ns = time.as_nanos();
    match ns {
        0..1_000 => format!("{ns} ns"),
        1_000..1_000_000 => format!("{:.3} us", ns as f64 / 1e3),
        1_000_000..1_000_000_000 => format!("{:.3} ms", ns as f64 / 1e6),
        _ => format!("{:.3} s", ns as f64 / 1e9),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn some() -> RegionStats {
        RegionStats {
            tasks: 6400,
            artificial: 3,
            edges: 18_900,
            steals: vec![0, 9, 0, 3],
            mailbox: 64,
            kept: 6000,
            idle: Duration::from_millis(50),
            busy: Duration::from_millis(950),
            wall: Duration::from_millis(500),
            ppus: 2,
            cancelled: 0,
            replay: ReplayStats::default(),
        }
    }

    #[test]
    fn table_is_aligned_and_complete() {
        let want = "\
tasks            6400
artificial       3
edges            18900
steals           12 (9 at distance 1, 3 at distance 3)
from mailboxes   64
successors kept  6000
PPUs             2
wall time        500.000 ms
busy             950.000 ms
idle             50.000 ms (5.0%)";
        assert_eq!(some().to_string(), want);
    }

    #[test]
    fn replays_are_told_with_their_rate_and_first_difference() {
        let one = ReplayStats {
            laps: 12,
            recorded: 600,
            matched: 4500,
            plain: 500,
            whole_loops: 2,
            first_difference: None,
        };
        let mut stats = RegionStats {
            replay: one.clone(),
            ..some()
        };
        stats.merge(&RegionStats {
            replay: ReplayStats {
                first_difference: Some("lap 3: task `b` where task `a` was recorded".into()),
                ..one
            },
            ..some()
        });
        let text = stats.to_string();
        let want = "replayed          9000 of 10000 tasks in 24 laps (90.0%), 1200 recorded";
        assert!(text.contains(want), "{text}");
        let want = "first difference  lap 3: task `b` where task `a` was recorded";
        assert!(text.contains(want), "{text}");
    }

    #[test]
    fn empty_region_divides_by_nothing() {
        let text = RegionStats::default().to_string();
        assert!(text.contains("idle             0 ns"), "{text}");
        assert!(!text.contains('%') && !text.contains("NaN"), "{text}");
        assert!(text.contains("steals           none"), "{text}");
        assert_eq!(RegionStats::default().idle_share(), None);
    }

    #[test]
    fn merge_adds_counts_of_different_depth() {
        let mut sum = RegionStats {
            steals: vec![0, 1],
            ppus: 4,
            ..some()
        };
        sum.merge(&some());
        assert_eq!((sum.tasks, sum.edges, sum.kept), (12_800, 37_800, 12_000));
        assert_eq!(sum.steals, [0, 10, 0, 3]);
        assert_eq!((sum.ppus, sum.wall), (4, Duration::from_secs(1)));
        let wall = sum.wall;
        sum.merge_inner(&some());
        assert_eq!((sum.tasks, sum.wall), (19_200, wall));
    }

    #[test]
    fn times_choose_their_unit() {
        let text = |ns| time_text(Duration::from_nanos(ns));
        assert_eq!(text(999), "999 ns");
        assert_eq!(text(1_500), "1.500 us");
        assert_eq!(text(2_000_000), "2.000 ms");
        assert_eq!(text(61_000_000_000), "61.000 s");
    }
}
