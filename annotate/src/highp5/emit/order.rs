//! Loops in order.
//!
//! A condition that bounds the index by what the loop does not change narrows its range, where
//! nobody looks at the index behind the loop.

use std::collections::BTreeSet;

use super::access::Uses;
use super::expr::Scope;
use super::nest::conjuncts;
use super::subscript::{changed, times};
use super::{NotYet, Text};
use crate::highp5::typed::{Expr, LocalId, SequenceRange, Statement, StatementKind, Step};

/// A loop in order.
pub(super) struct InOrder<'b> {
    pub(super) index: LocalId,
    pub(super) range: &'b SequenceRange,
    pub(super) step: Option<&'b Expr>,
    pub(super) condition: Option<&'b Expr>,
    pub(super) body: &'b [Statement],
}

impl<'b> InOrder<'b> {
    /// The loop that a statement is.
    pub(super) fn of(statement: &'b Statement) -> Option<InOrder<'b>> {
        match &statement.kind {
            StatementKind::Sequence {
                index,
                range,
                step,
                condition,
                body,
            } => Some(InOrder {
                index: *index,
                range,
                step: step.as_ref(),
                condition: condition.as_ref(),
                body,
            }),
            _ => None,
        }
    }
}

impl Scope<'_> {
    pub(super) fn in_order(&mut self, the: &InOrder<'_>) -> Text {
        let n = the.index.0;
        let name = self.local(the.index);
        if let Some(step) = the.step {
            let (range, step) = (self.range_in_order(the.range)?, self.expr(step)?);
            let guard = match the.condition {
                Some(condition) => self.guard(&[condition])?,
                None => String::new(),
            };
            let body = self.statements(the.body)?;
            return Ok(format!(
                "for index in {range}.stepped({step})? {{\nlet i{n} = i64::from(index);\n{name} = index;\n{guard}{body}}}\n"
            ));
        }
        let (bounds, left) = self.bounds_in_order(the)?;
        let guard = self.guard(&left)?;
        let body = self.statements(the.body)?;
        Ok(format!(
            "{{\n{bounds}for (first, len, step) in r{n}.runs(lo{n}, hi{n}) {{\n\
             for k in 0..len {{\nlet i{n} = first + k * step;\n{name} = i{n} as i32;\n{guard}{body}}}\n}}\n}}\n"
        ))
    }

    fn range_in_order(&self, range: &SequenceRange) -> Text {
        match range {
            SequenceRange::Range(range) => self.expr(range),
            SequenceRange::Dimension(place, d) => {
                let mut place = place.clone();
                place.steps.push(Step::Dimension(*d));
                self.read(&place)
            }
        }
    }

    fn guard(&self, conditions: &[&Expr]) -> Text {
        let conditions: Vec<String> = conditions
            .iter()
            .map(|condition| self.expr(condition))
            .collect::<Result<_, NotYet>>()?;
        Ok(match conditions.is_empty() {
            true => String::new(),
            false => format!("if !({}) {{ continue; }}\n", conditions.join(" && ")),
        })
    }

    /// The range as `r`, and `lo` and `hi` of the index, narrowed by conditions; and the
    /// conditions that are left. The loop has no step.
    pub(super) fn bounds_in_order<'b>(
        &self,
        the: &InOrder<'b>,
    ) -> Result<(String, Vec<&'b Expr>), NotYet> {
        let n = the.index.0;
        let mut text = format!(
            "let r{n} = {};\nlet (mut lo{n}, mut hi{n}) = (i64::from(r{n}.min), i64::from(r{n}.max));\n",
            self.range_in_order(the.range)?
        );
        let own = BTreeSet::from([the.index]);
        let mut changed = changed(&Uses::of(the.body));
        changed.insert(the.index);
        let narrows = self.ends_with_its_loops(the.index);
        let mut left = Vec::new();
        for condition in the.condition.into_iter().flat_map(conjuncts) {
            match self.bound(condition, &own, &changed)?.filter(|_| narrows) {
                Some(bound) => text += &bound,
                None => left.push(condition),
            }
        }
        Ok((text, left))
    }

    /// True for an index that nobody looks at but in loops over it.
    pub(super) fn ends_with_its_loops(&self, index: LocalId) -> bool {
        times(&self.body.statements, index) == inside(&self.body.statements, index)
    }
}

/// How often an index is used in loops over it.
fn inside(statements: &[Statement], index: LocalId) -> usize {
    let one = |statement: &Statement| match &statement.kind {
        StatementKind::For(ranges, _) if ranges.iter().any(|r| r.index == index) => {
            times(std::slice::from_ref(statement), index)
        }
        StatementKind::Sequence { index: own, .. } if *own == index => {
            times(std::slice::from_ref(statement), index)
        }
        StatementKind::For(_, body)
        | StatementKind::Sequence { body, .. }
        | StatementKind::While(body, _) => inside(body, index),
        StatementKind::If(branches, otherwise) => {
            let branches = branches.iter().map(|(_, body)| inside(body, index));
            branches.sum::<usize>() + inside(otherwise, index)
        }
        _ => 0,
    };
    statements.iter().map(one).sum()
}
