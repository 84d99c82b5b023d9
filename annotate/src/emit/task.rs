//! Emitting a task: its registration and its body.

use crate::edit::Edits;
use crate::emit::defined::defined;
use crate::emit::privates::{self, set_privates};
use crate::emit::rust::{Context, directive_removals, region_edits, starred};
use crate::emit::{assured, at_once, lengths, operands};
use crate::ir::{
    Binding, Capture, Extent, How, Poly, Reduction, Shape, Span, Task, TiledLoop, Unit, Use,
    VarKind, Variable, as_isize,
};
use crate::lower::takes_name;
use crate::semantics::scopes::{is_borrowed, is_gone_through, node_at};
use crate::syntax::owners::with_views;
use crate::syntax::rust::{Source, binding_of};

/// Lines of generated code with their depth.
pub(super) struct Lines {
    pub(super) base: String,
    pub(super) depth: usize,
    text: String,
}

impl Lines {
    pub(super) fn put(&mut self, line: impl AsRef<str>) {
        if !self.text.is_empty() {
            self.text.push('\n');
            self.text.push_str(&self.base);
            self.text.push_str(&"    ".repeat(self.depth));
        }
        self.text.push_str(line.as_ref());
    }

    pub(super) fn open(&mut self, line: impl AsRef<str>) {
        self.put(line);
        self.depth += 1;
    }

    pub(super) fn close(&mut self, line: &str) {
        self.depth -= 1;
        self.put(line);
    }
}

/// The text that stands in the place of the task's statement.
pub(super) fn task_text(context: &Context, unit: &Unit, task: &Task) -> String {
    let base = context.src.indent(task.stmt.start).to_owned();
    let mut out = Lines {
        base,
        depth: 0,
        text: String::new(),
    };
    let order = match (task.loops.is_empty(), task.parallel) {
        (true, _) => "",
        (false, true) => ", parallel",
        (false, false) => ", ordered",
    };
    out.put(format!(
        "// hp5: {}:{} {}{order}",
        context.src.path.display(),
        task.line,
        task.text
    ));
    out.open("{");
    arrays(context, task, &mut out);
    for capture in task.captures.iter().filter(|c| !c.inside) {
        out.put(format!(
            "let {} = {};",
            capture.binding,
            captured_outside(context, capture)
        ));
    }
    let whole = !task.loops.is_empty() && at_once::fits(context, task);
    // Tasks that are registered by one call have one name: that of their site.
    let named = task.name.as_deref().filter(|_| whole);
    let name = match named.and_then(at_once::literal) {
        Some(name) => name.to_owned(),
        None => format!("{}:{}", context.region.name, task.line),
    };
    let site = context.site(&name, task.line);
    if let Some(condition) = &task.condition {
        let condition = registered(context, condition.clone());
        out.put(format!("let __if: bool = {condition};"));
    }
    if task.loops.is_empty() {
        out.put(format!("let mut __t = __hp5.task({site});"));
        spawn(context, unit, (task, &site), &mut out);
    } else if whole {
        at_once::registration(context, unit, task, &site, &mut out);
    } else {
        let order = if task.parallel { "Parallel" } else { "Ordered" };
        out.put(format!(
            "let mut __loop = __hp5.task_loop({site}, hp5::rt::Order::{order});"
        ));
        for tiled in &task.loops {
            chunk_loop(context, task, tiled, &mut out);
        }
        out.put("let mut __t = __loop.task();");
        spawn(context, unit, (task, &site), &mut out);
        task.loops.iter().for_each(|_| out.close("}"));
        out.put("__loop.finish();");
    }
    for reduction in unordered(task) {
        out.put(format!(
            "__red_{}.combine({site});",
            variable_of(context, &reduction.name).1
        ));
    }
    if task.condition.is_some() && task.loops.is_empty() {
        out.put("if !__if { __hp5.wait(); }");
    }
    out.close("}");
    out.text
}

pub(super) fn unordered(task: &Task) -> impl Iterator<Item = &Reduction> {
    task.reductions.iter().filter(|r| !r.ordered)
}

