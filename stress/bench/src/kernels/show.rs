//! Tables and plot of what was measured.

use std::collections::BTreeSet;

use super::harness::{AtTile, Measured, Row};
use crate::report::plot::{Content, Panel, Series, page};
use crate::report::stats::Figure;
use crate::report::table::{Table, number};
use crate::systems::Sort;

/// Times over tile size, and how HP5 stands to the fastest peer.
pub fn tables(measured: &Measured, ppus: usize) -> Vec<Table> {
    vec![times(measured, ppus), ratios(measured)]
}

fn times(measured: &Measured, ppus: usize) -> Table {
    let sweeps = match measured.sweeps {
        1 => String::new(),
        n => format!(", {n} sweeps"),
    };
    let title = format!(
        "{}, {n} x {n}{sweeps}, {ppus} PPUs: milliseconds, best (median)",
        measured.kernel,
        n = measured.n
    );
    let heads = measured.tiles.first().map_or(&[][..], |at| &at.rows[..]);
    let heads = heads.iter().map(|row| row.head);
    let heads: Vec<&str> = ["tile", "tasks", "us/task"]
        .into_iter()
        .chain(heads)
        .collect();
    let mut table = Table::new(title, &heads);
    for at in &measured.tiles {
        let task = at.best("serial").map(|s| s * 1e6 / at.tasks as f64);
        let mut cells = vec![at.tile.to_string(), at.tasks.to_string(), number(task)];
        cells.extend(at.rows.iter().map(cell));
        table.row(cells);
    }
    for note in notes(measured) {
        table.note(note);
    }
    table
}

fn cell(row: &Row) -> String {
    row.total_s.map_or("-".to_owned(), |figure| {
        let (best, median) = (figure.best * 1e3, figure.median * 1e3);
        format!("{} ({})", number(Some(best)), number(Some(median)))
    })
}

/// What went wrong, once per system and reason.
fn notes(measured: &Measured) -> BTreeSet<String> {
    let rows = measured.tiles.iter().flat_map(|at| &at.rows);
    rows.filter_map(|row| Some(format!("{}: {}", row.head, row.trouble.as_ref()?)))
        .collect()
}

/// Ratios of best times; below 1, HP5 is faster.
fn ratios(measured: &Measured) -> Table {
    let replayed = measured
        .tiles
        .iter()
        .any(|at| at.rows.iter().any(|row| row.replay));
    let mut heads = vec![
        "tile",
        "HP5 / fastest peer",
        "HP5 / fastest dynamic",
        "by pairs",
        "loops / fastest peer",
        "loops / fastest dynamic",
        "by pairs",
    ];
    if replayed {
        heads.push("replay / fastest of all");
    }
    let mut table = Table::new("ratios of best times (below 1: HP5 is faster)", &heads);
    for at in &measured.tiles {
        let mut cells = vec![at.tile.to_string()];
        let found = ratios_at(at);
        cells.extend(found[..heads.len() - 1].iter().map(|&r| number(r)));
        table.row(cells);
    }
    table.note(
        "by pairs: the repetition's time to the peer's in the same repetition, median, to the \
         peer that this is worst for: what a neighbour of the machine slows down counts in both"
            .to_owned(),
    );
    table
}

/// To the fastest peer, to the fastest dynamic one, by pairs, of tasks registered one by one and
/// of those registered by loops; of replay, to the fastest of all.
pub fn ratios_at(at: &AtTile) -> [Option<f64>; 7] {
    let ratio = |own: Option<f64>, other: Option<f64>| Some(own? / other?);
    let building = at.fastest(|row| row.is_peer() && !row.replay);
    let dynamic = at.fastest(|row| row.sort == Some(Sort::Dynamic));
    let of = |id: &str| {
        let own = at.best(id);
        [ratio(own, building), ratio(own, dynamic), by_pairs(at, id)]
    };
    let ([a, b, c], [d, e, f]) = (of("hp5"), of("hp5_loops"));
    let replay = ratio(at.best("hp5_replay"), at.fastest(Row::is_peer));
    [a, b, c, d, e, f, replay]
}

/// The median of a row's times to a peer's, repetition by repetition: the greatest of all peers
/// that do not run a graph that stands.
fn by_pairs(at: &AtTile, id: &str) -> Option<f64> {
    let own = at.rows.iter().find(|row| row.id == id)?;
    let peers = at.rows.iter().filter(|row| row.is_peer() && !row.replay);
    let medians = peers.filter_map(|peer| {
        let pairs = own.samples_s.iter().zip(&peer.samples_s);
        let ratios: Vec<f64> = pairs.map(|(own, other)| own / other).collect();
        Some(Figure::of(&ratios)?.median)
    });
    medians.max_by(f64::total_cmp)
}

/// Time over tile size, both logarithmic, a panel per kernel.
pub fn plot(measured: &[Measured], ppus: usize) -> String {
    let panels: Vec<Panel> = measured.iter().map(|m| panel(m, ppus)).collect();
    page(&format!("Time over tile size, {ppus} PPUs, best"), &panels)
}

fn panel(measured: &Measured, ppus: usize) -> Panel {
    let first = measured.tiles.first();
    let rows = first.map_or(&[][..], |at| &at.rows[..]);
    let line = |row: &Row| {
        // The serial program stands for what no system can beat by much.
        let (name, share) = match row.sort {
            Some(_) => (row.head.to_owned(), 1.0),
            None => (format!("serial / {ppus}"), ppus as f64),
        };
        let point = |at: &AtTile| Some((at.tile as f64, at.best(row.id)? * 1e3 / share));
        Series {
            name,
            points: measured.tiles.iter().filter_map(point).collect(),
        }
    };
    // HP5 first: it has the first colour.
    let (serial, systems): (Vec<&Row>, Vec<&Row>) = rows.iter().partition(|r| r.sort.is_none());
    let series = systems.into_iter().chain(serial).map(line);
    Panel {
        title: format!("{}, {n} x {n}", measured.kernel, n = measured.n),
        x: "tile size".to_owned(),
        y: "milliseconds".to_owned(),
        content: Content::Lines {
            series: series.filter(|s| !s.points.is_empty()).collect(),
            log_y: true,
            rule: None,
        },
    }
}
