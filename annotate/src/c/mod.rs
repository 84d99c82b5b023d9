//! The C front end: C with `#pragma hp5` in, C that calls `hp5.h` out.
//!
//! `pragma` finds and reads the directives, `syntax` parses what is left of the file, `region` and
//! `task` build the region IR that the Rust front end builds too, the passes of [`crate::passes`]
//! that know no language analyse it, `captured` and `around` do what the others do for Rust, and
//! `emit` writes the program.
//!
//! Text that a preprocessor made has `markers` that say what its lines are lines of; before the
//! preprocessor, `conditional` says what cannot be known of a file.
//!
//! Emitted text is the user's text with edits, `#line` directives around them. A task's code becomes
//! a function in front of the function that it stands in; where it stood, loops over its chunks
//! register tasks.

mod addresses;
mod affine;
mod aliases;
mod alone;
mod arguments;
mod around;
mod asked;
mod assembly;
mod assigned;
mod believed;
mod between;
mod blocks;
mod body;
mod bounds;
mod bypass;
mod called;
mod callee;
mod captured;
mod casts;
mod choices;
mod clauses;
mod comments;
mod common;
mod computed;
mod conditional;
mod constants;
mod copied;
mod counted;
mod cuts;
mod declared;
mod declares;
mod deep;
mod doubtful;
mod elements;
mod emit;
mod entered;
mod enumerators;
mod exposed;
mod facts;
mod families;
mod file_elements;
mod flow;
mod foreign;
mod fresh;
mod functions;
mod given;
mod guards;
mod handed;
mod heads;
mod hollow;
mod implicit;
mod inlined;
mod integers;
mod joined;
mod kinds;
mod known;
mod laps;
mod leads;
mod leaving;
mod lengths;
mod linked;
mod locals;
pub(crate) mod markers;
mod member_elements;
mod mention;
mod misread;
mod named;
mod nodes;
mod opaque;
mod openmp;
mod origins;
mod overlap;
mod own_types;
mod parts;
mod places;
mod points_to;
mod pragma;
mod privates;
mod quotients;
mod ranges;
mod reached;
mod reads;
mod reduced;
mod region;
mod replaced;
mod runs;
mod scalar_help;
mod scopes;
mod scratch;
mod section;
mod serial;
mod settled;
mod shared;
mod signs;
mod states;
mod stays;
mod stored;
mod syntax;
mod task;
mod told;
mod touched;
mod turns;
mod unchanged;
mod unknown;
mod unparsed;
mod widths;
mod within;
mod wrapping;

pub(crate) use comments::{comment, literal, without_comments};
pub(crate) use conditional::CPP;
pub(crate) use emit::{joined_lines, quoted};
pub(crate) use implicit::with_types;
pub(crate) use pragma::{closing, directive_words};

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::path::Path;
use std::rc::Rc;

use crate::diag::Diagnostics;
use crate::ir::{Declared, Extent, Mode, Poly, Region, Shape, Unit, VarKind, Variable};
use crate::passes::{self, by_turns, row_names, variables::shared_uses};
use crate::{Emitted, Options, SourceFile};

/// True for a file of C, by its name.
#[must_use]
pub fn is_c(path: &Path) -> bool {
    path.extension().is_some_and(|e| e == "c" || e == "h")
}

/// The text without the byte order mark that some editors put in front; all else stays where it is.
pub(crate) fn without_mark(text: &str) -> Cow<'_, str> {
    match text.strip_prefix('\u{feff}') {
        Some(rest) => format!("   {rest}").into(),
        None => text.into(),
    }
}

/// Where in a text `hp5.h` is to be included.
pub(crate) fn include_place(path: &Path, text: &str) -> usize {
    let src = syntax::parse(path, text, &pragma::find(text, &mut Diagnostics::default()));
    src.map_or(0, |src| emit::before_includes(&src))
}

/// The words of functions that have directives, of the directives, and of the macros that they name.
pub(crate) fn words_of_regions(path: &Path, text: &str) -> HashSet<String> {
    let pragmas = pragma::find(text, &mut Diagnostics::default());
    let src = syntax::parse(path, text, &pragmas);
    src.map_or_else(HashSet::new, |src| conditional::words(&src, &pragmas))
}

/// What is known of a whole file, for all of its regions.
struct Whole<'s> {
    sets: origins::Sets<'s>,
    enumerators: enumerators::Enumerators<'s>,
    ways: aliases::Ways,
    points_to: points_to::PointsTo,
    crossed: elements::Crossed,
    common: Option<common::Common>,
    scratch: scratch::Scratch,
}