/// The variable of that name, and its binding.
fn variable_of<'c>(context: &'c Context, name: &str) -> (Option<&'c Variable>, String) {
    let found = context.region.variables.iter().find(|v| v.name == name);
    (found, crate::syntax::rust::binding_of(name))
}

/// A name as generating code writes it; inside a composite task `self.n` is a capture.
pub(super) fn outer_name(context: &Context, name: &str) -> String {
    match context.nested() {
        true => crate::syntax::rust::binding_of(name),
        false => name.to_owned(),
    }
}

/// What is declared outside of the region, for a body. Of `self` no reference is made before a method
/// is called: until then other tasks write to its fields.
fn captured_outside(context: &Context, capture: &Capture) -> String {
    match capture.name == "self" && !context.nested() {
        true => "unsafe { hp5::rt::anew(&raw const *self) }".to_owned(),
        false => {
            let to = if capture.referred { "&**" } else { "" };
            format!("{to}hp5::rt::cap!({})", outer_name(context, &capture.name))
        }
    }
}

pub(super) fn poly_text(context: &Context, poly: &Poly) -> String {
    let text = poly.to_text(|atom| as_isize(&defined(atom)));
    match context.nested() {
        true => registered(context, text.replace("r#", "r_")),
        false => text,
    }
}

/// A text that is evaluated where tasks are registered: in a composite task fields are captures.
fn registered(context: &Context, text: String) -> String {
    match context.nested() {
        true => lengths::of_views(of_captures(context, &text), &context.region.views),
        false => text,
    }
}

/// A text in which fields of `self` and the like have the names that bodies know them by.
fn of_captures(context: &Context, text: &str) -> String {
    let owners = context.src.owners_at(context.region.body.start);
    with_views(text, std::iter::once("self").chain(owners))
}

fn extent_text(context: &Context, extent: &Extent) -> String {
    match extent {
        Extent::All => "hp5::rt::ALL".to_owned(),
        Extent::Range { lo, hi } => {
            format!("({}, {})", poly_text(context, lo), poly_text(context, hi))
        }
    }
}

pub(super) fn section_text(context: &Context, section: &[Extent]) -> String {
    let parts: Vec<String> = section.iter().map(|e| extent_text(context, e)).collect();
    format!("[{}]", parts.join(", "))
}

/// `let __v_a = ..` for every variable of the task.
fn arrays(context: &Context, task: &Task, out: &mut Lines) {
    for binding in &task.bindings {
        let variable = &context.region.variables[binding.var];
        let sizes = binding
            .template
            .iter()
            .map(|size| registered(context, size.to_rust()));
        let sizes: Vec<String> = sizes.collect();
        let pointer = raw(binding.to_write);
        array(context, task, (variable, pointer), &sizes.join(", "), out);
        if matches!(binding.how, How::Whole) && !copied_whole(context, variable) {
            let deref = if variable.kind == VarKind::Opaque && context.nested() {
                "*"
            } else {
                ""
            };
            let place = outer_name(context, &variable.name);
            let behind = binding.behind || is_promoted(context, task, &variable.name);
            let deref = if behind { "*" } else { deref };
            out.put(format!(
                "let __w_{} = hp5::rt::whole({pointer} ({deref}{place}));",
                variable.binding
            ));
        }
    }
    for reduction in unordered(task) {
        let (Some(variable), binding) = variable_of(context, &reduction.name) else {
            continue;
        };
        let pointer = raw(reduction.to_write);
        array(context, task, (variable, pointer), "", out);
        let op = match &reduction.own {
            Some(own) => own.clone(),
            None => format!("hp5::rt::op::{}", reduction.op),
        };
        out.put(format!(
            "let __red_{binding} = unsafe {{ __hp5.reduction::<{op}, _>(&__v_{binding}) }};"
        ));
    }
}

/// How a pointer to a place is made.
fn raw(to_write: bool) -> &'static str {
    match to_write {
        true => "&raw mut",
        false => "&raw const",
    }
}

/// Inside a composite task a view stands for the whole array, and is copied.
fn copied_whole(context: &Context, variable: &Variable) -> bool {
    context.nested() && variable.kind != VarKind::Opaque
}

