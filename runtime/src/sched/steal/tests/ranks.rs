//! Ranks of tasks on the roll of a thread that registered them (`sched/critical_path.rs`).

use std::time::Duration;

use super::*;
use crate::graph::sort::Sort;
use crate::sched::critical_path::{SUPPOSED, UNIT};
use crate::sched::free_lists::FreeLists;

static SHORT: Site = Site::new("short", "tests.rs", 1);
static LONG: Site = Site::new("long", "tests.rs", 2);
static OTHER: Site = Site::new("other", "tests.rs", 3);

/// A thread that registers tasks of a region.
struct Registrar {
    bench: Bench,
    free_lists: FreeLists,
    tasks: Vec<TaskPtr>,
    /// Number of the first of these in its region.
    next: u32,
}

impl Registrar {
    fn new() -> Registrar {
        Registrar {
            bench: Bench::new("core:2", 2),
            free_lists: FreeLists::new(0),
            tasks: Vec::new(),
            next: 0,
        }
    }

    /// The next task, after these.
    fn register(&mut self, site: &'static Site, after: &[usize]) {
        self.register_as(Sort::of(site, None), site, after);
    }

    fn register_as(&mut self, sort: Sort, site: &'static Site, after: &[usize]) {
        let id = self.next + self.tasks.len() as u32;
        let task = self.bench.task_from(site, id, NO_HOME, 0);
        let (roll, scope) = (&mut self.free_lists.roll, self.bench.scope);
        roll.enter(scope, id == 0, task.reference(), || sort);
        for &before in after {
            let (before, blocks) = (self.tasks[before], &self.bench.shared.blocks);
            let take = || self.free_lists.blocks.take(blocks);
            let generation = before.reference().generation;
            assert!(
                before
                    .links
                    .add(generation, task.number(), &before.last, blocks, take)
            );
        }
        self.tasks.push(task);
    }

    fn took(&self, site: &'static Site, us: u64) {
        let sort = Sort::of(site, None);
        self.bench
            .shared
            .times
            .note(sort, Duration::from_micros(us));
    }

    /// Whether tasks are ranked now, and their ranks in microseconds, to the nearest.
    fn rank(&mut self) -> (bool, Vec<u64>) {
        let shared = &self.bench.shared;
        let roll = &mut self.free_lists.roll;
        let done = roll.rank(shared.store(), &shared.times, 2);
        let ways = self.tasks.iter().map(|task| u64::from(task.rank()) * UNIT);
        (done, ways.map(|way| (way + 500) / 1000).collect())
    }
}

/// Ranks count tasks as long as nobody knows how long these take, and then time; tasks of a sort that
/// is not known take as long as others do. When all is known, nothing is ranked any more.
#[test]
fn ranks_are_ways_in_time_as_soon_as_times_are_known() {
    let mut registrar = Registrar::new();
    registrar.register(&LONG, &[]);
    registrar.register(&SHORT, &[]);
    registrar.register(&SHORT, &[1]);
    registrar.register(&SHORT, &[2]);
    assert!(!registrar.rank().0, "there may be more tasks");
    registrar.free_lists.roll.complete(registrar.bench.scope);
    let each = SUPPOSED / 1000;
    assert_eq!(
        registrar.rank(),
        (true, vec![each, 3 * each, 2 * each, each])
    );
    assert!(!registrar.rank().0, "nothing is known that was not");
    registrar.took(&OTHER, 500);
    assert!(!registrar.rank().0, "what is known now is no task of these");
    registrar.took(&SHORT, 30);
    assert_eq!(registrar.rank(), (true, vec![30, 90, 60, 30]));
    registrar.took(&LONG, 100);
    assert_eq!(registrar.rank(), (true, vec![100, 90, 60, 30]));
    registrar.took(&OTHER, 1);
    assert!(!registrar.rank().0, "all is known");
}

/// What is completed is no work that is left.
#[test]
fn tasks_that_are_completed_are_not_ranked() {
    let mut registrar = Registrar::new();
    (0..40).for_each(|_| registrar.register(&LONG, &[]));
    registrar.register(&SHORT, &[38, 39]);
    registrar.took(&LONG, 10);
    registrar.took(&SHORT, 10);
    let blocks = &registrar.bench.shared.blocks;
    for task in &registrar.tasks[..38] {
        task.links.close(blocks, |_| panic!("it has no successor"));
    }
    registrar.free_lists.roll.complete(registrar.bench.scope);
    let (done, ranks) = registrar.rank();
    assert!(done);
    assert_eq!(ranks[..38], [0; 38]);
    assert_eq!(ranks[38..], [20, 20, 10]);
}

/// A graph that is larger than the roll stays in the program's order.
#[test]
fn tasks_of_large_graphs_are_not_ranked() {
    let mut registrar = Registrar::new();
    (0..4096).for_each(|_| registrar.register(&LONG, &[]));
    let scope = registrar.bench.scope;
    registrar.free_lists.roll.complete(scope);
    assert!(registrar.rank().0);
    registrar.free_lists.roll.begin_again(scope);
    registrar.tasks.clear();
    (0..4097).for_each(|_| registrar.register(&LONG, &[]));
    registrar.free_lists.roll.complete(scope);
    assert!(!registrar.rank().0);
}

/// A region that goes on after others were opened and ended on the same thread is ranked as before, and
/// tasks without times of their own do not keep others from being planned.
#[test]
fn a_roll_is_taken_up_again_after_other_regions() {
    let mut registrar = Registrar::new();
    let (outer, inner) = (registrar.bench.scope, registrar.bench.shared.take_scope());
    inner.reset(None, None, 0, false);
    registrar.register(&LONG, &[]);
    // A body opens a region, while the outer one waits.
    registrar.free_lists.roll.complete(outer);
    let number = registrar.bench.task().reference();
    let roll = &mut registrar.free_lists.roll;
    roll.enter(inner, true, number, || Sort::of(&OTHER, None));
    roll.complete(inner);
    roll.begin_again(inner);
    roll.leave(inner);
    roll.begin_again(outer);
    registrar.tasks.clear();
    registrar.next = 1;
    registrar.took(&SHORT, 30);
    registrar.register(&SHORT, &[]);
    registrar.register(&SHORT, &[0]);
    registrar.free_lists.roll.complete(outer);
    assert_eq!(registrar.rank(), (true, vec![60, 30]));
}

#[test]
fn composites_count_as_others_do() {
    let mut registrar = Registrar::new();
    registrar.took(&SHORT, 30);
    registrar.register(&SHORT, &[]);
    registrar.register_as(Sort::UNTIMED, &LONG, &[0]);
    registrar.register(&SHORT, &[1]);
    registrar.free_lists.roll.complete(registrar.bench.scope);
    assert_eq!(registrar.rank(), (true, vec![90, 60, 30]));
    registrar.took(&OTHER, 500);
    assert!(!registrar.rank().0, "there is nothing more to be known");
}
