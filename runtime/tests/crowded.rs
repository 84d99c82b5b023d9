//! A program says by itself, once, that its PPUs share cores: with what follows and what helps,
//! unless it is told to be quiet.

use std::process::Command;

use hp5::rt::{self, Region};
use hp5::{Bind, Runtime};

/// What the next test runs in processes of its own: two runtimes, one after the other.
#[test]
fn crowds() {
    let Some(ppus) = std::env::var_os("CROWD") else {
        return;
    };
    let ppus: usize = ppus.to_string_lossy().parse().unwrap();
    for _ in 0..2 {
        let runtime = Runtime::builder().ppus(ppus).bind(Bind::None).build();
        runtime.unwrap().install(|| {
            Region::begin(rt::site!("empty", file!(), line!())).end();
        });
    }
}

fn run(ppus: usize, quiet: Option<&str>) -> String {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", "crowds", "--nocapture"]);
    command
        .env("CROWD", ppus.to_string())
        .env_remove("HP5_QUIET");
    command.envs(quiet.map(|quiet| ("HP5_QUIET", quiet)));
    let run = command.output().unwrap();
    let said = String::from_utf8_lossy(&run.stderr).into_owned();
    assert!(run.status.success(), "{said}");
    said
}

#[test]
fn more_ppus_than_processors_are_told_once() {
    let processors = std::thread::available_parallelism().unwrap().get();
    let many = processors * 2;
    let said = run(many, None);
    let begin = format!("hp5: {many} PPUs on ");
    assert_eq!(said.matches(&begin).count(), 1, "{said}");
    // What follows, the cure, and how to have quiet.
    for part in [
        "they take turns, which is slower than fewer; set HP5_NUM_PPUS=",
        "`hp5 doctor` says more",
        "HP5_QUIET=1 says nothing",
    ] {
        assert!(said.contains(part), "{said}");
    }
    assert!(!run(many, Some("1")).contains("hp5:"));
    assert!(run(many, Some("0")).contains(&begin));
    // One PPU shares with nobody.
    assert!(!run(1, None).contains("hp5:"));
}
