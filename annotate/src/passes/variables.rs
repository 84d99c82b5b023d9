//! Which arrays and scalars the tasks of a region share, and what shape they have.

use std::collections::{HashMap, HashSet};

use tree_sitter::Node;

mod literal;

use crate::diag::{Diagnostic, Diagnostics, Severity, codes};
use crate::ir::{Mode, Poly, Region, Shape, Task, Template, Use, VarKind, Variable};
use crate::passes::depend::gcd;
use crate::passes::{row_names, tasks, tasks_mut};
use crate::semantics::functions::called;
use crate::semantics::headers::{is_apart, makes_container, place_type};
use crate::semantics::owning::may_be_copied;
use crate::semantics::scopes::{Binder, binder, initialiser, is_used_by_value, node_at};
use crate::semantics::types::reference;
use crate::semantics::values::{Value, value_of};
use crate::syntax::rust::{Source, binding_of, field, peel};

/// Index brackets of a nested array of Rust.
const DEEPEST: usize = 4;

/// Fills [`Region::variables`].
pub(super) fn run(region: &mut Region, diags: &mut Diagnostics) {
    tasks_mut(region).for_each(believe_clauses);
    let (mut names, mut seen): (Vec<String>, HashSet<String>) = Default::default();
    let mut add = |name: &str| {
        if !seen.contains(name) {
            seen.insert(name.to_owned());
            names.push(name.to_owned());
        }
    };
    for task in tasks(region) {
        for found in shared_uses(task) {
            let indexed = matches!(found.shape, Shape::Element | Shape::Grid | Shape::Slice);
            // What is handed on to be read may have another name by which it is written.
            let handed = found.reborrow && matches!(found.shape, Shape::Whole | Shape::Scalar);
            // A number may be called so in C.
            let named = found.name != "self" || found.shape == Shape::Scalar || task.takes_self;
            if indexed || handed || (found.mode.writes() && named) {
                add(&found.name);
            }
        }
        task.declared.iter().for_each(|d| add(&d.name));
        task.reductions.iter().for_each(|r| add(&r.name));
    }
    let mut uses: HashMap<&str, Vec<&Use>> = HashMap::new();
    for found in tasks(region).flat_map(shared_uses) {
        uses.entry(found.name.as_str()).or_default().push(found);
    }
    let none = Vec::new();
    let variables = names
        .into_iter()
        .map(|name| {
            let own = uses.get(name.as_str()).unwrap_or(&none);
            variable(region, name, own, diags)
        })
        .collect();
    region.variables = variables;
}

/// Takes `a[i..][..n]` for a use of all of `a` where this is no array of one dimension.
pub(super) fn ranges_within_ranges(_: &Source, region: &mut Region, _: &mut Diagnostics) {
    let is_flat = |v: &&Variable| matches!(v.kind, VarKind::Flat { .. });
    let flat = region.variables.iter().filter(is_flat);
    let flat: HashSet<String> = flat.map(|v| v.name.clone()).collect();
    for used in tasks_mut(region).flat_map(|task| &mut task.uses) {
        let parted = used.shape == Shape::Slice && used.indices.len() > 1;
        if parted && !flat.contains(&used.name) {
            used.shape = Shape::Whole;
            used.indices.clear();
            used.index.clear();
        }
    }
}

/// `self.grid` and `self.grid.u` would be two arrays to the runtime. (C has their places.)
pub(super) fn report_overlaps(_: &Source, region: &mut Region, diags: &mut Diagnostics) {
    for short in &region.variables {
        let inside = |long: &&Variable| {
            long.name
                .strip_prefix(&short.name)
                .is_some_and(|rest| rest.starts_with('.'))
                && (long.written || short.written)
        };
        let Some(long) = region.variables.iter().find(inside) else {
            continue;
        };
        let place = |name: &str| {
            tasks(region)
                .flat_map(shared_uses)
                .find(|u| u.name == name)
                .map(|u| u.span.clone())
        };
        let (Some(here), Some(there)) = (place(&short.name), place(&long.name)) else {
            continue;
        };
        let message = format!("tasks use `{}` and its part `{}`", short.name, long.name);
        let d =
            Diagnostic::new(Severity::Error, codes::OVERLAP, message, here).also(there, "the part");
        diags.push(d.help(format!(
            "use `{}` in all tasks, or declare its fields one by one",
            long.name
        )));
    }
}

