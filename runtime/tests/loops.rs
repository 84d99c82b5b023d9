//! The tasks of a loop, registered by one call: the same graph as task by task, the same
//! results as the serial loop, whatever the nest, the tiles and the accesses.

mod common;

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use hp5::observe::capture_records;
use hp5::observe::record::{RunRecord, TaskKind, TileRecord};
use hp5::rt::loops::{Nest, Ranges};
use hp5::rt::{
    self, ALL, Array, Flat, Mode, Nested, Order, Region, Site, backwards, bounded, chunks,
    chunks_step, site,
};

use common::everywhere;

const SITE: &Site = site!("loop", "loops.rs", 7);

/// A small deterministic generator.
struct Random(u64);

impl Random {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % n
    }

    fn between(&mut self, lo: isize, hi: isize) -> isize {
        lo + self.below((hi - lo + 1) as u64) as isize
    }

    fn of<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.below(list.len() as u64) as usize]
    }
}

/// One dimension of a section: both bounds by the loops' bounds.
#[derive(Debug, Clone, Copy)]
struct Line<const D: usize> {
    lo: (isize, [(isize, isize); D]),
    hi: (isize, [(isize, isize); D]),
    all: bool,
}

impl<const D: usize> Line<D> {
    fn random(random: &mut Random) -> Self {
        let (none, from) = ([(0, 0); D], random.between(-6, 4));
        let long = random.between(0, 9);
        let fixed = Line {
            lo: (from, none),
            hi: (from + long, none),
            all: false,
        };
        match random.below(8) {
            0 => Line { all: true, ..fixed },
            1 => fixed,
            // Something odd: lengths that grow, lines that run against the loop.
            2 => {
                let slope = |random: &mut Random| (random.between(-2, 2), random.between(-2, 2));
                let slopes = |random: &mut Random| std::array::from_fn(|_| slope(random));
                Line {
                    lo: (from, slopes(random)),
                    hi: (from + long + 5, slopes(random)),
                    all: false,
                }
            }
            // The usual: a chunk, wider or shifted, perhaps times something.
            _ => {
                let (d, k) = (random.below(D as u64) as usize, random.of(&[1, 1, 1, 2]));
                let mut line = fixed;
                line.lo.0 = random.of(&[0, 0, -1, 1, -3]);
                line.hi.0 = random.of(&[0, 0, 1, 2, -1]);
                line.lo.1[d].0 = k;
                line.hi.1[d].1 = k;
                line
            }
        }
    }

    fn at(&self, corners: &[(isize, isize); D]) -> (isize, isize) {
        if self.all {
            return ALL;
        }
        let sum = |(start, slopes): &(isize, [(isize, isize); D])| {
            let terms = slopes
                .iter()
                .zip(corners)
                .map(|(k, c)| k.0 * c.0 + k.1 * c.1);
            start + terms.sum::<isize>()
        };
        (sum(&self.lo), sum(&self.hi))
    }
}

/// Which array an access is of: one of 60 elements, one of 20 x 9, one of 12 rows of 10.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Which {
    Line,
    Shape,
    Rows,
}

#[derive(Debug, Clone, Copy)]
struct Access<const D: usize> {
    which: Which,
    mode: Mode,
    section: [Line<D>; 2],
}

#[derive(Debug, Clone)]
struct Case<const D: usize> {
    accesses: Vec<Access<D>>,
    order: Order,
    tiles: [[usize; 2]; 3],
    priority: i32,
}

impl<const D: usize> Case<D> {
    fn random(random: &mut Random, order: Order) -> Self {
        let mut modes = vec![Mode::In, Mode::In, Mode::Out, Mode::InOut];
        if random.below(8) == 0 {
            modes.push(Mode::Commutative);
        }
        let accesses = (0..1 + random.below(4)).map(|_| Access {
            which: random.of(&[Which::Line, Which::Shape, Which::Shape, Which::Rows]),
            mode: random.of(&modes),
            section: [Line::random(random), Line::random(random)],
        });
        let accesses = accesses.collect();
        let mut tile = || [random.of(&[0, 1, 3, 4, 8]), random.of(&[0, 1, 2, 5])];
        let tiles = [tile(), tile(), tile()];
        Case {
            accesses,
            order,
            tiles,
            priority: random.of(&[0, 0, 3]),
        }
    }
}

