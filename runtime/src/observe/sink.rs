//! Where records go, as the environment says; read once per process.
//!
//! When nothing is asked for, a region pays for looking at two process-wide constants, and
//! a task for nothing. A file that cannot be written is reported once, in one line; the run
//! goes on.

use std::cell::RefCell;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::base::environment;
use crate::base::error::ConfigError;
use crate::observe::limited::within_limits;
use crate::observe::trace::{Crew, Flows, TraceFile};
use crate::observe::{dot, svg};
use crate::record::compact::Run;
use crate::record::run_record::RunRecord;
use crate::sync::{Mutex, OnceLock, Ordering, PlainUsize, lock};

/// What the environment asks for.
pub(crate) struct Sink {
    outputs: Mutex<Outputs>,
}

struct Outputs {
    trace: Option<TraceFile>,
    dot: Option<PathBuf>,
    svg: Option<PathBuf>,
    /// Wall time of the longest region so far: the one that is drawn.
    longest: Option<Duration>,
    /// Variables whose file was reported already.
    reported: Vec<&'static str>,
}

/// The process's sink, if the environment asks for one.
fn sink() -> Option<&'static Sink> {
    static SINK: OnceLock<Option<Sink>> = OnceLock::new();
    SINK.get_or_init(Sink::from_env).as_ref()
}

impl Sink {
    /// What `HP5_TRACE`, `HP5_DOT` and `HP5_SVG` ask for; `None` when that is nothing.
    pub(crate) fn from_env() -> Option<Sink> {
        let (sink, complaint) = Sink::from_variables(|name| match name {
            FLOWS => environment::value(name),
            _ => environment::file(name),
        });
        complaint.iter().for_each(|line| eprintln!("hp5: {line}"));
        sink
    }

    /// The same, with variables from `get`, and what is wrong with them.
    fn from_variables(get: impl Fn(&str) -> Option<OsString>) -> (Option<Sink>, Option<String>) {
        let path = |name: &str| {
            get(name)
                .filter(|value| !value.is_empty())
                .map(PathBuf::from)
        };
        let (trace, dot, svg) = (path("HP5_TRACE"), path("HP5_DOT"), path("HP5_SVG"));
        if trace.is_none() && dot.is_none() && svg.is_none() {
            return (None, None);
        }
        let (flows, complaint) = flows(get(FLOWS));
        let trace = trace.map(|path| TraceFile::new(path, flows));
        let outputs = Outputs {
            trace,
            dot,
            svg,
            longest: None,
            reported: Vec::new(),
        };
        (
            Some(Sink {
                outputs: Mutex::new(outputs),
            }),
            complaint,
        )
    }

