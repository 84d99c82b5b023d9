//! Random Computation sections.

use super::Maker;
use super::spaces::Use;

/// Lines at a depth.
fn lines(depth: usize, list: &[String]) -> String {
    let blank = "    ".repeat(depth);
    list.iter().map(|line| format!("{blank}{line}\n")).collect()
}

impl Maker {
    pub(super) fn counter(&mut self) -> String {
        self.counters += 1;
        format!("t{}", self.counters - 1)
    }

    /// Steps outside of all spaces.
    pub(super) fn root_flow(&mut self, steps: usize) -> String {
        let mut text = String::new();
        let mut tested = false;
        for _ in 0..steps {
            text += &match self.rng.below(12) {
                0 => {
                    let (counter, rounds) = (self.counter(), 1 + self.rng.below(3));
                    let step = if self.rng.percent(25) { " step 2" } else { "" };
                    let inner = self.root_step(3);
                    format!(
                        "        Repeat for {counter} in [1...{rounds}]{step} {{\n{inner}        }}\n"
                    )
                }
                1 if !tested => {
                    tested = true;
                    let inner = self.root_step(3);
                    let bump = self.bump();
                    format!(
                        "        Repeat while count < 4 {{\n{inner}            {bump}\n        }}\n"
                    )
                }
                2 => {
                    let bump = self.bump();
                    let inner = self.root_step(3);
                    let word = *self.rng.pick(&["Where", "If"]);
                    format!("        {bump}\n        {word} count % 2 == 0 {{\n{inner}        }}\n")
                }
                3 => {
                    let counter = self.counter();
                    self.rows(&counter)
                }
                _ => self.root_step(2),
            };
        }
        text
    }

    /// Each row in turn, by the LPUs that have it.
    fn rows(&mut self, counter: &str) -> String {
        let space = self.cut_space();
        let stage = self.row(counter);
        format!(
            "        Repeat for {counter} in g0.dimension1.range {{\n            Space {space} {{\n                \
             Where {counter} in g0.local.dimension1.range {{ {stage} }}\n            }}\n        }}\n"
        )
    }

    /// The letter of a cut space that stands at the top or in a whole one.
    fn cut_space(&mut self) -> char {
        let top = |s: &&super::Space| s.role == Use::Cut && s.parent.is_none_or(|p| p == 0);
        let letters: Vec<char> = self.spaces.iter().filter(top).map(|s| s.letter).collect();
        *self.rng.pick(&letters)
    }

    /// One step outside of all spaces: a visit of one.
    fn root_step(&mut self, depth: usize) -> String {
        let at = self.rng.below(self.spaces.len());
        let space = self.spaces[at].clone();
        if let Some(text) = self.wide_step(at, depth) {
            return text;
        }
        match space.role {
            Use::Across | Use::Inside => self.root_step(depth),
            Use::Cut => {
                // From the root, whatever it divides.
                match space.parent.filter(|&p| self.spaces[p].role == Use::Cut) {
                    Some(parent) => self.visit(parent, depth),
                    None => self.visit(at, depth),
                }
            }
            Use::Whole => {
                let mut inner = vec![self.whole_line()];
                if self.rng.percent(30) {
                    inner.push(self.bump());
                }
                if self.rng.percent(30) {
                    inner.push(self.pointwise(true));
                }
                if self.rng.percent(20) {
                    let stencil = self.stencil();
                    inner.push(format!("Epoch {{ {stencil} }}"));
                }
                self.braced(space.letter, depth, &lines(depth + 1, &inner))
            }
            Use::Pieces => {
                let order = space.pieces.as_ref().map_or("", |(_, order)| order);
                let Some(gather) = self.gather(order) else {
                    return String::new();
                };
                let inside = self.spaces.get(at + 1).filter(|s| s.role == Use::Inside);
                let gather = match inside {
                    Some(inside) => format!("    Space {} {{ {gather} }}", inside.letter),
                    None => format!("    {gather}"),
                };
                let mut inner = vec!["Repeat foreach sub-partition {".to_owned(), gather];
                let blocks = self.in_blocks(at);
                inner.extend(self.in_piece(blocks));
                inner.push("}".to_owned());
                self.braced(space.letter, depth, &lines(depth + 1, &inner))
            }
            Use::Row => {
                let Some((reduce, keep)) = self.row_sums(space.letter) else {
                    return String::new();
                };
                let across = self.spaces[at + 1].letter;
                let inner = [format!("Space {across} {{ {reduce} }}"), keep];
                self.braced(space.letter, depth, &lines(depth + 1, &inner))
            }
        }
    }

