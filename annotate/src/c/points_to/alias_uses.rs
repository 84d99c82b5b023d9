//! Names of memory that tasks use by other names too, where its place does not tell.
//!
//! Of `rows[i][j]` only the place of the rows' pointers is known. Where the program says that another
//! name leads to the same (`row = rows[k]`, `p = &q`, `f(rows[k], rows)`), a task that uses the other name is taken to use all
//! that `rows` leads to. Values are no memory: tasks have copies of those that they only read. That does
//! not hold for a variable whose address is known (`p = &n`) while tasks write through pointers, nor for a
//! struct that tasks read by one of the names that it has and write by another one (`s` and `s.x`, `p->x`
//! and `q->x`).

use std::collections::{HashMap, HashSet};

use tree_sitter::Node;

use crate::c::dataflow::registration_inputs;
use crate::c::parse::expressions::last;
use crate::c::parse::names::{identifiers, statement};
use crate::c::parse::source::{Source, children, field, place_name, root_of, set_by, set_name};
use crate::c::points_to::alias_classes::{self, Families, Lasting, Pair};
use crate::c::points_to::call_arguments::{self, Handed};
use crate::c::points_to::store_summaries::Stored;
use crate::c::semantics::constants;
use crate::c::semantics::declarations::{self, Declared, Form, Level};
use crate::c::semantics::pointer_types::{self, levels};
use crate::c::semantics::union_members::in_union;
use crate::diag::{Diagnostic, Diagnostics, Severity, codes};
use crate::ir::{Mode, Region, Shape, Task, Use};
use crate::passes::{tasks, tasks_mut};

/// What all of a file does with ways to memory, whatever region is looked at.
pub(in crate::c) struct Ways {
    lasting: Lasting,
    handed: Handed,
    stored: Stored,
    /// Members that it sets to what another member leads to: `g->rows[i] = g->all + i * n`.
    members: HashSet<(String, String)>,
    /// Members that it sets to what leads to the same: `g->jobs[i].to = all + i * n; g->part[i] = all + i * m`.
    alike: HashSet<(String, String)>,
}

impl Ways {
    pub(in crate::c) fn of(src: &Source) -> Ways {
        let calls = call_arguments::calls(src);
        let stored = Stored::of(src, &calls);
        Ways {
            lasting: Lasting::of(src, &stored),
            handed: Handed::of(src, &calls, &stored),
            members: set_members(src),
            alike: set_alike(src),
            stored,
        }
    }
}

/// What a function, and its file, do with ways to memory.
pub(in crate::c) struct Known {
    pub(in crate::c) families: Families,
    /// The same, but for what callers hand it.
    pub(in crate::c) own: Families,
    /// Variables whose address is set somewhere, with the head of the family that has it.
    addressed: Vec<(String, String)>,
}

impl Known {
    /// What is known in a function, of which each of these variables may be led to by a name.
    pub(in crate::c) fn of(src: &Source, ways: &Ways, function: Node, led_to: Vec<Pair>) -> Known {
        let own = Families::of_file(src, function, &ways.stored, &ways.lasting);
        let mut families = own.clone();
        families.join_all(ways.handed.to(function));
        let mut addressed = addressed(src, function, &families);
        let others = led_to.into_iter();
        addressed.extend(others.map(|(variable, name)| (variable, families.head(&name))));
        addressed.sort_unstable();
        addressed.dedup();
        Known {
            families,
            own,
            addressed,
        }
    }

    /// The two pointers may lead to the same.
    pub(in crate::c) fn are_one(&self, a: &str, b: &str) -> bool {
        self.families.head(a) == self.families.head(b)
    }

    /// The variables that the pointer may lead to.
    pub(in crate::c) fn values_of(&self, pointer: &str) -> impl Iterator<Item = &str> {
        let head = self.families.head(pointer);
        let all = self.addressed.iter();
        all.filter(move |(_, of)| *of == head)
            .map(|(name, _)| name.as_str())
    }

