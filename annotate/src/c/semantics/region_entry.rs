//! Jumps into regions and into tasks: past what begins them.

use tree_sitter::Node;

use crate::c::parse::diagnostics::error;
use crate::c::parse::source::{Source, children, field};
use crate::diag::{Diagnostics, codes};
use crate::ir::{Region, Span};
use crate::passes::tasks;

/// Reports labels in a region, or in one of its tasks, that code outside of it jumps to.
pub(in crate::c) fn run(src: &Source, region: &Region, diags: &mut Diagnostics) {
    let Some(function) = src.function_at(region.body.start) else {
        return;
    };
    let (labels, jumps) = labels_and_jumps(function);
    let parts = tasks(region).map(|task| (&task.stmt, "a task"));
    let parts: Vec<(&Span, &str)> = parts.chain([(&region.body, "a region")]).collect();
    for label in labels {
        let (text, from) = match label.kind() {
            "case_statement" => {
                let choice = src.around(label, &["switch_statement"]);
                ("case", choice.into_iter().collect())
            }
            _ => {
                let name = field(label, "label").map_or("", |name| src.text(name));
                let to = |jump: &&Node| field(**jump, "label").is_some_and(|l| src.text(l) == name);
                (name, jumps.iter().filter(to).copied().collect::<Vec<_>>())
            }
        };
        let around = parts.iter().filter(|(part, _)| inside(part, &label));
        let mut entered = around.filter_map(|(part, what)| {
            let outside = from.iter().find(|jump| !inside(part, jump))?;
            Some((what, *outside))
        });
        if let Some((what, from)) = entered.next() {
            let message = format!("a jump to `{text}` enters {what} past its beginning");
            let first = |node: Node| node.start_byte()..node.start_byte() + 1;
            let d = error(codes::C_LEAVES, message, first(label)).also(first(from), "from here");
            diags.push(d.help("begin it behind the label, or put what jumps into it"));
        }
    }
}

fn inside(part: &Span, node: &Node) -> bool {
    part.contains(&node.start_byte())
}

/// Labels and cases of a function, and what jumps.
fn labels_and_jumps(function: Node) -> (Vec<Node>, Vec<Node>) {
    let (mut labels, mut jumps, mut stack) = (Vec::new(), Vec::new(), vec![function]);
    while let Some(node) = stack.pop() {
        match node.kind() {
            "labeled_statement" | "case_statement" => labels.push(node),
            "goto_statement" => jumps.push(node),
            _ => {}
        }
        stack.extend(children(node));
    }
    labels.sort_by_key(Node::start_byte);
    (labels, jumps)
}
