//! Who shares what: workers bound to the same processor, or to the same core.
//!
//! Neither is wrong, but both are slower than the number of workers promises, and nothing but
//! a clock shows it. The runtime warns of it, and `hp5 doctor` explains it, from this one
//! count.

use crate::machine::Machine;

/// Workers that share hardware.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Crowd {
    /// Number of workers.
    pub workers: usize,
    /// Processors (leaves of the machine) that there are for them.
    pub processors: usize,
    /// Cores that there are for them.
    pub cores: usize,
    /// Sets of workers bound to one processor, with its number.
    pub on_processor: Vec<(u32, Vec<usize>)>,
    /// Sets of workers bound to several processors (hardware threads) of one core, with these
    /// processors.
    pub on_core: Vec<(Vec<u32>, Vec<usize>)>,
}

impl Crowd {
    /// True when each worker has a core to itself, as far as the machine tells.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.workers <= self.processors && self.on_processor.is_empty() && self.on_core.is_empty()
    }
}

impl Machine {
    /// Who shares what when worker `w` is bound to processor `cpus[w]` of this machine; `None`
    /// and processors that this machine does not have are with nobody.
    #[must_use]
    pub fn crowd(&self, cpus: &[Option<u32>]) -> Crowd {
        let ppus = self.ppus();
        let mut crowd = Crowd {
            workers: cpus.len(),
            processors: ppus.len(),
            cores: ppus.last().map_or(1, |ppu| ppu.core + 1),
            ..Crowd::default()
        };
        let core_of = |cpu: u32| ppus.iter().find(|p| p.cpu == Some(cpu)).map(|p| p.core);
        // (core, processor, worker), so that what is shared stands together.
        let mut seats: Vec<(usize, u32, usize)> = cpus
            .iter()
            .enumerate()
            .filter_map(|(worker, &cpu)| Some((core_of(cpu?)?, cpu?, worker)))
            .collect();
        seats.sort_unstable();
        let workers = |seats: &[(usize, u32, usize)]| seats.iter().map(|s| s.2).collect();
        for core in seats.chunk_by(|a, b| a.0 == b.0) {
            let mut taken: Vec<u32> = core.iter().map(|seat| seat.1).collect();
            taken.dedup();
            if taken.len() > 1 {
                crowd.on_core.push((taken, workers(core)));
            }
            let shared = core.chunk_by(|a, b| a.1 == b.1).filter(|s| s.len() > 1);
            crowd
                .on_processor
                .extend(shared.map(|seats| (seats[0].1, workers(seats))));
        }
        crowd
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Grain;

    /// Four cores of two hardware threads each; core c has the processors c and c + 4.
    fn machine() -> Machine {
        let machine = Machine::synthetic("core:4 pu:2").unwrap();
        machine.with_cpus(vec![0, 4, 1, 5, 2, 6, 3, 7])
    }

    fn crowd(workers: usize, grain: Grain) -> Crowd {
        let placement = machine().place(Some(workers), grain);
        let cpus: Vec<_> = (0..workers).map(|w| placement.cpu(w)).collect();
        machine().crowd(&cpus)
    }

    #[test]
    fn a_core_each_is_no_crowd() {
        let crowd = crowd(4, Grain::Core);
        assert!(crowd.is_empty(), "{crowd:?}");
        assert_eq!((crowd.processors, crowd.cores), (8, 4));
    }

    #[test]
    fn hardware_threads_of_one_core_are_shared_cores() {
        let five = crowd(5, Grain::Core);
        assert_eq!(five.on_core, [(vec![0, 4], vec![0, 1])]);
        assert!(five.on_processor.is_empty() && !five.is_empty());
        assert_eq!(crowd(2, Grain::Thread).on_core, [(vec![0, 4], vec![0, 1])]);
    }

    #[test]
    fn more_workers_than_processors_share_them() {
        let crowd = crowd(9, Grain::Core);
        assert_eq!(crowd.on_processor, [(0, vec![0, 1])]);
        assert_eq!(crowd.on_core.len(), 4);
        assert_eq!(crowd.on_core[0], (vec![0, 4], vec![0, 1, 2]));
    }

    #[test]
    fn unbound_workers_are_only_counted() {
        let few = machine().crowd(&[None, Some(99), Some(1)]);
        assert!(few.is_empty(), "{few:?}");
        assert!(!machine().crowd(&[None; 9]).is_empty());
    }
}
