//! Places: variables, and ways down from them.

use super::body::{Context, Elab, Ex, Ty};
use super::unknown;
use crate::diag::codes;
use crate::highp5::ast::{self, ExprKind as A, Index, Lag, Name, Span};
use crate::highp5::report::{count, error};
use crate::highp5::typed::{
    Binding, Expr, ExprKind, Place, Root, SpaceId, Step, TaskId, Type, VariableId,
};

/// Versions beside the current one that are kept at most.
const MOST_LAG: u32 = 1000;

/// A place while it is made.
pub(super) struct Way {
    pub(super) root: Root,
    pub(super) lag: u32,
    pub(super) steps: Vec<Step>,
    pub(super) ty: Ty,
    pub(super) span: Span,
    /// Indices so far into an array that is not yet an element.
    partly: bool,
    /// Behind `.local`.
    local: bool,
}

impl Way {
    fn new(root: Root, ty: Ty, span: Span) -> Way {
        Way {
            root,
            lag: 0,
            steps: Vec::new(),
            ty,
            span,
            partly: false,
            local: false,
        }
    }
}

impl<'a> Elab<'_, 'a, '_> {
    /// The place that an expression names; `None` if it names none or was reported.
    pub(super) fn place(&mut self, expr: &'a ast::Expr) -> Option<Way> {
        let mut way = self.way(expr)?;
        way.span = expr.span;
        if way.local {
            self.report(
                error(codes::H_TYPE, "`.local` is no value", expr.span)
                    .help("write `.local.dimension1.range`"),
            );
            return None;
        }
        if way.partly {
            let left = match &way.ty {
                Ty::Known(Type::Array(_, rank)) => usize::from(*rank),
                _ => 1,
            };
            self.report(error(
                codes::H_TYPE,
                format!("{} too few for an element of this array", indices(left)),
                expr.span,
            ));
            return None;
        }
        Some(way)
    }

    fn way(&mut self, expr: &'a ast::Expr) -> Option<Way> {
        self.deeper(expr.span, |e| e.way_inside(expr))?
    }

    fn way_inside(&mut self, expr: &'a ast::Expr) -> Option<Way> {
        match &expr.kind {
            A::Name(name) => self.root(name, expr.span),
            A::Field { base, name } => self.field(base, name, expr.span),
            A::Index { base, index } => self.index(base, index, expr.span),
            A::At { base, lag } => {
                let mut way = self.way(base)?;
                self.version(&mut way, *lag)?;
                Some(way)
            }
            _ => {
                self.report(error(
                    codes::H_TYPE,
                    "this is no variable or part of one",
                    expr.span,
                ));
                None
            }
        }
    }

    /// A name at the root of a place.
    fn root(&mut self, name: &str, span: Span) -> Option<Way> {
        if let Some(local) = self.local(name) {
            return Some(Way::new(Root::Local(local), self.local_ty(local), span));
        }
        if let Some((variable, space)) = self.variable(name) {
            let task = self.task?;
            let ty = task.variables[variable.0].ty.clone();
            return Some(Way::new(
                Root::Variable(variable, space),
                Ty::Known(ty),
                span,
            ));
        }
        let found = self.no_variable(name, span);
        self.report(found);
        None
    }

    /// The variable of the task that a name stands for, directly or as a stage's parameter.
    pub(super) fn variable(&self, name: &str) -> Option<(VariableId, SpaceId)> {
        let task = self.task?;
        for (parameter, binding) in &self.bindings {
            if parameter == name {
                return match binding {
                    Binding::Variable(variable, space) => Some((*variable, *space)),
                    Binding::Value(..) => None,
                };
            }
        }
        let index = task.variables.iter().position(|v| v.name == name)?;
        Some((VariableId(index), self.space))
    }

    fn no_variable(&self, name: &str, span: Span) -> crate::diag::Diagnostic {
        let mut known: Vec<&str> = self.locals.iter().map(|l| l.name.as_str()).collect();
        known.extend(self.bindings.iter().map(|(n, _)| n.as_str()));
        if let Some(task) = self.task {
            known.extend(task.variables.iter().map(|v| v.name.as_str()));
        }
        let later = self.locals.iter().any(|l| l.name == name);
        let mut found = unknown(
            "variable",
            name,
            span,
            known.into_iter().filter(|n| *n != name),
        );
        if later {
            found =
                found.note("it gets its first value further down, or is the index of another loop");
        } else if name == "partition" || name == "args" {
            found = found.help("`partition.x` is for tasks, `args.x` for the coordinator");
        }
        found
    }

