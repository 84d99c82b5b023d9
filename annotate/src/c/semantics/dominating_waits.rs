//! Whether the program has waited, wherever it comes from, for the tasks that a place would wait for.
//!
//! From the place backwards: a `task_wait` in its block, with none of those tasks behind it, settles it, as
//! the begin of the region does; one of the tasks before such a wait does not. Out of a block the question is asked again
//! where the statement around it begins, and of a loop's body also at its end, for the turn before.

use tree_sitter::Node;

use crate::c::parse::source::{Source, any, field};
use crate::ir::{Region, Span, Step};

/// The explicit waits of a region.
pub(in crate::c) struct Settled<'s> {
    src: &'s Source,
    body: Span,
    waits: Vec<usize>,
}

/// What a stretch of code does, seen from its end.
enum Stretch {
    /// It waits, and registers none of the tasks afterwards.
    Waits,
    /// It may register one of them.
    Registers,
    /// Neither.
    Nothing,
}

impl<'s> Settled<'s> {
    pub(in crate::c) fn of(src: &'s Source, region: &Region) -> Self {
        let waits = region.steps.iter().filter_map(|step| match step {
            Step::Wait { at, .. } => Some(*at),
            Step::Task(_) => None,
        });
        Settled {
            src,
            body: region.body.clone(),
            waits: waits.collect(),
        }
    }

    /// None of the tasks at these bytes can be pending where `node` is run.
    pub(in crate::c) fn at(&self, node: Node, tasks: &[usize]) -> bool {
        let mut at = node;
        while let Some(around) = at.parent() {
            if around.kind() == "function_definition" {
                return true;
            }
            let stretch = match around.kind() {
                "compound_statement" => self.stretch(around, at.start_byte(), tasks),
                _ => Stretch::Nothing,
            };
            match stretch {
                Stretch::Waits => return true,
                Stretch::Registers => return false,
                Stretch::Nothing => {}
            }
            if is_repeated(around, at) && !self.settles(around, tasks) {
                return false;
            }
            if around.start_byte() < self.body.start {
                return true;
            }
            at = around;
        }
        false
    }

    /// At the end of a turn of the loop none of the tasks is pending that were registered in it.
    fn settles(&self, repeated: Node, tasks: &[usize]) -> bool {
        let turn = field(repeated, "body").unwrap_or(repeated);
        if !tasks.iter().any(|t| turn.byte_range().contains(t)) {
            return true;
        }
        // A turn that is cut short does not come to its end.
        turn.kind() == "compound_statement"
            && !goes_on_early(turn)
            && matches!(self.stretch(turn, turn.end_byte(), tasks), Stretch::Waits)
    }

    fn stretch(&self, block: Node, end: usize, tasks: &[usize]) -> Stretch {
        let start = block.start_byte().max(self.body.start);
        let inside = self.waits.iter().filter(|w| start <= **w && **w < end);
        let wait = inside
            .filter(|w| self.block_of(**w) == Some(block))
            .max()
            .copied();
        let from = wait.unwrap_or(start);
        if tasks.iter().any(|t| from <= *t && *t < end) {
            return Stretch::Registers;
        }
        match wait {
            Some(_) => Stretch::Waits,
            None => Stretch::Nothing,
        }
    }

    fn block_of(&self, at: usize) -> Option<Node<'s>> {
        let mut node = self
            .src
            .tree
            .root_node()
            .descendant_for_byte_range(at, at)?;
        while node.kind() != "compound_statement" {
            node = node.parent()?;
        }
        Some(node)
    }
}

/// `part` of `around` is run again after the loop's body.
fn is_repeated(around: Node, part: Node) -> bool {
    match around.kind() {
        "while_statement" | "do_statement" => true,
        "for_statement" => field(around, "initializer") != Some(part),
        _ => false,
    }
}

/// The block has a `continue`, or a `goto`.
fn goes_on_early(block: Node) -> bool {
    any(block, &|node| {
        matches!(
            node.kind(),
            "continue_statement" | "goto_statement" | "labeled_statement"
        )
    })
}
