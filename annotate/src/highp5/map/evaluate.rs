//! What can be said of values before a program runs.
//!
//! Statements of Initialize sections and of the coordinator are followed once, in order; a
//! value that depends on something unknown is unknown. Loops are gone through once, branches
//! by their condition, or all where it is not known: sizes and partition arguments, which this
//! is for, hardly ever change between rounds.

use crate::highp5::ast::{BinaryOp, UnaryOp};
use crate::highp5::typed::{
    Body, Builtin, Expr, ExprKind, LocalId, Place, Root, SequenceRange, Statement, StatementKind,
    Step, TaskId, VariableId,
};

/// A value that is known.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Value {
    Integer(i64),
    Real(f64),
    Boolean(bool),
    Text(String),
    /// Least and greatest index.
    Range(Bounds),
    /// Dimensions of an array; all that matters of one here.
    Shape(Vec<Bounds>),
    /// Place of an environment in [`World::environments`].
    Environment(usize),
}

/// A dimension, as far as it is known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Bounds {
    pub(super) min: Option<i64>,
    pub(super) max: Option<i64>,
    /// What an extent that is not known is called: after the array that had it first.
    pub(super) name: Option<String>,
}

impl Bounds {
    /// A dimension that nobody spoke of: from 0.
    pub(super) const UNKNOWN: Bounds = Bounds {
        min: Some(0),
        max: None,
        name: None,
    };

    /// A dimension of an array that nobody spoke of.
    pub(super) fn named(array: &str, dimension: usize) -> Bounds {
        Bounds {
            name: Some(format!("{array}.dimension{}", dimension + 1)),
            ..Bounds::UNKNOWN
        }
    }

    /// So many indices from 0.
    pub(super) fn of(extent: usize) -> Bounds {
        Bounds {
            min: Some(0),
            max: i64::try_from(extent).ok().map(|n| n - 1),
            name: None,
        }
    }

    /// Number of indices.
    pub(super) fn extent(&self) -> Option<usize> {
        let length = self.max?.checked_sub(self.min?)?.checked_add(1)?;
        usize::try_from(length.max(0)).ok()
    }
}

/// A variable, of a task or of an environment.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct Known {
    /// Of an array.
    pub(super) shape: Vec<Bounds>,
    /// Of anything else.
    pub(super) value: Option<Value>,
    /// The variable's name.
    pub(super) name: String,
}

/// An environment of the coordinator.
#[derive(Debug, Clone)]
pub(super) struct Environment {
    pub(super) task: TaskId,
    pub(super) variables: Vec<Known>,
}

/// Everything that bodies read and write.
#[derive(Default)]
pub(super) struct World {
    pub(super) arguments: Vec<Option<Value>>,
    pub(super) environments: Vec<Environment>,
    /// Of the task whose Initialize section runs.
    pub(super) variables: Vec<Known>,
    pub(super) partition: Vec<Option<i64>>,
}

/// What a body that is followed does beyond assignments.
pub(super) trait Visit {
    /// An environment for a new `TaskEnvironment`.
    fn environment(&mut self, task: TaskId) -> Environment;
    /// A task is executed.
    fn execute(
        &mut self,
        world: &mut World,
        task: TaskId,
        environment: Option<usize>,
        initialize: Vec<Option<Value>>,
        partition: Vec<Option<Value>>,
    );
}

/// A body that is being followed.
pub(super) struct Follow<'w, V> {
    pub(super) world: &'w mut World,
    pub(super) locals: Vec<Option<Value>>,
    pub(super) visit: &'w mut V,
}

