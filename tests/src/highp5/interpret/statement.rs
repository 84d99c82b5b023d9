//! Statements of stages, functions, Initialize and the coordinator.

use std::collections::BTreeMap;

use hp5_annotate::highp5::ast::BinaryOp;
use hp5_annotate::highp5::typed::{
    Expr, ExternCode, LocalId, LoopRange, Place, Reduction, Root, SequenceRange, SpaceId,
    Statement, StatementKind, Type, VariableId,
};

use super::machine::Machine;
use super::value::{Indices, Value, binary};
use super::{Error, Outcome};

/// In how many parts an LPU folds sums and products of Reals: value number `n` is in part
/// `n % LANES`, and parts are combined from the first to the last.
const LANES: usize = 8;

/// What a reduction has so far for one LPU of its target space.
#[derive(Debug, Clone)]
pub struct Fold {
    /// The LPU that gets the result.
    pub target: usize,
    /// The variable that does.
    pub variable: VariableId,
    operator: Reduction,
    /// The value so far: for `maxEntry` and `minEntry` the best one, if any. Sums and products of
    /// Reals have it in [`LANES`].
    value: Option<Value>,
    /// Of a sum or product of Reals: values so far, dealt in turn.
    lanes: Vec<Value>,
    /// How many there were.
    count: usize,
    /// The index of that.
    entry: i32,
}

impl Fold {
    fn new(target: usize, variable: VariableId, operator: Reduction) -> Fold {
        Fold {
            target,
            variable,
            operator,
            value: None,
            lanes: Vec::new(),
            count: 0,
            entry: -1,
        }
    }

    /// The operator by which values are dealt to lanes, if they are.
    fn in_lanes(&self, value: &Value) -> Option<BinaryOp> {
        let real = matches!(value, Value::Single(_) | Value::Double(_));
        match self.operator {
            Reduction::Sum if real => Some(BinaryOp::Add),
            Reduction::Product if real => Some(BinaryOp::Multiply),
            _ => None,
        }
    }

    /// What has been folded so far.
    fn total(self) -> Outcome<Option<Value>> {
        let mut lanes = self.lanes.into_iter();
        let Some(first) = lanes.next() else {
            return Ok(self.value);
        };
        let operator = match self.operator {
            Reduction::Product => BinaryOp::Multiply,
            _ => BinaryOp::Add,
        };
        let total = lanes.try_fold(first, |all, lane| binary(operator, &all, &lane));
        total.map(Some)
    }

    /// Takes in a value, with its index for `maxEntry` and `minEntry`.
    fn take(&mut self, value: Value, entry: i32) -> Outcome<()> {
        if let Some(operator) = self.in_lanes(&value) {
            match self.lanes.get_mut(self.count % LANES) {
                Some(lane) => *lane = binary(operator, lane, &value)?,
                None => self.lanes.push(value),
            }
            self.count += 1;
            return Ok(());
        }
        let Some(old) = self.value.take() else {
            self.value = Some(value);
            self.entry = entry;
            return Ok(());
        };
        let better = |operator| -> Outcome<bool> {
            let equal = binary(BinaryOp::Equal, &value, &old)?.boolean()?;
            Ok(binary(operator, &value, &old)?.boolean()? || (equal && entry < self.entry))
        };
        let operator = match self.operator {
            Reduction::Max | Reduction::MaxEntry | Reduction::Min | Reduction::MinEntry => {
                let greater = matches!(self.operator, Reduction::Max | Reduction::MaxEntry);
                let operator = if greater {
                    BinaryOp::Greater
                } else {
                    BinaryOp::Less
                };
                if better(operator)? {
                    self.entry = entry;
                    self.value = Some(value);
                } else {
                    self.value = Some(old);
                }
                return Ok(());
            }
            Reduction::Sum => BinaryOp::Add,
            Reduction::Product => BinaryOp::Multiply,
            Reduction::LogicalAnd => BinaryOp::And,
            Reduction::LogicalOr => BinaryOp::Or,
            Reduction::BitAnd => BinaryOp::BitAnd,
            Reduction::BitOr => BinaryOp::BitOr,
        };
        self.value = Some(binary(operator, &old, &value)?);
        Ok(())
    }

    /// Takes in what another LPU has folded.
    pub(super) fn merge(&mut self, other: Fold) -> Outcome<()> {
        let entry = other.entry;
        let Some(value) = other.total()? else {
            return Ok(());
        };
        if let Some(operator) = self.in_lanes(&value)
            && let Some(own) = self.clone().total()?
        {
            self.lanes = vec![binary(operator, &own, &value)?];
            self.count = 1;
            return Ok(());
        }
        self.take(value, entry)
    }

