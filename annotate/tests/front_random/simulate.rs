//! Executes a program on paper, cut into tasks as the emitted program would be.

use std::collections::HashMap;

use hp5_annotate::ir::{Extent, How, Offset, Poly, Region, Sure, Task, VarKind};

use crate::eval::{Env, eval};
use crate::generate::{Access, Array, Program, VARS};

/// Rows (`n` of the geometry) of every array; far more than any loop reaches.
const ROWS: i64 = 40;

/// One touch of an element by an iteration.
struct Touch {
    array: &'static str,
    element: Vec<i64>,
    writes: bool,
    /// Serial number of the iteration.
    serial: usize,
    /// Chunk numbers in order of registration, outermost loop first.
    task: Vec<i64>,
    /// Values of chunk bounds and sizes.
    env: Env,
}

/// Checks the analysis for one choice of sizes; `Ok(false)` when the program leaves an array.
pub fn run(
    made: &Program,
    sizes: (i64, i64, i64),
    region: &Region,
    task: &Task,
) -> Result<bool, String> {
    let Some(touches) = touches(made, sizes, task)? else {
        return Ok(false);
    };
    for touch in &touches {
        covered(touch, sizes, region, task)?;
    }
    meetings(&touches, task.parallel)?;
    trusted(made, &touches, sizes, region, task)?;
    Ok(true)
}

fn touches(
    made: &Program,
    sizes: (i64, i64, i64),
    task: &Task,
) -> Result<Option<Vec<Touch>>, String> {
    let mut list = Vec::new();
    for (serial, iteration) in iterations(made, sizes).into_iter().enumerate() {
        let (order, env) = chunk_of(made, sizes, task, &iteration)?;
        for statement in made.statements.iter().filter(|s| s.happens(&iteration)) {
            let mut all: Vec<(&Access, bool)> =
                statement.reads.iter().map(|r| (r, false)).collect();
            all.push((&statement.target, true));
            if statement.compound {
                all.push((&statement.target, false));
            }
            for (access, writes) in all {
                let Some(element) = element(access, &iteration, sizes) else {
                    return Ok(None);
                };
                list.push(Touch {
                    array: access.name(),
                    element,
                    writes,
                    serial,
                    task: order.clone(),
                    env: env.clone(),
                });
            }
        }
    }
    Ok(Some(list))
}

fn iterations(made: &Program, sizes: (i64, i64, i64)) -> Vec<Vec<i64>> {
    let mut list = vec![Vec::new()];
    for l in &made.loops {
        let inner = |outer: Vec<i64>| {
            l.values(&outer, sizes)
                .into_iter()
                .map(move |x| [outer.as_slice(), &[x]].concat())
                .collect::<Vec<_>>()
        };
        list = list.into_iter().flat_map(inner).collect();
    }
    list
}

/// Logical position of an element, or `None` outside the array (the program would panic).
fn element(access: &Access, iteration: &[i64], sizes: (i64, i64, i64)) -> Option<Vec<i64>> {
    let index: Vec<i64> = access.index.iter().map(|i| i.at(iteration)).collect();
    let m = sizes.1;
    match access.array {
        Array::Line => (0..ROWS * 4).contains(&index[0]).then_some(index),
        Array::Nested => {
            ((0..ROWS).contains(&index[0]) && (0..ROWS).contains(&index[1])).then_some(index)
        }
        // The inner parts of a flat index must not underflow either: they are unsigned.
        Array::Rows(_) => {
            let linear = index[0] * m + index[1];
            (index[0] >= 0 && (0..ROWS * m).contains(&linear)).then(|| vec![linear / m, linear % m])
        }
    }
}

