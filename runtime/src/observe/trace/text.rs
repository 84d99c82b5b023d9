//! Trace events as text, written straight into a buffer that goes to the file whenever it is
//! full: a region may have a million of them, and building a value for each took longer than
//! short tasks run. Several threads write events of one region: what goes to the file at once
//! are whole events. Escaping is `serde_json`'s.

use std::fmt::{Display, Write as _};
use std::io::Write;

use crate::sync::{Mutex, lock};

/// Bytes that are collected before they go to the file, if it is free: they stay in the cache.
const FULL: usize = 128 << 10;

/// After so many more bytes it is tried again, and at last waited for.
const AGAIN: usize = 16 << 10;
const TOO_FULL: usize = 4 << 20;

/// Events, each with a comma and a new line before it.
pub(super) struct Text<'f, F: Write> {
    out: String,
    file: &'f Mutex<F>,
    /// So long the text grows before it goes to the file.
    room: usize,
    /// Bytes that went to the file.
    written: u64,
    /// What the file said first; nothing is written from then on.
    failed: Option<std::io::Error>,
    pid: String,
}

impl<'f, F: Write> Text<'f, F> {
    pub(super) fn new(file: &'f Mutex<F>) -> Self {
        Text {
            out: String::new(),
            file,
            room: FULL,
            written: 0,
            failed: None,
            pid: format!("\",\"pid\":{}", std::process::id()),
        }
    }

    /// Writes what is left; how much was written in all.
    pub(super) fn finish(mut self) -> std::io::Result<u64> {
        self.flush();
        match self.failed {
            Some(error) => Err(error),
            None => Ok(self.written),
        }
    }

    fn flush(&mut self) {
        let mut file = lock(self.file);
        self.failed = self.failed.take().or_else(|| write(&mut *file, &self.out));
        drop(file);
        self.emptied();
    }

    fn emptied(&mut self) {
        self.written += self.out.len() as u64;
        self.out.clear();
        self.room = FULL;
    }

    /// The text is long: it goes to the file unless another thread writes to it.
    #[cold]
    fn flush_soon(&mut self) {
        if self.out.len() >= TOO_FULL || self.failed.is_some() {
            return self.flush();
        }
        let Ok(mut file) = self.file.try_lock() else {
            self.room = self.out.len() + AGAIN;
            return;
        };
        self.failed = write(&mut *file, &self.out);
        drop(file);
        self.emptied();
    }

    /// Begins an event whose text is at hand.
    #[inline]
    pub(super) fn begin(&mut self) -> &mut Self {
        if self.out.len() >= self.room {
            self.flush_soon();
        }
        self
    }

    /// Begins an event; its fields follow, then [`end`](Self::end).
    pub(super) fn event(&mut self, ph: char) -> &mut Self {
        self.begin().out.push_str(",\n{\"ph\":\"");
        self.out.push(ph);
        self.out.push_str(&self.pid);
        self
    }

    /// Ends an event or an object inside it.
    pub(super) fn end(&mut self) -> &mut Self {
        self.out.push('}');
        self
    }

    /// What was made before.
    #[inline]
    pub(super) fn raw(&mut self, text: &str) -> &mut Self {
        self.out.push_str(text);
        self
    }

    /// A text.
    pub(super) fn text(&mut self, key: &'static str, value: &str) -> &mut Self {
        self.key(key).quoted(value)
    }

    /// A text without a key.
    pub(super) fn quoted(&mut self, value: &str) -> &mut Self {
        quote(&mut self.out, value);
        self
    }

    /// A whole number.
    pub(super) fn number(&mut self, key: &'static str, value: impl itoa::Integer) -> &mut Self {
        self.key(key).digits(value)
    }

    /// A whole number without a key.
    #[inline]
    pub(super) fn digits(&mut self, value: impl itoa::Integer) -> &mut Self {
        self.raw(itoa::Buffer::new().format(value))
    }

    /// A time, given in ns, in the format's microseconds.
    pub(super) fn time(&mut self, key: &'static str, ns: u64) -> &mut Self {
        self.key(key).microseconds(ns)
    }

    /// A time without a key.
    #[inline]
    pub(super) fn microseconds(&mut self, ns: u64) -> &mut Self {
        let mut digits = itoa::Buffer::new();
        let digits = digits.format(ns);
        let whole = digits.len().saturating_sub(3);
        let (whole, rest) = digits.split_at(whole);
        self.raw(if whole.is_empty() { "0" } else { whole });
        self.raw(&".00"[..4 - rest.len()]);
        self.raw(rest)
    }

    /// Begins an object inside the event with its first field, a text; [`end`](Self::end) ends it.
    pub(super) fn object(
        &mut self,
        key: &'static str,
        first: &'static str,
        value: &str,
    ) -> &mut Self {
        self.key(key).raw("{\"").raw(first).raw("\":");
        self.quoted(value)
    }

