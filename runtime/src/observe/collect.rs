//! Where the core's own notes become plain data: at the end of a region, by its
//! registering thread (or, for a composite, by whoever completes it).
//!
//! Everything here runs after the region's last task is completed, so no PPU writes the
//! counts and slices any more that are taken.

use crate::graph::scope::{PpuCounts, Residue, ScopeRef};
use crate::record::compact::Run;
use crate::record::stats::RegionStats;
use crate::sched::tsc::{self, Scale};
use crate::sync::{AtomicU64, Ordering, lock};

impl PpuCounts {
    /// Adds what this PPU counted.
    pub(crate) fn add_to(&self, stats: &mut RegionStats) {
        let read = |count: &AtomicU64| count.load(Ordering::Relaxed);
        stats.mailbox += read(&self.mailbox);
        stats.kept += read(&self.kept);
        stats.cancelled += read(&self.cancelled);
        let busy = read(&self.busy_ticks);
        if busy > 0 {
            stats.busy += Scale::now().duration(busy);
        }
        for (distance, count) in self.steals.iter().enumerate() {
            let count = read(count);
            if count > 0 {
                let known = stats.steals.len().max(distance + 1);
                stats.steals.resize(known, 0);
                stats.steals[distance] += count;
            }
        }
    }
}

impl Residue {
    /// The run of a composite's graph, complete; its times are in ticks, as are those of the run
    /// that will adopt it.
    pub(crate) fn finish_run(&mut self, scope: ScopeRef) -> Option<Run> {
        let mut run = self.notes.take()?.finish(&self.table);
        let artificial = run.tasks.iter().filter(|task| run.is_empty(task)).count();
        run.stats.artificial = artificial as u64;
        run.stats.tasks = (run.tasks.len() - artificial) as u64;
        run.stats.edges = run.edges.len() as u64;
        scope.add_own_counts(&mut run.stats);
        run.take_notes(scope); // adds the counts of composites inside
        Some(run)
    }
}

impl Run {
    /// Completes the run of the region in `scope`: slices, the graphs of its composites, and
    /// the names of the PPUs. Its times are in nanoseconds from here on.
    pub(crate) fn collect(&mut self, scope: ScopeRef, labels: &[String]) {
        self.take_notes(scope);
        self.ppus = labels.to_vec();
        self.epoch = tsc::epoch();
        let scale = Scale::now();
        for slice in &mut self.slices {
            slice.start_ns = scale.ns(slice.start_ns);
            slice.end_ns = scale.ns(slice.end_ns);
        }
    }

    fn take_notes(&mut self, scope: ScopeRef) {
        let noted = || scope.slices.iter().map(|slices| lock(slices));
        self.slices
            .reserve(noted().map(|slices| slices.len()).sum());
        noted().for_each(|mut slices| self.slices.append(&mut slices));
        let mut children = scope.take_children();
        // Composites complete in any order; the run has them in registration order.
        children.sort_by_key(|(parent, _)| *parent);
        for (parent, inner) in children {
            self.adopt(parent, inner);
        }
    }
}
