//! Loops over indices.

use super::body::{Elab, Ty};
use super::indices;
use super::places::{Way, dimension};
use crate::diag::codes;
use crate::highp5::ast::{self, Block, ExprKind as A, IndexRange, Name};
use crate::highp5::report::{count, error};
use crate::highp5::typed::{LoopRange, Root, SequenceRange, StatementKind, Type};

impl<'a> Elab<'_, 'a, '_> {
    /// `do { } for i, j in a and cond; k in b`.
    pub(super) fn parallel(
        &mut self,
        ranges: &'a [IndexRange],
        body: &'a Block,
    ) -> Option<StatementKind> {
        let mut made: Vec<LoopRange> = Vec::new();
        self.loops.push(Vec::new());
        let mut failed = false;
        for (place, range) in ranges.iter().enumerate() {
            match self.ranged(range, &ranges[place..], body) {
                Some(group) => made.extend(group),
                None => {
                    failed = true;
                    self.indices_of(range);
                }
            }
            let condition = range
                .condition
                .as_ref()
                .map(|c| self.value(c, &Type::Boolean));
            if let (Some(condition), Some(last)) = (condition, made.last_mut()) {
                last.condition = Some(condition);
            }
        }
        let body = self.statements(&body.statements);
        self.loops.pop();
        (!failed).then_some(StatementKind::For(made, body))
    }

    /// Indices of a loop whose range is wrong, so that the body knows them.
    fn indices_of(&mut self, range: &IndexRange) {
        for name in &range.names {
            let index = self.index_local(name);
            if let Some(innermost) = self.loops.last_mut() {
                innermost.push(index);
            }
        }
    }

    /// One `i, j in a`.
    fn ranged(
        &mut self,
        range: &'a IndexRange,
        rest: &'a [IndexRange],
        body: &'a Block,
    ) -> Option<Vec<LoopRange>> {
        let (way, dimensions) = self.looped(range, rest, body)?;
        if let Root::Variable(variable, space) = way.root {
            self.held(variable, space, range.over.span);
            self.uses.parts.insert(variable);
        }
        let over = self.made(&way);
        let mut made = Vec::new();
        for (name, dimension) in range.names.iter().zip(dimensions) {
            let index = self.index_local(name);
            if let Some(innermost) = self.loops.last_mut() {
                innermost.push(index);
            }
            made.push(LoopRange {
                index,
                over: over.clone(),
                dimension,
                condition: None,
            });
        }
        Some(made)
    }

    /// What a loop runs over, and the dimension of each of its indices.
    fn looped(
        &mut self,
        range: &'a IndexRange,
        rest: &'a [IndexRange],
        body: &'a Block,
    ) -> Option<(Way, Vec<u8>)> {
        let names = &range.names;
        if let Some((way, dimension)) = self.dimension_of(&range.over)? {
            if let Some(second) = names.get(1) {
                let message = "a dimension has one index";
                self.report(error(codes::H_INDEX, message, second.span));
                return None;
            }
            return Some((way, vec![dimension]));
        }
        let way = self.place(&range.over)?;
        match &way.ty {
            Ty::Known(Type::Array(_, rank)) => {
                let rank = *rank;
                let dimensions = self.deal(range, rank, rest, body)?;
                Some((way, dimensions))
            }
            Ty::Known(Type::Range) if names.len() == 1 => Some((way, vec![0])),
            Ty::Failed => None,
            other => {
                let what = self.words(other);
                self.report(error(
                    codes::H_TYPE,
                    format!(
                        "{what} cannot be looped over with {}",
                        count_indices(names.len())
                    ),
                    range.over.span,
                ));
                None
            }
        }
    }

    /// `a.dimension2`: the array and the dimension. `None` outside if it was reported.
    #[allow(clippy::option_option)]
    fn dimension_of(&mut self, over: &'a ast::Expr) -> Option<Option<(Way, u8)>> {
        let A::Field { base, name } = &over.kind else {
            return Some(None);
        };
        let lower = name.text.to_ascii_lowercase();
        if !lower.starts_with("dim") {
            return Some(None);
        }
        let way = self.place(base)?;
        let Ty::Known(Type::Array(_, rank)) = way.ty else {
            return Some(None);
        };
        match dimension(&lower, rank) {
            Some(dimension) => Some(Some((way, dimension))),
            None if lower == "dimension" && rank == 1 => Some(Some((way, 0))),
            None => {
                let message = format!(
                    "an array of {} has no `{}` to loop over",
                    count(rank.into(), "dimension"),
                    name.text
                );
                self.report(error(codes::H_INDEX, message, name.span));
                None
            }
        }
    }

