//! Tables and plot of METG.

use super::{Case, Row, Way};
use crate::common::Common;
use crate::report::plot::{self, Content, Panel, Series};
use crate::report::table::{Table, number};
use crate::systems::Sort;

/// Per width: METG of every system on every pattern, then the ratios.
pub(super) fn tables(cases: &[Case], common: &Common) -> Vec<Table> {
    let mut widths: Vec<usize> = cases.iter().map(|c| c.width).collect();
    widths.dedup();
    let of_width = |&width: &usize| {
        let cases: Vec<&Case> = cases.iter().filter(|c| c.width == width).collect();
        [figures(&cases, width, common), ratios(&cases, width)]
    };
    widths.iter().flat_map(of_width).collect()
}

fn label(row: &Row) -> String {
    match (row.sort, row.way) {
        (Sort::Hp5, Way::Register) => "HP5, registered each step".to_owned(),
        (Sort::Hp5, Way::Replay) => "HP5, replayed".to_owned(),
        (Sort::Prebuilt, Way::Register) => format!("{}, built each run", row.system),
        (Sort::Prebuilt, Way::Replay) => format!("{}, prebuilt", row.system),
        _ => row.system.to_owned(),
    }
}

fn figures(cases: &[&Case], width: usize, common: &Common) -> Table {
    let steps = cases.first().map_or(0, |c| c.steps);
    let title = format!(
        "METG(50%) in us, width {width} on {} PPUs, {steps} steps or the next whole lap: \
         best of {} runs (median)",
        common.ppus, common.reps
    );
    let heads: Vec<&str> = std::iter::once("system")
        .chain(cases.iter().map(|c| c.pattern))
        .collect();
    let mut table = Table::new(title, &heads);
    let mut labels: Vec<String> = Vec::new();
    for row in cases.iter().flat_map(|c| &c.rows) {
        if !labels.contains(&label(row)) {
            labels.push(label(row));
        }
    }
    for name in labels {
        let cell = |case: &&Case| {
            let row = case.rows.iter().find(|row| label(row) == name);
            match row.and_then(|row| Some((row.beyond, row.metg?))) {
                None => "-".to_owned(),
                Some((beyond, metg)) => format!(
                    "{beyond}{} ({})",
                    number(Some(metg.best / 1e3)),
                    number(Some(metg.median / 1e3))
                ),
            }
        };
        let cells = std::iter::once(name.clone()).chain(cases.iter().map(cell));
        table.row(cells.collect());
    }
    for case in cases {
        table.note(format!(
            "{}: {}",
            case.pattern,
            super::pattern::describe(case.pattern)
        ));
    }
    table
}

fn ratios(cases: &[&Case], width: usize) -> Table {
    let heads: Vec<&str> = std::iter::once("ratio, width")
        .chain(cases.iter().map(|c| c.pattern))
        .collect();
    let mut table = Table::new(
        format!("METG, HP5 / peer, width {width} (less than 1: HP5 is ahead)"),
        &heads,
    );
    let llvm = |row: &&Row| row.system == "LLVM OpenMP";
    let registering = |row: &&Row| row.sort == Sort::Dynamic;
    let any = |row: &&Row| row.sort != Sort::Hp5;
    type Which<'a> = &'a dyn Fn(&&Row) -> bool;
    let lines: [(&str, Way, Which<'_>); 5] = [
        ("registered / LLVM OpenMP", Way::Register, &llvm),
        (
            "registered / best dynamic peer",
            Way::Register,
            &registering,
        ),
        ("replayed / LLVM OpenMP", Way::Replay, &llvm),
        ("replayed / best dynamic peer", Way::Replay, &registering),
        ("replayed / best peer of any sort", Way::Replay, &any),
    ];
    for (name, way, which) in lines {
        let ratio = |case: &&Case| {
            let own = case
                .rows
                .iter()
                .find(|r| r.sort == Sort::Hp5 && r.way == way)?
                .metg?;
            let peers = case
                .rows
                .iter()
                .filter(which)
                .filter_map(|r| Some(r.metg?.best));
            peers.min_by(f64::total_cmp).map(|peer| own.best / peer)
        };
        let cells =
            std::iter::once(name.to_owned()).chain(cases.iter().map(|c| number_fine(ratio(c))));
        table.row(cells.collect());
    }
    table
}

fn number_fine(value: Option<f64>) -> String {
    value.map_or("-".to_owned(), |v| format!("{v:.3}"))
}

/// Efficiency over grain, a panel per pattern and width.
pub(super) fn plot(cases: &[Case]) -> String {
    let panel = |case: &Case| Panel {
        title: format!("{}, width {}", case.pattern, case.width),
        x: "kernel per task, ns (logarithmic)".to_owned(),
        y: "efficiency".to_owned(),
        content: Content::Lines {
            series: case
                .rows
                .iter()
                .map(|row| Series {
                    name: label(row),
                    points: row.curve.clone(),
                })
                .collect(),
            log_y: false,
            rule: Some(super::search::HALF),
        },
    };
    let panels: Vec<Panel> = cases.iter().map(panel).collect();
    plot::page(
        "Efficiency over task granularity; METG(50%) is where a line crosses",
        &panels,
    )
}
