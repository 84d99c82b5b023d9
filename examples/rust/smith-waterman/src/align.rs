//! The alignment matrices and the way back through them.

use crate::scores::Scores;

/// Costs of a gap: of its first and of every further letter.
#[derive(Clone, Copy)]
pub struct Gap {
    pub open: i32,
    pub extend: i32,
}

/// The matrices of a local alignment, `(n + 1) x width` each, row-major: best score of an
/// alignment that ends here (`h`), with a gap in the first (`e`) or second sequence (`f`).
#[derive(Clone, PartialEq)]
pub struct Matrices {
    pub h: Vec<i32>,
    pub e: Vec<i32>,
    pub f: Vec<i32>,
    pub width: usize,
}

/// Far below every score, and far from overflow.
const NEVER: i32 = i32::MIN / 2;

impl Matrices {
    /// Matrices for sequences of lengths `n` and `m`, nothing aligned yet.
    pub fn new(n: usize, m: usize) -> Matrices {
        let size = (n + 1) * (m + 1);
        Matrices {
            h: vec![0; size],
            e: vec![NEVER; size],
            f: vec![NEVER; size],
            width: m + 1,
        }
    }

    /// Fills the matrices for the codes `a` and `b`; the best score of all.
    ///
    /// Every element needs its left, upper and upper left neighbour, so the tiles run as a
    /// wavefront. The best score is a reduction over all of them.
    #[hp5::region(serial(fill_serial))]
    pub fn fill(&mut self, a: &[u8], b: &[u8], scores: &Scores, gap: Gap, tile: usize) -> i32 {
        let (n, w) = (a.len(), self.width);
        assert!(
            w == b.len() + 1 && (n + 1) * w == self.h.len(),
            "matrices for other sequences"
        );
        let (score, kinds) = (&scores.table, scores.width);
        let mut best = 0;
        #[hp5::array_tile(self.h: [tile, tile], self.e: [tile, tile], self.f: [tile, tile])]
        #[hp5::task_tile(i = tile, j = tile, reduction(max: best), in(a[..], b[..], score[..]))]
        for i in 1..n + 1 {
            for j in 1..w {
                self.e[i * w + j] =
                    (self.h[i * w + j - 1] - gap.open).max(self.e[i * w + j - 1] - gap.extend);
                self.f[i * w + j] =
                    (self.h[(i - 1) * w + j] - gap.open).max(self.f[(i - 1) * w + j] - gap.extend);
                let pair = self.h[(i - 1) * w + j - 1]
                    + score[usize::from(a[i - 1]) * kinds + usize::from(b[j - 1])];
                self.h[i * w + j] = pair.max(self.e[i * w + j]).max(self.f[i * w + j]).max(0);
                best = best.max(self.h[i * w + j]);
            }
        }
        #[hp5::task_wait]
        {}
        best
    }

    /// Walks back from the first element with the score `best`: the pairs of places (from 0)
    /// of the alignment, `None` for a gap.
    pub fn trace(
        &self,
        a: &[u8],
        b: &[u8],
        scores: &Scores,
        gap: Gap,
        best: i32,
    ) -> Vec<(Option<usize>, Option<usize>)> {
        let w = self.width;
        let mut at = self.h.iter().position(|&h| h == best).unwrap_or(0);
        let mut pairs = Vec::new();
        let mut matrix = 'h';
        while matrix != 'h' || self.h[at] > 0 {
            let (i, j) = (at / w, at % w);
            match matrix {
                'e' => {
                    pairs.push((None, Some(j - 1)));
                    matrix = if self.e[at] == self.h[at - 1] - gap.open {
                        'h'
                    } else {
                        'e'
                    };
                    at -= 1;
                }
                'f' => {
                    pairs.push((Some(i - 1), None));
                    matrix = if self.f[at] == self.h[at - w] - gap.open {
                        'h'
                    } else {
                        'f'
                    };
                    at -= w;
                }
                _ => {
                    let pair =
                        scores.table[usize::from(a[i - 1]) * scores.width + usize::from(b[j - 1])];
                    if self.h[at] == self.h[at - w - 1] + pair {
                        pairs.push((Some(i - 1), Some(j - 1)));
                        at -= w + 1;
                    } else {
                        matrix = if self.h[at] == self.e[at] { 'e' } else { 'f' };
                    }
                }
            }
        }
        pairs.reverse();
        pairs
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scores::{Scores, Table};

    /// Best score by trying every pair of stretches and every alignment of them: independent
    /// of the matrices, for short sequences.
    fn by_trial(a: &[u8], b: &[u8], s: &Scores, gap: Gap) -> i32 {
        // state: 0 after a pair, 1 in a gap of a, 2 in a gap of b
        fn go(a: &[u8], b: &[u8], s: &Scores, gap: Gap, state: u8) -> i32 {
            let mut best = 0;
            if let ([x, a @ ..], [y, b @ ..]) = (a, b) {
                let pair = s.table[usize::from(*x) * s.width + usize::from(*y)];
                best = best.max(pair + go(a, b, s, gap, 0));
            }
            if let [_, b @ ..] = b {
                let cost = if state == 1 { gap.extend } else { gap.open };
                best = best.max(go(a, b, s, gap, 1) - cost);
            }
            if let [_, a @ ..] = a {
                let cost = if state == 2 { gap.extend } else { gap.open };
                best = best.max(go(a, b, s, gap, 2) - cost);
            }
            best
        }
        let starts = (0..a.len()).flat_map(|i| (0..b.len()).map(move |j| (i, j)));
        starts
            .map(|(i, j)| go(&a[i..], &b[j..], s, gap, 0))
            .max()
            .unwrap_or(0)
    }

    #[test]
    fn finds_the_best_score_and_an_alignment_that_has_it() {
        let (scores, gap) = (Scores::new(Table::Dna), Gap { open: 6, extend: 1 });
        let code =
            |text: &str| -> Vec<u8> { text.bytes().map(|l| scores.code(l).unwrap()).collect() };
        for (a, b) in [
            ("ACGTAC", "ACTAC"),
            ("AAAA", "TTTT"),
            ("GATTACA", "GCATGC"),
            ("ACACAC", "CACACA"),
            ("A", "A"),
        ] {
            let (a, b) = (code(a), code(b));
            let mut matrices = Matrices::new(a.len(), b.len());
            let best = matrices.fill(&a, &b, &scores, gap, 2);
            assert_eq!(best, by_trial(&a, &b, &scores, gap));
            let pairs = matrices.trace(&a, &b, &scores, gap, best);
            let mut sum = 0;
            for (k, pair) in pairs.iter().enumerate() {
                let gap_before = |first: bool| {
                    k > 0
                        && if first {
                            pairs[k - 1].0.is_none()
                        } else {
                            pairs[k - 1].1.is_none()
                        }
                };
                sum += match *pair {
                    (Some(i), Some(j)) => {
                        scores.table[usize::from(a[i]) * scores.width + usize::from(b[j])]
                    }
                    (first, _) => {
                        -if gap_before(first.is_none()) {
                            gap.extend
                        } else {
                            gap.open
                        }
                    }
                };
            }
            assert_eq!(sum, best);
        }
    }
}
