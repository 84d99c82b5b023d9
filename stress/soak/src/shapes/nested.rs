//! Graphs inside tasks.

use std::sync::Arc;

use super::maker::Maker;
use crate::program::{Graph, Kind, Layout, Mode, Program, Step, Task, Use};
use crate::run::MUTEXES;

/// Levels of the deep chain.
const LEVELS: usize = 1000;

/// A chain of composites, each inside the one before.
pub fn deep(mut maker: Maker) -> Graph {
    let levels = LEVELS.min(maker.budget / 3).max(1);
    let inout = [(0, Mode::InOut)];
    let uses = || [Use::whole(0, Mode::InOut), Use::whole(1, Mode::In)];
    let mut inside = Program::default();
    inside.steps.push(Step::Task(maker.on(&inout)));
    for _ in 0..levels {
        let composite = maker.composite(uses(), inside);
        let mut around = vec![Step::Task(composite)];
        if maker.rng.chance(0.8) {
            around.insert(0, Step::Task(maker.on(&inout)));
        }
        if maker.rng.chance(0.8) {
            around.push(Step::Task(maker.on(&[(1, Mode::In), (0, Mode::InOut)])));
        }
        inside = Program { steps: around };
    }
    maker.graph(Layout::array(2), inside)
}

/// A tree of composites over a row of tiles, each joined by a task over its part of the row.
pub fn fork_join(mut maker: Maker) -> Graph {
    let tiles = maker.rng.size(2, (maker.budget / 3).clamp(2, 1000));
    let rounds = (maker.budget / (tiles * 3)).clamp(1, 4);
    let mut steps = Vec::new();
    for _ in 0..rounds {
        steps.push(Step::Task(branch(&mut maker, 0..tiles)));
    }
    maker.graph(Layout::array(tiles), Program { steps })
}

fn branch(maker: &mut Maker, tiles: std::ops::Range<usize>) -> Task {
    if tiles.len() == 1 {
        return maker.on(&[(tiles.start, Mode::InOut)]);
    }
    let parts = maker.rng.between(2, 4).min(tiles.len());
    let cut = |n: usize| tiles.start + tiles.len() * n / parts;
    let mut steps: Vec<Step> = (0..parts)
        .map(|n| Step::Task(branch(maker, cut(n)..cut(n + 1))))
        .collect();
    let join: Vec<_> = std::iter::once((tiles.start, Mode::InOut))
        .chain((tiles.start + 1..tiles.end).map(|tile| (tile, Mode::In)))
        .collect();
    steps.push(Step::Task(maker.on(&join)));
    let uses: Vec<Use> = tiles.map(|tile| Use::whole(tile, Mode::InOut)).collect();
    maker.composite(uses, Program { steps })
}

/// Tasks that wait in their body for a graph of their own, most with a mutex held that
/// others want: a PPU that ran a stranger while it waits would lock itself out.
pub fn held(mut maker: Maker) -> Graph {
    let most = (maker.budget / 8).clamp(2, 200);
    let waiters = maker.rng.size(2, most);
    let inside = (maker.budget / waiters).clamp(1, 30);
    let tiles = waiters * 2;
    let mut steps = Vec::new();
    for n in 0..waiters {
        let own = [2 * n, 2 * n + 1];
        let mut program = Program::default();
        for _ in 0..inside {
            let uses = [(maker.rng.pick(&own), Mode::InOut), (own[0], Mode::In)];
            let task = match maker.rng.below(10) {
                0 => {
                    let leaf = Step::Task(maker.on(&[(own[1], Mode::InOut)]));
                    let inner = Program { steps: vec![leaf] };
                    maker.composite([Use::whole(own[1], Mode::InOut)], inner)
                }
                _ => maker.on(&uses),
            };
            program.steps.push(Step::Task(task));
        }
        let mut waiter = maker.on(&[(own[0], Mode::InOut), (own[1], Mode::InOut)]);
        // Some after the one before, so that waits and ready waiters mix.
        if n > 0 && maker.rng.chance(0.2) {
            waiter.uses.push(Use::whole(2 * n - 1, Mode::In));
        }
        let mutex = maker.rng.below(MUTEXES) as u8;
        waiter.kind = Kind::Waiting {
            inside: Arc::new(program),
            held: maker.rng.chance(0.8).then_some(mutex),
        };
        steps.push(Step::Task(waiter));
    }
    maker.graph(Layout::array(tiles), Program { steps })
}
