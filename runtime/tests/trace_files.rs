//! Traces of whole processes: the PPUs write them together when a region ends, whatever else goes
//! on, and every task is in them once.

use std::path::Path;
use std::process::Command;
use std::sync::atomic::{AtomicU32, Ordering};

use hp5::Runtime;
use hp5::rt::{self, Mode, Region};
use prost::Message;

/// So many that several threads write them.
const TASKS: u32 = 3_000;

/// A region of so many tasks, which fail if that is asked for.
fn region(tasks: u32, fail: bool, ran: &AtomicU32) {
    let region = Region::begin(rt::site!("many", file!(), line!()));
    for n in 0..tasks {
        let mut task = region.task(rt::site!("one", file!(), line!()));
        task.access_key(n as usize % 16, Mode::InOut);
        // SAFETY: the body touches an atomic that outlives the region.
        unsafe {
            task.spawn(move || {
                ran.fetch_add(1, Ordering::Relaxed);
                assert!(!fail, "planned");
            });
        }
    }
    assert_eq!(region.try_end().is_err(), fail);
}

/// What the tests run in processes of their own; it prints how many bodies ran.
#[test]
fn traced_program() {
    let Some(what) = std::env::var_os("TRACED") else {
        return;
    };
    let ran = AtomicU32::new(0);
    let runtime = Runtime::builder().ppus(3).build().unwrap();
    match &*what.to_string_lossy() {
        "regions" => runtime.install(|| (0..3).for_each(|_| region(TASKS, false, &ran))),
        "threads" => std::thread::scope(|scope| {
            for _ in 0..3 {
                let other = || runtime.install(|| region(TASKS, false, &ran));
                scope.spawn(other);
            }
        }),
        // The region ends while its thread panics.
        "panic" => {
            std::thread::scope(|scope| {
                let panics = scope.spawn(|| {
                    let open = Region::begin(rt::site!("open", file!(), line!()));
                    let mut task = open.task(rt::site!("one", file!(), line!()));
                    task.access_key(1, Mode::InOut);
                    let ran = &ran;
                    // SAFETY: as above.
                    unsafe { task.spawn(move || _ = ran.fetch_add(1, Ordering::Relaxed)) };
                    panic!("planned");
                });
                assert!(panics.join().is_err());
            });
            runtime.install(|| {
                region(1, true, &ran);
                region(TASKS, false, &ran);
            });
        }
        other => panic!("{other}"),
    }
    println!("ran {}", ran.load(Ordering::Relaxed));
}

/// Runs the program and returns how many bodies ran.
fn traced(what: &str, file: &Path) -> u32 {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", "traced_program", "--nocapture"]);
    command.env("TRACED", what).env("HP5_TRACE", file);
    let run = command.output().unwrap();
    let said = String::from_utf8_lossy(&run.stdout).into_owned();
    let errors = String::from_utf8_lossy(&run.stderr);
    assert!(run.status.success(), "{said}{errors}");
    assert!(!errors.contains("cannot write"), "{errors}");
    let ran = said.lines().find_map(|line| line.split_once("ran "));
    ran.unwrap().1.parse().unwrap()
}

#[derive(Clone, PartialEq, Message)]
struct Trace {
    #[prost(message, repeated, tag = "1")]
    packets: Vec<Packet>,
}

#[derive(Clone, PartialEq, Message)]
struct Packet {
    #[prost(uint64, optional, tag = "8")]
    timestamp: Option<u64>,
    #[prost(message, optional, tag = "11")]
    event: Option<Event>,
}

#[derive(Clone, PartialEq, Message)]
struct Event {
    #[prost(uint64, repeated, packed = "false", tag = "3")]
    category_iids: Vec<u64>,
    #[prost(int32, optional, tag = "9")]
    kind: Option<i32>,
    #[prost(uint64, optional, tag = "11")]
    track: Option<u64>,
}

/// Slices of tasks in Perfetto's format, after a look at whether each track's begins and ends go
/// together.
fn packets(file: &Path) -> usize {
    let trace = Trace::decode(&*std::fs::read(file).unwrap()).unwrap();
    let mut events: Vec<_> = trace.packets.iter().enumerate().collect();
    events.sort_by_key(|(place, packet)| (packet.timestamp, *place));
    let mut open = std::collections::HashMap::new();
    let mut slices = 0;
    for event in events
        .iter()
        .filter_map(|(_, packet)| packet.event.as_ref())
    {
        let depth = open.entry(event.track).or_insert(0_i32);
        *depth += match event.kind {
            Some(1) => 1,
            Some(2) => -1,
            _ => 0,
        };
        assert!(*depth >= 0, "an end without a begin");
        slices += usize::from(event.kind == Some(1) && !event.category_iids.is_empty());
    }
    assert!(open.values().all(|depth| *depth == 0), "{open:?}");
    slices
}

/// The same as JSON.
fn json(file: &Path) -> usize {
    let text = std::fs::read_to_string(file).unwrap();
    let trace: serde_json::Value = serde_json::from_str(&text).unwrap();
    let events = trace["traceEvents"].as_array().unwrap();
    events.iter().filter(|event| event["ph"] == "X").count()
}

fn every_task_is_in_both(what: &str) {
    let folder = std::env::temp_dir().join(format!("hp5-traces-{what}-{}", std::process::id()));
    for (name, slices) in [
        ("t.pftrace", packets as fn(&Path) -> usize),
        ("t.json", json),
    ] {
        let file = folder.join(name);
        let ran = traced(what, &file);
        assert!(ran > TASKS);
        assert_eq!(slices(&file), ran as usize, "{what}, {name}");
    }
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn regions_one_after_the_other() {
    every_task_is_in_both("regions");
}

#[test]
fn regions_of_several_threads() {
    every_task_is_in_both("threads");
}

/// A region that a panic ends, one whose task fails, and one more.
#[test]
fn regions_that_panics_end() {
    every_task_is_in_both("panic");
}
