//! The kernel's own topology files: `sys/devices/system/{cpu,node}` and `proc`.

use std::path::Path;

use crate::discover::assemble::{Found, Group, Kind};
use crate::discover::cpuset::CpuSet;
use crate::discover::{limits, read};
use crate::measure::Bytes;

/// What the files below `root` tell; `None` when they name no usable processor.
pub(crate) fn find(root: &Path) -> Option<Found> {
    let cpus = root.join("sys/devices/system/cpu");
    let usable = usable(root, &cpus)?;
    let mut groups = Vec::new();
    for &cpu in &usable.0 {
        let dir = cpus.join(format!("cpu{cpu}"));
        topology(&dir.join("topology"), cpu, &mut groups);
        caches(&dir.join("cache"), cpu, &mut groups);
    }
    nodes(&root.join("sys/devices/system/node"), &mut groups);
    Some(Found {
        usable,
        groups,
        memory: total_memory(&root.join("proc/meminfo"), "MemTotal:"),
    })
}

/// Processors that are online and that this process may run on.
fn usable(root: &Path, cpus: &Path) -> Option<CpuSet> {
    let list = |name: &str| CpuSet::parse(&read(cpus.join(name))?).filter(|set| !set.is_empty());
    let online = list("online").or_else(|| list("present"));
    let usable = match (online, limits::allowed(root)) {
        (Some(online), Some(allowed)) => online.and(&allowed),
        (Some(one), None) | (None, Some(one)) => one,
        (None, None) => return None,
    };
    Some(usable).filter(|set| !set.is_empty())
}

/// The set in the first of `files` that holds one with `cpu` in it.
fn set_with(dir: &Path, files: &[&str], cpu: u32) -> Option<CpuSet> {
    let set =
        |file: &&str| CpuSet::parse(&read(dir.join(file))?).filter(|set| set.0.contains(&cpu));
    files.iter().find_map(set)
}

/// A processor before this one has told of the set: on a large machine most files tell what is
/// known, and opening each takes some 10 us of every start of a program.
fn is_known(groups: &[Group], kind: Kind, cpu: u32) -> bool {
    let mut same = groups.iter().filter(|group| group.kind == kind);
    same.any(|group| group.cpus.0.contains(&cpu))
}

fn topology(dir: &Path, cpu: u32, groups: &mut Vec<Group>) {
    // Kernels before 4.20 have the second name only.
    let package: &[&str] = &["package_cpus_list", "core_siblings_list"];
    let core = &["core_cpus_list", "thread_siblings_list"];
    for (kind, files) in [
        (Kind::Package, package),
        (Kind::Die, &["die_cpus_list"]),
        (Kind::Core, core),
    ] {
        if is_known(groups, kind, cpu) {
            continue;
        }
        if let Some(cpus) = set_with(dir, files, cpu) {
            groups.push(Group {
                kind,
                cpus,
                memory: None,
            });
        }
    }
}

fn caches(dir: &Path, cpu: u32, groups: &mut Vec<Group>) {
    let Ok(entries) = std::fs::read_dir(dir) else {
        return;
    };
    for entry in entries
        .flatten()
        .filter(|e| e.file_name().to_string_lossy().starts_with("index"))
    {
        let index = entry.path();
        let level: Option<u8> = read(index.join("level")).and_then(|text| text.parse().ok());
        let is_new = |level: &u8| !is_known(groups, Kind::cache(*level), cpu);
        let Some(level) = level.filter(is_new) else {
            continue;
        };
        if read(index.join("type")).is_some_and(|kind| kind == "Instruction") {
            continue;
        }
        let size = read(index.join("size")).and_then(|text| kernel_size(&text));
        // The kernel leaves the list out where the firmware does not say: take the cache for private.
        let cpus =
            set_with(&index, &["shared_cpu_list"], cpu).unwrap_or_else(|| CpuSet::from_iter([cpu]));
        let line = read(index.join("coherency_line_size"))
            .and_then(|text| text.parse().ok())
            .map(Bytes);
        if let Some(size) = size {
            let memory = Some((size, line.filter(|l| l.0 > 0)));
            groups.push(Group {
                kind: Kind::cache(level),
                cpus,
                memory,
            });
        }
    }
}

/// Reads sizes as the kernel writes those of caches: `32K`, `1024K`, `8M`.
fn kernel_size(text: &str) -> Option<Bytes> {
    let (number, scale) = match text.chars().last()? {
        'K' => (&text[..text.len() - 1], 1 << 10),
        'M' => (&text[..text.len() - 1], 1 << 20),
        'G' => (&text[..text.len() - 1], 1 << 30),
        _ => (text, 1),
    };
    let size = number.parse::<u64>().ok()?.checked_mul(scale)?;
    (size > 0).then_some(Bytes(size))
}

/// NUMA nodes that have processors; memory without processors has no PPU to be near to.
fn nodes(dir: &Path, groups: &mut Vec<Group>) {
    let Ok(entries) = std::fs::read_dir(dir) else {
        return;
    };
    for entry in entries.flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        let Some(number) = name
            .strip_prefix("node")
            .and_then(|n| n.parse::<u32>().ok())
        else {
            continue;
        };
        let cpus = read(entry.path().join("cpulist")).and_then(|text| CpuSet::parse(&text));
        let Some(cpus) = cpus.filter(|set| !set.is_empty()) else {
            continue;
        };
        let total = total_memory(
            &entry.path().join("meminfo"),
            &format!("Node {number} MemTotal:"),
        );
        groups.push(Group {
            kind: Kind::Numa,
            cpus,
            memory: total.map(|size| (size, None)),
        });
    }
}

/// The amount behind `label` in a meminfo file.
fn total_memory(file: &Path, label: &str) -> Option<Bytes> {
    let text = read(file)?;
    let amount = text
        .lines()
        .find_map(|line| line.strip_prefix(label))?
        .trim();
    let kilobytes: u64 = amount.strip_suffix("kB")?.trim().parse().ok()?;
    kilobytes.checked_mul(1 << 10).filter(|&n| n > 0).map(Bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cache_sizes_read_as_the_kernel_writes_them() {
        assert_eq!(kernel_size("32K"), Some(Bytes(32 << 10)));
        assert_eq!(kernel_size("8M"), Some(Bytes(8 << 20)));
        assert_eq!(kernel_size("512"), Some(Bytes(512)));
        for text in ["", "K", "0K", "-1K", "99999999999999999999K", "é"] {
            assert_eq!(kernel_size(text), None, "{text}");
        }
    }
}
