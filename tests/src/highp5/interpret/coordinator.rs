//! The coordinator: arguments, environments, inputs, outputs, and executions of tasks, one
//! after the other.

use std::cell::RefCell;
use std::rc::Rc;

use hp5_annotate::highp5::ast::Mode;
use hp5_annotate::highp5::typed::{
    Bind, Expr, LocalId, Program, SpaceId, Task, TaskId, Type, Variable, VariableId,
};

use super::array::{Array, Part};
use super::flow::Lpus;
use super::frame::Frame;
use super::machine::Machine;
use super::value::{Indices, Value, zero};
use super::{Error, Outcome, Outputs, Setting};

/// The variables of a task outside of it.
#[derive(Debug)]
pub struct Environment {
    /// Its task.
    pub task: TaskId,
    /// Values by variable: arrays shared, anything else in place.
    pub items: Vec<Option<Value>>,
}

/// Runs the coordinator.
pub(super) fn run(program: &Program, setting: &Setting) -> Outcome<Outputs> {
    let Some(coordinator) = &program.coordinator else {
        return Err(Error::new("the program has no coordinator"));
    };
    // The coordinator has no variables of a task.
    let none = Task {
        name: String::new(),
        variables: Vec::new(),
        initialize: None,
        partition: Vec::new(),
        spaces: Vec::new(),
        stages: Vec::new(),
        flow: Vec::new(),
        own: Default::default(),
        span: hp5_annotate::highp5::ast::Span::default(),
    };
    let mut machine = Machine::new(program, &none, setting);
    machine
        .locals
        .push(vec![None; coordinator.body.locals.len()]);
    machine.block(&coordinator.body.statements)?;
    Ok(machine.outputs)
}

/// The value of an argument as the program wants it.
fn argument(value: &Value, ty: &Type) -> Option<Value> {
    match (value, ty) {
        (Value::Integer(_), Type::Integer)
        | (Value::Boolean(_), Type::Boolean)
        | (Value::Character(_), Type::Character)
        | (Value::Text(_), Type::Text) => Some(value.clone()),
        (Value::Integer(_) | Value::Double(_), Type::Single | Type::Double) => {
            value.converted(ty).ok()
        }
        _ => None,
    }
}

impl<'p> Machine<'p> {
    pub(super) fn argument(&self, at: usize) -> Outcome<Value> {
        let known = self
            .program
            .coordinator
            .as_ref()
            .and_then(|c| c.arguments.get(at));
        let known = known.ok_or_else(|| Error::unsound("no such argument"))?;
        let given = self.setting.arguments.get(&known.name);
        let given = given.ok_or_else(|| Error::new(format!("no argument {}", known.name)))?;
        argument(given, &known.ty)
            .ok_or_else(|| Error::new(format!("{} is to be {:?}", known.name, known.ty)))
    }

    pub(super) fn new_environment(&self, ty: &Type) -> Outcome<Value> {
        let Type::Environment(task) = ty else {
            return Err(Error::unsound("an environment of no task"));
        };
        let count = self.program.tasks[task.0].variables.len();
        Ok(Value::Environment(Rc::new(RefCell::new(Environment {
            task: *task,
            items: vec![None; count],
        }))))
    }

    fn environment(&self, local: LocalId) -> Outcome<Rc<RefCell<Environment>>> {
        match self.local(local.0)? {
            Value::Environment(environment) => Ok(environment),
            other => Err(Error::unsound(format!("{other:?} is no environment"))),
        }
    }

    pub(super) fn bind(
        &mut self,
        bind: Bind,
        environment: LocalId,
        variable: VariableId,
        file: &str,
    ) -> Outcome<()> {
        let environment = self.environment(environment)?;
        let task = environment.borrow().task;
        let known = &self.program.tasks[task.0].variables[variable.0];
        match bind {
            Bind::Input => {
                let array = self.setting.inputs.get(file);
                let array = array.ok_or_else(|| Error::new(format!("no input `{file}`")))?;
                fits(array, known, self.program)
                    .map_err(|why| Error::new(format!("`{file}` for {}: {why}", known.name)))?;
                let array = Value::Array(Rc::new(RefCell::new(array.clone())));
                environment.borrow_mut().items[variable.0] = Some(array);
            }
            Bind::Output => {
                let item = environment.borrow().items[variable.0].clone();
                match item {
                    Some(Value::Array(array)) => {
                        let array = array.borrow().clone();
                        self.outputs.arrays.insert(file.to_owned(), array);
                    }
                    Some(value) => {
                        self.outputs.scalars.insert(file.to_owned(), value);
                    }
                    None => return Err(Error::new(format!("{} has no value yet", known.name))),
                }
            }
        }
        Ok(())
    }

