//! Folds of many elements at once: nests of loops in which each element of rows and columns
//! takes up terms, one after the other.
//!
//! Elements of a tile stay in registers while the terms go by, as vectors along the columns
//! where there are some. What all rows use of a term is then packed once, in strips as wide as
//! a vector, and what all columns use once per row of tiles; so the terms of a tile are read in
//! their order from the nearest caches, whatever the strides of the arrays. Each element takes
//! up its terms in their order, one operation after the other: the values are those of the
//! plain nest bit for bit.

use std::ops::{Add, Div, Mul, Neg, Sub};

use crate::room;

/// Indices of a loop: the first one, how many, from each to the next.
pub type Steps = (i64, i64, i64);

/// Rows of a tile, and of one at the lower edge. As many vectors are in registers.
const ROWS: usize = 8;
const FEW: usize = 4;
const _: () = assert!(ROWS.is_multiple_of(FEW));
/// Most bytes of strips at a time: half of what second-level caches commonly have.
const STRIPS: usize = 1 << 19;

/// A real type and vectors of it.
pub trait Real: Copy {
    /// A vector.
    type Lanes: Copy
        + Default
        + Add<Output = Self::Lanes>
        + Sub<Output = Self::Lanes>
        + Mul<Output = Self::Lanes>
        + Div<Output = Self::Lanes>
        + Neg<Output = Self::Lanes>;
    /// How many elements a vector has.
    const COUNT: usize;
    /// A vector of one value.
    fn splat(self) -> Self::Lanes;
    /// The vector with these elements.
    fn lanes(element: impl FnMut(usize) -> Self) -> Self::Lanes;
    /// Hands out the elements.
    fn each(lanes: Self::Lanes, element: impl FnMut(usize, Self));
}

macro_rules! real {
    ($real:ty, $vector:ty, $count:literal) => {
        impl Real for $real {
            type Lanes = $vector;
            const COUNT: usize = $count;
            #[inline(always)]
            fn splat(self) -> Self::Lanes {
                <$vector>::splat(self)
            }
            #[inline(always)]
            fn lanes(mut element: impl FnMut(usize) -> $real) -> Self::Lanes {
                // A plain loop, which becomes one access where elements are neighbours.
                let mut list = [0.0; $count];
                for (at, value) in list.iter_mut().enumerate() {
                    *value = element(at);
                }
                <$vector>::from(list)
            }
            #[inline(always)]
            fn each(lanes: Self::Lanes, mut element: impl FnMut(usize, $real)) {
                for (at, value) in lanes.to_array().iter().enumerate() {
                    element(at, *value);
                }
            }
        }
    };
}

real!(f64, wide::f64x8, 8);
real!(f32, wide::f32x16, 16);

/// What a nest does at its indices.
pub struct Tiled<Begin, Step, End> {
    /// `(row, column)`: the value before the first term.
    pub begin: Begin,
    /// `(value, row, term, column)`: the value after a term.
    pub step: Step,
    /// `(row, column, value)`: what becomes of the value after the last term.
    pub end: End,
}

/// What it does for a vector of columns.
pub struct Vectors<Down, Along, Step> {
    /// `(term, column)`: what all rows use, from that column on.
    pub down: Down,
    /// `(row, term)`: what all columns use.
    pub along: Along,
    /// `(value, down, along)`: the value after a term.
    pub step: Step,
}

/// An array of what there is at each place, without a call per array: there are many.
#[inline(always)]
fn some<T: Copy, const N: usize>(at: impl Fn(usize) -> T) -> [T; N] {
    let mut list = [at(0); N];
    for (n, value) in list.iter_mut().enumerate().skip(1) {
        *value = at(n);
    }
    list
}

