//! Places: where a value is read from or assigned to.

use std::cell::RefCell;
use std::rc::Rc;

use hp5_annotate::highp5::typed::{Place, Root, SpaceId, Step, VariableId};

use super::array::Shared;
use super::coordinator::Environment;
use super::machine::Machine;
use super::value::{Indices, Value};
use super::{Error, Outcome};

/// A step into a value, with its index known.
#[derive(Debug, Clone, Copy)]
enum Way {
    /// Element of a list, field of a record.
    Nth(usize),
    /// Dimension of a shape.
    Dimension(usize),
    /// The same range, or all dimensions.
    Same,
    Min,
    Max,
    Length,
}

/// Where the way begins.
#[derive(Debug, Clone)]
enum Base {
    Local(usize),
    Scalar(usize, VariableId),
    /// An LPU's element: frame, array, version, where in it.
    Element(usize, VariableId, u32, usize),
    /// The dimensions of an array.
    Shape(VariableId),
    Environment(Rc<RefCell<Environment>>, VariableId),
    /// An element of a shared array.
    Shared(Shared, usize),
    /// What cannot be assigned to.
    Value(Value),
}

/// A place whose indices are known.
#[derive(Debug, Clone)]
pub struct Target {
    base: Base,
    ways: Vec<Way>,
}

