//! The doctor on machines that are made here, file by file.

mod confined;
mod every;
mod fixture;

use std::fs;

use super::finding::Level;
use super::probe::Probe;
use super::status;
use fixture::Machine;

use Level::{Error, Note, Warning};

#[test]
fn nothing_is_wrong_with_a_good_machine() {
    let machine = Machine::new("good");
    let examined = machine.examine(None);
    assert_eq!(machine.found(), []);
    assert_eq!(
        (status(&examined.findings), examined.ppus, examined.rank),
        (0, 4, None)
    );
    assert!(examined.text(false, false).ends_with("\nall is well\n"));
    assert_eq!(examined.text(true, false), "");
}

#[test]
fn an_empty_root_is_no_reason_to_fail() {
    let machine = Machine::new("empty");
    fs::remove_dir_all(&machine.root).unwrap();
    fs::create_dir_all(&machine.root).unwrap();
    let examined = machine.examine(None);
    assert_eq!(examined.ppus, 1);
    assert!(status(&examined.findings) < 2, "{:#?}", examined.findings);
}

#[test]
fn a_mask_is_told_and_a_mask_of_one_is_warned_of() {
    let machine = Machine::new("mask");
    machine.mask("0-1,4-5");
    machine.expect(
        Note,
        "processors: 4 of the 8",
        "mask",
        "taskset -c 0-7 PROGRAM",
    );
    assert_eq!(machine.examine(None).ppus, 2);
    machine.mask("3");
    machine.expect(
        Warning,
        "processors: 1 of the 8",
        "one processor",
        "taskset -c 0-7",
    );
}

#[test]
fn quotas_of_both_versions_are_read_with_their_fraction() {
    let machine = Machine::new("quota");
    machine.file("sys/fs/cgroup/job/cpu.max", "250000 100000");
    machine.file(
        "sys/fs/cgroup/job/cpu.stat",
        "usage_usec 5\nnr_periods 90\nnr_throttled 12",
    );
    machine.expect(
        Note,
        "quota: the control group grants the time of 2.5 processors",
        "2 PPUs at most instead of 4; the group was stopped in 12 of 90",
        "docker run --cpus=4 .., or resources.limits.cpu: \"4\" in Kubernetes, or sudo systemctl set-property UNIT CPUQuota=400%",
    );
    assert_eq!(machine.examine(None).ppus, 2);
    machine.file("sys/fs/cgroup/job/cpu.max", "50000 100000");
    machine.expect(
        Warning,
        "time of 0.5 processors",
        "stopped until the next",
        "--cpus=1",
    );
    let machine = machine.with(&[("HP5_NUM_PPUS", "4")]);
    machine.file("sys/fs/cgroup/job/cpu.max", "200000 100000");
    machine.expect(
        Warning,
        "time of 2 processors",
        "4 PPUs use it up",
        "export HP5_NUM_PPUS=2",
    );
    // The first version, in a group above.
    fs::remove_dir_all(machine.root.join("sys/fs/cgroup")).unwrap();
    machine.file("proc/self/cgroup", "4:cpu,cpuacct:/a/b");
    machine.file("sys/fs/cgroup/cpu,cpuacct/a/cpu.cfs_quota_us", "300000");
    machine.file("sys/fs/cgroup/cpu,cpuacct/a/cpu.cfs_period_us", "100000");
    machine.file("sys/fs/cgroup/cpu,cpuacct/a/b/cpu.cfs_quota_us", "-1");
    machine.file("sys/fs/cgroup/cpu,cpuacct/a/b/cpu.cfs_period_us", "100000");
    machine.expect(Warning, "time of 3 processors", "4 PPUs", "HP5_NUM_PPUS=3");
}

