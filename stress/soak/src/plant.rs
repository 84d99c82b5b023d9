//! Bugs planted on purpose: a soak that finds nothing must be known to be able to find.

use std::time::Duration;

use clap::ValueEnum;

use crate::program::{Delay, Graph, Mode, Step};
use crate::rng::Rng;

/// Which bug.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Bug {
    /// One task does not declare one of its tiles: an edge is lost.
    DropAccess,
    /// One task never ends.
    Hang,
    /// A task that waits inside its body loses the error of its region.
    Swallow,
    /// Each graph keeps a megabyte for ever.
    Leak,
}

/// A bug in its place, or none.
#[derive(Debug, Clone, Copy, Default)]
pub struct Plant {
    bug: Option<Bug>,
    task: u32,
    number: usize,
}

/// How late the task is that the one with the lost edge should wait for.
const LATE_US: u16 = 30_000;

impl Plant {
    /// Plants `bug` into a graph.
    #[must_use]
    pub fn into(bug: Option<Bug>, graph: &mut Graph, rng: &mut Rng) -> Self {
        let mut plant = Plant {
            bug,
            ..Plant::default()
        };
        match bug {
            Some(Bug::DropAccess) => match lost_edge(graph, rng) {
                Some((task, number)) => (plant.task, plant.number) = (task, number),
                None => plant.bug = None,
            },
            Some(Bug::Hang) => plant.task = rng.below(graph.tasks as usize) as u32,
            Some(Bug::Leak) => {
                // Not to be seen through: a compiler leaves out memory that nobody reads.
                std::mem::forget(std::hint::black_box(vec![1_u8; 1 << 20]));
            }
            Some(Bug::Swallow) | None => {}
        }
        plant
    }

    /// True when task `id` does not declare its tile number `n`.
    #[must_use]
    pub fn drops(&self, id: u32, n: usize) -> bool {
        self.bug == Some(Bug::DropAccess) && (self.task, self.number) == (id, n)
    }

    /// True when errors of inner regions are lost.
    #[must_use]
    pub fn swallows(&self) -> bool {
        self.bug == Some(Bug::Swallow)
    }

    /// Called by every body with its task's number.
    pub fn at(&self, id: u32) {
        while self.bug == Some(Bug::Hang) && self.task == id {
            std::thread::sleep(Duration::from_secs(1));
        }
    }
}

/// Chooses a task that waits for the writer of a tile; the writer is made late.
fn lost_edge(graph: &mut Graph, rng: &mut Rng) -> Option<(u32, usize)> {
    let mut writer = vec![None; graph.layout.tiles];
    let mut edges = Vec::new();
    for task in graph.program.steps.iter().filter_map(|step| match step {
        Step::Task(task) => Some(task),
        _ => None,
    }) {
        for (number, used) in task.uses.iter().enumerate() {
            let tile = used.tile as usize;
            let repeated = task.uses.iter().filter(|u| u.tile == used.tile).count() > 1;
            if let (Some(before), Mode::In | Mode::InOut, false) =
                (writer[tile], used.mode, repeated)
            {
                edges.push((before, task.id, number));
            }
        }
        for used in task.uses.iter().filter(|used| used.mode.writes()) {
            writer[used.tile as usize] = Some(task.id);
        }
    }
    let (before, task, number) = *edges.get(rng.below(edges.len()))?;
    let late = graph.program.tasks_mut().find(|task| task.id == before);
    late?.delay = Delay::Sleep(LATE_US);
    Some((task, number))
}
