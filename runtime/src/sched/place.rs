//! Where PPUs are: which hardware each is bound to, and who is near whom.
//!
//! The machine that this process may use (`pcubes::discover`) gives the processors to bind
//! to and, unless another one is given (`HP5_MACHINE`: a description, or a line of levels
//! for one that is made up), distances and caches as well.
//!
//! PPUs are numbered so that those of one space of the machine stand in a row. So whom a PPU
//! may look for work at, near before far, is one range of PPUs per level around it, and all
//! that is kept about neighbours grows with the number of PPUs times the depth of the machine.

use std::ops::Range;
use std::path::Path;

use pcubes::{Grain, Machine, Placement, Surroundings};

use crate::base::config::Bind;
use crate::base::error::ConfigError;
use crate::sched::warn::warn;

/// The PPUs of a pool on their machine.
pub(crate) struct Place {
    bind: Bind,
    /// Per PPU: the processor to bind to, as the system numbers it.
    cpus: Vec<Option<usize>>,
    /// Processors and the first PPU on each, in order.
    ppu_of_cpu: Vec<(usize, usize)>,
    labels: Vec<String>,
    around: Surroundings,
    /// Per PPU: so many of the rings around it are near.
    near: Vec<u8>,
    /// Per PPU: which of the machine's last caches it has, numbered in order; and how many
    /// there are.
    spaces: (Vec<u32>, usize),
    budgets: Vec<u64>,
}

/// The PPUs of a space around a PPU, less those of the space inside it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Ring {
    /// 1 for the innermost one that holds others.
    pub(crate) distance: usize,
    /// Its PPUs share no cache with the one in the middle ([`near`]): what is fetched from
    /// there had better be worth the way.
    pub(crate) far: bool,
    outer: Range<usize>,
    inner: Range<usize>,
}

impl Ring {
    /// How many PPUs it holds; at least 1.
    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.outer.len() - self.inner.len()
    }

    /// PPU number `n` of the ring.
    #[inline]
    pub(crate) fn get(&self, n: usize) -> usize {
        let ppu = self.outer.start + n;
        if ppu < self.inner.start {
            ppu
        } else {
            ppu + self.inner.len()
        }
    }

    /// True when a PPU belongs to it.
    #[inline]
    pub(crate) fn holds(&self, ppu: usize) -> bool {
        self.outer.contains(&ppu) && !self.inner.contains(&ppu)
    }

    /// Its PPUs: first those behind the one in the middle, then those before it, so that not
    /// all PPUs of a space begin with the same one.
    pub(crate) fn halves(&self) -> [Range<usize>; 2] {
        [
            self.inner.end..self.outer.end,
            self.outer.start..self.inner.start,
        ]
    }
}

