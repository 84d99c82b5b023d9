//! Recorded laps: the same graph registered again and again, replayed without registration,
//! and laps that differ from the recording in a task, a mode, or the order.

use hp5::rt::{self, Region};

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
}

/// See the module.
///
/// # Errors
/// What was wrong.
pub fn run(case: &mut Case<'_>) -> Result<u64, String> {
    let laps = make(case);
    if case.options.print {
        println!("{:?} {:?}", laps.layout, laps.acts);
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
    Laps {
        layout,
        variants,
        acts,
        tasks: made,
        repeats,
    }
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
        let one_alone = self.variants.len() == 1;
        {
            let mut tape = region.record();
            let mut last = &self.variants[0];
            for act in &self.acts {
                match *act {
                    Act::Lap(variant) => {
                        last = &self.variants[variant];
                        tape.lap(|region| run.register_lap(region, last));
                    }
                    Act::Replay(n) => match tape.replay(n) {
                        Ok(()) => {}
                        Err(error) if one_alone && self.repeats => {
                            return Err(format!(
                                "a lap that never changes is not replayed: {error}"
                            ));
                        }
                        // What cannot be replayed is registered: the result is the same.
                        Err(_) => {
                            for _ in 0..n {
                                tape.lap(|region| run.register_lap(region, last));
                            }
                        }
                    },
                    Act::Between(variant) => run.register_lap(&region, &self.variants[variant]),
                    Act::Wait => region.try_wait().map_err(|error| error.to_string())?,
                }
            }
            let stats = tape.stats();
            if let (Some(difference), true) = (&stats.first_difference, one_alone) {
                return Err(format!(
                    "a lap that never changes is said to differ: {difference}"
                ));
            }
        }
        region.try_end().map_err(|error| error.to_string())?;
        Ok(())
    }
}
