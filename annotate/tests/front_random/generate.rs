//! Random loop nests: source text for the front end and data for the simulation.

use std::fmt::Write as _;

/// Values of `n`, `m`, `w` that each program is executed with; `w` may exceed the row length.
pub const SIZES: [(i64, i64, i64); 5] = [(7, 6, 6), (6, 5, 3), (5, 4, 7), (9, 7, 5), (2, 3, 2)];

/// Names of loop variables, outermost first.
pub const VARS: [&str; 3] = ["i", "j", "k"];

/// A sum of loop variables with coefficients, and a number.
#[derive(Debug, Clone, Default)]
pub struct Affine {
    pub loops: [i64; 3],
    pub number: i64,
}

/// A loop bound.
#[derive(Debug, Clone)]
pub enum Bound {
    /// Affine in outer loop variables.
    Affine(Affine),
    /// A name (`n`, `m`, `w`) and a number.
    Name(&'static str, i64),
}

#[derive(Debug, Clone)]
pub struct Loop {
    pub lo: Bound,
    pub hi: Bound,
    pub inclusive: bool,
    pub rev: bool,
    pub step: i64,
    /// Tile size of a tiled loop.
    pub tile: Option<i64>,
}

/// Arrays of every program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Array {
    /// `a`, `b`: flat, rows of `m`.
    Rows(&'static str),
    /// `v`: flat, one dimension.
    Line,
    /// `g[i][j]`.
    Nested,
}

#[derive(Debug, Clone)]
pub struct Access {
    pub array: Array,
    /// Row and column, or one index.
    pub index: Vec<Affine>,
    /// How a flat index is written.
    pub spelling: u64,
}

#[derive(Debug, Clone)]
pub struct Statement {
    pub target: Access,
    pub compound: bool,
    pub reads: Vec<Access>,
    /// Only made when `(i + j + k) % 3 == 1`.
    pub conditional: bool,
}

#[derive(Debug, Clone)]
pub struct Program {
    pub loops: Vec<Loop>,
    pub statements: Vec<Statement>,
}

/// Splitmix64.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    fn below(&mut self, n: u64) -> u64 {
        self.next() % n
    }

    fn one_in(&mut self, n: u64) -> bool {
        self.below(n) == 0
    }

    fn pick<T: Clone>(&mut self, list: &[T]) -> T {
        list[self.below(list.len() as u64) as usize].clone()
    }
}

/// The program of a seed.
pub fn program(seed: u64) -> Program {
    let mut random = Random(seed);
    let depth = 1 + random.below(3) as usize;
    let tiled = 1 + random.below(depth as u64) as usize;
    let loops = (0..depth)
        .map(|d| one_loop(&mut random, d, d < tiled))
        .collect();
    let statements = (0..1 + random.below(2))
        .map(|_| statement(&mut random, depth))
        .collect();
    Program { loops, statements }
}

fn one_loop(random: &mut Random, depth: usize, tiled: bool) -> Loop {
    let name = random.pick(&["n", "n", "m", "m", "w"]);
    let (mut lo, mut hi) = (
        constant(random.pick(&[0, 0, 1, 1, 2])),
        Bound::Name(name, random.pick(&[0, 0, -1])),
    );
    if depth > 0 && random.one_in(5) {
        // A triangle over the loop around it.
        let mut affine = Affine {
            number: random.pick(&[0, 1]),
            ..Affine::default()
        };
        affine.loops[depth - 1] = 1;
        if random.one_in(2) {
            lo = Bound::Affine(affine);
        } else {
            hi = Bound::Affine(affine);
        }
    }
    let (rev, stepped) = (random.one_in(8), random.one_in(10));
    Loop {
        lo,
        hi,
        inclusive: random.one_in(6),
        rev,
        // A tiled loop with both is refused.
        step: if stepped && !(rev && tiled) { 2 } else { 1 },
        tile: tiled.then(|| 1 + random.below(4) as i64),
    }
}

fn constant(number: i64) -> Bound {
    Bound::Affine(Affine {
        number,
        ..Affine::default()
    })
}

fn statement(random: &mut Random, depth: usize) -> Statement {
    let target = access(random, depth);
    let mut reads: Vec<Access> = (0..random.below(3))
        .map(|_| access(random, depth))
        .collect();
    if random.one_in(2) {
        // A neighbour of the target: the interesting dependences.
        let mut near = target.clone();
        let at = random.below(near.index.len() as u64) as usize;
        near.index[at].number += random.pick(&[-2, -1, 1, 2]);
        reads.push(near);
    }
    Statement {
        target,
        compound: random.one_in(4),
        reads,
        conditional: random.one_in(6),
    }
}

fn access(random: &mut Random, depth: usize) -> Access {
    let array = random.pick(&[
        Array::Rows("a"),
        Array::Rows("a"),
        Array::Rows("b"),
        Array::Line,
        Array::Nested,
    ]);
    let dims = if array == Array::Line { 1 } else { 2 };
    let index = (0..dims)
        .map(|d| subscript(random, d.min(depth - 1), depth))
        .collect();
    Access {
        array,
        index,
        spelling: random.below(4),
    }
}

fn subscript(random: &mut Random, usual: usize, depth: usize) -> Affine {
    let mut affine = Affine {
        number: random.pick(&[0, 0, 0, 1, -1, 2]),
        ..Affine::default()
    };
    let var = if random.one_in(5) {
        random.below(depth as u64) as usize
    } else {
        usual
    };
    match random.below(12) {
        0 => {}
        1 => affine.loops[var] = 2,
        2 => {
            affine.loops[var] = 1;
            affine.loops[random.below(depth as u64) as usize] += 1;
        }
        _ => affine.loops[var] = 1,
    }
    affine
}