/// The name stands for a promoted local where the task is registered.
fn is_promoted(context: &Context, task: &Task, name: &str) -> bool {
    let mut promoted = context.region.promoted.iter();
    promoted.any(|p| p.name == name && p.scope.contains(&task.stmt.start))
}

fn array(
    context: &Context,
    task: &Task,
    (variable, pointer): (&Variable, &str),
    template: &str,
    out: &mut Lines,
) {
    let place = outer_name(context, &variable.name);
    let promoted = is_promoted(context, task, &variable.name);
    let view = match &variable.kind {
        VarKind::Flat { rows } => {
            let shape = match rows.as_slice() {
                [] => String::new(),
                [m] => format!(".rows({})", poly_text(context, m)),
                [m, p, ..] => format!(
                    ".planes({}, {})",
                    poly_text(context, m),
                    poly_text(context, p)
                ),
            };
            format!("hp5::rt::flat({pointer} {place}){shape}")
        }
        VarKind::Nested { dims } => format!("hp5::rt::nested::<{dims}, _>({pointer} {place})"),
        VarKind::Grid { dims } => format!("hp5::rt::grid::<{dims}, _>({pointer} {place})"),
        VarKind::Scalar { deref } => {
            let star = if *deref || promoted || context.nested() {
                "*"
            } else {
                ""
            };
            format!("hp5::rt::scalar({pointer} ({star}{place}))")
        }
        VarKind::Opaque => {
            let star = if promoted || context.nested() {
                "*"
            } else {
                ""
            };
            format!("hp5::rt::scalar({pointer} ({star}{place}))")
        }
    };
    out.put(format!(
        "let __v_{} = unsafe {{ __hp5.array({:?}, {view}, &[{template}]) }};",
        variable.binding, variable.name
    ));
}

/// The chunks of a loop, first to last.
pub(super) fn chunks_text(context: &Context, task: &Task, tiled: &TiledLoop) -> String {
    let whole = tiled.rev && tiled.step.is_some();
    let tile = match (&task.condition, whole) {
        (_, true) => "hp5::rt::WHOLE".to_owned(),
        (Some(_), _) => format!(
            "if __if {{ {} }} else {{ hp5::rt::WHOLE }}",
            registered(context, tiled.tile.to_rust())
        ),
        (None, _) => registered(context, tiled.tile.to_rust()),
    };
    let range = match &tiled.hull {
        Some((lo, hi)) => format!("{}..{}", poly_text(context, lo), poly_text(context, hi)),
        None => registered(context, tiled.range.clone()),
    };
    let offset = registered(context, tiled.offset.to_rust(&tiled.tile));
    // Turns of loops around step from other indices: chunks are of all of them.
    match &tiled.step {
        Some(step) if !whole && tiled.hull.is_none() => {
            let step = registered(context, step.clone());
            format!("hp5::rt::chunks_step({range}, {step}, {tile}, {offset})")
        }
        _ => format!("hp5::rt::chunks({range}, {tile}, {offset})"),
    }
}

fn chunk_loop(context: &Context, task: &Task, tiled: &TiledLoop, out: &mut Lines) {
    let (chunk, chunks) = (tiled.chunk(), chunks_text(context, task, tiled));
    let rev = if tiled.rev && !task.parallel {
        ".rev()"
    } else {
        ""
    };
    out.open(format!("for {chunk} in {chunks}{rev} {{"));
    out.put(format!(
        "let ({}, {}) = hp5::rt::ends(&{chunk});",
        tiled.lo_atom(),
        tiled.hi_atom()
    ));
}

