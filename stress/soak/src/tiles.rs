//! The tiles, and what a task computes from them.
//!
//! A task folds what it reads, and its own number, into one word, and writes functions of that
//! word: any two tasks that touch a tile in the wrong order, or at the same time, leave another
//! value. Cells are relaxed atomics, which cost what plain words cost and order nothing, so
//! that a runtime that lets tasks collide gives a wrong value and no undefined behaviour.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use hp5::rt::{Geometry, View};

use crate::program::{LANES, Layout, Mode, Task};
use crate::rng::mix;

/// The cells of all tiles.
pub struct Tiles {
    cells: Vec<AtomicU64>,
    layout: Layout,
}

/// An array of cells, as the runtime's tables see it.
#[derive(Debug, Clone, Copy)]
pub struct Window {
    base: usize,
    len: usize,
}

impl View for Window {
    fn geometry(&self) -> Geometry {
        Geometry {
            base: self.base,
            bytes: self.len * size_of::<AtomicU64>(),
            extents: std::iter::once(self.len).collect(),
            element_bytes: size_of::<AtomicU64>(),
            linear: false,
            open: false,
            cells: 0,
        }
    }
}

impl Tiles {
    /// Fresh tiles: the same content for every run.
    #[must_use]
    pub fn new(layout: Layout) -> Self {
        let cells = (0..layout.tiles * LANES).map(|n| AtomicU64::new(mix(n as u64)));
        Tiles {
            cells: cells.collect(),
            layout,
        }
    }

    /// Gives every cell its first content again.
    pub fn reset(&self) {
        for (n, cell) in self.cells.iter().enumerate() {
            cell.store(mix(n as u64), Relaxed);
        }
    }

    /// Where the tiles lie.
    #[must_use]
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// Array `n` of the layout.
    #[must_use]
    pub fn window(&self, n: usize) -> Window {
        let tiles = self.layout.array_tiles(n);
        Window {
            base: self.address(tiles.start),
            len: tiles.len() * LANES,
        }
    }

    /// Address of a tile's first cell.
    #[must_use]
    pub fn address(&self, tile: usize) -> usize {
        (&raw const self.cells[tile * LANES]) as usize
    }

    /// All cells.
    #[must_use]
    pub fn content(&self) -> Vec<u64> {
        self.cells.iter().map(|cell| cell.load(Relaxed)).collect()
    }

    /// What `task` reads, folded with its number.
    #[must_use]
    pub fn read(&self, task: &Task) -> u64 {
        let mut word = mix(u64::from(task.id) + 1);
        for used in &task.uses {
            if matches!(used.mode, Mode::In | Mode::InOut) {
                for cell in &self.cells[used.cells()] {
                    word = mix(word.rotate_left(7) ^ cell.load(Relaxed));
                }
            }
        }
        word
    }

    /// Writes what follows from `word`.
    pub fn write(&self, task: &Task, word: u64) {
        for used in &task.uses {
            for n in used.cells() {
                let cell = &self.cells[n];
                let new = match used.mode {
                    Mode::In => continue,
                    Mode::Out => mix(word ^ n as u64),
                    Mode::InOut => mix(cell.load(Relaxed).wrapping_mul(3) ^ word),
                    // In any order, one at a time: a sum that is read and written in two steps.
                    Mode::Commutative => {
                        let sum = cell.load(Relaxed).wrapping_add(mix(word ^ n as u64));
                        std::hint::spin_loop();
                        sum
                    }
                };
                cell.store(new, Relaxed);
            }
        }
    }
}
