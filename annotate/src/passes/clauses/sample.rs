//! A task loop in small: a clause and an access are looked at for many values of the names in them.
//!
//! What a polynomial inequality says for names at large shows for small numbers in all their relations
//! (equal, one more, a multiple). An access is too far out only if it is for all of them, each of which
//! has several chunks; numbers that are 0 or 1 could hide a factor or a sum, and stand for nothing here.

use super::Verdict;
use crate::ir::formula::{Formula, MAYBE, Names};
use crate::ir::{Extent, LoopInfo, Poly, Shape, Task, TileSize, Use, VarKind, Variable};

/// Values of names.
const VALUES: [i64; 7] = [2, 3, 4, 5, 7, 12, 30];

/// Names of which all values are tried.
const MOST_NAMES: usize = 4;

/// Samples of more names.
const SAMPLES: usize = 400;

/// Tasks of more turns are alike.
const TURNS: i64 = 4;

/// Elements that are looked at.
const BUDGET: usize = 300_000;

/// What is judged: an access whose indices are all known, the loops around, and conditions that hold.
pub(super) struct Access<'a> {
    pub(super) found: &'a Use,
    pub(super) inner: &'a [LoopInfo],
    pub(super) guards: Vec<&'a str>,
    pub(super) lengths: Vec<Option<Poly>>,
}

/// Judges an access by samples; `None` where its loops' bounds are not known.
pub(super) fn judge(
    task: &Task,
    variable: &Variable,
    access: &Access,
    sections: &[&[Extent]],
) -> Option<Verdict> {
    let mut small = Small::of(task, variable, access, sections)?;
    let free = small.free_names();
    let values = small.values();
    let (mut covered, mut outside, mut unknown) = ([0_usize; 2], [0_usize; 2], false);
    let count = match free.len() {
        0 => 1,
        n if n <= MOST_NAMES => values.len().pow(n as u32),
        _ => SAMPLES,
    };
    for n in 0..count {
        small.choose(&free, &values, n);
        let Some((several, holds)) = small.look() else {
            continue;
        };
        match holds {
            Verdict::Covered => covered[usize::from(several)] += 1,
            Verdict::Small => outside[usize::from(several)] += 1,
            Verdict::Outside | Verdict::Unknown => unknown = true,
        }
        if unknown || (covered[1] > 0 && outside[1] > 0) || small.looked > BUDGET {
            break;
        }
    }
    // Loops that are one task whatever their bounds are judged as such.
    let n = usize::from(covered[1] + outside[1] > 0);
    Some(match (covered[n], outside[n]) {
        _ if unknown => Verdict::Unknown,
        (0, 0) => Verdict::Unknown,
        (_, 0) if small.looked <= BUDGET => Verdict::Covered,
        (0, _) if small.is_sure && free.len() <= MOST_NAMES => Verdict::Small,
        (0, _) => Verdict::Outside,
        _ => Verdict::Unknown,
    })
}

/// What a clause declares for a chunk: first index and one past the last; `None`: all of a dimension.
type Declared = Vec<Option<(i64, i64)>>;

/// One dimension of a declared section.
type Bounds = Option<(Bound, Bound)>;

/// An end of a section: of a chunk, or of each turn in it.
enum Bound {
    Chunk(Formula),
    Turn(Formula),
}

struct Small {
    names: Names,
    loops: Vec<Loop>,
    sections: Vec<Vec<Bounds>>,
    /// Index per dimension; first and past the last one of a slice.
    index: Vec<Formula>,
    is_slice: bool,
    /// Elements from one index of a dimension to the next, for linear storage of rows.
    rows: Vec<Formula>,
    /// The access is made only where these hold.
    guards: Vec<Formula>,
    /// And perhaps not even there.
    maybe: bool,
    /// Of the array, as far as they are known.
    lengths: Vec<Option<Formula>>,
    /// What is seen is what happens: loops have all their turns.
    is_sure: bool,
    looked: usize,
}

struct Loop {
    name: usize,
    lo: Formula,
    hi: Formula,
    cut: Option<Cut>,
}

