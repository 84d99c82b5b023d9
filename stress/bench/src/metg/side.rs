//! The measured process: the conversation that `peers/metg.hpp` describes, for HP5 and rayon.

use std::io::{BufRead, Write};
use std::time::Instant;

use super::hp5_side;
use super::pattern::{Steps, calibrate, lap};
use crate::systems::rayon_pool;

/// What a process is to run.
#[derive(Debug, Clone)]
pub(super) struct Setting {
    pub(super) pattern: String,
    pub(super) width: usize,
    pub(super) threads: usize,
    pub(super) laps: usize,
    pub(super) replay: bool,
}

impl Setting {
    fn parse(words: &[String]) -> Result<Setting, String> {
        let wrong = || {
            format!("side metg SYSTEM PATTERN WIDTH STEPS THREADS register|replay, not {words:?}")
        };
        let [pattern, width, steps, threads, mode] = words else {
            return Err(wrong());
        };
        let number = |word: &String| word.parse().ok().filter(|&n| n > 0).ok_or_else(wrong);
        let (width, steps): (usize, usize) = (number(width)?, number(steps)?);
        let lap = lap(pattern, width);
        if !steps.is_multiple_of(lap) {
            return Err(format!("steps must be a multiple of {lap}"));
        }
        Ok(Setting {
            pattern: pattern.clone(),
            width,
            threads: number(threads)?,
            laps: steps / lap,
            replay: mode == "replay",
        })
    }
}

/// The child process of HP5 and of crates.
///
/// # Errors
/// Words that make no setting, a system that cannot, a wrong outcome.
pub(super) fn run(system: &str, words: &[String]) -> Result<(), String> {
    let setting = Setting::parse(words)?;
    match system {
        "hp5" => hp5_side::measure(&setting),
        "rayon" if setting.pattern == "trivial" && !setting.replay => rayon(&setting),
        _ => Err(format!(
            "side metg {system}: not possible for {}",
            setting.pattern
        )),
    }
}

fn rayon(setting: &Setting) -> Result<(), String> {
    let pool = rayon_pool(setting.threads)?;
    let steps = &Steps::new(&setting.pattern, setting.width)?;
    pool.install(|| {
        converse(setting, steps, || {
            rayon::scope(|scope| {
                for _ in 0..setting.laps {
                    for point in &steps.points {
                        scope.spawn(move |_| steps.run(point));
                    }
                }
            });
            Ok(())
        })
    })
}

/// Holds a first run against serial order, warms up, tells the nanoseconds of an iteration,
/// then runs once for each number of iterations that it reads and tells the nanoseconds.
///
/// # Errors
/// A wrong outcome, what `run` says, nonsense on the input.
pub(super) fn converse(
    setting: &Setting,
    steps: &Steps,
    mut run: impl FnMut() -> Result<(), String>,
) -> Result<(), String> {
    steps.set_iterations(3);
    steps.reset();
    run()?;
    let got = steps.content();
    if got != steps.serial(setting.laps) {
        return Err(format!(
            "{}: the tasks' result differs from serial order",
            setting.pattern
        ));
    }
    steps.set_iterations(100);
    run()?;
    let best = calibrate();
    let mut out = std::io::stdout().lock();
    let mut say = |text: String| {
        writeln!(out, "{text}")
            .and_then(|()| out.flush())
            .map_err(|e| format!("the answer: {e}"))
    };
    say(format!("{best:.6}"))?;
    for line in std::io::stdin().lock().lines() {
        let line = line.map_err(|e| format!("the question: {e}"))?;
        let n = line
            .trim()
            .parse()
            .map_err(|_| format!("a number of iterations, not {line}"))?;
        steps.set_iterations(n);
        let begun = Instant::now();
        run()?;
        say(begun.elapsed().as_nanos().to_string())?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings() {
        let words = |text: &str| text.split(' ').map(String::from).collect::<Vec<_>>();
        let setting = Setting::parse(&words("fft 8 1002 2 register")).expect("it is right");
        assert_eq!(
            (setting.laps, setting.width, setting.replay),
            (167, 8, false)
        );
        assert!(Setting::parse(&words("fft 8 1000 2 register")).is_err());
        assert!(Setting::parse(&words("fft 8")).is_err());
        assert!(run("rayon", &words("chain 2 10 2 register")).is_err());
    }
}
