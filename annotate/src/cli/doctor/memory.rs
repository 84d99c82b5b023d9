//! Memory: limits, huge pages, NUMA, swap.

use pcubes::discover::CpuSet;

use super::finding::{Finding, Level};
use super::keeper::Keeper;
use super::probe::{Probe, bytes};

/// All findings about memory.
#[must_use]
pub fn findings(probe: &Probe) -> Vec<Finding> {
    let mut list = vec![limit(probe), huge_pages(probe)];
    list.extend(reserved(probe));
    list.extend(numa(probe));
    list.push(swap(probe));
    list
}

fn limit(probe: &Probe) -> Finding {
    let topic = "memory";
    let total = probe.kilobytes("/proc/meminfo", "MemTotal:");
    let all = total.map_or_else(|| "unknown".to_owned(), bytes);
    let limit = probe.group_limit("memory", "memory.max", "memory.limit_in_bytes");
    let limit = limit.filter(|&limit| total.is_none_or(|total| limit < total));
    let killed = probe
        .group_count("memory", "memory.events", "oom_kill ")
        .filter(|&n| n > 0);
    let Some(limit) = limit else {
        return Finding::ok(topic, format!("{all}, no control group limits it"));
    };
    let files = ["memory.current", "memory.usage_in_bytes"];
    let used = probe.group_text("memory", &files);
    let used = used.and_then(|text| text.parse::<u64>().ok());
    let mut what = format!("the control group grants {} of {all}", bytes(limit));
    if let Some(used) = used {
        what += &format!(", {} are in use", bytes(used));
    }
    let so = "the kernel ends the program (signal 9, no message) when it uses more";
    let cure = Keeper::find(probe).memory();
    if let Some(killed) = killed {
        let what = format!("{what}; {killed} processes of it were ended for that so far");
        return Finding::new(Level::Warning, topic, what).so(so).cure(cure);
    }
    // Nearly full: what is left is page cache at best.
    if used.is_some_and(|used| used / 9 >= limit / 10) {
        return Finding::new(Level::Warning, topic, what).so(so).cure(cure);
    }
    Finding::new(Level::Note, topic, what).so(so).cure(cure)
}

/// Transparent huge pages: `always [madvise] never`.
fn huge_pages(probe: &Probe) -> Finding {
    let topic = "huge pages";
    let Some(text) = probe.read("/sys/kernel/mm/transparent_hugepage/enabled") else {
        return Finding::ok(topic, "the kernel does not tell");
    };
    let chosen = text
        .split_whitespace()
        .find_map(|word| word.strip_prefix('[')?.strip_suffix(']'))
        .unwrap_or("unknown");
    let so = "arrays lie in pages of 4 KiB: sweeps over large ones spend time on page tables";
    let root = "echo always | sudo tee /sys/kernel/mm/transparent_hugepage/enabled";
    match chosen {
        "always" => Finding::ok(
            topic,
            "given to every large array (transparent_hugepage is always)",
        ),
        "madvise" => {
            // glibc asks for them by itself when told to.
            let tunable = "glibc.malloc.hugetlb=1";
            if probe
                .var("GLIBC_TUNABLES")
                .is_some_and(|v| v.contains(tunable))
            {
                return Finding::ok(topic, "given to those who ask, and GLIBC_TUNABLES asks");
            }
            let what = "given only to those who ask (transparent_hugepage is madvise)";
            let finding = Finding::new(Level::Note, topic, what).so(so);
            finding.cure(format!(
                "export GLIBC_TUNABLES={tunable}  # glibc 2.35 or later"
            ))
        }
        _ => {
            let what = format!("not given (transparent_hugepage is {chosen})");
            Finding::new(Level::Note, topic, what).so(so).cure(root)
        }
    }
}