/// Finds fields of `self` that a task writes while another one's reference to all of `self` covers them.
pub(super) fn fields_in_self(src: &Source, region: &mut Region, _: &mut Diagnostics) {
    let mut variables = std::mem::take(&mut region.variables);
    for variable in variables
        .iter_mut()
        .filter(|v| v.written && v.name.starts_with("self."))
    {
        let mut uses = tasks(region)
            .flat_map(shared_uses)
            .filter(|u| u.name == variable.name);
        variable.in_self = uses.any(|used| match used.shape {
            Shape::Scalar => true,
            Shape::Whole => variable.kind == VarKind::Opaque && used.mode.writes(),
            _ => is_inside(src, used),
        });
    }
    region.variables = variables;
}

/// Takes for scalars what some task hands on by a reference, `next(&mut seed)`, and some task uses as it is,
/// `let x = seed;`. Of what is only handed on bodies have a reference by its name; where its value is used they name
/// its place, `(*seed)`, as they do with what is assigned.
pub(super) fn by_value(src: &Source, region: &mut Region, _: &mut Diagnostics) {
    let mut variables = std::mem::take(&mut region.variables);
    for variable in &mut variables {
        let uses = tasks(region).flat_map(shared_uses);
        let mut own = uses.filter(|used| used.name == variable.name);
        let is_value = |used: &&Use| {
            let whole = used.shape == Shape::Whole && !used.in_macro;
            let place = node_at(src, &used.base).filter(|_| whole);
            place.is_some_and(|place| is_used_by_value(src, place))
        };
        let used = own.find(is_value).and_then(|used| node_at(src, &used.base));
        let opaque = variable.kind == VarKind::Opaque;
        if opaque && used.is_some_and(|place| is_copied(src, peel(place))) {
            variable.kind = VarKind::Scalar { deref: false };
        }
    }
    region.variables = variables;
}

/// By its type, or by what it begins with, the place is no reference and nothing that is moved.
fn is_copied(src: &Source, place: Node) -> bool {
    if let Some(ty) = place_type(src, place, 0) {
        return reference(&ty).is_none() && may_be_copied(src, &ty);
    }
    let declaration = match binder(src, place, src.text(place)) {
        Some(Binder::Let(declaration)) => declaration,
        _ => return false,
    };
    let value = initialiser(src, declaration, src.text(place)).map(peel);
    value.is_some_and(|value| {
        let made = match value.kind() {
            "struct_expression" => field(value, "name"),
            "call_expression" => field(value, "function").and_then(|f| {
                let given = called(src, f).and_then(|item| field(item, "return_type"));
                given.or_else(|| field(f, "path"))
            }),
            "macro_invocation" => return false,
            _ => None,
        };
        let refers = value_of(src, value) == Value::Borrow
            || made.is_some_and(|ty| reference(src.text(ty)).is_some());
        !refers
            && !makes_container(src, value)
            && made.is_none_or(|ty| may_be_copied(src, src.text(ty)))
    })
}

/// The elements of what is used lie in the struct itself, by the types that are written down.
fn is_inside(src: &Source, used: &Use) -> bool {
    let ty = node_at(src, &used.base).and_then(|place| place_type(src, peel(place), 0));
    ty.is_some_and(|ty| !is_apart(src, &ty, 0))
}

/// What a call does with a bare `&mut` is what the clauses say of it.
fn believe_clauses(task: &mut Task) {
    for used in task.uses.iter_mut().filter(|u| u.reborrow) {
        let mut declared = task
            .declared
            .iter()
            .filter(|d| d.name == used.name)
            .peekable();
        if declared.peek().is_some() && !declared.any(|d| d.mode.writes()) {
            used.mode = Mode::In;
        }
    }
}

/// The uses of a task that are not of private names.
pub(crate) fn shared_uses(task: &Task) -> impl Iterator<Item = &Use> {
    let own: HashSet<&str> = task.privates.iter().map(String::as_str).collect();
    task.uses
        .iter()
        .filter(move |u| !own.contains(u.name.as_str()))
}

/// The shared uses of each name.
pub(super) fn by_name(task: &Task) -> HashMap<&str, Vec<&Use>> {
    let mut all: HashMap<&str, Vec<&Use>> = HashMap::new();
    for found in shared_uses(task) {
        all.entry(found.name.as_str()).or_default().push(found);
    }
    all
}

/// Nested arrays are indexed by as many brackets as views have.
pub(super) fn not_too_deep(_: &Source, region: &mut Region, diags: &mut Diagnostics) {
    for variable in &region.variables {
        let VarKind::Nested { dims } = variable.kind else {
            continue;
        };
        let deepest = tasks(region)
            .flat_map(shared_uses)
            .find(|u| u.name == variable.name && u.indices.len() > DEEPEST);
        if let Some(used) = deepest {
            let message = format!(
                "`{}` has {dims} index brackets; at most {DEEPEST} are supported for nested arrays",
                variable.name
            );
            let span = used.span.clone();
            let d = Diagnostic::new(Severity::Error, codes::DIMENSIONS, message, span);
            diags.push(d.help(
                "give its elements a type with `Index`, or keep it in one vector, `a[i * m + j]`",
            ));
        }
    }
}