struct Cut {
    chunk: [usize; 2],
    tile: Tile,
    step: i64,
    whole: (Formula, Formula),
}

enum Tile {
    Whole,
    Fixed(i64),
    Some(Formula),
}

impl Small {
    fn of(
        task: &Task,
        variable: &Variable,
        access: &Access,
        sections: &[&[Extent]],
    ) -> Option<Small> {
        let Access { found, inner, .. } = access;
        let mut names = Names::default();
        let mut is_sure = true;
        // What is known of a name in terms of itself (`n` is `n / 2 * 2 + n % 2`) gives no value.
        let known = |name: &str| {
            let (_, value) = task.facts.iter().rev().find(|(other, _)| other == name)?;
            let own = value
                .atoms()
                .into_iter()
                .any(|atom| words(atom).any(|w| w == name));
            (!own).then(|| value.clone())
        };
        let index: Vec<Poly> = found.index.iter().flatten().cloned().collect();
        let rows: Vec<Poly> = match &variable.kind {
            VarKind::Flat { rows } => (0..rows.len())
                .map(|d| {
                    rows[d..]
                        .iter()
                        .try_fold(Poly::constant(1), |p, row| p.times(row))
                })
                .collect::<Option<_>>()?,
            _ => Vec::new(),
        };
        let guards = || access.guards.iter().filter(|text| **text != MAYBE);
        let guards: Vec<Poly> = guards().map(|text| Poly::atom(*text)).collect();
        let named: Vec<Poly> = [index.as_slice(), guards.as_slice()].concat();
        let used = relevant(task, inner, &named, sections);
        let mut formula = |poly: &Poly| Formula::of(poly, &mut names, &known, 0);
        let index: Vec<Formula> = index.iter().map(&mut formula).collect();
        let rows: Vec<Formula> = rows.iter().map(&mut formula).collect();
        let guards: Vec<Formula> = guards.iter().map(&mut formula).collect();
        let length = |length: &Option<Poly>| length.as_ref().map(&mut formula);
        let lengths: Vec<Option<Formula>> = access.lengths.iter().map(length).collect();
        let divides = index.iter().any(Formula::divides);
        let mut loops = Vec::new();
        for info in used {
            let tiled = task.loops.iter().find(|l| l.atom == info.atom);
            let mut bound = |own: &Option<Poly>| own.as_ref().map(&mut formula);
            let (lo, hi) = match tiled {
                Some(tiled) => (bound(&tiled.bounds.0), bound(&tiled.bounds.1)),
                None => (Some(bound(&info.lo)?), Some(bound(&info.hi)?)),
            };
            let many = Formula::Number(TURNS * 3);
            let (lo, hi) = (lo.unwrap_or(Formula::Number(0)), hi.unwrap_or(many));
            let cut = tiled.map(|tiled| {
                let whole = match &tiled.hull {
                    Some((lo, hi)) => (formula(lo), formula(hi)),
                    None => (lo.clone(), hi.clone()),
                };
                let tile = match &tiled.tile {
                    TileSize::Whole => Tile::Whole,
                    TileSize::Fixed(n) => Tile::Fixed(i64::try_from(*n).unwrap_or(i64::MAX)),
                    TileSize::Expr(text) | TileSize::Parts { count: text, .. } => {
                        Tile::Some(formula(&Poly::atom(text.as_str())))
                    }
                };
                // Distances inside of a task of many turns may be what its indices go by.
                let long = matches!(tile, Tile::Fixed(n) if n > TURNS);
                is_sure &= !(divides && long);
                let step = tiled
                    .step
                    .as_ref()
                    .map_or(Some(1), |s| s.trim().parse().ok());
                is_sure &= step.is_some();
                (
                    tiled.lo_atom(),
                    tiled.hi_atom(),
                    tile,
                    step.unwrap_or(1).max(1),
                    whole,
                )
            });
            is_sure &= info.exact || tiled.is_some();
            let name = names_number(&mut formula, &info.atom)?;
            let cut = match cut {
                Some((first, past, tile, step, whole)) => Some(Cut {
                    chunk: [
                        names_number(&mut formula, &first)?,
                        names_number(&mut formula, &past)?,
                    ],
                    tile,
                    step,
                    whole,
                }),
                None => None,
            };
            loops.push(Loop { name, lo, hi, cut });
        }
        let mut bounds = |extent: &Extent| -> Bounds {
            let Extent::Range { lo, hi } = extent else {
                return None;
            };
            let mut bound = |poly: &Poly, last: bool| match task.computed_by(poly) {
                Some(computed) => {
                    Bound::Turn(formula(if last { &computed.hi } else { &computed.lo }))
                }
                None => Bound::Chunk(formula(poly)),
            };
            Some((bound(lo, false), bound(hi, true)))
        };
        let sections = (sections.iter())
            .map(|section| section.iter().map(&mut bounds).collect())
            .collect();
        Some(Small {
            is_slice: found.shape == Shape::Slice,
            guards,
            maybe: access.guards.contains(&MAYBE),
            lengths,
            names,
            loops,
            sections,
            index,
            rows,
            is_sure,
            looked: 0,
        })
    }

