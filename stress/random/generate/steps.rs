//! Steps of generating code: task loops, tasks, generating loops, waits.

use std::collections::{BTreeMap, BTreeSet};

use super::{Generator, Scope, Variable, has_task};
use crate::random::program::{
    Access, Condition, Elem, Index, Loop, Place, Program, Step, Stmt, Storage, Value,
};

/// How a body uses an array.
#[derive(Debug, Clone, Default)]
pub(crate) struct Usage {
    read: bool,
    written: bool,
    indices: Vec<Vec<Index>>,
}

impl Generator {
    pub(crate) fn steps(&mut self, scope: &Scope, count: usize, depth: usize) -> Vec<Step> {
        (0..count).map(|_| self.step(scope, depth)).collect()
    }

    fn step(&mut self, scope: &Scope, depth: usize) -> Step {
        match self.rng.below(100) {
            0..24 => self.nest(scope),
            24..48 => self.regular_nest(scope),
            48..55 => self.block(scope),
            55..65 if depth < 2 => self.sweeps(scope, depth),
            65..74 if depth < 2 => self.repeat(scope, depth),
            74..84 if depth < 2 => self.call(scope, depth),
            84..88 => self.composite(scope),
            88..91 => Step::Wait,
            91..96 => self.peek(scope),
            _ => Step::Scale {
                scalar: (*self.rng.pick(&["k", "q"])).to_owned(),
            },
        }
    }

    // ---- task loops ----

    pub(crate) fn nest(&mut self, scope: &Scope) -> Step {
        let mut scope = scope.clone();
        if !scope.function && !self.program.scalars.is_empty() && self.rng.percent(30) {
            scope.reduces = Some(self.rng.below(self.program.scalars.len()));
        }
        let depth = *self.rng.pick(&[1, 1, 2, 2, 2, 2, 3]);
        let tiled = if depth > 1 && self.rng.percent(40) {
            1 + self.rng.below(depth)
        } else {
            1
        };
        let mut heads: Vec<Loop> = Vec::new();
        for at in 0..depth {
            let (head, variable) = self.loop_head(&scope, ["i", "j", "k_"][at], at > 0);
            heads.push(head);
            scope.loops.push(variable);
        }
        let names: Vec<String> = heads
            .iter()
            .take(tiled)
            .map(|h| h.variable.clone())
            .collect();
        let mut body = self.statements(&scope, 0);
        for (at, mut head) in heads.into_iter().enumerate().rev() {
            head.body = body;
            body = vec![Stmt::For(head)];
            // Only below the tiled loops may other statements stand beside a loop.
            if at > 0 && at >= tiled && self.rng.percent(20) {
                let outer = Scope {
                    loops: scope.loops[..scope.loops.len() - (depth - at)].to_vec(),
                    reduces: None,
                    ..scope.clone()
                };
                let beside = self.statements(&outer, 2);
                if self.rng.percent(50) {
                    body.splice(0..0, beside);
                } else {
                    body.extend(beside);
                }
            }
        }
        let tiles: Vec<(String, usize)> = names
            .into_iter()
            .map(|n| (n, self.rng.range(1, 9) as usize))
            .collect();
        let usage = usage(&body);
        let used: Vec<usize> = usage.keys().copied().collect();
        let templates = self.templates(&used, 8);
        let mut clauses = self.clauses(&usage, &tiles);
        let scalar = scope
            .reduces
            .and_then(|s| self.program.scalars[s].clause.clone());
        clauses.extend(scalar);
        let Some(Stmt::For(nest)) = body.pop() else {
            unreachable!("a nest is one loop")
        };
        Step::Nest {
            templates,
            tiles,
            clauses,
            nest,
        }
    }

