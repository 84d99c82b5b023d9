//! Integer polynomials over names: what index expressions and bounds become.
//!
//! An *atom* is a loop variable or a piece of loop-invariant source text (`n`, `self.m`).

use std::collections::BTreeMap;

/// A sum of products of atoms with integer coefficients.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Poly {
    terms: BTreeMap<Vec<String>, i64>,
}

/// Terms beyond which an expression is given up as too complex.
const MOST_TERMS: usize = 64;

/// Factors of a product beyond which it is: `x1 = x0 * x0` doubles them.
const MOST_FACTORS: usize = 16;

impl Poly {
    /// The name of loops over all of a dimension, whatever its length.
    pub const ALL: &str = "..";

    /// The name of loops between ends that not each turn comes to.
    pub const BETWEEN: &str = ".+";

    /// It has the variable of such a loop.
    #[must_use]
    pub fn is_between(&self) -> bool {
        self.atoms().iter().any(|atom| atom.starts_with(".+@"))
    }

    /// An index of all of a dimension, `..@3`.
    #[must_use]
    pub fn is_all(&self) -> bool {
        self.as_factor().is_some_and(|(product, c)| {
            let named = |atom: &String| atom.starts_with("..@");
            c == 1 && product.len() == 1 && product.iter().all(named)
        })
    }

    /// A number.
    #[must_use]
    pub fn constant(value: i64) -> Self {
        let mut poly = Poly::default();
        poly.add_term(Vec::new(), value);
        poly
    }

    /// An atom.
    #[must_use]
    pub fn atom(name: impl Into<String>) -> Self {
        let mut poly = Poly::default();
        poly.add_term(vec![name.into()], 1);
        poly
    }

    fn add_term(&mut self, product: Vec<String>, by: i64) -> bool {
        let old = self.terms.get(&product).copied().unwrap_or(0);
        let Some(sum) = old.checked_add(by) else {
            return false;
        };
        if sum == 0 {
            self.terms.remove(&product);
        } else {
            self.terms.insert(product, sum);
        }
        self.terms.len() <= MOST_TERMS
    }

    /// Has it a product of atoms?
    #[must_use]
    pub fn has_products(&self) -> bool {
        self.terms.keys().any(|product| product.len() > 1)
    }

    /// Sum; `None` on overflow.
    #[must_use]
    pub fn plus(&self, other: &Poly) -> Option<Poly> {
        let mut sum = self.clone();
        other
            .terms
            .iter()
            .all(|(product, &c)| sum.add_term(product.clone(), c))
            .then_some(sum)
    }

    /// Difference; `None` on overflow.
    #[must_use]
    pub fn minus(&self, other: &Poly) -> Option<Poly> {
        self.plus(&other.times(&Poly::constant(-1))?)
    }

    /// Product; `None` on overflow or when it grows too large.
    #[must_use]
    pub fn times(&self, other: &Poly) -> Option<Poly> {
        let mut result = Poly::default();
        for (left, a) in &self.terms {
            for (right, b) in &other.terms {
                if left.len() + right.len() > MOST_FACTORS {
                    return None;
                }
                let mut product = [left.as_slice(), right.as_slice()].concat();
                product.sort();
                if !result.add_term(product, a.checked_mul(*b)?) {
                    return None;
                }
            }
        }
        Some(result)
    }

    /// The polynomial with other numbers beside its products.
    #[must_use]
    pub fn map(&self, number: impl Fn(i64) -> i64) -> Poly {
        let mut result = Poly::default();
        for (product, &c) in &self.terms {
            result.add_term(product.clone(), number(c));
        }
        result
    }

    /// A name occurs in it, perhaps in an atom that is an expression.
    #[must_use]
    pub fn names(&self, name: &str) -> bool {
        let part = |c: char| !(c.is_alphanumeric() || c == '_');
        let mut atoms = self.terms.keys().flatten();
        atoms.any(|atom| atom.split(part).any(|word| word == name))
    }

    /// Its products of atoms, with their numbers.
    pub fn terms(&self) -> impl Iterator<Item = (&[String], i64)> {
        self.terms
            .iter()
            .map(|(product, &c)| (product.as_slice(), c))
    }

