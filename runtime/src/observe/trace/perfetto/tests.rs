//! Traces are read back by another implementation of the wire format, put in order as a viewer puts
//! them, and held against the same regions as JSON.

use std::collections::{BTreeMap, HashMap};
use std::io::{Seek, SeekFrom, Write};
use std::path::Path;
use std::time::Duration;

use prost::Message;
use serde_json::{Value, json};

use crate::observe::fixtures::{self, Folder};
use crate::observe::trace::{Flows, TraceFile};
use crate::record::compact::Run;
use crate::record::run_record::{EdgeKind, RunRecord, TaskKind};
use crate::sync::{Mutex, lock};

#[derive(Clone, PartialEq, Message)]
struct Trace {
    #[prost(message, repeated, tag = "1")]
    packet: Vec<Packet>,
}

#[derive(Clone, PartialEq, Message)]
struct Packet {
    #[prost(uint64, optional, tag = "8")]
    timestamp: Option<u64>,
    #[prost(uint32, optional, tag = "10")]
    sequence: Option<u32>,
    #[prost(message, optional, tag = "11")]
    event: Option<Event>,
    #[prost(message, optional, tag = "12")]
    interned: Option<Interned>,
    #[prost(uint32, optional, tag = "13")]
    flags: Option<u32>,
    #[prost(message, optional, tag = "60")]
    track: Option<Track>,
}

#[derive(Clone, PartialEq, Message)]
struct Event {
    #[prost(uint64, repeated, packed = "false", tag = "3")]
    category_iids: Vec<u64>,
    #[prost(message, repeated, tag = "4")]
    annotations: Vec<Annotation>,
    #[prost(int32, optional, tag = "9")]
    kind: Option<i32>,
    #[prost(uint64, optional, tag = "10")]
    name_iid: Option<u64>,
    #[prost(uint64, optional, tag = "11")]
    track: Option<u64>,
    #[prost(string, repeated, tag = "22")]
    categories: Vec<String>,
    #[prost(string, optional, tag = "23")]
    name: Option<String>,
    #[prost(int64, optional, tag = "30")]
    counter: Option<i64>,
    #[prost(fixed64, repeated, packed = "false", tag = "47")]
    flows: Vec<u64>,
    #[prost(fixed64, repeated, packed = "false", tag = "48")]
    terminating: Vec<u64>,
}

#[derive(Clone, PartialEq, Message)]
struct Annotation {
    #[prost(uint64, optional, tag = "1")]
    name_iid: Option<u64>,
    #[prost(bool, optional, tag = "2")]
    truth: Option<bool>,
    #[prost(uint64, optional, tag = "3")]
    uint: Option<u64>,
    #[prost(int64, optional, tag = "4")]
    int: Option<i64>,
    #[prost(double, optional, tag = "5")]
    double: Option<f64>,
    #[prost(string, optional, tag = "6")]
    text: Option<String>,
    #[prost(string, optional, tag = "10")]
    name: Option<String>,
    #[prost(message, repeated, tag = "12")]
    array: Vec<Annotation>,
    #[prost(uint64, optional, tag = "17")]
    text_iid: Option<u64>,
}

#[derive(Clone, PartialEq, Message)]
struct Interned {
    #[prost(message, repeated, tag = "1")]
    categories: Vec<Named>,
    #[prost(message, repeated, tag = "2")]
    names: Vec<Named>,
    #[prost(message, repeated, tag = "3")]
    annotations: Vec<Named>,
    #[prost(message, repeated, tag = "29")]
    texts: Vec<Named>,
}

#[derive(Clone, PartialEq, Message)]
struct Named {
    #[prost(uint64, optional, tag = "1")]
    iid: Option<u64>,
    #[prost(string, optional, tag = "2")]
    name: Option<String>,
}

#[derive(Clone, PartialEq, Message)]
struct Track {
    #[prost(uint64, optional, tag = "1")]
    uuid: Option<u64>,
    #[prost(string, optional, tag = "2")]
    name: Option<String>,
    #[prost(message, optional, tag = "3")]
    process: Option<Process>,
    #[prost(uint64, optional, tag = "5")]
    parent: Option<u64>,
    #[prost(message, optional, tag = "8")]
    counter: Option<Empty>,
    #[prost(int32, optional, tag = "11")]
    ordering: Option<i32>,
    #[prost(int32, optional, tag = "12")]
    rank: Option<i32>,
}

