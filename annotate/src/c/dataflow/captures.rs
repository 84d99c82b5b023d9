//! What a task's code uses of the function around it, and how it gets it.
//!
//! Numbers and pointers are copied when the task is registered. What tasks write, and arrays, are
//! reached by their address. A scalar that the code sets before it reads it, and of which nobody reads
//! what the task leaves ([`definite_assignment`](crate::c::lower::definite_assignment)), is private: each task has its own, as the variables of its loops are.

use std::collections::{BTreeSet, HashMap, HashSet};

use tree_sitter::Node;

use crate::c::dataflow::generating_code::statements;
use crate::c::dataflow::registration_inputs;
use crate::c::lower::privatization::How;
use crate::c::lower::{definite_assignment, privatization};
use crate::c::parse::diagnostics::{CPP, error};
use crate::c::parse::expressions::last;
use crate::c::parse::names::{all_names, identifiers, is_measure, names_in, statement};
use crate::c::parse::source::{
    Source, changed_by, children, field, name_node, place_name, root_of, words,
};
use crate::c::semantics::declarations::{self, Declared, Form, Level};
use crate::c::semantics::induction_variables::counted_at;
use crate::c::semantics::union_members::is_part_of_written;
use crate::c::semantics::{array_lengths, pointer_types};
use crate::c::walk::call_graph::Called;
use crate::diag::{Diagnostic, Diagnostics, codes};
use crate::ir::{Region, Shape, Span, Task, VarKind};
use crate::passes::{tasks, tasks_mut};

/// A name that a task's code uses.
#[derive(Debug)]
pub(in crate::c) struct Captured<'s> {
    pub(in crate::c) declared: Declared<'s>,
    pub(in crate::c) how: How,
    /// Where the code names it.
    pub(in crate::c) uses: Vec<Span>,
}

/// A member that code names inside of a macro, where it cannot be given another name: tasks look at
/// it when they run.
pub(in crate::c) fn in_macro(src: &Source, region: &Region, name: &str) -> bool {
    tasks(region).any(|task| {
        let written = |span: &Span| src.slice(span).split_whitespace().collect::<String>() == name;
        let mut uses = task.uses.iter().filter(|u| u.name == name);
        uses.any(|u| task.stmt.contains(&u.base.start) && !written(&u.base))
    })
}

/// Names in `__typeof__(x)`, and where they stand.
fn measured<'s>(src: &'s Source, code: Node) -> Vec<(&'s str, Span)> {
    let (mut found, mut stack) = (Vec::new(), vec![code]);
    while let Some(node) = stack.pop() {
        stack.extend(children(node));
        let text = src.text(node);
        if is_measure(node, text) {
            let place =
                |word: &str| node.start_byte() + word.as_ptr().addr() - text.as_ptr().addr();
            found.extend(words(text).map(|word| (word, place(word)..place(word) + word.len())));
        }
    }
    found
}