/// What is registered, and the body.
fn spawn(context: &Context, unit: &Unit, (task, site): (&Task, &str), out: &mut Lines) {
    computed(context, task, out);
    for access in &task.accesses {
        let variable = &context.region.variables[access.var];
        let section = section_text(context, &access.section);
        out.put(format!(
            "__t.access(&__v_{}, hp5::rt::Mode::{}, &{section});",
            variable.binding,
            access.mode.names().1
        ));
    }
    attributes(context, task, out);
    for reduction in unordered(task) {
        let binding = variable_of(context, &reduction.name).1;
        out.put(format!(
            "let __slot_{binding} = __red_{binding}.slot(&mut __t);"
        ));
    }
    sections(context, task, out);
    captured_inside(context, task, out);
    for tiled in &task.loops {
        out.put(format!("let {0} = {0}.clone();", tiled.chunk()));
    }
    views(context, task, out);
    let parameter = if task.nested.is_some() {
        "|__hp5: &hp5::rt::Region|"
    } else {
        "||"
    };
    out.open(format!("let __body = move {parameter} {{"));
    let repeats = task.repeats && !context.options.checked;
    if repeats {
        again(task, out);
    }
    body_of(context, unit, task, out);
    for reduction in unordered(task) {
        let (variable, binding) = variable_of(context, &reduction.name);
        let part = if is_behind(variable) { "__acc_" } else { "" };
        out.put(format!("__slot_{binding}.put({part}{binding});"));
    }
    out.close("};");
    let spawn = match (task.nested.is_some(), repeats) {
        (true, _) => "spawn_nested",
        (false, true) => "spawn_repeat",
        (false, false) => "spawn",
    };
    out.put(format!("unsafe {{ __t.{spawn}(__body) }};"));
    let arrays = unordered(task).map(|reduction| variable_of(context, &reduction.name));
    for (_, binding) in arrays.filter(|(variable, _)| is_array(*variable)) {
        out.put(format!("__red_{binding}.fold({site});"));
    }
}

/// Each task has an array of its own.
fn is_array(variable: Option<&Variable>) -> bool {
    let kind = variable.map(|v| &v.kind);
    matches!(kind, Some(VarKind::Flat { .. } | VarKind::Nested { .. }))
}

/// The body names its part by a reference.
fn is_behind(variable: Option<&Variable>) -> bool {
    let kind = variable.map(|v| &v.kind);
    is_array(variable) || matches!(kind, Some(VarKind::Scalar { deref: true }))
}

/// Ends of sections that are computed in each turn: the least and the greatest of the task's turns.
fn computed(context: &Context, task: &Task, out: &mut Lines) {
    for computed in &task.computed {
        let (lo, hi) = (computed.lo_atom(), computed.hi_atom());
        out.put(format!("let ({lo}, {hi}) = {{"));
        out.depth += 1;
        out.put("let mut __ends = (isize::MAX, isize::MIN);");
        for tiled in &task.loops {
            let turns = registered(context, iterated(tiled, context.src.slice(&tiled.iterated)));
            out.open(format!("for {} in {turns} {{", tiled.var));
        }
        let (first, past) = &computed.texts;
        let texts = [first, past].map(|text| registered(context, text.clone()));
        out.put(format!(
            "let (__first, __past): (isize, isize) = ({}, {});",
            texts[0], texts[1]
        ));
        out.open("if __first < __past {");
        out.put("__ends = (__ends.0.min(__first), __ends.1.max(__past));");
        out.close("}");
        task.loops.iter().for_each(|_| out.close("}"));
        out.put("if __ends.0 < __ends.1 { __ends } else { (0, 0) }");
        out.close("};");
    }
}

/// What generating code hands to the body by value.
pub(super) fn captured_inside(context: &Context, task: &Task, out: &mut Lines) {
    for capture in task.captures.iter().filter(|c| c.inside) {
        out.put(format!(
            "let {} = hp5::rt::cap_owned!({});",
            capture.binding,
            outer_name(context, &capture.name)
        ));
    }
    privates::copies(context, task, out);
}

/// The body's views.
pub(super) fn views(context: &Context, task: &Task, out: &mut Lines) {
    for binding in &task.bindings {
        let variable = &context.region.variables[binding.var];
        if copied_whole(context, variable) || !matches!(binding.how, How::Whole) {
            out.put(format!("let {0} = __v_{0}.view();", variable.binding));
        }
    }
}

/// The body, from its first lines on.
pub(super) fn body_of(context: &Context, unit: &Unit, task: &Task, out: &mut Lines) {
    prologue(context, task, out);
    out.put(body_text(context, unit, task, &out.base, out.depth));
}

