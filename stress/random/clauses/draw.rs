//! Random nests with clauses, and whether these cover what is touched.

use super::expressions::{Expr, I, J, Values};
use crate::random::rng::Rng;

/// Arrays: three lines and two plates, by their lengths.
pub const ARRAYS: [(&str, &[i64]); 5] = [
    ("a", &[256]),
    ("b", &[256]),
    ("c", &[256]),
    ("g", &[32, 32]),
    ("h", &[32, 32]),
];

/// How an element is reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Way {
    /// By its index.
    Direct,
    /// By an index that is looked up in a table of numbers that are their own places.
    LookedUp,
    /// In a function that is given the array, or a row of it, and the index.
    Called,
}

/// An access of an array, and the section that says so.
#[derive(Debug, Clone)]
pub struct Access {
    /// Number in [`ARRAYS`].
    pub array: usize,
    /// How it is reached.
    pub way: Way,
    /// Where, for each dimension.
    pub index: Vec<Expr>,
    /// For each dimension the first element and how many; all where nothing is said.
    pub section: Vec<Option<(Expr, Expr)>>,
}

/// A loop whose turns are tasks, or a tiled loop.
#[derive(Debug, Clone)]
pub struct Nest {
    /// Its bounds.
    pub outer: (Expr, Expr),
    /// Bounds of a loop inside.
    pub inner: Option<(Expr, Expr)>,
    /// Turns of a task; none where it is a loop around tasks by themselves.
    pub tile: Option<i64>,
    /// What is written.
    pub target: Access,
    /// What is read.
    pub sources: Vec<Access>,
    /// The target's old value counts.
    pub updates: bool,
    /// The access stands under a condition.
    pub guarded: bool,
}

/// A part of a region.
#[derive(Debug, Clone)]
pub enum Step {
    /// Tasks.
    Nest(Box<Nest>),
    /// Code between tasks reads or writes an element.
    Between {
        /// Of this line.
        array: usize,
        /// This one.
        at: i64,
        /// Writes it.
        writes: bool,
    },
}

/// A program.
#[derive(Debug, Clone)]
pub struct Program {
    /// Its seed.
    pub seed: u64,
    /// What the parameters are.
    pub values: Values,
    /// Arrays are handed in, not of the file.
    pub handed: bool,
    /// Its parts.
    pub steps: Vec<Step>,
}

/// The program of a seed.
#[must_use]
pub fn program(seed: u64) -> Program {
    let mut rng = Rng::new(seed ^ 0xC1A5);
    let n = rng.range(7, 14);
    let (m, k, parts) = (rng.range(2, 5), rng.range(1, 5), rng.range(2, 5));
    let values = [0, 0, n, m, k, parts];
    let count = 2 + rng.below(3);
    let mut steps: Vec<Step> = (0..count).map(|_| step(&mut rng, &values)).collect();
    if rng.percent(60) {
        change(&mut rng, &mut steps, &values);
    }
    Program {
        seed,
        values,
        handed: rng.percent(50),
        steps,
    }
}

fn step(rng: &mut Rng, values: &Values) -> Step {
    if rng.percent(15) {
        return Step::Between {
            array: rng.below(3),
            at: rng.range(0, 20),
            writes: rng.percent(50),
        };
    }
    loop {
        let nest = nest(rng);
        if nest.fits(values) && nest.covers(values, false) {
            return Step::Nest(Box::new(nest));
        }
    }
}

/// Changes a section of one of the nests, in a way that can be computed.
fn change(rng: &mut Rng, steps: &mut [Step], values: &Values) {
    for _ in 0..40 {
        let at = rng.below(steps.len());
        let Step::Nest(nest) = &mut steps[at] else {
            continue;
        };
        let before = nest.clone();
        let which = rng.below(1 + nest.sources.len());
        let access = match which {
            0 => &mut nest.target,
            n => &mut nest.sources[n - 1],
        };
        let dimension = rng.below(access.section.len());
        let Some((first, count)) = &mut access.section[dimension] else {
            continue;
        };
        match rng.below(4) {
            0 => *count = count.changed(rng),
            1 if *count != Expr::Number(1) => *count = Expr::Number(1),
            2 => {
                *first = first.changed(rng);
                *count = count.changed(rng);
            }
            _ => *first = first.changed(rng),
        }
        if nest.fits(values) {
            return;
        }
        *nest = before;
    }
}

fn number(n: i64) -> Expr {
    Expr::Number(n)
}

fn name(rng: &mut Rng) -> Expr {
    Expr::Name(*rng.pick(&[2, 3, 4]))
}

const N: Expr = Expr::Name(2);
const M: Expr = Expr::Name(3);
const PARTS: Expr = Expr::Name(5);

