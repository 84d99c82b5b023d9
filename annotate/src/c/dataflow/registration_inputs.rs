//! What is asked for where a task is registered: bounds of its loops, sizes, sections, what its clauses
//! say. Tasks that are pending then may write it. Of indices the whole array is taken in that case; for
//! the rest the program waits.

use std::collections::HashSet;

use tree_sitter::Node;

use crate::c::dataflow::captures::is_left;
use crate::c::dataflow::joined_variables::Common;
use crate::c::lower::region::dims_of;
use crate::c::parse::source::{Source, children, expression, is_of, place_name, root_of, words};
use crate::c::points_to::alias_uses::{self, Known};
use crate::c::points_to::pointer_writes::Replaced;
use crate::c::semantics::induction_variables::counted_at;
use crate::c::semantics::union_members::{goes_through_union, overlap};
use crate::ir::{Computed, Extent, Poly, Region, Shape, Task, VarKind};
use crate::passes::{tasks, tasks_mut, variables::shared_uses};

/// A place that is read.
struct Read {
    name: String,
    /// An element of it, or what it points to.
    element: bool,
}

/// Takes whole arrays where indices have variables in them that tasks write.
pub(in crate::c) fn widen(region: &mut Region, common: Option<&Common>) {
    let mut written = Written::default();
    written
        .scalars
        .extend(common.into_iter().flat_map(Common::unsettled));
    for task in tasks(region) {
        for used in shared_uses(task).filter(|u| u.mode.writes()) {
            match used.shape {
                Shape::Scalar => written.scalars.insert(used.name.clone()),
                _ => written.reached.insert(used.name.clone()),
            };
        }
        let said = task.declared.iter().filter(|d| d.mode.writes());
        written.scalars.extend(said.map(|d| d.name.clone()));
    }
    // The task's own loops count by themselves.
    let is_in = |atom: &&str| !atom.contains('@') && written.is_in(atom);
    let settled = |poly: &Poly| !poly.atoms().iter().any(is_in);
    for task in tasks_mut(region) {
        for index in task.uses.iter_mut().flat_map(|u| &mut u.index) {
            *index = index.take().filter(settled);
        }
        for inner in &mut task.inner {
            inner.lo = inner.lo.take().filter(settled);
            inner.hi = inner.hi.take().filter(settled);
            inner.exact &= inner.lo.is_some() && inner.hi.is_some();
        }
    }
}

/// What tasks write: variables, and what names lead to.
#[derive(Default)]
struct Written {
    scalars: HashSet<String>,
    reached: HashSet<String>,
}

impl Written {
    /// An expression has one of the variables, or a member of what is reached.
    fn is_in(&self, text: &str) -> bool {
        let scalar = |name: &String| match root_of(name) == name {
            true => words(text).any(|word| word == name),
            false => text.contains(name.as_str()),
        };
        let member = |name: &String| {
            let rest = text.split_once(name.as_str()).map(|(_, rest)| rest);
            rest.is_some_and(|rest| rest.starts_with("->") || rest.starts_with('.'))
        };
        self.scalars.iter().any(scalar) || self.reached.iter().any(member)
    }
}

/// The first of the region's variables that tasks write and that registering a task reads.
pub(in crate::c) fn pending<'r>(
    src: &Source,
    region: &'r Region,
    (known, replaced): (&Known, &Replaced),
    task: &Task,
) -> Option<&'r str> {
    let families = &known.families;
    let mut reads: Vec<Read> = (texts(src, region, task).iter())
        .flat_map(|text| places(src, text))
        .collect();
    // Where it reaches from.
    reads.extend(replaced.reached(task, families).map(|used| Read {
        name: used.name.clone(),
        element: true,
    }));
    let meets = |read: &Read, name: &str, kind: &VarKind| {
        let named = is_of(&read.name, name);
        // Another pointer to it: the same member, or one of all that the name leads to.
        let (root, own) = (root_of(name), root_of(&read.name));
        let same = root != own && families.head(root) == families.head(own);
        let alias = || same && (root == name || name[root.len()..] == read.name[own.len()..]);
        match kind {
            VarKind::Scalar { deref: false } => {
                let addressed = || read.element && known.has_address(root_of(&read.name), name);
                named
                    || is_of(name, &read.name)
                    || (root_of(name) == root_of(&read.name) && overlap(src, name, &read.name))
                    || addressed()
                    || alias_uses::same_member(src, task, &read.name, name)
            }
            _ => {
                let in_union =
                    || goes_through_union(src, &read.name) && overlap(src, name, &read.name);
                (read.element && (named || alias()))
                    || (root_of(name) == root_of(&read.name) && in_union())
            }
        }
    };
    let mut written = region.variables.iter().filter(|v| v.written);
    let found = written.find(|v| reads.iter().any(|r| meets(r, &v.name, &v.kind)));
    found.map(|v| v.name.as_str())
}

