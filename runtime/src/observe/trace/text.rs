//! Trace events as text, written straight into a buffer: a region may have a million of
//! them, and building a value for each took longer than short tasks run. Escaping is
//! `serde_json`'s.

use std::fmt::{Display, Write as _};

/// Events, each with a comma and a new line before it.
#[derive(Default)]
pub(super) struct Text {
    out: String,
    scratch: String,
}

impl Text {
    pub(super) fn as_bytes(&self) -> &[u8] {
        self.out.as_bytes()
    }

    /// Begins an event; its fields follow, then [`end`](Self::end).
    pub(super) fn event(&mut self, ph: char) -> &mut Self {
        let pid = std::process::id();
        let _ = write!(self.out, ",\n{{\"ph\":\"{ph}\",\"pid\":{pid}");
        self
    }

    /// Ends an event or an object inside it.
    pub(super) fn end(&mut self) -> &mut Self {
        self.out.push('}');
        self
    }

    /// A text.
    pub(super) fn text(&mut self, key: &'static str, value: &str) -> &mut Self {
        self.key(key);
        quote(&mut self.out, value);
        self
    }

    /// A whole number.
    pub(super) fn number(&mut self, key: &'static str, value: impl Into<i128>) -> &mut Self {
        self.key(key);
        let _ = write!(self.out, "{}", value.into());
        self
    }

    /// A time, given in ns, in the format's microseconds.
    pub(super) fn time(&mut self, key: &'static str, ns: u64) -> &mut Self {
        self.key(key);
        let _ = write!(self.out, "{}.{:03}", ns / 1_000, ns % 1_000);
        self
    }

    /// A list of texts.
    pub(super) fn list(
        &mut self,
        key: &'static str,
        values: impl IntoIterator<Item = impl Display>,
    ) -> &mut Self {
        self.key(key);
        self.out.push('[');
        for (n, value) in values.into_iter().enumerate() {
            self.out.push_str(if n == 0 { "" } else { "," });
            self.quote_shown(value);
        }
        self.out.push(']');
        self
    }

    /// Begins an object inside the event with its first field, a text such as `file:line`; [`end`](Self::end) ends it.
    pub(super) fn object(
        &mut self,
        key: &'static str,
        first: &'static str,
        value: impl Display,
    ) -> &mut Self {
        self.key(key);
        let _ = write!(self.out, "{{\"{first}\":");
        self.quote_shown(value);
        self
    }

    /// Anything else.
    pub(super) fn value(&mut self, key: &'static str, value: &serde_json::Value) -> &mut Self {
        self.key(key);
        let _ = write!(self.out, "{value}");
        self
    }

    fn key(&mut self, key: &'static str) {
        let _ = write!(self.out, ",\"{key}\":");
    }

    fn quote_shown(&mut self, value: impl Display) {
        self.scratch.clear();
        let _ = write!(self.scratch, "{value}");
        quote(&mut self.out, &self.scratch);
    }
}

fn quote(out: &mut String, text: &str) {
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
        let mut text = Text::default();
        for each in texts {
            text.event('X').text("name", each).list("list", [each, "b"]);
            text.object("args", "first", each)
                .number("n", 3_u32)
                .end()
                .time("ts", 1_000_007)
                .end();
        }
        let all = format!("[{}]", std::str::from_utf8(&text.as_bytes()[1..]).unwrap());
        let events: Vec<Value> = serde_json::from_str(&all).unwrap();
        for (event, each) in events.iter().zip(texts) {
            let want = json!({"ph": "X", "pid": std::process::id(), "name": each, "list": [each, "b"],
                              "args": {"first": each, "n": 3}, "ts": 1000.007});
            assert_eq!(*event, want);
        }
        assert_eq!(events.len(), texts.len());
    }
}
