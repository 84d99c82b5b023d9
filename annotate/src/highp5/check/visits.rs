//! Rules over whole visits of spaces: what has a meaning by its parts, and none where it stands.

use std::collections::{BTreeMap, BTreeSet};

use super::Checker;
use super::body::TaskScope;
use crate::diag::{Diagnostic, codes};
use crate::highp5::ast::Span;
use crate::highp5::emit::access::Uses;
use crate::highp5::report::error;
use crate::highp5::typed::{
    Flow, FlowKind, Reduction, Root, SpaceId, Stage, Statement, StatementKind, Type, VariableId,
};

impl Checker<'_> {
    /// Reports spaces of sub-partitions that are entered outside of one, sub-partitions of
    /// pieces, results of two reductions, and writes past spaces that hold the array.
    pub(super) fn visits(&mut self, flow: &[Flow], scope: &TaskScope, stages: &[Stage]) {
        self.pieces(flow, scope, SpaceId::ROOT, &mut BTreeSet::new());
        for stage in stages {
            self.results(stage, scope);
            // It is one mistake to write what all LPUs share, wherever that is held.
            let shared = |d: &Diagnostic| {
                d.code == codes::H_REPLICATED && d.primary.span.start == stage.span.start
            };
            if !self.found.iter().any(shared) {
                self.past(stage, scope);
            }
        }
    }

    /// `pieces`: spaces around of which this is in a piece.
    fn pieces(
        &mut self,
        flow: &[Flow],
        scope: &TaskScope,
        here: SpaceId,
        pieces: &mut BTreeSet<SpaceId>,
    ) {
        for step in flow {
            let body = step.kind.body().unwrap_or_default();
            match &step.kind {
                FlowKind::Space(to, _) => {
                    let up = |id: &SpaceId| scope.spaces[id.0].parent;
                    let way = std::iter::successors(Some(*to), up).take_while(|id| *id != here);
                    for id in way.collect::<Vec<_>>() {
                        self.divided(scope, id, pieces, step.span);
                    }
                    self.pieces(body, scope, *to, pieces);
                }
                FlowKind::RepeatSubPartitions { space, .. } => {
                    let new = pieces.insert(*space);
                    if !new {
                        let name = &scope.spaces[space.0].name;
                        self.found.push(
                            error(
                                codes::H_PLACE,
                                format!("this is in a sub-partition of Space {name} already"),
                                beginning(step.span, "Repeat"),
                            )
                            .note("a sub-partition has none of its own")
                            .help(format!(
                                "cut it further by a space that `divides Space {name} sub-partitions`"
                            )),
                        );
                    }
                    self.pieces(body, scope, here, pieces);
                    if new {
                        pieces.remove(space);
                    }
                }
                _ => self.pieces(body, scope, here, pieces),
            }
        }
    }

    /// A space that is entered.
    fn divided(&mut self, scope: &TaskScope, id: SpaceId, pieces: &BTreeSet<SpaceId>, span: Span) {
        let space = &scope.spaces[id.0];
        let Some(parent) = space.parent else { return };
        if !space.divides_sub_partitions || pieces.contains(&parent) {
            return;
        }
        let (name, of) = (&space.name, &scope.spaces[parent.0].name);
        self.found.push(
            error(
                codes::H_HIERARCHY,
                format!("Space {name} divides sub-partitions of Space {of}, and this is in none"),
                beginning(span, "Space"),
            )
            .also(space.span.into(), "it is defined here")
            .help(format!(
                "enter it in `Repeat foreach sub-partition {{ .. }}` of Space {of}"
            )),
        );
    }

    /// Reductions of a stage to one result have one operator, and values of one type.
    fn results(&mut self, stage: &Stage, scope: &TaskScope) {
        let mut known: BTreeMap<(VariableId, SpaceId), (Reduction, Type)> = BTreeMap::new();
        let mut list = Vec::new();
        reductions(&stage.body.statements, &mut list);
        for (statement, seat, how) in list {
            let first = known.entry(seat).or_insert_with(|| how.clone());
            if *first != how {
                let name = &scope.variables[seat.0.0].name;
                self.found.push(
                    error(
                        codes::H_REDUCTION,
                        format!("`{name}` is the result of another reduction in this stage"),
                        statement.span,
                    )
                    .note("reductions to one result have one operator, and values of one type")
                    .help("use a second variable"),
                );
            }
        }
    }

    /// Arrays that a stage writes must not be held between the space that it writes them in and
    /// the space that they go back to.
    fn past(&mut self, stage: &Stage, scope: &TaskScope) {
        let uses = Uses::of(&stage.body.statements);
        let mut written = BTreeSet::new();
        for place in &uses.assigned {
            if let Root::Variable(id, of) = place.root
                && matches!(scope.variables[id.0].ty, Type::Array(..))
            {
                written.insert((id, of));
            }
        }
        for (id, of) in written {
            let between = holder_between(scope, id, Some(stage.space), of);
            if let Some(space) = between {
                self.write_past(stage, scope, (id, of), space);
                continue;
            }
            // Up to Root, from holder to holder.
            let mut at = Some(of);
            while let Some(space) = at {
                let known = &scope.spaces[space.0];
                let part = known.parts.iter().find(|part| part.variable == id);
                at = known.parent;
                if let Some(from) = part.and_then(|part| part.relative) {
                    if let Some(space) = holder_between(scope, id, known.parent, from) {
                        self.write_past(stage, scope, (id, from), space);
                    }
                    at = Some(from);
                }
            }
        }
    }

    fn write_past(
        &mut self,
        stage: &Stage,
        scope: &TaskScope,
        (id, of): (VariableId, SpaceId),
        between: SpaceId,
    ) {
        let (name, of, between) = (
            &scope.variables[id.0].name,
            &scope.spaces[of.0].name,
            &scope.spaces[between.0],
        );
        self.found.push(
            error(
                codes::H_PAST,
                format!(
                    "stage `{}` writes `{name}` of Space {of} past Space {}, which holds it too",
                    stage.name, between.name
                ),
                stage.span,
            )
            .also(between.span.into(), "the space is here")
            .note(format!(
                "LPUs of Space {} have parts of their own: they would not see what is written, \
                 and write over it when they leave",
                between.name
            ))
            .help(format!(
                "write `{name}` as Space {} has it, or call the stage in a space outside of it",
                between.name
            )),
        );
    }
}