/// Makes scalars private that can be: see the module's text. Comes before the other passes.
pub(in crate::c) fn privatise(src: &Source, region: &mut Region, diags: &mut Diagnostics) {
    // `private(i)` of the loop's own variable, a habit from OpenMP, says what is so: it has its last value
    // behind the loop all the same.
    for task in tasks_mut(region) {
        let loops = &task.loops;
        task.privates.retain(|p| loops.iter().all(|l| l.var != *p));
    }
    let mut private: Vec<Vec<String>> = Vec::new();
    let mut registered = definite_assignment::Registered::default();
    for task in tasks(region) {
        registered.add(
            task.stmt.clone(),
            registration_inputs::read(src, region, task),
        );
    }
    let mut left = Left::default();
    for (n, (task, reads)) in tasks(region).zip(registered.reads()).enumerate() {
        let mut own = Vec::new();
        let written = task.uses.iter().filter(|u| u.shape == Shape::Scalar);
        let mut names: Vec<&str> = written.map(|u| u.name.as_str()).collect();
        names.extend(task.loops.iter().map(|l| l.var.as_str()));
        names.sort_unstable();
        names.dedup();
        for name in names {
            let listed = task.privates.iter().any(|p| p == name)
                || task.reductions.iter().any(|r| r.name == name)
                || task.declared.iter().any(|d| d.name == name);
            let is_left = &mut |found: &Declared| left.by(src, &registered, found, n);
            if !listed && !reads.contains(name) && is_private(src, task, name, is_left) {
                own.push(name.to_owned());
            }
        }
        private.push(own);
        for name in &task.privates {
            let is_left = &mut |found: &Declared| left.by(src, &registered, found, n);
            diags
                .list
                .extend(privatization::valued(src, region, task, name, is_left));
        }
    }
    for (task, own) in tasks_mut(region).zip(private) {
        task.privates.extend(own);
    }
    for task in tasks(region) {
        for n in 0..task.loops.len() {
            if let Some(message) = leaves_no_value(src, region, task, n) {
                let at = task.loops[n].iterated.start;
                let d = error(codes::C_NOT_YET, message, at..at + 3);
                diags.push(d.help(
                    "count with a variable of the loop, `for (int i = ..)`, or set this one before it is used",
                ));
            }
        }
    }
}

/// A variable of a task loop that is used after it: it gets the value that the loop leaves.
pub(in crate::c) fn is_left(src: &Source, task: &Task, n: usize) -> bool {
    let tiled = &task.loops[n];
    let Some((_, known)) = counted_at(src, &tiled.iterated) else {
        return false;
    };
    let stmt = statement(src, task);
    let outside = stmt.and_then(|s| declarations::find(src, s, &tiled.var));
    !known.declares && outside.is_some() && !task.privates.contains(&tiled.var)
}

/// Who may use a variable that outlives calls while a task that has one of its own in its place runs: another
/// task, a function that code of the region's function calls.
fn other_user(src: &Source, region: &Region, task: &Task, found: &Declared) -> Option<String> {
    let var = &found.name;
    let code = field(src.function_at(region.body.start)?, "body")?;
    if let Some(name) = privatization::known_to(src, code, var) {
        return Some(format!("`{name}`, which is called here,"));
    }
    if src.function_at(found.node.start_byte()).is_none() {
        let mut pointed_to = src.functions.pointed_to(src, None).into_iter();
        let known = pointed_to.find(|(_, code)| all_names(src, *code).contains(var));
        if let Some((name, _)) = known {
            return Some(format!("`{name}`, which pointers lead to,"));
        }
        if Called::of(src, region).looks_at(src, found) {
            return Some("a function of another file".to_owned());
        }
    }
    let own = |other: &Task| {
        other.loops.iter().any(|l| l.var == *var) || other.privates.iter().any(|p| p == var)
    };
    let mut others = tasks(region).filter(|other| other.stmt != task.stmt && !own(other));
    let named =
        |other: &Task| statement(src, other).is_some_and(|s| all_names(src, s).contains(var));
    others.any(named).then(|| "another task".to_owned())
}

/// Why that value cannot be said where the tasks are registered.
fn leaves_no_value(src: &Source, region: &Region, task: &Task, n: usize) -> Option<String> {
    if !is_left(src, task, n) {
        return None;
    }
    let var = &task.loops[n].var;
    let (_, known) = counted_at(src, &task.loops[n].iterated)?;
    let found = declarations::find(src, statement(src, task)?, var)?;
    let around = task.loops[..n].iter().map(|l| l.var.as_str());
    let bounds: Vec<_> = known.ends().map(|bound| all_names(src, bound)).collect();
    if found.lasting
        && let Some(user) = other_user(src, region, task, &found)
    {
        return Some(format!(
            "`{var}`, the variable of a task loop, is {}, and {user} uses it too",
            match src.function_at(found.node.start_byte()) {
                Some(_) => "static",
                None => "one of the file",
            }
        ));
    }
    for outer in around {
        if bounds.iter().any(|names| names.contains(outer)) {
            return Some(format!(
                "`{var}`, the variable of a task loop, is used after the loop, and its bounds depend on `{outer}`"
            ));
        }
    }
    None
}

