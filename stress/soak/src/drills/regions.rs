//! Several threads register into regions of their own on one runtime at once.

use crate::case::{Case, Prepared, build, check};
use crate::shapes;

/// Graphs of one thread.
const EACH: usize = 3;

/// Random graphs go deep: as much stack as the main thread has.
const STACK: usize = 8 << 20;

/// See the module.
///
/// # Errors
/// What was wrong in one of them.
pub fn run(case: &mut Case<'_>) -> Result<u64, String> {
    // Now and then more than a runtime has seats for threads from outside.
    let (count, each) = match case.rng.below(20) {
        0 => (case.rng.between(120, 160), 1),
        _ => (case.rng.between(2, 8), EACH),
    };
    let budget = (case.options.tasks / count / each).max(1);
    let shapes = [shapes::random::any, shapes::random::flat];
    let lists: Vec<Vec<Prepared>> = (0..count)
        .map(|_| {
            let one = |_| {
                let make = case.rng.pick(&shapes);
                // Failures stay in their own region.
                case.panics = case.rng.chance(0.1);
                case.prepare(make, budget)
            };
            (0..each).map(one).collect()
        })
        .collect();
    let chaos = case.delays.then(|| case.rng.next());
    let own = match chaos {
        Some(_) => Some(build(case.ppus, chaos, None)?),
        None => None,
    };
    let runtime = match &own {
        Some(runtime) => runtime,
        None => case.runtimes.kept(case.ppus)?,
    };
    let monitor = case.monitor;
    let work = |list: &[Prepared]| -> Result<u64, String> {
        let mut tasks = 0;
        for prepared in list {
            tasks += check(prepared, runtime, monitor)?;
        }
        Ok(tasks)
    };
    std::thread::scope(|scope| {
        let threads: Vec<_> = lists
            .iter()
            .map(|list| {
                let thread = std::thread::Builder::new().stack_size(STACK);
                thread.spawn_scoped(scope, || work(list))
            })
            .collect();
        let mut tasks = 0;
        for thread in threads {
            let thread = thread.map_err(|error| format!("no thread to register from: {error}"))?;
            let outcome = thread.join();
            tasks += outcome.map_err(|_| "a registering thread panicked".to_owned())??;
        }
        Ok(tasks)
    })
}
