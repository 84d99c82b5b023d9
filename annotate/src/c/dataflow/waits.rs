//! Code of a region outside of its tasks: where it has to wait, and what it must not do.
//!
//! Tasks run later, so an expression of generating code that reads what tasks write, or changes what
//! they use, waits first. Names that are pointers into the same array count as one: where a pointer
//! is set from an expression that names another one, the two are of one family (both sides of a
//! swap are). Setting a pointer does not wait: tasks have copies.

mod by_address;

use std::collections::{HashMap, HashSet};

use tree_sitter::Node;

use crate::c::dataflow::captures::in_macro;
use crate::c::dataflow::generating_code::{Found, Why, expressions, statements, waits_for};
use crate::c::dataflow::joined_variables::Common;
use crate::c::dataflow::joins::{Call, Joins, Reach, reach_of};
use crate::c::dataflow::mentions::{Mention, only_measured, read_names, sets_by_call};
use crate::c::dataflow::{region_exits, registration_inputs, stable_pointers};
use crate::c::parse::expressions::{last, whole_place};
use crate::c::parse::names::{all_names, identifiers, statement};
use crate::c::parse::source::{
    Source, any, expression, field, is_of, peel, place_name, root_of, set_at,
};
use crate::c::parse::{assembly, expressions};
use crate::c::points_to::alias_uses::Known;
use crate::c::points_to::block_pointers::Asked;
use crate::c::points_to::escapes::{By, Exposed};
use crate::c::points_to::pointer_writes::Replaced;
use crate::c::points_to::{linked_structs, unknown_pointers};
use crate::c::semantics::affine::expanded;
use crate::c::semantics::calls::{is_called, is_unknown};
use crate::c::semantics::constants::is_plain;
use crate::c::semantics::dominating_waits::Settled;
use crate::c::semantics::union_members::{goes_through_union, is_struct, lies_inside, overlap};
use crate::c::semantics::{declarations, pointer_types};
use crate::c::walk::call_graph::{Called, only_reads, uses_more};
use crate::c::walk::indirect_calls::{self, Run};
use crate::c::walk::library_state;
use crate::c::walk::task_uses::{extern_in_tasks, named_by_tasks, tasks_of, touched};
use crate::diag::{Diagnostic, Diagnostics, Severity, codes};
use crate::ir::{Addition, Region, RegionForm, Span, Task, VarKind, Variable};
use crate::passes::tasks;

