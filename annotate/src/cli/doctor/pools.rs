//! Other pools of threads in the process: OpenMP, BLAS libraries, TBB, rayon.
//!
//! A task that calls a threaded library gets threads besides the PPUs, on the same
//! processors. Without a program only variables can be looked at, so what they say is noted;
//! with one, what it is linked with decides.

use std::collections::BTreeSet;

use super::finding::{Finding, Level};
use super::probe::{Probe, many};

const TOPIC: &str = "thread pools";

/// A library with threads of its own.
struct Pool {
    name: &'static str,
    /// Beginnings of the names of its libraries.
    libraries: &'static [&'static str],
    /// Variables that say how many threads it has; the first counts most.
    variables: &'static [&'static str],
    /// Each thread that calls it gets a team of its own; else all callers share one pool.
    per_caller: bool,
}

const POOLS: [Pool; 7] = [
    Pool {
        name: "OpenMP",
        libraries: &["libgomp.so", "libomp.so", "libiomp5.so", "libomp5.so"],
        variables: &["OMP_NUM_THREADS"],
        per_caller: true,
    },
    Pool {
        name: "OpenBLAS",
        libraries: &["libopenblas", "libgoto2"],
        variables: &[
            "OPENBLAS_NUM_THREADS",
            "GOTO_NUM_THREADS",
            "OMP_NUM_THREADS",
        ],
        per_caller: false,
    },
    Pool {
        name: "MKL",
        libraries: &[
            "libmkl_rt",
            "libmkl_intel_thread",
            "libmkl_gnu_thread",
            "libmkl_tbb_thread",
        ],
        variables: &["MKL_NUM_THREADS", "OMP_NUM_THREADS"],
        per_caller: true,
    },
    Pool {
        name: "BLIS",
        libraries: &["libblis"],
        variables: &["BLIS_NUM_THREADS", "OMP_NUM_THREADS"],
        per_caller: true,
    },
    Pool {
        name: "VecLib",
        libraries: &["libvecLib"],
        variables: &["VECLIB_MAXIMUM_THREADS"],
        per_caller: false,
    },
    Pool {
        name: "TBB",
        libraries: &["libtbb.so"],
        variables: &[],
        per_caller: false,
    },
    Pool {
        name: "rayon",
        libraries: &["rayon_core"],
        variables: &["RAYON_NUM_THREADS"],
        per_caller: false,
    },
];

/// What is to be said of pools when there are so many PPUs on so many processors; `linked`
/// are the libraries of the program, where there is one.
#[must_use]
pub fn findings(
    probe: &Probe,
    linked: Option<&BTreeSet<String>>,
    ppus: usize,
    processors: usize,
) -> Vec<Finding> {
    let mut list = Vec::new();
    let mut told = BTreeSet::new();
    for pool in &POOLS {
        let library = linked.and_then(|names| {
            names
                .iter()
                .find(|n| pool.libraries.iter().any(|l| n.starts_with(l)))
        });
        list.extend(match (linked, library) {
            (Some(_), None) => None,
            (Some(_), Some(library)) => Some(of_linked(probe, pool, library, ppus, processors)),
            (None, _) => of_variable(probe, pool, ppus, &mut told),
        });
    }
    let openmp = linked.is_none_or(|names| {
        let libraries = POOLS[0].libraries;
        names
            .iter()
            .any(|n| libraries.iter().any(|l| n.starts_with(l)))
    });
    if openmp {
        list.extend(binding(probe, linked.is_some()));
        list.extend(spinning(probe, linked.is_some()));
    }
    if list.is_empty() {
        let what = if linked.is_some() {
            "the program is linked with none that is known here"
        } else {
            "no variable asks for any (name a program to have its libraries looked at)"
        };
        list.push(Finding::ok(TOPIC, what));
    }
    list
}

/// The variable that decides, with the number of threads that it asks for.
fn threads(probe: &Probe, pool: &Pool) -> Option<(&'static str, usize)> {
    pool.variables.iter().find_map(|name| {
        // OpenMP has one number for each level of nesting: `4,2`.
        let first = probe.var(name)?.split(',').next()?.trim();
        Some((*name, first.parse().ok()?))
    })
}

