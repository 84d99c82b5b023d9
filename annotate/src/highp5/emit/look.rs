//! What stages do to arrays, loop by loop: how far beside the element that it assigns a loop
//! reads, and what of it depends on the LPU (see `reach`).

use std::collections::{BTreeMap, BTreeSet};

use super::access::{Uses, simple, subscripts};
use super::cells;
use super::flow::Walk;
use super::function::{draws, is_pure};
use super::reach::{aligned, alike, is_padded_along, rank};
use crate::highp5::ast::BinaryOp;
use crate::highp5::typed::{
    Binding, Expr, ExprKind, LocalId, LoopRange, Place, Root, SequenceRange, SpaceId, Stage,
    Statement, StatementKind, Step, Type, VariableId,
};

/// Elements that are read: of which array, whether of the version that is written, and for each
/// of its dimensions the loop's one that it goes with, with how far to both sides.
type Reading = (VariableId, bool, Vec<Option<(usize, u64, u64)>>);

/// What a stage does to an array in one loop.
pub(super) struct Effect {
    pub(super) array: Option<VariableId>,
    pub(super) over: VariableId,
    pub(super) separable: bool,
    uniform: bool,
    folds: bool,
    pub(super) left_out: Vec<(u64, u64)>,
    pub(super) reads: Vec<Reading>,
}

impl Effect {
    pub(super) fn text(&self) -> String {
        let reads: Vec<String> = self
            .reads
            .iter()
            .map(|(id, current, along)| {
                format!(
                    "Reading {{ array: {}, current: {current}, along: vec!{along:?} }}",
                    id.0
                )
            })
            .collect();
        format!(
            "Effect {{ array: {:?}, over: {}, separable: {}, uniform: {}, folds: {}, left_out: vec!{:?}, reads: vec![{}] }}, ",
            self.array.map(|id| id.0),
            self.over.0,
            self.separable,
            self.uniform,
            self.folds,
            self.left_out,
            reads.join(", ")
        )
    }
}

/// A stage that is looked at.
pub(super) struct Look<'s> {
    walk: &'s Walk<'s>,
    stage: &'s Stage,
    /// Locals whose values depend on the LPU.
    tainted: BTreeSet<LocalId>,
    /// Locals that are ends of local ranges, with what is added: array, dimension, upper end.
    edges: BTreeMap<LocalId, Edge>,
}

/// The end of a local range, or all of it (`upper` is none), with what is added to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Edge {
    array: VariableId,
    dimension: u8,
    upper: Option<bool>,
    more: i64,
}

