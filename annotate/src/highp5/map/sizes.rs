//! Sizes that are known before a program runs: its arguments, the dimensions that a person
//! gives, and what follows from them.

use std::collections::BTreeMap;

use thiserror::Error;

use crate::highp5::map::evaluate::{Bounds, Environment, Follow, Known, Value, Visit, World};
use crate::highp5::typed::{Program, Task, TaskId, Type, Variable};

/// Arrays have no more elements than this along a dimension: `Integer` has 32 bits.
const MOST_ELEMENTS: usize = i32::MAX as usize;

/// What a person gives beside the program.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Given {
    /// `name=value`: arguments of the program, or partition arguments of a task.
    pub arguments: BTreeMap<String, String>,
    /// Sizes of arrays, by the name of the variable or by `Task.variable`.
    pub dims: BTreeMap<String, Vec<usize>>,
}

/// What is wrong with it.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum GivenError {
    /// Not `name=value`.
    #[error("`{0}` is no argument\n  help: write name=value, as in n=1024")]
    Argument(String),
    /// Not `array=2x3`.
    #[error("`{0}` are no dimensions\n  help: write array=ROWSxCOLUMNS, as in a=1024x1024")]
    Dims(String),
    /// Given twice.
    #[error("`{0}` is given twice")]
    Twice(String),
    /// The program has no such argument.
    #[error("the program has no argument `{name}`\n  help: {help}")]
    Unknown {
        /// As given.
        name: String,
        /// What there is.
        help: String,
    },
    /// Not of the argument's type.
    #[error("`{value}` is no value for `{name}`, which is {wanted}")]
    Value {
        /// The argument.
        name: String,
        /// As given.
        value: String,
        /// Its type in words.
        wanted: &'static str,
    },
    /// No task has such an array.
    #[error("no task has an array `{name}`\n  help: {help}")]
    Array {
        /// As given.
        name: String,
        /// What there is.
        help: String,
    },
    /// Another number of dimensions.
    #[error("`{name}` has {rank} dimensions, {given} are given")]
    Rank {
        /// The array.
        name: String,
        /// Its dimensions.
        rank: usize,
        /// As given.
        given: usize,
    },
}

impl Given {
    /// Adds `name=value`.
    ///
    /// # Errors
    /// When it is not written so, or given already.
    pub fn argument(&mut self, text: &str) -> Result<(), GivenError> {
        let parts = text.split_once('=').filter(|(name, _)| !name.is_empty());
        let (name, value) = parts.ok_or_else(|| GivenError::Argument(text.to_owned()))?;
        if self.arguments.contains_key(name) {
            return Err(GivenError::Twice(name.to_owned()));
        }
        self.arguments.insert(name.to_owned(), value.to_owned());
        Ok(())
    }

    /// Adds `array=4x5`.
    ///
    /// # Errors
    /// When it is not written so, or given already.
    pub fn dimensions(&mut self, text: &str) -> Result<(), GivenError> {
        let wrong = || GivenError::Dims(text.to_owned());
        let (name, sizes) = text.split_once('=').ok_or_else(wrong)?;
        let size = |size: &str| match size.trim().parse::<usize>() {
            Ok(size) if size <= MOST_ELEMENTS => Ok(size),
            _ => Err(wrong()),
        };
        let sizes: Vec<usize> = sizes
            .split(['x', 'X', ','])
            .map(size)
            .collect::<Result<_, _>>()?;
        if name.is_empty() || sizes.len() > 4 {
            return Err(wrong());
        }
        if self.dims.contains_key(name) {
            return Err(GivenError::Twice(name.to_owned()));
        }
        self.dims.insert(name.to_owned(), sizes);
        Ok(())
    }

    /// Holds it against the program.
    ///
    /// # Errors
    /// For names that the program does not have, and values of other types.
    fn check(&self, program: &Program) -> Result<(), GivenError> {
        for (name, value) in &self.arguments {
            self.check_argument(program, name, value)?;
        }
        for (name, sizes) in &self.dims {
            let mut found = None;
            for task in &program.tasks {
                let named = |variable: &&Variable| is_named(task, variable, name);
                for variable in task.variables.iter().filter(named) {
                    if let Type::Array(_, rank) = variable.ty {
                        found = Some(usize::from(rank));
                    }
                }
            }
            match found {
                Some(rank) if rank == sizes.len() => {}
                Some(rank) => {
                    return Err(GivenError::Rank {
                        name: name.clone(),
                        rank,
                        given: sizes.len(),
                    });
                }
                None => {
                    return Err(GivenError::Array {
                        name: name.clone(),
                        help: arrays_of(program),
                    });
                }
            }
        }
        Ok(())
    }

