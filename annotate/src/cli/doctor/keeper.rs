//! Who limits this process, and how they are told to grant it more.
//!
//! What a control group allows is not for the program to change: its keeper has to. Who that
//! is shows in the environment and in files that containers have; where nothing shows, all
//! usual ones are named.

use pcubes::discover::CpuSet;

use super::probe::Probe;

/// Who set the limits of the control group.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Keeper {
    /// A batch job of Slurm.
    Slurm,
    /// A pod of Kubernetes.
    Kubernetes,
    /// A container of Docker.
    Docker,
    /// A container of Podman.
    Podman,
    /// Nothing tells.
    Unknown,
}

impl Keeper {
    /// Looks for signs.
    #[must_use]
    pub fn find(probe: &Probe) -> Keeper {
        if probe.var("SLURM_JOB_ID").is_some() {
            Keeper::Slurm
        } else if probe.var("KUBERNETES_SERVICE_HOST").is_some() {
            Keeper::Kubernetes
        } else if probe.path("/.dockerenv").exists() {
            Keeper::Docker
        } else if probe.path("/run/.containerenv").exists() {
            Keeper::Podman
        } else {
            Keeper::Unknown
        }
    }

    /// The time of `n` processors.
    #[must_use]
    pub fn time(self, n: usize) -> String {
        let pod = format!("resources.limits.cpu: \"{n}\"");
        // Slurm hands out processors, no time: where it is limited, systemd or an
        // administrator has done it.
        let unit = format!("CPUQuota={}%", n.saturating_mul(100));
        self.told(None, &pod, &format!("--cpus={n}"), &unit)
    }

    /// The processors of `set`.
    #[must_use]
    pub fn processors(self, set: &CpuSet) -> String {
        let n = set.len();
        let job = format!("sbatch --cpus-per-task={n} .., or --exclusive");
        let pod = format!("resources.requests.cpu and resources.limits.cpu: \"{n}\"");
        let container = format!("--cpuset-cpus={set}");
        self.told(Some(&job), &pod, &container, &format!("AllowedCPUs={set}"))
    }

    /// The memories of the nodes of `set`.
    #[must_use]
    pub fn nodes(self, set: &CpuSet) -> String {
        let unit = format!("AllowedMemoryNodes={set}");
        // A pod cannot ask for nodes; the manager of its node gives what it needs.
        let pod = "memoryManagerPolicy: None for the kubelet";
        let container = format!("--cpuset-mems={set}");
        self.told(Some("sbatch --exclusive .."), pod, &container, &unit)
    }

    /// More memory. How much is for the program to say.
    #[must_use]
    pub fn memory(self) -> String {
        let told = self.told(
            Some("sbatch --mem=SIZE .."),
            "resources.limits.memory: SIZE",
            "--memory=SIZE",
            "MemoryMax=SIZE",
        );
        let size = "more than the maximum resident set size that /usr/bin/time -v PROGRAM tells";
        format!("{told}  # SIZE: {size}")
    }

    /// What to tell whom: Slurm about a job, where it has a word for it, a pod in its
    /// specification, a container by an option, a unit of systemd by a property.
    fn told(self, job: Option<&str>, pod: &str, option: &str, property: &str) -> String {
        let pod = format!("{pod} in Kubernetes");
        let unit = format!("sudo systemctl set-property UNIT {property}");
        match self {
            Keeper::Slurm => job.map_or(unit, str::to_owned),
            Keeper::Kubernetes => pod,
            Keeper::Docker => format!("docker run {option} .."),
            Keeper::Podman => format!("podman run {option} .."),
            Keeper::Unknown => format!("docker run {option} .., or {pod}, or {unit}"),
        }
    }
}