    fn field(&mut self, base: &'a ast::Expr, name: &'a Name, span: Span) -> Option<Way> {
        if let A::Name(root) = &base.kind
            && let Some(way) = self.special(root, name, span)
        {
            return way;
        }
        let mut way = self.way(base)?;
        let ty = match &way.ty {
            Ty::Known(ty) => ty.clone(),
            Ty::Failed => return None,
            _ => {
                let what = self.words(&way.ty);
                self.report(error(
                    codes::H_TYPE,
                    format!("{what} has no field `{}`", name.text),
                    name.span,
                ));
                return None;
            }
        };
        if let Type::Environment(task) = ty {
            return self.environment_variable(&way, task, name, span);
        }
        let lower = name.text.to_ascii_lowercase();
        let (step, ty) = match (&ty, lower.as_str()) {
            (Type::Record(id), _) => {
                let record = &self.checker.program.records[id.0];
                let known = record.fields.iter().map(|f| f.0.as_str());
                let Some(field) = known.clone().position(|f| f == name.text) else {
                    let found = unknown("field", &name.text, name.span, known);
                    let found = found.note(format!("in type {}", record.name));
                    self.report(found);
                    return None;
                };
                (Step::Field(field), record.fields[field].1.clone())
            }
            (Type::Array(..), "local") if !way.local && !way.partly => {
                self.local_part(&way, name.span);
                way.steps.push(Step::Local);
                way.local = true;
                return Some(way);
            }
            // One dimension is all of them.
            (Type::Array(_, 1), "dimension") if !way.partly => {
                (Step::Dimension(0), Type::Dimension)
            }
            (Type::Array(_, rank), "dimension") if !way.partly => (Step::Shape, Type::Shape(*rank)),
            (Type::Array(_, rank), field) if field.starts_with("dim") && !way.partly => {
                let rank = *rank;
                let Some(dimension) = dimension(field, rank) else {
                    self.report(error(
                        codes::H_TYPE,
                        format!(
                            "an array of {} has no `{}`",
                            count(rank.into(), "dimension"),
                            name.text
                        ),
                        name.span,
                    ));
                    return None;
                };
                (Step::Dimension(dimension), Type::Dimension)
            }
            (Type::Dimension, "range") => (Step::Range, Type::Range),
            (Type::Range, "min") => (Step::Min, Type::Integer),
            (Type::Range, "max") => (Step::Max, Type::Integer),
            (Type::Range | Type::Dimension | Type::List(_), "length") => {
                (Step::Length, Type::Integer)
            }
            _ => {
                let what = self.checker.name_of(&ty);
                self.report(error(
                    codes::H_UNKNOWN,
                    format!("{what} has no field `{}`", name.text),
                    name.span,
                ));
                return None;
            }
        };
        way.local = false;
        way.steps.push(step);
        way.ty = Ty::Known(ty);
        Some(way)
    }

    /// `partition.x` and `args.x`.
    fn special(&mut self, root: &str, name: &Name, span: Span) -> Option<Option<Way>> {
        if self.local(root).is_some() || self.variable(root).is_some() {
            return None;
        }
        if let Some(task) = self.task
            && root.eq_ignore_ascii_case("partition")
        {
            let known = task.partition.iter().map(String::as_str);
            let Some(index) = known.clone().position(|p| p == name.text) else {
                let found = unknown("partition argument", &name.text, name.span, known);
                self.report(found);
                return Some(None);
            };
            let ty = Ty::Known(Type::Integer);
            return Some(Some(Way::new(Root::Partition(index), ty, span)));
        }
        if self.arguments != Some(root) {
            return None;
        }
        let known = self.opens.iter().position(|o| o.name == name.text);
        let index = known.unwrap_or_else(|| {
            self.opens.push(super::body::Open {
                name: name.text.clone(),
                span,
                ty: None,
            });
            self.opens.len() - 1
        });
        let ty = match &self.opens[index].ty {
            Some(ty) => Ty::Known(ty.clone()),
            None => Ty::Open(index),
        };
        Some(Some(Way::new(Root::Argument(index), ty, span)))
    }

