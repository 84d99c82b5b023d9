//! The sweeps: five-point means from one plate into the other, in bands of rows.

use std::time::Instant;

use hp5::rt::{self, Mode, Region, Site};
use hp5::{RegionStats, Runtime};
use rayon::prelude::*;

use super::counters::Misses;
use super::{Plan, Sample};
use crate::systems::rayon_pool;

const BAND: &Site = rt::site!("band", file!(), line!());

/// A plate that tasks reach by rows, under the bands that they declare.
#[derive(Clone, Copy)]
struct Plate {
    at: *mut f64,
    size: usize,
}

// SAFETY: tasks touch the rows of the bands that they declared alone, so HP5 orders them.
unsafe impl Send for Plate {}

impl Plate {
    /// Row `i`, to read.
    ///
    /// # Safety
    /// The plate is alive, and nobody writes the row meanwhile.
    unsafe fn row<'a>(self, i: usize) -> &'a [f64] {
        // SAFETY: the caller's promise; the row lies within the plate.
        unsafe { std::slice::from_raw_parts(self.at.add(i * self.size), self.size) }
    }

    /// Row `i`, to write.
    ///
    /// # Safety
    /// The plate is alive, and nobody else uses the row meanwhile.
    unsafe fn row_mut<'a>(self, i: usize) -> &'a mut [f64] {
        // SAFETY: the caller's promise; the row lies within the plate.
        unsafe { std::slice::from_raw_parts_mut(self.at.add(i * self.size), self.size) }
    }
}

/// One row from three.
fn row(up: &[f64], own: &[f64], down: &[f64], out: &mut [f64]) {
    let n = out.len();
    let (up, down) = (&up[1..n - 1], &down[1..n - 1]);
    let (left, right) = (&own[..n - 2], &own[2..]);
    for (k, x) in out[1..n - 1].iter_mut().enumerate() {
        *x = 0.25 * (up[k] + down[k] + left[k] + right[k]);
    }
}

/// A plate with a warm edge and something inside.
fn plate(size: usize) -> Vec<f64> {
    let value = |k: usize| {
        let (i, j) = (k / size, k % size);
        if i == 0 {
            100.0
        } else {
            ((i * 7 + j * 13) % 101) as f64 / 101.0
        }
    };
    (0..size * size).map(value).collect()
}

fn serial(size: usize, sweeps: usize, plates: &mut [Vec<f64>; 2]) {
    for sweep in 0..sweeps {
        let [a, b] = plates;
        let (from, to) = if sweep.is_multiple_of(2) {
            (&*a, b)
        } else {
            (&*b, a)
        };
        for (i, out) in to.chunks_exact_mut(size).enumerate().skip(1).take(size - 2) {
            let at = |i: usize| &from[i * size..(i + 1) * size];
            row(at(i - 1), at(i), at(i + 1), out);
        }
    }
}

/// One process: sweeps in one way, and the check.
///
/// # Errors
/// An unknown way, a runtime that does not start, a wrong outcome.
pub(super) fn measure(way: &str, plan: &Plan) -> Result<Sample, String> {
    let mut misses = Misses::open();
    let fresh = || [plate(plan.size), plate(plan.size)];
    let mut expected = fresh();
    serial(plan.size, plan.sweeps, &mut expected);
    let mut plates = fresh();
    let mut sample = Sample::default();
    let begun;
    let (outcome, counted) = match way {
        "graph" | "waits" => {
            let runtime = Runtime::builder()
                .ppus(plan.ppus)
                .build()
                .map_err(|e| e.to_string())?;
            begun = Instant::now();
            misses.during(|| runtime.install(|| tasks(plan, way == "waits", &mut plates)))
        }
        "rayon" => {
            let pool = rayon_pool(plan.ppus)?;
            begun = Instant::now();
            misses.during(|| {
                pool.install(|| bands(plan, &mut plates));
                Ok(RegionStats::default())
            })
        }
        "serial" => {
            begun = Instant::now();
            misses.during(|| {
                serial(plan.size, plan.sweeps, &mut plates);
                Ok(RegionStats::default())
            })
        }
        _ => return Err(format!("side locality: no way {way}")),
    };
    sample.ns = begun.elapsed().as_nanos() as f64;
    let stats = outcome?;
    let bits = |plate: &Vec<f64>| plate.iter().map(|x| x.to_bits()).collect::<Vec<_>>();
    if plates.iter().map(bits).ne(expected.iter().map(bits)) {
        return Err(format!("{way}: the result differs from the serial one"));
    }
    sample.tasks = stats.tasks;
    sample.steals = stats.steals_total();
    sample.kept = stats.kept;
    match counted {
        Ok(count) => sample.misses = Some(count),
        Err(why) => sample.no_misses = Some(why),
    }
    Ok(sample)
}

