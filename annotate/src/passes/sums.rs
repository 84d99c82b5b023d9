//! Row lengths that are sums: `a[i * (n + 2) + j]`, also where a macro or a name hides it.
//!
//! As a polynomial such an index has terms of `i` with `n` and without, so no single product divides it
//! into row and column. Here the sum is made an atom by itself, `(n + 2)`, in the indices of that array:
//! `n` is `(n + 2) - 2` in them, and where something is to be shown of bounds. The sections that come out say
//! it in the names of the program again ([`written_out`]).

use std::collections::BTreeSet;

use crate::diag::Diagnostics;
use crate::ir::{Extent, Poly, Region, RowSum, Shape, Use};
use crate::passes::variables::{shared_uses, template_dims};
use crate::passes::{tasks, tasks_mut};

/// Row lengths of an array that are sums, at most: one for each dimension but the first.
const MOST: usize = 3;

/// Names the sums that are row lengths.
pub(super) fn run(region: &mut Region, _: &mut Diagnostics) {
    let linear = tasks(region).flat_map(shared_uses).filter(|u| is_linear(u));
    let names: BTreeSet<String> = linear.map(|u| u.name.clone()).collect();
    for name in names {
        if template_dims(region, &name).is_some_and(|(dims, _)| dims < 2) {
            continue;
        }
        let sums = sums_of(region, &name);
        for task in tasks_mut(region) {
            let (mut sections, mut is_used) = (Vec::new(), false);
            for used in task.uses.iter_mut().filter(|u| u.name == name) {
                sections.extend(used.index.iter_mut());
                is_used = true;
            }
            for index in sections {
                *index = index.take().and_then(|index| named(&index, &sums));
            }
            let declared = task.declared.iter_mut().filter(|d| d.name == name);
            for extent in declared.flat_map(|d| d.section.iter_mut().flatten()) {
                if let Extent::Range { lo, hi } = extent {
                    match (named(lo, &sums), named(hi, &sums)) {
                        (Some(from), Some(to)) => (*lo, *hi) = (from, to),
                        _ => *extent = Extent::All,
                    }
                }
            }
            for sum in sums.iter().filter(|_| is_used) {
                if !task.sums.contains(sum) {
                    task.sums.push(sum.clone());
                }
            }
        }
    }
}

/// Writes the sums out in sections.
pub(super) fn written_out(region: &mut Region, _: &mut Diagnostics) {
    for task in tasks_mut(region) {
        for RowSum { atom, value, .. } in task.sums.iter().rev() {
            let extents = task.accesses.iter_mut().flat_map(|a| &mut a.section);
            for extent in extents {
                if let Extent::Range { lo, hi } = extent
                    && let Some(from) = lo.substitute(atom, value)
                    && let Some(to) = hi.substitute(atom, value)
                {
                    (*lo, *hi) = (from, to);
                }
            }
        }
    }
}

fn is_linear(used: &Use) -> bool {
    match used.shape {
        Shape::Element => used.index.len() == 1,
        Shape::Slice => true,
        _ => false,
    }
}

/// The sums that are row lengths of an array, if all its indices are rows and columns by them.
fn sums_of(region: &Region, name: &str) -> Vec<RowSum> {
    let uses = || {
        tasks(region)
            .flat_map(shared_uses)
            .filter(|u| u.name == name)
    };
    if uses().any(|u| u.shape == Shape::Element && !is_linear(u)) {
        return Vec::new();
    }
    let indices: Vec<Poly> = uses()
        .flat_map(|u| u.index.iter().flatten())
        .cloned()
        .collect();
    solved(&indices, MOST).unwrap_or_default()
}

/// Sums by which all indices are rows and columns; `None` where there are no such.
fn solved(indices: &[Poly], most: usize) -> Option<Vec<RowSum>> {
    let steps: Vec<Poly> = indices.iter().flat_map(steps).collect();
    // From row to row, from column to column, or along a diagonal.
    let is_step = |by: &Poly| {
        let row = by.minus(&Poly::constant(1));
        by.as_factor().is_some() || row.is_some_and(|row| steps.contains(&row))
    };
    if steps.iter().all(is_step) {
        return Some(Vec::new());
    }
    let with_columns = indices.iter().filter(|index| steps_of_columns(index));
    let sums: Vec<Poly> = (with_columns.flat_map(self::steps))
        .filter(|by| !is_step(by))
        .filter_map(|by| by.without_common())
        .collect();
    let is_row = |name: &str| {
        steps
            .iter()
            .any(|by| by.as_factor().is_some() && by.mentions(name))
    };
    let mut found = sums
        .iter()
        .flat_map(|sum| sum.summands().into_iter().map(move |name| (sum, name)));
    found.find_map(|(value, name)| {
        let atom = format!("({})", value.to_text(str::to_owned));
        let rest = value.minus(&Poly::atom(name))?;
        let sum = RowSum {
            inverse: Poly::atom(atom.as_str()).minus(&rest)?,
            atom,
            value: value.clone(),
            name: name.to_owned(),
        };
        let next = indices
            .iter()
            .map(|index| index.substitute(name, &sum.inverse));
        let next: Vec<Poly> = next.collect::<Option<_>>()?;
        let others = (most > 0 && !is_row(name)).then(|| solved(&next, most - 1))??;
        Some(std::iter::once(sum).chain(others).collect())
    })
}

/// What stands beside each loop variable of an index.
fn steps(index: &Poly) -> Vec<Poly> {
    let loops = index.atoms().into_iter().filter(|atom| atom.contains('@'));
    let steps = loops.filter_map(|atom| index.factor_of(atom));
    steps.map(|(by, _)| by).collect()
}

/// Some loop goes from column to column.
fn steps_of_columns(index: &Poly) -> bool {
    steps(index).iter().any(|by| by.as_constant().is_some())
}

fn named(index: &Poly, sums: &[RowSum]) -> Option<Poly> {
    sums.iter().try_fold(index.clone(), |index, sum| {
        let next = index.substitute(&sum.name, &sum.inverse)?;
        // `i * (n + 2) + n + 1` is in the last column, not before the first one of the next row.
        let rightwards = steps(&index)
            .iter()
            .any(|by| by.as_constant().is_some_and(|by| by > 0));
        let (rows, columns) = next.factor_of(&sum.atom)?;
        let is_left = columns.number() < 0 && rows.number() > 0;
        match is_left && !rightwards {
            true => next.minus(&Poly::atom(sum.atom.as_str()))?.plus(&sum.value),
            false => Some(next),
        }
    })
}