/// Finds the waits of a region, and reports what leaves it.
pub(in crate::c) fn run(
    (src, known, common): (&Source, Option<&Known>, Option<&Common>),
    region: &mut Region,
    joins: &Joins,
    diags: &mut Diagnostics,
) {
    let Some((function, known)) = src.function_at(region.body.start).zip(known) else {
        return;
    };
    let skipped = statements(region);
    if region.form != RegionForm::Nested {
        // What leaves a composite task leaves a task, which has been said.
        region_exits::report(src, region, &skipped, function, diags);
    }
    let families = &known.families;
    let calls = joins.calls(src, region);
    let used = region.variables.iter().map(|v| v.name.as_str());
    let reached = calls
        .iter()
        .flat_map(|c| &c.reaches)
        .map(|r| r.name.as_str());
    let exposed = Exposed::of(src, known, function);
    let asked = Asked::of(src, region, region.joined || !calls.is_empty());
    let around = Around {
        src,
        asked,
        touched: touched(region, families),
        known,
        used: (tasks(region).flat_map(|task| &task.uses))
            .map(|used| used.name.clone())
            .collect(),
        named: named_by_tasks(src, region),
        externs: extern_in_tasks(src, region),
        called: Called::of(src, region),
        in_macros: (region.variables.iter())
            .filter(|v| root_of(&v.name) != v.name && in_macro(src, region, &v.name))
            .map(|v| v.name.clone())
            .collect(),
        exposed: (used
            .clone()
            .chain(reached.clone())
            .filter_map(|name| exposed.by(name)))
        .max(),
        calls,
        joins,
        joined: region.joined,
        numbers: stable_pointers::writes_numbers(src, region),
    };
    let settled = Settled::of(src, region);
    // Tasks of joined calls, and of callers, which may be pending where the region begins.
    let joining = || {
        let calls = around.calls.iter().map(|c| c.node.start_byte());
        calls.chain(region.joined.then_some(region.body.start))
    };
    let replaced = Replaced::of(src, region, families);
    let sets = |name: &str| replaced.has(families, name);
    let (mut waits, mut asks): (Vec<(Span, String, bool)>, Vec<Addition>) = Default::default();
    for expression in expressions(src, region) {
        let settled = |head: &Option<String>| {
            let mut tasks = tasks_of(region, families, head.as_deref());
            tasks.extend(joining());
            settled.at(expression, &tasks)
        };
        let mut found = around.conflicts(expression).into_iter();
        if let Some(found) = found.find(|found| !settled(&found.head)) {
            let sets = sets(&found.name);
            waits.push((expression.byte_range(), found.message(), sets));
        } else {
            asks.extend(around.asks(expression));
        }
    }
    for task in tasks(region) {
        let name = registration_inputs::pending(src, region, (known, &replaced), task);
        let name = name.or_else(|| registration_inputs::left(src, region, task));
        let own = name.map(|name| {
            let head = families.head(root_of(name));
            (name.to_owned(), tasks_of(region, families, Some(&head)))
        });
        let elsewhere = || {
            let name = around.joining_head(common, region, task)?;
            Some((name, joining().collect()))
        };
        let Some((name, before)) = own.or_else(elsewhere) else {
            continue;
        };
        if statement(src, task).is_some_and(|stmt| !settled.at(stmt, &before)) {
            waits.push((task.stmt.clone(), waits_for(&name), sets(&name)));
        }
    }
    region.additions.extend(asks);
    waits.sort_by_key(|(span, ..)| span.start);
    for (span, message, may_set) in waits {
        let d = Diagnostic::new(
            Severity::Warning,
            codes::IMPLICIT_WAIT,
            message,
            span.clone(),
        );
        let d = d.help("`#pragma hp5 task_wait` before it says so");
        diags.push(match may_set {
            true => d.help("a task that sets no pointers of a struct that it hands on says so by clauses: what it uses of the members, `inout(s.u[0:n])`"),
            false => d,
        });
        region.additions.push(Addition::WaitFirst(span));
    }
    let elsewhere = match around.joined || !around.calls.is_empty() {
        true => joins.set.iter().map(String::as_str).collect(),
        false => HashSet::new(),
    };
    unknown_pointers::run(src, region, &elsewhere, diags);
    linked_structs::run(src, region, diags);
}

struct Around<'s> {
    src: &'s Source,
    /// Pointers to blocks, which tasks look at one by one.
    asked: Asked,
    touched: HashMap<String, Vec<Variable>>,
    known: &'s Known,
    /// How functions of which nothing is known may reach what tasks use.
    exposed: Option<By>,
    /// What tasks use, members with their structs.
    used: HashSet<String>,
    /// Names in the code of tasks.
    named: HashSet<String>,
    /// Names that code of tasks declares as those of the file.
    externs: HashSet<String>,
    called: Called,
    /// Calls of functions whose tasks join these.
    calls: Vec<Call<'s>>,
    joins: &'s Joins,
    /// The region is part of others, which have tasks of their own.
    joined: bool,
    /// Members that tasks look at when they run.
    in_macros: HashSet<String>,
    /// Tasks of the region set no pointers.
    numbers: bool,
}