    /// Writes a region; returns what could not be written, each file once per process.
    pub(crate) fn accept(&self, run: &Run, crew: &Crew<'_>) -> Vec<String> {
        let mut outputs = lock(&self.outputs);
        let mut failed: Vec<(&'static str, PathBuf, std::io::Error)> = Vec::new();
        if let Some(trace) = &mut outputs.trace
            && let Err(error) = trace.append(run, crew)
        {
            failed.push(("HP5_TRACE", trace.path().to_owned(), error));
        }
        let draws = outputs.dot.is_some() || outputs.svg.is_some();
        let wall = run.stats.wall;
        if draws && outputs.longest.is_none_or(|longest| wall >= longest) {
            outputs.longest = Some(wall);
            let record = run.record();
            let pictures = [
                (
                    "HP5_DOT",
                    &outputs.dot,
                    dot::render as fn(&RunRecord) -> String,
                ),
                ("HP5_SVG", &outputs.svg, svg::render),
            ];
            for (variable, path, render) in pictures {
                let Some(path) = path else { continue };
                if let Err(error) = write_file(path, &render(&record)) {
                    failed.push((variable, path.clone(), error));
                }
            }
        }
        failed.retain(|(variable, ..)| !outputs.reported.contains(variable));
        outputs
            .reported
            .extend(failed.iter().map(|(variable, ..)| *variable));
        let line = |(variable, path, error): &(&str, PathBuf, std::io::Error)| {
            format!(
                "{variable}: cannot write {}: {error}; the run goes on without it",
                path.display()
            )
        };
        failed.iter().map(line).collect()
    }
}

const FLOWS: &str = "HP5_TRACE_FLOWS";

/// Looks at variables of which a wrong value is refused before a program begins.
pub(crate) fn check_variables() -> Result<(), ConfigError> {
    let known = |text: &str| ["cross", "all", "none"].contains(&text).then_some(());
    environment::parsed(FLOWS, "cross, all or none", known).map(drop)
}

fn flows(value: Option<OsString>) -> (Flows, Option<String>) {
    let Some(value) = value.filter(|value| !value.is_empty()) else {
        return (Flows::default(), None);
    };
    match value.to_str() {
        Some("cross") => (Flows::Cross, None),
        Some("all") => (Flows::All, None),
        Some("none") => (Flows::None, None),
        _ => {
            let value = value.to_string_lossy();
            (
                Flows::default(),
                Some(format!(
                    "HP5_TRACE_FLOWS={value}: expected cross, all or none; taking cross"
                )),
            )
        }
    }
}

fn write_file(path: &Path, text: &str) -> std::io::Result<()> {
    if let Some(parent) = path
        .parent()
        .filter(|parent| !parent.as_os_str().is_empty())
    {
        std::fs::create_dir_all(parent)?;
    }
    within_limits(|| std::fs::write(path, text))
}

/// How many calls of [`capture_records`] are running.
static CAPTURES: PlainUsize = PlainUsize::new(0);

thread_local! {
    /// What the innermost capture on this thread has so far.
    static CAPTURED: RefCell<Option<Vec<RunRecord>>> = const { RefCell::new(None) };
}

/// True when regions must note tasks, edges and times.
pub(crate) fn wants_record() -> bool {
    crate::observe::HOOKS && (CAPTURES.load(Ordering::Relaxed) > 0 || sink().is_some())
}

/// Takes a region that ended on this thread.
pub(crate) fn accept(run: &Run, crew: &Crew<'_>) {
    if let Some(sink) = sink() {
        sink.accept(run, crew)
            .iter()
            .for_each(|line| eprintln!("hp5: {line}"));
    }
    // A thread at its very end has none.
    let _ = CAPTURED.try_with(|captured| {
        if let Some(list) = &mut *captured.borrow_mut() {
            list.push(run.record());
        }
    });
}

/// Runs `f` and returns the records of the outermost regions that ended on this thread
/// meanwhile, first to last: for tests, and for looking at a finished graph
/// ([`RunRecord::to_petgraph`]). Works whatever the environment says.
pub fn capture_records<R>(f: impl FnOnce() -> R) -> (R, Vec<RunRecord>) {
    let mut capture = Capture::begin();
    let result = f();
    (result, capture.take())
}

/// A running capture; a panic inside ends it, too.
struct Capture {
    /// What the capture around this one has.
    outer: Option<Vec<RunRecord>>,
}

impl Capture {
    fn begin() -> Self {
        CAPTURES.fetch_add(1, Ordering::SeqCst);
        Capture {
            outer: CAPTURED.replace(Some(Vec::new())),
        }
    }

