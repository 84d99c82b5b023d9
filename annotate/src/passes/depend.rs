//! Dependences between the iterations of a task loop: is it parallel, and may it be tiled?
//!
//! For every pair of accesses to one variable, one of which writes, each dimension whose
//! indices have the same coefficients gives an equation on the distance between iterations
//! that meet in an element. A pair meets in no element (no dependence), at distance zero
//! (within one iteration), or at distances that are known per loop or free.
//!
//! - No pair at a distance other than zero: the loop is parallel (AceMesh `do`).
//! - Otherwise its tasks run in the order of their tiles. Tiling one loop keeps the order of
//!   iterations; tiling several changes it, which is legal when no dependence has a negative
//!   component (the nest is fully permutable).

use crate::diag::{Diagnostic, Diagnostics, Severity, codes};
use crate::ir::{Poly, Region, Shape, Task, Use, VarKind, Variable};
use crate::passes::sections::split_index;
use crate::passes::tasks_mut;
use crate::passes::variables::shared_uses;
use crate::syntax::rust::Source;

/// Distance of a dependence along one tiled loop.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Step {
    Known(i64),
    Free,
}

/// Sets `parallel` of every task loop and reports tilings that would change the result.
pub(super) fn run(_src: &Source, region: &mut Region, diags: &mut Diagnostics) {
    let variables = region.variables.clone();
    for task in tasks_mut(region).filter(|t| !t.loops.is_empty()) {
        let (parallel, problem) = judge(task, &variables);
        task.parallel = parallel;
        if let Some((first, second, distance)) = problem {
            diags.push(not_permutable(task, &first, &second, &distance));
        } else if let Some(scalar) = serial_scalar(task, &variables) {
            diags.push(scalar);
        }
    }
}

type Problem = (Use, Use, Vec<Step>);

fn judge(task: &Task, variables: &[Variable]) -> (bool, Option<Problem>) {
    let mut parallel = true;
    for variable in variables {
        if task.reductions.iter().any(|r| r.name == variable.name && !r.ordered) {
            continue;
        }
        let declared_write = task.declared.iter().any(|d| d.name == variable.name && d.mode.writes());
        let uses: Vec<&Use> =
            shared_uses(task).filter(|u| u.name == variable.name && u.shape != Shape::Meta).collect();
        if declared_write && !uses.iter().any(|u| u.mode.writes()) {
            // Written behind a call: the clause says where, tile by tile.
            parallel = false;
        }
        for (n, first) in uses.iter().enumerate() {
            for second in &uses[n..] {
                if !(first.mode.writes() || second.mode.writes()) {
                    continue;
                }
                let Some(distance) = distance(task, variable, first, second) else { continue };
                if distance.iter().all(|s| *s == Step::Known(0)) {
                    continue;
                }
                parallel = false;
                if task.loops.len() > 1 && !permutable(task, &distance) {
                    return (false, Some(((*first).clone(), (*second).clone(), distance)));
                }
            }
        }
    }
    (parallel, None)
}

/// Iterations that meet: `second` at iteration `i + distance` uses what `first` uses at `i`.
/// `None`: never.
fn distance(task: &Task, variable: &Variable, first: &Use, second: &Use) -> Option<Vec<Step>> {
    let mut steps = vec![Step::Free; task.loops.len()];
    let (a, b) = (indices(variable, first), indices(variable, second));
    if a.is_empty() || a.len() != b.len() {
        return Some(steps);
    }
    for (x, y) in a.iter().zip(&b) {
        let (Some(x), Some(y)) = (x, y) else { continue };
        match equation(task, x, y) {
            Equation::Never => return None,
            Equation::Unknown => {}
            Equation::Distance(at, value) => match steps[at] {
                Step::Known(other) if other != value => return None,
                _ => steps[at] = Step::Known(value),
            },
        }
    }
    Some(steps)
}

fn indices(variable: &Variable, found: &Use) -> Vec<Option<Poly>> {
    match (&variable.kind, found.shape) {
        (VarKind::Flat { rows }, Shape::Element) => split_index(found.index.first().and_then(Option::as_ref), rows),
        (_, Shape::Element | Shape::Grid) => found.index.clone(),
        _ => Vec::new(),
    }
}

enum Equation {
    Never,
    Unknown,
    Distance(usize, i64),
}