    /// A stencil on all of an array, in place or not: what most programs are made of. Its
    /// dependences point forward in every loop, so every tiling is legal.
    pub(crate) fn regular_nest(&mut self, scope: &Scope) -> Step {
        let target = *self.rng.pick(&scope.arrays);
        let dims = self.program.arrays[target].dims.clone();
        let mut scope = scope.clone();
        let mut heads = Vec::new();
        for (d, &length) in dims.iter().enumerate() {
            let name = self.fresh(["i", "j", "k_"][d]);
            let (lo, hi) = (1, length as i64 - 1);
            scope.loops.push(Variable {
                name: name.clone(),
                least: lo,
                most: hi - 1,
            });
            let reverse = false;
            heads.push(Loop {
                variable: name,
                lo: lo.to_string(),
                hi: hi.to_string(),
                inclusive: false,
                step: 1,
                reverse,
                body: Vec::new(),
            });
        }
        let own = scope.loops.len() - dims.len();
        let at = |offsets: &[i64]| Access {
            array: target,
            index: offsets
                .iter()
                .zip(&scope.loops[own..])
                .map(|(&offset, v)| Index::Affine {
                    coefficient: 1,
                    variable: v.name.clone(),
                    second: None,
                    offset,
                })
                .collect(),
        };
        let mut values = Vec::new();
        for _ in 0..self.rng.below(4) {
            let sign = *self.rng.pick(&[-1, 1]);
            let offsets: Vec<i64> = dims.iter().map(|_| sign * self.rng.range(0, 1)).collect();
            values.push(Value::Read(at(&offsets)));
        }
        let others: Vec<usize> = scope
            .arrays
            .iter()
            .copied()
            .filter(|&a| a != target)
            .collect();
        for _ in 0..1 + self.rng.below(3) {
            let array = if others.is_empty() {
                None
            } else {
                Some(*self.rng.pick(&others))
            };
            values.push(array.map_or(Value::Constant(3), |a| {
                Value::Read(self.access(&scope, Some(a)))
            }));
        }
        if !scope.told.is_empty() && self.rng.percent(50) {
            values.push(Value::Loop(self.rng.pick(&scope.told).clone()));
        }
        let compound = self.rng.percent(20);
        let mut body = vec![Stmt::Assign {
            target: at(&vec![0; dims.len()]),
            compound,
            values,
        }];
        for mut head in heads.into_iter().rev() {
            head.body = body;
            body = vec![Stmt::For(head)];
        }
        let tiled = 1 + self.rng.below(dims.len());
        let names = scope.loops[own..own + tiled].iter().map(|v| v.name.clone());
        let tiles: Vec<(String, usize)> =
            names.map(|n| (n, self.rng.range(1, 9) as usize)).collect();
        let usage = usage(&body);
        let used: Vec<usize> = usage.keys().copied().collect();
        let templates = self.templates(&used, 8);
        let clauses = self.clauses(&usage, &tiles);
        let Some(Stmt::For(nest)) = body.pop() else {
            unreachable!("a nest is one loop")
        };
        Step::Nest {
            templates,
            tiles,
            clauses,
            nest,
        }
    }

    /// Random declarations of what is so, and of how to run.
    fn clauses(
        &mut self,
        usage: &BTreeMap<usize, Usage>,
        tiles: &[(String, usize)],
    ) -> Vec<String> {
        let mut list = Vec::new();
        for (&array, used) in usage {
            if !self.rng.percent(12) {
                continue;
            }
            let mode = match (used.read, used.written) {
                (_, false) => "in",
                (true, true) => "inout",
                (false, true) => *self.rng.pick(&["out", "inout"]),
            };
            let name = self.program.arrays[array].name.clone();
            let section = if self.rng.percent(50) {
                self.section(array, used, tiles)
            } else {
                String::new()
            };
            list.push(format!("{mode}({name}{section})"));
        }
        if self.rng.percent(6) {
            list.push(format!("priority({})", self.rng.range(-2, 3)));
        }
        if self.rng.percent(6) {
            list.push("if(k % 2 == 1)".to_owned());
        }
        if self.rng.percent(5) {
            list.push("name(\"some\")".to_owned());
        }
        list
    }

    /// The exact section where it can be said simply, else the whole dimension.
    fn section(&self, array: usize, used: &Usage, tiles: &[(String, usize)]) -> String {
        let a = &self.program.arrays[array];
        let linear = matches!(a.storage, Storage::Flat | Storage::Slice) && a.dims.len() > 1;
        if linear {
            return String::new();
        }
        let entries: Vec<String> = (0..a.dims.len())
            .map(|d| {
                simple_extent(used.indices.iter().map(|list| &list[d]), tiles)
                    .unwrap_or_else(|| "..".to_owned())
            })
            .collect();
        format!("[{}]", entries.join(", "))
    }

