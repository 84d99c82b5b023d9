//! The soak in the gate: ten seconds of each group (`HP5_SOAK_SECONDS` says otherwise), and
//! bugs planted on purpose, each of which must be found.

use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

/// Seconds of each group.
fn seconds() -> String {
    let text = std::env::var("HP5_SOAK_SECONDS").unwrap_or_else(|_| "10".into());
    let seconds: u64 = text
        .parse()
        .unwrap_or_else(|_| panic!("HP5_SOAK_SECONDS={text}: a whole number of seconds"));
    seconds.to_string()
}

fn soak(arguments: &[&str]) -> Output {
    command(arguments).output().expect("the soak starts")
}

fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hp5-soak"));
    command
        .args(arguments)
        // What is perturbed is said by the arguments alone.
        .env_remove("HP5_NUM_PPUS")
        .env_remove("HP5_CHAOS")
        .env_remove("HP5_SEED")
        .env_remove("HP5_MAX_TASKS")
        .env_remove("HP5_MACHINE")
        .env_remove("HP5_BIND");
    command
}

fn verdict(output: &Output) -> String {
    let text = String::from_utf8_lossy(&output.stdout);
    let line = text.lines().find(|line| line.starts_with("soak: "));
    line.unwrap_or("no verdict").to_owned()
}

/// Runs a group; the seed differs from run to run and stands in the verdict.
fn group(arguments: &[&str]) {
    group_with(arguments, &[]);
}

/// As [`group`], in this environment.
fn group_with(arguments: &[&str], variables: &[(&str, &str)]) {
    let seconds = seconds();
    let mut line = vec!["--duration", &seconds, "--limit", "60"];
    if !arguments.contains(&"--tasks") {
        line.extend(["--tasks", "1000"]);
    }
    line.extend(arguments);
    let mut command = command(&line);
    let output = command.envs(variables.iter().copied()).output();
    let output = output.expect("the soak starts");
    let verdict = verdict(&output);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(
        output.status.success() && verdict.starts_with("soak: ok "),
        "{verdict}\n{}{errors}",
        String::from_utf8_lossy(&output.stdout)
    );
    let graphs = verdict
        .split("graphs=")
        .nth(1)
        .and_then(|rest| rest.split(' ').next());
    let graphs: u64 = graphs.and_then(|n| n.parse().ok()).unwrap_or(0);
    assert!(graphs > 0, "nothing ran: {verdict}");
}

#[test]
fn random_graphs() {
    group(&["--shape", "random,flat", "--panics", "0", "--ppus", "1,2,3"]);
}

#[test]
fn adversarial_graphs() {
    let shapes = "tile,star,bipartite,all-to-all,wavefront,independent";
    group(&["--shape", shapes, "--panics", "0", "--ppus", "1,2,3"]);
}

#[test]
fn graphs_inside_tasks() {
    group(&[
        "--shape",
        "fork-join,held",
        "--panics",
        "0",
        "--ppus",
        "1,2,3",
    ]);
}

/// As many tasks as a thousand levels of composites have at least: with fewer there are fewer levels.
#[test]
fn a_thousand_levels() {
    let line = ["--shape", "deep", "--tasks", "3000", "--panics", "0"];
    group(&[&line[..], &["--ppus", "1,2,3"]].concat());
}

/// A machine that is made up: spaces around each PPU, far victims, parts of regions.
#[test]
fn a_large_machine() {
    let machine = [
        ("HP5_MACHINE", "package:2 l3:4(size=32MiB) core:8 pu:1"),
        ("HP5_BIND", "none"),
        ("HP5_QUIET", "1"),
    ];
    let shapes = "random,wavefront,fork-join,held,interleaved,replay,throttle";
    group_with(&["--shape", shapes, "--ppus", "3,16,64"], &machine);
}

#[test]
fn more_ppus_than_cores() {
    let shapes = "random,wavefront,fork-join,held";
    group(&["--shape", shapes, "--panics", "0", "--ppus", "16,64"]);
}

#[test]
fn several_registering_threads() {
    group(&["--shape", "regions", "--ppus", "1,2,4,16"]);
}

#[test]
fn panics() {
    let shapes = "panics,tile,wavefront,deep,fork-join,held";
    group(&["--shape", shapes, "--panics", "1", "--ppus", "1,2,3,16"]);
}

#[test]
fn delays() {
    group(&["--shape", "random,wavefront,fork-join", "--delays", "1"]);
}

#[test]
fn starts_and_stops() {
    group(&["--shape", "cycles,idle", "--ppus", "1,2,8"]);
}

#[test]
fn stopped_and_continued() {
    group(&["--shape", "stopped", "--ppus", "1,2,4"]);
}

#[test]
fn few_tasks_in_flight() {
    group(&["--shape", "throttle", "--ppus", "1,2,4,16"]);
}

#[test]
fn recorded_laps() {
    group(&["--shape", "replay", "--ppus", "1,2,4,16"]);
}

#[test]
fn regions_that_are_cancelled() {
    group(&["--shape", "cancel", "--ppus", "1,2,3,16"]);
}

#[test]
fn regions_of_one_thread() {
    group(&["--shape", "interleaved", "--ppus", "1,2,4,16"]);
}

/// As many tasks as ten seconds allow; a run by hand has ten million.
#[test]
fn many_tasks() {
    group(&["--shape", "huge", "--huge", "100000", "--ppus", "2"]);
}