impl Machine<'_> {
    /// Works out the indices of a place.
    pub(super) fn target(&mut self, place: &Place) -> Outcome<Target> {
        self.target_unplaced(place).map_err(|e| e.at(place.span))
    }

    fn target_unplaced(&mut self, place: &Place) -> Outcome<Target> {
        let steps = &place.steps[..];
        match &place.root {
            Root::Local(id) => match self.local(id.0)? {
                Value::Part(frame, variable, lag) => self.array_target(frame, variable, lag, steps),
                Value::Array(shared) => self.shared_target(&shared, steps),
                _ => self.plain(Base::Local(id.0), steps),
            },
            Root::Variable(variable, space) => {
                let rank = self.shapes[variable.0].len();
                if rank == 0 {
                    let frame = self.upwards(self.current()?, *space)?;
                    return self.plain(Base::Scalar(frame, *variable), steps);
                }
                let frame = self.seen_in(*variable, *space)?;
                self.array_target(frame, *variable, place.lag, steps)
            }
            Root::Partition(at) => {
                let value = Value::Integer(self.partition[*at]);
                self.plain(Base::Value(value), steps)
            }
            Root::LpuId(dimension) => {
                let lpu = &self.frames[self.current()?].lpu;
                let value = lpu.get(usize::from(*dimension)).copied().unwrap_or(0);
                self.plain(Base::Value(Value::Integer(value)), steps)
            }
            Root::Argument(at) => {
                let value = self.argument(*at)?;
                self.plain(Base::Value(value), steps)
            }
            Root::Environment(local, variable) => {
                let Value::Environment(environment) = self.local(local.0)? else {
                    return Err(Error::unsound("no environment"));
                };
                let item = environment.borrow().items[variable.0].clone();
                match item {
                    Some(Value::Array(shared)) if !steps.is_empty() => {
                        self.shared_target(&shared, steps)
                    }
                    _ => self.plain(Base::Environment(environment, *variable), steps),
                }
            }
        }
    }

    /// The frame whose part of an array a body in the current frame sees for a space.
    fn seen_in(&self, variable: VariableId, space: SpaceId) -> Outcome<usize> {
        let current = self.current()?;
        // Before the task begins there is Root, and its arrays may not be made yet.
        if space == SpaceId::ROOT && current == 0 {
            return Ok(0);
        }
        self.holder(self.upwards(current, space)?, variable)
    }

    fn plain(&mut self, base: Base, steps: &[Step]) -> Outcome<Target> {
        let mut ways = Vec::new();
        for step in steps {
            ways.push(match step {
                Step::Index(index) => {
                    let index = self.evaluate(index)?.index()?;
                    let at = usize::try_from(index);
                    Way::Nth(at.map_err(|_| Error::new(format!("an index of {index}")))?)
                }
                Step::Field(at) => Way::Nth(*at),
                Step::Dimension(d) => Way::Dimension(usize::from(*d)),
                Step::Local | Step::Shape | Step::Range => Way::Same,
                Step::Min => Way::Min,
                Step::Max => Way::Max,
                Step::Length => Way::Length,
            });
        }
        Ok(Target { base, ways })
    }

    /// Values of the indices that `steps` begin with, and the steps behind them.
    fn indices<'s>(&mut self, steps: &'s [Step], rank: usize) -> Outcome<(Vec<i64>, &'s [Step])> {
        let mut indices = Vec::new();
        for step in steps.iter().take(rank) {
            match step {
                Step::Index(index) => indices.push(self.evaluate(index)?.index()?),
                _ => return Err(Error::unsound("an array without all of its indices")),
            }
        }
        Ok((indices, &steps[rank.min(steps.len())..]))
    }

    fn array_target(
        &mut self,
        frame: usize,
        variable: VariableId,
        lag: u32,
        steps: &[Step],
    ) -> Outcome<Target> {
        match steps.first() {
            None => self.plain(Base::Value(Value::Part(frame, variable, lag)), steps),
            Some(Step::Local) => {
                let part = self.frames[frame].parts[variable.0].as_ref();
                let part = part.ok_or_else(|| Error::new("the array is not there yet"))?;
                let sets = part.sets.iter().map(|set| Indices::of(set)).collect();
                self.plain(Base::Value(Value::Shape(sets)), &steps[1..])
            }
            Some(Step::Index(_)) => {
                let rank = self.shapes[variable.0].len();
                let (indices, rest) = self.indices(steps, rank)?;
                let name = &self.task.variables[variable.0].name;
                let part = self.frames[frame].parts[variable.0].as_ref();
                let part = part.ok_or_else(|| Error::new("the array is not there yet"))?;
                let at = part.find(&indices, name)?;
                self.plain(Base::Element(frame, variable, lag, at), rest)
            }
            Some(_) => self.plain(Base::Shape(variable), steps),
        }
    }

    fn shared_target(&mut self, shared: &Shared, steps: &[Step]) -> Outcome<Target> {
        let ranges = shared.borrow().ranges.clone();
        match steps.first() {
            None => self.plain(Base::Value(Value::Array(shared.clone())), steps),
            Some(Step::Index(_)) => {
                let (indices, rest) = self.indices(steps, ranges.len())?;
                let mut at = 0;
                for (range, &index) in ranges.iter().zip(&indices) {
                    if !range.contains(index) {
                        return Err(Error::new(format!("index {index} is outside of the array")));
                    }
                    at = at * range.count() + index - range.min;
                }
                let at = usize::try_from(at).unwrap_or(usize::MAX);
                self.plain(Base::Shared(shared.clone(), at), rest)
            }
            Some(_) => self.plain(Base::Value(Value::Shape(ranges)), steps),
        }
    }

    /// The value at a target.
    pub(super) fn get(&self, target: &Target) -> Outcome<Value> {
        let mut value = match &target.base {
            Base::Local(id) => self.local(*id)?,
            Base::Scalar(frame, variable) => {
                let value = self.frames[*frame].scalars[variable.0].clone();
                value.ok_or_else(|| Error::unsound("no scalar"))?
            }
            Base::Element(frame, variable, lag, at) => {
                let part = self.frames[*frame].parts[variable.0].as_ref();
                let part = part.ok_or_else(|| Error::new("the array is not there yet"))?;
                let version = (*lag as usize).min(part.versions.len() - 1);
                part.versions[version][*at].clone()
            }
            Base::Shape(variable) => Value::Shape(self.shapes[variable.0].clone()),
            Base::Environment(environment, variable) => {
                let item = environment.borrow().items[variable.0].clone();
                item.ok_or_else(|| Error::new("this variable of the environment has no value yet"))?
            }
            Base::Shared(shared, at) => shared.borrow().data[*at].clone(),
            Base::Value(value) => value.clone(),
        };
        for way in &target.ways {
            value = down(value, *way)?;
        }
        Ok(value)
    }

    /// Puts a value at a target.
    pub(super) fn set(&mut self, target: &Target, value: Value) -> Outcome<()> {
        let slot = match &target.base {
            Base::Local(id) => {
                let slot = self.locals.last_mut().and_then(|l| l.get_mut(*id));
                let slot = slot.ok_or_else(|| Error::unsound("no such local"))?;
                slot.get_or_insert(Value::Nothing)
            }
            Base::Scalar(frame, variable) => {
                let frame = &mut self.frames[*frame];
                frame.assigned[variable.0] = true;
                frame.scalars[variable.0].get_or_insert(Value::Nothing)
            }
            Base::Element(frame, variable, lag, at) => {
                let part = self.frames[*frame].parts[variable.0].as_mut();
                let part = part.ok_or_else(|| Error::new("the array is not there yet"))?;
                part.written[*at] = true;
                let version = (*lag as usize).min(part.versions.len() - 1);
                &mut part.versions[version][*at]
            }
            Base::Shape(variable) => {
                return set_shape(&mut self.shapes[variable.0], &target.ways, value);
            }
            Base::Environment(environment, variable) => {
                let mut environment = environment.borrow_mut();
                let slot = environment.items[variable.0].get_or_insert(Value::Nothing);
                return put(slot, &target.ways, value);
            }
            Base::Shared(shared, at) => {
                return put(&mut shared.borrow_mut().data[*at], &target.ways, value);
            }
            Base::Value(_) => return Err(Error::unsound("this cannot be assigned to")),
        };
        put(slot, &target.ways, value)
    }
}

