//! What every checked program holds, so that whoever works on it need not ask: ids are in
//! range, types fit, and nothing is left over from inference.
//!
//! The checker makes programs so; this looks again, for tests and fuzzing.

use super::{
    Argument, Body, Builtin, Expr, ExprKind, Flow, FlowKind, LocalId, Place, Program, Root,
    SequenceRange, Statement, StatementKind, Step, Task, Type,
};
use crate::highp5::ast::{BinaryOp, UnaryOp};

/// Looks over a program.
///
/// # Errors
/// The first thing that is wrong.
pub fn validate(program: &Program) -> Result<(), String> {
    for (index, task) in program.tasks.iter().enumerate() {
        let at = |why| format!("task {index}: {why}");
        let look = |body| Look {
            program,
            task: Some(task),
            body,
        };
        if let Some(initialize) = &task.initialize {
            look(&initialize.body).all().map_err(at)?;
        }
        for stage in &task.stages {
            look(&stage.body).all().map_err(at)?;
        }
        let none = Body::default();
        look(&none).flows(&task.flow).map_err(at)?;
    }
    for function in &program.functions {
        let look = Look {
            program,
            task: None,
            body: &function.body,
        };
        look.all()
            .map_err(|why| format!("function {}: {why}", function.name))?;
    }
    if let Some(coordinator) = &program.coordinator {
        let look = Look {
            program,
            task: None,
            body: &coordinator.body,
        };
        look.all().map_err(|why| format!("coordinator: {why}"))?;
    }
    Ok(())
}

type Found = Result<(), String>;

/// A body while it is looked over.
struct Look<'p> {
    program: &'p Program,
    task: Option<&'p Task>,
    body: &'p Body,
}

fn hold(fine: bool, why: impl FnOnce() -> String) -> Found {
    if fine { Ok(()) } else { Err(why()) }
}