/// The arrays, and their elements.
struct Data {
    line: Vec<u64>,
    shape: Vec<u64>,
    rows: Vec<Vec<u64>>,
}

impl Data {
    fn new() -> Self {
        Data {
            line: (0..60).collect(),
            shape: (0..20 * 9).collect(),
            rows: (0..12).map(|i| (i * 10..i * 10 + 10).collect()).collect(),
        }
    }
}

#[derive(Clone, Copy)]
struct Arrays {
    line: Array<Flat<u64>>,
    shape: Array<Flat<u64>>,
    rows: Array<Nested<Vec<u64>>>,
}

/// Takes the arrays in.
fn arrays<const D: usize>(region: &Region, data: &Data, case: &Case<D>) -> Arrays {
    // SAFETY: the data outlive the regions of this file, and stay.
    unsafe {
        Arrays {
            line: region.array("line", rt::flat(&raw const data.line), &case.tiles[0][..1]),
            shape: region.array(
                "shape",
                rt::flat(&raw const data.shape).rows(9),
                &case.tiles[1],
            ),
            rows: region.array(
                "rows",
                rt::nested::<2, _>(&raw const data.rows),
                &case.tiles[2],
            ),
        }
    }
}

/// What a task computes: it folds the elements of its sections in `line` and `shape`, and
/// puts the sum into those that it writes.
struct Work<const D: usize> {
    case: Case<D>,
    line: Flat<u64>,
    shape: Flat<u64>,
    ran: AtomicUsize,
}

impl<const D: usize> Work<D> {
    fn elements(&self, access: &Access<D>, corners: &[(isize, isize); D]) -> Vec<usize> {
        let clip = |line: &Line<D>, extent: isize| {
            let (lo, hi) = line.at(corners);
            lo.max(0)..hi.min(extent)
        };
        match access.which {
            Which::Line => clip(&access.section[0], 60).map(|i| i as usize).collect(),
            Which::Shape => clip(&access.section[0], 20)
                .flat_map(|i| clip(&access.section[1], 9).map(move |j| (i * 9 + j) as usize))
                .collect(),
            Which::Rows => Vec::new(),
        }
    }

    fn run(&self, corners: [(isize, isize); D]) {
        self.ran.fetch_add(1, Relaxed);
        let (mut line, mut shape) = (self.line, self.shape);
        let mut sum = corners.iter().fold(7_u64, |sum, c| {
            sum.wrapping_mul(31).wrapping_add(c.0 as u64)
        });
        let reads = |access: &&Access<D>| access.mode != Mode::Out;
        for access in self.case.accesses.iter().filter(reads) {
            for n in self.elements(access, &corners) {
                let x = if access.which == Which::Line {
                    line[n]
                } else {
                    shape[n]
                };
                sum = sum.wrapping_mul(31).wrapping_add(x);
            }
        }
        for access in self
            .case
            .accesses
            .iter()
            .filter(|access| access.mode.writes())
        {
            for n in self.elements(access, &corners) {
                let x = if access.which == Which::Line {
                    &mut line[n]
                } else {
                    &mut shape[n]
                };
                *x = sum.wrapping_add(n as u64);
            }
        }
    }
}

/// Registers the loop by one call.
fn at_once<const D: usize, N>(
    region: &Region,
    arrays: &Arrays,
    case: &Case<D>,
    nest: N,
    work: &Work<D>,
) where
    N: Nest<Corners = [(isize, isize); D]> + Send,
    N::Chunks: Ranges<D>,
{
    let mut tasks = region.loop_tasks(SITE, case.order, nest);
    for Access {
        which,
        mode,
        section,
    } in &case.accesses
    {
        let two = |corners| [section[0].at(&corners), section[1].at(&corners)];
        match which {
            Which::Line => tasks.access(&arrays.line, *mode, |corners| [section[0].at(&corners)]),
            Which::Shape => tasks.access(&arrays.shape, *mode, two),
            Which::Rows => tasks.access(&arrays.rows, *mode, two),
        };
    }
    tasks.priority(case.priority);
    // SAFETY: the body touches what the accesses say; `work` outlives the region.
    unsafe { tasks.spawn(|chunks: N::Chunks| work.run(chunks.corners())) };
}

