//! Recorded laps: the same graph registered again and again, replayed without registration,
//! and laps that differ from the recording in a task, a mode, or the order. Now and then laps
//! fail or are cancelled first, and then all run on the same tape as if nothing had been.

use hp5::FailureKind;
use hp5::rt::{self, Region, Tape};

use crate::case::{Case, build};
use crate::plant::Plant;
use crate::program::{Layout, Mode, Program, Step};
use crate::run::Run;
use crate::serial;
use crate::shapes::{Maker, random};
use crate::tiles::Tiles;

/// What is done with the tape.
#[derive(Debug, Clone, Copy)]
enum Act {
    /// A lap is registered: this variant.
    Lap(usize),
    /// So many more laps of the last variant.
    Replay(u32),
    /// A graph is registered between two laps: this variant.
    Between(usize),
    /// The region waits.
    Wait,
}

/// A sequence of laps.
struct Laps {
    layout: Layout,
    variants: Vec<Program>,
    acts: Vec<Act>,
    tasks: usize,
    /// Bodies may run again.
    repeats: bool,
    /// First the same laps as far as this act, which goes wrong; then all from the start, on the
    /// same tape.
    spoil: Option<(usize, Spoil)>,
}

/// How laps go wrong.
#[derive(Debug, Clone)]
enum Spoil {
    /// One task of the lap panics.
    Panic(Program),
    /// The region is cancelled when the lap was registered.
    Cancel,
}

/// See the module.
///
/// # Errors
/// What was wrong.
pub fn run(case: &mut Case<'_>) -> Result<u64, String> {
    let laps = make(case);
    if case.options.print {
        println!("{:?} {:?}\n{:?}", laps.layout, laps.acts, laps.spoil);
        for (n, variant) in laps.variants.iter().enumerate() {
            println!("variant {n}:\n{variant}");
        }
    }
    let tiles = Tiles::new(laps.layout);
    let in_order: Vec<usize> = laps.in_order();
    let programs = in_order.iter().map(|&variant| &laps.variants[variant]);
    let expected = serial::laps(programs, &tiles, laps.tasks);
    let own = match (case.delays, case.rng.chance(0.2)) {
        (true, _) => Some(build(case.ppus, Some(case.rng.next()), None)?),
        (_, true) => {
            let most = case.rng.size(1, 500) as u64;
            Some(build(case.ppus, None, Some(most))?)
        }
        _ => None,
    };
    let monitor = case.monitor;
    let runtime = match &own {
        Some(runtime) => runtime,
        None => case.runtimes.kept(case.ppus)?,
    };
    let run = Run::new(
        Tiles::new(laps.layout),
        expected.words.clone(),
        Plant::default(),
    );
    let run = match laps.repeats {
        true => run.repeating(),
        false => run,
    };
    let watched = monitor.watch(run.ran());
    runtime.install(|| laps.play(&run))?;
    drop(watched);
    run.compare_laps(&expected)?;
    Ok(expected.words.runs())
}

fn make(case: &mut Case<'_>) -> Laps {
    let budget = case.rng.size(1, case.options.tasks.min(1_000));
    let tiles = case.rng.size(1, budget);
    let repeats = case.rng.chance(0.7);
    let depth = if !repeats && case.rng.chance(0.5) {
        2
    } else {
        0
    };
    case.panics = false;
    let mut maker = case.maker(budget);
    maker.pending = 0.0;
    let mut variants = vec![random::lap(&mut maker, tiles, depth)];
    // Most are laps of one graph alone.
    let others = if case.rng.chance(0.5) {
        case.rng.between(1, 3)
    } else {
        0
    };
    for _ in 0..others {
        let mut variant = variants[0].clone();
        for _ in 0..case.rng.between(1, 3) {
            change(case, &mut maker, &mut variant, tiles);
        }
        variants.push(variant);
    }
    let most = (case.options.tasks * 4 / maker.made().max(1)).clamp(2, 60);
    let mut acts = vec![Act::Lap(0)];
    let mut laps = 1;
    while laps < most {
        let act = match case.rng.below(20) {
            0..3 => Act::Replay(case.rng.size(1, most) as u32),
            3 => Act::Wait,
            4..7 => Act::Lap(case.rng.below(variants.len())),
            7 => Act::Between(case.rng.below(variants.len())),
            _ => acts
                .iter()
                .rev()
                .find(|act| matches!(act, Act::Lap(_)))
                .copied()
                .unwrap_or(Act::Lap(0)),
        };
        laps += match act {
            Act::Lap(_) | Act::Between(_) => 1,
            Act::Replay(n) => n as usize,
            Act::Wait => 0,
        };
        acts.push(act);
    }
    let made = maker.made();
    let layout = match case.rng.below(4) {
        0 => Layout::keys(tiles + made),
        1 => Layout {
            tiles: tiles + made,
            per_array: tiles + made,
            keyed_from: tiles,
        },
        _ => Layout::array(tiles + made),
    };
    let spoil = case.rng.chance(0.3).then(|| spoil(case, &variants, &acts));
    Laps {
        spoil: spoil.flatten(),
        layout,
        variants,
        acts,
        tasks: made,
        repeats,
    }
}