impl<T, Begin, Step, End> Tiled<Begin, Step, End>
where
    T: Copy,
    Begin: Fn(i64, i64) -> T,
    Step: Fn(T, i64, i64, i64) -> T,
    End: Fn(i64, i64, T),
{
    /// Folds the terms for each row and column.
    #[inline(always)]
    pub fn run(&self, rows: Steps, columns: Steps, terms: &[Steps]) {
        let (first, len, by) = columns;
        for column in (0..len).map(|n| first + n * by) {
            let (first, len, step) = rows;
            let whole = len / ROWS as i64 * ROWS as i64;
            for row in (0..whole).step_by(ROWS) {
                self.rows::<ROWS>((first + row * step, step), column, terms);
            }
            for row in whole..len {
                self.rows::<1>((first + row * step, step), column, terms);
            }
        }
    }

    #[inline(always)]
    fn rows<const R: usize>(&self, (row, by): (i64, i64), column: i64, terms: &[Steps]) {
        let mut values: [T; R] = std::array::from_fn(|r| (self.begin)(row + r as i64 * by, column));
        for &(first, len, step) in terms {
            for term in (0..len).map(|n| first + n * step) {
                for (r, value) in values.iter_mut().enumerate() {
                    *value = (self.step)(*value, row + r as i64 * by, term, column);
                }
            }
        }
        for (r, value) in values.into_iter().enumerate() {
            (self.end)(row + r as i64 * by, column, value);
        }
    }

    /// The same, by vectors of columns where these are next to each other.
    #[inline(always)]
    pub fn run_by_vectors<P, Q, Down, Along, VectorStep>(
        &self,
        vectors: &Vectors<Down, Along, VectorStep>,
        rows: Steps,
        columns: Steps,
        terms: &[Steps],
    ) where
        T: Real,
        P: Copy + 'static,
        Q: Copy + 'static,
        Down: Fn(i64, i64) -> P,
        Along: Fn(i64, i64) -> Q,
        VectorStep: Fn(T::Lanes, P, Q) -> T::Lanes,
    {
        let (column, len, by) = columns;
        let count: i64 = terms.iter().map(|run| run.1).sum();
        let strips = len / T::COUNT as i64;
        if by != 1 || strips == 0 || count == 0 {
            return self.run(rows, columns, terms);
        }
        let strip = count as usize * size_of::<P>();
        let at_once = (STRIPS / strip.max(1)).max(1) as i64;
        let (mut down, mut along, mut few_along) = (room::take(), room::take(), room::take());
        let (first, rows_len, step) = rows;
        let whole = rows_len / ROWS as i64 * ROWS as i64;
        let few = rows_len / FEW as i64 * FEW as i64;
        for from in (0..strips).step_by(at_once as usize) {
            let now = at_once.min(strips - from);
            let column = column + from * T::COUNT as i64;
            down.clear();
            down.reserve(count as usize * now as usize);
            for column in (0..now).map(|strip| column + strip * T::COUNT as i64) {
                for &(first, len, step) in terms {
                    down.extend((0..len).map(|n| (vectors.down)(first + n * step, column)));
                }
            }
            for row in (0..whole).step_by(ROWS) {
                let row = (first + row * step, step);
                self.tiles::<ROWS, _, _, _, _, _>(vectors, row, column, terms, &down, &mut along);
            }
            for row in (whole..few).step_by(FEW) {
                let row = (first + row * step, step);
                self.tiles::<FEW, _, _, _, _, _>(
                    vectors,
                    row,
                    column,
                    terms,
                    &down,
                    &mut few_along,
                );
            }
            for row in few..rows_len {
                let row = first + row * step;
                for strip in 0..now {
                    self.line(vectors, row, column + strip * T::COUNT as i64, terms);
                }
            }
        }
        room::keep(down);
        room::keep(along);
        room::keep(few_along);
        let done = strips * T::COUNT as i64;
        self.run(rows, (column + done, len - done, 1), terms);
    }

    /// A row of tiles.
    #[inline(always)]
    fn tiles<const R: usize, P, Q, Down, Along, VectorStep>(
        &self,
        vectors: &Vectors<Down, Along, VectorStep>,
        (row, by): (i64, i64),
        column: i64,
        terms: &[Steps],
        down: &[P],
        along: &mut Vec<[Q; R]>,
    ) where
        T: Real,
        P: Copy,
        Q: Copy,
        Along: Fn(i64, i64) -> Q,
        VectorStep: Fn(T::Lanes, P, Q) -> T::Lanes,
    {
        along.clear();
        for &(first, len, step) in terms {
            along.extend((0..len).map(|n| {
                let term = first + n * step;
                some(|r| (vectors.along)(row + r as i64 * by, term))
            }));
        }
        for (strip, down) in down.chunks_exact(along.len()).enumerate() {
            let column = column + (strip * T::COUNT) as i64;
            let mut tile = [T::Lanes::default(); R];
            for (r, value) in tile.iter_mut().enumerate() {
                *value = self.first(row + r as i64 * by, column);
            }
            for (down, along) in down.iter().zip(along.iter()) {
                for (value, along) in tile.iter_mut().zip(along) {
                    *value = (vectors.step)(*value, *down, *along);
                }
            }
            for (r, value) in tile.iter().enumerate() {
                self.last(row + r as i64 * by, column, *value);
            }
        }
    }

    /// One vector, of which nothing is packed.
    #[inline(always)]
    fn line<P, Q, Down, Along, VectorStep>(
        &self,
        vectors: &Vectors<Down, Along, VectorStep>,
        row: i64,
        column: i64,
        terms: &[Steps],
    ) where
        T: Real,
        Down: Fn(i64, i64) -> P,
        Along: Fn(i64, i64) -> Q,
        VectorStep: Fn(T::Lanes, P, Q) -> T::Lanes,
    {
        let mut value = self.first(row, column);
        for &(first, len, step) in terms {
            for term in (0..len).map(|n| first + n * step) {
                value = (vectors.step)(
                    value,
                    (vectors.down)(term, column),
                    (vectors.along)(row, term),
                );
            }
        }
        self.last(row, column, value);
    }

    #[inline(always)]
    fn first(&self, row: i64, column: i64) -> T::Lanes
    where
        T: Real,
    {
        T::lanes(|l| (self.begin)(row, column + l as i64))
    }

    #[inline(always)]
    fn last(&self, row: i64, column: i64, value: T::Lanes)
    where
        T: Real,
    {
        T::each(value, |l, value| (self.end)(row, column + l as i64, value));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::RefCell;

    /// What there is at a place, with many digits.
    fn number(a: i64, b: i64) -> f64 {
        (a * 31 + b * 17 + 3) as f64 / 7.0
    }

    /// Every element is folded once, by its terms in their order, for all sizes around those of
    /// tiles, and for runs with steps.
    #[test]
    fn each_element_takes_up_its_terms_in_order() {
        let terms = [(2, 5, 1), (20, 3, 4)];
        let sides = [1, 3, 4, 7, 8, 9, 17, 33, 41];
        for (rows, columns) in sides.iter().flat_map(|r| sides.map(|c| (*r, c))) {
            for (row_step, column_step) in [(1, 1), (3, 1), (1, 2)] {
                let seen = RefCell::new(Vec::new());
                let tiled = Tiled {
                    begin: |row, column: i64| number(row, -column),
                    step: |value: f64, row: i64, term: i64, column: i64| {
                        value * number(row, term) - number(term, column)
                    },
                    end: |row, column, value| seen.borrow_mut().push((row, column, value)),
                };
                let vectors = Vectors {
                    down: |term, column| f64::lanes(|l| number(term, column + l as i64)),
                    along: |row, term| (number(row, term),),
                    step: |value, down, along: (f64,)| value * along.0.splat() - down,
                };
                let (rows, columns) = ((5, rows, row_step), (7, columns, column_step));
                let mut want = Vec::new();
                for row in (0..rows.1).map(|r| 5 + r * row_step) {
                    for column in (0..columns.1).map(|c| 7 + c * column_step) {
                        let mut value = number(row, -column);
                        for term in [2, 3, 4, 5, 6, 20, 24, 28] {
                            value = value * number(row, term) - number(term, column);
                        }
                        want.push((row, column, value));
                    }
                }
                for by_vectors in [false, true] {
                    match by_vectors {
                        true => tiled.run_by_vectors(&vectors, rows, columns, &terms),
                        false => tiled.run(rows, columns, &terms),
                    }
                    let mut got = seen.take();
                    got.sort_by_key(|(row, column, _)| (*row, *column));
                    assert_eq!(got, want, "{rows:?} x {columns:?}, vectors: {by_vectors}");
                }
            }
        }
    }

    /// More terms than fit in the strips that are packed at a time, in single precision.
    #[test]
    fn many_terms_are_packed_piece_by_piece() {
        let (terms, columns) = (40_000, 40);
        let seen = RefCell::new(vec![0.0_f32; 5 * columns]);
        let of = |a: i64, b: i64| ((a * 7 + b * 3) % 11) as f32 - 4.9;
        let tiled = Tiled {
            begin: |_, _| 0.0_f32,
            step: |value: f32, row, term, column| value + of(row, term) * of(term, column),
            end: |row, column, value| {
                seen.borrow_mut()[row as usize * columns + column as usize] += value;
            },
        };
        let vectors = Vectors {
            down: |term, column| f32::lanes(|l| of(term, column + l as i64)),
            along: |row, term| of(row, term),
            step: |value, down, along: f32| value + along.splat() * down,
        };
        tiled.run_by_vectors(
            &vectors,
            (0, 5, 1),
            (0, columns as i64, 1),
            &[(0, terms, 1)],
        );
        let got = seen.take();
        seen.replace(vec![0.0; 5 * columns]);
        tiled.run((0, 5, 1), (0, columns as i64, 1), &[(0, terms, 1)]);
        assert_eq!(got, seen.take());
    }

    /// Without terms each element ends as it began.
    #[test]
    fn no_terms() {
        let seen = RefCell::new(Vec::new());
        let tiled = Tiled {
            begin: |row, column| (row * column) as f64,
            step: |value: f64, _, _, _| value + 1.0,
            end: |row, column, value| seen.borrow_mut().push((row, column, value)),
        };
        let vectors = Vectors {
            down: |_, _| (),
            along: |_, _| (),
            step: |value, (), ()| value + 1.0_f64.splat(),
        };
        tiled.run_by_vectors(&vectors, (0, 2, 1), (1, 9, 1), &[]);
        assert_eq!(seen.take().len(), 18);
        tiled.run_by_vectors(&vectors, (0, 0, 1), (0, 9, 1), &[(0, 1, 1)]);
        assert_eq!(seen.take(), []);
    }
}