impl Look<'_> {
    fn all(&self) -> Found {
        for local in &self.body.locals {
            hold(local.ty != Type::Nothing, || {
                format!("local {} has no type", local.name)
            })?;
        }
        self.statements(&self.body.statements)
    }

    fn flows(&self, flows: &[Flow]) -> Found {
        flows.iter().try_for_each(|flow| match &flow.kind {
            FlowKind::Stage(_) => Ok(()),
            FlowKind::Space(_, body)
            | FlowKind::Epoch { body, .. }
            | FlowKind::RepeatSubPartitions { body, .. } => self.flows(body),
            FlowKind::RepeatFor {
                range, step, body, ..
            } => {
                self.is(range, &Type::Range)?;
                self.integer(step.as_ref())?;
                self.flows(body)
            }
            FlowKind::RepeatWhile(condition, body) | FlowKind::Where(condition, body) => {
                self.is(condition, &Type::Boolean)?;
                self.flows(body)
            }
        })
    }

    fn statements(&self, list: &[Statement]) -> Found {
        list.iter().try_for_each(|s| self.statement(s))
    }

    fn statement(&self, statement: &Statement) -> Found {
        match &statement.kind {
            StatementKind::Assign(place, value) => {
                self.place(place)?;
                self.is(value, &place.ty)
            }
            StatementKind::Evaluate(value) | StatementKind::Return(value) => self.expr(value),
            StatementKind::Reduce { value, .. } => self.expr(value),
            StatementKind::For(ranges, body) => {
                for range in ranges {
                    self.local(range.index, &Type::Integer)?;
                    self.place(&range.over)?;
                    let fits = match &range.over.ty {
                        Type::Array(_, rank) => range.dimension < *rank,
                        Type::Range => range.dimension == 0,
                        _ => false,
                    };
                    hold(fits, || format!("a loop over {:?}", range.over.ty))?;
                    self.condition(range.condition.as_ref())?;
                }
                self.statements(body)
            }
            StatementKind::Sequence {
                index,
                range,
                step,
                condition,
                body,
            } => {
                self.local(*index, &Type::Integer)?;
                match range {
                    SequenceRange::Range(range) => self.is(range, &Type::Range)?,
                    SequenceRange::Dimension(place, _) => self.place(place)?,
                }
                self.integer(step.as_ref())?;
                self.condition(condition.as_ref())?;
                self.statements(body)
            }
            StatementKind::While(body, condition) => {
                self.is(condition, &Type::Boolean)?;
                self.statements(body)
            }
            StatementKind::If(branches, otherwise) => {
                for (condition, body) in branches {
                    self.is(condition, &Type::Boolean)?;
                    self.statements(body)?;
                }
                self.statements(otherwise)
            }
            StatementKind::Extern(code) => code
                .variables
                .iter()
                .try_for_each(|(_, place)| self.place(place)),
            StatementKind::Execute {
                task,
                environment,
                initialize,
                partition,
            } => {
                self.local(*environment, &Type::Environment(*task))?;
                let made = &self.program.tasks[task.0];
                let wanted = made.initialize.as_ref().map_or(0, |i| i.parameters.len());
                hold(initialize.len() == wanted, || {
                    "initialization parameters".into()
                })?;
                hold(partition.len() == made.partition.len(), || {
                    "partition arguments".into()
                })?;
                initialize.iter().try_for_each(|value| self.expr(value))?;
                partition
                    .iter()
                    .try_for_each(|value| self.is(value, &Type::Integer))
            }
            StatementKind::Bind { file, .. } => self.is(file, &Type::Text),
        }
    }

    fn condition(&self, condition: Option<&Expr>) -> Found {
        condition.map_or(Ok(()), |c| self.is(c, &Type::Boolean))
    }

    fn integer(&self, value: Option<&Expr>) -> Found {
        value.map_or(Ok(()), |v| self.is(v, &Type::Integer))
    }

    fn local(&self, id: LocalId, ty: &Type) -> Found {
        let local = self
            .body
            .locals
            .get(id.0)
            .ok_or("a local that is not there")?;
        hold(local.ty == *ty, || {
            format!("{} is {:?}, not {ty:?}", local.name, local.ty)
        })
    }

    fn is(&self, expr: &Expr, ty: &Type) -> Found {
        hold(expr.ty == *ty, || {
            format!("{:?} is {:?}, not {ty:?}", expr.kind, expr.ty)
        })?;
        self.expr(expr)
    }

    /// Types from the root of a place down.
    fn place(&self, place: &Place) -> Found {
        let mut ty = match &place.root {
            Root::Local(id) => {
                let local = self
                    .body
                    .locals
                    .get(id.0)
                    .ok_or("a local that is not there")?;
                local.ty.clone()
            }
            Root::Variable(variable, _) => {
                let task = self.task.ok_or("a variable outside of a task")?;
                task.variables[variable.0].ty.clone()
            }
            Root::Environment(local, variable) => {
                let Type::Environment(task) = self.body.locals[local.0].ty else {
                    return Err("an environment that is none".into());
                };
                self.program.tasks[task.0].variables[variable.0].ty.clone()
            }
            Root::Argument(index) => {
                let coordinator = self.program.coordinator.as_ref();
                coordinator.ok_or("args without a coordinator")?.arguments[*index]
                    .ty
                    .clone()
            }
            Root::Partition(_) | Root::LpuId(_) => Type::Integer,
        };
        for step in &place.steps {
            ty = self.down(ty, step)?;
        }
        hold(ty == place.ty, || {
            format!("a place is {ty:?}, not {:?}", place.ty)
        })
    }

    fn down(&self, ty: Type, step: &Step) -> Result<Type, String> {
        Ok(match (ty, step) {
            (Type::Array(element, 1) | Type::List(element), Step::Index(at)) => {
                self.is(at, &Type::Integer)?;
                *element
            }
            (Type::Array(element, rank), Step::Index(at)) => {
                self.is(at, &Type::Integer)?;
                Type::Array(element, rank - 1)
            }
            (Type::Static(element, sizes), Step::Index(at)) => {
                self.is(at, &Type::Integer)?;
                match &sizes[1..] {
                    [] => *element,
                    rest => Type::Static(element, rest.to_vec()),
                }
            }
            (Type::Record(id), Step::Field(field)) => {
                self.program.records[id.0].fields[*field].1.clone()
            }
            (array @ Type::Array(..), Step::Local) => array,
            (Type::Array(_, rank), Step::Dimension(d)) if *d < rank => Type::Dimension,
            (Type::Array(_, rank), Step::Shape) => Type::Shape(rank),
            (Type::Dimension, Step::Range) => Type::Range,
            (Type::Range, Step::Min | Step::Max) => Type::Integer,
            (Type::Range | Type::Dimension | Type::List(_), Step::Length) => Type::Integer,
            (ty, step) => return Err(format!("no step {step:?} from {ty:?}")),
        })
    }

    fn expr(&self, expr: &Expr) -> Found {
        let ty = &expr.ty;
        match &expr.kind {
            ExprKind::Integer(_) => hold(*ty == Type::Integer, || "an integer".into()),
            ExprKind::Real(_) => hold(ty.is_real(), || "a real".into()),
            ExprKind::Boolean(_) => hold(*ty == Type::Boolean, || "a Boolean".into()),
            ExprKind::Character(_) => hold(*ty == Type::Character, || "a character".into()),
            ExprKind::Text(_) => hold(*ty == Type::Text, || "a text".into()),
            ExprKind::Read(place) => {
                hold(place.ty == *ty, || format!("{:?} read as {ty:?}", place.ty))?;
                self.place(place)
            }
            ExprKind::Convert(inner) => {
                let wider = inner.ty == Type::Integer && ty.is_real()
                    || inner.ty == Type::Single && *ty == Type::Double;
                hold(wider, || format!("{:?} converted to {ty:?}", inner.ty))?;
                self.expr(inner)
            }
            ExprKind::Unary(operator, inner) => {
                let fits = match operator {
                    UnaryOp::Not => *ty == Type::Boolean,
                    UnaryOp::Minus => ty.is_number(),
                };
                hold(fits, || format!("{operator:?} of {ty:?}"))?;
                self.is(inner, ty)
            }
            ExprKind::Binary(operator, left, right) => self.binary(*operator, left, right, ty),
            ExprKind::Range(min, max) => {
                self.is(min, &Type::Integer)?;
                self.is(max, &Type::Integer)
            }
            ExprKind::Call(id, arguments) => self.call(id.0, arguments, ty),
            ExprKind::Builtin(builtin, arguments) => self.builtin(*builtin, arguments, ty),
            ExprKind::Record(values) => {
                let Type::Record(id) = ty else {
                    return Err(format!("a record is {ty:?}"));
                };
                let fields = &self.program.records[id.0].fields;
                values
                    .iter()
                    .try_for_each(|(field, v)| self.is(v, &fields[*field].1))
            }
            ExprKind::List => hold(matches!(ty, Type::List(_)), || "a list".into()),
            ExprKind::Environment => hold(matches!(ty, Type::Environment(_)), || {
                "an environment".into()
            }),
        }
    }

    fn binary(&self, operator: BinaryOp, left: &Expr, right: &Expr, ty: &Type) -> Found {
        use BinaryOp as B;
        self.expr(left)?;
        self.expr(right)?;
        let same = left.ty == right.ty;
        let fits = match operator {
            B::Or | B::And => same && left.ty == Type::Boolean && *ty == Type::Boolean,
            B::In => left.ty == Type::Integer && right.ty == Type::Range && *ty == Type::Boolean,
            B::Equal | B::NotEqual | B::Less | B::Greater | B::LessEqual | B::GreaterEqual => {
                same && *ty == Type::Boolean
            }
            B::BitOr | B::BitXor | B::BitAnd => {
                same && left.ty == *ty && matches!(ty, Type::Integer | Type::Boolean)
            }
            B::ShiftLeft | B::ShiftRight => same && left.ty == *ty && *ty == Type::Integer,
            B::Power => left.ty == *ty && (same || right.ty == Type::Integer) && ty.is_number(),
            B::Add | B::Subtract | B::Multiply | B::Divide | B::Remainder => {
                same && left.ty == *ty && ty.is_number()
            }
        };
        hold(fits, || {
            format!("{:?} {operator:?} {:?} is {ty:?}", left.ty, right.ty)
        })
    }

    fn call(&self, id: usize, arguments: &[Argument], ty: &Type) -> Found {
        let function = &self.program.functions[id];
        hold(function.result == *ty, || {
            format!("{} gives {ty:?}", function.name)
        })?;
        hold(function.parameters.len() == arguments.len(), || {
            "arguments".into()
        })?;
        for ((local, reference), argument) in function.parameters.iter().zip(arguments) {
            let wanted = &function.body.locals[local.0].ty;
            match argument {
                Argument::Value(value) if !reference => self.is(value, wanted)?,
                Argument::Reference(place) if *reference => {
                    self.place(place)?;
                    hold(place.ty == *wanted, || format!("{wanted:?} by reference"))?;
                }
                _ => return Err(format!("how {} gets an argument", function.name)),
            }
        }
        Ok(())
    }

    fn builtin(&self, builtin: Builtin, arguments: &[Expr], ty: &Type) -> Found {
        use Builtin as B;
        arguments.iter().try_for_each(|a| self.expr(a))?;
        let fits = match builtin {
            B::Abs | B::Min | B::Max => ty.is_number() && arguments.iter().all(|a| a.ty == *ty),
            B::ToInteger => *ty == Type::Integer,
            B::ToSingle => *ty == Type::Single,
            B::ToDouble => *ty == Type::Double,
            B::ToCharacter => *ty == Type::Character,
            B::Random => *ty == Type::Double,
            B::RandomInteger => *ty == Type::Integer,
            B::InitRandom | B::Print => *ty == Type::Nothing,
            B::Append => match &arguments[0].ty {
                Type::List(element) => arguments[1].ty == **element && *ty == Type::Nothing,
                _ => false,
            },
            _ => ty.is_real() && arguments.iter().all(|a| a.ty == *ty),
        };
        hold(fits, || format!("{builtin:?} gives {ty:?}"))
    }
}
