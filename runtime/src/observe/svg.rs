//! The picture of a run (`HP5_SVG`): time to the right, a row per PPU, a box per task,
//! coloured by source line. What is grey is idle; what has a dark frame is on the critical
//! path. One self-contained file: a browser shows details of a box under the pointer.

mod boxes;

use std::fmt::Write as _;
use std::time::Duration;

use crate::observe::colour::{Sites, printable, shortened, thousands};
use crate::record::run_record::RunRecord;
use crate::record::stats::time_text;
use boxes::{Piece, pieces};

/// Width of the picture.
const WIDTH: f64 = 1280.0;
/// Room right of the rows.
const RIGHT: f64 = 36.0;
/// Where the rows begin.
const TOP: f64 = 74.0;
/// Fill of what is idle.
const IDLE: &str = "fill=\"#e9e9ec\"";
/// Frame of what is on the critical path.
const CRITICAL: &str = " stroke=\"#8b1a1a\" stroke-width=\"1.4\"";
/// Boxes narrower than this have no frame: it would be all that is seen of them.
const FRAMED: f64 = 3.0;
/// Lines of the legend; further source lines are summed up.
const MOST_NAMES: usize = 24;

/// Where things are.
struct Layout {
    left: f64,
    /// Height of a row, with the gap below it.
    row: f64,
    gap: f64,
    rows: usize,
    begin: u64,
    span: u64,
}

impl Layout {
    fn of(record: &RunRecord) -> Layout {
        let (begin, end) = record.span_ns().unwrap_or((0, 0));
        let rows = record.ppu_count().max(1);
        let longest = (0..rows)
            .map(|ppu| label(record, ppu).chars().count())
            .max()
            .unwrap_or(0);
        let (row, gap) = match rows {
            0..=8 => (38.0, 6.0),
            9..=24 => (26.0, 4.0),
            25..=64 => (16.0, 2.0),
            _ => (9.0, 1.0),
        };
        Layout {
            left: 24.0 + 7.0 * longest as f64,
            row,
            gap,
            rows,
            begin,
            span: (end - begin).max(1),
        }
    }

    fn width(&self) -> f64 {
        WIDTH - RIGHT - self.left
    }

    fn x(&self, ns: u64) -> f64 {
        self.left + ns.saturating_sub(self.begin) as f64 / self.span as f64 * self.width()
    }

    fn y(&self, ppu: usize) -> f64 {
        TOP + self.row * ppu as f64
    }

    /// Thin boxes keep a width that can be seen.
    fn box_width(&self, piece: &Piece) -> f64 {
        (self.x(piece.end_ns) - self.x(piece.start_ns)).max(0.3)
    }

    /// Left, top, width and height of a box; what ran inside another task is set in.
    fn place(&self, piece: &Piece) -> (f64, f64, f64, f64) {
        let inset = (3.0 * piece.depth as f64).min(self.box_height() / 2.0);
        let y = self.y(piece.ppu as usize) + inset;
        (
            self.x(piece.start_ns),
            y,
            self.box_width(piece),
            self.box_height() - inset,
        )
    }

    /// Wide enough for a frame, and it deserves one.
    fn is_framed(&self, piece: &Piece) -> bool {
        piece.critical && self.box_width(piece) >= FRAMED
    }

    fn box_height(&self) -> f64 {
        self.row - self.gap
    }

    fn bottom(&self) -> f64 {
        self.y(self.rows)
    }
}

