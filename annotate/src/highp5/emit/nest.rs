//! Parallel loops: over runs of the LPU's indices, with what can be settled before them settled
//! before them.
//!
//! - Conditions that bound an index by what the loop does not change narrow its range.
//! - Subscripts made of an index and of what the loops do not change are held against the parts
//!   once, before the outermost loop ([`super::trust`]).
//! - A nest that only updates one element per turn, each from itself, is turned such that the
//!   innermost index is the last subscript of most arrays. Sums keep their order.

use std::collections::BTreeSet;

use super::access::{Uses, simple, subscripts};
use super::clear::Cleared;
use super::code::fold_name;
use super::expr::{Scope, seen};
use super::reach::has_padding;
use super::subscript::{Around, Subscript, changed};
use super::tiled::distinct;
use super::{NotYet, Text};
use crate::highp5::ast::BinaryOp;
use crate::highp5::typed::{
    Expr, ExprKind, LocalId, LoopRange, Root, Statement, StatementKind, Step, Type,
};

impl Scope<'_> {
    /// A parallel loop.
    pub(super) fn parallel(&mut self, ranges: &[LoopRange], body: &[Statement]) -> Text {
        if let Some(at) = split(ranges, body) {
            let inner = Statement {
                kind: StatementKind::For(ranges[at..].to_vec(), body.to_vec()),
                span: ranges[at].over.span,
            };
            return self.parallel(&ranges[..at], &[inner]);
        }
        let (bounds, left) = self.bounds(ranges, body)?;
        let mut uses = Uses::of(body);
        ranges
            .iter()
            .flat_map(|range| &range.condition)
            .for_each(|condition| uses.expr(condition));
        let mut cleared = self.cleared(ranges, body);
        let free = left.iter().all(Vec::is_empty);
        let clears = self.clears(&cleared, ranges, free);
        if !free {
            cleared.clear();
        }
        let loops = self.settled(ranges, &uses, |scope| {
            scope.loops(ranges, &left, body, &cleared)
        })?;
        Ok(format!("{{\n{bounds}{clears}{loops}}}\n"))
    }

    /// `lo` and `hi` of each index, narrowed by conditions; and the conditions that are left,
    /// by range.
    pub(super) fn bounds<'r>(
        &self,
        ranges: &'r [LoopRange],
        body: &[Statement],
    ) -> Result<(String, Vec<Vec<&'r Expr>>), NotYet> {
        let indices: BTreeSet<LocalId> = ranges.iter().map(|range| range.index).collect();
        let uses = Uses::of(body);
        let changed: BTreeSet<LocalId> = indices.union(&changed(&uses)).copied().collect();
        let mut text = String::new();
        for range in ranges {
            let n = range.index.0;
            text += &match self.array_of(range) {
                Some(array) => {
                    let d = range.dimension;
                    format!("let (mut lo{n}, mut hi{n}) = ({array}.low({d}), {array}.high({d}));\n")
                }
                None => {
                    let value = self.read(&range.over)?;
                    format!(
                        "let r{n} = {value};\nlet (mut lo{n}, mut hi{n}) = (r{n}.min as i64, r{n}.max as i64);\n"
                    )
                }
            };
        }
        text += &self.cores(ranges, &uses);
        let mut left = Vec::new();
        for range in ranges {
            let mut kept = Vec::new();
            for condition in range.condition.iter().flat_map(conjuncts) {
                match self.bound(condition, &indices, &changed)? {
                    Some(bound) => text += &bound,
                    None => kept.push(condition),
                }
            }
            left.push(kept);
        }
        Ok((text, left))
    }

    /// Bounds by what the LPU writes of arrays that others hold too (`Seen::core_low`).
    fn cores(&self, ranges: &[LoopRange], uses: &Uses<'_>) -> String {
        let mut bounds = BTreeSet::new();
        for place in &uses.assigned {
            let Some((id, space, list)) = subscripts(place) else {
                continue;
            };
            if !self.task.is_some_and(|task| has_padding(task, id)) {
                continue;
            }
            for (d, index) in list.into_iter().enumerate() {
                let index = simple(index).filter(|(_, more)| *more == 0);
                let range = |range: &&LoopRange| index.is_some_and(|(id, _)| id == range.index);
                if let Some(range) = ranges.iter().find(range) {
                    let (n, array) = (range.index.0, seen(id, space));
                    bounds.insert(format!(
                        "lo{n} = lo{n}.max({array}.core_low({d}));\nhi{n} = hi{n}.min({array}.core_high({d}));\n"
                    ));
                }
            }
        }
        bounds.into_iter().collect()
    }

    /// The array whose part a range runs over.
    pub(super) fn array_of(&self, range: &LoopRange) -> Option<String> {
        match range.over.ty {
            Type::Array(..) => self.array(&range.over.root),
            _ => None,
        }
    }

    /// A condition as a bound of an index, if it is one.
    pub(super) fn bound(
        &self,
        condition: &Expr,
        indices: &BTreeSet<LocalId>,
        changed: &BTreeSet<LocalId>,
    ) -> Result<Option<String>, NotYet> {
        use BinaryOp as B;
        let ExprKind::Binary(operator, left, right) = &condition.kind else {
            return Ok(None);
        };
        let index = |e: &Expr| simple(e).filter(|(id, more)| *more == 0 && indices.contains(id));
        let (id, limit, operator) = match (index(left), index(right)) {
            (Some((id, _)), None) => (id, right, *operator),
            (None, Some((id, _))) => (id, left, operator.mirrored().unwrap_or(*operator)),
            _ => return Ok(None),
        };
        if !self.is_fixed(limit, changed) {
            return Ok(None);
        }
        let (n, limit) = (id.0, self.expr(limit)?);
        Ok(match operator {
            B::Greater => Some(format!("lo{n} = lo{n}.max({limit} as i64 + 1);\n")),
            B::GreaterEqual => Some(format!("lo{n} = lo{n}.max({limit} as i64);\n")),
            B::Less => Some(format!("hi{n} = hi{n}.min({limit} as i64 - 1);\n")),
            B::LessEqual => Some(format!("hi{n} = hi{n}.min({limit} as i64);\n")),
            _ => None,
        })
    }

    fn loops(
        &mut self,
        ranges: &[LoopRange],
        left: &[Vec<&Expr>],
        body: &[Statement],
        cleared: &Cleared<'_>,
    ) -> Text {
        let free = left.iter().all(Vec::is_empty);
        let tiling = match free {
            true => self.tiled(ranges, body)?,
            false => None,
        };
        let trusted = matches!(self.around, Around::Trusted(_));
        let before = match tiling.is_none() && trusted {
            true => String::new(),
            false => self.clear_before(cleared),
        };
        let Some(tiling) = tiling else {
            let turns = match trusted {
                true => self.clear_turn(cleared)?,
                false => String::new(),
            };
            return Ok(before + &self.plain(ranges, left, body, &turns)?);
        };
        let text = match tiling.apart.is_empty() {
            true => tiling.text,
            false => format!(
                "if {} {{\n{}}} else {{\n{}}}\n",
                tiling.apart.join(" && "),
                tiling.text,
                self.plain(ranges, left, body, "")?
            ),
        };
        Ok(format!("{{\n{before}{}{text}}}\n", tiling.limits))
    }

    /// The loops as they stand, but for their order; `first`: what turns do first.
    fn plain(
        &mut self,
        ranges: &[LoopRange],
        left: &[Vec<&Expr>],
        body: &[Statement],
        first: &str,
    ) -> Text {
        let mut order: Vec<usize> = (0..ranges.len()).collect();
        if left.iter().all(Vec::is_empty)
            && let Some(inner) = self.turned(ranges, body)
        {
            order.retain(|&at| at != inner);
            order.push(inner);
        }
        let kept = self.kept(ranges, left, body)?;
        let mut text = String::new();
        let mut closing = String::new();
        if let Some(element) = &kept {
            // Without a turn the element is not this task's to touch.
            let turns = ranges
                .iter()
                .map(|range| format!("lo{0} <= hi{0}", range.index.0));
            let turns: Vec<String> = turns.collect();
            text += &format!(
                "if {} {{\nlet place = {element};\nlet mut value = unsafe {{ *place }};\n",
                turns.join(" && ")
            );
            closing = "unsafe { *place = value; }\n}\n".to_owned();
            self.instead.insert(element.clone(), "value".to_owned());
        }
        // Copies of a body for indices with and without holes: of the innermost one, which is all
        // that there is to a turn.
        let copied = !has_loops(body) && !matches!(self.around, Around::Loops);
        let innermost = order.pop().map(|at| &ranges[at]);
        for at in order {
            text += &self.open(&ranges[at]);
            closing = format!("}}\n}}\n{closing}");
            if !left[at].is_empty() {
                text += &format!("if {} {{\n", self.all(&left[at])?);
                closing = format!("}}\n{closing}");
            }
        }
        let Some(innermost) = innermost else {
            return self.statements(body);
        };
        let conditions = match left.last() {
            Some(conditions) if !conditions.is_empty() => Some(self.all(conditions)?),
            _ => None,
        };
        let fold = match conditions {
            None => self.folded(body)?,
            Some(_) => None,
        };
        let mut inside = match (&kept, body) {
            (
                Some(element),
                [
                    Statement {
                        kind: StatementKind::Assign(_, value),
                        ..
                    },
                ],
            ) => {
                let value = self.expr(value);
                self.instead.remove(element);
                format!("value = {};\n", value?)
            }
            _ => self.statements(body)?,
        };
        if let Some(conditions) = conditions {
            inside = format!("if {conditions} {{\n{inside}}}\n");
        }
        inside = first.to_owned() + &inside;
        text += &match copied {
            true => self.copies(innermost, &inside, fold.as_ref()),
            false => self.open(innermost) + &inside + "}\n}\n",
        };
        Ok(text + &closing)
    }

    fn all(&self, conditions: &[&Expr]) -> Text {
        let list: Vec<String> = conditions
            .iter()
            .map(|condition| self.expr(condition))
            .collect::<Result<_, NotYet>>()?;
        Ok(list.join(" && "))
    }

    /// The element that all turns of a nest change, where that is one and no turn uses anything
    /// else of its array: its value need not go to memory and back in each turn.
    fn kept(
        &self,
        ranges: &[LoopRange],
        left: &[Vec<&Expr>],
        body: &[Statement],
    ) -> Result<Option<String>, NotYet> {
        let [
            Statement {
                kind: StatementKind::Assign(target, _),
                ..
            },
        ] = body
        else {
            return Ok(None);
        };
        let Some((variable, space, own)) = self.trusted_element(target) else {
            return Ok(None);
        };
        let inside = |id: LocalId| ranges.iter().any(|range| range.index == id);
        let mut uses = Uses::of(body);
        left.iter()
            .flatten()
            .for_each(|condition| uses.expr(condition));
        let alone = uses.places.iter().all(|place| match place.root {
            Root::Variable(id, _) if id == variable && place.lag == 0 => self
                .trusted_element(place)
                .is_some_and(|other| other == (variable, space, own.clone())),
            _ => true,
        });
        match alone && !own.iter().any(|at| at.index.is_some_and(inside)) {
            true => self.element(target).map(Some),
            false => Ok(None),
        }
    }

    /// The partial result that a body folds into and the value, where that is all that it does, and
    /// all the same how many turns are done at once.
    fn folded(&self, body: &[Statement]) -> Result<Option<(String, String)>, NotYet> {
        let [Statement { kind, .. }] = body else {
            return Ok(None);
        };
        Ok(match kind {
            StatementKind::Reduce {
                target,
                space,
                value,
                entry: None,
                ..
            } if self.cannot_fail(value) => Some((fold_name((*target, *space)), self.expr(value)?)),
            _ => None,
        })
    }

    /// The innermost loop, for indices without holes, that follow one another, and for others:
    /// compilers make vectors of the first ones, and nothing is looked up before them.
    ///
    /// `fold`: a partial result and the value that it takes in, where that is all that is done.
    fn copies(&self, range: &LoopRange, body: &str, fold: Option<&(String, String)>) -> String {
        let (n, name) = (range.index.0, self.local(range.index));
        let dense = match self.array_of(range) {
            Some(array) => format!("{array}.is_dense({})", range.dimension),
            None => format!("r{n}.is_dense()"),
        };
        let all = |first: &str, last: &str| match fold {
            Some((fold, value)) => format!(
                "{fold}.take_all({first}, {last}, |i{n}| {{\nlet {name} = i{n} as i32;\n{value}\n}});\n"
            ),
            None => {
                format!("for i{n} in {first}..{last} + 1 {{\nlet {name} = i{n} as i32;\n{body}}}\n")
            }
        };
        if self.is_whole(range) {
            return all(&format!("lo{n}"), &format!("hi{n}"));
        }
        let next = all("first", "(first + len - 1)");
        format!(
            "if {dense} {{\nlet (first, len) = (lo{n}, hi{n} - lo{n} + 1);\n{next}}} else {{\n\
             for (first, len, step) in {} {{\nif step == 1 {{\n{next}}} else {{\n\
             for k in 0..len {{\nlet i{n} = first + k * step;\nlet {name} = i{n} as i32;\n{body}}}\n}}\n}}\n}}\n",
            self.runs(range)
        )
    }

    /// True for an array's range that is known to have no holes.
    fn is_whole(&self, range: &LoopRange) -> bool {
        self.array_of(range)
            .is_some_and(|array| self.is_near(&array))
    }

    /// The runs of an index between its `lo` and `hi`.
    pub(super) fn runs(&self, range: &LoopRange) -> String {
        let n = range.index.0;
        match self.array_of(range) {
            Some(array) => format!("{array}.runs({}, lo{n}, hi{n})", range.dimension),
            None => format!("r{n}.runs(lo{n}, hi{n})"),
        }
    }

    /// Two loops, over runs and in them.
    pub(super) fn open(&self, range: &LoopRange) -> String {
        let n = range.index.0;
        if self.is_whole(range) {
            return format!(
                "{{\nfor i{n} in lo{n}..hi{n} + 1 {{\nlet {} = i{n} as i32;\n",
                self.local(range.index)
            );
        }
        format!(
            "for (first, len, step) in {} {{\nfor k in 0..len {{\nlet i{n} = first + k * step;\nlet {} = i{n} as i32;\n",
            self.runs(range),
            self.local(range.index)
        )
    }

    /// Subscripts made of these loops' indices and of what they do not change.
    fn own_subscripts(&self, list: &[&Expr], ranges: &[LoopRange]) -> Option<Vec<Subscript>> {
        let inside = |id: LocalId| ranges.iter().any(|range| range.index == id);
        let changed: BTreeSet<LocalId> = ranges.iter().map(|range| range.index).collect();
        let one = |index: &&Expr| self.subscript(index, inside, &changed);
        list.iter().map(one).collect()
    }

    /// Which of the ranges to run innermost, where the nest may be turned: its body updates one
    /// element, from nothing else of that array. Then all other indices keep their order, and each
    /// element sees its updates in the order in which they were.
    fn turned(&self, ranges: &[LoopRange], body: &[Statement]) -> Option<usize> {
        let [
            Statement {
                kind: StatementKind::Assign(target, _),
                ..
            },
        ] = body
        else {
            return None;
        };
        let written = self.element_of(target)?;
        let own = self.own_subscripts(&written.indices, ranges)?;
        let mut score = vec![0_i32; ranges.len()];
        let place_of = |id: LocalId| ranges.iter().position(|range| range.index == id);
        let uses = Uses::of(body);
        if uses.draws || !uses.calls.is_empty() || target.steps.len() > own.len() {
            return None;
        }
        for place in uses.places {
            let Some(read) = self.element_of(place) else {
                continue;
            };
            let list = self.own_subscripts(&read.indices, ranges)?;
            let same = match (&read.array, &written.array) {
                (Root::Variable(a, _), Root::Variable(b, _)) => a == b,
                (a, b) => a == b,
            };
            if same && (read.array != written.array || list != own) {
                return None;
            }
            let last = list.len() - 1;
            for (d, at) in list.iter().enumerate() {
                let Some(range) = at.index.and_then(place_of) else {
                    continue;
                };
                score[range] += if d == last { 1 } else { -2 };
            }
        }
        let innermost = ranges.len() - 1;
        let best = (0..ranges.len()).max_by_key(|&at| (score[at], at == innermost))?;
        // Each index of the target once, the one to move among them: updates of an element are
        // then turns of the others alone, whose order stays.
        let times = |id: LocalId| own.iter().filter(|own| own.index == Some(id)).count();
        (best != innermost && times(ranges[best].index) == 1 && distinct(&own)).then_some(best)
    }
}

