//! Random graphs.

use std::sync::Arc;

use super::maker::Maker;
use crate::program::{
    ALL_LANES, Completion, Graph, Kind, LANES, Layout, Mode, Program, Step, Task, Use,
};
use crate::run::MUTEXES;

/// Graphs inside graphs inside graphs.
const DEPTH: usize = 3;

/// Tiles of a random graph at most.
const TILES: usize = 2_000;

/// Where the tasks of one region may work.
struct Field {
    writable: Vec<usize>,
    readable: Vec<usize>,
    /// Levels of graphs that may still be inside.
    depth: usize,
    /// No mutex is held around it.
    may_hold: bool,
    /// Tasks prefer the tiles of a window that moves: long chains; else anywhere.
    window: usize,
}

/// Everything.
pub fn any(maker: Maker) -> Graph {
    graph(maker, DEPTH)
}

/// Without graphs inside tasks.
pub fn flat(maker: Maker) -> Graph {
    graph(maker, 0)
}

fn graph(mut maker: Maker, depth: usize) -> Graph {
    let tiles = maker.rng.size(1, TILES.min(maker.budget));
    let layout = layout(&mut maker, tiles);
    let budget = maker.rng.size(1, maker.budget);
    let field = field(&mut maker, tiles, depth);
    let program = region(&mut maker, &field, budget);
    maker.graph(layout, program)
}

/// Pieces of a graph without end: one region's tasks, numbered from `first`.
pub fn piece(maker: Maker, first: u32, tiles: usize) -> Graph {
    let budget = maker.budget;
    let mut maker = maker.numbered_from(first);
    let field = field(&mut maker, tiles, 0);
    let layout = Layout::array(tiles);
    let mut program = region(&mut maker, &field, budget);
    // Functions refer to the program, which does not stay as long as its tasks here.
    for task in program.tasks_mut() {
        task.kind = Kind::Plain;
    }
    maker.graph(layout, program)
}

/// One lap of a graph that runs again and again. Each task writes some tile in order, so
/// that its runs of different laps follow one another: those that would not get the tile of
/// their own number beyond `tiles`.
pub fn lap(maker: &mut Maker, tiles: usize, depth: usize) -> Program {
    let budget = maker.budget;
    let field = field(maker, tiles, depth);
    let mut program = region(maker, &field, budget);
    program
        .steps
        .retain(|step| matches!(step, Step::Task(_) | Step::Loop(_)));
    for task in program.tasks_mut() {
        if matches!(task.kind, Kind::Raw | Kind::Pending(_)) {
            task.kind = Kind::Plain;
        }
        own_tile(task, tiles);
    }
    program
}

/// Gives a task of a lap a tile of its own if it needs one.
pub fn own_tile(task: &mut Task, tiles: usize) {
    let ordered = |used: &Use| matches!(used.mode, Mode::Out | Mode::InOut);
    if !task.uses.iter().any(ordered) {
        let own = tiles + task.id as usize;
        task.uses.push(Use::whole(own, Mode::InOut));
    }
}

/// One task among the tiles.
pub fn single(maker: &mut Maker, tiles: usize) -> Task {
    let field = field(maker, tiles, 0);
    let mut task = plain(maker, &field);
    task.kind = Kind::Plain;
    own_tile(&mut task, tiles);
    task
}

fn field(maker: &mut Maker, tiles: usize, depth: usize) -> Field {
    Field {
        writable: (0..tiles).collect(),
        readable: Vec::new(),
        depth,
        may_hold: true,
        window: match maker.rng.below(3) {
            0 => 8.min(tiles),
            1 => 64.min(tiles),
            _ => tiles,
        },
    }
}

fn layout(maker: &mut Maker, tiles: usize) -> Layout {
    match maker.rng.below(4) {
        0 => Layout::keys(tiles),
        1 => Layout::array(tiles),
        _ => Layout {
            tiles,
            per_array: maker.rng.between(1, tiles).max(tiles / 4 + 1),
            keyed_from: maker.rng.between(0, tiles),
        },
    }
}

fn region(maker: &mut Maker, field: &Field, budget: usize) -> Program {
    let end = maker.made() + budget;
    let (waits, tilings) = (2.0 / budget as f64, 4.0 / budget as f64);
    let mut steps = Vec::new();
    while maker.made() < end {
        let left = end - maker.made();
        let step = if maker.rng.chance(waits.min(0.1)) {
            Step::Wait
        } else if maker.rng.chance(tilings.min(0.1)) {
            let cells = [2, LANES, LANES, 2 * LANES, 3 * LANES];
            Step::Retile(maker.rng.pick(&cells) as u8)
        } else if maker.rng.chance(0.03) && left > 2 {
            Step::Loop(parallel(maker, field, left))
        } else if field.depth > 0 && left > 3 && maker.rng.chance(0.03) {
            Step::Task(inner(maker, field, left))
        } else {
            Step::Task(plain(maker, field))
        };
        steps.push(step);
    }
    Program { steps }
}

