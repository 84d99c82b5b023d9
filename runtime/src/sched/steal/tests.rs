//! Thieves on machines that are made up, without threads: who is looked at, in which order,
//! and how much is taken.

use std::path::Path;

use super::*;
use crate::base::config::Bind;
use crate::base::kinds::{NO_HOME, STAYS, TaskKind};
use crate::graph::access::{Access, Size};
use crate::graph::body::{Nature, Stored};
use crate::graph::commute::Locks;
use crate::graph::geometry::Mode;
use crate::graph::scope::ScopeRef;
use crate::graph::task::{NewTask, Task};
use crate::graph::tiles::Tiles;
use crate::rt::{self, Site};
use crate::sched::chain::Chain;
use crate::sched::place::Place;
use crate::sched::pool::{Pool, Setup, SharedRef};
use crate::sync::{Arc, Deque};

/// 64 cores: rings of 7, 24 and, far away, 32.
const SERVER: &str = "package:2 l3:4 core:8 pu:1";

/// A pool without threads.
struct Bench {
    shared: Arc<Shared>,
    /// Of all PPUs but those that are [`Bench::worker`]s.
    deques: Vec<Option<Deque<TaskPtr>>>,
    scope: ScopeRef,
}

impl Bench {
    fn new(machine: &str, ppus: usize) -> Bench {
        let setup = Setup {
            max_in_flight: 1 << 40,
            ..Setup::default()
        };
        let place = Place::new(Some(ppus), Bind::None, Some(Path::new(machine)));
        let (shared, deques) = Pool::prepare(place.expect("a machine"), &setup);
        let scope = shared.take_scope();
        scope.reset(None, None, 0, false);
        Bench {
            shared,
            deques: deques.into_iter().map(Some).collect(),
            scope,
        }
    }

    fn worker(&mut self, ppu: usize) -> Worker {
        let deque = self.deques[ppu].take().expect("one worker per PPU");
        let shared = SharedRef::new(&self.shared);
        Worker::new(shared, ppu, deque, Chain::new(1 << 20))
    }

    fn task(&self) -> TaskPtr {
        self.task_of(0, NO_HOME, 0)
    }

    /// A task of this number, home and priority.
    fn task_of(&self, id: u32, home: u16, priority: i32) -> TaskPtr {
        static SITE: Site = Site::new("task", "tests.rs", 1);
        self.task_from(&SITE, id, home, priority)
    }

    /// As [`task_of`](Self::task_of), from this place of the source.
    fn task_from(&self, site: &'static Site, id: u32, home: u16, priority: i32) -> TaskPtr {
        self.task_like(&mut Tiles::new(), site, id, home, priority)
    }

    /// One that uses these tiles.
    fn task_with(&self, tiles: &mut Tiles, id: u32) -> TaskPtr {
        self.task_like(tiles, rt::site!("task", "tests.rs", 1), id, NO_HOME, 0)
    }

    fn task_like(
        &self,
        tiles: &mut Tiles,
        site: &'static Site,
        id: u32,
        home: u16,
        priority: i32,
    ) -> TaskPtr {
        let mut numbers = Vec::new();
        self.shared.tasks.make(&mut numbers);
        let task = self.shared.tasks.get(numbers[0]);
        let mut new = NewTask {
            scope: self.scope,
            site,
            name: None,
            id,
            home,
            priority,
            kind: TaskKind::User,
            tiles,
            locks: Locks::none(),
            body: &mut (Stored::EMPTY, Nature::NONE),
            recorded: false,
        };
        // SAFETY: the number is new, and others of its batch are not used.
        unsafe { task.set(numbers[0], &mut new) };
        TaskPtr::new(task)
    }

    /// Puts tasks into the deques of these PPUs.
    fn fill(&self, ppus: impl IntoIterator<Item = usize>) {
        for ppu in ppus {
            let deque = self.deques[ppu].as_ref().expect("not a worker's");
            deque.push(self.task());
        }
    }

    /// Tasks stolen by a PPU, by distance.
    fn steals(&self, ppu: usize) -> Vec<u64> {
        let counts = &self.scope.counts[ppu].steals;
        counts
            .iter()
            .map(|count| count.load(crate::sync::Ordering::Relaxed))
            .collect()
    }
}