#[test]
fn ppus_are_held_against_cores_and_processors() {
    let machine = |n, bind| Machine::new("ppus").with(&[("HP5_NUM_PPUS", n), ("HP5_BIND", bind)]);
    machine("5", "core").expect(
        Warning,
        "ppus: 5 PPUs on 4 cores, 8 processors; the PPUs 0, 1 share a core (processors 0, 4)",
        "halve",
        "export HP5_NUM_PPUS=4",
    );
    machine("8", "thread").expect(
        Note,
        ", as do 3 other sets",
        "halve",
        "export HP5_NUM_PPUS=4 HP5_BIND=core",
    );
    assert_eq!(machine("8", "none").found(), []);
    machine("16", "core").expect(
        Warning,
        "processor 0 has the PPUs 0, 1",
        "take turns",
        "export HP5_NUM_PPUS=4",
    );
    machine("9", "none").expect(
        Warning,
        "9 PPUs on 4 cores, 8 processors",
        "turns",
        "PPUS=4",
    );
    machine("3", "core").expect(
        Note,
        "3 PPUs on 4 cores",
        "1 core without",
        "unset HP5_NUM_PPUS",
    );
}

const OPEN_MPI: [(&str, &str); 3] = [
    ("OMPI_COMM_WORLD_LOCAL_RANK", "1"),
    ("OMPI_COMM_WORLD_LOCAL_SIZE", "2"),
    ("PMIX_NAMESPACE", "job1"),
];

#[test]
fn ranks_with_all_processors_overlap() {
    let machine = Machine::new("ranks").with(&OPEN_MPI);
    machine.expect(
        Error,
        "ranks: rank 1 of 2 on this node: it may use all 8 processors",
        "bound to the same processors",
        "mpirun --map-by slot:PE=2 --bind-to core",
    );
    let examined = machine.examine(None);
    assert_eq!(
        (status(&examined.findings), examined.rank),
        (2, Some((1, 2)))
    );
    assert!(
        examined
            .text(true, false)
            .starts_with("rank 1 of 2 on this node:\nerror ")
    );
    // Not bound, 8 PPUs of both on 8 processors: the system spreads them.
    let machine = machine.with(&[("HP5_BIND", "none")]);
    assert_eq!(machine.found(), []);
    let machine = machine.with(&[("OMPI_COMM_WORLD_LOCAL_SIZE", "4")]);
    machine.expect(
        Warning,
        "rank 1 of 4",
        "16 PPUs of 4 ranks take turns on 8",
        "PE=1",
    );
}

#[test]
fn ranks_with_a_part_each_are_well_unless_the_parts_meet() {
    let machine = Machine::new("parts").with(&OPEN_MPI);
    machine.mask("0-1,4-5");
    let quiet = || assert_eq!(machine.found(), []);
    quiet();
    // The other rank, seen; of this job, and with other processors.
    let other = |pid: u32, rank: u32, job: &str, mask: &str| {
        let environ = format!(
            "A=b\0OMPI_COMM_WORLD_LOCAL_RANK={rank}\0OMPI_COMM_WORLD_LOCAL_SIZE=2\0PMIX_NAMESPACE={job}\0"
        );
        machine.file(&format!("proc/{pid}/environ"), &environ);
        let status = format!("Name:\ty\nPPid:\t7\nCpus_allowed_list:\t{mask}");
        machine.file(&format!("proc/{pid}/status"), &status);
    };
    other(500, 0, "job1", "2-3,6-7");
    other(501, 0, "job2", "0-7");
    other(502, 1, "job1", "0-7");
    quiet();
    other(503, 0, "job1", "1-3");
    let found = machine.found();
    let overlap = found.iter().find(|f| f.topic() == "ranks").unwrap();
    assert_eq!(overlap.level(), Error);
    assert!(
        overlap.what().contains("are those of rank 0 too"),
        "{overlap:?}"
    );
    // A launcher that binds each rank to one core.
    machine.mask("2");
    fs::remove_dir_all(machine.root.join("proc/503")).unwrap();
    fs::remove_dir_all(machine.root.join("proc/500")).unwrap();
    let cure = "mpirun --map-by slot:PE=2 --bind-to core";
    machine.expect(Warning, "processors: 1 of the 8", "one processor", cure);
    // Too many processors for so many ranks: some overlap, whichever.
    let crowd = Machine::new("crowd").with(&[
        ("SLURM_LOCALID", "0"),
        ("SLURM_STEP_TASKS_PER_NODE", "1,4(x3)"),
        ("SLURM_NODEID", "2"),
    ]);
    crowd.mask("0-3");
    let found = crowd.found();
    let crowded = found.iter().find(|f| f.topic() == "ranks").unwrap();
    assert_eq!(crowded.level(), Warning);
    assert!(crowded.what().contains("rank 0 of 4") && crowded.what().contains("some share"));
    assert_eq!(
        crowded.cure(),
        Some("srun --cpus-per-task=1 --cpu-bind=cores PROGRAM")
    );
}

