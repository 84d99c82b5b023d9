//! Regions that are cancelled: by a handle on another thread, by a deadline, by a task of
//! theirs. What ran read what serial order gives; the rest is counted; a handle that comes too
//! late does nothing.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering::SeqCst};
use std::time::Duration;

use hp5::FailureKind;
use hp5::rt::{self, Region};

use crate::case::{Case, Prepared, again, build};
use crate::events;
use crate::program::Graph;
use crate::run::{Outcome, Run};
use crate::shapes::{Maker, fixed, nested, random};
use crate::tiles::Tiles;

/// How a region is to end early.
#[derive(Debug, Clone, Copy)]
enum How {
    /// A handle on a thread outside, after so many microseconds.
    Handle(u64),
    /// A deadline of so many microseconds.
    Deadline(u64),
    /// A handle in the body of this task.
    Body(u32),
}

/// What the handles were told.
#[derive(Default)]
struct Told {
    /// Cancellations that were said to have ended the region.
    ended: AtomicU32,
    /// Cancellations that are over.
    done: AtomicU32,
}

const SHAPES: [fn(Maker) -> Graph; 6] = [
    random::any,
    random::flat,
    fixed::wavefront,
    nested::deep,
    nested::fork_join,
    nested::held,
];

/// See the module.
///
/// # Errors
/// What was wrong.
pub fn run(case: &mut Case<'_>) -> Result<u64, String> {
    case.panics = false;
    let make = case.rng.pick(&SHAPES);
    let prepared = case.prepare(make, case.options.tasks);
    let us = case.rng.size(1, 5_000) as u64;
    let how = match case.rng.below(3) {
        0 => How::Handle(us),
        1 => How::Deadline(us),
        _ => How::Body(case.rng.below(prepared.graph.tasks as usize) as u32),
    };
    if case.options.print {
        println!("{how:?}");
    }
    let own = match case.delays {
        true => Some(build(case.ppus, Some(case.rng.next()), None)?),
        false => None,
    };
    let monitor = case.monitor;
    let runtime = match &own {
        Some(runtime) => runtime,
        None => case.runtimes.kept(case.ppus)?,
    };
    let Prepared {
        graph, expected, ..
    } = &prepared;
    let run = Run::new(
        Tiles::new(graph.layout),
        expected.words.clone(),
        prepared.plant,
    );
    let watched = monitor.watch(run.ran());
    let told = Arc::new(Told::default());
    let (outcome, late) = runtime.install(|| play(&run, graph, how, &told));
    let wanted = u32::from(!matches!(how, How::Deadline(_)));
    if late {
        return Err("a handle was told that it ended a region that is over".into());
    }
    match &outcome.end {
        Ok(_) => {
            // A body that was to cancel ran, so its region cannot have ended well.
            if told.ended.load(SeqCst) > 0 {
                return Err("a region ended well that a handle was told to have ended".into());
            }
            run.compare(graph, expected, &outcome)?;
        }
        Err(error) => {
            let kinds = match how {
                How::Deadline(_) => FailureKind::Deadline,
                How::Handle(_) | How::Body(_) => FailureKind::Cancelled,
            };
            if error.kind != kinds {
                return Err(format!("an error that nothing caused: {error}"));
            }
            if told.ended.load(SeqCst) != wanted {
                return Err("a region was cancelled, its handle was told otherwise".into());
            }
            run.compare_cancelled(graph, error.cancelled, outcome.registered)?;
        }
    }
    runtime.install(again)?;
    drop(watched);
    Ok(u64::from(graph.tasks))
}

/// Runs the graph; its outcome, and whether a handle was told that it ended the region when
/// that was over.
fn play(run: &Run, graph: &Graph, how: How, told: &Arc<Told>) -> (Outcome, bool) {
    let region = Region::begin(rt::site!("cancelled", file!(), line!()));
    let handle = region.cancel_handle();
    let cancel = {
        let (handle, told) = (handle.clone(), told.clone());
        move || {
            if handle.cancel() {
                told.ended.fetch_add(1, SeqCst);
            }
            told.done.fetch_add(1, SeqCst);
        }
    };
    let mut outside = false;
    match how {
        How::Handle(us) => {
            outside = true;
            events::after(Duration::from_micros(us), cancel);
        }
        How::Deadline(us) => region.deadline(Duration::from_micros(us)),
        How::Body(id) => run.at(id, cancel),
    }
    let (registered, waited) = run.register(&region, &graph.program);
    let ended = region.try_end();
    let outcome = Outcome {
        end: waited.and(ended),
        registered,
    };
    // The region's end does not wait for handles.
    while outside && told.done.load(SeqCst) == 0 {
        std::thread::yield_now();
    }
    (outcome, handle.cancel())
}