/// Without `j`.
fn base(rng: &mut Rng) -> Expr {
    let few = rng.range(1, 3);
    match rng.below(18) {
        0..4 => I,
        4 => I.by('+', few),
        5 => I.by('-', few),
        6 => I.by('*', 1 + few),
        7 => I.by('*', 2).by('+', few - 1),
        8 => N.by('-', 1).with('-', I),
        9 => I.with('+', name(rng)),
        10 => I.with('*', M),
        11 => I.by('/', 1 + few),
        12 => I.by('%', 1 + few),
        13 => I.with('*', N).with('/', PARTS),
        14 => name(rng),
        15 => number(few),
        16 => I.with('*', M).with('+', name(rng)),
        _ => I.by('+', few).with('%', N),
    }
}

/// `left + right`, shorter where one is 0.
fn sum(left: Expr, right: Expr) -> Expr {
    match (&left, &right) {
        (Expr::Number(0), _) => right,
        (_, Expr::Number(0)) => left,
        _ => left.with('+', right),
    }
}

fn difference(left: Expr, right: Expr) -> Expr {
    match (&left, &right) {
        (_, Expr::Number(0)) => left,
        (Expr::Number(a), Expr::Number(b)) => number(a - b),
        _ => left.with('-', right),
    }
}

/// An index with its section.
fn indexed(rng: &mut Rng, inner: Option<&(Expr, Expr)>) -> (Expr, (Expr, Expr)) {
    let Some((from, to)) = inner.filter(|_| rng.percent(80)) else {
        let index = base(rng);
        return (index.clone(), (index, number(1)));
    };
    let turns = difference(to.clone(), from.clone());
    // Where the inner loop's bounds have `i` in them, they say the place.
    let placed = *from != number(0);
    let base = match rng.below(4) {
        _ if placed => number(rng.range(0, 2)),
        0 => number(0),
        1 => I.with('*', to.clone()),
        _ => base(rng),
    };
    match rng.below(6) {
        0 => {
            let index = sum(base.clone(), J.by('*', 2));
            let first = sum(base, from.clone().by('*', 2));
            (index, (first, turns.by('*', 2).by('-', 1)))
        }
        1 if !placed => {
            let index = sum(base.clone(), to.clone()).by('-', 1).with('-', J);
            (index, (base, turns))
        }
        _ => {
            let index = sum(base.clone(), J);
            (index, (sum(base, from.clone()), turns))
        }
    }
}

fn access(rng: &mut Rng, array: usize, inner: Option<&(Expr, Expr)>) -> Access {
    let mut access = Access {
        array,
        way: match rng.below(10) {
            0 => Way::LookedUp,
            1 | 2 => Way::Called,
            _ => Way::Direct,
        },
        index: Vec::new(),
        section: Vec::new(),
    };
    for dimension in 0..ARRAYS[array].1.len() {
        let (index, section) = match (dimension, inner) {
            (1, Some((from, to))) if rng.percent(60) => {
                (J, (from.clone(), difference(to.clone(), from.clone())))
            }
            _ => indexed(rng, inner),
        };
        access.index.push(index);
        let (first, count) = section;
        access.section.push(match rng.below(12) {
            0 if ARRAYS[array].1.len() > 1 => None,
            1 => Some((first, count.by('+', 1))),
            2 => Some((first, count.with('+', Expr::Name(4)))),
            _ => Some((first, count)),
        });
    }
    access
}

fn nest(rng: &mut Rng) -> Nest {
    let from = number(rng.range(0, 2));
    let mut outer = (from, rng.pick(&[N, N, N.by('-', 2), M]).clone());
    let inner = match rng.below(12) {
        0..5 => None,
        5 => Some((number(0), M)),
        6 => Some((number(0), rng.pick(&[N, Expr::Name(4)]).clone())),
        7 => Some((number(0), number(3))),
        8 => Some((I.with('*', M), I.by('+', 1).with('*', M))),
        9 => {
            outer = (number(0), PARTS);
            let next = I.by('+', 1).with('*', N).with('/', PARTS);
            Some((I.with('*', N).with('/', PARTS), next))
        }
        10 => Some((number(0), I.by('+', 1))),
        _ => Some((I, N)),
    };
    let array = rng.below(ARRAYS.len());
    let target = access(rng, array, inner.as_ref());
    let sources = (0..1 + rng.below(2)).map(|_| {
        let other = rng.below(ARRAYS.len());
        access(rng, other, inner.as_ref())
    });
    let sources: Vec<Access> = sources.collect();
    Nest {
        outer,
        inner,
        tile: rng.percent(75).then(|| *rng.pick(&[1, 1, 3, 4])),
        target,
        sources,
        updates: rng.percent(50),
        guarded: rng.percent(12),
    }
}

impl Nest {
    /// Target and sources.
    pub fn accesses(&self) -> impl Iterator<Item = &Access> {
        std::iter::once(&self.target).chain(&self.sources)
    }

