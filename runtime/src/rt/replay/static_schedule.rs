//! Static schedules of a lap: its tasks dealt out to strands (`sched/static_schedule.rs`), and what their steps need.
//!
//! Tasks stand in *ranks*: one more than the highest rank that a task waits for. The tasks of a rank
//! could all run at the same time, so each strand gets about as much of them as the others, and
//! neighbours in the order of the program stay together: they use neighbouring tiles as a rule. Tasks
//! of one home go to one strand. In a strand tasks stand in the order of their ranks.
//!
//! Of what a task needs of another strand the latest counts, and only if the strand has not needed it
//! before, in this lap or the one before. A step ends where another strand needs it done, and begins
//! where it needs something; the tasks between are one.

use crate::base::kinds::NO_HOME;
use crate::graph::table::Table;
use crate::rt::replay::coarsen_assign::{Edge, Uses};
use crate::rt::replay::written::{Span, Written};
use crate::sched::static_schedule::Need;

/// What becomes of a lap.
pub(super) struct Woven {
    /// What the steps of each strand need.
    pub(super) strands: Vec<Vec<Vec<Need>>>,
    /// The tasks, step by step.
    pub(super) spans: Vec<Span>,
    /// Where the spans of each step begin; one more is the end.
    pub(super) starts: Vec<u32>,
}

/// A task of the lap.
#[derive(Clone, Copy)]
struct Thread {
    /// The run that it is written in.
    run: u32,
    home: u16,
    rank: u32,
    strand: u32,
    /// Its place in the strand.
    place: u32,
}

/// Weaves a lap for so many PPUs. What `uses` holds does not matter.
pub(super) fn weave(written: &Written, table: &Table, ppus: usize, uses: &mut Uses) -> Woven {
    let edges = uses.edges_of_tasks(written, table);
    let mut tasks = threads(written);
    let widest = rank(&mut tasks, &edges[0]);
    let strands = spread(&mut tasks, widest.clamp(1, ppus), ppus);
    let needs = needs(&tasks, &strands, &edges);
    cut(&tasks, &strands, &needs)
}

fn threads(written: &Written) -> Vec<Thread> {
    let mut all = Vec::with_capacity(written.len());
    for (run, (tasks, _, _)) in (0..).zip(written.runs()) {
        let home = written.form(tasks.start as usize).home;
        let thread = Thread {
            run,
            home,
            rank: 0,
            strand: 0,
            place: 0,
        };
        all.extend(tasks.map(|_| thread));
    }
    all
}

/// Sets the ranks; how many tasks the widest one has. Edges are sorted, and lead to later tasks.
fn rank(tasks: &mut [Thread], edges: &[Edge]) -> usize {
    // An edge's first task has all its edges before.
    for &(from, to) in edges {
        let after = tasks[from as usize].rank + 1;
        let task = &mut tasks[to as usize];
        task.rank = task.rank.max(after);
    }
    let mut widths = vec![0; tasks.len()];
    tasks
        .iter()
        .for_each(|task| widths[task.rank as usize] += 1);
    widths.into_iter().max().unwrap_or(0)
}

/// Deals the tasks of each rank out to so many strands, or fewer; the tasks of each.
fn spread(tasks: &mut [Thread], strands: usize, ppus: usize) -> Vec<Vec<u32>> {
    let mut order: Vec<u32> = (0..tasks.len() as u32).collect();
    order.sort_by_key(|&n| tasks[n as usize].rank);
    let mut dealt = vec![Vec::new(); strands];
    for rank in order.chunk_by(|&a, &b| tasks[a as usize].rank == tasks[b as usize].rank) {
        for (at, &n) in rank.iter().enumerate() {
            let part = match tasks[n as usize].home {
                NO_HOME => at * strands / rank.len(),
                home => usize::from(home) * strands / ppus,
            };
            dealt[part.min(strands - 1)].push(n);
        }
    }
    dealt.retain(|strand| !strand.is_empty());
    for (strand, members) in (0..).zip(&dealt) {
        for (place, &n) in (0..).zip(members) {
            let task = &mut tasks[n as usize];
            (task.strand, task.place) = (strand, place);
        }
    }
    dealt
}

/// What a task needs of other strands: so many tasks of each, counted from where the lap begins.
type Needs = Vec<(u32, i64)>;

