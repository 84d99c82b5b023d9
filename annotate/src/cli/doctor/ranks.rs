//! Ranks of an MPI program on one node: whether they were given the same processors.
//!
//! A launcher tells each rank its number in the environment. Where other ranks of the same
//! job run at this moment their masks are read and compared; where they do not, counting is
//! enough to know that some overlap: more processors were given out than there are.

use pcubes::discover::CpuSet;

use super::finding::{Finding, Level};
use super::probe::{Probe, many};
use super::processors::Processors;
use super::variables::Bind;

/// Who started the ranks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Launcher {
    /// `mpirun` of Open MPI.
    OpenMpi,
    /// `mpiexec` of MPICH (Hydra).
    Mpich,
    /// `mpirun` of Intel MPI.
    Intel,
    /// MVAPICH.
    Mvapich,
    /// `srun`.
    Slurm,
}

impl Launcher {
    /// How it is told to give each rank `cores` cores of its own.
    #[must_use]
    pub fn one_each(self, cores: usize) -> String {
        match self {
            Launcher::OpenMpi => format!("mpirun --map-by slot:PE={cores} --bind-to core PROGRAM"),
            Launcher::Mpich => format!("mpiexec -bind-to core:{cores} PROGRAM"),
            Launcher::Intel => format!("export I_MPI_PIN_DOMAIN={cores}:compact"),
            Launcher::Mvapich => {
                format!("export MV2_CPU_BINDING_POLICY=hybrid MV2_THREADS_PER_PROCESS={cores}")
            }
            Launcher::Slurm => format!("srun --cpus-per-task={cores} --cpu-bind=cores PROGRAM"),
        }
    }
}

/// This process among the ranks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ranks {
    /// Who started them.
    pub launcher: Launcher,
    /// Its number on this node.
    pub rank: usize,
    /// Ranks on this node.
    pub local: usize,
    /// Other ranks of this node that run now, with their masks.
    pub others: Vec<(usize, CpuSet)>,
}

/// Where launchers write the rank on the node, and the number of ranks there.
const LOCAL: [(Launcher, &str, &str); 4] = [
    (
        Launcher::OpenMpi,
        "OMPI_COMM_WORLD_LOCAL_RANK",
        "OMPI_COMM_WORLD_LOCAL_SIZE",
    ),
    (Launcher::Mpich, "MPI_LOCALRANKID", "MPI_LOCALNRANKS"),
    (
        Launcher::Mvapich,
        "MV2_COMM_WORLD_LOCAL_RANK",
        "MV2_COMM_WORLD_LOCAL_SIZE",
    ),
    // Within a step that srun started; in a batch script the variables stand there as well,
    // for one process.
    (
        Launcher::Slurm,
        "SLURM_LOCALID",
        "SLURM_STEP_TASKS_PER_NODE",
    ),
];

/// Variables that are the same in all ranks of a job, and differ between jobs.
const JOB: [&str; 4] = [
    "PMIX_NAMESPACE",
    "OMPI_MCA_ess_base_jobid",
    "SLURM_JOB_ID",
    "SLURM_STEP_ID",
];

impl Ranks {
    /// What the launcher tells; `None` without one, or with a single rank on this node.
    #[must_use]
    pub fn find(probe: &Probe) -> Option<Ranks> {
        let get = |name: &str| probe.var(name).map(str::to_owned);
        let (launcher, rank, local) = of(&get, node_of(probe))?;
        let launcher = if launcher == Launcher::Mpich && probe.var("I_MPI_MPIRUN").is_some() {
            Launcher::Intel
        } else {
            launcher
        };
        (local > 1).then(|| Ranks {
            launcher,
            rank,
            local,
            others: others(probe, rank),
        })
    }
}

/// The number of this node in the job; launchers that count ranks per node need it.
fn node_of(probe: &Probe) -> usize {
    probe.var_number("SLURM_NODEID").unwrap_or(0)
}

/// Launcher, rank and ranks on this node by the environment `get`.
fn of(get: &dyn Fn(&str) -> Option<String>, node: usize) -> Option<(Launcher, usize, usize)> {
    LOCAL.iter().find_map(|&(launcher, rank, size)| {
        let (rank, size) = (get(rank)?.parse().ok()?, get(size)?);
        let size = match launcher {
            Launcher::Slurm => tasks_of_node(&size, node)?,
            _ => size.parse().ok()?,
        };
        Some((launcher, rank, size))
    })
}

