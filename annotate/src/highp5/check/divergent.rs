//! What LPUs of a space have different values of: which scalars each may compute another value of, and
//! reads of what only some LPUs have written in the same visit of their space.

use std::collections::BTreeSet;

use super::Checker;
use super::body::TaskScope;
use crate::diag::{Diagnostic, Severity, codes};
use crate::highp5::ast::Span;
use crate::highp5::emit::access::Uses;
use crate::highp5::report::{error, note};
use crate::highp5::typed::{
    Binding, Expr, Flow, FlowKind, FunctionId, LocalId, Place, Program, Root, SequenceRange,
    SpaceId, Stage, Statement, StatementKind, Step, Type, VariableId,
};

/// A scalar as a space has it.
type Seat = (VariableId, SpaceId);

impl Checker<'_> {
    /// Reports scalars that each LPU computes another value of, and reads of what others wrote.
    /// Gives the scalars that LPUs of a space keep for themselves.
    pub(super) fn divergent(
        &mut self,
        flow: &[Flow],
        scope: &TaskScope,
        stages: &[Stage],
    ) -> BTreeSet<Seat> {
        // Of what is wrong otherwise nothing is known.
        let wrong = |d: &Diagnostic| {
            d.severity == Severity::Error
                && ![codes::H_REPLICATED, codes::H_UNSEEN].contains(&d.code)
        };
        if self.found.iter().any(wrong) {
            return BTreeSet::new();
        }
        let mut known = Divergent {
            program: &self.program,
            scope,
            scalars: BTreeSet::new(),
        };
        known.find(stages);
        let scalars = known.scalars.clone();
        let mut visits = Vec::new();
        visited(flow, &mut visits);
        let mut events = Vec::new();
        for (space, body) in visits {
            let mut list = Vec::new();
            known.events(body, (space, stages), &Around::default(), &mut list);
            events.push((space, list));
        }
        let mut own = BTreeSet::new();
        for stage in stages {
            self.diverging(flow, scope, stages, stage, &scalars, &mut own);
        }
        for (space, list) in &events {
            self.unseen(*space, list, scope);
        }
        own
    }

    /// Scalars that a stage gives another value in each LPU.
    fn diverging(
        &mut self,
        flow: &[Flow],
        scope: &TaskScope,
        stages: &[Stage],
        stage: &Stage,
        scalars: &BTreeSet<VariableId>,
        own: &mut BTreeSet<Seat>,
    ) {
        let known = Divergent {
            program: &self.program,
            scope,
            scalars: scalars.clone(),
        };
        let tainted = known.tainted(stage);
        if is_guarded(flow, (scope, stages), stage, (false, false)) {
            return;
        }
        let written = tainted.scalars.into_iter().chain(tainted.arrays);
        for id in written.filter(|id| stage.writes.contains(id)) {
            let from = seat_of(stage, id);
            // It is one mistake, whatever the value is made of.
            let said = |d: &Diagnostic| {
                d.code == codes::H_REPLICATED && d.primary.span.start == stage.span.start
            };
            if !scope.is_shared(stage.space, from, id) || self.found.iter().any(said) {
                continue;
            }
            let array = matches!(scope.variables[id.0].ty, Type::Array(..));
            let (name, here) = (&scope.variables[id.0].name, &scope.spaces[stage.space.0]);
            let environmental = scope.variables[id.0].mode.is_some();
            if !array && from == stage.space && !environmental && is_kept(flow, stages, (id, from))
            {
                if own.insert((id, from)) {
                    self.found.push(
                        note(
                            codes::H_OWN,
                            format!("each LPU of Space {} has a `{name}` of its own", here.name),
                            stage.span,
                        )
                        .note("its value depends on the LPU, and nothing outside of the space reads it"),
                    );
                }
                continue;
            }
            self.found.push(
                error(
                    codes::H_REPLICATED,
                    format!(
                        "stage `{}` writes `{name}`, which all LPUs of Space {} share",
                        stage.name, here.name
                    ),
                    stage.span,
                )
                .also(here.span.into(), "the space is here")
                .note(match array {
                    true => "what is written depends on the LPU",
                    false => "its value depends on the LPU, and it is read outside of the space, or before it is written there",
                })
                .help("let one LPU do it (`Where lpuId[0] == 0 { .. }`), or call the stage in a space above"),
            );
        }
    }

    /// Reads in a visit of a space of what only some of its LPUs wrote before in that visit.
    fn unseen(&mut self, space: SpaceId, events: &[Event], scope: &TaskScope) {
        let mut said = BTreeSet::new();
        for (at, read) in events.iter().enumerate().filter(|(_, e)| !e.writes) {
            let before = |(n, write): &(usize, &Event)| {
                *n < at || {
                    let mut repeats = write.around.repeats.iter();
                    repeats.any(|repeat| read.around.repeats.contains(repeat))
                }
            };
            let by_some = |write: &Event| {
                let mut guards = write.around.guards.iter();
                guards.any(|guard| !read.around.guards.contains(guard))
            };
            let writes = events
                .iter()
                .enumerate()
                .filter(|(_, e)| e.writes && e.id == read.id);
            let mut writes = writes.filter(before);
            let Some((first, write)) = writes.find(|(_, write)| by_some(write)) else {
                continue;
            };
            // All that come to the read have written it since.
            let again = events.iter().enumerate().any(|(n, other)| {
                let between = n < at && (n > first || first > at);
                other.writes && other.id == read.id && between && other.is_first && !by_some(other)
            });
            if again || !said.insert((read.id, write.span.start)) {
                continue;
            }
            let (name, here) = (&scope.variables[read.id.0].name, &scope.spaces[space.0]);
            self.found.push(
                error(
                    codes::H_UNSEEN,
                    format!(
                        "`{name}` is read in all LPUs of Space {}, and was written by some of them in the same visit",
                        here.name
                    ),
                    read.span,
                )
                .also(write.span.into(), "it is written here, under a condition that picks LPUs")
                .note("an LPU works on its own copy until its space is left: the others do not see what one has written")
                .help(format!(
                    "close Space {0} behind what writes it, and enter it again: `Space {0} {{ .. }} Space {0} {{ .. }}`",
                    here.name
                )),
            );
        }
    }
}

