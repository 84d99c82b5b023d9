//! What a task's code comes to only where there is something, `if (o) .. o->n`, `m ? n / m : 0`: where the
//! task is registered, that is evaluated only where what it goes through and divides by is not 0. Of a pointer that is
//! gone through under other conditions, `if (o->kind == LEAF) o->leaf->n`, it is asked whether it leads to memory: it
//! may be anything where they do not hold.

use std::collections::HashSet;
use std::rc::Rc;

use tree_sitter::Node;

use crate::c::parse::expressions::{gone_through, is_left_out, without_blanks};
use crate::c::parse::names::statement;
use crate::c::parse::source::{Source, any, children, field, peel, place_name, snippet};
use crate::c::points_to::guarded_pointers;
use crate::c::semantics::declarations::Level;
use crate::c::semantics::pointer_types;
use crate::ir::{Extent, Poly, Region, Task};
use crate::passes::tasks_mut;

/// Guards what registering the tasks of a region, and those of composite tasks, asks for.
pub(in crate::c) fn run(src: &Source, region: &mut Region) {
    for task in tasks_mut(region) {
        let ways = Rc::new(Ways::of(src, task));
        Guards::of(src, task, ways).guard(task);
        if let Some(nested) = &mut task.nested {
            run(src, nested);
        }
    }
}

/// What a task's code goes through and divides by.
pub(in crate::c) struct Ways {
    /// Every run of it does so.
    sure: HashSet<String>,
    /// It does so under conditions that do not ask whether the pointer is NULL.
    doubtful: HashSet<String>,
}

impl Ways {
    /// Those of a task.
    pub(in crate::c) fn of(src: &Source, task: &Task) -> Ways {
        let (code, mut list) = (statement(src, task), Vec::new());
        code.iter().for_each(|code| needs(src, *code, &mut list));
        Ways {
            sure: list.into_iter().map(|need| need.place).collect(),
            doubtful: code
                .map(|code| guarded_pointers::places(src, code))
                .unwrap_or_default(),
        }
    }
}

/// What registering a task asks for before it evaluates an expression.
pub(in crate::c) struct Guards<'s> {
    src: &'s Source,
    code: Option<Node<'s>>,
    ways: Rc<Ways>,
}

