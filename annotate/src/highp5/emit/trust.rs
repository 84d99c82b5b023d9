//! What loops may do without a look at each subscript.
//!
//! Before the outermost loop the ranges of all indices in it are known that run over parts of
//! arrays, or over what nothing in it changes. Subscripts made of such an index, or of none, and
//! of what is fixed ([`super::subscript`]) are held against the parts there. Where all of them
//! hold, a copy of the loops goes without; where one does not (a guard inside may still keep it
//! from being used), the other copy looks at each. Where subscripts beside the outermost index
//! leave a part at its ends, only these ends go the second way ([`Scope::stretches`]).
//!
//! Subscripts that only the loops know, as values of arrays are (`v[columns[j]]`), are looked at
//! in the first copy too. It is for parts without holes where partition functions make none: there
//! that is one comparison, and a loop is one over all that is between its ends.

use std::collections::{BTreeMap, BTreeSet};

use super::Text;
use super::access::Uses;
use super::expr::{At, Scope};
use super::reach::{may_be_dense, rank};
use super::subscript::{Around, Subscript, Trust, changed};
use crate::highp5::typed::{
    Expr, ExprKind, LocalId, LoopRange, Place, Root, SequenceRange, Step, VariableId,
};

/// Range of an index whose loop is known before the outermost one begins.
struct Hull {
    low: String,
    high: String,
    /// The positions it runs over, where it is an array's.
    set: Option<String>,
}