/// Finds out all about the tasks of a region, and then about those inside its composite tasks, which
/// nothing joins. `known`: of the function that it stands in. `alone`: no region of the file joins others.
fn analyse(
    (src, whole, known): (&syntax::Source, &Whole, Option<&aliases::Known>),
    region: &mut Region,
    alone: bool,
    diagnostics: &mut Diagnostics,
) {
    if let Some(known) = known {
        bounds::check(src, known, region, diagnostics);
    }
    deep::run(region);
    whole.enumerators.note(src, region);
    wrapping::run(src, region);
    captured::privatise(src, region, diagnostics);
    whole.scratch.privatise(src, region);
    let common = whole.common.as_ref();
    if let Some(common) = common {
        common.note_uses(src, region);
    }
    follow_pointers(src, region);
    if let Some(known) = known {
        replaced::run(src, &known.own, region);
    }
    // What is added may write what indices are made of.
    heads::widen(region, common);
    computed::run(src, &whole.sets, region, diagnostics);
    if let Some(known) = known {
        aliases::run(src, (&whole.ways, known), region, diagnostics);
        elements::run(src, &whole.crossed, region, diagnostics);
    }
    heads::widen(region, common);
    give_all_dimensions(src, region);
    by_turns::run(&quotients::C(src), region);
    row_names::note(region, |task, name| {
        src.scopes.seen(std::iter::once(name), &task.stmt)
    });
    let before = diagnostics.list.len();
    passes::run_neutral(region, diagnostics);
    if let Some(common) = common {
        common.note_written(src, region);
    }
    name_apart(region);
    cuts::run(src, region);
    serial::run(src, region, diagnostics);
    let found = diagnostics.list.split_off(before);
    diagnostics
        .list
        .extend(told::in_c(src, region, alone, found));
    scalar_help::run(src, region, diagnostics);
    hold_pointers(region, diagnostics);
    scratch::suggest(src, region, diagnostics);
    reduced::run(src, region, diagnostics);
    for nested in passes::tasks_mut(region).filter_map(|task| task.nested.as_mut()) {
        analyse((src, whole, known), nested, alone, diagnostics);
        let joins = joined::Joins::default();
        around::run((src, known, common), nested, &joins, diagnostics);
        locals::run((src, &whole.points_to), nested, &joins, diagnostics);
    }
}

/// What is known where each region stands: of those of one function, the same.
fn known_to(
    src: &syntax::Source,
    (ways, points_to): (&aliases::Ways, &points_to::PointsTo),
    regions: &[Region],
) -> Vec<Option<Rc<aliases::Known>>> {
    let mut all: HashMap<usize, Rc<aliases::Known>> = HashMap::new();
    let known = |region: &Region| {
        let function = src.function_at(region.body.start)?;
        let led_to = || points_to.within(src, function);
        let new = || Rc::new(aliases::Known::of(src, ways, function, led_to()));
        let known = all.entry(function.start_byte()).or_insert_with(new);
        Some(known.clone())
    };
    regions.iter().map(known).collect()
}

/// Of an array that tasks index further than a clause does, `inout(u[i])` beside `u[i][j]`, the clause has all
/// there is inside.
fn give_all_dimensions(src: &syntax::Source, region: &mut Region) {
    let mut most: HashMap<String, usize> = HashMap::new();
    let uses = passes::tasks(region).flat_map(|task| &task.uses);
    for used in uses.filter(|u| u.shape == Shape::Element) {
        let known = most.entry(used.name.clone()).or_default();
        *known = (*known).max(used.index.len());
    }
    for task in passes::tasks_mut(region) {
        let code = captured::statement(src, task);
        for item in &mut task.declared {
            let levels = code.and_then(|code| leads::declaration(src, code, &item.name));
            let levels = levels.map_or(0, |found| leads::levels(&found));
            let dims = most.get(&item.name).copied().unwrap_or(0);
            if let Some(section) = &mut item.section
                && section.len() < dims
                && dims <= levels
            {
                section.resize(dims, Extent::All);
            }
        }
    }
}

/// What tasks only read through a pointer, `*p`, may be an element of an array that others write by its
/// name, as `p[0]` may. What they hand on to be read is used as a whole, but for constants.
fn follow_pointers(src: &syntax::Source, region: &mut Region) {
    let uses = passes::tasks(region).flat_map(|task| &task.uses);
    let others = uses.filter(|u| u.shape != Shape::Deref || u.mode.writes());
    let others: HashSet<String> = others.map(|u| u.name.clone()).collect();
    for task in passes::tasks_mut(region) {
        let code = captured::statement(src, task);
        for used in &mut task.uses {
            if used.shape == Shape::Deref && !others.contains(&used.name) {
                used.shape = Shape::Slice;
                used.index = [0, 1].map(|at| Some(Poly::constant(at))).to_vec();
            }
            let found = code.and_then(|code| declared::find(src, code, &used.name));
            let fixed = found.is_some_and(|d| constants::is_constant(src, &d));
            // Clauses say which members are read.
            let said = |d: &Declared| syntax::root_of(&d.name) == used.name;
            if used.mode == Mode::In && (fixed || task.declared.iter().any(said)) {
                used.reborrow = false;
            }
        }
    }
}

