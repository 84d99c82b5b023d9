//! Protocol Buffers' wire format, as far as a trace needs it
//! (<https://protobuf.dev/programming-guides/encoding>). Everything is appended.

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
    key(out, field, FIXED64);
    out.extend_from_slice(&value.to_le_bytes());
}

/// A `string` or `bytes`.
pub(super) fn text(out: &mut Vec<u8>, field: u64, value: &str) {
    key(out, field, LENGTH);
    varint(out, value.len() as u64);
    out.extend_from_slice(value.as_bytes());
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
        make_room(out, at, length);
    }
}

/// Puts a length that takes several bytes in place of the byte at `at`.
#[inline(never)]
fn make_room(out: &mut Vec<u8>, at: usize, length: usize) {
    let mut bytes = Vec::with_capacity(10);
    varint(&mut bytes, length as u64);
    out.splice(at..=at, bytes);
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
                signed
                    .iter()
                    .for_each(|value| number(&mut out, 20, *value as u64));
                fixed(&mut out, 300, value);
                fixed(&mut out, 300, 1);
                fixed(&mut out, 5, (-0.1_f64).to_bits());
                let deepest = All {
                    texts: vec![long],
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
                    inner: vec![inner],
                    ..All::default()
                };
                assert_eq!(<All as prost::Message>::decode(&*out).unwrap(), want);
            }
        }
    }
}