fn variable(region: &Region, name: String, uses: &[&Use], diags: &mut Diagnostics) -> Variable {
    let reduced = tasks(region).any(|t| t.reductions.iter().any(|r| r.name == name));
    let most = uses
        .iter()
        .filter(|u| u.shape == Shape::Element)
        .map(|u| u.indices.len())
        .max()
        .unwrap_or(0);
    let grid = uses
        .iter()
        .filter(|u| u.shape == Shape::Grid)
        .map(|u| u.indices.len())
        .max()
        .unwrap_or(0);
    let sliced = uses.iter().any(|u| u.shape == Shape::Slice);
    let deref = uses.iter().any(|u| u.shape == Shape::Deref);
    let assigned = uses.iter().any(|u| u.shape == Shape::Scalar);
    let declared = tasks(region)
        .flat_map(|t| &t.declared)
        .filter(|d| d.name == name);
    let declared_dims = declared
        .filter_map(|d| d.section.as_ref().map(Vec::len))
        .max();
    let resized = tasks(region)
        .flat_map(|t| &t.resized)
        .any(|(resized, brackets)| *resized == name && *brackets < most.max(1));
    let kind = if resized && !assigned && !reduced && (most > 0 || sliced || !deref) {
        VarKind::Opaque
    } else if grid > 0 {
        VarKind::Grid { dims: grid }
    } else if most > 1 {
        VarKind::Nested { dims: most }
    } else if most == 1 || sliced || (declared_dims == Some(1) && !reduced && !deref && !assigned) {
        flat_kind(region, &name, uses, declared_dims)
    } else if deref || (reduced && !assigned && uses.iter().all(|u| u.shape != Shape::Scalar)) {
        VarKind::Scalar { deref }
    } else if assigned || reduced {
        VarKind::Scalar { deref: false }
    } else {
        VarKind::Opaque
    };
    if assigned && !matches!(kind, VarKind::Scalar { .. }) {
        let span = uses
            .iter()
            .find(|u| u.shape == Shape::Scalar)
            .map_or(0..0, |u| u.span.clone());
        let message = format!("a task cannot replace the array `{name}`");
        let d = Diagnostic::new(Severity::Error, codes::PLACE, message, span);
        diags.push(d.help("assign its elements, or do it outside of tasks, after a `task_wait`"));
    }
    let mut declared = tasks(region)
        .flat_map(|t| &t.declared)
        .filter(|d| d.name == name);
    let written =
        reduced || uses.iter().any(|u| u.mode.writes()) || declared.any(|d| d.mode.writes());
    Variable {
        in_self: false,
        binding: binding_of(&name),
        name,
        kind,
        written,
    }
}

/// Linear storage: as many dimensions as its template says, by the row lengths that its
/// indices show.
fn flat_kind(region: &Region, name: &str, uses: &[&Use], declared_dims: Option<usize>) -> VarKind {
    // Loops around a composite task count as its own do: its template is in their terms.
    let is_loop = |atom: &str| atom.contains('@') || region.outer.iter().any(|var| var == atom);
    let named = templates_of(region, name).next().is_some();
    // A default of another dimensionality than the sections' does not apply.
    let applies =
        |(dims, _): &(usize, bool)| named || declared_dims.is_none_or(|declared| declared == *dims);
    let template = template_dims(region, name).filter(applies);
    if let Some(rows) = given_rows(region, name, template) {
        return VarKind::Flat { rows };
    }
    let mut rows = rows_of(
        uses,
        template.map(|(dims, _)| dims).or(declared_dims),
        is_loop,
    );
    if template.is_none() && declared_dims.is_none() && rows.is_empty() {
        rows = literal::rows(region, name).unwrap_or_default();
    }
    if template.is_some_and(|(dims, around)| around && rows.len() + 1 != dims) {
        rows = rows_of(uses, declared_dims, |atom| atom.contains('@'));
    }
    if let Some((dims, _)) = template
        && rows.len() + 1 != dims
    {
        rows = named_rows(region, name, dims).unwrap_or(rows);
    }
    if !row_names::are_known(region, name, &rows) {
        rows = Vec::new();
    }
    VarKind::Flat { rows }
}