/// Slurm's `4(x2),3`: four tasks on each of the first two nodes, three on the third.
fn tasks_of_node(text: &str, node: usize) -> Option<usize> {
    let mut before = 0usize;
    for part in text.split(',') {
        let (tasks, times) = match part.split_once("(x") {
            Some((tasks, times)) => (tasks, times.strip_suffix(')')?.parse().ok()?),
            None => (part, 1usize),
        };
        before = before.checked_add(times)?;
        if node < before {
            return tasks.trim().parse().ok();
        }
    }
    None
}

/// Masks of the other ranks of this job that run on this node now.
fn others(probe: &Probe, own: usize) -> Vec<(usize, CpuSet)> {
    let node = node_of(probe);
    let parent = probe.field("/proc/self/status", "PPid:");
    let mut found = Vec::new();
    for name in probe.names("/proc") {
        if !name.bytes().all(|b| b.is_ascii_digit()) {
            continue;
        }
        // Of other users, or gone by now: not to be read.
        let Some(environ) = probe.read(format!("/proc/{name}/environ")) else {
            continue;
        };
        let get = |variable: &str| {
            let mut set = environ.split('\0').filter_map(|line| line.split_once('='));
            let value = set.find(|(name, _)| *name == variable);
            value.map(|(_, value)| value.to_owned())
        };
        let Some((_, rank, _)) = of(&get, node).filter(|(_, rank, _)| *rank != own) else {
            continue;
        };
        let status = format!("/proc/{name}/status");
        let same_job = JOB.iter().all(|job| get(job).as_deref() == probe.var(job));
        let known_job = JOB.iter().any(|job| probe.var(job).is_some());
        if !same_job || !known_job && probe.field(&status, "PPid:") != parent {
            continue;
        }
        let mask = probe.field(&status, "Cpus_allowed_list:");
        if let Some(mask) = mask.and_then(|list| CpuSet::parse(&list)) {
            found.push((rank, mask));
        }
    }
    // A rank may be a shell and its program: the program was started last.
    found.reverse();
    found.sort_by_key(|(rank, _)| *rank);
    found.dedup_by_key(|(rank, _)| *rank);
    found
}

/// What is to be said of the ranks.
#[must_use]
pub fn findings(ranks: Option<&Ranks>, found: &Processors) -> Vec<Finding> {
    let topic = "ranks";
    let Some(ranks) = ranks else {
        return vec![Finding::ok(
            topic,
            "one process on this node, as far as the environment tells",
        )];
    };
    let (n, online) = (ranks.local, found.online.len());
    let own = format!("rank {} of {n} on this node", ranks.rank);
    let overlapping: Vec<usize> = ranks
        .others
        .iter()
        .filter(|(_, mask)| !mask.and(&found.mask).is_empty())
        .map(|(rank, _)| *rank)
        .collect();
    let certain = found.mask.len() >= online || !overlapping.is_empty();
    let crowded = n.saturating_mul(found.mask.len()) > online;
    if !certain && !crowded {
        return vec![Finding::ok(
            topic,
            format!("{own}, with the processors {}", found.mask),
        )];
    }
    let what = if !overlapping.is_empty() {
        let list: Vec<String> = overlapping.iter().map(usize::to_string).collect();
        format!(
            "{own}: its processors {} are those of rank {} too",
            found.mask,
            list.join(", ")
        )
    } else if certain {
        format!("{own}: it may use all {online} processors, so it shares them with all other ranks")
    } else {
        format!(
            "{own}: {} for each rank would be more than the {online} that there are, so some share",
            many(found.mask.len(), "processor")
        )
    };
    let cure = ranks.launcher.one_each(found.share(n));
    let threads = n.saturating_mul(found.ppus());
    if found.bind == Bind::None {
        if threads <= online {
            let what =
                format!("{own}, not bound: {threads} PPUs of all ranks on {online} processors");
            return vec![Finding::ok(topic, what)];
        }
        let so = format!("{threads} PPUs of {n} ranks take turns on {online} processors");
        return vec![Finding::new(Level::Warning, topic, what).so(so).cure(cure)];
    }
    let so = "PPUs of several ranks are bound to the same processors while others may be idle: \
              as many times slower as ranks share";
    // Only counted, not seen: another rank may be the one that shares.
    let level = if certain {
        Level::Error
    } else {
        Level::Warning
    };
    vec![Finding::new(level, topic, what).so(so).cure(cure)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tasks_of_a_node_read_as_slurm_writes_them() {
        for (node, tasks) in [(0, Some(4)), (1, Some(4)), (2, Some(3)), (3, None)] {
            assert_eq!(tasks_of_node("4(x2),3", node), tasks);
        }
        for text in ["", "a", "4(x", "4(xq)"] {
            assert_eq!(tasks_of_node(text, 0), None, "{text}");
        }
    }
}
