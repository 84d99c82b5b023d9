//! The midend: what AceMesh's compiler does between parsing and unparsing, one file a pass.

mod capture;
mod depend;
mod lifetime;
mod offset;
mod reductions;
mod replay;
mod scopes;
mod sections;
mod unshared;
mod variables;
mod waits;

use crate::diag::Diagnostics;
use crate::ir::{Region, Step, Task, Unit};
use crate::syntax::rust::Source;

type Pass = fn(&Source, &mut Region, &mut Diagnostics);

/// The passes in order. Each sees what the ones before found out; nested regions are done
/// after the region around them.
const PASSES: [(&str, Pass); 9] = [
    ("variables", variables::run),
    ("sections", sections::run),
    ("reductions", reductions::run),
    ("depend", depend::run),
    ("offset", offset::run),
    ("lifetime", lifetime::run),
    ("capture", capture::run),
    ("waits", waits::run),
    ("replay", replay::run),
];

/// Runs all passes over all regions.
pub fn run(src: &Source, unit: &mut Unit, diags: &mut Diagnostics) {
    for region in &mut unit.regions {
        run_region(src, region, diags);
    }
}

fn run_region(src: &Source, region: &mut Region, diags: &mut Diagnostics) {
    for (_, pass) in PASSES {
        pass(src, region, diags);
    }
    for nested in tasks_mut(region).filter_map(|task| task.nested.as_mut()) {
        run_region(src, nested, diags);
    }
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
