//! The steady tasks of a row: each has the tiles of the one before, a step further.
//!
//! Each access moves by its own step, by whole tiles, and stays inside of its array. Two accesses of
//! one array may meet in a tile, which is then one of the task's: they have to do so in all tasks of the
//! row, moving together, or in none.

use crate::graph::access::Access;
use crate::graph::tiles::INLINE_TILES;
use crate::rt::loops::run::{Row, Run};
use crate::rt::loops::section::Plan;

/// Tiles of a task, some of one array and moving by different steps, that are looked through.
const MIXED: usize = 16;

impl Run<'_> {
    /// The tasks of a row, by their places in it, that have each the tiles of the one before, a
    /// step further.
    pub(super) fn steady(&mut self, row: &Row<'_>) -> (u64, u64) {
        let Some((numbers, tile)) = row.cut.full_chunks() else {
            return (0, 0);
        };
        let ends = [numbers.start, numbers.end - 1].map(|n| row.cut.chunk(n).unwrap_or((0, 0)));
        let depth = row.depth;
        self.plans
            .iter_mut()
            .for_each(|plan| plan.find_step(depth, tile));
        let is_steady = |plan: &Plan| {
            plan.step().is_some() && ends.iter().all(|&chunk| plan.is_inside(depth, chunk))
        };
        if !self.plans.iter().all(is_steady) {
            return (0, 0);
        }
        let first = ends[usize::from(row.cut.is_backwards())];
        if !self.stay_apart(row, first, numbers.end - numbers.start) {
            return (0, 0);
        }
        let (from, to) = row.cut.numbers();
        match row.cut.is_backwards() {
            false => (numbers.start - from, numbers.end - from),
            true => (to - numbers.end, to - numbers.start),
        }
    }

    /// Looks whether accesses of one array move by different steps, and notes the step of each tile then.
    /// `false` if two of these meet in a tile in some of `count` tasks, of which the first has this chunk.
    fn stay_apart(&mut self, row: &Row<'_>, first: (isize, isize), count: u64) -> bool {
        self.own_steps.clear();
        let goes_with = |plan: &Plan| {
            let same = |other: &Plan| other.array() != plan.array() || other.step() == plan.step();
            !plan.meets_others || self.plans.iter().all(same)
        };
        if !self.repeats || self.plans.iter().all(goes_with) {
            return true;
        }
        for plan in &mut self.plans {
            let step = row.step(plan);
            let moving = &mut self.own_steps;
            plan.tiles(row.depth, first, |access| moving.push((access, step)));
        }
        let moving = &self.own_steps;
        let meet = |a: &(Access, i64), b: &(Access, i64)| {
            let apart = i64::from(b.0.tile()) - i64::from(a.0.tile());
            let nearer = a.1 - b.1;
            a.0.array() == b.0.array()
                && nearer != 0
                && apart % nearer == 0
                && (0..count as i64).contains(&(apart / nearer))
        };
        let meets_later =
            |(n, a): (usize, &(Access, i64))| moving[n + 1..].iter().any(|b| meet(a, b));
        moving.len() <= MIXED && !moving.iter().enumerate().any(meets_later)
    }

    /// Notes how far the tiles that were found move from task to task.
    pub(super) fn prepare(&mut self, row: &Row<'_>) {
        let step_of = |tile: &Access| {
            let plan = || self.plans.iter().find(|plan| plan.array() == tile.array());
            let mut noted = self.own_steps.iter();
            let own = noted.find(|(of, _)| of.key() == tile.key());
            let own = own.map(|&(_, step)| step);
            own.unwrap_or_else(|| plan().map_or(0, |plan| row.step(plan)))
        };
        self.home_step = match self.dealt {
            Some(_) => i32::from(self.loops.depth == 1),
            None => {
                let plan = self.plans.get(self.home_of);
                plan.map_or(0, |plan| row.step(plan)) as i32
            }
        };
        self.steps.clear();
        self.list.clear();
        if self.tiles.len() > INLINE_TILES {
            let steps = self.tiles.iter().map(step_of);
            self.steps.extend(steps);
            self.list.extend_from_slice(&self.tiles);
            return;
        }
        let mut near_steps = [0; INLINE_TILES];
        for (to, tile) in near_steps.iter_mut().zip(self.tiles.iter()) {
            *to = step_of(tile);
        }
        self.near_steps = near_steps;
    }

    /// Moves the tiles to those of the next task.
    #[inline(always)]
    pub(super) fn go_on(&mut self) {
        self.home_tile = self.home_tile.wrapping_add_signed(self.home_step);
        if self.list.is_empty() {
            return self.tiles.move_near(&self.near_steps);
        }
        self.go_on_far();
    }

    /// As [`go_on`](Self::go_on), for many tiles: they went away with the task before.
    #[inline(never)]
    fn go_on_far(&mut self) {
        self.tiles.clear();
        for (tile, &step) in self.list.iter_mut().zip(&self.steps) {
            *tile = tile.moved(step);
            self.tiles.push(*tile);
        }
    }
}
