//! A random graph of many tasks in one region, made and registered piece by piece, so that
//! what is in memory is what the throttle lets be in flight.

use crate::case::{Case, build};
use crate::plant::Plant;
use crate::program::{Graph, Layout};
use crate::rng::Rng;
use crate::run::Run;
use crate::serial::{self, Words};
use crate::shapes::{Maker, random};
use crate::tiles::Tiles;

/// Tasks of a piece.
const PIECE: usize = 10_000;

/// See the module.
///
/// # Errors
/// What was wrong.
pub fn run(case: &mut Case<'_>) -> Result<u64, String> {
    let (options, monitor, limit) = (case.options, case.monitor, case.limit());
    let tiles = case.rng.between(1, 5_000);
    let count = case.options.huge.div_ceil(PIECE);
    let seed = case.rng.next();
    let serial = Tiles::new(Layout::array(tiles));
    let mut tasks = 0;
    for n in 0..count {
        let graph = piece(seed, n, case.options.huge, tiles);
        tasks += graph.program.tasks().count() as u64;
        serial::on(&graph.program, &serial);
    }
    let own = match case.rng.chance(0.3) {
        true => Some(build(
            case.ppus,
            None,
            Some(case.rng.size(64, 10_000) as u64),
        )?),
        false => None,
    };
    let runtime = match &own {
        Some(runtime) => runtime,
        None => case.runtimes.kept(case.ppus)?,
    };
    let run = Run::new(
        Tiles::new(Layout::array(tiles)),
        Words::default(),
        Plant::default(),
    );
    let ended = runtime.install(|| {
        let region = hp5::rt::Region::begin(hp5::rt::site!("huge", file!(), line!()));
        let mut registered = 0;
        for n in 0..count {
            let graph = piece(seed, n, options.huge, tiles);
            let (added, outcome) = run.register(&region, &graph.program);
            registered += added;
            // On a busy machine ten million tasks take minutes; that some run shows in that
            // registration, which may be a few thousand ahead, goes on.
            monitor.goes_on(limit);
            outcome.map_err(|error| error.to_string())?;
        }
        let stats = region.try_end().map_err(|error| error.to_string())?;
        match (registered, stats.tasks) == (tasks, tasks) {
            true => Ok(()),
            false => Err(format!(
                "of {tasks} tasks {registered} were registered, the region counted {}",
                stats.tasks
            )),
        }
    });
    ended?;
    run.compare_content(&serial.content())?;
    Ok(tasks)
}

fn piece(seed: u64, n: usize, total: usize, tiles: usize) -> Graph {
    let budget = PIECE.min(total - n * PIECE);
    // A loop may go over the budget by less than one piece.
    let first = (n * 2 * PIECE) as u32;
    let maker = Maker::new(Rng::new(seed ^ n as u64), budget);
    random::piece(maker, first, tiles)
}