#[test]
fn variables_of_thread_pools_are_told() {
    let with = |name, value| Machine::new("pools").with(&[(name, value)]);
    with("OMP_NUM_THREADS", "4,2").expect(Note, "OMP_NUM_THREADS=4", "4 threads besides", "=1");
    with("RAYON_NUM_THREADS", "8").expect(Note, "RAYON", "calls rayon", "RAYON_NUM_THREADS=1");
    with("MKL_NUM_THREADS", "3").expect(Note, "MKL", "calls MKL", "export MKL_NUM_THREADS=1");
    assert_eq!(with("OPENBLAS_NUM_THREADS", "1").found(), []);
    with("OMP_PROC_BIND", "close").expect(Note, "OMP_PROC_BIND", "instead of all", "unset OMP");
    assert_eq!(with("OMP_PROC_BIND", "FALSE").found(), []);
    with("GOMP_SPINCOUNT", "infinite").expect(Note, "GOMP", "busy", "OMP_WAIT_POLICY=passive");
    assert_eq!(with("OMP_WAIT_POLICY", "PASSIVE").found(), []);
}

#[test]
fn libraries_of_a_program_decide() {
    // The program is this test itself, which Rust links with no pool.
    let own = std::env::current_exe().unwrap();
    let own = own.to_str();
    let levels = |machine: &Machine| {
        let found = machine.examine(own).findings;
        let pools = found.into_iter().filter(|f| f.topic() == "thread pools");
        pools.map(|f| f.level()).collect::<Vec<_>>()
    };
    let set = [("OMP_NUM_THREADS", "4"), ("OMP_PROC_BIND", "close")];
    assert_eq!(levels(&Machine::new("linked").with(&set)), [Level::Ok]);
    let examined = Machine::new("linked").examine(Some("no-such-program"));
    assert_eq!(status(&examined.findings), 2);
    // What the same findings are when a library is there.
    let probe = Machine::new("linked").with(&set);
    let names = ["libc.so.6", "libgomp.so.1"].map(str::to_owned).into();
    let probe = Probe {
        root: probe.root.clone(),
        env: probe
            .env
            .iter()
            .map(|(n, v)| ((*n).into(), (*v).into()))
            .collect(),
    };
    let found = super::pools::findings(&probe, Some(&names), 4, 8);
    assert_eq!(
        found.iter().map(|f| f.level()).collect::<Vec<_>>(),
        [Warning, Warning]
    );
    assert!(
        found[0]
            .consequence()
            .unwrap()
            .contains("up to 16 threads on 8")
    );
    for (library, level) in [
        ("libopenblas.so.0", Warning),
        ("libtbb.so.12", Note),
        ("rayon_core", Note),
    ] {
        let names = [library.to_owned()].into();
        let found = super::pools::findings(&probe, Some(&names), 4, 8);
        assert_eq!(
            found.iter().map(|f| f.level()).collect::<Vec<_>>(),
            [level],
            "{library}"
        );
    }
}

