//! `--checked`: the accesses of code that tasks run tell the library what they touch.
//!
//! `a[i] = x` becomes
//!
//! ```c
//! (*__extension__({ __auto_type hp5_place = &(a[i]); hp5_touch(hp5_place, .., HP5_OUT, a, "a", "f.c:7"); hp5_place; })) = x
//! ```
//!
//! so that each place is evaluated once, has the type that it had, and stands where it stood. What is
//! an access: elements, what pointers point to, members behind pointers, variables of the file and
//! those that tasks share. A row (`a[i]` of two dimensions) by itself is none, which the compiler finds
//! out where the text does not say it; nor is what `sizeof` or `&` stand in front of. Bit fields have
//! no address: what they are members of stands for them. Macros that hide accesses are written out.
//!
//! Functions of the file that tasks call are instrumented where they stand; outside of tasks
//! `hp5_touch` does nothing.

mod places;
mod walk;

pub(super) use places::is_arrow;

use std::collections::{HashMap, HashSet};

use tree_sitter::Node;

use crate::c::dataflow::captures::Captured;
use crate::c::emit::Context;
use crate::c::emit::watched_accesses::Looks;
use crate::c::lower::privatization::How;
use crate::c::parse::names::{all_names, identifiers, statement};
use crate::c::parse::source::{Source, children, declared_name, field, root_of};
use crate::c::semantics::calls::is_called;
use crate::edit::Edits;
use crate::ir::{Region, Span, Task, Unit, VarKind};
use crate::passes::tasks;

/// Members that structs of the file have, and whether they have an address.
pub(super) struct Members(HashMap<String, bool>);

impl Members {
    pub(super) fn of(src: &Source) -> Members {
        let mut known: HashMap<String, bool> = HashMap::new();
        let mut stack = vec![src.tree.root_node()];
        while let Some(node) = stack.pop() {
            if node.kind() == "field_declaration" {
                let inside = children(node);
                let bits = inside.iter().any(|c| c.kind() == "bitfield_clause");
                let mut cursor = node.walk();
                for found in node.children_by_field_name("declarator", &mut cursor) {
                    if let Some(name) = declared_name(src, found) {
                        *known.entry(name).or_insert(true) &= !bits;
                    }
                }
            }
            stack.extend(children(node));
        }
        Members(known)
    }

    /// A member of this name has an address, whatever struct it is of.
    fn have_address(&self, name: &str) -> bool {
        self.0.get(name).copied().unwrap_or(false)
    }
}

/// Code that is instrumented.
pub(super) struct Code<'c> {
    pub(super) src: &'c Source,
    pub(super) members: &'c Members,
    /// The code.
    pub(super) span: Span,
    /// Arrays that the task declares, and what they are called in the code.
    pub(super) arrays: Vec<(String, String)>,
    /// Variables around the code that it shares with others, and what they are called in it.
    pub(super) shared: Vec<(String, String)>,
    /// What is replaced by something else.
    pub(super) replaced: Vec<Span>,
    /// It is code between tasks, of which only places count that these may use, too.
    pub(super) looks: Option<&'c Looks>,
}

/// Edits in front of expressions, and behind them: others of the same place go in between.
#[derive(Default)]
pub(super) struct Marks {
    pub(super) before: Edits,
    pub(super) behind: Edits,
}

/// Instruments the functions of the file that tasks call, themselves, through others, or through
/// pointers to them.
pub(super) fn called(src: &Source, unit: &Unit, members: &Members, edits: &mut Edits) {
    for body in bodies(src, unit) {
        let code = Code {
            src,
            members,
            span: body.byte_range(),
            arrays: Vec::new(),
            shared: Vec::new(),
            replaced: Vec::new(),
            looks: None,
        };
        code.marks(body).put(edits);
    }
}

