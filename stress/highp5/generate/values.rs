//! What every other program has besides numbers: an array of a user type (nested, with static
//! arrays), a list, a range and Booleans of the task, polymorphic and recursive functions, locals
//! of all these, branches and loops in bodies.
//!
//! Only every other seed has them, so that the programs of the others stay what they were.

use super::expressions::Names;
use super::{Kind, Maker};

/// The user type of a program.
#[derive(Debug, Clone)]
pub(super) struct Record {
    /// Elements of `parts`.
    parts: i64,
    /// Sizes of `weights`, and its type.
    rows: i64,
    columns: i64,
    real: Kind,
}

impl Record {
    /// The array of it.
    pub(super) const NAME: &str = "cells";

    /// The types.
    pub(super) fn text(&self) -> String {
        format!(
            "Type Pair:\n    first, second: Integer\n\nClass Cell:\n    parts: Array[{}] of Pair\n    \
             weights: Array[{}][{}] of {}\n    flag: Boolean\n    letter: Character\n\n",
            self.parts,
            self.rows,
            self.columns,
            self.real.text()
        )
    }
}

/// The functions that expressions and stages call.
pub(super) const FUNCTIONS: &str = "Function pick(a, b) {
    if (a > b) { return a }
    return b
}

Function twice(value) {
    return value + value
}

Function halvings(n) {
    if (n > 0) { return 1 + halvings(n / 2) }
    return 0
}

Function weight_of(cell) {
    sum = 0
    do in sequence { sum = sum + cell.parts[k].first - cell.parts[k].second } for k in [0...0]
    if (cell.flag) { return sum + integer(cell.letter) }
    return sum
}

Function turn(&pair, more) {
    kept = pair.first
    pair.first = pair.second
    pair.second = kept + more
}

Function across(list) {
    total = 0
    do in sequence { total = total + list[k] } for k in list.dimension1.range
    return total
}

";

impl Maker {
    /// A user type, for programs that have one.
    pub(super) fn make_record(&mut self) {
        if self.seed.is_multiple_of(2) {
            return;
        }
        self.record = Some(Record {
            parts: self.rng.range(1, 3),
            rows: self.rng.range(1, 2),
            columns: self.rng.range(1, 3),
            real: *self.rng.pick(&[Kind::Single, Kind::Double]),
        });
    }

    pub(super) fn is_rich(&self) -> bool {
        self.record.is_some()
    }

    /// Variables of the task that are used in expressions.
    pub(super) fn add_globals(&self, names: &mut Names) {
        if !self.is_rich() {
            return;
        }
        for name in [
            "seen[seen.length - 1]",
            "seen.length",
            "origin.second",
            "bounds.max",
        ] {
            names.whole.push(name.to_owned());
        }
        names.real.push("rate".to_owned());
    }

    /// Their definitions.
    pub(super) fn globals(&self) -> String {
        match &self.record {
            None => String::new(),
            Some(_) => format!(
                "        {}: {}d Array of Cell\n        seen: List of Integer\n        origin: Pair\n        \
                 bounds: Range\n        rate: Real double-precision\n        odd: Boolean\n",
                Record::NAME,
                self.rank
            ),
        }
    }

    /// What Initialize does with them.
    pub(super) fn begin_globals(&self) -> String {
        match &self.record {
            None => String::new(),
            Some(_) => format!(
                "        {}.dimension = g0.dimension\n        append(seen, 3)\n        origin.second = 2\n        \
                 bounds.min = 1\n        bounds.max = 3\n        rate = 0.75\n",
                Record::NAME
            ),
        }
    }

    /// What a stage with the whole variables does to them, behind `n = n + 1`.
    pub(super) fn note(&mut self) -> String {
        if !self.is_rich() {
            return String::new();
        }
        let list = [
            "append(seen, n * 2)",
            "seen[0] = seen[0] + n",
            "origin.first = origin.first + n\n            turn(origin, n)",
            "bounds.max = n % 4 + 1",
            "bounds.min = bounds.max - 2",
            "rate = rate * 0.5 + n",
            "odd = !odd",
        ];
        let mut text = String::new();
        for statement in list {
            if self.rng.percent(40) {
                text += &format!("            {statement}\n");
            }
        }
        text
    }