/// HP5: a task per band and sweep.
fn tasks(plan: &Plan, waits: bool, plates: &mut [Vec<f64>; 2]) -> Result<RegionStats, String> {
    let size = plan.size;
    let region = Region::begin(rt::site!("jacobi", file!(), line!()));
    let [first, second] = plates;
    let place = |plate: &mut Vec<f64>| Plate {
        at: plate.as_mut_ptr(),
        size,
    };
    let views = [place(first), place(second)];
    let template = [plan.tile * size];
    // SAFETY: the plates outlive the region's graph, and only tasks touch them meanwhile.
    let arrays = [&*first, &*second]
        .map(|plate| unsafe { region.array("plate", rt::flat(plate), &template) }.id());
    let bands = size.div_ceil(plan.tile);
    for sweep in 0..plan.sweeps {
        let (from, to) = (sweep % 2, (sweep + 1) % 2);
        for band in 0..bands {
            let mut task = region.task(BAND);
            task.access_tile(arrays[to], band, Mode::InOut);
            for near in band.saturating_sub(1)..=(band + 1).min(bands - 1) {
                task.access_tile(arrays[from], near, Mode::In);
            }
            let rows = (band * plan.tile).max(1)..((band + 1) * plan.tile).min(size - 1);
            let (source, target) = (views[from], views[to]);
            let body = move || {
                for i in rows.clone() {
                    // SAFETY: row i lies in the band that is written; those around it lie in
                    // the same band of the other plate or in its neighbours, all declared.
                    unsafe {
                        let (up, own, down) = (source.row(i - 1), source.row(i), source.row(i + 1));
                        row(up, own, down, target.row_mut(i));
                    }
                }
            };
            // SAFETY: as just said; the plates outlive the graph.
            unsafe { task.spawn(body) };
        }
        if waits {
            region.try_wait().map_err(|e| e.to_string())?;
        }
    }
    region.try_end().map_err(|e| e.to_string())
}

/// Rayon: bands in parallel, sweep after sweep.
fn bands(plan: &Plan, plates: &mut [Vec<f64>; 2]) {
    let size = plan.size;
    for sweep in 0..plan.sweeps {
        let [a, b] = &mut *plates;
        let (from, to) = if sweep.is_multiple_of(2) {
            (&*a, b)
        } else {
            (&*b, a)
        };
        to.par_chunks_mut(plan.tile * size)
            .enumerate()
            .for_each(|(band, rows)| {
                for (k, out) in rows.chunks_exact_mut(size).enumerate() {
                    let i = band * plan.tile + k;
                    if (1..size - 1).contains(&i) {
                        let at = |i: usize| &from[i * size..(i + 1) * size];
                        row(at(i - 1), at(i), at(i + 1), out);
                    }
                }
            });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_way_computes_the_same() {
        // A size that no tile divides; `measure` compares with the serial sweeps.
        let plan = Plan {
            size: 37,
            sweeps: 5,
            tile: 4,
            ppus: 2,
        };
        for way in ["graph", "waits", "rayon", "serial"] {
            let sample = measure(way, &plan).unwrap_or_else(|e| panic!("{way}: {e}"));
            assert!(sample.ns > 0.0 && sample.misses.is_some() != sample.no_misses.is_some());
            let tasks = if way == "graph" || way == "waits" {
                10 * 5
            } else {
                0
            };
            assert_eq!(sample.tasks, tasks, "{way}");
        }
        assert!(measure("sideways", &plan).is_err());
    }
}
