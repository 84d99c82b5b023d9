//! Emitting a task loop that is registered by one call: where every access is affine in the
//! bounds of a task's chunks, and tasks differ in nothing else.
//!
//! Elsewhere (composites, reductions, checked builds, names and priorities that are
//! expressions) [`super::task`] emits loops that register task by task.

use crate::emit::assured;
use crate::emit::rust::Context;
use crate::emit::task::{
    Lines, again, body_of, captured_inside, chunks_text, section_text, unordered, views,
};
use crate::ir::{Extent, Offset, Poly, Task, TileSize, TiledLoop, Unit};

/// Most loops of a nest that the runtime takes.
const DEEPEST: usize = 4;

/// True when the loop's tasks can be registered by one call.
pub(super) fn fits(context: &Context, task: &Task) -> bool {
    let declared = task.accesses.iter().map(|access| access.section.as_slice());
    let sure = assured::each(context, task).map(|(_, sure)| sure.section.as_slice());
    (1..=DEEPEST).contains(&task.loops.len())
        && task.nested.is_none()
        && task.computed.is_empty()
        && !context.options.checked
        && unordered(task).next().is_none()
        && task
            .name
            .as_deref()
            .is_none_or(|name| literal(name).is_some())
        && task.priority.as_deref().is_none_or(is_number)
        && task.loops.iter().all(is_plain)
        && declared
            .chain(sure)
            .flatten()
            .all(|extent| is_affine(task, extent))
}

/// What a plain string literal says.
pub(super) fn literal(text: &str) -> Option<&str> {
    let inside = text.trim().strip_prefix('"')?.strip_suffix('"')?;
    (!inside.contains(['"', '\\'])).then_some(inside)
}

fn is_number(text: &str) -> bool {
    text.trim().parse::<i32>().is_ok()
}

/// Bounds that depend on loops around are computed again when tasks run: they may take
/// nothing along but numbers.
fn is_plain(tiled: &TiledLoop) -> bool {
    let Some((lo, hi)) = &tiled.hull else {
        return true;
    };
    let is_name = |atom: &&str| atom.chars().all(|c| c.is_alphanumeric() || c == '_');
    let names = |poly: &Poly| poly.atoms().iter().all(is_name);
    let step = tiled.step.as_deref().is_none_or(is_number);
    let sizes =
        !matches!(tiled.tile, TileSize::Expr(_)) && matches!(tiled.offset, Offset::Fixed(_));
    names(lo) && names(hi) && step && sizes
}

fn is_affine(task: &Task, extent: &Extent) -> bool {
    let is_bound = |atom: &str| {
        let mut loops = task.loops.iter();
        loops.any(|tiled| atom == tiled.lo_atom() || atom == tiled.hi_atom())
    };
    match extent {
        Extent::All => true,
        Extent::Range { lo, hi } => lo.is_affine_in(is_bound) && hi.is_affine_in(is_bound),
    }
}

/// The registration of the loop's tasks.
pub(super) fn registration(
    context: &Context,
    unit: &Unit,
    task: &Task,
    site: &str,
    out: &mut Lines,
) {
    let order = if task.parallel { "Parallel" } else { "Ordered" };
    let corners: Vec<String> = task.loops.iter().map(corner).collect();
    let nest: Vec<String> = (0..task.loops.len())
        .map(|depth| dim(context, task, depth, &corners))
        .collect();
    let single = nest.len() == 1;
    let begin = format!("let mut __loop = __hp5.loop_tasks({site}, hp5::rt::Order::{order}, ");
    if single {
        out.put(format!("{begin}{});", nest[0]));
    } else {
        out.open(format!("{begin}("));
        nest.iter().for_each(|dim| out.put(format!("{dim},")));
        out.close("));");
    }
    let corners = corners.join(", ");
    for access in &task.accesses {
        out.put(format!(
            "__loop.access(&__v_{}, hp5::rt::Mode::{}, |[{corners}]| {});",
            context.region.variables[access.var].binding,
            access.mode.names().1,
            section_text(context, &access.section)
        ));
    }
    if let Some(priority) = &task.priority {
        out.put(format!("__loop.priority({});", priority.trim()));
    }
    let sure = assured::names(context, task);
    assured::turns(context, task, out);
    for (name, sure) in assured::each(context, task) {
        out.put(format!(
            "let __s{name} = __loop.section(|[{corners}]| {});",
            section_text(context, &sure.section)
        ));
    }
    captured_inside(context, task, out);
    views(context, task, out);
    let chunks: Vec<String> = task.loops.iter().map(TiledLoop::chunk).collect();
    let chunks = match single {
        true => chunks[0].clone(),
        false => format!("({})", chunks.join(", ")),
    };
    if sure.is_empty() {
        out.open(format!("let __body = __loop.body(move |{chunks}| {{"));
    } else {
        out.open("let __body = __loop.body(move |__chunks| {");
        for name in sure {
            out.put(format!("let __s{name} = __s{name}.of(&__chunks);"));
        }
        out.put(format!("let {chunks} = __chunks;"));
    }
    again(task, out);
    body_of(context, unit, task, out);
    out.close("});");
    out.put("unsafe { __loop.spawn(__body) };");
}

/// The names of a chunk's bounds.
fn corner(tiled: &TiledLoop) -> String {
    format!("({}, {})", tiled.lo_atom(), tiled.hi_atom())
}

/// One loop of the nest.
fn dim(context: &Context, task: &Task, depth: usize, corners: &[String]) -> String {
    let tiled = &task.loops[depth];
    let chunks = chunks_text(context, task, tiled);
    let loops = match tiled.hull {
        Some(_) if depth > 0 => format!(
            "hp5::rt::bounded(move |[{}]| {chunks})",
            corners[..depth].join(", ")
        ),
        _ => chunks,
    };
    match tiled.rev && !task.parallel {
        true => format!("hp5::rt::backwards({loops})"),
        false => loops,
    }
}