    fn braced(&self, letter: char, depth: usize, inner: &str) -> String {
        let blank = "    ".repeat(depth);
        format!("{blank}Space {letter} {{\n{inner}{blank}}}\n")
    }

    /// A visit of a cut space with at most as many epochs as its padding allows.
    fn visit(&mut self, at: usize, depth: usize) -> String {
        let space = self.spaces[at].clone();
        let mut left = self.epochs(at);
        let mut inner = String::new();
        for _ in 0..1 + self.rng.below(3) {
            inner += &self.visit_step(at, depth + 1, &mut left);
        }
        self.braced(space.letter, depth, &inner)
    }

    /// Epochs of stencils that a visit may have.
    fn epochs(&self, at: usize) -> usize {
        if self.stale && self.in_blocks(at) {
            return 4;
        }
        self.spaces[at].padding
    }

    /// True where every LPU has a part without holes.
    fn in_blocks(&self, at: usize) -> bool {
        let space = &self.spaces[at];
        let mut functions = space.cuts.iter().map(|c| c.function);
        functions.all(|f| f == "block_size" || f == "block_count")
            && space.parent.is_none_or(|p| self.in_blocks(p))
    }

    fn visit_step(&mut self, at: usize, depth: usize, left: &mut usize) -> String {
        let space = self.spaces[at].clone();
        let child = self.spaces.iter().position(|s| s.parent == Some(at));
        if self.stale && self.is_rich() && space.role == Use::Cut && self.rng.percent(30) {
            let list = self.uneven(|maker| maker.visit_step(at, depth, left));
            return lines(depth, &list);
        }
        match self.rng.below(10) {
            0..=2 if *left > 0 => {
                let rounds = (1 + self.rng.below(3)).min(*left);
                *left -= rounds;
                let stencil = self.stencil();
                let epoch = match self.rng.percent(30) {
                    true => format!("Epoch {{\n    {stencil}\n    {}\n}}", self.pointwise(true)),
                    false => format!("Epoch {{ {stencil} }}"),
                };
                let epoch: Vec<String> = epoch.lines().map(str::to_owned).collect();
                if rounds == 1 {
                    return lines(depth, &epoch);
                }
                let counter = self.counter();
                let head = format!("Repeat for {counter} in [1...{rounds}] {{");
                lines(depth, &[head]) + &lines(depth + 1, &epoch) + &lines(depth, &["}".to_owned()])
            }
            3..=5 => match child {
                Some(child) => {
                    // What the child's visit does counts for the parent's padding too.
                    let mut below = self.epochs(child).min(*left);
                    let before = below;
                    let mut inner = String::new();
                    for _ in 0..1 + self.rng.below(2) {
                        inner += &self.visit_step(child, depth + 1, &mut below);
                    }
                    *left -= before - below;
                    let letter = self.spaces[child].letter;
                    self.braced(letter, depth, &inner)
                }
                None => lines(depth, &[self.pointwise(true)]),
            },
            6 if self.is_exact(at) => lines(depth, &[self.reduction()]),
            _ if space.role == Use::Cut => lines(depth, &[self.pointwise(true)]),
            _ => String::new(),
        }
    }

    /// True where every element is in exactly one LPU.
    fn is_exact(&self, at: usize) -> bool {
        let space = &self.spaces[at];
        space.is_exact() && space.parent.is_none_or(|p| self.is_exact(p))
    }
}
