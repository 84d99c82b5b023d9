//! One thread with several regions open at once, on one runtime or on two: it registers into
//! them in turn and ends them in any order, by `try_end`, by leaving the scope, or by unwinding.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

use hp5::rt::{self, Region};

use crate::case::{Case, Prepared, build};
use crate::program::Program;
use crate::run::Run;
use crate::shapes::{fixed, nested, random};
use crate::tiles::Tiles;

/// How a region ends.
#[derive(Debug, Clone, Copy)]
enum End {
    /// By `try_end`.
    Call,
    /// By its drop.
    Drop,
    /// By its drop, while a panic of generating code unwinds.
    Unwind,
}

/// See the module.
///
/// # Errors
/// What was wrong.
pub fn run(case: &mut Case<'_>) -> Result<u64, String> {
    case.panics = false;
    let count = case.rng.between(2, 5);
    let budget = (case.options.tasks / count).max(2);
    let makes = [random::any, random::flat, fixed::wavefront, nested::held];
    let prepared: Vec<Prepared> = (0..count)
        .map(|_| {
            let make = case.rng.pick(&makes);
            case.prepare(make, budget)
        })
        .collect();
    let chaos = case.delays.then(|| case.rng.next());
    let ppus = case.rng.pick(&case.options.ppus);
    let runtimes = [
        build(case.ppus, chaos, None)?,
        build(ppus.min(8), None, None)?,
    ];
    let runs: Vec<Run> = prepared
        .iter()
        .map(|one| {
            let tiles = Tiles::new(one.graph.layout);
            Run::new(tiles, one.expected.words.clone(), one.plant)
        })
        .collect();
    let watched: Vec<_> = runs
        .iter()
        .map(|run| case.monitor.watch(run.ran()))
        .collect();
    let mut open: Vec<(usize, Region)> = (0..count)
        .map(|n| {
            let runtime = &runtimes[case.rng.below(2)];
            let begin = || Region::begin(rt::site!("open", file!(), line!()));
            (n, runtime.install(begin))
        })
        .collect();
    let pieces: Vec<Vec<Program>> = prepared
        .iter()
        .map(|one| pieces(&one.graph.program))
        .collect();
    let mut at = vec![0; count];
    while !open.is_empty() {
        let chosen = case.rng.below(open.len());
        let (n, region) = &open[chosen];
        let n = *n;
        let batch = case.rng.size(1, 50);
        for piece in pieces[n].iter().skip(at[n]).take(batch) {
            let (_, outcome) = runs[n].register(region, piece);
            outcome.map_err(|error| error.to_string())?;
        }
        at[n] += batch;
        if at[n] >= pieces[n].len() {
            let (_, region) = open.swap_remove(chosen);
            let how = case
                .rng
                .pick(&[End::Call, End::Call, End::Drop, End::Unwind]);
            end(region, how)?;
            runs[n].compare_laps(&prepared[n].expected)?;
        }
    }
    drop(watched);
    Ok(prepared.iter().map(|one| u64::from(one.graph.tasks)).sum())
}

/// A program cut into its steps.
fn pieces(program: &Program) -> Vec<Program> {
    let one = |step: &crate::program::Step| Program {
        steps: vec![step.clone()],
    };
    program.steps.iter().map(one).collect()
}

fn end(region: Region, how: End) -> Result<(), String> {
    match how {
        End::Call => region
            .try_end()
            .map(drop)
            .map_err(|error| error.to_string()),
        End::Drop => {
            drop(region);
            Ok(())
        }
        End::Unwind => {
            let unwound = catch_unwind(AssertUnwindSafe(move || {
                let _region = region;
                resume_unwind(Box::new(()));
            }));
            match unwound {
                Err(_) => Ok(()),
                Ok(()) => Err("a panic was lost".into()),
            }
        }
    }
}
