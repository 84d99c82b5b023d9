//! The safe form of loops by one call: the graph and the results of the same tasks registered
//! one by one, and an error for exactly those loops that cannot be.

use std::collections::BTreeSet;

use hp5::api::{Affine, Loops, TiledArray, Tiles, bounded, region};
use hp5::observe::capture_records;
use hp5::observe::record::{RunRecord, TileRecord};
use hp5::{Bind, FailureKind, RegionError, Runtime};

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

fn everywhere(f: impl Fn()) {
    for (ppus, chaos) in [(1, None), (2, None), (8, Some(1))] {
        let mut builder = Runtime::builder().ppus(ppus).bind(Bind::None);
        if let Some(seed) = chaos {
            builder = builder.chaos(seed);
        }
        builder.build().unwrap().install(&f);
    }
}

/// An affine number, for symbols and for numbers.
#[derive(Debug, Clone, Copy)]
struct Line<const DEPTH: usize> {
    constant: isize,
    slopes: [isize; DEPTH],
}

impl<const DEPTH: usize> Line<DEPTH> {
    fn fixed(constant: isize) -> Self {
        let slopes = [0; DEPTH];
        Line { constant, slopes }
    }

    fn symbol(&self, indices: [Affine; DEPTH]) -> Affine {
        let terms = self.slopes.iter().zip(indices);
        terms.fold(Affine::from(self.constant), |sum, (&k, i)| sum + k * i)
    }

    fn at(&self, indices: &[isize; DEPTH]) -> isize {
        let terms = self.slopes.iter().zip(indices);
        terms.fold(self.constant, |sum, (k, i)| sum + k * i)
    }
}

/// A declaration: an array, and its tiles in two dimensions.
#[derive(Debug, Clone, Copy)]
struct Part<const DEPTH: usize> {
    array: usize,
    /// One tile, which must exist; else ranges of this length.
    single: bool,
    from: [Line<DEPTH>; 2],
    length: [isize; 2],
}

impl<const DEPTH: usize> Part<DEPTH> {
    fn random(random: &mut Random) -> Self {
        let single = random.below(2) == 0;
        let line = |random: &mut Random| {
            let mut line = Line::fixed(random.between(0, 2) - isize::from(!single));
            match random.below(8) {
                0 => {}
                1 => line.slopes = std::array::from_fn(|_| random.between(-1, 2)),
                _ => line.slopes[random.below(DEPTH as u64) as usize] = 1,
            }
            line
        };
        Part {
            array: random.below(3) as usize,
            single,
            from: [line(random), line(random)],
            length: match single {
                true => [1, 1],
                false => [random.between(0, 3), random.between(1, 2)],
            },
        }
    }

    /// Tiles of a task; `None`: one that does not exist.
    fn tiles(&self, counts: [usize; 2], at: &[isize; DEPTH]) -> Option<BTreeSet<[usize; 2]>> {
        let ends = |d: usize| {
            let from = self.from[d].at(at);
            (from, from + self.length[d], counts[d] as isize)
        };
        let cut = |(lo, hi, count): (isize, isize, isize)| {
            let outside = lo < 0 || hi > count;
            (!self.single || !outside).then(|| lo.max(0)..hi.min(count))
        };
        let (rows, columns) = (cut(ends(0))?, cut(ends(1))?);
        let both = rows.flat_map(|i| columns.clone().map(move |j| [i as usize, j as usize]));
        Some(both.collect())
    }
}

#[derive(Debug, Clone)]
struct Case<const DEPTH: usize> {
    extents: [usize; 2],
    tiles: [[usize; 2]; 3],
    reads: [Part<DEPTH>; 2],
    writes: Part<DEPTH>,
    how: How,
    priority: i32,
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum How {
    Write,
    Update,
    Commutative,
}

impl<const DEPTH: usize> Case<DEPTH> {
    fn random(random: &mut Random) -> Self {
        Case {
            extents: [1 + random.below(20) as usize, 1 + random.below(12) as usize],
            tiles: std::array::from_fn(|_| [random.of(&[1, 2, 3, 30]), random.of(&[1, 2, 5])]),
            reads: [Part::random(random), Part::random(random)],
            writes: Part::random(random),
            how: random.of(&[How::Write, How::Update, How::Update, How::Commutative]),
            priority: random.of(&[0, 0, 0, 2]),
        }
    }

