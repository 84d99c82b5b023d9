//! Units as types: bytes, hertz, cycles and nanoseconds, as people write them.
//!
//! Every measure is read from text such as `"32 KiB"`, `"2.3 GHz"`, `"15 cycles"` or
//! `"100 ns"` ([`FromStr`]) and printed so that reading it again gives the same value
//! ([`Display`](fmt::Display)). In description files measures are such strings, never bare
//! numbers: a bare `64` would leave the unit to be guessed.

use std::fmt;
use std::str::FromStr;

use serde::de::{self, Deserializer, Visitor};
use serde::{Deserialize, Serialize, Serializer};
use thiserror::Error;

/// A text that is not the measure that was asked for.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("`{text}` is not {wanted}; write {example}")]
pub struct MeasureError {
    /// What was written.
    pub text: String,
    /// What was asked for ("a size", "a frequency", "a latency").
    pub wanted: &'static str,
    /// How to write it.
    pub example: String,
}

/// An amount of memory, or the width of a transaction, in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Bytes(pub u64);

/// A clock frequency in hertz.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Hertz(pub u64);

/// A number of clock cycles (of the space that the figure describes).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Cycles(pub u64);

/// A time in nanoseconds; finite and not negative when it was read from text.
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd, Default)]
pub struct Nanoseconds(pub f64);

/// How long a transaction takes: in cycles or in time, one figure or a range (the paper
/// gives 100 to 300 cycles for the K20's global memory).
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Latency {
    /// From the least to the greatest number of cycles; equal for a single figure.
    Cycles(Cycles, Cycles),
    /// From the least to the greatest time; equal for a single figure.
    Time(Nanoseconds, Nanoseconds),
}

impl Latency {
    /// A latency of `n` cycles.
    #[must_use]
    pub const fn cycles(n: u64) -> Self {
        Latency::Cycles(Cycles(n), Cycles(n))
    }

    /// A latency of `t` nanoseconds.
    #[must_use]
    pub const fn nanoseconds(t: f64) -> Self {
        Latency::Time(Nanoseconds(t), Nanoseconds(t))
    }

    /// The latency as a time, middle of the range; cycles need the clock that they count.
    #[must_use]
    pub fn time(self, clock: Option<Hertz>) -> Option<Nanoseconds> {
        match self {
            Latency::Time(low, high) => Some(Nanoseconds(f64::midpoint(low.0, high.0))),
            Latency::Cycles(low, high) => {
                let clock = clock.filter(|c| c.0 > 0)?;
                Some(Nanoseconds(
                    f64::midpoint(low.0 as f64, high.0 as f64) * 1e9 / clock.0 as f64,
                ))
            }
        }
    }
}

const SIZES: &[(&str, u64)] = &[
    ("TiB", 1 << 40),
    ("GiB", 1 << 30),
    ("MiB", 1 << 20),
    ("KiB", 1 << 10),
    ("B", 1),
];
const FREQUENCIES: &[(&str, u64)] = &[
    ("THz", 1_000_000_000_000),
    ("GHz", 1_000_000_000),
    ("MHz", 1_000_000),
    ("kHz", 1_000),
    ("Hz", 1),
];
const TIMES: &[(&str, f64)] = &[
    ("ns", 1.0),
    ("us", 1e3),
    ("µs", 1e3),
    ("ms", 1e6),
    ("s", 1e9),
];

const SIZE_EXAMPLE: &str = "a number and B, KiB, MiB, GiB or TiB, as in \"32 KiB\"";
const FREQUENCY_EXAMPLE: &str = "a number and Hz, kHz, MHz or GHz, as in \"2.3 GHz\"";
const LATENCY_EXAMPLE: &str = "a number and cycles, ns, us or ms, as in \"15 cycles\" or \"100 ns\"; a range as in \"100..300 cycles\"";

/// Splits `"2.3 GHz"` into its number and its unit, both trimmed.
fn split(text: &str) -> (&str, &str) {
    let text = text.trim();
    let end = text
        .find(|c: char| !c.is_ascii_digit() && c != '.' && c != '_')
        .unwrap_or(text.len());
    (text[..end].trim(), text[end..].trim())
}

/// Reads a decimal number times `scale`, exactly; `None` when it is no number, not whole
/// after scaling, or too large.
fn scaled(number: &str, scale: u64) -> Option<u64> {
    let digits = |text: &str| -> Option<u128> {
        let text = text.replace('_', "");
        if text.is_empty() || text.len() > 20 || !text.bytes().all(|b| b.is_ascii_digit()) {
            return None;
        }
        text.parse().ok()
    };
    let (whole, part) = number.split_once('.').unwrap_or((number, "0"));
    let power = 10u128.pow(u32::try_from(part.replace('_', "").len()).ok()?.min(20));
    let part = digits(part)? * u128::from(scale);
    if part % power != 0 {
        return None;
    }
    let value = digits(whole)?
        .checked_mul(u128::from(scale))?
        .checked_add(part / power)?;
    // TOML integers and everything that computes with sizes stay within i64.
    u64::try_from(value)
        .ok()
        .filter(|&v| i64::try_from(v).is_ok())
}

