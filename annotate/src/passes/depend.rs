//! Dependences between the iterations of a task loop: is it parallel, and may it be tiled?
//!
//! For every pair of accesses to one variable, one of which writes, each dimension gives an
//! equation on the distance between tiled iterations that meet in an element ([`meet`]). A
//! pair meets never, at distance zero (within one iteration of the tiled loops), or at
//! distances that are known per loop or free.
//!
//! - No pair at a distance other than zero: the loop is parallel (AceMesh `do`).
//! - Otherwise its tasks run in the order of their tiles. Tiling one loop keeps the order of
//!   iterations; tiling several changes it, which is legal when no dependence has a negative
//!   component (the nest is fully permutable).
//!
//! What analysis cannot see (calls, indices that are not affine) is taken from the declared
//! sections, where there are any: [`declared_apart`].

mod apart;
mod interval;
mod many;
mod meet;

use std::collections::HashSet;

use crate::diag::{Diagnostic, Diagnostics, Severity, codes};
use crate::ir::{Declared, Poly, Region, Shape, Task, TileSize, TiledLoop, Use, VarKind, Variable};
use crate::passes::sections::uses_through_self;
use crate::passes::tasks_mut;
use crate::passes::variables::{by_name, shared_uses};

pub(crate) use apart::is_monotone;
use apart::{declared_apart, declared_distance, follows_loops};
pub(super) use interval::{over_all, settle, split};
use meet::{Step, distance, rows_known};
pub(super) use meet::{gcd, lies_in_rows, stays_in_row};

/// Sets `parallel` of every task loop and reports tilings that would change the result.
pub(super) fn run(region: &mut Region, diags: &mut Diagnostics) {
    let variables = region.variables.clone();
    for task in tasks_mut(region).filter(|t| !t.loops.is_empty()) {
        let verdict = judge(task, &variables);
        task.parallel = verdict.parallel;
        task.chain = verdict.chain;
        if let Some(problem) = &verdict.problem {
            let d = not_permutable(task, problem);
            diags.push(if verdict.rows.is_some() {
                d.help(ROWS_HELP)
            } else {
                d
            });
        } else if let Some((name, used)) = &verdict.rows {
            let message =
                format!("rows of `{name}` could not be told apart, so the tasks run in order");
            let d = Diagnostic::new(Severity::Warning, codes::ROWS, message, used.span.clone());
            diags.push(
                d.label("may this run over the end of its row?")
                    .help(ROWS_HELP),
            );
        } else if let Some(scalar) = serial_scalar(task, &variables) {
            diags.push(scalar);
        }
    }
}

/// Rust's words for it.
pub(crate) const ROWS_HELP: &str = "bounds in terms of the row length keep rows apart: `for j in 1..m - 1` with `a[i * m + j]`; \
                         a name for one of them must be bound by a `let` in this function, such as `let m = n + 2`";

struct Verdict {
    parallel: bool,
    /// Each task meets the next one.
    chain: bool,
    /// Two uses of an array by which iterations meet.
    meeting: Option<(Use, Use)>,
    problem: Option<Problem>,
    /// An array whose rows could not be proved apart, with an access to it.
    rows: Option<(String, Use)>,
}

impl Verdict {
    /// Of no uses at all.
    fn parallel() -> Verdict {
        Verdict {
            parallel: true,
            chain: false,
            meeting: None,
            problem: None,
            rows: None,
        }
    }
}

struct Problem {
    first: Use,
    second: Use,
    distance: Vec<Step>,
}

/// Two uses of an array by which iterations of a loop meet.
pub(super) fn meeting(task: &Task, variables: &[Variable]) -> Option<(Use, Use)> {
    judge(task, variables).meeting
}

