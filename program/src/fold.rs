//! Reductions: partial results of LPUs, and trees of tasks that combine them.
//!
//! A tree follows the spaces: the partial results of the LPUs that divide one LPU are combined
//! for it, 16 neighbours (by number, idle ones counted) at a time, and so on up to the space of
//! the result. So order and shape depend on the partition alone. LPUs that a guard left out have
//! no partial result; one that folded nothing has an empty one.
//!
//! An LPU folds Reals in [`LANES`] lanes, dealt to them in turn: a sum in one lane would take the
//! time of one addition behind the other, whatever a processor can do at once.

use std::marker::PhantomData;
use std::sync::Arc;

use hp5::highp5::partition::SpaceId;
use hp5::rt::{Mode, Region, Site, Task};

use crate::Fault;
use crate::fault::Faults;
use crate::scalar::{Cell, Scalar, Slot};
use crate::task::spawn;
use crate::unit::Unit;

/// Partial results that one task combines, at most.
const FAN_IN: usize = 16;

/// In how many lanes sums and products of Reals are folded: value number `n` is in lane
/// `n % LANES`, and lanes are combined from the first to the last.
const LANES: usize = 8;

/// What a reduction does with values of a type.
pub trait Operator<T>: Copy {
    /// True where values are dealt to lanes.
    const IN_LANES: bool;
    /// What folding into leaves any value as it is; what stands there before the first one.
    const BEGIN: T;
    /// The result of no value at all.
    const NOTHING: T;
    /// Takes in a value. `any`: there was one before.
    fn fold(any: bool, so_far: T, value: T) -> T;
}

/// A partial result.
#[derive(Debug, Clone, Copy)]
pub struct Fold<O, T> {
    /// The first one alone where values are not dealt.
    lanes: [T; LANES],
    /// Which one is next.
    lane: usize,
    any: bool,
    operator: PhantomData<O>,
}

impl<O: Operator<T>, T: Copy> Fold<O, T> {
    /// Of no value.
    #[inline]
    #[must_use]
    pub fn new() -> Fold<O, T> {
        Fold {
            lanes: [O::BEGIN; LANES],
            lane: 0,
            any: false,
            operator: PhantomData,
        }
    }

    /// Takes in a value.
    #[inline(always)]
    pub fn take(&mut self, value: T) {
        let lane = self.lane;
        self.lanes[lane] = O::fold(self.any, self.lanes[lane], value);
        self.any = true;
        if O::IN_LANES {
            self.lane = (lane + 1) % LANES;
        }
    }

    /// Takes in the values of indices from `first` to `last`, ascending: all lanes at once, where
    /// there are some.
    #[inline(always)]
    pub fn take_all(&mut self, first: i64, last: i64, mut value: impl FnMut(i64) -> T) {
        let mut at = first;
        if O::IN_LANES {
            while self.lane != 0 && at <= last {
                self.take(value(at));
                at += 1;
            }
            let mut lanes = self.lanes;
            while at + (LANES as i64) <= last + 1 {
                for (n, lane) in lanes.iter_mut().enumerate() {
                    *lane = O::fold(true, *lane, value(at + n as i64));
                }
                self.any = true;
                at += LANES as i64;
            }
            self.lanes = lanes;
        }
        while at <= last {
            self.take(value(at));
            at += 1;
        }
    }

    /// What has been folded so far.
    fn value(&self) -> T {
        let [first, rest @ ..] = &self.lanes;
        match O::IN_LANES {
            true => rest
                .iter()
                .fold(*first, |all, lane| O::fold(true, all, *lane)),
            false => *first,
        }
    }
}

impl<O: Operator<T>, T: Copy> Default for Fold<O, T> {
    fn default() -> Self {
        Fold::new()
    }
}

/// What reductions combine.
pub trait Partial: Clone {
    /// Of a result.
    type Result;
    /// Takes in what LPUs behind have folded.
    fn merge(&mut self, other: &Self);
    /// The result.
    fn result(&self) -> Self::Result;
}

