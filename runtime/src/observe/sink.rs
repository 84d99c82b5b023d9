//! Where records go, as the environment says; read once per process.

use std::path::{Path, PathBuf};

use crate::observe::record::RunRecord;
use crate::observe::{dot, svg, trace};
use crate::sync::{AtomicBool, Mutex, OnceLock, Ordering, lock};

struct Sink {
    trace: Option<Mutex<trace::TraceFile>>,
    dot: Option<PathBuf>,
    svg: Option<PathBuf>,
    /// Wall time of the longest region so far: the one that is drawn.
    longest: Mutex<u128>,
}

static CAPTURING: AtomicBool = AtomicBool::new(false);
static CAPTURED: Mutex<Vec<RunRecord>> = Mutex::new(Vec::new());

fn sink() -> Option<&'static Sink> {
    static SINK: OnceLock<Option<Sink>> = OnceLock::new();
    SINK.get_or_init(|| {
        let path = |name: &str| std::env::var_os(name).filter(|v| !v.is_empty()).map(PathBuf::from);
        let (trace, dot, svg) = (path("HP5_TRACE"), path("HP5_DOT"), path("HP5_SVG"));
        if trace.is_none() && dot.is_none() && svg.is_none() {
            return None;
        }
        let trace = trace.map(|path| Mutex::new(trace::TraceFile::new(path)));
        Some(Sink { trace, dot, svg, longest: Mutex::new(0) })
    })
    .as_ref()
}

/// True when regions must note tasks, edges and times.
pub(crate) fn wants_record() -> bool {
    CAPTURING.load(Ordering::Relaxed) || sink().is_some()
}

/// Writes what was asked for; a file that cannot be written is reported once and the run goes on.
pub(crate) fn accept(record: RunRecord) {
    if let Some(sink) = sink() {
        sink.write(&record);
    }
    if CAPTURING.load(Ordering::Relaxed) {
        lock(&CAPTURED).push(record);
    }
}

/// Runs `f` and returns the records of the outermost regions that ended meanwhile, on any
/// thread of the process: for tests and for looking at a finished graph.
pub fn capture_records<R>(f: impl FnOnce() -> R) -> (R, Vec<RunRecord>) {
    static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());
    let _guard = lock(&ONE_AT_A_TIME);
    lock(&CAPTURED).clear();
    CAPTURING.store(true, Ordering::SeqCst);
    let result = f();
    CAPTURING.store(false, Ordering::SeqCst);
    (result, std::mem::take(&mut *lock(&CAPTURED)))
}

impl Sink {
    fn write(&self, record: &RunRecord) {
        if let Some(trace) = &self.trace {
            lock(trace).append(record).unwrap_or_else(|(path, error)| complain(&path, &error));
        }
        let mut longest = lock(&self.longest);
        if record.stats.wall.as_nanos() < *longest {
            return;
        }
        *longest = record.stats.wall.as_nanos();
        if let Some(path) = &self.dot {
            write_file(path, &dot::render(record));
        }
        if let Some(path) = &self.svg {
            write_file(path, &svg::render(record));
        }
    }
}

fn write_file(path: &Path, text: &str) {
    let parent = path.parent().filter(|p| !p.as_os_str().is_empty());
    let made = parent.map_or(Ok(()), std::fs::create_dir_all);
    if let Err(error) = made.and_then(|()| std::fs::write(path, text)) {
        complain(path, &error);
    }
}

fn complain(path: &Path, error: &std::io::Error) {
    static SAID: AtomicBool = AtomicBool::new(false);
    if !SAID.swap(true, Ordering::Relaxed) {
        eprintln!("hp5: cannot write {}: {error}", path.display());
    }
}
