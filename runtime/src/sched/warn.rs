//! The warning that PPUs share cores: once per process, on stderr, unless `HP5_QUIET=1`.
//!
//! PPUs that share a core, or that are more than the processors there are, make a program
//! slower than its number of PPUs promises, and nothing else in the program shows it. The
//! usual causes are ranks that were all given the whole node, a control group's quota, and a
//! number copied from another machine. `hp5 doctor` says more of each.
//!
//! ```text
//! cpus of the PPUs, machine, ranks -> crowded() -> text -> once() -> stderr
//! ```
//!
//! [`warn`] is the whole way.

use pcubes::{Crowd, Machine};

use crate::base::config::Bind;
use crate::sync::OnceLock;

/// Groups of PPUs that a message names; the rest is counted.
const NAMED: usize = 3;

/// Variables in which launchers say how many ranks are on this node: Open MPI, MPICH and
/// Intel MPI, MVAPICH.
const LOCAL_SIZES: [&str; 3] = [
    "OMPI_COMM_WORLD_LOCAL_SIZE",
    "MPI_LOCALNRANKS",
    "MV2_COMM_WORLD_LOCAL_SIZE",
];

/// Ranks on this node, this process among them, as the launcher says; else 1.
fn local_ranks(get: impl Fn(&str) -> Option<String>) -> usize {
    let ranks = LOCAL_SIZES.iter().find_map(|name| get(name)?.parse().ok());
    ranks.filter(|&n| n > 0).unwrap_or(1)
}

/// Processors that are online on this node, whether or not this process may use them.
fn online() -> Option<usize> {
    let text = std::fs::read_to_string("/sys/devices/system/cpu/online").ok()?;
    count(&text)
}

/// Processors in a list such as `0-3,8`.
fn count(list: &str) -> Option<usize> {
    let runs = list.trim().split(',').map(|run| {
        let (first, last) = run.split_once('-').unwrap_or((run, run));
        let (first, last): (usize, usize) = (first.parse().ok()?, last.parse().ok()?);
        (last - first.min(last)).checked_add(1)
    });
    runs.sum()
}

/// What is to be said of PPUs bound to the processors `cpus` of the machine `here`, which is
/// what this process may use of a node with `online` processors and `ranks` ranks; nothing
/// when each has a core to itself.
fn crowded(
    here: &Machine,
    cpus: &[Option<usize>],
    bind: Bind,
    ranks: usize,
    online: Option<usize>,
) -> Option<String> {
    let bound = bind != Bind::None;
    let cpus: Vec<Option<u32>> = cpus
        .iter()
        .map(|cpu| {
            cpu.filter(|_| bound)
                .and_then(|cpu| u32::try_from(cpu).ok())
        })
        .collect();
    let crowd = here.crowd(&cpus);
    let quota = here.cpu_quota.map_or(usize::MAX, |quota| quota as usize);
    let (what, cure) = if crowd.workers > crowd.processors {
        more_than_processors(&crowd, quota)
    } else if crowd.workers > quota {
        let what = format!(
            "{} PPUs, but the control group pays for {}: all of them are stopped for a part of each period",
            crowd.workers,
            processors(quota)
        );
        (what, format!("set HP5_NUM_PPUS={quota}"))
    } else if ranks > 1 && bound && online.is_some_and(|all| here.ppus().len() >= all) {
        let what = format!(
            "{ranks} ranks on this node have the same processors, and each binds its PPUs to the first of them"
        );
        let each = (here.crowd(&cpus).cores / ranks).max(1);
        let cure = format!(
            "let the launcher bind (mpirun --map-by slot:PE={each} --bind-to core), or set HP5_NUM_PPUS={each} HP5_BIND=none"
        );
        (what, cure)
    } else if !crowd.on_processor.is_empty() {
        // A machine description that names a processor twice.
        let groups = crowd
            .on_processor
            .iter()
            .map(|(cpu, ppus)| format!("{} processor {cpu}", share(ppus)));
        let cure = "name each processor once in HP5_MACHINE, or set HP5_BIND=none";
        (list(groups.collect()), cure.to_owned())
    } else if !crowd.on_core.is_empty() && bind != Bind::Thread {
        let groups = crowd
            .on_core
            .iter()
            .map(|(_, ppus)| format!("{} a core", share(ppus)));
        let what = format!(
            "{}: each has about half of it to compute with",
            list(groups.collect())
        );
        let cure = format!(
            "set HP5_NUM_PPUS={} for one per core, or HP5_BIND=thread if it is meant",
            crowd.cores
        );
        (what, cure)
    } else {
        return None;
    };
    Some(format!(
        "hp5: {what}; {cure} (`hp5 doctor` says more, HP5_QUIET=1 says nothing)"
    ))
}