    /// The heads of the families that have the variable's address.
    pub(in crate::c) fn holders(&self, variable: &str) -> impl Iterator<Item = &String> {
        let all = self.addressed.iter();
        all.filter(move |(name, _)| name == variable)
            .map(|(_, head)| head)
    }

    /// The pointer may lead to the variable.
    pub(in crate::c) fn has_address(&self, pointer: &str, variable: &str) -> bool {
        let head = self.families.head(pointer);
        let mut all = self.addressed.iter();
        all.any(|(name, of)| name == variable && *of == head)
    }
}

/// Adds to tasks what they use by other names.
pub(in crate::c) fn run(
    src: &Source,
    (ways, known): (&Ways, &Known),
    region: &mut Region,
    diags: &mut Diagnostics,
) {
    rows(src, region, known, ways, diags);
    values(src, region, &known.families, &known.addressed);
    members(src, region, &known.families);
}

/// A name under which tasks reach memory.
struct Named {
    name: String,
    /// It leads to elements.
    leads: bool,
    /// How many pointers stand behind what it points to, which lead elsewhere.
    pointers: usize,
    /// Some of them are members of structs: what these lead to has no place of its own in the graph.
    holds: bool,
    /// It leads to structs that have pointers, or has pointers to structs.
    structs: bool,
    written: bool,
    /// One of its uses.
    used: Use,
}

/// Tasks that use what rows lead to by other names use all of the rows.
fn rows(src: &Source, region: &mut Region, known: &Known, ways: &Ways, diags: &mut Diagnostics) {
    let named = named(src, region);
    // Of tasks by themselves the graph knows which bytes they use: callers may hand parts on.
    let alone = tasks(region).all(|task| task.loops.is_empty());
    let related = |rows: &Named, part: &Named| {
        let families = match alone && !rows.holds {
            true => &known.own,
            false => &known.families,
        };
        let (own, other) = (root_of(&rows.name), root_of(&part.name));
        let leads = match last(&rows.name).zip(last(&part.name)) {
            // Members of one struct, or of two: others of them are set that way.
            Some((to, from)) => {
                let pair = (to.to_owned(), from.to_owned());
                ways.members.contains(&pair) || (rows.structs && ways.alike.contains(&pair))
            }
            None => own != other,
        };
        // Where the pointers of structs lead is not looked up when tasks are registered.
        let unseen = rows.structs && (part.structs || part.pointers > 0);
        part.leads
            && (rows.pointers > part.pointers || unseen)
            && (rows.written || part.written)
            && leads
            && families.head(own) == families.head(other)
    };
    for rows in &named {
        for part in named.iter().filter(|part| related(rows, part)) {
            let mut added = false;
            for task in tasks_mut(region) {
                added |= add(src, task, rows, part);
            }
            if added {
                diags.push(said(rows, part));
            }
        }
    }
}

fn set_members(src: &Source) -> HashSet<(String, String)> {
    let mut set = HashSet::new();
    let mut stack = vec![src.tree.root_node()];
    while let Some(node) = stack.pop() {
        let assigned = node.kind() == "assignment_expression";
        let sides = field(node, "left").zip(field(node, "right"));
        let leads = |left: Node| pointer_types::place_leads(src, src, left, left.start_byte());
        if let Some((left, right)) = sides.filter(|sides| assigned && leads(sides.0)) {
            let names = |side| members_in(src, side);
            for to in names(left) {
                set.extend(names(right).into_iter().map(|from| (to.clone(), from)));
            }
        }
        stack.extend(children(node));
    }
    set
}