impl<O: Operator<T>, T: Copy> Partial for Fold<O, T> {
    type Result = T;

    fn merge(&mut self, other: &Self) {
        if other.any {
            let value = O::fold(self.any, self.value(), other.value());
            *self = Fold::new();
            self.take(value);
        }
    }

    fn result(&self) -> T {
        match self.any {
            true => self.value(),
            false => O::NOTHING,
        }
    }
}

/// The index of the best value so far, the least one among equals.
#[derive(Debug, Clone, Copy)]
pub struct Entry<const GREATEST: bool, T> {
    best: Option<(T, i32)>,
}

impl<const GREATEST: bool, T: Copy + PartialOrd> Entry<GREATEST, T> {
    /// Of no value.
    #[inline]
    #[must_use]
    pub fn new() -> Self {
        Entry { best: None }
    }

    /// Takes in a value with its index.
    #[inline(always)]
    pub fn take(&mut self, value: T, index: i32) {
        let Some((best, at)) = self.best else {
            self.best = Some((value, index));
            return;
        };
        let better = match GREATEST {
            true => value > best,
            false => value < best,
        };
        if better || (value == best && index < at) {
            self.best = Some((value, index));
        }
    }
}

impl<const GREATEST: bool, T: Copy + PartialOrd> Default for Entry<GREATEST, T> {
    fn default() -> Self {
        Entry::new()
    }
}

impl<const GREATEST: bool, T: Copy + PartialOrd> Partial for Entry<GREATEST, T> {
    type Result = i32;

    fn merge(&mut self, other: &Self) {
        if let Some((value, index)) = other.best {
            self.take(value, index);
        }
    }

    fn result(&self) -> i32 {
        self.best.map_or(-1, |(_, index)| index)
    }
}

macro_rules! operators {
    ($($(#[$doc:meta])* $name:ident, $lanes:expr; $($ty:ty = $begin:expr, $nothing:expr),+;
       |$any:ident, $a:ident, $b:ident| $fold:expr;)*) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, Copy)]
        pub enum $name {}
        $(impl Operator<$ty> for $name {
            const IN_LANES: bool = $lanes;
            const BEGIN: $ty = $begin;
            const NOTHING: $ty = $nothing;
            #[inline(always)]
            #[allow(unused_variables)]
            fn fold($any: bool, $a: $ty, $b: $ty) -> $ty {
                $fold
            }
        })+
    )*};
}

operators! {
    /// `"sum"` of Integers.
    WholeSum, false; i32 = 0, 0; |any, a, b| a.wrapping_add(b);
    /// `"sum"` of Reals; -0 is what leaves 0 and -0 as they are.
    Sum, true; f32 = -0.0, 0.0, f64 = -0.0, 0.0; |any, a, b| a + b;
    /// `"product"` of Integers.
    WholeProduct, false; i32 = 1, 1; |any, a, b| a.wrapping_mul(b);
    /// `"product"` of Reals.
    Product, true; f32 = 1.0, 1.0, f64 = 1.0, 1.0; |any, a, b| a * b;
    /// `"max"`: the first of equals; what is no number stays when it is the first.
    Max, false; i32 = i32::MIN, i32::MIN, f32 = f32::NEG_INFINITY, f32::NEG_INFINITY,
        f64 = f64::NEG_INFINITY, f64::NEG_INFINITY; |any, a, b| if !any || b > a { b } else { a };
    /// `"min"`, as `"max"`.
    Min, false; i32 = i32::MAX, i32::MAX, f32 = f32::INFINITY, f32::INFINITY,
        f64 = f64::INFINITY, f64::INFINITY; |any, a, b| if !any || b < a { b } else { a };
    /// `"land"`.
    And, false; bool = true, true; |any, a, b| a & b;
    /// `"lor"`.
    Or, false; bool = false, false; |any, a, b| a | b;
    /// `"band"`.
    BitAnd, false; i32 = -1, -1; |any, a, b| a & b;
    /// `"bor"`.
    BitOr, false; i32 = 0, 0; |any, a, b| a | b;
}

