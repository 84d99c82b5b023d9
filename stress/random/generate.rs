//! Makes programs: arrays, templates and steps, in bounds by construction.
//!
//! Every loop variable is known with its least and greatest value; an index is chosen
//! among those that stay within the dimension for all of them.

use super::program::{Array, Elem, Index, Place, Program, Scalar, Step, Storage, Template};
use super::rng::Rng;

mod body;
mod calls;
mod steps;

/// A loop variable in scope.
#[derive(Debug, Clone)]
pub(crate) struct Variable {
    pub(crate) name: String,
    pub(crate) least: i64,
    pub(crate) most: i64,
}

/// What code at some place can name.
#[derive(Debug, Clone, Default)]
pub(crate) struct Scope {
    /// Loop variables, outermost first; generating loops included.
    pub(crate) loops: Vec<Variable>,
    /// Locals of the body.
    pub(crate) lets: Vec<(String, Elem)>,
    /// Arrays.
    pub(crate) arrays: Vec<usize>,
    /// Turns of generating loops: bodies may use them as values, nothing else does.
    pub(crate) told: Vec<String>,
    /// A scalar that this body reduces into.
    pub(crate) reduces: Option<usize>,
    /// In a function: the region's scalars are not there.
    pub(crate) function: bool,
}

pub(crate) struct Generator {
    pub(crate) rng: Rng,
    pub(crate) program: Program,
    names: usize,
}

/// The program of a seed.
#[must_use]
pub fn program(seed: u64) -> Program {
    let program = Program {
        seed,
        arrays: Vec::new(),
        scalars: Vec::new(),
        templates: Vec::new(),
        default: None,
        steps: Vec::new(),
        functions: Vec::new(),
    };
    let mut generator = Generator {
        rng: Rng::new(seed),
        program,
        names: 0,
    };
    generator.fill();
    generator.program
}

impl Generator {
    fn fill(&mut self) {
        self.arrays();
        self.scalars();
        let arrays: Vec<usize> = (0..self.program.arrays.len()).collect();
        self.program.templates = self.templates(&arrays, 40);
        if self.rng.percent(15) {
            let dims = 1 + self.rng.below(3);
            self.program.default = Some(self.tile_sizes(&vec![8; dims]));
        }
        let scope = Scope {
            arrays,
            ..Scope::default()
        };
        let count = 1 + self.rng.below(4);
        self.program.steps = self.steps(&scope, count, 0);
        // A program without a task says nothing.
        let nest = self.nest(&scope);
        self.program.steps.push(nest);
    }

    pub(crate) fn fresh(&mut self, prefix: &str) -> String {
        self.names += 1;
        format!("{prefix}{}", self.names)
    }

    // ---- data ----

    fn arrays(&mut self) {
        let count = 1 + self.rng.below(4);
        for n in 0..count {
            // Twins can be swapped, and make stencils likely.
            let twin = n > 0 && self.rng.percent(60);
            let mut array = if twin {
                self.program.arrays[self.rng.below(n)].clone()
            } else {
                self.array()
            };
            array.name = format!("a{n}");
            self.program.arrays.push(array);
        }
    }

    fn array(&mut self) -> Array {
        let storage = *self.rng.pick(&[
            Storage::Flat,
            Storage::Flat,
            Storage::Slice,
            Storage::Nested,
            Storage::Fixed,
        ]);
        let rank = *self.rng.pick(&[1, 1, 2, 2, 2, 3]);
        let rank = if storage == Storage::Nested && rank == 1 {
            2
        } else {
            rank
        };
        let (least, most) = [(5, 40), (4, 17), (3, 8)][rank - 1];
        Array {
            name: String::new(),
            elem: self.elem(),
            storage,
            dims: (0..rank)
                .map(|_| self.rng.range(least, most) as usize)
                .collect(),
            named_rows: self.rng.percent(60),
            place: Place::Parameter,
        }
    }

    pub(crate) fn elem(&mut self) -> Elem {
        if self.rng.percent(65) {
            Elem::F64
        } else {
            Elem::I64
        }
    }

    fn scalars(&mut self) {
        for n in 0..self.rng.below(3) {
            let elem = self.elem();
            let clause = match (elem, self.rng.percent(80)) {
                (_, false) => None,
                (Elem::I64, true) => Some(format!("reduction(+: s{n})")),
                (Elem::F64, true) => Some(format!("reduction(ordered +: s{n})")),
            };
            self.program.scalars.push(Scalar { elem, clause });
        }
    }

