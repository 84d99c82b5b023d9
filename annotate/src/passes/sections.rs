//! Section analysis: what each task touches (AceMesh, "Aggregated task definition"), held
//! against what its clauses declare, and how its body will see each variable.

use crate::diag::{Diagnostic, Diagnostics, Severity, codes};
use crate::ir::{
    Access, Binding, Declared, Extent, How, Mode, Poly, Region, Shape, Span, Step, Task, TileSize,
    Use, VarId, VarKind, Variable,
};
use crate::lower::extreme_with;
use crate::passes::clauses::{self, covers_direction};
use crate::passes::depend::{settle, split};
use crate::passes::variables::{by_name, shared_uses};
use crate::passes::{bounds_checks, depend};

/// Fills accesses and bindings of every task.
pub(super) fn run(region: &mut Region, diags: &mut Diagnostics) {
    let variables = region.variables.clone();
    let mut steps = std::mem::take(&mut region.steps);
    let deduced = deduce_templates(&steps, &variables, &region.body);
    for step in &mut steps {
        if let Step::Task(task) = step {
            leave_to_analysis(task, &variables);
            analyse(task, &variables, region, &deduced, diags);
        }
    }
    region.steps = steps;
}

/// Sections that were found of uses by themselves have the dimensions that these write. Where the region shows
/// rows of the array, they say nothing about it.
fn leave_to_analysis(task: &mut Task, variables: &[Variable]) {
    let uses = &task.uses;
    let fits = |item: &Declared| {
        let by_itself = uses
            .iter()
            .any(|u| u.name == item.name && u.span == item.span);
        let variable = variables.iter().find(|v| v.name == item.name);
        let dims = variable.map(|v| v.kind.dims());
        let written = item.section.as_ref().map(Vec::len);
        !by_itself || dims.is_none() || written.is_none() || dims == written
    };
    task.declared.retain(fits);
}

/// One use with the section it covers over the whole task.
pub(super) struct Touched<'u> {
    pub(super) found: &'u Use,
    pub(super) section: Vec<Extent>,
    /// The section shows.
    pub(super) exact: bool,
}

fn analyse(
    task: &mut Task,
    variables: &[Variable],
    region: &Region,
    deduced: &[Vec<Deduced>],
    diags: &mut Diagnostics,
) {
    let mut accesses = Vec::new();
    let mut bindings = Vec::new();
    let mut held = Vec::new();
    let named = by_name(task);
    for (var, variable) in variables.iter().enumerate() {
        let own = named.get(variable.name.as_str()).into_iter().flatten();
        let mut uses: Vec<Use> = own.copied().cloned().collect();
        uses.extend(uses_through_self(task, variable));
        let reduced = task
            .reductions
            .iter()
            .any(|r| r.name == variable.name && !r.ordered);
        let declared: Vec<Declared> = task
            .declared
            .iter()
            .filter(|d| d.name == variable.name)
            .cloned()
            .collect();
        if reduced || (uses.is_empty() && declared.is_empty()) {
            continue;
        }
        let touched: Vec<Touched> = uses
            .iter()
            .filter(|u| u.shape != Shape::Meta)
            .map(|u| touch(u, variable, task))
            .collect();
        let mut known = deduced[var].iter();
        let known = known.find(|d| d.seen.iter().all(|seen| seen.contains(&task.start)));
        let known = known.map(|d| d.sizes.as_slice());
        let template = template_of(region, variable, task.start, known, diags);
        let found = combine(var, variable, &touched, &declared, &template, diags);
        bindings.push(bind(var, variable, task, &touched, &found, template, diags));
        let known = (variable, region.templates.as_slice());
        // What functions do with what they are given, as far as it shows exactly.
        let shows = |u: &&Use| {
            let known = !u.index.is_empty() && u.index.iter().all(Option::is_some);
            u.name == variable.name && u.shape == Shape::Element && known
        };
        let handed = task.handed.iter().filter(shows);
        let handed = handed.map(|u| touch(u, variable, task));
        let touched: Vec<Touched> = touched.into_iter().chain(handed).collect();
        if clauses::hold(task, known, &touched, &declared, diags) {
            held.push(variable.name.clone());
        }
        accesses.extend(found);
    }
    // Affinity: what is written, and most of it, decides where the task runs.
    accesses.sort_by_key(|a| (!a.mode.writes(), std::cmp::Reverse(a.section.len())));
    task.accesses = accesses;
    task.bindings = bindings;
    task.held = held;
}