/// The whole picture.
pub(crate) fn render(record: &RunRecord) -> String {
    let layout = Layout::of(record);
    let sites = Sites::of(record);
    let pieces = pieces(record, &sites, layout.width() / layout.span as f64);
    let legend = legend(
        record,
        &sites,
        pieces.iter().any(|piece| layout.is_framed(piece)),
    );
    let legend_top = layout.bottom() + 46.0;
    let height = legend_top + 20.0 * legend.len() as f64 + 12.0;
    let mut out = String::new();
    let _ = writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{height}\" viewBox=\"0 0 {WIDTH} {height}\" \
         font-family=\"Helvetica, Arial, sans-serif\" font-size=\"12\" fill=\"#222\">"
    );
    let _ = writeln!(
        out,
        "<rect width=\"{WIDTH}\" height=\"{height}\" fill=\"#ffffff\"/>"
    );
    draw_title(&mut out, record);
    draw_rows(&mut out, record, &layout);
    draw_axis(&mut out, &layout);
    for piece in &pieces {
        draw_piece(&mut out, record, &layout, piece);
    }
    // On top, as the neighbours would cover half of a frame.
    for piece in pieces.iter().filter(|piece| layout.is_framed(piece)) {
        let (x, y, width, height) = layout.place(piece);
        let _ = writeln!(
            out,
            "<rect x=\"{x:.2}\" y=\"{y:.1}\" width=\"{width:.2}\" height=\"{height:.1}\" fill=\"none\"{CRITICAL} \
             pointer-events=\"none\"/>"
        );
    }
    for (n, (fill, text)) in legend.iter().enumerate() {
        let y = legend_top + 20.0 * n as f64;
        let (left, base) = (layout.left, y + 11.0);
        let _ = writeln!(
            out,
            "<rect x=\"{left:.1}\" y=\"{y:.1}\" width=\"14\" height=\"14\" rx=\"2\" {fill}/>"
        );
        let _ = writeln!(
            out,
            "<text x=\"{:.1}\" y=\"{base:.1}\">{}</text>",
            left + 22.0,
            escape(text)
        );
    }
    out.push_str("</svg>\n");
    out
}

fn label(record: &RunRecord, ppu: usize) -> String {
    shortened(&record.ppu_name(ppu as u32), 24)
}

fn draw_title(out: &mut String, record: &RunRecord) {
    let name = format!(
        "{} ({}:{})",
        shortened(&record.region, 80),
        shortened(&record.file, 80),
        record.line
    );
    let _ = writeln!(
        out,
        "<text x=\"24\" y=\"30\" font-size=\"17\" font-weight=\"bold\">{}</text>",
        escape(&name)
    );
    let span = record.span_ns().map_or(0, |(begin, end)| end - begin);
    let mut facts = vec![
        counted(record.tasks.len(), "task"),
        counted(record.edges.len(), "edge"),
        counted(record.ppu_count(), "PPU"),
        time_text(Duration::from_nanos(span)),
    ];
    if let Ok(shape) = record.shape()
        && let Some(parallelism) = shape.parallelism()
    {
        facts.push(format!("critical path {}", time_text(shape.critical_path)));
        facts.push(format!("parallelism {parallelism:.1}"));
    }
    let replay = &record.stats.replay;
    if replay.laps > 0 {
        let part = replay.hit_rate() * 100.0;
        facts.push(format!("{part:.1}% of {} laps replayed", replay.laps));
    }
    let _ = writeln!(
        out,
        "<text x=\"24\" y=\"52\" fill=\"#555\">{}</text>",
        escape(&facts.join("  ·  "))
    );
}

/// Grey rows: the boxes leave what is idle.
fn draw_rows(out: &mut String, record: &RunRecord, layout: &Layout) {
    let busy = boxes::busy(record);
    let every = (12.0 / layout.row).ceil().max(1.0) as usize;
    for ppu in 0..layout.rows {
        let (y, height) = (layout.y(ppu), layout.box_height());
        let share = 100.0 * busy.get(ppu).copied().unwrap_or(0) as f64 / layout.span as f64;
        let title = format!("{}: {share:.1}% busy", record.ppu_name(ppu as u32));
        let _ = writeln!(
            out,
            "<rect x=\"{:.1}\" y=\"{y:.1}\" width=\"{:.1}\" height=\"{height:.1}\" {IDLE}><title>{}</title></rect>",
            layout.left,
            layout.width(),
            escape(&title)
        );
        if ppu.is_multiple_of(every) {
            let base = y + height / 2.0 + 4.0;
            let name = escape(&label(record, ppu));
            let _ = writeln!(
                out,
                "<text x=\"{:.1}\" y=\"{base:.1}\" text-anchor=\"end\">{name}</text>",
                layout.left - 8.0
            );
        }
    }
}

/// Distance of the ticks, ns: 1, 2 or 5 times a power of ten, at most 12 of them.
fn tick_distance(span: u64) -> u64 {
    let mut power = 1_u64;
    loop {
        for step in [1, 2, 5] {
            let distance = power.saturating_mul(step);
            if span / distance <= 12 {
                return distance;
            }
        }
        power = power.saturating_mul(10);
    }
}