/// What a body has captured it may use up: each run has its own.
pub(super) fn again(task: &Task, out: &mut Lines) {
    let captured = task.captures.iter().map(|c| c.binding.clone());
    for name in captured.chain(set_privates(task).map(|name| binding_of(name))) {
        out.put(format!("let {name} = hp5::rt::again(&{name});"));
    }
}

/// `priority` and `name`, which may mention the loop variables: those of the chunk's begin.
fn attributes(context: &Context, task: &Task, out: &mut Lines) {
    let starts: String = task
        .loops
        .iter()
        .map(|l| format!("let {} = {}.start; ", l.var, l.chunk()))
        .collect();
    if let Some(priority) = &task.priority {
        let priority = registered(context, priority.clone());
        out.put(format!("{{ {starts}__t.priority(({priority}) as i32); }}"));
    }
    if let Some(name) = &task.name {
        let name = registered(context, name.clone());
        out.put(format!("{{ {starts}__t.name({name}); }}"));
    }
}

/// Sections that the body checks against, computed where the arrays are still the arrays.
fn sections(context: &Context, task: &Task, out: &mut Lines) {
    if context.options.checked {
        out.put(format!(
            "let __g = hp5::rt::Guard::new({:?}, {:?});",
            context.src.path.display().to_string(),
            format!("{}:{}", context.region.name, task.line)
        ));
        for (n, access) in task.accesses.iter().enumerate() {
            out.put(format!(
                "let __s{n} = {};",
                typed(section_text(context, &access.section), access.section.len())
            ));
        }
        return;
    }
    assured::turns(context, task, out);
    for (name, sure) in assured::each(context, task) {
        let section = section_text(context, &sure.section);
        out.put(format!("let __s{name} = {section};"));
    }
}

/// An empty section needs its type.
fn typed(section: String, dims: usize) -> String {
    if dims == 0 {
        "[(0isize, 0isize); 0]".to_owned()
    } else {
        section
    }
}

/// The first lines of the body: views, wholes, private copies, partial results.
fn prologue(context: &Context, task: &Task, out: &mut Lines) {
    for binding in &task.bindings {
        let variable = &context.region.variables[binding.var];
        let name = &variable.binding;
        let mutable = if binding.mutable { "mut " } else { "" };
        match &binding.how {
            How::Whole if copied_whole(context, variable) => {
                out.put(format!("let {mutable}{name} = {name};"))
            }
            How::Whole => {
                if binding.may_move {
                    unmoved(variable, out);
                }
                let calls = task.captures.iter().any(|c| c.name == "self");
                let get = match (binding.mutable, calls) {
                    (false, _) => "get",
                    (true, false) => "get_mut",
                    (true, true) => "anew",
                };
                let to = match (binding.referred, binding.mutable) {
                    (false, _) => "",
                    (true, true) => "&mut **",
                    (true, false) => "&**",
                };
                out.put(format!(
                    "let {mutable}{name} = {to}unsafe {{ __w_{name}.{get}() }};"
                ));
            }
            How::Scalar => {
                out.put(format!("let {mutable}{name} = {name};"));
                match (binding.referred, binding.mutable) {
                    (false, _) => {}
                    (true, true) => out.put(format!("let {name} = &mut *{name};")),
                    (true, false) => out.put(format!("let {name} = &*{name};")),
                }
            }
            _ if context.options.checked && task.nested.is_none() => out.put(format!(
                "let {mutable}{name} = {};",
                checked(context, task, binding)
            )),
            How::Trusted | How::View => assured::views(context, task, binding, out),
        }
    }
    privates::prologue(context, task, out);
    for reduction in unordered(task) {
        let (variable, binding) = variable_of(context, &reduction.name);
        if is_behind(variable) {
            out.put(format!(
                "let mut __acc_{binding} = __slot_{binding}.identity();"
            ));
            // A slice is indexed by what its length gives, which a reference to a vector is not.
            let all = match variable.map(|v| &v.kind) {
                Some(VarKind::Flat { .. } | VarKind::Nested { .. }) => "[..]",
                _ => "",
            };
            out.put(format!("let {binding} = &mut __acc_{binding}{all};"));
        } else {
            out.put(format!("let mut {binding} = __slot_{binding}.identity();"));
        }
    }
}