#[derive(Clone, PartialEq, Message)]
struct Process {
    #[prost(int32, optional, tag = "1")]
    pid: Option<i32>,
    #[prost(string, optional, tag = "6")]
    name: Option<String>,
}

#[derive(Clone, PartialEq, Message)]
struct Empty {}

/// What a viewer shows of a trace.
#[derive(Default, PartialEq, Debug)]
struct Shown {
    /// Name, category, track, begin, length and arguments, as text, sorted.
    slices: Vec<String>,
    /// Tasks' regions and numbers.
    arrows: Vec<[(String, u64); 2]>,
    counter: Vec<(u64, u64)>,
    /// Name, begin, end and arguments.
    regions: Vec<String>,
}

fn read(path: &Path) -> Trace {
    Trace::decode(&*std::fs::read(path).unwrap()).unwrap()
}

/// What one sequence interned, by list and number.
type Texts = HashMap<(u8, u64), String>;

impl Shown {
    fn sorted(mut self) -> Self {
        self.slices.sort();
        self.arrows.sort();
        self.counter.sort_unstable();
        self.regions.sort();
        self
    }

    fn slice(&mut self, name: &str, cat: &str, track: &str, at: u64, length: u64, args: &Value) {
        let all = json!([name, cat, track, at, length, args]);
        self.slices.push(all.to_string());
    }

    fn packets(path: &Path) -> Shown {
        let trace = read(path);
        let mut tracks = HashMap::new();
        let mut interned: HashMap<u32, Texts> = HashMap::new();
        let mut events = Vec::new();
        for packet in trace.packet {
            let sequence = packet.sequence.expect("every packet has a sequence");
            if packet.flags == Some(1) {
                interned.insert(sequence, Texts::new());
            }
            if let Some(data) = packet.interned {
                let texts = interned.get_mut(&sequence).expect("a state to add to");
                let lists = [data.categories, data.names, data.annotations, data.texts];
                for (list, named) in (0..).zip(lists) {
                    for Named { iid, name } in named {
                        let before = texts.insert((list, iid.unwrap()), name.unwrap());
                        assert_eq!(before, None, "said twice");
                    }
                }
            }
            if let Some(Track {
                uuid, name, parent, ..
            }) = packet.track
            {
                assert_eq!(name.is_some(), parent.is_some());
                tracks.insert(uuid.unwrap(), name.unwrap_or_default());
            }
            if let Some(event) = packet.event {
                assert_eq!(packet.flags, Some(2));
                let event = Resolved::new(event, &interned[&sequence]);
                events.push((packet.timestamp.unwrap(), event));
            }
        }
        events.sort_by_key(|(at, _)| *at); // stable, as a viewer's
        Shown::of_events(events, &tracks)
    }

    fn of_events(events: Vec<(u64, Resolved)>, tracks: &HashMap<u64, String>) -> Shown {
        let mut shown = Shown::default();
        let mut open: HashMap<u64, Vec<(u64, Resolved)>> = HashMap::new();
        let mut flows = HashMap::new();
        for (at, event) in events {
            let track = &tracks[&event.track];
            match event.kind {
                1 => {
                    let task = || {
                        let region = event.args["region"].as_str().unwrap().to_owned();
                        (region, event.args["task"].as_u64().unwrap())
                    };
                    for flow in &event.flows {
                        assert_eq!(flows.insert(*flow, task()), None, "a flow leaves twice");
                    }
                    for flow in &event.terminating {
                        let from = flows.get(flow).expect("it left before").clone();
                        shown.arrows.push([from, task()]);
                    }
                    open.entry(event.track).or_default().push((at, event));
                }
                2 => {
                    let stack = open.get_mut(&event.track).unwrap();
                    let (begin, of) = stack.pop().unwrap();
                    if track == "regions" {
                        assert_eq!(of.category, "region");
                        let all = json!([of.name, begin, at, of.args]);
                        shown.regions.push(all.to_string());
                        continue;
                    }
                    let length = at + 1 - begin;
                    shown.slice(&of.name, &of.category, track, begin, length, &of.args);
                }
                4 => shown.counter.push((at, event.counter)),
                other => panic!("type {other}"),
            }
        }
        assert!(open.values().all(Vec::is_empty), "{open:?}");
        shown.sorted()
    }

