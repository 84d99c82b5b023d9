//! Numbers of constants in indices and bounds: `const W: usize = 64;`.
//!
//! A constant keeps its name, which people know rows by; that it is a number is one of the facts by which
//! bounds are shown. Where an array is indexed by rows of several names, or of a name and a number,
//! `a[y * W + x]` beside `a[y * STRIDE + x]`, the numbers stand for them all.

use std::collections::BTreeMap;

use crate::diag::Diagnostics;
use crate::ir::{Extent, Poly, Region, Shape, Task};
use crate::passes::variables::shared_uses;
use crate::passes::{tasks, tasks_mut};
use crate::semantics::scopes::{binder, node_at};
use crate::syntax::constants::number_of;
use crate::syntax::rust::Source;

/// Adds what constants are to the facts of tasks, and puts numbers in place of names where these are mixed.
pub(super) fn run(src: &Source, region: &mut Region, _: &mut Diagnostics) {
    let mut all = BTreeMap::new();
    for task in tasks_mut(region) {
        let Some(stmt) = node_at(src, &task.stmt) else {
            continue;
        };
        let mut found = Vec::new();
        for name in names(task) {
            let known = number_of(src, stmt, &name).filter(|_| binder(src, stmt, &name).is_none());
            found.extend(known.map(|number| (name, number)));
        }
        // What is known of a name is in terms of names that are bound before it.
        let facts = found
            .iter()
            .map(|(name, number)| (name.clone(), Poly::constant(*number)));
        task.facts.splice(0..0, facts);
        all.extend(found);
    }
    if all.is_empty() || !is_mixed(region, &all) {
        return;
    }
    for task in tasks_mut(region) {
        each_poly(task, &mut |poly| {
            let number = |poly: &Poly, (name, number): (&String, &i64)| {
                poly.substitute(name, &Poly::constant(*number))
            };
            let mut known = all.iter();
            if let Some(new) = known.try_fold(poly.clone(), |poly, known| number(&poly, known)) {
                *poly = new;
            }
        });
    }
}

/// Names that are spelled as constants are.
fn names(task: &Task) -> Vec<String> {
    let upper = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_';
    let mut names: Vec<String> = Vec::new();
    let indices = task.uses.iter().flat_map(|u| u.index.iter().flatten());
    let inner = task.inner.iter().flat_map(|l| l.lo.iter().chain(&l.hi));
    let loops = task
        .loops
        .iter()
        .flat_map(|l| l.bounds.0.iter().chain(&l.bounds.1));
    let facts = task.facts.iter().map(|(_, value)| value);
    for poly in indices.chain(inner).chain(loops).chain(facts) {
        let atoms = poly.atoms().into_iter();
        for atom in atoms.filter(|atom| atom.chars().all(upper)) {
            if !names.iter().any(|name| name == atom) {
                names.push(atom.to_owned());
            }
        }
    }
    names
}

/// Some array has rows of two constants, or of a constant and of a number.
fn is_mixed(region: &Region, numbers: &BTreeMap<String, i64>) -> bool {
    let mut rows: BTreeMap<&str, Vec<(Vec<String>, i64)>> = BTreeMap::new();
    for used in tasks(region).flat_map(shared_uses) {
        if used.shape != Shape::Element || used.index.len() != 1 {
            continue;
        }
        for index in used.index.iter().flatten() {
            let factors = index.loop_factors(|atom| atom.contains('@'));
            let known = factors.into_iter().filter(|(symbols, number)| {
                (!symbols.is_empty() || number.abs() > 1)
                    && symbols.iter().all(|name| numbers.contains_key(name))
            });
            rows.entry(&used.name).or_default().extend(known);
        }
    }
    let value = |(symbols, number): &(Vec<String>, i64)| {
        let symbols = symbols.iter().filter_map(|name| numbers.get(name));
        symbols.fold(number.abs(), |product, n| product.saturating_mul(*n))
    };
    let is_part = |a: &[String], b: &[String]| a.iter().all(|name| b.contains(name));
    rows.values().any(|list| {
        let named = || list.iter().filter(|(symbols, _)| !symbols.is_empty());
        let apart = named().any(|(a, _)| named().any(|(b, _)| !is_part(a, b) && !is_part(b, a)));
        let least = named().map(value).min();
        let number = |entry: &&(Vec<String>, i64)| entry.0.is_empty();
        apart
            || list
                .iter()
                .filter(number)
                .any(|n| least.is_some_and(|least| value(n) >= least))
    })
}

/// All polynomials of a task.
fn each_poly(task: &mut Task, change: &mut impl FnMut(&mut Poly)) {
    let indices = task
        .uses
        .iter_mut()
        .flat_map(|u| u.index.iter_mut().flatten());
    indices.for_each(&mut *change);
    let mut infos: Vec<_> = task.inner.iter_mut().collect();
    if let Some(precise) = &mut task.precise {
        let indices = precise.uses.iter_mut();
        let indices = indices.flat_map(|u| u.index.iter_mut().flatten());
        indices.for_each(&mut *change);
        infos.extend(&mut precise.inner);
    }
    for info in infos {
        info.lo
            .iter_mut()
            .chain(&mut info.hi)
            .for_each(&mut *change);
    }
    for tiled in &mut task.loops {
        let bounds = tiled.bounds.0.iter_mut().chain(&mut tiled.bounds.1);
        bounds.for_each(&mut *change);
    }
    let sections = task.declared.iter_mut();
    for extent in sections.flat_map(|d| d.section.iter_mut().flatten()) {
        if let Extent::Range { lo, hi } = extent {
            change(lo);
            change(hi);
        }
    }
}