/// The first space from `from` up to, without, `to` that holds an array.
fn holder_between(
    scope: &TaskScope,
    id: VariableId,
    from: Option<SpaceId>,
    to: SpaceId,
) -> Option<SpaceId> {
    let up = |id: &SpaceId| scope.spaces[id.0].parent;
    let holds = |space: &SpaceId| {
        let mut parts = scope.spaces[space.0].parts.iter();
        parts.any(|part| part.variable == id)
    };
    std::iter::successors(from, up)
        .take_while(|space| *space != to && *space != SpaceId::ROOT)
        .find(holds)
}

/// The first word of a step.
fn beginning(span: Span, word: &str) -> Span {
    Span {
        start: span.start,
        end: span.end.min(span.start + word.len()),
    }
}

type Reduced<'s> = (&'s Statement, (VariableId, SpaceId), (Reduction, Type));

fn reductions<'s>(statements: &'s [Statement], found: &mut Vec<Reduced<'s>>) {
    for statement in statements {
        match &statement.kind {
            StatementKind::Reduce {
                target,
                space,
                operator,
                value,
                ..
            } => found.push((statement, (*target, *space), (*operator, value.ty.clone()))),
            StatementKind::For(_, body)
            | StatementKind::Sequence { body, .. }
            | StatementKind::While(body, _) => reductions(body, found),
            StatementKind::If(branches, otherwise) => {
                for (_, body) in branches {
                    reductions(body, found);
                }
                reductions(otherwise, found);
            }
            _ => {}
        }
    }
}