/// Whether the loops of a nest may be cut where two of its names lead to one place.
pub(crate) fn is_permutable_as_one(task: &Task, first: &Variable, second: &Variable) -> bool {
    let is_said = |name: &String| task.declared.iter().any(|d| d.name == *name);
    let is_one = |used: &&Use| used.name == first.name || used.name == second.name;
    let uses: Vec<&Use> = shared_uses(task).filter(is_one).collect();
    let mut verdict = Verdict::parallel();
    judge_variable(task, first, &uses, &mut verdict);
    first.kind == second.kind
        && !is_said(&first.name)
        && !is_said(&second.name)
        && verdict.problem.is_none()
        && verdict.rows.is_none()
}

fn judge(task: &Task, variables: &[Variable]) -> Verdict {
    let mut verdict = Verdict::parallel();
    let named = by_name(task);
    for variable in variables {
        if task
            .reductions
            .iter()
            .any(|r| r.name == variable.name && !r.ordered)
        {
            continue;
        }
        let own = named.get(variable.name.as_str());
        judge_variable(task, variable, own.map_or(&[], Vec::as_slice), &mut verdict);
        if verdict.problem.is_some() {
            verdict.parallel = false;
            break;
        }
    }
    verdict
}

fn judge_variable(task: &Task, variable: &Variable, own: &[&Use], verdict: &mut Verdict) {
    let through_self = uses_through_self(task, variable);
    let named = own.iter().copied().filter(|u| u.shape != Shape::Meta);
    let uses = different(named.chain(&through_self));
    let declared: Vec<&Declared> = task
        .declared
        .iter()
        .filter(|d| d.name == variable.name)
        .collect();
    if uses.iter().any(|u| u.mode.writes()) || !declared.iter().any(|d| d.mode.writes()) {
        let apart = declared_apart(task, &declared);
        // What is visible lies in what clauses declare.
        if apart && task.held.contains(&variable.name) {
            return;
        }
        let by_pair = &mut |first: &Use, second: &Use| {
            if !apart || !(is_opaque(first) || is_opaque(second)) {
                judge_pair(task, variable, (first, second), verdict);
            }
        };
        if !many::pairs(&uses, by_pair) {
            many::judge(task, variable, &uses, apart, verdict);
        }
    } else if !declared_apart(task, &declared) {
        // Written behind a call, and the clauses do not keep the tasks apart.
        verdict.parallel = false;
        verdict.problem = out_of_order(task, &declared);
    }
}

/// Declared sections that several tiled loops would come to in another order. Those of which it does not show are
/// believed.
fn out_of_order(task: &Task, declared: &[&Declared]) -> Option<Problem> {
    let ones = task.loops.iter().take_while(|l| is_single(l)).count();
    let pairs = declared
        .iter()
        .enumerate()
        .flat_map(|(n, x)| declared[n..].iter().map(move |y| (x, y)));
    let shows = |d: &Declared| follows_loops(task, d);
    let mut pairs =
        pairs.filter(|(x, y)| (x.mode.writes() || y.mode.writes()) && shows(x) && shows(y));
    pairs.find_map(|(x, y)| {
        let ranges = declared_distance(task, x, y)?;
        let step = |(n, range): (usize, &(Option<i64>, Option<i64>))| match *range {
            (Some(low), Some(high)) if low == high => Step::Known(low),
            (Some(low), _) if low > 0 || low == 0 && n >= ones => Step::Known(1),
            (_, Some(high)) if high < 0 || high == 0 && n >= ones => Step::Known(-1),
            _ => Step::Free,
        };
        let distance: Vec<Step> = ranges.iter().enumerate().map(step).collect();
        let problem = || Problem {
            first: as_use(task, x),
            second: as_use(task, y),
            distance: distance.clone(),
        };
        (!permutable(task, &distance)).then(problem)
    })
}

/// What a clause says, as if the code had it.
fn as_use(task: &Task, declared: &Declared) -> Use {
    let atom = |l: &TiledLoop| Some(Poly::atom(l.atom.as_str()));
    Use {
        name: declared.name.clone(),
        span: declared.span.clone(),
        base: declared.span.clone(),
        indices: vec![declared.span.clone()],
        index: task.loops.iter().map(atom).collect(),
        shape: Shape::Whole,
        line: task.line,
        mode: declared.mode,
        reborrow: false,
        compound: false,
        unconditional: true,
        under: Some(Vec::new()),
        guarded: false,
        in_macro: false,
    }
}