impl<V: Visit> Follow<'_, V> {
    /// Follows a body, its parameters being known or not.
    pub(super) fn body(
        world: &mut World,
        body: &Body,
        parameters: impl IntoIterator<Item = (LocalId, Option<Value>)>,
        visit: &mut V,
    ) {
        let mut locals = vec![None; body.locals.len()];
        for (local, value) in parameters {
            if let Some(place) = locals.get_mut(local.0) {
                *place = value;
            }
        }
        let mut follow = Follow {
            world,
            locals,
            visit,
        };
        follow.statements(&body.statements);
    }

    fn statements(&mut self, list: &[Statement]) {
        list.iter().for_each(|statement| self.statement(statement));
    }

    fn statement(&mut self, statement: &Statement) {
        match &statement.kind {
            StatementKind::Assign(place, value) => {
                let value = self.value(value);
                self.assign(place, value);
            }
            StatementKind::For(_, body) => self.statements(body),
            StatementKind::Sequence {
                index, range, body, ..
            } => {
                let range = match range {
                    SequenceRange::Range(range) => self.value(range),
                    SequenceRange::Dimension(..) => None,
                };
                self.locals[index.0] = match range {
                    Some(Value::Range(bounds)) => bounds.min.map(Value::Integer),
                    _ => None,
                };
                self.statements(body);
            }
            StatementKind::While(body, _) => self.statements(body),
            StatementKind::If(branches, otherwise) => self.branches(branches, otherwise),
            StatementKind::Execute {
                task,
                environment,
                initialize,
                partition,
            } => {
                let environment = match self.locals.get(environment.0) {
                    Some(Some(Value::Environment(at))) => Some(*at),
                    _ => None,
                };
                let initialize = initialize.iter().map(|value| self.value(value)).collect();
                let partition = partition.iter().map(|value| self.value(value)).collect();
                let world = &mut *self.world;
                self.visit
                    .execute(world, *task, environment, initialize, partition);
            }
            StatementKind::Extern(code) => {
                // It may change what it names.
                for (_, place) in &code.variables {
                    self.assign(place, None);
                }
            }
            StatementKind::Evaluate(_)
            | StatementKind::Reduce { .. }
            | StatementKind::Return(_)
            | StatementKind::Bind { .. } => {}
        }
    }

    fn branches(&mut self, branches: &[(Expr, Vec<Statement>)], otherwise: &[Statement]) {
        for (condition, body) in branches {
            match self.value(condition) {
                Some(Value::Boolean(false)) => {}
                Some(Value::Boolean(true)) => return self.statements(body),
                _ => self.statements(body),
            }
        }
        self.statements(otherwise);
    }

    fn known(&self, root: &Root) -> Option<&Known> {
        match root {
            Root::Variable(variable, _) => self.world.variables.get(variable.0),
            Root::Environment(local, variable) => {
                let at = self.environment(*local)?;
                self.world.environments[at].variables.get(variable.0)
            }
            _ => None,
        }
    }

    fn known_mut(&mut self, root: &Root) -> Option<&mut Known> {
        match root {
            Root::Variable(variable, _) => self.world.variables.get_mut(variable.0),
            Root::Environment(local, VariableId(variable)) => {
                let at = self.environment(*local)?;
                self.world.environments[at].variables.get_mut(*variable)
            }
            _ => None,
        }
    }

    fn environment(&self, local: LocalId) -> Option<usize> {
        match self.locals.get(local.0) {
            Some(Some(Value::Environment(at))) => Some(*at),
            _ => None,
        }
    }

    fn assign(&mut self, place: &Place, value: Option<Value>) {
        if let Root::Local(local) = place.root {
            let old = self.locals[local.0].take();
            self.locals[local.0] = match place.steps.is_empty() {
                true => value,
                false => changed(old, &place.steps, value),
            };
            return;
        }
        let Some(known) = self.known_mut(&place.root) else {
            return;
        };
        match (place.steps.as_slice(), value) {
            ([] | [Step::Shape], Some(Value::Shape(shape))) => known.shape = shape,
            ([] | [Step::Shape], None) if !known.shape.is_empty() => {
                for (d, bounds) in known.shape.iter_mut().enumerate() {
                    *bounds = Bounds::named(&known.name, d);
                }
            }
            ([], value) => known.value = value,
            ([Step::Dimension(d), rest @ ..], value) => {
                if let Some(bounds) = known.shape.get_mut(usize::from(*d)) {
                    let old = Some(Value::Range(bounds.clone()));
                    *bounds = match changed(old, rest, value) {
                        Some(Value::Range(new)) => new,
                        _ => Bounds::UNKNOWN,
                    };
                    if bounds.extent().is_none() && bounds.name.is_none() {
                        bounds.name = Bounds::named(&known.name, usize::from(*d)).name;
                    }
                }
            }
            (steps, value) => known.value = changed(known.value.take(), steps, value),
        }
    }

    /// The value of an expression.
    pub(super) fn value(&mut self, expr: &Expr) -> Option<Value> {
        match &expr.kind {
            ExprKind::Integer(n) => Some(Value::Integer(i64::from(*n))),
            ExprKind::Real(x) => Some(Value::Real(*x)),
            ExprKind::Boolean(b) => Some(Value::Boolean(*b)),
            ExprKind::Text(text) => Some(Value::Text(text.clone())),
            ExprKind::Read(place) => self.read(place),
            ExprKind::Convert(value) => match self.value(value)? {
                Value::Integer(n) => Some(Value::Real(n as f64)),
                value => Some(value),
            },
            ExprKind::Unary(operator, value) => match (operator, self.value(value)?) {
                (UnaryOp::Minus, Value::Integer(n)) => Some(Value::Integer(n.checked_neg()?)),
                (UnaryOp::Minus, Value::Real(x)) => Some(Value::Real(-x)),
                (UnaryOp::Not, Value::Boolean(b)) => Some(Value::Boolean(!b)),
                _ => None,
            },
            ExprKind::Binary(operator, left, right) => {
                let (left, right) = (self.value(left), self.value(right));
                binary(*operator, left?, right?)
            }
            ExprKind::Range(min, max) => {
                let (min, max) = (self.integer(min), self.integer(max));
                let name = None;
                Some(Value::Range(Bounds { min, max, name }))
            }
            ExprKind::Builtin(builtin, arguments) => {
                let arguments: Option<Vec<Value>> =
                    arguments.iter().map(|value| self.value(value)).collect();
                built_in(*builtin, &arguments?)
            }
            ExprKind::Environment => {
                let crate::highp5::typed::Type::Environment(task) = expr.ty else {
                    return None;
                };
                let environment = self.visit.environment(task);
                self.world.environments.push(environment);
                Some(Value::Environment(self.world.environments.len() - 1))
            }
            ExprKind::Character(_) | ExprKind::Call(..) | ExprKind::Record(_) | ExprKind::List => {
                None
            }
        }
    }

    fn integer(&mut self, expr: &Expr) -> Option<i64> {
        match self.value(expr)? {
            Value::Integer(n) => Some(n),
            _ => None,
        }
    }

    fn read(&self, place: &Place) -> Option<Value> {
        let start = match &place.root {
            Root::Local(local) => self.locals.get(local.0)?.clone()?,
            Root::Partition(at) => Value::Integer((*self.world.partition.get(*at)?)?),
            Root::Argument(at) => self.world.arguments.get(*at)?.clone()?,
            Root::LpuId(_) => return None,
            root => {
                let known = self.known(root)?;
                match known.shape.is_empty() {
                    false => Value::Shape(known.shape.clone()),
                    true => known.value.clone()?,
                }
            }
        };
        place.steps.iter().try_fold(start, step)
    }
}

