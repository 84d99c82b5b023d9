//! Limits of control groups that leave something to be desired, and those who keep them.

use std::os::unix::fs::PermissionsExt as _;

use pcubes::discover::CpuSet;

use super::fixture::Machine;
use crate::cli::doctor::finding::Level::{Error, Note, Warning};
use crate::cli::doctor::keeper::Keeper;
use crate::cli::doctor::probe::Probe;

/// Quotas are held against the PPUs that there were without them: one per core.
#[test]
pub fn a_quota_that_costs_no_ppu_is_well_unless_it_was_felt() {
    let machine = Machine::new("enough");
    let quota = |text: &str| machine.file("sys/fs/cgroup/job/cpu.max", text);
    for enough in ["400000 100000", "450000 100000", "800000 100000"] {
        quota(enough);
        assert_eq!(machine.found(), [], "{enough}: four PPUs");
    }
    machine.file(
        "sys/fs/cgroup/job/cpu.stat",
        "nr_periods 90\nnr_throttled 3",
    );
    quota("450000 100000");
    machine.expect(
        Note,
        "time of 4.5 processors",
        "the group was stopped in 3 of 90",
        "--cpus=6",
    );
    machine.file(
        "sys/fs/cgroup/job/cpu.stat",
        "nr_periods 90\nnr_throttled 0",
    );
    // Per hardware thread there are eight.
    let machine = machine.with(&[("HP5_BIND", "thread"), ("HP5_NUM_PPUS", "1")]);
    let found = machine.found();
    assert_eq!(
        found[0].consequence(),
        Some("4 PPUs at most instead of 8"),
        "{found:#?}"
    );
    assert!(found[0].cure().unwrap().contains("CPUQuota=800%"));
}

/// More PPUs than processors, and fewer paid for than there are cores.
#[test]
pub fn cures_do_not_ask_for_more_than_is_paid_for() {
    let machine = Machine::new("paid").with(&[("HP5_NUM_PPUS", "9")]);
    machine.file("sys/fs/cgroup/job/cpu.max", "200000 100000");
    let found = machine.found();
    let cures: Vec<_> = found.iter().filter_map(|f| f.cure()).collect();
    assert_eq!(
        cures, ["export HP5_NUM_PPUS=2"; 2],
        "quota and PPUs: {found:#?}"
    );
}

#[test]
pub fn processors_that_the_control_group_keeps_are_asked_of_its_keeper() {
    let machine = Machine::new("cpuset");
    machine.mask("0-1,4-5");
    // Of a group above: what the process may have is more than its mask.
    machine.file("sys/fs/cgroup/cpuset.cpus.effective", "0-7");
    machine.expect(
        Note,
        "processors: 4 of the 8",
        "mask",
        "taskset -c 0-7 PROGRAM",
    );
    machine.file("sys/fs/cgroup/job/cpuset.cpus.effective", "0-1,4-5");
    machine.expect(
        Note,
        "processors: 4 of the 8",
        "cpuset",
        "docker run --cpuset-cpus=0-7 ..",
    );
    let machine = machine.with(&[("SLURM_JOB_ID", "1")]);
    machine.expect(
        Note,
        "processors: 4 of the 8",
        "cpuset",
        "sbatch --cpus-per-task=8",
    );
    machine.mask("0");
    machine.file("sys/fs/cgroup/job/cpuset.cpus.effective", "0");
    machine.expect(
        Warning,
        "processors: 1 of the 8",
        "one processor",
        "sbatch --cpus-per-task=8",
    );
}

#[test]
pub fn keepers_are_found_by_their_signs_and_told_in_their_words() {
    let find = |machine: &Machine| {
        Keeper::find(&Probe {
            root: machine.root.clone(),
            env: (machine.env.iter().map(|(n, v)| ((*n).into(), (*v).into()))).collect(),
        })
    };
    let machine = Machine::new("keeper");
    assert_eq!(find(&machine), Keeper::Unknown);
    machine.file("run/.containerenv", "");
    assert_eq!(find(&machine), Keeper::Podman);
    machine.file(".dockerenv", "");
    assert_eq!(find(&machine), Keeper::Docker);
    let machine = machine.with(&[("KUBERNETES_SERVICE_HOST", "10.0.0.1")]);
    assert_eq!(find(&machine), Keeper::Kubernetes);
    let machine = machine.with(&[("SLURM_JOB_ID", "7")]);
    assert_eq!(find(&machine), Keeper::Slurm);

    let set: CpuSet = [0, 1].into_iter().collect();
    for (keeper, words) in [
        (
            Keeper::Slurm,
            [
                "CPUQuota=300%",
                "--cpus-per-task=2",
                "--exclusive",
                "--mem=",
            ],
        ),
        (
            Keeper::Kubernetes,
            ["cpu: \"3\"", "cpu: \"2\"", "kubelet", "limits.memory"],
        ),
        (
            Keeper::Docker,
            [
                "docker run --cpus=3",
                "--cpuset-cpus=0-1",
                "--cpuset-mems=0-1",
                "--memory=",
            ],
        ),
        (
            Keeper::Podman,
            [
                "podman run --cpus=3",
                "--cpuset-cpus=0-1",
                "--cpuset-mems=0-1",
                "--memory=",
            ],
        ),
        (
            Keeper::Unknown,
            [
                "CPUQuota=300%",
                "AllowedCPUs=0-1",
                "Nodes=0-1",
                "MemoryMax=",
            ],
        ),
    ] {
        let told = [
            keeper.time(3),
            keeper.processors(&set),
            keeper.nodes(&set),
            keeper.memory(),
        ];
        for (told, words) in told.iter().zip(words) {
            assert!(told.contains(words), "{keeper:?}: {words:?} in {told:?}");
        }
    }
}

#[test]
pub fn programs_that_cannot_be_looked_into_are_told() {
    let machine = Machine::new("program");
    let bin = machine.root.join("bin");
    let only = |name: &str| {
        let found = machine.examine(Some(name)).findings;
        let mut found = found.into_iter().filter(|f| f.topic() == "program");
        let finding = found.next().expect("it cannot be looked into");
        assert!(found.next().is_none());
        let texts = [finding.consequence(), finding.cure()];
        let [so, cure] = texts.map(|text| text.unwrap().to_owned());
        (finding.level(), so, cure)
    };
    let (level, so, cure) = only("no such");
    assert_eq!(level, Error);
    assert!(so.starts_with("it does not start by this name"), "{so}");
    let expected = "find . -type f -perm -u+x -name 'no such'  # then: hp5 doctor -- that path";
    assert_eq!(cure, expected);

    machine.file("bin/script", "#!/bin/sh");
    let (level, so, cure) = only("script");
    assert_eq!(level, Note);
    assert!(so.contains("cannot be seen") && cure.contains("the script starts"));

    // Longer than any program; a file without rights would still be read by root.
    let huge = std::fs::File::create(bin.join("huge")).unwrap();
    huge.set_len(2 << 30).unwrap();
    let rights = std::fs::Permissions::from_mode(0o755);
    huge.set_permissions(rights).unwrap();
    let (level, so, cure) = only("huge");
    assert_eq!(level, Error);
    assert!(so.contains("in variables only"), "{so}");
    let path = bin.join("huge");
    let path = path.display();
    assert_eq!(cure, format!("ls -lL {path}; chmod u+r {path}"));
}
