//! A readable dump of the IR, for tests and `--dump-ir`.

use std::fmt::Write as _;

use crate::ir::{Region, Step, Task, Unit};

/// The whole unit.
#[must_use]
pub fn print(unit: &Unit) -> String {
    let mut out = String::new();
    for region in &unit.regions {
        print_region(region, 0, &mut out);
    }
    out
}

fn print_region(region: &Region, depth: usize, out: &mut String) {
    let pad = "  ".repeat(depth);
    let _ = writeln!(out, "{pad}region {} (line {})", region.name, region.line);
    for variable in &region.variables {
        let _ = writeln!(
            out,
            "{pad}  var {}: {:?}{}",
            variable.name,
            variable.kind,
            if variable.written { ", written" } else { "" }
        );
    }
    for promotion in &region.promoted {
        let _ = writeln!(out, "{pad}  keep {}", promotion.name);
    }
    if region.joined {
        let _ = writeln!(out, "{pad}  joined");
    }
    if region.waits_at_end {
        let _ = writeln!(out, "{pad}  waits at its end");
    }
    for join in &region.joins {
        let _ = writeln!(
            out,
            "{pad}  joined by a call of the region of line {}",
            join.line
        );
    }
    if region.recording.is_some() {
        let _ = writeln!(out, "{pad}  recorded from turn to turn");
    }
    for lap in &region.laps {
        let (line, period) = (lap.line, lap.period);
        let how = if lap.replays { "rounds" } else { "laps" };
        let _ = writeln!(out, "{pad}  {how} of {period} (line {line})");
    }
    for step in &region.steps {
        match step {
            Step::Wait { implicit, .. } => {
                let _ = writeln!(
                    out,
                    "{pad}  wait{}",
                    if *implicit { " (implicit)" } else { "" }
                );
            }
            Step::Task(task) => print_task(task, region, depth + 1, out),
        }
    }
}

fn print_task(task: &Task, region: &Region, depth: usize, out: &mut String) {
    let pad = "  ".repeat(depth);
    let loops: Vec<String> = task
        .loops
        .iter()
        .map(|l| {
            format!(
                "{} by {} from {}",
                l.var,
                l.tile.to_rust(),
                l.offset.to_rust(&l.tile)
            )
        })
        .collect();
    let kind = match (task.loops.is_empty(), task.parallel) {
        (true, _) => "task".to_owned(),
        (false, true) => format!("parallel loop {}", loops.join(", ")),
        (false, false) => format!("ordered loop {}", loops.join(", ")),
    };
    let _ = writeln!(out, "{pad}{kind} (line {})", task.line);
    for access in &task.accesses {
        let section: Vec<String> = access.section.iter().map(super::Extent::to_rust).collect();
        let name = region.variables.get(access.var).map_or("?", |v| &v.name);
        let _ = writeln!(
            out,
            "{pad}  {} {name}[{}]",
            access.mode.names().0,
            section.join(", ")
        );
    }
    for capture in &task.captures {
        let _ = writeln!(
            out,
            "{pad}  captures {}{}",
            capture.name,
            if capture.inside { " (clone)" } else { "" }
        );
    }
    if let Some(nested) = &task.nested {
        print_region(nested, depth + 1, out);
    }
}
