//! Modulo offsets of parallel task loops (AceMesh, "Task shifting and false sharing
//! elimination", equations 1 to 3).

use crate::diag::Diagnostics;
use crate::ir::{Region, Shape, Task, TileSize, VarKind};
use crate::passes::sections::split_index;
use crate::passes::tasks_mut;
use crate::passes::variables::shared_uses;
use crate::syntax::rust::Source;

/// What one array asks of a loop's offset: its indices are `k * i + o` with `o1 <= o <= o2`,
/// and its dimension is cut into tiles of `dtile`.
struct Constraint {
    k: i64,
    o1: i64,
    o2: i64,
    dtile: TileSize,
}

/// Chooses the offset of every tiled loop.
pub(super) fn run(_src: &Source, region: &mut Region, _diags: &mut Diagnostics) {
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
fn constraints(task: &Task, n: usize, variable: &crate::ir::Variable, template: &[TileSize]) -> Vec<Constraint> {
    let atom = &task.loops[n].atom;
    let uses: Vec<_> = shared_uses(task).filter(|u| u.name == variable.name).collect();
    if !uses.iter().any(|u| u.mode.writes()) {
        return Vec::new();
    }
    let mut list = Vec::new();
    for (d, dtile) in template.iter().enumerate().filter(|(_, t)| **t != TileSize::Whole) {
        let mut offsets: Vec<(i64, i64)> = Vec::new();
        for found in &uses {
            let index = match (&variable.kind, found.shape) {
                (VarKind::Flat { rows }, Shape::Element) => {
                    split_index(found.index.first().and_then(Option::as_ref), rows)
                }
                (_, Shape::Element | Shape::Grid) => found.index.clone(),
                _ => continue,
            };
            let Some(Some(poly)) = index.get(d) else { continue };
            if let Some((k, rest)) = poly.linear_in(atom) {
                if let (1.., Some(o)) = (k, rest.as_constant()) {
                    offsets.push((k, o));
                }
            }
        }
        let Some(&(k, _)) = offsets.first() else { continue };
        // Different coefficients have no common equation.
        if offsets.iter().all(|(other, _)| *other == k) {
            let o1 = offsets.iter().map(|(_, o)| *o).min().unwrap_or(0);
            let o2 = offsets.iter().map(|(_, o)| *o).max().unwrap_or(0);
            list.push(Constraint { k, o1, o2, dtile: dtile.clone() });
        }
    }
    list
}

/// The least offset that fits all constraints, as Rust text; 0 when there is none (the
/// runtime then puts artificial tasks after the loop).
fn choose(tile: &TileSize, constraints: &[Constraint]) -> String {
    if constraints.is_empty() {
        return "0".to_owned();
    }
    let fixed = |t: &TileSize| match t {
        TileSize::Fixed(n) => i64::try_from(*n).ok(),
        _ => None,
    };
    let all: Option<Vec<[i64; 4]>> =
        constraints.iter().map(|c| Some([c.k, c.o1, c.o2, fixed(&c.dtile)?])).collect();
    match (fixed(tile), all) {
        (Some(ltile), Some(list)) => least_offset(ltile, &list).unwrap_or(0).to_string(),
        _ => {
            let list: Vec<String> = constraints
                .iter()
                .map(|c| format!("({}, {}, {}, {})", c.k, c.o1, c.o2, c.dtile.to_rust()))
                .collect();
            format!("hp5::rt::offset({}, &[{}])", tile.to_rust(), list.join(", "))
        }
    }
}

/// The least `c` in `[0, ltile)` such that for every `[k, o1, o2, dtile]` a tile boundary (a
/// multiple of `dtile`) lies between the last index of one task, `k * c + o2 - k`, and the
/// first of the next, `k * c + o1`.
fn least_offset(ltile: i64, constraints: &[[i64; 4]]) -> Option<i64> {
    const MOST: i64 = 1 << 20;
    let separates = |c: i64, &[k, o1, o2, dtile]: &[i64; 4]| {
        let (low, high) = (k * c + o2 - k + 1, k * c + o1);
        high.div_euclid(dtile) * dtile >= low
    };
    (0..ltile.min(MOST)).find(|&c| constraints.iter().all(|k| separates(c, k)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Figure 10 in indices from 0: `u(i, 2*j - 1)`, `u(i, 2*j)` with tiles of 8.
    #[test]
    fn figure_10_shifts_by_1_or_5() {
        let figure = [2, -2, -1, 8];
        assert_eq!(least_offset(8, &[figure]), Some(1));
        let all: Vec<i64> = (0..8).filter(|&c| least_offset(c + 1, &[figure]).is_some()).collect();
        assert_eq!(all.first(), Some(&1));
        let solutions: Vec<i64> =
            (0..8).filter(|&c| { let (low, high) = (2 * c - 1 - 2 + 1, 2 * c - 2); high.div_euclid(8) * 8 >= low }).collect();
        assert_eq!(solutions, [1, 5]);
    }

    /// The counterexample, `u(i, 3*j - 1) = u(i, 3*j + 1)` with tiles of 9.
    #[test]
    fn the_counterexample_has_no_offset() {
        assert_eq!(least_offset(9, &[[3, -2, 0, 9]]), None);
    }

    #[test]
    fn a_stencil_write_needs_no_shift_but_an_offset_one_does() {
        assert_eq!(least_offset(64, &[[1, 0, 0, 64]]), Some(0));
        assert_eq!(least_offset(64, &[[1, 1, 1, 64]]), Some(63));
    }
}
