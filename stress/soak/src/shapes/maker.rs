//! Making graphs: numbers tasks, and draws their delays and failures.

use std::sync::Arc;

use crate::program::{Delay, Graph, Kind, Layout, Mode, Program, Task, Use};
use crate::rng::Rng;

/// Tasks of a graph that sleep, and that spin, at most (on average).
const SLEEPERS: f64 = 100.0;
const SPINNERS: f64 = 1_000.0;

/// Makes the tasks of one graph.
pub struct Maker {
    /// Draws everything.
    pub rng: Rng,
    /// Tasks to make, about.
    pub budget: usize,
    /// Some tasks are delayed.
    pub delays: bool,
    /// A task panics with this probability.
    pub panics: f64,
    /// A task of a random graph is pending with this probability.
    pub pending: f64,
    next: u32,
}

impl Maker {
    /// A maker of graphs of about `budget` tasks.
    #[must_use]
    pub fn new(rng: Rng, budget: usize) -> Self {
        Maker {
            rng,
            budget,
            delays: false,
            panics: 0.0,
            pending: 0.0,
            next: 0,
        }
    }

    /// Numbers go on from `next`: for graphs that are made in pieces.
    #[must_use]
    pub fn numbered_from(mut self, next: u32) -> Self {
        self.next = next;
        self
    }

    /// Tasks made so far.
    #[must_use]
    pub fn made(&self) -> usize {
        self.next as usize
    }

    /// A task on these tiles.
    pub fn task(&mut self, uses: impl IntoIterator<Item = Use>) -> Task {
        let id = self.next;
        self.next += 1;
        Task {
            id,
            uses: uses.into_iter().collect(),
            priority: 0,
            delay: self.delay(),
            panics: self.panics > 0.0 && self.rng.chance(self.panics),
            kind: Kind::Plain,
        }
    }

    /// A task with a mode for whole tiles.
    pub fn on(&mut self, uses: &[(usize, Mode)]) -> Task {
        self.task(uses.iter().map(|&(tile, mode)| Use::whole(tile, mode)))
    }

    /// A composite on these tiles.
    pub fn composite(&mut self, uses: impl IntoIterator<Item = Use>, inside: Program) -> Task {
        Task {
            kind: Kind::Composite(Arc::new(inside)),
            ..self.task(uses)
        }
    }

    fn delay(&mut self) -> Delay {
        if !self.delays {
            return Delay::None;
        }
        let share = |most: f64, rate: f64| rate.min(most / self.budget.max(1) as f64);
        let (sleeps, spins) = (share(SLEEPERS, 0.02), share(SPINNERS, 0.1));
        if self.rng.chance(sleeps) {
            Delay::Sleep(self.rng.between(1, 500) as u16)
        } else if self.rng.chance(spins) {
            Delay::Spin(self.rng.between(1, 30) as u16)
        } else if self.rng.chance(0.1) {
            Delay::Yield
        } else {
            Delay::None
        }
    }

    /// The graph of `program`.
    #[must_use]
    pub fn graph(self, layout: Layout, program: Program) -> Graph {
        Graph {
            layout,
            program,
            tasks: self.next,
            panics: self.panics > 0.0,
        }
    }
}
