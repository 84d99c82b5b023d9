//! Arrays: whole ones of environments, and the parts of them that LPUs work on.

use std::cell::RefCell;
use std::rc::Rc;

use super::value::{Indices, Value};
use super::{Error, Outcome};

/// A whole array.
#[derive(Debug, Clone)]
pub struct Array {
    /// Ranges of its dimensions.
    pub ranges: Vec<Indices>,
    /// Row-major.
    pub data: Vec<Value>,
}

/// An array that several environments may refer to.
pub type Shared = Rc<RefCell<Array>>;

impl Array {
    /// From indices 0.
    #[must_use]
    pub fn new(sizes: &[usize], data: Vec<Value>) -> Array {
        let range = |&n: &usize| Indices::new(0, i64::try_from(n).unwrap_or(i64::MAX) - 1);
        Array {
            ranges: sizes.iter().map(range).collect(),
            data,
        }
    }

    /// Of `double` numbers, from indices 0.
    #[must_use]
    pub fn doubles(sizes: &[usize], data: &[f64]) -> Array {
        Array::new(sizes, data.iter().map(|&v| Value::Double(v)).collect())
    }

    /// Of Integers, from indices 0.
    #[must_use]
    pub fn integers(sizes: &[usize], data: &[i32]) -> Array {
        Array::new(sizes, data.iter().map(|&v| Value::Integer(v)).collect())
    }

    /// Its elements as numbers.
    ///
    /// # Errors
    /// When they are none.
    pub fn reals(&self) -> Outcome<Vec<f64>> {
        self.data.iter().map(Value::real).collect()
    }

    /// Its elements as Integers.
    ///
    /// # Errors
    /// When they are none.
    pub fn whole(&self) -> Outcome<Vec<i32>> {
        self.data.iter().map(Value::integer).collect()
    }
}

/// Indices per dimension, in ascending order.
pub type Sets = Vec<Rc<[i64]>>;

/// A part of an array, with all kept versions.
#[derive(Debug, Clone)]
pub struct Part {
    /// Ranges of the whole array.
    pub whole: Vec<Indices>,
    /// Indices of the part, padding included, per dimension in ascending order.
    pub sets: Sets,
    /// Those without the padding of its space.
    pub owned: Sets,
    /// Elements per version, the current one first; row-major over `sets`.
    pub versions: Vec<Vec<Value>>,
    /// Elements of any version that were assigned to since the part was taken.
    pub written: Vec<bool>,
    /// Whether versions have advanced since the part was taken.
    pub advanced: bool,
}

impl Part {
    /// All of an array, `versions` times.
    #[must_use]
    pub fn all(array: &Array, versions: usize) -> Part {
        let sets: Vec<Rc<[i64]>> = array.ranges.iter().map(|r| r.list().into()).collect();
        Part {
            whole: array.ranges.clone(),
            owned: sets.clone(),
            sets,
            versions: vec![array.data.clone(); versions],
            written: vec![false; array.data.len()],
            advanced: false,
        }
    }

    /// The piece with the given indices, which must be among the part's.
    #[must_use]
    pub fn piece(&self, sets: Sets, owned: Sets) -> Part {
        let places: Vec<usize> = tuples(&sets)
            .iter()
            .map(|indices| self.place(indices).expect("a piece lies within its part"))
            .collect();
        let version = |from: &Vec<Value>| {
            places
                .iter()
                .map(|&at| from[at].clone())
                .collect::<Vec<_>>()
        };
        Part {
            whole: self.whole.clone(),
            versions: self.versions.iter().map(version).collect(),
            written: vec![false; places.len()],
            sets,
            owned,
            advanced: false,
        }
    }

    /// Where the element stands in a version, if it is in the part.
    #[must_use]
    pub fn place(&self, indices: &[i64]) -> Option<usize> {
        let mut at = 0;
        for (set, index) in self.sets.iter().zip(indices) {
            at = at * set.len() + set.binary_search(index).ok()?;
        }
        Some(at)
    }

    /// Where the element stands, or why it cannot be used.
    ///
    /// # Errors
    /// When it is outside of the part.
    pub fn find(&self, indices: &[i64], name: &str) -> Outcome<usize> {
        self.place(indices).ok_or_else(|| {
            let inside = self.whole.iter().zip(indices).all(|(r, &i)| r.contains(i));
            let list: String = indices.iter().map(|i| format!("[{i}]")).collect();
            Error::new(if inside {
                format!("{name}{list} is not in the part of this LPU")
            } else {
                format!("{name}{list} is outside of the array")
            })
        })
    }

    /// What was the current version becomes the one before.
    pub fn advance(&mut self) {
        if let [_, _, ..] = self.versions[..] {
            self.versions.rotate_right(1);
            self.versions[0] = self.versions[1].clone();
            self.advanced = true;
        }
    }

    /// Writes what `pieces` own and changed back into the part.
    ///
    /// # Errors
    /// When two of them give an element different values.
    pub fn take_back(&mut self, pieces: &[&Part], name: &str) -> Outcome<()> {
        let mut writer: Vec<bool> = vec![false; self.written.len()];
        for wanted in [false, true] {
            for piece in pieces.iter().filter(|p| wanted || p.advanced) {
                for indices in tuples(&piece.owned) {
                    let from = piece.place(&indices).expect("what is owned is in the part");
                    if piece.written[from] != wanted {
                        continue;
                    }
                    let to = self.find(&indices, name)?;
                    let versions = self.versions.iter_mut().zip(&piece.versions);
                    for (own, theirs) in versions {
                        if writer[to] && !own[to].same(&theirs[from]) {
                            let list: String = indices.iter().map(|i| format!("[{i}]")).collect();
                            return Err(Error::new(format!(
                                "two LPUs leave different values in {name}{list}"
                            )));
                        }
                        own[to] = theirs[from].clone();
                    }
                    writer[to] |= wanted;
                    self.written[to] |= wanted;
                }
            }
        }
        self.advanced |= pieces.iter().any(|p| p.advanced);
        Ok(())
    }

    /// The current version of a part that is the whole array.
    #[must_use]
    pub fn to_array(&self) -> Array {
        Array {
            ranges: self.whole.clone(),
            data: self.versions[0].clone(),
        }
    }
}

/// All tuples of one index of each set, the last one running fastest.
#[must_use]
pub fn tuples(sets: &[Rc<[i64]>]) -> Vec<Vec<i64>> {
    sets.iter().fold(vec![Vec::new()], |tuples, set| {
        let longer = |tuple: Vec<i64>| {
            set.iter().map(move |&index| {
                let mut tuple = tuple.clone();
                tuple.push(index);
                tuple
            })
        };
        tuples.into_iter().flat_map(longer).collect()
    })
}
