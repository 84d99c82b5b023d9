//! Placement: which leaves of the machine the PPUs of a runtime run on.
//!
//! The machine has leaves; a runtime wants *n* workers. A [`Placement`] chooses a leaf for
//! each: one per core or one per hardware thread, spread so that a few workers get as much
//! cache and memory bandwidth as there is, and numbered in tree order so that workers whose
//! numbers are near are near on the machine (which is what block distribution of tiles in
//! [`home`](crate::home) wants). More workers than leaves share leaves evenly.

use crate::distance::{self, Surroundings};
use crate::machine::{Cache, Machine, Ppu};
use crate::measure::Bytes;

/// What one worker gets to itself, as long as there are enough.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Grain {
    /// A core: second hardware threads are used only when every core is taken.
    #[default]
    Core,
    /// A hardware thread: neighbouring hardware threads are filled first.
    Thread,
}

/// Working set when the machine does not tell its caches: a common size of L2.
const UNKNOWN_CACHE: Bytes = Bytes(512 << 10);

/// Workers on the leaves of a machine. Places are numbered from 0.
#[derive(Debug, Clone)]
pub struct Placement {
    places: Vec<Ppu>,
    leaves: usize,
}

impl Machine {
    /// Places `workers` workers (`None`: as many as there are units of `grain`, but no more
    /// than the control group's quota pays for). 0 counts as 1.
    #[must_use]
    pub fn place(&self, workers: Option<usize>, grain: Grain) -> Placement {
        let ppus = self.ppus();
        let cores = ppus.last().map_or(1, |p| p.core + 1);
        let units = if grain == Grain::Core {
            cores
        } else {
            ppus.len()
        };
        let paid = self
            .cpu_quota
            .map_or(usize::MAX, |quota| (quota as usize).max(1));
        let workers = workers.unwrap_or(units.min(paid)).max(1);
        let chosen = match grain {
            _ if workers >= ppus.len() => (0..workers)
                .map(|w| (w as u128 * ppus.len() as u128 / workers as u128) as usize)
                .collect(),
            Grain::Thread => (0..workers).collect(),
            Grain::Core => spread_over_cores(ppus, cores, workers),
        };
        Placement {
            places: chosen
                .into_iter()
                .map(|leaf: usize| ppus[leaf].clone())
                .collect(),
            leaves: ppus.len(),
        }
    }
}

/// The leaves of `workers` workers, fewer than there are leaves: all cores get a first
/// worker before any gets a second; workers that do not fill a round are spread.
fn spread_over_cores(ppus: &[Ppu], cores: usize, workers: usize) -> Vec<usize> {
    let mut chosen = Vec::with_capacity(workers);
    let mut thread = 0;
    while chosen.len() < workers {
        let round: Vec<&Ppu> = ppus.iter().filter(|p| p.thread == thread).collect();
        let wanted = (workers - chosen.len()).min(round.len());
        chosen.extend(spread(&round, 0, wanted).into_iter().map(|p| p.id.0));
        thread += 1;
        debug_assert!(thread <= ppus.len() && cores > 0);
    }
    chosen.sort_unstable();
    chosen
}

/// `wanted` of `leaves`, divided among the branches below `depth` as evenly as they allow.
fn spread<'p>(leaves: &[&'p Ppu], depth: usize, wanted: usize) -> Vec<&'p Ppu> {
    if wanted >= leaves.len() {
        return leaves.to_vec();
    }
    if wanted == 0 {
        return Vec::new();
    }
    let unit = |p: &&Ppu| p.path.get(depth).map(|step| step.unit);
    let branches: Vec<&[&Ppu]> = leaves.chunk_by(|a, b| unit(a) == unit(b)).collect();
    if branches.len() == 1 && leaves.iter().all(|p| depth >= p.path.len()) {
        return leaves[..wanted].to_vec();
    }
    // One more for each branch in turn, skipping full ones.
    let mut shares = vec![0; branches.len()];
    let mut left = wanted;
    while left > 0 {
        for (share, branch) in shares.iter_mut().zip(&branches) {
            if left > 0 && *share < branch.len() {
                *share += 1;
                left -= 1;
            }
        }
    }
    branches
        .iter()
        .zip(shares)
        .flat_map(|(branch, share)| spread(branch, depth + 1, share))
        .collect()
}