/// By where a variable is declared, and its name: whether the function may read what each task has left.
#[derive(Default)]
struct Left {
    here: HashMap<(usize, String), Vec<bool>>,
    /// The same of a variable that outlives calls, by others and in later calls.
    later: HashMap<(usize, String), bool>,
}

impl Left {
    /// The function may read what task `n` has left in the variable.
    fn by(
        &mut self,
        src: &Source,
        tasks: &definite_assignment::Registered,
        found: &Declared,
        n: usize,
    ) -> bool {
        let key = (found.declarator.start_byte(), found.name.clone());
        if found.lasting {
            let later = self.later.entry(key.clone());
            if *later.or_insert_with(|| !is_passing(src, found)) {
                return true;
            }
        }
        let all = self
            .here
            .entry(key)
            .or_insert_with(|| tasks.leave(src, found));
        all.get(n).copied().unwrap_or(true)
    }
}

/// Its own in this task: set before it is read, and what the task leaves in it is read by nobody.
fn is_private(
    src: &Source,
    task: &Task,
    name: &str,
    is_left: &mut dyn FnMut(&Declared) -> bool,
) -> bool {
    let Some(stmt) = statement(src, task) else {
        return false;
    };
    // A pointer through which the code reaches nothing but parts of arrays that it is set to.
    let is_name =
        || (task.uses.iter()).all(|u| root_of(&u.name) != name || u.shape == Shape::Scalar);
    declarations::find(src, stmt, name).is_some_and(|found| {
        (found.form() == Form::Value || found.levels() == [Level::Pointer] && is_name())
            && !found.is_function()
            && !definite_assignment::needs(src, &found, stmt)
            && !is_left(&found)
    })
}

/// A `static` variable of a function, of which no call looks at what the one before has left, nor do those that it
/// calls, itself among them.
fn is_passing(src: &Source, found: &Declared) -> bool {
    let function = src.function_at(found.node.start_byte());
    function
        .and_then(|function| field(function, "body"))
        .is_some_and(|code| {
            found.is_static(src)
                && privatization::known_to(src, code, &found.name).is_none()
                && !definite_assignment::keeps(src, found)
        })
}

