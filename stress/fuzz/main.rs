//! Fuzzing of the translator: `cargo run -p hp5-stress --bin fuzz_annotate -- --seconds 10 --seed 1`.
//!
//! Feeds [`hp5_annotate::translate`] with valid annotated programs (the cases of `tests/` and
//! the examples) that were mutated, and with arbitrary text, and holds it to (`check`):
//!
//! - it does not panic, and takes no longer than [`PATIENCE`] for one input;
//! - every finding lies in the text and can be shown as text and as JSON;
//! - a file with errors, or without directives, comes back as it was;
//! - what it emits for valid Rust (by `syn`'s measure) is valid Rust; for C that `cc -std=c11` takes
//!   (`--language c`), it takes what is emitted.
//!
//! Each input depends on the seed and its number alone. The one that is being worked on lies
//! in the file that is printed at the start, in case the process dies; one that fails is saved
//! beside it and the exit status is 1. `--replay FILE` runs one input.

mod check;
mod corpus;
mod mutate;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, mpsc};
use std::thread;
use std::time::{Duration, Instant};

/// Longest time for one input; longer is a hang.
const PATIENCE: Duration = Duration::from_secs(10);

/// Which front end is fuzzed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Language {
    /// `#[hp5::..]`.
    Rust,
    /// `#pragma hp5`.
    C,
}

impl Language {
    fn of(name: &str) -> Option<Language> {
        match name {
            "rust" | "rs" => Some(Language::Rust),
            "c" => Some(Language::C),
            _ => None,
        }
    }

    fn extension(self) -> &'static str {
        match self {
            Language::Rust => "rs",
            Language::C => "c",
        }
    }
}

/// What the command line says.
struct Args {
    language: Language,
    seconds: u64,
    seed: u64,
    /// The first input's number, and how many there are at most.
    first: u64,
    most: u64,
    dir: PathBuf,
    replay: Option<PathBuf>,
}

const USAGE: &str = "usage: fuzz_annotate [--language rust|c] [--seconds N] [--seed N] [--first N] [--inputs N] [--dir DIR] [--replay FILE]";

fn parse(mut list: impl Iterator<Item = String>) -> Result<Args, String> {
    let dir = std::env::temp_dir().join(format!("hp5-fuzz-{}", std::process::id()));
    let mut args = Args {
        language: Language::Rust,
        seconds: 10,
        seed: 1,
        first: 0,
        most: u64::MAX,
        dir,
        replay: None,
    };
    while let Some(name) = list.next() {
        let value = list
            .next()
            .ok_or_else(|| format!("{name} takes a value\n{USAGE}"))?;
        let number = || {
            value
                .parse::<u64>()
                .map_err(|e| format!("{name} {value}: {e}"))
        };
        match name.as_str() {
            "--seconds" => args.seconds = number()?,
            "--seed" => args.seed = number()?,
            "--first" => args.first = number()?,
            "--inputs" => args.most = number()?,
            "--language" => {
                args.language = Language::of(&value)
                    .ok_or_else(|| format!("--language {value}: rust or c\n{USAGE}"))?;
            }
            "--dir" => args.dir = PathBuf::from(value),
            "--replay" => args.replay = Some(PathBuf::from(value)),
            _ => return Err(format!("unknown argument {name}\n{USAGE}")),
        }
    }
    Ok(args)
}

fn main() -> ExitCode {
    let outcome = parse(std::env::args().skip(1)).and_then(|args| match &args.replay {
        Some(file) => replay(file),
        None => fuzz(&args),
    });
    match outcome {
        Ok(report) => {
            println!("{report}");
            ExitCode::SUCCESS
        }
        Err(text) => {
            eprintln!("{text}");
            ExitCode::FAILURE
        }
    }
}

fn replay(file: &Path) -> Result<String, String> {
    let bytes = fs::read(file).map_err(|e| format!("{}: {e}", file.display()))?;
    let text = String::from_utf8_lossy(&bytes).into_owned();
    let name = file.extension().and_then(|e| e.to_str()).unwrap_or("rs");
    let language = Language::of(name).unwrap_or(Language::Rust);
    guarded(Duration::from_secs(60), file, move || {
        check::check(language, &text)
    })?;
    Ok(format!("{} is fine", file.display()))
}