    fn check_argument(&self, program: &Program, name: &str, value: &str) -> Result<(), GivenError> {
        let arguments = program.coordinator.iter().flat_map(|c| &c.arguments);
        let is_partition = |task: &Task| task.partition.iter().any(|n| n == name);
        let ty = match arguments.clone().find(|argument| argument.name == name) {
            Some(argument) => argument.ty.clone(),
            None if program.tasks.iter().any(is_partition) => Type::Integer,
            None => {
                let names: Vec<&str> = arguments.map(|argument| argument.name.as_str()).collect();
                let help = match names.is_empty() {
                    true => "it has none".to_owned(),
                    false => format!("its arguments are {}", names.join(", ")),
                };
                return Err(GivenError::Unknown {
                    name: name.to_owned(),
                    help,
                });
            }
        };
        match read(&ty, value) {
            Some(_) => Ok(()),
            None => Err(GivenError::Value {
                name: name.to_owned(),
                value: value.to_owned(),
                wanted: in_words(&ty),
            }),
        }
    }
}

fn is_named(task: &Task, variable: &Variable, name: &str) -> bool {
    let of_task = name.strip_prefix(task.name.as_str());
    let of_task = of_task.and_then(|rest| rest.strip_prefix('.'));
    variable.name == name || of_task == Some(&variable.name)
}

fn arrays_of(program: &Program) -> String {
    let of = |task: &Task| {
        let is_array = |variable: &&Variable| matches!(variable.ty, Type::Array(..));
        let names = task.variables.iter().filter(is_array);
        let names: Vec<&str> = names.map(|variable| variable.name.as_str()).collect();
        format!("\"{}\" has {}", task.name, names.join(", "))
    };
    program.tasks.iter().map(of).collect::<Vec<_>>().join("; ")
}

fn in_words(ty: &Type) -> &'static str {
    match ty {
        Type::Integer => "an Integer",
        Type::Single | Type::Double => "a Real",
        Type::Boolean => "TRUE or FALSE",
        Type::Character => "a Character",
        _ => "a String",
    }
}

fn read(ty: &Type, text: &str) -> Option<Value> {
    match ty {
        Type::Integer => {
            let number: i32 = text.parse().ok()?;
            Some(Value::Integer(i64::from(number)))
        }
        Type::Single | Type::Double => text.parse().ok().map(Value::Real),
        Type::Boolean => match text.to_ascii_lowercase().as_str() {
            "true" => Some(Value::Boolean(true)),
            "false" => Some(Value::Boolean(false)),
            _ => None,
        },
        Type::Character => (text.chars().count() == 1).then(|| Value::Text(text.to_owned())),
        _ => Some(Value::Text(text.to_owned())),
    }
}

/// One execution of a task, as far as it is known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Execution {
    /// The task.
    pub task: TaskId,
    /// Number of elements of each dimension, by variable; empty for what is no array.
    pub extents: Vec<Vec<Option<usize>>>,
    /// What those that are not known are called (`a.dimension1`), after the array that others
    /// have them from.
    pub names: Vec<Vec<Option<String>>>,
    /// Partition arguments.
    pub partition: Vec<Option<i64>>,
}

/// The executions that the coordinator asks for, each combination of sizes once, in order;
/// for a task that it does not execute, one.
///
/// # Errors
/// When `given` does not fit the program.
pub fn executions(program: &Program, given: &Given) -> Result<Vec<Execution>, GivenError> {
    given.check(program)?;
    let mut collect = Collect {
        program,
        given,
        found: Vec::new(),
    };
    let mut world = World::default();
    if let Some(coordinator) = &program.coordinator {
        let value = |argument: &crate::highp5::typed::ProgramArgument| {
            read(&argument.ty, given.arguments.get(&argument.name)?)
        };
        world.arguments = coordinator.arguments.iter().map(value).collect();
        Follow::body(&mut world, &coordinator.body, [], &mut collect);
    }
    for at in 0..program.tasks.len() {
        if !collect.found.iter().any(|found| found.task.0 == at) {
            collect.execute(&mut world, TaskId(at), None, Vec::new(), Vec::new());
        }
    }
    Ok(collect.found)
}