/// What a task makes for a reduction; `None` where a guard kept the LPU out.
pub type PartialSlot<P> = Arc<Slot<Option<P>>>;

/// Declares that a task makes a partial result.
#[must_use]
pub fn partial<P>(task: &mut Task<'_>) -> PartialSlot<P> {
    let slot = Slot::new();
    slot.declare(task, Mode::Out);
    slot
}

/// Partial results of the LPUs that divide one, folded as they come, by the tree that
/// [`combine`] would make of them.
#[derive(Debug)]
pub struct Tree<P> {
    /// By level: of the stretch of that number, what has come of it.
    levels: Vec<Option<(usize, P)>>,
}

impl<P: Partial> Tree<P> {
    /// Of none.
    #[must_use]
    pub fn new() -> Tree<P> {
        Tree { levels: Vec::new() }
    }

    /// Takes in that of the LPU of this number; numbers ascend.
    #[inline]
    pub fn push(&mut self, number: usize, part: P) {
        self.add(0, number, part);
    }

    fn add(&mut self, level: usize, number: usize, part: P) {
        if self.levels.len() == level {
            self.levels.push(None);
        }
        let stretch = number / FAN_IN;
        match &mut self.levels[level] {
            Some((open, all)) if *open == stretch => all.merge(&part),
            slot => {
                if let Some((full, all)) = slot.replace((stretch, part)) {
                    self.add(level + 1, full, all);
                }
            }
        }
    }

    /// That of the LPU that they divide.
    #[must_use]
    pub fn finish(mut self) -> Option<P> {
        let mut level = 0;
        while level + 1 < self.levels.len() {
            if let Some((number, all)) = self.levels[level].take() {
                self.add(level + 1, number, all);
            }
            level += 1;
        }
        self.levels.pop()?.map(|(_, all)| all)
    }
}

impl<P: Partial> Default for Tree<P> {
    fn default() -> Self {
        Tree::new()
    }
}

/// A unit with partial results of LPUs in it, which are still to be combined.
struct Node<C, P> {
    unit: Unit<C>,
    parts: Vec<PartialSlot<P>>,
}