#[test]
fn memory_is_held_against_limits_pages_and_nodes() {
    let machine = Machine::new("memory");
    machine.file("sys/fs/cgroup/job/memory.max", "2147483648");
    machine.file("sys/fs/cgroup/job/memory.current", "1073741824");
    machine.expect(
        Note,
        "memory: the control group grants 2 GiB of 16 GiB, 1 GiB",
        "signal 9",
        "docker run --memory=SIZE",
    );
    machine.file(
        "sys/fs/cgroup/job/memory.events",
        "low 0\noom 1\noom_kill 3",
    );
    machine.expect(Warning, "3 processes", "signal 9", "limits.memory: SIZE in");
    machine.file("sys/fs/cgroup/job/memory.events", "oom_kill 0");
    machine.file("sys/fs/cgroup/job/memory.current", "2100000000");
    machine.expect(Warning, "2 GiB of 16 GiB", "signal 9", "MemoryMax=SIZE");
    machine.file("sys/fs/cgroup/job/memory.max", "max");

    let pages = "sys/kernel/mm/transparent_hugepage/enabled";
    machine.file(pages, "always [madvise] never");
    machine.expect(
        Note,
        "huge pages",
        "4 KiB",
        "export GLIBC_TUNABLES=glibc.malloc.hugetlb=1",
    );
    let machine = machine.with(&[("GLIBC_TUNABLES", "glibc.malloc.hugetlb=1")]);
    assert_eq!(machine.found(), []);
    machine.file(pages, "always madvise [never]");
    machine.expect(Note, "not given", "4 KiB", "sudo tee /sys/kernel");
    machine.file(pages, "[always] madvise never");
    machine.meminfo("HugePages_Total: 0", "HugePages_Total: 512");
    machine.expect(
        Note,
        "1 GiB are set aside as huge pages, 0 B",
        "missing",
        "vm.nr_hugepages=0",
    );
    machine.meminfo("HugePages_Total: 512", "HugePages_Total: 0");

    machine.meminfo("SwapTotal: 0 kB", "SwapTotal: 1048576 kB");
    machine.expect(Note, "swap: 1 GiB of 1 GiB", "was short", "vm.swappiness=1");
    machine.meminfo("MemAvailable: 8388608", "MemAvailable: 1000");
    machine.expect(Warning, "swap: 1 GiB of 1 GiB", "short now", "rss");
    machine.meminfo("SwapFree: 0 kB", "SwapFree: 1048576 kB");
    assert_eq!(machine.found(), []);
}

#[test]
fn several_memories_are_noticed() {
    let machine = Machine::new("numa");
    machine.file("sys/devices/system/node/has_memory", "0-1");
    machine.file("sys/devices/system/node/node0/cpulist", "0-1,4-5");
    machine.file("sys/devices/system/node/node1/cpulist", "2-3,6-7");
    machine.file("proc/sys/kernel/numa_balancing", "0");
    // Memory of node 0 only (see `mask`), processors of both.
    machine.expect(
        Warning,
        "numa: this process has processors of the nodes 1",
        "far",
        "docker run --cpuset-mems=0-1",
    );
    machine.mask("0-1,4-5");
    assert!(machine.found().iter().all(|f| f.topic() == "processors"));
    machine.mask("0-7");
    machine.file(
        "proc/self/status",
        "PPid:\t1\nCpus_allowed_list:\t0-7\nMems_allowed_list:\t0-1",
    );
    assert_eq!(machine.found(), []);
    machine.file("proc/sys/kernel/numa_balancing", "1");
    machine.expect(
        Warning,
        "2 memories",
        "unmapped",
        "sudo sysctl kernel.numa_balancing=0",
    );
}