/// Registers the same tasks one by one.
fn one_by_one<const D: usize>(
    region: &Region,
    arrays: &Arrays,
    case: &Case<D>,
    list: &[[(isize, isize); D]],
    work: &Work<D>,
) {
    let mut tasks = region.task_loop(SITE, case.order);
    for &corners in list {
        let mut task = tasks.task();
        for Access {
            which,
            mode,
            section,
        } in &case.accesses
        {
            let two = [section[0].at(&corners), section[1].at(&corners)];
            match which {
                Which::Line => task.access(&arrays.line, *mode, &two[..1]),
                Which::Shape => task.access(&arrays.shape, *mode, &two),
                Which::Rows => task.access(&arrays.rows, *mode, &two),
            };
        }
        task.priority(case.priority);
        // SAFETY: as in `at_once`.
        unsafe { task.spawn(move || work.run(corners)) };
    }
    tasks.finish();
}

/// What must be equal of two records. Tiles stand in any order, edges too.
type Shape = (
    Vec<(String, TaskKind, i32, Option<u32>, BTreeSet<String>)>,
    BTreeSet<(u32, u32)>,
);

fn shape(record: &RunRecord) -> Shape {
    let tile = |tile: &TileRecord| format!("{} {:?} {}", tile.array, tile.ranges, tile.mode);
    let tasks = record.tasks.iter().map(|task| {
        let tiles = task.tiles.iter().map(tile).collect();
        (
            task.name.clone(),
            task.kind,
            task.priority,
            task.group,
            tiles,
        )
    });
    let edges = record.edges.iter().map(|edge| (edge.from, edge.to));
    (tasks.collect(), edges.collect())
}

/// Two loops, one after the other, by one call each and task by task; on a tape too.
fn check<const D: usize, N>(
    seed: u64,
    random: &mut Random,
    nest: impl Fn() -> N,
    list: &[[(isize, isize); D]],
) where
    N: Nest<Corners = [(isize, isize); D]> + Send,
    N::Chunks: Ranges<D>,
{
    let order = random.of(&[Order::Ordered, Order::Ordered, Order::Parallel]);
    let case = Case::random(random, order);
    let taped = random.below(3) == 0;
    check_case(seed, (case, taped), nest, list);
}

/// As `check`, of one case, perhaps on a tape.
fn check_case<const D: usize, N>(
    seed: u64,
    (case, taped): (Case<D>, bool),
    nest: impl Fn() -> N,
    list: &[[(isize, isize); D]],
) where
    N: Nest<Corners = [(isize, isize); D]> + Send,
    N::Chunks: Ranges<D>,
{
    // Tasks of a parallel loop that share tiles must not share elements: theirs do.
    let idle =
        case.order == Order::Parallel || case.accesses.iter().any(|a| a.mode == Mode::Commutative);
    let run = |together: bool| {
        let data = Data::new();
        let laps = 2 + usize::from(taped);
        let mut ran = 0;
        let ((), records) = capture_records(|| {
            let region = Region::begin(site!("region", "loops.rs", 1));
            let arrays = arrays(&region, &data, &case);
            let mut used = case.clone();
            if idle {
                used.accesses.clear();
            }
            let work = Work {
                case: used,
                line: arrays.line.view(),
                shape: arrays.shape.view(),
                ran: AtomicUsize::new(0),
            };
            let lap = |region: &Region| match together {
                true => at_once(region, &arrays, &case, nest(), &work),
                false => one_by_one(region, &arrays, &case, list, &work),
            };
            if taped {
                let mut tape = region.record();
                (0..laps).for_each(|_| tape.lap(lap));
            } else {
                (0..laps).for_each(|_| lap(&region));
            }
            region.end();
            ran = work.ran.load(Relaxed);
        });
        assert_eq!(ran, laps * list.len(), "seed {seed}: {case:?}");
        (shape(&records[0]), data.line, data.shape)
    };
    let (together, apart) = (run(true), run(false));
    let (ours, theirs) = (&together.0, &apart.0);
    assert_eq!(ours.0.len(), theirs.0.len(), "seed {seed}: {case:?}");
    let differs = ours.0.iter().zip(&theirs.0).find(|(a, b)| a != b);
    assert_eq!(differs, None, "seed {seed}: {case:?}");
    let differ: Vec<_> = ours.1.symmetric_difference(&theirs.1).take(5).collect();
    assert!(
        differ.is_empty(),
        "seed {seed} (taped: {taped}): edges {differ:?}, {case:?}"
    );
    // And the serial loop.
    let mut data = Data::new();
    // SAFETY: the data stay, and are used through these views alone.
    let (line, shape) = unsafe {
        (
            rt::flat(&raw const *data.line.as_mut_slice()),
            rt::flat(&raw const *data.shape.as_mut_slice()),
        )
    };
    let mut case = case;
    if idle {
        case.accesses.clear();
    }
    let ran = AtomicUsize::new(0);
    let work = Work {
        case,
        line,
        shape,
        ran,
    };
    (0..2 + usize::from(taped)).for_each(|_| list.iter().for_each(|&corners| work.run(corners)));
    assert_eq!(together.1, data.line, "seed {seed}");
    assert_eq!(together.2, data.shape, "seed {seed}");
}