/// A check at the body's end: the elements are where other tasks look for them.
fn unmoved(variable: &Variable, out: &mut Lines) {
    let view = match &variable.kind {
        VarKind::Nested { dims } => format!("nested::<{dims}, _>"),
        VarKind::Grid { dims } => format!("grid::<{dims}, _>"),
        _ => "flat".to_owned(),
    };
    let name = &variable.binding;
    out.put(format!(
        "let __k_{name} = unsafe {{ hp5::rt::unmoved({:?}, __w_{name}, |a| hp5::rt::{view}(a)) }};",
        variable.name
    ));
}

/// A view that holds every access against what is declared.
fn checked(context: &Context, task: &Task, binding: &Binding) -> String {
    let variable = &context.region.variables[binding.var];
    let mut text = variable.binding.clone();
    let mine = task
        .accesses
        .iter()
        .enumerate()
        .filter(|(_, a)| a.var == binding.var);
    for (n, (at, access)) in mine.enumerate() {
        let mode = format!("hp5::rt::Mode::{}, &__s{at}", access.mode.names().1);
        text.push_str(&if n == 0 {
            format!(".checked(&__g, {:?}, {mode})", variable.name)
        } else {
            format!(".also({mode})")
        });
    }
    text
}

/// The task's code with its accesses rewritten.
fn body_text(context: &Context, unit: &Unit, task: &Task, base: &str, depth: usize) -> String {
    let src = context.src;
    let mut edits = directive_removals(src, unit);
    for tiled in &task.loops {
        let text = of_captures(context, &iterated(tiled, src.slice(&tiled.iterated)));
        let bound = task.bindings.iter();
        let views = bound.filter(|b| {
            let variable = &context.region.variables[b.var];
            matches!(b.how, How::View | How::Trusted) || copied_whole(context, variable)
        });
        let views = views.map(|b| &context.region.variables[b.var]);
        let views = views.chain(views_captured(context, task));
        edits.replace(tiled.iterated.clone(), lengths::of_views(text, views));
    }
    for capture in &task.captures {
        if capture.behind {
            stars(context, capture, &mut edits);
            continue;
        }
        if capture.binding == capture.name {
            continue;
        }
        for span in &capture.uses {
            let by_itself = capture.name == "self" && !src.text[span.end..].starts_with('.');
            let text = match by_itself {
                true => format!("(&*{})", capture.binding),
                false => capture.binding.clone(),
            };
            edits.replace(span.clone(), text);
        }
    }
    for (span, name) in privates::renamed(task) {
        edits.replace(span, name);
    }
    for binding in &task.bindings {
        let variable = &context.region.variables[binding.var];
        for found in task.uses.iter().filter(|u| u.name == variable.name) {
            rewrite(context, task, binding, found, &mut edits);
        }
    }
    for view in views_captured(context, task) {
        let lengths = task.uses.iter().filter(|u| u.name == view.name);
        for found in lengths.filter(|u| u.shape == Shape::Meta && u.span != u.base) {
            if let VarKind::Nested { dims } = view.kind {
                meta_row(src.slice(&found.span), found, dims, &mut edits);
            }
        }
    }
    for reduction in unordered(task) {
        let binding = variable_of(context, &reduction.name).1;
        for found in task
            .uses
            .iter()
            .filter(|u| u.name == reduction.name && binding != u.name)
        {
            edits.replace(found.base.clone(), binding.clone());
        }
    }
    if let Some(nested) = &task.nested {
        let inner = Context {
            src,
            options: context.options,
            region: nested,
        };
        region_edits(&inner, unit, &mut edits);
    }
    operands::first(context, task, &mut edits);
    let text = edits.apply(&src.text, &task.stmt);
    reindent(&text, src.indent(task.stmt.start), base, depth)
}