    fn counts(&self, array: usize) -> [usize; 2] {
        std::array::from_fn(|d| self.extents[d].div_ceil(self.tiles[array][d]))
    }

    fn tiles(&self, part: &Part<DEPTH>, at: &[isize; DEPTH]) -> Option<BTreeSet<[usize; 2]>> {
        part.tiles(self.counts(part.array), at)
    }

    /// The first task that has a tile that does not exist, declaration by declaration; then
    /// the first that meets itself.
    fn first_wrong(&self, list: &[[isize; DEPTH]]) -> Option<[isize; DEPTH]> {
        let parts = [&self.reads[0], &self.reads[1], &self.writes];
        for part in parts {
            let wrong = list.iter().find(|at| self.tiles(part, at).is_none());
            if let Some(at) = wrong {
                return Some(*at);
            }
        }
        let meets = |read: &Part<DEPTH>, at: &[isize; DEPTH]| {
            let both = [read, &self.writes].map(|part| self.tiles(part, at).unwrap_or_default());
            read.array == self.writes.array && !both[0].is_disjoint(&both[1])
        };
        let found = |read| list.iter().find(|at| meets(read, at));
        self.reads.iter().find_map(found).copied()
    }
}

fn mix(old: u64, sum: u64, at: usize) -> u64 {
    (old.rotate_left(7) ^ sum)
        .wrapping_mul(0x9e37_79b9_7f4a_7c15)
        .wrapping_add(at as u64)
}

type View<'t> = hp5::api::TileRef<'t, u64, 2>;
type ViewMut<'t> = hp5::api::TileMut<'t, u64, 2>;

fn sum(views: &[View<'_>]) -> u64 {
    let rows = views
        .iter()
        .flat_map(|v| (0..v.shape()[0]).map(|i| v.row(i)));
    rows.flatten().fold(0, |sum, x| sum.wrapping_add(*x))
}

fn put(view: &mut ViewMut<'_>, sum: u64, how: How) {
    let ([rows, _], [i0, j0]) = (view.shape(), view.origin());
    for i in 0..rows {
        for (j, x) in view.row_mut(i).iter_mut().enumerate() {
            let at = (i0 + i) * 100 + j0 + j;
            match how {
                How::Write => *x = mix(0, sum, at),
                How::Update => *x = mix(*x, sum, at),
                // In any order.
                How::Commutative => *x = x.wrapping_add(at as u64 ^ sum),
            }
        }
    }
}

/// What must be equal of two records.
type Shape = (
    Vec<(String, i32, BTreeSet<String>)>,
    BTreeSet<(u32, u32)>,
    Vec<Vec<u64>>,
);

fn shape(record: &RunRecord, data: Vec<Vec<u64>>) -> Shape {
    let tile = |tile: &TileRecord| format!("{} {:?} {}", tile.array, tile.ranges, tile.mode);
    let tasks = record.tasks.iter().map(|task| {
        let tiles = task.tiles.iter().map(tile).collect();
        (task.name.clone(), task.priority, tiles)
    });
    let edges = record.edges.iter().map(|edge| (edge.from, edge.to));
    (tasks.collect(), edges.collect(), data)
}

/// Runs `laps` loops, each registered by `lap`.
fn run<const DEPTH: usize>(
    case: &Case<DEPTH>,
    laps: usize,
    taped: bool,
    lap: impl for<'s, 'e> Fn(&'s hp5::api::Scope<'s, 'e>, [Tiles<'s, u64, 2>; 3]),
) -> Result<Shape, RegionError> {
    let [n, m] = case.extents;
    let array = |a: usize| {
        let data = (0..n * m).map(|x| (x * 7 + a) as u64).collect();
        TiledArray::from_vec(data, [n, m], case.tiles[a])
            .unwrap()
            .named(format!("array {a}"))
    };
    let mut arrays = [array(0), array(1), array(2)];
    let (outcome, records) = capture_records(|| {
        let [a, b, c] = &mut arrays;
        region(|r| {
            let tiles = [r.array(a), r.array(b), r.array(c)];
            if taped {
                let mut tape = r.record();
                (0..laps).for_each(|_| tape.lap(|| lap(r, tiles)));
            } else {
                (0..laps).for_each(|_| lap(r, tiles));
            }
        })
    });
    outcome?;
    let data = arrays.map(TiledArray::into_vec);
    Ok(shape(&records[0], data.to_vec()))
}

/// Declares a part by symbols; both forms have the same type.
macro_rules! declare {
    ($tasks:expr, $how:ident, $tiles:expr, $part:expr) => {{
        let (part, tiles) = ($part, $tiles[$part.array]);
        match part.single {
            true => $tasks.$how(tiles, |ix| part.from.map(|line| line.symbol(ix))),
            false => $tasks.$how(tiles, |ix| {
                let [i, j] = part.from.map(|line| line.symbol(ix));
                [i..i + part.length[0], j..j + part.length[1]]
            }),
        }
    }};
}

fn check<const DEPTH: usize, L: Loops<DEPTH, Index = isize>>(
    seed: u64,
    random: &mut Random,
    loops: impl Fn() -> L,
    list: &[[isize; DEPTH]],
) -> bool {
    let case = Case::<DEPTH>::random(random);
    let (taped, how) = (random.below(3) == 0, case.how);
    let together = run(&case, 2, taped, |r, tiles| {
        let tasks = r.tasks("work", loops()).priority(case.priority);
        let tasks = declare!(tasks, read, tiles, case.reads[0]);
        let tasks = declare!(tasks, read, tiles, case.reads[1]);
        let tasks = match how {
            How::Write => declare!(tasks, write, tiles, case.writes),
            How::Update => declare!(tasks, update, tiles, case.writes),
            How::Commutative => declare!(tasks, commutative, tiles, case.writes),
        };
        let case = case.clone();
        tasks.run(move |at, (a, b, mut c)| {
            let elements = |array: usize, tiles: &BTreeSet<[usize; 2]>| -> usize {
                let size = |d: usize, t: usize| {
                    let tile = case.tiles[array][d];
                    (t * tile + tile).min(case.extents[d]) - t * tile
                };
                tiles.iter().map(|[i, j]| size(0, *i) * size(1, *j)).sum()
            };
            let parts = [case.reads[0], case.reads[1], case.writes];
            let expected = parts.map(|part| {
                let tiles = case.tiles(&part, &at).expect("an index of the loop");
                elements(part.array, &tiles)
            });
            assert_eq!([a.len(), b.len(), c.len()], expected, "{at:?}");
            let sum = sum(&[a]).wrapping_mul(3).wrapping_add(sum(&[b]));
            put(&mut c, sum.wrapping_add(at[0] as u64), how);
        });
    });
    if let Some(at) = case.first_wrong(list) {
        let error = together.expect_err("a loop that cannot be");
        assert_eq!(error.kind, FailureKind::Misuse, "seed {seed}: {error}");
        let named = format!("indices {at:?}");
        assert!(
            error.message.contains(&named),
            "seed {seed}: {at:?}: {error}"
        );
        return false;
    }
    let together = together.unwrap_or_else(|error| panic!("seed {seed}: {error}: {case:?}"));
    let apart = run(&case, 2, taped, |r, tiles| {
        for &at in list {
            let of = |part: &Part<DEPTH>| -> Vec<_> {
                let list = case.tiles(part, &at).unwrap_or_default();
                let array = tiles[part.array];
                list.into_iter().map(|t| array.tile(t)).collect()
            };
            let task = r.task("work").priority(case.priority);
            let task = task.reads(of(&case.reads[0])).reads(of(&case.reads[1]));
            let body = move |a: Vec<View<'_>>, b: Vec<View<'_>>, c: &mut [ViewMut<'_>]| {
                let sum = sum(&a).wrapping_mul(3).wrapping_add(sum(&b));
                let sum = sum.wrapping_add(at[0] as u64);
                c.iter_mut().for_each(|view| put(view, sum, how));
            };
            match how {
                How::Write => task.writes(of(&case.writes)).run(move |(a, b, mut c)| {
                    body(a, b, &mut c);
                }),
                How::Update => task.updates(of(&case.writes)).run(move |(a, b, mut c)| {
                    body(a, b, &mut c);
                }),
                How::Commutative => {
                    // There is no form for several: one tile, or none.
                    match of(&case.writes)[..] {
                        [] => task.run(|_| {}),
                        [tile] => task
                            .commutative(tile)
                            .run(move |(a, b, c)| body(a, b, &mut [c])),
                        _ => return,
                    }
                }
            }
        }
    });
    let apart = apart.unwrap_or_else(|error| panic!("seed {seed}: {error}: {case:?}"));
    if apart.0.len() < 2 * list.len() {
        return false; // several commutative tiles
    }
    let differs = together.0.iter().zip(&apart.0).find(|(a, b)| a != b);
    assert_eq!(differs, None, "seed {seed}: {case:?}");
    assert_eq!(together.0.len(), apart.0.len(), "seed {seed}: {case:?}");
    assert_eq!(together.1, apart.1, "seed {seed}: {case:?}");
    assert_eq!(together.2, apart.2, "seed {seed}: {case:?}");
    true
}

/// Calls `each` with seeds; enough of them make loops that can be.
fn seeds(count: u64, each: impl Fn(u64) -> bool) {
    everywhere(|| {
        let good = (0..count).filter(|&seed| each(seed)).count() as u64;
        assert!(
            (count / 20..=count * 19 / 20).contains(&good),
            "{good} of {count} loops can be"
        );
    });
}

#[test]
fn random_loops_are_those_of_single_tasks() {
    seeds(200, |seed| {
        let random = &mut Random(seed);
        let (lo, hi) = (random.between(-1, 1), random.between(0, 9));
        let list: Vec<_> = (lo..hi).map(|i| [i]).collect();
        match random.below(2) {
            0 => check(seed, random, || lo..hi, &list),
            _ => {
                let list: Vec<_> = list.into_iter().rev().collect();
                check(seed, random, || (lo..hi).rev(), &list)
            }
        }
    });
}

#[test]
fn random_nests_are_those_of_single_tasks() {
    seeds(200, |seed| {
        let random = &mut Random(seed + 1000);
        let (n, m) = (random.between(0, 5), random.between(0, 5));
        let (a, b) = (random.between(-1, 1), random.between(-1, 1));
        match random.below(4) {
            0 => {
                let list: Vec<_> = (0..n).flat_map(|i| (0..=m).map(move |j| [i, j])).collect();
                check(seed, random, || (0..n, 0..=m), &list)
            }
            1 => {
                let inner = |i: isize| a + i..m;
                let list = (0..n).flat_map(|i| inner(i).map(move |j| [i, j]));
                let list: Vec<_> = list.collect();
                check(seed, random, || (0..n, bounded(|[i]| (i + a, m))), &list)
            }
            2 => {
                let inner = |i: isize| (0..b * i + m).rev();
                let list = (0..n)
                    .rev()
                    .flat_map(|i| inner(i).map(move |j| [i, j]))
                    .collect::<Vec<_>>();
                let loops = || ((0..n).rev(), bounded(|[i]| ..b * i + m).rev());
                check(seed, random, loops, &list)
            }
            _ => {
                let inner = |i: isize| a - i..=i + b;
                let list = (0..n).flat_map(|i| inner(i).map(move |j| [i, j]));
                let list: Vec<_> = list.collect();
                check(seed, random, || (0..n, bounded(|[i]| a - i..=i + b)), &list)
            }
        }
    });
}

#[test]
fn deep_nests_are_those_of_single_tasks() {
    seeds(120, |seed| {
        let random = &mut Random(seed + 2000);
        let (n, m) = (random.between(1, 4), random.between(1, 3));
        let mut list = Vec::new();
        for i in 0..n {
            for j in i + 1..n {
                list.extend((i..j + m).map(|k| [i, j, k]));
            }
        }
        let loops = || (0..n, bounded(|[i]| (i + 1, n)), bounded(|[i, j]| i..j + m));
        match random.below(2) {
            0 => check(seed, random, loops, &list),
            _ => {
                let list: Vec<_> = list
                    .iter()
                    .flat_map(|&[i, j, k]| (k..2 * i + m).rev().map(move |l| [i, j, k, l]))
                    .collect();
                let inner = || bounded(|[i, _, k]| k..2 * i + m).rev();
                check(
                    seed,
                    random,
                    || {
                        let (i, j, k) = loops();
                        (i, j, k, inner())
                    },
                    &list,
                )
            }
        }
    });
}