struct Collect<'p> {
    program: &'p Program,
    given: &'p Given,
    found: Vec<Execution>,
}

impl Collect<'_> {
    fn given_shape(&self, task: &Task, variable: &Variable) -> Option<&Vec<usize>> {
        let mut given = self.given.dims.iter();
        let own = given.find(|(name, _)| is_named(task, variable, name) && **name != variable.name);
        let plain = || self.given.dims.get(&variable.name);
        own.map(|(_, sizes)| sizes).or_else(plain)
    }

    /// A variable that nothing is known of but what the person says.
    fn fresh(&self, task: &Task, variable: &Variable) -> Known {
        let Type::Array(_, rank) = variable.ty else {
            return Known {
                name: variable.name.clone(),
                ..Known::default()
            };
        };
        let given = self.given_shape(task, variable);
        let shape = match given.filter(|sizes| sizes.len() == usize::from(rank)) {
            Some(sizes) => sizes.iter().map(|&size| Bounds::of(size)).collect(),
            None => (0..usize::from(rank))
                .map(|d| Bounds::named(&variable.name, d))
                .collect(),
        };
        Known {
            shape,
            value: None,
            name: variable.name.clone(),
        }
    }
}

impl Visit for Collect<'_> {
    fn environment(&mut self, task: TaskId) -> Environment {
        let of = &self.program.tasks[task.0];
        let variables = of.variables.iter().map(|variable| self.fresh(of, variable));
        Environment {
            task,
            variables: variables.collect(),
        }
    }

    fn execute(
        &mut self,
        world: &mut World,
        id: TaskId,
        environment: Option<usize>,
        initialize: Vec<Option<Value>>,
        partition: Vec<Option<Value>>,
    ) {
        let task = &self.program.tasks[id.0];
        let environment = environment.filter(|&at| world.environments[at].task == id);
        let linked = |at: usize, variable: &Variable| match environment {
            Some(env) if variable.mode.is_some() => world.environments[env].variables[at].clone(),
            _ => self.fresh(task, variable),
        };
        let variables = task.variables.iter().enumerate();
        world.variables = variables
            .map(|(at, variable)| linked(at, variable))
            .collect();
        let argument = |(at, name): (usize, &String)| match partition.get(at) {
            Some(Some(Value::Integer(n))) => Some(*n),
            _ => self.given.arguments.get(name)?.parse().ok(),
        };
        world.partition = task.partition.iter().enumerate().map(argument).collect();
        if let Some(section) = &task.initialize {
            let values = initialize.into_iter().chain(std::iter::repeat(None));
            let parameters: Vec<_> = section.parameters.iter().copied().zip(values).collect();
            Follow::body(world, &section.body, parameters, self);
        }
        // What a person says of an array that the program leaves open.
        for (variable, known) in task.variables.iter().zip(&mut world.variables) {
            let fresh = self.fresh(task, variable);
            let given = self.given_shape(task, variable).is_some();
            for (bounds, fresh) in known.shape.iter_mut().zip(fresh.shape) {
                if bounds.extent().is_none() && (given || bounds.name.is_none()) {
                    *bounds = fresh;
                }
            }
        }
        if let Some(at) = environment {
            world.environments[at]
                .variables
                .clone_from(&world.variables);
        }
        let extents = |known: &Known| known.shape.iter().map(Bounds::extent).collect();
        let name = |bounds: &Bounds| bounds.name.clone().filter(|_| bounds.extent().is_none());
        let names = |known: &Known| known.shape.iter().map(name).collect();
        let execution = Execution {
            task: id,
            extents: world.variables.iter().map(extents).collect(),
            names: world.variables.iter().map(names).collect(),
            partition: world.partition.clone(),
        };
        if !self.found.contains(&execution) {
            self.found.push(execution);
        }
    }
}
