//! Functions whose regions are joined, and calls of them.

use super::{Generator, Scope, Variable, has_task, steps};
use crate::random::program::{Function, Place, Step, Storage};

impl Generator {
    /// A call: of a function that there is, if what it needs is in scope, or of a new one.
    pub(crate) fn call(&mut self, scope: &Scope, depth: usize) -> Step {
        // What a function calls was made before it, so that none calls itself.
        let known = self.program.functions.len();
        if known > 0 && self.rng.percent(60) {
            let function = self.rng.below(known);
            if let Some(arrays) = self.actuals(scope, function) {
                return self.call_of(scope, function, arrays);
            }
        }
        let (function, arrays) = self.function(scope, depth);
        self.call_of(scope, function, arrays)
    }

    fn call_of(&mut self, scope: &Scope, function: usize, arrays: Vec<usize>) -> Step {
        let wanted = self.program.functions[function].numbers.clone();
        let numbers = wanted.into_iter().map(|(_, least, most)| {
            let fits = |v: &&Variable| least <= v.least && v.most <= most;
            let fitting: Vec<&Variable> = scope.loops.iter().filter(fits).collect();
            match fitting.is_empty() {
                true => self.rng.range(least, most).to_string(),
                false => self.rng.pick(&fitting).name.clone(),
            }
        });
        Step::Call {
            function,
            arrays,
            numbers: numbers.collect(),
        }
    }

    /// A function for some of the arrays in scope, and these.
    fn function(&mut self, scope: &Scope, depth: usize) -> (usize, Vec<usize>) {
        let mut actuals: Vec<usize> = Vec::new();
        for &array in &scope.arrays {
            if self.rng.percent(70) {
                actuals.push(array);
            }
        }
        if actuals.is_empty() {
            actuals.push(*self.rng.pick(&scope.arrays));
        }
        let arrays: Vec<usize> = actuals.iter().map(|&a| self.formal(a)).collect();
        let numbers = match scope.loops.last() {
            Some(v) if self.rng.percent(50) => vec![(self.fresh("at"), v.least, v.most)],
            _ => Vec::new(),
        };
        let loops = numbers.iter().map(|(name, least, most)| Variable {
            name: name.clone(),
            least: *least,
            most: *most,
        });
        let inside = Scope {
            loops: loops.collect(),
            arrays: arrays.clone(),
            function: true,
            ..Scope::default()
        };
        let count = 1 + self.rng.below(3);
        let mut steps = self.steps(&inside, count, depth + 1);
        if !steps.iter().any(has_task) {
            steps.push(self.regular_nest(&inside));
        }
        let written = steps::written(&self.program, &steps);
        let function = Function {
            name: self.fresh("joined"),
            arrays: arrays.iter().map(|a| (*a, written.contains(a))).collect(),
            numbers,
            steps,
        };
        self.program.functions.push(function);
        (self.program.functions.len() - 1, actuals)
    }

    /// A parameter that can stand for an array.
    fn formal(&mut self, actual: usize) -> usize {
        let mut array = self.program.arrays[actual].clone();
        array.name = self.fresh("f");
        array.place = Place::Formal;
        if array.storage == Storage::Flat && self.rng.percent(40) {
            array.storage = Storage::Slice;
        }
        self.program.arrays.push(array);
        self.program.arrays.len() - 1
    }

    /// Arrays in scope that a function can be given; each once.
    fn actuals(&mut self, scope: &Scope, function: usize) -> Option<Vec<usize>> {
        let mut left = scope.arrays.clone();
        let formals = self.program.functions[function].arrays.clone();
        let given = formals.into_iter().map(|(formal, _)| {
            let arrays = &self.program.arrays;
            let wanted = &arrays[formal];
            let fits = |a: usize| {
                let array = &arrays[a];
                let storage = match wanted.storage {
                    Storage::Slice => array.is_flat(),
                    other => array.storage == other,
                };
                storage && array.elem == wanted.elem && array.dims == wanted.dims
            };
            let fitting: Vec<usize> = (0..left.len()).filter(|&n| fits(left[n])).collect();
            (!fitting.is_empty()).then(|| left.remove(*self.rng.pick(&fitting)))
        });
        given.collect()
    }
}