/// `x(i) = y(i')` in one dimension.
fn equation(task: &Task, x: &Poly, y: &Poly) -> Equation {
    let tiled: Vec<usize> = (0..task.loops.len())
        .filter(|&n| x.mentions(&task.loops[n].atom) || y.mentions(&task.loops[n].atom))
        .collect();
    let inner = |p: &Poly| p.atoms().iter().any(|a| a.contains('#') && !task.loops.iter().any(|l| l.atom == *a));
    if inner(x) || inner(y) {
        return Equation::Unknown;
    }
    match tiled.as_slice() {
        [] => match x.minus(y).and_then(|d| d.as_constant()) {
            Some(c) if c != 0 => Equation::Never,
            _ => Equation::Unknown,
        },
        [n] => {
            let atom = &task.loops[*n].atom;
            let (Some((k, rest_x)), Some((l, rest_y))) = (x.linear_in(atom), y.linear_in(atom)) else {
                return Equation::Unknown;
            };
            let Some(gap) = rest_x.minus(&rest_y).and_then(|d| d.as_constant()) else { return Equation::Unknown };
            if k == l && k != 0 {
                // k*i + rest_x = k*(i + d) + rest_y
                if gap % k == 0 { Equation::Distance(*n, gap / k) } else { Equation::Never }
            } else if gcd(k, l) > 1 && gap % gcd(k, l) != 0 {
                Equation::Never
            } else {
                Equation::Unknown
            }
        }
        _ => Equation::Unknown,
    }
}

fn gcd(a: i64, b: i64) -> i64 {
    let (mut a, mut b) = (a.unsigned_abs(), b.unsigned_abs());
    while b > 0 {
        (a, b) = (b, a % b);
    }
    i64::try_from(a).unwrap_or(1)
}

/// True when no orientation of the dependence has a negative component in a tiled loop.
fn permutable(task: &Task, distance: &[Step]) -> bool {
    let free = distance.iter().filter(|s| **s == Step::Free).count();
    let signs: Vec<i64> = distance
        .iter()
        .zip(&task.loops)
        .map(|(step, l)| match step {
            Step::Known(d) => d.signum() * if l.rev { -1 } else { 1 },
            Step::Free => 0,
        })
        .collect();
    match free {
        // A distance and its opposite are the same pair: one sign throughout is what counts.
        0 => signs.iter().all(|s| *s >= 0) || signs.iter().all(|s| *s <= 0),
        1 => signs.iter().all(|s| *s == 0),
        _ => false,
    }
}

fn not_permutable(task: &Task, first: &Use, second: &Use, distance: &[Step]) -> Diagnostic {
    let vector: Vec<String> = distance
        .iter()
        .map(|s| match s {
            Step::Known(d) => d.to_string(),
            Step::Free => "*".to_owned(),
        })
        .collect();
    let message = format!("tiling these {} loops would change the result", task.loops.len());
    let mut d = Diagnostic::new(Severity::Error, codes::NOT_PERMUTABLE, message, task.directive.clone());
    d = d.also(first.span.clone(), "this access");
    if first.span != second.span {
        d = d.also(second.span.clone(), format!("and this one meet at iteration distance ({})", vector.join(", ")));
    }
    let scalar = first.indices.is_empty();
    d.note("a dependence must not point backwards in any tiled loop").help(if scalar {
        format!("declare `reduction(op: {0})` or `private({0})`", first.name)
    } else {
        format!("tile only the outermost loop, `task_tile({} = ..)`", task.loops[0].var)
    })
}

fn serial_scalar(task: &Task, variables: &[Variable]) -> Option<Diagnostic> {
    let scalar = variables.iter().find(|v| {
        matches!(v.kind, VarKind::Scalar { .. })
            && !task.reductions.iter().any(|r| r.name == v.name)
            && shared_uses(task).any(|u| u.name == v.name && u.mode.writes())
    })?;
    let found = shared_uses(task).find(|u| u.name == scalar.name && u.mode.writes())?;
    let message = format!("the tasks of this loop run one after the other because each writes `{}`", scalar.name);
    Some(
        Diagnostic::new(Severity::Warning, codes::SERIAL_SCALAR, message, found.span.clone())
            .help(format!("declare `reduction(+: {0})` (or another operator) or `private({0})`", scalar.name)),
    )
}
