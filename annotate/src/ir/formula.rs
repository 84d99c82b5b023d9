//! What polynomials come to when their names have values: atoms that are expressions, `(n / 2)`,
//! `(lo + 8).min(n)`, are computed from the names in them.

use std::collections::HashMap;

use super::Poly;

/// Texts longer than this are given up: they may grow by each statement, `x = x / y + x`.
const LONGEST: usize = 4_096;

fn atom(text: String) -> Option<Poly> {
    (text.len() <= LONGEST).then(|| Poly::atom(text))
}

/// An operator of two operands as an atom.
#[must_use]
pub fn two(operator: &str, left: &Poly, right: &Poly) -> Option<Poly> {
    let [left, right] = [left, right].map(|side| side.to_text(str::to_owned));
    atom(format!("(({left}) {operator} ({right}))"))
}

/// A method of a number as an atom.
#[must_use]
pub fn method(name: &str, of: &Poly, argument: &Poly) -> Option<Poly> {
    let [of, argument] = [of, argument].map(|side| side.to_text(str::to_owned));
    let known = METHODS.contains(&name);
    atom(format!("(({of}).{name}({argument}))")).filter(|_| known)
}

/// `c ? a : b` as an atom.
#[must_use]
pub fn choice(parts: &[Poly; 3]) -> Option<Poly> {
    let [condition, yes, no] = [0, 1, 2].map(|n| parts[n].to_text(str::to_owned));
    atom(format!("(({condition}) ? ({yes}) : ({no}))"))
}

/// What holds where a condition is so, as text; [`MAYBE`] where it is not known.
#[must_use]
pub fn guard(condition: Option<&Poly>, is: bool) -> String {
    match condition.map(|c| c.to_text(str::to_owned)) {
        Some(text) if is => format!("({text})"),
        Some(text) => format!("(({text}) == 0)"),
        None => MAYBE.to_owned(),
    }
}

/// A condition of which nothing is known.
pub const MAYBE: &str = "?";

/// Values of names, by number.
#[derive(Debug, Default)]
pub struct Names {
    numbers: HashMap<String, usize>,
    values: Vec<i64>,
}

impl Names {
    /// The number of a name.
    pub fn number(&mut self, name: &str) -> usize {
        if let Some(&number) = self.numbers.get(name) {
            return number;
        }
        self.values.push(0);
        self.numbers.insert(name.to_owned(), self.values.len() - 1);
        self.values.len() - 1
    }

    /// Gives a name its value.
    pub fn set(&mut self, number: usize, value: i64) {
        if let Some(place) = self.values.get_mut(number) {
            *place = value;
        }
    }

    /// The value of a name.
    #[must_use]
    pub fn get(&self, number: usize) -> i64 {
        self.values.get(number).copied().unwrap_or(0)
    }

    /// All names.
    pub fn all(&self) -> impl Iterator<Item = (&str, usize)> {
        self.numbers.iter().map(|(name, &n)| (name.as_str(), n))
    }
}

/// An expression that can be computed.
#[derive(Debug, Clone)]
pub enum Formula {
    /// A number.
    Number(i64),
    /// A name.
    Name(usize),
    /// Products, with the number beside each.
    Sum(Vec<(i64, Vec<Formula>)>),
    /// An operator or a method of two operands.
    Two(&'static str, Box<(Formula, Formula)>),
    /// `c ? a : b`.
    Choice(Box<(Formula, Formula, Formula)>),
}

/// Operators by how tightly they bind.
const OPERATORS: [&[&str]; 7] = [
    &["||"],
    &["&&"],
    &["==", "!="],
    &["<=", ">=", "<", ">"],
    &["<<", ">>"],
    &["+", "-"],
    &["*", "/", "%"],
];

/// Methods of numbers.
const METHODS: [&str; 4] = ["min", "max", "div_ceil", "abs_diff"];

/// Expressions deeper than this are names.
const DEPTH: usize = 40;

impl Formula {
    /// The polynomial as a formula. `known` gives what a name is equal to.
    pub fn of(
        poly: &Poly,
        names: &mut Names,
        known: &impl Fn(&str) -> Option<Poly>,
        depth: usize,
    ) -> Formula {
        let products = poly.terms().map(|(product, number)| {
            let factors = product
                .iter()
                .map(|atom| atom_of(atom, names, known, depth));
            (number, factors.collect())
        });
        Formula::Sum(products.collect())
    }

