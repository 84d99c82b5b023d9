//! Empty tasks under rayon: `scope.spawn` for independent tasks, `join` for the tree.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use super::{Plan, Samples, empty_body, mix};
use crate::systems::rayon_pool;

/// One process of rayon.
///
/// # Errors
/// A shape that rayon has not, threads that the system refuses, a wrong outcome.
pub(super) fn measure(plan: &Plan<'_>) -> Result<Samples, String> {
    let pool = rayon_pool(plan.threads)?;
    pool.install(|| match plan.shape {
        "independent" => independent(plan),
        "forkjoin" => forkjoin(plan),
        shape => Err(format!("{shape} is not possible in rayon")),
    })
}

fn independent(plan: &Plan<'_>) -> Result<Samples, String> {
    let cells: Vec<AtomicU64> = (0..plan.tasks).map(|_| AtomicU64::new(1)).collect();
    rayon::scope(|scope| {
        for (i, cell) in cells.iter().enumerate() {
            scope.spawn(move |_| {
                cell.store(
                    mix(cell.load(Ordering::Relaxed), i as u64),
                    Ordering::Relaxed,
                );
            });
        }
    });
    let right = |(i, c): (usize, &AtomicU64)| c.load(Ordering::Relaxed) == mix(1, i as u64);
    if !cells.iter().enumerate().all(right) {
        return Err("rayon, independent: a task did not run".to_owned());
    }
    let mut samples = Samples {
        tasks: plan.count(),
        ..Samples::default()
    };
    let mut pass = |keep: bool| {
        let begun = Instant::now();
        let mut registered = begun;
        rayon::scope(|scope| {
            for _ in 0..plan.tasks {
                scope.spawn(|_| empty_body());
            }
            registered = Instant::now();
        });
        if keep {
            samples.total_ns.push(begun.elapsed().as_nanos() as u64);
            samples
                .register_ns
                .push((registered - begun).as_nanos() as u64);
        }
    };
    pass(false);
    plan.repeat(|| {
        pass(true);
        Ok(())
    })?;
    Ok(samples)
}

fn forkjoin(plan: &Plan<'_>) -> Result<Samples, String> {
    fn tree(levels: u32, body: &(impl Fn() + Sync)) {
        body();
        if levels > 1 {
            rayon::join(|| tree(levels - 1, body), || tree(levels - 1, body));
        }
    }
    let seen = AtomicU64::new(0);
    tree(plan.levels(), &|| {
        seen.fetch_add(1, Ordering::Relaxed);
    });
    if seen.into_inner() != plan.count() as u64 {
        return Err("rayon, forkjoin: a task did not run".to_owned());
    }
    let mut samples = Samples {
        tasks: plan.count(),
        ..Samples::default()
    };
    tree(plan.levels(), &empty_body);
    plan.repeat(|| {
        let begun = Instant::now();
        tree(plan.levels(), &empty_body);
        samples.total_ns.push(begun.elapsed().as_nanos() as u64);
        Ok(())
    })?;
    Ok(samples)
}
