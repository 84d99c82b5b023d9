//! Graphs of a known shape, of random size.

use super::maker::Maker;
use crate::program::{Graph, Kind, Layout, Mode, Program, Step};

fn steps(tasks: Vec<crate::program::Task>) -> Program {
    Program {
        steps: tasks.into_iter().map(Step::Task).collect(),
    }
}

fn arrays_or_keys(maker: &mut Maker, tiles: usize) -> Layout {
    match maker.rng.below(3) {
        0 => Layout::keys(tiles),
        _ => Layout::array(tiles),
    }
}

/// All tasks on one tile, in random modes.
pub fn tile(mut maker: Maker) -> Graph {
    let n = maker.rng.size(2, maker.budget);
    let mixed = maker.rng.chance(0.7);
    let modes = [
        Mode::In,
        Mode::In,
        Mode::Out,
        Mode::InOut,
        Mode::Commutative,
    ];
    let tasks = (0..n).map(|_| {
        let mode = match mixed {
            true => maker.rng.pick(&modes),
            false => Mode::InOut,
        };
        let mut task = maker.on(&[(0, mode)]);
        if maker.rng.chance(0.1) && !task.panics {
            task.kind = Kind::Raw;
        }
        task
    });
    let tasks = tasks.collect();
    let layout = arrays_or_keys(&mut maker, 1);
    maker.graph(layout, steps(tasks))
}

/// One task, then many that read what it wrote, then one that reads what they wrote.
pub fn star(mut maker: Maker) -> Graph {
    let rays = maker.rng.size(2, (maker.budget / 2).clamp(2, 10_000));
    let rounds = (maker.budget / (rays + 2)).clamp(1, 20);
    let mut tasks = Vec::new();
    for _ in 0..rounds {
        tasks.push(maker.on(&[(0, Mode::InOut)]));
        for ray in 1..=rays {
            tasks.push(maker.on(&[(0, Mode::In), (ray, Mode::Out)]));
        }
        let ends = (1..=rays).map(|ray| (ray, Mode::In));
        let uses: Vec<_> = ends.chain([(0, Mode::InOut)]).collect();
        tasks.push(maker.on(&uses));
    }
    let layout = arrays_or_keys(&mut maker, rays + 1);
    maker.graph(layout, steps(tasks))
}

/// Layers, each task of which reads all tiles of the layer before.
pub fn bipartite(mut maker: Maker) -> Graph {
    let width = maker.rng.size(2, 128.min(maker.budget / 2).max(2));
    let layers = (maker.budget / width).clamp(2, 12);
    let tile = |layer: usize, n: usize| layer % 2 * width + n;
    let mut tasks = Vec::new();
    for layer in 0..layers {
        for n in 0..width {
            let mut uses = vec![(tile(layer, n), Mode::Out)];
            uses.extend((0..width).map(|k| (tile(layer + 1, k), Mode::In)));
            tasks.push(maker.on(&uses));
        }
    }
    let layout = arrays_or_keys(&mut maker, 2 * width);
    maker.graph(layout, steps(tasks))
}

/// Steps over one row of tiles: each task reads the whole row and changes a tile of it.
pub fn all_to_all(mut maker: Maker) -> Graph {
    let width = maker.rng.size(2, 48.min(maker.budget).max(2));
    let rounds = (maker.budget / width).clamp(1, 40);
    let mut tasks = Vec::new();
    for n in 0..rounds * width {
        let own = n % width;
        let row = (0..width).map(|k| (k, if k == own { Mode::InOut } else { Mode::In }));
        let row: Vec<_> = row.collect();
        tasks.push(maker.on(&row));
    }
    let layout = arrays_or_keys(&mut maker, width);
    maker.graph(layout, steps(tasks))
}

/// A grid, each task after its upper and its left neighbour, swept several times.
pub fn wavefront(mut maker: Maker) -> Graph {
    let most = maker.budget.isqrt().max(2);
    let (rows, columns) = (maker.rng.size(2, most), maker.rng.size(2, most));
    let sweeps = (maker.budget / (rows * columns)).clamp(1, 8);
    let tile = |row: usize, column: usize| row * columns + column;
    let mut tasks = Vec::new();
    for _ in 0..sweeps {
        for row in 0..rows {
            for column in 0..columns {
                let mut uses = vec![(tile(row, column), Mode::InOut)];
                uses.extend((row > 0).then(|| (tile(row - 1, column), Mode::In)));
                uses.extend((column > 0).then(|| (tile(row, column - 1), Mode::In)));
                tasks.push(maker.on(&uses));
            }
        }
    }
    let layout = arrays_or_keys(&mut maker, rows * columns);
    maker.graph(layout, steps(tasks))
}

/// One task per tile, once or several times.
pub fn independent(mut maker: Maker) -> Graph {
    let tiles = maker.rng.size(1, maker.budget);
    let rounds = (maker.budget / tiles).clamp(1, 16);
    let tasks = (0..rounds * tiles).map(|n| maker.on(&[(n % tiles, Mode::InOut)]));
    let tasks = tasks.collect();
    let layout = arrays_or_keys(&mut maker, tiles);
    maker.graph(layout, steps(tasks))
}