/// See [`Ways::alike`].
fn set_alike(src: &Source) -> HashSet<(String, String)> {
    let mut alike = HashSet::new();
    let top = children(src.tree.root_node()).into_iter();
    for function in top.filter(|n| n.kind() == "function_definition") {
        let all = alias_classes::sets(src, function);
        let mut from = alias_classes::From::default();
        for set in all.iter().filter(|set| !set.inside) {
            from.entry(&set.pair.0).or_default().push(&set.pair.1);
        }
        let mut led: HashMap<&str, HashSet<String>> = HashMap::new();
        let mut stack = vec![function];
        while let Some(node) = stack.pop() {
            stack.extend(children(node));
            let Some((left, right)) = set_by(node) else {
                continue;
            };
            if !pointer_types::place_leads(src, src, left, left.start_byte()) {
                continue;
            }
            let members = arrays_in(src, left);
            let is_root = |(name, at): &(&str, Node)| {
                let found = declarations::find(src, *at, name);
                found.is_some_and(|d| !d.is_function() && !constants::is_plain(src, *at, name))
                    && alias_classes::is_way(src, *at, right)
            };
            let roots = identifiers(src, right).into_iter();
            for (root, _) in roots.filter(is_root) {
                for name in alias_classes::reached(&from, root) {
                    let all = led.entry(name).or_default();
                    all.extend(members.iter().cloned());
                }
            }
        }
        for all in led.values() {
            let pairs = all.iter().flat_map(|a| all.iter().map(move |b| (a, b)));
            alike.extend(
                pairs
                    .filter(|(a, b)| a != b)
                    .map(|(a, b)| (a.clone(), b.clone())),
            );
        }
    }
    alike
}

/// Those that lead to elements: a pointer to a struct leads to one.
fn arrays_in(src: &Source, side: Node) -> Vec<String> {
    let (mut names, mut stack) = (Vec::new(), vec![side]);
    while let Some(node) = stack.pop() {
        stack.extend(children(node));
        let member = field(node, "field").filter(|_| node.kind() == "field_expression");
        let Some(name) = member.map(|member| src.text(member)) else {
            continue;
        };
        let indexed = node
            .parent()
            .is_some_and(|p| p.kind() == "subscript_expression");
        let mut all = pointer_types::members(src, name).into_iter();
        if indexed || !all.any(|d| pointer_types::points_to_struct(src, &d)) {
            names.push(name.to_owned());
        }
    }
    names
}

fn members_in(src: &Source, side: Node) -> Vec<String> {
    let (mut names, mut stack) = (Vec::new(), vec![side]);
    while let Some(node) = stack.pop() {
        let member = (node.kind() == "field_expression")
            .then(|| field(node, "field"))
            .flatten();
        names.extend(member.map(|member| src.text(member).to_owned()));
        stack.extend(children(node));
    }
    names
}

/// What tasks reach, by its names.
fn named(src: &Source, region: &Region) -> Vec<Named> {
    let mut list: Vec<Named> = Vec::new();
    for task in tasks(region) {
        for used in task.uses.iter().filter(|u| reaches(task, u)) {
            if let Some(known) = list.iter_mut().find(|n| n.name == used.name) {
                known.written |= used.mode.writes();
                continue;
            }
            let Some(found) = declaration(src, task, &used.name) else {
                continue;
            };
            let holds = pointer_types::holds(src, &found, 0);
            list.push(Named {
                name: used.name.clone(),
                leads: holds || levels(&found) > 0,
                pointers: found.inner_stars() + usize::from(holds),
                holds,
                structs: (holds && levels(&found) > 0) || has_structs(src, &found, used),
                written: used.mode.writes(),
                used: used.clone(),
            });
        }
    }
    list
}

/// Its elements are pointers to structs, with which what they lead to counts.
fn has_structs(src: &Source, found: &Declared, used: &Use) -> bool {
    let pointer = found.levels().get(used.index.len()) == Some(&Level::Pointer);
    let followed = used.shape == Shape::Element && !used.index.is_empty() && pointer;
    followed && pointer_types::struct_of(src, found).is_some()
}

/// Memory behind the name is used, not its value.
pub(in crate::c) fn reaches(task: &Task, used: &Use) -> bool {
    let value = used.shape == Shape::Scalar || (used.shape == Shape::Whole && !used.reborrow);
    !value && !task.privates.contains(&used.name)
}