/// What the long queue gives out: the highest priority first; then, to a PPU, tasks that do not have to
/// stay with another one; then in the order of the program.
#[test]
fn tasks_that_stay_at_home_are_taken_elsewhere_last() {
    let bench = Bench::new("core:2", 2);
    let long_queue = bench.shared.long_queue_of(0);
    let tasks = [
        (1, STAYS, 0),
        (2, STAYS, 0),
        (3, NO_HOME, 0),
        (4, STAYS | 1, 0),
        (5, 0, 0),
        (6, STAYS | 1, 0),
        (7, STAYS, 9),
    ];
    for (id, home, priority) in tasks {
        long_queue.put(&[bench.task_of(id, home, priority)], false);
    }
    let expected = [(1, 7), (1, 3), (1, 4), (1, 5), (0, 1), (1, 6), (1, 2)];
    for (ppu, id) in expected {
        assert!(!long_queue.is_empty());
        assert_eq!(
            long_queue.take(ppu, None).map(|task| task.id()),
            Some(id),
            "to {ppu}"
        );
    }
    assert!(long_queue.is_empty() && long_queue.take(0, None).is_none());
}

/// Of tasks of one priority those of a rank come first, of these those for which most waits, those too
/// that were ranked when they lay there already.
#[test]
fn what_much_waits_for_is_taken_first() {
    let bench = Bench::new("core:2", 2);
    let long_queue = bench.shared.long_queue_of(0);
    let tasks = [(1, 0), (2, 0), (3, 0), (4, 9), (5, 0), (6, 0)].map(|(id, priority)| {
        let task = bench.task_of(id, NO_HOME, priority);
        long_queue.put(&[task], false);
        task
    });
    for (task, rank) in tasks.into_iter().zip([7, 3, 2, 1, 3, 8]) {
        task.set_rank(rank, rank < 7);
    }
    long_queue.sort_again();
    let given: Vec<u32> = std::iter::from_fn(|| long_queue.take(0, None))
        .map(|task| task.id())
        .collect();
    assert_eq!(given, [4, 2, 5, 3, 1, 6]);
}

/// Of tasks about whose order little depends a PPU is given the one that finds most of its tiles there: those
/// that it wrote, or read since they were written.
#[test]
fn of_tasks_that_could_come_first_the_warmest_is_taken() {
    let bench = Bench::new("core:2", 2);
    let long_queue = bench.shared.long_queue_of(0);
    let tile = |tile, mode| Access::new(0, tile, Size::of(1 << 17), mode);
    let put = |id, uses: &[(u32, Mode)], rank: u32| {
        let mut tiles = Tiles::new();
        uses.iter().for_each(|&(n, mode)| tiles.push(tile(n, mode)));
        let task = bench.task_with(&mut tiles, id);
        task.set_rank(rank.max(1), rank > 0);
        long_queue.put(&[task], false);
    };
    let take = |ppu| long_queue.take(ppu, None).map(|task| task.id());
    // Each writes a tile of its own.
    put(0, &[(0, Mode::Out)], 0);
    assert_eq!(take(0), Some(0));
    put(1, &[(1, Mode::Out)], 0);
    assert_eq!(take(1), Some(1));
    // The first one is the other's.
    put(2, &[(1, Mode::InOut)], 0);
    put(3, &[(0, Mode::InOut)], 0);
    assert_eq!(take(0), Some(3));
    assert_eq!(take(0), Some(2), "there is no other one");
    // Who reads a tile has it as well, until somebody writes it.
    put(4, &[(1, Mode::In), (2, Mode::Out)], 0);
    assert_eq!(take(1), Some(4));
    put(5, &[(7, Mode::In)], 0);
    put(6, &[(1, Mode::In)], 0);
    assert_eq!(take(1), Some(6));
    assert_eq!(take(1), Some(5));
    put(7, &[(1, Mode::InOut)], 0);
    assert_eq!(take(0), Some(7));
    put(8, &[(7, Mode::Out)], 0);
    put(9, &[(1, Mode::In)], 0);
    assert_eq!(take(1), Some(8), "it has tile 7, and tile 1 no more");
    assert_eq!(take(1), Some(9));
    // Nothing is known of how much depends on them.
    for (id, number) in [(10, 50), (11, 7)] {
        let mut tiles = Tiles::new();
        tiles.push(tile(number, Mode::In));
        long_queue.put(&[bench.task_with(&mut tiles, id)], false);
    }
    assert_eq!((take(1), take(1)), (Some(10), Some(11)));
    // 128 KiB are fetched in the time of a rank of 85 or so.
    for (late, id) in [(80, 12), (90, 10)] {
        put(10, &[(20, Mode::InOut)], 1000);
        put(12, &[(1, Mode::InOut)], 1000 - late);
        assert_eq!(take(0), Some(id), "{late}");
        assert_eq!(take(1), Some(22 - id));
    }
}

