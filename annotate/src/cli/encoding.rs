//! Sources of C in other encodings than UTF-8: comments and strings of old programs are Latin-1, or whatever their
//! authors had.
//!
//! A byte that is no part of UTF-8 stands in the text as one private character, U+F780 to U+F7FF, and is written as
//! that byte again; those characters themselves stand as their bytes do. Findings show U+FFFD, which is as long, so
//! that places stay.

use std::borrow::Cow;
use std::path::Path;

/// The characters for the bytes from 0x80 on.
const FIRST: u32 = 0xF780;
const LAST: u32 = FIRST + 0x7F;

/// The text of a file.
pub(super) fn decode(bytes: Vec<u8>) -> String {
    let bytes = match String::from_utf8(bytes) {
        Ok(text) if !text.contains(is_byte) => return text,
        Ok(text) => text.into_bytes(),
        Err(error) => error.into_bytes(),
    };
    let mut text = String::new();
    for chunk in bytes.utf8_chunks() {
        for c in chunk.valid().chars() {
            match is_byte(c) {
                true => stand_in(&mut text, c.encode_utf8(&mut [0; 4]).as_bytes()),
                false => text.push(c),
            }
        }
        stand_in(&mut text, chunk.invalid());
    }
    text
}

fn stand_in(text: &mut String, bytes: &[u8]) {
    let stand_in = |byte: &u8| char::from_u32(FIRST + u32::from(byte & 0x7F));
    text.extend(bytes.iter().filter_map(stand_in));
}

/// The file at `path` that a text is: of C, as it was decoded.
pub(super) fn written<'t>(path: &Path, text: &'t str) -> Cow<'t, [u8]> {
    match crate::c::is_c(path) {
        true => encode(text),
        false => Cow::Borrowed(text.as_bytes()),
    }
}

/// The bytes that a text of C is.
pub(super) fn encode(text: &str) -> Cow<'_, [u8]> {
    if !text.contains(is_byte) {
        return Cow::Borrowed(text.as_bytes());
    }
    let mut bytes = Vec::with_capacity(text.len());
    for c in text.chars() {
        match is_byte(c) {
            true => bytes.push(0x80 | (u32::from(c) - FIRST) as u8),
            false => bytes.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes()),
        }
    }
    Cow::Owned(bytes)
}

/// A text for people, with the same places.
pub(super) fn shown(text: &str) -> Cow<'_, str> {
    match text.contains(is_byte) {
        true => Cow::Owned(text.replace(is_byte, "\u{FFFD}")),
        false => Cow::Borrowed(text),
    }
}

fn is_byte(c: char) -> bool {
    (FIRST..=LAST).contains(&u32::from(c))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_come_back() {
        let all: Vec<u8> = (0..=255)
            .chain("größe \u{F7D9}".bytes())
            .chain([0xC3])
            .collect();
        for bytes in [all, "\u{F780}\u{F7FF} ab".into()] {
            let text = decode(bytes.clone());
            assert_eq!(*encode(&text), bytes);
            assert_eq!(shown(&text).len(), text.len());
            assert_eq!(text.contains("größe"), bytes.len() > 100);
        }
        let other = written(Path::new("a.rs"), "\u{F7D9}").into_owned();
        assert_eq!(other, "\u{F7D9}".as_bytes());
        assert!(matches!(encode("größe"), Cow::Borrowed(_)));
    }
}