/// Combines partial results of the LPUs of a space, in their order, into a variable of the
/// LPUs of the space `to` (`None`: Root) that they are in.
pub fn combine<C, P>(
    (region, site, faults): (&Region, &'static Site, &Faults),
    partials: Vec<(Unit<C>, PartialSlot<P>)>,
    to: Option<SpaceId>,
    cell: impl Fn(&C) -> &Cell<P::Result>,
) where
    P: Partial + Send + Sync,
    P::Result: Clone + Send + Sync,
{
    let node = |(unit, part)| Node {
        unit,
        parts: vec![part],
    };
    let mut nodes: Vec<Node<C, P>> = partials.into_iter().map(node).collect();
    while nodes
        .first()
        .is_some_and(|node| node.unit.lpu().space() != to)
    {
        nodes = up(region, site, faults, nodes);
    }
    for node in nodes {
        finish(region, site, faults, &node, to, &cell);
    }
}

/// A unit, and partial results of LPUs that divide it, each with its number.
type Inside<C, P> = (Unit<C>, Vec<(usize, PartialSlot<P>)>);

/// One space up: the partial results of LPUs that divide one, as those of that one.
fn up<C, P: Partial + Send + Sync>(
    region: &Region,
    site: &'static Site,
    faults: &Faults,
    nodes: Vec<Node<C, P>>,
) -> Vec<Node<C, P>> {
    let mut above: Vec<Inside<C, P>> = Vec::new();
    for node in nodes {
        let Some(around) = node.unit.around().cloned() else {
            continue;
        };
        let number = node.unit.number();
        let part = together(region, site, faults, node.parts);
        match above.last_mut().filter(|(unit, _)| unit.is(&around)) {
            Some((_, parts)) => parts.push((number, part)),
            None => above.push((around, vec![(number, part)])),
        }
    }
    let last = |(unit, mut parts): Inside<C, P>| {
        // As many at a time as are within one stretch of numbers.
        while parts.iter().any(|(number, _)| *number >= FAN_IN) {
            let mut fewer = Vec::new();
            for group in parts.chunk_by(|a, b| a.0 / FAN_IN == b.0 / FAN_IN) {
                let list = group.iter().map(|(_, part)| part.clone()).collect();
                fewer.push((group[0].0 / FAN_IN, together(region, site, faults, list)));
            }
            parts = fewer;
        }
        let parts = parts.into_iter().map(|(_, part)| part).collect();
        Node { unit, parts }
    };
    above.into_iter().map(last).collect()
}

/// A task that combines partial results; none for one of them.
fn together<P: Partial + Send + Sync>(
    region: &Region,
    site: &'static Site,
    faults: &Faults,
    mut parts: Vec<PartialSlot<P>>,
) -> PartialSlot<P> {
    if parts.len() == 1
        && let Some(part) = parts.pop()
    {
        return part;
    }
    let mut task = region.task(site);
    parts
        .iter()
        .for_each(|part| part.declare(&mut task, Mode::In));
    let slot = partial(&mut task);
    let made = slot.clone();
    // SAFETY: the body touches what it owns.
    unsafe {
        spawn(task, faults, move || {
            made.fill(merged(&parts)?);
            Ok(())
        });
    }
    slot
}

fn merged<P: Partial>(parts: &[PartialSlot<P>]) -> Result<Option<P>, Fault> {
    let mut all: Option<P> = None;
    for part in parts {
        match (&mut all, part.get()?) {
            (Some(all), Some(part)) => all.merge(part),
            (all @ None, Some(part)) => *all = Some(part.clone()),
            (_, None) => {}
        }
    }
    Ok(all)
}

/// The task that sets the result, in the unit and in those around that have it too: what an
/// un-partitioned space or a sub-partition has, the space around it has.
fn finish<C, P>(
    region: &Region,
    site: &'static Site,
    faults: &Faults,
    node: &Node<C, P>,
    to: Option<SpaceId>,
    cell: &impl Fn(&C) -> &Cell<P::Result>,
) where
    P: Partial + Send + Sync,
    P::Result: Clone + Send + Sync,
{
    let mut task = region.task(site);
    node.parts
        .iter()
        .for_each(|part| part.declare(&mut task, Mode::In));
    let mut cells: Vec<&Cell<P::Result>> = Vec::new();
    let mut at = Some(node.unit.at_space(to));
    while let Some(unit) = at {
        let own = cell(unit.cells());
        if !cells.iter().any(|other| std::ptr::eq(*other, own)) {
            cells.push(own);
        }
        at = match unit.is_part_of_around() {
            true => unit.around(),
            false => None,
        };
    }
    let writes: Vec<_> = cells.iter().map(|cell| cell.write(&mut task)).collect();
    let parts = node.parts.clone();
    // SAFETY: the body touches what it owns.
    unsafe {
        spawn(task, faults, move || {
            let result = merged(&parts)?.map(|all| all.result());
            for write in &writes {
                match &result {
                    Some(value) => write.end(Scalar {
                        value: value.clone(),
                        set: write.begin()?.set,
                    }),
                    None => write.pass()?,
                }
            }
            Ok(())
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_of_values_and_of_none() {
        let mut sum = Fold::<Sum, f64>::new();
        assert_eq!(sum.result().to_bits(), 0.0_f64.to_bits());
        sum.take(-0.0);
        assert_eq!(sum.result().to_bits(), (-0.0_f64).to_bits());
        sum.merge(&Fold::new());
        assert_eq!(sum.result().to_bits(), (-0.0_f64).to_bits());
        let mut max = Fold::<Max, f64>::new();
        assert_eq!(max.result(), f64::NEG_INFINITY);
        max.take(f64::NAN);
        max.take(3.0);
        assert!(max.result().is_nan());
        let mut entry = Entry::<true, i32>::new();
        assert_eq!(entry.result(), -1);
        for (index, value) in [(4, 7), (2, 7), (3, 7), (9, 1)] {
            entry.take(value, index);
        }
        assert_eq!(entry.result(), 2);
        assert_eq!(Fold::<BitAnd, i32>::new().result(), -1);
    }

    /// The order in which lanes are folded, and that many values at once do not change it.
    #[test]
    fn sums_of_an_lpu_are_folded_in_lanes() {
        let value = |n: i64| (1.0 + n as f64).powi(n as i32 % 40 - 20);
        let mut unlike = 0;
        for count in [0, 1, 2, 7, 8, 9, 16, 23, 100] {
            for cut in 0..=count.min(20) {
                let mut lanes = [-0.0_f64; LANES];
                (0..count).for_each(|n| lanes[n as usize % LANES] += value(n));
                let expected = lanes.iter().fold(-0.0, |all, lane| all + lane);
                let mut fold = Fold::<Sum, f64>::new();
                (0..cut).for_each(|n| fold.take(value(n)));
                fold.take_all(cut, count - 1, value);
                let found = fold.result();
                assert!(found == expected, "{count} {cut}: {found} {expected}");
                let plain: f64 = (0..count).map(value).sum();
                unlike += usize::from(found.to_bits() != plain.to_bits());
                // Whole numbers and greatest values know no lanes.
                let mut whole = Fold::<WholeSum, i32>::new();
                whole.take_all(cut, count - 1, |n| n as i32);
                assert_eq!(i64::from(whole.result()), (cut..count).sum::<i64>());
                let mut most = Fold::<Max, f64>::new();
                most.take_all(0, count - 1, value);
                let greatest = (0..count).map(value).fold(f64::NEG_INFINITY, f64::max);
                assert!(most.result() == greatest);
            }
        }
        assert!(unlike > 4, "the order matters in {unlike} cases");
    }

    /// What `combine` does with the partial results of LPUs that divide one, without tasks.
    fn by_definition(mut parts: Vec<(usize, Fold<Sum, f64>)>) -> Option<Fold<Sum, f64>> {
        let together = |list: &[(usize, Fold<Sum, f64>)]| {
            let (first, rest) = list.split_first()?;
            let mut all = first.1;
            rest.iter().for_each(|(_, part)| all.merge(part));
            Some((first.0 / FAN_IN, all))
        };
        while parts.iter().any(|(number, _)| *number >= FAN_IN) {
            let groups = parts.chunk_by(|a, b| a.0 / FAN_IN == b.0 / FAN_IN);
            parts = groups.filter_map(together).collect();
        }
        together(&parts).map(|(_, all)| all)
    }

    #[test]
    fn partial_results_that_come_one_by_one_are_folded_by_the_tree() {
        // Sums of numbers of very different size tell orders apart.
        let value = |n: usize| (1.0 + n as f64).powi(n as i32 % 40 - 20);
        let in_a_row = |numbers: &[usize]| numbers.iter().map(|&n| value(n)).sum::<f64>();
        let mut unlike = 0;
        for count in [0, 1, 2, 15, 16, 17, 31, 33, 255, 256, 257, 1000, 4096, 5000] {
            for every in [1, 2, 3, 7, 16, 40] {
                let numbers: Vec<usize> = (every - 1..count).step_by(every).collect();
                let part = |&n: &usize| {
                    let mut part = Fold::new();
                    part.take(value(n));
                    (n, part)
                };
                let parts: Vec<(usize, Fold<Sum, f64>)> = numbers.iter().map(part).collect();
                let mut tree = Tree::new();
                parts.iter().for_each(|&(n, part)| tree.push(n, part));
                let bits = |part: Option<Fold<Sum, f64>>| part.map(|p| p.result().to_bits());
                let found = bits(tree.finish());
                assert_eq!(found, bits(by_definition(parts)), "{count} {every}");
                let plain = in_a_row(&numbers).to_bits();
                unlike += usize::from(found.is_some_and(|found| found != plain));
            }
        }
        assert!(unlike > 4, "the order matters in {unlike} cases");
    }
}