/// Uses of `self` by itself, `self.energy()`, that may read this field, or that refer to it because it
/// lies in the struct itself. They change none: the emitted task has a shared reference.
pub(super) fn uses_through_self(task: &Task, variable: &Variable) -> Vec<Use> {
    let Some(path) = variable.name.strip_prefix("self.") else {
        return Vec::new();
    };
    let first = path.split('.').next().unwrap_or(path);
    let fields = task.self_fields.as_ref();
    let read = fields.is_none_or(|fields| fields.iter().any(|f| f == first));
    if !read && !variable.in_self {
        return Vec::new();
    }
    let whole = shared_uses(task).filter(|u| u.name == "self" && u.shape != Shape::Meta);
    whole
        .map(|u| Use {
            name: variable.name.clone(),
            mode: Mode::In,
            ..u.clone()
        })
        .collect()
}

/// The use is one of `self` by itself, not one by the variable's own name.
fn is_through_self(task: &Task, found: &Use) -> bool {
    let mut own = task.uses.iter().filter(|u| u.name == "self");
    own.any(|u| u.base == found.base)
}

/// The section of one use, by the least and greatest value of each index.
fn touch<'u>(found: &'u Use, variable: &Variable, task: &Task) -> Touched<'u> {
    let dims = variable.kind.dims();
    let natural = |atom: &str| task.unsigned.iter().any(|name| name == atom);
    let range = |lo: &Poly, hi: &Poly| {
        let lo = extreme_with(lo, &task.inner, true, &natural)?;
        let hi = extreme_with(hi, &task.inner, false, &natural)?.plus(&Poly::constant(1))?;
        let known = |p: &Poly| p.inner().next().is_none();
        (known(&lo) && known(&hi)).then_some(Extent::Range { lo, hi })
    };
    let extent = |index: &Option<Poly>| match index.as_ref()? {
        all if all.is_all() => Some(Extent::All),
        p => range(p, p),
    };
    let section: Vec<Option<Extent>> = match (found.shape, &variable.kind) {
        (Shape::Element, VarKind::Flat { rows }) if !rows.is_empty() => {
            let mut parts = split_index(found.index.first().and_then(Option::as_ref), rows);
            settle(task, rows, &mut parts);
            parts.iter().map(extent).collect()
        }
        (Shape::Slice, VarKind::Flat { rows }) => slice_section(task, found, rows, &range),
        (Shape::Element | Shape::Grid, _) => found.index.iter().map(extent).collect(),
        _ => Vec::new(),
    };
    // How far it goes in a row is not known: perhaps into others (`Geometry::overruns` in the runtime does
    // the same with those of which it is known).
    let flat = matches!(variable.kind, VarKind::Flat { .. });
    let runs_over = flat && section.iter().skip(1).any(Option::is_none);
    let section = if runs_over { Vec::new() } else { section };
    let exact = (dims == 0 || !section.is_empty()) && section.iter().all(Option::is_some);
    let mut section: Vec<Extent> = section
        .into_iter()
        .map(|e| e.unwrap_or(Extent::All))
        .collect();
    section.resize(dims, Extent::All);
    Touched {
        found,
        section,
        exact,
    }
}

/// The index of `a[i * m + j]` per logical dimension.
pub(super) fn split_index(index: Option<&Poly>, rows: &[Poly]) -> Vec<Option<Poly>> {
    let parts = index.and_then(|index| split(index, rows));
    // A row may be so long under another name.
    let in_rows = |parts: &Vec<Poly>| !parts.last().is_some_and(Poly::has_products);
    match parts.filter(in_rows) {
        Some(parts) => parts.into_iter().map(Some).collect(),
        None => vec![None; rows.len() + 1],
    }
}

fn slice_section(
    task: &Task,
    found: &Use,
    rows: &[Poly],
    range: &impl Fn(&Poly, &Poly) -> Option<Extent>,
) -> Vec<Option<Extent>> {
    let bounds = (
        found.index.first().and_then(Option::as_ref),
        found.index.get(1).and_then(Option::as_ref),
    );
    let (Some(lo), Some(hi)) = bounds else {
        return vec![None; rows.len() + 1];
    };
    let one = Poly::constant(1);
    if rows.is_empty() {
        return vec![hi.minus(&one).and_then(|last| range(lo, &last))];
    }
    let (low, high) = (split_index(Some(lo), rows), split_index(Some(hi), rows));
    let zero = |p: &Option<Poly>| p.as_ref().and_then(Poly::as_constant) == Some(0);
    // Where the ends part: outside of it they are in the same row, inside of it rows are whole, or
    // those at the ends are taken whole.
    let apart = low.iter().zip(&high).position(|(a, b)| a != b);
    let d = apart.unwrap_or(rows.len());
    let mut section: Vec<Option<Extent>> = low[..d]
        .iter()
        .map(|at| at.as_ref().and_then(|at| range(at, at)))
        .collect();
    let on_rows = low[d + 1..].iter().chain(&high[d + 1..]).all(zero);
    // Whole rows are those of the ends only where these lie in them.
    if !on_rows
        && ![&low, &high]
            .iter()
            .all(|end| depend::lies_in_rows(task, rows, end))
    {
        return vec![None; rows.len() + 1];
    }
    let last = high[d].as_ref().and_then(|last| match on_rows {
        true => last.minus(&one),
        false => Some(last.clone()),
    });
    section.push(low[d].as_ref().zip(last).and_then(|(a, b)| range(a, &b)));
    section.resize(rows.len() + 1, Some(Extent::All));
    section
}