fn corners<C: rt::index::Chunk>(chunks: impl Iterator<Item = C>) -> Vec<(isize, isize)> {
    chunks.map(|chunk| rt::ends(&chunk)).collect()
}

#[test]
fn random_loops_are_those_of_single_tasks() {
    everywhere(|| (0..60).for_each(one_loop));
}

fn one_loop(seed: u64) {
    let random = &mut Random(seed);
    let (lo, hi) = (random.between(-3, 5) as i32, random.between(0, 40) as i32);
    let (tile, offset) = (random.below(7) as usize, random.below(4) as usize);
    let step = random.of(&[1, 1, 1, 2, 3]);
    let all = || chunks_step(lo..hi, step, tile, offset % tile.max(1));
    match random.below(2) {
        0 => {
            let list: Vec<_> = corners(all()).into_iter().map(|c| [c]).collect();
            check(seed, random, all, &list);
        }
        _ => {
            let list: Vec<_> = corners(all().rev()).into_iter().map(|c| [c]).collect();
            check(seed, random, || backwards(all()), &list);
        }
    }
}

/// A case of some accesses of one array, tiles of one element, by lines that `line` makes. Some have
/// the line of the one before.
fn of_lines<const D: usize>(
    random: &mut Random,
    line: impl Fn(&mut Random) -> ((isize, [(isize, isize); D]), isize),
) -> Case<D> {
    let mut last = None;
    let accesses = (0..2 + random.below(4)).map(|_| {
        let again = last.filter(|_| random.below(3) == 0);
        let (lo, wide) = again.unwrap_or_else(|| line(random));
        last = Some((lo, wide));
        let hi = (lo.0 + wide, lo.1);
        let line = Line { lo, hi, all: false };
        Access {
            which: Which::Line,
            mode: random.of(&[Mode::In, Mode::In, Mode::InOut, Mode::Out]),
            section: [line, line],
        }
    });
    Case {
        accesses: accesses.collect(),
        order: Order::Ordered,
        tiles: [[1, 1]; 3],
        priority: 0,
    }
}

/// Accesses of which some stay while others move: now and then two of them meet, or are of the same tiles.
#[test]
fn accesses_of_one_array_that_move_apart_are_those_of_single_tasks() {
    everywhere(|| (0..80).for_each(moving_apart));
    everywhere(|| (0..80).for_each(moving_apart_in_rows));
}

fn moving_apart(seed: u64) {
    let random = &mut Random(seed + 3000);
    let (n, wide) = (random.between(1, 20), random.of(&[1, 1, 1, 2, 3]));
    let case = of_lines(random, |random| {
        let (slope, from) = match random.below(6) {
            0 | 1 => (0, random.between(0, 57)),
            2 | 3 => (1, random.between(0, 57 - n)),
            4 => (2, random.between(0, 57 - 2 * n)),
            _ => (-1, random.between(n, 57)),
        };
        ((from, [(slope, 0)]), wide)
    });
    let taped = random.below(4) == 0;
    let all = || chunks(0..n, 1, 0);
    let mut list: Vec<_> = corners(all()).into_iter().map(|c| [c]).collect();
    if random.below(2) == 0 {
        return check_case(seed, (case, taped), all, &list);
    }
    list.reverse();
    check_case(seed, (case, taped), || backwards(all()), &list);
}

