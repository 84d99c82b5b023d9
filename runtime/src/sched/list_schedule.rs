//! List scheduling: long tasks with their durations and edges in, the order in which they are to be taken out.
//!
//! List scheduling (Graham, "Bounds on multiprocessing timing anomalies", 1969) gives the first task
//! of a list that is ready to a PPU that has none. With the longest way to the end first (Hu,
//! "Parallel sequencing and assembly line problems", 1961; "bottom level" in later texts) no PPU is
//! left with a chain of tasks at the end that nobody else can help with. Which list is best depends on
//! the graph and on how long its tasks take, and where these are known it costs little to run through
//! the graph without its bodies. Of these lists the one is taken that ends first:
//!
//! - *by time*: the longest way first. It is taken unless another one ends clearly sooner: of
//!   lists that end at the same time on paper it stands best that tasks take a little more or less.
//! - *critical*: tasks whose way takes about as long as all that the program has behind them, divided
//!   among the PPUs, those with the longest way first; the others in the order of the program, which goes
//!   through memory as somebody meant it to. It is taken where it does not pay to try any.
//! - *by count*: the way of most tasks first, however long these are.
//! - some more *by changed times*: the longest way first, if each task took up to half as long again or
//!   half as long, as it were drawn. (Ways tie, or nearly so, in regular graphs.)
//!
//! (Counted with the tasks of the benchmarks on two PPUs: Cholesky in 4 x 4 tiles takes 12.4 ms by count,
//! 11.85 by time, and 11.75 at best; LU in 4 x 4 tiles 10.6 by either, 10.4 by changed times.)
//!
//! On paper all PPUs are alike and take from one list, no task has begun, and priorities, homes and ways of
//! tiles do not count: lists are compared, and no time is foretold.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// How much sooner than it must a task counts as critical: the program's order leaves PPUs unlike
/// work.
const SLACK: u64 = 2;

/// Another list than that by time has to end sooner by one part in so many.
const GAIN: u64 = 100;

/// Nanoseconds per task and edge that trying a list takes, and which part of the graph's time all lists
/// may take.
const TRIAL: u64 = 40;
const SHARE: u64 = 50;

/// Lists that are tried at most.
const LISTS: u64 = 8;

/// For each task, newest first, its longest way, and whether it goes by that: before tasks of shorter ways,
/// and before all that do not go by theirs. Those go in the order of the program, as tasks of equal ways do.
pub(crate) type List = Vec<(u64, bool)>;

/// Tasks and what comes after them, newest first: what comes after a task has a smaller number.
#[derive(Default)]
pub(crate) struct Graph {
    /// Nanoseconds.
    times: Vec<u64>,
    /// Where each one's successors end in `after`.
    ends: Vec<u32>,
    after: Vec<u32>,
}

impl Graph {
    /// Adds a task that takes so long; tasks are added last first.
    pub(crate) fn add(&mut self, time: u64, after: impl FnOnce(&mut Vec<u32>)) {
        after(&mut self.after);
        self.times.push(time.max(1));
        self.ends.push(self.after.len() as u32);
    }

    /// Edges so far.
    pub(crate) fn edges(&self) -> usize {
        self.after.len()
    }

    fn after(&self, task: usize) -> &[u32] {
        let begin = task.checked_sub(1).map_or(0, |n| self.ends[n] as usize);
        &self.after[begin..self.ends[task] as usize]
    }

    /// The longest way from each task to the end, in tasks of these times.
    fn ways(&self, time: impl Fn(usize) -> u64) -> Vec<u64> {
        let mut ways: Vec<u64> = Vec::with_capacity(self.times.len());
        for task in 0..self.times.len() {
            let longest = self.after(task).iter().map(|&n| ways[n as usize]).max();
            ways.push(longest.unwrap_or(0) + time(task));
        }
        ways
    }

    /// The critical list.
    pub(crate) fn critical(&self, ppus: usize) -> List {
        let ways = self.ways(|task| self.times[task]);
        let mut left = 0;
        let each = ways.into_iter().zip(&self.times).map(|(way, time)| {
            left += time;
            (way, SLACK * way * ppus as u64 >= left)
        });
        each.collect()
    }