/// The names of a task's code that are declared outside of it and in the function.
pub(in crate::c) fn of<'s>(
    src: &'s Source,
    region: &Region,
    task: &Task,
    diags: &mut Diagnostics,
) -> Vec<Captured<'s>> {
    let Some(stmt) = statement(src, task) else {
        return Vec::new();
    };
    let mut list: Vec<Captured> = Vec::new();
    let declares = |node: Node| {
        let mut at = node;
        while let Some(around) = at.parent().filter(|p| p.kind().ends_with("_declarator")) {
            at = around;
        }
        let declaration = at.parent().map(|p| p.kind());
        matches!(declaration, Some("declaration" | "parameter_declaration"))
            && name_node(at) == Some(node)
    };
    let mut wanted: Vec<(String, Option<Node>)> = identifiers(src, stmt)
        .into_iter()
        .filter(|(_, node)| !declares(*node))
        .map(|(name, node)| (name.to_owned(), Some(node)))
        .collect();
    if let Some(nested) = &task.nested {
        let mut said = BTreeSet::new();
        said_inside(src, nested, &mut said);
        wanted.extend(said.into_iter().map(|word| (word.to_owned(), None)));
    }
    let measured = measured(src, stmt);
    let names = measured.iter().map(|(name, _)| (name.to_string(), None));
    wanted.extend(names);
    let (mut expanded, mut in_macros) = (HashSet::new(), HashSet::new());
    let mut n = 0;
    while n < wanted.len() {
        let (name, node) = wanted[n].clone();
        n += 1;
        // Macros name variables too.
        if let Some(known) = src
            .macros
            .get(&name)
            .filter(|_| expanded.insert(name.clone()))
        {
            let own = |w: &&str| known.parameters.iter().flatten().any(|p| p == *w);
            let others = words(&known.value).filter(|w| !own(w));
            for other in others.map(str::to_owned) {
                in_macros.insert(other.clone());
                wanted.push((other, None));
            }
        }
        let place = node.unwrap_or(stmt);
        let Some(found) = declarations::find(src, place, &name) else {
            continue;
        };
        let inside =
            task.stmt.start <= found.node.start_byte() && found.node.end_byte() <= task.stmt.end;
        let of_the_file =
            found.lasting && src.around(found.node, &["function_definition"]).is_none();
        let how = how(src, region, task, &found);
        let private = task.privates.contains(&name);
        if inside
            || found.is_function()
            || (of_the_file && !private && !is_copied(src, region, &found, how))
        {
            continue;
        }
        let uses: Vec<Span> = node.map(|n| n.byte_range()).into_iter().collect();
        if how == How::Address && node.is_none() && in_macros.remove(&name) {
            diags.push(hidden_name(&name, task));
        }
        if let Some(known) = list.iter_mut().find(|c| c.declared.name == name) {
            known.uses.extend(uses);
            continue;
        }
        let as_array = node.filter(|n| {
            how == How::Pointer && found.form() == Form::Array && is_meant_whole(src, *n)
        });
        if let Some(bad) = as_array.filter(|_| found.lengths().iter().any(Option::is_none)) {
            let message =
                format!("the length of `{name}` is not said where it is declared, and needed here");
            let d = error(codes::C_NOT_YET, message, bad.byte_range());
            diags.push(d.help("write the length between the brackets of its declaration"));
        }
        if how == How::Copy && privatization::is_variable(src, &found) {
            let message = format!("`{name}` is private, and its length is a variable");
            let at = node.unwrap_or(stmt).byte_range();
            let d = error(codes::C_NOT_YET, message, at);
            diags.push(d.help("declare it in the task, and copy what it begins with"));
        }
        if let Some((length, place)) = array_lengths::changed(src, &found) {
            let message =
                format!("`{length}`, a length of `{name}`, is changed after `{name}` is declared");
            let d = error(codes::C_NOT_YET, message, place);
            diags.push(d.help(format!(
                "a task has to know the length: declare `{name}` with a variable that stays"
            )));
        }
        // The type may have lengths that are variables.
        wanted.extend(
            names_in(src, found.declarator)
                .into_iter()
                .filter(|n| *n != name)
                .map(|n| (n, None)),
        );
        list.push(Captured {
            declared: found,
            how,
            uses,
        });
    }
    for (name, place) in measured {
        let known = list.iter_mut().find(|c| c.declared.name == name);
        known.into_iter().for_each(|c| c.uses.push(place.clone()));
    }
    list
}

/// A macro names a variable that the task has under another name.
fn hidden_name(name: &str, task: &Task) -> Diagnostic {
    let message = format!("a macro in this task names `{name}`, which tasks write");
    error(codes::C_CONDITIONAL, message, task.directive.clone()).help(CPP)
}

/// Words of the directives by which a composite task registers tasks, in an order that is the same
/// each time.
fn said_inside<'s>(src: &'s Source, region: &Region, said: &mut BTreeSet<&'s str>) {
    for template in &region.templates {
        said.extend(words(src.slice(&template.span)));
    }
    for task in tasks(region) {
        said.extend(words(src.slice(&task.directive)));
        if let Some(nested) = &task.nested {
            said_inside(src, nested, said);
        }
    }
}