    /// The dimensions of the indices of a loop over an array.
    fn deal(
        &mut self,
        range: &'a IndexRange,
        rank: u8,
        rest: &'a [IndexRange],
        body: &'a Block,
    ) -> Option<Vec<u8>> {
        let names = &range.names;
        if names.len() > usize::from(rank) {
            let message = format!(
                "{} for an array of {}",
                count_indices(names.len()),
                count(rank.into(), "dimension")
            );
            self.report(error(codes::H_INDEX, message, range.over.span));
            return None;
        }
        if names.len() == usize::from(rank) {
            return Some((0..rank).collect());
        }
        let array = range.over.root()?;
        let mut dealt: Vec<u8> = Vec::new();
        for name in names {
            let used = indices::positions(array, &name.text, rest, body);
            let dimension = match used[..] {
                [one] => one,
                [] => (0..rank).find(|d| !dealt.contains(d))?,
                _ => return self.ambiguous(name, array, &used),
            };
            if dealt.contains(&dimension) {
                return self.ambiguous(name, array, &[dimension]);
            }
            dealt.push(dimension);
        }
        Some(dealt)
    }

    fn ambiguous<T>(&mut self, name: &Name, array: &str, used: &[u8]) -> Option<T> {
        let found = match used {
            [one] => format!("dimension {}, which has another index", one + 1),
            _ => "several dimensions".to_owned(),
        };
        self.report(
            error(
                codes::H_INDEX,
                format!("`{}` indexes `{array}` in {found}", name.text),
                name.span,
            )
            .help(format!("write `{} in {array}.dimension1`, say", name.text)),
        );
        None
    }

    /// `do in sequence { } for i in RANGE step s and cond`.
    pub(super) fn sequence(
        &mut self,
        name: &Name,
        range: &'a ast::Expr,
        step: Option<&'a ast::Expr>,
        condition: Option<&'a ast::Expr>,
        body: &'a Block,
    ) -> Option<StatementKind> {
        let range = self.sequence_range(range);
        let step = step.map(|s| self.value(s, &Type::Integer));
        if let Some(step) = &step
            && matches!(step.kind, crate::highp5::typed::ExprKind::Integer(0))
        {
            self.report(error(
                codes::H_NUMBER,
                "a step of 0 goes nowhere",
                step.span,
            ));
        }
        let index = self.index_local(name);
        self.loops.push(vec![index]);
        let condition = condition.map(|c| self.value(c, &Type::Boolean));
        let body = self.statements(&body.statements);
        self.loops.pop();
        Some(StatementKind::Sequence {
            index,
            range: range?,
            step,
            condition,
            body,
        })
    }

    fn sequence_range(&mut self, range: &'a ast::Expr) -> Option<SequenceRange> {
        if let Some((way, dimension)) = self.dimension_of(range)? {
            self.part_used(&way, range);
            return Some(SequenceRange::Dimension(self.made(&way), dimension));
        }
        if !matches!(range.kind, A::Range { .. } | A::Call { .. }) {
            let way = self.place(range)?;
            if let Ty::Known(Type::Array(_, rank)) = way.ty {
                if rank > 1 {
                    let message = format!("an array of {rank} dimensions has no one range");
                    let help = "name one: `a.dimension1`";
                    self.report(error(codes::H_INDEX, message, range.span).help(help));
                    return None;
                }
                self.part_used(&way, range);
                return Some(SequenceRange::Dimension(self.made(&way), 0));
            }
        }
        Some(SequenceRange::Range(self.range(range)))
    }

    fn part_used(&mut self, way: &Way, range: &ast::Expr) {
        if let Root::Variable(variable, space) = way.root {
            self.held(variable, space, range.span);
            self.uses.parts.insert(variable);
        }
    }
}

fn count_indices(number: usize) -> String {
    match number {
        1 => "one index".to_owned(),
        n => format!("{n} indices"),
    }
}