impl<'s> Look<'s> {
    pub(super) fn new(walk: &'s Walk<'s>, stage: &'s Stage) -> Look<'s> {
        let mut look = Look {
            walk,
            stage,
            tainted: BTreeSet::new(),
            edges: BTreeMap::new(),
        };
        look.find_edges();
        loop {
            let before = look.tainted.len();
            for (_, binding) in &stage.parameters {
                if let Binding::Value(id, value) = binding {
                    look.set(*id, look.depends(value));
                }
            }
            look.taint(&stage.body.statements, false);
            if look.tainted.len() == before {
                return look;
            }
        }
    }

    /// Locals that are set once, to an end of a local range.
    fn find_edges(&mut self) {
        let statements = &self.stage.body.statements;
        let uses = Uses::of(statements);
        let bound = self.stage.parameters.iter().filter_map(|(_, b)| match b {
            Binding::Value(id, value) => Some((*id, value)),
            Binding::Variable(..) => None,
        });
        let set = statements.iter().filter_map(|s| match &s.kind {
            StatementKind::Assign(place, value) if place.steps.is_empty() => match place.root {
                Root::Local(id) => Some((id, value)),
                _ => None,
            },
            _ => None,
        });
        let once: Vec<(LocalId, &Expr)> = bound.chain(set).collect();
        for (id, value) in &once {
            let assigned = uses.assigned.iter().filter(|p| p.root == Root::Local(*id));
            let all = assigned
                .count()
                .max(once.iter().filter(|(o, _)| o == id).count());
            let looped = uses.ranges.iter().any(|range| range.index == *id);
            if all == 1
                && !looped
                && let Some(edge) = self.edge(value)
            {
                self.edges.insert(*id, edge);
            }
        }
    }

    fn edge(&self, value: &Expr) -> Option<Edge> {
        match &value.kind {
            ExprKind::Read(place) => {
                let (mut edge, rest) = match (&place.root, &place.steps[..]) {
                    (Root::Local(id), rest) => (*self.edges.get(id)?, rest),
                    (
                        Root::Variable(array, space),
                        [Step::Local, Step::Dimension(d), rest @ ..],
                    ) if *space == self.stage.space => {
                        let edge = Edge {
                            array: *array,
                            dimension: *d,
                            upper: None,
                            more: 0,
                        };
                        (edge, rest)
                    }
                    _ => return None,
                };
                for step in rest {
                    edge.upper = match (step, edge.upper) {
                        (Step::Range, None) => None,
                        (Step::Min, None) => Some(false),
                        (Step::Max, None) => Some(true),
                        _ => return None,
                    };
                }
                Some(edge)
            }
            ExprKind::Binary(operator, left, right) => {
                let number = |e: &Expr| match e.kind {
                    ExprKind::Integer(value) => Some(i64::from(value)),
                    _ => None,
                };
                let (mut edge, more) = match (operator, number(left), number(right)) {
                    (BinaryOp::Add, None, Some(more)) => (self.edge(left)?, more),
                    (BinaryOp::Add, Some(more), None) => (self.edge(right)?, more),
                    (BinaryOp::Subtract, None, Some(more)) => (self.edge(left)?, -more),
                    _ => return None,
                };
                edge.upper?;
                edge.more += more;
                Some(edge)
            }
            _ => None,
        }
    }

    /// True for values that may differ from one LPU to another.
    fn depends(&self, value: &Expr) -> bool {
        let mut uses = Uses::default();
        uses.expr(value);
        !is_pure(self.walk.program, &uses)
            || uses.places.iter().any(|place| match place.root {
                Root::LpuId(_) => true,
                Root::Local(id) => self.tainted.contains(&id) || self.edges.contains_key(&id),
                Root::Variable(id, _) => {
                    let array = matches!(self.walk.task.variables[id.0].ty, Type::Array(..));
                    match array {
                        true => place.steps.iter().any(|step| matches!(step, Step::Local)),
                        false => !self.is_common(id),
                    }
                }
                _ => false,
            })
    }

    /// True for a variable that all LPUs have the same value of.
    fn is_common(&self, id: VariableId) -> bool {
        let task = self.walk.task;
        let alone = |space: SpaceId| {
            let up = |id: &SpaceId| task.spaces[id.0].parent;
            let mut way = std::iter::successors(Some(space), up);
            way.all(|id| task.spaces[id.0].dimensions == 0)
        };
        !self.walk.changing.contains(&id)
            || !super::flow::indices(&task.flow).contains(&id)
                && task.stages.iter().all(|stage| {
                    let seats = cells::Scalars::of_stage(task, stage);
                    seats.is_ok_and(|scalars| {
                        let mut seats = scalars.writes.iter().chain(scalars.folds.keys());
                        seats.all(|(other, space)| *other != id || alone(*space))
                    })
                })
    }

    fn set(&mut self, id: LocalId, depends: bool) {
        if depends && !self.edges.contains_key(&id) {
            self.tainted.insert(id);
        }
    }

    fn taint(&mut self, statements: &[Statement], around: bool) {
        for statement in statements {
            match &statement.kind {
                StatementKind::Assign(place, value) => {
                    if let Root::Local(id) = place.root {
                        self.set(id, around || self.depends(value));
                    }
                }
                StatementKind::For(ranges, body) => {
                    let depends = ranges.iter().any(|range| self.range_depends(range, ranges));
                    for id in escaping(&self.stage.body.statements, statement) {
                        self.set(id, true);
                    }
                    self.taint(body, around || depends);
                }
                StatementKind::Sequence {
                    index,
                    range,
                    step,
                    condition,
                    body,
                } => {
                    let over = match range {
                        SequenceRange::Range(range) => self.depends(range),
                        SequenceRange::Dimension(place, _) => {
                            place.steps.iter().any(|step| matches!(step, Step::Local))
                        }
                    };
                    let mut rest = step.iter().chain(condition);
                    let depends = around || over || rest.any(|value| self.depends(value));
                    self.set(*index, depends);
                    self.taint(body, depends);
                }
                StatementKind::While(body, condition) => {
                    let depends = around || self.depends(condition);
                    self.taint(body, depends);
                }
                StatementKind::If(branches, otherwise) => {
                    let depends = around
                        || branches
                            .iter()
                            .any(|(condition, _)| self.depends(condition));
                    for (_, body) in branches {
                        self.taint(body, depends);
                    }
                    self.taint(otherwise, depends);
                }
                StatementKind::Extern(code) => {
                    for (_, place) in &code.variables {
                        if let Root::Local(id) = place.root {
                            self.set(id, true);
                        }
                    }
                }
                StatementKind::Evaluate(value) => {
                    let uses = Uses::of(std::slice::from_ref(statement));
                    let depends = around || self.depends(value);
                    for place in uses.assigned {
                        if let Root::Local(id) = place.root {
                            self.set(id, depends);
                        }
                    }
                }
                _ => {}
            }
        }
    }

    /// True if which indices a loop visits is another thing than the LPU's part, but for edges
    /// that are left out.
    fn range_depends(&self, range: &LoopRange, ranges: &[LoopRange]) -> bool {
        let over = match range.over.root {
            Root::Variable(id, _) => {
                !matches!(self.walk.task.variables[id.0].ty, Type::Array(..)) && !self.is_common(id)
            }
            Root::Local(id) => self.tainted.contains(&id) || self.edges.contains_key(&id),
            _ => false,
        };
        let conditions = range.condition.iter().flat_map(super::nest::conjuncts);
        over || conditions
            .into_iter()
            .any(|c| self.left_out(c, ranges).is_none() && self.depends(c))
    }

    /// A condition that leaves out elements at an edge: index of the range, upper end, how many.
    fn left_out(&self, condition: &Expr, ranges: &[LoopRange]) -> Option<(usize, bool, u64)> {
        use BinaryOp as B;
        let ExprKind::Binary(operator, left, right) = &condition.kind else {
            return None;
        };
        let index = |e: &Expr| {
            let (id, more) = simple(e)?;
            Some((ranges.iter().position(|range| range.index == id)?, more))
        };
        let (at, more, limit, operator) = match (index(left), index(right)) {
            (Some((at, more)), None) => (at, more, right, *operator),
            (None, Some((at, more))) => (at, more, left, operator.mirrored()?),
            _ => return None,
        };
        let edge = self.edge(limit)?;
        let Root::Variable(over, _) = ranges[at].over.root else {
            return None;
        };
        let aligned = alike(self.walk.task, over, edge.array);
        if !aligned || ranges[at].dimension != edge.dimension {
            return None;
        }
        let far = edge.more - more;
        let out = match (operator, edge.upper?) {
            (B::Greater, false) => far + 1,
            (B::GreaterEqual, false) => far,
            (B::Less, true) => 1 - far,
            (B::LessEqual, true) => -far,
            _ => return None,
        };
        Some((at, edge.upper?, u64::try_from(out).unwrap_or(0)))
    }
}

/// Locals that a loop sets and that are read after it, or in it before they are set there.
fn escaping(all: &[Statement], the: &Statement) -> BTreeSet<LocalId> {
    let StatementKind::For(_, body) = &the.kind else {
        return BTreeSet::new();
    };
    let local = |place: &&Place| match place.root {
        Root::Local(id) => Some(id),
        _ => None,
    };
    let inside = Uses::of(std::slice::from_ref(the));
    let set: BTreeSet<LocalId> = inside.assigned.iter().filter_map(local).collect();
    let whole = Uses::of(all);
    let reads = |uses: &Uses<'_>, id: LocalId| {
        uses.read
            .iter()
            .filter(|p| p.root == Root::Local(id))
            .count()
    };
    set.into_iter()
        .filter(|&id| {
            let before_set = || {
                for statement in body {
                    let uses = Uses::of(std::slice::from_ref(statement));
                    let plain = matches!(&statement.kind, StatementKind::Assign(place, _)
                        if place.root == Root::Local(id) && place.steps.is_empty());
                    if reads(&uses, id) > 0 {
                        return true;
                    }
                    if plain {
                        return false;
                    }
                    if uses.assigned.iter().any(|p| p.root == Root::Local(id)) {
                        return true;
                    }
                }
                false
            };
            reads(&whole, id) > reads(&inside, id) || before_set()
        })
        .collect()
}

