//! The graph as Graphviz text (`HP5_DOT`): a box per task, coloured by source line; a
//! frame around the inside of each composite; a line style per kind of edge.

use std::collections::HashMap;
use std::fmt::Write as _;

use crate::observe::colour::{Sites, printable, shortened, thousands};
use crate::record::run_record::{EdgeKind, EdgeRecord, RunRecord, TaskKind, TaskRecord};

/// Beyond this many tasks, labels are the name alone; the rest is in the tooltip.
const LONG_LABELS: usize = 2_000;

/// Tiles that are written out per task.
const MOST_TILES: usize = 12;

/// The whole graph, however large.
pub(crate) fn render(record: &RunRecord) -> String {
    let drawing = Drawing::of(record);
    let mut out = String::new();
    let title = format!(
        "{} ({}:{})\n{} tasks, {} edges",
        record.region,
        record.file,
        record.line,
        thousands(record.tasks.len()),
        thousands(record.edges.len())
    );
    let _ = writeln!(
        out,
        "// Draw it with: dot -Tsvg FILE > graph.svg (beyond some thousand tasks: sfdp -Tsvg)."
    );
    let _ = writeln!(
        out,
        "// Edges: RAW solid, WAR dashed blue, WAW bold red, order dotted grey."
    );
    let _ = writeln!(out, "digraph {} {{", quote(&record.region));
    let _ = writeln!(
        out,
        "  graph [label={}, labelloc=t, compound=true, fontname=\"sans-serif\"];",
        quote(&title)
    );
    let _ = writeln!(
        out,
        "  node [shape=box, style=\"filled,rounded\", fontname=\"sans-serif\", fontsize=10];"
    );
    let _ = writeln!(out, "  edge [arrowsize=0.6];");
    drawing.write_tasks(&mut out);
    for edge in &record.edges {
        drawing.write_edge(&mut out, edge);
    }
    out.push_str("}\n");
    out
}

struct Drawing<'r> {
    record: &'r RunRecord,
    sites: Sites<'r>,
    /// What is inside each composite, in registration order.
    inside: HashMap<Option<u32>, Vec<u32>>,
    long: bool,
}

impl<'r> Drawing<'r> {
    fn of(record: &'r RunRecord) -> Self {
        let mut inside: HashMap<Option<u32>, Vec<u32>> = HashMap::new();
        for (n, task) in record.tasks.iter().enumerate() {
            // A parent that does not stand before its task would never be reached.
            let parent = task.parent.filter(|parent| (*parent as usize) < n);
            inside.entry(parent).or_default().push(n as u32);
        }
        Drawing {
            record,
            sites: Sites::of(record),
            inside,
            long: record.tasks.len() <= LONG_LABELS,
        }
    }

    /// Writes every task, depth first; a list instead of recursion, as composites may be
    /// nested deeper than the stack is.
    fn write_tasks(&self, out: &mut String) {
        enum Step {
            Task(u32),
            Close(usize),
        }
        let of = |parent: Option<u32>| self.inside.get(&parent).into_iter().flatten().rev();
        let mut steps: Vec<Step> = of(None).map(|task| Step::Task(*task)).collect();
        let mut depth = 1;
        while let Some(step) = steps.pop() {
            match step {
                Step::Close(at) => {
                    depth = at;
                    let _ = writeln!(out, "{:1$}}}", "", 2 * depth);
                }
                Step::Task(task) if self.inside.contains_key(&Some(task)) => {
                    let name = quote(&self.record.tasks[task as usize].name);
                    let _ = writeln!(
                        out,
                        "{:1$}subgraph cluster_{task} {{ label={name};",
                        "",
                        2 * depth
                    );
                    steps.push(Step::Close(depth));
                    depth += 1;
                    self.write_task(out, task, depth);
                    steps.extend(of(Some(task)).map(|task| Step::Task(*task)));
                }
                Step::Task(task) => self.write_task(out, task, depth),
            }
        }
    }

    fn write_task(&self, out: &mut String, n: u32, depth: usize) {
        let task = &self.record.tasks[n as usize];
        let fill = Sites::fill(self.sites.of_task[n as usize]);
        let indent = 2 * depth;
        let _ = write!(
            out,
            "{:indent$}t{n} [label={}",
            "",
            quote(&label(task, self.long))
        );
        if !self.long {
            let _ = write!(out, ", tooltip={}", quote(&label(task, true)));
        }
        let shape = match task.kind {
            TaskKind::User => "",
            TaskKind::Composite => ", peripheries=2",
            TaskKind::Combine => ", shape=invtrapezium, style=filled",
            TaskKind::Artificial | TaskKind::Remap => ", shape=ellipse, style=\"filled,dashed\"",
        };
        let _ = writeln!(out, ", fillcolor=\"{fill}\"{shape}];");
    }