fn from_table(text: &str, table: &[(&str, u64)]) -> Option<u64> {
    let (number, unit) = split(text);
    let (_, scale) = table.iter().find(|(name, _)| *name == unit)?;
    scaled(number, *scale)
}

impl FromStr for Bytes {
    type Err = MeasureError;
    fn from_str(text: &str) -> Result<Self, MeasureError> {
        from_table(text, SIZES).map(Bytes).ok_or_else(|| {
            let (number, unit) = split(text);
            let binary = match unit.to_ascii_lowercase().as_str() {
                "k" | "kb" | "kib" => Some("KiB"),
                "m" | "mb" | "mib" => Some("MiB"),
                "g" | "gb" | "gib" => Some("GiB"),
                "t" | "tb" | "tib" => Some("TiB"),
                _ => None,
            };
            let example = match binary {
                Some(unit) if scaled(number, 1 << 40).is_some() => {
                    format!("\"{number} {unit}\" (sizes count in powers of 1024, and say so)")
                }
                _ => SIZE_EXAMPLE.to_owned(),
            };
            MeasureError {
                text: text.to_owned(),
                wanted: "a size",
                example,
            }
        })
    }
}

impl FromStr for Hertz {
    type Err = MeasureError;
    fn from_str(text: &str) -> Result<Self, MeasureError> {
        from_table(text, FREQUENCIES)
            .map(Hertz)
            .ok_or_else(|| MeasureError {
                text: text.to_owned(),
                wanted: "a frequency",
                example: FREQUENCY_EXAMPLE.to_owned(),
            })
    }
}

impl FromStr for Latency {
    type Err = MeasureError;
    fn from_str(text: &str) -> Result<Self, MeasureError> {
        read_latency(text).ok_or_else(|| MeasureError {
            text: text.to_owned(),
            wanted: "a latency",
            example: LATENCY_EXAMPLE.to_owned(),
        })
    }
}

fn read_latency(text: &str) -> Option<Latency> {
    let (low, rest) = match text.split_once("..") {
        Some((low, rest)) => (Some(low.trim()), rest),
        None => (None, text),
    };
    let (high, unit) = split(rest);
    let low = low.unwrap_or(high);
    if matches!(unit, "cycle" | "cycles") {
        let (low, high) = (scaled(low, 1)?, scaled(high, 1)?);
        return (low <= high).then_some(Latency::Cycles(Cycles(low), Cycles(high)));
    }
    let (_, scale) = TIMES.iter().find(|(name, _)| *name == unit)?;
    let time = |number: &str| {
        number
            .parse::<f64>()
            .ok()
            .map(|n| n * scale)
            .filter(|t| t.is_finite())
    };
    let (low, high) = (time(low)?, time(high)?);
    (low <= high).then_some(Latency::Time(Nanoseconds(low), Nanoseconds(high)))
}

/// Writes `value` in the largest unit in which it is exact within three decimals.
fn write_scaled(f: &mut fmt::Formatter<'_>, value: u64, table: &[(&str, u64)]) -> fmt::Result {
    for &(unit, scale) in table {
        if value < scale {
            continue;
        }
        let thousandths = u128::from(value) * 1000;
        if thousandths.is_multiple_of(u128::from(scale)) {
            let thousandths = thousandths / u128::from(scale);
            let text = format!("{}.{:03}", thousandths / 1000, thousandths % 1000);
            return f.pad(&format!(
                "{} {unit}",
                text.trim_end_matches('0').trim_end_matches('.')
            ));
        }
    }
    let unit = table.last().map_or("", |entry| entry.0);
    f.pad(&format!("{value} {unit}"))
}

impl fmt::Display for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_scaled(f, self.0, SIZES)
    }
}

impl Bytes {
    /// The size rounded to three digits for people ("62.8 GiB"); [`Display`](fmt::Display)
    /// is exact instead.
    #[must_use]
    pub fn rounded(self) -> String {
        let (unit, scale) = SIZES
            .iter()
            .find(|(_, scale)| self.0 >= *scale)
            .copied()
            .unwrap_or(("B", 1));
        let value = self.0 as f64 / scale as f64;
        let decimals = if value >= 100.0 { 0 } else { 1 };
        let text = format!("{value:.decimals$}");
        format!("{} {unit}", text.strip_suffix(".0").unwrap_or(&text))
    }
}

impl fmt::Display for Hertz {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_scaled(f, self.0, FREQUENCIES)
    }
}

impl fmt::Display for Cycles {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} {}",
            self.0,
            if self.0 == 1 { "cycle" } else { "cycles" }
        )
    }
}

/// The unit in which a time reads best and still reads back as the same value.
fn time_unit(low: f64, high: f64) -> (&'static str, f64) {
    let exact = |scale: f64| {
        let back = |t: f64| {
            format!("{}", t / scale)
                .parse::<f64>()
                .is_ok_and(|n| n * scale == t)
        };
        back(low) && back(high)
    };
    let fits = |&&(name, scale): &&(&str, f64)| name != "µs" && high >= scale && exact(scale);
    TIMES
        .iter()
        .rev()
        .find(fits)
        .copied()
        .unwrap_or(("ns", 1.0))
}