    /// What it comes to; `None` for a division by 0 and numbers that are too large.
    #[must_use]
    pub fn value(&self, names: &Names) -> Option<i64> {
        match self {
            Formula::Number(number) => Some(*number),
            Formula::Name(number) => Some(names.get(*number)),
            Formula::Sum(products) => products.iter().try_fold(0_i64, |sum, (number, factors)| {
                let product = (factors.iter())
                    .try_fold(*number, |product, f| product.checked_mul(f.value(names)?))?;
                sum.checked_add(product)
            }),
            Formula::Two(operator, sides) => {
                let (a, b) = (sides.0.value(names)?, sides.1.value(names)?);
                match *operator {
                    "+" => a.checked_add(b),
                    "-" => a.checked_sub(b),
                    "*" => a.checked_mul(b),
                    "/" => a.checked_div(b),
                    "%" => a.checked_rem(b),
                    "<<" => a.checked_shl(u32::try_from(b).ok()?),
                    ">>" => a.checked_shr(u32::try_from(b).ok()?),
                    "min" => Some(a.min(b)),
                    "max" => Some(a.max(b)),
                    "abs_diff" => Some(a.abs_diff(b).try_into().unwrap_or(i64::MAX)),
                    "div_ceil" if b > 0 => Some(a.div_euclid(b) + i64::from(a.rem_euclid(b) != 0)),
                    "==" => Some(i64::from(a == b)),
                    "!=" => Some(i64::from(a != b)),
                    "<" => Some(i64::from(a < b)),
                    "<=" => Some(i64::from(a <= b)),
                    ">" => Some(i64::from(a > b)),
                    ">=" => Some(i64::from(a >= b)),
                    "&&" => Some(i64::from(a != 0 && b != 0)),
                    "||" => Some(i64::from(a != 0 || b != 0)),
                    _ => None,
                }
            }
            Formula::Choice(parts) => match parts.0.value(names)? {
                0 => parts.2.value(names),
                _ => parts.1.value(names),
            },
        }
    }

    /// The numbers in it.
    pub fn numbers(&self, list: &mut Vec<i64>) {
        match self {
            Formula::Number(number) => list.push(number.saturating_abs()),
            Formula::Name(_) => {}
            Formula::Sum(products) => {
                for (number, factors) in products {
                    list.push(number.saturating_abs());
                    factors.iter().for_each(|f| f.numbers(list));
                }
            }
            Formula::Two(_, sides) => {
                sides.0.numbers(list);
                sides.1.numbers(list);
            }
            Formula::Choice(parts) => {
                parts.0.numbers(list);
                parts.1.numbers(list);
                parts.2.numbers(list);
            }
        }
    }

