//! Capacities of cores: vector lanes and clocks, as far as the kernel tells.

use std::fs::File;
use std::io::{BufRead, BufReader};
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
    /// Reads them below `root`; `processor` is what [`first_processor`] has read there.
    pub(crate) fn read(root: &Path, processor: &[String]) -> Traits {
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
            lanes: lanes(processor),
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

/// What the kernel says of the first processor: reading of all takes milliseconds on a large machine.
pub(crate) fn first_processor(root: &Path) -> Vec<String> {
    let Ok(file) = File::open(root.join("proc/cpuinfo")) else {
        return Vec::new();
    };
    let lines = BufReader::new(file).lines().map_while(Result::ok);
    lines.take_while(|line| !line.trim().is_empty()).collect()
}

/// What stands behind one of these names in the description of a processor.
fn said<'a>(processor: &'a [String], names: &[&str]) -> Option<&'a str> {
    processor.iter().find_map(|line| {
        let (name, said) = line.split_once(':')?;
        names.contains(&name.trim()).then_some(said)
    })
}

/// Lanes of `f64` in the widest vectors of the instruction set.
fn lanes(processor: &[String]) -> Option<u32> {
    let flags = said(processor, &["flags", "Features"])?;
    let flags: Vec<&str> = flags.split_whitespace().collect();
    let widths = [("avx512f", 8), ("avx", 4), ("sse2", 2), ("asimd", 2)];
    widths
        .iter()
        .find(|(flag, _)| flags.contains(flag))
        .map(|entry| entry.1)
}

/// The processor's name.
pub(crate) fn model(processor: &[String]) -> Option<String> {
    let words = said(processor, &["model name"])?.split_whitespace();
    let name = words.collect::<Vec<_>>().join(" ");
    Some(name).filter(|name| !name.is_empty())
}