/// A PPU goes on with the first of the tasks that it has just released, if that comes before all others, or not much
/// later, and has few tiles that may be anywhere.
#[test]
fn a_ppu_goes_on_with_what_it_has_just_released() {
    let bench = Bench::new("core:2", 2);
    let long_queue = bench.shared.long_queue_of(0);
    let next_of = |tasks: &[TaskPtr]| long_queue.put(tasks, true).0.map(|task| task.id());
    let taken = || std::iter::from_fn(|| long_queue.take(0, None)).map(|task| task.id());
    let task = |id, rank| {
        let task = bench.task_of(id, NO_HOME, 0);
        task.set_rank(rank, true);
        task
    };
    let plain = |id| bench.task_of(id, NO_HOME, 0);
    assert_eq!(
        next_of(&[plain(2), plain(1)]),
        Some(1),
        "nothing else is there"
    );
    assert_eq!(next_of(&[plain(3)]), None, "2 comes first");
    assert_eq!(next_of(&[plain(1)]), Some(1));
    assert_eq!(long_queue.put(&[plain(1)], false).0, None, "it must not");
    assert_eq!(taken().collect::<Vec<_>>(), [1, 2, 3]);
    // One part in 16 of the way is not much.
    long_queue.put(&[task(1, 1600)], false);
    assert_eq!(next_of(&[task(9, 1499)]), None);
    assert_eq!(next_of(&[task(8, 1500), task(7, 100)]), Some(8));
    assert_eq!(taken().collect::<Vec<_>>(), [1, 9, 7]);
    long_queue.put(&[plain(1)], false);
    assert_eq!(next_of(&[task(2, 9)]), Some(2), "ranks come before none");
    long_queue.put(&[bench.task_of(3, NO_HOME, 1)], false);
    assert_eq!(next_of(&[task(4, 9)]), None, "of a higher priority");
    assert_eq!(taken().collect::<Vec<_>>(), [3, 4, 1]);
    // Many tiles, and tiles that stay somewhere.
    let mut tiles = Tiles::new();
    tiles.push(Access::new(0, 0, Size::of(1 << 17), Mode::InOut));
    assert_eq!(next_of(&[bench.task_with(&mut tiles, 1)]), None);
    assert_eq!(next_of(&[bench.task_of(0, STAYS, 0)]), None);
    assert_eq!(next_of(&[plain(0)]), None, "some stay at home");
    assert_eq!(taken().count(), 3);
}

/// The PPUs of every ring around one.
fn rings(bench: &Bench, me: usize) -> Vec<Vec<usize>> {
    let rings = bench.shared.place.rings(me);
    rings
        .map(|ring| (0..ring.len()).map(|n| ring.get(n)).collect())
        .collect()
}

#[test]
fn a_look_is_as_long_as_the_machine_is_deep() {
    for (machine, ppus, depth) in [
        ("core:64", 64, 1),
        (SERVER, 64, 3),
        ("package:8 numa:4 l3:4 core:16 pu:2", 4096, 5),
    ] {
        let mut bench = Bench::new(machine, ppus);
        for me in [0, ppus / 3, ppus - 1] {
            let worker = bench.worker(me);
            let mut tried = vec![0; ppus];
            for _ in 0..2000 {
                let look: Vec<_> = worker.candidates().collect();
                assert!(
                    look.len() <= TRIES * depth,
                    "{machine}: {} looks",
                    look.len()
                );
                assert!(look.is_sorted_by_key(|&(_, distance, _)| distance));
                assert_eq!(look.last().map(|last| last.1), Some(depth));
                look.iter().for_each(|&(ppu, ..)| tried[ppu] += 1);
            }
            assert_eq!(tried[me], 0);
            // Within a ring nobody is spared and nobody is picked on.
            for ring in bench.shared.place.rings(me).filter(|ring| ring.len() <= 64) {
                let tries = (0..ring.len()).map(|n| tried[ring.get(n)]);
                let (least, most) = tries.fold((u32::MAX, 0), |(a, b), n| (a.min(n), b.max(n)));
                assert!(
                    least > 0 && most <= 3 * least,
                    "{machine}: {least} to {most}"
                );
            }
        }
    }
}

#[test]
fn near_victims_come_before_far_ones() {
    for me in [0, 17, 63] {
        let mut bench = Bench::new(SERVER, 64);
        let thief = bench.worker(me);
        let rings = rings(&bench, me);
        // A task at everybody's but in the rings nearer than `nearest`.
        for nearest in (0..3).rev() {
            bench.fill(rings[nearest].iter().copied());
            let before = bench.steals(me);
            assert!(thief.find_elsewhere().is_some());
            let after = bench.steals(me);
            let gained: Vec<_> = before.iter().zip(&after).map(|(a, b)| b - a).collect();
            let mut wanted = vec![0; gained.len()];
            wanted[nearest + 1] = 1;
            assert_eq!(gained, wanted, "PPU {me}, tasks from ring {nearest} on");
        }
    }
}

