//! How fast processors run: the governor that chooses their frequency, and boost.

use std::collections::BTreeMap;

use pcubes::discover::CpuSet;

use super::finding::{Finding, Level};
use super::probe::Probe;

const TOPIC: &str = "frequency";

/// All findings about frequencies of the processors in `mask`.
#[must_use]
pub fn findings(probe: &Probe, mask: &CpuSet) -> Vec<Finding> {
    let mut list = vec![governor(probe, mask)];
    list.extend(capped(probe, mask));
    list.extend(boost(probe));
    list
}

fn of_cpu(probe: &Probe, cpu: u32, file: &str) -> Option<String> {
    probe.read(format!("/sys/devices/system/cpu/cpu{cpu}/cpufreq/{file}"))
}

fn governor(probe: &Probe, mask: &CpuSet) -> Finding {
    let mut governors: BTreeMap<String, Vec<u32>> = BTreeMap::new();
    for cpu in mask.iter() {
        if let Some(name) = of_cpu(probe, cpu, "scaling_governor") {
            governors.entry(name).or_default().push(cpu);
        }
    }
    let driver = mask
        .iter()
        .find_map(|cpu| of_cpu(probe, cpu, "scaling_driver"));
    // These choose frequencies in hardware; there, powersave means on demand.
    let hardware = driver.as_deref().is_some_and(|d| {
        d == "intel_pstate" || d.starts_with("amd-pstate") || d.starts_with("amd_pstate")
    });
    let names: Vec<&str> = governors.keys().map(String::as_str).collect();
    let what = format!(
        "the governor is {}{}",
        names.join(" or "),
        driver.map_or_else(String::new, |driver| format!(" (driver {driver})"))
    );
    let cure = "sudo cpupower frequency-set -g performance";
    match names.as_slice() {
        [] => Finding::ok(TOPIC, "not for this system to choose (a virtual machine, or no cpufreq)"),
        ["performance"] => Finding::ok(TOPIC, what),
        ["powersave"] if !hardware => Finding::new(Level::Warning, TOPIC, what)
            .so("all processors run at their lowest frequency")
            .cure(cure),
        [_] => Finding::new(Level::Note, TOPIC, what)
            .so("a processor that was idle runs slowly for some milliseconds: short regions and measurements feel it")
            .cure(cure),
        _ => Finding::new(Level::Warning, TOPIC, what)
            .so("PPUs are not equally fast: the slow ones are waited for")
            .cure(cure),
    }
}

/// A limit below what the processor can.
fn capped(probe: &Probe, mask: &CpuSet) -> Option<Finding> {
    let number = |cpu, file| of_cpu(probe, cpu, file)?.parse::<u64>().ok();
    let capped = mask.iter().filter_map(|cpu| {
        let (limit, most) = (
            number(cpu, "scaling_max_freq")?,
            number(cpu, "cpuinfo_max_freq")?,
        );
        (limit < most / 100 * 95).then_some((cpu, limit, most))
    });
    let capped: Vec<(u32, u64, u64)> = capped.collect();
    let &(_, limit, most) = capped.first()?;
    let what = format!(
        "{} of {} processors are limited to {} MHz of {} MHz",
        capped.len(),
        mask.len(),
        limit / 1000,
        most / 1000
    );
    let finding = Finding::new(Level::Warning, TOPIC, what).so("tasks take longer by that much");
    Some(finding.cure(format!("sudo cpupower frequency-set -u {}MHz", most / 1000)))
}

fn boost(probe: &Probe) -> Option<Finding> {
    let cpu = "/sys/devices/system/cpu";
    let (on, off) = match (
        probe.number(format!("{cpu}/intel_pstate/no_turbo")),
        probe.number(format!("{cpu}/cpufreq/boost")),
    ) {
        (Some(no_turbo), _) => (
            no_turbo == 0,
            "echo 1 | sudo tee /sys/devices/system/cpu/intel_pstate/no_turbo",
        ),
        (None, Some(boost)) => (
            boost != 0,
            "echo 0 | sudo tee /sys/devices/system/cpu/cpufreq/boost",
        ),
        (None, None) => return None,
    };
    Some(if on {
        let so =
            "few busy cores run faster than many: a speed-up over one PPU looks smaller than it is";
        let finding = Finding::new(Level::Note, TOPIC, "boost is on").so(so);
        finding.cure(format!("{off}  # for measurements"))
    } else {
        Finding::ok(TOPIC, "boost is off: times are steady")
    })
}
