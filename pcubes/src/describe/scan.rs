//! Reading small languages word by word, with errors where they are.

use std::ops::Range;

use crate::describe::error::DescribeError;

/// A place in a text, and how far to read. Spaces, line ends and `//` comments count for
/// nothing.
#[derive(Clone)]
pub(crate) struct Cursor<'t> {
    whole: &'t str,
    /// What errors call the text.
    name: &'t str,
    rest: &'t str,
    at: usize,
}

impl<'t> Cursor<'t> {
    /// At the start of the bytes `range` of a text.
    pub(crate) fn over(whole: &'t str, name: &'t str, range: Range<usize>) -> Cursor<'t> {
        Cursor {
            whole,
            name,
            rest: &whole[range.clone()],
            at: range.start,
        }
    }

    /// An error at a place of the text.
    pub(crate) fn error(
        &self,
        span: Range<usize>,
        message: impl Into<String>,
        help: impl Into<String>,
    ) -> DescribeError {
        let help = Some(help.into());
        DescribeError::at(self.name, self.whole, span, message.into(), help)
    }

    fn skip(&mut self) {
        loop {
            let trimmed = self.rest.trim_start();
            self.take(self.rest.len() - trimmed.len());
            if !self.rest.starts_with("//") {
                return;
            }
            self.take(self.rest.find('\n').unwrap_or(self.rest.len()));
        }
    }

    fn take(&mut self, bytes: usize) -> (&'t str, Range<usize>) {
        let (taken, rest) = self.rest.split_at(bytes);
        let start = self.at;
        self.rest = rest;
        self.at += bytes;
        (taken, start..self.at)
    }

    pub(crate) fn is_at_end(&mut self) -> bool {
        self.skip();
        self.rest.is_empty()
    }

    /// Letters, digits, `-` and `_`; empty if there is none of them.
    pub(crate) fn word(&mut self) -> (&'t str, Range<usize>) {
        self.skip();
        let other = |c: char| !(c.is_alphanumeric() || c == '-' || c == '_');
        let end = self.rest.find(other).unwrap_or(self.rest.len());
        self.take(end)
    }

    /// A text in double quotes, without them; the place includes them.
    pub(crate) fn quoted(
        &mut self,
        what: &str,
        help: &str,
    ) -> Result<(&'t str, Range<usize>), DescribeError> {
        self.skip();
        let start = self.at;
        self.expect("\"", help)?;
        let line = self.rest.find('\n').unwrap_or(self.rest.len());
        match self.rest[..line].find('"') {
            Some(end) => {
                let (text, span) = self.take(end);
                self.take(1);
                Ok((text, span.start - 1..span.end + 1))
            }
            None => {
                let end = start + 1 + self.rest[..line].trim_end().len();
                Err(self.error(
                    start..end,
                    format!("{what} without its closing quote"),
                    help,
                ))
            }
        }
    }

    /// Goes over `sign` if it stands here.
    pub(crate) fn eat(&mut self, sign: &str) -> bool {
        self.skip();
        let there = self.rest.starts_with(sign);
        if there {
            self.take(sign.len());
        }
        there
    }

    /// What stands here, for messages.
    pub(crate) fn found(&mut self) -> (String, Range<usize>) {
        self.skip();
        let (word, span) = self.clone().word();
        if !word.is_empty() {
            return (format!("`{word}`"), span);
        }
        let first = self.rest.chars().next();
        let shown = first.map_or("the end".to_owned(), |c| format!("`{c}`"));
        (shown, self.at..self.at + first.map_or(0, char::len_utf8))
    }

    pub(crate) fn expect(&mut self, sign: &str, help: &str) -> Result<(), DescribeError> {
        if self.eat(sign) {
            return Ok(());
        }
        let (found, span) = self.found();
        Err(self.error(span, format!("expected `{sign}`, found {found}"), help))
    }

    pub(crate) fn name(&mut self, what: &str) -> Result<(&'t str, Range<usize>), DescribeError> {
        let (word, span) = self.word();
        if !word.is_empty() {
            return Ok((word, span));
        }
        let (found, span) = self.found();
        let help = "names are letters, digits, `-` and `_`";
        Err(self.error(span, format!("expected {what}, found {found}"), help))
    }

    pub(crate) fn number(
        &mut self,
        what: &str,
        help: &str,
    ) -> Result<(usize, Range<usize>), DescribeError> {
        let (word, span) = self.word();
        if let Ok(number) = word.parse() {
            return Ok((number, span));
        }
        let (found, span) = match word {
            "" => self.found(),
            word => (format!("`{word}`"), span),
        };
        Err(self.error(span, format!("expected {what}, found {found}"), help))
    }

    pub(crate) fn end(&mut self, help: &str) -> Result<(), DescribeError> {
        if self.is_at_end() {
            return Ok(());
        }
        let (found, span) = self.found();
        Err(self.error(span, format!("{found} cannot stand here"), help))
    }
}
