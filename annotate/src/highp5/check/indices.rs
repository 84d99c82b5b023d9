//! In which dimension an index is used: for `k in y`, where `y` has more dimensions than the
//! loop has indices, `k` runs over the dimension in which the loop indexes `y` by it; on a diagonal,
//! `y[k][k]`, over the first of those.

use crate::highp5::ast::{
    Block, Expr, ExprKind, Flow, Index, IndexRange, Statement, StatementKind,
};

/// Dimensions (from 0, ascending) of `array` that the rest of a loop indexes by exactly
/// `index`. Where one element is indexed by it in all of them, the index is in all of their ranges,
/// and the first one stands for them.
pub(super) fn positions(array: &str, index: &str, rest: &[IndexRange], body: &Block) -> Vec<u8> {
    let mut search = Search {
        array,
        index,
        found: Vec::new(),
        diagonals: Vec::new(),
    };
    for range in rest {
        search.option(range.condition.as_ref());
    }
    search.block(body);
    search.found.sort_unstable();
    search.found.dedup();
    let all = |diagonal: &Vec<u8>| search.found.iter().all(|d| diagonal.contains(d));
    if search.found.len() > 1 && search.diagonals.iter().any(all) {
        search.found.truncate(1);
    }
    search.found
}

struct Search<'n> {
    array: &'n str,
    index: &'n str,
    found: Vec<u8>,
    /// For each element that is indexed by it: in which dimensions.
    diagonals: Vec<Vec<u8>>,
}

impl Search<'_> {
    fn block(&mut self, block: &Block) {
        for statement in &block.statements {
            self.statement(statement);
        }
    }

    fn option(&mut self, expr: Option<&Expr>) {
        if let Some(expr) = expr {
            self.expr(expr);
        }
    }

    fn statement(&mut self, statement: &Statement) {
        match &statement.kind {
            StatementKind::Assign { targets, value } => {
                for target in targets {
                    self.expr(target);
                }
                self.expr(value);
            }
            StatementKind::Call(expr) | StatementKind::Return(expr) => self.expr(expr),
            StatementKind::Reduce { value, .. } => self.expr(value),
            StatementKind::For { ranges, body } => {
                for range in ranges {
                    self.option(range.condition.as_ref());
                }
                self.block(body);
            }
            StatementKind::Sequence {
                range,
                step,
                condition,
                body,
                ..
            } => {
                self.expr(range);
                self.option(step.as_ref());
                self.option(condition.as_ref());
                self.block(body);
            }
            StatementKind::While { condition, body } => {
                self.expr(condition);
                self.block(body);
            }
            StatementKind::If {
                branches,
                otherwise,
            } => {
                for (condition, block) in branches {
                    self.expr(condition);
                    self.block(block);
                }
                if let Some(block) = otherwise {
                    self.block(block);
                }
            }
            StatementKind::Extern(_) | StatementKind::Execute(_) => {}
        }
    }

    fn expr(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Index { base, index } => {
                let diagonal = self.dimensions(expr);
                self.diagonals.push(diagonal);
                if let (Index::At(at), Some(position)) = (index, self.position(base))
                    && matches!(&at.kind, ExprKind::Name(name) if name == self.index)
                {
                    self.found.push(position);
                }
                match index {
                    Index::At(at) => self.expr(at),
                    Index::Bounds(min, max) => {
                        self.expr(min);
                        self.expr(max);
                    }
                    Index::Everything => {}
                }
                self.expr(base);
            }
            ExprKind::Field { base, .. } | ExprKind::At { base, .. } => self.expr(base),
            ExprKind::Unary { operand, .. } => self.expr(operand),
            ExprKind::Binary { left, right, .. }
            | ExprKind::Range {
                min: left,
                max: right,
            } => {
                self.expr(left);
                self.expr(right);
            }
            ExprKind::Call { arguments, .. } => {
                for argument in arguments {
                    self.expr(&argument.value);
                }
            }
            ExprKind::New { arguments, .. } => {
                for argument in arguments {
                    self.expr(&argument.value);
                }
            }
            _ => {}
        }
    }

    /// The dimensions in which an element is indexed by it.
    fn dimensions(&self, place: &Expr) -> Vec<u8> {
        let ExprKind::Index { base, index } = &place.kind else {
            return Vec::new();
        };
        let mut found = self.dimensions(base);
        if let (Index::At(at), Some(position)) = (index, self.position(base))
            && matches!(&at.kind, ExprKind::Name(name) if name == self.index)
        {
            found.push(position);
        }
        found
    }

    /// How many indices of the array a place has.
    fn position(&self, place: &Expr) -> Option<u8> {
        match &place.kind {
            ExprKind::Name(name) => (name == self.array).then_some(0),
            ExprKind::Index { base, .. } => self.position(base).map(|p| p.saturating_add(1)),
            _ => None,
        }
    }
}

/// The stages that flows call.
pub(super) fn called(flows: &[Flow], names: &mut Vec<String>) {
    use crate::highp5::ast::FlowKind as F;
    for flow in flows {
        match &flow.kind {
            F::Stage { stage, .. } => names.push(stage.text.clone()),
            F::Space { body, .. }
            | F::RepeatFor { body, .. }
            | F::RepeatSubPartitions { body }
            | F::RepeatWhile { body, .. }
            | F::Where { body, .. }
            | F::Epoch { body } => called(body, names),
        }
    }
}
