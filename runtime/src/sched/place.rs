//! Where PPUs are: which hardware each is bound to, and who is near whom.
//!
//! The machine that this process may use (`pcubes::discover`) gives the processors to bind
//! to and, unless a description is given (`HP5_MACHINE`), distances and caches as well.

use std::path::Path;

use pcubes::{Grain, Machine, Placement};

use crate::error::ConfigError;
use crate::runtime::Bind;

/// The PPUs of a pool on their machine.
pub(crate) struct Place {
    bind: Bind,
    /// Per PPU: the processor to bind to, as the system numbers it.
    cpus: Vec<Option<usize>>,
    labels: Vec<String>,
    victims: Vec<Vec<Vec<usize>>>,
    budgets: Vec<u64>,
}

impl Place {
    /// Places `ppus` PPUs (default: one per core of this process, or per hardware thread
    /// with [`Bind::Thread`], no more than its control group pays for) on the machine that
    /// is described in `description`, a file or the name of a built-in one, or on this one.
    pub(crate) fn new(
        ppus: Option<usize>,
        bind: Bind,
        description: Option<&Path>,
    ) -> Result<Place, ConfigError> {
        Place::on(&pcubes::discover::discover(), ppus, bind, description)
    }

    fn on(
        here: &Machine,
        ppus: Option<usize>,
        bind: Bind,
        description: Option<&Path>,
    ) -> Result<Place, ConfigError> {
        let grain = if bind == Bind::Thread {
            Grain::Thread
        } else {
            Grain::Core
        };
        let hardware = here.place(ppus, grain);
        let model = match description {
            None => hardware.clone(),
            Some(file) => described(here, file, bind)?.place(Some(hardware.len()), grain),
        };
        // A description that names processors decides on binding too.
        let cpu = |ppu| {
            model
                .cpu(ppu)
                .or_else(|| hardware.cpu(ppu))
                .map(|cpu| cpu as usize)
        };
        let all = 0..model.len();
        Ok(Place {
            bind,
            cpus: all.clone().map(cpu).collect(),
            labels: all.clone().map(|ppu| model.label(ppu)).collect(),
            victims: all.clone().map(|ppu| model.victims(ppu)).collect(),
            budgets: all.map(|ppu| budget(&model, ppu)).collect(),
        })
    }

    /// PPUs without a machine, for models: all are neighbours.
    #[cfg(any(hp5_loom, hp5_shuttle))]
    pub(crate) fn nowhere(ppus: usize) -> Place {
        let all = 0..ppus;
        let others = |ppu| vec![all.clone().filter(|&other| other != ppu).collect()];
        Place {
            bind: Bind::None,
            cpus: vec![None; ppus],
            labels: all.clone().map(|ppu| ppu.to_string()).collect(),
            victims: all.clone().map(others).collect(),
            budgets: vec![1 << 20; ppus],
        }
    }

    pub(crate) fn ppus(&self) -> usize {
        self.labels.len()
    }

    /// Names of the PPUs, for traces.
    pub(crate) fn labels(&self) -> &[String] {
        &self.labels
    }

    /// The other PPUs, grouped by distance, nearest first; within a group, different PPUs
    /// begin at different victims.
    pub(crate) fn victims(&self, ppu: usize) -> &[Vec<usize>] {
        &self.victims[ppu]
    }

    /// Bytes that a depth-first chain may touch before it is cut.
    pub(crate) fn cache_budget(&self, ppu: usize) -> u64 {
        self.budgets[ppu]
    }

    /// The PPU of the processor that the calling thread is on.
    pub(crate) fn ppu_of_this_processor(&self) -> Option<usize> {
        let cpu = this_processor()?;
        self.cpus.iter().position(|&mine| mine == Some(cpu))
    }

    /// Distance between two PPUs in the hierarchy: 0 to itself, 1 to its nearest neighbours.
    pub(crate) fn distance(&self, from: usize, to: usize) -> usize {
        if from == to {
            return 0;
        }
        let holds = |group: &Vec<usize>| group.contains(&to);
        self.victims[from]
            .iter()
            .position(holds)
            .map_or(0, |level| level + 1)
    }

    /// Binds the calling thread.
    pub(crate) fn bind_current(&self, ppu: usize) {
        if let (Some(id), true) = (self.cpus[ppu], self.bind != Bind::None) {
            core_affinity::set_for_current(core_affinity::CoreId { id });
        }
    }
}

/// Number of the processor that the calling thread is on, as the system counts.
#[cfg(target_os = "linux")]
fn this_processor() -> Option<usize> {
    // SAFETY: the call has no arguments and reads nothing of ours.
    usize::try_from(unsafe { libc::sched_getcpu() }).ok()
}

