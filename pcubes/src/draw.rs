//! A machine as a picture: nested boxes in SVG.
//!
//! Each space is a box with its figures; equal siblings are a stack of cards of which the
//! top one is opened, and leaves are small squares. Spaces of different kinds stand side by
//! side. The writer knows just the three elements it needs, so no SVG library is called for.

use std::fmt::Write as _;

use crate::machine::Machine;
use crate::show::{figures, has_assumptions, summary, title};
use crate::space::Space;

/// Pixels.
mod metric {
    pub const PAD: f64 = 14.0;
    pub const GAP: f64 = 14.0;
    pub const CARD: f64 = 6.0;
    pub const TITLE: f64 = 15.0;
    pub const LINE: f64 = 15.0;
    pub const CELL: f64 = 16.0;
    /// Cells in a row of leaves, and rows before "and more".
    pub const ROW: usize = 16;
    pub const ROWS: usize = 4;
}
use metric::{CARD, CELL, GAP, LINE, PAD, ROW, ROWS, TITLE};

/// Fills by depth: light, so that text stays readable in print.
const FILLS: [&str; 6] = [
    "#f7f9fc", "#e3ecf7", "#fdf3dc", "#e6f4e4", "#f6e6ee", "#e9e6f6",
];
const EDGE: &str = "#44546a";
const INK: &str = "#1b2430";
const CELLS: &str = "#7f9cc0";

/// A box that has been measured.
struct Block {
    title: String,
    lines: Vec<String>,
    /// Cards behind the top one.
    cards: usize,
    /// Leaves drawn as squares, and whether there are more.
    cells: usize,
    more: bool,
    children: Vec<Block>,
    /// Of the top card.
    width: f64,
    height: f64,
    /// From the top of the card to its children or squares.
    header: f64,
}

impl Block {
    fn measure(space: &Space, top: bool) -> Block {
        let children: Vec<Block> = space
            .spaces
            .iter()
            .map(|sub| Block::measure(sub, false))
            .collect();
        let lines: Vec<String> = figures(space)
            .into_iter()
            .map(|(label, text)| format!("{label}: {text}"))
            .collect();
        let title = title(space, top);
        let leaf = children.is_empty();
        let cells = if leaf { space.count.min(ROW * ROWS) } else { 0 };
        let more = leaf && space.count > cells;
        let header = PAD + TITLE + LINE * lines.len() as f64;
        let text = lines
            .iter()
            .map(|line| text_width(line, 11.0))
            .fold(text_width(&title, 14.0) * 1.08, f64::max);
        let (inner_width, inner_height) = if leaf {
            let columns = cells.min(ROW) + usize::from(more);
            (columns as f64 * CELL, cells.div_ceil(ROW) as f64 * CELL)
        } else {
            let width = children.iter().map(Block::outer_width).sum::<f64>()
                + GAP * (children.len() - 1) as f64;
            (
                width,
                children.iter().map(Block::outer_height).fold(0.0, f64::max),
            )
        };
        Block {
            title,
            lines,
            cards: if leaf { 0 } else { (space.count - 1).min(3) },
            cells,
            more,
            children,
            width: text.max(inner_width) + 2.0 * PAD,
            height: header + GAP / 2.0 + inner_height + PAD,
            header,
        }
    }

    fn outer_width(&self) -> f64 {
        self.width + CARD * self.cards as f64
    }

    fn outer_height(&self) -> f64 {
        self.height + CARD * self.cards as f64
    }

    /// Makes the box and its children as wide as there is room for, so that boxes align.
    fn widen(&mut self, width: f64) {
        self.width = width - CARD * self.cards as f64;
        let taken: f64 = self.children.iter().map(Block::outer_width).sum();
        let room = self.width - 2.0 * PAD - GAP * self.children.len().saturating_sub(1) as f64;
        let spare = (room - taken) / self.children.len().max(1) as f64;
        for child in &mut self.children {
            child.widen(child.outer_width() + spare);
        }
    }

    fn draw(&self, out: &mut String, x: f64, y: f64, depth: usize) {
        let fill = FILLS[depth % FILLS.len()];
        for card in (0..=self.cards).rev() {
            let shift = CARD * card as f64;
            rectangle(
                out,
                x + shift,
                y + shift,
                self.width,
                self.height,
                fill,
                5.0,
            );
        }
        text(out, x + PAD, y + PAD + TITLE * 0.7, &self.title, 14, true);
        for (number, line) in self.lines.iter().enumerate() {
            let baseline = y + PAD + TITLE + LINE * (number as f64 + 0.8);
            text(out, x + PAD, baseline, line, 11, false);
        }
        let (mut left, inside) = (x + PAD, y + self.header + GAP / 2.0);
        for child in &self.children {
            child.draw(out, left, inside, depth + 1);
            left += child.outer_width() + GAP;
        }
        self.draw_cells(out, left, inside);
    }

    fn draw_cells(&self, out: &mut String, left: f64, top: f64) {
        for cell in 0..self.cells {
            let (column, row) = (cell % ROW, cell / ROW);
            let (x, y) = (left + CELL * column as f64, top + CELL * row as f64);
            rectangle(out, x, y, CELL - 4.0, CELL - 4.0, CELLS, 2.0);
        }
        if self.more {
            let (x, y) = (left + CELL * ROW as f64, top + CELL * (ROWS as f64 - 0.4));
            text(out, x, y, "…", 14, true);
        }
    }
}