/// One step down.
fn step(value: Value, step: &Step) -> Option<Value> {
    match (step, value) {
        // In Root, what an LPU has is all of it.
        (Step::Local | Step::Shape, value @ Value::Shape(_)) => Some(value),
        (Step::Dimension(d), Value::Shape(shape)) => {
            shape.get(usize::from(*d)).cloned().map(Value::Range)
        }
        (Step::Range, value @ Value::Range(_)) => Some(value),
        (Step::Min, Value::Range(bounds)) => bounds.min.map(Value::Integer),
        (Step::Max, Value::Range(bounds)) => bounds.max.map(Value::Integer),
        (Step::Length, Value::Range(bounds)) => {
            let extent = i64::try_from(bounds.extent()?).ok();
            extent.map(Value::Integer)
        }
        _ => None,
    }
}

/// A value after an assignment to a part of it; only ranges have parts that matter here.
fn changed(old: Option<Value>, steps: &[Step], value: Option<Value>) -> Option<Value> {
    let steps = match steps {
        [Step::Range, rest @ ..] => rest,
        steps => steps,
    };
    let mut bounds = match old {
        Some(Value::Range(bounds)) => bounds,
        None => Bounds::UNKNOWN,
        _ => return None,
    };
    let integer = |value: Option<Value>| match value {
        Some(Value::Integer(n)) => Some(n),
        _ => None,
    };
    match steps {
        [] => return value,
        [Step::Min] => bounds.min = integer(value),
        [Step::Max] => bounds.max = integer(value),
        _ => return None,
    }
    // It is no other array's dimension any more.
    bounds.name = None;
    Some(Value::Range(bounds))
}