    /// The list that ends first, of as many as it pays to try.
    pub(crate) fn best(&self, ppus: usize) -> List {
        let all: u64 = self.times.iter().sum();
        let (tasks, each) = (self.times.len().max(1) as u64, all.div_ceil(ppus as u64));
        let lists = each / (SHARE * TRIAL * (tasks + self.after.len() as u64));
        if lists < 2 {
            return self.critical(ppus);
        }
        let by = |time: &dyn Fn(usize) -> u64| -> List {
            let ways = self.ways(time).into_iter();
            ways.map(|way| (way, true)).collect()
        };
        let by_time = by(&|task| self.times[task]);
        let least = each.max(by_time.iter().map(|&(way, _)| way).max().unwrap_or(0));
        let mut best = (self.takes(&by_time, ppus), by_time);
        best.0 -= best.0 / GAIN;
        let bodies = self.times.iter().filter(|&&time| time > 1).count().max(1) as u64;
        let others = (0..).map(|n| match n {
            0 => self.critical(ppus),
            1 => by(&|task| {
                if self.times[task] > 1 {
                    all / bodies
                } else {
                    1
                }
            }),
            draw => by(&|task| changed(self.times[task], task, draw)),
        });
        for list in others.take(lists.min(LISTS) as usize - 1) {
            if best.0 <= least {
                break;
            }
            let takes = self.takes(&list, ppus);
            if takes < best.0 {
                best = (takes, list);
            }
        }
        best.1
    }

    /// How long the graph takes on so many PPUs by this list.
    fn takes(&self, list: &List, ppus: usize) -> u64 {
        let key = |n: usize| if list[n].1 { list[n].0 } else { 0 };
        let mut before = vec![0_u32; self.times.len()];
        self.after.iter().for_each(|&n| before[n as usize] += 1);
        let roots = (0..self.times.len()).filter(|&n| before[n] == 0);
        let mut ready: BinaryHeap<(u64, usize)> = roots.map(|n| (key(n), n)).collect();
        let mut running: BinaryHeap<Reverse<(u64, usize)>> = BinaryHeap::with_capacity(ppus);
        let mut time = 0;
        loop {
            while running.len() < ppus
                && let Some((_, task)) = ready.pop()
            {
                running.push(Reverse((time + self.times[task], task)));
            }
            let Some(Reverse((end, task))) = running.pop() else {
                return time;
            };
            time = end;
            for &next in self.after(task) {
                let next = next as usize;
                before[next] -= 1;
                if before[next] == 0 {
                    ready.push((key(next), next));
                }
            }
        }
    }
}