/// Huge pages that are set aside: no ordinary array lies in them.
fn reserved(probe: &Probe) -> Option<Finding> {
    let count = |label| probe.field("/proc/meminfo", label)?.parse::<u64>().ok();
    let (total, free) = (count("HugePages_Total:")?, count("HugePages_Free:")?);
    if total == 0 {
        return None;
    }
    let size = probe.kilobytes("/proc/meminfo", "Hugepagesize:")?;
    let what = format!(
        "{} are set aside as huge pages, {} of them unused",
        bytes(total.saturating_mul(size)),
        bytes(free.saturating_mul(size))
    );
    let finding = Finding::new(Level::Note, "huge pages", what);
    let so = "no program gets them without asking for them: memory that is missing elsewhere";
    Some(finding.so(so).cure("sudo sysctl vm.nr_hugepages=0"))
}

fn numa(probe: &Probe) -> Vec<Finding> {
    let topic = "numa";
    let with_memory = probe
        .list("/sys/devices/system/node/has_memory")
        .or_else(|| probe.list("/sys/devices/system/node/online"));
    let nodes = with_memory.as_ref().map_or(1, CpuSet::len);
    if nodes < 2 {
        return vec![Finding::ok(topic, "one memory for all processors")];
    }
    let mut list = Vec::new();
    let allowed = probe.field("/proc/self/status", "Mems_allowed_list:");
    let allowed = allowed.and_then(|list| CpuSet::parse(&list));
    if let (Some(all), Some(allowed)) = (&with_memory, &allowed) {
        let own = pcubes::discover::allowed(&probe.root).unwrap_or_default();
        let without = all.iter().filter(|&node| {
            let cpus = probe.list(&format!("/sys/devices/system/node/node{node}/cpulist"));
            let here = cpus.is_some_and(|cpus| !cpus.and(&own).is_empty());
            here && allowed.iter().all(|a| a != node)
        });
        let without: CpuSet = without.collect();
        if !without.is_empty() {
            let what = format!(
                "this process has processors of the nodes {without}, but memory only of {allowed}"
            );
            let so = "everything that PPUs on these nodes touch is far from them";
            let finding = Finding::new(Level::Warning, topic, what).so(so);
            // The kernel's list is that of the control group: no program can widen it.
            list.push(finding.cure(Keeper::find(probe).nodes(all)));
        }
    }
    match probe.number("/proc/sys/kernel/numa_balancing") {
        Some(mode) if mode > 0 => {
            let what = format!(
                "{nodes} memories, and the kernel moves pages between them (numa_balancing)"
            );
            let so = "pages are unmapped again and again to see who touches them: tasks pay for the faults, \
                      and tiles move away from their homes";
            let finding = Finding::new(Level::Warning, topic, what).so(so);
            list.push(finding.cure("sudo sysctl kernel.numa_balancing=0"));
        }
        _ => list.push(Finding::ok(
            topic,
            format!("{nodes} memories, pages stay where they are"),
        )),
    }
    list
}

fn swap(probe: &Probe) -> Finding {
    let topic = "swap";
    let field = |label| probe.kilobytes("/proc/meminfo", label);
    let (Some(total), Some(free)) = (field("SwapTotal:"), field("SwapFree:")) else {
        return Finding::ok(topic, "the kernel does not tell");
    };
    if total == 0 {
        return Finding::ok(topic, "none");
    }
    let used = total.saturating_sub(free);
    let what = format!("{} of {} are used", bytes(used), bytes(total));
    let available = field("MemAvailable:").unwrap_or(u64::MAX);
    let memory = field("MemTotal:").unwrap_or(0);
    if used > total / 10 && available < memory / 10 {
        let so =
            "memory is short now: a task that touches a page on disk takes a thousand times longer";
        let finding = Finding::new(Level::Warning, topic, what).so(so);
        return finding.cure(
            "ps -eo rss,pid,user,comm --sort=-rss | head  # end what is not needed of these",
        );
    }
    if used > total / 10 {
        let so = "memory was short once; pages come back when they are touched";
        let finding = Finding::new(Level::Note, topic, what).so(so);
        return finding.cure("sudo sysctl vm.swappiness=1");
    }
    Finding::ok(topic, what)
}