/// Declared sections where the user gave them, analysed ones elsewhere.
fn combine(
    var: VarId,
    variable: &Variable,
    touched: &[Touched],
    declared: &[Declared],
    template: &[TileSize],
    diags: &mut Diagnostics,
) -> Vec<Access> {
    let mut list: Vec<Access> = Vec::new();
    for item in declared {
        if let Some(section) = &item.section {
            let dims = variable.kind.dims();
            if section.len() != dims && !(dims == 0 && variable.kind == VarKind::Opaque) {
                let message = format!(
                    "`{}` has {dims} dimensions, the section has {}",
                    variable.name,
                    section.len()
                );
                let at = item.span.clone();
                let d = Diagnostic::new(Severity::Error, codes::DIMENSIONS, message, at);
                diags.push(match section.len() < dims {
                    true => d.help("give each dimension an entry, also one that is used whole"),
                    false => d,
                });
                continue;
            }
            let part = dims == 0 && item.mode.writes() && section.iter().any(|e| *e != Extent::All);
            if let Some(touch) = touched.first().filter(|_| part) {
                diags.push(passed_whole(variable, touch));
            }
            let section = if dims == 0 {
                Vec::new()
            } else {
                section.clone()
            };
            list.push(Access {
                var,
                mode: item.mode,
                section,
            });
        }
    }
    for writes in [true, false] {
        let believed = declared
            .iter()
            .any(|d| d.section.is_some() && covers_direction(d.mode, writes));
        let mut wanted: Vec<&Touched> = touched
            .iter()
            .filter(|t| {
                if writes {
                    t.found.mode.writes()
                } else {
                    t.found.mode != Mode::Out
                }
            })
            .collect();
        if !writes {
            // An update is declared once, as a write.
            wanted.retain(|t| t.found.mode == Mode::In);
        }
        if believed || wanted.is_empty() {
            if !believed && wanted.is_empty() {
                deduce_unseen(var, variable, declared, writes, touched, &mut list);
            }
            continue;
        }
        let updates = touched.iter().any(|t| t.found.mode == Mode::InOut)
            || touched.iter().any(|t| t.found.mode == Mode::In);
        let mode = match (writes, updates) {
            (true, true) => Mode::InOut,
            (true, false) => Mode::Out,
            (false, _) => Mode::In,
        };
        merge_boxes(var, mode, &wanted, &mut list);
        for touch in wanted.iter().filter(|t| !t.exact) {
            warn_widened(variable, touch, template, diags);
        }
    }
    list
}

/// A clause without a section on something that the body does not show (behind a call).
fn deduce_unseen(
    var: VarId,
    variable: &Variable,
    declared: &[Declared],
    writes: bool,
    touched: &[Touched],
    list: &mut Vec<Access>,
) {
    for item in declared
        .iter()
        .filter(|d| d.section.is_none() && d.mode.writes() == writes)
    {
        let seen = touched.iter().any(|t| t.found.mode.writes() == writes);
        if !seen {
            list.push(Access {
                var,
                mode: item.mode,
                section: vec![Extent::All; variable.kind.dims()],
            });
        }
    }
}

/// Rust's words for it.
pub(crate) const WIDENED_HELP: &str =
    "declare the section, such as `in(a[lo..hi])`, if it is smaller";

/// How findings of [`warn_widened`] begin, and what they say of the index.
pub(super) const WHOLE_DIMENSION: &str = "the task is taken to touch the whole dimension";
pub(super) const TOO_COMPLEX: &str = "this index is too complex to analyse";

