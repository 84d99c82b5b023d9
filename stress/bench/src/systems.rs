//! The systems that are compared: what sort each is, and how it is started.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use serde::Serialize;

use crate::common::Common;
use crate::process::Job;

/// What a system does with a graph; figures are compared within a sort.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Sort {
    /// This project.
    Hp5,
    /// Derives dependences from accesses while tasks are registered.
    Dynamic,
    /// Takes edges that the program states; a graph is built and can be run again.
    Prebuilt,
    /// Has no dependences; serves where none are needed.
    Free,
}

/// One system.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct System {
    /// For `--only`, JSON and executables.
    pub id: &'static str,
    /// For people.
    pub name: &'static str,
    /// What it does.
    pub sort: Sort,
    /// The executable's ending (`empty_gomp`); `None`: this program itself.
    peer: Option<&'static str>,
    /// A variable that tells variants apart.
    variant: Option<(&'static str, &'static str)>,
}

const fn peer(id: &'static str, name: &'static str, sort: Sort, peer: &'static str) -> System {
    System {
        id,
        name,
        sort,
        peer: Some(peer),
        variant: None,
    }
}

/// HP5 itself.
pub const HP5: System = System {
    id: "hp5",
    name: "HP5",
    sort: Sort::Hp5,
    peer: None,
    variant: None,
};

/// All systems, HP5 first.
pub const SYSTEMS: [System; 9] = [
    HP5,
    peer("gomp", "libgomp", Sort::Dynamic, "gomp"),
    peer("llvm", "LLVM OpenMP", Sort::Dynamic, "llvm"),
    System {
        variant: Some(("STARPU_SCHED", "lws")),
        ..peer("starpu_lws", "StarPU lws", Sort::Dynamic, "starpu")
    },
    System {
        variant: Some(("STARPU_SCHED", "eager")),
        ..peer("starpu_eager", "StarPU eager", Sort::Dynamic, "starpu")
    },
    peer("tbb", "oneTBB flow graph", Sort::Prebuilt, "tbb"),
    System {
        variant: Some(("TBB_FRONT", "task_group")),
        ..peer("tbb_group", "oneTBB task_group", Sort::Free, "tbb")
    },
    peer("taskflow", "Taskflow", Sort::Prebuilt, "taskflow"),
    System {
        id: "rayon",
        name: "rayon",
        sort: Sort::Free,
        peer: None,
        variant: None,
    },
];

/// Ids of all systems.
#[must_use]
pub fn ids() -> Vec<&'static str> {
    SYSTEMS.iter().map(|s| s.id).collect()
}

/// What to type when a peer is missing.
pub const NOT_BUILT: &str = "not built: run stress/bench/peers/install.sh";

impl System {
    /// Where its executable for `bench` is; an error says why there is none.
    ///
    /// # Errors
    /// The peer is not built.
    pub fn program(&self, bench: &str, common: &Common) -> Result<PathBuf, String> {
        let Some(peer) = self.peer else {
            return std::env::current_exe().map_err(|e| format!("this program is not found: {e}"));
        };
        let path = common.peers.join(format!("{bench}_{peer}"));
        if path.is_file() {
            Ok(path)
        } else if peer == "taskflow" {
            Err(
                "not built: in no registry; TASKFLOW_INCLUDE=dir stress/bench/peers/install.sh"
                    .into(),
            )
        } else {
            Err(NOT_BUILT.into())
        }
    }

    /// The process that runs `bench` with `arguments`: the peer's executable, or this
    /// program with the hidden subcommand `side BENCH SYSTEM`.
    ///
    /// # Errors
    /// As [`program`](Self::program).
    pub fn job(&self, bench: &str, arguments: &[String], common: &Common) -> Result<Job, String> {
        let program = self.program(bench, common)?;
        let mut all: Vec<OsString> = Vec::new();
        if self.peer.is_none() {
            all.extend(["side", bench, self.id].map(OsString::from));
        }
        all.extend(arguments.iter().map(OsString::from));
        Ok(Job {
            program,
            arguments: all,
            environment: self.environment(common.ppus),
            patience: Duration::from_secs(120),
        })
    }

    /// Same threads everywhere, one per core, each system's own words for it.
    fn environment(&self, ppus: usize) -> Vec<(&'static str, String)> {
        let threads = ppus.to_string();
        let mut list = vec![
            ("HP5_NUM_PPUS", threads.clone()),
            ("OMP_NUM_THREADS", threads.clone()),
            ("OMP_PROC_BIND", "true".to_owned()),
            ("OMP_PLACES", "cores".to_owned()),
            ("OMP_DYNAMIC", "false".to_owned()),
            ("STARPU_NCPU", threads.clone()),
            ("STARPU_SILENT", "1".to_owned()),
            ("STARPU_NCUDA", "0".to_owned()),
            ("STARPU_NOPENCL", "0".to_owned()),
            ("RAYON_NUM_THREADS", threads),
        ];
        list.extend(self.variant.map(|(name, value)| (name, value.to_owned())));
        list
    }
}

/// A rayon pool whose threads are bound one to a core, as the other systems' are.
///
/// # Errors
/// What rayon says when the system refuses threads.
pub fn rayon_pool(threads: usize) -> Result<rayon::ThreadPool, String> {
    let cores = core_affinity::get_core_ids().unwrap_or_default();
    rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .start_handler(move |n| {
            if let Some(&core) = cores.get(n % cores.len().max(1)) {
                core_affinity::set_for_current(core);
            }
        })
        .build()
        .map_err(|error| format!("rayon: {error}"))
}
