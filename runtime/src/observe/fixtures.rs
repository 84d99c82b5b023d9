//! Hand-made records for the tests of this folder.

use crate::base::kinds::NO_HOME;
use crate::base::site::Site;
use crate::record::compact::{Edges, Extra, NONE, Noted, Run, Shape};
use crate::record::run_record::{EdgeKind, RunRecord, TaskKind};

impl From<&RunRecord> for Run {
    fn from(record: &RunRecord) -> Run {
        let file: &'static str = record.file.clone().leak();
        let described: Vec<_> = record.tasks.iter().flat_map(|task| &task.tiles).collect();
        let number = |number: Option<u32>| number.unwrap_or(NONE);
        let beyond = |most: Option<u32>| most.map_or(0, |most| most + 1);
        let mut tiles_end = 0;
        let shapes = record.tasks.iter().map(|task| {
            tiles_end += task.tiles.len();
            Shape {
                site: Site::intern(&task.name, task.file, task.line),
                tiles_end,
                kind: task.kind,
                home: task.home.unwrap_or(NO_HOME),
                priority: task.priority,
            }
        });
        let mut sorted = record.edges.clone();
        sorted.sort_by_key(|edge| edge.to);
        let mut edges = Edges::default();
        let mut into = vec![0; record.tasks.len()];
        for edge in sorted {
            edges.push(edge.from, edge.kind);
            into[edge.to as usize] += 1;
        }
        let tasks = (0..).zip(into).map(|(task, edges)| Noted {
            shape: task,
            edges,
            extra: task,
        });
        let extras = record.tasks.iter().map(|task| Extra {
            name: NONE,
            parent: number(task.parent),
            group: number(task.group),
        });
        Run {
            site: Site::intern(&record.region, file, record.line),
            epoch: record.epoch,
            shapes: shapes.collect(),
            tasks: tasks.collect(),
            extras: extras.collect(),
            names: Vec::new(),
            tiles: (0..described.len() as u32).collect(),
            arrays: beyond(described.iter().filter_map(|tile| tile.id).max()),
            groups: beyond(record.tasks.iter().filter_map(|task| task.group).max()),
            described: described.into_iter().cloned().collect(),
            edges,
            slices: record.slices.clone(),
            ppus: record.ppus.clone(),
            stats: record.stats.clone(),
        }
    }
}

/// `n` tasks `t0`, `t1`, ... without tiles, edges or slices, on two PPUs.
pub(crate) fn record(n: u32) -> RunRecord {
    let mut run = RunRecord::new("region", "m.rs", 1);
    run.ppus = vec!["PPU 0".to_owned(), "PPU 1".to_owned()];
    for task in 0..n {
        run.add_task(
            format!("t{task}"),
            "m.rs",
            10 + task % 3,
            TaskKind::User,
            0,
            [],
        );
    }
    run
}

/// before -> composite { 3 -> 4 } -> after; task 2 is `after`.
pub(crate) fn composite() -> RunRecord {
    let tile = |mode| [("a".to_owned(), vec![0..8], mode)];
    let mut run = record(0);
    run.add_task("before", "m.rs", 10, TaskKind::User, 0, tile("out"));
    run.add_task("whole", "m.rs", 11, TaskKind::Composite, 0, tile("inout"));
    run.add_task("after", "m.rs", 12, TaskKind::User, 0, tile("in"));
    run.add_edge(0, 1, EdgeKind::Raw);
    run.add_edge(1, 2, EdgeKind::Raw);
    run.add_slice(0, 0, 0, 10);
    run.add_slice(1, 0, 10, 15);
    run.add_slice(2, 1, 80, 90);
    let mut inner = RunRecord::new("inside", "m.rs", 11);
    inner.epoch = run.epoch;
    inner.add_task("first part", "m.rs", 20, TaskKind::User, 0, tile("inout"));
    inner.add_task("second part", "m.rs", 21, TaskKind::User, 0, tile("inout"));
    inner.add_edge(0, 1, EdgeKind::Raw);
    inner.add_slice(0, 1, 16, 46);
    inner.add_slice(1, 1, 50, 80);
    run.adopt(1, inner);
    run
}

/// `n` tasks in `rows` chains, each on the tile of its row, on `rows` PPUs.
pub(crate) fn wide(n: u32, rows: u32) -> RunRecord {
    let mut run = RunRecord::new("wide", "m.rs", 1);
    run.ppus = (0..rows).map(|ppu| format!("PPU {ppu}")).collect();
    for task in 0..n {
        let row = task % rows;
        let at = row as usize * 8;
        let tiles = [
            ("a".to_owned(), vec![at..at + 8], "inout"),
            ("b".to_owned(), vec![0..8], "in"),
        ];
        run.add_task("step", "m.rs", 10 + row % 5, TaskKind::User, 0, tiles);
        if task >= rows {
            run.add_edge(task - rows, task, EdgeKind::Raw);
        }
        let start = u64::from(task / rows) * 1_000 + u64::from(row) * 7;
        run.add_slice(task, row, start, start + 900);
    }
    run
}

/// A folder of a test's own, removed when the test ends.
pub(crate) struct Folder(std::path::PathBuf);

impl Folder {
    pub(crate) fn new() -> Self {
        let thread = format!("{:?}", std::thread::current().id());
        let number: String = thread.chars().filter(char::is_ascii_digit).collect();
        let now = std::time::SystemTime::now()
            .duration_since(std::time::UNIX_EPOCH)
            .map_or(0, |t| t.as_nanos());
        let path =
            std::env::temp_dir().join(format!("hp5-observe-{}-{number}-{now}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    pub(crate) fn file(&self, name: &str) -> std::path::PathBuf {
        self.0.join(name)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Threads that write a trace together.
pub(crate) fn crew(count: usize, work: &(dyn Fn(usize) + Sync)) {
    std::thread::scope(|scope| {
        (1..count).for_each(|number| drop(scope.spawn(move || work(number))));
        work(0);
    });
}