    /// The value, when it is a number.
    #[must_use]
    pub fn as_constant(&self) -> Option<i64> {
        match self.terms.len() {
            0 => Some(0),
            1 => self.terms.get(&Vec::new()).copied(),
            _ => None,
        }
    }

    /// The number in the sum.
    #[must_use]
    pub fn number(&self) -> i64 {
        self.terms.get(&Vec::new()).copied().unwrap_or(0)
    }

    /// True for a sum with a number in it.
    #[must_use]
    pub fn has_number(&self) -> bool {
        self.terms.contains_key(&Vec::new())
    }

    /// True when `atom` occurs.
    #[must_use]
    pub fn mentions(&self, atom: &str) -> bool {
        self.terms
            .keys()
            .any(|product| product.iter().any(|a| a == atom))
    }

    /// Names of its atoms that are variables of inner loops, of which each has a number of its own.
    pub fn inner(&self) -> impl Iterator<Item = &str> {
        let atoms = self.terms.keys().flatten();
        atoms.filter_map(|atom| Some(atom.split_once('@')?.0))
    }

    /// All atoms.
    #[must_use]
    pub fn atoms(&self) -> Vec<&str> {
        let mut list: Vec<&str> = self.terms.keys().flatten().map(String::as_str).collect();
        list.sort_unstable();
        list.dedup();
        list
    }

    /// Splits into `k * atom + rest` with a number `k`; `None` when the atom occurs otherwise.
    #[must_use]
    pub fn linear_in(&self, atom: &str) -> Option<(i64, Poly)> {
        let mut rest = self.clone();
        let k = rest.terms.remove(&vec![atom.to_owned()]).unwrap_or(0);
        (!rest.mentions(atom)).then_some((k, rest))
    }

    /// Splits into `k * atom + rest`, where `k` may have other atoms; `None` where `atom` has a power.
    #[must_use]
    pub fn factor_of(&self, atom: &str) -> Option<(Poly, Poly)> {
        let (mut k, mut rest) = (Poly::default(), Poly::default());
        for (product, &c) in &self.terms {
            match product.iter().position(|a| a == atom) {
                Some(at) => {
                    let mut others = product.clone();
                    others.remove(at);
                    k.terms.insert(others, c);
                }
                None => _ = rest.terms.insert(product.clone(), c),
            }
        }
        (!k.mentions(atom)).then_some((k, rest))
    }

    /// The greatest number that stands beside atoms, sign aside.
    #[must_use]
    pub fn greatest_step(&self) -> i64 {
        let steps = self.terms.iter().filter(|(product, _)| !product.is_empty());
        steps.map(|(_, c)| c.saturating_abs()).max().unwrap_or(0)
    }

    /// True when no term has two atoms for which `is_variable` holds.
    #[must_use]
    pub fn is_affine_in(&self, is_variable: impl Fn(&str) -> bool) -> bool {
        let degree = |product: &Vec<String>| product.iter().filter(|a| is_variable(a)).count();
        self.terms.keys().all(|product| degree(product) <= 1)
    }

    /// The polynomial with `value` in place of `atom`.
    #[must_use]
    pub fn substitute(&self, atom: &str, value: &Poly) -> Option<Poly> {
        let mut result = Poly::default();
        for (product, &c) in &self.terms {
            let mut factor = Poly::constant(c);
            for a in product {
                let next = if a == atom {
                    value.clone()
                } else {
                    Poly::atom(a.clone())
                };
                factor = factor.times(&next)?;
            }
            result = result.plus(&factor)?;
        }
        Some(result)
    }

    /// The factors (symbolic product, number) that stand beside atoms for which `is_loop`
    /// holds, one entry per loop atom and term: row lengths of a linear index are among them.
    #[must_use]
    pub fn loop_factors(&self, is_loop: impl Fn(&str) -> bool) -> Vec<(Vec<String>, i64)> {
        let mut list = Vec::new();
        for (product, &c) in &self.terms {
            let loops = product.iter().filter(|a| is_loop(a)).count();
            if loops == 1 {
                let rest: Vec<String> = product.iter().filter(|a| !is_loop(a)).cloned().collect();
                if !list.contains(&(rest.clone(), c)) {
                    list.push((rest, c));
                }
            }
        }
        list
    }