fn binary(operator: BinaryOp, left: Value, right: Value) -> Option<Value> {
    use BinaryOp as B;
    match (left, right) {
        (Value::Integer(a), Value::Integer(b)) => {
            let compared = compare(operator, a.partial_cmp(&b)?);
            let shift = u32::try_from(b).ok();
            compared.map(Value::Boolean).or_else(|| {
                let result = match operator {
                    B::Add => a.checked_add(b),
                    B::Subtract => a.checked_sub(b),
                    B::Multiply => a.checked_mul(b),
                    B::Divide => a.checked_div(b),
                    B::Remainder => a.checked_rem(b),
                    B::Power => a.checked_pow(shift?),
                    B::ShiftLeft => a.checked_shl(shift?),
                    B::ShiftRight => a.checked_shr(shift?),
                    B::BitAnd => Some(a & b),
                    B::BitOr => Some(a | b),
                    B::BitXor => Some(a ^ b),
                    _ => None,
                };
                result.map(Value::Integer)
            })
        }
        (Value::Real(a), Value::Real(b)) => {
            let compared = a.partial_cmp(&b).and_then(|order| compare(operator, order));
            compared.map(Value::Boolean).or_else(|| {
                let result = match operator {
                    B::Add => a + b,
                    B::Subtract => a - b,
                    B::Multiply => a * b,
                    B::Divide => a / b,
                    B::Power => a.powf(b),
                    _ => return None,
                };
                Some(Value::Real(result))
            })
        }
        (Value::Boolean(a), Value::Boolean(b)) => match operator {
            B::And => Some(Value::Boolean(a && b)),
            B::Or => Some(Value::Boolean(a || b)),
            B::Equal => Some(Value::Boolean(a == b)),
            B::NotEqual => Some(Value::Boolean(a != b)),
            _ => None,
        },
        (Value::Text(a), Value::Text(b)) => match operator {
            B::Equal => Some(Value::Boolean(a == b)),
            B::NotEqual => Some(Value::Boolean(a != b)),
            _ => None,
        },
        (Value::Integer(n), Value::Range(bounds)) if operator == B::In => {
            Some(Value::Boolean(bounds.min? <= n && n <= bounds.max?))
        }
        _ => None,
    }
}

fn compare(operator: BinaryOp, order: std::cmp::Ordering) -> Option<bool> {
    use BinaryOp as B;
    Some(match operator {
        B::Equal => order.is_eq(),
        B::NotEqual => order.is_ne(),
        B::Less => order.is_lt(),
        B::LessEqual => order.is_le(),
        B::Greater => order.is_gt(),
        B::GreaterEqual => order.is_ge(),
        _ => return None,
    })
}

fn built_in(builtin: Builtin, arguments: &[Value]) -> Option<Value> {
    match (builtin, arguments) {
        (Builtin::Min | Builtin::Max, [first, rest @ ..]) => {
            rest.iter().try_fold(first.clone(), |best, next| {
                let less = binary(BinaryOp::Less, next.clone(), best.clone())?;
                let takes = less == Value::Boolean(builtin == Builtin::Min);
                Some(if takes { next.clone() } else { best })
            })
        }
        (Builtin::Abs, [Value::Integer(n)]) => Some(Value::Integer(n.checked_abs()?)),
        (Builtin::Abs, [Value::Real(x)]) => Some(Value::Real(x.abs())),
        (Builtin::Sqrt, [Value::Real(x)]) => Some(Value::Real(x.sqrt())),
        (Builtin::Floor, [Value::Real(x)]) => Some(Value::Real(x.floor())),
        (Builtin::Ceil, [Value::Real(x)]) => Some(Value::Real(x.ceil())),
        (Builtin::Round, [Value::Real(x)]) => Some(Value::Real(x.round())),
        (Builtin::ToInteger, [Value::Real(x)]) => Some(Value::Integer(*x as i64)),
        (Builtin::ToInteger, [value @ Value::Integer(_)]) => Some(value.clone()),
        (Builtin::ToSingle | Builtin::ToDouble, [Value::Integer(n)]) => {
            Some(Value::Real(*n as f64))
        }
        (Builtin::ToSingle | Builtin::ToDouble, [value @ Value::Real(_)]) => Some(value.clone()),
        _ => None,
    }
}
