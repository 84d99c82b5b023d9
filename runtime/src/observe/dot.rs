//! The graph as Graphviz text.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use crate::observe::record::{EdgeKind, RunRecord, TaskKind, TaskRecord};

/// Beyond this many tasks, labels leave the tiles out.
const LONG_LABELS: usize = 2_000;

/// Fill colours, dealt to source lines in turn.
pub(crate) const COLOURS: [&str; 8] =
    ["#8dd3c7", "#ffffb3", "#bebada", "#fb8072", "#80b1d3", "#fdb462", "#b3de69", "#fccde5"];

/// Colour number of each task: by its source position.
pub(crate) fn colours(record: &RunRecord) -> Vec<usize> {
    let mut seen: BTreeMap<(&str, u32), usize> = BTreeMap::new();
    let colour = |task: &TaskRecord| {
        let next = seen.len();
        *seen.entry((task.file, task.line)).or_insert(next) % COLOURS.len()
    };
    record.tasks.iter().map(colour).collect()
}

/// The whole graph; composite tasks are clusters.
pub(crate) fn render(record: &RunRecord) -> String {
    let mut out = String::new();
    let colours = colours(record);
    let _ = writeln!(out, "digraph {} {{", quote(&record.region));
    let _ = writeln!(out, "  node [shape=box, style=\"filled,rounded\", fontname=\"sans-serif\"];");
    let mut inside: BTreeMap<Option<u32>, Vec<usize>> = BTreeMap::new();
    for (n, task) in record.tasks.iter().enumerate() {
        inside.entry(task.parent).or_default().push(n);
    }
    for (parent, tasks) in &inside {
        if let Some(parent) = parent {
            let name = record.tasks.get(*parent as usize).map_or("", |t| &t.name);
            let _ = writeln!(out, "  subgraph cluster_{parent} {{ label={};", quote(name));
        }
        for &n in tasks {
            let task = &record.tasks[n];
            let label = quote(&label(task, record.tasks.len() <= LONG_LABELS));
            let shape = if task.kind == TaskKind::User { "" } else { ", shape=ellipse" };
            let _ = writeln!(out, "  t{n} [label={label}, fillcolor=\"{}\"{shape}];", COLOURS[colours[n]]);
        }
        if parent.is_some() {
            let _ = writeln!(out, "  }}");
        }
    }
    for edge in &record.edges {
        let style = match edge.kind {
            EdgeKind::Raw => "",
            EdgeKind::War => " [style=dashed]",
            EdgeKind::Waw => " [style=bold]",
            EdgeKind::Order => " [style=dotted]",
        };
        let _ = writeln!(out, "  t{} -> t{}{style};", edge.from, edge.to);
    }
    out.push_str("}\n");
    out
}

fn label(task: &TaskRecord, long: bool) -> String {
    let mut label = format!("{}\n{}:{}", task.name, task.file, task.line);
    if long {
        for tile in &task.tiles {
            let _ = write!(label, "\n{tile}");
        }
    }
    label
}

fn quote(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_escaped_and_edges_drawn() {
        let mut record = RunRecord::new("a \"b\"", "f.rs", 1);
        let tile = ("x".to_owned(), vec![0..4, 8..12], "in");
        record.add_task("t\\1", "f.rs", 3, TaskKind::User, 0, std::iter::once(tile));
        record.add_task("u", "f.rs", 4, TaskKind::Artificial, 0, std::iter::empty());
        record.add_edge(0, 1, EdgeKind::War);
        let dot = render(&record);
        assert!(dot.starts_with("digraph \"a \\\"b\\\"\" {"), "{dot}");
        assert!(dot.contains("label=\"t\\\\1\\nf.rs:3\\nin x[0..4, 8..12]\""), "{dot}");
        assert!(dot.contains("t0 -> t1 [style=dashed];"), "{dot}");
    }
}
