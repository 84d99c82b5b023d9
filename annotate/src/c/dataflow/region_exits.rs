//! Jumps and calls out of a region: its tasks would go on behind it.

use tree_sitter::Node;

use crate::c::dataflow::generating_code::Statements;
use crate::c::parse::source::{Source, children, field};
use crate::c::walk::accesses::comes_back;
use crate::diag::{Diagnostic, Diagnostics, Severity, codes};
use crate::ir::{Region, Span};

/// Functions that end the thread, or go back to an earlier place of the program.
const JUMPS: [&str; 6] = [
    "longjmp",
    "siglongjmp",
    "_longjmp",
    "__builtin_longjmp",
    "pthread_exit",
    "thrd_exit",
];

/// Reports what leaves a region, in code outside of its tasks, whose statements are `skipped`.
pub(in crate::c) fn report(
    src: &Source,
    region: &Region,
    skipped: &Statements,
    function: Node,
    diags: &mut Diagnostics,
) {
    let mut stack = vec![function];
    while let Some(node) = stack.pop() {
        let outside = node.end_byte() <= region.body.start || region.body.end <= node.start_byte();
        if outside || skipped.hold(&node.byte_range()) {
            continue;
        }
        let inside = region.body.start <= node.start_byte() && node.end_byte() <= region.body.end;
        let what = what_leaves(src, region, (function, node)).filter(|_| inside);
        if let Some(what) = what {
            diags.push(left(&what, node.byte_range()));
        }
        stack.extend(children(node));
    }
}

/// What leaves the region there, if something does.
fn what_leaves(src: &Source, region: &Region, (function, node): (Node, Node)) -> Option<String> {
    const LOOPS: [&str; 3] = ["for_statement", "while_statement", "do_statement"];
    const AROUND: [&str; 4] = [
        "for_statement",
        "while_statement",
        "do_statement",
        "switch_statement",
    ];
    let stays = |kinds: &[&str]| {
        let around = src.around(node, kinds);
        around.is_some_and(|a| a.start_byte() >= region.body.start)
    };
    let what = match node.kind() {
        "return_statement" => "return",
        "goto_statement" => "goto",
        "break_statement" if !stays(&AROUND) => "break",
        "continue_statement" if !stays(&LOOPS) => "continue",
        "call_expression" => {
            let called = field(node, "function").map_or("", |f| src.text(f));
            let jumps = JUMPS.contains(&called) && src.function(called).is_none();
            // It may come back to a place in the region.
            let back = || called.ends_with("longjmp") && comes_back_inside(src, region, function);
            return (jumps && !back()).then(|| called.to_owned());
        }
        _ => return None,
    };
    Some(what.to_owned())
}

/// The region has a place that `longjmp` comes back to.
fn comes_back_inside(src: &Source, region: &Region, function: Node) -> bool {
    let body = function.descendant_for_byte_range(region.body.start, region.body.end);
    body.is_some_and(|body| comes_back(src, body))
}

fn left(what: &str, place: Span) -> Diagnostic {
    let (message, help) = match what {
        "goto" => (
            "`goto` in a region, outside of its tasks: where tasks are registered is not seen"
                .to_owned(),
            "write a loop, or end the region before",
        ),
        _ => (
            format!("`{what}` cannot leave a region: its tasks are waited for at its end"),
            "end the region before, or note in a variable that it is over",
        ),
    };
    Diagnostic::new(Severity::Error, codes::C_LEAVES, message, place).help(help)
}