/// Of the file's variables, tasks get copies of those that may be others when the tasks run: pointers,
/// and values that the region's other code sets.
fn is_copied(src: &Source, region: &Region, found: &Declared, how: How) -> bool {
    match (how, found.form()) {
        // On another PPU the name means another one.
        _ if declarations::is_of_thread(src, found) => true,
        (How::Partial | How::Own | How::Copy, _) | (How::Pointer, Form::Pointer) => true,
        (How::Value, _) => sets(src, region, found),
        _ => false,
    }
}

/// The region's code outside of tasks sets the variable, or something through a pointer, which may lead to it; that of
/// a joined region may stand in any function.
fn sets(src: &Source, region: &Region, found: &Declared) -> bool {
    let name = &found.name;
    let pointed_at = src.functions.pointed_at(src).contains(name);
    if region.joined {
        return pointed_at || src.functions.assigned(src).contains(name);
    }
    let (Some(function), tasks) = (src.function_at(region.body.start), statements(region)) else {
        return false;
    };
    let is_set = |node: Node| {
        let handed = field(node, "function").is_some_and(|f| src.function(src.text(f)).is_none());
        match changed_by(node) {
            None => pointed_at && handed,
            Some(place) => match place_name(src, place) {
                Some(place) => root_of(&place) == name || (pointed_at && place.contains("->")),
                None => pointed_at,
            },
        }
    };
    let mut stack = vec![function];
    while let Some(node) = stack.pop() {
        let (start, end) = (node.start_byte(), node.end_byte());
        if tasks.hold(&(start..end)) {
            continue;
        }
        if region.body.start <= start && end <= region.body.end && is_set(node) {
            return true;
        }
        stack.extend(children(node));
    }
    false
}

/// The array itself is meant, not a pointer to its first element: by `sizeof`, by `&`.
pub(in crate::c) fn is_meant_whole(src: &Source, node: Node) -> bool {
    let mut at = node;
    while let Some(parent) = at.parent() {
        match parent.kind() {
            "parenthesized_expression" => at = parent,
            "sizeof_expression" => return true,
            "pointer_expression" => return src.text(parent).starts_with('&'),
            // `__typeof__(a)`, `sizeof(a)` where the parser sees a type.
            "type_descriptor" | "macro_type_specifier" => return true,
            _ => return false,
        }
    }
    false
}

fn how(src: &Source, region: &Region, task: &Task, found: &Declared) -> How {
    let name = &found.name;
    if task
        .reductions
        .iter()
        .any(|r| r.name == *name && !r.ordered)
    {
        return How::Partial;
    }
    if task.loops.iter().any(|l| l.var == *name) {
        return How::Own;
    }
    if task.privates.contains(name) {
        return privatization::how(src, region, task, found);
    }
    // A member of a struct is written where the struct is; so is an array in it that functions reach by
    // the struct.
    let lies_in = |v: &crate::ir::Variable| {
        let member = last(&v.name).map(|member| pointer_types::members(src, member));
        let arrays = |all: Vec<Declared>| all.iter().any(|d| d.form() == Form::Array);
        member.is_some_and(arrays) && in_macro(src, region, &v.name)
    };
    let shared = |v: &crate::ir::Variable| {
        let rest = v.name.strip_prefix(name.as_str());
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
            && v.written
            && (v.kind == VarKind::Scalar { deref: false } || lies_in(v))
    };
    // A struct that tasks copy as a whole while others write what lies in it.
    let copied = |v: &crate::ir::Variable| {
        v.name == *name
            && v.kind == VarKind::Scalar { deref: false }
            && is_part_of_written(src, region, v)
    };
    match found.form() {
        _ if region.variables.iter().any(|v| shared(v) || copied(v)) => How::Address,
        Form::Value if found.is_of_unnamed_type() => How::Copy,
        Form::Value => How::Value,
        Form::Pointer | Form::Array => How::Pointer,
    }
}
