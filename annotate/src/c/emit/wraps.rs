//! Values without a sign that may wrap around: looked at where a task is registered. Where one does, what
//! the task names by it is not what it uses, and its code is run at once, when all tasks before it have ended.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use crate::c::emit::{Context, Loop, value};
use crate::ir::{Poly, Shape, Task, WrapOf};

impl Context<'_> {
    /// What says, as `hp5_wraps`, whether a value of the task wraps around; empty where none can.
    pub(super) fn wraps(&self, task: &Task, loops: &[Loop]) -> String {
        if task.wraps.is_empty() {
            return String::new();
        }
        let mut out = String::new();
        let of = |of: WrapOf| {
            task.wraps
                .iter()
                .filter(move |w| w.of == of)
                .map(|w| &w.value)
        };
        let wraps = [WrapOf::Index, WrapOf::Bound, WrapOf::Signed];
        let counts = wraps.map(|kind| of(kind).count());
        let mut all: Vec<&Poly> = wraps.into_iter().flat_map(of).collect();
        let elements = task.uses.iter().filter(|u| u.shape == Shape::Element);
        let indices = elements.flat_map(|u| u.index.iter().flatten());
        for index in indices.filter(|_| counts[0] > 0) {
            if !all.contains(&index) && is_told(task, index) {
                all.push(index);
            }
        }
        let used = used_loops(task, &all);
        for (n, info) in task.inner.iter().enumerate() {
            if !used.contains(&n) {
                continue;
            }
            let own = loops.iter().find(|l| l.tiled.atom == info.atom);
            let ends = match (own, &info.lo, &info.hi) {
                (Some(l), ..) => {
                    let (lower, upper) = l.bounds(self.src);
                    format!("{{(double)({lower}), (double)({upper}) - 1}}")
                }
                (None, Some(lo), Some(hi)) if is_told(task, lo) && is_told(task, hi) => {
                    format!(
                        "{{{}.least, {}.greatest - 1}}",
                        reach(task, lo),
                        reach(task, hi)
                    )
                }
                _ => continue,
            };
            let _ = writeln!(out, "    const hp5_reach hp5_reach_{n} = {ends};");
        }
        let list: Vec<String> = all.iter().map(|poly| reach(task, poly)).collect();
        let _ = writeln!(
            out,
            "    const hp5_reach hp5_reached[] = {{{}}};\n    \
             const int hp5_wraps = hp5_wrapped(hp5_reached, {}, {}, {}, {});",
            list.join(", "),
            counts[0],
            counts[1],
            counts[2],
            all.len()
        );
        out + &self.at_once(task, "hp5_wraps")
    }
}

/// Loops whose variables are in polynomials, and in the bounds of such loops.
fn used_loops(task: &Task, all: &[&Poly]) -> BTreeSet<usize> {
    let (mut used, mut open) = (BTreeSet::new(), all.to_vec());
    while let Some(poly) = open.pop() {
        for (n, info) in task.inner.iter().enumerate() {
            if poly.mentions(&info.atom) && used.insert(n) {
                let tiled = task.loops.iter().any(|l| l.atom == info.atom);
                let ends = info.lo.iter().chain(&info.hi);
                open.extend(ends.filter(|_| !tiled));
            }
        }
    }
    used
}

/// Bounds of its loops are known.
fn is_told(task: &Task, poly: &Poly) -> bool {
    poly.atoms().into_iter().all(|atom| {
        let tiled = task.loops.iter().any(|l| l.atom == atom);
        let inner = task.inner.iter().find(|l| l.atom == atom);
        let told = |end: &Option<Poly>| end.as_ref().is_some_and(|end| is_told(task, end));
        tiled || inner.map_or(!atom.contains('@'), |l| told(&l.lo) && told(&l.hi))
    })
}

/// The least and the greatest value, as an expression of C.
fn reach(task: &Task, poly: &Poly) -> String {
    let atom = |atom: &String| match task.inner.iter().position(|l| l.atom == *atom) {
        Some(n) => format!("hp5_reach_{n}"),
        None => format!("hp5_at({})", value(&Poly::atom(atom.as_str()))),
    };
    let term = |(product, c): (&[String], i64)| {
        let mut factors = product.iter().map(atom);
        let first = match (c, factors.next()) {
            (1, Some(first)) => first,
            (_, Some(first)) => format!("hp5_reach_product(hp5_at({c}), {first})"),
            (_, None) => format!("hp5_at({c})"),
        };
        factors.fold(first, |a, b| format!("hp5_reach_product({a}, {b})"))
    };
    let sum = poly
        .terms()
        .map(term)
        .reduce(|a, b| format!("hp5_reach_sum({a}, {b})"));
    sum.unwrap_or_else(|| "hp5_at(0)".to_owned())
}