/// A time, changed by up to half of it in a way that is as good as drawn, and the same each time
/// (the finaliser of Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014).
fn changed(time: u64, task: usize, draw: u64) -> u64 {
    let mut z = (draw << 32 | task as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    // Between 1/2 and 3/2, in 1/2^16.
    let part = (z >> 48) + (1 << 15);
    time.saturating_mul(part) >> 16
}

#[cfg(all(test, not(any(hp5_loom, hp5_shuttle))))]
mod tests {
    use std::collections::HashMap;

    use super::*;

    const US: u64 = 1000;

    /// Tasks in the order of the program: microseconds, and numbers of those that each waits for.
    fn graph(tasks: &[(u64, Vec<usize>)]) -> Graph {
        let mut graph = Graph::default();
        for n in (0..tasks.len()).rev() {
            graph.add(tasks[n].0 * US, |after| {
                let waits = (n + 1..tasks.len()).filter(|&m| tasks[m].1.contains(&n));
                after.extend(waits.map(|m| (tasks.len() - 1 - m) as u32));
            });
        }
        graph
    }

    /// Microseconds that the graph takes as planned.
    fn planned(tasks: &[(u64, Vec<usize>)], ppus: usize) -> u64 {
        let graph = graph(tasks);
        graph.takes(&graph.best(ppus), ppus) / US
    }

    /// Tasks of tiles: how long each takes, the tiles that it reads, and the one that it reads and writes.
    #[derive(Default)]
    struct Tasks {
        list: Vec<(u64, Vec<usize>)>,
        /// The last task that wrote each tile.
        last: HashMap<(usize, usize), usize>,
    }

    impl Tasks {
        fn add(&mut self, time: u64, reads: &[(usize, usize)], writes: (usize, usize)) {
            let tiles = reads.iter().chain([&writes]);
            let waits = tiles.filter_map(|tile| self.last.get(tile).copied());
            self.list.push((time, waits.collect()));
            self.last.insert(writes, self.list.len() - 1);
        }
    }

    /// Right-looking Cholesky of `m` by `m` tiles; times of its four kinds of tasks. No tile is written after
    /// it was read, so what waits for readers does not come up.
    fn cholesky(m: usize, [potrf, trsm, syrk, gemm]: [u64; 4]) -> Vec<(u64, Vec<usize>)> {
        let mut tasks = Tasks::default();
        for k in 0..m {
            tasks.add(potrf, &[], (k, k));
            (k + 1..m).for_each(|j| tasks.add(trsm, &[(k, k)], (k, j)));
            for i in k + 1..m {
                tasks.add(syrk, &[(k, i)], (i, i));
                (i + 1..m).for_each(|j| tasks.add(gemm, &[(k, i), (k, j)], (i, j)));
            }
        }
        tasks.list
    }

    /// The same of LU.
    fn lu(m: usize, [getrf, trsm_l, trsm_u, gemm]: [u64; 4]) -> Vec<(u64, Vec<usize>)> {
        let mut tasks = Tasks::default();
        for k in 0..m {
            tasks.add(getrf, &[], (k, k));
            (k + 1..m).for_each(|j| tasks.add(trsm_l, &[(k, k)], (k, j)));
            (k + 1..m).for_each(|i| tasks.add(trsm_u, &[(k, k)], (i, k)));
            for i in k + 1..m {
                (k + 1..m).for_each(|j| tasks.add(gemm, &[(i, k), (k, j)], (i, j)));
            }
        }
        tasks.list
    }

    #[test]
    fn a_graph_takes_as_long_as_its_longest_way_or_its_work() {
        let chain: Vec<_> = (0..10_usize)
            .map(|n| (100, n.checked_sub(1).into_iter().collect()))
            .collect();
        assert_eq!((planned(&chain, 1), planned(&chain, 4)), (1000, 1000));
        let free: Vec<_> = (0..12).map(|_| (100, Vec::new())).collect();
        assert_eq!((planned(&free, 1), planned(&free, 4)), (1200, 300));
        assert_eq!(planned(&[], 2), 0);
    }

    /// One long task that the program has last of those that are ready is begun first.
    #[test]
    fn what_takes_long_is_not_left_for_the_end() {
        let mut tasks: Vec<_> = (0..6).map(|_| (100, Vec::new())).collect();
        tasks.push((600, Vec::new()));
        assert_eq!(planned(&tasks, 2), 600);
    }

    #[test]
    fn cholesky_of_few_tiles_ends_sooner_by_time_than_by_count() {
        let tasks = cholesky(4, [680, 1630, 577, 1256]);
        let graph = graph(&tasks);
        let by_count = graph
            .ways(|_| 1)
            .into_iter()
            .map(|way| (way, true))
            .collect();
        assert_eq!(graph.takes(&by_count, 2) / US, 12_428);
        let takes = planned(&tasks, 2);
        assert!(
            (11_749..=11_852).contains(&takes),
            "{takes}: the first is the best"
        );
    }

    #[test]
    fn lu_of_few_tiles_ends_sooner_by_changed_times() {
        let lu = |m| lu(m, [610, 735, 906, 487]);
        let (few, more) = (planned(&lu(4), 2), planned(&lu(5), 2));
        assert!(
            (10_000..10_649).contains(&few),
            "{few}: less than by time or count"
        );
        assert!((17_500..=17_950).contains(&more), "{more}");
    }

    #[test]
    fn changed_times_are_all_different() {
        let of = |draw| (0..100).map(move |task| changed(1 << 20, task, draw));
        let mut all: Vec<u64> = (2..10).flat_map(of).collect();
        assert!(all.iter().all(|time| (1 << 19..3 << 19).contains(time)));
        let mean = all.iter().sum::<u64>() / all.len() as u64;
        assert!(mean.abs_diff(1 << 20) < 1 << 15, "{mean}");
        all.sort_unstable();
        all.dedup();
        assert!(all.len() > 780, "{} of 800", all.len());
    }

    /// Lists are not tried for tasks that take less than trying: critical tasks come first, and the others
    /// in the order of the program.
    #[test]
    fn lists_are_not_tried_for_short_tasks() {
        let of_time = |time| {
            let mut graph = Graph::default();
            for n in 0..8 {
                graph.add(time, |after| after.extend((n == 7).then_some(6)));
            }
            graph
        };
        let first = |list: List| -> Vec<usize> { (0..8).filter(|&n| list[n].1).collect() };
        let short = of_time(2);
        assert_eq!(first(short.critical(1)), [0, 1]);
        assert_eq!(short.best(1), short.critical(1));
        assert_eq!(first(short.best(2)), [0, 1, 2, 3, 7]);
        let ways: Vec<u64> = short.best(2).into_iter().map(|(way, _)| way).collect();
        assert_eq!(ways, [2, 2, 2, 2, 2, 2, 2, 4]);
        assert_eq!(first(of_time(1 << 20).best(2)), [0, 1, 2, 3, 4, 5, 6, 7]);
    }

    /// The last task of the program is the one that has to be begun first.
    #[test]
    fn one_long_task_hides_all_others() {
        let mut tasks: Vec<_> = (0..200).map(|_| (100, Vec::new())).collect();
        tasks.push((20_000, Vec::new()));
        assert_eq!(planned(&tasks, 2), 20_000);
    }
}
