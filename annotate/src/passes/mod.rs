//! The midend: what AceMesh's compiler does between parsing and unparsing, one file a pass.

mod bounds_checks;
pub(crate) mod by_turns;
mod capture;
mod changed_lengths;
mod clauses;
mod constant_folding;
pub(crate) mod cover;
pub(crate) mod depend;
mod elements;
mod implicit_privates;
mod items;
pub(crate) mod joins;
mod lifetime;
mod moved;
mod name_clashes;
pub(crate) mod not_joined;
mod offset;
mod ordered;
mod reductions;
mod referred;
mod replay;
mod reserved_names;
pub(crate) mod row_names;
mod sections;
mod serialization_notes;
mod statics;
pub(crate) mod summary;
mod sums;
mod thread_safety;
mod to_write;
mod turn;
mod unclonable;
pub(crate) mod uninitialized;
pub(crate) mod variables;
mod waits;
mod whole_writes;
mod widening_causes;

use std::collections::HashSet;

use crate::diag::Diagnostics;
use crate::ir::{Binding, How, Region, RegionForm, Span, Step, Task, Unit, VarKind};
use crate::semantics::scopes::node_at;
use crate::syntax::names::pattern_names;
use crate::syntax::rust::{Source, children, field};

pub(crate) use depend::{ROWS_HELP, is_monotone};
pub(crate) use sections::WIDENED_HELP;

/// A pass over a region.
enum Pass {
    /// It needs the IR alone, whatever the language.
    Neutral(fn(&mut Region, &mut Diagnostics)),
    /// It looks at Rust.
    Rust(fn(&Source, &mut Region, &mut Diagnostics)),
}

/// The passes in order. Each sees what the ones before found out; nested regions are done
/// after the region around them.
const PASSES: [Pass; 36] = [
    Pass::Rust(by_turns::run_rust),
    Pass::Rust(implicit_privates::run),
    Pass::Neutral(changed_lengths::run),
    Pass::Rust(name_clashes::run),
    Pass::Rust(elements::run),
    Pass::Rust(constant_folding::run),
    Pass::Neutral(sums::run),
    Pass::Rust(row_names::note_rust),
    Pass::Neutral(variables::run),
    Pass::Rust(variables::ranges_within_ranges),
    Pass::Rust(variables::not_too_deep),
    Pass::Rust(variables::report_overlaps),
    Pass::Rust(variables::fields_in_self),
    Pass::Rust(items::kinds),
    Pass::Rust(name_clashes::behind),
    Pass::Rust(variables::by_value),
    Pass::Neutral(sections::run),
    Pass::Rust(widening_causes::run),
    Pass::Rust(items::behind),
    Pass::Rust(reductions::run),
    Pass::Neutral(depend::run),
    Pass::Neutral(offset::run),
    Pass::Neutral(sums::written_out),
    Pass::Rust(whole_writes::run),
    Pass::Rust(implicit_privates::report),
    Pass::Rust(lifetime::run),
    Pass::Rust(capture::run),
    Pass::Rust(referred::run),
    Pass::Rust(moved::run),
    Pass::Rust(to_write::run),
    Pass::Rust(reserved_names::run),
    Pass::Rust(statics::run),
    Pass::Neutral(ordered::run),
    Pass::Rust(serialization_notes::run),
    Pass::Rust(waits::run),
    Pass::Rust(replay::run),
];

/// Runs the passes that need the IR alone over a region.
pub(crate) fn run_neutral(region: &mut Region, diags: &mut Diagnostics) {
    for pass in &PASSES {
        if let Pass::Neutral(pass) = pass {
            pass(region, diags);
        }
    }
}

/// Runs all passes over all regions.
pub fn run(src: &Source, unit: &mut Unit, diags: &mut Diagnostics) {
    joins::run(src, &mut unit.regions, diags);
    for region in &mut unit.regions {
        run_region(src, region, diags);
    }
}

fn run_region(src: &Source, region: &mut Region, diags: &mut Diagnostics) {
    for pass in &PASSES {
        match pass {
            Pass::Neutral(pass) => pass(region, diags),
            Pass::Rust(pass) => pass(src, region, diags),
        }
    }
    hand_views_down(src, region);
    for nested in tasks_mut(region).filter_map(|task| task.nested.as_mut()) {
        run_region(src, nested, diags);
    }
}

/// Tells the code of composite tasks which nested arrays it has as views: of these only the name may be used.
fn hand_views_down(src: &Source, region: &mut Region) {
    let (variables, above) = (region.variables.clone(), region.views.clone());
    let inner = region.form == RegionForm::Nested;
    for task in tasks_mut(region) {
        let Some(nested) = task.nested.as_mut() else {
            continue;
        };
        let bound = task.bindings.iter().map(|b| &variables[b.var].name);
        let bound: Vec<&String> = bound.collect();
        let is_view = |b: &&Binding| inner || matches!(b.how, How::View | How::Trusted);
        let own = task.bindings.iter().filter(is_view);
        let own = own.map(|b| &variables[b.var]);
        let above = above.iter().filter(|v| !bound.contains(&&v.name));
        let hidden = pattern_names_in(src, &nested.body);
        nested.views = (own.chain(above))
            .filter(|v| matches!(v.kind, VarKind::Nested { .. }) && !hidden.contains(&v.name))
            .cloned()
            .collect();
    }
}

/// Names that some pattern in the code binds.
fn pattern_names_in(src: &Source, code: &Span) -> HashSet<String> {
    let (mut names, mut stack) = (HashSet::new(), Vec::from_iter(node_at(src, code)));
    while let Some(node) = stack.pop() {
        let pattern = match node.kind() {
            "closure_parameters" => Some(node),
            _ => field(node, "pattern"),
        };
        let bound = pattern.map(|p| pattern_names(src, p)).unwrap_or_default();
        names.extend(bound.into_iter().map(|(name, _)| name));
        stack.extend(children(node));
    }
    names
}

/// The tasks of a region.
pub(crate) fn tasks(region: &Region) -> impl Iterator<Item = &Task> {
    region.steps.iter().filter_map(|step| match step {
        Step::Task(task) => Some(task),
        Step::Wait { .. } => None,
    })
}

/// The tasks of a region, to fill in.
pub(crate) fn tasks_mut(region: &mut Region) -> impl Iterator<Item = &mut Task> {
    region.steps.iter_mut().filter_map(|step| match step {
        Step::Task(task) => Some(task),
        Step::Wait { .. } => None,
    })
}