/// The task of an iteration: where its chunks stand in registration order, and their bounds.
fn chunk_of(
    made: &Program,
    sizes: (i64, i64, i64),
    task: &Task,
    iteration: &[i64],
) -> Result<(Vec<i64>, Env), String> {
    let mut env: Env = [("n", sizes.0), ("m", sizes.1), ("w", sizes.2)]
        .map(|(k, v)| (k.to_owned(), v))
        .into();
    let mut order = Vec::new();
    for (d, tiled) in task.loops.iter().enumerate() {
        let l = &made.loops[d];
        let (lo, hi) = match &tiled.hull {
            Some((lo, hi)) => (eval(&lo.to_isize(), &env)?, eval(&hi.to_isize(), &env)?),
            None => {
                let outer = &iteration[..d];
                (
                    l.lo.at(outer, sizes),
                    l.hi.at(outer, sizes) + i64::from(l.inclusive),
                )
            }
        };
        let tile = l.tile.ok_or("the loop is not tiled")?;
        // An offset that is left to run time may be any.
        let offset = match &tiled.offset {
            Offset::Fixed(number) => i64::try_from(*number).unwrap_or(0),
            Offset::Least(_) => sizes.0 % tile,
        };
        let origin = lo - (lo - offset).rem_euclid(tile);
        let number = (iteration[d] - origin).div_euclid(tile);
        let (start, end) = (
            (origin + number * tile).max(lo),
            (origin + (number + 1) * tile).min(hi),
        );
        if !(start..end).contains(&iteration[d]) {
            return Err(format!(
                "{} = {} is in no chunk of {lo}..{hi}",
                VARS[d], iteration[d]
            ));
        }
        env.insert(tiled.lo_atom(), start);
        env.insert(tiled.hi_atom(), end);
        order.push(if tiled.rev { -number } else { number });
    }
    Ok((order, env))
}

fn covered(
    touch: &Touch,
    sizes: (i64, i64, i64),
    region: &Region,
    task: &Task,
) -> Result<(), String> {
    let mut seen = Vec::new();
    for access in &task.accesses {
        let variable = &region.variables[access.var];
        if variable.name != touch.array {
            continue;
        }
        let (reads, writes) = (
            access.mode != hp5_annotate::ir::Mode::Out,
            access.mode.writes(),
        );
        let element = logical(&variable.kind, touch, sizes, &touch.env)?;
        let holds = overruns(&variable.kind, &access.section, &touch.env)?
            || inside(&access.section, &element, &touch.env)?;
        seen.push(format!(
            "{:?} {}",
            access.mode,
            section_text(&access.section)
        ));
        if holds && if touch.writes { writes } else { reads } {
            return Ok(());
        }
    }
    let verb = if touch.writes { "writes" } else { "reads" };
    Err(format!(
        "task {:?} {verb} {}{:?}, which none of its sections holds: {seen:?} with {:?}",
        touch.task, touch.array, touch.element, touch.env
    ))
}