#[cfg(not(target_os = "linux"))]
fn this_processor() -> Option<usize> {
    None
}

/// Reads the description, and holds the processors that it names against those of `here`.
fn described(here: &Machine, file: &Path, bind: Bind) -> Result<Machine, ConfigError> {
    let machine = match file.to_str() {
        Some(name) => Machine::named(name),
        None => Machine::from_file(file),
    };
    let machine = machine.map_err(|error| ConfigError::Machine(error.to_string()))?;
    let stranger = machine.cpus().iter().find(|cpu| !here.cpus().contains(cpu));
    match stranger.filter(|_| bind != Bind::None) {
        Some(cpu) => Err(ConfigError::Machine(format!(
            "{}: `cpus` names processor {cpu}, which this process may not use; \
             take `cpus` out of the description, or set HP5_BIND=none",
            file.display()
        ))),
        None => Ok(machine),
    }
}

/// Half of the private cache and the share of the shared one together, from 1 to 16 MiB:
/// the other half is for data that tasks stream through.
fn budget(model: &Placement, ppu: usize) -> u64 {
    let private = model.private_cache_bytes(ppu).map_or(0, |bytes| bytes.0);
    let shared = model
        .shared_cache_bytes(ppu)
        .map_or(0, |(size, sharers)| size.0 / sharers.max(1) as u64);
    (private.saturating_add(shared) / 2).clamp(1 << 20, 16 << 20)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn server() -> Machine {
        let levels = "package:2 l3:1(size=32MiB) l2:4(size=1MiB) core:1 pu:2";
        Machine::synthetic(levels)
            .unwrap()
            .with_cpus((0..16).map(|cpu| cpu * 10).collect())
    }

    fn place(ppus: Option<usize>, bind: Bind, description: Option<&str>) -> Result<Place, String> {
        Place::on(&server(), ppus, bind, description.map(Path::new))
            .map_err(|error| error.to_string())
    }

    #[test]
    fn cores_come_first_and_neighbours_are_the_first_victims() {
        let place = place(None, Bind::Core, None).unwrap();
        assert_eq!(place.ppus(), 8);
        assert_eq!(
            place.cpus[1],
            Some(20),
            "the second hardware threads are free"
        );
        assert_eq!(
            place.victims(1).iter().map(Vec::len).collect::<Vec<_>>(),
            [3, 4]
        );
        assert_eq!(place.victims(1)[0], [2, 3, 0]);
        assert_eq!(
            place.cache_budget(0),
            9 << 19,
            "half of 1 MiB and a quarter of 32 MiB"
        );
        assert_eq!(self::place(None, Bind::Thread, None).unwrap().ppus(), 16);
    }

    #[test]
    fn a_description_gives_distances_and_this_machine_the_processors() {
        let place = place(Some(4), Bind::Core, Some("hermes")).unwrap();
        assert_eq!(place.ppus(), 4);
        assert_eq!(
            place.victims(0),
            [vec![1, 2, 3]],
            "one on each node of Hermes, all far apart"
        );
        assert_eq!(
            place.cpus,
            [Some(0), Some(20), Some(80), Some(100)],
            "cores of both packages here"
        );
    }

    #[test]
    fn a_description_that_cannot_be_is_refused() {
        let error = place(None, Bind::Core, Some("hermse")).err().unwrap();
        assert!(error.contains("did you mean `hermes`"), "{error}");
        let file =
            std::env::temp_dir().join(format!("hp5-place-{}.pcubes.toml", std::process::id()));
        std::fs::write(
            &file,
            "name = \"m\"\ncpus = \"0-1\"\n[[space]]\nname = \"core\"\ncount = 2\n",
        )
        .unwrap();
        let error = place(None, Bind::Core, file.to_str()).err().unwrap();
        assert!(error.contains("names processor 1"), "{error}");
        assert!(place(None, Bind::None, file.to_str()).is_ok());
        std::fs::remove_file(&file).unwrap();
    }

    #[test]
    fn this_machine_can_be_placed_and_bound_to() {
        let place = Place::new(Some(3), Bind::Core, None).unwrap();
        for ppu in 0..3 {
            let others: usize = place.victims(ppu).iter().map(Vec::len).sum();
            assert_eq!(others, 2);
            assert!((1 << 20..=16 << 20).contains(&place.cache_budget(ppu)));
        }
        // On a thread of its own: the test runner's thread stays as it is.
        std::thread::scope(|scope| _ = scope.spawn(|| place.bind_current(2)).join());
    }
}