/// What a pointer that a task sets leads to is not known where the task is registered.
fn hold_pointers(region: &Region, diagnostics: &mut Diagnostics) {
    let pointers = region.variables.iter();
    let pointers = pointers.filter(|v| v.kind == VarKind::Scalar { deref: true });
    for variable in pointers {
        let mut uses = passes::tasks(region).flat_map(shared_uses);
        let set = uses.find(|u| u.name == variable.name && u.shape == Shape::Scalar);
        let Some(set) = set.filter(|u| u.mode.writes()) else {
            continue;
        };
        diagnostics.push(told::set_pointer(&variable.name, set.span.clone()));
    }
}

/// Translates a file; see [`crate::translate`].
pub(crate) fn translate_file(
    file: &SourceFile,
    options: &Options,
    diagnostics: &mut Diagnostics,
) -> Emitted {
    let unchanged = |ir: String| Emitted {
        path: file.path.clone(),
        text: file.text.clone(),
        changed: false,
        ir,
    };
    let text = without_mark(&file.text);
    let mut pragmas = pragma::find(&text, diagnostics);
    // What stands in a header of the system is not looked at.
    let system = markers::Markers::of(&text).system(text.len());
    pragmas.retain(|p| !system.iter().any(|s| s.contains(&p.directive.span.start)));
    if pragmas.is_empty() {
        return unchanged(String::new());
    }
    let Some(src) = syntax::parse(&file.path, &text, &pragmas) else {
        return unchanged(String::new());
    };
    let mut unit = Unit {
        regions: region::lower(&src, &pragmas, diagnostics),
        directives: pragmas.iter().map(|p| p.directive.span.clone()).collect(),
    };
    for region in &unit.regions {
        entered::run(&src, region, diagnostics);
    }
    let alone = !unit.regions.iter().any(|r| r.joined);
    let whole = Whole {
        sets: origins::Sets::of(&src),
        enumerators: enumerators::Enumerators::of(&src),
        ways: aliases::Ways::of(&src),
        points_to: points_to::PointsTo::of(&src),
        crossed: elements::Crossed::of(&src),
        common: common::Common::of(&src, &unit.regions),
        scratch: scratch::Scratch::of(&src, &unit.regions),
    };
    let known = known_to(&src, (&whole.ways, &whole.points_to), &unit.regions);
    for (region, known) in unit.regions.iter_mut().zip(&known) {
        analyse((&src, &whole, known.as_deref()), region, alone, diagnostics);
    }
    conditional::check(&src, &pragmas, &unit.regions, diagnostics);
    if !unit.regions.is_empty() {
        misread::check(&src, &conditional::words(&src, &pragmas), diagnostics);
    }
    joined::check(&src, &unit.regions, diagnostics);
    let joins = joined::Joins::of(&src, &unit.regions);
    for (region, known) in unit.regions.iter_mut().zip(&known) {
        joins.note(&src, region, diagnostics);
        let common = whole.common.as_ref();
        around::run(
            (&src, known.as_deref(), common),
            region,
            &joins,
            diagnostics,
        );
        locals::run((&src, &whole.points_to), region, &joins, diagnostics);
        laps::run(&src, region);
        turns::run(&src, &joins, region);
    }
    if options.summary {
        passes::summary::run(&unit, &text, diagnostics);
    }
    let ir = crate::ir::print::print(&unit);
    if diagnostics.has_errors() {
        return unchanged(ir);
    }
    for region in &mut unit.regions {
        guards::run(&src, region);
    }
    let text = emit::emit(&src, &pragmas, &unit, &joins, options.checked, diagnostics);
    if diagnostics.has_errors() {
        return unchanged(ir);
    }
    Emitted {
        path: file.path.clone(),
        changed: true,
        text,
        ir,
    }
}

/// Gives variables that would be called the same in emitted code, `p.x` and `p_x`, names of their own, and those
/// that would be called as something of `hp5.h` is, `hp5_array_number`.
fn name_apart(region: &mut Region) {
    let mut taken: HashSet<String> = ["number", "info"].map(str::to_owned).into();
    let is_plain = |v: &&mut Variable| v.name == v.binding;
    let (plain, made): (Vec<_>, Vec<_>) = region.variables.iter_mut().partition(is_plain);
    for variable in plain.into_iter().chain(made) {
        while !taken.insert(variable.binding.clone()) {
            variable.binding.push('_');
        }
    }
}
