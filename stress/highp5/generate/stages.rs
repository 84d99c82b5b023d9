//! Random stages. Each is added to the program; what comes back is its call.

use super::expressions::Names;
use super::{Kind, Maker, Result};

impl Maker {
    pub(super) fn stage(&mut self, parameters: &[&str], body: &str) -> String {
        let name = format!("stage{}", self.stages.len());
        let parameters = parameters.join(", ");
        self.stages.push(format!(
            "        {name}({parameters}) {{\n{body}        }}\n"
        ));
        name
    }

    pub(super) fn bracketed(&self) -> String {
        self.indices().iter().map(|i| format!("[{i}]")).collect()
    }

    /// Elements at the running indices, of parameters `x` (a grid), `y` (another), `w` (the
    /// line, if it is there).
    pub(super) fn names(&self, x: usize, y: usize, line: bool) -> Names {
        let at = self.bracketed();
        let indices = self.indices();
        let mut names = Names {
            whole: indices.iter().map(|&i| i.to_owned()).collect(),
            real: Vec::new(),
        };
        for (name, grid) in [("x", x), ("y", y)] {
            let list = if self.grids[grid].is_real() {
                &mut names.real
            } else {
                &mut names.whole
            };
            list.push(format!("{name}{at}"));
        }
        if line {
            names.whole.push("w[i]".to_owned());
        }
        names.whole.push("count".to_owned());
        self.add_globals(&mut names);
        names.whole.extend(
            self.results
                .iter()
                .filter(|r| r.ty == "Integer")
                .map(|r| r.name.clone()),
        );
        names
    }

    fn expression(&mut self, real: bool, names: &Names) -> String {
        let depth = 1 + self.rng.below(3);
        if real {
            self.real(names, depth)
        } else {
            self.whole(names, depth)
        }
    }

    pub(super) fn value_of(&mut self, grid: usize, names: &Names) -> String {
        match self.grids[grid] {
            Kind::Integer => self.expression(false, names),
            Kind::Double => self.expression(true, names),
            // What it is made of may be wider.
            Kind::Single => format!("single({})", self.expression(true, names)),
        }
    }

    /// A grid from itself, another one and the line, element by element.
    pub(super) fn pointwise(&mut self, line: bool) -> String {
        if self.is_rich() && self.rng.percent(35) {
            return self.cells(line);
        }
        if line && self.is_wide() && self.rng.percent(30) {
            return self.by_lookup();
        }
        let (x, y) = (
            self.rng.below(self.grids.len()),
            self.rng.below(self.grids.len()),
        );
        let names = self.names(x, y, line);
        let value = self.value_of(x, &names);
        let at = self.bracketed();
        let indices = self.indices();
        let condition = match self.rng.percent(40) {
            true => format!(" and {}", self.condition(&indices)),
            false => String::new(),
        };
        let body = match self.rng.below(10) {
            // Through a local, and through a function that changes its argument.
            0..=2 => format!("value = {value}\n                x{at} = value"),
            3 if self.grids[x] == Kind::Integer => {
                self.uses_function = true;
                format!("add_to(x{at}, {value})")
            }
            _ => format!("x{at} = {value}"),
        };
        let body = format!(
            "            do {{\n                {body}\n            }} for {} in x{condition}\n",
            indices.join(", ")
        );
        let (parameters, arguments) = if line {
            (vec!["x", "y", "w"], format!("g{x}, g{y}, line"))
        } else {
            (vec!["x", "y"], format!("g{x}, g{y}"))
        };
        let stage = self.stage(&parameters, &body);
        format!("{stage}({arguments})")
    }

    /// Neighbours of the version before, within an epoch.
    pub(super) fn stencil(&mut self) -> String {
        if self.is_rich() && self.rng.percent(20) {
            return self.cells_before();
        }
        let x = self.rng.below(self.grids.len());
        let indices = self.indices();
        let at = self.bracketed();
        let mut terms = vec![format!("x{at}")];
        let (mut ranges, mut conditions) = (String::new(), Vec::new());
        let along: Vec<usize> = (0..self.rank).filter(|_| self.rng.percent(70)).collect();
        for &dimension in &along {
            let index = indices[dimension];
            let number = dimension + 1;
            ranges += &format!("            range{number} = x.local.dimension{number}.range\n");
            conditions.push(format!(
                "{index} > range{number}.min and {index} < range{number}.max"
            ));
            for offset in ["-1", "+1"] {
                let moved = at.replace(&format!("[{index}]"), &format!("[{index}{offset}]"));
                terms.push(format!("x{moved}"));
            }
        }
        let sum = format!("({}) at (current - 1)", terms.join(" + "));
        let sum = if self.grids[x].is_real() {
            format!("0.25 * {sum}")
        } else {
            sum
        };
        let older = match self.rng.percent(35) {
            true => format!(" - x{at} at (current - 2)"),
            false => String::new(),
        };
        let extra = self.condition(&indices);
        if self.rng.percent(30) || conditions.is_empty() {
            conditions.push(extra);
        }
        let body = format!(
            "{ranges}            do {{\n                x{at} at (current) = {sum}{older}\n            \
             }} for {} in x and {}\n",
            indices.join(", "),
            conditions.join(" and ")
        );
        let stage = self.stage(&["x"], &body);
        format!("{stage}(g{x})")
    }