    pub(super) fn execute(
        &mut self,
        task: TaskId,
        environment: LocalId,
        initialize: &[Expr],
        partition: &[Expr],
    ) -> Outcome<()> {
        let environment = self.environment(environment)?;
        let mut given = Vec::new();
        for value in initialize {
            given.push(self.evaluate(value)?);
        }
        let mut arguments = Vec::new();
        for value in partition {
            arguments.push(self.evaluate(value)?.integer()?);
        }
        let program: &'p Program = self.program;
        let task = &program.tasks[task.0];
        let mut machine = Machine::new(program, task, self.setting);
        machine.partition = arguments;
        machine.steps = self.steps;
        machine.begin(&environment, given)?;
        let root = Lpus {
            space: SpaceId::ROOT,
            all: vec![0],
            active: vec![0],
        };
        machine.flow(&task.flow, &root)?;
        machine.end(&environment);
        self.steps = machine.steps;
        Ok(())
    }

    /// Makes the variables of a task: those of its environment, and after Initialize the others.
    fn begin(&mut self, environment: &Rc<RefCell<Environment>>, given: Vec<Value>) -> Outcome<()> {
        let task = self.task;
        self.frames.push(Frame::root(task.variables.len()));
        for (at, variable) in task.variables.iter().enumerate() {
            let item = environment.borrow().items[at].clone();
            let item = item.filter(|_| linked(variable));
            if item.is_none() && variable.mode == Some(Mode::Link) {
                return Err(Error::new(format!(
                    "{} of the environment has no value for task {}",
                    variable.name, task.name
                )));
            }
            match (&variable.ty, item) {
                (Type::Array(..), Some(Value::Array(array))) => {
                    let array = array.borrow();
                    self.shapes[at] = array.ranges.clone();
                    self.frames[0].parts[at] = Some(Part::all(&array, variable.lag as usize + 1));
                }
                (Type::Array(_, rank), _) => {
                    self.shapes[at] = vec![Indices::new(0, -1); usize::from(*rank)];
                }
                (_, Some(value)) => self.frames[0].scalars[at] = Some(value),
                (ty, None) => self.frames[0].scalars[at] = Some(zero(ty, self.program)?),
            }
        }
        if let Some(initialize) = &task.initialize {
            self.locals.push(vec![None; initialize.body.locals.len()]);
            for (local, value) in initialize.parameters.iter().zip(given) {
                let name = &initialize.body.locals[local.0].name;
                let same = task.variables.iter().position(|v| v.name == *name);
                if let Some(at) = same {
                    self.frames[0].scalars[at] = Some(value.clone());
                }
                self.set_local(*local, value)?;
            }
            self.block(&initialize.body.statements)?;
            self.locals.pop();
        }
        for (at, variable) in task.variables.iter().enumerate() {
            if let (Type::Array(element, _), None) = (&variable.ty, &self.frames[0].parts[at]) {
                let array = self.empty(element, at)?;
                self.frames[0].parts[at] = Some(Part::all(&array, variable.lag as usize + 1));
            }
        }
        Ok(())
    }

    /// A new array of zeros.
    fn empty(&self, element: &Type, variable: usize) -> Outcome<Array> {
        let ranges = self.shapes[variable].clone();
        let sizes = ranges.iter().map(|r| u64::try_from(r.count()).unwrap_or(0));
        let count = sizes.fold(1_u64, u64::saturating_mul);
        if count > 1 << 20 || ranges.iter().any(|r| r.count() > 1 << 20) {
            let name = &self.task.variables[variable].name;
            return Err(Error::new(format!("{name} of {count} elements")));
        }
        let zero = zero(element, self.program)?;
        Ok(Array {
            ranges,
            data: vec![zero; usize::try_from(count).unwrap_or(0)],
        })
    }

    /// Hands the variables of the environment out.
    fn end(&mut self, environment: &Rc<RefCell<Environment>>) {
        let mut environment = environment.borrow_mut();
        for (at, variable) in self.task.variables.iter().enumerate() {
            if variable.mode.is_none() {
                continue;
            }
            let item = &mut environment.items[at];
            match &self.frames[0].parts[at] {
                Some(part) => {
                    let array = part.to_array();
                    match item {
                        // Others that share the array see what changed.
                        Some(Value::Array(shared)) if linked(variable) => {
                            if part.written.contains(&true) {
                                *shared.borrow_mut() = array;
                            }
                        }
                        _ => *item = Some(Value::Array(Rc::new(RefCell::new(array)))),
                    }
                }
                None => *item = self.frames[0].scalars[at].clone(),
            }
        }
    }
}

/// True for variables that take what the environment has.
fn linked(variable: &Variable) -> bool {
    matches!(variable.mode, Some(Mode::Link | Mode::LinkOrCreate))
}

/// Whether an input can be this variable.
fn fits(array: &Array, variable: &Variable, program: &Program) -> Result<(), String> {
    let Type::Array(element, rank) = &variable.ty else {
        return Err("it is no array".into());
    };
    if array.ranges.len() != usize::from(*rank) {
        return Err(format!(
            "{} dimensions instead of {rank}",
            array.ranges.len()
        ));
    }
    let zero = zero(element, program).map_err(|e| e.what)?;
    let same = |v: &Value| std::mem::discriminant(v) == std::mem::discriminant(&zero);
    if !array.data.iter().all(same) {
        return Err(format!("elements are not {element:?}"));
    }
    Ok(())
}