fn of_linked(probe: &Probe, pool: &Pool, library: &str, ppus: usize, processors: usize) -> Finding {
    let name = pool.name;
    let what = format!("the program is linked with {name} ({library})");
    let asked = threads(probe, pool);
    let n = match asked {
        // 0 is "as many as there are" for rayon.
        Some((_, n)) if n > 0 => n,
        _ => processors,
    };
    let setting = match (asked, pool.variables.first()) {
        (Some((variable, n)), _) => format!("{variable}={n}"),
        (None, Some(variable)) => format!("{variable} is not set"),
        (None, None) => "it takes all processors".to_owned(),
    };
    let what = format!("{what}; {setting}");
    if n <= 1 {
        return Finding::ok(TOPIC, format!("{what}: calls stay on their PPU"));
    }
    let so = if pool.per_caller {
        format!(
            "each task that calls it brings {} along: up to {} on {}",
            many(n, "thread"),
            many(n.saturating_mul(ppus), "thread"),
            many(processors, "processor")
        )
    } else {
        format!(
            "its {} run besides the {} on {}; tasks that call it wait for one another there",
            many(n, "thread"),
            many(ppus, "PPU"),
            many(processors, "processor")
        )
    };
    // rayon and TBB are mostly used before or after regions, not by tasks.
    let level = if matches!(name, "rayon" | "TBB") || ppus == 1 {
        Level::Note
    } else {
        Level::Warning
    };
    let finding = Finding::new(level, TOPIC, what).so(so);
    match pool.variables.first() {
        Some(variable) => finding.cure(format!("export {variable}=1")),
        None => {
            finding.cure("call it outside of tasks, or limit it by oneapi::tbb::global_control")
        }
    }
}

/// What a variable says when the program is not known.
fn of_variable(
    probe: &Probe,
    pool: &Pool,
    ppus: usize,
    told: &mut BTreeSet<&'static str>,
) -> Option<Finding> {
    let (variable, n) = threads(probe, pool)?;
    if !told.insert(variable) {
        return None;
    }
    let what = format!("{variable}={n}");
    if n == 1 || ppus == 1 {
        return Some(Finding::ok(TOPIC, what));
    }
    let so = format!(
        "a task that calls {} has {} besides the {}",
        pool.name,
        if n == 0 {
            "all processors'".to_owned()
        } else {
            many(n, "thread")
        },
        many(ppus, "PPU")
    );
    let finding = Finding::new(Level::Note, TOPIC, what).so(so);
    Some(finding.cure(format!("export {variable}=1")))
}

/// OpenMP libraries bind the first thread of the process when they are loaded: before the
/// runtime looks at its mask.
fn binding(probe: &Probe, certain: bool) -> Option<Finding> {
    let variables = [
        "OMP_PROC_BIND",
        "OMP_PLACES",
        "GOMP_CPU_AFFINITY",
        "KMP_AFFINITY",
    ];
    let (name, value) = variables
        .iter()
        .find_map(|name| Some((*name, probe.var(name)?)))?;
    let off = ["false", "none", "disabled"];
    if off.iter().any(|off| value.eq_ignore_ascii_case(off)) {
        return None;
    }
    let level = if certain { Level::Warning } else { Level::Note };
    let finding = Finding::new(level, TOPIC, format!("{name}={value}"));
    let so = "OpenMP binds the first thread to one place as soon as it is loaded: HP5 then sees \
              that place instead of all processors, and PPUs share it";
    Some(
        finding
            .so(so)
            .cure(format!("unset {}", variables.join(" "))),
    )
}

/// Threads that wait by spinning keep a processor busy.
fn spinning(probe: &Probe, certain: bool) -> Option<Finding> {
    let active = |name: &str, value: &str| match name {
        "OMP_WAIT_POLICY" => value.eq_ignore_ascii_case("active"),
        "GOMP_SPINCOUNT" => value.parse::<u64>().map_or(true, |n| n > 100_000),
        // Milliseconds; LLVM's default is 200.
        _ => value
            .trim_end_matches("ms")
            .parse::<u64>()
            .map_or(true, |n| n > 0),
    };
    let variables = ["OMP_WAIT_POLICY", "GOMP_SPINCOUNT", "KMP_BLOCKTIME"];
    let (name, value) = variables
        .iter()
        .filter_map(|name| Some((*name, probe.var(name)?)))
        .find(|(name, value)| active(name, value))?;
    let level = if certain { Level::Warning } else { Level::Note };
    let finding = Finding::new(level, TOPIC, format!("{name}={value}"));
    let so = "idle threads of OpenMP keep processors busy that PPUs need";
    Some(
        finding
            .so(so)
            .cure(format!("unset {name}; export OMP_WAIT_POLICY=passive")),
    )
}