/// Of uses that touch the same elements in the same way, the first: pairs of them are judged, and
/// long bodies name few elements.
fn different<'t>(uses: impl Iterator<Item = &'t Use>) -> Vec<&'t Use> {
    let (mut seen, mut found) = (HashSet::new(), Vec::new());
    for one in uses {
        if is_opaque(one) || seen.insert((&one.index, one.mode, one.shape)) {
            found.push(one);
        }
    }
    found
}

/// First and last index per dimension that a use covers in one iteration of the tiled loops,
/// in terms of these; `None` where that is unknown.
pub(super) fn indices_of(
    task: &Task,
    variable: &Variable,
    found: &Use,
) -> Vec<Option<(Poly, Poly)>> {
    let parts = interval::covered(variable, found)
        .map(|c| c.parts)
        .unwrap_or_default();
    parts
        .iter()
        .map(|part| interval::over_inner(task, part))
        .collect()
}

/// Analysis does not see which elements it touches.
fn is_opaque(found: &Use) -> bool {
    match found.shape {
        Shape::Element | Shape::Grid | Shape::Slice => found.index.iter().all(Option::is_none),
        _ => true,
    }
}

fn judge_pair(
    task: &Task,
    variable: &Variable,
    (first, second): (&Use, &Use),
    verdict: &mut Verdict,
) {
    let Some(distance) = distance(task, variable, first, second) else {
        return;
    };
    if distance.iter().all(|s| *s == Step::Known(0)) {
        return;
    }
    verdict.parallel = false;
    verdict.chain |= meets_the_next(task, (first, second), &distance);
    let found = || (first.clone(), second.clone());
    verdict.meeting.get_or_insert_with(found);
    if !rows_known(task, variable, first, second) && verdict.rows.is_none() {
        verdict.rows = Some((variable.name.clone(), first.clone()));
    }
    if task.loops.len() > 1 && verdict.problem.is_none() && !permutable(task, &distance) {
        verdict.problem = Some(Problem {
            first: first.clone(),
            second: second.clone(),
            distance,
        });
    }
}

/// True when a dependence leads from each task to the next one: of one loop that is cut, the distance is
/// within a tile, or any two tasks meet, because both use one place or it is not known which.
fn meets_the_next(task: &Task, (first, second): (&Use, &Use), distance: &[Step]) -> bool {
    let cut = task.loops.iter().zip(distance);
    let cut: Vec<_> = cut.filter(|(l, _)| l.tile != TileSize::Whole).collect();
    let within = |l: &TiledLoop, d: i64| match l.tile {
        TileSize::Fixed(size) => i64::try_from(size).is_ok_and(|size| d.abs() <= size),
        _ => d.abs() == 1,
    };
    match cut.as_slice() {
        [(l, Step::Known(d))] => *d != 0 && within(l, *d),
        steps => {
            let free = steps.iter().all(|(_, step)| **step == Step::Free);
            let known = |used: &Use| !is_opaque(used) && used.index.iter().all(Option::is_some);
            let moves = |used: &Use| {
                let mut parts = used.index.iter().flatten();
                parts.any(|index| steps.iter().any(|(l, _)| index.mentions(&l.atom)))
            };
            let both_known = known(first) && known(second);
            free && (!both_known || (!moves(first) && !moves(second)))
        }
    }
}

/// Each chunk of the loop is one turn.
fn is_single(tiled: &TiledLoop) -> bool {
    match tiled.tile {
        TileSize::Fixed(n) => i64::try_from(n).is_ok_and(|n| n <= tiled.step_number()),
        _ => false,
    }
}

