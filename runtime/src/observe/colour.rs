//! One colour per source line, the same in the graph and in the picture; and text that
//! neither of them can choke on.

use std::collections::HashMap;

use crate::record::run_record::RunRecord;

/// Fill colours that black text can be read on, told apart by most eyes, dealt to source
/// lines in the order of their first task. After the last one they begin again.
const COLOURS: [&str; 12] = [
    "#8dc8e8", "#f4b183", "#a8d08d", "#f2e394", "#c9b1e0", "#f29f97", "#7fd1c1", "#d9c3a5",
    "#f5b5d3", "#b8c4d6", "#d6e27a", "#9fa8da",
];

/// The source lines of a record.
pub(crate) struct Sites<'r> {
    /// Every source line once, by first task.
    pub(crate) list: Vec<Site<'r>>,
    /// For each task, its place in `list`.
    pub(crate) of_task: Vec<usize>,
}

/// A source line with tasks.
#[derive(Clone, Copy)]
pub(crate) struct Site<'r> {
    pub(crate) file: &'r str,
    pub(crate) line: u32,
    /// Name of its first task.
    pub(crate) name: &'r str,
    /// How many tasks it has.
    pub(crate) tasks: usize,
}

impl Sites<'_> {
    pub(crate) fn of(record: &RunRecord) -> Sites<'_> {
        let mut known: HashMap<(&str, u32), usize> = HashMap::new();
        let mut list: Vec<Site> = Vec::new();
        let mut of_task = Vec::with_capacity(record.tasks.len());
        for task in &record.tasks {
            let at = *known.entry((task.file, task.line)).or_insert_with(|| {
                list.push(Site {
                    file: task.file,
                    line: task.line,
                    name: &task.name,
                    tasks: 0,
                });
                list.len() - 1
            });
            list[at].tasks += 1;
            of_task.push(at);
        }
        Sites { list, of_task }
    }

    /// Fill colour of a source line, by its place in `list`.
    pub(crate) fn fill(site: usize) -> &'static str {
        COLOURS[site % COLOURS.len()]
    }
}

/// Leaves out what XML and Graphviz cannot hold: control characters, apart from newlines
/// and tabs, become U+FFFD.
pub(crate) fn printable(text: &str) -> String {
    let keep = |c: char| {
        c == '\n' || c == '\t' || !(c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}'))
    };
    text.chars()
        .map(|c| if keep(c) { c } else { '\u{fffd}' })
        .collect()
}

/// At most `most` characters, the last one an ellipsis where something was cut.
pub(crate) fn shortened(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    let head: String = text.chars().take(most.saturating_sub(1)).collect();
    head + "…"
}

/// `1,234,567`.
pub(crate) fn thousands(number: impl std::fmt::Display) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (n, digit) in digits.chars().enumerate() {
        if n > 0 && (digits.len() - n).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::observe::fixtures;

    #[test]
    fn one_colour_per_line_in_order_of_appearance() {
        let run = fixtures::record(7);
        let sites = Sites::of(&run);
        assert_eq!(sites.of_task, [0, 1, 2, 0, 1, 2, 0]);
        let lines: Vec<_> = sites
            .list
            .iter()
            .map(|site| (site.line, site.tasks))
            .collect();
        assert_eq!(lines, [(10, 3), (11, 2), (12, 2)]);
        assert_ne!(Sites::fill(0), Sites::fill(1));
        assert_eq!(Sites::fill(0), Sites::fill(COLOURS.len()));
    }

    #[test]
    fn texts_are_cut_and_cleaned_by_character() {
        assert_eq!(shortened("grüße", 5), "grüße");
        assert_eq!(shortened("grüßen", 5), "grüß…");
        assert_eq!(
            printable("a\u{0}b\u{1b}[31m\nc\u{ffff}"),
            "a\u{fffd}b\u{fffd}[31m\nc\u{fffd}"
        );
        assert_eq!(
            [
                thousands(1),
                thousands(999),
                thousands(1_000),
                thousands(1_234_567)
            ],
            ["1", "999", "1,000", "1,234,567"]
        );
    }
}
