//! Reads of a reduction's result where it is not seen yet: behind the reduction in the same
//! stage, and below the space of the result in the same visit.

use std::collections::BTreeSet;

use super::Checker;
use super::body::TaskScope;
use crate::diag::codes;
use crate::highp5::ast::Span;
use crate::highp5::emit::access::Uses;
use crate::highp5::report::error;
use crate::highp5::typed::{
    Binding, Expr, Flow, FlowKind, Place, Root, SpaceId, Stage, Statement, StatementKind,
    VariableId,
};

/// A scalar as a space has it.
type Seat = (VariableId, SpaceId);

#[derive(Clone, Copy, PartialEq, Eq)]
enum Use {
    Read,
    Set,
    Fold,
}

/// A use of a scalar in a visit.
struct Event {
    seat: Seat,
    does: Use,
    /// Repeats around it in the visit, by addresses of steps.
    repeats: Vec<usize>,
    span: Span,
}

impl Checker<'_> {
    /// Reports reads of results that are not seen yet.
    pub(super) fn early_reads(&mut self, flow: &[Flow], scope: &TaskScope, stages: &[Stage]) {
        for stage in stages {
            self.in_stage(stage, scope);
        }
        let mut said = BTreeSet::new();
        self.in_visits(flow, (scope, stages), &mut said);
    }

    /// A stage's results are there when it is done.
    fn in_stage(&mut self, stage: &Stage, scope: &TaskScope) {
        let mut folded: BTreeSet<Seat> = BTreeSet::new();
        for statement in &stage.body.statements {
            let uses = Uses::of(std::slice::from_ref(statement));
            let early = uses.read.iter().find_map(|place| {
                let seat = seat(place).filter(|seat| folded.contains(seat))?;
                Some((seat, place.span))
            });
            if let Some(((id, _), span)) = early {
                let name = &scope.variables[id.0].name;
                self.found.push(
                    error(
                        codes::H_UNSEEN,
                        format!("`{name}` is read in the stage that reduces to it"),
                        span,
                    )
                    .note("it has the result when the stage is done in all LPUs; here it has its value from before")
                    .help("read it in a stage of its own behind this one"),
                );
                return;
            }
            for seat in uses.assigned.iter().filter_map(|place| seat(place)) {
                folded.remove(&seat);
            }
            folds(std::slice::from_ref(statement), &mut folded);
        }
    }

    fn in_visits(
        &mut self,
        flow: &[Flow],
        (scope, stages): (&TaskScope, &[Stage]),
        said: &mut BTreeSet<(VariableId, usize)>,
    ) {
        for step in flow {
            let body = step.kind.body().unwrap_or_default();
            if let FlowKind::Space(space, _) = step.kind {
                let mut events = Vec::new();
                in_flow(body, stages, &[], &mut events);
                self.in_visit(space, &events, scope, said);
            }
            self.in_visits(body, (scope, stages), said);
        }
    }

    fn in_visit(
        &mut self,
        space: SpaceId,
        events: &[Event],
        scope: &TaskScope,
        said: &mut BTreeSet<(VariableId, usize)>,
    ) {
        for (at, read) in events.iter().enumerate() {
            let (id, of) = read.seat;
            if read.does != Use::Read || !scope.is_within(of, space) {
                continue;
            }
            let is_outer = |fold: &Event| {
                fold.does == Use::Fold
                    && fold.seat.0 == id
                    && fold.seat.1 != space
                    && scope.is_within(space, fold.seat.1)
            };
            let again = |event: &Event| event.repeats.iter().any(|r| read.repeats.contains(r));
            let mut before = events.iter().enumerate();
            let Some((first, fold)) = before.find(|(n, e)| is_outer(e) && (*n < at || again(e)))
            else {
                continue;
            };
            let is_set = events.iter().enumerate().any(|(n, other)| {
                let between = n < at && (n > first || first > at) || n > first && first > at;
                let writes = other.does != Use::Read && other.seat.0 == id;
                between && writes && scope.is_within(other.seat.1, space)
            });
            if !is_set && said.insert((id, read.span.start)) {
                self.early(space, (read, fold), scope);
            }
        }
    }

    fn early(&mut self, visit: SpaceId, (read, fold): (&Event, &Event), scope: &TaskScope) {
        let name = &scope.variables[read.seat.0.0].name;
        let named = |space: SpaceId| &scope.spaces[space.0].name;
        let (here, outer) = (named(read.seat.1), named(fold.seat.1));
        let visit = named(visit);
        self.found.push(
            error(
                codes::H_UNSEEN,
                format!(
                    "`{name}` is read as Space {here} has it, and is reduced to Space {outer} in the same visit of Space {visit}"
                ),
                read.span,
            )
            .also(fold.span.into(), "it is reduced here")
            .note(format!(
                "LPUs of Space {here} have the value from before until Space {visit} is entered again"
            ))
            .help(format!(
                "read `Space {outer}: {name}` in a stage, or close Space {visit} before; `Space {here}: {name}` as the result reduces in each LPU by itself"
            )),
        );
    }
}