/// Says that a dimension is taken whole, unless it is one tile anyway of an array that is cut elsewhere.
fn warn_widened(
    variable: &Variable,
    touch: &Touched,
    template: &[TileSize],
    diags: &mut Diagnostics,
) {
    if touch.found.in_macro || touch.found.indices.is_empty() || variable.kind.dims() == 0 {
        return;
    }
    let which = touch
        .section
        .iter()
        .position(|e| *e == Extent::All)
        .unwrap_or(0);
    let is_cut = template.iter().any(|size| *size != TileSize::Whole);
    if is_cut && template.get(which) == Some(&TileSize::Whole) {
        return;
    }
    // What a function does with a block that it is given is not said of the block.
    if touch.found.reborrow && which > 0 {
        return;
    }
    let span = touch
        .found
        .indices
        .get(which)
        .or(touch.found.indices.first())
        .cloned()
        .unwrap_or(touch.found.span.clone());
    let message = format!("{WHOLE_DIMENSION} {which} of `{}`", variable.name);
    let d = Diagnostic::new(
        Severity::Warning,
        codes::WIDENED,
        message,
        touch.found.span.clone(),
    );
    // `a[i * m + j]`, of which a section or a template has one entry.
    let linear = touch.found.index.first().and_then(Option::as_ref);
    let as_one = variable.kind == VarKind::Flat { rows: Vec::new() }
        && linear.is_some_and(Poly::has_products);
    diags.push(match as_one {
        true => d
            .also(span, "this index shows rows and columns")
            .help("the array is taken as a line of elements here: give sections and templates of it one entry for each dimension of its index, of which there are at most three"),
        false => d
            .also(span, TOO_COMPLEX)
            .help(WIDENED_HELP),
    });
}

/// Unites sections that differ by constants; others stay entries of their own.
fn merge_boxes(var: VarId, mode: Mode, touched: &[&Touched], list: &mut Vec<Access>) {
    let mut boxes: Vec<Vec<Extent>> = Vec::new();
    for touch in touched {
        match boxes
            .iter_mut()
            .find_map(|b| unite(b, &touch.section).map(|u| (b, u)))
        {
            Some((b, united)) => *b = united,
            None => boxes.push(touch.section.clone()),
        }
    }
    list.extend(
        boxes
            .into_iter()
            .map(|section| Access { var, mode, section }),
    );
}

/// The smallest section that holds both, when it can be told and is not much larger.
pub(super) fn unite(a: &[Extent], b: &[Extent]) -> Option<Vec<Extent>> {
    let one = |(x, y): (&Extent, &Extent)| match (x, y) {
        (Extent::All, _) | (_, Extent::All) => Some(Extent::All),
        (Extent::Range { lo: a, hi: b }, Extent::Range { lo: c, hi: d }) => {
            let lo = if c.minus(a)?.as_constant()? < 0 { c } else { a };
            let hi = if d.minus(b)?.as_constant()? > 0 { d } else { b };
            Some(Extent::Range {
                lo: lo.clone(),
                hi: hi.clone(),
            })
        }
    };
    a.iter().zip(b).map(one).collect()
}

/// How the body sees the variable.
fn bind(
    var: VarId,
    variable: &Variable,
    task: &Task,
    touched: &[Touched],
    accesses: &[Access],
    template: Vec<TileSize>,
    diags: &mut Diagnostics,
) -> Binding {
    let mutable =
        touched.iter().any(|t| t.found.mode.writes()) || accesses.iter().any(|a| a.mode.writes());
    let whole = touched.iter().find(|t| {
        let whole = matches!(t.found.shape, Shape::Whole | Shape::Deref) || t.found.in_macro;
        whole && !is_through_self(task, t.found)
    });
    let mut sure = Vec::new();
    let how = match (&variable.kind, whole) {
        (VarKind::Scalar { .. }, _) => How::Scalar,
        (VarKind::Opaque, _) => How::Whole,
        (_, Some(touch)) => {
            let partial = accesses
                .iter()
                .any(|a| a.mode.writes() && a.section.iter().any(|e| *e != Extent::All));
            if partial
                && mutable
                && (touch.found.mode.writes() || !touch.found.in_macro && only_use(touched))
            {
                diags.push(passed_whole(variable, touch));
            }
            How::Whole
        }
        _ => match bounds_checks::all(variable, task, touched) {
            Some(all) => {
                sure = all;
                How::Trusted
            }
            None => {
                sure = bounds_checks::some(variable, task, touched);
                How::View
            }
        },
    };
    Binding {
        var,
        how,
        behind: false,
        referred: false,
        may_move: false,
        mutable,
        to_write: false,
        template,
        sure,
    }
}

fn passed_whole(variable: &Variable, touch: &Touched) -> Diagnostic {
    let message = format!(
        "`{}` is passed whole, but the task declares only a part of it",
        variable.name
    );
    Diagnostic::new(
        Severity::Error,
        codes::WHOLE_USE,
        message,
        touch.found.span.clone(),
    )
    .help("pass the slice that the clause declares, `&mut a[lo..hi]`, or declare the whole array")
}