impl Place {
    /// Places `ppus` PPUs (default: one per core of this process, or per hardware thread
    /// with [`Bind::Thread`], no more than its control group pays for) on the machine that
    /// `description` names ([`described`]), or on this one. Says, once, if they share cores.
    pub(crate) fn new(
        ppus: Option<usize>,
        bind: Bind,
        description: Option<&Path>,
    ) -> Result<Place, ConfigError> {
        let here = here();
        let place = Place::on(&here, ppus, bind, description)?;
        warn(&here, &place.cpus, bind);
        Ok(place)
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
            Some(name) => described(here, name, bind)?.place(Some(hardware.len()), grain),
        };
        // A description that names processors decides on binding too.
        let cpu = |ppu| {
            model
                .cpu(ppu)
                .or_else(|| hardware.cpu(ppu))
                .map(|cpu| cpu as usize)
        };
        let all = 0..model.len();
        let around = model.surroundings();
        let near: Vec<u8> = all.clone().map(|ppu| near(&model, &around, ppu)).collect();
        let spaces = spaces(&around, &near);
        Ok(Place {
            near,
            spaces,
            around,
            labels: all.clone().map(|ppu| model.label(ppu)).collect(),
            budgets: all.clone().map(|ppu| budget(&model, ppu)).collect(),
            ..Place::bound(bind, all.map(cpu).collect())
        })
    }

    /// PPUs on these processors, and nothing known of the machine around them.
    fn bound(bind: Bind, cpus: Vec<Option<usize>>) -> Place {
        let numbered = cpus.iter().enumerate();
        let mut ppu_of_cpu: Vec<_> = numbered
            .filter_map(|(ppu, cpu)| Some(((*cpu)?, ppu)))
            .collect();
        ppu_of_cpu.sort_unstable();
        ppu_of_cpu.dedup_by_key(|pair| pair.0);
        Place {
            bind,
            cpus,
            ppu_of_cpu,
            labels: Vec::new(),
            around: Surroundings::default(),
            near: Vec::new(),
            spaces: (Vec::new(), 1),
            budgets: Vec::new(),
        }
    }

    /// PPUs without a machine, for models: all are neighbours.
    #[cfg(any(hp5_loom, hp5_shuttle))]
    pub(crate) fn nowhere(ppus: usize) -> Place {
        let core = pcubes::Space::new("core", ppus.max(1));
        let model = Machine::new("nowhere", pcubes::Space::new("machine", 1).with(core))
            .place(Some(ppus), Grain::Core);
        Place {
            labels: (0..ppus).map(|ppu| ppu.to_string()).collect(),
            around: model.surroundings(),
            near: vec![1; ppus],
            budgets: vec![1 << 20; ppus],
            ..Place::bound(Bind::None, vec![None; ppus])
        }
    }

    pub(crate) fn ppus(&self) -> usize {
        self.labels.len()
    }

    /// Names of the PPUs, for traces.
    pub(crate) fn labels(&self) -> &[String] {
        &self.labels
    }

    /// The other PPUs by distance, near before far.
    #[inline]
    pub(crate) fn rings(&self, ppu: usize) -> impl Iterator<Item = Ring> + '_ {
        let near = self.near.get(ppu).map_or(0, |&near| usize::from(near));
        let mut inner = ppu..ppu + 1;
        let rings = self.around.around(ppu).enumerate();
        rings.map(move |(level, outer)| Ring {
            distance: level + 1,
            far: level >= near,
            inner: std::mem::replace(&mut inner, outer.clone()),
            outer,
        })
    }

    /// Spaces whose PPUs are near each other: share their last cache.
    pub(crate) fn spaces(&self) -> usize {
        self.spaces.1
    }

    /// The PPUs of the space of this one, which is one of them.
    pub(crate) fn ppus_near(&self, ppu: usize) -> Range<usize> {
        if self.spaces.1 == 1 {
            return 0..self.ppus();
        }
        near_space(&self.around, self.near[ppu], ppu)
    }

    /// The number of the space of a PPU.
    #[inline]
    pub(crate) fn space_of(&self, ppu: usize) -> usize {
        self.spaces.0.get(ppu).map_or(0, |&space| space as usize)
    }

    /// Distance between two PPUs: 0 to itself, then the number of the ring.
    pub(crate) fn distance(&self, from: usize, to: usize) -> usize {
        if from == to {
            return 0;
        }
        let mut spaces = self.around.around(from);
        spaces
            .position(|space| space.contains(&to))
            .map_or(0, |level| level + 1)
    }

    /// Bytes that a depth-first chain may touch before it is cut.
    pub(crate) fn cache_budget(&self, ppu: usize) -> u64 {
        self.budgets[ppu]
    }

    /// The PPU of the processor that the calling thread is on.
    pub(crate) fn ppu_of_this_processor(&self) -> Option<usize> {
        let cpu = this_processor()?;
        let at = self.ppu_of_cpu.binary_search_by_key(&cpu, |pair| pair.0);
        at.ok().map(|at| self.ppu_of_cpu[at].1)
    }

    /// Binds the calling thread.
    pub(crate) fn bind_current(&self, ppu: usize) {
        if let (Some(id), true) = (self.cpus[ppu], self.bind != Bind::None) {
            core_affinity::set_for_current(core_affinity::CoreId { id });
        }
    }
}

