//! Modulo offsets of parallel task loops (AceMesh, "Task shifting and false sharing
//! elimination", equations 1 to 3).
//!
//! Two neighbouring tasks of a loop meet in a tile of an array that they write unless a tile
//! boundary lies between the last index of one and the first of the next. Shifting all chunks
//! by the same offset moves these gaps; the least offset that puts a boundary into every gap
//! is chosen. Where there is none, the runtime lets artificial tasks own the shared tiles.
//!
//! Arrays are counted from 0, so a boundary is the first index of a tile; the paper counts
//! from 1 and takes the last.

use crate::diag::Diagnostics;
use crate::ir::{Region, Task, TileSize, Variable};
use crate::passes::depend::indices_of;
use crate::passes::tasks_mut;
use crate::passes::variables::shared_uses;

/// What one array asks of a loop's offset: its indices are `k * i + o` with `o1 <= o <= o2`,
/// and its dimension is cut into tiles of `dtile`.
struct Constraint {
    k: i64,
    o1: i64,
    o2: i64,
    dtile: TileSize,
}

/// Chooses the offset of every tiled loop.
pub(super) fn run(region: &mut Region, _diags: &mut Diagnostics) {
    let variables = region.variables.clone();
    for task in tasks_mut(region).filter(|t| t.parallel) {
        for n in 0..task.loops.len() {
            let constraints: Vec<Constraint> = task
                .bindings
                .iter()
                .flat_map(|b| constraints(task, n, &variables[b.var], &b.template))
                .collect();
            task.loops[n].offset = choose(&task.loops[n].tile, &constraints);
        }
    }
}

/// The constraints of one array that the loop writes; arrays that are only read cause no
/// dependence among the tasks.
fn constraints(
    task: &Task,
    n: usize,
    variable: &Variable,
    template: &[TileSize],
) -> Vec<Constraint> {
    let uses: Vec<_> = shared_uses(task)
        .filter(|u| u.name == variable.name)
        .collect();
    if !uses.iter().any(|u| u.mode.writes()) {
        return Vec::new();
    }
    let cut = template
        .iter()
        .enumerate()
        .filter(|(_, tile)| **tile != TileSize::Whole);
    cut.filter_map(|(d, dtile)| {
        let ranges: Vec<(i64, i64, i64)> = uses
            .iter()
            .filter_map(|used| indices_of(task, variable, used).get(d)?.clone())
            .filter_map(|(lo, hi)| {
                let (k, lo) = lo.linear_in(&task.loops[n].atom)?;
                let (l, hi) = hi.linear_in(&task.loops[n].atom)?;
                (k == l && k > 0).then_some((k, lo.as_constant()?, hi.as_constant()?))
            })
            .collect();
        let k = ranges.first()?.0;
        // Different coefficients have no common equation.
        ranges
            .iter()
            .all(|(other, ..)| *other == k)
            .then(|| Constraint {
                k,
                o1: ranges.iter().map(|(_, lo, _)| *lo).min().unwrap_or(0),
                o2: ranges.iter().map(|(.., hi)| *hi).max().unwrap_or(0),
                dtile: dtile.clone(),
            })
    })
    .collect()
}

/// The least offset that fits all constraints, as Rust text; 0 when there is none.
fn choose(tile: &TileSize, constraints: &[Constraint]) -> String {
    if constraints.is_empty() {
        return "0".to_owned();
    }
    let fixed = |t: &TileSize| match t {
        TileSize::Fixed(n) => i64::try_from(*n).ok(),
        _ => None,
    };
    let all: Option<Vec<[i64; 4]>> = constraints
        .iter()
        .map(|c| Some([c.k, c.o1, c.o2, fixed(&c.dtile)?]))
        .collect();
    match (fixed(tile), all) {
        (Some(ltile), Some(list)) => offsets(ltile, &list).next().unwrap_or(0).to_string(),
        _ => {
            let list: Vec<String> = constraints
                .iter()
                .map(|c| format!("({}, {}, {}, {})", c.k, c.o1, c.o2, c.dtile.to_rust()))
                .collect();
            format!(
                "hp5::rt::offset({}, &[{}])",
                tile.to_rust(),
                list.join(", ")
            )
        }
    }
}

/// The offsets `c` in `[0, ltile)`, least first, such that for every `[k, o1, o2, dtile]` a
/// tile boundary (a multiple of `dtile`) lies between the last index of one task,
/// `k * c + o2 - k`, and the first of the next, `k * c + o1`; it does so at every chunk
/// because `k * ltile` must be a multiple of `dtile`.
fn offsets(ltile: i64, constraints: &[[i64; 4]]) -> impl Iterator<Item = i64> {
    const MOST: i64 = 1 << 20;
    let separates = |c: i64, &[k, o1, o2, dtile]: &[i64; 4]| {
        let (low, high) = (k * c + o2 - k + 1, k * c + o1);
        high.div_euclid(dtile) * dtile >= low
    };
    // Numbers beyond any array would overflow, and are given up.
    const FAR: i64 = 1 << 40;
    let sane = constraints.iter().flatten().all(|n| n.abs() < FAR)
        && constraints
            .iter()
            .all(|[k, _, _, dtile]| *dtile > 0 && (k * ltile.min(MOST)) % dtile == 0);
    let most = if sane && ltile <= MOST { ltile } else { 0 };
    (0..most).filter(move |&c| constraints.iter().all(|k| separates(c, k)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(ltile: i64, constraints: &[[i64; 4]]) -> Vec<i64> {
        offsets(ltile, constraints).collect()
    }

    /// Figure 10 in indices from 0: `u(i, 2*j - 1)`, `u(i, 2*j)` with tiles of 8.
    #[test]
    fn figure_10_shifts_by_1_or_5() {
        assert_eq!(all(8, &[[2, -2, -1, 8]]), [1, 5]);
    }

    /// The counterexample, `u(i, 3*j - 1) = u(i, 3*j + 1)`, with tiles of 9. The paper says the
    /// same of tiles of 8, but there 6 does: a task ends with u(16), the next begins with u(17).
    #[test]
    fn the_counterexample_has_no_offset() {
        assert_eq!(all(9, &[[3, -2, 0, 9]]), [] as [i64; 0]);
        assert_eq!(all(8, &[[3, -2, 0, 8]]), [6]);
    }

    #[test]
    fn a_stencil_write_needs_no_shift_but_an_offset_one_does() {
        assert_eq!(all(64, &[[1, 0, 0, 64]]), [0]);
        assert_eq!(all(64, &[[1, 1, 1, 64]]), [63]);
        assert_eq!(all(64, &[[1, 1, 1, 64], [1, 0, 0, 64]]), [] as [i64; 0]);
    }

    #[test]
    fn numbers_that_do_not_fit_give_no_offset() {
        assert_eq!(all(i64::MAX, &[[1, 0, 0, 64]]), [] as [i64; 0]);
        assert_eq!(all(8, &[[i64::MAX, 0, 0, 64]]), [] as [i64; 0]);
        assert_eq!(all(8, &[[1, 0, 0, 3]]), [] as [i64; 0]);
    }
}
