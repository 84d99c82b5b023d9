//! Rows of a length that is a number: `a[y * 640 + x]` with `x` below 640.

use crate::ir::{Poly, Region, Shape, Task, Use};
use crate::passes::depend::{over_all, split};
use crate::passes::tasks;
use crate::passes::variables::shared_uses;

/// Row lengths, outermost first, if indices count by rows of some numbers, and bounds show that all of them
/// stay in their rows.
pub(super) fn rows(region: &Region, name: &str) -> Option<Vec<Poly>> {
    let uses: Vec<(&Task, &Use)> = tasks(region)
        .flat_map(|task| shared_uses(task).map(move |used| (task, used)))
        .filter(|(_, used)| used.name == name && used.shape != Shape::Meta)
        .collect();
    let mut numbers = Vec::new();
    let mut both = false;
    for (_, used) in &uses {
        for index in used.index.iter().flatten() {
            let factors = index.loop_factors(|atom| atom.contains('@'));
            if factors.iter().any(|(symbols, _)| !symbols.is_empty()) {
                return None;
            }
            let own: Vec<i64> = factors.into_iter().map(|(_, number)| number).collect();
            both |= own.contains(&1) && own.iter().any(|n| *n > 1);
            numbers.extend(own);
        }
    }
    numbers.retain(|n| *n > 1);
    numbers.sort_unstable_by(|a, b| b.cmp(a));
    numbers.dedup();
    let rows = match numbers[..] {
        [row] => vec![row],
        [plane, row, ..] if plane % row == 0 => vec![plane / row, row],
        _ => return None,
    };
    let rows: Vec<Poly> = rows.into_iter().map(Poly::constant).collect();
    let fits = uses
        .iter()
        .all(|(task, used)| stays(task, used, &rows, numbers.iter().skip(rows.len())));
    (both && fits).then_some(rows)
}

/// The index is in the rows that it is counted in. `inner`: numbers that count within rows.
fn stays<'n>(
    task: &Task,
    used: &Use,
    rows: &[Poly],
    mut inner: impl Iterator<Item = &'n i64>,
) -> bool {
    let Some(last) = rows.last().and_then(Poly::as_constant) else {
        return false;
    };
    if used.shape == Shape::Slice || !inner.all(|n| last % n == 0) {
        return used.shape == Shape::Slice;
    }
    let within = |part: &Poly, row: &Poly| {
        let (lo, hi) = over_all(task, &Some((part.clone(), part.clone())))?;
        let (lo, hi, row) = (lo.as_constant()?, hi.as_constant()?, row.as_constant()?);
        (lo >= 0 && hi < row).then_some(())
    };
    match used.index.first() {
        Some(Some(index)) => split(index, rows).is_some_and(|parts| {
            parts.len() == rows.len() + 1
                && (parts.iter().skip(1).zip(rows)).all(|(part, row)| within(part, row).is_some())
        }),
        // Of all of it nothing is counted, and what is not known is taken whole.
        _ => true,
    }
}