    // ---- other tasks ----

    fn block(&mut self, scope: &Scope) -> Step {
        let body = self.statements(scope, 1);
        let usage = usage(&body);
        let clauses = self.clauses(&usage, &[]);
        let clauses = clauses
            .into_iter()
            .map(|c| c.replace("[..]", "").replace("[.., ..]", ""))
            .collect();
        Step::Block { clauses, body }
    }

    fn composite(&mut self, scope: &Scope) -> Step {
        let count = 1 + self.rng.below(2);
        let mut steps = Vec::new();
        for _ in 0..count {
            // Reductions into scalars outside of a composite are another matter.
            let mut nest = self.nest(scope);
            while reduces(&nest) {
                nest = self.nest(scope);
            }
            steps.push(nest);
        }
        let mut all = BTreeMap::<usize, Usage>::new();
        for step in &steps {
            if let Step::Nest { nest, .. } = step {
                collect(&[Stmt::For(nest.clone())], &mut all);
            }
        }
        let names: Vec<&str> = all
            .keys()
            .map(|&a| self.program.arrays[a].name.as_str())
            .collect();
        let clauses = vec![format!("inout({})", names.join(", "))];
        Step::Composite { clauses, steps }
    }

    // ---- generating code ----

    fn repeat(&mut self, scope: &Scope, depth: usize) -> Step {
        let variable = self.fresh("r");
        let most = if self.rng.percent(20) { 14 } else { 4 };
        let times = self.rng.range(1, most) as usize;
        let mut inside = scope.clone();
        inside.loops.push(Variable {
            name: variable.clone(),
            least: 0,
            most: times as i64 - 1,
        });
        let locals: Vec<usize> = if self.rng.percent(20) {
            vec![self.local()]
        } else {
            Vec::new()
        };
        inside.arrays.extend(&locals);
        let count = 1 + self.rng.below(3);
        let mut steps = self.steps(&inside, count, depth + 1);
        if !steps.iter().any(has_task) {
            steps.push(self.nest(&inside));
        }
        let swap = if self.rng.percent(50) {
            self.swappable(scope)
        } else {
            None
        };
        Step::Repeat {
            variable,
            times,
            locals,
            steps,
            swap,
        }
    }

    /// A loop whose turns register the same tasks, as solvers have it; now and then something
    /// is in it that keeps it from being replayed, or a loop of its own.
    fn sweeps(&mut self, scope: &Scope, depth: usize) -> Step {
        let variable = self.fresh("t");
        let times = self.rng.range(3, 24) as usize;
        let mut inside = scope.clone();
        if self.rng.percent(40) {
            inside.told.push(variable.clone());
        }
        let mut steps: Vec<Step> = (0..1 + self.rng.below(3))
            .map(|_| match self.rng.below(10) {
                0..3 => self.nest(&inside),
                3..7 => self.regular_nest(&inside),
                7 => self.block(&inside),
                8 => self.call(&inside, depth + 1),
                _ => self.step(&inside, depth + 1),
            })
            .collect();
        if !steps.iter().any(has_task) {
            steps.push(self.regular_nest(&inside));
        }
        let swap = if self.rng.percent(50) {
            self.swappable(scope)
        } else {
            None
        };
        Step::Repeat {
            variable,
            times,
            locals: Vec::new(),
            steps,
            swap,
        }
    }

    fn swappable(&mut self, scope: &Scope) -> Option<(usize, usize)> {
        let arrays = &self.program.arrays;
        let movable = |n: &usize| {
            arrays[*n].place != Place::Local
                && matches!(arrays[*n].storage, Storage::Flat | Storage::Nested)
        };
        let candidates: Vec<usize> = scope.arrays.iter().copied().filter(movable).collect();
        let same = |a: usize, b: usize| {
            let (x, y) = (&arrays[a], &arrays[b]);
            a < b && (x.elem, x.storage, &x.dims) == (y.elem, y.storage, &y.dims)
        };
        let pairs: Vec<(usize, usize)> = candidates
            .iter()
            .flat_map(|&a| candidates.iter().map(move |&b| (a, b)))
            .filter(|&(a, b)| same(a, b))
            .collect();
        (!pairs.is_empty()).then(|| *self.rng.pick(&pairs))
    }