/// True when no orientation of the dependence has a negative component in a tiled loop whose chunks
/// come in another order than the program's turns.
fn permutable(task: &Task, distance: &[Step]) -> bool {
    // Chunks of one turn are in order, and so is what such a loop carries.
    let ones = task.loops.iter().take_while(|l| is_single(l)).count();
    let (carried, distance) = distance.split_at(ones);
    let loops = &task.loops[ones..];
    let cut = |l: &TiledLoop| l.tile != TileSize::Whole;
    let moves = |step: &Step| matches!(step, Step::Known(d) if *d != 0);
    if carried.iter().any(moves) || !loops.iter().skip(1).any(cut) {
        return true;
    }
    let free = distance.iter().filter(|s| **s == Step::Free).count();
    let signs: Vec<i64> = distance
        .iter()
        .zip(loops)
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

fn not_permutable(task: &Task, problem: &Problem) -> Diagnostic {
    let (first, second) = (&problem.first, &problem.second);
    // The pair as it runs: from the earlier iteration to the later one.
    let along = problem
        .distance
        .iter()
        .zip(&task.loops)
        .find_map(|(s, l)| match s {
            Step::Known(0) => None,
            Step::Known(d) => Some(d.signum() * if l.rev { -1 } else { 1 }),
            Step::Free => Some(1),
        });
    let vector: Vec<String> = problem
        .distance
        .iter()
        .map(|s| match s {
            Step::Known(d) => (d * along.unwrap_or(1)).to_string(),
            Step::Free => "*".to_owned(),
        })
        .collect();
    let names: Vec<&str> = task.loops.iter().map(|l| l.var.as_str()).collect();
    let may = match problem.distance.contains(&Step::Free) {
        true => "may",
        false => "would",
    };
    let names = names.join(", ");
    let message = format!("tiling the loops {names} {may} change the result");
    let vector = vector.join(", ");
    let mut d = Diagnostic::new(
        Severity::Error,
        codes::NOT_PERMUTABLE,
        message,
        first.span.clone(),
    );
    d = if first.span == second.span {
        d.label(format!("meets itself at iteration distance ({vector})"))
    } else {
        d.label("this access").also(
            second.span.clone(),
            format!("and this one meet at iteration distance ({vector})"),
        )
    };
    d = d
        .also(task.directive.clone(), "the tiling")
        .note("a dependence must not point backwards in any tiled loop");
    if task.reductions.iter().any(|r| r.name == first.name) {
        d.help(format!(
            "this reduction of `{}` is in the order of the turns (`&&`, `||` and `ordered` are): cut the outermost loop alone, or write `|`, `&` of 0 and 1",
            first.name
        ))
    } else if first.indices.is_empty() {
        d.help(format!(
            "declare `reduction(op: {0})` or `private({0})`",
            first.name
        ))
    } else {
        d = d.help(format!(
            "tile only the outermost loop, `task_tile({} = ..)`",
            task.loops[0].var
        ));
        let moves = |l: &TiledLoop| first.index.iter().flatten().any(|p| p.mentions(&l.atom));
        let scratch = first.mode.writes() && !task.loops.iter().any(moves);
        match scratch {
            true => d.help(format!(
                "or declare `private({})`, if each turn sets it before it uses it",
                first.name
            )),
            false => d,
        }
    }
}

fn serial_scalar(task: &Task, variables: &[Variable]) -> Option<Diagnostic> {
    let scalar = variables.iter().find(|v| {
        matches!(v.kind, VarKind::Scalar { .. })
            && !task.reductions.iter().any(|r| r.name == v.name)
            && shared_uses(task).any(|u| u.name == v.name && u.mode.writes())
    })?;
    let found = shared_uses(task).find(|u| u.name == scalar.name && u.mode.writes())?;
    let message = format!(
        "the tasks of this loop run one after the other because each writes `{}`",
        scalar.name
    );
    Some(
        Diagnostic::new(
            Severity::Warning,
            codes::SERIAL_SCALAR,
            message,
            found.span.clone(),
        )
        .help(format!(
            "declare `reduction(+: {0})` (or another operator) if each turn only adds to it, `private({0})` if each turn sets what it reads of it, and nothing needs the last value",
            scalar.name
        )),
    )
}
