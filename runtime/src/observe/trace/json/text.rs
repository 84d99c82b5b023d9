//! Trace events as text, written straight into a buffer: building a value for each took longer
//! than short tasks run. Escaping is `serde_json`'s.

use std::fmt::Display;
use std::io::Write;

use crate::observe::trace::out::Out;
use crate::sync::Mutex;

/// Events, each with a comma and a new line before it.
pub(in crate::observe::trace) struct Text<'f, F: Write> {
    out: Out<'f, F>,
    pid: String,
}

impl<'f, F: Write> Text<'f, F> {
    pub(super) fn new(file: &'f Mutex<F>) -> Self {
        Text {
            out: Out::new(file),
            pid: format!("\",\"pid\":{}", std::process::id()),
        }
    }

    /// Writes what is left; how much was written in all.
    pub(super) fn finish(self) -> std::io::Result<u64> {
        self.out.finish()
    }

    /// Begins an event whose text is at hand.
    #[inline]
    pub(super) fn begin(&mut self) -> &mut Self {
        self.out.between_events();
        self
    }

    /// Begins an event; its fields follow, then [`end`](Self::end).
    pub(super) fn event(&mut self, ph: char) -> &mut Self {
        self.begin().raw(",\n{\"ph\":\"");
        self.out.bytes.push(ph as u8);
        self.out.bytes.extend_from_slice(self.pid.as_bytes());
        self
    }

    /// Ends an event or an object inside it.
    pub(super) fn end(&mut self) -> &mut Self {
        self.raw("}")
    }

    /// What was made before.
    #[inline]
    pub(super) fn raw(&mut self, text: &str) -> &mut Self {
        self.made(text.as_bytes())
    }

    /// The same as bytes.
    #[inline]
    pub(super) fn made(&mut self, text: &[u8]) -> &mut Self {
        self.out.bytes.extend_from_slice(text);
        self
    }

    /// A text.
    pub(super) fn text(&mut self, key: &'static str, value: &str) -> &mut Self {
        self.key(key).quoted(value)
    }

    /// A text without a key.
    pub(super) fn quoted(&mut self, value: &str) -> &mut Self {
        quote(&mut self.out.bytes, value);
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
        // A buffer takes everything.
        let _ = write!(self.out.bytes, "{value}");
        self
    }

    fn key(&mut self, key: &'static str) -> &mut Self {
        self.raw(",\"").raw(key).raw("\":")
    }
}

/// Adds `value` in quotes to `out`.
pub(super) fn quote_shown(out: &mut Vec<u8>, value: impl Display) {
    quote(out, &value.to_string());
}

/// Adds `text` in quotes to `out`.
pub(super) fn quote(out: &mut Vec<u8>, text: &str) {
    // Texts that need no escaping are the rule.
    if text
        .bytes()
        .all(|byte| byte >= 0x20 && byte != b'"' && byte != b'\\')
    {
        out.push(b'"');
        out.extend_from_slice(text.as_bytes());
        out.push(b'"');
    } else {
        // A text always has a JSON form.
        out.extend_from_slice(serde_json::Value::from(text).to_string().as_bytes());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sync::lock;
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
}
