//! Discovery on copies of other machines' topology files, made here file by file.

use std::fs;
use std::path::{Path, PathBuf};

use pcubes::discover::{DiscoverError, discover_sysfs};
use pcubes::{Bytes, Grain, Hertz, Machine, PpuId};

/// A directory tree that looks like the root of a machine; removed at the end.
struct Fixture(PathBuf);

impl Fixture {
    fn new(name: &str) -> Self {
        let root = std::env::temp_dir().join(format!("pcubes-{}-{name}", std::process::id()));
        let _ = fs::remove_dir_all(&root);
        fs::create_dir_all(&root).unwrap();
        Fixture(root)
    }

    fn file(&self, path: &str, text: impl ToString) {
        let path = self.0.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, format!("{}\n", text.to_string())).unwrap();
    }

    fn cpu(&self, cpu: u32, file: &str, text: impl ToString) {
        self.file(&format!("sys/devices/system/cpu/cpu{cpu}/{file}"), text);
    }

    /// `cpu` in a package, a core and caches `(level, kind, size, processors)`.
    fn place(&self, cpu: u32, package: &str, core: &str, caches: &[(u8, &str, &str, &str)]) {
        self.cpu(cpu, "topology/package_cpus_list", package);
        self.cpu(cpu, "topology/die_cpus_list", package);
        self.cpu(cpu, "topology/core_cpus_list", core);
        for (index, (level, kind, size, cpus)) in caches.iter().enumerate() {
            self.cpu(cpu, &format!("cache/index{index}/level"), level);
            self.cpu(cpu, &format!("cache/index{index}/type"), kind);
            self.cpu(cpu, &format!("cache/index{index}/size"), size);
            self.cpu(cpu, &format!("cache/index{index}/shared_cpu_list"), cpus);
            self.cpu(cpu, &format!("cache/index{index}/coherency_line_size"), 64);
        }
    }

    fn node(&self, node: u32, cpus: &str, kilobytes: u64) {
        let dir = format!("sys/devices/system/node/node{node}");
        self.file(&format!("{dir}/cpulist"), cpus);
        let text = format!("Node {node} MemTotal:       {kilobytes} kB\nNode {node} MemFree: 1 kB");
        self.file(&format!("{dir}/meminfo"), text);
    }

    fn online(&self, list: &str) {
        self.file("sys/devices/system/cpu/online", list);
    }

    fn mask(&self, list: &str) {
        self.file(
            "proc/self/status",
            format!("Name:\ttest\nCpus_allowed:\tff\nCpus_allowed_list:\t{list}"),
        );
    }

    fn discover(&self) -> Result<Machine, DiscoverError> {
        discover_sysfs(&self.0)
    }
}