    fn environment_variable(
        &mut self,
        way: &Way,
        task: TaskId,
        name: &Name,
        span: Span,
    ) -> Option<Way> {
        let Root::Local(local) = way.root else {
            return None;
        };
        let variable = self.environmental(task, &name.text, name.span)?;
        let ty = self.checker.program.tasks[task.0].variables[variable.0]
            .ty
            .clone();
        Some(Way::new(
            Root::Environment(local, variable),
            Ty::Known(ty),
            span,
        ))
    }

    /// An environmental variable of a task.
    pub(super) fn environmental(
        &mut self,
        task: TaskId,
        name: &str,
        span: Span,
    ) -> Option<VariableId> {
        let task = &self.checker.program.tasks[task.0];
        let found = task
            .variables
            .iter()
            .position(|v| v.name == name && v.mode.is_some());
        if found.is_none() {
            let known = task.variables.iter().filter(|v| v.mode.is_some());
            let found = unknown(
                "environmental variable",
                name,
                span,
                known.map(|v| v.name.as_str()),
            )
            .note(format!(
                "in the Environment section of task \"{}\"",
                task.name
            ));
            self.report(found);
        }
        found.map(VariableId)
    }

    fn index(&mut self, base: &'a ast::Expr, index: &'a Index, span: Span) -> Option<Way> {
        let Index::At(at) = index else {
            self.report(
                error(codes::H_TYPE, "a section of an array is no value", span)
                    .help("loop over its indices"),
            );
            return None;
        };
        if let A::Name(name) = &base.kind
            && name.eq_ignore_ascii_case("lpuid")
            && self.local(name).is_none()
            && self.variable(name).is_none()
        {
            return self.lpu_id(at, span);
        }
        let mut way = self.way(base)?;
        let value = self.expr(at);
        let value = self.require(value, &Type::Integer);
        let ty = match &way.ty {
            Ty::Known(ty) => ty.clone(),
            Ty::Failed => return None,
            _ => Type::Nothing,
        };
        let inner = match ty {
            Type::Array(element, rank) if !way.local => {
                if let Root::Variable(variable, space) = way.root
                    && !way.partly
                {
                    self.held(variable, space, base.span);
                }
                way.partly = rank > 1;
                if rank > 1 {
                    Type::Array(element, rank - 1)
                } else {
                    *element
                }
            }
            Type::Static(element, sizes) => {
                if let ExprKind::Integer(at) = value.kind
                    && !u64::try_from(at).is_ok_and(|at| at < sizes[0])
                {
                    self.report(error(
                        codes::H_NUMBER,
                        format!(
                            "index {at} of an array of {}",
                            count(sizes[0] as usize, "element")
                        ),
                        value.span,
                    ));
                }
                if sizes.len() > 1 {
                    Type::Static(element, sizes[1..].to_vec())
                } else {
                    *element
                }
            }
            Type::List(element) => *element,
            other => {
                let what = self.checker.name_of(&other);
                self.report(error(
                    codes::H_TYPE,
                    format!("{what} has no elements to index"),
                    base.span,
                ));
                return None;
            }
        };
        way.steps.push(Step::Index(value));
        way.ty = Ty::Known(inner);
        Some(way)
    }

    fn lpu_id(&mut self, at: &ast::Expr, span: Span) -> Option<Way> {
        let Some(task) = self.task.filter(|_| self.context != Context::Initialize) else {
            self.report(error(
                codes::H_PLACE,
                "`lpuId` is for stages and the Computation section",
                span,
            ));
            return None;
        };
        let dimensions = u32::from(task.spaces[self.space.0].dimensions.max(1));
        match at.kind {
            A::Integer(k) if (0..i64::from(dimensions)).contains(&k) => {
                self.uses.differs = true;
                let root = Root::LpuId(k as u8);
                Some(Way::new(root, Ty::Known(Type::Integer), span))
            }
            _ => {
                let space = &task.spaces[self.space.0].name;
                self.report(error(
                    codes::H_NUMBER,
                    format!(
                        "`lpuId` takes a constant from 0 to {} in Space {space}",
                        dimensions - 1
                    ),
                    at.span,
                ));
                None
            }
        }
    }

