//! The C front end: C with `#pragma hp5` in, C that calls `hp5.h` out.
//!
//! Folders, each of which uses those before it:
//!
//! - `parse`: directives, and a tree of what is left of the file; line markers of text that a preprocessor made;
//! - `semantics`: types, scopes, constants, value ranges; what the preprocessor alone knows;
//! - `points_to`: where pointers lead, and which names may share memory;
//! - `walk`: what code of tasks reads and writes;
//! - `lower`: regions and tasks of the IR that the Rust front end builds too, which the passes of
//!   [`crate::passes`] that know no language analyse;
//! - `dataflow`: what the others of these passes do for Rust: waits, captures, lifetimes;
//! - `emit`: the program.
//!
//! Emitted text is the user's text with edits, `#line` directives around them. A task's code becomes
//! a function in front of the function that it stands in; where it stood, loops over its chunks
//! register tasks.

mod dataflow;
mod emit;
mod lower;
pub(crate) mod parse;
mod points_to;
mod semantics;
mod walk;

pub(crate) use crate::c::parse::diagnostics::CPP;
pub(crate) use crate::c::parse::directives::{closing, directive_words};
pub(crate) use crate::c::parse::implicit_types::with_types;
pub(crate) use crate::c::parse::lexical::{comment, literal, without_comments};
pub(crate) use emit::{joined_lines, quoted};

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::path::Path;
use std::rc::Rc;

use crate::c::dataflow::{
    captures, deduced_templates, findings, guarded_reads, joined_variables, joins, lifetime,
    reduction_notes, reductions, registration_inputs, replay_loops, replay_regions,
    serialization_notes, waits,
};
use crate::c::lower::{region, scratch_arrays};
use crate::c::parse::{dimension_limit, directives, line_markers, names, source};
use crate::c::points_to::{
    alias_uses, inclusion, pointer_arithmetic, pointer_sources, pointer_writes, struct_aliases,
};
use crate::c::semantics::{
    constants, constness, declarations, misread_declarations, pointer_types, region_entry,
    unsigned_wrap,
};
use crate::c::walk::{computed_sections, loop_bounds, preprocessor_conditions};
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
    let src = source::parse(
        path,
        text,
        &directives::find(text, &mut Diagnostics::default()),
    );
    src.map_or(0, |src| emit::before_includes(&src))
}

/// The words of functions that have directives, of the directives, and of the macros that they name.
pub(crate) fn words_of_regions(path: &Path, text: &str) -> HashSet<String> {
    let pragmas = directives::find(text, &mut Diagnostics::default());
    let src = source::parse(path, text, &pragmas);
    src.map_or_else(HashSet::new, |src| {
        preprocessor_conditions::words(&src, &pragmas)
    })
}

/// What is known of a whole file, for all of its regions.
struct Whole<'s> {
    sets: pointer_sources::Sets<'s>,
    enumerators: constants::Enumerators<'s>,
    ways: alias_uses::Ways,
    points_to: inclusion::PointsTo,
    crossed: struct_aliases::Crossed,
    common: Option<joined_variables::Common>,
    scratch: scratch_arrays::Scratch,
}

/// Finds out all about the tasks of a region, and then about those inside its composite tasks, which
/// nothing joins. `known`: of the function that it stands in. `alone`: no region of the file joins others.
fn analyse(
    (src, whole, known): (&source::Source, &Whole, Option<&alias_uses::Known>),
    region: &mut Region,
    alone: bool,
    diagnostics: &mut Diagnostics,
) {
    if let Some(known) = known {
        loop_bounds::check(src, known, region, diagnostics);
    }
    dimension_limit::run(region);
    whole.enumerators.note(src, region);
    unsigned_wrap::run(src, region);
    captures::privatise(src, region, diagnostics);
    whole.scratch.privatise(src, region);
    let common = whole.common.as_ref();
    if let Some(common) = common {
        common.note_uses(src, region);
    }
    follow_pointers(src, region);
    if let Some(known) = known {
        pointer_writes::run(src, &known.own, region);
    }
    // What is added may write what indices are made of.
    registration_inputs::widen(region, common);
    pointer_arithmetic::run(src, &whole.sets, region, diagnostics);
    if let Some(known) = known {
        alias_uses::run(src, (&whole.ways, known), region, diagnostics);
        struct_aliases::run(src, &whole.crossed, region, diagnostics);
    }
    registration_inputs::widen(region, common);
    give_all_dimensions(src, region);
    by_turns::run(&computed_sections::C(src), region);
    row_names::note(region, |task, name| {
        src.scopes.seen(std::iter::once(name), &task.stmt)
    });
    let before = diagnostics.list.len();
    passes::run_neutral(region, diagnostics);
    if let Some(common) = common {
        common.note_written(src, region);
    }
    name_apart(region);
    deduced_templates::run(src, region);
    serialization_notes::run(src, region, diagnostics);
    let found = diagnostics.list.split_off(before);
    diagnostics
        .list
        .extend(findings::in_c(src, region, alone, found));
    reduction_notes::run(src, region, diagnostics);
    hold_pointers(region, diagnostics);
    scratch_arrays::suggest(src, region, diagnostics);
    reductions::run(src, region, diagnostics);
    for nested in passes::tasks_mut(region).filter_map(|task| task.nested.as_mut()) {
        analyse((src, whole, known), nested, alone, diagnostics);
        let joins = joins::Joins::default();
        waits::run((src, known, common), nested, &joins, diagnostics);
        lifetime::run((src, &whole.points_to), nested, &joins, diagnostics);
    }
}