/// The bodies of these functions.
fn bodies<'s>(src: &'s Source, unit: &Unit) -> Vec<Node<'s>> {
    let mut open: Vec<Node> = Vec::new();
    each_region(&unit.regions, &mut |region| {
        open.extend(tasks(region).filter_map(|task| statement(src, task)));
    });
    let pointed = identifiers(src, src.tree.root_node()).into_iter();
    let pointed = pointed.filter(|(_, node)| {
        let declares = |p: Node| p.kind().ends_with("declarator") && p.kind() != "init_declarator";
        !is_called(*node) && !node.parent().is_some_and(declares)
    });
    let mut names: Vec<String> = pointed.map(|(name, _)| name.to_owned()).collect();
    let (mut known, mut list) = (HashSet::new(), Vec::new());
    loop {
        for name in names.drain(..) {
            let function = src.function(&name).filter(|_| known.insert(name));
            let body = function.and_then(|f| field(f, "body"));
            // One that has a region is instrumented with its tasks.
            let holds = |body: &Node| {
                let inside = |r: &Region| body.byte_range().contains(&r.body.start);
                unit.regions.iter().any(inside)
            };
            if let Some(body) = body.filter(|body| !holds(body)) {
                open.push(body);
                list.push(body);
            }
        }
        match open.pop() {
            Some(code) => names.extend(all_names(src, code)),
            None => return list,
        }
    }
}

fn each_region<'r>(regions: &'r [Region], with: &mut impl FnMut(&'r Region)) {
    for region in regions {
        with(region);
        let nested = tasks(region).filter_map(|task| task.nested.as_deref());
        nested.for_each(|inside| each_region(std::slice::from_ref(inside), with));
    }
}

impl Context<'_> {
    /// The marks in a task's code; none unless accesses are looked at.
    pub(super) fn marks(&self, task: &Task, captured: &[Captured]) -> Marks {
        let stmt = statement(self.src, task);
        let Some(stmt) = stmt.filter(|_| self.checked) else {
            return Marks::default();
        };
        let by_address = captured.iter().filter(|c| c.how == How::Address);
        let shared: Vec<(String, String)> = by_address
            .map(|c| &c.declared.name)
            .map(|name| (name.clone(), format!("(*hp5_at_{name})")))
            .collect();
        let handed = crate::c::emit::members(self.src, self.region, task);
        let mut replaced = Vec::new();
        let mut arrays = Vec::new();
        for variable in &self.region.variables {
            let name = &variable.name;
            let called = match handed.iter().any(|v| v.name == *name) {
                true => {
                    let uses = crate::c::emit::in_code(task).filter(|u| u.name == *name);
                    replaced.extend(uses.map(|u| u.base.clone()));
                    format!("hp5_of_{}", variable.binding)
                }
                false => name.clone(),
            };
            // Of a member of a struct of which the task has the address, too.
            let root = root_of(&called).to_owned();
            let called = (shared.iter().find(|(n, _)| *n == root))
                .map_or(called.clone(), |(_, at)| {
                    format!("{at}{}", &called[root.len()..])
                });
            let used = task.uses.iter().any(|u| u.name == *name);
            if used && !matches!(variable.kind, VarKind::Scalar { .. }) {
                arrays.push((name.clone(), called));
            }
        }
        let inner = task.nested.as_deref().into_iter().flat_map(tasks);
        replaced.extend(inner.map(|task| task.stmt.clone()));
        let code = Code {
            src: self.src,
            members: self.members,
            span: task.stmt.clone(),
            arrays,
            shared,
            replaced,
            looks: None,
        };
        code.marks(stmt)
    }
}

impl Marks {
    pub(super) fn is_empty(&self) -> bool {
        self.before.is_empty() && self.behind.is_empty()
    }

    /// Puts them among the edits of a text.
    pub(super) fn put(&self, edits: &mut Edits) {
        edits.extend(&self.behind);
        edits.extend(&self.before);
    }

    /// A text with the marks.
    fn written(mut self, inner: &Source) -> String {
        self.before.extend(&self.behind);
        self.before.apply(&inner.text, &(0..inner.text.len()))
    }
}