/// The machine that this process may use.
fn here() -> Machine {
    #[cfg(all(test, not(any(hp5_loom, hp5_shuttle))))]
    if let Some(machine) = pretended::MACHINE.take() {
        return machine;
    }
    pcubes::discover::discover()
}

#[cfg(all(test, not(any(hp5_loom, hp5_shuttle))))]
pub(crate) mod pretended {
    use std::cell::RefCell;

    use pcubes::Machine;

    std::thread_local! {
        /// What the next runtime that a test starts on this thread takes for the machine.
        pub(crate) static MACHINE: RefCell<Option<Machine>> = const { RefCell::new(None) };
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

/// The machine of that name: a description file, a built-in description, or a line of levels
/// for a machine that is made up (`package:2 l3:4 core:8 pu:1`); what processors it names are
/// held against those of `here`.
fn described(here: &Machine, name: &Path, bind: Bind) -> Result<Machine, ConfigError> {
    let cannot = |error: &dyn std::fmt::Display| ConfigError::Machine(error.to_string());
    let machine = match name.to_str() {
        Some(name) => Machine::named(name),
        None => Machine::from_file(name),
    };
    let machine = machine.map_err(|error| cannot(&error))?;
    let stranger = machine.cpus().iter().find(|cpu| !here.cpus().contains(cpu));
    match stranger.filter(|_| bind != Bind::None) {
        Some(cpu) => Err(ConfigError::Machine(format!(
            "{}: `cpus` names processor {cpu}, which this process may not use; \
             take `cpus` out of the description, or set HP5_BIND=none",
            name.display()
        ))),
        None => Ok(machine),
    }
}

/// How many rings around a PPU are near: those of PPUs that share its last cache. Of a machine
/// that does not tell its caches two levels are near, inside one node's memory.
fn near(model: &Placement, around: &Surroundings, ppu: usize) -> u8 {
    const LEVELS: usize = 2;
    let me = model.ppu(ppu);
    let mut inner = ppu..ppu + 1;
    let mut rings = 0;
    for (level, outer) in around.around(ppu).enumerate() {
        let other = if outer.start < inner.start {
            outer.start
        } else {
            inner.end
        };
        let other = model.ppu(other);
        let near = match (me.shared_cache, other.shared_cache) {
            (Some(mine), Some(theirs)) => mine.sharers == theirs.sharers,
            _ => level < LEVELS && me.numa == other.numa,
        };
        if !near {
            break;
        }
        rings = level + 1;
        inner = outer;
    }
    u8::try_from(rings).unwrap_or(u8::MAX)
}

/// The PPUs of the widest of the `near` rings around a PPU; it alone where there are none.
fn near_space(around: &Surroundings, near: u8, ppu: usize) -> Range<usize> {
    let last = usize::from(near).checked_sub(1);
    let space = last.and_then(|last| around.around(ppu).nth(last));
    space.unwrap_or(ppu..ppu + 1)
}

/// Numbers the spaces whose PPUs are near each other. Where each PPU is one alone, they count
/// as one.
fn spaces(around: &Surroundings, near: &[u8]) -> (Vec<u32>, usize) {
    let start = |(ppu, &near): (usize, &u8)| near_space(around, near, ppu).start;
    let starts: Vec<usize> = near.iter().enumerate().map(start).collect();
    let mut distinct = starts.clone();
    distinct.sort_unstable();
    distinct.dedup();
    if distinct.len() == near.len() {
        return (Vec::new(), 1);
    }
    let number = |start: &usize| distinct.partition_point(|other| other < start) as u32;
    (starts.iter().map(number).collect(), distinct.len())
}

/// Two fifths of the private cache and the share of the shared one together, from 1 to 12 MiB:
/// the rest is for data that tasks stream through, and for neighbours. (Measured with bands and
/// blocks: a quarter costs blocks of 336 x 336 a tenth, a half costs bands as much.)
fn budget(model: &Placement, ppu: usize) -> u64 {
    let private = model.private_cache_bytes(ppu).map_or(0, |bytes| bytes.0);
    let shared = model
        .shared_cache_bytes(ppu)
        .map_or(0, |(size, sharers)| size.0 / sharers.max(1) as u64);
    (private.saturating_add(shared) / 5 * 2).clamp(1 << 20, 12 << 20)
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

    fn rings(place: &Place, ppu: usize) -> Vec<Vec<usize>> {
        let all = |ring: Ring| (0..ring.len()).map(|n| ring.get(n)).collect();
        place.rings(ppu).map(all).collect()
    }

    #[test]
    fn cores_come_first_and_neighbours_are_the_first_victims() {
        let place = place(None, Bind::Core, None).unwrap();
        assert_eq!(place.ppus(), 8);
        assert_eq!(
            (place.spaces(), place.space_of(3), place.space_of(4)),
            (2, 0, 1)
        );
        assert_eq!(
            place.cpus[1],
            Some(20),
            "the second hardware threads are free"
        );
        assert_eq!(rings(&place, 1), [vec![0, 2, 3], vec![4, 5, 6, 7]]);
        assert_eq!(
            place.rings(1).map(|ring| ring.far).collect::<Vec<_>>(),
            [false, true]
        );
        assert_eq!(
            place.cache_budget(0),
            (9 << 20) / 5 * 2,
            "of 1 MiB and a quarter of 32 MiB"
        );
        assert_eq!(self::place(None, Bind::Thread, None).unwrap().ppus(), 16);
    }

    #[test]
    fn a_description_gives_distances_and_this_machine_the_processors() {
        let place = place(Some(4), Bind::Core, Some("hermes")).unwrap();
        assert_eq!(place.ppus(), 4);
        assert_eq!(
            rings(&place, 0),
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
    fn a_line_of_levels_is_a_machine() {
        let levels = "package:2 l3:4 core:8 pu:1";
        let place = place(Some(64), Bind::None, Some(levels)).unwrap();
        assert_eq!(place.ppus(), 64);
        for ppu in 0..64 {
            let mut seen = vec![ppu];
            for (n, ring) in place.rings(ppu).enumerate() {
                assert_eq!((ring.distance, ring.len()), (n + 1, [7, 24, 32][n]));
                assert_eq!(ring.far, n == 2, "another package");
                for other in (0..ring.len()).map(|n| ring.get(n)) {
                    let same = |size: usize| ppu / size == other / size;
                    let apart = [!same(8), !same(32)].iter().filter(|&&apart| apart).count();
                    assert_eq!((apart, place.distance(ppu, other)), (n, n + 1));
                    assert!(ring.halves().iter().any(|half| half.contains(&other)));
                    seen.push(other);
                }
            }
            seen.sort_unstable();
            assert!(seen.into_iter().eq(0..64), "each other PPU once");
            assert_eq!(place.space_of(ppu), ppu / 32, "without caches a package");
        }
        assert_eq!(place.spaces(), 2);
        let error = self::place(None, Bind::None, Some("package:2 core:0"))
            .err()
            .unwrap();
        assert!(error.contains("`core:0` is not a level"), "{error}");
    }

    #[test]
    fn what_is_kept_grows_with_the_depth() {
        let levels = "package:8 numa:4 l3:4 core:16 pu:2";
        let place = place(Some(4096), Bind::Thread, Some(levels)).unwrap();
        for ppu in [0, 1, 2047, 4095] {
            let sizes: Vec<_> = place.rings(ppu).map(|ring| ring.len()).collect();
            assert_eq!(sizes, [1, 30, 96, 384, 3584]);
        }
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
            let others: usize = place.rings(ppu).map(|ring| ring.len()).sum();
            assert_eq!(others, 2);
            assert!((1 << 20..=12 << 20).contains(&place.cache_budget(ppu)));
        }
        // On a thread of its own: the test runner's thread stays as it is.
        std::thread::scope(|scope| _ = scope.spawn(|| place.bind_current(2)).join());
    }
}
