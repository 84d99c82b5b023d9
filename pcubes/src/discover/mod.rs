//! Discovery: the machine that this process may use.
//!
//! [`discover`] asks hwloc when the feature `hwloc` is on and the kernel's topology files
//! ([`discover_sysfs`]) otherwise. Both collect the same thing, sets of processors with
//! what they share, and `assemble` nests the sets into a tree. Processors outside the
//! affinity mask of the process (which the kernel keeps within its control group's cpuset)
//! are not seen at all, so a confined process gets a smaller machine, not a wrong one.
//!
//! What the kernel does not tell (latencies, transactions) stays unknown; what is inferred
//! (lanes from the instruction set) is marked as assumed.

mod assemble;
pub(crate) mod cpuset;
#[cfg(feature = "hwloc")]
mod hwloc;
mod limits;
mod synthetic;
mod sysfs;
mod traits;

use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::machine::Machine;
use crate::space::{Role, Space};

pub use cpuset::CpuSet;
pub use limits::{allowed, control_groups};
pub use synthetic::SyntheticError;

/// Why the machine could not be found out.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum DiscoverError {
    /// The files name no processor that this process may use.
    #[error(
        "no usable processor is named under {}: expected sys/devices/system/cpu and \
         proc/self/status as Linux has them",
        .0.display()
    )]
    NoProcessors(PathBuf),
    /// hwloc is built in but failed.
    #[error("hwloc could not read the topology: {0}")]
    Hwloc(String),
}

/// The machine that this process may use, never smaller than one PPU: from hwloc (feature
/// `hwloc`), else from the kernel's files, else (not Linux, or no `/sys`) a flat machine of
/// as many cores as the standard library counts.
#[must_use]
pub fn discover() -> Machine {
    #[cfg(feature = "hwloc")]
    if let Ok(machine) = discover_hwloc() {
        return machine;
    }
    discover_sysfs(Path::new("/")).unwrap_or_else(|_| flat())
}

/// The machine by the kernel's topology files below `root` (`/`, or a copy of another
/// machine's `/sys` and `/proc` in tests). Files that are missing make the tree simpler:
/// without any topology, each processor is a core of its own.
///
/// # Errors
/// [`DiscoverError::NoProcessors`].
pub fn discover_sysfs(root: &Path) -> Result<Machine, DiscoverError> {
    let found = sysfs::find(root).ok_or_else(|| DiscoverError::NoProcessors(root.to_owned()))?;
    Ok(finish(found, root))
}

/// The machine by hwloc.
///
/// # Errors
/// [`DiscoverError::Hwloc`], [`DiscoverError::NoProcessors`].
#[cfg(feature = "hwloc")]
pub fn discover_hwloc() -> Result<Machine, DiscoverError> {
    let root = Path::new("/");
    let found = hwloc::find()?.ok_or_else(|| DiscoverError::NoProcessors(root.to_owned()))?;
    Ok(finish(found, root))
}

/// A machine that hwloc makes up from one of its synthetic topologies, such as
/// `"package:2 l3:4 core:8 pu:1"`: what [`Machine::synthetic`] reads, and more. Its
/// processors do not exist.
///
/// # Errors
/// [`DiscoverError::Hwloc`].
#[cfg(feature = "hwloc")]
pub fn synthetic_by_hwloc(levels: &str) -> Result<Machine, DiscoverError> {
    let found = hwloc::find_synthetic(levels)?;
    Ok(assemble::assemble(found, &traits::Traits::default()))
}

/// Assembles the tree and adds what both ways of discovery read from the same files.
fn finish(found: assemble::Found, root: &Path) -> Machine {
    let processor = traits::first_processor(root);
    let mut machine = assemble::assemble(found, &traits::Traits::read(root, &processor));
    machine.about = traits::model(&processor);
    machine.cpu_quota = limits::cpu_quota(root);
    machine
}

fn flat() -> Machine {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let root = Space {
        role: Role::Machine,
        ..Space::new("machine", 1)
    };
    Machine::new("this machine", root.with(Space::new("core", cores)))
}

/// A small file's text without its last newline; `None` when it is not there or no text.
fn read(path: impl AsRef<Path>) -> Option<String> {
    std::fs::read_to_string(path)
        .ok()
        .map(|text| text.trim_end().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn this_machine_has_a_ppu_for_every_processor_of_the_mask() {
        let machine = discover();
        assert!(!machine.ppus().is_empty());
        if cfg!(target_os = "linux") {
            let status = read("/proc/self/status").expect("Linux has /proc/self/status");
            let list = status
                .lines()
                .find_map(|l| l.strip_prefix("Cpus_allowed_list:"))
                .expect("a mask");
            let allowed = cpuset::CpuSet::parse(list).expect("a list");
            let seen: cpuset::CpuSet = machine.cpus().iter().copied().collect();
            assert!(allowed.contains_all(&seen), "{seen} is more than {allowed}");
            assert_eq!(machine.cpus().len(), machine.ppus().len());
        }
    }

    #[test]
    fn the_flat_machine_has_cores() {
        assert!(flat().ppus().iter().all(|p| p.thread == 0));
    }
}