    /// A local array for a generating loop.
    pub(crate) fn local(&mut self) -> usize {
        let rank = 1 + self.rng.below(2);
        let name = self.fresh("w");
        let dims = (0..rank).map(|_| self.rng.range(4, 16) as usize).collect();
        let elem = self.elem();
        let array = Array {
            name,
            elem,
            storage: Storage::Flat,
            dims,
            named_rows: false,
            place: Place::Local,
        };
        self.program.arrays.push(array);
        self.program.arrays.len() - 1
    }

    // ---- templates ----

    /// Templates for some of the arrays.
    pub(crate) fn templates(&mut self, arrays: &[usize], percent: u64) -> Vec<Template> {
        let mut list = Vec::new();
        for &array in arrays {
            if self.rng.percent(percent) {
                let dims = self.program.arrays[array].dims.clone();
                list.push((array, self.tile_sizes(&dims)));
            }
        }
        list
    }

    fn tile_sizes(&mut self, dims: &[usize]) -> Vec<usize> {
        let largest = dims.iter().copied().max().unwrap_or(1) as i64;
        dims.iter()
            .map(|_| {
                if self.rng.percent(30) {
                    0
                } else {
                    self.rng.range(1, largest) as usize
                }
            })
            .collect()
    }

    // ---- indices ----

    /// An index for a dimension of this length, in bounds for all values of the variables.
    pub(crate) fn index(&mut self, scope: &Scope, dimension: usize, length: usize) -> Index {
        for _ in 0..8 {
            if let Some(index) = self.try_index(scope, dimension, length as i64) {
                return index;
            }
        }
        let offset = self.rng.below(length) as i64;
        Index::Affine {
            coefficient: 0,
            variable: String::new(),
            second: None,
            offset,
        }
    }

    fn try_index(&mut self, scope: &Scope, dimension: usize, length: i64) -> Option<Index> {
        if scope.loops.is_empty() {
            return None;
        }
        // Dimension d most often goes with loop d of the nest.
        let matching = dimension.min(scope.loops.len() - 1);
        let at = if self.rng.percent(70) {
            matching
        } else {
            self.rng.below(scope.loops.len())
        };
        let v = scope.loops[at].clone();
        let coefficient = match self.rng.below(100) {
            0..75 => 1,
            75..84 => 2,
            84..92 => -1,
            92..95 => 3,
            _ => {
                let (factor, offset) = (self.rng.range(1, 7), self.rng.range(0, 9));
                return Some(Index::Opaque {
                    variable: v.name,
                    factor,
                    offset,
                    modulus: length,
                });
            }
        };
        let other = (coefficient == 1 && self.rng.percent(8))
            .then(|| scope.loops[self.rng.below(scope.loops.len())].clone());
        let second = other.filter(|o| o.name != v.name);
        let (mut least, mut most) = match coefficient {
            -1 => (-v.most, -v.least),
            c => (c * v.least, c * v.most),
        };
        if let Some(s) = &second {
            least += s.least;
            most += s.most;
        }
        let (low, high) = (-least, length - 1 - most);
        if low > high {
            return None;
        }
        let near = (low.max(-2), high.min(2));
        let offset = if near.0 <= near.1 && self.rng.percent(90) {
            self.rng.range(near.0, near.1)
        } else {
            self.rng.range(low, high)
        };
        if coefficient == -1 && offset < 0 {
            return None;
        }
        Some(Index::Affine {
            coefficient,
            variable: v.name,
            second: second.map(|s| s.name),
            offset,
        })
    }
}

/// True for steps that hold a task, however deep.
pub(crate) fn has_task(step: &Step) -> bool {
    match step {
        Step::Nest { .. } | Step::Block { .. } | Step::Composite { .. } | Step::Call { .. } => true,
        Step::Repeat { steps, .. } => steps.iter().any(has_task),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_says_it_all() {
        for seed in 0..200 {
            let made = program(seed);
            assert_eq!(made, program(seed));
            assert!(made.steps.iter().any(has_task));
        }
        assert_ne!(program(1), program(2));
    }
}