/// Each shape is part of a group above.
#[test]
fn no_shape_is_left_out() {
    let help = soak(&["--help"]);
    let help = String::from_utf8_lossy(&help.stdout);
    let (_, list) = help.split_once("Shapes:").expect("a list of shapes");
    let names = list.lines().skip(1).take_while(|line| !line.is_empty());
    let names: Vec<&str> = names
        .filter_map(|line| line.split_whitespace().next())
        .collect();
    assert!(names.len() > 15, "{names:?}");
    let here = include_str!("ci.rs").split("what it is for must be found");
    let groups = here.into_iter().next().unwrap_or_default();
    for name in names {
        let is_here = groups
            .split(|c: char| c != '-' && !c.is_ascii_alphanumeric())
            .any(|word| word == name);
        assert!(is_here, "no group has shape `{name}`");
    }
}

// ---- the soak itself: what it is for must be found ----

/// Runs graphs with a bug in each of them; what the soak says of it.
fn planted(bug: &str, status: i32, arguments: &[&str]) -> String {
    let mut line = vec![
        "--plant",
        bug,
        "--seed",
        "1",
        "--tasks",
        "500",
        "--duration",
        "60s",
    ];
    line.extend(arguments);
    let output = soak(&line);
    let verdict = verdict(&output);
    assert_eq!(output.status.code(), Some(status), "{bug}: {verdict}");
    assert!(verdict.starts_with("soak: FAILED "), "{verdict}");
    verdict
}

#[test]
fn a_lost_edge_is_found() {
    for shape in ["tile", "wavefront", "flat", "random", "star"] {
        let line = [
            "--shape", shape, "--ppus", "2", "--panics", "0", "--graphs", "50",
        ];
        let verdict = planted("drop-access", 1, &line);
        assert!(
            verdict.contains("other values") || verdict.contains("differs"),
            "{verdict}"
        );
    }
}

#[test]
fn a_hang_is_found() {
    let line = ["--shape", "tile", "--ppus", "2", "--limit", "1"];
    let verdict = planted("hang", 3, &line);
    assert!(
        verdict.contains("hang") && verdict.contains("tasks ran"),
        "{verdict}"
    );
}

/// Stops the soak for longer than it has altogether: `limit` that these arguments give it. It
/// must take that much all the same, and one tick of its monitor less at most.
fn stopped_for_longer_than(limit: Duration, arguments: &[&str]) -> Output {
    let started = Instant::now();
    let mut soak = command(arguments);
    let soak = soak.stdout(Stdio::piped()).stderr(Stdio::piped());
    let soak = soak.spawn().expect("the soak starts");
    let id = soak.id().to_string();
    let signal = |name: &str| {
        let sent = Command::new("kill").args([name, &id]).status();
        let sent = sent.expect("there is a command `kill`");
        assert!(
            sent.success(),
            "the soak is gone at {:?}",
            started.elapsed()
        );
    };
    std::thread::sleep(Duration::from_millis(300));
    signal("-STOP");
    let before = started.elapsed();
    std::thread::sleep(limit + Duration::from_secs(1));
    let continued = Instant::now();
    signal("-CONT");
    let output = soak.wait_with_output().expect("the soak ends");
    let (after, tick) = (continued.elapsed(), Duration::from_millis(200));
    assert!(
        before + after + tick >= limit,
        "{before:?} before the stop and {after:?} after it are not {limit:?}: {}",
        verdict(&output)
    );
    output
}

#[test]
fn a_soak_that_is_stopped_has_its_time_nevertheless() {
    let limit = Duration::from_secs(3);
    let line = [
        "--plant", "hang", "--seed", "1", "--shape", "tile", "--ppus", "2", "--limit", "3",
    ];
    let output = stopped_for_longer_than(limit, &line);
    assert_eq!(output.status.code(), Some(3), "{}", verdict(&output));
    let line = [
        "--shape",
        "tile",
        "--ppus",
        "2",
        "--panics",
        "0",
        "--duration",
        "3s",
    ];
    let output = stopped_for_longer_than(limit, &line);
    assert_eq!(output.status.code(), Some(0), "{}", verdict(&output));
}

#[test]
fn a_lost_error_is_found() {
    let line = [
        "--shape", "held", "--ppus", "2", "--panics", "1", "--graphs", "50",
    ];
    let verdict = planted("swallow", 1, &line);
    assert!(verdict.contains("ended well"), "{verdict}");
}

#[test]
fn a_leak_is_found() {
    let line = [
        "--shape",
        "independent",
        "--ppus",
        "1",
        "--graphs",
        "300",
        "--panics",
        "0",
    ];
    let verdict = planted("leak", 1, &line);
    assert!(verdict.contains("memory grew"), "{verdict}");
}

#[test]
fn a_graph_can_be_run_again_from_its_verdict() {
    let line = [
        "--shape",
        "tile,wavefront",
        "--ppus",
        "2",
        "--panics",
        "0",
        "--graphs",
        "50",
    ];
    let first = planted("drop-access", 1, &line);
    let replay = first.split("replay: hp5-soak ").nth(1).expect("a command");
    let words: Vec<&str> = replay.split(' ').collect();
    let again = soak(&[&words[..], &["--plant", "drop-access"]].concat());
    assert_eq!(again.status.code(), Some(1), "{replay}");
    let what = |verdict: &str| verdict.split(';').next().map(str::to_owned);
    assert_eq!(what(&verdict(&again)), what(&first));
}

#[test]
fn wrong_arguments_are_explained() {
    let cases = [
        (["--shape", "round"], "known: all, random"),
        (["--duration", "soon"], "such as 30m"),
        (["--ppus", "0"], "from 1 to 4096"),
        (["--panics", "7"], "from 0 to 1"),
    ];
    for (line, expected) in cases {
        let output = soak(&line);
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{line:?}");
        assert!(errors.contains(expected), "{line:?}: {errors}");
    }
}
