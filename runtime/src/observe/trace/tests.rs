//! Every trace that is written here is parsed again.

use super::*;
use crate::observe::fixtures::{self, Folder};
use crate::record::run_record::{EdgeKind, RunRecord, TaskKind};
use region::MOST_POINTS;
use serde_json::{Value, json};

fn parse(path: &Path) -> Vec<Value> {
    let text = std::fs::read_to_string(path).unwrap();
    let value: Value =
        serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
    value["traceEvents"].as_array().unwrap().clone()
}

fn of<'e>(events: &'e [Value], ph: &str) -> Vec<&'e Value> {
    events.iter().filter(|event| event["ph"] == ph).collect()
}

fn traced(record: &RunRecord, flows: Flows) -> Vec<Value> {
    let folder = Folder::new();
    let mut trace = TraceFile::new(folder.file("trace.json"), flows);
    trace.base = record.epoch;
    trace.append(&Run::from(record), &fixtures::crew).unwrap();
    parse(trace.path())
}

/// 0 on PPU 0 -> 1 on PPU 0 and 2 on PPU 1.
fn fork() -> RunRecord {
    let mut run = fixtures::record(3);
    for (task, ppu, start, end) in [
        (0, 0, 1_000, 2_500),
        (1, 0, 2_600, 4_000),
        (2, 1, 3_000, 4_000),
    ] {
        run.add_slice(task, ppu, start, end);
    }
    run.add_edge(0, 1, EdgeKind::Raw);
    run.add_edge(0, 2, EdgeKind::War);
    run
}

#[test]
fn the_file_is_valid_json_after_every_region() {
    let folder = Folder::new();
    let mut run = fork();
    run.region = "r \"x\"\\ </script>".to_owned();
    run.tasks[0].name = "täsk\n\u{0}\u{1f600}".to_owned();
    let mut trace = TraceFile::new(folder.file("not/there/yet/trace.json"), Flows::All);
    for round in 1..=3 {
        trace.append(&Run::from(&run), &fixtures::crew).unwrap();
        let events = parse(trace.path());
        assert_eq!(of(&events, "X").len(), 3 * round);
        assert_eq!(of(&events, "b").len(), round);
        assert_eq!(of(&events, "M").len(), 5, "tracks are named once");
        let mut ids: Vec<_> = of(&events, "s")
            .iter()
            .map(|event| event["id"].as_u64().unwrap())
            .collect();
        ids.dedup();
        assert_eq!(
            ids.len(),
            2 * round,
            "arrows of different regions have different ids"
        );
        assert_eq!(
            events
                .iter()
                .filter(|event| event["name"] == "täsk\n\u{0}\u{1f600}")
                .count(),
            round
        );
    }
}

#[test]
fn a_slice_says_what_where_and_why() {
    let mut run = RunRecord::new("jacobi", "src/main.rs", 12);
    let tiles = [
        ("b".to_owned(), vec![64..128, 0..8], "out"),
        ("s".to_owned(), vec![], "in"),
    ];
    run.add_task("jacobi:16", "src/main.rs", 16, TaskKind::Combine, 7, tiles);
    run.add_slice(0, 1, 1_234_567, 1_300_000);
    let events = traced(&run, Flows::Cross);
    let slice = of(&events, "X")[0];
    assert_eq!(slice["name"], "jacobi:16");
    assert_eq!(
        (
            slice["tid"].as_u64(),
            slice["ts"].as_f64(),
            slice["dur"].as_f64()
        ),
        (Some(2), Some(1234.567), Some(65.433))
    );
    assert_eq!(slice["cat"], "combine");
    let want = json!({"tiles": ["out b[64..128, 0..8]", "in s"], "source": "src/main.rs:16",
                      "region": "jacobi", "task": 0, "priority": 7});
    assert_eq!(slice["args"], want);
    let names: Vec<_> = events
        .iter()
        .filter(|e| e["name"] == "thread_name")
        .map(|e| &e["args"]["name"])
        .collect();
    assert_eq!(names, ["PPU 0", "PPU 1"]);
}

#[test]
fn arrows_as_asked_for() {
    let count = |flows| of(&traced(&fork(), flows), "s").len();
    assert_eq!(
        (count(Flows::None), count(Flows::Cross), count(Flows::All)),
        (0, 1, 2)
    );
    let events = traced(&fork(), Flows::Cross);
    let (from, to) = (of(&events, "s")[0], of(&events, "f")[0]);
    assert_eq!((&from["id"], &from["name"]), (&to["id"], &json!("WAR")));
    // The arrow leaves inside the slice 1.0..2.5 and arrives where 3.0..4.0 begins.
    assert_eq!(
        (from["ts"].as_f64(), to["ts"].as_f64()),
        (Some(2.499), Some(3.0))
    );
    assert_eq!(
        (from["tid"].as_u64(), to["tid"].as_u64(), &to["bp"]),
        (Some(1), Some(2), &json!("e"))
    );
}