    /// The names that may have any value.
    fn free_names(&self) -> Vec<usize> {
        let own = |n: &usize| {
            self.loops
                .iter()
                .any(|l| l.name == *n || l.cut.as_ref().is_some_and(|cut| cut.chunk.contains(n)))
        };
        let mut free: Vec<(&str, usize)> = self.names.all().filter(|(_, n)| !own(n)).collect();
        free.sort_unstable();
        free.into_iter().map(|(_, n)| n).collect()
    }

    /// The values of names: beside small ones multiples of the numbers by which the program counts.
    fn values(&self) -> Vec<i64> {
        let mut numbers = Vec::new();
        let ends = self.sections.iter().flatten().flatten();
        let ends = ends.flat_map(|(lo, hi)| [lo, hi]).map(|bound| match bound {
            Bound::Chunk(formula) | Bound::Turn(formula) => formula,
        });
        let bounds = self.loops.iter().flat_map(|l| [&l.lo, &l.hi]);
        let all = self
            .index
            .iter()
            .chain(&self.guards)
            .chain(bounds)
            .chain(ends);
        all.for_each(|formula| formula.numbers(&mut numbers));
        numbers.retain(|n| (8..10_000).contains(n));
        numbers.sort_unstable();
        numbers.dedup();
        let mut values = VALUES.to_vec();
        for &number in numbers.iter().rev().take(2) {
            values.extend([2, 3, 5].map(|times| number * times));
        }
        values
    }

    /// Gives the names the values of the `n`-th sample.
    fn choose(&mut self, free: &[usize], values: &[i64], n: usize) {
        let (mut rest, mut seed) = (n, n as u64 + 1);
        for &name in free {
            let pick = match free.len() <= MOST_NAMES {
                true => rest,
                false => {
                    seed = seed
                        .wrapping_mul(6_364_136_223_846_793_005)
                        .wrapping_add(1_442_695_040_888_963_407);
                    (seed >> 33) as usize
                }
            };
            self.names.set(name, values[pick % values.len()]);
            rest /= values.len();
        }
    }