/// All visits of spaces.
fn visited<'f>(flow: &'f [Flow], visits: &mut Vec<(SpaceId, &'f [Flow])>) {
    for step in flow {
        let body = step.kind.body().unwrap_or_default();
        if let FlowKind::Space(space, _) = step.kind {
            visits.push((space, body));
        }
        visited(body, visits);
    }
}

/// The space whose LPU's scalar or array a stage uses.
fn seat_of(stage: &Stage, id: VariableId) -> SpaceId {
    let bound = stage
        .parameters
        .iter()
        .find_map(|(_, binding)| match binding {
            Binding::Variable(of, from) if *of == id => Some(*from),
            _ => None,
        });
    bound.unwrap_or(stage.space)
}

/// True if the call of a stage stands below a guard that picks LPUs: one in a space of several.
fn is_guarded(
    flow: &[Flow],
    (scope, stages): (&TaskScope, &[Stage]),
    stage: &Stage,
    (guarded, several): (bool, bool),
) -> bool {
    flow.iter().any(|step| {
        let inside = match &step.kind {
            FlowKind::Stage(id) => return guarded && std::ptr::eq(&stages[id.0], stage),
            FlowKind::Where(..) | FlowKind::RepeatWhile(..) => (guarded || several, several),
            FlowKind::Space(id, _) => (guarded, several || scope.spaces[id.0].dimensions > 0),
            _ => (guarded, several),
        };
        let body = step.kind.body().unwrap_or_default();
        is_guarded(body, (scope, stages), stage, inside)
    })
}

