//! The edges that users of a tile get, held against lists and against what the semantics say.

use std::collections::{BTreeMap, BTreeSet};

use super::*;

/// What one task waits for, and why at first.
#[derive(Default, Debug, PartialEq)]
struct Waits(BTreeMap<u32, EdgeKind>);

impl Draw for Waits {
    fn edge(&mut self, before: TaskRef, kind: EdgeKind) {
        self.0.entry(before.number).or_insert(kind);
    }
    fn is_completed(&self, _: TaskRef) -> bool {
        false
    }
}

fn reference(number: u32) -> TaskRef {
    TaskRef {
        number,
        generation: 0,
    }
}

struct Random(u64);

impl Random {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (self.0 >> 33) % n
    }
    fn mode(&mut self, reads: u64) -> Mode {
        match self.below(reads + 4) {
            0 => Mode::Out,
            1 | 2 => Mode::InOut,
            3 => Mode::Commutative,
            _ => Mode::In,
        }
    }
}

/// A tile as it is, and one that keeps everything in lists: any users get the same edges.
#[test]
fn a_tile_in_short_draws_the_same_edges_as_lists() {
    for seed in 0..4000 {
        let mut random = Random(seed);
        let mut states = [TileState::NEW, TileState::NEW];
        let (mut number, mut marks) = (0, 0);
        let mut use_by = |states: &mut [TileState; 2], mode: Mode, mark: u32| {
            number += 1;
            let task = reference(number);
            let [short, lists] = states;
            lists.rich();
            let outcomes = [short, lists].map(|state| {
                let mut waits = Waits::default();
                let shared = match (mark, mode) {
                    (0, _) | (_, Mode::Commutative) => {
                        state.use_in_order(task, mode, &mut waits);
                        false
                    }
                    _ => state.use_in_loop(task, mode, mark, &mut waits),
                };
                (waits, shared)
            });
            assert_eq!(outcomes[0], outcomes[1], "seed {seed}, task {number}");
            outcomes[0].1
        };
        let reads = random.below(12);
        for _ in 0..random.below(30) {
            if random.below(2) == 0 {
                use_by(&mut states, random.mode(reads), 0);
                continue;
            }
            marks += 1;
            let mut shared = false;
            for _ in 0..=random.below(9) {
                // Now and then a task of the loop that goes by order.
                let mark = if random.below(20) == 0 { 0 } else { marks };
                shared |= use_by(&mut states, random.mode(reads), mark);
            }
            if shared {
                let owner = reference(1_000_000 + marks);
                let drained = states.each_mut().map(|state| {
                    let mut waits = Waits::default();
                    state.drain(&mut waits);
                    state.set_writer(owner);
                    waits
                });
                assert_eq!(drained[0], drained[1], "seed {seed}, loop {marks}");
            }
        }
    }
}

#[test]
fn a_tile_that_is_read_for_ever_keeps_the_readers_in_flight() {
    /// Tasks are completed when ten more are registered.
    struct Late(u32);
    impl Draw for Late {
        fn edge(&mut self, _: TaskRef, _: EdgeKind) {}
        fn is_completed(&self, task: TaskRef) -> bool {
            task.number + 10 < self.0
        }
    }
    let mut state = TileState::NEW;
    for number in 0..100_000 {
        let task = reference(number);
        state.use_in_order(task, Mode::In, &mut Late(number));
        assert!(
            state.count as usize <= FEW + MANY,
            "{} readers",
            state.count
        );
    }
}

/// A use of the tile, as the semantics see it.
struct Use {
    task: u32,
    mode: Mode,
    /// Number of the parallel loop, or 0.
    mark: u32,
    /// Of the commutative group.
    group: u32,
}

/// What a task of this mode and loop has to come after: everything that it conflicts with, but tasks
/// of its own loop and, where locks keep them apart, of its own commutative group.
fn conflicts(before: &Use, mode: Mode, mark: u32, group: u32) -> bool {
    let of_one_loop = mark != 0 && mark == before.mark;
    let of_one_group = mode == Mode::Commutative && group == before.group;
    let both_read = mode == Mode::In && before.mode == Mode::In;
    !of_one_loop && !of_one_group && !both_read
}

/// Numbers of artificial tasks begin here.
const OWNERS: u32 = 1000;

/// All that a task waits for which gets these edges.
fn reach(waits: &BTreeMap<u32, BTreeSet<u32>>, drawn: &Waits) -> BTreeSet<u32> {
    let near = drawn.0.keys();
    let far = near
        .clone()
        .filter_map(|before| waits.get(before))
        .flatten();
    near.chain(far).copied().collect()
}

/// Tasks that use a tile one after the other, some of which run at once where they may: each comes
/// after all that it conflicts with.
#[test]
fn what_runs_at_once_and_what_is_stored_come_after_all_that_they_conflict_with() {
    let mut passed = 0;
    for seed in 0..6_000 {
        let mut random = Random(seed);
        let mut state = TileState::NEW;
        let mut uses: Vec<Use> = Vec::new();
        // Of each stored task: what it waits for, itself and others by others.
        let mut waits: BTreeMap<u32, BTreeSet<u32>> = BTreeMap::new();
        let mut completed: BTreeSet<u32> = BTreeSet::new();
        let (mut mark, mut group, mut shared) = (0, 0, false);
        let reads = random.below(10);
        for number in 0..random.below(40) as u32 {
            // Tasks are completed in an order that edges allow.
            for (task, before) in &waits {
                if random.below(3) == 0 && before.is_subset(&completed) {
                    completed.insert(*task);
                }
            }
            let loop_before = mark;
            mark = match random.below(6) {
                0 => 0,
                1 => number + 1,
                _ => mark,
            };
            if mark != loop_before && std::mem::take(&mut shared) {
                // The end of a loop whose tasks shared the tile.
                let task = OWNERS + number;
                let mut drawn = Waits::default();
                state.drain(&mut drawn);
                state.set_writer(reference(task));
                waits.insert(task, reach(&waits, &drawn));
            }
            let mode = match (mark, random.mode(reads)) {
                (1.., Mode::Commutative) => Mode::InOut,
                (_, mode) => mode,
            };
            let last = uses.last().map(|last| last.mode);
            group += u32::from(mode != Mode::Commutative || last != Some(mode));
            let pending = |before: &&Use| !completed.contains(&before.task);
            let needed: Vec<u32> = (uses.iter().filter(pending))
                .filter(|before| conflicts(before, mode, mark, group))
                .map(|before| before.task)
                .collect();
            let is_completed = |task: TaskRef| completed.contains(&task.number);
            if random.below(2) == 0 && state.is_free(mode, is_completed) {
                // Locks of its group are not taken: others of it are to be completed as well.
                let alone = mode == Mode::Commutative;
                let others = uses.iter().filter(pending).count();
                assert!(needed.is_empty(), "seed {seed}: {number} before {needed:?}");
                assert!(
                    !alone || others == 0,
                    "seed {seed}: {number} without a lock"
                );
                if mode != Mode::In {
                    state.forget();
                }
                passed += 1;
                continue;
            }
            let (task, mut drawn) = (reference(number), Waits::default());
            match mark {
                0 => state.use_in_order(task, mode, &mut drawn),
                _ => shared |= state.use_in_loop(task, mode, mark, &mut drawn),
            }
            let all = reach(&waits, &drawn);
            for before in needed {
                assert!(
                    all.contains(&before),
                    "seed {seed}: {number} beside {before}"
                );
            }
            waits.insert(number, all);
            uses.push(Use {
                task: number,
                mode,
                mark,
                group,
            });
        }
    }
    assert!(passed > 3_000, "{passed} tasks passed");
}
