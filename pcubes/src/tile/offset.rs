//! Modulo offsets: where to cut a loop so that no two tasks meet in one tile
//! (AceMesh, "Task shifting and false sharing elimination", equations 1 to 3).
//!
//! A loop with tile size `ltile` and modulo offset `c` is cut before every index that is
//! congruent to `c` ([`chunks`]; figure 9 of the paper). Its body touches the elements
//! `k*i + o1` to `k*i + o2` of an array dimension cut into tiles of `dtile` elements.
//!
//! # The condition
//! For `k > 0`, the task that ends before index `ltile*x + c` touches nothing beyond
//! `k*ltile*x + k*c + o2 - k`, and the next one nothing before `k*ltile*x + k*c + o1`. The
//! two share no tile exactly when a tile begins after the former and not after the latter:
//! some multiple of `dtile` lies among the `w = k - (o2 - o1)` indices from
//! `a = k*c + o2 - k + 1` on, moved by `k*ltile*x`. The paper states this for tiles that
//! begin at 1 (Fortran): its multiple `r` is then the *last* index of a tile, and its
//! window `[k*c + o2 - k, k*c + o1 - 1]` ours less one. To compare with the paper, take 1
//! off both offsets of a reference: Fortran's `u(2*j - 1)` is our `u[2*j - 2]`.
//!
//! The paper presupposes that `k*ltile` is a multiple of `dtile`, so that one `x` stands for
//! all. Without that, the windows of all `x` together begin at every index that is
//! congruent to `a` modulo `g = gcd(k*ltile, dtile)`; the one that is farthest from the
//! next multiple of `dtile` has `dtile - g + (-a mod g)` indices before it, so every window
//! holds one exactly when that is less than `w`. For `g = dtile` this is the equation of
//! the paper. For `k < 0` the tasks come in the opposite order and `a = k*c + o2 + 1`,
//! `w = -k - (o2 - o1)`. For `k = 0` all tasks touch the same tiles and nothing helps.

use std::ops::Range;

/// References of one loop to one dimension of one array.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Constraint {
    /// Affine coefficient of the loop index, the same for all references.
    pub k: i64,
    /// Least affine offset.
    pub o1: i64,
    /// Greatest affine offset.
    pub o2: i64,
    /// Tile size of the array's dimension; 0 when the dimension is whole (then all tasks
    /// meet in its only tile, and no offset separates them).
    pub dtile: i64,
}

impl From<(i64, i64, i64, i64)> for Constraint {
    fn from((k, o1, o2, dtile): (i64, i64, i64, i64)) -> Self {
        Constraint { k, o1, o2, dtile }
    }
}

/// Offsets that [`choose`] and [`solutions`] try at most. A loop tile so large that this
/// matters makes few tasks; not finding an offset for it costs an artificial task, never a
/// wrong result.
pub const MOST_CANDIDATES: i64 = 1 << 20;

/// A constraint, made ready to be asked about many offsets.
struct Separator {
    k: i128,
    /// `a` less `k*c`.
    base: i128,
    g: i128,
    /// The greatest `-a mod g` that still separates; negative when none does.
    slack: i128,
}

impl Separator {
    fn new(constraint: Constraint, ltile: i64) -> Self {
        let k = i128::from(constraint.k);
        let (o1, o2) = (
            constraint.o1.min(constraint.o2),
            constraint.o1.max(constraint.o2),
        );
        let (o1, o2) = (i128::from(o1), i128::from(o2));
        let dtile = i128::from(constraint.dtile);
        if k == 0 || dtile <= 0 {
            return Separator {
                k,
                base: 0,
                g: 1,
                slack: -1,
            };
        }
        let window = k.abs() - (o2 - o1);
        let g = gcd(k * i128::from(ltile), dtile);
        Separator {
            k,
            base: o2 + 1 - k.max(0),
            g,
            slack: window - 1 - (dtile - g),
        }
    }

    fn separates(&self, c: i64) -> bool {
        let a = self.k * i128::from(c) + self.base;
        (-a).rem_euclid(self.g) <= self.slack
    }
}