    /// Splits into `quotient * factor + rest`, where `factor` is a product of atoms or a number.
    #[must_use]
    pub fn divide(&self, factor: &(Vec<String>, i64)) -> (Poly, Poly) {
        let (mut quotient, mut rest) = (Poly::default(), Poly::default());
        for (product, &c) in &self.terms {
            match remove_all(product, &factor.0) {
                Some(left) if c % factor.1 == 0 => {
                    quotient.add_term(left, c / factor.1);
                }
                // A constant such as -65 with rows of 64 is one row up and one to the left.
                Some(_) if product.is_empty() && factor.0.is_empty() => {
                    let near = (c as f64 / factor.1 as f64).round() as i64;
                    quotient.add_term(Vec::new(), near);
                    rest.add_term(Vec::new(), c - near * factor.1);
                }
                _ => {
                    rest.add_term(product.clone(), c);
                }
            }
        }
        (quotient, rest)
    }

    /// The least value when every atom is at least what `least_of` says; `None` when an atom is
    /// unknown or has a negative coefficient.
    #[must_use]
    pub fn least_of_naturals(&self, least_of: impl Fn(&str) -> Option<i64>) -> Option<i64> {
        let mut least = 0_i64;
        for (product, &c) in &self.terms {
            if !product.is_empty() && c < 0 {
                return None;
            }
            let term = product
                .iter()
                .try_fold(c, |term, atom| term.checked_mul(least_of(atom)?))?;
            least = least.checked_add(term)?;
        }
        Some(least)
    }

    /// A lower or an upper bound of what is left when a number, perhaps a natural one, is divided by this
    /// constant; `None` where it is none above 0.
    #[must_use]
    pub fn remainder_bound(&self, lower: bool, natural: impl FnOnce() -> bool) -> Option<Poly> {
        let most = self
            .as_constant()?
            .checked_sub(1)
            .filter(|most| *most >= 0)?;
        Some(Poly::constant(match lower {
            false => most,
            true if natural() => 0,
            true => -most,
        }))
    }

    /// A single product as a factor for [`divide`](Self::divide).
    #[must_use]
    pub fn as_factor(&self) -> Option<(Vec<String>, i64)> {
        let mut terms = self.terms.iter();
        let (product, &c) = terms.next()?;
        terms.next().is_none().then(|| (product.clone(), c))
    }

    /// A sum without the atoms that all its terms have; `None` for what is no sum.
    #[must_use]
    pub fn without_common(&self) -> Option<Poly> {
        let mut terms = self.terms.keys();
        let mut common = terms.next()?.clone();
        for product in terms {
            let mut left = product.clone();
            common.retain(|atom| match left.iter().position(|a| a == atom) {
                Some(at) => {
                    left.remove(at);
                    true
                }
                None => false,
            });
        }
        (self.terms.len() > 1).then(|| self.divide(&(common, 1)).0)
    }

    /// Atoms that stand by themselves in a sum, and nowhere else in it.
    #[must_use]
    pub fn summands(&self) -> Vec<&str> {
        let alone = self
            .terms
            .iter()
            .filter_map(|(product, &c)| match &product[..] {
                [atom] if c == 1 => Some(atom.as_str()),
                _ => None,
            });
        let only = |atom: &&str| {
            let with = self
                .terms
                .keys()
                .filter(|product| product.iter().any(|a| a == atom));
            with.count() == 1
        };
        alone.filter(only).collect()
    }

    /// As a Rust expression of type `isize`.
    #[must_use]
    pub fn to_isize(&self) -> String {
        self.to_text(as_isize)
    }