/// The body does nothing with the variable but name it: what is declared as written is
/// written through that.
fn only_use(touched: &[Touched]) -> bool {
    !touched.iter().any(|t| t.found.mode.writes())
}

/// The template in force for a variable at byte `at`.
fn template_of(
    region: &Region,
    variable: &Variable,
    at: usize,
    deduced: Option<&[TileSize]>,
    diags: &mut Diagnostics,
) -> Vec<TileSize> {
    let dims = variable.kind.dims();
    let in_force = |name: Option<&str>| {
        let covers = region
            .templates
            .iter()
            .rev()
            .filter(|t| t.scope.contains(&at));
        covers
            .flat_map(|t| t.arrays.iter().map(move |a| (t, a)))
            .find(|(_, a)| a.0.as_deref() == name)
    };
    let open = || deduced.map_or(vec![TileSize::Whole; dims], <[TileSize]>::to_vec);
    let found = in_force(Some(&variable.name)).or_else(|| in_force(None).filter(|_| dims > 0));
    match found {
        Some((_, (_, sizes))) if sizes.len() == dims => sizes.clone(),
        // Tasks that use all of an array need no tiles of it.
        Some((_, (Some(_), _))) if variable.kind == VarKind::Opaque => Vec::new(),
        // A default of another dimensionality does not apply.
        Some((_, (None, _))) => vec![TileSize::Whole; dims],
        Some((template, _)) if region.is_from_around(template) => open(),
        Some((template, (Some(name), sizes))) => {
            let message = format!(
                "the template of `{name}` has {} dimensions, its indices show {dims}",
                sizes.len()
            );
            let already = diags
                .list
                .iter()
                .any(|d| d.code == codes::DIMENSIONS && d.primary.span == template.span);
            if !already {
                diags.push(Diagnostic::new(
                    Severity::Error,
                    codes::DIMENSIONS,
                    message,
                    template.span.clone(),
                ));
            }
            vec![TileSize::Whole; dims]
        }
        None => open(),
    }
}

/// A template that follows from a task loop.
struct Deduced {
    sizes: Vec<TileSize>,
    /// Where the names in it are known.
    seen: Vec<Span>,
}

/// Templates that follow from the task loops, for arrays that have none: the first loop
/// that walks a dimension with its tiled variable cuts it, where what it names is known.
fn deduce_templates(steps: &[Step], variables: &[Variable], region: &Span) -> Vec<Vec<Deduced>> {
    let mut templates: Vec<Vec<Deduced>> = variables.iter().map(|_| Vec::new()).collect();
    for step in steps {
        let Step::Task(task) = step else { continue };
        let named = by_name(task);
        for (var, variable) in variables
            .iter()
            .enumerate()
            .filter(|(_, v)| v.kind.dims() > 0)
        {
            for found in named.get(variable.name.as_str()).into_iter().flatten() {
                if templates[var].iter().all(|known| !known.seen.is_empty()) {
                    templates[var].extend(deduce_one(task, variable, found, region));
                }
            }
        }
    }
    templates
}

fn deduce_one(task: &Task, variable: &Variable, found: &Use, region: &Span) -> Option<Deduced> {
    let index = match (&variable.kind, found.shape) {
        (VarKind::Flat { rows }, Shape::Element) => {
            split_index(found.index.first().and_then(Option::as_ref), rows)
        }
        (_, Shape::Element | Shape::Grid) => found.index.clone(),
        _ => return None,
    };
    let size = |index: &Option<Poly>| {
        let poly = index.as_ref()?;
        let tiled = task.loops.iter().find(|l| poly.mentions(&l.atom))?;
        let (k, _) = poly.linear_in(&tiled.atom)?;
        match (&tiled.tile, k) {
            (TileSize::Fixed(n), 1..) => Some(TileSize::Fixed(n.checked_mul(k as u64)?)),
            (tile @ TileSize::Expr(_), 1) => Some(tile.clone()),
            _ => None,
        }
    };
    let sizes: Vec<TileSize> = index
        .iter()
        .map(|i| size(i).unwrap_or(TileSize::Whole))
        .collect();
    let mut sizes = sizes;
    sizes.resize(variable.kind.dims(), TileSize::Whole);
    let seen = task.loops.iter().filter_map(|l| l.tile_seen.clone());
    let seen = seen.filter(|s| s.start > region.start || s.end < region.end);
    let seen = seen.collect();
    let is_cut = sizes.iter().any(|s| *s != TileSize::Whole);
    is_cut.then_some(Deduced { sizes, seen })
}
