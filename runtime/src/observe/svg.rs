//! The picture of a run: a row per PPU, a box per task, coloured by source line.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use crate::observe::dot::{COLOURS, colours};
use crate::observe::record::{RunRecord, Slice};

const WIDTH: f64 = 1200.0;
const LEFT: f64 = 90.0;
const ROW: f64 = 34.0;
const TOP: f64 = 48.0;

/// The timeline; boxes narrower than a third of a pixel are merged with their neighbours
/// of the same colour.
pub(crate) fn render(record: &RunRecord) -> String {
    let begin = record.slices.iter().map(|s| s.start_ns).min().unwrap_or(0);
    let end = record.slices.iter().map(|s| s.end_ns).max().unwrap_or(1).max(begin + 1);
    let scale = (WIDTH - LEFT - 20.0) / (end - begin) as f64;
    let colours = colours(record);
    let names = legend(record, &colours);
    let rows = record.ppus.len().max(1);
    let height = TOP + ROW * rows as f64 + 40.0 + 20.0 * names.len() as f64;
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{height}\" font-family=\"sans-serif\" font-size=\"12\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n\
         <text x=\"{LEFT}\" y=\"24\" font-size=\"16\">{} ({}:{}), {} tasks, {:.3} ms</text>\n",
        escape(&record.region), escape(&record.file), record.line, record.tasks.len(), (end - begin) as f64 / 1e6
    );
    for (ppu, label) in record.ppus.iter().enumerate() {
        let y = TOP + ROW * ppu as f64;
        let _ = writeln!(out, "<text x=\"8\" y=\"{}\">{}</text>", y + ROW * 0.6, escape(label));
        let _ = writeln!(out, "<rect x=\"{LEFT}\" y=\"{y}\" width=\"{}\" height=\"{}\" fill=\"#eee\"/>", WIDTH - LEFT - 20.0, ROW - 4.0);
    }
    for slice in merged(record, &colours, scale) {
        let x = LEFT + (slice.start_ns - begin) as f64 * scale;
        let y = TOP + ROW * f64::from(slice.ppu);
        let width = ((slice.end_ns - slice.start_ns) as f64 * scale).max(0.2);
        let task = &record.tasks[slice.task as usize];
        let tiles: Vec<String> = task.tiles.iter().take(6).map(ToString::to_string).collect();
        let title = format!("{} {}:{}\n{}", task.name, task.file, task.line, tiles.join("\n"));
        let _ = writeln!(
            out,
            "<rect x=\"{x:.2}\" y=\"{y}\" width=\"{width:.2}\" height=\"{}\" fill=\"{}\"><title>{}</title></rect>",
            ROW - 4.0, COLOURS[colours[slice.task as usize]], escape(&title)
        );
    }
    let base = TOP + ROW * rows as f64;
    for tick in 0..=10 {
        let x = LEFT + (WIDTH - LEFT - 20.0) * f64::from(tick) / 10.0;
        let ms = (end - begin) as f64 / 1e7 * f64::from(tick);
        let _ = writeln!(out, "<line x1=\"{x}\" y1=\"{TOP}\" x2=\"{x}\" y2=\"{base}\" stroke=\"#999\" stroke-width=\"0.4\"/><text x=\"{x}\" y=\"{}\" font-size=\"10\" text-anchor=\"middle\">{ms:.2} ms</text>", base + 14.0);
    }
    for (n, (name, colour)) in names.iter().enumerate() {
        let y = base + 30.0 + 20.0 * n as f64;
        let _ = writeln!(out, "<rect x=\"{LEFT}\" y=\"{y}\" width=\"14\" height=\"14\" fill=\"{}\"/><text x=\"{}\" y=\"{}\">{}</text>", COLOURS[*colour], LEFT + 20.0, y + 12.0, escape(name));
    }
    out.push_str("</svg>\n");
    out
}

fn legend(record: &RunRecord, colours: &[usize]) -> Vec<(String, usize)> {
    let mut names: BTreeMap<(&str, u32), (String, usize)> = BTreeMap::new();
    for (task, &colour) in record.tasks.iter().zip(colours) {
        names.entry((task.file, task.line)).or_insert_with(|| (format!("{} ({}:{})", task.name, task.file, task.line), colour));
    }
    names.into_values().take(16).collect()
}

fn merged(record: &RunRecord, colours: &[usize], scale: f64) -> Vec<Slice> {
    let known = |s: &&Slice| (s.task as usize) < record.tasks.len();
    let mut slices: Vec<Slice> = record.slices.iter().filter(known).copied().collect();
    slices.sort_unstable_by_key(|s| (s.ppu, s.start_ns));
    let mut out: Vec<Slice> = Vec::with_capacity(slices.len());
    for slice in slices {
        if let Some(last) = out.last_mut() {
            let narrow = (slice.end_ns.saturating_sub(last.start_ns)) as f64 * scale < 0.34;
            if narrow && last.ppu == slice.ppu && colours[last.task as usize] == colours[slice.task as usize] {
                last.end_ns = slice.end_ns;
                continue;
            }
        }
        out.push(slice);
    }
    out
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::observe::record::TaskKind;

    #[test]
    fn a_hundred_thousand_tasks_stay_readable() {
        let mut record = RunRecord::new("r<1>", "f.rs", 1);
        record.ppus = vec!["PPU 0".into()];
        for n in 0..100_000_u32 {
            record.add_task("t", "f.rs", 7, TaskKind::User, 0, std::iter::empty());
            let start = u64::from(n) * 10;
            record.slices.push(Slice { task: n, ppu: 0, start_ns: start, end_ns: start + 9 });
        }
        let svg = render(&record);
        assert!(svg.matches("<rect").count() < 6_000, "{}", svg.matches("<rect").count());
        assert!(svg.contains("r&lt;1&gt;"));
        assert!(render(&RunRecord::new("empty", "f.rs", 1)).ends_with("</svg>\n"));
    }
}