#[test]
fn arrows_pass_through_tasks_without_a_body() {
    let mut run = fixtures::record(2);
    run.add_task("shared", "m.rs", 1, TaskKind::Artificial, 0, []);
    run.add_task("reader", "m.rs", 2, TaskKind::User, 0, []);
    for (from, to) in [(0, 2), (1, 2), (2, 3)] {
        run.add_edge(from, to, EdgeKind::Order);
    }
    run.add_slice(0, 0, 0, 100);
    run.add_slice(1, 1, 0, 200);
    run.add_slice(3, 0, 300, 400);
    let events = traced(&run, Flows::All);
    let starts: Vec<_> = of(&events, "s")
        .iter()
        .map(|e| e["tid"].as_u64().unwrap())
        .collect();
    assert_eq!(
        starts,
        [2],
        "one arrow, from the predecessor that ended last"
    );
}

#[test]
fn too_many_arrows_are_counted() {
    let folder = Folder::new();
    let mut run = fixtures::record(2);
    run.add_slice(0, 0, 0, 10);
    run.add_slice(1, 1, 10, 20);
    (0..17).for_each(|_| run.add_edge(0, 1, EdgeKind::Raw));
    let traced = |flows| {
        let mut trace = TraceFile::new(folder.file("trace.json"), flows);
        trace.most_flows = 5;
        trace.append(&Run::from(&run), &fixtures::crew).unwrap();
        parse(trace.path())
    };
    let events = traced(Flows::Cross);
    assert_eq!(of(&events, "s").len(), 5);
    let said = of(&events, "b")[0]["args"]["arrows left out"]
        .as_str()
        .unwrap()
        .to_owned();
    assert_eq!(said, "12: set HP5_TRACE_FLOWS=all to have them");
    assert_eq!(of(&traced(Flows::All), "s").len(), 17);
}

#[test]
fn busy_ppus_are_counted_once_each() {
    let mut run = fixtures::record(4);
    for (task, ppu, start, end) in [
        (0, 0, 0, 100),
        (1, 0, 20, 40),
        (2, 1, 50, 100),
        (3, 1, 100, 120),
    ] {
        run.add_slice(task, ppu, start, end);
    }
    let events = traced(&run, Flows::Cross);
    let points: Vec<_> = of(&events, "C")
        .iter()
        .map(|e| {
            (
                e["ts"].as_f64().unwrap(),
                e["args"]["busy"].as_u64().unwrap(),
            )
        })
        .collect();
    assert_eq!(points, [(0.0, 1), (0.05, 2), (0.1, 1), (0.12, 0)]);
}

/// Of many slices at equal intervals, where they follow each other, and else where it changes.
#[test]
fn busy_ppus_of_many_slices_are_those_that_were() {
    let mut nested = fixtures::wide(8_000, 4);
    nested.add_slice(0, 3, 0, 2_100_000);
    for run in [fixtures::wide(8_000, 4), nested] {
        let events = traced(&run, Flows::None);
        let ns = |event: &Value| (event["ts"].as_f64().unwrap() * 1e3).round() as u64;
        let begin = of(&events, "X").into_iter().map(ns).min().unwrap();
        let points = of(&events, "C");
        assert!(points.len() > 100, "{}", points.len());
        for point in &points {
            let at = ns(point) - begin;
            // On either side of a change.
            let busy = |runs: fn(u64, u64, u64) -> bool| {
                let mut ppus: Vec<u32> = run
                    .slices
                    .iter()
                    .filter(|slice| runs(slice.start_ns, at, slice.end_ns))
                    .map(|slice| slice.ppu)
                    .collect();
                ppus.sort_unstable();
                ppus.dedup();
                ppus.len() as u64
            };
            let before = busy(|start, at, end| start < at && at <= end);
            let after = busy(|start, at, end| start <= at && at < end);
            let said = point["args"]["busy"].as_u64().unwrap();
            assert!([before, after].contains(&said), "{said} at {at}");
        }
        assert_eq!(points.last().unwrap()["args"]["busy"], 0);
    }
}

#[test]
fn regions_of_different_runtimes_share_a_clock() {
    let folder = Folder::new();
    let mut trace = TraceFile::new(folder.file("trace.json"), Flows::Cross);
    let mut run = fork();
    run.epoch = trace.base;
    trace.append(&Run::from(&run), &fixtures::crew).unwrap();
    run.epoch = trace.base + std::time::Duration::from_micros(500);
    run.ppus[1] = "core 7".to_owned();
    trace.append(&Run::from(&run), &fixtures::crew).unwrap();
    let events = parse(trace.path());
    let starts: Vec<_> = of(&events, "X")
        .iter()
        .map(|e| e["ts"].as_f64().unwrap())
        .collect();
    assert_eq!(starts, [1.0, 2.6, 3.0, 501.0, 502.6, 503.0]);
    let renamed = events
        .iter()
        .filter(|e| e["name"] == "thread_name" && e["args"]["name"] == "core 7")
        .count();
    assert_eq!(renamed, 1);
}