    /// As an expression, atoms as `write` writes them.
    #[must_use]
    pub fn to_text(&self, write: impl Fn(&str) -> String) -> String {
        if self.terms.is_empty() {
            return "0".to_owned();
        }
        let mut out = String::new();
        // Symbolic terms first, the number last: `__i_lo - 1`.
        let ordered = self
            .terms
            .iter()
            .filter(|(p, _)| !p.is_empty())
            .chain(self.terms.iter().filter(|(p, _)| p.is_empty()));
        for (product, &c) in ordered {
            let sign = match (out.is_empty(), c < 0) {
                (true, true) => "-",
                (true, false) => "",
                (false, true) => " - ",
                (false, false) => " + ",
            };
            out.push_str(sign);
            let mut factors: Vec<String> = product.iter().map(|a| write(a)).collect();
            if c.unsigned_abs() != 1 || factors.is_empty() {
                factors.insert(0, c.unsigned_abs().to_string());
            }
            out.push_str(&factors.join(" * "));
        }
        out
    }
}

/// A row length that is a sum, `n + 2`, and the atom that stands for it in indices.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RowSum {
    /// The atom.
    pub atom: String,
    /// The sum.
    pub value: Poly,
    /// A name in the sum that indices have no more.
    pub name: String,
    /// What it is in terms of the atom.
    pub inverse: Poly,
}

/// An atom as a Rust expression of type `isize`.
pub(crate) fn as_isize(atom: &str) -> String {
    if atom.starts_with("__") && (atom.ends_with("_lo") || atom.ends_with("_hi")) {
        atom.to_owned()
    } else {
        format!("({atom} as isize)")
    }
}

fn remove_all(product: &[String], factor: &[String]) -> Option<Vec<String>> {
    let mut left = product.to_vec();
    for atom in factor {
        let at = left.iter().position(|a| a == atom)?;
        left.remove(at);
    }
    Some(left)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn p(name: &str) -> Poly {
        Poly::atom(name)
    }

    #[test]
    fn linear_index_splits_into_row_and_column() {
        // (i - 1) * m + j + 1
        let index = p("i")
            .minus(&Poly::constant(1))
            .unwrap()
            .times(&p("m"))
            .unwrap();
        let index = index
            .plus(&p("j"))
            .unwrap()
            .plus(&Poly::constant(1))
            .unwrap();
        let factors = index.loop_factors(|a| a == "i" || a == "j");
        assert_eq!(factors, [(vec!["m".to_owned()], 1), (vec![], 1)]);
        let (row, column) = index.divide(&factors[0]);
        assert_eq!(row.to_isize(), "(i as isize) - 1");
        assert_eq!(column.to_isize(), "(j as isize) + 1");
    }

    #[test]
    fn constant_rows() {
        let index = p("i")
            .times(&Poly::constant(64))
            .unwrap()
            .plus(&p("j"))
            .unwrap()
            .plus(&Poly::constant(-65))
            .unwrap();
        let (row, column) = index.divide(&(vec![], 64));
        assert_eq!(row, p("i").minus(&Poly::constant(1)).unwrap());
        assert_eq!(column, p("j").minus(&Poly::constant(1)).unwrap());
    }

    #[test]
    fn arithmetic() {
        let a = p("n").minus(&Poly::constant(1)).unwrap();
        assert_eq!(a.minus(&a).unwrap().as_constant(), Some(0));
        assert_eq!(
            a.substitute("n", &Poly::constant(5)).unwrap().as_constant(),
            Some(4)
        );
        assert_eq!(a.linear_in("n").unwrap().0, 1);
        assert!(p("n").times(&p("n")).unwrap().linear_in("n").is_none());
        let blocks = p("i").times(&p("n")).unwrap().plus(&a).unwrap();
        assert_eq!(blocks.factor_of("i"), Some((p("n"), a)));
        assert!(p("n").times(&p("n")).unwrap().factor_of("n").is_none());
        let square = p("n").times(&p("n")).unwrap();
        assert!(!square.is_affine_in(|a| a == "n") && square.is_affine_in(|a| a == "m"));
        assert!(p("n").times(&p("m")).unwrap().is_affine_in(|a| a == "n"));
        assert!(Poly::constant(i64::MAX).plus(&Poly::constant(1)).is_none());
    }
}