    fn version(&mut self, way: &mut Way, lag: Lag) -> Option<()> {
        let Root::Variable(variable, _) = way.root else {
            if lag.own {
                self.report(
                    error(
                        codes::H_VERSION,
                        "only variables of tasks have versions",
                        lag.span,
                    )
                    .help("leave `at` out"),
                );
                return None;
            }
            return Some(());
        };
        let known = self.task.map(|task| &task.variables[variable.0]);
        if let Some(known) = known
            && !matches!(known.ty, Type::Array(..))
        {
            let name = known.name.clone();
            if lag.own && lag.epochs > 0 {
                self.report(
                    error(
                        codes::H_VERSION,
                        format!("`{name}` is no array, and only arrays have earlier versions"),
                        lag.span,
                    )
                    .help("keep the value in a second variable"),
                );
                return None;
            }
            return Some(());
        }
        if lag.epochs > MOST_LAG {
            self.report(error(
                codes::H_VERSION,
                format!(
                    "{} epochs ago: at most {MOST_LAG} earlier versions are kept",
                    lag.epochs
                ),
                lag.span,
            ));
            return None;
        }
        way.lag = lag.epochs;
        let most = self.uses.lags.entry(variable).or_insert((0, lag.span));
        if lag.epochs > most.0 {
            *most = (lag.epochs, lag.span);
        }
        Some(())
    }

    /// `x.local`: the space must hold the array.
    fn local_part(&mut self, way: &Way, span: Span) {
        if let Root::Variable(variable, space) = way.root {
            self.held(variable, space, span);
            self.uses.parts.insert(variable);
        }
    }

    /// Reports an array whose elements are used in a space that does not hold it.
    pub(super) fn held(&mut self, variable: VariableId, space: SpaceId, span: Span) {
        let Some(task) = self.task else {
            return;
        };
        if task.holds(space, variable) || !self.uses.missing.insert(variable) {
            return;
        }
        let name = &task.variables[variable.0].name;
        let here = &task.spaces[space.0];
        let mut found = error(
            codes::H_NOT_IN_SPACE,
            format!("Space {} does not hold `{name}`", here.name),
            span,
        )
        .also(task.spaces[space.0].span.into(), "the space is here");
        found = match task.ancestor_with(space, variable) {
            Some(above) => found.help(format!(
                "assign it to Space {}, or pass it from Space {above} (`Space {above}: {name}`)",
                here.name,
                above = task.spaces[above.0].name
            )),
            None => found.help(format!("assign it to Space {} under Partition", here.name)),
        };
        self.report(found);
    }

    /// The value of a place.
    pub(super) fn read(&mut self, expr: &'a ast::Expr) -> Ex {
        let Some(way) = self.place(expr) else {
            return Ex::failed(expr.span);
        };
        self.read_way(&way)
    }

    /// The value of a place, which is not assigned to.
    pub(super) fn read_way(&mut self, way: &Way) -> Ex {
        let shape = |s: &Step| matches!(s, Step::Local | Step::Dimension(_) | Step::Shape);
        if let Root::Variable(variable, _) = way.root
            && !way.steps.iter().any(shape)
        {
            self.uses.reads.insert(variable);
        }
        let ty = way.ty.clone();
        let place = self.made(way);
        let span = way.span;
        Ex {
            expr: Expr {
                ty: place.ty.clone(),
                kind: ExprKind::Read(place),
                span,
            },
            ty,
        }
    }

    /// A finished place.
    pub(super) fn made(&self, way: &Way) -> Place {
        Place {
            ty: self.settled(&way.ty),
            root: way.root.clone(),
            lag: way.lag,
            steps: way.steps.clone(),
            span: way.span,
        }
    }
}

/// `one index is`, `two indices are`.
fn indices(number: usize) -> String {
    match number {
        1 => "one index".to_owned(),
        n => format!("{n} indices"),
    }
}

/// The number, from 0, in `dimension2`.
pub(super) fn dimension(field: &str, rank: u8) -> Option<u8> {
    let digits = field
        .strip_prefix("dimension")
        .or_else(|| field.strip_prefix("dim"))?;
    let number: u8 = digits.parse().ok()?;
    (1..=rank).contains(&number).then(|| number - 1)
}