    /// Whether each loop is cut into several chunks, and whether all that is touched is declared; `None`
    /// where nothing is touched, or what is no part of the array.
    fn look(&mut self) -> Option<(bool, Verdict)> {
        let mut cuts = Vec::new();
        let mut several = true;
        for l in &self.loops {
            let Some(cut) = &l.cut else { continue };
            let (lo, hi) = (
                cut.whole.0.value(&self.names)?,
                cut.whole.1.value(&self.names)?,
            );
            let is_number =
                matches!((&cut.whole.0, &cut.whole.1), (a, b) if is_number(a) && is_number(b));
            let size = match &cut.tile {
                Tile::Whole => hi.checked_sub(lo)?,
                Tile::Fixed(n) if is_number => *n,
                Tile::Fixed(n) => (*n).min(TURNS),
                Tile::Some(size) => size.value(&self.names)?,
            };
            let size = size.max(cut.step);
            let chunks = hi.checked_sub(lo)?.checked_add(size - 1)? / size;
            several &= chunks > 1 || matches!(cut.tile, Tile::Whole);
            let chosen = some_of(0, chunks, 1);
            cuts.push((cut.chunk, (lo, hi, size), chosen));
        }
        let (mut touched, mut verdict) = (false, Verdict::Covered);
        let combinations: usize = cuts.iter().map(|c| c.2.len()).product();
        for n in 0..combinations {
            let mut rest = n;
            for (chunk, (lo, hi, size), chosen) in &cuts {
                let first = lo + chosen[rest % chosen.len()] * size;
                rest /= chosen.len();
                self.names.set(chunk[0], first);
                self.names.set(chunk[1], (first + size).min(*hi));
            }
            let boxes = self.boxes()?;
            let (mut elements, mut fits) = (Vec::new(), true);
            self.turns(0, true, &mut |small| {
                fits &= small.elements(&mut elements).is_some()
            });
            if !fits {
                return None;
            }
            for element in elements {
                touched = true;
                let inside = |(bounds, at): (&Option<(i64, i64)>, &i64)| {
                    bounds.is_none_or(|(lo, hi)| (lo..hi).contains(at))
                };
                if !boxes.iter().any(|b| b.iter().zip(&element).all(inside)) {
                    verdict = match self.maybe {
                        true => Verdict::Unknown,
                        false => Verdict::Small,
                    };
                }
            }
            if self.looked > BUDGET {
                break;
            }
        }
        touched.then_some((several, verdict))
    }

    /// What is declared for the chunk.
    fn boxes(&mut self) -> Option<Vec<Declared>> {
        let sections = std::mem::take(&mut self.sections);
        let mut bound = |bound: &Bound, last: bool| match bound {
            Bound::Chunk(formula) => formula.value(&self.names),
            Bound::Turn(formula) => {
                let mut end: Option<i64> = None;
                self.turns(0, false, &mut |small| {
                    if let Some(value) = formula.value(&small.names) {
                        end = Some(end.map_or(value, |end| {
                            if last { end.max(value) } else { end.min(value) }
                        }));
                    }
                });
                end
            }
        };
        let mut one = |bounds: &Bounds| match bounds {
            None => Some(None),
            Some((lo, hi)) => Some(Some((bound(lo, false)?, bound(hi, true)?))),
        };
        let boxes = (sections.iter())
            .map(|section| section.iter().map(&mut one).collect::<Option<Vec<_>>>())
            .collect();
        self.sections = sections;
        boxes
    }

    /// Goes through turns of the chunk's loops, and of those inside.
    fn turns(&mut self, depth: usize, inside: bool, each: &mut dyn FnMut(&mut Small)) {
        let Some(l) = self.loops.get(depth).filter(|l| inside || l.cut.is_some()) else {
            self.looked += 1;
            return each(self);
        };
        let (Some(mut lo), Some(mut hi)) = (l.lo.value(&self.names), l.hi.value(&self.names))
        else {
            return;
        };
        let (name, mut step) = (l.name, 1);
        if let Some(cut) = &l.cut {
            let [first, past] = cut.chunk.map(|n| self.names.get(n));
            step = cut.step;
            // The first turn of the chunk, counted from the loop's begin.
            let behind = (first - lo).max(0);
            lo += (behind + step - 1) / step * step;
            hi = hi.min(past);
        }
        if self.looked > BUDGET {
            return;
        }
        for value in some_of(lo, hi, step) {
            self.names.set(name, value);
            self.turns(depth + 1, inside, each);
        }
    }

