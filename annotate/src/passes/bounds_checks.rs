//! Bounds that can be checked once per task: from the accesses of a body the sections that are surely reached,
//! so that a check fails only if the serial program would.

use crate::ir::{Extent, LoopInfo, Poly, Shape, Sure, Task, Use, VarKind, Variable};
use crate::passes::depend;
use crate::passes::sections::{Touched, unite};

/// Sections of one array that are checked by a task at most; further accesses are checked one by one.
const MOST_SECTIONS: usize = 8;

/// The sections to check, where they hold all accesses.
pub(super) fn all(variable: &Variable, task: &Task, touched: &[Touched]) -> Option<Vec<Sure>> {
    let mut found = Sections::new(variable);
    let fits = |touch: &Touched| found.take(touch, turns(variable, task, touch)?);
    let all = !touched.is_empty() && touched.iter().map(fits).all(|taken| taken == Some(()));
    all.then(|| found.finish())
}

/// The sections of those that are surely made, where others are not.
pub(super) fn some(variable: &Variable, task: &Task, touched: &[Touched]) -> Vec<Sure> {
    let mut found = Sections::new(variable);
    let names_loops = |found: &Use| {
        let mut indices = found.index.iter().flatten();
        indices.any(|p| p.inner().next().is_some())
    };
    for touch in touched.iter().filter(|t| !t.found.in_macro) {
        let turns = turns(variable, task, touch);
        // What is done once is checked as well there.
        if let Some(turns) = turns.filter(|t| names_loops(touch.found) || !t.is_empty()) {
            let _ = found.take(touch, turns);
        }
    }
    found.finish()
}

/// Sections of one array, by the loops that must have turns for them.
struct Sections<'v> {
    kind: &'v VarKind,
    list: Vec<Sure>,
}