impl Affine {
    /// Its value at an iteration.
    pub fn at(&self, iteration: &[i64]) -> i64 {
        self.number
            + iteration
                .iter()
                .zip(self.loops)
                .map(|(x, k)| x * k)
                .sum::<i64>()
    }

    fn text(&self) -> String {
        let mut out = String::new();
        for (var, &k) in VARS.iter().zip(&self.loops).filter(|(_, k)| **k != 0) {
            let plus = if out.is_empty() { "" } else { " + " };
            let _ = if k == 1 {
                write!(out, "{plus}{var}")
            } else {
                write!(out, "{plus}{k} * {var}")
            };
        }
        match (out.is_empty(), self.number) {
            (true, number) => number.to_string(),
            (false, 0) => out,
            (false, number) if number < 0 => format!("{out} - {}", -number),
            (false, number) => format!("{out} + {number}"),
        }
    }
}

impl Bound {
    /// Its value at the iteration of the loops around it.
    pub fn at(&self, outer: &[i64], sizes: (i64, i64, i64)) -> i64 {
        match self {
            Bound::Affine(affine) => affine.at(outer),
            Bound::Name(name, plus) => {
                plus + match *name {
                    "n" => sizes.0,
                    "m" => sizes.1,
                    _ => sizes.2,
                }
            }
        }
    }

    fn text(&self) -> String {
        match self {
            Bound::Affine(affine) => affine.text(),
            Bound::Name(name, 0) => (*name).to_owned(),
            Bound::Name(name, plus) => format!("{name} - {}", -plus),
        }
    }
}

impl Access {
    /// Name of the array.
    pub fn name(&self) -> &'static str {
        match self.array {
            Array::Rows(name) => name,
            Array::Line => "v",
            Array::Nested => "g",
        }
    }

    fn text(&self) -> String {
        let index: Vec<String> = self.index.iter().map(Affine::text).collect();
        match self.array {
            Array::Line => format!("v[{}]", index[0]),
            Array::Nested => format!("g[{}][{}]", index[0], index[1]),
            Array::Rows(name) => match self.spelling {
                0 => format!("{name}[{} + m * ({})]", index[1], index[0]),
                1 => format!("{name}[m * ({}) + ({})]", index[0], index[1]),
                _ => format!("{name}[({}) * m + {}]", index[0], index[1]),
            },
        }
    }
}

impl Program {
    /// As annotated Rust.
    pub fn text(&self) -> String {
        let mut out = String::from(
            "#[hp5::region]\nfn f(a: &mut Vec<f64>, b: &mut Vec<f64>, v: &mut Vec<f64>, g: &mut Vec<Vec<f64>>, n: usize, m: usize, w: usize) {\n",
        );
        let tiled = self
            .loops
            .iter()
            .zip(VARS)
            .filter_map(|(l, var)| l.tile.map(|tile| format!("{var} = {tile}")));
        let _ = writeln!(
            out,
            "    #[hp5::task_tile({})]",
            tiled.collect::<Vec<_>>().join(", ")
        );
        for (depth, (l, var)) in self.loops.iter().zip(VARS).enumerate() {
            let _ = writeln!(
                out,
                "{}for {var} in {} {{",
                "    ".repeat(depth + 1),
                l.text()
            );
        }
        let pad = "    ".repeat(self.loops.len() + 1);
        for s in &self.statements {
            let _ = writeln!(out, "{pad}{}", s.text(self.loops.len()));
        }
        for depth in (0..self.loops.len()).rev() {
            let _ = writeln!(out, "{}}}", "    ".repeat(depth + 1));
        }
        out.push_str("}\n");
        out
    }
}

impl Loop {
    fn text(&self) -> String {
        let dots = if self.inclusive { "..=" } else { ".." };
        let range = format!("{}{dots}{}", self.lo.text(), self.hi.text());
        match (self.rev, self.step) {
            (false, 1) => range,
            (true, 1) => format!("({range}).rev()"),
            (false, step) => format!("({range}).step_by({step})"),
            (true, step) => format!("({range}).rev().step_by({step})"),
        }
    }

    /// The values that the loop runs through, in order.
    pub fn values(&self, outer: &[i64], sizes: (i64, i64, i64)) -> Vec<i64> {
        let (lo, hi) = (
            self.lo.at(outer, sizes),
            self.hi.at(outer, sizes) + i64::from(self.inclusive),
        );
        let all: Vec<i64> = if self.rev {
            (lo..hi).rev().collect()
        } else {
            (lo..hi).collect()
        };
        all.into_iter().step_by(self.step as usize).collect()
    }
}

impl Statement {
    fn text(&self, depth: usize) -> String {
        let reads: Vec<String> = self.reads.iter().map(Access::text).collect();
        let right = if reads.is_empty() {
            "1.0".to_owned()
        } else {
            reads.join(" + ")
        };
        let sign = if self.compound { "+=" } else { "=" };
        let assignment = format!("{} {sign} {right};", self.target.text());
        if self.conditional {
            format!(
                "if ({}) % 3 == 1 {{ {assignment} }}",
                VARS[..depth].join(" + ")
            )
        } else {
            assignment
        }
    }

    /// True when the statement is made at this iteration.
    pub fn happens(&self, iteration: &[i64]) -> bool {
        !self.conditional || iteration.iter().sum::<i64>() % 3 == 1
    }
}