    /// It computes more than sums and products.
    #[must_use]
    pub fn divides(&self) -> bool {
        match self {
            Formula::Number(_) | Formula::Name(_) => false,
            Formula::Sum(products) => products.iter().flat_map(|p| &p.1).any(Formula::divides),
            Formula::Two(..) | Formula::Choice(_) => true,
        }
    }
}

/// The polynomial with `value` in place of a name, also where expressions have it; these are written in one
/// way then.
#[must_use]
pub fn substitute(poly: &Poly, name: &str, value: &Poly) -> Option<Poly> {
    let mut sum = Poly::constant(0);
    for (product, number) in poly.terms() {
        let factor = |product: Poly, atom: &String| match parsed(atom) {
            Some(tree) => product.times(&tree.poly(name, value)?),
            None => product.times(&Poly::atom(atom.as_str())),
        };
        sum = sum.plus(&product.iter().try_fold(Poly::constant(number), factor)?)?;
    }
    Some(sum)
}

/// The operands of an atom that is a quotient, a remainder or another operator.
#[must_use]
pub fn operands(atom: &str) -> Option<(&'static str, Poly, Poly)> {
    let Tree::Two(operator, sides) = parsed(atom)? else {
        return None;
    };
    let same = |tree: &Tree| tree.poly("", &Poly::default());
    Some((operator, same(&sides.0)?, same(&sides.1)?))
}

/// What is at least as large as the value of an expression: each of two of which it is the smaller one.
#[must_use]
pub fn upper_bounds(atom: &str) -> Vec<Poly> {
    let same = |tree: &Tree| tree.poly("", &Poly::default());
    let both = |a: &Tree, b: &Tree| [same(a), same(b)].into_iter().flatten().collect();
    match parsed(atom) {
        Some(Tree::Two("min", sides)) => both(&sides.0, &sides.1),
        Some(Tree::Choice(parts)) => {
            let (yes, no) = (same(&parts.1), same(&parts.2));
            let Tree::Two(operator, sides) = &parts.0 else {
                return Vec::new();
            };
            let (a, b) = (same(&sides.0), same(&sides.1));
            let least = match *operator {
                "<" | "<=" => a == yes && b == no,
                ">" | ">=" => a == no && b == yes,
                _ => false,
            };
            match least {
                true => both(&parts.1, &parts.2),
                false => Vec::new(),
            }
        }
        _ => Vec::new(),
    }
}

/// What one of two values is, by a comparison that is decided where `below` is less than 0.
#[must_use]
pub fn where_below(atom: &str, below: &Poly) -> Option<Poly> {
    let same = |tree: &Tree| tree.poly("", &Poly::default());
    let Tree::Choice(parts) = parsed(atom)? else {
        return None;
    };
    let Tree::Two(operator, sides) = &parts.0 else {
        return None;
    };
    let gap = same(&sides.0)?.minus(&same(&sides.1)?)?;
    let is_less = gap.minus(below)?.as_constant().is_some_and(|c| c <= 0);
    let is_more = gap.plus(below)?.as_constant().is_some_and(|c| c >= 0);
    let holds = match *operator {
        "==" if is_less || is_more => false,
        "!=" if is_less || is_more => true,
        "<" | "<=" if is_less != is_more => is_less,
        ">" | ">=" if is_less != is_more => is_more,
        _ => return None,
    };
    same(if holds { &parts.1 } else { &parts.2 })
}

pub(super) fn parsed(atom: &str) -> Option<Tree> {
    let tokens = tokens(atom)?;
    let mut parser = Parser {
        tokens: &tokens,
        at: 0,
        depth: 0,
    };
    let tree = parser.choice()?;
    (parser.at == tokens.len()).then_some(tree)
}

fn atom_of(
    atom: &str,
    names: &mut Names,
    known: &impl Fn(&str) -> Option<Poly>,
    depth: usize,
) -> Formula {
    if depth > DEPTH {
        return Formula::Name(names.number(atom));
    }
    if let Some(value) = known(atom) {
        return Formula::of(&value, names, known, depth + 1);
    }
    match parsed(atom) {
        Some(Tree::Name(name)) if name == atom => Formula::Name(names.number(atom)),
        Some(tree) => tree.formula(names, known, depth + 1),
        None => Formula::Name(names.number(atom)),
    }
}

/// What stands in a text, before its names have numbers.
pub(super) enum Tree {
    Number(i64),
    Name(String),
    Two(&'static str, Box<(Tree, Tree)>),
    Choice(Box<(Tree, Tree, Tree)>),
}

impl Tree {
    /// As a polynomial, with `value` in place of a name.
    fn poly(&self, name: &str, value: &Poly) -> Option<Poly> {
        let next = |tree: &Tree| tree.poly(name, value);
        match self {
            Tree::Number(number) => Some(Poly::constant(*number)),
            Tree::Name(own) if own == name => Some(value.clone()),
            Tree::Name(own) => Some(Poly::atom(own.as_str())),
            Tree::Two(operator, sides) => {
                let (a, b) = (next(&sides.0)?, next(&sides.1)?);
                match *operator {
                    "+" => a.plus(&b),
                    "-" => a.minus(&b),
                    "*" => a.times(&b),
                    operator if METHODS.contains(&operator) => method(operator, &a, &b),
                    operator => two(operator, &a, &b),
                }
            }
            Tree::Choice(parts) => choice(&[next(&parts.0)?, next(&parts.1)?, next(&parts.2)?]),
        }
    }