fn down(value: Value, way: Way) -> Outcome<Value> {
    let number = |n: i64| {
        let small = i32::try_from(n).map(Value::Integer);
        small.map_err(|_| Error::new(format!("{n} is no Integer")))
    };
    match (way, value) {
        (Way::Same, value) => Ok(value),
        (Way::Nth(at), Value::Record(mut list) | Value::Sequence(mut list)) => {
            if at >= list.len() {
                return Err(Error::new(format!("[{at}] of a list of {}", list.len())));
            }
            Ok(list.swap_remove(at))
        }
        (Way::Dimension(at), Value::Shape(list)) => {
            let range = list.get(at).cloned().map(Value::Range);
            range.ok_or_else(|| Error::unsound("no such dimension"))
        }
        (Way::Min, Value::Range(range)) => number(range.min),
        (Way::Max, Value::Range(range)) => number(range.max),
        (Way::Length, Value::Range(range)) => number(range.count()),
        (Way::Length, Value::Sequence(list)) => number(list.len() as i64),
        (way, value) => Err(Error::unsound(format!("no {way:?} in {value:?}"))),
    }
}

fn put(mut slot: &mut Value, ways: &[Way], value: Value) -> Outcome<()> {
    for way in ways {
        slot = match (way, slot) {
            (Way::Same, slot) => slot,
            (Way::Nth(at), Value::Record(list) | Value::Sequence(list)) => {
                let count = list.len();
                let no = || Error::new(format!("[{at}] of a list of {count}"));
                list.get_mut(*at).ok_or_else(no)?
            }
            (Way::Min | Way::Max, Value::Range(range)) => {
                let bound = value.index()?;
                range.set = None;
                if matches!(way, Way::Min) {
                    range.min = bound;
                } else {
                    range.max = bound;
                }
                return Ok(());
            }
            (way, slot) => return Err(Error::unsound(format!("no {way:?} in {slot:?}"))),
        };
    }
    *slot = value;
    Ok(())
}

fn set_shape(shape: &mut [Indices], ways: &[Way], value: Value) -> Outcome<()> {
    let dimension = ways.iter().find_map(|way| match way {
        Way::Dimension(at) => Some(*at),
        _ => None,
    });
    match (dimension, value) {
        (None, Value::Shape(list)) => shape.clone_from_slice(&list),
        // All dimensions of an array that has one.
        (None, Value::Range(range)) => shape.fill(range),
        (Some(at), Value::Shape(list)) if list.len() == 1 => shape[at] = list[0].clone(),
        (Some(at), Value::Range(range)) => shape[at] = range,
        (Some(at), value) => {
            let mut range = Value::Range(shape[at].clone());
            put(&mut range, &ways[ways.len() - 1..], value)?;
            shape[at] = range.indices()?;
        }
        (None, value) => return Err(Error::unsound(format!("{value:?} for dimensions"))),
    }
    Ok(())
}
