//! The monitor: a thread that prints progress and sees graphs that do not end.
//!
//! Its ticks are the soak's time. The process may be stopped from outside (`SIGSTOP`, a machine
//! that sleeps), and nothing runs meanwhile, so that is nobody's time: a tick counts as
//! [`MOST`] at most, however long ago the one before was by the clock.

use std::io::{IsTerminal, Write};
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::memory;

/// Exit status of a run that hangs.
pub const HUNG: i32 = 3;

/// How often the thread looks.
const TICK: Duration = Duration::from_millis(100);

/// What a tick counts as at most.
const MOST: Duration = Duration::from_millis(200);

/// The time in which the process was not stopped.
#[derive(Default)]
struct Clock {
    micros: AtomicU64,
}

impl Clock {
    /// The tick before was so long ago.
    fn tick(&self, ago: Duration) {
        let counts = ago.min(MOST).as_micros() as u64;
        self.micros.fetch_add(counts, Relaxed);
    }

    fn time(&self) -> Duration {
        Duration::from_micros(self.micros.load(Relaxed))
    }
}

/// What the run is at.
struct Current {
    graphs: u64,
    tasks: u64,
    seed: u64,
    /// Of memory.
    note: String,
    /// What to say of the present graph, and when it is too late.
    present: Option<(String, String, Duration)>,
    /// Tasks that ran, of graphs that count them.
    watched: Vec<(u64, Arc<[AtomicU32]>)>,
    next_watch: u64,
    done: bool,
}

/// See the module.
pub struct Monitor {
    current: Arc<Mutex<Current>>,
    clock: Arc<Clock>,
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
            note: String::new(),
            present: None,
            watched: Vec::new(),
            next_watch: 0,
            done: false,
        }));
        let clock = Arc::new(Clock::default());
        let (seen, ticks) = (current.clone(), clock.clone());
        let thread = std::thread::Builder::new().name("soak-monitor".into());
        let thread = thread.spawn(move || look(&seen, &ticks, keep_hung));
        if let Err(error) = &thread {
            eprintln!("soak: no thread for the monitor, hangs will not be seen: {error}");
        }
        Monitor {
            current,
            clock,
            started: Instant::now(),
            thread: thread.ok(),
        }
    }

    fn lock(&self) -> MutexGuard<'_, Current> {
        lock(&self.current)
    }

    /// Time since the start in which the process was not stopped (the time since the start
    /// where there is no thread to count it).
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        match self.thread {
            Some(_) => self.clock.time(),
            None => self.started.elapsed(),
        }
    }

    /// What progress lines say of memory from here on.
    pub fn note(&self, note: String) {
        self.lock().note = note;
    }

    /// A graph begins.
    pub fn begin(&self, seed: u64, what: String, replay: String, limit: Duration) {
        let end = self.elapsed() + limit;
        let mut current = self.lock();
        current.seed = seed;
        current.present = Some((what, replay, end));
    }

    /// A part of the graph is done: the next one has as much time.
    pub fn goes_on(&self, limit: Duration) {
        let end = self.elapsed() + limit;
        if let Some((.., until)) = &mut self.lock().present {
            *until = end;
        }
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

fn look(current: &Mutex<Current>, clock: &Clock, keep_hung: bool) {
    let terminal = std::io::stderr().is_terminal();
    let period = Duration::from_secs(if terminal { 1 } else { 10 });
    let mut next = period;
    let mut hung = false;
    let mut last = Instant::now();
    loop {
        std::thread::sleep(TICK);
        let by_the_clock = Instant::now();
        clock.tick(by_the_clock - last);
        last = by_the_clock;
        let now = clock.time();
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
                "soak: {} s, {} graphs, {} tasks, {} MB ({}), seed {}",
                now.as_secs(),
                current.graphs,
                current.tasks,
                memory::rss() >> 20,
                current.note,
                current.seed
            );
            match terminal {
                true => eprint!("\r\x1b[K{line}"),
                false => eprintln!("{line}"),
            }
        }
        let late = |(_, _, end): &&(String, String, Duration)| *end <= now;
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_in_which_the_process_was_stopped_does_not_count() {
        let clock = Clock::default();
        for millis in [100, 130, 3_600_000, 100] {
            clock.tick(Duration::from_millis(millis));
        }
        assert_eq!(clock.time(), Duration::from_millis(100 + 130 + 200 + 100));
    }
}
