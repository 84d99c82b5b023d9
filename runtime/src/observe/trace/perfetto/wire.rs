//! Protocol Buffers' wire format, as far as a trace needs it
//! (<https://protobuf.dev/programming-guides/encoding>). Everything is appended.

use std::fmt::{Display, Write};
use std::ops::Range;

/// How the value of a field is written.
const VARINT: u64 = 0;
const FIXED64: u64 = 1;
const LENGTH: u64 = 2;

#[inline]
fn varint(out: &mut Vec<u8>, mut value: u64) {
    while value >= 0x80 {
        out.push(value as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}

#[inline]
fn key(out: &mut Vec<u8>, field: u64, how: u64) {
    varint(out, field << 3 | how);
}

/// A `uint32`, `uint64`, `bool` or `enum`; of an `int32` or `int64` the two's complement.
#[inline]
pub(super) fn number(out: &mut Vec<u8>, field: u64, value: u64) {
    key(out, field, VARINT);
    varint(out, value);
}

/// A `fixed64`; of a `double` its bits.
#[inline]
pub(super) fn fixed(out: &mut Vec<u8>, field: u64, value: u64) {
    // All at once, as tasks have several: the key in two bytes, whether it needs them or not.
    let mut bytes = [0; 10];
    bytes[..2].copy_from_slice(&padded::<2>(field << 3 | FIXED64));
    bytes[2..].copy_from_slice(&value.to_le_bytes());
    out.extend_from_slice(&bytes);
}

/// A number in `N` bytes, at most eight, however short it could be: what has its place before it
/// is known. One that is too large for them is cut to the largest.
#[inline]
pub(super) fn padded<const N: usize>(value: u64) -> [u8; N] {
    let value = value.min((1 << (7 * N)) - 1);
    // Seven bits to a byte: halves, quarters and eighths move apart.
    let value = value & 0x0FFF_FFFF | (value & 0x00FF_FFFF_F000_0000) << 4;
    let value = value & 0x0000_3FFF_0000_3FFF | (value & 0x0FFF_C000_0FFF_C000) << 2;
    let value = value & 0x007F_007F_007F_007F | (value & 0x3F80_3F80_3F80_3F80) << 1;
    let more = 0x8080_8080_8080_8080 & !(u64::MAX << (8 * (N - 1)));
    let mut bytes = [0; N];
    bytes.copy_from_slice(&(value | more).to_le_bytes()[..N]);
    bytes
}

/// A number that is filled in later, with [`padded`] bytes.
pub(super) fn number_later<const N: usize>(out: &mut Vec<u8>, field: u64) {
    key(out, field, VARINT);
    out.extend_from_slice(&[0; N]);
}

/// Room for the length of a message whose end is not near.
const LENGTH_ROOM: usize = 2;

/// Begins a message that [`end`] ends.
pub(super) fn begin(out: &mut Vec<u8>, field: u64) {
    key(out, field, LENGTH);
    out.extend_from_slice(&[0; LENGTH_ROOM]);
}

/// Ends a message whose length stands at `at`.
#[inline]
pub(super) fn end(out: &mut Vec<u8>, at: usize) {
    let length = out.len() - at - LENGTH_ROOM;
    if length < 1 << (7 * LENGTH_ROOM) {
        let bytes = [length as u8 | 0x80, (length >> 7) as u8];
        out[at..at + LENGTH_ROOM].copy_from_slice(&bytes);
    } else {
        make_room(out, at..at + LENGTH_ROOM, length);
    }
}

/// A `string` or `bytes`.
pub(super) fn text(out: &mut Vec<u8>, field: u64, value: &str) {
    key(out, field, LENGTH);
    varint(out, value.len() as u64);
    out.extend_from_slice(value.as_bytes());
}

/// The same of what `value` shows; `spare` is used for that.
pub(super) fn shown(out: &mut Vec<u8>, field: u64, value: impl Display, spare: &mut String) {
    spare.clear();
    let _ = write!(spare, "{value}"); // which never fails
    text(out, field, spare);
}

/// A message, whose fields `fill` writes.
#[inline]
pub(super) fn message(out: &mut Vec<u8>, field: u64, fill: impl FnOnce(&mut Vec<u8>)) {
    key(out, field, LENGTH);
    // Most are so short that their length takes one byte.
    let at = out.len();
    out.push(0);
    fill(out);
    let length = out.len() - at - 1;
    if length < 0x80 {
        out[at] = length as u8;
    } else {
        make_room(out, at..at + 1, length);
    }
}

/// Puts a length that takes more bytes in place of those at `at`.
#[inline(never)]
fn make_room(out: &mut Vec<u8>, at: Range<usize>, length: usize) {
    let mut bytes = Vec::with_capacity(10);
    varint(&mut bytes, length as u64);
    out.splice(at, bytes);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Another implementation reads what was written.
    #[test]
    fn every_value_comes_back() {
        #[derive(Clone, PartialEq, prost::Message)]
        struct All {
            #[prost(uint64, optional, tag = "1")]
            number: Option<u64>,
            #[prost(int64, repeated, packed = "false", tag = "20")]
            signed: Vec<i64>,
            #[prost(fixed64, repeated, packed = "false", tag = "300")]
            fixed: Vec<u64>,
            #[prost(double, optional, tag = "5")]
            double: Option<f64>,
            #[prost(string, repeated, tag = "6")]
            texts: Vec<String>,
            #[prost(message, repeated, tag = "7")]
            inner: Vec<All>,
        }
        let lengths = [0, 1, 126, 127, 128, 129, 16_383, 16_384, 70_000];
        let numbers = [0, 1, 127, 128, 300, u64::from(u32::MAX), u64::MAX];
        let signed = [0, 1, -1, i64::MIN, i64::MAX];
        for length in lengths {
            for value in numbers {
                let long = "x".repeat(length);
                let mut out = Vec::new();
                message(&mut out, 7, |out| {
                    number(out, 1, value);
                    message(out, 7, |out| text(out, 6, &long));
                    message(out, 7, |_| {});
                    text(out, 6, "größe");
                });
                let at = out.len() + 1;
                begin(&mut out, 7);
                text(&mut out, 6, &long);
                number_later::<8>(&mut out, 1);
                let place = out.len() - 8;
                out[place..].copy_from_slice(&padded::<8>(value));
                end(&mut out, at);
                signed
                    .iter()
                    .for_each(|value| number(&mut out, 20, *value as u64));
                fixed(&mut out, 300, value);
                fixed(&mut out, 300, 1);
                fixed(&mut out, 5, (-0.1_f64).to_bits());
                let deepest = All {
                    texts: vec![long.clone()],
                    ..All::default()
                };
                let piecewise = All {
                    texts: vec![long],
                    number: Some(value.min((1 << 56) - 1)),
                    ..All::default()
                };
                let inner = All {
                    number: Some(value),
                    texts: vec!["größe".to_owned()],
                    inner: vec![deepest, All::default()],
                    ..All::default()
                };
                let want = All {
                    signed: signed.to_vec(),
                    fixed: vec![value, 1],
                    double: Some(-0.1),
                    inner: vec![inner, piecewise],
                    ..All::default()
                };
                assert_eq!(<All as prost::Message>::decode(&*out).unwrap(), want);
            }
        }
    }
}