impl Scope<'_> {
    /// The text of a loop, in as many copies as it takes. `ranges`: its own, whose `lo` and `hi`
    /// are settled; `uses`: what is in it.
    pub(super) fn settled(
        &mut self,
        ranges: &[LoopRange],
        uses: &Uses<'_>,
        mut text: impl FnMut(&mut Self) -> Text,
    ) -> Text {
        if !matches!(self.around, Around::Nothing) {
            // The outermost loop has settled what may be trusted in this copy of the body.
            return text(self);
        }
        let mut changed = changed(uses);
        changed.extend(ranges.iter().map(|range| range.index));
        let hulls = self.hulls(ranges, uses, &changed);
        let mut tests = self.tests(uses, &hulls, &changed, false);
        let with_values = self.tests(uses, &hulls, &changed, true);
        let stretches = self.stretches(ranges, uses, &hulls, &changed);
        let mut copies = String::new();
        if !tests.is_empty() {
            let near = self.near(ranges, uses, &hulls, &changed, &mut tests);
            let mut trust = Trust {
                indices: hulls.keys().copied().collect(),
                changed,
                near,
                values: true,
            };
            let mut copy = |scope: &mut Self, trust: Trust, tests: BTreeSet<String>| -> Text {
                let mut trusted = scope.within(Around::Trusted(trust), &mut text)?;
                if scope.stand_alone(ranges, uses) {
                    trusted = scope.alone(ranges, uses, &trusted);
                }
                let tests: Vec<String> = tests.into_iter().collect();
                Ok(format!("if {} {{\n{trusted}}} else ", tests.join(" && ")))
            };
            if !with_values.is_subset(&tests) {
                let all = with_values.union(&tests).cloned().collect();
                copies += &copy(self, trust.clone(), all)?;
            }
            trust.values = false;
            copies += &copy(self, trust, tests)?;
        }
        let plain = self.within(Around::Loops, &mut text)?;
        let text = match copies.is_empty() {
            true => plain,
            false => format!("{copies}{{\n{plain}}}\n"),
        };
        Ok(match stretches {
            Some(stretches) => format!("{stretches}{text}}}\n"),
            None => text,
        })
    }

    fn within(&mut self, around: Around, text: &mut impl FnMut(&mut Self) -> Text) -> Text {
        self.around = around;
        let text = text(self);
        self.around = Around::Nothing;
        text
    }

    /// The ranges that are known before the outermost loop: its own, and those of loops inside
    /// that run over parts of arrays or over what is fixed.
    fn hulls(
        &self,
        ranges: &[LoopRange],
        uses: &Uses<'_>,
        changed: &BTreeSet<LocalId>,
    ) -> BTreeMap<LocalId, Hull> {
        let mut hulls = BTreeMap::new();
        let mut unknown = BTreeSet::new();
        let mut add = |id: LocalId, hull: Option<Hull>| {
            // One name for two loops: which of them a subscript means is not told apart here.
            let twice = match hull {
                Some(hull) => hulls.insert(id, hull).is_some(),
                None => true,
            };
            if twice {
                unknown.insert(id);
            }
        };
        for range in &uses.ranges {
            add(range.index, self.hull_of(range, changed));
        }
        for (id, range) in &uses.sequences {
            add(*id, self.hull_in_order(range, changed));
        }
        for range in ranges {
            let n = range.index.0;
            let set = self.array_of(range);
            let hull = Hull {
                low: format!("lo{n}"),
                high: format!("hi{n}"),
                set: set.map(|array| format!("{array}.set({})", range.dimension)),
            };
            add(range.index, Some(hull));
        }
        for place in &uses.assigned {
            if let Root::Local(id) = place.root {
                unknown.insert(id);
            }
        }
        hulls.retain(|id, _| !unknown.contains(id));
        hulls
    }

    /// The range of a parallel loop inside.
    fn hull_of(&self, range: &LoopRange, changed: &BTreeSet<LocalId>) -> Option<Hull> {
        match self.array_of(range) {
            Some(array) => Some(part(&array, range.dimension)),
            None => {
                let fixed = self.is_fixed_place(&range.over, changed);
                fixed
                    .then(|| self.read(&range.over).ok())?
                    .as_deref()
                    .map(ends)
            }
        }
    }

    /// The range of a loop in order.
    fn hull_in_order(&self, range: &SequenceRange, changed: &BTreeSet<LocalId>) -> Option<Hull> {
        let local = |place: &Place, d: Option<u8>| {
            let array = self.array(&place.root)?;
            match (&place.steps[..], d) {
                ([Step::Local], Some(d)) => Some(part(&array, d)),
                (
                    [Step::Local, Step::Dimension(d)]
                    | [Step::Local, Step::Dimension(d), Step::Range],
                    None,
                ) => Some(part(&array, *d)),
                _ => None,
            }
        };
        let known = match range {
            SequenceRange::Dimension(place, d) => local(place, Some(*d)),
            SequenceRange::Range(value) => match &value.kind {
                ExprKind::Read(place) => local(place, None),
                _ => None,
            },
        };
        known.or_else(|| self.fixed_range(range, changed).as_deref().map(ends))
    }

    /// What has to hold for subscripts of these indices to be in the parts; `values`: and for those
    /// that are values of arrays.
    fn tests(
        &self,
        uses: &Uses<'_>,
        hulls: &BTreeMap<LocalId, Hull>,
        changed: &BTreeSet<LocalId>,
        values: bool,
    ) -> BTreeSet<String> {
        let mut tests = BTreeSet::new();
        for place in &uses.places {
            let (Some(element), Some(array)) = (self.element_of(place), self.array(&place.root))
            else {
                continue;
            };
            let test = |(d, index): (usize, &&Expr)| match self.subscript(
                index,
                |id| hulls.contains_key(&id),
                changed,
            ) {
                Some(at) => Some(test(&array, d, &at, hulls)),
                None => {
                    let value = self.valued(index).filter(|_| values)?;
                    let (of, more) = (value.array(), value.more);
                    Some(format!("{array}.covers_values({d}, {of}, {more})"))
                }
            };
            let all: Option<Vec<String>> = element.indices.iter().enumerate().map(test).collect();
            tests.extend(all.into_iter().flatten());
        }
        tests
    }

    /// The beginning of a loop over stretches of the outermost index: where subscripts beside it
    /// are inside, and before and behind that. Else one row at an edge would send all others the
    /// slow way.
    fn stretches(
        &self,
        ranges: &[LoopRange],
        uses: &Uses<'_>,
        hulls: &BTreeMap<LocalId, Hull>,
        changed: &BTreeSet<LocalId>,
    ) -> Option<String> {
        let first = ranges.first()?.index;
        let known = hulls.contains_key(&first);
        let mut inside = BTreeSet::new();
        for place in uses.places.iter().filter(|_| known) {
            let (Some(element), Some(array)) = (self.element_of(place), self.array(&place.root))
            else {
                continue;
            };
            for (d, index) in element.indices.iter().enumerate() {
                let at = self.subscript(index, |id| id == first, changed);
                let beside = at.filter(|at| at.index.is_some() && at.more != "0");
                inside.extend(beside.map(|Subscript { more, .. }| {
                    format!("({array}.low({d}), {array}.high({d}), {more})")
                }));
            }
        }
        let inside: Vec<String> = inside.into_iter().collect();
        let n = first.0;
        (!inside.is_empty()).then(|| {
            format!(
                "for (lo{n}, hi{n}) in stretches((lo{n}, hi{n}), &[{}]) {{\n",
                inside.join(", ")
            )
        })
    }

    /// The arrays that loops run over, or have subscripts of that only they know, and that have no
    /// holes as far as partition functions tell: that it is so is added to the tests.
    fn near(
        &self,
        ranges: &[LoopRange],
        uses: &Uses<'_>,
        hulls: &BTreeMap<LocalId, Hull>,
        changed: &BTreeSet<LocalId>,
        tests: &mut BTreeSet<String>,
    ) -> BTreeSet<String> {
        let mut near = BTreeSet::new();
        let Some(task) = self.task.filter(|_| self.at == At::Stage) else {
            return near;
        };
        let mut add = |id: VariableId, array: String| {
            if may_be_dense(task, id) {
                tests.extend((0..rank(task, id)).map(|d| format!("{array}.is_dense({d})")));
                near.insert(array);
            }
        };
        for range in ranges.iter().chain(uses.ranges.iter().copied()) {
            if let (Root::Variable(id, _), Some(array)) = (&range.over.root, self.array_of(range)) {
                add(*id, array);
            }
        }
        for place in &uses.places {
            let Root::Variable(id, _) = place.root else {
                continue;
            };
            let (Some(element), Some(array)) = (self.element_of(place), self.array_at(place))
            else {
                continue;
            };
            let known = |index: &&Expr| {
                let at = self.subscript(index, |id| hulls.contains_key(&id), changed);
                at.is_some()
            };
            if !element.indices.iter().all(known) {
                add(id, array);
            }
        }
        near
    }
}

/// What has to hold for subscript `d` of an array to be in its part.
fn test(array: &str, d: usize, at: &Subscript, hulls: &BTreeMap<LocalId, Hull>) -> String {
    let more = &at.more;
    let Some(hull) = at.index.and_then(|id| hulls.get(&id)) else {
        return format!("{array}.holds({d}, {more})");
    };
    let set = match &hull.set {
        Some(set) => format!("Some({set})"),
        None => "None".to_owned(),
    };
    let (low, high) = (&hull.low, &hull.high);
    format!("{array}.covers({d}, {set}, {low}, {high}, {more})")
}

/// All that an LPU sees of a dimension.
fn part(array: &str, d: u8) -> Hull {
    Hull {
        low: format!("{array}.low({d})"),
        high: format!("{array}.high({d})"),
        set: Some(format!("{array}.set({d})")),
    }
}

/// The ends of a range.
fn ends(range: &str) -> Hull {
    Hull {
        low: format!("i64::from({range}.min)"),
        high: format!("i64::from({range}.max)"),
        set: None,
    }
}