impl Placement {
    /// Number of workers.
    #[must_use]
    pub fn len(&self) -> usize {
        self.places.len()
    }

    /// Never: a placement has at least one worker.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    /// The leaf of worker `worker`.
    ///
    /// # Panics
    /// When `worker` is not less than [`len`](Placement::len); so do the methods below.
    #[must_use]
    pub fn ppu(&self, worker: usize) -> &Ppu {
        &self.places[worker]
    }

    /// The operating system's number of the leaf, to bind a thread to.
    #[must_use]
    pub fn cpu(&self, worker: usize) -> Option<u32> {
        self.places[worker].cpu
    }

    /// True when workers share leaves.
    #[must_use]
    pub fn is_oversubscribed(&self) -> bool {
        self.places.len() > self.leaves
    }

    /// A name for traces: "PPU 3 (cpu 6, core 3, node 0)".
    #[must_use]
    pub fn label(&self, worker: usize) -> String {
        let ppu = &self.places[worker];
        match ppu.cpu {
            Some(cpu) => format!(
                "PPU {worker} (cpu {cpu}, core {}, node {})",
                ppu.core, ppu.numa
            ),
            None => format!("PPU {worker} (core {}, node {})", ppu.core, ppu.numa),
        }
    }

    /// Levels up to the nearest common space of two workers; 0 when they share a leaf.
    #[must_use]
    pub fn distance(&self, a: usize, b: usize) -> u32 {
        distance::between(&self.places[a], &self.places[b])
    }

    /// The other workers grouped by distance, nearest first; within a group, different
    /// workers begin at different victims. Linear in the number of workers: for one of them;
    /// [`surroundings`](Placement::surroundings) is for all.
    #[must_use]
    pub fn victims(&self, worker: usize) -> Vec<Vec<usize>> {
        distance::victims(&self.places.iter().collect::<Vec<_>>(), worker)
    }

    /// The spaces around each worker: whom it may look for work at, near before far.
    #[must_use]
    pub fn surroundings(&self) -> Surroundings {
        Surroundings::of(&self.places.iter().collect::<Vec<_>>())
    }

    /// The largest cache that no other core shares, divided by the workers on that core.
    #[must_use]
    pub fn private_cache_bytes(&self, worker: usize) -> Option<Bytes> {
        self.share(self.places[worker].private_cache?)
    }

    /// The largest cache that cores share: its size, and how many workers share it.
    #[must_use]
    pub fn shared_cache_bytes(&self, worker: usize) -> Option<(Bytes, usize)> {
        let cache = self.places[worker].shared_cache?;
        Some((cache.size, self.sharers(cache)))
    }

    /// Bytes that `worker` may touch and expect to find in a cache again: the greater of its
    /// private cache and its share of the shared one; 512 KiB where the machine tells neither.
    #[must_use]
    pub fn working_set(&self, worker: usize) -> Bytes {
        let shared = self.places[worker]
            .shared_cache
            .and_then(|cache| self.share(cache));
        self.private_cache_bytes(worker)
            .max(shared)
            .filter(|b| b.0 > 0)
            .unwrap_or(UNKNOWN_CACHE)
    }

    fn share(&self, cache: Cache) -> Option<Bytes> {
        Some(Bytes(cache.size.0 / self.sharers(cache).max(1) as u64))
    }