    fn peek(&mut self, scope: &Scope) -> Step {
        let access = self.access(scope, None);
        let (scalar, elem) = *self.rng.pick(&[("k", Elem::I64), ("q", Elem::F64)]);
        Step::Peek {
            scalar: scalar.to_owned(),
            elem,
            access,
            explicit: self.rng.percent(60),
        }
    }
}

/// `i - 1..=i + 1` when all indices are `i` plus constants for one tiled `i`.
fn simple_extent<'a>(
    indices: impl Iterator<Item = &'a Index>,
    tiles: &[(String, usize)],
) -> Option<String> {
    let mut name: Option<&str> = None;
    let (mut least, mut most) = (i64::MAX, i64::MIN);
    for index in indices {
        let Index::Affine {
            coefficient: 1,
            variable,
            second: None,
            offset,
        } = index
        else {
            return None;
        };
        let tiled = tiles.iter().any(|(v, _)| v == variable);
        if !tiled || name.is_some_and(|n| n != variable) {
            return None;
        }
        name = Some(variable);
        (least, most) = (least.min(*offset), most.max(*offset));
    }
    let name = name?;
    let shifted = |offset: i64| match offset {
        0 => name.to_owned(),
        o if o > 0 => format!("{name} + {o}"),
        o => format!("{name} - {}", -o),
    };
    Some(format!("{}..={}", shifted(least), shifted(most)))
}

fn reduces(step: &Step) -> bool {
    fn inside(body: &[Stmt]) -> bool {
        body.iter().any(|stmt| match stmt {
            Stmt::Reduce { .. } => true,
            Stmt::If {
                then, otherwise, ..
            } => inside(then) || inside(otherwise),
            Stmt::For(l) => inside(&l.body),
            _ => false,
        })
    }
    matches!(step, Step::Nest { nest, .. } if inside(&nest.body))
}

/// Arrays that steps may write, or swap.
pub(super) fn written(program: &Program, steps: &[Step]) -> BTreeSet<usize> {
    let mut list = BTreeSet::new();
    let of = |body: &[Stmt]| {
        let used = usage(body).into_iter();
        used.filter(|(_, u)| u.written).map(|(array, _)| array)
    };
    for step in steps {
        match step {
            Step::Nest { nest, .. } => list.extend(of(&nest.body)),
            Step::Block { body, .. } => list.extend(of(body)),
            Step::Composite { steps, .. } => list.extend(written(program, steps)),
            Step::Repeat { steps, swap, .. } => {
                list.extend(written(program, steps));
                list.extend(swap.iter().flat_map(|&(a, b)| [a, b]));
            }
            Step::Call {
                function, arrays, ..
            } => {
                let formals = &program.functions[*function].arrays;
                let given = formals.iter().zip(arrays).filter(|((_, w), _)| *w);
                list.extend(given.map(|(_, &array)| array));
            }
            Step::Wait | Step::Peek { .. } | Step::Scale { .. } => {}
        }
    }
    list
}

/// How a body uses each array.
pub(crate) fn usage(body: &[Stmt]) -> BTreeMap<usize, Usage> {
    let mut map = BTreeMap::new();
    collect(body, &mut map);
    map
}

fn collect(body: &[Stmt], map: &mut BTreeMap<usize, Usage>) {
    for stmt in body {
        match stmt {
            Stmt::Assign {
                target,
                compound,
                values,
            } => {
                collect_values(values, map);
                let used = note(target, map);
                used.written = true;
                used.read |= compound;
            }
            Stmt::Let { values, .. } | Stmt::Reduce { values, .. } => collect_values(values, map),
            Stmt::If {
                condition,
                then,
                otherwise,
            } => {
                if let Condition::Large(access, _) = condition {
                    note(access, map).read = true;
                }
                collect(then, map);
                collect(otherwise, map);
            }
            Stmt::For(l) => collect(&l.body, map),
        }
    }
}

fn collect_values(values: &[Value], map: &mut BTreeMap<usize, Usage>) {
    for value in values {
        if let Value::Read(access) = value {
            note(access, map).read = true;
        }
    }
}

fn note<'m>(access: &Access, map: &'m mut BTreeMap<usize, Usage>) -> &'m mut Usage {
    let used = map.entry(access.array).or_default();
    used.indices.push(access.index.clone());
    used
}
