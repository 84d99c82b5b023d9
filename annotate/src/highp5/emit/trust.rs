//! What loops may do without a look at each subscript.
//!
//! Before the outermost loop the ranges of all indices in it are known that run over parts of
//! arrays, or over what nothing in it changes. Subscripts made of such an index, or of none, and
//! of what is fixed ([`super::subscript`]) are held against the parts there. Where all of them
//! hold, a copy of the loops goes without; where one does not (a guard inside may still keep it
//! from being used), the other copy looks at each.

use std::collections::{BTreeMap, BTreeSet};

use super::Text;
use super::access::Uses;
use super::expr::Scope;
use super::subscript::{Around, Subscript, Trust, changed};
use crate::highp5::typed::{ExprKind, LocalId, LoopRange, Place, Root, SequenceRange, Step};

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
        let tests = self.tests(uses, &hulls, &changed);
        let mut copies = String::new();
        if !tests.is_empty() {
            let indices = hulls.keys().copied().collect();
            let trust = Trust { indices, changed };
            let trusted = self.within(Around::Trusted(trust), &mut text)?;
            copies = format!("if {} {{\n{trusted}}} else ", tests.join(" && "));
        }
        let plain = self.within(Around::Loops, &mut text)?;
        Ok(match tests.is_empty() {
            true => plain,
            false => format!("{copies}{{\n{plain}}}\n"),
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

    /// What has to hold for subscripts of these indices to be in the parts.
    fn tests(
        &self,
        uses: &Uses<'_>,
        hulls: &BTreeMap<LocalId, Hull>,
        changed: &BTreeSet<LocalId>,
    ) -> Vec<String> {
        let mut tests = BTreeSet::new();
        for place in &uses.places {
            let (Some(element), Some(array)) = (self.element_of(place), self.array(&place.root))
            else {
                continue;
            };
            let known: Option<Vec<Subscript>> = element
                .indices
                .iter()
                .map(|i| self.subscript(i, |id| hulls.contains_key(&id), changed))
                .collect();
            for (d, Subscript { index, more }) in known.into_iter().flatten().enumerate() {
                let Some(hull) = index.and_then(|id| hulls.get(&id)) else {
                    tests.insert(format!("{array}.holds({d}, {more})"));
                    continue;
                };
                let set = hull
                    .set
                    .as_ref()
                    .map_or("None".to_owned(), |s| format!("Some({s})"));
                tests.insert(format!(
                    "{array}.covers({d}, {set}, {}, {}, {more})",
                    hull.low, hull.high
                ));
            }
        }
        tests.into_iter().collect()
    }
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