    fn formula(
        &self,
        names: &mut Names,
        known: &impl Fn(&str) -> Option<Poly>,
        depth: usize,
    ) -> Formula {
        let mut next = |tree: &Tree| tree.formula(names, known, depth + 1);
        match self {
            Tree::Number(number) => Formula::Number(*number),
            Tree::Name(name) => atom_of(name, names, known, depth + 1),
            Tree::Two(operator, sides) => {
                Formula::Two(operator, Box::new((next(&sides.0), next(&sides.1))))
            }
            Tree::Choice(parts) => {
                Formula::Choice(Box::new((next(&parts.0), next(&parts.1), next(&parts.2))))
            }
        }
    }
}

/// Words with their paths, numbers, operators.
fn tokens(text: &str) -> Option<Vec<String>> {
    let mut list = Vec::new();
    let mut rest = text.trim_start();
    while let Some(c) = rest.chars().next() {
        let length = if c.is_ascii_digit() {
            rest.find(|c: char| !(c.is_alphanumeric() || c == '_'))
        } else if c.is_alphabetic() || c == '_' {
            rest.find(|c: char| !(c.is_alphanumeric() || c == '_' || c == '@'))
        } else {
            let two = rest.get(..2).filter(|two| {
                OPERATORS.iter().any(|level| level.contains(two)) || matches!(*two, "->" | "::")
            });
            Some(two.map_or(c.len_utf8(), str::len))
        };
        let (token, after) = rest.split_at(length.unwrap_or(rest.len()));
        list.push(token.to_owned());
        rest = after.trim_start();
    }
    Some(list).filter(|list| !list.is_empty())
}

struct Parser<'t> {
    tokens: &'t [String],
    at: usize,
    depth: usize,
}

impl Parser<'_> {
    fn peek(&self) -> &str {
        self.tokens.get(self.at).map_or("", String::as_str)
    }

    fn take(&mut self, token: &str) -> bool {
        let here = self.peek() == token;
        self.at += usize::from(here);
        here
    }

    fn choice(&mut self) -> Option<Tree> {
        self.depth += 1;
        if self.depth > DEPTH {
            return None;
        }
        let condition = self.level(0)?;
        let whole = match self.take("?") {
            false => condition,
            true => {
                let yes = self.choice()?;
                let no = self.take(":").then(|| self.choice())??;
                Tree::Choice(Box::new((condition, yes, no)))
            }
        };
        self.depth -= 1;
        Some(whole)
    }

    fn level(&mut self, level: usize) -> Option<Tree> {
        let Some(operators) = OPERATORS.get(level) else {
            return self.unary();
        };
        let mut left = self.level(level + 1)?;
        while let Some(operator) = operators.iter().find(|o| self.peek() == **o) {
            self.at += 1;
            left = Tree::Two(operator, Box::new((left, self.level(level + 1)?)));
        }
        Some(left)
    }

    fn unary(&mut self) -> Option<Tree> {
        if self.take("-") {
            let value = self.unary()?;
            return Some(Tree::Two("-", Box::new((Tree::Number(0), value))));
        }
        let mut value = self.primary()?;
        loop {
            let method = self.tokens.get(self.at + 1).map_or("", String::as_str);
            if self.take("as") {
                self.at += 1; // the type: indices keep their values
            } else if self.peek() == "." {
                let method = METHODS.iter().find(|m| **m == method)?;
                self.at += 2;
                let argument = self.take("(").then(|| self.choice())??;
                if !self.take(")") {
                    return None;
                }
                value = Tree::Two(method, Box::new((value, argument)));
            } else {
                break;
            }
        }
        Some(value)
    }