    /// A condition on variables of the task.
    pub(super) fn global_condition(&mut self, indices: &[&str]) -> String {
        let index = *self.rng.pick(indices);
        match self.rng.below(3) {
            0 => format!("({index} in bounds)"),
            1 => "!odd".to_owned(),
            _ => format!("(odd or {index} < seen.length)"),
        }
    }

    /// A call with operands of one type.
    pub(super) fn called(&mut self, left: &str, right: &str, real: bool) -> String {
        let (left, right) = match real {
            true => (format!("double({left})"), format!("double({right})")),
            false => (left.to_owned(), right.to_owned()),
        };
        match self.rng.below(if real { 2 } else { 4 }) {
            0 => format!("pick({left}, {right})"),
            1 => format!("twice({left})"),
            2 => format!("halvings({left} % 100)"),
            _ => format!("pick({left}, twice({right}))"),
        }
    }

    /// Fields of an element of the record's array, called `base`.
    fn fields(&mut self, base: &str, names: &mut Names) {
        let Some(record) = self.record.clone() else {
            return;
        };
        let k = self.rng.range(0, record.parts - 1);
        let (r, c) = (
            self.rng.range(0, record.rows - 1),
            self.rng.range(0, record.columns - 1),
        );
        names.whole.push(format!("{base}.parts[{k}].first"));
        names.whole.push(format!("{base}.parts[{k}].second"));
        names.whole.push(format!("weight_of({base})"));
        names.real.push(format!("{base}.weights[{r}][{c}]"));
    }

    /// An assignment to a field of `base`.
    fn set_field(&mut self, base: &str, names: &Names) -> String {
        let Some(record) = self.record.clone() else {
            return String::new();
        };
        let k = self.rng.range(0, record.parts - 1);
        match self.rng.below(6) {
            0 | 1 => {
                let value = self.whole(names, 2);
                let field = *self.rng.pick(&["first", "second"]);
                format!("{base}.parts[{k}].{field} = {value}")
            }
            2 => {
                let (r, c) = (
                    self.rng.range(0, record.rows - 1),
                    self.rng.range(0, record.columns - 1),
                );
                let value = self.real(names, 2);
                let value = match record.real {
                    Kind::Single => format!("single({value})"),
                    _ => value,
                };
                format!("{base}.weights[{r}][{c}] = {value}")
            }
            3 => {
                let value = self.whole(names, 1);
                format!("turn({base}.parts[{k}], {value})")
            }
            4 => format!("{base}.flag = !{base}.flag"),
            _ => format!("{base}.letter = character({} % 100)", self.whole(names, 1)),
        }
    }

    /// Statements on one element, one to a line: of a grid and of the record's array.
    fn element(&mut self, x: usize, line: bool, sum: bool) -> Vec<String> {
        let at = self.bracketed();
        let mut names = self.names(x, x, line);
        // There is one grid.
        names.whole.retain(|name| !name.starts_with('y'));
        names.real.retain(|name| !name.starts_with('y'));
        self.fields(&format!("c{at}"), &mut names);
        names.whole.extend(sum.then(|| "sum".to_owned()));
        let mut list = Vec::new();
        match self.rng.below(4) {
            0 => {
                list.push(format!("cell = c{at}"));
                let set = self.set_field("cell", &names);
                list.push(set);
                let set = self.set_field("cell", &names);
                list.push(set);
                list.push(format!("c{at} = cell"));
            }
            1 => {
                let set = self.set_field(&format!("c{at}"), &names);
                list.push(set);
                list.push(format!("x{at} = {}", self.value_of(x, &names)));
            }
            2 => {
                let indices = self.indices();
                let condition = self.global_condition(&indices);
                list.push(format!("if {condition} {{"));
                let set = self.set_field(&format!("c{at}"), &names);
                list.push(format!("    {set}"));
                let other = self.condition(&indices);
                list.push(format!("}} else if {other} {{"));
                list.push(format!("    x{at} = {}", self.value_of(x, &names)));
                list.push("} else {".to_owned());
                let set = self.set_field(&format!("c{at}"), &names);
                list.push(format!("    {set}"));
                list.push("}".to_owned());
            }
            _ => {
                list.push("items = new List of Integer".to_owned());
                let value = self.whole(&names, 1);
                list.push(format!("append(items, {value})"));
                list.push("do {".to_owned());
                list.push("    append(items, items[items.length - 1] + 2)".to_owned());
                list.push("} while items.length < 3".to_owned());
                names.whole.push("items[1]".to_owned());
                names.whole.push("items[items.length - 1]".to_owned());
                list.push(format!("x{at} = {}", self.value_of(x, &names)));
            }
        }
        list
    }