fn plain(maker: &mut Maker, field: &Field) -> Task {
    let count = match maker.rng.below(40) {
        0 => 0,
        1 => maker.rng.between(5, 24),
        _ => maker.rng.between(1, 4),
    };
    let start = maker.rng.below(field.writable.len());
    let uses: Vec<Use> = (0..count).map(|_| one_use(maker, field, start)).collect();
    let mut task = maker.task(uses);
    if maker.rng.chance(0.1) {
        task.priority = maker.rng.pick(&[-2, -1, 1, 2, 7]);
    } else if maker.rng.chance(0.05) && !task.panics {
        task.kind = Kind::Raw;
    } else if maker.rng.chance(maker.pending) {
        let us = maker.rng.size(1, 300) as u16;
        task.kind = Kind::Pending(maker.rng.pick(&[
            Completion::Body,
            Completion::Outside(0),
            Completion::Outside(us),
            Completion::Both(0),
        ]));
    }
    task
}

fn one_use(maker: &mut Maker, field: &Field, start: usize) -> Use {
    const MODES: [Mode; 20] = {
        let mut modes = [Mode::In; 20];
        let mut n = 0;
        while n < 20 {
            modes[n] = match n {
                0..9 => Mode::In,
                9..14 => Mode::InOut,
                14..17 => Mode::Out,
                _ => Mode::Commutative,
            };
            n += 1;
        }
        modes
    };
    if !field.readable.is_empty() && maker.rng.chance(0.3) {
        return Use::whole(maker.rng.pick(&field.readable), Mode::In);
    }
    // Now and then the first tile, which then has very many users.
    let at = match maker.rng.chance(0.02) {
        true => 0,
        false => (start + maker.rng.below(field.window)) % field.writable.len(),
    };
    Use::whole(field.writable[at], maker.rng.pick(&MODES))
}

/// A parallel loop: every cell is written by one task at most, and then used by it alone.
fn parallel(maker: &mut Maker, field: &Field, left: usize) -> Vec<Task> {
    let count = maker.rng.size(1, left.min(64));
    let tiles = field.writable.len().min(count * 2);
    let start = maker.rng.below(field.writable.len());
    let mut uses: Vec<Vec<Use>> = vec![Vec::new(); count];
    for n in 0..tiles {
        let tile = field.writable[(start + n) % field.writable.len()];
        match maker.rng.below(4) {
            0 => {
                let mode = maker.rng.pick(&[Mode::Out, Mode::InOut]);
                let owner = maker.rng.below(count);
                uses[owner].push(Use::whole(tile, mode));
            }
            1 => {
                for _ in 0..maker.rng.between(1, 4) {
                    uses[maker.rng.below(count)].push(Use::whole(tile, Mode::In));
                }
            }
            2 if maker.rng.chance(0.5) => {
                for _ in 0..maker.rng.between(1, 3) {
                    uses[maker.rng.below(count)].push(Use::whole(tile, Mode::Commutative));
                }
            }
            _ => {
                for lane in 0..LANES as u8 {
                    let mode = maker.rng.pick(&[Mode::In, Mode::Out, Mode::InOut]);
                    let used = Use {
                        tile: tile as u32,
                        mode,
                        lane,
                    };
                    uses[maker.rng.below(count)].push(used);
                }
            }
        }
    }
    for list in &mut uses {
        list.dedup_by_key(|used| (used.tile, used.lane));
    }
    uses.into_iter().map(|uses| maker.task(uses)).collect()
}

/// A task with a graph inside, on some of the tiles.
fn inner(maker: &mut Maker, field: &Field, left: usize) -> Task {
    let some = |maker: &mut Maker, most: usize| -> Vec<usize> {
        let count = maker.rng.between(1, most);
        let mut list: Vec<usize> = (0..count)
            .map(|_| maker.rng.pick(&field.writable))
            .collect();
        list.sort_unstable();
        list.dedup();
        list
    };
    let writable = some(maker, 8);
    let mut readable = some(maker, 3);
    readable.extend(&field.readable);
    readable.retain(|tile| !writable.contains(tile));
    readable.sort_unstable();
    readable.dedup();
    let uses: Vec<Use> = (writable.iter().map(|&tile| Use::whole(tile, Mode::InOut)))
        .chain(readable.iter().map(|&tile| Use::whole(tile, Mode::In)))
        .collect();
    debug_assert!(uses.iter().all(|used| used.lane == ALL_LANES));
    let waits = maker.rng.chance(0.4);
    let held = waits && field.may_hold && maker.rng.chance(0.5);
    let inside = Field {
        window: writable.len(),
        writable,
        readable,
        depth: field.depth - 1,
        may_hold: field.may_hold && !held,
    };
    let budget = maker.rng.size(1, (left / 2).min(200));
    let inside = region(maker, &inside, budget);
    if !waits {
        return maker.composite(uses, inside);
    }
    let mutex = maker.rng.below(MUTEXES) as u8;
    let mut task = maker.task(uses);
    task.kind = Kind::Waiting {
        inside: Arc::new(inside),
        held: held.then_some(mutex),
    };
    task
}