    fn sharers(&self, cache: Cache) -> usize {
        // Workers stand in tree order.
        let before = |leaf: usize| self.places.partition_point(|p| p.id.0 < leaf);
        before(cache.ppus().end) - before(cache.ppus().start)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn leaves(text: &str, workers: Option<usize>, grain: Grain) -> Vec<usize> {
        let placement = Machine::synthetic(text).unwrap().place(workers, grain);
        (0..placement.len())
            .map(|w| placement.ppu(w).id.0)
            .collect()
    }

    #[test]
    fn one_worker_per_core_uses_first_threads() {
        assert_eq!(
            leaves("package:2 core:2 pu:2", None, Grain::Core),
            [0, 2, 4, 6]
        );
        assert_eq!(
            leaves("package:2 core:2 pu:2", None, Grain::Thread),
            (0..8).collect::<Vec<_>>()
        );
    }

    #[test]
    fn few_workers_are_spread_over_the_machine() {
        let machine = "package:2 l3:2 core:4 pu:2";
        assert_eq!(leaves(machine, Some(1), Grain::Core), [0]);
        assert_eq!(leaves(machine, Some(2), Grain::Core), [0, 16]);
        assert_eq!(leaves(machine, Some(4), Grain::Core), [0, 8, 16, 24]);
        assert_eq!(leaves(machine, Some(5), Grain::Core), [0, 2, 8, 16, 24]);
        assert_eq!(leaves(machine, Some(3), Grain::Thread), [0, 1, 2]);
    }

    #[test]
    fn second_threads_come_when_the_cores_are_taken() {
        assert_eq!(leaves("core:4 pu:2", Some(5), Grain::Core), [0, 1, 2, 4, 6]);
        assert_eq!(
            leaves("package:2 core:2 pu:2", Some(6), Grain::Core),
            [0, 1, 2, 4, 5, 6]
        );
    }

    #[test]
    fn more_workers_than_leaves_share_them_evenly() {
        assert_eq!(leaves("core:2", Some(5), Grain::Core), [0, 0, 0, 1, 1]);
        let placement = Machine::synthetic("core:2")
            .unwrap()
            .place(Some(4), Grain::Core);
        assert!(placement.is_oversubscribed());
        assert_eq!(placement.victims(0), [vec![1], vec![2, 3]]);
        assert_eq!(placement.distance(0, 1), 0);
    }

    #[test]
    fn every_number_of_workers_is_placed_on_distinct_leaves() {
        let machine = Machine::synthetic("package:2 numa:2 l3:1 core:4 pu:2").unwrap();
        for grain in [Grain::Core, Grain::Thread] {
            for workers in 1..=32 {
                let placement = machine.place(Some(workers), grain);
                let mut ids: Vec<_> = (0..workers).map(|w| placement.ppu(w).id).collect();
                assert!(
                    ids.is_sorted(),
                    "{workers} workers are numbered in tree order"
                );
                ids.dedup();
                assert_eq!(ids.len(), workers, "{workers} workers, {grain:?}");
            }
        }
    }

    #[test]
    fn caches_are_shared_among_the_workers_that_are_there() {
        let text = "package:2 l3:1(size=32MiB) l2:4(size=1MiB) core:1 pu:2";
        let machine = Machine::synthetic(text).unwrap();
        let two = machine.place(Some(2), Grain::Core);
        assert_eq!(two.private_cache_bytes(0), Some(Bytes(1 << 20)));
        assert_eq!(two.shared_cache_bytes(0), Some((Bytes(32 << 20), 1)));
        assert_eq!(two.working_set(0), Bytes(32 << 20));
        let all = machine.place(None, Grain::Thread);
        assert_eq!(all.private_cache_bytes(3), Some(Bytes(512 << 10)));
        assert_eq!(all.shared_cache_bytes(3), Some((Bytes(32 << 20), 8)));
        assert_eq!(all.working_set(3), Bytes(4 << 20));
        assert_eq!(
            Machine::synthetic("core:2")
                .unwrap()
                .place(None, Grain::Core)
                .working_set(0),
            UNKNOWN_CACHE
        );
    }

    #[test]
    fn a_quota_bounds_the_default_only() {
        let mut machine = Machine::synthetic("core:8").unwrap();
        machine.cpu_quota = Some(2);
        assert_eq!(machine.place(None, Grain::Core).len(), 2);
        assert_eq!(machine.place(Some(5), Grain::Core).len(), 5);
        machine.cpu_quota = Some(0);
        assert_eq!(machine.place(None, Grain::Core).len(), 1);
    }
}