    /// Turns of its loops with these values; `None` where a bound cannot be computed.
    fn turns(&self, values: &Values) -> Option<Vec<Values>> {
        let mut list = Vec::new();
        let (from, to) = (self.outer.0.value(values)?, self.outer.1.value(values)?);
        for i in from..to {
            let mut turn = *values;
            turn[0] = i;
            match &self.inner {
                None => list.push(turn),
                Some((from, to)) => {
                    for j in from.value(&turn)?..to.value(&turn)? {
                        turn[1] = j;
                        list.push(turn);
                    }
                }
            }
        }
        Some(list)
    }

    /// True where all that it touches and says lies in the arrays, with something to do.
    #[must_use]
    pub fn fits(&self, values: &Values) -> bool {
        let Some(turns) = self.turns(values).filter(|turns| !turns.is_empty()) else {
            return false;
        };
        let inside = |access: &Access, turn: &Values| {
            let lengths = ARRAYS[access.array].1.iter();
            let mut dimensions = access.index.iter().zip(&access.section).zip(lengths);
            dimensions.all(|((index, section), length)| {
                index.value(turn).is_some_and(|at| at < *length)
                    && section.as_ref().is_none_or(|(first, count)| {
                        let (first, count) = (first.value(turn), count.value(turn));
                        matches!((first, count), (Some(f), Some(c)) if c > 0 && f + c <= *length)
                    })
            })
        };
        // Sections are asked for where no loop inside has a turn, too.
        let (Some(from), Some(to)) = (self.outer.0.value(values), self.outer.1.value(values))
        else {
            return false;
        };
        let bounds = |i: i64| {
            let mut turn = *values;
            turn[0] = i;
            let mut said = self
                .accesses()
                .flat_map(|access| access.section.iter().flatten());
            said.all(|(first, count)| {
                first.value(&turn).is_some() && count.value(&turn).is_some_and(|c| c > 0)
            })
        };
        (from..to).all(bounds)
            && (self.accesses()).all(|access| turns.iter().all(|turn| inside(access, turn)))
    }

    /// True where every turn touches what sections of the array have; where nothing can be computed, too. What is
    /// declared to be written alone counts for reads if `loose`.
    #[must_use]
    pub fn covers(&self, values: &Values, loose: bool) -> bool {
        let turns = self.turns(values).unwrap_or_default();
        let within = |section: &Access, access: &Access, turn: &Values| {
            section.array == access.array
                && (access.index.iter().zip(&section.section)).all(|(index, section)| {
                    let Some((first, count)) = section else {
                        return true;
                    };
                    match (index.value(turn), first.value(turn), count.value(turn)) {
                        (Some(at), Some(first), Some(count)) => {
                            (first..first + count).contains(&at)
                        }
                        _ => true,
                    }
                })
        };
        let covered = |turn: &Values| {
            let target = |access: &Access| within(&self.target, access, turn);
            let read = |access: &Access| {
                (loose || self.updates) && target(access)
                    || self
                        .sources
                        .iter()
                        .any(|section| within(section, access, turn))
            };
            target(&self.target) && self.sources.iter().all(read)
        };
        turns.iter().all(covered)
    }
}

impl Program {
    /// True where all clauses cover what is touched, whatever the parameters are.
    #[must_use]
    pub fn is_exact(&self) -> bool {
        let mut rng = Rng::new(!self.seed);
        let mut tried = vec![self.values];
        tried.extend((0..12).map(|_| {
            let mut draw = |most| rng.range(1, most);
            [0, 0, draw(24), draw(7), draw(7), draw(7)]
        }));
        let nests = || self.steps.iter().filter_map(Step::nest);
        nests().all(|nest| tried.iter().all(|values| nest.covers(values, false)))
    }

    /// True where an index is looked up: of such a warning says that it does not show.
    #[must_use]
    pub fn looks_up(&self) -> bool {
        let mut nests = self.steps.iter().filter_map(Step::nest);
        nests.any(|nest| nest.accesses().any(|access| access.way == Way::LookedUp))
    }

    /// True where a task by itself, or of one turn, touches elements of lines that it does not say. (Of plates whose
    /// lengths are not known whole rows are taken.)
    #[must_use]
    pub fn is_seen_when_checked(&self) -> bool {
        let nests = self.steps.iter().filter_map(Step::nest);
        let mut alone =
            nests.filter(|nest| nest.tile.is_none_or(|turns| turns == 1) && !nest.guarded);
        let is_line = |access: &Access| access.index.len() == 1 && access.way == Way::Direct;
        let lines = |nest: &Nest| nest.accesses().all(is_line);
        alone.any(|nest| lines(nest) && !nest.covers(&self.values, true))
    }
}

impl Step {
    fn nest(&self) -> Option<&Nest> {
        match self {
            Step::Nest(nest) => Some(nest),
            Step::Between { .. } => None,
        }
    }
}
