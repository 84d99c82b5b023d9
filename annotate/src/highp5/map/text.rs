//! An explanation for people.

use std::fmt;

use pcubes::mapping::{Levels, Store};
use pcubes::{Bytes, Machine};

use crate::highp5::map::explain::{Explanation, SpaceExplanation};

const HEADER: [&str; 6] = [
    "space",
    "mapped to",
    "executed by",
    "at a time",
    "LPUs",
    "bytes per LPU",
];

impl Explanation {
    /// The explanation as text: a table of spaces, what an LPU of each holds, and warnings.
    #[must_use]
    pub fn to_text(&self, machine: &Machine) -> String {
        let levels = Levels::of(machine);
        let mut out = String::new();
        // Writing to a text never fails.
        let _ = self.write(&mut out, machine, &levels);
        out
    }

    fn write(&self, out: &mut String, machine: &Machine, levels: &Levels) -> fmt::Result {
        use fmt::Write as _;
        writeln!(out, "\"{}\" on {}", self.task, machine.name)?;
        let rows = self.spaces.iter().map(|space| row(space, levels));
        let rows: Vec<[String; 6]> = std::iter::once(HEADER.map(str::to_owned))
            .chain(rows)
            .collect();
        let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max();
        let widths: Vec<usize> = (0..6).map(|column| width(column).unwrap_or(0)).collect();
        for row in &rows {
            let cell = |(column, text): (usize, &String)| match column {
                3..=5 => format!("{text:>0$}", widths[column]),
                _ => format!("{text:<0$}", widths[column]),
            };
            let cells: Vec<String> = row.iter().enumerate().map(cell).collect();
            writeln!(out, "  {}", cells.join("  ").trim_end())?;
        }
        for space in &self.spaces {
            if space.lpus.is_none() {
                let grid = product(&space.grid);
                writeln!(
                    out,
                    "  space {} cuts each LPU around it into {grid}",
                    space.name
                )?;
            }
        }
        let is_shown = |space: &&SpaceExplanation| {
            !space.arrays.is_empty() && (space.name != "Root" || space.bytes.is_some())
        };
        for space in self.spaces.iter().filter(is_shown) {
            writeln!(out, "  an LPU of {} holds {}", space.name, holds(space))?;
        }
        for space in &self.spaces {
            if let Some(warning) = warning(space, levels) {
                writeln!(out, "  warning: {warning}")?;
            }
        }
        if !self.unknown.is_empty() {
            writeln!(
                out,
                "  note: not known before the program runs: {}\n  help: give dimensions with \
                 --dims ARRAY=4x5, arguments of the program or of partitions behind --",
                self.unknown.join(", ")
            )?;
        }
        Ok(())
    }

    /// Warnings: spaces whose data do not fit where they are worked on.
    #[must_use]
    pub fn warnings(&self, machine: &Machine) -> Vec<String> {
        let levels = Levels::of(machine);
        let warnings = self
            .spaces
            .iter()
            .filter_map(|space| warning(space, &levels));
        warnings.collect()
    }
}

fn row(space: &SpaceExplanation, levels: &Levels) -> [String; 6] {
    let placed = space.placed;
    let level = |at: usize| format!("{} ({})", levels.name(at), levels.list()[at].number);
    let star = if placed.by_default { "*" } else { "" };
    let name = [space.name.as_str(), &space.shape].join(" ");
    let executed = match placed.stand_in.cmp(&placed.level) {
        _ if space.name == "Root" => format!("one {}", levels.name(placed.stand_in)),
        std::cmp::Ordering::Equal => "itself".to_owned(),
        std::cmp::Ordering::Greater => format!("one {} of it", levels.name(placed.stand_in)),
        std::cmp::Ordering::Less => format!("the {} around it", levels.name(placed.stand_in)),
    };
    let grid = product(&space.grid);
    let lpus = match space.lpus {
        None => "?".to_owned(),
        Some(lpus) if space.grid.len() < 2 || lpus <= 1 => lpus.to_string(),
        Some(lpus) => format!("{lpus} ({grid} each)"),
    };
    let bytes = space
        .bytes
        .map_or("?".to_owned(), |bytes| Bytes(bytes).rounded());
    [
        name.trim_end().to_owned(),
        level(placed.level) + star,
        executed,
        space.at_a_time.to_string(),
        lpus,
        bytes,
    ]
}

/// `a x (b + c)`.
fn product(factors: &[String]) -> String {
    let factor = |text: &String| match text.contains(" + ") && factors.len() > 1 {
        true => format!("({text})"),
        false => text.clone(),
    };
    factors.iter().map(factor).collect::<Vec<_>>().join(" x ")
}

fn holds(space: &SpaceExplanation) -> String {
    let array = |(name, lens, bytes): &(String, Vec<String>, Option<u64>)| {
        let bytes = bytes.map_or(String::new(), |bytes| {
            format!(" ({})", Bytes(bytes).rounded())
        });
        format!("{name} {}{bytes}", product(lens))
    };
    let all: Vec<String> = space.arrays.iter().map(array).collect();
    let piece = space.piece.map_or(String::new(), |piece| {
        format!(
            "; {} at a time by its sub-partition",
            Bytes(piece).rounded()
        )
    });
    all.join(", ") + &piece
}

fn warning(space: &SpaceExplanation, levels: &Levels) -> Option<String> {
    // Where no stage stands, nobody works on its LPUs.
    if !space.works {
        return None;
    }
    let bytes = Bytes(space.piece.or(space.bytes)?).rounded();
    let size = |level: usize| {
        levels.list()[level]
            .memory
            .map_or(String::new(), Bytes::rounded)
    };
    match space.store {
        Store::Near { .. } | Store::Unknown => None,
        Store::Staged { from, level } => Some(format!(
            "space {}: {bytes} per LPU do not fit in the {} of a {}; they lie in the {} of its {} \
             and are staged in and out",
            space.name,
            size(from),
            levels.name(from),
            size(level),
            levels.name(level)
        )),
        Store::Nowhere => Some(format!(
            "space {}: {bytes} per LPU, {} at a time, fit in no memory of the machine",
            space.name, space.at_a_time
        )),
    }
}