/// Runs until time or inputs are used up; `Err` says what failed and where the input is.
fn fuzz(args: &Args) -> Result<String, String> {
    fs::create_dir_all(&args.dir).map_err(|e| format!("{}: {e}", args.dir.display()))?;
    let corpus = corpus::read(args.language)?;
    let extension = args.language.extension();
    let current = args.dir.join(format!("current.{extension}"));
    let language = args.language;
    println!(
        "seed {}, {} corpus files, input at work: {}",
        args.seed,
        corpus.len(),
        current.display()
    );
    let (seconds, seed, first) = (args.seconds, args.seed, args.first);
    let end = first.saturating_add(args.most);
    let at_work = current.clone();
    let started = Arc::new(Clock::new());
    let clock = Arc::clone(&started);
    let work = move || {
        let begin = Instant::now();
        let mut number = first;
        let mut translated = 0_u64;
        while number < end && begin.elapsed().as_secs() < seconds {
            let input = mutate::input(language, &corpus, seed, number);
            fs::write(&at_work, &input).map_err(|e| format!("{}: {e}", at_work.display()))?;
            clock.touch();
            let outcome = std::panic::catch_unwind(|| check::check(language, &input));
            match outcome {
                Ok(Ok(changed)) => translated += u64::from(changed),
                Ok(Err(text)) => return Err(format!("input {number}: {text}")),
                Err(_) => return Err(format!("input {number}: panic (see above)")),
            }
            number += 1;
        }
        Ok(format!(
            "{} inputs, {translated} of them translated, no failure",
            number - first
        ))
    };
    watch(&started, work).map_err(|text| {
        let saved = args.dir.join(format!("failed-seed{seed}.{extension}"));
        let place = if fs::copy(&current, &saved).is_ok() {
            &saved
        } else {
            &current
        };
        format!(
            "{text}\n  input: {}\n  again: --replay {}",
            place.display(),
            place.display()
        )
    })
}

/// When the work on the current input began.
struct Clock {
    zero: Instant,
    millis: AtomicU64,
}

impl Clock {
    fn new() -> Clock {
        Clock {
            zero: Instant::now(),
            millis: AtomicU64::new(0),
        }
    }

    fn touch(&self) {
        let millis = u64::try_from(self.zero.elapsed().as_millis()).unwrap_or(u64::MAX);
        self.millis.store(millis, Ordering::Relaxed);
    }

    fn age(&self) -> Duration {
        let since = Duration::from_millis(self.millis.load(Ordering::Relaxed));
        self.zero.elapsed().saturating_sub(since)
    }
}

/// Runs `work` on a thread with the stack of a main thread, and watches its clock.
fn watch<R: Send + 'static>(
    clock: &Clock,
    work: impl FnOnce() -> Result<R, String> + Send + 'static,
) -> Result<R, String> {
    let (send, receive) = mpsc::channel();
    let thread = thread::Builder::new().stack_size(8 << 20);
    let spawned = thread.spawn(move || {
        // The receiver is gone only when a hang was reported.
        let _ = send.send(work());
    });
    spawned.map_err(|e| format!("cannot start a thread: {e}"))?;
    loop {
        match receive.recv_timeout(Duration::from_millis(200)) {
            Ok(outcome) => return outcome,
            Err(mpsc::RecvTimeoutError::Disconnected) => return Err("panic (see above)".to_owned()),
            Err(mpsc::RecvTimeoutError::Timeout) if clock.age() > PATIENCE => {
                return Err(format!(
                    "hang: more than {} s on one input",
                    PATIENCE.as_secs()
                ));
            }
            Err(mpsc::RecvTimeoutError::Timeout) => {}
        }
    }
}

fn guarded(
    most: Duration,
    file: &Path,
    work: impl FnOnce() -> Result<bool, String> + Send + 'static,
) -> Result<bool, String> {
    let clock = Clock::new();
    let begin = Instant::now();
    let outcome = watch(&clock, work);
    if begin.elapsed() > most {
        return Err(format!("{}: took {:?}", file.display(), begin.elapsed()));
    }
    outcome.map_err(|text| format!("{}: {text}", file.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Inputs of the run of CI: as many on a slow machine as on a fast one, so that one does not
    /// find what the other one never saw. Time is bounded for each input by itself.
    fn inputs(language: Language, first: u64, most: u64) {
        let name = format!("hp5-fuzz-test-{}-{language:?}-{first}", std::process::id());
        let dir = std::env::temp_dir().join(name);
        let args = Args {
            language,
            seconds: u64::MAX,
            seed: 2026,
            first,
            most,
            dir: dir.clone(),
            replay: None,
        };
        let report = fuzz(&args).unwrap_or_else(|text| panic!("{text}"));
        assert!(
            report.starts_with(&format!("{most} inputs, ")),
            "not all of them: {report}"
        );
        assert!(!report.contains(" 0 of them translated"), "{report}");
        fs::remove_dir_all(dir).unwrap();
    }

    // Two, for two cores.
    #[test]
    fn some_thousand_inputs() {
        inputs(Language::Rust, 0, 1500);
    }

    #[test]
    fn some_thousand_more_inputs() {
        inputs(Language::Rust, 1500, 1500);
    }

    #[test]
    fn some_hundred_inputs_in_c() {
        inputs(Language::C, 0, 300);
    }

    #[test]
    fn a_hang_is_noticed() {
        let clock = Clock {
            zero: Instant::now() - PATIENCE * 2,
            millis: AtomicU64::new(0),
        };
        let outcome = watch(&clock, || {
            thread::sleep(Duration::from_secs(2));
            Ok(())
        });
        assert!(outcome.unwrap_err().contains("hang"));
    }

    #[test]
    fn inputs_depend_on_seed_and_number_alone() {
        for language in [Language::Rust, Language::C] {
            let corpus = corpus::read(language).unwrap();
            let input = |seed, number| mutate::input(language, &corpus, seed, number);
            assert_eq!(input(3, 40), input(3, 40));
            assert_ne!(input(3, 40), input(3, 41));
            assert_ne!(input(3, 40), input(4, 40));
        }
    }
}