impl Around<'_> {
    /// What an expression has to wait for.
    fn conflicts(&self, expression: Node) -> Vec<Found> {
        let call = self.calls.iter().find(|c| c.node == peel(expression));
        let called = call.and_then(|c| field(c.node, "function"));
        let mut list = Vec::new();
        if call.is_none() {
            for run in indirect_calls::of(self.src, expression) {
                self.run(run, expression, &mut list);
            }
        }
        let used = |(name, head)| Found {
            name,
            head,
            why: Why::Used,
        };
        let unknown =
            |n: Node| n.kind() == "gnu_asm_expression" && assembly::touches_all(self.src, n);
        if any(expression, &unknown) {
            list.push(Found::all("asm", Why::Unknown));
        }
        for (name, node) in identifiers(self.src, expression) {
            if Some(node) == called {
                continue;
            }
            list.extend(self.state(name, node).map(used));
            if is_called(node) && sets_by_call(node) && self.only_reads(node, name).is_some() {
                list.push(Found::all(name, Why::Unknown));
            }
            let handed_on = call.is_some_and(|c| c.pointers.contains(&node));
            let joining = self.joining_conflict(name, node, handed_on);
            list.extend(joining.map(|n| used((n, None))));
            list.extend(self.conflict(name, node, handed_on).map(used));
        }
        list
    }

    /// The state of a function of the library that is called, where tasks use it, or tasks of others may.
    fn state(&self, name: &str, node: Node) -> Option<(String, Option<String>)> {
        let state = library_state::of(self.src, name).filter(|_| is_called(node))?;
        let head = self.known.families.head(&state);
        match self.touched.contains_key(&head) {
            true => Some((name.to_owned(), Some(head))),
            false => (self.joined || !self.calls.is_empty()).then(|| (name.to_owned(), None)),
        }
    }

    /// What the expression runs has to wait for.
    fn run(&self, run: Run, expression: Node, list: &mut Vec<Found>) {
        let any = || {
            let reached = self.calls.iter().any(|c| !c.reaches.is_empty());
            self.joined || (self.exposed.is_some() && (reached || !self.touched.is_empty()))
        };
        // What it is given is looked at where it is named.
        let outside = |name: &str| {
            self.exposed != Some(By::Others) || self.joined || uses_more(self.src, name, expression)
        };
        match run {
            Run::Ends(name) => list.push(Found::all(&name, Why::Ends)),
            Run::Unknown(name) if any() => list.push(Found::all(&name, Why::Unknown)),
            Run::Function(name) => match only_reads(self.src, &name, expression) {
                Some(read) => {
                    let written = self.written(&read).into_iter();
                    let why = Why::Used;
                    list.extend(written.map(|(name, head)| Found { name, head, why }));
                }
                None if any() && outside(&name) => list.push(Found::all(&name, Why::Unknown)),
                None => {}
            },
            Run::Unknown(_) => {}
        }
    }

    /// Those of the variables that tasks write: of functions in the graph, and of the region.
    fn written(&self, read: &HashSet<String>) -> Vec<(String, Option<String>)> {
        let elsewhere = |name: &&String| {
            let mut all = self.calls.iter().flat_map(|c| &c.reaches);
            (self.joined && self.joins.is_written(name))
                || all.any(|r| r.written && r.name == **name)
        };
        let here = |name: &String| {
            let head = self.known.families.head(root_of(name));
            let mut all = self.touched.get(&head).into_iter().flatten();
            if let Some(found) = all.find(|v| v.written) {
                return Some((found.name.clone(), Some(head)));
            }
            let all = self.touched.values().flatten();
            let has = |v: &&Variable| self.known.has_address(root_of(&v.name), root_of(name));
            let found = all.filter(|v| v.written && has(v)).map(|v| &v.name);
            Some((found.min()?.clone(), None))
        };
        let joining = read.iter().filter(elsewhere).min();
        let joining = joining.map(|name| (name.clone(), None));
        let own = read.iter().filter_map(here).min();
        joining.into_iter().chain(own).collect()
    }

    /// The same for one name in it. The memory of one that is handed on is for tasks to look at.
    fn conflict(
        &self,
        name: &str,
        node: Node,
        handed_on: bool,
    ) -> Option<(String, Option<String>)> {
        if self.src.macros.contains_key(name)
            && let Some(found) = self.inside_macro(node)
        {
            return Some((found, None));
        }
        let place = whole_place(node);
        let member = place_name(self.src, place).unwrap_or_default();
        if self.is_set(place) && self.is_member_of_tasks(name, &member) {
            return Some((member, None));
        }
        if self.is_set(place) && self.is_looked_at(node, name) {
            return Some((name.to_owned(), None));
        }
        let head = self.known.families.head(name);
        if let Some(found) = self.overlapping(&head, node, (place, &member)) {
            return Some((found, Some(head)));
        }
        let depth = reach_of(self.src, node);
        let mention = match Mention::of(self.src, place, name) {
            // Where a value lies, or what a pointer leads to, is for tasks to look at.
            Mention::Other if handed_on && depth < 0 => return None,
            Mention::Other if handed_on && !is_plain(self.src, node, name) => Mention::Pointer,
            other => other,
        };
        if let Some(found) = self.addressed((name, node), &mention, self.is_set(place)) {
            return Some((found, None));
        }
        if let Some(found) = self
            .set_by_address((name, node), &mention)
            .filter(|_| !handed_on)
        {
            return Some((found, None));
        }
        if self.is_set(place) && self.is_shared(&head, &member) {
            return Some((member, Some(head)));
        }
        let read = matches!(mention, Mention::Read) && !self.is_set(place);
        if read && self.numbers && self.is_pointer(name, node) {
            return None;
        }
        let mut variables = self.touched.get(&head)?.iter();
        let found = variables.find(|v| match handed_on {
            // A pointer among others, which tasks reach elements through.
            true if !matches!(v.kind, VarKind::Scalar { .. }) => {
                v.written && usize::try_from(depth).is_ok_and(|d| d >= v.kind.dims().max(1))
            }
            _ => mention.conflicts(v, &member),
        });
        let found = found.map(|v| (v.name.clone(), Some(head.clone())))?;
        match self.asks_at(node, &head).is_some() || self.is_apart(node, &head) {
            true => None,
            false => Some(found),
        }
    }

    /// A pointer is set there, and all that tasks use of the family are numbers.
    fn is_apart(&self, node: Node, head: &str) -> bool {
        let mut used = self.touched.get(head).into_iter().flatten();
        used.all(|v| self.asked.is_number(v)) && self.asked.sets_other(self.src, node)
    }

    /// What an expression sets of pointers to blocks.
    fn asks(&self, expression: Node) -> Vec<Addition> {
        let named = identifiers(self.src, expression).into_iter();
        let set = named.filter_map(|(name, node)| {
            let head = self.known.families.head(name);
            self.touched.get(&head)?;
            self.asks_at(node, &head)
        });
        set.collect()
    }

    /// The pointer to a block that is set or given back there, where all that tasks use of the family are blocks.
    fn asks_at(&self, node: Node, head: &str) -> Option<Addition> {
        self.asked.at(self.src, node, self.touched.get(head)?)
    }

    /// What tasks use that lies in a struct or a union which code copies or sets, or that is a member of one union
    /// with the place.
    fn overlapping(&self, head: &str, node: Node, (place, member): (Node, &str)) -> Option<String> {
        let found = pointer_types::declaration(self.src, node, member);
        let whole = found.as_ref().is_none_or(|d| is_struct(self.src, d));
        let shares = goes_through_union(self.src, member);
        if member.is_empty() || !(whole || shares) || only_measured(place) {
            return None;
        }
        let is_set = self.is_set(place);
        let mut variables = self.touched.get(head)?.iter();
        let found = variables.find(|v| {
            let is_memory = || {
                let others = self.touched.values().flatten();
                let mut written = others.filter(|o| o.written && o.name != v.name);
                written.any(|o| overlap(self.src, &o.name, &v.name))
            };
            let scalar = matches!(v.kind, VarKind::Scalar { deref: false });
            (v.name != member || scalar)
                && (root_of(&v.name) == root_of(member)
                    || v.name.contains("->")
                    || member.contains("->"))
                && lies_inside(self.src, v)
                && overlap(self.src, member, &v.name)
                && (v.written || (is_set && (!scalar || is_memory())))
        });
        found.map(|v| v.name.clone())
    }

    /// A member that tasks look at through a pointer, by this name or by another one for the struct.
    fn is_member_of_tasks(&self, name: &str, member: &str) -> bool {
        let head = |name: &str| self.known.families.head(root_of(name));
        let other = |used: &String| {
            let through = used.contains("->") || member.contains("->");
            through
                && root_of(used) != name
                && last(used) == last(member)
                && head(used) == head(name)
        };
        let same = member.contains("->") && self.named.contains(name) && !self.is_array(member);
        same || (last(member).is_some() && self.used.iter().any(other))
    }

    /// What registering a task reads, and tasks of other functions in the graph may write.
    fn joining_head(
        &self,
        common: Option<&Common>,
        region: &Region,
        task: &Task,
    ) -> Option<String> {
        let names = registration_inputs::read(self.src, region, task);
        let mut reaches = self.calls.iter().flat_map(|c| &c.reaches);
        let value = |r: &&Reach| r.written && r.depth <= 0 && names.contains(&r.name);
        let found = reaches.find(value).map(|r| r.name.clone());
        let elsewhere = || common.filter(|_| self.joined)?.first_written(&names);
        found.or_else(elsewhere)
    }

    /// What tasks of other functions in the graph may use.
    fn joining_conflict(&self, name: &str, node: Node, handed_on: bool) -> Option<String> {
        let mention = match Mention::of(self.src, whole_place(node), name) {
            Mention::Other if handed_on => Mention::Pointer,
            other => other,
        };
        let elsewhere = self.joined
            && !matches!(mention, Mention::Size)
            && !is_called(node)
            && !self.is_declared(node)
            && self.joins.may_be_pending(self.src, name, node);
        // Where a value lies is for the call's tasks to look at.
        let place = handed_on && reach_of(self.src, node) < 0;
        (elsewhere || (!place && self.reached(name, node, &mention))).then(|| name.to_owned())
    }

    /// Whether tasks of joined calls may use what a name is used for.
    fn reached(&self, name: &str, node: Node, mention: &Mention) -> bool {
        let depth = reach_of(self.src, node);
        let looked_at = !matches!(mention, Mention::Other);
        let is_set = self.is_set(whole_place(node));
        if is_plain(self.src, node, name)
            || (looked_at && self.joins.is_pointer_that_stays(self.src, name, node))
        {
            return self.calls.iter().flat_map(|c| &c.reaches).any(|reach| {
                let used = reach.written || is_set;
                reach.name == name && reach.depth <= 0 && used && depth <= 0
            });
        }
        let head = self.known.families.head(name);
        let mut all = self.calls.iter().flat_map(|c| &c.reaches);
        all.any(|reach: &Reach| {
            let meets = match reach.name == name {
                true => depth >= reach.depth,
                false => self.known.families.head(&reach.name) == head && depth >= 1,
            };
            let related = reach.name == name || self.known.families.head(&reach.name) == head;
            match mention {
                Mention::Size => false,
                Mention::Pointer if is_set && reach.depth <= 0 => reach.name == name,
                Mention::Pointer => meets && depth >= reach.depth && reach.written,
                Mention::Read => meets && reach.written,
                Mention::Other => related && (meets || depth < reach.depth),
            }
        })
    }

    /// The name of a declaration.
    fn is_declared(&self, node: Node) -> bool {
        node.parent()
            .is_some_and(|p| p.kind().ends_with("_declarator"))
    }

    /// A variable of tasks that a macro names: where it is an expression that changes nothing, one that
    /// tasks write; otherwise what it does with it is not asked.
    fn inside_macro(&self, node: Node) -> Option<String> {
        let call = node
            .parent()
            .filter(|p| field(*p, "function") == Some(node));
        let inner = expanded(self.src, call.unwrap_or(node));
        let inner = inner.and_then(|text| expression(&text, self.src));
        let reads = inner.filter(|inner| {
            let calls = any(inner.tree.root_node(), &|n| n.kind() == "call_expression");
            !calls && !expressions::has_effect(inner) && !inner.text.contains('&')
        });
        let names = match &reads {
            Some(inner) => read_names(inner),
            None => all_names(self.src, node),
        };
        let found = names.into_iter();
        let found = found.filter_map(|name| self.touched.get(&self.known.families.head(&name)));
        let meets = |v: &&Variable| {
            let is_number = matches!(v.kind, VarKind::Scalar { deref: false });
            v.written || (reads.is_none() && !is_number)
        };
        found.flatten().filter(meets).map(|v| v.name.clone()).min()
    }

    /// A place that is assigned: tasks that reach it through a pointer look at it when they run.
    fn is_set(&self, place: Node) -> bool {
        set_at(place).is_some()
    }

    /// Tasks, or functions that they call, look at the variable itself when they run: it is of another
    /// file, or those functions know it.
    fn is_looked_at(&self, node: Node, name: &str) -> bool {
        match declarations::find(self.src, node, name) {
            Some(found) if found.lasting && self.externs.contains(name) => true,
            Some(found) => self.called.looks_at(self.src, &found),
            None => self.named.contains(name) || self.called.names.contains(name),
        }
    }

    /// Tasks read this member of a struct, by its address: others of them write another member.
    fn is_shared(&self, head: &str, member: &str) -> bool {
        let root = root_of(member);
        let mut all = self.touched.get(head).into_iter().flatten();
        let written = all.any(|v| {
            let scalar = matches!(v.kind, VarKind::Scalar { deref: false });
            scalar && v.written && root_of(&v.name) == root && v.name != root
        });
        let read = |name: &String| is_of(member, name) || is_of(name, member);
        written && root != member && self.used.iter().any(read)
    }

    /// An array that tasks use under this name: they have its address.
    fn is_array(&self, name: &str) -> bool {
        let found = self.touched.values().flatten().find(|v| v.name == name);
        found.is_some_and(|v| !matches!(v.kind, VarKind::Scalar { .. }))
            && !self.in_macros.contains(name)
    }

    /// A pointer, which tasks of other regions in the graph do not set either.
    fn is_pointer(&self, name: &str, node: Node) -> bool {
        match self.joined || !self.calls.is_empty() {
            true => self.joins.is_pointer_that_stays(self.src, name, node),
            false => stable_pointers::is_pointer(self.src, name, node),
        }
    }

    /// What a function of the file reads that is called here, where it does no more.
    fn only_reads(&self, node: Node, name: &str) -> Option<HashSet<String>> {
        match is_unknown(self.src, name) {
            true => only_reads(self.src, name, node),
            false => None,
        }
    }
}