/// The first of nested ranges, but for the outermost one, that turns of the loops around it may
/// change: it has to be looked at in each of them.
fn split(ranges: &[LoopRange], body: &[Statement]) -> Option<usize> {
    let uses = Uses::of(body);
    let may_change = |range: &LoopRange| {
        let place = &range.over;
        let assigned = uses.assigned.iter().any(|other| other.root == place.root);
        let indexed = place.steps.iter().any(|s| matches!(s, Step::Index(_)));
        !matches!(place.ty, Type::Array(..)) && (assigned || indexed)
    };
    (1..ranges.len()).find(|&at| may_change(&ranges[at]))
}

/// True for bodies with loops in them.
pub(super) fn has_loops(body: &[Statement]) -> bool {
    body.iter().any(|statement| match &statement.kind {
        StatementKind::For(..) | StatementKind::Sequence { .. } | StatementKind::While(..) => true,
        StatementKind::If(branches, otherwise) => {
            branches.iter().any(|(_, body)| has_loops(body)) || has_loops(otherwise)
        }
        _ => false,
    })
}

/// The parts of `a and b and c`.
pub(super) fn conjuncts(condition: &Expr) -> Vec<&Expr> {
    match &condition.kind {
        ExprKind::Binary(BinaryOp::And, left, right) => {
            let mut parts = conjuncts(left);
            parts.extend(conjuncts(right));
            parts
        }
        _ => vec![condition],
    }
}