/// The same in nests: what stays apart in one row may meet in the next one.
fn moving_apart_in_rows(seed: u64) {
    let random = &mut Random(seed + 4000);
    let (m, n) = (random.between(1, 6), random.between(1, 12));
    let case = of_lines(random, |random| {
        let slopes = [random.of(&[0, 0, 1, 2, 5]), random.of(&[0, 0, 1, 2, -1])];
        ((random.between(0, 30), slopes.map(|slope| (slope, 0))), 1)
    });
    let nest = || (chunks(0..m, 1, 0), chunks(0..n, 1, 0));
    let rows = corners(nest().0).into_iter();
    let list = rows.flat_map(|i| corners(nest().1).into_iter().map(move |j| [i, j]));
    check_case(seed, (case, false), nest, &list.collect::<Vec<_>>());
}

#[test]
fn random_nests_are_those_of_single_tasks() {
    everywhere(|| (0..60).for_each(two_loops));
}

fn two_loops(seed: u64) {
    let random = &mut Random(seed + 1000);
    let n = random.between(0, 16) as usize;
    let (t, u) = (1 + random.below(5) as usize, 1 + random.below(3) as usize);
    let outer = || chunks(1..n, t, 0);
    match random.below(3) {
        0 => {
            let inner = || chunks(0..9_u8, u, 1 % u);
            let around = corners(outer()).into_iter();
            let list = around.flat_map(|i| corners(inner()).into_iter().map(move |j| [i, j]));
            let list: Vec<_> = list.collect();
            check(seed, random, || (outer(), inner()), &list);
        }
        1 => {
            let inner = |[(_, hi)]: [(isize, isize); 1]| chunks(0..hi, u, 0);
            let around = corners(outer()).into_iter();
            let list = around.flat_map(|i| corners(inner([i])).into_iter().map(move |j| [i, j]));
            let list: Vec<_> = list.collect();
            check(seed, random, || (outer(), bounded(inner)), &list);
        }
        _ => {
            let inner = |[(lo, hi)]: [(isize, isize); 1]| chunks_step(lo..hi + 3, 2, u, 0);
            let around = corners(outer().rev()).into_iter();
            let list =
                around.flat_map(|i| corners(inner([i]).rev()).into_iter().map(move |j| [i, j]));
            let list: Vec<_> = list.collect();
            let nest = || (backwards(outer()), backwards(bounded(inner)));
            check(seed, random, nest, &list);
        }
    }
}

#[test]
fn deep_nests_are_those_of_single_tasks() {
    everywhere(|| (0..20).for_each(four_loops));
}

fn four_loops(seed: u64) {
    let random = &mut Random(seed + 2000);
    let n = random.between(1, 9);
    let (t, u) = (1 + random.below(4) as usize, 2 + random.below(5) as usize);
    let third = |[_, (lo, hi)]: [(isize, isize); 2]| chunks(lo - 1..hi, t, 0);
    let fourth = |[(lo, _), _, (_, hi)]: [(isize, isize); 3]| chunks(lo..hi + 2, u, 0);
    let (mut three, mut four) = (Vec::new(), Vec::new());
    for i in corners(chunks(0..n, u, 0)) {
        for j in corners(chunks(-2..3_i8, t, 0)) {
            for k in corners(third([i, j])) {
                three.push([i, j, k]);
                corners(fourth([i, j, k]))
                    .into_iter()
                    .for_each(|l| four.push([i, j, k, l]));
            }
        }
    }
    let outer = || (chunks(0..n, u, 0), chunks(-2..3_i8, t, 0));
    check(
        seed,
        random,
        || (outer().0, outer().1, bounded(third)),
        &three,
    );
    let nest = || (outer().0, outer().1, bounded(third), bounded(fourth));
    check(seed, random, nest, &four);
}
