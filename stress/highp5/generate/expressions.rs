//! Random expressions over elements at the running indices.

use super::Maker;

/// What an expression may name.
pub(super) struct Names {
    /// Elements of Integer and of Real type, as written.
    pub whole: Vec<String>,
    pub real: Vec<String>,
}

impl Maker {
    /// A whole number. Divisors are constants, so nothing divides by 0.
    pub(super) fn whole(&mut self, names: &Names, depth: usize) -> String {
        if depth == 0 || self.rng.percent(25) {
            return if self.rng.percent(75) && !names.whole.is_empty() {
                self.rng.pick(&names.whole).clone()
            } else {
                self.rng.range(1, 9).to_string()
            };
        }
        let left = self.whole(names, depth - 1);
        let right = self.whole(names, depth - 1);
        if self.is_rich() && self.rng.percent(12) {
            return self.called(&left, &right, false);
        }
        if self.is_wide() && self.rng.percent(20) {
            return self.wide(&left, &right);
        }
        match self.rng.below(10) {
            0 | 1 => format!("({left} + {right})"),
            2 => format!("({left} - {right})"),
            3 => format!("({left} * {right})"),
            4 => format!("({left} / {})", self.rng.range(2, 7)),
            5 => format!("({left} % {})", self.rng.range(2, 7)),
            6 => {
                let operator = *self.rng.pick(&["&", "|", "^"]);
                format!("({left} {operator} {right})")
            }
            7 => format!("({left} << {})", self.rng.range(0, 3)),
            8 => {
                let function = *self.rng.pick(&["min", "max"]);
                format!("{function}({left}, {right})")
            }
            _ => {
                self.uses_function = true;
                format!("mix({left}, {right})")
            }
        }
    }

    /// A Real. Products are with small constants, so numbers stay within their range.
    pub(super) fn real(&mut self, names: &Names, depth: usize) -> String {
        if depth == 0 || self.rng.percent(25) {
            return if self.rng.percent(75) && !names.real.is_empty() {
                self.rng.pick(&names.real).clone()
            } else if self.rng.percent(30) && !names.whole.is_empty() {
                format!("(0.5 * {})", self.rng.pick(&names.whole))
            } else {
                format!("{}.25", self.rng.range(0, 9))
            };
        }
        let left = self.real(names, depth - 1);
        let right = self.real(names, depth - 1);
        if self.is_rich() && self.rng.percent(12) {
            return self.called(&left, &right, true);
        }
        match self.rng.below(6) {
            0 | 1 => format!("({left} + {right})"),
            2 => format!("({left} - {right})"),
            3 => format!("(0.375 * {left})"),
            4 => format!("({left} / {}.5)", self.rng.range(1, 7)),
            _ => format!("sqrt(abs({left}))"),
        }
    }

    /// A condition on the running indices.
    pub(super) fn condition(&mut self, indices: &[&str]) -> String {
        if self.is_rich() && self.rng.percent(25) {
            return self.global_condition(indices);
        }
        let index = *self.rng.pick(indices);
        let bound = self.rng.range(0, 4);
        match self.rng.below(4) {
            0 => format!("{index} > {bound}"),
            1 => format!("{index} <= {bound}"),
            2 => format!("({} + {bound}) % 2 == 0", indices.join(" + ")),
            _ => format!("({index} != {bound} or {index} * 2 > {bound})"),
        }
    }
}
