//! Where PPUs are: which hardware each is bound to, and who is near whom.

use std::path::Path;

use crate::error::ConfigError;
use crate::runtime::Bind;

/// The PPUs of a pool on their machine.
pub(crate) struct Place {
    bind: Bind,
    cores: Vec<core_affinity::CoreId>,
    labels: Vec<String>,
    victims: Vec<Vec<Vec<usize>>>,
    budgets: Vec<u64>,
}

impl Place {
    /// Places `ppus` PPUs (default: one per core of this process) on the machine that is
    /// described in `description`, or on this one.
    pub(crate) fn new(ppus: Option<usize>, bind: Bind, _description: Option<&Path>) -> Result<Place, ConfigError> {
        let cores = core_affinity::get_core_ids().unwrap_or_default();
        let ppus = ppus.unwrap_or(cores.len().max(1));
        let others = |me: usize| vec![(1..ppus).map(|n| (me + n) % ppus).collect()];
        Ok(Place {
            bind,
            labels: (0..ppus).map(|n| format!("PPU {n}")).collect(),
            victims: (0..ppus).map(others).collect(),
            budgets: vec![8 << 20; ppus],
            cores,
        })
    }

    pub(crate) fn ppus(&self) -> usize {
        self.labels.len()
    }

    /// Names of the PPUs, for traces.
    pub(crate) fn labels(&self) -> &[String] {
        &self.labels
    }

    /// The other PPUs, grouped by distance, nearest first.
    pub(crate) fn victims(&self, ppu: usize) -> &[Vec<usize>] {
        &self.victims[ppu]
    }

    /// Bytes that a depth-first chain may touch before it is cut.
    pub(crate) fn cache_budget(&self, ppu: usize) -> u64 {
        self.budgets[ppu]
    }

    /// Binds the calling thread.
    pub(crate) fn bind_current(&self, ppu: usize) {
        if self.bind != Bind::None && !self.cores.is_empty() {
            core_affinity::set_for_current(self.cores[ppu % self.cores.len()]);
        }
    }
}