#[test]
fn frequencies_are_looked_at() {
    let machine = Machine::new("clock");
    let all = |file: &str, text: &str| {
        for cpu in 0..8 {
            machine.file(
                &format!("sys/devices/system/cpu/cpu{cpu}/cpufreq/{file}"),
                text,
            );
        }
    };
    let cure = "cpupower frequency-set -g performance";
    all("scaling_governor", "schedutil");
    machine.expect(Note, "schedutil", "idle", cure);
    all("scaling_governor", "powersave");
    machine.expect(Warning, "powersave", "lowest", cure);
    all("scaling_driver", "intel_pstate");
    machine.expect(Note, "powersave (driver intel_pstate)", "idle", cure);
    all("scaling_governor", "performance");
    machine.file(
        "sys/devices/system/cpu/cpu3/cpufreq/scaling_governor",
        "schedutil",
    );
    machine.expect(
        Warning,
        "performance or schedutil",
        "not equally fast",
        cure,
    );
    all("scaling_governor", "performance");
    machine.file(
        "sys/devices/system/cpu/cpu3/cpufreq/scaling_max_freq",
        "1500000",
    );
    machine.expect(
        Warning,
        "1 of 8 processors are limited to 1500 MHz of 3000",
        "longer",
        "-u 3000MHz",
    );
    all("scaling_max_freq", "3000000");
    machine.file("sys/devices/system/cpu/cpufreq/boost", "1");
    machine.expect(Note, "boost is on", "speed-up", "echo 0 | sudo tee");
    machine.file("sys/devices/system/cpu/intel_pstate/no_turbo", "1");
    assert_eq!(machine.found(), []);
}

#[test]
fn load_and_isolated_processors_are_told() {
    let machine = Machine::new("load");
    machine.file("proc/loadavg", "5.50 1 1 1/1 1");
    machine.expect(
        Note,
        "5.50 threads ran",
        "measured now",
        "or: export HP5_NUM_PPUS=2",
    );
    machine.file("proc/loadavg", "8.50 1 1 1/1 1");
    machine.expect(Warning, "8.50 threads ran", "measured now", "or end them");
    machine.file("proc/loadavg", "3.50 1 1 1/1 1");
    assert_eq!(machine.found(), []);
    machine.file("sys/devices/system/cpu/isolated", "2-3");
    machine.expect(
        Note,
        "2-3 are isolated",
        "all on one",
        "taskset -cp CPU TID",
    );
    let machine = machine.with(&[("HP5_BIND", "none")]);
    machine.expect(
        Warning,
        "2-3 are isolated",
        "not bound",
        "export HP5_BIND=core",
    );
}