/// A variable that the task's loop leaves a value in where it is registered, and that other tasks write.
pub(in crate::c) fn left<'r>(src: &Source, region: &Region, task: &'r Task) -> Option<&'r str> {
    let mut loops = task.loops.iter().enumerate();
    let (_, found) = loops.find(|(n, tiled)| {
        is_left(src, task, *n)
            && (region.variables.iter()).any(|v| v.written && v.name == tiled.var)
    })?;
    Some(&found.var)
}

/// The variables that registering a task reads, those of its own loops aside.
pub(in crate::c) fn read(src: &Source, region: &Region, task: &Task) -> HashSet<String> {
    let texts = texts(src, region, task);
    let places = texts.iter().flat_map(|text| places(src, text));
    let names = places.map(|read| root_of(&read.name).to_owned());
    let own = |name: &String| task.loops.iter().any(|tiled| tiled.var == *name);
    names.filter(|name| !own(name)).collect()
}

/// The expressions that registering a task evaluates, deduced indices aside.
fn texts(src: &Source, region: &Region, task: &Task) -> Vec<String> {
    let mut texts = Vec::new();
    for tiled in &task.loops {
        if let Some((_, known)) = counted_at(src, &tiled.iterated) {
            texts.extend(known.ends().map(|bound| src.text(bound).to_owned()));
        }
        texts.extend(tiled.tile.text().map(str::to_owned));
    }
    let said = [&task.condition, &task.included, &task.priority, &task.name];
    texts.extend(said.into_iter().flatten().cloned());
    texts.extend(task.computed.iter().flat_map(Computed::both).cloned());
    for extent in task
        .declared
        .iter()
        .flat_map(|d| d.section.iter().flatten())
    {
        if let Extent::Range { lo, hi } = extent {
            let atoms = [lo, hi].into_iter().flat_map(Poly::atoms);
            texts.extend(atoms.map(str::to_owned));
        }
    }
    let used: HashSet<&str> = shared_uses(task).map(|u| u.name.as_str()).collect();
    for template in region
        .templates
        .iter()
        .filter(|t| t.scope.contains(&task.start))
    {
        for (name, sizes) in &template.arrays {
            let holds = name
                .as_ref()
                .is_none_or(|name| used.contains(name.as_str()));
            for size in sizes.iter().filter(|_| holds) {
                texts.extend(size.text().map(str::to_owned));
            }
        }
    }
    let lengths = used
        .iter()
        .filter_map(|name| dims_of(region, name, task.start));
    texts.extend(lengths.flatten().map(str::to_owned));
    texts
}

/// The places that an expression reads.
fn places(src: &Source, text: &str) -> Vec<Read> {
    let mut list = Vec::new();
    for part in src.with_macros(&text.replace('\n', " ")).lines() {
        let Some(parsed) = expression(part, src) else {
            continue;
        };
        let mut stack: Vec<Node> = parsed.value().into_iter().collect();
        while let Some(node) = stack.pop() {
            if node.kind() == "sizeof_expression" {
                continue;
            }
            let name = match node.kind() {
                "identifier" | "field_expression" => place_name(&parsed, node),
                _ => None,
            };
            // `*(p + 3)` is an element, too.
            let around = parsed.around(node, &["subscript_expression", "pointer_expression"]);
            match name {
                Some(name) => list.push(Read {
                    element: around.is_some() || root_of(&name) != name,
                    name,
                }),
                None => stack.extend(children(node)),
            }
        }
    }
    list
}