/// The variable of the task that a place is in.
fn seat(place: &Place) -> Option<Seat> {
    match place.root {
        Root::Variable(id, of) => Some((id, of)),
        _ => None,
    }
}

/// Results that statements fold into.
fn folds(statements: &[Statement], found: &mut BTreeSet<Seat>) {
    for statement in statements {
        statement.each(&mut |kind| {
            if let StatementKind::Reduce { target, space, .. } = kind {
                found.insert((*target, *space));
            }
        });
    }
}

/// Uses in steps, in order.
fn in_flow(flow: &[Flow], stages: &[Stage], repeats: &[usize], list: &mut Vec<Event>) {
    for step in flow {
        let mut inside = repeats.to_vec();
        match &step.kind {
            FlowKind::Stage(id) => in_call(&stages[id.0], repeats, list),
            FlowKind::RepeatFor {
                range, step: by, ..
            } => {
                read(std::iter::once(range).chain(by), repeats, list);
                inside.push(std::ptr::from_ref(step) as usize);
            }
            FlowKind::RepeatWhile(condition, _) => {
                inside.push(std::ptr::from_ref(step) as usize);
                read([condition], &inside, list);
            }
            FlowKind::Where(condition, _) => read([condition], repeats, list),
            FlowKind::RepeatSubPartitions { .. } => {
                inside.push(std::ptr::from_ref(step) as usize);
            }
            FlowKind::Space(..) | FlowKind::Epoch { .. } => {}
        }
        in_flow(step.kind.body().unwrap_or_default(), stages, &inside, list);
    }
}

/// Values that the Computation section uses.
fn read<'e>(values: impl IntoIterator<Item = &'e Expr>, repeats: &[usize], list: &mut Vec<Event>) {
    for value in values {
        let mut uses = Uses::default();
        uses.expr(value);
        let seats = uses.read.iter().filter_map(|place| seat(place));
        push(seats, Use::Read, value.span, repeats, list);
    }
}

/// A call of a stage. What it sets itself counts as set before what it reads.
fn in_call(stage: &Stage, repeats: &[usize], list: &mut Vec<Event>) {
    let values = stage
        .parameters
        .iter()
        .filter_map(|(_, bound)| match bound {
            Binding::Value(_, value) => Some(value),
            Binding::Variable(..) => None,
        });
    read(values, repeats, list);
    let uses = Uses::of(&stage.body.statements);
    let mut folded = BTreeSet::new();
    folds(&stage.body.statements, &mut folded);
    let set = uses.assigned.iter().filter_map(|place| seat(place));
    push(set, Use::Set, stage.span, repeats, list);
    let seats = uses.read.iter().filter_map(|place| seat(place));
    push(seats, Use::Read, stage.span, repeats, list);
    push(folded, Use::Fold, stage.span, repeats, list);
}

fn push(
    seats: impl IntoIterator<Item = Seat>,
    does: Use,
    span: Span,
    repeats: &[usize],
    list: &mut Vec<Event>,
) {
    list.extend(seats.into_iter().map(|seat| Event {
        seat,
        does,
        repeats: repeats.to_vec(),
        span,
    }));
}