fn gcd(a: i128, b: i128) -> i128 {
    let (mut a, mut b) = (a.abs(), b.abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// All modulo offsets `c` in `[0, ltile)`, ascending, for which no two tasks meet in a tile.
///
/// Takes the least affine offset `o1`, the greatest `o2`, and the tile sizes of array and
/// loop. A loop that is not tiled (`ltile <= 0`) is one task, and 0 its only offset. Of an
/// `ltile` beyond [`MOST_CANDIDATES`] only the offsets up to there are tried.
#[must_use]
pub fn solutions(k: i64, o1: i64, o2: i64, dtile: i64, ltile: i64) -> Vec<i64> {
    if ltile <= 0 {
        return vec![0];
    }
    let separator = Separator::new(Constraint { k, o1, o2, dtile }, ltile);
    (0..ltile.min(MOST_CANDIDATES))
        .filter(|&c| separator.separates(c))
        .collect()
}

/// The least modulo offset in `[0, ltile)` that satisfies all constraints; 0 where there
/// are none. `None` when no offset does: the tiles that tasks share then need an artificial
/// task.
#[must_use]
pub fn choose(constraints: &[Constraint], ltile: i64) -> Option<i64> {
    if ltile <= 0 {
        return Some(0);
    }
    let separators: Vec<Separator> = constraints
        .iter()
        .map(|&constraint| Separator::new(constraint, ltile))
        .collect();
    if separators.iter().any(|s| s.slack < 0) {
        return None;
    }
    (0..ltile.min(MOST_CANDIDATES)).find(|&c| separators.iter().all(|s| s.separates(c)))
}

/// The least modulo offset that satisfies all constraints which any offset satisfies; 0 where there
/// is none. One that none does is left out, for the sake of the others.
#[must_use]
pub fn least(constraints: &[Constraint], ltile: i64) -> i64 {
    let feasible = || {
        let alone = |one: &&Constraint| choose(&[**one], ltile).is_some();
        let list: Vec<Constraint> = constraints.iter().filter(alone).copied().collect();
        choose(&list, ltile)
    };
    choose(constraints, ltile).or_else(feasible).unwrap_or(0)
}

/// Cuts `range` before every index congruent to `c` modulo `ltile` (figure 9): all pieces
/// but the first and the last have `ltile` indices. A range that is empty gives none, and
/// `ltile <= 0` one piece.
#[must_use]
pub fn chunks(range: Range<i64>, ltile: i64, c: i64) -> Chunks {
    let tile = if ltile > 0 {
        i128::from(ltile)
    } else {
        i128::MAX >> 1
    };
    let (lo, hi) = (i128::from(range.start), i128::from(range.end));
    let c = if ltile > 0 { i128::from(c) } else { lo };
    if lo >= hi {
        return Chunks {
            range,
            tile,
            c,
            next: 0,
            end: 0,
        };
    }
    let (next, last) = ((lo - c).div_euclid(tile), (hi - 1 - c).div_euclid(tile));
    Chunks {
        range,
        tile,
        c,
        next,
        end: last + 1,
    }
}

/// Iterator over the pieces of a range; see [`chunks`].
#[derive(Debug, Clone)]
pub struct Chunks {
    range: Range<i64>,
    tile: i128,
    c: i128,
    next: i128,
    end: i128,
}

impl Chunks {
    fn piece(&self, number: i128) -> Range<i64> {
        let (lo, hi) = (i128::from(self.range.start), i128::from(self.range.end));
        let start = (number * self.tile + self.c).clamp(lo, hi);
        let end = ((number + 1) * self.tile + self.c).clamp(lo, hi);
        // Both lie within the range, whose ends are i64.
        start as i64..end as i64
    }
}

impl Iterator for Chunks {
    type Item = Range<i64>;

    fn next(&mut self) -> Option<Range<i64>> {
        let piece = (self.next < self.end).then(|| self.piece(self.next))?;
        self.next += 1;
        Some(piece)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = usize::try_from(self.end - self.next).ok();
        (left.unwrap_or(usize::MAX), left)
    }
}

impl DoubleEndedIterator for Chunks {
    fn next_back(&mut self) -> Option<Range<i64>> {
        if self.next >= self.end {
            return None;
        }
        self.end -= 1;
        Some(self.piece(self.end))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// Figure 9: the index range [3:17], tile size 4, modulo offset 1.
    #[test]
    fn figure_9() {
        let tiles: Vec<_> = chunks(3..18, 4, 1).collect();
        assert_eq!(tiles, [3..5, 5..9, 9..13, 13..17, 17..18]);
        assert_eq!(
            tiles[0].clone().count(),
            2,
            "the first tile has only 2 elements"
        );
    }

    /// Figure 10, from NPB MG's interp: `u(i,2*j-1)` and `u(i,2*j)` in Fortran, where tiles
    /// begin at 1; q is in {-2} and MD = {0, 8} for array and loop tiles of 8.
    #[test]
    fn figure_10() {
        let (k, o1, o2, dtile, ltile) = (2, -1, 0, 8, 8);
        let q: Vec<i64> = (o2 - k..=o1 - 1).collect();
        assert_eq!(q, [-2]);
        let r = o2 - k..=k * (ltile - 1) + o1 - 1;
        assert_eq!(r.filter(|r| r % dtile == 0).collect::<Vec<_>>(), [0, 8]);
        // The same elements counted from 0.
        assert_eq!(solutions(k, o1 - 1, o2 - 1, dtile, ltile), [1, 5]);
        assert_eq!(choose(&[(k, o1 - 1, o2 - 1, dtile).into()], ltile), Some(1));
        // In Rust, u[2*j-1] and u[2*j] straddle every tile boundary, wherever tasks begin.
        assert_eq!(solutions(k, o1, o2, dtile, ltile), []);
    }

    /// The counterexample, `u(i,3*j-1) = u(i,3*j+1)`: the only r for an offset c is 3*c - 2,
    /// which is no multiple of 9. (Of 8 it can be: 16 for c = 6, and that offset separates
    /// the tasks, as brute force confirms, although the paper says that there is none.)
    #[test]
    fn counterexample() {
        let (k, o1, o2) = (3, -1, 1);
        assert_eq!((o2 - k..=o1 - 1).collect::<Vec<_>>(), [-2]);
        for (dtile, ltile) in [(9, 3), (9, 9), (3, 8), (6, 8)] {
            assert_eq!(
                solutions(k, o1 - 1, o2 - 1, dtile, ltile),
                [],
                "Fortran, {dtile} {ltile}"
            );
            assert_eq!(
                solutions(k, o1, o2, dtile, ltile),
                [],
                "Rust, {dtile} {ltile}"
            );
            assert_eq!(choose(&[(k, o1, o2, dtile).into()], ltile), None);
        }
        assert_eq!(solutions(k, o1 - 1, o2 - 1, 8, 8), [6]);
        assert!(separate((k, o1 - 1, o2 - 1, 8), 8, 6));
    }

    /// Whether enough tasks of the loop, cut at `c`, touch pairwise different tiles: by
    /// touching every element.
    fn separate((k, o1, o2, dtile): (i64, i64, i64, i64), ltile: i64, c: i64) -> bool {
        // Where the tasks stand in relation to the tiles repeats after at most dtile tasks.
        let range = 0..ltile * (dtile + 2);
        let tiles = |chunk: Range<i64>| -> BTreeSet<i64> {
            let touched = chunk.flat_map(|i| (o1..=o2).map(move |o| k * i + o));
            touched.map(|element| element.div_euclid(dtile)).collect()
        };
        // A first task cut short by the start of the range could hide a meeting.
        let tasks: Vec<_> = chunks(range, ltile, c)
            .filter(|t| t.clone().count() as i64 == ltile)
            .map(tiles)
            .collect();
        assert!(tasks.len() > dtile as usize);
        let mut seen = BTreeSet::new();
        tasks
            .iter()
            .all(|task| task.iter().all(|&tile| seen.insert(tile)))
    }

    /// A deterministic stream of numbers (Knuth's constants).
    fn random(seed: u64) -> impl FnMut(Range<i64>) -> i64 {
        let mut state = seed;
        move |range| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            range.start + (state >> 33) as i64 % (range.end - range.start)
        }
    }

    #[test]
    fn solutions_are_what_brute_force_finds() {
        let mut number = random(1);
        let (mut with, mut without, mut beyond_paper) = (0, 0, 0);
        for _ in 0..3_000 {
            let k = number(-4..5);
            let o1 = number(-6..7);
            let o2 = o1 + number(0..4);
            let (dtile, ltile) = (number(1..10), number(1..10));
            let found = solutions(k, o1, o2, dtile, ltile);
            let brute: Vec<i64> = (0..ltile)
                .filter(|&c| separate((k, o1, o2, dtile), ltile, c))
                .collect();
            assert_eq!(
                found, brute,
                "k={k} o1={o1} o2={o2} dtile={dtile} ltile={ltile}"
            );
            assert_eq!(
                choose(&[(k, o1, o2, dtile).into()], ltile),
                brute.first().copied()
            );
            with += usize::from(!brute.is_empty());
            without += usize::from(brute.is_empty());
            beyond_paper += usize::from(!brute.is_empty() && (k * ltile) % dtile != 0);
        }
        assert!(
            with > 300 && without > 300 && beyond_paper > 20,
            "{with} {without} {beyond_paper}"
        );
    }

    /// The paper's equation 3, literally, for tiles that begin at 1.
    fn equation_3(k: i64, o1: i64, o2: i64, dtile: i64, ltile: i64) -> BTreeSet<i64> {
        let md = (o2 - k..=k * (ltile - 1) + o1 - 1).filter(|r| r % dtile == 0);
        let pairs = md.flat_map(|r| (o2 - k..o1).map(move |q| r - q));
        pairs
            .filter(|n| n % k == 0)
            .map(|n| n / k)
            .filter(|c| (0..ltile).contains(c))
            .collect()
    }

    #[test]
    fn under_the_papers_precondition_its_equation_says_the_same() {
        let mut number = random(2);
        let mut held = 0;
        while held < 500 {
            let (k, o1) = (number(1..6), number(-6..7));
            let o2 = o1 + number(0..5);
            let (dtile, ltile) = (number(1..13), number(1..13));
            if (k * ltile) % dtile != 0 {
                continue;
            }
            held += 1;
            let paper: Vec<i64> = equation_3(k, o1, o2, dtile, ltile).into_iter().collect();
            let context = format!("k={k} o1={o1} o2={o2} dtile={dtile} ltile={ltile}");
            assert_eq!(
                solutions(k, o1 - 1, o2 - 1, dtile, ltile),
                paper,
                "{context}"
            );
        }
    }

    #[test]
    fn choose_satisfies_all_constraints_or_none_does() {
        let mut number = random(3);
        let mut found = 0;
        for _ in 0..400 {
            let ltile = number(1..13);
            let one = |number: &mut dyn FnMut(Range<i64>) -> i64| {
                let o1 = number(-3..4);
                Constraint {
                    k: number(1..4),
                    o1,
                    o2: o1 + number(0..2),
                    dtile: number(1..8),
                }
            };
            let constraints = [one(&mut number), one(&mut number)];
            let sets = constraints.map(|c| solutions(c.k, c.o1, c.o2, c.dtile, ltile));
            let common = sets[0].iter().find(|c| sets[1].contains(c)).copied();
            assert_eq!(
                choose(&constraints, ltile),
                common,
                "{constraints:?} {ltile}"
            );
            found += usize::from(common.is_some());
        }
        assert!((20..380).contains(&found), "{found}");
        assert_eq!(choose(&[], 8), Some(0));
    }

    #[test]
    fn a_stencil_and_its_array_are_cut_alike() {
        // b[i] = a[i-1] + a[i+1]: writes alone (reads do not conflict) want c = 0.
        assert_eq!(choose(&[(1, 0, 0, 64).into()], 64), Some(0));
        // Writes to b[i+1] shift the tasks back by one.
        assert_eq!(choose(&[(1, 1, 1, 64).into()], 64), Some(63));
        assert_eq!(solutions(1, 0, 0, 16, 64), [0, 16, 32, 48]);
        assert_eq!(solutions(-1, 0, 0, 16, 16), [1]);
    }

    #[test]
    fn extremes_are_no_panic_and_no_hang() {
        assert_eq!(solutions(0, 0, 0, 8, 8), []);
        assert_eq!(solutions(1, 0, 0, 0, 8), []);
        assert_eq!(solutions(1, 0, 0, 8, 0), [0]);
        assert_eq!(choose(&[(1, 0, 0, 0).into()], 8), None);
        let (min, max) = (i64::MIN, i64::MAX);
        assert_eq!(choose(&[(max, min, max, max).into()], max), None);
        // Steps of 2^63 always have room for a tile of 2^63 - 1.
        assert_eq!(
            choose(&[(min, 0, 0, max).into(), (3, 1, 1, 7).into()], 7),
            Some(0)
        );
        let whole = chunks(min..max, 0, 5);
        assert!(whole.clone().eq(std::iter::once(min..max)));
        assert_eq!(
            chunks(min..max, max, max)
                .map(|r| i128::from(r.end) - i128::from(r.start))
                .sum::<i128>(),
            (1 << 64) - 1
        );
        assert_eq!(chunks(5..5, 4, 0).count(), 0);
        #[expect(clippy::reversed_empty_ranges, reason = "the case under test")]
        let reversed = chunks(5..3, 4, 0).count();
        assert_eq!(reversed, 0);
    }

    #[test]
    fn chunks_cover_in_order_from_both_ends() {
        let mut number = random(4);
        for _ in 0..300 {
            let lo = number(-20..20);
            let (range, ltile, c) = (lo..lo + number(0..30), number(1..8), number(-9..17));
            let pieces: Vec<_> = chunks(range.clone(), ltile, c).collect();
            assert_eq!(
                pieces.iter().cloned().flatten().collect::<Vec<_>>(),
                range.clone().collect::<Vec<_>>()
            );
            assert!(pieces.iter().all(|p| !p.is_empty()));
            assert!(
                pieces
                    .iter()
                    .skip(1)
                    .all(|p| (p.start - c).rem_euclid(ltile) == 0)
            );
            assert_eq!(
                chunks(range.clone(), ltile, c).size_hint(),
                (pieces.len(), Some(pieces.len()))
            );
            let mut back: Vec<_> = chunks(range, ltile, c).rev().collect();
            back.reverse();
            assert_eq!(back, pieces);
        }
    }
}