#[test]
fn where_something_was_found_is_looked_at_again_and_last() {
    let mut bench = Bench::new(SERVER, 64);
    let thief = bench.worker(1);
    (0..200).for_each(|_| bench.fill([40]));
    // The only one that has work: found by chance once, from then on with every look.
    while thief.find_elsewhere().is_none() {}
    for _ in 0..20 {
        while thief.deque.pop().is_some() {}
        (0..4).for_each(|_| bench.fill([40]));
        assert!(thief.find_elsewhere().is_some());
    }
    bench.fill(0..1);
    bench.fill(2..8);
    let near = bench.steals(1)[1];
    assert!(thief.find_elsewhere().is_some());
    assert_eq!(
        bench.steals(1)[1],
        near + 1,
        "near comes first all the same"
    );
}

#[test]
fn batches_come_from_far_and_single_tasks_from_near() {
    let mut bench = Bench::new(SERVER, 64);
    let thief = bench.worker(17);
    for (ring, victims) in rings(&bench, 17).into_iter().enumerate() {
        for _ in 0..20 {
            bench.fill(victims.iter().copied());
        }
        assert!(thief.find_elsewhere().is_some());
        let stolen = bench.steals(17)[ring + 1];
        let far = ring == 2;
        assert_eq!(stolen, if far { 10 } else { 1 }, "half of 20 from far");
        assert_eq!(thief.deque.len(), if far { 9 } else { 0 });
        for &ppu in &victims {
            while bench.deques[ppu]
                .as_ref()
                .is_some_and(|deque| deque.pop().is_some())
            {}
        }
    }
}

#[test]
fn several_come_from_near_where_they_are_plenty_and_worth_storing() {
    let mut bench = Bench::new(SERVER, 64);
    let thief = bench.worker(1);
    let take = |tasks: usize, generous: bool| {
        bench.scope.set_generous(generous);
        (0..tasks).for_each(|_| bench.fill([2]));
        let before = bench.steals(1)[1];
        // Some of its neighbours are tried, by chance.
        while thief.find_elsewhere().is_none() {}
        while thief.deque.pop().is_some() {}
        let deque = bench.deques[2].as_ref().expect("not a worker's");
        while deque.pop().is_some() {}
        bench.steals(1)[1] - before
    };
    assert_eq!(take(ENOUGH - 1, true), 1);
    assert_eq!(take(ENOUGH * 2, false), 1);
    assert_eq!(take(ENOUGH * 2, true), 1 + SOME as u64);
    assert_eq!(take(ENOUGH * 2, true), 1 + SOME as u64, "and soon again");
}

#[test]
fn the_only_task_of_a_large_machine_is_found_before_sleep() {
    let mut bench = Bench::new("package:8 numa:4 l3:4 core:16 pu:2", 4096);
    let thief = bench.worker(100);
    for victim in [0, 101, 1111, 4095] {
        assert!(!thief.sees_work_anywhere() && thief.find_elsewhere().is_none());
        bench.fill([victim]);
        assert!(thief.sees_work_anywhere());
        assert!(
            thief.find_elsewhere().is_some(),
            "goes straight to {victim}"
        );
        bench.shared.ppus[victim].mailbox.push(bench.task());
        assert!(thief.sees_work_anywhere());
        assert!(
            thief.find_elsewhere().is_some(),
            "goes straight to {victim}"
        );
    }
}

#[test]
fn what_is_urgent_or_waits_in_a_mailbox_is_found_where_it_is() {
    let mut bench = Bench::new(SERVER, 64);
    let thief = bench.worker(9);
    for victim in (0..64).filter(|&ppu| ppu != 9) {
        let distance = bench.shared.place.distance(9, victim);
        let before = bench.steals(9)[distance];
        let tasks = [bench.task(), bench.task(), bench.task()];
        bench.shared.ppus[victim].mailbox.push(tasks[2]);
        bench.deques[victim]
            .as_ref()
            .expect("not a worker's")
            .push(tasks[1]);
        bench.shared.ppus[victim].urgent.push(tasks[0]);
        for task in tasks {
            assert!(thief.sees_work_anywhere());
            assert!(thief.find_elsewhere() == Some(task), "urgent, deque, mail");
        }
        assert_eq!(bench.steals(9)[distance], before + 3);
    }
}

mod at_home;

#[cfg(hp5_lines)]
mod lines;
mod ranks;
mod speeds;