fn more_than_processors(crowd: &Crowd, quota: usize) -> (String, String) {
    let what = format!(
        "{} PPUs on {}: they take turns, which is slower than fewer",
        crowd.workers,
        processors(crowd.processors)
    );
    let cure = format!("set HP5_NUM_PPUS={} or less", crowd.cores.min(quota));
    (what, cure)
}

fn processors(n: usize) -> String {
    format!("{n} processor{}", if n == 1 { "" } else { "s" })
}

fn share(ppus: &[usize]) -> String {
    let (last, first) = ppus.split_last().map_or((0, ppus), |(&l, f)| (l, f));
    let first: Vec<String> = first.iter().map(usize::to_string).collect();
    format!("PPUs {} and {last} share", first.join(", "))
}

fn list(mut groups: Vec<String>) -> String {
    let more = groups.len().saturating_sub(NAMED);
    groups.truncate(NAMED);
    let text = groups.join(", ");
    match more {
        0 => text,
        _ => format!("{text}, and {more} more such groups"),
    }
}

/// Warns of PPUs bound to `cpus` that share what they should not: the line that starts a pool.
pub(crate) fn warn(here: &Machine, cpus: &[Option<usize>], bind: Bind) {
    let ranks = local_ranks(|name| std::env::var(name).ok());
    once(crowded(here, cpus, bind, ranks, online()));
}

/// Says `text`, the first time in this process that there is something to say.
fn once(text: Option<String>) {
    static SAID: OnceLock<()> = OnceLock::new();
    // A value that is neither was refused before.
    let quiet = crate::base::environment::flag("HP5_QUIET").unwrap_or(false);
    if let Some(text) = text.filter(|_| !quiet) {
        SAID.get_or_init(|| eprintln!("{text}"));
    }
}

#[cfg(all(test, not(any(hp5_loom, hp5_shuttle))))]
mod tests {
    use std::process::Command;

    use super::*;
    use crate::Runtime;
    use crate::rt::Region;
    use crate::sched::place::pretended;

    /// Four cores of two hardware threads each; core c has the processors c and c + 4.
    fn machine() -> Machine {
        let machine = Machine::synthetic("core:4 pu:2").unwrap();
        machine.with_cpus(vec![0, 4, 1, 5, 2, 6, 3, 7])
    }

    fn cpus(cpus: &[usize]) -> Vec<Option<usize>> {
        cpus.iter().copied().map(Some).collect()
    }

    fn alone(list: &[usize], bind: Bind) -> Option<String> {
        crowded(&machine(), &cpus(list), bind, 1, Some(8))
    }

    #[test]
    fn a_core_each_is_not_worth_a_word() {
        assert_eq!(alone(&[0, 1, 2, 3], Bind::Core), None);
        assert_eq!(alone(&[5], Bind::Core), None);
    }

    #[test]
    fn shared_cores_are_named_unless_they_are_meant() {
        let text = alone(&[0, 4, 1, 5, 2], Bind::Core).unwrap();
        let expected = "hp5: PPUs 0 and 1 share a core, PPUs 2 and 3 share a core: each has \
                        about half of it to compute with; set HP5_NUM_PPUS=4 for one per core, \
                        or HP5_BIND=thread if it is meant";
        assert!(text.starts_with(expected), "{text}");
        assert_eq!(alone(&[0, 4, 1, 5, 2], Bind::Thread), None);
        assert_eq!(alone(&[0, 4, 1, 5, 2], Bind::None), None);
        let all = alone(&[0, 4, 1, 5, 2, 6, 3, 7], Bind::Core).unwrap();
        assert!(
            all.contains("PPUs 4 and 5 share a core, and 1 more such groups"),
            "{all}"
        );
    }

    #[test]
    fn more_ppus_than_processors_are_told_however_they_are_bound() {
        let nine = [0, 0, 4, 1, 5, 2, 6, 3, 7];
        for bind in [Bind::Core, Bind::Thread, Bind::None] {
            let text = alone(&nine, bind).unwrap();
            assert!(text.starts_with("hp5: 9 PPUs on 8 processors: "), "{text}");
            assert!(text.contains("HP5_NUM_PPUS=4 or less"), "{text}");
        }
        let text = alone(&[0, 0], Bind::Thread).unwrap();
        assert!(
            text.starts_with("hp5: PPUs 0 and 1 share processor 0; name"),
            "{text}"
        );
    }