/// Chooses an act to go wrong.
fn spoil(case: &mut Case<'_>, variants: &[Program], acts: &[Act]) -> Option<(usize, Spoil)> {
    let at = case.rng.below(acts.len());
    let (Act::Lap(variant), true) = (acts[at], case.rng.chance(0.7)) else {
        return Some((at, Spoil::Cancel));
    };
    let mut program = variants[variant].clone();
    let count = program.tasks().count();
    let task = program.tasks_mut().nth(case.rng.below(count))?;
    task.panics = true;
    Some((at, Spoil::Panic(program)))
}

/// Changes a lap in one place.
fn change(case: &mut Case<'_>, maker: &mut Maker, variant: &mut Program, tiles: usize) {
    let at = case.rng.below(variant.steps.len() + 1);
    match (case.rng.below(4), variant.steps.get(at)) {
        // Another task: in place of one, or before it.
        (0, Some(Step::Task(_))) => variant.steps[at] = Step::Task(random::single(maker, tiles)),
        (1, Some(Step::Task(_))) if variant.steps.len() > 1 => {
            variant.steps.remove(at);
        }
        // The same task with one more tile, under a number of its own.
        (2, Some(Step::Task(task))) => {
            let mut task = task.clone();
            let number = maker.task([]).id;
            let used = crate::program::Use::whole(case.rng.below(tiles), Mode::In);
            task.uses.push(used);
            if task.uses.iter().all(|used| (used.tile as usize) < tiles) && is_plain(&task) {
                task.id = number;
                variant.steps[at] = Step::Task(task);
            }
        }
        _ => variant
            .steps
            .insert(at, Step::Task(random::single(maker, tiles))),
    }
}

fn is_plain(task: &crate::program::Task) -> bool {
    matches!(task.kind, crate::program::Kind::Plain)
}

impl Laps {
    /// The variants in the order of laps.
    fn in_order(&self) -> Vec<usize> {
        let mut list = Vec::new();
        let mut last = 0;
        for act in &self.acts {
            match *act {
                Act::Lap(variant) => {
                    last = variant;
                    list.push(variant);
                }
                Act::Between(variant) => list.push(variant),
                Act::Replay(n) => list.extend(std::iter::repeat_n(last, n as usize)),
                Act::Wait => {}
            }
        }
        list
    }

    fn play(&self, run: &Run) -> Result<(), String> {
        let region = Region::begin(rt::site!("laps", file!(), line!()));
        {
            let mut tape = region.record();
            if let Some((last, spoil)) = &self.spoil {
                self.spoilt(run, &region, &mut tape, *last, spoil)?;
                run.reset();
            }
            let mut last = &self.variants[0];
            for act in &self.acts {
                self.act(run, &region, &mut tape, act, &mut last)?;
            }
            let stats = tape.stats();
            if let (Some(difference), true) = (&stats.first_difference, self.is_steady()) {
                return Err(format!(
                    "a lap that never changes is said to differ: {difference}"
                ));
            }
        }
        region.try_end().map_err(|error| error.to_string())?;
        Ok(())
    }

    /// All laps are the same, and nothing goes wrong on the way.
    fn is_steady(&self) -> bool {
        self.variants.len() == 1 && self.spoil.is_none()
    }

    fn act<'l>(
        &'l self,
        run: &Run,
        region: &Region,
        tape: &mut Tape<'_>,
        act: &Act,
        last: &mut &'l Program,
    ) -> Result<(), String> {
        match *act {
            Act::Lap(variant) => {
                *last = &self.variants[variant];
                tape.lap(|region| run.register_lap(region, last));
            }
            Act::Replay(n) => match tape.replay(n) {
                Ok(()) => {}
                Err(error) if self.is_steady() && self.repeats => {
                    return Err(format!("a lap that never changes is not replayed: {error}"));
                }
                // What cannot be replayed is registered: the result is the same.
                Err(_) => {
                    for _ in 0..n {
                        tape.lap(|region| run.register_lap(region, last));
                    }
                }
            },
            Act::Between(variant) => run.register_lap(region, &self.variants[variant]),
            Act::Wait => region.try_wait().map_err(|error| error.to_string())?,
        }
        Ok(())
    }

    /// The first acts, the last of which goes wrong.
    fn spoilt<'l>(
        &'l self,
        run: &Run,
        region: &Region,
        tape: &mut Tape<'_>,
        last: usize,
        spoil: &'l Spoil,
    ) -> Result<(), String> {
        let mut program = &self.variants[0];
        for act in &self.acts[..last] {
            self.act(run, region, tape, act, &mut program)?;
        }
        let wanted = match spoil {
            Spoil::Panic(spoilt) => {
                // What follows may be more laps of it.
                program = spoilt;
                tape.lap(|region| run.register_lap(region, program));
                FailureKind::Task
            }
            Spoil::Cancel => {
                self.act(run, region, tape, &self.acts[last], &mut program)?;
                if !region.cancel_handle().cancel() {
                    return Err("an open region could not be cancelled".into());
                }
                FailureKind::Cancelled
            }
        };
        // A few laps more, which find the region failed, or do not yet.
        for act in self.acts[last..].iter().skip(1).take(3) {
            if !matches!(act, Act::Wait) {
                self.act(run, region, tape, act, &mut program)?;
            }
        }
        match region.try_wait() {
            Ok(()) => Err("laps that went wrong ended well".into()),
            Err(error) if error.kind == wanted => Ok(()),
            Err(error) => Err(format!("an error that nothing caused: {error}")),
        }
    }
}