#[test]
fn an_append_that_fails_leaves_the_file_whole() {
    let folder = Folder::new();
    let mut trace = TraceFile::new(folder.file("trace.json"), Flows::Cross);
    trace.append(&Run::from(&fork()), &fixtures::crew).unwrap();
    let path = trace.path().to_owned();
    // A handle that cannot write stands for a full disk.
    let (good, end) = trace.file.take().unwrap();
    trace.file = Some((Mutex::new(File::open(&path).unwrap()), end));
    assert!(trace.append(&Run::from(&fork()), &fixtures::crew).is_err());
    assert_eq!(of(&parse(&path), "X").len(), 3);
    // A part of an event, as a full disk leaves it.
    let mut file = lock(&good);
    file.seek(SeekFrom::Start(end)).unwrap();
    file.write_all(b",\n{\"ph\":\"X\",\"pid\":1,\"tid\":2,\"na")
        .unwrap();
    trace.cut(&mut file, end);
    drop(file);
    assert_eq!(of(&parse(&path), "X").len(), 3);
    trace.file = Some((good, end));
    trace.append(&Run::from(&fork()), &fixtures::crew).unwrap();
    assert_eq!(of(&parse(&path), "X").len(), 6);
    assert!(
        TraceFile::new(folder.file(""), Flows::Cross)
            .append(&Run::from(&fork()), &fixtures::crew)
            .is_err(),
        "a folder is no file"
    );
}

#[test]
fn several_threads_write_what_one_writes() {
    let folder = Folder::new();
    let mut run = fixtures::wide(20_000, 4);
    run.tasks[777].name = "another".to_owned();
    run.tasks[778].priority = -3;
    let written = |threads| {
        let mut trace = TraceFile::new(folder.file("trace.json"), Flows::All);
        (trace.base, trace.threads) = (run.epoch, threads);
        assert_eq!(trace.threads_for(&Run::from(&run)), threads.min(4));
        trace.append(&Run::from(&run), &fixtures::crew).unwrap();
        trace.append(&Run::from(&run), &fixtures::crew).unwrap();
        let mut events: Vec<_> = parse(trace.path()).iter().map(Value::to_string).collect();
        events.sort();
        events
    };
    let alone = written(1);
    assert!(alone == written(4) && alone == written(8), "events differ");
    // Nor does a small region, or one of few PPUs, have helpers.
    let mut trace = TraceFile::new(folder.file("trace.json"), Flows::All);
    trace.threads = 64;
    let threads_for = |n, rows| trace.threads_for(&Run::from(&fixtures::wide(n, rows)));
    assert_eq!([threads_for(100, 4), threads_for(20_000, 2)], [0, 2]);
}

#[test]
fn several_threads_fail_as_one() {
    let folder = Folder::new();
    let mut trace = TraceFile::new(folder.file("trace.json"), Flows::Cross);
    trace.threads = 3;
    trace.append(&Run::from(&fork()), &fixtures::crew).unwrap();
    let path = trace.path().to_owned();
    let end = trace.file.take().unwrap().1;
    trace.file = Some((Mutex::new(File::open(&path).unwrap()), end));
    let long = Run::from(&fixtures::wide(20_000, 4));
    assert!(trace.append(&long, &fixtures::crew).is_err());
    assert_eq!(of(&parse(&path), "X").len(), 3);
    // PPUs that it named first are named by the next one that can be written.
    let good = OpenOptions::new().write(true).open(&path).unwrap();
    trace.file = Some((Mutex::new(good), end));
    trace.append(&long, &fixtures::crew).unwrap();
    let events = parse(&path);
    let named = |ppu: &str| events.iter().any(|event| event["args"]["name"] == ppu);
    assert!((0..4).all(|ppu| named(&format!("PPU {ppu}"))));
}

#[test]
fn nothing_and_very_much() {
    let events = traced(&RunRecord::new("empty", "f.rs", 1), Flows::Cross);
    assert_eq!(
        (
            of(&events, "X").len(),
            of(&events, "b").len(),
            of(&events, "C").len()
        ),
        (0, 1, 0)
    );
    let begin = Instant::now();
    let events = traced(&fixtures::wide(100_000, 4), Flows::All);
    assert_eq!(
        (of(&events, "X").len(), of(&events, "s").len()),
        (100_000, 99_996)
    );
    assert!(of(&events, "C").len() as u64 <= MOST_POINTS + 2);
    assert!(begin.elapsed().as_secs() < 60, "{:?}", begin.elapsed());
}