    #[test]
    fn a_quota_is_held_against_the_ppus() {
        let mut paid = machine();
        paid.cpu_quota = Some(2);
        let text = crowded(&paid, &cpus(&[0, 1, 2]), Bind::Core, 1, Some(8)).unwrap();
        assert!(text.contains("pays for 2 processors"), "{text}");
        assert!(text.contains("HP5_NUM_PPUS=2"), "{text}");
        assert_eq!(crowded(&paid, &cpus(&[0, 1]), Bind::Core, 1, Some(8)), None);
    }

    #[test]
    fn ranks_with_the_whole_node_bind_to_the_same_processors() {
        let ranks = |bind, online| crowded(&machine(), &cpus(&[0, 1]), bind, 2, Some(online));
        let text = ranks(Bind::Core, 8).unwrap();
        assert!(text.starts_with("hp5: 2 ranks on this node"), "{text}");
        assert!(
            text.contains("PE=2") && text.contains("HP5_NUM_PPUS=2"),
            "{text}"
        );
        assert_eq!(ranks(Bind::None, 8), None, "the system spreads them");
        assert_eq!(
            ranks(Bind::Core, 16),
            None,
            "the launcher has given each its part"
        );
    }

    /// What the next test runs in processes of its own: runtimes on a machine with shared cores,
    /// one after the other, two of them with another number of PPUs.
    #[test]
    fn share() {
        let bind = match std::env::var("SHARE").as_deref() {
            Ok("core") => Bind::Core,
            Ok("thread") => Bind::Thread,
            _ => return,
        };
        for ppus in [4, 5, 5, 8] {
            pretended::MACHINE.set(Some(machine()));
            let runtime = Runtime::builder().ppus(ppus).bind(bind).build().unwrap();
            eprintln!("{ppus} PPUs");
            runtime.install(|| Region::begin(crate::rt::site!("r", file!(), line!())).end());
        }
    }

    /// The first that shares warns, no other does, whether or not it has as many PPUs.
    #[test]
    fn shared_cores_are_told_once_per_process() {
        let said = |bind: &str, quiet: &str| {
            let mut command = Command::new(std::env::current_exe().unwrap());
            command.args(["--exact", "sched::warn::tests::share", "--nocapture"]);
            for name in LOCAL_SIZES.iter().chain(&["HP5_MACHINE"]) {
                command.env_remove(name);
            }
            let run = command.env("SHARE", bind).env("HP5_QUIET", quiet).output();
            let run = run.unwrap();
            let said = String::from_utf8_lossy(&run.stderr).into_owned();
            assert!(run.status.success(), "{said}");
            let ours = |line: &&str| line.starts_with("hp5:") || line.ends_with(" PPUs");
            said.lines().filter(ours).map(str::to_owned).collect()
        };
        let loud: Vec<String> = said("core", "");
        let [four, warning, rest @ ..] = loud.as_slice() else {
            panic!("{loud:#?}");
        };
        assert_eq!(four, "4 PPUs", "a core each");
        assert!(
            warning.starts_with("hp5: PPUs 0 and 1 share a core: each has about half of it"),
            "{warning}"
        );
        assert_eq!(rest, ["5 PPUs", "5 PPUs", "8 PPUs"]);
        let nothing = ["4 PPUs", "5 PPUs", "5 PPUs", "8 PPUs"];
        assert_eq!(said("core", "1"), nothing);
        assert_eq!(said("thread", ""), nothing, "it is meant");
    }

    #[test]
    fn launchers_say_how_many_ranks_there_are() {
        let of = |name: &'static str, value: &'static str| {
            local_ranks(move |n| (n == name).then(|| value.to_owned()))
        };
        assert_eq!(of("OMPI_COMM_WORLD_LOCAL_SIZE", "4"), 4);
        assert_eq!(of("MPI_LOCALNRANKS", "3"), 3);
        for (name, value) in [
            ("MPI_LOCALNRANKS", "x"),
            ("MPI_LOCALNRANKS", "0"),
            ("HOME", "7"),
        ] {
            assert_eq!(of(name, value), 1);
        }
    }

    #[test]
    fn lists_of_processors_are_counted() {
        assert_eq!(count("0-3,8,10-11\n"), Some(7));
        assert_eq!(count("5"), Some(1));
        for text in ["", "a", "1-", "-"] {
            assert_eq!(count(text), None, "{text}");
        }
        if cfg!(target_os = "linux") {
            assert!(online().is_some_and(|n| n > 0));
        }
    }
}
