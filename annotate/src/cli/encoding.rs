//! Sources of C in other encodings than UTF-8: comments and strings of old programs are Latin-1, or whatever their
//! authors had.
//!
//! A byte that is no part of UTF-8 stands in the text as one character, of the private ones that no text has, and is
//! written as that byte again. Findings show it as U+FFFD, which is as long, so that places stay.

use std::borrow::Cow;

/// The characters for the bytes from 0x80 on.
const FIRST: u32 = 0xF780;
const LAST: u32 = FIRST + 0x7F;

/// The text of a file.
pub(super) fn decode(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).unwrap_or_else(|error| {
        let mut text = String::new();
        for chunk in error.as_bytes().utf8_chunks() {
            text.push_str(chunk.valid());
            let invalid = chunk.invalid().iter();
            text.extend(invalid.filter_map(|byte| char::from_u32(FIRST + u32::from(byte & 0x7F))));
        }
        text
    })
}

/// The file that a text is.
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
        let all: Vec<u8> = (0..=255).chain("größe".bytes()).chain([0xC3]).collect();
        let text = decode(all.clone());
        assert_eq!(*encode(&text), all);
        assert_eq!(shown(&text).len(), text.len());
        assert!(text.contains("größe"));
        assert!(matches!(encode("größe"), Cow::Borrowed(_)));
    }
}