/// What each task needs that its strand has not needed before.
fn needs(tasks: &[Thread], strands: &[Vec<u32>], edges: &[Vec<Edge>; 2]) -> Vec<Needs> {
    let mut all = vec![Needs::new(); tasks.len()];
    for (laps, edges) in (0..).zip(edges) {
        for &(from, to) in edges {
            let Thread { strand, place, .. } = tasks[from as usize];
            if strand != tasks[to as usize].strand {
                let len = strands[strand as usize].len() as i64;
                all[to as usize].push((strand, i64::from(place) + 1 - laps * len));
            }
        }
    }
    for strand in strands {
        let mut had = vec![i64::MIN; strands.len()];
        for &n in strand {
            for &(of, count) in &all[n as usize] {
                had[of as usize] = had[of as usize].max(count);
            }
        }
        // What was had in the lap before.
        for (had, of) in had.iter_mut().zip(strands) {
            *had = had.saturating_sub(of.len() as i64);
        }
        for &n in strand {
            let needs = &mut all[n as usize];
            // The latest of each strand, which comes first, counts.
            needs.sort_unstable_by_key(|&(of, count)| (of, -count));
            needs.retain(|&(of, count)| {
                let is_new = count > had[of as usize];
                had[of as usize] = had[of as usize].max(count);
                is_new
            });
        }
    }
    all
}

/// Cuts the strands into steps.
fn cut(tasks: &[Thread], strands: &[Vec<u32>], needs: &[Needs]) -> Woven {
    // Whether a step ends with each task.
    let mut ends: Vec<Vec<bool>> = strands
        .iter()
        .map(|tasks| vec![false; tasks.len()])
        .collect();
    for &(of, count) in needs.iter().flatten() {
        let ends = &mut ends[of as usize];
        let count = count.rem_euclid(ends.len() as i64);
        // All tasks of a lap are as many as none of the next one.
        let last = (count as usize).checked_sub(1).unwrap_or(ends.len() - 1);
        ends[last] = true;
    }
    let mut steps_to: Vec<Vec<i64>> = Vec::with_capacity(strands.len());
    for (strand, ends) in strands.iter().zip(&mut ends) {
        for at in 1..strand.len() {
            ends[at - 1] |= !needs[strand[at] as usize].is_empty();
        }
        *ends.last_mut().expect("it has tasks") = true;
        let mut steps = 0;
        let upto = ends.iter().map(|&end| {
            steps += i64::from(end);
            steps
        });
        steps_to.push(std::iter::once(0).chain(upto).collect());
    }
    let step_need = |&(of, count): &(u32, i64)| {
        let steps_to = &steps_to[of as usize];
        let len = steps_to.len() as i64 - 1;
        let steps = match count {
            1.. => steps_to[count as usize],
            _ => steps_to[(count + len) as usize] - steps_to[len as usize],
        };
        Need {
            strand: of,
            steps: steps as i32,
        }
    };
    let mut woven = Woven {
        strands: Vec::with_capacity(strands.len()),
        spans: Vec::new(),
        starts: vec![0],
    };
    for (strand, ends) in strands.iter().zip(&ends) {
        let mut steps = Vec::new();
        let mut begins = true;
        for (&n, &ends) in strand.iter().zip(ends) {
            if begins {
                steps.push(needs[n as usize].iter().map(step_need).collect());
            }
            woven.add(tasks[n as usize].run, n);
            if ends {
                woven.starts.push(woven.spans.len() as u32);
            }
            begins = ends;
        }
        woven.strands.push(steps);
    }
    woven
}

impl Woven {
    /// The tasks of a step, in their order.
    #[inline]
    pub(super) fn step(&self, step: usize) -> &[Span] {
        &self.spans[self.starts[step] as usize..self.starts[step + 1] as usize]
    }

    /// How many these are.
    pub(super) fn tasks(&self, step: usize) -> u64 {
        self.step(step)
            .iter()
            .map(|span| u64::from(span.count))
            .sum()
    }

    /// The last step has one more task.
    fn add(&mut self, run: u32, n: u32) {
        let from = self.starts[self.starts.len() - 1] as usize;
        if let Some(span) = self.spans[from..].last_mut()
            && n > span.first
            && span.grows(run, n, 1)
        {
            return;
        }
        self.spans.push(Span::of(run, n, 1));
    }
}