/// `(*name)` for what the body has a reference to; a string that has the name in it prints what is behind it.
fn stars(context: &Context, capture: &Capture, edits: &mut Edits) {
    let src = context.src;
    for span in &capture.uses {
        let inline =
            src.text[..span.start].ends_with('{') && src.text[span.end..].starts_with(['}', ':']);
        if !inline {
            edits.replace(span.clone(), starred(src, span, &capture.binding));
        }
    }
}

/// Views of the composite task around of which the body asks lengths alone.
fn views_captured<'c>(context: &'c Context, task: &'c Task) -> impl Iterator<Item = &'c Variable> {
    let captured = |v: &&Variable| task.captures.iter().any(|c| c.name == v.name);
    context.region.views.iter().filter(captured)
}

/// Moves the body's lines under the generated ones; text with strings over several lines stays.
fn reindent(text: &str, from: &str, base: &str, depth: usize) -> String {
    if text.lines().any(|line| line.matches('"').count() % 2 == 1) {
        return text.to_owned();
    }
    let to = format!("{base}{}", "    ".repeat(depth));
    let mut lines = text.lines();
    let mut out = lines.next().unwrap_or("").to_owned();
    for line in lines {
        out.push('\n');
        if !line.trim().is_empty() {
            out.push_str(&to);
            out.push_str(line.strip_prefix(from).unwrap_or(line.trim_start()));
        }
    }
    out
}

fn iterated(tiled: &TiledLoop, original: &str) -> String {
    let chunk = tiled.chunk();
    if tiled.rev && tiled.step.is_some() {
        return original.to_owned();
    }
    let mut text = match (&tiled.hull, &tiled.step) {
        (Some(_), Some(step)) => format!("hp5::rt::clip_step({}, {step}, &{chunk})", tiled.range),
        (Some(_), None) => format!("hp5::rt::clip({}, &{chunk})", tiled.range),
        (None, _) => format!("{chunk}.clone()"),
    };
    if tiled.rev {
        text.push_str(".rev()");
    }
    if let Some(step) = &tiled.step {
        text.push_str(&format!(".step_by({step})"));
    }
    text
}

/// Rewrites one occurrence of a variable.
fn rewrite(context: &Context, task: &Task, binding: &Binding, found: &Use, edits: &mut Edits) {
    let src = context.src;
    let variable = &context.region.variables[binding.var];
    let sure = assured::name(context, task, binding, found);
    let name = sure.as_ref().unwrap_or(&variable.binding);
    if matches!(binding.how, How::Scalar) {
        let deref = matches!(variable.kind, VarKind::Scalar { deref: true });
        let inline = found.in_macro && src.text[..found.base.start].ends_with('{');
        if deref || inline {
            edits.replace(found.base.clone(), name.clone());
        } else {
            edits.replace(found.base.clone(), starred(src, &found.base, name));
        }
        return;
    }
    if variable.name == "self" {
        edits.replace(found.base.clone(), whole_self(src, &found.base, binding));
        return;
    }
    let view = matches!(binding.how, How::View | How::Trusted) || copied_whole(context, variable);
    let in_string = src.text[..found.base.start].ends_with('{');
    let handed = found.in_macro && found.mode.writes() && !in_string;
    let handed = handed && !takes_name(src, &found.base);
    let through = is_gone_through(src, &found.base) || is_borrowed(src, &found.base);
    if !view && !binding.behind && (handed || through && !binding.referred) {
        edits.replace(found.base.clone(), starred(src, &found.base, name));
        return;
    }
    // A composite's own accesses are few; its tasks are held against their clauses.
    let line = match (
        context.options.checked
            && view
            && !copied_whole(context, variable)
            && task.nested.is_none(),
        found.shape,
    ) {
        (false, _) | (_, Shape::Meta) => String::new(),
        // A reference to an element outlives the view of a line.
        _ if is_handed_out(context, found) => String::new(),
        (true, _) if found.compound => format!(".line_rw({})", found.line),
        (true, _) => format!(".line({})", found.line),
    };
    if view && line.is_empty() && names_itself(task, found) {
        edits.replace(found.base.clone(), format!("hp5::rt::again(&{name})"));
    } else if !line.is_empty()
        || found.base != (found.base.start..found.base.start + name.len())
        || found.name != *name
    {
        edits.replace(found.base.clone(), format!("{name}{line}"));
    }
    if let ([outer, inner], Shape::Slice) = (found.indices.as_slice(), found.shape)
        && view
    {
        edits.replace(found.base.end..outer.start, "[hp5::rt::part(");
        edits.replace(outer.end..inner.start, ", ");
        edits.replace(inner.end..found.span.end, ")]");
    }
    if let (true, VarKind::Nested { dims }) = (view, &variable.kind) {
        if found.shape == Shape::Meta && found.span != found.base {
            meta_row(src.slice(&found.span), found, *dims, edits);
        } else if found.shape == Shape::Element {
            rewrite_brackets(found, *dims, edits);
        }
    }
}