/// True when an inner range leaves its row: the runtime takes such a section for the whole
/// array (`Geometry::linear`).
fn overruns(kind: &VarKind, section: &[Extent], env: &Env) -> Result<bool, String> {
    let VarKind::Flat { rows } = kind else {
        return Ok(false);
    };
    for (row, extent) in rows.iter().zip(section.iter().skip(1)) {
        let Extent::Range { lo, hi } = extent else {
            continue;
        };
        let (lo, hi) = (eval(&lo.to_isize(), env)?, eval(&hi.to_isize(), env)?);
        if lo < hi && (lo < 0 || hi > eval(&row.to_isize(), env)?) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// The element in the dimensions that the front end sees.
fn logical(
    kind: &VarKind,
    touch: &Touch,
    sizes: (i64, i64, i64),
    env: &Env,
) -> Result<Vec<i64>, String> {
    let VarKind::Flat { rows } = kind else {
        return Ok(touch.element.clone());
    };
    let linear = match touch.element.as_slice() {
        [row, column] => row * sizes.1 + column,
        one => one[0],
    };
    let mut rest = linear;
    let mut list = Vec::new();
    for d in 0..rows.len() {
        let size: i64 = rows[d..]
            .iter()
            .map(|r| eval(&r.to_isize(), env))
            .product::<Result<i64, String>>()?;
        list.push(rest.div_euclid(size));
        rest = rest.rem_euclid(size);
    }
    list.push(rest);
    Ok(list)
}

fn inside(section: &[Extent], element: &[i64], env: &Env) -> Result<bool, String> {
    if section.len() != element.len() {
        return Err(format!(
            "{} extents for {} dimensions",
            section.len(),
            element.len()
        ));
    }
    for (extent, x) in section.iter().zip(element) {
        if let Extent::Range { lo, hi } = extent
            && !(eval(&lo.to_isize(), env)?..eval(&hi.to_isize(), env)?).contains(x)
        {
            return Ok(false);
        }
    }
    Ok(true)
}

fn section_text(section: &[Extent]) -> String {
    section
        .iter()
        .map(Extent::to_rust)
        .collect::<Vec<_>>()
        .join(", ")
}

/// Iterations that meet in an element: never across tasks of a parallel loop, and in the
/// order of tasks otherwise.
fn meetings(touches: &[Touch], parallel: bool) -> Result<(), String> {
    let mut by_element: HashMap<(&str, &[i64]), Vec<&Touch>> = HashMap::new();
    for touch in touches {
        by_element
            .entry((touch.array, &touch.element))
            .or_default()
            .push(touch);
    }
    for ((array, element), list) in by_element {
        for (n, x) in list.iter().enumerate() {
            for y in list[n + 1..].iter().filter(|y| x.writes || y.writes) {
                if parallel && x.task != y.task {
                    return Err(format!(
                        "called parallel, but tasks {:?} and {:?} meet in {array}{element:?}",
                        x.task, y.task
                    ));
                }
                if x.serial < y.serial && x.task > y.task {
                    return Err(format!(
                        "iterations {} and {} meet in {array}{element:?}, but their tasks {:?} and {:?} are registered the other way round",
                        x.serial, y.serial, x.task, y.task
                    ));
                }
            }
        }
    }
    Ok(())
}

/// Sections that are checked once per task must hold all accesses of a trusted view (the body's indices are
/// not checked any more) and pass the check where the arrays are just as long as the program needs.
fn trusted(
    made: &Program,
    touches: &[Touch],
    sizes: (i64, i64, i64),
    region: &Region,
    task: &Task,
) -> Result<(), String> {
    let tasks = tasks(made, sizes, task)?;
    for binding in task.bindings.iter().filter(|b| !b.sure.is_empty()) {
        let variable = &region.variables[binding.var];
        let mine = touches.iter().filter(|t| t.array == variable.name);
        let mine: Vec<&Touch> = mine.collect();
        let shortest = Shortest::of(&variable.kind, &mine, sizes)?;
        for env in &tasks {
            for sure in &binding.sure {
                if !shortest.passes(&variable.kind, sure, env)? {
                    return Err(format!(
                        "section {} of {} fails its check with {env:?}, but the serial program does not",
                        section_text(&sure.section),
                        variable.name
                    ));
                }
            }
        }
        for touch in mine.iter().filter(|_| matches!(binding.how, How::Trusted)) {
            let mut held = binding
                .sure
                .iter()
                .map(|sure| held(&variable.kind, sure, touch, sizes));
            if !held.try_fold(false, |any, one| Ok::<bool, String>(any | one?))? {
                return Err(format!(
                    "{:?} of {} is in no section that is checked",
                    touch.element, variable.name
                ));
            }
        }
    }
    Ok(())
}

/// Bounds and sizes of all tasks, also of those that touch nothing.
fn tasks(made: &Program, sizes: (i64, i64, i64), task: &Task) -> Result<Vec<Env>, String> {
    let mut list = vec![Vec::new()];
    for l in &made.loops[..task.loops.len()] {
        let inner = |outer: Vec<i64>| {
            let values = l.values(&outer, sizes).into_iter();
            values.map(move |x| [outer.as_slice(), &[x]].concat())
        };
        list = list.into_iter().flat_map(inner).collect();
    }
    let mut tasks = std::collections::BTreeMap::new();
    for iteration in list {
        let (order, env) = chunk_of(made, sizes, task, &iteration)?;
        tasks.insert(order, env);
    }
    Ok(tasks.into_values().collect())
}

/// The bounds of a section that is compared in this task; `None`: it has no elements, or a loop no turns.
fn bounds(sure: &Sure, env: &Env) -> Result<Option<Vec<(i64, i64)>>, String> {
    let ends = |lo: &Poly, hi: &Poly| {
        Ok::<_, String>((eval(&lo.to_isize(), env)?, eval(&hi.to_isize(), env)?))
    };
    let mut bounds = Vec::new();
    for extent in &sure.section {
        bounds.push(match extent {
            Extent::All => return Err("a whole dimension is checked".to_owned()),
            Extent::Range { lo, hi } => ends(lo, hi)?,
        });
    }
    let mut any = bounds.iter().all(|(lo, hi)| lo < hi);
    for (lo, hi) in &sure.turns {
        let (lo, hi) = ends(lo, hi)?;
        any &= lo < hi;
    }
    Ok(any.then_some(bounds))
}

/// Linear positions of the first and the last element of a flat section.
fn linear_ends(rows: &[Poly], bounds: &[(i64, i64)], env: &Env) -> Result<(i64, i64), String> {
    let (mut first, mut last) = (0, 0);
    for (d, (lo, hi)) in bounds.iter().enumerate() {
        let row = match d {
            0 => 0,
            _ => eval(&rows[d - 1].to_isize(), env)?,
        };
        (first, last) = (first * row + lo, last * row + hi - 1);
    }
    Ok((first, last))
}

fn linear(touch: &Touch, sizes: (i64, i64, i64)) -> i64 {
    match touch.element.as_slice() {
        [row, column] => row * sizes.1 + column,
        one => one[0],
    }
}

/// A section that is compared holds the element.
fn held(
    kind: &VarKind,
    sure: &Sure,
    touch: &Touch,
    sizes: (i64, i64, i64),
) -> Result<bool, String> {
    let Some(bounds) = bounds(sure, &touch.env)? else {
        return Ok(false);
    };
    Ok(match kind {
        VarKind::Flat { rows } => {
            let (first, last) = linear_ends(rows, &bounds, &touch.env)?;
            (first..=last).contains(&linear(touch, sizes))
        }
        _ => inside(&sure.section, &touch.element, &touch.env)?,
    })
}

/// Lengths of an array that is just as long as the program needs.
enum Shortest {
    Flat(i64),
    Rows(Vec<i64>),
}

impl Shortest {
    fn of(kind: &VarKind, touches: &[&Touch], sizes: (i64, i64, i64)) -> Result<Shortest, String> {
        if matches!(kind, VarKind::Flat { .. }) {
            let last = touches.iter().map(|t| linear(t, sizes)).max();
            return Ok(Shortest::Flat(last.map_or(0, |last| last + 1)));
        }
        let mut rows: Vec<i64> = Vec::new();
        for touch in touches {
            let [row, column] = touch.element[..] else {
                return Err(format!("an element of {} dimensions", touch.element.len()));
            };
            let row = usize::try_from(row).map_err(|why| why.to_string())?;
            rows.resize(rows.len().max(row + 1), 0);
            rows[row] = rows[row].max(column + 1);
        }
        Ok(Shortest::Rows(rows))
    }

    /// As `within` of the views compares.
    fn passes(&self, kind: &VarKind, sure: &Sure, env: &Env) -> Result<bool, String> {
        let Some(bounds) = bounds(sure, env)? else {
            return Ok(true);
        };
        Ok(match (self, kind) {
            (Shortest::Flat(len), VarKind::Flat { rows }) => {
                let (first, last) = linear_ends(rows, &bounds, env)?;
                first >= 0 && last < *len
            }
            (Shortest::Rows(rows), _) => {
                let long = |i: i64| usize::try_from(i).ok().and_then(|i| rows.get(i).copied());
                let (lo, hi) = bounds[1];
                lo >= 0 && (bounds[0].0..bounds[0].1).all(|i| long(i).is_some_and(|len| hi <= len))
            }
            _ => return Err("a flat array has rows".to_owned()),
        })
    }
}