    /// The result, of a variable of this type.
    pub(super) fn result(self, ty: &Type) -> Outcome<Value> {
        use Reduction as R;
        let (operator, entry) = (self.operator, self.entry);
        match (operator, self.total()?) {
            (R::MaxEntry | R::MinEntry, _) => Ok(Value::Integer(entry)),
            (_, Some(value)) => Ok(value),
            (R::LogicalAnd, None) => Ok(Value::Boolean(true)),
            (R::LogicalOr, None) => Ok(Value::Boolean(false)),
            (R::BitAnd, None) => Ok(Value::Integer(-1)),
            (operator, None) => {
                let (whole, real) = match operator {
                    R::Product => (1, 1.0),
                    R::Max => (i32::MIN, f64::NEG_INFINITY),
                    R::Min => (i32::MAX, f64::INFINITY),
                    _ => (0, 0.0),
                };
                match ty {
                    Type::Integer => Ok(Value::Integer(whole)),
                    ty => Value::Double(real).converted(ty),
                }
            }
        }
    }
}

impl Machine<'_> {
    /// Runs statements; the value of a `return` that was met.
    pub(super) fn block(&mut self, statements: &[Statement]) -> Outcome<Option<Value>> {
        for statement in statements {
            self.step()?;
            let done = self.statement(&statement.kind);
            if let Some(value) = done.map_err(|e| e.at(statement.span))? {
                return Ok(Some(value));
            }
        }
        Ok(None)
    }

    fn statement(&mut self, statement: &StatementKind) -> Outcome<Option<Value>> {
        match statement {
            StatementKind::Assign(place, value) => {
                let value = self.evaluate(value)?;
                self.assign(place, value)?;
            }
            StatementKind::Evaluate(call) => {
                self.evaluate(call)?;
            }
            StatementKind::Reduce {
                target,
                space,
                operator,
                value,
                entry,
            } => {
                let value = self.evaluate(value)?;
                let entry = match entry {
                    Some(local) => self.local(local.0)?.integer()?,
                    None => -1,
                };
                self.fold(*target, *space, *operator)?.take(value, entry)?;
            }
            StatementKind::Return(value) => return self.evaluate(value).map(Some),
            StatementKind::For(ranges, body) => return self.parallel(ranges, body),
            StatementKind::Sequence {
                index,
                range,
                step,
                condition,
                body,
            } => {
                let list = self.sequence(range, step.as_ref())?;
                for at in list {
                    self.set_index(*index, at)?;
                    if !self.holds(condition.as_ref())? {
                        continue;
                    }
                    if let Some(value) = self.block(body)? {
                        return Ok(Some(value));
                    }
                }
            }
            StatementKind::While(body, condition) => loop {
                if let Some(value) = self.block(body)? {
                    return Ok(Some(value));
                }
                self.step()?;
                if !self.evaluate(condition)?.boolean()? {
                    break;
                }
            },
            StatementKind::If(branches, otherwise) => {
                for (condition, body) in branches {
                    if self.evaluate(condition)?.boolean()? {
                        return self.block(body);
                    }
                }
                return self.block(otherwise);
            }
            StatementKind::Extern(code) => self.foreign(code)?,
            StatementKind::Execute {
                task,
                environment,
                initialize,
                partition,
            } => self.execute(*task, *environment, initialize, partition)?,
            StatementKind::Bind {
                bind,
                environment,
                variable,
                file,
            } => {
                let file = self.evaluate(file)?.text()?;
                self.bind(*bind, *environment, *variable, &file)?;
            }
        }
        Ok(None)
    }

    /// Assigns to a place.
    pub(super) fn assign(&mut self, place: &Place, value: Value) -> Outcome<()> {
        // A local's first assignment makes it.
        if let (Root::Local(id), []) = (&place.root, &place.steps[..]) {
            return self.set_local(*id, value);
        }
        let target = self.target(place)?;
        self.set(&target, value)
    }

    pub(super) fn set_local(&mut self, id: LocalId, value: Value) -> Outcome<()> {
        let slot = self.locals.last_mut().and_then(|l| l.get_mut(id.0));
        *slot.ok_or_else(|| Error::unsound("no such local"))? = Some(value);
        Ok(())
    }

    fn set_index(&mut self, id: LocalId, index: i64) -> Outcome<()> {
        self.step()?;
        let small = i32::try_from(index).map_err(|_| Error::new(format!("index {index}")))?;
        self.set_local(id, Value::Integer(small))
    }

    fn holds(&mut self, condition: Option<&Expr>) -> Outcome<bool> {
        match condition {
            Some(condition) => self.evaluate(condition)?.boolean(),
            None => Ok(true),
        }
    }

    fn parallel(&mut self, ranges: &[LoopRange], body: &[Statement]) -> Outcome<Option<Value>> {
        let Some((range, inner)) = ranges.split_first() else {
            return self.block(body);
        };
        for at in self.loop_indices(range)? {
            self.set_index(range.index, at)?;
            if self.holds(range.condition.as_ref())?
                && let Some(value) = self.parallel(inner, body)?
            {
                return Ok(Some(value));
            }
        }
        Ok(None)
    }

    /// The indices that a parallel loop runs over: those of the LPU's part.
    fn loop_indices(&mut self, range: &LoopRange) -> Outcome<Vec<i64>> {
        let target = self.target(&range.over)?;
        let over = self.get(&target)?;
        self.along(&over, usize::from(range.dimension))
    }

    /// Indices along a dimension of an array, as far as the LPU has them, or of a Range.
    fn along(&self, over: &Value, dimension: usize) -> Outcome<Vec<i64>> {
        Ok(match over {
            Value::Part(frame, variable, _) => {
                let part = self.frames[*frame].parts[variable.0].as_ref();
                let part = part.ok_or_else(|| Error::new("the array is not there yet"))?;
                part.sets[dimension].to_vec()
            }
            Value::Array(array) => array.borrow().ranges[dimension].list(),
            Value::Shape(shape) => shape[dimension].list(),
            other => stepped(&other.indices()?, 1)?,
        })
    }

    fn sequence(&mut self, range: &SequenceRange, step: Option<&Expr>) -> Outcome<Vec<i64>> {
        let indices = match range {
            SequenceRange::Range(range) => self.evaluate(range)?.indices()?,
            SequenceRange::Dimension(place, dimension) => {
                let target = self.target(place)?;
                let array = self.get(&target)?;
                Indices::of(&self.along(&array, usize::from(*dimension))?)
            }
        };
        let step = match step {
            Some(step) => self.evaluate(step)?.index()?,
            None => 1,
        };
        stepped(&indices, step)
    }

    /// The fold of a reduction in the LPU that runs.
    pub(super) fn fold(
        &mut self,
        variable: VariableId,
        space: SpaceId,
        operator: Reduction,
    ) -> Outcome<&mut Fold> {
        let target = self.upwards(self.current()?, space)?;
        let known = |f: &Fold| f.target == target && f.variable == variable;
        let at = match self.folds.iter().position(known) {
            Some(at) => at,
            None => {
                self.folds.push(Fold::new(target, variable, operator));
                self.folds.len() - 1
            }
        };
        if self.folds[at].operator != operator {
            return Err(Error::new("one result for two operators"));
        }
        Ok(&mut self.folds[at])
    }

    fn foreign(&mut self, code: &ExternCode) -> Outcome<()> {
        let function = self.functions.last().copied().unwrap_or("");
        let Some(stand_in) = self.setting.foreign.get(function).cloned() else {
            return Err(Error::new(format!(
                "the foreign code in {function} has no stand-in"
            )));
        };
        let mut values = BTreeMap::new();
        for (name, place) in &code.variables {
            let target = self.target(place)?;
            values.insert(name.clone(), self.get(&target)?);
        }
        for (name, value) in stand_in(&values) {
            let known = code.variables.iter().find(|(n, _)| *n == name);
            let Some((_, place)) = known else {
                return Err(Error::new(format!("the foreign code does not name {name}")));
            };
            self.assign(place, value)?;
        }
        Ok(())
    }
}

/// Every `step`th of them, from the last one for a negative step.
///
/// # Errors
/// For a step of 0, and for more indices than a run has time for.
pub(super) fn stepped(indices: &Indices, step: i64) -> Outcome<Vec<i64>> {
    if indices.count() > 1 << 22 {
        return Err(Error::new(format!(
            "a range of {} indices",
            indices.count()
        )));
    }
    let mut list = indices.list();
    if step < 0 {
        list.reverse();
    }
    match usize::try_from(step.unsigned_abs()).unwrap_or(usize::MAX) {
        0 => Err(Error::new("a step of 0")),
        step => Ok(list.into_iter().step_by(step).collect()),
    }
}