/// Row lengths, outermost first; none: a single dimension, or what the indices do not show.
fn rows_of(uses: &[&Use], wanted: Option<usize>, is_loop: impl Fn(&str) -> bool) -> Vec<Poly> {
    let mut factors: Vec<(Vec<String>, i64)> = Vec::new();
    let mut groups: Vec<i64> = Vec::new();
    for poly in uses.iter().flat_map(|u| &u.index).flatten() {
        for (symbols, number) in poly.loop_factors(&is_loop) {
            let factor = if symbols.is_empty() {
                groups.push(number.abs());
                (symbols, number.abs())
            } else {
                (symbols, 1)
            };
            if !factors.contains(&factor) {
                factors.push(factor);
            }
        }
    }
    // Larger products are outer dimensions; the factor 1 is the innermost index.
    factors.retain(|f| *f != (Vec::new(), 1));
    factors.sort_by_key(|(symbols, number)| {
        (std::cmp::Reverse(symbols.len()), std::cmp::Reverse(*number))
    });
    let symbolic = factors.iter().any(|(symbols, _)| !symbols.is_empty());
    if symbolic {
        factors.retain(|(symbols, _)| !symbols.is_empty());
    }
    // Rows of groups: `(y * w + x) * 3 + c`.
    for (symbols, number) in factors
        .iter_mut()
        .filter(|(symbols, _)| !symbols.is_empty())
    {
        let common = common_number(uses, symbols);
        if common > 1 && groups.contains(&common) {
            *number = common;
        }
    }
    let dims = wanted.unwrap_or(if symbolic { factors.len() + 1 } else { 1 });
    let poly = |f: &(Vec<String>, i64)| {
        f.0.iter()
            .try_fold(Poly::constant(f.1), |p, atom| {
                p.times(&Poly::atom(atom.clone()))
            })
            .unwrap_or_default()
    };
    match (dims, factors.as_slice()) {
        (2, [m, ..]) => vec![poly(m)],
        (3, [plane, row, ..]) => match poly(plane).divide(row) {
            (quotient, rest) if rest == Poly::default() => vec![quotient, poly(row)],
            _ => Vec::new(),
        },
        _ => Vec::new(),
    }
}

/// The greatest common divisor of the numbers that stand beside a product in the indices.
fn common_number(uses: &[&Use], symbols: &[String]) -> i64 {
    let indices = uses.iter().flat_map(|u| &u.index).flatten();
    let has = |product: &[String]| symbols.iter().all(|symbol| product.contains(symbol));
    let numbers = indices
        .flat_map(Poly::terms)
        .filter(|(product, _)| has(product));
    numbers.fold(0, |divisor, (_, c)| gcd(divisor, c))
}

/// Row lengths that all templates of an array give alike as numbers. Subscripts do not always show
/// them: `a[(x + 1) * 13 + x]` has rows of 13 and counts by 14.
fn given_rows(region: &Region, name: &str, template: Option<(usize, bool)>) -> Option<Vec<Poly>> {
    let numbers = |t: &Template| -> Option<Vec<i64>> {
        t.lengths.iter().map(|(_, number)| *number).collect()
    };
    let mut lengths = templates_of(region, name).map(|t| numbers(t).unwrap_or_default());
    let first = lengths.next().filter(|first| first.len() > 1)?;
    let fits = lengths.all(|other| other == first)
        && template.is_some_and(|(dims, _)| dims == first.len());
    fits.then(|| first[1..].iter().map(|&n| Poly::constant(n)).collect())
}

/// Row lengths that all templates of an array give alike, where its subscripts do not show them:
/// `a[at[i]]`.
fn named_rows(region: &Region, name: &str, dims: usize) -> Option<Vec<Poly>> {
    let plain = |c: char| c.is_alphanumeric() || "_.->".contains(c);
    let mut lengths = templates_of(region, name).map(|t| &t.lengths);
    let first = lengths.next().filter(|first| first.len() == dims)?;
    let row = |(text, number): &(String, Option<i64>)| match number {
        Some(number) => Some(Poly::constant(*number)),
        None => text.chars().all(plain).then(|| Poly::atom(text.as_str())),
    };
    let rows: Option<Vec<Poly>> = first[1..].iter().map(row).collect();
    rows.filter(|_| lengths.all(|other| other == first))
}

fn templates_of<'r>(region: &'r Region, name: &str) -> impl Iterator<Item = &'r Template> {
    let named = move |t: &&Template| t.arrays.iter().any(|a| a.0.as_deref() == Some(name));
    region.templates.iter().filter(named)
}

/// How many dimensions the template of an array has, and whether it stands around the region.
pub(super) fn template_dims(region: &Region, name: &str) -> Option<(usize, bool)> {
    let of = |name: Option<&str>| {
        region.templates.iter().find_map(|template| {
            let mut arrays = template.arrays.iter();
            let (_, sizes) = arrays.find(|entry| entry.0.as_deref() == name)?;
            Some((sizes.len(), region.is_from_around(template)))
        })
    };
    of(Some(name)).or_else(|| of(None))
}
