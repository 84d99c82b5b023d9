//! Capacities of cores: vector lanes and clocks, as far as the kernel tells.

use std::path::Path;

use crate::discover::cpuset::CpuSet;
use crate::discover::read;
use crate::measure::Hertz;
use crate::space::Compute;

/// What is known of the cores, by processor.
#[derive(Debug, Default)]
pub(crate) struct Traits {
    kinds: Vec<KindOfCore>,
    lanes: Option<u32>,
}

#[derive(Debug)]
struct KindOfCore {
    cpus: CpuSet,
    clock: Option<Hertz>,
    note: Option<String>,
}

impl Traits {
    /// Reads them below `root`.
    pub(crate) fn read(root: &Path) -> Traits {
        let cpus = root.join("sys/devices/system/cpu");
        let online = read(cpus.join("online"))
            .and_then(|text| CpuSet::parse(&text))
            .unwrap_or_default();
        let mut kinds = Vec::new();
        for (device, note) in [
            ("cpu_core", "performance core"),
            ("cpu_atom", "efficient core"),
        ] {
            let file = root.join("sys/devices").join(device).join("cpus");
            if let Some(set) = read(file).and_then(|text| CpuSet::parse(&text)) {
                kinds.push((set, Some(note.to_owned())));
            }
        }
        if kinds.is_empty() {
            kinds = by_capacity(&cpus, &online);
        }
        let kind = |(set, note): (CpuSet, Option<String>)| {
            let clock = clock(&cpus, &set);
            KindOfCore {
                cpus: set,
                clock,
                note,
            }
        };
        Traits {
            kinds: kinds.into_iter().map(kind).collect(),
            lanes: lanes(root),
        }
    }

    /// Capacity of the core with these processors, and what kind it is where there are several.
    pub(crate) fn of(&self, cpus: &CpuSet) -> (Compute, Option<String>) {
        let kind = self.kinds.iter().find(|kind| kind.cpus.contains_all(cpus));
        let compute = Compute {
            operations: self.lanes,
            clock: kind.and_then(|kind| kind.clock),
        };
        (compute, kind.and_then(|kind| kind.note.clone()))
    }
}

/// Kinds of core by the scheduler's capacity (Arm): one set per capacity, or one of all.
fn by_capacity(cpus: &Path, online: &CpuSet) -> Vec<(CpuSet, Option<String>)> {
    let capacity = |cpu: &u32| {
        read(cpus.join(format!("cpu{cpu}/cpu_capacity"))).and_then(|t| t.parse::<u32>().ok())
    };
    let mut kinds: Vec<(Option<u32>, CpuSet)> = Vec::new();
    for &cpu in &online.0 {
        let capacity = capacity(&cpu);
        match kinds.iter_mut().find(|kind| kind.0 == capacity) {
            Some(kind) => _ = kind.1.0.insert(cpu),
            None => kinds.push((capacity, CpuSet::from_iter([cpu]))),
        }
    }
    let several = kinds.len() > 1;
    let note = |capacity: Option<u32>| {
        capacity
            .filter(|_| several)
            .map(|c| format!("capacity {c} of 1024"))
    };
    kinds
        .into_iter()
        .map(|(capacity, set)| (set, note(capacity)))
        .collect()
}

/// The clock that every core of a kind reaches: the base frequency where the kernel knows
/// it, else the least of their greatest (favoured cores differ by some MHz, and a PCubeS
/// space is uniform).
fn clock(cpus: &Path, kind: &CpuSet) -> Option<Hertz> {
    ["base_frequency", "cpuinfo_max_freq"]
        .iter()
        .find_map(|file| {
            let kilohertz = |cpu: &u32| {
                read(cpus.join(format!("cpu{cpu}/cpufreq/{file}")))?
                    .parse::<u64>()
                    .ok()
            };
            let least = kind
                .0
                .iter()
                .filter_map(kilohertz)
                .filter(|&khz| khz > 0)
                .min()?;
            least.checked_mul(1000).map(Hertz)
        })
}

/// Lanes of `f64` in the widest vectors of the instruction set.
fn lanes(root: &Path) -> Option<u32> {
    let text = read(root.join("proc/cpuinfo"))?;
    let flags = text
        .lines()
        .find(|line| line.starts_with("flags") || line.starts_with("Features"))?;
    let flags: Vec<&str> = flags.split_once(':')?.1.split_whitespace().collect();
    let widths = [("avx512f", 8), ("avx", 4), ("sse2", 2), ("asimd", 2)];
    widths
        .iter()
        .find(|(flag, _)| flags.contains(flag))
        .map(|entry| entry.1)
}

/// The processor's name.
pub(crate) fn model(root: &Path) -> Option<String> {
    let text = read(root.join("proc/cpuinfo"))?;
    let name = text
        .lines()
        .find_map(|line| line.strip_prefix("model name"))?;
    let name = name
        .trim_start()
        .strip_prefix(':')?
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ");
    Some(name).filter(|name| !name.is_empty())
}
