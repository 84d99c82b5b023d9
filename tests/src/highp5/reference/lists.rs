//! Lists and tables: histograms, transposition, prefix sums, sorting, smoothing, text,
//! primes, scaling, and what the program with foreign code computes.

/// How often each of `0..values` stands in each row of `image` (n x m), and the greatest
/// value of each row.
#[must_use]
pub fn row_histogram(image: &[i32], m: usize, values: usize) -> (Vec<i32>, Vec<i32>) {
    let (mut histogram, mut peak) = (Vec::new(), Vec::new());
    for row in image.chunks(m) {
        let mut counts = vec![0; values];
        for &value in row {
            if let Some(count) = usize::try_from(value).ok().and_then(|v| counts.get_mut(v)) {
                *count += 1;
            }
        }
        histogram.extend(counts);
        peak.push(*row.iter().max().expect("rows are not empty"));
    }
    (histogram, peak)
}

/// The transpose of `a` (n x m).
#[must_use]
pub fn transpose(a: &[f64], (n, m): (usize, usize)) -> Vec<f64> {
    (0..n * m).map(|at| a[(at % n) * m + at / n]).collect()
}

/// Sums up to each element, itself included.
#[must_use]
pub fn prefix_sums(x: &[i32]) -> Vec<i32> {
    let mut sum = 0;
    let next = |&x: &i32| {
        sum += x;
        sum
    };
    x.iter().map(next).collect()
}

/// Numbers that are not negative and below two to the power of `bits`, in order.
#[must_use]
pub fn radix_sort(keys: &[i32]) -> Vec<i32> {
    let mut keys = keys.to_vec();
    keys.sort_unstable();
    keys
}

/// Exponential smoothing of each row of `signal` (rows of `m`), forwards and then backwards
/// from where that ended.
#[must_use]
pub fn smoothing(signal: &[f64], m: usize, weight: f64) -> Vec<f64> {
    let mut signal = signal.to_vec();
    for row in signal.chunks_mut(m) {
        let mut state = 0.0;
        let mut step = |x: &mut f64| {
            state = weight * *x + (1.0 - weight) * state;
            *x = state;
        };
        row.iter_mut().for_each(&mut step);
        row.iter_mut().rev().for_each(&mut step);
    }
    signal
}

/// What the program `text` finds.
#[derive(Debug, PartialEq, Eq)]
pub struct TextFacts {
    /// Runs of letters.
    pub words: i32,
    /// How often `e` or `E` stands in it.
    pub letters: i32,
    /// Bits that all characters have.
    pub common: i32,
    /// Bits (of the lower seven) that any character has.
    pub present: i32,
    /// The text in capitals.
    pub capitals: Vec<u8>,
}

/// Facts about a text of ASCII characters.
#[must_use]
pub fn text(text: &[u8]) -> TextFacts {
    let letter = |c: &u8| c.is_ascii_alphabetic();
    let count = |n: usize| i32::try_from(n).expect("texts of the tests are short");
    TextFacts {
        words: count(text.split(|c| !letter(c)).filter(|w| !w.is_empty()).count()),
        letters: count(
            text.iter()
                .filter(|&c| c.eq_ignore_ascii_case(&b'e'))
                .count(),
        ),
        common: text.iter().fold(-1, |bits, &c| bits & i32::from(c)),
        present: text.iter().fold(0, |bits, &c| bits | i32::from(c & 127)),
        capitals: text.to_ascii_uppercase(),
    }
}

/// For each number from 2 to `limit`: whether it is prime.
#[must_use]
pub fn sieve(limit: i32) -> Vec<bool> {
    let prime = |n: i32| (2..n).take_while(|d| d * d <= n).all(|d| n % d != 0);
    (2..=limit).map(prime).collect()
}

/// What the program `pipeline` makes.
#[derive(Debug)]
pub struct Scaled {
    /// The values scaled as asked.
    pub scaled: Vec<f64>,
    /// Those above the limit and not above twice the limit.
    pub marks: Vec<bool>,
}

/// Values brought to mean 0 (`mean`, with a sum by reduction), to [0, 1] (`unit`), or left.
#[must_use]
pub fn pipeline(data: &[f64], mode: &str, limit: f64) -> Scaled {
    let least = data.iter().copied().fold(f64::INFINITY, f64::min);
    let greatest = data.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let (shift, factor) = match mode {
        "mean" => (data.iter().sum::<f64>() / data.len() as f64, 1.0),
        "unit" if greatest > least => (least, 1.0 / (greatest - least)),
        _ => (0.0, 1.0),
    };
    let scaled: Vec<f64> = data.iter().map(|x| (x - shift) * factor).collect();
    let marks = scaled
        .iter()
        .map(|&x| x > limit && x <= 2.0 * limit)
        .collect();
    Scaled { scaled, marks }
}

/// Hypotenuse, polynomial and greatest common divisor of the program `extern`.
#[must_use]
pub fn foreign(a: i32, b: i32) -> (f64, f64, i32) {
    let x = f64::from(a);
    let (mut p, mut q) = (a.unsigned_abs(), b.unsigned_abs());
    while q != 0 {
        (p, q) = (q, p % q);
    }
    let divisor = i32::try_from(p).expect("numbers of the tests are small");
    (x.hypot(f64::from(b)), (0.5 * x - 1.0) * x + 3.0, divisor)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_cases_by_hand() {
        assert_eq!(
            row_histogram(&[1, 1, 0, 2, 9, 2], 3, 3).0,
            [1, 2, 0, 0, 0, 2]
        );
        assert_eq!(
            transpose(&[1.0, 2.0, 3.0, 4.0, 5.0, 6.0], (2, 3)),
            [1.0, 4.0, 2.0, 5.0, 3.0, 6.0]
        );
        assert_eq!(prefix_sums(&[1, 2, -5]), [1, 3, -2]);
        assert_eq!(smoothing(&[1.0, 3.0], 2, 0.5), [1.125, 1.75]);
        assert_eq!(
            sieve(11),
            [
                true, true, false, true, false, true, false, false, false, true
            ]
        );
        assert_eq!(foreign(-6, 4), (52.0_f64.sqrt(), 27.0, 2));
        let facts = text(b"The tree, e");
        assert_eq!((facts.words, facts.letters), (3, 4));
    }
}