/// Width of a text in a common sans-serif face, on the safe side.
fn text_width(text: &str, size: f64) -> f64 {
    text.chars()
        .map(|c| if c.is_ascii() { 0.58 } else { 1.0 })
        .sum::<f64>()
        * size
}

fn rectangle(out: &mut String, x: f64, y: f64, width: f64, height: f64, fill: &str, radius: f64) {
    _ = writeln!(
        out,
        r#"<rect x="{x:.1}" y="{y:.1}" width="{width:.1}" height="{height:.1}" rx="{radius}" fill="{fill}" stroke="{EDGE}"/>"#
    );
}

fn text(out: &mut String, x: f64, y: f64, content: &str, size: u32, bold: bool) {
    let weight = if bold { r#" font-weight="bold""# } else { "" };
    _ = writeln!(
        out,
        r#"<text x="{x:.1}" y="{y:.1}" font-size="{size}"{weight}>{}</text>"#,
        escaped(content)
    );
}

/// Text as XML allows it.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}

impl Machine {
    /// The machine as an SVG picture of nested boxes.
    #[must_use]
    pub fn to_svg(&self) -> String {
        let mut top = Block::measure(self.root(), true);
        let mut heading = vec![(self.name.clone(), 18, true)];
        heading.extend(self.about.clone().map(|about| (about, 12, false)));
        heading.push((summary(self), 12, false));
        heading.extend(
            self.source
                .clone()
                .map(|source| (format!("source: {source}"), 12, false)),
        );
        if has_assumptions(self) {
            heading.push(("* assumed".to_owned(), 12, false));
        }
        let widest = heading
            .iter()
            .map(|(line, size, _)| text_width(line, f64::from(*size)));
        let width = widest.fold(top.outer_width(), f64::max);
        top.widen(width);
        let head = 20.0 * heading.len() as f64 + 8.0;
        let (all_width, all_height) = (width + 2.0 * PAD, head + top.outer_height() + 2.0 * PAD);
        let mut out = format!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" width="{all_width:.0}" height="{all_height:.0}" viewBox="0 0 {all_width:.0} {all_height:.0}" font-family="DejaVu Sans, Verdana, Helvetica, sans-serif" fill="{INK}">"#
        );
        out.push('\n');
        _ = writeln!(out, "<title>{}</title>", escaped(&self.name));
        _ = writeln!(out, r#"<rect width="100%" height="100%" fill="white"/>"#);
        for (number, (line, size, bold)) in heading.iter().enumerate() {
            text(
                &mut out,
                PAD,
                PAD + 14.0 + 20.0 * number as f64,
                line,
                *size,
                *bold,
            );
        }
        top.draw(&mut out, PAD, PAD + head, 0);
        out.push_str("</svg>\n");
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::describe::BUILT_IN;

    /// Attribute `name` of an element, as a number.
    fn number(element: &str, name: &str) -> f64 {
        let start = element
            .find(&format!(" {name}=\""))
            .unwrap_or_else(|| panic!("{name} in {element}"));
        let rest = &element[start + name.len() + 3..];
        rest[..rest.find('"').unwrap()].parse().unwrap()
    }

    #[test]
    fn all_boxes_lie_within_the_picture() {
        for (name, _) in BUILT_IN {
            let svg = Machine::named(name).unwrap().to_svg();
            let (width, height) = (number(&svg, "width"), number(&svg, "height"));
            let boxes: Vec<&str> = svg.lines().filter(|l| l.starts_with("<rect x=")).collect();
            assert!(boxes.len() >= 3, "{name}");
            for element in boxes {
                let right = number(element, "x") + number(element, "width");
                let bottom = number(element, "y") + number(element, "height");
                assert!(right <= width && bottom <= height, "{name}: {element}");
                assert!(
                    number(element, "width") > 0.0 && number(element, "height") > 0.0,
                    "{name}: {element}"
                );
            }
        }
    }

    #[test]
    fn counts_are_cards_and_squares() {
        let svg = Machine::synthetic("package:2 core:4").unwrap().to_svg();
        let boxes = |fill: &str| svg.matches(&format!("fill=\"{fill}\" stroke")).count();
        assert_eq!(boxes(FILLS[0]), 1);
        assert_eq!(boxes(FILLS[1]), 2, "a card for each package");
        assert_eq!(boxes(CELLS), 4, "a square for each core of the opened one");
        let many = Machine::synthetic("core:1000").unwrap().to_svg();
        assert_eq!(many.matches(CELLS).count(), ROW * ROWS);
        assert!(many.contains("…"));
    }

    #[test]
    fn names_cannot_break_the_picture() {
        let machine = Machine::new("<&\">\u{1}", Space::new("</svg>", 1));
        let svg = machine.to_svg();
        assert!(svg.contains("&lt;&amp;&quot;&gt;\u{fffd}"), "{svg}");
        assert_eq!(svg.matches("</svg>").count(), 1);
    }
}