    fn take(&mut self) -> Vec<RunRecord> {
        let records = CAPTURED.take().unwrap_or_default();
        if let Some(outer) = &mut self.outer {
            outer.extend(records.iter().cloned());
        }
        records
    }
}

impl Drop for Capture {
    fn drop(&mut self) {
        CAPTURED.set(self.outer.take());
        CAPTURES.fetch_sub(1, Ordering::SeqCst);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::observe::fixtures::{self, Folder};

    fn variables(set: &[(&str, PathBuf)]) -> (Option<Sink>, Option<String>) {
        Sink::from_variables(|name| {
            set.iter()
                .find(|(known, _)| *known == name)
                .map(|(_, value)| value.into())
        })
    }

    #[test]
    fn nothing_asked_nothing_done() {
        assert!(variables(&[]).0.is_none());
        assert!(
            variables(&[("HP5_TRACE", PathBuf::new())]).0.is_none(),
            "empty is not set"
        );
        assert!(variables(&[("HP5_TRACE_FLOWS", "all".into())]).0.is_none());
    }

    #[test]
    fn all_three_are_written_into_folders_that_are_made() {
        let folder = Folder::new();
        let [trace, dot, svg] = ["a/t.json", "b/c/g.dot", "p.svg"].map(|name| folder.file(name));
        let (sink, complaint) = variables(&[
            ("HP5_TRACE", trace.clone()),
            ("HP5_DOT", dot.clone()),
            ("HP5_SVG", svg.clone()),
        ]);
        assert_eq!(complaint, None);
        assert_eq!(
            sink.unwrap()
                .accept(&Run::from(&fixtures::composite()), &fixtures::crew),
            Vec::<String>::new()
        );
        let text = |path| std::fs::read_to_string(path).unwrap();
        assert!(serde_json::from_str::<serde_json::Value>(&text(trace)).is_ok());
        assert!(text(dot).contains("digraph") && text(svg).ends_with("</svg>\n"));
    }

    #[test]
    fn the_longest_region_is_drawn_and_all_are_traced() {
        let folder = Folder::new();
        let (trace, svg) = (folder.file("t.json"), folder.file("p.svg"));
        let sink = variables(&[("HP5_TRACE", trace.clone()), ("HP5_SVG", svg.clone())])
            .0
            .unwrap();
        for (name, ms) in [("short", 1), ("longest", 9), ("last", 3)] {
            let mut run = fixtures::composite();
            run.region = name.to_owned();
            run.stats.wall = Duration::from_millis(ms);
            sink.accept(&Run::from(&run), &fixtures::crew);
        }
        assert!(
            std::fs::read_to_string(svg)
                .unwrap()
                .contains(">longest (m.rs:1)</text>")
        );
        let trace = std::fs::read_to_string(trace).unwrap();
        assert!(
            ["short", "longest", "last"]
                .iter()
                .all(|name| trace.contains(&format!("\"region\":\"{name}\"")))
        );
    }

    #[test]
    fn a_file_that_cannot_be_written_is_reported_once() {
        let folder = Folder::new();
        std::fs::write(folder.file("plain"), "").unwrap();
        let bad = folder.file("plain/under/a/file");
        let sink = variables(&[("HP5_TRACE", bad.clone()), ("HP5_SVG", bad)])
            .0
            .unwrap();
        let said = sink.accept(&Run::from(&fixtures::composite()), &fixtures::crew);
        assert_eq!(said.len(), 2, "{said:?}");
        assert!(
            said[0].starts_with("HP5_TRACE: cannot write ")
                && said[1].starts_with("HP5_SVG: cannot write ")
        );
        assert!(
            said.iter()
                .all(|line| line.contains("plain/under/a/file: ") && !line.contains('\n')),
            "{said:?}"
        );
        assert!(
            sink.accept(&Run::from(&fixtures::composite()), &fixtures::crew)
                .is_empty()
        );
    }

    #[test]
    fn flows_are_spelled_right_or_complained_about() {
        for (text, want) in [
            ("", Flows::Cross),
            ("cross", Flows::Cross),
            ("all", Flows::All),
            ("none", Flows::None),
        ] {
            assert_eq!(flows(Some(text.into())), (want, None));
        }
        let (taken, complaint) = flows(Some("ALL".into()));
        assert_eq!(taken, Flows::Cross);
        assert_eq!(
            complaint.unwrap(),
            "HP5_TRACE_FLOWS=ALL: expected cross, all or none; taking cross"
        );
    }

    #[test]
    fn captures_nest_keep_to_their_thread_and_survive_panics() {
        let end = |name: &str| accept(&Run::from(&RunRecord::new(name, "f", 1)), &fixtures::crew);
        let (inner, outer) = capture_records(|| {
            assert!(wants_record());
            end("a");
            std::thread::scope(|s| s.spawn(|| end("elsewhere")).join().unwrap());
            let ((), inner) = capture_records(|| end("b"));
            end("c");
            inner
        });
        let names = |list: &[RunRecord]| {
            list.iter()
                .map(|record| record.region.clone())
                .collect::<Vec<_>>()
        };
        assert_eq!(
            (names(&inner), names(&outer)),
            (
                vec!["b".to_owned()],
                ["a", "b", "c"].map(str::to_owned).to_vec()
            )
        );
        let panicked = std::panic::catch_unwind(|| {
            capture_records(|| std::panic::resume_unwind(Box::new(())))
        });
        assert!(panicked.is_err());
        assert!(CAPTURED.with_borrow(Option::is_none));
    }
}