impl<'v> Sections<'v> {
    fn new(variable: &'v Variable) -> Sections<'v> {
        let kind = &variable.kind;
        let list = Vec::new();
        Sections { kind, list }
    }

    /// Adds one access; `None`: there are too many.
    fn take(&mut self, touch: &Touched, turns: Vec<(Poly, Poly)>) -> Option<()> {
        let mut sure = Sure {
            section: touch.section.clone(),
            turns,
            uses: vec![touch.found.span.clone()],
        };
        // One that has grown may join others.
        while let Some((n, joined)) = self.partner(&sure) {
            let mut other = self.list.remove(n);
            other.section = joined;
            other.uses.append(&mut sure.uses);
            sure = other;
        }
        let fits = self.list.len() < MOST_SECTIONS;
        fits.then(|| self.list.push(sure))
    }

    fn partner(&self, sure: &Sure) -> Option<(usize, Vec<Extent>)> {
        let mut same = self.list.iter().enumerate();
        same.find_map(|(n, other)| {
            let joined = (other.turns == sure.turns)
                .then(|| join(self.kind, &other.section, &sure.section))?;
            Some((n, joined?))
        })
    }

    /// Without the loops of whose turns the sections tell: they are empty where the loop has none.
    fn finish(mut self) -> Vec<Sure> {
        for sure in &mut self.list {
            let section = &sure.section;
            let is_told = |(from, to): &(Poly, Poly)| {
                let long = to.minus(from);
                long.is_some() && section.iter().any(|extent| length(extent) == long)
            };
            sure.turns.retain(|ends| !is_told(ends));
        }
        self.list
    }
}

fn length(extent: &Extent) -> Option<Poly> {
    match extent {
        Extent::All => None,
        Extent::Range { lo, hi } => hi.minus(lo),
    }
}

/// One section whose check fails only if that of one of the two would, where neither is empty.
fn join(kind: &VarKind, a: &[Extent], b: &[Extent]) -> Option<Vec<Extent>> {
    match kind {
        // Every dimension is compared by itself.
        VarKind::Grid { .. } => unite(a, b),
        // The least and the greatest linear index are compared.
        VarKind::Flat { .. } => match (holds(a, b), holds(b, a)) {
            (true, _) => Some(a.to_vec()),
            (_, true) => Some(b.to_vec()),
            _ => unite(a, b).filter(|united| ends_in(united, a, b)),
        },
        // Every row is compared with its own length.
        _ => unite(a, b).filter(|_| is_next(a, b)),
    }
}

/// In the order of the storage, the first element of `a` is not behind that of `b`, nor the last before.
fn holds(a: &[Extent], b: &[Extent]) -> bool {
    let order = |end: fn(&Extent) -> Option<&Poly>, rising: bool| {
        for (x, y) in a.iter().zip(b) {
            let (x, y) = match (end(x), end(y)) {
                (Some(x), Some(y)) => (x, y),
                (None, None) => continue,
                _ => return false,
            };
            match y.minus(x).and_then(|d| d.as_constant()) {
                Some(0) => {}
                other => return other.is_some_and(|d| (d > 0) == rising),
            }
        }
        true
    };
    order(first, true) && order(end, false)
}

/// First and last element of a section are those of one of two others.
fn ends_in(united: &[Extent], a: &[Extent], b: &[Extent]) -> bool {
    let same = |end: fn(&Extent) -> Option<&Poly>, other: &[Extent]| {
        let mut pairs = united.iter().zip(other);
        pairs.all(|(x, y)| end(x) == end(y))
    };
    (same(first, a) || same(first, b)) && (same(end, a) || same(end, b))
}

fn first(extent: &Extent) -> Option<&Poly> {
    match extent {
        Extent::All => None,
        Extent::Range { lo, .. } => Some(lo),
    }
}

fn end(extent: &Extent) -> Option<&Poly> {
    match extent {
        Extent::All => None,
        Extent::Range { hi, .. } => Some(hi),
    }
}

/// The sections differ in one dimension at most: in the last, or with nothing between them.
fn is_next(a: &[Extent], b: &[Extent]) -> bool {
    let mut apart = (0..a.len()).filter(|&d| a[d] != b[d]);
    let (Some(d), None) = (apart.next(), apart.next()) else {
        return a == b;
    };
    d + 1 == a.len() || touch_each_other(&a[d], &b[d]).unwrap_or(false)
}

fn touch_each_other(a: &Extent, b: &Extent) -> Option<bool> {
    let (long, other) = (length(a)?, length(b)?);
    let off = first(b)?.minus(first(a)?)?.as_constant()?;
    // Neither is empty, so one of the same length is at most one place off.
    let least = match off >= 0 {
        true => long.as_constant().unwrap_or(1),
        false => other.as_constant().unwrap_or(1),
    };
    Some(off.abs() <= least)
}

/// With bounds that depend on an outer tiled loop, a task may hold only some iterations.
fn has_hull(task: &Task) -> bool {
    task.loops.iter().any(|l| l.hull.is_some())
}

/// The bounds of the loops around that must have turns for the access to be made, and each end of the section
/// to be reached then; `None`: that is not known before the task runs.
fn turns(variable: &Variable, task: &Task, touch: &Touched) -> Option<Vec<(Poly, Poly)>> {
    let found = touch.found;
    let around = match (&found.under, found.unconditional) {
        (Some(around), _) => around.as_slice(),
        (None, true) => &[],
        (None, false) => return None,
    };
    if has_hull(task) || task.nested.is_some() || !is_known(variable, task, touch) {
        return None;
    }
    let tiled = |l: &LoopInfo| task.loops.iter().any(|t| t.atom == l.atom);
    let named = |l: &LoopInfo| found.index.iter().flatten().any(|p| p.mentions(&l.atom));
    let bounds = |l: &LoopInfo| {
        let known = l.exact && is_fixed(&l.lo) && is_fixed(&l.hi);
        l.lo.clone().zip(l.hi.clone()).filter(|_| known)
    };
    let is_around = |l: &&LoopInfo| around.contains(&l.atom) || (named(l) && !tiled(l));
    let here = || task.inner.iter().filter(is_around);
    if !around.iter().all(|atom| here().any(|l| l.atom == *atom)) {
        return None;
    }
    let mut all: Vec<(Poly, Poly)> = here().map(bounds).collect::<Option<_>>()?;
    // Of constants it is known.
    let many = |(lo, hi): &(Poly, Poly)| hi.minus(lo)?.as_constant();
    all.retain(|ends| many(ends).is_none_or(|n| n <= 0));
    Some(all)
}

/// Each end of the section is reached by the access, and of rows with lengths of their own each: loops run
/// through all values between bounds that do not depend on one another, and each moves one index.
fn is_known(variable: &Variable, task: &Task, touch: &Touched) -> bool {
    let found = touch.found;
    let indices = || found.index.iter().flatten();
    let tiled = |l: &LoopInfo| task.loops.iter().any(|t| t.atom == l.atom);
    let fixed = |l: &LoopInfo| tiled(l) || (is_fixed(&l.lo) && is_fixed(&l.hi));
    let shorter = found.indices.len() < variable.kind.dims();
    let in_place = match variable.kind {
        VarKind::Flat { .. } => depend::stays_in_row(task, variable, found),
        VarKind::Nested { .. } => !shorter && task.inner.iter().all(|l| reaches_rows(found, l)),
        _ => !shorter,
    };
    let named = |l: &&LoopInfo| indices().any(|p| p.mentions(&l.atom));
    let mut around = task.inner.iter().filter(named);
    in_place && touch.exact && found.shape != Shape::Slice && around.all(|l| l.exact && fixed(l))
}

/// The loop moves one index at most, and one of a row by single steps.
fn reaches_rows(found: &Use, around: &LoopInfo) -> bool {
    let named =
        |(_, p): &(usize, &Option<Poly>)| p.as_ref().is_some_and(|p| p.mentions(&around.atom));
    let mut indices = found.index.iter().enumerate().filter(named);
    let Some((d, Some(index))) = indices.next() else {
        return true;
    };
    let single = |(step, _): (i64, Poly)| step.abs() == 1;
    let is_last = d + 1 == found.index.len();
    indices.next().is_none() && (is_last || index.linear_in(&around.atom).is_some_and(single))
}

fn is_fixed(bound: &Option<Poly>) -> bool {
    bound.as_ref().is_some_and(|p| p.inner().next().is_none())
}