    fn json(path: &Path) -> Shown {
        let text = std::fs::read_to_string(path).unwrap();
        let value: Value = serde_json::from_str(&text).unwrap();
        let ns = |value: &Value| (value.as_f64().unwrap() * 1e3).round() as u64;
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        let mut shown = Shown::default();
        let mut tracks = HashMap::new();
        // By track and begin, and by number.
        let mut begins: HashMap<(u64, u64), (String, u64)> = HashMap::new();
        let mut arrows: BTreeMap<u64, [Option<(u64, u64)>; 2]> = BTreeMap::new();
        let mut ends: Vec<(u64, u64, (String, u64))> = Vec::new();
        let mut regions: HashMap<u64, (String, u64, Value)> = HashMap::new();
        let events = value["traceEvents"].as_array().unwrap();
        // A track has the name that it is given last.
        let named = |event: &&Value| event["name"] == "thread_name";
        for event in events.iter().filter(named) {
            let tid = event["tid"].as_u64().unwrap();
            tracks.insert(tid, text(&event["args"]["name"]));
        }
        for event in events {
            let (tid, at) = (event["tid"].as_u64(), &event["ts"]);
            match event["ph"].as_str().unwrap() {
                "X" => {
                    let (at, length) = (ns(at), ns(&event["dur"]));
                    let (name, cat) = (text(&event["name"]), text(&event["cat"]));
                    let args = &event["args"];
                    shown.slice(&name, &cat, &tracks[&tid.unwrap()], at, length, args);
                    let task = (text(&args["region"]), args["task"].as_u64().unwrap());
                    begins.insert((tid.unwrap(), at), task.clone());
                    ends.push((tid.unwrap(), at + length - 1, task));
                }
                ph @ ("s" | "f") => {
                    let arrow = arrows.entry(event["id"].as_u64().unwrap()).or_default();
                    arrow[usize::from(ph == "f")] = Some((tid.unwrap(), ns(at)));
                }
                "C" => {
                    let busy = event["args"]["busy"].as_u64().unwrap();
                    shown.counter.push((ns(at), busy));
                }
                "b" => {
                    let args = event["args"].clone();
                    let region = (text(&event["name"]), ns(at), args);
                    regions.insert(event["id"].as_u64().unwrap(), region);
                }
                "e" => {
                    let (name, begin, args) = &regions[&event["id"].as_u64().unwrap()];
                    let all = json!([name, begin, ns(at), args]);
                    shown.regions.push(all.to_string());
                }
                _ => {}
            }
        }
        for [from, to] in arrows.into_values() {
            let (from, to) = (from.unwrap(), to.unwrap());
            let from = ends.iter().find(|(tid, at, _)| (*tid, *at) == from);
            shown
                .arrows
                .push([from.unwrap().2.clone(), begins[&to].clone()]);
        }
        shown.sorted()
    }
}

/// An event whose texts are known.
#[derive(Debug)]
struct Resolved {
    kind: i32,
    track: u64,
    name: String,
    category: String,
    args: Value,
    counter: u64,
    flows: Vec<u64>,
    terminating: Vec<u64>,
}

impl Resolved {
    fn new(event: Event, texts: &Texts) -> Self {
        let known = |list, iid: u64| texts.get(&(list, iid)).expect("said before").clone();
        let mut args = json!({});
        for annotation in &event.annotations {
            let name = annotation.name.clone();
            let name = name.unwrap_or_else(|| known(2, annotation.name_iid.unwrap()));
            args[name] = value(annotation, texts);
        }
        let mut categories = event.categories;
        categories.extend(event.category_iids.iter().map(|iid| known(0, *iid)));
        let name = event.name_iid.map(|iid| known(1, iid));
        Resolved {
            kind: event.kind.unwrap(),
            track: event.track.unwrap(),
            name: name.or(event.name).unwrap_or_default(),
            category: categories.concat(),
            args,
            counter: event.counter.unwrap_or_default() as u64,
            flows: event.flows,
            terminating: event.terminating,
        }
    }
}