    fn primary(&mut self) -> Option<Tree> {
        if self.take("(") {
            let inside = self.choice()?;
            return self.take(")").then_some(inside);
        }
        let token = self.peek().to_owned();
        let first = token.chars().next()?;
        self.at += 1;
        if first.is_ascii_digit() {
            let digits: String = token.chars().take_while(char::is_ascii_digit).collect();
            let suffix = &token[digits.len()..];
            let plain = !suffix.starts_with(['x', 'X', 'b', 'B', 'o']);
            return digits.parse().ok().filter(|_| plain).map(Tree::Number);
        }
        if !(first.is_alphabetic() || first == '_') {
            return None;
        }
        let mut name = token;
        // `s.n`, `p->n`, `a.len()`, `a[0].len()`.
        loop {
            let next = self.tokens.get(self.at + 1).map_or("", String::as_str);
            match self.peek() {
                "." if METHODS.contains(&next) => break,
                step @ ("." | "->" | "::") => {
                    name = format!("{name}{step}{next}");
                    self.at += 2;
                }
                "(" | "[" => {
                    let close = self.closing()?;
                    name += &self.tokens[self.at..=close].concat();
                    self.at = close + 1;
                }
                _ => break,
            }
        }
        Some(Tree::Name(name))
    }

    /// The bracket that closes the one here.
    fn closing(&self) -> Option<usize> {
        let mut depth = 0_usize;
        for (at, token) in self.tokens.iter().enumerate().skip(self.at) {
            match token.as_str() {
                "(" | "[" => depth += 1,
                ")" | "]" if depth == 1 => return Some(at),
                ")" | "]" => depth -= 1,
                _ => {}
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(text: &str, given: &[(&str, i64)]) -> Option<i64> {
        let mut names = Names::default();
        let formula = Formula::of(&Poly::atom(text), &mut names, &|_| None, 0);
        for (name, value) in given {
            let number = names.number(name);
            names.set(number, *value);
        }
        formula.value(&names)
    }

    #[test]
    fn comparisons_with_what_is_below_are_decided() {
        let [p, n] = ["p", "n"].map(Poly::atom);
        let last = n.minus(&Poly::constant(1)).unwrap();
        let below = p.minus(&last).unwrap();
        let decided = |operator: &str, a: &Poly, b: &Poly| {
            let condition = two(operator, a, b).unwrap();
            let choice = choice(&[condition, Poly::constant(7), Poly::constant(8)]).unwrap();
            where_below(choice.atoms()[0], &below).and_then(|value| value.as_constant())
        };
        let next = p.plus(&Poly::constant(1)).unwrap();
        for (operator, value) in [
            ("==", 8),
            ("!=", 7),
            ("<", 7),
            (">", 8),
            ("<=", 7),
            (">=", 8),
        ] {
            assert_eq!(
                decided(operator, &p, &last),
                Some(value),
                "p {operator} n - 1"
            );
        }
        assert_eq!(decided("<", &next, &n), Some(7));
        assert_eq!(decided(">", &n, &next), Some(7));
        // The last but one may be it.
        let before = last.minus(&Poly::constant(1)).unwrap();
        assert_eq!(decided("==", &p, &before), None);
        assert_eq!(decided("<", &next, &last), None);
    }

    #[test]
    fn atoms_that_are_expressions_are_computed() {
        let given = [
            ("n", 17),
            ("lo", 12),
            ("b@1", 3),
            ("a.len()", 9),
            ("s->m", 4),
        ];
        for (text, expected) in [
            ("(n / 2)", 8),
            ("((lo + 8).min(n))", 17),
            ("((lo + 8) < n ? lo + 8 : n)", 17),
            ("(b@1 * n / 8)", 6),
            ("(b@1 % 2)", 1),
            ("((b@1 + 1) * n / 8 - 1)", 7),
            ("(a.len() / s->m)", 2),
            ("(n.div_ceil(4) as usize)", 5),
            ("(-n + 1 << 1)", -32),
            ("(2_usize)", 2),
        ] {
            let text = text.replace("2_usize", "2usize");
            assert_eq!(value(&text, &given), Some(expected), "{text}");
        }
        assert_eq!(value("(n / b@2)", &given), None);
        assert_eq!(value("f(n)", &[("f(n)", 3)]), Some(3));
    }
}
