//! The shapes: what a run goes through, in turn.

pub mod fixed;
mod maker;
pub mod nested;
pub mod random;

use crate::case::Case;
use crate::drills;
pub use maker::Maker;

/// A shape of graphs, or a drill of the runtime.
pub struct Shape {
    /// As on the command line.
    pub name: &'static str,
    /// What it is, for the list in `--help`.
    pub about: &'static str,
    /// In a run of all shapes: in which rounds it takes part (1: in each).
    pub every: u64,
    /// Runs one; the number of tasks, or what went wrong.
    pub run: fn(&mut Case<'_>) -> Result<u64, String>,
}

impl std::fmt::Debug for Shape {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name)
    }
}

/// All of them.
pub const ALL: &[Shape] = &[
    Shape {
        name: "random",
        about: "tiles, modes, priorities, loops, composites, waits, new tilings at random",
        every: 1,
        run: |case| case.graph(random::any),
    },
    Shape {
        name: "flat",
        about: "as random, without graphs inside tasks",
        every: 1,
        run: |case| case.graph(random::flat),
    },
    Shape {
        name: "tile",
        about: "all tasks on one tile",
        every: 1,
        run: |case| case.graph(fixed::tile),
    },
    Shape {
        name: "star",
        about: "one task, then many, then one",
        every: 1,
        run: |case| case.graph(fixed::star),
    },
    Shape {
        name: "bipartite",
        about: "every task of a layer after every task of the layer before",
        every: 1,
        run: |case| case.graph(fixed::bipartite),
    },
    Shape {
        name: "all-to-all",
        about: "each task reads every tile of the step before",
        every: 1,
        run: |case| case.graph(fixed::all_to_all),
    },
    Shape {
        name: "wavefront",
        about: "a grid, each task after its upper and left neighbour",
        every: 1,
        run: |case| case.graph(fixed::wavefront),
    },
    Shape {
        name: "independent",
        about: "tasks that share nothing",
        every: 1,
        run: |case| case.graph(fixed::independent),
    },
    Shape {
        name: "deep",
        about: "a chain of composites, each inside the one before, 1000 levels from --tasks 3000 on",
        every: 1,
        run: |case| case.graph(nested::deep),
    },
    Shape {
        name: "fork-join",
        about: "a tree of composites, each joined by a task",
        every: 1,
        run: |case| case.graph(nested::fork_join),
    },
    Shape {
        name: "held",
        about: "tasks that wait in their body with a mutex held",
        every: 1,
        run: |case| case.graph(nested::held),
    },
    Shape {
        name: "panics",
        about: "as random, and tasks panic",
        every: 1,
        run: |case| case.failing_graph(random::any),
    },
    Shape {
        name: "throttle",
        about: "as random, with very few tasks in flight",
        every: 1,
        run: |case| case.throttled_graph(random::any),
    },
    Shape {
        name: "regions",
        about: "several threads register into regions of their own at once",
        every: 1,
        run: drills::regions::run,
    },
    Shape {
        name: "replay",
        about: "recorded laps, replayed ones, and laps that differ from the recording",
        every: 1,
        run: drills::replay::run,
    },
    Shape {
        name: "cancel",
        about: "regions ended early by a handle, a deadline, a task",
        every: 1,
        run: drills::cancel::run,
    },
    Shape {
        name: "interleaved",
        about: "one thread with several regions open at once, on one runtime or two",
        every: 1,
        run: drills::interleaved::run,
    },
    Shape {
        name: "cycles",
        about: "runtimes are started and stopped",
        every: 1,
        run: drills::cycles::run,
    },
    Shape {
        name: "idle",
        about: "runtimes without work use no processor time",
        every: 8,
        run: drills::idle::run,
    },
    Shape {
        name: "stopped",
        about: "a process is stopped and continued while its graphs run",
        every: 8,
        run: drills::stopped::run,
    },
    Shape {
        name: "huge",
        about: "a random graph of many tasks, never in memory as a whole",
        every: 64,
        run: drills::huge::run,
    },
];
