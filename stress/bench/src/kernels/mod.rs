//! Real kernels beside the peers: Cholesky, LU, Jacobi and Smith-Waterman at tile sizes from
//! fine to coarse.
//!
//! Every system runs the same tile operations, which are compiled once from C
//! (`peers/kernels/kern.c`), on the same tiles with the same dependences, so that times differ by
//! scheduling alone. Each builds its graph within the timed part; variants called *replay* run
//! a graph that stands. Every answer is held against the serial program's, bit for bit.

mod ffi;
mod graph;
mod harness;
mod loops;
mod plan;
mod problem;
mod room;
mod show;
mod side;
#[cfg(test)]
mod tests;

use crate::common::{Common, machine};
use crate::report;
pub use plan::KernelsArgs as Args;
use problem::Kernel;
use serde_json::json;

/// `hp5-bench kernels`: measures, prints tables, writes JSON and a plot if asked to.
///
/// # Errors
/// Options that cannot be, a file that cannot be written, a wrong answer. A peer that is not
/// built or fails is reported in the table instead.
pub fn run(common: &Common, args: &Args) -> Result<(), String> {
    let kernels: Vec<&str> = Kernel::ALL.iter().map(|k| k.name()).collect();
    common.check_only(&[&kernels, &harness::ids()])?;
    let wanted = |kernel: &Kernel| common.wants(kernel.name(), &kernels);
    let mut plans = Vec::new();
    for kernel in Kernel::ALL.into_iter().filter(wanted) {
        plans.push((kernel, plan::sizes(kernel, args, common.quick)?));
    }
    let machine = machine();
    let mut measured = Vec::new();
    for (kernel, sizes) in plans {
        let result = harness::measure(kernel, &sizes, common)?;
        for table in show::tables(&result, common.ppus) {
            println!("{table}");
        }
        measured.push(result);
    }
    if let Some(path) = &common.json {
        let value = json!({
            "benchmark": "kernels",
            "machine": machine,
            "ppus": common.ppus,
            "reps": common.reps,
            "quick": common.quick,
            "kernels": measured,
        });
        report::write_json(path, &value)?;
    }
    if let Some(path) = &common.svg {
        report::write(path, &show::plot(&measured, common.ppus))?;
    }
    let wrong: Vec<String> = measured.iter().flat_map(harness::Measured::wrong).collect();
    if wrong.is_empty() {
        Ok(())
    } else {
        Err(format!("wrong answers:\n  {}", wrong.join("\n  ")))
    }
}

/// `hp5-bench side kernels SYSTEM ARGUMENT..`: one run in this process; its line of JSON.
///
/// # Errors
/// Arguments that cannot be, or a run that failed.
pub fn side(system: &str, arguments: &[String]) -> Result<String, String> {
    let outcome = side::run(system, arguments)?;
    serde_json::to_string(&outcome).map_err(|error| error.to_string())
}