/// `self` in a body that has a reference to the reference: by itself it is borrowed anew.
fn whole_self(src: &Source, base: &Span, binding: &Binding) -> String {
    let parent = node_at(src, base).and_then(|node| node.parent());
    let text = match parent.map_or("", |parent| parent.kind()) {
        "field_expression" => "self_",
        "unary_expression" => "(*self_)",
        _ if src.text[base.end..].starts_with('.') => "self_",
        _ if binding.mutable => "(&mut **self_)",
        _ => "(&**self_)",
    };
    text.to_owned()
}

/// An element that is written, and whose index names its array: `a[a.len() - 1] = x`. The view would be
/// borrowed for both at once, as a slice is not, so a copy of the view is indexed.
fn names_itself(task: &Task, found: &Use) -> bool {
    let inside = |u: &Use| {
        let mut indices = found.indices.iter();
        u.name == found.name && indices.any(|i| i.contains(&u.base.start))
    };
    found.mode.writes() && !found.in_macro && task.uses.iter().any(inside)
}

/// The element stands in what was written for `a.get(i)`, `Some(&a[i])`.
fn is_handed_out(context: &Context, found: &Use) -> bool {
    let mut written = context.src.written.iter();
    let around = written.find(|w| w.new.contains(&found.span.start));
    around.is_some_and(|w| context.src.slice(&w.new).contains("{ Some(&"))
}

/// `a[0].len()` is `a.row(0).len()`, and in three dimensions `a.plane(0).len()`.
fn meta_row(text: &str, found: &Use, dims: usize, edits: &mut Edits) {
    let base = found.base.end - found.span.start;
    let (mut depth, mut bracket) = (0_usize, 0_usize);
    for (at, c) in text[base..]
        .char_indices()
        .map(|(n, c)| (found.base.end + n, c))
    {
        match (c, depth) {
            ('[', 0) => {
                edits.replace(at..at + 1, opening(dims, bracket));
                bracket += 1;
                depth = 1;
            }
            (']', 1) => {
                edits.replace(at..at + 1, ")");
                depth = 0;
            }
            ('[', _) => depth += 1,
            (']', _) => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
}

/// What leads from `dims` dimensions into the `n`-th bracket when not all are given.
pub(super) fn opening(dims: usize, n: usize) -> &'static str {
    match dims - n.min(dims) {
        0..=2 => ".row(",
        _ => ".plane(",
    }
}

/// `a[i][j]` is `a[(i, j)]`; with fewer brackets than dimensions, `a.row(i)`.
fn rewrite_brackets(found: &Use, dims: usize, edits: &mut Edits) {
    let (Some(first), Some(last)) = (found.indices.first(), found.indices.last()) else {
        return;
    };
    if found.indices.len() == dims {
        edits.replace(found.base.end..first.start, "[(");
        for pair in found.indices.windows(2) {
            edits.replace(pair[0].end..pair[1].start, ", ");
        }
        edits.replace(last.end..found.span.end, ")]");
        return;
    }
    edits.replace(found.base.end..first.start, opening(dims, 0));
    for (n, pair) in found.indices.windows(2).enumerate() {
        edits.replace(
            pair[0].end..pair[1].start,
            format!("){}", opening(dims, n + 1)),
        );
    }
    edits.replace(last.end..found.span.end, ")");
}