    /// A stage over the record's array and a grid, element by element.
    pub(super) fn cells(&mut self, line: bool) -> String {
        let x = self.rng.below(self.grids.len());
        // A function of an array: of all of the line.
        let sum = line && self.rng.percent(25);
        let list = self.element(x, line, sum);
        let indices = self.indices();
        let body: String = list
            .iter()
            .map(|statement| format!("                {statement}\n"))
            .collect();
        let condition = match self.rng.percent(30) {
            true => format!(" and {}", self.condition(&indices)),
            false => String::new(),
        };
        let before = if sum {
            "            sum = across(w)\n"
        } else {
            ""
        };
        let text = format!(
            "{before}            do {{\n{body}            }} for {} in x{condition}\n",
            indices.join(", ")
        );
        let (parameters, arguments) = match line {
            true => (vec!["x", "c", "w"], format!("g{x}, {}, line", Record::NAME)),
            false => (vec!["x", "c"], format!("g{x}, {}", Record::NAME)),
        };
        let stage = self.stage(&parameters, &text);
        format!("{stage}({arguments})")
    }

    /// A step of a visit that LPUs do not do alike, for programs that may depend on the partition:
    /// some are left out, or their numbers differ. `step` is another one, of the same depth.
    pub(super) fn uneven(&mut self, step: impl FnOnce(&mut Maker) -> String) -> Vec<String> {
        let x = self.rng.below(self.grids.len());
        let (at, indices) = (self.bracketed(), self.indices().join(", "));
        let more = match (self.rng.percent(50), self.grids[x]) {
            (true, Kind::Integer) => "random_integer(0, 5)",
            (true, Kind::Single) => "single(random())",
            (true, Kind::Double) => "random()",
            (false, _) => "lpuId[0]",
        };
        let head = match self.rng.below(5) {
            0 => "Where lpuId[0] % 2 == 0 {".to_owned(),
            1 => "Where random() < 0.6 {".to_owned(),
            2 => format!("Repeat for {} in [1...lpuId[0] % 3] {{", self.counter()),
            _ => {
                let body =
                    format!("            do {{ x{at} = x{at} + {more} }} for {indices} in x\n");
                let stage = self.stage(&["x"], &body);
                return vec![format!("{stage}(g{x})")];
            }
        };
        let inner = step(self);
        let inner = inner.lines().map(|line| format!("    {}", line.trim()));
        std::iter::once(head)
            .chain(inner)
            .chain(std::iter::once("}".to_owned()))
            .collect()
    }

    /// What else is done to a piece of a sub-partition.
    pub(super) fn in_piece(&mut self, blocks: bool) -> Vec<String> {
        let mut list = Vec::new();
        if !self.is_rich() {
            return list;
        }
        if self.rng.percent(50) {
            list.push(format!("    {}", self.pointwise(false)));
        }
        // Neighbours are there in a part without holes.
        if self.stale && self.rng.percent(50) && blocks {
            list.push(format!("    Epoch {{ {} }}", self.stencil()));
        }
        if self.stale && self.rng.percent(40) {
            list.push(format!("    {}", self.reduction()));
        }
        list
    }

    /// Whole elements of the version before, within an epoch.
    pub(super) fn cells_before(&mut self) -> String {
        let (at, indices) = (self.bracketed(), self.indices());
        let mut names = Names {
            whole: indices.iter().map(|&i| i.to_owned()).collect(),
            real: Vec::new(),
        };
        self.add_globals(&mut names);
        self.fields("cell", &mut names);
        let set = self.set_field("cell", &names);
        let condition = self.condition(&indices);
        let body = format!(
            "            do {{\n                cell = c{at} at (current - 1)\n                {set}\n                \
             c{at} at (current) = cell\n            }} for {} in c and {condition}\n",
            indices.join(", ")
        );
        let stage = self.stage(&["c"], &body);
        format!("{stage}({})", Record::NAME)
    }
}