    /// A reduction of a grid to Root; order does not matter to any of them.
    pub(super) fn reduction(&mut self) -> String {
        let x = self.rng.below(self.grids.len());
        let y = self.rng.below(self.grids.len());
        let names = self.names(x, y, false);
        let indices = self.indices();
        let operators: &[(&str, &str)] = match (self.grids[x].is_real(), self.rank) {
            (true, 1) => &[
                ("max", "Real"),
                ("min", "Real"),
                ("maxEntry", "Integer"),
                ("lor", "Boolean"),
            ],
            (true, _) => &[("max", "Real"), ("land", "Boolean")],
            (false, 1) => &[
                ("sum", "Integer"),
                ("maxEntry", "Integer"),
                ("minEntry", "Integer"),
                ("bor", "Integer"),
            ],
            (false, _) => &[
                ("sum", "Integer"),
                ("sum", "Integer"),
                ("product", "Integer"),
                ("max", "Integer"),
                ("min", "Integer"),
                ("band", "Integer"),
                ("bor", "Integer"),
                ("lor", "Boolean"),
            ],
        };
        let (mut operator, ty) = *self.rng.pick(operators);
        if self.is_wide() && self.rng.percent(50) {
            // The other spelling.
            operator = match operator {
                "maxEntry" => "max_entry",
                "minEntry" => "min_entry",
                operator => operator,
            };
        }
        let value = self.value_of(x, &names);
        let value = match ty {
            "Boolean" => format!("{value} > {}", self.rng.range(-3, 9)),
            _ => value,
        };
        let condition = match self.rng.percent(25) {
            true => format!(" and {}", self.condition(&indices)),
            false => String::new(),
        };
        let body = format!(
            "            do {{ reduce(z, \"{operator}\", {value}) }} for {} in x{condition}\n",
            indices.join(", ")
        );
        let name = format!("r{}", self.results.len());
        self.results.push(Result {
            name: name.clone(),
            ty: match ty {
                "Boolean" => "Boolean",
                "Integer" => "Integer",
                _ => self.grids[x].text(),
            },
        });
        let stage = self.stage(&["x", "y", "z"], &body);
        format!("{stage}(g{x}, g{y}, Space Root: {name})")
    }

    /// Row `t` of a grid, in the LPUs that have it.
    pub(super) fn row(&mut self, counter: &str) -> String {
        let x = self.rng.below(self.grids.len());
        let mut names = self.names(x, x, false);
        names.whole.push("t".to_owned());
        // The index of dimension 1 is the parameter.
        let at = self.bracketed().replacen("[i]", "[t]", 1);
        let other: Vec<&str> = self.indices()[1..].to_vec();
        let fix = |list: Vec<String>| -> Vec<String> {
            let kept = list.into_iter().filter(|n| n != "i" && !n.starts_with('y'));
            kept.map(|n| n.replacen("[i]", "[t]", 1)).collect()
        };
        names.whole = fix(names.whole);
        names.real = fix(names.real);
        let value = self.value_of(x, &names);
        let body = if other.is_empty() {
            format!("            x{at} = {value}\n")
        } else {
            format!(
                "            do {{ x{at} = {value} }} for {} in x\n",
                other.join(", ")
            )
        };
        let stage = self.stage(&["x", "t"], &body);
        format!("{stage}(g{x}, {counter})")
    }

    /// The line from the rows of a grid: added up, or as a recurrence where pieces ascend.
    pub(super) fn gather(&mut self, order: &str) -> Option<String> {
        let x = (0..self.grids.len()).find(|&g| !self.grids[g].is_real())?;
        let at = self.bracketed();
        let body = if order == " ascends" && self.rank == 2 && self.rng.percent(60) {
            format!(
                "            do {{\n                do in sequence {{ w[i] = 3 * w[i] + x{at} }} for j \
                 in x.local.dimension2.range\n            }} for i in w\n"
            )
        } else {
            let indices = self.indices().join(", ");
            format!("            do {{ w[i] = w[i] + x{at} }} for {indices} in x\n")
        };
        let stage = self.stage(&["w", "x"], &body);
        Some(format!("{stage}(line, g{x})"))
    }

    /// Per row: a sum over the row (reduced to the row's LPU), and its place in the line.
    pub(super) fn row_sums(&mut self, row: char) -> Option<(String, String)> {
        let x = (0..self.grids.len()).find(|&g| !self.grids[g].is_real())?;
        let at = self.bracketed();
        let indices = self.indices().join(", ");
        let body = format!("            do {{ reduce(z, \"sum\", x{at}) }} for {indices} in x\n");
        let reduce = self.stage(&["x", "z"], &body);
        let name = format!("r{}", self.results.len());
        self.results.push(Result {
            name: name.clone(),
            ty: "Integer",
        });
        let keep = self.stage(
            &["w", "z"],
            "            do { w[i] = w[i] + z } for i in w\n",
        );
        Some((
            format!("{reduce}(g{x}, Space {row}: {name})"),
            format!("{keep}(line, {name})"),
        ))
    }

    /// Something with the line as a whole, in sequence.
    pub(super) fn whole_line(&mut self) -> String {
        let body = match self.rng.below(3) {
            0 => {
                "            do in sequence { w[i] = w[i] + w[i - 1] } for i in \
                  w.dimension1.range and i > w.dimension1.range.min\n"
            }
            1 => {
                "            last = w.dimension1.range.max\n            do { c[last - i] = w[i] } \
                  for i in w\n            do { w[i] = c[i] } for i in w\n"
            }
            _ => {
                "            do in sequence { w[i] = w[i] ^ i } for i in w.dimension1.range step 2\n"
            }
        };
        let stage = self.stage(&["w", "c"], body);
        format!("{stage}(line, copy)")
    }

    /// A step of the counter.
    pub(super) fn bump(&mut self) -> String {
        let note = self.note();
        let stage = self.stage(&["n"], &format!("            n = n + 1\n{note}"));
        format!("{stage}(count)")
    }
}
