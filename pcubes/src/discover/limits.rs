//! What the process is confined to: its affinity mask and its control group.

use std::path::{Path, PathBuf};

use crate::discover::cpuset::CpuSet;
use crate::discover::read;

/// The processors of the affinity mask, which the kernel keeps within the cpuset of the
/// control group; where `/proc` is missing, the cpuset itself. `None` when neither tells.
///
/// The mask is that of the process's first thread: workers that are pinned already do not
/// make the machine look like one core.
#[must_use]
pub fn allowed(root: &Path) -> Option<CpuSet> {
    let mask = || {
        let status = read(root.join("proc/self/status"))?;
        CpuSet::parse(
            status
                .lines()
                .find_map(|line| line.strip_prefix("Cpus_allowed_list:"))?,
        )
    };
    let cpuset = || {
        let files = [
            "cpuset.cpus.effective",
            "cpuset.effective_cpus",
            "cpuset.cpus",
        ];
        let text = |dir: PathBuf| files.iter().find_map(|file| read(dir.join(file)));
        control_groups(root, "cpuset")
            .into_iter()
            .find_map(text)
            .and_then(|text| CpuSet::parse(&text))
    };
    mask()
        .filter(|set| !set.is_empty())
        .or_else(cpuset)
        .filter(|set| !set.is_empty())
}

/// Whole processors' worth of time that the control groups above this process grant it, at
/// least 1; `None` when they set no limit.
pub(crate) fn cpu_quota(root: &Path) -> Option<u32> {
    let dirs = control_groups(root, "cpu");
    let quota = |dir: &PathBuf| {
        let (quota, period) = match read(dir.join("cpu.max")) {
            Some(text) => {
                let (quota, period) = text.split_once(' ')?;
                (quota.to_owned(), period.to_owned())
            }
            None => (
                read(dir.join("cpu.cfs_quota_us"))?,
                read(dir.join("cpu.cfs_period_us"))?,
            ),
        };
        // "max" and -1 mean no limit; neither parses.
        let (quota, period): (u64, u64) = (quota.parse().ok()?, period.trim().parse().ok()?);
        Some(quota.checked_div(period)?.clamp(1, u64::from(u32::MAX)) as u32)
    };
    dirs.iter().filter_map(quota).min()
}

/// Directories of the control groups of this process that may set limits of `controller`,
/// from its own up to the root, in both versions of control groups.
#[must_use]
pub fn control_groups(root: &Path, controller: &str) -> Vec<PathBuf> {
    let mount = root.join("sys/fs/cgroup");
    let text = read(root.join("proc/self/cgroup")).unwrap_or_default();
    let mut dirs = Vec::new();
    for line in text.lines() {
        let mut fields = line.splitn(3, ':').skip(1);
        let (Some(controllers), Some(path)) = (fields.next(), fields.next()) else {
            continue;
        };
        let base = if controllers.is_empty() {
            mount.clone()
        } else if controllers.split(',').any(|c| c == controller) {
            [controllers, controller]
                .iter()
                .map(|c| mount.join(c))
                .find(|d| d.is_dir())
                .unwrap_or_default()
        } else {
            continue;
        };
        let path = path.trim_start_matches('/');
        let safe = !path.split('/').any(|part| part == "..");
        let own = if safe { base.join(path) } else { base.clone() };
        let within = own
            .ancestors()
            .take_while(|dir| dir.starts_with(&base))
            .map(Path::to_owned);
        dirs.extend(within.filter(|dir| !base.as_os_str().is_empty() && dir.is_dir()));
    }
    dirs
}
