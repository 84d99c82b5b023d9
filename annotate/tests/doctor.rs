//! The command `hp5 doctor`, from outside: on this machine, and on one that is made here.

mod shell;

use std::process::Command;

use serde_json::Value;
use shell::{Scratch, run};

/// The doctor without what the test's own setting says.
fn doctor(args: &[&str], env: &[(&str, &str)]) -> (i32, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hp5"));
    command.env_clear().env("PATH", "/usr/bin:/bin");
    command.envs(env.iter().copied());
    run(command.arg("doctor").args(args))
}

/// Two processors, nothing else known.
fn machine(name: &str) -> Scratch {
    let s = Scratch::new(name);
    s.write("sys/devices/system/cpu/online", "0-1\n");
    s.write("proc/self/status", "Cpus_allowed_list:\t0-1\n");
    s
}

fn findings(json: &str) -> Vec<(String, String)> {
    let object: Value = serde_json::from_str(json).unwrap_or_else(|e| panic!("{e}: {json}"));
    let text = |finding: &Value, key: &str| finding[key].as_str().unwrap().to_owned();
    let list = object["findings"].as_array().unwrap();
    list.iter()
        .map(|f| (text(f, "level"), text(f, "topic")))
        .collect()
}

#[test]
fn the_exit_status_is_that_of_the_worst_finding() {
    let s = machine("doctor-status");
    let root = ["--root", s.0.to_str().unwrap()];
    let with = |more: &[&str], env: &[(&str, &str)]| doctor(&[&root[..], more].concat(), env);
    let (status, out, err) = with(&[], &[]);
    assert_eq!((status, err.as_str()), (0, ""), "{out}");
    assert!(
        out.starts_with("ok       processors     all 2 that are online: 0-1\n"),
        "{out}"
    );
    assert!(out.ends_with("\nall is well\n"), "{out}");
    assert_eq!(with(&["--quiet"], &[]).1, "");

    let (status, out, _) = with(&["-q"], &[("HP5_NUM_PPU", "1")]);
    assert_eq!(status, 1);
    assert_eq!(
        out,
        "warning  variables      HP5_NUM_PPU is no variable of HP5: did you mean HP5_NUM_PPUS?\n\
         \x20                       so: it is ignored\n\
         \x20                       cure: unset HP5_NUM_PPU; export HP5_NUM_PPUS=1\n"
    );
    let (status, out, _) = with(&["-q"], &[("HP5_NUM_PPUS", "none"), ("HP5_CHAOS", "1")]);
    assert!(
        status == 2 && out.contains("error    variables      HP5_NUM_PPUS=none"),
        "{out}"
    );
    assert_eq!(with(&["--nonsense"], &[]).0, 2);
    let (status, out, _) = with(&["-q", "--color", "always"], &[("HP5_CHAOS", "1")]);
    assert!(
        status == 1 && out.starts_with("\x1b[33mwarning \x1b[0m "),
        "{out:?}"
    );
}

#[test]
fn scripts_get_json() {
    let s = machine("doctor-json");
    let root = ["--root", s.0.to_str().unwrap(), "--json"];
    let ranks = [("MPI_LOCALRANKID", "2"), ("MPI_LOCALNRANKS", "4")];
    let (status, out, _) = doctor(&[&root[..], &["--quiet"]].concat(), &ranks);
    assert_eq!(status, 2);
    assert_eq!(findings(&out), [("error".to_owned(), "ranks".to_owned())]);
    let object: Value = serde_json::from_str(&out).unwrap();
    assert_eq!(
        (&object["rank"], &object["ranks"], &object["ppus"]),
        (&2.into(), &4.into(), &2.into())
    );
    let cure = object["findings"][0]["cure"].as_str().unwrap();
    assert_eq!(cure, "mpiexec -bind-to core:1 PROGRAM");
}

#[test]
fn this_machine_is_examined_and_programs_are_looked_into() {
    let (status, out, err) = doctor(&["--json"], &[]);
    assert!(
        (0..=2).contains(&status) && err.is_empty(),
        "{status} {err}"
    );
    let all = findings(&out);
    for topic in [
        "processors",
        "ppus",
        "quota",
        "ranks",
        "memory",
        "frequency",
        "variables",
    ] {
        assert!(all.iter().any(|(_, t)| t == topic), "{topic}: {all:?}");
    }
    // This test is linked with no pool, so what OpenMP is told does not matter.
    let own = std::env::current_exe().unwrap();
    let set = [("OMP_NUM_THREADS", "64")];
    let (_, out, _) = doctor(&["--json", "--", own.to_str().unwrap(), "--ignored"], &set);
    assert!(
        findings(&out).contains(&("ok".into(), "thread pools".into())),
        "{out}"
    );
    let (status, out, _) = doctor(&["-q", "--", "/no/such/program"], &set);
    assert!(
        status == 2 && out.contains("there is no program `/no/such/program`"),
        "{out}"
    );
}
