//! Where the lines of a text begin: its bytes go in, their lines come out.

/// First bytes of the lines of a text.
#[derive(Debug, Clone)]
pub(crate) struct Lines(Vec<usize>);

impl Lines {
    /// Those of a text.
    pub(crate) fn of(text: &str) -> Lines {
        let behind = text.match_indices('\n').map(|(at, _)| at + 1);
        Lines(std::iter::once(0).chain(behind).collect())
    }

    /// The line (1-based) of a byte.
    pub(crate) fn line(&self, byte: usize) -> usize {
        self.0.partition_point(|&start| start <= byte)
    }

    /// The white space that the line of a byte begins with; `text` is the text.
    pub(crate) fn indent<'t>(&self, text: &'t str, byte: usize) -> &'t str {
        let start = self.0.get(self.line(byte) - 1).copied().unwrap_or(0);
        let line = text.get(start..).unwrap_or("");
        &line[..line.len() - line.trim_start_matches([' ', '\t']).len()]
    }
}
