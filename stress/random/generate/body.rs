//! Bodies of tasks: loops, statements, values.

use super::{Generator, Scope, Variable};
use crate::random::program::{Access, Array, Condition, Loop, Place, Stmt, Value};

impl Generator {
    /// A loop in `scope` and the variable that it brings; the body is empty.
    pub(crate) fn loop_head(
        &mut self,
        scope: &Scope,
        prefix: &str,
        triangular: bool,
    ) -> (Loop, Variable) {
        let name = self.fresh(prefix);
        let array = *self.rng.pick(&scope.arrays);
        let dims = &self.program.arrays[array].dims;
        let dimension = self.rng.below(dims.len());
        let length = dims[dimension] as i64;
        let mut least = self.rng.range(0, 2);
        let cut = self.rng.range(0, 2);
        let mut end = length - cut;
        let mut lo = least.to_string();
        let mut hi = self.bound(array, dimension, cut);
        let mut inclusive = self.rng.percent(12);
        if inclusive {
            end -= 1;
            hi = end.max(0).to_string();
            end = end.max(0) + 1;
        }
        let outer = scope
            .loops
            .last()
            .cloned()
            .filter(|_| triangular && self.rng.percent(18));
        if let Some(outer) = outer {
            if self.rng.percent(50) {
                least = outer.least;
                lo.clone_from(&outer.name);
            } else {
                end = outer.most + 1;
                inclusive = true;
                hi.clone_from(&outer.name);
            }
        }
        let step = if self.rng.percent(10) {
            self.rng.range(2, 3) as usize
        } else {
            1
        };
        let reverse = self.rng.percent(7);
        let variable = Variable {
            name: name.clone(),
            least,
            most: (end - 1).max(least),
        };
        (
            Loop {
                variable: name,
                lo,
                hi,
                inclusive,
                step,
                reverse,
                body: Vec::new(),
            },
            variable,
        )
    }

    /// `length - cut` as a program would write it.
    fn bound(&mut self, array: usize, dimension: usize, cut: i64) -> String {
        let a: &Array = &self.program.arrays[array];
        let length = a.dims[dimension] as i64;
        let flat = a.is_flat();
        let name = match (dimension, flat) {
            (0, true) if a.dims.len() == 1 => Some(format!("{}.len()", a.name)),
            (0, false) => Some(format!("{}.len()", a.name)),
            (1, false) => Some(format!("{}[0].len()", a.name)),
            (d @ (1 | 2), true) if a.named_rows && a.place != Place::Local => {
                Some(format!("{}{array}", ["m", "p"][d - 1]))
            }
            _ => None,
        };
        match name.filter(|_| self.rng.percent(50)) {
            None => (length - cut).to_string(),
            Some(name) if cut == 0 => name,
            Some(name) => format!("{name} - {cut}"),
        }
    }

    /// Statements for the innermost place of a nest, or any other place.
    pub(crate) fn statements(&mut self, scope: &Scope, depth: usize) -> Vec<Stmt> {
        let mut scope = scope.clone();
        let mut list = Vec::new();
        if self.rng.percent(25) {
            let (name, elem) = (self.fresh("t"), self.elem());
            list.push(Stmt::Let {
                name: name.clone(),
                elem,
                values: self.values(&scope),
            });
            scope.lets.push((name, elem));
        }
        for _ in 0..1 + self.rng.below(2) {
            let statement = self.statement(&scope, depth);
            list.push(statement);
        }
        if let Some(scalar) = scope.reduces.filter(|_| depth == 0) {
            list.push(Stmt::Reduce {
                scalar,
                values: self.values(&scope),
            });
        }
        list
    }

    fn statement(&mut self, scope: &Scope, depth: usize) -> Stmt {
        match self.rng.below(100) {
            0..14 if depth < 2 && !scope.loops.is_empty() => {
                let condition = self.condition(scope);
                let inside = Scope {
                    reduces: None,
                    ..scope.clone()
                };
                let then = self.statements(&inside, depth + 1);
                let otherwise = if self.rng.percent(30) {
                    self.statements(&inside, depth + 1)
                } else {
                    Vec::new()
                };
                Stmt::If {
                    condition,
                    then,
                    otherwise,
                }
            }
            14..24 if depth < 2 => {
                let (mut head, variable) = self.loop_head(scope, "x", true);
                let mut inside = Scope {
                    reduces: None,
                    ..scope.clone()
                };
                inside.loops.push(variable);
                head.body = self.statements(&inside, depth + 1);
                Stmt::For(head)
            }
            _ => self.assignment(scope),
        }
    }

    fn assignment(&mut self, scope: &Scope) -> Stmt {
        let target = self.access(scope, None);
        let compound = self.rng.percent(20);
        let mut values = self.values(scope);
        // An in-place stencil now and then.
        if self.rng.percent(30) {
            let neighbour = self.access(scope, Some(target.array));
            values.insert(0, Value::Read(neighbour));
        }
        Stmt::Assign {
            target,
            compound,
            values,
        }
    }

    /// An element of `array`, or of any in scope.
    pub(crate) fn access(&mut self, scope: &Scope, array: Option<usize>) -> Access {
        let array = array.unwrap_or_else(|| *self.rng.pick(&scope.arrays));
        let dims = self.program.arrays[array].dims.clone();
        // Generating loops are in scope too; the nest's own loops are the last ones.
        let own = scope.loops.len().saturating_sub(dims.len().max(1));
        let index = dims
            .iter()
            .enumerate()
            .map(|(d, &length)| self.index(scope, (own + d).min(scope.loops.len()), length))
            .collect();
        Access { array, index }
    }

    pub(crate) fn values(&mut self, scope: &Scope) -> Vec<Value> {
        (0..1 + self.rng.below(4))
            .map(|_| self.value(scope))
            .collect()
    }

    fn value(&mut self, scope: &Scope) -> Value {
        match self.rng.below(100) {
            0..8 if !scope.loops.is_empty() => {
                Value::Loop(self.rng.pick(&scope.loops).name.clone())
            }
            8..20 if !scope.lets.is_empty() => {
                let (name, elem) = self.rng.pick(&scope.lets).clone();
                Value::Scalar(name, elem)
            }
            20..26 => Value::Constant(self.rng.range(0, 9)),
            26..32 => Value::Scalar("k".to_owned(), crate::random::program::Elem::I64),
            32..38 => Value::Scalar("q".to_owned(), crate::random::program::Elem::F64),
            38..50 if !scope.told.is_empty() => Value::Loop(self.rng.pick(&scope.told).clone()),
            _ => Value::Read(self.access(scope, None)),
        }
    }

    fn condition(&mut self, scope: &Scope) -> Condition {
        let first = self.rng.pick(&scope.loops).clone();
        let second = self.rng.pick(&scope.loops).clone();
        match self.rng.below(4) {
            0 => Condition::Congruent(first.name, self.rng.range(2, 3), self.rng.range(0, 1)),
            1 => Condition::Above(first.name, self.rng.range(first.least, first.most)),
            2 => {
                let limit = self
                    .rng
                    .range(first.least + second.least, first.most + second.most);
                Condition::SumBelow(first.name, second.name, limit)
            }
            _ => Condition::Large(self.access(scope, None), self.rng.range(0, 12)),
        }
    }
}