#[test]
fn wrong_names_and_values_of_our_variables_are_found() {
    let with = |name, value| Machine::new("variables").with(&[(name, value)]);
    for (name, meant) in [
        ("HP5_NUM_PPU", "HP5_NUM_PPUS"),
        ("HP5_NUMPPUS", "HP5_NUM_PPUS"),
        ("hp5_num_ppus", "HP5_NUM_PPUS"),
        ("HP5_NUM_THREADS", "HP5_NUM_PPUS"),
        ("HP5_TRACES", "HP5_TRACE"),
        ("HP5_CAOS", "HP5_CHAOS"),
        ("HP5_MAXTASKS", "HP5_MAX_TASKS"),
    ] {
        let what = format!("{name} is no variable of HP5: did you mean {meant}?");
        let cure = format!("unset {name}; export {meant}=4");
        with(name, "4").expect(Warning, &what, "ignored", &cure);
    }
    with("HP5_COLOUR", "x").expect(
        Warning,
        "HP5_COLOUR is no variable",
        "ignored",
        "unset HP5_COLOUR",
    );
    for (value, meant) in [("close", "core"), ("False", "none"), ("thread", "thread")] {
        let cure = format!("unset HP5_PROC_BIND; export HP5_BIND={meant}");
        with("HP5_PROC_BIND", value).expect(Warning, "mean HP5_BIND?", "ignored", &cure);
    }
    let cure = "export HP5_TRACE='my trace'";
    with("HP5_TRACES", "my trace").expect(Warning, "mean HP5_TRACE?", "ignored", cure);
    assert_eq!(with("HP", "x").found(), []);
    for (name, value, cure) in [
        ("HP5_NUM_PPUS", "0", "unset HP5_NUM_PPUS"),
        ("HP5_NUM_PPUS", "four", "unset HP5_NUM_PPUS"),
        ("HP5_BIND", "cores", "export HP5_BIND=core"),
        ("HP5_CHAOS", "-1", "unset HP5_CHAOS"),
        ("HP5_SEED", "x", "unset HP5_SEED"),
        ("HP5_REPLAY", "yes", "unset HP5_REPLAY"),
        ("HP5_MAX_TASKS", "0", "unset HP5_MAX_TASKS"),
        ("HP5_WATCHDOG", "soon", "export HP5_WATCHDOG=30"),
        ("HP5_WATCHDOG", "1e300", "export HP5_WATCHDOG=30"),
        ("HP5_WATCHDOG", "5,some", "export HP5_WATCHDOG=30"),
        ("HP5_MACHINE", "hermse", "hp5 machine --list"),
        ("HP5_MACHINE", "core:0", "unset HP5_MACHINE"),
    ] {
        with(name, value).expect(Error, name, "do not start", cure);
    }
    with("HP5_TRACE_FLOWS", "ALL").expect(
        Error,
        "expected cross, all or none",
        "do not start",
        "cross",
    );
    with("HP5_QUIET", "2").expect(Error, "expected 0 or 1", "do not start", "HP5_QUIET=1");
    with("HP5_PROGRESS", "yes").expect(Error, "expected 0 or 1", "do not start", "HP5_PROGRESS=1");
    for size in ["64K", "M", "100G", "8MB", "-1M"] {
        with("HP5_STACK", size).expect(Error, "from 128K to 64G", "do not start", "unset");
    }
    with("HP5_MAX_TASKS", "8").expect(Warning, "HP5_MAX_TASKS=8", "without work", "unset");
    with("HP5_CHAOS", "7").expect(Warning, "HP5_CHAOS=7", "disturbed", "unset HP5_CHAOS");
    with("HP5_SEED", "7").expect(Warning, "HP5_SEED=7", "one at a time", "unset HP5_SEED");
    with("HP5_REPLAY", "always").expect(Warning, "HP5_REPLAY=always", "tests", "unset HP5_REPLAY");
    with("HP5_REPLAY", "0").expect(Note, "HP5_REPLAY=0", "turn by turn", "unset HP5_REPLAY");
    assert_eq!(with("HP5_REPLAY", "1").found(), []);
    let made_up = with("HP5_MACHINE", "package:2 core:4").found();
    assert!(
        made_up.iter().all(|finding| finding.level() != Error),
        "{made_up:?}"
    );
    for value in ["5", "0.5,all"] {
        let finding = format!("HP5_WATCHDOG={value}");
        with("HP5_WATCHDOG", value).expect(Note, &finding, "microsecond", "unset HP5_WATCHDOG");
    }
    assert_eq!(with("HP5_WATCHDOG", "0").found(), []);
    with("HP5_TRACE", "t.json").expect(Note, "HP5_TRACE set", "memory", "unset HP5_TRACE");
    assert_eq!(with("HP5_NUM_PPUS", "").found(), [], "an empty one is none");
}

#[test]
fn json_has_what_the_text_has() {
    let machine = Machine::new("json").with(&OPEN_MPI);
    let examined = machine.examine(None);
    let all: serde_json::Value = serde_json::from_str(&examined.json(false)).unwrap();
    assert_eq!(all["version"], 1);
    assert_eq!(
        (&all["status"], &all["rank"], &all["ranks"]),
        (&2.into(), &1.into(), &2.into())
    );
    assert_eq!(
        all["findings"].as_array().unwrap().len(),
        examined.findings.len()
    );
    let quiet: serde_json::Value = serde_json::from_str(&examined.json(true)).unwrap();
    let found = quiet["findings"].as_array().unwrap();
    assert_eq!(found.len(), 1);
    assert_eq!(
        (&found[0]["level"], &found[0]["topic"]),
        (&"error".into(), &"ranks".into())
    );
    assert!(found[0]["cure"].as_str().unwrap().starts_with("mpirun"));
}
