//! What programs of some seeds have besides: whole numbers that wrap, quotients and remainders of negative
//! ones, elements by computed indices, diagonals, scalars that LPUs have for themselves, replicated lines
//! that one LPU fills, other spellings.
//!
//! Only some seeds have them, so that the programs of the others stay what they were.

use super::Maker;
use super::expressions::Names;
use super::spaces::Use;

/// From this seed on each program has them; before, one of five.
const ALL: u64 = 1_000_000;

impl Maker {
    pub(super) fn is_wide(&self) -> bool {
        self.seed >= ALL || self.seed % 5 == 3
    }

    /// A whole number that may wrap, or a quotient or a remainder with signs.
    pub(super) fn wide(&mut self, left: &str, right: &str) -> String {
        let few = self.rng.range(2, 9);
        match self.rng.below(9) {
            0 => format!("({left} * 1103515245)"),
            1 => format!("({left} + 2147483647)"),
            2 => format!("({left} - 2147483647 - {right})"),
            3 => format!("({left} / (0 - {few}))"),
            4 => format!("({left} % (0 - {few}))"),
            5 => format!("(-{left} % {few})"),
            6 => format!("({left} << 30)"),
            7 => format!("(abs({left} % 1000) / {few} * {few} + {right})"),
            _ => format!("max({left} % {few}, min({right}, {few}))"),
        }
    }

    /// Elements of the line, which an LPU has whole, by computed indices.
    pub(super) fn looked_up(&mut self) -> String {
        let (k, few) = (self.rng.range(0, 20), self.rng.range(2, 5));
        let last = "w.dimension1.range.max";
        let list = [
            format!("w[(i * 5 + {k}) % w.dimension1.length]"),
            format!("w[i / {few}]"),
            format!("w[{last} - i]"),
            format!("w[min(i + {few}, {last})]"),
            format!("w[max(i - {few}, 0)]"),
            format!("w[abs(i - {k}) % w.dimension1.length]"),
        ];
        self.rng.pick(&list).clone()
    }

    /// A grid from elements of the line, which stands in the space whole.
    pub(super) fn by_lookup(&mut self) -> String {
        let x = self.rng.below(self.grids.len());
        let mut names = self.names(x, x, false);
        names.whole.retain(|name| !name.starts_with('y'));
        names.real.retain(|name| !name.starts_with('y'));
        let found = self.looked_up();
        names.whole.push(found.clone());
        names.whole.push(found);
        let (value, at) = (self.value_of(x, &names), self.bracketed());
        let indices = self.indices().join(", ");
        let body = format!(
            "            do {{ x{at} = {value} }} for {indices} \\\n                in x\n"
        );
        let stage = self.stage(&["x", "w"], &body);
        format!("{stage}(g{x}, line)")
    }

    /// The diagonal of a grid that is a square.
    pub(super) fn diagonal(&mut self) -> Option<String> {
        if self.rank != 2 || self.sizes[0] != self.sizes[1] {
            return None;
        }
        let x = self.rng.below(self.grids.len());
        let names = Names {
            whole: vec!["i".to_owned(), "count".to_owned()],
            real: Vec::new(),
        };
        let value = self.value_of(x, &names);
        let body = format!("            do {{ x[i][i] = {value} }} for i in x\n");
        let stage = self.stage(&["x"], &body);
        Some(format!("{stage}(g{x})"))
    }

    /// A scalar that each LPU of single rows sets for itself, and what it does with it.
    pub(super) fn own(&mut self) -> Vec<String> {
        let x = self.rng.below(self.grids.len());
        let name = self.counter();
        let set = self.stage(
            &["x"],
            &format!(
                "            {name} = x.local.dimension1.range.min * 3 + count\n            {name} = {name} * {name}\n"
            ),
        );
        let mut names = self.names(x, x, false);
        names.whole.retain(|name| !name.starts_with('y'));
        names.real.retain(|name| !name.starts_with('y'));
        names.whole.push(name.clone());
        names.whole.push(name);
        let (value, at) = (self.value_of(x, &names), self.bracketed());
        let indices = self.indices().join(", ");
        let used = self.stage(
            &["x"],
            &format!("            do {{ x{at} = {value} }} for {indices} in x\n"),
        );
        vec![format!("{set}(g{x})"), format!("{used}(g{x})")]
    }

    /// A line of which every LPU has all, filled by one of them: read in the same visit, which has to be
    /// refused, or in the next one.
    pub(super) fn filled(&mut self, letter: char, depth: usize) -> String {
        let (k, few) = (self.rng.range(1, 9), self.rng.range(2, 5));
        let fill = self.stage(
            &["w"],
            &format!("            do {{ w[i] = w[i] * {k} + i / {few} }} for i in w\n"),
        );
        let read = self.by_lookup();
        let blank = "    ".repeat(depth);
        let fill = format!("{blank}    Where lpuId[0] == 0 {{ {fill}(line) }}\n");
        let between = match self.rng.percent(25) {
            true => String::new(),
            false => format!("{blank}}}\n{blank}Space {letter} {{\n"),
        };
        format!("{blank}Space {letter} {{\n{fill}{between}{blank}    {read}\n{blank}}}\n")
    }

    /// A step of that sort outside of all spaces, if the space is one for it.
    pub(super) fn wide_step(&mut self, at: usize, depth: usize) -> Option<String> {
        if !self.is_wide() || !self.rng.percent(50) {
            return None;
        }
        let space = self.spaces[at].clone();
        let blank = "    ".repeat(depth);
        let top = space
            .parent
            .is_none_or(|p| self.spaces[p].role == Use::Whole);
        match space.role {
            Use::Cut if top && !space.relative && self.rng.percent(60) => {
                Some(self.filled(space.letter, depth))
            }
            Use::Cut if top => {
                let step = self.by_lookup();
                Some(format!("{blank}Space {} {{ {step} }}\n", space.letter))
            }
            Use::Whole => {
                let step = self.diagonal()?;
                Some(format!("{blank}Space {} {{ {step} }}\n", space.letter))
            }
            Use::Row => {
                let [set, used] = &self.own()[..] else {
                    return None;
                };
                Some(format!(
                    "{blank}Space {} {{\n{blank}    {set}\n{blank}    {used}\n{blank}}}\n",
                    space.letter
                ))
            }
            _ => None,
        }
    }
}