impl fmt::Display for Nanoseconds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (unit, scale) = time_unit(self.0, self.0);
        write!(f, "{} {unit}", self.0 / scale)
    }
}

impl fmt::Display for Latency {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Latency::Cycles(low, high) if low == high => write!(f, "{high}"),
            Latency::Cycles(low, high) => write!(f, "{}..{high}", low.0),
            Latency::Time(low, high) if low == high => write!(f, "{high}"),
            Latency::Time(low, high) => {
                let (unit, scale) = time_unit(low.0, high.0);
                write!(f, "{}..{} {unit}", low.0 / scale, high.0 / scale)
            }
        }
    }
}

/// Reads and writes a measure as its text.
macro_rules! as_text {
    ($($measure:ty: $wanted:literal, $example:expr;)*) => {$(
        impl<'de> Deserialize<'de> for $measure {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                struct Text;
                impl Visitor<'_> for Text {
                    type Value = $measure;
                    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                        write!(f, "{} in quotes: {}", $wanted, $example)
                    }
                    fn visit_str<E: de::Error>(self, text: &str) -> Result<Self::Value, E> {
                        text.parse().map_err(E::custom)
                    }
                }
                deserializer.deserialize_str(Text)
            }
        }
        impl Serialize for $measure {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }
    )*};
}

as_text! {
    Bytes: "a size", SIZE_EXAMPLE;
    Hertz: "a frequency", FREQUENCY_EXAMPLE;
    Latency: "a latency", LATENCY_EXAMPLE;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_read_as_people_write_them() {
        for (text, bytes) in [
            ("32 KiB", 32 << 10),
            ("1.5 GiB", 3 << 29),
            ("64B", 64),
            (" 2 MiB ", 2 << 20),
            ("1_000 B", 1000),
            ("0 B", 0),
        ] {
            assert_eq!(text.parse(), Ok(Bytes(bytes)), "{text}");
        }
        for text in [
            "",
            "32",
            "KiB",
            "32 GHz",
            "-1 B",
            "0.3 B",
            "99999999 TiB",
            "1.2.3 B",
            "1e3 B",
        ] {
            assert!(
                text.parse::<Bytes>().is_err(),
                "{text} was taken for a size"
            );
        }
    }

    #[test]
    fn decimal_prefixes_are_refused_with_the_right_spelling() {
        let error = "32 KB".parse::<Bytes>().unwrap_err().to_string();
        assert!(error.contains("write \"32 KiB\""), "{error}");
    }

    #[test]
    fn what_is_printed_reads_back() {
        for n in [
            0,
            1,
            63,
            1023,
            1024,
            1536,
            25 << 20,
            65_851_232 << 10,
            7 << 40,
            1_000_000_007,
        ] {
            assert_eq!(Bytes(n).to_string().parse(), Ok(Bytes(n)));
            assert_eq!(Hertz(n).to_string().parse(), Ok(Hertz(n)));
            assert_eq!(
                Latency::cycles(n).to_string().parse(),
                Ok(Latency::cycles(n))
            );
        }
        for t in [0.0, 0.1, 1.0, 83.3, 1500.0, 1e6, 2.5e9, 123_456.789] {
            let latency = Latency::nanoseconds(t);
            assert_eq!(latency.to_string().parse(), Ok(latency), "{latency}");
        }
        let range = Latency::Cycles(Cycles(100), Cycles(300));
        assert_eq!(range.to_string(), "100..300 cycles");
        assert_eq!("100..300 cycles".parse(), Ok(range));
        assert_eq!(
            "1..2.5 us".parse(),
            Ok(Latency::Time(Nanoseconds(1000.0), Nanoseconds(2500.0)))
        );
    }

    #[test]
    fn the_readable_unit_is_chosen() {
        assert_eq!(Hertz(2_300_000_000).to_string(), "2.3 GHz");
        assert_eq!(Bytes(1 << 20).to_string(), "1 MiB");
        assert_eq!(Latency::nanoseconds(1500.0).to_string(), "1.5 us");
        assert_eq!(Latency::cycles(1).to_string(), "1 cycle");
        assert_eq!(Bytes(65_851_232 << 10).rounded(), "62.8 GiB");
        assert_eq!(Bytes(1 << 30).rounded(), "1 GiB");
    }

    #[test]
    fn latencies_that_make_no_sense_are_refused() {
        for text in [
            "15",
            "15 KiB",
            "300..100 cycles",
            "-1 ns",
            "1.5 cycles",
            "..",
            "1..2..3 ns",
            "nan ns",
        ] {
            assert!(
                text.parse::<Latency>().is_err(),
                "{text} was taken for a latency"
            );
        }
    }

    #[test]
    fn cycles_become_time_by_the_clock() {
        let clock = Some(Hertz(2_000_000_000));
        assert_eq!(Latency::cycles(30).time(clock), Some(Nanoseconds(15.0)));
        assert_eq!(Latency::cycles(30).time(None), None);
        assert_eq!(Latency::nanoseconds(7.0).time(None), Some(Nanoseconds(7.0)));
    }
}