fn value(annotation: &Annotation, texts: &Texts) -> Value {
    let array = || annotation.array.iter().map(|each| value(each, texts));
    let of_text = annotation.text.clone().map(Value::from);
    let interned = |iid| Value::from(texts.get(&(3, iid)).expect("said before").clone());
    of_text
        .or_else(|| annotation.text_iid.map(interned))
        .or_else(|| annotation.uint.map(Value::from))
        .or_else(|| annotation.int.map(Value::from))
        .or_else(|| annotation.double.map(Value::from))
        .or_else(|| annotation.truth.map(Value::from))
        .unwrap_or_else(|| array().collect())
}

/// Regions in a file of each format, by so many threads, at most so many arrows.
fn both(runs: &[Run], flows: Flows, threads: usize, most: usize) -> [Shown; 2] {
    let folder = Folder::new();
    let read: [fn(&Path) -> Shown; 2] = [Shown::packets, Shown::json];
    let names = ["t.pftrace", "t.json"];
    let mut shown = names.iter().zip(read).map(|(name, read)| {
        let mut trace = TraceFile::new(folder.file(name), flows);
        let first = runs.iter().map(|run| run.epoch).min().unwrap();
        (trace.base, trace.threads, trace.most_flows) = (first, threads, most);
        for run in runs {
            trace.append(run, &fixtures::crew).unwrap();
        }
        read(trace.path())
    });
    std::array::from_fn(|_| shown.next().unwrap())
}

/// Regions of few tasks that have something of everything, and overlap in time.
fn small() -> Vec<Run> {
    let mut odd = fixtures::composite();
    odd.region = "größe \"x\"\n".to_owned();
    odd.tasks[1].priority = -7;
    odd.tasks[2].priority = 3;
    odd.stats.cancelled = 3;
    odd.stats.wall = Duration::from_micros(1_234);
    odd.stats.steals = vec![0, 5];
    let mut shared = fixtures::record(2);
    shared.epoch = odd.epoch;
    shared.add_task("shared", "m.rs", 1, TaskKind::Artificial, 0, []);
    shared.add_task("sum", "m.rs", 2, TaskKind::Combine, 0, []);
    for (from, to) in [(0, 2), (1, 2), (2, 3), (0, 3), (0, 3)] {
        shared.add_edge(from, to, EdgeKind::Order);
    }
    // Each begins when the one before ends.
    for (task, ppu, start, end) in [(0, 0, 0, 100), (1, 1, 100, 200), (3, 1, 200, 201)] {
        shared.add_slice(task, ppu, start, end);
    }
    let mut renamed = shared.clone();
    renamed.ppus[1] = "core 7".to_owned();
    renamed.epoch += Duration::from_micros(500);
    // One inside another, and two that overlap otherwise.
    let mut nested = fixtures::record(4);
    nested.region = "nested".to_owned();
    nested.epoch = renamed.epoch + Duration::from_nanos(50);
    let slices = [
        (0, 0, 320, 350),
        (1, 0, 300, 400),
        (2, 1, 300, 400),
        (3, 1, 350, 450),
    ];
    for (task, ppu, start, end) in slices {
        nested.add_slice(task, ppu, start, end);
    }
    let mut runs: Vec<Run> = [odd, shared, renamed, nested]
        .iter()
        .map(Run::from)
        .collect();
    // Two tasks with names of their own, one of which has the shape of another one.
    let run = &mut runs[3];
    run.names = vec!["own".into(), "größe".into()];
    (run.extras[1].name, run.extras[2].name) = (1, 0);
    run.tasks[2].shape = run.tasks[0].shape;
    runs
}

/// A long region: tasks of a row have one shape, edges go from row to row as well.
fn wide() -> Run {
    let mut record = fixtures::wide(20_000, 4);
    for task in (7..20_000).step_by(7) {
        if task % 4 > 0 && task > 4 {
            record.add_edge(task - 5, task, EdgeKind::War);
        }
    }
    let mut run = Run::from(&record);
    for (n, task) in (0..).zip(&mut run.tasks) {
        task.shape = n % 4;
    }
    run.names = vec!["own".into()];
    run.extras[777].name = 0;
    run
}