impl Drop for Fixture {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// The tree, a line per space.
fn tree(machine: &Machine) -> Vec<String> {
    let line = |(depth, space): (usize, &pcubes::Space)| {
        let memory = space
            .memory
            .map(|m| format!(" {}", m.size))
            .unwrap_or_default();
        format!(
            "{}{} {}{memory}",
            "  ".repeat(depth),
            space.count,
            space.name
        )
    };
    machine.root().walk().map(line).collect()
}

/// Two packages of two NUMA nodes of two cores of two threads; threads numbered as Intel
/// does (0 and 8 are one core), L3 per node.
fn server(name: &str) -> Fixture {
    let fixture = Fixture::new(name);
    fixture.online("0-15");
    for cpu in 0..16u32 {
        let core = cpu % 8;
        let (package, node) = (core / 4, core / 2);
        let of = |first: u32, n: u32| {
            format!(
                "{}-{},{}-{}",
                first,
                first + n - 1,
                first + 8,
                first + 8 + n - 1
            )
        };
        let pair = format!("{core},{}", core + 8);
        let l3 = of(node * 2, 2);
        fixture.place(
            cpu,
            &of(package * 4, 4),
            &pair,
            &[
                (1, "Data", "48K", &pair),
                (1, "Instruction", "32K", &pair),
                (2, "Unified", "2048K", &pair),
                (3, "Unified", "61440K", &l3),
            ],
        );
    }
    for node in 0..4 {
        fixture.node(
            node,
            &format!(
                "{}-{},{}-{}",
                node * 2,
                node * 2 + 1,
                node * 2 + 8,
                node * 2 + 9
            ),
            4 << 20,
        );
    }
    // Memory without processors (CXL): no PPU is near it.
    fixture.node(4, "", 16 << 20);
    fixture
}

#[test]
fn two_packages_of_two_nodes() {
    let fixture = server("server");
    fixture.mask("0-15");
    let machine = fixture.discover().unwrap();
    assert_eq!(
        tree(&machine),
        [
            "1 machine",
            "  2 package",
            "    2 numa 4 GiB",
            "      1 l3 60 MiB",
            "        2 l2 2 MiB",
            "          1 core 48 KiB",
            "            2 thread",
        ]
    );
    assert_eq!(
        machine.cpus(),
        [0, 8, 1, 9, 2, 10, 3, 11, 4, 12, 5, 13, 6, 14, 7, 15]
    );
    let ppu = &machine.ppus()[3];
    assert_eq!(
        (ppu.cpu, ppu.core, ppu.thread, ppu.numa),
        (Some(9), 1, 1, 0)
    );
    assert_eq!(ppu.private_cache.unwrap().size, Bytes(2 << 20));
    assert_eq!(ppu.shared_cache.unwrap().ppus(), 0..4);
    let groups: Vec<usize> = machine.victims(PpuId(0)).iter().map(Vec::len).collect();
    assert_eq!(groups, [1, 2, 4, 8]);
}

#[test]
fn a_confined_process_sees_its_processors_only() {
    let fixture = server("masked");
    fixture.mask("1-2,9,14");
    let machine = fixture.discover().unwrap();
    assert_eq!(machine.cpus(), [1, 9, 2, 14]);
    assert_eq!(
        machine.ppus().iter().map(|p| p.core).collect::<Vec<_>>(),
        [0, 0, 1, 2]
    );
    assert_eq!(machine.distance(PpuId(0), PpuId(1)), Some(1));
    assert_eq!(machine.place(None, Grain::Core).len(), 3);
    let spaces = tree(&machine);
    assert!(
        spaces.contains(&"        1 l2 2 MiB".to_owned()),
        "{spaces:?}"
    );
}

#[test]
fn processors_that_are_offline_are_not_there() {
    let fixture = server("offline");
    fixture.online("0-7");
    fixture.mask("0-15");
    let machine = fixture.discover().unwrap();
    assert_eq!(machine.cpus(), [0, 1, 2, 3, 4, 5, 6, 7]);
    assert!(
        tree(&machine).last().unwrap().contains("1 core"),
        "threads are no level where cores have one"
    );
}

/// As in section 7.2 of the HighP5 paper: fast cores with two threads, slow ones in fours.
fn hybrid() -> Fixture {
    let fixture = Fixture::new("hybrid");
    fixture.online("0-7");
    fixture.mask("0-7");
    for cpu in 0..4 {
        let core = if cpu < 2 { "0-1" } else { "2-3" };
        let caches = [
            (1, "Data", "48K", core),
            (2, "Unified", "2048K", core),
            (3, "Unified", "24576K", "0-7"),
        ];
        fixture.place(cpu, "0-7", core, &caches);
        fixture.cpu(
            cpu,
            "cpufreq/cpuinfo_max_freq",
            5_100_000 + 100_000 * (cpu / 2),
        );
    }
    for cpu in 4..8 {
        let core = cpu.to_string();
        let caches = [
            (1, "Data", "32K", &*core),
            (2, "Unified", "4096K", "4-7"),
            (3, "Unified", "24576K", "0-7"),
        ];
        fixture.place(cpu, "0-7", &core, &caches);
        fixture.cpu(cpu, "cpufreq/cpuinfo_max_freq", 3_900_000);
    }
    fixture.node(0, "0-7", 15 << 20);
    fixture.file("sys/devices/cpu_core/cpus", "0-3");
    fixture.file("sys/devices/cpu_atom/cpus", "4-7");
    fixture.file(
        "proc/cpuinfo",
        "processor\t: 0\nmodel name\t: 13th Gen  i5\nflags\t\t: sse2 avx avx2",
    );
    fixture
}

#[test]
fn two_kinds_of_core_are_two_kinds_of_space() {
    let machine = hybrid().discover().unwrap();
    assert_eq!(
        tree(&machine),
        [
            "1 machine",
            "  1 package",
            "    1 numa 15 GiB",
            "      1 l3 24 MiB",
            "        2 l2 2 MiB",
            "          1 core 48 KiB",
            "            2 thread",
            "        1 l2 4 MiB",
            "          4 core 32 KiB",
            "            1 thread",
        ]
    );
    assert_eq!(machine.about.as_deref(), Some("13th Gen i5"));
    assert!(machine.levels().is_none());
    let cores: Vec<_> = machine
        .root()
        .walk()
        .filter(|(_, s)| s.name == "core")
        .map(|(_, s)| s)
        .collect();
    let clocks: Vec<_> = cores.iter().map(|s| s.compute.unwrap().clock).collect();
    assert_eq!(
        clocks,
        [Some(Hertz(5_100_000_000)), Some(Hertz(3_900_000_000))]
    );
    assert_eq!(cores[1].note.as_deref(), Some("efficient core"));
    assert_eq!(cores[0].compute.unwrap().operations, Some(4));
    assert_eq!(
        machine.ppus()[5].private_cache.unwrap().size,
        Bytes(32 << 10),
        "the L2 of slow cores is shared"
    );
    assert_eq!(machine.place(None, Grain::Core).len(), 6);
}

#[test]
fn a_container_without_topology_has_a_core_per_processor() {
    let fixture = Fixture::new("container");
    fixture.mask("2-3,6");
    fixture.file("proc/meminfo", "MemTotal:        2048 kB");
    let machine = fixture.discover().unwrap();
    assert_eq!(tree(&machine), ["1 machine 2 MiB", "  3 core"]);
    assert_eq!(machine.cpus(), [2, 3, 6]);
}

#[test]
fn the_cpuset_counts_where_proc_is_missing() {
    let fixture = server("cpuset");
    fixture.file("proc/self/cgroup", "0::/a/b");
    fixture.file("sys/fs/cgroup/a/b/cpuset.cpus.effective", "4,12");
    let machine = fixture.discover().unwrap();
    assert_eq!(machine.cpus(), [4, 12]);
}

#[test]
fn the_tightest_quota_counts() {
    let fixture = server("quota");
    fixture.mask("0-15");
    fixture.file("proc/self/cgroup", "4:cpu,cpuacct:/x\n0::/a/b");
    fixture.file("sys/fs/cgroup/a/b/cpu.max", "max 100000");
    assert_eq!(fixture.discover().unwrap().cpu_quota, None);
    fixture.file("sys/fs/cgroup/a/cpu.max", "350000 100000");
    assert_eq!(fixture.discover().unwrap().cpu_quota, Some(3));
    fixture.file("sys/fs/cgroup/cpu,cpuacct/x/cpu.cfs_quota_us", "50000");
    fixture.file("sys/fs/cgroup/cpu,cpuacct/x/cpu.cfs_period_us", "100000");
    let machine = fixture.discover().unwrap();
    assert_eq!(machine.cpu_quota, Some(1));
    assert_eq!(machine.place(None, Grain::Core).len(), 1);
}

#[test]
fn garbage_in_the_files_is_no_panic() {
    let fixture = server("garbage");
    fixture.mask("0-15");
    for cpu in 0..16 {
        fixture.cpu(cpu, "cache/index3/shared_cpu_list", "nonsense");
        fixture.cpu(cpu, "cache/index2/size", "-7K");
        fixture.cpu(cpu, "cache/index0/level", "999");
        fixture.cpu(cpu, "topology/package_cpus_list", "5-1");
    }
    let machine = fixture.discover().unwrap();
    assert_eq!(machine.ppus().len(), 16);
}

#[test]
fn a_root_without_anything_is_an_error_that_says_what_is_missing() {
    let fixture = Fixture::new("empty");
    let error = fixture.discover().unwrap_err();
    assert_eq!(error, DiscoverError::NoProcessors(fixture.0.clone()));
    assert!(error.to_string().contains("proc/self/status"), "{error}");
    assert!(discover_sysfs(Path::new("/nowhere/at/all")).is_err());
}

/// The real mask of a real process: this test run again under `taskset`.
#[cfg(target_os = "linux")]
#[test]
fn taskset_is_honoured_on_this_machine() {
    let Ok(machine) = discover_sysfs(Path::new("/")) else {
        panic!("Linux has topology files")
    };
    if std::env::var_os("PCUBES_CONFINED").is_some() {
        #[cfg(feature = "hwloc")]
        assert_eq!(pcubes::discover::discover_hwloc().unwrap(), machine);
        println!("confined to {:?}", machine.cpus());
        return;
    }
    let last = *machine.cpus().last().unwrap();
    let out = std::process::Command::new("taskset")
        .args(["-c", &last.to_string()])
        .arg(std::env::current_exe().unwrap())
        .args([
            "--exact",
            "taskset_is_honoured_on_this_machine",
            "--nocapture",
        ])
        .env("PCUBES_CONFINED", "1")
        .output()
        .expect("taskset of util-linux");
    let text = String::from_utf8_lossy(&out.stdout);
    assert!(text.contains(&format!("confined to [{last}]")), "{text}");
}

/// Both ways of discovery give the same machine here.
#[cfg(feature = "hwloc")]
#[test]
fn hwloc_and_the_kernels_files_agree() {
    let by_files = discover_sysfs(Path::new("/")).unwrap();
    let by_hwloc = pcubes::discover::discover_hwloc().unwrap();
    assert_eq!(by_hwloc, by_files);
}

/// Levels that hwloc makes up and levels that we make up are the same machine to a scheduler:
/// as many leaves, the same cores, and everybody's neighbours at the same distance.
#[cfg(feature = "hwloc")]
#[test]
fn hwlocs_made_up_machines_are_ours() {
    for levels in [
        "package:2 l3:4 core:8 pu:1",
        "package:2 numa:2 l3:2 core:4 pu:2",
        "package:1 core:2 pu:1",
        "package:4 l3:1 l2:8 core:2 pu:2",
        "package:3 numa:2 core:5 pu:2",
    ] {
        let theirs = pcubes::discover::synthetic_by_hwloc(levels).unwrap();
        let ours = Machine::synthetic(levels).unwrap();
        assert_eq!(theirs.ppu_count(), ours.ppu_count(), "{levels}");
        for (workers, grain) in [
            (None, Grain::Core),
            (None, Grain::Thread),
            (Some(6), Grain::Core),
        ] {
            let (theirs, ours) = (theirs.place(workers, grain), ours.place(workers, grain));
            assert_eq!(theirs.len(), ours.len(), "{levels}, {grain:?}");
            assert_eq!(
                theirs.surroundings(),
                ours.surroundings(),
                "{levels}, {grain:?}"
            );
            for worker in 0..ours.len() {
                let of = |ppu: &pcubes::Ppu| (ppu.core, ppu.thread, ppu.numa);
                assert_eq!(
                    of(theirs.ppu(worker)),
                    of(ours.ppu(worker)),
                    "{levels}, {worker}"
                );
            }
        }
    }
    let error = pcubes::discover::synthetic_by_hwloc("package:2 lunch:3").unwrap_err();
    assert!(error.to_string().contains("hwloc"), "{error}");
}