fn draw_axis(out: &mut String, layout: &Layout) {
    let distance = tick_distance(layout.span);
    // As many decimals as the distance of the ticks needs.
    let decimals = (1..=6)
        .rev()
        .find(|d| !distance.is_multiple_of(10_u64.pow(7 - d)))
        .unwrap_or(0) as usize;
    let bottom = layout.bottom();
    for n in 0..=layout.span / distance {
        let x = layout.x(layout.begin + n * distance);
        let text = format!("{:.decimals$} ms", (n * distance) as f64 / 1e6);
        let _ = writeln!(
            out,
            "<path d=\"M{x:.1} {:.1}V{:.1}\" stroke=\"#c4c4c8\"/><text x=\"{x:.1}\" y=\"{:.1}\" font-size=\"11\" \
             fill=\"#555\" text-anchor=\"middle\">{text}</text>",
            TOP - 4.0,
            bottom + 3.0,
            bottom + 17.0
        );
    }
}

fn draw_piece(out: &mut String, record: &RunRecord, layout: &Layout, piece: &Piece) {
    let (x, y, width, height) = layout.place(piece);
    let frame = if width >= FRAMED {
        " stroke=\"#fff\" stroke-width=\"0.5\""
    } else {
        ""
    };
    let faint = if piece.share < 0.95 {
        format!(" fill-opacity=\"{:.2}\"", piece.share.max(0.15))
    } else {
        String::new()
    };
    let _ = writeln!(
        out,
        "<rect x=\"{x:.2}\" y=\"{y:.1}\" width=\"{width:.2}\" height=\"{height:.1}\" fill=\"{}\"{faint}{frame}><title>{}</title></rect>",
        Sites::fill(piece.site),
        escape(&boxes::title(record, piece, layout.begin))
    );
    let room = ((width - 8.0) / 6.2).max(0.0) as usize;
    if let (Some(task), true) = (piece.task, room >= 5 && height >= 13.0) {
        let name = escape(&shortened(&record.tasks[task as usize].name, room));
        let base = y + height / 2.0 + 4.0;
        let _ = writeln!(
            out,
            "<text x=\"{:.1}\" y=\"{base:.1}\" font-size=\"11\" pointer-events=\"none\">{name}</text>",
            x + 4.0
        );
    }
}

/// Fill and text of each line, most time first; then what grey and frames mean.
fn legend(record: &RunRecord, sites: &Sites, framed: bool) -> Vec<(String, String)> {
    let mut total = vec![0_u64; sites.list.len()];
    for (site, time) in sites.of_task.iter().zip(record.self_times()) {
        total[*site] += time;
    }
    let all = total.iter().sum::<u64>().max(1);
    let mut order: Vec<usize> = (0..total.len()).collect();
    order.sort_by_key(|site| std::cmp::Reverse(total[*site]));
    let share = |time: u64| {
        let percent = 100.0 * time as f64 / all as f64;
        format!(
            "{}, {percent:.1}% of the work",
            time_text(Duration::from_nanos(time))
        )
    };
    let mut lines: Vec<(String, String)> = Vec::new();
    for &at in order.iter().take(MOST_NAMES) {
        let site = sites.list[at];
        let (name, file) = (shortened(site.name, 60), shortened(site.file, 60));
        let text = format!(
            "{name} ({file}:{}): {}, {}",
            site.line,
            counted(site.tasks, "task"),
            share(total[at])
        );
        lines.push((format!("fill=\"{}\"", Sites::fill(at)), text));
    }
    if order.len() > MOST_NAMES {
        let rest: u64 = order[MOST_NAMES..].iter().map(|site| total[*site]).sum();
        let text = format!(
            "and {} more source lines, {}",
            order.len() - MOST_NAMES,
            share(rest)
        );
        lines.push(("fill=\"#fff\" stroke=\"#999\"".to_owned(), text));
    }
    let (begin, end) = record.span_ns().unwrap_or((0, 0));
    let room = (end - begin) as f64 * record.ppu_count() as f64;
    if room > 0.0 {
        let idle = 100.0 * (1.0 - boxes::busy(record).iter().sum::<u64>() as f64 / room);
        lines.push((
            IDLE.to_owned(),
            format!("idle, {idle:.1}% of the PPUs' time"),
        ));
    }
    if framed {
        lines.push((
            format!("fill=\"#fff\"{CRITICAL}"),
            "on the critical path".to_owned(),
        ));
    }
    lines
}

/// `1 task`, `2,000 tasks`.
fn counted(number: usize, what: &str) -> String {
    format!(
        "{} {what}{}",
        thousands(number),
        if number == 1 { "" } else { "s" }
    )
}

fn escape(text: &str) -> String {
    printable(text)
        .replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

#[cfg(test)]
mod tests;