    fn write_edge(&self, out: &mut String, edge: &EdgeRecord) {
        let style = match edge.kind {
            EdgeKind::Raw => "",
            EdgeKind::War => "style=dashed, color=\"#3366bb\"",
            EdgeKind::Waw => "style=bold, color=\"#bb3333\"",
            EdgeKind::Order => "style=dotted, color=\"#777777\"",
        };
        // An edge of a composite is one of its frame.
        let frame = |task: u32| self.inside.contains_key(&Some(task));
        let tail = if frame(edge.from) {
            format!("ltail=cluster_{}", edge.from)
        } else {
            String::new()
        };
        let head = if frame(edge.to) {
            format!("lhead=cluster_{}", edge.to)
        } else {
            String::new()
        };
        let parts: Vec<&str> = [style, &tail, &head]
            .into_iter()
            .filter(|part| !part.is_empty())
            .collect();
        let options = if parts.is_empty() {
            String::new()
        } else {
            format!(" [{}]", parts.join(", "))
        };
        let _ = writeln!(out, "  t{} -> t{}{options};", edge.from, edge.to);
    }
}

fn label(task: &TaskRecord, long: bool) -> String {
    if !long {
        return shortened(&task.name, 24);
    }
    let mut label = format!("{}\n{}:{}", task.name, task.file, task.line);
    if task.priority != 0 {
        let _ = write!(label, "\npriority {}", task.priority);
    }
    for tile in task.tiles.iter().take(MOST_TILES) {
        let _ = write!(label, "\n{tile}");
    }
    if task.tiles.len() > MOST_TILES {
        let _ = write!(label, "\nand {} more tiles", task.tiles.len() - MOST_TILES);
    }
    label
}

/// A quoted string that Graphviz shows as it is: neither `\N` nor `&lt;` is expanded.
fn quote(text: &str) -> String {
    let text = printable(text)
        .replace('\\', "\\\\")
        .replace('"', "\\\"")
        .replace('&', "&amp;");
    format!("\"{}\"", text.replace('\n', "\\n").replace('\t', " "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::observe::fixtures;

    #[test]
    fn names_are_escaped_and_edges_drawn() {
        let mut record = RunRecord::new("a \"b\"", "f.rs", 1);
        let tile = ("x".to_owned(), vec![0..4, 8..12], "in");
        record.add_task(
            "t\\N&lt;\u{7}",
            "f.rs",
            3,
            TaskKind::User,
            5,
            std::iter::once(tile),
        );
        record.add_task(
            "größe ∑",
            "f.rs",
            4,
            TaskKind::Artificial,
            0,
            std::iter::empty(),
        );
        for kind in [EdgeKind::Raw, EdgeKind::War, EdgeKind::Waw, EdgeKind::Order] {
            record.add_edge(0, 1, kind);
        }
        let dot = render(&record);
        assert!(dot.contains("digraph \"a \\\"b\\\"\" {"), "{dot}");
        assert!(
            dot.contains(
                "label=\"t\\\\N&amp;lt;\u{fffd}\\nf.rs:3\\npriority 5\\nin x[0..4, 8..12]\""
            ),
            "{dot}"
        );
        assert!(dot.contains("label=\"größe ∑\\nf.rs:4\""), "{dot}");
        assert!(dot.contains("t0 -> t1;\n"), "{dot}");
        for style in ["dashed", "bold", "dotted"] {
            assert!(dot.contains(&format!("t0 -> t1 [style={style}, ")), "{dot}");
        }
    }

    #[test]
    fn composites_are_frames_within_frames() {
        let mut run = fixtures::composite();
        let mut inner = fixtures::record(1);
        inner.tasks[0].name = "innermost".to_owned();
        run.tasks[3].kind = TaskKind::Composite;
        run.adopt(3, inner);
        let dot = render(&run);
        let at = |text: &str| {
            dot.find(text)
                .unwrap_or_else(|| panic!("{text} is missing in {dot}"))
        };
        assert!(at("subgraph cluster_1 {") < at("  t1 ["));
        assert!(at("subgraph cluster_3 {") > at("subgraph cluster_1 {"));
        assert!(at("t5 [label=\"innermost") > at("subgraph cluster_3 {"));
        assert!(at("t5 [label=\"innermost") < at("t4 ["));
        assert!(
            dot.contains("t0 -> t1 [lhead=cluster_1];")
                && dot.contains("t1 -> t2 [ltail=cluster_1];"),
            "{dot}"
        );
        assert_eq!(dot.matches('{').count(), dot.matches('}').count());
    }

    #[test]
    fn many_tiles_are_counted_and_large_graphs_have_short_labels() {
        let mut run = RunRecord::new("r", "f.rs", 1);
        let tiles = (0..20).map(|n| ("a".to_owned(), std::iter::once(n..n + 1).collect(), "in"));
        run.add_task("t", "f.rs", 1, TaskKind::User, 0, tiles);
        assert!(render(&run).contains("\\nand 8 more tiles\""));
        let begin = std::time::Instant::now();
        let dot = render(&fixtures::wide(100_000, 4));
        assert!(dot.contains("t99999 [label=\"step\", tooltip=\"step\\nm.rs:13\\n"));
        assert!(dot.contains("t99995 -> t99999;"));
        assert!(begin.elapsed().as_secs() < 20);
        assert!(render(&RunRecord::new("", "", 0)).contains("digraph \"\" {"));
    }
}