    /// Anything else.
    pub(super) fn value(&mut self, key: &'static str, value: &serde_json::Value) -> &mut Self {
        self.key(key);
        let _ = write!(self.out, "{value}");
        self
    }

    fn key(&mut self, key: &'static str) -> &mut Self {
        self.raw(",\"").raw(key).raw("\":")
    }
}

fn write(file: &mut impl Write, text: &str) -> Option<std::io::Error> {
    file.write_all(text.as_bytes()).err()
}

/// Adds `value` in quotes to `out`.
pub(super) fn quote_shown(out: &mut String, value: impl Display) {
    quote(out, &value.to_string());
}

/// Adds `text` in quotes to `out`.
pub(super) fn quote(out: &mut String, text: &str) {
    // Texts that need no escaping are the rule.
    if text
        .bytes()
        .all(|byte| byte >= 0x20 && byte != b'"' && byte != b'\\')
    {
        out.push('"');
        out.push_str(text);
        out.push('"');
    } else {
        // A text always has a JSON form.
        out.push_str(&serde_json::Value::from(text).to_string());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    #[test]
    fn every_text_comes_back() {
        let texts = [
            "",
            "plain",
            "größe ∑ \u{1f600}",
            "\"",
            "\\",
            "\u{0}\u{1f}\n\t\r",
            "</script>",
            "\u{7f}\u{2028}",
        ];
        let file = Mutex::new(Vec::new());
        let mut text = Text::new(&file);
        for each in texts {
            text.event('X').text("name", each);
            text.object("args", "first", each)
                .number("n", -3_i32)
                .end()
                .time("ts", 1_000_007)
                .end();
        }
        let written = text.finish().unwrap();
        let file = lock(&file);
        assert_eq!(written, file.len() as u64);
        let all = format!("[{}]", std::str::from_utf8(&file[1..]).unwrap());
        let events: Vec<Value> = serde_json::from_str(&all).unwrap();
        for (event, each) in events.iter().zip(texts) {
            let want = json!({"ph": "X", "pid": std::process::id(), "name": each,
                              "args": {"first": each, "n": -3}, "ts": 1000.007});
            assert_eq!(*event, want);
        }
        assert_eq!(events.len(), texts.len());
    }

    #[test]
    fn times_are_exact() {
        let times = [
            0,
            1,
            10,
            100,
            999,
            1_000,
            1_010,
            12_345_600,
            9_999_999_999_999,
        ];
        let file = Mutex::new(Vec::new());
        let mut text = Text::new(&file);
        times.iter().for_each(|ns| {
            text.raw(" ").microseconds(*ns);
        });
        text.finish().unwrap();
        let want = " 0.000 0.001 0.010 0.100 0.999 1.000 1.010 12345.600 9999999999.999";
        assert_eq!(std::str::from_utf8(&lock(&file)).unwrap(), want);
    }

    #[test]
    fn text_reaches_the_file_in_portions_and_stops_when_it_fails() {
        /// Takes so many bytes.
        struct Disk(usize, usize);
        impl Write for Disk {
            fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
                self.1 += 1;
                let taken = bytes.len().min(self.0);
                self.0 -= taken;
                match taken {
                    0 => Err(std::io::Error::other("full")),
                    _ => Ok(taken),
                }
            }
            fn flush(&mut self) -> std::io::Result<()> {
                Ok(())
            }
        }
        let fill = |disk: &Mutex<Disk>| {
            let mut text = Text::new(disk);
            let long = "x".repeat(1000);
            (0..1000).for_each(|_| {
                text.event('X').text("name", &long).end();
            });
            text.finish()
        };
        let disk = Mutex::new(Disk(usize::MAX, 0));
        assert!(fill(&disk).unwrap() > 1_000_000);
        let writes = lock(&disk).1;
        assert!((7..10).contains(&writes), "{writes} writes");
        let disk = Mutex::new(Disk(300_000, 0));
        assert_eq!(fill(&disk).unwrap_err().to_string(), "full");
        let why = "two portions, the rest of the third, and no more";
        assert_eq!(lock(&disk).1, 4, "{why}");
    }

    #[test]
    fn nobody_waits_for_a_file_that_another_thread_writes_to() {
        let file = Mutex::new(Vec::new());
        let held = lock(&file);
        let mut text = Text::new(&file);
        let long = "x".repeat(FULL);
        // Would wait for ever if it did.
        (0..4).for_each(|_| {
            text.event('X').text("name", &long).end();
        });
        assert_eq!(text.written, 0);
        drop(held);
        text.event('X').text("name", &long).end();
        assert!(text.written > 4 * FULL as u64, "{}", text.written);
        let written = text.finish().unwrap();
        assert_eq!(written, lock(&file).len() as u64);
    }
}