impl Look<'_> {
    /// What the stage does to arrays, loop by loop.
    pub(super) fn effects(&self) -> Vec<Effect> {
        let mut list = Vec::new();
        let statements = &self.stage.body.statements;
        for statement in statements {
            match &statement.kind {
                StatementKind::For(ranges, body) => self.nest(statement, ranges, body, &mut list),
                _ => self.plain(statement, &mut list),
            }
        }
        list
    }

    fn arrays(&self, places: &[&Place]) -> BTreeSet<VariableId> {
        let array = |place: &&Place| match place.root {
            Root::Variable(id, _)
                if matches!(self.walk.task.variables[id.0].ty, Type::Array(..)) =>
            {
                Some(id)
            }
            _ => None,
        };
        places.iter().filter_map(array).collect()
    }

    /// Assignments outside of parallel loops.
    fn plain(&self, statement: &Statement, list: &mut Vec<Effect>) {
        let uses = Uses::of(std::slice::from_ref(statement));
        for id in self.arrays(&uses.assigned) {
            list.push(Effect {
                array: Some(id),
                over: id,
                separable: false,
                uniform: self.is_uniform(statement),
                folds: false,
                left_out: vec![(0, 0); rank(self.walk.task, id)],
                reads: self.reads(&uses, &[], id),
            });
        }
    }

    fn is_uniform(&self, statement: &Statement) -> bool {
        let uses = Uses::of(std::slice::from_ref(statement));
        let free = |place: &&Place| match place.root {
            Root::LpuId(_) => false,
            Root::Local(id) => !self.tainted.contains(&id) && !self.edges.contains_key(&id),
            Root::Variable(id, _) => {
                match matches!(self.walk.task.variables[id.0].ty, Type::Array(..)) {
                    true => !place.steps.iter().any(|step| matches!(step, Step::Local)),
                    false => self.is_common(id),
                }
            }
            _ => true,
        };
        is_pure(self.walk.program, &uses) && uses.places.iter().all(free)
    }

    fn nest(
        &self,
        statement: &Statement,
        ranges: &[LoopRange],
        body: &[Statement],
        list: &mut Vec<Effect>,
    ) {
        let mut uses = Uses::of(body);
        let inside: Vec<&Place> = uses.assigned.clone();
        let mut uniform = body.iter().all(|statement| self.is_uniform(statement));
        let mut out: Vec<(usize, bool, u64)> = Vec::new();
        for range in ranges {
            for condition in range.condition.iter().flat_map(super::nest::conjuncts) {
                match self.left_out(condition, ranges) {
                    Some(edge) => out.push(edge),
                    None => {
                        uniform &= !self.depends(condition);
                        uses.expr(condition);
                    }
                }
            }
            uniform &= !self.range_depends(range, ranges);
        }
        let folds = has_folds(body);
        // Which random number an element gets depends on how many came before it, in the padding too.
        let alone = escaping(&self.stage.body.statements, statement).is_empty()
            && !draws(self.walk.program, &uses);
        let effect = |array: Option<VariableId>, over: VariableId| Effect {
            array,
            over,
            separable: array.is_some_and(|id| alone && self.is_separable(id, ranges, &inside)),
            uniform,
            folds,
            left_out: self.edges_of(over, ranges, &out),
            reads: self.reads(&uses, ranges, over),
        };
        for id in self.arrays(&inside) {
            list.push(effect(Some(id), id));
        }
        if folds {
            let over = ranges.iter().find_map(|range| match range.over.root {
                Root::Variable(id, _) if matches!(range.over.ty, Type::Array(..)) => Some(id),
                _ => None,
            });
            list.extend(over.map(|over| effect(None, over)));
        }
    }

    /// How much of the dimensions of an array is left out by a loop at the edges.
    fn edges_of(
        &self,
        over: VariableId,
        ranges: &[LoopRange],
        out: &[(usize, bool, u64)],
    ) -> Vec<(u64, u64)> {
        let mut sides = vec![(0, 0); rank(self.walk.task, over)];
        for &(at, upper, count) in out {
            let Root::Variable(id, _) = ranges[at].over.root else {
                continue;
            };
            let side = sides.get_mut(usize::from(ranges[at].dimension));
            if let Some(side) = side.filter(|_| alike(self.walk.task, id, over)) {
                let end = if upper { &mut side.1 } else { &mut side.0 };
                *end = count.max(*end);
            }
        }
        sides
    }

    /// True if a loop does to what an LPU owns of an array nothing else when it visits only that.
    fn is_separable(&self, id: VariableId, ranges: &[LoopRange], assigned: &[&Place]) -> bool {
        let task = self.walk.task;
        let mut moving = BTreeSet::new();
        let of = |place: &&&Place| matches!(place.root, Root::Variable(other, _) if other == id);
        for place in assigned.iter().filter(of) {
            let Some((_, _, list)) = subscripts(place) else {
                return false;
            };
            for (d, index) in list.into_iter().enumerate() {
                if !is_padded_along(task, id, d) {
                    continue;
                }
                let range = simple(index).filter(|(_, more)| *more == 0).and_then(|(index, _)| {
                    let fits = |range: &&LoopRange| {
                        range.index == index
                            && usize::from(range.dimension) == d
                            && matches!(range.over.root, Root::Variable(over, _) if alike(task, over, id))
                    };
                    ranges.iter().find(fits)
                });
                let Some(range) = range else { return false };
                moving.insert(range.index);
            }
        }
        // Nothing else is done as often as the loop turns.
        assigned.iter().all(|place| match subscripts(place) {
            Some((_, _, list)) => moving.iter().all(|index| {
                list.iter()
                    .any(|e| simple(e).is_some_and(|(id, more)| id == *index && more == 0))
            }),
            None => matches!(place.root, Root::Local(_)),
        })
    }

    fn reads(&self, uses: &Uses<'_>, ranges: &[LoopRange], over: VariableId) -> Vec<Reading> {
        let task = self.walk.task;
        let mut list = Vec::new();
        for place in &uses.read {
            let Root::Variable(id, _) = place.root else {
                continue;
            };
            if !matches!(task.variables[id.0].ty, Type::Array(..)) {
                continue;
            }
            let indices: Vec<&Expr> = match subscripts(place) {
                Some((_, _, indices)) => indices,
                None if place.steps.is_empty() => Vec::new(),
                None => continue,
            };
            let along = |e: usize| {
                let (index, more) = simple(indices.get(e)?)?;
                let range = ranges.iter().find(|range| range.index == index)?;
                let Root::Variable(of, _) = range.over.root else {
                    return None;
                };
                let d = usize::from(range.dimension);
                let fits = alike(task, of, over) && aligned(task, (over, d), (id, e));
                let far = |n: i64| u64::try_from(n).unwrap_or(0);
                fits.then(|| (d, far(-more), far(more)))
            };
            let reading = (id, place.lag == 0, (0..rank(task, id)).map(along).collect());
            if !list.contains(&reading) {
                list.push(reading);
            }
        }
        list
    }
}

fn has_folds(statements: &[Statement]) -> bool {
    let folds = |kind: &StatementKind| matches!(kind, StatementKind::Reduce { .. });
    statements.iter().any(|statement| statement.any(&folds))
}