impl<'s> Guards<'s> {
    /// Those of a task.
    pub(in crate::c) fn of(src: &'s Source, task: &Task, ways: Rc<Ways>) -> Guards<'s> {
        Guards {
            src,
            code: statement(src, task),
            ways,
        }
    }

    fn guard(&self, task: &mut Task) {
        let sections = task
            .accesses
            .iter_mut()
            .flat_map(|access| &mut access.section);
        let extents = sections.flat_map(|extent| match extent {
            Extent::Range { lo, hi } => vec![lo, hi],
            Extent::All => Vec::new(),
        });
        extents.for_each(|bound| self.guard_value(bound));
        let indices = task.uses.iter_mut().flat_map(|used| &mut used.index);
        indices.flatten().for_each(|index| self.guard_value(index));
        for info in &mut task.inner {
            let bounds = [&mut info.lo, &mut info.hi];
            bounds
                .into_iter()
                .flatten()
                .for_each(|bound| self.guard_value(bound));
        }
    }

    fn guard_value(&self, value: &mut Poly) {
        for atom in value.clone().atoms() {
            let guarded = self.guarded(atom);
            if guarded != atom
                && let Some(new) = value.substitute(atom, &Poly::atom(guarded))
            {
                *value = new;
            }
        }
    }

    /// The expression, or 0 where what it goes through is 0.
    pub(in crate::c) fn guarded(&self, text: &str) -> String {
        match self.asked(text) {
            Some(asked) => format!("({asked} ? {text} : 0)"),
            None => text.to_owned(),
        }
    }

    /// Where a place lies, or a key of nothing.
    pub(in crate::c) fn guarded_address(&self, place: &str) -> String {
        let address = format!("&{place}");
        match self.asked(&address) {
            Some(asked) => format!("hp5_key({asked} ? (const void *){address} : 0)"),
            // The first member of what is not there.
            None if place.contains("->") => format!("hp5_key((const void *){address})"),
            None => format!("(const void *){address}"),
        }
    }

    /// What is asked before the expression is evaluated.
    fn asked(&self, text: &str) -> Option<String> {
        let ways = &self.ways;
        let asked = |need: &Need| {
            !ways.sure.contains(&need.place) && (need.brackets.is_none() || self.is_pointer(need))
        };
        let doubtful = |need: &Need| need.brackets.is_some() && ways.doubtful.contains(&need.place);
        conditions(&self.src.with_macros(text), asked, doubtful)
    }

    /// Of an array the compiler knows that it is there.
    fn is_pointer(&self, need: &Need) -> bool {
        let known = self.code.zip(need.name.as_ref());
        let found = known.and_then(|(code, name)| pointer_types::declaration(self.src, code, name));
        let level = found.and_then(|found| found.levels().get(need.brackets?).cloned());
        level == Some(Level::Pointer)
    }
}

/// A size, or 0 where what it is divided by is 0: the serial program does not divide.
pub(in crate::c) fn divided(text: &str) -> String {
    match conditions(text, |need| need.brackets.is_none(), |_| false) {
        Some(asked) => format!("({asked} ? {text} : 0)"),
        None => text.to_owned(),
    }
}

/// What has to be there, or to be no 0, before an expression is evaluated.
struct Need {
    /// Without blanks.
    place: String,
    /// What is gone through: the variable or the member that it is an element of.
    name: Option<String>,
    /// How deep in that it is; `None`: it is divided by.
    brackets: Option<usize>,
}

impl Need {
    fn condition(self) -> String {
        let is_computed = |c: char| !c.is_alphanumeric() && c != '_';
        match self.brackets.is_none() && self.place.contains(is_computed) {
            // Compilers ask whether `m * 2` was meant as a condition.
            true => format!("{} != 0", self.place),
            false => self.place,
        }
    }
}

/// The conditions under which an expression can be evaluated, of those that `asked` is for; of `doubtful` pointers NULL
/// is not the only one that leads nowhere.
fn conditions(
    text: &str,
    asked: impl Fn(&Need) -> bool,
    doubtful: impl Fn(&Need) -> bool,
) -> Option<String> {
    if !text.contains(['/', '%', '[', '*', '>']) {
        return None;
    }
    let (parsed, mut list) = (snippet(text)?, Vec::new());
    needs(&parsed, parsed.tree.root_node(), &mut list);
    let mut places: Vec<String> = Vec::new();
    for need in list.into_iter().filter(asked) {
        let condition = match doubtful(&need) {
            true => format!("hp5_readable({0}, sizeof *({0}))", need.place),
            false => need.condition(),
        };
        if !places.contains(&condition) {
            places.push(condition);
        }
    }
    (!places.is_empty()).then(|| places.join(" && "))
}

/// What evaluating code goes through and divides by, whatever its conditions say, in this order.
fn needs(src: &Source, node: Node, list: &mut Vec<Need>) {
    let through = |of: Node| {
        let (named, brackets) = pointer_types::inside(src, of);
        Need {
            place: without_blanks(src.text(peel(of))),
            name: place_name(src, named),
            brackets: Some(brackets),
        }
    };
    let operator = field(node, "operator").map_or("", |operator| src.text(operator));
    let argument = field(node, "argument");
    match node.kind() {
        "sizeof_expression" | "alignof_expression" | "offsetof_expression" => {}
        // The place itself is not looked at.
        "pointer_expression" if operator == "&" => {
            let place = argument.map(peel).into_iter();
            place
                .flat_map(children)
                .for_each(|part| needs(src, part, list));
        }
        _ => {
            for part in children(node) {
                if is_left_out(src, node, part) {
                    continue;
                }
                needs(src, part, list);
                if any(part, &|n| is_jump(n)) {
                    return;
                }
            }
            let divides = node.kind() == "binary_expression" && matches!(operator, "/" | "%");
            let divisor = field(node, "right").filter(|right| divides && !is_literal(*right));
            list.extend(divisor.map(|right| Need {
                place: without_blanks(src.text(right)),
                name: None,
                brackets: None,
            }));
            list.extend(gone_through(src, node).map(through));
        }
    }
}

/// Code behind it may not be reached.
fn is_jump(node: Node) -> bool {
    matches!(
        node.kind(),
        "return_statement"
            | "break_statement"
            | "continue_statement"
            | "goto_statement"
            | "labeled_statement"
    )
}

/// A number, or a size: no 0 unless the compiler says so.
fn is_literal(node: Node) -> bool {
    let node = peel(node);
    match node.kind() {
        "number_literal" | "char_literal" | "sizeof_expression" => true,
        "cast_expression" => field(node, "value").is_some_and(|value| is_literal(value)),
        "binary_expression" => {
            let parts = [field(node, "left"), field(node, "right")];
            parts.iter().flatten().all(|part| is_literal(*part))
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(text: &str) -> Option<String> {
        conditions(text, |_| true, |need| need.place == "t")
    }

    #[test]
    fn what_is_gone_through_and_divided_by_is_asked_for_first() {
        for (text, asked) in [
            ("o->n", "o"),
            ("o->next->u", "o && o->next"),
            ("&o->next->u", "o"),
            ("**q", "q && *q"),
            ("q[0][1]", "q && q[0]"),
            ("(n / m)", "m"),
            ("(n % (m + 1))", "(m+1) != 0"),
            ("n / m->k", "m && m->k != 0"),
            ("o && o->n", "o && o->n"),
            ("a / (b / c)", "c && (b/c) != 0"),
            ("o[t->k]", "hp5_readable(t, sizeof *(t)) && o"),
        ] {
            let expected = (text != "o && o->n").then(|| asked.to_owned());
            assert_eq!(all(text), expected, "{text}");
        }
        for plain in [
            "n / 4",
            "sizeof(n)",
            "sizeof a / sizeof a[0]",
            "n / (number)4",
            "o.n + 1",
            "p ? *p : 0",
        ] {
            assert_eq!(all(plain), None, "{plain}");
        }
        assert_eq!(divided("n / m"), "(m ? n / m : 0)");
        assert_eq!(divided("o->n / 4"), "o->n / 4");
    }
}