#[test]
fn both_formats_say_the_same() {
    for (flows, arrows) in [(Flows::All, 9), (Flows::Cross, 4), (Flows::None, 0)] {
        let [packets, json] = both(&small(), flows, 1, 100);
        assert_eq!(packets, json);
        assert_eq!((packets.regions.len(), packets.slices.len()), (4, 15));
        assert_eq!(packets.arrows.len(), arrows, "{:#?}", packets.arrows);
    }
    let [packets, json] = both(&small(), Flows::Cross, 1, 1);
    assert_eq!(packets, json);
    assert!(
        packets.regions[2].contains("1: set HP5_TRACE_FLOWS=all"),
        "{:?}",
        packets.regions
    );
    // Without slices its times are those of the writing.
    let empty = Run::from(&RunRecord::new("empty", "f.rs", 1));
    let [packets, _] = both(&[empty], Flows::Cross, 1, 100);
    assert_eq!((packets.regions.len(), packets.slices.len()), (1, 0));
}

#[test]
fn several_threads_say_the_same() {
    for threads in [1, 3] {
        let mut small = small();
        small[1].epoch += Duration::from_millis(100);
        let mut again = wide();
        again.epoch += Duration::from_millis(200);
        let long = [wide(), small.remove(1), again];
        let [packets, json] = both(&long, Flows::Cross, threads, 1_000);
        assert!(packets == json, "{threads} threads");
        assert_eq!(packets.arrows.len(), 2 * 1_000 + 2);
        let [packets, json] = both(&[wide()], Flows::All, threads, 100);
        assert!(packets.arrows.len() > 20_000 && packets.slices.len() == 20_000);
        assert!(packets == json, "{threads} threads");
    }
}

#[test]
fn tracks_are_in_order_in_a_group_of_the_process() {
    let folder = Folder::new();
    let mut trace = TraceFile::new(folder.file("t.pftrace"), Flows::Cross);
    let runs = small();
    trace.base = runs[0].epoch;
    runs.iter()
        .for_each(|run| trace.append(run, &fixtures::crew).unwrap());
    let tracks = read(trace.path())
        .packet
        .into_iter()
        .filter_map(|packet| packet.track);
    let (mut group, mut names) = (None, Vec::new());
    for track in tracks {
        if let Some(process) = track.process {
            assert_eq!(process.pid, Some(std::process::id() as i32));
            assert!(process.name.unwrap().ends_with(" (hp5)"));
            group = track.uuid;
        } else if track.ordering == Some(3) {
            assert_eq!((track.parent, track.name.as_deref()), (group, Some("HP5")));
            group = track.uuid;
        } else {
            assert_eq!(track.parent, group);
            names.push((
                track.rank.unwrap(),
                track.name.unwrap(),
                track.counter.is_some(),
            ));
        }
    }
    names.sort();
    names.dedup();
    let names: Vec<(i32, &str, bool)> = names.iter().map(|(r, n, c)| (*r, &**n, *c)).collect();
    let want = [
        (0, "busy PPUs", true),
        (1, "regions", false),
        (2, "PPU 0", false),
        (3, "PPU 1", false),
        (3, "core 7", false),
    ];
    assert_eq!(names, want);
}

#[test]
fn an_append_that_fails_leaves_the_packets_before_it() {
    let folder = Folder::new();
    let (run, long) = (Run::from(&fixtures::composite()), wide());
    for (name, run, slices) in [("t.pftrace", &run, 5), ("t.perfetto-trace", &long, 20_000)] {
        let mut trace = TraceFile::new(folder.file(name), Flows::Cross);
        (trace.base, trace.threads) = (run.epoch, 3);
        trace.append(run, &fixtures::crew).unwrap();
        let path = trace.path().to_owned();
        let (good, end) = trace.file.take().unwrap();
        let unwritable = std::fs::File::open(&path).unwrap();
        trace.file = Some((Mutex::new(unwritable), end));
        assert!(trace.append(run, &fixtures::crew).is_err());
        assert_eq!(Shown::packets(&path).slices.len(), slices);
        // A part of a packet, as a full disk leaves it.
        let mut file = lock(&good);
        file.seek(SeekFrom::Start(end)).unwrap();
        file.write_all(&[0x0a, 0x7f, 1, 2, 3]).unwrap();
        assert!(Trace::decode(&*std::fs::read(&path).unwrap()).is_err());
        trace.cut(&mut file, end);
        drop(file);
        assert_eq!(Shown::packets(&path).slices.len(), slices);
        trace.file = Some((good, end));
        trace.append(run, &fixtures::crew).unwrap();
        assert_eq!(Shown::packets(&path).slices.len(), 2 * slices);
    }
}