/// What declares a name, or the member that it ends with.
pub(in crate::c) fn declaration<'s>(
    src: &'s Source,
    task: &Task,
    name: &str,
) -> Option<Declared<'s>> {
    match root_of(name) == name {
        true => declarations::find(src, statement(src, task)?, name),
        false => {
            let member = name.rsplit(['.', '>']).next()?;
            pointer_types::members(src, member).into_iter().next()
        }
    }
}

/// The task uses all of `rows` if it uses the `part`.
fn add(src: &Source, task: &mut Task, rows: &Named, part: &Named) -> bool {
    let uses = task.uses.iter().filter(|u| u.name == part.name);
    let uses: Vec<&Use> = uses.filter(|u| reaches(task, u)).collect();
    let names_it = task.declared.iter().any(|d| d.name == rows.name);
    if uses.is_empty() || names_it || !is_seen(src, task, &rows.name) {
        return false;
    }
    let writes = uses.iter().any(|u| u.mode.writes());
    let mode = if writes { Mode::InOut } else { Mode::In };
    let used = unnamed(&rows.used, Shape::Whole, mode);
    task.uses.push(used);
    true
}

/// The name means something where the task stands.
fn is_seen(src: &Source, task: &Task, name: &str) -> bool {
    let found = statement(src, task).and_then(|code| declarations::find(src, code, root_of(name)));
    found.is_some()
}

/// A use that the task's code does not show.
pub(in crate::c) fn unnamed(like: &Use, shape: Shape, mode: Mode) -> Use {
    Use {
        shape,
        mode,
        indices: Vec::new(),
        index: Vec::new(),
        reborrow: true,
        compound: false,
        unconditional: false,
        under: None,
        guarded: false,
        in_macro: true,
        ..like.clone()
    }
}

fn said(rows: &Named, part: &Named) -> Diagnostic {
    let (rows, name) = (&rows.name, &part.name);
    let message = format!(
        "`{name}` may lead to what `{rows}` leads to: tasks that use it wait for those that use `{rows}`"
    );
    let span = part.used.span.clone();
    let d = Diagnostic::new(Severity::Warning, codes::WIDENED, message, span);
    d.help(format!(
        "use one name for it in all tasks, `{rows}[k][..]` or `{name}`"
    ))
}

/// See [`Known::addressed`].
fn addressed(src: &Source, function: Node, families: &Families) -> Vec<(String, String)> {
    let top = children(src.tree.root_node()).into_iter();
    let mut stack: Vec<Node> = top.filter(|n| n.kind() == "declaration").collect();
    stack.push(function);
    let mut list = Vec::new();
    while let Some(node) = stack.pop() {
        if let Some((place, value)) = set_by(node)
            && let Some(holder) = set_name(src, place)
        {
            let head = families.head(root_of(&holder));
            let names = taken(src, value).into_iter();
            list.extend(names.map(|name| (name, head.clone())));
        }
        stack.extend(children(node));
    }
    list
}

/// Values whose address an expression takes: `&n`, `&s.x`.
pub(in crate::c) fn taken(src: &Source, value: Node) -> Vec<String> {
    let mut names = Vec::new();
    let mut stack = vec![value];
    while let Some(node) = stack.pop() {
        let takes = node.kind() == "pointer_expression" && src.text(node).starts_with('&');
        let place = field(node, "argument").filter(|_| takes);
        let name = place.and_then(|place| place_name(src, place));
        let root = name.as_deref().map(root_of);
        // A declaration may declare both.
        let at = src.around(node, &["declaration"]).unwrap_or(node);
        let found = root.and_then(|root| declarations::find(src, at, root));
        if let Some(found) = found.filter(|d| d.form() == Form::Value && !d.is_function()) {
            names.push(found.name);
        }
        stack.extend(children(node));
    }
    names
}

