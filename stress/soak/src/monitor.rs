//! The monitor: a thread that prints progress and sees graphs that do not end.

use std::io::{IsTerminal, Write};
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::memory;

/// Exit status of a run that hangs.
pub const HUNG: i32 = 3;

/// How often the thread looks.
const TICK: Duration = Duration::from_millis(100);

/// What the run is at.
struct Current {
    graphs: u64,
    tasks: u64,
    seed: u64,
    /// What to say of the present graph, and when it is too late.
    present: Option<(String, String, Instant)>,
    /// Tasks that ran, of graphs that count them.
    watched: Vec<(u64, Arc<[AtomicU32]>)>,
    next_watch: u64,
    done: bool,
}

/// See the module.
pub struct Monitor {
    current: Arc<Mutex<Current>>,
    started: Instant,
    thread: Option<std::thread::JoinHandle<()>>,
}

/// A graph's counts are shown, should it hang, as long as this lives.
pub struct Watched<'m> {
    monitor: &'m Monitor,
    number: u64,
}

impl Drop for Watched<'_> {
    fn drop(&mut self) {
        let number = self.number;
        self.monitor.lock().watched.retain(|(n, _)| *n != number);
    }
}

impl Monitor {
    /// Starts the thread. A hung graph ends the process, or is left alone (`keep_hung`).
    #[must_use]
    pub fn start(keep_hung: bool) -> Self {
        let current = Arc::new(Mutex::new(Current {
            graphs: 0,
            tasks: 0,
            seed: 0,
            present: None,
            watched: Vec::new(),
            next_watch: 0,
            done: false,
        }));
        let started = Instant::now();
        let seen = current.clone();
        let thread = std::thread::Builder::new().name("soak-monitor".into());
        let thread = thread.spawn(move || look(&seen, started, keep_hung));
        if let Err(error) = &thread {
            eprintln!("soak: no thread for the monitor, hangs will not be seen: {error}");
        }
        Monitor {
            current,
            started,
            thread: thread.ok(),
        }
    }

    fn lock(&self) -> MutexGuard<'_, Current> {
        lock(&self.current)
    }

    /// Time since the start.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// A graph begins.
    pub fn begin(&self, seed: u64, what: String, replay: String, limit: Duration) {
        let mut current = self.lock();
        current.seed = seed;
        current.present = Some((what, replay, Instant::now() + limit));
    }

    /// The graph has ended.
    pub fn end(&self, tasks: u64) {
        let mut current = self.lock();
        current.graphs += 1;
        current.tasks += tasks;
        current.present = None;
    }

    /// Graphs and tasks so far.
    #[must_use]
    pub fn counts(&self) -> (u64, u64) {
        let current = self.lock();
        (current.graphs, current.tasks)
    }

    /// Shows how often tasks ran, should the graph hang.
    #[must_use]
    pub fn watch(&self, ran: Arc<[AtomicU32]>) -> Watched<'_> {
        let mut current = self.lock();
        let number = current.next_watch;
        current.next_watch += 1;
        current.watched.push((number, ran));
        Watched {
            monitor: self,
            number,
        }
    }
}

impl Drop for Monitor {
    fn drop(&mut self) {
        self.lock().done = true;
        if let Some(thread) = self.thread.take() {
            // It prints and sleeps; there is nothing of it to report.
            let _ = thread.join();
        }
    }
}

fn lock(current: &Mutex<Current>) -> MutexGuard<'_, Current> {
    current.lock().unwrap_or_else(PoisonError::into_inner)
}

fn look(current: &Mutex<Current>, started: Instant, keep_hung: bool) {
    let terminal = std::io::stderr().is_terminal();
    let period = Duration::from_secs(if terminal { 1 } else { 10 });
    let mut next = started + period;
    let mut hung = false;
    loop {
        std::thread::sleep(TICK);
        let now = Instant::now();
        let current = lock(current);
        if current.done {
            if terminal {
                eprint!("\r\x1b[K");
            }
            return;
        }
        if now >= next {
            next = now + period;
            let line = format!(
                "soak: {} s, {} graphs, {} tasks, {} MB, seed {}",
                started.elapsed().as_secs(),
                current.graphs,
                current.tasks,
                memory::rss() >> 20,
                current.seed
            );
            match terminal {
                true => eprint!("\r\x1b[K{line}"),
                false => eprintln!("{line}"),
            }
        }
        let late = |(_, _, end): &&(String, String, Instant)| *end <= now;
        if let (Some((what, replay, _)), false) = (current.present.as_ref().filter(late), hung) {
            hung = true;
            let ran = progress(&current);
            let mut out = std::io::stdout().lock();
            // A closed pipe must not keep the process from ending.
            let _ = writeln!(out, "soak: FAILED {what}: hang, {ran}; replay: {replay}");
            let _ = writeln!(out, "{}", threads());
            let _ = out.flush();
            drop(out);
            if !keep_hung {
                std::process::exit(HUNG);
            }
        }
    }
}

fn progress(current: &Current) -> String {
    let all = || current.watched.iter().flat_map(|(_, ran)| ran.iter());
    let total = all().count();
    let ran = all().filter(|ran| ran.load(Relaxed) > 0).count();
    format!("{ran} of {total} tasks ran")
}

/// The state of every thread of this process, from the kernel's files.
fn threads() -> String {
    let read = |path: std::path::PathBuf| std::fs::read_to_string(path).unwrap_or_default();
    let mut states = std::collections::BTreeMap::<String, usize>::new();
    for entry in std::fs::read_dir("/proc/self/task").into_iter().flatten() {
        let Ok(entry) = entry else { continue };
        let stat = read(entry.path().join("stat"));
        // `1234 (name) S ..`
        let name = stat.split(['(', ')']).nth(1).unwrap_or("?");
        let name = name.trim_end_matches(|c: char| c.is_ascii_digit());
        let state = stat
            .rsplit(") ")
            .next()
            .and_then(|rest| rest.chars().next());
        let place = read(entry.path().join("wchan"));
        let line = format!("{name} {} {place}", state.unwrap_or('?'));
        *states.entry(line).or_default() += 1;
    }
    let lines: Vec<String> = states
        .into_iter()
        .map(|(line, count)| format!("  {count} x {line}"))
        .collect();
    format!("threads (R runs, S sleeps):\n{}", lines.join("\n"))
}