/// What is known where each region stands: of those of one function, the same.
fn known_to(
    src: &source::Source,
    (ways, points_to): (&alias_uses::Ways, &inclusion::PointsTo),
    regions: &[Region],
) -> Vec<Option<Rc<alias_uses::Known>>> {
    let mut all: HashMap<usize, Rc<alias_uses::Known>> = HashMap::new();
    let known = |region: &Region| {
        let function = src.function_at(region.body.start)?;
        let led_to = || points_to.within(src, function);
        let new = || Rc::new(alias_uses::Known::of(src, ways, function, led_to()));
        let known = all.entry(function.start_byte()).or_insert_with(new);
        Some(known.clone())
    };
    regions.iter().map(known).collect()
}

/// Of an array that tasks index further than a clause does, `inout(u[i])` beside `u[i][j]`, the clause has all
/// there is inside.
fn give_all_dimensions(src: &source::Source, region: &mut Region) {
    let mut most: HashMap<String, usize> = HashMap::new();
    let uses = passes::tasks(region).flat_map(|task| &task.uses);
    for used in uses.filter(|u| u.shape == Shape::Element) {
        let known = most.entry(used.name.clone()).or_default();
        *known = (*known).max(used.index.len());
    }
    for task in passes::tasks_mut(region) {
        let code = names::statement(src, task);
        for item in &mut task.declared {
            let levels = code.and_then(|code| pointer_types::declaration(src, code, &item.name));
            let levels = levels.map_or(0, |found| pointer_types::levels(&found));
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
fn follow_pointers(src: &source::Source, region: &mut Region) {
    let uses = passes::tasks(region).flat_map(|task| &task.uses);
    let others = uses.filter(|u| u.shape != Shape::Deref || u.mode.writes());
    let others: HashSet<String> = others.map(|u| u.name.clone()).collect();
    for task in passes::tasks_mut(region) {
        let code = names::statement(src, task);
        for used in &mut task.uses {
            if used.shape == Shape::Deref && !others.contains(&used.name) {
                used.shape = Shape::Slice;
                used.index = [0, 1].map(|at| Some(Poly::constant(at))).to_vec();
            }
            let found = code.and_then(|code| declarations::find(src, code, &used.name));
            let fixed = found.is_some_and(|d| constness::is_constant(src, &d));
            // Clauses say which members are read.
            let said = |d: &Declared| source::root_of(&d.name) == used.name;
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
        diagnostics.push(findings::set_pointer(&variable.name, set.span.clone()));
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
    let mut pragmas = directives::find(&text, diagnostics);
    // What stands in a header of the system is not looked at.
    let system = line_markers::Markers::of(&text).system(text.len());
    pragmas.retain(|p| !system.iter().any(|s| s.contains(&p.directive.span.start)));
    if pragmas.is_empty() {
        return unchanged(String::new());
    }
    let Some(src) = source::parse(&file.path, &text, &pragmas) else {
        return unchanged(String::new());
    };
    let mut unit = Unit {
        regions: region::lower(&src, &pragmas, diagnostics),
        directives: pragmas.iter().map(|p| p.directive.span.clone()).collect(),
    };
    for region in &unit.regions {
        region_entry::run(&src, region, diagnostics);
    }
    let alone = !unit.regions.iter().any(|r| r.joined);
    let whole = Whole {
        sets: pointer_sources::Sets::of(&src),
        enumerators: constants::Enumerators::of(&src),
        ways: alias_uses::Ways::of(&src),
        points_to: inclusion::PointsTo::of(&src),
        crossed: struct_aliases::Crossed::of(&src),
        common: joined_variables::Common::of(&src, &unit.regions),
        scratch: scratch_arrays::Scratch::of(&src, &unit.regions),
    };
    let known = known_to(&src, (&whole.ways, &whole.points_to), &unit.regions);
    for (region, known) in unit.regions.iter_mut().zip(&known) {
        analyse((&src, &whole, known.as_deref()), region, alone, diagnostics);
    }
    preprocessor_conditions::check(&src, &pragmas, &unit.regions, diagnostics);
    if !unit.regions.is_empty() {
        misread_declarations::check(
            &src,
            &preprocessor_conditions::words(&src, &pragmas),
            diagnostics,
        );
    }
    joins::check(&src, &unit.regions, diagnostics);
    let joins = joins::Joins::of(&src, &unit.regions);
    for (region, known) in unit.regions.iter_mut().zip(&known) {
        joins.note(&src, region, diagnostics);
        let common = whole.common.as_ref();
        waits::run(
            (&src, known.as_deref(), common),
            region,
            &joins,
            diagnostics,
        );
        lifetime::run((&src, &whole.points_to), region, &joins, diagnostics);
        replay_loops::run(&src, region);
        replay_regions::run(&src, &joins, region);
    }
    if options.summary {
        passes::summary::run(&unit, &text, diagnostics);
    }
    let ir = crate::ir::print::print(&unit);
    if diagnostics.has_errors() {
        return unchanged(ir);
    }
    for region in &mut unit.regions {
        guarded_reads::run(&src, region);
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