/// Tasks that write through a pointer may write a variable whose address its family has.
fn values(src: &Source, region: &mut Region, families: &Families, known: &[(String, String)]) {
    let writers = |name: &str, head: &str, task: &Task| {
        let mut writes = task
            .uses
            .iter()
            .filter(|u| u.mode.writes() && reaches(task, u));
        writes.any(|u| root_of(&u.name) != name && families.head(root_of(&u.name)) == head)
            || task.uses.iter().any(|u| {
                let (root, through) = (root_of(&u.name), u.name.contains("->"));
                u.mode.writes() && through && root != name && families.head(root) == head
            })
    };
    for (name, head) in known {
        let names = |task: &Task| {
            let mut uses = task.uses.iter().map(|u| root_of(&u.name));
            uses.any(|root| root == name.as_str())
                || registration_inputs::read(src, region, task).contains(name)
        };
        if !tasks(region).any(names) {
            continue;
        }
        for task in tasks_mut(region).filter(|task| writers(name, head, task)) {
            let like = task.uses.iter().find(|u| u.mode.writes()).cloned();
            if let Some(like) = like.filter(|_| is_seen(src, task, name)) {
                let name = name.clone();
                let used = unnamed(&Use { name, ..like }, Shape::Scalar, Mode::InOut);
                task.uses.push(used);
            }
        }
    }
}

/// What tasks read as a value is memory where others write it by another name.
fn members(src: &Source, region: &mut Region, families: &Families) {
    let uses = || tasks(region).flat_map(|task| &task.uses);
    let written = names(uses().filter(|u| u.mode.writes()));
    // Of pointers and arrays the value is no memory of its own.
    let led = names(tasks(region).flat_map(|t| t.uses.iter().filter(|u| reaches(t, u))));
    // All of a struct that the pointer may lead to, or of an array of some.
    let whole = |read: &str, written: &str| {
        let of_one = || families.head(root_of(read)) == families.head(written);
        read.contains("->") && last(written).is_none() && led.contains(written) && of_one()
    };
    let is_other = |read: &str| {
        let meets = |name: &str| meet(read, name) || share(src, read, name) || whole(read, name);
        written.iter().any(|name| name != read && meets(name))
    };
    let known: HashSet<String> = (uses().map(|u| &u.name))
        .filter(|name| !written.contains(*name) && !led.contains(*name) && is_other(name))
        .cloned()
        .collect();
    for used in tasks_mut(region).flat_map(|task| &mut task.uses) {
        let value = used.mode == Mode::In && used.shape == Shape::Whole;
        if value && known.contains(&used.name) {
            used.shape = Shape::Scalar;
            used.reborrow = true;
        }
    }
}

fn names<'u>(uses: impl Iterator<Item = &'u Use>) -> HashSet<String> {
    uses.map(|u| u.name.clone()).collect()
}

/// Writing the one place may change the other one, which is read.
fn meet(read: &str, written: &str) -> bool {
    let part = |long: &str, short: &str, marks: &[&str]| {
        let rest = long.strip_prefix(short);
        rest.is_some_and(|rest| marks.iter().any(|mark| rest.starts_with(mark)))
    };
    let through = read.contains("->") || written.contains("->");
    part(written, read, &["."])
        || part(read, written, &[".", "->"])
        || (through && last(read).is_some() && last(read) == last(written))
}

/// They are members of one union.
fn share(src: &Source, read: &str, written: &str) -> bool {
    let parts = |name: &str| -> Vec<String> {
        let parts = name.split(['.', '-', '>']).filter(|part| !part.is_empty());
        parts.map(str::to_owned).collect()
    };
    let (a, b) = (parts(read), parts(written));
    let apart = a.iter().zip(&b).position(|(a, b)| a != b);
    apart.is_some_and(|n| n > 0 && in_union(src, &a[n]) && in_union(src, &b[n]))
}

/// The same member of two structs of one type, of which one is reached through a pointer.
pub(in crate::c) fn same_member(src: &Source, task: &Task, a: &str, b: &str) -> bool {
    let of = |name: &str| {
        let found = declarations::find(src, statement(src, task)?, root_of(name))?;
        Some(found.plain_words(src))
    };
    let through = a.contains("->") || b.contains("->");
    through && root_of(a) != root_of(b) && last(a).is_some() && last(a) == last(b) && of(a) == of(b)
}
