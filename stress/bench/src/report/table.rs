//! A table on screen.

use std::fmt;

/// Rows of cells under a title; the first column is aligned left, the others right.
#[derive(Debug, Clone, Default)]
pub struct Table {
    title: String,
    rows: Vec<Vec<String>>,
    notes: Vec<String>,
}

impl Table {
    /// An empty table with its heads.
    #[must_use]
    pub fn new(title: impl Into<String>, heads: &[&str]) -> Table {
        Table {
            title: title.into(),
            rows: vec![heads.iter().map(|&h| h.to_owned()).collect()],
            notes: Vec::new(),
        }
    }

    /// Adds a row.
    pub fn row(&mut self, cells: Vec<String>) {
        self.rows.push(cells);
    }

    /// Adds a line under the table.
    pub fn note(&mut self, text: impl Into<String>) {
        self.notes.push(text.into());
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let columns = self.rows.iter().map(Vec::len).max().unwrap_or(0);
        let width = |c: usize| {
            let cells = self
                .rows
                .iter()
                .filter(|r| r.len() > 1)
                .filter_map(|r| r.get(c));
            cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
        };
        let widths: Vec<usize> = (0..columns).map(width).collect();
        writeln!(f, "{}", self.title)?;
        for (n, row) in self.rows.iter().enumerate() {
            let mut line = String::from("  ");
            for (c, cell) in row.iter().enumerate() {
                let gap = widths[c].saturating_sub(cell.chars().count());
                if c == 0 {
                    line += &format!("{cell}{}", " ".repeat(gap));
                } else {
                    line += &format!("  {}{cell}", " ".repeat(gap));
                }
            }
            writeln!(f, "{}", line.trim_end())?;
            if n == 0 {
                let total = widths.iter().sum::<usize>() + 2 * columns.saturating_sub(1);
                writeln!(f, "  {}", "-".repeat(total))?;
            }
        }
        for note in &self.notes {
            writeln!(f, "  {note}")?;
        }
        Ok(())
    }
}

/// A figure in three or four digits, `-` where there is none.
#[must_use]
pub fn number(value: Option<f64>) -> String {
    match value {
        None => "-".to_owned(),
        Some(v) if v.abs() >= 99.95 => format!("{v:.0}"),
        Some(v) if v.abs() >= 9.995 => format!("{v:.1}"),
        Some(v) => format!("{v:.2}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_line_up() {
        let mut table = Table::new("title", &["system", "best", "median"]);
        table.row(vec!["HP5".into(), number(Some(9.5)), number(None)]);
        table.row(vec![
            "a longer name".into(),
            number(Some(1234.5)),
            number(Some(57.26)),
        ]);
        table.note("a note");
        let expected = "title\n\
            \x20 system         best  median\n\
            \x20 ---------------------------\n\
            \x20 HP5            9.50       -\n\
            \x20 a longer name  1234    57.3\n\
            \x20 a note\n";
        assert_eq!(table.to_string(), expected);
    }
}