/// True if a scalar is used in visits of its space alone, each of which gives it a value first.
fn is_kept(flow: &[Flow], stages: &[Stage], seat: Seat) -> bool {
    flow.iter().all(|step| match &step.kind {
        FlowKind::Space(space, body) if *space == seat.1 => {
            !uses(body, stages, seat.0) || sets_first(body, stages, seat.0)
        }
        _ => {
            !uses_itself(step, stages, seat.0)
                && is_kept(step.kind.body().unwrap_or_default(), stages, seat)
        }
    })
}

fn uses(flow: &[Flow], stages: &[Stage], id: VariableId) -> bool {
    flow.iter().any(|step| {
        uses_itself(step, stages, id) || uses(step.kind.body().unwrap_or_default(), stages, id)
    })
}

/// True if a step uses a scalar, beside the steps in it.
fn uses_itself(step: &Flow, stages: &[Stage], id: VariableId) -> bool {
    let value = |value: &Expr| {
        let mut uses = Uses::default();
        uses.expr(value);
        let is = |place: &&Place| matches!(place.root, Root::Variable(of, _) if of == id);
        uses.places.iter().any(is)
    };
    match &step.kind {
        FlowKind::Stage(at) => {
            let stage = &stages[at.0];
            let bound = |(_, binding): &(String, Binding)| match binding {
                Binding::Value(_, bound) => value(bound),
                Binding::Variable(..) => false,
            };
            let both = stage.reads.iter().chain(&stage.writes);
            both.into_iter().any(|of| *of == id) || stage.parameters.iter().any(bound)
        }
        FlowKind::RepeatFor {
            index, range, step, ..
        } => *index == id || value(range) || step.as_ref().is_some_and(value),
        FlowKind::RepeatWhile(condition, _) | FlowKind::Where(condition, _) => value(condition),
        _ => false,
    }
}

/// True if the first of these steps that uses a scalar is a stage which sets it before anything else.
fn sets_first(flow: &[Flow], stages: &[Stage], id: VariableId) -> bool {
    let mut steps = flow.iter();
    let first = steps.find(|step| uses(std::slice::from_ref(*step), stages, id));
    first.is_some_and(|step| match &step.kind {
        FlowKind::Stage(at) => stage_sets_first(&stages[at.0], id),
        FlowKind::Epoch { body, .. } | FlowKind::Space(_, body) => sets_first(body, stages, id),
        _ => false,
    })
}

fn stage_sets_first(stage: &Stage, id: VariableId) -> bool {
    let is = |place: &Place| matches!(place.root, Root::Variable(of, _) if of == id);
    let uses = |statement: &&Statement| {
        let uses = Uses::of(std::slice::from_ref(*statement));
        uses.places.iter().any(|place| is(place))
    };
    let bound = stage.parameters.iter().any(|(_, binding)| match binding {
        Binding::Value(_, value) => {
            let mut uses = Uses::default();
            uses.expr(value);
            uses.places.iter().any(|place| is(place))
        }
        Binding::Variable(..) => false,
    });
    let first = stage.body.statements.iter().find(uses);
    !bound
        && first.is_some_and(|statement| match &statement.kind {
            StatementKind::Assign(place, value) => {
                let mut uses = Uses::default();
                uses.expr(value);
                is(place) && place.steps.is_empty() && !uses.places.iter().any(|place| is(place))
            }
            _ => false,
        })
}

/// A use of a variable in a visit of a space.
struct Event {
    id: VariableId,
    writes: bool,
    /// It sets the variable without reading it.
    is_first: bool,
    around: Around,
    span: Span,
}

/// What a step of a visit stands in, by addresses of steps.
#[derive(Default, Clone)]
struct Around {
    /// Guards that pick LPUs.
    guards: Vec<usize>,
    repeats: Vec<usize>,
    /// A space that is entered in the visit.
    inside: bool,
}