    /// The elements that are touched in a turn; `None` where these are outside of the array.
    fn elements(&self, list: &mut Vec<Vec<i64>>) -> Option<()> {
        for guard in &self.guards {
            if guard.value(&self.names)? == 0 {
                return Some(());
            }
        }
        let values: Option<Vec<i64>> = self.index.iter().map(|f| f.value(&self.names)).collect();
        let values = values?;
        let exists = |values: &[i64]| {
            let within = |(at, length): (&i64, &Option<Formula>)| {
                let length = length.as_ref().and_then(|l| l.value(&self.names));
                length.is_none_or(|length| *at < length)
            };
            values.iter().all(|at| *at >= 0) && values.iter().zip(&self.lengths).all(within)
        };
        let mut add = |element: Vec<i64>| exists(&element).then(|| list.push(element));
        if self.is_slice {
            let [lo, hi] = values[..] else { return None };
            let mut each = some_of(lo, hi, 1).into_iter();
            return each.try_for_each(|at| add(self.by_rows(at)?));
        }
        match self.rows.is_empty() {
            true => add(values),
            false => add(self.by_rows(values[0])?),
        }
    }

    /// An index of linear storage as row and column.
    fn by_rows(&self, index: i64) -> Option<Vec<i64>> {
        let (mut rest, mut parts) = (index, Vec::new());
        for row in &self.rows {
            let length = row.value(&self.names).filter(|n| *n > 0)?;
            parts.push(rest.div_euclid(length));
            rest = rest.rem_euclid(length);
        }
        parts.push(rest);
        (index >= 0).then_some(parts)
    }
}

fn is_number(formula: &Formula) -> bool {
    match formula {
        Formula::Number(_) => true,
        Formula::Sum(products) => products.iter().flat_map(|p| &p.1).all(is_number),
        _ => false,
    }
}

/// The number of a name.
fn names_number(formula: &mut impl FnMut(&Poly) -> Formula, name: &str) -> Option<usize> {
    let Formula::Sum(products) = formula(&Poly::atom(name)) else {
        return None;
    };
    match products.first()?.1.first()? {
        Formula::Name(number) => Some(*number),
        _ => None,
    }
}

/// All values where they are few, else some at the ends and between.
fn some_of(lo: i64, hi: i64, step: i64) -> Vec<i64> {
    let count = (hi.saturating_sub(lo).saturating_add(step - 1) / step).max(0);
    let at = |n: i64| lo + n * step;
    match count {
        0..=8 => (0..count).map(at).collect(),
        _ => [0, 1, 2, count / 2, count - 2, count - 1].map(at).to_vec(),
    }
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !(c.is_alphanumeric() || c == '_'))
}

/// The loops that indices and sections name, and those that their bounds name.
fn relevant<'l>(
    task: &Task,
    inner: &'l [LoopInfo],
    index: &[Poly],
    sections: &[&[Extent]],
) -> Vec<&'l LoopInfo> {
    let mentions = |poly: &Poly, atom: &str| poly.atoms().into_iter().any(|a| names(a, atom));
    let ends = |extent: &Extent| match extent {
        Extent::All => Vec::new(),
        Extent::Range { lo, hi } => match (task.computed_by(lo), task.computed_by(hi)) {
            (Some(lo), Some(hi)) => vec![lo.lo.clone(), hi.hi.clone()],
            _ => vec![lo.clone(), hi.clone()],
        },
    };
    let mut polys: Vec<Poly> = index.to_vec();
    polys.extend(sections.iter().flat_map(|s| s.iter()).flat_map(ends));
    let mut list: Vec<&LoopInfo> = Vec::new();
    for info in inner.iter().rev() {
        let tiled = task.loops.iter().find(|l| l.atom == info.atom);
        let own = tiled.map_or_else(Vec::new, |l| vec![l.lo_atom(), l.hi_atom()]);
        let is_named = |poly: &Poly| {
            mentions(poly, &info.atom) || own.iter().any(|chunk| mentions(poly, chunk))
        };
        if polys.iter().any(is_named) {
            let bounds = match tiled {
                Some(tiled) => [tiled.bounds.0.clone(), tiled.bounds.1.clone()],
                None => [info.lo.clone(), info.hi.clone()],
            };
            polys.extend(bounds.into_iter().flatten());
            list.push(info);
        }
    }
    list.reverse();
    list
}

/// The atom is this name, or an expression of it.
fn names(atom: &str, name: &str) -> bool {
    atom == name
        || atom
            .split(|c: char| !(c.is_alphanumeric() || "_@".contains(c)))
            .any(|w| w == name)
}