/// What is known of values.
struct Divergent<'p> {
    program: &'p Program,
    scope: &'p TaskScope<'p>,
    /// Scalars that LPUs may have different values of.
    scalars: BTreeSet<VariableId>,
}

/// Of a stage: what may differ from one LPU to another.
#[derive(Default)]
struct Tainted {
    locals: BTreeSet<LocalId>,
    scalars: BTreeSet<VariableId>,
    /// Arrays of which LPUs assign other elements, or other values.
    arrays: BTreeSet<VariableId>,
}

impl Divergent<'_> {
    /// Finds the scalars, until nothing new follows.
    fn find(&mut self, stages: &[Stage]) {
        loop {
            let before = self.scalars.len();
            for stage in stages {
                let found = self.tainted(stage).scalars;
                self.scalars.extend(found);
            }
            if self.scalars.len() == before {
                return;
            }
        }
    }

    fn tainted(&self, stage: &Stage) -> Tainted {
        let mut found = Tainted::default();
        loop {
            let before = (found.locals.len(), found.scalars.len());
            for (_, binding) in &stage.parameters {
                if let Binding::Value(id, value) = binding
                    && self.depends(value, &found)
                {
                    found.locals.insert(*id);
                }
            }
            self.taint(&stage.body.statements, false, &mut found);
            if (found.locals.len(), found.scalars.len()) == before {
                return found;
            }
        }
    }

    fn set(&self, place: &Place, found: &mut Tainted) {
        match place.root {
            Root::Local(id) => {
                found.locals.insert(id);
            }
            Root::Variable(id, _) if self.is_array(id) => {
                found.arrays.insert(id);
            }
            Root::Variable(id, _) => {
                found.scalars.insert(id);
            }
            _ => {}
        }
    }

    fn taint(&self, statements: &[Statement], around: bool, found: &mut Tainted) {
        for statement in statements {
            match &statement.kind {
                StatementKind::Assign(place, value) => {
                    let index = |step: &Step| match step {
                        Step::Index(index) => self.depends(index, found),
                        _ => false,
                    };
                    if around || self.depends(value, found) || place.steps.iter().any(index) {
                        self.set(place, found);
                    }
                }
                StatementKind::For(ranges, body) => {
                    let mut depends = around;
                    for range in ranges {
                        let condition = range.condition.iter();
                        depends |= self.differs(&range.over, found)
                            || condition.into_iter().any(|c| self.depends(c, found));
                    }
                    if depends {
                        found.locals.extend(ranges.iter().map(|range| range.index));
                    }
                    self.taint(body, depends, found);
                }
                StatementKind::Sequence {
                    index,
                    range,
                    step,
                    condition,
                    body,
                } => {
                    let over = match range {
                        SequenceRange::Range(range) => self.depends(range, found),
                        SequenceRange::Dimension(place, _) => self.differs(place, found),
                    };
                    let mut rest = step.iter().chain(condition);
                    let depends = around || over || rest.any(|value| self.depends(value, found));
                    if depends {
                        found.locals.insert(*index);
                    }
                    self.taint(body, depends, found);
                }
                StatementKind::While(body, condition) => {
                    let depends = around || self.depends(condition, found);
                    self.taint(body, depends, found);
                }
                StatementKind::If(branches, otherwise) => {
                    let mut conditions = branches.iter().map(|(condition, _)| condition);
                    let depends = around || conditions.any(|c| self.depends(c, found));
                    for (_, body) in branches {
                        self.taint(body, depends, found);
                    }
                    self.taint(otherwise, depends, found);
                }
                // What embedded code does is not known; a call may change what it is given.
                _ => {
                    let uses = Uses::of(std::slice::from_ref(statement));
                    let foreign = !uses.foreign.is_empty();
                    let depends = around || foreign || self.any(&uses, found);
                    for place in uses.assigned.iter().filter(|_| depends) {
                        self.set(place, found);
                    }
                }
            }
        }
    }

    /// True for values that may differ from one LPU to another.
    fn depends(&self, value: &Expr, found: &Tainted) -> bool {
        let mut uses = Uses::default();
        uses.expr(value);
        self.any(&uses, found)
    }

    fn any(&self, uses: &Uses<'_>, found: &Tainted) -> bool {
        let mut calls = uses.calls.iter();
        uses.draws
            || !uses.foreign.is_empty()
            || calls.any(|id| !self.is_pure(*id, &mut BTreeSet::new()))
            || uses.places.iter().any(|place| self.differs(place, found))
    }

    /// True for a function that gives the same for the same arguments.
    fn is_pure(&self, id: FunctionId, seen: &mut BTreeSet<FunctionId>) -> bool {
        if !seen.insert(id) {
            return true;
        }
        let Some(function) = self.program.functions.get(id.0) else {
            return false;
        };
        let uses = Uses::of(&function.body.statements);
        !uses.draws
            && uses.foreign.is_empty()
            && uses.calls.iter().all(|id| self.is_pure(*id, seen))
    }

    fn differs(&self, place: &Place, found: &Tainted) -> bool {
        match place.root {
            Root::LpuId(_) => true,
            Root::Local(id) => found.locals.contains(&id),
            Root::Variable(id, from) if self.is_array(id) => {
                // Lengths of all of an array are the same everywhere.
                let whole = matches!(place.steps.first(), Some(Step::Shape | Step::Dimension(_)));
                !whole && !self.scope.is_same(from, from, id)
            }
            Root::Variable(id, _) => self.scalars.contains(&id) || found.scalars.contains(&id),
            _ => false,
        }
    }

    fn is_array(&self, id: VariableId) -> bool {
        matches!(self.scope.variables[id.0].ty, Type::Array(..))
    }

    /// Uses in a visit of a space of what its LPUs have in common, in order. `around`: guards that
    /// pick LPUs of the space, which stand in none that is entered inside, and repeats.
    fn events(
        &self,
        flow: &[Flow],
        (space, stages): (SpaceId, &[Stage]),
        around: &Around,
        list: &mut Vec<Event>,
    ) {
        for step in flow {
            let at = std::ptr::from_ref(step) as usize;
            let mut around = around.clone();
            match &step.kind {
                FlowKind::Stage(id) => self.used(&stages[id.0], space, &around, list),
                FlowKind::Space(..) => around.inside = true,
                FlowKind::RepeatFor { .. } | FlowKind::RepeatSubPartitions { .. } => {
                    around.repeats.push(at);
                }
                FlowKind::Where(condition, _) | FlowKind::RepeatWhile(condition, _) => {
                    if !around.inside && self.depends(condition, &Tainted::default()) {
                        around.guards.push(at);
                    }
                    if matches!(step.kind, FlowKind::RepeatWhile(..)) {
                        around.repeats.push(at);
                    }
                }
                FlowKind::Epoch { .. } => {}
            }
            let body = step.kind.body().unwrap_or_default();
            self.events(body, (space, stages), &around, list);
        }
    }

    fn used(&self, stage: &Stage, space: SpaceId, around: &Around, list: &mut Vec<Event>) {
        let all: BTreeSet<VariableId> = stage.reads.iter().chain(&stage.writes).copied().collect();
        for id in all {
            let from = seat_of(stage, id);
            // Of what the space does not hold its LPUs have no copies.
            let mut parts = self.scope.spaces[space.0].parts.iter();
            let held = !self.is_array(id) || parts.any(|part| part.variable == id);
            let of_space = held && self.scope.is_within(from, space);
            if !of_space || !self.scope.is_shared(space, space, id) {
                continue;
            }
            let (reads, writes) = (stage.reads.contains(&id), stage.writes.contains(&id));
            for event in [false, true] {
                if (event && writes) || (!event && reads) {
                    list.push(Event {
                        id,
                        writes: event,
                        is_first: !reads,
                        around: around.clone(),
                        span: stage.span,
                    });
                }
            }
        }
    }
}
